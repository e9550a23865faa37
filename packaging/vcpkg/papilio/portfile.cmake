# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# An overlay port of this checkout: vcpkg install papilio --overlay-ports=packaging/vcpkg
cmake_path(SET SOURCE_PATH NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DPAPILIO_BUILD_TOOL=OFF -DPAPILIO_BUILD_TESTS=OFF -DPAPILIO_BUILD_CUFFT=OFF -DPAPILIO_BUILD_FFTW3=OFF
          -DPAPILIO_BUILD_MEX=OFF -DPAPILIO_BUILD_MPI=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/papilio)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
