// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a CUDA device says about itself, as Papilio's DeviceInfo and DeviceCaps. Needs no context.
#pragma once

#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "backend/cuda/library.hpp"
#include "core/device_caps.hpp"

namespace papilio::backend::cuda {

/// A device and its place in the driver's order, which CUDA_VISIBLE_DEVICES may have changed.
struct Found {
  CUdevice device = 0;
  std::string id;  ///< "cuda:0"
};

/// Every device in the driver's order. Where there is none, `notes` says what was looked for, why it is not there and
/// which package provides it.
std::vector<Found> enumerate(const Library& library, std::vector<std::string>& notes);

DeviceInfo device_info(const Library& library, const Found& found);
DeviceCaps device_caps(const Symbols& cuda, const DeviceInfo& info, CUdevice device);

}  // namespace papilio::backend::cuda
