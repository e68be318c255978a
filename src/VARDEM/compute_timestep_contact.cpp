// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "compute_timestep_contact.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "host/input/citations.h"
#include "host/interfaces/full_step_damping.h"
#include "host/lammps/over_processes.h"
#include "math_const.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

static constexpr int MOST_COUNTS = 8;    // of dashpots of velocity onstep

ComputeTimestepContact::ComputeTimestepContact(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), contact_bodies(lmp, groupbit), sources(lmp, this),
    contacts(lmp, contact_bodies, sources), exchange(lmp, this),
    style_name(fmt::format("Compute {}", style)), safety(1.0),
    on_host(lmp, contact_bodies, exchange, VARDEM::SerialSpace()), bound(&on_host)
{
  cite(lmp, {Paper::WOO});
  scalar_flag = 1;
  extscalar = 0;
  peratom_flag = 1;
  size_peratom_cols = 0;
  comm_forward = StabilityBound::FORWARD_WIDTH;
  comm_reverse = StabilityBound::REVERSE_WIDTH;

  read_keywords(lmp, style_name, 3, narg, arg, [this](KeywordReader &keyword) {
    return takes_safety(keyword, safety) || settings.read(keyword);
  });
  ahead.reach = settings.reach;
  if (has_other_shapes(atom))
    error->all(FLERR, Error::NOPOINTER,
               "{} works for spheres and point particles only, and not in atom style {}",
               style_name, atom->get_style());
  if (settings.waves && !atom->radius_flag)
    error->all(FLERR, Error::NOPOINTER,
               "{} keyword pwave needs particles with a radius, which atom style {} does not have",
               style_name, atom->get_style());
}

bool ComputeTimestepContact::has_other_shapes(const Atom *atom)
{
  return atom->ellipsoid_flag || atom->line_flag || atom->tri_flag || atom->body_flag;
}

// LAMMPS sizes its buffers after this, by comm_forward.
void ComputeTimestepContact::init()
{
  known = {};
  sources.init(style_name);
  contact_bodies.init(style_name);
  comm_forward = contact_bodies.has_bodies() ? ParticleBlocks::WIDTH
                                             : StabilityBound::FORWARD_WIDTH;
}

// Commands such as write_restart call init(), too, and make ghosts anew, but no lists.
void ComputeTimestepContact::setup()
{
  known = atoms_now();
}

ComputeTimestepContact::Atoms ComputeTimestepContact::atoms_now() const
{
  return {atom->natoms, neighbor->lastcall, atom->nlocal, atom->nghost};
}

// Between runs the lists are those of the last step. With other lists than those that are known only
// the ghosts tell: LAMMPS deletes them where it adds or removes atoms.
void ComputeTimestepContact::require_lists()
{
  const Atoms now = atoms_now();
  if (update->whichflag) {
    known = now;
    return;
  }
  const bool are_known = known.all >= 0 && sources.are_there();
  bool same = are_known;
  if (now.built == known.built)
    same = same && now.all == known.all && now.own == known.own && now.ghosts == known.ghosts;
  else if (on_any_process(known.ghosts > 0, world))
    same = same && on_any_process(now.ghosts > 0, world);
  for (const StiffPair &style : sources.pairs)
    if (are_known && style.pair->list) same = same && style.pair->list->inum <= now.own;
  if (on_any_process(!same, world))
    error->all(FLERR, Error::NOLASTLINE,
               "{}: commands since the last run have changed atoms, or styles that act on them, or "
               "have made neighbor lists invalid; use the compute after a run 0",
               style_name);
}

// Coefficient of Cundall's damping: the value given, or the largest that a fix reports.
double ComputeTimestepContact::present_damping() const
{
  if (settings.damping_given) return settings.damping;
  double largest = 0.0;
  for (const auto *damping : fixes_with<FullStepDamping>(modify))
    largest = std::max(largest, damping->step_divisor());
  return largest;
}

double ComputeTimestepContact::stable_step(double horizon)
{
  if (horizon != ahead.horizon) invoked_peratom = -1;
  ahead.horizon = horizon;
  return compute_scalar();
}

double ComputeTimestepContact::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  if (invoked_peratom != update->ntimestep || !update->whichflag) compute_peratom();
  return scalar = least;
}

double ComputeTimestepContact::least_step() const
{
  double mine = NO_STEP_LIMIT;
  for (int i = 0; i < atom->nlocal; i++) mine = std::min(mine, bound->step[i]);
  return over_processes(mine, MPI_MIN, world);
}

void ComputeTimestepContact::compute_peratom()
{
  invoked_peratom = update->ntimestep;
  require_lists();
  sync_to_host();
  contact_bodies.find_members(exchange);
  bound = &collect();
  find_steps();
  for (int n = 0; n < MOST_COUNTS && bound->count_dashpots(least_step()); n++) find_steps();
  if (settings.waves) add_steps_of_waves();

  vector_atom = bound->step.data();
  const double factor = VARDEM::damped_step(safety, present_damping());
  least = least_step();
  if (least < NO_STEP_LIMIT) least *= factor;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit))
      vector_atom[i] = 0.0;
    else if (vector_atom[i] < NO_STEP_LIMIT)
      vector_atom[i] *= factor;
  }
}

void ComputeTimestepContact::find_steps()
{
  bound->find(settings);
  if (bound->not_finite < MAXTAGINT)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: the stiffness of contacts or bonds of particle {}, over its inertia, is not a "
               "finite number; look at its mass and at the coefficients",
               style_name, bound->not_finite);
}

// Estimate for particles without any contact.
void ComputeTimestepContact::add_steps_of_waves()
{
  const double modulus = settings.young / force->nktv2p * force->ftm2v;
  for (int i = 0; i < atom->nlocal; i++) {
    const double R = atom->radius[i];
    if (!contact_bodies.moves(i) || bound->step[i] < NO_STEP_LIMIT || R == 0.0) continue;
    const double volume = 4.0 / 3.0 * MathConst::MY_PI * R * R * R;    // in 2d as well: set density
    bound->step[i] = VARDEM::wave_step(R, atom->rmass[i] / volume, modulus, settings.poisson);
  }
}
