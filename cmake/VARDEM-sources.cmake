# The one list of VARDEM's sources, for the plugin (CMakeLists.txt) and for a build inside LAMMPS (VARDEM.cmake).
# Parts: CORE needs core LAMMPS only; RIGID derives from classes of package RIGID; KOKKOS are the /kk styles.

get_filename_component(VARDEM_SRC_DIR "${CMAKE_CURRENT_LIST_DIR}/../src" ABSOLUTE)

file(GLOB VARDEM_CORE_FILES CONFIGURE_DEPENDS ${VARDEM_SRC_DIR}/VARDEM/[^.]*.cpp ${VARDEM_SRC_DIR}/VARDEM/[^.]*.h
  ${VARDEM_SRC_DIR}/host/[^.]*.cpp ${VARDEM_SRC_DIR}/host/[^.]*.h)
set(VARDEM_RIGID_FILES ${VARDEM_CORE_FILES})
list(FILTER VARDEM_RIGID_FILES INCLUDE REGEX "/(VARDEM/fix_rigid_|host/internals_rigid)[^/]*$")
list(FILTER VARDEM_CORE_FILES EXCLUDE REGEX "/(VARDEM/fix_rigid_|host/internals_rigid)[^/]*$")
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

# Sources that include the lanes (src/kernels/lanes.h), directly or through one of our headers. They need -fno-math-errno,
# without which a loop over lanes with a square root does not become vector code, and -fno-trapping-math, without which one with a
# branch does not; results do not depend on either. Without contraction of products and sums
# the bits of a rotation depend neither on the vector width nor on the path through the lanes. Test house/lanes compares
# this list with the includes.
set(VARDEM_LANE_FLAGS -fno-math-errno -fno-trapping-math -ffp-contract=off)
set(VARDEM_LANE_FILES
  host/bond_batches.cpp
  host/bonded_bodies.cpp
  host/cell_streaming.cpp
  host/clump_checks.cpp
  host/clump_command.cpp
  host/clump_damping.cpp
  host/contact_solve.cpp
  host/contact_steps.cpp
  host/cundall_damping.cpp
  host/damping_settings.cpp
  host/gravity_work.cpp
  host/implicit_bonded_spheres.cpp
  host/implicit_spheres.cpp
  host/kinetic_energy.cpp
  host/rigid_energy.cpp
  host/rotations.cpp
  host/variational_rotation.cpp
  host/wall_batches.cpp
  VARDEM/bond_binder.cpp
  VARDEM/bond_contact_hooke.cpp
  VARDEM/bond_grains.cpp
  VARDEM/fix_damping_cundall_onstep.cpp
  VARDEM/fix_energy_ledger.cpp
  VARDEM/fix_nve_asphere_fincham.cpp
  VARDEM/fix_nve_asphere_rotation.cpp
  VARDEM/fix_nve_asphere_variational.cpp
  VARDEM/fix_nve_sphere_leapfrog.cpp
  VARDEM/fix_nve_sphere_rodrigues.cpp
  VARDEM/fix_nve_sphere_rotation.cpp
  VARDEM/fix_rigid_small_cd.cpp
  VARDEM/fix_rigid_small_variational.cpp
  VARDEM/fix_wall_contact.cpp
  VARDEM/pair_contact_hertz.cpp
  VARDEM/pair_contact_hooke.cpp
  KOKKOS/bond_binder_kokkos.cpp
  KOKKOS/bond_contact_hooke_kokkos.cpp
  KOKKOS/fix_bond_records_kokkos.cpp
  KOKKOS/fix_compatible_cd_kokkos.cpp
  KOKKOS/fix_damping_cundall_onstep_kokkos.cpp
  KOKKOS/fix_deform_gradv_kokkos.cpp
  KOKKOS/fix_energy_ledger_kokkos.cpp
  KOKKOS/fix_nve_asphere_fincham_kokkos.cpp
  KOKKOS/fix_nve_asphere_variational_kokkos.cpp
  KOKKOS/fix_nve_sphere_cd_kokkos.cpp
  KOKKOS/fix_nve_sphere_leapfrog_kokkos.cpp
  KOKKOS/fix_nve_sphere_rodrigues_kokkos.cpp
  KOKKOS/fix_streaming_kokkos.cpp
  KOKKOS/fix_velocity_onstep_kokkos.cpp
  KOKKOS/fix_wall_contact_kokkos.cpp
  KOKKOS/pair_contact_hertz_kokkos.cpp
  KOKKOS/pair_contact_hooke_kokkos.cpp
  KOKKOS/vardem_implicit_bonded_spheres_kokkos.cpp
  KOKKOS/vardem_implicit_spheres_kokkos.cpp
)
set(VARDEM_LANE_SOURCES)
foreach(file IN LISTS VARDEM_LANE_FILES)
  if(NOT EXISTS ${VARDEM_SRC_DIR}/${file})
    message(FATAL_ERROR "VARDEM_LANE_FILES of cmake/VARDEM-sources.cmake names src/${file}, which does not exist")
  endif()
  list(APPEND VARDEM_LANE_SOURCES ${VARDEM_SRC_DIR}/${file})
endforeach()
function(vardem_set_lane_flags)
  foreach(flag IN LISTS VARDEM_LANE_FLAGS)
    set_property(SOURCE ${VARDEM_LANE_SOURCES} ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${flag})
  endforeach()
endfunction()
