# The versions of LAMMPS that VARDEM is made for.

set(VARDEM_OLDEST_LAMMPS "4 Feb 2025")
set(VARDEM_NEWEST_LAMMPS "4 Jul 2026")    # the newest that was tried, and the oldest for the /kk styles

# vardem_day(OUT "4 Jul 2026"): a date as the number 20260704, or 0 where it is no date
function(vardem_day out date)
  set(months Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec)
  set(day 0)
  if(date MATCHES "^([0-9]+) ([A-Z][a-z][a-z]) ([0-9][0-9][0-9][0-9])$" AND CMAKE_MATCH_2 IN_LIST months)
    list(FIND months ${CMAKE_MATCH_2} month)
    math(EXPR day "(${CMAKE_MATCH_3} * 100 + ${month} + 1) * 100 + ${CMAKE_MATCH_1}")
  endif()
  set(${out} ${day} PARENT_SCOPE)
endfunction()

# vardem_lammps_version(OUT SOURCE): the version of a LAMMPS source; stops where it is too old
function(vardem_lammps_version out source)
  file(STRINGS ${source}/src/version.h line REGEX "LAMMPS_VERSION ")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" version "${line}")
  vardem_day(day "${version}")
  vardem_day(oldest ${VARDEM_OLDEST_LAMMPS})
  vardem_day(newest ${VARDEM_NEWEST_LAMMPS})
  if(day EQUAL 0)
    message(FATAL_ERROR "${source}/src/version.h does not tell the version of LAMMPS: it has '${version}' in place of a date as "
                        "'${VARDEM_NEWEST_LAMMPS}'. Take the source of a release of LAMMPS.")
  elseif(day LESS oldest)
    message(FATAL_ERROR "${source} is LAMMPS ${version}, and VARDEM needs ${VARDEM_OLDEST_LAMMPS} or newer. Name a newer source by "
                        "LAMMPS_DIR, or a newer build by LAMMPS_BUILD_DIR; with neither of them, 'make' gets LAMMPS.")
  elseif(day GREATER newest)
    message(WARNING "${source} is LAMMPS ${version}; VARDEM has been tried with ${VARDEM_OLDEST_LAMMPS} to ${VARDEM_NEWEST_LAMMPS}.")
  endif()
  set(${out} ${version} PARENT_SCOPE)
endfunction()

# vardem_require_kokkos_version(VERSION): stops where the /kk styles do not fit this version of LAMMPS
function(vardem_require_kokkos_version version)
  vardem_day(day "${version}")
  vardem_day(newest ${VARDEM_NEWEST_LAMMPS})
  if(day LESS newest)
    message(FATAL_ERROR "The /kk styles need LAMMPS ${VARDEM_NEWEST_LAMMPS}, and this is ${version}. Take LAMMPS ${VARDEM_NEWEST_LAMMPS}, "
                        "or a build of LAMMPS without package KOKKOS.")
  endif()
endfunction()
