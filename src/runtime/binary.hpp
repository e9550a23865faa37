// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Helpers for all backend compilers: binaries sealed with a hash, and error messages for failed builds.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dialect.hpp"

namespace papilio::runtime {

/// Views bytes as text.
inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Prepends a hash to the driver's binary; Device::compile() returns the result. Drivers do not check what they load
/// (PoCL 3.1 aborts on a truncated binary), so load() verifies the hash before it calls the driver.
std::vector<std::byte> seal(std::span<const std::byte> native);
/// The driver's binary, or an empty span when the hash does not match.
std::span<const std::byte> unseal(std::span<const std::byte> sealed);

/// The first line of a compiler's log that mentions an error, otherwise the first line that is not blank.
std::string first_message(const std::string& log);
/// Throws Error(build_failed) with a one-line message. If PAPILIO_DEBUG is set, the whole log follows.
[[noreturn]] void throw_build_failed(const DeviceInfo& device, const std::string& entry, const std::string& why,
                                     const std::string& log);
/// Throws Error(internal): the device has no compiler for this dialect.
[[noreturn]] void throw_wrong_dialect(const DeviceInfo& device, Dialect dialect);

}  // namespace papilio::runtime
