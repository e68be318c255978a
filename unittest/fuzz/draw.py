# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Random sentences of a grammar.

A rule is a text with these marks; all else stands for itself:
    (a|b|c)    one of them, each as likely; an empty one may be among them. Parentheses without |
               are those of LAMMPS
    {a;b;c}    each of them or not, in any order
    <1,10>     a number between these bounds, its logarithm uniform; <1,10>F is a force, and
               <1,10>P a pressure
    #1,10#     a whole number
    <1,10>!    a number that is never absurd, as #1,10#!: for what takes time, or what LAMMPS
               itself does not bear
    $name      another rule
A number is now and then one that no user means (ABSURD).
"""

import random
import re

# Not 1e300: the square of a velocity would overflow, also in LAMMPS' own computes.
ABSURD = [
    "0",
    "-1",
    "1e-100",
    "1e100",
    "1e-20",
    "1e20",
    "1e10",
    "-1e10",
    "1e-8",
    "1e8",
    "1e-3",
    "1e3",
]
ABSURD_WHOLE = ["0", "-1", "1", "1000000", "2147483647", "99999999999"]

# Of each unit system, force / (mass length / time^2) and pressure / (force / length^2): LAMMPS'
# 1/ftm2v and nktv2p.
UNITS = {
    "lj": (1, 1),
    "si": (1, 1),
    "cgs": (1, 1),
    "micro": (1, 1),
    "nano": (1, 1),
    "real": (2390.06, 68568.4),
    "metal": (1.03643e-4, 1.60218e6),
    "electron": (1.06657, 2.9421e13),
}


def parts(text, separator):
    """Splits a text where the separator is not in parentheses or braces."""
    found, depth = [""], 0
    for character in text:
        depth += (character in "({") - (character in ")}")
        if character == separator and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return found


class Draw(random.Random):
    """The random choices of one input, the same on all machines."""

    def __init__(self, seed, index):
        super().__init__(f"{seed}/{index}")
        self.absurd = 0.0  # the chance of an absurd number; write() of between.py sets it
        self.units = self.choices(list(UNITS), [8] + [1] * (len(UNITS) - 1))[0]
        self.rules = {}  # name: text, or function of this object

    def chance(self, probability):
        return self.random() < probability

    def number(self, low, high, unit, sane):
        if not sane and self.chance(self.absurd):
            return self.choice(ABSURD)
        force, pressure = UNITS[self.units]
        factor = {"": 1, "F": force, "P": force * pressure}[unit]
        return f"{factor * low * (high / low) ** self.random():.4g}"

    def whole(self, low, high, sane):
        return (
            self.choice(ABSURD_WHOLE)
            if not sane and self.chance(self.absurd / 2)
            else str(self.randint(low, high))
        )

    def rule(self, name):
        rule = self.rules[name]
        return self.sentence(rule) if isinstance(rule, str) else rule(self)

    def sentence(self, text):
        """A random sentence of this rule."""
        written = ""
        while text:
            mark = text[0]
            if mark in "({":
                end = closing(text)
                inside, text = text[1:end], text[end + 1 :]
                if mark == "(":
                    either = parts(inside, "|")
                    written += (
                        self.sentence(self.choice(either))
                        if either[1:]
                        else f"({self.sentence(inside)})"
                    )
                else:
                    chosen = [part for part in parts(inside, ";") if self.chance(0.35)]
                    self.shuffle(chosen)
                    written += " ".join(self.sentence(part) for part in chosen)
                continue
            match = re.match(
                r"<([-\d.e]+),([-\d.e]+)>([FP]?)(!?)|#(\d+),(\d+)#(!?)|\$(\w+)|[^({<#$]+|.", text
            )
            if match[1]:
                written += self.number(float(match[1]), float(match[2]), match[3], match[4])
            elif match[5]:
                written += self.whole(int(match[5]), int(match[6]), match[7])
            elif match[8]:
                written += self.rule(match[8])
            else:
                written += match[0]
            text = text[match.end() :]
        return written


def closing(text):
    """Where the parenthesis or brace ends that begins the text."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character in "({") - (character in ")}")
        if depth == 0:
            return place
    raise ValueError(f"no end in {text}")
