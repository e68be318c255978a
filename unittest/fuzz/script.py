# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""A LAMMPS input as it grows: its lines, and what later lines have to know of it."""

import re

from draw import Draw
from rules import OUTPUTS, RULES


class Input:
    """A LAMMPS input as it grows: its lines, and what later lines have to know of it."""

    def __init__(self, seed, index):
        self.draw = Draw(seed, index)
        self.draw.rules = dict(
            RULES,
            region=self.region,
            adapted=lambda draw: f"{self.pair.split()[0]} k * * v_stiffness",
        )
        self.ranks = 2 if self.draw.chance(0.04) else 1
        self.lines, self.names = [], 0

    def options(self):
        """What is drawn once, since all contacts of an input have to agree."""
        draw, rules = self.draw, self.draw.rules
        self.mover = draw.choices(["stock", "rotation", "implicit", "tresca"], [1, 6, 2, 1])[0]
        rules["options"] = draw.sentence("{lever (contact|radius);velocity $velocity}")
        smooth = draw.chance(0.9) and (self.minimizes or self.mover == "implicit")
        rules["tangential"], rules["shear"] = (
            ("", "") if smooth else (RULES["friction"], RULES["modulus"])
        )
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
        shape = draw.choice(
            [
                f"block 0 {x} 0 {y} 0 {z}{draw.choice(['', ' open 6'])}",
                f"cylinder z {x / 2} {y / 2} {x / 2} 0 {z}{open_ends}",
                f"sphere {x / 2} {y / 2} {z / 2} {x}",
                f"cone z {x / 2} {y / 2} {x} {x / 2} 0 {z}{open_ends}",
                f"sphere 0 0 0 <.5,2> side out",
                f"prism 0 {x} 0 {y} 0 {z} .3 0 0",
            ]
        )
        motion = draw.choice(
            ["", "", " move v_shake NULL NULL", f" rotate v_shake {x / 2} {y / 2} 0 0 0 1"]
        )
        self.add(f"region {name} {shape}{motion} units box")
        return name

    def outputs(self):
        """thermo_style with outputs of the fixes and computes that are there now."""
        columns = ["step", "atoms", "pe", "ke", "press", "vol"] + [
            f"c_{name}" for name in self.computes
        ]
        for name, line in self.fixes.items():
            if re.search("compatible/cd (?!1 )|timestep/contact (?!1 )", line):
                continue  # its outputs are those of some steps only
            scalar, size = OUTPUTS.get(line.split()[3], (0, 0))
            columns += [f"f_{name}"] * scalar + [
                f"f_{name}[{i}]" for i in range(1, size + 1) if self.draw.chance(0.7)
            ]
        self.lines += [
            "compute_modify thermo_temp dynamic/dof yes extra/dof 0",
            "thermo_style custom " + " ".join(columns),
            "thermo_modify lost " + self.draw.choice(["ignore", "error", "warn"]),
        ]

    def run(self):
        if self.minimizes and self.draw.chance(0.5):
            self.add("minimize (0|1e-8|<1e-10,1e-2>) (0|1e-6|<1e-10,1>) #1,200#! #10,2000#!")
        else:
            self.add(
                "run (#1,40#!|#1,40#!|#1,40#!|#1,40#!|#1,40#!|0|#5,20#!\nrun #5,20#! pre no|#5,20#!"
                ' post no|20 every 5 "print here"|#5,20#!)'
            )
