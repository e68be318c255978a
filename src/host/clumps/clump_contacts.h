// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_CONTACTS_H
#define VARDEM_HOST_CLUMP_CONTACTS_H

#include "host/dynamics/rigid_steps.h"
#include "host/lammps/clumps.h"
#include "host/network/closed_contacts.h"
#include "host/network/ghosts.h"
#include "host/network/wall_search.h"
#include "solvers/network/operator.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The exchange of a network whose rows are the bodies that this process owns. Bodies have no
 *  ghosts in LAMMPS that a network could use: a body may touch one that is far from all of its own
 *  atoms on this process. So the columns are sent from process to process as contacts need them.
 *  Numbers of atoms go by LAMMPS' communication; while in_use_by_atoms(), the fix must hand its
 *  four functions of communication to this class. */
class ClumpGhosts : public Ghosts {
 public:
  using Ghosts::Ghosts;

  /** Copies numbers of owned atoms to their ghosts. The arrays have all atoms. */
  void forward_atoms(double *numbers, int width_in);
  void reverse(double *numbers, int width_in) override;
  int pack(int n, const int *list, double *buf) override;
  void unpack(int n, int first, const double *buf) override;
  bool in_use_by_atoms() const { return atoms; }

  /** The columns behind the rows stand for these bodies, sorted by process. All processes must call
   *  it. */
  void plan(int nrows_in, const VARDEM::GhostOwners &owners);
  void forward(double *columns, int width_in) override;
  double bytes() const;

 private:
  bool atoms = false;
  int nrows = 0;
  std::vector<int> rows_sent;
  std::vector<VARDEM::Parcel> sent, expected;
  std::vector<double> buffer;
};

/** Parcels of vectors for each process, which follow each other. */
std::vector<VARDEM::Parcel> parcels_of(const std::vector<int> &counts);

/** A contact of a member of a body, as the process that has the member finds it, for the process
 *  that owns the body. The contact of two members is found for each of them. */
struct MemberContact {
  enum { ATOM = -1, WALL = -2 };    // instead of a process: what cannot move
  VARDEM::Vec3 n;                   // from the member to the other particle
  VARDEM::Vec3 arm, other_arm;      // from the centre of the body to the centre of its member
  // of what cannot move: velocity where it is touched, and angular velocity
  VARDEM::Vec3 other_velocity, other_spin;
  VARDEM::Vec3 image;                    // velocity of periodic images (FrictionalStep)
  VARDEM::Vec3 before, moment_before;    // force and moment on the other one that go on
  VARDEM::Vec3 centre;                   // of the member
  double gap, distance;        // distance: from the centre to the other one, or to the wall point
  double radius, stiffness;    // radius: of the member
  tagint tags[2];              // of the member and the other particle
  int types[2], groups[2];     // of both; groups as bits
  int row, other_process, other_row;    // other_row: the number of a wall
  int surface, triangle;                // of the wall, as NearWall has them
};

/** Finds the contacts of the members of rigid bodies, and brings forces back to the members. All
 *  processes must call the functions. */
class ClumpContacts : protected Pointers {
 public:
  ClumpContacts(LAMMPS *lmp, Fix *fix_in, ContactRules &rules_in) :
      Pointers(lmp), fix(fix_in), rules(rules_in), near_walls(lmp, rules_in)
  {
  }

  /** Finds the contacts of the present atoms. In a step of a length h > 0 walls are at their places
   *  at its end, and their motion is taken back from the gaps. */
  void collect(ClumpGhosts &ghosts, NeighList *list, const StepInput &step);
  /** Contacts of the bodies that this process owns. */
  const std::vector<MemberContact> &contacts() const { return received; }

  /** What a contact does to the second particle. */
  struct Load {
    VARDEM::Vec3 force, moment;
  };
  static constexpr int LOAD_NUMBERS = 6;
  /** A force on a member of this process, or on a particle that cannot move, owned or ghost: `push`
   *  acts at `arm` from the centre of the body of the member, or from that of the particle. */
  struct ForceOnAtom {
    int atom;
    VARDEM::Vec3 push, moment, arm;
    VARDEM::Vec3 lever;    // from the centre of the atom
    VARDEM::Vec3 n;        // from the member to the other particle
    double other;          // of a member: name of the other particle (ContactMemory); otherwise 0
  };
  /** Brings the loads of contacts() back to the members, in `pushing`. */
  void find_contact_forces(ClumpGhosts &ghosts, const std::vector<Load> &loads,
                           std::vector<ForceOnAtom> &pushing);
  /** The largest distance of a member of this process from the centre of its body. */
  double extent() const { return largest_arm; }
  /** Single spheres of this process that move: their rows follow those of the bodies. */
  const std::vector<int> &spheres() const { return single; }
  bool has_walls() const { return near_walls.count() > 0; }
  double bytes() const;

 private:
  /** What a force on a member does to atoms of this process. */
  struct Push {
    int member, other;                     // other: a particle that cannot move, or -1
    VARDEM::Vec3 n, arm;                   // arm: from the centre of the body to the contact
    double distance, distance_of_other;    // of the centres of the particles from the contact
    double name;                           // of the other particle
  };
  /** What ghosts must know of an atom: the atom that owns its body, itself if it is a single sphere
   *  that moves, or else 0; where the row is; its arm, or its velocity; its angular velocity if it
   *  does not move as a row; and the place of its row, or its own. */
  struct Place {
    double owner, process, row, vector[3], spin[3], centre[3];
  };

  Fix *fix;
  ContactRules &rules;
  VARDEM::SerialSpace here;
  WallSearch<VARDEM::SerialSpace, ListedSpheres> near_walls;
  VARDEM::UpperTriangle image_rate = {}, edges_of = {};    // of the cell; its inverse
  std::vector<int> single;                                 // atoms
  std::vector<Place> places;                               // of atoms
  std::vector<std::vector<MemberContact>> found;           // by the process that owns the body
  std::vector<std::vector<Push>> contact_forces_of;        // of each of them
  std::vector<MemberContact> received;
  std::vector<int> sent_counts, received_counts;
  std::vector<Load> loads_here;    // of what this process has found
  double largest_arm = 0.0;
  std::vector<int> touching;    // by code_of_types()
  bool touches_itself = false;
  tagint same_place[2] = {MAXTAGINT, MAXTAGINT};

  void find_places(ClumpGhosts &ghosts);
  /** Of a sphere that does not move as a row. */
  Place place_of_sphere(int i) const;
  Place place_of_member(const Clumps &bodies, const MemberTable &members, int i);
  void find_spheres(const MemberTable &members);
  void find_pairs(NeighList *list, const StepInput &step);
  void find_walls(const StepInput &step);
  void judge();
  void exchange(const ClumpGhosts &ghosts);
  bool is_member(int i) const { return places[i].owner > 0.0; }
  MemberContact start_of(int i) const;
  void add_pair(int i, int j, const VARDEM::TouchingSpheres &touch, double stiffness,
                const StepInput &step);
  /** other: the other atom, or a negative number for a wall. */
  void add(MemberContact &contact, const Push &push, int other, const StepInput &step);
  void note_trouble(int i, int j, const VARDEM::TouchingSpheres &touch);
  bool is_own_image(int i, int j) const;
  VARDEM::Vec3 edges_from_row(int i) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
