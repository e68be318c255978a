/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/atom_exchange.h"

#include "comm.h"
#include "compute.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

void ComputeExchange::forward(const AtomMessage &message_in)
{
  message = &message_in;
  comm->forward_comm(compute, message->width);
}

/* ---------------------------------------------------------------------- */

void ComputeExchange::reverse(const AtomMessage &message_in)
{
  message = &message_in;
  comm->reverse_comm(compute, message->width);
}

/* ---------------------------------------------------------------------- */

int ComputeExchange::pack_forward_comm(int n, const int *list, double *buf) const
{
  message->pack({n, list, 0}, buf);
  return n * message->width;
}

/* ---------------------------------------------------------------------- */

void ComputeExchange::unpack_forward_comm(int n, int first, const double *buf) const
{
  message->take({n, nullptr, first}, buf);
}

/* ---------------------------------------------------------------------- */

int ComputeExchange::pack_reverse_comm(int n, int first, double *buf) const
{
  message->pack({n, nullptr, first}, buf);
  return n * message->width;
}

/* ---------------------------------------------------------------------- */

void ComputeExchange::unpack_reverse_comm(int n, const int *list, const double *buf) const
{
  message->take({n, list, 0}, buf);
}
