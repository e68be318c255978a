// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Access to LAMMPS' rigid fixes: one test for each entry of host/lammps/internals_bodies.h and
// host/lammps/internals_rigid.h, with the name of the entry. It fails when a version of LAMMPS
// changes what the entry relies on, or does by itself what it is for.

#include "clumps/clumps.h"

#include "comm.h"
#include "fix.h"
#include "fix_rigid.h"
#include "fix_rigid_small.h"
#include "host/atoms/rigid_members.h"
#include "host/lammps/internals_rigid.h"
#include "modify.h"
#include "molecule.h"

#include <algorithm>
#include <functional>

using namespace LAMMPS_NS;
using namespace scenario;
using VARDEM_NS::Clumps;
using VARDEM_NS::MemberTable;
using VARDEM_NS::RigidBodies;
using VARDEM_NS::vector_at;

namespace {

const char *const SMALL_FILES = "LAMMPS has changed src/RIGID/fix_rigid_small.h or .cpp, on which "
                                "host/lammps/internals_bodies.h and "
                                "host/lammps/internals_rigid.h rely";
const char *const COMMON_FILES = "LAMMPS has changed src/RIGID/fix_rigid.h or .cpp, on which "
                                 "host/lammps/internals_bodies.h relies";
const char *const MAY_GO =
    "this LAMMPS does not need this entry of host/lammps/internals_rigid.h any more";

/** Two dumbbells in a cell of 4; the second one lies across a face. They move and turn, and feel
 *  forces and torques. */
std::string dumbbells()
{
  return R"(
    units lj
    atom_style hybrid sphere molecular
    atom_modify map array sort 0 0
    comm_modify vel yes cutoff 1.5
    region box block 0 4 0 4 0 4
    create_box 1 box
    create_atoms 1 single 1.7 1.9 1.5
    create_atoms 1 single 2.05 2.3 1.7
    create_atoms 1 single 3.9 0.4 2.8
    create_atoms 1 single 0.25 0.5 2.9
    set atom 1*2 mol 1
    set atom 3*4 mol 2
    set atom 4 image 1 0 0
    set group all diameter 0.4
    set atom 2 diameter 0.5
    set atom 4 diameter 0.5
    set group all density 1
    pair_style zero 1.0
    pair_coeff * *
    neighbor 0.3 bin
    neigh_modify every 1 delay 0 check yes exclude molecule/intra all
    velocity all create 0.02 4711
    fix push all setforce 0.5 NULL -0.25
    timestep 0.01
    thermo_style custom step
)";
}

/** A fix that shows what RigidSmall offers, as style rigid/probe/small. */
class Probe : public VARDEM_NS::RigidSmall {
 public:
  std::function<void()> at_sums;

  Probe(LAMMPS *lmp, int narg, char **arg) : RigidSmall(lmp, narg, arg) {}
  using RigidSmall::clumps;
  using RigidSmall::file_to_read;
  using RigidSmall::gravity_of_bodies;
  using RigidSmall::is_custom;
  using RigidSmall::keep_in_plane;
  using RigidSmall::makes_bodies;
  using RigidSmall::member_table;
  using RigidSmall::place_members;
  using RigidSmall::set_member_velocities;
  using RigidSmall::step;
  using RigidSmall::sum_members;
  using RigidSmall::sums_forces_early;
  using RigidSmall::templates;

 protected:
  void forces_are_summed() override
  {
    if (at_sums) at_sums();
  }
};

Fix *new_probe(LAMMPS *lmp, int narg, char **arg)
{
  return new Probe(lmp, narg, arg);
}

Probe &add_probe(Simulation &sim, const std::string &arguments = "molecule")
{
  Modify *modify = sim.lammps()->modify;
  (*modify->fix_map)["rigid/probe/small"] = &new_probe;
  return dynamic_cast<Probe &>(*modify->add_fix("move all rigid/probe/small " + arguments));
}

/** Place of an atom, by its ID. */
Vec3 x_of(const Simulation &sim, int tag)
{
  return vector_at(sim.lammps()->atom->x[sim.lammps()->atom->map(tag)]);
}

Vec3 v_of(const Simulation &sim, int tag)
{
  return vector_at(sim.lammps()->atom->v[sim.lammps()->atom->map(tag)]);
}

/** How many numbers FixRigidSmall sends now for the bodies of all atoms. */
int numbers_sent(Probe &probe, int natoms)
{
  std::vector<int> list(natoms);
  for (int i = 0; i < natoms; i++) list[i] = i;
  std::vector<double> buffer(1000);
  return probe.pack_forward_comm(natoms, list.data(), buffer.data(), 0, nullptr);
}

/** Orientation, axes, moments, L and omega of a body fit each other. */
void expect_consistent(const Clumps &clumps, int i, const Vec3 &omega, const char *relies)
{
  const Vec3 axes[] = {clumps.ex(i), clumps.ey(i), clumps.ez(i)};
  const Vec3 units[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  for (int k = 0; k < 3; k++)
    EXPECT_LT(norm(body_to_space(clumps.q(i), units[k]) - axes[k]), 1e-14) << relies;
  EXPECT_LT(norm(clumps.omega_of_L(i) - omega), 1e-14) << relies;
  EXPECT_GT(norm(omega), 0.1) << "the body must turn in this test";
}

/** Places of members are those that the tables of bodies and members say. */
void expect_members(const Simulation &sim, const Clumps &clumps, const MemberTable &members,
                    const char *relies)
{
  auto *atom = sim.lammps()->atom;
  const double edge = 4.0;
  int in_other_images = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    const int body = members.body[i];
    ASSERT_GE(body, 0) << relies;
    const Vec3 image = VARDEM_NS::boxes(members.image[i]);
    const Vec3 x = clumps.x(body) + clumps.to_space(body, members.displace[i]);
    EXPECT_LT(norm(vector_at(atom->x[i]) + edge * image - x), 1e-13) << relies;
    in_other_images += norm(image) > 0.0;
  }
  EXPECT_GT(in_other_images, 0) << "a body must lie across a face in this test";
}

/** Molecule of two spheres, side by side in x. */
std::string molecule_file()
{
  const std::string file = scratch_file("molecule");
  std::ofstream(file) << "two spheres\n\n2 atoms\n\nCoords\n\n1 0 0 0\n2 0.3 0 0\n\nTypes\n\n1 1\n"
                         "2 1\n\nDiameters\n\n1 0.4\n2 0.4\n\nMasses\n\n1 1\n2 1\n";
  return file;
}

}    // namespace

// Against what LAMMPS publishes: compute rigid/local

TEST(Internals, small_body_table)
{
  Simulation sim(dumbbells() + "fix move all rigid/small molecule\n" +
                 "compute rows all rigid/local move id mass x y z vx vy vz fx fy fz tqx tqy tqz "
                 "omegax omegay omegaz angmomx angmomy angmomz quatw quati quatj quatk "
                 "inertiax inertiay inertiaz ix iy iz\nrun 5");
  auto extract = [&](int type) {
    return lammps_extract_compute(sim.lammps(), "rows", LMP_STYLE_LOCAL, type);
  };
  auto **row = static_cast<double **>(extract(LMP_TYPE_ARRAY));
  const Clumps clumps(VARDEM_NS::small_body_table(sim.lammps()->modify->get_fix_by_id("move")));
  ASSERT_EQ(clumps.size(), *static_cast<int *>(extract(LMP_SIZE_ROWS))) << SMALL_FILES;
  ASSERT_EQ(clumps.size(), 2);
  for (int i = 0; i < clumps.size(); i++) {
    const double *a = row[i];
    const auto vector = [&](int k) {
      return vector_at(a + k);
    };
    EXPECT_EQ(sim.lammps()->atom->tag[clumps.owner(i)], (tagint) a[0]) << SMALL_FILES;
    EXPECT_EQ(clumps.mass(i), a[1]) << SMALL_FILES;
    EXPECT_EQ(clumps.natoms(i), 2) << SMALL_FILES;
    EXPECT_EQ(different_bits({clumps.x(i), clumps.v(i), clumps.f(i), clumps.torque(i)},
                             {vector(2), vector(5), vector(8), vector(11)}),
              0)
        << SMALL_FILES;
    EXPECT_EQ(different_bits({clumps.L(i), clumps.inertia(i)}, {vector(17), vector(24)}), 0)
        << SMALL_FILES;
    EXPECT_EQ(different_bits({clumps.q(i)}, {{a[20], a[21], a[22], a[23]}}), 0) << SMALL_FILES;
    EXPECT_EQ(norm(VARDEM_NS::boxes(clumps.image(i)) - vector(27)), 0.0) << SMALL_FILES;
    EXPECT_GT(norm(clumps.f(i)), 0.1) << "the body must feel a force in this test";
    EXPECT_GT(norm(clumps.torque(i)), 0.01) << "the body must feel a torque in this test";
    expect_consistent(clumps, i, vector(14), SMALL_FILES);
  }
}

TEST(Internals, small_member_table)
{
  Simulation sim(dumbbells() + "fix move all rigid/small molecule\n");
  const Fix *fix = sim.lammps()->modify->get_fix_by_id("move");
  const MemberTable before = VARDEM_NS::small_member_table(fix);
  EXPECT_EQ(before.body, nullptr) << SMALL_FILES;
  for (int i = 0; i < 4; i++) EXPECT_GT(before.owner[i], 0) << SMALL_FILES;
  sim.run("run 5");
  const MemberTable members = VARDEM_NS::small_member_table(fix);
  const Clumps clumps(VARDEM_NS::small_body_table(fix));
  expect_members(sim, clumps, members, SMALL_FILES);
  auto *atom = sim.lammps()->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    const int owner = atom->map(members.owner[i]);
    EXPECT_EQ(clumps.owner(members.body[owner]), owner) << SMALL_FILES;
    EXPECT_EQ(atom->molecule[owner], atom->molecule[i]) << SMALL_FILES;
  }
}

// Against what LAMMPS publishes: the array of fix rigid, and its energy of rotation

TEST(Internals, common_body_table)
{
  Simulation sim(dumbbells() + "fix move all rigid molecule\nrun 5");
  Fix *fix = sim.lammps()->modify->get_fix_by_id("move");
  const Clumps clumps(VARDEM_NS::common_body_table(fix));
  ASSERT_EQ(clumps.size(), 2) << COMMON_FILES;
  double twice_energy = 0.0;
  for (int i = 0; i < clumps.size(); i++) {
    const auto vector = [&](int k) {
      return Vec3{fix->compute_array(i, k), fix->compute_array(i, k + 1),
                  fix->compute_array(i, k + 2)};
    };
    EXPECT_EQ(different_bits({clumps.x(i), clumps.v(i), clumps.f(i), clumps.torque(i)},
                             {vector(0), vector(3), vector(6), vector(9)}),
              0)
        << COMMON_FILES;
    EXPECT_EQ(norm(VARDEM_NS::boxes(clumps.image(i)) - vector(12)), 0.0) << COMMON_FILES;
    EXPECT_EQ(clumps.natoms(i), 2) << COMMON_FILES;
    double mass = 0.0;
    for (const Member &m : members_of(sim))
      if (m.molecule == i + 1) mass += m.mass;
    EXPECT_NEAR(clumps.mass(i), mass, 1e-15) << COMMON_FILES;
    expect_consistent(clumps, i, members_of(sim).at(2 * i).omega, COMMON_FILES);
    twice_energy += dot(clumps.omega_of_L(i), clumps.L(i));
  }
  EXPECT_NEAR(0.5 * twice_energy, dynamic_cast<FixRigid *>(fix)->extract_erotational(), 1e-14)
      << COMMON_FILES;
}

TEST(Internals, common_member_table)
{
  Simulation sim(dumbbells() + "fix move all rigid molecule\n");
  const Fix *fix = sim.lammps()->modify->get_fix_by_id("move");
  EXPECT_EQ(VARDEM_NS::common_member_table(fix).body, nullptr) << COMMON_FILES;
  sim.run("run 5");
  const MemberTable members = VARDEM_NS::common_member_table(fix);
  expect_members(sim, Clumps(VARDEM_NS::common_body_table(fix)), members, COMMON_FILES);
  EXPECT_EQ(members.owner, nullptr);
}

// Bodies that are moved take all members with them, also those across a face, which belong to a
// ghost of the body. The number is that of one message, for each body

TEST(Internals, RigidSmall_place_members)
{
  Simulation sim(dumbbells());
  Probe &probe = add_probe(sim);
  sim.run("run 0");
  const Vec3 shift = {0.01, -0.02, 0.03}, omega = {0.0, 0.0, 0.0}, V = {1.0, 2.0, 3.0};
  std::vector<Vec3> before;
  for (int tag = 1; tag <= 4; tag++) before.push_back(x_of(sim, tag));
  const Clumps clumps = probe.clumps();
  for (int i = 0; i < clumps.size(); i++) {
    clumps.set_x(i, clumps.x(i) + shift);
    clumps.set_v(i, V);
    clumps.set_omega(i, omega);
  }
  probe.place_members(0);
  for (int tag = 1; tag <= 4; tag++) {
    EXPECT_LT(norm(x_of(sim, tag) - before[tag - 1] - shift), 1e-14) << SMALL_FILES;
    EXPECT_LT(norm(v_of(sim, tag) - V), 1e-14) << SMALL_FILES;
  }
  EXPECT_EQ(numbers_sent(probe, 4), 29 * clumps.size()) << SMALL_FILES;
}

TEST(Internals, RigidSmall_set_member_velocities)
{
  Simulation sim(dumbbells());
  Probe &probe = add_probe(sim);
  sim.run("run 0");
  const Vec3 omega = {0.3, 0.2, -0.4}, V = {1.0, 2.0, 3.0};
  const Clumps clumps = probe.clumps();
  for (int i = 0; i < clumps.size(); i++) {
    clumps.set_v(i, V);
    clumps.set_omega(i, omega);
  }
  probe.set_member_velocities();
  const MemberTable members = probe.member_table();
  for (int i = 0; i < 4; i++) {
    const Vec3 r = clumps.to_space(members.body[i], members.displace[i]);
    EXPECT_LT(norm(vector_at(sim.lammps()->atom->v[i]) - V - cross(omega, r)), 1e-14)
        << SMALL_FILES;
  }
  EXPECT_EQ(numbers_sent(probe, 4), 10 * clumps.size()) << SMALL_FILES;
}

TEST(Internals, RigidSmall_sum_members)
{
  Simulation sim(dumbbells());
  Probe &probe = add_probe(sim);
  sim.run("run 0");
  const tagint *const tags = sim.lammps()->atom->tag;
  const auto sums = probe.sum_members({tags, tags + sim.lammps()->atom->nlocal});
  ASSERT_EQ(sums.size(), 2u);
  for (int i = 0; i < 2; i++) {
    const bool first = sim.lammps()->atom->molecule[probe.clumps().owner(i)] == 1;
    EXPECT_EQ(sums[i], first ? 1.0 + 2.0 : 3.0 + 4.0) << SMALL_FILES;
  }
}

// A force that is changed here moves the body, in both half kicks of each step

TEST(Internals, RigidSmall_forces_are_summed)
{
  Simulation sim(dumbbells());
  Probe &probe = add_probe(sim);
  int calls = 0;
  const Vec3 f = {0.0, 0.5, 0.0};
  probe.at_sums = [&] {
    calls++;
    const Clumps clumps = probe.clumps();
    for (int i = 0; i < clumps.size(); i++) {
      EXPECT_NEAR(clumps.f(i).z, -0.5, 1e-15) << "the sum is complete; " << SMALL_FILES;
      clumps.set_f(i, f);
    }
  };
  sim.run("run 0");
  const Vec3 v = probe.clumps().v(0);
  sim.run("run 10");
  EXPECT_EQ(calls, 2 + 10) << SMALL_FILES;
  const double h = 0.01;
  EXPECT_LT(norm(probe.clumps().v(0) - v - 10.0 * h / probe.clumps().mass(0) * f), 1e-12)
      << SMALL_FILES;
}

TEST(Internals, RigidSmall_keep_in_plane)
{
  Simulation sim(dumbbells());
  Probe &probe = add_probe(sim);
  sim.run("run 0");
  const Clumps clumps = probe.clumps();
  clumps.set_f(0, {1.0, 2.0, 3.0});
  clumps.set_torque(0, {1.0, 2.0, 3.0});
  probe.keep_in_plane();
  EXPECT_EQ(norm(clumps.f(0) - Vec3{1.0, 2.0, 0.0}), 0.0) << SMALL_FILES;
  EXPECT_EQ(norm(clumps.torque(0) - Vec3{0.0, 0.0, 3.0}), 0.0) << SMALL_FILES;
}

// setup() of stock LAMMPS adds the forces of keyword langevin that it finds: those of the last run,
// and in the first run whatever the memory held before

/** A fix whose forces of keyword langevin can be set from outside. */
template <class RigidFix> class LangevinProbe : public RigidFix {
 public:
  using RigidFix::RigidFix;
  void set_langevin_forces(double value)
  {
    std::fill_n(this->langextra[0], 6 * this->nlocal_body, value);
  }
};

/** Force on the first body in the set-up of a run that finds forces of 1. */
template <class RigidFix> double force_in_setup()
{
  Simulation sim(dumbbells());
  Modify *modify = sim.lammps()->modify;
  (*modify->fix_map)["rigid/probe/small"] = [](LAMMPS *lmp, int narg, char **arg) -> Fix * {
    return new LangevinProbe<RigidFix>(lmp, narg, arg);
  };
  auto &fix = dynamic_cast<LangevinProbe<RigidFix> &>(
      *modify->add_fix("move all rigid/probe/small molecule langevin 1.0 1.0 0.1 4711"));
  sim.run("run 0");
  fix.set_langevin_forces(1.0);
  sim.run("run 0");
  return Clumps(VARDEM_NS::small_body_table(&fix)).f(0).z;
}

TEST(Internals, RigidSmall_setup)
{
  NEEDS_LAMMPS(20250722, "forces on clumps in the set-up that need zeroes of langevin");
  EXPECT_NEAR(force_in_setup<FixRigidSmall>(), 1.0 - 0.5, 1e-15) << MAY_GO;
  EXPECT_NEAR(force_in_setup<Probe>(), -0.5, 1e-15) << SMALL_FILES;
}

// There are more images at the place to which the dumbbells go.

TEST(Internals, RigidSmall_min_pre_neighbor)
{
  for (const std::string style : {"rigid/small/variational", "rigid/small/cd"}) {
    Simulation sim(dumbbells() + "unfix push\n");
    if (contains(style, "/cd")) sim.run("pair_style contact/rigid\npair_coeff * * stiffness 1");
    sim.run("fix move all " + style +
            " molecule\nthermo_style custom step temp\n"
            "compute_modify thermo_temp extra/dof -6\nrun 1");
    const double moving = sim.value("temp");
    sim.run("displace_atoms all move 1.3 3.1 2.2\nminimize 0 0 1 1");
    EXPECT_EQ(sim.value("temp"), moving) << style << SMALL_FILES;
  }
}

TEST(Internals, RigidSmall_settings)
{
  Simulation sim(dumbbells() + "unfix push\n");
  Probe &probe = add_probe(sim);
  EXPECT_TRUE(probe.makes_bodies()) << SMALL_FILES;
  EXPECT_FALSE(probe.is_custom()) << SMALL_FILES;
  EXPECT_FALSE(probe.sums_forces_early()) << SMALL_FILES;
  EXPECT_EQ(probe.file_to_read(), nullptr) << SMALL_FILES;
  EXPECT_EQ(probe.gravity_of_bodies(), nullptr) << SMALL_FILES;
  EXPECT_TRUE(probe.templates().empty()) << SMALL_FILES;
  sim.run("fix_modify move bodyforces early\nrun 0");
  EXPECT_TRUE(probe.makes_bodies()) << "reinit yes; " << SMALL_FILES;
  EXPECT_TRUE(probe.sums_forces_early()) << SMALL_FILES;
  EXPECT_EQ(probe.step().h, 0.01) << SMALL_FILES;
  EXPECT_EQ(probe.step().half_kick, 0.005) << SMALL_FILES;
}

TEST(Internals, RigidSmall_settings_by_keyword)
{
  const std::string file = molecule_file(), bodies = scratch_file("bodies");
  std::ofstream(bodies) << "0\n";
  Simulation sim(
      dumbbells() + "unfix push\nmolecule two " + file +
      "\nfix down all gravity 1.0 vector 0 0 -1 disable\n"
      "fix label all property/atom i_body\nset atom 1*2 i_body 1\nset atom 3*4 i_body 2\n");
  Probe &probe = add_probe(sim, "custom i_body mol two gravity down reinit no infile " + bodies);
  EXPECT_TRUE(probe.is_custom()) << SMALL_FILES;
  EXPECT_STREQ(probe.file_to_read(), bodies.c_str()) << SMALL_FILES;
  EXPECT_FALSE(probe.makes_bodies()) << SMALL_FILES;
  ASSERT_EQ(probe.templates().size(), 1u) << SMALL_FILES;
  EXPECT_EQ(probe.templates()[0]->natoms, 2) << SMALL_FILES;
  sim.run("run 0");
  EXPECT_EQ(probe.file_to_read(), nullptr) << SMALL_FILES;
  ASSERT_NE(probe.gravity_of_bodies(), nullptr) << SMALL_FILES;
  EXPECT_EQ(norm(vector_at(probe.gravity_of_bodies()) - Vec3{0.0, 0.0, -1.0}), 0.0) << SMALL_FILES;
}

// Inserted members of atom style bpm/sphere turn with their clump:
// ClumpInsertion.TurnsTheOrientationsOfMembers

TEST(Internals, RigidSmall_set_molecule)
{
  NEEDS_LAMMPS(20250722, "orientations of members of clumps");
  const std::string file = molecule_file();
  const std::string script = R"(
    units lj
    atom_style bpm/sphere
    atom_modify map array
    comm_modify vel yes cutoff 1.5
    region box block 0 4 0 4 0 4
    create_box 1 box
    pair_style zero 1.0
    pair_coeff * *
    neigh_modify exclude molecule/intra all
    timestep 0.001
    thermo_style custom step
    region above block 1 3 1 3 1 3
    molecule two )" +
      file;
  for (const std::string style : {"rigid/small", "rigid/small/variational"}) {
    Simulation sim(script + "\nfix move all " + style + " molecule mol two reinit no\n" +
                   "fix feed all deposit 1 0 1 4711 region above mol two rigid move\nrun 2");
    ASSERT_EQ(sim.lammps()->atom->nlocal, 2);
    const Vec3 side = x_of(sim, 2) - x_of(sim, 1);
    const Vec3 turned = body_to_space(sim.state().q[0], {0.3, 0.0, 0.0});
    if (style == "rigid/small")
      EXPECT_FALSE(norm(turned - side) < 1e-13) << MAY_GO;
    else
      EXPECT_LT(norm(turned - side), 1e-13) << SMALL_FILES;
  }
}

// The one way in which styles find members and bodies

TEST(RigidBodies, AreThoseOfAllFixes)
{
  Simulation sim(dumbbells() +
                 "group first molecule 1\ngroup second molecule 2\nfix one first rigid single\n"
                 "fix two second rigid/small molecule\n");
  const auto all = RigidBodies::of_all_fixes(sim.lammps()->modify);
  ASSERT_EQ(all.size(), 2u);
  for (const RigidBodies &bodies : all) {
    EXPECT_EQ(bodies.body_of_atoms(), nullptr) << "before the set-up";
    EXPECT_EQ(bodies.bodies().size(), 0) << "before the set-up";
  }
  sim.run("run 0");
  EXPECT_FALSE(all[0].is_small());
  EXPECT_TRUE(all[1].is_small());
  EXPECT_EQ(all[0].common_bodies(), 1);
  EXPECT_EQ(all[1].common_bodies(), 0);
  std::vector<VARDEM_NS::Member> members(4);
  std::vector<VARDEM_NS::RigidBody> bodies;
  for (const RigidBodies &some : all) {
    ASSERT_EQ(some.bodies().size(), 1);
    some.find_members(sim.lammps(), members);
    some.add_bodies(sim.lammps(), bodies);
  }
  ASSERT_EQ(bodies.size(), 2u);
  auto *atom = sim.lammps()->atom;
  for (int i = 0; i < 4; i++) {
    const int k = atom->molecule[i] - 1;
    EXPECT_EQ(all[k].body_of_atoms()[i] >= 0, true);
    EXPECT_EQ(all[1 - k].body_of_atoms()[i], -1);
    EXPECT_EQ(members[i].body, bodies[k].body);
    EXPECT_EQ(members[i].mass, all[k].bodies().mass(0));
    EXPECT_LT(norm(members[i].r), 0.4);
  }
  EXPECT_EQ(bodies[0].body, -1.0);
  EXPECT_EQ(bodies[1].body, (double) atom->tag[all[1].bodies().owner(0)]);
}
