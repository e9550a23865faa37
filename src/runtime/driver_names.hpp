// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The names of the drivers' libraries: driver_names_posix.cpp, driver_names_windows.cpp.
#pragma once

#include <string>
#include <vector>

namespace papilio::runtime {

std::vector<std::string> opencl_names();
std::vector<std::string> vulkan_names();
std::vector<std::string> cuda_names();

/// NVRTC of one major version of CUDA.
struct NvrtcName {
  int major;
  const char* name;
};
/// Newest first.
std::vector<NvrtcName> nvrtc_sonames();
/// Returns the places of NVRTC, as prefixes of its name: where the loader looks, then below the toolkit's folders
/// `roots`.
std::vector<std::string> nvrtc_folders(const std::vector<std::string>& roots);

}  // namespace papilio::runtime
