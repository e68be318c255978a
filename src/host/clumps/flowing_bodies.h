// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FLOWING_BODIES_H
#define VARDEM_HOST_FLOWING_BODIES_H

#include "atom.h"
#include "comm.h"
#include "host/clumps/clump_flow.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/internals_rigid.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** FixRigidSmall whose bodies follow the flow of fix deform/gradv. */
class FlowingBodies : public RigidSmall, public FlowingClumps {
 public:
  FlowingBodies(LAMMPS *lmp, int narg, char **arg) : RigidSmall(lmp, narg, arg), flow(lmp) {}

  void init() override
  {
    RigidSmall::init();
    flow.find();
    walls.clear();
    if (!flow.acts()) return;
    for (auto *wall : fixes_with<WallContacts>(modify)) {
      if (wall->is_rigid() || dynamic_cast<const Fix *>(wall)->kokkosable) continue;
      wall->keep_forces();
      walls.push_back(wall);
    }
  }
  void pre_neighbor() override
  {
    flow.remap(clumps());
    RigidSmall::pre_neighbor();
  }
  void setup_pre_neighbor() override
  {
    const bool from_members = makes_bodies();
    flow.before_bodies(from_members, member_table());
    RigidSmall::setup_pre_neighbor();
    flow.after_bodies(from_members, member_table(), clumps());
    // command velocity zero comes here between runs
    if (update->whichflag == 0 || !flow.kick(clumps())) return;
    set_member_velocities();
    flow.enter_images(member_table());
    comm->forward_comm();    // velocities of ghosts, for the forces of setup
  }
  /** For command velocity zero rigid: LAMMPS gives members the velocities of their clumps. */
  void zero_momentum() override
  {
    RigidSmall::zero_momentum();
    flow.enter_images_again(member_table());
  }
  void zero_rotation() override
  {
    RigidSmall::zero_rotation();
    flow.enter_images_again(member_table());
  }
  void setup(int vflag) override
  {
    flow.leave_images(member_table());    // the virial has the change of velocities of members
    RigidSmall::setup(vflag);
    flow.enter_images(member_table());
  }

  const int *body_of_atoms() const override { return member_table().body; }
  const tagint *members() const override { return member_table().owner; }
  void end_flow() override
  {
    if (member_table().body) flow.end(member_table());
  }
  VARDEM::UpperTriangle kinetic_stress(const VARDEM::UpperTriangle &L,
                                       const VARDEM::Vec3 &origin) const override
  {
    return VARDEM_NS::kinetic_stress(clumps(), L, origin);
  }
  /** Without the forces of walls, which are outside of the cell's material. */
  VARDEM::FlowMoments flow_moments(const VARDEM::Vec3 &frame) const override
  {
    const int n = atom->nlocal;
    const VARDEM::Vec3 *forces = VARDEM::vectors_at(atom->f[0]);
    if (!walls.empty()) {
      without_walls.assign(forces, forces + n);
      for (const auto *wall : walls) {
        const WallContacts::KeptForces kept = wall->kept_forces();
        for (int i = 0; i < std::min(kept.atoms, n); i++)
          without_walls[i] = without_walls[i] - VARDEM::vectors_at(kept.forces)[2 * i];
      }
      forces = without_walls.data();
    }
    return VARDEM_NS::flow_moments(clumps(), member_table(), n, forces, frame);
  }

 protected:
  ClumpFlow flow;

  /** Moves members to where their bodies are at the end of a step h. */
  void place_in_flow(int vflag, double h)
  {
    flow.note_cell();
    flow.leave_images(member_table());
    place_members(vflag);
    flow.enter_images_of_next_step(member_table(), h);
  }

 private:
  std::vector<const WallContacts *> walls;            // of the run: soft ones, on the host
  mutable std::vector<VARDEM::Vec3> without_walls;    // forces on atoms
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
