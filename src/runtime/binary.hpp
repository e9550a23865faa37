// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What compilers of all backends hand over: binaries under a seal, and reasons for failure.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>
#include <span>
#include <string>
#include <vector>

namespace papilio::runtime {

/// A binary as Device::compile() hands it out: its hash, then the driver's bytes. Drivers do not check what they load
/// (PoCL 3.1 ends the process with a failed assertion when given a truncated binary), so load() must know before it
/// asks.
std::vector<std::byte> seal(std::span<const std::byte> native);
/// The driver's bytes, or none when the seal is broken.
std::span<const std::byte> unseal(std::span<const std::byte> sealed);

/// The first line of a compiler's log that mentions an error, else the first that is not blank.
std::string first_message(const std::string& log);
/// Throws Error(build_failed). The message is one line, unless PAPILIO_DEBUG is set: then the log follows.
[[noreturn]] void throw_build_failed(const DeviceInfo& device, const std::string& entry, const std::string& why,
                                     const std::string& log);

}  // namespace papilio::runtime
