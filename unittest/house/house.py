#!/usr/bin/env python3
"""Checks how the sources are built on each other.

    house.py includes SRC                 includes point downwards: plugin -> KOKKOS -> VARDEM -> solvers -> kernels
    house.py headers SRC COMPILER [FLAG...]    each header of kernels and solvers compiles alone, with no LAMMPS at hand
    house.py selftest                     the first check finds what is wrong in a tree made wrong on purpose

Prints what is out of place; exit status 1 if there is anything."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FLOORS = ["kernels", "solvers", "VARDEM", "KOKKOS", "plugin"]    # from the ground up
WITHOUT_LAMMPS = ["kernels", "solvers"]
SOURCES = {".h", ".hpp", ".cpp", ".cu"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def sources(src):
    """(floor, file) of all sources."""
    for floor in FLOORS:
        for file in sorted((src / floor).rglob("*")):
            if file.suffix in SOURCES:
                yield floor, file


def floor_of(included, src):
    """Floor of an included file, or None if it is none of ours. The folder need not be given."""
    if (src / included).is_file():
        return included.split("/")[0]
    return next((floor for floor in FLOORS if (src / floor / included).is_file()), None)


def check_includes(src):
    wrong = []
    for floor, file in sources(src):
        text = file.read_text(encoding="utf-8")
        name = file.relative_to(src)
        for bracket, included in INCLUDE.findall(text):
            of = floor_of(included, src)
            if of and FLOORS.index(of) > FLOORS.index(floor):
                wrong.append(f"{name} includes {included}, which is above it")
            if floor in WITHOUT_LAMMPS and not of and bracket == '"':
                wrong.append(f"{name} includes {included}: neither of ours nor of the system")
        if floor in WITHOUT_LAMMPS and re.search(r"\bLAMMPS_NS\b|\bMPI_\w+|\bKokkos::", text):
            wrong.append(f"{name} names LAMMPS, MPI or Kokkos")
    return wrong


def check_headers(src, compiler, flags):
    wrong = []
    headers = [file for floor, file in sources(src) if floor in WITHOUT_LAMMPS and file.suffix in {".h", ".hpp"}]
    for header in headers:
        name = header.relative_to(src)
        twice = f'#include "{name}"\n#include "{name}"\n'    # include guard
        warnings = ["-Wall", "-Wextra", "-Werror"]
        command = [compiler, "-std=c++17", *warnings, *flags, "-fsyntax-only", "-I", str(src), "-x", "c++", "-"]
        run = subprocess.run(command, input=twice, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            wrong.append(f"{name} does not compile alone:\n{run.stdout}")
    print(f"{len(headers)} headers compiled alone")
    return wrong if headers else ["there are no headers"]


def selftest():
    """Each of these files breaks one rule, and is named by check_includes()."""
    bad = {"kernels/up.h": '#include "solvers/solver.h"\n', "kernels/host.h": '#include "atom.h"\n',
           "kernels/ns.h": "namespace LAMMPS_NS {}\n", "solvers/style.h": '#include "fix_a.h"\n',
           "VARDEM/fix_b.h": '#include "fix_a_kokkos.h"\n'}
    good = {"solvers/solver.h": '#include "kernels/algebra.h"\n#include <vector>\n',
            "kernels/algebra.h": "#include <cmath>\n",
            "VARDEM/fix_a.h": '#include "fix_nve.h"\n#include "kernels/algebra.h"\n',
            "KOKKOS/fix_a_kokkos.h": '#include "fix_a.h"\n'}
    with tempfile.TemporaryDirectory() as folder:
        src = Path(folder)
        for name, text in {**bad, **good}.items():
            (src / name).parent.mkdir(exist_ok=True)
            (src / name).write_text(text)
        named = {line.split()[0] for line in check_includes(src)}
    missed, wronged = set(bad) - named, named - set(bad)
    return [f"{name} is wrong, and was not named" for name in missed] + [f"{name} is right, and was named" for name in wronged]


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "includes":
        wrong = check_includes(Path(arguments[1]))
    elif len(arguments) >= 3 and arguments[0] == "headers":
        wrong = check_headers(Path(arguments[1]), arguments[2], arguments[3:])
    elif arguments == ["selftest"]:
        wrong = selftest()
    else:
        sys.exit(__doc__)
    print("\n".join(wrong) or "nothing out of place")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
