// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_DISSIPATION_H
#define VARDEM_HOST_DISSIPATION_H

#include "kernels/cundall.h"

#include <cstdio>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class Error;
class Fix;

namespace VARDEM_NS {

  struct DampingSums {
    VARDEM::DampingPower linear, angular;

    VARDEM_INLINE DampingSums &operator+=(const DampingSums &other)
    {
      linear += other.linear;
      angular += other.angular;
      return *this;
    }
  };

  /** Energy dissipated so far. */
  struct Dissipation {
    VARDEM::Dissipation linear, angular;

    VARDEM_INLINE void start(const DampingSums &sums)
    {
      linear.start(sums.linear);
      angular.start(sums.angular);
    }

    VARDEM_INLINE void step(const DampingSums &sums, double h)
    {
      linear.step(sums.linear, h);
      angular.step(sums.angular, h);
    }
  };

  /** The energy that a damping has taken from single particles and from clumps, also before a
   *  restart. Energies are those of this process. */
  class DissipationBooks {
   public:
    enum { LINEAR, ANGULAR, RATE, ENTRIES };

    /** In init(): clumps begin anew with each run. Their fix may have been deleted. */
    void start_run();
    /** Adds the loss of the clumps of a fix in a step h. first: before the first step of a run,
     *  where nothing is lost yet. */
    void add(const Fix *fix, const DampingSums &, double h, bool first);
    /** Energy taken from forces, from torques, and the power of both, now. particles: the account
     *  of single particles. */
    double entry(int n, const Dissipation &particles) const;

    /** Energies of all processes, LINEAR and ANGULAR; to be called by rank 0 only. */
    static void write_restart(FILE *fp, const double (&energies)[2]);
    /** To be called by all ranks; rank 0 keeps the energies. */
    void restart(const char *buf, const Fix *fix, Error *error, int rank);

   private:
    double carried[2] = {0.0, 0.0};    // before a restart, on rank 0
    std::vector<std::pair<const Fix *, Dissipation>> clumps;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
