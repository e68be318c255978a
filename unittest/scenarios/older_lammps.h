/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_OLDER_LAMMPS_H
#define VARDEM_OLDER_LAMMPS_H

#include "utils.h"
#include "version.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <map>
#include <set>
#include <string>

namespace scenario {

/** What LAMMPS 4 Feb 2025 lacks, and the tests that need it. Superellipsoids: see HAS_SUPERELLIPSOIDS. */
inline const std::map<std::string, std::set<std::string>> LACKING = {
    {"fix addtorque/atom",
     {"SphereAttitude.MapEulerIsSymplecticEulerForTranslationAndRotation",
      "SphereAttitude.BoundErrorComesInTheStepThatPassesIt",
      "Pendulum.RunsTheMapsOfTheKernels",
      "Pendulum.BallOfThisInertiaSwingsAlike",
      "Pendulum.EnergyErrorIsThatOfTheTable",
      "Pendulum.OrderOfTheMaps",
      "Pendulum.EnergyStaysWhereItIsInLongRuns",
      "Pendulum.SpinAboutRodAndVerticalIsConstant",
      "BadInput.NewtonSeesTheKickThatOpensTheStep",
      "BadInput.NewtonThatDoesNotConvergeEndsARun",
      "Units.SphereUnderConstantForceAndTorque",
      "Units.EllipsoidUnderConstantForceAndTorque",
      "Units.SpheresOfDustTurnLikeThoseOfSizeOne",
      "Plane.MomentOfInertia",
      "Plane.DiscHasTheBitsOfTheStockStyle",
      "Plane.DiscTurnsAboutZ",
      "Plane.SpinInThePlaneTurnsNothing",
      "Plane.SpinInThePlaneIsNoReasonToStop",
      "ClumpSettings.UnitsOfForceAndTorque",
      "ClumpInput.StepsThatNewtonCannotSolveAnyMore",
      "ContactDynamics.TorquesOfOthersTurnSpheres",
      "ImplicitBonds.MomentRollsItIntoACircle",
      "BondBeam.TorsionIsThatOfTheBar"}},
    {"fix deform 0",
     {"DeformGradv.SllodInShearIsNewtonWithMovingImages", "CellInput.OneCellFixOnly",
      "CellInput.ImagesHaveVelocities", "CellInput.Respa", "CellInput.RigidBodiesAreClumps",
      "CellInput.Streaming", "CellInput.OrderOfFixesIsAWarning",
      "CellInput.IntegratorComesBeforeOrAfter", "CellStage.RecordsOfOtherVersionsAreErrors",
      "Streaming.CarriesParticlesWithTheCell", "Streaming.EllipsoidsFollowTheSpinOfTheFlow",
      "Streaming.CellsThatFlip", "Streaming.SpheresFollowTheSpinOfTheFlow",
      "Streaming.IsDeformGradvWhereTheCellIsTheSame", "Streaming.GroupAlone",
      "Streaming.RestartAndRunsInParts"}},
    {"attitudes of members of clumps",
     {"FreeClump.TurnsTheAttitudesOfItsMembers", "ClumpRestart.GoesOnToRoundOff",
      "ClumpRestart.MomentsOfAFileStayForAllRuns", "ClumpInsertion.TurnsTheAttitudesOfMembers",
      "ClumpInsertion.GoesOnFromAFileOfClumps", "Internals.RigidSmall_set_molecule"}},
    {"messages of LAMMPS that say what is wrong",
     {"Plugin.LoadingTwiceIsAMessage", "ClumpInput.KeywordsOfTheStockStyle",
      "ContactRigid.EachPairOfTypesNeedsCoefficients"}},
    {"the clump of its granular tests",
     {"CollidingClumps.TetrahedronOfTheDemSuiteComesToThatOfTheStockStyle"}},
    {"right normals of cylinders with open faces", {"Internals.wall_shape_with_open_faces"}},
    {"forces on clumps in the set-up that need zeroes of langevin", {"Internals.RigidSmall_setup"}},
    {"rates of fix deform in a run of no steps",
     {"Cell.ParticlesAtRestInTheFlowHaveNoKineticEnergy"}},
    {"steps of a fix halt that computes know of", {"ContactForcePair.OnSomeStepsOfARun"}},
    {"compute reduce of c_ID[*] with inputs local", {"ContactSoft.SingleIsTheForce"}}};

/** Skips a test that CTest runs alone, if this version of LAMMPS lacks what it needs. */
class OlderLammps : public testing::Environment {
 public:
  void SetUp() override
  {
    if (LAMMPS_NS::utils::date2num(LAMMPS_VERSION) >= 20260704) return;
    const std::string test = testing::GTEST_FLAG(filter);
    for (const auto &[feature, tests] : LACKING)
      if (tests.count(test)) {
        printf("[  SKIPPED ] %s\n", test.c_str());
        GTEST_SKIP() << "LAMMPS " LAMMPS_VERSION " lacks " << feature;
      }
  }
};

}    // namespace scenario
#endif
