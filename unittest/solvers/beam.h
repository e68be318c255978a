// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_BEAM_H
#define VARDEM_TEST_BEAM_H

#include "rigid_steps.h"

namespace networks {

/** A uniform beam of weight 10 and length 2 on supports at -1, 0, 1, at rest, with g = dt = 1.
 *  Motions are that of the centre and the turn. The support in the middle is lower by `gap`. One
 *  step is enough: each later step from rest is the same problem. */
inline RigidStep<RowPacking<2>> beam(double gap)
{
  RowPacking<2> p;
  p.fixed = {false, true, true, true};
  for (int i = 1; i <= 3; i++) p.contacts.push_back({0, i, 1.0, {-1.0, 2.0 - i}, {-1.0, 0.0}});
  p.load = {-10.0, 0.0, 0, 0, 0, 0, 0, 0};
  const double mass = 10.0, moment = mass * 2.0 * 2.0 / 12.0;
  auto step = step_from_rest(p, {mass, moment, 1, 1, 1, 1, 1, 1});
  step.gap[1] += gap;
  return step;
}

/** The supports. */
enum { L, M, R };

}    // namespace networks
#endif
