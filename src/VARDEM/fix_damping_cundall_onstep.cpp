/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_damping_cundall_onstep.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/arguments.h"
#include "host/bodies.h"
#include "host/cell_flow.h"
#include "host/citations.h"
#include "host/gravity.h"
#include "host/restart.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::Cundall;
using VARDEM::Vec3;

namespace {

const char *const CLUMPS = "^rigid/small/variational";

constexpr int RESTART_VERSION = 2;    // of the state in restart files

/** Fixes that come after all forces and change no force that this fix should have damped. */
const char *const LATER[] = {"^damping/cundall", "^deform/gradv", "^streaming",   "^energy/ledger",
                             "^enforce2d",       "^numdiff",      "^store/force", "^rigid"};
const char *const CELLS[] = {"^deform/gradv", "^streaming"};

template <int N> bool matches_one(const char *style, const char *const (&patterns)[N])
{
  return std::any_of(patterns, patterns + N, [style](const char *pattern) {
    return utils::strmatch(style, pattern);
  });
}

/** Atoms of one kind with the groups and types that the damping needs. */
template <class Atoms> class DampedAtoms : public Atoms {
 public:
  DampedAtoms(const Atom *atom, const Atoms &atoms) :
      Atoms(atoms), mask_of(atom->mask), type_of(atom->type)
  {
  }

  VARDEM_INLINE int groups(int i) const { return mask_of[i]; }
  VARDEM_INLINE int type(int i) const { return type_of[i]; }

 private:
  const int *mask_of, *type_of;
};

template <Turning TURNING, class Atoms, class Damp>
DampingSums damp_atoms(const DampedAtoms<Atoms> &atoms, const DampedParticles &some, int n,
                       const Damp &damp)
{
  DampingSums sums = {{0.0, 0.0}, {0.0, 0.0}};
  for (int i = 0; i < n; i++)
    if (damp.law.selects(atoms.groups(i)) && some.has(i))
      sums += damp.template body<TURNING>(atoms, i);
  return sums;
}

/** The same in vector lanes, for point particles and spheres. */
template <Turning TURNING, class Atoms, class Damp>
DampingSums damp_blocks(const DampedAtoms<Atoms> &atoms, const DampedParticles &some, int n,
                        const Damp &damp)
{
  constexpr bool TURNS = (TURNING == Turning::SPHERE);
  VARDEM::DampingLanes forces, torques;
  for (int begin = 0; begin < n; begin += VARDEM::LANES) {
    const int count = std::min(VARDEM::LANES, n - begin);
    bool selected[VARDEM::LANES] = {};
    for (int l = 0; l < VARDEM::LANES; l++) {
      const int i = begin + l;
      selected[l] = l < count && damp.law.selects(atoms.groups(i)) && some.has(i);
      if (selected[l]) {
        damp.load_force(forces, l, atoms, i);
        if constexpr (TURNS) damp.load_torque(torques, l, atoms, i);
      } else {
        forces.leave_empty(l);
        if constexpr (TURNS) torques.leave_empty(l);
      }
    }
    damp.damp_lanes(forces);
    if constexpr (TURNS) damp.damp_lanes(torques);
    for (int l = 0; l < count; l++) {
      if (!selected[l]) continue;
      atoms.set_f(begin + l, forces.damped_force(l));
      if constexpr (TURNS) atoms.set_torque(begin + l, torques.damped_force(l));
    }
  }
  return {forces.sum(), TURNS ? torques.sum() : VARDEM::DampingPower{0.0, 0.0}};
}

}    // namespace

/* ---------------------------------------------------------------------- */

FixDampingCundallOnstep::FixDampingCundallOnstep(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), form(Cundall::ONSTEP), peculiar(true), gravity_damped(true), skipbit(0),
    inertia(), particles(), carried{0.0, 0.0}
{
  cite(lmp, {Paper::CUNDALL_STRACK, Paper::WOO});
  scalar_flag = vector_flag = 1;
  size_vector = 3;
  global_freq = 1;
  extscalar = extvector = 1;
  ecouple_flag = 1;
  restart_global = 1;
  dynamic_group_allow = 1;

  if (narg < 5) utils::missing_cmd_args(FLERR, fmt::format("fix {}", style), error);
  linear = utils::numeric(FLERR, arg[3], false, lmp);
  angular = utils::numeric(FLERR, arg[4], false, lmp);
  const double given[] = {linear, angular};
  for (int k = 0; k < 2; k++)
    if (!(given[k] >= 0.0 && given[k] < 1.0))
      error->all(FLERR, 3 + k, "Fix {} argument {} must be in [0,1): {}", style, k ? "GA" : "GL",
                 arg[3 + k]);

  Keywords keywords(error, fmt::format("Fix {}", style));
  int iarg = 5;
  while (iarg < narg) iarg = parse(iarg, narg, arg, keywords);
  check_ratios();
  check_attributes();
}

/* ----------------------------------------------------------------------
   Returns the index behind the keyword read. Keywords skip and scale may be repeated for another group or type.
------------------------------------------------------------------------- */

int FixDampingCundallOnstep::parse(int iarg, int narg, char **arg, Keywords &given)
{
  const std::string keyword = arg[iarg];
  const int nwords = keyword == "scale" ? 3 : 2;
  for (const char *known : {"form", "peculiar", "gravity", "skip", "scale"})
    if (keyword == known && iarg + nwords > narg)
      utils::missing_cmd_args(FLERR, fmt::format("fix {} {}", style, keyword), error);

  const bool repeats = keyword == "skip" || keyword == "scale";
  given.once(repeats ? fmt::format("{} {}", keyword, arg[iarg + 1]) : keyword, iarg);
  if (keyword == "form") {
    const std::string name = arg[iarg + 1];
    if (name == "onstep")
      form = Cundall::ONSTEP;
    else if (name == "midstep")
      form = Cundall::MIDSTEP;
    else if (name == "regular")
      form = Cundall::REGULAR;
    else
      error->all(FLERR, iarg + 1, "Fix {} keyword form must be onstep, midstep or regular: {}",
                 style, name);
  } else if (keyword == "peculiar") {
    peculiar = utils::logical(FLERR, arg[iarg + 1], false, lmp);
  } else if (keyword == "gravity") {
    gravity_damped = utils::logical(FLERR, arg[iarg + 1], false, lmp);
  } else if (keyword == "skip") {
    const int igroup2 = group->find(arg[iarg + 1]);
    if (igroup2 < 0)
      error->all(FLERR, iarg + 1, "Fix {} keyword skip: the group {} does not exist", style,
                 arg[iarg + 1]);
    skipbit |= group->bitmask[igroup2];
  } else if (keyword == "scale") {
    parse_ratio(iarg, arg);
  } else
    error->all(FLERR, iarg, "Fix {} has no keyword {}", style, keyword);
  return iarg + nwords;
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::parse_ratio(int iarg, char **arg)
{
  const int itype = utils::expand_type_int(FLERR, arg[iarg + 1], Atom::ATOM, lmp);
  if (itype < 1 || itype > atom->ntypes)
    error->all(FLERR, iarg + 1, "Fix {} keyword scale: the atom type {} does not exist", style,
               arg[iarg + 1]);
  const double value = utils::numeric(FLERR, arg[iarg + 2], false, lmp);
  if (!(value >= 0.0) || !std::isfinite(value))
    error->all(FLERR, iarg + 2, "Fix {} keyword scale: the ratio for atom type {} must be >= 0: {}",
               style, arg[iarg + 1], arg[iarg + 2]);
  if (ratio.empty()) ratio.assign(atom->ntypes + 1, 1.0);
  ratio[itype] = value;
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::check_ratios() const
{
  for (std::size_t itype = 1; itype < ratio.size(); itype++)
    for (const double lambda : {linear, angular})
      if (!(lambda * ratio[itype] < 1.0))
        error->all(
            FLERR, Error::NOPOINTER,
            "Fix {} keyword scale: for atom type {} the damping is {} times {}, which is not in "
            "[0,1); choose a smaller ratio",
            style, itype, lambda, ratio[itype]);
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::check_attributes() const
{
  if (angular == 0.0) return;
  if (!atom->torque_flag || !(atom->omega_flag || atom->angmom_flag))
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} with GA > 0 needs atoms with a torque, and with omega or angmom, which atom "
               "style {} does not have; GA = 0 damps forces only",
               style, atom->get_style());
  if (atom->line_flag || atom->tri_flag || atom->body_flag ||
      !(atom->ellipsoid_flag || atom->radius_flag))
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} with GA > 0 damps torques on spheres and ellipsoids only, and not in atom "
               "style {}; GA = 0 damps forces only",
               style, atom->get_style());
}

/* ---------------------------------------------------------------------- */

int FixDampingCundallOnstep::setmask()
{
  return POST_FORCE;
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} does not support run_style respa; use verlet",
               style);

  for (auto &one : clumps) one.second.start({});    // the fix of these clumps may have been deleted
  inertia = inertia_factors(lmp, style);
  find_gravity();
  check_order();
  check_other_dampings();
}

/* ----------------------------------------------------------------------
   the regular form does not make the stable step smaller
------------------------------------------------------------------------- */

double FixDampingCundallOnstep::step_divisor() const
{
  const double largest = ratio.empty() ? 1.0 : *std::max_element(ratio.begin(), ratio.end());
  return form == Cundall::REGULAR ? 0.0 : std::max(linear, angular) * std::max(largest, 0.0);
}

/* ---------------------------------------------------------------------- */

std::vector<EnergyPart> FixDampingCundallOnstep::energy_parts() const
{
  return {EnergyPart::DAMPING};
}

/* ----------------------------------------------------------------------
   Only the fixes gravity before this fix are in the forces when it damps them.
------------------------------------------------------------------------- */

void FixDampingCundallOnstep::find_gravity()
{
  gravity_before.clear();
  if (gravity_damped) return;
  for (const Fix *gravity : acting_gravity(lmp))
    for (Fix *fix : modify->get_fix_list()) {
      if (fix == this) break;
      if (fix == gravity) gravity_before.push_back(fix);
    }
  if (gravity_before.size() > ByGroup<Vec3>::MAX)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword gravity supports at most {} fixes gravity before it, and there are {}",
        style, ByGroup<Vec3>::MAX, gravity_before.size());
}

/* ----------------------------------------------------------------------
   Does this fix damp an atom that is in the group of `bit` and not in those of `except`. Without any atoms, could it.
------------------------------------------------------------------------- */

bool FixDampingCundallOnstep::shares_atoms_with(int bit, int except) const
{
  const int all = 1;
  if (atom->natoms == 0) return bit == groupbit || bit == all || groupbit == all;
  const int *const mask = atom->mask;
  int any = 0;
  for (int i = 0; i < atom->nlocal && !any; i++)
    any = (mask[i] & groupbit) && !(mask[i] & (skipbit | except)) && (mask[i] & bit);
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, world);
  return any;
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::check_order() const
{
  bool after = false;
  for (int n = 0; n < modify->nfix; n++) {
    const Fix *fix = modify->fix[n];
    if (fix == this) {
      after = true;
      continue;
    }
    const bool wrong = after
        ? (modify->get_fix_mask(modify->fix[n]) & POST_FORCE) && !matches_one(fix->style, LATER)
        : matches_one(fix->style, CELLS);
    if (!wrong || !shares_atoms_with(fix->groupbit) || comm->me != 0) continue;
    if (after)
      error->warning(
          FLERR,
          "Fix {} {} adds forces after fix {} {} has damped them, so these are not damped: "
          "define fix {} before fix {}",
          fix->style, fix->id, style, id, fix->id, id);
    else
      error->warning(FLERR,
                     "Fix {} {} comes before fix {} {}, which damps its correction of the flow as "
                     "if it were a force: define fix {} after fix {}",
                     fix->style, fix->id, style, id, fix->id, id);
  }
}

/* ----------------------------------------------------------------------
   Of two fixes of this style the later one warns. A stock damping does not warn, so this fix does it in either order.
------------------------------------------------------------------------- */

void FixDampingCundallOnstep::check_other_dampings() const
{
  bool after = false;
  for (const Fix *fix : modify->get_fix_list()) {
    if (fix == this) {
      after = true;
      continue;
    }
    if (!utils::strmatch(fix->style, "^damping/cundall")) continue;
    if (after && utils::strmatch(fix->style, "^damping/cundall/onstep")) continue;
    const auto *other = dynamic_cast<const FixDampingCundallOnstep *>(fix);
    if (shares_atoms_with(fix->groupbit, other ? other->skipbit : 0) && comm->me == 0)
      error->warning(FLERR,
                     "Fix {} {} and fix {} {} damp the same atoms twice: remove one of them, or "
                     "let each have its own group",
                     fix->style, fix->id, style, id);
  }
}

/* ----------------------------------------------------------------------
   LAMMPS' own rigid fixes sum the forces on their members, where this fix cannot damp the sum.
------------------------------------------------------------------------- */

void FixDampingCundallOnstep::check_stock_bodies() const
{
  if (modify->get_fix_by_style(CLUMPS).size() > ByGroup<int>::MAX)
    error->all(FLERR, Error::NOLASTLINE, "Fix {} supports at most {} fixes rigid/small/variational",
               style, ByGroup<int>::MAX);
  for (Fix *fix : modify->get_fix_list()) {
    if (!utils::strmatch(fix->style, "^rigid") || utils::strmatch(fix->style, CLUMPS)) continue;
    int dim;
    const auto *body = static_cast<const int *>(fix->extract("body", dim));
    int any = 0;
    for (int i = 0; body && i < atom->nlocal && !any; i++)
      any = (atom->mask[i] & groupbit) && !(atom->mask[i] & skipbit) && body[i] >= 0;
    MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, world);
    if (any)
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} {} cannot damp the bodies of fix {} {}: use fix rigid/small/variational for "
          "them, or exclude their atoms by keyword skip",
          style, id, fix->style, fix->id);
  }
}

/* ----------------------------------------------------------------------
   In the set-up of a run, velocities are those at the time step. But an integrator with keyword restart exact has set those
   of its atoms back to the half step.
------------------------------------------------------------------------- */

bool FixDampingCundallOnstep::velocities_at_midstep() const
{
  const Fix *exact = nullptr, *other = nullptr;
  for (Fix *fix : modify->get_fix_list()) {
    if (!fix->time_integrate || fix->rigid_flag || !shares_atoms_with(fix->groupbit)) continue;
    const auto *integrator = dynamic_cast<const ExactRestart *>(fix);
    (integrator && integrator->at_half_step() ? exact : other) = fix;
  }
  if (exact && other && comm->me == 0)
    error->warning(
        FLERR,
        "Fix {} {} damps atoms of fix {} {}, which continues a restart file with velocities "
        "at the half step, and of fix {} {}, which has velocities at the time step. In the "
        "first half kick it takes both for velocities at the half step: use one fix {} for "
        "each",
        style, id, exact->style, exact->id, other->style, other->id, style);
  return exact;
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::setup(int /*vflag*/)
{
  check_stock_bodies();
  damp_particles(velocities_at_midstep(), true);
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::post_force(int /*vflag*/)
{
  damp_particles(true, false);
}

/* ---------------------------------------------------------------------- */

CundallStep FixDampingCundallOnstep::step_of(bool midstep) const
{
  const double h = update->dt;
  CundallStep s;
  s.form = form;
  s.spares = !gravity_damped;
  s.law = {groupbit,
           skipbit,
           linear,
           angular,
           ratio.empty() ? nullptr : ratio.data(),
           inertia,
           midstep ? VARDEM::damping_in_step(h, force->ftm2v)
                   : VARDEM::damping_before_steps(form, h, force->ftm2v)};
  s.flows = peculiar && velocities_flow(domain);
  if (s.flows) {
    const VARDEM::Flow flow = midstep ? midstep_flow(domain, h) : on_step_flow(lmp).flow;
    s.flow = {flow, spin(flow.L), midstep ? h : 0.0};
  }
  return s;
}

/* ---------------------------------------------------------------------- */

SpareGravity FixDampingCundallOnstep::spared_gravity() const
{
  SpareGravity spared = {};
  for (const Fix *fix : gravity_before) {
    const double *g = acceleration_of(fix);
    spared.gravity.add(fix->groupbit, {g[0], g[1], g[2]});
  }
  return spared;
}

/* ----------------------------------------------------------------------
   how atoms rotate: those with bonus data of ellipsoids, and the others
------------------------------------------------------------------------- */

Turning FixDampingCundallOnstep::turning_of_atoms(bool with_bonus) const
{
  if (angular == 0.0) return Turning::NONE;
  if (with_bonus) return Turning::ROTOR;
  return atom->radius_flag && atom->omega_flag ? Turning::SPHERE : Turning::NONE;
}

/* ---------------------------------------------------------------------- */

DampedParticles FixDampingCundallOnstep::single_particles() const
{
  DampedParticles some = {nullptr, false, 0, {}};
  for (int n = 0; n < modify->nfix; n++) {
    Fix *const fix = modify->fix[n];
    if (!fix->rigid_flag || !utils::strmatch(fix->style, CLUMPS))
      continue;    // the flag comes first because the pattern is slow
    int dim;
    const auto *body = static_cast<const int *>(fix->extract("body", dim));
    if (body) some.clump[some.nclumps++] = body;
  }
  return some;
}

/* ---------------------------------------------------------------------- */

int FixDampingCundallOnstep::nlocal_damped() const
{
  return igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::damp_particles(bool midstep, bool first)
{
  const CundallStep s = step_of(midstep);
  const int n = nlocal_damped();
  DampedParticles some = single_particles();
  DampingSums sums = {};

  dispatch_damping(s, spared_gravity(), [&](const auto &damp) {
    if (atom->ellipsoid_flag && turning_of_atoms(true) == Turning::ROTOR) {
      auto *avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
      some.ellipsoid = atom->ellipsoid;
      some.rotors = true;
      auto damp_rotors = [&](auto *bonus) {
        const DampedAtoms<Ellipsoids<std::decay_t<decltype(*bonus)>>> rotors(
            atom, {atom, 0, bonus, false});
        sums += damp_atoms<Turning::ROTOR>(rotors, some, n, damp);
      };
      if (atom->superellipsoid_flag)
        damp_rotors(avec->bonus_super);
      else
        damp_rotors(avec->bonus);
      some.rotors = false;
    }
    if (turning_of_atoms(false) == Turning::SPHERE) {
      const DampedAtoms<Spheres> spheres(atom, {atom, 0, nullptr, false});
      sums += damp_blocks<Turning::SPHERE>(spheres, some, n, damp);
    } else {
      const DampedAtoms<Points> points(atom, {atom, 0});
      sums += damp_blocks<Turning::NONE>(points, some, n, damp);
    }
  });

  if (first)
    particles.start(sums);
  else
    particles.step(sums, update->dt);
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::account(const Fix *fix, const DampingSums &sums, bool first)
{
  auto one = clumps.begin();
  while (one != clumps.end() && one->first != fix) ++one;
  if (one == clumps.end()) one = clumps.insert(one, {fix, Dissipation()});
  if (first)
    one->second.start(sums);
  else
    one->second.step(sums, update->dt);
}

/* ----------------------------------------------------------------------
   dissipation, linear and angular, and its rate, on this rank
------------------------------------------------------------------------- */

void FixDampingCundallOnstep::local_sums(double *sum)
{
  sum[0] = carried[0];
  sum[1] = carried[1];
  sum[2] = 0.0;
  auto add = [&](const Dissipation &one) {
    sum[0] += one.linear.energy;
    sum[1] += one.angular.energy;
    sum[2] += one.linear.now.power + one.angular.now.power;
  };
  add(dissipated_by_particles());
  for (const auto &one : clumps) add(one.second);
}

/* ---------------------------------------------------------------------- */

double FixDampingCundallOnstep::compute_scalar()
{
  return compute_vector(0) + compute_vector(1);
}

/* ---------------------------------------------------------------------- */

double FixDampingCundallOnstep::compute_vector(int n)
{
  double sum[3], total;
  local_sums(sum);
  MPI_Allreduce(&sum[n], &total, 1, MPI_DOUBLE, MPI_SUM, world);
  return total;
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::write_restart(FILE *fp)
{
  const double energies[] = {compute_vector(0), compute_vector(1)};
  if (comm->me == 0) write_state(fp, RESTART_VERSION, energies);
}

/* ---------------------------------------------------------------------- */

void FixDampingCundallOnstep::restart(char *buf)
{
  double energies[2];
  read_state(buf, RESTART_VERSION, this, error, energies);
  if (comm->me == 0) std::copy(energies, energies + 2, carried);
}
