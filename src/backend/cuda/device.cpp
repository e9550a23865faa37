// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "backend/cuda/compiler.hpp"
#include "backend/cuda/program.hpp"
#include "backend/cuda/status.hpp"
#include "backend/cuda/stream.hpp"
#include "runtime/binary.hpp"

namespace papilio::backend::cuda {

CuDevice::CuDevice(const Library& library, const Found& found, std::shared_ptr<const Context> context)
    : context_(std::move(context)),
      driver_version_(library.version()),
      info_(device_info(library, found)),
      caps_(device_caps(library.symbols(), info_, found.device)) {}

// The last handle may go in a stream's callback, where the context must not be released.
CuDevice::~CuDevice() { dispose(std::move(context_), {}); }

std::string CuDevice::compiler_identity() const {
  const NvrtcLibrary& nvrtc = default_nvrtc();
  if (nvrtc) return cuda::compiler_identity(nvrtc, caps_.architecture, driver_version_);
  return remembered_identity(caps_.architecture).value_or("cuda|none");
}

std::vector<std::byte> CuDevice::compile(const std::string& source, const std::string& entry) {
  const std::vector<std::byte> image = compile_image(default_nvrtc(), info_, caps_.architecture, source, entry);
  remember_identity(caps_.architecture, compiler_identity());
  return runtime::seal(image);
}

std::unique_ptr<runtime::Program> CuDevice::load(std::span<const std::byte> binary, const std::string& entry) {
  return load_program(shared_from_this(), binary, entry);
}

std::shared_ptr<runtime::Memory> CuDevice::allocate(std::size_t bytes) {
  dispose_deferred();
  const ContextGuard guard(*context_);
  CUdeviceptr address = 0;
  // CUDA has no allocation of 0 bytes; an empty transform may still want a handle.
  const CUresult status = cuda().cuMemAlloc_v2(&address, std::max<std::size_t>(bytes, 1));
  if (status == CUDA_ERROR_OUT_OF_MEMORY) {
    std::size_t free = 0;
    std::size_t total = 0;
    if (cuda().cuMemGetInfo_v2(&free, &total) != CUDA_SUCCESS) total = static_cast<std::size_t>(info_.global_memory);
    throw Error::out_of_memory(fmt::format("allocating {} bytes on {}", bytes, info_.id),
                               fmt::format("CUDA_ERROR_OUT_OF_MEMORY; {} of {} bytes are free", free, total),
                               "use a smaller batch or free buffers");
  }
  check(cuda(), status, "allocating memory");
  return std::make_shared<CuMemory>(shared_from_this(), MemoryHandle(context_, address), bytes);
}

std::shared_ptr<runtime::Stream> CuDevice::make_stream() {
  const ContextGuard guard(*context_);
  CUstream stream = nullptr;
  // Non-blocking: the default stream, which other libraries of the process may use, is not waited for.
  check(cuda(), cuda().cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "making a stream");
  return std::make_shared<CuStream>(shared_from_this(), StreamHandle(context_, stream));
}

bool CuMemory::overlaps(const runtime::Memory& other) const {
  const auto* that = dynamic_cast<const CuMemory*>(&other);
  if (that == nullptr) return false;
  if (native() == that->native()) return true;
  return native() < that->native() + that->size() && that->native() < native() + size();
}

CUdeviceptr address_in(const Context& context, const runtime::Memory* memory) {
  if (memory == nullptr) throw Error::internal("kernel argument", "a buffer that is none");
  const auto* own = dynamic_cast<const CuMemory*>(memory);
  if (own == nullptr) throw Error::invalid_argument("buffer", "it belongs to another backend than the stream");
  if (own->device().context()->get() != context.get()) {
    throw Error::invalid_argument(fmt::format("a buffer of {}", own->device().info().id),
                                  "it belongs to another device or context than the stream",
                                  "allocate it on the stream's own device");
  }
  return own->native();
}

}  // namespace papilio::backend::cuda
