"""Runs on several MPI ranks, and what a test claims about them. See ranks.py."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

failures = 0


def at_size(test, soak):
    """Steps of a long run: the first in `make test`, the second in `make soak`. The bounds are the same."""
    return soak if os.environ.get("VARDEM_SOAK") else test


# Four ranks have neighbors that they meet once, and such as they meet across two faces, as two ranks have.
RANKS = at_size((1, 4), (1, 2, 4))


def claim(what, value, bound):
    global failures
    ok = value <= bound                                  # False for NaN
    failures += not ok
    print(f"{'ok    ' if ok else 'FAILED'} {what}: {value:.3g} <= {bound:.3g}", flush=True)


class Runner:
    def __init__(self, lmp, mpiexec, lammps):
        self.lmp, self.mpiexec, self.source, self.bench = lmp, mpiexec, Path(lammps) / "src", Path(lammps) / "bench"

    @staticmethod
    def more_arguments():
        """Of LAMMPS' command line."""
        return os.environ.get("VARDEM_TEST_ARGS", "").split()

    def needs_newton_off(self):
        """KOKKOS has springs of contacts with newton off only."""
        return "newton" in self.more_arguments()

    def start(self, folder, ranks):
        """Runs in.case of a folder, then returns the command and what it did."""
        command = [self.mpiexec, "-n", str(ranks), self.lmp, "-in", "in.case", "-log", "none", "-nocite",
                   *self.more_arguments()]
        run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
        return command, run

    def launch(self, folder, ranks):
        """The same, for a run that must not fail."""
        command, run = self.start(folder, ranks)
        if run.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{run.stdout[-3000:]}")

    def refused(self, script, ranks):
        """Runs a script that must stop with an error, then returns what it has printed."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "in.case").write_text(script)
            _, run = self.start(folder, ranks)
            claim("exit status of a run with bad input is 0", run.returncode == 0, 0)
            return run.stdout

    def final(self, script, columns, ranks):
        """Runs a script, then returns {id: numbers} of the given dump columns."""
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder) / "end.dump"
            script += f"\nwrite_dump all custom {dump} id {columns} modify format float %.17g\n"
            (Path(folder) / "in.case").write_text(script)
            self.launch(folder, ranks)
            lines = dump.read_text().split("ITEM: ATOMS")[1].splitlines()[1:]
        return {int(line.split()[0]): [float(word) for word in line.split()[1:]] for line in lines}

    def printed(self, script, values, ranks):
        """Runs a script, then returns the values of expressions."""
        with tempfile.TemporaryDirectory() as folder:
            words = " ".join(f"$({value}:%.17g)" for value in values)
            (Path(folder) / "in.case").write_text(f'{script}\nprint "{words}" file {folder}/values\n')
            self.launch(folder, ranks)
            return [float(word) for word in (Path(folder) / "values").read_text().split()]

    def local(self, script, compute, ranks):
        """Runs a script, then returns the rows of a local array, sorted."""
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder) / "end.dump"
            script += f"\nwrite_dump all local {dump} c_{compute}[*] modify format float %.17g\n"
            (Path(folder) / "in.case").write_text(script)
            self.launch(folder, ranks)
            lines = dump.read_text().split("ITEM: ENTRIES")[1].splitlines()[1:]
        return sorted([float(word) for word in line.split()] for line in lines)

    def chute(self, integrator, steps, newton="off"):
        text = (self.bench / "in.chute").read_text().replace("data.chute", str(self.bench / "data.chute"))
        text = re.sub(r"newton +off", f"newton {newton}", text).replace("nve/sphere", integrator)
        return re.sub(r"\nrun .*", f"\nrun {steps}\n", text)


def difference(a, b, columns):
    """Largest difference in these columns, relative to the largest value in them."""
    assert a.keys() == b.keys()
    largest = max(abs(row[k]) for row in a.values() for k in columns)
    return max(abs(a[i][k] - b[i][k]) for i in a for k in columns) / largest


V, OMEGA = (0, 1, 2), (3, 4, 5)
VELOCITIES = "vx vy vz omegax omegay omegaz"
