// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every emitter on a module that the verifier accepts: none may refuse it but for what its language lacks, and what
// SPIR-V's says is valid by Khronos' validator.
#pragma once

#include <algorithm>
#include <cstring>
#include <papilio/error.hpp>
#include <spirv-tools/libspirv.hpp>
#include <vector>

#include "checks.hpp"
#include "emit/emit.hpp"

namespace papilio::fuzz {

/// PTX and SPIR-V have vectors of up to four numbers.
inline bool has_wide_vectors(const ir::Module& module) {
  return std::ranges::any_of(module.nodes, [](const ir::Node& node) { return node.type.lanes > 4; });
}

/// CUDA's have up to 16 bytes.
inline bool is_for_cuda(const ir::Module& module) {
  return std::ranges::none_of(module.nodes,
                              [](const ir::Node& node) { return node.type.lanes * ir::size_of(node.type.kind) > 16; });
}

/// A counter orders work-groups, and a cluster shares memory: Vulkan has neither.
inline bool is_for_vulkan(const ir::Module& module) {
  return module.cluster == 1 && std::ranges::none_of(module.buffers, [](const ir::Buffer* buffer) {
           return buffer->role == ir::Role::counters;
         });
}

inline void emit_spirv(const ir::Module& module) {
  static const spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  for (const ShaderFeatures& features : {ShaderFeatures{}, ShaderFeatures{true, true, true, true, true}}) {
    emit::Target target;
    target.shader = features;
    const std::string bytes = emit::emit(module, Dialect::spirv, target).bytes;
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    require(tools.Validate(words));
  }
}

/// WGSL may refuse a kernel: f64, and numbers of 8 and 16 bits.
inline void emit_wgsl(const ir::Module& module) {
  try {
    require(!emit::emit(module, Dialect::wgsl).bytes.empty());
  } catch (const Error& error) {
    require(error.code() == ErrorCode::unsupported);
  }
}

/// In all dialects that can express it.
inline void emit_everywhere(const ir::Module& module) {
  require(!emit::emit(module, Dialect::opencl).bytes.empty());
  if (has_wide_vectors(module)) return;
  if (is_for_cuda(module)) require(!emit::emit(module, Dialect::cuda).bytes.empty());
  for (const int architecture : {70, 90}) {
    if (module.cluster == 1 || architecture == 90) {
      require(!emit::emit(module, Dialect::ptx, architecture).bytes.empty());
    }
  }
  if (is_for_vulkan(module)) {
    emit_spirv(module);
    emit_wgsl(module);
  }
}

}  // namespace papilio::fuzz
