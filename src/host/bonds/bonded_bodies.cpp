// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/bonds/bonded_bodies.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "host/atoms/atom_accessors.h"
#include "host/atoms/time_step.h"
#include "host/cell/cell_flow.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/clumps.h"
#include "kernels/contact/full_step_velocity.h"
#include "update.h"

#include <limits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::vectors_at;

void BondedBodies::init(const Needs &needs_in, const std::string &style_name,
                        const std::string &style)
{
  needs = needs_in;
  if (needs.orientations) orientations.init(style_name);
  if (needs.masses) masses.init();
  if (needs.dashpots) require_velocities(style_name);
  velocities.init(needs.dashpots && needs.full_step, style);
}

void BondedBodies::require_velocities(const std::string &style_name) const
{
  if (!atom->omega_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: dashpots need angular velocities, which the atom style does not have; use "
               "atom_style hybrid sphere bond or bpm/sphere, or bonds without dashpots",
               style_name);
  if (needs.full_step && utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword velocity onstep does not support run_style respa; use velocity mid",
               style_name);
}

// A minimization follows the energy: dashpots do not act.
void BondedBodies::begin(bool keep_velocities)
{
  dashpots_act = needs.dashpots && update->whichflag != 2;
  keeps_velocities = keep_velocities;
  kick_now = dashpots_act && velocities.needed() ? kick_of_dashpots(lmp) : 0.0;
}

void BondedBodies::find(bool new_lists)
{
  find_rows();
  if (comm->nprocs > 1) ghosts.resize(atom->nghost);
  if (new_lists && sends_masses()) masses.find_bodies();
  if (needs_velocities()) find_velocities();
}

// Ellipsoids have an angular momentum only.
template <class Bonus> Vec3 BondedBodies::spin_of(int i, Bonus *bonus) const
{
  if (atom->ellipsoid[i] < 0) return {0.0, 0.0, 0.0};
  const Ellipsoids<Bonus> bodies(atom, ~0, bonus, false);
  return VARDEM::angular_velocity(bodies.q(i), bodies.L(i), bodies.inertia(i));
}

Vec3 BondedBodies::spin(int i) const
{
  if (atom->omega_flag) return vector_at(atom->omega[i]);
  const auto *ellipsoids = orientations.ellipsoids_of_atom_style();
  return are_superellipsoids(atom) ? spin_of(i, bonus_super(ellipsoids))
                                   : spin_of(i, ellipsoids->bonus);
}

void BondedBodies::find_velocities()
{
  vs.resize(atom->nmax);
  ws.resize(atom->nmax);
  if (kick() != 0.0) {
    v_changes.resize(atom->nmax);
    w_changes.resize(atom->nmax);
  }
  const double *const *changes = has_dashpots() ? velocities.changes() : nullptr;
  for (int i = 0; i < atom->nlocal; i++) {
    vs[i] = vector_at(atom->v[i]);
    ws[i] = spin(i);
    if (!changes) continue;
    if (kick() != 0.0) {
      v_changes[i] = vector_at(changes[i]);
      w_changes[i] = vector_at(changes[i] + 3);
    }
    vs[i] = VARDEM::full_step_velocity(vs[i], vector_at(changes[i]));
    ws[i] = VARDEM::full_step_velocity(ws[i], vector_at(changes[i] + 3));
  }
}

void BondedBodies::set_velocities(int i, const double *row)
{
  vs[i] = vector_at(row);
  ws[i] = vector_at(row + 3);
  if (kick() == 0.0) return;
  v_changes[i] = vector_at(row + 6);
  w_changes[i] = vector_at(row + 9);
}

// A single process needs no ghosts: both atoms of a bond are its own.
int BondedBodies::width() const
{
  if (comm->nprocs == 1) return 0;
  return 3 + (needs.orientations ? 4 : 0) + (has_dashpots() ? velocity_width() : 0) +
      (sends_masses() ? 1 : 0);
}

int BondedBodies::pack(int n, const int *list, double *buf) const
{
  const int nlocal = atom->nlocal;
  double *next = buf;
  for (int k = 0; k < n; k++) {
    const int i = list[k];
    set_vector_at(next, i < nlocal ? vector_at(atom->x[i]) : ghosts[i - nlocal]);
    next += 3;
    if (needs.orientations) {
      set_quat_at(next, VARDEM::quat_at(quats + 4 * i));
      next += 4;
    }
    if (has_dashpots()) {
      set_vector_at(next, vs[i]);
      set_vector_at(next + 3, ws[i]);
      if (kick() != 0.0) {
        set_vector_at(next + 6, v_changes[i]);
        set_vector_at(next + 9, w_changes[i]);
      }
      next += velocity_width();
    }
    if (sends_masses()) next += masses.pack(1, &i, next);
  }
  return static_cast<int>(next - buf);
}

void BondedBodies::unpack(int n, int first, const double *buf)
{
  for (int i = first; i < first + n; i++) {
    ghosts[i - atom->nlocal] = vector_at(buf);
    buf += 3;
    if (needs.orientations) {
      set_quat_at(quats + 4 * i, VARDEM::quat_at(buf));
      buf += 4;
    }
    if (has_dashpots()) {
      set_velocities(i, buf);
      buf += velocity_width();
    }
    if (sends_masses()) masses.unpack(1, i, buf++);
  }
}

BondedAtoms BondedBodies::atoms(double *eatom, double **vatom) const
{
  BondedAtoms a = {};
  a.inverse_masses = inverse_masses;
  a.own = vectors_at(atom->x[0]);
  a.others = ghosts.data();
  a.nlocal = atom->nlocal;
  a.orientations = quats;
  a.vs = vs.data();
  a.ws = ws.data();
  a.v_changes = v_changes.data();
  a.w_changes = w_changes.data();
  a.kick_of_step = kick();
  a.radii = atom->radius;
  a.fs = vectors_at(atom->f[0]);
  a.torques = vectors_at(atom->torque[0]);
  a.nadd = force->newton_bond ? std::numeric_limits<int>::max() : atom->nlocal;
  a.eatom = eatom;
  if (vatom) a.vatom = reinterpret_cast<double(*)[6]>(vatom[0]);
  return a;
}

VARDEM::UpperTriangle BondedBodies::image_rate() const
{
  if (!(has_dashpots() || keeps_velocities) || !velocities_flow(domain)) return {};
  const auto *changing = dynamic_cast<const ChangingVelocities *>(velocities.helper());
  return changing ? changing->image_rate(in_time_step(update)) : VARDEM::upper(domain->h_rate);
}

double BondedBodies::memory_usage() const
{
  return static_cast<double>((ghosts.capacity() + 2 * (vs.capacity() + v_changes.capacity())) *
                             sizeof(Vec3));
}

BondCell VARDEM_NS::bond_cell(const Domain *domain)
{
  const bool flat = domain->dimension == 2;
  return {VARDEM::upper(domain->h),
          VARDEM::upper(domain->h_inv),
          {domain->xperiodic, domain->yperiodic, flat ? 0 : domain->zperiodic}};
}
