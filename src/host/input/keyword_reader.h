// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_KEYWORD_READER_H
#define VARDEM_HOST_KEYWORD_READER_H

#include "error.h"
#include "host/input/arguments.h"
#include "lammps.h"
#include "utils.h"

#include <cmath>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A keyword of a command and its values. What is wrong with them ends in an error that names the
 *  command, the keyword and the value. */
class KeywordReader {
 public:
  const int place;    // index of the keyword in the command
  int next;           // index behind the keyword and its values, once is() has found it

  /** style_name: the command in messages, such as "Fix timestep/contact"; arg[iarg] is the
   *  keyword. */
  KeywordReader(LAMMPS *lmp, const std::string &style_name, int iarg, int narg, char **arg) :
      place(iarg), next(iarg), lmp(lmp), style_name(style_name), narg(narg), arg(arg)
  {
  }

  /** Is it this keyword, which has so many values? */
  bool is(const std::string &name, int values)
  {
    if (arg[place] != name) {
      if (index_of(asked, name) < 0) asked.push_back(name);
      return false;
    }
    next = place + values + 1;
    if (next > narg)
      lmp->error->all(FLERR, place, "{} keyword {} needs {} value{}", style_name, name, values,
                      values == 1 ? "" : "s");
    return true;
  }

  // These read a keyword with one value; false if it is another keyword.

  bool takes(const std::string &name, double &to, const NumberRange &range)
  {
    if (!is(name, 1)) return false;
    to = finite(1);
    require(range.has(to), 1, range.limits);
    return true;
  }
  /** By its number in a list of words. */
  template <class T>
  bool takes(const std::string &name, T &to, const std::vector<std::string> &words)
  {
    if (!is(name, 1)) return false;
    to = static_cast<T>(one_of(words));
    return true;
  }
  /** The only word that it may have. */
  bool takes_word(const std::string &name, const std::string &only)
  {
    int which;
    return takes(name, which, {only});
  }
  /** A yes or no of LAMMPS. */
  bool takes_yes(const std::string &name, bool &to)
  {
    if (!is(name, 1)) return false;
    to = word(1) == "yes" || word(1) == "on" || word(1) == "true";
    require(to || word(1) == "no" || word(1) == "off" || word(1) == "false", 1, "yes or no");
    return true;
  }
  /** An integer > 0. */
  template <class T> bool takes_count(const std::string &name, T &to)
  {
    if (!is(name, 1)) return false;
    to = positive_integer(word(1));
    require(to > 0, 1, "an integer > 0");
    return true;
  }
  /** A tolerance. least: round-off does not let a solver come below it. */
  bool takes_tolerance(const std::string &name, double &to, double least)
  {
    if (!is(name, 1)) return false;
    to = finite(1);
    require(to >= least && to < 1.0, 1, fmt::format("at least {} (round-off) and below 1", least));
    return true;
  }

  /** what: the text behind "must be" for value k (1, 2, ...). */
  void require(bool good, int k, const std::string &what) const
  {
    if (!good)
      lmp->error->all(FLERR, place + k, "{} keyword {} must be {}: {}", style_name, arg[place],
                      what, arg[place + k]);
  }
  std::string word(int k) const { return arg[place + k]; }
  /** A finite number, or NaN, which no bound in require() lets pass. */
  double number(int k) const { return finite_number(word(k)); }
  /** A finite number. */
  double finite(int k) const
  {
    const double x = number(k);
    require(!std::isnan(x), k, "a finite number");
    return x;
  }
  /** The number of value 1 in a list of words. before: what messages say before them. */
  int one_of(const std::vector<std::string> &words, const std::string &before = "") const
  {
    const int n = index_of(words, word(1));
    require(n >= 0, 1, before + either_of(words));
    return n;
  }
  /** Is there a value behind the last one, and is it a number? Then it belongs to this keyword. */
  bool is_followed_by_number()
  {
    if (next >= narg || !utils::is_double(arg[next])) return false;
    next++;
    return true;
  }
  /** Stops: the word is none of the keywords that is() was asked for. */
  [[noreturn]] void unknown() const
  {
    refuse_keyword(lmp->error, place, style_name, arg[place], asked);
  }

 private:
  LAMMPS *lmp;
  const std::string &style_name;
  int narg;
  char **arg;
  std::vector<std::string> asked;
};

/** Reads the keywords of a command from arg[iarg] on, each by read(KeywordReader &), which returns
 *  false if it knows none of this name. A keyword may stand there only once; those that are listed
 *  in `repeated`, once with each value 1. */
template <class F>
void read_keywords(LAMMPS *lmp, const std::string &style_name, int iarg, int narg, char **arg,
                   const F &read, const std::vector<std::string> &repeated = {})
{
  Keywords keywords(lmp->error, style_name);
  while (iarg < narg) {
    std::string name = arg[iarg];
    for (const std::string &one : repeated)
      if (name == one && iarg + 1 < narg) name += std::string(" ") + arg[iarg + 1];
    keywords.once(name, iarg);
    KeywordReader keyword(lmp, style_name, iarg, narg, arg);
    if (!read(keyword)) keyword.unknown();
    iarg = keyword.next;
  }
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
