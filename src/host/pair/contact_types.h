/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CONTACT_TYPES_H
#define VARDEM_HOST_CONTACT_TYPES_H

#include "host/pair/adapted_coefficients.h"
#include "host/pair/distinct_laws.h"
#include "pointers.h"

#include <cstdio>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The coefficients of soft contacts for all pairs of atom types of a pair style. Messages begin with `who`. setflag: that of
 *  the pair style, which the input has set for types I <= J. */
class ContactTypes : protected Pointers {
 public:
  ContactTypes(LAMMPS *lmp, VARDEM::ContactLawKind kind_in) : Pointers(lmp), kind(kind_in) {}

  void allocate();
  /** Number of types + 1. */
  int no_type() const;
  void set(int i, int j, const ContactCoefficients &given);

  /** What any of the laws has. */
  struct Settings {
    bool springs = false, root = false,
         damped = false;    // tangential springs; dashpots by_root; dashpots
    bool on_step = true;    // velocity onstep
  };
  /** An error if the types differ in what must be the same for a pair style. */
  Settings settings(int **setflag, const std::string &who) const;
  /** The types that have coefficients. */
  std::vector<bool> types(int **setflag) const;

  /** To be called before init() of the types that a pair style acts on: in style hybrid these may be fewer than before. */
  void forget_laws();
  /** Mixes the coefficients of two types if the input has not set them, and takes those that fix adapt has changed. springs: does the
   *  run keep springs? Returns true if it has mixed. */
  bool init(int i, int j, int **setflag, bool springs, const std::string &who);
  /** For fix adapt: a table of the coefficient with this name, or null. */
  double **table(const char *name) { return adapted.table(name, input, no_type()); }

  /** Laws of two types, no_type^2, and each of them once. */
  const std::vector<VARDEM::SoftContact> &all() const { return laws; }
  const DistinctLaws &distinct();
  const VARDEM::SoftContact &law(int i, int j) const { return laws[i * no_type() + j]; }

  /** The records of a restart file: rank 0 writes and reads. */
  void write_restart(FILE *fp, int **setflag);
  void read_restart(FILE *fp, int **setflag);
  /** Coefficients as in the input. */
  std::string text(int i, int j) const { return input[i * no_type() + j].text(); }
  double bytes() const;

 private:
  const VARDEM::ContactLawKind kind;
  std::vector<ContactCoefficients> input;    // no_type^2
  std::vector<VARDEM::SoftContact> laws;
  DistinctLaws distinct_laws;
  AdaptedCoefficients adapted;

  ContactCoefficients &of(int i, int j) { return input[i * no_type() + j]; }
  const ContactCoefficients &of(int i, int j) const { return input[i * no_type() + j]; }
  void adapt(int i, int j, bool springs, const std::string &who);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
