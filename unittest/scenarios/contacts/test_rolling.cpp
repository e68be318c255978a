// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Keywords rolling and twisting of the pair styles and of walls: motions with closed forms, order,
// rows of contacts, energies, time steps, restart files, mixing, materials, fix adapt, those that
// refuse it, and pair style granular of LAMMPS. A grain has the radius R = 0.5, the mass 1 and the
// moment of inertia I = 0.1; N is the force at a plane, and the bound of the moment is mu N R.

#include "contacts/soft_contact.h"
#include "energy/ledger.h"
#include "packing/packing.h"
#include "timestep/timestep.h"

#include "atom.h"

#include <cmath>
#include <fstream>
#include <regex>

using namespace scenario;

namespace {

constexpr double R = 0.5, I = 0.1, G = 10.0, K = 1e5;
const std::string TURNING = " rolling 40 0.2 0.05 twisting 30 0.1 0.02";

/** A grain at rest on the plane z = 0 under gravity, which the slope tilts to x; words: behind the
 *  stiffness of the wall. The overlap is that of the load. */
std::string on_plane(const std::string &words, double slope = 0.0, double h = 1e-5)
{
  const double x = G * std::sin(slope), z = G * std::cos(slope);
  return empty_box() + "create_atoms 1 single 0 0 " + number(R - z / K) + "\n" + MASS_ONE +
      "pair_style zero 1.0\npair_coeff * *\nfix w all wall/contact plane 0 0 0 0 0 1 k " +
      number(K) + " " + words + "\nfix g all gravity " + number(std::hypot(x, z)) + " vector " +
      number(x) + " 0 " + number(-z) +
      "\nfix 1 all nve/sphere/leapfrog\nthermo_modify norm no\ntimestep " + number(h) + "\n";
}

Vec3 of(double **values, const Simulation &sim, int tag = 1)
{
  return *VARDEM::vectors_at(values[sim.lammps()->atom->map(tag)]);
}

Vec3 velocity(const Simulation &sim)
{
  return of(sim.lammps()->atom->v, sim);
}

Vec3 spin(const Simulation &sim, int tag = 1)
{
  return of(sim.lammps()->atom->omega, sim, tag);
}

/** Steps until f(sim) falls below 0. Returns the time by a straight line between two steps. */
template <class F> double time_of_zero(Simulation &sim, int steps, double h, const F &f)
{
  double before = f(sim);
  for (int k = 0; k < steps; k++) {
    sim.run("run 1 pre no post no");
    const double now = f(sim);
    if (now < 0.0) return (k + before / (before - now)) * h;
    before = now;
  }
  ADD_FAILURE() << "no zero";
  return 0.0;
}

/** Two grains that overlap, with friction, and what resists rolling. */
std::string pair_with(const std::string &words, const std::string &style = "hooke",
                      const std::string &before = "")
{
  return two_grains(before) + "pair_style contact/" + style + "\npair_coeff * * " +
      (style == "hooke" ? "k 5000" : "E 2e4 nu 0.2") + " kt 3000 mu 0.5 damping velocity 1 0.5" +
      words + "\n" + FORCES;
}

/** Only the dashpots of rolling and twisting are left. */
std::string without_damping(std::string input)
{
  const std::string words = " damping velocity 1 0.5";
  return input.erase(input.find(words), words.size());
}

}    // namespace

// Friction holds the contact point. Below tan(slope) = MUR the grain comes to rest, and the moment
// is that of the weight, g sin R. Above it rolls with the acceleration g (sin - MUR cos)/(1 + I/R^2)
// when the oscillations have died away.

TEST(Rolling, Incline)
{
  constexpr double MUR = 0.2;
  const std::string words = "kt 1e5 mu 0.9 damping velocity 60 60 rolling 100 0.2 8";
  for (const double tangent : {0.19, -0.1, 0.21, 0.4, -0.3}) {
    const double slope = std::atan(tangent), down = G * std::sin(slope);
    Simulation sim(on_plane(words, slope, 1e-4) + FORCES + "run 40000");
    if (std::fabs(tangent) < MUR) {
      EXPECT_LT(std::fabs(velocity(sim).x), 1e-9) << tangent;
      const auto rows = contact_forces(sim);
      ASSERT_EQ(rows.size(), 1u);
      EXPECT_NEAR(rows[0].couple.y, -down * R, 1e-7 * G);
    } else {
      const double v = velocity(sim).x, sign = tangent > 0.0 ? 1.0 : -1.0,
                   expected = (down - sign * MUR * G * std::cos(slope)) / (1.0 + I / (R * R));
      sim.run("run 10000 pre no");
      EXPECT_NEAR(velocity(sim).x - v, expected, 1e-9 * std::fabs(expected)) << tangent;
      EXPECT_NEAR(contact_forces(sim)[0].couple.y, -sign * MUR * G * std::cos(slope) * R, 1e-9 * G);
    }
  }
}

// A rolling grain slows down by a = MUR g/(1 + I/R^2), from where the spring has the load of the
// bound on. So it turns back at v^2/(2 a) and half of the way until there, R MUR g R/KR/2.

TEST(Rolling, StopsOnAPlane)
{
  constexpr double MUR = 0.05, KR = 2e3, v = 0.3, a = MUR * G / (1.0 + I / (R * R));
  Simulation sim(on_plane("kt 1e6 mu 0.9 rolling " + number(KR) + " " + number(MUR)) +
                 "set atom 1 vx " + number(v) + "\nset atom 1 omega 0 " + number(v / R) +
                 " 0\nrun 0 post no");
  const double expected = 0.5 * v * v / a + 0.5 * R * MUR * G * R / KR;
  double most = 0.0;
  for (int k = 0; k < 1000; k++) {
    sim.run("run 100 pre no post no");
    most = std::max(most, of(sim.lammps()->atom->x, sim).x);
  }
  printf("stops at %.9g, expected %.9g\n", most, expected);
  EXPECT_NEAR(most, expected, 1e-5 * expected);
}

// I w' = -KT q until KT q is the bound b = MUT N R, and -b from there on.

TEST(Rolling, SpinStops)
{
  constexpr double MUT = 0.05, KT = 50.0, w = 3.0, b = MUT * G * R;
  const double rate = std::sqrt(KT / I), yields = b / KT, angle = std::asin(yields * rate / w),
               expected = angle / rate + w * std::cos(angle) * I / b;
  const auto error = [&](double h) {
    Simulation sim(on_plane("twisting " + number(KT) + " " + number(MUT), 0.0, h) +
                   "set atom 1 omega 0 0 " + number(w) + "\nrun 0 post no");
    return time_of_zero(sim, 1000000, h,
                        [](const Simulation &s) {
                          return spin(s).z;
                        }) -
        expected;
  };
  const double coarse = error(1e-3), fine = error(1e-4);
  printf("spin stops too late by %.1e %.1e\n", coarse, fine);
  EXPECT_LT(std::fabs(fine), 1e-6 * expected);
}

// Below the bound, I w' = -k q - c w from q = 0: with s^2 = k/I - b^2 and b = c/(2 I) the spin is
// w exp(-b t) (cos(s t) - b/s sin(s t)). Requirement: order 2.0 +- .05 of it, and of the sum of
// the ledger

TEST(Rolling, SwingsToSecondOrder)
{
  constexpr double k = 5.0, w = 0.3, t = 1.0;
  for (const auto &[keyword, c] :
       {std::pair("rolling", 0.0), {"rolling", 0.2}, {"twisting", 0.2}}) {
    const bool rolls = std::string(keyword) == "rolling";
    const double b = 0.5 * c / I, s = std::sqrt(k / I - b * b),
                 expected = w * std::exp(-b * t) * (std::cos(s * t) - b / s * std::sin(s * t));
    const auto errors = [&, word = keyword, c = c](int steps) {
      Simulation sim(on_plane(std::string(word) + " 5 100 " + number(c), 0.0, t / steps) +
                     "set atom 1 omega 0 " + number(rolls ? w : 0.0) + " " +
                     number(rolls ? 0.0 : w) + "\n" + LEDGER + "run 0 post no");
      const double start = sum(sim);
      sim.run("run " + std::to_string(steps) + " pre no post no");
      return std::pair(std::fabs((rolls ? spin(sim).y : spin(sim).z) - expected),
                       std::fabs(sum(sim) - start));
    };
    const auto [spins, sums] = errors(500);
    const auto [finer_spins, finer_sums] = errors(1000);
    EXPECT_NEAR(std::log2(spins / finer_spins), 2.0, 0.05) << keyword << " " << c;
    EXPECT_NEAR(std::log2(sums / finer_sums), 2.0, 0.05) << keyword << " " << c;
  }
}

// Differences of the states of three time steps, of a pair that turns, rolls, twists and slides.
// Requirement: order 2.0 +- .05

TEST(Rolling, OrderOfOnstep)
{
  for (const std::string style : {"hooke", "hertz", "hooke without dashpots of slip"}) {
    const auto state = [&](int steps) {
      const bool slips = contains(style, "without");
      Simulation sim(
          (slips ? without_damping(pair_with(TURNING, "hooke")) : pair_with(TURNING, style)) +
          "timestep " + number(0.01 / steps) + "\nfix 1 all nve/sphere/leapfrog\nrun " +
          std::to_string(steps));
      return std::vector<Vec3>{of(sim.lammps()->atom->x, sim), velocity(sim), spin(sim),
                               spin(sim, 2)};
    };
    const auto coarse = state(100), middle = state(200), fine = state(400);
    for (std::size_t k = 0; k < fine.size(); k++)
      EXPECT_NEAR(std::log2(norm(coarse[k] - middle[k]) / norm(middle[k] - fine[k])), 2.0, 0.05)
          << style << " " << k;
  }
}

// The rows of 150 grains have the moment of the force at the contact point and the couple of rolling
// and twisting, which is opposite for both grains. Their sums are the forces and torques of the atoms.

TEST(Rolling, ManyGrains)
{
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const std::string words : {"kt 800 mu 0.4", "", "kt 800 mu 0.4 cohesion linear 100"}) {
      Simulation sim(dense_grains(newton) + "pair_style contact/hooke\npair_coeff * * k 2000 " +
                     words + TURNING + "\n" + FORCES + "fix 1 all nve/sphere\nrun 200");
      double couples = 0.0, along = 0.0;
      for (const auto &c : contact_forces(sim)) {
        couples += norm(c.couple);
        along += std::fabs(dot(c.couple, c.normal));
      }
      EXPECT_GT(along, 0.1);
      EXPECT_GT(couples, 2.0 * along);
      const Balance found = balance(sim);
      EXPECT_LT(found.force, 1e-12) << words;
      EXPECT_LT(found.torque, 1e-12) << words;
    }
}

// The sum of the ledger stays to second order, within the bound and beyond it: of a pair that cohesion
// holds, of a grain on a plane, and of a grain on a disc that turns.

TEST(Rolling, Ledger)
{
  const auto worst = [&](const std::string &input, double h) {
    Simulation sim(input + LEDGER + "timestep " + number(h) + "\nrun 0 post no");
    const double start = sum(sim);
    double most = 0.0;
    for (int k = 0; k < 40; k++) {
      sim.run("run " + std::to_string(std::lround(2e-3 / h)) + " pre no post no");
      most = larger(most, std::fabs(sum(sim) - start));
    }
    EXPECT_GT(part(sim, FRICTION), 0.01);
    EXPECT_GT(part(sim, ELASTIC), 0.0);
    return most;
  };
  const std::string words = "kt 3000 mu 0.5 damping velocity 1 0.5 rolling 40 0.02 0.05 twisting "
                            "30 0.02 0.02";
  const std::string pair = empty_box() +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9877 0 0\n" + MASS_ONE +
      "pair_style contact/hertz\npair_coeff * * E 2e4 nu 0.2 cohesion dmt 3 " + words +
      "\nset atom 1 omega 1 5 3\nset atom 2 omega -1 2 4\nfix 1 all nve/sphere/leapfrog\n";
  const std::string plane = on_plane(words) + "set atom 1 omega 1 3 4\n",
                    disc = std::regex_replace(plane, std::regex("plane 0 0 0 0 0 1 k"),
                                              "region disc k");
  const std::string turning = "variable turn equal 100*time^2\n"
                              "region disc plane 0 0 0 0 0 1 rotate v_turn 0 0 0 0 0 1\n";
  for (const std::string &input :
       {pair, plane, std::regex_replace(disc, std::regex("fix w "), turning + "fix w ")}) {
    const double coarse = worst(input, 1e-4), fine = worst(input, 5e-5);
    printf("sum of the ledger %.1e %.1e\n", coarse, fine);
    EXPECT_LT(coarse, 1e-3);
    EXPECT_NEAR(coarse / fine, 4.0, 1.0);
  }
}

// A disc that turns about the axis of the grain drags it along with the bound b: I w' = b. The torque
// on the wall is -b, and its work b times its angle.

TEST(Rolling, DiscThatTurns)
{
  constexpr double MUT = 0.1, b = MUT * G * R;
  std::string input = on_plane("kt 1e3 mu 0.5 twisting 200 0.1", 0.0, 1e-4);
  input.replace(input.find("fix w"), 0,
                "variable turn equal 10*time\n"
                "region disc plane 0 0 0 0 0 1 rotate v_turn 0 0 0 0 0 1\n");
  input.replace(input.find("plane 0 0 0 0 0 1 k"), 17, "region disc");
  Simulation sim(input + "run 1000");
  const double w = spin(sim).z, work = sim.value("f_w");
  sim.run("run 1000 pre no");
  EXPECT_NEAR(spin(sim).z - w, 0.1 * b / I, 1e-9);
  EXPECT_NEAR(sim.value("f_w[6]"), -b, 1e-9);
  EXPECT_NEAR(sim.value("f_w") - work, 0.1 * 10 * b, 1e-6);
}

// Springs KR and dashpots CR (twice with velocity onstep) on 1/I of both grains, or of one at a wall

TEST(Rolling, TimeStep)
{
  for (const std::string keyword : {" rolling ", " twisting "})
    for (const std::string velocity : {"onstep", "mid"})
      for (const double dashpot : {0.0, 30.0})
        for (const bool wall : {false, true}) {
          const std::string words =
              "k 10 velocity " + velocity + keyword + "5000 0.1 " + number(dashpot);
          const double lambda = (wall ? 1.0 : 2.0) * 5000 / I,
                       gamma = (wall ? 1.0 : 2.0) * dashpot / I * (velocity == "mid" ? 1.0 : 2.0),
                       expected = 4.0 / (gamma + std::sqrt(gamma * gamma + 4.0 * lambda));
          const std::string input = two_grains() +
              (wall ? "pair_style zero 1.0\npair_coeff * *\n"
                      "fix w all wall/contact plane -0.45 0 0 1 0 0 "
                    : "pair_style contact/hooke\npair_coeff * * ") +
              words + "\nfix nve all nve/sphere\n";
          EXPECT_NEAR(step_of(input), expected, 1e-9 * expected) << words << wall;
          Simulation sim(input);
          const std::string who = wall ? "a grain at this wall" : "two grains";
          EXPECT_EQ(warnings_in(sim.output_of("timestep " + number(0.99 * expected) + "\nrun 0"),
                                "limit of stability"),
                    "");
          expect_parts(sim.output_of("timestep " + number(1.01 * expected) + "\nrun 0"),
                       {"limit of stability of " + who});
        }
}

TEST(Rolling, Restart)
{
  const std::string file = scratch_file("restart"), data = scratch_file("data"),
                    leapfrog = "fix 1 all nve/sphere/leapfrog restart exact\n";
  const std::string wall = "fix w all wall/contact plane 0 0 -0.49 0 0 1 k 5000 kt 3000 mu 0.5",
                    other = "\nfix w2 all wall/contact plane 0 0 -0.49 0 0 1 k 100\n";
  for (const std::string style : {"hooke", "hertz"}) {
    Simulation sim(pair_with(TURNING, style) + wall + TURNING + "\n" + leapfrog + "run 12\n" +
                   "write_restart " + file + "\nwrite_data " + data + "\nrun 12 pre no");
    const Vec3 couple = contact_forces(sim)[0].couple;
    EXPECT_GT(norm(couple), 0.01);
    Simulation again("read_restart " + file + "\n" + wall + TURNING + "\n" + leapfrog + FORCES +
                     "run 12");
    expect_same_bits(sim.state(), again.state(), style);
    EXPECT_EQ(norm(contact_forces(again)[0].couple - couple), 0.0);
    // other springs than before
    Simulation without("read_restart " + file + "\n");
    expect_parts(without.error_of(wall),
                 {"Fix wall/contact w", "has another wall with this ID",
                  "with resistance against rolling; this one is"});
    expect_parts(
        without.output_of("pair_style contact/" + style + "\npair_coeff * * " +
                          (style == "hooke" ? "k 5000" : "E 2e4 nu 0.2") + " kt 3000 mu 0.5" +
                          other + leapfrog + "run 0"),
        {"contact/" + style, "all contacts begin without a spring", "only if that run had them"});
  }
}

// The input changes between two runs: the springs begin anew, with a warning.

TEST(Rolling, AddedBetweenRuns)
{
  Simulation sim(pair_with("") + "fix 1 all nve/sphere/leapfrog\nrun 5");
  const std::string coeff = "pair_coeff * * k 5000 kt 3000 mu 0.5 damping velocity 1 0.5";
  for (const std::string &words : {TURNING, std::string(), TURNING}) {
    expect_parts(sim.output_of(coeff + words + "\nrun 5"),
                 {"contact/hooke", "all contacts begin without a spring"});
    EXPECT_EQ(norm(contact_forces(sim)[0].couple) > 0.0, !words.empty());
  }
}

// KR in series, MUR and CR by their geometric mean; a pair without the keyword has no moment

TEST(Rolling, MixingAndTypes)
{
  const auto couple = [](const std::string &coeffs) {
    Simulation sim(two_grains() + "pair_style contact/hooke\n" + coeffs + FORCES +
                   "fix 1 all nve/sphere/leapfrog\nrun 20");
    return contact_forces(sim)[0].couple;
  };
  const Vec3 given = couple("pair_coeff * * k 5000 rolling 48 0.4 0.2 twisting 24 0.3 0.1\n");
  const Vec3 mixed = couple("pair_coeff 1 1 k 5000 rolling 120 0.2 0.1 twisting 12 0.9 0.1\n"
                            "pair_coeff 2 2 k 5000 rolling 30 0.8 0.4 twisting 1e6 0.1 0.1\n"
                            "pair_coeff 1 2 k 5000 rolling 48 0.4 0.2 twisting 24 0.3 0.1\n");
  const Vec3 by_rule = couple("pair_coeff 1 1 k 5000 rolling 120 0.2 0.1 twisting 16 0.9 0.1\n"
                              "pair_coeff 2 2 k 5000 rolling 30 0.8 0.4 twisting 48 0.1 0.1\n");
  EXPECT_GT(norm(given), 0.1);
  EXPECT_EQ(norm(mixed - given), 0.0);
  EXPECT_LT(norm(by_rule - given), 1e-12);
  EXPECT_EQ(norm(couple("pair_coeff 1 * k 5000\npair_coeff 2 2 k 5000 rolling 48 0.4\n")), 0.0);
}

TEST(Rolling, Hybrid)
{
  const auto couple = [](const std::string &style, const std::string &coeffs) {
    Simulation sim(two_grains() + "pair_style " + style + "\n" + coeffs + "\n" + FORCES +
                   "fix 1 all nve/sphere/leapfrog\nrun 20");
    return contact_forces(sim)[0].couple;
  };
  const std::string law = "E 2e4 nu 0.2" + TURNING;
  EXPECT_EQ(norm(couple("hybrid contact/hooke contact/hertz",
                        "pair_coeff 1 1 contact/hooke k 100\npair_coeff 2 2 contact/hooke k 100\n"
                        "pair_coeff 1 2 contact/hertz " +
                            law) -
                 couple("contact/hertz", "pair_coeff * * " + law)),
            0.0);
}

// The moment grows with KR, and then with MUR

TEST(Rolling, FixAdapt)
{
  const auto couple = [](const std::string &words, const std::string &adapt) {
    Simulation sim(on_plane("", 0.0) +
                   "unfix w\nunfix g\nunfix 1\ncreate_atoms 2 single 0.9 0 0.4999\n" + MASS_ONE +
                   "pair_style contact/hooke\npair_coeff * * k 5000 rolling " + words + "\n" +
                   adapt + FORCES + "fix 1 all nve/sphere\nset atom 1 omega 1 0 1\nrun 1");
    return norm(contact_forces(sim)[0].couple);
  };
  const std::string adapt = "variable a equal 80\nfix a all adapt 1 pair contact/hooke ";
  EXPECT_EQ(couple("40 10", adapt + "rolling_stiffness * * v_a\n"), couple("80 10", ""));
  EXPECT_EQ(couple("40 10 3", adapt + "rolling_damping * * v_a\n"), couple("40 10 80", ""));
  EXPECT_EQ(couple("40 1e-9", adapt + "rolling_friction * * v_a\n"), couple("40 80", ""));
  const std::string none = "40 0 twisting ";
  EXPECT_EQ(couple(none + "40 10", adapt + "twisting_stiffness * * v_a\n"),
            couple(none + "80 10", ""));
  EXPECT_EQ(couple(none + "40 10 3", adapt + "twisting_damping * * v_a\n"),
            couple(none + "40 10 80", ""));
  EXPECT_EQ(couple(none + "40 1e-9", adapt + "twisting_friction * * v_a\n"),
            couple(none + "40 80", ""));
  EXPECT_NE(couple(none + "40 10", ""), couple(none + "80 10", ""));
}

// Rolling and twisting have the same stiffness; a coefficient that is missing is 0

TEST(Rolling, Materials)
{
  const std::string file = scratch_file("contact");
  std::ofstream(file) << "# DATE: 2026-01-01 UNITS: si\n"
                         "material a k 5000 rolling_stiffness 30 rolling_friction 0.1\n"
                         "material b k 5000 rolling_stiffness 120 rolling_friction 0.4 "
                         "twisting_friction 0.3\n"
                         "material c k 5000\n"
                         "material d k 5000 rolling_friction 0.1\n"
                         "material e k 5000 rolling_stiffness 30 rolling_friction 0.1\n"
                         "pair a b twisting_friction 0.5\n"
                         "pair a e rolling_friction 0\n";
  const auto couple = [&](const std::string &coeffs) {
    std::string input = two_grains();
    input.replace(input.find("units lj"), 8, "units si");
    Simulation sim(input + "pair_style contact/hooke\npair_coeff * * " + coeffs + "\n" + FORCES +
                   "fix 1 all nve/sphere/leapfrog\nrun 20");
    return contact_forces(sim)[0].couple;
  };
  const std::string material = "material " + file + " ";
  EXPECT_LT(norm(couple(material + "a b") - couple("k 5000 rolling 48 0.2 twisting 48 0.5")),
            1e-12);
  EXPECT_EQ(norm(couple(material + "a c")), 0.0);
  EXPECT_EQ(norm(couple(material + "a e")), 0.0);
  std::string start = two_grains() + "pair_style contact/hooke\n";
  start.replace(start.find("units lj"), 8, "units si");
  expect_refused({start, "pair_coeff * * " + material},
                 "d d | contact/hooke: material d of file | has no rolling_stiffness, which "
                 "rolling_friction of soft contacts needs");
}

TEST(Rolling, BadInput)
{
  expect_refused({two_grains() + "pair_style contact/hooke\n", "pair_coeff * * k 1000 ", "\nrun 0"},
                 R"(
    rolling | Pair style contact/hooke keyword rolling KR needs a value
    rolling mu 1 | keyword rolling KR must be a number > 0: mu
    rolling {0,-1,nan} 0.1 | keyword rolling KR must be a number > 0: {1}
    rolling 1 | keyword rolling MUR needs a value
    rolling 1 -0.1 | keyword rolling MUR must be a number >= 0: -0.1
    rolling 1 0.1 -1 | keyword rolling CR must be a number >= 0: -1
    rolling 1 0.1 2 3 | contact/hooke has no keyword 3
    rolling 1 0.1 rolling 1 0.1 | keyword rolling is given twice
    twisting 0 0.1 | keyword twisting KT must be a number > 0: 0
    twisting 1 0.1 -1 | keyword twisting CT must be a number >= 0: -1
    rolling 1 0 twisting 1 0.1 2
    rolling 1 0.1 kt 1 mu 1
  )");
  expect_refused({two_grains() + "pair_style contact/hooke\n",
                  "pair_coeff 1 1 k 1000 rolling 1 1\npair_coeff 2 2 k 1000 ", "\nrun 0"},
                 R"(
     | types 1 and 2 have | rolling and no rolling | add pair_coeff 1 2
    rolling 1 1 twisting 1 1 | twisting and no twisting
  )");
  expect_refused({two_grains() + "pair_style contact/hooke\n", "pair_coeff * * k 1000 ",
                  "\nvariable g equal 1-step\nfix a all adapt 1 pair contact/hooke "
                  "rolling_stiffness * * v_g\nrun 1"},
                 R"(
    kt 1 mu 1 | fix adapt changes rolling_stiffness, which pair_coeff 1 1 does not have
    rolling 1 1 | rolling_stiffness 0, which must be > 0; check fix adapt
  )");
  expect_refused({two_grains() + "pair_style contact/hooke\n", "pair_coeff * * k 1000 ", "\nrun 0"},
                 R"(
    twisting marshall | keyword twisting marshall | tangential spring, and there is none; add kt
    twisting marshall kt 0 mu 1 | keyword twisting marshall
    twisting marshall kt 1 mu 1
    twisting marshall 1 kt 1 mu 1 | has no keyword 1
  )");
}

// Of the pair style, and of walls. (Fix nve/sphere/cd refuses all soft contacts.)

TEST(Rolling, SolversRefuseIt)
{
  for (const std::string solver :
       {"fix s all compatible/cd 1\nrun 0", "fix s all nve/sphere/implicit\nrun 0",
        "min_style contact/newton\nminimize 0 1e-6 10 10"})
    for (const bool wall : {false, true}) {
      const std::string words = "k 1000 rolling 1 0.1\n";
      Simulation sim(two_grains() + "pair_style contact/hooke\npair_coeff * * " +
                     (wall ? "k 1000\nfix w all wall/contact plane -0.4 0 0 1 0 0 " : "") + words);
      expect_parts(sim.error_of(solver),
                   {"knows no moments of soft contacts against rolling",
                    wall ? "fix wall/contact w" : "pair style contact/hooke", "rolling"});
    }
}

// Pair style granular of LAMMPS has rolling sds with the stiffness KR/R*^2 and the dashpot CR/R*^2,
// and twisting sds with a length MUT R*, here without friction. The laws are the same if the grains
// turn about one axis, and the dashpots act on velocities of the half step; granular has other springs
// where a dashpot slides. The stiffness of twisting marshall follows an overlap that becomes smaller.

TEST(Rolling, Granular)
{
  const auto spins = [](const std::string &spin_1, const std::string &pair) {
    Simulation sim(empty_box() + "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.98 0 0\n" +
                   MASS_ONE + "set atom 1 omega " + spin_1 + "\nset atom 2 omega 0 0 0\n" + pair +
                   "\nfix 1 all nve/sphere\nrun 0 post no");
    std::vector<Vec3> all;
    for (int k = 0; k < 25; k++) {    // while they repel each other
      sim.run("run 2 pre no post no");
      all.push_back(spin(sim));
      all.push_back(spin(sim, 2));
    }
    return all;
  };
  const auto expect_same = [&](const std::string &spin_1, const std::string &stock,
                               const std::string &ours) {
    const auto a = spins(spin_1, "pair_style granular\npair_coeff * * " + stock),
               b = spins(spin_1, "pair_style contact/" + ours);
    EXPECT_GT(norm(b.back() - b.front()), 0.1) << ours;
    EXPECT_LT(largest_difference(a, b), 1e-9) << ours;
  };
  const std::string hooke = "hooke 1000 1 tangential linear_nohistory 0 0 damping velocity",
                    same = "hooke\npair_coeff * * k 1000 damping velocity 1 0 velocity mid";
  expect_same("0 0 4", hooke + " rolling sds 800 0 10", same + " rolling 50 10");
  expect_same("0 0 4", hooke + " rolling sds 800 2 10", same + " rolling 50 10 0.125");
  expect_same("0 0 4", hooke + " rolling sds 800 0 0.5", same + " rolling 50 0.5");
  expect_same("4 0 0", hooke + " twisting sds 50 0 10", same + " twisting 50 40");
  expect_same("4 0 0", hooke + " twisting sds 50 0.1 10", same + " twisting 50 40 0.1");
  expect_same("4 0 0", hooke + " twisting sds 50 0 0.1", same + " twisting 50 0.4");
  for (const std::string mu : {"4", "100"})
    expect_same("4 0 0",
                "hooke 1000 1 tangential linear_history 50000 0 " + mu +
                    " twisting marshall damping velocity",
                same + " kt 50000 mu " + mu + " twisting marshall");
}
