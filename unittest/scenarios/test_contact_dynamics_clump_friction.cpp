// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix rigid/small/cd with Coulomb friction. Spheres have diameter 1 and mass 1.

#include "dynamic_clumps.h"
#include "free_ellipsoid.h"
#include "ledger.h"
#include "refused.h"

#include <array>

using namespace scenario;

namespace {

const std::string ROUGH = "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n";
const std::string FLOOR =
    "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 restitution 0.5 mu 0.4\n";

/** What a body of spheres has at a time, from the state of its members. */
struct Body {
  double mass = 0.0;
  Vec3 x = {0, 0, 0}, v = {0, 0, 0}, L = {0, 0, 0};    // L about x
  std::array<Vec3, 3> moment;                          // columns of the tensor of inertia in space

  Body(const State &s, int first, int n)
  {
    constexpr double OWN = 0.1;    // moment of inertia of a sphere
    for (int k = first; k < first + n; k++) {
      mass += 1.0;
      x = x + s.x[k];
      v = v + s.v[k];
    }
    x = x / mass;
    v = v / mass;
    for (int m = 0; m < 3; m++) moment[m] = mass * OWN * axis(m);
    for (int k = first; k < first + n; k++) {
      const Vec3 r = s.x[k] - x;
      L = L + cross(r, s.v[k]) + OWN * s.omega[k];
      for (int m = 0; m < 3; m++) moment[m] = moment[m] + cross(r, cross(axis(m), r));
    }
  }

  static Vec3 axis(int k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }
  Vec3 omega_of(const Vec3 &angular_momentum) const;
  /** The velocity of a point at r from x, and the velocity that an impulse there gives to it. */
  Vec3 velocity_at(const Vec3 &r) const { return v + cross(omega_of(L), r); }
  Vec3 answer(const Vec3 &r, const Vec3 &j) const
  {
    return j / mass + cross(omega_of(cross(r, j)), r);
  }
};

/** Cramer's rule. */
Vec3 solved(const std::array<Vec3, 3> &columns, const Vec3 &b)
{
  const auto &[p, q, r] = columns;
  const double det = dot(p, cross(q, r));
  return {dot(b, cross(q, r)) / det, dot(p, cross(b, r)) / det, dot(p, cross(q, b)) / det};
}

Vec3 Body::omega_of(const Vec3 &angular_momentum) const
{
  return solved(moment, angular_momentum);
}

/** An impact with the normal n: the velocity u of the point, and W = answer of u to impulses. The
 *  normal velocity becomes `rebound`; Coulomb's law holds. Found without the code under test: an
 *  impulse that sticks by Cramer's rule, one that slides by a search for its direction. */
Vec3 impulse_of_impact(const std::array<Vec3, 3> &W, const Vec3 &u, const Vec3 &n, double rebound,
                       double mu)
{
  const Vec3 sticking = solved(W, rebound * n - u);
  const double along = dot(sticking, n);
  if (norm(sticking - along * n) <= mu * along) return sticking;
  const Vec3 a = VARDEM::norm(cross(n, {1, 0, 0})) > 0.5 ? cross(n, {1, 0, 0})
                                                         : cross(n, {0, 1, 0}),
             t = a / norm(a), s = cross(n, t);
  const auto times = [&](const Vec3 &j) {
    return j.x * W[0] + j.y * W[1] + j.z * W[2];
  };
  const auto direction = [&](double angle) {
    return std::cos(angle) * t + std::sin(angle) * s;
  };
  const auto impulse = [&](double angle) {
    const Vec3 j = n + mu * direction(angle);
    return ((rebound - dot(u, n)) / dot(n, times(j))) * j;
  };
  const auto across = [&](double angle) {
    return dot(u + times(impulse(angle)), cross(n, direction(angle)));
  };
  constexpr int PARTS = 720;
  for (int k = 0; k < PARTS; k++) {
    double low = 2.0 * M_PI * k / PARTS, high = 2.0 * M_PI * (k + 1) / PARTS;
    if (across(low) * across(high) > 0.0) continue;
    for (int m = 0; m < 100; m++) {
      const double middle = 0.5 * (low + high);
      (across(low) * across(middle) > 0.0 ? low : high) = middle;
    }
    if (dot(u + times(impulse(low)), direction(low)) < 0.0) return impulse(low);
  }
  ADD_FAILURE() << "no impulse satisfies Coulomb's law";
  return {0, 0, 0};
}

/** Sets the velocities of members from `first` on to those of a body. */
std::string flying(const std::vector<Vec3> &x, int first, const Vec3 &v, const Vec3 &omega)
{
  Vec3 centre = {0, 0, 0};
  for (const Vec3 &a : x) centre = centre + a / static_cast<double>(x.size());
  std::string sets;
  for (std::size_t k = 0; k < x.size(); k++) {
    const Vec3 w = v + cross(omega, x[k] - centre);
    sets += "set atom " + std::to_string(first + k) + " vx " + number(w.x) + " vy " + number(w.y) +
        " vz " + number(w.z) + " omega " + numbers(omega) + "\n";
  }
  return sets;
}

/** Makes steps until a contact pushes. Returns the state before the last one. */
State fly_until_they_touch(Simulation &sim)
{
  State before;
  sim.run("run 0");
  for (int k = 0; k < 1000; k++) {
    before = sim.state();
    sim.run("run 1 pre no post no");
    if (result(sim, D_PUSHING) > 0) return before;
  }
  ADD_FAILURE() << "no contact";
  return before;
}

/** The rebound of a contact with restitution e whose gap closes at the rate u: without restitution
 *  the gap closes just at the end of the step. */
double rebound_of(double e, double u, double gap, double h)
{
  return e > 0.0 ? -e * u : -gap / h;
}

double kinetic(const State &s)
{
  double sum = 0.0;
  for (std::size_t k = 0; k < s.x.size(); k++)
    sum += 0.5 * dot(s.v[k], s.v[k]) + 0.05 * dot(s.omega[k], s.omega[k]);
  return sum;
}

const std::vector<Vec3> BODY = {{0, 0, 0.52}, {0.8, 0.1, 0.8}, {0.2, 0.7, 1.1}};
const std::vector<Vec3> CLUMP = {{0, 0, 0.5}, {0.9, 0, 0.5}, {0, 0.9, 0.5}, {0.3, 0.3, 1.1}};

/** A body of four spheres, three of which stand on a plane of the slope t with mu = .3. */
std::string on_slope(double t)
{
  return "pair_coeff * * stiffness 1 mu 0.3\nfix g all gravity 1 vector " + number(t) +
      " 0 -1\nfix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 mu 0.3\n" + CD +
      "tol 1e-11 maxiter 3000 reinit no\ntimestep 0.005\n";
}

}    // namespace

// Without tangential springs it would creep by R_t g_t in each step.
TEST(ContactDynamicsClumpFriction, BodySticksBelowItsCriticalSlope)
{
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(0.29) + "run 200");
  const State before = sim.state();
  sim.run("run 2000");
  EXPECT_LE(largest_difference(sim.state().x, before.x), 0.5e-9);
  EXPECT_EQ(result(sim, D_PUSHING), 3);
}

TEST(ContactDynamicsClumpFriction, BodySlidesAboveIt)
{
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(0.35) + "run 200");
  const State before = sim.state();
  sim.run("run 200");
  const double a = (0.35 - 0.3) / std::sqrt(1.0 + 0.35 * 0.35);
  for (int k = 0; k < 4; k++) {
    EXPECT_NEAR((sim.state().v[k].x - before.v[k].x) / (200 * 0.005), a, 1e-9);
    EXPECT_NEAR(sim.state().x[k].z, before.x[k].z, 1e-9);    // it is not lifted
  }
}

/** A body of a sphere and of another one in it that has nearly no mass moves like a sphere. */
TEST(ContactDynamicsClumpFriction, RoundBodiesMoveLikeSpheres)
{
  Simulation sim(box(molecules())), other(box(molecules()));
  const std::vector<Vec3> x = {{0, 0, 0.5}, {0.3, 0.1, 1.7}, {0.1, -0.3, 2.9}};
  std::vector<Vec3> both = x;
  for (const Vec3 &a : x) both.push_back(a + Vec3{1e-12, 0, 0});
  create(sim, both, {1, 2, 3, 1, 2, 3});
  create(other, x, {1, 2, 3});
  const std::string start = "set group all vx 0.5 omega 0 1 2\n" + ROUGH + GRAVITY + FLOOR,
                    with = "tol 1e-11 maxiter 3000\n" + STEP + "run 300";
  sim.run("set atom 4*6 diameter 0.4\nset atom 4*6 mass 1e-12\n" + start + CD + with);
  other.run(start + "fix d all nve/sphere/cd " + with);
  const State s = sim.state(), t = other.state();
  for (int k = 0; k < 3; k++) {
    EXPECT_LT(norm(s.x[k] - t.x[k]), 1e-8) << k;
    EXPECT_LT(norm(s.v[k] - t.v[k]), 1e-7) << k;
    EXPECT_LT(norm(s.omega[k] - t.omega[k]), 1e-7) << k;
  }
  EXPECT_GT(result(sim, D_FRICTION), 0.1);
  EXPECT_NEAR(result(sim, D_FRICTION), result(other, D_FRICTION), 1e-7);
}

/** Single spheres beside bodies move as they do without them. */
TEST(ContactDynamicsClumpFriction, SingleSpheresMoveAsWithoutBodies)
{
  Simulation sim(box(molecules())), other(box(molecules()));
  std::vector<Vec3> x = {{0, 0, 0.5}, {0.3, 0.1, 1.7}, {0.1, -0.3, 2.9}};
  create(other, x, {0, 0, 0});
  for (const Vec3 &a : {Vec3{8, 0, 1}, {8.8, 0, 1}}) x.push_back(a);
  create(sim, x, {0, 0, 0, 1, 1});
  const std::string start = "set group all vx 0.5 omega 0 1 2\n" + ROUGH + GRAVITY + FLOOR,
                    with = "tol 1e-11 maxiter 3000\n" + STEP + "run 300";
  sim.run(start + "group grains molecule 0\n" + CD + "spheres grains " + with);
  other.run(start + "fix d all nve/sphere/cd " + with);
  const State s = sim.state(), t = other.state();
  for (int k = 0; k < 3; k++) {
    EXPECT_LT(norm(s.x[k] - t.x[k]), 1e-8) << k;
    EXPECT_LT(norm(s.v[k] - t.v[k]), 1e-7) << k;
    EXPECT_LT(norm(s.omega[k] - t.omega[k]), 1e-7) << k;
    EXPECT_LT(norm(forces_of_atoms(sim)[k] - forces_of_atoms(other)[k]), 1e-6) << k;
  }
  EXPECT_LT(s.x[3].z, 0.6);    // the body has fallen
}

/** Bodies and single spheres that hit each other and the floor, with the gravity of particles or
 *  that of bodies. */
TEST(ContactDynamicsClumpFriction, BooksOfBodiesAndSpheres)
{
  for (const bool on_bodies : {false, true}) {
    Simulation sim(box(molecules("f f f", "block -9 9 -9 9 -1 9")));
    std::vector<Vec3> x = {{0, 0, 0.8}, {0.8, 0, 1.0}, {0.2, 0.1, 2.4}, {0.7, 0.5, 2.1}};
    for (const Vec3 &a : {Vec3{0.3, 0.9, 0.7}, {0.5, 0.2, 3.5}, {-0.9, 0.2, 0.6}}) x.push_back(a);
    create(sim, x, {1, 1, 2, 2, 0, 0, 0});
    sim.run(
        "group grains molecule 0\nset group all vx 0.2\nset atom 2 vy 1.5\nset atom 7 vx 0.9\n" +
        ROUGH + FLOOR + "fix g all gravity 1 vector 0 0 -1" + (on_bodies ? " disable\n" : "\n") +
        CD + (on_bodies ? "gravity g " : "") +
        "spheres all tol 1e-4\nfix led all energy/ledger\nthermo_modify norm no\n"
        "timestep 1e-2\nrun 0");
    const double before = sum(sim);
    sim.run("run 300");
    EXPECT_GT(part(sim, FRICTION), 0.05);
    EXPECT_GT(part(sim, IMPACTS), 0.1);
    EXPECT_NEAR(sum(sim), before, 1e-10) << on_bodies;
    for (const Vec3 &a : sim.state().x) EXPECT_GT(a.z, 0.49);
  }
}

/** What three contacts with the floor do to a body that sticks: forces, torques, virial, and rows
 *  of compute contact/force. The couple of friction and of the loads is that of the height. */
TEST(ContactDynamicsClumpFriction, ForcesOfMembersAreThoseOfRows)
{
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(0.29) + FORCES +
          "unfix g\nfix g all gravity 1 vector 0 0 -1\nfix p all addforce 0.2 0 0\n"
          "compute p all pressure NULL virial\nthermo_style custom step c_p[5]\nrun 300\n" +
          dump_local());
  const State s = sim.state();
  std::vector<Vec3> f = forces_of_atoms(sim);
  EXPECT_LE(norm(sum(f)), 1e-9);    // the sum of loads and contacts
  for (const auto &c : contact_forces(sim)) {
    EXPECT_EQ(c.kind, 1);
    f[c.i - 1] = f[c.i - 1] - c.force;
    const Vec3 torque = 0.5 * cross(c.normal, c.force);
    const double *found = sim.lammps()->atom->torque[sim.lammps()->atom->map(c.i)];
    EXPECT_LE(norm(torque - Vec3{found[0], found[1], found[2]}), 1e-12);
  }
  for (const Vec3 &load : f) EXPECT_LE(norm(load - Vec3{0.2, 0, -1}), 1e-12);
  const double volume = 38.0 * 38.0 * 38.0, height = Body(s, 0, 4).x.z;
  EXPECT_NEAR(sim.value("c_p[5]") * volume, -0.8 * height, 1e-5);
}

/** Impacts of one contact are those of Newton and Coulomb, for any compliance: also where the body
 *  has turned since it was made. */
TEST(ContactDynamicsClumpFriction, ObliqueImpactOnAWall)
{
  int slid = 0;
  for (double e : {0.0, 0.5, 1.0})
    for (double mu : {0.1, 0.4, 1.0}) {
      Simulation sim(box(molecules()));
      create(sim, BODY, {1, 1, 1});
      const Vec3 up = {0, 0, 1};
      sim.run("displace_atoms all move 0 0 0.4\nfix w all wall/contact plane 0 0 0 0 0 1 stiffness "
              "1 mu " +
              number(mu) + "\npair_coeff * * stiffness 1 mu " + number(mu) + "\n" +
              flying(BODY, 1, {0.4, -0.3, -1.0}, {1.3, -2.0, 0.5}) + CD + "tol 1e-12 restitution " +
              number(e) + " reinit no\ntimestep 1e-3\n");
      const State before = fly_until_they_touch(sim);
      ASSERT_EQ(result(sim, D_PUSHING), 1);
      const Body body(before, 0, 3), after(sim.state(), 0, 3);
      int low = 0;
      for (int k : {1, 2})
        if (before.x[k].z < before.x[low].z) low = k;
      const Vec3 r = before.x[low] - 0.5 * up - body.x, u = body.velocity_at(r);
      std::array<Vec3, 3> W;
      for (int k = 0; k < 3; k++) W[k] = body.answer(r, Body::axis(k));
      const Vec3 j =
          impulse_of_impact(W, u, up, rebound_of(e, u.z, before.x[low].z - 0.5, 1e-3), mu);
      EXPECT_LE(norm(3.0 * (after.v - body.v) - j), 1e-9) << "e " << e << " mu " << mu;
      EXPECT_LE(norm(after.L - body.L - cross(r, j)), 1e-9) << "e " << e << " mu " << mu;
      slid += norm(j - j.z * up) > mu * j.z * (1.0 - 1e-9);
    }
  EXPECT_GT(slid, 2);
  EXPECT_LT(slid, 9);
}

TEST(ContactDynamicsClumpFriction, ObliqueImpactOfTwoBodies)
{
  std::vector<Vec3> second, all = BODY;
  for (const Vec3 &a : {Vec3{0.1, -0.2, -0.6}, {-0.7, -0.1, -0.9}}) second.push_back(a);
  all.insert(all.end(), second.begin(), second.end());
  for (double e : {0.0, 0.5})
    for (double mu : {0.2, 1.0}) {
      Simulation sim(box(molecules()));
      create(sim, all, {1, 1, 1, 2, 2});
      sim.run("pair_coeff * * stiffness 1 mu " + number(mu) + "\n" +
              flying(BODY, 1, {0.5, -0.3, -1.0}, {0.7, -0.4, 1.2}) +
              flying(second, 4, {0, 0.2, 0.3}, {-0.6, 0.3, 0.8}) + CD + "tol 1e-12 restitution " +
              number(e) + " reinit no\ntimestep 1e-3\n");
      const State before = fly_until_they_touch(sim);
      ASSERT_EQ(result(sim, D_PUSHING), 1);
      const Body a(before, 0, 3), b(before, 3, 2), later(sim.state(), 0, 3);
      int i = 0, k = 3;
      for (int m = 0; m < 3; m++)
        for (int l : {3, 4})
          if (norm(before.x[l] - before.x[m]) < norm(before.x[k] - before.x[i])) i = m, k = l;
      const Vec3 apart = before.x[i] - before.x[k], n = apart / norm(apart);    // to the first body
      const double gap = norm(apart) - 1.0;
      const Vec3 ra = before.x[i] - 0.5 * (1.0 + gap) * n - a.x,
                 rb = before.x[k] + 0.5 * (1.0 + gap) * n - b.x,
                 u = a.velocity_at(ra) - b.velocity_at(rb);
      std::array<Vec3, 3> W;
      for (int m = 0; m < 3; m++) W[m] = a.answer(ra, Body::axis(m)) + b.answer(rb, Body::axis(m));
      const Vec3 j = impulse_of_impact(W, u, n, rebound_of(e, dot(u, n), gap, 1e-3), mu);
      EXPECT_LE(norm(3.0 * (later.v - a.v) - j), 1e-9) << "e " << e << " mu " << mu;
      EXPECT_LE(norm(later.L - a.L - cross(ra, j)), 1e-9) << "e " << e << " mu " << mu;
    }
}

/** The surface of a sphere that another fix turns moves, and takes a body along. */
TEST(ContactDynamicsClumpFriction, SphereThatTurnsPushesAside)
{
  Simulation sim(box(molecules()));
  create(sim, {{0, 0, 0}, {0, 0, 1.0005}, {0, 0, 1.8}}, {0, 1, 1});
  sim.run("group base id 1\nset group bodies vz -1\nset atom 1 omega 0 6.283185307 0\n"
          "pair_coeff * * stiffness 1 mu 0.2\n" +
          CD + "tol 1e-12\nfix m base move rotate 0 0 0 0 1 0 1\ntimestep 1e-3\nrun 1");
  const Body body(sim.state(), 1, 2);
  EXPECT_NEAR(body.v.x, 0.2 * (body.v.z + 1.0), 1e-9);
  EXPECT_GT(body.v.x, 0.05);
}

// They hold whatever the tolerance is, since the velocities are those of the impulses.
TEST(ContactDynamicsClumpFriction, MomentaOfCollidingBodies)
{
  Simulation sim(box(molecules()));
  two_bodies(sim, {-4, -4, -4});
  sim.run(ROUGH + CD + "\n" + STEP + "run 0");
  const auto sums = [&] {
    std::array<Vec3, 2> total = {Vec3{0, 0, 0}, Vec3{0, 0, 0}};
    for (int first : {0, 3}) {
      const Body b(sim.state(), first, 3);
      total[0] = total[0] + b.mass * b.v;
      total[1] = total[1] + b.L + b.mass * cross(b.x, b.v);
    }
    return total;
  };
  const auto before = sums();
  sim.run("run 150");
  EXPECT_GT(result(sim, D_FRICTION), 1e-3);
  EXPECT_GT(result(sim, D_LOST), 0.1);
  const auto after = sums();
  EXPECT_LE(norm(after[0] - before[0]), 1e-13 * 6);
  EXPECT_LE(norm(after[1] - before[1]), 1e-13 * 20);
}

/** The sum of the ledger is constant, whatever the bodies, a wall that moves and a driven sphere
 *  do. Gravity acts on the particles, or on the bodies. */
TEST(ContactDynamicsClumpFriction, BooksAreClosed)
{
  for (const bool on_bodies : {false, true}) {
    Simulation sim(box(molecules("f f f", "block -9 9 -9 9 -1 9")));
    create(sim,
           {{0, 0, 0.8},
            {0.8, 0, 1.0},
            {0.1, 0.7, 0.9},
            {0.2, 0.1, 2.4},
            {0.7, 0.5, 2.1},
            {1.9, 0.4, 0.6}},
           {1, 1, 1, 2, 2, 0});
    sim.run("group driven id 6\nset group bodies vx 0.2\nset atom 2 vy 1.5\nset atom 4 vz -0.7\n"
            "set group driven vx -0.1\nset group driven omega 0.3 1 0.5\n" +
            ROUGH + FLOOR +
            (on_bodies ? "fix g all gravity 1 vector 0 0 -1 disable\n"
                       : "fix g bodies gravity 1 vector 0 0 -1\n") +
            "variable x equal 0.3*sin(2*step*dt)\n"
            "region side plane -1.2 0 0 1 0 0 move v_x NULL NULL\n"
            "fix s all wall/contact region side stiffness 1 mu 0.4\n" +
            CD + (on_bodies ? "gravity g " : "") +
            "tol 1e-4\nfix m driven nve/sphere\nfix led bodies energy/ledger\n"
            "thermo_modify norm no\ntimestep 1e-2\nrun 0");
    const double before = sum(sim);
    sim.run("run 300");
    EXPECT_GT(part(sim, FRICTION), 0.05);
    EXPECT_GT(part(sim, IMPACTS), 0.1);
    EXPECT_NE(part(sim, WALLS), 0.0);
    EXPECT_NEAR(sum(sim), before, 1e-10) << on_bodies;
    EXPECT_EQ(result(sim, D_MISSED), 0);
  }
}

/** Dimers on a lattice, whose spheres all touch. Newton's rule would create energy. */
TEST(ContactDynamicsClumpFriction, ClustersDoNotGainEnergy)
{
  for (const std::string mu : {"0", "0.3", "1"}) {
    Simulation sim(box(molecules()));
    std::vector<Vec3> x;
    std::vector<int> molecule;
    for (int k = 0; k < 48; k++) {
      x.push_back({0.999 * (k % 4), 0.999 * (k / 4 % 4), 0.999 * (k / 16)});
      molecule.push_back(1 + k / 2);
    }
    create(sim, x, molecule);
    sim.run("variable vx atom sin(7*mol)\nvariable vy atom sin(11*mol)\n"
            "variable vz atom sin(13*mol)\nset group all vx v_vx vy v_vy vz v_vz\n"
            "pair_coeff * * stiffness 1 mu " +
            mu + "\nneigh_modify exclude molecule/intra all\n" + CD +
            "restitution 1 kappa 40 tol 1e-6 maxiter 3000\ntimestep 0.01\nrun 0");
    const double before = kinetic(sim.state());
    sim.run("run 1");
    EXPECT_GT(result(sim, D_PUSHING), 40);
    EXPECT_LE(kinetic(sim.state()), before * (1.0 + 1e-9)) << mu;
  }
}

TEST(ContactDynamicsClumpFriction, AcrossPeriodicBoundaries)
{
  const auto moved = [](const std::string &region, const Vec3 &shift, const std::string &newton) {
    Simulation sim(box(molecules("p p p", region, "newton " + newton)));
    two_bodies(sim, shift);
    sim.run(ROUGH + CD + "tol 1e-11\n" + STEP + "run 150");
    EXPECT_GT(result(sim, D_FRICTION), 1e-3);
    return sim.state().v;
  };
  const std::string block = "block 0 9 0 9 0 9", prism = "prism 0 9 0 9 0 9 1 2 1.5";
  const auto reference = moved(block, {0, 0, 0}, "on");
  EXPECT_LE(largest_difference(moved(block, {5.2, 4.8, 4.9}, "on"), reference), 1e-6);
  EXPECT_LE(largest_difference(moved(block, {5.2, 4.8, 4.9}, "off"), reference), 1e-6);
  EXPECT_LE(largest_difference(moved(prism, {5.2, 4.8, 4.9}, "on"), reference), 1e-6);
}

TEST(ContactDynamicsClumpFriction, DiscsStayInTheirPlane)
{
  Simulation sim(
      box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5", "hybrid sphere molecular"}));
  create(sim, {{-0.3, 0.6, 0}, {0.5, 0.7, 0}, {-0.1, 1.7, 0}, {0.6, 2.1, 0}}, {1, 1, 2, 2});
  sim.run(ROUGH +
          "set group all vx 0.4\nfix g all gravity 1 vector 0 -1 0\nfix e all enforce2d\n"
          "fix w all wall/contact plane 0 0 0 0 1 0 stiffness 1 mu 0.4\n" +
          CD + "tol 1e-4\n" + LEDGER + STEP + "run 0");
  const double before = sum(sim);
  sim.run("run 300");
  for (const Vec3 &omega : sim.state().omega) {
    EXPECT_EQ(omega.x, 0.0);
    EXPECT_EQ(omega.y, 0.0);
  }
  for (const Vec3 &v : sim.state().v) EXPECT_EQ(v.z, 0.0);
  EXPECT_GT(part(sim, FRICTION), 0.01);
  EXPECT_NEAR(sum(sim), before, 1e-10);
}

// The springs of contacts are in the file: a body that sticks goes on as if nothing had happened.
TEST(ContactDynamicsClumpFriction, SpringsOfARestartFile)
{
  const std::string file = scratch_file("contact_dynamics_clump_friction.restart");
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(0.29) + "run 200\nwrite_restart " + file);
  const State before = sim.state();
  const double lost = result(sim, D_FRICTION);
  Simulation other("atom_modify map array\nread_restart " + file +
                   "\nneighbor 0.3 bin\npair_style contact/rigid\n");
  other.run("thermo_style custom step\ngroup bodies molecule > 0\n" + on_slope(0.29) + "run 1");
  EXPECT_LE(largest_difference(other.state().x, before.x), 1e-12);
  EXPECT_LE(largest(other.state().v), 1e-10);
  EXPECT_NEAR(result(other, D_FRICTION), lost, 1e-12);
  other.run("run 200");
  EXPECT_LE(largest_difference(other.state().x, before.x), 1e-10);
}

TEST(ContactDynamicsClumpFriction, CompliantContactsWithoutFriction)
{
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run("set group all vx 0.3\n" + GRAVITY +
          "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n" + CD +
          "kappa 40\ntimestep 0.02\nrun 100");
  EXPECT_NEAR(Body(sim.state(), 0, 4).v.x, 0.3, 1e-12);
  EXPECT_NEAR(result(sim, D_FRICTION), 0.0, 1e-12);
  EXPECT_EQ(result(sim, D_PUSHING), 3);
}

TEST(ContactDynamicsClumpFriction, StepsThatMissTheToleranceAreCounted)
{
  Simulation sim(box(molecules()));
  two_bodies(sim, {-4, -4, -4});
  const std::string text =
      sim.output_of(ROUGH + CD + "tol 1e-12 maxiter 2 noconverge ignore\n" + STEP + "run 150");
  EXPECT_GT(result(sim, D_MISSED), 0);
  EXPECT_TRUE(contains(text, "Fix rigid/small/cd: ")) << text;
  EXPECT_TRUE(contains(text, "steps of this run have missed tol")) << text;
}

TEST(ContactDynamicsClumpFriction, BadInput)
{
  const std::string setup = box(molecules()) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.8 0 0\nset group all mass 1\n"
      "set group all mol 1\ngroup bodies molecule > 0\nthermo_style custom step\n";
  expect_refused({setup}, R"(
    fix d bodies rigid/small/cd molecule {kappa,sigma} {0,-1}
      | Fix rigid/small/cd keyword {1} must be > 0
  )");
  expect_refused({setup, "", "\nrun 0"}, R"(
    pair_coeff * * stiffness 1 rolling 0.1;fix d bodies rigid/small/cd molecule
      | rolling friction is that of spheres
    fix d bodies rigid/small/cd molecule spheres grains | keyword spheres must be the name of a group
    create_atoms 1 single 0 0 5;set atom 3 mass 1;neigh_modify exclude molecule/intra all;
      fix d bodies rigid/small/cd molecule spheres all | give it the group of the bodies, bodies
    create_atoms 1 single 0 0 5;set atom 3 mass 1;group grains id 3;
      fix d bodies rigid/small/cd molecule spheres grains;fix n grains nve/sphere | both move the same atoms
  )");
  expect_refused({setup + ROUGH, "", "\nrun 0"}, R"(
    fix d bodies rigid/small/cd molecule {solver newton,solver apgd,single 10,warm yes}
      | chooses a solver of contacts without friction
    fix d bodies rigid/small/cd molecule;fix c all compatible/cd 1 load cd
      | Fix compatible/cd keyword load: cd finds normal forces
  )");
}
