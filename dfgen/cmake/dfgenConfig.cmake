# SPDX-License-Identifier: Apache-2.0
# Graphs as targets of a CMake project:
#
#   find_package(dfgen REQUIRED)         # with -Ddfgen_DIR=$(dfgen --cmake-dir)
#   dfgen_add_program(TARGET GRAPH [CORES N] [PARAMETERS NAME=VALUE...] [OPTIONS OPTION...])
#   dfgen_add_library(TARGET GRAPH [STATIC] ...)  # the same; its header is found by who links it
#
# OPTIONS are those of `dfgen compile`. The graph is compiled as CMake configures, again when the graph, its C or dfgen has
# changed, for the C compiler of the project; its C is built as a subdirectory.
get_filename_component(_dfgen_prefix "${CMAKE_CURRENT_LIST_DIR}/../../../../.." ABSOLUTE)
find_program(DFGEN_EXECUTABLE dfgen HINTS "${_dfgen_prefix}/bin" "$ENV{VIRTUAL_ENV}/bin")
if(NOT DFGEN_EXECUTABLE)
    set(dfgen_FOUND FALSE)
    set(dfgen_NOT_FOUND_MESSAGE "The command dfgen is not on the PATH: set DFGEN_EXECUTABLE")
    return()
endif()
execute_process(COMMAND "${DFGEN_EXECUTABLE}" --version OUTPUT_VARIABLE _dfgen_version OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT _dfgen_version STREQUAL "dfgen ${dfgen_VERSION}")
    set(dfgen_FOUND FALSE)
    set(dfgen_NOT_FOUND_MESSAGE "${DFGEN_EXECUTABLE} is '${_dfgen_version}', and this package is of ${dfgen_VERSION}")
    return()
endif()

function(dfgen_add_program target graph)
    _dfgen_add(${target} "${graph}" PROGRAM ${ARGN})
endfunction()

function(dfgen_add_library target graph)
    _dfgen_add(${target} "${graph}" LIBRARY ${ARGN})
endfunction()

function(_dfgen_add target graph kind)
    cmake_parse_arguments(PARSE_ARGV 3 given "STATIC" "CORES" "PARAMETERS;OPTIONS")
    if(given_UNPARSED_ARGUMENTS)
        list(GET given_UNPARSED_ARGUMENTS 0 unknown)
        message(FATAL_ERROR "${target}: '${unknown}' is none of STATIC, CORES, PARAMETERS, OPTIONS")
    endif()
    get_filename_component(graph "${graph}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/dfgen/${target}")
    set(arguments ${given_OPTIONS})
    if(kind STREQUAL LIBRARY)
        list(APPEND arguments --library)
    endif()
    if(given_CORES)
        list(APPEND arguments --cores ${given_CORES})
    endif()
    foreach(parameter IN LISTS given_PARAMETERS)
        list(APPEND arguments -p ${parameter})
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${graph}")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env "CC=${CMAKE_C_COMPILER}"
            "${DFGEN_EXECUTABLE}" compile -q "${graph}" -o "${folder}" --depfile "${folder}.d" ${arguments}
        OUTPUT_QUIET
        ERROR_VARIABLE told
        RESULT_VARIABLE status
    )
    if(NOT status EQUAL 0)
        if(kind STREQUAL PROGRAM AND told MATCHES "error\\[library-needed\\]")
            string(APPEND told "\nUse dfgen_add_library(${target} ...), or put actors in the places of its ports.")
        endif()
        message(FATAL_ERROR "dfgen cannot compile ${graph}:\n${told}")
    endif()
    if(told)
        message(STATUS "${told}")
    endif()
    _dfgen_depend("${folder}.d")
    set(DF_TARGET ${target})
    set(DF_STATIC ${given_STATIC})
    add_subdirectory("${folder}" "${folder}/build")
endfunction()

# Configures again when one of the files has changed that a rule of make names.
function(_dfgen_depend rule)
    file(READ "${rule}" text)
    string(REGEX REPLACE "^[^:]*:" "" text "${text}")
    string(REPLACE "\\\n" " " text "${text}")
    string(REPLACE "$$" "$" text "${text}")
    separate_arguments(files UNIX_COMMAND "${text}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
endfunction()
