// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_BODIES_H
#define VARDEM_TEST_BODIES_H

#include "../orientation_error.h"
#include "kernels/leapfrog.h"

#include <random>
#include <vector>

namespace VARDEM {

/** Accessor of bodies in plain memory, all that the kernels may ask for (kernels/leapfrog.h). */
struct TestBodies {
  struct Body {
    bool selected = true;
    double m = 1.0, R = 1.0;
    Vec3 x{0, 0, 0}, v{0, 0, 0}, f{0, 0, 0}, omega{0, 0, 0}, torque{0, 0, 0}, L{0, 0, 0},
        I{1, 1, 1};
    Quat q{1, 0, 0, 0};
  };
  std::vector<Body> &body;

  bool selects(int i) const { return body[i].selected; }
  double mass(int i) const { return body[i].m; }
  double radius(int i) const { return body[i].R; }
  Vec3 inertia(int i) const { return body[i].I; }
  Vec3 rotating(const Vec3 &a) const { return a; }
  Vec3 x(int i) const { return body[i].x; }
  Vec3 v(int i) const { return body[i].v; }
  Vec3 f(int i) const { return body[i].f; }
  Vec3 torque(int i) const { return body[i].torque; }
  Vec3 omega(int i) const { return body[i].omega; }
  Vec3 L(int i) const { return body[i].L; }
  Quat q(int i) const { return body[i].q; }
  void set_x(int i, const Vec3 &a) const { body[i].x = a; }
  void set_v(int i, const Vec3 &a) const { body[i].v = a; }
  void set_omega(int i, const Vec3 &a) const { body[i].omega = a; }
  void set_L(int i, const Vec3 &a) const { body[i].L = a; }
  void set_q(int i, const Quat &a) const { body[i].q = a; }
};

/** The same random numbers in every run. */
class Random {
 public:
  double number() { return normal(generator); }
  double between(double a, double b)
  {
    return std::uniform_real_distribution<double>(a, b)(generator);
  }
  Vec3 vector() { return {number(), number(), number()}; }
  Quat orientation() { return normalized(Quat{number(), number(), number(), number()}); }

 private:
  std::mt19937 generator{20261121};
  std::normal_distribution<double> normal;
};

}    // namespace VARDEM
#endif
