// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// A law that can pull, made of cohesive_law.h alone, in all that knows laws: pair style, wall,
// vector lanes, compute contact/force, fix energy/ledger, compute timestep/contact, restart files;
// and those that refuse it. The references are the formulas of the law, written here anew: with d
// the overlap, N = K d^(3/2) - F for d >= 0 and N = -F up to the gap D.

#include "cohesive_law.h"
#include "packing.h"
#include "soft_contact.h"
#include "timestep.h"

#include "atom.h"

#include <cmath>

using namespace scenario;

namespace {

constexpr double K = 1e4, F = 20.0, D = 0.02;
const double REST = std::cbrt(F / K * (F / K));      // overlap at which N = 0
const double SEPARATION = 0.6 * F * REST + F * D;    // work that takes two grains apart from there
const std::string LAW = "k 1e4 pull 20 range 0.02", FRICTION = " kt 5e3 mu 0.3";
const std::string PAIR = "pair_style contact/cohesive\npair_coeff * * " + LAW;
const std::string WALL = "fix w all wall/contact/cohesive plane 0 0 0 1 0 0 " + LAW;
const std::string NO_PAIR = "pair_style zero 1.0\npair_coeff * *";
const std::string LEDGER = "fix led all energy/ledger\nthermo_modify norm no\n";

double force(double d)
{
  return K * std::pow(std::max(d, 0.0), 1.5) - F;
}

/** One or two grains along x: the second one, or the only one with a plane at 0, has this gap. */
std::string grains(double gap, const std::string &contacts, const std::string &before = "")
{
  const bool wall = contains(contacts, "wall/contact");
  const double x = wall ? 0.5 + gap : 1.0 + gap;
  return empty_box(before) + (wall ? "" : "create_atoms 1 single 0 0 0\n") +
      "create_atoms 1 single " + number(x) + " 0 0\n" + MASS_ONE + contacts + "\n" + FORCES;
}

const std::string CONTACTS[] = {PAIR, PAIR + FRICTION, NO_PAIR + "\n" + WALL,
                                NO_PAIR + "\n" + WALL + FRICTION};

double *last(double **of, const Simulation &sim)
{
  return of[sim.lammps()->atom->map(sim.lammps()->atom->natoms)];
}

/** Grains that fly apart have lost this energy, also for the ledger. In the step in which a
 *  contact begins or ends, the force acts for up to a step too long or too short. */
void expect_loss(const std::string &script, double lost)
{
  constexpr double h = 4e-5, FASTEST = 3.0, BOUND = 2.0 * F * FASTEST * h;
  CohesiveSimulation sim(script + LEDGER + "timestep " + number(h) +
                         "\nfix nve all nve/sphere\nrun 0");
  const auto kinetic = [&] {
    double sum = 0.0;
    for (const Vec3 &v : sim.state().v) sum += 0.5 * dot(v, v);
    return sum;
  };
  const double start = kinetic(), balance = sim.value("f_led");
  sim.run("run 4000");
  EXPECT_NEAR(start - kinetic(), lost, BOUND) << script;
  EXPECT_NEAR(sim.value("f_led"), balance, BOUND) << script;
}

}    // namespace

// The contact begins at the touch and ends at the gap D; rows of compute contact/force are there as
// long as it holds.

TEST(CohesiveLaw, PullsUntilTheGapIsWide)
{
  for (const std::string skin : {"neighbor 0.3 bin\n", "neighbor 0.004 bin\n"})
    for (const std::string newton : {"newton on\n", "newton off\n"})
      for (const std::string &contacts : CONTACTS) {
        CohesiveSimulation sim(grains(0.031, contacts, newton) + skin +
                               "timestep 0.001\n"
                               "group moved id $(atoms)\nrun 0 post no");
        bool held = false;
        double strongest = 0.0, widest = 0.0;
        for (const std::string v : {"-2", "2"}) {
          sim.run("fix m moved move linear " + v + " 0 0");
          for (int k = 0; k < 33; k++) {
            sim.run("run 1 post no");
            const bool wall = contains(contacts, "wall/contact");
            const double gap = last(sim.lammps()->atom->x, sim)[0] - (wall ? 0.5 : 1.0);
            held = gap < (held ? D : 0.0);
            const double expected = held ? force(-gap) : 0.0;
            EXPECT_NEAR(last(sim.lammps()->atom->f, sim)[0], expected, 1e-11 * K) << gap;
            const auto rows = contact_forces(sim);
            ASSERT_EQ(rows.size(), held ? 1u : 0u) << gap << " " << contacts;
            if (!held) continue;
            EXPECT_NEAR(rows[0].gap, gap, 1e-14);
            EXPECT_NEAR(rows[0].force.x, (wall ? 1.0 : -1.0) * expected, 1e-11 * K);
            strongest = std::max(strongest, -expected);
            widest = std::max(widest, gap);
          }
          sim.run("unfix m");
        }
        EXPECT_NEAR(strongest, F, 1e-11 * F);
        EXPECT_NEAR(widest, D, 2e-3) << "the gap grows by 0.002 in a step";
      }
}

// Two grains of mass 1 with v and -v along x, and one at a wall with v.

TEST(CohesiveLaw, EnergyOfSeparation)
{
  for (const std::string &contacts : CONTACTS)
    expect_loss(grains(-REST, contacts) + "set atom $(atoms) vx 2\n", SEPARATION);
}

TEST(CohesiveLaw, EnergyOfAnImpact)
{
  for (const std::string &contacts : CONTACTS)
    expect_loss(grains(0.01, contacts) + "set atom $(atoms) vx -2\n", F * D);
}

// Coulomb's bound is mu (N + F) = mu K d^(3/2), also where N < 0.

TEST(CohesiveLaw, CriticalForceOfFriction)
{
  for (const double d : {0.5 * REST, REST, 2.0 * REST})
    for (const std::string &contacts : {CONTACTS[1], CONTACTS[3]}) {
      CohesiveSimulation sim(grains(-d, contacts) +
                             "group moved id $(atoms)\n"
                             "fix m moved move linear 0 1 0\ntimestep 1e-4\nrun 300");
      const double *x = last(sim.lammps()->atom->x, sim), *f = last(sim.lammps()->atom->f, sim);
      const bool wall = contains(contacts, "wall/contact");
      const Vec3 e = {x[0], wall ? 0.0 : x[1], 0.0}, n = (1.0 / norm(e)) * e;
      const double overlap = (wall ? 0.5 : 1.0) - norm(e);
      const double across = f[1] * n.x - f[0] * n.y, bound = 0.3 * (force(overlap) + F);
      EXPECT_NEAR(-across, bound, 1e-9 * bound) << contacts;
    }
}

// The stiffness 3/2 K sqrt(d) at the overlap of rest: 2 over the frequency of two free grains, or
// of one at the wall.

TEST(CohesiveLaw, LinearizedStiffness)
{
  for (const std::string &contacts : {CONTACTS[0], CONTACTS[2]}) {
    CohesiveSimulation sim(grains(-REST, contacts) + "fix nve all nve/sphere\n");
    const double mobility = contains(contacts, "wall/contact") ? 1.0 : 2.0;
    const double expected = 2.0 / std::sqrt(1.5 * K * std::sqrt(REST) * mobility);
    EXPECT_NEAR(step(sim), expected, 1e-6 * expected) << contacts;
  }
}

// Vector lanes: forces on many grains are the sums over all pairs that overlap; later those of the
// rows, which one contact at a time gives.

TEST(CohesiveLaw, VectorLanes)
{
  for (const std::string friction : {"", " kt 5e3 mu 0.3 damping restitution 0.8"}) {
    CohesiveSimulation sim(dense_grains() + PAIR + friction + "\n" + FORCES +
                           "compute pe all pe\n" + "fix nve all nve/sphere\ntimestep 2e-4\n");
    if (friction.empty()) {
      sim.run("run 0");
      auto *atom = sim.lammps()->atom;
      double error = 0.0;
      for (int i = 0; i < atom->nlocal; i++) {
        Vec3 sum = {0.0, 0.0, 0.0};
        for (int j = 0; j < atom->nlocal; j++) {
          if (i == j) continue;
          double e[3];
          for (int k = 0; k < 3; k++) {
            e[k] = atom->x[i][k] - atom->x[j][k];
            e[k] -= 5.0 * std::round(e[k] / 5.0);
          }
          const Vec3 branch = {e[0], e[1], e[2]};
          const double d = atom->radius[i] + atom->radius[j] - norm(branch);
          if (d > 0.0) sum = sum + (force(d) / norm(branch)) * branch;
        }
        error = std::max(error, norm(sum - *VARDEM::vectors_at(atom->f[i])));
      }
      EXPECT_LT(error, 1e-9 * K);
    }
    sim.run("run 100");
    int pulling = 0;
    for (const auto &c : contact_forces(sim)) pulling += c.gap > 0.0;
    EXPECT_GT(pulling, 10);
    expect_rows_add_up(sim);
  }
}

// A contact that holds across its gap holds on behind a restart, with the coefficients of the file.

TEST(CohesiveLaw, RestartInTheGap)
{
  const std::string file = scratch_file("restart"),
                    leapfrog = "fix 1 all nve/sphere/leapfrog restart exact\n";
  CohesiveSimulation sim(grains(-REST, PAIR) + "set atom 2 vx 2\ntimestep 1e-4\n" + leapfrog +
                         "run 130\nwrite_restart " + file);
  ASSERT_GT(last(sim.lammps()->atom->x, sim)[0] - sim.lammps()->atom->x[0][0], 1.002);
  ASSERT_NEAR(last(sim.lammps()->atom->f, sim)[0], -F, 1e-9);
  sim.run("run 100 pre no");
  CohesiveSimulation again("");
  again.run("read_restart " + file + "\n" + leapfrog + "timestep 1e-4\nrun 100");
  EXPECT_EQ(different_bits(sim.state().x, again.state().x), 0);
  EXPECT_EQ(different_bits(sim.state().v, again.state().v), 0);
}

// All that solve for forces >= 0 refuse the law, of the pair style and of walls. (Fix nve/sphere/cd
// refuses all soft contacts.)

TEST(CohesiveLaw, SolversRefuseIt)
{
  const std::string solvers[] = {"fix s all compatible/cd 1\nrun 0",
                                 "fix s all nve/sphere/implicit\nrun 0",
                                 "min_style contact/newton\nminimize 0 1e-6 10 10"};
  for (const std::string &solver : solvers) {
    const std::string rigid = "pair_style contact/hooke\npair_coeff * * k 1000\n";
    for (const std::string &contacts : {PAIR, rigid + WALL}) {
      CohesiveSimulation sim(grains(-0.01, contacts));
      const std::string owner = contacts == PAIR ? "pair style contact/cohesive"
                                                 : "fix wall/contact/cohesive w";
      expect_parts(sim.error_of(solver),
                   {"solves for contact forces that only push", "cohesive of " + owner});
    }
  }
}
