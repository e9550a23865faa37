// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "backend/vulkan/glslang.hpp"
#include "backend/vulkan/program.hpp"
#include "backend/vulkan/status.hpp"
#include "backend/vulkan/stream.hpp"
#include "runtime/compiler_identity.hpp"

namespace papilio::backend::vulkan {
namespace {

constexpr const char* callback_target = "callbacks on Vulkan";

/// Creates a device with the features that kernels may use.
std::shared_ptr<const NativeDevice> open(const VulkanSymbols& vk, const VulkanListEntry& found,
                                         const VulkanFeatures& has) {
  VkPhysicalDevice8BitStorageFeatures storage8{};
  storage8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
  storage8.storageBuffer8BitAccess = VK_TRUE;
  VkPhysicalDevice16BitStorageFeatures storage16{};
  storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  storage16.storageBuffer16BitAccess = has.storage_16 ? VK_TRUE : VK_FALSE;
  if (has.storage_8) storage16.pNext = &storage8;
  VkPhysicalDeviceBufferDeviceAddressFeatures addresses{};
  addresses.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
  addresses.bufferDeviceAddress = VK_TRUE;
  if (has.addresses) {
    addresses.pNext = storage16.pNext;
    storage16.pNext = &addresses;
  }
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables{};
  executables.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR;
  executables.pipelineExecutableInfo = VK_TRUE;
  if (has.statistics) {
    executables.pNext = storage16.pNext;
    storage16.pNext = &executables;
  }
  VkPhysicalDeviceFeatures2 wanted{};
  wanted.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  wanted.pNext = &storage16;
  wanted.features.shaderInt64 = has.int64 ? VK_TRUE : VK_FALSE;
  wanted.features.shaderFloat64 = has.f64 ? VK_TRUE : VK_FALSE;
  std::vector<const char*> extensions;
  if (has.storage_8) extensions.push_back("VK_KHR_8bit_storage");
  if (has.addresses) extensions.push_back(VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME);
  if (has.statistics) extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
  if (has.float_controls) extensions.push_back("VK_KHR_shader_float_controls");
  if (has_extension(vk, found.device, "VK_KHR_portability_subset")) extensions.push_back("VK_KHR_portability_subset");
  constexpr float priority = 1;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = found.family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &wanted;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  VkDevice device = nullptr;
  check(vk.vkCreateDevice(found.device, &info, nullptr, &device), fmt::format("opening {}", found.id));
  try {
    return std::make_shared<const NativeDevice>(vk, device);
  } catch (...) {
    vk.vkDestroyDevice(device, nullptr);
    throw;
  }
}

}  // namespace

// The driver is asked once: a second answer could be another one, and what caps_ says must have been enabled.
VulkanDevice::VulkanDevice(const VulkanSymbols& vk, const VulkanListEntry& found)
    : VulkanDevice(vk, found, features(vk, found.device)) {}

VulkanDevice::VulkanDevice(const VulkanSymbols& vk, const VulkanListEntry& found, const VulkanFeatures& has)
    : found_(found),
      caps_(device_caps(vk, found, has)),
      info_(device_info(vk, found, caps_)),
      has_statistics_(has.statistics),
      native_(open(vk, found, has)) {
  query();
  vk.vkGetDeviceQueue(native(), found.family, 0, &queue_);
}

VulkanDevice::VulkanDevice(std::shared_ptr<const NativeDevice> native, VkQueue queue, const VulkanListEntry& found,
                           const VulkanFeatures& has)
    : found_(found),
      caps_(device_caps(*native->vk, found, has)),
      info_(device_info(*native->vk, found, caps_)),
      native_(std::move(native)),
      queue_(queue) {
  query();
}

void VulkanDevice::query() {
  const VulkanSymbols& vk = *native_->vk;
  VkPhysicalDeviceProperties properties{};
  vk.vkGetPhysicalDeviceProperties(found_.device, &properties);
  limits_ = properties.limits;
  std::copy(std::begin(properties.pipelineCacheUUID), std::end(properties.pipelineCacheUUID), cache_uuid_.begin());
  vk.vkGetPhysicalDeviceMemoryProperties(found_.device, &memory_);
  std::uint32_t count = 0;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(found_.device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk.vkGetPhysicalDeviceQueueFamilyProperties(found_.device, &count, families.data());
  if (families.at(found_.family).timestampValidBits > 0) tick_ = 1e-9 * limits_.timestampPeriod;
}

std::string VulkanDevice::compiler_identity(Dialect /*dialect*/) const {
  // The caller of a wrapped device may have enabled fewer features than the driver has.
  const ShaderFeatures& has = caps_.shader;
  return fmt::format("vulkan|{}|{}|{}|{:02x}|{:d}{:d}{:d}{:d}{:d}{:d}{:d}", info_.name, info_.platform, info_.driver,
                     fmt::join(cache_uuid_, ""), has.int64, caps_.f64, caps_.addresses, has.preserve_denormals_f32,
                     has.preserve_denormals_f64, has.round_to_nearest_f32, has.round_to_nearest_f64);
}

std::vector<std::byte> VulkanDevice::compile(const Source& source, const std::string& entry) {
  return compile_program(*this, source, entry);
}

std::vector<std::uint32_t> VulkanDevice::compile_callbacks(const std::string& glsl, const std::string& entry) {
  std::vector<std::uint32_t> words = default_glslang().compile(glsl, info_, entry);
  require_capabilities(words, caps_, info_);
  runtime::remember_identity(callback_target, default_glslang().identity());
  return words;
}

std::string VulkanDevice::callback_compiler_identity() const {
  const Glslang& glslang = default_glslang();
  return glslang ? glslang.identity() : runtime::remembered_identity(callback_target).value_or("glslang|none");
}

std::unique_ptr<runtime::Program> VulkanDevice::load(std::span<const std::byte> binary, const std::string& entry) {
  return load_program(shared_from_this(), binary, entry);
}

std::uint32_t VulkanDevice::memory_type(std::uint32_t allowed, VkMemoryPropertyFlags wanted) const {
  for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
    if ((allowed >> i & 1) != 0 && (memory_.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
  }
  return VK_MAX_MEMORY_TYPES;
}

void VulkanDevice::require_execution() const {
  if (found_.executes) return;
  throw Error::unsupported(
      fmt::format("executing on {} ({})", info_.id, info_.name), "its driver only compiles, and no such GPU is here",
      "choose another device; with PAPILIO_TRUST_DEVICE=1 `papilio plan --resources` shows what the driver "
      "compiles");
}

std::shared_ptr<VulkanDevice::Allocation> VulkanDevice::make_buffer(std::size_t bytes, MemoryKind kind) const {
  require_execution();
  const std::string what = fmt::format("allocating {} bytes on {}", bytes, info_.id);
  auto result = std::make_shared<Allocation>();
  result->bytes = bytes;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  // Whole words, because fills need them; never empty.
  info.size = std::max<VkDeviceSize>((bytes + 3) / 4 * 4, 4);
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (caps_.addresses) info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  VkBuffer buffer = VK_NULL_HANDLE;
  check(vk().vkCreateBuffer(native(), &info, nullptr, &buffer), what);
  result->buffer = VulkanBufferHandle(native_, buffer);
  VkMemoryRequirements needs{};
  vk().vkGetBufferMemoryRequirements(native(), buffer, &needs);
  constexpr VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  constexpr VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  // Memory of the device that the host sees needs no copies. A discrete GPU may offer little of it, or all.
  std::uint32_t type = VK_MAX_MEMORY_TYPES;
  if (kind == MemoryKind::host) {
    type = memory_type(needs.memoryTypeBits, visible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    if (type == VK_MAX_MEMORY_TYPES) type = memory_type(needs.memoryTypeBits, visible);
  } else if (found_.shares_memory) {
    type = memory_type(needs.memoryTypeBits, visible | local | VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    if (type == VK_MAX_MEMORY_TYPES) type = memory_type(needs.memoryTypeBits, visible | local);
  }
  if (type == VK_MAX_MEMORY_TYPES) type = memory_type(needs.memoryTypeBits, local);
  if (type == VK_MAX_MEMORY_TYPES) throw Error::device_failed(what, "the driver has no type of memory for it");
  VkMemoryAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocate.allocationSize = needs.size;
  allocate.memoryTypeIndex = type;
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  if (caps_.addresses) allocate.pNext = &flags;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  const VkResult status = vk().vkAllocateMemory(native(), &allocate, nullptr, &memory);
  if (means_out_of_memory(status)) {
    throw Error::out_of_memory(what,
                               fmt::format("{}; the device takes {} bytes at once and has {} in all",
                                           status_name(status), info_.max_allocation, info_.global_memory),
                               "use a smaller batch or free buffers");
  }
  check(status, what);
  result->memory = VulkanMemoryHandle(native_, memory);
  check(vk().vkBindBufferMemory(native(), buffer, memory, 0), what);
  if ((memory_.memoryTypes[type].propertyFlags & visible) == visible) {
    void* mapped = nullptr;
    check(vk().vkMapMemory(native(), memory, 0, VK_WHOLE_SIZE, 0, &mapped), what);
    result->mapped = static_cast<std::byte*>(mapped);
  }
  return result;
}

std::uint64_t VulkanDevice::address_of(VkBuffer buffer) const {
  VkBufferDeviceAddressInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  info.buffer = buffer;
  return vk().vkGetBufferDeviceAddressKHR(native(), &info);
}

std::shared_ptr<runtime::Memory> VulkanDevice::allocate(std::size_t bytes) {
  return std::make_shared<VulkanMemory>(shared_from_this(), make_buffer(bytes, MemoryKind::device), 0, bytes);
}

std::shared_ptr<runtime::Stream> VulkanDevice::make_stream() {
  require_execution();
  return std::make_shared<VulkanStream>(shared_from_this());
}

void VulkanDevice::submit(const VkSubmitInfo& info, VkFence fence) const {
  const std::lock_guard lock(queue_mutex_);
  check(vk().vkQueueSubmit(queue_, 1, &info, fence), "submitting work");
}

bool VulkanMemory::overlaps(const runtime::Memory& other) const {
  const auto* that = dynamic_cast<const VulkanMemory*>(&other);
  return that != nullptr && native() == that->native() && offset_ < that->offset_ + that->bytes_ &&
         that->offset_ < offset_ + bytes_;
}

}  // namespace papilio::backend::vulkan
