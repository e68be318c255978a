// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BONDED_BODIES_H
#define VARDEM_HOST_BONDED_BODIES_H

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "host/atoms/atom_accessors.h"
#include "host/atoms/contact_masses.h"
#include "host/atoms/orientations.h"
#include "host/atoms/time_step.h"
#include "host/bonds/table_of_bonds.h"
#include "host/cell/cell_flow.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/clumps.h"
#include "host/velocity/full_step_velocities.h"
#include "kernels/contact/full_step_velocity.h"
#include "kernels/quaternion.h"
#include "update.h"

#include <limits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** LAMMPS' arrays, for BondLoop and FillBonds. Ghosts have the numbers of their owners, so that all
 *  processes see the same numbers. Valid within one call of compute(). */
struct BondedAtoms {
  const VARDEM::Vec3 *own, *others;    // places of owned atoms, and of ghosts
  int nlocal;
  const double *orientations;    // w x y z of owned atoms and ghosts
  const VARDEM::Vec3 *vs,
      *ws;    // velocities at the time of the dashpots; of owned atoms also for power()
  const VARDEM::Vec3 *v_changes, *w_changes;    // in the half step before; only if kick is not 0
  double kick_of_step;                          // VARDEM::StepTime
  const double *radii;                          // null if there are none
  const double *inverse_masses;
  VARDEM::Vec3 *fs, *torques;
  int nadd;         // forces are added to atoms below this index
  double *eatom;    // null: not needed
  double (*vatom)[6];

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return i < nlocal ? own[i] : others[i - nlocal]; }
  VARDEM_INLINE VARDEM::Quat orientation(int i) const
  {
    return VARDEM::quat_at(orientations + 4 * i);
  }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return vs[i]; }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return ws[i]; }
  VARDEM_INLINE double radius(int i) const { return radii ? radii[i] : 0.0; }
  VARDEM_INLINE VARDEM::Vec3 v_change(int i) const { return v_changes[i]; }
  VARDEM_INLINE VARDEM::Vec3 w_change(int i) const { return w_changes[i]; }
  VARDEM_INLINE double kick() const { return kick_of_step; }
  /** 0 without dashpots that need it. */
  VARDEM_INLINE double inverse_mass(int i) const
  {
    return inverse_masses ? inverse_masses[i] : 0.0;
  }
  VARDEM_INLINE double power(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &M,
                             const VARDEM::Vec3 &faster) const
  {
    return i < nlocal ? dot(F, vs[i] + faster) + dot(M, ws[i]) : 0.0;
  }
  VARDEM_INLINE void add(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &M) const
  {
    if (i >= nadd) return;
    fs[i] = fs[i] + F;
    torques[i] = torques[i] + M;
  }
  VARDEM_INLINE void tally(int i, int j, double energy, const double (&virial)[6]) const
  {
    for (int a : {i, j}) {
      if (a >= nadd) continue;
      if (eatom) eatom[a] += 0.5 * energy;
      if (vatom)
        for (int d = 0; d < 6; d++) vatom[a][d] += 0.5 * virial[d];
    }
  }
};

/** The states of bonded atoms, which a bond style gets from their owners before its loop. */
class BondedBodies : protected Pointers {
 public:
  // of its messages: place, orientation, velocity, spin, their changes, mass
  static constexpr int WIDTH = 20;

  BondedBodies(LAMMPS *lmp, const std::string &owner) :
      Pointers(lmp), orientations(lmp), masses(lmp), velocities(lmp, owner)
  {
  }
  void remove_fix() { velocities.remove_fix(); }

  struct Needs {
    // full_step: dashpots act on full-step velocities
    bool orientations, dashpots, full_step, masses;
  };
  /** For init_style(). style_name: the bond style, for messages. style: style of the fix with
   *  full-step velocities. */
  void init(const Needs &needs_in, const std::string &style_name, const std::string &style)
  {
    needs = needs_in;
    if (needs.orientations) orientations.init(style_name);
    if (needs.masses) masses.init();
    if (needs.dashpots) require_velocities(style_name);
    velocities.init(needs.dashpots && needs.full_step, style);
  }

  /** Before the other steps of compute(): do dashpots act now? keep_velocities: velocities are
   *  needed for power(), too. A minimization follows the energy: dashpots do not act. */
  void begin(bool keep_velocities)
  {
    dashpots_act = needs.dashpots && update->whichflag != 2;
    keeps_velocities = keep_velocities;
    kick_now = dashpots_act && velocities.needed() ? kick_of_dashpots(lmp) : 0.0;
  }
  /** Finds again where LAMMPS keeps the orientations that find() and messages have made known. */
  void find_rows()
  {
    if (needs.orientations) quats = orientations.rows();
  }
  bool can_find_rows() const { return !needs.orientations || orientations.are_there(); }
  /** Brings owned atoms up to date. new_lists: are there new neighbor lists? Then the ghosts must
   *  get theirs by pack() and unpack(), if width() > 0. */
  void find(bool new_lists)
  {
    find_rows();
    if (comm->nprocs > 1) ghosts.resize(atom->nghost);
    if (new_lists && sends_masses()) masses.find_bodies();
    if (needs_velocities()) find_velocities();
  }
  /** A single process needs no ghosts: both atoms of a bond are its own. */
  int width() const
  {
    if (comm->nprocs == 1) return 0;
    return 3 + (needs.orientations ? 4 : 0) + (has_dashpots() ? velocity_width() : 0) +
        (sends_masses() ? 1 : 0);
  }
  int pack(int n, const int *list, double *buf) const
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
  void unpack(int n, int first, const double *buf)
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
  /** Afterwards. */
  void find_masses()
  {
    if (needs.masses) inverse_masses = masses.update();
  }

  /** eatom, vatom: of the bond style, or null. */
  BondedAtoms atoms(double *eatom, double **vatom) const
  {
    BondedAtoms a = {};
    a.inverse_masses = inverse_masses;
    a.own = VARDEM::vectors_at(atom->x[0]);
    a.others = ghosts.data();
    a.nlocal = atom->nlocal;
    a.orientations = quats;
    a.vs = vs.data();
    a.ws = ws.data();
    a.v_changes = v_changes.data();
    a.w_changes = w_changes.data();
    a.kick_of_step = kick();
    a.radii = atom->radius;
    a.fs = VARDEM::vectors_at(atom->f[0]);
    a.torques = VARDEM::vectors_at(atom->torque[0]);
    a.nadd = force->newton_bond ? std::numeric_limits<int>::max() : atom->nlocal;
    a.eatom = eatom;
    if (vatom) a.vatom = reinterpret_cast<double(*)[6]>(vatom[0]);
    return a;
  }
  /** By how much an image of an atom is faster than the atom, over the number of boxes. */
  VARDEM::UpperTriangle image_rate() const
  {
    if (!(has_dashpots() || keeps_velocities) || !velocities_flow(domain)) return {};
    const auto *changing = dynamic_cast<const ChangingVelocities *>(velocities.helper());
    return changing ? changing->image_rate(in_time_step(update)) : VARDEM::upper(domain->h_rate);
  }
  double memory_usage() const
  {
    return static_cast<double>((ghosts.capacity() + 2 * (vs.capacity() + v_changes.capacity())) *
                               sizeof(VARDEM::Vec3));
  }

  /** For Kokkos variants, which do the same on the device. */
  Orientations &sources() { return orientations; }
  ContactMasses &contact_masses() { return masses; }
  const FullStepVelocities &step_velocities() const { return velocities; }
  bool has_orientations() const { return needs.orientations; }
  bool has_masses() const { return needs.masses; }
  /** Do dashpots act in the present forces? */
  bool has_dashpots() const { return dashpots_act; }
  /** VARDEM::StepTime of the present forces. Dashpots need changes of velocities if it is > 0. */
  double kick() const { return kick_now; }
  int velocity_width() const { return kick_now != 0.0 ? 12 : 6; }
  bool needs_velocities() const { return has_dashpots() || keeps_velocities; }
  bool sends_masses() const { return needs.masses && masses.have_bodies(); }
  /** Velocity and spin of an owned atom that the device has found, and their changes: a row of
   *  velocity_width() numbers. */
  void set_velocities(int i, const double *row)
  {
    vs[i] = vector_at(row);
    ws[i] = vector_at(row + 3);
    if (kick() == 0.0) return;
    v_changes[i] = vector_at(row + 6);
    w_changes[i] = vector_at(row + 9);
  }

 private:
  Needs needs = {};
  bool dashpots_act = false, keeps_velocities = false;
  double kick_now = 0.0;
  Orientations orientations;
  ContactMasses masses;
  const double *inverse_masses = nullptr;
  FullStepVelocities velocities;
  double *quats = nullptr;
  std::vector<VARDEM::Vec3> ghosts;    // their places
  std::vector<VARDEM::Vec3> vs, ws, v_changes, w_changes;

  void require_velocities(const std::string &style_name) const
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
  void find_velocities()
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
  VARDEM::Vec3 spin(int i) const
  {
    const auto *ellipsoids = orientations.ellipsoids_of_atom_style();
    if (atom->omega_flag && !(ellipsoids && atom->ellipsoid[i] >= 0))
      return vector_at(atom->omega[i]);
    return are_superellipsoids(atom) ? spin_of(i, bonus_super(ellipsoids))
                                     : spin_of(i, ellipsoids->bonus);
  }
  /** Ellipsoids have an angular momentum only. */
  template <class Bonus> VARDEM::Vec3 spin_of(int i, Bonus *bonus) const
  {
    if (atom->ellipsoid[i] < 0) return {0.0, 0.0, 0.0};
    const Ellipsoids<Bonus> bodies(atom, ~0, bonus, false);
    return VARDEM::angular_velocity(bodies.q(i), bodies.L(i), bodies.inertia(i));
  }
};

/** The periodic cell of LAMMPS. */
inline BondCell bond_cell(const Domain *domain)
{
  const bool flat = domain->dimension == 2;
  return {VARDEM::upper(domain->h),
          VARDEM::upper(domain->h_inv),
          {domain->xperiodic, domain->yperiodic, flat ? 0 : domain->zperiodic}};
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
