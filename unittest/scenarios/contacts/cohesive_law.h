// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_COHESIVE_LAW_H
#define VARDEM_SCENARIO_COHESIVE_LAW_H

// A law of the normal force with cohesion that VARDEM does not have, and the styles that use it:
// all that a law needs.

#include "VARDEM/fix_wall_contact.h"
#include "VARDEM/pair_contact_compute.h"
#include "kernels/contact/wall_lanes.h"
#include "scenario.h"

#include "force.h"
#include "lammps.h"
#include "modify.h"

namespace scenario {

/** Hertz' law less a constant force, which pulls from the first touch on until the gap of the
 *  surfaces has the width `range`. For range 0 this is the law of Derjaguin, Muller & Toporov,
 *  J. Colloid Interface Sci. 53, 314 (1975). */
struct CohesiveForce : VARDEM::HertzForce {
  static constexpr const char *NAME = "cohesive", *IN_PLACE_OF = "";
  static constexpr std::array<const char *, 2> KEYWORDS = {"pull", "range"};
  static constexpr bool CAN_PULL = true, BEYOND_TOUCH = true, REMEMBERS = true;

  VARDEM_INLINE static double circle(const VARDEM::ContactParameters &, double c, double /*R*/)
  {
    return c > 0.0 ? c : 0.0;
  }
  VARDEM_INLINE static double reach(const VARDEM::ContactParameters &law, double /*R*/, bool held)
  {
    return held ? law.own[1] : 0.0;
  }
  VARDEM_INLINE static double critical(const VARDEM::ContactParameters &law, double N, double /*c*/,
                                       double /*R*/)
  {
    return N + law.own[0];
  }
  VARDEM_INLINE static VARDEM::ElasticForce elastic(const VARDEM::ContactParameters &law, double c,
                                                    double R)
  {
    VARDEM::ElasticForce f = VARDEM::elastic_force<HertzForce>(law, c > 0.0 ? c : 0.0, R);
    f.force -= law.own[0];
    f.energy -= law.own[0] * c;
    return f;
  }
};

VARDEM_NORMAL_LAW(cohesive_law, CohesiveForce);

class PairContactCohesive : public LAMMPS_NS::PairContact {
 public:
  explicit PairContactCohesive(LAMMPS_NS::LAMMPS *lmp) : PairContact(lmp, cohesive_law) {}
  void compute(int eflag, int vflag) override { compute_law<CohesiveForce>(eflag, vflag); }
};

class FixWallContactCohesive : public LAMMPS_NS::FixWallContact {
 public:
  FixWallContactCohesive(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg) :
      FixWallContact(lmp, narg, arg, {&cohesive_law})
  {
  }

 protected:
  void run_loop() override { loop<CohesiveForce>(); }
};

/** A simulation that knows pair_style contact/cohesive and fix wall/contact/cohesive. */
class CohesiveSimulation : public Simulation {
 public:
  explicit CohesiveSimulation(const std::string &script)
  {
    (*lammps()->force->pair_map)["contact/cohesive"] =
        [](LAMMPS_NS::LAMMPS *lmp) -> LAMMPS_NS::Pair * {
      return new PairContactCohesive(lmp);
    };
    (*lammps()->modify->fix_map)["wall/contact/cohesive"] = [](LAMMPS_NS::LAMMPS *lmp, int narg,
                                                               char **arg) -> LAMMPS_NS::Fix * {
      return new FixWallContactCohesive(lmp, narg, arg);
    };
    run(script);
  }
};

}    // namespace scenario
#endif
