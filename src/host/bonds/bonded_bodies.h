// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BONDED_BODIES_H
#define VARDEM_HOST_BONDED_BODIES_H

#include "host/atoms/contact_masses.h"
#include "host/atoms/orientations.h"
#include "host/bonds/table_of_bonds.h"
#include "host/velocity/full_step_velocities.h"
#include "kernels/quaternion.h"

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
  void init(const Needs &, const std::string &style_name, const std::string &style);

  /** Before the other steps of compute(): do dashpots act now? keep_velocities: velocities are
   *  needed for power(), too. */
  void begin(bool keep_velocities);
  /** Finds again where LAMMPS keeps the orientations that find() and messages have made known. */
  void find_rows()
  {
    if (needs.orientations) quats = orientations.rows();
  }
  bool can_find_rows() const { return !needs.orientations || orientations.are_there(); }
  /** Brings owned atoms up to date. new_lists: are there new neighbor lists? Then the ghosts must
   *  get theirs by pack() and unpack(), if width() > 0. */
  void find(bool new_lists);
  int width() const;
  int pack(int n, const int *list, double *buf) const;
  void unpack(int n, int first, const double *buf);
  /** Afterwards. */
  void find_masses()
  {
    if (needs.masses) inverse_masses = masses.update();
  }

  /** eatom, vatom: of the bond style, or null. */
  BondedAtoms atoms(double *eatom, double **vatom) const;
  /** By how much an image of an atom is faster than the atom, over the number of boxes. */
  VARDEM::UpperTriangle image_rate() const;
  double memory_usage() const;

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
  void set_velocities(int i, const double *row);

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

  void require_velocities(const std::string &style_name) const;
  void find_velocities();
  VARDEM::Vec3 spin(int i) const;
  template <class Bonus> VARDEM::Vec3 spin_of(int i, Bonus *bonus) const;
};

/** The periodic cell of LAMMPS. */
BondCell bond_cell(const class LAMMPS_NS::Domain *);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
