// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/walls/free_motion.h"

#include "atom.h"
#include "domain.h"
#include "host/walls/wall_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::WallFreedom;

namespace {

constexpr double ENDLESS = std::numeric_limits<double>::infinity();

Vec3 vector_in(const KeywordReader &keyword, int first)
{
  return {keyword.finite(first), keyword.finite(first + 1), keyword.finite(first + 2)};
}

Vec3 axis_in(const KeywordReader &keyword, int first)
{
  const Vec3 axis = vector_in(keyword, first);
  const double length = norm(axis);
  keyword.require(length > 0.0 && std::isfinite(length), first, "an axis with a length > 0");
  return axis / length;
}

}    // namespace

std::vector<char *> FreeMotion::parse(int iarg, int narg, char **arg, const WallGeometry &geometry)
{
  wall.body.lo = -ENDLESS;
  wall.body.hi = ENDLESS;
  wall.body.flat = domain->dimension == 2;
  wall.to_energy = force->mvv2e;
  wall.body.centre = geometry.reference();
  std::vector<char *> others(arg, arg + iarg);
  Keywords once(error, style_name);
  std::string any;
  while (iarg < narg) {
    const std::string word = arg[iarg];
    // a material may be called like a keyword: its file, that of the wall, those of the types
    const int names = word == "material" ? std::min(3 + atom->ntypes, narg - iarg) : 0;
    others.insert(others.end(), arg + iarg, arg + iarg + names);
    iarg += names;
    if (names > 0) continue;
    const int next = read(iarg, narg, arg, geometry);
    if (next > iarg) {
      once.once(word, iarg);
      any = word;
      iarg = next;
    } else
      others.push_back(arg[iarg++]);
  }
  const char *const hint = any == "damping" ? " (dashpots: damping restitution E)" : "";
  if (!any.empty() && !is_given)
    refuse(any + " is for a wall that moves by forces; add keyword free, or remove " + any + hint);
  if (is_given) check(geometry);
  centre_before = centre();
  return others;
}

// Keyword damping of the contacts has a word behind it. Returns the index behind the keyword, or
// iarg if it is none of these.
int FreeMotion::read(int iarg, int narg, char **arg, const WallGeometry &geometry)
{
  VARDEM::FreeWallBody &body = wall.body;
  KeywordReader keyword(lmp, style_name, iarg, narg, arg);
  if (keyword.is("free", 2)) return read_free(keyword, narg, arg);
  const bool number = iarg + 1 < narg && utils::is_double(arg[iarg + 1]);
  if (number && keyword.is("damping", 1)) {
    body.damping = keyword.number(1);
    keyword.require(body.damping >= 0.0, 1, "a number >= 0");
  } else if (keyword.is("limit", 2)) {
    body.lo = keyword.finite(1);
    body.hi = keyword.finite(2);
    keyword.require(body.lo <= 0.0, 1, "LO <= 0 and HI >= 0");
    keyword.require(body.hi >= 0.0, 2, "LO <= 0 and HI >= 0");
  } else if (keyword.is("com", 3)) {
    body.centre = vector_in(keyword, 1);
  } else if (keyword.is("load", 3)) {
    read_load(keyword);
  } else if (keyword.is("pressure", 2) || keyword.is("servo", 2)) {
    body.servo = keyword.word(0) == "servo";
    read_pressure(keyword, geometry);
  }
  return keyword.next;
}

int FreeMotion::read_free(const KeywordReader &keyword, int narg, char **arg)
{
  is_given = true;
  VARDEM::FreeWallBody &body = wall.body;
  body.mass = keyword.number(1);
  keyword.require(body.mass > 0.0, 1, "a mass > 0, or the moment of inertia > 0 of a hinge");
  KeywordReader motion(lmp, style_name, keyword.place + 2, narg, arg);
  if (motion.is("axis", 3)) {
    body.freedom = WallFreedom::AXIS;
    body.axis = axis_in(motion, 1);
  } else if (motion.is("translate", 0)) {
    body.freedom = WallFreedom::TRANSLATION;
  } else if (motion.is("rigid", 3)) {
    body.freedom = WallFreedom::RIGID;
    body.inertia = vector_in(motion, 1);
    for (int k = 1; k <= 3; k++)
      motion.require(motion.number(k) > 0.0, k, "three moments of inertia > 0");
    motion.require(inertia_fault(body.inertia) == VARDEM::InertiaFault::NONE, 1,
                   "moments of a rigid body, of which none is larger than the sum of the others");
  } else if (motion.is("hinge", 6)) {
    body.freedom = WallFreedom::HINGE;
    body.pivot = vector_in(motion, 1);
    body.axis = axis_in(motion, 4);
  } else
    keyword.require(false, 2, "MASS axis, translate, rigid or hinge");
  return motion.next;
}

void FreeMotion::read_load(const KeywordReader &keyword)
{
  take_kind(keyword, FORCE);
  for (int k = 0; k < 3; k++) {
    values[k] = NumberOrVariable::of(keyword.word(k + 1));
    keyword.require(!std::isnan(values[k].number), k + 1, "three numbers or variables v_name");
  }
  const bool in_plane = !values[2].is_variable() && values[2].number == 0.0;
  keyword.require(domain->dimension == 3 || in_plane, 3, "FX FY 0 in 2d");
}

// Of a plane towards the particles, of a region along the axis
void FreeMotion::read_pressure(const KeywordReader &keyword, const WallGeometry &geometry)
{
  take_kind(keyword, PRESSURE);
  values[0] = NumberOrVariable::of(keyword.word(1));
  keyword.require(!std::isnan(values[0].number), 1, "a number or a variable v_name");
  area = keyword.number(2);
  keyword.require(area > 0.0, 2, "an area > 0");
  direction = geometry.normal();
}

void FreeMotion::take_kind(const KeywordReader &keyword, Load of)
{
  if (kind != NONE)
    error->all(FLERR, keyword.place,
               "{} keyword {}: a wall has one load; keep one of load, pressure and servo",
               style_name, keyword.word(0));
  kind = of;
}

void FreeMotion::check_region(const WallGeometry &geometry) const
{
  if (geometry.moves_by_variables())
    refuse("free: the wall has keyword move or rotate, but a free wall moves by forces; remove "
           "one of them");
}

void FreeMotion::check(const WallGeometry &geometry)
{
  check_region(geometry);
  VARDEM::FreeWallBody &body = wall.body;
  if (domain->dimension == 2) body.centre.z = body.pivot.z = 0.0;    // as particles are
  const bool on_axis = body.freedom == WallFreedom::AXIS;
  if (body.freedom == WallFreedom::RIGID) body.pivot = body.centre;
  if (body.servo && !on_axis) refuse("servo needs free MASS axis X Y Z");
  if (kind == PRESSURE && !geometry.is_plane()) {
    direction = body.axis;
    if (!on_axis)
      refuse("pressure: only a plane has a normal; use free MASS axis X Y Z, or keyword load");
  }
  if (kind == PRESSURE && on_axis && dot(direction, body.axis) == 0.0)
    refuse("pressure or servo: the axis of keyword free lies in the plane, which cannot press "
           "along it");
  if (kind != NONE && body.freedom == WallFreedom::HINGE &&
      norm(cross(body.centre - body.pivot, body.axis)) == 0.0)
    refuse("hinge: the load acts at the center of mass, which is on the axis; add keyword com");
  if (std::isfinite(body.hi) && !body.has_coordinate())
    refuse("limit is for free MASS axis and for free MASS hinge");
  if (body.freedom == WallFreedom::HINGE && std::isfinite(body.hi) &&
      !(body.lo > -M_PI && body.hi < M_PI))
    refuse("limit: the angles of a hinge must be between -pi and pi");
  if (domain->dimension == 2) check_2d();
}

void FreeMotion::check_2d() const
{
  const Vec3 &axis = wall.body.axis;
  if (wall.body.freedom == WallFreedom::AXIS && axis.z != 0.0) refuse("axis: Z must be 0 in 2d");
  if (wall.body.freedom == WallFreedom::HINGE && (axis.x != 0.0 || axis.y != 0.0))
    refuse("hinge: the axis must be along z in 2d");
}

// A wall that turns is where its point of rotation says.
std::string FreeMotion::text() const
{
  if (!is_given) return "";
  const Vec3 &a = wall.body.axis;
  const char *const names[] = {"axis", "translate", "rigid", "hinge"};
  std::string text = fmt::format(" free {}", names[static_cast<int>(wall.body.freedom)]);
  if (wall.body.has_coordinate()) text += fmt::format(" {} {} {}", a.x, a.y, a.z);
  const Vec3 &p = wall.body.pivot;
  if (wall.body.turns()) text += fmt::format(" about {} {} {}", p.x, p.y, p.z);
  return text;
}

void FreeMotion::init(const WallGeometry &geometry) const
{
  if (is_given) check_region(geometry);
  for (const NumberOrVariable &value : values)
    value.init(lmp, style_name + " keyword load, pressure or servo", "a load");
}

std::vector<std::string> FreeMotion::variables() const
{
  std::vector<std::string> names;
  for (const NumberOrVariable &value : values)
    if (value.is_variable()) names.push_back(value.variable);
  return names;
}

Vec3 FreeMotion::load_now() const
{
  if (kind == NONE) return {0.0, 0.0, 0.0};
  const auto value = [this](int k) {
    return values[k].value(lmp, style_name + ": the load");
  };
  if (kind == FORCE) return {value(0), value(1), value(2)};
  return (value(0) * area / force->nktv2p) * wall.turned(direction);
}

void FreeMotion::open()
{
  restarted = false;
  wall.open(step());
}

void FreeMotion::find_load()
{
  if (restarted) return;
  load_before = load;
  load = load_now();
}

void FreeMotion::take(const Vec3 &contacts, const Vec3 &torque, const Vec3 &about, double tangent)
{
  if (restarted) return;
  const Vec3 at = centre();
  work += 0.5 * dot(load_before + load, at - centre_before);
  centre_before = at;
  wall.take(load, contacts, about_pivot(contacts, torque, about) + cross(at - wall.pivot(), load),
            tangent);
}

void FreeMotion::take_load()
{
  wall.take(load, {0.0, 0.0, 0.0}, cross(centre() - wall.pivot(), load), 0.0);
  wall.load = load;
  wall.load_turns = kind == PRESSURE;
}

double FreeMotion::push(const VARDEM::Step &of, const Vec3 &contacts, const Vec3 &torque,
                        const Vec3 &about)
{
  restarted = false;
  const Vec3 g = of.h * contacts, G = of.h * about_pivot(contacts, torque, about);
  const VARDEM::WallVelocities mean = wall.push(of, g, G);
  work += of.h * (dot(wall.state.force, mean.v) + dot(wall.state.torque, mean.w));
  return -(dot(g, mean.v) + dot(G, mean.w));
}

// A wall that has come to a stop has moved, and has no velocity. A pressure turns with the wall.
void FreeMotion::take_step(const VARDEM::FreeWallState &made, bool moves,
                           const WallGeometry &geometry)
{
  restarted = false;
  const VARDEM::RigidMotion before = place();
  Vec3 at_end = load;
  if (kind == PRESSURE) at_end = body_to_space(made.q, space_to_body(wall.state.q, load));
  wall.state = made;
  const VARDEM::RigidMotion step = place() * inverse(before);
  if (norm(rotation_vector(step)) > 1.0)
    refuse("free: the wall has turned by more than a radian in a step; use a smaller time step");
  if (moves)
    moved = geometry.farthest(before, [&](const Vec3 &p) {
      return norm(step.place(p) - p);
    });
  work += 0.5 * dot(load + at_end, centre() - centre_before);
  centre_before = centre();
}

double FreeMotion::way(const WallGeometry &geometry, bool next) const
{
  const Vec3 pivot = wall.pivot(), w = wall.angular_velocity();
  const double ahead = update->dt * geometry.farthest(place(), [&](const Vec3 &p) {
    return norm(wall.surface_velocity(update->dt) + cross(w, p - pivot));
  });
  return next ? ahead : std::max(moved, ahead);
}

void FreeMotion::restart(const State &of_file, bool has_forces)
{
  wall.state = of_file.wall;
  load = of_file.load;
  work = of_file.work;
  centre_before = centre();
  restarted = has_forces;
}

WallContacts::Mobility FreeMotion::mobility(const Vec3 &p, const Vec3 &n) const
{
  if (wall.body.servo) return {0.0, 0.0, 0.0};    // its mass is heavy enough
  double all = 0.0, turning = 0.0;
  const Vec3 arm = p - wall.pivot();
  for (const Vec3 &axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    all += wall.mobility(arm, axis);
    turning += wall.turning(axis);
  }
  const double along = wall.mobility(arm, n);
  return {along, all - along, turning};
}

// Displacement, velocity, kinetic energy, work of the load, losses, rotation, angular velocity.
double FreeMotion::output(int n) const
{
  const Vec3 arm = centre() - wall.pivot(), w = wall.angular_velocity();
  const Vec3 moved = centre() - wall.body.centre,
             v = wall.surface_velocity(update->dt) + cross(w, arm),
             turned = rotation_vector(wall.place());
  const double all[] = {
      moved.x, moved.y, moved.z,  v.x,      v.y,      v.z, translation_energy() + rotation_energy(),
      work,    lost(),  turned.x, turned.y, turned.z, w.x, w.y,
      w.z};
  static_assert(sizeof all == OUTPUTS * sizeof(double), "each output has a number");
  return all[n];
}
