// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix compatible/cd, keyword overlap yes: the forces of soft grains as they are; and laws of pair
// styles of soft contacts.

#include "packing/packing.h"

#include <algorithm>
#include <sstream>

using namespace scenario;

namespace {

/** Soft grains without friction; law: pair style and its coefficients. */
struct SoftGrains {
  std::string style, coefficients;
};
const SoftGrains HOOKE = {"contact/hooke", "k 1e4"}, HERTZ = {"contact/hertz", "E 1e5 nu 0.2"};

}    // namespace

// --- by hand ---

namespace {

/** A column on a frozen grain; heights of the others. */
std::string column(const std::vector<double> &heights)
{
  std::string script = "create_atoms 1 single 0 0 0\n";
  for (const double z : heights) {
    std::ostringstream text;
    text.precision(17);
    text << "create_atoms 1 single 0 0 " << z << "\n";
    script += text.str();
  }
  return script +
      "set group all diameter 1\nset group all mass 1\ngroup base id 1\n"
      "fix b base freeze\n" +
      GRAVITY + FORCES;
}

const std::string OVERLAP = "fix c all compatible/cd 1 overlap yes tol 1e-13 ";

}    // namespace

// Grains that are not at rest yet: the upper contact is open, and a gap behind it closes only when
// the grains sink further than the network reaches at first

TEST(CompatibleOverlap, ColumnSinksToItsForces)
{
  for (const std::string law : {"hooke", "hertz"}) {
    Simulation sim(box({}) + column({1 - 1e-3, 2 - 0.5e-3, 3 - 0.4e-3}) +
                   "pair_coeff * * stiffness 1000 law " + law + "\n" + OVERLAP + "\nrun 0");
    const auto forces = contact_forces(sim);
    ASSERT_EQ(forces.size(), 3u);
    EXPECT_EQ(output(sim, CLOSED), 3);
    EXPECT_EQ(output(sim, LOADED), 3);
    EXPECT_LE(output(sim, GAP), 1e-12);
    for (const auto &c : forces) {
      const double weight = 4 - c.i, depth = weight / 1000;
      EXPECT_NEAR(c.force.z, -weight, 1e-12) << law;
      EXPECT_NEAR(c.gap, law == "hooke" ? -depth : -std::cbrt(depth * depth), 1e-13) << law;
    }
    EXPECT_NEAR(forces[0].point.z, 0.5 + 0.5 * forces[0].gap, 1e-13);
  }
}

// Discs

TEST(CompatibleOverlap, TwoDimensions)
{
  Simulation sim("units lj\natom_style sphere\natom_modify map array\ndimension 2\n"
                 "boundary f f p\nregion box block -9 9 -9 9 -0.5 0.5\ncreate_box 2 box\n"
                 "neighbor 0.3 bin\npair_style contact/rigid\npair_coeff * * stiffness 1000\n"
                 "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1.2 0 0\n"
                 "create_atoms 1 single 0.6 0.79 0\nset group all diameter 1\n"
                 "set group all mass 1\ngroup base id 1 2\nfix b base freeze\n"
                 "fix g all gravity 1 vector 0 -1 0\n" +
                 FORCES + OVERLAP + "\nrun 0");
  double vertical = 0.0;
  for (const auto &c : contact_forces(sim)) {
    EXPECT_NEAR(c.size(), -1000 * c.gap, 1e-10);
    EXPECT_NEAR(c.normal.z, 0, 0);
    vertical -= c.force.y;
  }
  EXPECT_NEAR(vertical, 1, 1e-12);
  EXPECT_EQ(output(sim, CLOSED), 2);
}

namespace {

/** A grain between two frozen ones at x = 0 and 1.9985, in a line; it overlaps with both. */
const std::string BETWEEN = "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.999 0 0\n"
                            "create_atoms 1 single 1.9985 0 0\n"
                            "set group all diameter 1\nset group all mass 1\ngroup base id 1 3\n"
                            "fix b base freeze\nvariable zero equal 0\nvariable x equal -2\n" +
    FORCES;
const std::string LOAD = "load variable v_x v_zero v_zero ";

}    // namespace

// A contact that is open at rest does not count, although it is closed now; with a larger closed it
// does

TEST(CompatibleOverlap, ContactsThatCount)
{
  for (const std::string closed : {"", "closed 0.001"}) {
    Simulation sim(box({}) + BETWEEN + "pair_coeff * * stiffness 1000\n" + OVERLAP + LOAD + closed +
                   "\nrun 0");
    const auto sizes = force_sizes(sim);
    EXPECT_EQ(sizes.size(), closed.empty() ? 1u : 2u);
    EXPECT_EQ(output(sim, CLOSED), closed.empty() ? 1 : 2);
    EXPECT_EQ(output(sim, LOADED), 1);
    EXPECT_NEAR(sizes.at({1, 2}), 2, 1e-12);
    EXPECT_NEAR(sim.value("f_c[5]"), sizes.size(), 0);
  }
}

// A compressed packing in a periodic box, minimized with the pair style

TEST(CompatibleOverlap, CompressedPacking)
{
  for (const SoftGrains &soft : {HOOKE, HERTZ}) {
    Simulation sim("units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
                   "region box prism 0 5 0 5 0 5 1 0.5 0\ncreate_box 1 box\n"
                   "create_atoms 1 random 180 8731 box\nvariable d atom 1.05+0.1*sin(id)\n"
                   "set group all diameter v_d\nset group all density 1\nneighbor 0.3 bin\n"
                   "pair_style " +
                   soft.style + "\npair_coeff * * " + soft.coefficients +
                   "\nmin_style fire\nminimize 0 1e-9 100000 200000\nrun 0\n"
                   "compute f all contact/force source fix\n"
                   "compute soft all contact/force source pair\n"
                   "fix c all compatible/cd 1 overlap yes tol 1e-9\nrun 0");
    const Sizes at_rest = force_sizes(sim, "soft");
    EXPECT_GT(at_rest.size(), 600u);
    EXPECT_LE(relative_difference(force_sizes(sim), at_rest), 1e-10);
    sim.run("displace_atoms all random 1e-3 1e-3 1e-3 91 units box\nrun 0");
    EXPECT_LE(relative_difference(force_sizes(sim), at_rest), 1e-7);
  }
}

namespace {

/** A cell with n x n grains of diameter 1 that touch their own images. */
struct DenseCell {
  std::string region;
  int n;
  int own_images, contacts;    // in one direction of the two
};
const DenseCell ONE_GRAIN = {"prism 0 0.98 0 0.8487048957 0 0.8001666493 0.49 0.49 0.2829016319", 1,
                             6, 6},
                LAYER = {"block 0 2.94 0 2.94 0 0.97", 3, 9, 27};

}    // namespace

// The stress is that of the pair style, which sums up over images without a solver

TEST(CompatibleOverlap, GrainsThatTouchTheirOwnImages)
{
  for (const SoftGrains &soft : {HOOKE, HERTZ})
    for (const DenseCell &cell : {ONE_GRAIN, LAYER}) {
      Simulation sim("units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
                     "region box " +
                     cell.region + "\ncreate_box 1 box\nneighbor 0.1 bin\npair_style " +
                     soft.style + "\npair_coeff * * " + soft.coefficients);
      std::vector<Vec3> x;
      for (int k = 0; k < cell.n * cell.n; k++)
        x.push_back({0.1 + 0.98 * (k % cell.n), 0.1 + 0.98 * (k / cell.n), 0.1});
      create(sim, x);
      sim.run("compute f all contact/force source fix\n"
              "compute soft all contact/force source pair\n"
              "compute virial all pressure NULL virial\n"
              "fix c all compatible/cd 1 overlap yes tol 1e-12\n"
              "compute sum all reduce sum f_c[*]\n"
              "thermo_style custom step c_virial[*] c_sum[*]\nrun 0");
      const auto forces = contact_forces(sim), by_pair = contact_forces(sim, "soft");
      ASSERT_EQ((int) by_pair.size(), cell.contacts);
      EXPECT_EQ((int) forces.size(), cell.contacts);
      EXPECT_EQ(std::count_if(forces.begin(), forces.end(),
                              [](const auto &c) {
                                return c.i == c.j;
                              }),
                cell.own_images);
      const auto sum_of_sizes = [](const std::vector<ContactForce> &of) {
        double sum = 0.0;
        for (const auto &c : of) sum += c.size();
        return sum;
      };
      EXPECT_NEAR(sum_of_sizes(forces) / sum_of_sizes(by_pair), 1.0, 1e-12);
      EXPECT_EQ(output(sim, CLOSED), cell.contacts);
      EXPECT_EQ(output(sim, LOADED), cell.contacts);
      EXPECT_NEAR(output(sim, LARGEST),
                  std::max_element(by_pair.begin(), by_pair.end(),
                                   [](const auto &a, const auto &b) {
                                     return a.size() < b.size();
                                   })
                      ->size(),
                  1e-9);
      const double pressure = sim.value("c_virial[3]");
      EXPECT_GT(pressure, 1.0);
      for (int k = 1; k <= 6; k++) {
        const std::string n = "[" + std::to_string(k) + "]";
        EXPECT_NEAR(-sim.value("c_sum" + n) / sim.value("vol"), sim.value("c_virial" + n),
                    1e-11 * pressure)
            << soft.style << n;
      }
      EXPECT_EQ(sim.value("c_sum[7]"), 2 * cell.contacts);
    }
}

// --- laws of pair styles of soft contacts ---

namespace {

/** A grain on three frozen ones in its plane: one below it with radius 1/2, two beside it at 45
 *  degrees with radius 3/2. */
std::string beam(const std::string &pair)
{
  return box({}) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0 0 -1\n"
      "create_atoms 2 single $(sqrt(2):%.17g) 0 $(-sqrt(2):%.17g)\n"
      "create_atoms 2 single $(-sqrt(2):%.17g) 0 $(-sqrt(2):%.17g)\n"
      "set type 1 diameter 1\nset type 2 diameter 3\nset group all mass 1\n"
      "group base id > 1\nfix b base freeze\nneigh_modify exclude group base base\n" +
      GRAVITY + FORCES + pair + "fix c all compatible/cd 1 tol 1e-13 ";
}

/** Forces below and beside, if the stiffness there is `ratio` times that below. */
void expect_beam(const Simulation &sim, double ratio, double exponent)
{
  const double cosine = std::sqrt(0.5), side = ratio * std::pow(cosine, exponent),
               below = 1 / (1 + 2 * side * cosine);
  auto sizes = force_sizes(sim, "f");
  EXPECT_NEAR((sizes[{1, 2}]), below, 1e-12);
  EXPECT_NEAR((sizes[{1, 3}]), side * below, 1e-12);
  EXPECT_NEAR((sizes[{1, 4}]), side * below, 1e-12);
}

}    // namespace

TEST(CompatibleOverlap, StiffnessOfSoftPairStyles)
{
  const auto expect = [](const std::string &pair, const std::string &law, double ratio,
                         double exponent) {
    Simulation sim(beam("pair_style " + pair) + law + "\nrun 0");
    expect_beam(sim, ratio, exponent);
  };
  const double sizes = std::sqrt((3.0 / 8) / (1.0 / 4));    // of effective radii
  expect("contact/hooke\npair_coeff * * k 1000\npair_coeff 1 2 k 2000\n", "", 2, 1);
  expect("contact/hertz\npair_coeff * * k 1000\npair_coeff 1 2 k 2000\n", "", 2, 1.5);
  expect("contact/hertz\npair_coeff * * E 1000 nu 0.3\n", "", sizes, 1.5);
  expect("contact/hertz\npair_coeff * * E 1000 nu 0.3\npair_coeff 1 2 E 3000 nu 0.3\n", "",
         3 * sizes, 1.5);
  expect("contact/hooke\npair_coeff * * k 1000\n", "law hertz", 1, 1.5);
}

// Where both are there, contact/rigid has the stiffness

TEST(CompatibleOverlap, RigidCountsBesideSoft)
{
  for (const std::string order : {"contact/rigid contact/hertz", "contact/hertz contact/rigid"}) {
    Simulation sim(beam("pair_style hybrid/overlay " + order +
                        "\npair_coeff * * contact/hertz E 1000 nu 0.3\n"
                        "pair_coeff * * contact/rigid stiffness 1\n"
                        "pair_coeff 1 2 contact/rigid stiffness 5\n") +
                   "\nrun 0");
    expect_beam(sim, 5, 1);
  }
}

TEST(CompatibleOverlap, FrictionIsLeftOut)
{
  const std::string note = "have friction, which the fix leaves out",
                    pair = "contact/hooke\npair_coeff * * k 1000 ";
  for (const std::string tangential : {"", "kt 500 mu 0.3"}) {
    Simulation sim(beam("comm_modify vel yes\npair_style " + pair + tangential + "\n"));
    EXPECT_EQ(count(sim.output_of("\nrun 0\nrun 0"), note), tangential.empty() ? 0 : 1);
    expect_beam(sim, 1, 1);
  }
}

TEST(CompatibleOverlap, WrongInput)
{
  expect_refused({box({}) + column({0.999}) + "pair_coeff * * stiffness 1000\n", "", "\nrun 0"}, R"(
    fix c all compatible/cd 1 overlap maybe | keyword overlap must be yes or no: maybe
    neighbor 1e-4 bin;fix c all compatible/cd 1 overlap yes
      | keyword overlap: the largest overlap is | exceeds the neighbor skin 0.0001
      | increase the skin
    pair_coeff * * stiffness 1;fix c all compatible/cd 1 overlap yes
      | particles would move by up to 0.999 before they are at rest
      | half of the neighbor skin, 0.3 | let the packing come to rest
    pair_coeff * * stiffness 1000;fix c all compatible/cd 1 overlap yes law hertz maxiter 1
      | maxiter is 1: increase maxiter, or tol
      | particles have moved by up to 0. | so far | let it come to rest in a run with damping
    pair_style contact/hooke;pair_coeff * * k 1000;
      fix c all compatible/cd 1 overlap yes law hertz
      | keyword law must be that of pair style contact/hooke if overlap is yes | remove the keyword
    pair_style hybrid/overlay contact/hooke contact/hertz;pair_coeff * * contact/hooke k 1000;
      pair_coeff * * contact/hertz k 1000;fix c all compatible/cd 1
      | needs one pair style contact/hooke or contact/hertz | hybrid/overlay has more than one
  )");
}

// The list of the neighbors must be that of the step

TEST(CompatibleOverlap, ForcesOnOtherSteps)
{
  Simulation sim(box({}) + column({0.999}) +
                 "pair_coeff * * stiffness 1000\nfix c all compatible/cd 10 overlap yes\n"
                 "compute x all reduce sum c_f[13] inputs local\nthermo 15\n"
                 "thermo_style custom step c_x\nneigh_modify delay 0 every 20 check no\n");
  const std::string text = without_suffix(sim.error_of("run 30"));
  EXPECT_TRUE(
      contains(text, "its keyword overlap needs neighbor lists that were built at this step"))
      << text;
}
