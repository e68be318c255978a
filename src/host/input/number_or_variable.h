// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NUMBER_OR_VARIABLE_H
#define VARDEM_HOST_NUMBER_OR_VARIABLE_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** A value in a command: a finite number, or v_name of an equal-style variable. */
  struct NumberOrVariable {
    double number = 0.0;     // NaN if the word is neither
    std::string variable;    // its name; empty for a number

    static NumberOrVariable of(const std::string &word);
    bool is_variable() const { return !variable.empty(); }
    /** For init(): stops if the variable does not exist or is not of style equal. keyword: with the
     *  style, for the message; use: what needs the variable. */
    void init(LAMMPS *, const std::string &keyword, const char *use) const;
    /** Now; stops if it is not finite. what: with style and keyword, for the message. */
    double value(LAMMPS *, const std::string &what) const;
  };

  /** The words of a formula: letters, digits and _ from a letter on, but not the exponents of
   *  numbers. */
  std::vector<std::string> words_of(const std::string &formula);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
