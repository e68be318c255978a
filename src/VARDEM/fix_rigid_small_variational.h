/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(rigid/small/variational,FixRigidSmallVariational);
// clang-format on
#else

#ifndef LMP_FIX_RIGID_SMALL_VARIATIONAL_H
#define LMP_FIX_RIGID_SMALL_VARIATIONAL_H

#include "fix_rigid_small.h"
#include "vardem_variational.h"

#include <vector>

namespace LAMMPS_NS {

/** fix rigid/small with the rotation of a variational scheme; nothing else differs. */
class FixRigidSmallVariational : public FixRigidSmall {
 public:
  FixRigidSmallVariational(class LAMMPS *, int, char **);
  void setup_pre_neighbor() override;
  void setup(int) override;
  void initial_integrate(int) override;
  void final_integrate() override;
  void set_molecule(int, tagint, int, double *, double *, double *) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;

 private:
  /** The command without the keywords of our own. */
  struct Command {
    VardemVariational variational;
    std::vector<char *> arg;

    Command(class LAMMPS *, int, char **);
  };

  VardemVariational variational;
  std::vector<int>
      members;    // per owned and ghost body: atoms found; empty unless they are being counted

  FixRigidSmallVariational(class LAMMPS *, Command &&);
  std::string name_of_body(int) const;
  void check_file() const;
  void check_members();
  void check_convergence();
};

}    // namespace LAMMPS_NS
#endif
#endif
