// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_rigid_small_cd.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/dynamics/step_checks.h"
#include "host/input/citations.h"
#include "host/lammps/over_processes.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

namespace {

/** The command for FixRigidSmall, without the keywords of contact dynamics. Stops at bodies that
 *  this fix cannot have. */
std::vector<char *> checked_command(LAMMPS *lmp, int narg, char **arg)
{
  if (narg > 3 && strcmp(arg[3], "custom") == 0)
    lmp->error->all(FLERR, 3,
                    "Fix {} makes its bodies of molecules only; use body style molecule and set "
                    "the molecule IDs, not custom",
                    arg[2]);
  std::vector<std::string> own = ContactSteps::keywords();
  own.emplace_back("spheres");
  return rigid_command(lmp, narg, arg, own);
}

}    // namespace

FixRigidSmallCD::FixRigidSmallCD(LAMMPS *lmp, int narg, char **arg) :
    FixRigidSmallCD(lmp, narg, arg, checked_command(lmp, narg, arg))
{
}

FixRigidSmallCD::FixRigidSmallCD(LAMMPS *lmp, int narg, char **arg, std::vector<char *> &&command) :
    FixOfSteps(lmp, static_cast<int>(command.size()), command.data(), "rigid/small/cd"),
    rotation(lmp)
{
  cite(lmp, {Paper::OLSEN_KAMRIN});
  read(narg, arg);
  StepChecks(lmp, this).attributes();
  for (const Molecule *molecule : templates()) checks().check_template(*molecule);
  steps.take_contacts(make_clump_steps(lmp, this, steps.contact_rules(), *this));

  centroidstressflag = CENTROID_SAME;
  comm_reverse = std::max<int>(comm_reverse, CONTACT_FORCE_COLUMNS);
  store.use(contact_force_table);
  store.use(memory_table);
  store.use(id_table);
  // FixRigidSmall has registered the callback for arrays that grow, and has called its own
  // grow_arrays()
  memory_is_wider();
  store.grow(atom->nmax);
  for (int i = 0; i < atom->nlocal; i++) store.set(i);
  restart_peratom = 1;
  atom->add_callback(Atom::RESTART);
}

FixRigidSmallCD::~FixRigidSmallCD()
{
  if (modify->get_fix_by_id(id)) atom->delete_callback(id, Atom::RESTART);
}

void FixRigidSmallCD::read(int narg, char **arg)
{
  read_own_keywords(lmp, narg, arg, [this](KeywordReader &keyword) {
    if (keyword.is("langevin", 4))
      error->all(FLERR, keyword.place,
                 "Fix {} keyword langevin: a thermostat of rigid bodies would act as impacts do; "
                 "remove it",
                 style);
    if (!keyword.is("spheres", 1)) return steps.read(keyword);
    const int spheres = group->find(keyword.word(1));
    keyword.require(spheres >= 0, 1, "the name of a group");
    bits_of_spheres = group->bitmask[spheres];
    return true;
  });
}

// There are no kicks behind the forces of a step.
int FixRigidSmallCD::setmask()
{
  return INITIAL_INTEGRATE | POST_INTEGRATE | POST_FORCE | PRE_NEIGHBOR | MIN_PRE_NEIGHBOR;
}

void FixRigidSmallCD::init()
{
  FixOfSteps::init();
  require_free_members();
  require_pairs_of_spheres();
}

// All single spheres have the same molecule ID, 0, unless the input sets others.
void FixRigidSmallCD::require_pairs_of_spheres() const
{
  int mine = 0;
  const tagint *body = member_table().owner;
  for (int k = 0; k < neighbor->nex_mol; k++)
    for (int i = 0; i < atom->nlocal; i++)
      mine |= neighbor->ex_mol_intra[k] && !body[i] && (atom->mask[i] & bits_of_spheres) &&
          (atom->mask[i] & group->bitmask[neighbor->ex_mol_group[k]]);
  if (over_processes(mine, MPI_MAX, world))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword spheres: neigh_modify exclude molecule/intra would take contacts "
               "from spheres with the same molecule ID; give it the group of the bodies, {}",
               style, group->names[igroup]);
}

void FixRigidSmallCD::require_free_members() const
{
  const int bits = steps.contact_rules().find_held().held_bits;
  const tagint *body = member_table().owner;
  const auto is_held = [&](int i) {
    return !(atom->mask[i] & groupbit) || (atom->mask[i] & bits);
  };
  tagint least = MAXTAGINT;
  for (int i = 0; i < atom->nlocal; i++)
    if (body[i] && is_held(i)) least = std::min(least, atom->tag[i]);
  const tagint found = over_processes(least, MPI_MIN, world);
  if (found < MAXTAGINT)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: particle {} of a body is not in the group of the fix, or is held by fix "
               "freeze or fix setforce, so that it would have no contacts; all particles of bodies "
               "must be in the group, those of later bodies as well (the group of fix deposit or "
               "pour), and bodies cannot be held",
               style, found);
}

// There may be new bodies.
void FixRigidSmallCD::pre_neighbor()
{
  FlowingBodies::pre_neighbor();
  require_free_members();
}

// The rotation needs moments that bodies can have.
void FixRigidSmallCD::setup_pre_neighbor()
{
  if (update->whichflag == 2) return min_pre_neighbor();    // a minimization
  if (file_to_read()) checks().check_infile(file_to_read());
  FlowingBodies::setup_pre_neighbor();
  checks().check_inertia(clumps());
}

void FixRigidSmallCD::initial_integrate(int vflag)
{
  flow.find();    // its fix may have been deleted
  FixOfSteps::initial_integrate(vflag);
}

// Of a member with its body.
void FixRigidSmallCD::memory_is_wider()
{
  constexpr int OF_MEMBERS = 64;    // numbers of a member beside its body, and more
  maxexchange = numbers_of_body() + OF_MEMBERS + store.columns();
}

void FixRigidSmallCD::sum_forces(const double *push)
{
  const tagint *body = member_table().owner;
  const auto add_to_members = [&](double sign) {
    for (int i = 0; i < atom->nlocal; i++)
      for (int k = 0; k < 3 && body[i]; k++) {
        atom->f[i][k] += sign * push[CONTACT_FORCE_COLUMNS * i + k];
        atom->torque[i][k] += sign * push[CONTACT_FORCE_COLUMNS * i + TORQUE_COLUMN + k];
      }
  };
  add_to_members(-1.0);
  sum_member_forces();
  if (domain->dimension == 2) keep_in_plane();
  flow.add(clumps(), false);
  add_to_members(1.0);
  // contacts are no loads, and the fix of the flow comes behind this one
  for (int i = 0; i < atom->nlocal; i++) {
    if (!is_single(i)) continue;
    const VARDEM::Vec3 part = flow.added_to(vector_at(push + CONTACT_FORCE_COLUMNS * i), i);
    set_vector_at(atom->f[i], vector_at(atom->f[i]) - part);
  }
}

// Spheres of keyword spheres that nothing holds.
bool FixRigidSmallCD::is_single(int i) const
{
  return !member_table().owner[i] && (atom->mask[i] & bits_of_spheres) &&
      !steps.contact_rules().is_fixed(atom->mask[i]);
}

// Without a virial: the virial of contacts is known.
void FixRigidSmallCD::place_clumps()
{
  if (domain->dimension == 2) keep_in_plane();
  place_in_flow(0, update->dt);
}

// Torques of contacts act on members and on single spheres.
VARDEM::FlowMoments FixRigidSmallCD::flow_moments(const VARDEM::Vec3 &frame) const
{
  const double *push = store.numbers(contact_force_table);
  VARDEM::FlowMoments sum = VARDEM_NS::flow_moments(clumps(), member_table(), atom->nlocal,
                                                    VARDEM::vectors_at(atom->f[0]), frame, push);
  for (int i = 0; i < atom->nlocal; i++)
    if (is_single(i))
      sum.torque = sum.torque + vector_at(push + CONTACT_FORCE_COLUMNS * i + TORQUE_COLUMN);
  return sum;
}

VARDEM::Vec3 FixRigidSmallCD::pull_of_bodies() const
{
  const double *g = gravity_of_bodies();
  return g ? vector_at(g) : VARDEM::Vec3{0.0, 0.0, 0.0};
}

int FixRigidSmallCD::modify_param(int narg, char **arg)
{
  if (strcmp(arg[0], "bodyforces") == 0)
    error->all(FLERR,
               "Fix {} sums the forces on bodies when all fixes have set them; remove fix_modify "
               "bodyforces",
               style);
  return RigidSmall::modify_param(narg, arg);
}

Ghosts *FixRigidSmallCD::ghosts_of_atoms()
{
  auto &ghosts = static_cast<ClumpGhosts &>(steps.rigid_steps().ghosts());
  return ghosts.in_use_by_atoms() ? &ghosts : nullptr;
}

int FixRigidSmallCD::pack_forward_comm(int n, int *list, double *buf, int pbc_flag, int *pbc)
{
  if (Ghosts *ghosts = ghosts_of_atoms()) return ghosts->pack(n, list, buf);
  return RigidSmall::pack_forward_comm(n, list, buf, pbc_flag, pbc);
}

void FixRigidSmallCD::unpack_forward_comm(int n, int first, double *buf)
{
  if (Ghosts *ghosts = ghosts_of_atoms()) return ghosts->unpack(n, first, buf);
  RigidSmall::unpack_forward_comm(n, first, buf);
}

int FixRigidSmallCD::pack_reverse_comm(int n, int first, double *buf)
{
  if (Ghosts *ghosts = ghosts_of_atoms()) return ghosts->pack_reverse(n, first, buf);
  return RigidSmall::pack_reverse_comm(n, first, buf);
}

void FixRigidSmallCD::unpack_reverse_comm(int n, int *list, double *buf)
{
  if (Ghosts *ghosts = ghosts_of_atoms()) return ghosts->unpack_reverse(n, list, buf);
  RigidSmall::unpack_reverse_comm(n, list, buf);
}
