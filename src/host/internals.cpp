/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/internals.h"

#include "modify.h"
#include "neigh_list.h"
#include "npair.h"
#include "nstencil.h"
#include "variable.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Names of protected members. */
struct RestartFile : public Modify {
  using Modify::id_restart_global;
  using Modify::id_restart_peratom;
  using Modify::index_restart_peratom;
  using Modify::style_restart_global;
  using Modify::style_restart_peratom;
  using Modify::used_restart_peratom;
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
  return begin == std::string::npos ? "" : info.substr(begin + mark.size());
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

std::string VARDEM_NS::style_of(const Variable *variable, int ivar)
{
  const std::string info = variable->get_info(ivar), mark = "style = ";
  const auto begin = info.find(mark);
  if (begin == std::string::npos) return "";
  const auto first = begin + mark.size();
  return info.substr(first, info.find(',', first) - first);
}

/* ---------------------------------------------------------------------- */

std::vector<RestartRecord> VARDEM_NS::global_restart_records(const Modify *modify)
{
  std::vector<RestartRecord> records;
  for (int n = 0; n < modify->nfix_restart_global; n++)
    records.push_back({(modify->*(&RestartFile::id_restart_global))[n],
                       (modify->*(&RestartFile::style_restart_global))[n], n});
  return records;
}

/* ---------------------------------------------------------------------- */

std::vector<RestartRecord> VARDEM_NS::per_atom_restart_records(const Modify *modify)
{
  std::vector<RestartRecord> records;
  for (int n = 0; n < modify->nfix_restart_peratom; n++)
    records.push_back({(modify->*(&RestartFile::id_restart_peratom))[n],
                       (modify->*(&RestartFile::style_restart_peratom))[n],
                       (modify->*(&RestartFile::index_restart_peratom))[n]});
  return records;
}

/* ---------------------------------------------------------------------- */

void VARDEM_NS::mark_as_read(const Modify *modify, const RestartRecord &record)
{
  for (int n = 0; n < modify->nfix_restart_peratom; n++)
    if ((modify->*(&RestartFile::index_restart_peratom))[n] == record.place)
      (modify->*(&RestartFile::used_restart_peratom))[n] = 1;
}
