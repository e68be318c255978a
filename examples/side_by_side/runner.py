"""Runs LAMMPS inputs, each in a folder of its own, and stops at the first that fails."""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


class Failed(Exception):
    """A run that did not end well; the text names it and shows the end of what it printed."""


class Lammps:
    def __init__(self, binary, scratch):
        self.binary = Path(binary).absolute()
        self.scratch = Path(scratch).absolute()

    def folder(self, name):
        folder = self.scratch / re.sub(r"[^\w.]+", "_", name)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def provide(self, name, *files):
        """Copies files that an input includes or reads into the folder of the run of that name; returns the name."""
        for file in files:
            shutil.copy(file, self.folder(name))
        return name

    def run(self, name, script, **variables):
        """Runs the input in the folder of that name, with the given index variables; returns the folder."""
        folder = self.folder(name)
        command = [self.binary, "-in", Path(script).absolute(), "-log", "log.lammps"]
        for variable, value in variables.items():
            command += ["-var", variable, str(value)]
        with open(folder / "screen", "w", encoding="utf-8") as screen:
            status = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=screen, stderr=subprocess.STDOUT).returncode
        if status != 0:
            tail = (folder / "screen").read_text(errors="replace").splitlines()[-15:]
            raise Failed(f"LAMMPS failed with status {status} in {folder}; the last lines:\n  " + "\n  ".join(tail))
        return folder

    def run_all(self, jobs):
        """Runs several jobs (name, script, variables) at a time, where their speed does not matter."""
        with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
            return list(pool.map(lambda job: self.run(job[0], job[1], **job[2]), jobs))

    def run_seeds(self, script, runs, seeds, read, **settings):
        """Runs a script for each seed with the variables of each of {name: (variables, ...)}. Returns {name: [read(folder) of each seed]}."""
        jobs = [(f"{name} {seed}", script, dict(settings, seed=seed, **variables))
                for name, (variables, *_) in runs.items() for seed in range(1, seeds + 1)]
        found = [read(folder) for folder in self.run_all(jobs)]
        return {name: found[seeds * k:seeds * (k + 1)] for k, name in enumerate(runs)}

    def has_style(self, kind, name):
        """Does this LAMMPS have the style? Some are in packages that a build may lack."""
        script = self.folder("styles") / "in.styles"
        script.write_text(f"info styles {kind}\n")
        return name in (self.run("styles", script) / "screen").read_text().split()

    def version(self):
        """As in the first line of the output of any run."""
        screen = next(self.scratch.glob("*/screen"))
        return re.search(r"LAMMPS \((.*?)\)", screen.read_text(errors="replace")).group(1)
