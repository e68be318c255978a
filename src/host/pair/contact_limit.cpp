// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_limit.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "host/atoms/contact_masses.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/over_processes.h"
#include "kernels/inertia.h"
#include "kernels/stable_step.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::NormalLaw;
using VARDEM::Vec3;

namespace {

/** Inverse masses of a grain against springs at its surface. */
struct Mobility {
  double normal = 0.0, tangential = 0.0, turning = 0.0;    // turning: inverse moment of inertia
};

/** A tangential spring at the distance R from the center also turns the grain: 1/m + R^2/I. The
 *  moment of inertia is at most that of a sphere, in 2d of a disc. A member of a rigid body turns
 *  with the body, which may be of any size, so its turning is left out. w: inverse mass of grain
 *  i. */
Mobility mobility(const LAMMPS *lmp, double w, int i)
{
  const bool free = w == 1.0 / lmp->atom->rmass[i];
  const double turning =
      1.0 / (lmp->domain->dimension == 2 ? VARDEM::INERTIA_DISC : VARDEM::INERTIA_BALL);
  const double R = lmp->atom->radius[i];
  if (!free) return {w, w, 0.0};
  return {w, (1.0 + turning) * w, turning * w / (R * R)};
}

constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

/** Of two grains: along the normal, across it, and of their turning. */
double limit_of(const LAMMPS *lmp, const NormalLaw &kind, const VARDEM::ContactParameters &law,
                double overlap, double R, bool full_step, const Mobility &a, const Mobility &b)
{
  const double scale = lmp->force->ftm2v, along = a.normal + b.normal;
  if (!(along > 0.0)) return NO_LIMIT;
  const double across = scale * (a.tangential + b.tangential);
  const auto of = kind.coefficients(law, overlap, R, 1.0 / along);
  const double rate = full_step ? scale * VARDEM::full_step(of, 1.0 / along).rate : 0.0;
  const double kt = law.friction > 0.0 ? of.k.tangent : 0.0;
  const double ct = law.friction + law.unlimited > 0.0 ? of.c.tangent : 0.0;
  double least =
      std::min(VARDEM::stable_step(scale * along * of.k.normal, scale * along * of.c.normal, rate),
               VARDEM::stable_step(across * kt, across * ct, rate));
  const double turning = scale * (a.turning + b.turning), count = full_step ? 2.0 : 1.0;
  for (const auto &[k, c] : {std::pair(of.k.roll, of.c.roll), std::pair(of.k.twist, of.c.twist)})
    if (turning * k > 0.0)
      least = std::min(least, VARDEM::stable_step(turning * k, count * turning * c));
  return least;
}

/** By types, if the stiffness is always the same. */
double of_types(const LAMMPS *lmp, const NormalLaw &kind, bool full_step, const ContactAtoms &atoms)
{
  const int n = atoms.no_type;
  std::vector<Mobility> lightest(n, {-1.0, -1.0, -1.0});    // of types without atoms
  for (int i = 0; i < lmp->atom->nlocal; i++) {
    const Mobility m = mobility(lmp, atoms.inverse_mass(i), i);
    Mobility &most = lightest[atoms.type[i]];
    most = {std::max(most.normal, m.normal), std::max(most.tangential, m.tangential),
            std::max(most.turning, m.turning)};
  }
  MPI_Allreduce(MPI_IN_PLACE, lightest.data(), 3 * n, MPI_DOUBLE, MPI_MAX, lmp->world);
  double least = NO_LIMIT;
  for (int i = 1; i < n; i++)
    for (int j = i; j < n; j++) {
      if (lightest[i].normal < 0.0 || lightest[j].normal < 0.0) continue;
      least = std::min(least,
                       limit_of(lmp, kind, atoms.laws[i * n + j], 0.0, 0.0, full_step, lightest[i],
                                lightest[j]));
    }
  return least;
}

/** Otherwise of the grains of this process that overlap. */
double of_overlaps(const LAMMPS *lmp, const NormalLaw &kind, bool full_step,
                   const ContactAtoms &atoms, const ListedContacts &contacts)
{
  double least = NO_LIMIT;
  for (int n = 0; n < contacts.inum; n++) {
    const int i = contacts.ilist[n];
    for (int k = 0; k < contacts.list.size(i); k++) {
      const int j = contacts.list.entry(i, k) & NEIGHMASK;
      const double Ri = atoms.radius(i), Rj = atoms.radius(j);
      const double overlap = Ri + Rj - VARDEM::norm(atoms.x(j) - atoms.x(i));
      if (overlap <= 0.0) continue;
      least =
          std::min(least,
                   limit_of(lmp, kind, atoms.law(i, j), overlap, VARDEM::effective_radius(Ri, Rj),
                            full_step, mobility(lmp, atoms.inverse_mass(i), i),
                            mobility(lmp, atoms.inverse_mass(j), j)));
    }
  }
  return least;
}

/** Of a grain that the wall acts on. touches: room for its surfaces. */
double limit_of_grain(const LAMMPS *lmp, WallContacts *wall, int i, const Mobility &mobile,
                      VARDEM::WallTouch *touches)
{
  const Atom *atom = lmp->atom;
  const VARDEM::ContactParameters &law = wall->law_of_type(atom->type[i]);
  const bool full_step = wall->has_full_step_dashpots();
  const NormalLaw &kind = wall->wall_law_kind();
  if (kind.linear) return limit_of(lmp, kind, law, 0.0, 0.0, full_step, mobile, {});
  const double R = atom->radius[i];
  double least = NO_LIMIT;
  for (int n = wall->near(*VARDEM::vectors_at(atom->x[i]), R, touches); n > 0; n--) {
    const VARDEM::WallTouch &touch = touches[n - 1];
    if (touch.distance < R && fits(touch, R))
      least = std::min(least,
                       limit_of(lmp, kind, law, R - touch.distance,
                                VARDEM::effective_radius(touch, R), full_step, mobile, {}));
  }
  return least;
}

/** Calls f(i, inverse mass, room for surfaces) for the grains that the wall acts on. */
template <class F> void each_grain(LAMMPS *lmp, WallContacts *wall, const F &f)
{
  ContactMasses masses(lmp);
  masses.init();
  if (masses.have_bodies()) masses.find_bodies();
  std::vector<VARDEM::WallTouch> touches(wall->most_surfaces());
  for (int i = 0; i < lmp->atom->nlocal; i++)
    if (lmp->atom->mask[i] & wall->group_of_wall()) f(i, masses.inverse_mass(i), touches.data());
}

}    // namespace

double VARDEM_NS::limit_of_two_grains(const LAMMPS *lmp, const NormalLaw &kind, bool full_step,
                                      const ContactAtoms &atoms, const ListedContacts &contacts)
{
  return over_processes(kind.linear ? of_types(lmp, kind, full_step, atoms)
                                    : of_overlaps(lmp, kind, full_step, atoms, contacts),
                        MPI_MIN, lmp->world);
}

double VARDEM_NS::limit_at_wall(LAMMPS *lmp, WallContacts *wall)
{
  double least = NO_LIMIT;
  each_grain(lmp, wall, [&](int i, double w, VARDEM::WallTouch *touches) {
    least = std::min(least, limit_of_grain(lmp, wall, i, mobility(lmp, w, i), touches));
  });
  return over_processes(least, MPI_MIN, lmp->world);
}

// The sum over the contacts is the trace of the block of the wall.
double VARDEM_NS::limit_of_wall(LAMMPS *lmp, WallContacts *wall)
{
  const NormalLaw &kind = wall->wall_law_kind();
  double rates[2] = {0.0, 0.0};    // of springs and of dashpots
  each_grain(lmp, wall, [&](int i, double w, VARDEM::WallTouch *touches) {
    const VARDEM::ContactParameters &law = wall->law_of_type(lmp->atom->type[i]);
    const Vec3 x = *VARDEM::vectors_at(lmp->atom->x[i]);
    const double R = lmp->atom->radius[i];
    for (int n = wall->near(x, R, touches); n > 0; n--) {
      const auto &[normal, distance, curvature, surface] = touches[n - 1];
      if (distance >= R || !fits(touches[n - 1], R)) continue;
      const auto of = kind.coefficients(law, R - distance, effective_radius(touches[n - 1], R),
                                        w > 0.0 ? 1.0 / w : 0.0);
      const WallContacts::Mobility m = wall->mobility(x + distance * normal, normal);
      rates[0] += m.along * of.k.normal + (law.friction > 0.0 ? m.across * of.k.tangent : 0.0);
      rates[1] += m.along * of.c.normal + (law.friction > 0.0 ? m.across * of.c.tangent : 0.0);
    }
  });
  MPI_Allreduce(MPI_IN_PLACE, rates, 2, MPI_DOUBLE, MPI_SUM, lmp->world);
  const double scale = lmp->force->ftm2v, count = wall->has_full_step_dashpots() ? 2.0 : 1.0;
  if (!(rates[0] > 0.0)) return NO_LIMIT;
  return VARDEM::stable_step(scale * rates[0], scale * count * rates[1]);
}

void VARDEM_NS::warn_about_step(LAMMPS *lmp, const std::string &style_name, LimitOf of,
                                double limit, double &warned)
{
  const char *const bodies = of == LimitOf::TWO_GRAINS ? "two grains; a packing needs"
      : of == LimitOf::GRAIN_AT_WALL                   ? "a grain at this wall; a packing needs"
      : of == LimitOf::FREE_WALL
      ? "this wall on the particles that it touches; use a larger mass or"
      : "two bodies with one bond; bodies with several bonds need";
  const double dt = lmp->update->dt;
  // the fix may choose the step of the run behind this check
  const bool chosen = !lmp->modify->get_fix_by_style("^timestep/contact").empty();
  if (chosen || dt <= limit || dt == warned) return;
  warned = dt;
  if (lmp->comm->me == 0)
    lmp->error->warning(FLERR,
                        "{}: the time step {:.4g} is above {:.4g}, the limit of stability of {} a "
                        "smaller step, which compute timestep/contact finds",
                        style_name, dt, limit, bodies);
}
