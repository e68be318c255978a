// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "bond_grains.h"

#include "bond_grains_compute.h"
#include "error.h"
#include "fix_velocity_onstep.h"
#include "host/bonds/bond_partners.h"
#include "host/lammps/internals.h"
#include "host/lammps/lammps_versions.h"
#include "host/lammps/over_processes.h"
#include "host/pair/contact_checks.h"
#include "host/pair/contact_limit.h"
#include "host/tables/contact_table.h"
#include "host/timestep/contact_bodies.h"
#include "modify.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::vectors_at;

// Of single(): energies of the four modes; strains; force and moment on the atom with the lower ID;
// moment on the other one
static constexpr int SINGLE_EXTRA = 4 + 3 + 3 + 3 + 3;

/** The name of a style for IDs, which may not have a slash. */
static std::string as_id(std::string name)
{
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

BondGrains::BondGrains(LAMMPS *lmp, const std::string &name_in) :
    Bond(lmp), name(name_in), bodies(lmp, as_id(name_in) + std::to_string(instance_me)),
    fix(nullptr), is_old(true), any_breaks(false), damped(false), full_step(true), made_for{-1, -1},
    booked(false), warned_data(false), warned_weights(false), released(0.0), longest(0.0),
    warned_step(-1.0)
{
  single_extra = SINGLE_EXTRA;
  svector = new double[SINGLE_EXTRA];
  eflag_atom = vflag_atom = 0;
  fix_id = unused_id();
  modify->add_fix(fix_id + "_DUMMY all DUMMY");
}

BondGrains::~BondGrains()
{
  if (copymode) return;
  if (fix && update && comm->me == 0)    // update: not at the end of LAMMPS, nor in command clear
    error->warning(FLERR,
                   "{}: command bond_style deletes the lengths and orientations at which bonds are "
                   "free of stress; if the style is given again, the next run takes new ones",
                   style_name());
  delete[] svector;
  for (const std::string &id :
       {fix_id, fix_id + "_DUMMY"})    // none of them after an error in between
    if (modify->get_fix_by_id(id)) modify->delete_fix(id);
  bodies.remove_fix();
}

// The ID does not depend on how many instances this process has had, so that a restart file finds
// the records.
std::string BondGrains::unused_id() const
{
  for (int n = 1;; n++) {
    const std::string id = "BOND_RECORDS_" + as_id(name) + "_" + std::to_string(n);
    if (!modify->get_fix_by_id(id) && !modify->get_fix_by_id(id + "_DUMMY")) return id;
  }
}

const char *BondGrains::records_style() const
{
  return FixBondRecords::style_in(modify);
}

std::string BondGrains::velocity_style() const
{
  return FixVelocityOnstep::style_in(modify);
}

void BondGrains::find_types()
{
  mine.assign(atom->nbondtypes + 1, 0);
  for (int type = 1; type <= atom->nbondtypes; type++)
    mine[type] = setflag[type] && acts_on_type(force->bond, this, type);
}

void BondGrains::init_style()
{
  if (update->whichflag) booked = false;
  // The type of a bond that breaks becomes 0. This is said here and for all of bond_style hybrid,
  // because hybrid does not take styles that say it from the start together with others.
  force->bond->partial_flag = 1;
  require_settings();
  warn_about_weights();
  bodies.init(needs(), style_name(), velocity_style());
  keep_records();
  fix->forget_gone({atom, mine.data()});
  fix->hand_over_orientations(style_name());
  is_old = is_old || update->whichflag;    // run pre no goes on behind write_restart
  readers.clear();
  listed.count_from_zero(neighbor->ncalls);
  longest = longest_bond();
}

// Pair styles of VARDEM do this themselves.
void BondGrains::warn_about_weights()
{
  const auto styles = pair_styles(lmp);
  const bool granular = std::any_of(styles.begin(), styles.end(), [](const SubStyle &sub) {
    return utils::strmatch(sub.name, "^gran");
  });
  if (granular && !warned_weights) ContactChecks(lmp, style_name()).warn_about_special_bonds();
  warned_weights = granular;
}

void BondGrains::require_settings() const
{
  if (atom->molecular != Atom::MOLECULAR)
    error->all(FLERR, Error::NOLASTLINE, "{} does not work with atom style template", style_name());
  if (!atom->torque_flag || (!atom->omega_flag && !atom->angmom_flag))
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs atoms that rotate; use atom_style hybrid sphere bond (package MOLECULE) "
               "or atom_style bpm/sphere (package BPM)",
               style_name());
  if (atom->map_style == Atom::MAP_NONE)
    error->all(FLERR, Error::NOLASTLINE, "{} needs an atom map; use command atom_modify map",
               style_name());
  if (!any_breaks) return;
  if (force->newton_bond)
    error->all(
        FLERR, Error::NOLASTLINE,
        "{} keyword break needs that both atoms of a bond know it; use newton on off or newton off",
        style_name());
  for (int n : {2, 3})
    if (force->special_lj[n] != 1.0)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} keyword break: special_bonds has the weight {} for 1-{} neighbors, but atoms "
                 "of a bond that breaks may be such neighbors; use special_bonds lj/coul {} 1 1",
                 style_name(), force->special_lj[n], n + 1, force->special_lj[1]);
}

void BondGrains::keep_records()
{
  const int size = BondRecord::REFERENCE + reference_size();
  if (fix && fix->size() != size)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword form: the bonds already have references, and those of form printed have "
               "other numbers; keep the form, or use bond_style none and then bond_style and "
               "bond_coeff again to take new references",
               style_name());
  if (!fix && modify->get_fix_by_id(fix_id))    // a restart file with another form has stopped it
    modify->replace_fix(fix_id, fix_id + "_DUMMY all DUMMY");
  if (!fix) {
    const bool states = bodies.has_orientations() && bodies.sources().may_be_kept();
    fix = dynamic_cast<FixBondRecords *>(
        modify->replace_fix(fix_id + "_DUMMY",
                            fmt::format("{} all {} {} {} {}", fix_id, records_style(), size,
                                        reference_meaning(), states ? "yes" : "no"),
                            0));
  }
  fix->serve(this);
}

// LAMMPS takes 1.5 times this length for a hint at the communication cutoff. Bonds of spheres that
// touch are as long as the cutoff of a granular pair style, and round-off must not make them
// longer.
double BondGrains::equilibrium_distance(int /*type*/)
{
  constexpr double ROUND_OFF = 1e-9;
  return (1.0 - ROUND_OFF) * longest / 1.5;
}

// The longest bond of two atoms of the same process.
double BondGrains::longest_bond() const
{
  double longest_here = 0.0;
  const BondsOfAtom<BondTopology> atoms = {{atom, mine.data()}, atom->nlocal, false};
  for (int i = 0; i < atom->nlocal; i++)
    atoms.each(i, [&](int, int, int j) {
      if (j < 0) return;
      Vec3 e = vectors_at(atom->x[0])[j] - vectors_at(atom->x[0])[i];
      minimum_image(domain, e.x, e.y, e.z);
      longest_here = std::max(longest_here, norm(e));
    });
  return over_processes(longest_here, MPI_MAX, world);
}

// Commands that find special neighbors anew, such as read_restart, have put the partners of broken
// bonds back. With newton on, bonds do not break.
void BondGrains::before_first_lists()
{
  require_partners(lmp, style_name(), {atom, mine.data()});
  fix->require_orientations_turned_too(style_name());
  if (force->newton_bond) return require_single_bonds();
  for (int i = 0; i < atom->nlocal; i++) forget_broken(atom, i);
}

// With newton on, the second bond of two atoms may be in the list of the other one, on another
// process. Bonds that are turned off do not count.
void BondGrains::require_single_bonds() const
{
  const BondTopology topology = {atom, mine.data()};
  const BondsOfAtom<BondTopology> of = {topology, atom->nlocal, true};
  TagPairs bonds;
  for (int i = 0; i < atom->nlocal; i++)
    of.each(i, [&](int m, int, int) {
      bonds.push_back({topology.partner(i, m), topology.tag(i)});
    });
  for (const TagPair &bond : sent_to_owners(lmp, bonds)) {
    const int i = topology.local(bond.atom);
    of.each(i, [&](int m, int, int) {
      if (topology.partner(i, m) == bond.partner) stop_for_second_bond(bond.atom);
    });
  }
}

void BondGrains::stop_for_second_bond(tagint tag) const
{
  error->one(FLERR, Error::NOLASTLINE,
             "{}: atom {} has two bonds with the same atom; delete one of them", style_name(), tag);
}

void BondGrains::stop_for(const int *findings) const
{
  const auto tag = [&](int finding) {
    return atom->tag[findings[finding] - 1];
  };
  if (findings[BondFindings::DUPLICATE]) stop_for_second_bond(tag(BondFindings::DUPLICATE));
  if (findings[BondFindings::ZERO_LENGTH])
    error->one(FLERR, Error::NOLASTLINE,
               "{}: a bond of atom {} has the length zero; move one of its atoms", style_name(),
               tag(BondFindings::ZERO_LENGTH));
}

void BondGrains::warn_about_data_files()
{
  if (warned_data) return;
  warned_data = true;
  error->warning(FLERR,
                 "{}: a data file does not have the lengths and orientations at which the bonds "
                 "are free of stress; a run that starts from it takes those of the data file. Use "
                 "write_restart to keep them",
                 style_name());
}

bool BondGrains::revive()
{
  if (!has_table()) return false;
  sync_to_host();
  bodies.find_rows();
  return true;
}

// Index in the table of the bond of two atoms, or -1.
int BondGrains::find(int i, int j) const
{
  const tagint a = std::min(atom->tag[i], atom->tag[j]), b = std::max(atom->tag[i], atom->tag[j]);
  for (const int owner : {atom->map(a), atom->map(b)}) {
    if (owner < 0 || owner >= atom->nlocal) continue;
    for (int k = rows[owner]; k < rows[owner + 1]; k++)
      if (type[k] > 0 && atom->tag[first[k]] == a && atom->tag[second[k]] == b) return k;
  }
  return -1;
}

// The force along the bond, over its length, and the energy of all springs. All else is in svector.
double BondGrains::single(int /*type*/, double /*rsq*/, int i, int j, double &fforce)
{
  if (!revive())
    error->one(FLERR, Error::NOLASTLINE,
               "{} does not know the forces of single bonds now, since atoms have come or gone or "
               "no forces were computed; use it after a run 0",
               style_name());
  fforce = 0.0;
  std::fill(svector, svector + SINGLE_EXTRA, 0.0);
  const int k = find(i, j);
  if (k < 0) return 0.0;
  const BondDetails found = details(k);
  const auto &f = found.now.f;
  const double square = dot(found.e, found.e);
  if (square > 0.0) fforce = -dot(f.F, found.e) / square;
  double *next = std::copy(std::begin(found.energy), std::end(found.energy), svector);
  next = std::copy(std::begin(found.strain), std::end(found.strain), next);
  for (const Vec3 &a : {f.F, f.M1, f.M2}) {
    set_columns(a, next);
    next += 3;
  }
  return found.now.energy;
}

std::vector<BondGrains::Spring> BondGrains::bond_springs()
{
  std::vector<Spring> springs;
  if (!revive()) return springs;
  add_all_springs(springs);
  if (!full_step)
    for (Spring &bond : springs) bond.springs.of.rate = 0.0;
  return springs;
}

// Bodies of several atoms are left out: their inertia is not known here, and they may be heavy.
void BondGrains::check_step()
{
  if (update->whichflag != 1 || update->dt == warned_step) return;
  if (!fixes_with<FullStepIntegrator>(modify).empty()) return;    // its steps may be longer
  ContactBodies contact_bodies(lmp, ~0);
  contact_bodies.init(style_name());
  if (contact_bodies.has_bodies()) return;
  double mine = update->dt;
  for (const Spring &bond : bond_springs()) {
    const auto masses = [&](int i) -> VARDEM::InverseMasses {
      const VARDEM::InverseInertia inverse = contact_bodies.inverse_inertia(i);
      return {inverse.mass.x, inverse.moment.z};
    };
    VARDEM::Coefficients of = bond.springs.of;
    of.rate *= force->ftm2v;
    if (domain->dimension == 2) of.k.twist = of.c.twist = 0.0;
    mine = VARDEM::stable_step(of, bond.springs.lever_1, bond.springs.lever_2, masses(bond.i),
                               masses(bond.j), mine);
  }
  const double limit = over_processes(mine, MPI_MIN, world);
  warn_about_step(lmp, style_name(), LimitOf::ONE_BOND, limit, warned_step);
}

double BondGrains::half_of_last_step() const
{
  return booked && fixes_with<FullStepIntegrator>(modify).empty() ? 0.5 * update->dt : 0.0;
}

// A pair style that leaves out bonded atoms sees those of broken bonds in the next step, with new
// neighbor lists.
void BondGrains::finish()
{
  fix->outdate_states();
  if (eflag_global) Bond::energy += sums.energy;
  if (vflag_global)
    for (int d = 0; d < 6; d++) virial[d] += sums.virial[d];
  if (booked) {
    ContactSums of_bonds = {};
    of_bonds.dashpot_power = sums.dashpot_power;
    dashpots.add(of_bonds, update->dt, update->setupflag);
    released += sums.released;
  }
  if (!may_break()) return;
  const bool found = sums.broken > 0.0;
  if (found) end_broken();
  if (force->special_lj[1] == 1.0) return;
  if (on_any_process(found, world)) fix->build_lists_next();
}

void BondGrains::end_broken()
{
  const BondTopology topology = {atom, mine.data()};
  for (int k = 0; k < nbonds; k++) {
    if (type[k] >= 0) continue;
    type[k] = 0;
    for (const auto &[i, other] :
         {std::pair(first[k], second[k]), std::pair(second[k], first[k])}) {
      if (i >= atom->nlocal) continue;
      end_bond(topology, i, atom->tag[other]);
      forget_broken(atom, i);
      fix->forget(i, atom->tag[other]);
    }
  }
}

std::vector<EnergyPart> BondGrains::energy_parts() const
{
  if (!any_breaks) return {EnergyPart::DASHPOTS};
  return {EnergyPart::DASHPOTS, EnergyPart::FRACTURE};
}

double BondGrains::energy(EnergyPart part)
{
  const double mine = part == EnergyPart::DASHPOTS ? dashpots.energy(part) : released;
  return over_processes(mine, MPI_SUM, world);
}

double BondGrains::power(EnergyPart part)
{
  return over_processes(dashpots.power(part), MPI_SUM, world);
}

bool BondGrains::begin_listing()
{
  if (!must_record(readers, lmp)) return false;
  listed = {update->ntimestep, neighbor->ncalls};
  return true;
}

bigint BondGrains::last_step() const
{
  return on_any_process(!has_listing(), world) ? -1 : listed.step;
}

void BondGrains::list_contacts(int groupbit, ContactTable &to)
{
  sync_to_host();
  const BondTable t = table();
  for (int k = 0; k < nbonds; k++) {
    const int i = first[k], j = second[k];
    if (type[k] <= 0 || !t.is_listed(k) || !(atom->mask[i] & atom->mask[j] & groupbit)) continue;
    const ListedBond &b = listing[k];
    const double R = atom->radius ? atom->radius[i] : 0.0, l = norm(b.e);
    double *const row =
        to.add(atom->tag[i], atom->tag[j], ContactForces::BOND,
               VARDEM::listed_contact(b.x, R, (l > 0.0 ? 1.0 / l : 0.0) * b.e, b.gap, b.F));
    set_columns(b.M, row + ContactForces::MOMENT);
  }
}

double BondGrains::memory_usage()
{
  return Bond::memory_usage() + bodies.memory_usage() +
      static_cast<double>((references.capacity() + stiffness.capacity()) * sizeof(double) +
                          4 * first.capacity() * sizeof(int) +
                          listing.capacity() * sizeof(ListedBond));
}
