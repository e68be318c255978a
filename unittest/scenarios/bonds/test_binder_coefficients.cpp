// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Command bond_coeff of bond style binder: several bond types, data files, restart files, hybrid
// styles.

#include "contacts/soft_contact.h"

#include <fstream>
#include <tuple>

using namespace scenario;

namespace {

const std::string STYLE = "bond_style binder\n";
const std::string ATTITUDES = "\nfix 1 all nve/sphere/rodrigues\n";

/** Three spheres in a row with a bond of each of two types, units si. */
std::string row(const std::string &styles, const std::string &coefficients)
{
  return "units si\natom_style hybrid sphere bond\natom_modify map array\nnewton on off\n"
         "comm_modify cutoff 4\nregion box block 0 4 0 4 0 4\n"
         "create_box 1 box bond/types 2 extra/bond/per/atom 2 extra/special/per/atom 2\n"
         "create_atoms 1 single 1 2 2\ncreate_atoms 1 single 2 2 2\ncreate_atoms 1 single 3 2 2\n"
         "set group all diameter 1\nset group all density 2000\nmass 1 1\n"
         "pair_style zero 1\npair_coeff * *\nspecial_bonds lj 1 1 1\n" +
      styles + coefficients + "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 2 2 3\n" +
      ATTITUDES;
}

/** What a data file of a simulation has in its section Bond Coeffs, line by line. */
std::vector<std::string> bond_coefficients(Simulation &sim)
{
  const std::string data = scratch_file("data");
  sim.run("write_data " + data);
  std::ifstream file(data);
  std::vector<std::string> found;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("Bond Coeffs", 0) == 0)
      inside = true;
    else if (inside && !line.empty() && std::isdigit(line[0]))
      found.push_back(line);
    else if (inside && !line.empty())
      break;
  }
  return found;
}

const std::string TWO = "bond_coeff 1 moment 0.1 axial 200 shear 1e3 damp 1 2 3 break axial 0.01\n"
                        "bond_coeff 2 file concrete.binder concrete break shear 0.1\n";
const std::vector<std::string> EXPECTED = {
    "1 axial 200 shear 1000 moment 0.1 torsion 0.1 form B energy quadratic damp 1 2 3 "
    "velocity onstep break axial 0.01",
    "2 beam 33000000000 0.2 1 form N energy linear break axial 8.79e-05 break shear 0.1"};

}    // namespace

TEST(BinderCoefficients, OfSeveralTypes)
{
  Simulation sim(row(STYLE, TWO));
  EXPECT_EQ(bond_coefficients(sim), EXPECTED);
  sim.run("bond_coeff * axial 1 shear 2 moment 3");
  const std::string both = " axial 1 shear 2 moment 3 torsion 3 form B energy quadratic";
  EXPECT_EQ(bond_coefficients(sim), (std::vector<std::string>{"1" + both, "2" + both}));
}

// Data and restart files have the coefficients, not the name of the file

TEST(BinderCoefficients, RestartAndDataFiles)
{
  const std::string restart = scratch_file("restart"), data = scratch_file("data");
  Simulation sim(row(STYLE, TWO) + "run 0\nwrite_restart " + restart + "\nwrite_data " + data);
  Simulation again("read_restart " + restart + ATTITUDES);
  EXPECT_EQ(bond_coefficients(again), EXPECTED);
  Simulation from("units si\natom_style hybrid sphere bond\nnewton on off\npair_style zero "
                  "1\nspecial_bonds lj 1 1 1\n" +
                  STYLE + "read_data " + data + ATTITUDES);
  EXPECT_EQ(bond_coefficients(from), EXPECTED);
}

// By hand: a beam of steel with E = 2.1e11 Pa, the radius of the smaller sphere, r = .01 m, and the
// length of the bond, l = .02 m, stretched by s = 5e-5, has the energy E pi r^2 l s^2/2 J, and 1 J
// = 1e7 erg. Bound: the coordinates have 16 digits, and the stretch has 4 less

TEST(BinderCoefficients, SteelBeamOfTheFolderPotentials)
{
  const double joule = 0.5 * 2.1e11 * 3.14159265358979323846 * 1e-4 * 0.02 * 5e-5 * 5e-5;
  for (const auto &[units, metre, unit] :
       {std::tuple{"si", std::string("1"), 1.0}, {"cgs", std::string("100"), 1e7}}) {
    const auto length = [&m = metre](const std::string &l) {
      return "$(" + l + "*" + m + ":%.17g) ";
    };
    Simulation sim(
        std::string("units ") + units +
        "\natom_style hybrid sphere bond\natom_modify map array\nnewton on off\n"
        "comm_modify cutoff " +
        length("0.1") + "\nregion box block 0 " + length("1") + "0 " + length("1") + "0 " +
        length("1") +
        "\ncreate_box 1 box bond/types 1 extra/bond/per/atom 1 extra/special/per/atom 1\n"
        "create_atoms 1 single " +
        length("0.2") + length("0.2") + length("0.2") + "\ncreate_atoms 1 single " +
        length("0.22") + length("0.2") + length("0.2") + "\nset atom 1 diameter " + length("0.02") +
        "\nset atom 2 diameter " + length("0.03") + "\nset group all density 1\npair_style zero " +
        length("0.05") +
        "\npair_coeff * *\nspecial_bonds lj 1 1 1\nbond_style binder\n"
        "bond_coeff 1 file steel.binder steel\ncreate_bonds single/bond 1 1 2" +
        ATTITUDES +
        "compute bond all pe bond\nthermo_style custom step c_bond\nrun 0\n"
        "group second id 2\ndisplace_atoms second move " +
        length("1e-6") + "0 0 units box\nrun 0");
    EXPECT_NEAR(sim.value("c_bond") / (joule * unit), 1.0, 1e-10) << units;
  }
}

// LAMMPS combines styles whose bonds may break, as quartic, and no others

TEST(BinderCoefficients, BelowHybrid)
{
  const std::string hybrid = "bond_style hybrid binder harmonic\n";
  Simulation sim(row(hybrid,
                     "bond_coeff 1 binder axial 200 shear 1e3 moment 0.1\n"
                     "bond_coeff 2 harmonic 10 1\n"));
  expect_parts(sim.error_of("bond_coeff 1 binder axial 200 shear 1e3"),
               {"Bond style binder", "keyword moment is missing; give axial, shear and moment"});
}
