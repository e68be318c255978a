// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix damping/cundall/onstep: an error or a warning that names the style as typed,
// the keyword and the value.

#include "clumps/clumps.h"
#include "refused.h"

#include "fix.h"
#include "modify.h"

using namespace scenario;

namespace {

const std::string STYLE = "damping/cundall/onstep";
const std::string FIX = "fix d all " + STYLE + " ";

std::string atoms(const std::string &style)
{
  return "atom_style " + style + R"(
    region box block -5 5 -5 5 -5 5
    create_box 2 box
    create_atoms 1 single 0 0 0
    create_atoms 2 single 2 2 0
    pair_style zero 1.0
    pair_coeff * *
    group one id 1
    group none empty
)";
}

const std::string SPHERES = atoms("sphere");

const std::string NVE = "fix 1 all nve/sphere\n";

}    // namespace

TEST(DampingInput, Values)
{
  expect_refused({SPHERES, FIX}, R"(
    {,0.1} | Fix damping/cundall/onstep needs two coefficients, GL and GA
    {-0.1,1.0,1.5} 0.1 | damping/cundall/onstep | GL | [0,1) | {1}
    0.1 {-0.1,1.0,1.5} | damping/cundall/onstep | GA | [0,1) | {1}
    {x,nan,1e400} 0.1 | damping/cundall/onstep argument GL | {1}
    0 0.999
    .1 .1 form prev | damping/cundall/onstep | form | prev
    .1 .1 {peculiar,gravity} maybe | keyword {1} must be yes or no | maybe
    .1 .1 skip nobody | damping/cundall/onstep | skip | nobody
    .1 .1 scale {0,3,abc} 1 | damping/cundall/onstep | keyword scale | {1}
    .1 .1 scale 1 {-1,inf,1e400} | damping/cundall/onstep | keyword scale | {1}
    .1 .4 scale 2 2.5 | damping/cundall/onstep | scale | 2.5 | 0.4 | type 2
    .1 .1 scale 1 | damping/cundall/onstep keyword scale needs 2 values
    .1 .1 scale 2 0.5 scale 2 0.5 | keyword scale | twice
    .1 .1 skip one skip one | keyword skip | twice
    .1 .1 scale 1 0.5 scale 2 0.4 skip one skip none
    .1 .1;fix 1 all nve/sphere;run_style respa 2 2 bond 1 pair 2;run 0
      | damping/cundall/onstep | respa
  )");
  expect_keywords({SPHERES, FIX + "0.1 0.1"}, "Fix " + STYLE,
                  "form onstep; peculiar no; gravity no; skip; scale");
  for (const std::string style : {"atomic", "tri"})
    expect_refused({atoms(style), FIX},
                   "0.1 0.1 | damping/cundall/onstep | GA | " +
                       std::string(style == "tri" ? "tri" : "torque") + "\n0.1 0");
}

// Forces, damping, cell, integrator

TEST(DampingInput, ForcesThatComeLater)
{
  const std::string after = "\n" + NVE + "run 0";
  expect_warnings({SPHERES + "group two id 2\n", "", after}, STYLE + " d", R"(
    fix d all damping/cundall/onstep .1 .1;fix g all gravity 1 vector 0 0 -1 | gravity g
    fix d all damping/cundall/onstep .1 .1;fix a one setforce 0 0 0 | setforce a
    fix g all gravity 1 vector 0 0 -1;fix d all damping/cundall/onstep .1 .1
    fix d all damping/cundall/onstep .1 .1;fix g none gravity 1 vector 0 0 -1
    fix d one damping/cundall/onstep .1 .1;fix g two gravity 1 vector 0 0 -1
    fix d all damping/cundall/onstep .1 .1 skip one;fix g one gravity 1 vector 0 0 -1
  )");
  expect_warnings({SPHERES + NVE, "", "\nrun 0"}, STYLE + " d",
                  "fix g all gravity 1 vector 0 0 -1;fix d all damping/cundall/onstep .1 .1");
  expect_warnings({"dimension 2\n" + SPHERES + FIX + ".1 .1\n", "", after}, STYLE + " d",
                  "fix two all enforce2d");
}

TEST(DampingInput, TwoDampings)
{
  const Input input = {SPHERES, "", "\n" + NVE + "run 0"};
  expect_warnings(input, STYLE + " d", R"(
    fix e one {damping/cundall/onstep,damping/cundall} .1 .1;fix d all damping/cundall/onstep .1 .1
      | {1} e | damping/cundall/onstep d | twice
    fix d all damping/cundall/onstep .1 .1;fix e one {damping/cundall/onstep,damping/cundall} .1 .1
      | {1} e | damping/cundall/onstep d | twice
    fix e one {damping/cundall/onstep,damping/cundall} .1 .1;
      fix d all damping/cundall/onstep .1 .1 skip one
    fix d all damping/cundall/onstep .1 .1 skip one;
      fix e one {damping/cundall/onstep,damping/cundall} .1 .1
  )");
}

// The state of another version: the two energies without a header that the style once wrote

TEST(DampingInput, RefusesTheRestartOfAnotherVersion)
{
  Simulation sim(SPHERES + FIX + "0.1 0.1\nfix 1 all nve/sphere\nrun 0");
  double old[] = {1.5, 0.0};
  const std::string message = thrown_by([&] {
    sim.lammps()->modify->get_fix_by_id("d")->restart(reinterpret_cast<char *>(old));
  });
  expect_parts(message, {"Fix " + STYLE + " d", "restart file"});
}

TEST(DampingInput, StockBodies)
{
  const Input input = {box() + DUMBBELL +
                           "create_atoms 1 single 5 5 5\nset atom 3 diameter 1 density 1\n"
                           "group clump id 1 2\ngroup ball id 3\npair_style zero 3.0\n"
                           "pair_coeff * *\nneigh_modify exclude molecule/intra all\n",
                       "fix d ", "\nfix 2 ball nve/sphere\nrun 1"};
  expect_refused(input, R"(
    all damping/cundall/onstep .1 .1;fix 1 clump {rigid,rigid/small,rigid/nve/small} molecule
      | damping/cundall/onstep d | {1} 1 | rigid/small/variational | skip
    all damping/cundall/onstep .1 .1 skip clump;
      fix 1 clump {rigid,rigid/small,rigid/nve/small} molecule
    ball damping/cundall/onstep .1 .1;fix 1 clump {rigid,rigid/small,rigid/nve/small} molecule
    all damping/cundall/onstep .1 .1;fix 1 clump rigid/small/variational molecule
  )");
}

TEST(DampingInput, MomentsOfInertiaOfTooManyGroups)
{
  std::string integrators;
  for (int k = 0; k < 9; k++) {
    const std::string group = "g" + std::to_string(k);
    integrators += "group " + group + " id 1\nfix i" + std::to_string(k) + " " + group +
        " nve/sphere/leapfrog inertia 0.3\n";
  }
  expect_refused({SPHERES + FIX + "0.1 0.1\n" + integrators},
                 "run 0 | Fix damping/cundall/onstep | 8 groups | inertia");
}

// A group that goes on exactly from a restart file, and another that does not

TEST(DampingInput, WarnsOfIntegratorsAtDifferentTimes)
{
  const std::string file = scratch_file("restart");
  const std::string exact = "timestep 1e-3\nfix 1 one nve/sphere/leapfrog restart exact\n";
  Simulation(SPHERES + "group two id 2\n" + exact + "run 1\nwrite_restart " + file);
  const std::string again = "read_restart " + file + "\npair_style zero 1.0\npair_coeff * *\n";
  expect_warnings({again, "fix d ", " 0.1 0.1\n" + exact + "fix 2 two nve/sphere\nrun 0"},
                  STYLE + " d",
                  "all damping/cundall/onstep | fix nve/sphere/leapfrog 1 | fix nve/sphere 2\n"
                  "one damping/cundall/onstep");
}
