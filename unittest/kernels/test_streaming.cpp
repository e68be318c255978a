// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Particles that move with a cell. Figures without another source:
// doc/notes/leapfrog-cell-damping.md 3.5, whose cell and particle these are.

#include "kernels/streaming.h"
#include "test_bodies.h"
#include "test_upper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

using namespace VARDEM;

namespace {

using Gradient = std::function<UpperTriangle(double t)>;

constexpr Closure CLOSURES[] = {Closure::EXACT, Closure::GRADV2, Closure::SLLOD};
constexpr double T = 2.0;

const UpperTriangle H0 = {1.0, 1.3, 0.9, -0.2, 0.1, 0.2};
const Vec3 X0 = {0.7, -0.4, 0.9};
const UpperTriangle G = {0.3, -0.4, 0.2, 0.25, -0.2, 0.5};

UpperTriangle constant(double)
{
  return G;
}
UpperTriangle ramp(double t)
{
  return std::min(t, 1.0) * G;
}
UpperTriangle oscillating(double t)
{
  return std::cos(3.0 * t) * G;
}
UpperTriangle switched_on(double t)
{
  return (t < 0.5) ? UpperTriangle{} : G;
}
const Gradient MOTIONS[] = {constant, ramp, oscillating, switched_on};

/** Largest component. */
double largest(const Vec3 &a)
{
  return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
}

/** A cell, and a particle in it with an additional acceleration a, in the velocity Verlet steps of
 *  LAMMPS. */
struct Motion {
  Closure closure;
  Gradient L;
  double h;
  Vec3 a = {0.0, 0.0, 0.0}, origin = {0.0, 0.0, 0.0};

  UpperTriangle H = H0;
  Vec3 x = X0, v = {0.0, 0.0, 0.0};    // v at the time step
  Vec3 v_mid = {0.0, 0.0, 0.0};        // of the last step
  UpperTriangle L_mid = {}, H_rate = {};

  void run(double duration)
  {
    const int n = static_cast<int>(std::lround(duration / h));
    Vec3 total = acceleration(streaming_start(closure, origin, L(0.0), L(0.5 * h), h));
    for (int i = 0; i < n; i++) {
      L_mid = L((i + 0.5) * h);
      v_mid = v + 0.5 * h * total;
      x = x + h * v_mid;
      H = midpoint_step(L_mid, h) * H;
      H_rate = cell_rate(L_mid, h, H);
      v = v_mid;
      total = acceleration(streaming(closure, origin, L_mid, L((i + 1.5) * h), h));
      v = v_mid + 0.5 * h * total;
    }
  }

 private:
  Vec3 acceleration(const Streaming &s) const { return a + streaming_force(s, x, v, a, 1.0); }
};

/** Distance at T between a particle that starts with the flow and the place where the cell has
 *  carried it. */
double drift(Closure closure, const Gradient &L, double h)
{
  Motion m = {closure, L, h};
  m.v = L(0.0) * X0;
  m.run(T);
  return largest(m.x - m.H * inverse(H0) * X0);
}

double slope(Closure closure, const Gradient &L, double h)
{
  return std::log2(drift(closure, L, h) / drift(closure, L, 0.5 * h));
}

}    // namespace

TEST(Cell, StepIsTheMidpointRule)    // (33)
{
  std::mt19937_64 random(1);
  const double h = 0.1;
  for (int n = 0; n < 100; n++) {
    const UpperTriangle L = random_upper(random, 0.0), H = random_upper(random, 2.0);
    const UpperTriangle after = midpoint_step(L, h) * H;
    EXPECT_LE(largest(eigen(after) - eigen(H) - 0.5 * h * eigen(L) * (eigen(H) + eigen(after))),
              1e-15);
    EXPECT_LE(largest(eigen(cell_rate(L, h, after)) - (eigen(after) - eigen(H)) / h), 1e-13);
    EXPECT_LE(largest(eigen(gradient_of_step(H, after, h)) - eigen(L)), 1e-13);
  }
}

TEST(Cell, VolumeDriftsBySecondOrderOtherwise)    // d(ln det)/dt = h^2 det(L)/4: 5.00e-7 per step
{
  const double h = 0.01;
  const double step = std::log(determinant(midpoint_step({2.0, -1.0, -1.0, 0.0, 0.0, 0.0}, h)));
  EXPECT_NEAR(step, 5.00e-7, 0.01e-7);
}

TEST(Streaming,
     // 3.01e-6 is of a particle at rest, L- = 0: here a step before the ramp
     Gradv2CarriesItToSecondOrder)
{
  EXPECT_LE(drift(Closure::GRADV2, constant, 0.01), 1e-13);
  Motion m = {Closure::GRADV2,
              [](double t) {
                return ramp(std::max(t - 0.01, 0.0));
              },
              0.01};
  m.run(0.01 + T);
  EXPECT_NEAR(largest(m.x - m.H * inverse(H0) * X0), 3.01e-6, 0.005e-6);
  for (const double h : {0.04, 0.02, 0.01}) EXPECT_NEAR(slope(Closure::GRADV2, ramp, h), 2.0, 0.03);
}

TEST(Streaming, Gradv2IsOfFirstOrderWhereLIsSwitchedOn)
{
  for (const double h : {0.02, 0.01, 0.005})
    EXPECT_NEAR(slope(Closure::GRADV2, switched_on, h), 1.0, 0.05);
}

namespace {

/** By how much a particle and its image at x + H n, v + dH/dt n have gone apart at T. */
struct Gap {
  double place, velocity;
};

Gap gap_of_images(Closure closure, const Gradient &L, double h)
{
  const Vec3 n = {1.0, -1.0, 1.0};
  Motion particle = {closure, L, h};
  particle.a = {0.3, -0.1, 0.2};
  particle.v = {0.11, 0.23, -0.17};
  Motion image = particle;
  image.x = X0 + H0 * n;
  image.v = particle.v + L(0.0) * H0 * n;
  particle.run(T);
  image.run(T);
  return {largest(image.x - particle.x - particle.H * n),
          largest(image.v_mid - particle.v_mid - particle.H_rate * n)};
}

}    // namespace

TEST(Streaming, ImagesStayImages)
{
  for (const Closure closure : {Closure::EXACT, Closure::SLLOD})
    for (const Gradient &L : MOTIONS) {
      const Gap gap = gap_of_images(closure, L, 0.01);
      EXPECT_LE(gap.place, 1e-13);
      EXPECT_LE(gap.velocity, 1e-13);
    }
}

TEST(Streaming, ImagesOfGradv2StayToSecondOrder)
{
  const auto place = [](const Gradient &L, double h) {
    return gap_of_images(Closure::GRADV2, L, h).place;
  };
  EXPECT_NEAR(place(ramp, 0.01), 6.3e-6, 0.05e-6);
  for (const Gradient &L : {ramp, oscillating})
    EXPECT_NEAR(place(L, 0.01) / place(L, 0.005), 4.0, 0.1);
}

TEST(Streaming,
     // v = (v- + v+)/2 after a restart gives the v+ of the unbroken run
     OfAFullStepVelocityIsTheSameStep)
{
  std::mt19937_64 random(4);
  const double h = 0.05;
  for (const Closure closure : CLOSURES)
    for (int n = 0; n < 100; n++) {
      const UpperTriangle before = random_upper(random, 0.0), after = random_upper(random, 0.0);
      const Vec3 x = random_vector(random), v = random_vector(random), a = random_vector(random);
      const Vec3 origin = random_vector(random);
      const Streaming whole = streaming(closure, origin, before, after, h);
      const Vec3 v_plus = v + h * (a + streaming_force(whole, x, v, a, 1.0));
      const Vec3 full_step = 0.5 * (v + v_plus);
      const Streaming half = streaming_full_step(closure, origin, before, after, h);
      EXPECT_LE(
          largest(full_step + 0.5 * h * (a + streaming_force(half, x, full_step, a, 1.0)) - v_plus),
          1e-14);
      EXPECT_EQ(norm(half.spin - whole.spin), 0.0);
    }
}

TEST(Streaming,
     // (31), (32) for random states, and v_f+ = v_f- + h a; doc/notes/leapfrog-cell-damping.md 3.3
     IsTheClosedFormOfThePage)
{
  std::mt19937_64 random(5);
  const double h = 0.05;
  for (int n = 0; n < 100; n++) {
    const UpperTriangle before = random_upper(random, 0.0), after = random_upper(random, 0.0);
    const Vec3 x = random_vector(random), v = random_vector(random), a = random_vector(random);
    const auto v_plus = [&](Closure closure) {
      const Streaming s = streaming(closure, {0.0, 0.0, 0.0}, before, after, h);
      return v + h * (a + streaming_force(s, x, v, a, 1.0));
    };
    const Vec3 second = v_plus(Closure::GRADV2);
    const Vec3 of_flow = (after - before) * x + h * (0.5 * (before + after) * (0.5 * (v + second)));
    EXPECT_LE(largest(second - v - h * a - of_flow), 1e-14);

    const auto own = [&](const UpperTriangle &L, const Vec3 &w, double sign) {
      return w - L * (x + (sign * 0.5 * h) * w);
    };
    const Vec3 exact = v_plus(Closure::EXACT), sllod = v_plus(Closure::SLLOD);
    EXPECT_LE(largest(own(after, exact, 1.0) - own(before, v, -1.0) - h * a), 1e-14);
    const Vec3 f = own(before, v, -1.0), g = own(after, sllod, 1.0);
    EXPECT_LE(largest(g - f - h * a + (0.5 * h) * (0.5 * (before + after) * (f + g))), 1e-14);
  }
}

TEST(Streaming,
     // after the cell has moved otherwise than predicted
     CorrectionGivesTheStepOfTheRightGradient)
{
  std::mt19937_64 random(6);
  const double h = 0.05;
  for (const Closure closure : {Closure::EXACT, Closure::SLLOD})
    for (int n = 0; n < 100; n++) {
      const UpperTriangle before = random_upper(random, 0.0), L = random_upper(random, 0.0);
      const UpperTriangle assumed = random_upper(random, 0.0);
      const Vec3 origin = random_vector(random), x = random_vector(random),
                 v = random_vector(random);
      const auto step = [&](const UpperTriangle &after) {
        return v + h * streaming_force(streaming(closure, origin, before, after, h), x, v, {}, 1.0);
      };
      const Vec3 wrong = step(assumed), right = step(L);
      const FlowCorrection c = flow_correction(origin, assumed, L, h);
      const Vec3 corrected = wrong + correction_of_velocity(c, x + h * wrong, wrong);
      if (closure == Closure::EXACT) { EXPECT_LE(largest(corrected - right), 1e-14); }
      const auto own = [&](const UpperTriangle &gradient, const Vec3 &w) {
        return w - gradient * (x - origin + 0.5 * h * w);
      };
      EXPECT_LE(largest(own(L, corrected) - own(assumed, wrong)), 1e-14);
    }
}

namespace {

/** A body that the flow acts on; I w is that of a body whose principal axes are those of space. */
struct FlowingBody : TestBodies {
  void set_f(int i, const Vec3 &a) const { body[i].f = a; }
  void set_torque(int i, const Vec3 &a) const { body[i].torque = a; }
  Vec3 angular_momentum(int i, const Vec3 &w) const
  {
    const Vec3 I = inertia(i);
    return {I.x * w.x, I.y * w.y, I.z * w.z};
  }
};

}    // namespace

TEST(Streaming, WhatIsDoneWithAParticle)
{
  const Vec3 x = {0.7, -0.4, 0.9}, v = {0.1, 0.2, -0.3}, f = {3.0, 1.0, -2.0}, o = {0.1, 0.1, 0.2};
  const Vec3 w = {0.3, -0.1, 0.5}, zero = {0.0, 0.0, 0.0};
  std::vector<TestBodies::Body> one(1);
  const FlowingBody b{one};
  one[0].m = 0.7;
  one[0].I = {1.0, 2.0, 3.0};
  one[0].x = x;
  one[0].v = v;
  one[0].f = f;

  const Streaming s = streaming(Closure::SLLOD, o, G, 0.5 * G, 0.1);
  StreamForce{s, 10.0}(b, 0);
  EXPECT_EQ(largest(one[0].f - (f + streaming_force(s, x, v, f, 7.0))), 0.0);

  EXPECT_EQ((PeculiarStress{{}, o}(b, 0).xz), 0.7 * (v.x * v.z));
  one[0].v = zero;
  AddFlow{G, o}(b, 0);
  EXPECT_EQ(largest(one[0].v - G * (x - o)), 0.0);
  EXPECT_EQ((PeculiarStress{G, o}(b, 0).xx), 0.0);

  one[0].v = v;
  const FlowCorrection c = flow_correction(o, G, 0.5 * G, 0.1);
  const Vec3 change = correction_of_velocity(c, x, v);
  CorrectMotion{c}(b, 0);
  EXPECT_EQ(largest(one[0].v - (v + change)), 0.0);
  EXPECT_EQ(largest(one[0].x - (x + 0.1 * change)), 0.0);

  one[0].omega = w;
  AddAngularVelocity{w}(b, 0);
  AddTorque{w}(b, 0);
  AddAngularMomentum{2.0 * w}(b, 0);
  EXPECT_EQ(largest(one[0].omega - 2.0 * w), 0.0);
  EXPECT_EQ(largest(one[0].torque - Vec3{0.3, -0.2, 1.5}), 0.0);
  EXPECT_EQ(largest(one[0].L - 2.0 * one[0].torque), 0.0);
}
