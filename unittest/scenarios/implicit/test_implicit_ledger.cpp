// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger with fix nve/sphere/implicit: what dashpots take, bonds that break, and
// particles that are inserted

#include "bonds/bonded.h"
#include "energy/ledger.h"
#include "implicit/implicit.h"

#include <algorithm>

using namespace scenario;

namespace {

/** Changes of the sum and of the dissipated energy in a run. */
struct Change {
  double sum, taken;
};

Change change_in(Simulation &sim, int steps)
{
  sim.run("run 0");
  const double first = sum(sim), taken = part(sim, DASHPOTS);
  sim.run("run " + std::to_string(steps));
  return {sum(sim) - first, part(sim, DASHPOTS) - taken};
}

std::string floor(const std::string &of_law)
{
  return "fix w all wall/contact plane 0 0 0 0 0 1 " + of_law + "\n";
}

}    // namespace

// --- one grain that stays in contact with a plane: a linear oscillator ---
//
// Reference: the equations (1) and (2) of doc/notes/implicit-steps.md for one coordinate. In a step
// the dashpot takes its force times the step times the mean of the velocities before and after it,
// which is the change of the kinetic energy by this force.

namespace {

constexpr double K = 500.0, H = 0.02, PUSH = 6.0;

struct Form {
  std::string name;
  double s, weight, drag, closing, ahead;
};
const Form FAMILY[] = {{"alpha 0 ", 0.0, 1.0, 0.5, 0.5, 0.5},
                       {"alpha 0.3 ", 0.3, 0.7, 0.5, 0.5, 0.2},
                       {"alpha 0.5 ", 0.5, 0.5, 0.5, 0.5, 0.0},
                       {"alpha 0.5 dashpot live ", 0.5, 0.5, 0.5, 0.5, 0.0},
                       {"theta 0.75 ", 0.75, 0.75, 0.75, 0.25, 0.0},
                       {"theta 1 ", 1.0, 1.0, 1.0, 0.0, 0.0},
                       {"scheme energy ", 0.5, 0.5, 0.5, 0.5, 0.0}};

struct Oscillator {
  double c, d = 0.015, v = 0.05, taken = 0.0;    // d: overlap, which v closes

  void step(const Form &f)
  {
    const double p = v - f.ahead * H * (PUSH - K * d);
    const double u =
        (p / H + f.weight * (PUSH - K * d)) / (1.0 / (H * H) + f.weight * f.s * K + f.drag * c / H);
    const double drag = (f.drag + f.closing) * c * u / H, at = d + f.s * u;
    d += u;
    const double next = p + H * (PUSH - K * at - drag) + f.ahead * H * (PUSH - K * d);
    taken += drag * H * 0.5 * (v + next);
    v = next;
  }
};

}    // namespace

TEST(ImplicitLedger, DashpotOfAnOscillator)
{
  for (const double c : {4.0, 30.0})
    for (const Form &form : FAMILY) {
      Simulation sim(grain_box());
      create_grains(sim, {{0, 0, 0.485}}, {{0, 0, -0.05}});
      sim.run(floor("k " + number(K) + " damping velocity " + number(c) + " 0") + hooke(0) +
              "fix push all addforce 0 0 -" + number(PUSH) + "\n" + IMPLICIT + form.name +
              "tol 1e-12\n" + LEDGER + "timestep " + number(H) + "\nrun 0\nrun 30");
      Oscillator exact{c};
      for (int n = 0; n < 30; n++) {
        exact.step(form);
        EXPECT_GT(exact.d, 0.0);
      }
      EXPECT_NEAR(sim.state().v[0].z, -exact.v, 1e-9) << form.name << c;
      EXPECT_NEAR(part(sim, DASHPOTS), exact.taken, 1e-9) << form.name << c;
      EXPECT_NEAR(sim.value("f_w[8]"), exact.taken, 1e-9) << form.name << c;
    }
}

// --- strong dashpots, for which implicit steps are made ---

/** A grain falls .5 with g = 10, and comes to rest: the dashpots take m g H = 5, and as much as it
 *  sinks into the plane. A step is 3 and .3 of the time in which they damp a velocity. */
TEST(ImplicitLedger, StrongDashpotsTakeTheEnergyOfAFall)
{
  for (const std::string form : {"alpha 0.5 ", "theta 0.5 ", "scheme energy "})
    for (const double gamma : {500.0, 5000.0}) {
      const std::string strong = "k 1e5 damping mass_velocity " + number(gamma) + " 0";
      Simulation sim(grain_box());
      create_grains(sim, {{0, 0, 1}});
      sim.run(floor(strong) + hooke(0) + "fix g all gravity 10 vector 0 0 -1\n" + IMPLICIT + form +
              "tol 1e-9\n" + LEDGER + "timestep 6e-4\n");
      const Change found = change_in(sim, 3000);
      EXPECT_NEAR(found.taken, 5.0 + 10.0 * 10.0 / 1e5, 1e-3) << form << gamma;
      EXPECT_NEAR(found.sum, 0.0, form == "scheme energy " ? 1e-7 : 5e-4) << form << gamma;
    }
}

/** Scheme energy loses nothing but what dashpots take: of pairs, whose grains are on both sides of
 *  periodic boundaries, of walls that move by forces, and in steps that are divided. */
TEST(ImplicitLedger, SchemeEnergyKeepsTheSumWithDashpots)
{
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    Simulation gas(dense_gas(newton) + hooke(600) + IMPLICIT + "scheme energy tol 1e-12\n" +
                   LEDGER + step_of(8));
    const Change found = change_in(gas, 60);
    EXPECT_GT(found.taken, 10.0);
    EXPECT_NEAR(found.sum, 0.0, 1e-9 * found.taken) << newton;
  }
}

TEST(ImplicitLedger, DashpotsOfDividedSteps)
{
  Simulation gas(dense_gas("newton on\n", 3.0) + hooke(600) + IMPLICIT +
                 "scheme energy tol 1e-9 newton 5\n" + LEDGER + step_of(1));
  gas.run("run 0");
  const double first = sum(gas);
  double most = 1.0;
  for (int n = 0; n < 20; n++) {
    gas.run("run 1");
    most = std::max(most, output(gas, PARTS));
  }
  EXPECT_GE(most, 2.0);
  EXPECT_EQ(output(gas, FAILED), 0.0);
  EXPECT_NEAR(sum(gas), first, 1e-9 * part(gas, DASHPOTS));
}

/** A lid under a load falls on grains. */
TEST(ImplicitLedger, DashpotsOfAFreeWall)
{
  for (const std::string motion : {"axis 0 0 -2 ", "translate "}) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0.5}, {2, 0, 0.5}, {0, 2, 0.5}});
    const std::string strong = law(600);
    sim.run(floor(strong) + "fix lid all wall/contact plane 0 0 1.01 0 0 -1 " + strong +
            " free 5 " + motion + "load 0 0 -100\n" + hooke(0) + IMPLICIT +
            "scheme energy tol 1e-12\n" + LEDGER + step_of(8));
    const Change found = change_in(sim, 600);
    EXPECT_GT(found.taken, 0.5) << motion;
    EXPECT_NEAR(found.sum, 0.0, 1e-9) << motion;
  }
}

/** A plane moves up and down and to the side below two grains. Its work is that of the forces which
 *  the step has, and not of those at its end, which strong dashpots turn round in each step. */
TEST(ImplicitLedger, WorkOfAWallThatMoves)
{
  for (const double gamma : {100.0, 3000.0}) {
    const std::string strong = law(gamma);
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0.6}, {0.1, 0, 1.7}});
    sim.run("variable up equal 0.1*sin(20*step*dt)\nvariable aside equal 0.05*sin(13*step*dt)\n"
            "region floor plane 0 0 0 0 0 1 move v_aside NULL v_up\n"
            "fix w all wall/contact region floor " +
            strong + "\n" + hooke(gamma) + "fix g all gravity 10 vector 0.2 0 -1\n" + IMPLICIT +
            "scheme energy tol 1e-12\n" + LEDGER + step_of(5));
    const Change found = change_in(sim, 2000);
    EXPECT_GT(part(sim, WALLS), 5.0) << gamma;
    EXPECT_NEAR(found.sum, 0.0, 1e-8 * part(sim, WALLS)) << gamma;
  }
}

/** Momenta of other times: the sum is as good as the elastic energy, of second order. */
TEST(ImplicitLedger, SumsOfTheFamilyAreOfSecondOrder)
{
  const auto change = [](const std::string &form, double h) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0.48}}, {{0, 0, 0}});
    sim.run(floor("k 1000 damping velocity 10 0") + hooke(0) +
            "fix g all gravity 10 vector 0 0 -1\n" + IMPLICIT + form + "tol 1e-12\n" + LEDGER +
            "timestep " + number(h) + "\n");
    return change_in(sim, static_cast<int>(std::lround(0.4 / h))).sum;
  };
  for (const std::string form : {"alpha 0 ", "alpha 0.3 "})
    EXPECT_NEAR(std::log2(change(form, 2e-3) / change(form, 1e-3)), 2.0, 0.1) << form;
}

// --- bonds ---

namespace {

/** Two grains that spin against each other, and bend their bond. */
std::string bent_pair(const std::string &coefficients)
{
  return bonded_box("newton on off\n") +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1.2 0 0\n" + MASS_ONE +
      "create_bonds single/bond 1 1 2\nbond_style binder\n"
      "bond_coeff * axial 200 shear 60 moment 10 form N energy linear " +
      coefficients + "\n" + hooke(0) + "set atom 1 omega 0 1 0\nset atom 2 omega 0 -1 0\n";
}

}    // namespace

/** Implicit steps have the force of a bond until the end of the step in which it breaks. */
TEST(ImplicitLedger, BreakingKeepsTheSumToSecondOrder)
{
  const auto change = [](const std::string &form, double h) {
    Simulation sim(bent_pair("break bend 0.05") + IMPLICIT + form + "tol 1e-12\n" + LEDGER +
                   "timestep " + number(h) + "\n");
    const double found = change_in(sim, static_cast<int>(std::lround(0.04 / h))).sum;
    EXPECT_GT(part(sim, FRACTURE), 5e-3);
    return found;
  };
  for (const std::string form : {"alpha 0 ", "alpha 0.5 "})
    EXPECT_LT(std::fabs(change(form, 1.25e-3)), 1e-5) << form;
}

TEST(ImplicitLedger, StrongDashpotsOfBonds)
{
  Simulation sim(bent_pair("damp 300 200 40") + IMPLICIT + "alpha 0.5 tol 1e-12\n" + LEDGER +
                 "timestep 0.02\n");
  const Change found = change_in(sim, 200);
  EXPECT_GT(found.taken, 0.02);
  EXPECT_NEAR(found.sum, 0.0, 1e-2 * found.taken);
}

// --- particles that come and go in a run ---

/** The work of gravity on a particle begins behind the step in which it comes: the sum is the same
 *  to round-off. */
TEST(ImplicitLedger, ParticlesThatComeAndGo)
{
  for (const std::string form : {"alpha 0 ", "alpha 0.5 ", "theta 1 "}) {
    Simulation sim(
        grain_box({"", "p p f", "block 0 6 0 6 0 30"}) +
        "create_atoms 1 single 1 1 28\nset group all diameter 1\nset group all mass 1\n" +
        hooke(0) +
        "fix g all gravity 10 vector 0 0 -1\n"
        "region above block 1 5 1 5 10 25\nregion everywhere block INF INF INF INF INF INF\n"
        "fix in all deposit 5 1 7 4711 region above near 1.1 vz -2 -2\n" +
        IMPLICIT + form + "\n" + LEDGER + "timestep 0.01\n");
    const Change found = change_in(sim, 50);
    EXPECT_EQ(sim.value("atoms"), 6.0);
    EXPECT_NEAR(found.sum, 0.0, 1e-11) << form;
    if (form == "alpha 0 ") continue;    // within a step its velocities are those of another time
    const double before = sum(sim);
    sim.run("fix out all evaporate 1 1 everywhere 9876\nrun 3");
    EXPECT_EQ(sim.value("atoms"), 3.0);
    EXPECT_NEAR(sum(sim), before, 1e-11) << form;
  }
}
