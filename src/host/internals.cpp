/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/internals.h"

#include "compute.h"
#include "fix_gravity.h"
#include "fix_nh_sphere.h"
#include "fix_nve_sphere.h"
#include "modify.h"
#include "neigh_list.h"
#include "npair.h"
#include "nstencil.h"
#include "utils.h"
#include "variable.h"

#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

// A class that derives from one of LAMMPS may name its protected members

struct Gravity : public FixGravity {
  static bool is_disabled(const FixGravity *fix) { return fix->*(&Gravity::disable) != 0; }

  static void update(FixGravity *fix)
  {
    const int group = fix->groupbit, counted = fix->*(&Gravity::eflag);
    const double energy = fix->*(&Gravity::egrav);
    fix->groupbit = 0;
    fix->post_force(0);
    fix->groupbit = group;
    fix->*(&Gravity::eflag) = counted;
    fix->*(&Gravity::egrav) = energy;
  }
};

struct SphereNVE : public FixNVESphere {
  static double inertia_of(const FixNVESphere *fix) { return fix->*(&SphereNVE::inertia); }
};

struct SphereNH : public FixNHSphere {
  static double inertia_of(const FixNHSphere *fix) { return fix->*(&SphereNH::inertia); }
};

}    // namespace

/* ---------------------------------------------------------------------- */

void VARDEM_NS::set_hooks(Modify *modify, const Fix *fix, int mask)
{
  for (int n = 0; n < modify->nfix; n++)
    if (modify->fix[n] == fix) modify->fmask[n] = mask;
}

/* ---------------------------------------------------------------------- */

std::string VARDEM_NS::formula_of(const Variable *variable, int ivar)
{
  const std::string info = variable->get_info(ivar), mark = "def =";
  const auto begin = info.find(mark);
  if (begin == std::string::npos) return "";
  const std::string head = info.substr(0, begin);
  const std::string text = utils::trim(info.substr(begin + mark.size()));
  const auto last = text.rfind(' ');
  if (last == std::string::npos) return text;

  // the last word is the latest value; a vector has none before it is evaluated
  const bool equal = head.find("style = equal,") != std::string::npos;
  const bool vector = head.find("style = vector,") != std::string::npos && text[last + 1] == '[';
  return equal || vector ? utils::trim(text.substr(0, last)) : text;
}

/* ---------------------------------------------------------------------- */

void VARDEM_NS::outdate(NeighList *list)
{
  if (!list || !list->occasional) return;
  list->np->last_build = -1;
  if (list->np->ns) list->np->ns->last_stencil = -1;
  for (NeighList *parent : {list->listcopy, list->listfull, list->listskip}) outdate(parent);
}

/* ---------------------------------------------------------------------- */

bool VARDEM_NS::is_disabled(const FixGravity *gravity)
{
  return Gravity::is_disabled(gravity);
}

/* ---------------------------------------------------------------------- */

void VARDEM_NS::update_acceleration(FixGravity *gravity)
{
  Gravity::update(gravity);
}

/* ---------------------------------------------------------------------- */

std::optional<double> VARDEM_NS::stock_inertia_factor(const Fix *fix)
{
  if (const auto *nve = dynamic_cast<const FixNVESphere *>(fix)) return SphereNVE::inertia_of(nve);
  if (const auto *nh = dynamic_cast<const FixNHSphere *>(fix)) return SphereNH::inertia_of(nh);
  return {};
}

/* ---------------------------------------------------------------------- */

std::unique_ptr<Compute> VARDEM_NS::unlisted_compute(LAMMPS *lmp, const std::string &command)
{
  std::vector<std::string> words = utils::split_words(command);
  std::vector<char *> arg;
  for (auto &word : words) arg.push_back(&word[0]);
  const auto creator = lmp->modify->compute_map->at(words[2]);
  return std::unique_ptr<Compute>(creator(lmp, static_cast<int>(arg.size()), arg.data()));
}
