// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/input/number_or_variable.h"

#include "error.h"
#include "host/input/arguments.h"
#include "input.h"
#include "lammps.h"
#include "update.h"
#include "variable.h"

#include <cctype>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

NumberOrVariable NumberOrVariable::of(const std::string &word)
{
  const bool names = word.rfind("v_", 0) == 0 && word.size() > 2;
  return names ? NumberOrVariable{0.0, word.substr(2)} : NumberOrVariable{finite_number(word), ""};
}

void NumberOrVariable::init(LAMMPS *lmp, const std::string &keyword, const char *use) const
{
  if (!is_variable()) return;
  const int ivar = lmp->input->variable->find(variable.c_str());
  if (ivar >= 0 && lmp->input->variable->equalstyle(ivar)) return;
  const std::string what = ivar < 0 ? "does not exist; define it before the run"
                                    : fmt::format("is not of style equal, which {} needs", use);
  lmp->error->all(FLERR, Error::NOLASTLINE, "{}: variable {} {}", keyword, variable, what);
}

double NumberOrVariable::value(LAMMPS *lmp, const std::string &what) const
{
  if (!is_variable()) return number;
  Variable *const of = lmp->input->variable;
  const double now = of->compute_equal(of->find(variable.c_str()));
  if (!std::isfinite(now))
    lmp->error->all(FLERR, Error::NOLASTLINE,
                    "{} is {} at step {}, by variable {}; it must be a finite number", what, now,
                    lmp->update->ntimestep, variable);
  return now;
}

std::vector<std::string> VARDEM_NS::words_of(const std::string &formula)
{
  enum { NOTHING, WORD, NUMBER } in = NOTHING;
  std::vector<std::string> words;
  for (const char c : formula) {
    const auto byte = static_cast<unsigned char>(c);
    const bool goes_on = std::isalnum(byte) || c == '_' || (in == NUMBER && c == '.');
    if (!goes_on)
      in = NOTHING;
    else if (in == NOTHING) {
      in = std::isdigit(byte) ? NUMBER : WORD;
      if (in == WORD) words.emplace_back();
    }
    if (in == WORD) words.back() += c;
  }
  return words;
}
