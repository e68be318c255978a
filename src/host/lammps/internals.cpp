// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals.h"

#include "bond_hybrid.h"
#include "comm.h"
#include "fix_gravity.h"
#include "fix_nh_sphere.h"
#include "fix_nve_sphere.h"
#include "fix_setforce.h"
#include "force.h"
#include "info.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "neigh_list.h"
#include "npair.h"
#include "nstencil.h"
#include "pair.h"
#include "pair_hybrid.h"
#include "update.h"
#include "utils.h"
#include "variable.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void VARDEM_NS::set_hooks(Modify *modify, const Fix *fix, int mask)
{
  for (int n = 0; n < modify->nfix; n++)
    if (modify->fix[n] == fix) modify->fmask[n] = mask;
}

void VARDEM_NS::add_internal_style(Modify *modify, const std::string &name,
                                   Fix *(*creator)(LAMMPS *, int, char **) )
{
  (*modify->fix_map)[name] = creator;
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name,
                          Fix *(*creator)(LAMMPS *, int, char **) )
{
  lmp->modify->fix_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name,
                          Compute *(*creator)(LAMMPS *, int, char **) )
{
  lmp->modify->compute_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Pair *(*creator)(LAMMPS *) )
{
  lmp->force->pair_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Bond *(*creator)(LAMMPS *) )
{
  lmp->force->bond_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Min *(*creator)(LAMMPS *) )
{
  lmp->update->minimize_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Command *(*creator)(LAMMPS *) )
{
  lmp->input->command_map->emplace(name, creator);
}

namespace {

/** Names the protected pointer to the simulation. */
struct OfSimulation : public Variable {
  static LAMMPS *at(const Variable *variable) { return variable->*(&OfSimulation::lmp); }
};

/** What LAMMPS shows of a variable: name, style and data in one line. */
std::string shown(const Variable *variable, int ivar)
{
  return ivar < 0 ? "" : Info(OfSimulation::at(variable)).get_variable_info(ivar);
}

}    // namespace

std::string VARDEM_NS::style_of(const Variable *variable, int ivar)
{
  const std::string info = shown(variable, ivar), mark = "style = ";
  const auto begin = info.find(mark);
  if (begin == std::string::npos) return "";
  const auto first = begin + mark.size();
  return info.substr(first, info.find(',', first) - first);
}

std::string VARDEM_NS::formula_of(const Variable *variable, int ivar)
{
  const std::string info = shown(variable, ivar), mark = "def =";
  const auto begin = info.find(mark);
  if (begin == std::string::npos) return "";
  const std::string text = utils::trim(info.substr(begin + mark.size()));
  const auto last = text.rfind(' ');
  if (last == std::string::npos) return text;

  // the last word is the latest value; a vector has none before it is evaluated
  const std::string style = style_of(variable, ivar);
  const bool valued = style == "equal" || (style == "vector" && text[last + 1] == '[');
  return valued ? utils::trim(text.substr(0, last)) : text;
}

void VARDEM_NS::outdate(NeighList *list)
{
  if (!list || !list->occasional) return;
  list->np->last_build = -1;
  if (list->np->ns) list->np->ns->last_stencil = -1;
  for (NeighList *parent : {list->listcopy, list->listfull, list->listskip}) outdate(parent);
}

namespace {

/** Names protected members of pair style hybrid. */
struct Hybrid : public PairHybrid {
  static int n(const PairHybrid *p) { return p->*(&Hybrid::nstyles); }
  static Pair **styles_of(const PairHybrid *p) { return p->*(&Hybrid::styles); }
  static char **names_of(const PairHybrid *p) { return p->*(&Hybrid::keywords); }
};

}    // namespace

std::vector<SubStyle> VARDEM_NS::pair_styles(const LAMMPS *lmp)
{
  std::vector<SubStyle> styles;
  Pair *pair = lmp->force->pair;
  if (!pair) return styles;
  const auto *hybrid = dynamic_cast<PairHybrid *>(pair);
  if (hybrid)
    for (int m = 0; m < Hybrid::n(hybrid); m++)
      styles.push_back({Hybrid::styles_of(hybrid)[m], Hybrid::names_of(hybrid)[m]});
  else
    styles.push_back({pair, lmp->force->pair_style});
  return styles;
}

namespace {

/** Names protected members of fix setforce, and a style of its components that 4 Feb 2025 has in
 *  src/fix_setforce.cpp only. */
struct ConstantForce : public FixSetForce {
  static constexpr int CONSTANT = 1;
  static bool is_zero(const FixSetForce *fix, bool flat)
  {
    const auto zero = [fix](int FixSetForce::*kind, double FixSetForce::*value) {
      return fix->*kind == CONSTANT && fix->*value == 0.0;
    };
    return !(fix->*(&ConstantForce::region)) && !(fix->*(&ConstantForce::xstr)) &&
        !(fix->*(&ConstantForce::ystr)) && !(fix->*(&ConstantForce::zstr)) &&
        zero(&ConstantForce::xstyle, &ConstantForce::xvalue) &&
        zero(&ConstantForce::ystyle, &ConstantForce::yvalue) &&
        (flat || zero(&ConstantForce::zstyle, &ConstantForce::zvalue));
  }
};

}    // namespace

namespace {

/** Names a protected member. */
struct ReducedGhosts : public Comm {
  static bool lack(const Comm *comm)
  {
    return comm->mode != Comm::SINGLE && (comm->*(&ReducedGhosts::multi_reduce));
  }
};

}    // namespace

bool VARDEM_NS::lacks_small_ghosts(const Comm *comm)
{
  return ReducedGhosts::lack(comm);
}

bool VARDEM_NS::sets_force_to_zero(const Fix *fix, bool flat)
{
  const auto *set = dynamic_cast<const FixSetForce *>(fix);
  return set && ConstantForce::is_zero(set, flat);
}

namespace {

/** Names the protected table of types. */
struct HybridTypes : public BondHybrid {
  static const Bond *style(const BondHybrid *hybrid, int type)
  {
    const int m = (hybrid->*(&HybridTypes::map))[type];
    return m < 0 ? nullptr : hybrid->styles[m];
  }
};

}    // namespace

bool VARDEM_NS::acts_on_type(const Bond *all, const Bond *one, int type)
{
  const auto *hybrid = dynamic_cast<const BondHybrid *>(all);
  return !hybrid || HybridTypes::style(hybrid, type) == one;
}

namespace {

/** Names of protected members. */
struct RestartFile : public Modify {
  using Modify::id_restart_global;
  using Modify::id_restart_peratom;
  using Modify::index_restart_peratom;
  using Modify::state_restart_global;
  using Modify::style_restart_global;
  using Modify::style_restart_peratom;
  using Modify::used_restart_global;
  using Modify::used_restart_peratom;
};

}    // namespace

std::vector<RestartRecord> VARDEM_NS::global_restart_records(const Modify *modify)
{
  std::vector<RestartRecord> records;
  for (int n = 0; n < modify->nfix_restart_global; n++)
    records.push_back({(modify->*(&RestartFile::id_restart_global))[n],
                       (modify->*(&RestartFile::style_restart_global))[n], n,
                       (modify->*(&RestartFile::state_restart_global))[n]});
  return records;
}

std::vector<RestartRecord> VARDEM_NS::per_atom_restart_records(const Modify *modify)
{
  std::vector<RestartRecord> records;
  for (int n = 0; n < modify->nfix_restart_peratom; n++)
    records.push_back({(modify->*(&RestartFile::id_restart_peratom))[n],
                       (modify->*(&RestartFile::style_restart_peratom))[n],
                       (modify->*(&RestartFile::index_restart_peratom))[n]});
  return records;
}

void VARDEM_NS::mark_as_read(const Modify *modify, const RestartRecord &record)
{
  if (record.state) {
    (modify->*(&RestartFile::used_restart_global))[record.place] = 1;
    return;
  }
  for (int n = 0; n < modify->nfix_restart_peratom; n++)
    if ((modify->*(&RestartFile::index_restart_peratom))[n] == record.place)
      (modify->*(&RestartFile::used_restart_peratom))[n] = 1;
}

namespace {

/** Names protected members of fix gravity. */
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

}    // namespace

bool VARDEM_NS::is_disabled(const FixGravity *gravity)
{
  return Gravity::is_disabled(gravity);
}

void VARDEM_NS::update_acceleration(FixGravity *gravity)
{
  Gravity::update(gravity);
}

namespace {

/** Name protected members of the integrators of spheres. */
struct SphereNVE : public FixNVESphere {
  static double inertia_of(const FixNVESphere *fix) { return fix->*(&SphereNVE::inertia); }
};

struct SphereNH : public FixNHSphere {
  static double inertia_of(const FixNHSphere *fix) { return fix->*(&SphereNH::inertia); }
};

}    // namespace

std::optional<double> VARDEM_NS::stock_inertia_factor(const Fix *fix)
{
  if (const auto *nve = dynamic_cast<const FixNVESphere *>(fix)) return SphereNVE::inertia_of(nve);
  if (const auto *nh = dynamic_cast<const FixNHSphere *>(fix)) return SphereNH::inertia_of(nh);
  return {};
}
