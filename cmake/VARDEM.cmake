# Compiles VARDEM into LAMMPS without touching the LAMMPS tree:
#   cmake -D CMAKE_PROJECT_lammps_INCLUDE=/path/to/VARDEM/cmake/VARDEM.cmake -D PKG_RIGID=on ... /path/to/lammps/cmake
# LAMMPS' project() command includes this file. Style lists are global properties that LAMMPS appends to; its own part
# follows later. Packages must be chosen on the command line or by a preset (-C), which are read before this file.

if(CMAKE_VERSION VERSION_LESS 3.20)
  message(FATAL_ERROR "VARDEM needs CMake 3.20 or later, this is ${CMAKE_VERSION}")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/modules/LAMMPSVersion.cmake)
vardem_lammps_version(VARDEM_LAMMPS_VERSION ${CMAKE_CURRENT_SOURCE_DIR}/..)
if(PKG_KOKKOS)
  vardem_require_kokkos_version(${VARDEM_LAMMPS_VERSION})
endif()

include(${CMAKE_CURRENT_LIST_DIR}/VARDEM-sources.cmake)

set(VARDEM_PARTS CORE)
if(PKG_RIGID)
  list(APPEND VARDEM_PARTS RIGID)
endif()
if(PKG_KOKKOS)
  list(APPEND VARDEM_PARTS KOKKOS)
endif()

foreach(part IN LISTS VARDEM_PARTS)
  foreach(kind IN LISTS VARDEM_STYLE_KINDS)
    vardem_style_headers(headers ${kind} ${VARDEM_${part}_HEADERS})
    foreach(header IN LISTS headers)
      set_property(GLOBAL APPEND PROPERTY ${kind} ${header})
      if(NOT part STREQUAL "KOKKOS")
        set_property(GLOBAL APPEND PROPERTY PKG${kind} ${header})    # names the package in messages
      endif()
    endforeach()
  endforeach()
endforeach()

find_package(Eigen3 REQUIRED NO_MODULE)
include(${CMAKE_CURRENT_LIST_DIR}/VARDEM-cholmod.cmake)

# Target lammps does not exist yet
function(vardem_add_to_lammps)
  foreach(part IN LISTS VARDEM_PARTS)
    target_sources(lammps PRIVATE ${VARDEM_${part}_SOURCES})
    set_property(SOURCE ${VARDEM_${part}_SOURCES} TARGET_DIRECTORY lammps APPEND PROPERTY COMPILE_OPTIONS ${VARDEM_FLAGS})
  endforeach()
  foreach(gpu CUDA HIP)
    if(Kokkos_ENABLE_${gpu})
      set_property(SOURCE ${VARDEM_KOKKOS_SOURCES} TARGET_DIRECTORY lammps APPEND PROPERTY COMPILE_OPTIONS ${VARDEM_${gpu}_FLAGS})
    endif()
  endforeach()
  target_include_directories(lammps PRIVATE ${VARDEM_SRC_DIR} ${VARDEM_SRC_DIR}/VARDEM ${VARDEM_SRC_DIR}/KOKKOS)
  target_link_libraries(lammps PRIVATE $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:vardem_cholmod>)
endfunction()
cmake_language(DEFER CALL vardem_add_to_lammps)
message(STATUS "VARDEM: compiled into LAMMPS, parts ${VARDEM_PARTS}")
