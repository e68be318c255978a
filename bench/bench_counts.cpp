// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Counts the additions, multiplications, divisions and square roots of kernels: their headers are
// compiled with a number that counts in place of double. A number of 8 bytes that a kernel needs of
// its body counts as read or written once in each half of a step. Prints JSON for how_fast.py.
//
// Not counted: minima, comparisons and signs. What runs are vector lanes, which do more: they
// compute both sides of a branch. A benchmark may bend the standard, no delivered source may: it
// adds functions to namespace std, and `double` is a macro where the kernels are included.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

inline long operations = 0;

/** A double whose operations are counted. */
struct Counted {
  double number;

  Counted() = default;
  constexpr Counted(double a) : number(a) {}
  constexpr Counted(int a) : number(a) {}
  explicit operator int() const { return static_cast<int>(number); }

  static Counted of_operation(double a)
  {
    operations++;
    return a;
  }
  friend Counted operator+(Counted a, Counted b) { return of_operation(a.number + b.number); }
  friend Counted operator-(Counted a, Counted b) { return of_operation(a.number - b.number); }
  friend Counted operator*(Counted a, Counted b) { return of_operation(a.number * b.number); }
  friend Counted operator/(Counted a, Counted b) { return of_operation(a.number / b.number); }
  friend Counted operator-(Counted a) { return -a.number; }
  Counted &operator+=(Counted a) { return *this = *this + a; }
  Counted &operator-=(Counted a) { return *this = *this - a; }
  Counted &operator*=(Counted a) { return *this = *this * a; }
  Counted &operator/=(Counted a) { return *this = *this / a; }
  friend bool operator<(Counted a, Counted b) { return a.number < b.number; }
  friend bool operator>(Counted a, Counted b) { return a.number > b.number; }
  friend bool operator<=(Counted a, Counted b) { return a.number <= b.number; }
  friend bool operator>=(Counted a, Counted b) { return a.number >= b.number; }
  friend bool operator==(Counted a, Counted b) { return a.number == b.number; }
  friend bool operator!=(Counted a, Counted b) { return a.number != b.number; }
};

namespace std {    // kernels call these

#define COUNTED_FUNCTION(name)                    \
  inline Counted name(Counted a)                  \
  {                                               \
    return Counted::of_operation(name(a.number)); \
  }
COUNTED_FUNCTION(sqrt)
COUNTED_FUNCTION(cbrt)
COUNTED_FUNCTION(sin)
COUNTED_FUNCTION(cos)
COUNTED_FUNCTION(atan)
COUNTED_FUNCTION(log)
inline Counted ceil(Counted a)
{
  return ceil(a.number);
}
inline Counted fabs(Counted a)
{
  return fabs(a.number);
}
inline Counted fmax(Counted a, Counted b)
{
  return fmax(a.number, b.number);
}

}    // namespace std
using std::ceil, std::sqrt;

#define double Counted
#include "kernels/contact/grain_forces.h"
#include "kernels/leapfrog.h"
#include "kernels/rotation/variational.h"

namespace {

using namespace VARDEM;

constexpr long BYTES = 8;

/** A body, for the kernels of an integrator. Each array counts once in a half step, as read or as
 *  written. */
class Body {
 public:
  Body() { begin(); }
  /** Another half of the step. */
  void begin() const { touched.assign(2 * ARRAYS, 0); }

  Vec3 x(int) const { return read(X, at); }
  Vec3 v(int) const { return read(V, velocity); }
  Vec3 f(int) const { return read(F, force); }
  Vec3 omega(int) const { return read(OMEGA, velocity); }
  Vec3 torque(int) const { return read(TORQUE, force); }
  Vec3 L(int) const { return read(OMEGA, velocity); }
  Quat q(int) const { return read(Q, turn); }
  Vec3 inertia(int) const { return read(INERTIA, moments); }
  Counted mass(int) const { return read(MASS, Counted(2.0)); }
  Counted radius(int) const { return read(RADIUS, Counted(0.5)); }
  Vec3 rotating(const Vec3 &a) const { return a; }
  void set_x(int, const Vec3 &a) const { write(X, a); }
  void set_v(int, const Vec3 &a) const { write(V, a); }
  void set_omega(int, const Vec3 &a) const { write(OMEGA, a); }
  void set_L(int, const Vec3 &a) const { write(OMEGA, a); }
  void set_q(int, const Quat &a) const { write(Q, a); }

  static long bytes;

 private:
  enum Array { X, V, F, OMEGA, TORQUE, Q, INERTIA, MASS, RADIUS, ARRAYS };
  const Vec3 at = {1.0, 2.0, 3.0}, velocity = {0.1, 0.2, 0.3}, force = {3.0, 2.0, 1.0},
             moments = {1.0, 1.6, 2.2};
  const Quat turn = {1.0, 0.0, 0.0, 0.0};
  mutable std::vector<int> touched;

  template <class T> void touch(int place) const
  {
    if (!touched[place]) bytes += sizeof(T);
    touched[place] = 1;
  }
  template <class T> T read(Array a, const T &value) const
  {
    touch<T>(a);
    return value;
  }
  template <class T> void write(Array a, const T &) const { touch<T>(ARRAYS + a); }
};

long Body::bytes = 0;

bool first = true;

/** Prints what f() does. */
template <class F> void count(const char *name, const F &f)
{
  operations = Body::bytes = 0;
  f();
  printf("%s\n  \"%s\": {\"flops\": %ld, \"bytes\": %ld}", first ? "{" : ",", name, operations,
         Body::bytes);
  first = false;
}

template <class NormalForce, TangentialMemory SPRINGS> void contact(const char *name)
{
  ContactParameters law = {};
  law.stiffness = 1000.0;
  law.normal.by_mass = law.tangential.by_mass = 1.0;
  law.tangential_stiffness = 400.0;
  law.friction = 0.5;
  law.rolling = law.twisting = {10.0, 0.1, 1.0};
  GrainPairWith<StateOf<NormalForce>> pair = {};
  pair.e = {0.98, 0.01, 0.02};
  pair.R1 = pair.R2 = 0.5;
  pair.state.inverse_mass = 2.0;
  pair.state.now.v = {0.1, 0.02, 0.01};
  pair.state.half = pair.state.now;
  count(name, [&] {
    grain_forces<NormalForce, false, SPRINGS>(law, pair, StepTime(0.001, 0.001));
  });
}

}    // namespace

int main()
{
  const Step step = {0.001, 0.0005};
  const Body body;
  count("sphere", [&] {
    open_sphere(body, 0, step, 0.4);
    body.begin();
    close_sphere(body, 0, step, 0.4);
  });
  body.begin();
  count("ellipsoid", [&] {
    const Vec3 L_half = kick_angular_momentum(body, 0, step);
    kick_drift(body, 0, step);
    const VariationalRotation<Variational::LGVI4> rotation = {2};
    body.set_q(0, rotation(body.q(0), L_half, L_half, body.inertia(0), step.h));
    body.begin();
    kick(body, 0, step);
    kick_angular_momentum(body, 0, step);
  });
  contact<HookeForce, TangentialMemory::NONE>("hooke");
  contact<HookeForce, TangentialMemory::FULL_STEP_WEAK>("hooke with springs");
  contact<HertzForce, TangentialMemory::FULL_STEP_WEAK>("hertz with springs");
  contact<WithRolling<HertzForce>, TangentialMemory::FULL_STEP_WEAK>("rolling and twisting");
  printf("\n}\n");
}
