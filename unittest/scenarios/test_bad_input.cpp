/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Wrong input of the integrators: a LAMMPS error or warning that names the style as typed, the keyword and the value.

#include "scenario.h"

#include "atom.h"
#include "lammps.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string SPHERE = "fix 1 all nve/sphere/leapfrog";
const std::string FINCHAM = "fix 1 all nve/asphere/fincham";

std::string box(const std::string &atom_style, const std::string &first = "")
{
  return first + "\natom_style " + atom_style + R"(
    region box block -5 5 -5 5 -0.5 0.5
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 2 2 0
    pair_style zero 1.0
    pair_coeff * *
)";
}

const std::string SPHERES = box("sphere");
const std::string ELLIPSOIDS =
    box("ellipsoid") + "set group all shape 1 0.8 0.6\nset group all mass 1\n";
const std::string DISCS = box("sphere", "dimension 2");

/** The command fails with a message that has all these parts. */
void expect_error(const std::string &setup, const std::string &command,
                  const std::vector<std::string> &parts)
{
  Simulation sim(setup);
  const std::string text = sim.error_of(command);
  EXPECT_TRUE(contains(text, "ERROR")) << command;
  const std::string message =
      text.substr(0, text.find("Last input line"));    // not what LAMMPS quotes
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part)) << "no '" << part << "' in: " << text;
}

void expect_warning(const std::string &setup, const std::string &command,
                    const std::vector<std::string> &parts)
{
  Simulation sim(setup);
  const std::string text = sim.output_of(command);
  EXPECT_TRUE(contains(text, "WARNING")) << command;
  for (const auto &part : parts)
    EXPECT_TRUE(contains(text, part)) << "no '" << part << "' in: " << text;
}

std::string quaternions(const std::string &values)
{
  return "fix prop all property/atom d2_q 4\n" + values;
}

}    // namespace

TEST(BadInput, LeapfrogNeedsSpheres)
{
  expect_error(box("atomic"), SPHERE, {"nve/sphere/leapfrog", "radius"});
  expect_error(box("ellipsoid"), SPHERE, {"nve/sphere/leapfrog", "radius"});
}

TEST(BadInput, FinchamNeedsEllipsoids)
{
  expect_error(box("atomic"), FINCHAM, {"nve/asphere/fincham", "ellipsoid"});
  expect_error(box("sphere"), FINCHAM, {"nve/asphere/fincham", "ellipsoid"});
}

TEST(BadInput, UnknownKeyword)
{
  expect_error(SPHERES, SPHERE + " upd quat", {"nve/sphere/leapfrog", "keyword", "upd"});
  expect_error(ELLIPSOIDS, FINCHAM + " update quat", {"nve/asphere/fincham", "keyword", "update"});
  expect_error(ELLIPSOIDS, FINCHAM + " half orient extra",
               {"nve/asphere/fincham", "keyword", "extra"});
}

TEST(BadInput, MissingValues)
{
  for (const char *keyword : {"update", "init", "inertia", "restart"})
    expect_error(SPHERES, SPHERE + " " + keyword,
                 {"nve/sphere/leapfrog " + std::string(keyword), "missing"});
  for (const char *keyword : {"half", "restart"})
    expect_error(ELLIPSOIDS, FINCHAM + " " + keyword,
                 {"nve/asphere/fincham " + std::string(keyword), "missing"});
}

TEST(BadInput, MisspeltValues)
{
  expect_error(ELLIPSOIDS, FINCHAM + " half orientt", {"nve/asphere/fincham", "half", "orientt"});
  expect_error(ELLIPSOIDS, FINCHAM + " restart exactt",
               {"nve/asphere/fincham", "restart", "exactt"});
  expect_error(SPHERES, SPHERE + " restart exactt", {"nve/sphere/leapfrog", "restart", "exactt"});
  expect_error(SPHERES, SPHERE + " update dipole", {"nve/sphere/leapfrog", "update", "dipole"});
}

TEST(BadInput, InertiaMustBeAPositiveNumber)
{
  for (const char *value : {"-1", "0", "nan", "inf"})
    expect_error(SPHERES, SPHERE + " inertia " + value, {value});
  expect_error(SPHERES, SPHERE + " inertia -1", {"nve/sphere/leapfrog", "inertia", "-1"});
  expect_error(SPHERES, SPHERE + " inertia abc", {"abc"});    // LAMMPS' own message
}

TEST(BadInput, DiscIsFor2d)
{
  expect_error(SPHERES, SPHERE + " disc", {"nve/sphere/leapfrog", "disc", "2d"});
}

TEST(BadInput, InitNeedsUpdateQuat)
{
  expect_error(SPHERES + quaternions(""), SPHERE + " init d2_q",
               {"nve/sphere/leapfrog", "init", "update quat"});
}

TEST(BadInput, InitNeedsAnArrayOfFourColumns)
{
  const std::string fix = SPHERE + " update quat init ";
  expect_error(SPHERES, fix + "d2_missing", {"nve/sphere/leapfrog", "init", "d2_missing"});
  expect_error(SPHERES, fix + "q", {"nve/sphere/leapfrog", "init", "d2_", "q"});
  expect_error(SPHERES + "fix prop all property/atom d2_q 3\n", fix + "d2_q",
               {"nve/sphere/leapfrog", "init", "d2_q", "4"});
  expect_error(SPHERES + "fix prop all property/atom i2_q 4\n", fix + "d2_q",
               {"nve/sphere/leapfrog", "init", "d2_q"});
}

TEST(BadInput, InitNeedsRotations)
{
  const std::string fix = SPHERE + " update quat init d2_q";
  expect_error(SPHERES + quaternions("set atom 1 d2_q[1] 1\n"), fix,
               {"nve/sphere/leapfrog", "init", "d2_q", "atom 2", "0 0 0 0"});
  expect_error(DISCS + quaternions("set group all d2_q[1] 1 d2_q[2] 1\n"), fix,
               {"nve/sphere/leapfrog", "init", "d2_q", "2d"});
}

TEST(BadInput, PointParticles)
{
  expect_error(SPHERES + "set atom 2 diameter 0\n" + SPHERE, "run 0",
               {"nve/sphere/leapfrog", "atom 2"});
  expect_error(box("ellipsoid") + "set atom 1 shape 1 1 1\nset group all mass 1\n" + FINCHAM,
               "run 0", {"nve/asphere/fincham", "atom 2"});
}

TEST(BadInput, PointParticlesOutsideTheGroupAreFine)
{
  Simulation sim(SPHERES +
                 "set atom 2 diameter 0\ngroup ball id 1\nfix 1 ball nve/sphere/leapfrog");
  EXPECT_EQ(sim.error_of("run 0"), "");
}

TEST(BadInput, TwoIntegratorsOnOneAtom)
{
  expect_warning(SPHERES + SPHERE + "\nfix 2 all nve/sphere\n", "run 0",
                 {"One or more atoms are time integrated more than once"});
  expect_warning(ELLIPSOIDS + FINCHAM + "\nfix 2 all nve/asphere\n", "run 0",
                 {"One or more atoms are time integrated more than once"});
}

TEST(BadInput, EmptyGroup)
{
  expect_warning(SPHERES + "group none empty\nfix 1 none nve/sphere/leapfrog", "run 0",
                 {"nve/sphere/leapfrog", "none", "no atoms"});
  expect_warning(ELLIPSOIDS + "group none empty\nfix 1 none nve/asphere/fincham", "run 0",
                 {"nve/asphere/fincham", "none", "no atoms"});
}

TEST(BadInput, RestartExactDoesNotGoWithRespa)
{
  const std::string respa = "\nrun_style respa 2 2 bond 1 pair 2\n";
  expect_error(SPHERES + SPHERE + " restart exact" + respa, "run 0",
               {"nve/sphere/leapfrog", "restart exact", "respa"});
  expect_error(ELLIPSOIDS + FINCHAM + " restart exact" + respa, "run 0",
               {"nve/asphere/fincham", "restart exact", "respa"});
}

#if TEST_HOST_KOKKOS
TEST(BadInput, KokkosStyleWithoutKokkosSwitchedOn)
{
  if (getenv("VARDEM_TEST_ARGS")) GTEST_SKIP() << "Kokkos is switched on";
  expect_error(SPHERES, SPHERE + "/kk", {"KOKKOS"});
  expect_error(ELLIPSOIDS, FINCHAM + "/kk", {"KOKKOS"});
}
#else
TEST(BadInput, KokkosStyleInALammpsWithoutKokkos)
{
  expect_error(SPHERES, SPHERE + "/kk", {"nve/sphere/leapfrog/kk"});
  expect_error(ELLIPSOIDS, FINCHAM + "/kk", {"nve/asphere/fincham/kk"});
}
#endif

// NaN: an error of LAMMPS' own and not a hang

TEST(BadInput, NotANumberEndsInAnErrorOfLammps)
{
  for (const auto &setup :
       {SPHERES + SPHERE, SPHERES + SPHERE + " update quat", ELLIPSOIDS + FINCHAM}) {
    Simulation sim(setup + "\nneigh_modify every 1 delay 0 check no\nrun 1");
    sim.lammps()->atom->x[0][0] = std::nan("");
    EXPECT_TRUE(contains(sim.error_of("run 10"), "Non-numeric atom coords")) << setup;
    Simulation later(setup + "\nneigh_modify every 1 delay 0 check no\nrun 1");
    later.lammps()->atom->v[0][0] = std::nan("");
    EXPECT_TRUE(contains(later.error_of("run 10"), "Non-numeric atom coords")) << setup;
  }
}
