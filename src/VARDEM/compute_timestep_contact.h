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

  /** A step without limit: no contact, and no estimate by the speed of waves. */
  static constexpr double NO_LIMIT = 1.0e20;

 private:
  /** A pair style with its law and its neighbor list. */
  struct Interaction {
    VardemSubStyle style;
    std::unique_ptr<VardemContactLaw> law;
    class NeighList *own_list;
  };
  /** Particles of a contact; j = -1 for a wall. */
  struct Couple {
    int i, j;
  };

  // settings

  double safety, damping;
  bool damping_given, dyndt, dashpots, waves;
  double young, poisson;

  // of the present run

  std::vector<Interaction> interactions;
  std::vector<VardemGranularWall> walls;
  std::vector<std::string> named;    // what has been named in the log as not covered
  int frozenbit;

  // of the present step: blocks, their largest eigenvalues, steps

  std::vector<VARDEM::StiffnessBlock> stiffness, dashpot;
  std::vector<double> lambda, gamma;
  std::vector<Couple> couples;
  double *step;
  int nmax;
  enum { BLOCKS, STEPS } reverse;

  void parse(int, char **);
  void name_missing(const std::string &what);
  void init_walls();
  void init_bonds();
  double present_damping() const;
  VARDEM::InverseInertia inverse_inertia(int i) const;
  bool moves(int i) const;
  double effective_mass(int i, int j) const;
  void grow();
  void gather();
  void gather_pairs(const Interaction &);
  void gather_walls();
  void gather_bonds();
  void add(const VardemContact &, const VARDEM::Coefficients &, bool levers, bool newton);
  void solve_blocks();
  void limit(int i, double rate2, double rate);
  void steps_of_couples();
  void steps_of_waves();
};

}    // namespace LAMMPS_NS
#endif
#endif
