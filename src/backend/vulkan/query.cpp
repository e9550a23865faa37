// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <thread>

#include "backend/vulkan/status.hpp"
#include "runtime/device_info.hpp"

namespace papilio::backend::vulkan {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

VkPhysicalDeviceProperties properties(const VulkanSymbols& vk, VkPhysicalDevice device) {
  VkPhysicalDeviceProperties result{};
  vk.vkGetPhysicalDeviceProperties(device, &result);
  return result;
}

std::vector<VkQueueFamilyProperties> queue_families(const VulkanSymbols& vk, VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  return families;
}

/// The first family of queues that computes. A family that does nothing else is not preferred, because it may share
/// less with the queues of the program.
std::uint32_t compute_family(const VulkanSymbols& vk, VkPhysicalDevice device) {
  const std::vector<VkQueueFamilyProperties> families = queue_families(vk, device);
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
  }
  return none;
}

std::int64_t global_memory(const VulkanSymbols& vk, VkPhysicalDevice device) {
  VkPhysicalDeviceMemoryProperties memory{};
  vk.vkGetPhysicalDeviceMemoryProperties(device, &memory);
  VkDeviceSize largest = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
      largest = std::max(largest, memory.memoryHeaps[i].size);
  }
  return static_cast<std::int64_t>(largest);
}

struct DeviceType {
  VkPhysicalDeviceType type;
  DeviceKind kind;
};
constexpr DeviceType types[] = {{VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, DeviceKind::gpu},
                                {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, DeviceKind::gpu},
                                {VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, DeviceKind::gpu},
                                {VK_PHYSICAL_DEVICE_TYPE_CPU, DeviceKind::cpu}};

/// The properties of an extension; all zero where the device lacks it.
template <typename Properties>
Properties properties_of(const VulkanSymbols& vk, VkPhysicalDevice device, const char* extension,
                         VkStructureType type) {
  Properties result{};
  result.sType = type;
  if (!has_extension(vk, device, extension)) return result;
  VkPhysicalDeviceProperties2 known{};
  known.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  known.pNext = &result;
  vk.vkGetPhysicalDeviceProperties2(device, &known);
  return result;
}

/// VK_AMD_shader_core_properties; all zero where the device lacks it.
VkPhysicalDeviceShaderCorePropertiesAMD core_properties(const VulkanSymbols& vk, VkPhysicalDevice device) {
  return properties_of<VkPhysicalDeviceShaderCorePropertiesAMD>(
      vk, device, VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD);
}

/// VK_NV_shader_sm_builtins; all zero where the device lacks it.
VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm_properties(const VulkanSymbols& vk, VkPhysicalDevice device) {
  return properties_of<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      vk, device, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
}

/// Registers of a work-item on AMD's GPUs. RADV of Mesa 22.3 gives it at most 132 on RDNA 3, which is 120 as the
/// planner counts; Mesa 25.0 gives 256 (docs/adr/0209). Versions between were not tried.
int registers_of(const VkPhysicalDeviceProperties& known) {
  const std::string_view name = known.deviceName;
  const bool rdna3 =
      name.find("RADV GFX11") != std::string_view::npos || name.find("RADV NAVI3") != std::string_view::npos;
  return rdna3 && VK_API_VERSION_MAJOR(known.driverVersion) < 25 ? 120 : 256;
}

/// Sets registers, and the work-items and registers that the work-groups of a compute unit share, on AMD's GPUs.
void set_unit(const VkPhysicalDeviceProperties& known, const VkPhysicalDeviceShaderCorePropertiesAMD& core,
              DeviceCaps& caps) {
  const auto lanes = static_cast<int>(core.simdPerComputeUnit * core.wavefrontSize);
  if (lanes == 0) return;
  caps.unit_threads = lanes * static_cast<int>(core.wavefrontsPerSimd);
  caps.unit_registers = lanes * static_cast<int>(core.vgprsPerSimd);
  caps.registers = registers_of(known);
  caps.holds_addresses = true;
}

/// The same of NVIDIA's GPUs, and what Vulkan does not report: registers (CUDA C++ Programming Guide, "Technical
/// Specifications"), local memory of a unit, and rates. Kernels of which two would need more than 64 KiB gain up to a
/// third if they need half as much, although an H200 has 228 KiB (driver 580.159): the driver seems to give no more. 64
/// warps are those of GPUs with HBM, for which an A100's 40 MiB of cache are taken; their copies reach 1.6e10 (A100)
/// to 3.2e10 bytes a second for each unit (H200), others' 5e9 to 1e10. The planner divides rates by each other, so a
/// factor of two matters little and one of ten does.
void set_unit(const VkPhysicalDeviceShaderSMBuiltinsPropertiesNV& sm, DeviceCaps& caps) {
  if (sm.shaderSMCount == 0 || sm.shaderWarpsPerSM == 0) return;
  constexpr std::uint32_t many_warps = 64;
  const bool hbm = sm.shaderWarpsPerSM >= many_warps;
  caps.registers = 255;
  caps.unit_registers = 65536;
  caps.unit_threads = 32 * static_cast<int>(sm.shaderWarpsPerSM);
  caps.unit_local_memory = std::int64_t{64} * 1024;
  caps.l2_memory = std::int64_t{hbm ? 40 : 4} * 1024 * 1024;
  caps.bandwidth = (hbm ? 2.5e10 : 8e9) * caps.compute_units;
}

/// Compute units, from extensions of NVIDIA and AMD; threads, for a CPU; 0 if the driver does not report them.
int compute_units(const VulkanSymbols& vk, VkPhysicalDevice device) {
  if (properties(vk, device).deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
    return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  if (const auto nvidia = sm_properties(vk, device); nvidia.shaderSMCount > 0)
    return static_cast<int>(nvidia.shaderSMCount);
  const auto active = properties_of<VkPhysicalDeviceShaderCoreProperties2AMD>(
      vk, device, VK_AMD_SHADER_CORE_PROPERTIES_2_EXTENSION_NAME,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_2_AMD);
  if (active.activeComputeUnitCount > 0) return static_cast<int>(active.activeComputeUnitCount);
  const VkPhysicalDeviceShaderCorePropertiesAMD amd = core_properties(vk, device);
  return static_cast<int>(amd.shaderEngineCount * amd.shaderArraysPerEngineCount * amd.computeUnitsPerShaderArray);
}

}  // namespace

bool is_integrated(const VulkanSymbols& vk, VkPhysicalDevice device) {
  return properties(vk, device).deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
}

int simds_of_unit(const VulkanSymbols& vk, VkPhysicalDevice device) {
  return static_cast<int>(core_properties(vk, device).simdPerComputeUnit);
}

bool has_extension(const VulkanSymbols& vk, VkPhysicalDevice device, const char* name) {
  std::uint32_t count = 0;
  vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> all(count);
  if (vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data()) != VK_SUCCESS) return false;
  return std::ranges::any_of(
      all, [&](const VkExtensionProperties& one) { return std::string_view(one.extensionName) == name; });
}

std::vector<VulkanListEntry> enumerate(const VulkanLibrary& library, std::vector<std::string>& notes) {
  constexpr std::string_view drivers = "mesa-vulkan-drivers or the Vulkan driver of your GPU";
  if (!library) {
    notes.push_back(fmt::format("vulkan: {}; install libvulkan1 and {}", library.problem(), drivers));
    return {};
  }
  const VulkanSymbols& vk = library.vk();
  std::uint32_t count = 0;
  VkResult status = vk.vkEnumeratePhysicalDevices(library.instance(), &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (status == VK_SUCCESS) status = vk.vkEnumeratePhysicalDevices(library.instance(), &count, devices.data());
  devices.resize(status == VK_SUCCESS ? count : 0);  // the second call may fail as well
  std::vector<VulkanListEntry> all;
  for (VkPhysicalDevice device : devices) {
    const VkPhysicalDeviceProperties known = properties(vk, device);
    const std::uint32_t family = compute_family(vk, device);
    if (known.apiVersion < VK_API_VERSION_1_1 || family == none) {
      notes.push_back(fmt::format("vulkan: {} is left out: {}", known.deviceName,
                                  family == none ? "it does not compute" : "its driver is older than Vulkan 1.1"));
      continue;
    }
    const bool shares_memory =
        known.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || known.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const bool executes = !std::string_view(known.deviceName).starts_with("Null hardware");  // Mesa's RADV
    all.push_back({device, family, fmt::format("vulkan:{}", all.size()), shares_memory, executes});
    if (!executes) {
      notes.push_back(fmt::format("vulkan: {} ({}) only compiles kernels and executes nothing: no such GPU is here",
                                  all.back().id, known.deviceName));
    }
  }
  if (devices.empty()) {
    notes.push_back(
        fmt::format("vulkan: {} found no device ({}); install {}", library.name(), status_name(status), drivers));
  }
  return all;
}

VulkanFeatures features(const VulkanSymbols& vk, VkPhysicalDevice device) {
  VkPhysicalDevice8BitStorageFeatures storage8{};
  storage8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
  VkPhysicalDevice16BitStorageFeatures storage16{};
  storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  VkPhysicalDeviceBufferDeviceAddressFeatures addresses{};
  addresses.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
  const bool has_8 = has_extension(vk, device, "VK_KHR_8bit_storage");
  const bool has_addresses = vk.vkGetBufferDeviceAddressKHR != nullptr &&
                             has_extension(vk, device, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME);
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables{};
  executables.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR;
  const bool has_executables = vk.vkGetPipelineExecutablePropertiesKHR != nullptr &&
                               vk.vkGetPipelineExecutableStatisticsKHR != nullptr &&
                               has_extension(vk, device, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
  if (has_8) storage16.pNext = &storage8;
  if (has_addresses) {
    addresses.pNext = storage16.pNext;
    storage16.pNext = &addresses;
  }
  if (has_executables) {
    executables.pNext = storage16.pNext;
    storage16.pNext = &executables;
  }
  VkPhysicalDeviceFeatures2 core{};
  core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  core.pNext = &storage16;
  vk.vkGetPhysicalDeviceFeatures2(device, &core);
  VulkanFeatures result;
  result.int64 = core.features.shaderInt64 == VK_TRUE;
  result.f64 = core.features.shaderFloat64 == VK_TRUE;
  result.storage_16 = storage16.storageBuffer16BitAccess == VK_TRUE;
  result.storage_8 = has_8 && storage8.storageBuffer8BitAccess == VK_TRUE;
  result.addresses = has_addresses && addresses.bufferDeviceAddress == VK_TRUE;
  result.statistics = has_executables && executables.pipelineExecutableInfo == VK_TRUE;
  result.float_controls = has_extension(vk, device, "VK_KHR_shader_float_controls");
  if (!result.float_controls) return result;
  VkPhysicalDeviceFloatControlsProperties controls{};
  controls.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &controls;
  vk.vkGetPhysicalDeviceProperties2(device, &properties);
  result.preserve_denormals_f32 = controls.shaderDenormPreserveFloat32 == VK_TRUE;
  result.preserve_denormals_f64 = controls.shaderDenormPreserveFloat64 == VK_TRUE;
  result.round_to_nearest_f32 = controls.shaderRoundingModeRTEFloat32 == VK_TRUE;
  result.round_to_nearest_f64 = controls.shaderRoundingModeRTEFloat64 == VK_TRUE;
  return result;
}

VulkanFeatures VulkanFeatures::with(const VulkanFeatures& other) const {
  return {.int64 = int64 && other.int64,
          .f64 = f64 && other.f64,
          .storage_16 = storage_16 && other.storage_16,
          .storage_8 = storage_8 && other.storage_8,
          .addresses = addresses && other.addresses,
          .statistics = statistics && other.statistics,
          .float_controls = float_controls && other.float_controls,
          .preserve_denormals_f32 = preserve_denormals_f32 && other.preserve_denormals_f32,
          .preserve_denormals_f64 = preserve_denormals_f64 && other.preserve_denormals_f64,
          .round_to_nearest_f32 = round_to_nearest_f32 && other.round_to_nearest_f32,
          .round_to_nearest_f64 = round_to_nearest_f64 && other.round_to_nearest_f64};
}

bool computes(const VulkanSymbols& vk, VkPhysicalDevice device, std::uint32_t family) {
  const std::vector<VkQueueFamilyProperties> families = queue_families(vk, device);
  return family < families.size() && (families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0;
}

DeviceCaps device_caps(const VulkanSymbols& vk, const VulkanListEntry& found, const VulkanFeatures& has) {
  VkPhysicalDeviceMaintenance3Properties allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
  VkPhysicalDeviceSubgroupProperties subgroup{};
  subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  subgroup.pNext = &allocation;
  VkPhysicalDeviceProperties2 known{};
  known.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  known.pNext = &subgroup;
  vk.vkGetPhysicalDeviceProperties2(found.device, &known);
  const VkPhysicalDeviceLimits& limits = known.properties.limits;
  DeviceCaps caps;
  caps.name = known.properties.deviceName;
  // Drivers of CPUs combine work-items into vectors themselves, so kernels for GPUs suit them.
  caps.device_class = DeviceClass::gpu;
  if (const int units = compute_units(vk, found.device); units > 0) caps.compute_units = units;
  // The planner's shapes for such drivers (plan/model/lockstep_estimate.hpp).
  if (known.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
    caps.lanes_f32 = static_cast<int>(std::max(subgroup.subgroupSize, 1U));
  caps.max_threads =
      static_cast<int>(std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]));
  caps.warp = static_cast<int>(std::max(subgroup.subgroupSize, 1U));
  caps.local_memory = limits.maxComputeSharedMemorySize;
  set_unit(known.properties, core_properties(vk, found.device), caps);
  set_unit(sm_properties(vk, found.device), caps);
  caps.unit_threads = std::max(caps.unit_threads, caps.max_threads);
  caps.unit_local_memory = std::max(caps.unit_local_memory, caps.local_memory);
  caps.global_memory = global_memory(vk, found.device);
  caps.addresses = has.addresses;
  caps.max_binding = limits.maxStorageBufferRange;
  const auto most = static_cast<std::int64_t>(std::min<VkDeviceSize>(allocation.maxMemoryAllocationSize, INT64_MAX));
  caps.max_allocation = has.addresses ? most : std::min(most, caps.max_binding);
  caps.f64 = has.f64;
  caps.exact_fma = false;  // Vulkan lets drivers round the product, too; api/self_test.hpp finds out
  caps.shader = {.int64 = has.int64,
                 .preserve_denormals_f32 = has.preserve_denormals_f32,
                 .preserve_denormals_f64 = has.preserve_denormals_f64,
                 .round_to_nearest_f32 = has.round_to_nearest_f32,
                 .round_to_nearest_f64 = has.round_to_nearest_f64};
  return caps;
}

DeviceInfo device_info(const VulkanSymbols& vk, const VulkanListEntry& found, const DeviceCaps& caps) {
  const VkPhysicalDeviceProperties known = properties(vk, found.device);
  DeviceInfo info;
  info.id = found.id;
  info.name = caps.name;
  info.backend = Backend::vulkan;
  info.platform = fmt::format("Vulkan {}.{}.{}", VK_API_VERSION_MAJOR(known.apiVersion),
                              VK_API_VERSION_MINOR(known.apiVersion), VK_API_VERSION_PATCH(known.apiVersion));
  info.driver = fmt::format("{:x}", known.driverVersion);
  const auto* type = std::ranges::find(types, known.deviceType, &DeviceType::type);
  info.kind = type == std::end(types) || !found.executes ? DeviceKind::other : type->kind;
  runtime::set_limits(info, caps);
  info.compute_units = compute_units(vk, found.device);  // caps assume some where the driver reports none
  return info;
}

}  // namespace papilio::backend::vulkan
