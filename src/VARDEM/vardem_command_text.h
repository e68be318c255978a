/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_COMMAND_TEXT_H
#define LMP_VARDEM_COMMAND_TEXT_H

#include <map>
#include <string>

namespace LAMMPS_NS {

/** The keywords of a command with their values as text, to tell whether a restart file belongs to the same command. */
class VardemCommandText {
 public:
  /** Later values of the same keyword replace earlier ones: defaults first. */
  void add(const std::string &keyword, const char *const *begin, const char *const *end)
  {
    std::string text;
    for (; begin != end; ++begin) text += std::string(text.empty() ? "" : " ") + *begin;
    values[keyword] = text;
  }

  /** One line for each keyword. */
  std::string lines() const
  {
    std::string text;
    for (const auto &[keyword, value] : values) text += keyword + "\t" + value + "\n";
    return text;
  }

  /** The first keyword that is not in both commands with the same values; empty if there is none. */
  std::string changed(const std::string &other_lines) const
  {
    auto others = parsed(other_lines);
    for (const auto &[keyword, value] : values) {
      const auto other = others.find(keyword);
      if (other == others.end() || other->second != value) return keyword;
      others.erase(other);
    }
    return others.empty() ? "" : others.begin()->first;
  }

 private:
  std::map<std::string, std::string> values;

  static std::map<std::string, std::string> parsed(const std::string &lines)
  {
    std::map<std::string, std::string> found;
    for (std::size_t at = 0, end; (end = lines.find('\n', at)) != std::string::npos; at = end + 1) {
      const std::string line = lines.substr(at, end - at);
      const auto tab = line.find('\t');
      if (tab != std::string::npos) found[line.substr(0, tab)] = line.substr(tab + 1);
    }
    return found;
  }
};

}    // namespace LAMMPS_NS
#endif
