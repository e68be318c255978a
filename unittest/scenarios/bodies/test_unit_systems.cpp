// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The same problem in all unit systems of LAMMPS, through all styles. LAMMPS' units of force,
// energy and pressure are not always those of mass, length and time: so a factor that is missing,
// or there twice, makes another problem in metal or real. A number of a problem stands with its
// dimensions, as in <0.5 L>. Results over their dimensions are those of lj to round-off, since no
// number of a problem has more than one unit. A new style gets a row of a table.

#include "scenario.h"

#include "force.h"
#include "lammps.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <sstream>

using namespace scenario;

namespace {

/** What is one unit of the problem: powers of two, so that their products and roots have no
 *  round-off. Those of si are a grain of dust: nothing is compared with an absolute small number. */
struct Scale {
  std::string units;
  double length, mass, time;
};

const Scale LJ = {"lj", 1.0, 1.0, 1.0};
const Scale OTHERS[] = {{"si", std::ldexp(1.0, -20), std::ldexp(1.0, -60), std::ldexp(1.0, -10)},
                        {"cgs", std::ldexp(1.0, -4), std::ldexp(1.0, -10), std::ldexp(1.0, -4)},
                        {"metal", 1.0, 1.0, 1.0},
                        {"real", 4.0, 16.0, 64.0},
                        {"electron", 1.0, 1.0, 1.0},
                        {"micro", 1024.0, 4.0, 16.0},
                        {"nano", 1.0, 1024.0, 1.0}};

/** One unit of each dimension: LAMMPS' src/update.cpp, set_units(), has the factors. */
class Dimensions {
 public:
  Dimensions(const Scale &s, const LAMMPS_NS::Force *factors)
  {
    const double force = s.mass * s.length / (s.time * s.time) / factors->ftm2v;
    of['L'] = s.length;
    of['M'] = s.mass;
    of['T'] = s.time;
    of['V'] = s.length / s.time;
    of['F'] = force;
    of['A'] = force / s.mass;    // of fix gravity
    of['E'] = force * s.length;
    of['P'] = force / (s.length * s.length) * factors->nktv2p;
  }

  /** "F L^-1" */
  double product(const std::string &text) const
  {
    double all = 1.0;
    std::istringstream words(text);
    for (std::string word; words >> word;)
      all *= std::pow(of[static_cast<int>(word[0])],
                      word.size() > 2 ? atof(word.substr(2).c_str()) : 1.0);
    return all;
  }

  /** A script without <...>. */
  std::string in_units(const std::string &script) const
  {
    static const std::regex number("<([-0-9][-0-9.e]*) ([^<>]*)>");
    std::string text;
    auto from = script.cbegin();
    for (std::sregex_iterator i(script.cbegin(), script.cend(), number), end; i != end; ++i) {
      char value[40];
      snprintf(value, sizeof(value), "%.17g", atof((*i)[1].str().c_str()) * product((*i)[2]));
      text.append(from, (*i)[0].first).append(value);
      from = (*i)[0].second;
    }
    return text.append(from, script.cend());
  }

 private:
  double of[128] = {};
};

/** An expression and its dimensions. */
struct Result {
  std::string expression, dimensions;
};

struct Problem {
  std::string name, script;
  std::vector<Result> results;
};

void append(std::vector<double> &all, const std::vector<Vec3> &vectors, double unit)
{
  for (const Vec3 &a : vectors) all.insert(all.end(), {a.x / unit, a.y / unit, a.z / unit});
}

/** The results without dimensions, of atoms first. */
std::vector<double> solved(const Problem &problem, const Scale &scale)
{
  Simulation sim("units " + scale.units);
  const Dimensions one(scale, sim.lammps()->force);
  sim.run(one.in_units("atom_modify map array\n" + problem.script));
  const State s = sim.state();
  std::vector<double> all;
  append(all, s.x, scale.length);
  append(all, s.v, one.product("V"));
  append(all, s.omega, 1.0 / scale.time);
  append(all, s.angmom, one.product("M V L"));
  for (const Quat &q : s.q) all.insert(all.end(), {q.w, q.x, q.y, q.z});
  sim.run("thermo_modify norm no");
  for (const Result &r : problem.results)
    all.push_back(sim.value(r.expression) / one.product(r.dimensions));
  return all;
}

/** LAMMPS' factors have 9 digits: mvv2e ftm2v is 1 to 3e-10 in electron units. Solvers end at
 *  residuals below 1e-10. lost: what differences lose of these digits. */
void expect_same(const Problem &problem, double lost = 1.0)
{
  const std::vector<double> expected = solved(problem, LJ);
  double largest = 0.0;
  for (const double a : expected) largest = std::max(largest, std::fabs(a));
  for (const Scale &scale : OTHERS) {
    const std::vector<double> found = solved(problem, scale);
    ASSERT_EQ(found.size(), expected.size());
    const std::size_t first = expected.size() - problem.results.size();
    for (std::size_t k = 0; k < found.size(); k++) {
      const std::string what = k < first ? "number " + std::to_string(k) + " of atoms"
                                         : problem.results[k - first].expression;
      EXPECT_NEAR(found[k], expected[k],
                  1e-8 * lost * std::max(1e-3 * largest, std::fabs(expected[k])))
          << problem.name << ", units " << scale.units << ", " << what;
    }
  }
}

// --- two grains that hit each other and a wall ---

const std::string BOX = "boundary f f f\nregion box block <-5 L> <5 L> <-5 L> <5 L> <-5 L> <5 L>\n";
const std::string GRAINS = R"(
    create_atoms 1 single <-0.53 L> <0.02 L> 0
    create_atoms 1 single <0.48 L> 0 <0.03 L>
    set group all diameter <1 L>
    set atom 1 mass <2 M>
    set atom 2 mass <3 M>
    set atom 1 vx <1 V> vy <0.3 V>
    set atom 1 omega <1 T^-1> <2 T^-1> <3 T^-1>
    neighbor <0.4 L> bin
    comm_modify vel yes cutoff <4 L>
    timestep <1e-3 T>
    fix g all gravity <10 A> vector 0 0 -1
)";
const std::string TWO = "atom_style sphere\n" + BOX + "create_box 1 box\n" + GRAINS;
const std::string FLOOR = "fix w all wall/contact plane 0 0 <-0.51 L> 0.1 0 1 ";

/** Contacts and a floor of this law. */
std::string contacts(const std::string &law, const std::string &coefficients)
{
  return "pair_style contact/" + law + "\npair_coeff * * " + coefficients + "\n" + FLOOR + "law " +
      law + " " + coefficients + "\n";
}

const std::string DAMPED = "k <2e4 F L^-1> damping mass_velocity <30 T^-1> <10 T^-1>";

const std::vector<std::string> HOOKE = {"k <2e4 F L^-1>", DAMPED,
                                        "k <2e4 F L^-1> damping velocity <60 F V^-1> <20 F V^-1>",
                                        "k <2e4 F L^-1> damping restitution 0.6"};
const std::vector<std::string> HERTZ = {
    "k <4e4 F L^-1.5>", "k <4e4 F L^-1.5> damping mass_velocity <300 T^-1 L^-1> <100 T^-1 L^-1>",
    "k <4e4 F L^-1.5> damping velocity <60 F V^-1> <20 F V^-1>",
    "k <4e4 F L^-1.5> damping restitution 0.6", "E <5e4 P> nu 0.3 damping restitution 0.6"};

/** All parts of the ledger, the forces of the contacts, the force on the floor and its sums. */
const std::string BOOKS = "fix e all energy/ledger\ncompute c all contact/force\n"
                          "compute f all reduce sum c_c[10] c_c[11] c_c[12] c_c[13] inputs local\n"
                          "thermo_style custom step c_f[1] pe f_e f_w[1]\n";

std::vector<Result> books(bool with_contacts = true)
{
  std::vector<Result> all = {{"f_e", "E"}};
  for (int k = 1; k <= 12; k++) all.push_back({"f_e[" + std::to_string(k) + "]", "E"});
  for (int k = 1; k <= 3; k++) all.push_back({"f_w[" + std::to_string(k) + "]", "F"});
  for (int k = 4; k <= 9; k++) all.push_back({"f_w[" + std::to_string(k) + "]", "E"});
  if (!with_contacts) return all;
  all.push_back({"c_f[1]", "L"});
  for (int k = 2; k <= 4; k++) all.push_back({"c_f[" + std::to_string(k) + "]", "F"});
  return all;
}

/** Ends while the grains touch each other and the floor. */
Problem impact(const std::string &law, const std::string &coefficients, const std::string &fix)
{
  return {fix + ", " + law + " " + coefficients,
          TWO + contacts(law, coefficients) + "fix 1 all " + fix + "\n" + BOOKS + "run 25\nrun 40",
          books()};
}

}    // namespace

TEST(UnitSystems, ExplicitImpacts)
{
  for (const auto &coefficients : HOOKE)
    expect_same(impact("hooke", coefficients + " kt <5e3 F L^-1> mu 0.5", "nve/sphere/leapfrog"));
  for (const auto &coefficients : HERTZ)
    expect_same(impact("hertz", coefficients + " kt <2e4 F L^-1.5> mu 0.5", "nve/sphere/leapfrog"));
  expect_same(impact("hertz", HERTZ.back() + " G <2e4 P> mu 0.5 lever radius velocity mid",
                     "nve/sphere/leapfrog"));
  for (const auto &integrator : SPHERE_INTEGRATORS)
    for (const std::string inertia : {"", " inertia 0.3"})
      expect_same(impact("hooke", DAMPED + " kt <5e3 F L^-1> mu 0.5", integrator.fix + inertia));
}

TEST(UnitSystems, ImplicitImpacts)
{
  const std::string tol = " tol 1e-11", fix = "nve/sphere/implicit ";
  for (const auto &coefficients : HOOKE)
    expect_same(impact("hooke", coefficients, fix + "alpha 0.5" + tol));
  for (const auto &coefficients : HERTZ)
    expect_same(impact("hertz", coefficients, fix + "alpha 0.5" + tol));
  for (const std::string scheme :
       {"alpha 0", "alpha 0.3", "theta 0.5", "theta 1", "scheme energy", "alpha 0.5 dashpot live",
        "alpha 0.5 adaptive yes <1e-4 T> <2e-3 T>"})
    expect_same(impact("hooke", DAMPED, fix + scheme + tol));
  for (const std::string scheme : {"alpha 0.5", "theta 1", "scheme energy"})
    expect_same(impact("hooke", DAMPED + " kt <5e3 F L^-1> mu 0.5",
                       fix + scheme + " friction tresca" + tol));
}

TEST(UnitSystems, Dampings)
{
  for (const std::string form : {"onstep", "midstep", "regular gravity no"}) {
    Problem p = impact("hooke", DAMPED, "damping/cundall/onstep 0.3 0.2 form " + form);
    p.script.insert(p.script.find(BOOKS), "fix 2 all nve/sphere/rodrigues\n");
    expect_same(p);
  }
}

// --- bonds ---

namespace {

const std::string BONDED = "newton on off\natom_style hybrid sphere bond\n" + BOX +
    "create_box 1 box bond/types 1 extra/bond/per/atom 4 extra/special/per/atom 8\n" + GRAINS +
    "set atom 1 vx <0.1 V>\ntimestep <1e-4 T>\n"
    "pair_style contact/hooke\npair_coeff * * k <2e4 F L^-1>\nspecial_bonds lj 0 1 1\n" +
    FLOOR + "k <2e4 F L^-1>\n";

Problem bonded(const std::string &style, const std::string &coefficients, const std::string &fix)
{
  return {style + " " + coefficients + ", " + fix,
          BONDED + "fix 1 all " + fix + "\nbond_style " + style + "\nbond_coeff 1 " + coefficients +
              "\ncreate_bonds/gap all all 1 0.1\n" + BOOKS + "run 25\nrun 100",
          books()};
}

}    // namespace

TEST(UnitSystems, Bonds)
{
  const std::vector<std::string> binders = {
      "axial <200 E> shear <100 E> moment <10 E> torsion <9 E> form N energy linear",
      "axial <200 E> shear <100 E> moment <10 E> damp <2 E T> <0.6 E T> <0.05 E T>",
      "axial <200 E> shear <100 E> moment <10 E> damp <2 E T> <0.6 E T> <0.05 E T> velocity mid",
      "axial <200 E> shear <100 E> moment <10 E> break energy <1e-3 E>", "beam <1e3 P> 0.2 1.0"};
  for (const std::string fix : {"nve/sphere/rodrigues", "nve/sphere/implicit tol 1e-11"}) {
    for (const auto &coefficients : binders) expect_same(bonded("binder", coefficients, fix));
    for (const auto &coefficients : HOOKE) expect_same(bonded("contact/hooke", coefficients, fix));
  }
}

// --- cells ---

namespace {

const std::string CELL = R"(atom_style hybrid sphere molecular
    region box prism 0 <3 L> 0 <3 L> 0 <3 L> 0 0 0
    create_box 1 box
    create_atoms 1 single <0.5 L> <0.5 L> <0.5 L>
    create_atoms 1 single <1.48 L> <0.6 L> <0.5 L>
    create_atoms 1 single <2.45 L> <0.5 L> <0.6 L>
    create_atoms 1 single <0.5 L> <1.5 L> <0.6 L>
    create_atoms 1 single <0.6 L> <2.5 L> <0.5 L>
    create_atoms 1 single <0.6 L> <0.5 L> <1.45 L>
    create_atoms 1 single <0.5 L> <0.6 L> <2.45 L>
    create_atoms 1 single <1.6 L> <1.5 L> <1.6 L>
    set group all diameter <1.02 L>
    set group all mass <2 M>
    set atom 8 vx <1 V> vy <0.3 V>
    neighbor <0.3 L> bin
    comm_modify vel yes
    timestep <1e-3 T>
    fix w all wall/contact plane 0 0 <-9 L> 0 0 1 k <1e4 F L^-1>
    pair_style contact/hooke
    pair_coeff * * )" +
    DAMPED + " kt <5e3 F L^-1> mu 0.5\n";

const std::vector<Result> SHAPE = {{"lx", "L"}, {"ly", "L"},  {"lz", "L"},
                                   {"xy", "L"}, {"pzz", "P"}, {"pxy", "P"}};

Problem cell(const std::string &fixes, const std::string &integrators = "fix 1 all nve/sphere\n")
{
  std::vector<Result> all = books(false);
  all.insert(all.end(), SHAPE.begin(), SHAPE.end());
  return {fixes, CELL + integrators + fixes + "\n" + BOOKS + "run 20\nrun 50", all};
}

}    // namespace

TEST(UnitSystems, Cells)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  constexpr double CONTROL = 100.0;    // stress control divides second differences of the stress
  expect_same(cell("fix d all deform/gradv gradv 0 0 <-0.2 T^-1> <0.5 T^-1> 0 0 kick yes"));
  expect_same(cell("fix d all deform/gradv gradv <0.1 T^-1> 0 0 <0.5 T^-1> 0 0 stress zz <-50 P> "
                   "<1 T^-1> stress yy <-30 P> <1 T^-1>"),
              CONTROL);
  expect_same(cell("fix d all deform 0 xy erate <0.5 T^-1> remap v\nfix s all streaming"));
  expect_same(
      cell("fix d all deform/gradv gradv <0.1 T^-1> 0 0 <0.5 T^-1> 0 0 stress zz <-50 P> <1 T^-1>",
           "set atom 1*2 mol 1\nset atom 3* mol 2\ngroup clump molecule 1\n"
           "group free molecule 2\nfix 1 clump rigid/small/variational molecule\n"
           "fix 2 free nve/sphere\nfix 3 all damping/cundall/onstep 0.2 0.1\n"),
      CONTROL);
  expect_same(cell("fix d all timestep/contact 5 safety 0.3 growth 0.1 max <1e-2 T>"));
}

TEST(UnitSystems, StableSteps)
{
  NEEDS_LAMMPS(20260704,
               "the tangential stiffness of hooke/history, which it multiplies by the radius of "
               "the contact");
  for (const std::string keywords :
       {"", "method dyndt", "reach 0", "dashpots no", "damping 0.2 pwave <1e5 P> 0.3"})
    for (const auto &law : {std::string("hooke"), std::string("hertz")})
      for (const auto &coefficients : law == "hooke" ? HOOKE : HERTZ)
        expect_same({"timestep/contact " + keywords + ", " + law + " " + coefficients,
                     TWO + contacts(law, coefficients) +
                         "create_atoms 1 single <3 L> <3 L> <3 L>\n"
                         "set atom 3 diameter <1 L> mass <1 M>\n"
                         "fix 1 all nve/sphere\ncompute s all timestep/contact " +
                         keywords +
                         "\ncompute a all reduce sum c_s\n"
                         "thermo_style custom step c_s c_a\nrun 0",
                     keywords.find("pwave") == std::string::npos
                         ? std::vector<Result>{{"c_s", "T"}}
                         : std::vector<Result>{{"c_s", "T"}, {"c_a", "T"}}});
  for (const std::string law :
       {"hooke/history <2e4 F L^-1> NULL 0 0 0.5 1", "hertz/history <2e4 P> NULL 0 0 0.5 1"})
    expect_same({"timestep/contact, gran/" + law,
                 TWO + "pair_style gran/" + law +
                     "\npair_coeff * *\nfix 1 all nve/sphere\n"
                     "fix w all wall/gran " +
                     law +
                     " zplane <-0.55 L> NULL\n"
                     "compute s all timestep/contact\nthermo_style custom step c_s\nrun 0",
                 {{"c_s", "T"}}});
}

// --- bodies, contact dynamics, packings ---

TEST(UnitSystems, Bodies)
{
  const std::string clump = "atom_style hybrid sphere molecular\n" + BOX + "create_box 1 box\n" +
      GRAINS +
      "create_atoms 1 single <0.6 L> <0.1 L> <1.2 L>\nset atom 3 diameter <1 L> mass <1 M>\n"
      "set atom 1*2 mol 1\nset atom 3 mol 2\ngroup bodies molecule 1\ngroup free molecule 2\n"
      "velocity bodies set <1 V> 0 <-1 V>\n";
  const std::string soft = contacts("hooke", DAMPED + " kt <5e3 F L^-1> mu 0.5");
  for (const std::string scheme : {"lgvi4", "midpoint"})
    expect_same({"rigid/small/variational",
                 clump + soft + "fix 1 bodies rigid/small/variational molecule scheme " + scheme +
                     "\nfix 2 free nve/sphere\n" + BOOKS + "run 20\nrun 60",
                 books()});
  const std::string rigid = "pair_style contact/rigid\npair_coeff * * stiffness <1 F L^-1> "
                            "restitution 0.3\n" +
      FLOOR + "stiffness <1 F L^-1>\n";
  expect_same({"rigid/small/cd",
               clump + rigid + "fix 1 bodies rigid/small/cd molecule tol 1e-11\n" + BOOKS +
                   "run 10\nrun 30",
               books()});
}

TEST(UnitSystems, ContactDynamics)
{
  const std::string stiff = "stiffness <1 F L^-1> restitution 0.3";
  const auto rigid = [&](const std::string &mu) {
    return "pair_style contact/rigid\npair_coeff * * " + stiff + mu + "\n" + FLOOR +
        "stiffness <1 F L^-1>" + mu +
        "\nfix v all wall/contact plane <2 L> 0 0 -1 0 0 stiffness "
        "<1 F L^-1>\n";
  };
  for (const std::string keywords :
       {"", "solver newton", "solver apgd", "solver pgs", "single 1e3", "kappa 40", "mu 0.4"}) {
    const bool rough = keywords == "mu 0.4";
    expect_same({"nve/sphere/cd " + keywords,
                 TWO + rigid(rough ? " mu 0.4" : "") + "fix 1 all nve/sphere/cd tol 1e-11 " +
                     (rough ? "maxiter 2000" : keywords) + "\n" + BOOKS + "run 20\nrun 60",
                 books()});
  }
}

namespace {

/** A grain on the floor bears another one. */
const std::string COLUMN = "atom_style sphere\n" + BOX + "create_box 1 box\n" + R"(
    create_atoms 1 single <-0.01 L> 0 <0.49 L>
    create_atoms 1 single <-0.015 L> 0 <1.48 L>
    set group all diameter <1 L>
    set group all mass <2 M>
    neighbor <0.4 L> bin
    fix g all gravity <5 A> vector -0.2 0.2 -1
    fix x all wall/contact plane 0 <0.49 L> 0 0 -1 0 k <1e4 F L^-1>
    fix v all wall/contact plane <-0.505 L> 0 0 1 0 0 k <1e4 F L^-1>
    fix w all wall/contact plane 0 0 0 0 0 1 k <1e4 F L^-1>
    pair_style contact/hooke
    pair_coeff * * k <1e4 F L^-1>
)";

}    // namespace

TEST(UnitSystems, Equilibria)
{
  expect_same({"min_style contact/newton",
               COLUMN +
                   "thermo_style custom step pe f_w[3]\nthermo_modify norm no\n"
                   "min_style contact/newton\n"
                   "minimize 0 0 1000 10000",
               {{"f_w[3]", "F"}, {"pe", "E"}}});
  for (const std::string keywords : {"", "overlap yes", "solver ipm"})
    expect_same({"compatible/cd " + keywords,
                 COLUMN + "fix c all compatible/cd 1 tol 1e-12 " + keywords +
                     "\ncompute c all contact/force source fix\n"
                     "compute f all reduce sum c_c[11] c_c[12] c_c[13] inputs local\n"
                     "compute p all reduce sum f_c[1] f_c[3]\n"
                     "thermo_style custom step c_f[1] c_p[1]\nrun 0",
                 {{"c_f[1]", "F"},
                  {"c_f[2]", "F"},
                  {"c_f[3]", "F"},
                  {"f_c[7]", "F"},
                  {"c_p[1]", "P L^3"},
                  {"c_p[2]", "P L^3"}}});
}

TEST(UnitSystems, Ellipsoids)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const auto &fix : ASPHERE_INTEGRATORS)
    expect_same({fix,
                 "atom_style ellipsoid\n" + BOX +
                     "create_box 1 box\ncreate_atoms 1 single 0 0 0\n"
                     "set atom 1 shape <1 L> <2 L> <3 L> mass <3 M> quat 0 0 1 0\n"
                     "set atom 1 angmom <1 M L V> <2 M L V> <-1 M L V>\npair_style none\n"
                     "comm_modify cutoff <1 L>\ntimestep <1e-2 T>\n"
                     "fix g all gravity <5 A> vector 0 0.1 -1\n"
                     "fix t all addtorque/atom <1 F L> <0.5 F L> <0.2 F L>\nfix 1 all " +
                     fix + "\nfix e all energy/ledger\nrun 20\nrun 50",
                 {{"f_e[1]", "E"}, {"f_e[2]", "E"}, {"f_e[5]", "E"}}});
}
