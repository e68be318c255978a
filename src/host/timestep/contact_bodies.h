// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_BODIES_H
#define VARDEM_HOST_CONTACT_BODIES_H

#include "atom.h"
#include "host/atoms/rigid_members.h"
#include "host/atoms/sphere_inertia.h"
#include "kernels/macros.h"
#include "kernels/stable_step.h"
#include "pointers.h"

namespace LAMMPS_NS {

class Compute;

namespace VARDEM_NS {

  /** Sends rows of numbers between owned atoms and their ghosts, with the messages of a compute.
   *  The compute must set comm_forward and comm_reverse to the largest widths, and its hooks of
   *  LAMMPS' communication must call those of this class. All processes must call forward(), add(),
   *  least(). */
  class AtomExchange : protected Pointers {
   public:
    AtomExchange(LAMMPS *lmp, Compute *compute) : Pointers(lmp), compute(compute) {}

    /** Copies the rows of owned atoms to their ghosts. rows: `width` numbers of each atom. */
    void forward(double *rows, int width);
    /** Velocities of owned atoms and ghosts, those of images in a flowing cell. LAMMPS' own ghosts
     *  have none, or those of half a step before. */
    std::vector<VARDEM::Vec3> velocities();
    /** Adds the rows of ghosts to those of their owned atoms. */
    void add(double *rows_in, int width_in) { reverse(rows_in, width_in, true); }
    /** An owned atom gets the least number of its own and of its ghosts. */
    void least(double *numbers) { reverse(numbers, 1, false); }

    /** Hooks of the compute. list: the atoms, or null if they follow each other from `first` on.
     *  pbc: null if these are no images. */
    int pack(int n, const int *list, int first, double *buf, const int *pbc = nullptr) const;
    void unpack_forward(int n, int first, const double *buf);
    void unpack_reverse(int n, const int *list, const double *buf);

   private:
    Compute *compute;
    double *rows = nullptr;    // on their way
    int width = 0;
    bool adds = false, images_flow = false;

    double *row(int i) const { return rows + static_cast<bigint>(width) * i; }
    void reverse(double *rows_in, int width_in, bool adds_in);
  };

  /** Single particles that contacts can move, those of a group that are not frozen. Plain data that
   *  can be copied to a device. Particles are given by their masks. */
  struct MovingParticles {
    int groupbit, frozenbit;

    VARDEM_INLINE bool moves(int mask) const { return (mask & groupbit) && !(mask & frozenbit); }
    /** Pair styles gran and granular take a frozen particle for a wall. */
    VARDEM_INLINE double effective_mass(int mask_1, int mask_2, double m1, double m2) const
    {
      if (mask_1 & frozenbit) return m2;
      if (mask_2 & frozenbit) return m1;
      return m1 * m2 / (m1 + m2);
    }
  };

  /** What contacts can move: the particles of a group that are not frozen, and the rigid bodies
   *  that have them as members. Atoms are given by their local index, and may be ghosts. */
  class ContactBodies : protected Pointers {
   public:
    ContactBodies(LAMMPS *lmp, int groupbit) : Pointers(lmp), particles{groupbit, 0} {}

    /** Finds the fixes of the present run that freeze, that have rigid bodies, or that integrate
     *  rotations. style_name: the command that asks, for messages. */
    void init(const std::string &style_name);
    bool has_bodies() const { return !rigid.empty(); }
    const MovingParticles &single_particles() const { return particles; }
    /** Number of bodies that all processes know: bodies of fix rigid. */
    int common_bodies() const { return ncommon; }

    void find_members(AtomExchange &exchange);

    bool moves(int i) const { return particles.moves(atom->mask[i]); }
    bool is_member(int i) const { return !members.empty() && members[i].body != 0.0; }
    /** Of a particle that is_member(). */
    const Member &member(int i) const { return members[i]; }
    /** Particles of one body do not move relative to each other. But a body moves relative to its
     *  periodic image. */
    bool in_same_body(int i, int j) const
    {
      return is_member(i) && members[i].body == members[j].body && is_no_image(i, j);
    }

    /** Mass of a particle or, for a member, of its body, which is what LAMMPS' granular styles
     *  take. */
    double mass(int i) const
    {
      if (is_member(i)) return members[i].mass;
      return atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    }
    double effective_mass(int i, int j) const
    {
      return particles.effective_mass(atom->mask[i], atom->mask[j], mass(i), mass(j));
    }
    /** Of a particle that is no member, in units such that stiffness times it is 1/time^2. */
    VARDEM::InverseInertia inverse_inertia(int i) const;

    /** The bodies that this process owns, after those that all processes know. */
    std::vector<RigidBody> bodies() const;
    /** Index of a body in arrays over the atoms, owned and ghosts, and then the bodies that all
     *  processes know: that of the atom that owns the body, or its own. -1 if the atom is not on
     *  this process. body: as in Member. */
    int place(double body) const;

    double memory_usage() const { return static_cast<double>(members.capacity()) * sizeof(Member); }

   private:
    MovingParticles particles;
    ByGroup<double> inertia = {};      // moment of inertia / (m R^2)
    std::vector<RigidBodies> rigid;    // fixes with rigid bodies
    int ncommon = 0;
    std::vector<Member> members;    // of owned atoms and ghosts; empty without rigid bodies

    bool is_no_image(int i, int j) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
