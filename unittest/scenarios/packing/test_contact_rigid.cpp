// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// pair_style contact/rigid: coefficients of rigid contacts, and no force.

#include "kernels/contact/no_tension.h"
#include "refused.h"

#include "atom.h"
#include "force.h"
#include "lammps.h"
#include "neighbor.h"
#include "pair.h"

#include <cmath>
#include <fstream>

using namespace scenario;

namespace {

/** A periodic box of 60 flying spheres of type 1, diameter 0.4, with a sphere of type 2, diameter
 *  2, among them. */
const std::string GRAINS = R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    region box block 0 5 0 5 0 5
    create_box 2 box
    create_atoms 1 random 60 8731 box
    create_atoms 2 single 0.2 0.2 0.2
    set type 1 diameter 0.4
    set type 2 diameter 2
    set group all density 1
    variable vx atom 3*sin(id)
    variable vy atom 3*sin(2*id)
    variable vz atom 3*sin(3*id)
    velocity all set v_vx v_vy v_vz
    fix 1 all nve/sphere
    timestep 0.002
    neigh_modify every 1 delay 0
)";
const std::string RIGID = "pair_style contact/rigid\n";
const std::string TOP = "region top block 0 5 0 5 3.5 5\n";
const std::string ONE = RIGID + "pair_coeff * * stiffness 1\n";

/** Coefficients whose digits no decimal fraction has. */
const std::string THIRDS = RIGID +
    "pair_coeff * * stiffness $(1e7/7:%.17g)\n"
    "pair_coeff 1 2 stiffness 2 law hertz restitution $(1/3:%.17g)\n";

/** What a fix gets by extract(). */
struct Coefficients {
  double **stiffness, **restitution;
  int **law;

  explicit Coefficients(const Simulation &sim) :
      stiffness(static_cast<double **>(get(sim, "stiffness"))),
      restitution(static_cast<double **>(get(sim, "restitution"))),
      law(static_cast<int **>(get(sim, "law")))
  {
  }
  static void *get(const Simulation &sim, const char *what)
  {
    int dim = -1;
    void *array = sim.lammps()->force->pair->extract(what, dim);
    EXPECT_EQ(dim, std::string(what) == "law" ? 1 : 2) << what;
    EXPECT_NE(array, nullptr) << what;
    return array;
  }
};

using VARDEM::HERTZ;
using VARDEM::HOOKE;

void expect_thirds(const Simulation &sim)
{
  const Coefficients c(sim);
  for (int i = 1; i <= 2; i++) {
    EXPECT_EQ(c.stiffness[i][i], 1e7 / 7);
    EXPECT_EQ(c.law[i][i], HOOKE);
    EXPECT_EQ(c.restitution[i][i], 0.0);
    EXPECT_EQ(c.stiffness[i][3 - i], 2.0);
    EXPECT_EQ(c.law[i][3 - i], HERTZ);
    EXPECT_EQ(c.restitution[i][3 - i], 1.0 / 3);
  }
}

double cutoff(const Simulation &sim, int i, int j)
{
  return std::sqrt(sim.lammps()->force->pair->cutsq[i][j]);
}

}    // namespace

TEST(ContactRigid, BadInput)
{
  expect_refused({GRAINS + ONE, "pair_coeff 1 2"}, R"(
    {,law hertz restitution 0.5} | Pair style contact/rigid | stiffness is missing for types 1 2
    stiffness | Pair style contact/rigid | stiffness needs a value
    stiffness {0,-2.5} | Pair style contact/rigid | stiffness must be a number > 0: {1}
    {stiffness,restitution} {nan,inf,1e999,soft,v_k}
      | Pair style contact/rigid | {1} must be a number | : {2}
    stiffness 1 law | Pair style contact/rigid | law needs a value
    stiffness 1 stiffness 1 | Pair style contact/rigid | keyword stiffness is given twice
    law hooke law hooke | Pair style contact/rigid | keyword law is given twice
    restitution 0.5 restitution 0.5
      | Pair style contact/rigid | keyword restitution is given twice
    stiffness 1 law Hertz | Pair style contact/rigid | law must be hooke or hertz: Hertz
    stiffness 1 restitution {1.1,-0.1}
      | Pair style contact/rigid | restitution must be a number between 0 and 1: {1}
    1.0 | Pair style contact/rigid
      | has no keyword 1.0; its keywords are stiffness, restitution, mu, rolling, law
  )");
  expect_refused({GRAINS}, R"(
    pair_style contact/rigid;pair_coeff 2* 1 stiffness 1
      | Pair style contact/rigid | pair_coeff 2* 1 has no pair of types I <= J
    {pair_style contact/rigid 2.5,pair_style hybrid/overlay contact/rigid 2.5 zero 1.0}
      | Pair style contact/rigid takes no arguments: 2.5
  )");
  expect_refused({"units lj\natom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n"
                  "mass 1 1\n" +
                  ONE},
                 "run 0 | Pair style contact/rigid | atom attribute radius"
                 " | atom_style sphere or bpm/sphere");
}

// Rigid contacts whose forces nothing finds: grains would fall through each other, and rigid walls
// would not hold them.

TEST(ContactRigid, WarnsWhereNothingFindsForces)
{
  const std::string none = "rigid and have no force in this run", fix = "WARNING: Fix wall/contact",
                    pair = "WARNING: Pair style contact/rigid",
                    floor = "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n";
  Simulation alone(GRAINS + ONE + floor);
  const std::string log = alone.output_of("run 1");
  EXPECT_EQ(count(log, none), 2) << log;
  EXPECT_EQ(count(log, fix) + count(log, pair), 2) << log;

  const std::string solvers[] = {
      "unfix 1\nfix 1 all nve/sphere/cd\n",
      "fix g all gravity 0.1 vector 0 0 -1\nfix c all compatible/cd 1 noconverge ignore\n"};
  for (const std::string &solver : solvers) {
    Simulation solved(GRAINS + ONE + floor + solver);
    EXPECT_FALSE(contains(solved.output_of("timestep 1e-4\nrun 1"), none)) << solver;
  }

  // a soft style may settle the grains first, and fix compatible/cd comes for a later run
  Simulation beside(GRAINS +
                    "pair_style hybrid/overlay gran/hooke 1e5 0 0 0 0 0 contact/rigid\n"
                    "pair_coeff * * gran/hooke\npair_coeff * * contact/rigid stiffness 1\n");
  EXPECT_FALSE(contains(beside.output_of("run 1"), none));
}

// Missing coefficients of a type with itself are a message of LAMMPS

TEST(ContactRigid, EachPairOfTypesNeedsCoefficients)
{
  NEEDS_LAMMPS(20250722, "messages of LAMMPS that say what is wrong");
  expect_refused({GRAINS, "", "\nrun 0"}, R"(
    pair_style contact/rigid;pair_coeff 1 1 stiffness 1;pair_coeff 2 2 stiffness 3 law hertz
      | Pair style contact/rigid | no coefficients for types 1 2 | no mixing | pair_coeff 1 2
    pair_style hybrid contact/rigid;pair_coeff 1 1 contact/rigid stiffness 1;
      pair_coeff 2 2 contact/rigid stiffness 3 | no coefficients for types 1 2
    pair_style contact/rigid;pair_coeff 1 1 stiffness 1 | 2      2: is not set
  )");
}

TEST(ContactRigid, CoefficientsAreThoseOfTheLastPairCoeff)
{
  Simulation sim(GRAINS + RIGID +
                 "pair_coeff * * restitution 1 law hertz stiffness 5\n"
                 "pair_coeff 2 1 stiffness 3 law hooke\n"
                 "run 0");
  Coefficients c(sim);
  for (const auto &[i, j, k, law, e] : {std::tuple{1, 1, 5.0, HERTZ, 1.0},
                                        {2, 2, 5.0, HERTZ, 1.0},
                                        {1, 2, 3.0, HOOKE, 0.0},
                                        {2, 1, 3.0, HOOKE, 0.0}}) {
    EXPECT_EQ(c.stiffness[i][j], k) << i << j;
    EXPECT_EQ(c.law[i][j], law) << i << j;
    EXPECT_EQ(c.restitution[i][j], e) << i << j;
  }
  sim.run("pair_coeff 1* 2 stiffness 7\nrun 0");
  c = Coefficients(sim);
  EXPECT_EQ(c.stiffness[2][1], 7.0);
  EXPECT_EQ(c.stiffness[2][2], 7.0);
  EXPECT_EQ(c.law[2][2], HOOKE);
  EXPECT_EQ(c.stiffness[1][1], 5.0);
  int dim;
  EXPECT_EQ(sim.lammps()->force->pair->extract("kt", dim), nullptr);
}

TEST(ContactRigid, FixAdaptReachesBothHalvesOfTheTable)
{
  Simulation sim(
      GRAINS + ONE +
      "variable k equal 10+step\nfix 2 all adapt 1 pair contact/rigid stiffness 1 2 v_k\n"
      "run 3");
  const Coefficients c(sim);
  EXPECT_EQ(c.stiffness[1][2], 13.0);
  EXPECT_EQ(c.stiffness[2][1], 13.0);
  EXPECT_EQ(c.stiffness[2][2], 1.0);
  expect_parts(sim.error_of("variable k equal 5-step\nrun 3"),
               {"types 1 2", "stiffness 0, which must be > 0"});
  sim.run("unfix 2\npair_coeff * * stiffness 1\nvariable e equal step\n"
          "fix 2 all adapt 1 pair contact/rigid restitution 1 1 v_e\nreset_timestep 0");
  expect_parts(sim.error_of("run 3"),
               {"types 1 1", "restitution 2, which must be between 0 and 1"});
}

// It only makes ghosts: grains that overlap fly on as those of pair_style zero, energy and virial
// are 0, and no list is built

TEST(ContactRigid, HasNoForce)
{
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    Simulation sim(newton + GRAINS + ONE +
                   "compute p all pressure NULL pair\ncompute pe all pe/atom pair\n"
                   "compute s all stress/atom NULL pair\ncompute sum all reduce sum c_pe c_s[1]\n"
                   "thermo_style custom step pe c_p c_sum[1] c_sum[2]\nthermo 50\nrun 200");
    Simulation zero(newton + GRAINS + "pair_style zero 2.0\npair_coeff * *\nrun 200");
    expect_same_bits(sim.state(), zero.state());
    EXPECT_EQ(sim.lammps()->neighbor->nlist, 0);
    EXPECT_GT(sim.lammps()->neighbor->ncalls, 10);
    EXPECT_GT(sim.lammps()->atom->nghost, 0);
    for (const char *value : {"pe", "c_p", "c_sum[1]", "c_sum[2]"})
      EXPECT_EQ(sim.value(value), 0.0) << value;
    EXPECT_GT(largest(sim.state().v), 2.0);
  }
}

TEST(ContactRigid, MinimizationAndOverlapsFindTheGrains)
{
  Simulation sim(GRAINS + ONE + "minimize 0 1e-6 10 10\ndelete_atoms overlap 1.0 all all\nrun 10");
  EXPECT_LT(sim.value("atoms"), 61.0);
  EXPECT_EQ(sim.value("pe"), 0.0);
}

// Two grains are in touch up to the sum of their radii, those of atoms to come included; frozen
// ones never move together

TEST(ContactRigid, CutoffIsTheLargestSumOfRadii)
{
  Simulation sim(GRAINS + ONE + "run 0");
  EXPECT_DOUBLE_EQ(cutoff(sim, 1, 1), 0.4);
  EXPECT_DOUBLE_EQ(cutoff(sim, 1, 2), 1.2);
  EXPECT_DOUBLE_EQ(cutoff(sim, 2, 1), 1.2);
  EXPECT_DOUBLE_EQ(cutoff(sim, 2, 2), 2.0);
  sim.run("create_atoms 1 single 2 2 2\nset atom 62 diameter 1\nrun 0");
  EXPECT_DOUBLE_EQ(cutoff(sim, 1, 2), 1.5);
}

// no kk: KOKKOS has no fix pour
TEST(ContactRigid, CutoffKnowsGrainsToBePoured)
{
  Simulation pour("units lj\natom_style sphere\nregion box block 0 5 0 5 0 5\nboundary p p f\n"
                  "create_box 2 box\n" +
                  ONE + "fix 1 all nve/sphere\nfix 2 all gravity 1 vector 0 0 -1\n" + TOP +
                  "fix 3 all pour 5 2 4711 region top diam range 0.5 0.8\n"
                  "fix 4 all pour 5 1 4712 region top diam one 0.3\nrun 0");
  EXPECT_DOUBLE_EQ(cutoff(pour, 2, 2), 0.8);
  EXPECT_DOUBLE_EQ(cutoff(pour, 1, 2), 0.55);
}

TEST(ContactRigid, TwoFrozenGrainsAreNoContact)
{
  Simulation sim(GRAINS + ONE +
                 "create_atoms 1 single 2 2 2\nset atom 62 diameter 1\n"
                 "group held id 61 62\nfix 2 held freeze\nrun 0");
  EXPECT_DOUBLE_EQ(cutoff(sim, 1, 1), 0.7);
  EXPECT_DOUBLE_EQ(cutoff(sim, 1, 2), 1.2);
  EXPECT_DOUBLE_EQ(cutoff(sim, 2, 2),
                   1.0);    // as of gran/hooke: type 2 may still get points that move
}

// The coefficients, to the last bit

TEST(ContactRigid, RestartKeepsCoefficients)
{
  const std::string file = scratch_file("restart");
  Simulation sim(GRAINS + THIRDS + "run 10\nwrite_restart " + file + "\nrun 10");
  expect_thirds(sim);
  Simulation again("read_restart " + file +
                   "\nfix 1 all nve/sphere\ntimestep 0.002\nneigh_modify every 1 delay 0\nrun 10");
  expect_thirds(again);
}

TEST(ContactRigid, DataFileKeepsCoefficients)
{
  const std::string file = scratch_file("data");
  Simulation(GRAINS + THIRDS + "write_data " + file + " pair ij");
  Simulation again("units lj\natom_style sphere\n" + RIGID + "read_data " + file +
                   "\nfix 1 all nve/sphere\nrun 0");
  expect_thirds(again);

  Simulation(GRAINS + THIRDS + "write_data " + file);    // section Pair Coeffs: those of I = J
  Simulation half("units lj\natom_style sphere\n" + RIGID + "read_data " + file +
                  "\nfix 1 all nve/sphere\n");
  expect_parts(half.error_of("run 0"), {"no coefficients for types 1 2"});
  half.run("pair_coeff 1 2 stiffness 2 law hertz restitution $(1/3:%.17g)\nrun 0");
  expect_thirds(half);
}

// --- beside a style with forces: the bits of its own run ---

namespace {

const std::string GRAN = "gran/hooke 1000 NULL 5 NULL 0.5 1";
const std::string OVERLAY_STYLE = "pair_style hybrid/overlay " + GRAN + " contact/rigid\n";
const std::string OVERLAY_COEFF = "pair_coeff * * gran/hooke\npair_coeff * * contact/rigid "
                                  "stiffness 4\npair_coeff 1 2 contact/rigid stiffness 2\n";

}    // namespace

TEST(ContactRigid, BesideGranHookeTheBitsAreThoseOfGranHooke)
{
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    Simulation alone(newton + GRAINS + "pair_style " + GRAN + "\npair_coeff * *\nrun 200");
    Simulation overlay(newton + GRAINS + OVERLAY_STYLE + OVERLAY_COEFF + "run 200");
    expect_same_bits(alone.state(), overlay.state());
    EXPECT_EQ(alone.value("press"), overlay.value("press"));
    EXPECT_EQ(overlay.lammps()->neighbor->nlist, alone.lammps()->neighbor->nlist);
    EXPECT_EQ(Coefficients(overlay).stiffness[2][1], 2.0);
  }
}

// --- coefficients of materials ---

namespace {

std::string si_box(const std::string &more)
{
  return "units si\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
         "region box block 0 0.02 0 0.02 0 0.02\ncreate_box 2 box\n" +
      more;
}

std::string material_file(const std::string &text)
{
  const std::string name = scratch_file("contact");
  std::ofstream(name) << "# DATE: 2026-01-01 UNITS: si\n" << text;
  return name;
}

}    // namespace

TEST(ContactRigid, CoefficientsOfMaterials)
{
  Simulation sim(si_box(RIGID +
                        "pair_coeff * * material granular.contact glass steel\n"
                        "create_atoms 1 single 0 0 0\nset group all diameter 0.002 density 1\n"
                        "fix 1 all nve/sphere/cd\nrun 0"));
  const Coefficients c(sim);
  const auto **mu = static_cast<const double **>(Coefficients::get(sim, "mu"));
  const double glass = 7.1e10 / (1 - 0.22 * 0.22), steel = 2.0e11 / (1 - 0.285 * 0.285);
  EXPECT_NEAR(c.stiffness[1][1] / (2.0 / 3.0 * glass), 1.0, 1e-14);
  EXPECT_NEAR(c.stiffness[1][2] / (4.0 / 3.0 * glass * steel / (glass + steel)), 1.0, 1e-14);
  EXPECT_EQ(c.law[1][2], HERTZ);
  EXPECT_EQ(c.restitution[1][1], 0.97);
  EXPECT_EQ(c.restitution[1][2], 0.95);    // of the pair
  EXPECT_EQ(mu[1][2], 0.5);
}

TEST(ContactRigid, RigidWallOfAMaterial)
{
  const std::string file =
      material_file("material soft k 100 kt 0 friction 0.02 restitution 0.5\n"
                    "material hard k 300 kt 0 friction 0.08 restitution 0.9\n");
  const std::string grains =
      si_box(RIGID + "pair_coeff * * material " + file + " soft hard law hooke\n" +
             "neighbor 0.001 bin\ncreate_atoms 1 single 0.005 0.005 0.00105\n"
             "create_atoms 2 single 0.015 0.005 0.00105\nset group all diameter 0.002 density 1\n"
             "velocity all set 0.1 0 -0.1\n");
  const std::string wall = "fix w all wall/contact plane 0 0 0 0 0 1 law hooke stiffness material ";
  Simulation sim(grains + wall + file + " hard soft hard\nfix d all nve/sphere/cd tol 1e-11\n" +
                 "timestep 0.001\nrun 1");
  const double e[] = {std::sqrt(0.45), 0.9}, mu[] = {0.04, 0.08};
  for (int i : {0, 1}) {
    const auto v = sim.state().v[i];
    EXPECT_NEAR(v.z / 0.1, e[i], 1e-9) << i;
    EXPECT_NEAR(v.x / 0.1, 1.0 - mu[i] * (1.0 + e[i]), 1e-9) << i;
  }
  const std::string damped = material_file("material soft k 1 velocity 1 0\nmaterial none k 1\n");
  expect_refused({grains, "pair_coeff * * material "}, file + R"( soft hard law hooke
    granular.contact {glass steel k 1,glass} | Pair style contact/rigid | one name for each of the 2
    granular.contact glass steel law {Hertz,} | Pair style contact/rigid keyword law
    granular.contact glass steel lever contact | Pair style contact/rigid keyword material
      | has no keyword lever
    granular.contact NULL NULL | all names are NULL
  )");
  expect_refused({grains, "pair_coeff * * material " + damped},
                 " {soft soft,none none} law hooke | have no restitution, and contacts of rigid");
  expect_refused({grains}, "pair_coeff 1 2 material " + file + " | keyword material must follow");
  expect_refused({grains, wall},
                 damped + " soft soft soft | have no restitution\n" + file + R"( hard soft NULL
      | type 2 has no material
    granular.contact steel glass | Fix wall/contact w | there are 2 names
    granular.contact steel glass steel lever contact | Fix wall/contact w | has no keyword lever
  )");
}

// Those of two materials are the geometric means of friction and rolling friction.
TEST(ContactRigid, RollingFrictionOfMaterials)
{
  const std::string file =
      material_file("material grain k 1 kt 0 friction 0.4 restitution 0.5 rolling_friction 0.09\n"
                    "material floor k 1 kt 0 friction 0.4 restitution 0.5 rolling_friction 0.16\n"
                    "material belt k 1 kt 0 friction 0.4 restitution 0.5\n"
                    "pair grain belt rolling_friction 0.2\n");
  const auto spin_on = [&](const std::string &wall) {
    Simulation sim(si_box(RIGID + "pair_coeff * * material " + file + " grain grain law hooke\n" +
                          "neighbor 0.001 bin\ncreate_atoms 1 single 0.005 0.005 0.00105\n"
                          "set group all diameter 0.002 density 1\nset group all omega 0 100 0\n"
                          "velocity all set 0.1 0 -0.1\nfix g all gravity 9.81 vector 0 0 -1\n"
                          "fix w all wall/contact plane 0 0 0 0 0 1 law hooke stiffness " +
                          wall + "\nfix d all nve/sphere/cd tol 1e-11\ntimestep 0.001\nrun 5"));
    return sim.state().omega[0].y;
  };
  const std::string given = "1 restitution 0.5 mu 0.4 rolling ";
  EXPECT_NEAR(spin_on("material " + file + " floor grain grain") / spin_on(given + "0.12"), 1.0,
              1e-12);
  EXPECT_NEAR(spin_on("material " + file + " belt grain grain") / spin_on(given + "0.2"), 1.0,
              1e-12);
  EXPECT_GT(std::fabs(spin_on(given + "0.12") - spin_on(given + "0.2")), 1e-3);
  Simulation sim(si_box(RIGID + "pair_coeff * * material " + file + " grain floor law hooke"));
  int dim = 0;
  EXPECT_NEAR(static_cast<double **>(sim.lammps()->force->pair->extract("rolling", dim))[1][2],
              0.12, 1e-15);
  expect_refused(
      {si_box("pair_style contact/hooke\n"), "pair_coeff * * material " + file},
      " grain floor | material grain of file | has no rolling_stiffness, which rolling_friction");
}
