// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_compatible_cd.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "host/atoms/gravity.h"
#include "host/input/arguments.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"
#include "host/interfaces/soft_contacts.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

FixCompatibleCD::FixCompatibleCD(LAMMPS *lmp, int narg, char **arg) :
    FixWithGhosts(lmp, narg, arg), solve(lmp, this),
    motion_table(store.declare("compatible/cd:motion", 3)),
    results_table(store.declare("compatible/cd:results", RESULT_COLUMNS)), other_atoms(false),
    atoms_of_run(lmp)
{
  cite(lmp, {Paper::OLSEN_KAMRIN});
  if (narg < 4)
    error->all(FLERR, 2, "Fix {} needs a number of steps N > 0, and N is missing", style);
  nevery = positive_integer(arg[3]);
  if (nevery == 0) error->all(FLERR, 3, "Fix {} needs a number of steps N > 0: {}", style, arg[3]);
  read_keywords(lmp, fmt::format("Fix {}", style), 4, narg, arg, [&](KeywordReader &keyword) {
    return read(keyword, narg, arg);
  });
  solve.settings.check_keywords();

  vector_flag = 1;
  size_vector = solve.outputs.size();
  extvector = 0;
  global_freq = nevery;
  peratom_flag = 1;
  size_peratom_cols = RESULT_COLUMNS;
  peratom_freq = nevery;
  dynamic_group_allow = 1;
  comm_forward = 3;
  comm_reverse = RESULT_COLUMNS;

  if (!atom->radius_flag)
    error->all(FLERR, Error::NOLASTLINE, "Fix {} requires atom attribute radius", style);
  if (!atom->tag_enable)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} requires atom IDs; remove the command atom_modify id no", style);
  next_reneighbor = -1;
  store.use(motion_table);
  store.use(results_table);
  store.show(results_table);
  store.attach(this, atom);
}

// LAMMPS deletes all fixes before it deletes computes.
FixCompatibleCD::~FixCompatibleCD()
{
  for (auto *reader : computes_with<ContactForcesReader>(modify)) reader->forget_fix(this);
}

bool FixCompatibleCD::read(KeywordReader &keyword, int narg, char **arg)
{
  if (keyword.is("load", 1)) {
    keyword.next = solve.load.parse(keyword.place + 1, narg, arg);
  } else if (keyword.takes("law", solve.rules.law, names_of_laws())) {
    solve.rules.law_given = true;
  } else
    return keyword.takes("closed", solve.rules.closed.length, Range::NOT_NEGATIVE) ||
        keyword.takes_yes("overlap", solve.rules.overlap) ||
        keyword.takes_yes("redundant", solve.counts_redundant) || solve.messages.read(keyword) ||
        solve.settings.read(keyword);
  return true;
}

void FixCompatibleCD::init()
{
  if (force->pair)
    force->pair->comm_reverse_off = std::max(force->pair->comm_reverse_off, RESULT_COLUMNS);
  solve.rules.init();
  solve.init();
  readers.start_run();
  atoms_of_run.look();
  // a contact may be as wide as the skin: lists that were made at an earlier step could lack it
  force_reneighbor = solve.rules.needs_new_lists() && !has_forces_of_steps();
}

void FixCompatibleCD::setup(int /*vflag*/)
{
  if (has_forces_of_steps()) return setup_steps();
  update_gravity(lmp);
  evaluate(false);
}

// What the last step of a run has found holds until the next one, if nothing has changed.
void FixCompatibleCD::setup_steps()
{
  if (atoms_of_run.are_others()) solve.forget_step();
  solve.setup_steps(*this);
  if (solve.last_step() < 0) table.step = -1;
}

// Behind the initial_integrate() of all fixes, whatever their order is.
void FixCompatibleCD::post_integrate()
{
  if (!has_forces_of_steps() || update->ntimestep % nevery) return;
  other_atoms = false;
  table.step = -1;
  solve.evaluate_step(*this, readers.must_record(lmp) ? &table : nullptr);
}

void FixCompatibleCD::evaluate(bool on_demand)
{
  next_reneighbor = next_evaluation(lmp, this);
  if (update->laststep > update->ntimestep)    // there thermo output may ask for forces
    next_reneighbor = std::min(next_reneighbor, update->laststep);
  other_atoms = false;
  solve.evaluate(*this, on_demand);
}

// Within a run, the table of a step stays as it is.
int FixCompatibleCD::changes()
{
  if (!has_forces_of_steps()) return solve.packing_solver().changes();
  if (update->whichflag) return 0;
  return atoms_of_run.are_others() || solve.is_of_earlier_step() ? MOVED : 0;
}

void FixCompatibleCD::list_contacts(int bits, ContactTable &to)
{
  if (has_forces_of_steps())
    table.list(bits, to);
  else
    solve.packing_solver().list_contacts(bits, to);
}

void FixCompatibleCD::forget_results()
{
  store.to_host();
  double **results = store.rows(results_table);
  for (int i = 0; i < atom->nlocal; i++) std::fill_n(results[i], RESULT_COLUMNS, 0.0);
  store.changed_on_host();
}

// Between runs a command adds an atom to this process, or removes one.
void FixCompatibleCD::outdate_rows(bool has_come)
{
  if (has_forces_of_steps()) return atoms_of_run.come_or_go(has_come);
  if (other_atoms || solve.last_step() < 0 || update->whichflag) return;
  other_atoms = true;
  for (auto *reader : computes_with<ContactForcesReader>(modify)) reader->forget_rows();
}

void FixCompatibleCD::copy_arrays(int i, int j, int delflag)
{
  if (delflag) outdate_rows(false);
  store.copy(i, j);
}

void FixCompatibleCD::set_arrays(int i)
{
  outdate_rows(true);
  store.set(i);
}

// The tables of the store, with LAMMPS' pointers to their rows, and the arrays of the solve.
double FixCompatibleCD::memory_usage()
{
  return store.bytes(atom->nmax) + static_cast<double>(atom->nmax) * 2 * sizeof(double *) +
      solve.bytes() + table.bytes();
}
