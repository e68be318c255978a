"""Cases of ranks.py: soft contacts, and forces of packings."""
import math
import re
import tempfile

from ranks_bodies import SPINNING, BALANCED, flights, MEMBERS, clumps, largest
from ranks_runner import OMEGA, RANKS, V, VELOCITIES, at_size, claim, claim_same_rows, claim_same_velocities, difference, everywhere

# --- soft contacts ------------------------------------------------------------------------------------

SOFT = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
region box prism 0 5 0 5 0 5 {tilt} 0.7 -0.4
create_box 1 box
{atoms}
variable d atom 1.05+0.02*sin(3*id)
set atom * diameter v_d
set group all density 1.0
variable vx atom 0.8*sin(id)
variable vy atom 0.8*sin(2*id)
variable vz atom 0.8*sin(3*id)
velocity all set v_vx v_vy v_vz
neighbor 0.2 bin
neigh_modify every 1 delay 0 check yes
timestep 0.002
comm_modify vel {vel}
pair_style {style}
pair_coeff * * {stiffness} damping restitution 0.6 kt 800 mu 0.4 velocity {velocity}
"""
SOFT_RUN = "fix 1 all nve/sphere\nthermo_modify norm no\ncompute l all pair/local eng\ncompute e all reduce sum c_l inputs local\n"


def soft(newton="on", comm="brick", style="contact/hooke", velocity="onstep", cohesion="none", rolling=""):
    atoms = "\n".join(f"create_atoms 1 single {i + 0.14 * k + 0.3} {j + 0.2} {k + 0.5}" for i in range(5) for j in range(5) for k in range(5))
    stiffness = "k 1000" if style == "contact/hooke" else f"E 2000 nu 0.3 cohesion {cohesion}"
    if rolling:
        stiffness += f" rolling {rolling} twisting {rolling}"
    return SOFT.format(newton=newton, comm=comm, tilt=0.9, atoms=atoms, style=style, velocity=velocity, stiffness=stiffness,
                       vel="yes" if velocity == "mid" else "no")


def case_soft(runner):
    """100 steps of a packing with dashpots and tangential springs: 1e-9, as for the cell. The energy, and the sum over compute
    pair/local. LAMMPS keeps history with tiles for newton off only."""
    for settings in ({"newton": "on"}, {"newton": "off"}, {"newton": "on", "style": "contact/hertz"},
                     {"newton": "on", "style": "contact/hertz", "cohesion": "dmt 2"}, {"newton": "on", "style": "contact/hertz", "cohesion": "jkr 2"},
                     {"newton": "off", "velocity": "mid"}, {"newton": "off", "comm": "tiled"},
                     {"newton": "on", "rolling": "20 0.1 0.05"}, {"newton": "off", "rolling": "20 0.1 0.05"}):
        name = ", ".join(f"{key} {value}" for key, value in settings.items())
        balance = BALANCED if "comm" in settings else ""
        script = soft(**settings) + SOFT_RUN + balance + "thermo_style custom step pe c_e\nthermo_modify norm no\n"
        script += "run 20\nvariable pe equal $(pe:%.17g)\nvariable local equal $(c_e:%.17g)\nrun 80"
        ends, _, energies = zip(*(runner.outcome(script, VELOCITIES, None, ["v_pe", "v_local"], n) for n in RANKS))
        claim_same_velocities(name, ends, 1e-9)
        for n, (pe, local) in zip(RANKS, energies):
            claim(f"{name}, energy on {n} ranks", abs(pe / energies[0][0] - 1), 1e-10)
            claim(f"{name}, sum over pair/local on {n} ranks", abs(local / pe - 1), 1e-12)


def case_materials(runner):
    """Grains of rubber from a file that one process reads, in the folder that bin/lmp names: 100 steps, 1e-9 as above."""
    start = soft(style="contact/hertz").replace("units lj", "units si").replace("density 1.0", "density 1000.0")
    start = re.sub("pair_coeff .*", "pair_coeff * * material granular.contact rubber", start)
    ends = [runner.final(start + "fix 1 all nve/sphere\nrun 100", VELOCITIES, n) for n in RANKS]
    claim("friction turns the grains", -max(abs(row[k]) for row in ends[0].values() for k in OMEGA), -1e-3)
    claim_same_velocities("rubber", ends, 1e-9)


def case_soft_restart(runner):
    """Springs of a restart file that was written on 2 ranks, and read on 4. The file has the velocities at the step only, so the run goes
    on with an integrator that keeps its forces."""
    for newton, rolling in ("on", ""), ("off", ""), ("on", "20 0.1"):
        fix = "fix 1 all nve/sphere/leapfrog restart exact\n"
        with tempfile.TemporaryDirectory() as folder:
            first = soft(newton=newton, rolling=rolling) + fix + "run 50\n"
            unbroken = runner.final(first + "run 50 pre no", VELOCITIES, 1)
            runner.final(first + f"write_restart {folder}/restart", VELOCITIES, 2)
            restarted = runner.final(f"newton {newton}\nread_restart {folder}/restart\n{fix}run 50", VELOCITIES, 4)
        claim(f"newton {newton}, v after the restart", difference(unbroken, restarted, V), 1e-9)
        claim(f"newton {newton}, omega after the restart", difference(unbroken, restarted, OMEGA), 1e-9)


def case_soft_images(runner):
    """A slab of 1.3 diameters, where grains touch two images of others; two of them are deleted, so that all get new IDs, which depend on the
    number of ranks. The potential energy before and after, and 50 steps later: 1e-9, as for the cell."""
    atoms = "\n".join(f"create_atoms 1 single {i + 0.14 * k + 0.3} {0.2 + 0.7 * (i % 2)} {k + 0.5}" for i in range(5) for k in range(5))
    gone = "group gone id 3 14\ndelete_atoms group gone\nreset_atoms id sort yes\n"
    for newton in "on", "off":
        script = soft(newton=newton).replace("prism 0 5 0 5 0 5", "prism 0 5 0 1.36 0 5")
        script = re.sub("create_atoms.*\n(create_atoms.*\n)*", atoms + "\n", script)
        script += "fix 1 all nve/sphere\nthermo_modify norm no\n"
        names = []
        for k, then in enumerate(("run 50\n", gone + "run 0\n", "run 50\n")):
            script += then + f"variable pe{k} equal $(pe:%.17g)\nvariable ke{k} equal $(ke:%.17g)\n"
            names += f"v_pe{k}", f"v_ke{k}"
        energies = [runner.printed(script, names, n) for n in RANKS]
        for n, end in zip(RANKS[1:], energies[1:]):
            for name, here, there in zip(names, end, energies[0]):
                claim(f"newton {newton}, {name} on {n} ranks against 1", abs(here / there - 1), 1e-9)


def case_soft_clumps(runner):
    """Dashpots with the mass of the body, which ghosts of members must know: 200 steps in which most clumps collide."""
    pair, coeff = "contact/hooke", "pair_coeff * * k 2000 damping mass_velocity 30 20 kt 1000 mu 0.5"
    for newton in "on", "off":
        for fix in "rigid/small/variational molecule", "rigid molecule":
            start, body = clumps(newton=newton, diameter=0.9, pair=pair, h=0.001, fix=fix)
            ends = [runner.final(start + body.replace("pair_coeff * *", coeff) + "run 200", MEMBERS, n) for n in RANKS]
            claim(f"fix {fix}, newton {newton}, other numbers of ranks", largest(ends), 1e-10)


# --- rigid contacts -----------------------------------------------------------------------------------

def case_rigid(runner):
    """Grains of rigid contacts fly through each other. One, on one rank, is far larger than the others: each rank knows its
    radius, so that its ghosts reach as far, and has the neighbors that one rank has."""
    big = ("set atom 1 type 2 diameter 1.5\npair_style contact/rigid\npair_coeff * * stiffness 1\n"
           "compute n all coord/atom cutoff 1.5\nfix 1 all nve/sphere\nrun 0\nrun 100\n")
    for newton in "on", "off":
        for comm in "brick", "tiled":
            script = flights(runner, newton=newton, comm=comm).replace("create_box 1", "create_box 2") + SPINNING + big
            ends = [runner.final(script, "c_n x y z vx vy vz", n) for n in RANKS]
            for n, end in zip(RANKS[1:], ends[1:]):
                claim(f"newton {newton}, {comm}, atoms that differ on {n} ranks from those on 1", sum(ends[0][i] != end[i] for i in end), 0)


# --- contact forces of a packing ------------------------------------------------------------------------

PILED = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary {boundary}
processors * * {levels}
region box block 0 8 0 8 -1 9
create_box 2 box
{atoms}
set group all mass 1
variable t atom 1+(id*id*7%5<2)
set group all type v_t
neighbor 0.3 bin
pair_style contact/rigid
pair_coeff 1 1 stiffness 0.2 law {law}
pair_coeff 1 2 stiffness 0.3 law {law}
pair_coeff 2 2 stiffness 1.0 law {law}
group base id <= 64
fix b base freeze
fix g all gravity 1 vector 0.1 0.05 -1
fix c all compatible/cd 1 tol 1e-10
compute f all contact/force
{balance}
run 0
"""
BED, HEAP, BOX = "p p f", "f f f", "m m f"


def piled(boundary=BED, newton="on", comm="brick", law="hooke"):
    """Spheres in square layers on a frozen one: a heap, a bed that fills a periodic box, or one with layers that fit into a box of
    walls; pushed sideways a little. All ranks have grains: those of the bed are beside each other, as it is low."""
    layers = [(0.5 * k, 8 - k) for k in range(8)] if boundary == HEAP else \
        [(0.5 * (k % 2), 8 - (boundary == BOX and k % 2)) for k in range(6)]
    atoms = "\n".join(f"create_atoms 1 single {i + off + 0.25} {j + off + 0.25} {k * math.sqrt(0.5)!r}"
                      for k, (off, n) in enumerate(layers) for j in range(n) for i in range(n))
    return PILED.format(boundary=boundary, newton=newton, comm=comm, law=law, atoms=atoms, levels="*" if boundary == HEAP else 1,
                        balance="comm_modify cutoff 1.6\nbalance 1.0 rcb" if comm == "tiled" else "")


def ranks_of_partners(rows, owners):
    """Of how many ranks a grain and those that it touches are, at most. rows: of compute contact/force; owners: by tag."""
    ranks = {}
    for row in rows:
        i, j = int(row[0]), int(row[1])
        for grain, other in (i, j), (j, i):
            ranks.setdefault(grain, {owners[grain][0]}).add(owners[other][0])
    return max(map(len, ranks.values()))


def case_compatible(runner):
    """Contact forces on 1, 2, 4 ranks: 10 x tol. Those of a bed through its periodic boundaries; grains touch grains of
    three ranks, or of more. The same bits in a second run."""
    for name, boundary, law in ("heap", HEAP, "hooke"), ("bed", BED, "hertz"):
        first = None
        for newton, comm, n in everywhere():
            script = piled(boundary, newton, comm, law)
            rows = runner.local(script, "f", n)
            first = first or rows
            where = f"{name}, newton {newton}, {comm}, {n} ranks"
            claim_same_rows(where, first, rows)
            if n == 1 or newton != "off":
                continue
            claim(f"{where}: rows that differ in a second run", sum(a != b for a, b in zip(rows, runner.local(script, "f", n))), 0)
            if n == 4:
                partners = ranks_of_partners(rows, runner.final(script, "proc", n))
                claim(f"{where}: no grain touches grains of three ranks, but of {partners}", partners < 3, 0)


def case_compatible_factors(runner):
    """Contact forces by incomplete factors on 1, 2, 4 ranks: 10 x tol, with at most three times the products of one rank.
    Parts of the factors reach through periodic boundaries and to three ranks. The same bits in a second run."""
    for name, boundary, newton, comm in ("heap", HEAP, "on", "tiled"), ("bed", BED, "off", "brick"):
        first = None
        for solver in "newton precond ict", "ipm":
            script = piled(boundary, newton, comm).replace("tol 1e-10", f"tol 1e-10 solver {solver}")
            for n in RANKS:
                rows, (products,) = runner.rows_and_values(script, "f", ["f_c[4]"], n)
                first = first or rows
                few = products if n == 1 else few
                where = f"{name}, solver {solver}, {n} ranks"
                claim_same_rows(where, first, rows)
                claim(f"{where}: products", products, 3 * few)
                if n > 1:
                    claim(f"{where}: rows that differ in a second run", sum(a != b for a, b in zip(rows, runner.local(script, "f", n))), 0)


def claim_same_ends(where, ends, first, steps, places, velocities, forces):
    """Places, velocities and, behind one step, forces are those of the first run with as many steps. Bounds of the largest differences; a row of
    `ends` begins with the place and ends with the force."""
    other = first.setdefault(steps, ends)
    error = [max(abs(ends[tag][k] - other[tag][k]) for tag in other) for k in range(len(next(iter(other.values()))))]
    claim(f"{where}: places", max(error[:3]), places)
    claim(f"{where}: velocities", max(error[3:-3]), velocities)
    if steps == 1:
        claim(f"{where}: forces", max(error[-3:]), forces)


def case_contact_dynamics(runner):
    """Contact dynamics on 1, 2, 4 ranks: the forces of a step of a heap and of a bed, 10 x tol, and their places after 30 steps. (Forces
    that the balance alone does not determine depend on the last digits of the gaps, which differ then.) The same bits in a second run."""
    columns = "x y z vx vy vz fx fy fz"
    for name, boundary, solver in ("heap", HEAP, "auto"), ("bed", BED, "compliant"):
        first = {}
        for newton, comm, n in everywhere():
            script = piled(boundary, newton, comm).replace("fix c all compatible/cd 1 tol 1e-10\ncompute f all contact/force\n",
                                                           f"fix d all nve/sphere/cd solver {solver}\ntimestep 0.01\n")
            parts = [script.replace("run 0", "run 1"), "run 29"]
            both = runner.finals(parts, columns, n)
            for steps, ends in zip((1, 30), both):
                where = f"{name}, newton {newton}, {comm}, {n} ranks, {steps} steps"
                claim_same_ends(where, ends, first, steps, 1e-9, 1e-8, 1e-5)
            if n > 1 and newton == "off":
                again = runner.finals(parts, columns, n)[1]
                claim(f"{where}: grains that differ in a second run", sum(ends[tag] != again[tag] for tag in ends), 0)


def case_contact_dynamics_cell(runner):
    """Contact dynamics with friction in a cell that is sheared and compressed, and under stress, on 1, 2, 4 ranks: 100 x tol. New lists in each step bring grains
    into the cell at the same time on all ranks. Single grains, and bodies of two with single ones among them."""
    atoms = "\n".join(f"create_atoms 1 single {i + 0.1 * k - 2} {j - 0.05 * i - 1.8} {k - 2}" for i in range(5) for j in range(5) for k in range(5))
    molecules = "\n".join(f"set atom {5 * n + 2 * k + 1}*{5 * n + 2 * k + 2} mol {2 * n + k + 1}" for n in range(25) for k in range(2))
    cell = "fix c all deform/gradv gradv 0 -0.2 0 0.5 0 0 closure sllod kick yes\n"
    spheres = cell + "fix d all nve/sphere/cd tol 1e-9 maxiter 3000\n"
    bodies = molecules + "\ngroup bodies molecule > 0\ngroup grains molecule 0\nneigh_modify exclude molecule/intra bodies\n" \
        "fix d bodies rigid/small/cd molecule spheres grains tol 1e-9 maxiter 3000\nsuffix off\n" + cell      # deform/gradv/kk has no clumps
    pressed = spheres.replace("closure", "stress zz -1 0.3 closure")
    for name, style, moved in ("grains", "sphere", spheres), ("grains in a cell that yields", "sphere", pressed), ("bodies", "hybrid sphere molecular", bodies):
        first = None
        for newton, comm, n in everywhere(("on", "brick"), ("off", "tiled")):
            script = f"""units lj
atom_style {style}
atom_modify map array
newton {newton}
comm_style {comm}
comm_modify vel yes
region box prism -2.5 2.5 -2.5 2.5 -2.5 2.5 0.4 0 0
create_box 1 box
{atoms}
set group all mass 1
neighbor 0.3 bin
neigh_modify every 1 delay 0 check no
pair_style contact/rigid
pair_coeff * * stiffness 1 restitution 0.5 mu 0.4
{moved}timestep 0.01
""" + (BALANCED if comm == "tiled" else "")
            ends = runner.final(script + "run 10", "x y z vx vy vz omegax omegay omegaz", n)
            first = first or ends
            where = f"{name}, newton {newton}, {comm}, {n} ranks"
            error = [max(abs(ends[tag][k] - first[tag][k]) for tag in first) for k in range(9)]
            claim(f"{where}: places", max(error[:3]), 1e-7)
            claim(f"{where}: velocities", max(error[3:]), 1e-6)


SET_FREE = """
units lj
atom_style {style}
atom_modify map array
comm_style {comm}
comm_modify vel yes
processors * 1 1
boundary f f f
region box block -2 2 -2 2 -2 2
create_box 1 box
create_atoms 1 single -0.5 0 0
create_atoms 1 single 0.5 0 0
set group all mass 1
neighbor 0.3 bin
pair_style contact/rigid
pair_coeff * * stiffness 1 mu 0.4 {rolling}
group second id 2
variable fx atom 3-2*id
variable fy atom 0.9-0.6*id
fix push all addforce v_fx v_fy 0
fix ice second freeze
group bodies empty
fix d {fix}
timestep 0.02
"""


def set_free(runner, style, fix, rolling=""):
    """Two grains push each other. One of them is frozen at first, and has no forces of their contact then."""
    first = None
    for comm, n in ("brick", 1), ("brick", 4), ("tiled", 4):
        script = SET_FREE.format(style=style, comm=comm, fix=fix, rolling=rolling)
        frozen, free = runner.finals([script + "run 30", "unfix ice\nrun 5"], VELOCITIES, n)
        first = first or free
        where = f"a grain set free, {fix}, {comm}, {n} ranks"
        momentum = [[sum(grain[k] for grain in end.values()) for k in V] for end in (frozen, free)]
        claim(f"{where}: it was pushed", -momentum[0][1], -1e-3)
        claim(f"{where}: change of the momentum", max(abs(a - b) for a, b in zip(*momentum)), 1e-13)
        claim(f"{where}: velocities", difference(first, free, V), 1e-10)
        claim(f"{where}: spins", difference(first, free, OMEGA), 1e-10)


def case_contact_dynamics_friction(runner):
    """Contact dynamics with friction on 1, 2, 4 ranks: a bed that is pushed sideways, and a gas in a periodic box whose grains go from rank to rank, with
    their contacts, which resist rolling. Forces of a step, and places behind more steps: 100 x tol. The law of impacts does not know of ranks, so one setting
    is enough for the second one."""
    columns = "x y z vx vy vz omegax omegay omegaz fx fy fz"
    rough = "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n"
    gas = rough[:-1] + " rolling 0.1\nunfix g\nvelocity all create 0.5 4711 loop geom\n"
    settings, steps = (("on", "brick"), ("off", "tiled")), at_size(10, 20)
    for name, more, law, known in ("bed", "", "newton", settings), ("gas", gas, "newton", settings), ("gas by Poisson's law", gas, "poisson", settings[1:]):
        first = {}
        for newton, comm, n in everywhere(*known):
            script = piled(BED, newton, comm).replace("fix c all compatible/cd 1 tol 1e-10\ncompute f all contact/force\n",
                                                      rough + more + f"fix d all nve/sphere/cd impact {law} tol 1e-9 maxiter 3000\ntimestep 0.01\n")
            parts = [script.replace("run 0", "run 1"), f"run {steps - 1}"]
            for steps_made, ends in zip((1, steps), runner.finals(parts, columns, n)):
                where = f"{name}, newton {newton}, {comm}, {n} ranks, {steps_made} steps"
                claim_same_ends(where, ends, first, steps_made, 1e-7, 1e-6, 1e-4)
    floor = "variable x equal 0.2*step*dt\nregion floor plane 4 4 -0.5 0 0 1 move v_x NULL NULL\n" \
            "fix w all wall/contact region floor stiffness 1 mu 0.4 rolling 0.1\n"
    script = piled(BED).replace("fix b base freeze\n", floor).replace("fix c all compatible/cd 1 tol 1e-10\ncompute f all contact/force\n",
                                                                     rough + "fix d all nve/sphere/cd tol 1e-9 maxiter 3000\ntimestep 0.01\n")
    loads = [runner.printed(script.replace("run 0", "run 10"), ["f_w"] + [f"f_w[{k}]" for k in range(1, 7)], n) for n in RANKS]
    for n, found in zip(RANKS[1:], loads[1:]):
        claim(f"loads of a wall on {n} ranks", max(abs(a - b) for a, b in zip(loads[0], found)) / max(map(abs, loads[0])), 1e-5)
    claim("a wall that moves does work", -abs(loads[0][0]), -1e-3)
    free = script.replace("region floor stiffness 1 mu 0.4 rolling 0.1", "plane 4 4 -0.5 0 0 1 stiffness 1 mu 0.4 rolling 0.1 "
                          "free 90 rigid 900 800 1000 load 20 0 500")
    motions = [runner.printed(free.replace("run 0", "run 5"), [f"f_w[{k}]" for k in range(11, 26)], n) for n in RANKS]
    for n, found in zip(RANKS[1:], motions[1:]):
        claim(f"motion of a free wall on {n} ranks", max(abs(a - b) for a, b in zip(motions[0], found)), 1e-6)
    claim("the free wall moves and turns", -min(abs(motions[0][5]), max(map(abs, motions[0][12:]))), -1e-5)
    set_free(runner, "sphere", "all nve/sphere/cd", "rolling 0.1")


def case_contact_dynamics_forces(runner):
    """The contacts of a step of contact dynamics, and their compatible forces, on 1, 2, 4 ranks. Grains fly from one rank to another, and
    new lists are made in each step: 10 x tol of the step and of the forces. Redundant contacts are as many on any ranks."""
    for name, boundary in ("heap", HEAP), ("bed", BED):
        first = None
        for newton, comm, n in everywhere():
            script = piled(boundary, newton, comm).replace("fix c all compatible/cd 1 tol 1e-10",
                                                           "neigh_modify every 1 delay 0 check no\nfix d all nve/sphere/cd tol 1e-9\n"
                                                           "timestep 0.01\nfix c all compatible/cd 1 tol 1e-10 redundant yes")
            script = script.replace("run 0", "run 1")
            rows, redundant = runner.rows_and_values(script, "f", ["f_c[5]", "f_c[8]"], n)
            first = first or (rows, redundant)
            where = f"{name}, newton {newton}, {comm}, {n} ranks"
            claim(f"{where}: contacts that differ", sum(a[:3] != b[:3] for a, b in zip(first[0], rows)) + abs(len(first[0]) - len(rows)), 0)
            largest = max(max(map(abs, row[10:])) for row in first[0])
            error = [max(abs(a[k] - b[k]) for a, b in zip(first[0], rows)) / largest for k in range(10, 16)]
            claim(f"{where}: compatible forces", max(error[:3]), 1e-7)
            claim(f"{where}: classic forces", max(error[3:]), 1e-5)
            claim(f"{where}: redundant contacts that differ", abs(redundant[1] - first[1][1]) + abs(redundant[0] - first[1][0]), 0)
            if n > 1 and newton == "off":
                claim(f"{where}: rows that differ in a second run", sum(a != b for a, b in zip(rows, runner.local(script, "f", n))), 0)


CHAIN_OF_GRAINS = """
units lj
atom_style sphere
newton {newton}
boundary f f f
comm_modify vel yes
processors 1 1 *
region box block -3 3 -3 3 -3 3
create_box 1 box
create_atoms 1 single 0 0.1 -1.4
create_atoms 1 single 0 0.1 -0.4
create_atoms 1 single 0 0.1 0.6
create_atoms 1 single 0 0.1 1.6
set group all diameter 1
set group all mass 1
set atom 1 vz 1
set atom 4 vz -1
neighbor 0.3 bin
pair_style contact/rigid
pair_coeff * * stiffness 1
fix d all nve/sphere/cd
timestep 0.01
fix c all compatible/cd 1 tol 1e-10 redundant yes
run 1
"""


def case_redundant_contacts(runner):
    """A free chain of 4 grains on 1, 2, 4 ranks, one of which has no grains: none of its 3 contacts is redundant, as each alone can be
    opened. Without the coupling of neighbors there would be 4 motions along the chain, one more than there are contacts."""
    for newton in "on", "off":
        for n in RANKS:
            closed, redundant = runner.printed(CHAIN_OF_GRAINS.format(newton=newton), ["f_c[5]", "f_c[8]"], n)
            where = f"newton {newton}, {n} ranks"
            claim(f"{where}: contacts", abs(closed - 3), 0)
            claim(f"{where}: redundant contacts", abs(redundant), 0)


SOFT_PAIR = "pair_style contact/hertz\npair_coeff * * E 2e4 nu 0.2\npair_coeff 2 2 E 1e5 nu 0.3\n"


def case_compatible_overlap(runner):
    """Contact forces of soft grains where they are at rest, with overlap yes, on 1, 2, 4 ranks: 10 x tol. The grains just touch at first,
    so that the network must reach further."""
    for name, boundary in ("heap", HEAP), ("bed", BED):
        first = None
        for newton, comm, n in everywhere():
            script = piled(boundary, newton, comm).replace("1 tol 1e-10", "1 overlap yes tol 1e-10")
            head, tail = script.split("pair_style contact/rigid")
            script = head + SOFT_PAIR + tail[tail.index("group base"):]
            rows = runner.local(script, "f", n)
            first = first or rows
            where = f"{name}, newton {newton}, {comm}, {n} ranks"
            claim_same_rows(where, first, rows)
            claim(f"{where}: gaps", max(abs(a[9] - b[9]) for a, b in zip(first, rows)), 1e-11)
    first = None
    for newton, n in everywhere(("on",), ("off",)):
        rows = runner.local(layer(newton), "f", n)
        first = first or rows
        where = f"layer of grains on their own images, newton {newton}, {n} ranks"
        claim_same_rows(where, first, rows)
        claim(f"{where}: contacts with own images", abs(sum(row[0] == row[1] for row in rows) - 16), 0)


def layer(newton):
    """A periodic layer of 4 x 4 soft grains that is thinner than one grain. Tiles cannot have such a box."""
    atoms = "\n".join(f"create_atoms 1 single {i + 0.1} {j + 0.1} 0.2" for i in range(4) for j in range(4))
    return f"""units lj
atom_style sphere
newton {newton}
processors * * 1
region box block 0 4 0 4 0 0.98
create_box 2 box
{atoms}
set group all diameter 1.02
set group all mass 1
neighbor 0.1 bin
{SOFT_PAIR}fix c all compatible/cd 1 overlap yes tol 1e-10
compute f all contact/force
run 0
"""


STIFF_WALLS = """region walls block -0.25 7.75 -0.25 7.75 -0.5 20 open 6
fix w all wall/contact region walls stiffness 2 law {law}
"""


def case_compatible_walls(runner):
    """Contact forces of a bed in a box of walls on 1, 2, 4 ranks: 10 x tol; with overlap yes, too, where the grains overlap in
    several ways."""
    for law, overlap in ("hooke", "no"), ("hertz", "no"), ("hertz", "yes"):
        first = None
        for newton, comm, n in everywhere():
            script = piled(BOX, newton, comm, law).replace("group base id <= 64\nfix b base freeze\n", STIFF_WALLS.format(law=law))
            if overlap == "yes":
                script = script.replace("stiffness ", "stiffness 1e5*").replace("1e5*0.2", "2e4").replace("1e5*0.3", "3e4").replace("1e5*1.0", "1e5") \
                    .replace("1e5*2", "2e5").replace("1 tol 1e-10", "1 overlap yes tol 1e-10")
            rows = runner.local(script, "f", n)
            first = first or rows
            where = f"{law}, overlap {overlap}, newton {newton}, {comm}, {n} ranks"
            claim_same_rows(where, first, rows)
            claim(f"{where}: no contacts with walls, but", -sum(row[2] == 1 for row in rows), -1)


LONELY_COLUMN = """
units lj
atom_style sphere
boundary f f f
comm_modify vel yes
processors 1 * *
region box block -3 3 -3 3 -3 3
create_box 1 box
create_atoms 1 single 0 0.1 0.4999
create_atoms 1 single 0 0.1 1.4998
set group all diameter 1
set group all mass 1
neighbor 0.3 bin
pair_style contact/{law}
pair_coeff * * k 2e4
fix g all gravity 10 vector 0 0 -1
fix w all wall/contact plane 0 0 0 0 0 1 law {law} k 2e4
fix c all compatible/cd 1 tol 1e-10 overlap {overlap}
compute f all contact/force source fix
run 0
"""


def case_compatible_column(runner):
    """Two grains on a floor, on 1, 2, 4 ranks, some of which have no contacts: the weights."""
    for law in "hooke", "hertz":
        for overlap in "no", "yes":
            for n in RANKS:
                rows = runner.local(LONELY_COLUMN.format(law=law, overlap=overlap), "f", n)
                where = f"{law}, overlap {overlap}, {n} ranks"
                claim(f"{where}: contacts", abs(len(rows) - 2), 0)
                forces = sorted(abs(row[12]) for row in rows)
                claim(f"{where}: forces", max(abs(f - weight) for f, weight in zip(forces, (10, 20))), 1e-8)


def case_compatible_atoms(runner):
    """What is put out of atoms: stress x volume and loaded contacts; with a restart file from 2 ranks on 4."""
    columns = " ".join(f"f_c[{k}]" for k in range(1, 8))
    script = piled()
    ends = [runner.final(script, columns, n) for n in RANKS]
    with tempfile.TemporaryDirectory() as folder:
        runner.final(script + f"write_restart {folder}/restart", "x", 2)
        rest = "fix b base freeze\n" + script.split("fix b base freeze\n")[1]
        ends.append(runner.final(f"read_restart {folder}/restart\n{rest}", columns, 4))
    for name, end in zip(("2 ranks", "4 ranks", "4 ranks after a restart"), ends[1:]):
        claim(f"stress on {name}", difference(ends[0], end, range(6)), 1e-9)
        claim(f"loaded contacts on {name}", difference(ends[0], end, (6,)), 0)


GAS_OF_GRAINS = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
comm_modify vel yes
region box prism 0 6 0 6 0 6 1 0 0.5 units box
create_box 2 box
lattice sc 1
create_atoms 1 box
reset_atoms id sort yes
displace_atoms all random 0.05 0.05 0.05 71
variable d atom 1.02+0.03*(id%3)
set group all diameter v_d
set group all mass 1
variable odd atom 1+id%2
set group all type v_odd
variable vx atom 2*sin(id)
variable vy atom 2*sin(2*id)
variable vz atom 2*sin(3*id)
velocity all set v_vx v_vy v_vz
set group all omega v_vy v_vz v_vx
neighbor 0.1 bin
neigh_modify every 1 delay 0 check yes
timestep 0.002
pair_style hybrid contact/hooke contact/hertz
pair_coeff 1 1 contact/hooke k 1000 damping velocity 5 3 kt 300 mu 0.3
pair_coeff 2 2 contact/hooke k 800 damping velocity 3 5 kt 300 mu 0.1
pair_coeff 1 2 contact/hertz k 3000 damping mass_velocity 10 5 kt 2000 mu 0.2
fix i all nve/sphere
compute f all contact/force
{balance}
run 30
"""


def case_contact_force(runner):
    """Soft contacts of two sub-styles in a periodic, triclinic box: each is listed once, with the same force on any number of
    ranks. The contact point may be that of another image. LAMMPS' history of contacts needs newton off with comm_style tiled."""
    first = None
    for newton, comm, n in everywhere(("on", "brick"), ("off", "brick"), ("off", "tiled")):
        script = GAS_OF_GRAINS.format(newton=newton, comm=comm, balance=BALANCED if comm == "tiled" else "")
        rows = runner.local(script, "f", n)
        first = first or rows
        where = f"newton {newton}, {comm}, {n} ranks"
        claim(f"{where}: contacts that differ of {len(first)}",
              sum(a[:3] != b[:3] for a, b in zip(first, rows)) + abs(len(first) - len(rows)), 0)
        for name, columns, size in ("normals and gaps", (3, 4, 5, 9), 1), ("forces", range(10, 22), 100):
            claim(f"{where}: {name}", max(abs(a[k] - b[k]) for a, b in zip(first, rows) for k in columns) / size, 1e-9)


FLYING_HEAP = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary p p p
region box block 0 6 0 6 -0.5 7.5
create_box 2 box
{atoms}
set group all diameter 1
set type 1 mass 1
set type 2 mass 1.5
pair_style contact/rigid
pair_coeff 1 1 stiffness 1
pair_coeff 1 2 stiffness $(1/3)
pair_coeff 2 2 stiffness 0.2
neighbor 0.2 bin
region low block INF INF INF INF -0.1 0.1
group base region low
group free subtract all base
velocity all set 1.0 0.7 0.2
timestep 0.01
neigh_modify every 1 delay 0 check no
variable none equal 0
variable weight atom -mass
fix 1 all nve/sphere
fix c free compatible/cd {every} tol 1e-9 load variable v_none v_none v_weight
compute f all contact/force
compute sums all reduce sum c_f[10] c_f[13] inputs local
thermo 100
thermo_style custom step c_sums[*] f_c[*]
run 0
"""


def case_compatible_flight(runner):
    """Layers of a heap across the periodic boundary, most contacts on two ranks: the same forces as on one rank, to 10 x
    tol. The heap flies as a whole through ranks: the forces stay, and so does where the solver starts; also where the last
    step is no multiple of N, and the thermo output asks for forces."""
    atoms = "\n".join(f"create_atoms {1 + (i + 2 * j + k) % 2} single {i + 0.5 * (k % 2)} {j + 0.5 * (k % 2)} $({k}*sqrt(0.5):%.17g)"
                      for k in range(6) for i in range(6) for j in range(6))
    columns, first = " ".join(f"f_c[{k}]" for k in range(1, 8)), None
    flown = ["f_c[3]", "f_c[7]", "f_c[5]", "f_c[6]", "c_sums[1]", "c_sums[2]"]
    for newton, comm, n in everywhere():
        def heap(every):
            return FLYING_HEAP.format(newton=newton, comm=comm, atoms=atoms, every=every) + (BALANCED if comm == "tiled" else "")

        end, (steps, *values) = runner.final(heap(1), columns, n), runner.printed(heap(100) + "run 450", flown, n)
        first = first or (end, values)
        name = f"newton {newton}, {comm}, {n} ranks: "
        claim(name + "stress", difference(first[0], end, range(6)), 1e-8)
        claim(name + "grains with another number of loaded contacts", sum(first[0][i][6] != end[i][6] for i in end), 0)
        claim(name + "steps after a flight", steps, 0)
        claim(name + "largest force after it", abs(values[0] - first[1][0]), 1e-8)
        claim(name + "sums over all 1080 contacts", max(abs(a - b) for a, b in zip(values[1:], first[1][1:])), 1e-6)

# --- bonds --------------------------------------------------------------------------------------------

TOUCHING = """
units lj
atom_style bpm/sphere
newton on {newton}
comm_style {comm}
{cell}
create_box 1 box bond/types 1 extra/bond/per/atom 40 extra/special/per/atom 200
lattice sc 0.99 origin 0.1 0.3 0.2
create_atoms 1 box
reset_atoms id sort yes
displace_atoms all move 0.1234567 0.2345678 0.3456789
variable d atom {diameter}
set group all diameter v_d
set group all density 1
neighbor 0.3 bin
pair_style zero 1.5
pair_coeff * *
bond_style zero
bond_coeff *
{balance}
create_bonds/gap all all 1 {gap}
compute b all property/local btype batom1 batom2
compute n all property/atom nbonds
variable n atom c_n
run 0
"""


def case_create_bonds_gap(runner):
    """The same bonds on 1, 2, 4 ranks, for spheres of several sizes in a triclinic box, and for equal ones that touch but for
    round-off. With newton off each bond is at both of its atoms."""
    slanted, cubic = "region box prism 0 6 0 6 0 6 1 0.5 -0.4 units box", "region box block 0 6 0 6 0 6 units lattice"
    for name, cell, diameter, gap in (("sizes", slanted, "1+0.4*sin(7*id)", 0.12), ("touching", f"lattice sc 0.99\n{cubic}", "0.99^(-1/3)", 0)):
        first = None
        for newton, comm, n in everywhere():
            script = TOUCHING.format(newton=newton, comm=comm, cell=cell, diameter=diameter, gap=gap, balance=BALANCED if comm == "tiled" else "")
            ends, rows, _ = runner.outcome(script, "v_n", "b", [], n)
            rows = sorted([row[0], *sorted(row[1:])] for row in rows)
            first = first or rows
            where = f"{name}, newton {newton}, {comm}, {n} ranks"
            claim(f"{where}: bonds that differ of {len(first)}", 0 if rows == first else 1, 0)
            claim(f"{where}: bonds more than once", len(rows) - len({tuple(row) for row in rows}), 0)
            if newton == "off":
                wanted = dict.fromkeys(ends, 0)
                for _, i, j in rows:
                    wanted[i] += 1
                    wanted[j] += 1
                claim(f"{where}: atoms that lack a bond", sum(ends[i][0] != wanted[i] for i in ends), 0)


BREAKING_BLOCK = """
units lj
atom_style bpm/sphere
newton off
comm_style {comm}
region box block -6 6 -6 6 -6 6
create_box 1 box bond/types 1 extra/bond/per/atom 12 extra/special/per/atom 60
special_bonds lj 0 1 1 coul 1 1 1
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
comm_modify vel yes cutoff 2
timestep 0.002
lattice sc 1 origin 0.5 0.5 0.5
region left block -6 -5 -2.5 2.5 -2.5 2.5
region right block 2 6 -2.5 2.5 -2.5 2.5
create_atoms 1 region left
create_atoms 1 region right
reset_atoms id sort yes
variable d atom 0.98+0.03*sin(3*id)
set group all diameter v_d
set group all density 1
pair_style contact/hertz
pair_coeff * * k 500 damping mass_velocity 2 1 kt 200 mu 0.3
bond_style binder
bond_coeff 1 axial 100 shear 80 moment 20 torsion 30 form N energy linear damp 0.2 0.2 0.1 break axial 0.02 break bend 0.04 break shear 0.03
fix nve all nve/sphere/rodrigues
create_bonds/gap all all 1 0.06
variable vx atom -0.8*(y>1)+0.3*sin(5*id)
variable vy atom 0.3*sin(2*id)
velocity all set v_vx v_vy 0
set group all omega 0.1 0.3 -0.2
compute b all property/local btype batom1 batom2
compute n all count/type bond
thermo_style custom step c_n
thermo 1
{balance}
{then}
"""


def case_bond_breaking(runner):
    """A block of bonded spheres across the periodic boundary, of which bonds break: the same bonds are left on 1, 2, 4 ranks, and as many are
    broken at each step; also after a restart in the middle on another number of ranks. Positions and velocities agree to 1e-11: in 250
    steps round-off grows to 4e-14."""
    columns = "x y z vx vy vz omegax omegay omegaz"
    steps = list(range(50, 300, 50))
    run = "\n".join(f"run 50\nvariable n{k} equal $(c_n)" for k in steps)
    first = None
    for _, comm, n in everywhere(("off", "brick"), ("off", "tiled")):
        script = BREAKING_BLOCK.format(comm=comm, balance=BALANCED if comm == "tiled" else "", then=run)
        end, rows, numbers = runner.outcome(script, columns, "b", [f"v_n{k}" for k in steps], n)
        rows = sorted([row[0], *sorted(row[1:])] for row in rows)
        first = first or (rows, end, numbers)
        where = f"{comm}, {n} ranks"
        claim(f"{where}: other bonds are left of {len(rows)}", sum(a != b for a, b in zip(rows, first[0])) + abs(len(rows) - len(first[0])), 0)
        claim(f"{where}: broken bonds after {steps} steps: {numbers}, of which differ", sum(a != b for a, b in zip(numbers, first[2])), 0)
        claim(f"{where}: fewer than 30 broken bonds, but", -numbers[-1], -30)
        for name, k in ("x", (0, 1, 2)), ("v", (3, 4, 5)), ("omega", (6, 7, 8)):
            claim(f"{where}: {name}", difference(first[1], end, k), 1e-11)
    with tempfile.TemporaryDirectory() as folder:
        start = BREAKING_BLOCK.format(comm="brick", balance="", then=f"run 150\nwrite_restart {folder}/restart\n")
        runner.final(start, "x", 2)
        whole = runner.final(BREAKING_BLOCK.format(comm="brick", balance="", then="run 150\nrun 100\n"), columns, 1)
        rest = f"read_restart {folder}/restart\n" + start[start.index("neighbor 0.3"):start.index("lattice")] + start[start.index("pair_style"):start.index("bond_style")] \
            + "fix nve all nve/sphere/rodrigues\ncompute b all property/local btype batom1 batom2\nrun 100"
        end, rows, _ = runner.outcome(rest, columns, "b", [], 4)
        rows = sorted([row[0], *sorted(row[1:])] for row in rows)
    claim("restart from 2 ranks on 4: other bonds are left", sum(a != b for a, b in zip(rows, first[0])) + abs(len(rows) - len(first[0])), 0)
    for name, k in ("x", (0, 1, 2)), ("v", (3, 4, 5)), ("omega", (6, 7, 8)):
        claim(f"restart from 2 ranks on 4: {name}", difference(whole, end, k), 1e-11)


# Layers of dimers, some of them across the planes between ranks.
CLUMPS = """
units lj
atom_style hybrid sphere molecular
atom_modify map array
newton {newton}
comm_style {comm}
boundary p p f
region box block 0 8 0 8 -0.5 9 units box
create_box 1 box
create_atoms 1 random 320 1 NULL
variable row atom floor((id-0.5)/8)
variable layer atom floor((id-0.5)/64)
variable x atom id-1-8*v_row+0.01*sin(3*id)
variable y atom v_row-8*v_layer+0.01*sin(5*id)
variable z atom v_layer+0.55+0.01*sin(11*id)
set group all x v_x y v_y z v_z
variable mol atom floor((id+1)/2)
set group all mol v_mol
variable d atom 0.96+0.03*sin(7*id)
set group all diameter v_d
set group all density 1
comm_modify vel yes cutoff 3
displace_atoms all move 0 0 0
thermo_style custom step
neighbor 0.4 bin
pair_style contact/rigid
pair_coeff * * stiffness 1
{balance}
fix g all gravity 1 vector 0 0 -1
fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1
fix d all rigid/small/cd molecule tol 1e-9 solver newton
timestep 0.01
run {steps}
"""


def clumps_on(runner, script, steps, more, between=""):
    """Errors of positions, velocities and forces on 1, 2, 4 ranks against the first run, behind some steps, and more of them behind commands. CLUMPS begins on each."""
    columns = "x y z vx vy vz fx fy fz"
    first = {}
    for newton, comm, n in everywhere():
        parts = [script.format(newton=newton, comm=comm, balance="balance 0.9 rcb" if comm == "tiled" else "", steps=steps), f"{between}run {more}"]
        for done, ends in zip((steps, steps + more), runner.finals(parts, columns, n)):
            other = first.setdefault(done, ends)
            error = [max(abs(ends[tag][k] - other[tag][k]) for tag in other) for k in range(9)]
            yield f"newton {newton}, {comm}, {n} ranks, {done} steps", done, [max(error[k:k + 3]) for k in (0, 3, 6)]
        if n == 4 and newton == "off":
            again = runner.finals(parts, columns, n)[1]
            claim(f"newton {newton}, {comm}: particles that differ in a second run", sum(ends[tag] != again[tag] for tag in ends), 0)


def case_contact_dynamics_clumps(runner):
    """Contact dynamics of bodies on 1, 2, 4 ranks: layers of dimers across periodic boundaries; those at the corners of four ranks have contacts with bodies of all of them.
    Forces of a step to 10 x tol, and places after 30 steps. The same bits in a second run. Solver auto may choose other methods on other numbers of ranks."""
    for where, steps, (places, velocities, forces) in clumps_on(runner, CLUMPS, 1, 29):
        claim(f"{where}: places", places, 1e-9)
        claim(f"{where}: velocities", velocities, 1e-7)
        if steps == 1:
            claim(f"{where}: forces", forces, 1e-8)


def case_contact_dynamics_clump_friction(runner):
    """The same with friction, whose contacts keep their springs, in layers that fall and slide: forces of impacts that happen together, and motions behind them, where contacts resist rolling, too.
    Some steps end at 1e-7 in place of tol, on any number of ranks."""
    rough = CLUMPS.replace("stiffness 1\n", "stiffness 1 restitution 0.5 mu 0.4\n").replace("tol 1e-9 solver newton", "tol 1e-10 maxiter 3000 noconverge ignore")
    rough = rough.replace("timestep", "variable vx atom sin(mol)\nset group all vx v_vx vy 0.3 vz -0.5\nunfix g\nfix g all gravity 4 vector 0 0 -1\ntimestep")
    mixed = rough.replace("fix d all rigid/small/cd molecule", "variable m atom mol*(mol%2)\nset group all mol v_m\ngroup bodies molecule > 0\n"
                          "fix d bodies rigid/small/cd molecule spheres all")
    set_free(runner, "hybrid sphere molecular", "bodies rigid/small/cd molecule spheres all")
    more = at_size(6, 20)      # with rolling: what ranks do otherwise would show in the first of them
    for what, script in ("bodies", rough), ("bodies and spheres", mixed):
        for where, steps, (places, velocities, forces) in clumps_on(runner, script, 10, more, "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4 rolling 0.1\n"):
            claim(f"{what}, {where}: places", places, 1e-9)
            claim(f"{what}, {where}: velocities", velocities, 1e-8)
            if steps == 10:
                claim(f"{what}, {where}: forces", forces, 1e-7)
