// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_checks.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/atoms/grain_radii.h"
#include "host/interfaces/contact_forces.h"
#include "host/lammps/internals.h"
#include "host/lammps/over_processes.h"
#include "host/pair/pair_coefficients.h"
#include "neighbor.h"
#include "pair.h"
#include "update.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void ContactChecks::require_attributes() const
{
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} requires atom attributes radius, rmass and omega; use atom_style sphere",
               style_name);
  warn_about_ellipsoids();
}

// Friction and rolling see the angular velocity of spheres.
void ContactChecks::warn_about_ellipsoids() const
{
  if (!atom->ellipsoid_flag) return;
  int bits = 0;
  for (const Fix *fix : modify->get_fix_by_style("asphere"))
    if (fix->time_integrate) bits |= fix->groupbit;
  const bigint number = count_atoms(atom, world, [&](int i) {
    return (atom->mask[i] & bits) && atom->ellipsoid[i] >= 0 && atom->radius[i] > 0.0;
  });
  if (number > 0 && comm->me == 0)
    error->warning(FLERR,
                   "{}: friction and rolling see the angular velocity omega of spheres, and fixes "
                   "of style asphere do not change that of {} ellipsoids that they turn; use an "
                   "integrator of spheres for particles with contacts",
                   style_name, number);
}

void ContactChecks::require_radii(const std::vector<bool> &types) const
{
  const bigint points = count_atoms(atom, world, [&](int i) {
    return types[atom->type[i]] && atom->radius[i] == 0.0;
  });
  if (points > 0)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: {} atoms of types with coefficients have radius 0; give them a diameter with "
               "the set command, or give their types pair_coeff none with pair_style hybrid",
               style_name, points);
}

void ContactChecks::require_ghost_velocities() const
{
  if (!comm->ghost_velocity)
    error->all(
        FLERR, Error::NOLASTLINE,
        "{} keyword velocity mid requires that ghost atoms store velocities; use comm_modify "
        "vel yes",
        style_name);
}

/** Are these the springs of a pair style that is no longer there? The fix of a style waits under
 *  one of two names. */
bool ContactChecks::is_orphan(const std::string &id, const std::string &prefix) const
{
  return utils::strmatch(id, "^" + prefix) && !is_fix(id) && !is_fix(id + "_DUMMY");
}

void ContactChecks::require_own_springs(const std::string &prefix) const
{
  for (const RestartRecord &record : per_atom_restart_records(modify)) {
    if (is_orphan(record.id, prefix))
      error->all(
          FLERR, Error::NOLASTLINE,
          "{}: the restart file has tangential springs of another pair style of VARDEM ({}); "
          "continue with that pair style, or start from a data file, which has no springs",
          style_name, record.id);
    for (const std::string stock : {"NEIGH_HISTORY_HH", "NEIGH_HISTORY_GRANULAR"})
      if (utils::strmatch(record.id, "^" + stock) && comm->me == 0 &&
          !utils::strmatch(force->pair_style, "^hybrid"))
        error->warning(
            FLERR,
            "{}: the restart file has tangential springs of another pair style ({}); they "
            "are not used, and all contacts begin without a spring",
            style_name, record.id);
  }
}

void ContactChecks::warn_about_unread_springs(const std::string &id, const std::string &style) const
{
  for (const RestartRecord &record : per_atom_restart_records(modify)) {
    if (record.id != id || comm->me != 0) continue;
    if (record.style != style)
      error->warning(
          FLERR,
          "{}: the restart file has tangential springs that another variant of the style wrote, "
          "or an older version of VARDEM, and all contacts begin without a spring; continue with "
          "the same suffix and version as before, and with the keywords rolling and twisting "
          "only if that run had them",
          style_name);
    else if (utils::strmatch(style, "/KK"))    // it reads them beside the arrays that it uses
      error->warning(
          FLERR,
          "{}: LAMMPS with KOKKOS does not read the tangential springs of a restart file, and all "
          "contacts begin without a spring; to keep them, write and read the file without suffix "
          "kk",
          style_name);
  }
}

void ContactChecks::warn_about_special_bonds() const
{
  if (atom->molecular == Atom::ATOMIC || atom->nbonds == 0 || comm->me != 0) return;
  for (const int n : {2, 3})
    if (force->special_lj[n] != 1.0)
      error->warning(
          FLERR,
          "{}: special_bonds multiplies the contact force of 1-{} neighbors by {}; bonded "
          "grains usually need special_bonds lj 0 1 1",
          style_name, n + 1, force->special_lj[n]);
}

void ContactChecks::require_thick_box() const
{
  const double reach = 2.0 * neighbor->cutneighmax;
  for (int k = 0; k < domain->dimension; k++)
    if (domain->periodicity[k] && domain->prd[k] < reach)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{}: the periodic box is {:.4g} long in {}, which is less than two cutoffs of neighbor "
          "lists, {:.4g}; with KOKKOS, the memory of contacts, such as springs of friction, would "
          "go to other periodic images. Make "
          "it longer, or use the style without suffix kk (suffix off)",
          style_name, domain->prd[k], "xyz"[k], reach);
}

// A flat wall is as a sphere of the same size, and both have twice the radius of the grain.
void ContactChecks::require_repulsion(const VARDEM::NormalLaw &kind,
                                      const VARDEM::ContactParameters &law, const GrainRadii &radii,
                                      int itype, int jtype) const
{
  if (!kind.can_pull) return;
  for (const auto of : {&GrainRadii::smallest, &GrainRadii::largest}) {
    const double of_i = (radii.*of)(itype);
    const double Ri = jtype ? of_i : 2.0 * of_i, Rj = jtype ? (radii.*of)(jtype) : Ri;
    if (!(Ri > 0.0 && Rj > 0.0)) continue;
    const double R = VARDEM::effective_radius(Ri, Rj), distance = Ri + Rj - R;
    const VARDEM::SphereContact c =
        VARDEM::touching({distance, 0.0, 0.0}, distance, Ri, Rj, law.lever);
    if (kind.contact(law, c, {}).force.normal < 0.0)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{} keyword {}: grains of {} with the effective radius {} attract each other even where "
          "they overlap by this radius, so that they fall through each other; decrease this "
          "attraction, or increase the stiffness",
          style_name,
          law.bridge.volume > 0.0 && law.own[0] == 0.0 && law.own[1] == 0.0 ? "capillary"
                                                                            : "cohesion",
          jtype ? fmt::format("types {} and {}", itype, jtype) : fmt::format("type {}", itype), R);
  }
}

void ContactChecks::warn_without_solver(bool &warned) const
{
  if (warned || update->whichflag == 0) return;
  if (!fixes_with<DynamicContacts>(modify).empty() || !fixes_with<SolvedForces>(modify).empty())
    return;
  warned = true;
  if (comm->me != 0) return;
  error->warning(FLERR,
                 "{}: its contacts are rigid and have no force in this run, since no fix finds it; "
                 "move the particles by fix nve/sphere/cd or rigid/small/cd, add fix "
                 "compatible/cd, or use soft contacts",
                 style_name);
}

void ContactChecks::warn_about_conveyors(bool &warned) const
{
  int driven_bits = 0;
  for (const Fix *fix : modify->get_fix_list()) {
    if (!fix->time_integrate) continue;
    if (group->dynamic[fix->igroup]) return;    // its atoms are not known yet
    driven_bits |= fix->groupbit;
  }
  if (warned || update->whichflag != 1 || driven_bits == 0) return;
  const AtomsInMotion found = atoms_in_motion(atom, world, [driven_bits](int mask) {
    return !(mask & driven_bits);
  });
  warned = found.number > 0.0;    // on all processes, since the next run sums again
  if (warned && comm->me == 0)
    error->warning(FLERR,
                   "{}: {:.0f} atoms have velocities of up to {:.3g}, and no fix moves them, so "
                   "that friction and dashpots drag other grains along as a conveyor belt does; "
                   "use velocity set 0 0 0 if they shall be at rest",
                   style_name, found.number, found.fastest);
}

void ContactChecks::require_reach(double **cutsq, const PairCoefficients &types,
                                  double margin) const
{
  constexpr double ROUNDOFF = 1.0e-12;
  GrainRadii radii;
  radii.find_here(lmp);
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      if (cutsq[i][j] == 0.0) continue;
      const double touch = types.cutoff(i, j, radii);
      const double cutoff = std::sqrt(force->pair->cutsq[i][j]);
      if (touch > (1.0 + ROUNDOFF) * cutoff + margin)
        error->one(FLERR, Error::NOLASTLINE,
                   "{}: grains of types {} and {} have grown, or fix adapt has changed their "
                   "coefficients, and their contacts reach to the distance {}, but neighbor lists "
                   "and ghost atoms reach "
                   "{} only, as at the start of the run; make the run shorter and start again from "
                   "there, or add pair style zero with a "
                   "larger cutoff by pair_style hybrid/overlay",
                   style_name, i, j, touch, cutoff);
    }
}
