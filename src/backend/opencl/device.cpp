// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <papilio/error.hpp>
#include <utility>

#include "backend/opencl/pocl_compiler.hpp"
#include "backend/opencl/program.hpp"
#include "backend/opencl/status.hpp"
#include "backend/opencl/stream.hpp"
#include "runtime/binary.hpp"

namespace papilio::backend::opencl {
namespace {

/// CL_DEVICE_VERSION has the form "OpenCL major.minor vendor-specific text".
bool speaks_1_2(const std::string& version) {
  int major = 0;
  int minor = 0;
  return std::sscanf(version.c_str(), "OpenCL %d.%d", &major, &minor) == 2 && major * 10 + minor >= 12;
}

}  // namespace

ClDevice::ClDevice(const ClSymbols& cl, const ClListEntry& found, ClContextHandle context)
    : cl_(&cl),
      device_(found.device),
      context_(std::move(context)),
      caps_(device_caps(cl, found.device)),
      info_(device_info(cl, found, caps_)),
      is_pocl_(info_.kind == DeviceKind::cpu && info_.platform.starts_with(pocl)),
      unified_memory_(has_unified_memory(cl, found.device)) {
  const std::string version = device_string(cl, device_, CL_DEVICE_VERSION);
  if (!speaks_1_2(version)) {
    throw Error::unsupported(fmt::format("device {} ({})", info_.id, info_.name),
                             fmt::format("its driver speaks '{}' and Papilio needs OpenCL 1.2", version),
                             "install a newer driver or choose another device");
  }
}

ClDevice::~ClDevice() {
  if (is_pocl_ && PoclCompiler::of_process().lost()) context_.detach();  // its compiler's lock is never released
}

std::string ClDevice::compiler_identity(Dialect /*dialect*/) const {
  return fmt::format("opencl|{}|{}|{}|{}|{}{}", info_.platform, info_.name, info_.driver,
                     device_string(*cl_, device_, CL_DEVICE_VERSION), build_options, is_pocl_ ? "|source" : "");
}

std::vector<std::byte> ClDevice::compile(const Source& source, const std::string& entry) {
  if (source.dialect != Dialect::opencl) runtime::throw_wrong_dialect(info_, source.dialect);
  return compile_program(*this, source.bytes, entry);
}

std::unique_ptr<runtime::Program> ClDevice::load(std::span<const std::byte> binary, const std::string& entry) {
  return load_program(shared_from_this(), binary, entry);
}

std::shared_ptr<runtime::Memory> ClDevice::allocate(std::size_t bytes) {
  cl_int status = CL_SUCCESS;
  // A CPU driver may defer the allocation to the first use, and PoCL 3.1 aborts there if memory is short; with
  // CL_MEM_ALLOC_HOST_PTR it allocates at once. On a GPU the flag would put the buffer into host memory.
  const bool at_once = caps_.device_class == DeviceClass::cpu;
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (at_once ? CL_MEM_ALLOC_HOST_PTR : cl_mem_flags{0});
  // OpenCL has no buffers of 0 bytes, but an empty transform may still need a handle.
  cl_mem memory = cl_->clCreateBuffer(context_.get(), flags, std::max<std::size_t>(bytes, 1), nullptr, &status);
  if (means_out_of_memory(status)) {
    throw Error::out_of_memory(fmt::format("allocating {} bytes on {}", bytes, info_.id),
                               fmt::format("{}; the device takes {} bytes at once and has {} in all",
                                           status_name(status), caps_.max_allocation, caps_.global_memory),
                               "use a smaller batch or free buffers");
  }
  check(status, "clCreateBuffer");
  return std::make_shared<ClMemory>(shared_from_this(), ClMemoryHandle(cl_, memory), bytes);
}

std::shared_ptr<runtime::Memory> ClDevice::share_host(void* memory, std::size_t bytes) const {
  // Intel, "Getting the most from OpenCL 1.2: how to increase performance by minimizing buffer copies": a page and a
  // cache line, or the driver copies. PoCL never does; its kernels expect numbers where the host may have them.
  constexpr std::size_t page = 4096;
  constexpr std::size_t line = 64;
  if (bytes == 0 || !(is_pocl_ || unified_memory_)) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (address % (is_pocl_ ? host_alignment : page) != 0 || (!is_pocl_ && bytes % line != 0)) return nullptr;
  cl_int status = CL_SUCCESS;
  return over_host(memory, bytes, status);  // what the driver does not take is copied
}

std::shared_ptr<runtime::Memory> ClDevice::over_host(void* memory, std::size_t bytes, cl_int& status) const {
  cl_mem native = cl_->clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &status);
  if (status != CL_SUCCESS) return nullptr;
  return std::make_shared<ClMemory>(shared_from_this(), ClMemoryHandle(cl_, native), bytes);
}

std::shared_ptr<runtime::Stream> ClDevice::make_stream() {
  const auto supported = [this] {
    cl_command_queue_properties properties = 0;
    cl_->clGetDeviceInfo(device_, CL_DEVICE_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr);
    return properties;
  }();
  cl_int status = CL_SUCCESS;
  cl_command_queue queue =
      cl_->clCreateCommandQueue(context_.get(), device_, supported & CL_QUEUE_PROFILING_ENABLE, &status);
  check(status, "clCreateCommandQueue");
  return std::make_shared<ClStream>(shared_from_this(), ClQueueHandle(cl_, queue));
}

bool ClMemory::overlaps(const runtime::Memory& other) const {
  const auto* that = dynamic_cast<const ClMemory*>(&other);
  if (that == nullptr) return false;
  if (native() == that->native()) return true;
  // The root buffer of a memory object, and the object's offset in it.
  const auto place = [](const ClMemory& memory) {
    cl_mem parent = nullptr;
    std::size_t offset = 0;
    const ClSymbols& cl = memory.device().cl();
    check(cl.clGetMemObjectInfo(memory.native(), CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(parent), &parent, nullptr),
          "CL_MEM_ASSOCIATED_MEMOBJECT");
    check(cl.clGetMemObjectInfo(memory.native(), CL_MEM_OFFSET, sizeof(offset), &offset, nullptr), "CL_MEM_OFFSET");
    return std::pair(parent == nullptr ? memory.native() : parent, offset);
  };
  const auto [parent, offset] = place(*this);
  const auto [other_parent, other_offset] = place(*that);
  return parent == other_parent && offset < other_offset + that->size() && other_offset < offset + size();
}

}  // namespace papilio::backend::opencl
