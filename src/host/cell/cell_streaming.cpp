// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/cell_streaming.h"

#include "atom_vec_ellipsoid.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/keyword_reader.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/over_processes.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::Closure;
using VARDEM::Streaming;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;

namespace {

/** Does a fix set forces to zero, to hold its atoms? Then it must come after the flow. */
bool holds(const Fix *fix)
{
  return utils::strmatch(fix->style, "^freeze") || utils::strmatch(fix->style, "^setforce");
}

/** May a fix come after the flow? It may if it integrates, holds atoms, or only reads forces. */
bool may_follow(const Fix *fix)
{
  if (fix->time_integrate || holds(fix)) return true;
  for (const char *style : {"^enforce2d", "^ave/", "^store/", "^print", "^vector", "^numdiff"})
    if (utils::strmatch(fix->style, style)) return true;
  return false;
}

}    // namespace

CellStreaming::CellStreaming(LAMMPS *lmp) :
    Pointers(lmp), closure(Closure::EXACT), spin(true),
    origin_given(false), origin{0.5 * (domain->boxlo[0] + domain->boxhi[0]),
                                0.5 * (domain->boxlo[1] + domain->boxhi[1]),
                                0.5 * (domain->boxlo[2] + domain->boxhi[2])},
    is_quasistatic(false),
    is_staggered(false), now{}, next_rate{}, full_step_rate{}, start_rate{}, clump_kick{}, inertia{}
{
}

bool CellStreaming::read(KeywordReader &keyword)
{
  if (!keyword.is("origin", 3))
    return keyword.takes("closure", closure, {"exact", "gradv2", "sllod"}) ||
        keyword.takes_yes("spin", spin);
  origin_given = true;
  origin = {keyword.finite(1), keyword.finite(2), keyword.finite(3)};
  return true;
}

void CellStreaming::init(const Fix *fix)
{
  // beside spheres, the loops take all for spheres
  const bool are_known =
      atom->style_match("ellipsoid") && !(atom->omega_flag && has_ellipsoids(atom, world));
  if (spin && atom->angmom_flag && !are_known)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword spin: particles of atom style {} cannot follow the spin of the "
               "flow; use spin no",
               fix->style, atom->atom_style);

  if (!comm->ghost_velocity && force->pair && !force->pair_match("^zero", 0))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} requires ghost atoms that have velocities, because those of periodic images "
               "differ: use comm_modify vel yes",
               fix->style);

  inertia = inertia_factors(lmp, fmt::format("Fix {}", fix->style));
  is_quasistatic = false;
  for (const auto *integrator : fixes_with<FullStepIntegrator>(modify))
    is_quasistatic |= integrator->is_quasistatic();
  is_staggered = !fixes_with<DynamicContacts>(modify).empty();
  bool later = false;
  for (const auto &other : modify->get_fix_list()) {
    if (other->rigid_flag && !dynamic_cast<const FlowingClumps *>(other))
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {}: the bodies of fix {} (style {}) cannot follow the flow; use fix "
                 "rigid/small/variational or rigid/small/cd for them",
                 fix->style, other->id, other->style);

    if (other == fix)
      later = true;
    else if (later && (modify->get_fix_mask(other) & POST_FORCE) && !may_follow(other) &&
             comm->me == 0)
      error->warning(FLERR,
                     "Fix {} (style {}) changes forces after fix {} (style {}), which misses these "
                     "forces: define it before that fix",
                     other->id, other->style, fix->id, fix->style);
    else if (!later && holds(other) && comm->me == 0)
      error->warning(FLERR,
                     "Fix {} (style {}) comes before fix {} (style {}), which adds a force to its "
                     "atoms again: they will begin to flow. Define fix {} after fix {}",
                     other->id, other->style, fix->id, fix->style, other->id, fix->id);
  }
}

std::vector<const FlowingClumps *> CellStreaming::clumps() const
{
  return fixes_with<const FlowingClumps>(modify);
}

Streaming CellStreaming::at_start(bool started, const UpperTriangle &before,
                                  const UpperTriangle &after, double h) const
{
  if (is_staggered)
    return started ? in_run(before, after, h)
                   : VARDEM::streaming_staggered(closure, origin, before, after, h);
  const auto streaming_now = started ? VARDEM::streaming_full_step : VARDEM::streaming_start;
  return streaming_now(closure, origin, before, after, h);
}

// Loops of the host.
namespace {

/** Loops over the atoms of a group that are not members of clumps. */
class HostLoops {
 public:
  HostLoops(const CellStreaming &flow, const Fix *fix) :
      atom(flow.atoms()), groupbit(fix->groupbit), flow(flow)
  {
    for (const auto *some : flow.clumps()) bodies.push_back(some->members());
  }

  template <class Kernel> void for_points(const CellStreaming::Phase &, const Kernel &kernel) const
  {
    each(Points(atom, groupbit), kernel);
  }

  template <class Kernel>
  void for_rotating(const CellStreaming::Phase &, const Kernel &kernel) const
  {
    each(TurningSpheresOn<HostArrays>(atom, groupbit, flow.sphere_inertia()), kernel);
  }

  template <class Kernel> void for_turning(const CellStreaming::Phase &, const Kernel &kernel) const
  {
    if (atom->omega_flag && atom->radius_flag)
      each(TurningSpheresOn<HostArrays>(atom, groupbit, flow.sphere_inertia()), kernel);
    else
      for_ellipsoids(kernel);
  }

  template <class Kernel>
  UpperTriangle sum_points(const CellStreaming::Phase &, const Kernel &kernel) const
  {
    UpperTriangle sum = {};
    each(Points(atom, groupbit), [&](const auto &b, int i) {
      sum = sum + kernel(b, i);
    });
    return sum;
  }

  template <class Kernel>
  double sum_ellipsoids(const CellStreaming::Phase &, const Kernel &kernel) const
  {
    double sum = 0.0;
    for_ellipsoids([&](const auto &b, int i) {
      sum += kernel(b, i);
    });
    return sum;
  }

  Vec3 sum_torques(const CellStreaming::Phase &, int n) const
  {
    Vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < n; i++) sum = sum + VARDEM::vectors_at(atom->torque[0])[i];
    return sum;
  }

 private:
  Atom *atom;
  int groupbit;
  const CellStreaming &flow;
  std::vector<const tagint *> bodies;    // of atoms, by clump fix; 0: none

  template <class Kernel> void for_ellipsoids(const Kernel &kernel) const
  {
    const auto each_of = [&](auto *bonus) {
      each(TurningEllipsoidsOn<HostArrays, decltype(bonus)>(atom, groupbit, bonus, false), kernel);
    };
    auto *const ellipsoids = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
    if (ellipsoids && are_superellipsoids(atom))
      each_of(bonus_super(ellipsoids));
    else if (ellipsoids)
      each_of(ellipsoids->bonus);
  }

  template <class Accessor, class Kernel> void each(const Accessor &b, const Kernel &kernel) const
  {
    const int nlocal = atom->nlocal;
    if (bodies.empty()) {
      for (int i = 0; i < nlocal; i++)
        if (b.selects(i)) kernel(b, i);
      return;
    }
    const auto is_free = [](int i) {
      return [i](const tagint *body) {
        return body[i] == 0;
      };
    };
    for (int i = 0; i < nlocal; i++)
      if (b.selects(i) && std::all_of(bodies.begin(), bodies.end(), is_free(i))) kernel(b, i);
  }
};

}    // namespace

std::unique_ptr<FlowLoops> VARDEM_NS::flow_loops_on_host(const CellStreaming &flow, const Fix *fix)
{
  return std::make_unique<FlowLoopsOn<HostLoops>>(flow, fix);
}

Vec3 CellStreaming::corner_rate(const UpperTriangle &L, double h) const
{
  const Vec3 lo = {domain->boxlo[0], domain->boxlo[1], domain->boxlo[2]};
  return inverse(VARDEM::IDENTITY + 0.5 * h * L) * L * (lo - origin);
}
