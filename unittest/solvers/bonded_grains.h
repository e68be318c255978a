// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_BONDED_GRAINS_H
#define VARDEM_TEST_BONDED_GRAINS_H

// Bonded spheres that move by ImplicitStep.

#include "implicit_grains.h"

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
#endif
