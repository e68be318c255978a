// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ATOM_TURNOVER_H
#define VARDEM_HOST_ATOM_TURNOVER_H

#include "atom.h"
#include "compute.h"
#include "domain.h"
#include "fix.h"
#include "host/interfaces/contact_forces.h"
#include "host/lammps/lammps_versions.h"
#include "host/lammps/over_processes.h"
#include "modify.h"
#include "output.h"
#include "pointers.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A number that looks random. Source: splitmix64, Steele, Lea & Flood, OOPSLA 2014. */
inline std::uint64_t scrambled(std::uint64_t a)
{
  a += 0x9e3779b97f4a7c15u;
  a = (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9u;
  a = (a ^ (a >> 27)) * 0x94d049bb133111ebu;
  return a ^ (a >> 31);
}

/** Two numbers by which sets of atoms differ: how many atoms there are, and a sum over their
 *  IDs. */
struct AtomSet {
  bigint count, ids;    // ids: a sum of 32 bits of each

  bool operator!=(const AtomSet &other) const { return count != other.count || ids != other.ids; }
};

/** Finds the atoms of a group over all processes. All processes must call it. */
inline AtomSet find_atom_set(const Atom *atom, int groupbit, MPI_Comm world)
{
  bigint mine[] = {0, 0}, all[2];
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    mine[0]++;
    if (atom->tag_enable) mine[1] += static_cast<bigint>(scrambled(atom->tag[i]) >> 32);
  }
  MPI_Allreduce(mine, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
  return {all[0], all[1]};
}

/** Finds the energy that atoms of a group bring when they are inserted and take along when they
 *  are deleted. It compares energies at the same instant, and counts the difference only if the
 *  set of atoms has changed. All processes must call all functions. Energies are over all
 *  processes. */
class AtomTurnover : protected Pointers {
 public:
  AtomTurnover(LAMMPS *lmp, const Fix *ledger_in) : Pointers(lmp), ledger(ledger_in) {}

  /** To be called behind the first half kick of a step: may atoms come or go in this step? Some
   *  fix has asked for a new neighbor list in this step, or atoms may leave through a boundary
   *  that is not periodic. */
  bool expected() const
  {
    if (domain->nonperiodic && output->thermo && output->thermo->lostflag != Thermo::ERROR)
      return true;
    for (int n = 0; n < modify->nfix; n++) {
      const Fix *fix = modify->fix[n];
      if (fix->force_reneighbor && fix->next_reneighbor == update->ntimestep) return true;
    }
    return false;
  }
  /** The energy before atoms may come or go. */
  void open(double energy) { before = State{atoms_now(), energy}; }
  /** Is there an energy to compare with? */
  bool is_open() const { return before.has_value(); }
  /** The energy that atoms have brought since open(). The argument is the energy now. */
  double close(double energy)
  {
    if (!before) return 0.0;
    const bool changed = atoms_now() != before->atoms;
    const double brought = energy - before->energy;
    before.reset();
    return changed ? brought : 0.0;
  }
  /** Forgets the energy of open(). */
  void forget() { before.reset(); }

 private:
  struct State {
    AtomSet atoms;
    double energy;
  };

  const Fix *ledger;
  std::optional<State> before;

  AtomSet atoms_now() const { return find_atom_set(atom, ledger->groupbit, world); }
};

/** Detects whether atoms were added, removed, moved or resized since the last run. The results of a
 *  fix of the last step of a run are valid for the same atoms only. */
class AtomsOfRun : protected Pointers {
 public:
  AtomsOfRun(LAMMPS *lmp) : Pointers(lmp) {}

  /** The post_run() of the fix calls this. All processes must call it. */
  void keep()
  {
    known = true;
    have_come = moved = false;
    kept = find_atom_set(atom, 1, world);
    places.resize(atom->nlocal);
    for (int i = 0; i < atom->nlocal; i++) {
      const double *x = atom->x[i];
      places[i] = {atom->tag[i], {x[0], x[1], x[2]}, atom->radius[i]};
    }
  }
  /** The init() of the fix calls this, before atoms go to other processes. */
  void look() { moved = moved || have_moved(); }
  /** The set_arrays() of the fix calls this, and its copy_arrays() where an atom goes: LAMMPS must
   *  not read again what computes have read. */
  void come_or_go(bool has_come)
  {
    if (!known || update->whichflag) return;
    have_come = have_come || has_come;
    for (auto *reader : computes_with<ContactForcesReader>(modify)) reader->forget_rows();
  }
  /** Are there other atoms, or are they at other places or of another size? All processes must call
   *  it. */
  bool are_others() const
  {
    if (find_atom_set(atom, 1, world) != kept) return true;
    return on_any_process(have_come || moved || (update->whichflag == 0 && have_moved()), world);
  }

 private:
  struct Place {
    tagint tag;
    double x[3], radius;
  };

  bool known = false;                       // has there been a run?
  bool have_come = false, moved = false;    // since then, on this process
  AtomSet kept = {};
  std::vector<Place> places;    // of owned atoms, in their order

  /** Commands such as write_data put atoms back into a periodic box. They may also send some to
   *  other processes, and these are not compared. An atom that is at its place with another ID
   *  has got this by a command. */
  bool have_moved() const
  {
    constexpr double ROUND_OFF = 1e-9;    // of the radius
    const int n = std::min<int>(places.size(), atom->nlocal);
    for (int i = 0; i < n; i++) {
      const Place &place = places[i];
      double way[3];
      for (int k = 0; k < 3; k++) way[k] = atom->x[i][k] - place.x[k];
      minimum_image(domain, way[0], way[1], way[2]);
      const double most = ROUND_OFF * place.radius;
      bool same = std::fabs(atom->radius[i] - place.radius) <= most;
      for (const double w : way) same = same && std::fabs(w) <= most;
      if (same != (atom->tag[i] == place.tag)) return true;
    }
    return false;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
