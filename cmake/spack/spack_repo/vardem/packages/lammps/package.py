# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
import os

from spack_repo.builtin.build_systems.python import PythonPipBuilder
from spack_repo.builtin.packages.lammps.package import Lammps as BuiltinLammps

from spack.package import *


class Lammps(BuiltinLammps):
    """LAMMPS of Spack with VARDEM, a package for granular matter, compiled in."""

    variant("vardem", default=True, description="Compile VARDEM into LAMMPS")
    conflicts("@:20250203,20260705:", when="+vardem", msg="VARDEM is for LAMMPS 4 Feb 2025 to 4 Jul 2026")
    depends_on("cmake@3.20:", type="build", when="+vardem")
    depends_on("eigen@3.3:", type="build", when="+vardem")

    # The address of VARDEM, when it has one
    resource(name="vardem", git="https://example.org/vardem.git", tag="v0.1.0", placement="vardem", when="+vardem")

    def cmake_args(self):
        args = super().cmake_args()
        if self.spec.satisfies("+vardem"):
            args.append(self.define("CMAKE_PROJECT_lammps_INCLUDE", self.of_vardem("cmake", "VARDEM.cmake")))
        return args

    def of_vardem(self, *names):
        return os.path.join(self.stage.source_path, "vardem", *names)

    @run_after("install", when="+vardem")
    def install_materials(self):
        install_tree(self.of_vardem("potentials"), self.prefix.share.lammps.potentials)

    @run_after("install", when="+vardem+python")
    def install_module(self):
        pip(*PythonPipBuilder.std_args(self), f"--prefix={self.prefix}", self.of_vardem("python"))
