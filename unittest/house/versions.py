#!/usr/bin/env python3
"""Which LAMMPS is taken, and what is said of one that does not fit: cmake/get-lammps, `make LAMMPS=...`, and
cmake/modules/LAMMPSVersion.cmake, with source trees of two files each. Nothing is downloaded.

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


def tree(folder, version):
    """A LAMMPS source as far as its version is looked for."""
    for file, text in (("src/version.h", f'#define LAMMPS_VERSION "{version}"\n'), ("cmake/CMakeLists.txt", "")):
        path = Path(folder, file)
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
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
    script = folder / "check.cmake"
    script.write_text(f'cmake_minimum_required(VERSION 3.21)\ninclude({ROOT}/cmake/modules/LAMMPSVersion.cmake)\nvardem_lammps_version(version "${{SOURCE}}")\n'
                      "if(KOKKOS)\n  vardem_require_kokkos_version(${version})\nendif()\nmessage(STATUS \"is ${version}.\")\n",
                      encoding="utf-8")

    def configured(version, kokkos="OFF"):
        source = folder / f"lammps-{version.replace(' ', '')}"
        if not source.exists():
            tree(source, version)
        return run(["cmake", "-D", f"SOURCE={source}", "-D", f"KOKKOS={kokkos}", "-P", script])

    for version in ("4 Feb 2025", "22 Jul 2025", "4 Jul 2026"):
        expect(f"{version} is supported", configured(version), True, f"is {version}.", "no Warning")
    for version in ("3 Feb 2025", "29 Aug 2024"):
        expect(f"{version} is too old", configured(version), False, f"LAMMPS {version}", "needs 4 Feb 2025 or newer", "LAMMPS_DIR")
    expect("1 Aug 2026 has not been tried", configured("1 Aug 2026"), True, "Warning", "tried with 4 Feb 2025 to 4 Jul 2026")
    for version in ("unknown", "4 Xyz 2026", ""):
        expect(f"'{version}' is no version", configured(version), False, "does not tell the version of LAMMPS")
    expect("/kk styles need a newer one", configured("22 Jul 2025", "ON"), False, "The /kk styles need LAMMPS 4 Jul 2026")
    expect("/kk styles fit", configured("4 Jul 2026", "ON"), True)


def check_choice(folder):
    """Of the version by get-lammps and make."""
    expect("a misspelt version", run([GET, "4Feb25"]), False, "LAMMPS=4Feb25 is no version", "4Jul2026 4Feb2025", "LAMMPS_DIR")
    expect("make with it", run(["make", "-C", ROOT, "LAMMPS=4Feb25", "help"]), False, "LAMMPS=4Feb25 is no version", "4Jul2026 4Feb2025")
    expect("make kokkos with the oldest", run(["make", "-C", ROOT, "LAMMPS=4Feb2025", "kokkos"]), False, "need LAMMPS 4Jul2026")
    expect("an unknown option", run([GET, "--version"]), False, "unknown option '--version'", "usage:")
    source = tree(folder / "source", "22 Jul 2025")
    expect("a source of one's own", run([GET], LAMMPS_DIR=source), True, str(source))
    expect("and another version", run([GET, "4Feb2025"], LAMMPS_DIR=source), False,
           "is LAMMPS '22 Jul 2025', but LAMMPS=4Feb2025 asks for '4 Feb 2025'", "leave out one")
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


with tempfile.TemporaryDirectory() as temporary:
    for check in (check_versions, check_choice, check_archive):
        place = Path(temporary, check.__name__)
        place.mkdir()
        check(place)
sys.exit(1 if failed else 0)
