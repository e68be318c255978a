// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// pair_style hybrid: types with pair_coeff none, or of another sub-style, do not touch, in any
// style that looks for contacts. The reference is the same input without the grain that nothing
// touches.

#include "scenario.h"

using namespace scenario;

namespace {

/** Grains 1 and 2 of type 1 touch each other and a floor; one of type 2 overlaps both, if it is
 *  there. */
std::string grains(bool with_other)
{
  return std::string("units lj\natom_style sphere\natom_modify map array\nboundary f f f\n"
                     "region box block -5 5 -5 5 -5 5\ncreate_box 2 box\n"
                     "create_atoms 1 single -0.49 0 0\ncreate_atoms 1 single 0.49 0 0\n") +
      (with_other ? "create_atoms 2 single 0 0.6 0.3\n" : "") +
      "set group all diameter 1 mass 1\nset atom 1 vx 0.1\nneighbor 0.4 bin\ntimestep 1e-3\n"
      "comm_modify vel yes cutoff 4\n";
}

/** The style alone, and without contacts between both types. */
std::string alone(const std::string &style, const std::string &coefficients)
{
  return "pair_style " + style + "\npair_coeff * * " + coefficients + "\n";
}

std::string hybrid(const std::string &style, const std::string &coefficients)
{
  return "pair_style hybrid " + style + "\npair_coeff * * " + style + " " + coefficients +
      "\npair_coeff 1 2 none\n";
}

struct Pair {
  std::string style, coefficients, wall;
};
const Pair SOFT = {"contact/hooke", "k 1e3 damping velocity 1 1", "k 1e3"};
const Pair ROUGH = {"contact/hertz", "k 1e3 damping velocity 1 1 kt 100 mu 0.5",
                    "law hertz k 1e3 kt 100 mu 0.5"};
const Pair RIGID = {"contact/rigid", "stiffness 1", "stiffness 1"};

/** Positions and velocities of grains 1 and 2, and the values of expressions. */
std::vector<double> results(const std::string &script, const std::vector<std::string> &more)
{
  Simulation sim(script);
  const State s = sim.state();
  std::vector<double> all;
  for (const auto *array : {&s.x, &s.v})
    for (int i = 0; i < 2; i++)
      all.insert(all.end(), {(*array)[i].x, (*array)[i].y, (*array)[i].z});
  for (const auto &expression : more) all.push_back(sim.value(expression));
  return all;
}

void expect_same(const Pair &pair, const std::string &commands,
                 const std::vector<std::string> &more = {})
{
  const std::string end =
      "fix w all wall/contact plane 0 0 -0.49 0 0 1 " + pair.wall + "\n" + commands;
  const auto found = results(grains(true) + hybrid(pair.style, pair.coefficients) + end, more),
             expected = results(grains(false) + alone(pair.style, pair.coefficients) + end, more);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); k++)
    EXPECT_NEAR(found[k], expected[k], 1e-9) << pair.style << " " << commands << k;
}

const std::string RUN = "fix g all gravity 1 vector 0 0 -1\ncompute c all contact/force\n"
                        "compute f all reduce sum c_c[10] c_c[11] inputs local\n"
                        "thermo_style custom step c_f[1] c_f[2]\n";

}    // namespace

TEST(HybridTypes, None)
{
  for (const std::string fix : {"nve/sphere/leapfrog", "nve/sphere/implicit tol 1e-11"})
    expect_same(SOFT, "fix 1 all " + fix + "\n" + RUN + "run 50");
  for (const std::string fix :
       {"nve/sphere/rodrigues", "nve/sphere/implicit friction tresca tol 1e-11"})
    expect_same(ROUGH, "fix 1 all " + fix + "\n" + RUN + "run 50");
  for (const std::string solver : {"auto", "newton", "apgd", "pgs"})
    expect_same(RIGID,
                "fix 1 all nve/sphere/cd tol 1e-11 solver " + solver + "\n" + RUN + "run 50");
  expect_same(SOFT,
              "fix 1 all nve/sphere\ncompute t all timestep/contact\n"
              "thermo_style custom step c_t\nrun 0",
              {"c_t"});
}

TEST(HybridTypes, NoneAtRest)
{
  const std::string gravity = "fix g all gravity 1 vector 0 0 -1\n";
  expect_same(SOFT,
              gravity +
                  "fix x all wall/contact plane -0.98 0 0 1 0 0 k 1e3\n"
                  "fix y all wall/contact plane 0.98 0 0 -1 0 0 k 1e3\n"
                  "min_style contact/newton\nminimize 0 0 100 1000");
  for (const auto *pair : {&SOFT, &RIGID})
    expect_same(*pair,
                "group up type 2\nfix h up freeze\n" + gravity +
                    "fix c all compatible/cd 1 tol 1e-12\nthermo_style custom step\nrun 0",
                {"f_c[7]", "f_c[5]"});
}

// another sub-style acts between the types, here one without a force

TEST(HybridTypes, OtherSubStyle)
{
  const auto fix = [](const std::string &pair) {
    return pair +
        "fix w all wall/contact plane 0 0 -0.49 0 0 1 stiffness 1\n"
        "fix 1 all nve/sphere/cd tol 1e-11\nrun 50";
  };
  const auto found = results(grains(true) +
                                 fix("pair_style hybrid zero 1.5 contact/rigid\n"
                                     "pair_coeff 1 1 contact/rigid stiffness 1\n"
                                     "pair_coeff 1*2 2 zero\n"),
                             {}),
             expected = results(grains(false) + fix(alone("contact/rigid", "stiffness 1")), {});
  for (std::size_t k = 0; k < found.size(); k++) EXPECT_NEAR(found[k], expected[k], 1e-9) << k;
}
