// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Work memory of the caller's: its checks, and how it is cut into the arrays of an execution, one after the other.
#pragma once

#include <array>
#include <optional>
#include <papilio/mpi_options.hpp>

#include "region.hpp"

namespace papilio::mpi {

/// Whether plans for the device can have such memory. Throws Error(unsupported), or Error(invalid_argument) if
/// Options::arrays is missing.
void validate_work(const Options& options, const Device& device);

/// Input or output of an execution: an address on the host, or a buffer.
struct ArrayOfExecution {
  const char* name = "";
  const void* host = nullptr;
  Buffer buffer = {};
  std::size_t bytes = 0;
};

/// Throws Error(invalid_argument) unless the memory is as large as `needed`, aligned, and apart from the arrays.
void check_work(const Device& device, const std::optional<CallerWork>& work, const WorkSizes& needed,
                const std::array<ArrayOfExecution, 2>& arrays);
/// Throws what a plan with memory of its own says.
[[noreturn]] void refuse_work();

/// Where an array of the work memory is. A device that computes in the host's memory has one for all.
enum class WorkSide { host, device, both };

class WorkCutter {
 public:
  /// Counts: the arrays have sizes and no memory.
  explicit WorkCutter(const Device& device);
  /// Cuts memory that check_work() has accepted.
  WorkCutter(const Device& device, const CallerWork& work);

  Region array(std::size_t bytes, WorkSide side);
  [[nodiscard]] const WorkSizes& taken() const { return taken_; }

 private:
  Device device_;
  bool shares_;
  std::byte* host_ = nullptr;
  std::byte* on_device_ = nullptr;
  WorkSizes taken_;
};

}  // namespace papilio::mpi
