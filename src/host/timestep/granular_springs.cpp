/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/granular_springs.h"

#include "host/lammps/internals_granular.h"
#include "host/timestep/impact_springs.h"

// Of package GRANULAR only layouts, inline and virtual functions are used, because LAMMPS may have been built without it
#include "GRANULAR/gran_sub_mod_damping.h"
#include "GRANULAR/gran_sub_mod_normal.h"
#include "GRANULAR/gran_sub_mod_rolling.h"
#include "GRANULAR/gran_sub_mod_tangential.h"
#include "GRANULAR/gran_sub_mod_twisting.h"
#include "GRANULAR/granular_model.h"
#include "GRANULAR/pair_granular.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using Granular_NS::GranularModel;
using VARDEM::Coefficients;

namespace {

/** gran/hooke, gran/hooke/history, gran/hertz/history. */
class ClassicLaw : public ContactLaw {
 public:
  ClassicLaw(const Pair *pair, const std::string &name) :
      pair(pair), hertzian(name == "gran/hertz/history"), spring(name != "gran/hooke")
  {
  }

  Coefficients coefficients(const Contact &contact) const override
  {
    if (contact.factor == 0.0) return {};
    return hertzian ? of_law<VARDEM::HertzForce>(contact) : of_law<VARDEM::HookeForce>(contact);
  }

 private:
  const Pair *pair;
  bool hertzian, spring;

  /** All coefficients of a style are proportional to the contact radius, 1 for Hooke. */
  template <class NormalForce> Coefficients of_law(const Contact &contact) const
  {
    const GranCoefficients given = gran_coefficients(pair);
    const double R = contact.Ri * contact.Rj / (contact.Ri + contact.Rj);
    VARDEM::SoftContact law = {};
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
};

/* ---------------------------------------------------------------------- */

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

}    // namespace

/* ---------------------------------------------------------------------- */

std::unique_ptr<ContactLaw> VARDEM_NS::gran_law(const Pair *pair, const std::string &name)
{
  return std::make_unique<ClassicLaw>(pair, name);
}

/* ---------------------------------------------------------------------- */

std::unique_ptr<ContactLaw> VARDEM_NS::granular_law(Pair *pair)
{
  const auto *granular = static_cast<PairGranular *>(pair);
  for (int m = 0; m < granular->nmodels; m++)
    if (!is_elastic(granular->models_list[m])) return nullptr;
  return std::make_unique<GranularLaw>(pair);
}

/* ---------------------------------------------------------------------- */

bool VARDEM_NS::is_elastic(const GranularModel *model)
{
  return model->normal_model->name != "mdr";
}

/* ---------------------------------------------------------------------- */

Coefficients VARDEM_NS::model_at_impact(GranularModel *model, const Contact &contact)
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
