// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Queries an OpenCL device into Papilio's DeviceInfo and DeviceCaps.
#pragma once

#include <papilio/device.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "backend/opencl/library.hpp"
#include "core/device_caps.hpp"

namespace papilio::backend::opencl {

/// The name of PoCL's platform, and the remedy when PoCL cannot use its cache directory.
inline constexpr std::string_view pocl = "Portable Computing Language";
inline constexpr std::string_view pocl_cache_remedy =
    "PoCL compiles in $POCL_CACHE_DIR, else in ~/.cache/pocl: let that be a folder that you may write to, with space "
    "left";

/// A device, its platform, and its id from the enumeration of all platforms.
struct ClListEntry {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  std::string id;  ///< "opencl:0"
};

/// Every device of every platform, in the library's order. If there is none, `notes` says what was tried, why it failed
/// and which package provides it.
std::vector<ClListEntry> enumerate(const ClLibrary& library, std::vector<std::string>& notes);

DeviceCaps device_caps(const ClSymbols& cl, cl_device_id device);
DeviceInfo device_info(const ClSymbols& cl, const ClListEntry& found, const DeviceCaps& caps);

/// True if the device computes in the host's memory.
bool has_unified_memory(const ClSymbols& cl, cl_device_id device);

bool has_extension(const ClSymbols& cl, cl_device_id device, std::string_view name);
/// A string property of a device or platform; empty if the driver has none.
std::string device_string(const ClSymbols& cl, cl_device_id device, cl_device_info what);
std::string platform_string(const ClSymbols& cl, cl_platform_id platform, cl_platform_info what);

}  // namespace papilio::backend::opencl
