// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "scenario.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "fix.h"
#include "host/lammps/lammps_versions.h"
#include "input.h"
#include "lammps.h"
#include "library.h"
#include "modify.h"
#include "utils.h"
#include "version.h"

#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

using namespace LAMMPS_NS;

namespace {

/** Calls a function of LAMMPS' library interface, whose result does not matter, if this version has
 *  it: 4 Feb 2025 does not have all. */
template <class... Args> void call_if_there(const char *name, Args... args)
{
  auto *const function = reinterpret_cast<void (*)(Args...)>(dlsym(RTLD_DEFAULT, name));
  if (function) function(args...);
}

}    // namespace

namespace scenario {

namespace {

  // angles of a free sphere: doc/notes/rotations.md 2.1

  double angle_exponential(double w)
  {
    return w;
  }
  double angle_newmark(double w)
  {
    return 2.0 * std::atan(0.5 * w);
  }
  double angle_exact(double w)
  {
    return std::asin(w);
  }

}    // namespace

const bool HAS_SUPERELLIPSOIDS = VARDEM_NS::HostSuperellipsoids::EXIST;

const std::vector<SphereIntegrator> SPHERE_INTEGRATORS = {
    {"nve/sphere/leapfrog update quat", true, angle_exponential},
    {"nve/sphere/rodrigues", true, angle_newmark},
    {"nve/sphere/rodrigues map exact", true, angle_exact},
    {"nve/sphere/rodrigues map exponential", true, angle_exponential},
    {"nve/sphere/rodrigues map euler", false, angle_newmark}};

const std::vector<std::string> ASPHERE_INTEGRATORS = {"nve/asphere/fincham",
                                                      "nve/asphere/fincham half current",
                                                      "nve/asphere/variational",
                                                      "nve/asphere/variational scheme lgvi6",
                                                      "nve/asphere/variational scheme lgvi",
                                                      "nve/asphere/variational scheme midpoint"};

namespace {

  std::vector<std::string> scratch_files;

  void remove_scratch_files()
  {
    for (const auto &file : scratch_files) unlink(file.c_str());
  }

  std::vector<Vec3> by_id(const Atom *atom, double **array)
  {
    std::vector<Vec3> sorted(array ? atom->nlocal : 0);
    if (array)
      for (int i = 0; i < atom->nlocal; i++)
        sorted.at(atom->tag[i] - 1) = {array[i][0], array[i][1], array[i][2]};
    return sorted;
  }

  // a State as doubles, each array after its length

  template <class Row> void append(std::vector<double> &to, const std::vector<Row> &rows)
  {
    const auto *first = reinterpret_cast<const double *>(rows.data());
    to.push_back(rows.size());
    to.insert(to.end(), first, first + rows.size() * sizeof(Row) / sizeof(double));
  }

  template <class Row> const double *extract(const double *from, std::vector<Row> &rows)
  {
    rows.resize((std::size_t) *from++);
    memcpy(static_cast<void *>(rows.data()), from, rows.size() * sizeof(Row));
    return from + rows.size() * sizeof(Row) / sizeof(double);
  }

}    // namespace

Simulation::Simulation(const std::string &script) :
    handle(nullptr), screen(scratch_file("screen")), shown(0)
{
  std::vector<std::string> args = {"scenario", "-log", "none", "-nocite", "-screen", screen};
  if (const char *more = getenv("VARDEM_TEST_ARGS")) {
    std::istringstream words(more);
    for (std::string word; words >> word;) args.push_back(word);
  }
  if (TEST_DEVICE)    // one GPU in place of threads
    for (std::size_t k = 0; k + 1 < args.size(); k++)
      if (args[k] == "t") {
        args[k] = "g";
        args[k + 1] = "1";
      }
  std::vector<char *> argv;
  for (auto &arg : args) argv.push_back(&arg[0]);
  handle = lammps_open_no_mpi((int) argv.size(), argv.data(), nullptr);
  if (!handle) throw std::runtime_error("LAMMPS could not be started");
  call_if_there("lammps_set_show_error", handle, 0);
  run(script);
}

Simulation::~Simulation()
{
  lammps_close(handle);
}

void Simulation::run(const std::string &script)
{
  const std::string text = error_of(script);
  if (!text.empty()) throw std::runtime_error(text);
}

std::string Simulation::error_of(const std::string &script)
{
  lammps_commands_string(handle, script.c_str());
  if (!lammps_has_error(handle)) return "";
  char text[4096];
  lammps_get_last_error_message(handle, text, sizeof(text));
  return text;
}

std::string Simulation::output_of(const std::string &script)
{
  shown = (long) screen_output().size();
  run(script);
  return screen_output().substr(shown);
}

std::string Simulation::screen_output() const
{
  lammps_flush_buffers(handle);
  std::ifstream file(screen);
  return {std::istreambuf_iterator<char>(file), {}};
}

State Simulation::state(const std::string &orientation_fix) const
{
  Atom *atom = lammps()->atom;
  State s;
  s.x = by_id(atom, atom->x);
  s.v = by_id(atom, atom->v);
  s.omega = by_id(atom, atom->omega);
  s.angmom = by_id(atom, atom->angmom);

  const auto *avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  const Fix *fix = lammps()->modify->get_fix_by_id(orientation_fix);
  if (fix && !fix->array_atom) fix = nullptr;
  if (!avec && !atom->quat_flag && !fix) return s;
  s.q.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) {
    const double *q;
    if (avec && atom->ellipsoid[i] < 0)
      continue;
    else if (avec)
      q = VARDEM_NS::are_superellipsoids(atom)
          ? VARDEM_NS::bonus_super(avec)[atom->ellipsoid[i]].quat
          : avec->bonus[atom->ellipsoid[i]].quat;
    else
      q = atom->quat_flag ? atom->quat[i] : fix->array_atom[i];
    s.q.at(atom->tag[i] - 1) = {q[0], q[1], q[2], q[3]};
  }
  return s;
}

double Simulation::value(const std::string &expression) const
{
  return lammps_eval(handle, expression.c_str());
}

LAMMPS *Simulation::lammps() const
{
  return static_cast<LAMMPS *>(handle);
}

State in_own_process(const std::function<State()> &f)
{
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    scratch_files.clear();    // those are the parent's
    int status = 0;
    try {
      const State s = f();
      std::vector<double> data;
      append(data, s.x);
      append(data, s.v);
      append(data, s.omega);
      append(data, s.angmom);
      append(data, s.q);
      FILE *out = fdopen(ends[1], "wb");
      fwrite(data.data(), sizeof(double), data.size(), out);
      fclose(out);
    } catch (std::exception &error) {
      fprintf(stderr, "%s\n", error.what());
      status = 1;
    }
    lammps_mpi_finalize();
    remove_scratch_files();
    _exit(status);
  }
  close(ends[1]);
  std::vector<double> data;
  FILE *in = fdopen(ends[0], "rb");
  double buffer[4096];
  for (std::size_t n; (n = fread(buffer, sizeof(double), 4096, in)) > 0;)
    data.insert(data.end(), buffer, buffer + n);
  fclose(in);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0 || data.empty()) throw std::runtime_error("the process of its own failed");

  State s;
  const double *next = extract(data.data(), s.x);
  next = extract(next, s.v);
  next = extract(next, s.omega);
  next = extract(next, s.angmom);
  extract(next, s.q);
  return s;
}

std::string chute(const std::string &integrator)
{
  const std::string folder = LAMMPS_SOURCE_DIR "/bench/";
  std::ifstream file(folder + "in.chute");
  std::string text = {std::istreambuf_iterator<char>(file), {}};
  auto replace = [&](const std::string &from, const std::string &to) {
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("no '" + from + "' in bench/in.chute");
    text.replace(at, from.size(), to);
  };
  replace("data.chute", folder + "data.chute");
  replace("nve/sphere", integrator);
  replace("\nrun ", "\n#");
  return text;
}

std::string scratch_file(const std::string &name)
{
  if (scratch_files.empty()) atexit(remove_scratch_files);
  scratch_files.push_back("scenario-" + std::to_string(getpid()) + "-" +
                          std::to_string(scratch_files.size()) + "-" + name);
  return scratch_files.back();
}

template <class Row>
static int rows_with_different_bits(const std::vector<Row> &a, const std::vector<Row> &b)
{
  EXPECT_EQ(a.size(), b.size());
  EXPECT_FALSE(a.empty());
  const auto *p = reinterpret_cast<const double *>(a.data());
  const auto *q = reinterpret_cast<const double *>(b.data());
  int n = 0;
  for (std::size_t i = 0; i < a.size() * sizeof(Row) / sizeof(double); i++)
    if (memcmp(p + i, q + i, sizeof(double)) != 0) n++;
  return n;
}

int different_bits(const std::vector<Vec3> &a, const std::vector<Vec3> &b)
{
  return rows_with_different_bits(a, b);
}

int different_bits(const std::vector<Quat> &a, const std::vector<Quat> &b)
{
  return rows_with_different_bits(a, b);
}

void expect_same_bits(const State &a, const State &b, const std::string &what)
{
  EXPECT_EQ(different_bits(a.x, b.x), 0) << what;
  EXPECT_EQ(different_bits(a.v, b.v), 0) << what;
  EXPECT_EQ(a.omega.size(), b.omega.size()) << what;
  if (!b.omega.empty()) { EXPECT_EQ(different_bits(a.omega, b.omega), 0) << what; }
}

std::string number(double a)
{
  char text[40];
  snprintf(text, sizeof(text), "%.17g", a);
  return text;
}

Vec3 sum(const std::vector<Vec3> &all)
{
  Vec3 total = {0, 0, 0};
  for (const Vec3 &a : all) total = total + a;
  return total;
}

double largest_difference(const std::vector<Vec3> &a, const std::vector<Vec3> &b)
{
  EXPECT_EQ(a.size(), b.size());
  EXPECT_FALSE(a.empty());
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); i++) {
    const Vec3 d = a[i] - b[i];
    for (const double c : {d.x, d.y, d.z}) most = larger(most, std::fabs(c));
  }
  return most;
}

double largest(const std::vector<Vec3> &a)
{
  return largest_difference(a, std::vector<Vec3>(a.size(), Vec3{0.0, 0.0, 0.0}));
}

double largest_norm_error(const std::vector<Quat> &q)
{
  EXPECT_FALSE(q.empty());
  double most = 0.0;
  for (const Quat &a : q) most = larger(most, std::fabs(std::sqrt(norm2(a)) - 1.0));
  return most;
}

double largest_angle(const std::vector<Quat> &a, const std::vector<Quat> &b)
{
  EXPECT_EQ(a.size(), b.size());
  EXPECT_FALSE(a.empty());
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); i++) most = larger(most, angle_between(a[i], b[i]));
  return most;
}

bool lammps_is_from(int version, std::string *this_version)
{
  *this_version = LAMMPS_VERSION;
  return utils::date2num(LAMMPS_VERSION) >= version;
}

std::string thrown_by(const std::function<void()> &call)
{
  try {
    call();
  } catch (const std::exception &e) {
    return e.what();
  }
  return "";
}

bool contains(const std::string &text, const std::string &part)
{
  return text.find(part) != std::string::npos;
}

std::string without_suffix(std::string message)
{
  for (std::size_t at; (at = message.find("/kk")) != std::string::npos;) message.erase(at, 3);
  return message;
}

int count(const std::string &text, const std::string &part)
{
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at++) n++;
  return n;
}

}    // namespace scenario

int main(int argc, char **argv)
{
  testing::InitGoogleTest(&argc, argv);
  const int failed = RUN_ALL_TESTS();
  lammps_kokkos_finalize();
  call_if_there("lammps_plugin_finalize");
  lammps_mpi_finalize();
  return failed;
}
