/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Chains of 30 bonds that are clamped at one end, against the theory of beams: deflections in equilibrium, to which damping leads, and
// frequencies of vibrations. Lengths of bonds, masses and KM are 1, so EI = KM l = 1.

#include "bonded_body.h"

#include "gtest/gtest.h"

using namespace scenario;

namespace {

constexpr int BONDS = 30, TIP = BONDS + 1;
constexpr double L = BONDS, J = 0.1;
constexpr double ROOTS[] = {1.8751040687, 4.6940911330, 7.8547574382};    // cos r cosh r = -1
const std::string STRAIGHT = "axial 100 shear 100 moment 1 energy linear form N";

/** Angular frequency of mode n of the beam of Euler and Bernoulli. */
double frequency(int n)
{
  return ROOTS[n] * ROOTS[n] / (L * L);
}

/** A straight chain without load whose first sphere does not move. */
void create_cantilever(Simulation &sim, const std::string &coefficients)
{
  const BondedBody body = line(BONDS, 1.0);
  create(sim, body,
         "group beam id > 1\ngroup tip id " + std::to_string(TIP) + "\n" + no_contacts(body) +
             integrator(body, J, "newmark", "beam") + binder(coefficients));
  sim.run("run 0\n");    // the bonds get their references
}

/** Brings it to rest. w: the lowest frequency, about. */
State at_rest(Simulation &sim, const std::string &load, double w, double h)
{
  sim.run("fix load tip " + load + "\nfix damp beam viscous " + number(2.0 * w) +
          "\nfix turns beam damping/cundall/onstep 0 0.3\ntimestep " + number(h) + "\nrun " +
          std::to_string(std::lround(10.0 / (w * h))));
  return sim.state("move");
}

/** A load across the tip. Returns the way of the tip. */
Vec3 deflection(const std::string &coefficients, double P)
{
  Simulation sim;
  create_cantilever(sim, coefficients);
  const State end = at_rest(sim, "addforce 0 " + number(P) + " 0", frequency(0), 0.04);
  return end.x.back() - Vec3{L, 0.0, 0.0};
}

}    // namespace

// Timoshenko's beam: P L^3/(3 EI) + P L/(k G A), k G A = KS/l. doc/notes/binder-bonds.md 7

TEST(BondBeam, SmallDeflectionIsThatOfTimoshenko)
{
  for (const double KS : {100.0, 0.05}) {
    const double P = 1e-3 / (L * L), expected = P * L * L * L / 3.0 + P * L / KS;
    const double found =
        deflection("axial 100 shear " + number(KS) + " moment 1 energy linear form N", P).y;
    std::printf("KS/KM %g: %.5f of Timoshenko's deflection\n", KS, found / expected);
    EXPECT_NEAR(found / expected, 1.0, 0.01);
  }
}

// Keyword beam, with the radius of the spheres: EI = 1, k G A with Cowper's coefficient

TEST(BondBeam, StiffnessesOfABeamGiveItsDeflection)
{
  constexpr double PI = 3.14159265358979323846, E = 64.0 / PI, NU = 0.3;
  const double k = 6.0 * (1.0 + NU) / (7.0 + 6.0 * NU), GA = E / (2.0 + 2.0 * NU) * 0.25 * PI;
  const double P = 1e-3 / (L * L), expected = P * L * L * L / 3.0 + P * L / (k * GA);
  const double found = deflection("beam " + number(E) + " 0.3 1.0 form N energy linear", P).y;
  std::printf("keyword beam: %.5f of Timoshenko's deflection\n", found / expected);
  EXPECT_NEAR(found / expected, 1.0, 0.01);
}

// The elastica: deflections of Mattiasson, Int. J. Numer. Meth. Eng. 17, 145 (1981), table I

TEST(BondBeam, LargeDeflectionIsThatOfTheElastica)
{
  const double loads[] = {1.0, 5.0, 10.0}, across[] = {0.30172, 0.71379, 0.81061},
               along[] = {0.05643, 0.38763, 0.55500};
  for (int n = 0; n < 3; n++) {
    const Vec3 tip = (1.0 / L) * deflection(STRAIGHT, loads[n] / (L * L));
    std::printf("P L^2/EI = %g: %.5f (%.5f) across, %.5f (%.5f) along\n", loads[n], tip.y,
                across[n], -tip.x, along[n]);
    EXPECT_NEAR(tip.y / across[n], 1.0, 0.02);
    EXPECT_NEAR(-tip.x / along[n], 1.0, 0.02);
    EXPECT_LE(std::fabs(tip.z), 1e-12);
  }
}

// A moment about the axis twists it by T L/KT

TEST(BondBeam, TorsionIsThatOfTheBar)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  const double T = 0.005, KT = 0.4, angle = T * L / KT;
  Simulation sim;
  create_cantilever(sim, STRAIGHT + " torsion " + number(KT));
  const double w = 0.5 * 3.14159265358979323846 / L * std::sqrt(KT / J);
  const State end = at_rest(sim, "addtorque/atom " + number(T) + " 0 0", 0.1 * w, 0.04);
  const Quat q = end.q.back();
  std::printf("torsion: %.6f of the angle of the bar\n", 2.0 * std::atan2(q.x, q.w) / angle);
  EXPECT_NEAR(2.0 * std::atan2(q.x, q.w), angle, 0.01 * angle);
  EXPECT_LE(std::hypot(q.y, q.z), 1e-12);
}

// As published, the energy of shear is quadratic in 1 - c, and a chain has no linear stiffness against shear: 1 + 3 (2 KM/(N^2 KS))^(1/3)
// q^(-2/3) times the deflection P L^3/3EI, q = P L^2/EI. doc/notes/binder-bonds.md 3.4

TEST(BondBeam, PublishedShearHasNoLinearStiffness)
{
  const double loads[] = {1e-4, 1e-3, 1e-2}, expected[] = {67.9, 15.4, 4.1}, KS = 20.0;
  for (int n = 0; n < 3; n++) {
    const double P = loads[n] / (L * L), angle = std::cbrt(2.0 * P / KS);
    Simulation sim;
    create_cantilever(sim, "axial 10 shear 20 moment 1 energy quadratic form N");
    sim.run("variable y atom " + number(angle) + "*x\nset group all y v_y\n");
    const double w = 0.5 * 3.14159265358979323846 / L * std::sqrt(1.5 * KS) * angle;
    const State end = at_rest(sim, "addforce 0 " + number(P) + " 0", w, 0.15);
    const double factor = end.x.back().y / (P * L * L * L / 3.0);
    std::printf("q = %g: %.2f times the deflection by bending\n", loads[n], factor);
    EXPECT_NEAR(factor / expected[n], 1.0, 0.03);
  }
}

// --- vibrations ---

namespace {

/** Mode n of the beam of Euler and Bernoulli at x, of any size. */
double shape(int n, double x)
{
  const double r = ROOTS[n], s = r * x / L;
  const double ratio = (std::cosh(r) + std::cos(r)) / (std::sinh(r) + std::sin(r));
  return std::cosh(s) - std::cos(s) - ratio * (std::sinh(s) - std::sin(s));
}

/** Place of the chain in the coordinate of a mode. The last sphere has half of the mass. */
double coordinate(const State &s, int n)
{
  double sum = 0.0;
  for (int i = 1; i <= BONDS; i++) sum += (i == BONDS ? 0.5 : 1.0) * shape(n, i) * s.x[i].y;
  return sum;
}

/** Times at which a coordinate crosses 0, from samples at equal intervals. */
std::vector<double> crossings(const std::vector<double> &samples, double interval)
{
  std::vector<double> times;
  for (std::size_t k = 1; k < samples.size(); k++) {
    const double a = samples[k - 1], b = samples[k];
    if (a * b < 0.0) times.push_back(interval * (static_cast<double>(k) - b / (b - a)));
  }
  return times;
}

}    // namespace

// 31 spheres, the last one with half of mass and inertia, KM/KS = .01, J = .1 m l^2: three modes at once, from velocities in their shapes.
// Frequencies of the beam of Euler and Bernoulli: (r/L)^2 sqrt(EI/(m/l)). Requirement: .5 %

TEST(BondBeam, FrequenciesAreThoseOfEulerAndBernoulli)
{
  constexpr double h = 0.04, INTERVAL = 50 * h;
  Simulation sim;
  create_cantilever(sim, STRAIGHT);
  sim.run("set atom " + std::to_string(TIP) + " mass 0.5");
  for (int i = 1; i <= BONDS; i++) {
    double v = 0.0;
    for (int n = 0; n < 3; n++) v += 1e-4 * shape(n, i);
    sim.run("set atom " + std::to_string(i + 1) + " vy " + number(v));
  }
  sim.run("timestep " + number(h) + "\nrun 0");
  std::vector<double> coordinates[3];
  for (int k = 0; k < 1700; k++) {    // two periods of the first mode
    for (int n = 0; n < 3; n++) coordinates[n].push_back(coordinate(sim.state(), n));
    sim.run("run 50 pre no post no");
  }
  for (int n = 0; n < 3; n++) {
    const std::vector<double> t = crossings(coordinates[n], INTERVAL);
    ASSERT_GE(t.size(), 4u);
    const double w = 3.14159265358979323846 * static_cast<double>(t.size() - 1) / (t.back() - t[0]);
    std::printf("mode %d: %.5f of Euler-Bernoulli, %zu half periods\n", n + 1, w / frequency(n),
                t.size() - 1);
    EXPECT_NEAR(w / frequency(n), 1.0, 0.005);
  }
}
