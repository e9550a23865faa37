// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Queries a CUDA device into Papilio's DeviceInfo and DeviceCaps. Needs no context.
#pragma once

#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "backend/cuda/library.hpp"
#include "core/device_caps.hpp"

namespace papilio::backend::cuda {

/// A device and its id: its index in the driver's order, which CUDA_VISIBLE_DEVICES may change.
struct CuListEntry {
  CUdevice device = 0;
  std::string id;  ///< "cuda:0"
};

/// Every device in the driver's order. If there is none, `notes` says what was tried, why it failed and which package
/// provides it.
std::vector<CuListEntry> enumerate(const CuLibrary& library, std::vector<std::string>& notes);

DeviceCaps device_caps(const CuSymbols& cuda, CUdevice device);
DeviceInfo device_info(const CuLibrary& library, const CuListEntry& found, const DeviceCaps& caps);

}  // namespace papilio::backend::cuda
