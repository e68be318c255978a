// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Keyword material of pair_style contact/hertz and contact/hooke: values of the files in all units,
// pairs of materials, Mindlin's tangential stiffness, restart and data files, bad files and
// commands.

#include "../../meshes.h"
#include "contacts/soft_contact.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace scenario;

namespace {

const std::string GLASS_AND_STEEL = "pair_coeff * * material granular.contact glass steel";
const std::string HEADER = "# DATE: 2026-01-01 UNITS: si\n";

/** A box of n types and of the given side, without atoms. */
std::string box(const std::string &units, const std::string &style, int ntypes = 2,
                const std::string &side = "1")
{
  return "units " + units + "\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n" +
      "region box block 0 " + side + " 0 " + side + " 0 " + side + "\ncreate_box " +
      std::to_string(ntypes) + " box\nneighbor 0 bin\npair_style " + style + "\n";
}

std::string file_with(const std::string &text)
{
  const std::string name = scratch_file("contact");
  std::ofstream(name) << text;
  return name;
}

/** The words behind the types I J of the data file, in the words of pair_coeff. */
std::vector<std::string> coefficients(Simulation &sim, const std::string &types)
{
  const std::string data = scratch_file("data");
  sim.run("create_atoms 1 single 0 0 0\nset group all diameter 0.001 density 1\nwrite_data " +
          data + " pair ij\n");
  std::ifstream file(data);
  std::vector<std::string> words;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(types + " ", 0) != 0) continue;
    std::istringstream rest(line.substr(types.size()));
    for (std::string word; rest >> word;) words.push_back(word);
    break;
  }
  return words;
}

/** The number n words behind a keyword. */
double number(const std::vector<std::string> &words, const std::string &keyword, int n = 1)
{
  for (std::size_t k = 0; k + n < words.size(); k++)
    if (words[k] == keyword) return std::strtod(words[k + n].c_str(), nullptr);
  ADD_FAILURE() << "no " << keyword;
  return NAN;
}

void expect_relative(double found, double expected, double bound, const std::string &what)
{
  EXPECT_LE(std::fabs(found / expected - 1.0), bound) << what << " " << found << " " << expected;
}

}    // namespace

// --- values ---

// Factors of a unit of si, from the table of LAMMPS' units command: 1 Pa = 10 dyn/cm^2 = 1e-3
// pg/(um us^2) = 1e-6 ag/(nm ns^2); 1 N/m = 1e3 dyn/cm = 1e3 pg/us^2 = 1e3 ag/ns^2; 1 kg/s = 1e3
// g/s = 1e9 pg/us = 1e12 ag/ns; 1/s = 1e-6/us = 1e-9/ns. Bound: the result of the decimal number,
// rounded, and a division

TEST(Materials, ValuesInAllUnits)
{
  const struct {
    const char *units;
    double pressure, stiffness, dashpot, rate;
  } styles[] = {{"si", 1.0, 1.0, 1.0, 1.0},
                {"cgs", 1e1, 1e3, 1e3, 1.0},
                {"micro", 1e-3, 1e3, 1e9, 1e-6},
                {"nano", 1e-6, 1e3, 1e12, 1e-9}};
  const std::string file =
      file_with(HEADER +
                "material a E 7.1e10 nu 0.22 G 2.9e10 friction 0.3 restitution 0.97\n"
                "material b E 1.7e9 nu -0.1 G isotropic friction 1 velocity 0.7 0.3\n"
                "material c k 195000 kt 12345.6 friction 0.25 mass_velocity 61 17\n"
                "pair a b restitution 0.5 # both\n");
  for (const auto &u : styles) {
    Simulation hertz(box(u.units, "contact/hertz") + "pair_coeff * * material " + file + " a b");
    const auto a = coefficients(hertz, "1 1"), b = coefficients(hertz, "2 2");
    expect_relative(number(a, "E"), 7.1e10 * u.pressure, 1e-15, u.units);
    EXPECT_EQ(number(a, "nu"), 0.22);
    expect_relative(number(a, "G"), 2.9e10 * u.pressure, 1e-15, u.units);
    EXPECT_EQ(number(a, "mu"), 0.3);
    EXPECT_EQ(number(a, "restitution"), 0.97);
    expect_relative(number(b, "E"), 1.7e9 * u.pressure, 1e-15, u.units);
    EXPECT_EQ(number(b, "nu"), -0.1);
    expect_relative(number(b, "G"), 1.7e9 / 1.8 * u.pressure, 1e-15, u.units);
    expect_relative(number(b, "damping", 2), 0.7 * u.dashpot, 1e-15, u.units);
    expect_relative(number(b, "damping", 3), 0.3 * u.dashpot, 1e-15, u.units);
    Simulation hooke(box(u.units, "contact/hooke", 1) + "pair_coeff * * material " + file + " c");
    const auto c = coefficients(hooke, "1 1");
    expect_relative(number(c, "k"), 195000 * u.stiffness, 1e-15, u.units);
    expect_relative(number(c, "kt"), 12345.6 * u.stiffness, 1e-15, u.units);
    EXPECT_EQ(number(c, "mu"), 0.25);
    expect_relative(number(c, "mass_velocity"), 61 * u.rate, 1e-15, u.units);
    expect_relative(number(c, "mass_velocity", 2), 17 * u.rate, 1e-15, u.units);
  }
}

// The table of doc/src/Howto_vardem_materials.rst

TEST(Materials, OfTheFilesOfThisPackage)
{
  const struct {
    const char *name;
    double E, nu, G, restitution, friction;
  } table[] = {{"glass", 7.1e10, 0.22, 7.1e10 / 2.44, 0.97, 0.092},
               {"steel", 2.0e11, 0.285, 2.0e11 / 2.57, 0.95, 0.42},
               {"sand", 9.45e10, 0.0742, 4.4e10, 0.7, 0.5},
               {"nylon", 2.8e9, 0.4, 1.0e9, 0.9, 0.2},
               {"rubber", 2.5e6, 0.49, 2.5e6 / 2.98, 0.75, 1.16}};
  for (const auto &m : table) {
    Simulation sim(box("si", "contact/hertz", 1) + "pair_coeff * * material granular.contact " +
                   m.name);
    const auto found = coefficients(sim, "1 1");
    EXPECT_EQ(number(found, "E"), m.E) << m.name;
    EXPECT_EQ(number(found, "nu"), m.nu) << m.name;
    expect_relative(number(found, "G"), m.G, 1e-15, m.name);
    EXPECT_EQ(number(found, "restitution"), m.restitution) << m.name;
    EXPECT_EQ(number(found, "mu"), m.friction) << m.name;
  }
  Simulation species(box("si", "contact/hooke") +
                     "pair_coeff * * material olsen_kamrin.contact stiff soft");
  const double stiff = number(coefficients(species, "1 1"), "k");
  // weight/diameter of 2.5 mm, 2000 kg/m^3; six digits in the file
  expect_relative(stiff, 1e6 * 9.81 * 2000 * M_PI / 6 * 2.5e-3 * 2.5e-3, 1e-6, "stiff");
  expect_relative(number(coefficients(species, "1 2"), "k"), stiff / 3.0, 1e-6, "mixed");
  expect_relative(number(coefficients(species, "2 2"), "k"), stiff / 5.0, 1e-6, "soft");
  for (const std::string gamma : {"15", "30", "60", "150"}) {
    Simulation deklerk(box("si", "contact/hooke", 1) +
                       "pair_coeff * * material deklerk.contact gamma" + gamma);
    const auto found = coefficients(deklerk, "1 1");
    EXPECT_EQ(number(found, "k"), 195000);
    EXPECT_EQ(number(found, "mass_velocity"), std::stod(gamma));
    EXPECT_EQ(number(found, "mass_velocity", 2), 0.5 * std::stod(gamma));
  }
}

// --- contacts of two materials ---

namespace {

/** Grains of glass and of steel, of 2 mm and 3 mm, that overlap by d, along x. A second pair is far
 *  away. */
std::string glass_on_steel(double d, const std::string &coeff = GLASS_AND_STEEL)
{
  char place[200];
  snprintf(place, sizeof place,
           "create_atoms 1 single 0.01 0.01 0.01\ncreate_atoms 2 single %.17g 0.01 0.01\n",
           0.01 + 2.5e-3 - d);
  return box("si", "contact/hertz", 2, "0.02") + coeff + "\n" + place +
      "set type 1 diameter 0.002\nset type 2 diameter 0.003\nset type 1 density 2500\n"
      "set type 2 density 7800\nfix 1 all nve/sphere\nthermo_style custom step pe\n";
}

const double RADIUS = 1e-3 * 1.5e-3 / 2.5e-3;    // R* of these grains

/** 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2 */
const double MODULUS = 1.0 / ((1.0 - 0.22 * 0.22) / 7.1e10 + (1.0 - 0.285 * 0.285) / 2.0e11);
/** 1/G* = (2 - nu_1)/G_1 + (2 - nu_2)/G_2 */
const double SHEAR_MODULUS = 1.0 / ((2.0 - 0.22) * 2.44 / 7.1e10 + (2.0 - 0.285) * 2.57 / 2.0e11);

}    // namespace

// Hertz: F = 4/3 E* sqrt(R*) d^(3/2). The distance of the grains has an error of 2e-18 m

TEST(Materials, GlassOnSteelHasTheForceOfHertz)
{
  const double d = 1e-6;
  Simulation sim(glass_on_steel(d) + "run 0");
  const double expected = 4.0 / 3.0 * MODULUS * std::sqrt(RADIUS) * std::pow(d, 1.5);
  expect_relative(sim.value("fx[2]"), expected, 1e-11, "force");
  expect_relative(sim.value("pe"), 0.4 * expected * d, 1e-11, "energy");
}

// Pairs without a line have geometric means, pairs with one have its values; the order of the names
// does not matter

TEST(Materials, PairsOfMaterials)
{
  const std::string file = file_with(
      HEADER +
      "\n   # materials\nmaterial a E 1e9 nu 0.1 G isotropic restitution 0.9 friction 0.4\n"
      "material b E 3e9 nu 0.3 G isotropic restitution 0.4 friction 0.9   # soft\n"
      "material c E 2e9 nu 0.2 G 1e9 velocity 1 2 friction 0.1\n\tpair c\ta friction 0.7 "
      "restitution 0.5\n"
      "pair b c restitution 0.3\n");
  Simulation sim(box("si", "contact/hertz", 3) + "pair_coeff * * material " + file + " a b c");
  const auto ab = coefficients(sim, "1 2"), ac = coefficients(sim, "1 3"),
             bc = coefficients(sim, "2 3");
  EXPECT_NEAR(number(ab, "restitution"), 0.6, 1e-15);
  EXPECT_NEAR(number(ab, "mu"), 0.6, 1e-15);
  EXPECT_EQ(number(ac, "restitution"), 0.5);
  EXPECT_EQ(number(ac, "mu"), 0.7);
  EXPECT_EQ(number(bc, "restitution"), 0.3);
  EXPECT_NEAR(number(bc, "mu"), 0.3, 1e-15);
  // two bodies of E, nu, G have the E* and G* of a on b
  const double E = number(ab, "E"), nu = number(ab, "nu"), G = number(ab, "G");
  expect_relative(2.0 * (1.0 - nu * nu) / E, 0.99 / 1e9 + 0.91 / 3e9, 1e-15, "E*");
  expect_relative(2.0 * (2.0 - nu) / G, 1.9 * 2.2 / 1e9 + 1.7 * 2.6 / 3e9, 1e-15, "G*");

  Simulation other(box("si", "contact/hertz", 3) + "pair_coeff * * material " + file + " c b a");
  EXPECT_EQ(coefficients(other, "1 3"), ac);
  EXPECT_EQ(number(coefficients(other, "2 3"), "E"), E);
}

TEST(Materials, KeywordsBehindTheNames)
{
  Simulation sim(box("si", "contact/hertz") + GLASS_AND_STEEL + " velocity mid lever radius");
  for (const std::string types : {"1 1", "1 2", "2 2"}) {
    const auto words = coefficients(sim, types);
    EXPECT_EQ(words[words.size() - 3], "radius") << types;
    EXPECT_EQ(words.back(), "mid") << types;
  }
}

// The keyword G of pair_coeff: coefficients of a file can be written into the input, and mixed
// there

TEST(Materials, ShearModulusInTheInput)
{
  const std::string steel = "E 2.0e11 nu 0.285 G isotropic mu 0.42 damping restitution 0.95\n";
  Simulation sim(box("si", "contact/hertz") +
                 "pair_coeff 1 1 E 7.1e10 nu 0.22 damping restitution 0.97 G isotropic mu 0.092\n"
                 "pair_coeff 2 2 " +
                 steel),
      file(box("si", "contact/hertz") +
           "pair_coeff * * material granular.contact glass NULL\npair_coeff 2 2 " + steel);
  Simulation one(box("si", "contact/hertz", 1) + "pair_coeff * * material granular.contact glass");
  EXPECT_EQ(coefficients(sim, "1 1"), coefficients(one, "1 1"));
  const auto mixed = coefficients(sim, "1 2");
  expect_relative((2.0 - number(mixed, "nu")) * 2.0 / number(mixed, "G"), 1.0 / SHEAR_MODULUS,
                  1e-15, "G*");
  EXPECT_EQ(coefficients(file, "1 2"), mixed);
}

// --- other commands ---

// Sub-styles take the types with names; NULL types belong to others

TEST(Materials, BelowHybrid)
{
  const std::string atoms =
      "create_atoms 1 single 0.01 0.01 0.01\ncreate_atoms 2 single 0.012499 0.01 0.01\n"
      "create_atoms 3 single 0.007501 0.01 0.01\nset group all diameter 0.0025\n"
      "set group all density 2500\nfix 1 all nve/sphere\nrun 0\n";
  Simulation alone(box("si", "contact/hertz", 3, "0.02") +
                   "pair_coeff * * material granular.contact glass steel rubber\n" + atoms),
      sim(box("si", "hybrid contact/hertz contact/hooke", 3, "0.02") +
          "pair_coeff * * contact/hertz material granular.contact glass steel NULL\n"
          "pair_coeff 3 3 contact/hooke k 1000\npair_coeff 1*2 3 contact/hooke k 500\n" +
          atoms);
  EXPECT_GT(sim.value("fx[2]"), 0.0);
  EXPECT_EQ(sim.value("fx[2]"), alone.value("fx[2]"));
  expect_relative(sim.value("fx[3]"), -500 * 1e-6, 1e-10, "contact/hooke");    // round-off of 1e-6
}

// A wall of steel: on glass E* is that of both, on steel it is that of steel. R* is the radius

TEST(Materials, Walls)
{
  const double d = 1e-6;
  const std::string atoms = box("si", "zero 0.003", 2, "0.02") +
      "pair_coeff * *\ncreate_atoms 1 single 0.005 0.01 $(0.001-1e-6:%.17g)\n"
      "create_atoms 2 single 0.01 0.01 $(0.001-1e-6:%.17g)\nset group all diameter 0.002\n"
      "set group all density 2500\nfix 1 all nve/sphere\n";
  const std::string wall = "fix w all wall/contact plane 0 0 0 0 0 1 law hertz ";
  Simulation sim(atoms + wall + "material granular.contact steel glass steel lever contact\nrun 0");
  const double root = 4.0 / 3.0 * std::sqrt(1e-3) * std::pow(d, 1.5),
               steel = 2.0e11 / (2.0 * (1.0 - 0.285 * 0.285));
  expect_relative(sim.value("fz[1]"), root * MODULUS, 1e-11, "glass");
  expect_relative(sim.value("fz[2]"), root * steel, 1e-11, "steel");

  const std::string same_law = "fix w all wall/contact plane 0 0 0 0 0 1 ";
  Simulation without(atoms + same_law + "material granular.contact steel glass NULL\nrun 0");
  expect_relative(without.value("fz[1]"), root * MODULUS, 1e-11, "glass");
  EXPECT_EQ(without.value("fz[2]"), 0.0);
  EXPECT_EQ(without.value("f_w[10]"), 1.0);    // contacts
  const std::string plate = scratch_file("plate.stl");
  VARDEM::write_file(
      plate, VARDEM::stl_text(VARDEM::block_of_triangles({0, 0, 0.0098}, {0.02, 0.02, 0.0102})));
  Simulation inside(atoms + "set type 2 z 0.01\nfix w all wall/contact stl " + plate +
                    " material granular.contact steel glass NULL\nrun 0");
  EXPECT_EQ(inside.value("fz[2]"), 0.0);
  Simulation implicit(
      atoms +
      "unfix 1\npair_style contact/hertz\n"
      "pair_coeff * * material granular.contact glass steel\n" +
      same_law +
      "material granular.contact steel glass NULL\n"
      "fix i all nve/sphere/implicit friction tresca\nneighbor 1e-4 bin\ntimestep 1e-8\nrun 1");
  EXPECT_GT(implicit.value("vz[1]"), 0.0);
  EXPECT_EQ(implicit.value("vz[2]"), 0.0);

  expect_refused({atoms, wall + "material granular.contact"}, R"(
    steel glass | Fix wall/contact w | the name of the wall's material
      | and one name for each of the 2 atom types | there are 2 names
    gold glass steel | Fix wall/contact w | has no material gold
    steel free servo | Fix wall/contact w | has no material free
    steel glass steel k 1 | Fix wall/contact w | there are 5 names
    steel glass steel lever contact mu 1
      | Fix wall/contact w keyword mu: with keyword material, the file gives
  )");
}

// Restart and data files have the coefficients, not the name of the file

TEST(Materials, RestartAndDataFiles)
{
  const std::string restart = scratch_file("restart"), data = scratch_file("data");
  Simulation sim(glass_on_steel(1e-6) + "set type 1 vy 0.1\ntimestep 1e-8\nunfix 1\n" +
                 "fix 1 all nve/sphere/leapfrog restart exact\nrun 50\nwrite_restart " + restart +
                 "\nwrite_data " + data + " pair ij\nrun 50 pre no");
  Simulation again("read_restart " + restart +
                   "\nneighbor 0 bin\nfix 1 all nve/sphere/leapfrog restart exact\nrun 50");
  expect_same_bits(sim.state(), again.state());
  EXPECT_NE(sim.state().omega[0].z, 0.0);
  Simulation from("units si\natom_style sphere\natom_modify map array\npair_style contact/hertz\n"
                  "read_data " +
                  data + "\nneighbor 0 bin");
  const auto expected = coefficients(sim, "1 2");
  EXPECT_EQ(coefficients(again, "1 2"), expected);
  EXPECT_EQ(coefficients(from, "1 2"), expected);
}

// fix adapt changes G; kt is not a coefficient of a material

TEST(Materials, FixAdapt)
{
  const std::string adapt = "variable g equal 1e9*(1+step)\nfix a all adapt 1 pair contact/hertz ";
  // LAMMPS' fix adapt must not be there when coefficients() creates an atom: it has pointers that
  // it has not set
  Simulation sim(glass_on_steel(1e-6) + adapt + "G 1 2 v_g\nrun 1\nunfix a");
  expect_relative(number(coefficients(sim, "1 2"), "G"), 2e9, 1e-15, "G");
  expect_refused({glass_on_steel(1e-6), "variable g equal", "\nrun 1"}, R"(
    1e9*(1+step);fix a all adapt 1 pair contact/hertz kt 1 2 v_g
      | fix adapt changes kt, which pair_coeff 1 2 does not have
    -step;fix a all adapt 1 pair contact/hertz G 1 2 v_g
      | types 1 2 have G | which must be > 0; check fix adapt
  )");
}

TEST(MaterialsInput, UnitsOfTheFile)
{
  const std::string material = "material glass E 7.1e10 nu 0.22\n";
  for (const auto &[header, what] :
       {std::pair{"", "does not tell its units"},
        {"# DATE: 2026-01-01 UNITS:\n", "does not tell its units"},
        {"# DATE: 2026-01-01\n# UNITS: si\n", "does not tell its units"},
        {"# DATE: 2026-01-01 UNITS: metal\n", "has UNITS: metal"},
        {"# UNITS: furlong\n", "has UNITS: furlong"}})
    expect_refused({box("si", "contact/hertz", 1), "pair_coeff * * material"},
                   file_with(header + material) +
                       " glass | Pair style contact/ | material file | " + what +
                       "| its first line must have UNITS: si");
  for (const std::string units : {"lj", "real", "metal", "electron"})
    expect_refused({box(units, "contact/hertz")},
                   GLASS_AND_STEEL +
                       "| Pair style contact/ | units si, cgs, micro and nano, but not"
                       " to " +
                       units + "| give the coefficients in the input instead");
}

TEST(MaterialsInput, NamesOfMaterials)
{
  expect_refused({box("si", "contact/hertz"), "pair_coeff"}, R"(
    * * material nowhere.contact glass steel | Pair style contact/
      | cannot open material file nowhere.contact | set the environment variable LAMMPS_POTENTIALS
    * * material | Pair style contact/ | keyword material needs a file
    1 2 material granular.contact glass steel
      | Pair style contact/ | keyword material must follow * *, and not 1 2
    * * material granular.contact glass gold | Pair style contact/
      | granular.contact has no material gold; it has glass, nylon, rubber, sand, steel
    * * material granular.contact | one name for each of the 2 atom types | there are 0 names
    * * material granular.contact {glass,glass lever contact} | there are 1 names
    * * material granular.contact glass steel rubber | there are 3 names
    * * material granular.contact glass steel k 1000 | there are 4 names
    * * material granular.contact NULL NULL | Pair style contact/ | all names are NULL
    * * material granular.contact glass steel lever radius kt 1e3 mu 0.5 | Pair style contact/
      | keyword kt: with keyword material, the file gives all coefficients
    * * material granular.contact glass steel lever center
      | Pair style contact/ | keyword lever must be contact or radius
  )");
  const std::string file =
      file_with(HEADER +
                "material full E 1e9 nu 0.3 G isotropic k 1e5 kt 1e4 friction 0.5 restitution 0.9\n"
                "material hertz E 1e9 nu 0.3\nmaterial hooke k 1e5\nmaterial noratio E 1e9\n"
                "material sticky E 1e9 nu 0.3 k 1e5 friction 0.5\n"
                "material gamma E 1e9 nu 0.3 k 1e5 mass_velocity 1 1\n");
  expect_refused({box("si", "contact/hertz"), "pair_coeff * * material " + file}, R"(
    full full
    hooke hooke | Pair style contact/hertz | material hooke of file
      | has no E, which the law of Hertz needs | k is for that of Hooke
    noratio full | material noratio of file | has no nu
    sticky sticky | material sticky of file | has no G, which friction needs | G isotropic
    gamma full | material gamma of file | has mass_velocity, which is for the law of Hooke
    full hertz | materials full and hertz of file | have damping restitution and damping none
      | add a line pair full hertz
  )");
  expect_refused({box("si", "contact/hooke"), "pair_coeff * * material " + file}, R"(
    full full
    full hertz | Pair style contact/hooke | material hertz of file
      | has no k, which the law of Hooke needs | E and nu are for that of Hertz
    sticky sticky | material sticky of file | has no kt, which friction needs
    hooke gamma | have damping none and damping mass_velocity | add a line pair
  )");
}

TEST(MaterialsInput, LinesOfTheFile)
{
  for (const auto &[lines, message] :
       {std::pair{"glass E 1e9", "glass must be material or pair | in the line: glass E 1e9"},
        {"material", "material needs a name"},
        {"pair a", "pair needs the names of two materials"},
        {"material k 1000", "k cannot be the name of a material"},
        {"material lever E 1", "lever cannot be the name of a material"},
        {"material a E 2e9 nu 0.3", "a is there twice"},
        {"pair a b friction 0.1", "has no material b; it has a"},
        {"pair a a friction 0.1", "the line of material a has what acts between two of them"},
        {"material b\npair a b friction 0.1\npair b a friction 0.1", "a b is there twice"},
        {"material b density 2500",
         "material b has no keyword density; its keywords are E, nu, G, k"},
        {"material b\npair a b E 1e9",
         "pair a b has no keyword E; its keywords are friction, rolling_friction, restitution"},
        {"material b E", "keyword E needs a value: a number > 0"},
        {"material b mass_velocity 1", "keyword mass_velocity needs a value: a number >= 0"},
        {"material b E 1e9 E 2e9", "keyword E is given twice"},
        {"material b G isotropic", "G isotropic needs E and nu"},
        {"material b restitution 0.5 velocity 1 1", "three kinds of dashpots; keep one of them"},
        {"material b E 0", "keyword E must be a number > 0: 0"},
        {"material b E 1e999", "keyword E must be a number > 0: 1e999"},
        {"material b E hard", "keyword E must be a number > 0: hard"},
        {"material b nu 0.51", "keyword nu must be Poisson's ratio > -1 and <= 0.5: 0.51"},
        {"material b nu -1", "keyword nu must be Poisson's ratio > -1 and <= 0.5: -1"},
        {"material b G -1", "keyword G must be a number > 0: -1"},
        {"material b k nan", "keyword k must be a number > 0: nan"},
        {"material b kt -1", "keyword kt must be a number >= 0: -1"},
        {"material b restitution 1.01", "restitution must be a number > 0 and <= 1: 1.01"},
        {"material b friction -0.1", "keyword friction must be a number >= 0: -0.1"},
        {"material b velocity 1 -1", "keyword velocity must be a number >= 0: -1"},
        {"material b mass_velocity -1 1", "keyword mass_velocity must be a number >= 0: -1"}})
    expect_refused({box("si", "contact/hertz", 1), "pair_coeff * * material"},
                   file_with(HEADER + "material a E 1e9 nu 0.3 # soft\n" + lines + "\n") +
                       " a | Pair style contact/ |" + message);
}

TEST(MaterialsInput, ShearModulusInTheInput)
{
  expect_refused({box("si", "contact/hertz"), "pair_coeff * *"}, R"(
    E 1e9 nu 0.3 G 0 mu 0.5 | keyword G must be a number > 0: 0
    E 1e9 nu 0.3 G 1e9 | keyword G: give G and mu together, as G SHEAR mu MU
    E 1e9 nu 0.3 G isotropic mu -1 | keyword mu must be a number >= 0: -1
    E 1e9 nu 0.3 G 1e9 mu 0.5 kt 1 mu 1 | keywords kt and G both give the tangential stiffness
    k 1000 G 1e9 mu 0.5 | keyword G | only together with E and nu; use kt with keyword k
  )");
  expect_refused({box("si", "contact/hooke"), "pair_coeff * *"},
                 "k 1000 G 1e9 mu 0.5 | keyword G | of Hertz' law only; use k and kt");
  expect_refused({glass_on_steel(1e-6,
                                 "pair_coeff 1 1 E 1e9 nu 0.3 G isotropic mu 0.5\n"
                                 "pair_coeff 2 2 E 1e9 nu 0.3 kt 1 mu 0.5")},
                 "run 0 | types 1 and 2 have kt and G, which cannot be mixed");
}
