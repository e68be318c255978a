// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_MATERIALS_H
#define VARDEM_HOST_MATERIALS_H

#include "host/input/coefficient_file.h"
#include "host/interfaces/soft_contacts.h"
#include "host/pair/contact_coefficients.h"
#include "pointers.h"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A material file (potentials/README.md has its format), in the units of the run. Messages begin
 *  with `style_name`, the style. All processes call the constructor. */
class Materials : protected Pointers {
 public:
  typedef std::map<std::string, std::array<double, 2>> Values;    // by keyword

  Materials(LAMMPS *lmp, const std::string &style_name, const std::string &file);

  /** The coefficients of contacts of two materials. */
  ContactCoefficients between(const std::string &a, const std::string &b,
                              const VARDEM::NormalLaw &law) const;
  RigidCoefficients rigid_between(const std::string &a, const std::string &b,
                                  const VARDEM::NormalLaw &law) const;

 private:
  const std::string style_name, file;
  const CoefficientFile given;
  std::map<std::string, Values> materials, pairs;    // by name, by both names

  Values values_beside(const std::string &name, const std::string &other) const;
  /** Of a coefficient that is 0 where it is not given. */
  double mean(const std::string &keyword, const std::string &a, const std::string &b) const;
  double rolling_stiffness(const std::string &keyword, const std::string &name) const;
  ContactCoefficients mixed(const std::string &a, const std::string &b,
                            const VARDEM::NormalLaw &law) const;
  void read(const std::string &line);
  const Values &find(const std::string &name) const;
  ContactCoefficients coefficients(const std::string &name, const Values &values,
                                   const VARDEM::NormalLaw &law) const;
};

/** The words `FILE NAME1 ... NAMEn` of a command, with one name for each atom type, or NULL for
 *  types without a material; of a wall `FILE WALL NAME1 ... NAMEn`. */
class MaterialsOfTypes {
 public:
  enum Kind { GRAINS, WALL };
  /** Reads from iarg on. Names end before a keyword that can follow them: cohesion, capillary,
   *  lever, velocity or law. */
  MaterialsOfTypes(LAMMPS *lmp, const std::string &style_name, Kind kind, int iarg, int narg,
                   char **arg);

  /** Index behind the names. */
  int next() const { return behind; }
  bool has(int itype) const { return names[itype] != "NULL"; }
  /** Of two types; 0 stands for the wall. */
  ContactCoefficients of_types(int itype, int jtype, const VARDEM::NormalLaw &law) const
  {
    return materials.between(names[itype], names[jtype], law);
  }
  RigidCoefficients rigid_of_types(int itype, int jtype, const VARDEM::NormalLaw &law) const
  {
    return materials.rigid_between(names[itype], names[jtype], law);
  }

 private:
  Materials materials;
  std::vector<std::string> names;    // by type, from 1; before them that of the wall
  int behind;
};

/** The types I <= J that the words I J of pair_coeff name, of those that have materials if any are
 *  given. An error if there are none. */
std::vector<std::pair<int, int>> types_of(LAMMPS *lmp, const std::string &style_name, char **arg,
                                          const MaterialsOfTypes *materials = nullptr);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
