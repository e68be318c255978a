// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Bond style binder: bonds that break, and what LAMMPS then knows about them.

#include "contacts/soft_contact.h"

#include "atom.h"
#include "fix.h"
#include "force.h"
#include "kernels/bond/binder.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

using namespace scenario;
using LAMMPS_NS::Atom;
using LAMMPS_NS::tagint;

namespace {

const std::string WEIGHTS = "special_bonds lj 0 1 1 coul 1 1 1\n";

/** A box for spheres of diameter 1 and density 1 with orientations. */
std::string box(const std::string &newton = "off", const std::string &weights = WEIGHTS,
                int types = 1)
{
  return "units lj\nnewton on " + newton +
      "\natom_style bpm/sphere\nboundary p p p\nregion box block -6 6 -6 6 -6 6\n"
      "create_box 1 box bond/types " +
      std::to_string(types) + " extra/bond/per/atom 12 extra/special/per/atom 60\n" + weights +
      "neighbor 0.3 bin\nneigh_modify every 1 delay 0 check yes\ncomm_modify vel yes cutoff 4\n"
      "timestep 0.002\n";
}

const std::string UNIT = "set group all diameter 1 density 1\n";
const std::string NVE = "fix nve all nve/sphere/rodrigues\n";
const std::string STIFF = "axial 100 shear 80 moment 20 torsion 30 ";

std::string bond(const std::string &coefficients)
{
  return "bond_style binder\nbond_coeff 1 " + coefficients + "\n";
}

const std::string NO_PAIRS = "pair_style zero 2\npair_coeff * *\n";

/** Two bonded spheres that part, shear, bend and twist. */
std::string two_spheres(const std::string &coefficients, const std::string &pair = NO_PAIRS,
                        const std::string &weights = WEIGHTS, const std::string &newton = "off")
{
  return box(newton, weights) + "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.6 0.8 0.1\n" +
      UNIT + pair + bond(coefficients) + NVE +
      "create_bonds single/bond 1 1 2\n"
      "set atom 1 vx -0.4 vy 0.3 vz -0.5\nset atom 1 omega 0.9 -0.6 0.5\n"
      "set atom 2 vx 0.4 vy 0.9 vz 0.6\nset atom 2 omega -0.7 0.8 -1.1\n";
}

/** Type of the bond of two atoms as the first of them has it; -99 without a bond. */
int type_at(const Simulation &sim, tagint tag, tagint partner)
{
  Atom *const atom = sim.lammps()->atom;
  const int i = atom->map(tag);
  for (int k = 0; k < atom->num_bond[i]; k++)
    if (atom->bond_atom[i][k] == partner) return atom->bond_type[i][k];
  return -99;
}

/** Is an atom among the special neighbors of another one? */
bool is_special(const Simulation &sim, tagint tag, tagint partner)
{
  Atom *const atom = sim.lammps()->atom;
  const int i = atom->map(tag);
  const tagint *special = atom->special[i];
  return std::count(special, special + atom->nspecial[i][2], partner) > 0;
}

/** Both atoms say the same. */
void expect_bond(const Simulation &sim, tagint a, tagint b, int type)
{
  EXPECT_EQ(type_at(sim, a, b), type) << a << " " << b;
  EXPECT_EQ(type_at(sim, b, a), type) << b << " " << a;
  EXPECT_EQ(is_special(sim, a, b), type != 0) << a << " " << b;
  EXPECT_EQ(is_special(sim, b, a), type != 0) << b << " " << a;
}

void step(Simulation &sim)
{
  sim.run("run 1 pre no post no");
}

/** The loads of the bond of two spheres, as the kernel says. */
template <class Shear> VARDEM::BondLoad load(const VARDEM::BondReference &reference, const State &s)
{
  const VARDEM::Binder law = {100.0, 0.0, 80.0, 20.0, 30.0, 0.0, 0.0, 0.0};
  const VARDEM::BondGeometry g = VARDEM::bond_geometry(reference, s.x[1] - s.x[0], s.q[0], s.q[1]);
  return VARDEM::bond_load<Shear>(g, VARDEM::binder_force<Shear>(law, g).energy);
}

constexpr int STEPS = 80;

/** Of steps 0 to STEPS of a bond that does not break. */
template <class Shear> std::vector<VARDEM::BondLoad> loads(const std::string &form)
{
  Simulation sim(two_spheres(STIFF + "form " + form) + "run 0 post no\n");
  const State start = sim.state();
  const VARDEM::BondReference reference =
      VARDEM::bond_reference(start.x[1] - start.x[0], start.q[0], start.q[1]);
  std::vector<VARDEM::BondLoad> all = {load<Shear>(reference, start)};
  for (int n = 0; n < STEPS; n++) {
    step(sim);
    all.push_back(load<Shear>(reference, sim.state()));
  }
  return all;
}

/** The step at which a bond breaks; -1: never. */
int breaking_step(const std::string &coefficients)
{
  Simulation sim(two_spheres(coefficients) + "run 0 post no\n");
  for (int n = 1; n <= STEPS; n++) {
    expect_bond(sim, 1, 2, 1);
    step(sim);
    if (type_at(sim, 1, 2) == 0) {
      expect_bond(sim, 1, 2, 0);
      return n;
    }
  }
  return -1;
}

template <class Shear> void expect_breaking(const std::string &form)
{
  const std::pair<const char *, double VARDEM::BondLoad::*> criteria[] = {
      {"axial", &VARDEM::BondLoad::stretch},
      {"shear", &VARDEM::BondLoad::shear},
      {"bend", &VARDEM::BondLoad::bending},
      {"energy", &VARDEM::BondLoad::energy}};
  const auto all = loads<Shear>(form);
  for (const auto &[name, of] : criteria) {
    // a step at which the load is larger than at all steps before
    int at = 0;
    for (int n = 1; n <= STEPS / 2; n++)
      if (all[n].*of > all[at].*of) at = n;
    ASSERT_GT(at, 5) << form << " " << name;
    // 1e-11: the kernel in another program may round otherwise
    const double V = all[at].*of;
    const std::string which = STIFF + "form " + form + " break " + name + " ";
    EXPECT_EQ(breaking_step(which + number(V * (1.0 - 1e-11))), at) << form << " " << name;
    EXPECT_NE(breaking_step(which + number(V * (1.0 + 1e-11))), at) << form << " " << name;
  }
}

}    // namespace

// --- when ---

TEST(BondBreaking, AtTheLimitOfTheKernel)
{
  expect_breaking<VARDEM::ShearB>("B");
  expect_breaking<VARDEM::ShearN>("N");
  expect_breaking<VARDEM::ShearPrinted>("printed");
}

/** A set-up has no breaking: the bond that a run starts with breaks at its first step. */
TEST(BondBreaking, NotInSetUps)
{
  Simulation sim(two_spheres(STIFF + "break axial 0.5") + "run 0\ndisplace_atoms all move 0 0 0\n" +
                 "set atom 2 x 2.4\nrun 0\n");
  expect_bond(sim, 1, 2, 1);
  sim.run("run 1");
  expect_bond(sim, 1, 2, 0);
}

/** Not in a minimization, which may try any state. */
TEST(BondBreaking, NotInMinimizations)
{
  Simulation sim(two_spheres(STIFF + "break energy 0.01") +
                 "run 0\nset atom 2 x 1.0\nmin_style fire\nminimize 0 0 20 20\n");
  expect_bond(sim, 1, 2, 1);
}

// --- what is left ---

/** Number of broken bonds as LAMMPS counts them, no force, and the energy in the ledger. */
TEST(BondBreaking, LammpsCountsBrokenBonds)
{
  Simulation sim(
      two_spheres(STIFF + "break axial 0.02") +
      "compute n all count/type bond\nfix book all energy/ledger\n"
      "thermo_style custom step ebond c_n c_n[1] f_book f_book[4]\ntimestep 2e-5\nrun 0\n");
  const double start = sim.value("f_book");
  EXPECT_EQ(sim.value("c_n"), 0.0);
  EXPECT_EQ(sim.value("c_n[1]"), 1.0);
  sim.run("run 4000");
  EXPECT_EQ(sim.value("c_n"), 1.0);
  EXPECT_EQ(sim.value("c_n[1]"), 0.0);
  EXPECT_EQ(sim.value("ebond"), 0.0);
  const Atom *atom = sim.lammps()->atom;
  for (int i = 0; i < 2; i++)
    for (int d = 0; d < 3; d++) EXPECT_EQ(atom->f[i][d], 0.0);
  // The force ends in the middle of a step: half a step's work of it is missing, h/2 of a power of
  // about 5. The error of the integrator is smaller, (h w)^2/8 = 4e-8 of the energy of the springs.
  EXPECT_NEAR(sim.value("f_book"), start, 1e-4);
  EXPECT_EQ(atom->nbonds, 1);
}

/** A broken bond stays broken, also where its atoms meet again, and its atoms may be far apart. */
TEST(BondBreaking, ItStaysBroken)
{
  Simulation sim(two_spheres(STIFF + "break axial 0.02") + "run 100\n");
  expect_bond(sim, 1, 2, 0);
  sim.run("set atom 2 x 5\nrun 10\nset atom 2 x 0.6 y 0.8 z 0.1\nset atom 1 x 0 y 0 z 0\nrun 10\n");
  expect_bond(sim, 1, 2, 0);
}

// --- contacts of the partners ---

namespace {

/** The pair force on atom 1 of two spheres that overlap by 0.05, whose bond breaks by its energy at
 *  the first step; and of these spheres without a bond. */
struct Contacts {
  double with_bond, after, without_bond;
};

Contacts contacts(const std::string &weights)
{
  const std::string start = box("off", weights) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.95 0 0\n" + UNIT +
      "pair_style contact/hertz\npair_coeff * * k 1000\n" + NVE + "timestep 1e-6\n";
  const std::string listing =
      "compute c all contact/force source pair\ncompute x all reduce sum c_c[11] inputs local\n"
      "thermo_style custom step c_x\n";
  const auto rows = [&](Simulation &sim) {
    return sim.value("c_x");
  };
  Simulation bonded(start + bond(STIFF + "break axial 0.001") + "create_bonds single/bond 1 1 2\n" +
                    listing + "run 0\n");
  Contacts c = {};
  c.with_bond = rows(bonded);
  bonded.run("set atom 2 x 0.96\nrun 3");    // the limit is exceeded: 1.0526 %
  EXPECT_EQ(type_at(bonded, 1, 2), 0);
  c.after = rows(bonded);
  Simulation free(start + "bond_style zero\nbond_coeff *\nset atom 2 x 0.96\n" + listing + "run 3");
  c.without_bond = rows(free);
  return c;
}

}    // namespace

/** Two steps after the bond has broken, the contact has the force of two spheres that never had a
 *  bond. With a weight of 1 it acts all the time. 1e-9: the spheres have moved by the force of the
 *  bond for one step. */
TEST(BondBreaking, ThePartnersTouchAfterwards)
{
  for (const std::string weights :
       {"special_bonds lj 0 1 1 coul 1 1 1\n", "special_bonds lj 0 1 1 coul 0 1 1\n",
        "special_bonds lj/coul 0 1 1\n", "special_bonds lj 0.5 1 1 coul 1 1 1\n"}) {
    const Contacts c = contacts(weights);
    EXPECT_LT(c.without_bond, -1.0);
    EXPECT_NEAR(c.after, c.without_bond, 1e-7 * std::fabs(c.without_bond)) << weights;
  }
  EXPECT_EQ(contacts(WEIGHTS).with_bond, 0.0);
  const Contacts always = contacts("special_bonds lj 1 1 1 coul 1 1 1\n");
  EXPECT_LT(always.with_bond, -1.0);
  EXPECT_NEAR(always.after, always.without_bond, 1e-7 * std::fabs(always.without_bond));
}

// --- a body that breaks ---

namespace {

const std::string LAW =
    "pair_style contact/hertz\npair_coeff * * k 500 damping mass_velocity 2 1 kt 200 mu 0.3\n";
const std::string LIMITS =
    "form N energy linear damp 0.2 0.2 0.1 break axial 0.02 break bend 0.04 break shear 0.03";

std::string ball_bonds(int types)
{
  return "bond_style binder\nbond_coeff " + std::string(types == 1 ? "1 " : "* ") + STIFF + LIMITS +
      "\n";
}

/** A block of 180 spheres of several sizes with 372 bonds, whose top is pushed away. It lies across
 *  the periodic boundary. Some of its bonds break. */
std::string body(int types = 1, const std::string &bonds = "")
{
  std::string text = box("off", WEIGHTS, types) +
      "lattice sc 1 origin 0.5 0.5 0.5\nregion cube block 2 7 -2.5 2.5 -2.5 2.5\n"
      "region left block -6 -5 -2.5 2.5 -2.5 2.5\nregion right block 2 6 -2.5 2.5 -2.5 2.5\n"
      "create_atoms 1 region left\ncreate_atoms 1 region right\n"
      "variable d atom 0.98+0.03*sin(3*id)\nset group all diameter v_d\n"
      "set group all density 1\n" +
      LAW + (bonds.empty() ? ball_bonds(types) : bonds) + NVE +
      "create_bonds/gap all all 1 0.06\n"
      "variable vx atom -0.8*(y>1)+0.3*sin(5*id)\nvariable vy atom 0.3*sin(2*id)\n"
      "velocity all set v_vx v_vy 0\nset group all omega 0.1 0.3 -0.2\n";
  return text;
}

/** Of each bond the type, as the owners of both atoms have it. */
std::map<std::pair<tagint, tagint>, int> types_of(const Simulation &sim)
{
  const Atom *atom = sim.lammps()->atom;
  std::map<std::pair<tagint, tagint>, int> types;
  for (int i = 0; i < atom->nlocal; i++)
    for (int k = 0; k < atom->num_bond[i]; k++)
      types[{atom->tag[i], atom->bond_atom[i][k]}] = atom->bond_type[i][k];
  return types;
}

int broken(const std::map<std::pair<tagint, tagint>, int> &types)
{
  int n = 0;
  for (const auto &[ids, type] : types) n += type == 0;
  return n / 2;
}

/** Both owners say the same, and bonded atoms are special neighbors as long as the bond is
 *  there. */
void expect_consistent(const Simulation &sim)
{
  for (const auto &[ids, type] : types_of(sim)) {
    EXPECT_EQ(type, type_at(sim, ids.second, ids.first));
    EXPECT_EQ(is_special(sim, ids.first, ids.second), type != 0) << ids.first << " " << ids.second;
  }
}

void expect_same(const State &a, const State &b, double bound)
{
  EXPECT_LE(largest_difference(a.x, b.x), bound);
  EXPECT_LE(largest_difference(a.v, b.v), bound);
  EXPECT_LE(largest_difference(a.omega, b.omega), bound);
  EXPECT_LE(largest_angle(a.q, b.q), bound);
}

}    // namespace

TEST(BondBreaking, BothAtomsAndTheirNeighborsAgree)
{
  Simulation sim(body() + "run 150");
  const int n = broken(types_of(sim));
  EXPECT_GT(n, 20);
  EXPECT_LT(n, static_cast<int>(types_of(sim).size()) / 4);
  expect_consistent(sim);
}

/** Broken bonds stay broken, their partners touch, and the references are those of the start. */
TEST(BondBreaking, RestartInTheMiddle)
{
  const std::string file = scratch_file("middle.restart");
  Simulation whole(body() + "run 150\nwrite_restart " + file + "\nrun 100\n");
  Simulation rest("read_restart " + file + "\n");
  const auto middle = types_of(rest);
  EXPECT_GT(broken(middle), 20);
  rest.run(
      "comm_modify vel yes cutoff 4\nneighbor 0.3 bin\nneigh_modify every 1 delay 0 check yes\n" +
      LAW + NVE + "timestep 0.002\nrun 100\n");
  EXPECT_GT(broken(types_of(whole)), broken(middle));
  EXPECT_EQ(types_of(whole), types_of(rest));
  expect_consistent(rest);
  expect_same(whole.state(), rest.state(), 1e-11);
}

/** A data file has no broken bonds and no references. The special neighbors are found anew. */
TEST(BondBreaking, DataFilesHaveTheBondsThatAreLeft)
{
  const std::string file = scratch_file("middle.data");
  Simulation whole(body() + "run 150\n");
  const std::string output = whole.output_of("write_data " + file);
  EXPECT_EQ(count(output, "WARNING: Bond style binder"), 1) << output;
  auto left = types_of(whole);
  for (auto it = left.begin(); it != left.end();) it = it->second == 0 ? left.erase(it) : ++it;
  Simulation rest("units lj\nnewton on off\natom_style bpm/sphere\n" + WEIGHTS +
                  "pair_style contact/hertz\n" + "bond_style binder\nread_data " + file +
                  " extra/special/per/atom 20\ncomm_modify vel yes cutoff 4\n" + LAW + NVE);
  EXPECT_EQ(types_of(rest), left);
  rest.run("compute e all pe bond\nthermo_style custom step c_e\nrun 0");
  EXPECT_NEAR(rest.value("c_e"), 0.0, 1e-20);
  expect_consistent(rest);
}

/** Commands that find special neighbors anew do not hide the partners of broken bonds. */
TEST(BondBreaking, CommandsThatFindSpecialNeighborsAnew)
{
  Simulation whole(body() + "run 150\nrun 100\n");
  Simulation sim(body() + "run 150\ncreate_bonds/gap all all 1 0\nrun 0 post no\n");
  EXPECT_GT(broken(types_of(sim)), 20);
  expect_consistent(sim);
  Simulation again(body() + "run 150\ndelete_bonds all bond 1 undo special\nrun 100\n");
  EXPECT_EQ(types_of(whole), types_of(again));
  expect_same(whole.state(), again.state(), 1e-11);
}

TEST(BondBreaking, DeleteBondsTurnsThemOffAndRemovesThem)
{
  const auto whole = [](const std::string &then) {
    return body() + "run 150\n" + then + "run 100\n";
  };
  const std::string some = "group some id 1:60\n";
  // off and on again: the references are still there
  Simulation all(whole("")),
      undone(whole(some +
                   "delete_bonds some bond 1\nrun 0 post no\n"
                   "delete_bonds some bond 1 undo\n"));
  EXPECT_EQ(types_of(all), types_of(undone));
  expect_same(all.state(), undone.state(), 1e-11);
  Simulation removed(body() + "run 150\n" + some +
                     "delete_bonds some bond 1 remove special\nrun 20");
  for (const auto &[ids, type] : types_of(removed))
    EXPECT_FALSE(ids.first <= 60 && ids.second <= 60) << type;
  expect_consistent(removed);
  // a pair that is bonded again has a new reference
  removed.run("compute e all pe bond\nthermo_style custom step c_e\nrun 0 post no");
  const double before = removed.value("c_e");
  removed.run("create_bonds/gap some some 1 0.2\nrun 0 post no");
  EXPECT_NEAR(removed.value("c_e"), before, 1e-12 * before);
  EXPECT_GT(types_of(removed).size(), 300u);
}

/** What is left of broken bonds is bookkeeping only. Their pairs can have a bond again. */
TEST(BondBreaking, BrokenBondsCanBeRemoved)
{
  Simulation whole(body() + "run 150\nrun 100\n");
  Simulation sim(body() + "run 150\ndelete_bonds all stats any remove special\n");
  const auto left = types_of(sim);
  EXPECT_EQ(broken(left), 0);
  sim.run("run 100");
  expect_same(whole.state(), sim.state(), 1e-11);
  EXPECT_EQ(types_of(whole).size(),
            left.size() + 2 * broken(types_of(Simulation(body() + "run 150"))));
  const auto before = types_of(sim);
  sim.run("create_bonds/gap all all 1 0.06\nrun 0 post no");
  EXPECT_GT(types_of(sim).size(), before.size());
}

/** The bonds of one style break, and those of the other do not. LAMMPS' hybrid keeps no
 *  coefficients in restart files. */
TEST(BondBreaking, HybridOfTwoStyles)
{
  const std::string coefficients =
      "bond_coeff 1 binder " + STIFF + LIMITS + "\nbond_coeff 2 contact/hooke k 100\n";
  const std::string two = "bond_style hybrid binder contact/hooke\n" + coefficients;
  const std::string file = scratch_file("hybrid.restart");
  const std::string more = "create_bonds/gap all all 2 0.09\n";
  Simulation whole(body(2, two) + more + "run 150\nwrite_restart " + file + "\nrun 100\n");
  const auto types = types_of(whole);
  int n[3] = {};
  for (const auto &[ids, type] : types) n[type]++;
  EXPECT_GT(n[0], 40);
  EXPECT_GT(n[1], 300);
  EXPECT_GT(n[2], 20);
  expect_consistent(whole);
  Simulation rest("read_restart " + file +
                  "\ncomm_modify vel yes cutoff 4\nneighbor 0.3 bin\nneigh_modify every 1 delay 0 "
                  "check yes\n" +
                  coefficients + LAW + NVE + "timestep 0.002\nrun 100\n");
  EXPECT_EQ(types, types_of(rest));
  expect_same(whole.state(), rest.state(), 1e-11);
}

/** Styles of LAMMPS can be the others, although their bonds do not break. The pieces fly apart, so
 *  that partners of broken bonds are far from each other, and LAMMPS must not look for them. */
TEST(BondBreaking, HybridWithAStyleOfLammps)
{
  const auto outcome = [](const std::string &style, const std::string &coefficients) {
    Simulation sim(body(2, "bond_style " + style + "\n" + coefficients) +
                   "velocity all set v_vx v_vy 0 sum yes\nrun 50\n"
                   "group top id 91:180\nvelocity top set 8 0 0 sum yes\nrun 300\n");
    EXPECT_GT(broken(types_of(sim)), 20);
    expect_consistent(sim);
    return sim.state();
  };
  const std::string law = STIFF + LIMITS + "\n";
  expect_same(outcome("binder", "bond_coeff * " + law),
              outcome("hybrid harmonic binder",
                      "bond_coeff 1 binder " + law + "bond_coeff 2 harmonic 10 1\n"),
              1e-11);
}

namespace {

/** Bonds two atoms in the middle of a run, in the way of fix bond/create of package MC. */
class FixMakesBond : public LAMMPS_NS::Fix {
 public:
  FixMakesBond(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
  {
    force_reneighbor = 1;
    next_reneighbor = -1;
  }
  int setmask() override { return LAMMPS_NS::FixConst::POST_INTEGRATE; }
  void post_integrate() override
  {
    if (update->ntimestep != 20) return;
    add(1, 2);
    add(2, 1);
    atom->nbonds++;
    next_reneighbor = update->ntimestep;
  }

 private:
  void add(tagint a, tagint b)
  {
    const int i = atom->map(a), k = atom->num_bond[i]++;
    atom->bond_type[i][k] = 1;
    atom->bond_atom[i][k] = b;
    atom->special[i][atom->nspecial[i][0]] = b;
    for (int n = 0; n < 3; n++) atom->nspecial[i][n]++;
  }
};

LAMMPS_NS::Fix *make_bond(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg)
{
  return new FixMakesBond(lmp, narg, arg);
}

}    // namespace

/** The reference is that of the step at which the bond was made, and the bond breaks as others
 *  do. */
TEST(BondBreaking, BondsMadeInTheRun)
{
  Simulation sim(two_spheres(STIFF + "break axial 0.02") +
                 "delete_bonds all bond 1 remove special\n");
  (*sim.lammps()->modify->fix_map)["makes/bond"] = make_bond;
  sim.run("fix m all makes/bond\nrun 0 post no");
  VARDEM::BondReference reference = {};
  int broken_at = -1;
  for (int n = 1; n <= STEPS && broken_at < 0; n++) {
    step(sim);
    const State s = sim.state();
    if (n < 20) { EXPECT_EQ(type_at(sim, 1, 2), -99); }
    if (n == 20) {
      expect_bond(sim, 1, 2, 1);
      reference = VARDEM::bond_reference(s.x[1] - s.x[0], s.q[0], s.q[1]);
    }
    if (n <= 20) continue;
    const bool over = load<VARDEM::ShearB>(reference, s).stretch > 0.02;
    expect_bond(sim, 1, 2, over ? 0 : 1);
    if (over) broken_at = n;
  }
  EXPECT_GT(broken_at, 22);
}

/** Coefficients without limits do not hide the contacts of bonds that have broken before. */
TEST(BondBreaking, WithoutLimitsBrokenBondsStayBroken)
{
  const std::string file = scratch_file("limits.restart");
  Simulation whole(body() + "run 150\nwrite_restart " + file + "\n");
  Simulation rest("read_restart " + file + "\ncomm_modify vel yes cutoff 4\n" + LAW + bond(STIFF) +
                  NVE + "run 10\n");
  EXPECT_EQ(types_of(rest), types_of(whole));
  expect_consistent(rest);
}

/** The references of the bonds are kept under atom IDs. */
TEST(BondBreaking, NewIDsAreAnError)
{
  Simulation sim(body() + "run 10\n");
  expect_parts(sim.error_of("reset_atoms id"), {"ERROR", "reset_atoms id", "BOND_RECORDS"});
}

/** The bond that was made again at the end of the step in which its forerunner broke has a new
 *  reference. */
TEST(BondBreaking, APairIsBondedAgainAtOnce)
{
  for (const std::string weights : {"special_bonds lj 1 1 1 coul 1 1 1\n", WEIGHTS.c_str()}) {
    Simulation sim(two_spheres(STIFF + "break axial 0.02", NO_PAIRS, weights) +
                   "thermo_style custom step ebond\nrun 0 post no\n");
    for (int n = 0; n < STEPS && type_at(sim, 1, 2) == 1; n++) step(sim);
    ASSERT_EQ(type_at(sim, 1, 2), 0);
    sim.run("create_bonds single/bond 1 1 2\nrun 0");
    EXPECT_EQ(sim.lammps()->atom->num_bond[0], 2);
    EXPECT_NEAR(sim.value("ebond"), 0.0, 1e-20) << weights;
    sim.run("run 3");    // and acts
    EXPECT_GT(sim.value("ebond"), 1e-6) << weights;
  }
}

/** A bond that is deleted and then made by another command is another bond. */
TEST(BondBreaking, BondsMadeAgainHaveNewReferences)
{
  for (const std::string newton : {"on", "off"})
    for (const std::string command :
         {"create_bonds many all all 1 0.5 1.5\n", "create_bonds/gap all all 1 0.4\n",
          "run 0\ncreate_bonds single/bond 1 1 2\n"}) {
      Simulation sim(two_spheres(STIFF, NO_PAIRS, "special_bonds lj/coul 0 1 1\n", newton) +
                     "thermo_style custom step ebond\nrun 20\n");
      const double strained = sim.value("ebond");
      EXPECT_GT(strained, 1e-3);
      sim.run("delete_bonds all bond 1\nrun 0\ndelete_bonds all bond 1 undo\nrun 0\n");
      EXPECT_EQ(sim.value("ebond"), strained) << "off and on again is the same bond";
      sim.run("delete_bonds all bond 1 remove special\n" + command + "run 0\n");
      EXPECT_EQ(sim.lammps()->atom->nbonds, 1);
      EXPECT_NEAR(sim.value("ebond"), 0.0, 1e-20) << newton << " " << command;
      sim.run("run 20");
      EXPECT_GT(sim.value("ebond"), 1e-3) << newton << " " << command;
    }
}

/** The first command behind read_restart, which has made special neighbors of the partners again,
 *  is a minimization. */
TEST(BondBreaking, PartnersPushEachOtherInAMinimizationAfterARestart)
{
  const std::string file = scratch_file("minimize.restart");
  const std::string pair = "pair_style contact/hertz\npair_coeff * * k 1000\n";
  const std::string end = "min_style cg\nthermo_style custom step pe ebond\nminimize 0 0 0 0\n";
  {
    Simulation sim(two_spheres(STIFF + "break axial 0.02", pair) +
                   "run 60\nset atom 1 x 0 y 0 z 0\n" + "set atom 2 x 0.9 y 0 z 0\nwrite_restart " +
                   file + "\n");
    expect_bond(sim, 1, 2, 0);
  }
  Simulation sim("read_restart " + file + "\ncomm_modify vel yes cutoff 4\n" + pair + NVE);
  EXPECT_TRUE(is_special(sim, 1, 2)) << "nothing to do";
  sim.run(end);
  expect_bond(sim, 1, 2, 0);
  // two spheres of this law without a bond
  Simulation free(box() + "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9 0 0\n" + UNIT +
                  pair + "bond_style zero\nbond_coeff *\n" + NVE + end);
  EXPECT_GT(free.value("pe"), 1e-2);
  EXPECT_NEAR(sim.value("pe"), free.value("pe"), 1e-14);
  EXPECT_EQ(sim.value("ebond"), 0.0);
}

// --- types of bond_style hybrid ---

/** A pair style still does not see two atoms that a bond of another style connects. */
TEST(BondBreaking, PairWithASecondBond)
{
  Simulation sim(box("off", WEIGHTS, 2) +
                 "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\n" + UNIT + NO_PAIRS +
                 "bond_style hybrid binder contact/hooke\n"
                 "bond_coeff 1 binder axial 100 shear 80 moment 20 break axial 0.1\n"
                 "bond_coeff 2 contact/hooke k 1\n" +
                 NVE +
                 "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 2 1 2\n"
                 "set atom 1 vx -3\nset atom 2 vx 3\nrun 100");
  EXPECT_EQ(type_at(sim, 1, 2), 0);
  EXPECT_TRUE(is_special(sim, 1, 2));
  EXPECT_TRUE(is_special(sim, 2, 1));
}

/** Of 3 spheres in a row with a bond of each type, moved by 100 steps. */
static State chain_of_types(const std::string &bonds)
{
  Simulation sim(box("off", WEIGHTS, 2) +
                 "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\n"
                 "create_atoms 1 single 1.6 0.8 0\n" +
                 UNIT + NO_PAIRS + bonds + NVE +
                 "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 2 2 3\n"
                 "set atom 1 vx -0.4 vy 0.3 vz -0.5\nset atom 1 omega 0.9 -0.6 0.5\n"
                 "set atom 3 vx 0.4 vy 0.9 vz 0.6\nset atom 2 omega -0.7 0.8 -1.1\n"
                 "set atom 3 omega 0.7 0.2 -0.3\nrun 100\n");
  return sim.state();
}

/** A type feels the style of its last bond_coeff, and no other. */
TEST(BondBreaking, TheLastStyleOfAType)
{
  const std::string all = "binder " + STIFF + "break axial 0.001\n";
  for (const std::string other : {"contact/hooke k 100", "harmonic 50 1"}) {
    const std::string first = "bond_style hybrid binder " + other.substr(0, other.find(' ')) + "\n";
    const std::string rest = "bond_coeff 1 binder " + STIFF + "\nbond_coeff 2 " + other + "\n";
    const State twice = chain_of_types(first + "bond_coeff * " + all + rest);
    const State once = chain_of_types(first + rest);
    EXPECT_EQ(different_bits(twice.x, once.x), 0) << other;
    EXPECT_EQ(different_bits(twice.omega, once.omega), 0) << other;
  }
}
