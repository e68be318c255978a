// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEPS_LOOPS_H
#define VARDEM_HOST_STEPS_LOOPS_H

#include "domain.h"
#include "host/dynamics/rigid_steps.h"
#include "host/interfaces/soft_contacts.h"
#include "host/solve/force_solver.h"
#include "host/tables/contact_table.h"
#include "host/tables/network_rows.h"
#include "solvers/packing/compatible_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// What steps of all kinds of bodies do with a Space (space.h), and the loops of a step of
// any rigid bodies (host/dynamics/rigid_body_step.h). Rows are those of a network, Ends the atoms
// of its contacts (host/network/network_builder.h).

using VARDEM::copy_here;

/** Copies n numbers to where the host can read them. */
template <class Space, class T>
const T *on_host(Space &space, const T *here, std::size_t n, std::vector<T> &copy)
{
  if (Space::ON_HOST) return here;
  copy.resize(n);
  space.copy_to_host(here, n, copy.data());
  return copy.data();
}

/** Moves numbers of the host to an array. They are lost on the host. */
template <class Space, class T, class Array>
void move_to(Space &space, std::vector<T> &from, Array &to)
{
  if constexpr (std::is_same_v<Array, std::vector<T>>)
    to.swap(from);
  else {
    space.allocate(to, from.size());
    space.copy_from_host(from.data(), from.size(), to.data());
  }
}

template <class Space, class Array> void set_zero(Space &space, Array &a, int n)
{
  space.allocate(a, n);
  space.for_each(n, VARDEM::SetZero{a.data()});
}

/** Of gaps and branch vectors, which are differences of coordinates. */
inline double round_off_of_positions(const Domain *domain)
{
  constexpr double TIMES = 4.0;
  double largest = 0.0;
  for (int k = 0; k < 3; k++)
    largest = std::max({largest, std::fabs(domain->boxlo[k]), std::fabs(domain->boxhi[k])});
  return TIMES * std::numeric_limits<double>::epsilon() * largest;
}

/** Sets a coefficient of each contact, such as Newton's. of_types: of two types; of_walls: of a
 *  wall and a type. */
template <class Rows, class Ends> struct TakeCoefficients {
  Rows rows;
  Ends ends;
  const double *of_types, *of_walls;
  int no_type;
  double *coefficient;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int b = ends.second(i, c), type = ends.atoms.type(ends.first(i, c));
      coefficient[c] = b < 0 ? of_walls[ends.wall(i, c).number * no_type + type]
                             : of_types[type * no_type + ends.atoms.type(b)];
    }
  }
};

/** Sums: rows whose velocity is no finite number. */
template <int DOF> struct CountNotFinite {
  const double *velocity;

  VARDEM_INLINE void operator()(int row, VARDEM::Sums<1> &sums) const
  {
    double zero = 0.0;
    for (int k = DOF * row; k < DOF * (row + 1); k++) zero += velocity[k] - velocity[k];
    sums.s[0] += !(zero == 0.0);
  }
};

/** Over all processes: rows whose velocity is no finite number. velocity: DOF numbers per row. */
template <int DOF, class Space>
double count_not_finite(Space &space, int nrows, const double *velocity)
{
  space.template reduce<1>(nrows, CountNotFinite<DOF>{velocity}, 0);
  return space.fetch(1)[0];
}

/** Sums over the spheres that the accessor selects: their radii, their number, and those without a
 *  radius or a mass. */
template <class Spheres> struct SumSizes {
  Spheres atoms;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<3> &sums) const
  {
    if (!atoms.selects(i)) return;
    sums.s[0] += atoms.radius(i);
    sums.s[1] += 1.0;
    sums.s[2] += !(atoms.radius(i) > 0.0 && atoms.mass(i) > 0.0);
  }
};

/** 1/radius of a sphere; or the radius of those where 1/radius is `inverse`. */
template <class Spheres> struct FindSmallest {
  Spheres atoms;
  double inverse;

  VARDEM_INLINE double operator()(int i) const
  {
    if (!atoms.selects(i)) return 0.0;
    const double here = 1.0 / atoms.radius(i);
    return inverse == 0.0 ? here : here == inverse ? atoms.radius(i) : 0.0;
  }
};

/** As RigidSteps::sizes() has it. */
template <class Model> GrainSizes sizes_of_grains(Model &model, const Atom *atom, int bits)
{
  auto &space = model.space;
  const auto atoms = model.platform.spheres(bits);
  using Spheres = std::decay_t<decltype(atoms)>;
  space.template reduce<3>(atom->nlocal, SumSizes<Spheres>{atoms}, 0);
  const double *sums = space.fetch(3);
  GrainSizes sizes = {1.0, 1.0,
                      sums[2] > 0.0 || atom->ellipsoid_flag || atom->line_flag || atom->tri_flag ||
                          atom->body_flag};
  if (sums[1] > 0.0) {
    sizes.mean = 2.0 * sums[0] / sums[1];
    const double inverse = space.maximum(atom->nlocal, FindSmallest<Spheres>{atoms, 0.0});
    sizes.smallest = 2.0 * space.maximum(atom->nlocal, FindSmallest<Spheres>{atoms, inverse});
  }
  if (sizes.is_doubtful) model.platform.sync_all_to_host();
  return sizes;
}

/** Sums: overlaps that are larger than `least`. */
template <class Rows> struct CountOverlaps {
  Rows rows;
  const double *gap;
  double least;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<1> &sums) const
  {
    VARDEM::for_contacts(rows, i, [&](int c, int, double share) {
      if (-gap[c] > least) sums.s[0] += share;
    });
  }
};

/** Adds what the contacts of a step do to the loads of walls, which start at zero. The power of a
 *  wall is that of its forces with the velocities of the wall points, and of its moments with the
 *  spin of the wall. */
template <class Space, class Rows, class Ends, class Losses> struct AddWallLoads {
  Rows rows;
  Ends ends;
  ContactImpulses of_step;
  const double *velocity;    // of columns
  Losses losses;             // as SumContacts has them (host/dynamics/frictional_solve.h)
  WallContacts::StepLoad *loads;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
      if (ends.second(i, c) < 0 && losses.pushes(c)) add(i, c);
  }

 private:
  VARDEM_INLINE void add(int i, int c) const
  {
    const auto touch = ends.touch(i, c);
    const VARDEM::Vec3 n = *VARDEM::vectors_at(touch.branch.e) / touch.distance,
                       F = -of_step.force(c),
                       *v = VARDEM::vectors_at(velocity +
                                               decltype(rows.geometry)::DOF * rows.column[c]);
    const auto loss = losses.of(i, c);
    const double work = of_step.h * dot(F, *v) + losses.work_of_turn(c, rows.column[c]);
    WallContacts::StepLoad one = {{}, 1.0, work, loss.by_impact, loss.by_slip + loss.by_rolling};
    one.load.add(ends.centre(i, c) + ends.radius(i, c) * n, F);
    if (of_step.turn) one.load.add_couple(-of_step.moment(c));
    constexpr int NUMBERS = sizeof(one) / sizeof(double);
    double *to = reinterpret_cast<double *>(loads + ends.wall(i, c).number);
    const double *from = reinterpret_cast<const double *>(&one);
    for (int k = 0; k < NUMBERS; k++) Space::add(to + k, from[k]);
  }
};

/** Marks the pairs of types of closed contacts, by type_pair_code(). */
template <class Space, class Closed> struct MarkClosedTypes {
  Closed closed;
  int no_type;
  int *touching;

  VARDEM_INLINE void operator()(int i) const
  {
    const auto &ends = closed.ends;
    for (int k = closed.rows.first[i]; k < closed.rows.first[i + 1]; k++) {
      const int c = closed.number(k), b = ends.second(i, c);
      if (b >= 0)
        Space::store(
            touching +
                type_pair_code(ends.atoms.type(ends.first(i, c)), ends.atoms.type(b), no_type),
            1);
    }
  }
};

/** Marks what closed contacts have in touch with each wall: number `flags` x wall +
 *  NearWall::flag(). */
template <class Space, class Closed> struct MarkClosedWalls {
  Closed closed;
  int flags;
  int *touching;

  VARDEM_INLINE void operator()(int i) const
  {
    const auto &ends = closed.ends;
    for (int k = closed.rows.first[i]; k < closed.rows.first[i + 1]; k++) {
      const int c = closed.number(k);
      if (ends.second(i, c) >= 0) continue;
      const auto &wall = ends.wall(i, c);
      Space::store(touching + flags * wall.number + wall.flag(), 1);
    }
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
