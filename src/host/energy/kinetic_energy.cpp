// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/energy/kinetic_energy.h"

#include "host/atoms/atom_accessors.h"
#include "host/cell/cell_flow.h"
#include "host/energy/rigid_energy.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::FrameOfFlow;
using VARDEM::KineticEnergy;
using VARDEM::Vec3;

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
