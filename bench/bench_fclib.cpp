// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The solver of contacts with friction on a problem of FCLIB in the rigid limit, for fclib.py:
//   bench_fclib FILE PRODUCTS
// FILE has W and q of the velocities u = W g + q, and mu, as fclib.py writes them. Of each way to
// solve it, a line tells the products and seconds to each residual (-1: not reached in PRODUCTS),
// and the least residual.

#include "solvers/dynamics/cone_gradients.h"

#include <ctime>
#include <fstream>
#include <iostream>
#include <limits>
#include <vector>

using namespace VARDEM;

namespace {

constexpr double RESIDUALS[] = {1e-2, 1e-4, 1e-6};
constexpr int LEVELS = 3;

/** The blocks of W by rows. Each contact has its own axes, the first of which is the normal. */
struct StoredProblem {
  int ncontacts = 0;
  std::vector<int> first, column;
  std::vector<double> block, q, mu;

  bool read(const char *name)
  {
    std::ifstream file(name, std::ios::binary);
    const auto take = [&file](auto &to, int n) {
      to.resize(n);
      file.read(reinterpret_cast<char *>(to.data()), n * sizeof(to[0]));
    };
    std::vector<int> sizes;
    take(sizes, 2);
    if (!file) return false;
    ncontacts = sizes[0];
    take(first, ncontacts + 1);
    take(column, sizes[1]);
    take(block, 9 * sizes[1]);
    take(q, 3 * ncontacts);
    take(mu, ncontacts);
    return static_cast<bool>(file);
  }

  double norm_of_q() const
  {
    double sum = 0.0;
    for (double a : q) sum += a * a;
    return std::sqrt(sum);
  }
  Vec3 velocity(int c, const double *g) const
  {
    Vec3 u = vectors_at(q.data())[c];
    for (int k = first[c]; k < first[c + 1]; k++) {
      const Vec3 *row = vectors_at(block.data()) + 3 * k, &of = vectors_at(g)[column[k]];
      u = u + Vec3{dot(row[0], of), dot(row[1], of), dot(row[2], of)};
    }
    return u;
  }
  /** Without compliance. */
  ContactWeights weights(int c) const
  {
    for (int k = first[c]; k < first[c + 1]; k++)
      if (column[k] == c)
        return {block[9 * k], 0.5 * (block[9 * k + 4] + block[9 * k + 8]), 0.0, 0.0};
    return {0.0, 0.0, 0.0, 0.0};
  }
};

/** The products and seconds to the residuals of FCLIB, |g - P(g - u~)| / |q|. */
struct Reached {
  long products = 0, at[LEVELS] = {-1, -1, -1};
  double seconds[LEVELS] = {}, least = HUGE_VAL;
  std::clock_t start = std::clock();

  void see(double residual)
  {
    products++;
    least = std::fmin(least, residual);
    for (int k = 0; k < LEVELS; k++) {
      if (at[k] >= 0 || !(residual <= RESIDUALS[k])) continue;
      at[k] = products;
      seconds[k] = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    }
  }
};

/** Levers of contacts with their own axes, and no bodies: A is the velocity. */
struct StoredLevers {
  Vec3 n = {1.0, 0.0, 0.0};

  Vec3 velocity(const Vec3 *A, const Vec3 * /*B*/) const { return *A; }
};

template <class Terms> struct SumTerms {
  const double *velocity;
  Terms terms;

  void operator()(int c, Sums<Terms::SUMS> &sums) const
  {
    terms(c, StoredLevers(), vectors_at(velocity) + c, nullptr, 1.0, sums);
  }
};

/** A stored problem as a solver asks for it (solvers/dynamics/frictional_contacts.h). */
class RigidProblem {
 public:
  using Contact = ConeContact;

  RigidProblem(SerialSpace &s, const StoredProblem &p) :
      space(s), stored(p), of_contacts(p.ncontacts), impulse(3 * p.ncontacts),
      velocity(3 * p.ncontacts), norm(p.norm_of_q())
  {
  }

  void setup(bool one_scale)
  {
    square = closing = 0.0;
    for (int c = 0; c < stored.ncontacts; c++) {
      ConeContact &of = of_contacts[c];
      of.set(levers, stored.weights(c), stored.mu[c], one_scale, {0.0, 0.0, 0.0});
      const Vec3 Phi = of.velocity(levers, vectors_at(stored.q.data()) + c, nullptr, {});
      if (!(of.closing(Phi, levers.n) > 0.0)) continue;
      square += of.square_along(Phi, levers.n) + of.square_across(Phi, levers.n);
      closing++;
    }
  }

  template <class Step> void take_step(const Step &step)
  {
    Vec3 *g = vectors_at(impulse.data());
    for_normals([&](int c, const Vec3 &n) {
      g[c] = of_contacts[c].impulse(step(c, n), n);
    });
    double sum = 0.0;
    for_normals([&](int c, const Vec3 &n) {
      const Vec3 u = stored.velocity(c, impulse.data());
      vectors_at(velocity.data())[c] = u;
      const Vec3 r = g[c] - on_cone(g[c] - with_shift(u, n, stored.mu[c]), n, stored.mu[c]);
      sum += dot(r, r);
    });
    reached.see(std::sqrt(sum) / norm);
  }
  template <class Terms> void judge(const Terms &terms)
  {
    space.reduce<Terms::SUMS>(stored.ncontacts, SumTerms<Terms>{velocity.data(), terms}, 0);
  }
  template <class F> void for_normals(const F &f)
  {
    for (int c = 0; c < stored.ncontacts; c++) f(c, levers.n);
  }
  int size() const { return stored.ncontacts; }
  const ConeContact *contacts() const { return of_contacts.data(); }
  bool is_linear() const { return true; }
  ResidualUnit unit() const { return ResidualUnit::of(square, closing); }

  Reached reached;

 private:
  StoredLevers levers;
  SerialSpace &space;
  const StoredProblem &stored;
  std::vector<ConeContact> of_contacts;
  std::vector<double> impulse, velocity;
  double norm, square = 0.0, closing = 0.0;
};

void solve(const char *name, const StoredProblem &stored, bool one_scale, long most)
{
  SerialSpace space;
  RigidProblem problem(space, stored);
  std::vector<double> impulse(3 * stored.ncontacts, 0.0);
  SolverOptions options;
  options.tolerance = 1e-13;
  options.most_steps = std::numeric_limits<int>::max();
  options.most_products = most;
  problem.setup(one_scale);
  ConeMemory none;
  ConeGradients<SerialSpace, RigidProblem>().solve(space, problem, impulse.data(), options, none);
  const Reached &reached = problem.reached;
  std::cout << name;
  for (int k = 0; k < LEVELS; k++) std::cout << " " << reached.at[k] << " " << reached.seconds[k];
  std::cout << " " << reached.least << "\n";
}

}    // namespace

int main(int argc, char **argv)
{
  StoredProblem stored;
  if (argc != 3 || !stored.read(argv[1])) {
    std::cerr << "bench_fclib needs a file that fclib.py has written, and the most products\n";
    return 1;
  }
  const long most = std::atol(argv[2]);
  solve("two_scales", stored, false, most);
  solve("one_scale", stored, true, most);
  return 0;
}
