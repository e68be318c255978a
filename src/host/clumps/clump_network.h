// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_NETWORK_H
#define VARDEM_HOST_CLUMP_NETWORK_H

#include "host/atoms/atom_accessors.h"
#include "host/clumps/clump_contacts.h"
#include "host/clumps/clump_rows.h"
#include "kernels/contact/body_row.h"
#include "solvers/contact_network.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The platform of RigidBodyStep for bodies, on the host. */
class ClumpPlatform : protected Pointers {
 public:
  using Space = VARDEM::HostSpace<Exchange>;
  ClumpGhosts ghosts;

  ClumpPlatform(LAMMPS *lmp, Fix *fix) : Pointers(lmp), ghosts(lmp, fix) {}

  Space make_space() { return Space(Exchange{&ghosts}); }
  void request_list(Fix *fix, bool often);
  /** Contacts tell themselves what is to be known of their atoms. */
  static ListedSpheres atoms(NeighList *) { return ListedSpheres(); }
  Spheres spheres(int groupbit) const { return {atom, groupbit, nullptr, false}; }
  static void sync_all_to_host() {}
};

/** The particles of contacts of bodies, as host/network/contact_ends.h has them. Some of them may
 *  be on other processes, so all that is known of them is in the contacts: their numbers are not
 *  those of atoms. */
struct MemberEnds {
  struct Particles {
    const MemberContact *contacts;
    const int *number_of;

    const MemberContact &contact(int a) const { return contacts[number_of[a / 2]]; }
    tagint tag(int a) const { return contact(a).tags[a % 2]; }
    int type(int a) const { return contact(a).types[a % 2]; }
    int mask(int a) const { return contact(a).groups[a % 2]; }
  };
  struct Wall {
    int number, surface;
    double distance, stiffness;

    int flag() const { return flag_of_wall(distance, stiffness); }
  };
  Particles atoms;

  const MemberContact &contact(int c) const { return atoms.contact(2 * c); }
  int first(int, int c) const { return 2 * c; }
  int second(int, int c) const
  {
    return contact(c).other_process == MemberContact::WALL ? -1 : 2 * c + 1;
  }
  Wall wall(int, int c) const
  {
    const MemberContact &of = contact(c);
    return {of.other_row, of.surface, of.distance, of.stiffness};
  }
  VARDEM::TouchingSpheres touch(int, int c) const
  {
    const MemberContact &of = contact(c);
    const VARDEM::Vec3 e = of.distance * of.n;
    return {{{e.x, e.y, e.z}}, of.distance, of.gap};
  }
  VARDEM::Vec3 centre(int, int c) const { return contact(c).centre; }
  double radius(int, int c) const { return contact(c).radius; }
};

/** The network of the bodies of a fix that derives from FixRigidSmall, as RigidBodyStep asks for
 *  it. A row is a body that this process owns; its motion has six numbers
 *  (kernels/contact/body_row.h). Rows are full: the contact of two bodies of this process is in
 *  both. */
class ClumpNetworkBuilder : protected Pointers {
 public:
  using Space = ClumpPlatform::Space;
  using Network = VARDEM::ContactNetwork<Space, VARDEM::BodyGeometry>;

  Network network;
  ClumpContacts contacts;
  std::vector<int> number_of;    // of each contact of the network: its number in contacts
  std::vector<VARDEM::BodyShape> shapes;    // of rows

  ClumpNetworkBuilder(LAMMPS *lmp, ContactRules &rules_in, Fix *fix_in) :
      Pointers(lmp), contacts(lmp, fix_in, rules_in), rules(rules_in), fix(fix_in)
  {
    network.full = true;
  }

  /** Makes the network of the present atoms, as RigidSteps::collect() has it. */
  void collect(Space &space, ClumpGhosts &ghosts, NeighList *list, const StepInput &step);
  /** Gaps at the start of the step. */
  void find_gaps(double *gap) const;
  /** Brings forces back to the members: of(c) on the other body of contact c of the network. */
  template <class F>
  void bring_back(ClumpGhosts &ghosts, const F &of,
                  std::vector<ClumpContacts::ForceOnAtom> &pushing)
  {
    forces.resize(3 * network.ncontacts);
    for (int c = 0; c < network.ncontacts; c++)
      VARDEM::vectors_at(forces.data())[number_of[c]] = of(c);
    contacts.find_contact_forces(ghosts, forces, pushing);
  }
  /** What the rows stand for. */
  ClumpRows bodies() const { return {fix, atom, contacts.spheres()}; }
  /** What is at the other end of contact c of the network. */
  const MemberContact &contact(int c) const { return contacts.contacts()[number_of[c]]; }

  /** collect() has found them. */
  void find_owners(Space &) {}
  static bool needs_ghosts() { return true; }
  bool has_walls() const { return contacts.has_walls(); }
  static int free_motions(int dimension) { return dimension == 2 ? 3 : 6; }
  MemberEnds ends(const ListedSpheres &) const
  {
    return {{contacts.contacts().data(), number_of.data()}};
  }
  double bytes() const;

 private:
  ContactRules &rules;
  Fix *fix;
  std::vector<double> rows, frames, forces;

  void order_contacts(Space &space);
  void number_columns(int me);
  void find_frames(Space &space);
  void fill_rows();
  VARDEM::Vec3 torque_numbers(int column, const VARDEM::Vec3 &torque) const;
};

/** The network of the bodies, and their velocities. */
struct ClumpModel {
  using Space = ClumpPlatform::Space;
  using Network = ClumpNetworkBuilder::Network;
  ClumpPlatform platform;
  Space space;
  ClumpNetworkBuilder builder;
  std::vector<double> velocity, free_velocity;    // of columns

  ClumpModel(LAMMPS *lmp, Fix *fix, ContactRules &rules) :
      platform(lmp, fix), space(platform.make_space()), builder(lmp, rules, fix)
  {
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
