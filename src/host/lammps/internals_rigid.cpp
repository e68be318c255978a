// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals_rigid.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "memory.h"
#include "molecule.h"
#include "rigid_const.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::quat_at;
using VARDEM::set_quat_at;

namespace {

// Numbers per body that FixRigidSmall sends

// commflag INITIAL: xcm xgc vcm quat omega ex_space ey_space ez_space conjqm
constexpr int PLACE_VALUES = 29;
constexpr int VELOCITY_VALUES = 10;    // commflag FINAL: vcm omega conjqm
constexpr int LANGEVIN_VALUES = 6;

}    // namespace

std::vector<const Molecule *> RigidSmall::templates() const
{
  if (!onemols) return {};
  return {onemols, onemols + nmol};
}

void RigidSmall::setup(int vflag)
{
  if (langflag) {
    if (nlocal_body > maxlang) {
      maxlang = nlocal_body + nghost_body;
      memory->destroy(langextra);
      memory->create(langextra, maxlang, LANGEVIN_VALUES, "rigid/small/variational:langextra");
    }
    if (maxlang > 0) std::fill_n(langextra[0], LANGEVIN_VALUES * maxlang, 0.0);
  }
  forces_summed = false;
  FixRigidSmall::setup(vflag);
  if (!forces_summed) {    // LAMMPS 4 Feb 2025 has its own sums there
    compute_forces_and_torques();
    if (domain->dimension == 2) enforce2d();
  }
  require_orientations();
}

int RigidSmall::setmask()
{
  return FixRigidSmall::setmask() | FixConst::MIN_PRE_NEIGHBOR;
}

void RigidSmall::min_pre_neighbor()
{
  if (setupflag) FixRigidSmall::pre_neighbor();
}

// LAMMPS 4 Feb 2025 does not know the orientations of members: they would stay as they are.
void RigidSmall::require_orientations() const
{
  if (extended && atom->quat_flag && orientflag == 0)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: this version of LAMMPS does not turn the orientations of members, which "
               "atom style {} has; use an atom style without orientations, as sphere",
               style, atom->get_style());
}

void RigidSmall::compute_forces_and_torques()
{
  FixRigidSmall::compute_forces_and_torques();
  forces_summed = true;
  forces_are_summed();
}

void RigidSmall::place_members(int vflag)
{
  v_init(vflag);
  commflag = RigidConst::INITIAL;
  comm->forward_comm(this, PLACE_VALUES);
  set_xv();
}

void RigidSmall::set_member_velocities()
{
  v_init(0);
  commflag = RigidConst::FINAL;
  comm->forward_comm(this, VELOCITY_VALUES);
  set_v();
}

std::vector<double> RigidSmall::sum_members(const std::vector<double> &of_atoms)
{
  sums.assign(nlocal_body + nghost_body + 1, 0.0);    // + 1: not empty on a rank without bodies
  for (int i = 0; i < atom->nlocal; i++)
    if (atom2body[i] >= 0) sums[atom2body[i]] += of_atoms[i];
  comm->reverse_comm(this, 1);
  std::vector<double> owned(sums.begin(), sums.begin() + nlocal_body);
  sums.clear();
  return owned;
}

int RigidSmall::pack_reverse_comm(int n, int first, double *buf)
{
  if (sums.empty()) return FixRigidSmall::pack_reverse_comm(n, first, buf);
  int m = 0;
  for (int i = first; i < first + n; i++)
    if (bodyown[i] >= 0) buf[m++] = sums[bodyown[i]];
  return m;
}

void RigidSmall::unpack_reverse_comm(int n, int *list, double *buf)
{
  if (sums.empty()) return FixRigidSmall::unpack_reverse_comm(n, list, buf);
  int m = 0;
  for (int k = 0; k < n; k++)
    if (bodyown[list[k]] >= 0) sums[bodyown[list[k]]] += buf[m++];
}

void RigidSmall::set_molecule(int nlocalprev, tagint tagprev, int imol, double *xgeom, double *vcm,
                              double *quat)
{
  FixRigidSmall::set_molecule(nlocalprev, tagprev, imol, xgeom, vcm, quat);
  if (!(extended && atom->quat_flag && orientflag)) return;
  for (int i = nlocalprev; i < atom->nlocal; i++) {
    set_quat_at(orient[i], conjugate(quat_at(onemols[imol]->quat)));
    set_quat_at(atom->quat[i], quat_at(quat));
  }
}
