// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/clump_contacts.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "host/interfaces/integrators.h"
#include "host/network/mpi_trade.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Parcel;
using VARDEM::Vec3;

namespace {

constexpr int PLACE_NUMBERS = 12;

Vec3 position(const Atom *atom, int i)
{
  return vector_at(atom->x[i]);
}

}    // namespace

std::vector<Parcel> VARDEM_NS::parcels_of(const std::vector<int> &counts)
{
  std::vector<Parcel> parcels;
  std::size_t first = 0;
  for (std::size_t p = 0; p < counts.size(); p++) {
    if (counts[p] > 0) parcels.push_back({static_cast<int>(p), first, counts[p]});
    first += counts[p];
  }
  return parcels;
}

void ClumpGhosts::forward_atoms(double *numbers, int width_in)
{
  vector = numbers;
  width = width_in;
  atoms = true;
  comm->forward_comm(fix, width);
  atoms = false;
}

void ClumpGhosts::reverse(double *numbers, int width_in)
{
  atoms = true;
  Ghosts::reverse(numbers, width_in);
  atoms = false;
}

int ClumpGhosts::pack(int n, const int *list, double *buf)
{
  for (int i = 0; i < n; i++, buf += width) std::copy_n(vector + width * list[i], width, buf);
  return width * n;
}

void ClumpGhosts::unpack(int n, int first, const double *buf)
{
  std::copy_n(buf, width * n, vector + width * first);
}

void ClumpGhosts::plan(int nrows_in, const VARDEM::GhostOwners &owners)
{
  nrows = nrows_in;
  if (alone()) return;
  std::vector<std::vector<int>> wanted(processes()), asked;
  for (std::size_t k = 0; k < owners.row.size(); k++)
    wanted[owners.process[k]].push_back(owners.row[k]);
  trade(wanted, asked);
  rows_sent.clear();
  std::vector<int> counts[2];
  for (int p = 0; p < processes(); p++) {
    rows_sent.insert(rows_sent.end(), asked[p].begin(), asked[p].end());
    counts[0].push_back(static_cast<int>(asked[p].size()));
    counts[1].push_back(static_cast<int>(wanted[p].size()));
  }
  sent = parcels_of(counts[0]);
  expected = parcels_of(counts[1]);
}

void ClumpGhosts::forward(double *columns, int width_in)
{
  if (alone()) return;
  buffer.resize(width_in * rows_sent.size());
  for (std::size_t k = 0; k < rows_sent.size(); k++)
    std::copy_n(columns + width_in * rows_sent[k], width_in, buffer.data() + width_in * k);
  trade(width_in, sent, buffer.data(), expected, columns + width_in * nrows);
}

double ClumpGhosts::bytes() const
{
  return static_cast<double>(rows_sent.capacity()) * sizeof(int) +
      static_cast<double>(buffer.capacity()) * sizeof(double);
}

void ClumpContacts::collect(ClumpGhosts &ghosts, NeighList *list, const StepInput &step)
{
  found.assign(ghosts.processes(), {});
  contact_forces_of.assign(ghosts.processes(), {});
  touching.assign(rules.no_types(), 0);
  touches_itself = false;
  same_place[0] = same_place[1] = MAXTAGINT;
  if (step.flows()) {
    const VARDEM::UpperTriangle cell = VARDEM::upper(domain->h);
    edges_of = inverse(cell);
    image_rate = (1.0 / step.h) * step.flow * cell;
  }
  find_places(ghosts);
  find_pairs(list, step);
  find_walls(step);
  judge();
  exchange(ghosts);
}

// A member knows only the atom that owns its body, which may be a ghost here. So that atom tells
// its ghosts first where the body is.
void ClumpContacts::find_places(ClumpGhosts &ghosts)
{
  static_assert(sizeof(Place) == PLACE_NUMBERS * sizeof(double), "places travel as numbers");
  const Clumps bodies(small_body_table(fix));
  const MemberTable members = small_member_table(fix);
  places.assign(atom->nlocal + atom->nghost + 1, Place());
  double *numbers = &places[0].owner;
  for (int row = 0; row < bodies.size(); row++) {
    Place &place = places[bodies.owner(row)];
    place.process = ghosts.me();
    place.row = row;
  }
  ghosts.forward_atoms(numbers, PLACE_NUMBERS);
  largest_arm = 0.0;
  std::vector<Place> own;
  for (int i = 0; i < atom->nlocal; i++)
    own.push_back(members.body[i] < 0 ? place_of_sphere(i) : place_of_member(bodies, members, i));
  find_spheres(members);
  for (std::size_t k = 0; k < single.size(); k++) {
    Place &place = own[single[k]];
    place.owner = static_cast<double>(atom->tag[single[k]]);
    place.process = static_cast<double>(ghosts.me());
    place.row = static_cast<double>(bodies.size() + k);
    for (auto *of_fixed : {place.vector, place.spin}) std::fill_n(of_fixed, 3, 0.0);
  }
  std::copy(own.begin(), own.end(), places.begin());
  ghosts.forward_atoms(numbers, PLACE_NUMBERS);
}

ClumpContacts::Place ClumpContacts::place_of_sphere(int i) const
{
  Place place = {};
  std::copy_n(atom->v[i], 3, place.vector);
  std::copy_n(atom->omega[i], 3, place.spin);
  std::copy_n(atom->x[i], 3, place.centre);
  return place;
}

ClumpContacts::Place ClumpContacts::place_of_member(const Clumps &bodies,
                                                    const MemberTable &members, int i)
{
  Place place = {};
  const Place &of_body = places[atom->map(members.owner[i])];
  const Vec3 arm = bodies.to_space(members.body[i], members.displace[i]);
  largest_arm = std::max(largest_arm, norm(arm));
  place.owner = static_cast<double>(members.owner[i]);
  place.process = of_body.process;
  place.row = of_body.row;
  set_vector_at(place.vector, arm);
  std::copy_n(bodies.position(members.body[i]), 3, place.centre);
  return place;
}

void ClumpContacts::find_spheres(const MemberTable &members)
{
  const auto *moving = dynamic_cast<const SingleSpheres *>(fix);
  const int bits = moving ? moving->sphere_bits() : 0;
  single.clear();
  for (int i = 0; i < atom->nlocal; i++)
    if (members.body[i] < 0 && (atom->mask[i] & bits) && !rules.is_fixed(atom->mask[i]))
      single.push_back(i);
}

void ClumpContacts::find_pairs(NeighList *list, const StepInput &step)
{
  ClosedContacts<ListedSpheres> pairs = {ListedSpheres(atom, list), rules.criteria()};
  const std::vector<double> &table = rules.stiffness_table();
  pairs.criteria.stiffness = table.data();
  pairs.criteria.modulus = table.data() + rules.no_types();
  for (int n = 0; n < pairs.atoms.count(); n++) {
    const int i = pairs.atoms.atom(n);
    pairs.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double stiffness) {
      if (!is_member(i) && !is_member(j)) return;
      if (places[i].owner == places[j].owner) {
        touches_itself |= is_own_image(i, j);
        return;
      }
      note_trouble(i, j, touch);
      if (touch.distance > 0.0) add_pair(i, j, touch, stiffness, step);
    });
  }
}

bool ClumpContacts::is_own_image(int i, int j) const
{
  const Vec3 apart = (position(atom, j) - vector_at(places[j].vector)) -
      (position(atom, i) - vector_at(places[i].vector));
  return norm(apart) > 1e-3 * atom->radius[i];
}

// An atom may lie in another image of the cell than its row. Rounding gives the same number on all
// processes.
Vec3 ClumpContacts::edges_from_row(int i) const
{
  const Place &place = places[i];
  const Vec3 arm = is_member(i) ? vector_at(place.vector) : Vec3{0.0, 0.0, 0.0};
  const Vec3 edges = edges_of * (position(atom, i) - arm - vector_at(place.centre));
  return {std::round(edges.x), std::round(edges.y), std::round(edges.z)};
}

void ClumpContacts::note_trouble(int i, int j, const VARDEM::TouchingSpheres &touch)
{
  touching[rules.code_of_types(atom->type[i], atom->type[j])] = 1;
  if (touch.distance > 0.0) return;
  const std::pair<tagint, tagint> tags = std::minmax(atom->tag[i], atom->tag[j]);
  if (tags.first >= same_place[0]) return;
  same_place[0] = tags.first;
  same_place[1] = tags.second;
}

// Of a pair with a ghost, the process that owns the ghost finds the contact for the body of the
// ghost.
void ClumpContacts::add_pair(int i, int j, const VARDEM::TouchingSpheres &touch, double stiffness,
                             const StepInput &step)
{
  const Vec3 n = vector_at(touch.branch.e) / touch.distance;
  for (const bool swapped : {false, true}) {
    const int a = swapped ? j : i, b = swapped ? i : j;
    if (!is_member(a) || a >= atom->nlocal) continue;
    const bool free = is_member(b);
    MemberContact c = start_of(a);
    c.n = swapped ? -n : n;
    const double of_other = atom->radius[b] + 0.5 * touch.gap;
    if (free) {
      c.other_arm = vector_at(places[b].vector);
    } else {
      c.other_spin = vector_at(places[b].spin);
      c.other_velocity = vector_at(places[b].vector) - cross(c.other_spin, of_other * c.n);
    }
    if (step.flows()) c.image = image_rate * (edges_from_row(b) - edges_from_row(a));
    c.gap = touch.gap;
    c.distance = touch.distance;
    c.stiffness = stiffness;
    c.tags[1] = atom->tag[b];
    c.types[1] = atom->type[b];
    c.groups[1] = atom->mask[b];
    c.other_process = free ? static_cast<int>(places[b].process) : MemberContact::ATOM;
    c.other_row = static_cast<int>(places[b].row);
    const double own = c.radius + 0.5 * c.gap;
    add(c,
        {a, free ? -1 : b, c.n, c.arm + own * c.n, own, of_other,
         ContactMemory::name_of_particle(atom->tag[b], c.n)},
        b, step);
  }
}

MemberContact ClumpContacts::start_of(int i) const
{
  MemberContact c = {};
  c.arm = vector_at(places[i].vector);
  c.centre = position(atom, i);
  c.radius = atom->radius[i];
  c.tags[0] = atom->tag[i];
  c.types[0] = atom->type[i];
  c.groups[0] = atom->mask[i];
  c.row = static_cast<int>(places[i].row);
  return c;
}

void ClumpContacts::find_walls(const StepInput &step)
{
  const double h = step.h;
  near_walls.place(here);
  near_walls.look(here, {atom, nullptr}, rules.closed, h > 0.0, false);
  const WallsOfAtoms &of_atoms = near_walls.of_atoms();
  for (int i = 0; i < of_atoms.natoms; i++) {
    if (!is_member(i)) continue;
    for (int k = of_atoms.first[i]; k < of_atoms.first[i + 1]; k++) {
      const NearWall &wall = of_atoms.walls[k];
      if (!(wall.distance > 0.0)) continue;    // an error follows
      MemberContact c = start_of(i);
      if (h > 0.0) {
        const auto &motion = near_walls.walls()[wall.number].motion;
        c.other_velocity =
            wall.velocity(motion.v_half(c.centre + wall.distance * wall.n + wall.shift), h);
        c.other_spin = motion.w_half;
      }
      if (step.flows()) c.image = image_rate * -edges_from_row(i);
      c.n = wall.n;
      c.gap =
          wall.distance - c.radius + dot(wall.shift, wall.n) - h * dot(wall.n, c.other_velocity);
      c.distance = wall.distance;
      c.stiffness = wall.stiffness;
      c.other_process = MemberContact::WALL;
      c.other_row = wall.number;
      c.surface = wall.surface;
      c.triangle = wall.triangle;
      add(c, {i, -1, c.n, c.arm + wall.distance * c.n, c.radius, 0.0, wall.name()}, -1, step);
    }
  }
}

void ClumpContacts::add(MemberContact &contact, const Push &push, int other, const StepInput &step)
{
  if (step.h > 0.0) {
    const KeptContact before =
        step.memory.of_both(push.member, atom->tag[push.member], other, push.name, push.n);
    contact.before = before.force(push.n);
    if (step.rolling) contact.moment_before = before.moment(push.n);
  }
  const int process = static_cast<int>(places[push.member].process);
  found[process].push_back(contact);
  contact_forces_of[process].push_back(push);
}

// Stops if there are contacts that a network cannot have.
void ClumpContacts::judge()
{
  int flags[2] = {touches_itself, same_place[0] < MAXTAGINT}, any[2];
  MPI_Allreduce(flags, any, 2, MPI_INT, MPI_MAX, world);
  if (any[1]) {
    tagint low, high;
    MPI_Allreduce(&same_place[0], &low, 1, MPI_LMP_TAGINT, MPI_MIN, world);
    if (same_place[0] != low) same_place[1] = MAXTAGINT;
    MPI_Allreduce(&same_place[1], &high, 1, MPI_LMP_TAGINT, MPI_MIN, world);
    rules.not_apart(low, high);
  }
  if (any[0])
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: a body is closer than the gap of contacts to its own periodic image; use a "
               "larger box",
               fix->style);
  if (rules.has_two_laws()) rules.take_law(touching);
  rules.require_walls(near_walls.touched());
}

void ClumpContacts::exchange(const ClumpGhosts &ghosts)
{
  sent_counts.clear();
  for (const auto &list : found) sent_counts.push_back(static_cast<int>(list.size()));
  received_counts = sent_counts;
  if (ghosts.alone()) {
    received = found[0];
    return;
  }
  std::vector<std::vector<MemberContact>> got;
  MpiTrade(world).lists(found, got);
  received.clear();
  for (std::size_t p = 0; p < got.size(); p++) {
    received_counts[p] = static_cast<int>(got[p].size());
    received.insert(received.end(), got[p].begin(), got[p].end());
  }
}

void ClumpContacts::find_contact_forces(ClumpGhosts &ghosts, const std::vector<Load> &loads,
                                        std::vector<ForceOnAtom> &pushing)
{
  static_assert(sizeof(Load) == LOAD_NUMBERS * sizeof(double), "loads travel as numbers");
  const Load *mine = loads.data();
  if (!ghosts.alone()) {
    std::size_t count = 0;
    for (const int n : sent_counts) count += n;
    loads_here.resize(count);
    ghosts.trade(LOAD_NUMBERS, parcels_of(received_counts),
                 reinterpret_cast<const double *>(loads.data()), parcels_of(sent_counts),
                 reinterpret_cast<double *>(loads_here.data()));
    mine = loads_here.data();
  }
  pushing.clear();
  for (const auto &list : contact_forces_of)
    for (const Push &push : list) {
      const auto [f, M] = *mine++;
      if (!(dot(f, f) > 0.0)) continue;
      const Vec3 to_other = -push.distance_of_other * push.n;
      pushing.push_back({push.member, -f, -M, push.arm, push.distance * push.n, push.n, push.name});
      if (push.other >= 0) pushing.push_back({push.other, f, M, to_other, to_other, push.n, 0.0});
    }
}

double ClumpContacts::bytes() const
{
  double sum = near_walls.bytes() + static_cast<double>(places.capacity()) * sizeof(Place) +
      static_cast<double>(received.capacity()) * sizeof(MemberContact) +
      static_cast<double>(loads_here.capacity()) * sizeof(Load);
  for (const auto &list : found)
    sum += static_cast<double>(list.capacity()) * sizeof(MemberContact);
  for (const auto &list : contact_forces_of)
    sum += static_cast<double>(list.capacity()) * sizeof(Push);
  return sum;
}
