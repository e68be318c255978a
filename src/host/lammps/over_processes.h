// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_OVER_PROCESSES_H
#define VARDEM_HOST_OVER_PROCESSES_H

#include <cstdint>
#include <mpi.h>

namespace LAMMPS_NS::VARDEM_NS {

inline MPI_Datatype mpi_type(double)
{
  return MPI_DOUBLE;
}
inline MPI_Datatype mpi_type(int)
{
  return MPI_INT;
}
inline MPI_Datatype mpi_type(std::int64_t)
{
  return MPI_LONG_LONG;
}

/** Returns the sum, the least or the largest of a number of each process, by the operation of MPI.
 *  All processes must call it. */
template <class Number> Number over_processes(Number mine, MPI_Op operation, MPI_Comm world)
{
  Number all;
  MPI_Allreduce(&mine, &all, 1, mpi_type(mine), operation, world);
  return all;
}

inline bool on_any_process(bool mine, MPI_Comm world)
{
  return over_processes<int>(mine, MPI_MAX, world) != 0;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
