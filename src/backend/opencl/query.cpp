// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "backend/opencl/core_cache.hpp"
#include "backend/opencl/status.hpp"
#include "runtime/device_info.hpp"

namespace papilio::backend::opencl {
namespace {

/// A device property of fixed size; `fallback` if the driver does not know it.
template <typename T>
T device_value(const ClSymbols& cl, cl_device_id device, cl_device_info what, T fallback = {}) {
  T value = fallback;
  return cl.clGetDeviceInfo(device, what, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : fallback;
}

/// The string that `get(size, value, size_needed)` returns.
template <typename Get>
std::string text_of(const Get& get) {
  std::size_t size = 0;
  if (get(0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
  std::string text(size, '\0');
  if (get(size, text.data(), nullptr) != CL_SUCCESS) return {};
  text.resize(std::min(text.find('\0'), size));
  return text;
}

std::vector<cl_platform_id> platforms(const ClSymbols& cl, std::string& problem) {
  cl_uint count = 0;
  cl_int status = cl.clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> found(count);
  if (status == CL_SUCCESS && count > 0) status = cl.clGetPlatformIDs(count, found.data(), nullptr);
  if (status == CL_SUCCESS && count > 0) return found;
  problem = status == CL_SUCCESS ? "it lists no platform" : status_name(status);
  return {};
}

DeviceKind kind_of(const ClSymbols& cl, cl_device_id device) {
  const auto type = device_value<cl_device_type>(cl, device, CL_DEVICE_TYPE);
  if ((type & CL_DEVICE_TYPE_GPU) != 0) return DeviceKind::gpu;
  return (type & CL_DEVICE_TYPE_CPU) != 0 ? DeviceKind::cpu : DeviceKind::other;
}

bool has_f64(const ClSymbols& cl, cl_device_id device) {
  // OpenCL 1.2 made the second query core; OpenCL 1.1 drivers support only the first.
  return has_extension(cl, device, "cl_khr_fp64") ||
         device_value<cl_device_fp_config>(cl, device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
}

void set_cpu_caps(const ClSymbols& cl, cl_device_id device, DeviceCaps& caps) {
  constexpr std::int64_t usual_core_cache = 512 << 10;
  const std::int64_t core_cache = core_cache_bytes();
  caps.fast_memory = core_cache > 0 ? core_cache : usual_core_cache;
  cl_uint native = device_value<cl_uint>(cl, device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
  if (native == 0) native = device_value<cl_uint>(cl, device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT);
  // At least 4, which SSE2 and NEON provide. A machine with AVX-512 reports 16, and PoCL 3.1 (LLVM 14) does compile
  // vectors of 8 doubles to 512-bit registers; but OpenCL has no vector of 16 complex floats.
  const int floats = std::max(static_cast<int>(native), 4);
  caps.lanes_f32 = std::min(floats, 8);
  caps.lanes_f64 = std::min(floats / 2, 8);
}

// cl_nv_device_attribute_query and cl_amd_device_attribute_query, from the Khronos registry. <CL/cl_ext.h> is not
// needed otherwise.
constexpr cl_device_info nv_compute_capability_major = 0x4000;
constexpr cl_device_info nv_compute_capability_minor = 0x4001;
constexpr cl_device_info nv_registers_per_block = 0x4002;
constexpr cl_device_info nv_warp_size = 0x4003;
constexpr cl_device_info amd_wavefront_width = 0x4043;
// cl_intel_required_subgroup_size
constexpr cl_device_info intel_sub_group_sizes = 0x4108;

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". The last row that is not newer than
/// the device applies.
struct NvidiaUnit {
  cl_uint capability;  ///< 90 for 9.0
  int threads;
  std::int64_t local_memory;
};
constexpr NvidiaUnit nvidia_units[] = {
    {35, 2048, 48 << 10},  {50, 2048, 64 << 10},   {60, 2048, 64 << 10},  {61, 2048, 96 << 10},  {70, 2048, 96 << 10},
    {75, 1024, 64 << 10},  {80, 2048, 164 << 10},  {86, 1536, 100 << 10}, {87, 1536, 164 << 10}, {89, 1536, 100 << 10},
    {90, 2048, 228 << 10}, {100, 2048, 228 << 10}, {120, 1536, 100 << 10}};

/// DeviceCaps::architecture stays 0: it enables features that CUDA C++ offers and OpenCL C does not.
void set_nvidia_caps(const ClSymbols& cl, cl_device_id device, DeviceCaps& caps) {
  caps.warp = 32;
  if (!has_extension(cl, device, "cl_nv_device_attribute_query")) return;
  caps.warp = static_cast<int>(device_value<cl_uint>(cl, device, nv_warp_size, 32));
  const auto capability = 10 * device_value<cl_uint>(cl, device, nv_compute_capability_major) +
                          device_value<cl_uint>(cl, device, nv_compute_capability_minor);
  for (const NvidiaUnit& unit : nvidia_units) {
    if (unit.capability > capability) break;
    caps.registers = 255;  // per thread, since compute capability 3.5
    caps.unit_threads = unit.threads;
    caps.unit_local_memory = unit.local_memory;
  }
  // One block may use all registers of its multiprocessor, except on compute capability 3.7, where it may use half.
  caps.unit_registers =
      static_cast<int>(device_value<cl_uint>(cl, device, nv_registers_per_block, cl_uint(caps.unit_registers)));
}

/// A thread of Intel's GPUs has 128 registers as wide as the narrowest subgroup. In a wider one each work-item has half
/// or a quarter of them. Where the narrowest is 8 the compiler takes it if wider kernels spill. Where it is 16 the
/// compiler makes all kernels 32 wide, and most spill (docs/adr/0199). Threads do not share registers.
void set_subgroup_caps(const ClSymbols& cl, cl_device_id device, DeviceCaps& caps) {
  int narrowest = 0;
  for (const std::size_t size : device_value<std::array<std::size_t, 8>>(cl, device, intel_sub_group_sizes)) {
    if (size > 0 && (narrowest == 0 || static_cast<int>(size) < narrowest)) narrowest = static_cast<int>(size);
  }
  if (narrowest == 0) return;
  caps.warp = narrowest;
  caps.holds_addresses = true;
  caps.unit_registers = caps.unit_threads * caps.registers;
  caps.required_warp = narrowest > 8 ? narrowest : 0;
}

/// Properties that the driver does not report keep the defaults of DeviceCaps: 128 registers, which every GPU with
/// usable local memory has, and 1024 work-items per compute unit. CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE would
/// give the warp width everywhere, but it requires a kernel, a kernel requires a plan, and a plan requires this number.
void set_gpu_caps(const ClSymbols& cl, cl_device_id device, DeviceCaps& caps) {
  constexpr cl_uint nvidia = 0x10de;
  constexpr cl_uint amd = 0x1002;
  const cl_uint vendor = device_value<cl_uint>(cl, device, CL_DEVICE_VENDOR_ID);
  caps.warp = 16;
  if (vendor == nvidia) {
    set_nvidia_caps(cl, device, caps);
  } else if (vendor == amd) {
    const cl_uint width = has_extension(cl, device, "cl_amd_device_attribute_query")
                              ? device_value<cl_uint>(cl, device, amd_wavefront_width, 64)
                              : 64;
    caps.warp = static_cast<int>(width);
    caps.registers = 256;
    caps.holds_addresses = true;
  } else if (has_extension(cl, device, "cl_intel_required_subgroup_size")) {
    set_subgroup_caps(cl, device, caps);
  }
  caps.unit_threads = std::max(caps.unit_threads, caps.max_threads);
  caps.unit_local_memory = std::max(caps.unit_local_memory, caps.local_memory);
}

}  // namespace

bool has_unified_memory(const ClSymbols& cl, cl_device_id device) {
  return device_value<cl_bool>(cl, device, CL_DEVICE_HOST_UNIFIED_MEMORY, CL_FALSE) == CL_TRUE;
}

bool has_extension(const ClSymbols& cl, cl_device_id device, std::string_view name) {
  return device_string(cl, device, CL_DEVICE_EXTENSIONS).find(name) != std::string::npos;
}

std::string device_string(const ClSymbols& cl, cl_device_id device, cl_device_info what) {
  return text_of([&](std::size_t size, void* value, std::size_t* needed) {
    return cl.clGetDeviceInfo(device, what, size, value, needed);
  });
}

std::string platform_string(const ClSymbols& cl, cl_platform_id platform, cl_platform_info what) {
  return text_of([&](std::size_t size, void* value, std::size_t* needed) {
    return cl.clGetPlatformInfo(platform, what, size, value, needed);
  });
}

std::vector<ClListEntry> enumerate(const ClLibrary& library, std::vector<std::string>& notes) {
  // PoCL initialises its devices at the first query, and to a second thread gives them before that is done.
  static std::mutex one_thread;
  const std::lock_guard lock(one_thread);
  constexpr std::string_view drivers = "pocl-opencl-icd (CPU) or the OpenCL driver of your GPU";
  if (!library) {
    notes.push_back(fmt::format("opencl: {}; install ocl-icd-libopencl1 and {}", library.problem(), drivers));
    return {};
  }
  const ClSymbols& cl = library.symbols();
  std::string problem;
  std::vector<ClListEntry> all;
  const std::vector<cl_platform_id> found_platforms = platforms(cl, problem);
  for (cl_platform_id platform : found_platforms) {
    cl_uint count = 0;
    cl_int status = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    std::vector<cl_device_id> devices(status == CL_SUCCESS ? count : 0);
    if (!devices.empty()) status = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
    if (status != CL_SUCCESS || devices.empty()) {
      const std::string name = platform_string(cl, platform, CL_PLATFORM_NAME);
      // PoCL 3.1 has a device on every machine, but lists none if it cannot create its cache directory.
      notes.push_back(fmt::format("opencl: platform '{}' has no device ({}){}", name, status_name(status),
                                  name.starts_with(pocl) ? fmt::format("; {}", pocl_cache_remedy) : ""));
      continue;
    }
    for (cl_device_id device : devices) all.push_back({platform, device, fmt::format("opencl:{}", all.size())});
  }
  if (found_platforms.empty()) {
    notes.push_back(fmt::format("opencl: {} found no driver ({}; it looks in /etc/OpenCL/vendors); install {}",
                                library.name(), problem, drivers));
  }
  return all;
}

DeviceCaps device_caps(const ClSymbols& cl, cl_device_id device) {
  const auto bytes = [&](cl_device_info what) {
    return static_cast<std::int64_t>(device_value<cl_ulong>(cl, device, what));
  };
  DeviceCaps caps;
  caps.name = device_string(cl, device, CL_DEVICE_NAME);
  caps.device_class = kind_of(cl, device) == DeviceKind::cpu ? DeviceClass::cpu : DeviceClass::gpu;
  caps.compute_units = static_cast<int>(device_value<cl_uint>(cl, device, CL_DEVICE_MAX_COMPUTE_UNITS, 1));
  caps.max_threads = static_cast<int>(device_value<std::size_t>(cl, device, CL_DEVICE_MAX_WORK_GROUP_SIZE, 1));
  caps.local_memory = bytes(CL_DEVICE_LOCAL_MEM_SIZE);
  caps.l2_memory = bytes(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  caps.global_memory = bytes(CL_DEVICE_GLOBAL_MEM_SIZE);
  caps.max_allocation = bytes(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  caps.f64 = has_f64(cl, device);
  if (caps.device_class == DeviceClass::cpu) {
    caps.warp = 1;
    set_cpu_caps(cl, device, caps);
  } else {
    set_gpu_caps(cl, device, caps);
  }
  return caps;
}

DeviceInfo device_info(const ClSymbols& cl, const ClListEntry& found, const DeviceCaps& caps) {
  DeviceInfo info;
  info.id = found.id;
  info.name = caps.name;
  info.backend = Backend::opencl;
  info.platform = platform_string(cl, found.platform, CL_PLATFORM_NAME);
  info.driver = device_string(cl, found.device, CL_DRIVER_VERSION);
  info.kind = kind_of(cl, found.device);
  runtime::set_limits(info, caps);
  return info;
}

}  // namespace papilio::backend::opencl
