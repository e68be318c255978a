// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Keyword cohesion of the pair styles and of walls: forces, energies, friction, time steps, restart
// files, mixing, materials, fix adapt, and those that refuse it. The references are closed forms:
// with the overlap d and the effective radius R the force is K d or 4/3 E* sqrt(R) d^(3/2), less 4
// pi GAMMA R (dmt) or 2 pi TENSION R d (linear); of jkr the formulas in the contact radius a, which
// is found by bisection; of a bridge (keyword capillary) those of Willett et al. Pair style
// granular of LAMMPS is compared in test_porting.cpp, too.

#include "contacts/cohesive_grains.h"
#include "energy/ledger.h"
#include "timestep/timestep.h"

#include <cmath>
#include <fstream>

using namespace scenario;

namespace {

constexpr double K = 5e3, E = 2e4, NU = 0.2, GAMMA = 3.0, TENSION = 1000.0;
const std::string TANGENTIAL = " kt 5e3 mu 0.3";

/** A law of grains of radius 0.5 and of such a grain at a plane. */
struct Law {
  std::string style, words;
  double pull, slope;    // the pull at the touch and its growth with the overlap, over R
  double gamma = 0.0;    // of jkr
  double strength = 0.0, volume = 0.0, width = 1.0;    // of a bridge: its pull over R, 1 + theta/2

  static constexpr double MODULUS = E / (2.0 * (1.0 - NU * NU));

  /** Of jkr: the radius of the circle whose cube is this part of pi gamma R^2/E*. */
  double radius(double part, double R) const
  {
    return std::cbrt(part * M_PI * gamma * R * R / MODULUS);
  }
  double gap(double a, double R) const
  {
    return std::sqrt(4.0 * M_PI * gamma * a / MODULUS) - a * a / R;
  }
  double contact_radius(double d, double R) const
  {
    if (gamma == 0.0) return std::sqrt(R * d);
    double low = radius(0.25, R), high = R;
    for (int n = 0; n < 100; n++)
      (gap(0.5 * (low + high), R) > -d ? low : high) = 0.5 * (low + high);
    return low;
  }
  /** The gap at which a contact ends. */
  double reach(double R) const
  {
    const double length = std::cbrt(volume);
    return gap(radius(0.25, R), R) + width * (length + 0.05 * length * length / R);
  }
  bool holds() const { return gamma > 0.0 || volume > 0.0; }
  double strongest(double R) const { return (pull + 3.0 * M_PI * gamma + strength) * R; }
  /** What a contact takes from its touch to its end. */
  double loss(double R) const
  {
    const double A = radius(4.0, R), a = radius(0.25, R);
    return M_PI * gamma * (1.2 * A * A + 0.8 * a * a) + work(reach(R), R);
  }
  /** Of a bridge across a gap, and its work up to there. */
  double bridge(double gap, double R) const
  {
    if (volume == 0.0) return 0.0;
    const double S = 0.5 * std::max(gap, 0.0) * std::sqrt(2.0 * R / volume);
    return strength * R / (1.0 + 2.1 * S + 10.0 * S * S);
  }
  double work(double gap, double R) const
  {
    constexpr int PARTS = 1000;
    double sum = 0.0;
    for (int k = 0; k < PARTS; k++)
      sum += bridge(gap * (k + 0.5 - std::sqrt(1.0 / 12.0)) / PARTS, R) +
          bridge(gap * (k + 0.5 + std::sqrt(1.0 / 12.0)) / PARTS, R);
    return 0.5 * gap / PARTS * sum;
  }

  double repulsion(double d, double R) const
  {
    if (gamma == 0.0 && d <= 0.0) return 0.0;
    if (style == "hooke") return K * d;
    const double a = contact_radius(d, R);
    return 4.0 / 3.0 * MODULUS * a * a * a / R;
  }
  double force(double d, double R) const
  {
    if (gamma == 0.0)
      return (d > 0.0 ? repulsion(d, R) - (pull + slope * d) * R : 0.0) - bridge(-d, R);
    const double a = contact_radius(d, R);
    return repulsion(d, R) - std::sqrt(16.0 * M_PI * gamma * MODULUS * a * a * a);
  }
  double energy(double d, double R) const
  {
    if (gamma == 0.0 && d < 0.0) return work(-d, R);
    if (gamma == 0.0)
      return ((style == "hooke" ? 0.5 : 0.4) * repulsion(d, R) -
              (pull + strength + 0.5 * slope * d) * R) *
          d;
    const double a = contact_radius(d, R), h = a * a / R, A = radius(4.0, R),
                 root = std::sqrt(M_PI * gamma * MODULUS * a * a * a);
    return 8.0 / 15.0 * MODULUS * a * h * h - 8.0 / 3.0 * root * h +
        M_PI * gamma * (2.0 * a * a + 1.2 * A * A);
  }
  double stiffness(double d, double R) const
  {
    const double h = 1e-5 * d;
    return (force(d + h, R) - force(d - h, R)) / (2.0 * h);
  }
  /** What bounds friction. */
  double critical(double d, double R) const
  {
    return force(d, R) + (2.0 * pull + slope * d + 6.0 * M_PI * gamma + strength) * R;
  }
  /** The overlap from 0 to 0.4 at which this function is 0, and > 0 beyond it. */
  template <class F> static double root_of(const F &f)
  {
    double low = 1e-6, high = 0.4;
    while (high - low > 1e-12) (f(0.5 * (low + high)) > 0.0 ? high : low) = 0.5 * (low + high);
    return low;
  }
  std::string pair() const { return "pair_style contact/" + style + "\npair_coeff * * " + words; }
  std::string wall() const
  {
    return "pair_style zero 1.0\npair_coeff * *\nfix w all wall/contact plane 0 0 0 1 0 0 law " +
        style + " " + words;
  }
};

const Law LAWS[] = {
    {"hertz", "E 2e4 nu 0.2 cohesion dmt 3", 4.0 * M_PI *GAMMA, 0.0},
    {"hertz", "E 2e4 nu 0.2 cohesion linear 1000", 0.0, 2.0 * M_PI *TENSION},
    {"hooke", "k 5e3 cohesion linear 1000", 0.0, 2.0 * M_PI *TENSION},
    {"hertz", "E 2e4 nu 0.2 cohesion jkr 3", 0.0, 0.0, GAMMA},
    {"hooke", "k 5e3 capillary 1 30 2.16e-7", 0.0, 0.0, 0.0, 4.0 * M_PI *std::cos(M_PI / 6.0),
     2.16e-7, 1.0 + M_PI / 12.0},
    {"hertz", "E 2e4 nu 0.2 cohesion dmt 3 capillary 1 30 2.16e-7", 4.0 * M_PI *GAMMA, 0.0, 0.0,
     4.0 * M_PI *std::cos(M_PI / 6.0), 2.16e-7, 1.0 + M_PI / 12.0},
};
const Law &DMT = LAWS[0], &JKR = LAWS[3];

/** The overlap of the grains, or of the grain and the plane. */
double overlap(const Simulation &sim, bool wall)
{
  const double x = last(sim.lammps()->atom->x, sim).x;
  return wall ? 0.5 - x : 1.0 - (x - sim.lammps()->atom->x[sim.lammps()->atom->map(1)][0]);
}

}    // namespace

// The grain goes in and out slowly. The contact begins at the touch, and ends there; that of jkr
// ends across a gap.

TEST(Cohesion, ForceAndRows)
{
  for (const Law &law : LAWS)
    for (const std::string newton : {"newton on\n", "newton off\n"})
      for (const std::string friction : {std::string(), TANGENTIAL})
        for (const bool wall : {false, true}) {
          const std::string contacts = (wall ? law.wall() : law.pair()) + friction;
          Simulation sim(
              grains(0.0105, contacts, newton) +
              "timestep 0.001\ngroup moved id $(atoms)\nthermo_modify norm no\nrun 0 post no");
          const double R = wall ? 0.5 : 0.25, scale = law.repulsion(0.1, R);
          double strongest = 0.0;
          bool held = false;
          for (const std::string v : {"-2", "2"}) {
            sim.run("fix m moved move linear " + v + " 0 0");
            for (int k = 0; k < 50; k++) {
              sim.run("run 1 post no");
              const double d = overlap(sim, wall);
              held = d > (held ? -law.reach(R) : 0.0);
              const double expected = held ? law.force(d, R) : 0.0;
              EXPECT_NEAR(last(sim.lammps()->atom->f, sim).x, expected, 1e-12 * scale) << d;
              const auto rows = contact_forces(sim);
              ASSERT_EQ(rows.size(), held ? 1u : 0u) << d << " " << contacts;
              if (!held) continue;
              EXPECT_NEAR(rows[0].gap, -d, 1e-14);
              EXPECT_NEAR(rows[0].force.x, (wall ? 1.0 : -1.0) * expected, 1e-12 * scale);
              EXPECT_NEAR(wall ? sim.value("f_w[7]") : sim.value("pe"), law.energy(d, R),
                          1e-12 * scale);
              strongest = std::max(strongest, -expected);
            }
            sim.run("unfix m");
          }
          if (law.style == "hertz") EXPECT_GT(strongest, 0.0) << contacts;
          if (law.slope == 0.0) EXPECT_LE(strongest, law.strongest(R));
        }
}

// Grains that meet part with the energy that they had; with jkr they lose that of the loop. The
// pull P of dmt and jkr begins and ends with a jump somewhere within a step h: each of them has an
// error of the energy of up to P v h/2. The leapfrog's own error is (w h)^2/4 of the energy, with a
// frequency w < 200 of the contact.

TEST(Cohesion, EnergyOfAnImpact)
{
  constexpr double h = 1e-5, v = 2.0;
  for (const Law &law : LAWS)
    for (const bool wall : {false, true}) {
      const std::string contacts = wall ? law.wall() : law.pair();
      Simulation sim(grains(0.0013, contacts) + LEDGER + "timestep " + number(h) +
                     "\nset atom $(atoms) vx -2\nfix 1 all nve/sphere\nrun 0");
      const double start = sim.value("f_led[1]"), sum = sim.value("f_led");
      sim.run("run 20");
      double most = 0.0;
      for (int k = 0; k < 800; k++) {
        sim.run("run 20 pre no post no");
        most = larger(most, std::fabs(sim.value("f_led") - sum));
      }
      const double R = wall ? 0.5 : 0.25,
                   bound = 2.0 * law.strongest(R) * 0.5 * v * h + 1e-6 * start;
      EXPECT_LT(overlap(sim, wall), -law.reach(R)) << "they have parted";
      EXPECT_GT(start, 0.5);
      EXPECT_NEAR(sim.value("f_led[1]"), start - law.loss(R), bound) << contacts;
      EXPECT_LT(most, bound) << contacts;
    }
}

// Grains with less energy than jkr takes stay together: the speed that Thornton & Ning, Powder
// Technol. 99, 154 (1998), have for elastic spheres, sqrt(14.18/m) (w^5 R^4/E*^2)^(1/6), where w is
// 2 gamma, and m the effective mass.

TEST(Cohesion, SpeedBelowWhichSpheresStick)
{
  for (const bool wall : {false, true}) {
    const double R = wall ? 0.5 : 0.25, m = wall ? 1.0 : 0.5, w = 2.0 * GAMMA;
    const double sticks = std::sqrt(
        14.18 / m * std::cbrt(std::pow(w, 5.0) * std::pow(R, 4.0) / std::pow(Law::MODULUS, 2.0)));
    EXPECT_NEAR(0.5 * m * sticks * sticks, JKR.loss(R), 1e-3 * JKR.loss(R));
    for (const double part : {0.98, 1.02}) {
      Simulation sim(grains(1e-4, wall ? JKR.wall() : JKR.pair()) + "set atom $(atoms) vx " +
                     number(-part * sticks) + "\ntimestep 1e-5\nfix 1 all nve/sphere\nrun 20000");
      const bool together = overlap(sim, wall) > -JKR.reach(R);
      EXPECT_EQ(together, part < 1.0) << wall;
    }
  }
}

// Stock pair granular lets go where the pull is the strongest, at (1/9)^(1/3) of our gap; before
// that forces are the same to 1e-10. The strongest pull is 3 pi gamma R; step 500 is there.

TEST(Cohesion, PullOffBesidePairGranular)
{
  const double R = 0.25, pull_off = JKR.strongest(R), reach = JKR.reach(R),
               way = 0.005 + JKR.gap(JKR.radius(2.25, R), R);
  const std::string stock = "pair_style granular\npair_coeff * * jkr 2e4 0 0.2 3 tangential "
                            "linear_nohistory 0 0\ncomm_modify vel yes",
                    pair = grains(-0.005, stock),
                    move = "timestep 1e-3\ngroup moved id 2\nfix m moved move linear " +
      number(way / 0.5) + " 0 0\nrun 0 post no";
  Simulation ours(grains(-0.005, JKR.pair()) + move),
      theirs(pair.substr(0, pair.find(FORCES)) + move);
  double strongest = 0.0, longest = 0.0;
  for (int k = 1; k <= 750; k++) {
    for (Simulation *sim : {&ours, &theirs}) sim->run("run 1 post no");
    const double gap = -overlap(ours, false), f = last(ours.lammps()->atom->f, ours).x,
                 g = last(theirs.lammps()->atom->f, theirs).x;
    if (k != 500) EXPECT_NEAR(g, k < 500 ? f : 0.0, 1e-10 * pull_off) << gap;
    strongest = std::max(strongest, -f);
    if (f != 0.0) longest = std::max(longest, gap);
  }
  EXPECT_NEAR(strongest, pull_off, 1e-10 * pull_off);
  EXPECT_NEAR(longest, reach, way / 500);
  EXPECT_NEAR(JKR.gap(JKR.radius(2.25, R), R), std::cbrt(1.0 / 9.0) * reach, 1e-12);
}

// In a contact that lasts the sum of the ledger is constant to second order, with dashpots and
// friction: the pair oscillates where its force is zero, slips and spins.

TEST(Cohesion, LedgerOfAContactThatLasts)
{
  for (const int n : {0, 1, 2, 3}) {
    const Law &law = n < 2 ? DMT : JKR;
    const bool wall = n % 2 == 1;
    const double R = wall ? 0.5 : 0.25, rest = Law::root_of([&](double d) {
                                          return law.force(d, R);
                                        });
    const auto worst = [&](double h) {
      Simulation sim(grains(-rest,
                            (wall ? law.wall() : law.pair()) +
                                " kt 5e3 mu 0.1 damping "
                                "restitution 0.7") +
                     LEDGER + "timestep " + number(h) +
                     "\nset atom $(atoms) vx 0.3 vy 0.2\nset atom $(atoms) omega 1 2 3\n"
                     "fix 1 all nve/sphere/leapfrog\nrun 0");
      const double sum = sim.value("f_led");
      double most = 0.0;
      for (int k = 0; k < 20; k++) {
        sim.run("run " + std::to_string(std::lround(0.005 / h)) + " pre no post no");
        most = larger(most, std::fabs(sim.value("f_led") - sum));
      }
      EXPECT_GT(sim.value("f_led[9]"), 0.0) << "it slides";
      EXPECT_GT(overlap(sim, wall), 0.0) << "it lasts";
      return most;
    };
    const double coarse = worst(1e-4), fine = worst(5e-5);
    printf("sum of the ledger %.1e %.1e\n", coarse, fine);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_NEAR(coarse / fine, 4.0, 1.0);
  }
}

// Coulomb's bound is mu (N + 2 P) of dmt, mu (N + P) of the linear law, and mu (N + 6 pi gamma R)
// of jkr

TEST(Cohesion, Friction)
{
  for (const Law &law : LAWS)
    for (const bool wall : {false, true})
      for (const double d : {0.002, 0.01, 0.05}) {
        Simulation sim(grains(-d, (wall ? law.wall() : law.pair()) + " kt 2e4 mu 0.3") +
                       "group moved id $(atoms)\nfix m moved move linear 0 1 0\n"
                       "timestep 1e-4\nrun 300");
        const Vec3 x = last(sim.lammps()->atom->x, sim), f = last(sim.lammps()->atom->f, sim);
        const Vec3 e = {x.x, wall ? 0.0 : x.y, 0.0}, n = (1.0 / norm(e)) * e;
        const double R = wall ? 0.5 : 0.25, now = (wall ? 0.5 : 1.0) - norm(e);
        const double across = f.y * n.x - f.x * n.y, bound = 0.3 * law.critical(now, R);
        EXPECT_NEAR(-across, bound, 1e-9 * bound) << law.words << " " << d;
      }
}

// Vector lanes: forces of 150 grains are the sums of their rows, which one contact at a time gives;
// no force from outside, and no moment about the origin.

TEST(Cohesion, ManyGrains)
{
  for (const Law &law : LAWS)
    for (const std::string friction : {std::string(), TANGENTIAL + " damping restitution 0.8"}) {
      Simulation sim(dense_grains() + law.pair() + friction + "\n" + FORCES +
                     "fix nve all nve/sphere\ntimestep 2e-4\nrun 100");
      SCOPED_TRACE(law.words);
      int pulling = 0, across = 0;
      for (const auto &c : contact_forces(sim)) {
        pulling += dot(c.force, c.normal) > 0.0;
        across += c.gap > 0.0;
      }
      EXPECT_EQ(across > 0, law.holds());
      if (law.style == "hertz") EXPECT_GT(pulling, 10);
      const std::vector<Vec3> f = expect_rows_add_up(sim);
      EXPECT_LT(norm(sum(f)), 1e-12 * largest(f));
    }
}

// The stiffness at the overlap 0.15, where all push, less 2 pi TENSION R: two free grains, and one
// at a plane. Grains that attract each other, approach or part, those of jkr also across a gap,
// count with the stiffness where they turn, up to the end of their contact: a bridge of a grain
// twice as large is shorter.

TEST(Cohesion, TimeStep)
{
  constexpr double d = 0.15;
  for (const Law &law : LAWS)
    for (const bool wall : {false, true}) {
      const double R = wall ? 0.5 : 0.25, k = law.stiffness(d, R);
      const std::string contacts = wall ? law.wall() : law.pair();
      Simulation sim(grains(-d, contacts) + "fix nve all nve/sphere\n");
      const double expected = 2.0 / std::sqrt(k * (wall ? 1.0 : 2.0));
      EXPECT_NEAR(step(sim), expected, 1e-6 * expected) << contacts;
    }
  for (const Law &law : {DMT, LAWS[1], JKR, LAWS[5]})
    for (const bool wall : {false, true})
      for (const double v : {0.0, -0.3, 0.3}) {
        const double R = wall ? 0.5 : 0.25, m = wall ? 1.0 : 0.5,
                     start = law.holds() && v > 0.0 ? -0.9999 * law.reach(R) : 1e-3;
        const double turn = Law::root_of([&](double d) {
          return d > start ? law.energy(d, R) - law.energy(start, R) - 0.5 * m * v * v : -1.0;
        });
        Simulation sim(grains(-start, wall ? law.wall() : law.pair()) + "set atom $(atoms) vx " +
                       number(v) + "\nfix nve all nve/sphere\n");
        const double expected = 2.0 / std::sqrt(law.stiffness(turn, R) / m);
        EXPECT_NEAR(step(sim, "reach 0"), expected, 1e-6 * expected) << law.words << " " << v;
      }
}

TEST(Cohesion, Restart)
{
  const std::string file = scratch_file("restart"), data = scratch_file("data"),
                    leapfrog = "fix 1 all nve/sphere/leapfrog restart exact\n";
  for (const Law &law : LAWS) {
    // jkr and bridges: across a gap, and soon apart
    Simulation sim(grains(-0.01, law.pair() + TANGENTIAL) + "set atom 2 vx " +
                   (law.holds() ? "1.4" : "0.2") + " vy 0.5\n" + leapfrog +
                   "timestep 1e-4\nrun 100\nwrite_restart " + file + "\nwrite_data " + data);
    EXPECT_GT(norm(last(sim.lammps()->atom->f, sim)), 0.0) << "it holds";
    sim.run("run 100 pre no");
    Simulation again("");
    again.run("read_restart " + file + "\n" + leapfrog + "timestep 1e-4\nrun 100");
    EXPECT_EQ(different_bits(sim.state().x, again.state().x), 0);
    EXPECT_EQ(different_bits(sim.state().v, again.state().v), 0);
    Simulation from("units lj\natom_style sphere\natom_modify map array\npair_style contact/" +
                    law.style + "\nread_data " + data + "\nrun 0");
    const Vec3 e = last(from.lammps()->atom->x, from) -
        *VARDEM::vectors_at(from.lammps()->atom->x[from.lammps()->atom->map(1)]);
    const double d = 1.0 - norm(e);
    EXPECT_EQ(law.holds(), d < 0.0);
    EXPECT_NEAR(dot(last(from.lammps()->atom->f, from), e) / norm(e),
                d > 0.0 ? law.force(d, 0.25) : 0.0, 1e-9);
  }
}

// Types 1 and 2 with 2 and 8 have sqrt(2 8) = 4 between them

TEST(Cohesion, Mixing)
{
  Simulation sim(empty_box() + "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 1 0 0\n" +
                 MASS_ONE +
                 "set atom 2 x $(1-1e-12:%.17g)\npair_style contact/hertz\n"
                 "pair_coeff 1 1 E 2e4 nu 0.2 cohesion dmt 2\n"
                 "pair_coeff 2 2 E 2e4 nu 0.2 cohesion dmt 8\nrun 0");
  EXPECT_NEAR(last(sim.lammps()->atom->f, sim).x, -4.0 * M_PI * 4.0 * 0.25, 1e-9);
}

// Each sub-style has its own law, and in one style the types have. Types 1 and 2 touch at the left of
// grain 2, types 2 and 2 at its right.

TEST(Cohesion, LawsOfTypes)
{
  const Law plain = {"hertz", "E 2e4 nu 0.2", 0.0, 0.0};
  struct Case {
    std::string style, first, second, third;
    Law left, right;
  };
  const std::string hybrid = "hybrid contact/hertz contact/hertz contact/hooke",
                    first = "contact/hertz 1 ", second = "contact/hertz 2 ",
                    third = "contact/hooke ";
  for (const Case &c :
       {Case{hybrid, first, second, third, DMT, LAWS[2]},
        Case{hybrid, first, second, third, JKR, LAWS[4]},
        Case{"contact/hertz", "", "", "", JKR, DMT}, Case{"contact/hertz", "", "", "", JKR, plain},
        Case{"contact/hertz", "", "", "", LAWS[5], plain}}) {
    Simulation sim(empty_box() +
                   "create_atoms 1 single -0.99 0 0\ncreate_atoms 2 single 0 0 0\n"
                   "create_atoms 2 single 0.97 0 0\n" +
                   MASS_ONE + "pair_style " + c.style + "\npair_coeff 1 1 " + c.first +
                   "E 2e4 nu 0.2\npair_coeff 1 2 " + c.second + c.left.words + "\npair_coeff 2 2 " +
                   c.third + c.right.words + "\nrun 0");
    auto *atom = sim.lammps()->atom;
    const double left = c.left.force(0.01, 0.25), right = c.right.force(0.03, 0.25);
    for (const auto &[tag, f] :
         {std::pair(1, -left), std::pair(2, left - right), std::pair(3, right)})
      EXPECT_NEAR(atom->f[atom->map(tag)][0], f, 1e-10) << tag << c.left.words << c.right.words;
  }
}

// Grains that overlap at the start hold across the gap of the first step

TEST(Cohesion, HeldFromTheStart)
{
  for (const Law &law : {JKR, LAWS[4], LAWS[5]})
    for (const bool wall : {false, true}) {
      Simulation sim(grains(-1e-4, wall ? law.wall() : law.pair()) +
                     "group moved id $(atoms)\nfix m moved move linear 2 0 0\n"
                     "timestep 1e-3\nrun 1");
      const double R = wall ? 0.5 : 0.25, expected = law.force(overlap(sim, wall), R);
      EXPECT_LT(expected, 0.0);
      EXPECT_NEAR(last(sim.lammps()->atom->f, sim).x, expected, 1e-9) << law.words << wall;
    }
}

// TENSION is a pressure: 1 eV/A^3 is 1.602176634e6 bar, of which LAMMPS has eight digits

TEST(Cohesion, TensionInPressureUnits)
{
  Simulation sim("units metal\natom_style sphere\natom_modify map array\n"
                 "region box block 0 1 0 1 0 1\ncreate_box 1 box\nneighbor 0.01 bin\n"
                 "create_atoms 1 single 0.5 0.5 0.5\ncreate_atoms 1 single 0.59 0.5 0.5\n"
                 "set group all diameter 0.1\nset group all mass 1\npair_style contact/hooke\n"
                 "pair_coeff * * k 1 cohesion linear 1e6\nrun 0");
  const double pull = 2.0 * M_PI * 1e6 / 1.602176634e6 * 0.025 * 0.01;
  EXPECT_NEAR(0.01 - last(sim.lammps()->atom->f, sim).x, pull, 2e-7 * pull);
}

TEST(Cohesion, FixAdapt)
{
  for (const auto &[law, words, name, value] :
       {std::tuple(DMT, "2e4 nu 0.2 cohesion dmt 0", "cohesion", "3"),
        std::tuple(JKR, "2e4 nu 0.2 cohesion jkr 0", "cohesion", "3"),
        std::tuple(JKR, "1e4 nu 0.2 cohesion jkr 3", "E", "1e4+1e4"),
        std::tuple(LAWS[5], "2e4 nu 0.2 cohesion dmt 3 capillary 0 30 2.16e-7", "capillary_gamma",
                   "1")}) {
    Simulation sim(grains(-0.01,
                          "pair_style contact/hertz\npair_coeff * * E " + std::string(words) +
                              "\nvariable g equal " + value +
                              "*step\nfix a all adapt 1 pair contact/hertz " + name + " * * v_g") +
                   "run 1");
    EXPECT_NEAR(last(sim.lammps()->atom->f, sim).x, law.force(0.01, 0.25), 1e-9) << words;
  }
}

// J/m^2 are dyn/cm by 1e3. A pair has the geometric mean, or its own value; a wall, too.

TEST(Cohesion, Materials)
{
  const std::string file = scratch_file("contact");
  std::ofstream(file) << "# DATE: 2026-01-01 UNITS: si\n"
                         "material a E 1e9 nu 0.3 restitution 0.9 surface_energy 0.02\n"
                         "material b E 1e9 nu 0.3 restitution 0.9 surface_energy 0.08\n"
                         "material c E 1e9 nu 0.3 restitution 0.9\n"
                         "material d k 1e5 surface_energy 1\n"
                         "material e k 1e5\n"
                         "pair a b restitution 0.5 surface_energy 0.03\n"
                         "pair a c surface_energy 0\n";
  const auto box = [](const std::string &units, const std::string &boundary = "p p p") {
    return "units " + units + "\natom_style sphere\natom_modify map array\nboundary " + boundary +
        "\nregion box block 0 1 0 1 0 1\ncreate_box 2 box\nneighbor 0.01 bin\n"
        "create_atoms 1 single 0.5 0.5 0.5\n"
        "create_atoms 2 single $(0.6-1e-13:%.17g) 0.5 0.5\nset group all diameter 0.1\n"
        "set group all mass 1\npair_style contact/hertz\n";
  };
  const std::string coeff = "pair_coeff * * material " + file + " ";
  Simulation si(box("si") + coeff + "a b\nrun 0"), cgs(box("cgs") + coeff + "a b\nrun 0"),
      bb(box("si") + coeff + "b b\nrun 0"), ac(box("si") + coeff + "a c\nrun 0");
  const auto pull = [](const Simulation &sim) {
    return -last(sim.lammps()->atom->f, sim).x;
  };
  EXPECT_NEAR(pull(si), 4.0 * M_PI * 0.03 * 0.025, 1e-5 * pull(si));
  EXPECT_NEAR(pull(cgs), 1e3 * pull(si), 1e-5 * pull(cgs));
  // the names may be followed by the law; at the touch its pull is 8/3 pi GAMMA R
  Simulation jkr(box("si") + coeff + "a b cohesion jkr\nrun 0"),
      dmt(box("si") + coeff + "a b cohesion dmt\nrun 0");
  EXPECT_NEAR(pull(jkr), 8.0 / 3.0 * M_PI * 0.03 * 0.025, 1e-5 * pull(jkr));
  EXPECT_EQ(pull(dmt), pull(si));
  EXPECT_NEAR(pull(bb), 4.0 * M_PI * 0.08 * 0.025, 1e-5 * pull(bb));
  EXPECT_LT(pull(ac), 1e-9);
  // a bridge by the names, in the units of the run
  Simulation wet(box("cgs") + coeff + "a c capillary 70 60 1e-8\nrun 0");
  EXPECT_NEAR(pull(wet), 2.0 * M_PI * 70.0 * 0.025, 1e-5 * pull(wet));
  const auto at_wall = [&](const std::string &names) {
    return Simulation(box("si", "f f f") + coeff +
                      "NULL b\npair_coeff 1 * E 1e9 nu 0.3 damping restitution 0.9\n"
                      "fix w all wall/contact plane $(0.65-3e-13:%.17g) 0.5 0.5 -1 0 0 "
                      "law hertz material " +
                      file + " a " + names + "\nrun 0");
  };
  EXPECT_NEAR(-pull(at_wall("c b")), 4.0 * M_PI * 0.03 * 0.05, 1e-5 * pull(si));
  EXPECT_NEAR(-pull(at_wall("b c capillary 0.07 60 1e-14")), 2.0 * M_PI * 0.07 * 0.05, 1e-6);
  EXPECT_NEAR(pull(at_wall("b NULL capillary 0.07 60 1e-14")), 0.0, 1e-9);

  expect_refused({box("si"), coeff},
                 "a b cohesion linear 1 | keyword cohesion must be dmt or jkr\n"
                 "c c cohesion jkr | contact/hertz keyword cohesion: no material | surface_energy");
  expect_refused({box("si") + coeff + "b b\n",
                  "fix w all wall/contact plane 0 0 0 1 0 0 law hertz material " + file + " c "},
                 "c c cohesion jkr | wall/contact w keyword cohesion: no material");
  expect_refused({box("si"), coeff},
                 "b c | Pair style contact/hertz: materials b and c "
                 "| cohesion dmt and cohesion none | add a line pair b c");
  expect_refused({box("si") + "pair_style contact/hooke\n", coeff},
                 "d e | material d | surface_energy, which is for the law of Hertz");
  expect_refused({box("si") + "pair_style contact/rigid\n", coeff},
                 "b b | Pair style contact/rigid: materials b and b | never pull; remove it from");
}

TEST(Cohesion, BadInput)
{
  const std::string HERTZ = "pair_style contact/hertz\n", HOOKE = "pair_style contact/hooke\n",
                    who = "Pair style contact/hertz";
  expect_refused({two_grains() + HERTZ, "pair_coeff * * "},
                 "E 1 nu 0 cohesion | " + who + R"( keyword cohesion needs a value
    E 1 nu 0 cohesion strong | keyword cohesion must be none, dmt, linear or jkr: strong
    E 1 nu 0 cohesion dmt {-1,nan,inf} | keyword cohesion dmt must be a number >= 0: {1}
    E 1 nu 0 cohesion jkr -1 | keyword cohesion jkr must be a number >= 0: -1
    k 1 cohesion jkr 1 | keyword cohesion jkr | need E and nu in place of k
    k 1 capillary -1 0 1 | keyword capillary GAMMA must be a number >= 0: -1
    k 1 capillary 1 {-1,91} 1 | keyword capillary THETA must be an angle in degrees >= 0 and <= 90: {1}
    k 1 capillary 1 0 {0,inf} | keyword capillary VOLUME must be a number > 0: {1}
    E 1 nu 0 cohesion linear -1 | keyword cohesion linear must be a number >= 0: -1
    E 1 nu 0 cohesion dmt 1 cohesion linear 1 | keyword cohesion is given twice
    k 1 cohesion dmt 1 | keyword cohesion dmt | need E and nu in place of k; or use cohesion linear
    k 1 cohesion none
  )");
  expect_refused({two_grains() + HOOKE, "pair_coeff * * "},
                 "k 1 cohesion dmt 1 | contact/hooke keyword cohesion dmt | the law of Hertz");
  expect_refused(
      {two_grains() + HERTZ, "pair_coeff 1 1 E 1000 nu 0 cohesion dmt 1\npair_coeff 2 2 ",
       "\nrun 0"},
      "E 1000 nu 0 | types 1 and 2 have | cohesion dmt and cohesion none | pair_coeff 1 2\n"
      "E 1000 nu 0 cohesion linear 1 | cohesion dmt and cohesion linear");
  // at the line that has both, or at the run if two lines have them
  const std::string both = " | both cohesion jkr and a bridge\n";
  expect_refused({two_grains() + HERTZ, "pair_coeff * * "},
                 "E 1000 nu 0 cohesion jkr 1 capillary 1 0 1e-6" + both +
                     "E 1000 nu 0 capillary 1 0 1e-6 cohesion jkr 1" + both);
  expect_refused({two_grains() + HERTZ, "pair_coeff * * ", "\nrun 0"},
                 "E 1000 nu 0 cohesion jkr 1;pair_coeff 1 2 E 1000 nu 0 capillary 1 0 1e-6" + both);
  expect_refused({two_grains() + HERTZ,
                  "pair_coeff 1 1 E 1000 nu 0 capillary 1 0 1e-6\npair_coeff 2 2 ", "\nrun 0"},
                 "E 1000 nu 0 | types 1 and 2 have | capillary and no capillary | pair_coeff 1 2");
  expect_refused(
      {two_grains() + HERTZ + "neighbor 0.3 multi\n", "pair_coeff * * E 1000 nu 0 ", "\nrun 0"},
      R"(
    capillary 1 0 1e-6;neigh_modify collection/interval 1 2
      | contact/hertz: neighbor lists with | need more; use | collection/type
    cohesion jkr 1;neigh_modify collection/interval 1 2 | need more; use
    capillary 1 0 1e-6;neigh_modify collection/type 1 *
    cohesion dmt 1;neigh_modify collection/interval 1 2
  )");
  // 2 pi 10 R = 5 pi for the largest R = 1/4, and 4 pi 10 R at the overlap R
  expect_refused({two_grains(), "pair_style ", "\nrun 0"}, R"(
    contact/hooke;pair_coeff * * k 15.7 cohesion linear 10
      | contact/hooke keyword cohesion | types 1 and 1 | attract each other even | decrease
    contact/hooke;pair_coeff * * k 15.8 cohesion linear 10
    contact/hooke;pair_coeff * * k 15 capillary 10 0 1e-6
      | contact/hooke keyword capillary | attract each other even | decrease
    contact/hertz;pair_coeff * * E 100 nu 0 cohesion dmt 10 | attract each other even
    contact/hertz;pair_coeff * * E 1000 nu 0 cohesion dmt 10
  )");
  // with dmt the smallest fall first: where E R* < 6 pi 10
  expect_refused({two_grains() + "set atom 2 diameter 0.5\n",
                  "pair_style contact/hertz\npair_coeff * * ", "\nrun 0"},
                 R"(
    E 1000 nu 0 cohesion dmt 10 | types 1 and 2 with the effective radius 0.166
    E 1510 nu 0 cohesion dmt 10
  )");
  expect_refused({empty_box() + "create_atoms 1 single 0.49 0 0\n" + MASS_ONE +
                      "pair_style zero 1.0\npair_coeff * *\n",
                  "fix w all wall/contact plane 0 0 0 1 0 0 ", "\nrun 0"},
                 R"(
    k 31 cohesion linear 10 | Fix wall/contact w keyword cohesion | attract each other even
    k 32 cohesion linear 10
    law hooke k 1 cohesion dmt 1 | Fix wall/contact w keyword cohesion dmt | law of Hertz
  )");
  expect_refused({grains(-0.01, HOOKE + "pair_coeff * * k 1000") + "variable g equal step\n",
                  "fix a all adapt 1 pair contact/hooke cohesion * * v_g", "\nrun 1"},
                 " | fix adapt changes cohesion, which pair_coeff 1 1 does not have");
  expect_refused({grains(-0.01, HERTZ + "pair_coeff * * E 1000 nu 0 capillary 1 0 1e-9") +
                      "variable g equal 1e-9+1e-6*step\nneigh_modify every 1 delay 0 check no\n",
                  "fix a all adapt 1 pair contact/hertz capillary_volume * * v_g", "\nrun 3"},
                 " | types 1 and 1 have grown, or fix adapt has changed | contacts reach to the");
}

// All that solve for forces >= 0 refuse it, of the pair style and of walls. (Fix nve/sphere/cd
// refuses all soft contacts.)

TEST(Cohesion, SolversRefuseIt)
{
  for (const std::string solver :
       {"fix s all compatible/cd 1\nrun 0", "fix s all nve/sphere/implicit\nrun 0",
        "min_style contact/newton\nminimize 0 1e-6 10 10"})
    for (const Law &law : LAWS)
      for (const bool wall : {false, true}) {
        const std::string rigid = "pair_style contact/hooke\npair_coeff * * k 1000\n";
        Simulation sim(grains(-0.01,
                              wall ? rigid + "fix w all wall/contact plane 0 0 0 1 0 0 law " +
                                      law.style + " " + law.words
                                   : law.pair()));
        expect_parts(sim.error_of(solver),
                     {"solves for contact forces that only push",
                      "the law " + law.style +
                          (law.volume > 0.0 ? " with capillary" : " with cohesion") + " of " +
                          (wall ? "fix wall/contact w" : "pair style contact/" + law.style)});
      }
}
