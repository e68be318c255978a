// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The parts of fix deform/gradv and fix streaming (src/host), without a run.

#include "cell/cell.h"

#include "host/cell/cell_flow.h"
#include "host/cell/cell_motion.h"
#include "host/cell/cell_shape.h"
#include "host/cell/cell_stage.h"
#include "host/cell/cell_streaming.h"
#include "host/cell/velocity_gradient.h"
#include "host/input/keyword_reader.h"

#include "domain.h"
#include "exceptions.h"
#include "input.h"
#include "lammps.h"
#include "variable.h"

#include <Eigen/Eigenvalues>

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::VARDEM_NS;
using namespace scenario;

namespace {

constexpr double ROUND_OFF = 1.0e-14;

/** Keyword gradv with six values. */
VelocityGradient gradient_of(Simulation &sim, const std::vector<std::string> &values)
{
  std::vector<std::string> words = {"gradv"};
  words.insert(words.end(), values.begin(), values.end());
  std::vector<char *> arg;
  for (auto &word : words) arg.push_back(&word[0]);
  VelocityGradient gradient(sim.lammps());
  const std::string style = "Fix a";
  KeywordReader keyword(sim.lammps(), style, 0, static_cast<int>(arg.size()), arg.data());
  EXPECT_TRUE(gradient.read(keyword));
  EXPECT_EQ(keyword.next, 7);
  gradient.init("a");
  return gradient;
}

UpperTriangle cell_of(Simulation &sim)
{
  return VARDEM::upper(sim.lammps()->domain->h);
}

}    // namespace

// A flip gives the same lattice, and each tilt is at most half a side

TEST(CellParts, FlipsMakeTiltsSmaller)
{
  const int all[3] = {1, 1, 1};
  for (const double yz : {-1.2, -0.3, 0.4, 0.8})
    for (const double xz : {-0.7, 0.1, 0.9})
      for (const double xy : {-0.9, 0.2, 0.6}) {
        const UpperTriangle H = {1.0, 1.3, 0.9, yz, xz, xy};
        const CellFlips flips = flips_of(H, all, all);
        const UpperTriangle flipped = flips(H), edges = inverse(H) * flipped;
        EXPECT_LE(std::fabs(flipped.yz), 0.65);
        EXPECT_LE(std::fabs(flipped.xz), 0.5 + ROUND_OFF + std::fabs(flips.xy));
        EXPECT_LE(std::fabs(flipped.xy), 0.5);
        for (const double a : {edges.xx, edges.yy, edges.zz, edges.yz, edges.xz, edges.xy})
          EXPECT_NEAR(a, std::round(a), ROUND_OFF);
        EXPECT_EQ(flips.any(), scenario::largest(H - flipped) > 0.0);
      }
}

TEST(CellParts, FlipsLeaveTiltsThatMayNotChange)
{
  const UpperTriangle H = {1.0, 1.0, 1.0, 0.9, 0.9, 0.9};
  const int all[3] = {1, 1, 1}, none[3] = {0, 0, 0}, y_only[3] = {0, 1, 0};
  EXPECT_FALSE(flips_of(H, none, all).any());
  EXPECT_FALSE(flips_of(H, all, none).any());
  const CellFlips flips = flips_of(H, all, y_only);
  EXPECT_EQ(flips.yz, -1);
  EXPECT_EQ(flips.xz, 0);
  EXPECT_EQ(flips.xy, 0);
}

// ln V has the axes of F F^T, and half the logarithms of its eigenvalues

TEST(CellParts, LogarithmicStrain)
{
  for (const UpperTriangle &F : {VARDEM::IDENTITY, UpperTriangle{1.2, 0.9, 1.0, 0.0, 0.0, 0.0},
                                 UpperTriangle{1.1, 0.8, 1.3, 0.4, -0.2, 0.7}}) {
    Eigen::Matrix3d M;
    M << F.xx, F.xy, F.xz, 0.0, F.yy, F.yz, 0.0, 0.0, F.zz;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> B(M * M.transpose());
    const Eigen::Matrix3d expected = B.eigenvectors() *
        (0.5 * B.eigenvalues().array().log()).matrix().asDiagonal() * B.eigenvectors().transpose();
    const UpperTriangle strain = logarithmic_strain(F);
    EXPECT_LE(scenario::largest(strain -
                                UpperTriangle{expected(0, 0), expected(1, 1), expected(2, 2),
                                              expected(1, 2), expected(0, 2), expected(0, 1)}),
              10 * ROUND_OFF);
    EXPECT_NEAR(strain.xx + strain.yy + strain.zz, std::log(determinant(F)), 10 * ROUND_OFF);
  }
}

// Faces that LAMMPS moves itself do not make another cell of it

TEST(CellParts, OtherCells)
{
  Simulation sim(cell("atomic"));
  const CellBox box = box_of(sim.lammps()->domain);
  EXPECT_LE(scenario::largest(box.matrix() - H0), ROUND_OFF);
  EXPECT_FALSE(is_other_cell(box, box));
  CellBox side = box, tilt = box, face = box, open = box;
  side.hi[1] += 1e-15;
  tilt.tilt[2] += 1e-15;
  face.periodic[1] = open.periodic[1] = 0;
  open.hi[1] += 1.0;
  EXPECT_TRUE(is_other_cell(box, side));
  EXPECT_TRUE(is_other_cell(box, tilt));
  EXPECT_TRUE(is_other_cell(box, face));
  EXPECT_FALSE(is_other_cell(face, open));
}

TEST(CellParts, FunctionsOfTime)
{
  Simulation sim(cell("atomic") +
                 "variable t equal (step+0.5)*dt\nvariable a equal 2.0e-3*v_t\n"
                 "variable loop equal v_loop+v_t\nvariable index index 1\n");
  Variable *const variable = sim.lammps()->input->variable;
  for (const char *formula :
       {"3", "1.0e+3*step", "v_t", "cos(3*v_a)/2", "ternary(v_t<1,v_t,1)", "-v_index*PI",
        "swiggle(1,2,3)", "v_loop", "step*dt / 2", "step/.5"}) {
    sim.run("variable f equal \"" + std::string(formula) + "\"");
    EXPECT_TRUE(is_function_of_time(variable, "f")) << formula;
  }
  for (const char *formula : {"temp", "sqrt(v_t)", "v_t^2", "1/v_t", "step%2", "c_1", "count(all)",
                              "log(v_t)", "v_gone", "bound(all,xmax)", "1 / v_t"}) {
    sim.run("variable f equal \"" + std::string(formula) + "\"");
    EXPECT_FALSE(is_function_of_time(variable, "f")) << formula;
  }
  EXPECT_FALSE(is_function_of_time(variable, "nobody"));
}

// Functions of the time are known half a step before and after the start; what depends on particles
// starts from 0

TEST(CellParts, GradientAtTheStart)
{
  Simulation sim(cell("atomic") +
                 "variable t equal (step+0.5)*dt\nvariable a equal cos(v_t)\n"
                 "variable b equal 0.1*atoms\nvariable c equal 1/(step*0)\n");
  const VelocityGradient numbers = gradient_of(sim, {"1", "2", "3", "4", "5", "6"});
  EXPECT_EQ(scenario::largest(numbers.evaluate("a") - UpperTriangle{1, 2, 3, 6, 5, 4}), 0.0);
  EXPECT_EQ(scenario::largest(numbers.at_start("a") - UpperTriangle{1, 2, 3, 6, 5, 4}), 0.0);
  EXPECT_TRUE(numbers.depends_on_time_only());

  const VelocityGradient in_time = gradient_of(sim, {"v_a", "0", "0", "2", "0", "0"});
  EXPECT_TRUE(in_time.depends_on_time_only());
  EXPECT_DOUBLE_EQ(in_time.evaluate("a").xx, std::cos(0.005));
  EXPECT_DOUBLE_EQ(in_time.at_start("a").xx, std::cos(0.005));    // mean of -h/2 and h/2
  EXPECT_EQ(in_time.at_start("a").xy, 2.0);
  const bool moves[6] = {true, false, false, true, false, false};
  for (int c = 0; c < VARDEM::UPPER; c++) EXPECT_EQ(in_time.moves(c), moves[c]) << c;

  const VelocityGradient of_particles = gradient_of(sim, {"v_b", "1", "0", "0", "0", "0"});
  EXPECT_FALSE(of_particles.depends_on_time_only());
  EXPECT_EQ(scenario::largest(of_particles.at_start("a")), 0.0);
  EXPECT_EQ(of_particles.evaluate("a").yy, 1.0);

  const VelocityGradient infinite = gradient_of(sim, {"0", "0", "0", "v_c", "0", "0"});
  EXPECT_THROW(infinite.evaluate("a"), LAMMPSException);
}

// The cell, its deformation and its volume belong together after any number of steps, equation (33)

TEST(CellParts, MotionOfTheCell)
{
  const double h = 0.01;
  Simulation sim(cell("atomic"));
  Domain *const domain = sim.lammps()->domain;
  CellStreaming flow(sim.lammps());
  flow.origin = {0.1, 0.2, 0.3};
  CellMotion motion(sim.lammps(), flow);
  motion.start(G);
  EXPECT_EQ(scenario::largest(motion.full_step() - G), 0.0);
  EXPECT_LE(scenario::largest(VARDEM::upper(domain->h_rate) - G * H0), ROUND_OFF);

  motion.state.after = G;
  UpperTriangle before = cell_of(sim), expected = VARDEM::IDENTITY;
  for (int n = 0; n < 20; n++) {
    before = cell_of(sim);
    motion.advance("a", h);
    expected = VARDEM::midpoint_step(G, h) * expected;
  }
  EXPECT_LE(scenario::largest(motion.state.F - expected), 10 * ROUND_OFF);
  EXPECT_LE(scenario::largest(cell_of(sim) - expected * H0), 10 * ROUND_OFF);
  EXPECT_NEAR(volume_of(domain), determinant(motion.state.F) * motion.state.volume, ROUND_OFF);
  EXPECT_LE(scenario::largest(h * motion.state.rate - (cell_of(sim) - before)), ROUND_OFF);
  EXPECT_EQ(motion.last_step(), h);

  motion.state.after = 2.0 * G;
  EXPECT_LE(scenario::largest(motion.full_step() - 1.5 * G), ROUND_OFF);
  motion.state.after = UpperTriangle{0.0, -1.0 / h, 0.0, 0.0, 0.0, 0.0};
  EXPECT_THROW(motion.advance("a", h), LAMMPSException);
}

TEST(CellParts, WorkIsASumOfTrapezoids)
{
  Simulation sim(cell("atomic"));
  CellStreaming flow(sim.lammps());
  CellMotion motion(sim.lammps(), flow);
  motion.start({});
  motion.state.power = 3.0;
  motion.advance("a", 0.5);
  motion.add_work(5.0, 7.0);
  EXPECT_DOUBLE_EQ(motion.state.work, 0.5 * 0.5 * (3.0 + 5.0));
  motion.add_work(1.0, 0.0);
  EXPECT_DOUBLE_EQ(motion.state.work, 0.5 * 0.5 * (3.0 + 5.0 + 7.0 + 1.0));
}

// Edge vectors at a constant rate are what is predicted, and other motions are noticed

TEST(CellParts, FollowedCell)
{
  const double h = 0.01;
  for (const bool steady : {true, false}) {
    Simulation sim(cell("atomic"));
    Domain *const domain = sim.lammps()->domain;
    const UpperTriangle H = cell_of(sim), change = VARDEM::midpoint_step(G, h);
    set_rates(domain, (1.0 / h) * (change * H - H), {});
    FollowedCell follower;
    follower.begin_run(domain, h);
    EXPECT_LE(scenario::largest(follower.after - G), 1e-12);
    EXPECT_FALSE(follower.started);
    move_cell(domain, steady ? change : VARDEM::midpoint_step(1.001 * G, h), G, {});
    follower.advance(domain, h);
    EXPECT_TRUE(follower.started);
    EXPECT_LE(scenario::largest(follower.before - (steady ? 1.0 : 1.001) * G), 1e-12);
    EXPECT_EQ(follower.predicted_well(), steady);
  }
}

TEST(CellParts, CollapseIsNoticedBeforeItComes)
{
  Simulation sim(cell("sphere") + BALLS);
  CollapseGuard guard(sim.lammps(), 0.5);
  guard.init();
  const double volume = volume_of(sim.lammps()->domain);
  const int z_only[3] = {0, 0, 1}, all[3] = {1, 1, 1};
  EXPECT_EQ(guard.reason(VARDEM::IDENTITY, volume, all), "");
  EXPECT_TRUE(
      contains(guard.reason(VARDEM::IDENTITY, 2.1 * volume, all), "less than keyword stop"));
  const UpperTriangle flat = {0.05, 20.0, 1.0, 0.0, 0.0, 0.0};    // the side of length 1 along x
  EXPECT_TRUE(contains(guard.reason(flat, volume, all), "less than the largest diameter 0.1"));
  EXPECT_EQ(guard.reason(flat, volume, z_only), "");
}

// A restart file belongs to the same command if its numbers have the same values

TEST(CellParts, TextOfACommand)
{
  const char *const words[] = {"0.1", "v_a"}, *const same[] = {"1.0e-1", "v_a"},
                    *const others[] = {"0.1", "v_b"};
  const auto text = [](const char *const *values, bool spin) {
    CommandText command;
    command.add("gradv", values, values + 2);
    command.add("spin", spin);
    return command;
  };
  const CommandText command = text(words, true);
  EXPECT_EQ(command.changed(text(same, true).lines()), "");
  EXPECT_EQ(command.changed(text(others, true).lines()), "gradv");
  EXPECT_EQ(command.changed(text(words, false).lines()), "spin");
  EXPECT_EQ(command.changed("spin\tyes\n"), "gradv");
  EXPECT_EQ(command.changed(command.lines() + "stress\t1\n"), "stress");
}
