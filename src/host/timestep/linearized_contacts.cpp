// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/linearized_contacts.h"

#include "atom.h"
#include "bond.h"
#include "domain.h"
#include "force.h"
#include "host/bonds/bond_partners.h"
#include "host/bonds/table_of_bonds.h"
#include "host/lammps/clumps.h"
#include "host/lammps/lammps_versions.h"
#include "kernels/stable_step.h"
#include "neigh_list.h"
#include "neighbor.h"

#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

void LinearizedContacts::collect(const LookAhead &ahead_in, bool dashpots_in, const Vec3 *v)
{
  ahead = ahead_in;
  dashpots = dashpots_in;
  contacts.clear();
  if (v)
    for (const StiffPair &style : sources.pairs) add_pairs(style, v);
  for (std::size_t n = 0; n < sources.walls.size(); n++)
    add_wall(sources.walls[n], static_cast<int>(n));
  for (Bond *bond : sources.bonds) add_bonds(bond);
  for (SoftBonds *style : sources.stiff_bonds)
    for (const auto &bond : style->bond_springs()) add_springs(bond);
}

// Can i and j, at d from i, move relative to each other? Fills the contact with the two and the
// line of their centers.
bool LinearizedContacts::is_contact(int i, int j, const Vec3 &d, Contact &contact) const
{
  if (!contact_bodies.moves(i) && !contact_bodies.moves(j)) return false;
  const double distance = norm(d);
  if (distance == 0.0 || contact_bodies.in_same_body(i, j)) return false;
  contact = {};
  contact.i = i;
  contact.j = j;
  contact.n = (1.0 / distance) * d;
  contact.distance = distance;
  return true;
}

void LinearizedContacts::add_pairs(const StiffPair &style, const Vec3 *v)
{
  if (style.on_device()) neighbor->build_one(sources.own_list);
  const NeighList *list = style.list(sources.own_list);
  if (!list) return;

  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = list->firstneigh[i][jj] & NEIGHMASK;
      Contact contact;
      if (!is_contact(i, j, vector_at(atom->x[j]) - vector_at(atom->x[i]), contact)) continue;
      contact.itype = atom->type[i];
      contact.jtype = atom->type[j];
      if (atom->radius) {
        contact.Ri = atom->radius[i];
        contact.Rj = atom->radius[j];
      }
      contact.closing = dot(v[i] - v[j], contact.n);
      contact.mass = contact_bodies.effective_mass(i, j);
      contact.unit = force->ftm2v;
      contact.reach = style.reach(contact);
      const double gap = contact.distance - style.touch(contact) - contact.reach;
      if (!ahead.counts_pair(gap, norm(v[i]) + norm(v[j]))) continue;
      contact.factor = force->special_lj[(list->firstneigh[i][jj] >> SBBITS) & 3];
      add(contact, style.springs(contact), force->newton_pair);
    }
  }
}

void LinearizedContacts::add_wall(StiffWall &wall, int number)
{
  wall.prepare();
  const bool free = wall.is_free();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!free && !contact_bodies.moves(i)) continue;
    const double speed = norm(vector_at(atom->v[i]));
    const double range = ahead.range_of_walls(neighbor->skin, speed + wall.speed_at(i, atom->x));
    const auto &surfaces = wall.contacts_of(lmp, i, contact_bodies.mass(i), range);
    for (std::size_t k = 0; k < surfaces.size(); k++)
      if (ahead.counts_wall(surfaces[k].distance - surfaces[k].Ri - surfaces[k].reach, speed,
                            surfaces[k].closing)) {
        const std::size_t first = contacts.size();
        add(surfaces[k], wall.springs(k), false);
        for (std::size_t n = first; free && n < contacts.size(); n++) {
          contacts[n].wall = number;
          contacts[n].of_wall = wall.mobility(lmp, k);
        }
      }
  }
}

// As LAMMPS lists bonds. With KOKKOS on a GPU its list, and that of the images of an atom, may not
// be on the host.
void LinearizedContacts::add_bonds(Bond *bond)
{
  const BondsOfAtom<BondTopology> atoms = {
      {atom, bond->setflag}, atom->nlocal, force->newton_bond != 0};
  for (int i = 0; i < atom->nlocal; i++)
    atoms.each(i, [&](int, int type, int j) {
      if (j < 0 || (!force->newton_bond && i > j)) return;
      Vec3 d = vector_at(atom->x[j]) - vector_at(atom->x[i]);
      minimum_image(domain, d.x, d.y, d.z);
      Contact contact;
      if (!is_contact(i, j, d, contact)) return;
      add(contact, {bond_coefficients(bond, type, i, j, contact.distance), 0.0, 0.0},
          force->newton_bond);
    });
}

// Without newton, i is the atom that takes its part in any case, so it must be an owned one.
void LinearizedContacts::add_springs(SoftBonds::Spring bond)
{
  VARDEM::BondSprings &springs = bond.springs;
  if (!force->newton_bond && bond.i >= atom->nlocal) {
    std::swap(bond.i, bond.j);
    std::swap(springs.lever_1, springs.lever_2);
    bond.n = -bond.n;
  }
  const int i = bond.i, j = bond.j;
  if ((!contact_bodies.moves(i) && !contact_bodies.moves(j)) || contact_bodies.in_same_body(i, j))
    return;
  const bool newton = force->newton_bond;
  add({i, j, newton, bond.n, springs.lever_1, springs.lever_2, springs.of, LinearizedContact::OWN});
  add_coupling(bond);
  const auto &[normal, tangent, roll, twist] = springs.turning;
  LinearizedContact turning = {i, j, newton, bond.n, 0.0, 0.0, {{normal, tangent, 0.0, 0.0}, {}}};
  add(turning);
  turning.law.k = {0.0, 0.0, roll, twist};
  turning.part = LinearizedContact::OWN;
  add(turning);
}

// An atom without coupling is one that does not move. The coupling of a ghost is added by its
// owner, or with newton sent to it.
void LinearizedContacts::add_coupling(const SoftBonds::Spring &bond)
{
  const int i = bond.i, j = bond.j;
  if (!contact_bodies.moves(i) || !contact_bodies.moves(j)) return;
  const auto masses = [this](int atom) -> InverseMasses {
    const InverseInertia inverse = contact_bodies.inverse_inertia(atom);
    return {inverse.mass.x, inverse.moment.z};
  };
  const auto &[of, lever_1, lever_2, turning] = bond.springs;
  const BondCoupling k = coupling(of.k, lever_1, lever_2, masses(i), masses(j));
  const BondCoupling c = coupling(of.c, lever_1, lever_2, masses(i), masses(j));
  const bool newton = force->newton_bond;
  const auto add_side = [&](int a, int b, const Vec3 &n, const SideSprings &stiff,
                            const SideSprings &dash) {
    if (!newton && a >= atom->nlocal) return;
    add({a, b, newton, n, stiff.lever, 0.0, {stiff.k, {}}, LinearizedContact::COUPLING});
    add({a, b, newton, n, dash.lever, 0.0, {{}, dash.k, of.rate}, LinearizedContact::COUPLING});
  };
  add_side(i, j, bond.n, k.one, c.one);
  add_side(j, i, -bond.n, k.two, c.two);
}

void LinearizedContacts::add(const Contact &contact, const ContactSprings &springs, bool newton)
{
  linearize(contact, springs, newton, dashpots, force->ftm2v, [this](const LinearizedContact &one) {
    contacts.push_back(one);
  });
}

void LinearizedContacts::add(LinearizedContact one)
{
  if (one.prepare(dashpots, force->ftm2v)) contacts.push_back(one);
}

double LinearizedContacts::memory_usage() const
{
  return static_cast<double>(contacts.capacity()) * sizeof(LinearizedContact);
}
