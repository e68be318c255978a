// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The plugin in a LAMMPS that does not fit it. The host of these tests has only the C functions
// that the plugin calls, and a test sets their results. The plugin must say what it was built for
// and what it found, and must never crash. A second program of this source, with TEST_HOST_UPDATE,
// is of another update of the same version: its text of the option -help says so.

#include "gtest/gtest.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <strings.h>
#include <vector>

extern const char *const plugin_file;    // from CMake

namespace {

const std::string MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";

int version_number(
    const std::string &date)    // "4 Jul 2026" -> 20260704, as lammps_version() gives it
{
  int day = 0, year = 0;
  char month[4];
  sscanf(date.c_str(), "%d %3s %d", &day, month, &year);
  return year * 10000 + (int) (MONTHS.find(month) / 4 + 1) * 100 + day;
}

/** The LAMMPS that VARDEM was built for, until a test changes something. */
struct Host {
  int version = version_number(TEST_HOST_VERSION);
  bool bigbig = strcasecmp(TEST_HOST_SIZES, "bigbig") == 0;
  bool mpi = TEST_HOST_MPI;
  bool kokkos = TEST_HOST_KOKKOS;
  std::string precision = TEST_HOST_PRECISION;
  bool has_vardem = false;
  int registered = 0;
  std::vector<std::string> messages;
} host;

}    // namespace

extern "C" {
#ifdef TEST_HOST_UPDATE
extern const char help_text[];
const char help_text[] = "Massively Parallel Simulator - " TEST_HOST_VERSION TEST_HOST_UPDATE "\n";
#endif

int lammps_version(void *)
{
  return host.version;
}

int lammps_extract_setting(void *, const char *name)
{
  if (strcmp(name, "bigint") == 0) return 8;
  if (strcmp(name, "tagint") == 0) return host.bigbig ? 8 : 4;
  return (strcmp(name, "world_rank") == 0) ? 0 : -1;
}

int lammps_config_has_package(const char *name)
{
  return (strcmp(name, "KOKKOS") == 0) ? host.kokkos : 1;
}

int lammps_config_has_mpi_support()
{
  return host.mpi;
}

int lammps_config_accelerator(const char *, const char *category, const char *setting)
{
  return strcmp(category, "precision") == 0 && strcasecmp(setting, host.precision.c_str()) == 0;
}

int lammps_has_style(void *, const char *, const char *)
{
  return host.has_vardem;
}

void lammps_error(void *, int, const char *text)
{
  host.messages.emplace_back(text);
}
}

namespace {

void count_registration(void *, void *)
{
  host.registered++;
}

/** What the plugin says to this host. */
std::string message_of(const Host &h)
{
  host = h;
  void *plugin = dlopen(plugin_file, RTLD_NOW | RTLD_LOCAL);
  if (!plugin) return std::string("cannot be opened: ") + dlerror();
  auto *init =
      reinterpret_cast<void (*)(void *, void *, void *)>(dlsym(plugin, "lammpsplugin_init"));
  init(&host, plugin, reinterpret_cast<void *>(&count_registration));
  dlclose(plugin);
  EXPECT_EQ(host.registered, 0);
  EXPECT_EQ(host.messages.size(), 1u);
  return host.messages.empty() ? "" : host.messages[0];
}

bool contains(const std::string &text, const std::string &part)
{
  return text.find(part) != std::string::npos;
}

void expect_names(const Host &h, const std::string &ours, const std::string &theirs)
{
  const std::string text = message_of(h);
  EXPECT_TRUE(contains(text, "VARDEM plugin")) << text;
  EXPECT_TRUE(contains(text, "was built for LAMMPS")) << text;
  const auto at = text.find("this is LAMMPS");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_TRUE(contains(text.substr(0, at), ours)) << text;
  EXPECT_TRUE(contains(text.substr(at), theirs)) << text;
}

}    // namespace

#ifdef TEST_HOST_UPDATE
TEST(PluginInAnotherHost, OtherUpdate)
{
  expect_names(Host(), TEST_HOST_VERSION, TEST_HOST_VERSION TEST_HOST_UPDATE);
}
#else
TEST(PluginInAnotherHost, OtherVersion)
{
  Host h;
  h.version = 20240829;
  expect_names(h, TEST_HOST_VERSION, "29 Aug 2024");
  h.version = 0;    // not a date
  expect_names(h, TEST_HOST_VERSION, "version 0");
}

TEST(PluginInAnotherHost, OtherIntegerSizes)
{
  Host h;
  h.bigbig = !h.bigbig;
  expect_names(h, h.bigbig ? "smallbig" : "bigbig", h.bigbig ? "bigbig" : "smallbig");
}

TEST(PluginInAnotherHost, OtherMpi)
{
  Host h;
  h.mpi = !h.mpi;
  expect_names(h, h.mpi ? "without MPI" : "with MPI", h.mpi ? "with MPI" : "without MPI");
}

TEST(PluginInAnotherHost, KokkosOnOneSideOnly)
{
  Host h;
  h.kokkos = !h.kokkos;
  h.precision = "double";
  expect_names(h, h.kokkos ? "without KOKKOS" : "with KOKKOS",
               h.kokkos ? "with KOKKOS" : "without KOKKOS");
}

#if TEST_HOST_KOKKOS
TEST(PluginInAnotherHost, KokkosInAnotherPrecision)
{
  Host h;
  h.precision = (strcasecmp(TEST_HOST_PRECISION, "single") == 0) ? "double" : "single";
  expect_names(h, "with KOKKOS in", h.precision + " precision");
}
#endif

// This host gives all answers of the right LAMMPS, but does not have LAMMPS' classes, so the
// libraries cannot be opened

TEST(PluginInAnotherHost, HostWithoutTheSymbolsOfLammps)
{
  const std::string text = message_of(Host());
  EXPECT_TRUE(contains(text, "library vardem does not fit it")) << text;
  EXPECT_TRUE(contains(text, TEST_HOST_VERSION)) << text;
}

TEST(PluginInAnotherHost, VardemIsCompiledIntoTheHost)
{
  Host h;
  h.has_vardem = true;
  const std::string text = message_of(h);
  EXPECT_TRUE(contains(text, "This LAMMPS has VARDEM already")) << text;
}
#endif
