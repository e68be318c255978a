// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/velocity/full_step_velocities.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/cell/cell_flow.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/clumps.h"
#include "kernels/contact/full_step_velocity.h"
#include "modify.h"
#include "pair.h"
#include "update.h"
#include "utils.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

double VARDEM_NS::kick_of_dashpots(LAMMPS *lmp)
{
  if (!in_time_step(lmp->update) || !fixes_with<FullStepIntegrator>(lmp->modify).empty())
    return 0.0;
  return lmp->update->dt * lmp->force->ftm2v;
}

FullStepVelocities::FullStepVelocities(LAMMPS *lmp, const std::string &owner) :
    Pointers(lmp), id("VELOCITY_ONSTEP_" + owner)
{
}

void FullStepVelocities::remove_fix()
{
  if (modify->get_fix_by_id(id)) modify->delete_fix(id);
}

// The init() of pair styles comes before that of fixes.
void FullStepVelocities::init(bool needed_in, const std::string &style)
{
  fix = nullptr;
  changing = nullptr;
  if (!needed_in) return;
  if (fixes_with<ChangingVelocities>(modify).empty()) modify->add_fix(id + " all " + style);
  changing = fixes_with<ChangingVelocities>(modify).front();
  fix = dynamic_cast<Fix *>(changing);
}

const double *const *FullStepVelocities::changes() const
{
  return needed() && in_time_step(update) ? changing->changes() : nullptr;
}

PairFullStepVelocities::PairFullStepVelocities(LAMMPS *lmp, Pair *pair, int number) :
    Pointers(lmp), pair(pair), id("VELOCITY_ONSTEP" + std::to_string(number)),
    dummy("VELOCITY_ONSTEP_DUMMY" + std::to_string(number))
{
  modify->add_fix(dummy + " all DUMMY");
}

void PairFullStepVelocities::remove_fix()
{
  const std::string &mine = fix ? id : dummy;
  if (modify->get_fix_by_id(mine)) modify->delete_fix(mine);
}

void PairFullStepVelocities::init(bool needed_in, bool springs, const std::string &style_name,
                                  const std::string &style)
{
  is_needed = needed_in;
  half_too = (springs || needed_in) && !comm->ghost_velocity;
  if (!is_needed) return;
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword velocity: onstep does not support run_style respa; use velocity mid",
               style_name);
  if (!fix) fix = modify->replace_fix(dummy, id + " all " + style, 0);
  changing = dynamic_cast<ChangingVelocities *>(fix);
}

UpperTriangle PairFullStepVelocities::image_rate() const
{
  return changing ? changing->image_rate(in_step()) : upper(domain->h_rate);
}

void PairFullStepVelocities::find()
{
  if (needed()) {
    velocities.resize(2 * static_cast<std::size_t>(atom->nmax));
    const bool moving = in_step();
    const Vec3 *v = vectors_at(atom->v[0]), *w = vectors_at(atom->omega[0]),
               *changes = vectors_at(changing->changes()[0]), none = {0.0, 0.0, 0.0};
    Vec3 *now = velocities.data();
    for (int i = 0; i < atom->nlocal; i++, now += 2, changes += 2) {
      now[0] = full_step_velocity(v[i], moving ? changes[0] : none);
      now[1] = full_step_velocity(w[i], moving ? changes[1] : none);
    }
  }
  if (width() == 0) return;
  rate = image_rate();
  comm->forward_comm(pair, width());
}

// full-step velocities, and then at the half step.
int PairFullStepVelocities::pack(int n, const int *list, double *buf, int pbc_flag,
                                 const int *pbc) const
{
  const bool flows = pbc_flag && velocities_flow(domain);
  const Vec3 none = {0.0, 0.0, 0.0}, full_step = flows ? image_velocity(rate, pbc) : none,
             half_step = flows ? image_velocity(upper(domain->h_rate), pbc) : none;
  double *next = buf;
  for (int k = 0; k < n; k++) {
    const int i = list[k];
    const bool follows = atom->mask[i] & domain->deform_groupbit;
    const auto put = [&next](const Vec3 &v, const Vec3 &w) {
      set_vector_at(next, v);
      set_vector_at(next + 3, w);
      next += 6;
    };
    if (needed()) put(velocities[2 * i] + (follows ? full_step : none), velocities[2 * i + 1]);
    if (half_too)
      put(vector_at(atom->v[i]) + (follows ? half_step : none), vector_at(atom->omega[i]));
  }
  return static_cast<int>(next - buf);
}

void PairFullStepVelocities::unpack(int n, int first, const double *buf)
{
  for (int i = first; i < first + n; i++) {
    if (needed()) {
      velocities[2 * i] = vector_at(buf);
      velocities[2 * i + 1] = vector_at(buf + 3);
      buf += 6;
    }
    if (half_too) {
      set_vector_at(atom->v[i], vector_at(buf));
      set_vector_at(atom->omega[i], vector_at(buf + 3));
      buf += 6;
    }
  }
}

void HalfKickChanges::init()
{
  rigid = RigidBodies::of_all_fixes(modify);
  movers.clear();
  for (const auto &fix : modify->get_fix_by_style("^move$")) movers.push_back(fix);
  full_step_bits = 0;
  full_step.clear();
  for (const auto *integrator : fixes_with<FullStepIntegrator>(modify)) {
    full_step.push_back(integrator);
    full_step_bits |= integrator->full_step_groups();
  }
}

void HalfKickChanges::keep(double **rows) const
{
  const Vec3 *v = vectors_at(atom->v[0]), *w = vectors_at(atom->omega[0]);
  Vec3 *row = vectors_at(rows[0]);
  for (int i = 0; i < atom->nlocal; i++, row += 2) {
    row[0] = v[i];
    row[1] = w[i];
  }
}

void HalfKickChanges::find(double **rows)
{
  std::vector<Member> members(rigid.empty() ? 0 : atom->nlocal);
  for (const auto &bodies : rigid) bodies.find_members(lmp, members);
  const Vec3 *v = vectors_at(atom->v[0]), *w = vectors_at(atom->omega[0]);
  Vec3 *row = vectors_at(rows[0]);
  for (int i = 0; i < atom->nlocal; i++, row += 2) {
    const bool member = !members.empty() && members[i].body != 0.0;
    row[0] = member ? half_step_change_of_member(v[i], row[0], members[i].r, w[i], update->dt)
                    : half_step_change(v[i], row[0]);
    row[1] = half_step_change(w[i], row[1]);
  }
  for (const Fix *mover : movers) forget_prescribed(mover, rows);
  for (const auto *integrator : full_step) take(integrator, rows);
}

void HalfKickChanges::take(const FullStepIntegrator *integrator, double **rows) const
{
  const double *const *changes = integrator->changes_full_step();
  const int groups = integrator->full_step_groups();
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groups)
      for (int k = 0; k < COLUMNS; k++) rows[i][k] = changes ? changes[i][k] : 0.0;
}

// Fix move sets velocities to those at the end of the step, but gives half kicks to the components
// that its input leaves out. It does not tell which, so a component has got a half kick if its
// change is that of one. Angular velocities get none.
void HalfKickChanges::forget_prescribed(const Fix *mover, double **rows) const
{
  constexpr double ROUND_OFF = 1.0e-12;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & mover->groupbit)) continue;
    const double per_force = 0.5 * update->dt * force->ftm2v / atom->rmass[i];
    for (int k = 0; k < 3; k++) {
      const double kick = per_force * atom->f[i][k];
      const bool kicked =
          std::fabs(rows[i][k] - kick) <= ROUND_OFF * (std::fabs(kick) + std::fabs(atom->v[i][k]));
      if (!kicked) rows[i][k] = 0.0;
      rows[i][3 + k] = 0.0;
    }
  }
}
