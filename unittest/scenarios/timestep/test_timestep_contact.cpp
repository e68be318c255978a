// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute timestep/contact against the exact limit of the assembled stiffness, and against runs.

#include "../../soak.h"
#include "atom.h"
#include "lammps.h"
#include "timestep/timestep.h"

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

using namespace scenario;

namespace {

const Vec3 ORIGIN{0.0, 0.0, 0.0};
const std::vector<Vec3> PAIR = {ORIGIN, {0.99, 0.0, 0.0}};

// --- a packing of 2,000 spheres ---

constexpr double L = 11.9;

std::string walls(const std::string &model)
{
  std::string script;
  for (const std::string plane : {"xplane", "yplane", "zplane"})
    script += "fix " + plane + " all wall/gran granular " + model + " " + plane + " 0 " +
        number(L) + "\n";
  return script;
}

const std::string HEAD = R"(
    atom_style sphere
    boundary f f f
    comm_modify vel yes
    neigh_modify delay 0 every 1 check yes
    thermo 100000
)";

/** File with 2,000 spheres, radii 0.4 ... 0.6, that have been pressed into a box with walls without
 *  friction, and have come to rest: their kinetic energy is 1e-28. */
const std::string &packing()
{
  static std::string file;
  if (!file.empty()) return file;
  file = scratch_file("packing");
  Simulation(HEAD + R"(
    region box block -1 13 -1 13 -1 13
    region inside block 0.5 11.4 0.5 11.4 0.5 11.4
    create_box 1 box
    create_atoms 1 random 2000 8731 inside
    variable diameter atom 0.8+0.4*random(0,1,4711)
    set group all diameter v_diameter
    set group all density 1.9
    fix nve all nve/sphere
    pair_style gran/hooke 1 NULL 0.5 0 0 0
    pair_coeff * *
)" + walls("hooke 1 0.5 damping mass_velocity tangential linear_nohistory 0 0") +
             R"(
    fix drag all viscous 1
    timestep 0.1
    run 500
    fix drag all viscous 0.05
    timestep 0.3
    run 5000
    write_data )" +
             file);
  return file;
}

/** The packing with springs kn = 1 and kt, without damping and sliding. */
std::string springs(double kt)
{
  return HEAD + "read_data " + packing() + "\nfix nve all nve/sphere\n" + hooke(1.0, kt) +
      walls("hooke 1 0 damping velocity tangential linear_history " + number(kt) + " 0 1000") +
      "compute ke all ke\nthermo_style custom step c_ke\n";
}

std::vector<Grain> grains(const Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  std::vector<Grain> all;
  for (int i = 0; i < atom->nlocal; i++)
    all.push_back({{atom->x[i][0], atom->x[i][1], atom->x[i][2]}, atom->radius[i], atom->rmass[i]});
  return all;
}

/** Kinetic energy after `steps` steps of this length, from rest. */
double energy_after(int steps, double length, double kt)
{
  Simulation sim(springs(kt));
  sim.run("timestep " + number(length) + "\nrun " + std::to_string(steps));
  return sim.value("c_ke");
}

}    // namespace

// doc/notes/leapfrog-cell-damping.md 5.5: m = kn = 1, kt/kn = 1: exact .7559, where DynDt has .8944

TEST(TimestepContact, OfTwoSpheresIsExact)
{
  Simulation sim(spheres(PAIR) + hooke(1.0, 1.0));
  EXPECT_NEAR(step(sim), 2.0 / std::sqrt(7.0), 1e-12);
  EXPECT_NEAR(step(sim, "method dyndt"), 0.8944, 5e-5);
  EXPECT_NEAR(step(sim, "safety 0.9"), 0.9 * 2.0 / std::sqrt(7.0), 1e-12);
}

// Requirement: between .95 and 1.00 of the exact limit; 1.02 x the exact limit blows up, the
// estimate does not. Of the three springs those of 2/7 have the estimate farthest from the limit:
// .950, and .994 and .975 with the others

TEST(TimestepContact, EstimateOfAPackingIsCloseToTheExactLimit)
{
  using Springs = std::vector<double>;
  for (const double kt : VARDEM::at_size(Springs{2.0 / 7.0}, Springs{0.0, 2.0 / 7.0, 1.0})) {
    Simulation sim(springs(kt));
    const double estimate = step(sim, "reach 0");
    const double exact = ContactMatrix(grains(sim), {1.0, kt}, L).stable_step();
    EXPECT_GE(estimate, 0.95 * exact) << kt;
    EXPECT_LE(estimate, exact) << kt;

    const double contacts = step(sim, "reach 0 sweeps 0"),
                 skin = step(sim);    // both are bounds as well
    EXPECT_LE(contacts, estimate) << kt;
    EXPECT_LE(skin, estimate) << kt;
    EXPECT_GE(contacts, M_SQRT1_2 * exact) << kt;

    // that of the softest modes, still coming to rest
    EXPECT_LE(energy_after(2000, estimate, kt), 1e-18) << kt;
    EXPECT_GE(energy_after(500, 1.02 * exact, kt), 1e-2) << kt;
  }
}

// The vector has a step for each particle, of which the least is the scalar; those out of the group
// have 0

TEST(TimestepContact, VectorHasTheStepOfEachParticle)
{
  Simulation sim(spheres({ORIGIN, {0.99, 0.0, 0.0}, {1.98, 0.0, 0.0}, {10.0, 0.0, 0.0}}) +
                 hooke(1.0, 0.0) +
                 "group three id 1:3\ncompute s three timestep/contact safety 0.5\n"
                 "compute least three reduce min c_s\nthermo_style custom step c_s c_least\nrun 0");
  EXPECT_NEAR(sim.value("c_s"), 0.5 * 2.0 / std::sqrt(3.0),
              1e-12);    // the middle one moves twice as far
  EXPECT_EQ(sim.value("c_least"), sim.value("c_s"));
  EXPECT_EQ(sim.value("c_s[4]"), 0.0);
  EXPECT_EQ(step_of(spheres({ORIGIN, {10.0, 0.0, 0.0}}) + hooke(1.0, 0.0)),
            1e20);    // no contact, no limit
}

// Pairs within the skin count as if they were in touch

TEST(TimestepContact, PairsAboutToCloseCount)
{
  const std::string pair =
      "neighbor 0.3 bin\n" + spheres({ORIGIN, {1.2, 0.0, 0.0}}) + hooke(1.0, 1.0);
  EXPECT_NEAR(step_of(pair), 2.0 / std::sqrt(7.0), 1e-12);
  EXPECT_NEAR(step_of(pair, "reach 0.21"), 2.0 / std::sqrt(7.0), 1e-12);
  EXPECT_EQ(step_of(pair, "reach 0.19"), 1e20);
  EXPECT_EQ(step_of("neighbor 0.1 bin\n" + spheres({ORIGIN, {1.2, 0.0, 0.0}}) + hooke(1.0, 1.0)),
            1e20);
}

TEST(TimestepContact, WallsCountInPlanesAndRegions)
{
  const std::string sphere = spheres({{0.0, 0.0, 0.48}}) + hooke(1.0, 1.0);
  const std::string model =
      " granular hooke 4 0 damping velocity tangential linear_history 4 0 0.5 ";
  const double wall = 2.0 / std::sqrt(4 * 3.5);
  for (const std::string &place :
       {"wall/gran" + model + "zplane 0 NULL", "wall/gran/region" + model + "region floor"})
    for (const double z : {0.48, 0.55}) {
      const std::string at =
          "region floor plane 0 0 0 0 0 1\nset atom 1 z " + number(z) + "\nfix floor all " + place;
      EXPECT_NEAR(step_of(sphere + at + "\n"), wall, 1e-9) << place;
      EXPECT_EQ(step_of(sphere + at + "\n", "reach 0") < 1e20, z < 0.5) << place;
    }
  // a corner: three walls, kt = 0
  const std::string soft = " granular hooke 4 0 damping velocity tangential linear_nohistory 0 0 ";
  std::string corner = spheres({{0.48, 0.48, 0.48}}) + hooke(1.0, 1.0);
  for (const std::string p : {"xplane", "yplane", "zplane"})
    corner += "fix " + p + " all wall/gran" + soft + p + " 0 NULL\n";
  EXPECT_NEAR(step_of(corner), 1.0, 1e-9);
  Simulation sim(spheres({{0.0, 0.0, 0.48}}) + hooke(1.0, 1.0) +
                 "fix lj all wall/harmonic zlo 0 1 1 0.6\n");
  const std::string text =
      sim.output_of("compute s all timestep/contact\nthermo_style custom c_s\nrun 0\nrun 0");
  EXPECT_EQ(count(text, "does not count the stiffness of fix lj wall/harmonic"), 1);
}

// Normal stiffness and that in the tangent plane, against differences of LAMMPS' own forces on the
// second of two spheres

TEST(TimestepContact, StiffnessOfStockStylesIsThatOfTheirForces)
{
  const std::string granular[] = {
      "gran/hertz/history 1e4 5e3 0 0 1000 0\npair_coeff * *\n",
      "granular\npair_coeff * * hooke 1e3 0 tangential linear_history 400 0 1000\n",
      "granular\npair_coeff * * hertz 1e4 0 tangential mindlin 5e3 0 1000\n",
      "granular\npair_coeff * * hertz/material 1e4 0 0.3 tangential mindlin NULL 0 1000\n",
      "granular\npair_coeff * * dmt 1e4 0 0.3 1.0 tangential mindlin NULL 0 1000\n",
      "granular\npair_coeff * * jkr 1e4 0 0.3 1.0 tangential mindlin NULL 0 1000\n"};
  for (const auto &style : granular) {
    // fx and fz of the second, after it has been moved by d along x in no time, or along z in one
    // step
    const auto force = [&](double x, double vz) {
      const double h = 1e-8;
      Simulation sim(spheres({ORIGIN, {x, 0.0, 0.0}}) + "pair_style " + style + "timestep " +
                     number(h) +
                     "\nvelocity all set 0 0 0\ngroup second id 2\nvelocity second set 0 0 " +
                     number(vz / h) + "\nrun 1");
      return Vec3{sim.value("fx[2]"), 0.0, sim.value("fz[2]")};
    };
    const double d = 1e-5;
    const double kn = (force(0.97 - d, 0.0).x - force(0.97 + d, 0.0).x) / (2 * d),
                 turn = force(0.97, 0.0).x / 0.97;
    // the normal force turns with the normal
    const double kt = turn - force(0.97, 1e-6).z / 1e-6;
    const double lambda = std::max(2 * kn, 7 * kt);
    EXPECT_NEAR(step_of(spheres({ORIGIN, {0.97, 0.0, 0.0}}) + "pair_style " + style) /
                    (2 / std::sqrt(lambda)),
                1.0, 1e-3)
        << style << " kn " << kn << " kt " << kt;
  }
}

// A style with single() that is no law of grains: k = 72/2^(1/3) epsilon/sigma^2 at the minimum of
// lj/cut; bonds, of K (r - r0)^2: k = 2 K; and both at once in a hybrid style

// no kk: sub-styles with /kk are refused
TEST(TimestepContact, CentralForcesAndBonds)
{
  const std::string at_minimum =
      "variable r equal 2^(1/6)\n" + spheres({ORIGIN, {std::pow(2.0, 1.0 / 6.0), 0, 0}});
  const double k = 72.0 / std::cbrt(2.0);
  EXPECT_NEAR(step_of(at_minimum + "pair_style lj/cut 2.5\npair_coeff * * 1 1\n"),
              2.0 / std::sqrt(2.0 * k), 1e-6);
  EXPECT_NEAR(step_of(spheres(PAIR) +
                      "pair_style hybrid/overlay gran/hooke/history 3 0 0 0 0 0 lj/cut 2.5\n"
                      "pair_coeff * * gran/hooke/history\npair_coeff * * lj/cut 0 1\n"),
              2.0 / std::sqrt(6.0), 1e-9);
  const std::string bonded = R"(
    atom_style hybrid sphere bond
    boundary f f f
    region box block -5 5 -5 5 -5 5
    create_box 1 box bond/types 1 extra/bond/per/atom 2
    create_atoms 1 single 0 0 0
    create_atoms 1 single 1.5 0 0
    set group all diameter 1 mass 1
    pair_style zero 2
    pair_coeff * *
    bond_style harmonic
    bond_coeff 1 5 1.5
    create_bonds single/bond 1 1 2 special yes
)";
  for (const std::string newton : {"newton on\n", "newton off\n"})
    EXPECT_NEAR(step_of(newton + bonded), 2.0 / std::sqrt(2.0 * 10.0), 1e-6);
}

// Pairs that the pair style skips, as special_bonds lj 0 asks for, are no contacts

TEST(TimestepContact, PairsOutOfThePairStyleDoNotCount)
{
  const std::string molecule = R"(
    atom_style hybrid sphere bond
    boundary f f f
    comm_modify vel yes
    region box block -5 5 -5 5 -5 5
    create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 2
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.99 0 0
    set group all diameter 1 mass 1
    bond_style zero
    bond_coeff 1
)";
  for (const std::string style :
       {"gran/hooke 1 0 0 0 0 0\npair_coeff * *\n",
        "gran/hooke/history 1 0 0 0 0 0\npair_coeff * *\n",
        "granular\npair_coeff * * hooke 1 0 tangential linear_nohistory 0 0\n"})
    for (const int weight : {0, 1}) {
      const double value = step_of(molecule + "special_bonds lj " + std::to_string(weight) +
                                   " 1 1 coul 1 1 1\npair_style " + style +
                                   "create_bonds single/bond 1 1 2 special yes\n");
      EXPECT_NEAR(value, weight ? std::sqrt(2.0) : 1e20, 1e-9) << style;
    }
}

// The force of a dashpot is that of half a step ago: h^2 k + 2 h c = 4 m_eff; here m_eff = 1/2, c =
// m_eff g

TEST(TimestepContact, DashpotsAndDamping)
{
  const double g = 0.6;
  const std::string damped = spheres(PAIR) + hooke(1.0, 0.0, "0.6 0 0 0") +
      "group left id 1\ngroup right id 2\n"    // at rest at their overlap of 0.01
      "fix left left addforce 0.01 0 0\nfix right right addforce -0.01 0 0\nfix line all setforce "
      "NULL 0 0\n";
  const double exact = -g / 2 + std::sqrt(g * g / 4 + 2.0);
  EXPECT_NEAR(step_of(damped), exact, 1e-12);
  EXPECT_NEAR(step_of(damped, "dashpots no"), std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(step_of(damped, "dashpots no damping 0.44"), std::sqrt(2.0) / 1.2, 1e-12);
  for (const double factor : {0.99, 1.01}) {
    Simulation sim(damped +
                   "velocity left set 1e-6 0 0\nvelocity right set -1e-6 0 0\ncompute ke all "
                   "ke\nthermo_style custom step c_ke\n");
    const std::string lost = sim.error_of("timestep " + number(factor * exact) + "\nrun 1500");
    EXPECT_EQ(!lost.empty() || sim.value("c_ke") > 1e-6, factor > 1.0) << factor;
  }
}

// In the plane: rotation about its normal only; kt/kn = 1: the same .7559, and one wall below and
// beside

TEST(TimestepContact, InTwoDimensions)
{
  const std::string disk =
      "dimension 2\nboundary f f p\natom_style sphere\ncomm_modify vel yes\n"
      "region box block -5 5 -5 5 -0.5 0.5\ncreate_box 1 box\ncreate_atoms 1 single 0 0 0\n"
      "create_atoms 1 single 0.99 0 0\nset group all diameter 1\nset group all mass 1\n";
  EXPECT_NEAR(step_of(disk + hooke(1.0, 1.0)), 2.0 / std::sqrt(7.0), 1e-12);
}

// A particle in contact with its own images: a chain of period 1, lambda = 0 for its only mode; the
// bound is that of the chain of many, and so it is with newton on and off, and in a triclinic box

// no kk: gran/hooke/history/kk needs newton off
TEST(TimestepContact, OwnImages)
{
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const std::string box : {"block 0 0.99 -5 5 -5 5", "prism 0 0.99 -5 5 -5 5 0.1 0 0"}) {
      const std::string script = newton +
          "atom_style sphere\ncomm_modify vel yes\nneighbor 0.1 bin\nregion box " + box +
          "\ncreate_box 1 box\ncreate_atoms 1 single 0.5 0 0\nset group all diameter 1\nset group "
          "all mass 1\n";
      EXPECT_NEAR(step_of(script + hooke(1.0, 0.0)), 1.0, 1e-12) << box << newton;
    }
}

// --- pair styles contact/hooke and contact/hertz: their kernels give stiffness and dashpots ---

namespace {

std::string soft(const std::string &style, const std::string &coefficients)
{
  return "pair_style contact/" + style + "\npair_coeff * * " + coefficients + "\n";
}

/** Two spheres of diameter 1 and mass 1 at the overlap .01, by hand: relative to each other they
 *  move along the normal with 2 kn, and in the tangent plane with kt (2 + 2 a^2/.1), a the lever
 *  arm. */
double limit_of_two(double kn, double kt, double a)
{
  return 2.0 / std::sqrt(std::max(2.0 * kn, kt * (2.0 + 20.0 * a * a)));
}

}    // namespace

TEST(TimestepContact, SoftContactsAreExact)
{
  const double arm = 0.5 - 0.5 * 0.01;    // lever contact
  const auto two = [](const std::string &style, const std::string &coefficients) {
    return step_of(spheres(PAIR) + soft(style, coefficients));
  };
  EXPECT_NEAR(two("hooke", "k 3"), limit_of_two(3.0, 0.0, 0.0), 1e-12);
  EXPECT_NEAR(two("hooke", "k 1 kt 1 mu 0.5"), limit_of_two(1.0, 1.0, arm), 1e-12);
  EXPECT_NEAR(two("hooke", "k 1 kt 1 mu 0.5 lever radius"), limit_of_two(1.0, 1.0, 0.5), 1e-12);
  EXPECT_NEAR(two("hooke", "k 1 kt 1 mu 0"), limit_of_two(1.0, 0.0, 0.0), 1e-12);
  // Hertz: dF/dd = 1.5 K sqrt(d), K = 4/3 E/(2 (1 - nu^2)) sqrt(R/2); tangential KT sqrt(d)
  EXPECT_NEAR(two("hertz", "k 40"), limit_of_two(1.5 * 40 * 0.1, 0.0, 0.0), 1e-12);
  EXPECT_NEAR(two("hertz", "k 40 kt 80 mu 0.5"), limit_of_two(6.0, 8.0, arm), 1e-12);
  const double K = 4.0 / 3.0 * 100.0 / (2.0 * (1.0 - 0.3 * 0.3)) * 0.5;
  EXPECT_NEAR(two("hertz", "E 100 nu 0.3"), limit_of_two(1.5 * K * 0.1, 0.0, 0.0), 1e-12);
  EXPECT_EQ(step_of("special_bonds lj 0 0 0\n" + spheres({ORIGIN, {1.2, 0.0, 0.0}}) +
                        soft("hooke", "k 1"),
                    "reach 0.1"),
            1e20);
}

// Stiffness over mass overflows: no step is stable, and none may be told

TEST(TimestepContact, StiffnessMustBeFinite)
{
  for (const std::string keywords : {"", "method dyndt"}) {
    Simulation sim(spheres(PAIR) + soft("hooke", "k 1e300") + "set atom 2 mass 1e-10\n");
    const std::string error = sim.error_of("compute step all timestep/contact " + keywords +
                                           "\nthermo_style custom step c_step\nrun 0");
    EXPECT_NE(error.find("particle 2, over its inertia, is not a finite number"), std::string::npos)
        << error;
  }
}

// Hertz: spheres that approach count with the stiffness at the turn of the impact, 2/5 K d^(5/2) =
// m_eff v^2/2 + now. Across a periodic face the second one is a ghost, to which LAMMPS sends no
// velocity, and in a cell that becomes smaller its image approaches

TEST(TimestepContact, SoftContactsThatApproachCountAtTheTurn)
{
  const double K = 40.0, v = 0.3, d0 = 0.01;
  const double d = std::pow(std::pow(d0, 2.5) + 2.5 / K * 0.5 * 0.5 * v * v, 0.4);
  const double exact = limit_of_two(1.5 * K * std::sqrt(d), 0.0, 0.0);
  const std::string law = soft("hertz", "k 40"),
                    periodic = spheres({{119.505, 0.0, 0.0}, {-19.505, 0.0, 0.0}}) +
      "change_box all boundary p p p\ncomm_modify vel no\n" + law;
  for (const std::string &moving :
       {spheres(PAIR) + law + "set atom 1 vx 0.3\n", periodic + "set atom 1 vx 0.3\n",
        periodic +
            "comm_modify vel yes\nfix cell all deform/gradv gradv $(-0.3/140) 0 0 0 0 0\n"}) {
    // six iterations, each of which leaves 1/4 of log(overlap), the least of the last two: 1.9/4^5
    // is left, and 1/4 of this in the step
    const double value = step_of(moving);
    EXPECT_LE(value, exact) << moving;
    EXPECT_GE(value, (1.0 - 5e-4) * exact) << moving;
  }
}

// Dashpots: with the velocity of half a step before h^2 k + 2 h c = 4 m_eff. With that at the step
// it is h^2 k + 4 h c = 4 m_eff where they are weak at this step, h c/m_eff < 1/8, and the same as
// before where they are strong (doc/notes/soft-contacts.md 6). Runs 1 % below are stable, and above
// they are not

TEST(TimestepContact, DashpotsOfSoftContacts)
{
  const double k = 1.0, m = 0.5, E = 0.6, l = std::log(E),
               ratio = -l / std::sqrt(M_PI * M_PI + l * l);
  const struct {
    std::string damping;
    double c;
    int full_step;    // how often they count
  } dashpots[] = {{"mass_velocity 0.6 0", 0.6 * m, 1},
                  {"velocity 0.4 0", 0.4, 1},
                  {"restitution 0.6", 2.0 * ratio * std::sqrt(m * k), 1},
                  {"mass_velocity 0.05 0", 0.05 * m, 2}};
  for (const auto &dashpot : dashpots)
    for (const std::string velocity : {"mid", "onstep"}) {
      const std::string damped = spheres(PAIR) +
          soft("hooke",
               "k 1 damping " + dashpot.damping + " velocity " + velocity) +
          "group left id 1\ngroup right id 2\n"    // at rest at their overlap of 0.01
          "fix left left addforce 0.01 0 0\nfix right right addforce -0.01 0 0\n"
          "fix line all setforce NULL 0 0\n";
      const double b = 2.0 * (velocity == "mid" ? 1 : dashpot.full_step) * dashpot.c,
                   exact = (-b + std::sqrt(b * b + 16.0 * m * k)) / (2.0 * k);
      EXPECT_NEAR(step_of(damped), exact, 1e-12) << dashpot.damping;
      EXPECT_NEAR(step_of(damped, "dashpots no"), std::sqrt(2.0), 1e-12);
      for (const double factor : {0.99, 1.01}) {
        // the unstable motion changes its sign in each step, so full-step velocities do not show it
        Simulation sim(damped + "velocity left set 1e-6 0 0\nvelocity right set -1e-6 0 0\n");
        const std::string lost = sim.error_of("timestep " + number(factor * exact) + "\nrun 2500");
        EXPECT_EQ(!lost.empty() || std::fabs(sim.value("x[2]") - sim.value("x[1]") - 0.99) > 1e-5,
                  factor > 1.0)
            << dashpot.damping << " " << velocity << " " << factor;
      }
    }
}
