// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/cd with friction: what LAMMPS adds to the solver (unittest/solvers/test_friction.cpp
// has its closed forms). Grains have diameter 1 and mass 1.

#include "energy/ledger.h"
#include "packing/packing.h"
#include "refused.h"

using namespace scenario;

namespace {

const std::string ROUGH = "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n";
const std::string FLOOR =
    "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 restitution 0.5 mu 0.4\n";
const std::string CD = "fix d all nve/sphere/cd ";

struct Choice {
  bool rolling;
  std::string law;    // of impact
};

class ContactDynamicsWith : public testing::TestWithParam<Choice> {
 public:
  /** The commands of a test with friction, as the parameter wants them. */
  std::string with(std::string commands) const
  {
    const std::size_t fix = commands.find(CD);
    if (fix != std::string::npos)
      commands.insert(fix + CD.size(), "impact " + GetParam().law + " ");
    return GetParam().rolling ? rolling(commands) : commands;
  }
};

INSTANTIATE_TEST_SUITE_P(Rolling, ContactDynamicsWith,
                         testing::Values(Choice{false, "newton"}, Choice{true, "newton"},
                                         Choice{false, "poisson"}));

/** Four layers of grains that do not touch, above a floor. */
std::vector<Vec3> loose()
{
  std::vector<Vec3> x;
  for (int k = 0; k < 64; k++)
    x.push_back({1.1 * (k % 4) + 0.07 * (k / 16), 1.1 * (k / 4 % 4) + 0.04 * (k % 3),
                 0.6 + 1.1 * (k / 16)});
  return x;
}

Vec3 momentum(const State &s)
{
  return sum(s.v);
}

Vec3 angular_momentum(const State &s)
{
  Vec3 L = {0, 0, 0};
  for (std::size_t i = 0; i < s.x.size(); i++) L = L + cross(s.x[i], s.v[i]) + 0.1 * s.omega[i];
  return L;
}

}    // namespace

TEST(ContactDynamicsFriction, SphereRollsDownAPlane)
{
  for (const bool resists : {false, true}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0.5}});
    const std::string contacts = ROUGH + "fix g all gravity 1 vector 1 0 -2\n" + FLOOR;
    sim.run((resists ? rolling(contacts) : contacts) + CD + "tol 1e-11\ntimestep 0.01\nrun 20");
    const State before = sim.state();
    const double slid = result(sim, D_FRICTION), rolled = result(sim, D_ROLLING);
    sim.run("run 50");
    const double resistance = resists ? 0.1 : 0.0, weight = 2.0 / std::sqrt(5.0);
    const double a = (0.5 - resistance) / 1.4 * weight;
    const double way = 0.5 * (before.v[0].x + sim.state().v[0].x) * 50 * 0.01;
    EXPECT_NEAR(result(sim, D_ROLLING) - rolled, resistance * weight * way, 1e-9);
    EXPECT_NEAR(result(sim, D_FRICTION) - slid, 0.0, 1e-9);
    EXPECT_NEAR((sim.state().v[0].x - before.v[0].x) / (50 * 0.01), a, 1e-9);
    EXPECT_NEAR((sim.state().omega[0].y - before.omega[0].y) / (50 * 0.01), 2.0 * a, 2e-9);
  }
}

// It sticks, and the impact leaves no spring that would push it back.
TEST(ContactDynamicsFriction, SphereThatLandsRollsOn)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0.502}});
  sim.run(
      "pair_coeff * * stiffness 1\n" + GRAVITY +
      "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 mu 0.9\nset atom 1 vx 0.7 vz -0.5\n" +
      CD + "tol 1e-11\ntimestep 0.01\n");
  for (int k = 0; k < 10; k++) {
    sim.run("run 1");
    EXPECT_NEAR(sim.state().v[0].x, 0.5, 1e-9) << k;
    EXPECT_NEAR(sim.state().omega[0].y, 1.0, 1e-9) << k;
  }
}

// What turns together with the drum does not roll on it.
TEST(ContactDynamicsFriction, SphereThatTurnsWithADrumKeepsItsSpin)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, -2.5}});
  sim.run("pair_coeff * * stiffness 1\nvariable angle equal 0.2*step*dt\n"
          "region drum cylinder y 0 0 3 INF INF rotate v_angle 0 0 0 0 1 0\n"
          "fix w all wall/contact region drum stiffness 1 mu 0.4 rolling 0.3\n"
          "set atom 1 vx -0.5 omega 0 0.2 0\n" +
          CD + "tol 1e-8\ntimestep 0.01\nrun 500");
  EXPECT_NEAR(norm(sim.state().v[0]), 0.5, 1e-3);
  EXPECT_NEAR(sim.state().omega[0].y, 0.2, 1e-3);
}

// Contacts that have no moment yet.
TEST(ContactDynamicsFriction, RollingFrictionFromASecondRunOn)
{
  Simulation sim(box({"", "f f f", "block -9 9 -9 9 -1 9", "sphere"}));
  create(sim, loose());
  sim.run(ROUGH + GRAVITY + FLOOR + CD + "\n" + LEDGER + "timestep 0.02\nrun 100");
  const double before = sum(sim);
  sim.run(rolling(ROUGH) + "run 100\n" + ROUGH + "run 100");
  EXPECT_EQ(result(sim, D_MISSED), 0);
  EXPECT_NEAR(sum(sim), before, 1e-10);
}

/** A column under its weight: contacts keep their forces, which limit how overlaps are pushed out. */
TEST(ContactDynamicsFriction, ForcesGoOnWhenRollingFrictionBegins)
{
  Simulation sim(box({"", "f f f", "block -9 9 -9 9 -1 19", "sphere"}));
  std::vector<Vec3> column;
  for (int k = 0; k < 12; k++) column.push_back({0, 0, k + 0.5});
  create(sim, column);
  sim.run(ROUGH + GRAVITY + FLOOR + CD + "\ntimestep 0.06\nrun 500");
  const double weight = sim.value("f_w[3]");
  EXPECT_NEAR(weight, -12.0, 0.5);
  sim.run(rolling(ROUGH) + "run 1");
  EXPECT_NEAR(sim.value("f_w[3]"), weight, 0.1);
}

TEST(ContactDynamicsFriction, DrumThatTurnsTakesASphereAlong)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, -2.5}});
  sim.run(ROUGH +
          "variable angle equal 0.2*step*dt\n"
          "region drum cylinder y 0 0 3 INF INF rotate v_angle 0 0 0 0 1 0\n"
          "fix w all wall/contact region drum stiffness 1 mu 0.4\n" +
          GRAVITY + CD + "tol 1e-8\ntimestep 0.01\nrun 3");
  EXPECT_EQ(sim.value("f_w[8]"), result(sim, D_LOST));
  EXPECT_EQ(sim.value("f_w[9]"), result(sim, D_FRICTION));
  EXPECT_GT(sim.value("f_w[9]"), 1e-3);
  // while it slips, friction is mu times the weight
  EXPECT_NEAR(sim.state().v[0].x, -0.4 * 3 * 0.01, 1e-5);
  EXPECT_NEAR(sim.value("f_d"),
              sim.value("f_d[9]") + sim.value("f_d[10]") + sim.value("ke") +
                  0.05 * std::pow(sim.state().omega[0].y, 2),
              1e-3);
}

/** One wall does all the work that the fix counts, also by the moments of rolling friction. */
TEST_P(ContactDynamicsWith, WorkOfADrumThatTurns)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, -2.5}});
  sim.run(with(ROUGH +
               "variable angle equal 0.2*step*dt\n"
               "region drum cylinder y 0 0 3 INF INF rotate v_angle 0 0 0 0 1 0\n"
               "fix w all wall/contact region drum stiffness 1 mu 0.4\n" +
               GRAVITY + CD + "tol 1e-8\ntimestep 0.01\nrun 100"));
  EXPECT_GT(sim.value("f_w"), 1e-3);
  EXPECT_NEAR(sim.value("f_w"), sim.value("f_d"), 1e-12);
}

TEST_P(ContactDynamicsWith, BooksAreClosed)
{
  Simulation sim(box({"", "f f f", "block -9 9 -9 9 -1 9", "sphere"}));
  create(sim, loose());
  sim.run(with(
      ROUGH + GRAVITY + FLOOR +
      "variable x equal 0.3*sin(2*step*dt)\nregion side plane -0.7 0 0 1 0 0 move v_x NULL NULL\n"
      "fix s all wall/contact region side stiffness 1 mu 0.4\n" +
      CD + "\n" + LEDGER + "timestep 0.02\nrun 0"));
  const double before = sum(sim), energy = part(sim, TRANSLATION) + 64 * 2.25;
  double change = 0.0;
  for (int k = 0; k < 40; k++) {
    sim.run("run 5 post no");
    change = larger(change, std::fabs(sum(sim) - before));
  }
  EXPECT_LE(change, 1e-12 * energy);
  EXPECT_GT(part(sim, FRICTION), 1.0);
  EXPECT_GT(part(sim, IMPACTS), 1.0);
  EXPECT_NE(part(sim, WALLS), 0.0);
  EXPECT_NEAR(part(sim, WALLS), sim.value("f_w") + sim.value("f_s"), 1e-12 * energy);
  EXPECT_EQ(result(sim, D_MISSED), 0);
}

// Also without friction, where spins do not change

TEST_P(ContactDynamicsWith, MomentaOfCollidingClusters)
{
  for (const bool rough : {true, false}) {
    Simulation sim(box({}));
    create(sim, two_clusters());
    sim.run(with(FLY + (rough ? ROUGH : smooth(ROUGH)) + CD + "\ntimestep 0.02\nrun 20"));
    const auto energy = [&] {
      double sum = result(sim, D_LOST);
      for (const Vec3 &v : sim.state().v) sum += 0.5 * dot(v, v);
      return sum;
    };
    const double all = energy();
    const State before = sim.state();
    sim.run("run 60");
    const State after = sim.state();
    EXPECT_EQ(result(sim, D_FRICTION) > 0.1, rough);
    if (!rough) EXPECT_NEAR(energy(), all, 1e-10);
    EXPECT_LE(norm(momentum(after) - momentum(before)), 1e-13);
    EXPECT_LE(norm(angular_momentum(after) - angular_momentum(before)), 1e-12);
  }
}

// Each copy of a contact decides alone whether it is an impact. Round numbers make this a tie.
TEST(ContactDynamicsFriction, RoundNumbersAcrossAPeriodicBoundary)
{
  for (const std::string mu : {"0", "0.4"})
    for (const double z : {0.52, 0.54, 0.56, 0.58}) {
      Simulation sim(box(periodic("block 0 4 0 4 0 4")));
      create(sim, {{1, 1, z}, {1, 1, 4 - z}});
      sim.run("pair_coeff * * stiffness 1 restitution 0.5 mu " + mu +
              "\nset atom 1 vz -1\nset atom 2 vz 1\n" + CD + "tol 1e-12\ntimestep 0.02\nrun 9");
      const auto v = sim.state().v;
      EXPECT_NEAR(v[0].z - v[1].z, 1.0, 1e-11) << mu << " " << z;
      EXPECT_NEAR(v[0].z + v[1].z, 0.0, 1e-13) << mu << " " << z;
    }
}

// Gauss-Seidel is the check of the default, also across periodic boundaries.
// no kk: /kk has no solver pgs
TEST(ContactDynamicsFriction, SweepsGiveTheSameMotion)
{
  const auto end = [](const std::string &keywords) {
    Simulation sim(box({"", "p p f", "block -0.5 3.9 -0.5 3.9 -1 9", "sphere"}));
    create(sim, loose());
    sim.run(ROUGH + GRAVITY + FLOOR + CD + "tol 1e-11 maxiter 9999 " + keywords +
            "\ntimestep 0.02\nrun 60");
    EXPECT_GT(result(sim, D_PUSHING), 20);
    EXPECT_EQ(result(sim, D_MISSED), 0);
    return sim.state();
  };
  for (const std::string law : {" impact newton", " impact poisson"}) {
    const State gradients = end("solver compliant" + law), sweeps = end("solver pgs" + law);
    EXPECT_LE(largest_difference(sweeps.v, gradients.v), 1e-8) << law;
    EXPECT_LE(largest_difference(sweeps.omega, gradients.omega), 1e-8) << law;
  }
}

// Rows of compute contact/force, forces and torques of atoms, and the virial are of the same step.
TEST_P(ContactDynamicsWith, RowsAreTheForcesOfAtoms)
{
  Simulation sim(box({"", "f f f", "block -9 9 -9 9 -1 9", "sphere"}));
  create(sim, loose());
  sim.run(with(ROUGH + GRAVITY + FLOOR + CD + "\n" + FORCES +
               "compute p all pressure NULL virial\nthermo_style custom step c_p[1] c_p[4]\n"
               "timestep 0.02\nrun 150\n") +
          dump_local());
  const Balance found = balance(sim, 0.0, -1.0);
  EXPECT_GT(found.at_walls, 5);
  EXPECT_LE(found.force, 1e-12);
  EXPECT_LE(found.torque, 1e-12);

  // xx yy zz xy xz yz of minus the sum of branch vector x force; at a wall the branch ends there
  double virial[6] = {};
  for (const auto &c : contact_forces(sim)) {
    const Vec3 e = ((c.kind == 1 ? 0.5 : 1.0) + c.gap) * c.normal, f = c.force;
    const double each[] = {e.x * f.x,
                           e.y * f.y,
                           e.z * f.z,
                           0.5 * (e.x * f.y + e.y * f.x),
                           0.5 * (e.x * f.z + e.z * f.x),
                           0.5 * (e.y * f.z + e.z * f.y)};
    for (int k = 0; k < 6; k++) virial[k] -= each[k];
  }
  const double volume = 18 * 18 * 10;
  for (int k = 0; k < 6; k++)
    EXPECT_NEAR(sim.value("c_p[" + std::to_string(k + 1) + "]") * volume, virial[k],
                1e-12 * virial[2]);
}

// The forces of contacts go with their atoms into a restart file, and so do more slots for them.
// no device: its sums have another order each time, and a step stops at tol
TEST_P(ContactDynamicsWith, RestartIsExact)
{
  const std::string file = scratch_file("contact_dynamics_friction.restart");
  const std::string sorted = "neigh_modify every 1 delay 0 check no\natom_modify sort 0 0\n";
  const std::string rough = with(ROUGH),
                    fixes = "neighbor 0.3 bin\nneigh_modify every 1 delay 0 check no\n" + GRAVITY +
      with(FLOOR + CD) + "\ntimestep 0.02\n";
  Simulation whole(box({"", "f f f", "block -9 9 -9 9 -1 9", "sphere"}));
  create(whole, loose());
  whole.run(sorted + rough + fixes + "run 150\nwrite_restart " + file);
  EXPECT_GT(result(whole, D_PUSHING), 20);
  Simulation other("atom_modify map array sort 0 0\nread_restart " + file +
                   "\npair_style contact/rigid\n" + rough + fixes);
  for (auto *each : {&whole, &other}) each->run("run 20");
  EXPECT_EQ(different_bits(whole.state().x, other.state().x), 0);
  EXPECT_EQ(different_bits(whole.state().omega, other.state().omega), 0);
  EXPECT_EQ(result(whole, D_FRICTION), result(other, D_FRICTION));
  for (const char *lost : {"f_w[8]", "f_w[9]"}) EXPECT_EQ(whole.value(lost), other.value(lost));
  EXPECT_GT(whole.value("f_w[9]"), 1e-3);
  EXPECT_LT(whole.value("f_w[9]"), result(whole, D_FRICTION));
}

// A sphere that sticks on three frozen ones in a thin periodic box, whatever the units and the
// length of later steps are.
TEST(ContactDynamicsFriction, StickingSphereStaysInItsSeat)
{
  Simulation sim(box(periodic("block 0 1.5 0 6 -3 3")));
  create(sim, {{0, 0, 0}, {1, 0, 0}, {0.5, std::sqrt(0.75), 0}, {0.5, 0.289, 0.8165}});
  sim.run("group base id 1 2 3\nfix b base freeze\npair_coeff * * stiffness 1 mu 0.6\n"
          "fix g all gravity 1 vector 0.1 0.1 -1\n" +
          CD + "tol 1e-9\ntimestep 0.01\nrun 200");
  const Vec3 before = sim.state().x[3];
  sim.run("timestep 0.004\nrun 4000");
  EXPECT_LE(norm(sim.state().x[3] - before), 1e-6);    // its springs are other ones
  const Vec3 later = sim.state().x[3];
  sim.run("run 1000");
  EXPECT_LE(norm(sim.state().x[3] - later), 1e-9);
}

// A bed comes to rest in a box hardly thicker than its small grains. A large grain may be near two
// images of a neighbor, of which only one presses it. The other image must not begin with the forces
// of that one: then two grains push each other with different forces, more so in each step.
TEST(ContactDynamicsFriction, BedOfImagesKeepsItsEnergy)
{
  Simulation sim("units lj\natom_style sphere\natom_modify map array\nboundary p p f\n"
                 "comm_modify vel yes\nnewton off\nregion box block 0 8 0 0.55 0 12\n"
                 "create_box 2 box\nregion fill block 0 8 0 0.55 0.6 11\n"
                 "create_atoms 2 random 40 11 fill overlap 0.9 maxtry 2000\n"
                 "create_atoms 1 random 120 12 fill overlap 0.7 maxtry 2000\n"
                 "set type 1 diameter 0.5\nset type 2 diameter 1\nset group all density 1.9\n"
                 "neighbor 0.3 bin\npair_style contact/rigid\n" +
                 ROUGH + "fix g all gravity 1 vector 0.2 0 -1\n" + FLOOR + CD + "\n" + LEDGER +
                 "timestep 0.02\nrun 500");
  EXPECT_GT(sim.value("atoms"), 100);
  const double before = sum(sim);
  sim.run("run 1500");
  EXPECT_NEAR(sum(sim), before, 1e-12);
}

/** Two grains push each other across a periodic boundary, so that each of them has the forces of
 *  the contact; `hold` holds the second one, which has none then. */
std::string pushing_across_a_boundary(const std::string &hold)
{
  return ROUGH +
      "neigh_modify every 1 delay 0 check no\nvariable fx atom 2*id-3\n"
      "variable fy atom 0.3*(3-2*id)\nfix push all addforce v_fx v_fy 0\n" +
      hold + CD + "\ntimestep 0.02\nrun 34";
}

TEST_P(ContactDynamicsWith, BothGrainsOfAContactGoOnAlike)
{
  const std::string frozen = "group second id 2\nfix ice second freeze\n",
                    held = "variable held atom (id==2)*(step<34)\n"
                           "group second dynamic all var held every 1\n"
                           "fix ice second setforce 0 0 0\n";
  for (const std::string &hold : {frozen, held}) {
    Simulation sim(box({"", "p f f", "block 0 4 -2 2 -2 2", "sphere"}));
    create(sim, {{0.2, 0, 0}, {3.2, 0, 0}});
    sim.run(with(pushing_across_a_boundary(hold)));
    const Vec3 before = momentum(sim.state());
    EXPECT_GT(before.y, 0.01);
    sim.run(hold == frozen ? "unfix ice\nrun 6" : "run 6 pre no");
    EXPECT_LE(norm(momentum(sim.state()) - before), 1e-12) << hold;
  }
}

// LAMMPS does not tell the fix that the group has lost its grain.
TEST_P(ContactDynamicsWith, BothGrainsOfAContactComeToHaveTheSameForces)
{
  Simulation sim(box({"", "p f f", "block 0 4 -2 2 -2 2", "sphere"}));
  create(sim, {{0.2, 0, 0}, {3.2, 0, 0}});
  sim.run(with(pushing_across_a_boundary("group second id 2\nfix ice second freeze\n")));
  const Vec3 held = momentum(sim.state());
  sim.run("group second clear\nrun 15 pre no");    // it has begun the 48th step
  const Vec3 before = momentum(sim.state());
  EXPECT_GT(norm(before - held), 1e-3);
  sim.run("run 6 pre no");
  EXPECT_LE(norm(momentum(sim.state()) - before), 1e-12);
}

// Without fix enforce2d, too.
TEST(ContactDynamicsFriction, SpinsOutOfThePlaneDoNotAct)
{
  for (const std::string fix : {CD, std::string("fix d all nve/sphere/cd solver auto ")}) {
    Simulation sim("dimension 2\n" + box({"", "f f p", "block -9 9 -9 9 -0.5 0.5", "sphere"}));
    create(sim, {{0, 0.5, 0}, {1.0, 0.5, 0}, {0.5, 1.37, 0}});
    sim.run((fix == CD ? ROUGH : "pair_coeff * * stiffness 1\n") +
            "fix g all gravity 1 vector 0 -1 0\nset group all omega 0.7 -0.4 0.1\n"
            "fix w all wall/contact plane 0 0 0 0 1 0 stiffness 1" +
            (fix == CD ? " mu 0.4\n" : "\n") + fix + "\ntimestep 0.02\nrun 20");
    for (const Vec3 &v : sim.state().v) EXPECT_EQ(v.z, 0.0);
    for (const Vec3 &omega : sim.state().omega) {
      EXPECT_EQ(omega.x, 0.0);
      EXPECT_EQ(omega.y, 0.0);
    }
  }
}

TEST_P(ContactDynamicsWith, DiscsStayInTheirPlane)
{
  Simulation sim("dimension 2\n" + box({"", "f f p", "block -9 9 -9 9 -0.5 0.5", "sphere"}));
  std::vector<Vec3> x;
  for (int k = 0; k < 16; k++) x.push_back({1.1 * (k % 4) + 0.1 * (k / 4), 0.6 + 1.1 * (k / 4), 0});
  create(sim, x);
  sim.run(with(ROUGH +
               "fix g all gravity 1 vector 0 -1 0\n"
               "fix w all wall/contact plane 0 0 0 0 1 0 stiffness 1 mu 0.4\n" +
               CD + "\n" + LEDGER + "timestep 0.02\nrun 150"));
  double turned = 0.0;
  for (const Vec3 &omega : sim.state().omega) {
    EXPECT_EQ(omega.x, 0.0);
    EXPECT_EQ(omega.y, 0.0);
    turned = std::max(turned, std::fabs(omega.z));
  }
  EXPECT_GT(turned, 1e-3);
  EXPECT_NEAR(sum(sim), sim.value("f_led[1]+f_led[2]+f_led[5]+f_led[6]+f_led[9]+f_led[11]"), 1e-12);
}

TEST(ContactDynamicsFriction, CompliantContactsWithoutFriction)
{
  Simulation sim(box({"", "f f f", "block -9 9 -9 9 -1 9", "sphere"}));
  create(sim, loose());
  sim.run("pair_coeff * * stiffness 1 restitution 0.5\n" + GRAVITY +
          "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n" + CD +
          "kappa 40\ntimestep 0.02\nrun 100");
  for (const Vec3 &omega : sim.state().omega) EXPECT_LE(norm(omega), 1e-12);
  EXPECT_NEAR(result(sim, D_FRICTION), 0.0, 1e-12);
  EXPECT_GT(result(sim, D_PUSHING), 10);
}

TEST(ContactDynamicsFriction, BadInput)
{
  const std::string setup = box({}) + "create_atoms 1 single 0 0 0\nset group all mass 1\n";
  expect_refused({setup}, R"(
    pair_coeff * * stiffness 1 {mu,rolling} {-0.1,inf}
      | Pair style contact/rigid keyword {1} must be a number >= 0
    fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 {mu,rolling} -1 | Fix wall/contact | {1}
    fix d all nve/sphere/cd {kappa,sigma} {0,-1} | Fix nve/sphere/cd keyword {1} must be > 0
    fix d all nve/sphere/cd impact {walton,1} | Fix nve/sphere/cd keyword impact | newton or poisson
  )");
  expect_refused({setup + ROUGH, "", "\nrun 0"}, R"(
    fix d all nve/sphere/cd {solver newton,solver apgd,kappa rigid,single 10,warm yes,warm yes solver pgs}
      | chooses a solver of contacts without friction
    pair_coeff * * stiffness 1;
      fix d all nve/sphere/cd impact poisson {solver auto,single 10,warm yes}
      | chooses a solver | impact poisson
    pair_coeff * * stiffness 1 rolling 0.1;fix d all nve/sphere/cd solver pgs
      | keyword solver: pgs finds no moments | remove keyword solver, or set rolling to 0
    fix d all nve/sphere/cd;fix c all compatible/cd 1 load cd
      | Fix compatible/cd keyword load: cd finds normal forces
  )");
}

// Their springs are stiffer, and what these held before would throw the grains, with forces of many
// times their weight (unittest/solvers/test_friction.cpp has the law).
TEST_P(ContactDynamicsWith, HeapStaysAtRestInShorterSteps)
{
  const std::string file = scratch_file("contact_dynamics_shorter.restart");
  const std::string fixes =
      "neighbor 0.3 bin\n" + GRAVITY + "fix b base freeze\n" + with(CD + "tol 1e-6 maxiter 3000\n");
  Simulation whole(box({"", "f f f", "block -9 9 -9 9 -1 9", "sphere"}));
  create(whole, pyramid(4));
  whole.run("group base id <= 16\n" + with(ROUGH) + fixes +
            "timestep 0.02\nrun 300\nwrite_restart " + file);
  Simulation other("atom_modify map array\nread_restart " + file + "\npair_style contact/rigid\n" +
                   with(ROUGH) + fixes);
  for (auto *each : {&whole, &other}) {
    for (const std::string h : {"0.002", "0.0002"}) {
      each->run("timestep " + h + "\n");
      for (int k = 0; k < 10; k++) {
        each->run("run 1 post no");
        std::vector<Vec3> on_base = forces_of_atoms(*each);
        on_base.resize(16);
        EXPECT_NEAR(sum(on_base).z, -14.0, 0.14) << h << " " << k;
      }
    }
    EXPECT_LE(largest(each->state().v), 1e-4);
  }
}

// f w h^2/kappa is .025 for a weight of 1e4, twice that when it begins to sink
TEST(ContactDynamicsFriction, HeavyOnLightIsTold)
{
  const std::string told = ": particles sink into each other, or into walls, by";
  for (const double M : {1e3, 1e4}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0.5}, {0, 0, 1.5}});
    const std::string text = sim.output_of("set atom 2 mass " + number(M) + "\n" + GRAVITY + FLOOR +
                                           CD + "\ntimestep 0.01\nrun 50\n");
    EXPECT_EQ(count(text, told), M > 5e3) << text;
  }
}

TEST(ContactDynamicsFriction, OverlapsOfTheStartAreToldOnce)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0.45}, {0, 0, 1.4}});
  const std::string text = sim.output_of(GRAVITY + FLOOR + CD + "\ntimestep 0.01\nrun 50\n");
  EXPECT_EQ(count(text, ": contacts with an overlap of more than"), 1) << text;
  EXPECT_FALSE(contains(text, "sink into each other")) << text;
}
