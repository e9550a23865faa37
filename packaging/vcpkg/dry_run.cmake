# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# cmake -P packaging/vcpkg/dry_run.cmake: runs the port with stand-ins for vcpkg's functions, which print their calls.
foreach(function vcpkg_cmake_configure vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig
                 vcpkg_install_copyright)
  cmake_language(EVAL CODE "function(${function})\n list(JOIN ARGN \" \" call)\n message(\"${function} \${call}\")\nendfunction()")
endforeach()
set(CURRENT_PACKAGES_DIR ${CMAKE_CURRENT_LIST_DIR}/no-such-folder)
include(${CMAKE_CURRENT_LIST_DIR}/papilio/portfile.cmake)
