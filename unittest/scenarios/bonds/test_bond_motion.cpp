// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Free bodies of bonded spheres without contacts: energies over long times, and bonds across a
// boundary that moves.

#include "../../soak.h"
#include "bonds/bonded_body.h"

#include "atom.h"
#include "lammps.h"

using namespace scenario;
using VARDEM::at_size;

namespace {

constexpr double PI = 3.14159265358979323846;
constexpr double J = 0.1;    // of solid spheres of diameter and mass 1

// A round beam of the diameter of the spheres, KM = EI/l = 1

const std::string BEAM = "beam " + number(64.0 / PI) + " 0.3 1.0 form N energy linear";

/** Gives the spheres other places and orientations, after the bonds have got their references.
 *  turns: about z. */
void deform(Simulation &sim, const BondedBody &body, const std::vector<Vec3> &x,
            const std::vector<double> &turns)
{
  LAMMPS_NS::Atom *atom = sim.lammps()->atom;
  sim.run("fix start all property/atom d2_start 4");
  int flag, columns;
  double **start = atom->darray[atom->find_custom("start", flag, columns)];
  for (int i = 0; i < atom->nlocal; i++) {
    const std::size_t n = atom->tag[i] - 1;
    std::copy_n(&x[n].x, 3, atom->x[i]);
    const double orientation[] = {std::cos(0.5 * turns[n]), 0.0, 0.0, std::sin(0.5 * turns[n])};
    std::copy_n(orientation, 4, start[i]);
  }
  sim.run("unfix move\n" + integrator(body, J, "newmark init d2_start"));
}

/** A ring in its second bending mode, whose amplitude is .1 R, at rest. No bond is stretched or
 *  sheared: with the angle theta along the ring, bonds turn by c sin 2 theta, and c = .15 moves the
 *  spheres by .1 R cos 2 theta. */
void create_bent_ring(Simulation &sim, int n)
{
  const BondedBody body = ring(n, 1.0);
  create(sim, body, no_contacts(body) + integrator(body, J) + binder(BEAM));
  sim.run("fix led all energy/ledger\nthermo 1000000\nrun 0");
  constexpr double c = 0.15;
  const double step = 2.0 * PI / n;
  std::vector<Vec3> x = {body.x[0]};
  std::vector<double> turns;
  for (int i = 0; i < n; i++) {
    const double at = PI + step * i, middle = at + 0.5 * step;
    const double way = middle + 0.5 * PI + c * std::sin(2.0 * middle);
    x.push_back(x.back() + Vec3{std::cos(way), std::sin(way), 0.0});
    turns.push_back(c * std::sin(2.0 * at) / std::cos(step));
  }
  EXPECT_LE(norm(x.back() - x[0]), 1e-12 * n);    // it is closed
  deform(sim, body, x, turns);
}

struct Energies {
  double change,
      moved;    // largest |E/E0 - 1|, and largest part that has changed from one kind to another
};

/** With steps of this part of compute timestep/contact. */
Energies run_freely(Simulation &sim, double part, int steps)
{
  constexpr int PARTS = 500;
  const double h = part * step(sim);
  sim.run("timestep " + number(h) + "\nrun 0");
  const double start = sim.value("f_led"), bonds = sim.value("f_led[4]");
  Energies most = {0.0, 0.0};
  for (int n = 0; n < PARTS; n++) {
    sim.run("run " + std::to_string(steps / PARTS) + " pre no post no");
    most.change = larger(most.change, std::fabs(sim.value("f_led") / start - 1.0));
    most.moved = larger(most.moved, std::fabs(sim.value("f_led[4]") - bonds) / start);
  }
  return most;
}

}    // namespace

// A ring of 80 bonds swings five times in 1e5 steps, and once in `make test`: the errors are as
// large in the first swing as in the others. It bends more for its bonds, and the start
// excites fast vibrations. Their part of the error, 3.1e-5, does not grow with time, and it is of
// second order

TEST(BondMotion, SmallRingKeepsItsEnergyAtSecondOrder)
{
  double change[2];
  for (int n : {0, 1}) {
    Simulation sim;
    create_bent_ring(sim, 80);
    const Energies found = run_freely(sim, (2 - n) * 0.1, (n + 1) * at_size(10000, 50000));
    EXPECT_GE(found.moved, 0.9);
    change[n] = found.change;
  }
  EXPECT_LE(change[1], 4e-5);
  EXPECT_NEAR(std::log2(change[0] / change[1]), 2.0, 0.1);
}

// --- dashpots ---

namespace {

/** r'' = -2/m (K r + D r'), r(0) = 0, r'(0) = v. */
double damped_oscillator(double m, double K, double D, double v, double t)
{
  const double rate = D / m, w = std::sqrt(2.0 * K / m - rate * rate);
  return v / w * std::exp(-rate * t) * std::sin(w * t);
}

struct Errors {
  double stretch, twist;    // over the amplitudes of the free oscillations
};

/** Of a pair that swings along its axis and about it until t = 2: six and three periods. */
Errors damped_pair(const std::string &velocity, double h)
{
  constexpr double KA = 200.0, KT = 4.0, DA = 0.3, DM = 0.02, V = 1e-3, T = 2.0;
  const BondedBody body = line(1, 1.0);
  Simulation sim;
  create(sim, body,
         no_contacts(body) + integrator(body, J) +
             binder("axial 200 shear 100 moment 3 torsion 4 form N energy linear damp 0.3 0.1 0.02 "
                    "velocity " +
                    velocity));
  sim.run("comm_modify vel yes\nset atom 1 vx " + number(-0.5 * V) + " omega " + number(-0.5 * V) +
          " 0 0\nset atom 2 vx " + number(0.5 * V) + " omega " + number(0.5 * V) +
          " 0 0\ntimestep " + number(h) + "\nrun " + std::to_string(std::lround(T / h)));
  const State end = sim.state("move");
  const double stretch = end.x[1].x - end.x[0].x - 1.0,
               twist =
                   2.0 * (std::atan2(end.q[1].x, end.q[1].w) - std::atan2(end.q[0].x, end.q[0].w));
  return {std::fabs(stretch - damped_oscillator(1.0, KA, DA, V, T)) / (V / std::sqrt(2.0 * KA)),
          std::fabs(twist - damped_oscillator(J, KT, DM, V, T)) / (V / std::sqrt(2.0 * KT / J))};
}

}    // namespace

// The relative motion of two spheres is that of a damped oscillator with half of the mass.
// Full-step velocities have second order, half-step velocities first order

TEST(BondMotion, DashpotsDampLikeThoseOfAnOscillator)
{
  for (const std::string velocity : {"onstep", "mid"}) {
    const Errors coarse = damped_pair(velocity, 2e-3), fine = damped_pair(velocity, 1e-3);
    const double stretch = std::log2(coarse.stretch / fine.stretch),
                 twist = std::log2(coarse.twist / fine.twist);
    EXPECT_LE(fine.stretch, 5e-3) << velocity;
    EXPECT_LE(fine.twist, 5e-3) << velocity;
    if (velocity == "mid") continue;
    EXPECT_NEAR(stretch, 2.0, 0.1);
    EXPECT_NEAR(twist, 2.0, 0.1);
  }
}

// --- a boundary that moves ---

namespace {

/** Two equal bonded pairs that swing and spin in the same way. One stays in the middle of the cell.
 *  The other one flies, so that its second sphere has left through the boundaries x and y at t =
 *  2. */
std::string pairs_in_cell(const std::string &deformation, const std::string &damp)
{
  return R"(
    units lj
    atom_style hybrid sphere bond
    atom_modify map array
    region box prism -5 5 -5 5 -5 5 0 0 0
    create_box 1 box bond/types 1 extra/bond/per/atom 4 extra/special/per/atom 10
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.5 0.7 0.4
    create_atoms 1 single 3.6 3.5 0.1
    create_atoms 1 single 4.1 4.2 0.5
    set group all diameter 1
    set group all mass 1
    create_bonds single/bond 1 1 2
    create_bonds single/bond 1 3 4
    bond_style binder
    bond_coeff 1 axial 200 shear 150 moment 20 )" +
      damp + R"(
    special_bonds lj 1 1 1
    pair_style zero 1.5
    pair_coeff * *
    comm_modify vel yes
    fix move all nve/sphere/rodrigues
    )" +
      deformation + R"(
    set atom 2 vy 0.1
    set atom 3 vx 0.8 vy 0.4
    set atom 4 vx 0.8 vy 0.5
    set atom 1 omega 0.3 -0.2 0.5
    set atom 3 omega 0.3 -0.2 0.5
    set atom 2 omega -0.4 0.1 0.9
    set atom 4 omega -0.4 0.1 0.9
    timestep 0.002
    )";
}

/** Spins, and velocities along z, which no boundary changes. */
void expect_same_motion(const std::string &script, const std::string &what)
{
  Simulation sim(script + "run 1000");
  const State end = sim.state();
  EXPECT_LT(end.x[3].x, 0.0) << what;
  EXPECT_LT(end.x[3].y, 0.0) << what;
  EXPECT_LE(norm(end.omega[0] - end.omega[2]), 1e-11) << what;
  EXPECT_LE(norm(end.omega[1] - end.omega[3]), 1e-11) << what;
  EXPECT_NEAR(end.v[0].z, end.v[2].z, 1e-11) << what;
  EXPECT_NEAR(end.v[1].z, end.v[3].z, 1e-11) << what;
  EXPECT_GE(norm(end.omega[0] - Vec3{0.3, -0.2, 0.5}), 0.1) << what;
}

}    // namespace

// The cell grows by .2 in x and shrinks by .3 in y per unit of time, and its y axis leans by .5
// towards -x. The pair that crosses its boundaries moves as the one that does not

TEST(BondMotion, BondsAcrossAMovingBoundaryAreNoOthers)
{
  const std::string stock =
      "fix cell all deform 1 x vel 0.2 y vel -0.3 xy vel -0.5 remap v units box";
  for (const std::string damp : {"", "damp 2 2 2", "damp 2 2 2 velocity mid"})
    expect_same_motion(pairs_in_cell(stock, damp), "fix deform, " + damp);
}

// A shear flow, whose images have constant velocities, as free bodies have

TEST(BondMotion, BondsAcrossTheBoundaryOfAFlowAreNoOthers)
{
  const std::string flow = "fix cell all deform/gradv gradv 0 0 0 -0.05 -0.04 0";
  for (const std::string damp : {"", "damp 2 2 2", "damp 2 2 2 velocity mid"})
    expect_same_motion(pairs_in_cell(flow, damp), "fix deform/gradv, " + damp);
}
