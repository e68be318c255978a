// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/store/per_atom_store.h"

#include "memory.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void PerAtomMemory::grow(PerAtomTable &table, int nmax)
{
  memory->grow(table.rows, nmax, table.columns, table.name.c_str());
}

void PerAtomMemory::free(PerAtomTable &table)
{
  memory->destroy(table.rows);
}

PerAtomStore::PerAtomStore(Memory *memory) : memory(std::make_unique<PerAtomMemory>(memory)) {}

PerAtomStore::~PerAtomStore()
{
  for_used([this](PerAtomTable &table) {
    memory->free(table);
  });
}

template <class F> void PerAtomStore::for_used(const F &f)
{
  for (PerAtomTable &table : tables)
    if (table.used) f(table);
}

template <class F> void PerAtomStore::for_used(const F &f) const
{
  for (const PerAtomTable &table : tables)
    if (table.used) f(table);
}

int PerAtomStore::declare(const std::string &name, int columns, int in_restart,
                          std::vector<double> initial)
{
  initial.resize(columns, 0.0);
  const int number = static_cast<int>(tables.size());
  tables.push_back({number, name, columns, in_restart, std::move(initial)});
  return number;
}

void PerAtomStore::widen(int k, int columns)
{
  PerAtomTable &table = tables[k], before = table;
  memory->to_host();
  std::vector<double> kept(static_cast<std::size_t>(nmax) * columns, 0.0);
  for (int i = 0; i < nmax; i++)
    std::copy_n(table.rows[i], std::min(columns, before.columns), &kept[i * columns]);
  memory->free(table);
  table.rows = nullptr;
  table.columns = table.in_restart = columns;
  table.initial.resize(columns, 0.0);
  memory->grow(table, nmax);
  for (int i = 0; i < nmax; i++) std::copy_n(&kept[i * columns], columns, table.rows[i]);
  memory->changed_on_host();
  if (fix) fix->maxexchange = this->columns();
}

void PerAtomStore::renew(int k, int columns)
{
  widen(k, columns);
  for (int i = 0; i < nmax; i++) std::fill_n(tables[k].rows[i], columns, 0.0);
  memory->changed_on_host();
}

int PerAtomStore::columns() const
{
  int n = 0;
  for_used([&](const PerAtomTable &table) {
    n += table.columns;
  });
  return n;
}

void PerAtomStore::attach(Fix *fix_in, Atom *atom_in)
{
  if (columns() == 0) return;
  fix = fix_in;
  atom = atom_in;
  fix->create_attribute = 1;
  fix->maxexchange = columns();
  fix->restart_peratom = content() ? 1 : 0;

  grow(atom->nmax);
  for (int i = 0; i < atom->nlocal; i++) set(i);
  atom->add_callback(Atom::GROW);
  if (fix->restart_peratom) atom->add_callback(Atom::RESTART);
}

void PerAtomStore::detach()
{
  if (!fix) return;
  atom->delete_callback(fix->id, Atom::GROW);
  if (fix->restart_peratom) atom->delete_callback(fix->id, Atom::RESTART);
  fix = nullptr;
}

void PerAtomStore::move_to(std::unique_ptr<PerAtomMemory> other)
{
  for_used([&](PerAtomTable &table) {
    PerAtomTable moved = table;
    moved.rows = nullptr;
    other->grow(moved, nmax);
    for (int i = 0; i < nmax; i++) std::copy_n(table.rows[i], table.columns, moved.rows[i]);
    memory->free(table);
    table = moved;
  });
  memory = std::move(other);
  rows_have_moved();
  memory->changed_on_host();
}

void PerAtomStore::rows_have_moved()
{
  if (fix && shown >= 0) fix->array_atom = tables[shown].rows;
}

void PerAtomStore::grow(int n)
{
  for_used([&](PerAtomTable &table) {
    memory->grow(table, n);
  });
  nmax = n;
  rows_have_moved();
  memory->to_host();    // a device has kept them there only, and readers are on the host
}

void PerAtomStore::copy(int i, int j)
{
  memory->to_host();
  for_used([&](PerAtomTable &table) {
    std::copy_n(table.rows[i], table.columns, table.rows[j]);
  });
  memory->changed_on_host();
}

void PerAtomStore::set(int i)
{
  memory->to_host();
  for_used([&](PerAtomTable &table) {
    std::copy(table.initial.begin(), table.initial.end(), table.rows[i]);
  });
  memory->changed_on_host();
}

int PerAtomStore::pack(int i, double *buf)
{
  memory->to_host();
  double *next = buf;
  for_used([&](const PerAtomTable &table) {
    next = std::copy_n(table.rows[i], table.columns, next);
  });
  return static_cast<int>(next - buf);
}

int PerAtomStore::unpack(int i, const double *buf)
{
  memory->to_host();
  const double *next = buf;
  for_used([&](PerAtomTable &table) {
    std::copy_n(next, table.columns, table.rows[i]);
    next += table.columns;
  });
  memory->changed_on_host();
  return static_cast<int>(next - buf);
}

int PerAtomStore::pack_restart(int i, double *buf)
{
  memory->to_host();
  double *next = buf;
  *next++ = size_restart();
  *next++ = ubuf(content()).d;
  for_used([&](const PerAtomTable &table) {
    next = std::copy_n(table.rows[i], table.in_restart, next);
  });
  return static_cast<int>(next - buf);
}

int PerAtomStore::unpack_restart(int i, const double *extra, int nth)
{
  int m = 0;
  for (int k = 0; k < nth; k++) m += static_cast<int>(extra[m]);

  const int size = static_cast<int>(extra[m]);
  const int bits = size >= 2 ? static_cast<int>(ubuf(extra[m + 1]).i) : -1;
  if (bits < 0 || size != size_of(bits)) return -1;

  memory->to_host();
  const double *next = extra + m + 2;
  for (std::size_t k = 0; k < tables.size(); k++) {
    if (!(bits & (1 << k))) continue;
    if (tables[k].used) std::copy_n(next, tables[k].in_restart, tables[k].rows[i]);
    next += tables[k].in_restart;
  }
  memory->changed_on_host();
  return bits;
}

// The bits of the tables that this store writes to restart files.
int PerAtomStore::content() const
{
  int bits = 0;
  for (std::size_t k = 0; k < tables.size(); k++)
    if (tables[k].used && tables[k].in_restart) bits |= 1 << k;
  return bits;
}

// Size of a block with these tables, or 0 if one of them is unknown.
int PerAtomStore::size_of(int bits) const
{
  int size = 2;
  for (std::size_t k = 0; k < tables.size(); k++) {
    if (!(bits & (1 << k))) continue;
    if (!tables[k].in_restart) return 0;
    size += tables[k].in_restart;
    bits &= ~(1 << k);
  }
  return bits ? 0 : size;
}
