// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The equilibrium of soft spheres: fix nve/sphere/implicit with quasistatic yes, and min_style
// contact/newton; what implicit steps cost

#include "../../soak.h"
#include "implicit/implicit.h"
#include "packing/contact_rows.h"
#include "refused.h"

#include <algorithm>
#include <sstream>

using namespace scenario;

extern const char *const examples_folder;    // from CMake

namespace {

const std::string WEIGHT = "fix g all gravity 1 vector 0 0 -1\n";
const std::string REST = "fix i all nve/sphere/implicit quasistatic yes ",
                  MINIMIZE = "min_style contact/newton\nminimize 0 0 200 20000\n";

/** A floor with the law of grains. */
std::string floor_of(const std::string &law_name, const std::string &coefficients)
{
  return "fix w all wall/contact plane 0 0 0 0 0 1 law " + law_name + " " + coefficients + "\n";
}

/** The way to the equilibrium: so many steps of the fix, or a minimization. */
std::string to_rest(bool by_fix, const std::string &keywords = "")
{
  return by_fix ? REST + keywords + "\ntimestep 1e-3\nrun 20\n" : MINIMIZE;
}

}    // namespace

// --- packings whose forces are known ---

/** Grain k of n from below carries the weights of those above it. Overlaps are (F/k)^(1/(p-1)). */
TEST(Quasistatic, Column)
{
  constexpr int N = 5;
  for (const std::string law_name : {"hooke", "hertz"})
    for (const bool by_fix : {true, false}) {
      Simulation sim(grain_box());
      std::vector<Vec3> x;
      for (int k = 0; k < N; k++) x.push_back({0, 0, 0.49 + 0.99 * k});
      create_grains(sim, x);
      sim.run("pair_style contact/" + law_name + "\npair_coeff * * k 1e4\n" + WEIGHT +
              floor_of(law_name, "k 1e4") + "compute c all contact/force\n" +
              "compute n all reduce sum c_c[11] inputs local\nthermo_style custom step c_n\n" +
              to_rest(by_fix, "tol 1e-11"));
      const std::string which = law_name + (by_fix ? ", fix" : ", minimization");
      const double power = law_name == "hooke" ? 1.0 : 2.0 / 3.0;
      double z = 0.5;
      for (int k = 0; k < N; k++) {
        z -= std::pow((N - k) / 1e4, power);
        EXPECT_NEAR(sim.state().x[k].z, z, 1e-12) << which << ", grain " << k;
        z += 1.0;
      }
      const Sizes forces = force_sizes(sim, "c");
      ASSERT_EQ(forces.size(), 5) << which;
      for (int k = 1; k < N; k++)
        EXPECT_NEAR(forces.at({k, k + 1}), N - k, 1e-9) << which << ", contact " << k;
      EXPECT_NEAR(sim.value("f_w[3]"), -N, 1e-9) << which;
      EXPECT_EQ(largest(sim.state().v), 0.0) << which;
    }
}

/** A grain without contacts goes along its load until something bears it. */
TEST(Quasistatic, LoneGrainComesToTheFloor)
{
  Simulation sim(grain_box());
  create_grains(sim, {{0, 0, 1.2}});
  sim.run("pair_style contact/hooke\npair_coeff * * k 1e4\n" + WEIGHT + floor_of("hooke", "k 1e4") +
          to_rest(true, "tol 1e-11"));
  EXPECT_NEAR(sim.state().x[0].z, 0.5 - 1e-4, 1e-12);
}

/** Rows of 3, 2 and 1 discs, the lowest one held, beside long damped steps. */
TEST(Quasistatic, PyramidIsThatOfLongDampedSteps)
{
  const auto end = [](const std::string &way) {
    Simulation sim(grain_box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5"}));
    const double up = std::sqrt(0.75);
    create_grains(sim,
                  {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {-0.5, up, 0}, {0.5, up, 0}, {0, 2 * up, 0}});
    sim.run("set atom 5 mass 1.7\ngroup base id 1 2 3\ngroup free id 4 5 6\n"
            "pair_style contact/hooke\npair_coeff * * k 1e3 damping mass_velocity 60 30\n"
            "fix g all gravity 1 vector 0.1 -1 0\nfix h base freeze\n" +
            way);
    return sim.state();
  };
  const State exact = end("fix i free nve/sphere/implicit theta 1 tol 1e-11\nfix e all enforce2d\n"
                          "timestep 0.2\nrun 500\n");
  for (const std::string way :
       {"fix i free nve/sphere/implicit quasistatic yes tol 1e-11\nfix e all enforce2d\nrun 20\n",
        "min_style contact/newton\nminimize 0 0 100 10000\n"}) {
    const State found = end(way);
    EXPECT_LE(largest_difference(found.x, exact.x), 1e-9) << way;
    EXPECT_GT(largest_difference(found.x, end("run 0").x), 1e-3) << way;
  }
}

/** Layers with very stiff contacts, beside the compatible forces of rigid ones. What remains is
 *  of the order of the largest overlap, 4.4e-8. */
TEST(Quasistatic, StiffPyramidHasTheCompatibleForces)
{
  const int N = VARDEM::at_size(12, 20);
  const std::vector<Vec3> x = pyramid(N);
  const auto forces = [&](const std::string &way) {
    Simulation sim(grain_box({"", "f f f", "block -1 20 -1 20 -1 15"}));
    create_grains(sim, x);
    sim.run("group base id <= " + std::to_string(N * N) + "\ngroup free subtract all base\n" +
            "fix b base freeze\n" + WEIGHT + way);
    return force_sizes(sim, "c");
  };
  const auto exact = forces("pair_style contact/rigid\npair_coeff * * stiffness 1\n"
                            "fix c all compatible/cd 1 tol 1e-12\n"
                            "compute c all contact/force\nrun 0\n");
  const auto found = forces("pair_style contact/hooke\npair_coeff * * k 1e8\n"
                            "compute c all contact/force\n"
                            "fix i free nve/sphere/implicit quasistatic yes tol 1e-9\nrun 3\n");
  EXPECT_GT(exact.size(), 4 * x.size());
  EXPECT_LE(relative_difference(found, exact), 1e-7);
}

/** The heap of examples/settled_heap, which has come to rest with the stiffness 1e6. What is left
 *  is the round-off of positions up to 20, 4e-15, times the stiffness, of several contacts. */
TEST(Quasistatic, HeapOfAnotherStiffness)
{
  const std::string folder = std::string(examples_folder) + "/settled_heap/";
  Simulation sim("include " + folder + "bowl.grains\nread_dump " + folder +
                 "heap.grains 0 x y z box no\nneighbor 0.1 bin\npair_style contact/hooke\n"
                 "pair_coeff * * k 7e5\n");
  const State before = sim.state();
  sim.run("variable loose atom (type==1)*sqrt(fx^2+fy^2+fz^2)\n"
          "compute loose all reduce max v_loose\nthermo_style custom step c_loose\n"
          "fix i grains nve/sphere/implicit quasistatic yes tol 1e-11\nrun 12\n");
  EXPECT_LE(sim.value("c_loose"), 1e-8);
  const State after = sim.state();
  EXPECT_GT(largest_difference(before.x, after.x), 1e-5);
  for (int i = 0; i < 30; i++) EXPECT_EQ(norm(before.x[i] - after.x[i]), 0.0) << "bowl";
}

namespace {

/** Layers of 4 x 4 grains in the hollows of each other, between a floor and a plane that comes down
 *  with the speed 1e-3. The plane has no dashpots, whose force would be in the output. */
std::string pressed_bed()
{
  std::string lines = grain_box({"", "p p f", "block 0 4.02 0 4.02 -1 9"});
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < 4; j++)
      for (int i = 0; i < 4; i++)
        lines += "create_atoms 1 single " + number(1.005 * (i + 0.5 * (k % 2)) + 0.2) + " " +
            number(1.005 * (j + 0.5 * (k % 2)) + 0.2) + " " + number(0.5 + 0.703 * k) + "\n";
  return lines +
      "variable d atom 1-0.002*cos(id*id)\nset group all diameter v_d\nset group all mass 1\n"
      "variable down equal -1e-3*step*dt\n"
      "region t plane 0 0 3.105 0 0 -1 move NULL NULL v_down\n"
      "pair_style contact/hooke\npair_coeff * * k 1e4 damping mass_velocity 60 30\n" +
      WEIGHT + floor_of("hooke", "k 1e4 damping mass_velocity 60 30") +
      "fix t all wall/contact region t k 1e4\n";
}

}    // namespace

TEST(Quasistatic, PressingABed)
{
  const auto forces = [](const std::string &keywords, double h) {
    Simulation sim(pressed_bed() + IMPLICIT + keywords + "\ntimestep " + number(h) + "\nrun 0\n");
    std::vector<double> found;
    const int n = static_cast<int>(std::lround(2.0 / h));
    for (int k = 0; k < 10; k++) {
      sim.run("run " + std::to_string(n));
      found.push_back(sim.value("f_t[3]"));
      EXPECT_NEAR(sim.value("f_t[3]+f_w[3]"), -64.0, 0.5) << keywords;
    }
    return found;
  };
  const auto exact = forces("theta 1", 0.02);
  const auto found = forces("quasistatic yes tol 1e-9", 0.25);
  for (std::size_t k = 0; k < exact.size(); k++) {
    EXPECT_NEAR(found[k], exact[k], 0.01 * exact.back());
    if (k > 0) { EXPECT_GT(found[k], found[k - 1]); }
  }
  EXPECT_GT(found.back(), 10.0);
}

// --- minimizations ---

namespace {

/** A bed of layers that overlap or have gaps of a percent, on a floor. */
std::string loose_bed(const std::string &wall = floor_of("hooke", "k 1e4"))
{
  std::string lines = grain_box({"", "p p f", "block 0 3.06 0 3.06 -1 9"});
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < 3; i++)
        lines += "create_atoms 1 single " + number(1.02 * (i + 0.5 * (k % 2)) + 0.2) + " " +
            number(1.02 * (j + 0.5 * (k % 2)) + 0.2) + " " +
            number(0.5 + 0.695 * k + 0.004 * std::sin(3 * i + 5 * j)) + "\n";
  return lines + "set group all diameter 1\nset group all mass 1\npair_style contact/hooke\n" +
      "pair_coeff * * k 1e4 damping mass_velocity 60 30\n" + WEIGHT + wall;
}

/** By how much grains of a bed have moved at most, apart from a motion of all along the floor,
 *  which no force resists. */
double moved_in_bed(const std::vector<Vec3> &before, const std::vector<Vec3> &after)
{
  std::vector<Vec3> motion;
  for (std::size_t i = 0; i < before.size(); i++) motion.push_back(after[i] - before[i]);
  Vec3 mean = (1.0 / static_cast<double>(motion.size())) * sum(motion);
  mean.z = 0.0;
  return largest_difference(motion, std::vector<Vec3>(motion.size(), mean));
}

/** Numbers of a line of the log that begins so. */
std::vector<double> numbers_behind(const std::string &text, const std::string &begin)
{
  const auto at = text.find(begin);
  std::vector<double> found;
  if (at == std::string::npos) return found;
  std::istringstream rest(text.substr(at + begin.size()));
  for (std::string word; found.size() < 3 && rest >> word;) {
    char *end = nullptr;
    const double a = std::strtod(word.c_str(), &end);
    if (end != word.c_str()) found.push_back(a);
  }
  return found;
}

}    // namespace

TEST(Quasistatic, MinimizationLowersTheEnergyToASmallForce)
{
  Simulation sim(loose_bed() +
                 "compute p all pe pair\ncompute h all reduce sum z\n"
                 "thermo_style custom step pe c_p c_h f_w[7]\nthermo_modify norm no\nthermo 1\n");
  const std::string text = sim.output_of(MINIMIZE);
  EXPECT_TRUE(contains(text, "Stopping criterion = forces are zero")) << text;
  EXPECT_TRUE(contains(text, "Min_style contact/newton: ")) << text;
  const auto energies = numbers_behind(text, "Energy initial, next-to-last, final =");
  ASSERT_EQ(energies.size(), 3) << text;
  EXPECT_LT(energies[2], energies[0]);
  EXPECT_LE(energies[2], energies[1] * (1 + 1e-12));
  const auto norms = numbers_behind(text, "Force two-norm initial, final =");
  ASSERT_GE(norms.size(), 2) << text;
  EXPECT_GT(norms[0], 1.0);
  EXPECT_LE(norms[1], 1e-9);
  EXPECT_LE(largest(forces_of_atoms(sim)), 1e-10);
  EXPECT_NEAR(sim.value("f_w[3]"), -27.0, 1e-9);
  sim.run("run 0 post no");    // without gravity in pe
  EXPECT_NEAR(energies[2], sim.value("c_p+c_h+f_w[7]"), 1e-10 * energies[2]);
}

TEST(Quasistatic, HeldGrainsStayInAMinimization)
{
  for (const std::string fix : {"freeze", "setforce 0 0 0", "move linear 0 0 1"}) {
    Simulation sim(loose_bed() + "group base id 1 2 3 14\nfix h base " + fix + "\n");
    const State before = sim.state();
    sim.run(MINIMIZE);
    const State after = sim.state();
    for (const int tag : {1, 2, 3, 14})
      EXPECT_EQ(norm(before.x[tag - 1] - after.x[tag - 1]), 0.0) << fix << ", grain " << tag;
    EXPECT_GT(norm(before.x[4] - after.x[4]), 1e-5) << fix;
    EXPECT_LE(largest(forces_of_atoms(sim)), 1e-9) << fix;
  }
}

TEST(Quasistatic, FixesThatDoNotActInAMinimization)
{
  Simulation sim(loose_bed() + "fix bath all langevin 0 0 1 48\nfix a all addforce 0 0 0.5\n");
  const std::string text = sim.output_of(MINIMIZE);
  EXPECT_TRUE(contains(text, "these fixes do not act in a minimization: bath langevin")) << text;
  EXPECT_FALSE(contains(text, "g gravity")) << text;
  EXPECT_FALSE(contains(text, "a addforce")) << "it acts: " << text;
  EXPECT_FALSE(contains(text, "does not feel the wall")) << text;
  EXPECT_NEAR(sim.value("f_w[3]"), -13.5, 1e-9);
}

TEST(Quasistatic, MinimizationsInTurnAndARunBehindThem)
{
  Simulation sim(loose_bed() + MINIMIZE);
  const State first = sim.state();
  sim.run(MINIMIZE);
  EXPECT_LE(moved_in_bed(first.x, sim.state().x), 1e-10);
  sim.run("pair_coeff * * k 2e4\n" + MINIMIZE);
  EXPECT_GT(largest_difference(first.x, sim.state().x), 1e-4);
  sim.run("fix n all nve/sphere\ntimestep 1e-3\nrun 100");
  EXPECT_LE(largest(sim.state().v), 1e-9);
  const State rest = sim.state();
  sim.run(MINIMIZE);    // integrators do nothing in a minimization
  EXPECT_LE(moved_in_bed(rest.x, sim.state().x), 1e-9);
  sim.run("unfix n\nfix n all nve/sphere/implicit\n" + MINIMIZE);
  EXPECT_LE(moved_in_bed(rest.x, sim.state().x), 1e-9);
}

// --- bad input ---

namespace {

const std::string PAIR = grain_box() +
    "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.98 0 0\n"
    "set group all diameter 1\nset group all mass 1\n";

}    // namespace

TEST(Quasistatic, FormsDoNotGoWithIt)
{
  expect_refused({PAIR, hooke(30) + IMPLICIT, "\ntimestep 1e-3\nrun 1"}, R"(
    quasistatic yes {alpha 0.5,alpha 0,theta 0.5,scheme energy} | keyword quasistatic:
      | steps to the equilibrium have no alpha, theta or scheme; remove that keyword
    {alpha 0.5,alpha 0,theta 0.5,scheme energy} quasistatic yes | keyword quasistatic:
      | steps to the equilibrium have no alpha, theta or scheme; remove that keyword
    {quasistatic yes theta 1,quasistatic no alpha 0}
    quasistatic often | yes or no
  )");
}

// no kk: KOKKOS has no springs of contacts with newton on
TEST(Quasistatic, SpringsInAMinimization)
{
  expect_refused({PAIR, "", "\n" + MINIMIZE},
                 "pair_style contact/hooke;pair_coeff * * k 1000 kt 300 mu 0"
                 " | Min_style contact/newton has no tangential springs | leave out kt and mu");
}

TEST(Quasistatic, InputThatAMinimizationCannotUse)
{
  expect_refused({PAIR, "pair_style", "\n" + MINIMIZE}, R"(
    zero 1.5;pair_coeff * * | contact/newton | use pair style contact/hooke or contact/hertz
    contact/rigid;pair_coeff * * stiffness 1 | contact/newton | use pair style
    contact/hooke;pair_coeff * * k 1000 kt 0 mu 0.3 damping mass_velocity 9 9
      | Min_style contact/newton has no friction | leave out kt and mu
    contact/hooke;pair_coeff * * k 1000;fix w all wall/contact plane 0 0 -3 0 0 1 stiffness 1
      | contact/newton | rigid wall
    contact/hooke;pair_coeff * * k 1000;fix w all wall/harmonic zlo EDGE 1 1 1
      | contact/newton | use fix wall/contact
  )");
  expect_refused({"units lj\natom_style atomic\natom_modify map array\nregion box block -9 9 -9 9 "
                  "-9 9\ncreate_box 1 box\ncreate_atoms 1 single 0 0 0\nmass 1 1\n"
                  "pair_style lj/cut 2.5\npair_coeff * * 1 1\n"},
                 "min_style contact/newton;minimize 0 0 200 20000"
                 " | requires atom attributes radius, rmass, omega and torque");
}

TEST(Quasistatic, WeightsThatNothingCarriesInAMinimization)
{
  expect_refused({PAIR + hooke(0), "", "\n" + MINIMIZE}, R"(
    fix g all gravity 1 vector 0 0 -1
      | Min_style contact/newton: nothing can carry the weight of the particles
      | no particle is fixed and there is no wall | hold the supports by fix freeze
    group a id 1;group b id 2;fix g a gravity 1 vector 1 0 0;fix h b gravity 2 vector -1 0 0
      | nothing can carry the weight
    group a id 1;group b id 2;fix g a gravity 1 vector 1 0 0;fix h b gravity 1 vector -1 0 0
    fix g all gravity 1 vector 0 0 -1;fix h all spring/self 10
    fix g all gravity 1 vector 0 0 -1;group a id 1;fix h all freeze
  )");
}

// no kk: KOKKOS does not go on behind an error in a set-up, since requests for neighbor lists are left
TEST(Quasistatic, MinimizationsGoOnBehindOneThatIsRefused)
{
  for (const std::string &next : {std::string("min_style cg\n"), std::string(), MINIMIZE}) {
    Simulation sim(PAIR + hooke(0) + WEIGHT);
    EXPECT_TRUE(contains(sim.error_of(MINIMIZE), "nothing can carry the weight"));
    EXPECT_FALSE(contains(sim.output_of("fix b all freeze\nrun 1"), "Newton steps"));
    sim.run(next + "minimize 0 0 10 10");
  }
}

// The second grain carries the third one. The fourth one falls beside it.

// no kk: KOKKOS cannot make neighbor lists with a particle outside of the box
TEST(Quasistatic, AGrainFallsOutOfTheBoxInAMinimization)
{
  Simulation sim(grain_box({"", "f f f", "block -3 3 -3 3 -3 3"}));
  create_grains(sim, {{0, 0, 0}, {0, 0, 0.99}, {0, 0, 1.98}, {2, 0, 0}});
  sim.run(hooke(0) + WEIGHT + "group base id 1\nfix b base freeze\n");
  expect_parts(sim.error_of(MINIMIZE),
               {"Min_style contact/newton: 1 particles have left the box, since nothing holds them",
                "close the box with fix wall/contact"});
}

TEST(Quasistatic, GrainsAtTheSamePlace)
{
  for (const bool by_fix : {true, false}) {
    Simulation sim(PAIR +
                   "create_atoms 1 single 0.98 0 0\nset group all diameter 1\n"
                   "set group all mass 1\n" +
                   hooke(0));
    expect_parts(sim.error_of(to_rest(by_fix)),
                 {by_fix ? "Fix nve/sphere/implicit" : "Min_style contact/newton",
                  ": particles 2 and 3 are at the same place"});
  }
}

// --- what implicit steps cost ---

TEST(Quasistatic, GainOverExplicitSteps)
{
  for (const bool is_long : {true, false}) {
    Simulation sim(loose_bed(floor_of("hooke", "k 1e4 damping mass_velocity 60 30")) + MINIMIZE);
    sim.run("compute l all timestep/contact\nthermo_style custom step c_l\nrun 0\n");
    const double h = (is_long ? 100.0 : 0.5) * sim.value("c_l");
    const std::string text = sim.output_of(IMPLICIT + (is_long ? "theta 1" : "alpha 0.5") +
                                           "\ntimestep " + number(h) + "\nrun 20");
    EXPECT_EQ(output(sim, GAIN) > 1.0, is_long) << output(sim, GAIN);
    EXPECT_GT(output(sim, GAIN), 0.0);
    const auto told = numbers_behind(text, "implicit steps cost");
    ASSERT_EQ(told.size(), 3)
        << text;    // loops of implicit steps, the limit, loops of explicit ones
    EXPECT_NEAR(told[2], 20 * h / (0.5 * told[1]), 1e-2 * told[2] + 1) << text;
    EXPECT_NEAR(told[2] / told[0], output(sim, GAIN), 0.03 * output(sim, GAIN)) << text;
    EXPECT_GE(told[0], 20) << text;
  }
}

/** The cost of a run is told once, and needs no compute of the user. */
TEST(Quasistatic, CostIsToldBehindRunsOnly)
{
  Simulation sim(loose_bed() + IMPLICIT + "theta 1\ntimestep 1e-3\nrun 10");
  EXPECT_EQ(sim.output_of("minimize 0 0 5 5").find("implicit steps cost"), std::string::npos);
  Simulation taken(loose_bed() + "compute i_limit all timestep/contact\n" + IMPLICIT + "theta 1");
  EXPECT_NE(taken.error_of("run 1").find("i_limit"), std::string::npos);
}

/** The limit of explicit steps is not known beside ellipsoids. */
TEST(Quasistatic, NoGainBesideEllipsoids)
{
  Simulation sim("units lj\natom_style hybrid sphere ellipsoid\natom_modify map array\n"
                 "region box block -3 3 -3 3 -3 3\ncreate_box 1 box\n"
                 "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.95 0 0\n"
                 "set group all diameter 1\nset group all mass 1\npair_style contact/hooke\n"
                 "pair_coeff * * k 1000\n" +
                 IMPLICIT + "theta 1\ntimestep 1e-3\nrun 10");
  EXPECT_LT(sim.value("vx[1]"), 0.0);
  EXPECT_EQ(output(sim, GAIN), 0.0);
}

/** A load holds two grains together, in steps that are short beside a contact. The lag of the last
 *  step makes all but one motion by the inertia needless, so that a step has two loops over
 *  contacts. Without it there are three. */
TEST(Quasistatic, ShortStepsStartNearTheirEnd)
{
  for (const std::string form : {"alpha 0 ", "alpha 0.5 ", "theta 0.5 ", "scheme energy "}) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0}, {0.99, 0, 0}});
    const std::string text = sim.output_of(
        hooke(60) + "group one id 1\ngroup two id 2\nfix a one addforce 2000 0 0\n" +
        "fix b two addforce -2000 0 0\n" + IMPLICIT + form + "\n" + step_of(32) + "run 300");
    EXPECT_LE(numbers_behind(text, "implicit steps cost").at(0), 2.2 * 300) << form;
  }
}

/** The incremental potential is there at steps with thermo output. */
TEST(Quasistatic, PotentialAtOutputs)
{
  for (const std::string form : {"alpha 0", "scheme energy", "alpha 0.5 dashpot live"}) {
    Simulation sim(loose_bed() + IMPLICIT + form + "\ntimestep 1e-4\nthermo 5\nrun 10");
    EXPECT_EQ(output(sim, POTENTIAL), 0.0) << form;
  }
  for (const std::string form : {"alpha 0.5", "theta 1"}) {
    Simulation sim(loose_bed() + IMPLICIT + form + "\ntimestep 1e-4\nthermo 5\nrun 10");
    EXPECT_NE(output(sim, POTENTIAL), 0.0) << form;
  }
}

// --- a cell that changes ---

namespace {

/** 108 spheres that touch in fcc order, of slightly different sizes, in a periodic cell that can
 *  tilt. */
std::string crystal()
{
  return "units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
         "lattice fcc $(sqrt(2))\nregion box prism 0 3 0 3 0 3 0 0 0\ncreate_box 1 box\n"
         "create_atoms 1 box\nvariable d atom 1.02-0.02*sin(7*id)\nset group all diameter v_d\n"
         "set group all mass 1\nneighbor 0.3 bin\nneigh_modify every 1 delay 0\n"
         "thermo_modify norm no\npair_style contact/hooke\npair_coeff * * k 1000\n"
         "compute p all pressure NULL virial\n"
         "thermo_style custom step pe c_p[1] c_p[3] c_p[5]\n";
}

}    // namespace

/** Strain steps by fix deform/gradv, beside cells that a command changes and minimizations. */
TEST(Quasistatic, StrainStepsOfTheCell)
{
  for (const std::string gradient : {"0 0 -0.002 0 0 0", "0.001 0 -0.001 0 0.002 0"}) {
    Simulation by_steps(crystal() + "fix cell all deform/gradv gradv " + gradient +
                        " origin 0 0 0\n" + REST + "tol 1e-10\ntimestep 1\nrun 5");
    std::istringstream words(gradient);
    double L[6];
    for (double &a : L) words >> a;
    Simulation by_commands(crystal() + MINIMIZE);
    for (int n = 0; n < 5; n++) {
      // of the midpoint rule: H' = (1 - L/2)^-1 (1 + L/2) H
      const auto grown = [](double a) {
        return (1.0 + 0.5 * a) / (1.0 - 0.5 * a);
      };
      const double tilt = L[4] / ((1.0 - 0.5 * L[0]) * (1.0 - 0.5 * L[2]));
      by_commands.run("variable lx equal lx*" + number(grown(L[0])) + "\nvariable lz equal lz*" +
                      number(grown(L[2])) + "\nvariable xz equal xz*" + number(grown(L[0])) +
                      "+lz*" + number(tilt) +
                      "\nchange_box all x final 0 $(v_lx) z final 0 $(v_lz) xz final $(v_xz) remap "
                      "units box\n" +
                      MINIMIZE);
    }
    for (const std::string value : {"lx", "lz", "xz", "pe", "c_p[1]", "c_p[3]", "c_p[5]"}) {
      const double expected = by_commands.value(value);
      EXPECT_NEAR(by_steps.value(value), expected, 1e-8 + 1e-8 * std::fabs(expected)) << value;
    }
    EXPECT_GT(by_steps.value("c_p[3]"), 10.0);
  }
}

/** A held grain touches a free one from below, and its image from above: by symmetry the free one
 *  stays in the middle of the cell. */
TEST(Quasistatic, ImagesOfHeldGrainsMoveWithTheCell)
{
  Simulation sim("units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
                 "region box block -2 2 -2 2 0 1.9\ncreate_box 1 box\n"
                 "create_atoms 1 single 0 0 0.2\ncreate_atoms 1 single 0 0 1.15\n"
                 "set group all diameter 1\nset group all mass 1\nneighbor 0.3 bin\n"
                 "neigh_modify every 1 delay 0\npair_style contact/hooke\n"
                 "pair_coeff * * k 1000\ngroup held id 1\n"
                 "fix cell all deform/gradv gradv 0 0 -0.004 0 0 0 origin 0 0 0\n" +
                 REST + "tol 1e-11\nfix h held freeze\ntimestep 1\nrun 4");
  EXPECT_LT(sim.value("lz"), 1.88);
  EXPECT_NEAR(sim.value("z[2]") - sim.value("z[1]"), 0.5 * sim.value("lz"), 1e-10);
}
