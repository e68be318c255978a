// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_VARIATIONAL_LANES_H
#define VARDEM_VARIATIONAL_LANES_H

#include "kernels/lanes.h"
#include "kernels/rotation/variational.h"

namespace VARDEM {

/** Steps of the bodies of all lanes. */
struct VariationalLanes {
  double w[3][LANES], c[3][LANES], spin[3][LANES], f[3][LANES];

  VARDEM_INLINE VariationalStep step(int l) const
  {
    return {RotorLanes::get(w, l), RotorLanes::get(c, l), RotorLanes::get(spin, l),
            RotorLanes::get(f, l)};
  }

  VARDEM_INLINE void set_step(int l, const VariationalStep &s)
  {
    RotorLanes::set(w, l, s.w);
    RotorLanes::set(c, l, s.c);
    RotorLanes::set(spin, l, s.spin);
    RotorLanes::set(f, l, s.f);
  }
};

/** Replaces the general rotate_lanes() of kernels/lanes.h. It has a loop over lanes for each Newton
 *  step, because a loop within a loop over lanes does not become vector code. */
template <Variational SCHEME>
VARDEM_INLINE void rotate_lanes(RotorLanes &body, double h,
                                const VariationalRotation<SCHEME> &rotation)
{
  VariationalLanes lanes;
  for (int l = 0; l < LANES; l++)
    lanes.set_step(l,
                   open_variational<SCHEME>(body.orientation(l), RotorLanes::get(body.L_half, l),
                                            RotorLanes::get(body.I, l), h));
  for (int n = 0; n < rotation.iterations; n++)
    for (int l = 0; l < LANES; l++) {
      VariationalStep s = lanes.step(l);
      newton<SCHEME>(s);
      RotorLanes::set(lanes.f, l, s.f);
    }
  for (int l = 0; l < LANES; l++)
    body.set_orientation(l, close_variational(body.orientation(l), lanes.step(l)));
}

}    // namespace VARDEM
#endif
