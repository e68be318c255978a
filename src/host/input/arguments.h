// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ARGUMENTS_H
#define VARDEM_HOST_ARGUMENTS_H

#include "error.h"
#include "host/lammps/lammps_versions.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// Numbers in the arguments of styles. LAMMPS' own functions do not name style and keyword in their
// messages.

/** A finite number, or NaN. */
inline double finite_number(const std::string &text)
{
  const double value = utils::is_double(text) ? std::strtod(text.c_str(), nullptr) : NAN;
  return std::isfinite(value) ? value : NAN;
}

/** An integer > 0, or 0. */
inline int positive_integer(const std::string &text)
{
  const long long value = utils::is_integer(text) ? std::strtoll(text.c_str(), nullptr, 10) : 0;
  return value > 0 && value <= std::numeric_limits<int>::max() ? static_cast<int>(value) : 0;
}

/** Which values a number of a command may have: above `least`, or from it on, up to `most`. */
struct NumberRange {
  double least;
  bool has_least;
  double most;
  const char *kind, *limits;

  /** False for numbers that are not finite. */
  bool has(double a) const
  {
    return std::isfinite(a) && (a > least || (has_least && a == least)) && a <= most;
  }
  /** For messages, behind "must be". */
  std::string text() const { return std::string(kind) + " " + limits; }
};

namespace Range {
  constexpr NumberRange POSITIVE = {0.0, false, HUGE_VAL, "a number", "> 0"};
  constexpr NumberRange NOT_NEGATIVE = {0.0, true, HUGE_VAL, "a number", ">= 0"};
  constexpr NumberRange POISSON = {-1.0, false, 0.5, "Poisson's ratio", "> -1 and <= 0.5"};
  constexpr NumberRange RESTITUTION = {0.0, false, 1.0, "a number", "> 0 and <= 1"};
  constexpr NumberRange PART = {0.0, true, 1.0, "a number", "between 0 and 1"};
  constexpr NumberRange UPPER_HALF = {0.5, true, 1.0, "a number", "between 0.5 and 1"};
  constexpr NumberRange CONTACT_ANGLE = {0.0, true, 90.0, "an angle in degrees", ">= 0 and <= 90"};
  constexpr NumberRange ANGLE = {0.0, false, 3.14159265358979324, "an angle", "> 0 and <= pi"};
}    // namespace Range

/** Where a word stands in a list; -1 if it does not. */
inline int index_of(const std::vector<std::string> &words, const std::string &word)
{
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

/** "a, b or c" */
inline std::string either_of(const std::vector<std::string> &words)
{
  std::string all = joined(words, ", ");
  if (words.size() > 1) all.replace(all.rfind(", "), 2, " or ");
  return all;
}

/** The text of a message behind "Fix x" or "Pair style x" about a word that is none of its
 *  keywords. */
inline std::string no_keyword(const std::string &word, const std::vector<std::string> &keywords)
{
  return fmt::format("has no keyword {}; its keywords are {}", word, joined(keywords, ", "));
}

/** Stops at an unknown word. iarg: where the word stands in the command. style_name: as "Fix
 *  deform/gradv". */
[[noreturn]] inline void refuse_keyword(Error *error, int iarg, const std::string &style_name,
                                        const std::string &word,
                                        const std::vector<std::string> &keywords)
{
  error->all(FLERR, iarg, "{} {}", style_name, no_keyword(word, keywords));
}

/** Name of a style without the suffix of an accelerator, such as /kk, /kk/host, /omp. */
inline std::string plain_style(const std::string &style)
{
  for (const char *suffix : {"/kk", "/omp", "/gpu", "/intel", "/opt"}) {
    const auto at = style.rfind(suffix);
    if (at != std::string::npos) return style.substr(0, at);
  }
  return style;
}

/** Stops at a keyword that stands in a command for the second time: one of its two values would be
 *  ignored silently. */
class Keywords {
 public:
  /** command: what messages begin with, as "Fix deform/gradv". */
  Keywords(Error *error, std::string command) : error(error), command(std::move(command)) {}

  /** iarg: where the keyword stands in the command. Keywords that may be repeated for other things,
   *  such as components of the stress, come with that thing: "stress xx". */
  void once(const std::string &keyword, int iarg)
  {
    if (!seen.insert(keyword).second)
      error->all(FLERR, iarg, "{} keyword {} is given twice; keep one of them", command, keyword);
  }

  /** Has once() seen this keyword? */
  bool had(const std::string &keyword) const { return seen.count(keyword) > 0; }

 private:
  Error *error;
  std::string command;
  std::set<std::string> seen;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
