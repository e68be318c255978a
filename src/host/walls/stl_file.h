// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STL_FILE_H
#define VARDEM_HOST_STL_FILE_H

#include "kernels/vector3.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The corners of the triangles of an STL file, three of each, from a binary file or from one of
 *  text. LAMMPS has a reader since 2026, which throws away what a message needs. Throws
 *  std::runtime_error that says what is wrong with the file. */
std::vector<VARDEM::Vec3> read_stl(const std::string &file);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
