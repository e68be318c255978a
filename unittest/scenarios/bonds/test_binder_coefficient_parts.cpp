// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The coefficients of bond style binder: keywords, defaults, the law of a bond, files of binders in
// all units, bad input.

#include "contacts/soft_contact.h"

#include "host/bonds/binder_coefficients.h"

#include "force.h"
#include "lammps.h"
#include "utils.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <utility>

using namespace scenario;
using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Binder;

namespace {

constexpr double PI = 3.14159265358979323846;
const std::string HEADER = "# DATE: 2026-01-01 UNITS: si\n";

BinderCoefficients read(const Simulation &sim, const std::string &line)
{
  std::vector<std::string> words = utils::split_words("1 " + line);
  std::vector<char *> arg;
  for (std::string &word : words) arg.push_back(&word[0]);
  return BinderCoefficients::read(sim.lammps(), "Bond style binder", 1,
                                  static_cast<int>(arg.size()), arg.data());
}

BinderCoefficients read(const std::string &line)
{
  return read(Simulation("units lj"), line);
}

bool same_bytes(const BinderCoefficients &a, const BinderCoefficients &b)
{
  return std::memcmp(&a, &b, sizeof a) == 0;
}

std::string file_with(const std::string &text)
{
  const std::string name = scratch_file("binder");
  std::ofstream(name) << text;
  return name;
}

void expect_relative(double found, double expected, double bound, const std::string &what)
{
  EXPECT_LE(std::fabs(found / expected - 1.0), bound) << what << " " << found << " " << expected;
}

/** Where bond_coeff can be given. */
scenario::Input bonds(const std::string &units, const std::string &before = "")
{
  return {"units " + units +
              "\natom_style bond\nregion box block 0 1 0 1 0 1\n"
              "create_box 1 box bond/types 1\nbond_style binder\n",
          "bond_coeff 1 " + before};
}

}    // namespace

// --- keywords ---

// Syntax: form B, energy quadratic, torsion = KM, no dashpots, no limits

TEST(BinderCoefficientParts, Defaults)
{
  const BinderCoefficients c = read("axial 200 shear 150 moment 10");
  EXPECT_EQ(c.stiffness, BinderCoefficients::ENERGIES);
  EXPECT_EQ(c.form, BinderCoefficients::B);
  EXPECT_EQ(c.energy, BinderCoefficients::QUADRATIC);
  EXPECT_EQ(c.velocity, BinderCoefficients::FULL_STEP);
  EXPECT_EQ(c.axial, 200.0);
  EXPECT_EQ(c.shear, 150.0);
  EXPECT_EQ(c.moment, 10.0);
  EXPECT_EQ(c.torsion, 10.0);
  EXPECT_FALSE(c.is_damped());
  EXPECT_FALSE(c.can_break());
  EXPECT_EQ(c.text(), "axial 200 shear 150 moment 10 torsion 10 form B energy quadratic");

  const BinderCoefficients beam = read("beam 2e6 0.25 0.5");
  EXPECT_EQ(beam.stiffness, BinderCoefficients::BEAM);
  EXPECT_EQ(beam.form, BinderCoefficients::N);
  EXPECT_EQ(beam.energy, BinderCoefficients::LINEAR);
  EXPECT_EQ(beam.E, 2e6);
  EXPECT_EQ(beam.nu, 0.25);
  EXPECT_EQ(beam.factor, 0.5);
  EXPECT_TRUE(same_bytes(read("energy linear beam 2e6 0.25 0.5 form N"), beam));
}

TEST(BinderCoefficientParts, KeywordsInAnyOrder)
{
  const BinderCoefficients c = read(
      "break bend 0.3 form printed torsion 7 velocity mid moment 10 break axial 0.1 energy linear "
      "shear 150 damp 1 0 3 axial 200 break energy 4 break shear 0.2");
  EXPECT_EQ(c.form, BinderCoefficients::PRINTED);
  EXPECT_EQ(c.energy, BinderCoefficients::LINEAR);
  EXPECT_EQ(c.velocity, BinderCoefficients::MID);
  EXPECT_EQ(c.torsion, 7.0);
  EXPECT_EQ(c.damping[0], 1.0);
  EXPECT_EQ(c.damping[1], 0.0);
  EXPECT_EQ(c.damping[2], 3.0);
  EXPECT_EQ(c.limit.stretch, 0.1);
  EXPECT_EQ(c.limit.shear, 0.2);
  EXPECT_EQ(c.limit.bending, 0.3);
  EXPECT_EQ(c.limit.energy, 4.0);
  EXPECT_TRUE(c.is_damped());
  EXPECT_TRUE(c.can_break());
  EXPECT_TRUE(same_bytes(c,
                         read("axial 200 shear 150 moment 10 torsion 7 form printed "
                              "energy linear damp 1 0 3 velocity mid break axial 0.1 "
                              "break shear 0.2 break bend 0.3 break energy 4")));
  EXPECT_STREQ(BinderCoefficients::name_of(c.form), "printed");
  EXPECT_EQ(read("axial 1 shear 0 moment 0 break bend 3.141592653589793").limit.bending, PI);
}

TEST(BinderCoefficientParts, TextIsReadBack)
{
  Simulation sim("units real");
  for (const std::string &line : std::vector<std::string>{
           "axial 200 shear 150 moment 10",
           "axial 0.1 shear 1e-300 moment 0.30000000000000004 torsion 0 form N energy linear",
           "axial 1e22 shear 0 moment 123456789.123456789 form printed",
           "axial 1 shear 1 moment 1 damp 0 0.1 1e-7",
           "axial 1 shear 1 moment 1 damp 1e-9 0 0 velocity mid",
           "axial 1 shear 1 moment 1 damp 0 0 0 velocity mid",
           "axial 1 shear 1 moment 1 break axial 1e-5 break energy 0.7",
           "beam 3.3e10 0.2 0.7 damp 1 2 3 break shear 0.1 break bend 3.1415926535897931",
           "beam 1e-3 -0.9999999999999999 1.1"}) {
    const BinderCoefficients c = read(sim, line), again = read(sim, c.text());
    EXPECT_TRUE(same_bytes(c, again)) << line << " became " << c.text();
    EXPECT_EQ(c.text(), again.text());
  }
}

// --- the law of a bond ---

TEST(BinderCoefficientParts, LawOfTheGivenStiffnesses)
{
  const std::string stiffnesses = "axial 200 shear 150 moment 10 torsion 7 damp 1 2 3";
  const Binder quadratic = read(stiffnesses).law(0.3, 0.1),
               linear = read(stiffnesses + " energy linear").law(0.3, 0.1);
  EXPECT_EQ(quadratic.axial, 200.0);
  EXPECT_EQ(quadratic.shear_quadratic, 150.0);
  EXPECT_EQ(quadratic.shear_linear, 0.0);
  EXPECT_EQ(quadratic.moment, 10.0);
  EXPECT_EQ(quadratic.torsion, 7.0);
  EXPECT_EQ(quadratic.damp_axial, 1.0);
  EXPECT_EQ(quadratic.damp_shear, 2.0);
  EXPECT_EQ(quadratic.damp_moment, 3.0);
  EXPECT_EQ(linear.shear_quadratic, 0.0);
  EXPECT_EQ(linear.shear_linear, 150.0);
}

// By hand, doc/notes/binder-bonds.md 7: r = .5 .2 = .1, l = 1.5, E = 2, G = .8: KA = E pi r^2 l, KM
// = E pi r^4/(4 l), KT = G pi r^4/(2 l); in units real a pressure is 68568.415 energies per volume
// (LAMMPS' units command: atmospheres, kcal/mol, Angstrom). Bound: ten roundings

TEST(BinderCoefficientParts, LawOfABeam)
{
  for (const auto &[units, pressure] : {std::pair{"lj", 1.0}, {"real", 68568.415}}) {
    const Binder law =
        read(Simulation(std::string("units ") + units), "beam 2 0.25 0.5 damp 1 2 3").law(1.5, 0.2);
    expect_relative(law.axial, 0.03 * PI / pressure, 1e-15, units);
    expect_relative(law.moment, 1e-4 / 3.0 * PI / pressure, 2e-15, units);
    expect_relative(law.torsion, 8e-5 / 3.0 * PI / pressure, 2e-15, units);
    EXPECT_GT(law.shear_linear, 0.0);
    EXPECT_EQ(law.shear_quadratic, 0.0);
    EXPECT_EQ(law.damp_shear, 2.0);
  }
}

// --- files ---

// Factors of a unit of si, from the table of LAMMPS' units command: 1 Pa = 10 dyn/cm^2 = 1e-3
// pg/(um us^2) = 1e-6 ag/(nm ns^2); 1 J = 1e7 erg = 1e15 pg um^2/us^2 = 1e21 ag nm^2/ns^2, and a
// second is 1, 1e6, 1e9 units of time. Bound: the result of the decimal number, rounded, and a
// division; 1e30 is not exact

TEST(BinderFiles, ValuesInAllUnits)
{
  const std::string file = file_with(HEADER +
                                     "binder b beam 3.3e10 0.2 0.7 damp 0.1 0.2 0.3 "
                                     "break axial 0.001 break energy 0.7 # concrete\n\n"
                                     "binder s torsion 0.07 axial 200 shear 151.3 moment 1e-6 "
                                     "energy linear break shear 0.1\n");
  const struct {
    const char *units;
    double pressure, energy, action;
  } styles[] = {{"si", 1.0, 1.0, 1.0},
                {"cgs", 1e1, 1e7, 1e7},
                {"micro", 1e-3, 1e15, 1e21},
                {"nano", 1e-6, 1e21, 1e30}};
  for (const auto &u : styles) {
    Simulation sim(std::string("units ") + u.units);
    const BinderCoefficients beam = read(sim, "file " + file + " b"),
                             spring = read(sim, "file " + file + " s");
    EXPECT_EQ(beam.stiffness, BinderCoefficients::BEAM);
    EXPECT_EQ(beam.form, BinderCoefficients::N);
    expect_relative(beam.E, 3.3e10 * u.pressure, 1e-15, u.units);
    EXPECT_EQ(beam.nu, 0.2);
    EXPECT_EQ(beam.factor, 0.7);
    for (int k : {0, 1, 2})
      expect_relative(beam.damping[k], (k + 1) / 10.0 * u.action, 1e-15, u.units);
    EXPECT_EQ(beam.limit.stretch, 0.001);
    expect_relative(beam.limit.energy, 0.7 * u.energy, 1e-15, u.units);
    expect_relative(spring.axial, 200 * u.energy, 1e-15, u.units);
    expect_relative(spring.shear, 151.3 * u.energy, 1e-15, u.units);
    expect_relative(spring.moment, 1e-6 * u.energy, 1e-15, u.units);
    expect_relative(spring.torsion, 0.07 * u.energy, 1e-15, u.units);
    EXPECT_EQ(spring.energy, BinderCoefficients::LINEAR);
    EXPECT_EQ(spring.limit.shear, 0.1);
    EXPECT_TRUE(same_bytes(read(sim, spring.text()), spring));
  }
}

// The values and their sources are in the files; Baker & Gonzalez: Ka = Ks = 200, Km = 10

TEST(BinderFiles, OfTheFolderPotentials)
{
  Simulation si("units si"), lj("units lj");
  const BinderCoefficients concrete = read(si, "file concrete.binder concrete");
  EXPECT_EQ(concrete.text(), "beam 33000000000 0.2 1 form N energy linear break axial 8.79e-05");
  EXPECT_EQ(read(si, "file concrete.binder cement_paste").E, 2e10);
  EXPECT_EQ(read(si, "file sand.binder epoxy").factor, 0.5);
  EXPECT_FALSE(read(si, "file steel.binder steel").can_break());
  EXPECT_TRUE(same_bytes(read(lj, "file baker_gonzalez.binder torus"),
                         read(lj, "axial 200 shear 200 moment 10")));
}

TEST(BinderFiles, CommandReplacesWhatTheLineHas)
{
  Simulation sim("units si");
  const std::string file = file_with(HEADER +
                                     "binder a axial 2 shear 3 moment 4 form N energy linear "
                                     "damp 1 2 3 velocity mid break axial 0.1 break bend 0.2\n"
                                     "binder b beam 1e9 0.3 1\n");
  EXPECT_TRUE(
      same_bytes(read(sim,
                      "break axial 0.5 form B file " + file +
                          " a energy quadratic damp 5 6 7 "
                          "velocity onstep break energy 8"),
                 read(sim,
                      "axial 2 shear 3 moment 4 form B energy quadratic damp 5 6 7 break axial 0.5 "
                      "break bend 0.2 break energy 8")));
  EXPECT_TRUE(same_bytes(read(sim, "velocity onstep file " + file + " a"),
                         read(sim,
                              "axial 2 shear 3 moment 4 form N energy linear damp 1 2 3 "
                              "break axial 0.1 break bend 0.2")));
  EXPECT_TRUE(same_bytes(read(sim, "file " + file + " b break shear 0.1 damp 1 1 1"),
                         read(sim, "beam 1e9 0.3 1 break shear 0.1 damp 1 1 1")));
}

TEST(BinderCoefficientsInput, Keywords)
{
  expect_refused(bonds("lj"), R"(
    | Bond style binder
      | keyword axial is missing; give axial, shear and moment, or beam, or file
    axial 1 moment 1 | Bond style binder | keyword shear is missing
    shear 1 axial 1 torsion 1 | Bond style binder | keyword moment is missing
    axial 0 shear 0 moment 0 | Bond style binder | all stiffnesses are 0
    axial 0 shear 0 moment 0 torsion 1
    axial | Bond style binder | keyword axial needs a value: a number >= 0
    beam 1 0.3 1 form B | Bond style binder
      | keyword form B: a beam has form N, since form B resists bending by its shear
    form printed beam 1 0.3 1 | Bond style binder
      | keyword form printed: a beam has form N, since a rotation in space strains form printed
    beam 1 0.3 1 energy quadratic
      | Bond style binder | keyword energy quadratic: a beam has energy linear
    {axial,shear,moment,torsion} 1 beam 1 0.3 1
      | Bond style binder | keyword {1}: keyword beam gives all stiffnesses
  )");
  expect_refused(bonds("lj", "axial 1 shear 1 moment 1"), R"(
    bend 1 | Bond style binder has no keyword bend
      | its keywords are break, axial, shear, moment, torsion, beam, file
    axial 2 | Bond style binder keyword axial is given twice
    form B form N | Bond style binder keyword form is given twice
    break axial 1 break axial 2 | Bond style binder keyword break axial is given twice
    velocity mid
      | Bond style binder keyword velocity: it is that of the dashpots; give damp DA DS DM
    damp 1 1 | Bond style binder keyword damp DM needs a value: a number >= 0
    form | Bond style binder keyword form needs a value: B, N or printed
    break | Bond style binder keyword break needs a value: axial, shear, bend or energy
    break bend | Bond style binder keyword break bend needs a value: an angle
  )");
}

TEST(BinderCoefficientsInput, Values)
{
  expect_refused(bonds("lj"), R"(
    axial -1 shear 1 moment 1 | keyword axial must be a number >= 0: -1
    axial 1 shear nan moment 1 | keyword shear must be a number >= 0: nan
    axial 1 shear 1 moment {1e999,stiff} | keyword moment must be a number >= 0: {1}
    torsion -0.1 | keyword torsion must be a number >= 0: -0.1
    form {b,Printed} | keyword form must be B, N or printed: {1}
    energy cubic | keyword energy must be quadratic or linear: cubic
    damp 1 -1 1 | keyword damp DS must be a number >= 0: -1
    velocity half | keyword velocity must be onstep or mid: half
    break twist 1 | keyword break must be axial, shear, bend or energy: twist
    break axial {0,inf} | keyword break axial must be a number > 0: {1}
    break energy -1 | keyword break energy must be a number > 0: -1
    break shear 3.15 | keyword break shear must be an angle > 0 and <= pi: 3.15
    break bend 0 | keyword break bend must be an angle > 0 and <= pi: 0
    beam 0 0.3 1 | keyword beam E must be a number > 0: 0
    beam 1 {-1,0.51} 1 | keyword beam NU must be Poisson's ratio > -1 and <= 0.5: {1}
    beam 1 0.3 0 | keyword beam FACTOR must be a number > 0: 0
  )");
}

TEST(BinderFilesInput, FilesAndNames)
{
  expect_refused(bonds("si"), R"(
    file | Bond style binder keyword file needs a value: the name of a file and that of a binder
    file concrete.binder | Bond style binder
      | keyword file needs a value: the name of a binder behind that of the file
    file nowhere.binder stone | Bond style binder | cannot open binder file nowhere.binder
      | set the environment variable LAMMPS_POTENTIALS
    file concrete.binder stone | Bond style binder
      | binder file concrete.binder has no binder stone; it has cement_paste, concrete
    {axial,shear,moment,torsion} 1 file concrete.binder concrete
      | Bond style binder keyword {1}: keyword file gives all stiffnesses
    file concrete.binder concrete beam 1 0.3 1
      | Bond style binder keyword beam: keyword file gives all stiffnesses
    file concrete.binder concrete form B
      | Bond style binder keyword form B: a beam has form N
    file concrete.binder concrete velocity mid
      | Bond style binder keyword velocity: it is that of the dashpots
  )");
}

TEST(BinderFilesInput, Units)
{
  const std::string binder = "binder a axial 1 shear 1 moment 1\n";
  for (const auto &[header, what] : {std::pair{"", "does not tell its units"},
                                     {"# DATE: 2026-01-01 UNITS:\n", "does not tell its units"},
                                     {"# DATE: 2026-01-01\n# UNITS: si\n", "does not tell its"},
                                     {"# UNITS: cgs\n", "has UNITS: cgs"}})
    expect_refused(bonds("si", "file"),
                   file_with(header + binder) + " a | Bond style binder | binder file |" + what +
                       "| its first line must have UNITS: si or lj");
  const std::string file = file_with(HEADER + binder);
  for (const std::string units : {"lj", "real", "metal", "electron"})
    expect_refused(bonds(units, "file"),
                   file +
                       " a | Bond style binder"
                       " | is in si units, which can be converted to units si, cgs, micro and"
                       " nano, but not to " +
                       units);
  for (const std::string units : {"si", "cgs", "real"})
    expect_refused(bonds(units, "file"),
                   "baker_gonzalez.binder torus | Bond style binder | binder file"
                   " baker_gonzalez.binder is in lj units, which cannot be converted to " +
                       units);
}

TEST(BinderFilesInput, Lines)
{
  for (const auto &[line, message] :
       {std::pair{"a beam 1e9 0.3 1", "a must be binder | in the line: a beam 1e9 0.3 1"},
        {"binder", "binder needs a name"},
        {"binder first beam 1 0.3 1", "first is there twice"},
        {"binder a", "binder a of file | keyword axial is missing; give axial, shear and moment"},
        {"binder a beam 1e9 0.3 -1", "binder a of file | beam FACTOR must be a number > 0: -1"},
        {"binder a beam 1e9 0.3 1 form B", "binder a of file | keyword form B: a beam has form N"},
        {"binder a beam 1e9 0.3 1 axial 1", "binder a of file | keyword axial: keyword beam gives"},
        {"binder a file b c",
         "binder a of file | has no keyword file; its keywords are break, axial"},
        {"binder a beam 1 0.3 1 density 1",
         "binder a of file | has no keyword density; its keywords are break, axial"},
        {"binder a beam 1 0.3 1 beam 1 0.3 1", "binder a of file | keyword beam is given twice"}})
    expect_refused(bonds("si", "file"),
                   file_with(HEADER + "binder first beam 1e9 0.3 1\n" + line + "\n") +
                       " a | Bond style binder |" + message);
}
