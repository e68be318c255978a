// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/input/coefficient_file.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "host/lammps/lammps_versions.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Units of a style, as powers of ten of kg, m and s. */
struct UnitStyle {
  const char *name;
  Quantity powers;
};

constexpr UnitStyle UNIT_STYLES[] = {
    {"si", {0, 0, 0}}, {"cgs", {-3, -2, 0}}, {"micro", {-15, -6, -6}}, {"nano", {-21, -9, -9}}};

const UnitStyle *style_of(const std::string &name)
{
  for (const UnitStyle &style : UNIT_STYLES)
    if (name == style.name) return &style;
  return nullptr;
}

/** The word behind this one in the first line of a file; empty if there is none. */
std::string word_behind(const std::string &word, const std::vector<std::string> &words)
{
  const auto at = std::find(words.begin(), words.end(), word);
  return at == words.end() || at + 1 == words.end() ? "" : *(at + 1);
}

}    // namespace

CoefficientFile::CoefficientFile(LAMMPS *lmp, const std::string &style_name,
                                 const std::string &kind, const std::string &file,
                                 const std::vector<std::string> &known) :
    Pointers(lmp),
    what(fmt::format("{}: {} {}", style_name, kind, file))
{
  const std::string whole = read(style_name, kind, file);
  const std::vector<std::string> header = utils::split_words(whole.substr(0, whole.find('\n')));
  const std::string date = word_behind("DATE:", header);
  units = word_behind("UNITS:", header);
  check_units(known);
  if (comm->me == 0 && !date.empty())
    utils::logmesg(lmp, "Reading {} {} with DATE: {}\n", kind, file, date);
  for (const std::string &line : utils::split_lines(whole))
    text.push_back(utils::trim_comment(line));
}

std::string CoefficientFile::read(const std::string &style_name, const std::string &kind,
                                  const std::string &file) const
{
  std::string whole;
  bigint size = -1;
  if (comm->me == 0) {
    const std::string path = utils::get_potential_file_path(file);
    std::ifstream stream;
    if (!path.empty()) stream.open(path);
    if (stream.is_open()) {
      whole.assign(std::istreambuf_iterator<char>(stream), {});
      size = static_cast<bigint>(whole.size());
    }
  }
  MPI_Bcast(&size, 1, MPI_LMP_BIGINT, 0, world);
  if (size < 0)
    error->all(FLERR,
               "{}: cannot open {} {}; check its path, or set the environment variable "
               "LAMMPS_POTENTIALS to the folder that has it (VARDEM's own files are in its folder "
               "potentials)",
               style_name, kind, file);
  whole.resize(size);
  MPI_Bcast(&whole[0], static_cast<int>(size), MPI_CHAR, 0, world);
  return whole;
}

void CoefficientFile::stop(const std::string &problem, const std::string &line) const
{
  error->all(FLERR, "{}: {}, in the line: {}", what, problem, line);
}

void CoefficientFile::refuse_name(const std::string &kind, const std::string &name,
                                  const std::vector<std::string> &known) const
{
  error->all(FLERR, "{} has no {} {}; it has {}", what, kind, name,
             known.empty() ? "none" : joined(known, ", "));
}

// Units that are no powers of si units cannot be converted.
void CoefficientFile::check_units(const std::vector<std::string> &known) const
{
  const std::string own = update->unit_style;
  if (std::find(known.begin(), known.end(), units) == known.end()) {
    std::string either;
    for (const std::string &name : known) either += (either.empty() ? "UNITS: " : " or ") + name;
    error->all(FLERR, "{} {}; its first line must have {}, and all values must be in {} units",
               what,
               units.empty() ? "does not tell its units" : fmt::format("has UNITS: {}", units),
               either, known.size() == 1 ? known[0] : "these");
  }
  if (own == units || (units == "si" && style_of(own))) return;
  error->all(FLERR, "{} is in {} units, which {} to {}; give the coefficients in the input instead",
             what, units,
             units == "si" ? "can be converted to units si, cgs, micro and nano, but not"
                           : "cannot be converted",
             own);
}

// Powers of ten up to 1e22 are exact, so the result is the decimal number, rounded once.
double CoefficientFile::converted(double value, const Quantity &q) const
{
  if (update->unit_style == units) return value;
  const Quantity &of = style_of(update->unit_style)->powers;
  const int n = q.mass * of.mass + q.length * of.length + q.time * of.time;
  double power = 1.0;
  for (int k = 0; k < std::abs(n); k++) power *= 10.0;
  return n > 0 ? value / power : value * power;
}
