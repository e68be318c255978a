/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// compute timestep/contact against the exact limit of the assembled stiffness, and against runs.

#include "contact_matrix.h"
#include "scenario.h"

#include "atom.h"
#include "lammps.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

namespace {

std::string number(double value)
{
  char text[40];
  snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

/** Spheres of diameter 1 and mass 1 at these points, without gravity; a pair style has to follow. */
std::string spheres(const std::vector<Vec3> &points, const std::string &first = "")
{
  std::string script = first + R"(
    atom_style sphere
    boundary f f f
    comm_modify vel yes
    region box block -20 120 -20 20 -20 20
    create_box 2 box
)";
  for (const Vec3 &x : points)
    script += "create_atoms 1 single " + number(x.x) + " " + number(x.y) + " " + number(x.z) + "\n";
  return script + "set group all diameter 1\nset group all mass 1\nfix nve all nve/sphere\n";
}

std::string hooke(double kn, double kt, const std::string &rest = "0 0 1000 0")
{
  return "pair_style gran/hooke/history " + number(kn) + " " + number(kt) + " " + rest +
      "\npair_coeff * *\n";
}

/** The scalar of a compute timestep/contact with these keywords. */
double step(Simulation &sim, const std::string &keywords = "")
{
  sim.run("compute step all timestep/contact " + keywords +
          "\nthermo_style custom step c_step\nrun 0");
  const double value = sim.value("c_step");
  sim.run("thermo_style one\nuncompute step");
  return value;
}

double step_of(const std::string &script, const std::string &keywords = "")
{
  Simulation sim(script);
  return step(sim, keywords);
}

const Vec3 ORIGIN{0.0, 0.0, 0.0};
const std::vector<Vec3> PAIR = {ORIGIN, {0.99, 0.0, 0.0}};

// --- a packing of 2,000 spheres -----------------------------------------------------------------------

constexpr double L = 12.0;

std::string walls(const std::string &model)
{
  std::string script;
  for (const std::string plane : {"xplane", "yplane", "zplane"})
    script += "fix " + plane + " all wall/gran granular " + model + " " + plane + " 0 " +
        number(L) + "\n";
  return script;
}

/** 2,000 spheres, radii 0.4 ... 0.6, pressed into a box with walls and come to rest without friction. */
const std::string PACKING = R"(
    atom_style sphere
    boundary f f f
    comm_modify vel yes
    neighbor 0.3 bin
    neigh_modify delay 0 every 1 check yes
    region box block -1 12.7 -1 12.7 -1 12.7
    region inside block 0.5 11.2 0.5 11.2 0.5 11.2
    create_box 1 box
    create_atoms 1 random 2000 8731 inside
    variable diameter atom 0.8+0.4*random(0,1,4711)
    set group all diameter v_diameter
    set group all density 1.9
    fix nve all nve/sphere
    timestep 0.05
    pair_style gran/hooke 1 NULL 2 0 0 0
    pair_coeff * *
)" + walls("hooke 1 2 damping mass_velocity tangential linear_nohistory 0 0") +
    R"(
    fix drag all viscous 1
    thermo 100000
    run 1500
    unfix drag
    run 3000
    unfix xplane
    unfix yplane
    unfix zplane
    velocity all set 0 0 0
    set group all omega 0 0 0
)";

std::vector<Grain> grains(const Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  std::vector<Grain> all;
  for (int i = 0; i < atom->nlocal; i++)
    all.push_back({{atom->x[i][0], atom->x[i][1], atom->x[i][2]}, atom->radius[i], atom->rmass[i]});
  return all;
}

}    // namespace

// Note leapfrog-cell-damping, 1.6: m = kn = 1, kt/kn = 1: exact .7559, where DynDt has .8944

TEST(TimestepContact, OfTwoSpheresIsExact)
{
  Simulation sim(spheres(PAIR) + hooke(1.0, 1.0));
  EXPECT_NEAR(step(sim), 2.0 / std::sqrt(7.0), 1e-12);
  EXPECT_NEAR(step(sim, "method dyndt"), 0.8944, 5e-5);
  EXPECT_NEAR(step(sim, "safety 0.9"), 0.9 * 2.0 / std::sqrt(7.0), 1e-12);
}

// A chain of n equal spheres with free ends: lambda_max = 4 k/m sin^2(pi (n-1)/(2n))

TEST(TimestepContact, OfAChainIsExactTo1em3)
{
  std::vector<Vec3> points;
  for (int i = 0; i < 100; i++) points.push_back({0.99 * i, 0.0, 0.0});
  const double value = step_of(spheres(points) + hooke(3.0, 0.0));
  const double exact = std::sqrt(1.0 / 3.0) / std::sin(M_PI * 99 / 200);
  EXPECT_LE(value, exact);
  EXPECT_GE(value, (1.0 - 1e-3) * exact);
}

// Issue: between .95 and 1.00 of the exact limit; 1.02 x the exact limit blows up, the estimate does not

TEST(TimestepContact, OfAPackingIsCloseToTheExactLimit)
{
  for (const double ratio : {0.0, 2.0 / 7.0, 1.0}) {
    Simulation sim(PACKING);
    const std::string kt = number(ratio);
    sim.run(hooke(1.0, ratio) +
            walls("hooke 1 0 damping velocity tangential linear_history " + kt + " 0 1000"));
    const double estimate = step(sim, "reach 0"), default_reach = step(sim),
                 dyndt = step(sim, "reach 0 method dyndt"),
                 contacts = step(sim, "reach 0 sweeps 0");
    const auto packing = grains(sim);
    const ContactMatrix matrix(packing, {1.0, ratio}, L);
    const double exact = matrix.stable_step();
    printf("kt/kn %.3f: %d contacts, exact %.5f, bound %.4f, without sweeps %.4f, with those about "
           "to close %.4f, DynDt "
           "%.4f\n",
           ratio, matrix.contacts, exact, estimate / exact, contacts / exact, default_reach / exact,
           dyndt / exact);
    EXPECT_GE(estimate, 0.95 * exact) << ratio;
    EXPECT_LE(estimate, exact) << ratio;
    EXPECT_LE(default_reach, estimate);
    double energy[2];
    sim.run("compute ke all ke\nthermo_style custom step c_ke\nwrite_restart " +
            scratch_file("at_rest"));
    sim.run("run 0");
    const State start = sim.state();
    for (int above = 0; above < 2; above++) {
      sim.run("timestep " + number(above ? 1.02 * exact : estimate) + "\nrun 400");
      energy[above] = sim.value("c_ke");
    }
    printf("kinetic energy after 400 steps: estimate %.3g, 1.02 exact %.3g\n", energy[0],
           energy[1]);
  }
}
