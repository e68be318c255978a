// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix rigid/small/cd with Coulomb friction: bodies that hit walls and each other. Spheres have
// diameter 1 and mass 1.

#include "bodies/free_ellipsoid.h"
#include "dynamics/dynamic_clumps.h"

using namespace scenario;

namespace {

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

}    // namespace

/** Bodies of a sphere and of another one in it that has nearly no mass move like spheres, and so do
 *  single spheres beside bodies: they fall onto a floor and onto each other. The last words are
 *  those of the rigid limit. */
TEST(ContactDynamicsClumpImpacts, RoundBodiesMoveLikeSpheres)
{
  struct Case {
    std::string contacts, keywords;
    std::vector<int> molecules;    // of the spheres; 0: no body
  };
  const std::string rough = ROUGH + FLOOR;
  for (auto [contacts, keywords, molecules_of] :
       {Case{rough, "restitution 0", {1}},
        Case{rough, "restitution 0.5", {1}},
        Case{rolling(rough), "restitution 0.5", {0, 1, 0}},
        Case{smooth(rough), "restitution 0 solver newton", {1, 2, 3}}}) {
    const std::size_t n = molecules_of.size();
    std::vector<Vec3> x = {{0, 0, 0.58}, {0.3, 0.1, 1.75}, {0.1, -0.3, 2.9}};
    x.resize(n);
    Simulation sim(box(molecules())), other(box(molecules()));
    create(other, x, std::vector<int>(n, 0));
    for (std::size_t k = 0; k < n; k++)
      if (molecules_of[k] > 0) {
        x.push_back(x[k] + Vec3{1e-12, 0, 0});
        molecules_of.push_back(molecules_of[k]);
      }
    create(sim, x, molecules_of);
    const std::string start = "set group all vx 0.5 omega 0 -1 2\n" + contacts + GRAVITY,
                      with = "tol 1e-11 maxiter 3000 " + keywords + "\n" + STEP + "run 120",
                      single = "group single molecule 0\n" + CD + "spheres single ";
    const std::string inner = "set atom " + std::to_string(n + 1) + "* ";
    sim.run(inner + "diameter 0.4\n" + inner + "mass 1e-12\n" + start +
            (molecules_of[0] > 0 ? CD : single) + with);
    other.run(start + "fix d all nve/sphere/cd " + with);
    const State s = sim.state(), t = other.state();
    for (std::size_t k = 0; k < n; k++) {
      EXPECT_LT(norm(s.x[k] - t.x[k]), 1e-8) << keywords << k;
      EXPECT_LT(norm(s.v[k] - t.v[k]), 1e-7) << keywords << k;
      EXPECT_LT(norm(s.omega[k] - t.omega[k]), 1e-7) << keywords << k;
    }
    for (const int energy : {D_LOST, D_FRICTION})
      EXPECT_NEAR(result(sim, energy), result(other, energy), 1e-7) << keywords;
    EXPECT_GT(result(sim, D_LOST), 0.05);
    EXPECT_EQ(result(sim, D_FRICTION) > 0.1, molecules_of.size() != 6);
  }
}

namespace {

/** Where a body of three grains of diameter 1 comes next to the plane z = 0: the lever and the
 *  velocity of this point, its answers to impulses along the axes, and the gap. */
struct LowestPoint {
  Vec3 r, u;
  std::array<Vec3, 3> W;
  double gap;
};

LowestPoint lowest_point(const State &s)
{
  const Body body(s, 0, 3);
  int low = 0;
  for (int k : {1, 2})
    if (s.x[k].z < s.x[low].z) low = k;
  const Vec3 r = s.x[low] - Vec3{0, 0, 0.5} - body.x;
  return {
      r,
      body.velocity_at(r),
      {body.answer(r, Body::axis(0)), body.answer(r, Body::axis(1)), body.answer(r, Body::axis(2))},
      s.x[low].z - 0.5};
}

/** BODY comes obliquely to a rigid wall z = 0. wall, pair: their coefficients. */
std::string oblique(const std::string &wall, const std::string &pair, double e,
                    const std::string &law = "newton")
{
  return "displace_atoms all move 0 0 0.4\nfix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 " +
      wall + "\npair_coeff * * stiffness 1 " + pair + "\n" +
      flying(BODY, 1, {0.4, -0.3, -1.0}, {1.3, -2.0, 0.5}) + CD + "impact " + law +
      " tol 1e-12 restitution " + number(e) + " reinit no\ntimestep 1e-3\n";
}

}    // namespace

/** Impacts of one contact are those of Newton and Coulomb, for any compliance: also where the body
 *  has turned since it was made. */
TEST(ContactDynamicsClumpImpacts, ObliqueImpactOnAWall)
{
  int slid = 0;
  for (double e : {0.0, 0.5, 1.0})
    for (double mu : {0.1, 0.4, 1.0}) {
      Simulation sim(box(molecules()));
      create(sim, BODY, {1, 1, 1});
      const Vec3 up = {0, 0, 1};
      sim.run(oblique("mu " + number(mu), "mu " + number(mu), e));
      const State before = fly_until_they_touch(sim);
      ASSERT_EQ(result(sim, D_PUSHING), 1);
      const Body body(before, 0, 3), after(sim.state(), 0, 3);
      const auto [r, u, W, gap] = lowest_point(before);
      const Vec3 j = impulse_of_impact(W, u, up, rebound_of(e, u.z, gap, 1e-3), mu);
      EXPECT_LE(norm(3.0 * (after.v - body.v) - j), 1e-9) << "e " << e << " mu " << mu;
      EXPECT_LE(norm(after.L - body.L - cross(r, j)), 1e-9) << "e " << e << " mu " << mu;
      slid += norm(j - j.z * up) > mu * j.z * (1.0 - 1e-9);
    }
  EXPECT_GT(slid, 2);
  EXPECT_LT(slid, 9);
}

// By Poisson's law the normal impulse is 1 + e times that which stops the point, and friction has
// all of it for its bound. Where normal and tangential motion depend on each other, this is not
// Newton's impact.
TEST(ContactDynamicsClumpImpacts, ObliqueImpactByPoissonsLaw)
{
  int stuck = 0;
  for (double mu : {0.0, 0.1, 0.4, 1.0}) {
    Simulation sim(box(molecules()));
    create(sim, BODY, {1, 1, 1});
    sim.run(oblique("mu " + number(mu), "mu " + number(mu), 0.8, "poisson"));
    const State before = fly_until_they_touch(sim);
    ASSERT_EQ(result(sim, D_PUSHING), 1);
    const Body body(before, 0, 3), after(sim.state(), 0, 3);
    const auto [r, u, W, gap] = lowest_point(before);
    const Vec3 compression = impulse_of_impact(W, u, {0, 0, 1}, 0.0, mu),
               j = 3.0 * (after.v - body.v), end = u + j.x * W[0] + j.y * W[1] + j.z * W[2];
    EXPECT_NEAR(j.z, 1.8 * compression.z, 1e-9) << mu;
    EXPECT_LE(norm(after.L - body.L - cross(r, j)), 1e-9) << mu;
    const double friction = std::hypot(j.x, j.y), slip = std::hypot(end.x, end.y);
    EXPECT_LE(friction, mu * j.z + 1e-9) << mu;
    EXPECT_NEAR(j.x * end.x + j.y * end.y, -mu * j.z * slip, 1e-9) << mu;
    EXPECT_LT(dot(j, u + end), 0.0) << mu;    // twice the work of the contact
    stuck += slip < 1e-9;
  }
  EXPECT_GT(stuck, 0);
  EXPECT_LT(stuck, 4);
}

/** Where the contact resists rolling, the impulse and the moment satisfy both bounds, and each is
 *  against its velocity where it is at its bound. */
TEST(ContactDynamicsClumpImpacts, ObliqueImpactWithRolling)
{
  int held = 0;
  for (double e : {0.0, 0.5})
    for (double rho : {0.05, 0.3, 3.0}) {
      Simulation sim(box(molecules()));
      create(sim, BODY, {1, 1, 1});
      sim.run(oblique("mu 0.4 rolling " + number(rho), "", e));
      const State before = fly_until_they_touch(sim);
      ASSERT_EQ(result(sim, D_PUSHING), 1);
      const Body body(before, 0, 3), after(sim.state(), 0, 3);
      const auto [r, u, W, gap] = lowest_point(before);
      const Vec3 j = 3.0 * (after.v - body.v), M = after.L - body.L - cross(r, j),
                 spin = body.omega_of(after.L), end = body.velocity_at(r) - body.v + after.v +
          cross(spin - body.omega_of(body.L), r);
      EXPECT_NEAR(end.z, rebound_of(e, u.z, gap, 1e-3), 1e-9) << rho;
      const double slip = std::hypot(end.x, end.y), bound = 0.5 * rho * j.z,
                   turn = std::hypot(spin.x, spin.y), moment = std::hypot(M.x, M.y);
      EXPECT_NEAR(M.z, 0.0, 1e-9) << rho;
      EXPECT_LE(std::hypot(j.x, j.y), 0.4 * j.z + 1e-9) << rho;
      EXPECT_NEAR(j.x * end.x + j.y * end.y, -0.4 * j.z * slip, 1e-9) << rho;
      EXPECT_LE(moment, bound + 1e-9) << rho;
      EXPECT_NEAR(M.x * spin.x + M.y * spin.y, -bound * turn, 1e-9) << rho;
      held += turn < 1e-9;
    }
  EXPECT_EQ(held, 2);
}

TEST(ContactDynamicsClumpImpacts, ObliqueImpactOfTwoBodies)
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
TEST(ContactDynamicsClumpImpacts, SphereThatTurnsPushesAside)
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
TEST(ContactDynamicsClumpImpacts, MomentaOfCollidingBodies)
{
  Simulation sim(box(molecules()));
  two_bodies(sim, {-4, -4, -4});
  sim.run(rolling(ROUGH) + CD + "\n" + STEP + "run 0");
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

/** Dimers on a lattice, whose spheres all touch. Newton's rule would create energy. */
TEST(ContactDynamicsClumpImpacts, ClustersDoNotGainEnergy)
{
  for (const auto &[mu, law] : {std::pair{"0", "newton"},
                                {"0.3", "newton"},
                                {"1", "newton"},
                                {"0", "poisson"},
                                {"0.3", "poisson"}}) {
    Simulation sim(box(molecules()));
    cluster_of_dimers(sim);
    sim.run("pair_coeff * * stiffness 1 mu " + std::string(mu) + "\n" + CD + "impact " + law +
            " restitution 1 kappa 40 tol 1e-6 maxiter 3000\ntimestep 0.01\nrun 0");
    const double before = kinetic(sim.state());
    sim.run("run 1");
    EXPECT_GT(result(sim, D_PUSHING), 40);
    EXPECT_LE(kinetic(sim.state()), before * (1.0 + 1e-9)) << mu << law;
  }
}
