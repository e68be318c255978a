// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals_granular.h"

#include "GRANULAR/fix_wall_gran.h"
#include "GRANULAR/pair_gran_hooke_history.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

// Names of protected members

struct Classic : public PairGranHookeHistory {
  static GranCoefficients of(const PairGranHookeHistory *p)
  {
    return {p->*(&Classic::kn), p->*(&Classic::kt), p->*(&Classic::gamman), p->*(&Classic::gammat)};
  }
};

struct Wall : public FixWallGran {
  static int style_of(const FixWallGran *w) { return w->*(&Wall::wallstyle); }
  static bool wiggles(const FixWallGran *w) { return w->*(&Wall::wiggle); }
  static int axis_of(const FixWallGran *w) { return w->*(&Wall::axis); }
  static double lo_of(const FixWallGran *w) { return w->*(&Wall::lo); }
  static double hi_of(const FixWallGran *w) { return w->*(&Wall::hi); }
  static double amplitude_of(const FixWallGran *w) { return w->*(&Wall::amplitude); }
  static double speed(const FixWallGran *w) { return amplitude_of(w) * (w->*(&Wall::omega)); }
  static double phase(const FixWallGran *w, bigint step)
  {
    return (w->*(&Wall::omega)) * static_cast<double>(step - w->*(&Wall::time_origin)) *
        (w->*(&Wall::dt));
  }
};

}    // namespace

GranCoefficients VARDEM_NS::gran_coefficients(const Pair *pair)
{
  return Classic::of(static_cast<const PairGranHookeHistory *>(pair));
}

GranPlanes VARDEM_NS::gran_planes(const Fix *fix, bigint step)
{
  const auto *wall = static_cast<const FixWallGran *>(fix);
  GranPlanes planes = {Wall::style_of(wall), Wall::lo_of(wall), Wall::hi_of(wall), 0.0, 0.0};
  if (Wall::wiggles(wall) && Wall::axis_of(wall) == planes.axis) {
    const double phase = Wall::phase(wall, step);
    planes.offset = Wall::amplitude_of(wall) * (1.0 - std::cos(phase));
    planes.speed = Wall::speed(wall) * std::sin(phase);
  }
  return planes;
}
