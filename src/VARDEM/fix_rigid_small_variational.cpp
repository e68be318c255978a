/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_rigid_small_variational.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/arguments.h"
#include "host/bodies.h"
#include "host/cell_streaming.h"
#include "host/citations.h"
#include "host/cundall_damping.h"
#include "host/gravity.h"
#include "math_eigen.h"
#include "math_extra.h"
#include "memory.h"
#include "modify.h"
#include "molecule.h"
#include "rigid_const.h"
#include "safe_pointers.h"
#include "text_file_reader.h"
#include "tokenizer.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::quat_at;
using VARDEM::set_quat_at;
using VARDEM::Step;
using VARDEM::Vec3;

namespace {

// What moments of inertia in a file must be. LAMMPS reads those of a molecule file in another order than its manual says.

constexpr char MOMENTS_OF_MOLECULE_FILE[] =
    ". LAMMPS takes the 6 numbers of the inertia line of a molecule file for Ixx Iyy Izz Iyz Ixz "
    "Ixy, which is not the order of its manual. They must be about the center of mass, not the "
    "origin of the file, and along the axes of the file";
constexpr char MOMENTS_OF_INFILE[] =
    ". Numbers 6 to 11 of its line must be Ixx Iyy Izz Ixy Ixz Iyz, about the center of mass and "
    "along the axes of the simulation box";

Vec3 vector_at(const double *a)
{
  return {a[0], a[1], a[2]};
}

void set_vector_at(double *a, const Vec3 &b)
{
  a[0] = b.x;
  a[1] = b.y;
  a[2] = b.z;
}

/** Image flags as numbers of boxes. */
Vec3 boxes(imageint image)
{
  return {static_cast<double>((image & IMGMASK) - IMGMAX),
          static_cast<double>((image >> IMGBITS & IMGMASK) - IMGMAX),
          static_cast<double>((image >> IMG2BITS) - IMGMAX)};
}

imageint image_of(const Vec3 &n)
{
  const auto bits = [](double a) {
    return (static_cast<imageint>(a) + IMGMAX) & IMGMASK;
  };
  return bits(n.x) | (bits(n.y) << IMGBITS) | (bits(n.z) << IMG2BITS);
}

/** Angular velocity of L and of the principal axes. */
template <class Body> Vec3 omega_of(Body &b)
{
  double omega[3];
  MathExtra::angmom_to_omega(b.angmom, b.ex_space, b.ey_space, b.ez_space, b.inertia, omega);
  return vector_at(omega);
}

/** Principal moments of a tensor, ascending. FixRigidSmall and Molecule set negative moments to 0, as if the body were a
 *  needle. This function keeps them, and sets only round-off to 0. */
Vec3 principal_moments(double xx, double yy, double zz, double xy, double xz, double yz)
{
  const double tensor[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
  double moments[3], axes[3][3];
  if (MathEigen::jacobi3(tensor, moments, axes, 1)) return {NAN, NAN, NAN};
  for (double &moment : moments)
    if (std::fabs(moment) < RigidConst::EPSILON * moments[2]) moment = 0.0;
  return vector_at(moments);
}

/** Accessor of the bodies of FixRigidSmall for the kernels (kernels/leapfrog.h). */
template <class Body> struct VardemClumps {
  Body *body;

  bool selects(int) const { return true; }
  double mass(int i) const { return body[i].mass; }
  Vec3 x(int i) const { return vector_at(body[i].xcm); }
  Vec3 v(int i) const { return vector_at(body[i].vcm); }
  Vec3 f(int i) const { return vector_at(body[i].fcm); }
  Vec3 L(int i) const { return vector_at(body[i].angmom); }
  Vec3 torque(int i) const { return vector_at(body[i].torque); }
  Vec3 inertia(int i) const { return vector_at(body[i].inertia); }
  VARDEM::Quat q(int i) const { return quat_at(body[i].quat); }
  void set_x(int i, const Vec3 &a) const { set_vector_at(body[i].xcm, a); }
  void set_v(int i, const Vec3 &a) const { set_vector_at(body[i].vcm, a); }
  void set_L(int i, const Vec3 &a) const { set_vector_at(body[i].angmom, a); }
  void set_q(int i, const VARDEM::Quat &a) const { set_quat_at(body[i].quat, a); }
  void set_f(int i, const Vec3 &a) const { set_vector_at(body[i].fcm, a); }
  void set_torque(int i, const Vec3 &a) const { set_vector_at(body[i].torque, a); }
  Vec3 rotating(const Vec3 &a) const { return a; }    // also in 2d: enforce2d() keeps it along z
};

/** The same with what the damping needs. Groups and type are those of the atom that owns the body. */
template <class Body> struct DampedClumps : public VardemClumps<Body> {
  const int *mask_of, *type_of;
  const Vec3 *gravity_of;

  int groups(int i) const { return mask_of[this->body[i].ilocal]; }
  int type(int i) const { return type_of[this->body[i].ilocal]; }
  Vec3 gravity(int i) const { return gravity_of[i]; }
};

/** Stops if an atom of the group is alone in its molecule. fix rigid/small would stop as well, but would not name the
 *  molecule. A molecule that has only one atom on some rank may have others elsewhere, so the atoms of these molecules are
 *  counted on all ranks. */
void check_no_single_spheres(LAMMPS *lmp, const char *style, int groupbit)
{
  const Atom *atom = lmp->atom;
  std::unordered_map<tagint, int> count;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) count[atom->molecule[i]]++;

  std::vector<tagint> lonely;
  for (const auto &molecule : count)
    if (molecule.second == 1) lonely.push_back(molecule.first);

  const int nprocs = lmp->comm->nprocs;
  const int n = static_cast<int>(lonely.size());
  std::vector<int> recvcounts(nprocs), displs(nprocs + 1, 0);
  MPI_Allgather(&n, 1, MPI_INT, recvcounts.data(), 1, MPI_INT, lmp->world);
  for (int p = 0; p < nprocs; p++) displs[p + 1] = displs[p] + recvcounts[p];
  std::vector<tagint> candidates(displs[nprocs]);
  MPI_Allgatherv(lonely.data(), n, MPI_LMP_TAGINT, candidates.data(), recvcounts.data(),
                 displs.data(), MPI_LMP_TAGINT, lmp->world);

  std::vector<int> mine, total(candidates.size());
  for (const tagint molecule : candidates) {
    const auto found = count.find(molecule);
    mine.push_back(found == count.end() ? 0 : found->second);
  }
  MPI_Allreduce(mine.data(), total.data(), (int) mine.size(), MPI_INT, MPI_SUM, lmp->world);
  for (std::size_t m = 0; m < total.size(); m++)
    if (total[m] == 1)
      lmp->error->all(FLERR, Error::NOPOINTER,
                      "Fix {}: the clump of molecule {} is a single particle. Exclude it from the "
                      "group, and use an integrator of single particles for it",
                      style, candidates[m]);
}

/** Number of words of a keyword of fix rigid/small with its values, so that a value is not taken for a keyword. */
int words_of_keyword(const std::string &keyword)
{
  static const std::unordered_map<std::string, int> words = {
      {"infile", 2}, {"reinit", 2}, {"mol", 2}, {"gravity", 2}, {"langevin", 5}};
  const auto found = words.find(keyword);
  return (found == words.end()) ? 1 : found->second;
}

}    // namespace

/* ----------------------------------------------------------------------
   takes keywords scheme and newton out of the command, and checks what fix rigid/small does not check, or does not name
------------------------------------------------------------------------- */

FixRigidSmallVariational::Command::Command(LAMMPS *lmp, int narg, char **args) : variational(lmp)
{
  const char *const style = args[2];
  Keywords keywords(lmp->error, fmt::format("Fix {}", style));
  const int first = (narg > 3 && strcmp(args[3], "custom") == 0) ? 5 : 4;
  int iarg = 0;
  while (iarg < narg) {
    const int next = (iarg >= first) ? variational.parse(style, iarg, narg, args) : iarg;
    const int words = (next > iarg) ? 0 : (iarg >= first) ? words_of_keyword(args[iarg]) : 1;
    if (next > iarg || words > 1) keywords.once(args[iarg], iarg);
    const int end = std::min(narg, next + words);
    arg.insert(arg.end(), &args[next], &args[end]);
    iarg = end;
  }

  const int igroup = lmp->group->find(args[1]);
  if (igroup >= 0 && narg > 3 && strcmp(args[3], "molecule") == 0 && lmp->atom->molecule_flag)
    check_no_single_spheres(lmp, style, lmp->group->bitmask[igroup]);
}

/* ---------------------------------------------------------------------- */

FixRigidSmallVariational::FixRigidSmallVariational(LAMMPS *lmp, int narg, char **arg) :
    FixRigidSmallVariational(lmp, Command(lmp, narg, arg))
{
}

/* ---------------------------------------------------------------------- */

FixRigidSmallVariational::FixRigidSmallVariational(LAMMPS *lmp, Command &&command) :
    FixRigidSmall(lmp, (int) command.arg.size(), command.arg.data()),
    variational(command.variational), gravity_masses_due(true), flow(nullptr), streaming_due(false),
    image_rate{}, cell{}
{
  cite(lmp, {Paper::LEE_LEOK, Paper::BAKER_GONZALEZ, Paper::HAIRER_VILMART});
  if (!onemols) return;
  for (int m = 0; m < nmol; m++) {
    const std::string name = fmt::format("molecule template {}", onemols[m]->id);
    if (onemols[m]->natoms < 2)
      error->all(FLERR, Error::NOPOINTER,
                 "Fix {}: {} is a single particle. Insert it as an atom, and use an integrator of "
                 "single particles for it",
                 style, name);
    const double *I = onemols[m]->itensor;    // xx yy zz yz xz xy
    variational.check_inertia(style, name, principal_moments(I[0], I[1], I[2], I[5], I[4], I[3]),
                              MOMENTS_OF_MOLECULE_FILE);
  }
}

/* ---------------------------------------------------------------------- */

void FixRigidSmallVariational::init()
{
  FixRigidSmall::init();
  dampings = fixes_with<BodyDamping>(modify);
  gravities = acting_gravity(lmp);
  flow = find_flow();
}

/* ---------------------------------------------------------------------- */

void FixRigidSmallVariational::pre_neighbor()
{
  if (flow) remap_bodies();
  FixRigidSmall::pre_neighbor();
  gravity_masses_due = true;
}

/* ---------------------------------------------------------------------- */

void FixRigidSmallVariational::setup_pre_neighbor()
{
  if (inpfile && !setupflag) check_file();
  const bool from_members = (reinitflag || !setupflag) && !inpfile;
  if (!flow) {
    FixRigidSmall::setup_pre_neighbor();
  } else {
    // velocities in the input are those of the clumps, whatever periodic image a member is in
    const VARDEM::Upper rate = flow->start_rate;
    cell = VARDEM::upper(domain->h);
    if (from_members) unwrap_members(rate);
    FixRigidSmall::setup_pre_neighbor();
    if (from_members) {
      unwrap_members(-1.0 * rate);
      for (int ibody = 0; ibody < nlocal_body; ibody++)
        set_vector_at(body[ibody].vcm,
                      vector_at(body[ibody].vcm) - rate * boxes(body[ibody].image));
    }
    image_rate = VARDEM::upper(domain->h_rate);
    kick();
  }
  check_members();
  for (int ibody = 0; ibody < nlocal_body; ibody++)
    variational.check_inertia(style, name_of_body(ibody), vector_at(body[ibody].inertia));
}

/* ---------------------------------------------------------------------- */

void FixRigidSmallVariational::setup(int vflag)
{
  if (langflag) {    // FixRigidSmall adds langextra to the forces before it has set it
    if (nlocal_body > maxlang) {
      maxlang = nlocal_body + nghost_body;
      memory->destroy(langextra);
      memory->create(langextra, maxlang, 6, "rigid/small/variational:langextra");
    }
    if (maxlang > 0) std::fill_n(langextra[0], 6 * maxlang, 0.0);
  }
  FixRigidSmall::setup(vflag);
  if (flow) shift_members(image_rate, 0.0);
  variational.start_checks();
  check_convergence();
}

/* ----------------------------------------------------------------------
   the same as that of FixRigidSmall, except for the rotation
------------------------------------------------------------------------- */

void FixRigidSmallVariational::initial_integrate(int vflag)
{
  flow = find_flow();    // its fix may have been deleted
  if (streaming_due) stream();
  const VardemClumps<Body> clumps = {body};
  const Step step = {dtv, dtf};
  variational.dispatch([&](const auto &rotate, const auto &rotate_all) {
    open_body_blocks(clumps, nlocal_body, step, rotate, rotate_all);
  });

  for (int ibody = 0; ibody < nlocal_body; ibody++) {
    Body &b = body[ibody];
    const Vec3 before = omega_of(b);
    MathExtra::q_to_exyz(b.quat, b.ex_space, b.ey_space, b.ez_space);
    set_vector_at(b.omega, 0.5 * (before + omega_of(b)));    // at the half step, for dashpots
  }

  v_init(vflag);
  commflag = RigidConst::INITIAL;
  comm->forward_comm(this, 29);
  if (!flow) {
    set_xv();
    return;
  }
  cell = VARDEM::upper(domain->h);
  shift_members(-1.0 * image_rate, 0.0);
  set_xv();
  image_rate = flow->next_rate;
  shift_members(image_rate, dtv);
}

/* ---------------------------------------------------------------------- */

void FixRigidSmallVariational::final_integrate()
{
  if (streaming_due) stream();
  if (flow) shift_members(-1.0 * image_rate, 0.0);
  FixRigidSmall::final_integrate();
  if (flow) {
    image_rate = flow->on_step_rate;
    shift_members(image_rate, 0.0);
  }
  if (variational.check_due()) check_convergence();
}

/* ----------------------------------------------------------------------
   damping and flow change the forces on whole bodies here: after the sums over members, and before the kicks
------------------------------------------------------------------------- */

void FixRigidSmallVariational::compute_forces_and_torques()
{
  FixRigidSmall::compute_forces_and_torques();
  if (update->whichflag != 1) return;
  if (domain->dimension == 2) enforce2d();
  for (BodyDamping *damping : dampings) damp(*damping);
  if (!flow) return;
  if (earlyflag || update->setupflag)    // the fix of the flow runs later
    streaming_due = true;
  else
    stream();
}

/* ----------------------------------------------------------------------
   adds the part of the flow to forces and torques
------------------------------------------------------------------------- */

void FixRigidSmallVariational::stream()
{
  streaming_due = false;
  if (!flow) return;
  const VardemClumps<Body> clumps = {body};
  const double per_acceleration = 1.0 / force->ftm2v;
  const Vec3 w = flow->spin ? per_acceleration * flow->now.spin : Vec3{0.0, 0.0, 0.0};
  for (int i = 0; i < nlocal_body; i++) {
    const Vec3 f = clumps.f(i);
    clumps.set_f(i,
                 f +
                     streaming_force(flow->now, clumps.x(i), clumps.v(i), f,
                                     per_acceleration * clumps.mass(i)));
    clumps.set_torque(i, clumps.torque(i) + angular_momentum(clumps.q(i), w, clumps.inertia(i)));
  }
}

/* ---------------------------------------------------------------------- */

CellStreaming *FixRigidSmallVariational::find_flow() const
{
  const auto flows = fixes_with<FlowOfCell>(modify);
  return flows.empty() ? nullptr : &flows.front()->cell_streaming();
}

/* ----------------------------------------------------------------------
   adds the flow to the velocities at the start, if its fix does so for single particles
------------------------------------------------------------------------- */

void FixRigidSmallVariational::kick()
{
  const VARDEM::Upper L = flow->clump_kick;
  const VARDEM::Upper zero = {};
  flow->clump_kick = zero;
  if (memcmp(&L, &zero, sizeof(L)) == 0) return;

  const VardemClumps<Body> clumps = {body};
  const Vec3 w = flow->spin ? spin(L) : Vec3{0.0, 0.0, 0.0};
  for (int i = 0; i < nlocal_body; i++) {
    clumps.set_v(i, clumps.v(i) + L * (clumps.x(i) - flow->origin));
    clumps.set_L(i, clumps.L(i) + angular_momentum(clumps.q(i), w, clumps.inertia(i)));
    set_vector_at(body[i].omega, omega_of(body[i]));
  }
  set_members();
}

/* ----------------------------------------------------------------------
   sets the velocities of members, and those of their ghosts, for the forces of setup
------------------------------------------------------------------------- */

void FixRigidSmallVariational::set_members()
{
  v_init(0);
  commflag = RigidConst::FINAL;
  comm->forward_comm(this, 10);
  set_v();
  shift_members(image_rate, 0.0);
  comm->forward_comm();
}

/* ----------------------------------------------------------------------
   corrects members that lie in another periodic image than the center of their body. FixRigidSmall gives them the velocity of
   the body without that of their image, and a position that ignores how the cell moves in the step h.
------------------------------------------------------------------------- */

void FixRigidSmallVariational::shift_members(const VARDEM::Upper &rate, double h)
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (atom2body[i] < 0) continue;
    const Vec3 n = boxes(xcmimage[i]);
    if (n.x == 0.0 && n.y == 0.0 && n.z == 0.0) continue;
    const Vec3 shift = rate * n;
    set_vector_at(atom->v[i], vector_at(atom->v[i]) - shift);
    set_vector_at(atom->x[i], vector_at(atom->x[i]) - h * shift);
  }
}

/* ---------------------------------------------------------------------- */

VARDEM::Upper FixRigidSmallVariational::kinetic_stress(const VARDEM::Upper &L,
                                                       const Vec3 &origin) const
{
  const VardemClumps<Body> clumps = {body};
  VARDEM::Upper sum = {};
  for (int i = 0; i < nlocal_body; i++)
    sum = sum + clumps.mass(i) * square(clumps.v(i) - L * (clumps.x(i) - origin));
  return sum;
}

/* ----------------------------------------------------------------------
   the symmetric part only: with the spin of the flow, the torques do the work of the antisymmetric part
------------------------------------------------------------------------- */

VARDEM::Upper FixRigidSmallVariational::member_virial() const
{
  VARDEM::Upper sum = {};
  for (int i = 0; i < atom->nlocal; i++) {
    if (atom2body[i] < 0) continue;
    const Body &b = body[atom2body[i]];
    double r[3];
    MathExtra::matvec(b.ex_space, b.ey_space, b.ez_space, displace[i], r);
    const double *f = atom->f[i];
    sum = sum +
        VARDEM::Upper{r[0] * f[0],
                      r[1] * f[1],
                      r[2] * f[2],
                      0.5 * (r[1] * f[2] + r[2] * f[1]),
                      0.5 * (r[0] * f[2] + r[2] * f[0]),
                      0.5 * (r[0] * f[1] + r[1] * f[0])};
  }
  return sum;
}

/* ----------------------------------------------------------------------
   sets velocities of members as if none had crossed a face of the cell. FixRigidSmall computes that of a body from them.
------------------------------------------------------------------------- */

void FixRigidSmallVariational::unwrap_members(const VARDEM::Upper &rate)
{
  for (int i = 0; i < atom->nlocal; i++)
    if (atom2body[i] >= 0)
      set_vector_at(atom->v[i], vector_at(atom->v[i]) + rate * boxes(atom->image[i]));
}

/* ----------------------------------------------------------------------
   changes image flags of bodies as Domain does with those of atoms after a flip (Domain::image_flip()), and adds the velocity
   of the new image
------------------------------------------------------------------------- */

void FixRigidSmallVariational::remap_bodies()
{
  const VARDEM::Upper now = VARDEM::upper(domain->h);
  const int p = static_cast<int>(std::lround((now.yz - cell.yz) / now.yy));
  const int m = static_cast<int>(std::lround((now.xy - cell.xy) / now.xx));
  const int n = static_cast<int>(std::lround((now.xz - cell.xz - p * cell.xy) / now.xx));
  cell = now;
  image_rate = VARDEM::upper(domain->h_rate);

  for (int ibody = 0; ibody < nlocal_body; ibody++) {
    Body &b = body[ibody];
    const Vec3 before = boxes(b.image);
    const double y = before.y - p * before.z;
    const Vec3 flipped = {before.x - m * y - n * before.z, y, before.z};
    b.image = image_of(flipped);
    domain->remap(b.xcm, b.image);
    set_vector_at(b.vcm, vector_at(b.vcm) - image_rate * (boxes(b.image) - flipped));
  }
}

/* ---------------------------------------------------------------------- */

void FixRigidSmallVariational::damp(BodyDamping &damping)
{
  const bool first = update->setupflag;
  const CundallStep step = damping.step_of(!first);
  const std::vector<Vec3> gravity = step.spares ? gravity_of_bodies() : std::vector<Vec3>();
  const DampedClumps<Body> clumps = {{body}, atom->mask, atom->type, gravity.data()};
  DampingSums sums = {};
  dispatch_damping(step, SpareOwnGravity(), [&](const auto &damp_one) {
    for (int ibody = 0; ibody < nlocal_body; ibody++)
      if (damp_one.law.selects(clumps.groups(ibody)))
        sums += damp_one.template body<Turning::ROTOR>(clumps, ibody);
  });
  damping.account(this, sums, first);
}

/* ----------------------------------------------------------------------
   sums the gravity on the members, and that of keyword gravity on the body
------------------------------------------------------------------------- */

std::vector<Vec3> FixRigidSmallVariational::gravity_of_bodies()
{
  if (gravity_masses_due) weigh_members();
  std::vector<Vec3> force(nlocal_body, Vec3{0.0, 0.0, 0.0});
  for (std::size_t k = 0; k < gravities.size(); k++) {
    const Vec3 g = vector_at(acceleration_of(gravities[k]));
    for (int ibody = 0; ibody < nlocal_body; ibody++)
      force[ibody] = force[ibody] + gravity_masses[k][ibody] * g;
  }
  if (id_gravity)
    for (int ibody = 0; ibody < nlocal_body; ibody++)
      force[ibody] = force[ibody] + body[ibody].mass * vector_at(gvec);
  return force;
}

/* ----------------------------------------------------------------------
   computes the masses on which gravity acts. If members overlap, their sum is not the mass of the body. The order of bodies
   changes in steps that build neighbor lists only.
------------------------------------------------------------------------- */

void FixRigidSmallVariational::weigh_members()
{
  gravity_masses.resize(gravities.size());
  for (std::size_t k = 0; k < gravities.size(); k++) {
    sum_members([&](int i) {
      const double m = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
      return (atom->mask[i] & gravities[k]->groupbit) ? m : 0.0;
    });
    gravity_masses[k].assign(sums.begin(), sums.begin() + nlocal_body);
    sums.clear();
  }
  gravity_masses_due = false;
}

/* ----------------------------------------------------------------------
   FixRigidSmall does not set the attitudes of inserted members. They are those of the insertion.
------------------------------------------------------------------------- */

void FixRigidSmallVariational::set_molecule(int nlocalprev, tagint tagprev, int imol, double *xgeom,
                                            double *vcm, double *quat)
{
  FixRigidSmall::set_molecule(nlocalprev, tagprev, imol, xgeom, vcm, quat);
  if (!(extended && atom->quat_flag)) return;
  for (int i = nlocalprev; i < atom->nlocal; i++) {
    set_quat_at(orient[i], conjugate(quat_at(onemols[imol]->quat)));
    set_quat_at(atom->quat[i], quat_at(quat));
  }
}

/* ---------------------------------------------------------------------- */

std::string FixRigidSmallVariational::name_of_body(int ibody) const
{
  const int i = body[ibody].ilocal;
  return customflag ? fmt::format("the clump of atom {}", atom->tag[i])
                    : fmt::format("the clump of molecule {}", atom->molecule[i]);
}

/* ----------------------------------------------------------------------
   checks the residual of the step that would start now
------------------------------------------------------------------------- */

void FixRigidSmallVariational::check_convergence()
{
  const VardemClumps<Body> clumps = {body};
  const Step step = variational.rotation_step(step_respa);
  const int worst = worst_residual(clumps, nlocal_body, step, variational);
  if (worst >= 0)
    variational.judge(style, name_of_body(worst), clumps.q(worst),
                      next_momentum(clumps, worst, step), clumps.inertia(worst), step.h);
}

/* ----------------------------------------------------------------------
   checks the moments of a file before FixRigidSmall reads them. FixRigidSmall reports all other errors of the file.
------------------------------------------------------------------------- */

void FixRigidSmallVariational::check_file() const
{
  SafeFilePtr fp((comm->me == 0) ? fopen(inpfile, "r") : nullptr);
  if (!fp) return;
  try {
    TextFileReader reader(fp, style);
    const int nlines = reader.next_values(1).next_int();
    for (int n = 0; n < nlines; n++) {
      ValueTokenizer values = reader.next_values(11);
      const tagint molecule = values.next_tagint();
      values.skip(4);
      double I[6];    // xx yy zz xy xz yz
      for (double &value : I) value = values.next_double();
      variational.check_inertia(
          style, fmt::format("the clump of molecule {} in file {}", molecule, inpfile),
          principal_moments(I[0], I[1], I[2], I[3], I[4], I[5]), MOMENTS_OF_INFILE);
    }
  } catch (const FileReaderException &) {
  } catch (const TokenizerException &) {
  }
}

/* ----------------------------------------------------------------------
   stops if a body has lost atoms, since it still has their mass and moments, or if it has only one atom
------------------------------------------------------------------------- */

void FixRigidSmallVariational::check_members()
{
  sum_members([](int) {
    return 1.0;
  });

  for (int ibody = 0; ibody < nlocal_body; ibody++)
    if (sums[ibody] < 2)
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {}: {} is a single particle. Exclude it from the group, and use an "
                 "integrator of single particles for it",
                 style, name_of_body(ibody));
    else if (sums[ibody] != body[ibody].natoms)
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {}: {} has {} particles, but was made of {}, and it still has their mass and "
                 "moments of inertia. Delete whole clumps only, or use reinit yes without infile",
                 style, name_of_body(ibody), (int) sums[ibody], body[ibody].natoms);
  sums.clear();
}

/* ----------------------------------------------------------------------
   sums value(i) over the members of each body. The results in `sums` are complete for owned bodies.
------------------------------------------------------------------------- */

template <class Value> void FixRigidSmallVariational::sum_members(const Value &value)
{
  sums.assign(nlocal_body + nghost_body + 1, 0.0);    // + 1: not empty on a rank without bodies
  for (int i = 0; i < atom->nlocal; i++)
    if (atom2body[i] >= 0) sums[atom2body[i]] += value(i);
  comm->reverse_comm(this, 1);
}

/* ----------------------------------------------------------------------
   bodytag is set before the first setup, atom2body is not
------------------------------------------------------------------------- */

const tagint *FixRigidSmallVariational::members() const
{
  return bodytag;
}

/* ---------------------------------------------------------------------- */

int FixRigidSmallVariational::pack_reverse_comm(int n, int first, double *buf)
{
  if (sums.empty()) return FixRigidSmall::pack_reverse_comm(n, first, buf);
  int m = 0;
  for (int i = first; i < first + n; i++)
    if (bodyown[i] >= 0) buf[m++] = sums[bodyown[i]];
  return m;
}

/* ---------------------------------------------------------------------- */

void FixRigidSmallVariational::unpack_reverse_comm(int n, int *list, double *buf)
{
  if (sums.empty()) return FixRigidSmall::unpack_reverse_comm(n, list, buf);
  int m = 0;
  for (int k = 0; k < n; k++)
    if (bodyown[list[k]] >= 0) sums[bodyown[list[k]]] += buf[m++];
}
