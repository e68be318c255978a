# A build of LAMMPS as host: an existing one (LAMMPS_BUILD_DIR), or one in the cache that is named after all that it is made of, so
# that another clone finds it ready. What it sets and adds: see HostLAMMPS.cmake.

set(HOST_PACKAGES GRANULAR ASPHERE MOLECULE RIGID BPM DIPOLE PLUGIN)
set(HOST_TESTS test_fix_timestep test_bond_style test_dem_01 test_dem_02 test_dem_03 test_dem_04 test_dem_05 test_dem_06 test_dem_07
    test_dem_08 test_dem_09 test_dem_10 test_dem_11)

# Older versions have fewer packages and fewer tests
set(lacking)
foreach(package IN LISTS HOST_PACKAGES ITEMS GRAPHICS)
  if(NOT IS_DIRECTORY ${LAMMPS_SOURCE_DIR}/src/${package})
    list(REMOVE_ITEM HOST_PACKAGES ${package})
    list(APPEND lacking "package ${package}")
  endif()
endforeach()
foreach(test IN LISTS HOST_TESTS)
  file(GLOB source ${LAMMPS_SOURCE_DIR}/unittest/*/${test}.cpp)
  if(NOT source)
    list(REMOVE_ITEM HOST_TESTS ${test})
    list(APPEND lacking ${test})
  endif()
endforeach()
if(lacking)
  list(JOIN lacking ", " lacking)
  message(STATUS "LAMMPS ${LAMMPS_VERSION} does not have, so it is left out: ${lacking}")
endif()

# host_option(NAME VALUE): an option of the configuration, and a part of the name of the build
set(HOST_OPTIONS)
macro(host_option name value)
  list(APPEND HOST_OPTIONS -D "${name}=${value}")
endmacro()

host_option(CMAKE_BUILD_TYPE Release)
host_option(CMAKE_CXX_COMPILER ${CMAKE_CXX_COMPILER})
host_option(BUILD_SHARED_LIBS ON)
if(VARDEM_CUDA_KIT)
  host_option(BUILD_MPI OFF)
else()
  host_option(BUILD_MPI ON)
endif()
foreach(package IN LISTS HOST_PACKAGES)
  host_option(PKG_${package} ON)
endforeach()
if(VARDEM_KOKKOS)
  host_option(PKG_KOKKOS ON)
  host_option(CMAKE_CXX_STANDARD 20)
  if(VARDEM_MOCK)
    host_option(BUILD_OMP OFF)
    host_option(Kokkos_ENABLE_SERIAL ON)
    host_option(Kokkos_ENABLE_ATOMICS_BYPASS OFF)
    host_option(CMAKE_CXX_FLAGS_RELEASE -O1)    # the compiler takes longer than the tests
  elseif(VARDEM_CUDA_KIT)
    host_option(BUILD_OMP OFF)
    execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/../cuda-toolkit OUTPUT_VARIABLE toolkit OUTPUT_STRIP_TRAILING_WHITESPACE
      COMMAND_ERROR_IS_FATAL ANY)
    host_option(CUDAToolkit_ROOT ${toolkit})
    host_option(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")    # of the host's code; the compiler takes long
    set(stubs -Wl,-rpath-link,${toolkit}/lib/stubs)    # in place of the driver
    host_option(CMAKE_SHARED_LINKER_FLAGS ${stubs})
    host_option(CMAKE_EXE_LINKER_FLAGS ${stubs})
    add_link_options(${stubs})
  elseif(VARDEM_HIP)
    host_option(BUILD_OMP OFF)    # hipcc has its own, which many machines lack
  else()
    host_option(BUILD_OMP ON)
  endif()
  if(VARDEM_GPU)
    host_option(Kokkos_ENABLE_${VARDEM_GPU} ON)
    host_option(CMAKE_EXPORT_COMPILE_COMMANDS ON)    # tells the flags of Kokkos' device code
    host_option(Kokkos_ENABLE_OPENMP OFF)
    if(VARDEM_GPU_ARCH)
      host_option(Kokkos_ARCH_${VARDEM_GPU_ARCH} ON)
    endif()
  elseif(NOT VARDEM_MOCK)
    host_option(Kokkos_ENABLE_OPENMP ON)
  endif()
  if(NOT EXISTS ${LAMMPS_SOURCE_DIR}/lib/kokkos/CMakeLists.txt)
    find_package(Kokkos CONFIG)
    if(NOT Kokkos_FOUND)
      message(FATAL_ERROR "Package KOKKOS needs Kokkos: this LAMMPS source (${LAMMPS_SOURCE_DIR}) has no lib/kokkos, and there is none in "
                          "Kokkos_ROOT. Correct or unset Kokkos_ROOT, which names an installed Kokkos, 5.1 or later.")
    endif()
    host_option(EXTERNAL_KOKKOS ON)
    host_option(Kokkos_DIR ${Kokkos_DIR})
  endif()
else()
  host_option(BUILD_OMP OFF)
  if(IS_DIRECTORY ${LAMMPS_SOURCE_DIR}/src/GRAPHICS)    # dump image, for the pictures of the examples; older versions always have it
    host_option(PKG_GRAPHICS ON)
    host_option(PKG_EXTRA-FIX ON)    # fix deform/pressure, with which `make demo` compares
  endif()
endif()

if(LAMMPS_BUILD_DIR)
  set(HOST_DIR ${LAMMPS_BUILD_DIR})
else()
  if(NOT VARDEM_CUDA_KIT)
    find_package(MPI REQUIRED COMPONENTS CXX)
  endif()
  string(REPLACE "${LAMMPS_VERSION}" "" update "${LAMMPS_RELEASE}")
  string(MD5 key "${LAMMPS_SOURCE_DIR}${update};${HOST_OPTIONS};${CMAKE_CXX_COMPILER_VERSION};$ENV{CXXFLAGS};${MPI_CXX_LIBRARIES};${Kokkos_VERSION}")
  string(SUBSTRING ${key} 0 10 key)
  string(REPLACE " " "" short_version ${LAMMPS_VERSION})
  set(HOST_DIR ${VARDEM_CACHE}/lammps-build-${short_version}-${key})
endif()

if(NOT LAMMPS_BUILD_DIR AND NOT EXISTS ${HOST_DIR}/.configured)
  file(MAKE_DIRECTORY ${HOST_DIR})
  if(EXISTS /usr/src/googletest AND NOT VARDEM_MOCK AND NOT VARDEM_CUDA_KIT)    # LAMMPS' tests get googletest by a URL: that of an archive of the system's copy
    set(archive ${HOST_DIR}/googletest.tar.gz)
    execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${archive} googletest WORKING_DIRECTORY /usr/src)
    file(SHA256 ${archive} sha256)
    file(MD5 ${archive} md5)    # for older versions
    list(APPEND HOST_OPTIONS -D ENABLE_TESTING=ON -D GTEST_URL=file://${archive} -D GTEST_SHA256=${sha256} -D GTEST_MD5=${md5})
  endif()
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    list(APPEND HOST_OPTIONS -D CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
  set(included)
  if(VARDEM_CUDA_KIT)
    set(included LAMMPSUnity.cmake)
  elseif(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set(included LAMMPSHeaders.cmake)
  endif()
  if(included)    # a copy, since the cache outlives this repository
    configure_file(${CMAKE_CURRENT_LIST_DIR}/${included} ${HOST_DIR}/${included} COPYONLY)
    list(APPEND HOST_OPTIONS -D CMAKE_PROJECT_lammps_INCLUDE=${HOST_DIR}/${included})
  endif()
  message(STATUS "Configuring LAMMPS ${LAMMPS_VERSION} in ${HOST_DIR}")
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${LAMMPS_SOURCE_DIR}/cmake -B ${HOST_DIR} ${HOST_OPTIONS}
    OUTPUT_FILE ${HOST_DIR}/configure.log ERROR_FILE ${HOST_DIR}/configure.err RESULT_VARIABLE failed)
  if(failed)
    file(READ ${HOST_DIR}/configure.err text)
    message(FATAL_ERROR "LAMMPS could not be configured in ${HOST_DIR}:\n${text}")
  endif()
  file(TOUCH ${HOST_DIR}/.configured)
endif()

load_cache(${HOST_DIR} READ_WITH_PREFIX HOST_ LAMMPS_SIZES LAMMPS_MEMALIGN BUILD_MPI BUILD_OMP PKG_KOKKOS PKG_RIGID PKG_PLUGIN PKG_DIPOLE
  KOKKOS_PREC KOKKOS_LAYOUT EXTERNAL_KOKKOS Kokkos_DIR CMAKE_CXX_STANDARD BUILD_SHARED_LIBS ENABLE_TESTING)
if(HOST_PKG_KOKKOS)
  vardem_require_kokkos_version(${LAMMPS_VERSION})
  list(FILTER HOST_TESTS EXCLUDE REGEX "^test_dem")    # the granular tests are those of the build without
endif()

set(HOST_LIBRARY ${HOST_DIR}/liblammps${CMAKE_SHARED_LIBRARY_SUFFIX})
set(HOST_LIBRARY_PATH ${HOST_DIR})

# flock: two builds at the same time would spoil each other
find_program(FLOCK flock)
set(locked)
if(FLOCK)
  set(locked ${FLOCK} ${HOST_DIR})
endif()
add_custom_target(host
  COMMAND ${CMAKE_COMMAND} -E echo "LAMMPS ${LAMMPS_RELEASE} in ${HOST_DIR}: minutes the first time, seconds when it is there"
  COMMAND ${locked} ${CMAKE_COMMAND} --build ${HOST_DIR} --target lammps lmp
  BYPRODUCTS ${HOST_LIBRARY}    # what links to it may be told of before it is there
  USES_TERMINAL VERBATIM COMMENT "")
if(HOST_ENABLE_TESTING)
  add_custom_target(host_tests
    COMMAND ${locked} ${CMAKE_COMMAND} --build ${HOST_DIR} --target ${HOST_TESTS}
    USES_TERMINAL VERBATIM COMMENT "")
  add_dependencies(host_tests host)
endif()

