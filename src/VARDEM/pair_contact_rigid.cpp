// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "pair_contact_rigid.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "host/input/coefficient_reader.h"
#include "host/lammps/internals.h"
#include "host/pair/contact_checks.h"
#include "host/pair/contact_laws.h"
#include "host/pair/materials.h"
#include "host/store/restart.h"
#include "memory.h"

#include <algorithm>
#include <cstring>
#include <iterator>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

constexpr int RESTART_VERSION = 3;    // of the record in restart files

VARDEM::LawKind read_law(CoefficientReader &reader)
{
  return static_cast<VARDEM::LawKind>(reader.one_of(names_of_laws()));
}

}    // namespace

// no_virial_fdotr_compute stays 0: the virial is zero anyway, and the flag would act on all
// sub-styles of a hybrid.
PairContactRigid::PairContactRigid(LAMMPS *lmp) : Pair(lmp), values{}, law(nullptr)
{
  single_enable = 0;
  writedata = 1;
  finitecutflag = 1;
}

PairContactRigid::~PairContactRigid()
{
  if (copymode || !allocated) return;
  memory->destroy(setflag);
  memory->destroy(cutsq);
  memory->destroy(law);
  for (double **&of : values) memory->destroy(of);
}

void PairContactRigid::allocate()
{
  const int n = atom->ntypes + 1;
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  memory->create(law, n, n, "pair:law");
  for (double **&of : values) memory->create(of, n, n, "pair:coefficient");
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      cutsq[i][j] = 0.0;
      set(i, j, {});
      setflag[i][j] = 0;
    }
  acting.assign(n * n, false);
  allocated = 1;
}

// The name that the input uses, with its suffix, also as a sub-style of pair hybrid.
std::string PairContactRigid::name() const
{
  const char *chosen = force->pair_match_ptr(const_cast<PairContactRigid *>(this));
  return std::string("Pair style ") + (chosen ? chosen : "contact/rigid");
}

void PairContactRigid::settings(int narg, char **arg)
{
  if (narg > 0) error->all(FLERR, "{} takes no arguments: {}", name(), arg[0]);
}

void PairContactRigid::coeff(int narg, char **arg)
{
  if (narg < 2) utils::missing_cmd_args(FLERR, "pair_coeff", error);
  if (!allocated) allocate();
  if (narg > 2 && arg[2] == std::string("material")) return coeff_of_materials(narg, arg);

  const Coefficients given = parse(narg, arg);
  for (const auto &[i, j] : types_of(lmp, name(), arg)) set(i, j, given);
}

// Words `* * material FILE NAME1 ... NAMEn`, and keyword law.
void PairContactRigid::coeff_of_materials(int narg, char **arg)
{
  const MaterialsOfTypes given(lmp, name(), MaterialsOfTypes::GRAINS, 3, narg, arg);
  VARDEM::LawKind kind = VARDEM::HERTZ;
  CoefficientReader reader(lmp, name(), {arg + given.next(), arg + narg});
  if (reader.follows("law")) kind = read_law(reader);
  if (reader.next_keyword())
    refuse_keyword(error, Error::NOPOINTER, name() + " keyword material", reader.name(), {"law"});
  const auto laws = all_laws();
  const VARDEM::NormalLaw &of_name =
      **std::find_if(laws.begin(), laws.end(), [kind](const VARDEM::NormalLaw *one) {
        return one->name == name_of_law(kind);
      });
  for (const auto &[i, j] : types_of(lmp, name(), arg, &given))
    set(i, j, {given.rigid_of_types(i, j, of_name), kind, true});
}

PairContactRigid::Coefficients PairContactRigid::parse(int narg, char **arg) const
{
  Coefficients c;
  CoefficientReader reader(lmp, name(), {arg + 2, arg + narg});
  while (reader.next_keyword()) {
    reader.once();
    if (read_number(reader, c)) continue;
    if (!reader.is("law")) reader.unknown();
    c.law = read_law(reader);
  }
  if (c.stiffness == 0.0)
    error->all(FLERR, "{}: keyword stiffness is missing for types {} {}", name(), arg[0], arg[1]);
  return c;
}

PairContactRigid::Coefficients PairContactRigid::of_types(int i, int j) const
{
  return acting[i * (atom->ntypes + 1) + j] ? in_input(i, j) : Coefficients();
}

PairContactRigid::Coefficients PairContactRigid::in_input(int i, int j) const
{
  Coefficients c = {
      {}, static_cast<VARDEM::LawKind>(law[i][j]), setflag[std::min(i, j)][std::max(i, j)] != 0};
  for (int k = 0; k < NUMBERS; k++) c.*RIGID_NUMBERS[k].of = values[k][i][j];
  return c;
}

void PairContactRigid::set(int i, int j, const Coefficients &c)
{
  for (int k = 0; k < NUMBERS; k++) values[k][i][j] = c.*RIGID_NUMBERS[k].of;
  law[i][j] = c.law;
  setflag[i][j] = 1;
}

// Requests no neighbor list, because the fixes request their own. Pair style hybrid calls
// init_one() for those types only that the style acts on.
void PairContactRigid::init_style()
{
  if (!atom->radius_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} requires atom attribute radius; use atom_style sphere or bpm/sphere", name());

  radii.find(lmp);
  acting.assign(acting.size(), false);
}

// Beside another style in pair hybrid/overlay the style may wait for a later run: grains settle
// softly first.
void PairContactRigid::setup()
{
  const auto styles = pair_styles(lmp);
  const bool others = std::any_of(styles.begin(), styles.end(), [this](const SubStyle &sub) {
    return sub.pair != this && !utils::strmatch(sub.name, "^zero");
  });
  if (!others) ContactChecks(lmp, name()).warn_without_solver(warned);
}

double PairContactRigid::init_one(int i, int j)
{
  if (!setflag[i][j])
    error->all(
        FLERR, Error::NOLASTLINE,
        "{}: no coefficients for types {} {}, and the style has no mixing; add pair_coeff {} {}",
        name(), i, j, i, j);
  const Coefficients c = in_input(i, j);
  if (!std::all_of(std::begin(RIGID_NUMBERS), std::end(RIGID_NUMBERS), [&c](const auto &one) {
        return one.range.has(c.*one.of);    // fix adapt may set any value
      }))
    error->all(FLERR, Error::NOLASTLINE,
               "{}: types {} {} have stiffness {}, which must be > 0, restitution {}, which must "
               "be between 0 and 1, and mu {} and rolling {}, which must be >= 0; check fix adapt",
               name(), i, j, c.stiffness, c.restitution, c.friction, c.rolling);
  set(j, i, c);
  acting[i * (atom->ntypes + 1) + j] = acting[j * (atom->ntypes + 1) + i] = true;
  return radii.cutoff(i, j);
}

void PairContactRigid::write_restart(FILE *fp)
{
  std::vector<char> record;
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      append(record, setflag[i][j]);
      for (double **const of : values) append(record, of[i][j]);
      append(record, law[i][j]);
    }
  VARDEM_NS::write_restart(fp, RESTART_VERSION, record);
}

void PairContactRigid::read_restart(FILE *fp)
{
  allocate();
  const std::vector<char> record = read_record(fp, lmp, name(), RESTART_VERSION);
  RecordReader reader(record);
  bool right = true;
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      right = right && reader.take(setflag[i][j]);
      for (double **const of : values) right = right && reader.take(of[i][j]);
      right = right && reader.take(law[i][j]) && law[i][j] >= 0 && law[i][j] < VARDEM::LAW_KINDS;
    }
  if (!right)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: the coefficients in the restart file are damaged: use another restart file",
               name());
}

// Coefficients as in pair_coeff, with all digits.
std::string PairContactRigid::written(int i, int j) const
{
  const Coefficients c = in_input(i, j);
  return fmt::format("stiffness {} law {} restitution {} mu {} rolling {}", c.stiffness,
                     name_of_law(c.law), c.restitution, c.friction, c.rolling);
}

void PairContactRigid::write_data(FILE *fp)
{
  for (int i = 1; i <= atom->ntypes; i++) utils::print(fp, "{} {}\n", i, written(i, i));
}

void PairContactRigid::write_data_all(FILE *fp)
{
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) utils::print(fp, "{} {} {}\n", i, j, written(i, j));
}

void *PairContactRigid::extract(const char *what, int &dim)
{
  dim = strcmp(what, "law") == 0 ? 1 : 2;
  if (dim == 1) return law;
  for (int k = 0; k < NUMBERS; k++)
    if (strcmp(what, RIGID_NUMBERS[k].keyword) == 0) return values[k];
  return nullptr;
}
