// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_KOKKOS_IMPLICIT_TWINS_H
#define VARDEM_KOKKOS_IMPLICIT_TWINS_H

#include "implicit/implicit.h"
#include "simulation_with.h"

#include <memory>
#include <string>
#include <vector>

namespace scenario {

// fix nve/sphere/implicit/kk beside the host style: both solve the same equations to a tolerance,
// and add forces in another order.

const std::string TOLERANCE = "tol 1e-10 ";
constexpr double BOUND = 1e-9;        // 10 times the tolerance, of velocities of order one
constexpr double OF_FORCES = 1e-9;    // of the largest force
inline std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &more = "",
                                          const std::string &threads = "2")
{
  return simulation_with("-k on t " + threads + " -sf kk " + more, script);
}

/** Forces at the end of a step have dashpots, and with them the full-step velocities. */
inline void expect_same(const Simulation &host, const Simulation &device, double bound = BOUND)
{
  const State a = host.state(), b = device.state();
  EXPECT_LE(largest_difference(a.x, b.x), bound);
  EXPECT_LE(largest_difference(a.v, b.v), bound);
  EXPECT_LE(largest_difference(a.omega, b.omega), bound);
  EXPECT_LE(largest_difference(forces(host), forces(device)), OF_FORCES * largest(forces(host)));
}

/** Runs the script with both styles. Returns that of the device. */
inline std::unique_ptr<Simulation> twin_does_what_the_host_style_does(const std::string &script,
                                                                      const std::string &more = "",
                                                                      double bound = BOUND)
{
  SCOPED_TRACE(script.substr(script.find("nve/sphere/implicit")) + more);
  Simulation host(script);
  auto device = kokkos(script, more);
  EXPECT_EQ(device->lammps()->modify->get_fix_by_id("i")->style,
            std::string("nve/sphere/implicit/kk"));
  expect_same(host, *device, bound);
  EXPECT_EQ(output(*device, FAILED), 0);
  return device;
}

inline std::string gas(const std::string &law, const std::string &form, double parts_of_contact = 8)
{
  return dense_gas("", 5.0) + "set atom 1*100 type 2\n" + law + step_of(parts_of_contact) +
      IMPLICIT + form + TOLERANCE + "\n";
}

/** Grains of two types on walls: a floor that moves up, and a box. The lowest layer is group
 *  base. */
inline std::string bed(const std::string &fixes, const std::string &coefficients = law(60))
{
  std::string lines = grain_box({"", "f f f", "block -2 6 -2 6 -2 9"});
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < 4; j++)
      for (int i = 0; i < 4; i++)
        lines += "create_atoms " + number(1 + (i + j) % 2) + " single " +
            number(0.99 * i + 0.02 * std::sin(3 * j + k)) + " " +
            number(0.99 * j + 0.02 * std::sin(5 * k + i)) + " " + number(0.49 + 0.98 * k) + "\n";
  return lines +
      "set group all diameter 1\nset group all mass 1\nset type 2 mass 1.5\n"
      "variable d atom 1+0.01*sin(id)\nset group all diameter v_d\n" +
      "pair_style contact/hooke\npair_coeff * * " + coefficients + "\n" +
      "fix g all gravity 1 vector 0.2 0.1 -1\nregion r block -0.55 3.55 -0.53 3.53 "
      "-2 9 open 5 open 6\nfix r all wall/contact region r " +
      coefficients + "\nvariable up equal vdisplace(0,0.3)\n" +
      "region f plane 0 0 0 0 0 1 move NULL NULL v_up\n"
      "fix f all wall/contact region f " +
      coefficients + "\ngroup base id <= 16\ngroup free subtract all base\n" + fixes;
}

const std::string BINDERS =
                      "bond_style binder\nbond_coeff * axial 2000 shear 1500 moment 100 torsion 70 "
                      "damp 0.5 0.5 0.1\n",
                  TWO_SIDED =
                      "bond_style contact/hooke\nbond_coeff * k 2000 damping mass_velocity 3 1\n";

/** A bonded block across a corner of a periodic box, which moves and spins and strikes single
 *  grains. */
inline std::string bonded_block(const std::string &bonds, const std::string &fix,
                                const std::string &newton = "off")
{
  return "units lj\nnewton " + newton +
      "\natom_style hybrid sphere bond\natom_modify map array sort 5 2.0\n"
      "region box prism 0 9 0 9 0 9 1 0 0.5 units box\n"
      "create_box 1 box bond/types 1 extra/bond/per/atom 12 extra/special/per/atom 60\n"
      "lattice sc 1\nregion block block 0.1 3.9 0.1 3.9 0.1 5.9\ncreate_atoms 1 region block\n"
      "variable d atom 1-0.02*(id%3)\nset group all diameter v_d\nset group all mass 1\n"
      "displace_atoms all move -2 -2.3 6.8\nneighbor 0.3 bin\n"
      "neigh_modify every 1 delay 0\ncomm_modify vel yes\n"
      "pair_style zero 1.5\npair_coeff * *\nspecial_bonds lj 0 1 1\n"
      "group core id <= 48\ncreate_bonds many core core 1 0.7 1.1\n"
      "group rest subtract all core\nvelocity rest set 0 0 -2\n"
      "variable vx atom sin(id)\nvariable vy atom sin(2*id)\nvariable vz atom sin(3*id)\n"
      "velocity core set v_vx v_vy v_vz\nset group all omega v_vz v_vx v_vy\n"
      "thermo_modify norm no\n" +
      bonds + "pair_style contact/hooke\npair_coeff * * k 2000 damping mass_velocity 3 1" + fix;
}

}    // namespace scenario
#endif
