// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// pair_style contact/hooke and contact/hertz: restart files keep coefficients and tangential
// springs to the last bit, also when the file is read in the same process; data files keep the
// coefficients.

#include "contacts/soft_contact.h"

#include "force.h"
#include "lammps.h"
#include "pair.h"

#include <cstring>
#include <fstream>
#include <iterator>

using namespace scenario;

namespace {

const std::string EXACT = "fix 1 all nve/sphere/leapfrog restart exact\n";
const std::string FRICTION = "damping restitution 0.7 kt $(400/7:%.17g) mu $(1/3:%.17g)";
/** Dashpots with h c/m_eff = .16, which leave a part of the change of velocities out. */
const std::string STRONG = "damping velocity 160 40 kt 50 mu 0.3";

/** Two pairs of grains in contact that move, spin and slide. */
std::string four_grains(const std::string &newton)
{
  return two_grains(newton) +
      "create_atoms 2 single -3 2 1\ncreate_atoms 1 single -3.5 2.4 1.6\n"
      "set atom 3*4 diameter 1\nset atom 3*4 mass 1\nset atom 3 omega 5 -4 2\nset atom 4 vy -1\n";
}

/** pair: commands. again: commands that LAMMPS needs after read_restart. */
void expect_exact(const std::string &start, const std::string &pair, const std::string &again)
{
  const std::string file = scratch_file("restart"), what = start + pair;
  Simulation unbroken(start + pair + EXACT + "run 30\nwrite_restart " + file + "\nrun 30 pre no");
  // other styles of this process have had other numbers
  Simulation(two_grains() + "pair_style contact/hooke\npair_coeff * * k 1 kt 1 mu 1\n" + EXACT +
             "run 1");
  Simulation sim("read_restart " + file + "\n" + again + EXACT + "run 30");
  expect_same_bits(unbroken.state(), sim.state(), what);
  sim.run("clear\nread_restart " + file + "\n" + again + EXACT + "run 30");
  expect_same_bits(unbroken.state(), sim.state(), what + " after clear");
}

std::string content(const std::string &file)
{
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/** Coefficients as write_data writes them, from the file. */
std::string section(const std::string &file, const std::string &name)
{
  const std::string text = content(file);
  const auto begin = text.find(name);
  return begin == std::string::npos ? "" : text.substr(begin, text.find("Atoms", begin) - begin);
}

}    // namespace

// run 60 against run 30, restart, run 30

// no kk: sums of threads differ in their last bits
TEST(ContactSoftRestart, IsExact)
{
  for (const std::string newton : {"newton on", "newton off"})
    for (const std::string style : {"contact/hooke", "contact/hertz"})
      for (const std::string law :
           {FRICTION + " velocity onstep", FRICTION + " velocity mid", STRONG})
        expect_exact(four_grains(newton),
                     "pair_style " + style + "\npair_coeff * * k 500 " + law + "\n", "");
}

// no kk: sums of threads differ in their last bits
TEST(ContactSoftRestart, IsExactBelowHybrid)
{
  for (const std::string hybrid : {"hybrid", "hybrid/overlay"}) {
    // pair hybrid writes no coefficients of its sub-styles
    const std::string coeff = "pair_coeff 1 1 contact/hooke 1 k 500 " + FRICTION +
        " lever radius\n"
        "pair_coeff 1 2 contact/hooke 2 k 300 " +
        FRICTION + "\npair_coeff 2 2 contact/hertz k 400 " + FRICTION + "\n";
    expect_exact(four_grains("newton on"),
                 "pair_style " + hybrid + " contact/hooke contact/hooke contact/hertz\n" + coeff,
                 coeff);
  }
}

// Command write_restart after a run, with contacts with ghosts, which this command makes anew: as a
// file that is written within the run. (LAMMPS' own styles mix up such springs.)

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactSoftRestart, CommandAfterARun)
{
  const std::string file = scratch_file("restart"),
                    law = "pair_style contact/hooke\npair_coeff * * k 5000 " + FRICTION + "\n";
  for (const std::string newton : {"newton on", "newton off"})
    for (const std::string n : {"41", "47", "53"}) {
      const std::string start = dense_grains(newton) + law + EXACT + "run " + n + "\n";
      Simulation unbroken(start + "run 20 pre no");
      Simulation(start + "write_restart " + file);
      Simulation again("read_restart " + file +
                       "\nneighbor 0.2 bin\nneigh_modify every 1 delay 0\n" + EXACT + "run 20");
      EXPECT_LE(largest_difference(unbroken.state().v, again.state().v), 1e-10)
          << newton << " " << n;
    }
}

// Write_restart makes ghosts anew, behind a run, and between the pieces of run ... every: the run
// goes on as if no file had been written (with newton on: SavedSprings)

TEST(ContactSoftRestart, RunsThatWriteFilesKeepTheirSprings)
{
  const std::string write = "write_restart " + scratch_file("restart"),
                    start = dense_grains("newton off") +
      "pair_style contact/hooke\npair_coeff * * k 5000 " + FRICTION +
      "\nfix 1 all nve/sphere/leapfrog\n";
  Simulation same(start + "run 15\nrun 15\nrun 15\nrun 15");
  for (const std::string &with_files :
       {"run 60 every 15 \"" + write + "\"", "run 15\n" + write + "\nrun 15\nrun 15\nrun 15"}) {
    Simulation sim(start + with_files);
    EXPECT_LE(largest_difference(same.state().v, sim.state().v), 1e-10) << with_files;
  }
}

// Without the springs of the file the grains go another way

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactSoftRestart, SpringsAreInTheFile)
{
  const std::string file = scratch_file("restart"), data = scratch_file("data"),
                    pair = "pair_style contact/hooke\npair_coeff * * k 500 kt 400 mu 5\n";
  Simulation unbroken(four_grains("newton on") + pair + EXACT + "run 30\nwrite_restart " + file +
                      "\nwrite_data " + data + " nocoeff" + "\nrun 30 pre no");
  Simulation without(
      "units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\nread_data " + data +
      "\n" + pair + EXACT + "timestep 0.0005\nrun 30");
  EXPECT_GT(largest_difference(unbroken.state().v, without.state().v), 1e-3);
}

// Coefficients behind read_restart are those before write_restart to the last bit, of each kind: a
// second file has the same bytes

TEST(ContactSoftRestart, CoefficientsOfEachKind)
{
  for (const std::string coeff :
       {"contact/hooke\npair_coeff * * k $(1e7/7:%.17g) damping velocity $(1/3:%.17g) 0 lever "
        "radius\n"
        "pair_coeff 1 2 k 2 damping mass_velocity 3 $(2/3:%.17g) kt $(1/7:%.17g) mu 0.1 lever "
        "radius",
        "contact/hertz\npair_coeff 1 1 E $(1e7/7:%.17g) nu $(1/3:%.17g) damping restitution "
        "$(1/3:%.17g) G isotropic mu $(1/7:%.17g) velocity mid\n"
        "pair_coeff 2 2 E 5e5 nu 0.1 damping restitution 0.5 G 1e5 mu 0.2 velocity mid"}) {
    const std::string first = scratch_file("restart"), second = scratch_file("restart");
    Simulation sim(two_grains() + "pair_style " + coeff + "\nrun 0\nwrite_restart " + first);
    Simulation again("read_restart " + first + "\nrun 0\nwrite_restart " + second);
    const std::string a = content(first), b = content(second), mark = "VARDEM:\n";
    const auto at = a.find(mark), there = b.find(mark);
    ASSERT_NE(at, std::string::npos);
    int bytes;
    memcpy(&bytes, &a[at + mark.size() + sizeof(int)], sizeof(int));
    ASSERT_GT(bytes, 200);
    EXPECT_EQ(a.substr(at, bytes), b.substr(there, bytes)) << coeff;
  }
}

// Before there was a record with a version, a file had the flag of two types and the bytes of their
// coefficients

TEST(ContactSoftRestart, OtherVersionsAreErrors)
{
  const std::string file = scratch_file("restart"), mark = "VARDEM:\n";
  Simulation(two_grains() +
             "pair_style contact/hooke\npair_coeff * * k 500\nrun 0\nwrite_restart " + file);
  const std::string written = content(file);
  const auto at = written.find(mark);
  for (const int version : {0, 1}) {
    std::string text = written;
    const int flag = 1;
    const double k = 500.0;
    if (version == 0) {
      memcpy(&text[at - sizeof(int)], &flag, sizeof(int));
      memcpy(&text[at], &k, sizeof(double));
    } else
      memcpy(&text[at + mark.size()], &version, sizeof(int));
    std::ofstream(file, std::ios::binary) << text;
    Simulation sim;
    expect_parts(sim.error_of("read_restart " + file),
                 {"Pair style contact/hooke: another version of VARDEM wrote the coefficients",
                  "version " + std::to_string(version) + "; needed is 4",
                  "write a data file (write_data), read that one, and give pair_coeff again"});
  }
}

// All coefficients, also mixed ones, with all digits

TEST(ContactSoftRestart, DataFileKeepsCoefficients)
{
  for (const auto &[style, coeff] :
       {std::pair{"contact/hooke",
                  "pair_coeff * * k $(1e7/7:%.17g) damping velocity $(1/3:%.17g) 0 lever radius\n"
                  "pair_coeff 1 2 k 2 damping mass_velocity 3 $(2/3:%.17g) kt $(1/7:%.17g) mu 0.1 "
                  "lever radius\n"},
        {"contact/hertz",
         "pair_coeff 1 1 E $(1e7/7:%.17g) nu 0.3 damping restitution $(1/3:%.17g) velocity mid\n"
         "pair_coeff 2 2 E 5e5 nu 0.1 damping restitution 0.5 velocity mid\n"}}) {
    const std::string first = scratch_file("data"), second = scratch_file("data"),
                      fix = "fix 1 all nve/sphere\nrun 0\n";
    Simulation(two_grains() + "pair_style " + style + "\n" + coeff + fix + "write_data " + first +
               " pair ij");
    Simulation again("units lj\natom_style sphere\ncomm_modify vel yes\npair_style " +
                     std::string(style) + "\nread_data " + first + "\n" + fix + "write_data " +
                     second + " pair ij");
    EXPECT_TRUE(contains(section(first, "PairIJ Coeffs"), "1 2 ")) << style;
    EXPECT_EQ(section(first, "PairIJ Coeffs"), section(second, "PairIJ Coeffs"));
  }
  const std::string file = scratch_file("data");
  Simulation(two_grains() +
             "pair_style contact/hooke\npair_coeff * * k 3 damping none kt 2 mu 0.5\nfix 1 all "
             "nve/sphere\nrun 0\nwrite_data " +
             file);
  EXPECT_TRUE(contains(section(file, "Pair Coeffs"),
                       "\n1 k 3 kt 2 mu 0.5 lever contact velocity onstep\n2 k 3 kt 2 mu 0.5"));
}

// LAMMPS' pair hybrid writes no coefficients into data files; they are given again

TEST(ContactSoftRestart, DataFileBelowHybrid)
{
  const std::string file = scratch_file("data"),
                    pair =
                        "pair_style hybrid/overlay contact/hooke zero 1.5\n"
                        "pair_coeff * * contact/hooke k 500 kt 400 mu 0.5\npair_coeff * * zero\n",
                    fix = "fix 1 all nve/sphere\n";
  Simulation first(two_grains() + pair + fix + "run 0\nwrite_data " + file + "\nrun 20");
  Simulation again(
      "units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\nread_data " + file +
      "\n" + pair + fix + "timestep 0.0005\nrun 20");
  EXPECT_LE(largest_difference(first.state().v, again.state().v), 1e-12);
}
