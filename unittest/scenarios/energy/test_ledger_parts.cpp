// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The parts of src/host that fix energy/ledger is made of, without a run where they need none; and
// sources that the test itself defines: a fix and a pair style that the ledger knows by interface
// EnergySource only.

#include "scenario.h"

#include "host/energy/energy_sources.h"
#include "host/energy/gravity_work.h"
#include "host/energy/kinetic_energy.h"
#include "host/energy/stock_energies.h"

#include "atom.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair_zero.h"

#include <map>

using namespace LAMMPS_NS;
using namespace scenario;
using VARDEM::FrameOfFlow;
using VARDEM::Vec3;
using VARDEM_NS::Energies;
using VARDEM_NS::EnergyPart;
using VARDEM_NS::EnergySource;
using VARDEM_NS::EnergySources;

namespace {

using Amounts = std::map<EnergyPart, double>;

class Told : public EnergySource {
 public:
  Amounts amounts;

  std::vector<EnergyPart> energy_parts() const override
  {
    std::vector<EnergyPart> parts;
    for (const auto &[part, value] : amounts) parts.push_back(part);
    return parts;
  }
  double energy(EnergyPart part) override { return amounts.at(part); }
};

/** A wall with the parts that a fix wall/contact has. LAMMPS takes its scalar for an energy, and
 *  the ledger does not. */
class Wall : public Fix, public Told {
 public:
  Wall(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
  {
    energy_global_flag = scalar_flag = extscalar = global_freq = 1;
    amounts = {{EnergyPart::ELASTIC, 10.0},
               {EnergyPart::WALLS, 5.0},
               {EnergyPart::DASHPOTS, 3.0},
               {EnergyPart::FRICTION, 2.0}};
  }
  int setmask() override { return FixConst::POST_FORCE; }
  double compute_scalar() override { return 1e6; }
};

class Dissipating : public PairZero, public Told {
 public:
  explicit Dissipating(LAMMPS *lmp) : PairZero(lmp) { amounts = {{EnergyPart::FRICTION, 7.0}}; }
};

Fix *new_wall(LAMMPS *lmp, int narg, char **arg)
{
  return new Wall(lmp, narg, arg);
}

Pair *new_pair(LAMMPS *lmp)
{
  return new Dissipating(lmp);
}

/** Three spheres, of which two are in group some; styles wall/told and told of this test. */
class Three : public Simulation {
 public:
  Three() :
      Simulation("units lj\natom_style sphere\natom_modify map array\n"
                 "region box block 0 10 0 10 0 10\ncreate_box 1 box\n"
                 "create_atoms 1 single 2 2 2\ncreate_atoms 1 single 5 5 5\n"
                 "create_atoms 1 single 8 8 8\nset group all diameter 2.0\nset group all mass 3.0\n"
                 "velocity all set 1 2 -1\nset group all omega 0 2 1\ngroup some id 1 2\n"
                 "timestep 0.01\nthermo_modify norm no\n")
  {
    (*modify()->fix_map)["wall/told"] = &new_wall;
    (*lammps()->force->pair_map)["told"] = &new_pair;
  }

  Modify *modify() const { return lammps()->modify; }
  Fix *fix(const std::string &id) const { return modify()->get_fix_by_id(id); }
  Wall &wall() const { return dynamic_cast<Wall &>(*fix("wall")); }
  Dissipating &pair() const { return dynamic_cast<Dissipating &>(*lammps()->force->pair); }
  double part(EnergyPart k, const std::string &id = "led") const
  {
    return value("f_" + id + "[" + std::to_string(static_cast<int>(k) + 1) + "]");
  }
};

}    // namespace

// --- parts without a run ---

// 1/2 m v^2 = 9 and 1/2 (.4 m R^2) omega^2 = 3 for each sphere

TEST(Parts, KineticEnergyOfAGroup)
{
  Three sim;
  sim.run("fix some some property/atom i_mark\nfix all all property/atom i_other");
  for (const auto &[id, spheres] : {std::pair{"some", 2}, std::pair{"all", 3}}) {
    const Fix *ledger = sim.fix(id);
    VARDEM_NS::RigidEnergies rigid(sim.lammps(), ledger);
    const auto energy =
        VARDEM_NS::kinetic_energy_on_host(sim.lammps(), ledger->groupbit, "test", {}, rigid);
    EXPECT_NEAR(energy.translation, 9.0 * spheres, 1e-14) << id;
    EXPECT_NEAR(energy.rotation, 3.0 * spheres, 1e-14) << id;
  }
}

// In a flow u = (1, 2, -1) that turns with (0, 2, 1), the same spheres have no energy

TEST(Parts, KineticEnergyRelativeToAFlow)
{
  Three sim;
  sim.run("fix all all property/atom i_mark");
  VARDEM_NS::RigidEnergies rigid(sim.lammps(), sim.fix("all"));
  const FrameOfFlow along = {{{}, {}, {1.0, 2.0, -1.0}}, {0.0, 2.0, 1.0}, 0.0};
  const auto energy = VARDEM_NS::kinetic_energy_on_host(sim.lammps(), 1, "test", along, rigid);
  EXPECT_EQ(energy.translation, 0.0);
  EXPECT_EQ(energy.rotation, 0.0);
}

// Steps that the test makes itself: v = (1, 2, -1) to (1, 2, -1) + g h, work = gain of 1/2 m v^2 of
// the group

TEST(Parts, WorkOfGravityOfAGroup)
{
  Three sim;
  sim.run("fix g all gravity 9.8 vector 0 0 -1\nfix some some property/atom i_mark");
  Atom *atom = sim.lammps()->atom;
  const double h = 0.01, g = -9.8;
  auto kick = [&] {
    for (int i = 0; i < atom->nlocal; i++) atom->v[i][2] += 0.5 * h * atom->f[i][2] / 3.0;
  };
  int dim;    // LAMMPS sets accelerations and forces in a run only
  auto *gvec = static_cast<double *>(sim.fix("g")->extract("gvec", dim));
  for (int k = 0; k < 3; k++) {
    gvec[k] = k == 2 ? g : 0.0;
    for (int i = 0; i < atom->nlocal; i++) atom->f[i][k] = 3.0 * gvec[k];
  }

  VARDEM_NS::RigidEnergies rigid(sim.lammps(), sim.fix("some"));
  VARDEM_NS::GravityWork work(sim.lammps(), sim.fix("some"), rigid);
  work.init();
  EXPECT_TRUE(work.acts());
  work.start_run();
  for (int n = 1; n <= 10; n++) {
    kick();
    work.open_step();
    EXPECT_TRUE(work.within_step());
    kick();
    work.close_step();
    EXPECT_FALSE(work.within_step());
    const double v = -1.0 + g * n * h;
    EXPECT_NEAR(work.work(), 2 * 0.5 * 3.0 * (v * v - 1.0), 1e-12) << n;
  }
  const double before = work.work();
  work.finish_run();
  EXPECT_EQ(work.work(), before);
}

TEST(Parts, PotentialEnergyIsThatOfComputes)
{
  Three sim;
  sim.run("fix all all property/atom i_mark");
  VARDEM_NS::PotentialEnergy potential(sim.lammps(), sim.fix("all"));
  potential.add_computes();
  EXPECT_TRUE(sim.modify()->get_compute_by_id("all_elastic"));
  EXPECT_TRUE(sim.modify()->get_compute_by_id("all_bond"));
  EXPECT_EQ(potential.elastic(), 0.0);    // no pair style
  EXPECT_EQ(potential.bond(), 0.0);
  potential.delete_computes();
  EXPECT_FALSE(sim.modify()->get_compute_by_id("all_elastic"));
  EXPECT_FALSE(sim.modify()->get_compute_by_id("all_bond"));
}

// --- sources ---

// What was added up before the run does not count; energies of the present state do

TEST(Sources, AccumulatedPartsCountFromTheStart)
{
  Three sim;
  sim.run("fix wall all wall/told\nfix led all energy/ledger\nfix 1 all nve/sphere\nrun 0 post no");
  EXPECT_EQ(sim.part(EnergyPart::ELASTIC), 10.0);
  for (EnergyPart k : {EnergyPart::WALLS, EnergyPart::DASHPOTS, EnergyPart::FRICTION})
    EXPECT_EQ(sim.part(k), 0.0);
  const double start = sim.value("f_led");

  sim.wall().amounts = {{EnergyPart::ELASTIC, 12.0},
                        {EnergyPart::WALLS, 9.0},
                        {EnergyPart::DASHPOTS, 4.5},
                        {EnergyPart::FRICTION, 2.25}};
  EXPECT_EQ(EnergySources(sim.lammps(), sim.fix("led")).in_input().size(), 1u);
  sim.run("run 1 pre no");    // post_run() takes the books over
  EXPECT_EQ(sim.part(EnergyPart::ELASTIC), 12.0);
  EXPECT_EQ(sim.part(EnergyPart::WALLS), 4.0);
  EXPECT_EQ(sim.part(EnergyPart::DASHPOTS), 1.5);
  EXPECT_EQ(sim.part(EnergyPart::FRICTION), 0.25);
  EXPECT_NEAR(sim.value("f_led") - start, 2.0 - 4.0 + 1.5 + 0.25, 1e-13);

  sim.run("unfix wall\nrun 1");    // what was accumulated stays
  EXPECT_EQ(sim.part(EnergyPart::ELASTIC), 0.0);
  EXPECT_EQ(sim.part(EnergyPart::WALLS), 4.0);
}

TEST(Sources, OfAnotherGroupAreNamedAsMissing)
{
  Three sim;
  sim.run("pair_style told 1.0\npair_coeff * *\ncomm_modify cutoff 2\n"
          "fix wall all wall/told\nfix led some energy/ledger\nfix 1 all nve/sphere");
  const std::string log = sim.output_of("run 1"), fix = "Fix energy/ledger: part ";
  for (const std::string line :
       {"3 (elastic) does not contain the energy of pair style told, fix wall/told wall\n",
        "6 (walls) does not contain the work of fix wall/told wall\n",
        "8 (dashpots) does not contain the dissipation by fix wall/told wall\n",
        "9 (friction) does not contain the dissipation by pair style told, fix wall/told wall\n"})
    EXPECT_EQ(count(log, fix + line), 1) << line << log;
  EXPECT_EQ(count(log, "Fix energy/ledger:"), 5) << log;
  EXPECT_EQ(sim.part(EnergyPart::ELASTIC), 0.0);

  sim.run("fix same some wall/told\nrun 0 post no");    // a fix of the same group counts
  EXPECT_EQ(sim.part(EnergyPart::ELASTIC), 10.0);
}

// A pair style, alone and as two sub-styles of style hybrid; the ledger of a group does not count
// it

TEST(Sources, PairStyles)
{
  Three sim;
  sim.run("pair_style told 1.0\npair_coeff * *\ncomm_modify cutoff 2\n"
          "fix led all energy/ledger\nfix part some energy/ledger\nfix 1 all nve/sphere\n");
  const std::string log = sim.output_of("run 0 post no");
  EXPECT_EQ(count(log, "not contain the dissipation by pair style told"), 1) << log;
  EXPECT_EQ(sim.part(EnergyPart::FRICTION), 0.0);
  sim.pair().amounts[EnergyPart::FRICTION] += 4.0;
  sim.run("run 1 pre no");
  EXPECT_EQ(sim.part(EnergyPart::FRICTION), 4.0);
  EXPECT_EQ(sim.part(EnergyPart::FRICTION, "part"), 0.0);

  // another pair style between runs: the new one begins at its own start
  sim.run("pair_style hybrid/overlay told 1.0 told 1.0\npair_coeff * * told 1\npair_coeff * * told "
          "2\nrun 1");
  EXPECT_EQ(EnergySources(sim.lammps(), sim.fix("led")).in_input().size(), 2u);
  EXPECT_EQ(sim.part(EnergyPart::FRICTION), 4.0);
}

TEST(Sources, TheDampingAndTheCellOfVardemAreAmongThem)
{
  Three sim;
  sim.run("change_box all triclinic\ncomm_modify vel yes cutoff 2\n"
          "fix d some damping/cundall/onstep 0.1 0.1\n"
          "fix cell all deform/gradv gradv 0.1 0 0 0 0 0\nfix led all energy/ledger");
  const auto sources = EnergySources(sim.lammps(), sim.fix("led")).in_input();
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_EQ(sources[0].name, "fix damping/cundall/onstep d");
  EXPECT_EQ(sources[1].name, "fix deform/gradv cell");
  EXPECT_EQ(sources[0].energy->energy_parts(), std::vector<EnergyPart>{EnergyPart::DAMPING});
  EXPECT_EQ(sources[1].energy->energy_parts(), std::vector<EnergyPart>{EnergyPart::CELL});
  EXPECT_TRUE(sources[0].covered && sources[1].covered);
}
