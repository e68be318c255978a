// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_COEFFICIENT_READER_H
#define VARDEM_HOST_COEFFICIENT_READER_H

#include "error.h"
#include "host/input/arguments.h"
#include "host/input/coefficient_file.h"
#include "lammps.h"

#include <iterator>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The coefficients of one command, word by word, with messages that name the style, the keyword
 *  and the value. Messages do not point at the word in the input: hybrid styles count arguments in
 *  another way, and data files have none. */
class CoefficientReader {
 public:
  /** Messages begin with `style_name`. file: that the words come from, null for a command. */
  CoefficientReader(LAMMPS *lmp, const std::string &style_name, std::vector<std::string> words,
                    const CoefficientFile *file = nullptr) :
      error(lmp->error),
      style_name(style_name), keywords(lmp->error, style_name), next(0), words(std::move(words)),
      file(file)
  {
  }

  bool at_end() const { return next >= words.size(); }

  /** Goes to the next keyword, if there is one. */
  bool next_keyword()
  {
    if (at_end()) return false;
    value_name.clear();
    asked.clear();
    current = words[next++];
    return true;
  }
  /** Is the present word this keyword? */
  bool is(const char *name)
  {
    asked.emplace_back(name);
    return current == name;
  }
  /** Stops: the word is none of the keywords that is() was asked for. */
  [[noreturn]] void unknown() const
  {
    refuse_keyword(error, Error::NOPOINTER, style_name, current, asked);
  }

  /** Stops if the keyword, with the words that name_also() has added, was there before. */
  void once() { keywords.once(current, Error::NOPOINTER); }
  /** Was this keyword given, with the words that name_also() has added? */
  bool had(const std::string &keyword) const { return keywords.had(keyword); }
  /** The keyword, with the words that name_also() has added. */
  const std::string &name() const { return current; }
  /** What messages begin with. */
  const std::string &owner() const { return style_name; }

  std::string word(const std::string &what)
  {
    if (at_end())
      error->all(FLERR, "{} keyword {}{} needs a value: {}", style_name, current, value_name, what);
    return words[next++];
  }

  double number(const NumberRange &range)
  {
    const std::string what = range.text(), text = word(what);
    const double value = finite_number(text);
    if (!range.has(value)) refuse(what, text);
    return value;
  }
  /** Messages have the name of this value behind the keyword, if it has one. */
  double number(const NumberRange &range, const char *name)
  {
    value_name = *name ? std::string(" ") + name : "";
    const double value = number(range);
    value_name.clear();
    return value;
  }

  /** The same in the units of the run, which a file need not have. */
  double number(const NumberRange &range, const Quantity &q, const char *name = "")
  {
    const double value = number(range, name);
    return file ? file->converted(value, q) : value;
  }

  /** Messages about the next values name this word behind the keyword. */
  void name_also(const char *word) { current += std::string(" ") + word; }

  /** The number of the word that the input has. */
  template <class Words> int one_of(const Words &words)
  {
    const std::vector<std::string> names(std::begin(words), std::end(words));
    const std::string text = word(either_of(names));
    const int n = index_of(names, text);
    if (n < 0) refuse(either_of(names), text);
    return n;
  }

  /** Is the next word this one? Then it is read. */
  bool takes(const char *word)
  {
    if (at_end() || words[next] != word) return false;
    next++;
    return true;
  }

  /** Is the next word a number, and no keyword? */
  bool number_follows() const
  {
    if (at_end()) return false;
    const char first = words[next][0];
    return first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9');
  }

  /** Is the next word this keyword? Then its value follows. */
  bool follows(const char *name)
  {
    if (!takes(name)) return false;
    current = name;
    once();
    return true;
  }

 private:
  Error *error;
  const std::string style_name;
  Keywords keywords;
  std::string current, value_name;
  std::size_t next;
  const std::vector<std::string> words;
  const CoefficientFile *const file;
  std::vector<std::string> asked;

  [[noreturn]] void refuse(const std::string &what, const std::string &value) const
  {
    error->all(FLERR, "{} keyword {}{} must be {}: {}", style_name, current, value_name, what,
               value);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
