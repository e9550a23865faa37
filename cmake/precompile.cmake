# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Half of a build's time goes into parsing headers of the standard library, {fmt} and GoogleTest. Precompiled they save a
# third of it. Every source still includes what it uses, so that it compiles without them.
#
# Off with a compiler launcher: ccache caches such compilations only with CCACHE_SLOPPINESS=pch_defines,time_macros.
set(papilio_precompile_default ON)
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(papilio_precompile_default OFF)
endif()
option(PAPILIO_PRECOMPILE "Precompile headers" ${papilio_precompile_default})

set(papilio_library_headers
    <fmt/format.h> <fmt/ranges.h> <algorithm> <array> <bit> <cmath> <complex> <cstddef> <cstdint> <cstring> <functional>
    <limits> <map> <memory> <numeric> <optional> <span> <stdexcept> <string> <string_view> <utility> <variant> <vector>)
set(papilio_command_headers ${papilio_library_headers} <CLI/CLI.hpp> <nlohmann/json.hpp>)
set(papilio_test_headers ${papilio_library_headers} <gmock/gmock.h> <gtest/gtest.h>)

# papilio_precompile(TARGET library|command|test): precompiles the headers that most sources of such targets include, once
# for all targets of one kind. They must have the options for code generation of the target made here, which is apart
# because a target waits for all of the one whose headers it uses.
function(papilio_precompile target kind)
  if(NOT PAPILIO_PRECOMPILE)
    return()
  endif()
  set(owner papilio_precompiled_${kind})
  if(NOT TARGET ${owner})
    set(source ${PROJECT_BINARY_DIR}/precompiled.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "int main() {}\n")
    if(kind STREQUAL library)
      add_library(${owner} OBJECT ${source})
    else()
      add_executable(${owner} EXCLUDE_FROM_ALL ${source})
      target_compile_options(${owner} PRIVATE $<$<CONFIG:Release>:-O$<IF:$<STREQUAL:${kind},test>,0,1>>)
    endif()
    # GoogleTest's target defines macros, which must be the same here.
    target_link_libraries(${owner} PRIVATE fmt::fmt papilio_flags $<$<STREQUAL:${kind},test>:GTest::gmock>)
    target_precompile_headers(${owner} PRIVATE ${papilio_${kind}_headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
