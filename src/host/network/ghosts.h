// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GHOSTS_H
#define VARDEM_HOST_GHOSTS_H

#include "comm.h"
#include "fix.h"
#include "pointers.h"
#include "solvers/network/space.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Copies vectors over the columns of a network (contact_network.h) from owned atoms to their
 *  ghosts. The fix must set comm_forward >= 3, and its hooks of communication must call pack() and
 *  so on, as those of FixWithGhosts do. Solvers send nothing from ghosts to owners. A fix that
 *  calls reverse() must set comm_reverse to its width, and in its init() comm_reverse_off of the
 *  pair style: with newton off LAMMPS makes its buffers for reverse communication as large as that
 *  only. */
class Ghosts : protected Pointers {
 public:
  Ghosts(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}
  virtual ~Ghosts() = default;

  /** columns: the column of each atom, owned or ghost. needed: has any process a contact with a
   *  ghost that can move? */
  void reset(const std::vector<int> &columns, bool needed)
  {
    column = columns.data();
    in_use = needed;
  }

  virtual void forward(double *vector_in, int width_in);
  virtual int pack(int n, const int *list, double *buf);
  virtual void unpack(int n, int first, const double *buf);

  /** Adds the numbers of ghosts to those of the atoms that they stand for; `width_in` numbers of
   *  each atom. */
  virtual void reverse(double *numbers, int width_in);
  virtual int pack_reverse(int n, int first, double *buf);
  virtual void unpack_reverse(int n, const int *list, const double *buf);

  void sum(double *values, int n) const;
  void max(double *values, int n) const;
  bool alone() const { return comm->nprocs == 1; }
  int processes() const { return comm->nprocs; }
  int me() const { return comm->me; }
  void trade(const std::vector<std::vector<int>> &send,
             std::vector<std::vector<int>> &received) const;
  void trade(int width_of, const std::vector<VARDEM::Parcel> &sent, const double *from,
             const std::vector<VARDEM::Parcel> &expected, double *to) const;

 protected:
  Fix *fix;
  const int *column = nullptr;
  bool in_use = false;
  double *vector = nullptr;
  int width = 0;
};

/** A fix whose messages are those of Ghosts. Base: Fix, or a class that is derived from it. */
template <class Base> class FixWithGhosts : public Base {
 public:
  using Base::Base;

  int pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/, int * /*pbc*/) override
  {
    return ghosts_of_atoms().pack(n, list, buf);
  }
  void unpack_forward_comm(int n, int first, double *buf) override
  {
    ghosts_of_atoms().unpack(n, first, buf);
  }
  int pack_reverse_comm(int n, int first, double *buf) override
  {
    return ghosts_of_atoms().pack_reverse(n, first, buf);
  }
  void unpack_reverse_comm(int n, int *list, double *buf) override
  {
    ghosts_of_atoms().unpack_reverse(n, list, buf);
  }

 protected:
  virtual Ghosts &ghosts_of_atoms() = 0;
};

/** The Exchange that solvers/network/space.h asks for. */
struct Exchange {
  Ghosts *ghosts;

  bool alone() const { return ghosts->alone(); }
  void forward(double *v, int dof) { ghosts->forward(v, dof); }
  void sum(double *values, int n) { ghosts->sum(values, n); }
  void max(double *values, int n) { ghosts->max(values, n); }
  int processes() const { return ghosts->processes(); }
  int me() const { return ghosts->me(); }
  template <class... Args> void trade(Args &&...args)
  {
    ghosts->trade(std::forward<Args>(args)...);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
