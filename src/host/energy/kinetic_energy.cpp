// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/energy/kinetic_energy.h"

#include "error.h"
#include "force.h"
#include "group.h"
#include "host/cell/cell_flow.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::FrameOfFlow;
using VARDEM::KineticEnergy;
using VARDEM::Vec3;

RigidMembers RigidEnergies::members() const
{
  RigidMembers members;
  for (const auto &fix : fixes())
    if (const int *body = fix.body_of_atoms()) members.bodies.push_back(body);
  return members;
}

void RigidEnergies::add_common_bodies(KineticEnergy &sum) const
{
  const VARDEM::FrameAtRest frame;
  for (const auto &fix : fixes()) {
    if (fix.is_small()) continue;
    const Clumps bodies = fix.bodies();
    KineticEnergy energy;
    for (int i = 0; i < bodies.size(); i++) {
      energy.translation += translational_energy(frame, bodies, i);
      energy.rotation += body_rotational_energy(frame, bodies, i);
    }
    sum.translation += force->mvv2e * energy.translation;
    sum.rotation += force->mvv2e * energy.rotation;
  }
}

double RigidEnergies::force_beyond_members(const std::vector<GravityField> &gravity_fields,
                                           int counted_bits) const
{
  double sum = 0.0;
  for (const auto &fix : fixes()) {
    const int *body = fix.body_of_atoms();
    if (!fix.is_small() || !body) continue;
    const Clumps bodies = fix.bodies();
    for (const auto &gravity_field : gravity_fields) {
      const Points points(atom, gravity_field.bits);
      const auto counts = [&](int i) {
        return points.selects(i) && !(atom->mask[i] & counted_bits);
      };
      const Vec3 g = gravity_field.acceleration();
      for (int k = 0; k < bodies.size(); k++)
        if (counts(bodies.owner(k))) sum += dot(g, bodies.f(k));
      for (int i = 0; i < atom->nlocal; i++)
        if (body[i] >= 0 && counts(i)) sum -= dot(g, points.f(i));
    }
  }
  return sum;
}

void RigidEnergies::check_group() const
{
  if (ledger->igroup == 0) return;
  for (const auto &fix : fixes()) {
    const int *body = fix.body_of_atoms();
    const char *const name = fix.fix()->style;
    bigint count[2] = {0, 0}, all[2];    // members in the group, and others
    for (int i = 0; body && i < atom->nlocal; i++)
      if (body[i] >= 0) count[(atom->mask[i] & ledger->groupbit) ? 0 : 1]++;
    MPI_Allreduce(count, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
    const bool some_in = all[0] > 0, some_out = all[1] > 0;
    if (some_in && some_out)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} group {} contains {} of {} atoms in bodies of fix {}: it must contain all "
                 "of them or none",
                 ledger->style, group->names[ledger->igroup], all[0], all[0] + all[1], name);
    if (some_out && !fix.is_small())
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} requires group all if there is a fix {}; fix rigid/small allows other groups",
          ledger->style, name);
  }
}

namespace {

/** Is an atom an ellipsoid? Other atom styles have no such array. */
struct IsEllipsoid {
  const int *ellipsoid;

  VARDEM_INLINE bool operator()(int i) const { return ellipsoid && ellipsoid[i] >= 0; }
};

/** LAMMPS' arrays on the host, for kinetic_energy_of(). */
class HostAtoms {
 public:
  HostAtoms(const Atom *atom_in, int groupbit_in, const RigidMembers &members_in) :
      atom(atom_in), groupbit(groupbit_in), members(members_in)
  {
  }

  Points points() const { return {atom, groupbit}; }
  RigidMembers without() const { return members; }
  IsEllipsoid is_ellipsoid() const { return {atom->ellipsoid}; }
  bool have_spheres() const { return atom->radius_flag && atom->omega_flag; }
  Spheres spheres() const { return {atom, groupbit, nullptr, false}; }
  bool have_ellipsoids() const { return atom->ellipsoid_flag; }

  template <class F> void with_ellipsoids(const F &f) const
  {
    auto *avec =
        dynamic_cast<AtomVecEllipsoid *>(const_cast<Atom *>(atom)->style_match("ellipsoid"));
    if (are_superellipsoids(atom))
      f(Ellipsoids(atom, groupbit, bonus_super(avec), false));
    else
      f(Ellipsoids(atom, groupbit, avec->bonus, false));
  }

  template <class Term> double sum(const char *, const Term &term) const
  {
    double all = 0.0;
    const int nlocal = atom->nlocal;
    for (int i = 0; i < nlocal; i++) term(i, all);
    return all;
  }

 private:
  const Atom *atom;
  int groupbit;
  RigidMembers members;
};

}    // namespace

std::optional<FrameOfFlow> VARDEM_NS::frame_of_flow(LAMMPS *lmp)
{
  if (!velocities_flow(lmp->domain)) return {};
  const FullStepFlow now = full_step_flow(lmp);
  return FrameOfFlow{now.flow, now.turns ? spin(now.flow.L) : Vec3{0.0, 0.0, 0.0}, 0.0};
}

KineticEnergy VARDEM_NS::kinetic_energy_on_host(LAMMPS *lmp, int groupbit, const char *style,
                                                const std::optional<FrameOfFlow> &flow,
                                                const RigidEnergies &rigid)
{
  const HostAtoms atoms(lmp->atom, groupbit, rigid.members());
  return in_frame(flow, [&](const auto &frame) {
    KineticEnergy energy = kinetic_energy_of(lmp, style, atoms, frame);
    rigid.add_owned_bodies(frame, energy);
    return energy;
  });
}
