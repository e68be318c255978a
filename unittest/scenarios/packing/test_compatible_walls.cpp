// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix compatible/cd with walls: fix wall/contact, rigid or soft

#include "packing/packing.h"

#include "atom.h"

using namespace scenario;

namespace {

const std::string MASS_ONE = "set group all diameter 1\nset group all mass 1\n";
const std::string FIX = "fix c all compatible/cd 1 ";

std::string grain(const std::vector<Vec3> &centres)
{
  std::string script;
  for (const Vec3 &x : centres) {
    char text[200];
    snprintf(text, sizeof(text), "create_atoms 1 single %.17g %.17g %.17g\n", x.x, x.y, x.z);
    script += text;
  }
  return script + MASS_ONE;
}

std::string plane(const std::string &id, const std::string &point, const std::string &normal,
                  const std::string &law = "stiffness 1")
{
  return "fix " + id + " all wall/contact plane " + point + " " + normal + " " + law + "\n";
}

/** Forces of walls on grains, in the order of the rows. */
std::vector<ContactForce> wall_forces(const Simulation &sim)
{
  std::vector<ContactForce> found;
  for (const auto &c : contact_forces(sim))
    if (c.kind == 1) found.push_back(c);
  return found;
}

Vec3 sum(const std::vector<ContactForce> &contacts)
{
  Vec3 total = {0, 0, 0};
  for (const auto &c : contacts) total = total + c.force;
  return total;
}

/** Layers of n x n grains with layers of (n - 1)^2 in their pockets, all of them in a box whose
 *  walls the wide ones touch. */
std::vector<Vec3> bed(int n, int layers)
{
  std::vector<Vec3> x;
  for (int layer = 0; layer < layers; layer++) {
    const double offset = layer % 2 ? 1.0 : 0.5;
    for (int iy = 0; iy < n - layer % 2; iy++)
      for (int ix = 0; ix < n - layer % 2; ix++)
        x.push_back({offset + ix, offset + iy, 0.5 + layer * std::sqrt(0.5)});
  }
  return x;
}

/** An open box of side n. */
std::string around(int n, const std::string &law = "stiffness 1")
{
  const std::string side = std::to_string(n);
  return "region walls block 0 " + side + " 0 " + side + " 0 20 open 6\n" +
      "fix w all wall/contact region walls " + law + "\n";
}

}    // namespace

// --- by hand ---

// Six grains lie zigzag in a tube, each at the wall opposite to that of the next one. Seen from
// above, the k-th grain presses on the next one with k weights and k times the slope, and on the
// wall with both.

TEST(CompatibleWalls, ColumnInATube)
{
  const int n = 6;
  const double width = 1.6, x = width - 1, z = std::sqrt(1 - x * x), slope = x / z;
  std::vector<Vec3> centres;
  for (int k = 0; k < n; k++)
    centres.push_back({(k % 2 ? 0.5 : -0.5) * x, 0, 0.5 + (n - 1 - k) * z});
  const std::string walls[] = {plane("left", "-0.8 0 0", "1 0 0") +
                                   plane("right", "0.8 0 0", "-1 0 0", "stiffness 3"),
                               "region tube cylinder z 0 0 0.8 0 20 open 1 open 2\n"
                               "fix tube all wall/contact region tube stiffness 1\n"};
  for (const std::string &tube : walls)
    for (const std::string law : {"hooke", "hertz"}) {
      Simulation sim(box({}) + grain(centres) + GRAVITY + FORCES + tube +
                     plane("floor", "0 0 0", "0 0 1", "stiffness 0.1") + FIX + "tol 1e-13 law " +
                     law + "\nrun 0");
      EXPECT_EQ(output(sim, CLOSED), 2 * n);
      EXPECT_EQ(output(sim, LOADED), 2 * n);
      for (const auto &c : contact_forces(sim)) {
        if (c.kind == 0) {
          EXPECT_NEAR(c.size(), c.i / z, 1e-12);
          continue;
        }
        EXPECT_EQ(c.j, 0);
        if (c.normal.z < -0.5) {
          EXPECT_EQ(c.i, n);
          EXPECT_NEAR(c.force.z, n, 1e-12);
          EXPECT_NEAR(c.point.z, 0, 1e-14);
        } else
          EXPECT_NEAR(c.force.x, (c.i % 2 ? 1 : -1) * (c.i < n ? 2 * c.i - 1 : n - 1) * slope,
                      1e-12)
              << c.i;
      }
    }
}

TEST(CompatibleWalls, ThreeWallsAtOneGrain)
{
  for (const std::string &walls :
       {plane("a", "-0.5 0 0", "2 0 0") + plane("b", "0 -0.5 0", "0 1 0") +
            plane("c", "0 0 -0.5", "0 0 1", "stiffness 7"),
        std::string("region corner block -0.5 3 -0.5 3 -0.5 3\n"
                    "fix w all wall/contact region corner stiffness 2\n")}) {
    Simulation sim(box({}) + grain({{0, 0, 0}}) + "fix g all gravity 7 vector -2 -3 -6\n" + FORCES +
                   walls + "fix forces all compatible/cd 1 tol 1e-13\nrun 0");
    const auto forces = wall_forces(sim);
    ASSERT_EQ(forces.size(), 3u);
    for (const auto &c : forces) {
      EXPECT_EQ(c.i, 1);
      EXPECT_NEAR(c.gap, 0, 1e-15);
      EXPECT_NEAR(c.size(), 2 * -c.normal.x + 3 * -c.normal.y + 6 * -c.normal.z, 1e-12);
    }
    const Vec3 total = sum(forces);
    EXPECT_NEAR(total.x, 2, 1e-12);
    EXPECT_NEAR(total.y, 3, 1e-12);
    EXPECT_NEAR(total.z, 6, 1e-12);
  }
}

// A floor below and two slopes beside a grain: the stiffnesses decide

TEST(CompatibleWalls, StiffnessesOfWallsDecide)
{
  const double cosine = std::sqrt(0.5);
  const auto expect = [&](const std::string &pair, const std::string &floor,
                          const std::string &slope, double ratio, double exponent) {
    Simulation sim(box({}) + pair + grain({{0, 0, 0.5}}) + GRAVITY + FORCES +
                   plane("floor", "0 0 0", "0 0 1", floor) +
                   plane("left", "0 0 $(0.5-sqrt(0.5):%.17g)", "1 0 1", slope) +
                   plane("right", "0 0 $(0.5-sqrt(0.5):%.17g)", "-1 0 1", slope) + FIX +
                   "closed 1e-9 tol 1e-13\nrun 0");
    const double side = ratio * std::pow(cosine, exponent), below = 1 / (1 + 2 * side * cosine);
    ASSERT_EQ(wall_forces(sim).size(), 3u);
    for (const auto &c : wall_forces(sim))
      EXPECT_NEAR(c.size(), c.normal.z < -0.9 ? below : side * below, 1e-11) << floor;
  };
  expect("", "stiffness 1", "stiffness 5", 5, 1);
  expect("pair_coeff * * stiffness 1 law hertz\n", "stiffness 1 law hertz", "stiffness 5 law hertz",
         5, 1.5);
  expect("", "law hooke k 10", "law hooke k 20", 2, 1);
  expect("pair_style contact/hertz\npair_coeff * * k 1\n", "law hertz E 100 nu 0.3",
         "law hertz E 300 nu 0.3", 3, 1.5);
}

// A hollow sphere and a ball, on which a grain has come to rest: the effective radius knows their
// curvature

TEST(CompatibleWalls, CurvedWalls)
{
  const double radius = 2.5, modulus = 2.0 / 3 * 1e4 / (1 - 0.09);
  for (const double curvature : {-1 / radius, 1 / radius}) {
    const double k = modulus * std::sqrt(0.5 / (1 + 0.5 * curvature)),
                 overlap = std::cbrt(1 / (k * k));
    const Vec3 at = {0, 0, curvature < 0 ? 0.5 - overlap : 2 * radius + 0.5 - overlap};
    Simulation sim(box({}) + "pair_style contact/hertz\npair_coeff * * E 1e4 nu 0.3\n" +
                   grain({at}) + GRAVITY + FORCES + "region r sphere 0 0 2.5 2.5" +
                   (curvature < 0 ? "" : " side out") +
                   "\nfix w all wall/contact region r law hertz E 1e4 nu 0.3\n" + FIX +
                   "overlap yes tol 1e-10\nrun 0");
    EXPECT_EQ(output(sim, STEPS), 0);
    ASSERT_EQ(wall_forces(sim).size(), 1u);
    EXPECT_NEAR(wall_forces(sim)[0].force.z, 1, 1e-11);
    EXPECT_NEAR(sim.value("f_w[3]"), -1, 1e-11);
  }
}

// Half of the contact with the grain above, and all of that with the floor; tension is positive

TEST(CompatibleWalls, StressOfAGrainOnTheFloor)
{
  Simulation sim(box({}) + grain({{0, 0, 0.5}, {0, 0, 1.5}}) + GRAVITY + FORCES +
                 plane("floor", "0 0 0", "0 0 1") + FIX + "tol 1e-13\nrun 0");
  double **results = sim.lammps()->modify->get_fix_by_id("c")->array_atom;
  for (int i = 0; i < 2; i++) {
    const int tag = sim.lammps()->atom->tag[i];
    EXPECT_NEAR(results[i][2], tag == 1 ? -0.5 * 1 - 0.5 * 2 : -0.5 * 1, 1e-12);
    EXPECT_EQ(results[i][6], tag == 1 ? 2 : 1);
    EXPECT_EQ(results[i][0], 0);
  }
}

// --- a bed in a box ---

TEST(CompatibleWalls, WallsCarryTheWeightOfABed)
{
  const std::vector<Vec3> x = bed(6, 9);
  for (const std::string law : {"hooke", "hertz"})
    for (const std::string solver : {"newton", "direct"}) {
      Simulation sim(box({}) + grain(x) + "fix g all gravity 1.2 vector 0.1 0.05 -1\n" + FORCES +
                     around(6) + FIX + "tol 1e-10 law " + law + " solver " + solver + "\nrun 0");
      const Vec3 total = sum(wall_forces(sim));
      const double weight = 1.2 * x.size() / std::sqrt(1 + 0.01 + 0.0025);
      // the sum of N residuals is at most sqrt(N) times their 2-norm: tol times the weight
      EXPECT_NEAR(total.x, -0.1 * weight, 1e-10 * weight);
      EXPECT_NEAR(total.y, -0.05 * weight, 1e-10 * weight);
      EXPECT_NEAR(total.z, weight, 1e-10 * weight);
      EXPECT_LE(output(sim, GAP), 1e-8);
      EXPECT_EQ(contact_forces(sim).size(), output(sim, CLOSED));
      EXPECT_EQ(wall_forces(sim).size(), 36u + 5 * 4 * 6);
    }
}

namespace {

/** Rows of pairs and walls. */
std::map<std::vector<int>, double> all_sizes(const Simulation &sim, const std::string &id = "f")
{
  std::map<std::vector<int>, double> sizes;
  for (const auto &c : contact_forces(sim, id)) {
    const auto side = [&](double x) {
      return c.kind ? static_cast<int>(std::lround(x)) : 0;
    };
    sizes[{c.i, c.j, side(c.normal.x), side(c.normal.y), side(c.normal.z)}] = c.size();
  }
  return sizes;
}

/** |a - b|/|b| */
double difference(const std::map<std::vector<int>, double> &a,
                  const std::map<std::vector<int>, double> &b)
{
  double sum = 0.0, size = 0.0;
  std::map<std::vector<int>, double> d = a;
  for (const auto &[key, f] : b) {
    d[key] -= f;
    size += f * f;
  }
  for (const auto &[key, f] : d) sum += f * f;
  return std::sqrt(sum / size);
}

}    // namespace

// Soft grains that come to rest from where they just touch: the forces of overlap no are those in
// the limit of large stiffness, with an error in proportion to 1/K. With overlap yes there is none.

TEST(CompatibleWalls, SoftGrainsInABox)
{
  const std::vector<Vec3> x = bed(4, 6);
  std::vector<double> errors;
  for (const double K : {1e4, 1e5}) {
    const std::string k = std::to_string(K), law = "law hooke k " + k;
    Simulation sim(box({"comm_modify vel yes"}) + grain(x) +
                   "fix g all gravity 1 vector 0.1 0 -1\n" +
                   "pair_style contact/hooke\npair_coeff * * k " + k + "\n" + FORCES +
                   "compute soft all contact/force source pair\n" + around(4, law) +
                   "fix move all nve/sphere\n" + FIX + "tol 1e-11\nrun 0");
    const auto stiff = all_sizes(sim);
    EXPECT_EQ(stiff.size(), output(sim, CLOSED));
    sim.run("unfix c\nfix drag all viscous " + std::to_string(0.3 * std::sqrt(K)) + "\ntimestep " +
            std::to_string(0.2 / std::sqrt(K)) + "\nrun 6000\nunfix move\n" + FIX +
            "tol 1e-7 overlap yes\nrun 0");
    EXPECT_EQ(output(sim, STEPS), 0);
    const auto soft = all_sizes(sim, "soft");
    EXPECT_LE(difference(all_sizes(sim), soft), 1e-10);
    errors.push_back(difference(stiff, soft));

    sim.run("displace_atoms all random " + std::to_string(0.1 / K) + " " + std::to_string(0.1 / K) +
            " " + std::to_string(0.1 / K) + " 87287 units box\nunfix c\n" + FIX +
            "tol 1e-11 overlap yes\nrun 0");
    EXPECT_GT(output(sim, STEPS), 0);
    EXPECT_LE(difference(all_sizes(sim), soft), 1e-7);
  }
  EXPECT_LT(errors[0], 0.01);
  EXPECT_NEAR(errors[0] / errors[1], 10, 0.5);
}

// Grains in a round silo: their forces at rest, from positions that were moved by a part of the
// overlaps. The grains can turn about the axis together, and its curvature keeps them from moving
// apart: with planes in place of the wall there is no balance.

TEST(CompatibleWalls, RoundSilo)
{
  for (const std::string law : {"hooke k 1e4", "hertz E 1e5 nu 0.2"}) {
    const std::string kind = law.substr(0, 5), rest = law.substr(6);
    Simulation sim("units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
                   "boundary f f f\nregion box block -4 4 -4 4 -1 20\ncreate_box 1 box\n"
                   "region pour cylinder z 0 0 2.3 0.7 19\n"
                   "create_atoms 1 random 90 4711 pour overlap 1.15 maxtry 4000\n"
                   "variable d atom 0.8+0.4*random(0,1,4711)\nset group all diameter v_d\n"
                   "set group all density $(6/PI:%.17g)\nneighbor 0.2 bin\npair_style contact/" +
                   kind + "\npair_coeff * * " + rest +
                   "\nregion silo cylinder z 0 0 3 0 100 open 2\n"
                   "fix w all wall/contact region silo law " +
                   law +
                   "\nfix g all gravity 1 vector 0 0 -1\nfix drag all viscous 0.5\n"
                   "fix move all nve/sphere\ntimestep 0.002\nrun 60000\nunfix move\nunfix drag\n" +
                   FORCES + "compute soft all contact/force source pair\nrun 0\n");
    double overlap = 0.0;
    for (const auto &c : contact_forces(sim, "soft")) overlap -= c.gap;
    overlap /= contact_forces(sim, "soft").size();
    const auto at_rest = all_sizes(sim, "soft");
    for (const std::string solver : {"newton", "direct"}) {
      const std::string by = std::to_string(overlap);
      sim.run("displace_atoms all random " + by + " " + by + " " + by + " 87287 units box\n" + FIX +
              "tol 1e-8 overlap yes solver " + solver + "\nrun 0");
      EXPECT_GT(output(sim, STEPS), 0) << law;
      EXPECT_LE(output(sim, BALANCE), 1e-8) << law;
      EXPECT_LE(output(sim, GAP), 1e-8) << law;
      EXPECT_LE(difference(all_sizes(sim), at_rest), 1e-6) << law << " " << solver;
      EXPECT_GT(difference(all_sizes(sim, "soft"), at_rest), 0.3) << law;
      sim.run("unfix c");
    }
  }
}

// Walls slide along with grains: after a motion along the floor there is nothing to do

TEST(CompatibleWalls, WallsArePlanesForMotionsAlongThem)
{
  Simulation sim(box({}) + grain({{0, 0, 0.5 - 1e-3}, {1, 0, 0.5 - 1e-3}}) +
                 "variable x atom 10*(2*(id==1)-1)\nvariable zero equal 0\nvariable z equal -1\n" +
                 "pair_coeff * * stiffness 1000\n" + FORCES +
                 plane("floor", "0 0 0", "0 0 1", "stiffness 1000") + FIX +
                 "overlap yes tol 1e-13 load variable v_x v_zero v_z\nrun 0");
  double point[3] = {};    // between the grains, and of each grain on the floor
  for (const auto &c : contact_forces(sim)) {
    EXPECT_NEAR(c.size(), c.kind ? 1 : 10, 1e-12);
    EXPECT_NEAR(c.gap, c.kind ? -1e-3 : -1e-2, 1e-14);
    point[c.kind == 0 ? 0 : c.i] = c.point.x;
  }
  // both grains together may be anywhere on the floor
  EXPECT_NEAR(point[2] - point[1], 0.99, 1e-14);
  EXPECT_NEAR(point[0] - point[1], 0.495, 1e-14);
  EXPECT_NEAR(point[0], 0.5, 1e-10);
}

// --- what counts, and what is an error ---

TEST(CompatibleWalls, GroupsAndFixedGrains)
{
  Simulation sim(box({}) + grain({{0, 0, 0.5}, {2, 0, 0.5}, {4, 0, 0.5}, {4, 0, 1.5}}) +
                 "group b id 3\nfix b b freeze\ngroup on id 1 3 4\ngroup other id 2\n" +
                 "region low block -9 9 -9 9 0 9 open 6\nfix g on gravity 1 vector 0 0 -1\n" +
                 "fix w on wall/contact region low stiffness 1\n" + FORCES +
                 "compute o other contact/force\n" + FIX + "\nrun 0");
  const auto forces = contact_forces(sim);
  ASSERT_EQ(forces.size(),
            // grain 1 with the floor, 4 on 3; the others are fixed or not in the group of the wall
            2u);
  EXPECT_EQ(wall_forces(sim).size(), 1u);
  EXPECT_EQ(wall_forces(sim)[0].i, 1);
  EXPECT_EQ(contact_forces(sim, "o").size(), 0u);
}

// A wall that moves: forces of another step are found anew

TEST(CompatibleWalls, MovingWallIsAChange)
{
  Simulation sim(box({}) + grain({{0, 0, 0.5}}) + GRAVITY + FORCES +
                 "variable down equal -1e-3*step\nvariable zero equal 0\n"
                 "region floor block -9 9 -9 9 0 9 open 6 move v_zero v_zero v_down\n"
                 "fix w all wall/contact region floor stiffness 1\n"
                 "compute x all reduce sum c_f[13] inputs local\nthermo 5\n"
                 "thermo_style custom step c_x\n"
                 "fix c all compatible/cd 1000 noconverge warn\n");
  const std::string text = sim.output_of("run 5");
  EXPECT_EQ(count(text, "they touch no other particle"), 1) << text;
  EXPECT_EQ(output(sim, CLOSED), 0);
  EXPECT_EQ(contact_forces(sim).size(), 0u);
}

// Between runs the list of walls must be the same

TEST(CompatibleWalls, WallThatIsGoneIsAChange)
{
  const std::string commands[] = {"unfix w\n", plane("more", "0 0 -5", "0 0 1")};
  const std::string dump = "write_dump all local " + scratch_file("dump") + " c_f[1]\n";
  for (const std::string &command : commands) {
    Simulation sim(box({}) + grain({{0, 0, 0.5}}) + GRAVITY + FORCES +
                   plane("w", "0 0 0", "0 0 1") + FIX + "\nrun 0\n");
    const std::string text = without_suffix(sim.error_of(command + dump));
    EXPECT_TRUE(contains(text, "a wall was moved or changed since fix c compatible/cd")) << text;
  }
}

TEST(CompatibleWalls, WrongInput)
{
  const std::string grains = box({}) + grain({{0, 0, 0.5}}) + GRAVITY;
  expect_refused({grains, "fix floor all wall/contact plane 0 0", "\nrun 0"}, R"(
    0 0 0 1 stiffness 1 law hertz;fix c all compatible/cd 1
      | Fix compatible/cd: particles touch fix wall/contact floor, whose law is hertz
      | that of the other contacts is hooke
      | all contacts need the same law; give them one, or use keyword law of the fix
    0 0 0 1 stiffness 1;pair_coeff * * stiffness 1 law hertz;fix c all compatible/cd 1
      | whose law is hooke | is hertz | all contacts need the same law; give them one
    0 0 0 1 law hertz k 100;fix c all compatible/cd 1 overlap yes law hooke
      | whose law is hertz | all contacts need the same law; give them one
    0.5 0 0 1 stiffness 1;fix c all compatible/cd 1
      | fix wall/contact floor, and the centre of one is on the wall
    0 0 0 1 stiffness 1;fix other all wall/contact plane 0 0 0 0 0 1 k 100;
      fix c all compatible/cd 1 | only one of these walls is rigid
  )");
  // walls that are far too soft
  expect_refused({box({}) + grain(bed(4, 5)) + GRAVITY + around(4, "stiffness 2") +
                      "pair_coeff * * stiffness 1e4\nset group all diameter 1.001\n",
                  FIX},
                 "overlap yes;run 0 | half of the neighbor skin");
  Simulation sim(grains + plane("floor", "0 0 0", "0 0 1", "stiffness 1 law hertz"));
  sim.run(FIX + "law hooke\nrun 0");    // overrides that of all contacts
  EXPECT_NEAR(output(sim, LARGEST), 1, 1e-6);
}
