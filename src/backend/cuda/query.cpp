// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "backend/cuda/status.hpp"
#include "runtime/device_info.hpp"

namespace papilio::backend::cuda {
namespace {

/// 0 if the driver does not know the attribute.
int attribute_of(const CuSymbols& cuda, CUdevice device, CUdevice_attribute attribute) {
  int value = 0;
  return cuda.cuDeviceGetAttribute(&value, attribute, device) == CUDA_SUCCESS ? value : 0;
}

std::string name_of(const CuSymbols& cuda, CUdevice device) {
  std::array<char, 256> name{};
  const CUresult status = cuda.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device);
  return status == CUDA_SUCCESS ? name.data() : "";
}

/// Shared memory that one block may use if its kernel opts in: 227 KiB on Hopper, where 48 KiB need no opt-in.
std::int64_t shared_memory_of(const CuSymbols& cuda, CUdevice device) {
  const int most = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  return most > 0 ? most : attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
}

/// Bytes per second that a copy reads and writes; 0 if the driver does not report the memory clock. Double data rate,
/// times 0.85, the fraction of the peak measured on an H200: 4.2 of 4.9 TB/s.
double copy_bandwidth(const CuSymbols& cuda, CUdevice device) {
  const double clock = 1e3 * attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  const double bytes = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8.0;
  return 0.85 * 2 * clock * bytes;
}

}  // namespace

std::vector<CuListEntry> enumerate(const CuLibrary& library, std::vector<std::string>& notes) {
  constexpr std::string_view check = "check nvidia-smi and CUDA_VISIBLE_DEVICES";
  if (!library) {
    const bool found = !library.name().empty();
    notes.push_back(fmt::format("cuda: {}; {}", library.problem(),
                                found ? check : "install NVIDIA's driver (nvidia-driver, libcuda1)"));
    return {};
  }
  const CuSymbols& cuda = library.symbols();
  int count = 0;
  const CUresult status = cuda.cuDeviceGetCount(&count);
  std::vector<CuListEntry> all;
  for (int ordinal = 0; status == CUDA_SUCCESS && ordinal < count; ++ordinal) {
    CUdevice device = 0;
    const CUresult got = cuda.cuDeviceGet(&device, ordinal);
    if (got == CUDA_SUCCESS) {
      all.push_back({device, fmt::format("cuda:{}", ordinal)});
    } else {
      notes.push_back(fmt::format("cuda: device {} cannot be used, {}", ordinal, status_name(cuda, got)));
    }
  }
  if (status != CUDA_SUCCESS || count <= 0) {
    notes.push_back(fmt::format("cuda: {} lists no device ({}); {}", library.name(), status_name(cuda, status), check));
  }
  return all;
}

DeviceCaps device_caps(const CuSymbols& cuda, CUdevice device) {
  DeviceCaps caps;
  caps.name = name_of(cuda, device);
  caps.device_class = DeviceClass::gpu;
  caps.compute_units = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  caps.max_threads = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  caps.warp = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  caps.registers = 255;  // since compute capability 3.5 (CUDA C++ Programming Guide, "Technical Specifications")
  caps.local_memory = shared_memory_of(cuda, device);
  caps.l2_memory = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  std::size_t bytes = 0;
  if (cuda.cuDeviceTotalMem_v2(&bytes, device) != CUDA_SUCCESS) bytes = 0;
  caps.global_memory = static_cast<std::int64_t>(bytes);
  caps.max_allocation = caps.global_memory;  // cuMemAlloc has no limit of its own
  caps.f64 = true;                           // since compute capability 1.3
  caps.unit_threads = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  caps.unit_registers = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  caps.unit_local_memory = attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  if (const double bytes_a_second = copy_bandwidth(cuda, device); bytes_a_second > 0) caps.bandwidth = bytes_a_second;
  caps.architecture = 10 * attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
                      attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  // The memory model ("Parallel Thread Execution ISA", "Memory Consistency Model") holds for sm_70 and newer. It does
  // not guarantee that blocks start in the order of their indices; CUB's scans rely on that too.
  caps.fused_launches = caps.architecture >= 70;
  // The portable cluster size (CUDA C++ Programming Guide, "Thread Block Clusters"), which every device with clusters
  // supports unless it, or its slice (MIG), has fewer multiprocessors.
  constexpr unsigned portable = 8;
  if (attribute_of(cuda, device, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0) {
    caps.cluster = static_cast<int>(std::bit_floor(std::min(portable, static_cast<unsigned>(caps.compute_units))));
  }
  return caps;
}

DeviceInfo device_info(const CuLibrary& library, const CuListEntry& found, const DeviceCaps& caps) {
  DeviceInfo info;
  info.id = found.id;
  info.name = caps.name;
  info.backend = Backend::cuda;
  info.platform = "NVIDIA CUDA";
  info.driver = fmt::format("CUDA {}.{}", library.version() / 1000, library.version() % 1000 / 10);
  info.kind = DeviceKind::gpu;
  runtime::set_limits(info, caps);
  return info;
}

}  // namespace papilio::backend::cuda
