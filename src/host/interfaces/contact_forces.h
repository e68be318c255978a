// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_FORCES_H
#define VARDEM_HOST_CONTACT_FORCES_H

#include "host/interfaces/styles_with.h"

#include <string>

namespace LAMMPS_NS::VARDEM_NS {

class ContactTable;

/** A style that can list the contact forces of a step: pair contact/hooke, contact/hertz, bond
 *  binder, contact/hooke, fix wall/contact, nve/sphere/cd, rigid/small/cd, compatible/cd. */
class ContactForces {
 public:
  /** Columns of a row, from 0. The particle with the lower ID is the first. The normal points from
   *  the first to the second. The force, its classic part, the moment and the couple act on the
   *  first; the moment is that of a bond about its centre, the couple is that of rolling and
   *  twisting. Units are those of the input. */
  enum {
    TAG_1,
    TAG_2,
    KIND,
    NORMAL,
    POINT = NORMAL + 3,
    GAP = POINT + 3,
    FORCE,
    CLASSIC = FORCE + 3,
    MOMENT = CLASSIC + 3,
    COUPLE = MOMENT + 3,
    COLUMNS = COUPLE + 3
  };
  /** Kinds of contacts: two particles, a particle and a wall, two bonded particles. A wall is
   *  always the second; its tag is 0, or minus the number of its triangle in the file. */
  enum { PAIR = 0, WALL = 1, BOND = 2 };

  /** Asks the style to keep what the list needs, at the steps for which LAMMPS knows that it needs
   *  the reader (timeflag of Compute), in set-ups and at the last step of a run. This holds until
   *  the next init_style(). The reader calls it in its init(), which LAMMPS calls behind that of
   *  pair and bond styles and before that of fixes. */
  virtual void record_forces_for(Compute *reader) = 0;
  /** Step of the forces that can be listed, or < 0. All processes must call it. */
  virtual bigint last_step() const = 0;
  /** Appends the rows of this process for contacts of two atoms, or of an atom and a wall, in a
   *  group. Each contact is listed once over all processes. */
  virtual void list_contacts(int groupbit, ContactTable &to) = 0;

 protected:
  ~ContactForces() = default;
};

/** A fix that finds the contact forces of any step when it is asked: fix compatible/cd. */
class SolvedForces : public ContactForces {
 public:
  /** Are its forces of the steps of contact dynamics? Then it finds no others, and keeps
   *  their list as other styles do. */
  virtual bool has_forces_of_steps() const = 0;
  /** What has changed about the atoms of this process since last_step(): bits of Change
   *  (host/network/contact_rules.h). All processes must call it. */
  virtual int changes() = 0;
  /** Says why the fix cannot find forces now; empty if it can. */
  virtual std::string reason_not_to_solve() const = 0;
  /** Finds the forces of the present step. All processes must call it. */
  virtual void solve_now() = 0;

 protected:
  ~SolvedForces() = default;
};

/** A compute that shows contact forces: compute contact/force. */
class ContactForcesReader {
 public:
  /** The fix calls this when atoms come or go between runs: LAMMPS must not read the rows again.
   *  Some processes may not be told. */
  virtual void forget_rows() = 0;
  /** A fix calls this when it is deleted. */
  virtual void forget_fix(const ContactForces *gone) = 0;

 protected:
  ~ContactForcesReader() = default;
};

class RigidSteps;

/** A fix of contact dynamics: fix nve/sphere/cd. Its steps have the contacts and forces of the
 *  present step from initial_integrate() on, until atoms go to other processes. */
class DynamicContacts {
 public:
  virtual RigidSteps &rigid_steps() = 0;
  /** Have contacts friction in this run? */
  virtual bool has_friction() const = 0;
  /** The gap up to which its steps have contacts [distance]. */
  virtual double reach_of_contacts() const = 0;

 protected:
  ~DynamicContacts() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
