// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file through a plan. Memory is bounded by a piece: `piece_points` points, or one transform where that is more.
#pragma once

#include <filesystem>
#include <functional>
#include <papilio/device.hpp>
#include <string>

#include "tools/transform/batch.hpp"

namespace papilio::tool {

struct TransformRequest {
  std::string token;
  std::filesystem::path in;
  std::filesystem::path out;
  std::string device = "auto";
  Padding padding = Padding::none;
  std::int64_t piece_points = std::int64_t{1} << 22;
};

/// Seconds by the host's clock.
struct TransformTimes {
  double set_up = 0;  ///< opening the device, planning, compiling
  double read = 0;    ///< the file, and conversion
  double upload = 0;
  double kernels = 0;
  double download = 0;
  double write = 0;
  double total = 0;
};

struct TransformReport {
  Problem problem;  ///< of the whole file
  std::int64_t elements = 0;
  std::int64_t padded = 0;       ///< zeros that were added
  std::int64_t piece_batch = 0;  ///< transforms done at once
  std::int64_t pieces = 0;
  DeviceInfo device;
  TransformTimes seconds;
};

/// `progress` is called with the number of elements done.
TransformReport transform_file(const TransformRequest& request, const std::function<void(std::int64_t)>& progress);

}  // namespace papilio::tool
