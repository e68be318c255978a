// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_RULES_H
#define VARDEM_HOST_CONTACT_RULES_H

#include "atom.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/over_processes.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/normal_law.h"
#include "kernels/rigid/touching_spheres.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  /** What has changed about the atoms since the last solve, as bits. */
  enum Change { MOVED = 1, RESIZED = 2, RETYPED = 4, HELD = 8, WALLS = 16 };

  /** Tells which atoms have infinite mass: atoms outside of a group, and atoms that a fix holds.
   *  Also used on devices. */
  struct HeldAtoms {
    int groupbit = 0, held_bits = 0;

    VARDEM_INLINE bool is_fixed(int mask) const { return !(mask & groupbit) || (mask & held_bits); }
  };

  /** One number for two types in any order, below the square of no_type = number of types + 1. */
  VARDEM_INLINE int type_pair_code(int itype, int jtype, int no_type)
  {
    const int low = itype < jtype ? itype : jtype;
    return low * no_type + itype + jtype - low;
  }

  /** What decides on devices, too, whether a pair of atoms is a contact, and how stiff it is:
   *  stiffness_of() (kernels/contact/normal_force.h). */
  struct ContactCriteria {
    // of the network, which may have more contacts than spheres that touch by ContactRules::closed
    VARDEM::ClosedRule closed;
    HeldAtoms held;
    bool excluded[4];    // kinds of special bonds
    int no_type;         // number of types + 1
    // of two types, no_type^2 numbers where loops can reach them; the caller sets them. All moduli
    // may be zero
    const double *stiffness, *modulus;
    VARDEM::LawKind of_moduli;    // by whose size factor moduli count
    bool own_images = false;      // only contacts of atoms with their own images, or only others?

    /** Two types of pair_coeff none, or of another sub-style of hybrid, do not touch. */
    VARDEM_INLINE bool has_law(int types) const
    {
      return stiffness[types] > 0.0 || modulus[types] > 0.0;
    }
  };

  /** Decides which pairs of atoms are contacts for a fix, and takes their stiffness and law from
   *  pair style contact/rigid or, if the input has none, from contact/hooke or contact/hertz. */
  class ContactRules : protected Pointers {
   public:
    ContactRules(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

    VARDEM::ClosedRule closed = {0.0, 1e-9};
    bool overlap = false;      // are the present overlaps and gaps part of the law?
    bool trial = false;        // must laws be known at trial positions?
    bool friction = false;     // has the fix the friction of the pair style?
    bool law_given = false;    // by the fix; otherwise the pair style gives it
    VARDEM::LawKind law = VARDEM::HOOKE;

    /** The init() of the fix calls this. Messages of errors begin with the style of the fix. */
    void init();
    /** Stops if members of rigid bodies are in the group of the fix. */
    void require_spheres() const;
    /** Takes the present coefficients, weights of bonded pairs and fixes that hold atoms. They stay
     *  until the next call. */
    void update();

    /** Those of the last update(). */
    ContactCriteria criteria() const;
    /** Stiffness of two atom types, no_type() numbers for each, then their modulus in the same way;
     *  0 if the input has not given it. */
    std::vector<double> &stiffness_table() { return K; }
    /** A coefficient of rigid contacts, such as &RigidCoefficients::friction, of two atom types:
     *  no_type() numbers for each; 0 if the pair style has none. */
    std::vector<double> of_types(double RigidCoefficients::*coefficient);
    /** The same of each rigid wall with each type, no_type() numbers for each wall. */
    std::vector<double> of_walls(double RigidCoefficients::*coefficient) const;
    /** The largest one of any two types or rigid wall; 0 if there is none. */
    double largest(double RigidCoefficients::*coefficient);
    /** With overlaps, contacts that are open now may close. Returns the gap up to which a network
     *  has contacts: the largest overlap, or more. */
    double find_reach(double largest_overlap);
    /** The result of the last find_reach(). */
    double reach() const { return present_reach; }
    /** Sets the least result of find_reach() until the next update(). */
    void extend_reach(double gap) { least_reach = gap; }
    /** Has extend_reach() been called since the last update()? */
    bool is_extended() const { return least_reach > 0.0; }
    /** Do lists lack contacts unless they were made at this step? */
    bool needs_new_lists() const { return overlap || closed.length > 0.0; }
    const char *keyword_of_new_lists() const { return overlap ? "overlap" : "closed"; }

    /** The pair style, where contacts are soft; otherwise null. */
    const SoftContacts *soft_contacts() { return find_contacts().soft; }

    bool is_fixed(int mask) const { return held.is_fixed(mask); }
    /** By the fixes that the input has now. is_fixed() knows the fixes of the last update(). */
    HeldAtoms find_held() const;

    /** Stops because the atoms with these IDs are at the same place. All processes must know
     *  both. */
    void not_apart(tagint low, tagint high) const;
    int code_of_types(int itype, int jtype) const
    {
      return type_pair_code(itype, jtype, no_type());
    }
    int no_types() const { return no_type() * no_type(); }
    int no_type() const { return atom->ntypes + 1; }

    /** Has the pair style two laws? Then the types that touch decide which one counts. */
    bool has_two_laws() const { return two_laws; }
    /** Takes the law of the types that touch. touching: by code_of_types(), 1 if such particles
     *  touch on this process. */
    void take_law(std::vector<int> touching);

    /** What a particle has in contact with a wall, on this process: WALL_AWAY, or else the largest
     *  of the others. */
    enum { WALL_AWAY, WALL_TOUCHED, WALL_AT_CENTRE, WALL_FLAGS };
    /** Stops if walls cannot be in a network. touched: of each fix wall/contact. */
    void require_walls(std::vector<int> touched) const;

    bigint all(bigint mine) const { return over_processes(mine, MPI_SUM, world); }

   private:
    Fix *fix;
    std::vector<double> K;
    VARDEM::LawKind of_moduli = VARDEM::HOOKE;    // see ContactCriteria
    std::vector<int> laws;                        // by code_of_types()
    bool excluded[4] = {}, two_laws = false;
    bool told_of_friction = false;
    double present_reach = 0.0, least_reach = 0.0;
    HeldAtoms held;
    std::string pair_style;    // which has the coefficients

    /** A pair style that has the coefficients: one of the two pointers is null. */
    struct Source {
      const StiffContacts *stiff = nullptr;
      const SoftContacts *soft = nullptr;
    };
    /** What it says about two types. */
    struct Given {
      double stiffness, modulus;
      VARDEM::LawKind law;
      bool in_input;
    };
    Source find_contacts();
    static Given given_by(const Source &contacts, int itype, int jtype);
    void require_simple_laws(const Source &contacts) const;
    void find_laws(const Source &contacts);
    void require_own_law(const SoftContacts &contacts) const;
    void tell_of_friction(const SoftContacts &contacts);
    std::string touching_with(const std::vector<int> &touching, int wanted) const;
    void require_skin() const;
    void require_ghosts() const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
