// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix deform/gradv keyword stress: packings of spheres under a target stress, without a gain to
// set.

#include "../../soak.h"
#include "cell/cell.h"

using namespace scenario;

namespace {

const std::string NVE = "\nfix 1 all nve/sphere\n";
const std::string CELL = "fix cell all deform/gradv gradv ";
const std::string ISOTROPIC =
    CELL + "0 0 0 0 0 0 stress xx -100 1 stress yy -100 1 stress zz -100 1";

std::string contacts(double k)
{
  return "pair_style gran/hooke/history " + number(k) + " NULL " + number(0.3 * std::sqrt(k)) +
      " NULL 0.5 1\npair_coeff * *\ntimestep " + number(0.1 / std::sqrt(k)) + "\n";
}

/** 2000 spheres of diameters .9 to 1.1 at random; in `make test` half of them, in half of the
 *  volume. */
const std::string RANDOM = "variable spheres equal " + std::to_string(VARDEM::at_size(1000, 2000)) +
    "\nvariable side equal 12.18*(v_spheres/2000)^(1/3)\n" + R"(
    units lj
    atom_style sphere
    comm_modify vel yes
    newton off
    region box prism 0 ${side} 0 ${side} 0 ${side} 0 0 0
    create_box 1 box
    create_atoms 1 random ${spheres} 4711 box overlap 0.75 maxtry 5000
    variable d atom 1+0.1*sin(37*id)
    set atom * diameter v_d
    set group all density 1.9099
    neighbor 0.1 bin
    neigh_modify every 1 delay 0 check yes
)" + contacts(1e4);

/** Largest difference of these components (29 ... 34) of the stress from the target in the next
 *  steps, relative to it. */
double error_of_stress(Simulation &sim, int nsteps, const std::string &target,
                       const std::vector<int> &components)
{
  double most = 0.0;
  for (int n = 0; n < nsteps; n += 10) {
    sim.run("run 10 pre no post no");
    for (const int c : components) {
      const std::string stress = "f_cell[" + std::to_string(c) + "]";
      const double error = std::fabs(sim.value(stress + "/(" + target + ")-1"));
      most = (error <= most) ? most : error;    // keeps NaN
    }
  }
  return most;
}

}    // namespace

TEST(StressServo, ElementTests)    // I = rate d sqrt(rho/p) < 1e-3, 1 % of the target
{
  Simulation sim(RANDOM + ISOTROPIC + NVE + "thermo 0\nrun 1500");
  EXPECT_LE(error_of_stress(sim, 200, "-100", {29, 30, 31}), 0.01);
  const auto next = [&](const std::string &command) {
    sim.run("unfix cell\nunfix 1\n" + command + NVE + "run 300");
  };
  next(CELL +
       // triaxial compression: the axial stress grows
       "0 0 -0.007 0 0 0 stress xx -100 1 stress yy -100 1");
  EXPECT_LE(error_of_stress(sim, 500, "-100", {29, 30}), 0.01);
  EXPECT_LE(sim.value("f_cell[31]"), -110.0);

  const double axial = sim.value(
      "f_cell[31]");    // oedometer: the sides do not move, the axial stress follows a variable
  sim.run("variable start equal " + number(sim.value("step")) + "\nvariable p equal " +
          number(axial) + "-0.02*(step-v_start)");
  next(CELL + "0 0 0 0 0 0 stress zz v_p 1");
  EXPECT_LE(error_of_stress(sim, 500, "v_p", {31}), 0.01);
  EXPECT_NEAR(sim.value("v_p"), axial - 16.0, 1e-9);
  EXPECT_LE(upper_of(sim, "cell", 22).zz, -1e-4);
  EXPECT_EQ(upper_of(sim, "cell", 22).xx, 0.0);

  const double pressure = sim.value("f_cell[30]");    // shear at constant normal stress
  next(CELL + "0 0 0 0.007 0 0 stress yy " + number(pressure) + " 1");
  EXPECT_LE(error_of_stress(sim, 500, number(pressure), {30}), 0.01);
  EXPECT_GE(sim.value("f_cell[32]"), 3.0);
}

// 216 spheres jam while the servo compresses them at the limit 1 of the rate. Their dashpots are
// strong: at this rate the viscous stress is the target. The rate must not jump between its bounds,
// so that the energy balance converges; with the stiffness as a mean of single ratios it does so
// 145 times, and the sum changes by 2,123 at any time step

TEST(StressServo, StrongDashpots)
{
  const auto change_of_sum = [](double h) {
    Simulation sim(R"(
      units lj
      atom_style sphere
      newton off
      lattice sc 0.42
      region box prism 0 6 0 6 0 6 0 0 0
      create_box 1 box
      create_atoms 1 box
      set group all diameter 1.0 mass 1.0
      displace_atoms all random 0.1 0.1 0.1 4321
      comm_modify vel yes
      neighbor 0.2 bin
      pair_style contact/hooke
      pair_coeff * * k 1e5 damping restitution 0.5 kt 5e4 mu 0.3
      thermo_modify norm no
)" + ISOTROPIC + NVE +
                   "fix led all energy/ledger\ntimestep " + number(h) + "\nrun " +
                   std::to_string(std::lround(0.25 / h)));
    const double start = sim.value("f_led");
    int jumps = 0;
    for (int n = 0; n < std::lround(0.2 / h); n++) {
      const double before = sim.value("f_cell[3]");
      sim.run("run 1 pre no post no");
      if (std::fabs(sim.value("f_cell[3]") - before) > 0.5) jumps++;    // mean of two steps
    }
    EXPECT_EQ(jumps, 0) << h;
    EXPECT_NEAR(sim.value("f_cell[31]"), -100.0, 5.0) << h;
    EXPECT_GE(sim.value("f_led[7]"), 1000.0) << h;
    return std::fabs(sim.value("f_led") - start);
  };
  // Contacts begin with a force of their dashpots. Two halvings, since one is at the mercy of a few
  // of them: 1.4, 1.8, 1.6
  const double coarse = change_of_sum(3e-4), fine = change_of_sum(0.75e-4);
  EXPECT_GE(0.5 * std::log2(coarse / fine), 1.5);
  EXPECT_LE(fine, 5.0);    // of a work of 2,000
}
