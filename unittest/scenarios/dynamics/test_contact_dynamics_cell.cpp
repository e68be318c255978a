// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/cd in a cell that deforms. Grains have diameter 1 and mass 1.

#include "../../soak.h"
#include "energy/ledger.h"
#include "packing/packing.h"

#include <array>

using namespace scenario;
using VARDEM::at_size;

namespace {

const std::string ROUGH = "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n",
                  SMOOTH = "pair_coeff * * stiffness 1 restitution 0.5\n";
const std::string CD = "fix d all nve/sphere/cd ";
const std::string SHEAR = "fix cell all deform/gradv gradv 0 0 0 0.3 0 0 ";

/** A cell of this size about the origin. */
Box cell_of(double size)
{
  const std::string a = " -" + number(0.5 * size) + " " + number(0.5 * size);
  return periodic("prism" + a + a + a + " 0 0 0", "comm_modify vel yes");
}

/** The flow of SHEAR at these places, relative to the middle of the cell. */
Vec3 flow_at(const Vec3 &x)
{
  return {0.3 * x.y, 0.0, 0.0};
}

void set_velocities(Simulation &sim, const std::vector<Vec3> &v)
{
  std::string lines;
  for (std::size_t i = 0; i < v.size(); i++)
    lines += "set atom " + std::to_string(i + 1) + " vx " + number(v[i].x) + " vy " +
        number(v[i].y) + " vz " + number(v[i].z) + "\n";
  sim.run(lines);
}

/** The way from grain 1 to grain 2, of the nearest image, and the difference of their velocities
 *  and their spins, behind a collision in shear. place: of the point between them at the start. */
std::array<Vec3, 3> collision(const std::string &law, const std::string &cell,
                              const std::string &solver, const Vec3 &place)
{
  constexpr double SIZE = 6.0;
  Simulation sim(box(cell_of(SIZE)));
  const Vec3 apart = {0.25, 0.52, 0.1}, towards = {-0.2, -1.0, 0.3};
  create(sim, {place - apart, place + apart});
  const State start = sim.state();
  set_velocities(sim, {flow_at(start.x[0]) - towards, flow_at(start.x[1]) + towards});
  sim.run(law + cell + "\n" + CD + solver + "tol 1e-11\ntimestep 0.01\nrun 40");
  const State s = sim.state();
  Vec3 way = s.x[1] - s.x[0], dv = s.v[1] - s.v[0];
  const double shift = sim.value("xy");
  const double ny = std::round(way.y / SIZE);
  way = way - ny * Vec3{shift, SIZE, 0.0};
  dv = dv - ny * SIZE * flow_at({0.0, 1.0, 0.0});
  way.x -= SIZE * std::round(way.x / SIZE);
  way.z -= SIZE * std::round(way.z / SIZE);
  return {way, dv, s.omega[1] + s.omega[0]};
}

}    // namespace

// The cell, and what moves with it, does so to round-off, also over several runs.
TEST(ContactDynamicsCell, GrainsWithoutContactsFollowTheCell)
{
  Simulation sim(box(cell_of(6.0)));
  const std::vector<Vec3> x = moved_lattice(3, 2.0);
  create(sim, x);
  sim.run("fix cell all deform/gradv gradv 0.1 -0.1 0.02 0.2 0 0 kick yes origin 0 0 0\n" + CD +
          "\ntimestep 0.02\nrun 7\nrun 13");
  const auto F = [&](int n) {
    return sim.value("f_cell[" + std::to_string(n) + "]");
  };
  double most = 0.0;
  for (std::size_t i = 0; i < x.size(); i++) {
    const Vec3 there = {F(13) * x[i].x + F(14) * x[i].y, F(17) * x[i].y, F(21) * x[i].z};
    most = larger(most, norm(sim.state().x[i] - there));
  }
  EXPECT_LE(most, 1e-13);
  EXPECT_GT(F(14), 0.05);
}

// A collision is the same wherever it happens in the cell.
TEST(ContactDynamicsCell, CollisionAcrossAFace)
{
  const std::array<std::pair<std::string, std::string>, 3> laws = {
      {{ROUGH, ""}, {SMOOTH, ""}, {SMOOTH, "solver auto "}}};
  std::string version;
  for (const auto &[law, solver] : laws)
    for (const std::string &cell : {SHEAR + "closure sllod origin 0 0 0", SHEAR + "origin 0 0 0",
                                    std::string("fix cell all deform 0 xy erate 0.3 remap v")}) {
      if (contains(cell, "deform 0") && !lammps_is_from(20260704, &version)) continue;
      const auto middle = collision(law, cell, solver, {0.0, 0.0, 0.0});
      for (const Vec3 &place : {Vec3{0.7, 2.95, 0.4}, Vec3{2.9, -2.9, -2.95}}) {
        const auto here = collision(law, cell, solver, place);
        for (int k = 0; k < 3; k++)
          EXPECT_LE(norm(here[k] - middle[k]), 1e-9) << law << solver << cell << k;
      }
      EXPECT_GT(middle[1].y, -0.5);    // they have met
    }
}

// Contacts do not change the momentum of a cell in which images have other velocities, nor of one that
// yields: momentum is that relative to the flow, along y and z.
TEST(ContactDynamicsCell, MomentumAndBooks)
{
  for (const char *stress : {"", "stress yy -1.0 0.3 ", "stress yy -1.0 0.02 "}) {
    Simulation sim(box(cell_of(5.0)));
    create(sim, moved_lattice(5, 1.0));
    sim.run(ROUGH + SHEAR + stress + "closure sllod kick yes origin 0 0 0\n" + CD + "\n" + LEDGER +
            "timestep 0.002\nrun 100");
    const double before = sum(sim), work = part(sim, CELL);
    EXPECT_GT(result(sim, D_PUSHING), 3);
    sim.run("run 500");
    EXPECT_GT(sim.value("xy"), 0.5);
    EXPECT_LE(std::fabs(sum(sim) - before), 0.02 * std::fabs(part(sim, CELL) - work)) << stress;
    Vec3 momentum = {0, 0, 0};
    const State now = sim.state();
    const double rate = sim.value("f_cell[2]");    // velocities are those in the middle of the step
    for (std::size_t i = 0; i < now.v.size(); i++)
      momentum = momentum + now.v[i] - Vec3{0.0, rate * (now.x[i].y - 0.001 * now.v[i].y), 0.0};
    // a change of the rate acts where grains are at the start of a step: first order in the step
    EXPECT_LE(std::fabs(momentum.y), *stress ? 1e-5 : 1e-10) << stress;
    EXPECT_LE(std::fabs(momentum.z), 1e-10) << stress;
  }
}

// A cell under stress control has the inertia of its grains that follow it, m H^2/12: the second step
// from rest (in the first one it learns what else presses it) turns the whole target into a rate. Then
// its grains meet, and carry the target.
TEST(ContactDynamicsCell, YieldsAsABodyOfItsInertia)
{
  constexpr double h = 0.01, SIZE = 3.6, p = 2.0;
  Simulation sim(box(cell_of(SIZE)));
  create(sim, moved_lattice(3, SIZE / 3));
  sim.run(
      "pair_coeff * * stiffness 1 restitution 0 mu 0.4 rolling 0.1\n"
      "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress yy -2 10 stress zz -2 10 origin 0 0 0\n" +
      CD + "tol 1e-8 maxiter 3000\ntimestep " + number(h) + "\nrun 2");
  const double V = SIZE * SIZE * SIZE, inertia = 27.0 * SIZE * SIZE / 12.0;
  const double change = -h * p * V / inertia;    // of the velocities over the places of before
  for (const int axis : {2, 3})
    EXPECT_NEAR(sim.value("f_cell[" + std::to_string(axis) + "]"), change / (1.0 + 0.5 * h * change),
                1e-13);
  EXPECT_EQ(sim.value("f_cell[1]"), 0.0);
  // rattlers still touch the others now and then
  sim.run("run " + std::to_string(at_size(300, 1500)));
  for (const int axis : {2, 3}) {
    EXPECT_NEAR(sim.value("f_cell[" + std::to_string(28 + axis) + "]"), -p, 1e-3);
    EXPECT_LE(std::fabs(sim.value("f_cell[" + std::to_string(axis) + "]")), 1e-4);
  }
}

// RATE bounds how fast the load closes the cell, and not what contacts at rest carry: here the load of
// a step changes the rate by .16. The solver meets the bound in its products, but not at their end.
TEST(ContactDynamicsCell, SlowCellHasTheWholeStress)
{
  for (const double rate : {1.0, 0.03, 0.01, 0.003}) {
    Simulation sim(box(cell_of(3.03)));
    std::vector<Vec3> x;
    for (int k = 0; k < 9; k++) x.push_back({1.01 * (k % 3 - 1), 1.005 * (k / 3 - 1), 0.0});
    create(sim, x);
    sim.run("fix cell all deform/gradv gradv 0 0 0 0 0 0 stress yy -1 " + number(rate) + "\n" + CD +
            "\ntimestep 0.02");
    const std::string text = sim.output_of("run 1100");
    EXPECT_NEAR(sim.value("f_cell[30]"), -1.0, 0.03) << rate;
    EXPECT_EQ(result(sim, 11), 0) << rate;
    EXPECT_FALSE(contains(text, "at its bound")) << text;
  }
}

// Where the faces of the cell are does not matter, also where it yields while it is sheared.
TEST(ContactDynamicsCell, FacesDoNotMatterWhereItYields)
{
  const auto stress = [](double shift) {
    Simulation sim(box(cell_of(5.0)));
    std::vector<Vec3> x = moved_lattice(5, 1.0);
    for (Vec3 &place : x) place.y += place.y + shift > 2.5 ? shift - 5.0 : shift;
    create(sim, x);
    sim.run("pair_coeff * * stiffness 1 restitution 0 mu 0.4\n" + SHEAR +
            "stress yy -1 0.3 stress zz -1 0.3 closure exact kick yes origin 0 0 0\n" + CD +
            "tol 1e-10 maxiter 3000\ntimestep 0.02\nrun 10");
    return Vec3{sim.value("f_cell[30]"), sim.value("f_cell[32]"), sim.value("f_cell[2]")};
  };
  const Vec3 here = stress(0.0), there = stress(2.2);
  EXPECT_LE(norm(there - here), 1e-6 * norm(here));
}

// Images that meet only because the cell yields: in the second step it gets its whole rate at once, which
// would close a gap of .03 by .041.
TEST(ContactDynamicsCell, ImagesThatTheCellBringsTogetherDoNotOverlap)
{
  Simulation sim(box(cell_of(6.0)));
  create(sim, {{0.0, -2.4, 0.0}, {0.0, 2.57, 0.0}});
  sim.run("pair_coeff * * stiffness 1 restitution 0\n"
          "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress yy -4 2 origin 0 0 0\n" +
          CD + "tol 1e-6 kappa 4e3\ntimestep 0.02\nrun 1");
  EXPECT_EQ(sim.value("f_cell[2]"), 0.0);
  sim.run("run 1");
  EXPECT_EQ(result(sim, D_PUSHING), 1);
  const auto x = sim.state().x;
  const double gap = sim.value("f_cell[8]") - (x[1].y - x[0].y) - 1.0;
  EXPECT_NEAR(gap, 0.0, 1e-5);    // the deflection of a spring
}

// Where contact dynamics does not find the rate, a servo does: in its first ten steps it only probes the
// stiffness, at most by a part of .01 of RATE. That is so behind contact dynamics, too.
TEST(ContactDynamicsCell, ServosBeginAnewWhereContactDynamicsEnds)
{
  for (const char *solver : {"", "solver pgs "}) {
    Simulation sim(box(cell_of(5.0)));
    create(sim, moved_lattice(5, 1.0));
    sim.run(ROUGH + SHEAR + "stress yy -1 0.3 closure sllod kick yes\n" +
            (*solver ? "suffix off\n" : "") + CD + solver + "\ntimestep 0.01\nrun 10");
    if (*solver) {
      EXPECT_LE(std::fabs(sim.value("f_cell[2]")), 0.0031);
      continue;
    }
    sim.run(
        "run 20\nunfix d\npair_style contact/hooke\npair_coeff * * k 1e4 damping restitution 0.5\n"
        "fix d all nve/sphere\ntimestep 0.001\nrun 9");
    EXPECT_LE(std::fabs(sim.value("f_cell[2]")), 0.0031);
    sim.run("run 200");
    EXPECT_GT(std::fabs(sim.value("f_cell[2]")), 0.0031);
  }
}

// The same grains from another place in the cell: contacts across a face and inside are alike.
TEST(ContactDynamicsCell, YieldsToContactsAcrossAFaceAsToOthers)
{
  const auto end = [](const std::string &law, const char *impact, const Vec3 &shift) {
    Simulation sim(box(cell_of(5.0)));
    std::vector<Vec3> x = moved_lattice(5, 1.0);
    for (Vec3 &a : x) a = a + shift;
    create(sim, x);
    sim.run(law + SHEAR + "closure sllod stress yy -1 0.3 stress zz -1 0.3 kick yes origin " +
            number(shift.x) + " " + number(shift.y) + " " + number(shift.z) + "\n" + CD + impact +
            "tol 1e-11 maxiter 3000\ntimestep 0.01\nrun 20");
    EXPECT_GT(result(sim, D_PUSHING), 20);
    return std::array<double, 3>{sim.value("f_cell[2]"), sim.value("f_cell[30]"),
                                 sim.value("f_cell[32]")};
  };
  const std::string rolls = "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4 rolling 0.1\n";
  for (const auto &[law, impact] : {std::pair<std::string, const char *>{ROUGH, ""},
                                    {SMOOTH, ""},
                                    {rolls, ""},
                                    {ROUGH, "impact poisson "}}) {
    const auto here = end(law, impact, {0, 0, 0}), there = end(law, impact, {0.3, 0.4, 0.2});
    for (int k = 0; k < 3; k++)
      EXPECT_NEAR(there[k], here[k], 1e-6 * std::fabs(here[k])) << law << impact;
  }
}

// What fix streaming and LAMMPS' fix deform do together is what fix deform/gradv does alone.
TEST(ContactDynamicsCell, StreamingInACellOfFixDeform)
{
  std::string version;
  if (!lammps_is_from(20260704, &version)) GTEST_SKIP() << version;
  const auto end = [](const std::string &cell) {
    Simulation sim(box(cell_of(5.0)));
    const std::vector<Vec3> x = moved_lattice(5, 1.0);
    create(sim, x);
    std::vector<Vec3> v;
    for (const Vec3 &a : sim.state().x) v.push_back(flow_at(a));
    set_velocities(sim, v);
    sim.run(ROUGH + cell + CD + "tol 1e-11 maxiter 3000\ntimestep 0.002\nrun 300");
    EXPECT_GT(result(sim, D_FRICTION), 1e-3);
    return sim.state().v;
  };
  const auto alone = end(SHEAR + "closure sllod origin 0 0 0\n"),
             both = end("fix cell all deform 0 xy erate 0.3 remap v\n"
                        "fix s all streaming closure sllod origin 0 0 0\n");
  EXPECT_LE(largest_difference(alone, both), 1e-7);
}

TEST(ContactDynamicsCell, DiscsInShear)
{
  Simulation sim("dimension 2\n" +
                 box(periodic("prism -2.5 2.5 -2.5 2.5 -0.5 0.5 0 0 0", "comm_modify vel yes")));
  std::vector<Vec3> x;
  for (const Vec3 &a : moved_lattice(5, 1.0))
    if (x.size() < 25) x.push_back({a.x, a.y, 0.0});
  create(sim, x);
  sim.run(ROUGH + SHEAR + "closure sllod kick yes origin 0 0 0\n" + CD + "\n" + LEDGER +
          "timestep 0.002\nrun 100");
  const double before = sum(sim), work = part(sim, CELL);
  sim.run("run 500");
  EXPECT_GT(result(sim, D_FRICTION), 1e-3);
  EXPECT_LE(std::fabs(sum(sim) - before), 0.02 * (part(sim, CELL) - work));
  double turned = 0.0;
  for (const Vec3 &omega : sim.state().omega) {
    EXPECT_EQ(std::fabs(omega.x) + std::fabs(omega.y), 0.0);
    turned = std::max(turned, std::fabs(omega.z));
  }
  EXPECT_GT(turned, 1e-2);
  for (const Vec3 &v : sim.state().v) EXPECT_EQ(v.z, 0.0);
}

// Positions in a cell whose edges have changed differ in their last digit behind a restart file:
// LAMMPS turns them into parts of the cell and back.
TEST(ContactDynamicsCell, RestartIsExact)
{
  for (const bool shears : {false, true}) {
    const std::string file = scratch_file("contact_dynamics_cell.restart");
    const std::string sorted = "neigh_modify every 1 delay 0 check no\natom_modify sort 0 0\n";
    const std::string fixes = "neighbor 0.3 bin\nneigh_modify every 1 delay 0 check no\n" +
        (shears ? SHEAR : "fix cell all deform/gradv gradv 0 0 0 0 0 0 ") +
        "stress yy -1.0 0.3 kick yes origin 0 0 0\n" + CD + "\ntimestep 0.02\n";
    Simulation whole(box(cell_of(5.0)));
    create(whole, moved_lattice(5, 1.0));
    whole.run(sorted + ROUGH + fixes + "run 100\nwrite_restart " + file);
    Simulation other("comm_modify vel yes\natom_modify map array sort 0 0\nread_restart " + file +
                     "\npair_style contact/rigid\n" + ROUGH + fixes);
    for (auto *each : {&whole, &other}) each->run("run 20");
    EXPECT_GT(result(whole, D_PUSHING), 5);
    const State a = whole.state(), b = other.state();
    if (!shears) {
      EXPECT_EQ(different_bits(a.x, b.x) + different_bits(a.omega, b.omega), 0);
    }
    double most = 0.0;
    for (std::size_t i = 0; i < a.v.size(); i++)
      most = std::max({most, norm(a.v[i] - b.v[i]), norm(a.omega[i] - b.omega[i])});
    EXPECT_LE(most, 1e-8);
    EXPECT_NEAR(whole.value("f_cell[35]"), other.value("f_cell[35]"), 1e-7);
  }
}

// The cell flips at a shear of 1/2, and grains go on as before.
TEST(ContactDynamicsCell, FlipsChangeNothing)
{
  std::array<std::vector<Vec3>, 2> v;
  for (int k = 0; k < 2; k++) {
    Simulation sim(box(cell_of(5.0)));
    create(sim, moved_lattice(5, 1.04));
    sim.run(
        ROUGH +
        "fix cell all deform/gradv gradv 0 0 0 3 0 0 closure sllod kick yes origin 0 0 0 flip " +
        (k ? "yes\n" : "no\n") + CD + "tol 1e-10 maxiter 3000\ntimestep 0.004\nrun 45");
    v[k] = sim.state().v;
    EXPECT_NEAR(sim.value("xy"), k ? -2.3 : 2.7, 1e-9);
    EXPECT_GT(result(sim, D_PUSHING), 0);
    const double rate = 3.0;
    for (std::size_t i = 0; i < v[k].size(); i++) v[k][i].x -= rate * sim.state().x[i].y;
  }
  double most = 0.0;
  for (std::size_t i = 0; i < v[0].size(); i++) most = larger(most, norm(v[0][i] - v[1][i]));
  EXPECT_LE(most, 1e-6);
}
