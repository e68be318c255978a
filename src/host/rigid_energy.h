/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_RIGID_ENERGY_H
#define VARDEM_HOST_RIGID_ENERGY_H

#include "compute.h"
#include "host/bodies.h"
#include "kernels/energy.h"
#include "pointers.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  /** An acceleration of LAMMPS' fix gravity, of atoms that have all of these bits. */
  struct Pull {
    const double *g;
    int bits;

    VARDEM::Vec3 acceleration() const { return {g[0], g[1], g[2]}; }
  };

  /** Is an atom a member of a rigid body. */
  struct RigidMembers {
    std::vector<const int *> bodies;    // of each fix, the body of each atom, or -1

    bool operator()(int i) const
    {
      for (const int *body : bodies)
        if (body[i] >= 0) return true;
      return false;
    }
  };

  /** The rigid bodies in the rows of a compute rigid/local that has the columns of COLUMNS: an accessor for the kernels. */
  class RigidRows {
   public:
    static constexpr const char *COLUMNS =
        "mass x y z vx vy vz angmomx angmomy angmomz quatw quati quatj quatk "
        "inertiax inertiay inertiaz";

    explicit RigidRows(double **rows_in) : rows(rows_in) {}

    double mass(int i) const { return rows[i][0]; }
    VARDEM::Vec3 x(int i) const { return at(i, 1); }
    VARDEM::Vec3 v(int i) const { return at(i, 4); }
    VARDEM::Vec3 L(int i) const { return at(i, 7); }
    VARDEM::Quat q(int i) const { return VARDEM::quat_at(rows[i] + 10); }
    VARDEM::Vec3 inertia(int i) const { return at(i, 14); }

   private:
    double **rows;

    VARDEM::Vec3 at(int i, int k) const { return {rows[i][k], rows[i][k + 1], rows[i][k + 2]}; }
  };

  /** What the bodies of all fixes rigid contribute to the books of a fix (the ledger). Fix rigid/small and the styles derived from
 *  it have bodies that belong to one process each, fix rigid has bodies that all processes know. They are read by computes. */
  class RigidEnergies : protected Pointers {
   public:
    static constexpr const char *SMALL = "^rigid.*/small";    // styles with bodies of one process

    RigidEnergies(LAMMPS *lmp, const Fix *ledger_in) : Pointers(lmp), ledger(ledger_in) {}

    /** Finds the fixes of this input: to be called by init(), since another fix may have the ID of one of the last run. */
    void init() { computes.clear(); }
    bool any() const;
    /** Stops if the group of the ledger contains a part of a body, whose energy cannot be divided among its members. */
    void check_group() const;
    RigidMembers members() const;
    /** Adds the bodies of fix rigid/small that this process owns, in units of mass * velocity^2, relative to the frame. */
    template <class Frame> void add_owned_bodies(const Frame &frame, VARDEM::KineticEnergy &sum);
    /** Adds the bodies of fix rigid, in units of energy. All processes must call it. */
    void add_common_bodies(VARDEM::KineticEnergy &sum);
    /** Sum of g . F over the forces that fix rigid/small adds to the bodies of this process beside those on their members: the
   *  damping of a body. */
    double force_beyond_members(const std::vector<Pull> &pulls);

   private:
    const Fix *ledger;
    std::map<std::string, std::unique_ptr<Compute>> computes;    // by command

    std::vector<Fix *> fixes() const;
    std::vector<Fix *> small_fixes() const;
    Compute *compute(const std::string &command);
    Compute *bodies_of(const Fix *small);
    void add_force_beyond_members(const Pull &pull, const int *body, const Compute *forces,
                                  double &sum) const;
  };

  template <class Frame>
  void RigidEnergies::add_owned_bodies(const Frame &frame, VARDEM::KineticEnergy &sum)
  {
    for (const Fix *small : small_fixes()) {
      const Compute *const bodies = bodies_of(small);
      const RigidRows rows(bodies->array_local);
      VARDEM::KineticEnergy energy;
      for (int i = 0; i < bodies->size_local_rows; i++) {
        energy.translation += translational_energy(frame, rows, i);
        energy.rotation += body_rotational_energy(frame, rows, i);
      }
      sum += energy;
    }
  }

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
