// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix streaming: particles that follow the cell of LAMMPS' fix deform 0 ... remap v.

#include "cell/cell.h"

#include "atom.h"
#include "domain.h"
#include "kernels/streaming.h"
#include "lammps.h"

#include <algorithm>

using namespace scenario;
using VARDEM::inverse;
using VARDEM::spin;

namespace {

/** Keywords of fix deform for a run of T = 2 in the cell H0, and what domain->h_rate is before
 *  it. */
struct Deform {
  std::string words;
  UpperTriangle rate;
  // H(t) is linear in time: LAMMPS' h_rate is then (H(t + h) - H(t))/h, by which images differ
  bool linear;
};

const Deform DEFORMS[] = {
    {"xy erate 0.2", {0.0, 0.0, 0.0, 0.0, 0.0, 0.2 * 1.3}, true},
    {"x erate -0.2 xz vel 0.1", {-0.2, 0.0, 0.0, 0.0, 0.1, 0.0}, true},
    {"y final -1 0.9", {0.0, 0.3, 0.0, 0.0, 0.0, 0.0}, true},
    {"x scale 1.3 z delta 0.05 -0.05 yz final 0.3", {0.15, 0.0, -0.05, 0.25, 0.0, 0.0}, true},
    {"x trate 0.3 xy trate -0.2", {0.3, 0.0, 0.0, 0.0, 0.0, -0.04}, false},
    {"z wiggle 0.1 0.7 xy wiggle 0.2 1.3", {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, false},
    {"xy erate/rescale 0.2", {0.0, 0.0, 0.0, 0.0, 0.0, 0.26}, true}};

const Vec3 MIDDLE = CORNER + 0.5 * Vec3{H0.xx, H0.yy, H0.zz};

std::string deform(const Deform &cell, const std::string &flip = "no")
{
  return "fix cell all deform 0 " + cell.words + " remap v units box flip " + flip + "\n";
}

/** Particles get the velocities of the flow, as `kick yes` of fix deform/gradv would give. */
void kick(Simulation &sim, const UpperTriangle &L, const Vec3 &origin)
{
  auto *atom = sim.lammps()->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    const double *x = atom->x[i];
    const Vec3 v = L * (Vec3{x[0], x[1], x[2]} - origin), w = spin(L);
    const double components[] = {v.x, v.y, v.z};
    std::copy_n(components, 3, atom->v[i]);
    if (!atom->omega) continue;
    const double turn[] = {w.x, w.y, w.z};
    std::copy_n(turn, 3, atom->omega[i]);
  }
}

UpperTriangle cell_of(const Simulation &sim)
{
  return VARDEM::upper(sim.lammps()->domain->h);
}

/** Ten balls: at random, or in the middle of the cell, which they do not leave. */
std::string balls(bool anywhere)
{
  std::string text = "create_atoms 1 random 10 4711 box\n";
  if (!anywhere) {
    text = "create_atoms 1 single -0.1 -0.05 0.15\n";
    for (int i = 1; i < 10; i++)
      text += "create_atoms 1 single " +
          numbers(MIDDLE + 0.01 * Vec3{1.0 * i, 3.0 - i, 2.0 * (i % 3)}) + "\n";
  }
  return text + "set group all diameter 0.02 mass 0.7\n";
}

}    // namespace

TEST(Streaming, CarriesParticlesWithTheCell)    // to the round-off of the cell, 1e-12
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  for (const Deform &cell_of_stock : DEFORMS)
    for (const std::string closure : {"exact", "sllod"})
      for (const std::string integrator :
           {"nve/sphere", "nve/sphere/leapfrog", "nve/sphere/rodrigues"}) {
        Simulation sim(cell("sphere") + balls(cell_of_stock.linear) + deform(cell_of_stock) +
                       "fix s all streaming closure " + closure + "\nfix 1 all " + integrator);
        kick(sim, cell_of_stock.rate * inverse(H0), MIDDLE);
        const auto before = places_in(H0, MIDDLE, sim.state().x);
        sim.run("run 200");
        EXPECT_GE(largest(cell_of(sim) - H0), 1e-2) << cell_of_stock.words;
        EXPECT_LE(largest_way(before, places_in(cell_of(sim), MIDDLE, sim.state().x)), 1e-12)
            << cell_of_stock.words << " " << integrator;
      }
}

TEST(Streaming, EllipsoidsFollowTheSpinOfTheFlow)    // about a principal axis: L = I omega_L
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string egg = "create_atoms 1 single -0.1 -0.05 0.15\nset group all shape 0.3 0.2 "
                          "0.1\nset group all mass 5\n"
                          "set group all quat 0 0 1 30\n";
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    std::string start = cell("ellipsoid");
    start.replace(start.find("0.2 0.1 -0.2"), 12, "0.2 0 0");
    Simulation sim(
        start + egg +
        "fix cell all deform 0 xy wiggle 0.2 1.3 remap v units box\nfix s all streaming\n" +
        "fix 1 all " + fix);
    sim.run("run 100");
    const UpperTriangle before = cell_of(sim);
    sim.run("run 1 pre no post no");
    const UpperTriangle after = cell_of(sim), rate = VARDEM::upper(sim.lammps()->domain->h_rate);
    const UpperTriangle L = VARDEM::gradient_of_step(before, after, 0.01) +
        VARDEM::gradient_of_step(after, after + 0.01 * rate, 0.01);
    EXPECT_NEAR(sim.state().angmom[0].z, -0.25 * 0.0325 * L.xy, 1e-14)
        << fix;    // I = m/5 (.15^2 + .1^2)
  }
}

TEST(Streaming,
     CellsThatFlip)    // five times; particles are where a cell without flips carries them
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const Deform shear = {"xy erate 0.8", {0.0, 0.0, 0.0, 0.0, 0.0, 0.8 * 1.3}, true};
  UpperTriangle H;
  for (const std::string flip : {"no", "yes"}) {
    Simulation sim(cell("sphere") + balls(true) + deform(shear, flip) +
                   "fix s all streaming\nfix 1 all nve/sphere");
    kick(sim, shear.rate * inverse(H0), MIDDLE);
    const auto before = places_in(H0, MIDDLE, sim.state().x);
    sim.run("run 500");
    if (flip == "no") H = cell_of(sim);
    EXPECT_LE(largest_way(before, places_in(H, MIDDLE, sim.state().x)), 1e-10) << flip;
    EXPECT_EQ(std::fabs(cell_of(sim).xy) <= 0.51, flip == "yes");
  }
  EXPECT_GE(H.xy, 5.0);
}

TEST(Streaming,
     // at the time step: the mean of the last step and the predicted next one
     SpheresFollowTheSpinOfTheFlow)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const double h = 0.01;
  for (const Deform &cell_of_stock : DEFORMS) {
    Simulation sim(cell("sphere") + balls(cell_of_stock.linear) + deform(cell_of_stock) +
                   "fix s all streaming\nfix 1 all nve/sphere");
    kick(sim, cell_of_stock.rate * inverse(H0), MIDDLE);
    sim.run("run 100 start 0 stop 200");
    const UpperTriangle before = cell_of(sim);
    sim.run("run 1 pre no post no start 0 stop 200");
    const UpperTriangle after = cell_of(sim), rate = VARDEM::upper(sim.lammps()->domain->h_rate);
    const UpperTriangle L[2] = {VARDEM::gradient_of_step(before, after, h),
                                VARDEM::gradient_of_step(after, after + h * rate, h)};
    for (const Vec3 &w : sim.state().omega)
      EXPECT_LE(norm(w - 0.5 * (spin(L[0]) + spin(L[1]))), 1e-13) << cell_of_stock.words;
  }
}

TEST(Streaming,
     IsDeformGradvWhereTheCellIsTheSame)    // colliding spheres; sides and tilts are linear in time
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string start = packing("0 0 0", "gran/hooke");
  const std::string nve = "\nfix 1 all nve/sphere\nrun 200", origin = " origin 0 0 0";
  for (const std::string closure : {" closure exact", " closure gradv2", " closure sllod"}) {
    Simulation ours(start + "fix cell all deform/gradv gradv 0 0 0 1.0 0 0" + closure + origin +
                    nve);
    Simulation beside(start + "fix cell all deform 0 xy erate 1.0 remap v\nfix s all streaming" +
                      closure + origin + nve);
    EXPECT_LE(largest_way(places_in(cell_of(ours), {}, ours.state().x),
                          places_in(cell_of(ours), {}, beside.state().x)),
              1e-9)
        << closure;
    EXPECT_LE(largest_difference(ours.state().omega, beside.state().omega), 1e-8) << closure;
    EXPECT_NEAR(ours.value("xy"), beside.value("xy"), 1e-13);
  }
}

TEST(Streaming, GroupAlone)    // particles outside the group move as without the fix
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string start =
      cell("sphere") + balls(true) + "group some id 1:5\n" + deform(DEFORMS[1]);
  Simulation all(start + "fix s all streaming\nfix 1 all nve/sphere\nrun 50"),
      some(start + "fix s some streaming\nfix 1 all nve/sphere\nrun 50"),
      none(start + "fix 1 all nve/sphere\nrun 50");
  for (int i = 0; i < 10; i++)
    EXPECT_EQ(norm(some.state().v[i] - (i < 5 ? all : none).state().v[i]), 0.0) << i;
  EXPECT_GT(norm(all.state().v[0] - none.state().v[0]), 1e-3);
}

TEST(Streaming, RestartAndRunsInParts)    // the restart file has the state of the flow
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string grains = cell("sphere") + balls(false) + "velocity all set 0.1 -0.2 0.1\n";
  const std::string more = "timestep 0.01\npair_style none\ncomm_modify cutoff 0.1\n";
  for (const std::string words : {"xy erate 0.2", "x trate 0.3 xy trate -0.2"}) {
    const std::string fixes = "fix cell all deform 0 " + words +
        " remap v units box\nfix s all streaming\nfix 1 all nve/sphere\n";
    const std::string file = scratch_file("restart");
    Simulation one(grains + fixes + "run 60 start 0 stop 60"),
        two(grains + fixes + "run 30 start 0 stop 60\nrun 30 start 0 stop 60\nwrite_restart " +
            file),
        half(grains + fixes + "run 30 start 0 stop 60\nwrite_restart " + file);
    EXPECT_LE(largest_difference(one.state().x, two.state().x), 1e-12) << words;
    EXPECT_LE(largest_difference(one.state().v, two.state().v), 1e-12) << words;
    Simulation rest("read_restart " + file + "\n" + more + fixes + "run 30 start 0 stop 60");
    EXPECT_LE(largest_difference(one.state().x, rest.state().x), 1e-12) << words;
    EXPECT_LE(largest_difference(one.state().v, rest.state().v), 1e-12) << words;
  }
}
