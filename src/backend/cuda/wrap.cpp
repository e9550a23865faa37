// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "backend/cuda/backend.hpp"
#include "backend/cuda/device.hpp"
#include "backend/cuda/status.hpp"
#include "backend/cuda/stream.hpp"
#include "runtime/borrowed_memory.hpp"
#include "runtime/wrapping.hpp"

namespace papilio::backend::cuda {
namespace {

/// Kernels load and store 16 bytes at a time (src/emit/README.md).
constexpr std::size_t buffer_alignment = 16;

using runtime::require;

std::shared_ptr<const CuDevice> own(const std::shared_ptr<runtime::Device>& device) {
  return runtime::own_device<CuDevice>(device, "it is none, or not a CUDA device", "use cuda::wrap_device");
}

CUdeviceptr address_of(void* pointer, std::string_view what) {
  require(pointer != nullptr, what, "the pointer is null");
  const auto address = reinterpret_cast<CUdeviceptr>(pointer);
  require(address % buffer_alignment == 0, what, "the pointer is not a multiple of 16 bytes",
          "kernels move 16 bytes at once, so let the buffer begin at such an address");
  return address;
}

CUdevice device_of(const CuSymbols& cuda, CUcontext native) {
  CUdevice device = 0;
  require(cuda.cuCtxPushCurrent_v2(native) == CUDA_SUCCESS, "wrap_device", "the handle is no context");
  const CUresult status = cuda.cuCtxGetDevice(&device);
  CUcontext popped = nullptr;
  cuda.cuCtxPopCurrent_v2(&popped);
  check(cuda, status, "asking a context's device");
  return device;
}

/// Does not create the primary context of a device if nobody uses it.
bool is_primary(const CuSymbols& cuda, CUcontext native, CUdevice device) {
  unsigned flags = 0;
  int active = 0;
  if (cuda.cuDevicePrimaryCtxGetState(device, &flags, &active) != CUDA_SUCCESS || active == 0) return false;
  return retain_primary_context(cuda, device)->get() == native;
}

}  // namespace

std::shared_ptr<runtime::Device> wrap_device(void* context) {
  const CuLibrary& library = default_library();
  std::vector<std::string> notes;
  const std::vector<CuListEntry> all = enumerate(library, notes);
  if (all.empty()) throw Error::no_device("wrap_device", fmt::format("{}", notes.front()));
  require(context != nullptr, "wrap_device", "the handle is null");
  const CuSymbols& cuda = library.symbols();
  auto* native = static_cast<CUcontext>(context);
  const CUdevice device = device_of(cuda, native);
  const auto found = std::find_if(all.begin(), all.end(), [&](const CuListEntry& f) { return f.device == device; });
  require(found != all.end(), "wrap_device", "the context's device is not one of the driver's");
  if (is_primary(cuda, native, device)) return open_device(found->id);
  return std::make_shared<CuDevice>(library, *found,
                                    std::make_shared<Context>(cuda, native, device, Context::Ownership::borrowed));
}

std::shared_ptr<runtime::Stream> wrap_stream(const std::shared_ptr<runtime::Device>& device, void* stream) {
  const std::shared_ptr<const CuDevice> owner = own(device);
  auto* native = static_cast<CUstream>(stream);
  const ContextGuard guard(*owner->context());
  CUcontext context = nullptr;
  check(owner->cuda(), owner->cuda().cuStreamGetCtx(native, &context), "asking a stream's context");
  require(context == owner->context()->get(), "wrap_stream", "the stream belongs to another context",
          "wrap its own context with cuda::wrap_device");
  return std::make_shared<CuStream>(owner, CuStreamHandle::borrowed(native));
}

std::shared_ptr<runtime::Memory> wrap_pointer(const std::shared_ptr<runtime::Device>& device, void* pointer,
                                              std::size_t bytes) {
  const std::shared_ptr<const CuDevice> owner = own(device);
  const CUdeviceptr address = address_of(pointer, "wrap_pointer");
  const ContextGuard guard(*owner->context());
  unsigned type = 0;
  const CUresult known = owner->cuda().cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
  require(known == CUDA_SUCCESS && type == CU_MEMORYTYPE_DEVICE, "wrap_pointer", "it does not point to device memory",
          "allocate it with cudaMalloc, cudaMallocAsync or cuMemAlloc");
  int ordinal = 0;
  check(owner->cuda(), owner->cuda().cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address),
        "asking a pointer's device");
  require(ordinal == owner->context()->device(), "wrap_pointer", "the memory belongs to another device",
          "wrap that device with cuda::wrap_device");
  return std::make_shared<CuMemory>(owner, CuMemoryHandle::borrowed(address), bytes);
}

void* native_context(const runtime::Device& device) {
  const auto* own = dynamic_cast<const CuDevice*>(&device);
  require(own != nullptr, "native_context", "the device is none of CUDA", "use a device such as cuda:0");
  return own->context()->get();
}

void* native_stream(const runtime::Stream& stream) {
  const auto* own = dynamic_cast<const CuStream*>(&stream);
  require(own != nullptr, "native_stream", "the stream is none of CUDA", "use one of a device such as cuda:0");
  return own->native();
}

void* native_pointer(const runtime::Memory& memory) {
  const auto* own = dynamic_cast<const CuMemory*>(&memory);
  require(own != nullptr, "native_pointer", "the buffer is none of CUDA", "use one of a device such as cuda:0");
  return reinterpret_cast<void*>(own->native());  // NOLINT(performance-no-int-to-ptr)
}

void CuDevice::borrow(void* native, std::size_t bytes, runtime::BorrowedMemory& memory) const {
  // The driver is not asked what the pointer is: that takes a fifth of a launch.
  memory.make<CuMemory>(shared_from_this(), CuMemoryHandle::borrowed(address_of(native, "device pointer")), bytes);
}

}  // namespace papilio::backend::cuda
