# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""What a random input does between its runs, and whole inputs.

Faults of LAMMPS 4 Jul 2026 that random inputs met, with stock styles as well. The grammar leaves
them out; those that it cannot tell are in TOLERATED of fuzz.py.
  * set mass, density, diameter, mol, x and others crash where a fix rigid/small has been defined:
    the command looks for members of bodies in an array that it makes only later.
  * run ... pre no crashes behind commands that change fixes, computes or thermo_style.
  * displace_atoms by 1e300, or diameters of 1e20 in a periodic box: loops without an end.
  * neighbor and comm_modify cutoff with 1e20 crash where bins are counted.
  * fix gravity ... vector 0 0 -1 in 2d, and velocity create with a temperature < 0: NaN.
  * Angular velocities and velocities of 1e300: their squares overflow in LAMMPS' own energies.
  * delete_atoms without bond yes, and then read_restart of what is left: a crash.
  * fix wall/gran goes on to read the masses of bodies of a fix rigid/small that unfix has deleted.
  * A range of types such as 2-: the exception stol in place of a message."""

import grammar
import script

# Commands that need nothing from the input but its groups; how often; as draw.py reads them.
PLAIN = [
    (3, "timestep (1e-3|<1e-5,1e-2>)"),
    (3, "delete_atoms group (few|low|high|some) compress (yes|no)"),
    (2, "delete_atoms random fraction <.1,.9> yes all NULL #1,99# compress (yes|no)"),
    (1, "delete_atoms overlap <.1,1> all all"),
    (3, "displace_atoms $group move <.001,1>! 0 0 units box"),
    (2, "displace_atoms $group random <.001,.1>! <.001,.1>! 0 #1,99# units box"),
    (2, "displace_atoms $group rotate 1 1 0 0 0 1 <1,180> units box"),
    (1, "displace_atoms $group ramp x 0 <.01,.5>! y 0 1 units box"),
    (3, "reset_atoms id {sort yes}"),
    (2, "reset_timestep #0,10#!"),
    (
        3,
        (
            "change_box all (x scale <.9,1.2> remap|y delta 0 <.01,1>|z scale <.9,1.2>|x final 0"
            " <2,9> y volume|$skew) {units box}"
        ),
    ),
    (2, "group some (id <= #1,9#|type 2|clear|union low high|subtract all low)"),
    (1, "group all2 type 1\ngroup all2 delete"),
    (3, "velocity $group set $velocities"),
    (1, "velocity all (scale <.1,10>|zero linear|create <.1,10>! #1,99#|ramp vx 0 1 y 0 3)"),
    (2, "set group $group (density|mass) <.1,10>"),
    (2, "set group $group diameter (<.5,1.3>!|<.5,1.3>!|1e-8|0)"),
    (1, "set type 1 type/fraction 2 <.1,.9> #1,99#"),
    (1, "set group $group (omega 0 0 <.1,100>|image 1 0 0|vx <.1,10>|x 1.5)"),
    (2, "neighbor <.05,1>! (bin|nsq)"),
    (
        2,
        (
            "neigh_modify (delay 0 every #1,5#|exclude group low high|exclude type 1 2|exclude"
            " none|check no once (yes|no)|one 2000 page 100000)"
        ),
    ),
    (1, "comm_modify (cutoff <2,4>!|mode single|vel (yes|no))"),
    (1, "create_atoms #1,2# (single 1 1 1|random #1,4#! #1,99# NULL overlap 1 maxtry 50) units box"),
    (1, "special_bonds lj (0 1 1|0 1 1|.5 1 1)"),
    (1, "run_style (verlet|verlet|respa 2 2 pair 2)"),
    (1, "balance 1.0 shift x 5 1.1"),
    (
        1,
        (
            "min_style (contact/newton|contact/newton|cg|fire|sd)\nminimize 0 1e-6 #1,50#!"
            " 500\nmin_style contact/newton"
        ),
    ),
    (1, "write_data data.out nocoeff (|nofix)"),
    (
        1,
        (
            "write_dump all custom frames.dump id type x y z vx vy vz\nrerun frames.dump dump x y z"
            " vx vy vz"
        ),
    ),
    (1, "info all out log"),
    (1, "atom_modify sort #0,20# <.1,2>!"),
    (1, "run 0 post no\nrun #1,9#! pre no"),
    (1, "thermo_modify norm (yes|no)\nthermo_modify flush yes"),
    (1, "comm_style (tiled|brick)"),
    (
        1,
        (
            'run 9 every 3 "(displace_atoms few move .01 0 0|delete_atoms group few|velocity all'
            ' set 0 0 1|set group low diameter <.9,1.1>!|timestep <1e-4,1e-3>)"'
        ),
    ),
    (1, "dump frames $group custom 1 all.dump id x \nrun #1,9#!\nundump frames"),
    (1, "group some dynamic all var near every 1"),
]


def unfix(case):
    """A fix goes, and may come again, as it was or as a new one."""
    if not case.fixes:
        return
    name = case.draw.choice(list(case.fixes))
    if "rigid/small" in case.fixes[name] and any(
        "wall/gran" in line for line in case.fixes.values()
    ):
        return
    line = case.fixes.pop(name)
    # outputs that name the fix go first
    case.outputs()
    case.lines.append(f"unfix {name}")
    if case.draw.chance(0.6):
        case.fixes[name] = line
        case.lines.append(line)
        case.outputs()


def fix_again(case):
    """The same command again, without unfix."""
    if case.fixes:
        case.lines.append(case.draw.choice(list(case.fixes.values())))


def new_fix(case):
    (
        grammar.movers(case)
        if case.draw.chance(0.1)
        else case.fix(
            "(energy/ledger|$gravity|$others|damping/cundall/onstep $cundall|timestep/contact 5)"
        )
    )
    case.outputs()


def coefficients(case):
    if case.draw.chance(0.3):
        case.lines.append(f"pair_style {case.pair}")
    grammar.coefficients(case)
    if case.family == "bonds" and case.draw.chance(0.5):
        if case.draw.chance(0.3):
            case.lines.append(f"bond_style {case.bond}")
        grammar.bond_coefficients(case)


def bonds(case):
    if case.family == "bonds":
        case.add(
            "(create_bonds/gap $group all 1 <.01,.3>|delete_bonds $group bond 1 (|remove)"
            " (|special)|delete_bonds all stats any remove|create_bonds many all all 2 .8"
            " 1.1|create_bonds single/bond 1 1 2|bond_style none|bond_write 1 10 .5 1.5 bond.table"
            " one)"
        )


def restart(case):
    """Everything from a file. What LAMMPS' files leave out comes again, with pair coefficients or
    without."""
    draw, since = case.draw, case.lines[case.begin :]
    by_command = lambda *commands: list(
        dict.fromkeys(line for line in since if line.split()[:1] and line.split()[0] in commands)
    )
    data = draw.chance(0.3)
    case.lines += ["write_data saved.file nocoeff" if data else "write_restart saved.file", "clear"]
    case.begin = len(case.lines)
    if data:
        case.lines += by_command(
            "units", "dimension", "newton", "atom_style", "atom_modify", "boundary", "special_bonds"
        )
        room = (
            "extra/bond/per/atom 20 extra/special/per/atom 40"
            if case.family in ("bonds", "clumps")
            else ""
        )
        case.lines += [f"read_data saved.file {room}"] + by_command("group")
    else:
        case.lines.append("read_restart saved.file")
    case.lines.append("comm_modify vel yes")
    if data or case.pair.startswith(("hybrid", "zero", "gran")) or draw.chance(0.3):
        case.lines.append(f"pair_style {case.pair}")
        grammar.coefficients(case)
    if data and case.family == "bonds":
        case.lines.append(f"bond_style {case.bond}")
        grammar.bond_coefficients(case)
    case.lines += [
        line for line in by_command("region") if not line.startswith(("region box", "region there"))
    ]
    case.lines += case.fixes.values()
    case.computes = []
    grammar.computes(case)
    case.outputs()
    case.add("thermo 5", "timestep <1e-4,3e-3>")
    case.lines += ["min_style contact/newton"] * case.minimizes


def begin_again(case):
    case.lines.append("clear")
    grammar.set_up(case)


def replicate(case):
    """LAMMPS cannot copy what fixes keep for each atom, so they go first."""
    case.lines += [f"unfix {name}" for name in case.fixes] + ["replicate 2 1 1"]
    case.lines += case.fixes.values()


SPECIAL = [
    (1, replicate),
    (5, unfix),
    (4, fix_again),
    (4, new_fix),
    (5, coefficients),
    (4, bonds),
    (5, restart),
    (1, begin_again),
]
COMMANDS = PLAIN + SPECIAL
WEIGHTS = [weight for weight, _ in COMMANDS]


def write(seed, index):
    """The lines of one input, and its number of MPI ranks."""
    case = script.Input(seed, index)
    draw = case.draw
    early, late = draw.choice([0, 0, 0.02, 0.1]), draw.choice([0, 0, 0.02, 0.2])
    draw.absurd = early
    grammar.set_up(case)
    draw.absurd = late
    case.run()
    for _ in range(draw.choice([0, 1, 2, 3, 3, 5])):
        for _ in range(draw.choice([1, 1, 2, 3])):
            command = draw.choices(COMMANDS, WEIGHTS)[0][1]
            if case.family == "clumps" and "set " in str(command):
                continue  # the first of the faults above
            case.add(command) if isinstance(command, str) else command(case)
            if (
                str(command).startswith("delete_atoms")
                and case.family in ("bonds", "clumps")
                and draw.chance(0.8)
            ):
                case.lines[-1] += {"bonds": " bond yes", "clumps": " mol yes"}[case.family]
        case.run()
    lines = [
        " ".join(part.split()) for line in case.lines for part in line.split("\n") if part.strip()
    ]
    return (grammar.spoilt(draw, lines) if draw.chance(0.08) else lines), case.ranks
