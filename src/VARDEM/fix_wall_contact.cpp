// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_wall_contact.h"

#include "comm.h"
#include "domain.h"
#include "fix_contact_minimizer.h"
#include "fix_velocity_onstep.h"
#include "host/atoms/grain_radii.h"
#include "host/lammps/internals.h"
#include "host/lammps/internals_regions.h"
#include "host/lammps/over_processes.h"
#include "host/pair/contact_checks.h"
#include "host/pair/contact_limit.h"
#include "host/store/restart.h"
#include "host/tables/contact_table.h"
#include "modify.h"
#include "neighbor.h"

#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::vectors_at;

namespace {

constexpr int VERSION = 6;    // of the restart data

/** The record of a wall in a restart file, before its text. */
struct State {
  WallPlaces places;
  double work;
  std::array<double, 11> outputs;
  FreeMotion::State free;
};

}    // namespace

FixWallContact::FixWallContact(LAMMPS *lmp, int narg, char **arg,
                               const std::vector<const VARDEM::NormalLaw *> &laws) :
    FixWithStore(lmp, narg, arg),
    geometry(lmp, style_name()), free(lmp, style_name()), law(lmp, style_name(), laws), masses(lmp),
    velocities(lmp, id), candidates(lmp), slots(0), sums(), recorded(-1), carried(), outputs(),
    reduced(false), placed(false)
{
  scalar_flag = vector_flag = array_flag = 1;
  size_array_rows = 1;
  size_array_cols = 24;
  global_freq = 1;
  extscalar = extvector = 1;
  extarray = 0;
  restart_global = 1;
  dynamic_group_allow = 1;

  const int iarg = geometry.parse(3, narg, arg);
  std::vector<char *> others = free.parse(iarg, narg, arg, geometry);
  law.parse(iarg, static_cast<int>(others.size()), others.data());
  check_free();
  size_vector = OUTPUTS;
  if (free.given()) {
    geometry.put(free.place());
    for (std::size_t n = 0; n < extensive.size(); n++)
      extensive[n] = n < OUTPUTS || FreeMotion::is_extensive(static_cast<int>(n) - OUTPUTS);
    size_vector = static_cast<int>(extensive.size());
    extvector = -1;
    extlist = extensive.data();
  }
  ContactChecks(lmp, style_name()).require_attributes();
  columns = WallSlots::PLAIN + (law.kind().resists_rolling ? WallSlots::TURNING : 0);
  const int rest = columns * (geometry.most_touching() - 1);
  first_table = store.declare("wall/contact:first", 1 + columns, 1 + columns);
  other_table = store.declare("wall/contact:others", rest, rest);
  if (law.has_springs()) slots = geometry.most_touching();
  if (slots > 0) store.use(first_table);
  if (slots > 1) store.use(other_table);
  store.attach(this, atom);
}

int FixWallContact::setmask()
{
  using namespace FixConst;
  const bool makes_steps = free.given() && !others_step();
  return POST_FORCE | (makes_steps ? INITIAL_INTEGRATE | FINAL_INTEGRATE : 0);
}

std::string FixWallContact::velocity_style() const
{
  return FixVelocityOnstep::style_in(modify);
}

void FixWallContact::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "{} does not support run_style respa; use verlet",
               style_name());
  if (update->whichflag == 2 && !is_rigid() && comm->me == 0 &&
      fixes_with<FixContactMinimizer>(modify).empty())
    error->warning(FLERR, "{}: a minimization does not feel this wall", style_name());
  if (is_rigid()) ContactChecks(lmp, style_name()).warn_without_solver(warned_unsolved);
  if (is_rigid() && update->whichflag && fixes_with<DynamicContacts>(modify).empty()) {
    sums = {};
    reduced = false;
  }
  geometry.find_region();
  if (slots > 0 && geometry.most_touching() != slots)
    error->all(
        FLERR, Error::NOLASTLINE,
        "{}: {} has been defined anew with another number of surfaces; define the fix anew, too",
        style_name(), geometry.text());
  check_other_walls();
  check_free();
  check_triangles();
  free.init(geometry);
  masses.init();
  velocities.init(law.full_step() && law.has_dashpots(), velocity_style());
  GrainRadii radii;
  if (law.kind().can_pull) radii.find(lmp);
  // in a hollow wall the effective radius is larger than that of the grain, at a cylinder of a
  // third of the radius it is a quarter; bridges of small grains reach farther
  double diameter = 0.0, reach = 0.0;
  for (int i = 1; i <= atom->ntypes && law.kind().can_pull; i++) {
    for (int j = i; j <= atom->ntypes; j++) diameter = std::max(diameter, radii.cutoff(i, j));
    const double least = 0.5 * radii.least_effective(i, i);
    if (least > 0.0) reach = std::max(reach, law.reach(least));
    ContactChecks(lmp, style_name()).require_repulsion(law.kind(), law.laws()[i], radii, i, 0);
  }
  candidates.forget(std::max(reach, law.reach(diameter)),
                    may_adapt(modify) || neighbor->build_once);
  placed = false;
  readers.start_run();
  if (update->whichflag) recorded = -1;    // commands such as write_data change no forces
}

// In minimizations walls have no place among what moves. Rigid contacts carry what they have to in
// each step.
void FixWallContact::check_free()
{
  if (!free.given()) return;
  const auto steps = fixes_with<FullStepIntegrator>(modify);
  // commands between runs, such as write_restart, change nothing: run ... pre no goes on as before
  if (update->whichflag) implicit = update->whichflag == 1 && !steps.empty() && !is_rigid();
  set_hooks(modify, this, setmask());
  const bool at_rest = implicit && !steps.empty() && steps[0]->is_quasistatic();
  if (is_rigid() && free.body().body.servo)
    free.refuse("servo is for a wall with a law of soft contacts; use keyword pressure: rigid "
                "contacts carry it in each step, but for the inertia of the wall, which may be "
                "small");
  const bool compatible = !modify->get_fix_by_style("^compatible/cd").empty();
  const char *const why = update->whichflag == 2 ? "a minimization"
      : at_rest                                  ? "fix nve/sphere/implicit with quasistatic yes"
      : compatible                               ? "fix compatible/cd"
                                                 : nullptr;
  if (why)
    free.refuse(
        fmt::format("free: {} does not move walls by forces; move the wall by the variables "
                    "of a region, or use explicit steps, such as fix nve/sphere/leapfrog, "
                    "or contact dynamics, such as fix nve/sphere/cd",
                    why));
}

// A triangle has no periodic images: at a face of the box a particle feels the end of a wall, and
// does not feel what is at the opposite face.
void FixWallContact::warn_of_images()
{
  if (!geometry.is_mesh() || domain->triclinic || warned_images) return;
  warned_images = true;
  GrainRadii radii;
  radii.find(lmp);
  double beyond = 0.0;
  for (int type = 1; type <= atom->ntypes; type++) beyond = std::max(beyond, radii.largest(type));
  beyond += neighbor->skin;
  for (int d = 0; d < 3; d++) {
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (const Vec3 &corner : geometry.mesh()->corners) {
      const Vec3 p = geometry.shape()->place.place(corner);
      lo = std::min(lo, (&p.x)[d]);
      hi = std::max(hi, (&p.x)[d]);
    }
    const double to_faces[] = {std::fabs(lo - domain->boxlo[d]), std::fabs(hi - domain->boxhi[d])};
    if (domain->periodicity[d] && std::min(to_faces[0], to_faces[1]) < beyond && comm->me == 0)
      error->warning(
          FLERR,
          "{} keyword stl: the triangles go from {:.6g} to {:.6g} along {}, and end near "
          "a periodic face of the box, beyond which they have no images; let them reach "
          "beyond both faces by {:.3g} (radius and neighbor skin), or end before them by "
          "as much",
          style_name(), lo, hi, "xyz"[d], beyond);
  }
}

void FixWallContact::warn_if_behind()
{
  if (warned_behind) return;
  bool any = false, sees_it = false;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    any = true;
    sees_it |= !geometry.is_behind(*vectors_at(atom->x[i]));
  }
  if (!on_any_process(any, world) || on_any_process(sees_it, world)) return;
  warned_behind = true;
  if (comm->me == 0)
    error->warning(FLERR,
                   "{}: all particles of group {} are behind {}, where they do not feel it; turn "
                   "{}, or use another group",
                   style_name(), group->names[igroup], geometry.text(),
                   geometry.is_plane() ? "the normal of the plane"
                                       : "the surface by keyword side of the region");
}

// Both sides of the plate would push it.
void FixWallContact::check_plates() const
{
  if (!geometry.is_mesh()) return;
  constexpr double OPPOSITE = -0.9;
  std::vector<VARDEM::WallTouch> touches(geometry.most_near());
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    if (!is_rigid() && !VARDEM::acts(law.laws()[atom->type[i]])) continue;
    const double *const x = atom->x[i], R = atom->radius[i];
    const int n = geometry.near(*vectors_at(x), R, touches.data());
    for (int k = 1; k < n; k++) {
      const double thickness = touches[0].distance + touches[k].distance;
      if (dot(touches[0].n, touches[k].n) < OPPOSITE && thickness < R)
        error->one(
            FLERR, Error::NOLASTLINE,
            "{} keyword stl: the center of the particle at {:.6g} {:.6g} {:.6g} is inside of "
            "a plate with a thickness of {:.3g}, less than its radius of {:.3g}; move the "
            "particle to one side of the plate",
            style_name(), x[0], x[1], x[2], thickness, R);
    }
  }
}

// Implicit steps find springs by the numbers of surfaces, while a grain may go on to another
// triangle in any step.
void FixWallContact::check_triangles() const
{
  if (!geometry.is_mesh() || !law.has_springs() || update->whichflag != 1) return;
  const int bits = full_step_groups(modify);
  const bool any = bits != 0 && any_atom(atom, world, [&](int mask) {
                     return (mask & groupbit) && (mask & bits);
                   });
  if (!any) return;
  error->all(
      FLERR, Error::NOLASTLINE,
      "{} keyword stl: fix nve/sphere/implicit has no friction with triangles; use planes or "
      "regions, or explicit steps, such as fix nve/sphere/leapfrog, or remove keyword mu",
      style_name());
}

void FixWallContact::check_other_walls() const
{
  for (const auto *other : fixes_with<FixWallContact>(modify)) {
    if (other->is_rigid() == is_rigid()) continue;
    const bool common = any_atom(atom, world, [&](int mask) {
      return (mask & groupbit) && (mask & other->groupbit);
    });
    if (common)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{}: some particles are also in the group of fix {}, and only one of these walls is "
          "rigid (keyword stiffness); give all walls of a particle the same form",
          style_name(), other->id);
  }
}

void FixWallContact::setup(int vflag)
{
  placed = false;
  post_force(vflag);
  warn_of_images();
  warn_if_behind();
  check_plates();
  if (update->whichflag != 1 || is_rigid() || !fixes_with<FullStepIntegrator>(modify).empty())
    return;
  const double of_grain = limit_at_wall(lmp, this);
  const double of_wall = free.given() ? limit_of_wall(lmp, this) : of_grain;
  warn_about_step(lmp, style_name(),
                  of_wall < of_grain ? LimitOf::FREE_WALL : LimitOf::GRAIN_AT_WALL,
                  std::min(of_wall, of_grain), warned_step);
}

void FixWallContact::post_force(int /*vflag*/)
{
  if (geometry.moves()) modify->clearstep_compute();    // variables may have computes
  place_wall();
  if (free.given()) {
    if (!in_step()) restore_free();
    free.find_load();
  }
  if (geometry.moves()) modify->addstep_compute(update->ntimestep + 1);
  placed = true;
  if (others_step()) free.take_load();
  if (is_rigid()) return;
  if (masses.have_bodies() && neighbor->ago == 0) find_bodies();
  sums = {};
  if (keeps_forces) keep_difference(-1.0);
  find_forces();
  if (keeps_forces) keep_difference(1.0);
  check_forces();
  dissipation.add(sums.contacts, update->dt, !in_step());
  if (in_step() && !told)
    work.step(sums.load, geometry.reference());
  else
    work.start(sums.load);
  work.add(told.value_or(0.0));
  told.reset();
  reduced = false;
  if (!free.given()) return;
  reduce();    // all processes know the forces on the wall
  const Vec3 *const on_wall = vectors_at(outputs.data());
  free.take(on_wall[0], on_wall[1], geometry.reference(), outputs[TANGENT]);
}

// As integrators with restart exact do, a free wall begins with the forces of a restart file. Steps
// that others make find their own.
void FixWallContact::restore_free()
{
  if (others_step() || !restarted_forces_are_used(modify)) free.forget_restarted_forces();
}

std::vector<std::string> FixWallContact::variables() const
{
  return geometry.moves_by_variables() ? motion_variables(geometry.of_region()) : free.variables();
}

// The points are those of the box.
void FixWallContact::take_forces(const StepLoad &of_step, const VARDEM::Step &step)
{
  const Vec3 &origin = geometry.reference();
  const double shift[] = {origin.x, origin.y, origin.z};
  sums = {};
  sums.load = of_step.load;
  for (int k = 0; k < 3; k++)
    sums.load.moment[k] = sums.load.moment[k] - shift[k] * sums.load.force;
  sums.number = of_step.contacts;
  work.add(of_step.work);
  carried[DASHPOTS] += of_step.impacts;
  carried[FRICTION] += of_step.friction;
  reduced = false;
  if (!free.given()) return;
  reduce();
  const Vec3 *const on_wall = vectors_at(outputs.data());
  const double of_wall = free.push(step, on_wall[0], on_wall[1], geometry.reference());
  if (comm->me == 0) work.add(of_wall);
}

void FixWallContact::take_step(const VARDEM::FreeWallState &made)
{
  const bool moves = work.places.step != update->ntimestep;
  free.take_step(made, moves, geometry);
  if (!moves) return;
  geometry.put(free.place());
  work.places.take(geometry.place(), update->ntimestep, update->dt);
}

// Springs do not slip, and dashpots do not act.
void FixWallContact::add_forces_at_rest()
{
  still.assign(atom->nlocal, {0.0, 0.0, 0.0});
  at_rest = true;
  post_force(0);
  at_rest = false;
}

void FixWallContact::keep_difference(double sign)
{
  if (sign < 0.0) kept.assign(6 * static_cast<std::size_t>(atom->nlocal), 0.0);
  double *to = kept.data();
  for (int i = 0; i < atom->nlocal; i++, to += 6)
    for (int k = 0; k < 3; k++) {
      to[k] += sign * atom->f[i][k];
      to[3 + k] += sign * atom->torque[i][k];
    }
}

// Others may call it in the middle of an output, where the flags of computes must stay, and when
// the variables of the region may have changed since the forces of this step. Between runs, the
// input may have defined the region anew. A wall that waits is where its last step has brought it.
void FixWallContact::place_wall()
{
  if (update->whichflag == 0) geometry.find_region();
  if (waits()) {
    geometry.put(free.place());
    return;
  }
  if (update->whichflag != 0 && placed && work.places.step == update->ntimestep) return;
  if (update->whichflag != 0) require_time_step(lmp, this);
  if (free.given()) {
    geometry.put(free.place());
    // between runs it has not moved, but reset_timestep may have given the step another number
    if (!in_step() && work.places.known > 0) work.places.step = update->ntimestep;
  }
  const bool jumps = work.places.take(geometry.place(), update->ntimestep, update->dt);
  if (jumps && comm->me == 0)
    error->warning(FLERR,
                   "{}: {} is elsewhere than at the end of the last run, and may overlap with "
                   "particles. If a variable moves it: vdisplace begins anew with each run, time "
                   "may do so with a restart, and step*dt jumps if the time step has changed",
                   style_name(), geometry.text());
}

VARDEM::WallShape FixWallContact::shape() const
{
  if (!geometry.shape())
    error->all(
        FLERR, Error::NOLASTLINE,
        "{}: styles with suffix kk know walls that are planes, triangles, or regions of style "
        "plane, block, sphere, cylinder or cone, or unions and intersections of these, and this is "
        "{}; use the styles without the suffix, here wall/contact",
        style_name(), geometry.text());
  return *geometry.shape();
}

VARDEM::WallMotion FixWallContact::wall_motion() const
{
  if (at_rest) return {};
  VARDEM::WallMotion motion = work.places.motion();
  motion.moves = geometry.moves() && !waits();
  return motion;
}

void FixWallContact::check_forces()
{
  if (sums.narrow > 0.0)
    error->one(FLERR, Error::NOLASTLINE,
               "{}: a particle does not fit into {}, which has a smaller radius of curvature; use "
               "smaller particles, or another group",
               style_name(), geometry.text());
  if (sums.overflow > 0.0)
    error->one(FLERR, Error::NOLASTLINE,
               "{}: a particle touches more than {} surfaces of {} at the same time, which is the "
               "most for which there are springs; make it larger, or make the wall of several "
               "regions or files with a fix for each",
               style_name(), slots, geometry.text());
}

bool FixWallContact::begin_record()
{
  if (!readers.must_record(lmp)) return false;
  recorded = update->ntimestep;
  return true;
}

void FixWallContact::find_forces()
{
  if (begin_record()) record.clear();
  run_loop();
}

void FixWallContact::run_loop()
{
  with_known_law([this](auto normal) {
    loop<decltype(normal)>();
  });
}

// Sums over all processes: force on the wall, torque on it, elastic energy, dissipated energies,
// contacts.
void FixWallContact::reduce()
{
  if (reduced) return;
  const Vec3 F = -sums.load.force, T = -sums.load.torque();
  decltype(outputs) mine = {F.x,
                            F.y,
                            F.z,
                            T.x,
                            T.y,
                            T.z,
                            sums.contacts.energy,
                            dissipation.energy(EnergyPart::DASHPOTS) + carried[DASHPOTS],
                            dissipation.energy(EnergyPart::FRICTION) + carried[FRICTION],
                            sums.number,
                            sums.tangent};
  MPI_Allreduce(mine.data(), outputs.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_SUM,
                world);
  reduced = true;
}

double FixWallContact::compute_vector(int n)
{
  reduce();
  return n < OUTPUTS ? outputs[n] : free.output(n - OUTPUTS);
}

// The shape as plain data, which python/vardem/surfaces.py draws. The first number is 0 if it is
// not known, or made of triangles or of several bodies.
double FixWallContact::compute_array(int, int column)
{
  if (!geometry.shape() || geometry.shape()->kind == VARDEM::WallShape::BODIES) return 0.0;
  const VARDEM::WallShape &s = *geometry.shape();
  const Vec3 row[] = {{geometry.is_mesh() ? 0.0 : 1.0 + int(s.kind), 1.0 * s.open, s.radius},
                      s.a,
                      s.b,
                      {s.radius_hi, s.lo, s.hi},
                      s.place.a,
                      s.place.columns[0],
                      s.place.columns[1],
                      s.place.columns[2]};
  return (&row[0].x)[column];
}

std::vector<EnergyPart> FixWallContact::energy_parts() const
{
  if (is_rigid() && !free.given()) return {};
  std::vector<EnergyPart> parts = {EnergyPart::WALLS};
  for (const EnergyPart part : {EnergyPart::ELASTIC, EnergyPart::DASHPOTS, EnergyPart::FRICTION})
    if (!is_rigid()) parts.push_back(part);
  for (const EnergyPart part : {EnergyPart::TRANSLATION, EnergyPart::ROTATION, EnergyPart::DAMPING})
    if (free.given()) parts.push_back(part);
  return parts;
}

// A free wall passes on what its load does.
double FixWallContact::energy(EnergyPart part)
{
  switch (part) {
    case EnergyPart::TRANSLATION:
      return free.translation_energy();
    case EnergyPart::ROTATION:
      return free.rotation_energy();
    case EnergyPart::DAMPING:
      return free.lost();
    case EnergyPart::WALLS:
      return free.given() ? free.work_of_load() : compute_scalar();
    case EnergyPart::ELASTIC:
      return compute_vector(ELASTIC);
    case EnergyPart::DASHPOTS:
      return compute_vector(ELASTIC + 1);
    default:
      return compute_vector(ELASTIC + 2);
  }
}

void FixWallContact::list_contacts(int bits, ContactTable &to)
{
  for (const WallContact &c : record)
    if (c.mask & bits) to.add(c.tag, geometry.is_mesh() ? -c.surface - 1 : 0, WALL, c.contact);
}

// Springs of a restart file have a meaning only for the same surfaces and the same law.
std::string FixWallContact::text_of_wall() const
{
  return geometry.text_of_surface() + free.text() + " law " + law.plain_kind().name +
      (law.kind().resists_rolling ? " with resistance against rolling" : "");
}

// All ranks call it, and rank 0 writes.
void FixWallContact::write_restart(FILE *fp)
{
  reduce();
  const State state = {work.places, compute_scalar(), outputs, free.state()};
  const std::string text = text_of_wall();
  if (comm->me != 0) return;
  std::vector<char> data(sizeof(State));
  memcpy(data.data(), &state, sizeof(State));
  data.insert(data.end(), text.begin(), text.end());
  VARDEM_NS::write_restart(fp, VERSION, data);
}

void FixWallContact::restart(char *buf)
{
  const std::vector<char> data = read_restart(buf, VERSION, sizeof(State), id, style, error);
  const std::string text(data.begin() + sizeof(State), data.end());
  if (text != text_of_wall())
    error->all(FLERR, Error::NOLASTLINE,
               "{}: the restart file has another wall with this ID: {}; this one is {}. Give it "
               "another ID to start it anew",
               style_name(), text, text_of_wall());
  State state;
  memcpy(&state, data.data(), sizeof(State));
  work.places = state.places;
  outputs = state.outputs;    // of a rigid wall, until the next step
  if (free.given()) free.restart(state.free, state.places.known > 0);
  reduced = true;
  if (comm->me != 0) return;
  carried[WORK] = state.work;
  carried[DASHPOTS] = outputs[7];
  carried[FRICTION] = outputs[8];
}

double FixWallContact::memory_usage()
{
  const double of_mesh = geometry.is_mesh() ? static_cast<double>(geometry.mesh()->bytes()) : 0.0;
  return store.bytes(atom->nmax) + candidates.memory_usage() + masses.memory_usage() + of_mesh;
}
