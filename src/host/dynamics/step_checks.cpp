// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/dynamics/step_checks.h"

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "fix_deform.h"
#include "force.h"
#include "host/atoms/rigid_members.h"
#include "host/input/arguments.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/interfaces/integrators.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "host/lammps/internals_deform.h"
#include "host/lammps/over_processes.h"
#include "host/network/message_prefix.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

void StepChecks::attributes() const
{
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} requires atom attributes radius, rmass, omega and torque; use atom_style "
               "sphere or bpm/sphere",
               prefix_of(fix));
  if (!atom->tag_enable)
    error->all(FLERR, Error::NOLASTLINE,
               "{} requires atom IDs; remove the command atom_modify id no", prefix_of(fix));
}

void StepChecks::input() const
{
  run_style();
  pair_style();
  spheres();
  cell();
  order();
  integrators();
  walls();
  constraints();
}

void StepChecks::soft_input(const SoftSteps &steps) const
{
  run_style();
  soft_styles(steps.friction);
  if (!steps.friction) laws_without_friction(steps.in_time && !steps.quasistatic);
  spheres();
  box(steps.quasistatic);
  if (steps.in_time) order();
  if (steps.in_time) integrators();
  rigid_bodies();
  soft_walls();
  constraints();
}

// They may be left from a run in which the particles were free.
void StepChecks::tell_of_velocities(const HeldAtoms &held) const
{
  const AtomsInMotion found = atoms_in_motion(atom, world, [&](int mask) {
    return (mask & fix->groupbit) && held.is_fixed(mask);
  });
  if (found.number > 0.0 && comm->me == 0)
    utils::logmesg(
        lmp,
        "Fix {}: {:.0f} held particles of the group have velocities of up to {:.3g}, and go on "
        "with them; velocity set 0 0 0 stops them\n",
        fix->style, found.number, found.fastest);
}

void StepChecks::run_style() const
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE,
               "{} does not work with run_style respa: it finds the contacts of a whole step; "
               "use run_style verlet",
               prefix_of(fix));
}

void StepChecks::pair_style() const
{
  bool rigid = false;
  for (const SubStyle &sub : pair_styles(lmp)) {
    rigid |= dynamic_cast<const StiffContacts *>(sub.pair) != nullptr;
    if (dynamic_cast<const SoftContacts *>(sub.pair) || utils::strmatch(sub.name, "^gran"))
      error->all(FLERR, Error::NOLASTLINE,
                 "{} has rigid contacts, and the forces of pair style {} would act in "
                 "addition; use pair style contact/rigid in its place",
                 prefix_of(fix), sub.name);
  }
  if (!rigid)
    error->all(
        FLERR, Error::NOLASTLINE,
        "{} needs pair style contact/rigid, alone or in hybrid/overlay; the pair style is {}",
        prefix_of(fix), force->pair_style ? force->pair_style : "none");
}

void StepChecks::spheres() const
{
  tagint point = MAXTAGINT, shaped = MAXTAGINT, massless = MAXTAGINT;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & moved_bits(fix))) continue;
    if (!(atom->radius[i] > 0.0)) point = std::min(point, atom->tag[i]);
    if (!(atom->rmass[i] > 0.0)) massless = std::min(massless, atom->tag[i]);
    const bool is_shaped = (atom->ellipsoid_flag && atom->ellipsoid[i] >= 0) ||
        (atom->line_flag && atom->line[i] >= 0) || (atom->tri_flag && atom->tri[i] >= 0) ||
        (atom->body_flag && atom->body[i] >= 0);
    if (is_shaped) shaped = std::min(shaped, atom->tag[i]);
  }
  tagint mine[3] = {point, shaped, massless}, first[3];
  MPI_Allreduce(mine, first, 3, MPI_LMP_TAGINT, MPI_MIN, world);
  if (first[0] < MAXTAGINT)
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs spheres with a radius > 0, and that of particle {} is zero; set it, "
               "or exclude the particle",
               prefix_of(fix), first[0]);
  if (first[1] < MAXTAGINT)
    error->all(
        FLERR, Error::NOLASTLINE,
        "{} moves spheres, and particle {} is an ellipsoid, line, triangle or body; exclude it",
        prefix_of(fix), first[1]);
  if (first[2] < MAXTAGINT)
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs particles with a mass > 0, and that of particle {} is not; set it, or "
               "exclude the particle",
               prefix_of(fix), first[2]);
}

// Fix balance changes the parts of the processes only.
void StepChecks::box(bool quasistatic) const
{
  const auto follows = [&](Fix *other) {
    return quasistatic && other->box_change && dynamic_cast<FlowOfCell *>(other);
  };
  for (Fix *other : modify->get_fix_list())
    if (!follows(other) &&
        ((other->box_change & ~Fix::BOX_CHANGE_DOMAIN) || dynamic_cast<FlowOfCell *>(other)))
      error->all(FLERR, Error::NOLASTLINE,
                 "{} cannot follow a changing box yet: its contacts would lack the velocities "
                 "of the periodic images; remove fix {} {}{}",
                 prefix_of(fix), other->id, other->style,
                 quasistatic ? ", or use fix deform/gradv" : "");
}

// Empty if steps can follow the box of a fix of LAMMPS.
std::string StepChecks::why_not(Fix *other) const
{
  if (fix->rigid_flag)
    return "the members of bodies must know the next step of the cell beforehand";
  const auto *deform = dynamic_cast<FixDeform *>(other);
  if (!deform || plain_style(other->style) != "deform")
    return "contacts would not know the velocities of the periodic images";
  if (other->nevery != 0)
    return "the cell changes at the end of some steps, and not with the positions in each step";
  if (deform->remapflag != Domain::V_REMAP)
    return "particles that cross a face would not get the velocity of the periodic image";
  if (keeps_volume(deform)) return "with keyword volume LAMMPS has wrong rates of the cell";
  const bool outside = any_atom(atom, world, [&](int mask) {
    return (mask & fix->groupbit) && !(mask & other->groupbit);
  });
  if (outside)
    return "particles outside of its group would not get the velocity of the periodic image when "
           "they cross a face";
  return "";
}

// The cell of a step must be known at its start, must change with the positions, and particles that
// cross a face must get the velocities of the images. The part of the flow in the forces must be
// there before contact forces are added to them.
void StepChecks::cell() const
{
  bool behind = false;
  for (Fix *other : modify->get_fix_list()) {
    behind |= other == fix;
    if (dynamic_cast<FlowOfCell *>(other)) {
      if (behind && !fix->rigid_flag)    // LAMMPS has rigid bodies first
        error->all(FLERR, Error::NOLASTLINE,
                   "{}: fix {} {} must be defined before fix {}, since what it adds to forces "
                   "belongs to the loads of a step; define fix {} behind fix {}",
                   prefix_of(fix), other->id, other->style, fix->id, fix->id, other->id);
      continue;
    }
    if (!(other->box_change & ~Fix::BOX_CHANGE_DOMAIN)) continue;
    const std::string why = why_not(other);
    if (!why.empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "{} cannot follow the box of fix {} {}: {}; use fix deform/gradv{}",
                 prefix_of(fix), other->id, other->style, why,
                 fix->rigid_flag ? "" : ", or fix deform 0 ... remap v");
  }
}

// Contacts are found in initial_integrate(), where all atoms must be where they are at the start of
// the step.
void StepChecks::order() const
{
  bool behind = false;
  for (Fix *other : modify->get_fix_list()) {
    behind |= other == fix;
    if (other == fix) continue;
    if (dynamic_cast<const FullStepIntegrator *>(fix) && dynamic_cast<FullStepIntegrator *>(other))
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: there are fix {} and fix {} {}, and the contacts of all grains must be "
                 "found together; use one fix for a group that has all of them",
                 prefix_of(fix), fix->id, other->id, other->style);
    if (dynamic_cast<DynamicContacts *>(other))
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: there are fix {} and fix {} {}, and the contacts of all grains must be "
                 "found together; use one fix for a group that has all of them (fix rigid/small/cd "
                 "moves bodies, and single spheres by keyword spheres)",
                 prefix_of(fix), fix->id, other->id, other->style);
    if (!behind && other->time_integrate && (modify->get_fix_mask(other) & INITIAL_INTEGRATE))
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: fix {} must be defined before fix {} {}, which moves its atoms, since "
                 "the contacts of a step are found before atoms move; define fix {} behind fix {}",
                 prefix_of(fix), fix->id, other->id, other->style, other->id, fix->id);
  }
}

void StepChecks::integrators() const
{
  for (Fix *other : modify->get_fix_list())
    if (other != fix && other->time_integrate && shares_atoms(other->groupbit))
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: fix {} and fix {} {} both move the same atoms; give them groups without "
                 "common atoms",
                 prefix_of(fix), fix->id, other->id, other->style);
}

bool StepChecks::shares_atoms(int bits) const
{
  const int moved = moved_bits(fix);
  return any_atom(atom, world, [&](int mask) {
    return (mask & moved) && (mask & bits) == bits;
  });
}

void StepChecks::walls() const
{
  for (const Fix *wall : modify->get_fix_by_style("^wall/gran"))
    if (shares_atoms(wall->groupbit))
      error->all(FLERR, Error::NOLASTLINE,
                 "{} has rigid contacts, and those of its particles with fix {} {} are soft; "
                 "use fix wall/contact with keyword stiffness",
                 prefix_of(fix), wall->id, wall->style);
  for (auto *wall : fixes_with<WallContacts>(modify)) {
    if (wall->is_rigid() || !shares_atoms(wall->group_of_wall())) continue;
    const Fix *found = dynamic_cast<const Fix *>(wall);
    error->all(FLERR, Error::NOLASTLINE,
               "{} has rigid contacts, and those of its particles with fix {} {} are soft; use "
               "the rigid form of that wall",
               prefix_of(fix), found->id, found->style);
  }
}

// Behind such a fix atom->f is no longer the sum of external and contact forces. Atoms whose whole
// force is set to zero count as held.
void StepChecks::constraints() const
{
  for (const char *style : {"^setforce", "^aveforce", "^lineforce", "^planeforce"})
    for (Fix *other : modify->get_fix_by_style(style)) {
      if (sets_force_to_zero(other, domain->dimension == 2) || !shares_atoms(other->groupbit))
        continue;
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: fix {} {} changes the sum of all forces on atoms, and contacts would not "
                 "know of it; only fix setforce 0 0 0 can be used, which holds its atoms",
                 prefix_of(fix), other->id, other->style);
    }
}

// The effective mass of a contact with a member is that of its body, which the fix does not know.
void StepChecks::rigid_bodies() const
{
  const auto rigid = RigidBodies::of_all_fixes(modify);
  if (rigid.empty()) return;
  error->all(FLERR, Error::NOLASTLINE,
             "{}: contacts with the bodies of fix {} {} have the mass of a body, which this "
             "fix does not know; use it in an input without rigid bodies",
             prefix_of(fix), rigid.front().fix()->id, rigid.front().fix()->style);
}

// The force of any other style is known where LAMMPS has computed it, and not at trial states.
void StepChecks::soft_styles(bool springs) const
{
  same_device();
  bool soft = false;
  for (const SubStyle &sub : pair_styles(lmp)) {
    if (dynamic_cast<const SoftContacts *>(sub.pair)) {
      soft = true;
      if (springs) require_here(sub.pair->execution_space, "pair style " + sub.name);
      continue;
    }
    const std::string instead = utils::strmatch(sub.name, "hertz") ? "contact/hertz"
        : utils::strmatch(sub.name, "^gran")                       ? "contact/hooke"
                                             : "contact/hooke or contact/hertz";
    error->all(FLERR, Error::NOLASTLINE,
               "{} cannot find the forces of pair style {} at the positions that it tries; use "
               "pair style {}",
               prefix_of(fix), sub.name, instead);
  }
  if (!soft)
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs pair style contact/hooke or contact/hertz; the pair style is {}",
               prefix_of(fix), force->pair_style ? force->pair_style : "none");
  soft_bonds();
  const std::pair<const void *, const char *> others[] = {{force->angle, "angle"},
                                                          {force->dihedral, "dihedral"},
                                                          {force->improper, "improper"},
                                                          {force->kspace, "kspace"}};
  for (const auto &[style, kind] : others)
    if (style)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} cannot find the forces of the {} style at the positions that it tries; "
                 "use {}_style none",
                 prefix_of(fix), kind, kind);
}

// The fix reads what walls keep where its loops run; pair styles with suffix kk leave forces and
// neighbor lists on the device.
void StepChecks::same_device() const
{
  if (force->pair && force->pair->kokkosable && !fix->kokkosable)
    error->all(FLERR, Error::NOLASTLINE,
               "{} computes on the host, and pair style {} with suffix kk on the device; give "
               "both the suffix kk, or none (command suffix off)",
               prefix_of(fix), force->pair_style);
  for (auto *wall : fixes_with<WallContacts>(modify)) {
    const auto *found = dynamic_cast<const Fix *>(wall);
    require_here(found->execution_space, fmt::format("fix {} {}", found->id, found->style));
  }
}

void StepChecks::require_here(ExecutionSpace where, const std::string &style) const
{
  if (where != fix->execution_space)
    error->all(FLERR, Error::NOLASTLINE,
               "{} and {} do not compute on the same device; give both the suffix kk, or none "
               "(command suffix off)",
               prefix_of(fix), style);
}

void StepChecks::soft_bonds() const
{
  for (int n = 1; n < 4 && atom->molecular != Atom::ATOMIC; n++)
    if (force->special_lj[n] != 0.0 && force->special_lj[n] != 1.0)
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: special_bonds gives 1-{} neighbors {} of the contact force, and contacts "
                 "act fully or not at all in its steps; use special_bonds lj with 0 or 1",
                 prefix_of(fix), n + 1, force->special_lj[n]);
  for (const SubBond &sub : bond_styles(force)) {
    if (utils::strmatch(sub.name, "^zero")) continue;
    if (!dynamic_cast<SoftBonds *>(sub.bond))
      error->all(FLERR, Error::NOLASTLINE,
                 "{} cannot find the forces of bond style {} at the positions that it tries; "
                 "use bond style binder or contact/hooke",
                 prefix_of(fix), sub.name);
    require_here(sub.bond->execution_space, "bond style " + sub.name);
  }
}

void StepChecks::laws_without_friction(bool may_have_friction) const
{
  const char *or_keyword = may_have_friction ? ", or use keyword friction tresca" : "";
  const auto require = [&](const VARDEM::ContactParameters &law, const std::string &where) {
    if (law.friction > 0.0)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} has no friction, and {} has the friction coefficient {}; leave out kt and "
                 "mu{}",
                 prefix_of(fix), where, law.friction, or_keyword);
    if (has_spring(law))
      error->all(FLERR, Error::NOLASTLINE,
                 "{} has no tangential springs, and {} has them (keyword kt); leave out kt and "
                 "mu{}",
                 prefix_of(fix), where, or_keyword);
  };
  for (const SubStyle &sub : pair_styles(lmp))
    if (const auto *soft = dynamic_cast<const SoftContacts *>(sub.pair))
      for (int i = 1; i <= atom->ntypes; i++)
        for (int j = i; j <= atom->ntypes; j++)
          require(soft->law_of_types(i, j),
                  fmt::format("pair style {}, types {} {},", sub.name, i, j));
  for (const auto *wall : fixes_with<WallContacts>(modify)) {
    const auto *found = dynamic_cast<const Fix *>(wall);
    if (wall->is_rigid()) continue;
    for (int i = 1; i <= atom->ntypes; i++)
      require(wall->law_of_type(i), fmt::format("fix {} {}", found->id, found->style));
  }
}

void StepChecks::soft_walls() const
{
  for (const Fix *wall : modify->get_fix_by_style("^wall/"))
    if (!dynamic_cast<const WallContacts *>(wall) && shares_atoms(wall->groupbit))
      error->all(FLERR, Error::NOLASTLINE,
                 "{} cannot find the forces of fix {} {} at the positions that it tries; use "
                 "fix wall/contact",
                 prefix_of(fix), wall->id, wall->style);
  for (auto *wall : fixes_with<WallContacts>(modify)) {
    if (!wall->is_rigid() || !shares_atoms(wall->group_of_wall())) continue;
    const Fix *found = dynamic_cast<const Fix *>(wall);
    error->all(FLERR, Error::NOLASTLINE,
               "{} has soft contacts, and fix {} {} is a rigid wall; give it a law in place of "
               "keyword stiffness",
               prefix_of(fix), found->id, found->style);
  }
}
