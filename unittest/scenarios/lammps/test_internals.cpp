// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Access to what LAMMPS does not publish: one test for each entry of host/lammps/internals.h, with
// the name of the entry. It fails when a version of LAMMPS changes what the entry relies on, or
// does by itself what the entry is for.

#include "scenario.h"

#include "host/lammps/internals.h"
#include "host/lammps/internals_deform.h"

#include "atom.h"
#include "bond_hybrid.h"
#include "bond_zero.h"
#include "compute_ke.h"
#include "domain.h"
#include "fix.h"
#include "fix_gravity.h"
#include "force.h"
#include "input.h"
#include "lammps.h"
#include "memory.h"
#include "min_cg.h"
#include "modify.h"
#include "neigh_list.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "pair_zero.h"
#include "run.h"
#include "update.h"
#include "utils.h"
#include "variable.h"

#include <algorithm>
#include <functional>
#include <map>

using namespace LAMMPS_NS;
using namespace scenario;

namespace {

/** What a failure says: the entry of internals.h is wrong for this version of LAMMPS, and these
 *  files say why. */
std::string relies(const std::string &entry, const std::string &files)
{
  return "entry " + entry + " of host/lammps/internals.h relies on " + files +
      " of LAMMPS, which has changed";
}

/** What a failure says if the entry is no longer needed. */
std::string may_go(const std::string &entry)
{
  return "this LAMMPS does not need entry " + entry + " of host/lammps/internals.h any more";
}

/** A fix that the test controls: hooks, an occasional neighbor list, and what is done with them. */
class Probe : public Fix {
 public:
  std::function<void()> at_init, at_setup, at_end_of_step;
  int hooks;                    // what setmask() returns
  NeighList *list = nullptr;    // that of request_list()

  Probe(LAMMPS *lmp, int narg, char **arg) :
      Fix(lmp, narg, arg), hooks(utils::inumeric(FLERR, arg[3], false, lmp))
  {
  }

  int setmask() override { return hooks; }
  void init() override
  {
    if (at_init) at_init();
  }
  void init_list(int, NeighList *ptr) override { list = ptr; }
  void setup(int) override
  {
    if (at_setup) at_setup();
  }
  void end_of_step() override
  {
    if (at_end_of_step) at_end_of_step();
  }

  /** To be called in init(): asks for a list with a parent that is occasional, too, as those of
   *  pair hybrid's sub-styles are. The parent is half and without newton, so LAMMPS cannot use the
   *  list of a pair style. */
  void request_list()
  {
    int **ijskip, n = atom->ntypes + 1;
    memory->create(ijskip, n, n, "probe:ijskip");    // deleted by the request
    for (int i = 0; i < n; i++) std::fill_n(ijskip[i], n, 0);
    neighbor->add_request(this, NeighConst::REQ_OCCASIONAL | NeighConst::REQ_NEWTON_OFF)
        ->set_skip(new int[n](), ijskip);
  }

  /** Number of pairs in the list after LAMMPS' call for it. */
  int pairs()
  {
    neighbor->build_one(list);
    int n = 0;
    for (int ii = 0; ii < list->inum; ii++) n += list->numneigh[list->ilist[ii]];
    return n;
  }
};

Fix *new_probe(LAMMPS *lmp, int narg, char **arg)
{
  return new Probe(lmp, narg, arg);
}

/** Fix ID as a probe whose setmask() returns `hooks`. */
Probe &add_probe(Simulation &sim, const std::string &id, int hooks = 0)
{
  Modify *modify = sim.lammps()->modify;
  VARDEM_NS::add_internal_style(modify, "probe", &new_probe);
  return dynamic_cast<Probe &>(*modify->add_fix(id + " all probe " + std::to_string(hooks)));
}

/** Two atoms at a distance in x, in a box of 20. A list has pairs up to 1.3. */
std::string two_atoms(double distance)
{
  return "units lj\nboundary f f f\nregion box block -10 10 -10 10 -10 10\ncreate_box 1 box\n"
         "create_atoms 1 single 0 0 0\ncreate_atoms 1 single " +
      std::to_string(distance) +
      " 0 0\nmass 1 1\npair_style zero 1.0\npair_coeff * *\nneighbor 0.3 bin\n"
      "neigh_modify every 1000 delay 1000\ntimestep 1\nthermo_modify lost ignore\n";
}

}    // namespace

// A style that is added is there for Modify::add_fix()

TEST(Internals, add_internal_style)
{
  Simulation sim(two_atoms(1.2));
  Modify *modify = sim.lammps()->modify;
  EXPECT_TRUE(contains(sim.error_of("fix p all PROBE 0"), "Unrecognized fix style 'PROBE'"));
  VARDEM_NS::add_internal_style(modify, "PROBE", &new_probe);
  EXPECT_NE(dynamic_cast<Probe *>(modify->add_fix("p all PROBE 0")), nullptr)
      << relies("add_internal_style", "src/modify.h, Modify::fix_map");
}

// Styles that are added are there for their commands, and another one of its name does not take the
// place of a style

TEST(Internals, add_style)
{
  const std::string relies_on = relies(
      "add_style()", "src/modify.h, src/force.h, src/update.h or src/input.h (lists of styles)");
  Simulation sim(two_atoms(1.2));
  LAMMPS *lmp = sim.lammps();
  for (const char *line : {"fix p all ADDED 0", "compute p all ADDED", "pair_style ADDED",
                           "bond_style ADDED", "min_style ADDED", "ADDED"})
    EXPECT_FALSE(sim.error_of(line).empty()) << line;
  VARDEM_NS::add_style(lmp, "ADDED", &new_probe);
  VARDEM_NS::add_style(
      lmp, "ADDED", +[](LAMMPS *, int, char **) -> Fix * {
        return nullptr;
      });
  VARDEM_NS::add_style(
      lmp, "ADDED", +[](LAMMPS *l, int n, char **arg) -> Compute * {
        return new ComputeKE(l, n, arg);
      });
  VARDEM_NS::add_style(
      lmp, "ADDED", +[](LAMMPS *l) -> Pair * {
        return new PairZero(l);
      });
  VARDEM_NS::add_style(
      lmp, "ADDED", +[](LAMMPS *l) -> Bond * {
        return new BondZero(l);
      });
  VARDEM_NS::add_style(
      lmp, "ADDED", +[](LAMMPS *l) -> Min * {
        return new MinCG(l);
      });
  VARDEM_NS::add_style(
      lmp, "ADDED", +[](LAMMPS *l) -> Command * {
        return new LAMMPS_NS::Run(l);
      });
  sim.run("fix p all ADDED 0\ncompute p all ADDED\npair_style ADDED 1.0\npair_coeff * *\nmin_style "
          "ADDED\nADDED 0");
  EXPECT_NE(dynamic_cast<Probe *>(lmp->modify->get_fix_by_id("p")), nullptr) << relies_on;
  EXPECT_NE(dynamic_cast<ComputeKE *>(lmp->modify->get_compute_by_id("p")), nullptr) << relies_on;
  EXPECT_NE(dynamic_cast<PairZero *>(lmp->force->pair), nullptr) << relies_on;
  EXPECT_NE(dynamic_cast<MinCG *>(lmp->update->minimize), nullptr) << relies_on;
  EXPECT_EQ(lmp->force->bond_map->count("ADDED"), 1u) << relies_on;
}

// A fix that changes its hooks in init() is called by the new ones, and the hooks of other fixes
// stay

TEST(Internals, set_hooks)
{
  const std::string relies_on =
      relies("set_hooks()", "src/modify.cpp (Modify::fmask, Modify::init())");
  Simulation sim(two_atoms(3));
  Modify *modify = sim.lammps()->modify;
  Probe &more = add_probe(sim, "more"), &fewer = add_probe(sim, "fewer", FixConst::END_OF_STEP);
  Probe &other = add_probe(sim, "other", FixConst::END_OF_STEP), &untold = add_probe(sim, "untold");
  more.at_init = [&] {
    VARDEM_NS::set_hooks(modify, &more, more.hooks = FixConst::END_OF_STEP);
  };
  fewer.at_init = [&] {
    VARDEM_NS::set_hooks(modify, &fewer, fewer.hooks = 0);
  };
  untold.at_init = [&] {
    untold.hooks = FixConst::END_OF_STEP;
  };
  std::map<Probe *, int> calls;
  for (Probe *probe : {&more, &fewer, &other, &untold})
    probe->at_end_of_step = [&calls, probe] {
      calls[probe]++;
    };
  sim.run("run 3");
  EXPECT_EQ(calls[&more], 3) << relies_on;
  EXPECT_EQ(calls[&fewer], 0) << relies_on;
  EXPECT_EQ(calls[&other], 3) << relies_on;
  EXPECT_EQ(calls[&untold], 0) << may_go("set_hooks()");
}

// The last bond_coeff of a type says which style it has, and sub-style none takes it from all of
// them. Without hybrid the style has all

TEST(Internals, acts_on_type)
{
  const std::string relies_on = relies("acts_on_type()", "src/bond_hybrid.h (BondHybrid::map)");
  Simulation sim("units lj\natom_style bond\nregion box block -5 5 -5 5 -5 5\n"
                 "create_box 1 box bond/types 4\nbond_style hybrid harmonic zero\n"
                 "bond_coeff * harmonic 1 1\nbond_coeff 2*3 zero\nbond_coeff 3 none\n");
  const auto *hybrid = dynamic_cast<const BondHybrid *>(sim.lammps()->force->bond);
  ASSERT_NE(hybrid, nullptr) << relies_on;
  ASSERT_EQ(hybrid->nstyles, 2) << relies_on;
  const int style_of_type[] = {0, 1, -1, 0};
  for (int type = 1; type <= 4; type++)
    for (int m = 0; m < 2; m++)
      EXPECT_EQ(VARDEM_NS::acts_on_type(hybrid, hybrid->styles[m], type),
                style_of_type[type - 1] == m)
          << relies_on << ": type " << type << ", style " << m;
  sim.run("bond_style harmonic\nbond_coeff * 1 1\n");
  const Bond *harmonic = sim.lammps()->force->bond;
  for (int type = 1; type <= 4; type++)
    EXPECT_TRUE(VARDEM_NS::acts_on_type(harmonic, harmonic, type)) << relies_on;
}

// The text is what was given to the variable command, also after LAMMPS has added the latest value

TEST(Internals, formula_of)
{
  Simulation sim("variable equal equal \"2.0 * v_internal^2 + exp(1.5)\"\n"
                 "variable atom atom x+sin(y)/3\n"
                 "variable vector vector v_list*2\n"
                 "variable list vector [1,2,3]\n"
                 "variable internal internal 2.5\n"
                 "variable string string \"def = three words here\"\n"
                 "variable index index one two\n"
                 "variable a_name_that_is_longer_than_its_column equal 1/3\n");
  const std::map<std::string, std::string> given = {
      {"equal", "2.0 * v_internal^2 + exp(1.5)"},
      {"atom", "x+sin(y)/3"},
      {"vector", "v_list*2"},
      {"list", "[1,2,3]"},
      {"internal", "2.5"},
      {"string", "def = three words here"},
      {"index", "one two"},
      {"a_name_that_is_longer_than_its_column", "1/3"}};
  Variable *variable = sim.lammps()->input->variable;
  for (const bool evaluated : {false, true})
    for (const auto &[name, text] : given) {
      if (evaluated && name != "atom") variable->retrieve(name.c_str());
      EXPECT_EQ(VARDEM_NS::formula_of(variable, variable->find(name.c_str())), text)
          << relies("formula_of()", "src/info.cpp (Info::get_variable_info())");
    }
  EXPECT_EQ(VARDEM_NS::formula_of(variable, -1), "") << "of no variable";
}

// Two atoms come near between two reneighborings, by less than a bin: LAMMPS does not bin them
// again

TEST(Internals, outdate)
{
  const std::string relies_on = relies("outdate()",
                                       "src/neighbor.cpp (Neighbor::build_one()), src/npair.cpp "
                                       "(last_build) and src/neigh_list.h (listskip)");
  Simulation sim(two_atoms(1.5) +
                 "fix move all nve\nvelocity all set 0 0 0\ngroup second id 2\n"
                 "velocity second set -0.5 0 0\n");
  Probe &probe = add_probe(sim, "probe", FixConst::END_OF_STEP);
  int before = -1, stale = -1, fresh = -1;
  probe.at_init = [&] {
    probe.request_list();
  };
  probe.at_setup = [&] {
    before = probe.pairs();
  };
  probe.at_end_of_step = [&] {
    stale = probe.pairs();
    VARDEM_NS::outdate(probe.list);
    fresh = probe.pairs();
  };
  sim.run("run 1 post no");
  ASSERT_TRUE(probe.list->listskip && probe.list->listskip->occasional) << relies_on;
  EXPECT_EQ(before, 0);
  EXPECT_EQ(stale, 0) << may_go("outdate()");
  EXPECT_EQ(fresh, 1) << relies_on;
  VARDEM_NS::outdate(nullptr);
}

// The bins become smaller between two runs from the same step, and a stencil of the larger ones
// misses the pair

TEST(Internals, outdate_stencil)
{
  const std::string relies_on = relies(
      "outdate()", "src/neighbor.cpp (Neighbor::build_one()) and src/nstencil.cpp (last_stencil)");
  for (const bool outdated : {false, true}) {
    Simulation sim(two_atoms(1.1) + "neigh_modify binsize 2\n");
    Probe &probe = add_probe(sim, "probe");
    int pairs = -1;
    probe.at_init = [&] {
      probe.request_list();
    };
    probe.at_setup = [&] {
      if (outdated) VARDEM_NS::outdate(probe.list);
      pairs = probe.pairs();
    };
    sim.run("run 0 post no");
    EXPECT_EQ(pairs, 1);
    sim.run("neigh_modify binsize 0.2\nrun 0 post no");
    EXPECT_EQ(pairs, outdated ? 1 : 0) << (outdated ? relies_on : may_go("outdate()"));
  }
}

// A fix gravity with keyword disable is told from one without

TEST(Internals, is_disabled)
{
  Simulation sim(two_atoms(3) +
                 "fix on all gravity 9.8 vector 0 0 -1\n"
                 "fix off all gravity 9.8 vector 0 0 -1 disable\n");
  for (const std::string id : {"on", "off"}) {
    const auto *gravity = dynamic_cast<FixGravity *>(sim.lammps()->modify->get_fix_by_id(id));
    ASSERT_TRUE(gravity);
    EXPECT_EQ(VARDEM_NS::is_disabled(gravity), id == "off")
        << relies("is_disabled()", "src/fix_gravity.h (disable)");
  }
}

// The acceleration is that of the variable now. Forces and the energy stay, also the part of it
// that LAMMPS has not summed yet

TEST(Internals, update_acceleration)
{
  const std::string relies_on =
      relies("update_acceleration()", "src/fix_gravity.cpp (post_force(), eflag, egrav)");
  Simulation sim(two_atoms(3) +
                 "variable a equal 2.0\nfix g all gravity v_a vector 0 0 -1\n"
                 "fix move all nve\nrun 1\nvariable a equal 5.0\n");
  auto *gravity = dynamic_cast<FixGravity *>(sim.lammps()->modify->get_fix_by_id("g"));
  ASSERT_TRUE(gravity);
  int dim;
  const auto *g = static_cast<double *>(gravity->extract("gvec", dim));
  double **f = sim.lammps()->atom->f;
  ASSERT_EQ(g[2], -2.0);
  ASSERT_EQ(f[0][2], -2.0);
  VARDEM_NS::update_acceleration(gravity);
  EXPECT_EQ(g[2], -5.0) << relies_on;
  EXPECT_EQ(f[0][2], -2.0) << relies_on;
  EXPECT_EQ(gravity->groupbit, 1) << relies_on;
  // after a step from rest z = -g h^2/2 = -1, and LAMMPS' energy is m g z of two atoms of mass 1
  EXPECT_NEAR(gravity->compute_scalar(), 2 * 2.0 * -1.0, 1e-14) << relies_on;
}

// disc changes the factor of LAMMPS' integrators of spheres; other fixes have none

TEST(Internals, stock_inertia_factor)
{
  const std::string relies_on = relies(
      "stock_inertia_factor()", "src/fix_nve_sphere.h (inertia) and src/fix_nh_sphere.h (inertia)");
  Simulation sim("units lj\ndimension 2\natom_style sphere\nregion box block 0 9 0 9 -0.5 0.5\n"
                 "create_box 1 box\ncreate_atoms 1 single 5 5 0\n");
  const std::map<std::string, double> factors = {{"nve/sphere", 0.4},
                                                 {"nve/sphere disc", 0.5},
                                                 {"nvt/sphere temp 1 1 1", 0.4},
                                                 {"nvt/sphere temp 1 1 1 disc", 0.5}};
  for (const auto &[style, factor] : factors) {
    sim.run("fix 1 all " + style);
    const auto c = VARDEM_NS::stock_inertia_factor(sim.lammps()->modify->get_fix_by_id("1"));
    ASSERT_TRUE(c) << style << ": " << relies_on;
    EXPECT_EQ(*c, factor) << style << ": " << relies_on;
    sim.run("unfix 1");
  }
  sim.run("fix 1 all nve");
  EXPECT_FALSE(VARDEM_NS::stock_inertia_factor(sim.lammps()->modify->get_fix_by_id("1")));
}

TEST(Internals, lacks_small_ghosts)
{
  Simulation sim("units lj\nneighbor 0.3 multi\ncomm_modify mode multi\n");
  const std::string relies_on = relies("lacks_small_ghosts()", "src/comm.h (multi_reduce)");
  EXPECT_FALSE(VARDEM_NS::lacks_small_ghosts(sim.lammps()->comm)) << relies_on;
  sim.run("comm_modify reduce/multi\n");
  EXPECT_TRUE(VARDEM_NS::lacks_small_ghosts(sim.lammps()->comm)) << relies_on;
}

TEST(Internals, sets_force_to_zero)
{
  Simulation sim("atom_style sphere\nregion box block -5 5 -5 5 -5 5\ncreate_box 1 box\n"
                 "region half block -5 0 -5 5 -5 5\nvariable zero equal 0\n");
  const auto holds = [&](const std::string &arguments, bool flat = false) {
    sim.run("fix s all setforce " + arguments);
    const bool answer =
        VARDEM_NS::sets_force_to_zero(sim.lammps()->modify->get_fix_by_id("s"), flat);
    sim.run("unfix s");
    return answer;
  };
  EXPECT_TRUE(holds("0 0 0"));
  EXPECT_FALSE(holds("0 0 1"));
  EXPECT_FALSE(holds("NULL 0 0"));
  EXPECT_FALSE(holds("0 v_zero 0"));    // a variable may change
  EXPECT_FALSE(holds("0 0 0 region half"));
  EXPECT_FALSE(holds("0 0 NULL"));
  EXPECT_TRUE(holds("0 0 NULL", true));
  sim.run("fix s all freeze");
  EXPECT_FALSE(VARDEM_NS::sets_force_to_zero(sim.lammps()->modify->get_fix_by_id("s"), false));
}

// A sub-style of pair style hybrid comes with the name by which it is used, and a pair style with
// its own

TEST(Internals, pair_styles)
{
  const std::string relies_on =
      relies("pair_styles()", "src/pair_hybrid.h (nstyles, styles, keywords)");
  Simulation sim("units lj\nregion box block 0 5 0 5 0 5\ncreate_box 1 box\nmass 1 1\n");
  const LAMMPS *lmp = sim.lammps();
  EXPECT_TRUE(VARDEM_NS::pair_styles(lmp).empty());
  sim.run("pair_style lj/cut 2.5");
  auto styles = VARDEM_NS::pair_styles(lmp);
  ASSERT_EQ(styles.size(), 1u) << relies_on;
  EXPECT_EQ(styles[0].name, "lj/cut") << relies_on;
  EXPECT_EQ(styles[0].pair, lmp->force->pair) << relies_on;
  sim.run("pair_style hybrid/overlay zero 1.5 lj/cut 2.5");
  styles = VARDEM_NS::pair_styles(lmp);
  ASSERT_EQ(styles.size(), 2u) << relies_on;
  EXPECT_EQ(styles[0].name, "zero") << relies_on;
  EXPECT_EQ(styles[1].name, "lj/cut") << relies_on;
  for (const auto &style : styles)
    EXPECT_EQ(style.pair, lmp->force->pair_match(style.name, 1)) << relies_on;
}

TEST(Internals, keeps_volume)
{
  const std::string relies_on = relies("keeps_volume()", "src/fix_deform.h (set)");
  for (const bool volume : {false, true}) {
    Simulation sim(std::string("units lj\nregion b block 0 1 0 1 0 1\ncreate_box 1 b\n") +
                   "fix b all deform 1 z erate 0.1 x " + (volume ? "volume" : "erate 0.1"));
    const auto *fix = dynamic_cast<const FixDeform *>(sim.lammps()->modify->get_fix_by_id("b"));
    EXPECT_EQ(VARDEM_NS::keeps_volume(fix), volume) << relies_on;
  }
}

namespace {

/** A fix that has the protected functions of CellDeformation called by the test. */
class Deformed : public VARDEM_NS::CellDeformation {
 public:
  using CellDeformation::CellDeformation;
  using CellDeformation::flip_cell;
  using CellDeformation::flip_due;
  using CellDeformation::flips_allowed;
  std::function<void()> at_post_integrate, at_end_of_step;

  int setmask() override
  {
    return FixConst::POST_INTEGRATE | FixConst::PRE_EXCHANGE | FixConst::END_OF_STEP;
  }
  void post_integrate() override { at_post_integrate(); }
  void end_of_step() override { at_end_of_step(); }
};

const std::string N = VARDEM_NS::has_deform_at_every_step<FixDeform>() ? "0" : "1";

Fix *new_deformed(LAMMPS *lmp, int narg, char **arg)
{
  return new Deformed(lmp, narg, arg);
}

}    // namespace

// Atoms at rest in a cell that flips are where they were, and in the new cell. The rates of domain
// are 0 when a run begins

TEST(Internals, CellDeformation)
{
  const std::string relies_on = relies(
      "CellDeformation", "src/fix_deform.cpp (FixDeform::pre_exchange(), options(), init())");
  Simulation sim("units lj\natom_modify map array\nbox tilt large\n"
                 "region box prism 0 10 0 10 0 10 6 4 4\ncreate_box 1 box\n"
                 "create_atoms 1 random 50 4711 box\nmass 1 1\npair_style zero 1.0\n"
                 "pair_coeff * *\ncomm_modify vel yes\nneigh_modify delay 1000 every 1000\n"
                 "timestep 0.01\n");
  LAMMPS *const lmp = sim.lammps();
  Domain *const domain = lmp->domain;
  (*lmp->modify->fix_map)["deformed"] = &new_deformed;
  const auto add = [&](const std::string &flip) -> Deformed & {
    return dynamic_cast<Deformed &>(*lmp->modify->add_fix(
        "cell all deformed " + N + " xy erate 0.0 xz erate 0.0 yz erate 0.0 remap v flip " + flip));
  };
  EXPECT_FALSE(add("no").flips_allowed()) << relies_on;
  lmp->modify->delete_fix("cell");
  Deformed &fix = add("yes");
  EXPECT_TRUE(fix.flips_allowed()) << relies_on;
  fix.nevery = 1;    // of end_of_step()

  const std::vector<Vec3> before = sim.state().x;
  bool due = false, done = false;
  fix.at_post_integrate = [&] {
    for (int k = 0; k < 6; k++) EXPECT_EQ(domain->h_rate[k], 0.0) << relies_on;
    fix.flip_cell(-1, 0, -1, {10.0, 10.0, 10.0, -6.0, -2.0, -4.0});
    due = fix.flip_due();
  };
  fix.at_end_of_step = [&] {
    done = !fix.flip_due();
  };
  domain->h_rate[5] = 1.0;
  sim.run("run 1 post no");
  EXPECT_TRUE(due && done) << relies_on;
  EXPECT_EQ(domain->yz, -6.0) << relies_on;
  EXPECT_EQ(domain->xz, -2.0) << relies_on;
  EXPECT_EQ(domain->xy, -4.0) << relies_on;

  const Atom *atom = lmp->atom;
  int moved = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    const Vec3 &x = before[atom->tag[i] - 1];
    double unwrapped[3];
    domain->unmap(atom->x[i], atom->image[i], unwrapped);
    EXPECT_LE(largest({Vec3{unwrapped[0], unwrapped[1], unwrapped[2]} - x}), 1e-13) << relies_on;
    EXPECT_TRUE(domain->inside(atom->x[i])) << relies_on;
    moved += (largest({Vec3{atom->x[i][0], atom->x[i][1], atom->x[i][2]} - x}) > 1.0);
  }
  EXPECT_EQ(atom->nlocal, 50);
  EXPECT_GT(moved, 10);
}
