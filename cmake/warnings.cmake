# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Warnings and sanitizers for Papilio's own targets; linked privately, never exported. Inside another project the warnings are
# that project's choice.
add_library(papilio_flags INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(papilio_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
endif()
# GCC 12 warns of "operator+(const char*, std::string&&)" inside its own library (GCC bug 105651, fixed in 13).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(papilio_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 reports uninitialised members in every std::variant that it inlines.
  target_compile_options(papilio_flags INTERFACE -Wno-maybe-uninitialized)
endif()
if(PAPILIO_SANITIZE)
  target_compile_options(papilio_flags INTERFACE -fsanitize=${PAPILIO_SANITIZE} -fno-omit-frame-pointer
                                                 -fno-sanitize-recover=all)
  target_link_options(papilio_flags INTERFACE -fsanitize=${PAPILIO_SANITIZE})
endif()
if(PAPILIO_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "PAPILIO_BUILD_FUZZERS: libFuzzer comes with clang, but the compiler is "
                        "${CMAKE_CXX_COMPILER_ID}; configure with the preset 'fuzz'")
  endif()
  # Coverage counters in all targets, so that libFuzzer also sees branches inside the libraries.
  target_compile_options(papilio_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(papilio_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
