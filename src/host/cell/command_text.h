// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_COMMAND_TEXT_H
#define VARDEM_HOST_COMMAND_TEXT_H

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** The keywords of a command with their values, to tell whether a restart file belongs to the same
 *  command. Words that are numbers in both are compared by value, all others as text. */
class CommandText {
 public:
  /** Later values of the same keyword replace earlier ones: defaults first. */
  void add(const std::string &keyword, const char *const *begin, const char *const *end)
  {
    std::string text;
    for (; begin != end; ++begin) text += std::string(text.empty() ? "" : " ") + *begin;
    values[keyword] = text;
  }

  /** A logical value: LAMMPS has several words for it. */
  void add(const std::string &keyword, bool value) { values[keyword] = value ? "yes" : "no"; }

  /** One line for each keyword. */
  std::string lines() const
  {
    std::string text;
    for (const auto &[keyword, value] : values) text += keyword + "\t" + value + "\n";
    return text;
  }

  /** The first keyword whose values differ in the two commands; empty if there is none. */
  std::string changed(const std::string &other_lines) const
  {
    auto others = parsed(other_lines);
    for (const auto &[keyword, value] : values) {
      const auto other = others.find(keyword);
      if (other == others.end() || !are_same(other->second, value)) return keyword;
      others.erase(other);
    }
    return others.empty() ? "" : others.begin()->first;
  }

 private:
  std::map<std::string, std::string> values;

  static bool is_number(const std::string &word, double &value)
  {
    char *end = nullptr;
    value = std::strtod(word.c_str(), &end);
    return end != word.c_str() && *end == '\0';
  }

  static bool are_same(const std::string &one, const std::string &two)
  {
    std::istringstream a(one), b(two);
    std::string p, q;
    while (a >> p) {
      double x, y;
      if (!(b >> q)) return false;
      const bool numbers = is_number(p, x) && is_number(q, y);
      if (numbers ? x != y : p != q) return false;
    }
    return !(b >> q);
  }

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

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
