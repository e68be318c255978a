#!/usr/bin/env python3
# ----------------------------------------------------------------------
#   VARDEM: time integration and contact forces of granular matter for LAMMPS
#   Copyright (2026) the VARDEM developers.  This software is distributed
#   under the GNU General Public License, version 2; see LICENSE.
# ----------------------------------------------------------------------
"""LAMMPS molecule file of a clump, a rigid particle made of spheres that overlap.

    clump_molecule.py SPHERES [-o FILE] [--density RHO] [--samples N] [--mesh STL]

SPHERES has one line `x y z radius [type]` per sphere, with comments after #; `-` is standard input. Type is 1 if it
is left out. Any system of units will do. The file is for the commands molecule, fix pour, fix deposit and
create_atoms, and for fix rigid/small with its keyword mol.

Mass, center of mass and inertia are those of the union of the spheres: where spheres overlap, matter counts once. They
are exact where no sphere overlaps more than one other, else integrals by quadrature, whose error goes to stderr. LAMMPS
itself would add up the spheres as if they did not overlap. The coordinates are relative to the center of mass and along
principal axes. If the spheres had to be turned for that, the file tells the rotation back. With --mesh the spheres only
approximate the shape of a grain, whose surface is a closed mesh of triangles: mass and inertia are those of the mesh, exactly.

In LAMMPS take `reinit no` of fix rigid/small for clumps that are inserted, and `infile` for clumps that are there before
the first run, else it adds up the members again. The computation is that of the Python module vardem, which has the
same as a function: python/vardem/clumps.py says more."""
import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
try:
    import numpy as np
    from vardem.clumps import Clump, molecule
    from vardem.meshes import read_stl
except ImportError as problem:
    sys.exit(f"clump_molecule.py needs numpy and the folder python of VARDEM: {problem}. Use build/bin/python of VARDEM,"
             " or install numpy (python3 -m pip install numpy, or Debian's package python3-numpy)")


def parse(text, name):
    """Spheres of a file, all of them"""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            if len(words) not in (4, 5):
                raise ValueError
            *x, r = map(float, words[:4])
            kind = int(words[4]) if len(words) == 5 else 1
        except ValueError:
            raise ValueError(f"{name}:{number}: not `x y z radius [type]`: {line.strip()}") from None
        if not all(map(math.isfinite, x + [r])) or r <= 0 or kind < 1:
            raise ValueError(f"{name}:{number}: radius and type must be positive, all numbers finite: {line.strip()}")
        rows.append((x, r, kind, f"line {number}"))
    if not rows:
        raise ValueError(f"{name}: no spheres")
    return Clump(*map(np.array, zip(*rows)))


def convert(text, name, density=1.0, samples=64, mesh=None):
    """Text of the molecule file made from the text of a file of spheres, and notes"""
    if not (math.isfinite(density) and density > 0):
        raise ValueError(f"density must be positive: {density}")
    result, whole, warned = molecule(parse(text, name), density, samples, mesh)
    notes = [f"warning: {warning}" for warning in warned]
    if whole.error is not None:
        notes.append(f"integrated, relative error about {whole.error:.0e}")
    return result, notes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spheres", metavar="SPHERES", help="file of spheres, - for standard input")
    parser.add_argument("-o", metavar="FILE", help="molecule file (default: standard output)")
    parser.add_argument("--density", metavar="RHO", type=float, default=1.0, help="density (default 1)")
    parser.add_argument("--samples", metavar="N", type=int, default=64,
                        help="nodes of the quadrature in each interval where the integrand is smooth (default 64)")
    parser.add_argument("--mesh", metavar="STL", help="surface of the grain; mass and inertia are those of what it encloses")
    args = parser.parse_args()
    try:
        name = "standard input" if args.spheres == "-" else args.spheres
        with sys.stdin if args.spheres == "-" else open(args.spheres) as file:
            text = file.read()
        result, notes = convert(text, name, args.density, args.samples, args.mesh and read_stl(args.mesh))
        for note in notes:
            print(f"clump_molecule.py: {note}", file=sys.stderr)
        with open(args.o, "w") if args.o else sys.stdout as file:
            file.write(result)
    except (OSError, ValueError) as problem:
        sys.exit(f"clump_molecule.py: error: {problem}")


if __name__ == "__main__":
    main()
