/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_energy_ledger.h"

#include "bond_hybrid.h"
#include "comm.h"
#include "compute.h"
#include "error.h"
#include "fix_gravity.h"
#include "force.h"
#include "group.h"
#include "host/cell_flow.h"
#include "host/contact_springs.h"
#include "host/gravity.h"
#include "host/internals.h"
#include "host/restart.h"
#include "host/sphere_inertia.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cctype>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::FrameAtRest;
using VARDEM::FrameOfFlow;
using VARDEM::KickSums;
using VARDEM::KickWork;
using VARDEM::KineticEnergy;
using VARDEM::Vec3;

namespace {

constexpr const char *PART[] = {"translation", "rotation", "elastic", "bond",
                                "gravity",     "walls",    "cell",    "dashpots",
                                "friction",    "damping",  "impacts"};

// What each part contains, for messages that name what it does not contain
constexpr const char *CONTENT[] = {
    "energy of", "energy of",      "energy of",      "energy of",      "work of",       "work of",
    "work of",   "dissipation by", "dissipation by", "dissipation by", "dissipation by"};

// Fixes whose bodies belong to one process each: rigid/small, rigid/nve/small, rigid/small/variational, ...
constexpr const char *RIGID_SMALL = "^rigid.*/small";

constexpr int RESTART_VERSION = 2;    // of the state in restart files

using Patterns = std::vector<std::string>;

bool matches(const std::string &style, const Patterns &patterns)
{
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string &p) {
    return utils::strmatch(style, p);
  });
}

// pair and bond styles that do not tell their energy, or what they dissipate

const Patterns NO_PAIR_ENERGY = {"^gran", "^lubricate", "^brownian"};
const Patterns PAIRS_WITH_DASHPOTS = {"^gran", "^lubricate", "^brownian", "dpd", "^sph/", "^sdpd"};
const Patterns PAIRS_WITH_FRICTION = {"^gran"};
const Patterns NO_BOND_ENERGY = {"^bpm/spring/plastic"};
const Patterns BONDS_WITH_DASHPOTS = {"^bpm/"};

// fixes that act on atoms in every step and do not change their energy, or do so in one of the parts

const Patterns KEEP_ENERGY = {"^nve",       "^rigid",         "^freeze",  "^enforce2d",
                              "^streaming", "^timestep/",     "^shake",   "^rattle",
                              "^halt",      "^property/atom", "^dt/reset"};
const Patterns CHANGE_ENERGY = {
    "^nve/limit", "^nve/noforce", "^rigid.*/n[pv][th]", "^momentum",  "^temp/", "^press/",
    "^heat",      "^pour",        "^deposit",           "^evaporate", "^adapt", "^recenter"};

bool is_of_lammps_itself(const std::string &style)
{
  return isupper(style[0]);
}

bool may_change_energy(const Fix *ifix, int mask)
{
  const std::string style = ifix->style;
  if (is_of_lammps_itself(style)) return false;
  if (matches(style, CHANGE_ENERGY) || ifix->ecouple_flag) return true;
  if (matches(style, KEEP_ENERGY)) return false;
  return mask & (INITIAL_INTEGRATE | POST_INTEGRATE | PRE_FORCE | POST_FORCE | FINAL_INTEGRATE);
}

/** A wall without an energy, so the work that it does is not known. */
bool has_no_work_of_wall(const Fix *ifix)
{
  const std::string style = ifix->style;
  return matches(style, {"^wall"}) && !matches(style, {"^wall/gran", "^wall/contact"}) &&
      !ifix->energy_global_flag;
}

std::string name(const Fix *ifix)
{
  return fmt::format("fix {} {}", ifix->style, ifix->id);
}

/** Body that each atom is a member of, or -1; nullptr if there are no bodies yet. */
const int *bodies_of(Fix *rigid)
{
  int dim;
  return (const int *) rigid->extract("body", dim);
}

bool is_member(int i, const std::vector<const int *> &members)
{
  return std::any_of(members.begin(), members.end(), [i](const int *body) {
    return body[i] >= 0;
  });
}

const FrameOfFlow *pointer(const std::optional<FrameOfFlow> &flow)
{
  return flow ? &*flow : nullptr;
}

}    // namespace

/* ---------------------------------------------------------------------- */

FixEnergyLedger::FixEnergyLedger(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), open(false), h(update->dt), fresh(true), carried{}, part{}, known_at(-1)
{
  if (narg > 3) error->all(FLERR, 3, "Fix {} has no keywords: {}", style, arg[3]);

  scalar_flag = vector_flag = 1;
  size_vector = NPARTS;
  global_freq = 1;
  extscalar = extvector = 1;
  restart_global = 1;
  nevery = 1;

  id_elastic = fmt::format("{}_elastic", id);
  id_bond = fmt::format("{}_bond", id);
}

/* ---------------------------------------------------------------------- */

FixEnergyLedger::~FixEnergyLedger()
{
  if (copymode) return;
  for (const auto &compute : {id_elastic, id_bond})
    if (modify->get_compute_by_id(compute)) modify->delete_compute(compute);
}

/* ---------------------------------------------------------------------- */

int FixEnergyLedger::setmask()
{
  return POST_INTEGRATE | END_OF_STEP;
}

/* ----------------------------------------------------------------------
   LAMMPS sums these energies only in steps in which a compute needs them.
------------------------------------------------------------------------- */

void FixEnergyLedger::post_constructor()
{
  modify->add_compute(id_elastic + " all pe pair kspace");
  modify->add_compute(id_bond + " all pe bond angle dihedral improper");
}

/* ---------------------------------------------------------------------- */

void FixEnergyLedger::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} does not support run_style respa", style);
  own_computes.clear();
  find_gravity();
  // the mask of the /kk style depends on whether there is gravity
  set_hooks(modify, this, setmask());
  if (comm->me != 0 || update->whichflag == 0) return;
  if (update->whichflag == 2)
    error->warning(
        FLERR,
        "Fix {} does not count what a minimization takes from the energy, so its sum changes",
        style);
  else
    name_what_is_missing();
}

/* ---------------------------------------------------------------------- */

void FixEnergyLedger::setup(int /*vflag*/)
{
  check_rigid_bodies();
  h = update->dt;
  fresh = true;
  open = false;
  known_at = -1;
  flow_before = frame_of_flow();
  find_sources();
}

/* ----------------------------------------------------------------------
   In an open step: all integrators have made their first half kick, and the forces are still those of the step before.
------------------------------------------------------------------------- */

void FixEnergyLedger::post_integrate()
{
  h = update->dt;
  open = true;
  known_at = -1;
  if (fresh && !pulls.empty()) open_run();
  fresh = false;
}

/* ---------------------------------------------------------------------- */

void FixEnergyLedger::end_of_step()
{
  if (!pulls.empty()) close_step(pointer(frame_of_flow()));
  open = false;
  known_at = -1;
}

/* ---------------------------------------------------------------------- */

void FixEnergyLedger::post_run()
{
  if (!fresh && !pulls.empty()) close_run();
  fresh = true;
  flow_before = frame_of_flow();
  for (auto &source : sources) {
    const double value = now(source);
    carried[source.part] += value - source.start;
    source.start = value;
  }
}

/* ----------------------------------------------------------------------
   the factor of force/mass in the half kicks of the last step
------------------------------------------------------------------------- */

double FixEnergyLedger::half_kick() const
{
  return 0.5 * h * force->ftm2v;
}

/* ----------------------------------------------------------------------
   gravity
------------------------------------------------------------------------- */

void FixEnergyLedger::find_gravity()
{
  pulls.clear();
  for (const Fix *gravity : acting_gravity(lmp))
    pulls.push_back({acceleration_of(gravity), groupbit | gravity->groupbit});
}

KickSums FixEnergyLedger::kick_sums(const FrameOfFlow *flow)
{
  return flow ? kick_sums_in(*flow) : kick_sums_in(FrameAtRest());
}

template <class Frame> KickSums FixEnergyLedger::kick_sums_in(const Frame &frame) const
{
  KickSums sums;
  const int nlocal = atom->nlocal;
  for (const auto &pull : pulls) {
    const Points points(atom, pull.bits);
    const Vec3 g = acceleration(pull);
    for (int i = 0; i < nlocal; i++)
      if (points.selects(i)) sums += VARDEM::kick_sums(frame, points, i, g);
  }
  return sums;
}

/** Sum of g . F over the forces that fix rigid/small adds to a body beside those on its members: the damping of the body. */
double FixEnergyLedger::force_beyond_members()
{
  double sum = 0.0;
  const Vec3 *const f = (Vec3 *) atom->f[0];
  for (Fix *rigid : modify->get_fix_by_style(RIGID_SMALL)) {
    const int *body = bodies_of(rigid);
    if (!body) continue;
    Compute *const compute =
        own_compute(fmt::format("{}_forces all rigid/local {} id fx fy fz", id, rigid->id));
    compute->compute_local();
    for (const auto &pull : pulls) {
      const Points points(atom, pull.bits);
      const Vec3 g = acceleration(pull);
      for (int k = 0; k < compute->size_local_rows; k++) {
        const double *row = compute->array_local[k];
        if (points.selects(atom->map((tagint) row[0]))) sum += dot(g, Vec3{row[1], row[2], row[3]});
      }
      for (int i = 0; i < atom->nlocal; i++)
        if (body[i] >= 0 && points.selects(i)) sum -= dot(g, f[i]);
    }
  }
  return sum;
}

/** For the first step of a run, after its first half kick and its drift. */
void FixEnergyLedger::open_run()
{
  if (flow_before) flow_before->h = 2.0 * h;
  KickSums sums = kick_sums(pointer(flow_before));
  sums.f += force_beyond_members();
  KickWork b = read_work();
  b.last = before_kick(sums, half_kick());
  write_work(b);
}

void FixEnergyLedger::close_step(const FrameOfFlow *flow)
{
  gravity_work.close_step(kick_sums(flow), half_kick());
}

/** Within a run, the terms with forces in closing_work() and opening_work() of the same time step cancel. So the forces beyond
 *  those on members are needed only at the beginning and at the end of a run. */
double FixEnergyLedger::work_in_forces_beyond_members()
{
  KickSums sums;
  sums.f = force_beyond_members();
  return closing_work(sums, half_kick());
}

void FixEnergyLedger::close_run()
{
  KickWork b = read_work();
  b.work += work_in_forces_beyond_members();
  write_work(b);
}

double FixEnergyLedger::work_of_gravity(const FrameOfFlow *flow)
{
  KickWork b = read_work();
  if (fresh || pulls.empty()) return b.work;
  if (open) b.close_step(kick_sums(flow), half_kick());
  return b.work + work_in_forces_beyond_members();
}

/* ----------------------------------------------------------------------
   parts that other fixes compute
------------------------------------------------------------------------- */

/** Are the numbers of that fix about the atoms of this fix. */
bool FixEnergyLedger::covers(const Fix *ifix) const
{
  return igroup == 0 || ifix->igroup == igroup;
}

void FixEnergyLedger::find_sources()
{
  struct Kind {
    const char *styles;
    Part part;
    int entry;
  };
  constexpr int SCALAR = -1, WORK_OF_CELL = 34;
  sources.clear();
  for (const Kind &kind :
       {Kind{"^damping/cundall/onstep", DAMPING, SCALAR}, Kind{"^deform/gradv", CELL, WORK_OF_CELL},
        Kind{"^wall/contact", WALLS, SCALAR}})
    for (const Fix *ifix : modify->get_fix_by_style(kind.styles)) {
      if (!covers(ifix)) continue;
      sources.push_back({ifix->id, kind.part, kind.entry, 0.0});
      sources.back().start = now(sources.back());
    }
}

/** Present value of a source or, if its fix has been deleted, the value at the start of the run. */
double FixEnergyLedger::now(const Source &source) const
{
  Fix *const ifix = modify->get_fix_by_id(source.id);
  if (!ifix) return source.start;
  return source.entry < 0 ? ifix->compute_scalar() : ifix->compute_vector(source.entry);
}

/** All parts that are accumulated. work: that of gravity on the atoms of all processes. */
void FixEnergyLedger::accumulated(double work, double *sum)
{
  std::copy(carried, carried + NPARTS, sum);
  sum[GRAVITY] -= work * force->mvv2e;
  if (update->whichflag != 1) return;    // post_run() has added the sources already
  for (const auto &source : sources) sum[source.part] += now(source) - source.start;
}

/* ----------------------------------------------------------------------
   elastic energy and energy of bonds
------------------------------------------------------------------------- */

std::vector<std::string> FixEnergyLedger::pair_styles() const
{
  std::vector<std::string> names;
  for (const auto &sub : VARDEM_NS::pair_styles(lmp)) names.push_back(sub.name);
  return names;
}

std::vector<std::string> FixEnergyLedger::bond_styles() const
{
  if (!force->bond) return {};
  const auto *hybrid = dynamic_cast<BondHybrid *>(force->bond);
  if (!hybrid) return {force->bond_style};
  return {hybrid->keywords, hybrid->keywords + hybrid->nstyles};
}

double FixEnergyLedger::compute_energy(const std::string &id_compute) const
{
  Compute *const compute = modify->get_compute_by_id(id_compute);
  if (!compute)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} needs its compute {}, which has been deleted: define the fix again", style,
               id_compute);
  const double energy = compute->compute_scalar();
  compute->invoked_flag |= Compute::INVOKED_SCALAR;
  return energy;
}

/** A compute of this fix alone, which LAMMPS does not list. It is made once in a run. init() finds the fix of the command
 *  again, because another fix may have that ID since the last run. */
Compute *FixEnergyLedger::own_compute(const std::string &command)
{
  auto &compute = own_computes[command];
  if (!compute) {
    std::vector<std::string> words = utils::split_words(command);
    std::vector<char *> arg;
    for (auto &word : words) arg.push_back(&word[0]);
    const auto creator = modify->compute_map->at(words[2]);
    compute.reset(creator(lmp, (int) arg.size(), arg.data()));
  }
  compute->init();
  return compute.get();
}

/** Does part 3 contain the energy of this fix: that of a wall, or of a fix with fix_modify energy yes. */
static bool has_elastic_energy(const Fix *ifix)
{
  return ifix->energy_global_flag && !utils::strmatch(ifix->style, "^gravity") &&
      (ifix->thermo_energy || utils::strmatch(ifix->style, "^wall"));
}

double FixEnergyLedger::elastic_energy() const
{
  double energy = 0.0;
  for (Fix *ifix : modify->get_fix_list())
    if (has_elastic_energy(ifix) && covers(ifix)) energy += ifix->compute_scalar();

  const auto pairs = pair_styles();
  const bool tallied = force->kspace || std::any_of(pairs.begin(), pairs.end(), [](const auto &s) {
                         return !matches(s, NO_PAIR_ENERGY);
                       });
  if (tallied && igroup == 0) energy += compute_energy(id_elastic);
  return energy;
}

double FixEnergyLedger::bond_energy() const
{
  const bool tallied = force->bond || force->angle || force->dihedral || force->improper;
  return tallied && igroup == 0 ? compute_energy(id_bond) : 0.0;
}

/* ----------------------------------------------------------------------
   kinetic energy
------------------------------------------------------------------------- */

std::optional<FrameOfFlow> FixEnergyLedger::frame_of_flow() const
{
  if (!velocities_flow(domain)) return {};
  const OnStepFlow now = on_step_flow(lmp);
  return FrameOfFlow{now.flow, now.turns ? spin(now.flow.L) : Vec3{0.0, 0.0, 0.0}, 0.0};
}

bool FixEnergyLedger::has_rigid_bodies() const
{
  return !modify->get_fix_by_style("^rigid").empty();
}

KineticEnergy FixEnergyLedger::kinetic_energy(const FrameOfFlow *flow)
{
  return flow ? kinetic_energy_in(*flow) : kinetic_energy_in(FrameAtRest());
}

template <class Frame> KineticEnergy FixEnergyLedger::kinetic_energy_in(const Frame &frame)
{
  std::vector<const int *> members;
  for (Fix *rigid : modify->get_fix_by_style("^rigid"))
    if (const int *body = bodies_of(rigid)) members.push_back(body);

  KineticEnergy energy;
  const int nlocal = atom->nlocal;
  const Points points(atom, groupbit);
  for (int i = 0; i < nlocal; i++)
    if (points.selects(i) && !is_member(i, members))
      energy.translation += translational_energy(frame, points, i);

  if (atom->radius_flag && atom->omega_flag) {
    const Spheres spheres(atom, groupbit, nullptr, false);
    const auto inertia = inertia_factors(lmp, style);
    for (int i = 0; i < nlocal; i++)
      if (spheres.selects(i) && !(atom->ellipsoid && atom->ellipsoid[i] >= 0) &&
          !is_member(i, members))
        energy.rotation += sphere_rotational_energy(frame, spheres, i, inertia.of(atom->mask[i]));
  }

  if (atom->ellipsoid_flag) {
    auto *avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
    energy.rotation += atom->superellipsoid_flag
        ? rotation_of_ellipsoids(frame, avec->bonus_super, members)
        : rotation_of_ellipsoids(frame, avec->bonus, members);
  }

  for (const Fix *rigid : modify->get_fix_by_style(RIGID_SMALL))
    energy += rigid_bodies(frame, rigid);
  return energy;
}

template <class Frame, class Bonus>
double FixEnergyLedger::rotation_of_ellipsoids(const Frame &frame, Bonus *bonus,
                                               const std::vector<const int *> &members) const
{
  double energy = 0.0;
  const Ellipsoids<Bonus> bodies(atom, groupbit, bonus, false);
  for (int i = 0; i < atom->nlocal; i++)
    if (bodies.selects(i) && atom->ellipsoid[i] >= 0 && !is_member(i, members))
      energy += body_rotational_energy(frame, bodies, i);
  return energy;
}

/** Bodies of fix rigid/small whose first atom this process owns. */
template <class Frame>
KineticEnergy FixEnergyLedger::rigid_bodies(const Frame &frame, const Fix *rigid)
{
  Compute *const compute = own_compute(fmt::format(
      "{}_bodies {} rigid/local {} {}", id, group->names[igroup], rigid->id, RigidRows::COLUMNS));
  compute->compute_local();
  const RigidRows rows(compute->array_local);
  KineticEnergy energy;
  for (int i = 0; i < compute->size_local_rows; i++) {
    energy.translation += translational_energy(frame, rows, i);
    energy.rotation += body_rotational_energy(frame, rows, i);
  }
  return energy;
}

/** Bodies of fix rigid, which every process has. In units of energy. */
KineticEnergy FixEnergyLedger::rigid_bodies_of_all_ranks(const Fix *rigid)
{
  auto energy = [&](const char *kind) {
    return own_compute(fmt::format("{}_bodies all {} {}", id, kind, rigid->id))->compute_scalar();
  };
  KineticEnergy sum;
  sum.translation = energy("ke/rigid");
  sum.rotation = energy("erotate/rigid");
  return sum;
}

/** The energy of a rigid body cannot be divided among its members. */
void FixEnergyLedger::check_rigid_bodies() const
{
  if (igroup == 0) return;
  for (Fix *rigid : modify->get_fix_by_style("^rigid")) {
    const int *body = bodies_of(rigid);
    bigint count[2] = {0, 0}, all[2];    // members in the group, and others
    for (int i = 0; body && i < atom->nlocal; i++)
      if (body[i] >= 0) count[(atom->mask[i] & groupbit) ? 0 : 1]++;
    MPI_Allreduce(count, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
    const bool some_in = all[0] > 0, some_out = all[1] > 0;
    const bool small = utils::strmatch(rigid->style, RIGID_SMALL);
    if (some_in && some_out)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} group {} contains {} of {} atoms in bodies of fix {}: it must contain all "
                 "of them or none",
                 style, group->names[igroup], all[0], all[0] + all[1], rigid->style);
    if (some_out && !small)
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} requires group all if there is a fix {}; fix rigid/small allows other groups",
          style, rigid->style);
  }
}

/* ----------------------------------------------------------------------
   Computes all parts for output. They are kept for further output of the same step only if the step is complete: within a
   step velocities still change, and between runs commands may change anything.
------------------------------------------------------------------------- */

void FixEnergyLedger::refresh()
{
  const bool complete = !open && update->whichflag == 1 && !update->setupflag;
  if (complete && known_at == update->ntimestep) return;

  const auto flow = frame_of_flow();
  const KineticEnergy kinetic = kinetic_energy(pointer(flow));
  double mine[] = {kinetic.translation, kinetic.rotation, work_of_gravity(pointer(flow))};
  double all[3];
  MPI_Allreduce(mine, all, 3, MPI_DOUBLE, MPI_SUM, world);

  accumulated(all[2], part);
  part[TRANSLATION] = force->mvv2e * all[0];
  part[ROTATION] = force->mvv2e * all[1];
  for (Fix *rigid : modify->get_fix_by_style("^rigid")) {
    if (utils::strmatch(rigid->style, RIGID_SMALL) || !bodies_of(rigid)) continue;
    const KineticEnergy bodies = rigid_bodies_of_all_ranks(rigid);
    part[TRANSLATION] += bodies.translation;
    part[ROTATION] += bodies.rotation;
  }
  part[ELASTIC] = elastic_energy();
  part[BOND] = bond_energy();
  known_at = complete ? update->ntimestep : -1;
}

double FixEnergyLedger::compute_scalar()
{
  refresh();
  double sum = 0.0;
  for (int k = 0; k < NPARTS; k++) sum += (k == WALLS || k == CELL) ? -part[k] : part[k];
  return sum;
}

double FixEnergyLedger::compute_vector(int k)
{
  refresh();
  return part[k];
}

/* ----------------------------------------------------------------------
   The restart file has what is accumulated. It is the same for energy/ledger and energy/ledger/kk.
------------------------------------------------------------------------- */

void FixEnergyLedger::write_restart(FILE *fp)
{
  double mine = work_of_gravity(pointer(frame_of_flow()));
  double work, sum[NPARTS];
  MPI_Allreduce(&mine, &work, 1, MPI_DOUBLE, MPI_SUM, world);
  accumulated(work, sum);
  if (comm->me == 0) write_state(fp, RESTART_VERSION, sum);
}

void FixEnergyLedger::restart(char *buf)
{
  read_state(buf, RESTART_VERSION, this, error, carried);
}

/* ----------------------------------------------------------------------
   The log says which parts do not contain what.
------------------------------------------------------------------------- */

struct FixEnergyLedger::Missing {
  std::vector<std::string> of[NPARTS], others;

  void add(const std::vector<Part> &parts, const std::string &what)
  {
    for (Part k : parts) of[k].push_back(what);
  }
};

void FixEnergyLedger::name_what_is_missing() const
{
  Missing missing;
  look_at_interactions(missing);
  for (Fix *ifix : modify->get_fix_list())
    if (ifix != this) look_at_fix(ifix, missing);

  for (int k = 0; k < NPARTS; k++)
    if (!missing.of[k].empty())
      utils::logmesg(lmp, "Fix {}: part {} ({}) does not contain the {} {}\n", style, k + 1,
                     PART[k], CONTENT[k], utils::join(missing.of[k], ", "));
  if (!missing.others.empty())
    utils::logmesg(lmp, "Fix {}: may change the energy, and no part contains it: {}\n", style,
                   utils::join(missing.others, ", "));
  if (!missing.others.empty() ||
      std::any_of(std::begin(missing.of), std::end(missing.of), [](const auto &what) {
        return !what.empty();
      }))
    utils::logmesg(lmp, "Fix {}: therefore the sum changes during the run\n", style);
}

void FixEnergyLedger::look_at_interactions(Missing &missing) const
{
  for (const auto &s : pair_styles()) {
    const std::string pair = "pair style " + s;
    if (matches(s, NO_PAIR_ENERGY) || igroup != 0) missing.add({ELASTIC}, pair);
    if (matches(s, PAIRS_WITH_DASHPOTS)) missing.add({DASHPOTS}, pair);
    if (matches(s, PAIRS_WITH_FRICTION)) missing.add({FRICTION}, pair);
  }
  for (const auto &s : bond_styles()) {
    const std::string bond = "bond style " + s;
    if (matches(s, NO_BOND_ENERGY) || igroup != 0) missing.add({BOND}, bond);
    if (matches(s, BONDS_WITH_DASHPOTS)) missing.add({DASHPOTS}, bond);
  }
  if (atom->line_flag || atom->tri_flag || atom->body_flag)
    missing.add({ROTATION}, fmt::format("atom style {}", atom->get_style()));
  if (igroup == 0) return;
  if (force->kspace) missing.add({ELASTIC}, fmt::format("kspace style {}", force->kspace_style));
  if (force->angle) missing.add({BOND}, fmt::format("angle style {}", force->angle_style));
  if (force->dihedral) missing.add({BOND}, fmt::format("dihedral style {}", force->dihedral_style));
  if (force->improper) missing.add({BOND}, fmt::format("improper style {}", force->improper_style));
}

void FixEnergyLedger::look_at_fix(Fix *ifix, Missing &missing) const
{
  struct Kind {
    const char *styles;
    std::vector<Part> never;           // parts that do not contain it
    std::vector<Part> of_its_group;    // parts that contain it for its group only
  };
  static const Kind KINDS[] = {{"^damping/cundall/onstep", {}, {DAMPING}},
                               {"^deform/gradv", {}, {CELL}},
                               {"^deform", {CELL}, {}},
                               {"^wall/gran", {ELASTIC, WALLS, DASHPOTS, FRICTION}, {}},
                               {"^wall/contact", {}, {WALLS}},
                               {"^wall", {}, {ELASTIC}},
                               {"^damping", {DAMPING}, {}},
                               {"^viscous", {DAMPING}, {}},
                               {"^langevin", {DAMPING}, {}}};
  const std::string s = ifix->style;
  const auto kind = std::find_if(std::begin(KINDS), std::end(KINDS), [&](const Kind &k) {
    return utils::strmatch(s, k.styles);
  });
  if (dynamic_cast<FixGravity *>(ifix)) {
    if (gravity_is_off(ifix)) missing.add({GRAVITY}, name(ifix) + " (keyword disable)");
  } else if (kind != std::end(KINDS)) {
    missing.add(kind->never, name(ifix));
    if (!covers(ifix)) missing.add(kind->of_its_group, name(ifix));
    if (has_no_work_of_wall(ifix)) missing.add({WALLS}, name(ifix));
  } else if (has_elastic_energy(ifix)) {
    if (!covers(ifix)) missing.add({ELASTIC}, name(ifix));
  } else if (may_change_energy(ifix, modify->get_fix_mask(ifix)))
    missing.others.push_back(name(ifix));
  if (matches(s, {"^rigid"}) && !utils::strmatch(s, RIGID_SMALL) && velocities_flow(domain))
    missing.add({TRANSLATION, ROTATION}, name(ifix) + " relative to the flow of the cell");
}
