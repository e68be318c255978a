# Target cuda_kit: an archive that runs the /kk styles on a machine which has a GPU and its driver, and nothing else (make cuda)

get_property(tests GLOBAL PROPERTY VARDEM_LAMMPS_TESTS)
list(FILTER tests INCLUDE REGEX "^(kokkos|scenarios-kk/)")
list(JOIN tests "\n" lines)
file(WRITE ${CMAKE_BINARY_DIR}/kit_tests "${lines}\n")
list(TRANSFORM tests REPLACE "^[^|]*[|]([^|]*).*" "\\1" OUTPUT_VARIABLE programs)
list(REMOVE_DUPLICATES programs)

set(archive ${VARDEM_ROOT}/build/cuda-kit.tar.xz)
add_custom_target(cuda_kit
  COMMAND ${CMAKE_CURRENT_LIST_DIR}/../cuda-kit/pack ${CMAKE_BINARY_DIR} ${HOST_DIR} ${LAMMPS_SOURCE_DIR} ${toolkit} ${archive}
    "LAMMPS ${LAMMPS_RELEASE}, Kokkos for ${VARDEM_GPU_ARCH}"
  USES_TERMINAL VERBATIM COMMENT "")
add_dependencies(cuda_kit lmp bench_device_copy ${programs})
