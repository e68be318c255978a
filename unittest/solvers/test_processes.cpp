// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Incomplete factors and rigid contacts over several processes, each of which has a piece of the
// network. mpiexec says how many there are; every process runs every test.

#include "cut_networks.h"
#include "host/network/mpi_trade.h"
#include "random_networks.h"
#include "settled.h"
#include "solvers/dynamics/contact_dynamics.h"
#include "solvers/linear/schwarz_cholesky.h"
#include "solvers/network/operator.h"
#include "solvers/network/tangent.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <set>
#include <vector>

// An Exchange between processes without LAMMPS: ghosts ask the owners that the network has for
// them.

namespace networks {

class CutExchange {
 public:
  CutExchange() : state(std::make_shared<State>()) {}

  /** All processes must call it. */
  void connect(int nrows, const VARDEM::GhostOwners &owners)
  {
    State &s = *state;
    s = State();
    s.nrows = nrows;
    std::vector<std::vector<int>> rows(processes()), asked;
    s.ghosts.resize(processes());
    for (std::size_t g = 0; g < owners.row.size(); g++) {
      rows[owners.process[g]].push_back(owners.row[g]);
      s.ghosts[owners.process[g]].push_back(static_cast<int>(g));
    }
    trade(rows, asked);
    std::size_t expected = 0;
    for (int p = 0; p < processes(); p++) {
      s.sent.push_back({p, s.rows.size(), static_cast<int>(asked[p].size())});
      s.expected.push_back({p, expected, static_cast<int>(rows[p].size())});
      s.rows.insert(s.rows.end(), asked[p].begin(), asked[p].end());
      expected += rows[p].size();
    }
    s.nghosts = expected;
  }

  bool alone() const { return processes() == 1; }

  void forward(double *v, int dof)
  {
    const State &s = *state;
    std::vector<double> from, to(dof * s.nghosts);
    for (int row : s.rows) from.insert(from.end(), v + dof * row, v + dof * (row + 1));
    trade(dof, s.sent, from.data(), s.expected, to.data());
    const double *next = to.data();
    for (const auto &list : s.ghosts)
      for (int g : list)
        for (int k = 0; k < dof; k++) v[dof * (s.nrows + g) + k] = *next++;
  }

  void sum(double *values, int n)
  {
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  void max(double *values, int n)
  {
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  int processes() const
  {
    int n;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    return n;
  }
  int me() const
  {
    int p;
    MPI_Comm_rank(MPI_COMM_WORLD, &p);
    return p;
  }
  void trade(const std::vector<std::vector<int>> &send, std::vector<std::vector<int>> &received)
  {
    LAMMPS_NS::VARDEM_NS::MpiTrade(MPI_COMM_WORLD).lists(send, received);
  }
  void trade(int width, const std::vector<VARDEM::Parcel> &sent, const double *from,
             const std::vector<VARDEM::Parcel> &expected, double *to)
  {
    LAMMPS_NS::VARDEM_NS::MpiTrade(MPI_COMM_WORLD).parcels(width, sent, from, expected, to);
  }

 private:
  struct State {
    int nrows = 0;
    std::size_t nghosts = 0;
    std::vector<std::vector<int>> ghosts;    // of each process: ghosts of its rows
    std::vector<int> rows;                   // that other processes ask for
    std::vector<VARDEM::Parcel> sent, expected;
  };
  std::shared_ptr<State> state;    // of all copies
};

}    // namespace networks

using namespace VARDEM;
using namespace networks;

namespace {

SchwarzOptions in_parts(int parts, int overlap)
{
  SchwarzOptions options;
  options.parts = parts;
  options.overlap = overlap;
  return options;
}

/** The preconditioner of one process's rows. Motions and forces of a test are those of all bodies,
 *  and the same on all processes. */
template <class Exchange, int n> struct Piece {
  using Space = HostSpace<Exchange>;
  using Matrix = Tangent<Space, StoredGeometry<n>>;
  CutNetwork<Space, n> cut;
  Exchange exchange;
  Space space{exchange};
  Matrix K;
  IncompleteGradients<Space, Matrix> gradients;
  std::size_t bodies;

  Piece(const RowPacking<n> &p, const Cut &pieces, int me, const SchwarzOptions &options,
        double mu) :
      cut(p, pieces, me),
      bodies(p.fixed.size())
  {
    if constexpr (!std::is_same_v<Exchange, NoExchange>)
      exchange.connect(cut.network.nrows, cut.network.owners);
    K.setup(cut.network);
    K.mu = mu;
    K.pack(space, cut.network.stiffness.data());
    auto &P = gradients.preconditioner();
    P.options = options;
    std::vector<double> key;
    for (int body : cut.body) key.push_back(-body);    // from the top down
    P.order_by(key);
    gradients.setup(space, K);
    gradients.refresh(space, K);
  }

  std::vector<double> rows_of(const std::vector<double> &all) const
  {
    std::vector<double> own;
    for (int body : cut.body)
      own.insert(own.end(), all.begin() + n * body, all.begin() + n * (body + 1));
    return own;
  }

  /** Of all bodies. */
  std::vector<double> gather(const std::vector<double> &own)
  {
    std::vector<double> all(n * bodies, 0.0);
    for (std::size_t i = 0; i < cut.body.size(); i++)
      for (int k = 0; k < n; k++) all[n * cut.body[i] + k] = own[n * i + k];
    exchange.sum(all.data(), static_cast<int>(all.size()));
    return all;
  }

  std::vector<double> times(const std::vector<double> &r)
  {
    const std::vector<double> own = rows_of(r);
    std::vector<double> z(own.size());
    gradients.preconditioner().apply(space, own.data(), z.data());
    return gather(z);
  }

  /** Products to a residual of 1e-8. */
  int products()
  {
    std::vector<double> r = cut.load, x(n * cut.network.ncolumns);
    double square = 0.0;
    for (double k : r) square += k * k;
    exchange.sum(&square, 1);
    return refresh_and_solve(gradients, space, K, r.data(), x.data(), 1e-8 * std::sqrt(square),
                             [](int) {
                               return true;
                             });
  }
};

template <int n> using Whole = Piece<NoExchange, n>;
template <int n> using Shared = Piece<CutExchange, n>;

std::vector<double> any_vector(std::size_t size, unsigned seed)
{
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<double> v(size);
  for (double &k : v) k = uniform(random);
  return v;
}

double scalar_product(const std::vector<double> &a, const std::vector<double> &b)
{
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); k++) sum += a[k] * b[k];
  return sum;
}

/** Factors are stored in single precision, so that round-off in the order of sums may change them
 *  by 6e-8. */
constexpr double ROUND_OFF = 1e-5;

/** A pyramid whose number of free spheres can be divided by pieces, and whose stiffnesses differ,
 *  so that no two blocks are as large. */
RowPacking<3> pyramid_for(int pieces, int layers = 9)
{
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  for (int n = layers;; n++) {
    RowPacking<3> p = with_rows(pyramid(n, [&](int, int) {
      return uniform(random);
    }));
    if (std::count(p.fixed.begin(), p.fixed.end(), false) % pieces == 0) return p;
  }
}

template <class T> void send_to_all(std::vector<T> &a)
{
  int n = static_cast<int>(a.size());
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  a.resize(n);
  MPI_Bcast(a.data(), n * static_cast<int>(sizeof(T)), MPI_BYTE, 0, MPI_COMM_WORLD);
}

/** One process lets it settle, for all. */
RowPacking<3> settle()
{
  RowPacking<3> p;
  if (CutExchange().me() == 0) p = with_rows(Settled(200, 1).packing);
  std::vector<char> fixed(p.fixed.begin(), p.fixed.end());
  send_to_all(fixed);
  send_to_all(p.contacts);
  send_to_all(p.load);
  p.fixed.assign(fixed.begin(), fixed.end());
  return p;
}

const RowPacking<3> &settled()
{
  static const RowPacking<3> p = settle();
  return p;
}

/** How many processes have bodies that each body is connected to. */
template <int n> std::vector<int> processes_at(const RowPacking<n> &p, const Cut &cut)
{
  std::vector<std::set<int>> at(p.fixed.size());
  for (std::size_t i = 0; i < at.size(); i++) at[i] = {cut.process[i]};
  for (std::size_t round = 0; round < at.size(); round++)
    for (const auto &c : p.contacts)
      if (!p.fixed[c.a] && !p.fixed[c.b]) {
        at[c.a].insert(at[c.b].begin(), at[c.b].end());
        at[c.b] = at[c.a];
      }
  std::vector<int> count;
  for (const auto &processes : at) count.push_back(static_cast<int>(processes.size()));
  return count;
}

template <int n>
void expect_the_same(const RowPacking<n> &p, const Cut &whole, const Cut &pieces, int parts,
                     int parts_of_each, int overlap, const char *what)
{
  const CutExchange world;
  Whole<n> one(p, whole, 0, in_parts(parts, overlap), 0.1);
  Shared<n> several(p, pieces, world.me(), in_parts(parts_of_each, overlap), 0.1);
  const std::vector<double> r = any_vector(n * p.fixed.size(), 5);
  EXPECT_LE(difference(several.times(r), one.times(r)), ROUND_OFF)
      << what << ", overlap " << overlap;
}

/** One step of contact dynamics of one process's rows. Velocities have 3 numbers per body, and the
 *  loads of the packing act. */
template <class Exchange>
std::vector<double> motions_of_step(const RowPacking<3> &p, const Cut &pieces, int me,
                                    const std::vector<double> &v, const DynamicsOptions &options)
{
  const double h = 0.05;
  CutNetwork<HostSpace<Exchange>, 3> cut(p, pieces, me);
  auto &network = cut.network;
  Exchange exchange;
  if constexpr (!std::is_same_v<Exchange, NoExchange>)
    exchange.connect(network.nrows, network.owners);
  HostSpace<Exchange> space(exchange);
  std::vector<double> start(3 * network.ncolumns), free(3 * network.ncolumns),
      u(3 * network.ncolumns), D(3 * network.nrows, 1.0 / (h * h)), e(network.ncontacts, 0.3);
  for (int k = 0; k < 3 * network.nrows; k++) {
    start[k] = v[3 * cut.body[k / 3] + k % 3];
    free[k] = start[k] + h * cut.load[k];
  }
  space.forward(start.data(), 3);
  space.forward(free.data(), 3);
  network.has_gaps = true;
  network.gap.assign(network.ncontacts, 0.0);
  ContactDynamics<HostSpace<Exchange>, StoredGeometry<3>> dynamics;
  dynamics.setup(space, network);
  const auto report = dynamics.template solve<HookeLaw>(
      {h, cut.load.data(), start.data(), free.data(), e.data(), 1e-3 / h, 1.0}, D.data(), u.data(),
      options);
  EXPECT_EQ(report.reason, SolverReport::CONVERGED);
  std::vector<double> all(3 * p.fixed.size(), 0.0);
  for (std::size_t i = 0; i < cut.body.size(); i++)
    for (int k = 0; k < 3; k++) all[3 * cut.body[i] + k] = u[3 * i + k];
  exchange.sum(all.data(), static_cast<int>(all.size()));
  return all;
}

}    // namespace

/** The processes together do what one process does with as many parts. */
TEST(Processes, AreAsPartsOfOneProcess)
{
  const int processes = CutExchange().processes();
  for (int parts : {1, 2}) {
    const RowPacking<3> p = pyramid_for(processes * parts);
    for (int overlap : {0, 1, 2, 3})
      expect_the_same(p, Cut(p, 1), Cut(p, processes), processes * parts, parts, overlap,
                      "pyramid");
  }
}

/** Where a process has no rows the others do what they do without it. */
TEST(Processes, MayHaveNoRows)
{
  const int processes = CutExchange().processes();
  if (processes == 1) GTEST_SKIP();
  const RowPacking<3> p = pyramid_for(processes - 1);
  for (int empty : {0, processes - 1}) {
    Cut cut(p, processes - 1);
    for (int &process : cut.process) process += process >= empty;
    for (int overlap : {0, 1, 2})
      expect_the_same(p, Cut(p, 1), cut, processes - 1, 1, overlap, "process without rows");
  }
}

/** Layers that reach everything leave no difference between the processes, which then have the
 *  factors of the whole matrix. */
TEST(Processes, HaveEverythingInManyLayers)
{
  const int processes = CutExchange().processes();
  const RowPacking<3> p = pyramid_for(processes);
  Whole<3> one(p, Cut(p, 1), 0, in_parts(1, 0), 0.1);
  Shared<3> several(p, Cut(p, processes), CutExchange().me(), in_parts(1, 30), 0.1);
  const std::vector<double> r = any_vector(3 * p.fixed.size(), 5);
  std::vector<double> expected = one.times(r);
  for (double &z : expected) z *= processes;
  EXPECT_LE(difference(several.times(r), expected), ROUND_OFF);
}

/** Random bodies on random processes, of which some contacts go across a periodic boundary; several
 *  ghosts stand for the same row. With layers without end a process has the factors of all that is
 *  connected to its rows. */
TEST(Processes, KnowImages)
{
  const CutExchange world;
  for (unsigned seed = 1; seed <= 20; seed++) {
    const RowPacking<6> p = RandomNetwork<6>(seed, 10.0).packing;
    std::mt19937_64 random(seed);
    Cut images(p, 1), pieces(p, 1);
    for (std::size_t c = 0; c < p.contacts.size(); c++) images.is_image[c] = random() % 3 == 0;
    pieces.is_image = images.is_image;
    for (int &process : pieces.process) process = static_cast<int>(random() % world.processes());
    for (int parts : {1, 2})
      expect_the_same(p, Cut(p, 1), images, parts, parts, 1, "images");
    Shared<6> several(p, pieces, world.me(), in_parts(1, 40), 0.1);
    Whole<6> one(p, Cut(p, 1), 0, in_parts(1, 0), 0.1);
    const std::vector<double> r = any_vector(p.load.size(), 5);
    std::vector<double> expected = one.times(r);
    const std::vector<int> count = processes_at(p, pieces);
    for (std::size_t k = 0; k < expected.size(); k++) expected[k] *= count[k / 6];
    EXPECT_LE(difference(several.times(r), expected), ROUND_OFF) << seed;
  }
}

TEST(Processes, AreSymmetricAndPositive)
{
  const CutExchange world;
  const RowPacking<3> &p = settled();
  for (int parts : {1, 2})
    for (int overlap : {0, 1, 2}) {
      Shared<3> P(p, Cut(p, world.processes()), world.me(), in_parts(parts, overlap), 1e-6);
      const std::vector<double> a = P.gather(P.rows_of(any_vector(3 * p.fixed.size(), 1))),
                                b = P.gather(P.rows_of(any_vector(3 * p.fixed.size(), 2))),
                                Pa = P.times(a), Pb = P.times(b);
      const double aPb = scalar_product(a, Pb);
      EXPECT_NEAR(aPb, scalar_product(b, Pa),
                  1e-11 * std::sqrt(scalar_product(a, a) * scalar_product(Pb, Pb)));
      EXPECT_GT(scalar_product(a, Pa), 0.0);
      EXPECT_EQ(P.times(a), Pa);    // the same bits
    }
}

/** With two layers there are at most three times as many products as on one process. */
TEST(Processes, NeedNotManyMoreProducts)
{
  const CutExchange world;
  const RowPacking<3> &p = settled();
  const auto on_all = [&](int overlap) {
    return Shared<3>(p, Cut(p, world.processes()), world.me(), in_parts(1, overlap), 1e-9)
        .products();
  };
  const int whole = Whole<3>(p, Cut(p, 1), 0, in_parts(1, 2), 1e-9).products();
  const int one = on_all(1), two = on_all(2);
  if (world.me() == 0)
    std::printf("%d products on one process; on %d with one layer %d, with two %d\n", whole,
                world.processes(), one, two);
  EXPECT_LE(two, 3 * whole);
  if (world.processes() > 1) { EXPECT_LT(two, one); }
}

/** Motions are unique, so that the number of processes does not count beyond ten times the
 *  tolerance. */
TEST(Processes, MoveRigidBodiesAlike)
{
  const CutExchange world;
  const RowPacking<3> p = pyramid_for(world.processes(), 4);
  std::vector<double> v = any_vector(3 * p.fixed.size(), 9);
  for (std::size_t k = 0; k < v.size(); k++)
    if (p.fixed[k / 3]) v[k] = 0.0;
  for (const auto solver : {DynamicsOptions::NEWTON, DynamicsOptions::PROJECTED_GRADIENTS}) {
    DynamicsOptions options;
    options.solver = solver;
    options.tolerance = solver == DynamicsOptions::NEWTON ? 1e-6 : 1e-3;
    const auto one = motions_of_step<NoExchange>(p, Cut(p, 1), 0, v, options);
    const auto several =
        motions_of_step<CutExchange>(p, Cut(p, world.processes()), world.me(), v, options);
    EXPECT_LE(difference(several, one), 10.0 * options.tolerance) << solver;
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int failed = RUN_ALL_TESTS();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
