// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CacheState names the places that keep compiled kernels from one process to the next. The environment decides:
// docs/environment.md.
#pragma once

#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <string>
#include <vector>

namespace papilio {

/// CacheState names the folders and files with a device's compiled kernels. A folder need not exist yet.
struct CacheState {
  std::string folder;     ///< Papilio's, or the driver's own (PoCL); empty: kernels are compiled in every process
  std::string read_only;  ///< PAPILIO_CACHE_READONLY; empty: none, or the cache is off
  std::string pack;       ///< file PAPILIO_KERNEL_PACK, if it can be used; empty: none, or the cache is off
  std::vector<std::string> refused;  ///< settings that are not followed, and why
};
/// Reads the environment at the time of the call, from any thread. Throws Error(invalid_argument) for the device
/// "none".
PAPILIO_API CacheState cache_state(const Device& device);

}  // namespace papilio
