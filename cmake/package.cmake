# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Packages by CPack, which scripts/package runs: one .deb for each component, and one .tar.gz of all of them. With
# SOURCE_DATE_EPOCH in the environment the same source gives the same bytes (docs/adr/0053).
if(NOT PAPILIO_PACKAGE)
  return()
endif()
set(PAPILIO_MAINTAINER "The Papilio authors <papilio@noreply.example>" CACHE STRING "Name and address in the packages")
find_program(PAPILIO_GZIP gzip REQUIRED)

# Debian names a library after its soname, which carries the minor version.
set(papilio_series ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(papilio_debian_library libpapilio${papilio_series})
set(papilio_debian_development libpapilio-dev)
set(papilio_debian_tools papilio)
set(papilio_debian_compat papilio-compat)
set(papilio_components library development tools compat)

# papilio_gzip(TEXT_FILE OUTPUT): compressed without a name and a date.
function(papilio_gzip source output)
  execute_process(COMMAND ${PAPILIO_GZIP} -9nc ${source} OUTPUT_FILE ${output} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

string(TIMESTAMP papilio_date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH
set(folder ${PROJECT_BINARY_DIR}/package)
file(MAKE_DIRECTORY ${folder})
papilio_gzip(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${folder}/changelog.gz)
foreach(component IN LISTS papilio_components)
  set(name ${papilio_debian_${component}})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  configure_file(packaging/debian/changelog.in ${folder}/${name}/changelog @ONLY)
  papilio_gzip(${folder}/${name}/changelog ${folder}/${name}/changelog.Debian.gz)
  install(FILES ${folder}/changelog.gz ${folder}/${name}/changelog.Debian.gz packaging/debian/copyright
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
endforeach()
install(FILES packaging/debian/compat.overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
        RENAME ${papilio_debian_compat} COMPONENT compat)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME papilio)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each component has a first line of its own
set(CPACK_PACKAGE_VENDOR "The Papilio authors")
set(CPACK_PACKAGE_FILE_NAME papilio-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL ${papilio_components})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${PAPILIO_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}
                                                ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/papilio/fftw3)
set(papilio_same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
# Nothing is linked with a driver: any OpenCL, Vulkan or CUDA driver will do, and PoCL makes a device of the processor.
set(papilio_drivers "ocl-icd-libopencl1 | libopencl1, pocl-opencl-icd | opencl-icd")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
# Which package a program needs that is linked with the library, and the linker's cache. CPack's own rule for them asks for
# exactly the version that the program was linked with.
file(CONFIGURE OUTPUT ${folder}/shlibs CONTENT
     "libpapilio ${papilio_series} ${papilio_debian_library} (>= ${papilio_series}.0)\n")
file(CONFIGURE OUTPUT ${folder}/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${folder}/shlibs ${folder}/triggers)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS ${papilio_drivers})
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "fast Fourier transforms on GPUs and CPUs
Papilio plans transforms of any length and number of dimensions, generates
kernels for them, and compiles them at run time for the device at hand:
through CUDA, OpenCL or Vulkan, on processors through PoCL.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${papilio_debian_library} ${papilio_same_version}")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "fast Fourier transforms on GPUs and CPUs - development files
Headers for C++20 and C99, a Fortran module as source, and what CMake and
pkg-config read, for programs that use Papilio.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS ${papilio_drivers})
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "libfftw3-long3, libfftw3-quad3, libfftw3-double3, libfftw3-single3")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "fast Fourier transforms on GPUs and CPUs - command
The papilio command shows the frequencies in recordings and pictures,
transforms and convolves files, checks and benchmarks transforms on the
devices at hand, and shows their plans and kernels.")

set(CPACK_DEBIAN_COMPAT_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_COMPAT_PACKAGE_DEPENDS "${papilio_debian_library} ${papilio_same_version}")
set(CPACK_DEBIAN_COMPAT_PACKAGE_SUGGESTS "libfftw3-double3, libfftw3-single3, libfftw3-long3")
set(CPACK_COMPONENT_COMPAT_DESCRIPTION "fast Fourier transforms on GPUs and CPUs - drop-in libraries
Libraries with the names and interfaces of cuFFT and of FFTW 3, in folders of
their own: a program runs on Papilio where LD_LIBRARY_PATH names one of them.")
include(CPack)
