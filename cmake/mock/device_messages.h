// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// cmake/device-source puts this at the end of LAMMPS' kokkos.cpp. An MPI library that is aware of GPUs reads and writes memory of the
// device; one that is not can do so on the mock device while that memory is open.

#ifndef MPI_STUBS
#define ON_THE_DEVICE(FUNCTION, PARAMETERS, ARGUMENTS) \
  extern "C" int MPI_##FUNCTION PARAMETERS             \
  {                                                    \
    const Kokkos::Impl::MockOpen open;                 \
    return PMPI_##FUNCTION ARGUMENTS;                  \
  }

ON_THE_DEVICE(Send, (const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm), (buf, n, type, to, tag, comm))
ON_THE_DEVICE(Recv, (void *buf, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status),
              (buf, n, type, from, tag, comm, status))
ON_THE_DEVICE(Irecv, (void *buf, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request),
              (buf, n, type, from, tag, comm, request))
ON_THE_DEVICE(Sendrecv,
              (const void *send, int nsend, MPI_Datatype stype, int to, int stag, void *recv, int nrecv, MPI_Datatype rtype, int from,
               int rtag, MPI_Comm comm, MPI_Status *status),
              (send, nsend, stype, to, stag, recv, nrecv, rtype, from, rtag, comm, status))
ON_THE_DEVICE(Wait, (MPI_Request *request, MPI_Status *status), (request, status))
ON_THE_DEVICE(Waitall, (int n, MPI_Request *requests, MPI_Status *statuses), (n, requests, statuses))
ON_THE_DEVICE(Waitany, (int n, MPI_Request *requests, int *which, MPI_Status *status), (n, requests, which, status))
#endif
