/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/contact_springs.h"

#include "atom.h"
#include "bond.h"
#include "fix.h"
#include "force.h"
#include "pair.h"
#include "pair_hybrid.h"
#include "region.h"
#include "update.h"
#include "utils.h"

// Of package GRANULAR only layouts, inline and virtual functions are used, because LAMMPS may have been built without it
#include "GRANULAR/fix_wall_gran_region.h"
#include "GRANULAR/gran_sub_mod_damping.h"
#include "GRANULAR/gran_sub_mod_normal.h"
#include "GRANULAR/gran_sub_mod_rolling.h"
#include "GRANULAR/gran_sub_mod_tangential.h"
#include "GRANULAR/gran_sub_mod_twisting.h"
#include "GRANULAR/granular_model.h"
#include "GRANULAR/pair_gran_hooke_history.h"
#include "GRANULAR/pair_granular.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using Granular_NS::GranularModel;
using VARDEM::Coefficients;
using VARDEM::Vec3;

namespace {

constexpr double DIFFERENCE = 1.0e-4;    // of overlaps, relative
constexpr double DISTANCE = 1.0e-6;      // of distances, relative
constexpr double SMALL = 1.0e-4;    // least overlap that counts, in units of the smaller radius

/** Name of a style without the suffix of an accelerator. */
std::string plain(const std::string &style)
{
  for (const char *suffix : {"/kk", "/omp", "/gpu", "/intel", "/opt"}) {
    const auto at = style.rfind(suffix);
    if (at != std::string::npos) return style.substr(0, at);
  }
  return style;
}

// Names of protected members of stock styles

struct Hybrid : public PairHybrid {
  static int n(const PairHybrid *p) { return p->*(&Hybrid::nstyles); }
  static Pair **styles_of(const PairHybrid *p) { return p->*(&Hybrid::styles); }
  static char **names_of(const PairHybrid *p) { return p->*(&Hybrid::keywords); }
};

struct Classic : public PairGranHookeHistory {
  static double kn_of(const PairGranHookeHistory *p) { return p->*(&Classic::kn); }
  static double kt_of(const PairGranHookeHistory *p) { return p->*(&Classic::kt); }
  static double gamman_of(const PairGranHookeHistory *p) { return p->*(&Classic::gamman); }
  static double gammat_of(const PairGranHookeHistory *p) { return p->*(&Classic::gammat); }
};

struct Wall : public FixWallGran {
  static int style_of(const FixWallGran *w) { return w->*(&Wall::wallstyle); }
  static int axis_of(const FixWallGran *w) { return w->*(&Wall::axis); }
  static bool wiggles(const FixWallGran *w) { return w->*(&Wall::wiggle); }
  static double lo_of(const FixWallGran *w) { return w->*(&Wall::lo); }
  static double hi_of(const FixWallGran *w) { return w->*(&Wall::hi); }
  static double amplitude_of(const FixWallGran *w) { return w->*(&Wall::amplitude); }
  static double phase(const FixWallGran *w, bigint step)
  {
    return (w->*(&Wall::omega)) * static_cast<double>(step - w->*(&Wall::time_origin)) *
        (w->*(&Wall::dt));
  }
  static double speed(const FixWallGran *w) { return amplitude_of(w) * (w->*(&Wall::omega)); }
};

/** Coefficients of a contact of granular particles at the overlap of the turn of the impact. law(overlap) gives them. */
template <class Law>
Coefficients at_impact(const Law &law, const Contact &contact, double touch, double R)
{
  const double overlap = std::max(touch - contact.distance, SMALL * R);
  const auto stiffness = [&](double d) {
    return law(d).k.normal;
  };
  return law(VARDEM::impact_overlap(stiffness, overlap, contact.closing, contact.mass));
}

/* ---------------------------------------------------------------------- */

/** gran/hooke, gran/hooke/history, gran/hertz/history. */
class ClassicLaw : public ContactLaw {
 public:
  ClassicLaw(const Pair *pair, const std::string &name) :
      pair(static_cast<const PairGranHookeHistory *>(pair)), hertzian(name == "gran/hertz/history"),
      spring(name != "gran/hooke")
  {
  }

  Coefficients coefficients(const Contact &contact) const override
  {
    if (contact.factor == 0.0) return {};
    const double kn = Classic::kn_of(pair), kt = spring ? Classic::kt_of(pair) : 0.0;
    const double cn = contact.mass * Classic::gamman_of(pair),
                 ct = contact.mass * Classic::gammat_of(pair);
    if (!hertzian) return VARDEM::hooke(kn, kt, cn, ct);
    const double R = contact.Ri * contact.Rj / (contact.Ri + contact.Rj);
    return at_impact(
        [=](double d) {
          return VARDEM::hertz(kn, kt, cn, ct, std::sqrt(R * d));
        },
        contact, contact.Ri + contact.Rj, std::min(contact.Ri, contact.Rj));
  }

 private:
  const PairGranHookeHistory *pair;
  bool hertzian, spring;
};

/* ---------------------------------------------------------------------- */

/** Force of the normal model at an overlap, at rest. */
double normal_force(GranularModel *model, double overlap)
{
  model->delta = overlap;
  model->dR = overlap * model->Reff;
  model->r = model->radsum - overlap;
  model->rsq = model->r * model->r;
  model->rinv = 1.0 / model->r;
  model->contact_radius = model->normal_model->calculate_contact_radius();
  return model->normal_model->calculate_forces();
}

/** Springs and dashpots of a granular model at an overlap. This changes fields of the model, which LAMMPS sets again before
 *  each use. */
Coefficients model_coefficients(GranularModel *model, double overlap)
{
  const double h = DIFFERENCE * overlap;
  const double kn =
      (normal_force(model, overlap + h) - normal_force(model, overlap - h)) / (2.0 * h);
  model->Fnormal = normal_force(model, overlap);
  model->vnnr = 0.0;
  model->damping_model->calculate_forces();

  const double a = model->contact_radius, arm2 = model->Reff * model->Reff;
  const double damp = model->damping_model->get_damp_prefactor();
  const auto *tangential = model->tangential_model;
  double kt = 0.0, ct = 0.0;
  if (tangential->name != "none") {
    kt = tangential->get_k() * (tangential->contact_radius_flag ? a : 1.0);
    ct = tangential->coeffs[tangential->name == "linear_nohistory" ? 0 : 1] * damp;
  }
  Coefficients law = VARDEM::hooke(std::max(kn, 0.0), kt, damp, ct);
  if (model->rolling_model->name == "sds") {
    law.k.roll = model->rolling_model->coeffs[0] * arm2;
    law.c.roll = model->rolling_model->coeffs[1] * arm2;
  }
  if (model->twisting_model->name == "sds") {
    law.k.twist = model->twisting_model->coeffs[0];
    law.c.twist = model->twisting_model->coeffs[1];
  } else if (model->twisting_model->name == "marshall") {
    law.k.twist = 0.5 * tangential->get_k() * a * a;
    law.c.twist = 0.5 * ct * a * a;
  }
  return law;
}

/** Is the stiffness of this model a function of the overlap. That of mdr depends on the path. */
bool elastic(const GranularModel *model)
{
  return model->normal_model->name != "mdr";
}

/** Fix wall/gran hooke with gamma_n = 0 divides gamma_t by it: what it leaves is no dashpot. */
VARDEM::Springs numbers(VARDEM::Springs c)
{
  for (double *value : {&c.normal, &c.tangent, &c.roll, &c.twist})
    if (std::isnan(*value)) *value = 0.0;
  return c;
}

Coefficients model_at_impact(GranularModel *model, const Contact &contact)
{
  const bool wall = contact.j < 0;
  model->radi = contact.Ri;
  model->radj = contact.Rj;
  model->radsum = wall ? contact.Ri : contact.Ri + contact.Rj;
  model->Reff = contact.Rj == 0.0 ? contact.Ri
                                  : contact.Ri * contact.Rj / (contact.Ri + contact.Rj);
  model->meff = contact.mass;
  return at_impact(
      [=](double d) {
        Coefficients coefficients = model_coefficients(model, d);
        coefficients.c = numbers(coefficients.c);
        return coefficients;
      },
      contact, model->radsum, wall ? contact.Ri : std::min(contact.Ri, contact.Rj));
}

/** granular. */
class GranularLaw : public ContactLaw {
 public:
  explicit GranularLaw(Pair *pair) : pair(static_cast<PairGranular *>(pair)) {}

  Coefficients coefficients(const Contact &contact) const override
  {
    if (contact.factor == 0.0) return {};
    return model_at_impact(pair->models_list[pair->types_indices[contact.itype][contact.jtype]],
                           contact);
  }

 private:
  PairGranular *pair;
};

/* ---------------------------------------------------------------------- */

/** Puts two atoms at rest, at any distance along the line of their centers. The destructor restores them. */
class AtRest {
 public:
  AtRest(Atom *atom, const Contact &contact) :
      atom(atom), contact(contact), x(vec(atom->x[contact.i])), vi(vec(atom->v[contact.i])),
      vj(vec(atom->v[contact.j]))
  {
    set(atom->v, contact.i, {0.0, 0.0, 0.0});
    set(atom->v, contact.j, {0.0, 0.0, 0.0});
    if (!atom->omega_flag) return;
    wi = vec(atom->omega[contact.i]);
    wj = vec(atom->omega[contact.j]);
    set(atom->omega, contact.i, {0.0, 0.0, 0.0});
    set(atom->omega, contact.j, {0.0, 0.0, 0.0});
  }
  ~AtRest()
  {
    set(atom->x, contact.i, x);
    set(atom->v, contact.i, vi);
    set(atom->v, contact.j, vj);
    if (!atom->omega_flag) return;
    set(atom->omega, contact.i, wi);
    set(atom->omega, contact.j, wj);
  }
  AtRest(const AtRest &) = delete;
  AtRest &operator=(const AtRest &) = delete;

  void move_to(double distance) const
  {
    set(atom->x, contact.i, vec(atom->x[contact.j]) - distance * contact.n);
  }

 private:
  Atom *atom;
  const Contact &contact;
  Vec3 x, vi, vj, wi, wj;

  static Vec3 vec(const double *a) { return {a[0], a[1], a[2]}; }
  static void set(double **array, int i, const Vec3 &a)
  {
    array[i][0] = a.x;
    array[i][1] = a.y;
    array[i][2] = a.z;
  }
};

/** Any style that has single(): differences of its force give the stiffness, with both atoms at rest. The stiffness across the
 *  line of centers comes from the tension or, if the style offers extract("kt"), is kt of the two types. */
class SingleLaw : public ContactLaw {
 public:
  SingleLaw(LAMMPS *lmp, Pair *pair) : atom(lmp->atom), pair(pair), kt(nullptr)
  {
    int dim = 0;
    auto *table = static_cast<double **>(pair->extract("kt", dim));
    if (dim == 2) kt = table;
  }

  bool levers() const override { return kt; }

  double touch(const Contact &contact) const override
  {
    return pair->finitecutflag ? ContactLaw::touch(contact)
                               : std::sqrt(pair->cutsq[contact.itype][contact.jtype]);
  }

  Coefficients coefficients(const Contact &contact) const override
  {
    const AtRest rest(atom, contact);
    const double closed = touch(contact);
    if (pair->finitecutflag)
      return at_impact(
          [&](double d) {
            return at(rest, contact, closed - d, DIFFERENCE * d);
          },
          contact, closed, std::min(contact.Ri, contact.Rj));
    return at(rest, contact, std::min(contact.distance, (1.0 - 2.0 * DISTANCE) * closed),
              DISTANCE * closed);
  }

 private:
  Atom *atom;
  Pair *pair;
  double **kt;

  /** Force over distance. */
  double single(const AtRest &rest, const Contact &contact, double r) const
  {
    double fforce = 0.0;
    rest.move_to(r);
    pair->single(contact.i, contact.j, contact.itype, contact.jtype, r * r, contact.factor,
                 contact.factor, fforce);
    return fforce;
  }

  Coefficients at(const AtRest &rest, const Contact &contact, double r, double h) const
  {
    const double kn =
        ((r - h) * single(rest, contact, r - h) - (r + h) * single(rest, contact, r + h)) /
        (2.0 * h);
    const double across = kt ? kt[contact.itype][contact.jtype]
                             : std::max(0.0, -single(rest, contact, r));
    return VARDEM::hooke(std::max(kn, 0.0), across, 0.0, 0.0);
  }
};

}    // namespace

/* ---------------------------------------------------------------------- */

std::vector<SubStyle> VARDEM_NS::pair_styles(LAMMPS *lmp)
{
  std::vector<SubStyle> styles;
  Pair *pair = lmp->force->pair;
  if (!pair) return styles;
  const auto *hybrid = dynamic_cast<PairHybrid *>(pair);
  if (hybrid)
    for (int m = 0; m < Hybrid::n(hybrid); m++)
      styles.push_back({Hybrid::styles_of(hybrid)[m], Hybrid::names_of(hybrid)[m]});
  else
    styles.push_back({pair, lmp->force->pair_style});
  return styles;
}

/* ---------------------------------------------------------------------- */

std::unique_ptr<ContactLaw> VARDEM_NS::pair_law(LAMMPS *lmp, const SubStyle &style)
{
  const std::string name = plain(style.name);
  if (name == "gran/hooke" || name == "gran/hooke/history" || name == "gran/hertz/history")
    return std::make_unique<ClassicLaw>(style.pair, name);
  if (name == "granular") {
    const auto *granular = static_cast<PairGranular *>(style.pair);
    for (int m = 0; m < granular->nmodels; m++)
      if (!elastic(granular->models_list[m])) return nullptr;
    return std::make_unique<GranularLaw>(style.pair);
  }
  if (!style.pair->single_enable) return nullptr;
  return std::make_unique<SingleLaw>(lmp, style.pair);
}

/* ---------------------------------------------------------------------- */

Coefficients VARDEM_NS::bond_coefficients(Bond *bond, int type, int i, int j, double r)
{
  const double h = DISTANCE * r;
  double before = 0.0, here = 0.0, behind = 0.0;
  bond->single(type, (r - h) * (r - h), i, j, before);
  bond->single(type, r * r, i, j, here);
  bond->single(type, (r + h) * (r + h), i, j, behind);
  const double kn = ((r - h) * before - (r + h) * behind) / (2.0 * h);
  return VARDEM::hooke(std::max(kn, 0.0), std::max(-here, 0.0), 0.0, 0.0);
}

/* ---------------------------------------------------------------------- */

bool GranularWall::knows(const Fix *fix)
{
  const std::string style = fix->style;
  return (style == "wall/gran" || style == "wall/gran/region") &&
      elastic(static_cast<const FixWallGran *>(fix)->model);
}

/* ---------------------------------------------------------------------- */

void GranularWall::prepare() const
{
  if (strcmp(fix->style, "wall/gran/region") != 0) return;
  Region *region = static_cast<FixWallGranRegion *>(fix)->region;
  if (region->dynamic_check()) region->prematch();
}

/* ---------------------------------------------------------------------- */

int GranularWall::contacts(LAMMPS *lmp, int i, double reach, Contact *walls) const
{
  if (!(lmp->atom->mask[i] & fix->groupbit)) return 0;
  return strcmp(fix->style, "wall/gran") == 0 ? planes(lmp, i, reach, walls)
                                              : surfaces(lmp, i, reach, walls);
}

/* ----------------------------------------------------------------------
   planes of fix wall/gran. As in its post_force(), the nearer one of two planes acts.
------------------------------------------------------------------------- */

int GranularWall::planes(LAMMPS *lmp, int i, double reach, Contact *walls) const
{
  const auto *wall = static_cast<const FixWallGran *>(fix);
  const Atom *atom = lmp->atom;
  const int axis = Wall::style_of(wall);
  double offset = 0.0, speed = 0.0;
  if (Wall::wiggles(wall) && Wall::axis_of(wall) == axis) {
    const double phase = Wall::phase(wall, lmp->update->ntimestep);
    offset = Wall::amplitude_of(wall) * (1.0 - std::cos(phase));
    speed = Wall::speed(wall) * std::sin(phase);
  }
  const double x = atom->x[i][axis] - offset;
  const double above = x - Wall::lo_of(wall), below = Wall::hi_of(wall) - x;
  const double side = above < below ? -1.0 : 1.0;
  const double distance = std::min(above, below);
  if (distance > atom->radius[i] + reach) return 0;
  Vec3 n{0.0, 0.0, 0.0};
  (axis == 0 ? n.x : axis == 1 ? n.y : n.z) = side;
  walls[0] = {i,   -1, 0, 0, n, distance, atom->radius[i], 0.0, side * (atom->v[i][axis] - speed),
              0.0, 1.0};
  return 1;
}

/* ----------------------------------------------------------------------
   surfaces of a region, like in post_force() of fix wall/gran/region
------------------------------------------------------------------------- */

int GranularWall::surfaces(LAMMPS *lmp, int i, double reach, Contact *walls) const
{
  Region *region = static_cast<FixWallGranRegion *>(fix)->region;
  const Atom *atom = lmp->atom;
  double *x = atom->x[i];
  if (!region->match(x[0], x[1], x[2])) return 0;
  const int n = std::min(region->surface(x[0], x[1], x[2], atom->radius[i] + reach), MAXWALLS);
  for (int k = 0; k < n; k++) {
    const auto &surface = region->contact[k];
    double velocity[3] = {0.0, 0.0, 0.0};
    if (region->dynamic_check()) region->velocity_contact(velocity, x, k);
    const Vec3 normal = (-1.0 / surface.r) * Vec3{surface.delx, surface.dely, surface.delz};
    const Vec3 v{atom->v[i][0] - velocity[0], atom->v[i][1] - velocity[1],
                 atom->v[i][2] - velocity[2]};
    walls[k] = {i,   -1, 0, 0, normal, surface.r, atom->radius[i], surface.radius, dot(v, normal),
                0.0, 1.0};
  }
  return n;
}

/* ---------------------------------------------------------------------- */

Coefficients GranularWall::coefficients(const Contact &wall) const
{
  return model_at_impact(static_cast<FixWallGran *>(fix)->model, wall);
}
