// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/walls/wall_geometry.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/input/arguments.h"
#include "host/input/keyword_reader.h"
#include "host/lammps/internals_regions.h"
#include "update.h"

#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::RigidMotion;
using VARDEM::Vec3;
using VARDEM::WallTouch;

// The region that only moves triangles is that of the fix.
WallGeometry::~WallGeometry()
{
  if (is_mesh() && !region_id.empty() && domain->get_region_by_id(region_id))
    domain->delete_region(region_id);
}

VARDEM::BoundingBox WallGeometry::box() const
{
  return {*VARDEM::vectors_at(domain->triclinic ? domain->boxlo_bound : domain->boxlo),
          *VARDEM::vectors_at(domain->triclinic ? domain->boxhi_bound : domain->boxhi)};
}

int WallGeometry::parse(int iarg, int narg, char **arg)
{
  if (iarg >= narg)
    error->all(FLERR, Error::NOPOINTER,
               "{} needs a wall: plane px py pz nx ny nz, region ID, or stl FILE", style_name);
  const std::string kind = arg[iarg];
  if (kind == "plane") {
    parse_plane(iarg, narg, arg);
    return iarg + 7;
  }
  if (kind == "stl") return parse_triangles(iarg, narg, arg);
  if (kind != "region")
    error->all(FLERR, iarg,
               "{} needs plane px py pz nx ny nz, region ID or stl FILE behind its style: {}",
               style_name, kind);
  if (iarg + 1 >= narg)
    error->all(FLERR, iarg, "{} keyword region needs the ID of a region", style_name);
  region_id = arg[iarg + 1];
  find_region();
  return iarg + 2;
}

void WallGeometry::parse_plane(int iarg, int narg, char **arg)
{
  if (iarg + 7 > narg)
    error->all(FLERR, iarg,
               "{} keyword plane needs six numbers: a point px py pz and the normal nx ny nz "
               "towards the particles",
               style_name);
  double value[6];
  for (int k = 0; k < 6; k++) {
    value[k] = finite_number(arg[iarg + 1 + k]);
    if (std::isnan(value[k]))
      error->all(FLERR, iarg + 1 + k, "{} keyword plane needs finite numbers: {}", style_name,
                 arg[iarg + 1 + k]);
  }
  point = {value[0], value[1], value[2]};
  n = {value[3], value[4], value[5]};
  if (domain->dimension == 2 && n.z != 0.0)
    error->all(FLERR, iarg + 6, "{} keyword plane: nz must be 0 in 2d, and is {}", style_name,
               arg[iarg + 6]);
  const double length = norm(n);
  if (!(length > 0.0) || !std::isfinite(length))
    error->all(FLERR, iarg + 4, "{} keyword plane: the normal {} {} {} must have a length > 0",
               style_name, arg[iarg + 4], arg[iarg + 5], arg[iarg + 6]);
  n = (1.0 / length) * n;
  known = VARDEM::WallShape{};
  known->kind = VARDEM::WallShape::PLANE;
  known->inner = true;
  known->a = point;
  known->b = n;
  known->place = VARDEM::NO_MOTION;
}

// Keywords move and rotate are those of command region, which reads them here, too.
int WallGeometry::parse_triangles(int iarg, int narg, char **arg)
{
  if (domain->dimension == 2)
    error->all(FLERR, iarg,
               "{} keyword stl: triangles are walls in 3d only; use planes or regions in 2d",
               style_name);
  if (iarg + 1 >= narg)
    error->all(FLERR, iarg, "{} keyword stl needs the name of an STL file", style_name);
  stl = arg[iarg + 1];
  double scale = 1.0;
  Vec3 shift = {0.0, 0.0, 0.0};
  std::vector<std::string> motion;
  Keywords once(error, style_name);
  int next = iarg + 2;
  while (next < narg) {
    KeywordReader keyword(lmp, style_name, next, narg, arg);
    if (keyword.is("scale", 1)) {
      scale = keyword.number(1);
      keyword.require(scale > 0.0, 1, "a number > 0");
    } else if (keyword.is("shift", 3)) {
      shift = {keyword.finite(1), keyword.finite(2), keyword.finite(3)};
    } else if (keyword.is("move", 3) || keyword.is("rotate", 7)) {
      motion.insert(motion.end(), arg + next, arg + keyword.next);
    } else
      break;
    once.once(keyword.word(0), next);
    next = keyword.next;
  }
  read_triangles(scale, shift);
  if (motion.empty()) return next;
  const std::string id = fmt::format("wall_{}", arg[0]);
  motion.insert(motion.begin(), {id, "plane", "0", "0", "0", "0", "0", "1", "units", "box"});
  std::vector<char *> words;
  for (std::string &word : motion) words.push_back(word.data());
  domain->add_region(static_cast<int>(words.size()), words.data());
  region_id = id;
  find_region();
  return next;
}

// All processes make the same of the same corners.
void WallGeometry::read_triangles(double scale, const Vec3 &shift)
{
  std::vector<Vec3> corners;
  std::string why = "process 0 cannot read it";
  int n = 0;
  if (comm->me == 0) {
    try {
      corners = read_stl(stl);
    } catch (const std::runtime_error &e) {
      why = e.what();
    }
    n = static_cast<int>(corners.size());
  }
  MPI_Bcast(&n, 1, MPI_INT, 0, world);
  if (n == 0)
    error->all(FLERR, Error::NOLASTLINE, "{} keyword stl, file {}: {}", style_name, stl, why);
  corners.resize(n);
  MPI_Bcast(corners.data(), 3 * n, MPI_DOUBLE, 0, world);
  for (Vec3 &p : corners) p = scale * p + shift;
  triangles = std::make_unique<Triangles>(std::move(corners));
  if (triangles->triangles.empty())
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword stl, file {}: none of its {} triangles has an area", style_name, stl,
               n / 3);
  if (comm->me == 0) tell_of_triangles();
  known = VARDEM::WallShape{};
  known->kind = VARDEM::WallShape::MESH;
  known->mesh = triangles->mesh();
  known->place = VARDEM::NO_MOTION;
}

void WallGeometry::tell_of_triangles() const
{
  const Triangles &t = *triangles;
  const VARDEM::MeshBox &box = t.boxes[0];
  std::string text = fmt::format("{}: {} triangles of {} from {:g} {:g} {:g} to {:g} {:g} {:g}, ",
                                 style_name, t.triangles.size(), stl, box.lo.x, box.lo.y, box.lo.z,
                                 box.hi.x, box.hi.y, box.hi.z);
  text += t.open_edges ? fmt::format("{} open edges", t.open_edges) : "no open edges";
  const auto tell = [&](std::size_t n, const char *what) {
    if (n > 0) text += fmt::format("; {}: {}", what, n);
  };
  tell(t.without_area, "left out without an area");
  tell(t.twice, "left out as copies of others");
  tell(t.crowded_edges, "edges of more than two triangles, which count as open");
  utils::logmesg(lmp, text + "\n");
}

void WallGeometry::find_region()
{
  if (region_id.empty()) return;
  region = domain->get_region_by_id(region_id);
  if (!region)
    error->all(FLERR, Error::NOLASTLINE, "{} keyword region: region {} does not exist", style_name,
               region_id);
  if (is_mesh()) return;
  if (most_near() <= 0)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword region: region {} of style {} has no surface that particles can touch",
               style_name, region_id, region->style);
  check_motion();
  const VARDEM::RigidMotion last = known ? known->place : put_there;
  known = wall_shape_of_all(region, bodies);
  check_members(region, false);
  if (!known) return;
  known->place = update->whichflag ? put_there : last;    // write_restart moves no wall
  if (domain->dimension == 3) return;
  check_2d(*known);
  known->open_z_faces();
  for (VARDEM::WallBody &body : bodies) {
    check_2d(body);
    body.open_z_faces();
  }
}

void WallGeometry::check_2d(const VARDEM::WallBody &body) const
{
  if (body.kind == VARDEM::WallBody::PLANE && body.b.z != 0.0)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword region: in 2d the normal of a plane must have nz 0, but a plane of "
               "region {} has nz {}",
               style_name, region_id, body.b.z);
}

// LAMMPS gives velocities of surfaces whose shape changes for some regions only.
void WallGeometry::check_motion() const
{
  if (region->varshape)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword region: region {} changes its shape by a variable, so that the velocity "
               "of its surface is not known; use keywords move and rotate of command region",
               style_name, region_id);
}

// Where kernels lack a member, LAMMPS is asked for the surfaces of all: see
// kernels/walls/wall_shapes.h for what is wrong with these. Those that are seen from outside turn
// their members inside out. RegUnion::surface_exterior() then keeps the surfaces that are hidden in
// other members, and drops the others.
void WallGeometry::check_members(const Region *whole, bool turned) const
{
  if (!whole->reglist) return;
  const bool outside = turned != (whole->interior == 0);
  if (outside && !known && utils::strmatch(whole->style, "^union"))
    error->all(
        FLERR, Error::NOLASTLINE,
        "{} keyword region: LAMMPS misses contacts outside of region {} of style union; give "
        "each of its regions a fix wall/contact of its own, with side out",
        style_name, whole->id);
  for (int k = 0; k < whole->nregion; k++) {
    const Region *member = whole->reglist[k];
    if (member->dynamic || member->varshape)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} keyword region: region {} is made of region {}, which moves; give each region "
                 "that moves a fix of its own",
                 style_name, region_id, member->id);
    const auto shape = wall_shape(member);
    if (shape && !known && shape->is_wrong_in_lammps())
      error->all(
          FLERR, Error::NOLASTLINE,
          "{} keyword region: LAMMPS misses contacts with region {} of style {} as a part of "
          "region {}; give it a fix wall/contact of its own, or open the ends of a cone "
          "that are tips or across the y axis",
          style_name, member->id, member->style, region_id);
    check_members(member, outside);
  }
}

std::string WallGeometry::text() const
{
  if (is_mesh()) return "stl " + stl;
  if (!is_plane()) return fmt::format("region {} {}", region_id, plain_style(region->style));
  return fmt::format("plane {} {} {} {} {} {}", point.x, point.y, point.z, n.x, n.y, n.z);
}

std::string WallGeometry::text_of_surface() const
{
  if (!is_mesh()) return text();
  const VARDEM::MeshBox &box = triangles->boxes[0];
  return fmt::format("stl with {} triangles from {} {} {} to {} {} {}", triangles->triangles.size(),
                     box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z);
}

// The columns of the rotation are differences of points that are as far from each other as those of
// the box.
RigidMotion WallGeometry::place()
{
  if (!moves_by_variables()) return put_there;
  region->prematch();
  const auto placed = [this](const Vec3 &p) {
    return moved_with(region, p);
  };
  const double length = std::fmax(domain->prd[0], std::fmax(domain->prd[1], domain->prd[2]));
  RigidMotion motion;
  motion.a = placed({0.0, 0.0, 0.0});
  motion.columns[0] = (1.0 / length) * (placed({length, 0.0, 0.0}) - motion.a);
  motion.columns[1] = (1.0 / length) * (placed({0.0, length, 0.0}) - motion.a);
  motion.columns[2] = (1.0 / length) * (placed({0.0, 0.0, length}) - motion.a);
  if (known) known->place = motion;
  return motion;
}

void WallGeometry::put(const RigidMotion &motion)
{
  is_free = true;
  put_there = motion;
  if (known) known->place = motion;
}

int WallGeometry::near(const Vec3 &x, double reach, WallTouch *touches,
                       const VARDEM::NearTriangles *triangles) const
{
  if (!known) return near_region(x, reach, touches);
  int count = 0;
  const auto take = [&](const WallTouch &touch) {
    touches[count++] = touch;
  };
  known->near(x, reach, take, triangles);
  return count;
}

// A grain whose centre is on the surface has no normal. In 2d, faces across the z axis are no
// walls: LAMMPS' regions need them. Intersections also give surfaces to points behind them.
int WallGeometry::near_region(const Vec3 &x, double reach, WallTouch *touches) const
{
  if (region->reglist && is_behind(x)) return 0;
  const Vec3 p = put_there.place_back(x);
  const int found = region->surface(p.x, p.y, p.z, reach);
  int count = 0;
  for (int k = 0; k < found; k++) {
    const Region::Contact &c = region->contact[k];
    if (!(c.r > 0.0) || (domain->dimension == 2 && std::fabs(c.delz) > 0.5 * c.r)) continue;
    touches[count++] = {put_there.turn({-c.delx / c.r, -c.dely / c.r, -c.delz / c.r}), c.r,
                        c.radius == 0.0 ? 0.0 : 1.0 / c.radius, c.iwall};
  }
  return count;
}

bool WallGeometry::is_behind(const Vec3 &x) const
{
  if (known) return known->is_behind(x);
  const Vec3 p = put_there.place_back(x);
  return !region->match(p.x, p.y, p.z);
}
