/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_ADAPTED_COEFFICIENTS_H
#define VARDEM_HOST_ADAPTED_COEFFICIENTS_H

#include "host/pair/contact_coefficients.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Numbers of ContactCoefficients as the tables that Pair::extract() gives to fix adapt: value[i][j] of two types, i <= j. A table is
 *  made when a fix asks for it, and stays where it is. */
class AdaptedCoefficients {
 public:
  /** The table of a number (ContactCoefficients::number()), or null if there is no such number. coefficients: of two types,
   *  no_type^2. */
  double **table(const std::string &name, std::vector<ContactCoefficients> &coefficients,
                 int no_type)
  {
    if (!ContactCoefficients().number(name)) return nullptr;
    Table &t = tables[name];
    t.values.resize(no_type * no_type);
    t.rows.resize(no_type);
    for (int i = 0; i < no_type; i++) {
      t.rows[i] = &t.values[i * no_type];
      for (int j = 0; j < no_type; j++) t.rows[i][j] = *coefficients[i * no_type + j].number(name);
    }
    return t.rows.data();
  }

  /** Brings the tables up to date with coefficients that have changed otherwise. */
  void follow(int i, int j, ContactCoefficients &c)
  {
    for (auto &[name, table] : tables) table.rows[i][j] = *c.number(name);
  }

  /** Takes the values of the tables. Returns the name of one that has changed although the input does not use it, or nothing. */
  std::string apply(int i, int j, ContactCoefficients &c) const
  {
    for (const auto &[name, table] : tables) {
      double &number = *c.number(name);
      const double value = table.rows[i][j];
      if (value == number) continue;
      if (!c.uses(name)) return name;
      number = value;
    }
    return "";
  }

 private:
  struct Table {
    std::vector<double> values;
    std::vector<double *> rows;
  };
  std::map<std::string, Table> tables;    // its elements stay where they are
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
