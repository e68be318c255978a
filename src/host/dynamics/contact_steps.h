// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_STEPS_H
#define VARDEM_HOST_CONTACT_STEPS_H

#include "comm.h"
#include "host/dynamics/grain_steps.h"
#include "host/dynamics/step_record.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/energy_source.h"
#include "host/lammps/over_processes.h"
#include "host/store/restart.h"
#include "kernels/rigid/pushing_out.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

namespace VARDEM_NS {

  class KeywordReader;

  /** The steps of a fix of contact dynamics: keywords, the network of each step, its solve, and
   *  what is reported. */
  class ContactSteps : public GrainSteps {
   public:
    static constexpr int OUTPUTS = 12;
    /** Newton steps, products, residual, restarts of the momentum, change of the bound (0),
     *  contacts, those that push, largest overlap, energy lost in contacts and by friction since
     *  the start, steps above the tolerance, energy lost by rolling friction since the start. */
    double output(int n) const;

    ContactSteps(LAMMPS *lmp, Fix *fix_in);
    ~ContactSteps() override;

    /** Reads a keyword. Returns false if it is none of these. */
    bool read(KeywordReader &keyword);
    /** The keywords that read() knows. All have one value. */
    static std::vector<std::string> keywords();

    /** Replaces the implementation of the host. */
    void take_contacts(std::unique_ptr<RigidSteps> other) { contacts = std::move(other); }
    RigidSteps &rigid_steps() { return *contacts; }

    // --- the fix calls these in its hooks ---

    void init();
    /** Looks for overlaps. */
    void setup();
    /** Makes a step. contact_forces: as RigidSteps::advance(). memory: of the step before. */
    void advance(double *contact_forces, const ContactMemory &memory);
    /** Behind a step, if has_memory(): how many contacts of an atom a memory must have; then it
     *  takes those that go on. All processes must call both. */
    int slots_needed();
    void remember(const ContactMemory &memory) { contacts->remember_contacts(memory); }
    bool has_friction() const { return step.friction; }
    /** As ContactMemory has it. */
    bool begins_with_mean() const;
    bool has_memory() const { return step.compliant || settings.begins_with_forces(); }
    /** How many contacts of an atom the memory has: also in a restart file. */
    int slots = 1;
    /** Of each of them. It grows where a run has rolling friction, and remains. */
    int numbers_of_memory = ContactMemory::NUMBERS;
    int columns_of_memory() const { return numbers_of_memory * slots; }
    /** Says how many steps of the run have missed the tolerance. */
    void post_run();
    /** When all fixes have moved their atoms: must lists be made anew? */
    bool needs_lists();
    /** Global data in restart files. All processes must call both. */
    void write_restart(FILE *fp);
    void restart(const char *buf);
    /** Energy since the start that contacts have taken, and minus the work of gravity on the
     *  particles that the fix moves: for fix energy/ledger. Part WALLS is the work of walls and of
     *  particles that others move. */
    static std::vector<EnergyPart> energy_parts();
    double energy(EnergyPart) const;
    double work_of_fixed() const { return totals.work_of_fixed; }
    double bytes() const { return contacts->bytes(); }

   private:
    /** Sums since the start: energy lost in contacts, by friction and by rolling friction; steps
     *  above the tolerance; work. */
    struct Totals {
      double dissipated, slipped, rolled, missed, work_of_fixed, work_of_gravity;
    };
    struct State {
      VARDEM::DynamicsMemory memory;
      VARDEM::ConeMemory cones;
      int slots, numbers_of_memory;
      Totals totals;
      VARDEM::ShorterSteps shorter;
    };

    RigidStepSettings settings;
    double gap = -1.0;          // of the input; < 0: the skin
    double tolerance = -1.0;    // of the input; < 0: that of the solver
    int most_steps = 0;         // of the input; 0: those of the solver
    // keywords of the solvers of rigid contacts, and of that of compliant ones
    std::string of_rigid, of_compliant;
    std::unique_ptr<RigidSteps> contacts;
    bool run_begins = false;                       // is the next step the first one of a run?
    bool adapts = false, groups_change = false;    // is there a fix adapt, or a dynamic group?
    bool told_of_overlaps = false, warned_of_friction = false;
    double notable_overlap = 0.0;    // larger ones, if deep, have not been told yet in this run
    int missed_in_run = 0;
    double worst_in_run = 0.0;    // residual of a step that has missed the tolerance
    StepOutput last = {};
    Totals totals = {};
    VARDEM::ShorterSteps shorter;

    GrainSizes sizes(int bits) override { return contacts->sizes(bits); }
    void tell_of_deep_overlap();
    void conclude();
    std::string why_not_converged() const;
    // of what fix adapt changes in a run

    void require_same_friction();
    void require_reach() const;
    void choose_solver();
    /** Solvers of rigid contacts have no room for the cell. Clumps do not know the places of the
     *  images that they touch. Gauss-Seidel moves two bodies at a time, and the cell moves all. */
    bool cell_may_yield() const
    {
      return step.compliant && !fix->rigid_flag &&
          settings.options.solver != VARDEM::DynamicsOptions::GAUSS_SEIDEL;
    }
  };

  /** What the fixes of contact dynamics say of their steps. Base: FixWithGhosts or RigidSmall. */
  template <class Base>
  class FixOfSteps :
      public Base,
      public EnergySource,
      public DynamicContacts,
      public ContactForces {
   public:
    /** name: of the style, in restart files. */
    FixOfSteps(LAMMPS *lmp, int narg, char **arg, const std::string &name) :
        Base(lmp, narg, arg), steps(lmp, this), record(lmp),
        contact_force_table(
            this->store.declare(name + ":push", CONTACT_FORCE_COLUMNS, CONTACT_FORCE_COLUMNS)),
        memory_table(
            this->store.declare(name + ":memory", ContactMemory::NUMBERS, ContactMemory::NUMBERS)),
        id_table(this->store.declare(name + ":id", 1, 1))
    {
      this->restart_global = 1;
      this->vector_flag = 1;
      this->size_vector = ContactSteps::OUTPUTS;
      this->extvector = 0;
      this->force_reneighbor = 1;
      this->next_reneighbor = -1;
      this->maxexchange_dynamic = 1;
    }
    void post_constructor() override
    {
      Base::post_constructor();
      read_state_of_variant(this->lmp, this);
    }
    void init_list(int, NeighList *ptr) override { steps.take_list(ptr); }
    void init() override
    {
      Base::init();
      const int before = steps.numbers_of_memory;
      steps.init();
      if (steps.numbers_of_memory > before) add_moments(before);
      record.init();
    }
    /** Velocities and forces are those of the last step. */
    void setup(int vflag) override
    {
      Base::setup(0);
      forget_other_names();
      record.setup();
      steps.setup();
      post_force(vflag);
    }
    void initial_integrate(int) override
    {
      ContactMemory memory = contact_memory();
      if (steps.begins_with_mean()) {
        memory_to_ghosts();
        memory.shared = true;
      }
      steps.advance(contact_forces(), memory);
      if (steps.has_memory()) remember();
    }
    /** Between the solve and this hook atoms may have gone to other processes. */
    void post_force(int vflag) override
    {
      this->v_init(vflag);
      steps.rigid_steps().add_to_forces(contact_forces());
      if (this->evflag) tally_virial();
    }
    /** LAMMPS asks for next_reneighbor behind this hook, and atoms may go to other processes. */
    void post_integrate() override
    {
      record.post_integrate(steps.rigid_steps());
      if (steps.needs_lists()) this->next_reneighbor = this->update->ntimestep;
    }
    void post_run() override
    {
      if (this->update->whichflag != 1) return;    // a minimization makes no steps
      record.post_run();
      steps.post_run();
      keep_names();
    }
    double compute_vector(int n) override { return steps.output(n); }

    std::vector<EnergyPart> energy_parts() const override { return ContactSteps::energy_parts(); }
    double energy(EnergyPart part) override { return steps.energy(part); }
    RigidSteps &rigid_steps() override { return steps.rigid_steps(); }
    bool has_friction() const override { return steps.has_friction(); }
    double reach_of_contacts() const override { return steps.contact_rules().closed.length; }

    void record_forces_for(Compute *reader) override { record.record_forces_for(reader); }
    bigint last_step() const override { return record.last_step(); }
    void list_contacts(int bits, ContactTable &to) override { record.list_contacts(bits, to); }

    void copy_arrays(int i, int j, int delflag) override
    {
      record.copy_arrays(delflag);
      Base::copy_arrays(i, j, delflag);
    }
    void set_arrays(int i) override
    {
      record.set_arrays();
      Base::set_arrays(i);
    }
    void write_restart(FILE *fp) override { steps.write_restart(fp); }
    void restart(char *buf) override
    {
      steps.restart(buf);
      make_room_for_contacts();
      read_atoms_of_variant(this->lmp, this);    // which need this room
    }
    double memory_usage() override { return Base::memory_usage() + steps.bytes() + record.bytes(); }

   protected:
    ContactSteps steps;
    StepRecord record;
    const int contact_force_table;    // contact forces in atom->f and atom->torque, and virial
    const int memory_table;           // forces of contacts that go on
    const int id_table;               // ID of the atom when the last run ended

    virtual double *contact_forces() { return this->store.numbers(contact_force_table); }
    virtual double *memory_rows() { return this->store.numbers(memory_table); }
    ContactMemory contact_memory() { return {memory_rows(), steps.slots, steps.numbers_of_memory}; }
    /** Copies the memory of atoms to their ghosts, which have rows, too. */
    virtual void memory_to_ghosts()
    {
      this->comm->forward_comm_array(steps.columns_of_memory(), this->store.rows(memory_table));
    }
    /** A process that has no room for the contacts of an atom makes all processes make room. */
    virtual void remember()
    {
      const int before = steps.slots;
      if (steps.slots_needed() > before) make_room_for_contacts();
      steps.remember(contact_memory());
    }
    /** Contacts of a run without rolling friction have no moments: their numbers go on, with zero
     *  moments behind them. */
    void add_moments(int before)
    {
      make_room_for_contacts();
      this->store.to_host();
      double *row = this->store.numbers(memory_table);
      const int now = steps.numbers_of_memory;
      for (int i = 0; i < this->atom->nlocal; i++, row += steps.columns_of_memory())
        for (int k = steps.slots - 1; k >= 0; k--) {
          std::memmove(row + now * k, row + before * k, before * sizeof(double));
          std::fill_n(row + now * k + before, now - before, 0.0);
        }
      this->store.changed_on_host();
    }
    void forget_contacts()
    {
      this->store.renew(memory_table, steps.columns_of_memory());
      memory_is_wider();
    }
    /** Contacts are known by the IDs of their particles, which the input may have changed: by
     *  delete_atoms with compress yes. */
    void forget_other_names()
    {
      this->store.to_host();
      const double *id = this->store.numbers(id_table);
      bool other = false;
      for (int i = 0; i < this->atom->nlocal; i++)
        other |= id[i] != 0.0 && id[i] != static_cast<double>(this->atom->tag[i]);
      if (on_any_process(other, this->world)) {
        forget_contacts();
        if (steps.has_memory() && this->comm->me == 0)
          this->error->warning(FLERR,
                               "Fix {}: the IDs of particles have changed, so contacts begin "
                               "without the forces of the last step, and springs of friction "
                               "without load. Use delete_atoms with compress no to keep them",
                               this->style);
      }
      keep_names();
    }
    void keep_names()
    {
      this->store.to_host();
      double *id = this->store.numbers(id_table);
      for (int i = 0; i < this->atom->nlocal; i++) id[i] = static_cast<double>(this->atom->tag[i]);
      this->store.changed_on_host();
    }
    void make_room_for_contacts()
    {
      this->store.widen(memory_table, steps.columns_of_memory());
      memory_is_wider();
    }
    virtual void memory_is_wider() {}
    virtual void tally_virial()
    {
      double *push = contact_forces();
      for (int i = 0; i < this->atom->nlocal; i++, push += CONTACT_FORCE_COLUMNS)
        this->v_tally(i, push + 3);
    }
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
