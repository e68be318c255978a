#!/usr/bin/env python3
"""VARDEM compiled into LAMMPS by `-D CMAKE_PROJECT_lammps_INCLUDE=.../cmake/VARDEM.cmake`, as far as can be seen without
building all of LAMMPS: the lists of styles that it generates, our object files, and those of its own that create styles.
With VARDEM_SOAK all our sources are compiled. Without it, those that call MPI are, since this LAMMPS is one without MPI, and three or
four more: the plugin was compiled from the same lines, since no source asks whether it is part of the plugin, but with common
headers included before them. LAMMPS' sources that create styles include all our headers.

    compile_in.py LAMMPS_SOURCE VARDEM_ROOT BUILD_FOLDER COMPILER [LAUNCHER]    (such as ccache, as in the build of the plugin)"""
import os
import re
import subprocess
import sys
from pathlib import Path

CREATORS = {"Fix": "modify.cpp", "Compute": "modify.cpp", "Pair": "force.cpp", "Bond": "force.cpp", "Command": "input.cpp"}    # kind of style: the source that creates it
STYLE = re.compile(r"^(\w+)Style\(([^,\s]+),\s*(\w+)\)", re.M)


def run(*command):
    command = [str(word) for word in command]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stdout[-4000:]}")
    return result.stdout


def expect(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")
    print(f"ok {what}", flush=True)


def compilations(build, objects):
    """Command lines that compile these objects."""
    lines = [line for line in run("ninja", "-C", build, "-t", "commands", *objects).splitlines() if any(f" -o {name} " in line for name in objects)]
    expect(len(lines) == len(objects), f"{len(objects)} objects are compiled by a command each")
    return lines


def sample(folder, headers, sources):
    """The source that includes from all of our folders and Eigen, the smallest source of each kind of style, and those that call MPI,
    since LAMMPS' MPI of a single process has other arguments."""
    chosen = {source.name: source for source in sources if re.search(r"MPI_[A-Z][a-z]", source.read_text())}
    chosen["all folders"] = folder / "fix_compatible_cd.cpp"
    with_source = [header for header in headers if header.with_suffix(".cpp").exists()]
    for header in sorted(with_source, key=lambda header: -header.with_suffix(".cpp").stat().st_size):
        for kind, _, _ in STYLE.findall(header.read_text()):
            chosen[kind] = header.with_suffix(".cpp")
    return set(chosen.values())


def main():
    lammps, root, build = (Path(argument).resolve() for argument in sys.argv[1:4])
    options = {"CMAKE_PROJECT_lammps_INCLUDE": root / "cmake" / "VARDEM.cmake", "CMAKE_CXX_COMPILER": sys.argv[4],
               "CMAKE_CXX_COMPILER_LAUNCHER": ";".join(sys.argv[5:]),
               "CMAKE_BUILD_TYPE": "Debug", "CMAKE_CXX_FLAGS_DEBUG": "-O0",    # quick to compile
               **dict.fromkeys(["BUILD_MPI", "BUILD_OMP", "WITH_JPEG", "WITH_PNG", "WITH_GZIP", "WITH_CURL"], "OFF")}
    definitions = [f"-D{key}={value}" for key, value in options.items()]
    run("cmake", "-G", "Ninja", "-S", lammps / "cmake", "-B", build, *definitions)

    folder, host = root / "src" / "VARDEM", root / "src" / "host"
    rigid = ("fix_rigid_", "internals_rigid")
    sources = [file for at in (host, folder) for file in at.rglob("*.cpp") if not file.name.startswith(rigid)]
    headers = [file for file in sorted(folder.glob("*.h")) if not file.name.startswith(rigid) and STYLE.search(file.read_text())]
    styles = [(header.name, *style) for header in headers for style in STYLE.findall(header.read_text())]
    expect(styles, "there are styles")
    for header, kind, name, _ in styles:
        for generated in f"style_{kind.lower()}.h", f"packages_{kind.lower()}.h":
            text = (build / "styles" / generated).read_text()
            expect(re.search(rf'#include ".*\b{header}"', text), f"{generated} includes {header} of {name}")

    objects = [line.split(":")[0] for line in run("ninja", "-C", build, "-t", "targets", "all").splitlines()]
    ours = [name for name in objects if name.endswith(".o") and ("/src/VARDEM/" in name or "/src/host/" in name)]
    theirs = {kind: [name for name in objects if name.endswith(f"/src/{source}.o")] for kind, source in CREATORS.items()}
    expect(len(ours) == len(sources), f"{len(sources)} sources are compiled")
    for kind, source in CREATORS.items():
        expect(len(theirs[kind]) == 1, f"{source} is compiled")
    flags = re.search(r"set\(VARDEM_FLAGS ([^)]+)\)", (root / "cmake" / "VARDEM-sources.cmake").read_text()).group(1).split()
    expect(all(flag in line for line in compilations(build, ours) for flag in flags), f"our sources have the flags {' '.join(flags)}")
    expect(not any(flag in line for line in compilations(build, theirs["Fix"]) for flag in flags), "those of LAMMPS do not have them")
    if not os.environ.get("VARDEM_SOAK"):
        sources = sample(folder, headers, sources)
        ours = [name for name in ours if any(name.endswith(f"/{source.name}.o") for source in sources)]
    print(run("ninja", "-C", build, *ours, *{files[0] for files in theirs.values()}).splitlines()[-1])

    defined = run("nm", "-C", "--defined-only", *[build / name for name in ours])
    wanted = {kind: run("nm", "-C", "--undefined-only", build / files[0]) for kind, files in theirs.items()}
    for header, kind, name, style in styles:
        constructor = f"LAMMPS_NS::{style}::{style}(LAMMPS_NS::LAMMPS*"
        if any(f"{style}::{style}(" in source.read_text() for source in sources):
            expect(constructor in defined, f"{name} is compiled")
        if kind in CREATORS:
            expect(constructor in wanted[kind], f"{CREATORS[kind]} creates {name}")


if __name__ == "__main__":
    main()
