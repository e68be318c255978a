/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(timestep/contact,ComputeTimestepContact);
// clang-format on
#else

#ifndef LMP_COMPUTE_TIMESTEP_CONTACT_H
#define LMP_COMPUTE_TIMESTEP_CONTACT_H

#include "compute.h"
#include "host/contact_springs.h"
#include "host/rigid_members.h"
#include "solvers/largest_eigenvalue.h"

#include <cmath>

namespace LAMMPS_NS {

namespace VARDEM_NS {
  class Keywords;
}

/** Keywords that the compute and the fix have in common. */
struct VardemStepSettings {
  double damping = 0.0;
  bool damping_given = false, dyndt = false, dashpots = true, waves = false;
  double young = 0.0, poisson = 0.0;
  int sweeps = 20;
  double reach = -1.0;    // gaps up to this count; < 0: all pairs in the neighbor list

  /** Reads the keyword at arg[iarg] and returns the index behind it. `who` is the command in messages, such as "Fix
   *  timestep/contact"; `given` has the keywords read before. */
  int parse(class LAMMPS *, const std::string &who, int iarg, int narg, char **arg,
            VARDEM_NS::Keywords &given);
};

/** The largest value of keyword safety: a larger factor can only be a mistake, because the bound is never so far below the
 *  limit. */
constexpr double VARDEM_MAX_SAFETY = 2.0;

class ComputeTimestepContact : public Compute {
 public:
  ComputeTimestepContact(class LAMMPS *, int, char **);
  ~ComputeTimestepContact() override;
  void init() override;
  void init_list(int, class NeighList *) override;
  double compute_scalar() override;
  void compute_peratom() override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;
  double memory_usage() override;

  /** The command that owns this compute, in messages. */
  void serve(const std::string &owner) { who = owner; }
  /** Pairs with a gap count only if they can touch within this time at twice their present speeds. */
  void look_ahead(double time) { horizon = time; }

  /** The result where nothing limits the step: there is no contact, and no estimate by the speed of waves. */
  static constexpr double NO_LIMIT = 1.0e20;

 private:
  /** A pair style with its law and its neighbor list. */
  struct Interaction {
    VARDEM_NS::SubStyle style;
    std::unique_ptr<VARDEM_NS::ContactLaw> law;
    bool on_device;    // its neighbor list is, and that of the compute takes its place
  };
  /** A contact with its law; j = -1 for a wall, lever arms 0 where there are none. */
  struct Link {
    int i, j;
    bool newton;    // it is here once, for both of its owners
    VARDEM::Vec3 n;
    double Ri, Rj;
    VARDEM::Coefficients law;
  };

  // settings

  std::string who;    // in messages
  double safety;
  VardemStepSettings settings;
  double horizon;

  // of the present run

  std::vector<Interaction> interactions;
  class NeighList *own_list;    // kept from run to run, as LAMMPS hands it over once
  std::vector<VARDEM_NS::GranularWall> walls;
  std::vector<std::string> named;    // what has been named in the log as not covered
  int frozenbit;
  double inertia;    // moment of inertia / (m R^2), the least of all integrators
  std::vector<VARDEM_NS::RigidBodies> rigid;    // fixes with rigid bodies
  int ncommon;                                  // bodies that all processes know

  // of the present step: contacts, members of rigid bodies, potentials of the particles, blocks, their largest eigenvalues
  // (of the atoms, then of the bodies that all processes know), steps

  struct BodyBlocks {
    VARDEM::Matrix6 stiffness, dashpot;
  };
  std::vector<Link> links;
  std::vector<VARDEM_NS::Member> members;    // empty if there is no fix with rigid bodies
  std::vector<VARDEM::StiffnessBlock> stiffness, dashpot;
  std::vector<double> potential, lambda, gamma;
  double *step;
  int nmax;
  enum { BLOCKS, STEPS } reverse;
  enum { RATES, MEMBERS, PARTICLE_BLOCKS } forward;

  bool unnamed(const std::string &what);
  void name_missing(const std::string &what);
  void init_pairs();
  void init_walls();
  void init_bonds();
  void init_bodies();
  double present_damping() const;
  VARDEM::InverseInertia inverse_inertia(int i) const;
  bool moves(int i) const;
  bool is_member(int i) const { return !members.empty() && members[i].body != 0.0; }
  bool in_same_body(int i, int j) const;
  bool can_touch(int i, int j, double gap) const;
  double mass(int i) const;
  double effective_mass(int i, int j) const;
  void grow();
  void find_members();
  void gather_pairs(const Interaction &);
  void gather_walls();
  void gather_bonds();
  void add(const VARDEM_NS::Contact &, const VARDEM::Coefficients &, bool levers, bool newton);
  void assemble(bool weighted);
  void solve_blocks();
  void solve_bodies();
  std::vector<BodyBlocks> sum_members(const std::vector<VARDEM_NS::RigidBody> &);
  int place_of_rates(double body) const;
  int pack_blocks(int i, double *buf) const;
  double fastest(const VARDEM::StiffnessBlock &, const VARDEM::InverseInertia &) const;
  double fastest(const VARDEM::Matrix6 &block, const VARDEM::Matrix6 &root) const;
  void steps_of_diagonals();
  void steps_of_contacts();
  double sweep();
  void sharpen();
  void steps_of_waves();
};

}    // namespace LAMMPS_NS
#endif
#endif
