// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute contact/force of the soft contacts of pair styles contact/hooke and contact/hertz.

#include "contacts/soft_contact.h"
#include "packing/packing.h"

#include <fstream>

using namespace scenario;

namespace {

/** Two grains of diameter 1 and mass 1 whose centres are apart by `branch`, with the pair style p
 *  and the compute f. */
void two_grains(Simulation &sim, const Vec3 &branch, const std::string &p)
{
  create(sim, {{0, 0, 0}, branch});
  sim.run("comm_modify vel yes\n" + p + "\n" + FORCES);
}

std::string pair(const std::string &law, const std::string &coefficients)
{
  return "pair_style contact/" + law + "\npair_coeff * * " + coefficients;
}

/** The input of a gas of grains in a periodic box, five in a row. */
std::string gas(const std::string &newton, const std::string &style, const std::string &more = "")
{
  return "units lj\natom_style sphere 1\natom_modify map array\nnewton " + newton +
      "\nboundary p p p\nregion box prism 0 5 0 5 0 5 1 0 0.5 units box\ncreate_box 2 box\n"
      "lattice sc 1\ncreate_atoms 1 box\n" +
      STIRRED + style + "\nfix i all nve/sphere\n" + FORCES + more;
}

const std::string HOOKE =
    "pair_style contact/hooke\n"
    "pair_coeff 1 1 k 1000 damping mass_velocity 8 4 kt 300 mu 0.3 velocity mid\n"
    "pair_coeff 1 2 k 2000 damping velocity 3 2 kt 500 mu 0.1 velocity mid\n"
    "pair_coeff 2 2 k 1500 damping restitution 0.8 kt 200 mu 2 velocity mid\n";

}    // namespace

// --- rows against contacts computed by hand ---

TEST(ContactForcePair, HeadOn)
{
  // overlap 0.1, closing speed 2, m_eff = 1/2: N = 1000 x 0.1 + 10 x 1/2 x 2 = 110
  Simulation sim(box({}));
  two_grains(sim, {0.9, 0, 0}, pair("hooke", "k 1000 damping mass_velocity 10 0 velocity mid"));
  sim.run("set atom 1 vx 1\nset atom 2 vx -1\nrun 0");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 1u);
  const auto &c = contacts[0];
  EXPECT_EQ(c.i, 1);
  EXPECT_EQ(c.j, 2);
  EXPECT_EQ(c.kind, 0);
  EXPECT_NEAR(c.normal.x, 1.0, 1e-15);
  EXPECT_NEAR(c.point.x, 0.45, 1e-15);
  EXPECT_NEAR(c.gap, -0.1, 1e-15);
  EXPECT_NEAR(c.force.x, -110.0, 1e-12);
  for (double zero : {c.normal.y, c.normal.z, c.point.y, c.point.z, c.force.y, c.force.z})
    EXPECT_EQ(zero, 0.0);
  EXPECT_EQ(VARDEM::norm(c.classic), 0.0);
  EXPECT_EQ(VARDEM::norm(c.moment), 0.0);
}

// The first particle is the one with the lower ID, wherever it is in memory

TEST(ContactForcePair, FirstIsTheLowerID)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 0.9}, {0, 0, 1.8}});
  sim.run("reset_atoms id\n" + pair("hooke", "k 1000") + "\n" + FORCES +
          "delete_atoms overlap 0.1 all all\nrun 0");
  sim.lammps()->atom->sort();
  sim.run("run 0");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 2u);
  for (const auto &c : contacts) {
    EXPECT_EQ(c.j, c.i + 1);
    EXPECT_NEAR(c.normal.z, 1.0, 1e-15);
    EXPECT_NEAR(c.point.z, 0.9 * c.i - 0.45, 1e-15);
  }
}

// --- the rows are the forces that acted ---

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactForcePair, SumsAreForcesAndTorques)
{
  // 20 steps with new neighbor lists; on the way velocities are those of the half step, at output
  // those of the step
  for (const std::string newton : {"on", "off"})
    for (const std::string law : {"hooke", "hertz"})
      for (const std::string velocity : {"mid", "onstep"})
        for (const std::string friction : {"", " kt 300 mu 0.3", " kt 0 mu 0.3"}) {
          const std::string coefficients =
              "k 1000 damping velocity 5 3" + friction + " velocity " + velocity;
          Simulation sim(gas(newton, pair(law, coefficients)));
          const std::string which = newton + " " + law + " " + coefficients;
          sim.run("run 0");
          EXPECT_LE(balance(sim).force, 1e-13) << which;
          sim.run("run 20");
          EXPECT_GE(sim.value("nbuild"), 2.0);
          EXPECT_LE(balance(sim).force, 1e-13) << which;
          EXPECT_LE(balance(sim).torque, 1e-13) << which;
          sim.run("fix g all gravity 3 vector 0 0 -1\nrun 5");
          EXPECT_LE(balance(sim, 0.0, -3.0).force, 1e-13) << which;
        }
}

// Fixes that change atoms after the forces: the cell carries the atoms along at the end of the
// step, and a fix adapt sets diameters back after the run

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactForcePair, SumsAfterChangesAtTheEndOfTheStep)
{
  for (const std::string fix :
       {"fix d all deform 1 x erate 0.1 xy erate 0.1 remap x\n",
        "variable big equal 1.07\nfix a all adapt 1 atom diameter v_big reset yes\n"}) {
    Simulation sim(gas("on", HOOKE, fix));
    sim.run("run 10");
    EXPECT_LE(balance(sim).force, 1e-13) << fix;
  }
}

TEST(ContactForcePair, SumsInAMinimization)
{
  Simulation sim(gas("on", pair("hertz", "k 1000"), "min_style cg\nminimize 0 0 5 20"));
  EXPECT_LE(balance(sim).force, 1e-13);
}

// In r-RESPA the pair style acts at some level only

TEST(ContactForcePair, SumsWithRespa)
{
  Simulation sim(gas("on", pair("hooke", "k 1000 damping velocity 5 3 velocity mid")));
  sim.run("run_style respa 2 2 pair 2\nrun 5");
  EXPECT_LE(balance(sim).force, 1e-13);
}

// Dashpots act on the masses of the bodies; the last of 125 grains belongs to the body before

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactForcePair, SumsWithClumps)
{
  Simulation sim(gas("on", HOOKE,
                     "unfix i\nvariable body atom floor((id+1)/2)-(id==125)\n"
                     "fix r all rigid custom v_body\nthermo_style custom step\nrun 10"));
  EXPECT_LE(balance(sim).force, 1e-13);
}

// --- which contacts ---

// A grain that touches its own images, in a box that is shorter than its diameter: one contact for
// each direction

TEST(ContactForcePair, OfAGrainWithItsOwnImage)
{
  for (const std::string newton : {"on", "off"}) {
    Simulation sim(box(periodic("block 0 0.9 0 0.95 0 3", "newton " + newton)));
    create(sim, {{0.1, 0.1, 0.1}});
    sim.run("comm_modify cutoff 1.2\n" + pair("hooke", "k 1000") + "\n" + FORCES + "run 0");
    const auto contacts = contact_forces(sim);
    ASSERT_EQ(contacts.size(), 2u) << newton;
    double sum = 0.0;
    for (const auto &c : contacts) sum += c.size();
    EXPECT_NEAR(sum, 150.0, 1e-11);
  }
}

TEST(ContactForcePair, WeightsOfSpecialBonds)
{
  // weights of 1-2, 1-3, 1-4 neighbors: the chain 1-2-3-4 is a square of side 0.9
  Simulation sim("units lj\natom_style hybrid sphere bond\natom_modify map array\nboundary f f f\n"
                 "region box block -5 5 -5 5 -5 5\ncreate_box 2 box bond/types 1 "
                 "extra/bond/per/atom 2 extra/special/per/atom 6\nneighbor 0.3 bin\n");
  create(sim, {{0, 0, 0}, {0.9, 0, 0}, {0.9, 0.9, 0}, {0, 0.9, 0}});
  sim.run("special_bonds lj 0 1 0.5\nbond_style zero\nbond_coeff 1\n"
          "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 1 2 3\n"
          "create_bonds single/bond 1 3 4\n" +
          pair("hooke", "k 1000") + "\n" + FORCES + "run 0");
  const auto sizes = force_sizes(sim);
  ASSERT_EQ(sizes.size(), 1u);    // 1-2 neighbors are left out, and 1-3 neighbors do not touch
  EXPECT_NEAR(sizes.at({1, 4}), 50.0, 1e-12);
}

// no kk: KOKKOS has no pair_style hybrid by types
TEST(ContactForcePair, OfHybridStyles)
{
  // with hybrid/overlay a contact has one row of each sub-style
  Simulation sim(gas("on",
                     "pair_style hybrid/overlay contact/hooke contact/hertz\n"
                     "pair_coeff * * contact/hooke k 1000\npair_coeff 1 2 contact/hertz k 500\n"));
  sim.run("run 10");
  EXPECT_LE(balance(sim).force, 1e-13);
  Simulation hybrid(
      gas("off",
          "pair_style hybrid contact/hooke contact/hertz\n"
          "pair_coeff 1 1 contact/hooke k 1000 kt 300 mu 0.3\n"
          "pair_coeff 2 2 contact/hooke k 1000\npair_coeff 1 2 contact/hertz k 500\n"));
  hybrid.run("run 10");
  EXPECT_LE(balance(hybrid).force, 1e-13);
  Simulation same(
      gas("off",
          "pair_style hybrid contact/hooke contact/hooke\n"
          "pair_coeff 1 1 contact/hooke 1 k 1000\npair_coeff 2 2 contact/hooke 2 k 700\n"
          "pair_coeff 1 2 contact/hooke 2 k 500\n"));
  same.run("run 10");
  EXPECT_LE(balance(same).force, 1e-13);
}

// --- by which commands ---

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactForcePair, DumpHistogramAndReduce)
{
  const std::string dump = scratch_file("dump"), histogram = scratch_file("histogram");
  Simulation sim(gas("on", HOOKE));
  sim.run("dump d all local 5 " + dump +
          " index c_f[1] c_f[2] c_f[19]\n"
          "fix h all ave/histo 1 5 5 -1 0 10 c_f[10] mode vector kind local file " +
          histogram +
          "\n"
          "compute m all reduce min c_f[10] inputs local\ncompute n all reduce sum c_f[3] inputs "
          "local\n"
          "thermo 5\nthermo_style custom step c_m c_n\nrun 10");
  double gap = 0.0;
  const auto contacts = contact_forces(sim);
  for (const auto &c : contacts) gap = std::min(gap, c.gap);
  EXPECT_EQ(sim.value("c_m"), gap);
  EXPECT_EQ(sim.value("c_n"), 0.0);
  sim.run("undump d\nunfix h");
  std::ifstream in(dump);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_EQ(count(text, "ITEM: TIMESTEP"), 3);
  EXPECT_TRUE(contains(text, "ITEM: NUMBER OF ENTRIES\n" + std::to_string(contacts.size()) + "\n"));
  std::ifstream bins(histogram);
  const std::string counts(std::istreambuf_iterator<char>(bins), {});
  EXPECT_TRUE(contains(counts, "\n5 10 ")) << counts;
}

// At the steps that LAMMPS knows in advance, the pair style keeps what the forces depend on. A fix
// halt ends a run at any step.

TEST(ContactForcePair, OnSomeStepsOfARun)
{
  NEEDS_LAMMPS(20250722, "steps of a fix halt that computes know of");
  const std::string largest = "compute m all reduce max c_f[11] c_f[12] inputs local\n";
  Simulation five(gas("off", HOOKE, largest + "run 5")), run(gas("off", HOOKE, largest));
  run.run("fix a all ave/time 5 1 5 c_m[1] c_m[2]\nrun 9");
  for (const std::string n : {"[1]", "[2]"}) EXPECT_EQ(run.value("f_a" + n), five.value("c_m" + n));
  EXPECT_LE(balance(run).force, 1e-13);
  run.run("variable now equal step\nfix h all halt 1 v_now >= 13 error soft\nrun 20");
  EXPECT_EQ(run.value("step"), 13.0);
  EXPECT_LE(balance(run).force, 1e-13);
  run.run("unfix a\nunfix h\nreset_timestep 100");
  expect_parts(
      run.error_of(dump_local()),
      {"Compute contact/force used at step 100, but pair style contact/hooke has kept its forces",
       "of step 13 only", "after another run 0"});
}

// Between runs the rows are those of the last step, whatever was changed since, also behind a command
// that initializes LAMMPS, and builds no neighbor lists

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactForcePair, BetweenRuns)
{
  const std::string data = "write_data " + scratch_file("data");
  for (const std::string &later : std::vector<std::string>{
           "", data, "displace_atoms all move 0.1 0.1 0.1", "set group all type 1",
           "set group all diameter 0.5", "pair_coeff * * k 1", "velocity all set 0 0 0",
           "special_bonds lj/coul 1 1 1", "group some clear"}) {
    Simulation sim(gas("on", HOOKE, "group some id <= 40\ncompute some some contact/force\n"));
    sim.run("run 10");
    const auto forces = force_sizes(sim), some = force_sizes(sim, "some");
    sim.run(later);
    EXPECT_EQ(force_sizes(sim), forces) << later;
    EXPECT_EQ(force_sizes(sim, "some"), some) << later;
    sim.run(dump_local());
  }
}

// Lists that were built, or requested, since then have other contacts

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactForcePair, NotAfterNewNeighborLists)
{
  for (const std::string &later :
       {std::string("delete_atoms overlap 0.1 all all"),
        "compute n all coord/atom cutoff 1.0\nwrite_data " + scratch_file("data"),
        pair("hertz", "k 1")}) {
    for (const std::string steps : {"0", "20"}) {    // 20: there were lists before
      Simulation sim(gas("on", HOOKE));
      sim.run("run " + steps + "\n" + later);
      expect_parts(sim.error_of(dump_local()),
                   {"Compute contact/force: pair style contact/h", "has computed no forces for it",
                    "use the compute after a run 0"});
      sim.run("undump WRITE_DUMP\nrun 0\n" + dump_local());
    }
  }
}

// --- what it reads ---

TEST(ContactForcePair, PairOrFix)
{
  // Grains that are pressed by 0.01 and have no weight: the forces of the pair style. Compatible
  // forces of a load of 1: 1.
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 0.99}});
  sim.run(
      "pair_style hybrid/overlay contact/hooke contact/rigid\npair_coeff * * contact/hooke k 1000\n"
      "pair_coeff * * contact/rigid stiffness 1\ngroup base id 1\nfix b base freeze\n" +
      FORCES + "compute p all contact/force source pair\n");
  sim.run("run 0");
  EXPECT_NEAR(contact_forces(sim).at(0).size(), 10.0, 1e-12);
  sim.run("variable none equal 0\nvariable down equal -1\n"
          "fix c all compatible/cd 1 tol 1e-12 load variable v_none v_none v_down\n"
          "compute s all contact/force source fix\ncompute c all contact/force fix c\n"
          "compute b all contact/force source fix fix c\nrun 0");
  EXPECT_NEAR(contact_forces(sim, "p").at(0).size(), 10.0, 1e-12);
  for (const std::string id : {"f", "s", "c", "b"})
    EXPECT_NEAR(contact_forces(sim, id).at(0).size(), 1.0, 1e-11) << id;
  sim.run("unfix c\nuncompute s\nuncompute c\nuncompute b\nrun 0");
  EXPECT_NEAR(contact_forces(sim).at(0).size(), 10.0, 1e-12);
}

TEST(ContactForcePair, NotOfADeletedFix)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 0.99}});
  sim.run(
      "pair_style hybrid/overlay contact/hooke contact/rigid\npair_coeff * * contact/hooke k 1000\n"
      "pair_coeff * * contact/rigid stiffness 1\ngroup base id 1\nfix b base freeze\n" +
      GRAVITY + COMPATIBLE + "run 0\n" + dump_local() + "unfix c\n");
  expect_parts(sim.error_of(dump_local()),
               {"pair style contact/hooke has computed no forces for it"});
}
