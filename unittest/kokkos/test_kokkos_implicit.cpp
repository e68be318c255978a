// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/implicit/kk and min_style contact/newton/kk against the host styles

#include "implicit_twins.h"

#include "update.h"

using namespace scenario;

namespace {

// of positions: the tolerance over the stiffness, with room for soft motions
constexpr double AT_REST = 1e-10;
const std::vector<std::string> SETTINGS = {"", "-pk kokkos neigh full newton off",
                                           "-pk kokkos neigh half newton on",
                                           "-pk kokkos comm device sort device"};

/** Layers in the hollows of each other, the lowest held, on a floor that others push against. */
std::string pocket(const std::string &way, const std::string &pair = "contact/hooke")
{
  std::string lines = grain_box({"", "p p f", "block 0 4.06 0 4.06 -1 9"});
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < 4; j++)
      for (int i = 0; i < 4; i++)
        lines += "create_atoms 1 single " + number(1.015 * (i + k % 2 * 0.5) + 0.1) + " " +
            number(1.015 * (j + k % 2 * 0.5) + 0.1) + " " + number(0.495 + 0.692 * k) + "\n";
  return lines + "variable d atom 1-0.002*cos(id*id)\nset group all diameter v_d\n" +
      "set group all mass 1\ngroup base id <= 16\ngroup free subtract all base\n"
      "fix b base freeze\npair_style " +
      pair + "\npair_coeff * * k 1e4\nfix g all gravity 1 vector 0.2 0.1 -1\n" +
      "fix w all wall/contact plane 0 0 0 0 0 1 law " + pair.substr(8) + " k 1e4\ntimestep 0.01\n" +
      way;
}

const std::string MINIMIZE = "min_style contact/newton\nminimize 0 0 200 20000\n";

}    // namespace

TEST(KokkosImplicit, GasWithAllForms)
{
  for (const std::string &form : FORMS)
    twin_does_what_the_host_style_does(gas(hooke(60), form) + "run 20");
  for (const std::string &settings : SETTINGS)
    twin_does_what_the_host_style_does(gas(hooke(60), "alpha 0.5 dashpot live ") + "run 20",
                                       settings);
  twin_does_what_the_host_style_does(
      gas("pair_style contact/hertz\npair_coeff * * E 4e6 nu 0.3 damping restitution 0.8\n",
          "alpha 0 ") +
          "run 20",
      SETTINGS[1]);
}

TEST(KokkosImplicit, WallsThatMove)
{
  for (const std::string &settings : SETTINGS)
    for (const std::string form : {"alpha 0 ", "alpha 0.5 ", "theta 1 ", "scheme energy "})
      twin_does_what_the_host_style_does(
          bed(IMPLICIT + form + TOLERANCE) + "\n" + step_of(4) + "run 20", settings);
}

/** A lid that turns about a hinge, a block that flies, and a servo. */
TEST(KokkosImplicit, FreeWalls)
{
  const std::string walls = "fix w all wall/contact plane 0 0 4 0 0 -1 " + law(60) +
      " free 400 hinge -2 0 4 0 1 0 com 2 0 4 load 0 0 -90\nregion b block -1 4 -1 4 -1.8 -0.01 "
      "side out\nfix b all wall/contact region b " +
      law(60) +
      " free 20 rigid 50 60 90 com 1.5 1.5 -1 load 1 0 150\n"
      "fix p all wall/contact plane 3.53 0 0 -1 0 0 " +
      law(60) + " free 3 axis 1 0 0 servo 2 5\n";
  for (const std::string &settings : SETTINGS)
    for (const std::string form : {"alpha 0 ", "alpha 0.5 ", "scheme energy "}) {
      const std::string script =
          bed(walls + IMPLICIT + form + TOLERANCE) + "\n" + step_of(4) + "run 20";
      const auto device = twin_does_what_the_host_style_does(script, settings);
      const Simulation host(script);
      for (const std::string value : {"f_w[21]", "f_w[24]", "f_b[16]", "f_b[24]", "f_p[14]"})
        EXPECT_NEAR(host.value(value), device->value(value), BOUND) << value << form;
      EXPECT_GT(std::fabs(device->value("f_w[24]")), 1e-3);
    }
}

TEST(KokkosImplicit, FactorsOnHostThreads)
{
  if (TEST_DEVICE) {
    const std::string message =
        kokkos(gas(hooke(60), "theta 1 precond ict ", 1))->error_of("run 0");
    EXPECT_TRUE(contains(message, "precond: factors need memory of the host; use precond block"))
        << message;
    return;
  }
  twin_does_what_the_host_style_does(gas(hooke(60), "theta 1 precond ict ", 1) + "run 10");
  twin_does_what_the_host_style_does(gas(hooke(60), "theta 1 precond direct ", 1) + "run 10");
}

TEST(KokkosImplicit, Minimization)
{
  for (const std::string &settings : SETTINGS)
    for (const std::string pair : {"contact/hooke", "contact/hertz"}) {
      const std::string script = pocket(MINIMIZE, pair);
      Simulation host(script);
      const auto device = kokkos(script, settings);
      EXPECT_EQ(device->lammps()->update->minimize_style, std::string("contact/newton/kk"));
      EXPECT_LE(largest_difference(host.state().x, device->state().x), AT_REST);
      EXPECT_NEAR(host.value("pe"), device->value("pe"), BOUND * host.value("pe"));
      for (const std::string value : {"fnorm", "fmax", "f_w[3]"})
        EXPECT_NEAR(host.value(value), device->value(value), 1e-7) << value;
      EXPECT_GT(device->value("f_w[3]*(-1)"), 10.0);
    }
}

TEST(KokkosImplicit, RestartFromHostToDeviceAndBack)
{
  const std::string file = scratch_file("restart"),
                    rest = "neighbor 0.3 bin\n" + hooke(60) + step_of(8) + IMPLICIT + "alpha 0.3 " +
      TOLERANCE + "\n";
  Simulation unbroken(gas(hooke(60), "alpha 0.3 ") + "run 10\nwrite_restart " + file);
  const auto device = kokkos("atom_modify map array\nread_restart " + file + "\n" + rest +
                             "run 5\nwrite_restart " + file + ".2\n");
  Simulation host("atom_modify map array\nread_restart " + file + ".2\n" + rest + "run 5\n");
  unbroken.run("run 10");
  expect_same(unbroken, host);
  remove((file + ".2").c_str());
}
