/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Registers the styles of one library with LAMMPS. CMake writes vardem_styles.h, which includes the headers of these styles.

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

#include "host/internals.h"
#include "host/lammps_versions.h"

#include "vardem_styles.h"

using namespace LAMMPS_NS;

namespace {

// LAMMPS expects a pointer to the base class

template <class Base, class Style> void *create1(void *lmp)
{
  return static_cast<Base *>(new Style((LAMMPS *) lmp));
}

template <class Base, class Style> void *create2(void *lmp, int narg, char **arg)
{
  return static_cast<Base *>(new Style((LAMMPS *) lmp, narg, arg));
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

template <class Style> Min *create_min(LAMMPS *lmp)
{
  return new Style(lmp);
}

}    // namespace

#define VARDEM_REGISTER(kind, key, factory, make)      \
  {                                                    \
    lammpsplugin_t plugin = entry(kind, #key, handle); \
    plugin.creator.factory = &make;                    \
    add(&plugin, lmp);                                 \
  }

#define FixStyle(key, Class) VARDEM_REGISTER("fix", key, v2, (create2<Fix, Class>) )
#define ComputeStyle(key, Class) VARDEM_REGISTER("compute", key, v2, (create2<Compute, Class>) )
#define PairStyle(key, Class) VARDEM_REGISTER("pair", key, v1, (create1<Pair, Class>) )
#define BondStyle(key, Class) VARDEM_REGISTER("bond", key, v1, (create1<Bond, Class>) )
#define MinimizeStyle(key, Class)                                       \
  {                                                                     \
    if (VARDEM_NS::min_styles_may_be_plugins<LAMMPS>())                 \
      VARDEM_REGISTER("min", key, v1, (create1<Min, Class>) )           \
    VARDEM_NS::add_min_style((LAMMPS *) lmp, #key, &create_min<Class>); \
  }
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
