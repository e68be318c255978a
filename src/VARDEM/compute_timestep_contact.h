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
#include "vardem_contact_laws.h"

namespace LAMMPS_NS {

/** Keywords that the compute and the fix have in common. */
struct VardemStepSettings {
  double damping = 0.0;
  bool damping_given = false, dyndt = false, dashpots = true, waves = false;
  double young = 0.0, poisson = 0.0;
  int sweeps = 20;
  double reach = -1.0;    // gaps up to this count; < 0: all that are in the neighbor list

  /** Reads the keyword at arg[iarg]; returns the index behind it. `who` is the command in messages, as Fix timestep/contact. */
  int parse(class LAMMPS *, const std::string &who, int iarg, int narg, char **arg);
};

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

  /** A step without limit: no contact, and no estimate by the speed of waves. */
  static constexpr double NO_LIMIT = 1.0e20;

 private:
  /** A pair style with its law and its neighbor list. */
  struct Interaction {
    VardemSubStyle style;
    std::unique_ptr<VardemContactLaw> law;
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

  // of the present run

  std::vector<Interaction> interactions;
  class NeighList *own_list;    // kept from run to run, as LAMMPS hands it over once
  std::vector<VardemGranularWall> walls;
  std::vector<std::string> named;    // what has been named in the log as not covered
  int frozenbit;
  double inertia;    // moment of inertia / (m R^2), the least of all integrators

  // of the present step: contacts, potentials of the particles, blocks, their largest eigenvalues, steps

  std::vector<Link> links;
  std::vector<VARDEM::StiffnessBlock> stiffness, dashpot;
  std::vector<double> potential, lambda, gamma;
  double *step;
  int nmax;
  enum { BLOCKS, STEPS } reverse;

  bool unnamed(const std::string &what);
  void name_missing(const std::string &what);
  void init_walls();
  void init_bonds();
  void init_bodies();
  double present_damping() const;
  VARDEM::InverseInertia inverse_inertia(int i) const;
  bool moves(int i) const;
  double effective_mass(int i, int j) const;
  void grow();
  void gather_pairs(const Interaction &);
  void gather_walls();
  void gather_bonds();
  void add(const VardemContact &, const VARDEM::Coefficients &, bool levers, bool newton);
  void assemble(bool weighted);
  void solve_blocks();
  void steps_of_diagonals();
  void steps_of_contacts();
  double sweep();
  void sharpen();
  void steps_of_waves();
};

}    // namespace LAMMPS_NS
#endif
#endif
