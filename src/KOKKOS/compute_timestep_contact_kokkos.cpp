// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "compute_timestep_contact_kokkos.h"

#include "force.h"
#include "pair_contact.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

/** Lists the pairs of the n-th atom of a list that may touch. Law: a KnownLaw. */
template <class DeviceType, class Law> struct LinearizePairs {
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = X_MASK | RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK;

  typename AT::t_kkfloat_1d_3_lr x;
  typename AT::t_kkfloat_1d radius, rmass;
  typename AT::t_int_1d type, mask;
  MovingParticles particles;
  const Vec3 *v;    // of owned atoms and ghosts, now
  ContactListKokkos<DeviceType> list;
  int twice_below;    // pairs of these atoms are in the list twice
  const VARDEM::ContactParameters *laws;
  int no_type;
  LookAhead ahead;
  double unit;
  bool newton, full_step, dashpots;
  int *place;               // where those of an atom begin, or how many they are
  LinearizedContact *to;    // null: counts them

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = list.atom(n), size = list.size(i);
    int at = to ? place[n] : 0;
    for (int k = 0; k < size; k++) {
      const int j = list.other(i, k);
      if (j < i && j < twice_below) continue;
      const VARDEM::ContactParameters &law = laws[type(i) * no_type + type(j)];
      Contact contact = {};
      if (!is_near(i, j, law, contact)) continue;
      contact.factor = list.special(list.entry(i, k));
      linearize(contact, springs_of_spheres(Law(), law, full_step, contact), newton, dashpots, unit,
                [&](const LinearizedContact &one) {
                  if (to) to[at] = one;
                  at++;
                });
    }
    if (!to) place[n] = at;
  }

 private:
  KOKKOS_INLINE_FUNCTION bool is_near(int i, int j, const VARDEM::ContactParameters &law,
                                      Contact &c) const
  {
    const Vec3 d = row_at(x, j) - row_at(x, i);
    c.distance = norm(d);
    if (c.distance == 0.0 || !(particles.moves(mask(i)) || particles.moves(mask(j)))) return false;
    c.i = i;
    c.j = j;
    c.n = (1.0 / c.distance) * d;
    c.Ri = radius(i);
    c.Rj = radius(j);
    c.closing = dot(v[i] - v[j], c.n);
    c.mass = particles.effective_mass(mask(i), mask(j), rmass(i), rmass(j));
    c.unit = unit;
    c.reach = Law::reach(law, VARDEM::effective_radius(c.Ri, c.Rj), true);
    return ahead.counts_pair(c.distance - (c.Ri + c.Rj) - c.reach, norm(v[i]) + norm(v[j]));
  }
};

}    // namespace

template <class DeviceType>
ComputeTimestepContactKokkos<DeviceType>::ComputeTimestepContactKokkos(LAMMPS *lmp, int narg,
                                                                       char **arg) :
    ComputeTimestepContact(with_kokkos(lmp, std::string("Compute ") + arg[2]), narg, arg),
    space(VARDEM::NoExchange(), "timestep/contact"), here(lmp, contact_bodies, exchange, space)
{
  work_on<DeviceType>(this);
}

/** The pair style whose pairs are on the device; null if everything is on the host. */
template <class DeviceType> Pair *ComputeTimestepContactKokkos<DeviceType>::pair_on_device() const
{
  if (sources.pairs.size() != 1 || contact_bodies.has_bodies()) return nullptr;
  Pair *pair = sources.pairs[0].pair;
  const bool known = dynamic_cast<PairContactHooke *>(pair) ||
      dynamic_cast<PairContactHertz *>(pair);
  return known && dynamic_cast<NeighListKokkos<DeviceType> *>(pair->list) ? pair : nullptr;
}

template <class DeviceType> void ComputeTimestepContactKokkos<DeviceType>::sync_to_host()
{
  const bool pairs_alone = pair_on_device() && sources.walls.empty() && sources.bonds.empty() &&
      sources.stiff_bonds.empty();
  atomKK->sync(Host,
               pairs_alone ? TAG_MASK | V_MASK | RADIUS_MASK | RMASS_MASK | MASK_MASK : ALL_MASK);
}

template <class DeviceType> StabilityBound &ComputeTimestepContactKokkos<DeviceType>::collect()
{
  Pair *pair = pair_on_device();
  if (!pair) return ComputeTimestepContact::collect();
  contacts.collect(ahead, dashpots_count(), nullptr);
  const auto take = [&](auto law) {    // where nothing resists rolling, this is without effect
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
  typedef LinearizePairs<DeviceType, Law> Pairs;
  const typename Space::Phase phase(space, "pairs");
  const SoftContacts *soft = sources.pairs[0].soft;
  const bool full = lmp->kokkos->neighflag == FULL, newton = force->newton_pair;
  const int n = pair->list->inum, no_type = atom->ntypes + 1;
  std::vector<VARDEM::ContactParameters> table(no_type * no_type);
  for (int i = 1; i < no_type; i++)
    for (int j = 1; j < no_type; j++) table[i * no_type + j] = soft->law_of_types(i, j);
  std::vector<Vec3> v = exchange.velocities();
  space.allocate(places, n + 1);
  atomKK->sync(HERE, Pairs::READ);
  Pairs pairs = {atomKK->k_x.template view<DeviceType>(),
                 atomKK->k_radius.template view<DeviceType>(),
                 atomKK->k_rmass.template view<DeviceType>(),
                 atomKK->k_type.template view<DeviceType>(),
                 atomKK->k_mask.template view<DeviceType>(),
                 contact_bodies.single_particles(),
                 VARDEM::copy_here(space, v, velocities),
                 {pair->list, force->special_lj, atom->nlocal, newton, full, nullptr, 0},
                 full ? atom->nlocal : 0,
                 VARDEM::copy_here(space, table, laws),
                 no_type,
                 ahead,
                 force->ftm2v,
                 newton,
                 soft->has_full_step_dashpots(),
                 dashpots_count(),
                 places.data(),
                 nullptr};
  space.for_each(n, pairs);
  pairs.to = here.take(contacts.contacts, space.scan(n, places.data()));
  space.for_each(n, pairs);
}

VARDEM_KOKKOS_VARIANT(ComputeTimestepContactKokkos);
