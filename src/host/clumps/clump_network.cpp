// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/clump_network.h"

#include "fix.h"
#include "neighbor.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

// What ghost columns know of their body: orientation, length, and parts of the moments
// (kernels/rigid/body_row.h)
constexpr int FRAME_NUMBERS = 8;

}    // namespace

void ClumpPlatform::request_list(Fix *fix, bool /*often*/)
{
  neighbor->add_request(fix, NeighConst::REQ_SIZE | NeighConst::REQ_NEWTON_OFF);
}

void ClumpNetworkBuilder::collect(Space &space, ClumpGhosts &ghosts, NeighList *list,
                                  const StepInput &step)
{
  contacts.collect(ghosts, list, step);
  network.nrows = bodies().size();
  network.nbodies = rules.all(network.nrows);
  order_contacts(space);
  number_columns(ghosts.me());
  ghosts.plan(network.nrows, network.owners);
  find_frames(space);
  fill_rows();
  network.has_gaps = true;
  network.gap.resize(network.ncontacts);
  find_gaps(network.gap.data(), 0.0);
}

void ClumpNetworkBuilder::find_gaps(double *gap, double h) const
{
  for (int c = 0; c < network.ncontacts; c++)
    gap[c] = contact(c).gap + h * dot(contact(c).image, contact(c).n);
}

// First the bodies of this process, then those of others in the order of the processes, then one
// column for each contact with something that cannot move.
void ClumpNetworkBuilder::number_columns(int me)
{
  const auto &all = contacts.contacts();
  std::vector<std::pair<int, int>> others;
  for (const MemberContact &c : all)
    if (c.other_process >= 0 && c.other_process != me)
      others.emplace_back(c.other_process, c.other_row);
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  network.owners.clear();
  for (const auto &[process, row] : others) {
    network.owners.process.push_back(process);
    network.owners.row.push_back(row);
  }
  network.first_fixed = network.nrows + static_cast<int>(others.size());
  network.ncolumns = network.first_fixed;
  network.column.resize(all.size());
  for (int c = 0; c < network.ncontacts; c++) {
    const MemberContact &of = contact(c);
    if (of.other_process < 0)
      network.column[c] = network.ncolumns++;
    else if (of.other_process == me)
      network.column[c] = of.other_row;
    else
      network.column[c] = network.nrows +
          static_cast<int>(std::lower_bound(others.begin(), others.end(),
                                            std::pair(of.other_process, of.other_row)) -
                           others.begin());
  }
}

// By rows, and in the order in which they came.
void ClumpNetworkBuilder::order_contacts(Space &space)
{
  const auto &all = contacts.contacts();
  network.ncontacts = static_cast<int>(all.size());
  network.first.assign(network.nrows + 1, 0);
  for (const MemberContact &c : all) network.first[c.row]++;
  space.scan(network.nrows, network.first.data());
  std::vector<int> next(network.first);
  number_of.resize(all.size());
  for (std::size_t k = 0; k < all.size(); k++) number_of[next[all[k].row]++] = static_cast<int>(k);
}

void ClumpNetworkBuilder::find_frames(Space &space)
{
  const ClumpRows rows_of = bodies();
  shapes.clear();
  frames.assign(FRAME_NUMBERS * network.ncolumns, 0.0);
  for (int i = 0; i < network.nrows; i++) {
    shapes.push_back(VARDEM::BodyShape::of(rows_of.mass(i), rows_of.inertia(i)));
    double *frame = &frames[FRAME_NUMBERS * i];
    VARDEM::set_quat_at(frame, rows_of.q(i));
    frame[4] = shapes[i].length;
    set_vector_at(frame + 5, shapes[i].part);
  }
  space.forward(frames.data(), FRAME_NUMBERS);
}

Vec3 ClumpNetworkBuilder::torque_numbers(int column, const Vec3 &torque) const
{
  const double *frame = &frames[FRAME_NUMBERS * column];
  return VARDEM::BodyShape(frame[4], vector_at(frame + 5))
      .torque_numbers(VARDEM::quat_at(frame), torque);
}

void ClumpNetworkBuilder::fill_rows()
{
  network.stiffness.resize(network.ncontacts);
  rows.resize(VARDEM::BODY_ROW_NUMBERS * network.ncontacts);
  for (int i = 0; i < network.nrows; i++)
    for (int c = network.first[i]; c < network.first[i + 1]; c++) {
      const MemberContact &of = contact(c);
      const int j = network.column[c];
      network.stiffness[c] = of.stiffness;
      double *row = &rows[VARDEM::BODY_ROW_NUMBERS * c];
      set_vector_at(row, of.n);
      set_vector_at(row + 3, torque_numbers(i, cross(of.arm, of.n)));
      set_vector_at(row + 6,
                    j < network.first_fixed ? torque_numbers(j, cross(of.other_arm, of.n))
                                            : Vec3{0.0, 0.0, 0.0});
    }
  network.geometry = {rows.data()};
}

double ClumpNetworkBuilder::bytes() const
{
  double numbers = 0.0;
  for (const auto *a : {&rows, &frames, &network.stiffness, &network.gap})
    numbers += static_cast<double>(a->capacity());
  return contacts.bytes() + network.owners.bytes() + numbers * sizeof(double) +
      static_cast<double>(loads.capacity()) * sizeof(ClumpContacts::Load) +
      static_cast<double>(network.column.capacity() + number_of.capacity()) * sizeof(int);
}
