// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix deform/gradv and fix streaming: N steps are N/2 steps, a restart file, and N/2 steps; and two
// runs of N/2. Other keywords after a restart, and another cell, begin a new stage.

#include "cell/cell.h"

#include "atom.h"
#include "domain.h"
#include "lammps.h"

#include <fstream>
#include <iterator>

using namespace scenario;

namespace {

/** Two spheres in contact through the boundary of the cell, and one that moves alone. */
const std::string GRAINS = R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    region box prism -2 2 -2 2 -2 2 1.8 0.3 -0.2
    create_box 1 box
    create_atoms 1 single 0 -1.8 0
    create_atoms 1 single 0.1 -1.5 0.8
    create_atoms 1 single 0.5 1 1
    set atom 2 x -1.7 y 1.5 z 0.5
    set group all diameter 1.0 density 1.0
    set group all omega 1 -2 0.5
    velocity all set 0.3 -0.1 0.2
)";
const std::string CONTACTS = R"(
    pair_style gran/hooke 1000 NULL 5 2 0.5 1
    pair_coeff * *
    neighbor 0.3 bin
    neigh_modify every 1 delay 0 check no
    timestep 0.002
)";

struct Case {
  std::string name, fixes;
  double tolerance;    // for values of the cell
};

const std::string VARIABLES =
    "variable a equal 0.3*cos(5*(step+0.5)*dt)\nvariable b equal 1.5*((step+0.5)*dt)\n";
const std::string NVE = "\nfix 1 all nve/sphere\n";
const std::vector<Case> CASES = {
    {"constant", "fix cell all deform/gradv gradv 0.2 -0.3 0.1 2.0 0.3 -0.4 kick yes" + NVE, 0.0},
    {"gradv2",
     VARIABLES +
         "fix cell all deform/gradv gradv v_a -0.3 0.1 v_b 0.3 -0.4 closure gradv2 kick yes" + NVE,
     0.0},
    {"variable",
     VARIABLES + "fix cell all deform/gradv gradv v_a -0.3 0.1 v_b 0.3 -0.4 kick yes" + NVE, 0.0},
    {"sllod",
     VARIABLES + "fix cell all deform/gradv gradv v_a -0.3 0.1 v_b 0.3 -0.4 closure sllod" + NVE,
     0.0},
    {"of the state",
     "variable v equal 0.1*vol/64\nfix cell all deform/gradv gradv v_v 0 0 2 0 0" + NVE, 1e-13},
    {"servo", "fix cell all deform/gradv gradv 0 0 0 2 0 0 stress xx -2 1 stress zz -1 1" + NVE,
     1e-12},
    {"leapfrog",
     VARIABLES +
         "fix cell all deform/gradv gradv v_a -0.3 0.1 v_b 0.3 -0.4\nfix 1 all "
         "nve/sphere/leapfrog\n",
     0.0}};

std::vector<double> cell_of(const Simulation &sim)
{
  std::vector<double> values;
  for (int n = 1; n <= 28; n++) values.push_back(sim.value("f_cell[" + std::to_string(n) + "]"));
  return values;
}

void expect_same(const Simulation &a, const Simulation &b, const Case &c)
{
  const auto p = cell_of(a), q = cell_of(b);
  for (std::size_t n = 0; n < p.size(); n++)
    EXPECT_NEAR(p[n], q[n], c.tolerance) << c.name << ": " << n + 1;
  const State s = a.state(), t = b.state();
  EXPECT_LE(largest_difference(s.x, t.x), 1e-12) << c.name;
  EXPECT_LE(largest_difference(s.v, t.v), 1e-12) << c.name;
  EXPECT_LE(largest_difference(s.omega, t.omega), 1e-12) << c.name;
  for (const char *n : {"[29]", "[30]", "[32]"})    // stress; of 1000 per unit of overlap
    EXPECT_NEAR(a.value(std::string("f_cell") + n), b.value(std::string("f_cell") + n), 1e-10)
        << c.name;
  EXPECT_NEAR(a.value("f_cell[35]"), b.value("f_cell[35]"), 1e-12) << c.name;
}

void expect_contacts(const Simulation &sim)
{
  EXPECT_GT(std::fabs(sim.value("f_cell[35]")), 1e-3);
}

}    // namespace

TEST(CellRestart,
     CellToTheLastBitAndGrainsToRoundOff)    // 1e-12 over 100 steps, with flips; LAMMPS issue 2944
{
  for (const Case &c : CASES) {
    const std::string file = scratch_file("restart");
    Simulation unbroken(GRAINS + CONTACTS + c.fixes + "restart 95 " + file + ".*\nrun 190");
    Simulation restarted("read_restart " + file + ".95\n" + CONTACTS + c.fixes + "run 95");
    remove((file + ".95").c_str());
    remove((file + ".190").c_str());
    expect_same(unbroken, restarted, c);
    expect_contacts(unbroken);
  }
}

// Between two neighbor lists atoms may be outside of the cell. LAMMPS writes the position of an image
// inside: it is a lattice vector away, moves with it, and has other image flags. Atoms are outside
// where it was not known before that a run would end at this step

namespace {

const std::string NO_PAIRS = "pair_style zero 1\npair_coeff * *\n";

std::vector<Vec3> unwrapped(const Simulation &sim)
{
  auto *const atom = sim.lammps()->atom;
  std::vector<Vec3> x(atom->nlocal);
  for (int tag = 1; tag <= atom->nlocal; tag++) {
    const int i = atom->map(tag);
    sim.lammps()->domain->unmap(atom->x[i], atom->image[i], &x[tag - 1].x);
  }
  return x;
}

/** Three grains that leave the cell, in 400 steps with one list. */
std::string outwards(const std::string &integrator)
{
  return "units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
         "region box prism -2 2 -2 2 -2 2 0.7 0.3 -0.5\ncreate_box 1 box\n"
         "create_atoms 1 single 0 0 1\ncreate_atoms 1 single 0 -1 0\n"
         "create_atoms 1 single 1 0 0\nset group all diameter 0.1\nset group all mass 1\n"
         "set atom 1 vz 2.5\nset atom 2 vy -2.5\nset atom 3 vx 4\nneighbor 1 bin\n"
         "neigh_modify every 1000 delay 1000\n" +
      NO_PAIRS +
      "fix cell all deform/gradv gradv -0.2 -0.3 -0.5 0.4 0.1 -0.2 origin 0 0 0 kick yes\n"
      "fix 1 all " +
      integrator + "\ntimestep 0.002\n";
}

}    // namespace

TEST(CellRestart, AtomsOutsideOfTheCell)
{
  const std::string file = scratch_file("restart");
  for (const char *init : {" noinit", ""}) {
    Simulation sim(outwards("nve/sphere") +
                   "variable now equal step\n"
                   "fix end all halt 1 v_now >= 400 error soft\nrun 1000");
    const State outside = sim.state();
    const std::vector<Vec3> ways = unwrapped(sim);
    sim.run("write_restart " + file + init);
    Simulation again("atom_modify map array\nread_restart " + file + "\n" + NO_PAIRS + "run 0");
    const State inside = again.state();
    const UpperTriangle L = {-0.2, -0.3, -0.5, -0.2, 0.1, 0.4};
    for (int k = 0; k < 3; k++) {
      const Vec3 way = inside.x[k] - outside.x[k];
      EXPECT_GT(norm(way), 2.0) << k;
      EXPECT_LE(norm(inside.v[k] - outside.v[k] - L * way), 1e-12) << k;
      EXPECT_LE(norm(unwrapped(again)[k] - ways[k]), 1e-12) << k;
    }
  }
}

TEST(CellRestart, AtomsOutsideOfACellThatStops)
{
  const std::string begin =
      "units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
      "region box block -2 2 -2 2 -2 2\ncreate_box 1 box\ncreate_atoms 1 single 1.99 1 0\n"
      "set group all diameter 0.1\nset group all mass 1\nneighbor 1 bin\n"
      "neigh_modify every 1000 delay 1000\n" +
      NO_PAIRS + "fix cell all deform/gradv gradv -1 0 0 0 0 0 origin 0 0 0 ";
  const std::string end = "\nfix 1 all nve/sphere\ntimestep 0.001\nvariable now equal step\n"
                          "fix end all halt 1 v_now >= 105 error soft\n";
  Simulation sim(begin + end + "run 1000");
  const State outside = sim.state();
  Simulation stops(begin + "stop 0.9" + end);
  EXPECT_TRUE(contains(stops.error_of("run 1000"), "cell.105.restart has been written"));
  Simulation again("atom_modify map array\nread_restart cell.105.restart\n" + NO_PAIRS + "run 0");
  remove("cell.105.restart");
  const Vec3 way = again.state().x[0] - outside.x[0];
  EXPECT_NEAR(way.x, -4.0 * std::exp(-0.105), 1e-4);
  EXPECT_NEAR(again.state().v[0].x - outside.v[0].x, -way.x, 1e-12);
}

// Forces that the file keeps for restart exact depend on the velocity, so atoms are inside before
// they are found in the last step of a run

TEST(CellRestart, ExactWithAtomsThatHaveLeftTheCell)
{
  const std::string file = scratch_file("restart"),
                    integrator = "nve/sphere/leapfrog restart exact";
  Simulation whole(outwards(integrator) + "run 401");
  Simulation half(outwards(integrator) + "run 400\nwrite_restart " + file);
  Simulation again(
      "atom_modify map array\ncomm_modify vel yes\nread_restart " + file + "\n" + NO_PAIRS +
      "timestep 0.002\n"
      "fix cell all deform/gradv gradv -0.2 -0.3 -0.5 0.4 0.1 -0.2 origin 0 0 0 kick yes\n"
      "fix 1 all " +
      integrator + "\nrun 1");
  EXPECT_LE(largest_difference(again.state().x, whole.state().x), 1e-12);
  EXPECT_LE(largest_difference(again.state().v, whole.state().v), 1e-12);
}

TEST(CellRestart, ARunIsThreeRuns)    // the cell flips in these runs
{
  for (const Case &c : CASES) {
    Simulation one(GRAINS + CONTACTS + c.fixes + "run 200"),
        more(GRAINS + CONTACTS + c.fixes + "run 0\nrun 37\nrun 163");
    expect_same(one, more, c);
    expect_contacts(one);
    if (c.name == "constant") {
      EXPECT_GT(deformation_of(one, "cell").xy, 0.7);
      EXPECT_LT(one.value("xy"), 1.0);
    }
  }
}

// Stages: with the keywords of the restart file a stage continues, with others a new one begins

namespace {

const std::string AT_REST = "fix cell all deform/gradv gradv 0 0 0 0 0 0";
const std::string SHEAR = "fix cell all deform/gradv gradv 0 0 0 2 0 0 kick yes";
const std::string MANY =
    "variable a equal 0.1\nfix cell all deform/gradv gradv v_a 0 0 2 0 0 closure sllod kick yes "
    "origin 0 0 0 stress zz -1 1 stop 0.1";

/** A restart file after 95 steps with `fixes`. The destructor removes it. */
struct Stage {
  std::string file = scratch_file("restart");

  explicit Stage(const std::string &fixes)
  {
    Simulation sim(GRAINS + CONTACTS + fixes + NVE + "run 95\nwrite_restart " + file);
  }
  ~Stage() { remove(file.c_str()); }

  std::string read() const { return "read_restart " + file + "\n" + CONTACTS; }

  /** The message about the stage when a run with `fixes` begins. */
  std::string said(const std::string &fixes) const
  {
    const std::string text = Simulation(read() + fixes + NVE).output_of("run 0");
    const auto at = text.find("Fix cell (style deform/gradv)");
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
  }
};

std::string replaced(std::string text, const std::string &part, const std::string &by)
{
  return text.replace(text.find(part), part.size(), by);
}

}    // namespace

TEST(CellStage,
     OtherKeywordsAfterARestartBeginANewOne)    // with the results of unfix and fix in one input
{
  for (const std::string &first : {AT_REST, AT_REST + " stress xx -1 1 stress yy -1 1", MANY}) {
    const Stage stage(first);
    Simulation unbroken(GRAINS + CONTACTS + first + NVE + "run 95\nunfix cell\nunfix 1\n" + SHEAR +
                        NVE + "run 95"),
        restarted(stage.read() + SHEAR + NVE + "run 95");
    expect_same(unbroken, restarted, {first, "", 1e-13});
    EXPECT_NEAR(restarted.value("f_cell[14]"), 2.0 * 95 * 0.002, 1e-12);    // F xy
  }
}

TEST(CellStage,
     ForcesOfTheLastStageAreNotUsed)    // by integrators with restart exact: they contain its flow
{
  const std::string move = "\nfix 1 all nve/sphere/leapfrog restart exact\n",
                    flow = "variable s equal 2+0*c_thermo_temp\n" +
      replaced(SHEAR, "2 0 0", "v_s 0 0");
  const std::string file = scratch_file("restart");
  Simulation unbroken(GRAINS + CONTACTS + AT_REST + move + "run 95\nwrite_restart " + file +
                      "\nunfix cell\nunfix 1\n" + flow + move + "run 50"),
      restarted("read_restart " + file + "\n" + CONTACTS + flow + move + "run 50");
  remove(file.c_str());
  expect_same(unbroken, restarted, {"restart exact", "", 1e-13});
}

TEST(CellStage,
     // at the beginning of the run, to velocities and angular velocities
     KickIsGivenAfterARestartToo)
{
  const Stage stage(AT_REST);
  Simulation before(stage.read() + AT_REST + NVE + "run 0"),
      after(stage.read() + SHEAR + NVE + "run 0"),
      same(stage.read() + SHEAR + " spin no" + NVE + "run 0");
  const State s = before.state(), t = after.state();
  for (std::size_t i = 0; i < s.x.size(); i++) {
    EXPECT_NEAR(t.v[i].x - s.v[i].x, 2.0 * s.x[i].y, 1e-14);
    EXPECT_NEAR(t.omega[i].z - s.omega[i].z, -1.0, 1e-14);
    EXPECT_EQ(same.state().omega[i].z, s.omega[i].z);
  }
}

TEST(CellStage, LogSaysWhichOfTheTwo)
{
  const Stage stage(MANY);
  const std::string anew = "begins anew, because keyword ";
  EXPECT_TRUE(contains(stage.said(MANY), "continues"));
  for (const auto &[keyword, from, to] : {std::tuple{"gradv", "v_a 0 0", "v_b 0 0"},
                                          {"gradv", "0 0 2 0", "0 0 2.5 0"},
                                          {"gradv", "0 0 2 0", "0 0 -2 0"},
                                          {"closure", "closure sllod", ""},
                                          {"kick", "kick yes", "kick no"},
                                          {"origin", "origin 0 0 0", "origin 0 1 0"},
                                          {"origin", "origin 0 0 0", ""},
                                          {"spin", "kick yes", "kick yes spin no"},
                                          {"stress zz", "stress zz -1 1", "stress zz -1 2"},
                                          {"stress zz", "stress zz -1 1", ""},
                                          {"stress yy", "stop", "stress yy -1 1 stop"}}) {
    const std::string fixes = "variable b equal 0.1\n" + replaced(MANY, from, to);
    EXPECT_TRUE(contains(stage.said(fixes), anew + keyword)) << fixes << stage.said(fixes);
  }
}

TEST(CellStage,
     WordsThatChangeNoMotionContinue)    // defaults, the order of keywords, stop and flip
{
  const Stage stage(MANY);
  for (const auto &[from, to] : {std::pair{"stop 0.1", ""},
                                 {"stop 0.1", "stop 0.2 flip no"},
                                 {"kick yes", "spin yes kick yes"},
                                 {"kick yes", "kick on spin true"},
                                 {"0 0 2 0", "0.0 -0 2.00 0e3"},
                                 {"zz -1 1", "zz -1.0 1e0"},
                                 {"origin 0 0 0", "origin 0.0 0 0."}})
    EXPECT_TRUE(contains(stage.said(replaced(MANY, from, to)), "continues")) << to;
  const std::string turned =
      replaced(replaced(MANY, "closure sllod", ""), "stop", "closure sllod stop");
  EXPECT_TRUE(contains(stage.said(turned), "continues")) << turned;
  EXPECT_EQ(
      count(Simulation(GRAINS + CONTACTS + MANY + NVE).output_of("run 1\nrun 1"), "deform/gradv) "),
      0);
}

TEST(CellStage,
     SecondFlowIsAWarning)    // kick on velocities that contain the flow of the last stage
{
  const std::string warning = "the velocities of the restart file contain the flow of the last",
                    back = replaced(SHEAR, "0 2 0", "0 -2 0"), run = NVE + "run 0\n";
  const Stage flowing(SHEAR), rest(AT_REST + " stress xx -1 0.001");
  Simulation sim(flowing.read() + back + NVE);
  const std::string text = sim.output_of("run 0");
  EXPECT_TRUE(contains(text, warning)) << text;
  EXPECT_TRUE(contains(text, "= 0 0 0 2 0 0)")) << text;
  EXPECT_FALSE(contains(sim.output_of("run 1"), warning));
  for (const auto &[stage, fixes] :
       {std::pair{&rest, back}, {&flowing, SHEAR}, {&flowing, replaced(back, "yes", "no")}})
    EXPECT_FALSE(contains(Simulation().output_of(stage->read() + fixes + run), warning)) << fixes;
}

TEST(CellStage, RestartedForcesBeforeTheCellAreAWarning)    // the integrator takes the kick back
{
  const std::string exact = "\nfix 1 all nve/sphere/leapfrog restart exact\n",
                    file = scratch_file("restart"), read = "read_restart " + file + "\n" + CONTACTS,
                    lost = "Fix 1 (style nve/sphere/leapfrog) with keyword restart exact comes "
                           "before fix cell (style deform/gradv), which begins a new stage";
  Simulation first(GRAINS + CONTACTS + AT_REST + exact + "run 5\nwrite_restart " + file);
  Simulation before(read + exact), after(read), same(read + exact), unkicked(read + exact);
  EXPECT_TRUE(contains(before.output_of(SHEAR + "\nrun 0"), lost));
  EXPECT_FALSE(contains(after.output_of(SHEAR + exact + "run 0"), "WARNING"));
  EXPECT_FALSE(contains(same.output_of(AT_REST + "\nrun 0"), "WARNING"));
  EXPECT_FALSE(
      contains(unkicked.output_of(replaced(SHEAR, "kick yes", "kick no") + "\nrun 0"), "WARNING"));
  EXPECT_LE(largest_difference(before.state().v, same.state().v), 1e-12);    // no kick
  EXPECT_GT(largest_difference(after.state().v, same.state().v), 0.1);
  remove(file.c_str());
}

TEST(CellStage, AnotherCellBeginsANewOne)    // after change_box between runs, or after a restart
{
  const std::string change = "change_box all z final -2.5 2.5\n",
                    anew = "begins anew, because the cell was changed";
  const Stage stage(MANY);
  Simulation one(GRAINS + CONTACTS + MANY + NVE + "run 95\n"), restarted(stage.read() + MANY + NVE);
  for (Simulation *sim : {&one, &restarted}) {
    const std::string text = sim->output_of(change + "run 0");
    EXPECT_TRUE(contains(text, anew)) << text;
    EXPECT_EQ(count(text, "begins anew"), 1);
    EXPECT_EQ(sim->value("f_cell[28]"), sim->value("vol"));
    EXPECT_EQ(sim->value("f_cell[35]"), 0.0);    // work
    for (int n = 13; n <= 21; n++)
      EXPECT_EQ(sim->value("f_cell[" + std::to_string(n) + "]"), (n - 13) % 4 == 0 ? 1.0 : 0.0);
    EXPECT_FALSE(contains(sim->output_of("run 10"), "anew"));
    EXPECT_NEAR(sim->value("f_cell[17]"), 1.0, 0.0);
    EXPECT_GT(sim->value("f_cell[14]"), 0.01);
  }
}

TEST(CellStage, ParticlesFollowTheFlowOnceOnlyWhenTheCellIsChanged)    // with and without kick
{
  const std::string alone = replaced(GRAINS, "set group all diameter 1.0",
                                     "set group all diameter 0.1") +
      "pair_style none\ncomm_modify cutoff 1\ntimestep 0.002\n",
                    state = "variable s equal 2+0*c_thermo_temp\n";
  for (const std::string &flow : {SHEAR, replaced(SHEAR, "kick yes", "kick no"),
                                  state + replaced(SHEAR, "2 0 0", "v_s 0 0")}) {
    Simulation sim(alone + flow + " origin 0 0 0" + NVE + "run 50\n"),
        other(alone + flow + " origin 0 0 0" + NVE + "run 50\n");
    sim.run("change_box all z final -2.5 2.5\nrun 50");
    other.run("run 50");
    EXPECT_LE(largest_difference(sim.state().v, other.state().v), 1e-12) << flow;
    EXPECT_LE(largest_difference(sim.state().omega, other.state().omega), 1e-12) << flow;
  }
}

TEST(CellStage, RecordsOfOtherVersionsAreErrors)    // found before the record is read
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string streaming =
      "fix deform all deform 0 xy erate 1 remap v\nfix cell all streaming";
  for (const auto &[style, fixes] : {std::pair{"deform/gradv", SHEAR}, {"streaming", streaming}}) {
    const Stage stage(fixes);
    std::ifstream in(stage.file, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const auto mark = bytes.find("VARDEM:\n");
    ASSERT_NE(mark, std::string::npos);
    for (const std::size_t at : {mark, mark + 8}) {    // no mark; another version
      std::string other = bytes;
      other[at] ^= 0x40;
      std::ofstream(stage.file, std::ios::binary) << other;
      Simulation sim(stage.read() +
                     replaced(fixes, "fix cell all " + std::string(style), "variable x equal 1 #"));
      const std::string text = sim.error_of(fixes);
      EXPECT_TRUE(contains(text,
                           "Fix " + std::string(style) +
                               " cell: another version of VARDEM wrote the data of this fix"))
          << text;
    }
  }
}
