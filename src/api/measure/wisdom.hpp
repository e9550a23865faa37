// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The wisdom of this process: what was measured, imported, or read from the file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <papilio/device.hpp>
#include <papilio/wisdom.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/measure/wisdom_file.hpp"
#include "core/device_caps.hpp"
#include "plan/tuned/tuned_text.hpp"
#include "runtime/cache_files.hpp"

namespace papilio::api {

/// The name of a device in wisdom: backend, name and compute units, without spaces. Equal for equal machines.
std::string wisdom_identity(const DeviceInfo& info, const DeviceCaps& caps);

/// Lines by device and problem.
using WisdomLines = std::map<std::pair<std::string, std::string>, plan::TunedPlan>;

/// The text of a file with these lines added. They replace lines of the text for the same device and problem, unless
/// only the old line is exhaustive; those of windows of numbers are left out. Lines of the text that are not understood
/// are kept: a later version may have written them.
std::string merged_wisdom(std::string_view text, std::span<const plan::TunedPlan> lines);

class Wisdom {
 public:
  static Wisdom& of_process();

  /// Finds the line of this process, else that of the file, else that of the kernel pack.
  std::optional<plan::TunedPlan> find(const std::string& device, const std::string& problem);
  void add(std::span<const plan::TunedPlan> lines, WisdomScope scope);
  void forget(WisdomScope scope);
  std::vector<plan::TunedPlan> lines();
  WisdomState state();

  /// A number that changes whenever the answers of find() may change.
  std::uint64_t generation();
  /// generation() for frequent callers: checks the file at most once a second.
  std::uint64_t recent_generation();

 private:
  using Clock = std::chrono::steady_clock;
  /// Reads the file and the pack if they have changed; with the lock held.
  void refresh();
  void read_pack();
  WisdomLines all();

  std::mutex mutex_;
  WisdomLines own_;
  WisdomLines of_file_;
  std::vector<std::string> refused_;
  std::filesystem::path path_;
  runtime::FileStamp stamp_;
  std::filesystem::path pack_;  ///< whose lines of_pack_ are
  runtime::FileStamp pack_stamp_;
  WisdomLines of_pack_;
  std::uint64_t generation_ = 0;
  Clock::time_point looked_;
};

}  // namespace papilio::api
