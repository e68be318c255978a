// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_BONDED_BODIES_KOKKOS_H
#define LMP_VARDEM_BONDED_BODIES_KOKKOS_H

#include "fix_velocity_onstep_kokkos.h"
#include "host/atoms/time_step.h"
#include "host/bonds/bonded_bodies.h"
#include "host/tables/contact_table.h"
#include "update.h"
#include "vardem_contact_atoms_kokkos.h"
#include "vardem_exchange_kokkos.h"
#include "vardem_orientations_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The states of bonded atoms on the device, for FillBonds and, with places for forces, for
 *  BondLoop. Ghosts are as their owners have them: each has a row of numbers in the order of
 *  BondedBodies::pack(). */
template <class DeviceType> struct BondedStatesKokkos {
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ =
      X_MASK | V_MASK | OMEGA_MASK | RADIUS_MASK | RMASS_MASK | MASK_MASK;

  typename AT::t_kkfloat_1d_3_lr xs;
  typename AT::t_double_2d_lr orientations;              // of owned atoms
  typename AT::t_kkfloat_1d radii;                       // empty if there are none
  typename AT::t_double_1d body_mass, inverse_masses;    // of owned atoms and ghosts
  const double *velocities;    // of owned atoms: rows of velocity_width numbers
  double *ghosts;
  int width, velocity_width;    // of the row of a ghost, of its velocities and their changes
  double kick_of_step;          // as BondedBodies has it
  bool has_orientations, has_velocities, has_body_masses;    // in the row
  int nlocal;

  VARDEM_INLINE VARDEM::Vec3 x(int i) const
  {
    return i < nlocal ? row_at(xs, i) : vector(of_ghost(i));
  }
  VARDEM_INLINE VARDEM::Quat orientation(int i) const
  {
    return VARDEM::quat_at(i < nlocal ? &orientations(i, 0) : of_ghost(i) + 3);
  }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return vector(velocities_of(i)); }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return vector(velocities_of(i) + 3); }
  VARDEM_INLINE VARDEM::Vec3 v_change(int i) const { return vector(velocities_of(i) + 6); }
  VARDEM_INLINE VARDEM::Vec3 w_change(int i) const { return vector(velocities_of(i) + 9); }
  VARDEM_INLINE double radius(int i) const
  {
    return radii.extent(0) ? static_cast<double>(radii(i)) : 0.0;
  }
  /** 0 without dashpots that need it. */
  VARDEM_INLINE double inverse_mass(int i) const
  {
    return inverse_masses.extent(0) ? inverse_masses(i) : 0.0;
  }

  /** The row of atom i, an owned one or a ghost. */
  VARDEM_INLINE void pack(int i, double *row) const
  {
    set_columns(x(i), row);
    if (has_orientations) VARDEM::set_quat_at(row + 3, orientation(i));
    if (has_velocities)
      for (int k = 0; k < velocity_width; k++) row[velocities_at() + k] = velocities_of(i)[k];
    if (has_body_masses) row[width - 1] = body_mass(i);
  }

  VARDEM_INLINE void unpack(int i, const double *row) const
  {
    double *to = of_ghost(i);
    for (int k = 0; k < width; k++) to[k] = row[k];
    if (has_body_masses) body_mass(i) = row[width - 1];
  }

 private:
  VARDEM_INLINE double *of_ghost(int i) const
  {
    return ghosts + static_cast<bigint>(width) * (i - nlocal);
  }
  VARDEM_INLINE int velocities_at() const { return has_orientations ? 7 : 3; }
  VARDEM_INLINE const double *velocities_of(int i) const
  {
    return i < nlocal ? velocities + velocity_width * static_cast<bigint>(i)
                      : of_ghost(i) + velocities_at();
  }
  VARDEM_INLINE static VARDEM::Vec3 vector(const double *a) { return {a[0], a[1], a[2]}; }
};

/** The velocities of owned atoms at the time of the dashpots, and in rows of 12 numbers their
 *  changes, too. changes: how those of the half step have changed in it; empty if dashpots act on
 *  those of the half step. */
template <class DeviceType> struct FindVelocities {
  typename ArrayTypes<DeviceType>::t_kkfloat_1d_3 v, w;
  typename ArrayTypes<DeviceType>::t_double_2d_lr changes;
  double *rows;
  int width;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    double *row = rows + width * static_cast<bigint>(i);
    set_columns(full_step_at(v, changes, i, 0), row);
    set_columns(full_step_at(w, changes, i, 3), row + 3);
    for (int k = 6; k < width; k++) row[k] = changes(i, k - 6);
  }
};

/** BondedBodies (host/bonds/bonded_bodies.h) on the device. Ghosts get their states by forward
 *  communication of a fix, from device to device where LAMMPS does so. */
template <class DeviceType> class BondedBodiesKokkos {
 public:
  typedef BondedStatesKokkos<DeviceType> States;

  BondedBodiesKokkos(LAMMPS *lmp, BondedBodies &settings_in, const std::string &style_in) :
      atomKK(lmp->atomKK), update(lmp->update), settings(settings_in),
      space(VARDEM::NoExchange(), style_in), messages(space)
  {
  }

  /** Brings owned atoms up to date. Then the ghosts must get theirs, if settings.width() > 0, and
   *  find_masses() follows. */
  void find(bool new_lists)
  {
    atomKK->sync(HERE, States::READ);
    const int nall = atomKK->nlocal + atomKK->nghost;
    states = {};
    states.width = settings.width();
    states.velocity_width = settings.velocity_width();
    states.kick_of_step = settings.kick();
    states.nlocal = atomKK->nlocal;
    states.has_orientations = settings.has_orientations();
    states.has_velocities = settings.has_dashpots();
    states.has_body_masses = settings.sends_masses();
    space.allocate(ghosts, static_cast<std::size_t>(states.width) * atomKK->nghost);
    states.ghosts = ghosts.data();
    states.xs = atomKK->k_x.template view<DeviceType>();
    states.radii = atomKK->k_radius.template view<DeviceType>();
    if (states.has_orientations)
      states.orientations = orientations.find(settings.sources(), atomKK, space);
    if (settings.needs_velocities()) find_velocities();
    if (!states.has_body_masses) body_mass = {};
    if (new_lists && states.has_body_masses) bring_body_masses(nall);
    states.body_mass = body_mass;
  }

  void find_masses()
  {
    if (!settings.has_masses()) return;
    const typename Space::Phase phase(space, "masses");
    const int nall = atomKK->nlocal + atomKK->nghost;
    if (static_cast<int>(inverse_mass.extent(0)) < nall)
      inverse_mass = typename AT::t_double_1d("bond:inverse_mass", atomKK->nmax);
    space.for_each(nall,
                   InverseMasses<DeviceType>{atomKK->k_rmass.template view<DeviceType>(),
                                             atomKK->k_mask.template view<DeviceType>(),
                                             settings.contact_masses().frozen_bits(), body_mass,
                                             inverse_mass});
    states.inverse_masses = inverse_mass;
  }

  /** Valid until the next find(). */
  const States &now() const { return states; }

  /** What find() and the messages give to the BondedBodies of the host, from the device. */
  void sync_to_host()
  {
    atomKK->sync(Host, ALL_MASK);
    settings.find(false);
    const std::size_t width = settings.velocity_width();
    std::vector<double> own(settings.needs_velocities() ? width * atomKK->nlocal : 0);
    if (!own.empty()) {
      Space::copy_to_host(velocities.data(), own.size(), own.data());
      for (int i = 0; i < atomKK->nlocal; i++) settings.set_velocities(i, &own[width * i]);
    }
    const int nghost = states.width > 0 ? atomKK->nghost : 0;
    std::vector<double> rows(static_cast<std::size_t>(states.width) * nghost);
    if (!rows.empty()) Space::copy_to_host(ghosts.data(), rows.size(), rows.data());
    settings.unpack(nghost, atomKK->nlocal, rows.data());
    settings.find_masses();
  }

  // communication on the device

  int pack_on_device(int n, const int *list, double *buf)
  {
    return messages.pack_on_device(states, n, list, buf, states.width);
  }

  void unpack_on_device(int n, int first, const double *buf)
  {
    messages.unpack_on_device(states, n, first, buf, states.width);
  }

  // communication on the host

  int pack(int n, const int *list, double *buf)
  {
    return messages.pack(states, n, list, buf, states.width);
  }

  void unpack(int n, int first, const double *buf)
  {
    messages.unpack(states, n, first, buf, states.width);
  }

  double bytes() const
  {
    return space.bytes() + orientations.bytes() + changes.bytes() +
        sizeof(double) * static_cast<double>(body_mass.extent(0) + inverse_mass.extent(0));
  }

 private:
  typedef ArrayTypes<DeviceType> AT;
  typedef SpaceKokkos<DeviceType> Space;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  AtomKokkos *atomKK;
  Update *update;
  BondedBodies &settings;
  Space space;
  States states;
  OrientationsKokkos<DeviceType> orientations;
  StepChangesKokkos<DeviceType> changes;
  Array<double> velocities, ghosts;
  MessagesKokkos<DeviceType> messages;
  typename AT::t_double_1d body_mass, inverse_mass;

  void find_velocities()
  {
    const typename Space::Phase phase(space, "velocities");
    const int nlocal = atomKK->nlocal;
    typename AT::t_double_2d_lr changed;
    if (states.has_velocities)
      changed = changes.find(settings.step_velocities(), atomKK, in_time_step(update));
    space.allocate(velocities, static_cast<std::size_t>(states.velocity_width) * nlocal);
    states.velocities = velocities.data();
    space.for_each(nlocal,
                   FindVelocities<DeviceType>{atomKK->k_v.template view<DeviceType>(),
                                              atomKK->k_omega.template view<DeviceType>(), changed,
                                              velocities.data(), states.velocity_width});
  }

  /** Bodies are on the host; ghosts get their masses by the messages. */
  void bring_body_masses(int nall)
  {
    atomKK->sync(Host, ALL_MASK);
    settings.contact_masses().find_bodies();
    const std::vector<double> &masses = settings.contact_masses().body_masses();
    if (static_cast<int>(body_mass.extent(0)) != nall)
      body_mass = typename AT::t_double_1d("bond:body_mass", nall);
    Space::copy_from_host(masses.data(), std::min<std::size_t>(masses.size(), nall),
                          body_mass.data());
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
