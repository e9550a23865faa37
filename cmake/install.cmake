# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Install rules: headers, the library, the CMake package, papilio.pc, the command. Every path in the installed files is
# relative to the file itself, so `--prefix` also works after the build. The components are the packages that
# cmake/package.cmake makes: library, development, tools, compat.
if(NOT TARGET papilio_library)
  return()
endif()
include(CMakePackageConfigHelpers)
set(papilio_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/papilio)
set(papilio_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS papilio_library EXPORT papilioTargets
        LIBRARY COMPONENT library NAMELINK_COMPONENT development ARCHIVE COMPONENT development)
install(DIRECTORY include/papilio DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
if(TARGET papilio)
  install(TARGETS papilio COMPONENT tools)
endif()
if(TARGET papilio_mpi)
  install(TARGETS papilio_mpi EXPORT papilioMpiTargets COMPONENT mpi)
  install(EXPORT papilioMpiTargets NAMESPACE papilio:: DESTINATION ${papilio_package_dir} COMPONENT mpi)
endif()
if(TARGET papilio-mpi)
  install(TARGETS papilio-mpi COMPONENT mpi)
endif()
install(EXPORT papilioTargets NAMESPACE papilio:: DESTINATION ${papilio_package_dir} COMPONENT development)

configure_package_config_file(cmake/papilioConfig.cmake.in ${PROJECT_BINARY_DIR}/papilioConfig.cmake
                              INSTALL_DESTINATION ${papilio_package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/papilioConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/papilioConfig.cmake ${PROJECT_BINARY_DIR}/papilioConfigVersion.cmake
        DESTINATION ${papilio_package_dir} COMPONENT development)

if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(papilio_pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH up "/prefix/${papilio_pkgconfig_dir}" "/prefix")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(papilio_pc_prefix "\${pcfiledir}/${up}")
endif()
cmake_path(APPEND papilio_pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
cmake_path(APPEND papilio_pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
# Users of a static papilio need these, so they are public there. A shared one omits them: even Requires.private would
# make pkg-config ask every user for fmt's .pc file.
set(papilio_pc_requires "")
set(papilio_pc_libs "")
if(NOT BUILD_SHARED_LIBS)
  set(papilio_pc_requires fmt)
  set(papilio_pc_libs "-pthread")
  if(CMAKE_DL_LIBS)
    string(APPEND papilio_pc_libs " -l${CMAKE_DL_LIBS}")
  endif()
endif()
configure_file(cmake/papilio.pc.in ${PROJECT_BINARY_DIR}/papilio.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/papilio.pc DESTINATION ${papilio_pkgconfig_dir} COMPONENT development)
