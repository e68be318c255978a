/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CLUMP_GHOSTS_H
#define VARDEM_HOST_CLUMP_GHOSTS_H

#include "host/network/ghosts.h"
#include "solvers/operator.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The exchange of a network whose rows are the bodies that this process owns. Bodies have no ghosts in LAMMPS that a network could use: a
 *  body may touch one that is far from all of its own atoms on this process. So the columns are sent from process to process as contacts
 *  need them. Numbers of atoms go by LAMMPS' communication; while in_use_by_atoms(), the fix must hand its four functions of
 *  communication to this class. */
class ClumpGhosts : public Ghosts {
 public:
  using Ghosts::Ghosts;

  /** Copies numbers of owned atoms to their ghosts. The arrays are those of all atoms. */
  void forward_atoms(double *numbers, int width_in);
  void reverse(double *numbers, int width_in) override;
  int pack(int n, const int *list, double *buf) override;
  void unpack(int n, int first, const double *buf) override;
  bool in_use_by_atoms() const { return atoms; }

  /** The columns behind the rows stand for these bodies, sorted by process. All processes must call it. */
  void plan(int nrows_in, const VARDEM::GhostOwners &owners);
  void forward(double *columns, int width_in) override;
  double bytes() const;

 private:
  bool atoms = false;
  int nrows = 0;
  std::vector<int> rows_sent;
  std::vector<VARDEM::Parcel> sent, expected;
  std::vector<double> buffer;
};

/** Parcels of vectors for each process, which follow each other. */
std::vector<VARDEM::Parcel> parcels_of(const std::vector<int> &counts);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
