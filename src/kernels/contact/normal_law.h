// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NORMAL_LAW_H
#define VARDEM_NORMAL_LAW_H

#include "kernels/contact/bridge.h"
#include "kernels/contact/grain_forces.h"
#include "kernels/contact/jkr.h"
#include "kernels/contact/springs.h"
#include "kernels/macros.h"

namespace VARDEM {

/** What a law has besides. JKR and BRIDGE contain what is before them, but not each other. */
enum class CohesionKind { NONE, WHILE_TOUCHING, JKR, BRIDGE };

/** A law of the normal force for code that knows only at run time which one it is: its members
 *  and hooks (normal_force.h, soft_contact.h), and its compiled loops. There is one for each
 *  law, and styles keep a reference to it. */
struct NormalLaw {
  const char *name, *in_place_of;
  const char *const *keywords;    // of its own coefficients
  int own;                        // how many these are
  bool has_moduli, can_pull, beyond_touch, remembers, resists_rolling;
  CohesionKind cohesion;
  bool linear;     // does the stiffness depend on neither overlap nor radii?
  LawKind kind;    // only if !can_pull

  double (*root_of_restitution)(double E);
  double (*size_factor)(double R);
  double (*reach)(const ContactParameters &, double R, bool held);
  ElasticForce (*elastic)(const ContactParameters &, double overlap, double R);
  /** At one overlap. m: effective mass. */
  Coefficients (*coefficients)(const ContactParameters &, double overlap, double R, double m);
  /** A contact whose springs do not move. */
  GrainContact (*contact)(const ContactParameters &, const SphereContact &, const TurningState &);

  ForcesInLanes *pairs_in_lanes;        // of its LanesOf
  WallForcesInLanes *walls_in_lanes;    // null if it resists rolling
};

template <class NormalForce>
GrainContact contact_now(const ContactParameters &law, const SphereContact &c,
                         const TurningState &state)
{
  if (!resists_rolling<NormalForce>() && !has_spring(law))
    return grain_contact<NormalForce, true, TangentialMemory::NONE>(law, c, state, 0.0);
  return grain_contact<NormalForce, true, TangentialMemory::HALF_STEP>(law, c, state, 0.0);
}

template <class NormalForce>
constexpr NormalLaw normal_law(ForcesInLanes *pairs, WallForcesInLanes *walls)
{
  static_assert(NormalForce::KEYWORDS.size() <= MOST_OWN, "ContactParameters has no room for more");
  NormalLaw law = {NormalForce::NAME,
                   NormalForce::IN_PLACE_OF,
                   NormalForce::KEYWORDS.data(),
                   static_cast<int>(NormalForce::KEYWORDS.size()),
                   NormalForce::HAS_MODULI,
                   NormalForce::CAN_PULL,
                   beyond_touch<NormalForce>(),
                   false,
                   resists_rolling<NormalForce>(),
                   std::is_base_of<BridgeLaw, NormalForce>::value      ? CohesionKind::BRIDGE
                       : std::is_base_of<JKRForce, NormalForce>::value ? CohesionKind::JKR
                       : NormalForce::CAN_PULL ? CohesionKind::WHILE_TOUCHING
                                               : CohesionKind::NONE,
                   NormalForce::EXPONENT == 2.0 && !NormalForce::CAN_PULL,
                   HOOKE,
                   root_of_restitution<NormalForce>,
                   NormalForce::size_factor,
                   reach_of<NormalForce>,
                   elastic_force<NormalForce>,
                   coefficients<NormalForce>,
                   contact_now<NormalForce>,
                   pairs,
                   walls};
  if constexpr (beyond_touch<NormalForce>()) law.remembers = NormalForce::REMEMBERS;
  if constexpr (!NormalForce::CAN_PULL) law.kind = NormalForce::KIND;
  return law;
}

/** Calls f with a law, or with this law and the cohesion that `present` has. */
template <class NormalForce, class F> void with_cohesion(const NormalLaw &present, const F &f)
{
  switch (present.cohesion) {
    case CohesionKind::NONE:
      return f(NormalForce());
    case CohesionKind::WHILE_TOUCHING:
      return f(WithCohesion<NormalForce>());
    case CohesionKind::JKR:
      if constexpr (std::is_same<NormalForce, HertzForce>::value) f(JKRForce());
      return;
    case CohesionKind::BRIDGE:
      return f(WithBridge<NormalForce>());
  }
}

/** The same with all that `present` has besides. */
template <class NormalForce, class F> void with_options(const NormalLaw &present, const F &f)
{
  if constexpr (NormalForce::CAN_PULL)
    f(NormalForce());
  else if (present.resists_rolling)
    with_cohesion<NormalForce>(present, [&](auto law) {
      f(WithRolling<decltype(law)>());
    });
  else
    with_cohesion<NormalForce>(present, f);
}

}    // namespace VARDEM

/** The loop of pairs in vector lanes. It is a function of its own: GCC clones no template twice. */
#define VARDEM_PAIRS_IN_LANES(law, NormalForce)                                                \
  VARDEM_CLONES bool law##_of_pairs(VARDEM::ContactLanes &lanes,                               \
                                    const VARDEM::ContactParameters &c, VARDEM::StepTime time, \
                                    VARDEM::LaneLoop loop)                                     \
  {                                                                                            \
    return VARDEM::find_forces<NormalForce>(lanes, c, time, loop);                             \
  }

/** Defines the NormalLaw of a law and compiles its loops. To be used once for each law, inside a
 *  namespace, in a source that includes kernels/contact/wall_lanes.h. */
#define VARDEM_NORMAL_LAW(law, NormalForce)                                                      \
  namespace {                                                                                    \
    VARDEM_PAIRS_IN_LANES(law, NormalForce)                                                      \
    VARDEM_CLONES void law##_of_walls(VARDEM::WallLanes &lanes,                                  \
                                      const VARDEM::ContactParameters &c, VARDEM::StepTime time, \
                                      bool root, VARDEM::TangentialMemory springs)               \
    {                                                                                            \
      VARDEM::find_wall_forces<NormalForce>(lanes, c, time, root, springs);                      \
    }                                                                                            \
  }                                                                                              \
  const VARDEM::NormalLaw law = VARDEM::normal_law<NormalForce>(law##_of_pairs, law##_of_walls)

#endif
