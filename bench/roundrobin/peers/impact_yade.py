"""A ball of steel hits a bed, as in ../in.impact, by Yade:   yade -x -n -j 1 impact_yade.py   (bed.py reads the environment)"""
# ruff: noqa: F821

from math import atan

from bed import BALL, STEP, STEPS, YOUNG, grains

bed = list(grains())      # of M1
grain = O.materials.append(FrictMat(young=YOUNG[1], poisson=0.2, density=bed[0][2], label="M1"))
steel = O.materials.append(FrictMat(young=YOUNG[3], poisson=0.2, density=BALL["density"], label="steel"))
for _, radius, _, place in bed:
    O.bodies.append(utils.sphere(place, radius, material=grain))
ball = O.bodies.append(utils.sphere(BALL["place"], BALL["radius"], material=steel))
O.bodies[ball].state.vel = BALL["velocity"]
for axis, place in ((0, -0.049), (0, 0.049), (1, -0.03), (1, 0.03), (2, -0.0902431)):
    O.bodies.append(utils.wall(place, axis, material=steel))
restitution = MatchMaker(matches=((0, 0, 0.5), (0, 1, 0.4), (1, 1, 0.6)))
friction = MatchMaker(matches=((0, 0, atan(0.3)), (0, 1, atan(0.2)), (1, 1, atan(0.5))))
O.engines = [ForceResetter(),
             InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=0.25e-3),
             InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
                             [Ip2_FrictMat_FrictMat_MindlinPhys(en=restitution, es=restitution, frictAngle=friction)],
                             [Law2_ScGeom_MindlinPhys_Mindlin()]),
             NewtonIntegrator(damping=0, gravity=(0, 0, -9.81))]
O.dt = STEP
O.run(STEPS, True)
print("way", O.bodies[ball].state.pos[2] - 0.06)
