/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_ATOM_EXCHANGE_H
#define VARDEM_HOST_ATOM_EXCHANGE_H

#include "pointers.h"

#include <functional>

namespace LAMMPS_NS {

class Compute;

namespace VARDEM_NS {

  /** Numbers of atoms that processes send each other. */
  struct AtomMessage {
    int width;                                             // numbers per atom
    std::function<void(int i, double *buf)> pack;          // writes those of atom i
    std::function<void(int i, const double *buf)> take;    // atom i receives them
  };

  /** Sends messages between the owned atoms and their ghosts. All processes must call it. */
  class AtomExchange {
   public:
    /** From owned atoms to their ghosts. */
    virtual void forward(const AtomMessage &message) = 0;
    /** From ghosts to their owned atoms. */
    virtual void reverse(const AtomMessage &message) = 0;

   protected:
    ~AtomExchange() = default;
  };

  /** By the communication of a compute. It must set comm_forward and comm_reverse to the largest widths, and its hooks of LAMMPS'
 *  communication must call those of this class with the same names. */
  class ComputeExchange : public AtomExchange, protected Pointers {
   public:
    ComputeExchange(LAMMPS *lmp, Compute *compute) : Pointers(lmp), compute(compute) {}

    void forward(const AtomMessage &message) override;
    void reverse(const AtomMessage &message) override;

    int pack_forward_comm(int n, const int *list, double *buf) const;
    void unpack_forward_comm(int n, int first, const double *buf) const;
    int pack_reverse_comm(int n, int first, double *buf) const;
    void unpack_reverse_comm(int n, const int *list, const double *buf) const;

   private:
    Compute *compute;
    const AtomMessage *message = nullptr;    // on its way
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
