// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix rigid/small/cd in a cell that deforms. Spheres have diameter 1 and mass 1.

#include "domain.h"
#include "dynamics/dynamic_clumps.h"
#include "energy/ledger.h"
#include "refused.h"

using namespace scenario;

namespace {

const std::string SHEAR = "fix cell all deform/gradv gradv 0 0 0 0.3 0 0 kick yes origin 0 0 0 ",
                  SMOOTH = "pair_coeff * * stiffness 1 restitution 0.5\n";

/** A cell of this size about the origin. */
Box cell_of(double size)
{
  const std::string a = " -" + number(0.5 * size) + " " + number(0.5 * size);
  return molecules("p p p", "prism" + a + a + a + " 0 0 0", "comm_modify vel yes");
}

/** Bodies of two grains, on a lattice of n^3 grains at this distance, each moved a little; mixed:
 *  half of the grains are single ones. */
void pairs(Simulation &sim, int n, double distance, bool mixed = false)
{
  std::vector<int> molecule;
  for (int k = 0; k < n * n * n; k++) molecule.push_back(mixed && k % 4 < 2 ? 0 : 1 + k / 2);
  create(sim, moved_lattice(n, distance), molecule);
  sim.run("neigh_modify exclude molecule/intra bodies\n");
}

/** Moves all, with image flags, by which bodies are made. */
void displace(Simulation &sim, const Vec3 &by)
{
  sim.run("displace_atoms all move " + number(by.x) + " " + number(by.y) + " " + number(by.z) +
          " units box\n");
}

/** Two bodies, or a body and a single sphere, that hit each other in shear, and the step. */
struct Collision {
  std::string law, keywords, closure;
  bool sphere;
};

constexpr double SIZE = 6.0;    // of their cell

/** place: of the middle of both. */
void prepare(Simulation &sim, const Collision &of, const Vec3 &place, double h)
{
  std::vector<Vec3> x;
  for (const Vec3 &a :
       {Vec3{-0.25, -0.52, -0.1}, {-0.2, -1.2, 0.5}, {0.25, 0.52, 0.1}, {0.9, 1.0, -0.4}})
    x.push_back(a);
  if (of.sphere) x.pop_back();
  create(sim, x, of.sphere ? std::vector<int>{1, 1, 0} : std::vector<int>{1, 1, 2, 2});
  displace(sim, place);
  sim.run("variable towards atom 2*(mol==1)-1\nvariable vx atom 0.2*v_towards\n"
          "variable vz atom -0.3*v_towards\nset group all vx v_vx vy v_towards vz v_vz\n" +
          of.law + "group single molecule 0\n" + CD + (of.sphere ? "spheres single " : "") +
          of.keywords + "tol 1e-11 maxiter 3000\n" + SHEAR + of.closure + FORCES + LEDGER +
          "timestep " + number(h) + "\n");
}

/** The normal, the gap and the force of the first contact of members 1 and 3 in its step, and what
 *  follows from it: the way between them, of the nearest image, the difference of their velocities,
 *  and the sum of their spins. */
std::array<Vec3, 6> collide(const Collision &of, const Vec3 &place)
{
  Simulation sim(box(cell_of(SIZE)));
  prepare(sim, of, place, 0.01);
  std::array<Vec3, 6> found = {};
  for (int k = 0; k < 40; k++) {
    sim.run("run 1");
    if (found[2].y != 0.0 || !(result(sim, D_PUSHING) > 0)) continue;
    sim.run(dump_local());
    const auto row = contact_forces(sim).at(0);
    found[0] = row.normal;
    found[1].x = row.gap;
    found[2] = row.force;
  }
  EXPECT_GT(result(sim, D_LOST), 0.1);
  const State s = sim.state();
  Vec3 way = s.x[2] - s.x[0], dv = s.v[2] - s.v[0];
  const double ny = std::round(way.y / SIZE);
  way = way - ny * Vec3{sim.value("xy"), SIZE, 0.0};
  dv.x -= ny * SIZE * 0.3;
  way.x -= SIZE * std::round(way.x / SIZE);
  way.z -= SIZE * std::round(way.z / SIZE);
  found[3] = way;
  found[4] = dv;
  found[5] = s.omega[2] + s.omega[0];
  return found;
}

/** Of velocities relative to the flow. */
Vec3 momentum_in_flow(const Simulation &sim)
{
  Vec3 momentum = {0, 0, 0};
  const State s = sim.state();
  for (std::size_t i = 0; i < s.v.size(); i++)
    momentum = momentum + s.v[i] - Vec3{0.3 * s.x[i].y, 0.0, 0.0};
  return momentum;
}

}    // namespace

/** The centers of bodies go with the cell to round-off, also over several runs and flips, if the
 *  bodies are made anew, and where a face cuts them. */
TEST(ContactDynamicsClumpCell, BodiesWithoutContactsFollowTheCell)
{
  Simulation sim(box(cell_of(6.0)));
  const std::vector<Vec3> x = {
      {1.0, 1.5, 2.7}, {1.3, 1.8, 3.2}, {-2.8, 0.2, -1.0}, {-3.3, -0.2, -0.6}};
  const Vec3 shift = {-1.5, 0.0, 1.5};
  std::vector<Vec3> start;
  for (const Vec3 &a : x) start.push_back(a - shift);
  create(sim, start, {1, 1, 2, 2});
  displace(sim, shift);
  sim.run(CD +
          "\nfix cell all deform/gradv gradv 0.1 -0.1 0.02 2 0.3 0.1 kick yes origin 0 0 0\n"
          "timestep 0.005\nrun 77\nrun 123");
  const auto F = [&](int n) {
    return sim.value("f_cell[" + std::to_string(n) + "]");
  };
  EXPECT_GT(F(14), 1.5);
  EXPECT_LE(std::fabs(sim.value("xy")), 3.1);    // it has flipped
  const auto *atom = sim.lammps()->atom;
  for (int body : {0, 1}) {
    Vec3 now = {0, 0, 0};
    for (int k : {2 * body, 2 * body + 1}) {
      double a[3];
      const int i = sim.lammps()->atom->map(k + 1);
      sim.lammps()->domain->unmap(atom->x[i], atom->image[i], a);
      now = now + 0.5 * Vec3{a[0], a[1], a[2]};
    }
    const Vec3 c = 0.5 * (x[2 * body] + x[2 * body + 1]);
    EXPECT_LE(
        norm(now -
             Vec3{F(13) * c.x + F(14) * c.y + F(15) * c.z, F(17) * c.y + F(18) * c.z, F(21) * c.z}),
        1e-12);
  }
}

// A collision is the same wherever it happens in the cell.
TEST(ContactDynamicsClumpCell, CollisionAcrossAFace)
{
  const std::string sllod = "closure sllod\n", exact = "closure exact\n";
  for (const Collision &of : {Collision{ROUGH, "", sllod, false},
                              {ROUGH, "solver pgs ", sllod, false},
                              {SMOOTH, "", sllod, false},
                              {rolling(ROUGH), "", sllod, false},
                              {rolling(ROUGH), "", exact, true}}) {
    const auto middle = collide(of, {0.0, 0.0, 0.0});
    EXPECT_GT(norm(middle[2]), 10.0);
    EXPECT_NE(middle[1].x, 0.0);
    for (const Vec3 &place : {Vec3{0.7, 2.95, 0.4}, Vec3{2.9, -2.9, -2.95}}) {
      const auto here = collide(of, place);
      for (int k = 0; k < 6; k++)
        EXPECT_LE(norm(here[k] - middle[k]), (k == 2 ? 1e-7 : 1e-9)) << of.law << of.keywords << k;
    }
  }
}

// With closure exact the flow adds to forces, but not to those of contacts.
TEST(ContactDynamicsClumpCell, SingleSpheresMoveAsWithoutBodies)
{
  Simulation sim(box(cell_of(6.0))), other(box(cell_of(6.0)));
  std::vector<Vec3> x;
  for (int k = 0; k < 27; k++)
    x.push_back({k % 3 - 1.0, 0.98 * (k / 3 % 3) - 0.98, k / 9 - 1.0 + 0.02 * std::sin(1.7 * k)});
  create(other, x, std::vector<int>(27, 0));
  for (const Vec3 &a : {Vec3{2.2, 0, 2.2}, {2.8, 0, 2.2}}) x.push_back(a);
  std::vector<int> molecule(27, 0);
  molecule.resize(29, 1);
  create(sim, x, molecule);
  const std::string with = "tol 1e-12 maxiter 3000\n", flow = SHEAR + "closure exact\n",
                    run = "timestep 0.01\nrun 50";
  sim.run(rolling(ROUGH) + "group single molecule 0\n" + CD + "spheres single " + with + flow +
          run);
  other.run(rolling(ROUGH) + flow + "fix d all nve/sphere/cd " + with + run);
  EXPECT_GT(result(other, D_FRICTION), 1e-3);
  for (std::size_t i = 0; i < 27; i++) {
    EXPECT_LE(norm(sim.state().v[i] - other.state().v[i]), 1e-9) << i;
    EXPECT_LE(norm(sim.state().omega[i] - other.state().omega[i]), 1e-9) << i;
    EXPECT_LE(norm(forces_of_atoms(sim)[i] - forces_of_atoms(other)[i]), 1e-6) << i;
  }
}

// What the ledger misses of a collision is of first order in the time step.
TEST(ContactDynamicsClumpCell, BooksOfACollision)
{
  for (const bool sphere : {false, true})
    for (const std::string spin : {"yes", "no"}) {
      double missing[2];
      for (const int half : {0, 1}) {
        const double h = half ? 0.0025 : 0.005;
        Simulation sim(box(cell_of(SIZE)));
        prepare(sim,
                {"pair_coeff * * stiffness 1 restitution 0.5 mu 1 rolling 0.5\n", "",
                 "closure sllod spin " + spin + "\n", sphere},
                {0.7, 2.95, 0.4}, h);
        sim.run("run " + std::to_string(std::lround(0.04 / h)));
        const double before = sum(sim);
        sim.run("run " + std::to_string(std::lround(0.36 / h)));
        EXPECT_GT(part(sim, ROTATION), 0.05);
        missing[half] = sum(sim) - before;
      }
      EXPECT_NEAR(missing[0] / missing[1], 2.0, 0.1) << sphere << spin;
    }
}

// Contacts do not change the momentum of a cell in which images have other velocities.
TEST(ContactDynamicsClumpCell, MomentumAndBooks)
{
  for (const bool mixed : {false, true}) {
    Simulation sim(box(cell_of(4.0)));
    pairs(sim, 4, 1.0, mixed);
    sim.run(rolling(ROUGH) + "group single molecule 0\n" + CD + "spheres single\n" + SHEAR +
            "closure sllod\n" + LEDGER + "timestep 0.002\nrun 60");
    const double before = sum(sim), work = part(sim, CELL);
    EXPECT_GT(result(sim, D_PUSHING), 5);
    // the set-up of bodies gives their members velocities with an error of 1e-9
    const Vec3 momentum = momentum_in_flow(sim);
    sim.run("run 500 pre no");
    EXPECT_GT(result(sim, D_FRICTION), 1e-3);
    EXPECT_LE(std::fabs(sum(sim) - before), 0.02 * std::fabs(part(sim, CELL) - work));
    EXPECT_LE(norm(momentum_in_flow(sim) - momentum), 1e-9);
  }
}

// The cell flips at a shear of 1/2, and bodies in contact go on as before.
TEST(ContactDynamicsClumpCell, FlipsChangeNothing)
{
  std::array<std::vector<Vec3>, 2> v;
  for (int k = 0; k < 2; k++) {
    Simulation sim(box(cell_of(4.16)));
    pairs(sim, 4, 1.04, true);
    sim.run(
        rolling(ROUGH) + "group single molecule 0\n" + CD +
        "spheres single tol 1e-10 maxiter 3000\n"
        "fix cell all deform/gradv gradv 0 0 0 3 0 0 closure sllod kick yes origin 0 0 0 flip " +
        (k ? "yes" : "no") + "\ntimestep 0.004\nrun 45");
    EXPECT_NEAR(sim.value("xy"), 0.54 * 4.16 - k * 4.16, 1e-9);
    EXPECT_GT(result(sim, D_PUSHING), 0);
    const State s = sim.state();
    for (std::size_t i = 0; i < s.v.size(); i++)
      v[k].push_back(s.v[i] - Vec3{3.0 * s.x[i].y, 0.0, 0.0});
  }
  EXPECT_LE(largest_difference(v[0], v[1]), 1e-6);
}

TEST(ContactDynamicsClumpCell, Restart)
{
  const std::string file = scratch_file("contact_dynamics_clump_cell.restart"),
                    fixes = rolling(ROUGH) + "neighbor 0.3 bin\n" + CD +
      "tol 1e-10 maxiter 3000\n" + SHEAR +
      "stress yy -1.0 0.3\nneigh_modify exclude molecule/intra all\ntimestep 0.01\n";
  Simulation whole(box(cell_of(4.0)));
  pairs(whole, 4, 1.0);
  whole.run(fixes + "run 30\nwrite_restart " + file);
  Simulation other("comm_modify vel yes\natom_modify map array\nread_restart " + file +
                   "\npair_style contact/rigid\nthermo_style custom step\n");
  other.run(fixes);
  for (auto *each : {&whole, &other}) each->run("run 10");
  EXPECT_GT(result(whole, D_PUSHING), 5);
  EXPECT_LE(largest_difference(whole.state().v, other.state().v), 1e-7);
  EXPECT_LE(largest_difference(whole.state().omega, other.state().omega), 1e-7);
  EXPECT_NEAR(whole.value("f_cell[35]"), other.value("f_cell[35]"), 1e-7);
}

TEST(ContactDynamicsClumpCell, BadInput)
{
  const std::string setup = box(cell_of(6.0)) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.8 0 0\nset group all mass 1\n"
      "set group all mol 1\ngroup bodies molecule > 0\nthermo_style custom step\n";
  expect_refused({setup, "", "\nrun 0"}, R"(
    fix d bodies rigid/small/cd molecule {solver auto,solver pgs,single 10};
      fix c all deform/gradv gradv 0 0 0 0 0 0
      | rigid contacts, which do not know the velocities of periodic images
    pair_coeff * * stiffness 1 rolling 0.1;fix d bodies rigid/small/cd molecule solver pgs
      | keyword solver: pgs finds no moments | remove keyword solver, or set rolling to 0
    fix d bodies rigid/small/cd molecule;fix c all damping/cundall/onstep 0.1 0.1
      | cannot damp the bodies of fix rigid/small/cd d
    fix d bodies rigid/small/cd molecule;fix b all deform 1 xy erate 0.1 remap v
      | the box of fix b deform | the next step of the cell beforehand; use fix deform/gradv
  )");
}
