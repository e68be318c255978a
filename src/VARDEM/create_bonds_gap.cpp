// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "create_bonds_gap.h"

#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/input/arguments.h"
#include "host/lammps/over_processes.h"
#include "kernels/vector3.h"
#include "special.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

constexpr char NAME[] = "create_bonds/gap";

/** Points sorted into bins, to find those that are near a place. LAMMPS' neighbor lists leave out
 *  pairs that special_bonds and neigh_modify exclude hide. These bins do not. */
class SphereBins {
 public:
  /** Of the first n points. width > 0: of a bin; bins are wider where the points are few. */
  SphereBins(double **x, int n, double width) : next(n, -1)
  {
    double hi[3];
    for (int d = 0; d < 3; d++) {
      lo[d] = hi[d] = n ? x[0][d] : 0.0;
      for (int i = 1; i < n; i++) {
        lo[d] = std::min(lo[d], x[i][d]);
        hi[d] = std::max(hi[d], x[i][d]);
      }
    }
    const double most = 4.0 * n + 64.0;    // bins
    do {
      size = width;
      width *= 1.25;
    } while (bins_along(0, hi) * bins_along(1, hi) * bins_along(2, hi) > most);
    for (int d = 0; d < 3; d++) count[d] = static_cast<int>(bins_along(d, hi));
    first.assign(static_cast<std::size_t>(count[0]) * count[1] * count[2], -1);
    for (int i = n - 1; i >= 0; i--) {
      int &head = first[at(bin(x[i][0], 0), bin(x[i][1], 1), bin(x[i][2], 2))];
      next[i] = head;
      head = i;
    }
  }

  /** Calls f(j) for all points in the bins that a cube around the place reaches into. range: half
   *  the side of the cube. */
  template <class F> void near(const double *place, double range, const F &f) const
  {
    int from[3], to[3];
    for (int d = 0; d < 3; d++) {
      from[d] = bin(place[d] - range, d);
      to[d] = bin(place[d] + range, d);
    }
    for (int a = from[0]; a <= to[0]; a++)
      for (int b = from[1]; b <= to[1]; b++)
        for (int c = from[2]; c <= to[2]; c++)
          for (int j = first[at(a, b, c)]; j >= 0; j = next[j]) f(j);
  }

 private:
  double lo[3], size;
  int count[3];
  std::vector<int> first, next;

  double bins_along(int d, const double *hi) const
  {
    return std::floor((hi[d] - lo[d]) / size) + 1;
  }
  int bin(double place, int d) const
  {
    const double k = std::floor((place - lo[d]) / size);
    return static_cast<int>(std::max(0.0, std::min(k, count[d] - 1.0)));
  }
  std::size_t at(int a, int b, int c) const
  {
    return (static_cast<std::size_t>(c) * count[1] + b) * count[0] + a;
  }
};

}    // namespace

CreateBondsGap::CreateBondsGap(LAMMPS *lmp) : Command(lmp) {}

void CreateBondsGap::command(int narg, char **arg)
{
  require_atoms();
  parse(narg, arg);

  const double range = reach();
  find_ghosts(range);
  require_partners();
  Count count;
  const TagPairs bonds = find_bonds(range, count);

  // the atoms that keep a bond: with newton_bond on, that with the lower ID
  TagPairs ends = bonds;
  if (!force->newton_bond) {
    for (const auto &bond : bonds) ends.push_back({bond.partner, bond.atom});
    ends = sent_to_owners(lmp, ends);
  }
  require_room(ends);
  store(ends);
  count.sum_up(world);
  report(count);
  Special special(lmp);
  special.build();
}

void CreateBondsGap::require_atoms() const
{
  if (!domain->box_exist)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Command {} needs a simulation box; use it behind create_box, read_data or read_restart",
        NAME);
  if (atom->molecular != Atom::MOLECULAR || !atom->avec->bonds_allow || !atom->radius_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "Command {} needs atoms with bonds and radii, and atom_style {} has no {}; use "
               "atom_style hybrid sphere bond, or atom_style bpm/sphere",
               NAME, atom->get_style(), !atom->radius_flag ? "radii" : "bonds that can be made");
  if (!atom->tag_enable)
    error->all(FLERR, Error::NOLASTLINE, "Command {} needs atom IDs; remove atom_modify id no",
               NAME);
  if (atom->map_style == Atom::MAP_NONE)
    error->all(FLERR, Error::NOLASTLINE,
               "Command {} needs a map of the atoms; add atom_modify map array or hash", NAME);
}

void CreateBondsGap::parse(int narg, char **arg)
{
  if (narg != 4)
    error->all(FLERR, Error::NOPOINTER,
               "Command {} needs 4 arguments: group-ID, group2-ID, btype, D; there are {}", NAME,
               narg);
  group1bit = group_bit(0, arg[0]);
  group2bit = group_bit(1, arg[1]);
  btype = bond_type(arg[2]);
  D = finite_number(arg[3]);
  if (!(D >= 0.0))
    error->all(FLERR, 3, "Command {}: the largest gap by the mean radius must be a number >= 0: {}",
               NAME, arg[3]);
}

int CreateBondsGap::group_bit(int iarg, const char *name) const
{
  const int igroup = group->find(name);
  if (igroup < 0)
    error->all(FLERR, iarg, "Command {}: there is no group {}; define it by command group", NAME,
               name);
  return group->bitmask[igroup];
}

int CreateBondsGap::bond_type(const std::string &text) const
{
  const std::unique_ptr<char[]> number(utils::expand_type(FLERR, text, Atom::BOND, lmp));
  const int type = positive_integer(number ? number.get() : text);
  if (type < 1 || type > atom->nbondtypes)
    error->all(
        FLERR, 2, "Command {}: there is no bond type {}; the types are 1 to {}{}", NAME, text,
        atom->nbondtypes,
        atom->nbondtypes ? "" : ", none; give create_box bond/types or read_data extra/bond/types");
  return type;
}

double CreateBondsGap::largest_radius(int groupbit) const
{
  double largest = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) largest = std::max(largest, atom->radius[i]);
  return over_processes(largest, MPI_MAX, world);
}

// The largest distance of two atoms that are bonded.
double CreateBondsGap::reach() const
{
  return (1.0 + 0.5 * D) * (largest_radius(group1bit) + largest_radius(group2bit));
}

// What a run does before it makes its first neighbor list.
void CreateBondsGap::find_ghosts(double range)
{
  lmp->init();
  require_ghosts(range);

  if (domain->triclinic) domain->x2lamda(atom->nlocal);
  domain->pbc();
  domain->reset_box();
  comm->setup();
  comm->exchange();
  comm->borders();
  if (domain->triclinic) domain->lamda2x(atom->nlocal + atom->nghost);
}

void CreateBondsGap::require_ghosts(double range) const
{
  if (comm->mode != Comm::SINGLE)
    error->all(FLERR, Error::NOLASTLINE,
               "Command {} needs one communication cutoff for all atoms; use it with comm_modify "
               "mode single, and set comm_modify mode multi behind it",
               NAME);
  const double cutoff = comm->get_comm_cutoff();
  if (range > cutoff)
    error->all(FLERR, Error::NOLASTLINE,
               "Command {} bonds atoms up to the distance {:.10g}, and the communication cutoff is "
               "{:.10g}; add comm_modify cutoff {:.10g}",
               NAME, range, cutoff, 1.001 * range);
}

// Class Special, which looks for the partners of all bonds at the end, takes it for granted that
// they exist.
void CreateBondsGap::require_partners() const
{
  TagPairs bonds;
  for (int i = 0; i < atom->nlocal; i++)
    for (int k = 0; k < atom->num_bond[i]; k++)
      bonds.push_back({atom->bond_atom[i][k], atom->tag[i]});
  const bigint found = static_cast<bigint>(sent_to_owners(lmp, bonds).size());
  const bigint missing = over_processes(static_cast<bigint>(bonds.size()) - found, MPI_SUM, world);
  if (missing > 0)
    error->all(FLERR, Error::NOLASTLINE,
               "Command {}: {} bonds are with atoms that do not exist; delete atoms with "
               "delete_atoms ... bond yes",
               NAME, missing);
}

// The bonds to make of the owned atoms with atoms of higher IDs.
TagPairs CreateBondsGap::find_bonds(double range, Count &count) const
{
  const double *radius = atom->radius;
  const int *mask = atom->mask;
  const tagint *tag = atom->tag;
  TagPairs bonds;
  if (range <= 0.0) return bonds;

  const int either = group1bit | group2bit;
  const double widest = (1.0 + 0.5 * D) * largest_radius(either);
  const SphereBins bins(atom->x, atom->nlocal + atom->nghost, widest);
  const auto known = known_partners();
  std::map<tagint, double> gaps;    // of one atom; the smallest, where a partner has several images
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(mask[i] & either)) continue;
    gaps.clear();
    bins.near(atom->x[i], widest + (1.0 + 0.5 * D) * radius[i], [&](int j) {
      if (tag[j] <= tag[i] || !is_pair(mask[i], mask[j])) return;
      const double gap = gap_of(i, j);
      if (gap > 0.5 * D * (radius[i] + radius[j])) return;
      const auto [at, is_new] = gaps.emplace(tag[j], gap);
      if (!is_new) at->second = std::min(at->second, gap);
    });
    for (const auto &[partner, gap] : gaps) {
      if (std::find(known[i].begin(), known[i].end(), partner) != known[i].end()) {
        count.skipped++;
        continue;
      }
      bonds.push_back({tag[i], partner});
      count.add(gap);
    }
  }
  return bonds;
}

bool CreateBondsGap::is_pair(int imask, int jmask) const
{
  return ((imask & group1bit) && (jmask & group2bit)) ||
      ((imask & group2bit) && (jmask & group1bit));
}

double CreateBondsGap::gap_of(int i, int j) const
{
  const VARDEM::Vec3 *const x = VARDEM::vectors_at(atom->x[0]);
  return norm(x[j] - x[i]) - atom->radius[i] - atom->radius[j];
}

// Of each owned atom, the atoms of higher IDs to which it has a bond of any type. With newton_bond
// on, the other atom may keep it.
std::vector<std::vector<tagint>> CreateBondsGap::known_partners() const
{
  std::vector<std::vector<tagint>> known(atom->nlocal);
  TagPairs elsewhere;
  for (int i = 0; i < atom->nlocal; i++)
    for (int k = 0; k < atom->num_bond[i]; k++) {
      const tagint partner = atom->bond_atom[i][k];
      known[i].push_back(partner);
      if (force->newton_bond && partner < atom->tag[i])
        elsewhere.push_back({partner, atom->tag[i]});
    }
  if (force->newton_bond)
    for (const auto &pair : sent_to_owners(lmp, elsewhere))
      known[atom->map(pair.atom)].push_back(pair.partner);
  return known;
}

void CreateBondsGap::require_room(const TagPairs &ends) const
{
  std::vector<int> bonds(atom->num_bond, atom->num_bond + atom->nlocal);
  for (const auto &end : ends) bonds[atom->map(end.atom)]++;
  int most = 0;
  for (const int n : bonds) most = std::max(most, n);
  most = over_processes(most, MPI_MAX, world);
  if (most > atom->bond_per_atom)
    error->all(FLERR, Error::NOLASTLINE,
               "Command {} needs {} bonds per atom, and there is room for {}; give create_box the "
               "keyword extra/bond/per/atom {}, or read_data extra/bond/per/atom {}",
               NAME, most, atom->bond_per_atom, most,
               atom->extra_bond_per_atom + most - atom->bond_per_atom);
}

void CreateBondsGap::store(const TagPairs &ends) const
{
  for (const auto &end : ends) {
    const int i = atom->map(end.atom);
    const int k = atom->num_bond[i]++;
    atom->bond_type[i][k] = btype;
    atom->bond_atom[i][k] = end.partner;
  }
  bigint bonds = 0;
  for (int i = 0; i < atom->nlocal; i++) bonds += atom->num_bond[i];
  atom->nbonds = over_processes(bonds, MPI_SUM, world);
  if (!force->newton_bond) atom->nbonds /= 2;
}

void CreateBondsGap::report(const Count &count) const
{
  if (comm->me != 0) return;
  utils::logmesg(lmp, "Added {} bonds, new total = {}\n", count.bonds, atom->nbonds);
  if (count.bonds > 0)
    utils::logmesg(lmp, "  gaps: smallest = {:.6g}, mean = {:.6g}, largest = {:.6g}\n",
                   count.smallest, count.sum / static_cast<double>(count.bonds), count.largest);
  if (count.skipped > 0)
    utils::logmesg(lmp, "  skipped {} pairs that have a bond already\n", count.skipped);
}

CreateBondsGap::Count::Count() : smallest(INFINITY), largest(-INFINITY) {}

void CreateBondsGap::Count::add(double gap)
{
  bonds++;
  smallest = std::min(smallest, gap);
  largest = std::max(largest, gap);
  sum += gap;
}

void CreateBondsGap::Count::sum_up(MPI_Comm world)
{
  MPI_Allreduce(MPI_IN_PLACE, &bonds, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  MPI_Allreduce(MPI_IN_PLACE, &skipped, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  MPI_Allreduce(MPI_IN_PLACE, &smallest, 1, MPI_DOUBLE, MPI_MIN, world);
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, world);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, world);
}
