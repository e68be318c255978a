// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The plugin in a LAMMPS without package RIGID: this LAMMPS, but its answer to the question for
// that package is no.

#include "scenario.h"

#include "library.h"

#include <cstring>
#include <dlfcn.h>

using namespace scenario;

// found before that of liblammps, as programs are searched first

extern "C" int lammps_config_has_package(const char *name)
{
  if (strcmp(name, "RIGID") == 0) return 0;
  auto *lammps = reinterpret_cast<int (*)(const char *)>(dlsym(RTLD_NEXT, __func__));
  return lammps(name);
}

TEST(PluginInAnotherHost, WithoutRigidThereAreNoClumps)
{
  Simulation sim;
  EXPECT_TRUE(lammps_has_style(sim.lammps(), "fix", "nve/asphere/variational"));
  EXPECT_FALSE(lammps_has_style(sim.lammps(), "fix", "rigid/small/variational"));
}
