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

/** Tests that need what LAMMPS before a version lacks. That version is the first with it of those that VARDEM is tested with. */
struct NeededBy {
  int version;
  std::set<std::string> tests;
};

/** What older versions lack, by name. Superellipsoids: see HAS_SUPERELLIPSOIDS. */
inline const std::map<std::string, NeededBy> LACKING = {
    {"fix addtorque/atom",
     {20260704,
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
       "ClumpInsertion.GoesOnFromAFileOfClumps",
       "ContactDynamics.TorquesOfOthersTurnSpheres",
       "ImplicitBonds.MomentRollsItIntoACircle",
       "BondBeam.TorsionIsThatOfTheBar",
       "UnitSystems.Ellipsoids"}}},
    {"fix deform 0",
     {20260704,
      {"DeformGradv.SllodInShearIsNewtonWithMovingImages",
       "CellInput.OneCellFixOnly",
       "CellInput.ImagesHaveVelocities",
       "CellInput.Respa",
       "CellInput.RigidBodiesAreClumps",
       "CellInput.Streaming",
       "CellInput.OrderOfFixesIsAWarning",
       "CellInput.IntegratorComesBeforeOrAfter",
       "CellStage.RecordsOfOtherVersionsAreErrors",
       "Streaming.CarriesParticlesWithTheCell",
       "Streaming.EllipsoidsFollowTheSpinOfTheFlow",
       "Streaming.CellsThatFlip",
       "Streaming.SpheresFollowTheSpinOfTheFlow",
       "Streaming.IsDeformGradvWhereTheCellIsTheSame",
       "Streaming.GroupAlone",
       "Streaming.RestartAndRunsInParts",
       "Streaming.AtomsThatAreThrownFarAway",
       "LedgerCell.FrictionInACellOfFixDeform",
       "LedgerCell.NothingIsMissing",
       "LedgerCell.RunsInPartsInACellOfFixDeform",
       "LedgerCell.RestartExactInACellOfFixDeform",
       "UnitSystems.Cells",
       "BadInput.TimeStepOfZeroOrLess"}}},
    {"attitudes of members of clumps",
     {20250722,
      {"FreeClump.TurnsTheAttitudesOfItsMembers", "ClumpRestart.GoesOnToRoundOff",
       "ClumpRestart.MomentsOfAFileStayForAllRuns", "ClumpInsertion.TurnsTheAttitudesOfMembers",
       "Internals.RigidSmall_set_molecule"}}},
    {"messages of LAMMPS that say what is wrong",
     {20250722,
      {"Plugin.LoadingTwiceIsAMessage", "ContactRigid.EachPairOfTypesNeedsCoefficients"}}},
    {"messages of fix rigid/small that say what is wrong",
     {20260704, {"ClumpInput.KeywordsOfTheStockStyle"}}},
    {"the clump of its granular tests",
     {20260704, {"CollidingClumps.TetrahedronOfTheDemSuiteComesToThatOfTheStockStyle"}}},
    {"right normals of cylinders with open faces",
     {20260704, {"Internals.wall_shape_with_open_faces"}}},
    {"forces on clumps in the set-up that need zeroes of langevin",
     {20250722, {"Internals.RigidSmall_setup"}}},
    {"rates of fix deform in a run of no steps",
     {20260704, {"Cell.ParticlesAtRestInTheFlowHaveNoKineticEnergy"}}},
    {"steps of a fix halt that computes know of",
     {20250722, {"ContactForcePair.OnSomeStepsOfARun"}}},
    {"the frame and the dashpots of bond style bpm/rotational", {20260704, {"Porting.Bonds"}}},
    {"the tangential stiffness of hooke/history, which was multiplied by the radius of the contact",
     {20260704,
      {"UnitSystems.StableSteps", "Porting.PairStyleGranular",
       "Porting.SpringsWhileTheOverlapChanges", "Porting.Walls"}}},
    {"a command clear that keeps plugins", {20260704, {"BondBetweenRuns.TheStyleIsGivenAgain"}}},
    {"compute reduce of c_ID[*] with inputs local", {20250722, {"ContactSoft.SingleIsTheForce"}}}};

/** Skips a test that CTest runs alone, if this version of LAMMPS lacks what it needs. */
class OlderLammps : public testing::Environment {
 public:
  void SetUp() override
  {
    const int version = LAMMPS_NS::utils::date2num(LAMMPS_VERSION);
    const std::string test = testing::GTEST_FLAG(filter);
    for (const auto &[feature, needed] : LACKING)
      if (version < needed.version && needed.tests.count(test)) {
        printf("[  SKIPPED ] %s\n", test.c_str());
        GTEST_SKIP() << "LAMMPS " LAMMPS_VERSION " lacks " << feature;
      }
  }
};

}    // namespace scenario
#endif
