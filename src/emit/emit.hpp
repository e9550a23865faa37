// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Emitting: a kernel's IR as source for one compiler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device_caps.hpp"
#include "core/dialect.hpp"
#include "ir/ir.hpp"

namespace papilio::emit {

/// The newest architecture that the PTX emitter targets (90 is compute capability 9.0); newer devices run that PTX too.
inline constexpr int newest_ptx = 90;

/// The target of a source. The architecture is that of PTX: the compute capability, 90 for 9.0; the features are
/// SPIR-V's.
struct Target {
  int architecture = newest_ptx;
  ShaderFeatures shader;
  bool addresses = false;                     ///< SPIR-V: the device has them, for tables
  int required_warp = 0;                      ///< OpenCL C: DeviceCaps::required_warp
  std::vector<std::uint32_t> callbacks = {};  ///< SPIR-V: what a compiler made of callbacks_in_glsl()
  Target() = default;
  Target(int compute_capability) : architecture(compute_capability) {}  // NOLINT(google-explicit-constructor)
  explicit Target(const DeviceCaps& caps)
      : architecture(caps.architecture != 0 ? caps.architecture : newest_ptx),
        shader(caps.shader),
        addresses(caps.addresses),
        required_warp(caps.required_warp) {}
};

/// The source of a module. Parameters come in the order of module.buffers, then module.scalars as 64-bit integers.
/// Deterministic: equal modules give equal sources. Throws Error(internal) for what the dialect cannot express: vectors
/// wider than 4 in CUDA, callbacks in PTX, and callbacks in SPIR-V that no compiler has seen. Error(unsupported) for
/// what WGSL lacks (emit/wgsl/wgsl.hpp).
Source emit(const ir::Module& module, Dialect dialect, const Target& target = {});

/// SPIR-V: the callbacks of a module as a compute shader in GLSL, for a compiler of that language. What it makes of
/// them becomes Target::callbacks. The module has callbacks.
std::string callbacks_in_glsl(const ir::Module& module, const Target& target);

/// WGSL: the binding of each buffer. Those that may be the same memory (Buffer::restrict_) have one binding.
std::vector<int> bindings_of(const ir::Module& module);

}  // namespace papilio::emit
