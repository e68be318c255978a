/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_COEFFICIENT_RANGES_H
#define VARDEM_HOST_COEFFICIENT_RANGES_H

#include <cmath>
#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** Which values a coefficient of a contact or of a bond may have. */
struct CoefficientRange {
  bool (*has)(double);    // false for numbers that are not finite
  const char *kind, *limits;

  /** For messages, behind "must be". */
  std::string text() const { return std::string(kind) + " " + limits; }
};

inline bool is_positive(double a)
{
  return a > 0.0 && std::isfinite(a);
}
inline bool is_not_negative(double a)
{
  return a >= 0.0 && std::isfinite(a);
}
inline bool is_poisson(double nu)
{
  return nu > -1.0 && nu <= 0.5;
}
inline bool is_angle(double a)
{
  return a > 0.0 && a <= 3.14159265358979324;
}
inline bool is_restitution(double e)
{
  return e > 0.0 && e <= 1.0;
}

namespace Range {
  constexpr CoefficientRange POSITIVE = {is_positive, "a number", "> 0"};
  constexpr CoefficientRange NOT_NEGATIVE = {is_not_negative, "a number", ">= 0"};
  constexpr CoefficientRange POISSON = {is_poisson, "Poisson's ratio", "> -1 and <= 0.5"};
  constexpr CoefficientRange RESTITUTION = {is_restitution, "a number", "> 0 and <= 1"};
  constexpr CoefficientRange ANGLE = {is_angle, "an angle", "> 0 and <= pi"};
}    // namespace Range

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
