# The one list of VARDEM's sources, for the plugin (CMakeLists.txt) and for a build inside LAMMPS (VARDEM.cmake).
# Parts: CORE needs core LAMMPS only; RIGID derives from classes of package RIGID; KOKKOS are the /kk styles.

get_filename_component(VARDEM_SRC_DIR "${CMAKE_CURRENT_LIST_DIR}/../src" ABSOLUTE)

file(GLOB VARDEM_CORE_FILES CONFIGURE_DEPENDS ${VARDEM_SRC_DIR}/VARDEM/[^.]*.cpp ${VARDEM_SRC_DIR}/VARDEM/[^.]*.h)
file(GLOB_RECURSE VARDEM_HOST_FILES CONFIGURE_DEPENDS ${VARDEM_SRC_DIR}/host/[^.]*.cpp ${VARDEM_SRC_DIR}/host/[^.]*.h)
list(APPEND VARDEM_CORE_FILES ${VARDEM_HOST_FILES})
set(VARDEM_RIGID_FILES ${VARDEM_CORE_FILES})
list(FILTER VARDEM_RIGID_FILES INCLUDE REGEX "/(VARDEM/fix_rigid_|host/lammps/internals_rigid)[^/]*$")
list(FILTER VARDEM_CORE_FILES EXCLUDE REGEX "/(VARDEM/fix_rigid_|host/lammps/internals_rigid)[^/]*$")
file(GLOB VARDEM_KOKKOS_FILES CONFIGURE_DEPENDS ${VARDEM_SRC_DIR}/KOKKOS/[^.]*.cpp ${VARDEM_SRC_DIR}/KOKKOS/[^.]*.h)

foreach(part CORE RIGID KOKKOS)
  set(VARDEM_${part}_SOURCES ${VARDEM_${part}_FILES})
  list(FILTER VARDEM_${part}_SOURCES INCLUDE REGEX "[.]cpp$")
  set(VARDEM_${part}_HEADERS ${VARDEM_${part}_FILES})
  list(FILTER VARDEM_${part}_HEADERS INCLUDE REGEX "[.]h$")
endforeach()

# Kinds of styles, by the macro that a style header asks for
set(VARDEM_STYLE_KINDS FIX PAIR BOND COMPUTE MINIMIZE COMMAND)

# Those of HEADERS that define a style of KIND
function(vardem_style_headers OUT KIND)
  set(found)
  foreach(header IN LISTS ARGN)
    file(STRINGS ${header} is_style LIMIT_COUNT 1 REGEX "#ifdef ${KIND}_CLASS")
    if(is_style)
      list(APPEND found ${header})
    endif()
  endforeach()
  set(${OUT} ${found} PARENT_SCOPE)
endfunction()

# All styles and what they are made of are compiled with these flags. Without -fno-math-errno a loop over lanes (src/kernels/lanes.h)
# with a square root does not become vector code, and without -fno-trapping-math one with a branch does not; results do not depend on
# either. Without contraction of products and sums the bits of a rotation depend neither on the vector width nor on the path through
# the lanes. Intel's compiler, and -ffast-math in CXXFLAGS, take isnan() for false, but a number that is not known is a NaN here.
set(VARDEM_FLAGS -fno-math-errno -fno-trapping-math -fno-finite-math-only -ffp-contract=off)
# On a GPU, too. Eigen stays on the host, and a kernel may call constexpr functions, as of the standard library.
set(VARDEM_CUDA_FLAGS -fmad=false -expt-relaxed-constexpr -DEIGEN_NO_CUDA)
set(VARDEM_HIP_FLAGS -DEIGEN_NO_HIP)
