// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_DAMPING_TESTS_H
#define VARDEM_DAMPING_TESTS_H

#include "clumps/clumps.h"

#include "atom_vec_ellipsoid.h"

#include "host/lammps/lammps_versions.h"
#include "kernels/inertia.h"

#include <cmath>
#include <functional>
#include <memory>

// Damped particles under forces and torques that a test gives, and their energy.

namespace scenario {

using Given = std::function<void(Simulation &, long)>;    // step

struct GivenForces {
  Simulation *sim;
  Given given;
};

inline void call_given(void *which, LAMMPS_NS::bigint step, int, LAMMPS_NS::tagint *, double **,
                       double **)
{
  auto *forces = static_cast<GivenForces *>(which);
  forces->given(*forces->sim, (long) step);
}

/** Fix `id external pf/callback 1 1` calls given(sim, step), which may change forces and
 *  torques. */
inline void external(Simulation &sim, const std::string &id, const Given &given)
{
  static std::vector<std::unique_ptr<GivenForces>> all;    // as long as any simulation
  all.push_back(std::make_unique<GivenForces>(GivenForces{&sim, given}));
  lammps_set_fix_external_callback(sim.lammps(), id.c_str(), call_given, all.back().get());
}

// Two bodies, thrown and turning

inline std::string two_bodies(const std::string &first, const std::string &style,
                              const std::string &set)
{
  return first + "\nunits lj\natom_style " + style + R"(
    atom_modify map array
    region box block -50 50 -50 50 -0.5 0.5
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 3 1 0
    pair_style none
    comm_modify cutoff 3
    timestep 0.01
    thermo_style custom step
)" + set;
}

inline const std::string SPHERES =
    two_bodies("boundary p p s", "sphere",
               "set group all diameter 1.5 density 0.7\nset group all omega 1 -2 0.5\n"
               "velocity all set 0.5 -0.3 0.2\n");
inline const std::string DISCS =
    two_bodies("dimension 2", "sphere",
               "set group all diameter 1.5 density 0.7\nset group all omega 0 0 0.5\n"
               "velocity all set 0.5 -0.3 0.0\n");
inline const std::string ELLIPSOIDS =
    two_bodies("boundary p p s", "ellipsoid",
               "set group all shape 1.5 1.0 0.6\nset group all density 0.7\n"
               "set group all quat 1 2 3 40\nset group all angmom 0.1 -0.2 0.05\n"
               "velocity all set 0.5 -0.3 0.2\n");
inline const std::string SUPERELLIPSOIDS =
    two_bodies("boundary p p s", "ellipsoid superellipsoid",
               "set group all shape 1.5 1.0 0.6\nset group all block 4 3\n"
               "set group all density 0.7\nset group all quat 1 2 3 40\n"
               "set group all angmom 0.1 -0.2 0.05\nvelocity all set 0.5 -0.3 0.2\n");

/** Work against forces that act in two half kicks around each step with the mean velocity of each,
 *  as LAMMPS' integrators apply them. power: -F.v, rate: -F.a with v and a of the step. */
class Work {
 public:
  void start(double power, double rate) { set(power, rate); }
  void step(double power, double rate, double h)
  {
    sum += 0.5 * h * (last_power + 0.25 * h * last_rate) + 0.5 * h * (power - 0.25 * h * rate);
    set(power, rate);
  }
  double value() const { return sum; }

 private:
  double sum = 0.0, last_power = 0.0, last_rate = 0.0;

  void set(double power, double rate)
  {
    last_power = power;
    last_rate = rate;
  }
};

/** One of the bodies as it is now. */
struct Turning {
  double mass;
  Vec3 v, omega, f, torque, alpha;    // alpha: omega' of the torque, at this orientation
  double energy;                      // kinetic
};

inline Turning turning(const Simulation &sim, int i, double inertia)
{
  const auto *atom = sim.lammps()->atom;
  auto row = [i](double **a) {
    return Vec3{a[i][0], a[i][1], a[i][2]};
  };
  Turning t;
  t.mass = atom->rmass[i];
  t.v = row(atom->v);
  t.f = row(atom->f);
  t.torque = row(atom->torque);
  if (atom->omega_flag) {
    const double I = inertia * t.mass * atom->radius[i] * atom->radius[i];
    t.omega = row(atom->omega);
    t.alpha = (1.0 / I) * t.torque;
    t.energy = 0.5 * I * dot(t.omega, t.omega);
  } else {
    const Quat q = sim.state().q[i];
    auto *avec = dynamic_cast<LAMMPS_NS::AtomVecEllipsoid *>(atom->avec);
    const int j = atom->ellipsoid[i];
    Vec3 I;
    if (LAMMPS_NS::VARDEM_NS::are_superellipsoids(atom)) {
      const double *a = LAMMPS_NS::VARDEM_NS::bonus_super(avec)[j].inertia;
      I = {a[0], a[1], a[2]};
    } else {
      const double *a = avec->bonus[j].shape;
      I = VARDEM::inertia_ellipsoid(t.mass, {a[0], a[1], a[2]});
    }
    t.omega = body_to_space(q, VARDEM::angular_velocity(q, row(atom->angmom), I));
    t.alpha = body_to_space(q, VARDEM::angular_velocity(q, t.torque, I));
    t.energy = VARDEM::rotational_energy(q, row(atom->angmom), I);
  }
  t.energy += 0.5 * t.mass * dot(t.v, t.v);
  return t;
}

/** Kinetic energy + work against the undamped forces and torques + dissipated energy stay constant
 *  in 300 steps under forces and torques that swing, and all of the terms count. */
inline void expect_energy_balance(const std::string &setup, const std::string &options,
                                  const std::string &integrator, double bound)
{
  Simulation sim(setup +
                 "fix given all external pf/callback 1 1\nfix d all damping/cundall/onstep "
                 "0.3 0.4 " +
                 options + "\nfix 1 all " + integrator + "\n");
  const bool planar = sim.lammps()->domain->dimension == 2;
  std::vector<Vec3> F(2), T(2);
  external(sim, "given", [&](Simulation &s, long step) {
    const auto *atom = s.lammps()->atom;
    for (int i = 0; i < 2; i++) {
      const double t = 0.1 * step + i;
      const Vec3 f = {std::cos(t), 0.7 * std::sin(0.7 * t), planar ? 0.0 : 0.3};
      const Vec3 torque = {planar ? 0.0 : 0.1 * std::sin(t), planar ? 0.0 : 0.2,
                           0.1 * std::cos(1.3 * t)};
      for (int k = 0; k < 3; k++) {
        atom->f[i][k] += (&f.x)[k];
        atom->torque[i][k] += (&torque.x)[k];
      }
      F[i] = {atom->f[i][0], atom->f[i][1], atom->f[i][2]};
      T[i] = {atom->torque[i][0], atom->torque[i][1], atom->torque[i][2]};
    }
  });

  const double inertia = contains(integrator, "inertia 0.3") ? 0.3
      : contains(integrator, "disc")                         ? 0.5
                                                             : 0.4;
  Work work;
  double start = 0.0, most = 0.0;
  for (int n = 0; n <= 300; n++) {
    sim.run(n ? "run 1 pre no post no" : "run 0 post no");
    double power = 0.0, rate = 0.0, energy = 0.0;
    for (int i = 0; i < 2; i++) {
      const Turning t = turning(sim, i, inertia);
      power -= dot(F[i], t.v) + dot(T[i], t.omega);
      rate -= (1.0 / t.mass) * dot(F[i], t.f) + dot(T[i], t.alpha);
      energy += t.energy;
    }
    if (n)
      work.step(power, rate, 0.01);
    else
      work.start(power, rate);
    const double sum = energy + work.value() + sim.value("f_d");
    if (n == 0) start = sum;
    most = larger(most, std::fabs(sum / start - 1.0));
  }
  EXPECT_LE(most, bound) << options << " " << integrator;
  EXPECT_GT(std::fabs(sim.value("f_d[1]")), 0.01 * start) << options;
  EXPECT_GT(std::fabs(sim.value("f_d[2]")), 0.01 * start) << options;
  EXPECT_NEAR(sim.value("f_d[1]+f_d[2]"), sim.value("f_d"), 1e-12 * start);
}

/** A heap of grains of two types after so many steps of 1e-3. */
class heap : public Simulation {
 public:
  heap(const std::string &fixes, int steps, const std::string &integrator = "nve/sphere") :
      Simulation(R"(
        units lj
        atom_style sphere
        atom_modify map array
        newton off
        comm_modify vel yes
        region box block 0 6 0 6 -0.6 12
        boundary p p f
        create_box 2 box
        lattice sc 1.0 origin 0.5 0.5 0.5
        region fill block 0 6 0 6 0 5
        create_atoms 1 region fill
        set group all diameter 0.95 density 1.0
        set group all type/fraction 2 0.4 123
        velocity all create 1.0 4711 loop all
        pair_style gran/hooke/history 2000.0 NULL 20.0 NULL 0.5 0
        pair_coeff * *
        timestep 0.001
        thermo_style custom step
        fix g all gravity 1.0 vector 0.1 0 -1
        fix floor all wall/gran hooke/history 2000.0 NULL 20.0 NULL 0.5 0 zplane 0.0 NULL
)" + fixes + "\nfix 1 all " +
                 integrator + "\nrun " + std::to_string(steps))
  {
  }
};

}    // namespace scenario
#endif
