// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The solvers on Kokkos, without LAMMPS. How many threads is up to the command line:
// --kokkos-num-threads=2

#include "../solvers/networks.h"
#include "KOKKOS/vardem_space_kokkos.h"
#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/schwarz_cholesky.h"
#include "solvers/packing/no_tension_newton.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

using namespace VARDEM;
using namespace networks;

namespace {

/** As one process of several sees it: its sums have to be fetched. */
struct OneOfSeveral : NoExchange {
  bool alone() const { return false; }
};

typedef Kokkos::DefaultExecutionSpace Device;
typedef LAMMPS_NS::VARDEM_NS::SpaceKokkos<Device, OneOfSeveral> Space;
typedef LAMMPS_NS::VARDEM_NS::SpaceKokkos<Device> LoneSpace;

struct Solution {
  SolverReport report;
  std::vector<double> force;    // per contact of the packing
};

void read(const SolverReport &report, const SphereNetwork<SerialSpace> &s, const double *overlap,
          Solution &solution, double (*law)(double, double))
{
  solution.report = report;
  for (int c = 0; c < s.network.ncontacts; c++)
    solution.force[s.contact[c]] = law(s.network.stiffness[c], overlap[c]);
}

template <class Law> Solution on_host(const Packing &p, const SolverOptions &options)
{
  SphereNetwork<SerialSpace> s(p, true);
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, ConjugateGradients> newton;
  newton.setup(space, s.network);
  std::vector<double> u(3 * s.network.ncolumns, 0.0);
  Solution solution{{}, std::vector<double>(p.contacts.size())};
  read(newton.template solve<Law>(s.load.data(), nullptr, u.data(), options), s, newton.overlap(),
       solution, Law::force);
  return solution;
}

template <class T> typename Space::Array<T> to_device(const std::vector<T> &a)
{
  typename Space::Array<T> b("test", a.size());
  Kokkos::deep_copy(b, Kokkos::View<const T *, Kokkos::HostSpace>(a.data(), a.size()));
  return b;
}

/** The network of a packing. x: the positions, which must live as long. */
template <class S>
ContactNetwork<S, CentralGeometry> network_on_device(const SphereNetwork<SerialSpace> &s,
                                                     const typename S::template Array<double> &x)
{
  ContactNetwork<S, CentralGeometry> network;
  network.geometry = {x.data()};
  network.nrows = s.network.nrows;
  network.first_fixed = s.network.first_fixed;
  network.ncolumns = s.network.ncolumns;
  network.ncontacts = s.network.ncontacts;
  network.nbodies = s.network.nbodies;
  network.full = true;
  network.first = to_device(s.network.first);
  network.column = to_device(s.network.column);
  network.stiffness = to_device(s.network.stiffness);
  return network;
}

template <class Law, class S = Space>
Solution on_device(const Packing &p, const SolverOptions &options)
{
  const SphereNetwork<SerialSpace> s(p, true);
  const auto x = to_device(s.x), load = to_device(s.load);
  const auto network = network_on_device<S>(s, x);

  S space;
  NoTensionNewton<S, CentralGeometry, ConjugateGradients> newton;
  newton.setup(space, network);
  typename S::template Array<double> u;
  space.allocate(u, 3 * network.ncolumns);
  Solution solution{{}, std::vector<double>(p.contacts.size())};
  const SolverReport report = newton.template solve<Law>(load.data(), nullptr, u.data(), options);
  std::vector<double> overlap(network.ncontacts);
  space.copy_to_host(newton.overlap(), overlap.size(), overlap.data());
  read(report, s, overlap.data(), solution, Law::force);
  return solution;
}

double uniform(int, int)
{
  return 1.0;
}

/** Soft where the number, from 0, is odd: 1/5, 1/3, 1 of the stiffness. */
double two_species(int a, int b)
{
  const int soft = a % 2 + b % 2;
  return soft == 2 ? 1.0 / 5.0 : soft == 1 ? 1.0 / 3.0 : 1.0;
}

SolverOptions to(double tolerance)
{
  SolverOptions options;
  options.tolerance = tolerance;
  return options;
}

/** Where sums have to be fetched, the end of each linear solve is seen one product later. */
template <class Law, class S> void gives_the_forces_of_the_host(const Packing &p, double tolerance)
{
  const Solution a = on_host<Law>(p, to(tolerance)), b = on_device<Law, S>(p, to(tolerance));
  EXPECT_EQ(a.report.reason, SolverReport::CONVERGED);
  EXPECT_EQ(b.report.reason, SolverReport::CONVERGED);
  for (std::size_t c = 0; c < a.force.size(); c++)
    EXPECT_NEAR(a.force[c], b.force[c], 10.0 * tolerance);
  const int later = S().immediate() ? 0 : b.report.steps;
  EXPECT_NEAR(a.report.products + later, b.report.products, 0.02 * a.report.products);
}

/** What Kokkos' profiling interface sees. */
struct Events {
  int loops = 0, sums = 0, copies = 0, allocations = 0, waits = 0;
} events;

/** Kokkos waits for loops that are watched. */
bool of_tools(const char *fence)
{
  return std::strstr(fence, "Kokkos::Tools");
}

void watch(bool yes)
{
  namespace Tools = Kokkos::Tools::Experimental;
  typedef Kokkos_Profiling_SpaceHandle Where;
  events = Events();
  Tools::set_begin_parallel_for_callback(
      yes ? +[](const char *, uint32_t, uint64_t *) { events.loops++; } : nullptr);
  Tools::set_begin_parallel_reduce_callback(
      yes ? +[](const char *, uint32_t, uint64_t *) { events.sums++; } : nullptr);
  Tools::set_begin_deep_copy_callback(
      yes ? +[](Where, const char *, const void *, Where, const char *, const void *,
               uint64_t) { events.copies++; }
          : nullptr);
  Tools::set_allocate_data_callback(
      yes ? +[](Where, const char *, const void *, uint64_t) { events.allocations++; } : nullptr);
  Tools::set_begin_fence_callback(
      yes ? +[](const char *name, uint32_t, uint64_t *) { events.waits += !of_tools(name); }
          : nullptr);
}

}    // namespace

TEST(SolverOnKokkos, ForcesOfTheSerialSolver)
{
  const Packing one = pyramid(12, uniform), two = pyramid(12, two_species);
  for (double tolerance : {1e-6, 1e-10}) {
    gives_the_forces_of_the_host<HookeLaw, Space>(one, tolerance);
    gives_the_forces_of_the_host<HookeLaw, Space>(two, tolerance);
    gives_the_forces_of_the_host<HertzLaw, Space>(two, tolerance);
    gives_the_forces_of_the_host<HookeLaw, LoneSpace>(two, tolerance);
  }
}

TEST(SolverOnKokkos, SameBitsFromRunToRun)
{
  const Packing p = pyramid(20, two_species);
  const Solution a = on_device<HookeLaw>(p, to(1e-8)), b = on_device<HookeLaw>(p, to(1e-8));
  EXPECT_EQ(a.force, b.force);
  EXPECT_EQ(a.report.products, b.report.products);
}

/** Requirement: no allocation inside of the loop, one small synchronisation per iteration. */
TEST(SolverOnKokkos, OneWaitPerIterationAndNoCopy)
{
  SolverOptions options = to(1e-8);
  Events before;
  int step = -1, iterations = 0;
  options.progress = [&](const SolverReport &report) {
    if (report.steps == step) {
      iterations++;
      EXPECT_EQ(events.loops, before.loops);
      EXPECT_EQ(events.sums - before.sums, 2);
      EXPECT_EQ(events.waits - before.waits, 1);
      EXPECT_EQ(events.copies, before.copies);
      EXPECT_EQ(events.allocations, before.allocations);
    }
    before = events;
    step = report.steps;
  };
  watch(true);
  on_device<HookeLaw>(pyramid(12, uniform), options);
  watch(false);
  EXPECT_GT(iterations, 50);
}

namespace {

/** What the incomplete factors of a network make of a vector. */
template <class S>
std::vector<double> preconditioned(const ContactNetwork<S, CentralGeometry> &network, int parts,
                                   const std::vector<double> &r)
{
  S space;
  Tangent<S, CentralGeometry> K;
  K.setup(network);
  K.mu = 1e-3;
  K.pack(space, network.stiffness.data());
  SchwarzCholesky<S, Tangent<S, CentralGeometry>> P;
  P.options.parts = parts;
  P.setup(space, K);
  std::vector<double> z(r.size());
  for (int again = 0; again < 2; again++) {
    P.refresh(space, K);
    P.apply(space, r.data(), z.data());
  }
  space.wait();
  return z;
}

template <class S> void gives_the_bits_of_one_thread(const Packing &p)
{
  if constexpr (S::ON_HOST) {
    const SphereNetwork<SerialSpace> s(p, true);
    const auto x = to_device(s.x);
    for (int parts : {1, 2, 5})
      EXPECT_EQ(preconditioned(network_on_device<S>(s, x), parts, s.load),
                preconditioned(s.network, parts, s.load));
    EXPECT_NE(preconditioned(s.network, 1, s.load), preconditioned(s.network, 2, s.load));
  } else {
    GTEST_SKIP() << "incomplete factors are computed on the host";
  }
}

}    // namespace

/** Parts of incomplete factors are shared by the threads, and what they make of a vector does not
 *  depend on how many threads there are. */
TEST(SolverOnKokkos, PartsOfIncompleteFactorsHaveTheSameBits)
{
  gives_the_bits_of_one_thread<Space>(pyramid(12, two_species));
}

TEST(SolverOnKokkos, ProcessWithoutBodies)
{
  Packing p;
  p.x = {{0.0, 0.0, 0.0}};
  p.fixed = {true};
  p.load = {0.0, 0.0, 0.0};
  EXPECT_EQ(on_device<HookeLaw>(p, to(1e-8)).report.reason, SolverReport::CONVERGED);
}

// What Howto_vardem_gpu.rst says of a device without enough memory

TEST(Memory, TheMessageSaysWhoAskedForHowMuch)
{
  LoneSpace space(NoExchange(), "nve/sphere/cd/kk");
  LoneSpace::Array<double> array;
  std::string message;
  try {
    space.allocate(array, std::size_t(1) << 50);
  } catch (const std::exception &error) {
    message = error.what();
  }
  const std::string expected = LoneSpace::ON_HOST
      ? "failed to allocate"
      : "nve/sphere/cd/kk asked for 8589934592 MiB of memory on the device, and ";
  EXPECT_NE(message.find(expected), std::string::npos) << message;
}

int main(int argc, char **argv)
{
  ::testing::InitGoogleTest(&argc, argv);
  const Kokkos::ScopeGuard kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
