/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CELL_STRESS_H
#define VARDEM_HOST_CELL_STRESS_H

#include "kernels/flow.h"
#include "pointers.h"

#include <functional>
#include <string>

namespace LAMMPS_NS {
class Compute;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

class CellStreaming;

/** Stress in the cell, in pressure units, tension positive. All processes must call the functions that measure it. */
class CellStress : protected Pointers {
 public:
  explicit CellStress(LAMMPS *);
  ~CellStress() override;
  CellStress(const CellStress &) = delete;
  CellStress &operator=(const CellStress &) = delete;

  /** For post_constructor() of a fix: defines a compute pressure without a kinetic part, whose ID begins with that of the fix.
   *  With clumps its virial leaves out fixes: forces that hold a clump together do no work in the flow. */
  void create(const std::string &fix_id, const CellStreaming &flow);

  /** For init() of the fix. The stress can then be measured at this step. */
  void init();
  /** LAMMPS adds up the virial in the step that ends at the given time step. */
  void will_be_needed(bigint step);

  /** Measures the stress of the interactions between particles and clumps at this time step. */
  void measure(const CellStreaming &flow);
  const VARDEM::Upper &of_interactions() const { return stress; }

  /** The same and the kinetic part of the velocities relative to the flow. kinetic: gives the sum of m v_f v_f over the particles
   *  of this process. It is called once in a step. */
  const VARDEM::Upper &total(const std::function<VARDEM::Upper()> &kinetic);

  /** Rate of the work of the cell on the particles, V sigma : L [energy/time]. */
  double power(const VARDEM::Upper &sigma, const VARDEM::Upper &L) const;

 private:
  std::string id;
  Compute *pressure;
  VARDEM::Upper stress, whole;    // whole: at whole_step
  bigint whole_step;

  VARDEM::Upper sum_of_ranks(const VARDEM::Upper &) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
