// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Damped bodies that have come to rest: all forces vanish, or are in balance, to round-off. Solvers
// must go on, near the origin and far from it, in numbers of size one and in si units of sand.

#include "scenario.h"

#include <cmath>
#include <cstdio>
#include <vector>

using namespace scenario;

namespace {

/** Units of the problem: diameter, mass and stiffness of a grain. */
struct Grain {
  const char *units;
  double d, m, k;
};

const Grain GRAINS[] = {{"lj", 1.0, 1.0, 800.0}, {"si", 1e-3, 1e-6, 1e4}};
const double PLACES[] = {0.0, 1e6};    // diameters from the origin

std::string variable(const std::string &name, double value)
{
  char text[80];
  snprintf(text, sizeof(text), "variable %s equal %.17g\n", name.c_str(), value);
  return text;
}

/** d, m, k; the place o; a damping near the critical one c; the time t = sqrt(m/k). $(...) of a
 *  script knows them. */
std::string start(const Grain &g, double place)
{
  return std::string("units ") + g.units + "\n" + variable("d", g.d) + variable("m", g.m) +
      variable("k", g.k) + variable("o", place * g.d) + variable("c", std::sqrt(g.k * g.m)) +
      variable("t", std::sqrt(g.m / g.k)) + R"(
    newton on
    atom_style hybrid sphere bond
    atom_modify map array
    comm_modify vel yes cutoff $(4*v_d)
    boundary f f p
    special_bonds lj 0 1 1
    region box block $(v_o-8*v_d) $(v_o+8*v_d) $(v_o-8*v_d) $(v_o+8*v_d) $(v_o-3*v_d) $(v_o+3*v_d)
    create_box 1 box bond/types 1 extra/bond/per/atom 4 extra/special/per/atom 8
    neighbor $(0.4*v_d) bin
)";
}

const std::string GRAIN = "set group all diameter $d mass $m\n";
const std::string HELD = "group held id $(count(all))\nfix h held freeze\n";    // the last one
const std::string CONTACT =
    "pair_style contact/hooke\npair_coeff * * k $k damping velocity $c $c\n";
const std::string FLOOR = "fix w all wall/contact plane $(v_o-v_d/2) 0 0 1 0 0 ";

/** A grain that just touches a held one, across the periodic boundary if so. */
std::string pair(bool across)
{
  return std::string("create_atoms 1 single $(v_o) $(v_o) $(v_o") + (across ? "+2.9*v_d" : "") +
      ")\ncreate_atoms 1 single $(v_o+0.8*v_d) $(v_o) $(v_o" + (across ? "-2.5*v_d" : "+0.6*v_d") +
      ")\n" + GRAIN + HELD + "set atom 1 vx $(8e-5*v_d/v_t) vz $(6e-5*v_d/v_t)\n";
}

/** A cantilever. */
std::string chain()
{
  std::string atoms;
  for (int n = 0; n < 4; n++)
    atoms += "create_atoms 1 single $(v_o-" + std::to_string(n) + "*v_d) $(v_o) $(v_o)\n";
  return atoms + GRAIN + HELD + "set atom 1 vy $(1e-3*v_d/v_t)\n";
}

/** A grain on three others that are held, and one on a wall. */
std::string packing(const std::string &law)
{
  return "create_atoms 1 single $(v_o+0.81*v_d) $(v_o+0.5*v_d) $(v_o+0.288*v_d)\n"
         "create_atoms 1 single $(v_o-0.01*v_d) $(v_o-3*v_d) $(v_o)\n"
         "create_atoms 1 single $(v_o) $(v_o) $(v_o)\n"
         "create_atoms 1 single $(v_o) $(v_o+v_d) $(v_o)\n"
         "create_atoms 1 single $(v_o) $(v_o+0.5*v_d) $(v_o+0.866*v_d)\n" +
      GRAIN + "group held id > 2\nfix h held freeze\nbond_style zero\nbond_coeff *\n" + FLOOR +
      law + "fix g all gravity $(1e-3*v_k*v_d/v_m) vector -1 0 0\n";
}
const std::string SOFT = "k $k damping velocity $c $c\n" + CONTACT;

const std::string BINDER =
    "bond_style binder\nbond_coeff 1 axial $(v_k*v_d^2) shear $(v_k*v_d^2) moment $(v_k*v_d^2/8) "
    "torsion $(v_k*v_d^2/8) form N energy linear damp $(v_c*v_d^2) $(v_c*v_d^2) $(v_c*v_d^2/8)\n"
    "create_bonds/gap all all 1 0.01\n";
const std::string HOOKE = "bond_style contact/hooke\nbond_coeff 1 k $k damping velocity $c $c\n"
                          "create_bonds/gap all all 1 0.01\n";

/** No step may miss tol, and what is left of the energy is that of round-off. */
void expect_rest(const std::string &script, double place, const Grain &g, const std::string &what)
{
  Simulation sim(start(g, place) + script + "thermo_style custom step ke\nthermo_modify norm no\n");
  sim.run("run 1000");
  EXPECT_EQ(sim.value("f_i[4]"), 0.0) << what;
  // a hundred times round-off: diameters in a time of oscillation
  const double v = 1e-12 * (1.0 + place);
  EXPECT_LE(sim.value("ke"), 8.0 * g.k * g.d * g.d * v * v) << what;
}

void expect_rest_everywhere(const std::string &script, const std::string &what)
{
  for (const Grain &g : GRAINS)
    for (const double place : PLACES)
      expect_rest(script, place, g, what + ", " + g.units + ", " + std::to_string(place));
}

std::string implicit(const std::string &scheme, const std::string &step)
{
  return "fix i all nve/sphere/implicit " + scheme + "\ntimestep $(" + step + "*v_t)\n";
}

}    // namespace

// under a load, tol leaves more than round-off; dashpots of contacts leave rolling alone, and alpha
// 0.5 those oscillations that are shorter than its steps

TEST(AtRest, BondedPairs)
{
  for (const auto &fix : {implicit("theta 1", "20"), implicit("theta 1 tol 1e-12", "1"),
                          implicit("alpha 0.5 tol 1e-12", "0.5")})
    for (const bool across : {false, true}) {
      expect_rest_everywhere(pair(across) + CONTACT + fix + HOOKE, "contact/hooke");
      expect_rest_everywhere(pair(across) + CONTACT + fix + BINDER, "binder");
    }
}

TEST(AtRest, BondedChain)
{
  for (const std::string scheme : {"theta 1", "theta 1 tol 1e-12"})
    expect_rest_everywhere(chain() + CONTACT + implicit(scheme, "40") + BINDER, "chain");
}

TEST(AtRest, ContactsWithGrainsAndWalls)
{
  for (const auto &fix : {implicit("theta 1 tol 1e-12", "5"), implicit("theta 1 tol 1e-12", "1"),
                          implicit("alpha 0.5 tol 1e-12", "0.5")})
    expect_rest_everywhere(packing(SOFT) + fix, "packing");
  for (const Grain &g : GRAINS)
    for (const double place : PLACES) {
      Simulation sim(start(g, place) + packing(SOFT) + implicit("quasistatic yes tol 1e-10", "1") +
                     "run 1000");
      EXPECT_LE(sim.value("f_i[3]"), 1e-10) << g.units << " " << place;
    }
}

TEST(AtRest, MinimizationsAndRigidContacts)
{
  const std::string rigid = "stiffness 1\npair_style contact/rigid\npair_coeff * * stiffness 1\n";
  for (const Grain &g : GRAINS)
    for (const double place : PLACES) {
      Simulation min(start(g, place) + packing(SOFT) + "min_style contact/newton\n");
      for (int n = 0; n < 5; n++)
        EXPECT_TRUE(contains(min.output_of("minimize 0 0 100 1000"), "forces are zero"));
      for (const std::string tol : {"1e-6", "1e-10"}) {
        Simulation sim(start(g, place) + packing(rigid) + "fix i all nve/sphere/cd tol " + tol +
                       "\ntimestep $t\nrun 1000");
        EXPECT_EQ(sim.value("f_i[11]"), 0.0) << g.units << " " << place;
      }
    }
}
