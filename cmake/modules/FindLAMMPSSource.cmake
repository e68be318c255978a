# Sets LAMMPS_SOURCE_DIR, the root of a LAMMPS source tree, LAMMPS_VERSION, and VARDEM_CACHE, the folder of what is kept between clones.

if(NOT LAMMPS_DIR AND LAMMPS_BUILD_DIR)
  load_cache(${LAMMPS_BUILD_DIR} READ_WITH_PREFIX HOST_ CMAKE_HOME_DIRECTORY)
  get_filename_component(LAMMPS_DIR "${HOST_CMAKE_HOME_DIRECTORY}/.." ABSOLUTE)
endif()

if(DEFINED ENV{LAMMPS_DIR} AND NOT "$ENV{LAMMPS_DIR}" STREQUAL "${LAMMPS_DIR}")
  message(WARNING "This build folder is for LAMMPS in '${LAMMPS_DIR}'; LAMMPS_DIR=$ENV{LAMMPS_DIR} needs a new one (make clean)")
endif()

set(get_lammps ${CMAKE_CURRENT_LIST_DIR}/../get-lammps)
if(LAMMPS_DIR)
  set(ENV{LAMMPS_DIR} ${LAMMPS_DIR})
endif()
execute_process(COMMAND ${get_lammps} ${VARDEM_LAMMPS} OUTPUT_VARIABLE LAMMPS_SOURCE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "There is no LAMMPS source: see the message of cmake/get-lammps above")
endif()
execute_process(COMMAND ${get_lammps} --cache OUTPUT_VARIABLE VARDEM_CACHE OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "There is no cache folder: see the message of cmake/get-lammps above")
endif()

include(LAMMPSVersion)
vardem_lammps_version(LAMMPS_VERSION ${LAMMPS_SOURCE_DIR})
if(VARDEM_KOKKOS)
  vardem_require_kokkos_version(${LAMMPS_VERSION})
endif()

if(VARDEM_CUDA AND NOT CMAKE_CXX_COMPILER)
  find_program(VARDEM_NVCC_WRAPPER nvcc_wrapper PATHS ${LAMMPS_SOURCE_DIR}/lib/kokkos/bin $ENV{Kokkos_ROOT}/bin NO_DEFAULT_PATH)
  if(NOT VARDEM_NVCC_WRAPPER)
    message(FATAL_ERROR "Preset cuda needs nvcc_wrapper of Kokkos: in lib/kokkos/bin of a LAMMPS source that has Kokkos "
                        "(as the release on GitHub), or in bin of an installed Kokkos with CUDA, named by Kokkos_ROOT")
  endif()
  set(CMAKE_CXX_COMPILER ${VARDEM_NVCC_WRAPPER} CACHE FILEPATH "")
endif()
