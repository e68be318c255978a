// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The contact forces of fix nve/sphere/cd: as compute contact/force lists them, and those of fix
// compatible/cd with load cd beside them.

#include "packing/packing.h"

#include "neighbor.h"

using namespace scenario;

namespace {

const std::string CD = "fix d all nve/sphere/cd ", RIGID = CD + "solver auto ",
                  STEP = "timestep 0.01\n";
const std::string OF_STEPS = "fix c all compatible/cd 1 tol 1e-12 load cd ";
const std::string ONE_FROZEN = "group base id 1\nfix b base freeze\n";
constexpr int REDUNDANT = 8;

/** The pyramid above its frozen base, the layers apart by 5 % of a radius more than they touch, and
 *  steps of 1 ms for spheres of 2.5 mm (doc/notes/contact-dynamics.md 5). */
void build_drop(Simulation &sim, int n, const std::string &fixes)
{
  std::vector<Vec3> x = pyramid(n);
  for (Vec3 &at : x) at.z *= 1.0 + 0.025 / std::sqrt(0.5);
  create(sim, x);
  sim.run(GRAVITY + "group base id <= " + std::to_string(n * n) + "\nfix b base freeze\n" + fixes +
          "timestep " + std::to_string(1.0 / 15.96) + "\n");
}

/** What the contacts do to each atom, by tag - 1: the forces of columns 11-13, or the classic
 *  ones. */
std::vector<Vec3> sums(const std::vector<ContactForce> &contacts, std::size_t natoms, bool classic)
{
  std::vector<Vec3> sum(natoms, {0, 0, 0});
  for (const auto &c : contacts) {
    const Vec3 f = classic ? c.classic : c.force;
    sum[c.i - 1] = sum[c.i - 1] + f;
    if (c.j) sum[c.j - 1] = sum[c.j - 1] - f;
  }
  return sum;
}

/** Forces of atoms without a weight of 1 of those that are not frozen. */
std::vector<Vec3> pushes(const Simulation &sim, std::size_t frozen)
{
  std::vector<Vec3> f = forces_of_atoms(sim);
  for (std::size_t k = frozen; k < f.size(); k++) f[k].z += 1.0;
  return f;
}

double largest_classic(const Simulation &sim)
{
  double most = 0.0;
  for (const auto &c : contact_forces(sim)) most = larger(most, norm(c.classic));
  return most;
}

/** Source of 1.2776467: doc/notes/contact-dynamics.md 5. Returns the largest classic force over the
 *  largest compatible one. */
double expect_compatible_forces_after_the_drop(const std::string &solver)
{
  constexpr int N = 6;
  Simulation reference(box({})), sim(box({}));
  build_pyramid(reference, N);
  reference.run("run 0");
  build_drop(sim, N,
             CD + "maxiter 10000 tol 1e-11 solver " + solver + "\n" + OF_STEPS + "\n" + FORCES);
  sim.run("run 25");
  EXPECT_LE(largest(sim.state().v), 1e-9);
  EXPECT_NEAR(output(sim, LARGEST), 1.2776467, 5e-8);
  EXPECT_NEAR(output(sim, LARGEST) / output(reference, LARGEST), 1.0, 1e-8);
  EXPECT_LE(relative_difference(force_sizes(sim), force_sizes(reference)), 1e-8);
  const auto contacts = contact_forces(sim);
  const auto pushed = pushes(sim, N * N), compatible = sums(contacts, pushed.size(), false);
  EXPECT_LE(largest_difference(sums(contacts, pushed.size(), true), pushed), 1e-12);
  for (std::size_t k = N * N; k < pushed.size(); k++)    // the base may be pushed otherwise
    EXPECT_LE(norm(compatible[k] - pushed[k]), 1e-10) << k;
  return largest_classic(sim) / 1.2776467;
}

}    // namespace

// Projected solvers leave their own forces beside the compatible ones: that of apgd is 1.7 % too
// large (doc/notes/projected-solvers.md 3.3).
TEST(ContactDynamicsForces, DropByDescent)
{
  EXPECT_NEAR(expect_compatible_forces_after_the_drop("apgd"), 1.017, 0.0005);
}

// no kk: /kk has no solver pgs
TEST(ContactDynamicsForces, DropByGaussSeidel)
{
  EXPECT_GE(expect_compatible_forces_after_the_drop("pgs"), 1.01);
}

// All solvers of fix compatible/cd find the forces of the pyramid at rest.
// no device: some of the solvers need memory of the host
TEST(ContactDynamicsForces, ByAllSolvers)
{
  std::vector<Sizes> found;
  for (const std::string solver : {"solver newton", "solver auto", "solver ipm", "solver direct",
                                   "precond ict", "precision mixed"}) {
    Simulation sim(box({}));
    build_drop(sim, 5, RIGID + "tol 1e-10\n" + OF_STEPS + solver + "\n" + FORCES);
    sim.run("run 25");
    found.push_back(force_sizes(sim));
    EXPECT_EQ(found.back().size(), 160u) << solver;
    EXPECT_LE(relative_difference(found.back(), found.front()), 1e-9) << solver;
  }
}

// Without fix compatible/cd the forces are those of the step; they add up to what the fix adds to
// atom->f.
TEST(ContactDynamicsForces, OfTheStepAlone)
{
  for (const std::string newton : {"on", "off"}) {
    Box b = periodic("prism 0 4 0 4 -2 9 1 0 0", "newton " + newton);
    b.boundary = "p p f";
    Simulation sim(box(b));
    std::vector<Vec3> x;
    for (int layer = 0; layer < 4; layer++)
      for (int i = 0; i < 16; i++)
        x.push_back({i % 4 + 0.5 * layer, i / 4 + 0.5 * layer, layer * std::sqrt(0.5)});
    create(sim, x);
    sim.run(GRAVITY + "group base id <= 16\nfix b base freeze\n" + RIGID + "\n" + FORCES + STEP +
            "run 5");
    const auto contacts = contact_forces(sim);
    EXPECT_GE(contacts.size(), 3 * 64u);
    EXPECT_LE(largest_difference(sums(contacts, 64, false), pushes(sim, 16)), 1e-6);
    for (const auto &c : contacts) {
      EXPECT_EQ(norm(c.force - c.classic), 0.0);
      EXPECT_LT(c.i, c.j);
      EXPECT_NEAR(dot(c.normal, c.force), -c.size(), 1e-14);
    }
  }
}

// Of a group, and in 2d.
TEST(ContactDynamicsForces, OfAGroup)
{
  Simulation sim(box({"dimension 2", "f f p", "block -9 29 -9 29 -0.5 0.5", "sphere"}));
  create(sim, {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}});
  sim.run(ONE_FROZEN +
          "group upper id > 1\nfix g all gravity 1 vector 0 -1 0\nfix 2 all enforce2d\n" + CD +
          "solver apgd tol 1e-10\n" + OF_STEPS + "\ncompute f upper contact/force\n" + STEP +
          "run 3");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].i, 2);
  EXPECT_EQ(contacts[0].j, 3);
  EXPECT_NEAR(contacts[0].force.y, -1.0, 1e-6);
  EXPECT_NEAR(contacts[0].classic.y, -1.0, 1e-6);
  EXPECT_NEAR(contacts[0].point.y, 1.5, 1e-6);
}

// With the load of gravity there is no classic force, and the forces come at any step, also in the
// set-up.
TEST(ContactDynamicsForces, WithLoadGravity)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}});
  sim.run(ONE_FROZEN + GRAVITY + RIGID + "\nfix c all compatible/cd 1 load gravity closed 1e-6\n" +
          FORCES + STEP + "run 0");
  for (int k = 0; k < 2; k++) {
    const auto contacts = contact_forces(sim);
    ASSERT_EQ(contacts.size(), 2u);
    for (const auto &c : contacts) {
      EXPECT_EQ(norm(c.classic), 0.0);
      EXPECT_NEAR(c.force.z, c.i == 1 ? -2.0 : -1.0, 1e-6);
    }
    sim.run("run 3");
  }
}

// The step of an impact: all of the change of momentum is in one contact. Its gap is that of the
// start of the step.
TEST(ContactDynamicsForces, Impact)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1.004}});
  sim.run("set atom 1 vz 1\n" + RIGID + "restitution 0.5 tol 1e-12\n" + OF_STEPS + "\n" + FORCES +
          STEP + "run 1");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].classic.z, -0.75 / 0.01, 1e-9);    // m/2 (1 + e) v/h
  EXPECT_NEAR(contacts[0].force.z, -0.75 / 0.01, 1e-9);
  EXPECT_NEAR(contacts[0].gap, 0.004, 1e-14);
  sim.run("run 1");
  EXPECT_TRUE(contact_forces(sim).empty());
  EXPECT_EQ(output(sim, LARGEST), 0.0);
  EXPECT_EQ(output(sim, BALANCE), 0.0);
}

// A grain on two walls, which is one contact more than it needs along each of them.
// no device: keyword redundant is refused
TEST(ContactDynamicsForces, Walls)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0.5}});
  const std::string wall = " all wall/contact plane 0 0 0 0 ";
  sim.run(GRAVITY + "fix w" + wall + "0 1 stiffness 1\nfix 2w" + wall + "0 1 stiffness 3\n" +
          RIGID + "\n" + OF_STEPS + "redundant yes\n" + FORCES + STEP + "run 2");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 2u);
  double classic = 0.0;
  for (const auto &c : contacts) {
    EXPECT_EQ(c.i, 1);
    EXPECT_EQ(c.j, 0);
    EXPECT_EQ(c.kind, 1);
    EXPECT_NEAR(c.normal.z, -1.0, 1e-14);
    classic += c.classic.z;
  }
  EXPECT_NEAR(classic, 1.0, 1e-6);
  EXPECT_NEAR(std::fabs(contacts[0].force.z - contacts[1].force.z), 0.5, 1e-6);    // 1/4 and 3/4
  EXPECT_EQ(output(sim, CLOSED), 2);
  EXPECT_EQ(output(sim, REDUNDANT), 1);
}

// A wall of another law stops the fix when a grain touches it, but not from half of the skin away,
// where it is in the network of the step.
TEST(ContactDynamicsForces, WallOfAnotherLaw)
{
  const std::string fixes = ONE_FROZEN + GRAVITY + RIGID + "\n" + OF_STEPS + "\n" + FORCES + STEP;
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}});
  const double half_skin = 0.5 * sim.lammps()->neighbor->skin;
  const auto wall = [](double x) {
    return "fix w all wall/contact plane " + std::to_string(x) +
        " 0 0 1 0 0 stiffness 1 law hertz\n";
  };
  sim.run(wall(-0.5 - half_skin) + fixes + "run 2");
  EXPECT_EQ(output(sim, CLOSED), 1);
  ASSERT_EQ(contact_forces(sim).size(), 1u);
  Simulation touching(box({}));
  create(touching, {{0, 0, 0}, {0, 0, 1}});
  EXPECT_TRUE(contains(touching.error_of(wall(-0.5) + fixes + "run 1"), "whose law is hertz"));
}

// Stress and number of contacts of each atom are those of the packing under its weight.
TEST(ContactDynamicsForces, ResultsOfAtoms)
{
  Simulation sim(box({})), reference(box({}));
  for (Simulation *s : {&sim, &reference}) {
    create(*s, pyramid(4));
    s->run("group base id <= 16\nfix b base freeze\n" + GRAVITY + STEP);
  }
  sim.run(RIGID + "tol 1e-9\n" + OF_STEPS + "\nrun 2");
  reference.run("fix c all compatible/cd 1 tol 1e-12\nrun 0");
  const auto *of = sim.lammps()->modify->get_fix_by_id("c");
  const auto *expected = reference.lammps()->modify->get_fix_by_id("c");
  for (int tag = 1; tag <= 30; tag++) {
    const double *a = of->array_atom[sim.lammps()->atom->map(tag)],
                 *b = expected->array_atom[reference.lammps()->atom->map(tag)];
    for (int k = 0; k < 6; k++) EXPECT_NEAR(a[k], b[k], 1e-5) << tag << " " << k;
    EXPECT_EQ(a[6], b[6]) << tag;
  }
}

// Springs that carry a packing at rest leave it its compatible forces.
TEST(ContactDynamicsForces, OfCompliantContactsAtRest)
{
  Simulation sim(box({})), reference(box({}));
  build_pyramid(reference, 4);
  reference.run("run 0");
  build_drop(sim, 4, CD + "tol 1e-9\n" + OF_STEPS + "closed 1e-4\n" + FORCES);
  sim.run("timestep 5e-3\nrun 300");
  EXPECT_LE(relative_difference(force_sizes(sim), force_sizes(reference)), 1e-4);
}

// A fix of contact dynamics that comes later changes the default of keyword load: forces under
// gravity are not those of a step.
TEST(ContactDynamicsForces, LoadThatChanges)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}});
  sim.run(ONE_FROZEN + GRAVITY + "fix c all compatible/cd 1\n" + STEP + "run 0");
  EXPECT_EQ(output(sim, CLOSED), 1);
  EXPECT_TRUE(contains(sim.output_of(RIGID + "\nrun 0"), "there are no forces in this run"));
  EXPECT_EQ(output(sim, CLOSED), 0);
  sim.run("run 1");
  EXPECT_EQ(output(sim, CLOSED), 1);
}

// No forces where there is no step to find them: a run of 0 steps, a run that ends before the first
// multiple of N, a minimization. Also behind a run with fix nve/sphere/cd alone, as the page
// Howto_vardem_packing had it once. Load gravity needs no step.
TEST(ContactDynamicsForces, WarnsOfRunsWithoutForces)
{
  const std::string none = "WARNING: Fix compatible/cd: there are no forces in this run";
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}});
  sim.run(ONE_FROZEN + GRAVITY + RIGID + "\n" + STEP + "run 10");
  for (const std::string run : {"run 0", "run 3", "minimize 0 0 1 1"})
    EXPECT_EQ(
        count(without_suffix(sim.output_of("fix c all compatible/cd 20\n" + run + "\nunfix c")),
              none),
        1)
        << run;
  EXPECT_EQ(count(sim.output_of("fix c all compatible/cd 1 closed 1e-6 load gravity\nrun 0"), none),
            0);
  EXPECT_EQ(output(sim, CLOSED), 1);
  EXPECT_NEAR(output(sim, LARGEST), 1.0, 1e-6);    // the weight
  EXPECT_EQ(count(sim.output_of("unfix c\nfix c all compatible/cd 5\nrun 5"), none), 0);
}

// Before the first step there are no forces; after it those of the last step that is a multiple of
// N.
TEST(ContactDynamicsForces, When)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}});
  sim.run(ONE_FROZEN + GRAVITY + RIGID + "\nfix c all compatible/cd 5\n" + FORCES + STEP + "run 0");
  EXPECT_EQ(output(sim, CLOSED), 0);    // load cd is the default
  sim.run("run 5");
  EXPECT_EQ(output(sim, CLOSED), 1);
  EXPECT_EQ(contact_forces(sim).size(), 1u);
  sim.run("run 0");    // nothing has changed
  EXPECT_EQ(output(sim, CLOSED), 1);
  EXPECT_EQ(contact_forces(sim).size(), 1u);
  sim.run("run 3\nreset_timestep 5\nrun 0");    // that step 5 was another one
  EXPECT_EQ(output(sim, CLOSED), 0);
  sim.run("run 5\nrun 3\nreset_timestep 10");
  EXPECT_NE(sim.error_of("write_dump all local /dev/null c_f[1]"), "");
  sim.run("undump WRITE_DUMP\nreset_timestep 8\nrun 2\nrun 3");
  EXPECT_TRUE(contains(sim.error_of("write_dump all local /dev/null c_f[1]"),
                       "has listed the contacts of step 10 only"));
}

// Output of a first run begins with its set-up, where there are no rows yet; after a change of
// atoms there are none, either.
TEST(ContactDynamicsForces, AtSetUp)
{
  for (const std::string solved : {"", "fix c all compatible/cd 1\n"}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}});
    sim.run(ONE_FROZEN + "group third id 3\n" + GRAVITY + RIGID + "\n" + solved + FORCES + STEP +
            "compute n all reduce sum c_f[16] inputs local\nthermo 1\n"
            "thermo_style custom step c_n\nrun 0");
    EXPECT_EQ(sim.value("c_n"), 0) << solved;
    sim.run("run 2");
    EXPECT_NEAR(sim.value("c_n"), -3, 1e-2);
    sim.run("run 0");
    EXPECT_NEAR(sim.value("c_n"), -3, 1e-2);
    sim.run("delete_atoms group third compress no\nrun 0");
    EXPECT_EQ(sim.value("c_n"), 0);
    sim.run("run 2");
    EXPECT_NEAR(sim.value("c_n"), -1, 1e-2);
    sim.run("reset_timestep 100\nrun 0");
    EXPECT_EQ(sim.value("c_n"), 0);
  }
}

// Rows name atoms by IDs. Command reset_atoms gives the three grains those of their order along z.
TEST(ContactDynamicsForces, OfAtomsWithNewIds)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 2}, {0, 0, 0}, {0, 0, 1}});
  sim.run("group base id 2\nfix s base setforce 0 0 0\n" + GRAVITY + RIGID + "\n" + FORCES + STEP +
          "compute n all reduce sum c_f[16] inputs local\nthermo 1\n"
          "thermo_style custom step c_n\nrun 2\nrun 0");
  EXPECT_LT(sim.value("c_n"), -1);
  sim.run("reset_atoms id sort yes\nrun 0");
  EXPECT_EQ(sim.value("c_n"), 0);
}

// A minimization makes no steps of contact dynamics, so its set-up has no rows of its own.
TEST(ContactDynamicsForces, AtSetUpOfAMinimization)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}});
  sim.run(ONE_FROZEN + GRAVITY + RIGID + "\n" + FORCES + STEP +
          "compute n all reduce sum c_f[16] inputs local\nthermo_style custom step c_n\nrun 2");
  const std::string text = sim.error_of("reset_timestep 100\nmin_style cg\nminimize 0 0 1 1");
  EXPECT_TRUE(contains(text, "used at step 100, but fix d nve/sphere/cd")) << text;
  EXPECT_TRUE(contains(text, " has kept its forces of step 2")) << text;
}

// What the last step has found belongs to the atoms of that step: not to fewer, to others, or to
// those at other places.
TEST(ContactDynamicsForces, OfOtherAtoms)
{
  const std::string write = "write_dump all local /dev/null c_f[1]\n";
  const std::string gone = "delete_atoms group third compress no\n",
                    come = "create_atoms 1 single 0 5 5\n";
  for (const std::string solved : {"", "fix c all compatible/cd 1\n"}) {
    const auto prepare = [&](Simulation &sim) {
      create(sim, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}});
      sim.run(ONE_FROZEN + "group third id 3\n" + GRAVITY + RIGID + "\n" + solved + FORCES + STEP +
              "run 5\nrun 0\n");
      EXPECT_EQ(contact_forces(sim).size(), 2u);
    };
    for (const std::string &change :
         {gone, come, gone + come, std::string("displace_atoms all move 0 0 1e-6\n"),
          std::string("set group all diameter 1.001\n")}) {
      Simulation sim(box({}));
      prepare(sim);
      const std::string text = sim.error_of(change + write);
      EXPECT_TRUE(contains(text, "Compute contact/force")) << change << text;
      Simulation next(box({}));
      prepare(next);
      next.run(change + "run 0");
      EXPECT_TRUE(contains(next.error_of(write), "Compute contact/force")) << change;
      if (!solved.empty()) { EXPECT_EQ(output(next, CLOSED), 0) << change; }
    }
    Simulation read(box({}));    // LAMMPS keeps what it has read at a step
    prepare(read);
    read.run(write);
    EXPECT_TRUE(contains(read.error_of(gone + write), "atoms were moved, added or removed"));
    Simulation same(box({}));
    prepare(same);
    same.run("write_data /dev/null\n" + write);
  }
}

// Contacts beyond the rank: doc/notes/compatible-forces.md 4 has 14440 - 7410 for 20 per side, that
// is all free motions.
// no device: keyword redundant is refused
TEST(ContactDynamicsForces, RedundantContacts)
{
  for (const auto &[n, contacts] : {std::pair{2, 4}, {6, 300}}) {
    for (const std::string load : {"gravity", "cd"}) {
      Simulation sim(box({}));
      std::vector<Vec3> x = pyramid(n);
      const int moving = 3 * (x.size() - n * n);
      x.push_back({0, 0, 20});    // a grain that touches nothing
      create(sim, x);
      sim.run("group base id <= " + std::to_string(n * n) +
              "\nfix b base freeze\ngroup pile id <= " + std::to_string(x.size() - 1) +
              "\nfix g pile gravity 1 vector 0 0 -1\n" + RIGID +
              "\nfix c all compatible/cd 1 redundant yes load " + load + "\n" + STEP + "run " +
              (load == "cd" ? "1" : "0"));
      EXPECT_EQ(output(sim, CLOSED), contacts);
      EXPECT_EQ(output(sim, REDUNDANT), contacts - moving);
    }
  }
}

// no device: keyword redundant is refused
TEST(ContactDynamicsForces, WrongInput)
{
  expect_refused({box({}) +
                      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0 0 1\n"
                      "set group all mass 1\n" +
                      ONE_FROZEN + GRAVITY + STEP,
                  "fix d all "},
                 R"(
    nve/sphere/cd;fix c all compatible/cd 5;compute f all contact/force;run 0;
      write_dump all local /dev/null c_f[1] | has listed no contacts yet
    nve/sphere;fix c all compatible/cd 1 load cd;run 1 | cd needs a fix of contact dynamics
    nve/sphere/cd;fix c all compatible/cd 1 overlap yes;run 1
      | overlap: yes does not go with load cd
    nve/sphere/cd gap 0.1;fix c all compatible/cd 1 closed 0.2;run 1
      | keyword closed: 0.2 exceeds 0.1
    nve/sphere/cd;fix c all compatible/cd 1 redundant yes overlap yes load gravity;run 1
      | redundant: yes does not go with overlap yes
    nve/sphere/cd;fix c all compatible/cd 1 redundant maybe | must be yes or no
  )");
}
