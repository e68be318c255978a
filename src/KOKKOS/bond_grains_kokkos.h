// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_BOND_GRAINS_KOKKOS_H
#define LMP_BOND_GRAINS_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "bond_grains_compute.h"
#include "error.h"
#include "fix_bond_records_kokkos.h"
#include "fix_velocity_onstep_kokkos.h"
#include "host/lammps/over_processes.h"
#include "neighbor_kokkos.h"
#include "vardem_bond_atoms_kokkos.h"
#include "vardem_labels.h"
#include "vardem_space_kokkos.h"
#include "vardem_tallies_kokkos.h"
#include "vardem_with_kokkos.h"

#include <limits>

namespace LAMMPS_NS {

/** Kokkos variant of a bond style of VARDEM: Base is the style on the host. The table of the bonds
 *  is made on the device, and the loop runs there. The host gets the table only if somebody asks
 *  for bonds, and if a bond has broken. */
template <class DeviceType, class Base> class BondGrainsKokkos : public Base {
 public:
  typedef ArrayTypes<DeviceType> AT;

  BondGrainsKokkos(LAMMPS *lmp, const char *style_in) :
      Base(VARDEM_NS::with_kokkos(lmp, std::string("Bond style ") + style_in + "/kk")),
      style(style_in), space(VARDEM::NoExchange(), style), states(lmp, this->bodies, style)
  {
    this->kokkosable = 1;
    this->execution_space = HERE;
    this->datamask_read = VARDEM_NS::BondedStatesKokkos<DeviceType>::READ | F_MASK | TORQUE_MASK;
    this->datamask_modify = F_MASK | TORQUE_MASK;
  }

  ~BondGrainsKokkos() override
  {
    if (this->copymode) return;
    tallies.destroy(this->memoryKK, this->eatom, this->vatom);
  }

  void init_style() override
  {
    this->atomKK->sync(Host, ALL_MASK);
    Base::init_style();
    require_spheres();
    records()->communicate(&states);
    const int ntypes = this->atom->nbondtypes + 1;
    space.allocate(is_set, ntypes);
    Space::copy_from_host(this->mine.data(), ntypes, is_set.data());
    any_broken = lists_know = false;
    on_host = false;
  }

  void before_first_lists() override
  {
    this->atomKK->sync(Host, ALL_MASK);
    Base::before_first_lists();
    this->atomKK->modified(Host, SPECIAL_MASK);
  }

  /** KOKKOS looks once for bonds of type 0, which its lists leave out: a broken bond may have a
   *  partner that has gone far away. */
  void before_next_lists() override
  {
    if (!this->any_breaks || lists_know) return;
    if (!VARDEM_NS::on_any_process(any_broken, this->world)) return;
    static_cast<NeighborKokkos *>(this->neighbor)->init_topology();
    lists_know = true;
  }

  int trial_bonds() override { return this->has_table() ? this->nbonds : 0; }

  double memory_usage() override { return Base::memory_usage() + space.bytes() + states.bytes(); }

 protected:
  typedef VARDEM_NS::SpaceKokkos<DeviceType> Space;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  const std::string style;
  Space space;
  VARDEM_NS::BondedBodiesKokkos<DeviceType> states;
  VARDEM_NS::BondTableOn<Space> here;

  const char *records_style() const override
  {
    return FixBondRecordsKokkos<DeviceType>::style_in(this->modify);
  }
  std::string velocity_style() const override
  {
    return FixVelocityOnstepKokkos<DeviceType>::style_in(this->modify);
  }

  // --- the steps of compute(), as in Base ---

  template <class Reference> bool prepare(int eflag, int vflag, const Reference &reference)
  {
    this->ev_init(eflag, vflag, 0);
    tallies.allocate_energies(this->memoryKK, this->eflag_atom, this->eatom, this->maxeatom);
    tallies.allocate_virials(this->memoryKK, this->vflag_atom, this->vatom, this->maxvatom);
    on_host = false;
    return this->bring_up_to_date(states, [&] {
      make_table(reference);
    });
  }

  template <class Physics> void run(const Physics &physics)
  {
    lists_now = this->begin_listing();
    if (lists_now) space.allocate(d_listing, this->nbonds);
    VARDEM_NS::with_half_list<DeviceType>([&](auto list) {
      if constexpr (decltype(list)::value == HALFTHREAD)
        this->template with_results<HALFTHREAD>(physics, thread_results);
      else {
        Results<HALF> results;
        this->template with_results<HALF>(physics, results);
      }
    });
  }

  template <class Physics>
  void find_trials(const Physics &physics, typename Base::Ends *ends, VARDEM::TrialBond *trials)
  {
    typedef VARDEM_NS::FindTrial<Physics, VARDEM_NS::BondedStatesKokkos<DeviceType>,
                                 typename Base::Ends>
        Find;
    const typename Space::Phase phase(space, "trials");
    space.for_each(this->nbonds,
                   Find{physics, states.now(), table_here(), VARDEM_NS::bond_cell(this->domain),
                        ends, trials});
  }

  void finish()
  {
    tallies.give_to_host();
    Base::finish();
  }

  VARDEM_NS::BondTable table_here() const
  {
    return here.table(this->atom->nlocal, this->force->newton_bond != 0);
  }

  /** Copies numbers of the host to an array. */
  template <class T> void bring(const std::vector<T> &from, Array<T> &to)
  {
    space.allocate(to, from.size());
    Space::copy_from_host(from.data(), from.size(), to.data());
  }

  void end_broken() override
  {
    any_broken = 1;
    constexpr uint64_t TOPOLOGY = BOND_MASK | SPECIAL_MASK;
    this->atomKK->sync(Host, TOPOLOGY | TAG_MASK);
    fetch_bonds();
    Base::end_broken();
    Space::copy_from_host(this->type.data(), this->type.size(), here.type.data());
    this->atomKK->modified(Host, TOPOLOGY);
  }

  void sync_to_host() override
  {
    if (on_host) return;
    on_host = true;
    this->rows.resize(this->made_for.nlocal + 1);
    Space::copy_to_host(here.rows.data(), this->rows.size(), this->rows.data());
    fetch_bonds();
    fetch(here.steps, this->steps);
    fetch(here.references, this->references, this->reference_size());
    if (here.stiffness.size()) fetch(here.stiffness, this->stiffness, 4);
    if (this->has_listing()) fetch(d_listing, this->listing);
    states.sync_to_host();
  }

 private:
  typedef Kokkos::RangePolicy<DeviceType> Range;
  typedef FixBondRecordsKokkos<DeviceType> Records;
  template <int NEIGHFLAG> using Results = VARDEM_NS::ContactResultsKokkos<DeviceType, NEIGHFLAG>;
  static constexpr bool ON_HOST =
      std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;

  Array<int> is_set, findings;
  Array<VARDEM_NS::ListedBond> d_listing;
  VARDEM_NS::TalliesKokkos<DeviceType> tallies;
  Results<HALFTHREAD> thread_results;    // kept for their memory
  int any_broken;                        // has a bond of this process, in this run?
  bool lists_know;                       // do LAMMPS' lists of bonds leave broken ones out?
  bool lists_now;                        // must the loop list its bonds?
  bool on_host;                          // does the host have the present table?

  void require_spheres() const
  {
    if (!(this->damped || this->any_breaks)) return;
    this->atomKK->sync(Host, ELLIPSOID_MASK);
    if (this->atom->omega_flag && !VARDEM_NS::has_ellipsoids(this->atom, this->world)) return;
    this->error->all(FLERR, Error::NOLASTLINE,
                     "{}: with KOKKOS, bonds of ellipsoids have neither dashpots nor limits where "
                     "they break; use the style without /kk (suffix off)",
                     this->style_name());
  }

  Records *records() const { return static_cast<Records *>(this->fix); }

  /** Copies `size` numbers of each bond to the host. */
  template <class T> void fetch(const Array<T> &from, std::vector<T> &to, int size = 1)
  {
    to.resize(static_cast<std::size_t>(size) * this->nbonds);
    if (this->nbonds) Space::copy_to_host(from.data(), to.size(), to.data());
  }

  void fetch_bonds()
  {
    fetch(here.first, this->first);
    fetch(here.second, this->second);
    fetch(here.type, this->type);
  }

  template <class Reference> void make_table(const Reference &reference)
  {
    using namespace VARDEM_NS;
    typedef BondTopologyKokkos<DeviceType> Topology;
    const typename Space::Phase phase(space, "table");
    this->atomKK->sync(HERE, Topology::READ);
    const BondsOfAtom<Topology> of = {
        {this->atomKK, is_set.data()}, this->atom->nlocal, this->force->newton_bond != 0};
    space.allocate(findings, BondFindings::COUNT);
    Kokkos::deep_copy(findings, 0);
    here.make(space, of, states.now(), bond_cell(this->domain), reference,
              records()->records_on_device(), records()->slots(), findings.data());
    this->nbonds = this->stride = here.nbonds;
    records()->rows_modified();
    int found[BondFindings::COUNT];
    Space::copy_to_host(findings.data(), BondFindings::COUNT, found);
    this->atomKK->sync(Host, TAG_MASK);
    this->stop_for(found);
  }

  template <int NEIGHFLAG, class Physics>
  void with_results(const Physics &physics, Results<NEIGHFLAG> &results)
  {
    results.begin(this->atomKK, tallies);
    VARDEM::with_bool(this->needs_sums(), [&](auto tallied) {
      this->template loop<NEIGHFLAG, decltype(tallied)::value>(physics, results);
    });
    results.end(this->atomKK, tallies);
  }

  VARDEM_NS::BondsNow now()
  {
    return {table_here(),
            VARDEM_NS::bond_cell(this->domain),
            this->bodies.image_rate(),
            this->may_break(),
            this->half_of_last_step(),
            lists_now ? d_listing.data() : nullptr,
            this->force->newton_bond ? std::numeric_limits<int>::max() : this->atom->nlocal};
  }

  template <int NEIGHFLAG, bool TALLY, class Physics>
  void loop(const Physics &physics, const Results<NEIGHFLAG> &results)
  {
    if (this->nbonds == 0) return;
    const int nblocks = ON_HOST ? typename DeviceType::execution_space().concurrency()
                                : this->nbonds;
    const VARDEM_NS::BondForces<DeviceType, NEIGHFLAG, Physics, TALLY> forces = {
        states.now(), results, physics, now(), nblocks};
    if (TALLY || this->may_break()) {
      VARDEM_NS::BondSums found;
      Kokkos::parallel_reduce(VARDEM_NS::label(style, "compute"), Range(0, nblocks), forces, found);
      this->sums += found;
    } else
      Kokkos::parallel_for(VARDEM_NS::label(style, "compute"), Range(0, nblocks), forces);
  }
};

}    // namespace LAMMPS_NS
#endif
