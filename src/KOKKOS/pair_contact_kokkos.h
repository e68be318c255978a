// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/hooke/kk,PairContactHookeKokkos<LMPDeviceType>);
PairStyle(contact/hooke/kk/device,PairContactHookeKokkos<LMPDeviceType>);
PairStyle(contact/hooke/kk/host,PairContactHookeKokkos<LMPHostType>);
PairStyle(contact/hertz/kk,PairContactHertzKokkos<LMPDeviceType>);
PairStyle(contact/hertz/kk/device,PairContactHertzKokkos<LMPDeviceType>);
PairStyle(contact/hertz/kk/host,PairContactHertzKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_KOKKOS_H
#define LMP_PAIR_CONTACT_KOKKOS_H

#include "domain.h"
#include "error.h"
#include "fix_velocity_onstep_kokkos.h"
#include "force.h"
#include "host/lammps/internals.h"
#include "host/lammps/internals_springs.h"
#include "host/pair/contact_checks.h"
#include "host/pair/contact_limit.h"
#include "host/tables/pair_rows.h"
#include "kernels/contact/normal_law.h"
#include "kokkos.h"
#include "kokkos_base.h"
#include "memory_kokkos.h"
#include "modify.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "pair_contact.h"
#include "update.h"
#include "vardem_contact_atoms_kokkos.h"
#include "vardem_full_step_velocities_kokkos.h"
#include "vardem_with_kokkos.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace LAMMPS_NS {

/** Kokkos variant of a pair style contact/...: Base is the style on the host, NormalForce its
 *  law. */
template <class DeviceType, class Base, class NormalForce>
class PairContactKokkos : public Base, public KokkosBase {
 public:
  typedef ArrayTypes<DeviceType> AT;

  PairContactKokkos(LAMMPS *lmp, const char *style_in) :
      Base(VARDEM_NS::with_kokkos(lmp, std::string("Pair style ") + style_in + "/kk")),
      style(style_in), velocities(this->full_step_velocities, this->lmp, this, style),
      held_here(Space(VARDEM::NoExchange(), style)), record_here(Space(VARDEM::NoExchange(), style))
  {
    this->record = &record_here;
    this->kokkosable = 1;
    this->execution_space = HERE;
    this->datamask_read = VARDEM_NS::ContactArraysKokkos<DeviceType>::READ;
    this->datamask_modify = F_MASK | TORQUE_MASK;
    this->no_virial_fdotr_compute = 1;    // the loop sums the virial anyway
    this->single_enable = 0;              // springs and lists are on the device
  }

  ~PairContactKokkos() override
  {
    if (this->copymode) return;
    tallies.destroy(this->memoryKK, this->eatom, this->vatom);
  }

  void init_style() override
  {
    neighflag = this->lmp->kokkos->neighflag;
    this->atomKK->sync(Host, RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK);
    Base::init_style();
    if (this->springs && history()->get_maxpartner() < MOST_CONTACTS)
      VARDEM_NS::make_room_for_partners(history(), MOST_CONTACTS, this->atom->nmax);
    require_settings();
    auto *request = this->neighbor->find_request(this);
    request->set_kokkos_host(std::is_same_v<DeviceType, LMPHostType> &&
                             !std::is_same_v<DeviceType, LMPDeviceType>);
    request->set_kokkos_device(std::is_same_v<DeviceType, LMPDeviceType>);
    if (!this->springs) return;
    history()->stores_ids = 1;    // for delete_atoms and reset_atoms id
    if (this->update->whichflag) require_same_ids();
  }

  void init_list(int id, NeighList *ptr) override
  {
    Base::init_list(id, ptr);
    if (!dynamic_cast<NeighListKokkos<DeviceType> *>(ptr))
      this->error->all(
          FLERR, Error::NOLASTLINE,
          "{}: LAMMPS has no KOKKOS neighbor list for a sub-style of pair_style hybrid "
          "that acts on some pairs of types only; use hybrid/overlay, or suffix off",
          this->name());
  }

  double init_one(int i, int j) override
  {
    laws_changed = true;
    return Base::init_one(i, j);
  }

  void setup() override
  {
    sync_to_host();
    this->atomKK->sync(Host, V_MASK);
    Base::setup();
  }

  void compute(int eflag, int vflag) override
  {
    this->ev_init(eflag, vflag, 0);
    tallies.allocate_energies(this->memoryKK, this->eflag_atom, this->eatom, this->maxeatom);
    tallies.allocate_virials(this->memoryKK, this->vflag_atom, this->vatom, this->maxvatom);
    this->atomKK->sync(HERE, this->datamask_read);
    if (this->neighbor->ago == 0) {
      require_known_bonds();
      if (this->springs) require_room();
    }
    bring_laws();
    bring_masses();
    bring_springs();
    velocities.find(changes());
    if (no_velocity_counts()) bring_still();
    if (this->must_record()) keep_record();
    if (neighflag == FULL)
      with_sums<FULL>();
    else
      VARDEM_NS::with_half_list<DeviceType>([this](auto list) {
        this->template with_sums<decltype(list)::value>();
      });
    this->atomKK->modified(HERE, this->datamask_modify);
    if (this->springs) {
      history()->k_firstflag.template modify<DeviceType>();
      history()->k_firstvalue.template modify<DeviceType>();
    }
    tallies.give_to_host();
  }

  VARDEM_NS::HeldSprings held_springs() override
  {
    if (!this->list || !this->springs || history()->k_firstflag.extent(0) == 0) return {};
    bring_springs();
    return held_here.find(contacts(), this->list->inum);
  }

  int pack_forward_comm(int n, int *list, double *buf, int pbc_flag, int *pbc) override
  {
    return this->message == Base::MASSES ? this->masses.pack(n, list, buf)
                                         : velocities.pack(n, list, buf, pbc_flag, pbc);
  }
  void unpack_forward_comm(int n, int first, double *buf) override
  {
    if (this->message == Base::MASSES)
      this->masses.unpack(n, first, buf);
    else
      velocities.unpack(n, first, buf);
  }
  int pack_forward_comm_kokkos(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf,
                               int pbc_flag, int *pbc) override
  {
    if (this->message == Base::VELOCITIES)
      return velocities.pack_on_device(n, k_list, k_buf, pbc_flag, pbc);
    k_list.sync_host();
    k_buf.clear_sync_state();    // the device may have written the last message
    this->masses.pack(n, k_list.view_host().data(), k_buf.view_host().data());
    k_buf.modify_host();
    k_buf.template sync<DeviceType>();
    return n;
  }
  void unpack_forward_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    if (this->message == Base::VELOCITIES) return velocities.unpack_on_device(n, first, k_buf);
    k_buf.template modify<DeviceType>();
    k_buf.sync_host();
    this->masses.unpack(n, first, k_buf.view_host().data());
  }

 protected:
  /** LAMMPS has no full list on the device whose cutoffs come from the radii. */
  int list_flags() const override
  {
    return neighflag == FULL ? NeighConst::REQ_FULL : Base::list_flags();
  }
  const char *history_style() const override
  {
    const bool rolling = this->coefficients.kind().resists_rolling;
    const char *const name = HERE == Device
        ? (rolling ? "CONTACT_SPRINGS/KK/ROLLING/DEVICE" : "CONTACT_SPRINGS/KK/DEVICE")
        : (rolling ? "CONTACT_SPRINGS/KK/ROLLING/HOST" : "CONTACT_SPRINGS/KK/HOST");
    return VARDEM_NS::add_internal_style<VARDEM_NS::SavedSprings<History>>(this->modify, name);
  }

  std::string velocity_style() const override
  {
    return FixVelocityOnstepKokkos<DeviceType>::style_in(this->modify);
  }
  double limit_of_step() override
  {
    const auto *kk_list = static_cast<NeighListKokkos<DeviceType> *>(this->list);
    VARDEM_NS::ListOnHost listed(*kk_list);
    const VARDEM_NS::ContactList contacts = {listed.ilist.data(),
                                             listed.numneigh.data(),
                                             listed.first.data(),
                                             this->force->special_lj,
                                             this->atom->nlocal,
                                             this->force->newton_pair != 0,
                                             nullptr,
                                             nullptr,
                                             0};
    const VARDEM_NS::ListedContacts all = {kk_list->inum, listed.ilist.data(), contacts};
    return VARDEM_NS::limit_of_two_grains(this->lmp, this->coefficients.kind(), this->full_step,
                                          this->contact_atoms(), all);
  }

 private:
  static constexpr int MOST_CONTACTS = 24;    // of a grain, with springs
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;
  typedef Kokkos::RangePolicy<typename DeviceType::execution_space> Range;
  typedef VARDEM_NS::SpaceKokkos<DeviceType> Space;
  typedef FixNeighHistoryKokkos<DeviceType> History;
  typedef FixVelocityOnstepKokkos<DeviceType> Changes;
  template <int NEIGHFLAG> using Results = VARDEM_NS::ContactResultsKokkos<DeviceType, NEIGHFLAG>;

  std::string style;
  int neighflag = HALF;
  bool laws_changed = true;
  Kokkos::View<VARDEM::ContactParameters *, typename DeviceType::memory_space> laws_here;
  typename AT::t_double_1d body_mass_here, inverse_mass_here;    // of owned and ghost atoms
  typename AT::t_kkfloat_1d_3 still_here;                        // velocities where none counts
  VARDEM_NS::TalliesKokkos<DeviceType> tallies;
  Results<HALFTHREAD> thread_results;    // kept for their memory
  VARDEM_NS::PairFullStepVelocitiesKokkos<DeviceType> velocities;
  VARDEM_NS::HeldSpringsOn<Space> held_here;
  VARDEM_NS::ContactRecordOn<Space, VARDEM_NS::ContactListKokkos<DeviceType>> record_here;

  void require_settings() const
  {
    if (this->springs && (neighflag == FULL || this->force->newton_pair))
      this->error->all(FLERR, Error::NOLASTLINE,
                       "{}: with KOKKOS, the memory of contacts, such as springs of friction, "
                       "needs half neighbor lists and newton off; "
                       "start LAMMPS with -pk kokkos neigh half newton off",
                       this->name());
  }

  /** What Base reads outside of the loop. */
  void sync_to_host()
  {
    this->atomKK->sync(Host,
                       this->masses.have_bodies()
                           ? ALL_MASK
                           : X_MASK | RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK);
  }

  void bring_laws()
  {
    if (!laws_changed) return;
    VARDEM_NS::copy_from(this->coefficients.all(), laws_here);
    laws_changed = false;
  }

  /** LAMMPS' lists on the device take half of each box length as a whole number, and two bonded
   *  particles that are farther apart than that for images of each other, which special_bonds does
   *  not leave out. */
  void require_known_bonds() const
  {
    const auto *weights = this->force->special_lj;
    const auto *domain = this->domain;
    if (this->atom->molecular == Atom::ATOMIC ||
        std::all_of(weights + 1, weights + 4, [](double w) {
          return w == 1.0;
        }))
      return;
    VARDEM_NS::MisreadBonds<DeviceType> misread = {contacts(), this->atomKK, weights};
    bool rounded = false;
    for (int k = 0; k < 3; k++) {
      misread.half[k] = domain->periodicity[k] ? domain->prd_half[k] : HUGE_VAL;
      rounded |= std::floor(misread.half[k]) < this->neighbor->cutneighmax;
    }
    if (!rounded) return;
    this->atomKK->sync(HERE, SPECIAL_MASK | TAG_MASK);
    int found = 0;
    Kokkos::parallel_reduce(VARDEM_NS::label(style, "bonds"), Range(0, this->list->inum), misread,
                            found);
    if (found)
      this->error->one(
          FLERR, Error::NOLASTLINE,
          "{}: KOKKOS rounds half of each periodic box length, {:.4g} {:.4g} {:.4g}, down to a "
          "whole number, and takes bonded particles that are farther apart for particles without "
          "a bond; use a longer box, other units, boundaries that are not periodic, or the style "
          "without suffix kk (suffix off)",
          this->name(), domain->prd_half[0], domain->prd_half[1], domain->prd_half[2]);
  }

  void bring_masses()
  {
    const bool is_new = this->neighbor->ago == 0;
    if (is_new || this->adapts)
      this->atomKK->sync(
          Host,
          is_new && this->masses.have_bodies() ? ALL_MASK : RADIUS_MASK | TYPE_MASK | MASK_MASK);
    this->require_reach();
    if (is_new) {
      this->find_bodies();
      VARDEM_NS::copy_from(this->masses.body_masses(), body_mass_here);
    }
    const int nmax = this->atom->nmax;
    if (static_cast<int>(inverse_mass_here.extent(0)) < nmax)
      inverse_mass_here = typename AT::t_double_1d("pair:inverse_mass", nmax);
    Kokkos::parallel_for(
        VARDEM_NS::label(style, "masses"), Range(0, this->atom->nlocal + this->atom->nghost),
        VARDEM_NS::InverseMasses<DeviceType>{this->atomKK->k_rmass.template view<DeviceType>(),
                                             this->atomKK->k_mask.template view<DeviceType>(),
                                             this->masses.frozen_bits(), body_mass_here,
                                             inverse_mass_here});
  }

  /** A minimization follows the energy: dashpots do not act. New memory is zero. */
  void bring_still()
  {
    const int nmax = this->atom->nmax;
    if (static_cast<int>(still_here.extent(0)) < nmax)
      still_here = typename AT::t_kkfloat_1d_3("pair:still", nmax);
  }

  /** The fix that keeps the springs; null without. */
  History *history() const
  {
    return this->springs ? static_cast<History *>(this->fix_history) : nullptr;
  }

  /** LAMMPS finds the springs of new neighbor lists by the IDs of both atoms. If commands have
   *  given new IDs to atoms since the last run, an atom knows another one that does not know it. */
  void require_same_ids()
  {
    if (this->atom->nlocal == 0) return;
    history()->copy_arrays(0, 0, 0);    // brings the partners of all atoms to the host
    const tagint *tag = this->atom->tag, *const *partner = history()->get_partner();
    const int *npartner = history()->get_npartner();
    std::unordered_map<tagint, int> here;
    for (int i = 0; i < this->atom->nlocal; i++) here[tag[i]] = i;
    for (int i = 0; i < this->atom->nlocal; i++)
      for (int m = 0; m < npartner[i]; m++) {
        // across a boundary a pair has two rows, and one of them may not touch by round-off
        const int columns = this->history_columns;
        const auto *springs = history()->get_valuepartner()[i] + columns * m;
        if (std::all_of(springs, springs + columns, [](double s) {
              return s == 0.0;
            }))
          continue;
        const auto at = here.find(partner[i][m]);
        if (at == here.end()) continue;
        const tagint *known = partner[at->second], *end = known + npartner[at->second];
        if (std::find(known, end, tag[i]) == end)
          this->error->one(
              FLERR, Error::NOLASTLINE,
              "{}: atoms have other IDs than in the last run, and with KOKKOS the springs of "
              "friction are found by them; use delete_atoms with compress no, or the style without "
              "suffix kk (suffix off)",
              this->name());
      }
  }

  void require_room()
  {
    VARDEM_NS::ContactChecks(this->lmp, this->name()).require_thick_box();
    if (history()->get_maxpartner() > MOST_CONTACTS)
      this->error->one(
          FLERR, Error::NOLASTLINE,
          "{}: a grain has more than {} contacts, and with KOKKOS LAMMPS loses springs "
          "of friction there; use the style without suffix kk (suffix off)",
          this->name(), static_cast<int>(MOST_CONTACTS));
  }

  void bring_springs()
  {
    if (!this->springs) return;
    history()->k_firstflag.template sync<DeviceType>();
    history()->k_firstvalue.template sync<DeviceType>();
  }

  /** How the velocities of owned atoms have changed in the half step; empty if nobody asks. */
  typename AT::t_double_2d_lr changes() const
  {
    if (!this->full_step_velocities.needed()) return {};
    return static_cast<const Changes *>(this->full_step_velocities.helper())->changes_on_device();
  }

  /** In a minimization dashpots do not act. Without dashpots and springs LAMMPS may give no
   *  velocities to ghosts. */
  bool no_velocity_counts() const
  {
    return this->update->whichflag == 2 || !(this->damped || this->springs);
  }

  VARDEM_NS::ContactArraysKokkos<DeviceType> arrays() const
  {
    const AtomKokkos *atomKK = this->atomKK;
    const bool still = no_velocity_counts();
    const bool full_step = !still && this->full_step_velocities.needed();
    const auto v = still ? still_here : atomKK->k_v.template view<DeviceType>();
    const auto w = still ? still_here : atomKK->k_omega.template view<DeviceType>();
    return {atomKK->k_x.template view<DeviceType>(),
            v,
            w,
            full_step ? velocities.v() : v,
            full_step ? velocities.w() : w,
            atomKK->k_radius.template view<DeviceType>(),
            atomKK->k_type.template view<DeviceType>(),
            inverse_mass_here,
            laws_here,
            this->coefficients.no_type(),
            this->force->newton_pair ? std::numeric_limits<int>::max() : this->atom->nlocal};
  }

  VARDEM_NS::ContactListKokkos<DeviceType> contacts() const
  {
    return {this->list,           this->force->special_lj,
            this->atom->nlocal,   this->force->newton_pair != 0,
            neighflag == FULL,    history(),
            this->history_columns};
  }

  /** Keeps what the forces depend on. */
  void keep_record()
  {
    this->atomKK->sync(HERE, TAG_MASK);
    const auto *kk_list = static_cast<NeighListKokkos<DeviceType> *>(this->list);
    with_law([&](auto law) {
      record_here.template keep<decltype(law)>(
          {this->update->ntimestep, this->neighbor->ncalls}, arrays(),
          this->atom->nlocal + this->atom->nghost,
          {this->atomKK->k_type.template view<DeviceType>().data(),
           this->atomKK->k_mask.template view<DeviceType>().data(),
           this->atomKK->k_tag.template view<DeviceType>().data()},
          {laws_here.data(), this->coefficients.no_type()},
          {contacts(), kk_list->d_ilist.data(), this->list->inum, this->springs,
           this->step_time()});
    });
  }

  /** Calls f with the law of the run, and what it has besides. */
  template <class F> void with_law(const F &f) const
  {
    VARDEM::with_options<NormalForce>(this->coefficients.kind(), f);
  }

  /** Runs the loop with the memory into which its results are added. */
  template <int NEIGHFLAG> void with_sums()
  {
    if constexpr (NEIGHFLAG == HALFTHREAD)
      with_results<NEIGHFLAG>(thread_results);
    else {
      Results<NEIGHFLAG> results;
      with_results<NEIGHFLAG>(results);
    }
  }

  template <int NEIGHFLAG> void with_results(Results<NEIGHFLAG> &results)
  {
    results.begin(this->atomKK, tallies);
    with_law([&](auto law) {
      this->template choose_loop<decltype(law), NEIGHFLAG>(results);
    });
    results.end(this->atomKK, tallies);
  }

  /** Springs need half lists, see require_settings(). */
  template <class Law, int NEIGHFLAG> void choose_loop(const Results<NEIGHFLAG> &results)
  {
    using namespace VARDEM;
    // g++ 12 takes no decltype() of what a lambda around it has
    with_bool(this->root, [&](auto rooted) {
      constexpr bool ROOTED = decltype(rooted)::value || resists_rolling<Law>();
      with_bool(this->evflag || this->dissipation.is_asked(), [&](auto tallied) {
        constexpr bool TALLIED = decltype(tallied)::value;
        with_memory<Law>(this->springs, this->full_step, this->full_step_velocities.needed(),
                         [&](auto memory) {
                           constexpr TangentialMemory SPRINGS = decltype(memory)::value;
                           if constexpr (NEIGHFLAG != FULL || !has_springs(SPRINGS))
                             this->template loop<Law, NEIGHFLAG, ROOTED, SPRINGS, TALLIED>(results);
                         });
      });
    });
  }

  template <class Law, int NEIGHFLAG, bool SQRT_DASHPOT, VARDEM_NS::TangentialMemory SPRINGS,
            bool TALLY>
  void loop(const Results<NEIGHFLAG> &results)
  {
    typedef VARDEM_NS::ContactsKokkos<DeviceType, NEIGHFLAG, Law, SQRT_DASHPOT, SPRINGS, TALLY>
        Contacts;
    const Contacts all = {
        arrays(),           results, contacts(), this->step_time(), this->springs_advance(),
        this->springs_end()};
    const int inum = this->list->inum;
    if constexpr (std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>) {
      const int nblocks = typename DeviceType::execution_space().concurrency();
      // LAMMPS does not hold lists of the device to neigh_modify one
      const auto *kk_list = static_cast<NeighListKokkos<DeviceType> *>(this->list);
      const int longest = static_cast<int>(kk_list->d_neighbors.extent(1));
      run<TALLY>(nblocks,
                 VARDEM_NS::ContactsOfBlock<Contacts>{all, inum, nblocks,
                                                      this->coefficients.kind().pairs_in_lanes,
                                                      &this->coefficients.distinct(), longest});
    } else
      run<TALLY>(inum, VARDEM_NS::ContactsOfAtom<Contacts>{all});
  }

  template <bool TALLY, class Loop> void run(int n, const Loop &loop)
  {
    const Range range(0, n);
    if constexpr (TALLY) {
      VARDEM_NS::ContactSums sums;
      Kokkos::parallel_reduce(VARDEM_NS::label(style, "compute"), range, loop, sums);
      this->take(sums);
    } else
      Kokkos::parallel_for(VARDEM_NS::label(style, "compute"), range, loop);
  }
};

template <class DeviceType>
class PairContactHookeKokkos :
    public PairContactKokkos<DeviceType, PairContactHooke, VARDEM::HookeForce> {
 public:
  PairContactHookeKokkos(class LAMMPS *);
};

template <class DeviceType>
class PairContactHertzKokkos :
    public PairContactKokkos<DeviceType, PairContactHertz, VARDEM::HertzForce> {
 public:
  PairContactHertzKokkos(class LAMMPS *);
};

}    // namespace LAMMPS_NS
#endif
#endif
