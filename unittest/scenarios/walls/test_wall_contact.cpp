// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix wall/contact: forces by hand, regions, moving walls, outputs, groups, bodies, restart

#include "contacts/soft_contact.h"

#include "atom.h"
#include "lammps.h"

#include <cmath>

using namespace scenario;

namespace {

/** One grain of mass 1 and diameter 1; the wall is at z = 0 or where a test has it. */
std::string one_grain(const std::string &at, const std::string &before = "")
{
  return empty_box(before) + "create_atoms 1 single " + at + "\n" + MASS_ONE +
      "pair_style zero 1.2\npair_coeff * *\n";
}

const std::string NVE = "fix nve all nve/sphere\n";
const std::string FLOOR = "fix w all wall/contact plane 0 0 0 0 0 1 ";

/** Forces of atom 1 after run 0. */
Vec3 force(const Simulation &sim)
{
  return {sim.value("fx[1]"), sim.value("fy[1]"), sim.value("fz[1]")};
}

Vec3 torque(const Simulation &sim)
{
  const double *t = sim.lammps()->atom->torque[0];
  return {t[0], t[1], t[2]};
}

void expect_near(const Vec3 &a, const Vec3 &b, double tolerance, const std::string &what = "")
{
  EXPECT_NEAR(a.x, b.x, tolerance) << what;
  EXPECT_NEAR(a.y, b.y, tolerance) << what;
  EXPECT_NEAR(a.z, b.z, tolerance) << what;
}

}    // namespace

// --- forces by hand: overlap .1, k 500 ---

TEST(WallContact, ForceOfAPlane)
{
  for (const std::string law : {"hooke", "hertz"}) {
    Simulation sim(one_grain("0 0 0.4") + NVE + FLOOR + "law " + law + " k 500\nrun 0");
    const double F = law == "hooke" ? 50.0 : 500.0 * std::pow(0.1, 1.5);
    expect_near(force(sim), {0, 0, F}, 1e-12 * F, law);
    EXPECT_NEAR(sim.value("f_w[3]"), -F, 1e-12 * F);
    EXPECT_NEAR(sim.value("f_w[7]"), F * 0.1 / (law == "hooke" ? 2.0 : 2.5), 1e-13);
    EXPECT_EQ(sim.value("f_w[10]"), 1.0);
    EXPECT_EQ(sim.value("f_w"), 0.0);
  }
}

// a plane in any direction, given by a normal of any length

TEST(WallContact, NormalOfAPlaneMayHaveAnyLength)
{
  Simulation sim(one_grain("0.3 0 0.3") + NVE +
                 "fix w all wall/contact plane 0 5 0 2 0 2 k 500\nrun 0");
  const double F = 500.0 * (0.5 - 0.6 * std::sqrt(0.5)) * std::sqrt(0.5);
  expect_near(force(sim), {F, 0, F}, 1e-12);
}

TEST(WallContact, GrainsBehindAPlaneDoNotFeelIt)
{
  Simulation sim(one_grain("0 0 -0.4") + NVE + FLOOR + "k 500\nrun 0");
  expect_near(force(sim), {0, 0, 0}, 0.0);
  EXPECT_EQ(sim.value("f_w[10]"), 0.0);
}

// the mass is that of the grain, the lever arm is its radius, or what is left of it

TEST(WallContact, DashpotsHaveTheMassOfTheGrain)
{
  Simulation sim(one_grain("0 0 0.4") +
                 "set atom 1 vx 0.3 vz -0.2\nset atom 1 omega 0 1 0\n"
                 "set atom 1 mass 2\n" +
                 NVE + FLOOR + "k 500 damping mass_velocity 30 20\nrun 0");
  // surface velocity .3 - R omega, normal velocity -.2
  expect_near(force(sim), {-20.0 * 2.0 * (0.3 - 0.5), 0, 50.0 + 30.0 * 2.0 * 0.2}, 1e-12);
  expect_near(torque(sim), {0, -0.5 * 8.0, 0}, 1e-12);
  // torque on the wall about its point: the force acts at z = 0.4 - R = -.1
  EXPECT_NEAR(sim.value("f_w[5]"), -(-0.1 * 8.0), 1e-12);
}

TEST(WallContact, LeverOfTheContactPoint)
{
  Simulation sim(one_grain("0 0 0.4") + "set atom 1 vx 0.3\n" + NVE + FLOOR +
                 "k 500 damping velocity 0 10 lever contact\nrun 0");
  expect_near(torque(sim), {0, 0.45 * 3.0, 0}, 1e-12);
  EXPECT_NEAR(sim.value("f_w[5]"), -(-0.05 * -3.0), 1e-12);
}

TEST(WallContact, MembersOfABodyHaveItsMass)
{
  Simulation sim(empty_box() +
                 "create_atoms 1 single 0 0 0.4\ncreate_atoms 1 single 0 0 1.1\n"
                 "create_atoms 1 single 3 3 3\ncreate_atoms 1 single -3 3 3\ngroup two id 1 2\n" +
                 MASS_ONE +
                 "velocity all set 0 0 -0.2\npair_style zero 1.2\npair_coeff * *\n"
                 "neigh_modify exclude group two two\nfix body two rigid single\n" +
                 FLOOR + "k 500 damping mass_velocity 30 0\nrun 0");
  EXPECT_NEAR(sim.value("fz[1]"), 50.0 + 30.0 * 2.0 * 0.2, 1e-12);
}

// --- regions ---

TEST(WallContact, CornerOfABlockHasThreeContacts)
{
  Simulation sim(one_grain("-2.6 -2.6 -2.6") + NVE +
                 "region b block -3 3 -3 3 -3 3\nfix w all wall/contact region b k 500 damping "
                 "restitution 0.5 kt 100 mu 0.4\nrun 0");
  expect_near(force(sim), {50, 50, 50}, 1e-12);
  EXPECT_EQ(sim.value("f_w[10]"), 3.0);
}

TEST(WallContact, OpenFacesHaveNoWall)
{
  Simulation sim(one_grain("-2.6 -2.6 -2.6") + NVE +
                 "region b block -3 3 -3 3 -3 3 open 1\n"
                 "fix w all wall/contact region b k 500\nrun 0");
  expect_near(force(sim), {0, 50, 50}, 1e-12);
}

// effective radius 1/(1/R + 1/radius), where a hollow wall has a negative radius, and a cylinder
// half of the curvature

TEST(WallContact, HertzKnowsTheCurvatureOfAWall)
{
  struct Case {
    std::string region, at;
    double curvature;
  };
  const Case cases[] = {{"sphere 0 0 0 2 side in", "1.6 0 0", -1.0 / 2.0},
                        {"sphere 0 0 0 2 side out", "2.4 0 0", 1.0 / 2.0},
                        {"cylinder z 0 0 2 -4 4 side in", "1.6 0 0", -1.0 / 4.0},
                        {"cylinder z 0 0 2 -4 4 side out", "2.4 0 0", 1.0 / 4.0},
                        {"block -2 2 -2 2 -2 2 side out", "2.4 0 0", 0.0}};
  for (const Case &c : cases) {
    Simulation sim(one_grain(c.at) + NVE + "region r " + c.region +
                   "\nfix w all wall/contact region r law hertz E 1000 nu 0.3\nrun 0");
    const double R = 0.5 / (1.0 + 0.5 * c.curvature), E = 1000.0 / (2.0 * (1.0 - 0.09)),
                 F = 4.0 / 3.0 * E * std::sqrt(R) * std::pow(0.1, 1.5);
    EXPECT_NEAR(std::fabs(sim.value("fx[1]")), F, 1e-10 * F) << c.region;
    EXPECT_EQ(sim.value("fx[1]") > 0.0, contains(c.region, "side out")) << c.region;
  }
}

// where LAMMPS' own surfaces miss a contact, or give another force: a rim that belongs to no
// mantle, the tip of a cone, and the end of a cone along y. The grain overlaps by .1 with the
// nearest point.

TEST(WallContact, RimsTipsAndEndsOfCones)
{
  struct Case {
    std::string region, at;
    Vec3 force;
  };
  const Case cases[] = {{"cylinder z 0 0 2 -1 2 open 3", "2.24 0 2.32", {30, 0, 40}},
                        {"cone z 0 0 0 2 -1 2 side out", "0 0 -1.4", {0, 0, -50}},
                        {"cone z 0 0 1 2 -1 2 side out", "0 0 2.4", {0, 0, 50}},
                        {"cone y 0 0 2 2.5 -1 2", "0.1 -0.6 0.2", {0, 50, 0}}};
  for (const Case &c : cases) {
    Simulation sim(one_grain(c.at) + NVE + "region r " + c.region +
                   "\nfix w all wall/contact region r k 500\nrun 0");
    expect_near(force(sim), c.force, 1e-11, c.region);
  }
}

// a union of regions, and an intersection

TEST(WallContact, UnionsAndIntersections)
{
  Simulation sim(one_grain("-2.6 -2.6 0") + NVE +
                 "region a block -3 INF INF INF INF INF\nregion b block INF INF -3 INF INF INF\n"
                 "region both intersect 2 a b\n"
                 "fix w all wall/contact region both k 500 kt 10 mu 1\nrun 0");
  expect_near(force(sim), {50, 50, 0}, 1e-12);

  // beside the block, and above an end of the cylinder that is in it
  Simulation behind(one_grain("0 0 2.2") + NVE +
                    "region a cylinder z 0 0 1 -2 2 side out\nregion b block -4 4 -4 4 -4 2\n"
                    "region both intersect 2 a b\n"
                    "fix w all wall/contact region both k 500\nrun 0");
  expect_near(force(behind), {0, 0, 0}, 0.0);
}

TEST(WallContact, UnionsMayHaveMoreSurfacesThanAGrainHasSprings)
{
  std::string many = one_grain("0 0 0.45"), names = "floor";
  for (int k = 0; k < 20; k++) {
    const std::string name = "r" + std::to_string(k), y = std::to_string(-4.5 - 0.01 * k);
    many += "region " + name + " block -4 4 " + y + " -4.4 -4 4\n";
    names += " " + name;
  }
  const std::string floor = "region floor block -4 4 -4 4 0 4\n", start = NVE + "set atom 1 vx 1\n",
                    law = "k 500 kt 300 mu 0.5\nrun 300";
  Simulation sim(many + floor + "region all union 21 " + names + "\n" + start +
                 "fix w all wall/contact region all " + law);
  Simulation one(one_grain("0 0 0.45") + floor + start + "fix w all wall/contact region floor " +
                 law);
  EXPECT_EQ(sim.state().x[0].x, one.state().x[0].x);
  EXPECT_EQ(sim.value("f_w[9]"), one.value("f_w[9]"));
}

// A hopper is the union of a cone and a cylinder with open faces. Also at their junction and below
// the rim of the outlet, the forces are those of the nearest points of both surfaces.

namespace {

/** Force of a line segment from (r1, z1) to (r2, z2) on a grain of radius 0.5, in the plane of the
 *  axis; added to (F[0], F[1]). */
void push_away(double r, double z, const double (&line)[4], double (&F)[2])
{
  const double along[2] = {line[2] - line[0], line[3] - line[1]};
  const double t = ((r - line[0]) * along[0] + (z - line[1]) * along[1]) /
      (along[0] * along[0] + along[1] * along[1]);
  const double part = std::fmin(std::fmax(t, 0.0), 1.0);
  const double d[2] = {r - line[0] - part * along[0], z - line[1] - part * along[1]};
  const double distance = std::hypot(d[0], d[1]);
  if (distance >= 0.5) return;
  for (int k = 0; k < 2; k++) F[k] += 500.0 * (0.5 - distance) * d[k] / distance;
}

}    // namespace

TEST(WallContact, HopperOfTwoRegionsWithOpenFaces)
{
  std::string script = "units lj\natom_style sphere\natom_modify map array\nboundary f f f\n"
                       "region box block -5 5 -5 5 -3 10\ncreate_box 1 box\n"
                       "region cone cone z 0 0 1 4 1 4 open 1 open 2\n"
                       "region cylinder cylinder z 0 0 4 4 9 open 1 open 2\n"
                       "region hopper union 2 cone cylinder\n";
  int grains = 0;
  for (double z = 0.15; z < 5.0; z += 0.1)
    for (double r = 0.05 + (z < 1.0 ? 1.0 : z) - 1.0; r < (z < 4.0 ? z : 4.0); r += 0.11, grains++)
      script += fmt::format("create_atoms 1 single {} {} {}\n", r * 0.6, r * 0.8, z);
  Simulation sim(script + "set group all diameter 1\npair_style zero 1.2\npair_coeff * *\n" +
                 "neigh_modify exclude group all all\n" + NVE +
                 "fix w all wall/contact region hopper k 500\nrun 0");
  ASSERT_EQ(sim.lammps()->atom->nlocal, grains);
  const auto *atom = sim.lammps()->atom;
  int touching = 0;
  for (int i = 0; i < grains; i++) {
    const double r = std::hypot(atom->x[i][0], atom->x[i][1]);
    double F[2] = {0.0, 0.0};
    push_away(r, atom->x[i][2], {1.0, 1.0, 4.0, 4.0}, F);
    push_away(r, atom->x[i][2], {4.0, 4.0, 4.0, 9.0}, F);
    touching += F[0] != 0.0;
    expect_near({atom->f[i][0], atom->f[i][1], atom->f[i][2]}, {0.6 * F[0], 0.8 * F[0], F[1]},
                1e-10);
  }
  EXPECT_GT(touching, 100);
}

// a plane acts as a block whose face it is, to round-off, over 2000 steps with friction

TEST(WallContact, PlaneAndRegionAreTheSame)
{
  const std::string law = "k 500 damping restitution 0.6 kt 300 mu 0.4\n",
                    moving = "set atom 1 vx 1.5 vy -0.7 vz -1\nset atom 1 omega 3 -2 5\n"
                             "fix g all gravity 1 vector 0 0 -1\n";
  const auto end = [&](const std::string &wall) {
    Simulation sim(one_grain("0 0 0.6") + moving + "fix w all wall/contact " + wall + " " + law +
                   NVE + "run 2000");
    return sim.state();
  };
  const State plane = end("plane 0 0 0 0 0 1");
  for (const std::string region : {"r block INF INF INF INF 0 INF", "r plane 0 0 0 0 0 1"}) {
    Simulation sim(one_grain("0 0 0.6") + moving + "region " + region +
                   "\nfix w all wall/contact region r " + law + NVE + "run 2000");
    const State other = sim.state();
    EXPECT_LE(largest_difference(plane.x, other.x), 1e-12) << region;
    EXPECT_LE(largest_difference(plane.omega, other.omega), 1e-11) << region;
  }
}

// --- walls that move ---

// In a frame that moves with the wall at constant velocity, everything is the same.

TEST(WallContact, MovingPlaneIsAPlaneAtRestInItsFrame)
{
  const std::string law = "k 500 damping restitution 0.6 kt 300 mu 0.4\n",
                    start = "set atom 1 vx 1.5 vy -0.7 vz -1\nset atom 1 omega 3 -2 5\n"
                            "fix g all gravity 1 vector 0 0 -1\n";
  Simulation rest(one_grain("0 0 0.6") + start + FLOOR + law + NVE + "run 2000");
  Simulation moving(one_grain("0 0 0.6") + start +
                    "velocity all set 0.3 0.2 0.5 sum yes units box\n"
                    "variable x equal 0.3*step*dt\nvariable y equal 0.2*step*dt\n"
                    "variable z equal 0.5*step*dt\nregion r plane 0 0 0 0 0 1 move v_x v_y v_z\n"
                    "fix w all wall/contact region r " +
                    law + NVE + "run 2000");
  const Vec3 a = rest.state().x[0], b = moving.state().x[0];
  expect_near(b, {a.x + 0.3, a.y + 0.2, a.z + 0.5}, 1e-9);
  EXPECT_LE(largest_difference(rest.state().omega, moving.state().omega), 1e-9);
  // the wall does work in one frame only
  EXPECT_EQ(rest.value("f_w"), 0.0);
  EXPECT_GT(std::fabs(moving.value("f_w")), 0.1);
}

// a grain in a drum that turns with it stays where it is in the drum: its spring turns, too

TEST(WallContact, GrainTurnsWithADrum)
{
  const double w = 0.5, r = 3.52;    // overlap .02
  const std::string speed = std::to_string(w * r);
  Simulation sim(one_grain("3.52 0 0") + "set atom 1 vy " + speed + "\nset atom 1 omega 0 0 " +
                 std::to_string(w) +
                 "\nvariable theta equal 0.5*step*dt\n"
                 "region drum cylinder z 0 0 4 INF INF side in rotate v_theta 0 0 0 0 0 2\n"
                 "fix w all wall/contact region drum k $(1.76*0.25/0.02*2:%.15g) kt 20 mu 0.5\n" +
                 NVE + "run 4000");
  // k d = m w^2 r
  const double angle = 0.5 * 2.0;
  const Vec3 x = sim.state().x[0];
  expect_near(x, {r * std::cos(angle), r * std::sin(angle), 0}, 2e-6);
  EXPECT_NEAR(sim.value("f_w[9]"), 0.0, 1e-9);
}

// a wall that speeds up: its full-step velocity is of second order

TEST(WallContact, AcceleratedWallIsOfSecondOrder)
{
  const auto end = [](double h) {
    const int steps = static_cast<int>(std::lround(0.2 / h));
    Simulation sim(one_grain("0 0 0.48") + "timestep " + std::to_string(h) +
                   "\nvariable t equal step*dt\nvariable x equal 0.5*v_t*v_t\n"
                   "variable z equal 0.05*(1-cos(9*v_t))\n"
                   "region r plane 0 0 0 0 0 1 move v_x NULL v_z\n"
                   "fix w all wall/contact region r k 500 damping velocity 3 2 kt 300 mu 5\n"
                   "fix g all gravity 10 vector 0 0 -1\n" +
                   NVE + "run " + std::to_string(steps));
    const State s = sim.state();
    return std::vector<double>{s.x[0].x, s.x[0].z, s.omega[0].y};
  };
  const auto a = end(0.0008), b = end(0.0004), c = end(0.0002);
  for (int k = 0; k < 3; k++)
    EXPECT_NEAR(std::log2(std::fabs((a[k] - b[k]) / (b[k] - c[k]))), 2.0, 0.15) << k;
}

// vdisplace() begins anew with each run: the wall jumps back between them, which is no velocity

TEST(WallContact, JumpBetweenRunsIsNoVelocity)
{
  Simulation sim(one_grain("0 0 0.4") +
                 "variable z equal vdisplace(0,0.1)\n"
                 "region r plane 0 0 0 0 0 1 move NULL NULL v_z\n"
                 "fix w all wall/contact region r k 500 damping mass_velocity 100 0\nrun 100");
  EXPECT_NEAR(sim.value("fz[1]"), 500.0 * 0.105 + 10.0, 1e-9);
  const std::string log = sim.output_of("run 0");
  EXPECT_NE(log.find(" w: region r plane is elsewhere than at the end"), std::string::npos) << log;
  EXPECT_NEAR(sim.value("fz[1]"), 50.0, 1e-9);
  sim.run("run 1");
  EXPECT_NEAR(sim.value("fz[1]"), 500.0 * 0.10005 + 10.0, 1e-9);
}

// its place is told by the outputs until the next run

TEST(WallContact, CommandsBetweenRunsMoveNoWall)
{
  Simulation sim(one_grain("0 0 3") +
                 "variable z equal vdisplace(0,1)\nregion r plane 0 0 0 0 0 1 move NULL NULL v_z\n"
                 "fix w all wall/contact region r k 500\nrun 100");
  const double moved = sim.value("f_w[1][15]");
  EXPECT_NEAR(moved, 0.05, 1e-12);
  sim.run("write_data " + scratch_file("data"));
  EXPECT_EQ(sim.value("f_w[1][15]"), moved);
}

// the place of a wall that depends on its force: the force of a step sees it once, however many
// others ask for it later

TEST(WallContact, PlaceOfAStepDoesNotChange)
{
  const auto end = [](const std::string &readers) {
    Simulation sim(one_grain("0 0 0.4") +
                   "variable z equal 1e-4*f_w[3]\n"
                   "region r plane 0 0 0 0 0 1 move NULL NULL v_z\n"
                   "fix w all wall/contact region r k 500 damping mass_velocity 5 0\n" +
                   NVE + readers + "thermo 1\nrun 40");
    return sim.state().x[0].z;
  };
  EXPECT_EQ(end(""), end("compute t all timestep/contact\nthermo_style custom step c_t\n"));
}

// the wall comes by half of the skin, and then once more, while the grain goes up and down within a
// build of neighbor lists

TEST(WallContact, CandidatesMayCrossTheSkinWhileTheWallMoves)
{
  Simulation sim(one_grain("0 0 0.802") +
                 "timestep 0.001\nneigh_modify check yes\n"
                 "variable t equal step*dt\nvariable up equal 0.149*sin(2*PI*v_t)\n"
                 "variable speed equal 0.298*PI*cos(2*PI*v_t)\n"
                 "variable z equal (v_t<0.25)*0.602*v_t+(v_t>=0.25)*(0.1505+0.28*(v_t-0.25))\n"
                 "region r plane 0 0 0 0 0 1 move NULL NULL v_z\n"
                 "fix m all move variable NULL NULL v_up NULL NULL v_speed\n"
                 "fix w all wall/contact region r k 500\nrun 750");
  EXPECT_EQ(sim.value("f_w[10]"), 1.0);
}

// a spring ends with its contact, also if a command takes the grain away

TEST(WallContact, DisplacedGrainsHaveNewSprings)
{
  Simulation sim(one_grain("0 0 0.45") + NVE + FLOOR +
                 "k 500 kt 1000 mu 10\nvelocity all set 1 0 0\nrun 10\n"
                 "displace_atoms all move 0 0 3 units box\nset atom 1 vx 0 omega 0 0 0\nrun 10\n"
                 "displace_atoms all move 0 0 -3 units box\nrun 10");
  EXPECT_EQ(sim.value("fx[1]"), 0.0);
}

TEST(WallContact, GrainsThatLeaveTheGroupHaveNewSprings)
{
  Simulation sim(one_grain("0 0 0.45") + "fix m all move linear 1 0 0\n" +
                 "variable in atom step<=10||step>=20\ngroup now dynamic all var in every 1\n"
                 "fix w now wall/contact plane 0 0 0 0 0 1 k 500 kt 1000 mu 10\nrun 10");
  EXPECT_NEAR(sim.value("fx[1]"), -5.0, 0.6);
  sim.run("run 10");
  EXPECT_NEAR(sim.value("fx[1]"), 0.0, 0.6);
}

// a grain is pushed through the face of an open box: its surface is the same from both sides, its
// normal turns back

TEST(WallContact, GrainsGoThroughOpenWalls)
{
  Simulation sim(one_grain("-0.3001 0 0") +
                 "region r block 0 4 -4 4 -4 4 open 2\nfix m all move linear 1 0.5 0\n"
                 "fix w all wall/contact region r k 500 kt 100 mu 0.5\nrun 1000");
  EXPECT_NEAR(sim.value("fx[1]"), 500.0 * 0.3001, 1e-9);
  EXPECT_LE(std::fabs(sim.value("fy[1]")), 75.0 + 1e-9);
  EXPECT_TRUE(std::isfinite(sim.value("f_w[9]")));
}

// --- outputs, groups ---

TEST(WallContact, ActsOnItsGroupOnly)
{
  Simulation sim(one_grain("0 0 0.4") + "create_atoms 2 single 2 0 0.4\n" + MASS_ONE + NVE +
                 "group second id 2\nfix w second wall/contact plane 0 0 0 0 0 1 k 500\nrun 0");
  EXPECT_EQ(sim.value("fz[1]"), 0.0);
  EXPECT_NEAR(sim.value("fz[2]"), 50.0, 1e-12);
  // torque about the point of the plane: on the wall acts -50 at x = 2
  EXPECT_NEAR(sim.value("f_w[5]"), 100.0, 1e-12);
}

// a grain comes to the group while neighbor lists stay

TEST(WallContact, DynamicGroup)
{
  Simulation sim(one_grain("0 0 0.4") + NVE +
                 "variable late atom step>2\ngroup late dynamic all var late every 1\n"
                 "neigh_modify delay 100\nfix w late wall/contact plane 0 0 0 0 0 1 k 500\nrun 2");
  EXPECT_EQ(sim.value("f_w[10]"), 0.0);
  sim.run("run 8 pre no");
  EXPECT_EQ(sim.value("f_w[10]"), 1.0);
}

TEST(WallContact, DiscsOfTwoDimensionsStayInThePlane)
{
  Simulation sim("units lj\ndimension 2\natom_style sphere\natom_modify map array\n"
                 "region box block -5 5 -5 5 -0.1 0.1\ncreate_box 1 box\n"
                 "create_atoms 1 single 0 0.4 0\n" +
                 MASS_ONE +
                 "set atom 1 vx 0.7 vy -1\nset atom 1 omega 0 0 2\npair_style zero 1.2\n"
                 "pair_coeff * *\nfix w all wall/contact plane 0 0 0 0 1 0 k 500 kt 200 mu 0.3\n"
                 "fix n all nve/sphere disc\nfix 2d all enforce2d\ntimestep 0.001\nrun 500");
  EXPECT_EQ(sim.state().x[0].z, 0.0);
  EXPECT_GT(sim.state().v[0].y, 0.9);
  EXPECT_EQ(sim.state().omega[0].x, 0.0);
}

// regions of 2d have faces across the z axis, which discs do not touch

namespace {

/** A disc moves freely in a region whose faces across the z axis are near. */
void expect_free_disc(const std::string &region)
{
  Simulation sim("units lj\ndimension 2\natom_style sphere\natom_modify map array\n"
                 "region box block -5 5 -5 5 -0.1 0.1\ncreate_box 1 box\n"
                 "create_atoms 1 single 0 0 0\n" +
                 MASS_ONE + "set atom 1 vx 1\npair_style zero 1.2\npair_coeff * *\nregion r " +
                 region +
                 "\nfix w all wall/contact region r k 500 kt 200 mu 0.3\n"
                 "fix n all nve/sphere disc\nfix 2d all enforce2d\ntimestep 0.001\nrun 100");
  EXPECT_EQ(sim.value("f_w[10]"), 0.0) << region;
  EXPECT_EQ(sim.state().v[0].x, 1.0) << region;
}

}    // namespace

TEST(WallContact, FacesAcrossTheZAxisAreNoWallsIn2d)
{
  for (const std::string region : {"block -4 4 -4 4 -0.1 0.1", "cylinder z 0 0 4 -0.1 0.1"})
    expect_free_disc(region);
}

// no kk: fix wall/contact/kk has no prisms
TEST(WallContact, PrismsHaveNoFacesAcrossTheZAxisIn2d)
{
  expect_free_disc("prism -4 4 -4 4 -0.1 0.1 0 0 0");
}

// grains that are new, or come near after the neighbor lists were built, meet the wall: candidates
// are found with the skin

TEST(WallContact, FastGrainsMeetTheWall)
{
  Simulation sim(one_grain("0 0 3.5") + "set atom 1 vz -50\n" + NVE + FLOOR + "k 1e5\nrun 200");
  EXPECT_NEAR(sim.state().v[0].z, 50.0, 0.2);
}

TEST(WallContact, WallMeetsGrainsAtRest)
{
  Simulation sim(one_grain("0 0 2") +
                 "variable z equal 20*step*dt\nregion r plane 0 0 0 0 0 1 move NULL NULL v_z\n"
                 "fix w all wall/contact region r k 2e4\n" +
                 NVE + "run 300");
  EXPECT_NEAR(sim.state().v[0].z, 40.0, 0.2);
}

TEST(WallContact, DisplacedGrainsMeetTheWallInTheNextRun)
{
  Simulation sim(one_grain("0 0 3") + NVE + FLOOR + "k 500\nrun 0");
  sim.run("displace_atoms all move 0 0 -2.6 units box\nrun 0");
  EXPECT_NEAR(sim.value("fz[1]"), 50.0, 1e-10);
}

// --- vector lanes: contacts of many grains are found together ---

TEST(WallContact, ManyGrainsHaveTheForcesOfEachAlone)
{
  constexpr int GRAINS = 28, OTHERS = 2;    // LAMMPS has 32 groups
  std::string start = "units si\natom_style sphere\natom_modify map array\n"
                      "region box block -1 1 -1 1 -1 1\ncreate_box 2 box\n";
  for (int i = 0; i < GRAINS + OTHERS; i++)
    start += fmt::format("create_atoms {} single {} 0 {}\n", i < GRAINS ? 1 : 2, 0.03 * i - 0.5,
                         0.0099 - 1e-6 * i);
  start += "set group all diameter 0.02 density 1000\nset group all vx 0.1 vz -0.01\n"
           "set group all omega 0 3 1\npair_style zero 0.1\npair_coeff * *\ntimestep 1e-6\n" +
      NVE;
  const std::string wall =
      " wall/contact plane 0 0 0 0 0 1 material granular.contact steel rubber nylon\n";
  std::string each;
  for (int i = 1; i <= GRAINS + OTHERS; i++)
    each += fmt::format("group g{0} id {0}\nfix w{0} g{0}", i) + wall;
  Simulation together(start + "fix w all" + wall + "run 5"), alone(start + each + "run 5");
  double friction = 0.0;
  for (int i = 0; i < GRAINS + OTHERS; i++) {
    for (int k = 0; k < 3; k++) {
      EXPECT_EQ(together.lammps()->atom->f[i][k], alone.lammps()->atom->f[i][k]) << i;
      EXPECT_EQ(together.lammps()->atom->torque[i][k], alone.lammps()->atom->torque[i][k]) << i;
    }
    friction += alone.value(fmt::format("f_w{}[9]", i + 1));
  }
  EXPECT_EQ(together.value("f_w[10]"), GRAINS + OTHERS);
  EXPECT_GT(friction, 0.0);
  EXPECT_NEAR(together.value("f_w[9]"), friction, 1e-13 * friction);
}

// --- restart ---

TEST(WallContact, RestartIsExact)
{
  const std::string law = "k 500 damping restitution 0.6 kt 300 mu 0.4";
  for (const std::string &wall :
       {"plane 0 0 0 0 0 1 " + law, "region r " + law, "region r " + law + " velocity mid",
        "region r law hertz " + law, "region edge " + law}) {
    const std::string region =
                          "variable x equal 0.3*step*dt\nvariable z equal 0.02*sin(20*step*dt)\n"
                          "region r plane 0 0 0 0 0 1 move v_x NULL v_z\n"
                          "region edge block -9 9 -0.48 9 0 9\n",
                      fixes = region + "fix w all wall/contact " + wall +
        "\nfix nve all nve/sphere/leapfrog restart exact\n",
                      file = scratch_file("wall");
    Simulation unbroken(one_grain("0 0 0.48") +
                        "set atom 1 vx 1.5 vy -0.7 vz -1\nset atom 1 omega 3 -2 5\n" + fixes +
                        "run 60\nwrite_restart " + file + "\nrun 60 pre no");
    Simulation sim("atom_modify map array\ncomm_modify vel yes\nread_restart " + file +
                   "\npair_style zero 1.2\npair_coeff * *\ntimestep 0.0005\n" + fixes + "run 60");
    expect_same_bits(unbroken.state(), sim.state(), wall);
    // powers of the first step are those of the full-step velocities, in a run those of
    // extrapolated ones
    for (const std::string sum : {"f_w", "f_w[8]", "f_w[9]"})
      EXPECT_NEAR(unbroken.value(sum), sim.value(sum), 1e-4 * unbroken.value("f_w[8]"))
          << wall << sum;
    EXPECT_GT(unbroken.value("f_w[8]"), 1e-3);
    EXPECT_EQ(unbroken.value("f_w[10]"), wall == "region edge " + law ? 2 : 1) << wall;
  }
}

TEST(WallContact, RigidWallHasNoForce)
{
  Simulation sim(one_grain("0 0 0.4") + NVE + FLOOR +
                 "stiffness 500 law hertz restitution 0.5\nrun 0");
  expect_near(force(sim), {0, 0, 0}, 0.0);
}

// --- grains that the neighbor list does not announce ---

// no kk: fix adapt changes radii on the host only
TEST(WallContact, SeesGrainsThatGrow)
{
  Simulation sim(empty_box("", "sphere 1") + "create_atoms 1 single 0 0 1\n" + MASS_ONE +
                 "pair_style zero 2.4\npair_coeff * *\nvariable d equal 1+0.01*step\n"
                 "fix a all adapt 1 atom diameter v_d mass no\n" +
                 FLOOR + "k 500\nrun 120");
  EXPECT_NEAR(force(sim).z, 500.0 * (0.5 * 2.2 - 1.0), 1e-9);
}

TEST(WallContact, SeesGrainsWithListsThatAreBuiltOnce)
{
  Simulation sim(one_grain("0 0 2") + "neigh_modify once yes\nvelocity all set 0 0 -3\n" + NVE +
                 FLOOR + "k 500\nrun 2000");
  EXPECT_NEAR(sim.value("vz[1]"), 3.0, 0.01);
}

// A grain leaves the group of the wall with a spring, and comes back without

// no kk: command group clear changes masks on the host only
TEST(WallContact, SpringsEndWithTheGroup)
{
  Simulation sim(one_grain("0 0 0.45") +
                 "group g id 1\nfix m all move linear 1 0 0\n"
                 "fix w g wall/contact plane 0 0 0 0 0 1 k 500 kt 1000 mu 10\nrun 10");
  EXPECT_NEAR(force(sim).x, -1000.0 * 10 * 0.0005, 1e-9);
  sim.run("group g clear\nrun 10\ngroup g id 1\nunfix m\nfix m all move linear 0 0 0\nrun 0");
  EXPECT_NEAR(force(sim).x, 0.0, 1e-12);
}

// The dashpot of a wall has the mass of the body, also behind commands within a run

// no kk: bodies and their masses are those of the style without /kk
TEST(WallContact, BodiesKeepTheirMassWithinARun)
{
  const auto end = [](const std::string &run) {
    Simulation sim(empty_box("", "hybrid sphere molecular") + R"(
      create_atoms 1 single 0 0 0.49
      create_atoms 1 single 0 0.9 0.52
      set group all diameter 1
      set group all mass 1
      set group all mol 1
      velocity all set 0 0 -0.1
      neigh_modify exclude molecule/intra all
      pair_style zero 1.2
      pair_coeff * *
      thermo_style custom step
      fix 1 all rigid/small molecule
    )" + FLOOR + "k 500 damping restitution 0.3\n" +
                   run);
    return sim.value("vz[1]");
  };
  const std::string file = scratch_file("restart");
  EXPECT_EQ(end("run 40"), end("run 40 pre no every 10 \"write_restart " + file + "\""));
}

// The step has doubled: the velocity at its end is that of the motion with constant acceleration

TEST(WallContact, VelocityIsOfSecondOrderBehindAChangeOfTheStep)
{
  Simulation sim(one_grain("0 0 2") +
                 "variable t equal time\nvariable z equal 0.5*v_t*v_t\n"
                 "region r plane 0 0 0 0 0 1 move NULL NULL v_z\n"
                 "fix w all wall/contact region r k 500 damping velocity 0.01 0\ntimestep 0.01\n"
                 "run 10\nset atom 1 z $(0.5*0.12*0.12+0.4)\nset atom 1 vz 0\ntimestep 0.02\n"
                 "run 1");
  EXPECT_NEAR(force(sim).z, 50.0 + 0.01 * 0.12, 1e-6);
}
