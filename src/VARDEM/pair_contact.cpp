// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "pair_contact.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix_velocity_onstep.h"
#include "force.h"
#include "host/lammps/internals.h"
#include "host/lammps/internals_springs.h"
#include "host/pair/contact_checks.h"
#include "host/pair/contact_limit.h"
#include "host/pair/materials.h"
#include "host/tables/row_readers.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "respa.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::vectors_at;

namespace {

const std::string HISTORY = "NEIGH_HISTORY_VARDEM_";    // begins the ID of a fix with springs
constexpr int SINGLE_EXTRA = 10;
constexpr Vec3 STILL = {0.0, 0.0, 0.0};

/** The springs of a pair style, which alone creates it. */
using FixContactSprings = SavedSprings<SpringsByImage>;

}    // namespace

PairContact::PairContact(LAMMPS *lmp, const VARDEM::NormalLaw &kind_in) :
    Pair(lmp), kind(kind_in), coefficients(lmp, kind_in), springs(false), root(false),
    full_step(true), damped(false), masses(lmp), inverse_mass(nullptr), fix_history(nullptr),
    full_step_velocities(lmp, this, instance_me), message(VELOCITIES), warned_step(0.0),
    warned_bonds(false)
{
  comm_forward = PairFullStepVelocities::WIDTH;
  single_enable = 1;
  single_extra = SINGLE_EXTRA;
  svector = new double[SINGLE_EXTRA];
  writedata = 1;
  eflag_atom = vflag_atom = 0;    // setup() reads them before the first compute()
  finitecutflag = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  no_virial_fdotr_compute = 1;    // the sum of x F is not symmetric where there is friction
  history_id = unused_history_id();
  modify->add_fix(history_id + "_DUMMY all DUMMY");
}

PairContact::~PairContact()
{
  if (copymode) return;
  const std::string id = fix_history ? history_id : history_id + "_DUMMY";
  if (modify->get_fix_by_id(id)) modify->delete_fix(id);
  full_step_velocities.remove_fix();
  delete[] svector;
  if (!allocated) return;
  memory->destroy(setflag);
  memory->destroy(cutsq);
}

// The ID does not depend on how many instances this process has had, so that a restart file finds
// the springs. Sub-styles of pair style hybrid have numbers in the order of the input.
std::string PairContact::unused_history_id() const
{
  const std::string law = utils::uppercase(kind.name) + "_";
  for (int n = 1;; n++) {
    const std::string id = HISTORY + law + std::to_string(n);
    if (!modify->get_fix_by_id(id) && !modify->get_fix_by_id(id + "_DUMMY")) return id;
  }
}

std::string PairContact::name() const
{
  const char *chosen = force->pair_match_ptr(const_cast<PairContact *>(this));
  return "Pair style " + (chosen ? std::string(chosen) : std::string("contact/") + kind.name);
}

void PairContact::allocate()
{
  const int n = coefficients.no_type();
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      setflag[i][j] = 0;
      cutsq[i][j] = 0.0;
    }
  coefficients.allocate();
  allocated = 1;
}

void PairContact::settings(int narg, char **arg)
{
  if (narg == 0) return;
  error->all(FLERR,
             "{} takes no arguments: {}; coefficients are named in pair_coeff. {}Page "
             "Howto_vardem_porting has all coefficients of gran/* and granular",
             name(), arg[0], kind.in_place_of);
}

void PairContact::coeff(int narg, char **arg)
{
  if (narg < 2) utils::missing_cmd_args(FLERR, "pair_coeff", error);
  if (!allocated) allocate();
  if (narg > 2 && arg[2] == std::string("material")) return coeff_of_materials(narg, arg);

  const auto types = types_of(lmp, name(), arg);
  const ContactCoefficients given = ContactCoefficients::read(lmp, name(), kind, 2, narg, arg);
  for (const auto &[i, j] : types) set(i, j, given);
}

void PairContact::coeff_of_materials(int narg, char **arg)
{
  const MaterialsOfTypes given(lmp, name(), MaterialsOfTypes::GRAINS, 3, narg, arg);
  bool taken = false;
  for (const auto &[i, j] : types_of(lmp, name(), arg, &given)) {
    ContactCoefficients c = given.of_types(i, j, kind);
    taken |= c.read_style_of(lmp, name(), given.next(), narg, arg);
    set(i, j, c);
  }
  require_surface_energy(error, name(), taken);
}

void PairContact::set(int i, int j, const ContactCoefficients &given)
{
  coefficients.set(i, j, given);
  setflag[i][j] = 1;
}

void PairContact::init_style()
{
  // commands such as write_restart call init(), too, and run pre no may go on behind them
  if (update->whichflag) dissipation.forget();
  const PairCoefficients::Settings settings = coefficients.settings(setflag, name());
  coefficients.forget_laws();
  springs = settings.springs;
  root = settings.root;
  damped = settings.damped;
  full_step = settings.full_step;
  check_settings();
  neighbor->add_request(this, list_flags());
  keep_history();
  full_step_velocities.init(full_step && damped, full_step && springs, name(), velocity_style());
  radii.find(lmp);
  adapts = may_adapt(modify);
  masses.init();
  readers.clear();
  record->count_from_zero(neighbor->ncalls);
}

void PairContact::check_settings()
{
  const ContactChecks checks(lmp, name());
  checks.require_attributes();
  checks.require_radii(coefficients.types(setflag));
  if (!full_step && (damped || springs)) checks.require_ghost_velocities();
  if (springs && force->newton_pair && comm->style == Comm::TILED)
    error->all(
        FLERR, Error::NOLASTLINE,
        "{}: with comm_style tiled, LAMMPS cannot send the memory of contacts, such as "
        "springs of friction, to the owners of ghost atoms; use newton off, or comm_style brick",
        name());
  if (coefficients.kind().beyond_touch && neighbor->style == Neighbor::MULTI &&
      neighbor->interval_collection_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: neighbor lists with neigh_modify collection/interval end where grains touch, "
               "and contacts that hold across a gap need more; use collection/type",
               name());
  if (utils::strmatch(force->pair_style, "^hybrid/scaled"))
    error->all(FLERR, Error::NOLASTLINE,
               "{} does not know the factors of pair style hybrid/scaled, so that lost energies, "
               "time steps and rows of contacts would be without them; use hybrid/overlay, and "
               "multiply the coefficients",
               name());
  checks.require_own_springs(HISTORY);
  if (springs) checks.warn_about_unread_springs(history_id, history_style());
  // Commands that make bonds set up the style before there are any.
  if (!warned_bonds && atom->nbonds > 0) {
    checks.warn_about_special_bonds();
    warned_bonds = true;
  }
}

void PairContact::init_list(int id, NeighList *ptr)
{
  Pair::init_list(id, ptr);
  record->forget();
}

int PairContact::list_flags() const
{
  // lists by size have no pairs with gaps wider than the skin
  return coefficients.kind().beyond_touch ? NeighConst::REQ_DEFAULT : touch_list_flag(modify);
}

// FixContactSprings is not among the styles of the fix command; its name in a restart file says
// whether the contacts have springs against rolling.
const char *PairContact::history_style() const
{
  return add_internal_style<FixContactSprings>(
      modify, coefficients.kind().resists_rolling ? "CONTACT_SPRINGS/ROLLING" : "CONTACT_SPRINGS");
}

std::string PairContact::velocity_style() const
{
  return FixVelocityOnstep::style_in(modify);
}

// All contacts begin anew if they keep other springs than before.
void PairContact::keep_history()
{
  const int columns = springs ? ContactList::columns_of(coefficients.kind()) : 0;
  if (columns == history_columns) return;
  if (columns > 0 && history_columns > 0 && comm->me == 0)
    error->warning(FLERR,
                   "{}: rolling or twisting is new, or there no longer, and all contacts begin "
                   "without a spring; give them before the first run to keep the springs",
                   name());
  history_columns = columns;
  const std::string dummy = history_id + "_DUMMY";
  if (fix_history) modify->replace_fix(history_id, dummy + " all DUMMY");
  fix_history = nullptr;
  if (columns == 0) return;
  fix_history = dynamic_cast<FixNeighHistory *>(modify->replace_fix(
      dummy, fmt::format("{} all {} {}", history_id, history_style(), columns), 1));
  fix_history->pair = this;
  fix_history->use_bit_flag = 0;    // springs of pairs that no longer overlap are needed, too
}

// Fix adapt calls it again when it has changed its tables.
double PairContact::init_one(int i, int j)
{
  if (coefficients.init(i, j, setflag, springs, name())) did_mix = true;
  ContactChecks(lmp, name())
      .require_repulsion(coefficients.kind(), coefficients.law(i, j), radii, i, j);
  return coefficients.cutoff(i, j, radii);
}

void *PairContact::extract(const char *what, int &dim)
{
  dim = 2;
  return coefficients.table(what);
}

// Warns of velocities that no fix turns into motions, and of a time step with which not even two
// grains are stable. Implicit steps take such velocities as zero, and may be longer.
void PairContact::setup()
{
  if (update->whichflag != 1 || !fixes_with<FullStepIntegrator>(modify).empty()) return;
  if (damped || springs) ContactChecks(lmp, name()).warn_about_conveyors(warned_conveyors);
  find_bodies();
  inverse_mass = masses.update();
  warn_about_step(lmp, name(), LimitOf::TWO_GRAINS, limit_of_step(), warned_step);
}

double PairContact::limit_of_step()
{
  return limit_of_two_grains(lmp, coefficients.kind(), full_step, contact_atoms(),
                             {list->inum, list->ilist, contact_list()});
}

// Lists are built anew when grains move, but not when they grow. When they have grown by more than
// the skin, contacts are missed even where grains do not move.
void PairContact::require_reach() const
{
  const bool is_new = neighbor->ago == 0;
  if (adapts || is_new)
    ContactChecks(lmp, name()).require_reach(cutsq, coefficients, is_new ? 0.0 : neighbor->skin);
}

void PairContact::find_bodies()
{
  if (!masses.have_bodies()) return;
  masses.find_bodies();
  message = MASSES;
  comm->forward_comm(this, 1);
  message = VELOCITIES;
}

void PairContact::prepare()
{
  require_reach();
  if (neighbor->ago == 0) {
    find_bodies();
    clear_unset_velocities();
  }
  inverse_mass = masses.update();
  full_step_velocities.find();
}

// Without dashpots and springs no velocity counts, and LAMMPS may give none to ghosts. But the
// kernels multiply them by zero, so they must be numbers.
void PairContact::clear_unset_velocities()
{
  if (damped || springs || comm->ghost_velocity) return;
  for (int j = atom->nlocal; j < atom->nlocal + atom->nghost; j++)
    for (int k = 0; k < 3; k++) atom->v[j][k] = atom->omega[j][k] = 0.0;
}

// With run_style respa a step has several of an inner level.
double PairContact::time_between_forces() const
{
  const auto *respa = dynamic_cast<const Respa *>(update->integrate);
  if (!respa) return update->dt;
  int level = respa->level_pair;
  const auto styles = pair_styles(lmp);
  for (int k = 0; k < respa->nhybrid_styles; k++)
    if (styles[k].pair == this) level = respa->hybrid_level[k];
  return respa->step[level];
}

VARDEM::StepTime PairContact::step_time() const
{
  return {springs_advance() ? time_between_forces() : 0.0,
          full_step_velocities.needed() ? kick_of_dashpots(lmp) : 0.0};
}

int PairContact::pack_forward_comm(int n, int *atoms, double *buf, int pbc_flag, int *pbc)
{
  return message == MASSES ? masses.pack(n, atoms, buf)
                           : full_step_velocities.pack(n, atoms, buf, pbc_flag, pbc);
}

void PairContact::unpack_forward_comm(int n, int first, double *buf)
{
  if (message == MASSES)
    masses.unpack(n, first, buf);
  else
    full_step_velocities.unpack(n, first, buf);
}

ContactAtoms PairContact::contact_atoms()
{
  const auto rows = [](double **a) {
    return vectors_at(a[0]);
  };
  ContactAtoms atoms = {};
  atoms.xs = rows(atom->x);
  atoms.v_at_half = atoms.vs = rows(atom->v);
  atoms.w_at_half = atoms.ws = rows(atom->omega);
  atoms.stride = 1;
  if (full_step_velocities.needed()) {
    atoms.vs = full_step_velocities.rows();
    atoms.ws = atoms.vs + 1;
    atoms.stride = 2;
  }
  if (update->whichflag == 2) {    // a minimization follows the energy: dashpots do not act
    atoms.vs = atoms.ws = &STILL;
    atoms.stride = 0;
  }
  atoms.fs = rows(atom->f);
  atoms.torques = rows(atom->torque);
  atoms.radii = atom->radius;
  atoms.inverse_masses = inverse_mass;
  atoms.type = atom->type;
  atoms.laws = coefficients.all().data();
  atoms.no_type = coefficients.no_type();
  atoms.nadd = force->newton_pair ? std::numeric_limits<int>::max() : atom->nlocal;
  if (eflag_atom) atoms.eatom = eatom;
  if (vflag_atom) atoms.vatom = reinterpret_cast<double(*)[6]>(vatom[0]);
  return atoms;
}

ContactList PairContact::contact_list() const
{
  return {list->ilist,
          list->numneigh,
          list->firstneigh,
          force->special_lj,
          atom->nlocal,
          force->newton_pair != 0,
          springs ? fix_history->firstflag : nullptr,
          springs ? fix_history->firstvalue : nullptr,
          history_columns};
}

void PairContact::take(const ContactSums &sums)
{
  if (eflag_global) eng_vdwl += sums.energy;
  if (vflag_global)
    for (int d = 0; d < 6; d++) virial[d] += sums.virial[d];
  unbalanced = sums.unbalanced;
  if (dissipation.is_asked()) dissipation.add(sums, update->dt, update->setupflag);
}

bool PairContact::find_springs(int i, int j, VARDEM::TurningState &state) const
{
  if (!springs || !list || !fix_history->firstflag) return false;
  const ContactList stored = contact_list();
  for (const auto &[a, b, sign] : {std::tuple(i, j, 1.0), std::tuple(j, i, -1.0)}) {
    if (a >= atom->nlocal) continue;
    for (int k = 0; k < stored.size(a); k++)
      if ((stored.entry(a, k) & NEIGHMASK) == b) {
        if (stored.touch(a, k)) state.spring = sign * stored.spring(a, k);
        if (stored.touch(a, k) && coefficients.kind().resists_rolling)
          state.turning = sign * stored.turning(a, k);
        return stored.touch(a, k);
      }
  }
  return false;
}

HeldSprings PairContact::held_springs()
{
  if (!springs || !list || !fix_history->firstflag) return {};
  return held.find(contact_list(), list->inum);
}

// pair_write asks for the force at distances that no two atoms have.
void PairContact::require_pair(int i, int j, double rsq) const
{
  const int n = atom->nlocal + atom->nghost;
  if (i < n && j < n && inverse_mass) {
    const Vec3 *x = vectors_at(atom->x[0]), e = x[j] - x[i];
    if (std::fabs(dot(e, e) - rsq) <= 1.0e-6 * rsq) return;
  }
  error->one(FLERR, Error::NOLASTLINE,
             "{} has no force of a distance alone, without radii and velocities, so it cannot be "
             "tabulated or asked for before a run",
             name());
}

// svector: tangential force on atom I, its size, relative velocity of I along the normal, velocity
// of the surface of I relative to that of J.
double PairContact::single(int i, int j, int /*itype*/, int /*jtype*/, double rsq,
                           double /*factor_coul*/, double factor_lj, double &fforce)
{
  require_pair(i, j, rsq);
  std::fill(svector, svector + single_extra, 0.0);
  fforce = 0.0;
  const ContactAtoms a = contact_atoms();
  VARDEM::TurningState state = {};
  const bool held = find_springs(i, j, state);
  state.inverse_mass = a.inverse_mass(i) + a.inverse_mass(j);
  state.now = {a.v(i) - a.v(j), a.w(i), a.w(j)};
  const double R1 = a.radius(i), R2 = a.radius(j);
  const VARDEM::NormalLaw &law = coefficients.kind();
  const double reach = R1 + R2 + law.reach(a.law(i, j), VARDEM::effective_radius(R1, R2), held);
  if (rsq >= reach * reach) return 0.0;
  const Vec3 e = a.x(j) - a.x(i);
  const VARDEM::GrainContact now =
      law.contact(a.law(i, j), touching(e, norm(e), R1, R2, a.law(i, j).lever), state);
  const Vec3 tangential = factor_lj * now.force.tangential,
             normal = now.velocity.closing * now.contact.n, sliding = now.velocity.sliding;
  const double values[] = {tangential.x, tangential.y, tangential.z, norm(tangential), normal.x,
                           normal.y,     normal.z,     sliding.x,    sliding.y,        sliding.z};
  std::copy(std::begin(values), std::end(values), svector);
  fforce = factor_lj * now.force.normal / now.contact.distance;
  return factor_lj * now.force.energy;
}

void PairContact::read_restart(FILE *fp)
{
  allocate();
  coefficients.read_restart(fp, setflag, name());
}

void PairContact::write_data(FILE *fp)
{
  for (int i = 1; i <= atom->ntypes; i++) utils::print(fp, "{} {}\n", i, coefficients.text(i, i));
}

void PairContact::write_data_all(FILE *fp)
{
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++)
      utils::print(fp, "{} {} {}\n", i, j, coefficients.text(i, j));
}
