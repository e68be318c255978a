// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_KEYWORD_READER_H
#define VARDEM_HOST_KEYWORD_READER_H

#include "error.h"
#include "host/input/arguments.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A keyword of a command and its values. What is wrong with them ends in an error that names the
 *  command, the keyword and the value. */
class KeywordReader {
 public:
  int next;    // index behind the keyword and its values, once is() has found it

  /** style_name: the command in messages, such as "Fix timestep/contact"; arg[iarg] is the
   *  keyword. */
  KeywordReader(LAMMPS *lmp, const std::string &style_name, int iarg, int narg, char **arg) :
      next(iarg), lmp(lmp), style_name(style_name), iarg(iarg), narg(narg), arg(arg)
  {
  }

  /** Is it this keyword, which has so many values? */
  bool is(const std::string &name, int values)
  {
    if (arg[iarg] != name) {
      asked.push_back(name);
      return false;
    }
    next = iarg + values + 1;
    if (next > narg)
      utils::missing_cmd_args(FLERR, fmt::format("{} {}", style_name, name), lmp->error);
    return true;
  }
  /** what: the text behind "must be" for value k (1, 2, ...). */
  void require(bool good, int k, const std::string &what) const
  {
    if (!good)
      lmp->error->all(FLERR, iarg + k, "{} keyword {} must be {}: {}", style_name, arg[iarg], what,
                      arg[iarg + k]);
  }
  std::string word(int k) const { return arg[iarg + k]; }
  /** A finite number, or NaN, which no bound in require() lets pass. */
  double number(int k) const { return finite_number(word(k)); }
  /** A finite number. */
  double finite(int k) const
  {
    const double x = number(k);
    require(!std::isnan(x), k, "a finite number");
    return x;
  }
  /** An integer >= 0. */
  int not_negative(int k) const
  {
    const int n = positive_integer(word(k));
    require(n > 0 || word(k) == "0", k, "an integer >= 0");
    return n;
  }
  /** An integer > 0. */
  int positive(int k) const
  {
    const int n = positive_integer(word(k));
    require(n > 0, k, "an integer > 0");
    return n;
  }
  /** Value 1, a tolerance. least: round-off does not let a solver come below it. */
  double tolerance(double least) const
  {
    const double x = finite(1);
    require(x >= least && x < 1.0, 1, fmt::format("at least {} (round-off) and below 1", least));
    return x;
  }
  /** The number of value 1 in a list of words. */
  int one_of(const std::vector<std::string> &words) const
  {
    const auto chosen = std::find(words.begin(), words.end(), word(1));
    require(chosen != words.end(), 1, "one of " + joined(words, ", "));
    return static_cast<int>(chosen - words.begin());
  }
  /** Is there a value behind the last one, and is it a number? Then it belongs to this keyword. */
  bool is_followed_by_number()
  {
    if (next >= narg || !utils::is_double(arg[next])) return false;
    next++;
    return true;
  }
  /** The first of two words, or the second. */
  bool choice(const std::string &a, const std::string &b) const
  {
    require(word(1) == a || word(1) == b, 1, a + " or " + b);
    return word(1) == a;
  }
  /** Stops: the word is none of the keywords that is() was asked for. */
  [[noreturn]] void unknown() const
  {
    refuse_keyword(lmp->error, iarg, style_name, arg[iarg], asked);
  }

 private:
  LAMMPS *lmp;
  const std::string &style_name;
  int iarg, narg;
  char **arg;
  std::vector<std::string> asked;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
