// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/contact,FixWallContact);
// clang-format on
#else

#ifndef LMP_FIX_WALL_CONTACT_H
#define LMP_FIX_WALL_CONTACT_H

#include "atom.h"
#include "error.h"
#include "fix.h"
#include "group.h"
#include "host/atoms/contact_masses.h"
#include "host/atoms/time_step.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/energy_source.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/over_processes.h"
#include "host/pair/contact_dissipation.h"
#include "host/pair/contact_laws.h"
#include "host/pair/held_springs.h"
#include "host/store/per_atom_store.h"
#include "host/store/restart.h"
#include "host/tables/row_readers.h"
#include "host/velocity/full_step_velocities.h"
#include "host/walls/free_motion.h"
#include "host/walls/wall_atoms.h"
#include "host/walls/wall_batches.h"
#include "host/walls/wall_candidates.h"
#include "host/walls/wall_geometry.h"
#include "host/walls/wall_law.h"
#include "host/walls/wall_work.h"
#include "update.h"

#include <array>
#include <optional>
#include <vector>

namespace LAMMPS_NS {

/** A wall with the contact laws of kernels/contact/soft_contact.h: a plane, the surface of a
 *  region, or triangles, which may move. Or a rigid wall, which has no force of its own. */
class FixWallContact :
    public VARDEM_NS::FixWithStore,
    public VARDEM_NS::EnergySource,
    public VARDEM_NS::ContactForces,
    public VARDEM_NS::WallContacts {
 public:
  /** laws: those that keyword law knows. */
  FixWallContact(class LAMMPS *, int, char **,
                 const std::vector<const VARDEM::NormalLaw *> &laws = VARDEM_NS::all_laws());
  ~FixWallContact() override { velocities.remove_fix(); }
  void post_constructor() override
  {
    VARDEM_NS::read_state_of_variant(lmp, this);
    if (slots > 0) VARDEM_NS::read_atoms_of_variant(lmp, this);
  }
  int setmask() override;
  void init() override;
  void setup(int) override;
  void initial_integrate(int) override { free.open(); }
  void post_force(int) override;
  void final_integrate() override { free.close(); }
  // Work done on the particles.
  double compute_scalar() override
  {
    return VARDEM_NS::over_processes(work.energy() + carried[WORK], MPI_SUM, world);
  }
  double compute_vector(int) override;
  double compute_array(int, int) override;
  double memory_usage() override;
  void write_restart(FILE *) override;
  void restart(char *) override;

  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override;
  double energy(VARDEM_NS::EnergyPart) override;
  double power(VARDEM_NS::EnergyPart part) override
  {
    return VARDEM_NS::over_processes(dissipation.power(part), MPI_SUM, world);
  }

  // VARDEM_NS::ContactForces
  void record_forces_for(Compute *reader) override { readers.add(reader); }
  bigint last_step() const override { return recorded; }
  void list_contacts(int groupbit, VARDEM_NS::ContactTable &to) override;

  // VARDEM_NS::WallContacts
  bool counts_dashpots() const override
  {
    return !is_rigid() && (law.has_dashpots() || geometry.moves());
  }
  void take_from_dashpots(double energy) override { dissipation.take_from_dashpots(energy); }
  void take_work(double of_step) override { told = of_step; }
  bool is_rigid() const override { return law.is_rigid(); }
  const VARDEM::NormalLaw &wall_law_kind() const override { return law.kind(); }
  double reach_of_wall() const override { return candidates.reach_of_law(); }
  const VARDEM::ContactParameters &law_of_type(int type) const override { return law.laws()[type]; }
  const VARDEM_NS::RigidCoefficients &rigid_of_type(int type) const override
  {
    return law.rigid_of_type(type);
  }
  bool has_full_step_dashpots() const override { return law.full_step(); }
  std::vector<std::string> variables() const override;
  int group_of_wall() const override { return groupbit; }
  int most_surfaces() const override { return geometry.most_near(); }
  void place_wall() override;
  void take_forces(const StepLoad &of_step, const VARDEM::Step &step) override;
  void keep_forces() override { keeps_forces = true; }
  KeptForces kept_forces() const override
  {
    return {kept.data(), static_cast<int>(kept.size()) / 6};
  }
  void add_forces_at_rest() override;
  double elastic_energy() override { return compute_vector(6); }
  VARDEM::WallMotion wall_motion() const override;
  VARDEM_NS::HeldSprings held_springs() override
  {
    return held.find(VARDEM_NS::SpringsOfWall<VARDEM_NS::WallRows>{springs(), slots},
                     slots > 0 ? atom->nlocal : 0);
  }
  int near(const VARDEM::Vec3 &x, double reach, VARDEM::WallTouch *touches) override
  {
    return geometry.near(x, reach, touches);
  }
  const VARDEM::WallShape *known_shape() const override
  {
    return geometry.shape() && !geometry.is_mesh() ? &*geometry.shape() : nullptr;
  }
  bool has_triangles() const override { return geometry.is_mesh(); }
  bool is_free() const override { return free.given(); }
  Mobility mobility(const VARDEM::Vec3 &p, const VARDEM::Vec3 &n) const override
  {
    return free.mobility(p, n);
  }
  const VARDEM::FreeWall *free_wall() const override
  {
    return others_step() ? &free.body() : nullptr;
  }
  VARDEM::RollingPair forces_of_contacts() const override
  {
    const VARDEM::Vec3 *const on_wall = VARDEM::vectors_at(outputs.data());
    return {on_wall[0], free.about_pivot(on_wall[0], on_wall[1], geometry.reference())};
  }
  void take_step(const VARDEM::FreeWallState &made) override;
  double way_in_step(bool next) const override
  {
    return others_step() ? free.way(geometry, next) : 0.0;
  }

  /** Its surfaces as plain data where place_wall() has brought them, for devices. An error if the
   *  kernels do not have them. */
  VARDEM::WallShape shape() const;

 protected:
  VARDEM_NS::WallGeometry geometry;
  VARDEM_NS::FreeMotion free;
  VARDEM_NS::WallLaw law;
  VARDEM_NS::WallWork work;
  VARDEM_NS::ContactDissipation dissipation;
  VARDEM_NS::ContactMasses masses;
  VARDEM_NS::FullStepVelocities velocities;
  VARDEM_NS::WallCandidates candidates;    // on the device: only when they are outdated
  int slots, columns;              // of each atom: how many slots for springs, and their numbers
  int first_table, other_table;    // of the first slots, and of the others
  VARDEM_NS::WallSums sums;        // of the last force
  bigint recorded;                 // step of the record, or < 0

  virtual std::string velocity_style() const;
  /** Finds the bodies of atoms after a build of neighbor lists. */
  virtual void find_bodies() { masses.find_bodies(); }
  /** Finds forces, and sets the sums. */
  virtual void find_forces();
  /** The numbers of a table of the store where the loop reads them. */
  virtual double *numbers_of(int table) { return store.numbers(table); }
  /** Runs the loop of the law. A style with laws beside those of for_each_law() overrides it. */
  virtual void run_loop();
  /** Calls f with the NormalForce of the law. */
  template <class F> void with_known_law(const F &f) const;
  template <class NormalForce> void loop();
  /** Keeps the forces of atoms times -1 before the wall has added its own, and adds them behind. */
  virtual void keep_difference(double sign);
  /** Do dashpots and springs see atoms and wall at rest? */
  bool sees_rest() const { return at_rest; }
  /** Are the contacts of this step recorded? To be called once before the force loop. */
  bool begin_record();
  bool in_step() const { return VARDEM_NS::in_time_step(update); }
  VARDEM::StepTime step_time() const
  {
    return {in_step() ? update->dt : 0.0,
            velocities.needed() ? VARDEM_NS::kick_of_dashpots(lmp) : 0.0};
  }
  VARDEM_NS::WallStep wall_step()
  {
    return {wall_motion(),
            geometry.reference(),
            law.full_step(),
            in_step(),
            step_time(),
            candidates.reach_of_law(),
            candidates.reach_of_loop(geometry),
            free.tangent_axis(),
            update->dt};
  }
  // Atoms may come to a dynamic group while candidates stay.
  int group_of_candidates() const
  {
    return group->dynamic[igroup] ? group->bitmask[group->find("all")] : groupbit;
  }
  VARDEM_NS::WallRows springs()
  {
    return {numbers_of(first_table), numbers_of(other_table), slots, columns, geometry.is_mesh()};
  }

 private:
  enum { WORK, DASHPOTS, FRICTION, ACCUMULATED };    // sums that a restart file carries
  // of all walls; behind them are those of a free wall, and TANGENT is no output
  enum { ELASTIC = 6, OUTPUTS = 10, TANGENT = OUTPUTS };

  // before a restart, on rank 0; of a rigid wall also what steps have told
  double carried[ACCUMULATED];
  VARDEM_NS::RecordReaders readers;
  std::vector<VARDEM_NS::WallContact> record;
  std::array<double, OUTPUTS + 1> outputs;    // over all processes
  bool reduced;                               // are they those of the last force?
  std::array<int, OUTPUTS + VARDEM_NS::FreeMotion::OUTPUTS> extensive;    // extlist of a free wall
  bool keeps_forces = false, at_rest = false;
  bool implicit = false;    // are steps implicit?
  bool warned_unsolved = false, warned_images = false, warned_behind = false;
  double warned_step = 0.0;           // the last time step that was said to be too large
  std::vector<VARDEM::Vec3> still;    // velocities of atoms at rest
  std::vector<double> kept;           // of owned atoms: force and torque of the wall
  VARDEM_NS::HeldSpringsOn<VARDEM::SerialSpace> held;
  std::optional<double> told;    // the work in this step, if others make steps and know it
  bool placed;                   // has the force of this run seen where the wall is?

  std::string style_name() const { return fmt::format("Fix {} {}", style, id); }
  /** Is it free, and do others make its steps? */
  bool others_step() const { return free.given() && (is_rigid() || implicit); }
  /** Is a free wall where its step starts, because others make this step? */
  bool waits() const
  {
    return others_step() && (is_rigid() || (in_step() && work.places.step != update->ntimestep));
  }
  std::string text_of_wall() const;
  void check_other_walls() const;
  void check_free();
  void check_triangles() const;
  void check_plates() const;
  void warn_of_images();
  void warn_if_behind();
  void restore_free();
  void check_forces();
  template <class NormalForce, VARDEM_NS::TangentialMemory SPRINGS> void loop_with();
  void reduce();
};

template <class F> void FixWallContact::with_known_law(const F &f) const
{
  bool known = false;
  VARDEM_NS::for_each_law([&](const VARDEM::NormalLaw &one, auto normal) {
    if (&law.plain_kind() != &one) return;
    known = true;
    VARDEM::with_options<decltype(normal)>(law.kind(), f);
  });
  if (!known)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: the style has no force loop for law {}; its developer must override run_loop()",
               style_name(), law.kind().name);
}

// The force loop of FixWallContact, for each law.

template <class NormalForce> void FixWallContact::loop()
{
  VARDEM::with_memory<NormalForce>(law.has_springs(), law.full_step(), velocities.needed(),
                                   [this](auto memory) {
                                     loop_with<NormalForce, decltype(memory)::value>();
                                   });
}

template <class NormalForce, VARDEM_NS::TangentialMemory SPRINGS> void FixWallContact::loop_with()
{
  using namespace VARDEM_NS;
  const auto rows = [](double **a) {
    return VARDEM::vectors_at(a[0]);
  };
  std::vector<VARDEM::WallTouch> touches(geometry.most_near());
  const VARDEM::Vec3 *v = at_rest ? still.data() : rows(atom->v),
                     *w = at_rest ? still.data() : rows(atom->omega);
  const WallAtoms atoms = {rows(atom->x),
                           v,
                           w,
                           at_rest ? nullptr : velocities.changes(),
                           rows(atom->f),
                           rows(atom->torque),
                           atom->radius,
                           &masses,
                           atom->type,
                           law.laws().data()};
  const bool recording = recorded == update->ntimestep;
  typedef WallLoop<NormalForce, SPRINGS, WallAtoms, WallSurfaces, WallRecord> Loop;
  const Loop loop = {
      wall_step(),
      atoms,
      {&geometry, touches.data(), geometry.is_mesh() ? &candidates.near_triangles() : nullptr},
      springs(),
      {recording ? &record : nullptr, atom->tag, atom->mask}};
  const auto run = [&](auto &&take) {
    constexpr std::size_t AHEAD = 8;
    const std::vector<int> &near =
        candidates.find(geometry, work.places.place[0], loop.slots_of, group_of_candidates());
    for (std::size_t n = 0; n < near.size(); n++) {
      if (n + AHEAD < near.size()) {
        loop.slots_of.fetch(near[n + AHEAD]);
        loop.surfaces.fetch(near[n + AHEAD], near[n + AHEAD / 2]);
      }
      const int i = near[n];
      if (atom->mask[i] & groupbit)
        take(i, sums);
      else
        loop.leave(i, sums);
    }
  };
  if constexpr (VARDEM::resists_rolling<NormalForce>())
    run(loop);
  else {
    WallBatches<Loop> batches(loop, law.kind().walls_in_lanes, atom->ntypes, law.has_root());
    run(batches);
    batches.finish(sums);
  }
}

}    // namespace LAMMPS_NS
#endif
#endif
