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

# vardem_check_version(DATE WHAT CURE): stops where LAMMPS of this date is too old for VARDEM. WHAT is the source or build that has
# the date; CURE says where a newer one comes from.
function(vardem_check_version date what cure)
  vardem_day(day "${date}")
  vardem_day(oldest ${VARDEM_OLDEST_LAMMPS})
  vardem_day(newest ${VARDEM_NEWEST_LAMMPS})
  if(day EQUAL 0)
    message(FATAL_ERROR "${what} does not tell the version of LAMMPS: it has '${date}' in place of a date as "
                        "'${VARDEM_NEWEST_LAMMPS}'. Take a release of LAMMPS.")
  elseif(day LESS oldest)
    message(FATAL_ERROR "${what} is LAMMPS ${date}, and VARDEM needs ${VARDEM_OLDEST_LAMMPS} or newer. ${cure}")
  elseif(day GREATER newest)
    message(WARNING "${what} is LAMMPS ${date}; VARDEM has been tried with ${VARDEM_OLDEST_LAMMPS} to ${VARDEM_NEWEST_LAMMPS}.")
  endif()
endfunction()

# vardem_lammps_release(OUT SOURCE): the version of a LAMMPS source as LAMMPS writes it, "4 Jul 2026" or "22 Jul 2025 - Update 4"
function(vardem_lammps_release out source)
  file(STRINGS ${source}/src/version.h lines REGEX "LAMMPS_(VERSION|UPDATE) ")
  string(REGEX MATCH "LAMMPS_VERSION +\"([^\"]*)\"" found "${lines}")
  set(release "${CMAKE_MATCH_1}")
  if(lines MATCHES "LAMMPS_UPDATE +\"([^\"]*)\"")
    string(APPEND release " - ${CMAKE_MATCH_1}")
  endif()
  set(${out} "${release}" PARENT_SCOPE)
endfunction()

# vardem_lammps_version(OUT SOURCE): the date of a LAMMPS source; stops where it is too old
function(vardem_lammps_version out source)
  vardem_lammps_release(release ${source})
  string(REGEX REPLACE " - .*" "" date "${release}")
  vardem_check_version("${date}" ${source}
    "Name a newer source by LAMMPS_DIR, or a newer build by LAMMPS_BUILD_DIR; with neither of them, 'make' gets LAMMPS.")
  set(${out} ${date} PARENT_SCOPE)
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
