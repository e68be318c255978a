# The plugin: a small loader, vardemplugin.so, and the libraries that it opens beside it (see src/plugin/vardemplugin.cpp),
# all in <build>/plugin; and the launchers <build>/bin/lmp and <build>/bin/python.

set(VARDEM_PLUGIN_DIR ${CMAKE_BINARY_DIR}/plugin)

# A library of styles: sources of one part, and the registration of its styles
function(vardem_library target part)
  set(styles)
  foreach(kind IN LISTS VARDEM_STYLE_KINDS)
    vardem_style_headers(headers ${kind} ${VARDEM_${part}_HEADERS})
    foreach(header IN LISTS headers)
      file(RELATIVE_PATH header ${VARDEM_SRC_DIR} ${header})    # a compiler cache knows it in another clone
      string(APPEND styles "#include \"${header}\"\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${target}/vardem_styles.h CONTENT "${styles}" @ONLY)

  add_library(${target} SHARED ${VARDEM_${part}_SOURCES} ${VARDEM_SRC_DIR}/plugin/vardem_register.cpp)
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/${target} ${VARDEM_SRC_DIR}/VARDEM)
  target_link_libraries(${target} PRIVATE vardem_kernels host_headers)
  target_compile_options(${target} PRIVATE ${VARDEM_FLAGS} -Wall -Wextra -Wno-unused-parameter)
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${VARDEM_PLUGIN_DIR} BUILD_RPATH "$ORIGIN"
    INSTALL_RPATH "$ORIGIN")
endfunction()

vardem_library(vardem CORE)

# What most sources of a library include is compiled once, which saves a third of the time
set(common_headers <algorithm> <array> <cmath> <functional> <map> <memory> <set> <string> <vector> <Eigen/Core>
  <atom.h> <comm.h> <domain.h> <error.h> <fix.h> <force.h> <memory.h> <modify.h> <neighbor.h> <neigh_list.h> <pair.h> <update.h>)
target_precompile_headers(vardem PRIVATE ${common_headers})
find_package(Eigen3 REQUIRED NO_MODULE)
target_link_libraries(vardem PRIVATE Eigen3::Eigen vardem_cholmod)
if(HOST_PKG_RIGID AND VARDEM_RIGID_SOURCES)
  vardem_library(vardemrigid RIGID)
  target_link_libraries(vardemrigid PRIVATE vardem Eigen3::Eigen vardem_cholmod)
endif()
if(HOST_PKG_KOKKOS)
  vardem_library(vardemkk KOKKOS)
  target_link_libraries(vardemkk PRIVATE vardem Eigen3::Eigen vardem_cholmod host_kokkos)
  target_precompile_headers(vardemkk PRIVATE ${common_headers} <kokkos_type.h> <atom_kokkos.h> <neigh_list_kokkos.h>)
  if(VARDEM_CUDA_KIT)    # see LAMMPSUnity.cmake
    set_target_properties(vardemkk PROPERTIES DISABLE_PRECOMPILE_HEADERS ON UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 5)
  endif()
  if(HOST_BUILD_OMP)
    target_link_libraries(vardem PRIVATE OpenMP::OpenMP_CXX)
  endif()
endif()

add_library(vardemplugin MODULE ${VARDEM_SRC_DIR}/plugin/vardemplugin.cpp)
set_target_properties(vardemplugin PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${VARDEM_PLUGIN_DIR})
target_link_libraries(vardemplugin PRIVATE ${CMAKE_DL_LIBS})
target_compile_definitions(vardemplugin PRIVATE
  VARDEM_HOST_VERSION="${LAMMPS_RELEASE}" VARDEM_HOST_CURE="${HOST_CURE}" VARDEM_HOST_SIZES="${HOST_LAMMPS_SIZES}"
  VARDEM_HOST_MPI=$<BOOL:${HOST_BUILD_MPI}> VARDEM_HOST_KOKKOS=$<BOOL:${HOST_PKG_KOKKOS}>
  VARDEM_HOST_PRECISION="${HOST_KOKKOS_PREC}" VARDEM_HAS_RIGID=$<TARGET_EXISTS:vardemrigid>)

set(plugin_parts vardem vardemplugin)
foreach(part vardemrigid vardemkk)
  if(TARGET ${part})
    list(APPEND plugin_parts ${part})
  endif()
endforeach()
add_custom_target(plugin ALL DEPENDS ${plugin_parts})

# What is in the wheel of VARDEM (pyproject.toml), beside the Python module
install(TARGETS ${plugin_parts} LIBRARY DESTINATION lib COMPONENT wheel)
install(DIRECTORY ${VARDEM_ROOT}/potentials DESTINATION . COMPONENT wheel)

# The launchers: LAMMPS with VARDEM loaded, and Python with that LAMMPS
function(vardem_launcher template file)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${template} ${file} @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()
vardem_launcher(lmp.in ${CMAKE_BINARY_DIR}/bin/lmp)
vardem_launcher(python.in ${CMAKE_BINARY_DIR}/bin/python)
add_custom_target(lmp ALL)
add_dependencies(lmp host plugin)

# A build with Kokkos beside the one without has its launcher there too
if(CMAKE_BINARY_DIR STREQUAL "${VARDEM_ROOT}/build/kokkos")
  vardem_launcher(lmp-kk.in ${VARDEM_ROOT}/build/bin/lmp-kk)
endif()
