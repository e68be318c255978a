/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/bonds/binders.h"

#include "error.h"
#include "fmt/format.h"
#include "utils.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

Binders::Binders(LAMMPS *lmp, const std::string &who_in, const std::string &file_in) :
    Pointers(lmp), who(who_in), file(file_in), given(lmp, who, "binder file", file, {"si", "lj"})
{
  for (const std::string &line : given.lines()) read(line);
}

/* ---------------------------------------------------------------------- */

void Binders::read(const std::string &line)
{
  const std::vector<std::string> words = utils::split_words(line);
  if (words.empty()) return;
  const auto stop = [&](const std::string &problem) {
    error->all(FLERR, "{}: binder file {}: {}, in the line: {}", who, file, problem, line);
  };
  if (words[0] != "binder") stop(fmt::format("{} must be binder", words[0]));
  if (words.size() < 2) stop("binder needs a name");
  if (binders.count(words[1])) stop(fmt::format("{} is there twice", words[1]));
  binders[words[1]].assign(words.begin() + 2, words.end());
}

/* ---------------------------------------------------------------------- */

const std::vector<std::string> &Binders::find(const std::string &name) const
{
  const auto found = binders.find(name);
  if (found != binders.end()) return found->second;
  std::string known;
  for (const auto &binder : binders) known += (known.empty() ? "" : ", ") + binder.first;
  error->all(FLERR, "{}: binder file {} has no binder {}; it has {}", who, file, name,
             known.empty() ? "none" : known);
}
