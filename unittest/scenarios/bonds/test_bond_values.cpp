// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// What computes and minimizations see of bond styles binder and contact/hooke: compute
// contact/force, bond/local, pressure, stress/atom.

#include "bonds/bonded.h"
#include "packing/packing.h"

#include "atom.h"
#include "compute.h"
#include "kernels/bond/binder.h"
#include "lammps.h"
#include "modify.h"
#include "timestep/timestep.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string COEFFICIENTS =
    "bond_coeff * axial 200 shear 60 moment 10 torsion 6 form N energy "
    "linear";
const std::string STYLE = "bond_style binder\n" + COEFFICIENTS + "\n";
constexpr VARDEM::Binder LAW = {200.0, 60.0, 0.0, 10.0, 6.0, 0.0, 0.0, 0.0};

/** A cube of n^3 grains in a periodic box that is filled with bonds in all directions; it moves and
 *  spins. */
std::string block(int n, const std::string &before, const std::string &style,
                  const std::string &more = "")
{
  const std::string L = std::to_string(n);
  return "units lj\n" + before + "\natom_style hybrid sphere bond\natom_modify map array\n" +
      "region box prism 0 " + L + " 0 " + L + " 0 " + L + " 0.9 0.3 -0.2\n" +
      "create_box 1 box bond/types 1 extra/bond/per/atom 14 extra/special/per/atom 40\n"
      "special_bonds lj 1 1 1\nlattice sc 1\ncreate_atoms 1 box\n"
      "displace_atoms all random 0.05 0.05 0.05 71\n" +
      MASS_ONE + NO_CONTACTS + style + RODRIGUES +
      "create_bonds/gap all all 1 0.5\n"
      "variable vx atom sin(id)\nvariable vy atom sin(2*id)\nvariable vz atom sin(3*id)\n"
      "velocity all set v_vx v_vy v_vz\nset group all omega v_vy v_vz v_vx\n"
      "neighbor 0.3 bin\nneigh_modify every 1 delay 0\ntimestep 0.002\n" +
      more;
}

/** Largest difference between sums of rows, and forces and torques of the atoms, over the largest
 *  of these. */
struct Difference {
  double force, torque;
};

/** Without dashpots and contacts all forces are those of bonds. The moment on the second particle
 *  is that which keeps angular momentum. */
Difference difference_of_sums(const Simulation &sim, double l0_of_moments = 0.0)
{
  auto *atom = sim.lammps()->atom;
  const int n = atom->nlocal;
  std::vector<Vec3> F(n), T(n), f(n), t(n);
  for (int i = 0; i < n; i++) {
    f[i] = {atom->f[i][0], atom->f[i][1], atom->f[i][2]};
    t[i] = {atom->torque[i][0], atom->torque[i][1], atom->torque[i][2]};
  }
  for (const auto &c : contact_forces(sim)) {
    EXPECT_EQ(c.kind, 2);
    EXPECT_LT(c.i, c.j);
    const int i = atom->map(c.i), j = atom->map(c.j);
    const double length = c.gap + atom->radius[i] + atom->radius[j];
    F[i] = F[i] + c.force;
    F[j] = F[j] - c.force;
    T[i] = T[i] + c.moment;
    T[j] = T[j] + length * cross(c.normal, c.force) - c.moment;
  }
  return {largest_difference(F, f) / largest(f), largest_difference(T, t) / largest(t)};
}

/** Two bodies bonded along a slanted line, strained by a run, and the kernel's force and energies
 *  of their present state. */
struct Strained {
  Simulation sim;
  State start, now;

  explicit Strained(const std::string &before = "") :
      sim(bonded_pair(before) + STYLE + NO_CONTACTS + RODRIGUES +
          "compute f all contact/force\ncompute b all bond/local engpot force dist b1 b2 b3 b4 b5 "
          "b6 b7 b8 b9 b10 b11 b12 b13 b14 b15 b16\nthermo_modify norm no\nrun 0\n")
  {
    start = sim.state("nve");
    sim.run("run 300");
    now = sim.state("nve");
  }

  VARDEM::BondGeometry geometry() const
  {
    return VARDEM::bond_geometry(
        VARDEM::bond_reference(start.x[1] - start.x[0], start.q[0], start.q[1]),
        now.x[1] - now.x[0], now.q[0], now.q[1]);
  }
  VARDEM::BondForce expected() const
  {
    return VARDEM::binder_force<VARDEM::ShearN>(LAW, geometry());
  }
};

void expect_near(const Vec3 &a, const Vec3 &b, double tolerance, const std::string &what)
{
  EXPECT_LE(VARDEM::norm(a - b), tolerance) << what;
}

}    // namespace

// --- compute contact/force ---

// Force, moment, normal, point and gap of a bond against the kernel; round-off of coordinates of
// 1e-15 times stiffnesses of 200

TEST(BondValues, RowOfABond)
{
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    const Strained pair(newton);
    const VARDEM::BondForce f = pair.expected();
    const auto rows = contact_forces(pair.sim);
    ASSERT_EQ(rows.size(), 1u);
    const auto &row = rows[0];
    EXPECT_EQ(row.i, 1);
    EXPECT_EQ(row.j, 2);
    EXPECT_EQ(row.kind, 2);
    EXPECT_GE(VARDEM::norm(f.f.M1 - f.f.M2), 0.1);
    expect_near(row.force, f.f.F, 1e-12, "force");
    expect_near(row.moment, f.f.M1, 1e-12, "moment");
    expect_near(row.classic, {0, 0, 0}, 0.0, "classic");
    const Vec3 e = pair.now.x[1] - pair.now.x[0];
    const double l = VARDEM::norm(e);
    expect_near(row.normal, (1.0 / l) * e, 1e-14, "normal");
    expect_near(row.point, pair.now.x[0] + 0.5 * e, 1e-14, "point");
    EXPECT_NEAR(row.gap, l - 1.0, 1e-14);
  }
}

// Each bond once: the sums over rows are forces and torques, also across the boundaries of a
// triclinic box

TEST(BondValues, SumsOfRowsAreForcesAndTorques)
{
  const std::string two_sided = "bond_style contact/hooke\nbond_coeff * k 300",
                    damped = two_sided + " damping velocity 5 3 velocity ";
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const std::string &style :
         {STYLE, two_sided + "\n", damped + "mid\n", damped + "onstep\n"}) {
      Simulation sim(block(4, newton, style, FORCES));
      sim.run("run 20");
      const Difference found = difference_of_sums(sim);
      EXPECT_LE(found.force, 1e-13) << newton << style;
      if (style != two_sided + "\n") { EXPECT_LE(found.torque, 1e-13) << newton << style; }
    }
}

TEST(BondValues, RowsOfAGroupAndBetweenRuns)
{
  Simulation sim(
      bonded_box() +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\n"
      "create_atoms 1 single 2 0 0\n" +
      MASS_ONE + "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 2 2 3\n" + NO_CONTACTS +
      "bond_style hybrid binder contact/hooke\n"
      "bond_coeff 1 binder axial 200 shear 60 moment 10\nbond_coeff 2 contact/hooke k 100\n" +
      RODRIGUES +
      "group two id 2 3\ncompute g two contact/force\ncompute f all contact/force source "
      "pair\ndisplace_atoms all move 0 0 0\nrun 0\nset atom 3 vx 1\nrun 100\n");
  EXPECT_EQ(contact_forces(sim).size(), 2u);
  const auto rows = contact_forces(sim, "g");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].i, 2);
  EXPECT_GT(rows[0].force.x, 0.0);
  sim.run("displace_atoms all move 1 0 0\n");    // the rows are those of the last step
  expect_near(contact_forces(sim, "g")[0].force, rows[0].force, 0.0, "between runs");
  const std::string text = sim.error_of("delete_atoms group two\nwrite_dump all local " +
                                        scratch_file("dump") + " c_f[1]\n");
  EXPECT_TRUE(contains(text, "use the compute after a run 0")) << text;
}

// A bond that breaks has no row, and those of broken bonds are no longer there

TEST(BondValues, BrokenBondsHaveNoRows)
{
  Simulation sim(bonded_pair("newton on off\n") + "bond_style binder\n" + COEFFICIENTS +
                 " break axial 0.05\n" + NO_CONTACTS + RODRIGUES + FORCES + "run 0\n");
  EXPECT_EQ(contact_forces(sim).size(), 1u);
  sim.run("set atom 2 vx 9 vy 7 vz 8\nrun 100\n");
  EXPECT_EQ(contact_forces(sim).size(), 0u);
}

// --- compute bond/local ---

// engpot, force, dist, and b1 ... b16 as doc/src/bond_binder.rst lists them

TEST(BondValues, BondLocalHasAllNumbers)
{
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    Strained pair(newton);
    auto *compute = pair.sim.lammps()->modify->get_compute_by_id("b");
    compute->compute_local();
    ASSERT_EQ(compute->size_local_rows, 1);
    const double *row = compute->array_local[0];
    const VARDEM::BondForce f = pair.expected();
    const Vec3 e = pair.now.x[1] - pair.now.x[0];
    EXPECT_NEAR(row[0], total(f.energy), 1e-13);
    EXPECT_NEAR(row[0], pair.sim.value("ebond"), 1e-13);
    EXPECT_NEAR(row[1], -dot(f.f.F, e) / VARDEM::norm(e), 1e-12);    // > 0 if it pushes
    EXPECT_NEAR(row[2], VARDEM::norm(e), 1e-14);
    const auto load = VARDEM::bond_load<VARDEM::ShearN>(pair.geometry(), f.energy);
    const double expected[] = {f.energy.axial, f.energy.shear, f.energy.bending, f.energy.torsion,
                               load.stretch,   load.shear,     load.bending,     f.f.F.x,
                               f.f.F.y,        f.f.F.z,        f.f.M1.x,         f.f.M1.y,
                               f.f.M1.z,       f.f.M2.x,       f.f.M2.y,         f.f.M2.z};
    for (int k = 0; k < 16; k++) EXPECT_NEAR(row[3 + k], expected[k], 1e-12) << "b" << k + 1;
  }
}

TEST(BondValues, BondLocalOfABlock)
{
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    Simulation sim(
        block(4, newton, STYLE,
              "compute b all bond/local engpot b1 b2 b3 b4\n"
              "compute s all reduce sum c_b[1] c_b[2] c_b[3] c_b[4] c_b[5] inputs local\n"
              "thermo_style custom step ebond c_s[*]\nthermo_modify norm no\nrun 20\n"));
    const double U = sim.value("ebond");
    EXPECT_NEAR(sim.value("c_s[1]"), U, 1e-12 * U);
    EXPECT_NEAR(sim.value("c_s[2]+c_s[3]+c_s[4]+c_s[5]"), U, 1e-12 * U);
  }
}

// Between runs: after a minimization its forces, which have no dashpots; without orientations a
// message

TEST(BondValues, BondLocalAfterAMinimization)
{
  const std::string file = scratch_file("local.dump");
  for (const std::string style :
       {"bond_style binder\nbond_coeff * axial 200 shear 60 moment 10 damp 50 50 50\n",
        "bond_style contact/hooke\nbond_coeff * k 100 damping velocity 50 50\n",
        "bond_style contact/hooke\nbond_coeff * k 100 damping velocity 50 50 velocity mid\n"}) {
    Simulation sim(bonded_pair() + style + NO_CONTACTS + RODRIGUES +
                   "compute b all bond/local engpot force b8 b9 b10\n"
                   "run 0\nset atom 2 x 0.7\nminimize 0 0 0 0\nwrite_dump all local " +
                   file + " c_b[1] c_b[2]\n");
    auto *atom = sim.lammps()->atom;
    const double *f = atom->f[atom->map(1)];
    const double *row = sim.lammps()->modify->get_compute_by_id("b")->array_local[0];
    EXPECT_GE(VARDEM::norm({f[0], f[1], f[2]}), 1.0) << style;
    // the force of the minimization; dashpots of 50 would add more than 10
    expect_near({row[2], row[3], row[4]}, {f[0], f[1], f[2]}, 1e-12, style);
  }
}

TEST(BondValues, BondLocalWithoutTheIntegrator)
{
  const std::string file = scratch_file("local.dump"), dump = "write_dump all local " + file;
  const std::string compute = "compute b all bond/local engpot force\nrun 10\nunfix nve\n";
  for (const std::string damping : {"", " damp 1 1 1", " damp 1 1 1 velocity mid"}) {
    Simulation sim(bonded_pair() + "bond_style binder\n" + COEFFICIENTS + damping + "\n" +
                   NO_CONTACTS + RODRIGUES + compute);
    const std::string text = sim.error_of(dump + " c_b[1] c_b[2]");
    EXPECT_TRUE(contains(text, "Bond style binder does not know the forces of single bonds now"))
        << text;
    EXPECT_TRUE(contains(text, "use it after a run 0")) << text;
    sim.run("undump WRITE_DUMP\n" + RODRIGUES + "run 0\n" + dump + " c_b[1] c_b[2]");
  }
  // this style needs no orientations
  Simulation sim(bonded_pair() +
                 "bond_style contact/hooke\nbond_coeff * k 100 damping velocity 5 5\n" +
                 NO_CONTACTS + RODRIGUES + compute + dump + " c_b[1] c_b[2]\n");
}

// --- strongly tilted boxes ---

// The bond is the one to the nearest image. Stretched by a tenth it has the energy KA/2 0.1^2, at
// any place of the cell. Of all bonds but the first, the components in the cell's own axes are more
// than half a box, although no other image is nearer.

TEST(BondValues, NearestImagesInTiltedBoxes)
{
  const auto text = [](const Vec3 &x) {
    return number(x.x) + " " + number(x.y) + " " + number(x.z);
  };
  struct Case {
    double tilt;
    Vec3 bond;
  };
  for (const auto &[tilt, bond] : {Case{2.6, {0.0, 1.0, 0.0}}, Case{2.6, {-1.5, 2.2, 0.0}},
                                   Case{12.6, {0.0, 1.0, 0.0}}, Case{-12.6, {0.0, -1.0, 0.0}}})
    for (const std::string newton : {"on", "off"})
      for (const Vec3 &place :
           {Vec3{0.4, 0.4, 0.5}, {0.02, 0.5, 0.5}, {0.5, 0.97, 0.5}, {0.98, 0.03, 0.5}}) {
        const Vec3 x = {5.0 * place.x + tilt * place.y, 5.0 * place.y, 5.0 * place.z};
        Simulation sim(bonded_box("newton " + newton + "\nbox tilt large", "hybrid sphere bond",
                                  "prism 0 5 0 5 0 5 " + number(tilt) + " 0 0") +
                       "comm_modify cutoff 4\ncreate_atoms 1 single " + text(x) +
                       "\ncreate_atoms 1 single " + text(x) + "\n" + MASS_ONE +
                       "group two id 2\ndisplace_atoms two move " + text(bond) +
                       "\ncreate_bonds single/bond 1 1 2\n" + BINDER + NO_CONTACTS + RODRIGUES +
                       "thermo_style custom step ebond\nthermo_modify norm no\nrun 0\n"
                       "displace_atoms two move " +
                       text(0.1 * bond) + "\nrun 0\n");
        EXPECT_NEAR(sim.value("ebond"), 1.0, 1e-12)
            << tilt << " " << text(bond) << " " << text(place);
      }
}

// --- pressure ---

// A small deformation of the box, in which the bodies turn with its spin, does the work -V p :
// strain. dU = -p_xx V d(strain), by central differences; for shear the orientations turn by half
// of it. The state is one with forces of all modes.

TEST(BondValues, PressureIsTheWorkOfADeformation)
{
  Strained pair;
  pair.sim.run(
      "thermo_style custom step pxx pyy pzz pxy pxz pyz vol\nvelocity all set 0 0 0\nrun 0\n");
  const double V = pair.sim.value("vol");
  const char *names[] = {"pxx", "pyy", "pzz", "pxy", "pxz", "pyz"};
  const int rows[][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int k = 0; k < 6; k++) {
    const auto energy = [&](double strain) {
      State moved = pair.now;
      const int a = rows[k][0], b = rows[k][1];
      for (auto &x : moved.x) (&x.x)[a] += strain * (&x.x)[b];
      // the velocity gradient has the entry ab, and its spin is half of the curl
      Vec3 w = {0, 0, 0};
      if (k == 3) w.z = -0.5 * strain;
      if (k == 4) w.y = 0.5 * strain;
      if (k == 5) w.x = -0.5 * strain;
      const Quat turn = VARDEM::exponential(w);
      for (auto &q : moved.q) q = turn * q;
      const VARDEM::BondGeometry g =
          VARDEM::bond_geometry(VARDEM::bond_reference(pair.start.x[1] - pair.start.x[0],
                                                       pair.start.q[0], pair.start.q[1]),
                                moved.x[1] - moved.x[0], moved.q[0], moved.q[1]);
      return total(VARDEM::binder_force<VARDEM::ShearN>(LAW, g).energy);
    };
    const double d = 1e-5, rate = (energy(d) - energy(-d)) / (2.0 * d);
    EXPECT_NEAR(pair.sim.value(names[k]) * V, -rate, 1e-7) << names[k];
  }
}

// compute stress/atom adds up to the pressure

TEST(BondValues, StressOfAtomsIsThePressure)
{
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    Simulation sim(
        block(4, newton, STYLE,
              "compute s all stress/atom NULL virial\n"
              "compute t all reduce sum c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6]\n"
              "compute p all pressure NULL virial\n"
              "compute e all pe/atom\ncompute u all reduce sum c_e\n"
              "thermo_style custom step pe c_u c_p[*] c_t[*] vol\nthermo_modify norm no\n"
              "run 20\n"));
    const double V = sim.value("vol");
    for (int k = 1; k <= 6; k++) {
      const std::string index = "[" + std::to_string(k) + "]";
      EXPECT_NEAR(sim.value("c_t" + index), -V * sim.value("c_p" + index), 1e-11);
    }
    EXPECT_NEAR(sim.value("c_u"), sim.value("pe"), 1e-12 * sim.value("pe"));
  }
}

// --- minimization ---

// A minimization follows the energy: dashpots are off, orientations are fixed. A stretched pair
// comes back to its length, and every step lowers the energy (LAMMPS stops with "linesearch alpha
// is zero" where the force is not its gradient).

TEST(BondValues, MinimizationFollowsTheEnergy)
{
  for (const std::string style :
       {"bond_style binder\nbond_coeff * axial 200 shear 60 moment 10 form N energy linear damp 50 "
        "50 50\n",
        "bond_style contact/hooke\nbond_coeff * k 100 damping velocity 50 50\n"}) {
    Simulation sim(bonded_pair() + style + NO_CONTACTS + RODRIGUES + "run 0\n");
    const double l0 = VARDEM::norm(sim.state().x[1] - sim.state().x[0]);
    sim.run("displace_atoms all random 0.1 0.1 0.1 37\nthermo_style custom step pe fnorm\n"
            "min_style cg\n");
    const std::string text = sim.output_of("minimize 0 1e-10 200 1000\n");
    EXPECT_TRUE(contains(text, "force tolerance")) << text;
    EXPECT_NEAR(VARDEM::norm(sim.state().x[1] - sim.state().x[0]), l0, 1e-10);
    EXPECT_LE(sim.value("pe"), 1e-20);
    sim.run("run 1\n");    // and dashpots act again
    EXPECT_GE(sim.value("fnorm"), 1.0);
  }
}

/** Spheres of a hybrid atom style that also knows ellipsoids turn, and their bonds see it, also with
 *  another integrator. */
TEST(BondValues, SpheresBesideEllipsoidsTurn)
{
  const std::string motion =
      BINDER + NO_CONTACTS + RODRIGUES + "run 500\nunfix nve\n" + RODRIGUES + "run 100";
  Simulation sim(bonded_pair("", "hybrid sphere ellipsoid bond") + motion),
      same(bonded_pair() + motion);
  EXPECT_EQ(largest_difference(sim.state().v, same.state().v), 0.0);
  EXPECT_EQ(largest_difference(sim.state().omega, same.state().omega), 0.0);
}
