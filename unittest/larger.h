// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_LARGER_H
#define VARDEM_TEST_LARGER_H

#include <cmath>

namespace VARDEM {

/** The larger one of two numbers, or the one that is no number, which no bound holds for. std::max()
 *  and std::fmax() lose it. */
inline double larger(double a, double b)
{
  return a >= b || std::isnan(a) ? a : b;
}

}    // namespace VARDEM
#endif
