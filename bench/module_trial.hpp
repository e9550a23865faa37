// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A problem tried by a module in a process of its own. On a processor's device kernels run in the process that uses
// them, and one that reads beyond its buffers ends it: VkFFT 1.3.4 on PoCL does for r2c:f32:65542, 40006, 65543 and
// 131086. Lengths without a prime factor above 13 have not been seen to need it.
#pragma once

#include <optional>
#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <string>

#include "bench/peers/peer.hpp"

namespace papilio::bench {

struct ModuleTrial {
  std::string module;  ///< "vkfft-opencl"
  std::string token;
  std::string device;
};

/// Why a module cannot be let do a problem in this process, its own failure or not; std::nullopt where it can.
std::optional<PeerRefusal> crash_of(const std::string& module, const Problem& problem, const DeviceInfo& device);

/// In the other process: plans the problem and executes it once. A refusal is no crash.
void try_module_here(const ModuleTrial& trial);

}  // namespace papilio::bench
