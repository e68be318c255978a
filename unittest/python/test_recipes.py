#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The recipe of conda-forge and the package of Spack, in cmake/. Without the servers of conda-forge its script runs in a folder in place of an
environment, with the LAMMPS of the tests; where rattler-build is, which makes packages, it reads the recipe. Spack's classes are stand-ins.

    test_recipes.py LAMMPS_SOURCE LAMMPS_BUILD"""
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import types
import unittest
from datetime import datetime
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search('\nversion = "(.*)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))[1]
LAMMPS_SOURCE, LAMMPS_BUILD = (Path(path) for path in sys.argv[1:3])
del sys.argv[1:3]
HAS_RATTLER = importlib.util.find_spec("rattler_build") is not None
CONDA = ROOT / "cmake" / "conda-forge"


class Spack(unittest.TestCase):
    def setUp(self):
        self.package = mock.MagicMock(__all__=["variant", "conflicts", "depends_on", "resource", "run_after", "install_tree", "pip"])
        self.package.run_after.return_value = lambda function: function
        parent = types.SimpleNamespace(Lammps=type("Lammps", (), dict(
            cmake_args=lambda self: ["-DPKG_RIGID=ON"], define=lambda self, name, value: f"-D{name}={value}", prefix=mock.MagicMock())))
        builtin = mock.MagicMock()
        builtin.python.PythonPipBuilder.std_args.return_value = ["install"]
        modules = {"spack": mock.MagicMock(), "spack.package": self.package, "spack_repo.builtin.build_systems.python": builtin.python,
                   "spack_repo.builtin.packages.lammps.package": parent}
        spec = importlib.util.spec_from_file_location("package", ROOT / "cmake/spack/spack_repo/vardem/packages/lammps/package.py")
        module = importlib.util.module_from_spec(spec)
        with mock.patch.dict(sys.modules, modules):
            spec.loader.exec_module(module)
        self.lammps = module.Lammps()

    def test_versions(self):
        days = [datetime.strptime(day, "%d %b %Y") for day in
                re.findall('_LAMMPS "(.*)"', (ROOT / "cmake/modules/LAMMPSVersion.cmake").read_text(encoding="utf-8"))]
        others = re.fullmatch(r"@:(\d+),(\d+):", self.package.conflicts.call_args[0][0]).groups()
        self.assertEqual([(day - datetime.strptime(other, "%Y%m%d")).days for day, other in zip(days, others)], [1, -1])
        self.assertEqual(self.package.resource.call_args[1]["tag"], "v" + VERSION)

    def test_compiled_in(self):
        """All that the package names is there in VARDEM."""
        with tempfile.TemporaryDirectory() as stage:
            (Path(stage) / self.package.resource.call_args[1]["placement"]).symlink_to(ROOT)
            self.lammps.stage = types.SimpleNamespace(source_path=stage)
            self.lammps.spec = mock.MagicMock()
            self.lammps.spec.satisfies.side_effect = [False, True]
            self.assertEqual(len(self.lammps.cmake_args()), 1)
            name, file = self.lammps.cmake_args()[1].split("=")
            self.assertEqual((name, Path(file).resolve()), ("-DCMAKE_PROJECT_lammps_INCLUDE", ROOT / "cmake" / "VARDEM.cmake"))
            self.lammps.install_materials()
            self.lammps.install_module()
            self.assertTrue((Path(self.package.install_tree.call_args[0][0]) / "granular.contact").exists())
            self.assertTrue((Path(self.package.pip.call_args[0][-1]) / "pyproject.toml").exists())


@unittest.skipUnless(HAS_RATTLER, "no rattler-build")
class CondaForge(unittest.TestCase):
    def test_recipe(self):
        import rattler_build
        variants = rattler_build.VariantConfig.from_yaml("{mpi: [mpich, openmpi], cxx_compiler: [gxx], c_stdlib: [sysroot], c_stdlib_version: ['2.28']}")
        for one, mpi in zip(rattler_build.Stage0Recipe.from_file(str(CONDA / "recipe.yaml")).render(variants), ("mpich", "openmpi")):
            recipe = one.recipe.to_dict()
            self.assertEqual((recipe["package"], recipe["build"]["script"]), ({"name": "vardem", "version": VERSION}, "build.sh"))
            version = recipe["context"]["lammps"]
            self.assertIn(f"lammps =={version.replace('.0', '.')} *mpi_{mpi}*", recipe["requirements"]["host"])
            self.assertIn(mpi, recipe["requirements"]["host"])
            self.assertIn(datetime.strptime(version, "%Y.%m.%d").strftime("_%-d%b%Y"), recipe["source"][1]["url"])
            self.assertTrue((CONDA / recipe["source"][0]["path"] / "LICENSE").exists())

    def test_script(self):
        """The test of the recipe in an environment that its script has filled."""
        with tempfile.TemporaryDirectory() as folder:
            source, prefix = Path(folder) / "source", Path(folder) / "prefix"
            source.mkdir()
            for path in ROOT.iterdir():
                if path.name not in ("build", ".git"):
                    (source / path.name).symlink_to(path)
            (source / "lammps").symlink_to(LAMMPS_SOURCE)
            run(sys.executable, "-m", "venv", prefix)
            python = prefix / "bin" / "python"
            run(python, "-m", "pip", "install", "--quiet", "flit-core>=3.4,<4", "numpy")
            run("bash", CONDA / "build.sh", SRC_DIR=source, PREFIX=prefix, PYTHON=python)
            command = re.search(r"- (python -c .*)", (CONDA / "recipe.yaml").read_text(encoding="utf-8"))[1]
            scripts = [prefix / "etc" / "conda" / f"{action}.d" / "vardem.sh" for action in ("activate", "deactivate")]
            output = run("bash", "-ec", f"before=$(env | grep LAMMPS_P); . {scripts[0]}; PATH={prefix}/bin:$PATH; {command}; . {scripts[1]}\n"
                         '[ "$(env | grep LAMMPS_P)" = "$before" ] && echo "as before"', PYTHONPATH=LAMMPS_SOURCE / "python",
                         LD_LIBRARY_PATH=LAMMPS_BUILD, LAMMPS_PLUGIN_PATH="/nowhere", LAMMPS_POTENTIALS="/mine")
            self.assertIn("as before", output)


def run(*command, **variables):
    done = subprocess.run(command, env={**os.environ, **{name: str(value) for name, value in variables.items()}}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stdout[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    unittest.main()
