// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_implicit.h"

#include "atom.h"
#include "compute_timestep_contact.h"
#include "group.h"
#include "host/dynamics/step_checks.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"
#include "host/store/restart.h"
#include "host/timestep/stable_step_settings.h"
#include "host/velocity/full_step_velocities.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

FixNVESphereImplicit::FixNVESphereImplicit(LAMMPS *lmp, int narg, char **arg) :
    FixWithGhosts(lmp, narg, arg), dynamics(lmp, this),
    orientation_table(store.declare("nve/sphere/implicit:orientation", 4, 4, {1.0, 0.0, 0.0, 0.0})),
    change_table(store.declare("nve/sphere/implicit:change", HalfKickChanges::COLUMNS)),
    elastic_table(store.declare("nve/sphere/implicit:elastic", FORCE_COLUMNS, 0,
                                std::vector<double>(FORCE_COLUMNS, HUGE_VAL))),
    lag_table(store.declare("nve/sphere/implicit:lag", FORCE_COLUMNS, FORCE_COLUMNS))
{
  cite(lmp, {Paper::DE_KLERK});
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, arg, [this](KeywordReader &keyword) {
    return dynamics.read(keyword);
  });
  dynamics.check_keywords();
  StepChecks(lmp, this).attributes();

  time_integrate = 1;
  restart_global = 1;
  dynamic_group_allow = 1;
  vector_flag = 1;
  size_vector = ImplicitDynamics::OUTPUTS;
  extvector = 0;
  global_freq = 1;
  nevery = 1;
  force_reneighbor = 1;
  next_reneighbor = -1;
  comm_forward = comm_reverse = FORCE_COLUMNS;
  keep_orientations();
  const VARDEM::StepForm form = dynamics.step_form();
  if (dynamics.has_friction()) store.use(change_table);
  if (form.ahead != 0.0) store.use(elastic_table);
  if (!form.two_starts && !dynamics.is_quasistatic()) store.use(lag_table);
  store.show(orientation_table);
  store.attach(this, atom);    // LAMMPS requires that the constructor registers callbacks
}

void FixNVESphereImplicit::keep_orientations()
{
  if (atom->molecular != Atom::MOLECULAR || atom->quat_flag) return;
  store.use(orientation_table);
  peratom_flag = 1;
  size_peratom_cols = 4;
  peratom_freq = 1;
}

FixNVESphereImplicit::~FixNVESphereImplicit()
{
  if (has_limit()) modify->delete_compute(limit_id);
}

// It is made when the checks of the input have passed, so that their messages come first. LAMMPS
// calls the init() of computes before that of fixes: so it must request its list first, or the next
// init() has the requests in another order, and LAMMPS forgets all lists.
void FixNVESphereImplicit::make_limit()
{
  if (has_limit() || ComputeTimestepContact::has_other_shapes(atom)) return;
  const std::string name = fmt::format("{}_limit", id);
  auto *compute =
      modify->add_compute(fmt::format("{} {} timestep/contact", name, group->names[igroup]));
  limit_id = name;
  dynamic_cast<ComputeTimestepContact *>(compute)->serve(fmt::format("Fix {}", style));
  compute->init();
}

// The input may have deleted it.
bool FixNVESphereImplicit::has_limit() const
{
  return !limit_id.empty() && modify->get_compute_by_id(limit_id);
}

// Zero if no contact limits explicit steps, or their limit is not known.
double FixNVESphereImplicit::limit()
{
  auto *compute = dynamic_cast<ComputeTimestepContact *>(modify->get_compute_by_id(limit_id));
  const double step = compute ? compute->stable_step(0.0) : 0.0;
  return step < NO_STEP_LIMIT ? step : 0.0;
}

int FixNVESphereImplicit::setmask()
{
  return INITIAL_INTEGRATE | POST_INTEGRATE | PRE_REVERSE | FINAL_INTEGRATE | END_OF_STEP;
}

void FixNVESphereImplicit::init()
{
  dynamics.init();
  make_limit();
  dynamics.request_list();
}

void FixNVESphereImplicit::setup(int /*vflag*/)
{
  dynamics.setup();
  dynamics.take_limit(limit());
}

// LAMMPS asks for next_reneighbor behind this hook, and atoms may go to other processes.
void FixNVESphereImplicit::post_integrate()
{
  if (dynamics.needs_lists()) next_reneighbor = update->ntimestep;
}

void FixNVESphereImplicit::post_run()
{
  if (update->whichflag != 1) return;    // a minimization
  dynamics.take_limit(limit());
  dynamics.tell_gain();
}
