// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_COEFFICIENTS_H
#define VARDEM_HOST_CONTACT_COEFFICIENTS_H

#include "host/input/arguments.h"
#include "host/interfaces/soft_contacts.h"
#include "kernels/contact/normal_law.h"

#include <string>

namespace LAMMPS_NS {

class Error;
class Force;
class LAMMPS;

namespace VARDEM_NS {

  class CoefficientReader;
  struct LawOptions;

  /** A coefficient of rigid contacts that is a number. */
  struct RigidNumber {
    const char *keyword;
    double RigidCoefficients::*of;
    NumberRange range;
  };

  constexpr RigidNumber RIGID_NUMBERS[] = {
      {"stiffness", &RigidCoefficients::stiffness, Range::POSITIVE},
      {"restitution", &RigidCoefficients::restitution, Range::PART},
      {"mu", &RigidCoefficients::friction, Range::NOT_NEGATIVE},
      {"rolling", &RigidCoefficients::rolling, Range::NOT_NEGATIVE}};

  /** Reads one of them; false if it is another keyword. */
  bool read_number(CoefficientReader &reader, RigidCoefficients &c);

  /** The coefficients of a soft contact as the input gives them (pair_coeff of contact/hooke and
   *  contact/hertz, and styles that take the same keywords). Plain data: the bond styles have its
   *  bytes in restart files. */
  struct ContactCoefficients {
    enum Stiffness : int { K, MATERIAL };
    enum Damping : int { UNDAMPED, MASS_VELOCITY, VELOCITY, RESTITUTION };
    enum Cohesion : int { NO_COHESION, DMT, LINEAR, JKR };
    enum Turning : int { FREE, SPRING, MARSHALL };    // resistance against rolling, or twisting
    enum Lever : int { CONTACT, RADIUS };
    enum Velocity : int { FULL_STEP, MID };

    double k = 0.0;    // of K
    // of MATERIAL: those of two bodies of the same material that would have this contact; G of
    // `shear`
    double E = 0.0, nu = 0.0, G = 0.0;
    double damping[2] = {};    // normal and tangential; of RESTITUTION the first
    double kt = 0.0, mu = 0.0;
    double adhesion = 0.0;                // of cohesion: a surface energy, or the tension of LINEAR
    double own[VARDEM::MOST_OWN] = {};    // of the law
    double bridge[3] = {};                // of `wet`: surface tension, contact angle, volume
    // of SPRING: stiffness, coefficient of friction, dashpot
    double rolling[3] = {}, twisting[3] = {};
    Stiffness stiffness = K;
    Damping dashpots = UNDAMPED;
    int friction = 0;    // 1: mu is given, with kt or with G
    int shear = 0;       // 1: G is given, for the tangential stiffness of Mindlin
    Cohesion cohesion = NO_COHESION;
    int wet = 0;    // 1: a bridge of liquid
    Turning rolls = FREE, twists = FREE;
    Lever lever = CONTACT;
    Velocity velocity = FULL_STEP;

    /** Reads the arguments from iarg on. Errors begin with `style_name`, and name keyword and
     *  value. lever: if the input does not give it. of_grains: may there be keywords for friction,
     *  cohesion, rolling and twisting? */
    static ContactCoefficients read(LAMMPS *lmp, const std::string &style_name,
                                    const VARDEM::NormalLaw &law, int iarg, int narg, char **arg,
                                    Lever lever = CONTACT, bool of_grains = true);
    /** Reads what can follow the names of materials from iarg on: the keywords lever and velocity,
     *  and cohesion, which chooses the law of a surface energy; there must be no others. Returns
     *  false if there is cohesion, but no surface energy. */
    bool read_style_of(LAMMPS *lmp, const std::string &style_name, int iarg, int narg, char **arg);
    static double isotropic_shear_modulus(double E, double nu) { return E / (2.0 * (1.0 + nu)); }
    /** As in the input, with all digits, but without the coefficients of the law itself. */
    std::string text() const;
    std::string text(const VARDEM::NormalLaw &law) const;
    /** What keeps two coefficients from being mixed; empty if nothing. */
    std::string difference(const ContactCoefficients &other) const;
    /** Says why two sets of coefficients cannot belong to the same pair style; empty if they
     *  can. */
    std::string difference_of_style(const ContactCoefficients &other) const;
    /** Of two types: stiffness of the two halves in series, other coefficients by their geometric
     *  mean. */
    ContactCoefficients mixed(const ContactCoefficients &other) const;
    /** As the kernels need them, in units in which a force is that of the force field, and a mass
     *  times an acceleration is converted to it. */
    VARDEM::ContactParameters law(const VARDEM::NormalLaw &law, const Force *units) const;
    bool is_damped() const { return dashpots != UNDAMPED || rolling[2] > 0.0 || twisting[2] > 0.0; }
    /** Has the contact a tangential spring? */
    bool has_spring() const { return friction && (kt > 0.0 || G > 0.0); }
    bool resists_rolling() const { return rolls != FREE || twists != FREE; }
    /** What the law must have besides for these coefficients. */
    void add_to(LawOptions &options) const;

    // --- for fix adapt ---

    /** A number by its name: k, E, nu, G, damping_normal, damping_tangential, restitution, kt,
     *  mu, cohesion, capillary_{gamma,angle,volume}, {rolling,twisting}_{stiffness,friction,
     *  damping}, or a keyword of the law; null if there is none. used: does the input use it? */
    double *number(const std::string &name, const VARDEM::NormalLaw &law, bool *used = nullptr);
    /** Says which number has a value that read() would refuse; empty if none has. */
    std::string problem(const VARDEM::NormalLaw &law);

    /** Calls f for each member of c, in the order of restart files. */
    template <class Coefficients, class F> static void for_each(Coefficients &c, const F &f)
    {
      for (auto *number :
           {&c.k, &c.E, &c.nu, &c.G, &c.damping[0], &c.damping[1], &c.kt, &c.mu, &c.adhesion})
        f(*number);
      for (auto &number : c.own) f(number);
      for (auto *numbers : {&c.bridge, &c.rolling, &c.twisting})
        for (auto &number : *numbers) f(number);
      f(c.stiffness), f(c.dashpots), f(c.friction), f(c.shear), f(c.cohesion), f(c.wet), f(c.rolls),
          f(c.twists), f(c.lever), f(c.velocity);
    }
  };

  /** An error if cohesion stands behind the names of materials, and none takes it. */
  void require_surface_energy(Error *error, const std::string &style_name, bool taken);
  /** An error if contacts of one style have cohesion jkr, and others, or the same, a bridge. */
  void refuse_both(Error *error, const std::string &style_name, const LawOptions &options);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
