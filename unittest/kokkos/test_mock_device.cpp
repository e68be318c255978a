// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The mock device (cmake/device-source) finds faults that a GPU would show, and runs stock styles.

#include "simulation_with.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "fix.h"
#include "modify.h"

#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace scenario;
using namespace LAMMPS_NS;

namespace {

// on processors without memory protection keys, too
[[maybe_unused]] const int CLOSED = setenv("VARDEM_MOCK_CLOSED", "1", 1);

/** Doubles the velocities on the host, then multiplies them by three on the device: unless it has
 *  the fault that its argument names. */
class FixPlanted : public Fix {
 public:
  FixPlanted(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg), fault(arg[3])
  {
    kokkosable = 1;
    nevery = 1;
    execution_space = Device;
    datamask_read = datamask_modify = EMPTY_MASK;
  }
  int setmask() override { return FixConst::END_OF_STEP; }

  void end_of_step() override
  {
    auto *atomKK = dynamic_cast<AtomKokkos *>(atom);
    atomKK->sync(Host, V_MASK);
    const auto on_host = atomKK->k_v.view_host();
    for (int i = 0; i < atom->nlocal; i++) on_host(i, 0) *= 2.0;
    atomKK->modified(Host, V_MASK);

    if (fault != "no sync") atomKK->sync(Device, V_MASK);
    const auto v = atomKK->k_v.view_device();
    const auto *of_host = on_host.data();
    double **const rows = atom->v;
    const Kokkos::RangePolicy<LMPDeviceType> range(0, atom->nlocal);
    if (fault == "host pointer")
      Kokkos::parallel_for(
          range, KOKKOS_LAMBDA(int i) { v(i, 0) = 3.0 * of_host[3 * i]; });
    else if (fault == "host array")
      Kokkos::parallel_for(
          range, KOKKOS_LAMBDA(int i) { v(i, 0) = 3.0 * rows[i][0]; });
    else if (fault == "host view")
      Kokkos::parallel_for(
          range, KOKKOS_LAMBDA(int i) { v(i, 0) = 3.0 * on_host(i, 0); });
    else if (fault == "order")
      Kokkos::parallel_for(
          range, KOKKOS_LAMBDA(int i) { v(i, 0) = i ? v(i - 1, 0) : 6.0; });
    else
      Kokkos::parallel_for(
          range, KOKKOS_LAMBDA(int i) { v(i, 0) *= 3.0; });
    volatile double read = 0.0;
    if (fault == "device view") read = v(0, 0);
    if (fault == "device pointer") read = *v.data();
    (void) read;
    if (fault != "no modify") atomKK->modified(Device, V_MASK);
  }

 private:
  std::string fault;
};

/** Are the velocities right after a step with this fault? */
bool is_right_after_step(const std::string &fault)
{
  const auto sim = simulation_with(
      "-k on -sf kk",
      "region box block 0 9 0 9 0 9\ncreate_box 1 box\ncreate_atoms 1 random 99 1 NULL\n"
      "mass 1 1.0\nvelocity all set 1.0 0.0 0.0\n");
  auto *modify = sim->lammps()->modify;
  (*modify->fix_map)["planted"] = [](LAMMPS *lmp, int narg, char **arg) -> Fix * {
    return new FixPlanted(lmp, narg, arg);
  };
  sim->run("fix 1 all planted '" + fault + "'\nrun 1");
  for (const auto &v : sim->state().v)
    if (v.x != 6.0) return false;
  return true;
}

/** Does the step end, and with the right velocities? In a process of its own. */
bool is_right(const std::string &fault, const char *seed)
{
  const pid_t child = fork();
  if (child == 0) {
    setenv("VARDEM_MOCK_SEED", seed, 1);
    try {
      _exit(is_right_after_step(fault) ? 0 : 1);
    } catch (const std::exception &error) {
      std::fprintf(stderr, "%s\n", error.what());
      _exit(2);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}    // namespace

TEST(MockDevice, FindsPlantedFaults)
{
  for (const char *seed : {"0", "1", "2"}) EXPECT_TRUE(is_right("none", seed)) << seed;
  for (const char *fault : {"no sync", "no modify", "host pointer", "host array", "host view",
                            "device pointer", "device view"})
    EXPECT_FALSE(is_right(fault, "1")) << fault;
  EXPECT_TRUE(is_right("order", "0"));
  for (const char *seed : {"1", "2"}) EXPECT_FALSE(is_right("order", seed)) << seed;
}

// LAMMPS' own styles find the same device without fault
TEST(MockDevice, RunsStockStyles)
{
  const std::string script =
      "units lj\natom_style sphere\natom_modify map array sort 20 1.0\nnewton off\n"
      "comm_modify vel yes\nregion box block 0 8 0 8 0 8\ncreate_box 1 box\n"
      "create_atoms 1 random 300 4711 box overlap 0.9 maxtry 500\n"
      "set group all diameter 1.0 density 1.0\nvelocity all create 4.0 4711\n"
      "pair_style gran/hooke/history 20000.0 NULL 50.0 NULL 0.5 0\npair_coeff * *\n"
      "fix 1 all nve/sphere\ntimestep 0.0005\nrun 1000\n";
  const Simulation host(script);
  const auto device = simulation_with("-k on -sf kk -pk kokkos neigh half newton off", script);
  EXPECT_LE(largest_difference(host.state().x, device->state().x), 1e-10);
  EXPECT_LE(largest_difference(host.state().omega, device->state().omega), 1e-8);
}
