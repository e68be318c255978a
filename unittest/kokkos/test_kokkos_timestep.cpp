// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute timestep/contact/kk and fix timestep/contact/kk find what the host styles find.

#include "profiled_loops.h"
#include "simulation_with.h"

#include "library.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

using namespace scenario;

namespace {

std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &more)
{
  return simulation_with("-k on t 2 -sf kk " + more, script);
}

const std::string HALF = "-pk kokkos neigh half newton off",
                  FULL = "-pk kokkos neigh full newton off",
                  NEWTON = "-pk kokkos neigh half newton on";

/** Grains of two types that move, in touch and apart, on walls and across a periodic face. Some do
 *  not move, and some are frozen. */
std::string bed(const std::string &style, const std::string &law, const std::string &rest = "")
{
  return "units lj\natom_style sphere\natom_modify map array\nboundary p f f\ncomm_modify vel yes\n"
         "region box block 0 6 -1 7 -1 9\ncreate_box 2 box\nneighbor 0.3 bin\n"
         "lattice sc 1.0\nregion grains block -0.1 5.9 -0.1 6.1 -0.1 6.1\ncreate_atoms 1 region "
         "grains\nset atom 1*100 type 2\nset group all mass 1\nset type 2 mass 2.5\n"
         "variable d atom 1+0.05*sin(id)\nset group all diameter v_d\n"
         "variable vx atom 0.5*sin(3*id)\nvariable vz atom 0.5*cos(2*id)\n"
         "velocity all set v_vx NULL v_vz\ngroup still id 10:200:17\ngroup moving subtract all "
         "still\ngroup ice id 5:150:29\nfix ice ice freeze\n"
         "pair_style contact/" +
      style + "\npair_coeff * * " + law + "\npair_coeff 2 2 " + law +
      "\nfix floor all wall/contact plane 0 0 -0.5 0 0 1 law " + style + " " + law +
      "\nfix i all nve/sphere\ntimestep 1e-4\n" + rest;
}

std::vector<double> steps(Simulation &sim, const std::string &keywords)
{
  sim.run("compute s moving timestep/contact " + keywords +
          "\nthermo_style custom step c_s\nrun 0");
  const auto *atom = sim.lammps()->atom;
  const auto *found = static_cast<double *>(
      lammps_extract_compute(sim.lammps(), "s", LMP_STYLE_ATOM, LMP_TYPE_VECTOR));
  std::vector<double> by_tag(atom->natoms + 1, sim.value("c_s"));
  for (int i = 0; i < atom->nlocal; i++) by_tag[atom->tag[i]] = found[i];
  sim.run("thermo_style one\nuncompute s");
  return by_tag;
}

double largest_error(const std::vector<double> &a, const std::vector<double> &b)
{
  double largest = a.size() == b.size() ? 0.0 : INFINITY;
  for (std::size_t i = 0; i < a.size(); i++)
    largest = std::max(largest, std::fabs(a[i] - b[i]) / std::max(a[i], 1e-99));
  return largest;
}

const std::string ROUGH = "kt 3e3 mu 0.3 damping mass_velocity 20 10 ",
                  ROLLING = ROUGH + "rolling 500 0.1 1 twisting marshall ";

}    // namespace

/** Blocks are summed in another order, and 20 eigenvalue problems follow each other. */
TEST(TimestepKokkos, StepsOfAllParticlesAreThoseOfTheHost)
{
  const struct {
    std::string style, law, lists;
  } cases[] = {{"hooke", "k 1e4", FULL},
               {"hooke", "k 1e4", NEWTON},
               {"hooke", "k 1e4 " + ROUGH, HALF},
               {"hooke", "k 1e4 " + ROUGH + "velocity onstep", HALF},
               {"hertz", "E 1e5 nu 0.3 damping mass_velocity 20 0", FULL},
               {"hertz", "E 1e5 nu 0.3 " + ROLLING + "velocity onstep", HALF},
               {"hertz", "E 1e5 nu 0.3 cohesion jkr 5", HALF},
               {"hooke", "k 1e4 cohesion linear 5", FULL}};
  for (const auto &[style, law, lists] : cases) {
    SCOPED_TRACE(style + " " + law + lists);
    Simulation host(bed(style, law));
    const auto device = kokkos(bed(style, law), lists);
    for (const std::string keywords :
         {"sweeps 0", "", "method dyndt", "reach 0.01 pwave 1e5 0.3", "dashpots no reach 0"}) {
      const auto expected = steps(host, keywords);
      EXPECT_LE(largest_error(expected, steps(*device, keywords)), 1e-12) << keywords;
      EXPECT_LT(expected[0], 1.0);
    }
    const ProfiledLoops seen =
        profile(*device, "compute s all timestep/contact\nthermo_style custom c_s\nrun 0");
    EXPECT_EQ(seen.count("vardem/timestep/contact::pairs::linearize_pairs"), 2);
  }
}

TEST(TimestepKokkos, StiffnessMustBeFinite)
{
  const std::string script = bed("hooke", "k 1e300", "set atom 40 mass 1e-10\n");
  for (const std::string keywords : {"", "method dyndt"}) {
    const std::string compute = "compute s moving timestep/contact " + keywords +
        "\nthermo_style custom step c_s\nrun 0";
    const std::string message = Simulation(script).error_of(compute);
    EXPECT_NE(message.find("particle 40, over its inertia, is not a finite number"),
              std::string::npos)
        << message;
    EXPECT_EQ(without_suffix(kokkos(script, FULL)->error_of(compute)), message);
  }
}

/** The time step of a run and the motion, where a neighbor list lets faster grains be seen. */
TEST(TimestepKokkos, FixSetsTheStepsOfTheHostStyle)
{
  const std::string script = bed("hertz", "E 1e5 nu 0.3 damping mass_velocity 20 0",
                                 "velocity all set 0 0 0\nfix g all gravity 10 vector 0 0 -1\n"
                                 "neigh_modify every 10 delay 0 check no\n"
                                 "fix dt all timestep/contact 40 growth 0.01\n"
                                 "thermo_style custom step dt time\n");
  Simulation host(script);
  const auto device = kokkos(script, FULL);
  for (int n = 0; n < 5; n++) {
    for (auto *sim : {&host, device.get()}) sim->run("run 37");
    EXPECT_NEAR(device->value("dt") / host.value("dt"), 1.0, 1e-10);
    for (const char *part : {"f_dt[1]", "f_dt[2]", "f_dt[3]"})
      EXPECT_NEAR(device->value(part), host.value(part), 1e-10 * host.value(part)) << part;
    EXPECT_GT(host.value("f_dt[2]"), 0.0);    // also before step 40: grains become faster
  }
  EXPECT_LE(largest_difference(host.state().x, device->state().x), 1e-10);
}
