// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_BOND_OF_TYPES_H
#define LMP_BOND_OF_TYPES_H

#include "atom.h"
#include "bond_grains.h"
#include "comm.h"
#include "error.h"
#include "memory.h"
#include "utils.h"

#include <algorithm>
#include <type_traits>

namespace LAMMPS_NS {

/** A bond style with coefficients for each type of bonds. Coefficients is plain data with text(), a
 *  line for data files. */
template <class Coefficients> class BondOfTypes : public BondGrains {
  static_assert(std::is_trivially_copyable_v<Coefficients>, "restart files have the bytes");

 public:
  using BondGrains::BondGrains;

  ~BondOfTypes() override
  {
    if (copymode || !allocated) return;
    memory->destroy(setflag);
  }

  void coeff(int narg, char **arg) override
  {
    if (narg < 1) utils::missing_cmd_args(FLERR, "bond_coeff", error);
    if (!allocated) allocate();
    int lo, hi;
    utils::bounds(FLERR, arg[0], 1, atom->nbondtypes, lo, hi, error);
    const Coefficients given = read_coefficients(narg, arg);
    for (int type = lo; type <= hi; type++) {
      coefficients[type] = given;
      setflag[type] = 1;
    }
  }

  /** Restart files have the number of bytes of a type, which another version of VARDEM may have
   *  changed. */
  void write_restart(FILE *fp) override
  {
    const int bytes = sizeof(Coefficients);
    fwrite(&bytes, sizeof(int), 1, fp);
    fwrite(&coefficients[1], sizeof(Coefficients), atom->nbondtypes, fp);
  }

  void read_restart(FILE *fp) override
  {
    allocate();
    int bytes = 0;
    if (comm->me == 0) utils::sfread(FLERR, &bytes, sizeof(int), 1, fp, nullptr, error);
    MPI_Bcast(&bytes, 1, MPI_INT, 0, world);
    if (bytes != static_cast<int>(sizeof(Coefficients)))
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: another version of VARDEM wrote the coefficients in the restart file; "
                 "continue with the version that wrote it",
                 style_name());
    const int n = atom->nbondtypes;
    if (comm->me == 0)
      utils::sfread(FLERR, &coefficients[1], sizeof(Coefficients), n, fp, nullptr, error);
    MPI_Bcast(&coefficients[1], n * bytes, MPI_BYTE, 0, world);
    std::fill(setflag + 1, setflag + n + 1, 1);
  }

  void write_data(FILE *fp) override
  {
    for (int type = 1; type <= atom->nbondtypes; type++)
      utils::print(fp, "{} {}\n", type, coefficients[type].text());
    warn_about_data_files();
  }

 protected:
  std::vector<Coefficients> coefficients;    // by type

  /** Sets damped and full_step; dashpots of all types must act on velocities at the same time. */
  void find_dashpots()
  {
    damped = false;
    full_step = true;
    for (int type = 1; type <= atom->nbondtypes; type++) {
      const Coefficients &c = coefficients[type];
      if (!is_mine(type) || !c.is_damped()) continue;
      const bool here = c.velocity == Coefficients::FULL_STEP;
      if (damped && here != full_step)
        error->all(FLERR, Error::NOLASTLINE,
                   "{} keyword velocity: bonds of type {} have another value than others; give all "
                   "types with dashpots the same",
                   style_name(), type);
      damped = true;
      full_step = here;
    }
  }

  /** Of the arguments of bond_coeff, from the second one on. */
  virtual Coefficients read_coefficients(int narg, char **arg) const = 0;

 private:
  void allocate()
  {
    const int n = atom->nbondtypes + 1;
    memory->create(setflag, n, "bond:setflag");
    std::fill(setflag, setflag + n, 0);
    coefficients.resize(n);
    allocated = 1;
  }
};

}    // namespace LAMMPS_NS
#endif
