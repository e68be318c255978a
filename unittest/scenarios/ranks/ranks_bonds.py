"""Cases of ranks.py: bonded bodies."""
import math
import tempfile

from ranks_bodies import BALANCED
from ranks_runner import RANKS, claim, difference

# --- a ring that lies across all boundaries of its periodic cell ----------------------------------------

RING = """
units lj
dimension {dimension}
atom_style hybrid sphere bond
newton {newton}
comm_style {comm}
region box prism {cell}
create_box 1 box bond/types 1 extra/bond/per/atom 4 extra/special/per/atom 12
{atoms}
set group all diameter 1
set group all mass 1
variable vx atom 0.3*sin(id)
variable vy atom 0.3*sin(2*id)
variable vz atom 0.3*sin(3*id)
variable wx atom {wx}
variable wz atom 0.5*sin(5*id)
velocity all set v_vx v_vy {vz}
set group all omega v_wx 0 v_wz
"""
SETTINGS = """
newton {newton}
special_bonds lj 1 1 1
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
comm_modify vel yes cutoff 2
timestep 0.005
pair_style contact/hertz
pair_coeff * * k 500
bond_style binder
bond_coeff 1 axial 200 shear 150 moment 20 torsion 30 {bond}
fix move all nve/sphere/rodrigues {fix}
"""
COLUMNS = "xu yu zu vx vy vz omegax omegay omegaz f_move[1] f_move[2] f_move[3] f_move[4]"
GROUPS = {"x": (0, 1, 2), "v": (3, 4, 5), "omega": (6, 7, 8), "orientation": (9, 10, 11, 12)}
LX, LY, LZ = 24.0, 25.0, 8.0


def ring(tilt=(0.0, 0.0, 0.0), flat=False, newton="on", comm="brick", bond="form B", fix="", then="run 100"):
    """60 spheres about a corner of the cell. flat: in 2d, in its plane; else inclined."""
    lz, (xy, xz, yz) = 1.0 if flat else LZ, tilt
    R, atoms = 0.5 / math.sin(math.pi / 60), []
    for n in range(60):
        a = 2 * math.pi * n / 60
        x = [R * math.cos(a), R * math.sin(a), 0.0]
        if not flat:
            x[1:] = 0.8 * x[1], 0.6 * x[1]
        s = [0.0, 0.0, 0.5 if flat else x[2] / lz]
        s[1] = (x[1] - yz * s[2]) / LY
        s[0] = (x[0] - xy * s[1] - xz * s[2]) / LX
        s = [k - math.floor(k) for k in s]
        x = LX * s[0] + xy * s[1] + xz * s[2], LY * s[1] + yz * s[2], 0.0 if flat else lz * s[2]
        atoms.append("create_atoms 1 single {:.17g} {:.17g} {:.17g}".format(*x))
    z = "-0.5 0.5" if flat else f"0 {lz}"
    start = RING.format(dimension=2 if flat else 3, newton=newton, comm=comm, cell=f"0 {LX} 0 {LY} {z} {xy} {xz} {yz}", atoms="\n".join(atoms),
                        vz="NULL" if flat else "v_vz", wx="0" if flat else "0.5*sin(4*id)")
    settings = SETTINGS.format(newton=newton, bond=bond, fix="disc " + fix if flat else fix) + ("fix plane all enforce2d\n" if flat else "")
    start = start + settings.replace(f"newton {newton}\n", "") + "create_bonds/gap all all 1 0.01\n"
    return start + (BALANCED if comm == "tiled" else "") + "\n" + then, settings


def case_bonds(runner):
    """100 steps of a ring in motion: 1e-11, a requirement. Form N with dashpots needs velocities of other processes, too."""
    damped = "form N energy linear damp 2 1 0.5"
    for settings in ({}, {"newton": "off", "bond": damped}, {"bond": damped + " velocity mid"}, {"tilt": (3.0, -2.0, 4.0), "bond": damped},
                     {"comm": "tiled", "newton": "off", "bond": "form printed"}, {"flat": True, "bond": damped},
                     {"flat": True, "tilt": (3.0, 0.0, 0.0), "newton": "off"}):
        name = ", ".join(f"{key} {value}" for key, value in settings.items()) or "defaults"
        script, _ = ring(**settings)
        ends = [runner.final(script, COLUMNS, n) for n in RANKS]
        turned = 12 if "flat" in settings else 11     # about z; about y, where the start has no spin
        claim(f"{name}: spheres turn", -max(abs(row[turned]) for row in ends[0].values()), -0.01)
        for n, end in zip(RANKS[1:], ends[1:]):
            for what, k in GROUPS.items():
                claim(f"{name}: {what} on {n} ranks against 1", difference(ends[0], end, k), 1e-11)


def case_bonds_between_runs(runner):
    """The integrator is given again, or is another one after a restart of 2 ranks on 4: the spheres go on from their orientations, so that the
    end is that of the unbroken run. Positions that displace_atoms turns on any number of ranks are an error."""
    for settings in ({"newton": "on"}, {"newton": "off", "tilt": (3.0, -2.0, 4.0)}):
        name = ", ".join(f"{key} {value}" for key, value in settings.items())
        whole = runner.final(ring(then="run 50\nrun 50", **settings)[0], COLUMNS, 1)
        again = "run 50\nunfix move\nfix move all nve/sphere/rodrigues\nrun 50"
        ends = {f"given again on {n} ranks": runner.final(ring(then=again, **settings)[0], COLUMNS, n) for n in RANKS}
        with tempfile.TemporaryDirectory() as folder:
            script, same = ring(then=f"run 50\nwrite_restart {folder}/restart", **settings)
            runner.final(script, COLUMNS, 2)
            newton, rest = same.replace("fix move", "fix other").strip().split("\n", 1)
            columns = COLUMNS.replace("f_move", "f_other")
            ends["with another ID after a restart"] = runner.final(f"{newton}\nread_restart {folder}/restart\n{rest}\nrun 50", columns, 4)
        for which, end in ends.items():
            for what, k in GROUPS.items():
                claim(f"{name}: {what}, the fix {which}", difference(whole, end, k), 1e-11)
        bar = RING.format(dimension=3, comm="brick", cell="-4 4 -4 4 -4 4 0 0 0", vz="v_vz", wx="0",
                          newton=settings["newton"], atoms="\n".join(f"create_atoms 1 single {i - 2.5} 0.1 0.1" for i in range(6)))
        bar += SETTINGS.replace("newton {newton}\n", "").format(bond="", fix="") + "create_bonds/gap all all 1 0.01\nrun 1\n"
        for n in RANKS:
            text = " ".join(runner.refused(bar + "displace_atoms all rotate 0 0 0 0 0 1 40\nrun 0", n).split())
            claim(f"{name}: no message about displace_atoms on {n} ranks", 0 if "was turned between two runs" in text else 1, 0)


def case_bonds_restart(runner):
    """The file of 2 ranks, read on 4, after 50 of 100 steps: the lengths and orientations at which bonds are free of stress are in it."""
    for settings in ({"newton": "on"}, {"newton": "off", "bond": "form N energy linear damp 2 1 0.5", "tilt": (3.0, -2.0, 4.0)}, {"bond": "form printed"}):
        name = ", ".join(f"{key} {value}" for key, value in settings.items())
        with tempfile.TemporaryDirectory() as folder:
            whole = runner.final(ring(fix="restart exact", then="run 50\nrun 50 pre no", **settings)[0], COLUMNS, 1)
            script, same = ring(fix="restart exact", then=f"run 50\nwrite_restart {folder}/restart", **settings)
            runner.final(script, COLUMNS, 2)
            newton, rest = same.strip().split("\n", 1)
            end = runner.final(f"{newton}\nread_restart {folder}/restart\n{rest}\nrun 50", COLUMNS, 4)
        for what, k in GROUPS.items():
            claim(f"{name}: {what} after the restart", difference(whole, end, k), 1e-11)
