// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <papilio/error.hpp>
#include <set>
#include <spirv/unified1/spirv.hpp11>

#include "backend/vulkan/status.hpp"
#include "runtime/binary.hpp"

namespace papilio::backend::vulkan {
namespace {

using ModuleWords = std::vector<std::uint32_t>;

constexpr std::size_t header_words = 5;

/// Storage buffers, and bytes of push constants: read off the module, which has one of the latter's blocks.
struct Interface {
  std::set<std::uint32_t> bindings;
  std::uint32_t push_bytes = 0;
  bool addresses = false;
};

/// Calls visit(op, words), where words[0] has the length and the op.
template <typename Visit>
void for_each_instruction(const ModuleWords& module, const Visit& visit) {
  for (std::size_t i = header_words; i < module.size() && (module[i] >> 16) != 0; i += module[i] >> 16)
    visit(static_cast<spv::Op>(module[i] & 0xffff), std::span(module).subspan(i));
}

template <typename Enum>
bool is(std::uint32_t word, Enum wanted) {
  return word == static_cast<std::uint32_t>(wanted);
}

Interface interface_of(const ModuleWords& module) {
  Interface result;
  std::uint32_t block = 0;
  for_each_instruction(module, [&](spv::Op op, std::span<const std::uint32_t> words) {
    if (op == spv::Op::OpMemoryModel) result.addresses = is(words[1], spv::AddressingModel::PhysicalStorageBuffer64);
    if (op == spv::Op::OpDecorate && is(words[2], spv::Decoration::Binding)) result.bindings.insert(words[3]);
    if (op == spv::Op::OpTypePointer && is(words[2], spv::StorageClass::PushConstant) && block == 0) block = words[3];
  });
  for_each_instruction(module, [&](spv::Op op, std::span<const std::uint32_t> words) {
    if (op == spv::Op::OpMemberDecorate && words[1] == block && is(words[3], spv::Decoration::Offset))
      result.push_bytes = std::max(result.push_bytes, words[4] + std::uint32_t{sizeof(std::uint32_t)});
  });
  return result;
}

VulkanCacheHandle make_cache(const VulkanDevice& device, std::span<const std::byte> known) {
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = known.size();
  info.pInitialData = known.empty() ? nullptr : known.data();
  VkPipelineCache cache = VK_NULL_HANDLE;
  check(device.vk().vkCreatePipelineCache(device.native(), &info, nullptr, &cache), "making a pipeline cache");
  return {device.shared(), cache};
}

VulkanSetLayoutHandle make_set_layout(const VulkanDevice& device, const std::vector<std::uint32_t>& buffers) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (const std::uint32_t i : buffers)
    bindings.push_back({i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  VkDescriptorSetLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.bindingCount = static_cast<std::uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  check(device.vk().vkCreateDescriptorSetLayout(device.native(), &info, nullptr, &layout), "making a set layout");
  return {device.shared(), layout};
}

VulkanLayoutHandle make_layout(const VulkanDevice& device, VkDescriptorSetLayout set, std::uint32_t push_bytes) {
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes};
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &set;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(device.vk().vkCreatePipelineLayout(device.native(), &info, nullptr, &layout), "making a pipeline layout");
  return {device.shared(), layout};
}

VulkanShaderHandle make_shader(const VulkanDevice& device, const ModuleWords& module) {
  VkShaderModuleCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = module.size() * sizeof(std::uint32_t);
  info.pCode = module.data();
  VkShaderModule shader = VK_NULL_HANDLE;
  check(device.vk().vkCreateShaderModule(device.native(), &info, nullptr, &shader), "making a shader");
  return {device.shared(), shader};
}

}  // namespace

Pipeline make_pipeline(const VulkanDevice& device, const ModuleWords& module, VkPipelineCache cache,
                       VkPipelineCreateFlags flags) {
  const Interface interface = interface_of(module);
  if (interface.push_bytes > device.limits().maxPushConstantsSize ||
      interface.bindings.size() > device.limits().maxPerStageDescriptorStorageBuffers) {
    throw Error::unsupported(
        "a kernel",
        fmt::format("it has {} buffers and {} bytes of parameters, and {} takes {} and {}", interface.bindings.size(),
                    interface.push_bytes, device.info().name, device.limits().maxPerStageDescriptorStorageBuffers,
                    device.limits().maxPushConstantsSize),
        "use another device");
  }
  const VulkanShaderHandle shader = make_shader(device, module);
  Pipeline result;
  result.bindings.assign(interface.bindings.begin(), interface.bindings.end());
  result.push_bytes = interface.push_bytes;
  result.addresses = interface.addresses;
  result.set_layout = make_set_layout(device, result.bindings);
  result.layout = make_layout(device, result.set_layout.get(), interface.push_bytes);
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.flags = flags;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader.get();
  info.stage.pName = "main";
  info.layout = result.layout.get();
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(device.vk().vkCreateComputePipelines(device.native(), cache, 1, &info, nullptr, &pipeline),
        "making a pipeline");
  result.pipeline = VulkanPipelineHandle(device.shared(), pipeline);
  return result;
}

namespace {

std::vector<std::byte> data_of(const VulkanDevice& device, VkPipelineCache cache) {
  std::size_t bytes = 0;
  if (device.vk().vkGetPipelineCacheData(device.native(), cache, &bytes, nullptr) != VK_SUCCESS) return {};
  std::vector<std::byte> data(bytes);
  if (device.vk().vkGetPipelineCacheData(device.native(), cache, &bytes, data.data()) != VK_SUCCESS) return {};
  data.resize(bytes);
  return data;
}

ModuleWords words_of(std::span<const std::byte> bytes) {
  ModuleWords words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

}  // namespace

// A binary is sealed: the size of the module in bytes (64 bits), the module, the driver's cache.

std::vector<std::byte> compile_program(const VulkanDevice& device, const Source& source, const std::string& entry) {
  if (source.dialect != Dialect::spirv) runtime::throw_wrong_dialect(device.info(), source.dialect);
  const std::span<const std::byte> module = std::as_bytes(std::span(source.bytes));
  const VulkanCacheHandle cache = make_cache(device, {});
  try {
    ModuleWords words = words_of(module);
    auto pipeline = std::make_shared<const Pipeline>(make_pipeline(device, words, cache.get()));
    device.new_pipelines().put(std::move(words), std::move(pipeline));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::device_failed) throw;
    runtime::throw_build_failed(device.info(), entry, error.what(), {});
  }
  const std::uint64_t size = module.size();
  const auto* size_bytes = reinterpret_cast<const std::byte*>(&size);
  std::vector<std::byte> binary(size_bytes, size_bytes + sizeof(size));
  binary.insert(binary.end(), module.begin(), module.end());
  const std::vector<std::byte> made = data_of(device, cache.get());
  binary.insert(binary.end(), made.begin(), made.end());
  return runtime::seal(binary);
}

std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const VulkanDevice> device,
                                               std::span<const std::byte> sealed, const std::string& /*entry*/) {
  const std::span<const std::byte> binary = runtime::unseal(sealed);
  std::uint64_t size = 0;
  if (binary.size() < sizeof(size)) return nullptr;
  std::memcpy(&size, binary.data(), sizeof(size));
  const std::span<const std::byte> rest = binary.subspan(sizeof(size));
  if (size > rest.size() || size % sizeof(std::uint32_t) != 0) return nullptr;
  ModuleWords module = words_of(rest.first(size));
  std::shared_ptr<const Pipeline> pipeline = device->new_pipelines().take(module);
  if (!pipeline) {
    const VulkanCacheHandle cache = make_cache(*device, rest.subspan(size));
    pipeline = std::make_shared<const Pipeline>(make_pipeline(*device, module, cache.get()));
  }
  return std::make_unique<VulkanProgram>(std::move(device), std::move(pipeline), std::move(module));
}

}  // namespace papilio::backend::vulkan
