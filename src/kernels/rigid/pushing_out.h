// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_PUSHING_OUT_H
#define VARDEM_PUSHING_OUT_H

#include "kernels/macros.h"

#include <cmath>

namespace VARDEM {

// --- how overlaps are pushed out that are no deflections of springs ---
//
// Source: doc/notes/friction.md 1. Rates are those of gaps [length/time].

/** No faster than `fastest`, and this part of them in a step. */
struct PushingOut {
  double fastest, part;

  VARDEM_INLINE PushingOut(double fastest_in = 0.0, double part_in = 1.0) :
      fastest(fastest_in), part(part_in)
  {
  }
  /** The largest rate of a contact. all: without an overlap at the end of the step. springs: of
   *  its deflection. */
  VARDEM_INLINE double limit(double all, double springs) const
  {
    const double slow = part < 1.0 ? part * (all - springs) : fastest;
    return springs + (slow < fastest ? slow : fastest);
  }
};

/** Where steps become shorter, springs have smaller deflections at the same force: what they held
 *  more is an overlap then, and would throw the grains if one step pushed it out. In the time t
 *  since, the part h t/T^2 of each step leaves exp(-t^2/2 T^2) of it. */
struct ShorterSteps {
  // T in steps of the length before; a step that is shorter by less than SUDDEN; t/T at the end
  static constexpr double STEPS = 200.0, SUDDEN = 0.9, LONG = 8.0;

  double h = 0.0;                        // of the last step; 0: there is none
  double since = 0.0, duration = 0.0;    // t and T; T = 0: all is pushed out

  /** A step begins. Returns the part. Where steps become shorter once more, t begins anew. */
  double part(double h_now)
  {
    if (h_now < SUDDEN * h) {
      duration = std::fmax(duration, STEPS * h);
      since = 0.0;
    }
    h = h_now;
    if (since > LONG * duration) duration = 0.0;
    if (!(duration > 0.0)) return 1.0;
    since += h;
    return std::fmin(1.0, h * since / (duration * duration));
  }
};

}    // namespace VARDEM
#endif
