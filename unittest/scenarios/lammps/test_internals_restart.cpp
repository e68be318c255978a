// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Access to what LAMMPS does not publish, host/lammps/internals.h and internals_nve.h: entries
// about variables, restart files and fix nve. See test_internals.cpp.

#include "scenario.h"

#include "host/lammps/internals.h"
#include "host/lammps/internals_nve.h"

#include "force.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "variable.h"

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::VARDEM_NS;
using namespace scenario;

namespace {

/** What a failure says. */
std::string relies(const std::string &entry, const std::string &files)
{
  return "entry " + entry + " of host/internals relies on " + files +
      " of LAMMPS, which has changed";
}

const std::string ATOMS = "region box block 0 9 0 9 0 9\ncreate_box 1 box\nmass 1 1\n"
                          "create_atoms 1 single 1 1 1\ncreate_atoms 1 single 5 5 5\n";
const std::string PAIRS = "pair_style zero 1.0\npair_coeff * *\n";

/** Writes a restart file, and has read it: fix t has a record, fixes a and b have data of each
 *  atom. */
struct FileOfFixes {
  Simulation sim;

  FileOfFixes()
  {
    const std::string file = scratch_file("restart");
    Simulation writer(ATOMS + PAIRS +
                      "fix a all spring/self 1.0\nfix b all spring/self 2.0\n"
                      "fix t all nvt temp 1 1 1\nwrite_restart " +
                      file);
    sim.run("read_restart " + file + "\n" + PAIRS);
  }
  Modify *modify() const { return sim.lammps()->modify; }
};

/** A fix nve that tells what it has. */
class ProbeNVE : public IntegratorNVE {
 public:
  VARDEM::Step seen = {};

  ProbeNVE(LAMMPS *lmp, int, char **arg) : IntegratorNVE(lmp, arg) {}
  void initial_integrate(int) override { seen = time_step(); }
};

Fix *new_probe(LAMMPS *lmp, int narg, char **arg)
{
  return new ProbeNVE(lmp, narg, arg);
}

}    // namespace

TEST(Internals, style_of)
{
  Simulation sim("variable one equal 1+2\nvariable two atom x\nvariable three loop 3\n"
                 "variable four internal 4.0\nvariable style index a b\n");
  const Variable *variable = sim.lammps()->input->variable;
  const std::string styles[] = {"equal", "atom", "loop", "internal", "index"};
  const char *names[] = {"one", "two", "three", "four", "style"};
  for (int i = 0; i < 5; i++)
    EXPECT_EQ(style_of(variable, sim.lammps()->input->variable->find(names[i])), styles[i])
        << relies("style_of()", "src/info.cpp (text of Info::get_variable_info())");
}

TEST(Internals, global_restart_records)
{
  const FileOfFixes file;
  const auto records = global_restart_records(file.modify());
  const std::string relies_on =
      relies("global_restart_records()", "src/modify.cpp (id_restart_global)");
  ASSERT_EQ(records.size(), 1u) << relies_on;
  EXPECT_EQ(records[0].id, "t") << relies_on;
  EXPECT_EQ(records[0].style, "nvt") << relies_on;
}

TEST(Internals, per_atom_restart_records)
{
  const FileOfFixes file;
  const auto records = per_atom_restart_records(file.modify());
  const std::string relies_on =
      relies("per_atom_restart_records()", "src/modify.cpp (id_restart_peratom)");
  ASSERT_EQ(records.size(), 2u) << relies_on;
  for (int n = 0; n < 2; n++) {
    EXPECT_EQ(records[n].id, n ? "b" : "a") << relies_on;
    EXPECT_EQ(records[n].style, "spring/self") << relies_on;
    EXPECT_EQ(records[n].place, n) << relies_on;
  }
}

// LAMMPS lists the data that no fix has taken when the next run begins

TEST(Internals, mark_as_read)
{
  const std::string relies_on =
      relies("mark_as_read()", "src/modify.cpp (used_restart_peratom, restart_deallocate())");
  FileOfFixes one, both;
  const auto records = per_atom_restart_records(one.modify());
  mark_as_read(one.modify(), records.at(1));
  const std::string unused = one.sim.output_of("run 0");
  EXPECT_TRUE(contains(unused, "fix style: spring/self, fix ID: a")) << relies_on;
  EXPECT_FALSE(contains(unused, "fix style: spring/self, fix ID: b")) << relies_on;
  for (const auto &record : records) mark_as_read(both.modify(), record);
  EXPECT_TRUE(
      contains(both.sim.output_of("run 0"), "All restart file peratom fix info was re-assigned"))
      << relies_on;
  EXPECT_TRUE(global_restart_records(one.modify()).empty()) << relies_on;
  FileOfFixes global;
  mark_as_read(global.modify(), global_restart_records(global.modify()).at(0));
  EXPECT_TRUE(
      contains(global.sim.output_of("run 0"), "All restart file global fix info was re-assigned"))
      << relies_on;
}

TEST(Internals, IntegratorNVE)
{
  const std::string relies_on = relies("IntegratorNVE", "src/fix_nve.h and fix_nve.cpp");
  Simulation sim("units real\n" + ATOMS + PAIRS + "timestep 0.5\n");
  Modify *modify = sim.lammps()->modify;
  (*modify->fix_map)["probe"] = &new_probe;
  auto &probe = dynamic_cast<ProbeNVE &>(*modify->add_fix("p all probe"));
  const double ftm2v = sim.lammps()->force->ftm2v;
  sim.run("run 1");
  EXPECT_EQ(probe.seen.h, 0.5) << relies_on;
  EXPECT_EQ(probe.seen.half_kick, 0.25 * ftm2v) << relies_on;
  sim.run("run_style respa 2 4\nrun 1");
  EXPECT_EQ(probe.seen.h, 0.125) << relies_on;
  EXPECT_EQ(probe.seen.half_kick, 0.0625 * ftm2v) << relies_on;
}
