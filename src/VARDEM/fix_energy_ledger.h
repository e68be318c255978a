/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(energy/ledger,FixEnergyLedger);
// clang-format on
#else

#ifndef LMP_FIX_ENERGY_LEDGER_H
#define LMP_FIX_ENERGY_LEDGER_H

#include "fix.h"
#include "host/rotational_energy.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

/** The energy balance of the atoms of a group, part by part.
 *
 *  Energies of the present state are computed when output needs them. Work is accumulated: this fix adds up the work of
 *  gravity from the half kicks (kernels/energy.h), and other fixes add up theirs. Of those (sources) this fix counts the
 *  difference to the beginning of the run. post_run() adds the differences to `carried`, so fixes may be defined and deleted
 *  between runs.
 *
 *  The forces of the first half kick of a run are complete only after setup() of all fixes, of which this one need not be the
 *  last. So post_integrate() finds the velocities before that half kick from those after it. */
class FixEnergyLedger : public Fix {
 public:
  FixEnergyLedger(class LAMMPS *, int, char **);
  ~FixEnergyLedger() override;
  int setmask() override;
  void post_constructor() override;
  void init() override;
  void setup(int) override;
  void post_integrate() override;
  void end_of_step() override;
  void post_run() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;

 protected:
  enum Part {
    TRANSLATION,
    ROTATION,
    ELASTIC,
    BOND,
    GRAVITY,
    WALLS,
    CELL,
    DASHPOTS,
    FRICTION,
    DAMPING,
    IMPACTS,
    NPARTS
  };

  /** An acceleration of LAMMPS' fix gravity, of atoms that have all of these bits. */
  struct Pull {
    const double *g;
    int bits;
  };

  std::vector<Pull> pulls;
  bool open;    // within a step: after its first half kick, before its end
  double h;     // of the step that is being made, or was made last

  double half_kick() const;
  VARDEM::Vec3 acceleration(const Pull &pull) const { return {pull.g[0], pull.g[1], pull.g[2]}; }
  bool has_rigid_bodies() const;

  // sums over the atoms of this process; the /kk style computes them on the device

  virtual VARDEM::KickSums kick_sums(const VARDEM::FrameOfFlow *flow);
  virtual void close_step(const VARDEM::FrameOfFlow *flow);
  virtual VARDEM::KickWork read_work() { return gravity_work; }
  virtual void write_work(const VARDEM::KickWork &b) { gravity_work = b; }
  virtual double force_beyond_members();
  virtual VARDEM::KineticEnergy kinetic_energy(const VARDEM::FrameOfFlow *flow);

 private:
  /** A number of another fix that goes into a part: its scalar, or an entry of its vector. */
  struct Source {
    std::string id;
    Part part;
    int entry;
    double start;
  };

  VARDEM::KickWork gravity_work;
  bool fresh;                                        // no step in this run
  std::optional<VARDEM::FrameOfFlow> flow_before;    // at the start of the run
  double carried[NPARTS];                            // accumulated before the sources started
  std::vector<Source> sources;
  std::string id_elastic, id_bond;                                       // computes
  std::map<std::string, std::unique_ptr<class Compute>> own_computes;    // by command
  double part[NPARTS];
  bigint known_at;    // timestep of part, once complete

  bool covers(const Fix *ifix) const;
  std::vector<std::string> pair_styles() const;
  std::vector<std::string> bond_styles() const;
  void find_gravity();
  void open_run();
  void close_run();
  double work_in_forces_beyond_members();
  double work_of_gravity(const VARDEM::FrameOfFlow *flow);
  void find_sources();
  double now(const Source &source) const;
  void accumulated(double work, double *sum);
  class Compute *own_compute(const std::string &command);
  double compute_energy(const std::string &id_compute) const;
  double elastic_energy() const;
  double bond_energy() const;
  std::optional<VARDEM::FrameOfFlow> frame_of_flow() const;
  template <class Frame> VARDEM::KickSums kick_sums_in(const Frame &frame) const;
  template <class Frame> VARDEM::KineticEnergy kinetic_energy_in(const Frame &frame);
  template <class Frame, class Bonus>
  double rotation_of_ellipsoids(const Frame &frame, Bonus *bonus,
                                const std::vector<const int *> &members) const;
  template <class Frame> VARDEM::KineticEnergy rigid_bodies(const Frame &frame, const Fix *rigid);
  VARDEM::KineticEnergy rigid_bodies_of_all_ranks(const Fix *rigid);
  void check_rigid_bodies() const;
  void refresh();
  struct Missing;
  void name_what_is_missing() const;
  void look_at_interactions(Missing &missing) const;
  void look_at_fix(Fix *ifix, Missing &missing) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
