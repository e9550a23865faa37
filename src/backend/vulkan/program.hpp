// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs: a SPIR-V module as a pipeline. A binary is the module, with what the driver made of it (its pipeline
// cache).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/vulkan/device.hpp"

namespace papilio::backend::vulkan {

/// What a launch needs of a program; submitted work keeps it alive.
struct Pipeline {
  VulkanSetLayoutHandle set_layout;
  VulkanLayoutHandle layout;
  VulkanPipelineHandle pipeline;
  std::vector<std::uint32_t> bindings;  ///< the buffers that are bound, by their place among the arguments
  std::uint32_t push_bytes = 0;
  bool addresses = false;  ///< the addresses of the other buffers come first among the push constants
};

class VulkanProgram final : public runtime::Program {
 public:
  VulkanProgram(std::shared_ptr<const VulkanDevice> device, std::shared_ptr<const Pipeline> pipeline,
                std::vector<std::uint32_t> module)
      : device_(std::move(device)), pipeline_(std::move(pipeline)), module_(std::move(module)) {}
  /// Compiles the module once more, because drivers that keep statistics do not use their caches.
  [[nodiscard]] std::optional<runtime::Resources> resources(int threads, std::int64_t local_memory) const override;
  [[nodiscard]] const VulkanDevice& device() const { return *device_; }
  [[nodiscard]] const std::shared_ptr<const Pipeline>& pipeline() const { return pipeline_; }

 private:
  std::shared_ptr<const VulkanDevice> device_;
  std::shared_ptr<const Pipeline> pipeline_;
  std::vector<std::uint32_t> module_;  ///< words of SPIR-V
};

/// Throws Error where the driver fails.
Pipeline make_pipeline(const VulkanDevice& device, const std::vector<std::uint32_t>& module, VkPipelineCache cache,
                       VkPipelineCreateFlags flags = 0);

/// As runtime::Device::compile() and load().
std::vector<std::byte> compile_program(const VulkanDevice& device, const Source& source, const std::string& entry);
std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const VulkanDevice> device,
                                               std::span<const std::byte> binary, const std::string& entry);

}  // namespace papilio::backend::vulkan
