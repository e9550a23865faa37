# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT

# papilio_layer(NAME [DEPENDS…]): compiles all .cpp files below one folder of src/ once and offers the objects twice:
#
#   papilio_NAME          a static library for the tool and for tests of internals; brings the layers it depends on
#   papilio_NAME_objects  the same object files, for the one library that users link (src/api)
#
# A folder without sources is an empty interface library. docs/adr/0003 gives the reasons.
function(papilio_layer name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  papilio_platform_sources(sources)
  if(NOT sources)
    add_library(papilio_${name} INTERFACE)
    target_link_libraries(papilio_${name} INTERFACE ${ARG_DEPENDS})
    return()
  endif()
  add_library(papilio_${name}_objects OBJECT ${sources})
  target_include_directories(papilio_${name}_objects PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(papilio_${name}_objects PRIVATE fmt::fmt Threads::Threads papilio_flags)
  papilio_precompile(papilio_${name}_objects library)
  set_property(GLOBAL APPEND PROPERTY PAPILIO_OBJECTS papilio_${name}_objects)

  add_library(papilio_${name} STATIC $<TARGET_OBJECTS:papilio_${name}_objects>)
  target_include_directories(papilio_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(papilio_${name} PUBLIC ${ARG_DEPENDS} fmt::fmt Threads::Threads ${CMAKE_DL_LIBS})
  set_target_properties(papilio_${name} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()
