// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CUNDALL_LANES_H
#define VARDEM_CUNDALL_LANES_H

#include "kernels/cundall.h"
#include "kernels/lanes.h"

#include <algorithm>

namespace VARDEM {

/** Damping in vector lanes, for the forces or the torques on up to LANES bodies with isotropic
 *  mobility. The three components of a body stand side by side. A lane with lambda = 0 and v = 0
 *  does not change. power and rate are sums over all blocks. */
struct DampingLanes {
  static constexpr int N = 3 * LANES;
  double force[N], undamped[N], v[N], lambda[N], mobility[N];
  double power[N] = {}, rate[N] = {};

  VARDEM_INLINE void set(int l, const Vec3 &F, const Vec3 &spare, const Vec3 &velocity,
                         double damping, double inverse)
  {
    put(force, l, F);
    put(undamped, l, spare);
    put(v, l, velocity);
    put(lambda, l, {damping, damping, damping});
    put(mobility, l, {inverse, inverse, inverse});
  }
  VARDEM_INLINE void leave_empty(int l)
  {
    const Vec3 zero = {0.0, 0.0, 0.0};
    set(l, zero, zero, zero, 0.0, 0.0);
  }
  VARDEM_INLINE Vec3 damped_force(int l) const
  {
    return {force[3 * l], force[3 * l + 1], force[3 * l + 2]};
  }
  DampingPower sum() const
  {
    DampingPower all = {0.0, 0.0};
    for (int k = 0; k < N; k++) all += DampingPower{power[k], rate[k]};
    return all;
  }

 private:
  VARDEM_INLINE static void put(double (&a)[N], int l, const Vec3 &b)
  {
    a[3 * l] = b.x;
    a[3 * l + 1] = b.y;
    a[3 * l + 2] = b.z;
  }
};

/** As damp() of cundall.h, for all lanes. */
template <Cundall FORM>
VARDEM_HOST_INLINE void damp_lanes(DampingLanes &lanes, const DampingStep &s)
{
  for (int k = 0; k < DampingLanes::N; k++) {
    const double F = lanes.force[k], v = lanes.v[k], mobility = lanes.mobility[k];
    const double u = (FORM == Cundall::MIDSTEP) ? v : v + s.in_sign * (mobility * F);
    const double stiffness =
        (FORM == Cundall::REGULAR) ? 1.0 / std::max(s.in_sign * mobility, 1.0 / AT_ONCE) : AT_ONCE;
    const double part = F - lanes.undamped[k];
    const double rest = damped<FORM>(part, u, lanes.lambda[k], stiffness);
    const double total = rest + lanes.undamped[k], taken = part - rest;
    const double rate = taken * (mobility * total);
    lanes.force[k] = total;
    lanes.power[k] += taken * v + s.at_step * rate;
    lanes.rate[k] += rate;
  }
}

}    // namespace VARDEM
#endif
