"""Cases of ranks.py: walls of soft contacts."""
import math
import re
import tempfile

from ranks_bodies import BALANCED
from ranks_runner import OMEGA, RANKS, V, VELOCITIES, claim, claim_same_velocities, difference

WALLS = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary f f f
region box block -4 4 -4 4 -4 4
create_box 1 box
{atoms}
set group all diameter 1
set group all density 1.9
variable vx atom sin(7*id)
variable vy atom cos(3*id)
velocity all set v_vx v_vy 0
neighbor 0.3 bin
neigh_modify every 1 delay 0
pair_style contact/hooke
pair_coeff * * k 1000 damping mass_velocity 5 3 {friction}
variable theta equal 0.8*step*dt
variable z equal -2.2+0.1*sin(5*step*dt)
region drum cylinder y 0 0 3 -3 3 side in rotate v_theta 0 0 0 0 1 0
region floor plane 0 0 0 0 0 1 move NULL NULL v_z
fix g all gravity 10 vector 0 0 -1
fix drum all wall/contact region drum k 1000 damping restitution 0.7 kt 300 mu 0.6
fix floor all wall/contact region floor law hertz E 900 nu 0.2 kt 300 mu 0.6
fix 1 all nve/sphere
timestep 0.001
"""
WALL_SUMS = ["f_drum"] + [f"f_drum[{n}]" for n in range(1, 11)] + ["f_floor", "f_floor[3]", "f_floor[7]", "f_floor[9]", "f_floor[10]"]


def walls(newton="on", comm="brick"):
    atoms = "\n".join(f"create_atoms 1 single {i + 0.1 * k} {j + 0.3} {k - 1.4}" for i in range(-2, 2) for j in range(-2, 2) for k in range(4)
                      if (i + 0.1 * k) ** 2 + (k - 1.4) ** 2 < 6)
    return WALLS.format(newton=newton, comm=comm, atoms=atoms, friction="" if newton == "on" else "kt 300 mu 0.4")


def case_walls(runner):
    """Grains in a drum that turns, with a floor that vibrates: 200 steps, and the sums of both walls. Springs of grains without newton
    only: Kokkos variants have them so."""
    for settings in ({"newton": "on"}, {"newton": "off"}, {"newton": "off", "comm": "tiled"}):
        name = ", ".join(f"{key} {value}" for key, value in settings.items())
        script = walls(**settings) + (BALANCED if "comm" in settings else "") + "run 200"
        ends, _, sums = zip(*(runner.outcome(script, VELOCITIES, None, WALL_SUMS, n) for n in RANKS))
        claim_same_velocities(name, ends, 1e-9)
        for n, values in zip(RANKS[1:], sums[1:]):
            largest_sum = max(abs(value) for value in sums[0])
            claim(f"{name}, sums of the walls on {n} ranks", max(abs(a - b) for a, b in zip(sums[0], values)) / largest_sum, 1e-9)


def case_walls_restart(runner):
    """Springs and motions of walls in a restart file that was written on 2 ranks, and read on 4. Pairs have no springs here: soft_restart
    has them, and with KOKKOS they are not exact behind command write_restart."""
    exact = walls(newton="on").replace("nve/sphere", "nve/sphere/leapfrog restart exact")
    fixes = exact[exact.index("variable theta"):].replace("timestep 0.001\n", "")
    with tempfile.TemporaryDirectory() as folder:
        unbroken = runner.final(exact + "run 100\nrun 100 pre no", VELOCITIES, 1)
        runner.final(exact + f"run 100\nwrite_restart {folder}/restart", VELOCITIES, 2)
        again = f"read_restart {folder}/restart\n{fixes}run 100"
        restarted = runner.final(again, VELOCITIES, 4)
    claim("v after the restart", difference(unbroken, restarted, V), 1e-9)
    claim("omega after the restart", difference(unbroken, restarted, OMEGA), 1e-9)


def case_walls_free(runner):
    """Grains in a drum that they turn, above a floor that they push away: all processes move the walls alike."""
    script = walls().replace(" rotate v_theta 0 0 0 0 1 0", "").replace("plane 0 0 0 0 0 1 move NULL NULL v_z", "plane 0 0 -2.2 0 0 1")
    script = re.sub("(fix drum .*)", r"\1 free 40 hinge 0 0 0 0 1 0 damping 3", script)
    script = re.sub("(fix floor .*)", r"\1 free 30 axis 0 0 1 servo 300 1", script)
    names = ["f_drum[21]", "f_drum[24]", "f_floor[13]", "f_floor[16]", "f_floor[18]"]
    ends, _, walls_at = zip(*(runner.outcome(script + "run 100", VELOCITIES, None, names, n) for n in RANKS))
    claim_same_velocities("free walls", ends, 1e-12)
    for n, values in zip(RANKS[1:], walls_at[1:]):
        claim(f"motion of the walls on {n} ranks", max(abs(b / a - 1) for a, b in zip(walls_at[0], values)), 1e-12)


def write_drum(path, sides=60, rings=6, radius=3.0, half=3.0):
    """A closed drum around the y axis as an STL file: its mantle has sides * rings rectangles."""
    def at(k, y, r=radius):
        angle = 2 * math.pi * (k % sides) / sides
        return r * math.cos(angle), y, r * math.sin(angle)
    levels = [-half + 2 * half * j / rings for j in range(rings + 1)]
    triangles = []
    for k in range(sides):
        for a, b in zip(levels, levels[1:]):
            triangles += [(at(k, a), at(k + 1, a), at(k, b)), (at(k + 1, a), at(k + 1, b), at(k, b))]
        triangles += [((0, end, 0), at(k, end), at(k + 1, end)) for end in (-half, half)]
    with open(path, "w") as out:
        out.write("solid drum\n")
        for corners in triangles:
            lines = "".join("vertex {} {} {}\n".format(*corner) for corner in corners)
            out.write(f"facet normal 0 0 0\nouter loop\n{lines}endloop\nendfacet\n")
        out.write("endsolid\n")


def case_walls_mesh(runner):
    """Grains in a drum of triangles that turns: all processes know all triangles, and springs go on over seams and from process to process."""
    with tempfile.TemporaryDirectory() as folder:
        write_drum(f"{folder}/drum.stl")
        script = walls().replace("wall/contact region drum", f"wall/contact stl {folder}/drum.stl rotate v_theta 0 0 0 0 1 0")
        ends, _, sums = zip(*(runner.outcome(script + "run 200", VELOCITIES, None, WALL_SUMS, n) for n in RANKS))
    claim_same_velocities("walls of triangles", ends, 1e-12)
    for n, values in zip(RANKS[1:], sums[1:]):
        claim(f"sums of the walls on {n} ranks", max(abs(a - b) for a, b in zip(sums[0], values)) / max(map(abs, sums[0])), 1e-12)


SLIDING = """
units lj
atom_style sphere
newton {newton}
boundary f f f
region box block -5 5 -5 5 -1 3
create_box 1 box
{atoms}
set group all diameter 1
set group all mass 1
variable vx atom 3+0.5*sin(7*id)
variable vy atom 2.5+0.5*cos(3*id)
velocity all set v_vx v_vy 0
neighbor 0.3 bin
neigh_modify every 1 delay 0
pair_style zero 1.3
pair_coeff * *
variable theta equal 0.2*step*dt
region hull block -30 30 -30 30 0.02 1.0 rotate v_theta 0 0 0 0 0 1
fix g all gravity 10 vector 0 0 -1
fix w all wall/contact region hull k 1000 damping restitution 0.7 kt 300 mu 0.4
fix 1 all nve/sphere
timestep 0.001
run 1200
"""


def case_walls_exchange(runner):
    """Grains that slide and roll between a floor and a ceiling that turn, from one process to the next: their springs go with them."""
    atoms = "\n".join(f"create_atoms 1 single {-4.5 + 1.1 * i} {-4.5 + 1.1 * j} 0.51" for i in range(5) for j in range(5))
    for newton in "on", "off":
        script = SLIDING.format(newton=newton, atoms=atoms)
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        claim_same_velocities(f"newton {newton}", ends, 1e-11)
