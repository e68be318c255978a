# Read by the build of LAMMPS that HostBuild.cmake configures for the kit of make cuda: its /kk styles are compiled six at a time, because
# nvcc reads the headers of Kokkos three times for each source, which takes longer than the rest. Sources that have names in common are never
# together: most of them are neighbours in the alphabet, and fix_wall_gran_old.cpp, which has them from domain_kokkos.cpp, is left alone.
function(vardem_compile_together)
  get_target_property(sources lammps SOURCES)
  list(FILTER sources INCLUDE REGEX "/KOKKOS/[^/]*[.]cpp$")
  list(SORT sources)
  set(number 9)
  foreach(source IN LISTS sources)
    math(EXPR number "(${number} + 1) % 10")
    if(NOT source MATCHES "fix_wall_gran_old")
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP kokkos_${number})
    endif()
  endforeach()
  set_target_properties(lammps PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
cmake_language(DEFER CALL vardem_compile_together)
