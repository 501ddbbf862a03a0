# SPDX-License-Identifier: Apache-2.0
# Graphs as targets of a CMake project:
#
#   find_package(dfgen REQUIRED)         # with -Ddfgen_DIR=$(dfgen --cmake-dir)
#   dfgen_add_program(TARGET GRAPH [CORES N] [PARAMETERS NAME=VALUE...] [OPTIONS OPTION...])
#   dfgen_add_library(TARGET GRAPH [STATIC|SHARED] ...)  # the same; its header is found by who links it
#
# OPTIONS are those of `dfgen compile` that nothing else here says. The graph is compiled as CMake configures, again when the
# graph, its C or dfgen has changed, for the C compiler of the project; its C is built as a subdirectory. What is built lies
# where other targets of the folder do.
get_filename_component(_dfgen_prefix "${CMAKE_CURRENT_LIST_DIR}/../../../../.." ABSOLUTE)
find_program(DFGEN_EXECUTABLE dfgen HINTS "${_dfgen_prefix}/bin" "$ENV{VIRTUAL_ENV}/bin")
set(_dfgen_hint "give the path of the command dfgen, -DDFGEN_EXECUTABLE=PATH")
if(NOT DFGEN_EXECUTABLE)
    set(dfgen_FOUND FALSE)
    set(dfgen_NOT_FOUND_MESSAGE "The command dfgen is not on the PATH: ${_dfgen_hint}")
    return()
endif()
string(APPEND _dfgen_hint ", or -UDFGEN_EXECUTABLE to look for it anew")
execute_process(
    COMMAND "${DFGEN_EXECUTABLE}" --version
    OUTPUT_VARIABLE _dfgen_version
    ERROR_VARIABLE _dfgen_told
    RESULT_VARIABLE _dfgen_status
    OUTPUT_STRIP_TRAILING_WHITESPACE
)
if(NOT _dfgen_status EQUAL 0) # a text where it could not be started
    set(dfgen_FOUND FALSE)
    string(CONCAT dfgen_NOT_FOUND_MESSAGE
        "DFGEN_EXECUTABLE is '${DFGEN_EXECUTABLE}', which cannot be run (${_dfgen_status}): ${_dfgen_hint}\n${_dfgen_told}"
    )
    return()
endif()
string(REGEX MATCH "^[^\n]*" _dfgen_version "${_dfgen_version}")
if(NOT _dfgen_version STREQUAL "dfgen ${dfgen_VERSION}")
    set(dfgen_FOUND FALSE)
    string(CONCAT dfgen_NOT_FOUND_MESSAGE
        "DFGEN_EXECUTABLE is '${DFGEN_EXECUTABLE}', which calls itself '${_dfgen_version}', and this package is of "
        "${dfgen_VERSION}: ${_dfgen_hint}"
    )
    return()
endif()

function(dfgen_add_program target graph)
    _dfgen_add("${target}" "${graph}" PROGRAM ${ARGN})
endfunction()

function(dfgen_add_library target graph)
    _dfgen_add("${target}" "${graph}" LIBRARY ${ARGN})
endfunction()

function(_dfgen_add target graph kind)
    _dfgen_require_name("${target}")
    if(TARGET ${target})
        message(FATAL_ERROR "${target}: there is a target of that name already; give each graph a name that no other target has")
    endif()
    cmake_parse_arguments(PARSE_ARGV 3 given "STATIC;SHARED" "CORES" "PARAMETERS;OPTIONS")
    if(given_UNPARSED_ARGUMENTS)
        list(GET given_UNPARSED_ARGUMENTS 0 unknown)
        message(FATAL_ERROR "${target}: '${unknown}' is none of STATIC, SHARED, CORES, PARAMETERS, OPTIONS")
    endif()
    if(kind STREQUAL PROGRAM AND (given_STATIC OR given_SHARED))
        message(FATAL_ERROR "${target}: a program is neither STATIC nor SHARED; leave that out, or use dfgen_add_library")
    endif()
    if(given_STATIC AND given_SHARED)
        message(FATAL_ERROR "${target}: a library is STATIC or SHARED, not both")
    endif()
    if("CORES" IN_LIST given_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "${target}: CORES has no value; say how many, as in CORES 2, or leave it out")
    endif()
    _dfgen_require_options(${target} ${given_OPTIONS})
    get_filename_component(graph "${graph}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/dfgen/${target}")
    set(arguments ${given_OPTIONS})
    if(kind STREQUAL LIBRARY)
        list(APPEND arguments --library)
    endif()
    if(DEFINED given_CORES)
        list(APPEND arguments --cores ${given_CORES})
    endif()
    foreach(parameter IN LISTS given_PARAMETERS)
        list(APPEND arguments -p ${parameter})
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${graph}")
    _dfgen_compilers(compilers)
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env ${compilers}
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
    file(STRINGS "${folder}/CMakeLists.txt" in_cpp REGEX "LANGUAGES C CXX\\)")
    if(in_cpp AND given_STATIC AND NOT CMAKE_CXX_COMPILER_LOADED)
        message(FATAL_ERROR "${target}: it has actors in C++, so what links it needs C++, too: say project(... LANGUAGES C CXX)")
    endif()
    set(DF_TARGET ${target})
    set(DF_STATIC ${given_STATIC})
    # Not inside of the folder: makefiles for a source folder around its build folder, both in that of the project, take the
    # headers for other files than those that objects depend on, and do not build them anew.
    add_subdirectory("${folder}" "${folder}.build")
    foreach(of RUNTIME LIBRARY ARCHIVE)
        set(place "${CMAKE_CURRENT_BINARY_DIR}")
        if(CMAKE_${of}_OUTPUT_DIRECTORY)
            set(place "${CMAKE_${of}_OUTPUT_DIRECTORY}")
        endif()
        set_target_properties(${target} PROPERTIES ${of}_OUTPUT_DIRECTORY "${place}")
    endforeach()
endfunction()

# CMake says of other names, several times over, what each of its commands cannot do with them.
function(_dfgen_require_name target)
    if(NOT target MATCHES "^[A-Za-z0-9_][A-Za-z0-9_.+-]*$")
        string(CONCAT why "'${target}' cannot be the name of a target: it has letters of ASCII, digits, '_', '.', '+' and '-', and "
            "begins with none of the last three; an alias may have '::', add_library(NAME::SPACE ALIAS TARGET)")
        message(FATAL_ERROR "${why}")
    endif()
    set(reserved all ALL_BUILD clean edit_cache help install INSTALL preinstall rebuild_cache ZERO_CHECK)
    if(target IN_LIST reserved)
        message(FATAL_ERROR "'${target}' cannot be the name of a target: CMake has a target of its own that is called so")
    endif()
endfunction()

# Of what is given twice, one would count and nobody would know which.
function(_dfgen_require_options target)
    foreach(option IN LISTS ARGN)
        set(instead)
        if(option MATCHES "^(-[qv]*o|--output(=|$))")
            set(instead "leave it out: the folder lies in that of the build, dfgen/${target}")
        elseif(option MATCHES "^--depfile(=|$)")
            set(instead "leave it out: CMake knows itself on which files the target depends")
        elseif(option MATCHES "^--library(=|$)")
            set(instead "leave it out: dfgen_add_library makes a library, dfgen_add_program a program")
        elseif(option MATCHES "^--cores(=|$)")
            set(instead "say CORES N")
        elseif(option MATCHES "^(-[qv]*p|--parameter(=|$))")
            set(instead "say PARAMETERS NAME=VALUE...")
        elseif(option MATCHES "^(-[qv]*h|--help$)")
            set(instead "leave it out: 'dfgen compile --help' is for a terminal")
        endif()
        if(instead)
            message(FATAL_ERROR "${target}: OPTIONS cannot have '${option}'; ${instead}")
        endif()
    endforeach()
endfunction()

# The compilers of the project, as CC and CXX name them to dfgen, with all that types and headers may depend on. Warnings
# and sanitizers are for what is built.
function(_dfgen_compilers variable)
    set(found)
    foreach(name CC CXX)
        string(REPLACE "CC" "C" language ${name})
        if(NOT CMAKE_${language}_COMPILER)
            continue()
        endif()
        _dfgen_flags(flags ${language})
        if(CMAKE_${language}_COMPILER_TARGET AND CMAKE_${language}_COMPILE_OPTIONS_TARGET)
            list(PREPEND flags "${CMAKE_${language}_COMPILE_OPTIONS_TARGET}${CMAKE_${language}_COMPILER_TARGET}")
        endif()
        if(CMAKE_SYSROOT)
            list(PREPEND flags "--sysroot=${CMAKE_SYSROOT}")
        endif()
        set(command)
        foreach(word "${CMAKE_${language}_COMPILER}" ${flags})
            string(REPLACE "'" "'\\''" word "${word}")
            string(APPEND command " '${word}'")
        endforeach()
        string(STRIP "${command}" command)
        list(APPEND found "${name}=${command}")
    endforeach()
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# What the variables of a language and the properties of the directory say, which the subdirectory of a graph inherits.
function(_dfgen_flags variable language)
    string(TOUPPER "${CMAKE_BUILD_TYPE}" kind)
    separate_arguments(of_kind UNIX_COMMAND "${CMAKE_${language}_FLAGS_${kind}}")
    list(FILTER of_kind INCLUDE REGEX "^-[DU]")
    separate_arguments(flags UNIX_COMMAND "${CMAKE_${language}_COMPILER_ARG1} ${CMAKE_${language}_FLAGS}")
    list(APPEND flags ${of_kind})
    get_directory_property(options COMPILE_OPTIONS)
    foreach(option IN LISTS options)
        if(option MATCHES "^SHELL:(.*)")
            separate_arguments(option UNIX_COMMAND "${CMAKE_MATCH_1}")
        endif()
        list(APPEND flags ${option})
    endforeach()
    get_directory_property(definitions COMPILE_DEFINITIONS)
    list(TRANSFORM definitions PREPEND "-D")
    get_directory_property(folders INCLUDE_DIRECTORIES)
    list(TRANSFORM folders PREPEND "-I")
    list(APPEND flags ${definitions} ${folders})
    # Expressions of the generator have no value yet.
    list(FILTER flags EXCLUDE REGEX "\\$<|^-(W|f(no-)?sanitize)")
    set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

# Configures again when one of the files has changed that a rule of make names.
function(_dfgen_depend rule)
    file(READ "${rule}" text)
    # The first line is that of the target; make takes quotes for what they are.
    string(FIND "${text}" "\n" end)
    string(SUBSTRING "${text}" ${end} -1 text)
    string(REGEX REPLACE "(['\"])" "\\\\\\1" text "${text}")
    string(REPLACE "\\\n" " " text "${text}")
    string(REPLACE "$$" "$" text "${text}")
    separate_arguments(files UNIX_COMMAND "${text}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
endfunction()
