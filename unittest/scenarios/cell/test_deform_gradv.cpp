// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix deform/gradv: particles that move with a cell which follows L(t). Figures without another
// source are requirements.

#include "cell/cell.h"

#include "atom.h"
#include "domain.h"
#include "lammps.h"

#include <tuple>

using namespace scenario;
using VARDEM::determinant;
using VARDEM::inverse;
using VARDEM::spin;

namespace {

const std::string FIX = "fix cell all deform/gradv gradv ";

/** Commands for particles in the cell H0 with `kick yes`. */
std::string follow(const std::string &atoms, const Gradient &gradient,
                   const std::string &integrator, const std::string &keywords = "")
{
  const std::string style = contains(integrator, "asphere") ? "ellipsoid" : "sphere";
  return cell(style) + atoms + gradient.lines + FIX + gradient.words + " kick yes " + keywords +
      "\nfix 1 all " + integrator + "\n";
}

UpperTriangle cell_of(const Simulation &sim)
{
  return upper_of(sim, "cell", 7);
}

/** Fixed point of the flow: the middle between the lower and upper bounds at the start, as in fix
 *  deform. */
const Vec3 MIDDLE = CORNER + 0.5 * Vec3{H0.xx, H0.yy, H0.zz};

std::vector<std::pair<std::string, std::string>> atoms_and_integrators()
{
  std::vector<std::pair<std::string, std::string>> all = {{BALLS, "nve/sphere"},
                                                          {EGGS, "nve/asphere"}};
  for (const auto &integrator : SPHERE_INTEGRATORS)
    if (integrator.leapfrog) all.push_back({BALLS, integrator.fix});
  for (const auto &fix : ASPHERE_INTEGRATORS) all.push_back({EGGS, fix});
  return all;
}

/** Largest distance between the particles and the places where the cell has carried them. F H0 is H
 *  without flips. */
double distance_from_cell(Simulation &sim, int nsteps, const Vec3 &origin = MIDDLE)
{
  const auto before = places_in(H0, origin, sim.state().x);
  sim.run("run " + std::to_string(nsteps));
  const auto after = places_in(deformation_of(sim, "cell") * H0, origin, sim.state().x);
  return largest_way(before, after);
}

}    // namespace

TEST(DeformGradv, CarriesParticlesWithTheCell)    // closures exact and sllod, any L(t): to 1e-13
{
  Simulation constant(follow(BALLS, GRADIENTS[0], "nve/sphere", "closure gradv2"));
  EXPECT_LE(distance_from_cell(constant, 200), 1e-13);    // otherwise kernels/test_streaming.cpp
  Simulation ramp(follow(BALLS, GRADIENTS[1], "nve/sphere", "closure gradv2"));
  EXPECT_GE(distance_from_cell(ramp, 200), 1e-7);
  for (const auto &[atoms, integrator] : atoms_and_integrators())
    for (const Gradient &gradient : GRADIENTS)
      for (const std::string closure : {"exact", "sllod"}) {
        // the closure is a matter of the cell, not of the integrator
        if (closure == "sllod" && integrator.find("sphere", 4) + 6 < integrator.size()) continue;
        Simulation sim(follow(atoms, gradient, integrator, "closure " + closure));
        EXPECT_LE(distance_from_cell(sim, 200), 1e-13) << integrator << " " << gradient.words;
        EXPECT_GT(largest(cell_of(sim) - H0), 0.05);
      }
}

TEST(DeformGradv, OriginIsTheFixedPointOfTheFlow)
{
  for (const Gradient &gradient : GRADIENTS) {
    Simulation sim(follow(BALLS, gradient, "nve/sphere", "origin 0.3 2 -1"));
    EXPECT_LE(distance_from_cell(sim, 200, {0.3, 2.0, -1.0}), 1e-13) << gradient.words;
  }
}

TEST(DeformGradv, FlipsOfYZTakeAConstantXYAlong)    // a strain of 24; the lattice stays that of F
{
  Simulation sim(
      "units lj\natom_style sphere\natom_modify map array\ncomm_modify cutoff 2 vel yes\n"
      "region box prism -5 5 -5 5 -5 5 2 0 0\ncreate_box 1 box\n"
      "create_atoms 1 single 0 0 0\nset group all diameter 1\nset group all mass 1\n"
      "pair_style none\nfix cell all deform/gradv gradv 0 0 0 0 0 0.8 kick yes\n"
      "fix 1 all nve/sphere\ntimestep 0.01\nrun 3000");
  const UpperTriangle H = cell_of(sim), start = {10, 10, 10, 0, 0, 2},
                      edges = inverse(H) * (deformation_of(sim, "cell") * start);
  EXPECT_LE(std::fabs(H.xz), 5.0);
  EXPECT_LE(std::fabs(H.yz), 5.01);
  for (const double n : {edges.xz, edges.yz}) EXPECT_NEAR(n, std::round(n), 1e-9);
  EXPECT_NEAR(edges.yz, 24.0, 1.0);
}

TEST(DeformGradv, OutputsAreThoseOfTheCell)    // a ramp at t = .5: L = G/2
{
  Simulation sim(follow(BALLS, GRADIENTS[1], "nve/sphere"));
  sim.run("run 50");
  EXPECT_LE(largest(upper_of(sim, "cell", 1) - 0.5 * G), 1e-15);
  const UpperTriangle H = {sim.value("lx"), sim.value("ly"), sim.value("lz"),
                           sim.value("yz"), sim.value("xz"), sim.value("xy")};
  EXPECT_EQ(largest(cell_of(sim) - H), 0.0);
  EXPECT_LE(largest(deformation_of(sim, "cell") * H0 - H), 1e-15);
  for (const int n : {16, 19, 20}) EXPECT_EQ(sim.value("f_cell[" + std::to_string(n) + "]"), 0.0);
  EXPECT_NEAR(sim.value("f_cell[28]"), determinant(H), 1e-15);
  EXPECT_NEAR(sim.value("f_cell[28]"), sim.value("vol"), 1e-15);
  const UpperTriangle strain = upper_of(sim, "cell", 22);
  EXPECT_NEAR(strain.xx + strain.yy + strain.zz, std::log(determinant(H) / determinant(H0)), 1e-14);
}

TEST(DeformGradv, KickGivesVelocitiesAndSpinOfTheFlowOnce)
{
  Simulation sim(follow(BALLS, GRADIENTS[0], "nve/sphere"));
  for (int n = 0; n < 2; n++) {
    sim.run("run 0");
    const State s = sim.state();
    for (std::size_t i = 0; i < s.x.size(); i++) {
      EXPECT_LE(norm(s.v[i] - G * (s.x[i] - MIDDLE)), 1e-15);
      EXPECT_LE(norm(s.omega[i] - spin(G)), 1e-16);
    }
  }
  Simulation resting(cell("sphere") + BALLS + FIX + words_of(G) + "\nfix 1 all nve/sphere\n");
  resting.run("run 0");
  EXPECT_EQ(largest(resting.state().v), 0.0);
}

TEST(DeformGradv,
     SllodInShearIsNewtonWithMovingImages)    // (-.258,.23,-.17) at T = 2, g = .8, to 1e-12
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string start = cell("sphere") +
      "create_atoms 1 single 0 0 0\nset atom 1 diameter 0.1\n" +
      "velocity all set 0.11 0.23 -0.17\nfix f all addforce 0.3 -0.1 0.2\n";
  const std::string still = start.substr(0, start.find("fix f"));
  Simulation sim(still + FIX +
                 "0 0 0 0.8 0 0 closure sllod origin 0 0 0\nfix 1 all nve/sphere\nrun 200");
  const State s = sim.state();
  EXPECT_LE(norm(s.v[0] - UpperTriangle{0.0, 0.0, 0.0, 0.0, 0.0, 0.8} * s.x[0] -
                 Vec3{-0.258, 0.23, -0.17}),
            1e-12);

  Simulation pushed(start + FIX + "0 0 0 0.8 0 0 closure sllod\nfix 1 all nve/sphere\nrun 200");
  Simulation stock(start +
                   "fix cell all deform 0 xy erate 0.8 remap v\nfix 1 all nve/sphere\nrun 200");
  EXPECT_LE(largest_difference(pushed.state().v, stock.state().v), 1e-12);
  EXPECT_LE(largest_way(places_in(cell_of(pushed), CORNER, pushed.state().x),
                        places_in(cell_of(pushed), CORNER, stock.state().x)),
            1e-12);
}

TEST(DeformGradv, SpheresFollowTheSpinOfTheFlow)    // 1e-14
{
  for (const auto &[atoms, integrator] : atoms_and_integrators()) {
    if (atoms != BALLS) continue;
    for (const Gradient &gradient : GRADIENTS) {
      Simulation sim(follow(atoms, gradient, integrator));
      sim.run("run 200");
      const Vec3 w = spin(upper_of(sim, "cell", 1));
      for (const Vec3 &omega : sim.state().omega) EXPECT_LE(norm(omega - w), 1e-14) << integrator;
    }
    Simulation sim(follow(atoms, GRADIENTS[2], integrator, "spin no"));
    sim.run("run 200");
    EXPECT_EQ(largest(sim.state().omega), 0.0) << integrator;
  }
}

TEST(DeformGradv,
     // L = R I R^T omega_L: about a principal axis, and at the first step
     EllipsoidsFollowTheSpinOfTheFlow)
{
  const std::string eggs =
      "create_atoms 1 single 0 0 0\nset group all shape 0.3 0.2 0.1\nset group all mass 5\n";
  const Vec3 I = {0.01 + 0.0025, 0.0225 + 0.0025,
                  0.0225 + 0.01};    // m/5 (b^2 + c^2), ... of semi-axes .15 .1 .05
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const Gradient shear = {"variable g equal cos(3*(step+0.5)*dt)\n", "0 0 0 v_g 0 0", {}};
    Simulation sim(follow(eggs + "set group all quat 0 0 1 30\n", shear, fix));
    sim.run("run 200");
    const State s = sim.state();
    EXPECT_LE(norm(s.angmom[0] - Vec3{0.0, 0.0, -0.5 * I.z * sim.value("f_cell[4]")}), 1e-15)
        << fix;

    Simulation still(cell("ellipsoid") + eggs +
                     "set group all quat 1 2 3 40\nvariable L equal 0.7*(step>0)\n" + FIX +
                     "0 0 0 v_L 0 0\nfix 1 all " + fix + "\nrun 0");
    const Quat q = still.state().q[0];
    still.run("run 2");
    const Vec3 axis = body_to_space(conjugate(q), {0.0, 0.0, -0.35});
    const Vec3 expected = body_to_space(q, {I.x * axis.x, I.y * axis.y, I.z * axis.z});
    EXPECT_LE(norm(still.state().angmom[0] - expected), 1e-15) << fix;
  }
}

// The unwrapped cell F H0 is H before all flips: columns of one are integer combinations of those
// of the other

TEST(DeformGradv, FlipsKeepTheLattice)    // five flips and more: 1e-10
{
  const Gradient gradients[] = {{"", "0 0 0 0.8 0 0", {}},
                                {"", "0 0 0 0.6 -0.4 0.5", {}},
                                {"", "0.05 -0.04 0.03 0.6 -0.4 0.5", {}}};
  for (const Gradient &gradient : gradients)
    for (const auto &[atoms, integrator] :
         {std::pair{BALLS, "nve/sphere"}, std::pair{EGGS, "nve/asphere"}}) {
      Simulation sim(follow(atoms, gradient, integrator, "closure exact"));
      EXPECT_LE(distance_from_cell(sim, 1000), 1e-12) << gradient.words;
      const UpperTriangle H = cell_of(sim), unflipped = deformation_of(sim, "cell") * H0;
      EXPECT_GE(unflipped.xy / unflipped.xx, 5.0) << gradient.words;
      EXPECT_LE(std::fabs(H.xy / H.xx), 0.51);
      EXPECT_LE(std::fabs(H.xz / H.xx), 0.51);
      EXPECT_LE(std::fabs(H.yz / H.yy), 0.51);
      const UpperTriangle turns = inverse(H) * unflipped;
      for (const double n : {turns.xy, turns.xz, turns.yz}) EXPECT_NEAR(n, std::round(n), 1e-12);
      for (const double n : {turns.xx, turns.yy, turns.zz}) EXPECT_NEAR(n, 1.0, 1e-12);
    }
}

namespace {

/** Places in the cell and velocities relative to the flow. Both are the same for all periodic
 *  images. */
std::pair<std::vector<Vec3>, std::vector<Vec3>> unwrapped(Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  const State s = sim.state();
  std::vector<Vec3> x(s.x.size()), v;
  for (int i = 0; i < atom->nlocal; i++) {
    double a[3];
    sim.lammps()->domain->unmap(atom->x[i], atom->image[i], a);
    x.at(atom->tag[i] - 1) = {a[0], a[1], a[2]};
  }
  const UpperTriangle L = upper_of(sim, "cell", 1);
  for (std::size_t i = 0; i < x.size(); i++) v.push_back(s.v[i] - L * s.x[i]);
  return {x, v};
}

const std::string BOUND_PAIR = R"(
    units lj
    atom_style hybrid sphere bond
    atom_modify map array
    comm_modify vel yes cutoff 3
    region box prism -5 5 -4 4 -6 6 2 1 -1
    create_box 1 box bond/types 1 extra/bond/per/atom 1
    create_atoms 1 single 1 3 2
    create_atoms 1 single 1.4 2.2 2.3
    set group all diameter 1 mass 0.7
    bond_style harmonic
    bond_coeff 1 10 1.0
    special_bonds lj/coul 1 1 1
    pair_style zero 1.5
    pair_coeff * *
    create_bonds single/bond 1 1 2
    velocity all set 0.3 -0.5 0.2
    timestep 0.01
)";

}    // namespace

TEST(DeformGradv,
     BoundPairDoesNotFeelFlips)    // its motion is that in a cell that does not flip: to 1e-10
{
  for (const char *closure : {"exact", "sllod", "gradv2"}) {
    std::vector<Vec3> x[2], v[2];
    for (const bool flip : {false, true}) {
      Simulation sim(BOUND_PAIR + FIX + "0 0 0 0.8 -0.2 0.3 closure " + closure +
                     " origin 0 0 0 flip " + (flip ? "yes" : "no") +
                     "\nfix 1 all nve/sphere\nrun 700");
      std::tie(x[flip], v[flip]) = unwrapped(sim);
      EXPECT_EQ(std::fabs(cell_of(sim).xy) > 5.0, !flip);
    }
    EXPECT_LE(largest_difference(x[0], x[1]), 1e-10) << closure;
    EXPECT_LE(largest_difference(v[0], v[1]), 1e-10) << closure;
  }
}

TEST(DeformGradv,
     // v_f = v_f(0) + (1 - .3) a t, wherever the particle is
     DampingSeesTheMotionRelativeToTheFlow)
{
  for (const Gradient &gradient : GRADIENTS) {
    const std::string push =
        "fix push all addforce 0.7 -0.14 0.07\nfix d all damping/cundall/onstep 0.3 0.3\n";
    Simulation sim(cell("sphere") + BALLS + "velocity all set 0.1 -0.02 0.01\n" + push +
                   gradient.lines + FIX + gradient.words +
                   " kick yes origin 0.3 2 -1\nfix 1 all nve/sphere\n");
    sim.run("run 99");
    const State a = sim.state();
    sim.run("run 1 pre no post no");
    const State b = sim.state();
    const Vec3 origin = {0.3, 2.0, -1.0}, own = (0.1 + 0.7 * 0.995) * Vec3{1.0, -0.2, 0.1};
    for (std::size_t i = 0; i < a.x.size(); i++) {
      const Vec3 v = 100.0 * (b.x[i] - a.x[i]);
      EXPECT_LE(norm(v - gradient.L(0.995) * (0.5 * (a.x[i] + b.x[i]) - origin) - own), 1e-11)
          << gradient.words;
    }
  }
}

TEST(DeformGradv,
     TemperatureOfLammpsIsThatOfTheMotionRelativeToTheFlow)    // compute temp/deform, of any origin
{
  Simulation sim(follow(BALLS, {"", "0 0 0 0.8 -0.3 0.5", {}}, "nve/sphere", "origin 0.3 2 -1") +
                 "compute T all temp/deform\nthermo_style custom step c_T\nrun 0");
  EXPECT_LE(sim.value("c_T"), 1e-28);
  sim.run("run 100");
  EXPECT_LE(sim.value("c_T"), 1e-4);    // LAMMPS has the flow of the middle of the step
  EXPECT_GE(largest(sim.state().v), 0.5);
}

TEST(DeformGradv, CommandMayBeGivenAgain)    // the new one counts; velocities are total velocities
{
  Simulation sim(follow(BALLS, GRADIENTS[0], "nve/sphere"));
  sim.run("run 50\nunfix cell\nunfix 1\n" + FIX + "0 0 0 0 0 0\nfix 1 all nve/sphere\nrun 0");
  const State before = sim.state();
  const double x = sim.value("lx");
  sim.run("run 50\n" + FIX + "0.1 0 0 0 0 0\nrun 50");
  EXPECT_NEAR(sim.value("lx"), x * std::exp(0.05), 1e-6);
  EXPECT_NEAR(sim.value("f_cell[13]"), std::exp(0.05), 1e-6);
  EXPECT_GT(largest(before.v), 0.1);
}

TEST(DeformGradv,
     // since that moves neither the cell nor the particles with a flow
     KickIsThatOfTheRunAfterAMinimisation)
{
  Simulation sim(cell("sphere") + BALLS +
                 "comm_modify vel yes\npair_style soft 0.5\npair_coeff * * 10\n" + FIX +
                 words_of(G) + " kick yes\nfix 1 all nve/sphere\n");
  const Vec3 before = sim.state().x[0];
  sim.run("minimize 0 1e-3 10 100");
  EXPECT_LE(largest(cell_of(sim) - H0), 1e-15);
  sim.run("run 0");
  const State s = sim.state();
  EXPECT_GT(norm(s.x[0] - before), 0.01);
  for (std::size_t i = 0; i < s.x.size(); i++)
    EXPECT_LE(norm(s.v[i] - G * (s.x[i] - MIDDLE)), 1e-15);
}
