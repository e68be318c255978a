// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_REFUSED_H
#define VARDEM_SCENARIO_REFUSED_H

#include "scenario.h"

namespace scenario {

// Tables of input that is refused, or that gives a warning. Each line is `input | part | part`. The
// message must have all these parts, and what LAMMPS quotes of the input does not count. In the
// input, `;` begins a new line. `{a,b}` stands for two rows, one with each of these values; in the
// parts, `{1}` is the value of the first such group, `{2}` that of the second. A line that begins
// with `|`, or that stands below a line with `;` at its end, belongs to the row above it. A row
// without parts is accepted.

/** Each row begins with a Simulation of its own, which has run `setup`. The input is what stands
 *  between `before` and `after`. */
struct Input {
  std::string setup, before = "", after = "";
};
void expect_refused(const Input &input, const std::string &table);

/** What a style refuses of its keywords: no value, the same keyword twice, and an unknown one.
 *  command: up to the keywords; style: as messages name it; keywords: `keyword values; keyword
 *  values`. A keyword without values here takes values that the setup does not have, so that it is
 *  not given twice. */
void expect_keywords(const Input &input, const std::string &style, const std::string &keywords);

/** Each row gives one warning that names `who` and has all parts, or, without parts, none. */
void expect_warnings(const Input &input, const std::string &who, const std::string &table);

/** The lines of a text that are warnings and have this part. */
std::string warnings_in(const std::string &text, const std::string &who = "");

/** The message has all these parts. What LAMMPS quotes of the input does not count. */
void expect_parts(const std::string &text, const std::vector<std::string> &parts);

}    // namespace scenario
#endif
