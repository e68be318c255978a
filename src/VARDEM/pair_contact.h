// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/hooke,PairContactHooke);
PairStyle(contact/hertz,PairContactHertz);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_H
#define LMP_PAIR_CONTACT_H

#include "host/atoms/contact_masses.h"
#include "host/atoms/grain_radii.h"
#include "host/atoms/time_step.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/over_processes.h"
#include "host/pair/contact_atoms.h"
#include "host/pair/contact_coefficients.h"
#include "host/pair/contact_dissipation.h"
#include "host/pair/contact_loop.h"
#include "host/pair/held_springs.h"
#include "host/pair/pair_coefficients.h"
#include "host/tables/pair_rows.h"
#include "host/velocity/full_step_velocities.h"
#include "neighbor.h"
#include "pair.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixNeighHistory;

/** What pair styles contact/hooke and contact/hertz share: all but the law of the normal force
 *  and its loop in compute(). */
class PairContact :
    public Pair,
    public VARDEM_NS::EnergySource,
    public VARDEM_NS::ContactForces,
    public VARDEM_NS::SoftContacts {
 public:
  PairContact(class LAMMPS *, const VARDEM::NormalLaw &);
  ~PairContact() override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  void init_list(int, class NeighList *) override;
  double init_one(int, int) override;
  void write_restart(FILE *fp) override { coefficients.write_restart(fp, setflag); }
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override {}
  void read_restart_settings(FILE *) override {}
  void write_data(FILE *) override;
  void write_data_all(FILE *) override;
  void setup() override;
  double single(int, int, int, int, double, double, double, double &) override;
  void *extract(const char *, int &) override;
  double memory_usage() override
  {
    return Pair::memory_usage() + masses.memory_usage() + record->bytes() + coefficients.bytes();
  }
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;

  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override
  {
    return {VARDEM_NS::EnergyPart::DASHPOTS, VARDEM_NS::EnergyPart::FRICTION};
  }
  void keep_books() override { dissipation.ask(); }
  double energy(VARDEM_NS::EnergyPart part) override
  {
    return VARDEM_NS::over_processes(dissipation.energy(part), MPI_SUM, world);
  }

  double power(VARDEM_NS::EnergyPart part) override
  {
    return VARDEM_NS::over_processes(dissipation.power(part), MPI_SUM, world);
  }

  // VARDEM_NS::SoftContacts
  bool counts_dashpots() const override { return damped && dissipation.is_asked(); }
  void take_from_dashpots(double energy) override { dissipation.take_from_dashpots(energy); }
  const VARDEM::NormalLaw &law_kind() const override { return coefficients.kind(); }
  const VARDEM::ContactParameters &law_of_types(int itype, int jtype) const override
  {
    return coefficients.law(itype, jtype);
  }
  bool has_full_step_dashpots() const override { return full_step; }
  VARDEM_NS::HeldSprings held_springs() override;
  VARDEM::Vec3 unbalanced_moments() const override { return unbalanced; }

  // VARDEM_NS::ContactForces
  void record_forces_for(Compute *reader) override { readers.push_back(reader); }
  bigint last_step() const override { return record->step(neighbor->ncalls); }
  void list_contacts(int groupbit, VARDEM_NS::ContactTable &to) override
  {
    record->list(groupbit, to);
  }

 protected:
  const VARDEM::NormalLaw &kind;    // without cohesion
  VARDEM_NS::PairCoefficients coefficients;
  bool springs, root,
      full_step;    // has any law a tangential spring, a dashpot by_root, velocity onstep?
  bool damped;      // has any law a dashpot?
  bool adapts = false;    // may radii or coefficients change during the run?
  VARDEM_NS::ContactDissipation dissipation;
  VARDEM::Vec3 unbalanced = {0.0, 0.0, 0.0};    // moments of the last forces
  VARDEM_NS::ContactMasses masses;
  const double *inverse_mass;    // of owned and ghost atoms; 0 if frozen

  FixNeighHistory
      *fix_history;    // null without springs; a fix DUMMY keeps its place in the list of fixes
  int history_columns = 0;    // numbers of a contact in it

  VARDEM_NS::PairFullStepVelocities full_step_velocities;

  VARDEM_NS::ContactRecord *record = &host_record;    // a variant may have another one
  /** Is a record of the present forces needed? */
  bool must_record() const { return VARDEM_NS::must_record(readers, lmp); }

  std::string name() const;
  /** Flags of the request for the neighbor list. */
  virtual int list_flags() const;
  /** Style of the fix that keeps the springs. Restart files have it, so that it tells how many
   *  numbers a contact has. */
  virtual const char *history_style() const;
  void take(const VARDEM_NS::ContactSums &);

  enum Message { MASSES, VELOCITIES } message;    // what forward communication carries
  /** For new neighbor lists: checks the radii, and gives the masses of rigid bodies to their
   *  members, also among the ghosts. */
  void find_bodies();
  void require_reach() const;
  /** The time step above which setup() warns. */
  virtual double limit_of_step();
  VARDEM_NS::ContactAtoms contact_atoms();
  /** Do springs move at these forces? They do not in a set-up and a minimization. */
  bool springs_advance() const { return VARDEM_NS::in_time_step(update); }
  /** Are springs deleted whose contacts have opened? A minimization tries states to which it does
   *  not go. */
  bool springs_end() const { return update->whichflag == 1 || update->setupflag; }
  /** The time by which they move, and by which dashpots act. */
  VARDEM::StepTime step_time() const;

  /** Style of the fix that full_step_velocities needs. */
  virtual std::string velocity_style() const;

  /** Runs the loop of a law, with or without cohesion, over the contacts. */
  template <class NormalForce> void compute_law(int eflag, int vflag);

 private:
  VARDEM_NS::GrainRadii radii;
  std::string history_id;
  double warned_step;    // the last time step that was said to be too large
  bool warned_bonds, warned_conveyors = false;
  VARDEM_NS::ContactRecordOn<VARDEM::SerialSpace, VARDEM_NS::ContactList> host_record;
  VARDEM_NS::HeldSpringsOn<VARDEM::SerialSpace> held;
  std::vector<Compute *> readers;    // of the record
  double special_then[4];            // weights of special bonds of the record

  void allocate();
  void coeff_of_materials(int, char **);
  void set(int i, int j, const VARDEM_NS::ContactCoefficients &given);
  std::string unused_history_id() const;
  void check_settings();
  void keep_history();
  void require_pair(int i, int j, double rsq) const;
  /** Sets the springs of atom i, if the list has the pair. */
  bool find_springs(int i, int j, VARDEM::TurningState &state) const;
  template <class NormalForce, bool SQRT_DASHPOT, VARDEM_NS::TangentialMemory SPRINGS, bool TALLY>
  void loop();
  template <class NormalForce> void choose_loop();
  void prepare();
  double time_between_forces() const;
  void clear_unset_velocities();
  template <class NormalForce> void keep_record();
  VARDEM_NS::ContactList contact_list() const;
};

// Each of them has a source of its own, with its loop.

class PairContactHooke : public PairContact {
 public:
  PairContactHooke(class LAMMPS *);
  void compute(int, int) override;
};

class PairContactHertz : public PairContact {
 public:
  PairContactHertz(class LAMMPS *);
  void compute(int, int) override;
};

}    // namespace LAMMPS_NS
#endif
#endif
