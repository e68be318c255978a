// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/hertz,PairContactHertz);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_HERTZ_H
#define LMP_PAIR_CONTACT_HERTZ_H

#include "pair_contact.h"

namespace LAMMPS_NS {

/** Soft contacts of spheres with Hertz' law. */
class PairContactHertz : public PairContact {
 public:
  PairContactHertz(class LAMMPS *);
  void compute(int, int) override;
};

}    // namespace LAMMPS_NS
#endif
#endif
