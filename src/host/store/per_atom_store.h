// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_PER_ATOM_STORE_H
#define VARDEM_HOST_PER_ATOM_STORE_H

#include "atom.h"
#include "fix.h"
#include "host/store/restart.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

namespace VARDEM_NS {

  /** An array of a store: some numbers for each atom. */
  struct PerAtomTable {
    int number;          // in its store
    std::string name;    // for LAMMPS' messages about memory
    int columns;
    int in_restart;                 // restart files have so many of the first columns; 0 if none
    std::vector<double> initial;    // row of a new atom
    bool used = false;
    double **rows = nullptr;    // nmax x columns, if used
  };

  /** Where the rows of a store are. This one has them on the host only. */
  class PerAtomMemory {
   public:
    explicit PerAtomMemory(Memory *memory_in) : memory(memory_in) {}
    PerAtomMemory(const PerAtomMemory &) = delete;
    PerAtomMemory &operator=(const PerAtomMemory &) = delete;
    virtual ~PerAtomMemory() = default;

    virtual void grow(PerAtomTable &, int nmax);
    virtual void free(PerAtomTable &);
    /** The host reads the rows after the first of these calls, and has changed them before the
     *  second. */
    virtual void to_host() {}
    virtual void changed_on_host() {}

   protected:
    Memory *memory;
  };

  /** Numbers that a fix keeps for each atom. They go with an atom to another index, to another
   *  process, and into restart files. The fix declares its tables, says which of them it uses, and
   *  calls attach() at the end of its constructor. Afterwards each of LAMMPS' callbacks is one call
   *  of the store.
   *
   *  A block of restart data is its size, the tables that it has (bit k stands for table k), and
   *  their rows. So the order of the tables that are in restart files must never change. A fix
   *  declares all tables that it knows, also those which it does not use: a file may have them. */
  class PerAtomStore {
   public:
    explicit PerAtomStore(Memory *memory);
    ~PerAtomStore();
    PerAtomStore(const PerAtomStore &) = delete;
    PerAtomStore &operator=(const PerAtomStore &) = delete;

    /** Returns the number of the table. initial: all zero if empty. */
    int declare(const std::string &name, int columns, int in_restart = 0,
                std::vector<double> initial = {});
    void use(int k) { tables[k].used = true; }
    /** Gives a table in use another number of columns, all of which are in restart files; more of
     *  them are zero. All processes must call it. */
    void widen(int k, int columns);
    /** The same, and all numbers are zero. */
    void renew(int k, int columns);
    bool uses(int k) const { return tables[k].used; }
    /** The rows of table k are the per-atom array of the fix, which others read. To be called
     *  before attach(). */
    void show(int k) { shown = k; }
    /** nmax x columns; null without use. It changes with each grow(). */
    double **rows(int k) const { return tables[k].rows; }
    /** The same one after the other; null without use. */
    double *numbers(int k) const { return rows(k) ? rows(k)[0] : nullptr; }
    /** Of all tables in use. */
    int columns() const;

    /** Makes room for the atoms of this process, sets the flags of the fix and registers its
     *  callbacks. LAMMPS requires that the constructor of the fix does this. Nothing happens if no
     *  table is used. */
    void attach(Fix *, Atom *);
    /** Takes back the callbacks; to be called by the destructor of the fix. */
    void detach();

    /** Lets the rows live elsewhere from now on. Their values remain. */
    void move_to(std::unique_ptr<PerAtomMemory>);

    /** The host reads the rows after the first of these calls, and has changed them before the
     *  second. */
    void to_host() { memory->to_host(); }
    void changed_on_host() { memory->changed_on_host(); }

    void grow(int nmax);
    void copy(int i, int j);
    void set(int i);
    /** These return how many numbers they have written or read. */
    int pack(int i, double *buf);
    int unpack(int i, const double *buf);
    int pack_restart(int i, double *buf);
    int size_restart() const { return size_of(content()); }
    /** Reads block nth of the data that LAMMPS has read for an atom, as far as the tables are used.
     *  Returns the bits of the tables that the block has, or -1 if another version has written
     *  it. */
    int unpack_restart(int i, const double *extra, int nth);
    double bytes(int n) const { return static_cast<double>(n) * columns() * sizeof(double); }

   private:
    std::vector<PerAtomTable> tables;
    std::unique_ptr<PerAtomMemory> memory;
    Fix *fix = nullptr;    // null before attach()
    Atom *atom = nullptr;
    int nmax = 0;
    int shown = -1;

    void rows_have_moved();
    int content() const;
    int size_of(int content) const;
    template <class F> void for_used(const F &f);
    template <class F> void for_used(const F &f) const;
  };

  /** A fix that is derived from Base and keeps its own data of atoms in a store. Data of Base go
   *  first. The constructor of a derived fix declares its tables and attaches the store. */
  template <class Base> class WithStore : public Base {
   public:
    template <class... Arguments>
    explicit WithStore(LAMMPS *lmp, Arguments... arguments) :
        Base(lmp, arguments...), store(this->memory)
    {
    }
    ~WithStore() override { store.detach(); }

    void grow_arrays(int nmax) override
    {
      Base::grow_arrays(nmax);
      store.grow(nmax);
    }
    void copy_arrays(int i, int j, int delflag) override
    {
      Base::copy_arrays(i, j, delflag);
      store.copy(i, j);
    }
    void set_arrays(int i) override
    {
      Base::set_arrays(i);
      store.set(i);
    }
    int pack_exchange(int i, double *buf) override
    {
      const int n = Base::pack_exchange(i, buf);
      return n + store.pack(i, buf + n);
    }
    int unpack_exchange(int nlocal, double *buf) override
    {
      const int n = Base::unpack_exchange(nlocal, buf);
      return n + store.unpack(nlocal, buf + n);
    }
    int pack_restart(int i, double *buf) override { return store.pack_restart(i, buf); }
    int size_restart(int) override { return store.size_restart(); }
    int maxsize_restart() override { return store.size_restart(); }
    void unpack_restart(int nlocal, int nth) override
    {
      read_atom(store, this, this->error, nlocal, this->atom->extra[nlocal], nth);
    }
    double memory_usage() override { return Base::memory_usage() + store.bytes(this->atom->nmax); }

   protected:
    PerAtomStore store;
  };

  typedef WithStore<Fix> FixWithStore;

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
