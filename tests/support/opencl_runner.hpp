// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs OpenCL C text on the first device, without Papilio's run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/library.hpp"

namespace papilio::test {

struct OpenClLaunch {
  std::string kernel;
  std::size_t groups = 1;
  std::size_t threads = 1;
};

class OpenClRunner {
 public:
  /// Empty if there is no libOpenCL or no device; `skip_message` says so.
  static std::optional<OpenClRunner> first_device();
  static constexpr const char* skip_message = "no OpenCL device here: OpenCL text is neither compiled nor run";

  [[nodiscard]] std::string device_name() const;
  /// False if the device has no double precision.
  [[nodiscard]] bool has_f64() const;
  /// Builds and runs; every buffer is copied to the device and back. Throws std::runtime_error with the build log.
  void run(const std::string& source, const OpenClLaunch& launch, std::span<std::vector<std::byte>> buffers,
           std::span<const std::int64_t> scalars) const;

 private:
  OpenClRunner(Library library, void* device) : library_(std::move(library)), device_(device) {}

  Library library_;
  void* device_;
};

}  // namespace papilio::test
