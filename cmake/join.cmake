# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Up to 16 sources are compiled at a time: templates of the standard library, {fmt} and GoogleTest are instantiated, inline
# functions and the initialisers in CLI11's headers compiled, once for all of them. That takes less than half of the time.
# Every source compiles by itself too; scripts/tidy reads it so (docs/adr/0110-builds-and-tests-in-35-minutes.md).
# Projects that embed Papilio get it too (docs/adr/0151-embedded-builds-are-optimised-and-joined.md).
option(PAPILIO_JOIN_SOURCES "Compile several sources at a time" ON)
if(PAPILIO_JOIN_SOURCES AND NOT WIN32)  # the macros of <windows.h> would meet other sources
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
  # KiB of a compiler: a quarter of its core's memory, from 256 MiB to 1 GiB, where most sources end without a collection.
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR heap "${memory} * 1024 / ${cores} / 4")
  if(heap LESS 262144)
    set(heap 262144)
  elseif(heap GREATER 1048576)
    set(heap 1048576)
  endif()
  # A local variable may have the name of another source's, and types of unnamed namespaces belong to one source. The rest
  # are GCC's false alarms about strings, where it inlines more than before.
  set(joined $<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>)
  set(joined_by_gcc $<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,${joined}>)
  target_compile_options(papilio_flags INTERFACE
    $<${joined}:-Wno-shadow>
    $<${joined_by_gcc}:-Wno-subobject-linkage> $<${joined_by_gcc}:-Wno-stringop-overflow> $<${joined_by_gcc}:-Wno-stringop-overread> $<${joined_by_gcc}:-Wno-array-bounds>
    $<${joined_by_gcc}:--param=ggc-min-heapsize=${heap}>)  # collects garbage less often: a tenth of the time
endif()

# papilio_compile_alone(SOURCES…): of targets of this folder, whose names would meet those of other sources.
function(papilio_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
