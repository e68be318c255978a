// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Free ellipsoids in LAMMPS: the integrators run the rotations of the kernels, whose errors are in
// kernels/test_variational.cpp.

#include "bodies/free_ellipsoid.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "host/lammps/lammps_versions.h"
#include "kernels/inertia.h"
#include "kernels/rotation/fincham.h"
#include "kernels/rotation/variational.h"
#include "lammps.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string FINCHAM = "nve/asphere/fincham", VARIATIONAL = "nve/asphere/variational scheme ";

/** The body of orientation_error() turns as the rotation says. Nothing turns the space angular
 *  momentum of a free body. */
template <class Rotation> void expect_rotation(const std::string &fix, const Rotation &rotate)
{
  constexpr double H = 0.1;
  Quat q = IDENTITY;
  for (int n = 0; n < std::lround(T / H); n++) q = rotate(q, L, L, INERTIA, H);
  const State s = spun(diameters(INERTIA), L, fix, H);
  EXPECT_LE(angle_between(q, s.q[0]), 1e-12) << fix;
  EXPECT_LE(largest_norm_error(s.q), 1e-15) << fix;
  EXPECT_EQ(different_bits(s.angmom, {L}), 0) << fix;
}

}    // namespace

TEST(FreeEllipsoid, TurnsByTheRotationsOfTheKernels)
{
  using namespace VARDEM;
  expect_rotation(FINCHAM, FinchamOrient());
  expect_rotation(FINCHAM + " half orient", FinchamOrient());
  expect_rotation(FINCHAM + " half current", FinchamCurrent());
  expect_rotation("nve/asphere/variational", VariationalRotation<Variational::LGVI4>{2});
  expect_rotation(VARIATIONAL + "lgvi4", VariationalRotation<Variational::LGVI4>{2});
  expect_rotation(VARIATIONAL + "lgvi6", VariationalRotation<Variational::LGVI6>{2});
  expect_rotation(VARIATIONAL + "lgvi", VariationalRotation<Variational::LGVI>{2});
  expect_rotation(VARIATIONAL + "midpoint", VariationalRotation<Variational::MIDPOINT>{2});
}

// Side by side: the stock style has the same order; doc/notes/leapfrog-cell-damping.md 2.3

TEST(FreeEllipsoid, HalfOrientIsCloserToTheTruthThanTheStockStyle)
{
  EXPECT_LT(orientation_error(FINCHAM, 0.01), orientation_error("nve/asphere", 0.01));
}

// The atom style stores the moments of inertia of superellipsoids

// no kk: KOKKOS has no superellipsoids
TEST(FreeEllipsoid, SuperellipsoidsTurnByTheirOwnMoments)
{
  if (!HAS_SUPERELLIPSOIDS) GTEST_SKIP() << NO_SUPERELLIPSOIDS;
  const Vec3 L = {0.03, 0.12, 0.09};
  auto box = [&](const std::string &scheme, double h, const std::string &block) {
    std::string script = ellipsoid({1.5, 1.0, 2.0}, L, VARIATIONAL + scheme, h);
    script.replace(script.find("ellipsoid\n"), 9, "ellipsoid superellipsoid");
    script.insert(script.find("set atom 1 quat"), block);
    return script;
  };
  auto error = [&](const std::string &scheme, double h) {
    Simulation sim(box(scheme, h, "set atom 1 block 4 6\n"));
    const auto *avec =
        dynamic_cast<LAMMPS_NS::AtomVecEllipsoid *>(sim.lammps()->atom->style_match("ellipsoid"));
    const double *I = LAMMPS_NS::VARDEM_NS::bonus_super(avec)[0].inertia;
    EXPECT_GT(I[1] / VARDEM::inertia_ellipsoid(1.0, {0.75, 0.5, 1.0}).y, 1.2);    // a box, nearly
    sim.run("run " + std::to_string(std::lround(T / h)));
    EXPECT_EQ(different_bits(sim.state().angmom, {L}), 0);
    const Vec3 w = {L.x / I[0], L.y / I[1], L.z / I[2]};
    return angle_between(exact_orientation({I[0], I[1], I[2]}, w, T), sim.state().q[0]);
  };
  for (const char *scheme : {"lgvi4", "lgvi6", "lgvi", "midpoint"}) {
    const bool second = scheme == std::string("lgvi") || scheme == std::string("midpoint");
    EXPECT_LE(error(scheme, 0.1), second ? 1e-2 : 1e-5) << scheme;
  }
  EXPECT_NEAR(std::log2(error("lgvi4", 0.4) / error("lgvi4", 0.2)), 4.0, 0.1);
  EXPECT_NEAR(std::log2(error("lgvi", 0.1) / error("lgvi", 0.05)), 2.0, 0.05);

  // and with exponents of an ellipsoid they are one

  Simulation super(box("lgvi4", 0.1, "") + "run 200");
  EXPECT_EQ(different_bits(super.state().q, spun({1.5, 1.0, 2.0}, L, VARIATIONAL + "lgvi4", 0.1).q),
            0);
}
