# The targets that are Python programs: demo, examples, roundrobin, bench and doc.  Their packages are in one virtual environment, <build>/venv.

set(venv ${CMAKE_BINARY_DIR}/venv)

# python_target(NAME PACKAGES <of pip> RUN <arguments of python>)
function(python_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PACKAGES;RUN")
  add_custom_target(${name}
    COMMAND sh -c "exec \"$@\" >/dev/null" sh ${VARDEM_ROOT}/cmake/python-env ${venv} ${arg_PACKAGES}
    COMMAND ${venv}/bin/python ${arg_RUN}
    USES_TERMINAL VERBATIM COMMENT "")
endfunction()

python_target(demo PACKAGES numpy matplotlib
  RUN ${VARDEM_ROOT}/examples/side_by_side/run.py --lmp ${CMAKE_BINARY_DIR}/bin/lmp --out ${CMAKE_BINARY_DIR}/demo)
add_dependencies(demo lmp)

python_target(examples PACKAGES numpy matplotlib
  RUN ${VARDEM_ROOT}/examples/gallery.py --lmp ${CMAKE_BINARY_DIR}/bin/lmp --out ${CMAKE_BINARY_DIR}/examples)
add_dependencies(examples lmp)

python_target(roundrobin PACKAGES numpy matplotlib
  RUN ${VARDEM_ROOT}/bench/roundrobin/roundrobin.py --lmp ${CMAKE_BINARY_DIR}/bin/lmp --out ${CMAKE_BINARY_DIR}/roundrobin)
add_dependencies(roundrobin lmp)

python_target(bench PACKAGES matplotlib
  RUN ${VARDEM_ROOT}/bench/run.py --build ${CMAKE_BINARY_DIR} --lammps-source ${LAMMPS_SOURCE_DIR})
if(TARGET bench_integrators)
  add_dependencies(bench bench_integrators bench_rotations bench_compatible bench_friction bench_fclib bench_counts)
else()
  add_custom_target(no_benchmark COMMAND ${CMAKE_COMMAND} -E echo "make bench needs Google Benchmark (Debian: libbenchmark-dev)"
    COMMAND false VERBATIM)
  add_dependencies(bench no_benchmark)
endif()

python_target(doc PACKAGES sphinx latex2mathml
  RUN -m sphinx -q -W -b html ${VARDEM_ROOT}/doc/src ${CMAKE_BINARY_DIR}/doc/html)
