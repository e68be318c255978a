// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "compute_timestep_contact_kokkos.h"

#include "domain.h"
#include "force.h"
#include "pair_contact.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

/** Lists the pairs of the n-th atom of a list that may touch. Law: a KnownLaw. */
template <class DeviceType, class Law> struct LinearizePairs {
  MovingSpheresKokkos<DeviceType> spheres;
  typename ArrayTypes<DeviceType>::t_kkfloat_1d_3_lr x;
  typename ArrayTypes<DeviceType>::t_int_1d type;
  ContactListKokkos<DeviceType> list;
  int once_below;    // the pairs of these atoms are listed twice
  const Vec3 *v;     // of owned atoms and ghosts, now
  const VARDEM::ContactParameters *laws;
  int no_type;
  LookAhead ahead;
  bool newton, full_step, dashpots;
  int *place;                // where those of an atom begin, or how many they are
  LinearizedContact *to;     // null: counts them

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = list.atom(n), size = list.size(i);
    int at = to ? place[n] : 0;
    for (int k = 0; k < size; k++) {
      const int j = list.other(i, k);
      if (j < i && j < once_below) continue;
      const VARDEM::ContactParameters &law = laws[type(i) * no_type + type(j)];
      Contact contact = {};
      if (!is_near(i, j, law, contact)) continue;
      contact.factor = list.special(list.entry(i, k));
      linearize(contact, springs_of_spheres(Law(), law, full_step, contact), newton, dashpots,
                spheres.unit, [&](const LinearizedContact &one) {
                  if (to) to[at] = one;
                  at++;
                });
    }
    if (!to) place[n] = at;
  }

 private:
  KOKKOS_INLINE_FUNCTION bool is_near(int i, int j, const VARDEM::ContactParameters &law,
                                      Contact &contact) const
  {
    const Vec3 d = row_at(x, j) - row_at(x, i);
    const double distance = norm(d), Ri = spheres.radius(i), Rj = spheres.radius(j);
    if (distance == 0.0 || !(spheres.moves(i) || spheres.moves(j))) return false;
    contact.i = i;
    contact.j = j;
    contact.n = (1.0 / distance) * d;
    contact.distance = distance;
    contact.Ri = Ri;
    contact.Rj = Rj;
    contact.closing = dot(v[i] - v[j], contact.n);
    contact.mass = spheres.effective_mass(i, j);
    contact.unit = spheres.unit;
    contact.reach = Law::reach(law, VARDEM::effective_radius(Ri, Rj), true);
    return ahead.counts_pair(distance - (Ri + Rj) - contact.reach, norm(v[i]) + norm(v[j]));
  }
};

}    // namespace

template <class DeviceType>
ComputeTimestepContactKokkos<DeviceType>::ComputeTimestepContactKokkos(LAMMPS *lmp, int narg,
                                                                       char **arg) :
    ComputeTimestepContact(with_kokkos(lmp, std::string("Compute ") + arg[2]), narg, arg),
    space(VARDEM::NoExchange(), "timestep/contact"),
    here(lmp, contact_bodies, exchange, Space(VARDEM::NoExchange(), "timestep/contact"), [this] {
      return spheres();
    })
{
  work_on<DeviceType>(this);
}

/** The pair style whose pairs are on the device; null if everything is on the host. */
template <class DeviceType> Pair *ComputeTimestepContactKokkos<DeviceType>::pair_on_device() const
{
  if (sources.pairs.size() != 1 || contact_bodies.has_bodies()) return nullptr;
  Pair *pair = sources.pairs[0].pair;
  const bool listed = sources.pairs[0].soft && dynamic_cast<NeighListKokkos<DeviceType> *>(pair->list);
  return listed ? pair : nullptr;
}

template <class DeviceType> void ComputeTimestepContactKokkos<DeviceType>::compute_peratom()
{
  constexpr uint64_t SPHERES = V_MASK | RADIUS_MASK | RMASS_MASK | MASK_MASK;
  const bool is_alone = sources.walls.empty() && sources.bonds.empty() && sources.stiff_bonds.empty();
  atomKK->sync(Host, pair_on_device() && is_alone ? SPHERES : ALL_MASK);
  ComputeTimestepContact::compute_peratom();
}

template <class DeviceType>
MovingSpheresKokkos<DeviceType> ComputeTimestepContactKokkos<DeviceType>::spheres() const
{
  return {atomKK->k_mask.template view<DeviceType>(),
          atomKK->k_rmass.template view<DeviceType>(),
          atomKK->k_radius.template view<DeviceType>(),
          contact_bodies.groups,
          force->ftm2v,
          domain->dimension == 2};
}

template <class DeviceType> StabilityBound &ComputeTimestepContactKokkos<DeviceType>::collect()
{
  Pair *pair = pair_on_device();
  if (!pair) return ComputeTimestepContact::collect();
  contacts.collect(ahead, dashpots_count(), nullptr);
  atomKK->sync(HERE, MovingSpheresKokkos<DeviceType>::READ);
  const auto take = [&](auto law) {    // a law that resists rolling may have no coefficients for it
    take_pairs<VARDEM::KnownLaw<VARDEM::WithRolling<decltype(law)>>>(pair);
  };
  const VARDEM::NormalLaw &kind = sources.pairs[0].soft->law_kind();
  if (dynamic_cast<PairContactHertz *>(pair))
    VARDEM::with_cohesion<VARDEM::HertzForce>(kind, take);
  else
    VARDEM::with_cohesion<VARDEM::HookeForce>(kind, take);
  return here;
}

template <class DeviceType>
template <class Law>
void ComputeTimestepContactKokkos<DeviceType>::take_pairs(Pair *pair)
{
  const typename Space::Phase phase(space, "pairs");
  const SoftContacts *soft = sources.pairs[0].soft;
  const int n = pair->list->inum, no_type = atom->ntypes + 1;
  std::vector<VARDEM::ContactParameters> table(no_type * no_type);
  for (int i = 1; i < no_type; i++)
    for (int j = 1; j < no_type; j++) table[i * no_type + j] = soft->law_of_types(i, j);
  std::vector<Vec3> v = exchange.velocities();
  const bool full = lmp->kokkos->neighflag == FULL;
  space.allocate(places, n + 1);
  LinearizePairs<DeviceType, Law> pairs = {
      spheres(),
      atomKK->k_x.template view<DeviceType>(),
      atomKK->k_type.template view<DeviceType>(),
      {pair->list, force->special_lj, atom->nlocal, force->newton_pair != 0, full, nullptr, 0},
      full ? atom->nlocal : 0,
      VARDEM::copy_here(space, v, velocities),
      VARDEM::copy_here(space, table, laws),
      no_type,
      ahead,
      force->newton_pair != 0,
      soft->has_full_step_dashpots(),
      dashpots_count(),
      places.data(),
      nullptr};
  space.for_each(n, pairs);
  pairs.to = here.take(contacts.contacts, space.scan(n, places.data()));
  space.for_each(n, pairs);
}

VARDEM_KOKKOS_VARIANT(ComputeTimestepContactKokkos);
