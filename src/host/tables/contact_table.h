// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_TABLE_H
#define VARDEM_HOST_CONTACT_TABLE_H

#include "host/interfaces/contact_forces.h"
#include "kernels/contact/listed_contact.h"

namespace LAMMPS_NS::VARDEM_NS {

VARDEM_INLINE void set_columns(const VARDEM::Vec3 &a, double *row)
{
  row[0] = a.x;
  row[1] = a.y;
  row[2] = a.z;
}

/** Fills a row of ContactForces. c is seen from the atom with the ID tag; the row from the atom
 *  with the lower ID, or from the only one at a wall, where other is 0. There is no classic force,
 *  and no moment but the moment of the force. */
VARDEM_INLINE void fill_row(tagint tag, tagint other, int kind, const VARDEM::ListedContact &c,
                            double *row)
{
  using Row = ContactForces;
  const bool swap = kind == Row::PAIR && other < tag;
  const VARDEM::ListedContact seen = swap ? swapped(c) : c;
  row[Row::TAG_1] = static_cast<double>(swap ? other : tag);
  row[Row::TAG_2] = static_cast<double>(swap ? tag : other);
  row[Row::KIND] = kind;
  set_columns(seen.normal, row + Row::NORMAL);
  set_columns(seen.point, row + Row::POINT);
  row[Row::GAP] = seen.gap;
  set_columns(seen.force, row + Row::FORCE);
  for (int k = Row::CLASSIC; k < Row::COLUMNS; k++) row[k] = 0.0;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
