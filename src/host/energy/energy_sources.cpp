// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/energy/energy_sources.h"

#include "bond.h"
#include "force.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "pair.h"

#include <algorithm>
#include <map>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

using Source = EnergySources::Source;

/** Calls f(source, key). Pair style hybrid may have the same style several times, so its name is no
 *  key. */
template <class F> void for_each(const std::vector<Source> &sources, const F &f)
{
  std::map<std::string, int> found;
  for (const auto &source : sources)
    f(source, source.name + " " + std::to_string(++found[source.name]));
}

}    // namespace

bool VARDEM_NS::takes(const Fix *ledger, const EnergySource *fix, EnergyPart part)
{
  const auto parts = fix->energy_parts();
  return covers(ledger, dynamic_cast<const Fix *>(fix)) &&
      std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::string VARDEM_NS::name_of(const Fix *fix)
{
  return fmt::format("fix {} {}", fix->style, fix->id);
}

std::vector<Source> EnergySources::in_input() const
{
  std::vector<Source> sources;
  auto look_at = [&](auto *style, const Fix *fix, const std::string &name, bool covered) {
    if (auto *energy = dynamic_cast<EnergySource *>(style))
      sources.push_back({energy, fix, name, covered});
  };
  const bool all = ledger->igroup == 0;
  for (const auto &s : pair_styles(lmp)) look_at(s.pair, nullptr, "pair style " + s.name, all);
  for (const auto &s : bond_styles(force)) look_at(s.bond, nullptr, "bond style " + s.name, all);
  for (Fix *fix : modify->get_fix_list()) look_at(fix, fix, name_of(fix), covers(ledger, fix));
  return sources;
}

void EnergySources::start()
{
  accounts.clear();
  for_each(in_input(), [&](const Source &source, const std::string &key) {
    if (!source.covered) return;
    for (EnergyPart part : source.energy->energy_parts())
      if (is_accumulated(part)) accounts.push_back({key, part, source.energy->energy(part)});
  });
}

void EnergySources::add_accumulated(Energies &sum) const
{
  std::map<std::string, EnergySource *> present;
  for_each(in_input(), [&](const Source &source, const std::string &key) {
    present[key] = source.energy;
  });
  for (const auto &account : accounts) {
    const auto source = present.find(account.key);
    if (source != present.end())
      sum[account.part] += source->second->energy(account.part) - account.start;
  }
}

Energies EnergySources::powers() const
{
  Energies sum = {};
  for (const auto &source : in_input())
    if (source.covered)
      for (EnergyPart part : {EnergyPart::DASHPOTS, EnergyPart::FRICTION})
        sum[part] += source.energy->power(part);
  return sum;
}

void EnergySources::add_present(Energies &sum) const
{
  for (const auto &source : in_input()) {
    if (!source.covered) continue;
    for (EnergyPart part : source.energy->energy_parts())
      if (!is_accumulated(part)) sum[part] += source.energy->energy(part);
  }
}
