// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute contact/force, and the per-atom outputs of fix compatible/cd.

#include "packing/packing.h"

#include <fstream>

using namespace scenario;

namespace {

/** Per-atom array of fix compatible/cd c, by tag. */
std::map<int, std::vector<double>> per_atom(const Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  double **array = sim.lammps()->modify->get_fix_by_id("c")->array_atom;
  std::map<int, std::vector<double>> rows;
  for (int i = 0; i < atom->nlocal; i++) rows[(int) atom->tag[i]].assign(array[i], array[i] + 7);
  return rows;
}

}    // namespace

TEST(ContactForce, ColumnsOfARow)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 1.0}, {0, 0, 0}, {0, 0, 1.9}});
  sim.run("set atom 3 diameter 0.8 mass 2\ngroup base id 2\nfix b base freeze\n" + GRAVITY +
          COMPATIBLE + "run 0");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 2u);
  for (const auto &c : contacts) {
    const bool low = c.j == 2;    // of tags 1 and 2: the first grain is above
    EXPECT_EQ(c.i, 1);
    EXPECT_EQ(c.j, low ? 2 : 3);
    EXPECT_EQ(c.kind, 0);
    EXPECT_EQ(c.normal.z, low ? -1.0 : 1.0);
    EXPECT_NEAR(c.point.z, low ? 0.5 : 1.5, 1e-15);
    EXPECT_NEAR(c.gap, 0.0, 1e-15);
    EXPECT_NEAR(c.force.z, low ? 3.0 : -2.0, 1e-11);
    EXPECT_EQ(c.force.x, 0.0);
    EXPECT_EQ(VARDEM::norm(c.classic), 0.0);
    EXPECT_EQ(VARDEM::norm(c.moment), 0.0);
  }
}

// Each contact once, and each grain in balance; the force is along the normal and pushes

TEST(ContactForce, AllContactsOfAPyramid)
{
  const int n = 8;
  Simulation sim(box({}));
  build_pyramid(sim, n, "tol 1e-13");
  sim.run("run 0");
  std::map<int, Vec3> forces;
  std::map<std::pair<int, int>, int> seen;
  for (const auto &c : contact_forces(sim)) {
    EXPECT_LT(c.i, c.j);
    EXPECT_EQ(++seen[std::make_pair(c.i, c.j)], 1);
    EXPECT_NEAR(dot(c.normal, c.normal), 1.0, 1e-14);
    EXPECT_NEAR(dot(c.force, c.normal), -c.size(), 1e-14);
    forces[c.i] = forces[c.i] + c.force;
    forces[c.j] = forces[c.j] - c.force;
  }
  for (const auto &[tag, f] : forces)
    if (tag > n * n) {
      EXPECT_NEAR(f.x, 0.0, 1e-11);
      EXPECT_NEAR(f.y, 0.0, 1e-11);
      EXPECT_NEAR(f.z, 1.0, 1e-11);
    }
}

// Stress x volume of all atoms: minus the sum of branch vector x force over all contacts; those
// loaded, by grain

TEST(ContactForce, StressOfGrains)
{
  for (const std::string units : {"lj", "real"}) {
    Simulation sim(box({"units " + units}));
    build_pyramid(sim, 6, "tol 1e-10");
    sim.run("run 0");
    double virial[6] = {}, total[6] = {};
    std::map<int, int> loaded;
    for (const auto &c : contact_forces(sim)) {
      const double n[] = {c.normal.x, c.normal.y, c.normal.z}, d = 1.0 + c.gap;
      const int a[] = {0, 1, 2, 0, 0, 1}, b[] = {0, 1, 2, 1, 2, 2};
      for (int k = 0; k < 6; k++) virial[k] -= d * c.size() * n[a[k]] * n[b[k]];
      for (int tag : {c.i, c.j}) loaded[tag] += c.size() > 1e-9;
    }
    int counted = 0;
    for (const auto &[tag, row] : per_atom(sim)) {
      for (int k = 0; k < 6; k++) total[k] += row[k];
      EXPECT_EQ(row[6], loaded[tag]);
      counted += (int) row[6];
    }
    EXPECT_EQ(counted, 2 * output(sim, LOADED));
    const double nktv2p = units == "real" ? 68568.415
                                          : 1.0;    // of force/area, as compute stress/atom
    for (int k = 0; k < 6; k++)
      EXPECT_NEAR(total[k] / nktv2p, virial[k], 1e-11 * std::fabs(virial[2])) << units << k;
    EXPECT_LT(virial[2], 0.0);
    EXPECT_NEAR(virial[0], virial[1], 1e-9);
  }
}

TEST(ContactForce, StressIsThatOfComputeStressAtom)
{
  // one grain on another, pressed as far as its weight says: gran/hooke has the same force
  const double K = 1e6;
  Simulation sim(box({"units real\ncomm_modify vel yes"}));
  create(sim, {{0, 0, 0}, {0, 0, 1 - 1 / K}});
  sim.run("pair_style hybrid/overlay gran/hooke " + std::to_string(K) +
          " 0 0 0 0 0 contact/rigid\npair_coeff * * gran/hooke\npair_coeff * * contact/rigid "
          "stiffness 1\ngroup base id 1\nfix b base freeze\n" +
          GRAVITY + COMPATIBLE + "compute s all stress/atom NULL pair\nrun 0");
  auto *compute = sim.lammps()->modify->get_compute_by_id("s");
  compute->compute_peratom();
  double **ours = sim.lammps()->modify->get_fix_by_id("c")->array_atom;
  EXPECT_LT(ours[0][2], -3e4);
  for (int i = 0; i < 2; i++) EXPECT_NEAR(ours[i][2] / compute->array_atom[i][2], 1.0, 1e-8);
}

TEST(ContactForce, OfAGroup)
{
  Simulation sim(box({}));
  build_pyramid(sim, 5);
  sim.run("group some id <= 40\ncompute some some contact/force\nrun 0");
  std::size_t both = 0;
  for (const auto &c : contact_forces(sim)) both += c.j <= 40;
  const auto some = contact_forces(sim, "some");
  EXPECT_EQ(some.size(), both);
  for (const auto &c : some) EXPECT_LE(c.j, 40);
}

// On other steps of a run, it asks the fix: the last step of a run has thermo output, whatever N is

TEST(ContactForce, OnStepsBetweenMultiplesOfN)
{
  const std::string load = "variable x equal 0\nvariable z atom -1-step\n",
                    column = "group base id 1\nfix b base freeze\n";
  for (const std::string keywords : {"", " closed 0.01"}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}});
    sim.run(load + column + "fix c all compatible/cd 3 tol 1e-12 load variable v_x v_x v_z" +
            keywords + "\n" + FORCES +
            "compute r all reduce min c_f[13] inputs local\n"
            "thermo 3\nthermo_style custom step f_c[7] c_r\nrun 4");
    EXPECT_NEAR(-sim.value("c_r"), 10.0, 1e-10);    // 2 grains x (1 + 4)
    EXPECT_NEAR(output(sim, LARGEST), 10.0, 1e-10);
    sim.run("run 3");
    EXPECT_NEAR(-sim.value("c_r"), 16.0, 1e-10);
    if (keywords.empty()) {
      sim.run("thermo 1\nthermo_style custom step c_r\nrun 2");
      EXPECT_NEAR(-sim.value("c_r"), 20.0, 1e-10);
      sim.run("min_style cg\nminimize 0 0 3 3");
      EXPECT_NEAR(sim.value("c_r") / (-2.0 * (1.0 + (double) sim.lammps()->update->ntimestep)), 1.0,
                  1e-10);
    }
  }
}

// Computes that thermo output has asked for are not lost by a solve in between

TEST(ContactForce, BesideTalliedComputes)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}});
  sim.run("group base id 1\nfix b base freeze\ncompute s all stress/atom NULL pair\n"
          "variable x atom 0\nvariable z atom -1-step+c_s[3]\n"
          "fix c all compatible/cd 3 tol 1e-12 load variable v_x v_x v_z\n" +
          FORCES +
          "compute r all reduce min c_f[13] inputs local\nthermo 2\n"
          "thermo_style custom step pe press c_r\nrun 0\nthermo 100\nrun 4");
  EXPECT_NEAR(-sim.value("c_r"), 5.0, 1e-10);
}

TEST(ContactForce, WhereNoForcesCanBeFound)
{
  const std::string dump = dump_local(), used = "Compute contact/force used at step ";
  Simulation after(box({}));
  build_pyramid(after, 4);
  after.run("unfix c\nfix c all compatible/cd 3\nrun 4");
  expect_parts(after.error_of(dump),
               {used + "4", "fix c compatible/cd", "at step 3", "no run is in progress", "N = 3"});
  const std::string often = "dump d all local 1 " + scratch_file("dump") + " c_f[1]\nrun 3";
  Simulation wide(box({}));
  build_pyramid(wide, 4);
  wide.run("unfix c\nfix c all compatible/cd 3 closed 0.01\n");
  expect_parts(wide.error_of(often),
               {used + "1", "its keyword closed needs neighbor lists that were built at this step",
                "N = 3"});
  Simulation own(box({}));    // it would ask for ever
  build_pyramid(own, 4);
  own.run("run 0\ncompute r all reduce max c_f[13] inputs local\nvariable z equal c_r\nunfix c\n"
          "fix c all compatible/cd 1 load variable v_z v_z v_z\n");
  expect_parts(own.error_of("run 0"),
               {"Compute contact/force", "its load depends on its own forces"});
}

TEST(ContactForce, BadArguments)
{
  const std::string packing = box({}) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0 0 1\n"
      "group base id 1\nfix b base freeze\n" +
      GRAVITY;
  expect_keywords({packing, "compute a all contact/force"}, "Compute contact/force",
                  "fix c; source pair");
  expect_refused({packing, "compute a all contact/force"}, R"(
    fix c 3 | Compute contact/force has no keyword 3
    all | Compute contact/force has no keyword all; its keywords are fix, source
    source both | Compute contact/force keyword source must be pair or fix: both
    {source pair fix c,fix c source pair} | keywords source pair and fix c exclude each other
  )");
  const std::string sources = "a bond style binder or contact/hooke, or a fix nve/sphere/cd, "
                              "rigid/small/cd or wall/contact",
                    none = "and there is none; define one";
  expect_refused({packing, "compute f all contact/force", "\nrun 0"},
                 "| Compute contact/force needs a pair style contact/hooke or contact/hertz, " +
                     sources + " or compatible/cd, " + none +
                     "\nsource pair"
                     "| Compute contact/force needs a pair style contact/hooke or contact/hertz, " +
                     sources + ", " + none + "\n" + R"(
    source fix | Compute contact/force needs a fix compatible/cd, and there is none; define one
    ;fix c all compatible/cd 1;fix d all compatible/cd 1 law hertz
      | reads one fix compatible/cd, and there are 2 | keyword fix
    fix {b,nothing};fix c all compatible/cd 1
      | Compute contact/force keyword fix | {1} | is not the ID of a fix compatible/cd
    ;pair_style hybrid/scaled 0.5 contact/hooke;pair_coeff * * contact/hooke k 1
      | does not know the factors of pair style hybrid/scaled | use hybrid/overlay
  )");
}

TEST(ContactForce, WhichFix)
{
  Simulation sim(box({}));
  create(sim, pyramid(3));
  sim.run("group base id <= 9\nfix b base freeze\n" + GRAVITY +
          "fix c all compatible/cd 1\nfix d all compatible/cd 1 law hertz\n"
          "compute f all contact/force fix c\ncompute h all contact/force fix d\nrun 0");
  const auto hooke = force_sizes(sim, "f"), hertz = force_sizes(sim, "h");
  EXPECT_EQ(hooke.size(), hertz.size());
  EXPECT_NE(hooke, hertz);
}

// Where atoms come or go, also after a dump at the same step: LAMMPS keeps what it has read

TEST(ContactForce, OnlyOfAtomsAsTheyAre)
{
  const std::string dump = dump_local(), since = " since fix c compatible/cd",
                    moved = "atoms were moved, added or removed" + since,
                    resized = "diameters of atoms were changed" + since,
                    retyped = "types of atoms were changed" + since,
                    above = "region top block INF INF INF INF 2.0 INF\n",
                    deleted = "delete_atoms region top compress no\n";
  for (const auto &[command, message] :
       {std::pair<std::string, std::string>{"", ""},
        {"delete_atoms group base compress no", moved},
        {"create_atoms 1 single 5 5 5", moved},
        {"displace_atoms all move 1e-3 0 0", moved},
        {above + deleted + "run 0", ""},
        {"set group all diameter 1.01", resized},
        {"set atom 30 type 2", retyped},
        {"group solid empty", ""},
        {"unfix c", "wall/contact or compatible/cd, and there is none"},
        {"unfix c\nfix c all compatible/cd 1", "fix c compatible/cd has found no forces"}})
    for (const std::string &before : {std::string(), dump + dump}) {
      if (!before.empty() && (contains(command, "displace") || contains(command, "set "))) continue;
      Simulation sim(box({}));
      build_pyramid(sim, 4);
      sim.run("run 0\n" + before + command);
      if (message.empty())
        sim.run(dump);
      else
        expect_parts(sim.error_of(dump), {"Compute contact/force", message});
    }
}

TEST(ContactForce, OnlyOfTheGrainsThatWereFree)
{
  Simulation sim(box({}));
  build_pyramid(sim, 4);
  sim.run("group some id <= 30\nunfix c\nfix c some compatible/cd 1\nrun 0\ngroup other id 30\n"
          "group some clear\n");
  expect_parts(sim.error_of("write_dump all local " + scratch_file("dump") + " c_f[1]\n"),
               {"Compute contact/force: the group of the fix", "since fix c compatible/cd"});
}

// Without the fix that held the base, its particles are free

TEST(ContactForce, OnlyOfTheSupportsThatWereHeld)
{
  const std::string dump = dump_local(),
                    changed = "the set of particles that cannot move, was changed since fix c";
  for (const std::string hold : {"freeze", "setforce 0 0 0", "move linear 0 0 0"}) {
    Simulation sim(box({}));
    build_pyramid(sim, 4);
    sim.run("unfix b\nfix b base " + hold + "\nrun 0\nunfix b\n");
    expect_parts(sim.error_of(dump), {"Compute contact/force", changed, "after another run 0"});
    Simulation again(box({}));
    build_pyramid(again, 4);
    again.run("run 0\nunfix b\nfix b base " + hold + "\n" + dump);
  }
}

// A new atom takes the place in memory of one that was deleted, and has no stress yet

TEST(ContactForce, NewAtomsHaveNoResults)
{
  Simulation sim(box({}));
  build_pyramid(sim, 4);
  sim.run("run 0");
  EXPECT_EQ(per_atom(sim)[29][6], 5.0);
  sim.run("group last id 29 30\ndelete_atoms group last compress no\ncreate_atoms 1 single 9 9 9\n"
          "create_atoms 1 single 9 9 7");
  for (int tag : {29, 30}) EXPECT_EQ(per_atom(sim)[tag], std::vector<double>(7, 0.0)) << tag;
}

// Atoms that get another place in memory are the same atoms

TEST(ContactForce, AgainAfterAtomsHaveBeenSorted)
{
  const std::string dump = dump_local();
  Simulation sim(box({}));
  build_pyramid(sim, 4);
  sim.run("run 0\n" + dump);
  sim.lammps()->atom->sort();
  sim.run(dump + "delete_atoms group base compress no");
  expect_parts(sim.error_of(dump),
               {"atoms were moved, added or removed since fix c compatible/cd"});
  Simulation both(box({}));    // the number of atoms stays
  build_pyramid(both, 4);
  both.run("group one id 30\nrun 0\n" + dump +
           "delete_atoms group one compress no\ncreate_atoms 1 single 5 5 5\n");
  expect_parts(both.error_of(dump),
               {"atoms were moved, added or removed since fix c compatible/cd"});
}

// Coefficients may be others, or gone

TEST(ContactForce, OfTheSolve)
{
  for (const std::string later :
       {"pair_coeff 1 1 stiffness 5", "pair_coeff 1 2 stiffness 5",
        "pair_style none\npair_style zero 1.0\npair_coeff * *", "special_bonds lj/coul 1 1 1"}) {
    Simulation sim(box({}));
    build_pyramid(sim, 4);
    sim.run("set group base type 2\nrun 0");
    const auto forces = force_sizes(sim);
    sim.run(later);
    EXPECT_EQ(force_sizes(sim), forces) << later;
  }
}

// A command that builds new neighbor lists, because there is one more request, leaves nothing to
// dump

TEST(ContactForce, NotAfterNewNeighborLists)
{
  const std::string write = "write_data " + scratch_file("data") + "\n",
                    dump = "write_dump all local " + scratch_file("dump") + " c_f[1]\n";
  for (const bool request : {false, true}) {
    Simulation sim(box({}));
    build_pyramid(sim, 4);
    sim.run("run 0\n" + std::string(request ? "compute n all coord/atom cutoff 1.0\n" : "") +
            write);
    if (request)
      expect_parts(sim.error_of(dump),
                   {"Compute contact/force: fix c compatible/cd has found no forces"});
    else
      sim.run(dump);
  }
}
