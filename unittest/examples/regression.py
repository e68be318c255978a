#!/usr/bin/env python3
"""Runs the examples by LAMMPS' own tools/regression-tests/run_tests.py, which compares thermo output with reference logs.

    regression.py EXAMPLES LAMMPS_SOURCE LMP PYTHON_ENV VENV 1|4 [MPIEXEC]

Works on a copy of the folders that have reference logs, with the tolerances of EXAMPLES/regression.yaml, on that many
ranks. run_tests.py needs Python packages: PYTHON_ENV makes the environment VENV. Without them the test is skipped, exit
status 77."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
LONG = 5.0    # seconds


def is_long(log):
    """Whether the run of this reference log took long on several ranks. Such an input runs on one rank from day to day, and on
    several in make soak: that ranks do not matter is tested by unittest/scenarios/ranks/ranks.py."""
    loops = re.findall(r"^Loop time of (\S+)", log.read_text(), re.MULTILINE)
    return not os.environ.get("VARDEM_SOAK") and sum(map(float, loops)) > LONG


def python_with_packages(python_env, venv):
    command = [python_env, venv, "numpy", "pyyaml", "junit_xml"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        print(run.stderr)
        print("SKIP: no Python packages numpy, pyyaml and junit_xml for LAMMPS' run_tests.py")
        sys.exit(SKIPPED)
    return run.stdout.strip()


def main():
    examples, lammps, lmp, python_env, venv = (Path(argument).resolve() for argument in sys.argv[1:6])
    ranks = sys.argv[6]
    python = python_with_packages(python_env, venv)
    if ranks != "1":
        os.environ.pop("OMPI_MCA_orte_create_session_dirs", None)    # see unittest/CMakeLists.txt

    with tempfile.TemporaryDirectory() as scratch:
        folders = sorted({log.parent for log in examples.glob("*/log.*.g++." + ranks)})
        inputs = set()
        for folder in folders:
            copy = Path(shutil.copytree(folder, Path(scratch) / "examples" / folder.name))
            for log in copy.glob("log.*.g++." + ranks):
                if ranks != "1" and is_long(log):
                    name = re.sub(r"log\.\w+\.(.*)\.g\+\+\.\d+", r"in.\1", log.name)
                    (copy / name).unlink()
            inputs |= {file.name for file in copy.glob("in.*")}
        config = (examples / "regression.yaml").read_text()
        config = re.sub(r"nprocs:.*", f'nprocs: "{ranks}"', config)
        if ranks == "1":
            config = re.sub(r"(mpiexec|mpiexec_numproc_flag):.*", r'\1: ""', config)
        else:
            config = config.replace('mpiexec: "mpirun"', f'mpiexec: "{sys.argv[7]}"')
        program = Path(scratch) / "lmp"    # run_tests.py leaves paths without quotes
        program.symlink_to(lmp)
        (Path(scratch) / "config.yaml").write_text(config)
        command = [python, lammps / "tools" / "regression-tests" / "run_tests.py", "--lmp-bin", program,
                   "--config-file", "config.yaml", "--examples-top-level", Path(scratch) / "examples"]
        run = subprocess.run(command, cwd=scratch, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
        print(run.stdout)
        progress = Path(scratch) / "progress.yaml"
        report = progress.read_text() if progress.exists() else ""

    # one line per input: { 'in.name': { ..., 'status': 'completed', 'failed_checks': { 'status': 'passed', ...
    passed = set(re.findall(r"'(in\.[^']+)': .*'status': 'completed', 'failed_checks': { *'status': 'passed'", report))
    for name in sorted(inputs - passed):
        print(f"not passed: {name}")
    print(f"{len(passed)} of {len(inputs)} inputs agree with their reference logs on {ranks} ranks")
    return 0 if inputs and passed == inputs else 1


if __name__ == "__main__":
    sys.exit(main())
