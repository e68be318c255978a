// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_NETWORK_H
#define VARDEM_HOST_CLUMP_NETWORK_H

#include "atom.h"
#include "fix.h"
#include "host/atoms/atom_accessors.h"
#include "host/atoms/grain_radii.h"
#include "host/clumps/clump_contacts.h"
#include "host/dynamics/rigid_steps.h"
#include "host/lammps/clumps.h"
#include "kernels/inertia.h"
#include "kernels/rigid/body_row.h"
#include "neighbor.h"
#include "solvers/network/contact_network.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What the rows of a network of rigid bodies stand for: first the bodies of a fix that derives
 *  from FixRigidSmall that this process owns, then single spheres. Vectors are in space. */
class ClumpRows {
 public:
  ClumpRows(const Fix *fix, Atom *atom_in, const std::vector<int> &spheres_in) :
      bodies(small_body_table(fix)), atom(atom_in), spheres(spheres_in)
  {
  }

  int size() const { return bodies.size() + static_cast<int>(spheres.size()); }
  double mass(int i) const { return is_body(i) ? bodies.mass(i) : atom->rmass[owner(i)]; }
  VARDEM::Vec3 x(int i) const { return is_body(i) ? bodies.x(i) : vector_at(atom->x[owner(i)]); }
  VARDEM::Vec3 v(int i) const { return is_body(i) ? bodies.v(i) : vector_at(atom->v[owner(i)]); }
  VARDEM::Vec3 L(int i) const
  {
    return is_body(i) ? bodies.L(i) : moment(i) * vector_at(atom->omega[owner(i)]);
  }
  VARDEM::Quat q(int i) const
  {
    return is_body(i) ? bodies.q(i) : VARDEM::Quat{1.0, 0.0, 0.0, 0.0};
  }
  /** Principal moments. */
  VARDEM::Vec3 inertia(int i) const
  {
    if (is_body(i)) return bodies.inertia(i);
    const double I = moment(i);
    return {I, I, I};
  }
  /** The atom that owns a body, or the sphere. */
  int owner(int i) const { return is_body(i) ? bodies.owner(i) : spheres[i - bodies.size()]; }

  /** Force and torque without those of contacts. Of bodies the fix has summed them. The arrays of
   *  spheres have those of the contacts of the last step, too (host/dynamics/rigid_steps.h). pull
   *  acts on all rows beside these arrays [force/mass]. */
  VARDEM::Vec3 load(int i, const double *contact_forces, const VARDEM::Vec3 &pull) const
  {
    return is_body(i) ? bodies.f(i) : without(atom->f, i, contact_forces) + mass(i) * pull;
  }
  VARDEM::Vec3 torque(int i, const double *contact_torques) const
  {
    return is_body(i) ? bodies.torque(i) : without(atom->torque, i, contact_torques);
  }

  void move(int i, const VARDEM::Vec3 &x, const VARDEM::Quat &q, const VARDEM::Vec3 &v,
            const VARDEM::Vec3 &L) const
  {
    if (!is_body(i)) {
      set_vector_at(atom->x[owner(i)], x);
      set_vector_at(atom->v[owner(i)], v);
      set_vector_at(atom->omega[owner(i)], L / moment(i));
      return;
    }
    bodies.set_x(i, x);
    bodies.set_v(i, v);
    bodies.set_L(i, L);
    bodies.set_q(i, q);
    bodies.set_axes_to_q(i);
    bodies.set_omega(i, bodies.omega_of_L(i));
  }

 private:
  Clumps bodies;
  Atom *atom;
  const std::vector<int> &spheres;

  bool is_body(int i) const { return i < bodies.size(); }
  double moment(int i) const
  {
    const double R = atom->radius[owner(i)];
    return VARDEM::INERTIA_BALL * mass(i) * R * R;
  }
  VARDEM::Vec3 without(double **of_atoms, int i, const double *contacts) const
  {
    const int a = owner(i);
    return vector_at(of_atoms[a]) - vector_at(contacts + CONTACT_FORCE_COLUMNS * a);
  }
};

/** The platform of RigidBodyStep for bodies, on the host. */
class ClumpPlatform : protected Pointers {
 public:
  using Space = VARDEM::HostSpace<Exchange>;
  ClumpGhosts ghosts;

  ClumpPlatform(LAMMPS *lmp, Fix *fix) : Pointers(lmp), ghosts(lmp, fix) {}

  Space make_space() { return Space(Exchange{&ghosts}); }
  void request_list(Fix *fix, bool /*often*/)
  {
    neighbor->add_request(fix, touch_list_flag(modify) | NeighConst::REQ_NEWTON_OFF);
  }
  /** Contacts tell themselves what is to be known of their atoms. */
  static ListedSpheres atoms(NeighList *) { return ListedSpheres(); }
  Spheres spheres(int groupbit) const { return {atom, groupbit, nullptr, false}; }
  static void sync_all_to_host() {}
};

/** The particles of contacts of bodies, as host/network/network_builder.h has them. Some of them
 *  may be on other processes, so all that is known of them is in the contacts: their numbers are
 *  not those of atoms. */
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
    int number, surface, triangle;
    double distance;

    int flag() const { return flag_of_wall(distance); }
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
    return {of.other_row, of.surface, of.triangle, of.distance};
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
 *  (kernels/rigid/body_row.h). Rows are full: the contact of two bodies of this process is in
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
  void collect(Space &space, ClumpGhosts &ghosts, NeighList *list, const StepInput &step)
  {
    contacts.collect(ghosts, list, step);
    network.nrows = bodies().size();
    network.nbodies = rules.all(network.nrows);
    order_contacts(space);
    number_columns(ghosts.me());
    ghosts.plan(network.nrows, network.owners);
    find_frames(space);
    fill_rows();
    network.has_gaps = true;
    network.gap.resize(network.ncontacts);
    find_gaps(network.gap.data(), 0.0);
  }
  /** Gaps at the start of the step, and what the motion of periodic images opens in a time h. */
  void find_gaps(double *gap, double h) const
  {
    for (int c = 0; c < network.ncontacts; c++)
      gap[c] = contact(c).gap + h * dot(contact(c).image, contact(c).n);
  }
  /** Brings loads back to the members: of(c) on the other body of contact c of the network. */
  template <class F>
  void bring_back(ClumpGhosts &ghosts, const F &of,
                  std::vector<ClumpContacts::ForceOnAtom> &pushing)
  {
    loads.resize(network.ncontacts);
    for (int c = 0; c < network.ncontacts; c++) loads[number_of[c]] = of(c);
    contacts.find_contact_forces(ghosts, loads, pushing);
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
  double bytes() const
  {
    double numbers = 0.0;
    for (const auto *a : {&rows, &frames, &network.stiffness, &network.gap})
      numbers += static_cast<double>(a->capacity());
    return contacts.bytes() + network.owners.bytes() + numbers * sizeof(double) +
        static_cast<double>(loads.capacity()) * sizeof(ClumpContacts::Load) +
        static_cast<double>(network.column.capacity() + number_of.capacity()) * sizeof(int);
  }

 private:
  // what ghost columns know of their body: orientation, length, and parts of the moments
  // (kernels/rigid/body_row.h)
  static constexpr int FRAME = 8;

  ContactRules &rules;
  Fix *fix;
  std::vector<double> rows, frames;
  std::vector<ClumpContacts::Load> loads;    // of contacts()

  /** By rows, and in the order in which they came. */
  void order_contacts(Space &space)
  {
    const auto &all = contacts.contacts();
    network.ncontacts = static_cast<int>(all.size());
    network.first.assign(network.nrows + 1, 0);
    for (const MemberContact &c : all) network.first[c.row]++;
    space.scan(network.nrows, network.first.data());
    std::vector<int> next(network.first);
    number_of.resize(all.size());
    for (std::size_t k = 0; k < all.size(); k++)
      number_of[next[all[k].row]++] = static_cast<int>(k);
  }
  /** First the bodies of this process, then those of others in the order of the processes, then
   *  one column for each contact with something that cannot move. */
  void number_columns(int me)
  {
    const auto &all = contacts.contacts();
    std::vector<std::pair<int, int>> others;
    for (const MemberContact &c : all)
      if (c.other_process >= 0 && c.other_process != me)
        others.emplace_back(c.other_process, c.other_row);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    network.owners.clear();
    for (const auto &[process, row] : others) {
      network.owners.process.push_back(process);
      network.owners.row.push_back(row);
    }
    network.first_fixed = network.nrows + static_cast<int>(others.size());
    network.ncolumns = network.first_fixed;
    network.column.resize(all.size());
    for (int c = 0; c < network.ncontacts; c++) {
      const MemberContact &of = contact(c);
      if (of.other_process < 0)
        network.column[c] = network.ncolumns++;
      else if (of.other_process == me)
        network.column[c] = of.other_row;
      else
        network.column[c] = network.nrows +
            static_cast<int>(std::lower_bound(others.begin(), others.end(),
                                              std::pair(of.other_process, of.other_row)) -
                             others.begin());
    }
  }
  void find_frames(Space &space)
  {
    const ClumpRows rows_of = bodies();
    shapes.clear();
    frames.assign(FRAME * network.ncolumns, 0.0);
    for (int i = 0; i < network.nrows; i++) {
      shapes.push_back(VARDEM::BodyShape::of(rows_of.mass(i), rows_of.inertia(i)));
      double *frame = &frames[FRAME * i];
      VARDEM::set_quat_at(frame, rows_of.q(i));
      frame[4] = shapes[i].length;
      set_vector_at(frame + 5, shapes[i].part);
    }
    space.forward(frames.data(), FRAME);
  }
  void fill_rows()
  {
    network.stiffness.resize(network.ncontacts);
    rows.resize(VARDEM::BODY_ROW_NUMBERS * network.ncontacts);
    for (int i = 0; i < network.nrows; i++)
      for (int c = network.first[i]; c < network.first[i + 1]; c++) {
        const MemberContact &of = contact(c);
        const int j = network.column[c];
        network.stiffness[c] = of.stiffness;
        double *row = &rows[VARDEM::BODY_ROW_NUMBERS * c];
        set_vector_at(row, of.n);
        set_vector_at(row + 3, torque_numbers(i, cross(of.arm, of.n)));
        set_vector_at(row + 6,
                      j < network.first_fixed ? torque_numbers(j, cross(of.other_arm, of.n))
                                              : VARDEM::Vec3{0.0, 0.0, 0.0});
      }
    network.geometry = {rows.data()};
  }
  VARDEM::Vec3 torque_numbers(int column, const VARDEM::Vec3 &torque) const
  {
    const double *frame = &frames[FRAME * column];
    return VARDEM::BodyShape(frame[4], vector_at(frame + 5))
        .torque_numbers(VARDEM::quat_at(frame), torque);
  }
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
