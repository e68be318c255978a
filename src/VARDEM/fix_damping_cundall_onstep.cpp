// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_damping_cundall_onstep.h"

#include "atom_vec_ellipsoid.h"
#include "error.h"
#include "group.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Cundall;

namespace {

/** The loops of damp_particles() on the host, over atoms 0 ... n-1. */
class DampingLoops {
 public:
  DampingLoops(Atom *atom, int n) : atom(atom), n(n) {}

  /** What all loops have taken. */
  DampingSums sums = {};

  const int *ellipsoid() const { return atom->ellipsoid; }

  template <class Damp> void rotors(const Damp &damp, const DampedParticles &some)
  {
    auto *avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
    if (are_superellipsoids(atom))
      one_by_one(with_groups(Ellipsoids(atom, 0, bonus_super(avec), false)), some, damp);
    else
      one_by_one(with_groups(Ellipsoids(atom, 0, avec->bonus, false)), some, damp);
  }

  template <class Damp> void spheres(const Damp &damp, const DampedParticles &some)
  {
    in_lanes<Turning::SPHERE>(with_groups(Spheres(atom, 0, nullptr, false)), some, damp);
  }

  template <class Damp> void points(const Damp &damp, const DampedParticles &some)
  {
    in_lanes<Turning::NONE>(with_groups(Points(atom, 0)), some, damp);
  }

 private:
  Atom *atom;
  int n;

  template <class Atoms> DampedAtoms<Atoms, const int *> with_groups(const Atoms &atoms) const
  {
    return {atoms, atom->mask, atom->type};
  }

  template <class Atoms, class Damp>
  void one_by_one(const Atoms &atoms, const DampedParticles &some, const Damp &damp)
  {
    DampingSums all = {{0.0, 0.0}, {0.0, 0.0}};
    for (int i = 0; i < n; i++)
      if (damp.law.selects(atoms.groups(i)) && some.has(i))
        all += damp.template body<Turning::ROTOR>(atoms, i);
    sums += all;
  }

  /** For point particles and spheres. */
  template <Turning TURNING, class Atoms, class Damp>
  void in_lanes(const Atoms &atoms, const DampedParticles &some, const Damp &damp)
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
    sums += {forces.sum(), TURNS ? torques.sum() : VARDEM::DampingPower{0.0, 0.0}};
  }
};

}    // namespace

FixDampingCundallOnstep::FixDampingCundallOnstep(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), inertia(), particles()
{
  cite(lmp, {Paper::CUNDALL_STRACK, Paper::WOO});
  scalar_flag = vector_flag = 1;
  size_vector = 3;
  global_freq = 1;
  extscalar = extvector = 1;
  ecouple_flag = 1;
  restart_global = 1;
  dynamic_group_allow = 1;

  if (narg < 5)
    error->all(FLERR, Error::NOPOINTER, "Fix {} needs two coefficients, GL and GA", style);
  settings.read_coefficients(lmp, style, arg);
  const auto read_one = [&](KeywordReader &keyword) {
    if (keyword.is("scale", 2))
      settings.read_scale(lmp, style, keyword.place, arg);
    else
      return read(keyword);
    return true;
  };
  read_keywords(lmp, fmt::format("Fix {}", style), 5, narg, arg, read_one, {"skip", "scale"});
  settings.check(lmp, style);
}

bool FixDampingCundallOnstep::read(KeywordReader &keyword)
{
  if (!keyword.is("skip", 1))
    return keyword.takes("form", settings.form, {"onstep", "midstep", "regular"}) ||
        keyword.takes_yes("peculiar", settings.peculiar) ||
        keyword.takes_yes("gravity", settings.gravity_damped);
  const int skipped = group->find(keyword.word(1));
  keyword.require(skipped >= 0, 1, "the name of a group");
  settings.skipbit |= group->bitmask[skipped];
  return true;
}

void FixDampingCundallOnstep::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} does not support run_style respa; use verlet",
               style);

  // commands between runs, such as write_restart, take no energy: run ... pre no goes on
  if (update->whichflag) books.start_run();
  inertia = inertia_factors(lmp, fmt::format("Fix {}", style));
  gravity.forget();
  if (!settings.gravity_damped) gravity.find(lmp, this);
  const DampingChecks checks(lmp, this, settings.skipbit);
  checks.order();
  checks.other_dampings();
}

void FixDampingCundallOnstep::setup(int /*vflag*/)
{
  const DampingChecks checks(lmp, this, settings.skipbit);
  checks.stock_bodies();
  damp(checks.velocities_at_half_step(), true);
}

void FixDampingCundallOnstep::damp(bool midstep, bool first)
{
  DampingLoops loops(atom, nlocal_damped());
  damp_particles(step_of(midstep), gravity.now(), settings.turning(atom), single_particles(modify),
                 loops);
  if (first)
    particles.start(loops.sums);
  else
    particles.step(loops.sums, update->dt);
}

void FixDampingCundallOnstep::write_restart(FILE *fp)
{
  const double energies[] = {compute_vector(0), compute_vector(1)};
  if (comm->me == 0) DissipationBooks::write_restart(fp, energies);
}
