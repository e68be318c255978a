// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/clump_checks.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "group.h"
#include "math_eigen.h"
#include "molecule.h"
#include "text_file_reader.h"
#include "tokenizer.h"

// constants only: LAMMPS may have been built without package RIGID
#include "RIGID/rigid_const.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <unordered_map>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

/** Stops if an atom of the group is alone in its molecule. fix rigid/small would stop as well, but
 *  would not name the molecule. A molecule that has only one atom on some rank may have others
 *  elsewhere, so the atoms of these molecules are counted on all ranks. */
void check_no_single_spheres(LAMMPS *lmp, const char *style, int groupbit)
{
  const Atom *atom = lmp->atom;
  std::unordered_map<tagint, int> count;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) count[atom->molecule[i]]++;

  std::vector<tagint> lonely;
  for (const auto &molecule : count)
    if (molecule.second == 1) lonely.push_back(molecule.first);

  const int nprocs = lmp->comm->nprocs;
  int n = static_cast<int>(lonely.size());
  std::vector<int> recvcounts(nprocs), displs(nprocs + 1, 0);
  MPI_Allgather(&n, 1, MPI_INT, recvcounts.data(), 1, MPI_INT, lmp->world);
  for (int p = 0; p < nprocs; p++) displs[p + 1] = displs[p] + recvcounts[p];
  std::vector<tagint> candidates(displs[nprocs]);
  MPI_Allgatherv(lonely.data(), n, MPI_LMP_TAGINT, candidates.data(), recvcounts.data(),
                 displs.data(), MPI_LMP_TAGINT, lmp->world);

  std::vector<int> mine, total(candidates.size());
  for (const tagint molecule : candidates) {
    const auto found = count.find(molecule);
    mine.push_back(found == count.end() ? 0 : found->second);
  }
  MPI_Allreduce(mine.data(), total.data(), (int) mine.size(), MPI_INT, MPI_SUM, lmp->world);
  for (std::size_t m = 0; m < total.size(); m++)
    if (total[m] == 1)
      lmp->error->all(FLERR, Error::NOPOINTER,
                      "Fix {}: the clump of molecule {} is a single particle. Exclude it from the "
                      "group, and use an integrator of single particles for it",
                      style, candidates[m]);
}

}    // namespace

int VARDEM_NS::words_of_rigid_keyword(const std::string &keyword)
{
  static const std::unordered_map<std::string, int> words = {
      {"infile", 2}, {"reinit", 2}, {"mol", 2}, {"gravity", 2}, {"langevin", 5}};
  const auto found = words.find(keyword);
  return (found == words.end()) ? 1 : found->second;
}

int VARDEM_NS::first_keyword(int narg, char **args)
{
  return narg > 3 && strcmp(args[3], "custom") == 0 ? 5 : 4;
}

std::vector<char *> VARDEM_NS::rigid_command(LAMMPS *lmp, int narg, char **args,
                                             const std::vector<std::string> &own)
{
  const int first = first_keyword(narg, args);
  std::vector<char *> kept(args, args + std::min(narg, first));
  for (int iarg = first; iarg < narg;) {
    const bool is_own = index_of(own, args[iarg]) >= 0;
    const int next = std::min(narg, iarg + (is_own ? 2 : words_of_rigid_keyword(args[iarg])));
    if (!is_own) kept.insert(kept.end(), args + iarg, args + next);
    iarg = next;
  }
  const int igroup = lmp->group->find(args[1]);
  if (igroup >= 0 && narg > 3 && strcmp(args[3], "molecule") == 0 && lmp->atom->molecule_flag)
    check_no_single_spheres(lmp, args[2], lmp->group->bitmask[igroup]);
  return kept;
}

namespace {

// What moments of inertia in a file must be. LAMMPS reads those of a molecule file in another order
// than its manual says.

constexpr char MOMENTS_OF_MOLECULE_FILE[] =
    ". LAMMPS takes the 6 numbers of the inertia line of a molecule file for Ixx Iyy Izz Iyz Ixz "
    "Ixy, which is not the order of its manual. They must be about the center of mass, not the "
    "origin of the file, and along the axes of the file";
constexpr char MOMENTS_OF_INFILE[] =
    ". Numbers 6 to 11 of its line must be Ixx Iyy Izz Ixy Ixz Iyz, about the center of mass and "
    "along the axes of the simulation box";

/** Principal moments of a tensor, ascending. FixRigidSmall and Molecule set negative moments to 0,
 *  as if the body were a needle. This function keeps them, and sets only round-off to 0. */
Vec3 principal_moments(double xx, double yy, double zz, double xy, double xz, double yz)
{
  const double tensor[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
  double moments[3], axes[3][3];
  if (MathEigen::jacobi3(tensor, moments, axes, 1)) return {NAN, NAN, NAN};
  for (double &moment : moments)
    if (std::fabs(moment) < RigidConst::EPSILON * moments[2]) moment = 0.0;
  return vector_at(moments);
}

}    // namespace

void ClumpChecks::check_template(const Molecule &molecule) const
{
  const std::string name = fmt::format("molecule template {}", molecule.id);
  if (molecule.natoms < 2)
    error->all(FLERR, Error::NOPOINTER,
               "Fix {}: {} is a single particle. Insert it as an atom, and use an integrator of "
               "single particles for it",
               style, name);
  const double *I = molecule.itensor;    // xx yy zz yz xz xy
  variational.check_inertia(style, name, principal_moments(I[0], I[1], I[2], I[5], I[4], I[3]),
                            MOMENTS_OF_MOLECULE_FILE);
}

void ClumpChecks::check_infile(const char *file) const
{
  if (comm->me != 0) return;
  try {
    TextFileReader reader(file, style);
    const int nlines = reader.next_values(1).next_int();
    std::set<tagint> listed;
    for (int n = 0; n < nlines; n++) {
      ValueTokenizer values = reader.next_values(11);
      const tagint molecule = values.next_tagint();
      const double mass = values.next_double();
      if (!(mass > 0.0))
        error->one(FLERR, Error::NOPOINTER,
                   "Fix {}: mass {} of the clump of molecule {} in file {}; it must be > 0", style,
                   mass, molecule, file);
      if (!listed.insert(molecule).second)
        error->one(FLERR, Error::NOPOINTER,
                   "Fix {}: the clump of molecule {} is in file {} twice. Keep one of the lines",
                   style, molecule, file);
      values.skip(3);
      double I[6];    // xx yy zz xy xz yz
      for (double &value : I) value = values.next_double();
      variational.check_inertia(
          style, fmt::format("the clump of molecule {} in file {}", molecule, file),
          principal_moments(I[0], I[1], I[2], I[3], I[4], I[5]), MOMENTS_OF_INFILE);
    }
  } catch (const FileReaderException &) {
  } catch (const TokenizerException &) {
  }
}

void ClumpChecks::check_counts(const Clumps &clumps, const std::vector<double> &members) const
{
  for (int i = 0; i < clumps.size(); i++)
    if (members[i] < 2)
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {}: {} is a single particle. Exclude it from the group, and use an "
                 "integrator of single particles for it",
                 style, name(clumps, i));
    else if (members[i] != clumps.natoms(i))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {}: {} has {} particles, but was made of {}, and it still has their mass and "
                 "moments of inertia. Delete whole clumps only, or use reinit yes without infile",
                 style, name(clumps, i), (int) members[i], clumps.natoms(i));
}

void ClumpChecks::check_inertia(const Clumps &clumps) const
{
  for (int i = 0; i < clumps.size(); i++)
    variational.check_inertia(style, name(clumps, i), clumps.inertia(i));
}

std::string ClumpChecks::name(const Clumps &clumps, int i) const
{
  const int owner = clumps.owner(i);
  return custom ? fmt::format("the clump of atom {}", atom->tag[owner])
                : fmt::format("the clump of molecule {}", atom->molecule[owner]);
}
