# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Commands of each style, as draw.py reads them, and what the fixes give to thermo output. Sane
numbers are for grains of diameter 1 and a time step of 1e-3."""

RULES = {
    "hooke": "k <1e3,3e4>F {damping $dashpots;$tangential} $options",
    "hertz": "$young {damping $dashpots} $options",
    "young": "(k <1e3,3e4>F (|$tangential)|E <1e3,3e4>P nu <.1,.5> (|$tangential|$shear))",
    "dashpots": "(none|mass_velocity <1,60> <1,60>|velocity <.1,10>F <.1,10>F|restitution <.3,1>)",
    "rigid": "stiffness <.1,10> {law (hooke|hertz);restitution <.1,1>} (|||mu <.1,1> (||rolling <.01,.3>))",
    "granular": "gran/hooke <1e3,3e4>F NULL <1,60> NULL <.1,1> (0|1)",
    "binder": (
        "($stiffnesses {form $binderform;energy (quadratic|linear)}|beam <1e4,1e5>P <.1,.5> <.3,1>)"
        " {damp <.1,3>F <.1,1>F <.01,.1>F velocity $velocity;break axial <1e-2,1>;break bend"
        " <1e-2,1>;break energy <1,1e3>F;break shear <1e-2,1>}"
    ),
    "stiffnesses": "axial <1e2,1e4>F shear <1e2,1e4>F moment <10,1e3>F {torsion <10,1e3>F}",
    "spring": "k <1e3,3e4>F {damping $dashpots;velocity $velocity}",
    "rotation": (
        "(leapfrog {update quat;inertia <.2,.7>;restart exact}|leapfrog update quat"
        " $started|rodrigues $rodrigues)"
    ),
    "rodrigues": (
        "{map (newmark|exponential|euler|exact|exact bound $bound);inertia <.2,.7>;restart exact}"
        " $started"
    ),
    "bound": "(error|warn|newmark)",
    "noconverge": "(error|warn|ignore)",
    "friction": "kt <1e2,1e4>F mu <.1,1>",
    "modulus": "G (isotropic|<1e3,1e4>P) mu <.1,1>",
    "velocity": "(onstep|onstep|mid)",
    "variational": "{scheme (lgvi4|lgvi6|lgvi|midpoint);newton #1,6#}",
    "ellipsoids": (
        "(fincham {half (orient|current);restart exact}|variational $variational {restart exact})"
    ),
    "implicit": (
        "{tol <1e-10,1e-3>;newton #5,100#;precond (block|ict|direct);adaptive (no|yes <1e-5,1e-4>"
        " <1e-3,1e-2>);noconverge $noconverge}"
    ),
    "dynamics": (
        "($compliant|$compliant|$compliant|solver (auto|newton|apgd|pgs) {warm (yes|no)}|single <1,1e8>)"
        " {tol <1e-6,1e-3>;maxiter #100,1000#;restitution <.1,1>;gap <.05,.15>;noconverge $noconverge}"
    ),
    "compliant": "{kappa <1,1e3>;sigma <.01,1>;impact (newton|poisson)}",
    "compatible": (
        "(1|1|1|#1,20#) {closed <1e-6,.05>;overlap (no|yes);law (hooke|hertz);solver"
        " (auto|newton|ipm|direct);(precond (block|ict|ict <1e-4,1e-1>|ict <1e-4,1e-1>"
        " #1,40#)|precision (double|mixed));tol <1e-12,1e-3>;tolgrain (no|yes);maxiter"
        " #10,200#;redundant (no|yes)} maxproducts #100,5000#! noconverge (warn|ignore|error)"
    ),
    "cundall": (
        "<.05,.9> <.05,.9> {form (onstep|midstep|regular);peculiar (yes|no);gravity (yes|no);skip"
        " low;scale #1,2# <.1,1>}"
    ),
    "gradient": (
        "gradv $rate $rate $rate $shears {stress $component <1,1e3>P <1e-2,1>;stress $component"
        " -<1,1e3>P <1e-2,1>;closure (exact|sllod|gradv2);spin (yes|no);origin 0 <.1,1> 0;kick"
        " (yes|no);flip (yes|no);stop <.1,.9>}"
    ),
    "rate": "(0|0|0|<1e-2,2>|-<1e-2,2>|v_wave)",
    "flow": "{closure (exact|sllod|gradv2);spin (yes|no);origin 0 <.1,1> 0}",
    "deform": (
        "1 (xy erate $rate|x erate $rate|y vel <.1,1>|z scale <.8,1.2>|xy wiggle <.1,1> <.1,1>)"
        " remap (v|v|v|v|v|x|none)"
    ),
    "step": (
        "{damping <.01,.9>;method (bound|dyndt);pwave <1e3,1e5>P <.1,.4>;dashpots (yes|no);reach"
        " (list|<.01,1>);sweeps #0,20#}"
    ),
    "plane": "plane (0 0 0 0 0 1|0 0 0 0 <.1,1> <.1,1>|0 0 0 1 0 0|0 0 <.1,1> 0 0 -1)",
    "vector": "(0 0 -1|1 0 -1|0 1 0)",
    "velocities": "(|-)<.01,3>! (<.01,3>|-<.01,3>!) 0",
    "gravity": "gravity <.1,10>F (vector $vector|chute <1,30>)",
    "inserted": (
        "(deposit #1,9#! 1 #1,9# 99 region there near <.1,1>|deposit 3 2 #1,5# 9 region there vz"
        " -<.1,9>! -.1|property/atom d2_start 4 ghost yes)"
    ),
    "started": "",
    "group": "(all|all|all|all|low|high|some|few|none)",
    "others": (
        "(viscous <.01,1>F|setforce 0 0 0|setforce NULL 0 NULL|addforce <.01,10>F 0 0|freeze|move"
        " linear <.01,1> 0 0|move rotate 1 1 1 0 0 1 <1,10>|recenter INIT INIT INIT|momentum #1,10#"
        " linear 1 1 1 angular|damping/cundall .1 .1|adapt 1 pair $adapted reset (yes|no)|evaporate"
        " #5,50# #1,3# whole 77|store/state 0 x y z|$inserted|nve/sphere|nve/limit <.01,1>|ave/time"
        " 1 1 1 c_thermo_temp|langevin <.1,9> <.1,9> <.1,9> 99 omega yes|spring/self"
        " <.1,99>F|aveforce NULL 0 NULL|lineforce 1 0 0|planeforce 0 0 1|dt/reset #1,9# <1e-6,1e-4>"
        " <1e-3,1e-2> <.01,.1> units box|balance #1,9# 1.1 shift x 5 1.1|wall/gran hooke <1e3,1e4>F"
        " NULL 9 NULL .5 0 zplane 0 NULL|press/berendsen iso 1 1 <1,100>|deform 1 z erate"
        " $rate|print 1 here)"
    ),
}
# style of fix: is there a scalar? and how many numbers are in its vector?
OUTPUTS = {
    "damping/cundall/onstep": (1, 3),
    "deform/gradv": (1, 35),
    "energy/ledger": (1, 12),
    "nve/sphere/cd": (1, 12),
    "rigid/small/cd": (0, 12),
    "nve/sphere/implicit": (0, 7),
    "timestep/contact": (1, 3),
    "wall/contact": (1, 10),
    "compatible/cd": (0, 7),
}
