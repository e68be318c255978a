// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/implicit: implicit steps of soft spheres of diameter 1 and mass 1

#include "implicit/implicit.h"

#include "update.h"

#include <algorithm>

using namespace scenario;

namespace {

/** Two grains that hit each other head-on, or obliquely, after about 20 steps of 1/50 contact
 *  time. */
State impact(const std::string &fix, bool oblique, double gamma, const std::string &runs)
{
  Simulation sim(grain_box());
  const double dy = oblique ? 0.3 : 0.0, dx = std::sqrt(1.0 - dy * dy) + 0.02;
  create_grains(sim, {{0, 0, 0}, {dx, dy, 0}}, {{5, 0, 0}, {-5, 0, 0}});
  sim.run("set atom 1 omega 1 -2 3\n" + hooke(gamma) + fix + "\n" + step_of(50) + runs);
  return sim.state();
}

void expect_same(const State &a, const State &b, double tolerance)
{
  EXPECT_LE(largest_difference(a.x, b.x), tolerance);
  EXPECT_LE(largest_difference(a.v, b.v), tolerance);
  EXPECT_LE(largest_difference(a.omega, b.omega), tolerance);
}

}    // namespace

/** Two grains in a box so narrow that they touch on both sides, through the boundary. */
TEST(Implicit, TwoContactsOfTwoGrains)
{
  const auto end = [](const std::string &fix) {
    Simulation sim(grain_box({"", "p p p", "block 0 1.95 0 1.6 0 3"}));
    create_grains(sim, {{0.5, 0.5, 0.5}, {1.4, 0.6, 0.5}}, {{0.5, 0, 1}, {0, 0, 0}});
    sim.run("pair_style contact/hooke\npair_coeff * * k 1000\n" + fix + "\ntimestep 5e-4\nrun 200");
    return sim.state();
  };
  const State exact = end(EXPLICIT);
  expect_same(end(IMPLICIT + "alpha 0"), exact, 1e-12);
  for (const std::string form : {"alpha 0.5", "scheme energy"})
    EXPECT_LE(largest_difference(end(IMPLICIT + form).v, exact.v), 0.02) << form;
}

/** Grains of three sizes and masses with Hertz' law. A grain at rest is hit by a large one, and
 *  hits a third one. */
// no kk: 150,000 steps of three grains; KokkosImplicit.GasWithAllForms has the same loops
TEST(Implicit, SizesAndDashpotsOfHertz)
{
  const auto end = [](const std::string &fix, double h) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0}, {1.6, 0.1, 0}, {3, 0, 0}}, {{5, 0, 0}, {0, 0, 0}, {0, 0, 0}});
    sim.run("set atom 1 diameter 2 mass 8\nset atom 2 mass 0.2\nset atom 3 type 2\npair_style "
            "contact/hertz\n"
            "pair_coeff 1 1 E 1e6 nu 0.2 damping restitution 0.6\n"
            "pair_coeff 2 2 E 3e6 nu 0.3 damping velocity 20 10\npair_coeff 1 2 E 2e6 nu 0.2 "
            "damping velocity 5 5\n" +
            fix + "\ntimestep " + number(h) + "\nrun " + std::to_string(std::lround(0.12 / h)));
    return sim.state();
  };
  const State exact = end(EXPLICIT, 2e-6);
  for (const std::string form : {"alpha 0", "alpha 0.5", "scheme energy"}) {
    const double coarse = largest_difference(end(IMPLICIT + form, 2e-5).v, exact.v),
                 fine = largest_difference(end(IMPLICIT + form, 5e-6).v, exact.v);
    EXPECT_LE(coarse, 0.05) << form;
    EXPECT_LE(fine, 0.005) << form;    // dashpots begin with a jump within a step
  }
}

// --- what is conserved ---

/** A gas loses what the dashpots take, whose forces have the same effect on either side of a
 *  contact. */
TEST(Implicit, DashpotsOnlyTakeEnergy)
{
  Simulation sim(dense_gas() + hooke(60) + IMPLICIT + "scheme energy tol 1e-12\n" + step_of(16) +
                 "compute r all erotate/sphere\nrun 0");
  double before = sim.value("ke+pe+c_r");
  for (int k = 0; k < 20; k++) {
    sim.run("run 5");
    const double now = sim.value("ke+pe+c_r");
    EXPECT_LT(now, before * (1 + 1e-12));
    before = now;
  }
}

// --- boxes ---

TEST(Implicit, NewtonAndTheBoxDoNotMatter)
{
  for (const std::string &form : FORMS)
    expect_same_in_other_boxes(hooke(60) + IMPLICIT + form, 1e-8);
}

TEST(Implicit, DiscsStayInThePlane)
{
  const auto end = [](const std::string &fix, int parts) {
    return discs(hooke(60) + fix, 32 * parts, 32 * parts);
  };
  const State exact = end(EXPLICIT, 16);
  for (const std::string &form : FORMS) {
    const State found = end(IMPLICIT + form, form == "theta 1 " ? 16 : 1);
    EXPECT_LE(largest_difference(found.x, exact.x), 4e-4) << form;
    EXPECT_LE(largest_difference(found.omega, exact.omega), 0.2) << form;
  }
}

// --- runs in pieces, and restarts ---

TEST(Implicit, RunsInPieces)
{
  for (const std::string &form : FORMS)
    expect_same_bits(impact(IMPLICIT + form, true, 60, "run 60"),
                     impact(IMPLICIT + form, true, 60, "run 17\nrun 20\nrun 23"));
}

/** The restart file is written while the grains touch. */
TEST(Implicit, RestartOfTwoGrainsIsExact)
{
  const std::string file = scratch_file("implicit.restart");
  for (const std::string &form : FORMS) {
    const State whole = impact(IMPLICIT + form, true, 60, "run 90");
    impact(IMPLICIT + form, true, 60, "run 45\nwrite_restart " + file);
    Simulation other("atom_modify map array\nread_restart " + file +
                     "\nneighbor 0.3 bin\nneigh_modify every 1 delay 0\n" + hooke(60) + IMPLICIT +
                     form + "\n" + step_of(50) + "run 45");
    expect_same_bits(other.state(), whole);
  }
}

/** A gas whose grains overlap by a few percent and fly apart, in long steps with one Newton step
 *  each. */
TEST(Implicit, RestartKeepsTheNumberOfFailedSteps)
{
  const std::string file = scratch_file("implicit_failed.restart");
  const std::string fix = IMPLICIT + "theta 1 newton 1 tol 1e-10 noconverge ignore\n" + step_of(1);
  Simulation sim(dense_gas("", 5.0) + hooke(0) + fix + "run 5\nwrite_restart " + file);
  EXPECT_GT(output(sim, FAILED), 0);
  Simulation other("atom_modify map array\nread_restart " + file + "\nneighbor 0.3 bin\n" +
                   hooke(0) + fix + "run 0");
  EXPECT_EQ(output(other, FAILED), output(sim, FAILED));
}

// --- steps that the fix chooses ---

/** Steps start with the last forces, so that a grain in flight needs no Newton step. */
TEST(Implicit, FlightNeedsNoNewtonSteps)
{
  for (const std::string form : {"alpha 0 ", "alpha 0.5 ", "alpha 1 ", "scheme energy "}) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0}}, {{1, 2, 3}});
    sim.run(hooke(0) + "fix g all gravity 1 vector 0.1 0 -1\n" + IMPLICIT + form +
            "tol 1e-10\ntimestep 0.01\nrun 1");
    EXPECT_EQ(output(sim, NEWTON), 0) << form;
    sim.run("run 20");
    EXPECT_EQ(output(sim, NEWTON), 0) << form;
    EXPECT_NEAR(sim.state().v[0].z, 3 - 21 * 0.01 / std::sqrt(1.01), 1e-12) << form;
  }
}

TEST(Implicit, AdaptiveStepsStayWithinTheirBounds)
{
  Simulation sim(dense_gas("", 3.0) + hooke(60) + IMPLICIT +
                 "theta 1 tol 1e-8 newton 5 adaptive yes 1e-4 5e-3\ntimestep 1e-3\n");
  double least = 1.0, most = 0.0, last = 1e-3;
  bool shorter = false, longer = false;
  for (int k = 0; k < 80; k++) {
    sim.run("run 1 pre no post no");
    const double now = sim.lammps()->update->dt;
    shorter |= now < last;
    longer |= now > last;
    last = now;
    least = std::min(least, now);
    most = larger(most, now);
  }
  EXPECT_GE(least, 1e-4);
  EXPECT_LE(most, 5e-3);
  EXPECT_TRUE(longer);
  EXPECT_TRUE(shorter);
  EXPECT_EQ(output(sim, FAILED), 0);
}

/** A step that the fix chooses is no longer than neighbor lists allow: by 0.4 of the skin with the
 *  fastest particle. */
TEST(Implicit, AdaptiveStepsStayWithinTheLists)
{
  Simulation sim(
      "units lj\natom_style sphere\nregion b block 0 60 0 60 0 60\ncreate_box 1 b\n"
      "create_atoms 1 single 1 1 1\ncreate_atoms 1 single 3 3 30\nset group all diameter 1 density "
      "1.9098593\n"
      "velocity all set 0 0 0\nset atom 1 vx 10\ncomm_modify vel yes\nneighbor 0.3 bin\n" +
      hooke(0) + IMPLICIT + "theta 1 adaptive yes 1e-4 0.1\ntimestep 1e-3\nrun 100");
  EXPECT_NEAR(sim.lammps()->update->dt, 0.4 * 0.3 / 10.0, 1e-12);
}

/** Grains at rest need no skin of the length that their weights would move them by: here 1.6. */
TEST(Implicit, StackAtRestInStepsOfAnyLength)
{
  Simulation sim(grain_box());
  std::vector<Vec3> x;
  for (int k = 0; k < 5; k++) x.push_back({0, 0, 0.5 + k});
  create_grains(sim, x);
  sim.run(hooke(60) + "fix g all gravity 1 vector 0 0 -1\n" +
          "fix w all wall/contact plane 0 0 0 0 0 1 k 1000 damping mass_velocity 60 30\n" + IMPLICIT +
          "theta 1\ntimestep 0.05\nrun 100\ntimestep 1.26\nrun 50");
  EXPECT_NEAR(sim.value("f_w[3]"), -5.0, 1e-4);
  EXPECT_EQ(output(sim, FAILED), 0);
}

/** With few Newton steps for each part, a gas in long steps has to be moved in parts; with more
 *  Newton steps it need not. */
TEST(Implicit, StepsThatFailAreMadeInParts)
{
  for (const std::string &form : FORMS) {
    if (form == "alpha 0 ") continue;    // a linear system
    const auto parts_of = [&](const std::string &newton) {
      Simulation sim(dense_gas() + hooke(60) + IMPLICIT + form + newton + "\n" + step_of(4));
      const Vec3 before = sum(sim.state().v);
      double parts = 1.0;
      for (int k = 0; k < 8; k++) {
        sim.run("run 1 pre no post no");
        parts = std::max(parts, output(sim, PARTS));
      }
      EXPECT_LE(norm(sum(sim.state().v) - before), 216 * 1e-13) << form << newton;
      EXPECT_EQ(output(sim, FAILED), 0) << form << newton;
      return parts;
    };
    EXPECT_EQ(parts_of("newton 50"), 1) << form;
    EXPECT_GT(parts_of("newton 3"), 1) << form;
  }
}
