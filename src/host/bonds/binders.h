/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_BINDERS_H
#define VARDEM_HOST_BINDERS_H

#include "host/input/coefficient_file.h"

#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A file of binders (potentials/README.md has its format). Messages begin with `who`, the style. All processes call the constructor. */
class Binders : protected Pointers {
 public:
  Binders(LAMMPS *lmp, const std::string &who, const std::string &file);

  /** The words of a binder, as in bond_coeff. */
  const std::vector<std::string> &find(const std::string &name) const;
  /** A value of the file in the units of the run. */
  double converted(double value, const Quantity &q) const { return given.converted(value, q); }

 private:
  const std::string who, file;
  const CoefficientFile given;
  std::map<std::string, std::vector<std::string>> binders;    // by name

  void read(const std::string &line);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
