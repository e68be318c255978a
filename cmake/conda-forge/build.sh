#!/usr/bin/env bash
# Compiles and installs the package: SRC_DIR is VARDEM with the source of LAMMPS in lammps/, PREFIX the environment.
set -euo pipefail
cd "$SRC_DIR"

# The package lammps has no CMake cache. VARDEM reads those of its options that change classes or symbols; nothing is compiled here
# shellcheck disable=SC2086
cmake -G Ninja -S lammps/cmake -B lammps-build ${CMAKE_ARGS:-} -D BUILD_SHARED_LIBS=ON -D BUILD_MPI=ON -D PKG_PLUGIN=ON -D PKG_RIGID=ON -D PKG_DIPOLE=ON
# shellcheck disable=SC2086
cmake -G Ninja -S cmake -B build ${CMAKE_ARGS:-} -D LAMMPS_DIR="$SRC_DIR/lammps" -D LAMMPS_BUILD_DIR="$SRC_DIR/lammps-build" -D VARDEM_CHOLMOD=OFF
cmake --build build --target plugin
cmake --install build --component wheel --prefix "$PREFIX/share/vardem"
"${PYTHON:-python}" -m pip install --no-deps --no-build-isolation ./python

# LAMMPS finds the plugin and the files of materials in the environment
for action in activate deactivate; do
  mkdir -p "$PREFIX/etc/conda/$action.d"
  sed "s|@PREFIX@|$PREFIX|g" "cmake/conda-forge/$action.sh" > "$PREFIX/etc/conda/$action.d/vardem.sh"
done
