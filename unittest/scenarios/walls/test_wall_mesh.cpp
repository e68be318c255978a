// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix wall/contact with keyword stl: walls of triangles beside planes, regions and closed forms.
// unittest/kernels/test_wall_mesh.cpp has the geometry.

#include "contacts/soft_contact.h"

#include "../../meshes.h"

#include <cctype>
#include <cstdint>
#include <cstring>

using namespace scenario;
using namespace VARDEM;

namespace {

const std::string WHO = "Fix wall/contact w keyword stl";

std::string file_of(const std::string &name, const Mesh &mesh)
{
  const std::string file = scratch_file(name + ".stl");
  write_file(file, stl_text(mesh));
  return file;
}

/** 2000 triangles of the plane z = 0. */
Mesh floor_of_triangles()
{
  return grid(
      40, 25,
      [](double u, double v) {
        return Vec3{10.0 * u - 5.0, 10.0 * v - 5.0, 0.0};
      },
      0.2);
}

std::string grains(const std::string &at, const std::string &integrator = "nve/sphere")
{
  return empty_box() + at + MASS_ONE + "pair_style zero 1.2\npair_coeff * *\nfix nve all " +
      integrator + "\n";
}

std::string wall(const std::string &surface, const std::string &law)
{
  return "fix w all wall/contact " + surface + " " + law + "\n";
}

/** Motions and the outputs of fix w are the same. */
void expect_same(const Simulation &a, const Simulation &b, double tolerance)
{
  const State x = a.state(), y = b.state();
  EXPECT_LT(largest_difference(x.x, y.x), tolerance);
  EXPECT_LT(largest_difference(x.v, y.v), tolerance * largest(x.v));
  EXPECT_LT(largest_difference(x.omega, y.omega), tolerance * std::max(1.0, largest(x.omega)));
  for (int k = 1; k <= 10; k++) {
    const std::string name = "f_w[" + std::to_string(k) + "]";
    EXPECT_NEAR(a.value(name), b.value(name), tolerance * std::max(1.0, std::fabs(b.value(name))))
        << name;
  }
}

const std::string SLIDING =
                      "create_atoms 1 single -4 -3.3 0.49\ncreate_atoms 1 single 3.9 -1.2 0.5\n"
                      "create_atoms 1 single -2 4.1 0.7\nfix g all gravity 10 vector 0 0 -1\n",
                  PUSHED = "set atom 1 vx 3 vy 2\nset atom 2 vx -2.5 vy 1.1\n"
                           "set atom 3 vx 1.7 vy -2 vz -1\nset atom 3 omega 9 4 -7\n";

}    // namespace

// --- a plane that is cut into triangles is a plane: springs go on over seams ---

TEST(WallMesh, TrianglesOfAPlaneAreAPlane)
{
  const std::string floor = file_of("floor", floor_of_triangles());
  for (const std::string law :
       {"k 2000 damping restitution 0.7 kt 600 mu 0.3 rolling 40 0.1",
        "law hertz E 2000 nu 0.3 damping mass_velocity 3 2 kt 900 mu 0.5 lever contact",
        "k 2000 kt 600 mu 10 velocity mid"}) {
    Simulation plane(grains(SLIDING) + PUSHED + wall("plane 0 0 0 0 0 1", law) + "run 4000"),
        mesh(grains(SLIDING) + PUSHED + wall("stl " + floor, law) + "run 4000");
    expect_same(mesh, plane, 1e-12);
    EXPECT_GT(plane.value("f_w[9]") + plane.value("f_w[7]"), 1e-4);
  }
}

// --- edges and corners by hand ---

TEST(WallMesh, ForcesAtEdgesAndCorners)
{
  const std::string cube = file_of("cube", block_of_triangles({-1, -1, -1}, {1, 1, 1}, 2));
  struct Case {
    std::string at;
    Vec3 away;    // from the nearest point
  };
  const Case cases[] = {{"0.2 0.3 1.4", {0, 0, 0.4}},
                        {"1.2 0.3 1.3", {0.2, 0, 0.3}},
                        {"1.2 -1.1 1.3", {0.2, -0.1, 0.3}}};
  for (const Case &c : cases) {
    Simulation sim(grains("create_atoms 1 single " + c.at + "\n") + wall("stl " + cube, "k 500") +
                   "run 0");
    const double d = norm(c.away);
    const Vec3 F = (500.0 * (0.5 - d) / d) * c.away;
    EXPECT_NEAR(sim.value("fx[1]"), F.x, 1e-11) << c.at;
    EXPECT_NEAR(sim.value("fy[1]"), F.y, 1e-11) << c.at;
    EXPECT_NEAR(sim.value("fz[1]"), F.z, 1e-11) << c.at;
    for (const std::string k : {"x", "y", "z"})
      EXPECT_EQ(sim.value("f_w[" + std::string(1, "123"[k[0] - 'x']) + "]"),
                -sim.value("f" + k + "[1]"));
    EXPECT_EQ(sim.value("f_w[10]"), 1.0);
    EXPECT_NEAR(sim.value("f_w[7]"), 250.0 * (0.5 - d) * (0.5 - d), 1e-12);
  }
}

// the upper face has the last 8 triangles of the file

TEST(WallMesh, RowsOfContactsHaveTheTriangle)
{
  const std::string cube = file_of("cube", block_of_triangles({-1, -1, -1}, {1, 1, 1}, 2));
  const std::string rigid = "pair_style contact/rigid\npair_coeff * * stiffness 1\ntimestep 0.01\n";
  for (const auto &[integrator, law, run] :
       {std::tuple("nve/sphere", "k 500", "run 0"),
        std::tuple("nve/sphere/cd", "stiffness 1", "run 1")}) {
    Simulation sim(grains("create_atoms 1 single 0.2 0.3 1.4\n", integrator) +
                   (contains(integrator, "cd") ? rigid : "") + wall("stl " + cube, law) +
                   "compute c all contact/force\ncompute triangle all reduce min c_c[2] inputs "
                   "local\nthermo_style custom c_triangle\n" +
                   run);
    EXPECT_LE(sim.value("c_triangle"), -41.0) << law;
    EXPECT_GE(sim.value("c_triangle"), -48.0) << law;
  }
}

// Requirement: impact in closed form to 1e-10. Without dashpots the overlap of a central impact is
// v h sin(n theta)/sin(theta) at step n, sin(theta/2) = h/2 (k/m)^(1/2): leapfrog of an oscillator

TEST(WallMesh, CentralImpactHasItsClosedForm)
{
  const std::string cube = file_of("cube", block_of_triangles({-1, -1, -1}, {1, 1, 1}, 2));
  const double h = 0.001, k = 5000.0, theta = 2.0 * std::asin(0.5 * h * std::sqrt(k));
  const auto overlap = [&](int n) {
    return h * std::sin(n * theta) / std::sin(theta);
  };
  const int last = static_cast<int>(M_PI / theta);
  for (const Vec3 &n : {Vec3{0.8, 0, 0.6}, Vec3{0.48, 0.6, 0.64}}) {
    const Vec3 end = {1, n.y > 0.0 ? 1.0 : 0.2, 1}, x = end + 0.5 * n;
    Simulation sim(grains("create_atoms 1 single " + number(x.x) + " " + number(x.y) + " " +
                          number(x.z) + "\n") +
                   "set atom 1 vx " + number(-n.x) + " vy " + number(-n.y) + " vz " +
                   number(-n.z) + "\ntimestep " + number(h) + "\n" +
                   wall("stl " + cube, "k " + number(k)) + "run " + std::to_string(last / 2));
    EXPECT_LT(norm(sim.state().x[0] - (end + (0.5 - overlap(last / 2)) * n)), 1e-12);
    sim.run("run " + std::to_string(last));
    const double speed = (overlap(last) - overlap(last + 1)) / h;
    EXPECT_LT(norm(sim.state().v[0] - speed * n), 1e-11);
    EXPECT_NEAR(speed, 1.0, 1e-2);
  }
}

// A grain without friction meets an edge beside its centre: a central force in the plane across it,
// which keeps its energy and its angular momentum about the edge

TEST(WallMesh, ImpactOnAnEdgeKeepsEnergyAndAngularMomentum)
{
  const std::string cube = file_of("cube", block_of_triangles({-1, -1, -1}, {1, 1, 1}, 3));
  Simulation sim(grains("create_atoms 1 single 1.45 0.2 1.35\n") +
                 "set atom 1 vx -1 vy 0.3 vz -0.4\ntimestep 1e-4\n" +
                 wall("stl " + cube, "k 5000") + "run 8000");
  const State end = sim.state();
  EXPECT_EQ(sim.value("f_w[10]"), 0.0);
  EXPECT_GT(end.v[0].x, 0.0);    // it has come back
  EXPECT_EQ(end.v[0].y, 0.3);
  const Vec3 &v = end.v[0], r = end.x[0] - Vec3{1, 0, 1};
  EXPECT_NEAR(v.x * v.x + v.z * v.z, 1.16, 1e-5);    // (omega h)^2 is 5e-5
  EXPECT_NEAR(r.z * v.x - r.x * v.z, 0.35 * -1.0 - 0.45 * -0.4, 1e-12);
}

// --- beside regions: a grain that flies around in a block with friction, and rolls on its outside ---

TEST(WallMesh, BlockBesideRegion)
{
  const std::string block =
      file_of("block", block_of_triangles({-1.5, -1.2, -1}, {1.5, 1.2, 1}, 4));
  const std::string law = "k 5000 damping restitution 0.95 kt 2000 mu 0.4",
                    grain = "create_atoms 1 single 0.1 0.2 0.3\n",
                    start = "set atom 1 vx 3 vy 2 vz -2.5\nset atom 1 omega 1 2 3\n",
                    region = "region b block -1.5 1.5 -1.2 1.2 -1 1 ";
  Simulation inside(grains(grain) + start + wall("stl " + block, law) + "run 6000"),
      as_region(grains(grain) + start + region + "side in\n" + wall("region b", law) + "run 6000");
  expect_same(inside, as_region, 1e-9);
  EXPECT_GT(inside.value("f_w[9]"), 0.1);

  const std::string above =
                        "create_atoms 1 single 0.5 0.1 1.5\nfix g all gravity 10 vector 0 0 -1\n",
                    roll = "set atom 1 vx 1.5\n";
  Simulation outside(grains(above) + roll + wall("stl " + block, law) + "run 3000"),
      out_region(grains(above) + roll + region + "side out\n" + wall("region b", law) + "run 3000");
  expect_same(outside, out_region, 1e-9);
  EXPECT_LT(outside.state().x[0].z, 1.0);    // it has fallen over the edge
}

// --- motion: by the keywords of regions, and by forces ---

TEST(WallMesh, MovesAndTurnsAsARegion)
{
  const std::string block =
                        file_of("block", block_of_triangles({-1.5, -3, -1.5}, {1.5, 3, 1.5}, 3)),
                    law = "k 5000 damping restitution 0.6 kt 2000 mu 0.5",
                    grain = "create_atoms 1 single 0.1 0.2 0.3\ncreate_atoms 1 single 0 2 0\n"
                            "fix g all gravity 10 vector 0 0 -1\n"
                            "variable a equal 1.5*step*dt\nvariable x equal 0.1*sin(9*step*dt)\n",
                    motion = " move v_x NULL NULL rotate v_a 0 0 0 0 1 0";
  Simulation mesh(grains(grain) + wall("stl " + block + motion, law) + "run 3000"),
      region(grains(grain) + "region b block -1.5 1.5 -3 3 -1.5 1.5" + motion + "\n" +
             wall("region b", law) + "run 3000");
  expect_same(mesh, region, 1e-9);
  EXPECT_NEAR(mesh.value("f_w"), region.value("f_w"), 1e-9);
  EXPECT_EQ(mesh.value("f_w[1][1]"), 0.0);
  for (int column = 13; column <= 24; column++) {
    const std::string name = "f_w[1][" + std::to_string(column) + "]";
    EXPECT_NEAR(mesh.value(name), region.value(name), 1e-14);
  }
  EXPECT_GT(region.value("f_w"), 0.1);
}

TEST(WallMesh, FreeMeshIsAFreePlane)
{
  const std::string floor = file_of("floor", floor_of_triangles());
  const std::string law =
      "k 2000 damping restitution 0.7 kt 600 mu 0.3 free 5 axis 0 0 1 load 0 0 30";
  Simulation plane(grains(SLIDING) + PUSHED + wall("plane 0 0 0 0 0 1", law) + "run 2000"),
      mesh(grains(SLIDING) + PUSHED + wall("stl " + floor, law) + "run 2000");
  expect_same(mesh, plane, 1e-11);
  EXPECT_NEAR(mesh.value("f_w[13]"), plane.value("f_w[13]"), 1e-12);
}

// --- energy: in a polyhedron in place of a sphere, a grain goes over many hollow seams. Contacts that
//     began or ended at a force would leave an error that does not fall with the step ---

TEST(WallMesh, EnergyIsKeptOverHollowSeams)
{
  const std::string ball = file_of("ball", ball_of_triangles(12, 3.0));
  const auto largest_change = [&](double h) {
    Simulation sim(
        grains("create_atoms 1 single 1 0.5 -2.2\nfix g all gravity 10 vector 0 0 -1\n") +
        "set atom 1 vx 1 vy -2\n" + wall("stl " + ball, "k 20000") +
        "variable e equal 0.5*(vx[1]^2+vy[1]^2+vz[1]^2)+10*z[1]+f_w[7]\n");
    sim.run("timestep " + number(h) + "\nrun 0");
    const double first = sim.value("v_e");
    double most = 0.0;
    for (int part = 0; part < 20; part++) {
      sim.run("run $(round(0.1/dt))");
      most = larger(most, std::fabs(sim.value("v_e") - first));
    }
    EXPECT_GT(std::fabs(first), 1.0);
    return most;
  };
  // normals jump over hollow seams, so that the error is of first order
  const double coarse = largest_change(4e-4), fine = largest_change(5e-5);
  EXPECT_NEAR(std::log(coarse / fine) / std::log(8.0), 1.0, 0.4);
  EXPECT_LT(fine, 2e-3);
}

// --- restart, and files ---

TEST(WallMesh, Restart)
{
  const std::string floor = file_of("floor", floor_of_triangles()),
                    restart = scratch_file("restart"),
                    fixes = "fix nve all nve/sphere/leapfrog restart exact\n"
                            "fix g all gravity 10 vector 0 0 -1\n" +
      wall("stl " + floor, "k 2000 damping restitution 0.7 kt 600 mu 0.3") + "timestep 0.0005\n";
  const std::string atoms = empty_box() + SLIDING.substr(0, SLIDING.find("fix g")) + MASS_ONE +
      PUSHED + "pair_style zero 1.2\npair_coeff * *\n";
  Simulation whole(atoms + fixes + "run 1000\nwrite_restart " + restart + "\nrun 1000 pre no");
  Simulation again("read_restart " + restart +
                   "\nneighbor 0.3 bin\nneigh_modify every 1 delay 0\n" + fixes + "run 1000");
  expect_same_bits(whole.state(), again.state());
  const std::string other = "read_restart " + restart + "\nfix w all wall/contact stl " + floor +
      " scale 2 k 2000 kt 600 mu 0.3\n";
  Simulation none;
  expect_parts(none.error_of(other),
               {"the restart file has another wall with this ID: stl with 2000",
                "from -5 -5 0 to 5 5 0", "this one is stl with 2000 triangles from -10 -10 0"});
}

TEST(WallMesh, BinaryAndTextFilesScaleAndShift)
{
  const Mesh block = block_of_triangles({0, 0, 0}, {2, 2, 0.5});
  std::string binary(80, ' ');
  const std::uint32_t n = block.size() / 3;
  binary.append(reinterpret_cast<const char *>(&n), sizeof n);
  for (std::size_t k = 0; k < block.size(); k += 3) {
    float numbers[12] = {};
    for (int c = 0; c < 9; c++) numbers[3 + c] = (&block[k].x)[c];
    binary.append(reinterpret_cast<const char *>(numbers), sizeof numbers);
    binary.append(2, '\0');
  }
  binary.replace(0, 5, "solid");    // some programs begin binary files so
  const std::string file = scratch_file("binary.stl"), words = scratch_file("words.stl"),
                    cut = scratch_file("short.stl");
  write_file(file, binary);
  write_file(cut, binary.substr(0, binary.size() - 3));
  Simulation none(grains("create_atoms 1 single 1 1 1.4\n"));
  expect_parts(none.error_of(wall("stl " + cut, "k 500")),
               {"as a binary file of 12 triangles it should have 684 bytes, but has 681"});
  std::string text = stl_text(block);    // in upper case, and on one line
  for (char &c : text) c = c == '\n' && &c - text.data() > 10 ? ' ' : std::toupper(c);
  write_file(words, text);
  for (const std::string &one : {file, file_of("text", block), words}) {
    Simulation sim(grains("create_atoms 1 single 1 1 1.4\n"));
    const std::string told =
        sim.output_of(wall("stl " + one + " scale 1.5 shift -0.5 -0.5 0.25", "k 500") + "run 0");
    EXPECT_NEAR(sim.value("fz[1]"), 500.0 * 0.1, 1e-12);
    EXPECT_TRUE(contains(told, "Fix wall/contact w: 12 triangles of " + one +
                                   " from -0.5 -0.5 0.25 to 2.5 2.5 1, no open edges"))
        << told;
  }
}

TEST(WallMesh, LogTellsWhatIsLeftOut)
{
  Mesh mesh = grid(3, 3, [](double u, double v) {
    return Vec3{u, v, 0.0};
  });
  for (int n = 0; n < 2000; n++) add_triangle(mesh, {0.01 * n, 0, 0}, {1, 0, 0}, {2, 0, 0});
  add_triangle(mesh, mesh[0], mesh[1], mesh[2]);
  add_triangle(mesh, {0, 0, 0}, {0.5, 0.5, 3}, {1, 1, 3});
  Simulation sim(grains("create_atoms 1 single 0 0 2\n"));
  const std::string told = sim.output_of(wall("stl " + file_of("left", mesh), "k 1"));
  EXPECT_TRUE(contains(told, "19 triangles of")) << told;
  EXPECT_TRUE(contains(told, "; left out without an area: 2000; left out as copies of others: 1"))
      << told;
}

// the box is periodic

TEST(WallMesh, WarnsOfEndsAtPeriodicFaces)
{
  const auto floor = [](const std::string &name, double half) {
    return file_of(name, grid(2, 2, [&](double u, double v) {
                     return Vec3{half * (2.0 * u - 1.0), 8.2 * v - 4.1, 0.0};
                   }));
  };
  const std::string parts = " | along x, and end near a periodic face | beyond both faces by 0.8\n";
  expect_warnings(
      {grains("create_atoms 1 single 0 0 2\n"), "fix w all wall/contact stl ", " k 1\nrun 0\n"},
      WHO,
      floor("near", 4.3) + parts + floor("at", 5.0) + parts + floor("far", 4.1) + "\n" +
          floor("beyond", 5.9) + "\n");
}

// --- other ways to step and to solve ---

TEST(WallMesh, ContactDynamics)
{
  const std::string floor = file_of("floor", floor_of_triangles());
  const auto rigid = [&](const std::string &surface) {
    return grains(SLIDING, "nve/sphere/cd tol 1e-10") + PUSHED +
        "pair_style contact/rigid\n"
        "pair_coeff * * stiffness 1000\ntimestep 0.002\n" +
        wall(surface, "stiffness 1000 mu 0.3") + "run 400";
  };
  Simulation plane(rigid("plane 0 0 0 0 0 1")), mesh(rigid("stl " + floor));
  expect_same(mesh, plane, 1e-7);
  EXPECT_LT(plane.state().x[2].z, 0.6);    // it has fallen onto the floor
}

// Friction holds grains on an incline, on a corner of triangles, on a seam and beside it, as on a
// plane; and they roll over seams as over a plane. Springs that got lost would let them creep.

TEST(WallMesh, FrictionOfContactDynamicsGoesOnOverSeams)
{
  const std::string floor = file_of("seams",
                                    grid(8, 8,
                                         [](double u, double v) {
                                           return Vec3{10.0 * u - 5.0, 10.0 * v - 5.0, 0.0};
                                         })),
                    at = "create_atoms 1 single 0 0 0.5\ncreate_atoms 1 single 1.25 -2 0.5\n"
                         "create_atoms 1 single -2.8 0.4 0.5\n"
                         "fix g all gravity 10 vector 0.2 0.1 -1\n";
  for (const std::string law : {"mu 0.6 rolling 0.5", "mu 0.6"}) {
    const auto rigid = [&](const std::string &surface) {
      return grains(at, "nve/sphere/cd tol 1e-12") +
          "pair_style contact/rigid\npair_coeff * * stiffness 1000\ntimestep 0.002\n" +
          wall(surface, "stiffness 1000 " + law) + "run 500";
    };
    Simulation plane(rigid("plane 0 0 0 0 0 1")), mesh(rigid("stl " + floor));
    expect_same(mesh, plane, 1e-7);
    const double way = norm(mesh.state().x[0] - Vec3{0.0, 0.0, 0.5});
    if (law == "mu 0.6")
      EXPECT_GT(way, 0.5);
    else
      EXPECT_LT(way, 10.0 * 0.002 * 0.002);    // of the first step
  }
}

// Walls that move in contact dynamics. A drum of 24 sides carries a grain around, which lies beside a
// seam and is pressed outwards by the rotation: the side on which it lies holds it all the time. A
// drum of 2000 sides turns under a grain without friction, which stays where it is, although the
// material goes out of the circle by ten times as much in a step as overlaps are pushed out. A block
// pushes a grain whose centre it would pass in a step.

namespace {

std::string turning(const std::string &drum, double rate, const std::string &law)
{
  return "pair_style contact/rigid\npair_coeff * * stiffness 1000\nvariable angle equal " +
      number(rate) + "*step*dt\n" +
      wall("stl " + drum + " rotate v_angle 0 0 0 0 1 0", "stiffness 1000 " + law);
}

}    // namespace

TEST(WallMesh, DrumCarriesAGrainBesideASeam)
{
  const double half = M_PI / 24.0, rate = 0.6, h = 0.01;
  const auto turned = [](const Vec3 &x, double angle) {    // about the y axis
    const double c = std::cos(angle), s = std::sin(angle);
    return Vec3{c * x.x + s * x.z, x.y, c * x.z - s * x.x};
  };
  const Vec3 in_side = {4.0 * std::cos(half) - 0.5, 0.1, 4.0 * std::sin(half) - 0.08},
             x = turned(in_side, -half), v = cross(Vec3{0.0, rate, 0.0}, x);
  const std::string at = number(x.x) + " " + number(x.y) + " " + number(x.z);
  Simulation sim(grains("create_atoms 1 single " + at + "\n", "nve/sphere/cd tol 1e-10") +
                 "set atom 1 vx " + number(v.x) + " vz " + number(v.z) + " omega 0 " +
                 number(rate) + " 0\ntimestep " + number(h) + "\n" +
                 turning(file_of("drum", prism(24, 4.0, -4.0, 4.0)), rate, "mu 1 rolling 0.5"));
  for (int steps = 50; steps <= 1000; steps += 50) {
    sim.run("run 50");
    EXPECT_LT(norm(turned(sim.state().x[0], -rate * h * steps) - x), 1e-4) << steps;
  }
}

TEST(WallMesh, DrumTurnsUnderAGrainWithoutFriction)
{
  Simulation sim(grains("create_atoms 1 single 0 0 -4.5\nfix g all gravity 1 vector 0 0 -1\n",
                        "nve/sphere/cd") +
                 "timestep 0.02\n" +
                 turning(file_of("fine", prism(2000, 5.0, -8.0, 8.0)), 0.0632 / 0.02, "") +
                 "run 100");
  EXPECT_NEAR(sim.state().x[0].z, -4.5, 1e-5);
}

TEST(WallMesh, PushesWhatItWouldPass)
{
  const std::string block = file_of("fast", block_of_triangles({-0.05, -1.0, -1.0}, {0.0, 1.0, 1.0}));
  for (const double gap : {0.0, 0.12}) {
    Simulation sim(grains("create_atoms 1 single " + number(0.1 + gap) + " 0 0\n",
                          "nve/sphere/cd tol 1e-10") +
                   "neighbor 1.2 bin\nset group all diameter 0.2\nset group all mass 1\n"
                   "timestep 0.01\npair_style contact/rigid\npair_coeff * * stiffness 1\n"
                   "variable x equal 20*step*dt\n" +
                   wall("stl " + block + " move v_x NULL NULL", "stiffness 1"));
    for (int n = 1; n <= 3; n++) {
      sim.run("run 1 post no");
      EXPECT_NEAR(sim.state().x[0].x, 0.2 * n + 0.1, 1e-9) << gap << " " << n;
    }
  }
}

// a grain in a hollow edge, and an implicit step of grains on a floor

TEST(WallMesh, MinimizationAndImplicitSteps)
{
  const std::string block =
                        file_of("block", block_of_triangles({-1.5, -1.2, -1}, {1.5, 1.2, 1}, 4)),
                    soft = "pair_style contact/hooke\npair_coeff * * k 5000\n"
                           "fix g all gravity 10 vector 0.6 0 -0.8\n";
  Simulation rest(grains("create_atoms 1 single 0.9 0.2 -0.4\n") + soft +
                  wall("stl " + block, "k 5000") +
                  "min_style contact/newton\nminimize 0 1e-10 100 100");
  EXPECT_NEAR(rest.value("x[1]"), 1.0 + 6.0 / 5000.0, 1e-10);
  EXPECT_NEAR(rest.value("z[1]"), -0.5 - 8.0 / 5000.0, 1e-10);

  const auto implicit = [&](const std::string &surface) {
    return grains(SLIDING, "nve/sphere/implicit") + PUSHED +
        "pair_style contact/hooke\npair_coeff * * k 2000\ntimestep 0.005\n" +
        wall(surface, "k 2000 damping restitution 0.7") + "run 200";
  };
  Simulation plane(implicit("plane 0 0 0 0 0 1")),
      mesh(implicit("stl " + file_of("floor", floor_of_triangles())));
  expect_same(mesh, plane, 1e-7);
}

// --- what is wrong with files and keywords ---

TEST(WallMesh, BadInput)
{
  const std::string good = file_of("good", block_of_triangles({0, 0, 0}, {1, 1, 1})),
                    empty = scratch_file("empty.stl"), word = scratch_file("word.stl"),
                    two = scratch_file("two.stl"), nan = scratch_file("nan.stl"),
                    flat = scratch_file("flat.stl"), cut = scratch_file("cut.stl"),
                    number = scratch_file("number.stl"), none = scratch_file("none.stl");
  const std::string text = stl_text(block_of_triangles({0, 0, 0}, {1, 1, 1}));
  write_file(empty, "");
  write_file(word, "solid\nfacet normal 0 0 1\nouter loop\ncorner 1 2 3\n");
  write_file(two, "solid\nfacet\nouter loop\nvertex 1 2 3\nvertex 2 2 3\nendloop\nendfacet\n");
  const std::string four = scratch_file("four.stl"), ends = scratch_file("ends.stl");
  write_file(four, "solid\nfacet outer loop vertex 1 2 3 vertex 2 2 3 vertex 2 5 3 vertex 7 2 3\n");
  write_file(ends, "SOLID\rFacet normal 0 0 1 outer loop\rvertex 1 2 3\r");
  Mesh broken = block_of_triangles({0, 0, 0}, {1, 1, 1});
  broken[4].y = NAN;
  write_file(nan, stl_text(broken));
  write_file(flat, stl_text({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}));
  write_file(cut, std::string(300, 'x'));
  write_file(number, "solid\nfacet\nouter loop\nvertex 1 2 z\n");
  write_file(none, "solid nothing\nendsolid\n");
  expect_refused(
      {grains("create_atoms 1 single 0 0 2\n"), "fix w all wall/contact stl"},
      "| " + WHO + " needs the name of an STL file\n" + "/no/file k 1 | " + WHO +
          ", file /no/file: cannot open it\n" + empty + " k 1 | " + WHO +
          " | of 0 triangles it should have 84 bytes, but has 0\n" + word +
          " k 1 | line 4: corner stands where an STL file has vertex\n" + two +
          " k 1 | line 6: endloop stands where an STL file has vertex\n" + four +
          " k 1 | line 2: vertex stands where an STL file has endloop\n" + ends +
          " k 1 | it ends within a triangle\n" + nan + " k 1 | triangle 2 has a corner at\n" +
          flat + " k 1 | none of its 1 triangles has an area\n" + cut +
          " k 1 | is no file of text that begins with solid | but has 300\n" + number +
          " k 1 | line 4: a vertex has three numbers\n" + none + " k 1 | it has no triangles\n" +
          good + " scale 0 k 1 | keyword scale must be a number > 0: 0\n" + good +
          " shift 0 up 0 k 1 | keyword shift must be a finite number: up\n" + good +
          " scale 1 scale 2 k 1 | keyword scale is given twice\n" + good +
          " move 1 2 | keyword move needs 3 values\n" + good + " rotate v_none 0 0 0 0 0 1 k 1 | none\n" +
          good + " k 1 free 1 axis 0 0 1 pressure 1 1\n" + good +
          " k 1 free 1 translate pressure 1 1 | only a plane has a normal\n" + good +
          " | the stiffness is missing\n");
  expect_refused({"",
                  "dimension 2\natom_style sphere\nregion box block 0 1 0 1 -.1 .1\n"
                  "create_box 1 box\nfix w all wall/contact "},
                 "stl " + good + " k 1 | " + WHO + ": triangles are walls in 3d only\n");
  const std::string plate = file_of("plate", block_of_triangles({-3, -3, -0.1}, {3, 3, 0.1}, 4));
  Simulation inside(grains("create_atoms 1 single 0.2 0.3 0.04\n") + wall("stl " + plate, "k 1"));
  expect_parts(inside.error_of("run 0"),
               {WHO, "the center of the particle at 0.2 0.3 0.04 is inside of a plate",
                "a thickness of 0.2, less than its radius of 0.5; move the particle to one side"});
  Simulation friction(
      grains("create_atoms 1 single 0 0 2\n", "nve/sphere/implicit friction tresca"));
  expect_parts(friction.error_of("pair_style contact/hooke\npair_coeff * * k 1\n" +
                                 wall("stl " + good, "k 1 kt 1 mu 1") + "run 1"),
               {WHO, "fix nve/sphere/implicit has no friction with triangles"});
}
