// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/implicit with tangential springs and friction. The reference is fix nve/sphere
// with short steps.

#include "implicit/implicit.h"

#include "atom.h"

#include <algorithm>

using namespace scenario;

namespace {

/** Two grains that hit each other obliquely, with spins. */
State oblique(const std::string &pair, const std::string &fix, double steps_per_contact)
{
  Simulation sim(grain_box());
  create_grains(sim, {{-0.505, 0.3, 0}, {0.4, -0.1, 0.1}}, {{2, 0, 0.3}, {-2, 0.5, 0}});
  sim.run("set atom 1 omega 1 -2 0.5\nset atom 2 omega -0.7 0.4 2\n" + pair + fix + "\n" +
          step_of(steps_per_contact) + "run " + std::to_string(std::lround(4 * steps_per_contact)));
  return sim.state();
}

}    // namespace

/** Velocities and spins after an impact in which the surfaces slide, and then stick. */
TEST(ImplicitFriction, ObliqueImpactOfTwoGrains)
{
  const std::vector<std::string> pairs = {
      rough_grains(0.1), rough_grains(0.5), hooke(30) /* for comparison */,
      "pair_style contact/hooke\npair_coeff * * " + law(30) + " kt 0 mu 0.3\n",
      "pair_style contact/hertz\npair_coeff * * E 4e6 nu 0.3 G 1e6 mu 0.3 damping restitution "
      "0.8\n"};
  for (const std::string &pair : pairs) {
    const State exact = oblique(pair, EXPLICIT, 3200);
    for (const std::string &form : ROUGH_FORMS) {
      const std::string fix = IMPLICIT + form + TRESCA;
      const State coarse = oblique(pair, fix, 32), fine = oblique(pair, fix, 256);
      const bool first_order = form == "theta 1 ";
      const double e1 = largest_difference(coarse.v, exact.v),
                   e2 = largest_difference(fine.v, exact.v),
                   w1 = largest_difference(coarse.omega, exact.omega),
                   w2 = largest_difference(fine.omega, exact.omega);
      EXPECT_LE(e1, first_order ? 0.3 : 0.005) << form << pair;
      EXPECT_LE(e2, first_order ? 0.045 : 0.0006) << form << pair;
      EXPECT_LE(w1, first_order ? 0.25 : 0.005) << form << pair;
      EXPECT_LE(w2, first_order ? 0.035 : 0.0006) << form << pair;
    }
  }
}

/** A belt takes a sphere with it: when it no longer slides, it has 2/7 of the speed of the belt. */
TEST(ImplicitFriction, BeltThatMoves)
{
  Simulation sim(grain_box());
  create_grains(sim, {{0, 0, 0.5 - 1.0 / STIFFNESS}});
  sim.run(hooke(0) +
          "variable x equal 0.7*elapsed*dt\nvariable v equal 0.7\n"
          "region belt plane 0 0 0 0 0 1 move v_x NULL NULL\n"
          "fix g all gravity 1 vector 0 0 -1\nfix w all wall/contact region belt " +
          rough(0.5) + "\n" + IMPLICIT + "theta 1 " + TRESCA + "\ntimestep 0.01\nrun 200");
  const State end = sim.state();
  EXPECT_NEAR(end.v[0].x, 2.0 / 7.0 * 0.7, 0.005);
  EXPECT_NEAR(end.omega[0].y, -(0.7 - end.v[0].x) / 0.5, 0.01);
}

/** Places and spins beside fix nve/sphere with a tenth of the step, after 10 times of a contact. */
void compare(const std::string &lines, const std::vector<Vec3> &x, const std::vector<Vec3> &v,
             const std::string &group, double of_places, double of_spins)
{
  const auto end = [&](const std::string &style, int parts) {
    Simulation sim(grain_box());
    create_grains(sim, x, v);
    sim.run(lines + rough_grains(0.3, 60) + "fix g all gravity 1 vector 0 0 -1\nfix i " + group +
            " " + style + "\n" + step_of(32 * parts) + "run " + std::to_string(320 * parts));
    return sim.state();
  };
  const State exact = end("nve/sphere", 10);
  for (const std::string form : {"alpha 0.5 ", "scheme energy "}) {
    const State found = end("nve/sphere/implicit " + form + TRESCA, 1);
    const double place = largest_difference(found.x, exact.x),
                 spin = largest_difference(found.omega, exact.omega);
    EXPECT_LE(place, of_places) << form;
    EXPECT_LE(spin, of_spins) << form;
  }
}

TEST(ImplicitFriction, GrainsOnAFrozenLayer)
{
  compare("group base id 1 2\ngroup free id 3\nfix b base freeze\n",
          {{0, 0, 0}, {1, 0, 0}, {0.5, 0.1, 0.89}}, {{0, 0, 0}, {0, 0, 0}, {0.3, 0.4, -2}}, "free",
          4e-4, 0.008);
}

/** Two walls of different friction touch a grain in a corner, and another one goes along the third
 *  wall. */
TEST(ImplicitFriction, WallsOfDifferentFriction)
{
  compare("fix a all wall/contact plane 0 0 0 0 0 1 " + rough(0.1) +
              "\nfix b all wall/contact plane 0 0 0 1 0 0 " + rough(0.6) +
              "\nfix c all wall/contact plane 0 3 0 0 -1 0 " + rough(0.3) + "\n",
          {{0.499, 0, 0.499}, {2, 2.499, 1}}, {{-1, 2, -1}, {1, 0.5, 0}}, "all", 1e-4, 0.003);
}

TEST(ImplicitFriction, TurningDrum)
{
  compare("variable a equal step*dt\nregion d cylinder y 0 0 2 -9 9 rotate v_a 0 0 0 0 1 0\n"
          "fix w all wall/contact region d " +
              rough(0.4, 150) + "\n",
          {{0, 0, -1.5001}, {1.1, 0, -1.0}}, {{0, 0, 0}, {0, 0, 0}}, "all", 5e-5, 0.001);
}

/** A sphere in a groove of 90 degrees that a side load of .3 of its weight has pushed, and left. Under
 *  the push one contact slides; the other one bears what its springs did not lose. So the normal
 *  forces keep (1 + .3 mu)/(1 + mu)/sqrt 2 of the weight, where they would be 1/(1.5 sqrt 2) without
 *  the push (kt = k/2), and other ones without springs. */
TEST(ImplicitFriction, GrooveRemembersAPush)
{
  Simulation sim(grain_box());
  create_grains(sim, {{0, 0, std::sqrt(0.5)}});
  const std::string law = " k 1e8 kt 5e7 mu 0.6\n";
  sim.run("pair_style contact/hooke\npair_coeff * *" + law +
          "fix l all wall/contact plane 0 0 0 1 0 1" + law +
          "fix r all wall/contact plane 0 0 0 -1 0 1" + law +
          "fix g all gravity 1 vector 0 0 -1\n" + IMPLICIT + "theta 1 " + TRESCA +
          "tol 1e-9\nneighbor 1 bin\ntimestep 0.4\nrun 4");
  const auto normal_force = [&] {
    return -(sim.value("f_l[1]") + sim.value("f_l[3]")) / std::sqrt(2.0);
  };
  EXPECT_NEAR(normal_force(), std::sqrt(0.5) / 1.5, 1e-6);
  sim.run("fix p all addforce 0.3 0 0\nrun 4");
  EXPECT_NEAR(normal_force(), std::sqrt(0.5) * (1.0 - 0.3) / 1.6, 1e-6);
  sim.run("unfix p\nrun 4");
  EXPECT_NEAR(normal_force(), std::sqrt(0.5) * (1.0 + 0.3 * 0.6) / 1.6, 1e-6);
}

/** Three grains as a pyramid on a rough floor stand, and all forces are in balance; steps of 30
 *  h_c. */
TEST(ImplicitFriction, PyramidStands)
{
  for (const double mu : {0.05, 0.5}) {
    Simulation sim(grain_box());
    create_grains(sim, {{-0.5, 0, 0.5}, {0.5, 0, 0.5}, {0, 0, 0.5 + std::sqrt(0.75)}});
    sim.run(rough_grains(mu) +
            "fix g all gravity 1 vector 0 0 -1\nfix w all wall/contact plane 0 0 0 0 0 1 " +
            rough(mu) + "\n" + IMPLICIT + "theta 1 " + TRESCA + "\ntimestep " +
            number(30 * 2.0 / std::sqrt(2 * STIFFNESS)) + "\nrun 40");
    const State end = sim.state();
    if (mu < 0.1) {
      EXPECT_LT(end.x[2].z, 1.2);
      continue;
    }
    EXPECT_NEAR(end.x[2].z, 0.5 + std::sqrt(0.75), 1e-4);
    EXPECT_LE(largest(end.v), 1e-7);
    EXPECT_LE(largest(end.omega), 1e-7);
    double **f = sim.lammps()->atom->f, **torque = sim.lammps()->atom->torque;
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) {
        EXPECT_NEAR(f[i][k], 0.0, 1e-5);
        EXPECT_NEAR(torque[i][k], 0.0, 1e-5);
      }
  }
}

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ImplicitFriction, NewtonAndTheBoxDoNotMatter)
{
  for (const std::string &form : ROUGH_FORMS)
    expect_same_in_other_boxes(rough_grains(0.3, 60) + IMPLICIT + form + TRESCA, 1e-7);
}

/** Without fix enforce2d, which would take them away itself. */
TEST(ImplicitFriction, SpinsOutOfThePlaneDoNotAct)
{
  Simulation sim(grain_box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5"}));
  create_grains(sim, {{0, 0.499, 0}, {0.9, 0.499, 0}});
  sim.run("set group all omega 0.7 -0.4 0.1\n" + rough_grains(0.4) +
          "fix w all wall/contact plane 0 0 0 0 1 0 " + rough(0.4) + "\n" + IMPLICIT + TRESCA +
          "\n" + step_of(32) + "run 20");
  for (const Vec3 &v : sim.state().v) EXPECT_EQ(v.z, 0.0);
  for (const Vec3 &omega : sim.state().omega) {
    EXPECT_EQ(omega.x, 0.0);
    EXPECT_EQ(omega.y, 0.0);
    EXPECT_GE(std::fabs(omega.z - 0.1), 0.05) << "friction turns them in the plane";
  }
}

// --- runs in pieces, and restarts, while the grains touch ---

// no kk: LAMMPS' fix NEIGH_HISTORY/KK reads no springs from restart files
TEST(ImplicitFriction, RestartOfTwoGrainsIsExact)
{
  const std::string file = scratch_file("implicit_friction.restart");
  for (const std::string &form : ROUGH_FORMS) {
    const std::string fix = rough_grains(0.4) + IMPLICIT + form + TRESCA + "\n" + step_of(50);
    const auto start = [&](const std::string &run) {
      Simulation sim(grain_box());
      create_grains(sim, {{-0.5, 0.3, 0}, {0.4, -0.1, 0.1}}, {{2, 0, 0.3}, {-2, 0.5, 0}});
      sim.run(fix + run);
      return sim.state();
    };
    const State whole = start("run 60");
    start("run 30\nwrite_restart " + file);
    Simulation other("atom_modify map array\nread_restart " + file +
                     "\nneighbor 0.3 bin\nneigh_modify every 1 delay 0\n" + fix + "run 30");
    expect_same_bits(other.state(), whole);
  }
}

/** A step that fails is made in parts. */
TEST(ImplicitFriction, StepsInParts)
{
  const auto end = [](const std::string &keywords, double steps_per_contact) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0.499}}, {{0.8, 0, -0.2}});
    sim.run(hooke(0) +
            "fix g all gravity 1 vector 0 0 -1\nfix w all wall/contact plane 0 0 0 0 0 1 " +
            rough(0.3) + "\n" + IMPLICIT + "theta 1 " + TRESCA + keywords + "\n" +
            step_of(steps_per_contact) + "run " + std::to_string(std::lround(steps_per_contact)));
    return std::pair(sim.state(), output(sim, PARTS));
  };
  const auto [whole, one] = end("", 32);
  const auto [parts, many] = end("newton 4 ", 4);
  EXPECT_EQ(one, 1);
  EXPECT_GT(many, 1);
  EXPECT_NEAR(parts.v[0].x, whole.v[0].x, 0.02);
  EXPECT_NEAR(parts.omega[0].y, whole.omega[0].y, 0.1);
}

/** Grains with bonds of bond style contact/hooke, and friction of the others. */
TEST(ImplicitFriction, BondedGrains)
{
  const auto end = [](const std::string &fix, double steps) {
    Simulation sim(
        "units lj\natom_style hybrid sphere bond\natom_modify map array\nregion box block -9 9 -9 "
        "9 "
        "-9 9\ncreate_box 1 box bond/types 1 extra/bond/per/atom 12 "
        "extra/special/per/atom 30\nspecial_bonds lj 0 1 1\nneighbor 0.4 bin\n"
        "neigh_modify every 1 delay 0\ncreate_atoms 1 single -0.505 0.3 0\n"
        "create_atoms 1 single 0.4 -0.1 0.1\ncreate_atoms 1 single 1.38 0 0.1\n"
        "set group all diameter 1\nset group all mass 1\nset atom 1 vx 4\n"
        "create_bonds single/bond 1 2 3\nbond_style contact/hooke\nbond_coeff * k 195000\n" +
        rough_grains(0.4) + fix + "\n" + step_of(steps) + "run " +
        std::to_string(std::lround(3 * steps)));
    return sim.state();
  };
  const State exact = end(EXPLICIT, 3200);
  for (const std::string form : {"alpha 0.5 ", "scheme energy "}) {
    const State found = end(IMPLICIT + form + TRESCA, 128);
    EXPECT_LE(largest_difference(found.v, exact.v), 0.003) << form;
    EXPECT_LE(largest_difference(found.omega, exact.omega), 0.001) << form;
  }
}
