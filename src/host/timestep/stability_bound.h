// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STABILITY_BOUND_H
#define VARDEM_HOST_STABILITY_BOUND_H

#include "host/lammps/over_processes.h"
#include "host/timestep/linearized_contacts.h"
#include "host/timestep/stable_step_settings.h"
#include "solvers/network/largest_eigenvalue.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/space.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Blocks K_ii and C_ii of a particle: what its contacts add to the diagonal of the stiffness and
 *  of the dashpots. */
struct ParticleBlocks {
  static constexpr int WIDTH = 2 * sizeof(VARDEM::StiffnessBlock) / sizeof(double);

  VARDEM::StiffnessBlock stiffness, dashpot;
};

/** The largest eigenvalues of the blocks of a particle. */
struct BlockRates {
  double lambda = 0.0, gamma = 0.0;
  double potential = 0.0;    // of the particle, for the weights of its contacts

  VARDEM_INLINE BlockRates &operator+=(const BlockRates &other)
  {
    lambda += other.lambda;
    gamma += other.gamma;
    return *this;
  }

  VARDEM_INLINE bool limit() const { return lambda > 0.0 || gamma > 0.0; }
  VARDEM_INLINE double step() const
  {
    return limit() ? VARDEM::stable_step(lambda, gamma) : NO_STEP_LIMIT;
  }
};

/** A lower bound of the largest stable time step of leapfrog steps, for each particle, from the
 *  blocks of all contacts (see kernels/stable_step.h), or Woo's estimate DynDt. Everything is at
 *  the present step. Derived classes have the loops. */
class StabilityBound : protected Pointers {
 public:
  static constexpr int FORWARD_WIDTH = 3,
                       REVERSE_WIDTH = ParticleBlocks::WIDTH;    // of its messages

  /** The lowest ID of a particle whose blocks are not finite, on all processes, or MAXTAGINT. There
   *  are no steps then: NaN would be lost in minima. */
  tagint not_finite = MAXTAGINT;
  std::vector<double> step;    // of owned atoms [time]; NO_STEP_LIMIT where no contact limits it

  /** The forward width is that of ParticleBlocks if there are rigid bodies. */
  StabilityBound(LAMMPS *lmp, const ContactBodies &contact_bodies, AtomExchange &exchange) :
      Pointers(lmp), contact_bodies(contact_bodies), exchange(exchange)
  {
  }
  virtual ~StabilityBound() = default;

  /** Finds the steps from the contacts of take(). settings: dyndt, sweeps. All processes must call
   *  it. */
  void find(const StableStepSettings &settings);
  /** Counts the dashpots of velocity onstep again as often as they count in steps longer than this.
   *  They count twice at first, and less often in longer steps, so the limit of stability that
   *  follows is longer, and still a bound. Returns if any counts less than before; all processes
   *  get the same. */
  bool count_dashpots(double step) { return on_any_process(counts_again(step), world); }
  virtual double memory_usage() const;

 protected:
  const ContactBodies &contact_bodies;
  AtomExchange &exchange;
  bool dyndt = false;

  std::vector<LinearizedContact> *listed = nullptr;    // contacts on the host
  std::vector<VARDEM::InverseInertia> inverse;         // of owned single particles that move
  std::vector<ParticleBlocks> blocks;                  // on the host, if they must be there
  std::vector<BlockRates>
      rates;    // of owned and ghost atoms, then of the bodies that all processes know
  std::vector<BlockRates> walls;    // by number, of free ones

  void find_inverse_inertia();
  /** Must the blocks of ghosts or of members be added up, on the host? */
  bool shares_blocks() const { return shares_ghosts() || contact_bodies.has_bodies(); }

  // --- loops over the contacts and over the particles ---

  /** Sets the blocks of all atoms. weighted: with the weights of VARDEM::young_weight() for the
   *  potentials of rates, which are positive; an atom of potential 0 has no block. */
  virtual void sum_blocks(bool weighted) = 0;
  virtual void solve_particles() = 0;
  virtual void find_least_steps() = 0;
  virtual bool counts_again(double step) = 0;

 private:
  struct BodyBlocks {
    VARDEM::Matrix6 stiffness, dashpot;    // about the center of mass
  };

  tagint first_not_finite() const;
  bool shares_ghosts() const;
  void reset();
  void send_rates();
  void assemble(bool weighted);
  void solve_bodies();
  std::vector<BodyBlocks> sum_members(const std::vector<RigidBody> &) const;
  VARDEM::Matrix6 inverse_root(const RigidBody &) const;
  double fastest(const VARDEM::Matrix6 &block, const VARDEM::Matrix6 &root) const;
  void find_walls();
  void steps_of_contacts();
  double sweep();
  void sharpen(int sweeps);
};

/** Adds a contact to the blocks of its particles. With newton on, a pair of an owned particle and a
 *  ghost is on one process, which sends the part of the ghost to its owner. With newton off it is
 *  on both, and each takes the part of its own particle. */
template <class Space> struct AddToBlocks {
  const LinearizedContact *contacts;
  const BlockRates *rates;
  bool weighted;
  int nlocal;
  ParticleBlocks *blocks;

  VARDEM_INLINE void operator()(int k) const
  {
    const LinearizedContact &c = contacts[k];
    const bool coupling = c.part == LinearizedContact::COUPLING;
    if (coupling && !weighted) return;
    add_to(c.i, c.j, c.n, c.Ri, c);
    if (!coupling && c.j >= 0 && (c.newton || c.j < nlocal)) add_to(c.j, c.i, -1.0 * c.n, c.Rj, c);
  }

 private:
  VARDEM_INLINE double weight(const LinearizedContact &c, double ti, double tj) const
  {
    return c.part == LinearizedContact::OWN     ? 1.0
        : c.part == LinearizedContact::COUPLING ? tj / ti
                                                : VARDEM::young_weight(ti, tj);
  }
  VARDEM_INLINE void add_to(int i, int j, const VARDEM::Vec3 &n, double R,
                            const LinearizedContact &c) const
  {
    if (weighted && rates[i].potential == 0.0) return;
    const double w = weighted ? weight(c, rates[i].potential, j < 0 ? 0.0 : rates[j].potential)
                              : 1.0;
    ParticleBlocks own = {};
    ParticleBlocks &to = Space::SERIAL ? blocks[i] : own;
    add_contact(to.stiffness, n, R, w * c.law.k);
    add_contact(to.dashpot, n, R, w * c.law.c);
    if (Space::SERIAL) return;
    for (int m = 0; m < ParticleBlocks::WIDTH; m++)
      Space::add(reinterpret_cast<double *>(blocks + i) + m,
                 reinterpret_cast<const double *>(&own)[m]);
  }
};

/** The squares of the fastest rates of the blocks of a particle: bounds, or twice the largest
 *  diagonal entries. */
struct SolveBlocks {
  const VARDEM::InverseInertia *inverse;
  bool dyndt;
  const ParticleBlocks *blocks;
  BlockRates *rates;

  VARDEM_INLINE void operator()(int i) const
  {
    const VARDEM::StiffnessBlock &K = blocks[i].stiffness, &C = blocks[i].dashpot;
    rates[i].lambda = dyndt ? 2.0 * largest_diagonal(K, inverse[i])
                            : largest_eigenvalue(K, inverse[i]);
    rates[i].gamma = dyndt ? 2.0 * largest_diagonal(C, inverse[i])
                           : largest_eigenvalue(C, inverse[i]);
  }
};

/** The step of a particle is the least step of its contacts. */
template <class Space> struct StepOfContact {
  const LinearizedContact *contacts;
  const BlockRates *rates, *walls;
  double *step;

  VARDEM_INLINE void operator()(int k) const
  {
    const LinearizedContact &c = contacts[k];
    BlockRates sum = rates[c.i];
    if (c.j >= 0) sum += rates[c.j];
    if (c.wall >= 0) sum += walls[c.wall];
    Space::least(step + c.i, sum.step());
    if (c.j >= 0) Space::least(step + c.j, sum.step());
  }
};

/** Returns 1 if the dashpots of a contact count less than before. */
struct CountDashpots {
  static constexpr double ENOUGH = 1.0e-3;    // change of a count, relative
  LinearizedContact *contacts;
  double step;

  VARDEM_INLINE double operator()(int k) const
  {
    LinearizedContact &one = contacts[k];
    if (!(one.law.rate > 0.0)) return 0.0;
    const double count = VARDEM::full_step_count(step * one.law.rate);
    if (count > (1.0 - ENOUGH) * one.count) return 0.0;
    one.law.c = (count / one.count) * one.law.c;
    one.count = count;
    return 1.0;
  }
};

/** The same with its loops over a Space. */
template <class Space> class StabilityBoundOn : public StabilityBound {
 public:
  StabilityBoundOn(LAMMPS *lmp, const ContactBodies &contact_bodies, AtomExchange &exchange,
                   const Space &space) :
      StabilityBound(lmp, contact_bodies, exchange),
      space(space)
  {
  }

  /** Takes contacts of the host, which must stay, and makes room for `more` behind them. Returns
   *  where these are, for loops. */
  LinearizedContact *take(std::vector<LinearizedContact> &from, int more = 0)
  {
    listed = &from;
    count = static_cast<int>(from.size()) + more;
    if (more) space.allocate(contact_copies, count);
    contacts = more ? contact_copies.data() : space.shadow(from.data(), count, contact_copies);
    space.copy_from_host(from.data(), from.size(), contacts);
    find_inverse_inertia();
    inverse_here = copy_here(space, inverse, inverse_copies);
    return contacts + from.size();
  }

  double memory_usage() const override { return StabilityBound::memory_usage() + space.bytes(); }

 private:
  template <class T> using Array = typename Space::template Array<T>;

  Space space;
  LinearizedContact *contacts = nullptr;
  int count = 0;
  const VARDEM::InverseInertia *inverse_here = nullptr;
  ParticleBlocks *blocks_here = nullptr;
  BlockRates *rates_here = nullptr;
  Array<LinearizedContact> contact_copies;
  Array<VARDEM::InverseInertia> inverse_copies;
  Array<ParticleBlocks> block_copies;
  Array<BlockRates> rate_copies, wall_copies;
  Array<double> step_copies;

  void sum_blocks(bool weighted) override
  {
    const int nall = atom->nlocal + atom->nghost;
    if (Space::ON_HOST || shares_blocks()) blocks.resize(nall);
    blocks_here = space.shadow(blocks.data(), nall, block_copies);
    rates_here = copy_here(space, rates, rate_copies);
    space.for_each(ParticleBlocks::WIDTH * nall,
                   VARDEM::SetZero<double>{reinterpret_cast<double *>(blocks_here)});
    space.for_each(count,
                   AddToBlocks<Space>{contacts, rates_here, weighted, atom->nlocal, blocks_here});
    if (shares_blocks()) space.copy_to_host(blocks_here, nall, blocks.data());
  }
  void solve_particles() override
  {
    if (shares_blocks()) space.copy_from_host(blocks.data(), atom->nlocal, blocks_here);
    space.for_each(atom->nlocal, SolveBlocks{inverse_here, dyndt, blocks_here, rates_here});
    space.copy_to_host(rates_here, atom->nlocal, rates.data());
  }
  void find_least_steps() override
  {
    double *const here = copy_here(space, step, step_copies);
    space.for_each(count,
                   StepOfContact<Space>{contacts, copy_here(space, rates, rate_copies),
                                        copy_here(space, walls, wall_copies), here});
    space.copy_to_host(here, atom->nlocal + atom->nghost, step.data());
  }
  bool counts_again(double of) override
  {
    return space.maximum(count, CountDashpots{contacts, of}) > 0.0;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
