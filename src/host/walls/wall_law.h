// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_LAW_H
#define VARDEM_HOST_WALL_LAW_H

#include "host/interfaces/soft_contacts.h"
#include "host/pair/contact_coefficients.h"
#include "pointers.h"

#include <algorithm>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The law of a wall with the particles of each type, as the input gives it. Messages begin with
 *  `style_name`. */
class WallLaw : protected Pointers {
 public:
  /** laws: those that keyword law chooses from; the first one is that without the keyword. */
  WallLaw(LAMMPS *lmp, std::string style_name_in, std::vector<const VARDEM::NormalLaw *> laws_in) :
      Pointers(lmp), style_name(std::move(style_name_in)), choice(std::move(laws_in)),
      law_kind(choice.front())
  {
  }

  /** Reads the arguments from arg[iarg] on. */
  void parse(int iarg, int narg, char **arg);

  const VARDEM::NormalLaw &kind() const { return whole_kind ? *whole_kind : *law_kind; }
  /** Without cohesion, and without resistance against rolling. */
  const VARDEM::NormalLaw &plain_kind() const { return *law_kind; }
  bool is_rigid() const { return rigid; }
  const RigidCoefficients &rigid_of_type(int type) const { return rigid_of_types[type]; }
  /** The gap up to which a contact of grains with the effective radius R may hold. */
  double reach(double R) const
  {
    double most = 0.0;
    for (std::size_t type = 1; type < of_types.size(); type++)
      most = std::max(most, kind().reach(of_types[type], R, true));
    return most;
  }
  const std::vector<VARDEM::ContactParameters> &laws() const { return of_types; }
  bool has_springs() const { return springs; }
  bool has_root() const { return root; }    // any dashpots of restitution?
  bool has_dashpots() const { return damped; }
  bool full_step() const { return at_step; }

 private:
  const std::string style_name;
  const std::vector<const VARDEM::NormalLaw *> choice;
  const VARDEM::NormalLaw *law_kind, *whole_kind = nullptr;    // whole: null until it is known
  bool kind_given = false, rigid = false, springs = false, root = false, damped = false,
       at_step = true;
  std::vector<RigidCoefficients> rigid_of_types;
  std::vector<VARDEM::ContactParameters> of_types;

  std::vector<char *> take_kind(int iarg, int narg, char **arg);
  void check_form(const std::vector<char *> &words) const;
  void parse_materials(std::vector<char *> &words);
  void parse_rigid(std::vector<char *> &words);
  void parse_rigid_materials(std::vector<char *> &words);
  void use_moduli();
  void take(const std::vector<ContactCoefficients> &by_type);
  void take_rigid(const std::vector<RigidCoefficients> &by_type);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
