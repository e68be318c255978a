// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_rigid_small_variational.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/citations.h"
#include "host/lammps/over_processes.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Step;
using VARDEM::Vec3;

FixRigidSmallVariational::FixRigidSmallVariational(LAMMPS *lmp, int narg, char **arg) :
    FixRigidSmallVariational(lmp, narg, arg, rigid_command(lmp, narg, arg, {"scheme", "newton"}))
{
}

FixRigidSmallVariational::FixRigidSmallVariational(LAMMPS *lmp, int narg, char **arg,
                                                   std::vector<char *> &&command) :
    FlowingBodies(lmp, static_cast<int>(command.size()), command.data()),
    variational(lmp), damping(lmp)
{
  read_own_keywords(lmp, narg, arg, [this](KeywordReader &keyword) {
    return variational.read(keyword);
  });
  cite(lmp, {Paper::LEE_LEOK, Paper::BAKER_GONZALEZ, Paper::HAIRER_VILMART});
  for (const Molecule *molecule : templates()) checks().check_template(*molecule);
}

void FixRigidSmallVariational::init()
{
  FlowingBodies::init();
  damping.init();
  warn_of_held_members();
}

void FixRigidSmallVariational::warn_of_held_members()
{
  for (const char *pattern : {"^freeze", "^setforce"})
    for (const Fix *fix : modify->get_fix_by_style(pattern)) {
      const bool common = any_atom(atom, world, [&](int mask) {
        return (mask & groupbit) && (mask & fix->groupbit);
      });
      if (!common || warned_of_held || comm->me != 0) continue;
      warned_of_held = true;
      error->warning(FLERR,
                     "Fix {} {}: fix {} {} does not hold particles of bodies, which move as a "
                     "whole by the forces on all of their particles; leave bodies that shall not "
                     "move out of the group of fix {}",
                     style, id, fix->id, fix->style, id);
    }
}

void FixRigidSmallVariational::pre_neighbor()
{
  FlowingBodies::pre_neighbor();
  damping.clumps_have_changed();
}

void FixRigidSmallVariational::setup_pre_neighbor()
{
  if (update->whichflag == 2) return min_pre_neighbor();    // a minimization
  if (file_to_read()) checks().check_infile(file_to_read());
  FlowingBodies::setup_pre_neighbor();
  checks().check_counts(clumps(), sum_members(std::vector<double>(atom->nlocal, 1.0)));
  checks().check_inertia(clumps());
}

void FixRigidSmallVariational::setup(int vflag)
{
  FlowingBodies::setup(vflag);
  variational.start_checks();
  check_convergence();
}

// The same as that of FixRigidSmall, except for the rotation.
void FixRigidSmallVariational::initial_integrate(int vflag)
{
  const Clumps bodies = clumps();
  flow.find();    // its fix may have been deleted
  flow.add_what_is_due(bodies);
  variational.dispatch([&](const auto &rotate, const auto &rotate_all) {
    open_body_blocks(bodies, bodies.size(), step(), rotate, rotate_all);
  });

  for (int i = 0; i < bodies.size(); i++) {
    const Vec3 before = bodies.omega_of_L(i);
    bodies.set_axes_to_q(i);
    bodies.set_omega(i, 0.5 * (before + bodies.omega_of_L(i)));    // at the half step, for dashpots
  }

  place_in_flow(vflag, step().h);
}

void FixRigidSmallVariational::final_integrate()
{
  flow.add_what_is_due(clumps());
  flow.leave_images(member_table());
  RigidSmall::final_integrate();
  flow.enter_images_full_step(member_table());
  if (variational.check_due()) check_convergence();
}

// Damping and flow change the forces on whole bodies here: after the sums over members, and before
// the kicks.
void FixRigidSmallVariational::forces_are_summed()
{
  if (update->whichflag != 1) return;
  if (domain->dimension == 2) keep_in_plane();
  damping.apply(this, clumps(), gravity_of_bodies(), [this](const std::vector<double> &of_atoms) {
    return sum_members(of_atoms);
  });
  flow.add(clumps(), sums_forces_early() || update->setupflag);
}

// Checks the residual of the step that would start now.
void FixRigidSmallVariational::check_convergence()
{
  const Clumps bodies = clumps();
  const Step next = variational.rotation_step();
  const int worst = worst_residual(bodies, bodies.size(), next, variational);
  if (worst >= 0)
    variational.judge(style, checks().name(bodies, worst), bodies.q(worst),
                      next_momentum(bodies, worst, next), bodies.inertia(worst), next.h);
}
