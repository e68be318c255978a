// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Rotation alone, without the rest of a step: what a scheme costs, and what it is worth. Time per
// rotation of one of 4,096 bodies that are in the cache; as counters error_<h> the orientation
// error [rad] of a free ellipsoid, I = (1, 1.6, 2.2), omega = (.3, 1, .5), at t = 20 in steps of h;
// the exact orientation is that of lgvi6 with small steps, which the tests check against
// independent solutions. Schemes of VARDEM run in lanes, as in their fixes, those of others one by
// one, as in the codes that have them. bench/run.py draws both.

#include "math_extra.h"

#include "host/atoms/rotations.h"
#include "reference/no_squish.h"
#include "reference/spiral.h"

#include "../unittest/orientation_error.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

namespace {

constexpr int NBLOCKS = 256;
constexpr double T = 20.0;
const Vec3 INERTIA = {1.0, 1.6, 2.2};
const Vec3 OMEGA = {0.3, 1.0, 0.5};
const double STEPS[] = {0.4, 0.2, 0.1, 0.05, 0.025, 0.0125};

/** Rotates a block of free bodies; L and L_half are the same. */
using RotateBlock = std::function<void(RotorLanes &, double h)>;

/** One body at a time, by rotate(q, L, L_half, I, h). */
template <class Rotation> RotateBlock body_by_body(const Rotation &rotate)
{
  return [rotate](RotorLanes &b, double h) {
    for (int l = 0; l < LANES; l++)
      b.set_orientation(l,
                        rotate(b.orientation(l), Lanes::get(b.L, l), Lanes::get(b.L_half, l),
                               Lanes::get(b.I, l), h));
  };
}

/** As fix nve/asphere does it. */
Quat richardson(const Quat &q, const Vec3 &L, const Vec3 &, const Vec3 &I, double h)
{
  double quat[4] = {q.w, q.x, q.y, q.z}, angmom[3] = {L.x, L.y, L.z}, inertia[3] = {I.x, I.y, I.z};
  double omega[3];
  MathExtra::mq_to_omega(angmom, quat, inertia, omega);
  MathExtra::richardson(quat, angmom, omega, inertia, 0.5 * h);
  return quat_at(quat);
}

/** SPIRAL keeps omega, not L, from step to step: it travels in L_half, in body components. */
void spiral(RotorLanes &b, double h)
{
  for (int l = 0; l < LANES; l++) {
    const SpiralState s = spiral_synchronous({b.orientation(l), Lanes::get(b.L_half, l)},
                                             {0.0, 0.0, 0.0}, Lanes::get(b.I, l), h);
    b.set_orientation(l, s.q);
    Lanes::set(b.L_half, l, s.omega);
  }
}

RotorLanes block(bool momentum_is_omega)
{
  RotorLanes b;
  const Vec3 L = {INERTIA.x * OMEGA.x, INERTIA.y * OMEGA.y, INERTIA.z * OMEGA.z};
  for (int l = 0; l < LANES; l++) {
    b.set_orientation(l, {1.0, 0.0, 0.0, 0.0});
    Lanes::set(b.L, l, L);
    Lanes::set(b.L_half, l, momentum_is_omega ? OMEGA : L);
    Lanes::set(b.I, l, INERTIA);
  }
  return b;
}

Quat orientation_after(RotorLanes b, const RotateBlock &rotate, double h)
{
  const long n = std::lround(T / h);
  for (long i = 0; i < n; i++) rotate(b, h);
  return b.orientation(0);
}

void rotation(benchmark::State &state, const RotateBlock &rotate, bool momentum_is_omega)
{
  std::vector<RotorLanes> blocks(NBLOCKS, block(momentum_is_omega));
  for (auto _ : state)
    for (RotorLanes &b : blocks) rotate(b, 0.1);
  state.counters["ns_per_rotation"] =
      benchmark::Counter(state.iterations() * NBLOCKS * LANES * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);

  const RotateBlock lgvi6 = RotateVariational<Variational::LGVI6>{2};
  const Quat exact = orientation_after(block(false), lgvi6, 0.005);    // to round-off, 1e-13
  for (const double h : STEPS)
    state.counters["error_" + std::to_string(h)] =
        angle_between(exact, orientation_after(block(momentum_is_omega), rotate, h));
}

void add(const char *name, const RotateBlock &rotate, bool momentum_is_omega = false)
{
  benchmark::RegisterBenchmark(name, rotation, rotate, momentum_is_omega);
}

}    // namespace

int main(int argc, char **argv)
{
  add("nve/asphere (Richardson), one by one", body_by_body(richardson));
  add("NO_SQUISH, one by one", body_by_body(NoSquish()));
  add("SPIRAL, one by one", spiral, true);
  add("fincham half current", rotate_fincham_current);
  add("fincham", rotate_fincham_orient);
  add("midpoint", RotateVariational<Variational::MIDPOINT>{2});
  add("lgvi", RotateVariational<Variational::LGVI>{2});
  add("lgvi4", RotateVariational<Variational::LGVI4>{2});
  add("lgvi6", RotateVariational<Variational::LGVI6>{2});

  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
