/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_REDUNDANT_CONTACTS_H
#define VARDEM_HOST_REDUNDANT_CONTACTS_H

#include "solvers/contact_rank.h"

#include <mpi.h>

namespace LAMMPS_NS::VARDEM_NS {

/** For each process, how many rows all processes before it have, and then how many all have. mine: rows of this process. */
std::vector<int> first_rows(int mine, MPI_Comm world);

/** The dimension of the null space of a matrix of n rows, of which each process has some entries; process 0 gathers them. Throws an error on
 *  all processes if that one does not have enough memory. */
int null_space_of_all(int n, const std::vector<VARDEM::MatrixEntry> &entries, MPI_Comm world);

/** How many of the contacts of a network over all processes are beyond the rank of their matrix. contacts: their number. */
template <class Space, class Network>
double redundant_contacts(Space &space, const Network &network, double contacts, MPI_Comm world)
{
  const std::vector<int> first = first_rows(network.nrows, world);
  const int n = Network::Geometry::DOF * first.back();
  const int rank = n - null_space_of_all(n, VARDEM::normal_matrix(space, network, first), world);
  return contacts - rank;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
