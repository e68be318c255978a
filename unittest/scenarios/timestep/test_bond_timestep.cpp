// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute timestep/contact with bond styles binder and contact/hooke: against exact frequencies,
// against the matrix of all bonds, and against runs.

#include "../../reference/stiffness_blocks.h"
#include "bonds/bonded.h"
#include "timestep/timestep.h"

#include "atom.h"
#include "kernels/bond/binder_tangent.h"
#include "lammps.h"

#include <Eigen/Dense>

#include <cmath>

using namespace scenario;

namespace {

const std::string NVE = "fix nve all nve/sphere/rodrigues\n";
constexpr double J = 0.1;    // moment of inertia of a ball of diameter 1 and mass 1

/** n grains in a row along x, apart by 1, each bonded to the next. */
std::string chain(int n, const std::string &before = "")
{
  std::string script = bonded_box(before, "hybrid sphere bond", "block -5 60 -5 5 -5 5");
  for (int i = 0; i < n; i++) script += "create_atoms 1 single " + std::to_string(i) + " 0 0\n";
  script += MASS_ONE;
  for (int i = 1; i < n; i++)
    script +=
        "create_bonds single/bond 1 " + std::to_string(i) + " " + std::to_string(i + 1) + "\n";
  return script + NO_CONTACTS + NVE;
}

std::string binder(const std::string &coefficients)
{
  return "bond_style binder\nbond_coeff * " + coefficients + " form N energy linear\n";
}

/** A ball of grains of two sizes, in any order, with bonds between all that are near. */
std::string ball(const std::string &style, const std::string &before = "")
{
  return bonded_box(before) +
      "region ball sphere 0 0 0 2.2\nlattice sc 1.05\ncreate_atoms 1 region ball\n"
      "displace_atoms all random 0.08 0.08 0.08 917\n"
      "variable d atom 0.9+0.05*(id%3)\nset group all diameter v_d\nset group all density 1.9\n"
      "pair_style zero 2.5\npair_coeff * *\n" +
      style + NVE + "create_bonds/gap all all 1 0.25\n";
}

/** The largest stable step of the bonds of one type, from the tangents of doc/notes/binder-bonds.md
 *  6 as one matrix M^-1/2 K M^-1/2, and its symmetric part. start: the state when the bonds were
 *  free of stress. */
class BondMatrix {
 public:
  BondMatrix(const Simulation &sim, const VARDEM::Binder &law, const State &start, const State &now)
  {
    auto *atom = sim.lammps()->atom;
    const int n = atom->nlocal;
    K = Eigen::MatrixXd::Zero(6 * n, 6 * n);
    root = Eigen::VectorXd(6 * n);
    for (int i = 0; i < n; i++) {
      const int at = 6 * (atom->tag[i] - 1);
      const double m = atom->rmass[i], R = atom->radius[i];
      root.segment<3>(at).setConstant(1.0 / std::sqrt(m));
      root.segment<3>(at + 3).setConstant(1.0 / std::sqrt(0.4 * m * R * R));
      for (int b = 0; b < atom->num_bond[i]; b++)
        add(law, start, now, (int) atom->tag[i] - 1, (int) atom->bond_atom[i][b] - 1);
    }
    K = (root.asDiagonal() * (0.5 * (K + K.transpose())) * root.asDiagonal()).eval();
  }

  double stable_step() const
  {
    return 2.0 /
        std::sqrt(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K, Eigen::EigenvaluesOnly)
                      .eigenvalues()
                      .maxCoeff());
  }

 private:
  Eigen::MatrixXd K;
  Eigen::VectorXd root;

  void add(const VARDEM::Binder &law, const State &start, const State &now, int i, int j)
  {
    const auto reference = VARDEM::bond_reference(start.x[j] - start.x[i], start.q[i], start.q[j]);
    const auto g = VARDEM::bond_geometry(reference, now.x[j] - now.x[i], now.q[i], now.q[j]);
    VARDEM::PairBlock blocks[2][2];
    VARDEM::stiffness_blocks(VARDEM::binder_tangent<VARDEM::ShearN>(law, g), blocks);
    const int at[] = {6 * i, 6 * j};
    for (int p : {0, 1})
      for (int q : {0, 1})
        for (int a = 0; a < 6; a++)
          for (int b = 0; b < 6; b++) K(at[p] + a, at[q] + b) += blocks[p][q].a[a][b];
  }
};

const std::string STIFF = "axial 300 shear 150 moment 12 torsion 9";
constexpr VARDEM::Binder LAW = {300.0, 150.0, 0.0, 12.0, 9.0, 0.0, 0.0, 0.0};

}    // namespace

// --- exact frequencies ---

// Two bodies, m = 1, l0 = 1, by hand: 2 KA/m; 2 KS (1/m + (l0/2)^2/J); 2 KM/J; 2 KT/J. In turn each
// of them is the largest. Where shear and bending act both, the bound is not exact, but close.

TEST(BondTimestep, OfTwoBodiesIsExact)
{
  const struct {
    const char *coefficients;
    double square, below;
  } cases[] = {{"axial 500 shear 10 moment 2", 2.0 * 500.0, 1e-12},
               {"axial 50 shear 100 moment 0", 2.0 * 100.0 * (1.0 + 0.25 / J), 1e-12},
               {"axial 50 shear 100 moment 2", 2.0 * 100.0 * (1.0 + 0.25 / J), 1e-5},
               {"axial 50 shear 0 moment 20 torsion 2", 2.0 * 20.0 / J, 1e-12},
               {"axial 50 shear 10 moment 20 torsion 2", 2.0 * 20.0 / J, 3e-4},
               {"axial 50 shear 10 moment 2 torsion 40", 2.0 * 40.0 / J, 1e-12}};
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const auto &c : cases) {
      const double ratio =
          step_of(chain(2, newton) + binder(c.coefficients)) / (2.0 / std::sqrt(c.square));
      EXPECT_LE(ratio, 1.0 + 1e-12) << c.coefficients;
      EXPECT_GE(ratio, 1.0 - c.below) << c.coefficients;
    }
}

// The quadratic energy of shear has no stiffness at rest, and form B that of bending besides:
// doc/notes/binder-bonds.md 3.4

TEST(BondTimestep, FormsOfShear)
{
  const std::string script = chain(2) + "bond_style binder\nbond_coeff * ";
  EXPECT_NEAR(step_of(script + "axial 50 shear 1000 moment 2"), 2.0 / std::sqrt(2.0 * 50.0), 1e-12);
  const double B = step_of(script + "axial 50 shear 100 moment 20 torsion 1 energy linear form B"),
               exact = 2.0 / std::sqrt(2.0 * (20.0 + 25.0) / J);
  EXPECT_LE(B, exact);
  EXPECT_GE(B, 0.96 * exact);
  EXPECT_NEAR(
      step_of(script + "axial 50 shear 100 moment 20 torsion 1 energy linear form B", "sweeps 0"),
      0.78 * exact, 0.01 * exact);    // couplings count with the sweeps only
}

TEST(BondTimestep, OfTwoHookeanBodiesIsExact)
{
  const std::string script = chain(2) + "bond_style contact/hooke\nbond_coeff * ";
  EXPECT_NEAR(step_of(script + "k 300"), 2.0 / std::sqrt(600.0), 1e-12);
  // h^2 k + 2 h c = 4 m_eff with a dashpot on the velocity of half a step before, m_eff = 1/2, c =
  // 7; the same with velocity onstep, as it is strong at this step. A weak one counts twice with
  // onstep: h^2 k + 4 h c = 4 m_eff (doc/notes/soft-contacts.md 6)
  const double k = 300.0, c = 7.0, weak = 0.5;
  for (const std::string velocity : {"mid", "onstep"})
    EXPECT_NEAR(step_of(script + "k 300 damping velocity 7 0 velocity " + velocity),
                (-c + std::sqrt(c * c + 2.0 * k)) / k, 1e-12);
  EXPECT_NEAR(step_of(script + "k 300 damping velocity 0.5 0 velocity onstep"),
              (-2.0 * weak + std::sqrt(4.0 * weak * weak + 2.0 * k)) / k, 1e-12);
  EXPECT_NEAR(step_of(script + "k 300 damping velocity 7 0", "dashpots no"), 2.0 / std::sqrt(600.0),
              1e-12);
}

// Dashpots of bond style binder: the one along the bond, D_a/l0^2 = 7, as above

TEST(BondTimestep, DashpotsCount)
{
  const struct {
    std::string damp;
    double counted;    // c, as often as it counts
  } cases[] = {{"7 0 0 velocity mid", 7.0}, {"7 0 0 velocity onstep", 7.0}, {"0.5 0 0", 1.0}};
  const double k = 300.0;
  for (const auto &[damp, c] : cases)
    EXPECT_NEAR(step_of(chain(2) +
                        "bond_style binder\nbond_coeff * axial 300 shear 0 moment 0 damp " + damp),
                (-c + std::sqrt(c * c + 2.0 * k)) / k, 1e-12)
        << damp;
}

// --- packings ---

// The bound against the exact limit of the matrix of all bonds. Free of stress it is within .95 of
// it; with strains it stays below it.

TEST(BondTimestep, BoundIsBelowTheExactLimitOfAPacking)
{
  Simulation sim(ball(binder(STIFF)) + "run 0\n");
  const State start = sim.state("nve");
  const double bound = step(sim), exact = BondMatrix(sim, LAW, start, start).stable_step();
  EXPECT_LE(bound, exact);
  EXPECT_GE(bound, 0.95 * exact);
  EXPECT_LE(step(sim, "sweeps 0"), bound);

  // the whole twists and stretches
  sim.run("variable vx atom 0.3*x-1.5*y*z\nvariable vy atom 1.5*x*z\nvariable vz atom -0.2*z\n"
          "velocity all set v_vx v_vy v_vz\ntimestep 0.002\nrun 60\n");
  const State now = sim.state("nve");
  const double strained = step(sim), limit = BondMatrix(sim, LAW, start, now).stable_step();
  const double strain = VARDEM::norm(now.x[1] - now.x[0]) / VARDEM::norm(start.x[1] - start.x[0]);
  EXPECT_LE(strained, limit);
  EXPECT_GE(strained, 0.6 * limit);
  printf("bound/exact %.4f, strained %.4f (l/l0 of a bond %.3f)\n", bound / exact, strained / limit,
         strain);
}

// Above the exact limit round-off grows, below the bound it does not

TEST(BondTimestep, RunsAboveTheLimitBlowUp)
{
  Simulation sim(ball(binder(STIFF)) + "run 0\n");
  const State start = sim.state("nve");
  const double bound = step(sim), exact = BondMatrix(sim, LAW, start, start).stable_step();
  const auto energy_after = [&](double h, int steps) {
    Simulation run(ball(binder(STIFF)) + "velocity all create 1e-28 371\ntimestep " + number(h) +
                   "\nthermo_style custom step ke ebond\nthermo_modify norm no\nrun " +
                   std::to_string(steps));
    return run.value("ke") + run.value("ebond");
  };
  const double before = energy_after(bound, 0);
  EXPECT_LE(energy_after(bound, 1000), 100.0 * before);
  EXPECT_GE(energy_after(1.02 * exact, 150), 1e6 * before);
}

// --- several styles, parts of LAMMPS ---

// Each sub-style of bond style hybrid counts: three bodies in a row, of which the one in the middle
// has both bonds. Frequencies of two springs k1, k2 between equal masses: w^2 = k1 + k2 + sqrt(k1^2
// + k2^2 - k1 k2) (doc/notes/binder-bonds.md 8).

TEST(BondTimestep, SubStylesOfHybridCount)
{
  const auto exact = [](double a, double b) {
    return 2.0 / std::sqrt(a + b + std::sqrt(a * a + b * b - a * b));
  };
  const auto bonds = [](const std::string &styles) {
    return bonded_box("", "hybrid sphere bond", "block -5 60 -5 5 -5 5") +
        "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\ncreate_atoms 1 single 2 0 0\n" +
        MASS_ONE + NO_CONTACTS + NVE +
        "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 2 2 3\n" + "bond_style hybrid " +
        styles;
  };
  EXPECT_NEAR(step_of(bonds("binder contact/hooke\nbond_coeff 1 binder axial 200 shear 0 moment 0\n"
                            "bond_coeff 2 contact/hooke k 100\n")),
              exact(200.0, 100.0), 1e-4);
  EXPECT_NEAR(step_of(bonds("binder harmonic\nbond_coeff 1 binder axial 200 shear 0 moment 0\n"
                            "bond_coeff 2 harmonic 50 1\n")),
              exact(200.0, 100.0), 1e-4);
  EXPECT_NEAR(step_of(bonds("harmonic morse\nbond_coeff 1 harmonic 100 1\n"
                            "bond_coeff 2 morse 50 1 1\n")),
              exact(200.0, 100.0), 1e-4);    // 2 D alpha^2 = 100
}

// A body that does not move, and a bond across a periodic boundary

TEST(BondTimestep, FrozenBodiesAndBoundaries)
{
  const std::string bond = binder("axial 300 shear 1 moment 0.1");
  EXPECT_NEAR(step_of(chain(2) + bond + "group one id 1\nfix f one freeze\n"),
              2.0 / std::sqrt(300.0), 1e-12);
  EXPECT_NEAR(step_of(bonded_box() +
                      "create_atoms 1 single -4.6 0 0\ncreate_atoms 1 single 4.4 0 0\n" + MASS_ONE +
                      "create_bonds single/bond 1 1 2\n" + NO_CONTACTS + NVE + bond),
              2.0 / std::sqrt(600.0), 1e-12);
  for (const std::string newton : {"newton on\n", "newton off\n"})
    EXPECT_NEAR(step_of(bonded_box(newton) +
                        "create_atoms 1 single -4.6 0 0\ncreate_atoms 1 single 4.4 0 0\n" +
                        MASS_ONE + "create_bonds single/bond 1 1 2\n" + NO_CONTACTS + NVE +
                        "bond_style hybrid harmonic\nbond_coeff * harmonic 150 1\n"),
                2.0 / std::sqrt(600.0), 1e-4);
}

// fix timestep/contact follows

TEST(BondTimestep, FixSetsTheStep)
{
  Simulation sim(chain(2) + binder("axial 300 shear 1 moment 0.1") +
                 "fix step all timestep/contact 10 safety 0.5\ntimestep 0.05\nrun 20\n");
  EXPECT_NEAR(sim.value("dt"), 0.5 * 2.0 / std::sqrt(600.0), 1e-12);
}

TEST(BondTimestep, StepsAboveTheLimitOfABondAreAWarning)
{
  const double limit = 2.0 / std::sqrt(2.0 * 100.0 * (1.0 + 0.25 / J));
  Simulation sim(chain(3) + binder("axial 50 shear 100 moment 2"));
  EXPECT_FALSE(contains(sim.output_of("timestep " + number(0.999 * limit) + "\nrun 0"),
                        "limit of stability of two bodies"));
  const std::string text = sim.output_of("timestep " + number(1.001 * limit) + "\nrun 0");
  EXPECT_TRUE(contains(text, "Bond style binder: the time step 0.07567 is above 0.07559")) << text;
  EXPECT_FALSE(contains(sim.output_of("run 0"), "limit of stability"));    // once
}
