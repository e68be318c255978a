// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_MATRIX_H
#define VARDEM_CONTACT_MATRIX_H

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <cmath>
#include <vector>

namespace scenario {

struct Grain {
  Eigen::Vector3d x;
  double R, m;
};

/** Springs of all contacts: normal and tangential stiffness. */
struct HookeContacts {
  double kn, kt;
};

/** The stiffness of a packing in a box [0, L]^3 with walls, assembled contact by contact from the
 *  relative displacement of the surfaces, M^-1/2 K M^-1/2. */
class ContactMatrix {
 public:
  ContactMatrix(const std::vector<Grain> &grains, const HookeContacts &k, double L) :
      contacts(0), grains(grains), k(k), K(6 * (long) grains.size(), 6 * (long) grains.size())
  {
    for (std::size_t i = 0; i < grains.size(); i++) {
      for (std::size_t j = i + 1; j < grains.size(); j++) {
        const Eigen::Vector3d d = grains[j].x - grains[i].x;
        if (d.squaredNorm() < std::pow(grains[i].R + grains[j].R, 2))
          add((int) i, (int) j, d.normalized());
      }
      for (int a = 0; a < 3; a++)
        for (const double wall : {0.0, L})
          if (std::fabs(grains[i].x[a] - wall) < grains[i].R)
            add((int) i, -1, (wall > 0.0 ? 1.0 : -1.0) * Eigen::Vector3d::Unit(a));
    }
    K.setFromTriplets(entries.begin(), entries.end());
  }

  /** 2/sqrt(lambda_max), by Lanczos with full orthogonalisation, until it changes by less than
   *  1e-8. */
  double stable_step() const
  {
    const long most = std::min<long>(K.rows(), 400);
    Eigen::MatrixXd Q(K.rows(), most + 1);
    std::vector<double> a, b;
    Q.col(0) = Eigen::VectorXd::LinSpaced(K.rows(), 1.0, 9.0).array().sin().matrix().normalized();
    double lambda = 0.0;
    for (long n = 0; n < most; n++) {
      Eigen::VectorXd w = K * Q.col(n);
      a.push_back(w.dot(Q.col(n)));
      for (int twice = 0; twice < 2; twice++)
        w -= Q.leftCols(n + 1) * (Q.leftCols(n + 1).transpose() * w);
      const double before = lambda;
      lambda = largest(a, b);
      b.push_back(w.norm());
      if (b.back() < 1e-12 || (n > 30 && lambda - before < 1e-9 * lambda)) break;
      Q.col(n + 1) = w / b.back();
    }
    return 2.0 / std::sqrt(lambda);
  }

  int contacts;

 private:
  const std::vector<Grain> &grains;
  HookeContacts k;
  Eigen::SparseMatrix<double> K;
  std::vector<Eigen::Triplet<double>> entries;

  void add(int i, int j, const Eigen::Vector3d &n)
  {
    contacts++;
    const Eigen::Matrix3d springs =
        k.kt * Eigen::Matrix3d::Identity() + (k.kn - k.kt) * n * n.transpose();
    Eigen::Matrix<double, 3, 6> J[2] = {jacobian(grains[i], n, 1.0), {}};
    if (j >= 0) J[1] = jacobian(grains[j], -n, -1.0);
    const int particle[2] = {i, j};
    for (int p = 0; p < (j < 0 ? 1 : 2); p++)
      for (int q = 0; q < (j < 0 ? 1 : 2); q++) {
        const Eigen::Matrix<double, 6, 6> block = J[p].transpose() * springs * J[q];
        for (int a = 0; a < 6; a++)
          for (int b = 0; b < 6; b++)
            entries.emplace_back(6 * particle[p] + a, 6 * particle[q] + b, block(a, b));
      }
  }

  /** Displacement of the surface at R n, u + theta x R n, of a grain of unit mass and inertia. */
  static Eigen::Matrix<double, 3, 6> jacobian(const Grain &g, const Eigen::Vector3d &n, double sign)
  {
    Eigen::Matrix<double, 3, 6> J;
    J.leftCols(3) = Eigen::Matrix3d::Identity() / std::sqrt(g.m);
    const double moment = 0.4 * g.m * g.R * g.R;
    for (int a = 0; a < 3; a++)
      J.col(3 + a) = Eigen::Vector3d::Unit(a).cross(g.R * n) / std::sqrt(moment);
    return sign * J;
  }

  static double largest(const std::vector<double> &a, const std::vector<double> &b)
  {
    if (a.size() == 1) return a[0];
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(a.data(), (long) a.size()),
                                  Eigen::Map<const Eigen::VectorXd>(b.data(), (long) b.size()),
                                  Eigen::EigenvaluesOnly);
    return solver.eigenvalues().maxCoeff();
  }
};

}    // namespace scenario
#endif
