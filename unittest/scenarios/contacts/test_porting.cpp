// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The tables of page Howto_vardem_porting. Each row is read from the page, and run with LAMMPS'
// style and that of VARDEM from the same state. The reference is LAMMPS' style.

#include "bonds/bonded.h"
#include "clumps/clumps.h"

#include "atom.h"
#include "lammps.h"

#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

using namespace scenario;

extern const char *const porting_page;    // from CMake

namespace {

struct Row {
  std::string stock, ours;

  bool has(const std::string &word) const { return contains(stock, word); }
  bool has_spring() const { return has("/history") || has("linear_history") || has("mindlin"); }
};

/** The rows below a heading that begin with a literal; their second cell must be one, too. */
std::vector<Row> table(const std::string &heading)
{
  std::ifstream page(porting_page);
  const std::regex first("   \\* - ``(.+)``"), second("     - ``(.+)``");
  std::vector<Row> rows;
  std::string line, before, title;
  for (; std::getline(page, line); before = line) {
    std::smatch left, right;
    if (line.rfind("\"\"\"", 0) == 0) title = before;
    if (title != heading || !std::regex_match(before, left, first)) continue;
    EXPECT_TRUE(std::regex_match(line, right, second)) << before;
    rows.push_back({left[1], right[1]});
  }
  EXPECT_FALSE(rows.empty()) << heading;
  return rows;
}

using Letters = std::map<std::string, double>;

// all different, so that no row is right by chance
const Letters LETTERS = {{"KN", 5000}, {"KT", 3000}, {"GN", 40}, {"GT", 30},  {"ETA", 25},
                         {"XT", 0.7},  {"COR", 0.6}, {"Y", 2e4}, {"NU", 0.2}, {"MU", 0.5},
                         {"GAMMA", 4}};
const Letters OF_PAIR = {{"RSTAR", 0.5 * 0.7 / 1.2}, {"MSTAR", 2.0 / 3.0}};
const Letters OF_WALL = {{"RSTAR", 0.5}, {"MSTAR", 1.0}};

/** The cell of a table with the values of its letters; LAMMPS computes its formulas. */
std::string with_values(const std::string &cell, const Letters &letters)
{
  std::istringstream words(cell);
  std::string word, line;
  while (words >> word) {
    std::string formula = word;
    for (const auto &[letter, value] : letters)
      formula = std::regex_replace(formula, std::regex("\\b" + letter + "\\b"), number(value));
    line += (formula == word ? word : "$(" + formula + ":%.17g)") + " ";
  }
  return line;
}

/** Those of a, and in addition those that a does not have. */
Letters with(Letters a, const Letters &others)
{
  a.insert(others.begin(), others.end());
  return a;
}

struct Loads {
  std::vector<Vec3> f, t;    // force and torque on each grain
};

Loads loads(const std::string &script)
{
  Simulation sim(script);
  LAMMPS_NS::Atom *atom = sim.lammps()->atom;
  Loads l;
  for (int tag = 1; tag <= atom->natoms; tag++) {
    const int i = atom->map(tag);
    l.f.push_back({atom->f[i][0], atom->f[i][1], atom->f[i][2]});
    l.t.push_back({atom->torque[i][0], atom->torque[i][1], atom->torque[i][2]});
  }
  return l;
}

double difference(const Loads &a, const Loads &b)
{
  EXPECT_GT(largest(a.f), 1.0);
  return std::max(largest_difference(a.f, b.f), largest_difference(a.t, b.t)) / largest(a.f);
}

/** Two grains of the radii 0.5 and 0.7 and the masses 1 and 2. They overlap by 0.1, and the normal
 *  is (0.6 0.64 0.48). */
const std::string TWO_SIZES = empty_box() +
    "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.66 0.704 0.528\n"
    "set atom 1 diameter 1.0\nset atom 1 mass 1\nset atom 2 diameter 1.4\nset atom 2 mass 2\n";

// They approach and slide, and the forces are those of the first moment, in which springs are zero.
const std::string SLIDING = "set atom 1 vx 0.5 vy 0.2 vz 0.1\nset atom 2 vx 0.1 vy -0.3 vz 0.2\n";
const std::string SPINS = "set atom 1 omega 0.1 -0.2 0\nset atom 2 omega 0 0.1 0.3\n";

/** The second grain moves by `way` in 1000 steps of h; forces of the last one. */
std::string moves(const Vec3 &way, double h)
{
  const Vec3 v = 1e-3 / h * way;
  const std::string xyz = number(v.x) + " " + number(v.y) + " " + number(v.z);
  return "timestep " + number(h) + "\ngroup two id 2\nvelocity two set " + xyz +
      "\nfix move two move linear " + xyz + "\nrun 1000\nunfix move\n";
}

// Along the tangent by 1e-3. So the overlap changes by 5e-6 of it, and the normal turns by 1e-3. By
// this part of it tangential springs of both differ, which have at most 1e-2 of the normal force.
const Vec3 ALONG = {0.0, 0.6e-3, -0.8e-3};
constexpr double TURNED = 1e-5, ROUND_OFF = 1e-12;
const std::vector<Letters> STICK_OR_SLIDE = {{{"MU", 0.5}}, {{"MU", 2e-3}}};

/** The pair styles of LAMMPS and of VARDEM. lever: how VARDEM has the arm of the torque. */
std::pair<std::string, std::string> pair_styles(const Row &row, const Letters &letters,
                                                const std::string &lever)
{
  const std::string stock = with_values(row.stock, letters), ours = with_values(row.ours, letters);
  const std::size_t name = ours.find(' ');
  return {row.has("gran/") ? "pair_style " + stock + "\npair_coeff * *\n"
                           : "pair_style granular\npair_coeff * * " + stock + "\n",
          "pair_style " + ours.substr(0, name) + "\npair_coeff * *" + ours.substr(name) + "lever " +
              lever + " velocity mid\n"};
}

double difference(const Row &row, const std::string &lever, const std::string &then,
                  const Letters &letters = {})
{
  const auto [stock, ours] = pair_styles(row, with(letters, with(OF_PAIR, LETTERS)), lever);
  return difference(loads(TWO_SIZES + stock + then), loads(TWO_SIZES + ours + then));
}

/** A wall at z = -0.45, which the first grain overlaps by 0.05. */
double difference_at_wall(const Row &row, const std::string &then, const Letters &given = {})
{
  const Letters letters = with(given, with(OF_WALL, LETTERS));
  const std::string start = empty_box("boundary p p f") + "create_atoms 1 single 0 0 0\n" +
      MASS_ONE + "pair_style zero 1\npair_coeff * *\n",
                    stock = with_values(row.stock, letters) + "zplane -0.45 NULL\n",
                    ours = with_values(row.ours, letters) + "velocity mid\n";
  return difference(
      loads(start + "fix wall all wall/gran " + stock + then),
      loads(start + "fix wall all wall/contact plane 0 0 -0.45 0 0 1 " + ours + then));
}

}    // namespace

TEST(Porting, PairStylesGran)
{
  for (const Row &row : table("Pair styles gran/*")) {
    const std::string what = row.stock + "\n" + row.ours;
    EXPECT_LE(difference(row, "radius", SLIDING + SPINS + "run 0"), ROUND_OFF) << what;
    for (const Letters &mu : STICK_OR_SLIDE)
      EXPECT_LE(difference(row, "radius", moves(ALONG, 1e-5), mu),
                row.has_spring() ? TURNED : ROUND_OFF)
          << what << " MU " << mu.at("MU");
  }
}

// For the velocities of surfaces these take the radii, as lever radius does, and the torque acts in
// the middle of the overlap, as with lever contact. So they are compared without spin, and the
// forces alone with spin.

TEST(Porting, PairStyleGranular)
{
  NEEDS_LAMMPS(20260704,
               "the tangential stiffness of hooke/history, which it multiplies by the radius of "
               "the contact");
  for (const Row &row : table("Pair style granular")) {
    const std::string what = row.stock + "\n" + row.ours;
    EXPECT_LE(difference(row, "contact", SLIDING + "run 0"), ROUND_OFF) << what;
    const auto [stock, ours] = pair_styles(row, with(OF_PAIR, LETTERS), "radius");
    const Loads a = loads(TWO_SIZES + stock + SLIDING + SPINS + "run 0"),
                b = loads(TWO_SIZES + ours + SLIDING + SPINS + "run 0");
    EXPECT_LE(largest_difference(a.f, b.f), ROUND_OFF * largest(a.f)) << what;
    for (const Letters &mu : STICK_OR_SLIDE)
      EXPECT_LE(difference(row, "contact", moves(ALONG, 1e-5), mu),
                row.has_spring() ? TURNED : ROUND_OFF)
          << what << " MU " << mu.at("MU");
  }
}

// The overlap grows from 0.1 to 0.15 and becomes 0.08, while the surfaces slide by 0.01: springs of
// Hooke contacts and those of mindlin_rescale/force are the same, up to 1e-2 of a spring that has
// 1e-2 of the normal force. The other forms differ by 1e-2 of a force. (All so slowly that dashpots
// do not make the contact pull: then only LAMMPS' styles have friction.)

TEST(Porting, SpringsWhileTheOverlapChanges)
{
  NEEDS_LAMMPS(20260704,
               "the tangential stiffness of hooke/history, which it multiplies by the radius of "
               "the contact");
  const Vec3 n = {0.6, 0.64, 0.48};
  const std::string way =
      moves(-0.05 * n + 5.0 * ALONG, 1e-4) + moves(0.07 * n + 5.0 * ALONG, 1e-4);
  for (const std::string heading : {"Pair styles gran/*", "Pair style granular"})
    for (const Row &row : table(heading)) {
      if (!row.has_spring()) continue;
      const bool same = row.has("hooke") || row.has("mindlin_rescale/force");
      const double found = difference(row, row.has("gran/") ? "radius" : "contact", way,
                                      {{"MU", 5.0}, {"KT", 3000.0}});
      EXPECT_EQ(found < 1e-3, same) << found << "\n" << row.stock;
    }
}

TEST(Porting, Walls)
{
  NEEDS_LAMMPS(20260704,
               "the tangential stiffness of hooke/history, which it multiplies by the radius of "
               "the contact");
  for (const Row &row : table("Fix wall/gran")) {
    const std::string what = row.stock + "\n" + row.ours;
    EXPECT_LE(difference_at_wall(row,
                                 "set atom 1 vx 0.5 vy 0.2 vz -0.3\n"
                                 "set atom 1 omega 0.1 -0.2 0.3\nrun 0"),
              ROUND_OFF)
        << what;
    for (const Letters &mu : STICK_OR_SLIDE)
      EXPECT_LE(difference_at_wall(row,
                                   "timestep 1e-5\nvelocity all set 0.1 0 0\n"
                                   "fix move all move linear 0.1 0 0\nrun 1000",
                                   mu),
                row.has_spring() ? TURNED : ROUND_OFF)
          << what << " MU " << mu.at("MU");
  }
}

// A strain of 1e-4 in all ways of the bond, without dashpots; and rates of 1 in one step of 1e-5,
// in which the strains are of this size. The laws differ by the strain, relative to the force.

TEST(Porting, Bonds)
{
  NEEDS_LAMMPS(20260704, "the frame and the dashpots of bond style bpm/rotational");
  const std::string start = bonded_box("newton off", "bpm/sphere") +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.64 0 0.48\n" + MASS_ONE +
      "create_bonds single/bond 1 1 2\n" + NO_CONTACTS,
                    strain = "run 0\nset atom 2 x 0.64009 y 0.00005 z 0.48004\n"
                             "set atom 2 quat 0.6 0 0.8 0.004\nrun 0",
                    rates = "set atom 1 vx 0.5 vy -0.3 vz 0.1\nset atom 1 omega 1 -2 0.5\n"
                            "set atom 2 omega -0.7 0.4 2\nfix 1 all nve/bpm/sphere\n"
                            "timestep 1e-5\nrun 1";
  for (const Row &row : table("Bond style bpm/rotational"))
    for (const double damping : {0.0, 1.0}) {
      const std::string then = damping > 0.0 ? rates : strain;
      const Letters letters = {{"KR", 300},         {"KS", 200},           {"KT", 90},
                               {"KB", 70},          {"L0", 0.8},           {"GR", 3 * damping},
                               {"GS", 2 * damping}, {"GB", 1.5 * damping}, {"FCR", 1e9},
                               {"FCS", 1e9},        {"TCT", 1e9},          {"TCB", 1e9}};
      const auto run = [&](const std::string &style, const std::string &coefficients) {
        return loads(start + "bond_style " + style + "\n" + with_values(coefficients, letters) +
                     "\n" + then);
      };
      const Loads stock = run("bpm/rotational break no smooth no", row.stock),
                  ours = run("binder", row.ours);
      EXPECT_GT(largest(stock.t), 1e-3);
      EXPECT_LE(largest_difference(stock.f, ours.f), 5e-4 * largest(stock.f)) << then;
      EXPECT_LE(largest_difference(stock.t, ours.t), 5e-4 * largest(stock.t)) << then;
    }
}
