// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix wall/contact: what it does with bad input. Each message names the fix, what is wrong, and
// what to do.

#include "contacts/soft_contact.h"

using namespace scenario;

namespace {

const std::string START =
    two_grains() + "pair_style zero 1.2\npair_coeff * *\nfix nve all nve/sphere\n";

const std::string PLANE = "fix w all wall/contact plane 0 0 0 0 0 1 ", WHO = "Fix wall/contact w";

}    // namespace

TEST(WallInput, Walls)
{
  expect_refused({START +
                      "variable v equal 1+step\nvariable x equal step\n"
                      "region grows sphere 0 0 0 v_v\n"
                      "region moves block 0 1 0 1 0 1 move v_x NULL NULL\n"
                      "region a plane 0 0 0 0 0 1\nregion both union 2 a moves\n",
                  "fix w all wall/contact"},
                 R"(
    | Fix wall/contact w needs a wall: plane px py pz nx ny nz, region ID, or stl FILE
    zplane 0 0 0 | Fix wall/contact w
      | needs plane px py pz nx ny nz, region ID or stl FILE behind its style: zplane
    plane 0 0 0 0 0 | Fix wall/contact w keyword plane needs six numbers
    plane 0 0 0 0 0 0 k 1
      | Fix wall/contact w keyword plane: the normal 0 0 0 must have a length > 0
    plane 0 0 {nan,inf,up} 0 0 1 k 1
      | Fix wall/contact w keyword plane needs finite numbers: {1}
    region | Fix wall/contact w keyword region needs the ID of a region
    region none k 1 | Fix wall/contact w keyword region: region none does not exist
    region grows k 1 | Fix wall/contact w | region grows changes its shape by a variable
      | use keywords move and rotate
    region both k 1 | Fix wall/contact w | region both is made of region moves, which moves
      | a fix of its own
  )");
  expect_refused({"", "",
                  "\nregion box block 0 1 0 1 -.1 .1\ncreate_box 1 box\n"
                  "fix w all wall/contact plane 0 0 0 0 1 1 k 1"},
                 R"(
    dimension 2;atom_style sphere
      | Fix wall/contact w keyword plane: nz must be 0 in 2d, and is 1
    atom_style atomic | Fix wall/contact w | radius
  )");
  expect_refused({"dimension 2\natom_style sphere\nregion box block 0 1 0 1 -.1 .1\n"
                  "create_box 1 box\nregion slope plane 0 0 0 0 3 4\n"
                  "region floor plane 0 0 0 0 1 0\nregion both intersect 2 floor slope\n",
                  "fix w all wall/contact region"},
                 R"(
    {slope,both} k 1;run 0
      | Fix wall/contact w keyword region: in 2d the normal of a plane must have nz 0
      | region {1} has nz 0.8
  )");
}

TEST(WallInput, Coefficients)
{
  expect_refused({START, PLANE}, R"(
    | Fix wall/contact w | the stiffness is missing; add keyword k
    k -1 | Fix wall/contact w keyword k must be a number > 0: -1
    law quadratic k 1 | Fix wall/contact w keyword law must be hertz or hooke: quadratic
    k 1 law hertz law hooke | Fix wall/contact w keyword law is given twice
    E 1e6 nu 0.3 | Fix wall/contact w keyword E: E, nu and G give the stiffnesses of Hertz' law only; use k and kt, or Hertz' law: pair_style contact/hertz, or law hertz of fix wall/contact
    law hertz E 1e6 nu 0.7 | Fix wall/contact w keyword nu must be Poisson's ratio | : 0.7
    k 1 kt 1 | Fix wall/contact w | give kt and mu together
    k 1 speed 3 | Fix wall/contact w
      | has no keyword speed; its keywords are k, damping, kt, mu, cohesion, capillary, rolling, twisting
    k 1 {stiffness,material} 3
      | Fix wall/contact w keyword {1} cannot follow k | remove the other keywords
    stiffness {0,nan} | Fix wall/contact w keyword stiffness must be a number > 0: {1}
    stiffness 1 stiffness 2 | Fix wall/contact w keyword stiffness is given twice
    stiffness 1 restitution 1.5
      | Fix wall/contact w keyword restitution must be a number between 0 and 1: 1.5
    stiffness 1 damping none | Fix wall/contact w
      | a rigid wall (keyword stiffness) has no keyword damping; its keywords are stiffness, law
  )");
}

// Where a member of a union has members, LAMMPS finds the surfaces, and misses some.

TEST(WallInput, PartsOfUnionsWhoseSurfacesLammpsMisses)
{
  for (const std::string part : {"cylinder z 0 0 1 0 2 open 3", "cone z 0 0 0 1 0 2",
                                 "cone x 0 0 1 0 0 2 open 1", "cone y 0 0 1 2 0 2 open 2"}) {
    Simulation sim(START + "region a " + part +
                   "\nregion b block 0 1 0 1 0 1\nregion c union 2 a b\nregion both union 2 c b\n");
    expect_parts(sim.error_of("fix w all wall/contact region both k 1"),
                 {"Fix wall/contact",
                  "LAMMPS misses contacts with region a of style " +
                      part.substr(0, part.find(' ')) + " as a part of region both",
                  "of its own"});
    for (const std::string id : {"a", "c"})
      sim.run("fix w all wall/contact region " + id + " k 1\nunfix w");
  }
  Simulation sim(START +
                 "region a sphere 0 0 0 1\nregion b block 0 1 0 1 0 1\n"
                 "region both union 2 a b side out\nregion in union 2 a b\n"
                 "region part intersect 2 b both\nregion hole intersect 2 b in side out\n");
  sim.run("fix w all wall/contact region both k 1\nunfix w");
  for (const std::string whole : {"part", "hole"})
    expect_parts(sim.error_of("fix w all wall/contact region " + whole + " k 1"),
                 {"Fix wall/contact w keyword region: LAMMPS misses contacts outside of region " +
                      std::string(whole == "hole" ? "in" : "both") + " of style union",
                  "of its own, with side out"});
}

TEST(WallInput, Runs)
{
  expect_refused({START + "group a id 1\ngroup b id 2\n", "", "\nrun 0"}, R"(
    fix soft all wall/contact plane 0 0 0 0 0 1 k 1;
      fix w all wall/contact plane 0 0 0 0 1 0 stiffness 1
      | Fix wall/contact | only one of these walls is rigid | the same form
    fix soft a wall/contact plane 0 0 0 0 0 1 k 1;fix w b wall/contact plane 0 0 0 0 1 0 stiffness 1
    fix w all wall/contact plane 0 0 0 0 0 1 k 1;run_style respa 2 2
      | Fix wall/contact w | does not support run_style respa; use verlet
    region r sphere 0.1 0 0 0.4;fix w all wall/contact region r {law hertz k 1,k 1}
      | Fix wall/contact w | a particle does not fit into region r sphere
    region r plane 0 0 0 0 0 1;fix w all wall/contact region r k 1;run 0;region r delete
      | Fix wall/contact w keyword region: region r does not exist
    region r plane 0 0 0 0 0 1;fix w all wall/contact region r k 1 kt 1 mu 1;run 0;region r delete;
      region r block -4 4 -4 4 -4 4 | Fix wall/contact w
      | has been defined anew with another number of surfaces; define the fix anew
  )");
  expect_warnings({START + PLANE + "k 1\nunfix nve\n"}, WHO,
                  "minimize 0 1e-3 1 1 | a minimization does not feel this wall");
  expect_warnings({START, "", "\nrun 0"}, WHO, R"(
    fix w all wall/contact plane 0 0 -5 0 0 -1 k 1
      | all particles of group all are behind plane 0 0 -5 0 0 -1 | turn the normal of the plane
    region r sphere 0 0 20 1;fix w all wall/contact region r k 1
      | all particles of group all are behind region r | keyword side of the region
    fix w all wall/contact plane 0 0 -5 0 0 1 k 1
  )");
}

// A particle that touches more surfaces than LAMMPS allows for a region: a block that is
//     smaller than the particle

TEST(WallInput, TooManySurfacesAreAnError)
{
  const std::string grain = "create_atoms 1 single 0 0 3.2\n"
                            "set group all diameter 1\n",
                    wall = " wall/contact region tight k 1 kt 1 mu 1\n";
  Simulation sim(START + grain + "region tight block -0.4 0.4 -0.4 0.4 3 9 side in\n" +
                 "group big id 3\nfix w big" + wall);
  expect_parts(sim.error_of("run 1"),
               {WHO, "a particle touches more than 3 surfaces of region tight block",
                "make it larger, or make the wall of several regions or files"});
  Simulation three(START + grain + "region tight block -0.4 9 -0.4 9 3 9 side in\n" +
                   "group big id 3\nfix w big" + wall + "run 1");
  EXPECT_EQ(three.value("f_w[10]"), 3.0);
}

// Half-step velocities of dashpots: walls need no velocities of ghosts

TEST(WallInput, MidNeedsNoVelocitiesOfGhosts)
{
  const auto end = [](const std::string &vel) {
    Simulation sim(START + "velocity all set 0.3 0.1 -1\ncomm_modify vel " + vel +
                   "\nfix w all wall/contact plane 0 0 -0.3 0 0 1 k 500 damping mass_velocity 3 1 "
                   "kt 100 mu 0.3 velocity mid\nrun 50");
    EXPECT_GT(sim.value("f_w[8]"), 0.0);
    return sim.state();
  };
  const State yes = end("yes"), no = end("no");
  EXPECT_EQ(different_bits(yes.x, no.x), 0);
  EXPECT_EQ(different_bits(yes.v, no.v), 0);
}

// Friction may come or go in a restart

TEST(WallInput, RestartWithAnotherWall)
{
  const std::string rough = scratch_file("wall"), smooth = scratch_file("wall");
  Simulation(START + PLANE + "k 1 kt 1 mu 1\nrun 1\nwrite_restart " + rough);
  Simulation(START + PLANE + "k 1\nrun 1\nwrite_restart " + smooth);
  const std::string pair = "\npair_style zero 1.2\npair_coeff * *\nregion r plane 0 0 0 0 0 1\n",
                    start = "comm_modify vel yes\nread_restart ", run = "\nrun 1";
  expect_refused({start + rough + pair, "fix ", run}, R"(
    w all wall/contact {plane 0 0 0 0 1 0 k 1,plane 0 0 0 0 0 1 law hertz k 1} | Fix wall/contact w
      | the restart file has another wall with this ID: plane 0 0 0 0 0 1 law hooke | another ID
    w all wall/contact region r k 1 | Fix wall/contact w
      | the restart file has another wall with this ID | this one is region r plane
    w2 all wall/contact plane 0 0 0 0 1 0 k 1
    w all wall/contact plane 0 0 0 0 0 1 k 1
  )");
  expect_refused({start + smooth + pair, PLANE, run}, "k 1 kt 1 mu 1");
}
