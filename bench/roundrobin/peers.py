"""Other codes with soft grains in the first contact of ball and bed of the case impact, on one core and on two, where a machine has them:
LIGGGHTS and Yade as of Debian, peclet-dem as of PyPI for this Python. Their inputs are in the folder peers."""

import importlib.util
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

from helpers import Failed, wide_table

HERE = Path(__file__).resolve().parent
BEGIN, STEP, STEPS = 0.0213, 5e-7, 500      # [s], [s]


def commands(lmp, bed):
    """{code: command as a function of steps and cores} of what this machine has."""
    def ranks(cores):
        return [shutil.which("mpiexec"), "-np", str(cores)] if cores > 1 else []

    def lammps(code):
        return lambda steps, cores: [*ranks(cores), lmp, "-in", HERE / "in.impact", "-log", "none", "-var", "code", code, "-var", "bed", bed,
                                     "-var", "ledger", "no", "-var", "begin", BEGIN, "-var", "time", BEGIN + steps * STEP]

    found = {"soft": lammps("soft"), "stock": lammps("stock")}
    if shutil.which("liggghts"):
        found["LIGGGHTS"] = lambda steps, cores: [*ranks(cores), "liggghts", "-in", HERE / "peers" / "in.impact.liggghts", "-log", "none",
                                                  "-var", "bed", bed, "-var", "begin", BEGIN, "-var", "steps", steps]
    if shutil.which("yade"):
        found["Yade"] = lambda steps, cores: ["yade", "-x", "-n", "-j", cores, HERE / "peers" / "impact_yade.py"]
    if importlib.util.find_spec("peclet"):
        found["peclet Hertz"] = lambda steps, cores: [sys.executable, HERE / "peers" / "impact_peclet.py"]
    return found


def run(command, folder, steps, cores, bed):
    """(processor seconds, what the program has printed). LAMMPS and LIGGGHTS print the way of the ball behind the number of grains."""
    settings = dict(os.environ, STEPS=str(steps), BEGIN=str(BEGIN), BED=str(bed), PYTHONPATH=str(HERE / "peers"), OMP_NUM_THREADS=str(cores),
                    OMP_PROC_BIND="false")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(list(map(str, command)), cwd=folder, env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise Failed(f"{command[0]} failed with status {done.returncode}; the last lines:\n  " + "\n  ".join(done.stdout.splitlines()[-15:]))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def way(text, grains):
    """Of the ball, as the program has printed it."""
    said = re.findall(r"^way (\S+)$", text, re.MULTILINE)
    rows = re.findall(rf"^\s*\d+\s+(?:\S+\s+)?{grains:.0f}\s+(\S+)", text, re.MULTILINE)
    return float((said or rows)[-1])


def tabulate(lammps, bed, grains):
    """Million grain steps per processor second; None if this machine has no other code."""
    found = commands(lammps.binary, bed)
    if len(found) < 3:
        return None
    table = wide_table(f"{STEPS} steps of impact from {BEGIN} s on, {grains:.0f} grains: million grain steps per processor second", 4)
    table.section("contacts", "one core", "two cores", "way of the ball at the end [m]")
    folder = lammps.provide("impact peers", HERE / "in.law")
    for code, command in found.items():
        paces = []
        for cores in (1, 2):
            print(f"impact, {code}, {cores} of 2 cores", flush=True)
            start = run(command(1, cores), lammps.folder(folder), 1, cores, bed)[0]
            seconds, text = run(command(STEPS + 1, cores), lammps.folder(folder), STEPS + 1, cores, bed)
            paces.append(f"{grains * STEPS / (seconds - start) / 1e6:.2f}")
        table.row(code, *paces, f"{way(text, grains):.5f}")
    return table
