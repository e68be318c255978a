// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_bond_records.h"

#include "atom.h"
#include "bond_grains.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "host/bonds/table_of_bonds.h"
#include "host/lammps/clumps.h"
#include "host/lammps/internals.h"
#include "host/lammps/lammps_versions.h"
#include "host/store/restart.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::Vec3;
using VARDEM::vectors_at;

static constexpr int RESTART_VERSION = 1;    // of the record in restart files
static constexpr int BRANCHES = 4;           // columns of a state: the orientation, and then these

FixBondRecords::FixBondRecords(LAMMPS *lmp, int narg, char **arg) :
    FixWithStore(lmp, narg, arg), bond(nullptr), nsize(utils::inumeric(FLERR, arg[3], false, lmp)),
    meaning(utils::inumeric(FLERR, arg[4], false, lmp)), nslots(atom->bond_per_atom),
    table(store.declare("bond/records:records", nslots * nsize, nslots * nsize)),
    state(store.declare("bond/records:state", BRANCHES + 3 * nslots, BRANCHES + 3 * nslots)),
    are_new(true)
{
  force_reneighbor = 1;
  next_reneighbor = -1;
  restart_global = 1;
  stores_ids = 1;
  comm_forward = BondedBodies::WIDTH;
  store.use(table);
  if (utils::logical(FLERR, arg[5], false, lmp)) store.use(state);
  store.attach(this, atom);
}

const char *FixBondRecords::style_in(Modify *modify)
{
  return add_internal_style<FixBondRecords>(modify, "BOND_RECORDS");
}

int FixBondRecords::setmask()
{
  return PRE_EXCHANGE | PRE_NEIGHBOR | MIN_PRE_EXCHANGE | MIN_PRE_NEIGHBOR;
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

void FixBondRecords::setup(int /*vflag*/)
{
  if (bond) bond->check_step();
}

void FixBondRecords::forget(int i, tagint partner)
{
  store.to_host();
  for (int s = 0; s < nslots * nsize; s += nsize)
    if (static_cast<tagint>(rows()[i][s]) == partner) rows()[i][s] = 0.0;
  store.changed_on_host();
}

void FixBondRecords::forget_gone(const BondTopology &topology)
{
  store.to_host();
  const ForgetGone<BondTopology, RecordRows> forget = {topology, {rows()}, nslots, nsize};
  for (int i = 0; i < atom->nlocal; i++) forget(i);
  store.changed_on_host();
}

void FixBondRecords::build_lists_next()
{
  next_reneighbor = update->ntimestep + 1;
}

Vec3 FixBondRecords::branch(int i, int j) const
{
  Vec3 e = vectors_at(atom->x[0])[j] - vectors_at(atom->x[0])[i];
  minimum_image(domain, e.x, e.y, e.z);
  return e;
}

// f(partner of a bond, or < 0; place of its vector in the state).
template <class F> void FixBondRecords::for_partners(int i, const F &f)
{
  const BondTopology topology = {atom, nullptr};
  for (int s = 0; s < nslots; s++) {
    const auto partner = static_cast<tagint>(rows()[i][s * nsize + BondRecord::PARTNER]);
    f(partner ? topology.local(partner) : -1, store.rows(state)[i] + BRANCHES + 3 * s);
  }
}

void FixBondRecords::keep_state(int i)
{
  std::copy_n(bond->bonded_bodies().sources().row(i), 4, store.rows(state)[i]);
  for_partners(i, [&](int j, double *kept) {
    set_vector_at(kept, j < 0 ? Vec3{0.0, 0.0, 0.0} : branch(i, j));
  });
}

void FixBondRecords::post_run()
{
  if (!bond || !store.uses(state)) return;
  store.to_host();
  for (int i = 0; i < atom->nlocal; i++) keep_state(i);
  store.changed_on_host();
  are_new = true;
}

void FixBondRecords::hand_over_orientations(const std::string &style_name)
{
  if (!store.uses(state) || !are_new) return;
  store.to_host();
  bond->bonded_bodies().sources().go_on_from(store.rows(state), style_name);
  store.changed_on_host();
}

// The length of a bond that was turned is as it was, up to round-off. Other commands change it, at
// least by a term of second order, from which the second limit follows.
void FixBondRecords::require_orientations_turned_too(const std::string &style_name)
{
  if (!store.uses(state) || !are_new) return;
  constexpr double ROUND_OFF = 1e-14;
  const Vec3 box = {domain->prd[0], domain->prd[1], domain->prd[2]};
  store.to_host();
  for (int i = 0; i < atom->nlocal; i++)
    for_partners(i, [&](int j, const double *kept) {
      const Vec3 e = vector_at(kept);
      const double l = norm(e);
      const bool is_given = norm2(VARDEM::quat_at(store.rows(state)[i])) == 0.0;
      if (j < 0 || l == 0.0 || is_given) return;
      const Vec3 now = branch(i, j);
      Vec3 change = now - e;
      minimum_image(domain, change.x, change.y, change.z);
      const double small = ROUND_OFF * (norm(box) + norm(vector_at(atom->x[i])));
      if (std::fabs(norm(now) - l) > small || dot(change, change) < 8.0 * l * small) return;
      error->one(FLERR, Error::NOLASTLINE,
                 "{}: the bond of atoms {} and {} was turned between two runs, as displace_atoms "
                 "rotate does, but the orientations of its atoms, which a fix keeps, were not, so "
                 "that the bond would be strained; use atom_style bpm/sphere, whose orientations "
                 "that command turns, too, or define the fix anew with the turned orientations by "
                 "keyword init",
                 style_name, atom->tag[i], atom->tag[j]);
    });
}

int FixBondRecords::pack_restart(int i, double *buf)
{
  if (store.uses(state) && !are_new && bond->bonded_bodies().can_find_rows()) {    // in a run
    store.to_host();
    keep_state(i);
    store.changed_on_host();
  }
  return store.pack_restart(i, buf);
}

void FixBondRecords::unpack_restart(int nlocal, int nth)
{
  if (store.unpack_restart(nlocal, atom->extra[nlocal], nth) < 0)
    error->one(FLERR, Error::NOLASTLINE,
               "Bond style {}: the restart file has bonds of another form or of another version of "
               "VARDEM; use the form with which the file was written",
               force->bond_style);
}

void FixBondRecords::write_restart(FILE *fp)
{
  if (comm->me == 0) write_state(fp, RESTART_VERSION, meaning);
}

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

int FixBondRecords::pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/,
                                      int * /*pbc*/)
{
  return bond->bonded_bodies().pack(n, list, buf);
}

void FixBondRecords::unpack_forward_comm(int n, int first, double *buf)
{
  bond->bonded_bodies().unpack(n, first, buf);
}
