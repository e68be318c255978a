// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CITATIONS_H
#define VARDEM_HOST_CITATIONS_H

#include <initializer_list>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** The publications behind the styles. */
  enum class Paper {
    WOO,               // documentation of Woo, "Motion integration"
    FINCHAM,           // rotation of fix nve/asphere/fincham
    BAKER_GONZALEZ,    // maps in rescaled Rodrigues parameters
    LEE_LEOK,          // Lie group variational integrator
    HAIRER_VILMART,    // corrections of its time scale and spin
    CUNDALL_STRACK,    // damping of forces
    DE_KLERK,          // two-sided bonds of spheres
    OLSEN_KAMRIN       // forces between rigid grains
  };

  /** To be called by the constructor of a style: LAMMPS reminds the user at the end of a run to
   *  cite these papers. */
  void cite(LAMMPS *, std::initializer_list<Paper> papers);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
