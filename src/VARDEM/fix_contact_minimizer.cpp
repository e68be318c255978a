/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_contact_minimizer.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "host/dynamics_checks.h"
#include "host/ghosts.h"
#include "host/gravity.h"
#include "host/internals.h"
#include "modify.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::Vec3;

namespace {

constexpr double TOLERANCE = 1e-11;    // of the force on each particle, over its load

}    // namespace

/* ---------------------------------------------------------------------- */

FixContactMinimizer::FixContactMinimizer(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), dynamics(lmp, this)
{
  delete[] style;
  style = utils::strdup("contact/newton");    // of the messages
  DynamicsChecks(lmp, this).attributes();
  scalar_flag = 1;
  global_freq = 1;
  extscalar = 1;
  energy_global_flag = thermo_energy = 1;
  force_reneighbor = 1;
  next_reneighbor = -1;
  comm_forward = comm_reverse = FORCE_COLUMNS;
  dynamics.minimize(TOLERANCE);
}

/* ---------------------------------------------------------------------- */

std::string FixContactMinimizer::style_in(Modify *modify)
{
  const std::string name = "CONTACT/MINIMIZER";
  add_internal_style(modify, name, [](LAMMPS *lmp, int narg, char **arg) -> Fix * {
    return new FixContactMinimizer(lmp, narg, arg);
  });
  return name;
}

/* ---------------------------------------------------------------------- */

int FixContactMinimizer::setmask()
{
  return MIN_PRE_REVERSE | MIN_POST_FORCE;
}

/* ---------------------------------------------------------------------- */

void FixContactMinimizer::init()
{
  dynamics.init();
  update_gravity(lmp);
  tell_of_other_fixes();
}

void FixContactMinimizer::init_list(int /*id*/, NeighList *ptr)
{
  dynamics.take_list(ptr);
}

/* ----------------------------------------------------------------------
   fixes that act in a run, and have no hook for a minimization
------------------------------------------------------------------------- */

void FixContactMinimizer::tell_of_other_fixes() const
{
  std::string names;
  for (Fix *other : modify->get_fix_list()) {
    const int mask = modify->get_fix_mask(other);
    const bool acts = (mask & POST_FORCE) && !(mask & MIN_POST_FORCE);
    if (!acts || other == this || utils::strmatch(other->style, "^gravity") ||
        utils::strmatch(other->style, "^freeze") || dynamic_cast<WallContacts *>(other))
      continue;
    names += fmt::format(" {} {},", other->id, other->style);
  }
  if (names.empty() || comm->me != 0) return;
  names.pop_back();
  error->warning(FLERR, "Min_style {}: these fixes do not act in a minimization:{}", style, names);
}

/* ---------------------------------------------------------------------- */

void FixContactMinimizer::setup_pre_reverse(int eflag, int vflag)
{
  min_pre_reverse(eflag, vflag);
}

void FixContactMinimizer::min_setup(int vflag)
{
  dynamics.setup();
  min_post_force(vflag);
}

void FixContactMinimizer::min_pre_reverse(int /*eflag*/, int /*vflag*/)
{
  dynamics.take_pair_forces();
}

/* ---------------------------------------------------------------------- */

void FixContactMinimizer::min_post_force(int /*vflag*/)
{
  add_walls();
  add_gravity();
  hold_atoms();
}

/* ---------------------------------------------------------------------- */

void FixContactMinimizer::add_walls()
{
  for (auto *wall : fixes_with<WallContacts>(modify))
    if (!wall->is_rigid()) wall->add_forces_at_rest();
}

/* ---------------------------------------------------------------------- */

void FixContactMinimizer::add_gravity()
{
  for (const Pull &pull : acting_pulls(lmp, groupbit)) {
    const Vec3 g = pull.acceleration() / force->ftm2v;
    for (int i = 0; i < atom->nlocal; i++) {
      if ((atom->mask[i] & pull.bits) != pull.bits) continue;
      const double m = atom->rmass[i];
      atom->f[i][0] += m * g.x;
      atom->f[i][1] += m * g.y;
      atom->f[i][2] += m * g.z;
    }
  }
}

/* ----------------------------------------------------------------------
   atoms that do not move have no force, so that LAMMPS' norms are those of the others
------------------------------------------------------------------------- */

void FixContactMinimizer::hold_atoms()
{
  const HeldAtoms held = dynamics.contact_rules().find_held();
  for (int i = 0; i < atom->nlocal; i++)
    if (held.is_fixed(atom->mask[i])) {
      std::fill_n(atom->f[i], 3, 0.0);
      std::fill_n(atom->torque[i], 3, 0.0);
    }
}

/* ----------------------------------------------------------------------
   potential energy of gravity and of walls
------------------------------------------------------------------------- */

double FixContactMinimizer::compute_scalar()
{
  double mine = 0.0, all;
  for (const Pull &pull : acting_pulls(lmp, groupbit)) {
    const Vec3 g = pull.acceleration() / force->ftm2v;
    for (int i = 0; i < atom->nlocal; i++) {
      if ((atom->mask[i] & pull.bits) != pull.bits) continue;
      double x[3];
      domain->unmap(atom->x[i], atom->image[i], x);
      mine -= atom->rmass[i] * (g.x * x[0] + g.y * x[1] + g.z * x[2]);
    }
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  for (auto *wall : fixes_with<WallContacts>(modify))
    if (!wall->is_rigid()) all += wall->elastic_energy();
  return all;
}

/* ---------------------------------------------------------------------- */

bool FixContactMinimizer::advance()
{
  dynamics.advance();
  steps += dynamics.outputs[0];
  products += dynamics.outputs[1];
  next_reneighbor = dynamics.needs_lists() ? update->ntimestep : -1;
  return dynamics.is_complete();
}

/* ---------------------------------------------------------------------- */

void FixContactMinimizer::post_run()
{
  if (comm->me == 0)
    utils::logmesg(lmp, "Min_style {}: {:.0f} Newton steps, {:.0f} products\n", style, steps,
                   products);
}

/* ---------------------------------------------------------------------- */

double FixContactMinimizer::memory_usage()
{
  return dynamics.bytes();
}

/* ---------------------------------------------------------------------- */

int FixContactMinimizer::pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/,
                                           int * /*pbc*/)
{
  return dynamics.implicit_steps().ghosts().pack(n, list, buf);
}

void FixContactMinimizer::unpack_forward_comm(int n, int first, double *buf)
{
  dynamics.implicit_steps().ghosts().unpack(n, first, buf);
}

int FixContactMinimizer::pack_reverse_comm(int n, int first, double *buf)
{
  return dynamics.implicit_steps().ghosts().pack_reverse(n, first, buf);
}

void FixContactMinimizer::unpack_reverse_comm(int n, int *list, double *buf)
{
  dynamics.implicit_steps().ghosts().unpack_reverse(n, list, buf);
}
