// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Registers the styles of one library with LAMMPS. CMake writes vardem_styles.h, which includes the
// headers of these styles.

#include "lammpsplugin.h"
#include "version.h"

#include "bond.h"
#include "command.h"
#include "compute.h"
#include "fix.h"
#include "lammps.h"
#include "min.h"
#include "pair.h"
#include "plugin.h"

#include "host/lammps/internals.h"
#include "host/lammps/lammps_versions.h"

#include "vardem_styles.h"

using namespace LAMMPS_NS;

namespace {

template <class Base, class Style> Base *create1(LAMMPS *lmp)
{
  return new Style(lmp);
}

template <class Base, class Style> Base *create2(LAMMPS *lmp, int narg, char **arg)
{
  return new Style(lmp, narg, arg);
}

lammpsplugin_t entry(const char *kind, const char *name, void *handle)
{
  lammpsplugin_t plugin = {};
  plugin.version = LAMMPS_VERSION;
  plugin.style = kind;
  plugin.name = name;
  plugin.info = "VARDEM: time integration and contact forces of granular matter";
  plugin.author = "the VARDEM developers";
  plugin.handle = handle;
  return plugin;
}

bool may_be_plugin(const std::string &kind)
{
  return kind != "min" || VARDEM_NS::min_styles_may_be_plugins<LAMMPS>();
}

}    // namespace

// LAMMPS casts the creator back to its type. It may leave out the style (host/lammps/internals.h).
#define VARDEM_REGISTER(kind, key, factory, make)                      \
  {                                                                    \
    lammpsplugin_t plugin = entry(kind, #key, handle);                 \
    plugin.creator.factory = (decltype(plugin.creator.factory)) &make; \
    if (may_be_plugin(kind)) add(&plugin, lmp);                        \
    VARDEM_NS::add_style((LAMMPS *) lmp, #key, &make);                 \
  }

#define FixStyle(key, Class) VARDEM_REGISTER("fix", key, v2, (create2<Fix, Class>) )
#define ComputeStyle(key, Class) VARDEM_REGISTER("compute", key, v2, (create2<Compute, Class>) )
#define PairStyle(key, Class) VARDEM_REGISTER("pair", key, v1, (create1<Pair, Class>) )
#define BondStyle(key, Class) VARDEM_REGISTER("bond", key, v1, (create1<Bond, Class>) )
#define MinimizeStyle(key, Class) VARDEM_REGISTER("min", key, v1, (create1<Min, Class>) )
#define CommandStyle(key, Class) VARDEM_REGISTER("command", key, v1, (create1<Command, Class>) )

extern "C" void vardem_register(void *lmp, void *handle, void *regfunc)
{
  auto *add = (lammpsplugin_regfunc) regfunc;

#define FIX_CLASS
#define COMPUTE_CLASS
#define PAIR_CLASS
#define BOND_CLASS
#define MINIMIZE_CLASS
#define COMMAND_CLASS
#include "vardem_styles.h"    // the second time, it calls the macros above for each style
}
