#!/usr/bin/env python3
"""Checks how the sources are built on each other.

    house.py includes SRC                 includes point downwards: plugin -> KOKKOS -> VARDEM -> solvers -> kernels
    house.py headers SRC COMPILER [FLAG...]    each header of kernels and solvers compiles alone, with no LAMMPS at hand
    house.py lanes SRC VARDEM-SOURCES.CMAKE    the sources that include kernels/lanes.h are those with its compiler flags
    house.py selftest                     the checks of includes and lanes find what is wrong in a tree made wrong on purpose

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


def included_file(included, src):
    """Path of an included file, or None if it is none of ours."""
    folders = [src, *(src / floor for floor in FLOORS)]
    return next((folder / included for folder in folders if (folder / included).is_file()), None)


def includes_file(file, wanted, src, seen):
    """True if `file` includes `wanted`, directly or through other sources; `seen` are those that need no second look."""
    for _, included in INCLUDE.findall(file.read_text(encoding="utf-8")):
        found = included_file(included, src)
        if found == wanted:
            return True
        if found and found not in seen:
            seen.add(found)
            if includes_file(found, wanted, src, seen):
                return True
    return False


def check_lanes(src, listing):
    entry = re.search(r"set\(VARDEM_LANE_FILES\s([^)]*)\)", listing)
    if not entry:
        return ["there is no list VARDEM_LANE_FILES"]
    listed = set(entry.group(1).split())
    lanes = src / "kernels" / "lanes.h"
    need = {str(file.relative_to(src)) for _, file in sources(src) if file.suffix == ".cpp"
            and includes_file(file, lanes, src, set())}
    print(f"{len(need)} sources include the lanes")
    return [f"{name} includes kernels/lanes.h, but is not in VARDEM_LANE_FILES" for name in sorted(need - listed)] + \
           [f"{name} is in VARDEM_LANE_FILES, but does not include kernels/lanes.h" for name in sorted(listed - need)] + \
           ([] if need else ["no source includes kernels/lanes.h"])


def write_tree(src, files):
    for name, text in files.items():
        (src / name).parent.mkdir(parents=True, exist_ok=True)
        (src / name).write_text(text)


def complaints(named, bad):
    """What a check has said wrongly, if it has named these files, and the bad ones are known."""
    return [f"{name} is wrong, and was not named" for name in bad - named] + \
           [f"{name} is right, and was named" for name in named - bad]


def selftest_includes():
    """Each of the bad files breaks one rule, and is named by check_includes()."""
    bad = {"kernels/up.h": '#include "solvers/solver.h"\n', "kernels/host.h": '#include "atom.h"\n',
           "kernels/ns.h": "namespace LAMMPS_NS {}\n", "solvers/style.h": '#include "fix_a.h"\n',
           "VARDEM/fix_b.h": '#include "fix_a_kokkos.h"\n'}
    good = {"solvers/solver.h": '#include "kernels/algebra.h"\n#include <vector>\n',
            "kernels/algebra.h": "#include <cmath>\n",
            "VARDEM/fix_a.h": '#include "fix_nve.h"\n#include "kernels/algebra.h"\n',
            "KOKKOS/fix_a_kokkos.h": '#include "fix_a.h"\n'}
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), {**bad, **good})
        return complaints({line.split()[0] for line in check_includes(Path(folder))}, set(bad))


def selftest_lanes():
    """Two sources without the flags that they need, and one with flags that it does not need."""
    files = {"kernels/lanes.h": "", "VARDEM/bodies.h": '#include "kernels/lanes.h"\n', "VARDEM/alone.cpp": "",
             "VARDEM/listed.cpp": '#include "bodies.h"\n', "VARDEM/direct.cpp": '#include "kernels/lanes.h"\n',
             "KOKKOS/through.cpp": '#include "bodies.h"\n', "VARDEM/idle.cpp": ""}
    listing = "set(VARDEM_LANE_FILES\n  VARDEM/listed.cpp\n  VARDEM/idle.cpp\n)\n"
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), files)
        named = {line.split()[0] for line in check_lanes(Path(folder), listing)}
    return complaints(named, {"VARDEM/direct.cpp", "KOKKOS/through.cpp", "VARDEM/idle.cpp"})


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "includes":
        wrong = check_includes(Path(arguments[1]))
    elif len(arguments) >= 3 and arguments[0] == "headers":
        wrong = check_headers(Path(arguments[1]), arguments[2], arguments[3:])
    elif len(arguments) == 3 and arguments[0] == "lanes":
        wrong = check_lanes(Path(arguments[1]), Path(arguments[2]).read_text(encoding="utf-8"))
    elif arguments == ["selftest"]:
        wrong = selftest_includes() + selftest_lanes()
    else:
        sys.exit(__doc__)
    print("\n".join(wrong) or "nothing out of place")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
