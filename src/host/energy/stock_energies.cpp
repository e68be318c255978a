// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/energy/stock_energies.h"

#include "atom.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "fix_gravity.h"
#include "force.h"
#include "group.h"
#include "host/cell/cell_flow.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/interfaces/integrators.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "host/lammps/lammps_versions.h"
#include "host/lammps/over_processes.h"
#include "math_extra.h"
#include "modify.h"

#include <algorithm>
#include <cctype>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

namespace {

// For messages that name what a part does not contain

struct PartText {
  const char *name, *content;
};
constexpr PartText PARTS[ENERGY_PARTS] = {{"translation", "energy of"},
                                          {"rotation", "energy of"},
                                          {"elastic", "energy of"},
                                          {"bond", "energy of"},
                                          {"gravity", "work of"},
                                          {"walls", "work of"},
                                          {"cell", "work of"},
                                          {"dashpots", "dissipation by"},
                                          {"friction", "dissipation by"},
                                          {"damping", "dissipation by"},
                                          {"impacts", "dissipation by"},
                                          {"insertions", "energy of"},
                                          {"fracture", "energy of broken bonds of"}};

using Patterns = std::vector<std::string>;

bool matches(const std::string &style, const Patterns &patterns)
{
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string &p) {
    return utils::strmatch(style, p);
  });
}

// pair styles that have no energy; pair and bond styles that do not tell their energy, or what they
// dissipate

const Patterns PAIRS_WITHOUT_ENERGY = {"^zero$", "^contact/rigid"};
const Patterns NO_PAIR_ENERGY = {"^gran", "^lubricate", "^brownian"};
const Patterns PAIRS_WITH_DASHPOTS = {"^gran", "^lubricate", "^brownian", "dpd", "^sph/", "^sdpd"};
const Patterns PAIRS_WITH_FRICTION = {"^gran"};
const Patterns PAIRS_WITH_LEVER_RADIUS = {"^gran/"};
const Patterns NO_BOND_ENERGY = {"^bpm/spring/plastic"};
const Patterns BONDS_WITH_DASHPOTS = {"^bpm/"};
const Patterns BONDS_THAT_BREAK = {"^bpm/", "^quartic"};

// fixes, and the parts that do not contain them

struct Kind {
  const char *styles;
  std::vector<EnergyPart> never;
  std::vector<EnergyPart> of_its_group;    // parts that contain it for its group only
};
const Kind KINDS[] = {
    {"^deform", {EnergyPart::CELL}, {}},
    {"^wall/gran",
     {EnergyPart::ELASTIC, EnergyPart::WALLS, EnergyPart::DASHPOTS, EnergyPart::FRICTION},
     {}},
    {"^wall", {}, {EnergyPart::ELASTIC}},
    {"^damping", {EnergyPart::DAMPING}, {}},
    {"^viscous", {EnergyPart::DAMPING}, {}},
    {"^langevin", {EnergyPart::DAMPING}, {}}};

// fixes that have a hook in every step and do not change the energy of atoms, or do so in one of
// the parts

const Patterns KEEP_ENERGY = {
    "^nve",          "^rigid",    "^enforce2d", "^shake",         "^rattle",       "^halt",
    "^dt/reset",     "^store",    "^pair$",     "^property/atom", "^nonaffine",    "^numdiff",
    "^granular/mdr", "^add/heat", "^heat/flow", "^compatible/cd", "^energy/ledger"};
const Patterns CHANGE_ENERGY = {"^nve/limit", "^nve/noforce", "^rigid.*/n[pv][th]",
                                "^momentum",  "^temp/",       "^press/",
                                "^heat$",     "^adapt",       "^recenter"};

bool is_of_lammps_itself(const std::string &style)
{
  return isupper(style[0]);
}

bool may_change_energy(const Fix *fix, int mask)
{
  const std::string style = fix->style;
  if (is_of_lammps_itself(style)) return false;
  if (matches(style, CHANGE_ENERGY) || fix->ecouple_flag) return true;
  if (matches(style, KEEP_ENERGY) || dynamic_cast<const FlowOfCell *>(fix)) return false;
  return mask & (INITIAL_INTEGRATE | POST_INTEGRATE | PRE_FORCE | POST_FORCE | FINAL_INTEGRATE);
}

/** A wall without an energy, so the work that it does is not known. */
bool has_no_work_of_wall(const Fix *fix)
{
  return utils::strmatch(fix->style, "^wall") && !utils::strmatch(fix->style, "^wall/gran") &&
      !fix->energy_global_flag;
}

const Kind *kind_of(const Fix *fix)
{
  const auto kind = std::find_if(std::begin(KINDS), std::end(KINDS), [&](const Kind &k) {
    return utils::strmatch(fix->style, k.styles);
  });
  return kind == std::end(KINDS) ? nullptr : &*kind;
}

bool has_pair_energy(const std::string &pair_style)
{
  return !matches(pair_style, NO_PAIR_ENERGY);
}

/** Is the scalar of this fix an elastic energy: that of a wall, or of a fix with fix_modify energy
 *  yes? */
bool has_elastic_energy(const Fix *fix)
{
  return fix->energy_global_flag && !dynamic_cast<const EnergySource *>(fix) &&
      !utils::strmatch(fix->style, "^gravity") &&
      (fix->thermo_energy || utils::strmatch(fix->style, "^wall"));
}

/** Collects what the parts of the books of a fix (the ledger) do not contain. */
class MissingEnergies : protected Pointers {
 public:
  MissingEnergies(LAMMPS *lmp, const Fix *ledger_in, const EnergySources &sources) :
      Pointers(lmp), ledger(ledger_in)
  {
    look_at_interactions();
    for (const auto &source : sources.in_input())
      if (!source.fix && !source.covered) add(source.energy->energy_parts(), source.name);
    for (Fix *fix : modify->get_fix_list())
      if (fix != ledger) look_at_fix(fix);
  }

  std::vector<std::string> lines() const
  {
    std::vector<std::string> lines;
    for (int k = 0; k < ENERGY_PARTS; k++)
      if (!of[k].empty())
        lines.push_back(fmt::format("part {} ({}) does not contain the {} {}", k + 1, PARTS[k].name,
                                    PARTS[k].content, joined(of[k], ", ")));
    if (!others.empty())
      lines.push_back("may change the energy, and no part contains it: " + joined(others, ", "));
    if (!lines.empty()) lines.push_back("therefore the sum changes during the run");
    return lines;
  }

 private:
  const Fix *ledger;
  std::vector<std::string> of[ENERGY_PARTS], others;

  void add(const std::vector<EnergyPart> &parts, const std::string &what)
  {
    for (EnergyPart part : parts) of[static_cast<int>(part)].push_back(what);
  }

  void look_at_interactions()
  {
    const bool all = ledger->igroup == 0;
    for (const auto &[style, s] : pair_styles(lmp)) {
      const std::string pair = "pair style " + s;
      if (!has_pair_energy(s) || (!all && !matches(s, PAIRS_WITHOUT_ENERGY)))
        add({EnergyPart::ELASTIC}, pair);
      if (matches(s, PAIRS_WITH_DASHPOTS)) add({EnergyPart::DASHPOTS}, pair);
      if (matches(s, PAIRS_WITH_FRICTION)) add({EnergyPart::FRICTION}, pair);
      // its moments and forces leave couples, which do work if the cell turns
      if (matches(s, PAIRS_WITH_LEVER_RADIUS) && is_told(EnergyPart::CELL, false))
        add({EnergyPart::CELL}, "the flow on the couples of " + pair);
    }
    for (const auto &[style, s] : bond_styles(force)) {
      const std::string bond = "bond style " + s;
      if (matches(s, NO_BOND_ENERGY) || !all) add({EnergyPart::BOND}, bond);
      if (matches(s, BONDS_WITH_DASHPOTS)) add({EnergyPart::DASHPOTS}, bond);
      if (matches(s, BONDS_THAT_BREAK)) add({EnergyPart::FRACTURE}, bond);
    }
    if (atom->line_flag || atom->tri_flag || atom->body_flag)
      add({EnergyPart::ROTATION}, fmt::format("atom style {}", atom->get_style()));
    if (all) return;
    if (force->kspace)
      add({EnergyPart::ELASTIC}, fmt::format("kspace style {}", force->kspace_style));
    if (force->angle) add({EnergyPart::BOND}, fmt::format("angle style {}", force->angle_style));
    if (force->dihedral)
      add({EnergyPart::BOND}, fmt::format("dihedral style {}", force->dihedral_style));
    if (force->improper)
      add({EnergyPart::BOND}, fmt::format("improper style {}", force->improper_style));
  }

  void look_at_fix(Fix *fix)
  {
    const bool holds = utils::strmatch(fix->style, "^freeze") ||
        sets_force_to_zero(fix, domain->dimension == 2);
    if (!holds && !acts_on_books(fix)) return;
    const std::string name = name_of(fix);
    if (const auto *gravity = dynamic_cast<FixGravity *>(fix)) {
      if (is_disabled(gravity) && !is_told(EnergyPart::GRAVITY, true))
        add({EnergyPart::GRAVITY}, name + " (keyword disable)");
    } else if (const auto *source = dynamic_cast<EnergySource *>(fix)) {
      for (const EnergyPart part : source->energy_parts())    // the ledger itself has gravity
        if (!covers(ledger, fix) && part != EnergyPart::GRAVITY) add({part}, name);
      if (dynamic_cast<WallContacts *>(fix) && velocities_flow(domain))
        add({EnergyPart::CELL}, "the flow on the forces of " + name);
    } else if (const Kind *kind = kind_of(fix)) {
      for (const EnergyPart part : kind->never)
        if (part != EnergyPart::CELL || !is_told(part, false)) add({part}, name);
      if (!covers(ledger, fix)) add(kind->of_its_group, name);
      if (has_no_work_of_wall(fix)) add({EnergyPart::WALLS}, name);
    } else if (has_elastic_energy(fix)) {
      if (!covers(ledger, fix)) add({EnergyPart::ELASTIC}, name);
    } else if (holds) {
      if (fixes_with<DynamicContacts>(modify).empty() && any_moves(fix->groupbit))
        add({EnergyPart::WALLS}, name + " on atoms that move");
    } else if (may_change_energy(fix, modify->get_fix_mask(fix)))
      others.push_back(name);
    if (fix->time_integrate && !dynamic_cast<FullStepIntegrator *>(fix) &&
        !fixes_with<FullStepIntegrator>(modify).empty())
      add({EnergyPart::WALLS, EnergyPart::DASHPOTS},
          "contacts of the atoms of " + name + " beside implicit steps");
    if (utils::strmatch(fix->style, "^rigid") && !utils::strmatch(fix->style, "^rigid.*/small") &&
        velocities_flow(domain))
      add({EnergyPart::TRANSLATION, EnergyPart::ROTATION},
          name + " relative to the flow of the cell");
  }

  /** Has the fix atoms of the ledger? A fix that changes the box or finds the forces of contacts
   *  acts on others, too. The atoms of a dynamic group change. */
  bool acts_on_books(const Fix *fix) const
  {
    if (covers(ledger, fix) || fix->box_change || group->dynamic[fix->igroup] ||
        group->dynamic[ledger->igroup] || dynamic_cast<const FlowOfCell *>(fix) ||
        dynamic_cast<const DynamicContacts *>(fix))
      return true;
    const int both = ledger->groupbit | fix->groupbit;
    return any_atom(atom, world, [both](int mask) {
      return (mask & both) == both;
    });
  }

  bool any_moves(int groupbit) const
  {
    double squares = 0.0;
    for (int i = 0; i < atom->nlocal; i++)
      if (atom->mask[i] & groupbit)
        squares += MathExtra::lensq3(atom->v[i]) +
            (atom->omega_flag ? MathExtra::lensq3(atom->omega[i]) : 0.0);
    return on_any_process(squares > 0.0, world);
  }

  /** Another fix may tell the work of a stock fix: bodies that of a fix gravity with keyword
   *  disable, fix streaming that of a fix deform. */
  bool is_told(EnergyPart part, bool of_bodies) const
  {
    const auto sources = fixes_with<EnergySource>(modify);
    return std::any_of(sources.begin(), sources.end(), [&](const EnergySource *source) {
      const bool suits = !of_bodies || dynamic_cast<const Fix *>(source)->rigid_flag;
      return suits && takes(ledger, source, part);
    });
  }
};

}    // namespace

std::vector<std::string> VARDEM_NS::missing_energies(LAMMPS *lmp, const Fix *ledger,
                                                     const EnergySources &sources)
{
  return MissingEnergies(lmp, ledger, sources).lines();
}

PotentialEnergy::PotentialEnergy(LAMMPS *lmp, const Fix *ledger_in) :
    Pointers(lmp), ledger(ledger_in), id_elastic(fmt::format("{}_elastic", ledger->id)),
    id_bond(fmt::format("{}_bond", ledger->id))
{
}

void PotentialEnergy::add_computes()
{
  modify->add_compute(id_elastic + " all pe pair kspace");
  modify->add_compute(id_bond + " all pe bond angle dihedral improper");
}

void PotentialEnergy::delete_computes()
{
  for (const auto &compute : {id_elastic, id_bond})
    if (modify->get_compute_by_id(compute)) modify->delete_compute(compute);
}

Compute *PotentialEnergy::compute_of(const std::string &id_compute) const
{
  Compute *const compute = modify->get_compute_by_id(id_compute);
  if (!compute)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} needs its compute {}, which has been deleted: define the fix again",
               ledger->style, id_compute);
  return compute;
}

void PotentialEnergy::tally_at(bigint step) const
{
  for (const auto &id : {id_elastic, id_bond}) compute_of(id)->addstep(step);
}

void PotentialEnergy::mark_as_used() const
{
  for (const auto &id : {id_elastic, id_bond})
    compute_of(id)->invoked_flag |= Compute::INVOKED_SCALAR;
}

double PotentialEnergy::value_of(const std::string &id_compute) const
{
  Compute *const compute = compute_of(id_compute);
  const double energy = compute->compute_scalar();
  compute->invoked_flag |= Compute::INVOKED_SCALAR;
  return energy;
}

double PotentialEnergy::elastic() const
{
  double energy = 0.0;
  for (Fix *fix : modify->get_fix_list())
    if (has_elastic_energy(fix) && covers(ledger, fix)) energy += fix->compute_scalar();

  bool tallied = force->kspace;
  for (const auto &pair : pair_styles(lmp)) tallied |= has_pair_energy(pair.name);
  if (tallied && ledger->igroup == 0) energy += value_of(id_elastic);
  return energy;
}

double PotentialEnergy::bond() const
{
  const bool tallied = force->bond || force->angle || force->dihedral || force->improper;
  return tallied && ledger->igroup == 0 ? value_of(id_bond) : 0.0;
}
