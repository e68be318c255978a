# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The set-up of a random input: box, grains, forces, integrators, outputs. Most set-ups fit
together, so that they run; numbers may be absurd (draw.py), and some inputs have a word too many,
too few or wrong (spoilt())."""

import re

from rules import RULES


def set_up(case):
    """Everything before the first run."""
    draw = case.draw
    case.begin = len(case.lines)
    case.fixes, case.computes, case.minimizes = {}, [], False
    case.family = draw.choices(["soft", "rigid", "bonds", "ellipsoids", "clumps"], [9, 4, 4, 2, 3])[
        0
    ]
    case.minimizes = case.family in ("soft", "bonds") and draw.chance(0.1)
    case.options()
    draw.rules["started"] = ""
    case.flat = case.family != "clumps" and draw.chance(0.12)
    draw.rules["vector"] = "(0 -1 0|1 -1 0)" if case.flat else RULES["vector"]
    box_and_grains(case)
    forces(case)
    case.add(
        "variable wave equal .5*cos(step*.1)",
        "variable shake equal <.01,1>*sin(step*dt*10)",
        "variable stiffness equal ramp(<1e3,1e4>F,<1e3,1e4>F)",
        "variable near atom x<1.5",
        "variable size equal ramp(<.9,1.1>,<.9,1.1>)",
    )
    if draw.chance(0.2):  # orientations at the start
        case.add(
            "fix start all property/atom d2_start 4 ghost yes",
            "set group all d2_start[1] (1|1|1|<.1,9>)",
        )
        draw.rules["started"] = "(|init d2_start)"
    fixes(case)
    if case.family == "bonds":  # behind the fixes, of which one keeps the orientations
        case.add("create_bonds/gap (all|all|all|$group) all (1|1|1|2) <.05,.3>")
    computes(case)
    case.add("timestep (1e-3|1e-3|<1e-4,3e-3>)", "thermo #1,10#")
    case.outputs()
    case.lines += ["min_style contact/newton"] * case.minimizes


def box_and_grains(case):
    draw, flat = case.draw, case.flat
    case.size = x, y, z = [
        draw.randint(3 if case.family == "clumps" else 2, 4) for _ in range(2)
    ] + [1 if flat else draw.randint(2, 5)]
    case.cell = draw.chance(0.35)  # a periodic cell that may be deformed
    ends = (
        ["p", "p", "p"]
        if case.cell
        else [draw.choice(["p", "f", "f", "s", "m"]) for _ in range(2)]
        + ["p" if flat else draw.choice("pffs")]
    )
    case.add(
        f"units {draw.units}",
        "newton (off|on off)" if case.family == "bonds" else "newton (on|on|off)",
    )
    if flat:
        case.add("dimension 2")
    styles = {
        "soft": "(sphere|sphere|sphere 1|bpm/sphere)",
        "rigid": "sphere",
        "clumps": "(hybrid sphere bond|bpm/sphere)",
        "bonds": "(hybrid sphere bond|bpm/sphere)",
        "ellipsoids": "ellipsoid",
    }
    case.add(f"atom_style {styles[case.family]}")
    case.tracks = (
        "bpm" not in case.lines[-1]
    )  # an integrator keeps the orientations, since the atom style does not
    case.add(
        "atom_modify map (array|hash|yes)",
        f"boundary {' '.join(ends)}",
        "comm_modify vel yes "
        + ("cutoff <3,4>!" if case.family == "clumps" else "{cutoff <2,4>!}"),
    )
    top = f"-.5 .5" if flat else f"0 {z + draw.choice([0, 0, 3])}"
    tilts = f"<.01,{x * .5}> (0|{0 if flat else .2}) 0"
    skewed = case.cell and draw.chance(0.7)
    draw.rules["component"] = (
        "(xx|yy|xy)" if flat else "(xx|yy|zz|xy|xz|yz)" if skewed else "(xx|yy|zz)"
    )
    draw.rules["skew"] = "xy final <.01,1>! remap" if skewed else "triclinic"
    draw.rules["shears"] = (
        "$rate 0 0" if skewed and flat else "$rate $rate $rate" if skewed else "0 0 0"
    )
    shape = f"prism 0 {x} 0 {y} {top} {tilts}" if skewed else f"block 0 {x} 0 {y} {top}"
    bonds = (
        " bond/types 2 extra/bond/per/atom 20 extra/special/per/atom 40"
        if case.family in ("bonds", "clumps")
        else ""
    )
    case.add(
        f"region box {shape} units box",
        f"create_box 2 box{bonds}",
        f"lattice {'sq' if flat else 'sc'} 1 origin .5 .5 {0 if flat else .5}",
        f"region there block 0 {x} 0 {y} {'-1 1' if flat else f'0 {z}'} units box",
        "create_atoms 1 region there",
        "set type 1 type/fraction 2 .4 123",
        "displace_atoms all random .03 .03 " + ("0" if flat else ".03") + " 7 units box",
        "group low type 1",
        "group high type 2",
        "group some id <= 6",
        "group few id 1 2",
        "group none empty",
    )
    if case.family == "ellipsoids":
        case.add(
            "set type 1 shape <.8,1.2>! <.5,1>! <.5,1>!",
            "set type 2 shape <.8,1.2>! <.5,1>! <.5,1>!",
            "set group all density <.5,4>",
            "set group all quat/random 17",
            "set group all angmom <.01,1> <.01,1> 0",
        )
    else:
        case.add(
            "set type 1 diameter <.9,1.05>!",
            "set type 2 diameter <.8,1.1>!",
            "set group all (density|mass) <.5,4>",
            "set group $group omega <.1,10> 0 <.1,10>",
        )
    if case.family == "clumps":  # members are neighbours along x
        case.add("variable body atom floor((id-1)/2)+1", "set group all mol v_body")
    case.add(
        "velocity $group set $velocities",
        "neighbor <.1,.4>! bin",
        "neigh_modify delay 0 every 1 check (yes|yes|no)",
    )


def forces(case):
    draw = case.draw
    case.law = draw.choice(["hooke", "hertz"])
    case.pair = {
        "soft": (
            f"contact/{case.law}"
            if case.minimizes or case.mover in ("implicit", "tresca") or draw.chance(0.6)
            else (
                f"(hybrid/overlay contact/{case.law} contact/rigid|hybrid/overlay"
                f" contact/{case.law} zero 1.5)"
            )
        ),
        "rigid": (
            "(contact/rigid|contact/rigid|contact/rigid|hybrid/overlay contact/rigid zero 1.5)"
        ),
        "bonds": f"contact/{case.law}",
        "clumps": f"(contact/{case.law}|contact/rigid|$granular)",
        "ellipsoids": "(zero 2|lj/cut 1.5|gayberne 1 1 1 2)",
    }[case.family]
    case.pair = draw.sentence(case.pair)
    case.lines.append(f"pair_style {case.pair}")
    coefficients(case)
    if case.family == "bonds":
        case.bond = draw.choice(["binder", "binder", "contact/hooke"])
        case.add("special_bonds lj (0 1 1|1 1 1)", f"bond_style {case.bond}")
        bond_coefficients(case)


def coefficients(case):
    """pair_coeff commands of the present pair style."""
    words, many = case.pair.split(), case.pair.startswith("hybrid")
    types = case.draw.choice([["* *"], ["* *"], ["* *"], ["1 1", "2 2", "1 2"], ["* *", "2 2"]])
    of_style = {
        "contact/hooke": "$hooke",
        "contact/hertz": "$hertz",
        "contact/rigid": "$rigid",
        "zero": "",
        "gran/hooke": "",
        "lj/cut": "<.01,1>F .7",
        "gayberne": "<.01,1>F .7 1 1 1 1 1 1",
    }
    for style in [word for word in words if word in of_style]:
        for pair in types:
            case.add(f"pair_coeff {pair} {style if many else ''} {of_style[style]}")
    if (
        case.draw.chance(0.05)
        and case.draw.units == "si"
        and words[0] in ("contact/hertz", "contact/hooke")
    ):
        case.add(
            "pair_coeff * * material "
            + (
                "granular.contact rubber nylon"
                if case.law == "hertz"
                else "deklerk.contact gamma0 gamma60"
            )
        )


def bond_coefficients(case):
    case.add(f"bond_coeff * {'$binder' if case.bond == 'binder' else '$spring'}")


def fixes(case):
    draw, pair = case.draw, case.pair
    contacts = {
        "contact/hooke": "law hooke $hooke",
        "contact/hertz": "law hertz $hertz",
        "contact/rigid": "$rigid",
    }
    law = contacts.get(
        [word for word in pair.split() if word in contacts][0] if "contact" in pair else "",
        "$hooke",
    )
    for probability, style, group in [(0.5, "$gravity", "all"), (0.05, "$others", "$group")]:
        if draw.chance(probability):
            case.fix(style, group)
    for _ in range(
        draw.choice([0, 0, 1, 1, 2]) if case.family != "ellipsoids" and not case.flat else 0
    ):
        case.fix(f"wall/contact ($plane|$plane|region $region) {law}", "(all|all|$group)")
    if draw.chance(0.25) and case.pair != "contact/rigid":
        case.fix("damping/cundall/onstep $cundall", "(all|$group)")
    movers(case)
    if draw.chance(0.3):
        case.fix("energy/ledger", "(all|all|$group)")
    if draw.chance(0.12) and "rigid" not in case.pair and case.family != "ellipsoids":
        case.fix(
            "timestep/contact #1,10# {safety <.1,1>;growth <1e-4,1e-1>;max <1e-3,1e-1>;min"
            " <1e-12,1e-9>} $step",
            "all",
        )
    if case.flat:
        case.fix("enforce2d", "all")


def movers(case):
    """The cell and the integrators."""
    draw = case.draw
    flows = (
        case.cell
        and "rigid" not in case.pair
        and (case.mover in ("stock", "rotation") or draw.chance(0.1))
        and draw.chance(0.7)
    )
    if flows and draw.chance(0.7):
        case.fix("deform/gradv $gradient", "all")
    elif flows:
        case.fix("deform $deform", "all")
        if draw.chance(0.7):
            case.fix("streaming $flow", "all")
    group = "(all|all|all|all|all|all|$group)"
    if case.family in ("soft", "bonds"):
        turning = case.family == "bonds" and case.bond == "binder"
        disc = " (|disc)" if case.flat else ""
        case.fix(
            {
                "stock": ("nve/sphere/leapfrog update quat" if turning else "nve/sphere") + disc,
                "rotation": (
                    ("nve/sphere/rodrigues $rodrigues" if turning else "nve/sphere/$rotation")
                    + disc
                ),
                "tresca": (
                    "nve/sphere/implicit (|alpha .5|theta <.5,1>|scheme energy) friction tresca"
                    " $implicit"
                ),
                "implicit": (
                    "nve/sphere/implicit (|alpha <.1,1>|alpha .5|theta <.5,1>|scheme"
                    " energy|quasistatic yes|dashpot (live|predictor)) $implicit"
                ),
            }[case.mover],
            group,
        )
    elif case.family == "rigid":
        dynamic, weighs = draw.chance(0.7), any(" gravity " in line for line in case.fixes.values())
        if dynamic:
            case.fix("nve/sphere/cd $dynamics", group)
        if draw.chance(0.5) or not dynamic:
            case.fix(
                "compatible/cd $compatible "
                + draw.choice(
                    ["load variable v_wave v_shake v_wave"]
                    + ["load cd"] * 3 * dynamic
                    + ["load gravity"] * weighs
                ),
                "all",
            )
    elif case.family == "ellipsoids":
        case.fix("nve/asphere/$ellipsoids", group)
    else:
        style = (
            "cd molecule $dynamics (||spheres (all|low|few))" if "rigid" in case.pair else "variational molecule $variational"
        )
        case.fix(f"rigid/small/{style} {{reinit (yes|no)}}", "all")


def computes(case):
    draw = case.draw
    if case.family == "ellipsoids":
        return
    if draw.chance(0.5) and any(
        word in line for line in [case.pair, *case.fixes.values()] for word in ("contact/h", "/cd ")
    ):
        name = case.new_name("c")
        case.add(
            f"compute {name} $group contact/force",
            f"compute {name}s all reduce (sum|max) c_{name}[(10|11|14|17)] inputs local",
        )
        case.computes.append(f"{name}s")
    if draw.chance(0.4) and "rigid" not in case.pair:
        name = case.new_name("c")
        case.add(f"compute {name} $group timestep/contact {{safety <.1,2>}} $step")
        case.computes.append(name)
    for name, line in case.fixes.items():  # what the fixes keep for each atom
        size = (
            7
            if "compatible/cd 1 " in line
            else 4 if re.search("rodrigues|update quat", line) and case.tracks else 0
        )
        if size and draw.chance(0.3):
            total = case.new_name("r")
            case.add(f"compute {total} all reduce (sum|max) f_{name}[{draw.randint(1, size)}]")
            case.computes.append(total)
    if draw.chance(0.2):
        name = case.new_name("l")
        of_pair = "|pair/local dist eng force p1 p2 p3" if case.pair.startswith("contact/h") else ""
        listed = (
            "bond/local dist engpot force b1 b2 b5 b9"
            if case.family == "bonds"
            else f"(stress/atom NULL|pe/atom{of_pair})"
        )
        case.add(f"compute {name} all {listed}")
        local = " inputs local" if "local" in case.lines[-1] else ""
        case.add(
            f"compute {name}s all reduce max"
            f" c_{name}{'' if case.lines[-1].endswith('pe/atom') else '[1]'}{local}"
        )
        case.computes.append(f"{name}s")


def spoilt(draw, lines):
    """The same with one word of a command of VARDEM left out, doubled, or made another one."""
    places = [
        i
        for i, line in enumerate(lines)
        if any(
            word in line
            for word in (
                "contact",
                "cd",
                "nve/",
                "binder",
                "cundall",
                "gradv",
                "streaming",
                "variational",
            )
        )
    ]
    if not places:
        return lines
    place = draw.choice(places)
    words = lines[place].split()
    word = draw.randrange(len(words))
    words[word : word + 1] = draw.choice(
        [[], [words[word]] * 2, ["NULL"], ["1e400"], ["v_none"], ["-"], ["2.5"], ["yes"]]
    )
    return lines[:place] + [" ".join(words)] + lines[place + 1 :]
