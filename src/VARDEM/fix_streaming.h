/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(streaming,FixStreaming);
// clang-format on
#else

#ifndef LMP_FIX_STREAMING_H
#define LMP_FIX_STREAMING_H

#include "fix.h"
#include "host/cell_streaming.h"
#include "host/followed_cell.h"
#include "host/interfaces.h"

namespace LAMMPS_NS {

/** Moves particles with the cell of a fix deform 0 ... remap v, as fix deform/gradv does with its own cell.
 *
 *  Fix deform moves the cell after the particles, and the gradient of the step is not known before. The kick uses the gradient
 *  that domain->h_rate predicts; post_integrate() corrects velocities and positions if the cell has moved otherwise. */
class FixStreaming : public Fix, public VARDEM_NS::FlowOfCell {
 public:
  FixStreaming(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_integrate() override;
  void post_force(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  VARDEM_NS::CellStreaming &cell_streaming() override { return flow; }

 protected:
  VARDEM_NS::CellStreaming flow;

  virtual void apply(const VARDEM::Streaming &);
  virtual void correct(const VARDEM::FlowCorrection &);

 private:
  VARDEM_NS::FollowedCell cell;

  const class FixDeform *checked_deform() const;
  void set_corner(const VARDEM::Upper &L, double h);
};

}    // namespace LAMMPS_NS
#endif
#endif
