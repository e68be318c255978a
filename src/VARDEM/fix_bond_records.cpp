/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_bond_records.h"

#include "atom.h"
#include "bond_grains.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "host/internals.h"
#include "host/restart.h"
#include "host/table_of_bonds.h"
#include "output.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

static constexpr int RESTART_VERSION = 1;    // of the state in restart files

/* ---------------------------------------------------------------------- */

FixBondRecords::FixBondRecords(LAMMPS *lmp, int narg, char **arg) :
    FixWithStore(lmp, narg, arg), bond(nullptr), nsize(utils::inumeric(FLERR, arg[3], false, lmp)),
    meaning(utils::inumeric(FLERR, arg[4], false, lmp)), nslots(atom->bond_per_atom),
    table(store.declare("bond/records:records", nslots * nsize, nslots * nsize))
{
  force_reneighbor = 1;
  next_reneighbor = -1;
  restart_global = 1;
  stores_ids = 1;
  comm_forward = BondedBodies::WIDTH;
  store.use(table);
  store.attach(this, atom);
}

/* ---------------------------------------------------------------------- */

FixBondRecords::~FixBondRecords()
{
  lost_bonds.restore(output);
}

/* ---------------------------------------------------------------------- */

const char *FixBondRecords::style_in(Modify *modify)
{
  const char *name = "BOND_RECORDS";
  add_internal_style(modify, name, [](LAMMPS *lmp, int narg, char **arg) -> Fix * {
    return new FixBondRecords(lmp, narg, arg);
  });
  return name;
}

/* ---------------------------------------------------------------------- */

int FixBondRecords::setmask()
{
  return PRE_EXCHANGE | PRE_NEIGHBOR | MIN_PRE_EXCHANGE | MIN_PRE_NEIGHBOR;
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::post_constructor()
{
  read_atoms_of_variant(lmp, this);
}

/* ----------------------------------------------------------------------
   LAMMPS looks for the atoms of bonds before it calls setup_pre_neighbor(), and stops without saying what to do. The bond style
   looks for them itself, with the setting of the user.
------------------------------------------------------------------------- */

void FixBondRecords::setup_pre_exchange()
{
  lost_bonds.pass_over(output);
}

void FixBondRecords::setup_pre_neighbor()
{
  lost_bonds.restore(output);
  if (bond) bond->before_first_lists();
}

void FixBondRecords::pre_neighbor()
{
  if (bond) bond->before_next_lists();
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::setup(int /*vflag*/)
{
  if (bond) bond->check_step();
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::forget(int i, tagint partner)
{
  store.to_host();
  for (int s = 0; s < nslots * nsize; s += nsize)
    if (static_cast<tagint>(rows()[i][s]) == partner) rows()[i][s] = 0.0;
  store.changed_on_host();
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::forget_gone(const BondTopology &topology)
{
  store.to_host();
  const ForgetGone<BondTopology, RecordRows> forget = {topology, {rows()}, nslots, nsize};
  for (int i = 0; i < atom->nlocal; i++) forget(i);
  store.changed_on_host();
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::build_lists_next()
{
  next_reneighbor = update->ntimestep + 1;
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::unpack_restart(int nlocal, int nth)
{
  if (store.unpack_restart(nlocal, atom->extra[nlocal], nth) < 0)
    error->one(FLERR, Error::NOLASTLINE,
               "Bond style {}: the restart file has bonds of another form or of another version of "
               "VARDEM; use the form with which the file was written",
               force->bond_style);
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::write_restart(FILE *fp)
{
  if (comm->me == 0) write_state(fp, RESTART_VERSION, meaning);
}

/* ---------------------------------------------------------------------- */

void FixBondRecords::restart(char *buf)
{
  int written;
  read_state(buf, RESTART_VERSION, this, error, written);
  if (written != meaning)
    error->all(FLERR, Error::NOLASTLINE,
               "Bond style {}: the restart file has bonds {}form printed, and now they are {}this "
               "form; use the form with which the file was written, or start from a data file",
               force->bond_style, written ? "of " : "without ", meaning ? "of " : "without ");
}

/* ---------------------------------------------------------------------- */

int FixBondRecords::pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/,
                                      int * /*pbc*/)
{
  return bond->bonded_bodies().pack(n, list, buf);
}

void FixBondRecords::unpack_forward_comm(int n, int first, double *buf)
{
  bond->bonded_bodies().unpack(n, first, buf);
}

/* ---------------------------------------------------------------------- */

double FixBondRecords::memory_usage()
{
  return store.bytes(atom->nmax);
}
