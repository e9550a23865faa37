// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file through a plan. Memory is bounded by a piece: `piece_points` points, or one transform where that is more.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "tools/transform/batch.hpp"
#include "tools/transform/engine.hpp"

namespace papilio::tool {

/// A transform that is more than memory holds: out_of_core.hpp.
struct OutOfCore {
  enum class Begin { where_it_was_left, anew };

  std::int64_t memory = std::int64_t{1} << 30;  ///< bytes that one block may take on host and device together
  Begin begin = Begin::where_it_was_left;
  std::function<bool()> stopped = [] {
    return false;
  };  ///< asked after each block; the rest is left to another process
};

struct TransformRequest {
  std::string token;
  std::filesystem::path in;
  std::filesystem::path out;
  std::string device = "auto";
  PieceEnd padding = PieceEnd::none;
  std::int64_t piece_points = std::int64_t{1} << 22;
  std::optional<OutOfCore> out_of_core = {};
};

struct SweepReport {
  std::string token;  ///< of a block
  std::int64_t blocks = 0;
};

struct TransformReport {
  Problem problem;  ///< of the whole file
  std::int64_t elements = 0;
  std::int64_t padded = 0;       ///< zeros that were added
  std::int64_t piece_batch = 0;  ///< transforms done at once
  std::int64_t pieces = 0;
  std::vector<SweepReport> sweeps;  ///< out of core
  bool resumed = false;             ///< out of core: another process has begun
  bool stopped = false;             ///< out of core: there is no result yet
  DeviceInfo device;
  std::vector<std::string> notes;
  TransformTimes seconds;
};

/// Told what is done, and of how much.
using TransformProgress = std::function<void(std::int64_t done, std::int64_t total)>;

TransformReport transform_file(const TransformRequest& request, const TransformProgress& progress);

/// Describes the file and the request, and adds both to the report. Throws TokenError and Error.
FileElements describe(const TransformRequest& request, const SignalReader& reader, TransformReport& report);

}  // namespace papilio::tool
