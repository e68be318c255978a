// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_YIELDS_TO_CONTACTS_H
#define VARDEM_HOST_YIELDS_TO_CONTACTS_H

#include "host/interfaces/styles_with.h"
#include "kernels/yielding_cell.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A fix whose cell gives way to the impulses of contact dynamics: fix deform/gradv with keyword
 *  stress. */
class YieldsToContacts {
 public:
  /** The cell in the step that begins now, of length h. */
  virtual VARDEM::YieldingCell yielding_cell(double h) = 0;
  /** on_cell: sums of YieldingCell in this step. */
  virtual void give_way(const VARDEM::Vec3 &on_cell) = 0;

 protected:
  ~YieldsToContacts() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
