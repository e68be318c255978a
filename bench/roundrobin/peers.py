"""Other codes with soft grains in the first contact of ball and bed of the case impact, on one core and on two, where a machine has them:
LIGGGHTS and Yade as of Debian, peclet-dem as of PyPI for this Python. Their inputs are in the folder peers. Each prints the way of the ball."""

import importlib.util
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

from helpers import wide_table

HERE = Path(__file__).resolve().parent
BEGIN, STEP, STEPS = 0.0213, 5e-7, 500      # [s], [s]


def commands(lmp, bed):
    """{code: command as a function of steps and cores} of what this machine has. None: not on so many cores."""
    mpiexec = shutil.which("mpiexec")

    def by_ranks(*command):
        return lambda steps, cores: None if cores > 1 and not mpiexec else (
            ([mpiexec, "-np", cores] if cores > 1 else []) + [word(steps) if callable(word) else word for word in command])

    def lammps(code):
        return by_ranks(lmp, "-in", HERE / "in.impact", "-log", "none", "-var", "code", code, "-var", "bed", bed, "-var", "ledger", "no",
                        "-var", "begin", BEGIN, "-var", "time", lambda steps: BEGIN + steps * STEP)

    found = {"soft": lammps("soft"), "stock": lammps("stock")}
    if shutil.which("liggghts"):
        found["LIGGGHTS"] = by_ranks("liggghts", "-in", HERE / "peers" / "in.impact.liggghts", "-var", "bed", bed, "-var", "begin", BEGIN,
                                     "-var", "steps", lambda steps: steps)
    if shutil.which("yade"):
        found["Yade"] = lambda steps, cores: ["yade", "-x", "-n", "-j", cores, HERE / "peers" / "impact_yade.py"]
    if importlib.util.find_spec("peclet"):
        found["peclet Hertz"] = lambda steps, cores: [sys.executable, HERE / "peers" / "impact_peclet.py"]
    return found


def run(command, folder, steps, cores, bed):
    """(processor seconds, way of the ball), or None if the program fails."""
    settings = dict(os.environ, STEPS=str(steps), BEGIN=str(BEGIN), BED=str(bed), PYTHONPATH=str(HERE / "peers"), OMP_NUM_THREADS=str(cores),
                    OMP_PROC_BIND="false", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(list(map(str, command)), cwd=folder, env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    way = re.findall(r"^way (\S+)$", done.stdout, re.MULTILINE)
    if done.returncode == 0 and way:
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, float(way[-1])
    print(f"{command[0]} failed with status {done.returncode}; the last lines:\n  " + "\n  ".join(done.stdout.splitlines()[-15:]))
    return None


def measure(command, folder, cores, bed, grains):
    """(million grain steps per processor second without the set-up, way of the ball), or what else the table has there."""
    if command(1, cores) is None:
        return "", None
    start, whole = (run(command(steps, cores), folder, steps, cores, bed) for steps in (1, STEPS + 1))
    return (f"{grains * STEPS / max(whole[0] - start[0], 1e-6) / 1e6:.2f}", whole[1]) if start and whole else ("failed", None)


def tabulate(lammps, bed, grains):
    """None if this machine has no other code."""
    found = commands(lammps.binary, bed)
    if len(found) < 3:
        return None
    table = wide_table(f"{STEPS} steps of impact from {BEGIN} s on, {grains:.0f} grains: million grain steps per processor second, without the set-up", 4)
    table.section("contacts", "one core", "two cores", "way of the ball at the end [m]")
    folder = lammps.folder(lammps.provide("impact peers", HERE / "in.law"))
    for code, command in found.items():
        print(f"impact, {code} on one core and on two", flush=True)
        (one, way), (two, _) = (measure(command, folder, cores, bed, grains) for cores in (1, 2))
        table.row(code, one, two, "" if way is None else f"{way:.5f}")
    return table
