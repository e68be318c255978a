// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix damping/cundall/onstep on clumps: it acts on force and torque of the body, and not on those
// of the members.

#include "damping/damping.h"

#include "compute.h"
#include "modify.h"

#include <algorithm>

using namespace scenario;

namespace {

const Vec3 DOWN = {0.3, -0.2, -1.0};
const std::string GRAVITY = "fix g all gravity 9.81 vector 0 0 -1\n";
const std::string DAMPING = "fix d all damping/cundall/onstep 0.2 0.3 ";
const std::string H = "timestep 1e-3\n";

std::string thrown(const std::string &clump, const std::string &fixes,
                   const std::string &keywords = "")
{
  return box() + clump + moving(DOWN, OMEGA) + fixes + "\n" +
      free_with(OURS + " molecule reinit no " + keywords) + LISTED + H + "run 0 post no\n";
}

/** Acceleration of the clump over 20 steps. */
Vec3 acceleration(const std::string &clump, const std::string &fixes,
                  const std::string &keywords = "")
{
  Simulation sim(thrown(clump, fixes, keywords));
  const Vec3 before = clumps_of(sim)[0].v;
  sim.run("run 20 pre no post no");
  return (1.0 / 0.02) * (clumps_of(sim)[0].v - before);
}

/** Force and torque on the one clump before they are damped, from `fix given`, and what they do in
 *  the half kicks. */
class UndampedClump {
 public:
  explicit UndampedClump(Simulation &sim_in) : sim(sim_in)
  {
    external(sim, "given", [this](Simulation &, long step) {
      push(step);
    });
  }

  void open_step()
  {
    before = now();
    force_before = force;
    torque_before = torque;
  }

  void close_step()
  {
    const Clump after = now();
    done += half(force_before, torque_before, before, middle) + half(force, torque, middle, after);
  }

  double work() const { return done; }
  double kinetic_energy() const
  {
    const Clump c = now();
    return 0.5 * c.mass * dot(c.v, c.v) + VARDEM::rotational_energy(c.q, c.L, c.inertia);
  }

 private:
  Simulation &sim;
  Clump before, middle;
  Vec3 force, torque, force_before, torque_before;
  double done = 0.0;

  Clump now() const
  {
    sim.lammps()->modify->get_compute_by_id("clumps")->compute_local();
    return clumps_of(sim)[0];
  }

  /** Work in a half kick: the orientation is that of the step, of either a or b. */
  double half(const Vec3 &f, const Vec3 &t, const Clump &a, const Clump &b) const
  {
    const Clump &onstep = (&b == &middle) ? a : b;
    const Vec3 omega =
        body_to_space(onstep.q, VARDEM::angular_velocity(onstep.q, 0.5 * (a.L + b.L), a.inertia));
    return 0.5e-3 * (0.5 * dot(f, a.v + b.v) + dot(t, omega));
  }

  void push(long step)
  {
    const auto *atom = sim.lammps()->atom;
    force = torque = {0, 0, 0};
    middle = now();
    for (int i = 0; i < atom->nlocal; i++) {
      const double t = 0.03 * step + atom->tag[i];
      double x[3];
      atom->f[i][0] += 300.0 * std::cos(t);
      atom->f[i][1] += 100.0 * std::sin(0.7 * t);
      sim.lammps()->domain->unmap(atom->x[i], atom->image[i], x);
      const Vec3 f = {atom->f[i][0], atom->f[i][1], atom->f[i][2]};
      force = force + f;
      torque = torque + cross(Vec3{x[0], x[1], x[2]} - middle.x, f);
    }
  }
};

}    // namespace

// g (1-l), g with gravity no, and g for what is not in the group

TEST(DampedClumps, FallAsASingleParticleDoes)
{
  for (const auto &clump : {DUMBBELL, ANGLE}) {
    EXPECT_NEAR(acceleration(clump, GRAVITY + DAMPING).z, -0.8 * 9.81, 1e-11);
    EXPECT_NEAR(acceleration(clump, GRAVITY + DAMPING + "form midstep").z, -0.8 * 9.81, 1e-11);
    EXPECT_NEAR(acceleration(clump, GRAVITY + DAMPING + "form regular").z, -0.8 * 9.81, 1e-11);
    EXPECT_NEAR(acceleration(clump, GRAVITY + DAMPING + "gravity no").z, -9.81, 1e-11);
    EXPECT_NEAR(acceleration(clump, GRAVITY + DAMPING + "skip all").z, -9.81, 1e-11);
    EXPECT_NEAR(acceleration(clump, GRAVITY + DAMPING + "scale 1 2").z, -0.6 * 9.81, 1e-11);
  }
}

// The gravity of keyword gravity of the integrator is that of the body, also of one that is lighter
// than its members together

TEST(DampedClumps, GravityOfTheBody)
{
  const std::string off = "fix g all gravity 9.81 vector 0 0 -1 disable\n";
  EXPECT_NEAR(acceleration(ANGLE, off + DAMPING, "gravity g").z, -0.8 * 9.81, 1e-11);
  EXPECT_NEAR(acceleration(ANGLE, off + DAMPING + "gravity no", "gravity g").z, -9.81, 1e-11);

  Simulation sim(thrown(ANGLE, ""));
  std::vector<Clump> light = clumps_of(sim);
  light[0].mass *= 0.5;
  light[0].q = scenario::IDENTITY;
  const std::string file = "infile " + infile(light);
  EXPECT_NEAR(acceleration(ANGLE, off + DAMPING + "gravity no", "gravity g " + file).z, -9.81,
              1e-11);
  EXPECT_NEAR(acceleration(ANGLE, GRAVITY + DAMPING + "gravity no", file).z, -2.0 * 9.81, 1e-11);
}

// Kinetic energy of translation and rotation + work against the undamped forces + dissipated
// energy: 1e-10

TEST(DampedClumps, DissipatedEnergyIsTheLoss)
{
  for (const auto &clump : {DUMBBELL, ANGLE})
    for (const char *options : {"", "form midstep", "form regular", "gravity no"}) {
      Simulation sim(box() + clump + moving(DOWN, OMEGA) + GRAVITY +
                     "fix given all external pf/callback 1 1\n" + DAMPING + options + "\n" +
                     free_with(OURS + " molecule reinit no") + LISTED + H);
      UndampedClump undamped(sim);
      sim.run("run 0 post no");
      const double start = undamped.kinetic_energy();
      double most = 0.0;
      for (int n = 0; n < 300; n++) {
        undamped.open_step();
        sim.run("run 1 pre no post no");
        undamped.close_step();
        most = std::max(
            most,
            std::fabs((undamped.kinetic_energy() - undamped.work() + sim.value("f_d")) / start -
                      1.0));
      }
      EXPECT_LE(most, 1e-10) << options;
      EXPECT_GT(std::fabs(sim.value("f_d[1]")), 0.01 * start) << options;
      EXPECT_GT(std::fabs(sim.value("f_d[2]")), 0.01 * start) << options;
    }
}

TEST(DampedClumps, DissipatedEnergyGoesOnAfterWriteRestart)
{
  const auto dissipated = [](const std::string &run) {
    return Simulation(box() + ANGLE + moving(DOWN, OMEGA) + GRAVITY + DAMPING + "\n" +
                      free_with(OURS + " molecule reinit no") + LISTED + H + run)
        .value("f_d");
  };
  EXPECT_EQ(
      dissipated("run 100\nwrite_restart " + scratch_file("damped_clumps") + "\nrun 100 pre no"),
      dissipated("run 200"));
}
