"""A ball of steel hits a bed, as in ../in.impact, by peclet-dem:   python impact_peclet.py   (bed.py reads the environment)"""

import numpy as np
from bed import BALL, STEP, STEPS, YOUNG, grains
from peclet import dem

kinds, radius, density, places = map(np.array, zip(*grains(), (3, BALL["radius"], BALL["density"], BALL["place"])))
mass = 4 / 3 * np.pi * radius**3 * density
velocity = np.zeros_like(places)
velocity[-1] = BALL["velocity"]
# the distance from the walls of the box, at points 1 mm apart
lo, hi, fine = np.array((-0.05, -0.031, -0.0912431)), np.array((0.05, 0.031, 0.11)), 0.001
x, y, z = np.meshgrid(*(np.arange(a, b, fine) for a, b in zip(lo, hi)), indexing="ij")
inside = np.minimum.reduce([x + 0.049, 0.049 - x, y + 0.03, 0.03 - y, z + 0.0902431])


def single(values):
    return np.ascontiguousarray(values, dtype=np.float32)


sim = dem.Simulation(capacity=len(places))
sim.initialize_shape("sphere", 1.0)
sim.set_global_scale(1.0)
sim.set_domain(extent=tuple(hi - lo), origin=tuple(lo), periodic=(False, False, False))
sim.set_positions(single(places))
sim.set_scales(single(radius))
sim.set_inv_mass(single(1 / mass))
sim.set_inv_inertia(single(np.repeat((2.5 / mass / radius**2)[:, None], 3, axis=1)))
sim.set_velocities(single(velocity))
sim.set_material_ids((kinds - 1).tolist())
for kind, modulus in YOUNG.items():
    sim.set_hertz_material(kind - 1, modulus, 0.2)
for a, b, restitution, friction in ((0, 0, 0.5, 0.3), (0, 2, 0.4, 0.2), (2, 2, 0.6, 0.5)):
    sim.set_pair_material(a, b, restitution, friction)
wall = sim.add_sdf_wall(np.asfortranarray(inside.astype(np.float32)), tuple(lo), (fine, fine, fine), 0.4, 0.2)
sim.set_wall_material_id(wall, 2)
sim.set_gravity((0, 0, -9.81))
sim.set_dt(STEP)
sim.step_hertz(STEPS)
print("way", float(np.asarray(sim.get_positions())[-1, 2]) - 0.06)
