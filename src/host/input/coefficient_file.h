// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_COEFFICIENT_FILE_H
#define VARDEM_HOST_COEFFICIENT_FILE_H

#include "pointers.h"

#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Exponents of mass, length and time. */
struct Quantity {
  int mass, length, time;
};

namespace Quantities {
  constexpr Quantity NUMBER = {0, 0, 0}, PRESSURE = {1, -1, -2}, STIFFNESS = {1, 0, -2},
                     RATE = {0, 0, -1}, DASHPOT = {1, 0, -1}, ENERGY = {1, 2, -2},
                     ACTION = {1, 2, -1};    // energy times time
}    // namespace Quantities

/** A file with coefficients (potentials/README.md has the formats). LAMMPS looks for it as for a
 *  potential file: by its path, then in the folders of LAMMPS_POTENTIALS. All processes call the
 *  constructor; one of them reads the file. */
class CoefficientFile : protected Pointers {
 public:
  /** Messages begin with `style_name`, the style, and name the kind of the file, such as "material
   *  file". Its first line must tell one of these units. */
  CoefficientFile(LAMMPS *lmp, const std::string &style_name, const std::string &kind,
                  const std::string &file, const std::vector<std::string> &units);

  /** Without comments. */
  const std::vector<std::string> &lines() const { return text; }
  /** A value of the file in the units of the run. */
  double converted(double value, const Quantity &q) const;

  /** Stops because of a line. */
  [[noreturn]] void stop(const std::string &problem, const std::string &line) const;
  /** The entry with this name; stops if the file has none. kind: of the entries, such as
   *  "material". */
  template <class Entry>
  const Entry &find(const std::map<std::string, Entry> &entries, const std::string &kind,
                    const std::string &name) const
  {
    const auto found = entries.find(name);
    if (found != entries.end()) return found->second;
    std::vector<std::string> known;
    for (const auto &entry : entries) known.push_back(entry.first);
    refuse_name(kind, name, known);
  }

 private:
  const std::string what;    // what messages begin with: the style and the file
  std::string units;
  std::vector<std::string> text;

  std::string read(const std::string &style_name, const std::string &kind,
                   const std::string &file) const;
  void check_units(const std::vector<std::string> &known) const;
  [[noreturn]] void refuse_name(const std::string &kind, const std::string &name,
                                const std::vector<std::string> &known) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
