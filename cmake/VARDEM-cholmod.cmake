# CHOLMOD of SuiteSparse for sparse factors (src/solvers/linear/sparse_direct.h), for the plugin and its tests (CMakeLists.txt) and for a
# build inside LAMMPS (VARDEM.cmake). Target vardem_cholmod has what a source must be compiled and linked with. It is empty if
# CHOLMOD is not used: then Eigen makes the factors. CHOLMOD is as fast as the BLAS that it finds at run time.

set(VARDEM_CHOLMOD AUTO CACHE STRING "Sparse factors by CHOLMOD (SuiteSparse): AUTO (if it is there), ON or OFF")
set_property(CACHE VARDEM_CHOLMOD PROPERTY STRINGS AUTO ON OFF)

add_library(vardem_cholmod INTERFACE)
if(VARDEM_CHOLMOD)
  find_path(VARDEM_CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
  find_library(VARDEM_CHOLMOD_LIBRARY cholmod)
  mark_as_advanced(VARDEM_CHOLMOD_INCLUDE_DIR VARDEM_CHOLMOD_LIBRARY)
  if(VARDEM_CHOLMOD_INCLUDE_DIR AND VARDEM_CHOLMOD_LIBRARY)
    target_include_directories(vardem_cholmod SYSTEM INTERFACE ${VARDEM_CHOLMOD_INCLUDE_DIR})
    target_link_libraries(vardem_cholmod INTERFACE ${VARDEM_CHOLMOD_LIBRARY})
    target_compile_definitions(vardem_cholmod INTERFACE VARDEM_HAS_CHOLMOD)
    message(STATUS "VARDEM: sparse factors by CHOLMOD, ${VARDEM_CHOLMOD_LIBRARY}")
  elseif(VARDEM_CHOLMOD STREQUAL "AUTO")
    message(STATUS "VARDEM: sparse factors by Eigen; CHOLMOD was not found (Debian: libsuitesparse-dev libopenblas0)")
  else()
    message(FATAL_ERROR "VARDEM_CHOLMOD is ${VARDEM_CHOLMOD}, but CHOLMOD was not found (cholmod.h and its library). On Debian it is in "
                        "libsuitesparse-dev; elsewhere name its folder by CMAKE_PREFIX_PATH, or set VARDEM_CHOLMOD to OFF")
  endif()
endif()
