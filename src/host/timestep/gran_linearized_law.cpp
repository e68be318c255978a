// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/linearized_law.h"

#include "atom.h"
#include "fix.h"
#include "force.h"
#include "host/lammps/internals_granular.h"
#include "region.h"
#include "update.h"

// Of package GRANULAR only layouts, inline and virtual functions are used, because LAMMPS may have
// been built without it
#include "GRANULAR/fix_wall_gran_region.h"
#include "GRANULAR/gran_sub_mod_damping.h"
#include "GRANULAR/gran_sub_mod_normal.h"
#include "GRANULAR/gran_sub_mod_rolling.h"
#include "GRANULAR/gran_sub_mod_tangential.h"
#include "GRANULAR/gran_sub_mod_twisting.h"
#include "GRANULAR/granular_model.h"
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

/** Springs and dashpots of a granular model at an overlap. This changes fields of the model. */
Coefficients model_coefficients(GranularModel *model, double overlap)
{
  const double h = OVERLAP_DIFFERENCE * overlap;
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
  Coefficients law = VARDEM::constant(std::max(kn, 0.0), kt, damp, ct);
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

/** Fix wall/gran hooke with gamma_n = 0 divides gamma_t by it: what it leaves is no dashpot. */
VARDEM::Springs numbers(VARDEM::Springs c)
{
  for (double *value : {&c.normal, &c.tangent, &c.roll, &c.twist})
    if (std::isnan(*value)) *value = 0.0;
  return c;
}

/** Springs and dashpots of a model at the turn of an impact. This changes fields of the model,
 *  which LAMMPS sets again before each use. */
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

/** The stiffness of model mdr depends on the path. */
bool is_elastic(const GranularModel *model)
{
  return model->normal_model->name != "mdr";
}

/** All coefficients of styles gran are proportional to the contact radius, 1 for Hooke. */
template <class NormalForce>
Coefficients gran_coefficients_of(const GranCoefficients &given, bool spring,
                                  const Contact &contact)
{
  const double R = contact.Ri * contact.Rj / (contact.Ri + contact.Rj);
  VARDEM::ContactParameters law = {};
  law.modulus = given.kn;
  law.normal.by_mass = given.gamman;
  law.tangential.by_mass = given.gammat;
  if (spring) law.tangential_modulus = given.kt;
  return at_impact(
      [=](double d) {
        return VARDEM::coefficients<NormalForce>(law, d, R, contact.mass);
      },
      contact, contact.Ri + contact.Rj, std::min(contact.Ri, contact.Rj));
}

/** The nearer one of the planes of fix wall/gran acts, as in its post_force(). */
void add_plane(LAMMPS *lmp, const Fix *fix, int i, double reach, std::vector<Contact> &found)
{
  const GranPlanes wall = gran_planes(fix, lmp->update->ntimestep);
  const Atom *atom = lmp->atom;
  const int axis = wall.axis;
  const double x = atom->x[i][axis] - wall.offset;
  const double above = x - wall.lo, below = wall.hi - x;
  const double side = above < below ? -1.0 : 1.0;
  const double distance = std::min(above, below);
  if (distance > atom->radius[i] + reach) return;
  Vec3 n{0.0, 0.0, 0.0};
  (axis == 0 ? n.x : axis == 1 ? n.y : n.z) = side;
  found.push_back({i, -1, 0, 0, n, distance, atom->radius[i], 0.0,
                   side * (atom->v[i][axis] - wall.speed), 0.0, 1.0, lmp->force->ftm2v});
}

/** As in post_force() of fix wall/gran/region. */
void add_surfaces(LAMMPS *lmp, Region *region, int i, double reach, std::vector<Contact> &found)
{
  const Atom *atom = lmp->atom;
  double *x = atom->x[i];
  if (!region->match(x[0], x[1], x[2])) return;
  const int n = region->surface(x[0], x[1], x[2], atom->radius[i] + reach);
  for (int k = 0; k < n; k++) {
    const auto &surface = region->contact[k];
    double velocity[3] = {0.0, 0.0, 0.0};
    if (region->dynamic_check()) region->velocity_contact(velocity, x, k);
    const Vec3 normal = (-1.0 / surface.r) * Vec3{surface.delx, surface.dely, surface.delz};
    const Vec3 v = *VARDEM::vectors_at(atom->v[i]) - *VARDEM::vectors_at(velocity);
    found.push_back({i, -1, 0, 0, normal, surface.r, atom->radius[i], surface.radius,
                     dot(v, normal), 0.0, 1.0, lmp->force->ftm2v});
  }
}

Region *region_of(Fix *wall)
{
  return strcmp(wall->style, "wall/gran/region") == 0
      ? static_cast<FixWallGranRegion *>(wall)->region
      : nullptr;
}

}    // namespace

SpringsOfPairs VARDEM_NS::gran_springs(const Pair *pair, const std::string &name)
{
  const bool hertz = name == "gran/hertz/history", spring = name != "gran/hooke";
  return [=](const Contact &contact) -> ContactSprings {
    Coefficients law = {};
    if (contact.factor != 0.0)
      law = hertz
          ? gran_coefficients_of<VARDEM::HertzForce>(gran_coefficients(pair), spring, contact)
          : gran_coefficients_of<VARDEM::HookeForce>(gran_coefficients(pair), spring, contact);
    return {law, contact.Ri, contact.Rj};
  };
}

SpringsOfPairs VARDEM_NS::granular_springs(Pair *pair)
{
  auto *granular = static_cast<PairGranular *>(pair);
  for (int m = 0; m < granular->nmodels; m++)
    if (!is_elastic(granular->models_list[m])) return {};
  return [granular](const Contact &contact) -> ContactSprings {
    Coefficients law = {};
    if (contact.factor != 0.0) {
      const int model = granular->types_indices[contact.itype][contact.jtype];
      law = model_at_impact(granular->models_list[model], contact);
    }
    return {law, contact.Ri, contact.Rj};
  };
}

bool VARDEM_NS::is_granular_wall(const Fix *fix)
{
  constexpr int NO_AXIS = 3;    // of a cylinder, which LAMMPS had until 2025
  const std::string style = fix->style;
  return (style == "wall/gran/region" ||
          (style == "wall/gran" && gran_planes(fix, 0).axis < NO_AXIS)) &&
      is_elastic(static_cast<const FixWallGran *>(fix)->model);
}

void VARDEM_NS::place_granular_wall(Fix *wall)
{
  Region *region = region_of(wall);
  if (region && region->dynamic_check()) region->prematch();
}

void VARDEM_NS::find_granular_surfaces(LAMMPS *lmp, Fix *wall, int i, double reach,
                                       std::vector<Contact> &found)
{
  if (!(lmp->atom->mask[i] & wall->groupbit)) return;
  if (Region *region = region_of(wall))
    add_surfaces(lmp, region, i, reach, found);
  else
    add_plane(lmp, wall, i, reach, found);
}

ContactSprings VARDEM_NS::springs_of_granular_wall(Fix *wall, const Contact &contact)
{
  return {model_at_impact(static_cast<FixWallGran *>(wall)->model, contact), contact.Ri, 0.0};
}
