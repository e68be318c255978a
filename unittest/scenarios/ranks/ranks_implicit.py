"""Cases of ranks.py: implicit steps of soft spheres."""
import math

from ranks_bodies import BALANCED
from ranks_runner import OMEGA, RANKS, V, VELOCITIES, at_size, claim, difference, everywhere

STEPS = f"run {at_size(10, 20)}"

GRAINS = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary {boundary}
processors * * {levels}
region box {box}
create_box 2 box
{atoms}
set group all diameter 1
set group all mass 1
variable t atom 1+(id*id*7%5<2)
set group all type v_t
variable vx atom 2*sin(3*id)
variable vy atom 2*sin(5*id)
variable vz atom 2*sin(7*id)
velocity all set v_vx v_vy v_vz
variable w atom 2*cos(id)
set group all omega v_w v_w v_w
neighbor 0.3 bin
neigh_modify every 1 delay 0
pair_style {style}
pair_coeff * * {law}
{walls}
fix i all nve/sphere/implicit {form} tol 1e-10
timestep {h}
{balance}
"""
LAWS = {"contact/hooke": "k 2e5 damping mass_velocity 60 30", "contact/hertz": "E 4e6 nu 0.3 damping restitution 0.8"}
FLOOR = "fix g all gravity 1 vector 0.2 0.1 -1\nfix w all wall/contact plane 0 0 0 0 0 1 k 2e5 damping mass_velocity 60 30\n"
FORMS = "alpha 0", "alpha 0.5", "alpha 0.5 dashpot live", "theta 1", "scheme energy"


LID = "fix lid all wall/contact plane 0 0 {z} 0 0 -1 k 2e5 damping mass_velocity 60 30{rough} free {motion} damping 2\n"


def grains(form, newton, comm, style="contact/hooke", bed=False, h=3e-4, rough="", lid=""):
    """144 grains that overlap by up to a few percent: a gas in a periodic box, which is tilted, or a bed on a wall."""
    def place(i, j, k):
        a, b, c = (i + 0.5) / 6 + 0.004 * math.sin(7 * j + k), (j + 0.5) / 6 + 0.004 * math.sin(3 * k + 2 * i), (k + 0.5) / 4 - 0.004 * math.sin(5 * i + j)
        if bed:
            return 6 * a, 6 * b, 0.97 * k + 0.48 + 0.02 * math.sin(5 * i + j)
        return 6 * a + 0.9 * b + 0.7 * c, 6 * b - 0.4 * c, 4 * c
    atoms = "\n".join("create_atoms 1 single {:.9g} {:.9g} {:.9g}".format(*place(i, j, k)) for i in range(6) for j in range(6) for k in range(4))
    walls = FLOOR.rstrip() + rough + "\n" + (LID.format(z=3.9, rough=rough, motion=lid) if lid else "") if bed else ""
    return GRAINS.format(newton=newton, comm=comm, style=style, form=form, h=h, atoms=atoms, law=LAWS[style] + rough,
                         boundary="p p f" if bed else "p p p", levels=1 if bed else "*",
                         box="block 0 6 0 6 -1 9" if bed else "prism 0 6 0 6 0 4 0.9 0.7 -0.4",
                         walls=walls, balance=BALANCED if comm == "tiled" else "")


def compare(runner, name, forms, bound=1e-9, **settings):
    newton_on = "off" if runner.needs_newton_off() else "on"
    for form in forms:
        first = None
        for newton, comm, n in everywhere((newton_on, "brick"), ("off", "tiled")):
            script = grains(form, newton, comm, **settings) + STEPS + "\n"
            end = runner.final(script, VELOCITIES, n)
            first = first or end
            where = f"{name}, {form}, newton {newton}, {comm}, {n} ranks"
            claim(f"{where}: velocities", difference(first, end, V), bound)
            claim(f"{where}: spins", difference(first, end, OMEGA), bound)


def case_implicit(runner):
    """Steps of a gas on 1, 2, 4 ranks with all forms: 10 x tol."""
    compare(runner, "gas", FORMS)
    compare(runner, "gas of Hertz", ["alpha 0.5"], style="contact/hertz")


def case_implicit_walls(runner):
    """Steps of a bed on a wall, and large ones: 10 x tol."""
    compare(runner, "bed", FORMS, bed=True)
    compare(runner, "bed under a free wall", ["alpha 0"], bed=True, lid="9 translate load 5 3 -90")
    compare(runner, "bed under a free wall that comes to a stop", ["theta 1"], bed=True, lid="9 axis 0 0 1 limit -0.01 0.001 load 5 3 -90")
    compare(runner, "bed under a gate", ["alpha 0", "scheme energy"], bed=True, lid="300 hinge -1 0 3.9 0 1 0 com 3 3 3.9 load 5 3 -90")
    compare(runner, "bed under a plate that turns", ["alpha 0.5"], bed=True, lid="9 rigid 60 70 90 com 3 3 4 load 5 3 -90")
    compare(runner, "bed under a servo", ["theta 1"], bed=True, lid="9 axis 0 0 1 servo 2 36")
    compare(runner, "bed, large steps", ["theta 1"], bound=1e-8, bed=True, h=0.02)


def case_implicit_friction(runner):
    """Steps of a gas and of a bed with friction, and large ones: 10 x tol. The springs of two ranks' particles are on one of them with newton on."""
    rough = " kt 5e4 mu 0.4"
    forms = [form + " friction tresca" for form in ("alpha 0.5", "theta 1", "scheme energy")]
    compare(runner, "rough gas", forms, rough=rough)
    compare(runner, "rough bed", forms, bed=True, rough=rough)
    compare(runner, "rough bed under a free wall", forms[:1], bed=True, rough=rough, lid="9 translate load 5 3 -90")
    compare(runner, "rough bed under a plate that turns", forms[:1], bed=True, rough=rough, lid="9 rigid 60 70 90 com 3 3 4 load 5 3 -90")
    compare(runner, "rough bed, large steps", forms[1:2], bound=1e-8, bed=True, h=0.01, rough=rough)


REST = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary p p f
processors * * 1
region box block 0 6.09 0 6.09 -1 9
create_box 1 box
{atoms}
variable d atom 1-0.002*cos(id*id)
set group all diameter v_d
set group all mass 1
group base id <= {held}
fix hold base freeze
neighbor 0.1 bin
pair_style {style}
pair_coeff * * k 1e4
fix g all gravity 1 vector 0.2 0.1 -1
fix w all wall/contact plane 0 0 0 0 0 1 law {law} k 1e4
{balance}
{way}
"""


def resting(style, newton, comm, way):
    """144 grains in the hollows of those below, with gaps and overlaps of a percent; the lowest layer is held."""
    atoms = "\n".join("create_atoms 1 single {:.9g} {:.9g} {:.9g}".format(1.015 * (i + k % 2 / 2) + 0.1, 1.015 * (j + k % 2 / 2) + 0.1, 0.495 + 0.692 * k)
                      for k in range(4) for j in range(6) for i in range(6))
    return REST.format(newton=newton, comm=comm, style=style, law=style[8:], atoms=atoms, held=36, way=way, balance=BALANCED if comm == "tiled" else "")


def case_quasistatic(runner):
    """A bed goes to its equilibrium on 1, 2, 4 ranks, by steps and by minimizations: 100 times tol, over the stiffness."""
    ways = {"steps": "group free subtract all base\nfix i free nve/sphere/implicit quasistatic yes tol 1e-11\ntimestep 0.01\nrun 30",
            "minimization": "min_style contact/newton\nminimize 0 0 200 20000"}
    for style, names in ("contact/hooke", list(ways)), ("contact/hertz", ["minimization"]):
        first = None
        for name in names:
            for newton, comm, n in everywhere(("on", "brick"), ("off", "tiled")):
                end = runner.final(resting(style, newton, comm, ways[name]), "xu yu zu", n)
                first = first or end
                claim(f"{style}, {name}, newton {newton}, {comm}, {n} ranks: positions", difference(first, end, V), 1e-12)


BONDED = """
units lj
atom_style hybrid sphere bond
atom_modify map array
comm_modify vel yes
newton {newton}
comm_style {comm}
boundary p p p
region box prism 0 6 0 5 0 4 0.9 0.7 -0.4
create_box 1 box bond/types 1 extra/bond/per/atom 8 extra/special/per/atom 40
special_bonds lj 0 1 1
{atoms}
set group all diameter 1
set group all mass 1
variable vx atom 0.2*sin(3*id)
variable vy atom 0.2*sin(5*id)
velocity all set v_vx v_vy v_vx
set group all omega v_vy v_vx v_vx
neighbor 0.4 bin
neigh_modify every 1 delay 0
pair_style contact/hooke
pair_coeff * * k 200 damping mass_velocity 1 0.5
{bonds}
fix i all nve/sphere/implicit {form} tol 1e-11
create_bonds/gap all all 1 0.05
timestep {h}
{balance}
{way}
"""
BONDS = {"binder": "bond_style binder\nbond_coeff 1 axial 200 shear 200 moment 10 torsion 7 damp 1 1 1",
         "contact/hooke": "bond_style contact/hooke\nbond_coeff 1 k 200 damping mass_velocity 1 0.5"}


def bonded(style, form, newton, comm, way, h=0.05):
    """120 grains of a network in a tilted periodic box, each bonded to six or fewer."""
    def place(i, j, k):
        a, b, c = (i + 0.5) / 6 + 0.003 * math.sin(7 * j + k), (j + 0.5) / 5 + 0.003 * math.sin(3 * k + 2 * i), (k + 0.5) / 4 - 0.003 * math.sin(5 * i + j)
        return 6 * a + 0.9 * b + 0.7 * c, 5 * b - 0.4 * c, 4 * c
    atoms = "\n".join("create_atoms 1 single {:.9g} {:.9g} {:.9g}".format(*place(i, j, k)) for i in range(6) for j in range(5) for k in range(4))
    return BONDED.format(newton=newton, comm=comm, form=form, h=h, atoms=atoms, bonds=BONDS[style], way=way, balance=BALANCED if comm == "tiled" else "")


def case_implicit_bonds(runner):
    """A bonded network in a periodic box on 1, 2, 4 ranks, with newton_bond on, where one rank has a bond of two, and off."""
    for style, form, h in ("binder", "alpha 0.5", 0.05), ("binder", "alpha 0", 0.02), ("binder", "theta 1", 0.05), ("contact/hooke", "scheme energy", 0.05):
        first = None
        for newton, comm, n in everywhere(("on", "brick"), ("off", "tiled")):
            end = runner.final(bonded(style, form, newton, comm, STEPS, h), VELOCITIES, n)
            first = first or end
            where = f"{style}, {form}, newton {newton}, {comm}, {n} ranks"
            claim(f"{where}: velocities", difference(first, end, V), 1e-9)
            claim(f"{where}: spins", difference(first, end, OMEGA), 1e-9)
    first = None
    for newton, _, n in everywhere(("on", "brick"), ("off", "brick")):
        end = runner.final(bonded("binder", "", newton, "brick", "group root id 1\nfix hold root freeze\ngroup half id > 60\n" +
                                  "fix pull half addforce 0.01 0.02 0\nmin_style contact/newton\nminimize 0 0 200 20000"), "xu yu zu", n)
        first = first or end
        claim(f"minimization, newton {newton}, {n} ranks: positions", difference(first, end, V), 1e-11)
