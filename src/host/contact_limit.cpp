/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/contact_limit.h"

#include "domain.h"
#include "force.h"
#include "kernels/stable_step.h"
#include "lammps.h"

#include <algorithm>
#include <limits>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Inverse masses of a grain against springs at its surface. */
struct Mobility {
  double normal = 0.0, tangential = 0.0;
};

/** A tangential spring at the distance R from the center also turns the grain: 1/m + R^2/I. The moment of inertia is at most that of
 *  a sphere, in 2d of a disc. A member of a rigid body turns with the body, which may be of any size, so its turning is left
 *  out. */
Mobility mobility(const LAMMPS *lmp, const ContactAtoms &atoms, int i)
{
  const double w = atoms.inverse_mass(i);
  const bool free = w == 1.0 / lmp->atom->rmass[i];
  const double turning = lmp->domain->dimension == 2 ? 2.0 : 2.5;
  return {w, free ? (1.0 + turning) * w : w};
}

/** Largest stiffness over mass of two grains. */
double largest(const VARDEM::SoftContact &law, const VARDEM::ElasticForce &elastic,
               const Mobility &a, const Mobility &b)
{
  const double kt = law.friction > 0.0 ? elastic.kt : 0.0;
  return std::max(elastic.tangent * (a.normal + b.normal), kt * (a.tangential + b.tangential));
}

/** Hooke: by types. */
double of_types(const LAMMPS *lmp, const ContactAtoms &atoms)
{
  const int n = atoms.no_type;
  std::vector<Mobility> lightest(n, {-1.0, -1.0});    // of types without atoms
  for (int i = 0; i < lmp->atom->nlocal; i++) {
    const Mobility m = mobility(lmp, atoms, i);
    Mobility &most = lightest[atoms.type[i]];
    most = {std::max(most.normal, m.normal), std::max(most.tangential, m.tangential)};
  }
  MPI_Allreduce(MPI_IN_PLACE, lightest.data(), 2 * n, MPI_DOUBLE, MPI_MAX, lmp->world);
  double most = 0.0;
  for (int i = 1; i < n; i++)
    for (int j = i; j < n; j++) {
      if (lightest[i].normal < 0.0 || lightest[j].normal < 0.0) continue;
      const VARDEM::SoftContact &law = atoms.laws[i * n + j];
      const auto elastic = VARDEM::elastic_force<VARDEM::HookeForce>(law, 0.0, 0.0);
      most = std::max(most, largest(law, elastic, lightest[i], lightest[j]));
    }
  return most;
}

/** Hertz: of the grains that overlap. */
double of_overlaps(const LAMMPS *lmp, const ContactAtoms &atoms, const ListedContacts &contacts)
{
  double most = 0.0;
  for (int n = 0; n < contacts.inum; n++) {
    const int i = contacts.ilist[n];
    for (int k = 0; k < contacts.list.size(i); k++) {
      const int j = contacts.list.entry(i, k) & NEIGHMASK;
      const double Ri = atoms.radius(i), Rj = atoms.radius(j);
      const double overlap = Ri + Rj - VARDEM::norm(atoms.x(j) - atoms.x(i));
      if (overlap <= 0.0) continue;
      const VARDEM::SoftContact &law = atoms.law(i, j);
      const auto elastic =
          VARDEM::elastic_force<VARDEM::HertzForce>(law, overlap, Ri * Rj / (Ri + Rj));
      most =
          std::max(most, largest(law, elastic, mobility(lmp, atoms, i), mobility(lmp, atoms, j)));
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, lmp->world);
  return most;
}

}    // namespace

/* ---------------------------------------------------------------------- */

double VARDEM_NS::limit_of_two_grains(const LAMMPS *lmp, VARDEM::ContactLawKind kind,
                                      const ContactAtoms &atoms, const ListedContacts &contacts)
{
  const double most = lmp->force->ftm2v *
      (kind == VARDEM::HERTZ ? of_overlaps(lmp, atoms, contacts) : of_types(lmp, atoms));
  return most > 0.0 ? VARDEM::stable_step(most, 0.0) : std::numeric_limits<double>::infinity();
}
