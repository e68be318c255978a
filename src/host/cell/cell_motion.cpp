// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/cell_motion.h"

#include "error.h"
#include "host/cell/cell_streaming.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::IDENTITY;
using VARDEM::UpperTriangle;

CellMotion::CellMotion(LAMMPS *lmp, const CellStreaming &flow_in) :
    Pointers(lmp), state{}, flow(flow_in), step(0.0)
{
  reset();
}

void CellMotion::reset()
{
  state = {};
  state.F = IDENTITY;
  state.volume = volume_of(domain);
}

void CellMotion::start(const UpperTriangle &L)
{
  state.before = L;
  state.F = IDENTITY;
  state.volume = volume_of(domain);
  state.rate = L * VARDEM::upper(domain->h);
  state.corner = flow.corner_rate(L, 0.0);
  give_rates();
}

void CellMotion::advance(const char *style, double h)
{
  check_step(style, h);
  const UpperTriangle L = state.after, change = VARDEM::midpoint_step(L, h);
  move_cell(domain, change, L, flow.origin);

  state.F = change * state.F;
  step = h;
  state.rate = VARDEM::cell_rate(L, h, VARDEM::upper(domain->h));
  state.corner = flow.corner_rate(L, h);
  state.before = L;
  state.started = 1;
  give_rates();
}

void CellMotion::check_step(const char *style, double h) const
{
  const UpperTriangle &L = state.after;
  for (const double rate : {L.xx, L.yy, L.zz})
    if (!(std::fabs(h * rate) < 1.0))
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {}: gradient {} changes a side of the cell by its own length in a single "
                 "step of {}; use a smaller gradient or time step",
                 style, rate, h);
}

void CellMotion::give_rates(const UpperTriangle &rate) const
{
  set_rates(domain, rate, state.corner);
}

void CellMotion::flip(const CellFlips &flips)
{
  state.rate = flips(state.rate);
  give_rates();
}

UpperTriangle CellMotion::next_rate(double h) const
{
  const UpperTriangle H = VARDEM::upper(domain->h);
  return VARDEM::cell_rate(state.after, h, VARDEM::midpoint_step(state.after, h) * H);
}

void CellMotion::add_work(double power, double next)
{
  state.work += 0.5 * step * (state.power + power);
  state.power = next;
}
