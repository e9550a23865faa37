# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Code for one operating system is in files of its own: foo_posix.cpp and foo_windows.cpp implement foo.hpp, which has no
# types of either. The build chooses; no other file asks which system it is for. docs/adr/0061 gives the reasons.

# papilio_platform_sources(VARIABLE): takes the sources of the other system out of the list.
function(papilio_platform_sources variable)
  set(other windows)
  if(WIN32)
    set(other posix)
  endif()
  list(FILTER ${variable} EXCLUDE REGEX "_${other}\\.cpp$")
  set(${variable} ${${variable}} PARENT_SCOPE)
endfunction()
