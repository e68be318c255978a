// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_MESSAGE_PREFIX_H
#define VARDEM_HOST_MESSAGE_PREFIX_H

#include "fix.h"
#include "utils.h"

#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** How messages begin: "Fix STYLE". A fix that makes the iterations of a minimizer has the name of
 *  that in place of a style: "Min_style STYLE". */
inline std::string prefix_of(const Fix *fix)
{
  const std::string style = fix->style;
  return utils::strmatch(style, "^min_style ") ? "M" + style.substr(1) : "Fix " + style;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
