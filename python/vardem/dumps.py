# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Text files of LAMMPS' dump styles local, custom and atom."""
import itertools
from dataclasses import dataclass

import numpy as np

WHOLE = {"index", "id", "mol", "type", "proc", "procp1", "ix", "iy", "iz"}
WORDS = {"element", "typelabel"}


@dataclass(frozen=True, eq=False)
class Step:
    """A time step of a dump file."""
    timestep: int
    box: np.ndarray     # (2, 3) lower and upper corner [distance]
    tilt: np.ndarray    # (3,) xy, xz, yz of a box that is not orthogonal, else 0 [distance]
    rows: np.ndarray    # a structured array: its fields are the columns of the dump, by their names
    boundary: str       # words of LAMMPS' command boundary


def read_dump(path):
    """Steps of a file of dump local, custom or atom, one after another: for step in read_dump(path).

    step.rows["c_contacts[10]"] is a column: integers where LAMMPS writes such, text of element and
    typelabel, else floats. The file is read as far as steps are asked for; list(read_dump(path))
    has all of them. Raises ValueError where the file is no such dump or ends within a step."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            try:
                yield read_step(file, line)
            except (IndexError, ValueError) as problem:
                raise ValueError(f"{path}: {problem}") from None


def read_step(file, line):
    """A step, whose first line has been read."""
    timestep, count, box, tilt, boundary = None, None, None, None, None
    while True:
        item = line.split()
        if item == ["ITEM:", "TIMESTEP"]:
            timestep = int(next_line(file))
        elif item[:3] == ["ITEM:", "NUMBER", "OF"]:
            count = int(next_line(file))
        elif item[:3] == ["ITEM:", "BOX", "BOUNDS"]:
            box, tilt = corners([next_line(file).split() for _ in range(3)])
            boundary = " ".join(item[3:][-3:])
        elif item in (["ITEM:", "UNITS"], ["ITEM:", "TIME"]):
            next_line(file)
        elif item[:1] != ["ITEM:"] or timestep is None or count is None or box is None:
            raise ValueError("this is no text file of LAMMPS' command dump: there is "
                             f"{line.strip()[:60]!r} where a step or one of its items begins")
        else:
            return Step(timestep, box, tilt, table(file, timestep, item[2:], count), boundary)
        line = next_line(file)


def next_line(file):
    line = file.readline()
    if not line:
        raise ValueError("the file ends within the head of a step; the run that writes it goes on, "
                         "or was stopped")
    return line


def corners(lines):
    """Corners and tilt of the box. LAMMPS writes the bounds of a tilted box, which are wider."""
    values = np.array(lines, float)
    if values.shape[1] > 3:
        raise ValueError("its box is a general triclinic one (dump_modify triclinic/general), which "
                         "read_dump() does not know")
    tilt = values[:, 2] if values.shape[1] > 2 else np.zeros(3)
    xy, xz, yz = tilt
    low = [min(0, xy, xz, xy + xz), min(0, yz), 0]
    high = [max(0, xy, xz, xy + xz), max(0, yz), 0]
    return np.stack([values[:, 0] - low, values[:, 1] - high]), tilt


def kind_of(name, words):
    """numpy's type of a column; words: what stands in it, if these are words."""
    if name in WORDS:
        return f"U{max(map(len, words), default=1)}"
    return int if name in WHOLE else float


def table(file, timestep, names, count):
    """Structured array of the rows of a step."""
    lines = list(itertools.islice(file, count))
    if len(lines) < count:
        raise ValueError(f"step {timestep} has {len(lines)} rows in place of {count}; the run that "
                         "writes the file goes on, or was stopped")
    kinds = [(name, kind_of(name, [line.split()[k] for line in lines] if name in WORDS else []))
             for k, name in enumerate(names)]
    if not lines:                                       # loadtxt would warn
        return np.empty(0, kinds)
    return np.loadtxt(lines, kinds, comments=None, ndmin=1)
