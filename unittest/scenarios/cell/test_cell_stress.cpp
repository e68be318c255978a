// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix deform/gradv: stress and work of the cell, energy, units, two dimensions.

#include "cell/cell.h"

#include "atom.h"
#include "force.h"
#include "lammps.h"

using namespace scenario;
using VARDEM::IDENTITY;

namespace {

const std::string FIX = "fix cell all deform/gradv gradv ";

/** 108 particles with velocities, bound to their neighbors by springs: the potentials are
 *  smooth. */
std::string network(const std::string &units = "lj")
{
  return "units " + units + R"(
    atom_style hybrid sphere bond
    atom_modify map array
    comm_modify vel yes
    lattice fcc 1.414213562373095
    region box prism 0 3 0 3 0 3 0 0 0
    create_box 1 box bond/types 1 extra/bond/per/atom 12 extra/special/per/atom 100
    create_atoms 1 box
    set group all diameter 1.0
    set group all mass 1.0
    variable vx atom 1.5*sin(7*id)
    variable vy atom 1.5*sin(11*id)
    variable vz atom 1.5*sin(13*id)
    velocity all set v_vx v_vy v_vz
    pair_style zero 1.6
    pair_coeff * *
    bond_style harmonic
    bond_coeff 1 20 1.02
    special_bonds lj/coul 0 1 1
    neighbor 0.5 bin
    create_bonds many all all 1 0.9 1.1
)";
}

/** Sum of m/2 v_f^2, where v_f is relative to the flow. */
double own_energy(const Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  const UpperTriangle L = upper_of(sim, "cell", 1);
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    const double *x = atom->x[i], *v = atom->v[i];
    const Vec3 own = Vec3{v[0], v[1], v[2]} - L * Vec3{x[0], x[1], x[2]};
    sum += 0.5 * atom->rmass[i] * dot(own, own);
  }
  return sum * sim.lammps()->force->mvv2e;
}

/** Kinetic energy relative to the flow plus potential energy minus the work of the cell; it is
 *  constant. */
double energy(const Simulation &sim)
{
  return own_energy(sim) + sim.value("c_u") - sim.value("f_cell[35]");
}

/** Change of that in time t. */
double energy_error(const std::string &gradient, double h, double t = 0.32)
{
  Simulation sim(network() + "compute u all pe\nthermo_style custom step c_u\n" + gradient +
                 " origin 0 0 0\nfix 1 all nve/sphere\ntimestep " + number(h) + "\nrun 0");
  const double before = energy(sim);
  sim.run("run " + std::to_string(std::lround(t / h)));
  EXPECT_GT(std::fabs(sim.value("f_cell[35]")), 1.0);
  return energy(sim) - before;
}

}    // namespace

TEST(CellStress,
     EnergyIsTheWorkOfTheCell)    // dE/dt = V sigma:L, tension positive, to second order
{
  for (const std::string gradient :
       {"-0.2 0.1 -0.3 0.8 0.3 -0.5", "0 0 0 0.8 0 0", "-0.4 -0.4 -0.4 0 0 0"})
    for (const std::string closure : {"exact", "gradv2", "sllod"}) {
      const std::string fix = FIX + gradient + " closure " + closure;
      const double coarse = energy_error(fix, 0.004), fine = energy_error(fix, 0.002);
      EXPECT_NEAR(std::log2(std::fabs(coarse / fine)), 2.0, 0.03) << fix;
      EXPECT_LE(std::fabs(fine), 0.03) << fix;    // of 160
    }
}

TEST(CellStress, WorkIsInEconserve)    // ecouple is minus the work of the cell
{
  Simulation sim(
      network() + FIX +
      "-0.2 0.1 -0.3 0.8 0.3 -0.5\nfix 1 all nve/sphere\nthermo_style custom step ecouple\n"
      "thermo_modify norm no\nrun 20");
  EXPECT_EQ(sim.value("f_cell"), -sim.value("f_cell[35]"));
  EXPECT_EQ(sim.value("ecouple"), sim.value("f_cell"));
  EXPECT_NE(sim.value("f_cell"), 0.0);
}

TEST(CellStress, StressHasTheMotionRelativeToTheFlow)    // and is minus LAMMPS' pressure otherwise
{
  Simulation sim(network() + FIX +
                 "-0.2 0.1 -0.3 0.8 0.3 -0.5 kick yes origin 0 0 0\nfix 1 all nve/sphere\n"
                 "compute virial all pressure NULL virial\nthermo_style custom step c_virial[1] "
                 "c_virial[2] c_virial[3] "
                 "c_virial[4] c_virial[5] c_virial[6]\nrun 20");
  const UpperTriangle L = upper_of(sim, "cell", 1), stress = upper_of(sim, "cell", 29);
  UpperTriangle momentum = {};
  const auto *atom = sim.lammps()->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    const double *x = atom->x[i], *v = atom->v[i];
    momentum = momentum + VARDEM::square(Vec3{v[0], v[1], v[2]} - L * Vec3{x[0], x[1], x[2]});
  }
  const double V = sim.value("vol");
  const auto virial = [&](int n) {
    return sim.value("c_virial[" + std::to_string(n) + "]");
  };
  EXPECT_NEAR(stress.xx, -virial(1) - momentum.xx / V, 1e-11);
  EXPECT_NEAR(stress.yy, -virial(2) - momentum.yy / V, 1e-11);
  EXPECT_NEAR(stress.zz, -virial(3) - momentum.zz / V, 1e-11);
  EXPECT_NEAR(stress.xy, -virial(4) - momentum.xy / V, 1e-11);
  EXPECT_NEAR(stress.xz, -virial(5) - momentum.xz / V, 1e-11);
  EXPECT_NEAR(stress.yz, -virial(6) - momentum.yz / V, 1e-11);
}

TEST(CellStress, OrthogonalCells)    // stretch and compress
{
  std::string text = network();
  text.replace(text.find("region box prism"), 16, "region box block");
  text.replace(text.find("0 3 0 3 0 3 0 0 0"), 17, "0 3 0 3 0 3");
  Simulation sim(text + FIX + "-0.2 0.1 -0.3 0 0 0\nfix 1 all nve/sphere\ntimestep 0.004\nrun 50"),
      tilted(network() + FIX + "-0.2 0.1 -0.3 0 0 0\nfix 1 all nve/sphere\ntimestep 0.004\nrun 50");
  EXPECT_LE(largest_difference(sim.state().x, tilted.state().x), 1e-11);
  EXPECT_NEAR(sim.value("f_cell[35]"), tilted.value("f_cell[35]"), 1e-9);
}

// Two dimensions: H zz is 1, the volume an area

TEST(CellPlane, DiscsFollowTheCell)
{
  const std::string start = R"(
    units lj
    dimension 2
    atom_style sphere
    atom_modify map array
    region box prism -1 1 -0.5 1 -0.5 0.5 0.3 0 0
    create_box 1 box
    create_atoms 1 random 10 4711 box
    set group all diameter 0.1 mass 1
    pair_style none
    comm_modify cutoff 0.2
    timestep 0.01
)";
  const Vec3 origin = {0.0, 0.25, 0.0};
  for (const std::string integrator :
       {"nve/sphere disc", "nve/sphere/leapfrog disc", "nve/sphere/rodrigues inertia 0.3"}) {
    Simulation sim(start + "variable g equal 0.8*cos((step+0.5)*dt)\n" + FIX +
                   "0.2 -0.1 0 v_g 0 0 kick yes\nfix 1 all " + integrator +
                   "\nfix 2 all enforce2d");
    const UpperTriangle H = {2.0, 1.5, 1.0, 0.0, 0.0, 0.3};
    const auto before = places_in(H, origin, sim.state().x);
    sim.run("run 300");
    EXPECT_LE(
        largest_way(before, places_in(deformation_of(sim, "cell") * H, origin, sim.state().x)),
        1e-13);
    EXPECT_NEAR(sim.value("f_cell[28]"), sim.value("lx*ly"), 1e-15);
    EXPECT_NEAR(sim.value("f_cell[9]"), 1.0, 0.0);
    for (const Vec3 &w : sim.state().omega) EXPECT_NEAR(w.z, -0.5 * sim.value("f_cell[4]"), 1e-14);
  }
}

// A packing in a cell that flips moves as one in a cell that does not, contacts across the faces
// included

TEST(CellFlip, PackingDoesNotFeelFlips)
{
  const std::string start = packing("1.47 0 -1.4", "gran/hooke/history");
  for (const std::string gradient : {"0 0 0 1 0 0", "0 0 0 1 0.2 -1"}) {
    const std::string fix = start + FIX + gradient + " kick yes origin 0 0 0 flip ";
    Simulation flips(fix + "yes\nfix 1 all nve/sphere\nrun 50"),
        tilts(fix + "no\nfix 1 all nve/sphere\nrun 50");
    EXPECT_LT(flips.value("xy"), 0.0);
    EXPECT_GT(tilts.value("xy"), 1.5);
    EXPECT_LE(largest_way(places_in(upper_of(flips, "cell", 7), {}, flips.state().x),
                          places_in(upper_of(flips, "cell", 7), {}, tilts.state().x)),
              1e-11);
    for (int n = 29; n <= 34; n++) {
      const std::string stress = "f_cell[" + std::to_string(n) + "]";
      EXPECT_NEAR(flips.value(stress), tilts.value(stress), 1e-8) << n;
    }
    EXPECT_NEAR(flips.value("f_cell[35]"), tilts.value("f_cell[35]"), 1e-9);
    EXPECT_GT(std::fabs(flips.value("f_cell[35]")), 0.1);
  }
}
