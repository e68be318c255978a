// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger: no part depends on how a run is cut into pieces, also by a restart file. The
// reference is the unbroken run.

#include "scenario.h"

#include <algorithm>
#include <cmath>

using namespace scenario;

namespace {

constexpr int PARTS = 12;

/** A problem: atoms, and what must be said again behind read_restart. */
struct Input {
  std::string name, atoms, commands;
};

const std::string BOX = "boundary f f f\nregion box block -5 5 -5 5 -5 5\ncreate_box 1 box\n";
const std::string TWO = "atom_style sphere\n" + BOX + R"(
    create_atoms 1 single -0.53 0.02 0
    create_atoms 1 single 0.48 0 0.03
    set group all diameter 1
    set atom 1 mass 2
    set atom 2 mass 3
    set atom 1 vx 1 vy 0.3
    set atom 1 omega 1 2 3
)";
const std::string CLUMP = "atom_style hybrid sphere molecular\n" + BOX + R"(
    create_atoms 1 single -0.53 0.02 0
    create_atoms 1 single 0.35 0 0.03
    set group all diameter 1
    set group all mass 2
    set group all mol 1
    velocity all set 1 0.3 0
)";
const std::string ELLIPSOID = "atom_style ellipsoid\n" + BOX + R"(
    create_atoms 1 single 0 0 0
    set atom 1 shape 1 2 3 mass 3 quat 0 0 1 20 angmom 1 2 -1
)";
const std::string COMMON = R"(
    neighbor 0.4 bin
    comm_modify vel yes cutoff 4
    timestep 1e-3
    fix g all gravity 10 vector 0.1 0 -1
)";

std::string floor(const std::string &law, const std::string &pair)
{
  return COMMON + "pair_style contact/" + pair + "\npair_coeff * * " + law +
      "\nfix w all wall/contact plane 0 0 -0.51 0.1 0 1 " + law + "\n";
}

Input spheres(const std::string &fix, const std::string &law, const std::string &pair = "hooke")
{
  return {fix, TWO, floor(law, pair) + "fix 1 all " + fix + "\n"};
}

const std::string ELASTIC = "k 2e4";
const std::string DAMPED = "k 2e4 damping mass_velocity 30 10";
const std::string SPRINGS = DAMPED + " kt 5e3 mu 0.5";
const std::string RIGID = "stiffness 1 restitution 0.5";

/** The sum of the ledger and its parts. */
std::vector<double> books(Simulation &sim)
{
  sim.run("thermo_modify norm no");
  std::vector<double> all = {sim.value("f_e")};
  for (int k = 1; k <= PARTS; k++) all.push_back(sim.value("f_e[" + std::to_string(k) + "]"));
  return all;
}

void expect_same(const std::vector<double> &found, const std::vector<double> &expected,
                 const std::string &what)
{
  double largest = 0.0;
  for (const double a : expected) largest = std::max(largest, std::fabs(a));
  EXPECT_GT(largest, 1.0) << what;
  for (int k = 0; k <= PARTS; k++)
    EXPECT_NEAR(found[k], expected[k], 1e-11 * largest) << what << ", part " << k;
}

std::vector<double> in_pieces(const Input &input, const std::string &runs)
{
  Simulation sim("units lj\natom_modify map array\n" + input.atoms + input.commands +
                 "fix e all energy/ledger\nthermo_style custom step\n" + runs);
  return books(sim);
}

/** A grain hits another one and the floor, where the run is cut. */
void expect_pieces(const Input &input)
{
  const std::vector<double> expected = in_pieces(input, "run 90");
  expect_same(in_pieces(input, "run 15\nrun 25\nrun 50"), expected, input.name);
  expect_same(in_pieces(input, "run 15 post no\nrun 25 pre no post no\nrun 50 pre no"), expected,
              input.name + ", pre no");
}

void expect_restart(const Input &input)
{
  const std::string file = scratch_file("pieces");
  in_pieces(input, "run 25\nwrite_restart " + file);
  Simulation sim("units lj\natom_modify map array\nread_restart " + file + "\n" + input.commands +
                 "fix e all energy/ledger\nthermo_style custom step\nrun 65");
  expect_same(books(sim), in_pieces(input, "run 90"), input.name + ", restart");
}

const std::string SCHEMES[] = {"alpha 0.5", "alpha 0",       "alpha 0.3",
                               "theta 1",   "scheme energy", "alpha 0.5 dashpot live"};

}    // namespace

TEST(LedgerPieces, ImplicitSteps)
{
  for (const std::string &scheme : SCHEMES)
    for (const auto &law : {ELASTIC, DAMPED}) {
      const Input input = spheres("nve/sphere/implicit tol 1e-12 " + scheme, law);
      expect_pieces(input);
      expect_restart(input);
    }
  for (const std::string scheme : {"alpha 0.5", "theta 1"})
    expect_pieces(spheres("nve/sphere/implicit friction tresca tol 1e-12 " + scheme, SPRINGS));
}

// with dashpots a run goes on with other forces than those of the end of the run before: their
// velocities were not complete. Only a restart has those forces

TEST(LedgerPieces, ExplicitSteps)
{
  const std::string springs = ELASTIC + " kt 5e3 mu 0.5";
  expect_pieces(spheres("nve/sphere", springs));
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    expect_pieces(spheres(integrator.fix, springs));
    expect_restart(spheres(integrator.fix + " restart exact", ELASTIC));
    expect_restart(spheres(integrator.fix + " restart exact", DAMPED));
    expect_restart(spheres(integrator.fix + " restart exact", SPRINGS));
  }
}

TEST(LedgerPieces, ContactDynamics)
{
  const Input input = {"nve/sphere/cd", TWO,
                       COMMON + "pair_style contact/rigid\npair_coeff * * " + RIGID +
                           "\nfix w all wall/contact plane 0 0 -0.51 0.1 0 1 " + RIGID +
                           "\nfix 1 all nve/sphere/cd tol 1e-11\n"};
  expect_pieces(input);
  expect_restart(input);
}

TEST(LedgerPieces, Bodies)
{
  for (const std::string scheme : {"lgvi4", "midpoint"})
    expect_pieces({"rigid/small/variational", CLUMP,
                   floor(ELASTIC, "hooke") + "fix 1 all rigid/small/variational molecule scheme " +
                       scheme + "\n"});
  expect_pieces({"rigid/small/cd", CLUMP,
                 COMMON + "pair_style contact/rigid\npair_coeff * * " + RIGID +
                     "\nfix w all wall/contact plane 0 0 -0.51 0.1 0 1 " + RIGID +
                     "\nfix 1 all rigid/small/cd molecule tol 1e-11\n"});
}

TEST(LedgerPieces, Ellipsoids)
{
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const Input input = {fix, ELLIPSOID,
                         "pair_style none\ncomm_modify cutoff 2\ntimestep 1e-2\n"
                         "fix g all gravity 5 vector 0 0.1 -1\n"
                         "fix h all wall/harmonic zlo -1.0 100 1 1.5\nfix 1 all " +
                             fix + " restart exact\n"};
    expect_pieces(input);
    expect_restart(input);
  }
}
