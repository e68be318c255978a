# ----------------------------------------------------------------------
#   VARDEM: time integration and contact forces of granular matter for LAMMPS
#   Copyright (2026) the VARDEM developers.  This software is distributed
#   under the GNU General Public License, version 2; see LICENSE.
# ----------------------------------------------------------------------
"""The set-up of a random input: box, grains, forces, integrators, outputs. Most set-ups fit together, so that they run; numbers may be
absurd (draw.py), and some inputs have a word too many, too few or wrong (spoilt())."""
import re

from draw import Draw

# Commands of each style, as draw.py reads them. Sane numbers are for grains of diameter 1 and a time step of 1e-3.
RULES = {
    "hooke": "k <1e3,3e4>F {damping $dashpots;$tangential} $options",
    "hertz": "$young {damping $dashpots} $options",
    "young": "(k <1e3,3e4>F (|$tangential)|E <1e3,3e4>P nu <.1,.5> (|$tangential|$shear))",
    "dashpots": "(none|mass_velocity <1,60> <1,60>|velocity <.1,10>F <.1,10>F|restitution <.3,1>)",
    "rigid": "stiffness <.1,10> {law (hooke|hertz);restitution <.1,1>}",
    "granular": "gran/hooke <1e3,3e4>F NULL <1,60> NULL <.1,1> (0|1)",
    "binder": "($stiffnesses {form $binderform;energy (quadratic|linear)}|beam <1e4,1e5>P <.1,.5> <.3,1>) {damp <.1,3>F <.1,1>F <.01,.1>F"
              " velocity $velocity;break axial <1e-2,1>;break bend <1e-2,1>;break energy <1,1e3>F;break shear <1e-2,1>}",
    "stiffnesses": "axial <1e2,1e4>F shear <1e2,1e4>F moment <10,1e3>F {torsion <10,1e3>F}",
    "spring": "k <1e3,3e4>F {damping $dashpots;velocity $velocity}",
    "rotation": "(leapfrog {update quat;inertia <.2,.7>;restart exact}|rodrigues $rodrigues)",
    "rodrigues": "{map (newmark|exponential|euler|exact|exact bound $bound);inertia <.2,.7>;restart exact}",
    "bound": "(error|warn|newmark)", "noconverge": "(error|warn|ignore)", "friction": "kt <1e2,1e4>F mu <.1,1>", "modulus": "G (isotropic|<1e3,1e4>P) mu <.1,1>",
    "velocity": "(onstep|onstep|mid)",
    "variational": "{scheme (lgvi4|lgvi6|lgvi|midpoint);newton #1,6#}",
    "ellipsoids": "(fincham {half (orient|current);restart exact}|variational $variational {restart exact})",
    "implicit": "{tol <1e-10,1e-3>;newton #5,100#;"
                "precond (block|ict|direct);adaptive (no|yes <1e-5,1e-4> <1e-3,1e-2>);noconverge $noconverge}",
    "dynamics": "(|solver (auto|newton|apgd|pgs)|single <1,1e8>) {tol <1e-6,1e-3>;maxiter #100,1000#;restitution <.1,1>;gap <.05,.15>;warm (yes|no);"
                "noconverge $noconverge}",
    "compatible": "(1|1|1|#1,20#) {closed <1e-6,.05>;overlap (no|yes);law (hooke|hertz);solver (auto|newton|ipm|direct);"
                  "(precond (block|ict|ict <1e-4,1e-1>|ict <1e-4,1e-1> #1,40#)|precision (double|mixed));tol <1e-12,1e-3>;tolgrain (no|yes);"
                  "maxiter #10,200#;redundant (no|yes)} maxproducts #100,5000#! noconverge (warn|ignore|error)",
    "cundall": "<.05,.9> <.05,.9> {form (onstep|midstep|regular);peculiar (yes|no);gravity (yes|no);skip low;scale #1,2# <.1,1>}",
    "gradient": "gradv $rate $rate $rate $shears {stress $component <1,1e3>P <1e-2,1>;stress $component -<1,1e3>P <1e-2,1>;"
                "closure (exact|sllod|gradv2);spin (yes|no);origin 0 <.1,1> 0;kick (yes|no);flip (yes|no);stop <.1,.9>}",
    "rate": "(0|0|0|<1e-2,2>|-<1e-2,2>|v_wave)", 
    "flow": "{closure (exact|sllod|gradv2);spin (yes|no);origin 0 <.1,1> 0}",
    "deform": "(1|1|1|2) (xy erate $rate|x erate $rate|y vel <.1,1>|z scale <.8,1.2>|xy wiggle <.1,1> <.1,1>) remap (v|v|v|v|v|x|none)",
    "step": "{damping <.01,.9>;method (bound|dyndt);pwave <1e3,1e5>P <.1,.4>;dashpots (yes|no);reach (list|<.01,1>);sweeps #0,20#}",
    "plane": "plane (0 0 0 0 0 1|0 0 0 0 <.1,1> <.1,1>|0 0 0 1 0 0|0 0 <.1,1> 0 0 -1)",
    "vector": "(0 0 -1|1 0 -1|0 1 0)", "velocities": "(|-)<.01,3>! (<.01,3>|-<.01,3>!) 0",
    "gravity": "gravity <.1,10>F (vector $vector|chute <1,30>)",
    "group": "(all|all|all|all|low|high|some|few|none)",
    "others": "(viscous <.01,1>F|setforce 0 0 0|setforce NULL 0 NULL|addforce <.01,10>F 0 0|freeze|move linear <.01,1> 0 0|move rotate 1 1 1 0 0 1 <1,10>|"
              "recenter INIT INIT INIT|momentum #1,10# linear 1 1 1 angular|damping/cundall .1 .1|adapt 1 pair $adapted reset (yes|no)"
              "|evaporate #5,50# #1,3# whole 77|store/state 0 x y z|nve/sphere|ave/time 1 1 1 c_thermo_temp)",
}
# style of fix: is there a scalar? and how many numbers are in its vector?
OUTPUTS = {"damping/cundall/onstep": (1, 3), "deform/gradv": (1, 35), "energy/ledger": (1, 12), "nve/sphere/cd": (1, 11), "rigid/small/cd": (0, 11),
           "nve/sphere/implicit": (0, 7), "timestep/contact": (1, 3), "wall/contact": (1, 10), "compatible/cd": (0, 7)}


class Input:
    """A LAMMPS input as it grows: its lines, and what later lines have to know of it."""

    def __init__(self, seed, index):
        self.draw = Draw(seed, index)
        self.draw.rules = dict(RULES, region=self.region, adapted=lambda draw: f"{self.pair.split()[0]} k * * v_stiffness")
        self.ranks = 2 if self.draw.chance(0.04) else 1
        self.lines, self.names = [], 0

    def options(self):
        """What is drawn once, since all contacts of an input have to agree."""
        draw, rules = self.draw, self.draw.rules
        self.mover = draw.choices(["stock", "rotation", "implicit", "tresca"], [1, 6, 2, 1])[0]
        rules["options"] = draw.sentence("{lever (contact|radius);velocity $velocity}")
        smooth = draw.chance(0.9) and (self.minimizes or self.mover == "implicit")
        rules["tangential"], rules["shear"] = ("", "") if smooth else (RULES["friction"], RULES["modulus"])
        rules["binderform"] = "(B|N)" if draw.chance(0.8) else "printed"

    def add(self, *rules):
        self.lines += [self.draw.sentence(rule) for rule in rules]

    def new_name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def fix(self, style, group="$group"):
        """A fix under a new ID."""
        name = self.new_name("f")
        line = self.draw.sentence(f"fix {name} {group} {style}")
        self.lines.append(line)
        self.fixes[name] = line

    def region(self, draw):
        """A region that is a wall; the rule is its ID."""
        name, (x, y, z) = self.new_name("w"), self.size
        open_ends = draw.choice(["", "", " open 2", " open 1"])
        shape = draw.choice([f"block 0 {x} 0 {y} 0 {z}{draw.choice(['', ' open 6'])}", f"cylinder z {x / 2} {y / 2} {x / 2} 0 {z}{open_ends}",
                             f"sphere {x / 2} {y / 2} {z / 2} {x}", f"cone z {x / 2} {y / 2} {x} {x / 2} 0 {z}{open_ends}",
                             f"sphere 0 0 0 <.5,2> side out", f"prism 0 {x} 0 {y} 0 {z} .3 0 0"])
        motion = draw.choice(["", "", " move v_shake NULL NULL", f" rotate v_shake {x / 2} {y / 2} 0 0 0 1"])
        self.add(f"region {name} {shape}{motion} units box")
        return name

    def outputs(self):
        """thermo_style with outputs of the fixes and computes that are there now."""
        columns = ["step", "atoms", "pe", "ke", "press", "vol"] + [f"c_{name}" for name in self.computes]
        for name, line in self.fixes.items():
            if re.search("compatible/cd (?!1 )|timestep/contact (?!1 )", line):
                continue      # its outputs are those of some steps only
            scalar, size = OUTPUTS.get(line.split()[3], (0, 0))
            columns += [f"f_{name}"] * scalar + [f"f_{name}[{i}]" for i in range(1, size + 1) if self.draw.chance(0.7)]
        self.lines += ["compute_modify thermo_temp dynamic/dof yes extra/dof 0", "thermo_style custom " + " ".join(columns), "thermo_modify lost " + self.draw.choice(["ignore", "error", "warn"])]

    def run(self):
        if self.minimizes and self.draw.chance(0.5):
            self.add("minimize (0|1e-8|<1e-10,1e-2>) (0|1e-6|<1e-10,1>) #1,200#! #10,2000#!")
        else:
            self.add("run (#1,40#!|#1,40#!|#1,40#!|#1,40#!|#1,40#!|0|#5,20#!\nrun #5,20#! pre no|#5,20#! post no|20 every 5 \"print here\"|#5,20#! start 0 stop 100)")


def set_up(case):
    """Everything before the first run."""
    draw = case.draw
    case.begin = len(case.lines)
    case.fixes, case.computes, case.minimizes = {}, [], False
    case.family = draw.choices(["soft", "rigid", "bonds", "ellipsoids", "clumps"], [9, 4, 4, 2, 3])[0]
    case.minimizes = case.family in ("soft", "bonds") and draw.chance(0.1)
    case.options()
    case.flat = case.family != "clumps" and draw.chance(0.12)
    box_and_grains(case)
    forces(case)
    case.add("variable wave equal .5*cos(step*.1)", "variable shake equal <.01,1>*sin(step*dt*10)", "variable stiffness equal ramp(<1e3,1e4>F,<1e3,1e4>F)",
             "variable size equal ramp(<.9,1.1>,<.9,1.1>)")
    fixes(case)
    if case.family == "bonds":      # behind the fixes, of which one keeps the attitudes
        case.add("create_bonds/gap (all|all|all|$group) all (1|1|1|2) <.05,.3>")
    computes(case)
    case.add("timestep (1e-3|1e-3|<1e-4,3e-3>)", "thermo #1,10#")
    case.outputs()
    case.lines += ["min_style contact/newton"] * case.minimizes


def box_and_grains(case):
    draw, flat = case.draw, case.flat
    case.size = x, y, z = [draw.randint(3 if case.family == "clumps" else 2, 4) for _ in range(2)] + [1 if flat else draw.randint(2, 5)]
    case.cell = draw.chance(0.35)      # a periodic cell that may be deformed
    ends = ["p", "p", "p"] if case.cell else [draw.choice(["p", "f", "f", "s", "m"]) for _ in range(2)] + ["p" if flat else draw.choice("pffs")]
    case.add(f"units {draw.units}", "newton (off|on off)" if case.family == "bonds" else "newton (on|on|off)")
    if flat:
        case.add("dimension 2")
    styles = {"soft": "(sphere|sphere|sphere 1|bpm/sphere)", "rigid": "sphere", "clumps": "(hybrid sphere bond|bpm/sphere)",
              "bonds": "(hybrid sphere bond|bpm/sphere)", "ellipsoids": "ellipsoid"}
    case.add(f"atom_style {styles[case.family]}", "atom_modify map (array|hash|yes)", f"boundary {' '.join(ends)}", "comm_modify vel yes " + ("cutoff <3,4>!" if case.family == "clumps" else "{cutoff <2,4>!}"))
    top = f"-.5 .5" if flat else f"0 {z + draw.choice([0, 0, 3])}"
    tilts = f"<.01,{x * .5}> (0|{0 if flat else .2}) 0"
    skewed = case.cell and draw.chance(0.7)
    draw.rules["component"] = "(xx|yy|xy)" if flat else "(xx|yy|zz|xy|xz|yz)" if skewed else "(xx|yy|zz)"
    draw.rules["shears"] = "$rate 0 0" if skewed and flat else "$rate $rate $rate" if skewed else "0 0 0"
    shape = f"prism 0 {x} 0 {y} {top} {tilts}" if skewed else f"block 0 {x} 0 {y} {top}"
    bonds = " bond/types 2 extra/bond/per/atom 20 extra/special/per/atom 40" if case.family in ("bonds", "clumps") else ""
    case.add(f"region box {shape} units box", f"create_box 2 box{bonds}", f"lattice {'sq' if flat else 'sc'} 1 origin .5 .5 {0 if flat else .5}",
             f"region there block 0 {x} 0 {y} {'-1 1' if flat else f'0 {z}'} units box",
             "create_atoms 1 region there", "set type 1 type/fraction 2 .4 123", "displace_atoms all random .03 .03 " + ("0" if flat else ".03") + " 7 units box",
             "group low type 1", "group high type 2", "group some id <= 6", "group few id 1 2", "group none empty")
    if case.family == "ellipsoids":
        case.add("set type 1 shape <.8,1.2> <.5,1> <.5,1>", "set type 2 shape <.8,1.2> <.5,1> <.5,1>", "set group all density <.5,4>",
                 "set group all quat/random 17", "set group all angmom <.01,1> <.01,1> 0")
    else:
        case.add("set type 1 diameter <.9,1.05>!", "set type 2 diameter <.8,1.1>!", "set group all (density|mass) <.5,4>", "set group $group omega <.1,10> 0 <.1,10>")
    if case.family == "clumps":      # members are neighbours along x
        case.add("variable body atom floor((id-1)/2)+1", "set group all mol v_body")
    case.add("velocity $group set $velocities", "neighbor <.1,.4>! bin", "neigh_modify delay 0 every 1 check (yes|yes|no)")


def forces(case):
    draw = case.draw
    case.law = draw.choice(["hooke", "hertz"])
    case.pair = {"soft": f"contact/{case.law}" if case.minimizes or case.mover in ("implicit", "tresca") or draw.chance(0.6)
                 else f"(hybrid/overlay contact/{case.law} contact/rigid|hybrid/overlay contact/{case.law} zero 1.5)",
                 "rigid": "(contact/rigid|contact/rigid|contact/rigid|hybrid/overlay contact/rigid zero 1.5)", "bonds": f"contact/{case.law}",
                 "clumps": f"(contact/{case.law}|contact/rigid|$granular)", "ellipsoids": "(zero 2|lj/cut 1.5|gayberne 1 1 1 2)"}[case.family]
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
    of_style = {"contact/hooke": "$hooke", "contact/hertz": "$hertz", "contact/rigid": "$rigid", "zero": "", "gran/hooke": "",
                "lj/cut": "<.01,1>F .7", "gayberne": "<.01,1>F .7 1 1 1 1 1 1"}
    for style in [word for word in words if word in of_style]:
        for pair in types:
            case.add(f"pair_coeff {pair} {style if many else ''} {of_style[style]}")
    if case.draw.chance(0.05) and case.draw.units == "si" and words[0] in ("contact/hertz", "contact/hooke"):
        case.add("pair_coeff * * material " + ("granular.contact rubber nylon" if case.law == "hertz" else "deklerk.contact gamma0 gamma60"))


def bond_coefficients(case):
    case.add(f"bond_coeff * {'$binder' if case.bond == 'binder' else '$spring'}")


def fixes(case):
    draw, pair = case.draw, case.pair
    contacts = {"contact/hooke": "law hooke $hooke", "contact/hertz": "law hertz $hertz", "contact/rigid": "$rigid"}
    law = contacts.get([word for word in pair.split() if word in contacts][0] if "contact" in pair else "", "$hooke")
    for probability, style, group in [(0.5, "$gravity", "all"), (0.05, "$others", "$group")]:
        if draw.chance(probability):
            case.fix(style, group)
    for _ in range(draw.choice([0, 0, 1, 1, 2]) if case.family != "ellipsoids" and not case.flat else 0):
        case.fix(f"wall/contact ($plane|$plane|region $region) {law}", "(all|all|$group)")
    if draw.chance(0.25) and case.pair != "contact/rigid":
        case.fix("damping/cundall/onstep $cundall", "(all|$group)")
    movers(case)
    if draw.chance(0.3):
        case.fix("energy/ledger", "(all|all|$group)")
    if draw.chance(0.12) and "rigid" not in case.pair and case.family != "ellipsoids":
        case.fix("timestep/contact #1,10# {safety <.1,1>;growth <1e-4,1e-1>;max <1e-3,1e-1>;min <1e-12,1e-9>} $step", "all")
    if case.flat:
        case.fix("enforce2d", "all")


def movers(case):
    """The cell and the integrators."""
    draw = case.draw
    flows = case.cell and "rigid" not in case.pair and (case.mover in ("stock", "rotation") or draw.chance(0.1)) and draw.chance(0.7)
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
        case.fix({"stock": ("nve/sphere/leapfrog update quat" if turning else "nve/sphere") + disc,
                  "rotation": ("nve/sphere/rodrigues $rodrigues" if turning else "nve/sphere/$rotation") + disc,
                  "tresca": "nve/sphere/implicit (|alpha .5|theta <.5,1>|scheme energy) friction tresca $implicit",
                  "implicit": "nve/sphere/implicit (|alpha <.1,1>|alpha .5|theta <.5,1>|scheme energy|quasistatic yes|dashpot (live|predictor)) $implicit"}[case.mover], group)
    elif case.family == "rigid":
        dynamic, weighs = draw.chance(0.7), any(" gravity " in line for line in case.fixes.values())
        if dynamic:
            case.fix("nve/sphere/cd $dynamics", group)
        if draw.chance(0.5) or not dynamic:
            case.fix("compatible/cd $compatible " + draw.choice(["load variable v_wave v_shake v_wave"] + ["load cd"] * 3 * dynamic + ["load gravity"] * weighs), "all")
    elif case.family == "ellipsoids":
        case.fix("nve/asphere/$ellipsoids", group)
    else:
        style = "cd molecule $dynamics" if "rigid" in case.pair else "variational molecule $variational"
        case.fix(f"rigid/small/{style} {{reinit (yes|no)}}", "all")


def computes(case):
    draw = case.draw
    if case.family == "ellipsoids":
        return
    if draw.chance(0.5) and any(word in line for line in [case.pair, *case.fixes.values()] for word in ("contact/h", "/cd ")):
        name = case.new_name("c")
        case.add(f"compute {name} $group contact/force", f"compute {name}s all reduce (sum|max) c_{name}[(10|11|14|17)] inputs local")
        case.computes.append(f"{name}s")
    if draw.chance(0.4) and "rigid" not in case.pair:
        name = case.new_name("c")
        case.add(f"compute {name} $group timestep/contact {{safety <.1,2>}} $step")
        case.computes.append(name)


def spoilt(draw, lines):
    """The same with one word of a command of VARDEM left out, doubled, or made another one."""
    places = [i for i, line in enumerate(lines) if any(word in line for word in ("contact", "cd", "nve/", "binder", "cundall", "gradv", "streaming", "variational"))]
    if not places:
        return lines
    place = draw.choice(places)
    words = lines[place].split()
    word = draw.randrange(len(words))
    words[word:word + 1] = draw.choice([[], [words[word]] * 2, ["NULL"], ["1e400"], ["v_none"], ["-"], ["2.5"], ["yes"]])
    return lines[:place] + [" ".join(words)] + lines[place + 1:]
