// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The law of cohesive_law.h and keyword cohesion in Kokkos variants of the pair style and of the
// wall, against the host styles.

#include "KOKKOS/fix_wall_contact_kokkos.h"
#include "KOKKOS/pair_contact_kokkos.h"

#include "contacts/cohesive_law.h"
#include "contacts/soft_contact.h"
#include "packing/packing.h"
#include "simulation_with.h"

using namespace LAMMPS_NS;
using namespace scenario;

namespace {

class PairContactCohesiveKokkos :
    public PairContactKokkos<LMPDeviceType, PairContactCohesive, CohesiveForce> {
 public:
  explicit PairContactCohesiveKokkos(LAMMPS *lmp) : PairContactKokkos(lmp, "contact/cohesive") {}
};

class FixWallContactCohesiveKokkos : public FixWallContactKokkos<LMPDeviceType> {
 public:
  FixWallContactCohesiveKokkos(LAMMPS *lmp, int narg, char **arg) :
      FixWallContactKokkos(lmp, narg, arg, {&cohesive_law})
  {
  }

 protected:
  void run_loop() override { loop<CohesiveForce>(); }
};

/** Knows the styles of the law with and without kk. */
std::unique_ptr<Simulation> simulation(const std::string &args, const std::string &script)
{
  auto sim = simulation_with(args, "");
  auto &pairs = *sim->lammps()->force->pair_map;
  auto &fixes = *sim->lammps()->modify->fix_map;
  pairs["contact/cohesive"] = [](LAMMPS *lmp) -> Pair * {
    return new PairContactCohesive(lmp);
  };
  pairs["contact/cohesive/kk"] = [](LAMMPS *lmp) -> Pair * {
    return new PairContactCohesiveKokkos(lmp);
  };
  fixes["wall/contact/cohesive"] = [](LAMMPS *lmp, int narg, char **arg) -> Fix * {
    return new FixWallContactCohesive(lmp, narg, arg);
  };
  fixes["wall/contact/cohesive/kk"] = [](LAMMPS *lmp, int narg, char **arg) -> Fix * {
    return new FixWallContactCohesiveKokkos(lmp, narg, arg);
  };
  sim->run(script);
  return sim;
}

const std::string LAW = " k 1e4 pull 20 range 0.02", FRICTION = " kt 5e3 mu 0.3";

/** Forces in the order of IDs behind a run, and how many of the rows pull. */
std::vector<Vec3> forces_after(const std::string &args, const std::string &script, int &pulling)
{
  const auto sim = simulation(args, script);
  const std::vector<Vec3> f = forces(*sim);
  std::vector<Vec3> rows(f.size());
  pulling = 0;
  for (const auto &c : contact_forces(*sim)) {
    rows[c.i - 1] = rows[c.i - 1] + c.force;
    if (c.j > 0) rows[c.j - 1] = rows[c.j - 1] - c.force;
    pulling += dot(c.force, c.normal) > 0.0;
  }
  EXPECT_LT(largest_difference(rows, f), 1e-10 * largest(f)) << script;
  return f;
}

void expect_same(const std::string &script)
{
  int on_host, on_device;
  const std::string run = FORCES + "fix nve all nve/sphere\ntimestep 2e-4\nrun 100";
  const auto host = forces_after("-k off", script + run, on_host),
             device = forces_after("-k on t 2 -sf kk -pk kokkos newton off neigh half",
                                   script + run, on_device);
  EXPECT_LT(largest_difference(device, host), 1e-7 * largest(host)) << script;
  EXPECT_GT(on_host, 5) << script;
  EXPECT_EQ(on_device, on_host) << script;
}

/** Grains leave a plane at several speeds. */
void expect_same_at_wall(const std::string &wall)
{
  expect_same("units lj\nnewton off\natom_style sphere\natom_modify map array\nboundary f f f\n"
              "region box block -1 11 -1 11 -1 3\ncreate_box 1 box\nlattice sc 1 origin 0 0 0.49\n"
              "region in block 0 10 0 10 0 1\ncreate_atoms 1 region in\n"
              "set group all diameter 1\nset group all mass 1\nvariable v atom 0.02*id\n"
              "velocity all set 0.5 NULL v_v\npair_style zero 1.0\npair_coeff * *\n"
              "neighbor 0.1 bin\nfix w all " +
              wall + "\n");
}

}    // namespace

TEST(KokkosCohesiveLaw, PairStyle)
{
  for (const std::string &friction : {std::string(), FRICTION})
    expect_same(dense_grains("newton off") + "pair_style contact/cohesive\npair_coeff * *" + LAW +
                friction + "\n");
}

TEST(KokkosCohesiveLaw, Wall)
{
  for (const std::string &friction : {std::string(), FRICTION})
    expect_same_at_wall("wall/contact/cohesive plane 0 0 0 0 0 1" + LAW + friction);
}

TEST(KokkosCohesiveLaw, KeywordCohesion)
{
  const std::string laws[][2] = {{"hertz", "E 2e4 nu 0.2 cohesion dmt 3"},
                                 {"hertz", "E 2e4 nu 0.2 cohesion linear 1000"},
                                 {"hertz", "E 2e4 nu 0.2 cohesion jkr 3"},
                                 {"hooke", "k 5e3 capillary 3 30 1e-5"},
                                 {"hooke", "k 5e3 cohesion linear 1000 damping restitution 0.3"}};
  for (const auto &[style, words] : laws)
    for (const std::string &friction : {std::string(), FRICTION}) {
      expect_same(dense_grains("newton off") + "pair_style contact/" + style + "\npair_coeff * * " +
                  words + friction + "\n");
      expect_same_at_wall("wall/contact plane 0 0 0 0 0 1 law " + style + " " + words + friction);
    }
}
