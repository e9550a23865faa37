// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The resources of a program, from the statistics of VK_KHR_pipeline_executable_properties. Their names are each
// driver's own: those of Mesa's RADV and ANV are known.
#include <algorithm>
#include <array>
#include <string_view>

#include "backend/vulkan/program.hpp"
#include "backend/vulkan/status.hpp"
#include "core/number_theory.hpp"

namespace papilio::backend::vulkan {
namespace {

struct Statistics {
  std::optional<std::int64_t> registers;
  std::optional<std::int64_t> subgroup_memory;  ///< bytes of a subgroup outside registers
  std::optional<std::int64_t> local_memory;
  std::optional<std::int64_t> simd_subgroups;  ///< that one of the compute unit's SIMDs holds
};

struct StatisticName {
  std::string_view name;
  std::optional<std::int64_t> Statistics::*value;
};
constexpr StatisticName statistic_names[] = {{"VGPRs", &Statistics::registers},                      // RADV
                                             {"Scratch size", &Statistics::subgroup_memory},         // RADV
                                             {"LDS size", &Statistics::local_memory},                // RADV
                                             {"Subgroups per SIMD", &Statistics::simd_subgroups},    // RADV
                                             {"Scratch Memory Size", &Statistics::subgroup_memory},  // ANV
                                             {"Workgroup Memory Size", &Statistics::local_memory}};  // ANV

VkPipelineExecutablePropertiesKHR executable_of(const VulkanDevice& device, VkPipeline pipeline) {
  VkPipelineInfoKHR info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR;
  info.pipeline = pipeline;
  VkPipelineExecutablePropertiesKHR first{};
  first.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR;
  std::uint32_t count = 1;  // a compute shader is one, and the first where there are several widths
  const VkResult status = device.vk().vkGetPipelineExecutablePropertiesKHR(device.native(), &info, &count, &first);
  if (status != VK_INCOMPLETE) check(status, "asking for a kernel's executables");
  return first;
}

Statistics statistics_of(const VulkanDevice& device, VkPipeline pipeline) {
  VkPipelineExecutableInfoKHR info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR;
  info.pipeline = pipeline;
  std::array<VkPipelineExecutableStatisticKHR, 64> all{};
  for (VkPipelineExecutableStatisticKHR& one : all) one.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
  auto count = static_cast<std::uint32_t>(all.size());
  const VkResult status = device.vk().vkGetPipelineExecutableStatisticsKHR(device.native(), &info, &count, all.data());
  if (status != VK_INCOMPLETE) check(status, "asking for a kernel's statistics");
  Statistics result;
  for (const VkPipelineExecutableStatisticKHR& one : std::span(all).first(count)) {
    const auto* known = std::ranges::find(statistic_names, std::string_view(one.name), &StatisticName::name);
    if (known != std::end(statistic_names) && one.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR)
      result.*known->value = static_cast<std::int64_t>(one.value.u64);
  }
  return result;
}

}  // namespace

std::optional<runtime::Resources> VulkanProgram::resources(int threads, std::int64_t /*local_memory*/) const {
  if (!device_->has_statistics()) return std::nullopt;
  const Pipeline counted =
      make_pipeline(*device_, module_, VK_NULL_HANDLE, VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR);
  const Statistics told = statistics_of(*device_, counted.pipeline.get());
  const auto width = static_cast<int>(executable_of(*device_, counted.pipeline.get()).subgroupSize);
  const int subgroup = std::max(width != 0 ? width : device_->caps().warp, 1);
  runtime::Resources result;
  if (told.registers) result.registers = static_cast<int>(*told.registers);
  if (told.subgroup_memory) result.private_memory = ceil_div(*told.subgroup_memory, subgroup);
  result.local_memory = told.local_memory.value_or(0);
  result.max_threads = device_->caps().max_threads;
  result.thread_multiple = subgroup;
  const int simds = simds_of_unit(device_->vk(), device_->physical());
  if (told.simd_subgroups && simds > 0) {
    const int of_group = ceil_div(threads, subgroup);
    result.groups_per_unit = static_cast<int>(*told.simd_subgroups) * simds / of_group;
  }
  return result;
}

}  // namespace papilio::backend::vulkan
