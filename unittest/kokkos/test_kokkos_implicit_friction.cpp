// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/implicit/kk with friction, and with bonds, against the host style

#include "implicit_twins.h"

using namespace scenario;

namespace {

/** KOKKOS has springs in half lists with newton off only. */
const std::string SPRINGS = "-pk kokkos neigh half newton off",
                  SPRINGS_ON_DEVICE = SPRINGS + " comm device sort device";

std::string rough_gas(const std::string &form, double parts_of_contact = 8)
{
  return dense_gas("newton off", 5.0) + rough_grains(0.4, 60) + step_of(parts_of_contact) +
      IMPLICIT + form + TRESCA + TOLERANCE + "\n";
}

/** Also their orientations. */
void bonded_twin_does_what_the_host_style_does(const std::string &script, const std::string &more)
{
  SCOPED_TRACE(more);
  Simulation host(script);
  const auto device = twin_does_what_the_host_style_does(script, more);
  const State a = host.state("i"), b = device->state("i");
  EXPECT_LE(largest_angle(a.q, b.q), BOUND);
}

std::string in_time(const std::string &keywords)
{
  return "\ntimestep 0.01\n" + IMPLICIT + keywords + TOLERANCE + "\nrun 30";
}

}    // namespace

TEST(KokkosImplicitFriction, GasWithAllForms)
{
  for (const std::string &form : ROUGH_FORMS)
    for (const std::string &settings : {SPRINGS, SPRINGS_ON_DEVICE})
      twin_does_what_the_host_style_does(rough_gas(form) + "run 20", settings);
}

TEST(KokkosImplicitFriction, WallsThatMove)
{
  for (const std::string form : {"alpha 0.5 ", "theta 1 ", "scheme energy "})
    for (const std::string &settings : {SPRINGS, SPRINGS_ON_DEVICE})
      twin_does_what_the_host_style_does(bed(IMPLICIT + form + TRESCA + TOLERANCE, rough(0.3, 60)) +
                                             "\n" + step_of(4) + "run 20",
                                         settings);
}

/** Walls have springs with newton on, too. */
TEST(KokkosImplicitFriction, WallsAlone)
{
  const std::string script = grain_box() +
      "create_atoms 1 single 0 0 0.499\ncreate_atoms 1 single 2 0 0.499\nset group all diameter 1\n"
      "set group all mass 1\nset atom 1 vx 1\n" +
      hooke(0) + "fix g all gravity 1 vector 0.5 0 -1\nfix w all wall/contact plane 0 0 0 0 0 1 " +
      rough(0.3) + "\n" + IMPLICIT + TRESCA + TOLERANCE + "\ntimestep 0.01\nrun 50";
  for (const std::string settings :
       {"", "-pk kokkos neigh full newton off", "-pk kokkos neigh half newton on"})
    twin_does_what_the_host_style_does(script, settings);
}

/** The fix reads springs where its loops run. */
namespace {

/** What LAMMPS says if the style that this command defines is that of the host. */
std::string refusal_of_host_style(std::string script, const std::string &command)
{
  const std::size_t at = script.find(command);
  script.insert(script.find('\n', at) + 1, "suffix on\n").insert(at, "suffix off\n");
  return kokkos(script, SPRINGS)->error_of("run 0");
}

}    // namespace

TEST(KokkosImplicitFriction, StylesOfTheHostAreRefused)
{
  if (!TEST_DEVICE) GTEST_SKIP() << "host and device have the same memory";
  const std::string pair = refusal_of_host_style(rough_gas("alpha 0.5 "), "pair_style");
  EXPECT_TRUE(contains(pair, "and pair style contact/hooke do not compute on the same device"))
      << pair;
  for (const auto &[bonds, name] :
       {std::pair(BINDERS, "binder"), std::pair(TWO_SIDED, "contact/hooke")}) {
    const std::string bond =
        refusal_of_host_style(bonded_block(bonds, "\n" + IMPLICIT + "alpha 0.5\n"), "bond_style");
    EXPECT_TRUE(contains(
        bond, std::string("and bond style ") + name + " do not compute on the same device"))
        << bond;
  }
}

TEST(KokkosImplicitBonds, BlockWithAllForms)
{
  std::vector<std::string> forms = {"alpha 0 ", "alpha 0.5 ", "theta 1 ",
                                    "alpha 0.5 dashpot live "};
  if (!TEST_DEVICE) forms.insert(forms.end(), {"precond ict ", "precond direct "});
  for (const std::string &keywords : forms)
    bonded_twin_does_what_the_host_style_does(bonded_block(BINDERS, in_time(keywords)), "");
  for (const std::string keywords : {"alpha 0.5 ", "scheme energy "})
    bonded_twin_does_what_the_host_style_does(bonded_block(TWO_SIDED, in_time(keywords)), "");
}

TEST(KokkosImplicitBonds, Settings)
{
  for (const std::string &settings :
       {std::string("-pk kokkos neigh half newton on"), SPRINGS, SPRINGS_ON_DEVICE})
    bonded_twin_does_what_the_host_style_does(bonded_block(BINDERS, in_time("alpha 0.5 ")),
                                              settings);
}

/** An integrator of the host keeps the orientations, and the minimization on the device turns
 *  them. */
TEST(KokkosImplicitBonds, MinimizationWithOrientationsOnTheHost)
{
  const auto beam = [](const std::string &before, const std::string &after) {
    std::string text =
        "units lj\nnewton off\natom_style hybrid sphere bond\natom_modify map array\n"
        "region box block -2 20 -9 9 -9 9\ncreate_box 1 box bond/types 1 "
        "extra/bond/per/atom 4 extra/special/per/atom 8\ncomm_modify vel yes\n"
        "special_bonds lj 0 1 1\nneighbor 6 bin\nthermo_modify norm no\n";
    for (int i = 0; i < 6; i++) text += "create_atoms 1 single " + number(i) + " 0 0\n";
    text += "set group all diameter 1\nset group all mass 1\npair_style contact/hooke\n"
            "pair_coeff * * k 1000\n";
    for (int i = 1; i < 6; i++)
      text += "create_bonds single/bond 1 " + number(i) + " " + number(i + 1) + "\n";
    return text +
        "bond_style binder\nbond_coeff * axial 100 shear 100 moment 10\ngroup root id 1\n"
        "group beam id > 1\ngroup tip id 6\nfix f root freeze\nfix load tip addforce 0 0.5 0\n" +
        before + "fix i beam nve/sphere/rodrigues\n" + after +
        "min_style contact/newton\nminimize 0 0 200 20000\n";
  };
  Simulation host(beam("", ""));
  const auto device = kokkos(beam("suffix off\n", "suffix on\n"), SPRINGS);
  const State a = host.state("i"), b = device->state("i");
  EXPECT_GT(std::fabs(a.q.back().z), 0.05);
  EXPECT_LE(largest_difference(a.x, b.x), BOUND);
  EXPECT_LE(largest_angle(a.q, b.q), BOUND);
}
