// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Opens the plugin in a program that is no LAMMPS at all: it must do nothing, quietly.

#include <cstdio>
#include <dlfcn.h>

extern const char *const plugin_file;    // from CMake

int main()
{
  void *plugin = dlopen(plugin_file, RTLD_NOW);
  if (!plugin) return puts(dlerror()), 1;
  auto *init =
      reinterpret_cast<void (*)(void *, void *, void *)>(dlsym(plugin, "lammpsplugin_init"));
  if (!init) return puts(dlerror()), 1;
  init(nullptr, plugin, nullptr);
  return dlclose(plugin);
}
