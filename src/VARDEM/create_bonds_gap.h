// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(create_bonds/gap,CreateBondsGap);
// clang-format on
#else

#ifndef LMP_CREATE_BONDS_GAP_H
#define LMP_CREATE_BONDS_GAP_H

#include "command.h"
#include "host/bonds/bond_partners.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Bonds the pairs of spheres whose gap is at most D times their mean radius. The owner of the atom
 *  with the lower ID decides, by one pair of positions that does not depend on the number of
 *  processes. It tells the owner of the other atom, where newton_bond off needs the bond there,
 *  too. */
class CreateBondsGap : public Command {
 public:
  CreateBondsGap(class LAMMPS *);
  void command(int, char **) override;

 private:
  int group1bit, group2bit;
  int btype;
  double D;    // largest gap by the mean radius

  /** Pairs whose gap is small enough, of this process, then of all. */
  struct Count {
    bigint bonds = 0, skipped = 0;
    double smallest, largest, sum = 0.0;    // gaps
    Count();
    void add(double gap);
    void sum_up(MPI_Comm world);
  };

  void require_atoms() const;
  void parse(int narg, char **arg);
  int group_bit(int iarg, const char *name) const;
  int bond_type(const std::string &text) const;
  double largest_radius(int groupbit) const;
  double reach() const;
  void find_ghosts(double range);
  void require_ghosts(double range) const;
  VARDEM_NS::TagPairs find_bonds(double range, Count &count) const;
  bool is_pair(int imask, int jmask) const;
  double gap_of(int i, int j) const;
  std::vector<std::vector<tagint>> known_partners() const;
  void require_partners() const;
  void require_room(const VARDEM_NS::TagPairs &ends) const;
  void store(const VARDEM_NS::TagPairs &ends) const;
  void report(const Count &count) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
