// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(timestep/contact,ComputeTimestepContact);
// clang-format on
#else

#ifndef LMP_COMPUTE_TIMESTEP_CONTACT_H
#define LMP_COMPUTE_TIMESTEP_CONTACT_H

#include "compute.h"
#include "host/timestep/stability_bound.h"

namespace LAMMPS_NS {

class ComputeTimestepContact : public Compute {
 public:
  ComputeTimestepContact(class LAMMPS *, int, char **);
  void init() override;
  void setup() override;
  void init_list(int, class NeighList *list) override { sources.own_list = list; }
  double compute_scalar() override;
  void compute_peratom() override;
  int pack_forward_comm(int n, int *list, double *buf, int pbc_flag, int *pbc) override
  {
    return exchange.pack(n, list, 0, buf, pbc_flag ? pbc : nullptr);
  }
  void unpack_forward_comm(int n, int first, double *buf) override
  {
    exchange.unpack_forward(n, first, buf);
  }
  int pack_reverse_comm(int n, int first, double *buf) override
  {
    return exchange.pack(n, nullptr, first, buf);
  }
  void unpack_reverse_comm(int n, int *list, double *buf) override
  {
    exchange.unpack_reverse(n, list, buf);
  }
  double memory_usage() override
  {
    return bound->memory_usage() + contacts.memory_usage() + contact_bodies.memory_usage();
  }

  /** Does the atom style have particles that are no spheres? The compute refuses it. */
  static bool has_other_shapes(const class Atom *);
  /** The command that owns this compute, in messages. */
  void serve(const std::string &owner) { style_name = owner; }
  /** The largest stable step [time]. Pairs with a gap count only if they can touch within the time
   *  `horizon` at twice their present speeds, also when the compute is asked again. All processes
   *  must call it. */
  double stable_step(double horizon);

 protected:
  VARDEM_NS::StableStepSettings settings;
  VARDEM_NS::LookAhead ahead;

  VARDEM_NS::ContactBodies contact_bodies;
  VARDEM_NS::StiffnessSources sources;
  VARDEM_NS::LinearizedContacts contacts;
  VARDEM_NS::AtomExchange exchange;

  /** Brings the atom arrays that collect() reads on the host, from styles that are there. */
  virtual void sync_to_host() {}
  bool dashpots_count() const { return settings.dashpots && !settings.dyndt; }
  /** Collects the contacts. Returns the bound that has taken them. */
  virtual VARDEM_NS::StabilityBound &collect()
  {
    contacts.collect(ahead, dashpots_count(), exchange.velocities().data());
    on_host.take(contacts.contacts);
    return on_host;
  }

 private:
  /** What neighbor lists and messages to ghosts belong to. */
  struct Atoms {
    bigint all = -1, built = -1;    // number of atoms, time step of the lists
    int own = 0, ghosts = 0;
  };

  std::string style_name;    // in messages
  double safety;
  double least = 0.0;    // of all particles, with the vector
  Atoms known;
  VARDEM_NS::StabilityBoundOn<VARDEM::SerialSpace> on_host;
  VARDEM_NS::StabilityBound *bound;    // of the present step

  Atoms atoms_now() const;
  /** Stops between runs if the lists are not those of the present atoms and styles. */
  void require_lists();
  double present_damping() const;
  /** Also of particles that are held: a free wall that touches them moves. */
  double least_step() const;
  void find_steps();
  void add_steps_of_waves();
};

}    // namespace LAMMPS_NS
#endif
#endif
