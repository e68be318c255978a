/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STIFFNESS_BLOCKS_H
#define VARDEM_HOST_STIFFNESS_BLOCKS_H

#include "host/timestep/step_contacts.h"
#include "kernels/stable_step.h"
#include "solvers/matrix6.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Blocks K_ii and C_ii of the particles: what their contacts add to the diagonal of the stiffness and of the dashpots. Arrays
 *  over owned atoms, then ghosts. */
class StiffnessBlocks {
 public:
  static constexpr int WIDTH =
      2 * sizeof(VARDEM::StiffnessBlock) / sizeof(double);    // of its messages

  std::vector<VARDEM::StiffnessBlock> stiffness, dashpot;

  /** Sums the contacts on nlocal owned atoms of nall. potential: positive numbers for the weights of
   *  VARDEM::young_weight(), or null for blocks without weights. Where the potential is 0 there is no block. Those of ghosts
   *  are complete only after send_to_ghosts(). exchange: null if the contacts with ghosts are on both processes (newton off). */
  void assemble(const std::vector<StepContact> &contacts, int nlocal, int nall,
                const double *potential, AtomExchange *exchange);
  void send_to_ghosts(AtomExchange &exchange);

 private:
  void pack(int i, double *buf) const;
};

/** The same of a rigid body, about its center of mass. */
struct BodyBlocks {
  VARDEM::Matrix6 stiffness, dashpot;
};

/** Blocks of the bodies of movers.bodies(), as sums over their members that move. The blocks of the particles must have been
 *  sent to ghosts: a process has all members of a body that it owns, some of them as ghosts, for which fix rigid/small provides.
 *  (A sum the other way, by reverse communication, could overrun LAMMPS' buffers with newton off.) All processes must call it. */
std::vector<BodyBlocks> sum_members(LAMMPS *lmp, const Movers &movers,
                                    const std::vector<RigidBody> &bodies,
                                    const StiffnessBlocks &blocks);

/** M^-1/2 of a body, in units such that M^-1/2 K M^-1/2 is 1/time^2. */
VARDEM::Matrix6 inverse_root(const LAMMPS *lmp, const RigidBody &body);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
