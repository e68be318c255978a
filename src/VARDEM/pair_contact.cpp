/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "pair_contact.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix_dummy.h"
#include "fix_neigh_history.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <limits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::vectors_at;

/* ---------------------------------------------------------------------- */

PairContact::PairContact(LAMMPS *lmp, VARDEM::ContactLawKind kind_in) :
    Pair(lmp), kind(kind_in), springs(false), root(false), on_step(true), dt(0.0),
    fix_dummy(nullptr), fix_history(nullptr)
{
  single_enable = 0;
  writedata = 1;
  finitecutflag = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  fix_dummy = dynamic_cast<FixDummy *>(
      modify->add_fix("NEIGH_HISTORY_VARDEM_DUMMY" + std::to_string(instance_me) + " all DUMMY"));
}

/* ---------------------------------------------------------------------- */

PairContact::~PairContact()
{
  if (copymode) return;
  modify->delete_fix((fix_history ? "NEIGH_HISTORY_VARDEM" : "NEIGH_HISTORY_VARDEM_DUMMY") +
                     std::to_string(instance_me));
  if (!allocated) return;
  memory->destroy(setflag);
  memory->destroy(cutsq);
}

/* ---------------------------------------------------------------------- */

int PairContact::no_type() const
{
  return atom->ntypes + 1;
}

std::string PairContact::name() const
{
  const char *chosen = force->pair_match_ptr(const_cast<PairContact *>(this));
  return std::string("Pair style ") +
      (chosen                      ? chosen
           : kind == VARDEM::HERTZ ? "contact/hertz"
                                   : "contact/hooke");
}

/* ---------------------------------------------------------------------- */

void PairContact::allocate()
{
  const int n = no_type();
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      setflag[i][j] = 0;
      cutsq[i][j] = 0.0;
    }
  input.assign(n * n, {});
  laws.assign(n * n, {});
  allocated = 1;
}

/* ---------------------------------------------------------------------- */

void PairContact::settings(int narg, char **arg)
{
  if (narg > 0) error->all(FLERR, "{} takes no arguments: {}", name(), arg[0]);
}

/* ---------------------------------------------------------------------- */

void PairContact::coeff(int narg, char **arg)
{
  if (narg < 2) utils::missing_cmd_args(FLERR, "pair_coeff", error);
  if (!allocated) allocate();

  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);
  const ContactCoefficients given = ContactCoefficients::read(lmp, name(), kind, 2, narg, arg);

  int count = 0;
  for (int i = ilo; i <= ihi; i++)
    for (int j = std::max(jlo, i); j <= jhi; j++) {
      coefficients(i, j) = given;
      setflag[i][j] = 1;
      count++;
    }
  if (count == 0)
    error->all(FLERR, "{}: pair_coeff {} {} has no pair of types I <= J; swap I and J", name(),
               arg[0], arg[1]);
}

/* ---------------------------------------------------------------------- */

void PairContact::init_style()
{
  require_attributes();
  springs = root = false;
  on_step = true;
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      if (!setflag[i][j]) continue;
      springs |= coefficients(i, j).has_spring();
      root |= coefficients(i, j).dashpots == ContactCoefficients::RESTITUTION;
      on_step = coefficients(i, j).velocity == ContactCoefficients::ON_STEP;
    }
  neighbor->add_request(this, list_flags());
  dt = update->dt;
  if (springs) keep_history();
  radii.find(lmp);
}

/* ---------------------------------------------------------------------- */

int PairContact::list_flags() const
{
  return springs ? NeighConst::REQ_SIZE | NeighConst::REQ_HISTORY : NeighConst::REQ_SIZE;
}

/* ---------------------------------------------------------------------- */

void PairContact::require_attributes() const
{
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} requires atom attributes radius, rmass and omega; use atom_style sphere",
               name());
}

/* ---------------------------------------------------------------------- */

void PairContact::keep_history()
{
  const std::string id = "NEIGH_HISTORY_VARDEM" + std::to_string(instance_me);
  if (!fix_history) {
    fix_history = dynamic_cast<FixNeighHistory *>(
        modify->replace_fix("NEIGH_HISTORY_VARDEM_DUMMY" + std::to_string(instance_me),
                            id + " all " + history_style() + " 3", 1));
    fix_history->pair = this;
  }
}

/* ---------------------------------------------------------------------- */

double PairContact::init_one(int i, int j)
{
  if (!setflag[i][j]) {
    const std::string difference = coefficients(i, i).difference(coefficients(j, j));
    if (!difference.empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: types {} and {} have {}, which cannot be mixed; add pair_coeff {} {}", name(),
                 i, j, difference, i, j);
    coefficients(i, j) = coefficients(i, i).mixed(coefficients(j, j));
  }
  coefficients(j, i) = coefficients(i, j);
  laws[i * no_type() + j] = laws[j * no_type() + i] = coefficients(i, j).law(kind);
  return radii.cutoff(i, j);
}

/* ---------------------------------------------------------------------- */

void PairContact::reset_dt()
{
  dt = update->dt;
}

/* ---------------------------------------------------------------------- */

void PairContact::prepare()
{
  const int n = atom->nlocal + atom->nghost;
  if (static_cast<int>(inverse_mass.size()) < n) inverse_mass.resize(atom->nmax);
  for (int i = 0; i < n; i++) inverse_mass[i] = 1.0 / atom->rmass[i];
}

/* ---------------------------------------------------------------------- */

ContactAtoms PairContact::contact_atoms()
{
  const auto rows = [](double **a) {
    return vectors_at(a[0]);
  };
  ContactAtoms atoms = {};
  atoms.xs = rows(atom->x);
  atoms.v_at_half = atoms.vs = rows(atom->v);
  atoms.w_at_half = atoms.ws = rows(atom->omega);
  atoms.fs = rows(atom->f);
  atoms.torques = rows(atom->torque);
  atoms.radii = atom->radius;
  atoms.inverse_masses = inverse_mass.data();
  atoms.type = atom->type;
  atoms.laws = laws.data();
  atoms.no_type = no_type();
  atoms.nadd = force->newton_pair ? std::numeric_limits<int>::max() : atom->nlocal;
  if (eflag_atom) atoms.eatom = eatom;
  if (vflag_atom) atoms.vatom = reinterpret_cast<double(*)[6]>(vatom[0]);
  return atoms;
}

ContactList PairContact::contact_list() const
{
  return {list->numneigh,
          list->firstneigh,
          force->special_lj,
          atom->nlocal,
          force->newton_pair != 0,
          springs ? fix_history->firstflag : nullptr,
          springs ? fix_history->firstvalue : nullptr};
}

/* ---------------------------------------------------------------------- */

void PairContact::take(const ContactSums &sums)
{
  if (eflag_global) eng_vdwl += sums.energy;
  if (vflag_global)
    for (int d = 0; d < 6; d++) virial[d] += sums.virial[d];
}

/* ---------------------------------------------------------------------- */

void PairContact::write_restart(FILE *fp)
{
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      fwrite(&setflag[i][j], sizeof(int), 1, fp);
      if (setflag[i][j]) fwrite(&coefficients(i, j), sizeof(ContactCoefficients), 1, fp);
    }
}

/* ---------------------------------------------------------------------- */

void PairContact::read_restart(FILE *fp)
{
  allocate();
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      if (comm->me == 0) {
        utils::sfread(FLERR, &setflag[i][j], sizeof(int), 1, fp, nullptr, error);
        if (setflag[i][j])
          utils::sfread(FLERR, &coefficients(i, j), sizeof(ContactCoefficients), 1, fp, nullptr,
                        error);
      }
      MPI_Bcast(&setflag[i][j], 1, MPI_INT, 0, world);
      MPI_Bcast(&coefficients(i, j), sizeof(ContactCoefficients), MPI_BYTE, 0, world);
    }
}

/* ---------------------------------------------------------------------- */

void PairContact::write_data(FILE *fp)
{
  for (int i = 1; i < no_type(); i++) utils::print(fp, "{} {}\n", i, coefficients(i, i).text());
}

void PairContact::write_data_all(FILE *fp)
{
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++)
      utils::print(fp, "{} {} {}\n", i, j, coefficients(i, j).text());
}
