// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The command of fix deform/gradv: its keywords, whether the cell can follow them, and the command
// that FixDeform gets.

#include "fix_deform_gradv.h"

#include "domain.h"
#include "error.h"
#include "host/input/keyword_reader.h"

#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::UPPER;

// Reads the whole command, and makes the command for FixDeform.
FixDeformGradv::Command::Command(LAMMPS *lmp, int narg, char **args) :
    flow(lmp), gradient(lmp), servo(lmp), kick(false), flips(true), stop(0.0)
{
  const char *const style = args[2];
  if (strcmp(args[1], "all") != 0)
    lmp->error->all(FLERR, 1, "Fix {}: the group must be all, not {}", style, args[1]);

  const char *const defaults[] = {"exact"};
  text.add("closure", defaults, defaults + 1);

  const auto read = [&](KeywordReader &keyword) {
    const int iarg = keyword.place;
    std::string name = args[iarg];
    if (name == "stress" && iarg + 1 < narg) name += std::string(" ") + args[iarg + 1];
    if (!gradient.read(keyword) && !servo.read(keyword) && !flow.read(keyword) &&
        !read_switch(keyword))
      return false;
    if (name != "flip" && name != "stop")    // they do not change the motion
      text.add(name, args + iarg + 1, args + keyword.next);
    return true;
  };
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, args, read, {"stress"});
  if (!gradient.given())
    lmp->error->all(
        FLERR, Error::NOPOINTER,
        "Fix {} needs keyword gradv with six numbers or variables, Lxx Lyy Lzz Lxy Lxz Lyz", style);

  // logical values last, in place of their words
  text.add("spin", flow.spin);
  text.add("kick", kick);
  check_cell(lmp, style, gradient, servo);
  build(args, lmp->domain);
}

bool FixDeformGradv::Command::read_switch(KeywordReader &keyword)
{
  if (!keyword.is("stop", 1))
    return keyword.takes_yes("flip", flips) || keyword.takes_yes("kick", kick);
  stop = keyword.number(1);
  keyword.require(stop > 0.0 && stop < 1.0, 1, "a fraction of the volume between 0 and 1");
  return true;
}

// Can component c of the gradient be anything but 0, with its servo?
bool FixDeformGradv::moves(const VelocityGradient &gradient, const StressServo &servo, int c)
{
  return gradient.moves(c) || servo.drives_component(c);
}

// Can the cell follow? Checked when the fix is defined and before each run, since change_box may
// come in between.
void FixDeformGradv::check_cell(LAMMPS *lmp, const char *style, const VelocityGradient &gradient,
                                const StressServo &servo)
{
  const Domain *const domain = lmp->domain;
  for (int c = 0; c < UPPER; c++) {
    if (!moves(gradient, servo, c)) continue;
    const CellComponent &component = CELL_COMPONENTS[c];
    if (domain->dimension == 2 && component.column == 2)
      lmp->error->all(FLERR, Error::NOPOINTER, "Fix {}: component {} must be 0 in 2d", style,
                      component.name);
    if (component.row != component.column && !domain->triclinic)
      lmp->error->all(
          FLERR, Error::NOPOINTER,
          "Fix {}: component {} shears the cell, which is orthogonal; make it triclinic before "
          "the fix, by `change_box all triclinic` or a `region prism`",
          style, component.name);
    if (!domain->periodicity[component.column])
      lmp->error->all(
          FLERR, Error::NOPOINTER,
          "Fix {}: component {} moves periodic images along {}, which is not a periodic "
          "direction",
          style, component.name, "xyz"[component.column]);
  }
}

// FixDeform gets rate 0 for each component of the cell that can change: it then marks these as
// deforming, and does the flips. With H' = L H a tilt changes by its own component of L, and by
// components that stretch or shear an existing tilt.
void FixDeformGradv::Command::build(char **args, const Domain *domain)
{
  enum { XX, YY, ZZ, XY, XZ, YZ };
  const auto moves = [this](int c) {
    return FixDeformGradv::moves(gradient, servo, c);
  };
  const bool yz = domain->yz != 0.0 || moves(YZ), xy = domain->xy != 0.0 || moves(XY);
  const bool xz = domain->xz != 0.0 || moves(XZ) || (moves(XY) && yz);
  const bool changes[UPPER] = {moves(XX),
                               moves(YY),
                               moves(ZZ),
                               moves(XY) || (moves(XX) && xy),
                               moves(XZ) || (moves(XX) && xz) || (moves(XY) && yz),
                               moves(YZ) || (moves(YY) && yz)};
  words = {args[0], args[1], args[2], CellDeformation::N};
  const char *names[UPPER] = {"x", "y", "z", "xy", "xz", "yz"};
  for (int c = 0; c < UPPER; c++)
    if (changes[c] && (c < XY || domain->triclinic))
      words.insert(words.end(), {names[c], "erate", "0.0"});
  words.insert(words.end(), {"remap", "v", "flip", flips ? "yes" : "no"});
  for (auto &word : words) arg.push_back(const_cast<char *>(word.c_str()));
}
