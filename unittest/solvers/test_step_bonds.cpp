// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Implicit steps of bonded spheres: the tangent, the potential, conservation and order.

#include "implicit_grains.h"

#include <array>
#include <random>
#include <utility>

// Bonded spheres that move by ImplicitStep.

namespace implicit_grains {

struct BondOfGrains {
  int i, j;
  TrialBond law;
};

inline TrialBond hooke_bond(const ContactParameters &law, double rest, double R1, double R2,
                            double mass)
{
  TrialBond bond = {};
  bond.kind = BondKind::HOOKE;
  bond.reference.length = rest;
  bond.law = law;
  bond.R1 = R1;
  bond.R2 = R2;
  bond.mass = mass;
  bond.damped = true;
  return bond;
}

inline TrialBond binder_bond(BondKind kind, const Binder &binder, const BondReference &reference)
{
  TrialBond bond = {};
  bond.kind = kind;
  bond.binder = binder;
  bond.reference = reference;
  bond.damped = true;
  return bond;
}

template <template <class, class> class Linear = ConjugateGradients>
struct BondedGrains : Grains<HookeForce, 6, Linear, StepBonds<SerialSpace>> {
  using Base = Grains<HookeForce, 6, Linear, StepBonds<SerialSpace>>;
  using Base::advance, Base::count, Base::h, Base::m, Base::network, Base::R, Base::space,
      Base::step, Base::u, Base::v, Base::w, Base::x, Base::form, Base::report;
  std::vector<Quat> q;
  std::vector<BondOfGrains> bonds;
  int clamped = 0;    // so many of the last grains cannot move

  void add(const Vec3 &at, const Vec3 &velocity = {0, 0, 0}, const Vec3 &spin = {0, 0, 0},
           double radius = 0.5, double mass_of = 1.0, const Quat &orientation = {1, 0, 0, 0})
  {
    Base::add(at, velocity, spin, radius, mass_of);
    q.push_back(orientation);
  }
  void bind(int i, int j, BondKind kind, const Binder &binder)
  {
    bonds.push_back({i, j, binder_bond(kind, binder, bond_reference(x[j] - x[i], q[i], q[j]))});
  }
  void bind(int i, int j, const ContactParameters &law)
  {
    bonds.push_back(
        {i, j, hooke_bond(law, norm(x[j] - x[i]), R[i], R[j], m[i] * m[j] / (m[i] + m[j]))});
  }

  /** Contacts of the pairs without bonds, and the bonds. */
  ImplicitInput begin()
  {
    this->bonded.clear();
    for (const BondOfGrains &b : bonds) this->bonded.emplace_back(b.i, b.j);
    Base::collect(0.2);
    network.nrows = network.first_fixed = count() - clamped;
    network.nbodies = network.nrows;
    network.first.resize(network.nrows + 1);
    network.middle.resize(network.nrows);
    const ImplicitInput in = Base::input();
    fill();
    step->setup(space, network);
    return in;
  }

  void fill()
  {
    auto &b = step->bonds;
    auto &t = b.tangent;
    t.nrows = network.nrows;
    t.first_fixed = network.first_fixed;
    t.ncolumns = b.natoms = network.ncolumns;
    for (auto *a : {&t.first, &t.middle, &t.column}) a->clear();
    b.end.clear();
    for (int i = 0; i < t.nrows; i++) {
      t.first.push_back(static_cast<int>(t.column.size()));
      for (const bool half : {true, false}) {
        for (int k = 0; k < static_cast<int>(bonds.size()); k++) {
          const bool flipped = bonds[k].j == i;
          if (bonds[k].i != i && !flipped) continue;
          const int other = flipped ? bonds[k].i : bonds[k].j;
          const bool both = !this->full && other < t.nrows;
          if (both != half || (both && other > i)) continue;
          t.column.push_back(other);
          b.end.push_back({k, flipped});
        }
        if (half) t.middle.push_back(static_cast<int>(t.column.size()));
      }
    }
    t.first.push_back(static_cast<int>(t.column.size()));
    b.npairs = static_cast<int>(t.column.size());
    b.bonds.clear();
    for (const BondOfGrains &bond : bonds) b.bonds.push_back(bond.law);
    b.shift.assign(3 * bonds.size(), 0.0);
    b.orientation.clear();
    for (const Quat &a : q) b.orientation.insert(b.orientation.end(), {a.w, a.x, a.y, a.z});
    b.damped = true;
  }

  void advance_bonded()
  {
    if (form.ahead != 0.0) kick_by(-form.ahead);
    const ImplicitInput in = begin();
    report = step->solve(in, u.data(), this->options);
    this->newton += report.steps;
    std::vector<double> contact_forces(6 * count(), 0.0);
    step->add_contact_forces(u.data(), contact_forces.data());
    step->bonds.turn(u.data());
    for (int i = 0; i < count(); i++) {
      x[i] = x[i] + Base::motion(i);
      q[i] = quat_at(step->bonds.orientation.data() + 4 * i);
      if (i < network.nrows) Base::take(i, contact_forces.data() + 6 * i);
    }
    if (form.ahead != 0.0) kick_by(form.ahead);
  }

  /** Of the springs, at the present places. */
  double spring_energy()
  {
    double sum = 0.0;
    for (const BondOfGrains &b : bonds)
      sum += with_bond_law(b.law, [&](const auto &law) {
        return law.force({x[b.j] - x[b.i], q[b.i], q[b.j]}).energy;
      });
    return sum;
  }

 private:
  void kick_by(double part)
  {
    const ImplicitInput in = begin();
    std::vector<double> contact_forces(6 * count(), 0.0);
    std::fill(u.begin(), u.end(), 0.0);
    step->add_elastic(in, u.data(), contact_forces.data());
    for (int i = 0; i < network.nrows; i++) {
      for (double *a = contact_forces.data() + 6 * i; a < contact_forces.data() + 6 * i + 6; a++)
        *a *= part;
      const Vec3 load = Base::load_of(i), *f = vectors_at(contact_forces.data() + 6 * i);
      v[i] = v[i] + (h / m[i]) * (f[0] + part * load);
      w[i] = w[i] + (h * R[i] / Base::moment(i)) * f[1];
    }
  }
};

}    // namespace implicit_grains

using namespace implicit_grains;

namespace {

Binder binder(bool linear)
{
  return {800.0, linear ? 300.0 : 0.0, linear ? 0.0 : 300.0, 60.0, 40.0, 2.0, 1.0, 0.5};
}

ContactParameters two_sided()
{
  ContactParameters law = hooke(900.0, 5.0, 3.0);
  law.normal.constant = 0.7;
  return law;
}

constexpr int KINDS = 4;

/** A bent chain with a clamped end, whose bonds are of the kind, and which moves so fast that it
 *  turns by large angles in a step. */
BondedGrains<> chain(const StepForm &form, int kind, double speed)
{
  std::mt19937 random(kind + 1);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  BondedGrains<> s;
  s.form = form;
  s.h = 2e-2;
  for (int i = 0; i < 6; i++)
    s.add({1.02 * i, 0.1 * any(random), 0.1 * any(random)},
          speed * Vec3{any(random), any(random), any(random)},
          10.0 * speed * Vec3{any(random), any(random), any(random)}, 0.5 + 0.1 * any(random),
          1.0 + 0.3 * any(random), normalized(Quat{1.0, any(random), any(random), any(random)}));
  s.clamped = 1;
  s.v[5] = s.w[5] = {0, 0, 0};
  for (int i = 0; i + 1 < 6; i++)
    if (kind == static_cast<int>(BondKind::HOOKE))
      s.bind(i, i + 1, two_sided());
    else
      s.bind(i, i + 1, static_cast<BondKind>(kind), binder(i % 2));
  s.bind(0, 2, two_sided());
  for (int i = 0; i < 5; i++) {
    s.x[i] = s.x[i] + 0.03 * Vec3{any(random), any(random), any(random)};
    s.q[i] = exponential(0.2 * Vec3{any(random), any(random), any(random)}) * s.q[i];
  }
  return s;
}

/** Two bodies with a bond, which stretches, bends and twists while they fly. */
BondedGrains<> pair_of(const StepForm &form, int kind, bool damped)
{
  BondedGrains<> s;
  s.form = form;
  s.options.tolerance = 1e-12;
  s.add({0, 0, 0}, {0.1, 0.2, 0}, {0.3, 0, 0.2}, 0.5, 1.0, normalized(Quat{1, 0.2, -0.3, 0.1}));
  s.add({1.0, 0.1, 0}, {-0.2, 0, 0.1}, {-0.2, 0.4, 0}, 0.4, 0.7);
  if (kind == static_cast<int>(BondKind::HOOKE)) {
    s.bind(0, 1, hooke(20.0, damped ? 0.5 : 0.0, damped ? 0.3 : 0.0));
  } else {
    Binder b = {20.0, 5.0, 0.0, 1.0, 0.7, 0.3, 0.1, 0.05};
    if (!damped) b.damp_axial = b.damp_shear = b.damp_moment = 0.0;
    s.bind(0, 1, static_cast<BondKind>(kind), b);
  }
  s.x[1] = s.x[1] + Vec3{0.05, -0.03, 0.02};
  s.q[1] = exponential({0.2, 0.1, -0.1}) * s.q[1];
  return s;
}

BondedGrains<> run(BondedGrains<> s, double time, int steps)
{
  s.h = time / steps;
  for (int n = 0; n < steps; n++) s.advance_bonded();
  return s;
}

/** Places, velocities, orientations, spins. */
std::array<double, 4> distances(const BondedGrains<> &a, const BondedGrains<> &b)
{
  std::array<double, 4> d = {};
  for (int i = 0; i < a.count(); i++) {
    const Quat turned = a.q[i] * conjugate(b.q[i]);
    d[0] += norm(a.x[i] - b.x[i]);
    d[1] += norm(a.v[i] - b.v[i]);
    d[2] += norm(Vec3{turned.x, turned.y, turned.z});
    d[3] += norm(a.w[i] - b.w[i]);
  }
  return d;
}

}    // namespace

TEST(ExponentialMap, TurnsAsTheOrientationDoes)
{
  for (const double angle : {1e-9, 1e-3, 0.3, 0.999, 1.001, 2.0, 3.0}) {
    const Vec3 phi = (angle / std::sqrt(14.0)) * Vec3{1, -2, 3}, d = {0.4, 0.3, -0.2};
    const double t = 1e-6;
    const Quat turned = exponential(phi + t * d) * conjugate(exponential(phi - t * d));
    const Vec3 rate = (1.0 / t) * Vec3{turned.x, turned.y, turned.z};
    EXPECT_LT(norm(J_times(exponential_map(phi), d) - rate), 2e-9) << angle;
  }
}

TEST(ExponentialMap, TransposeAndItsChange)
{
  for (const double angle : {1e-9, 1e-3, 0.3, 0.999, 1.001, 2.0, 3.0}) {
    const Vec3 phi = (angle / std::sqrt(14.0)) * Vec3{1, -2, 3}, d = {0.4, 0.3, -0.2},
               M = {-1.0, 0.5, 2.0};
    const ExponentialMap map = exponential_map(phi);
    EXPECT_NEAR(dot(JT_times(map, M), d), dot(M, J_times(map, d)), 1e-14);
    const double t = 1e-5;
    const Vec3 change = (0.5 / t) *
        (JT_times(exponential_map(phi + t * d), M) - JT_times(exponential_map(phi - t * d), M));
    EXPECT_LT(norm(change_of_JT_times(map, M, d) - change), 1e-9) << angle;
  }
}

// The tangent is minus the derivative of the residual, also where bodies turn by large angles.
TEST(StepBonds, TangentIsTheDerivative)
{
  for (const StepForm &form : potential_forms())
    for (int kind = 0; kind < KINDS; kind++)
      for (const bool full : {false, true}) {
        auto s = chain(form, kind, 2.0);
        s.full = full;
        const ImplicitInput in = s.begin();
        EXPECT_LT(tangent_error<HookeForce>(s, in), 1e-8) << form.at << " " << kind << " " << full;
      }
}

// d . K e = e . K d, and the diagonal blocks for preconditioners and the blocks for factors are
// those of the product.
TEST(StepBonds, TangentIsSymmetric)
{
  for (const StepForm &form : potential_forms())
    for (int kind = 0; kind < KINDS; kind++) {
      auto s = chain(form, kind, 2.0);
      const ImplicitInput in = s.begin();
      const int n = 6 * s.network.nrows;
      std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns);
      s.step->look(in, u.data());
      const auto &K = s.step->tangent();
      std::vector<double> dense(n * n), by_blocks(n * n, 0.0), unit(u.size(), 0.0), column(n);
      double largest = 0.0;
      for (int k = 0; k < n; k++) {
        unit[k] = 1.0;
        s.space.reduce<1>(s.network.nrows, K.product(unit.data(), column.data()), 0);
        unit[k] = 0.0;
        for (int l = 0; l < n; l++) {
          dense[n * l + k] = column[l];
          largest = std::max(largest, std::fabs(column[l]));
        }
      }
      K.blocks([&](int i, int j, const auto &entry) {
        for (int k = 0; k < 6; k++)
          for (int l = 0; l < 6; l++) by_blocks[n * (6 * i + k) + 6 * j + l] += entry(k, l);
      });
      for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
          EXPECT_NEAR(dense[n * k + l], dense[n * l + k], 1e-13 * largest);
          if (k / 6 >= l / 6) {
            EXPECT_NEAR(dense[n * k + l], by_blocks[n * k + l], 1e-13 * largest);
          }
        }
    }
}

// The residual is minus the derivative of the incremental potential.
TEST(StepBonds, ResidualIsTheDerivativeOfThePotential)
{
  for (const StepForm &form : potential_forms())
    for (int kind = 0; kind < KINDS; kind++) {
      if (form.at == 0.0) continue;
      auto s = chain(form, kind, 2.0);
      const ImplicitInput in = s.begin();
      const std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns);
      EXPECT_LT(potential_error(s, in, u, 1e-5), 1e-9) << form.at << " " << kind;
    }
}

// Springs in place of the tangent are not negative.
TEST(StepBonds, SpringsAreNotNegative)
{
  for (int kind = 0; kind < KINDS; kind++) {
    auto s = chain(form_of_theta(1.0), kind, 2.0);
    const ImplicitInput in = s.begin();
    std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns), d(u.size(), 0.0);
    s.step->look(in, u.data());
    s.step->bonds.find_tangent(s.form, s.h, false);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    for (int trial = 0; trial < 100; trial++) {
      for (int k = 0; k < 6 * s.network.nrows; k++) d[k] = any(random);
      std::vector<double> product(6 * s.network.nrows, 0.0);
      s.space.reduce<1>(s.network.nrows,
                        s.step->bonds.tangent.add_product(d.data(), product.data()), 0);
      double work = 0.0;
      for (int k = 0; k < 6 * s.network.nrows; k++) work += d[k] * product[k];
      EXPECT_GT(work, 0.0) << kind;
    }
  }
}

namespace {

/** The motion of pair_of() with dashpots up to the time 1.5, to the errors of 12800 steps. */
const BondedGrains<> &exact(int kind)
{
  static std::map<int, BondedGrains<>> all;
  const auto found = all.find(kind);
  if (found != all.end()) return found->second;
  return all.emplace(kind, run(pair_of(form_of_alpha(0.5), kind, true), 1.5, 12800)).first->second;
}

/** Orders of places, velocities, orientations and spins, between so many steps and twice as
 *  many. */
std::array<double, 4> orders(const StepForm &form, int kind, int steps)
{
  const auto error = [&](int n) {
    return distances(run(pair_of(form, kind, true), 1.5, n), exact(kind));
  };
  const auto coarse = error(steps), fine = error(2 * steps);
  std::array<double, 4> order;
  for (int k = 0; k < 4; k++) order[k] = std::log2(coarse[k] / fine[k]);
  return order;
}

constexpr int HOOKEAN = static_cast<int>(BondKind::HOOKE);

}    // namespace

// The schemes of second order have it for places, velocities, orientations and spins, with
// dashpots, too.
TEST(StepBonds, OrderIsTwo)
{
  for (const double alpha : {0.0, 0.25, 0.5})
    for (int kind = 0; kind < KINDS; kind++) {
      const auto order = orders(form_of_alpha(alpha), kind, 400);
      // the spins of a Hookean bond change by dashpots only, and little
      for (int k = 0; k < (kind == HOOKEAN ? 2 : 4); k++)
        EXPECT_NEAR(order[k], 2.0, 0.05) << alpha << " " << kind << " " << k;
    }
  const auto of_energy = orders(form_of_energy(), HOOKEAN, 400);
  for (int k : {0, 1}) EXPECT_NEAR(of_energy[k], 2.0, 0.05) << k;
}

TEST(StepBonds, EulerIsOfFirstOrder)
{
  const auto order = orders(form_of_theta(1.0), 1, 3200);
  for (int k = 0; k < 4; k++) EXPECT_NEAR(order[k], 1.0, 0.05) << k;
}

// The energy scheme, of two-sided Hookean bonds.
TEST(StepBonds, EnergySchemeKeepsTheEnergy)
{
  BondedGrains<> s = pair_of(form_of_energy(), HOOKEAN, false);
  s.h = 0.1;
  const double before = s.translation() + s.rotation() + s.spring_energy();
  for (int n = 0; n < 1000; n++) s.advance_bonded();
  EXPECT_NEAR(s.translation() + s.rotation() + s.spring_energy(), before, 1e-10 * before);
}

// Momentum to round-off. Angular momentum for alpha = 0 and 1/2 to the tolerance; held dashpots
// keep it to second order.
TEST(StepBonds, MomentaStay)
{
  for (const double alpha : {0.0, 0.5})
    for (int kind : {0, 1, 3})
      for (const bool damped : {false, true}) {
        double change[2];
        for (int fine : {0, 1}) {
          BondedGrains<> s = pair_of(form_of_alpha(alpha), kind, damped);
          s.h = fine ? 0.01 : 0.02;
          const Vec3 P = s.momentum(), L = s.angular_momentum();
          for (int n = 0; n < (fine ? 200 : 100); n++) s.advance_bonded();
          EXPECT_LT(norm(s.momentum() - P), 1e-13) << alpha << " " << kind;
          change[fine] = norm(s.angular_momentum() - L);
        }
        if (!damped || alpha == 0.0) {
          EXPECT_LT(change[1], 1e-11) << alpha << " " << kind << " " << damped;
        } else {
          EXPECT_NEAR(std::log2(change[0] / change[1]), 2.0, 0.2) << kind;
        }
      }
}

// A sphere meets two that are bonded, along their line (doc/notes/implicit-steps.md 5.4). Whatever
// the stiffness of the bond, the bonded pair flies off with the velocity of short steps; leapfrog
// becomes unstable where h w > 2.
TEST(StepBonds, StiffBondsDoNotLimitTheStep)
{
  constexpr double k = 195000.0, speed = 5.0, PI = 3.14159265358979323846;
  const double tc = PI * std::sqrt(0.5 / k);
  const auto flight_of_pair = [&](double kB, const StepForm &form, double h) {
    BondedGrains<> s;
    s.form = form;
    s.law = hooke(k);
    s.options.tolerance = 1e-8;
    s.h = h;
    s.add({0, 0, 0});
    s.add({1, 0, 0});
    s.add({-1.0 - 0.3 * speed * tc, 0, 0}, {speed, 0, 0});
    s.bind(0, 1, hooke(kB));
    for (double t = 0.0; t < 5.0 * tc; t += h) s.advance_bonded();
    return std::pair(0.5 * (s.v[0].x + s.v[1].x), s.translation());
  };
  for (const double ratio : {0.1, 1.0, 100.0, 1e4}) {
    const double kB = ratio * k, h = tc / 16.1;
    const double w = std::sqrt(k + kB + std::sqrt(k * k + kB * kB - k * kB)), fine = 0.05 / w;
    const double exact = flight_of_pair(kB, form_of_alpha(0.0), fine).first;
    EXPECT_NEAR(flight_of_pair(kB, form_of_alpha(0.5), h).first, exact, 1.6e-3 * speed) << ratio;
    if (h * w > 2.0) {
      EXPECT_FALSE(flight_of_pair(kB, form_of_alpha(0.0), h).second < 100.0 * speed * speed)
          << ratio;
    }
  }
}
