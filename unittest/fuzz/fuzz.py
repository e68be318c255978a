#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Runs random inputs (between.py) in LAMMPS with VARDEM, and looks for crashes, hangs, numbers in
the output that are not finite, and messages that name no style.

    fuzz.py LMP [--count N] [--first I] [--seed S] [--jobs J] [--keep DIR]
                                   runs N inputs, prints a table, and keeps those with a fault
    fuzz.py LMP --show I           prints an input
    fuzz.py LMP --shrink FILE      prints the shortest input with the same verdict, found by
                                   leaving out lines

An input is named by the seed and its index, and the same on all machines. Its verdict is one of
VERDICTS. The exit status is 1 if one of FAULTS was found, or if less than RUNS of the inputs ran to
the end: states behind the set-up would be reached too seldom."""

import argparse
import collections
import concurrent.futures
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import between

VERDICTS = [
    "ran",
    "refused by VARDEM",
    "refused by LAMMPS",
    "known of LAMMPS",
    "crash",
    "hang",
    "not finite",
    "message",
]
FAULTS = VERDICTS[4:]
RUNS = 0.4  # of the inputs are to run to the end, so that states behind the set-up are reached
CPU_SECONDS = 20  # of an input on one rank; it takes .1 s, so what takes longer hangs
WALL_SECONDS = 240  # of any input. Ranks that wait for each other spend time of the processor, too
MEMORY = 4 << 30  # an absurd number of bins is LAMMPS' "out of memory", not that of the machine

# Faults of LAMMPS that inputs meet: (verdict, pattern of the output, why it is LAMMPS' own)
TOLERATED = [
    (
        "message",
        r"ERROR: (Invalid range string|Numeric index)",
        "LAMMPS' words for types that are no range, in all pair and bond styles",
    ),
    (
        "message",
        r"^Exception: stol",
        "a range of types of which one end is no number, as in pair_coeff 2 - ...",
    ),
    (
        "crash",
        r"Special\d+onethree_build.*\n(?:.*\n)?.*ReadRestart",
        "read_restart after delete_atoms that left bonds to atoms that are gone",
    ),
    (
        "crash",
        r"Neighbor9init_pairEv.*\n.*Neighbor4initEv",
        "a fix or compute that is deleted after rerun, which leaves its requests of neighbor lists",
    ),
    (
        "message",
        r"^fmt::format_error: string pointer is null",
        "the same, where Neighbor::print_pairwise_info() names the style that is gone",
    ),
]


def limits(ranks):
    if ranks == 1:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def execute(command, folder, environment, ranks):
    """Exit status and output of LAMMPS. Below 0 it is a signal; None: it took WALL_SECONDS."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        preexec_fn=lambda: limits(ranks),
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        try:
            output, _ = process.communicate(timeout=WALL_SECONDS)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return None, process.communicate()[0]


def not_finite(output):
    """The first row of thermo output with a number that is not finite."""
    table = False
    for line in output.splitlines():
        words = line.split()
        table = (table or words[:1] == ["Step"]) and not line.startswith("Loop time")
        if (
            table
            and words
            and re.fullmatch(r"-?\d+", words[0])
            and any(re.fullmatch(r"[-+]?(nan|inf)", word) for word in words)
        ):
            return line
    return None


def verdict(status, output):
    """What became of an input, and why: the file and the text of an error, the place of a crash."""
    error = re.search(
        r"ERROR(?: on proc \d+)?: (.*?) \(([\w/]*?(\w+)\.(?:cpp|h)):\d+\)", output, re.DOTALL
    )
    found = "ran", ""
    signal = re.search(r"signal (\d+) \(|Signal: [\w ]+ \((\d+)\)", output)
    if status is None or status == -24 or re.search(r"signal 24 ", output):
        found = "hang", output.strip().splitlines()[-1] if output.strip() else ""
    elif error:
        ours = "VARDEM" in error[2] or "src/host" in error[2] or "src/kernels" in error[2]
        named = re.search(
            r"contact|/cd|nve/|rigid/small|cundall|gradv|streaming|variational|ledger|binder"
            r"|create_bonds/gap",
            error[1],
        )
        found = (
            "refused by VARDEM" if ours else "refused by LAMMPS"
        ), f"{error[3]}: {' '.join(error[1].split())}"
        if ours and (not named or re.search(r"[ -]nan\b", error[1])):
            found = "message", found[1]
    elif signal or status < 0:
        frames = re.findall(r"lib(?:vardem|lammps)\w*\.so[.\d]*\((\w+)", output)
        found = "crash", " < ".join(frames[:3]) or f"status {status}"
    elif status != 0:
        found = "message", f"status {status} without an error: {output.strip().splitlines()[-1:]}"
    elif not_finite(output):
        found = "not finite", not_finite(output)
    for kind, pattern, _ in TOLERATED:
        if found[0] == kind and re.search(pattern, output, re.MULTILINE):
            return "known of LAMMPS", found[1]
    return found


class Runner:
    """Runs inputs, each in a process and a folder of its own."""

    def __init__(self, lmp, mpiexec="mpiexec", keep=None):
        self.lmp, self.mpiexec, self.keep = os.path.abspath(lmp), mpiexec, keep
        self.environment = dict(
            os.environ,
            OMP_NUM_THREADS="1",
            OMPI_MCA_rmaps_base_oversubscribe="1",
            OMPI_ALLOW_RUN_AS_ROOT="1",
            OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
            UCX_MEM_MMAP_HOOK_MODE="none",
            OMPI_MCA_mpi_yield_when_idle="1",
            OMPI_MCA_hwloc_base_binding_policy="none",
        )  # see unittest/CMakeLists.txt
        for name in ("OMPI_MCA_orte_create_session_dirs", "OMPI_MCA_ess_singleton_isolated"):
            self.environment.pop(name, None)
        self.alone = dict(
            self.environment,
            OMPI_MCA_ess_singleton_isolated="1",
            OMPI_MCA_orte_create_session_dirs="0",
        )

    def run(self, lines, ranks):
        folder = tempfile.mkdtemp(prefix="fuzz")
        try:
            Path(folder, "in.fuzz").write_text("\n".join(lines) + "\n", encoding="utf-8")
            command = [self.lmp, "-in", "in.fuzz", "-log", "none", "-nocite", "-nonbuf"]
            if ranks > 1:
                command = [self.mpiexec, "-n", str(ranks)] + command
            status, output = execute(
                command, folder, self.environment if ranks > 1 else self.alone, ranks
            )
            return (*verdict(status, output), output)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def random(self, seed, index, skip):
        lines, ranks = between.write(seed, index)
        if skip and any(re.search(skip, line) for line in lines):
            return index, "left out", "", lines
        kind, why, output = self.run(lines, ranks)
        if self.keep and kind in FAULTS:
            name = Path(self.keep, f"in.{seed}_{index}")
            name.write_text(f"# ranks {ranks}\n" + "\n".join(lines) + "\n", encoding="utf-8")
            Path(f"{name}.log").write_text(f"{kind}: {why}\n{output}", encoding="utf-8")
        return index, kind, why, lines


def shrink(runner, file):
    """Leaves out lines, first many at once, as long as the verdict and the first words of its
    reason stay."""
    text = Path(file).read_text(encoding="utf-8").splitlines()
    match = re.match(r"# ranks (\d+)", text[0])
    ranks, lines = int(match[1]) if match else 1, [
        line for line in text if not line.startswith("#")
    ]
    mark = lambda kind, why: (kind, "" if kind in ("hang", "not finite") else why[:60])
    wanted = mark(*runner.run(lines, ranks)[:2])
    size = len(lines) // 2
    while size:
        begin = 0
        while begin < len(lines):
            shorter = lines[:begin] + lines[begin + size :]
            if shorter and mark(*runner.run(shorter, ranks)[:2]) == wanted:
                lines = shorter
            else:
                begin += size
        size //= 2
    return [f"# ranks {ranks}", f"# {wanted[0]}: {wanted[1]}"] + lines


def report(results, seed):
    """Prints the table, and says whether all is well."""
    results = [result for result in results if result[1] != "left out"]
    count = collections.Counter(kind for _, kind, _, _ in results)
    ran = count["ran"] / max(1, len(results))
    print(f"| verdict of {len(results)} inputs, seed {seed} | inputs | % |\n|---|---|---|")
    for kind in VERDICTS:
        print(f"| {kind} | {count[kind]} | {100 * count[kind] / max(1, len(results)):.1f} |")
    by_file = collections.Counter(
        why.split(":")[0] for _, kind, why, _ in results if kind == "refused by VARDEM"
    )
    print(
        "refused by VARDEM, by source: "
        + ", ".join(f"{name} {n}" for name, n in by_file.most_common())
    )
    faults = [result for result in results if result[1] in FAULTS]
    for index, kind, why, _ in faults:
        print(f"  {index}: {kind}: {why[:200]}")
    if ran < RUNS and len(results) >= 50:
        print(f"only {100 * ran:.0f} % ran to the end; {100 * RUNS:.0f} % should")
    return not faults and (ran >= RUNS or len(results) < 50)


def missing(lmp):
    """Packages of LAMMPS that inputs need and this one does not have."""
    text = subprocess.run([lmp, "-h"], stdout=subprocess.PIPE, text=True).stdout
    return [
        package
        for package in ("ASPHERE", "BPM", "GRANULAR", "MOLECULE", "RIGID")
        if not re.search(rf"\b{package}\b", text)
    ]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lmp")
    parser.add_argument("--mpiexec", default="mpiexec")
    soak = os.environ.get("VARDEM_SOAK")  # see unittest/soak.h
    parser.add_argument("--count", type=int, default=10000 if soak else 60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", help="folder for inputs that show a fault")
    parser.add_argument("--skip", help="leave out inputs with a line that this pattern matches")
    parser.add_argument("--show", type=int)
    parser.add_argument("--shrink")
    parser.add_argument(
        "--reasons", action="store_true", help="print what LAMMPS and VARDEM refuse, and how often"
    )
    arguments = parser.parse_args()
    if arguments.show is not None:
        print("\n".join(between.write(arguments.seed, arguments.show)[0]))
        return 0
    if missing(arguments.lmp):
        print("SKIP: LAMMPS has no package " + ", ".join(missing(arguments.lmp)))
        return 77
    runner = Runner(arguments.lmp, arguments.mpiexec, arguments.keep)
    if arguments.shrink:
        print("\n".join(shrink(runner, arguments.shrink)))
        return 0
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        indices = range(arguments.first, arguments.first + arguments.count)
        results = list(
            pool.map(lambda index: runner.random(arguments.seed, index, arguments.skip), indices)
        )
    if arguments.reasons:
        for (kind, why), n in collections.Counter(
            (kind, re.sub(r"[-+]?\d[\d.e+-]*", "N", why)) for _, kind, why, _ in results
        ).most_common():
            print(n, kind, why[:170])
    return 0 if report(results, arguments.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
