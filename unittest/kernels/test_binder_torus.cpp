/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The torus of Baker & Gonzalez, arXiv:2112.01623, 4.1: a ring of 80 bonded spheres that runs into a wall. Energies against those of an
// independent implementation in numpy, and momenta without a wall.

#include "binder_bonds.h"
#include "kernels/rotation/rodrigues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace VARDEM;

namespace {

struct Energies {
  double translation = 0.0, rotation = 0.0, bending = 0.0, axial = 0.0, shear = 0.0, pairs = 0.0,
         wall = 0.0;

  double sum() const { return translation + rotation + bending + axial + shear + pairs + wall; }
};

/** m = J = 1, Km = 10, Ka = Ks = 200, Kpp = 2100, the quadratic energy of shear. Map (25). */
template <class Shear> class Torus {
 public:
  static constexpr int N = 80;

  /** D: diameter of the spheres, = l0. The gap to the wall x = 0 is 1/2. */
  Torus(double D, bool wall) : D(D), wall(wall), body(N)
  {
    constexpr double PI = 3.14159265358979323846;
    const double R = 0.5 * D / std::sin(PI / N);
    for (int i = 0; i < N; i++) {
      const double angle = 2.0 * PI * i / N;
      body[i].x = {0.5 + 0.5 * D + R + R * std::cos(angle), R * std::sin(angle), 0.0};
      body[i].v = {-1.0, 0.0, 0.0};
    }
    law.axial = law.shear_quadratic = 200.0;
    law.moment = law.torsion = 10.0;
    for (int i = 0; i < N; i++) {
      const Body &a = body[i], &b = body[(i + 1) % N];
      reference.push_back(bond_reference(b.x - a.x, a.q, b.q));
    }
    find_forces();
  }

  void add_random_motion(Random &random)
  {
    for (Body &b : body) {
      b.v = b.v + 0.3 * random.vector();
      b.omega = 0.3 * random.vector();
    }
  }

  /** Turns the ring like a rigid body. */
  void spin(double w)
  {
    const Vec3 centre = 0.5 * (body[0].x + body[N / 2].x), spin = {0.0, 0.0, w};
    for (Body &b : body) {
      b.v = cross(spin, b.x - centre);
      b.omega = spin;
    }
  }

  void run(int steps, double h)
  {
    for (int n = 0; n < steps; n++) {
      for (Body &b : body) {
        b.v = b.v + (0.5 * h) * b.F;
        b.omega = b.omega + (0.5 * h) * b.M;
        b.x = b.x + h * b.v;
        b.q = normalized(IncrementNewmark()(h * b.omega) * b.q);
      }
      find_forces();
      for (Body &b : body) {
        b.v = b.v + (0.5 * h) * b.F;
        b.omega = b.omega + (0.5 * h) * b.M;
      }
    }
  }

  Energies energies() const
  {
    Energies all = potential;
    for (const Body &b : body) {
      all.translation += 0.5 * dot(b.v, b.v);
      all.rotation += 0.5 * dot(b.omega, b.omega);
    }
    return all;
  }
  Vec3 momentum() const
  {
    Vec3 P = {};
    for (const Body &b : body) P = P + b.v;
    return P;
  }
  /** Size of the terms of angular_momentum(). */
  double angular_scale() const
  {
    double sum = 0.0;
    for (const Body &b : body) sum += norm(cross(b.x, b.v) + b.omega);
    return sum;
  }

  Vec3 angular_momentum() const
  {
    Vec3 L = {};
    for (const Body &b : body) L = L + cross(b.x, b.v) + b.omega;
    return L;
  }

 private:
  struct Body {
    Vec3 x, v, omega{0.0, 0.0, 0.0}, F, M;
    Quat q{1.0, 0.0, 0.0, 0.0};
  };
  static constexpr double KPP = 2100.0;
  double D;
  bool wall;
  std::vector<Body> body;
  std::vector<BondReference> reference;
  Binder law = {};
  Energies potential;

  void find_forces()
  {
    potential = Energies();
    for (Body &b : body) b.F = b.M = {};
    for (int i = 0; i < N; i++) add_bond(reference[i], body[i], body[(i + 1) % N]);
    for (int i = 0; i < N; i++)
      for (int j = i + 1; j < N; j++) add_pair(body[i], body[j]);
    if (wall)
      for (Body &b : body) add_wall(b);
  }

  void add_bond(const BondReference &r, Body &a, Body &b)
  {
    const BondForce f = binder_force<Shear>(law, bond_geometry(r, b.x - a.x, a.q, b.q));
    a.F = a.F + f.f.F;
    b.F = b.F - f.f.F;
    a.M = a.M + f.f.M1;
    b.M = b.M + f.f.M2;
    potential.axial += f.energy.axial;
    potential.shear += f.energy.shear;
    potential.bending += f.energy.bending + f.energy.torsion;
  }

  /** (56), (57) with the right factor 2/5. */
  void add_pair(Body &a, Body &b)
  {
    const Vec3 e = b.x - a.x;
    const double overlap = D - norm(e);
    if (!(overlap > 0.0)) return;
    const double k = KPP / std::pow(D, 2.5), radius = HertzForce::power_radius(overlap);
    const Vec3 F = (HertzForce::force(k, overlap, radius) / norm(e)) * e;
    a.F = a.F - F;
    b.F = b.F + F;
    potential.pairs += HertzForce::energy(k, overlap, radius);
  }

  void add_wall(Body &b)
  {
    const double overlap = 0.5 * D - b.x.x;
    if (!(overlap > 0.0)) return;
    const double k = KPP / std::pow(0.5 * D, 2.5), radius = HertzForce::power_radius(overlap);
    b.F.x += HertzForce::force(k, overlap, radius);
    potential.wall += HertzForce::energy(k, overlap, radius);
  }
};

/** Changes of momentum and angular momentum in t = 5 without a wall, over their sizes. */
template <class Shear> void momentum_changes(double &P, double &L)
{
  Random random;
  Torus<Shear> torus(3.0, false);
  torus.add_random_motion(random);
  const Vec3 P0 = torus.momentum(), L0 = torus.angular_momentum();
  const double scale = torus.angular_scale();
  torus.run(5000, 1e-3);
  P = norm(torus.momentum() - P0) / norm(P0);
  L = norm(torus.angular_momentum() - L0) / scale;
}

}    // namespace

// Independent implementation in numpy: D = 3 at t = 10, and D = 3 sin(pi/80) at t = 2.5, to the printed digits

TEST(BinderTorus, EnergiesAreThoseOfTheIndependentImplementation)
{
  Torus<ShearB> torus(3.0, true);
  torus.run(10000, 1e-3);
  const Energies U = torus.energies();
  EXPECT_NEAR(U.translation, 34.52, 0.005);
  EXPECT_NEAR(U.rotation, 0.54, 0.005);
  EXPECT_NEAR(U.bending, 3.65, 0.005);
  EXPECT_NEAR(U.axial, 0.69, 0.005);
  EXPECT_NEAR(U.shear, 0.56, 0.005);
  EXPECT_NEAR(U.pairs, 0.04, 0.005);
  EXPECT_NEAR(U.sum(), 40.0, 5e-5);
  EXPECT_NEAR(torus.momentum().x, -57.4, 0.05);
}

TEST(BinderTorus, EnergiesOfTheSmallTorusToo)
{
  Torus<ShearB> torus(3.0 * std::sin(3.14159265358979323846 / 80.0), true);
  torus.run(2500, 1e-3);
  const Energies U = torus.energies();
  EXPECT_NEAR(U.translation, 17.05, 0.005);
  EXPECT_NEAR(U.rotation, 9.78, 0.005);
  EXPECT_NEAR(U.bending, 7.34, 0.005);
  EXPECT_NEAR(U.axial, 1.75, 0.005);
  EXPECT_NEAR(U.shear, 3.56, 0.005);
  EXPECT_NEAR(U.pairs, 0.50, 0.005);
  EXPECT_NEAR(U.sum(), 39.992, 0.0005);
  EXPECT_NEAR(torus.momentum().x, -9.54, 0.005);
}

// Requirement: dP <= 2e-15; the printed form of shear does not conserve angular momentum. The change of the angular momentum is over the
// sizes of its terms, with the same bound: their sum is small by chance, so that its rounding over this sum, 5e-16 to 8e-14 in
// ten random starts, says nothing.

TEST(BinderTorus, MomentaAreConserved)
{
  double P = 0.0, L = 0.0;
  momentum_changes<ShearB>(P, L);
  printf("B: dP %.1e, dL %.1e\n", P, L);
  EXPECT_LE(P, 2e-15);
  EXPECT_LE(L, 2e-15);
  momentum_changes<ShearN>(P, L);
  printf("N: dP %.1e, dL %.1e\n", P, L);
  EXPECT_LE(P, 2e-15);
  EXPECT_LE(L, 2e-15);
  momentum_changes<ShearPrinted>(P, L);
  printf("printed: dP %.1e, dL %.1e\n", P, L);
  EXPECT_GT(L, 1e-3);
}

// A ring that turns once at the angular velocity 1/2: what shear there is comes from the centrifugal force. The figures are those of
// the independent implementation

template <class Shear> double shear_in_one_turn()
{
  constexpr int PARTS = 100, STEPS = 126;    // 4 pi in steps of 1e-3
  Torus<Shear> torus(3.0 * std::sin(3.14159265358979323846 / 80.0), false);
  torus.spin(0.5);
  EXPECT_NEAR(torus.energies().sum(), 32.5, 0.005);
  double most = 0.0;
  for (int n = 0; n < PARTS; n++) {
    torus.run(STEPS, 1e-3);
    most = std::max(most, torus.energies().shear);
  }
  return most;
}

TEST(BinderTorus, TurningDoesNotShearIt)
{
  const double B = shear_in_one_turn<ShearB>(), N = shear_in_one_turn<ShearN>(),
               printed = shear_in_one_turn<ShearPrinted>();
  printf("largest energy of shear: B %.2e, N %.2e, printed %.1f\n", B, N, printed);
  EXPECT_LE(B, 2.5e-4);
  EXPECT_LE(N, 2.5e-4);
  EXPECT_NEAR(printed, 22.5, 0.5);
}
