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

  /** Atoms that LAMMPS lists, or that follow each other. */
  struct AtomRange {
    int n;
    const int *list;    // of n atoms, or null
    int first;          // of them, without a list

    int operator[](int k) const { return list ? list[k] : first + k; }
  };

  /** Numbers of atoms that processes send each other, so many per atom. The loops over atoms are in the functions. */
  struct AtomMessage {
    int width;
    std::function<void(const AtomRange &, double *buf)> pack;
    std::function<void(const AtomRange &, const double *buf)> take;

    /** pack_one(i, buf) writes the numbers of atom i. take_one(i, buf): atom i receives them. */
    template <class PackOne, class TakeOne>
    AtomMessage(int width, const PackOne &pack_one, const TakeOne &take_one) :
        width(width), pack([=](const AtomRange &atoms, double *buf) {
          for (int k = 0; k < atoms.n; k++) pack_one(atoms[k], buf + k * width);
        }),
        take([=](const AtomRange &atoms, const double *buf) {
          for (int k = 0; k < atoms.n; k++) take_one(atoms[k], buf + k * width);
        })
    {
    }
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
