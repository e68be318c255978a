// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// pair_style contact/hooke and contact/hertz: forces, energy, virial and masses in LAMMPS. Where
// their law is that of a stock style, the motion is the same (lever radius, velocity mid).

#include "clumps/clumps.h"
#include "contacts/soft_contact.h"

#include "force.h"
#include "lammps.h"
#include "pair.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string NVE = "fix 1 all nve/sphere\n";
const std::string STOCK_WAY = " lever radius velocity mid\n";

std::string pair(const std::string &style, const std::string &coeff = "")
{
  return "pair_style " + style + "\npair_coeff * * " + coeff + "\n";
}

/** What the style has in common with a stock style, after some steps of a dense packing. */
struct Outcome {
  State state;
  std::vector<double> values;    // energy if known, virial, sums of the per-atom virial
};

Outcome outcome(const std::string &start, const std::string &pair, const std::string &then,
                const std::string &integrator = NVE)
{
  Simulation sim(
      start + pair + integrator +
      "compute p all pressure NULL virial\ncompute s all stress/atom NULL pair\n"
      "compute sum all reduce sum c_s[*]\nthermo_style custom step pe c_p[*] c_sum[*]\n" +
      then);
  Outcome o = {sim.state(), {}};
  for (const std::string id : {"p", "sum"})
    for (int k = 1; k <= 6; k++)
      o.values.push_back(sim.value("c_" + id + "[" + std::to_string(k) + "]"));
  return o;
}

double relative_difference(const std::vector<double> &a, const std::vector<double> &b)
{
  double most = 0.0, scale = 0.0;
  for (std::size_t k = 0; k < a.size(); k++) {
    most = larger(most, std::fabs(a[k] - b[k]));
    scale = std::max(scale, std::fabs(a[k]));
  }
  return scale > 0.0 ? most / scale : most;
}

/** The same motion and virial up to round-off, which contacts amplify. */
void expect_same_motion(const Outcome &a, const Outcome &b, const std::string &what, double bound)
{
  EXPECT_LE(largest_difference(a.state.v, b.state.v), 100 * bound) << what;
  EXPECT_LE(largest_difference(a.state.omega, b.state.omega), 100 * bound) << what;
  EXPECT_LE(relative_difference(a.values, b.values), 100 * bound) << what;
}

void expect_same(const Outcome &a, const Outcome &b, const std::string &what, double bound = 1e-11)
{
  EXPECT_LE(largest_difference(a.state.x, b.state.x), bound) << what;
  expect_same_motion(a, b, what, bound);
}

}    // namespace

// Tangential springs: the stock style moves and turns them to first order, so the motions differ by
// a multiple of the step. Two grains that roll over each other in a plane and do not slide. (The
// stock style does not turn springs about the normal with the spin.)

TEST(ContactSoft, TangentialSpringsAreThoseOfGranHookeToFirstOrder)
{
  const std::string start = empty_box() +
      "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.9 0 0\n" + MASS_ONE +
      "set atom 1 vy 1\nset atom 1 omega 0 0 2\nset atom 2 omega 0 0 -0.5\n";
  const auto difference = [&](double h) {
    const std::string run = "timestep " + number(h) + "\nrun " + steps(0.04, h);
    const Outcome stock = outcome(start, pair("gran/hooke/history 500 400 0 0 100 0"), run),
                  ours =
                      outcome(start, pair("contact/hooke", "k 500 kt 400 mu 100" + STOCK_WAY), run);
    EXPECT_GT(std::fabs(stock.state.omega[0].z - 2.0), 0.1);    // springs have acted
    return largest_difference(stock.state.v, ours.state.v);
  };
  const double coarse = difference(0.0005), fine = difference(0.00025);
  EXPECT_LT(coarse, 1e-2);
  EXPECT_GT(coarse, 1e-6);
  EXPECT_NEAR(coarse / fine, 2.0, 0.1);
}

// --- energy, virial, single ---

// The sum over pair/local is the energy of the pair style, also with special bonds' weight, and
// each atom has half of it

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactSoft, EnergyIsTheSumOverContacts)
{
  for (const std::string newton : {"newton on", "newton off"})
    for (const std::string style : {"contact/hooke", "contact/hertz"})
      for (const std::string coeff : {"k 5000", "k 5000 damping restitution 0.5 kt 4000 mu 0.5"}) {
        Simulation sim(dense_grains(newton) + pair(style, coeff) + NVE +
                       "compute l all pair/local eng\ncompute e all reduce sum c_l inputs local\n"
                       "compute a all pe/atom pair\ncompute s all reduce sum c_a\n"
                       "thermo_style custom step evdwl pe c_e c_s\nthermo_modify norm no\nrun 50");
        const double energy = sim.value("evdwl");
        EXPECT_GT(energy, 10.0);
        EXPECT_NEAR(sim.value("c_e"), energy, 1e-12 * energy) << style << " " << coeff;
        EXPECT_NEAR(sim.value("c_s"), energy, 1e-12 * energy) << style << " " << coeff;
      }
}

// The virial of a contact is -1/2 (e F + F e), e from the first center to the second, F the force
// on the first. It is the pressure times the volume of 1000, and minus the sum of stress/atom. With
// a tangential force e F alone is not symmetric: |e x F| > 1

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactSoft, VirialIsTheSymmetricPartOfBranchTimesForce)
{
  for (const std::string newton : {"newton on", "newton off"}) {
    Simulation sim(two_grains(newton) +
                   pair("contact/hooke", "k 500 damping velocity 3 20 kt 400 mu 5") + NVE +
                   "compute p all pressure NULL pair\ncompute s all stress/atom NULL pair\n"
                   "compute sum all reduce sum c_s[*]\n"
                   "thermo_style custom step c_p[*] c_sum[*]\nrun 40");
    const State s = sim.state();
    const Vec3 e = s.x[1] - s.x[0],
               F = {sim.value("fx[1]"), sim.value("fy[1]"), sim.value("fz[1]")};
    EXPECT_GT(norm(cross(e, F)), 1.0);
    const double virial[] = {-e.x * F.x,
                             -e.y * F.y,
                             -e.z * F.z,
                             -0.5 * (e.x * F.y + e.y * F.x),
                             -0.5 * (e.x * F.z + e.z * F.x),
                             -0.5 * (e.y * F.z + e.z * F.y)};
    for (int k = 0; k < 6; k++) {
      const std::string column = "[" + std::to_string(k + 1) + "]";
      EXPECT_NEAR(1000.0 * sim.value("c_p" + column), virial[k], 1e-10) << newton << k;
      EXPECT_NEAR(-sim.value("c_sum" + column), virial[k], 1e-10) << newton << k;
    }
  }
}

// The force of single() is that on the atom, with the velocities and springs of the last step

// no kk: KOKKOS has no single()
TEST(ContactSoft, SingleIsTheForce)
{
  NEEDS_LAMMPS(20250722, "compute reduce of c_ID[*] with inputs local");
  for (const std::string newton : {"newton on", "newton off"})
    for (const std::string hybrid : {"", "hybrid ", "hybrid/overlay "})
      for (const std::string style : {"contact/hooke", "contact/hertz"})
        for (const std::string coeff : {"k 500", "k 500 damping velocity 3 2 kt 0 mu 0.5",
                                        "k 500 damping restitution 0.4 kt 400 mu 0.3",
                                        "k 500 damping mass_velocity 5 4 kt 400 mu 5"}) {
          const std::string sub = hybrid.empty() ? "" : style + " ";
          Simulation sim(
              two_grains(newton) + pair(hybrid + style, sub + coeff) + NVE +
              "compute l all pair/local fx fy fz p1 p2 p3 p4 p5 p6 p7 p8 p9 p10\n"
              "compute f all reduce sum c_l[*] inputs local\nthermo_style custom step c_f[*]\n"
              "run 40");
          const auto c = [&](int k) {
            return sim.value("c_f[" + std::to_string(k) + "]");
          };
          const std::string what = newton + hybrid + style + " " + coeff;
          for (int d = 0; d < 3;
               d++)    // the sign depends on which of the two atoms LAMMPS lists first
            EXPECT_NEAR(std::fabs(c(1 + d) + c(4 + d)),
                        std::fabs(sim.value(std::string("f") + "xyz"[d] + "[1]")), 1e-11)
                << what;
          const double t = std::hypot(c(4), std::hypot(c(5), c(6)));
          EXPECT_NEAR(c(7), t, 1e-12) << what;
          EXPECT_EQ(t > 0.1, coeff != "k 500") << what;
          // normal velocity along the force, sliding across it
          const double along = c(1) * c(8) + c(2) * c(9) + c(3) * c(10),
                       across = c(1) * c(11) + c(2) * c(12) + c(3) * c(13);
          EXPECT_GT(std::fabs(along), 0.1) << what;
          EXPECT_NEAR(across, 0.0, 1e-11) << what;
        }
}

// It does not matter which of the two atoms comes first, while the neighbor list has the spring of
// one of them only

// no kk: KOKKOS has no single()
TEST(ContactSoft, SingleOfBothOrders)
{
  Simulation sim(two_grains() + pair("contact/hooke", "k 500 damping velocity 3 2 kt 400 mu 5") +
                 NVE + "run 40");
  LAMMPS_NS::Pair *style = sim.lammps()->force->pair;
  const State s = sim.state();
  const Vec3 e = s.x[1] - s.x[0];
  const double square = dot(e, e);
  std::vector<double> vectors[2];
  double energy[2], force[2];
  for (const int i : {0, 1}) {
    energy[i] = style->single(i, 1 - i, 1 + i, 2 - i, square, 1.0, 1.0, force[i]);
    vectors[i].assign(style->svector, style->svector + style->single_extra);
  }
  EXPECT_NEAR(energy[0], energy[1], 1e-12);
  EXPECT_NEAR(force[0], force[1], 1e-11);
  EXPECT_GT(vectors[0][3], 1.0);
  for (const int k : {0, 1, 2, 4, 5, 6, 7, 8, 9})
    EXPECT_NEAR(vectors[0][k], -vectors[1][k], 1e-11) << k;
  EXPECT_NEAR(vectors[0][3], vectors[1][3], 1e-11);
}

// --- masses ---

// A dumbbell of two grains hits a grain that is held, or another dumbbell, head-on along its axis:
// gran/hooke with fix rigid/small at the same parameters, with the mass of the body in the dashpot

TEST(ContactSoft, MembersHaveTheMassOfTheirBody)
{
  const std::string start = empty_box("", "hybrid sphere molecular") +
      "create_atoms 1 single -2 0 0\ncreate_atoms 1 single -1.2 0 0\n"
      "create_atoms 1 single -0.1 0 0\ncreate_atoms 1 single 0.7 0 0\n" +
      MASS_ONE +
      "set atom 1*2 mol 1\nset atom 3*4 mol 2\nset atom 2 mass 3\ngroup left id 1 2\ngroup right "
      "id 3 4\n"
      "velocity left set 2 0 0\nneigh_modify exclude molecule/intra all\n";
  const std::string ours = pair("contact/hooke", "k 5000 damping mass_velocity 40 0" + STOCK_WAY),
                    stock = pair("gran/hooke 5000 NULL 40 0 0 0"), run = "run 300";
  const Outcome reference = outcome(start, stock, run, "fix 1 all rigid/small molecule\n");
  EXPECT_GT(reference.state.v[3].x, 0.5);    // they have met
  for (const std::string fix : {"fix 1 all rigid/small molecule\n", "fix 1 all rigid molecule\n",
                                "fix 1 left rigid/small molecule\nfix 2 right rigid single\n"})
    expect_same(reference, outcome(start, ours, run, fix), fix);
  expect_same(reference, outcome(start, ours, run, "fix 1 all rigid/small/variational molecule\n"),
              "variational");
  expect_same(reference,
              outcome(start, ours,
                      "run 110\nwrite_restart " + scratch_file("masses") + "\nrun 190 pre no",
                      "fix 1 all rigid/small molecule\n"),
              "after write_restart");

  // without the bodies the effective mass, and so the dashpot, is another one
  const Outcome apart = outcome(start, ours, run, NVE);
  EXPECT_GT(largest_difference(apart.state.v, reference.state.v), 0.1);

  const std::string held = "group held id 3\nfix h held freeze\nfix 1 left rigid/small molecule\n";
  expect_same(outcome(start, stock, run, held), outcome(start, ours, run, held), "frozen");
}

TEST(ContactSoft, FrozenGrainsAreInfinitelyHeavy)
{
  const std::string held =
      "group held type 2\ngroup free type 1\nfix h held freeze\nvelocity held set 0 0 0\n"
      "set type 2 omega 0 0 0\nfix 1 free nve/sphere\n";
  for (const std::string newton : {"newton on", "newton off"})
    expect_same(
        outcome(dense_grains(newton), pair("gran/hooke 5000 NULL 40 0 0 0"), "run 100", held),
        outcome(dense_grains(newton),
                pair("contact/hooke", "k 5000 damping mass_velocity 40 0" + STOCK_WAY), "run 100",
                held),
        newton);
}

// --- cells and lists ---

// The same motion with newton on and off, and with ghosts by tiles (with which LAMMPS keeps history
// with newton off only). Springs and dashpots are there, and 2d grains are discs

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactSoft, NewtonAndTilesDoNotMatter)
{
  const std::string cells[] = {"region box block 0 5 0 5 0 5\n",
                               "region box prism 0 5 0 5 0 5 1.2 -0.8 0.6\n"};
  for (const std::string style : {"contact/hooke", "contact/hertz"})
    for (const std::string velocity : {"onstep", "mid"})
      for (const std::string &cell : cells) {
        const std::string law = pair(style,
                                     "k 5000 damping restitution 0.5 kt 4000 mu 0.4 velocity " +
                                         velocity),
                          run = "run 100";
        const Outcome on = outcome(dense_grains("newton on", cell), law, run);
        expect_same(on, outcome(dense_grains("newton off", cell), law, run), style + velocity,
                    1e-10);
        expect_same_motion(on,
                           outcome(dense_grains("newton off\ncomm_style tiled", cell), law, run,
                                   NVE + "fix b all balance 20 0.9 rcb\n"),
                           style + velocity + " tiled", 1e-10);
      }
}

// no kk: KOKKOS has no springs of contacts with newton on
TEST(ContactSoft, DiscsOfTwoDimensionsStayInThePlane)
{
  const auto discs = [](const std::string &newton) {
    return "dimension 2\n" + empty_box(newton) +
        "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.9 0.3 0\n"
        "create_atoms 2 single 0.3 0.9 0\n" +
        MASS_ONE + "set atom 1 vx 3 vy 1\nset atom 2 omega 0 0 5\n";
  };
  const std::string law = pair("contact/hooke", "k 5000 damping velocity 2 1 kt 4000 mu 0.4"),
                    nve = "fix 1 all nve/sphere disc\nfix 2 all enforce2d\n";
  const Outcome on = outcome(discs("newton on"), law, "run 100", nve),
                off = outcome(discs("newton off"), law, "run 100", nve);
  expect_same(on, off, "2d");
  for (const auto &list : {on.state.x, on.state.v})
    for (const Vec3 &a : list) EXPECT_EQ(a.z, 0.0);
  for (const Vec3 &w : on.state.omega) {
    EXPECT_EQ(w.x, 0.0);
    EXPECT_EQ(w.y, 0.0);
    EXPECT_GT(std::fabs(w.z), 1e-3);
  }
}

// --- values that change ---

// k grows from 100 to 200 in 10 steps: force and energy are those of the present value, also in a
// mixed pair. After the run LAMMPS gives the first value back

TEST(ContactSoft, FixAdaptChangesCoefficients)
{
  Simulation sim(
      two_grains() + "pair_style contact/hooke\npair_coeff 1 1 k 100\npair_coeff 2 2 k 100\n" +
      "fix 2 all setforce 0 0 0\nvelocity all zero linear\nvariable k equal 100+10*step\n"
      "fix a all adapt 1 pair contact/hooke k 1*2 1*2 v_k reset yes\nthermo 1\nthermo_modify norm "
      "no\n"
      "thermo_style custom step pe\nthermo_modify norm no\nrun 10");
  EXPECT_NEAR(sim.value("pe"), 0.5 * 200 * 0.01, 1e-12);
  sim.run("unfix a\nrun 0");
  EXPECT_NEAR(sim.value("pe"), 0.5 * 100 * 0.01, 1e-12);
  sim.run("pair_coeff * * k 300\nrun 0");
  EXPECT_NEAR(sim.value("pe"), 0.5 * 300 * 0.01, 1e-12);
}

// Radii and masses that change during a run, owned and ghost: those of stock

TEST(ContactSoft, RadiiAndMassesMayChange)
{
  const std::string shrink =
      "variable d equal 1.0-0.0005*step\nfix 2 all adapt 1 atom diameter v_d mass yes\n";
  for (const std::string newton : {"newton on", "newton off"}) {
    const std::string start = dense_grains(newton, "region box block 0 5 0 5 0 5\n", "sphere 1") +
        "set group all diameter 1\n";
    expect_same(outcome(start, pair("gran/hooke 5000 NULL 40 0 0 0"), shrink + "run 100"),
                outcome(start,
                        pair("contact/hooke", "k 5000 damping mass_velocity 40 0" + STOCK_WAY),
                        shrink + "run 100"),
                newton);
  }
}

// Grains that do not move grow until they touch, while no new neighbor list is due

TEST(ContactSoft, GrainsGrowIntoContact)
{
  for (const std::string newton : {"newton on", "newton off"}) {
    Simulation sim(empty_box(newton, "sphere 1") +
                   "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1.35 0 0\n" + MASS_ONE +
                   "create_atoms 1 single 4 4 4\nset atom 3 diameter 1.5\nset atom 3 mass 1\n" +
                   pair("contact/hooke", "k 100") + NVE +
                   "fix h all setforce 0 0 0\ngroup two id 1 2\nvariable d equal 1+0.01*step\n"
                   "fix a two adapt 1 atom diameter v_d\nneighbor 0.1 bin\nrun 40");
    EXPECT_NEAR(sim.value("f_h[1]"), 0.0, 1e-12) << newton;
    EXPECT_NEAR(sim.value("pe"), 0.5 * 100 * 0.05 * 0.05 / 3, 1e-12) << newton;
  }
}

// Memory that LAMMPS frees when neighbor lists get other pages has the springs of the last run

TEST(ContactSoft, SpringsStayWhenListsHaveOtherPages)
{
  const std::string start = dense_grains("newton off") +
      pair("contact/hooke", "k 5000 damping velocity 20 5 kt 4000 mu 0.4") + NVE + "run 20\n";
  Simulation sim(start + "neigh_modify one 4000 page 200000\nrun 20"), same(start + "run 20");
  EXPECT_LE(largest_difference(same.state().v, sim.state().v), 1e-10);
}

// On the inner level of r-RESPA springs move by the step of this level

// no kk: KOKKOS has no run_style respa
TEST(ContactSoft, SpringsMoveByTheStepOfTheirLevel)
{
  for (const std::string style : {"contact/hooke", "hybrid/overlay contact/hooke zero 1"}) {
    const bool hybrid = style != "contact/hooke";
    const std::string coeff = "k 500 kt 400 mu 5 velocity mid\n",
                      start = two_grains() + "pair_style " + style + "\npair_coeff * * " +
        (hybrid ? "contact/hooke " + coeff + "pair_coeff * * zero\n" : coeff) + NVE;
    Simulation fine(start + "timestep 0.0005\nrun 200"),
        inner(start + "timestep 0.002\nrun_style respa 2 4 " + (hybrid ? "hybrid 1 2" : "pair 1") +
              "\nrun 50");
    EXPECT_LE(largest_difference(fine.state().omega, inner.state().omega), 1e-11) << style;
  }
}

// Friction that is switched on and off between runs: springs begin at zero each time, and without
// them there is no fix that keeps them

// no kk: KOKKOS has no single()
TEST(ContactSoft, SpringsAreThereWhenFrictionIs)
{
  const std::string friction = "pair_coeff * * k 500 kt 400 mu 5\n";
  Simulation sim(two_grains() + pair("contact/hooke", "k 500") + NVE +
                 "compute l all pair/local p4\ncompute t all reduce sum c_l inputs local\n"
                 "thermo_style custom step c_t\nrun 5");
  const auto springs = [&]() {
    return sim.value("is_defined(fix,NEIGH_HISTORY_VARDEM_HOOKE_1)");
  };
  EXPECT_EQ(springs(), 0.0);
  sim.run(friction + "run 20\nrun 0");
  EXPECT_EQ(springs(), 1.0);
  EXPECT_GT(sim.value("c_t"), 1.0);
  sim.run("pair_coeff * * k 500 kt 0 mu 5\nrun 1");
  EXPECT_EQ(springs(), 0.0);
  sim.run(friction + "run 0");
  EXPECT_EQ(springs(), 1.0);
  EXPECT_LT(sim.value("c_t"), 1e-12);
}

// A minimization finds the minimum of the elastic energy: the middle between two grains that are
// held, where both overlaps are 0.1. The grain has a velocity, but dashpots do not act.

// no kk: KOKKOS has no such min style
TEST(ContactSoft, MinimizationFollowsTheEnergy)
{
  for (const std::string method : {"cg", "fire"}) {
    Simulation sim(empty_box() +
                   "create_atoms 2 single 0 0 0\ncreate_atoms 2 single 1.8 0 0\n"
                   "create_atoms 1 single 0.85 0 0\n" +
                   MASS_ONE + "set atom 3 vx 2\ngroup held type 2\nfix h held setforce 0 0 0\n" +
                   pair("contact/hooke", "k 500 damping mass_velocity 100 50 kt 400 mu 0.5") + NVE +
                   "thermo_modify norm no\nmin_style " + method + "\nminimize 0 1e-10 1000 5000");
    EXPECT_NEAR(sim.value("pe"), 5.0, 1e-10) << method;
    EXPECT_NEAR(sim.state().x[2].x, 0.9, 1e-10) << method;
  }
}

// --- ghosts without velocities ---

// LAMMPS leaves the velocities of ghosts as the memory has them unless comm_modify vel yes says
// otherwise

TEST(ContactSoft, VelocitiesOfGhostsDoNotCountWithoutDashpots)
{
  for (const std::string newton : {"newton on", "newton off"}) {
    Simulation sim("units lj\n" + newton +
                   "\natom_style sphere\natom_modify map array\nregion box block -5 5 -5 5 -5 5\n"
                   "create_box 1 box\ncreate_atoms 1 single -4.6 0 0\n"
                   "create_atoms 1 single 4.5 0 0\n" +
                   MASS_ONE +
                   "pair_style contact/hooke\npair_coeff * * k 1000\nfix 1 all nve/sphere\n"
                   "compute f all contact/force\ncompute s all reduce sum c_f[11] inputs local\n"
                   "thermo_style custom step c_s\nrun 0");
    auto *atom = sim.lammps()->atom;
    for (int j = atom->nlocal; j < atom->nlocal + atom->nghost; j++)
      for (int k = 0; k < 3; k++) atom->v[j][k] = atom->omega[j][k] = NAN;
    sim.run("run 0");
    EXPECT_NEAR(sim.value("fx[1]"), 100.0, 1e-9) << newton;
    EXPECT_NEAR(sim.value("c_s"), 100.0, 1e-9) << newton;
  }
}

// A minimization tries states to which it does not go. The first one of cg takes the two grains
// apart, and it stops there: they stay where they are. Their spring must still be there: the next
// forces are those without the minimization.

TEST(ContactSoft, TrialStatesLeaveTheSprings)
{
  const std::string before = empty_box() +
      "create_atoms 1 single -0.48 0 0\ncreate_atoms 1 single 0.48 0 0\n" + MASS_ONE +
      "set atom 1 vy 1.0\n" + pair("contact/hooke", "k 2e4 kt 1.5e4 mu 0.4") + NVE +
      "timestep 1e-5\nrun 100\n";
  Simulation reference(before + "run 0");
  Simulation sim(before + "min_style cg\nminimize 0 0 10 100\nrun 0");
  EXPECT_GT(std::fabs(reference.value("fy[1]")), 10.0);
  EXPECT_EQ(sim.value("x[1]"), reference.value("x[1]"));
  EXPECT_NEAR(sim.value("fy[1]"), reference.value("fy[1]"), 1e-9);
}
