/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_deform_gradv.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "host/citations.h"
#include "host/internals.h"
#include "host/restart.h"
#include "input.h"
#include "kspace.h"
#include "math_eigen.h"
#include "modify.h"
#include "update.h"
#include "variable.h"
#include "write_restart.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::IDENTITY;
using VARDEM::Streaming;
using VARDEM::Upper;
using VARDEM::UPPER;
using VARDEM::Vec3;

namespace {

constexpr int RESTART_VERSION = 3;    // of the record in restart files

double largest(const Upper &a)
{
  double most = 0.0;
  for (const CellComponent &c : CELL_COMPONENTS) most = std::max(most, std::fabs(a.*c.member));
  return most;
}

/** Does a variable depend on the time only, and has it a value half a step before the start? The answer is no if its formula has
 *  a word that is neither of the time, nor a function without gaps, nor another such variable. It is no as well for powers and for
 *  quotients by anything but a number. */
bool is_function_of_time(Variable *variable, const std::string &name, std::set<std::string> &seen)
{
  static const std::set<std::string> allowed = {
      "step",    "dt",   "time", "elapsed",   "elaplong", "PI",      "exp",      "abs",
      "sin",     "cos",  "tan",  "atan",      "atan2",    "ceil",    "floor",    "round",
      "ternary", "sign", "ramp", "vdisplace", "swiggle",  "cwiggle", "undefined"};
  if (!seen.insert(name).second) return true;
  const int ivar = variable->find(name.c_str());
  if (ivar < 0) return false;
  if (!variable->equalstyle(ivar)) return true;

  const std::string formula = formula_of(variable, ivar);
  const char *p = formula.c_str();
  while (*p) {
    if (*p == '^' || *p == '%' || (*p == '/' && !isdigit(p[1]))) return false;
    char *end = nullptr;
    if (isdigit(*p)) strtod(p, &end);    // with its exponent
    if (end || !isalpha(*p)) {
      p = end ? end : p + 1;
      continue;
    }
    const char *const begin = p;
    while (isalnum(*p) || *p == '_') p++;
    const std::string word(begin, p);
    if (utils::strmatch(word, "^v_")) {
      if (!is_function_of_time(variable, word.substr(2), seen)) return false;
    } else if (allowed.count(word) == 0) {
      return false;
    }
  }
  return true;
}

}    // namespace

/* ---------------------------------------------------------------------- */

FixDeformGradv::FixDeformGradv(LAMMPS *lmp, int narg, char **arg) :
    FixDeformGradv(lmp, Command(lmp, narg, arg))
{
}

/* ---------------------------------------------------------------------- */

FixDeformGradv::FixDeformGradv(LAMMPS *lmp, Command &&command) :
    FixDeform(lmp, (int) command.arg.size(), command.arg.data()), flow(command.flow),
    servo(command.servo), kick_due(command.kick), stop_fraction(command.stop),
    largest_diameter(0.0), time_only(true), step(0.0), state{}, carried{}, follows(false),
    text(command.text), stress{}, whole_stress{}, whole_step(-1), pressure(nullptr)
{
  cite(lmp, {Paper::WOO});
  state.F = IDENTITY;
  state.volume = volume();
  std::copy_n(command.L, UPPER, gradient);
  nevery = 1;
  scalar_flag = 1;
  extscalar = 1;
  ecouple_flag = 1;
  vector_flag = 1;
  size_vector = 35;
  extvector = 0;
  global_freq = 1;
}

/* ---------------------------------------------------------------------- */

FixDeformGradv::~FixDeformGradv()
{
  if (modify->get_compute_by_id(id_pressure)) modify->delete_compute(id_pressure);
}

/* ---------------------------------------------------------------------- */

int FixDeformGradv::setmask()
{
  return POST_INTEGRATE | PRE_EXCHANGE | POST_FORCE | END_OF_STEP;
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::post_constructor()
{
  // With clumps the virial leaves out fixes: forces that hold a clump together do no work in the flow. LAMMPS requires that
  // the fix of the clumps is defined before this one
  const bool clumps = !modify->get_fix_by_style("^rigid/small/variational").empty();
  id_pressure = fmt::format("{}_virial", id);
  pressure = modify->add_compute(
      fmt::format("{} all pressure NULL {}", id_pressure,
                  clumps ? "pair bond angle dihedral improper kspace" : "virial"));
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::init()
{
  for (const auto &other : modify->get_fix_by_style("^deform"))
    if (other != this)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} (style {}) and fix {} (style {}) deform the same cell; remove one of them",
                 id, style, other->id, other->style);
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} does not support run_style respa", style);
  for (const Component &component : gradient) {
    if (component.variable.empty()) continue;
    const int ivar = input->variable->find(component.variable.c_str());
    if (ivar < 0)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword gradv: variable {} does not exist; define it before the run",
                 style, component.variable);
    if (!input->variable->equalstyle(ivar))
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword gradv: variable {} is not of style equal, which a gradient needs",
                 style, component.variable);
  }

  check_cell(lmp, style, gradient, servo);
  FixDeform::init();
  flow.init(this);
  time_only = is_time_only();
  whole_step = -1;
  servo.init(style);
  set_rates(state.rate);
  pressure = modify->get_compute_by_id(id_pressure);
  pressure->addstep(update->ntimestep);

  double diameter = 0.0;
  for (int i = 0; atom->radius_flag && i < atom->nlocal; i++)
    diameter = std::max(diameter, 2.0 * atom->radius[i]);
  MPI_Allreduce(&diameter, &largest_diameter, 1, MPI_DOUBLE, MPI_MAX, world);
}

/* ----------------------------------------------------------------------
   before the first forces of a run are computed, which depend on the velocities of particles and of periodic images
------------------------------------------------------------------------- */

void FixDeformGradv::setup_pre_exchange()
{
  if ((state.started || state.kicked) && is_changed(state.box)) begin_anew();
  if (!stage.empty()) utils::logmesg(lmp, "Fix {} (style {}) {}\n", id, style, stage);
  stage.clear();
  flow.clump_kick = {};

  if (state.started) {
    // an integrator with restarted forces sets its velocities back to the middle of the last step
    if (restarted_forces().empty()) set_rates(on_step_gradient() * VARDEM::upper(domain->h));
    flow.start_rate = VARDEM::upper(domain->h_rate);
    return;
  }
  state.before = gradient_at_start();
  state.F = IDENTITY;
  state.volume = volume();
  state.rate = state.before * VARDEM::upper(domain->h);
  state.corner = flow.corner_rate(state.before, 0.0);
  set_rates(state.rate);

  if (state.kicked)
    flow.start_rate = VARDEM::upper(domain->h_rate);
  else
    forget_restarted_forces(follows || kick_due);
  if (follows || (kick_due && !state.kicked)) {
    if (!follows) warn_of_second_flow();
    flow.clump_kick = follows ? state.before - carried : state.before;
    kick(flow.clump_kick);
  }
  follows = false;
  carried = {};
  state.kicked = 1;
}

/* ----------------------------------------------------------------------
   the kick of a stage that begins after read_restart adds to velocities that may contain the flow of the last stage. Rates
   that are small against those of the kick, as the probe of a servo, do not matter
------------------------------------------------------------------------- */

void FixDeformGradv::warn_of_second_flow() const
{
  constexpr double SMALL = 0.01;
  const double added = largest(state.before);
  if (comm->me != 0 || added == 0.0 || largest(carried) <= SMALL * added) return;
  error->warning(
      FLERR,
      "Fix {} keyword kick: the kick adds the flow of the new stage, but the velocities of the "
      "restart file contain the flow of the last stage (Lxx Lyy Lzz Lxy Lxz Lyz = {} {} {} {} {} "
      "{}) unless they were set since. Set the velocities, or use kick no",
      style, carried.xx, carried.yy, carried.zz, carried.xy, carried.xz, carried.yz);
}

/* ---------------------------------------------------------------------- */

FixDeformGradv::Box FixDeformGradv::present_box() const
{
  Box box = {};
  for (int d = 0; d < 3; d++) {
    box.lo[d] = domain->boxlo[d];
    box.hi[d] = domain->boxhi[d];
    box.periodic[d] = domain->periodicity[d];
  }
  if (domain->triclinic) {
    box.tilt[0] = domain->xy;
    box.tilt[1] = domain->xz;
    box.tilt[2] = domain->yz;
  }
  return box;
}

/* ----------------------------------------------------------------------
   has another command moved the cell? LAMMPS itself moves faces that are not periodic (boundary s and m)
------------------------------------------------------------------------- */

bool FixDeformGradv::is_changed(const Box &before) const
{
  const Box now = present_box();
  for (int d = 0; d < 3; d++) {
    const bool moved = now.lo[d] != before.lo[d] || now.hi[d] != before.hi[d];
    if ((now.periodic[d] && moved) || now.tilt[d] != before.tilt[d] ||
        now.periodic[d] != before.periodic[d])
      return true;
  }
  return false;
}

/* ----------------------------------------------------------------------
   begins a new stage: deformation and work are counted from here. The particles follow the flow of the last stage, so that
   at the start they need only what the new flow has more
------------------------------------------------------------------------- */

void FixDeformGradv::begin_anew()
{
  const Box &box = state.box;
  const Upper H = {box.hi[0] - box.lo[0], box.hi[1] - box.lo[1], box.hi[2] - box.lo[2],
                   box.tilt[2],           box.tilt[1],           box.tilt[0]};
  carried = on_step_gradient();
  follows = true;
  flow.start_rate = carried * H;
  state = {};
  state.F = IDENTITY;
  state.volume = volume();
  servo.reset();
  stage = "begins anew, because the cell was changed since its last step";
}

/* ----------------------------------------------------------------------
   the integrators that are going to use forces of the restart file in this run (keyword restart exact)
------------------------------------------------------------------------- */

std::vector<Fix *> FixDeformGradv::restarted_forces() const
{
  std::vector<Fix *> found;
  for (Fix *fix : modify->get_fix_list()) {
    const auto *integrator = dynamic_cast<ExactRestart *>(fix);
    if (integrator && integrator->uses_restarted_forces()) found.push_back(fix);
  }
  return found;
}

/* ----------------------------------------------------------------------
   tells these integrators not to use them: they contain the flow of the last stage. An integrator that comes before this fix
   has put its velocities aside already, and brings them back without the kick
------------------------------------------------------------------------- */

void FixDeformGradv::forget_restarted_forces(bool kicks) const
{
  for (Fix *fix : restarted_forces()) {
    auto *integrator = dynamic_cast<ExactRestart *>(fix);
    integrator->forget_restarted_forces();
    if (kicks && integrator->at_half_step() && comm->me == 0)
      error->warning(FLERR,
                     "Fix {} (style {}) with keyword restart exact comes before fix {} (style {}), "
                     "which begins a new stage: the kick is lost. Define fix {} after fix {}",
                     fix->id, fix->style, id, style, fix->id, id);
  }
}

/* ---------------------------------------------------------------------- */

bool FixDeformGradv::is_time_only() const
{
  std::set<std::string> seen;
  for (const Component &component : gradient)
    if (!component.variable.empty() &&
        !is_function_of_time(input->variable, component.variable, seen))
      return false;
  return true;
}

/* ----------------------------------------------------------------------
   L when a stage begins. A function of the time is evaluated for the middle of a step: the mean of those half a step earlier and
   later is L at the start. A variable that depends on the particles may need forces, which are not known yet: L starts from 0
------------------------------------------------------------------------- */

Upper FixDeformGradv::gradient_at_start()
{
  if (!time_only) return Upper{};
  const Upper later = evaluate();
  update->ntimestep--;
  const Upper earlier = evaluate();
  update->ntimestep++;
  return 0.5 * (earlier + later);
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::setup(int /*vflag*/)
{
  const double h = update->dt;
  state.after = evaluate() + state.driven;
  const auto streaming_now = state.started ? VARDEM::streaming_on_step : VARDEM::streaming_start;
  stream(streaming_now(flow.closure, flow.origin, state.before, state.after, h));

  stress = virial_stress();
  whole_step = -1;
  if (!state.started) state.power = power(working_stress(), state.after);
  state.box = present_box();
  pressure->addstep(update->ntimestep + 1);
}

/* ----------------------------------------------------------------------
   moves the cell, equation (33)
------------------------------------------------------------------------- */

void FixDeformGradv::post_integrate()
{
  const double h = update->dt;
  const Upper &L = state.after;
  check_step();

  const Upper change = VARDEM::midpoint_step(L, h);
  const Upper H = change * VARDEM::upper(domain->h);
  const double rates[3] = {L.xx, L.yy, L.zz}, stretch[3] = {change.xx, change.yy, change.zz};
  const double origin[3] = {flow.origin.x, flow.origin.y, flow.origin.z};
  for (int d = 0; d < 3; d++) {
    if (rates[d] == 0.0) continue;
    domain->boxlo[d] = origin[d] + stretch[d] * (domain->boxlo[d] - origin[d]);
    domain->boxhi[d] = origin[d] + stretch[d] * (domain->boxhi[d] - origin[d]);
  }
  if (domain->triclinic) {
    domain->yz = H.yz;
    domain->xz = H.xz;
    domain->xy = H.xy;
  }
  domain->set_global_box();
  domain->set_local_box();

  state.F = change * state.F;
  step = h;
  state.rate = VARDEM::cell_rate(L, h, VARDEM::upper(domain->h));
  state.corner = flow.corner_rate(L, h);
  state.before = L;
  state.started = 1;
  set_rates(state.rate);
  find_flip();
  if (kspace_flag) force->kspace->setup();
}

/* ----------------------------------------------------------------------
   sets the rates of domain, which FixDeform sets to 0 at the beginning of each run
------------------------------------------------------------------------- */

void FixDeformGradv::set_rates(const Upper &r)
{
  const double six[UPPER] = {r.xx, r.yy, r.zz, r.yz, r.xz, r.xy};
  std::copy_n(six, UPPER, domain->h_rate);
  domain->h_ratelo[0] = state.corner.x;
  domain->h_ratelo[1] = state.corner.y;
  domain->h_ratelo[2] = state.corner.z;
}

/* ----------------------------------------------------------------------
   stops before the midpoint rule turns the cell inside out
------------------------------------------------------------------------- */

void FixDeformGradv::check_step()
{
  const Upper &L = state.after;
  for (const double rate : {L.xx, L.yy, L.zz})
    if (!(std::fabs(update->dt * rate) < 1.0))
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {}: gradient {} changes a side of the cell by its own length in a single step of "
          "{}; use a smaller gradient or time step",
          style, rate, update->dt);
}

/* ----------------------------------------------------------------------
   finds flips that make a tilt of more than half a side smaller: C -+ B before C -+ A and B -+ A. pre_exchange() does them
------------------------------------------------------------------------- */

void FixDeformGradv::find_flip()
{
  flipxy = flipxz = flipyz = 0;
  if (!(flipflag && domain->triclinic)) return;

  const Upper h = VARDEM::upper(domain->h);
  const auto turns = [](double tilt, double side) {
    return (tilt > 0.5 * side) ? -1 : (tilt < -0.5 * side) ? 1 : 0;
  };
  if (dimflag[3] && domain->yperiodic) flipyz = turns(h.yz, h.yy);
  if (dimflag[4] && domain->xperiodic) flipxz = turns(h.xz + flipyz * h.xy, h.xx);
  if (dimflag[5] && domain->xperiodic) flipxy = turns(h.xy, h.xx);
  flip = (flipxy || flipxz || flipyz);
  if (!flip) return;

  const Upper flipped = flipped_cell(h);
  set[3].tilt_flip = flipped.yz;
  set[4].tilt_flip = flipped.xz;
  set[5].tilt_flip = flipped.xy;
  next_reneighbor = update->ntimestep;
}

/* ----------------------------------------------------------------------
   the cell, or its rate, after the flip
------------------------------------------------------------------------- */

Upper FixDeformGradv::flipped_cell(const Upper &h) const
{
  Upper flipped = h;
  flipped.yz += flipyz * h.yy;
  flipped.xz += flipyz * h.xy + flipxz * h.xx;
  flipped.xy += flipxy * h.xx;
  return flipped;
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::pre_exchange()
{
  if (!flip) return;
  state.rate = flipped_cell(state.rate);
  set_rates(state.rate);
  FixDeform::pre_exchange();
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::post_force(int /*vflag*/)
{
  state.driven = servo.rates();
  state.after = evaluate() + state.driven;
  stream(VARDEM::streaming(flow.closure, flow.origin, state.before, state.after, update->dt));
}

/* ----------------------------------------------------------------------
   adds the part of the flow to the forces, and leaves it for the fix of clumps
------------------------------------------------------------------------- */

void FixDeformGradv::stream(const Streaming &s)
{
  const double h = update->dt;
  const Upper H = VARDEM::upper(domain->h);
  flow.now = s;
  flow.next_rate = VARDEM::cell_rate(state.after, h, VARDEM::midpoint_step(state.after, h) * H);
  flow.on_step_rate = on_step_gradient() * H;
  apply(s);
}

/* ----------------------------------------------------------------------
   measures the stress here, where it is complete: fix rigid adds its part in final_integrate()
------------------------------------------------------------------------- */

void FixDeformGradv::end_of_step()
{
  stress = virial_stress();
  whole_step = -1;
  const Upper working = working_stress();
  state.work += 0.5 * step * (state.power + power(working, state.before));
  state.power = power(working, state.after);

  if (servo.active()) {
    modify->clearstep_compute();
    if (!time_only) bring_to_host();
    servo.advance(style, total_stress(), state.before, step);
    modify->addstep_compute(update->ntimestep + 1);
  }
  pressure->addstep(update->ntimestep + 1);
  state.box = present_box();
  stop_before_collapse();
}

/* ----------------------------------------------------------------------
   stops if the next step makes the cell smaller than keyword stop allows, or so small that a particle touches its own image
------------------------------------------------------------------------- */

void FixDeformGradv::stop_before_collapse()
{
  const Upper change = VARDEM::midpoint_step(state.after, update->dt);
  const double part = volume() * determinant(change) / state.volume;
  const double sides[3] = {change.xx * domain->xprd, change.yy * domain->yprd,
                           change.zz * domain->zprd};
  double side = INFINITY;
  for (int d = 0; d < 3; d++)
    if (dimflag[d]) side = std::min(side, sides[d]);
  if (part >= stop_fraction && side >= largest_diameter) return;

  remap_atoms();
  const std::string file = fmt::format("{}.{}.restart", id, update->ntimestep);
  std::string noinit = "noinit";
  char *args[2] = {const_cast<char *>(file.c_str()), &noinit[0]};
  WriteRestart(lmp).command(2, args);
  const std::string reason = (part < stop_fraction)
      ? fmt::format("the volume would fall to {} of that at the start, less than keyword stop {}",
                    part, stop_fraction)
      : fmt::format("a side of the cell would shrink to {}, less than the largest diameter {}",
                    side, largest_diameter);
  error->all(FLERR, Error::NOLASTLINE, "Fix {}: at step {} {}; restart file {} has been written",
             style, update->ntimestep, reason, file);
}

/* ----------------------------------------------------------------------
   the prescribed gradient of the step that starts now, without servos
------------------------------------------------------------------------- */

Upper FixDeformGradv::evaluate()
{
  if (!time_only) bring_to_host();
  modify->clearstep_compute();
  Upper L = {};
  for (int c = 0; c < UPPER; c++) {
    double value = gradient[c].value;
    if (!gradient[c].variable.empty())
      value = input->variable->compute_equal(input->variable->find(gradient[c].variable.c_str()));
    if (!std::isfinite(value))
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} keyword gradv: component {} is {} at step {}, by variable {}; it must be a "
          "finite number",
          style, CELL_COMPONENTS[c].name, value, update->ntimestep, gradient[c].variable);
    L.*CELL_COMPONENTS[c].member = value;
  }
  modify->addstep_compute(update->ntimestep + 1);
  return L;
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::apply(const Streaming &s)
{
  flow.apply(s, groupbit);
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::kick(const Upper &L)
{
  flow.kick(L, groupbit);
}

/* ----------------------------------------------------------------------
   LAMMPS wraps positions when it writes a restart file, but not velocities, which differ between periodic images
------------------------------------------------------------------------- */

void FixDeformGradv::remap_atoms()
{
  domain->remap_all();
}

/* ---------------------------------------------------------------------- */

Upper FixDeformGradv::kinetic(const Upper &L)
{
  return flow.kinetic(L, groupbit);
}

/* ---------------------------------------------------------------------- */

Upper FixDeformGradv::sum_of_ranks(const Upper &a) const
{
  double six[UPPER] = {a.xx, a.yy, a.zz, a.yz, a.xz, a.xy};
  double sum[UPPER];
  MPI_Allreduce(six, sum, UPPER, MPI_DOUBLE, MPI_SUM, world);
  return VARDEM::upper(sum);
}

/* ----------------------------------------------------------------------
   interaction part of the stress between particles and clumps, in pressure units, tension positive
------------------------------------------------------------------------- */

Upper FixDeformGradv::virial_stress()
{
  pressure->compute_vector();
  const double *p = pressure->vector;    // xx yy zz xy xz yz
  const Upper of_particles = {-p[0], -p[1], -p[2], -p[5], -p[4], -p[3]};
  const auto clumps = flow.clumps();
  if (clumps.empty()) return of_particles;
  Upper within = {};
  for (const auto *some : clumps) within = within + some->member_virial();
  return of_particles + (force->nktv2p / volume()) * sum_of_ranks(within);
}

/* ----------------------------------------------------------------------
   the same and the kinetic part of the velocities relative to the flow; all ranks must call it
------------------------------------------------------------------------- */

Upper FixDeformGradv::total_stress()
{
  if (whole_step != update->ntimestep)
    whole_stress = stress -
        (force->mvv2e * force->nktv2p / volume()) * sum_of_ranks(kinetic(on_step_gradient()));
  whole_step = update->ntimestep;
  return whole_stress;
}

/* ----------------------------------------------------------------------
   stress whose work changes the energy of the motion relative to the flow: dv_f/dt = a, or a - L v_f
------------------------------------------------------------------------- */

Upper FixDeformGradv::working_stress()
{
  return (flow.closure == VARDEM::Closure::SLLOD) ? total_stress() : stress;
}

/* ----------------------------------------------------------------------
   rate of the work of the cell on the particles, V sigma : L
------------------------------------------------------------------------- */

double FixDeformGradv::power(const Upper &sigma, const Upper &L) const
{
  double sum = 0.0;
  for (const CellComponent &c : CELL_COMPONENTS) sum += (sigma.*c.member) * (L.*c.member);
  return sum * volume() / force->nktv2p;
}

/* ---------------------------------------------------------------------- */

double FixDeformGradv::volume() const
{
  return domain->xprd * domain->yprd * (domain->dimension == 3 ? domain->zprd : 1.0);
}

/* ---------------------------------------------------------------------- */

Upper FixDeformGradv::on_step_gradient() const
{
  return state.started ? 0.5 * (state.before + state.after) : state.before;
}

/* ----------------------------------------------------------------------
   ln V = 1/2 ln F F^T, the spatial Hencky strain; its trace is ln det F
------------------------------------------------------------------------- */

Upper FixDeformGradv::logarithmic_strain() const
{
  const Upper &F = state.F;
  const double rows[3][3] = {{F.xx, F.xy, F.xz}, {0.0, F.yy, F.yz}, {0.0, 0.0, F.zz}};
  double B[3][3], squares[3], axes[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      B[i][j] = rows[i][0] * rows[j][0] + rows[i][1] * rows[j][1] + rows[i][2] * rows[j][2];
  MathEigen::jacobi3(B, squares, axes);

  Upper strain = {};
  for (const CellComponent &c : CELL_COMPONENTS)
    for (int k = 0; k < 3; k++)
      strain.*c.member += 0.5 * std::log(squares[k]) * axes[c.row][k] * axes[c.column][k];
  return strain;
}

/* ----------------------------------------------------------------------
   minus the work of the cell, which thermo keyword econserve adds
------------------------------------------------------------------------- */

double FixDeformGradv::compute_scalar()
{
  return -state.work;
}

/* ----------------------------------------------------------------------
   L, H, F row by row, ln V, volume, stress, work
------------------------------------------------------------------------- */

double FixDeformGradv::compute_vector(int n)
{
  const auto component = [](const Upper &a, int c) {
    return a.*CELL_COMPONENTS[c].member;
  };
  if (n < 6) return component(on_step_gradient(), n);
  if (n < 12) return component(VARDEM::upper(domain->h), n - 6);
  if (n < 21) {
    const Upper &F = state.F;
    const double rows[9] = {F.xx, F.xy, F.xz, 0.0, F.yy, F.yz, 0.0, 0.0, F.zz};
    return rows[n - 12];
  }
  if (n < 27) return component(logarithmic_strain(), n - 21);
  if (n == 27) return volume();
  if (n < 34) return component(total_stress(), n - 28);
  return state.work;
}

/* ---------------------------------------------------------------------- */

std::vector<EnergyPart> FixDeformGradv::energy_parts() const
{
  return {EnergyPart::CELL};
}

/* ---------------------------------------------------------------------- */

void FixDeformGradv::write_restart(FILE *fp)
{
  if (comm->me != 0) return;
  state.origin = flow.origin;
  const std::vector<double> servos = servo.pack();
  const std::string lines = text.lines();
  const char *const bytes[2] = {reinterpret_cast<const char *>(&state),
                                reinterpret_cast<const char *>(servos.data())};
  std::vector<char> record(bytes[0], bytes[0] + sizeof(State));
  record.insert(record.end(), bytes[1], bytes[1] + servos.size() * sizeof(double));
  record.insert(record.end(), lines.begin(), lines.end());
  VARDEM_NS::write_restart(fp, RESTART_VERSION, record);
}

/* ----------------------------------------------------------------------
   the stage in the restart file goes on if it was begun by the same keywords
------------------------------------------------------------------------- */

void FixDeformGradv::restart(char *buf)
{
  std::vector<double> servos(StressServo::packed_size());
  const std::size_t before_text = sizeof(State) + servos.size() * sizeof(double);
  const std::vector<char> record =
      read_restart(buf, RESTART_VERSION, before_text, id, style, error);
  const std::string keyword =
      text.changed({record.data() + before_text, record.data() + record.size()});

  memcpy(&state, record.data(), sizeof(State));
  if (keyword.empty()) {
    memcpy(servos.data(), record.data() + sizeof(State), servos.size() * sizeof(double));
    servo.unpack(servos.data());
    flow.origin = state.origin;
    stage = "continues: its keywords are those of the restart file";
    return;
  }
  begin_anew();
  follows = false;    // a new command: keyword kick says what is added to velocities
  stage = fmt::format("begins anew, because keyword {} changed", keyword);
}
