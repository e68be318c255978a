// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_BOND_GRAINS_H
#define LMP_BOND_GRAINS_H

#include "atom.h"
#include "bond.h"
#include "force.h"
#include "host/atoms/time_step.h"
#include "host/bonds/bond_loop.h"
#include "host/bonds/bonded_bodies.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/energy_source.h"
#include "host/interfaces/soft_contacts.h"
#include "host/pair/contact_dissipation.h"
#include "host/tables/row_readers.h"
#include "neighbor.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixBondRecords;

/** What the bond styles of VARDEM share: a table of the bonds, the references that atoms keep,
 *  states of bonded atoms, breaking, and what other styles ask for. A derived style has the
 *  coefficients and the law. */
class BondGrains :
    public Bond,
    public VARDEM_NS::EnergySource,
    public VARDEM_NS::ContactForces,
    public VARDEM_NS::SoftBonds,
    protected VARDEM_NS::BondTableOn<VARDEM::SerialSpace> {
 public:
  BondGrains(class LAMMPS *, const std::string &name_in);
  ~BondGrains() override;
  void init_style() override;
  double equilibrium_distance(int) override;
  double single(int, double, int, int, double &) override;
  std::vector<Spring> bond_springs() override;
  int trial_bonds() override { return revive() ? nbonds : 0; }
  bool counts_dashpots() const override { return damped && booked; }
  void take_from_dashpots(double energy) override { dashpots.take_from_dashpots(energy); }
  bool needs_orientations() const override { return needs().orientations; }
  double memory_usage() override;

  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override;
  void keep_books() override { booked = true; }
  double energy(VARDEM_NS::EnergyPart) override;
  double power(VARDEM_NS::EnergyPart) override;

  // VARDEM_NS::ContactForces
  void record_forces_for(Compute *reader) override { readers.push_back(reader); }
  bigint last_step() const override;
  void list_contacts(int groupbit, VARDEM_NS::ContactTable &to) override;

  // for the fix of this style

  VARDEM_NS::BondedBodies &bonded_bodies() { return bodies; }
  /** Before the first neighbor lists of a run. */
  virtual void before_first_lists();
  /** Before those of later steps. */
  virtual void before_next_lists() {}
  /** Before the first step of a run, with its forces. */
  void check_step();

 protected:
  const std::string name;    // for IDs
  VARDEM_NS::BondedBodies bodies;
  FixBondRecords
      *fix;           // null before init_style(): a fix DUMMY keeps its place in the list of fixes
  bool is_old;        // must the table be made anew?
  bool any_breaks;    // can bonds of any type break?
  bool damped;        // has any type dashpots?
  bool full_step;     // do they act on the full-step velocities?
  std::vector<int> mine;    // by type of bond: is it of this style?

  // --- what a style has ---

  /** Its name in messages. */
  std::string style_name() const { return "Bond style " + name; }
  /** Numbers of a reference, and a code for what they mean. */
  virtual int reference_size() const = 0;
  virtual int reference_meaning() const { return 0; }
  virtual VARDEM_NS::BondedBodies::Needs needs() const = 0;
  /** What single() tells about bond k of the table. */
  virtual VARDEM_NS::BondDetails details(int k) const = 0;
  /** Adds the springs and dashpots of all bonds, by add_springs(). */
  virtual void add_all_springs(std::vector<Spring> &springs) const = 0;
  /** Style of the fix with the records, and of that with full-step velocities. */
  virtual const char *records_style() const;
  virtual std::string velocity_style() const;

  /** Finds the types of bonds of this style; in bond_style hybrid a later bond_coeff may have given
   *  one to another style. To be called first by init_style(). */
  void find_types();
  bool is_mine(int type) const { return mine[type] != 0; }

  // --- the steps of compute() ---

  /** Brings states and table up to date; Reference as for FillBonds. Returns if the table is
   *  new. */
  template <class Reference> bool prepare(int eflag, int vflag, const Reference &reference);
  /** The same: `states` has the functions of BondedBodies, make() makes the table. */
  template <class States, class Make> bool bring_up_to_date(States &states, const Make &make);
  /** Runs the loop of a law over the bonds. */
  template <class Physics> void run(const Physics &physics);
  /** Gives the sums to LAMMPS and to the books, and ends the bonds that have broken. */
  void finish();

  VARDEM_NS::BondTable table() const
  {
    return BondTableOn::table(atom->nlocal, force->newton_bond != 0);
  }
  VARDEM_NS::BondedAtoms atoms() const
  {
    return bodies.atoms(eflag_atom ? eatom : nullptr, vflag_atom ? vatom : nullptr);
  }
  /** May bonds break now? Not at trial states and in set-ups. */
  bool may_break() const { return any_breaks && VARDEM_NS::in_time_step(update); }
  bool needs_sums() const { return evflag || booked; }
  /** The time for which a bond that breaks now has no force, though the step has its half; 0 if
   *  released energies are not needed. Implicit steps had its force until their end. */
  double half_of_last_step() const;
  /** Data files have no references: says it once, on the process that writes the file. */
  void warn_about_data_files();
  VARDEM_NS::BondedPair pair(int k) const
  {
    return VARDEM_NS::bonded_pair(table(), atoms(), VARDEM_NS::bond_cell(domain),
                                  bodies.image_rate(), k);
  }
  /** Adds those of the bonds that a law acts on. */
  template <class Physics> void add_springs(const Physics &physics, std::vector<Spring> &) const;
  /** Fills the places of SoftBonds::find_trial_bonds() for them. */
  template <class Physics>
  void find_trials(const Physics &physics, Ends *ends, VARDEM::TrialBond *laws) const;
  /** Must the loop list its bonds now? */
  bool begin_listing();
  void stop_for(const int *findings) const;
  /** Does this process have the listing of last_step()? */
  bool has_listing() const { return listed.at(neighbor->ncalls) >= 0 && is_of_present_atoms(); }
  /** Turns the bonds that have broken off for ever. Both processes of a bond do this for their
   *  atoms. */
  virtual void end_broken();
  /** The host reads the table, and the states of atoms that its bonds depend on. */
  virtual void sync_to_host() {}
  /** Makes table and atoms good for use after the forces are known. Returns false if there is no
   *  table, or if it is not that of the present atoms. */
  bool revive();
  bool has_table() const
  {
    return !is_old && made_for.nlocal == atom->nlocal && made_for.nghost == atom->nghost &&
        bodies.can_find_rows();
  }

  std::vector<VARDEM_NS::ListedBond> listing;    // of the last step with readers
  struct Numbers {
    int nlocal, nghost;
  } made_for;    // the table
  VARDEM_NS::BondSums sums;
  bool booked;

 private:
  std::string fix_id;
  bool warned_data, warned_weights;
  VARDEM_NS::ContactDissipation dashpots;
  double released;
  double longest;    // length of a bond at the start of the run
  std::vector<Compute *> readers;
  VARDEM_NS::RecordedStep listed;
  double warned_step;    // in a warning of check_step()

  int find(int i, int j) const;
  // the table
  bool is_of_present_atoms() const
  {
    return made_for.nlocal == atom->nlocal && made_for.nghost == atom->nghost;
  }
  std::string unused_id() const;
  void keep_records();
  void require_single_bonds() const;
  void stop_for_second_bond(tagint tag) const;
  template <class Reference> void make_table(const Reference &reference);
  void require_settings() const;
  void warn_about_weights();
  double longest_bond() const;
};

}    // namespace LAMMPS_NS
#endif
