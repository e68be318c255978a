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


def everywhere(*settings):
    """Each of these settings of newton and comm_style with a number of ranks; without any, both of newton and both of comm_style. One process
    is the reference of all settings. It runs with the first one only: tests of one process compare settings. In `make soak` all settings
    run on all numbers of ranks, day by day the last one on four, and the others on two."""
    settings = settings or at_size([("on", "brick"), ("off", "tiled")], [(newton, comm) for newton in ("on", "off") for comm in ("brick", "tiled")])
    return [(*settings[0], 1)] + [(*one, n) for one in settings for n in at_size((4 if one is settings[-1] else 2,), RANKS[1:])]


def claim(what, value, bound):
    global failures
    ok = value <= bound                                  # False for NaN
    failures += not ok
    print(f"{'ok    ' if ok else 'FAILED'} {what}: {value:.3g} <= {bound:.3g}", flush=True)


def write_dump(columns, name):
    return f"\nwrite_dump all custom {name} id {columns} modify format float %.17g\n"


def read_dump(path):
    """{id: numbers}."""
    lines = path.read_text().split("ITEM: ATOMS")[1].splitlines()[1:]
    return {int(line.split()[0]): [float(word) for word in line.split()[1:]] for line in lines}


class Runner:
    def __init__(self, lmp, mpiexec, lammps):
        self.lmp, self.mpiexec, self.source, self.bench = lmp, mpiexec, Path(lammps) / "src", Path(lammps) / "bench"

    @staticmethod
    def more_arguments():
        """Of LAMMPS' command line."""
        return os.environ.get("VARDEM_TEST_ARGS", "").split()

    def needs_newton_off(self):
        """KOKKOS has springs of contacts with newton off only."""
        return "newton off" in " ".join(self.more_arguments())

    @staticmethod
    def has_device():
        """Have the Kokkos variants memory of their own?"""
        return bool(int(os.environ.get("VARDEM_TEST_DEVICE", "0")))

    def start(self, folder, ranks):
        """Runs in.case of a folder, then returns the command and what it did. One process needs no mpiexec, which takes longer to
        start it than most runs take."""
        command = [self.lmp, "-in", "in.case", "-log", "none", "-nocite", *self.more_arguments()]
        environment = dict(os.environ)
        if ranks > 1:
            command = [self.mpiexec, "-n", str(ranks), *command]
            environment.pop("OMPI_MCA_orte_create_session_dirs", None)    # see unittest/CMakeLists.txt
        run = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
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

    def finals(self, parts, columns, ranks):
        """Runs a script in parts, then returns {id: numbers} of the given dump columns behind each part."""
        with tempfile.TemporaryDirectory() as folder:
            script = "".join(part + write_dump(columns, f"end{k}.dump") for k, part in enumerate(parts))
            (Path(folder) / "in.case").write_text(script)
            self.launch(folder, ranks)
            return [read_dump(Path(folder) / f"end{k}.dump") for k in range(len(parts))]

    def final(self, script, columns, ranks):
        return self.finals([script], columns, ranks)[0]

    def rows_and_values(self, script, compute, values, ranks):
        """Runs a script, then returns the rows of a local array, sorted, and the values of expressions."""
        return self.outcome(script, None, compute, values, ranks)[1:]

    def outcome(self, script, columns, compute, values, ranks):
        """Runs a script, then returns {id: numbers} of the dump columns, and the same as rows_and_values."""
        words = " ".join(f"$({value}:%.17g)" for value in values)
        if compute:
            script += f"\nwrite_dump all local rows.dump c_{compute}[*] modify format float %.17g"
        script += f'\nprint "{words}" file values'
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "in.case").write_text(script + (write_dump(columns, "end.dump") if columns else ""))
            self.launch(folder, ranks)
            end = read_dump(Path(folder) / "end.dump") if columns else None
            lines = (Path(folder) / "rows.dump").read_text().split("ITEM: ENTRIES")[1].splitlines()[1:] if compute else []
            found = [float(word) for word in (Path(folder) / "values").read_text().split()]
        return end, sorted([float(word) for word in line.split()] for line in lines), found

    def printed(self, script, values, ranks):
        return self.rows_and_values(script, None, values, ranks)[1]

    def local(self, script, compute, ranks):
        return self.rows_and_values(script, compute, ["step"], ranks)[0]

    def chute(self, integrator, steps, newton="off"):
        text = (self.bench / "in.chute").read_text().replace("data.chute", str(self.bench / "data.chute"))
        text = re.sub(r"newton +off", f"newton {newton}", text).replace("nve/sphere", integrator)
        return re.sub(r"\nrun .*", f"\nrun {steps}\n", text)


def difference(a, b, columns):
    """Largest difference in these columns, relative to the largest value in them."""
    assert a.keys() == b.keys()
    largest = max(abs(row[k]) for row in a.values() for k in columns)
    return max(abs(a[i][k] - b[i][k]) for i in a for k in columns) / largest


def claim_same_velocities(name, ends, bound):
    """ends: VELOCITIES on each number of ranks."""
    for n, end in zip(RANKS[1:], ends[1:]):
        claim(f"{name}, v on {n} ranks against 1", difference(ends[0], end, V), bound)
        claim(f"{name}, omega on {n} ranks against 1", difference(ends[0], end, OMEGA), bound)


def claim_same_rows(where, first, rows):
    """Of compute contact/force: pairs, and forces relative to the largest one."""
    differ = sum(a[:3] != b[:3] for a, b in zip(first, rows)) + abs(len(first) - len(rows))
    claim(f"{where}: contacts that differ of {len(first)}", differ, 0)
    largest = max(max(map(abs, row[10:])) for row in first)
    claim(f"{where}: forces", max(abs(x - y) for a, b in zip(first, rows) for x, y in zip(a[10:], b[10:])) / largest, 1e-9)


V, OMEGA = (0, 1, 2), (3, 4, 5)
VELOCITIES = "vx vy vz omegax omegay omegaz"
