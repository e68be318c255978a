/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_ARGUMENTS_H
#define LMP_VARDEM_ARGUMENTS_H

#include "utils.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace LAMMPS_NS {

// Numbers in the arguments of styles, so that messages can name style and keyword: those of LAMMPS do not.

/** A finite number, or NaN. */
inline double vardem_finite(const std::string &text)
{
  const double value = utils::is_double(text) ? std::strtod(text.c_str(), nullptr) : NAN;
  return std::isfinite(value) ? value : NAN;
}

/** An integer > 0, or 0. */
inline int vardem_positive(const std::string &text)
{
  const long long value = utils::is_integer(text) ? std::strtoll(text.c_str(), nullptr, 10) : 0;
  return value > 0 && value <= std::numeric_limits<int>::max() ? static_cast<int>(value) : 0;
}

}    // namespace LAMMPS_NS
#endif
