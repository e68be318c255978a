// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/implicit with walls that move by forces: keyword free of fix wall/contact

#include "energy/ledger.h"
#include "implicit/implicit.h"

#include <algorithm>
#include <tuple>

using namespace scenario;

namespace {

// Outputs of a free wall
enum { FORCE = 1, TORQUE = 4, MOVED = 11, VELOCITY = 14, TURNED = 20, SPIN = 23 };

Vec3 of_wall(const Simulation &sim, int first)
{
  const auto of = [&](int k) {
    return sim.value("f_w[" + std::to_string(first + k) + "]");
  };
  return {of(0), of(1), of(2)};
}

/** Rodrigues' formula. */
Vec3 turned(const Vec3 &by, const Vec3 &p)
{
  const double angle = norm(by), s = std::sin(angle) / angle,
               c = (1.0 - std::cos(angle)) / (angle * angle);
  return p + s * cross(by, p) + c * cross(by, cross(by, p));
}

std::string lid(double z, const std::string &rest)
{
  return "fix w all wall/contact plane 0 0 " + number(z) + " 0 0 -1 " + rest + "\n";
}

std::string push(double force)
{
  return "fix push all addforce 0 0 " + number(force) + "\n";
}

}    // namespace

// --- a grain under a wall that stay in contact: a linear oscillator of two bodies ---
//
// Reference: the equations (1) and (2) of doc/notes/implicit-steps.md for two coordinates, which are
// solved by Cramer's rule.

namespace {

constexpr double M = 3.0, K = 500.0, C = 4.0, OF_WALL = 2.0, PUSH = 6.0, LOAD = -5.0, H = 0.02;

/** The family, or the theta scheme. The energy scheme has the midpoint of a linear force. */
struct Form {
  std::string name;
  double s, a, b, closing, ahead;
};
const Form OSCILLATES[] = {
    {"alpha 0 ", 0.0, 1.0, 0.5, 0.5, 0.5},        {"alpha 0.3 ", 0.3, 0.7, 0.5, 0.5, 0.2},
    {"alpha 0.5 ", 0.5, 0.5, 0.5, 0.5, 0.0},      {"alpha 1 ", 1.0, 0.0, 0.5, 0.5, -0.5},
    {"theta 0.75 ", 0.75, 0.75, 0.75, 0.25, 0.0}, {"theta 1 ", 1.0, 1.0, 1.0, 0.0, 0.0},
    {"scheme energy ", 0.5, 0.5, 0.5, 0.5, 0.0}};

struct TwoBodies {
  double d = 0.01, moved[2] = {}, v[2] = {0.1, 0.0};    // overlap; grain, wall

  void step(const Form &f)
  {
    const double m[2] = {1.0, M}, load[2] = {PUSH, LOAD}, sign[2] = {-1.0, 1.0},
                 own[2] = {0.0, OF_WALL};
    double p[2], r[2], A[2][2], u[2];
    for (int i = 0; i < 2; i++) p[i] = m[i] * v[i] - f.ahead * H * (sign[i] * K * d + load[i]);
    for (int i = 0; i < 2; i++) {
      r[i] = p[i] / H + f.a * (sign[i] * K * d + load[i]);
      for (int j = 0; j < 2; j++)
        A[i][j] = (i == j ? m[i] / (H * H) + f.b * own[i] / H : 0.0) +
            sign[i] * sign[j] * (f.a * f.s * K + f.b * C / H);
    }
    const double det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
    u[0] = (r[0] * A[1][1] - r[1] * A[0][1]) / det;
    u[1] = (r[1] * A[0][0] - r[0] * A[1][0]) / det;
    const double closes = u[0] - u[1], N = K * (d + f.s * closes),
                 drag = (f.b + f.closing) * C / H * closes;
    d += closes;
    for (int i = 0; i < 2; i++) {
      p[i] += H * (sign[i] * (N + drag) + load[i] - (f.b + f.closing) * own[i] * u[i] / H);
      v[i] = (p[i] + f.ahead * H * (sign[i] * K * d + load[i])) / m[i];
      moved[i] += u[i];
    }
  }
};

}    // namespace

TEST(ImplicitFreeWalls, WallAndGrainAreTwoBodies)
{
  const std::string law = "k " + number(K) + " damping velocity " + number(C) + " 0 ";
  for (const Form &form : OSCILLATES)
    for (const std::string motion : {"axis 0 0 -2 ", "translate "}) {
      Simulation sim(grain_box());
      create_grains(sim, {{0, 0, 0.51}}, {{0, 0, 0.1}});
      sim.run(lid(1,
                  law + "free " + number(M) + " " + motion + "damping " + number(OF_WALL) +
                      " load 0 0 " + number(LOAD)) +
              hooke(0) + push(PUSH) + IMPLICIT + form.name + "tol 1e-12\ntimestep " + number(H) +
              "\nrun 30");
      TwoBodies exact;
      for (int n = 0; n < 30; n++) exact.step(form);
      EXPECT_GT(exact.d, 0.0);
      EXPECT_NEAR(sim.state().x[0].z, 0.51 + exact.moved[0], 1e-10) << form.name << motion;
      EXPECT_NEAR(sim.state().v[0].z, exact.v[0], 1e-10) << form.name << motion;
      EXPECT_NEAR(of_wall(sim, MOVED).z, exact.moved[1], 1e-10) << form.name << motion;
      EXPECT_NEAR(of_wall(sim, VELOCITY).z, exact.v[1], 1e-10) << form.name << motion;
    }
}

// --- at rest: the force on the wall is its load, that on the floor the weights, too ---

/** The balance holds to the tolerance times the largest force. */
TEST(ImplicitFreeWalls, PistonOnAColumnAtRest)
{
  for (const auto &[load, mass] :
       {std::pair("pressure", 1e-3), std::pair("pressure", 3.0), std::pair("servo", 1e-3),
        std::pair("servo", 3.0), std::pair("servo", 300.0)}) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, -1.5}, {0, 0, -0.5}, {0, 0, 0.5}, {0, 0, 1.5}});
    sim.run("pair_style contact/hooke\npair_coeff * * k 1000\n"
            "fix g all gravity 2 vector 0 0 -1\n"
            "fix floor all wall/contact plane 0 0 -2 0 0 1 k 1000\n" +
            lid(2, "k 1000 free " + number(mass) + " axis 0 0 1 " + load + " 3.5 2") + IMPLICIT +
            "theta 1 tol 1e-12\ntimestep 0.1\nrun 400");
    EXPECT_NEAR(of_wall(sim, FORCE).z, 7.0, 15e-12) << load << mass;
    EXPECT_NEAR(sim.value("f_floor[3]"), -15.0, 15e-12) << load << mass;
    EXPECT_NEAR(of_wall(sim, VELOCITY).z, 0.0, 0.1 * 15e-12 / std::min(mass, 3.0)) << load << mass;
  }
}

/** The torque of a grain on a gate is that of its load. */
TEST(ImplicitFreeWalls, GateOnAGrainAtRest)
{
  Simulation sim(grain_box());
  create_grains(sim, {{1, 0, 0.49}});
  sim.run("fix floor all wall/contact plane 0 0 0 0 0 1 k 1000\n"
          "fix side all wall/contact plane 0.5 0 0 1 0 0 k 1000\n" +
          lid(1, "k 1000 free 7 hinge -1 0 1 0 1 0 com 2 0 1.3 load 0 0 -4") +
          "pair_style contact/hooke\npair_coeff * * k 1000\n" + IMPLICIT +
          "theta 1 tol 1e-12\ntimestep 0.05\nrun 600");
  const Vec3 F = of_wall(sim, FORCE), T = of_wall(sim, TORQUE) - cross({-1, 0, 0}, F),
             at = Vec3{3, 0, 0.3} + of_wall(sim, MOVED);
  EXPECT_NEAR(T.y, -4.0 * at.x, 1e-10);
  EXPECT_NEAR(F.z, -sim.value("f_floor[3]"), 1e-10);
  EXPECT_GT(of_wall(sim, TURNED).y, 1e-3);
}

// --- as explicit steps, to the order of the form ---

namespace {

/** Four grains between a floor and a wall, all of which stay in contact. */
std::string pressed(const std::string &coefficients, const std::string &motion)
{
  return "fix floor all wall/contact plane 0 0 0 0 0 1 " + coefficients + "\n" +
      lid(0.988, coefficients + "free " + motion) + hooke(0) +
      "velocity all set 0.2 -0.1 0 sum yes\n";
}

State of_pressed(const std::string &commands, const std::string &fix, double h)
{
  Simulation sim(grain_box());
  create_grains(sim, {{1, 1, 0.495}, {-1, 1, 0.494}, {1, -1, 0.4945}, {-1, -1, 0.496}});
  sim.run(commands + fix + "\ntimestep " + number(h) + "\nrun " +
          std::to_string(std::lround(0.2 / h)));
  State end = sim.state();
  for (const int of : {MOVED, TURNED}) end.x.push_back(of_wall(sim, of));
  for (const int of : {VELOCITY, SPIN}) end.v.push_back(of_wall(sim, of));
  return end;
}

}    // namespace

/** Where grains begin to slide depends on the step: below walls that turn none does. */
TEST(ImplicitFreeWalls, ConvergeToExplicitSteps)
{
  const std::string law = "k 1000 damping velocity 3 2 ";
  for (const auto &[motion, mu] :
       {std::pair<std::string, std::string>("8 axis 0.6 0 0.8 load 0 0 -20", "0.4"),
        {"8 translate load 3 1 -20 damping 6", "0.4"},
        {"8 rigid 9 7 11 com 0.1 0.2 1 load 3 1 -20 damping 6", "9"},
        {"8 rigid 9 7 11 pressure 4 5", "9"},
        {"70 hinge -3 0 1 0 1 0 com 0 0 1 load 2 0 -20 damping 20", "9"}})
    for (const bool friction : {false, true}) {
      const std::string commands = pressed(law + (friction ? "kt 600 mu " + mu + " " : ""), motion);
      const State exact = of_pressed(commands, "fix i all nve/sphere/leapfrog", 5e-5);
      for (const auto &[form, order] :
           {std::pair("alpha 0.5 ", 2.0), std::pair("theta 1 ", 1.0), std::pair("alpha 0 ", 2.0),
            std::pair("scheme energy ", 2.0)}) {
        if (friction && form == std::string("alpha 0 ")) continue;
        const auto error = [&](double h) {
          const State found =
              of_pressed(commands, IMPLICIT + form + (friction ? TRESCA : "") + "tol 1e-11", h);
          return std::max(largest_difference(found.x, exact.x),
                          0.01 * largest_difference(found.v, exact.v));
        };
        const double h = order < 2.0 ? 2.5e-4 : 1e-3;
        EXPECT_NEAR(std::log2(error(2.0 * h) / error(h)), order, friction ? 0.3 : 0.1)
            << form << motion << friction;
      }
    }
}

TEST(ImplicitFreeWalls, HeavyWallsStand)
{
  for (const std::string &form : ROUGH_FORMS) {
    std::vector<State> found;
    for (const std::string wall : {"", " free 1e14 translate"}) {
      Simulation sim(grain_box({"newton off"}));
      create_grains(sim, {{0, 0, 0.52}, {0.9, 0, 0.55}}, {{0.5, 0, 3}, {0, 0.3, 2}});
      sim.run(rough_grains(0.4) + lid(1.05, rough(0.4) + wall) + IMPLICIT + form + TRESCA +
              "tol 1e-12\n" + step_of(16) + "run 60");
      found.push_back(sim.state());
    }
    EXPECT_GT(largest(found[0].omega), 0.05);
    EXPECT_LT(largest_difference(found[0].v, found[1].v), 1e-10) << form;
    EXPECT_LT(largest_difference(found[0].omega, found[1].omega), 1e-10) << form;
  }
}

// --- momentum and energy ---

namespace {

const std::string FLYING = "region fly block -0.5 2.5 -0.5 2.6 2.2 3.2 side out\n"
                           "fix w all wall/contact region fly ";

/** 18 grains that move and spin, below a block. */
void create_bed(Simulation &sim)
{
  std::vector<Vec3> x, v;
  for (int k = 0; k < 18; k++) {
    x.push_back({0.99 * (k % 3), 0.985 * (k / 3 % 3), 0.7 + 0.995 * (k / 9)});
    v.push_back({std::sin(7.0 * k), std::cos(3.0 * k), 2.0 + std::cos(5.0 * k)});
  }
  create_grains(sim, x, v);
}

/** The momentum of grains with mass 1 and of the wall. */
Vec3 momentum(const Simulation &sim, double mass)
{
  Vec3 sum = mass * of_wall(sim, VELOCITY);
  for (const Vec3 &v : sim.state().v) sum = sum + v;
  return sum;
}

}    // namespace

TEST(ImplicitFreeWalls, MomentumStays)
{
  const std::string ball = "region fly sphere 1 1 1.2 2.05\nfix w all wall/contact region fly ";
  for (const std::string &form : ROUGH_FORMS)
    for (const std::string &wall : {FLYING, ball}) {
      Simulation sim(grain_box({"newton off"}));
      create_bed(sim);
      sim.run(rough_grains(0.4) + wall + rough(0.4) + " free 9 translate\n" + IMPLICIT + form +
              TRESCA + "tol 1e-8\n" + step_of(4) + "run 0");
      const Vec3 start = momentum(sim, 9);
      sim.run("run 100");
      EXPECT_GT(of_wall(sim, VELOCITY).z, 0.1);
      EXPECT_LT(norm(momentum(sim, 9) - start), 1e-12) << form << wall;
    }
}

/** Two walls and their grains lose nothing but what the damping takes; steps of a whole contact. */
TEST(ImplicitFreeWalls, EnergySchemeKeepsTheSum)
{
  const double up = 3.0 / std::sqrt(10.0);
  for (const auto &[floor, block, coordinate, stop] :
       {std::tuple("4 axis 0 1 3 load 1 2 60 damping 0.7 limit -0.1 0.2",
                   "translate load 0.3 0 -30 damping 0.5", "f_floor[13]", 0.2 * up),
        std::tuple("40 hinge 0 -2 0 1 0 0 com 0 1 0.1 load 0 0 80 damping 0.7 limit -0.1 0.03",
                   "rigid 6 8 11 com 0.9 1.1 2.7 load 0.3 0 -30 damping 0.5", "f_floor[20]",
                   0.03)}) {
    Simulation sim(grain_box());
    create_bed(sim);
    sim.run(hooke(0) +
            "fix g all gravity 1 vector 0 0 -1\nfix floor all wall/contact plane 0 0 0 0 0 1 " +
            law(0) + " free " + floor + "\n" + FLYING + law(0) + " free 9 " + block + "\n" +
            IMPLICIT + "scheme energy tol 1e-12\n" + LEDGER + step_of(2) + "run 0");
    const double start = sum(sim), size = part(sim, TRANSLATION);
    sim.run("run 300");
    EXPECT_GT(part(sim, DAMPED), 1e-4) << floor;
    EXPECT_NEAR(sim.value(coordinate) / stop, 1.0, 1e-13) << floor;
    EXPECT_NEAR(sum(sim) / size, start / size, 1e-11) << floor;
  }
}

/** Of grains without spin and a wall, about the origin; forces are along the lines of centres. */
TEST(ImplicitFreeWalls, AngularMomentumStays)
{
  const Vec3 I = {6, 8, 11}, centre = {0.9, 1.1, 2.7};
  for (const std::string form : {"alpha 0.5 ", "theta 0.5 ", "scheme energy "}) {
    Simulation sim(grain_box());
    create_bed(sim);
    sim.run(hooke(0) + FLYING + law(0) + " free 9 rigid 6 8 11 com 0.9 1.1 2.7\n" + IMPLICIT +
            form + "tol 1e-10\n" + step_of(16) + "run 20");
    const auto momentum = [&] {
      const State s = sim.state();
      const Vec3 at = centre + of_wall(sim, MOVED), V = of_wall(sim, VELOCITY),
                 by = of_wall(sim, TURNED), w = turned(-by, of_wall(sim, SPIN));
      Vec3 sum = 9.0 * cross(at, V) + turned(by, {I.x * w.x, I.y * w.y, I.z * w.z});
      for (std::size_t i = 0; i < s.x.size(); i++) sum = sum + cross(s.x[i], s.v[i]);
      return sum;
    };
    const Vec3 start = momentum(), w = of_wall(sim, SPIN);
    sim.run("run 400");
    EXPECT_GT(norm(of_wall(sim, SPIN) - w), 1e-2) << form;
    EXPECT_LT(norm(momentum() - start), 1e-9) << form;
  }
}

// --- a gate without grains: the pendulum from rest at the angle A is at its lowest place after
//     K(sin(A/2))/w, and turns there with 2 w sin(A/2) ---
//
// Reference: the elliptic integral by the arithmetic-geometric mean, K(k) = pi/2/agm(1, cos(A/2)).

TEST(ImplicitFreeWalls, PendulumHasItsClosedForm)
{
  constexpr double A = 1.2, ARM = 1.5, WEIGHT = 4.0, INERTIA = 7.0;
  const double w = std::sqrt(WEIGHT * ARM / INERTIA);
  double a = 1.0, b = std::cos(0.5 * A);
  for (int k = 0; k < 9; k++) std::tie(a, b) = std::pair(0.5 * (a + b), std::sqrt(a * b));
  const double quarter = 0.5 * PI / a / w;
  for (const auto &[form, order] :
       {std::pair("alpha 0 ", 2.0), std::pair("alpha 0.3 ", 2.0), std::pair("alpha 0.5 ", 2.0),
        std::pair("theta 1 ", 1.0), std::pair("scheme energy ", 2.0)}) {
    const auto error = [&](int steps) {
      Simulation sim(grain_box());
      create_grains(sim, {{0, 0, -5}});
      sim.run("region gate block -0.1 1.6 -1 1 0.9 1.1 side out\nfix w all wall/contact region "
              "gate " +
              law(0) + " free " + number(INERTIA) + " hinge 0 0 1 0 1 0 com " + number(ARM) +
              " 0 1 load " + number(WEIGHT * std::cos(A)) + " 0 " + number(-WEIGHT * std::sin(A)) +
              "\n" + hooke(0) + IMPLICIT + form + "tol 1e-8\ntimestep " + number(quarter / steps) +
              "\nrun " + std::to_string(steps));
      EXPECT_LE(output(sim, NEWTON), 6.0) << form;
      return std::max(std::fabs(of_wall(sim, TURNED).y - A),
                      std::fabs(of_wall(sim, SPIN).y - 2.0 * w * std::sin(0.5 * A)));
    };
    const double coarse = error(50), fine = error(100);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.1) << form;
    EXPECT_LT(fine, order < 2.0 ? 0.03 : 1e-3) << form;
  }
}

// --- the linear systems: a light wall on many contacts, with bonds, with factors ---

/** The tangent is exact, so that Newton's method needs few steps while contacts open and close: at
 *  most 7, and 10 if products leave the wall out. */
// no device: factors need memory of the host
TEST(ImplicitFreeWalls, LightWallsConvergeAsHeavyOnes)
{
  const std::string box = "units lj\natom_style hybrid sphere bond\natom_modify map array\n"
                          "comm_modify vel yes\nregion box block -9 9 -9 9 -9 9\n"
                          "create_box 1 box bond/types 1 extra/bond/per/atom 2 "
                          "extra/special/per/atom 9\nspecial_bonds lj 0 1 1\nneighbor 0.3 bin\n",
                    bonds = "bond_style binder\nbond_coeff * axial 2000 shear 2000 moment 100\n"
                            "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 1 4 5\n";
  for (const std::string with : {"", bonds.c_str()})
    for (const double mass : {1e-4, 1.0, 1e4}) {
      std::vector<State> found;
      for (const std::string factors : {"block", "ict"}) {
        Simulation sim(box);
        create_bed(sim);
        sim.run(hooke(60) + with + FLYING + law(60) + " free " + number(mass) +
                " translate load 3 0 -40\n" + IMPLICIT + "alpha 0.5 tol 1e-10 precond " + factors +
                "\n" + step_of(4));
        for (int n = 0; n < 20; n++) {
          sim.run("run 1");
          EXPECT_LE(output(sim, NEWTON), 7.0) << with << mass << factors;
          EXPECT_LE(output(sim, PRODUCTS), 150.0) << with << mass << factors;
        }
        found.push_back(sim.state());
      }
      EXPECT_LE(largest_difference(found[0].v, found[1].v), 1e-7) << with << mass;
    }
}

// --- the servo ---

/** Of a bed under a load that changes slowly: rms of what is missing, in the last quarter. The
 *  pressure of the same wall of mass 300 is off by a twentieth. */
// no kk: KOKKOS has no springs of contacts with newton on
TEST(ImplicitFreeWalls, ServoNeedsNoGain)
{
  std::vector<Vec3> bed;
  for (int k = 0; k < 45; k++)
    bed.push_back({-1.04 + 1.04 * (k % 3) + 0.05 * (k / 9 % 2),
                   -1.04 + 1.04 * (k / 3 % 3) - 0.04 * (k / 9 % 2),
                   -4.5 + 1.01 * (k / 9) + 0.02 * (k % 3)});
  const std::string law = "k 2e4 damping restitution 0.5 kt 1e4 mu 0.3 ";
  for (const std::string form : {"alpha 0.5 ", "theta 1 "})
    for (const std::string wall :
         {"0.3 axis 0 0 1 servo", "300 axis 0 0 1 servo", "300 axis 0 0 1 pressure"}) {
      Simulation sim(grain_box());
      create_grains(sim, bed);
      sim.run("pair_style contact/hooke\npair_coeff * * " + law +
              "\nregion walls block -1.6 1.6 -1.6 1.6 -5 5 open 6\n"
              "fix walls all wall/contact region walls " +
              law + "\nvariable p equal 5+2*sin(2*PI*step*dt/60)\n" +
              lid(0.06, law + "free " + wall + " v_p 10.24") + IMPLICIT + form + TRESCA +
              "\nvariable e equal (f_w[3]/10.24/v_p-1)^2\n"
              "fix rms all ave/time 1 500 500 v_e\ntimestep 5e-3\nrun 2000");
      const double error = std::sqrt(sim.value("f_rms"));
      if (contains(wall, "servo"))
        EXPECT_LT(error, 1e-3) << form << wall;
      else
        EXPECT_GT(error, 0.03) << form << wall;
      EXPECT_EQ(output(sim, FAILED), 0) << form << wall;
    }
}

// --- stops ---

/** All forms of the step, and one that takes velocities back at its end. */
std::vector<std::string> forms_and_late()
{
  std::vector<std::string> forms = FORMS;
  forms.push_back("alpha 0.8 ");
  return forms;
}

TEST(ImplicitFreeWalls, StopsHoldAWallUntilTheLoadTurns)
{
  for (const std::string &form : forms_and_late()) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, -5}});
    sim.run("variable f equal ternary(step<60,-4,2)\n" +
            lid(1, law(0) + " free 2 axis 0 0 1 limit -0.1 0.05 load 0 0 v_f") + hooke(0) +
            IMPLICIT + form + "tol 1e-12\n" + LEDGER + "timestep 0.01\nrun 0");
    double lowest = 0.0;
    for (int n = 0; n < 55; n++) {
      sim.run("run 1 pre no post no");
      lowest = std::min(lowest, of_wall(sim, MOVED).z);
    }
    EXPECT_NEAR(lowest, -0.1, 1e-15) << form;
    EXPECT_EQ(of_wall(sim, VELOCITY).z, 0.0) << form;
    EXPECT_NEAR(sim.value("f_w[18]"), 0.4, 1e-14) << form;
    // lost at the stop, but for what theta = 1 takes: M/2 (h L/M)^2 in each of 31 steps
    EXPECT_NEAR(sim.value("f_w[19]"), form == "theta 1 " ? 0.4 - 31 * 4e-4 : 0.4, 1e-14) << form;
    sim.run("run 6");
    EXPECT_NEAR(of_wall(sim, VELOCITY).z, 0.01, 1e-15) << form;    // h L/M in the first free step
    sim.run("run 79");
    EXPECT_NEAR(of_wall(sim, MOVED).z, 0.05, 1e-15) << form;
  }
}

TEST(ImplicitFreeWalls, StopsHoldAGate)
{
  for (const std::string &form : forms_and_late()) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, -5}});
    sim.run("variable f equal ternary(step<60,-4,2)\n" +
            lid(1, law(0) + " free 2 hinge -1 0 1 0 1 0 com 0 0 1 limit -0.05 0.1 load 0 0 v_f") +
            hooke(0) + IMPLICIT + form + "tol 1e-12\n" + LEDGER + "timestep 0.01\nrun 0");
    const double start = sum(sim);
    sim.run("run 50");
    EXPECT_NEAR(of_wall(sim, TURNED).y, 0.1, 1e-15) << form;
    EXPECT_EQ(of_wall(sim, SPIN).y, 0.0) << form;
    EXPECT_NEAR(sim.value("f_w[18]"), 4.0 * std::sin(0.1), 1e-14) << form;
    EXPECT_NEAR(sum(sim), start, form == "scheme energy " ? 1e-14 : 2e-2) << form;
    sim.run("run 120");
    EXPECT_NEAR(of_wall(sim, TURNED).y, -0.05, 1e-15) << form;
  }
}

/** A grain that a load presses on a wall at a stop. */
TEST(ImplicitFreeWalls, StopCarriesWhatPresses)
{
  Simulation sim(grain_box());
  create_grains(sim, {{0, 0, 0.45}});
  sim.run(lid(1, law(300) + " free 2 axis 0 0 1 limit -0.1 0.05") + hooke(0) + push(3) + IMPLICIT +
          "theta 1 tol 1e-12\ntimestep 0.01\nrun 300");
  EXPECT_NEAR(of_wall(sim, MOVED).z, 0.05, 1e-15);
  EXPECT_NEAR(of_wall(sim, FORCE).z, 3.0, 1e-10);
}

TEST(ImplicitFreeWalls, StopsHoldInStepsWithoutASolution)
{
  Simulation sim(grain_box());
  create_grains(sim, {{0, 0, 0.45}, {0, 0, -0.5}});
  sim.run(lid(1, "k 1000 free 1e-3 axis 0 0 1 limit -0.1 0.05 load 0 0 -100") +
          "pair_style contact/hooke\npair_coeff * * k 1000\n" + IMPLICIT +
          "alpha 0.5 newton 1 tol 1e-12 noconverge ignore\ntimestep 0.01\nrun 2");
  EXPECT_EQ(output(sim, FAILED), 2.0);
  EXPECT_NEAR(of_wall(sim, MOVED).z, 0.05, 1e-15);
  EXPECT_EQ(of_wall(sim, VELOCITY).z, 0.0);
}

/** A wall goes .2 to its stop in one step. That way is past: it does not shorten the steps to come,
 *  in which the skin of .3 would allow .12. */
TEST(ImplicitFreeWalls, StepsGrowBehindALongWay)
{
  Simulation sim(grain_box());
  create_grains(sim, {{0, 0, -5}});
  sim.run(lid(1, law(0) + " free 1e-3 axis 0 0 1 limit -0.2 0 load 0 0 -1000") + hooke(0) +
          IMPLICIT + "theta 1 tol 1e-8 adaptive yes 1e-4 1e-2\ntimestep 1e-3\nrun 1");
  EXPECT_NEAR(of_wall(sim, MOVED).z, -0.2, 1e-15);
  EXPECT_GE(sim.value("dt"), 1e-3);
  sim.run("run 30");
  EXPECT_EQ(sim.value("dt"), 1e-2);
}

/** A light wall goes from rest to its stop in one step, and passes a grain on its way. */
TEST(ImplicitFreeWalls, ParticlesMayNotBePassed)
{
  for (const std::string &form : FORMS) {
    Simulation sim(grain_box());
    create_grains(sim, {{0, 0, 0}});
    sim.run(lid(3, law(0) + " free 1e-3 axis 0 0 1 limit -2.9 0 load 0 0 -100") + hooke(0) +
            IMPLICIT + form + "\ntimestep 0.01\n");
    EXPECT_NE(sim.error_of("run 3").find("the free wall of fix w moves by up to 2.9"),
              std::string::npos)
        << form;
  }
}

// --- boxes and units ---

/** In two dimensions, with newton off, in a box that is tilted, and in units with constants. */
TEST(ImplicitFreeWalls, GatesTurnByLessThanARadian)
{
  Simulation sim(grain_box());
  create_grains(sim, {{0, 0, -5}});
  sim.run("neighbor 60 bin\n" +
          lid(1, law(0) + " free 2 hinge -1 0 1 0 1 0 com 0 0 1 load 0 0 -4") + hooke(0) +
          IMPLICIT + "alpha 0.5\ntimestep 1\n");
  const std::string text = sim.error_of("run 2");
  EXPECT_TRUE(contains(text, "the wall has turned by more than a radian in a step")) << text;
}

TEST(ImplicitFreeWalls, MomentumAndEnergyStayInOtherBoxes)
{
  for (const auto &[box, region, flat, unit] :
       {std::tuple("newton off", "block -9 9 -9 9 -9 9", 1.0, 1.0),
        std::tuple("", "prism -9 9 -9 9 -9 9 1 2 1.5", 1.0, 1.0),
        std::tuple("dimension 2", "block -9 9 -9 9 -0.5 0.5", 0.0, 1.0),
        std::tuple("units real", "block -9 9 -9 9 -9 9", 1.0, 48.88821291 * 48.88821291)}) {
    const double slow = 1.0 / std::sqrt(unit);
    Simulation sim(grain_box({box, "f f " + std::string(flat > 0.0 ? "f" : "p"), region}));
    create_grains(sim, {{0, 0, 0}, {0, 1.0001, 0}, {0.1, 2, 0}},
                  {{0.1 * slow, 2 * slow, 0.1 * flat * slow}, {0, 0, 0}, {0, 0, 0}});
    sim.run(hooke(0) + "fix w all wall/contact plane 0 2.6 0 0 -1 0 " + law(0) +
            " free 3 translate\n" + IMPLICIT + "scheme energy tol 1e-12\n" + LEDGER + "timestep " +
            number(CONTACT_TIME / 4.0 / slow) + "\nrun 0");
    const Vec3 start = momentum(sim, 3);
    const double energy = sum(sim);
    EXPECT_NEAR(energy, 0.5 * (4.01 + 0.01 * flat), 1e-6) << box;
    sim.run("run 100");
    EXPECT_GT(of_wall(sim, VELOCITY).y, 0.5 * slow) << box;
    EXPECT_LT(norm(momentum(sim, 3) - start), 1e-11 * slow) << box;
    EXPECT_NEAR(sum(sim) / energy, 1.0, 1e-11) << box;
  }
}

/** Normals that leave the plane do not take a wall out of it, as in explicit steps. */
TEST(ImplicitFreeWalls, Move2dInThePlane)
{
  std::vector<Vec3> moved;
  for (const std::string fix : {IMPLICIT + "alpha 0.5 tol 1e-12", EXPLICIT}) {
    Simulation sim(grain_box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5"}));
    create_grains(sim, {{0, 0, 0}});
    sim.run("pair_style contact/hooke\npair_coeff * * k 1000\n"
            "region s sphere 0.7 0.9 0.4 0.8 side out\n"
            "fix w all wall/contact region s k 1000 free 3 translate\n" +
            fix + "\nfix 2d all enforce2d\ntimestep 5e-4\nrun 200");
    EXPECT_EQ(of_wall(sim, MOVED).z, 0.0) << fix;
    moved.push_back(of_wall(sim, MOVED));
  }
  EXPECT_GT(moved[0].x, 0.03);
  EXPECT_LT(norm(moved[0] - moved[1]), 1e-4);
}

// --- runs in pieces, and restart files ---

/** Also while a stop holds the wall. */
TEST(ImplicitFreeWalls, RunInPiecesAndFromARestartFile)
{
  const std::string file = scratch_file("implicit_free_walls"),
                    axis = " free 9 axis 0 0 1 limit -1 1e-3 load v_f 0 3\n";
  const std::string motions[] = {" free 9 translate load v_f 0 -3\n", axis,
                                 " free 9 rigid 6 8 11 com 0.9 1.1 2.7 load v_f 0 -3\n",
                                 " free 90 hinge -3 0 2.5 0 1 0 com 1 1 2.7 load 0 0 v_f\n"};
  for (const std::string form : {"alpha 0 ", "alpha 0.5 "})
    for (const std::string &motion : motions) {
      const std::string input = "variable f equal 3*sin(step*dt)\n" + hooke(60) + FLYING + law(60) +
          motion + IMPLICIT + form + "\n" + step_of(8);
      Simulation whole(grain_box());
      create_bed(whole);
      whole.run(input + "run 40");
      EXPECT_EQ(of_wall(whole, VELOCITY).z == 0.0, motion == axis);
      whole.run("write_restart " + file + "\nrun 40");
      Simulation pieces(grain_box());
      create_bed(pieces);
      pieces.run(input + "run 13\nwrite_restart " + file + ".early\nrun 27 pre no\nrun 40");
      Simulation other("atom_modify map array\nread_restart " + file + "\nneighbor 0.3 bin\n");
      other.run(input + "run 40");
      for (const Simulation *sim : {&pieces, &other}) {
        for (const int of : {MOVED, VELOCITY, TURNED, SPIN})
          EXPECT_LE(norm(of_wall(*sim, of) - of_wall(whole, of)), 1e-12) << form << motion;
      }
    }
}
