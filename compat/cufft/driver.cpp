// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/driver.hpp"

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <string>
#include <utility>

#include "backend/cuda/library.hpp"

namespace papilio::compat::cufft {
namespace {

namespace cuda = backend::cuda;
using cuda::CUcontext;
using cuda::CuSymbols;

/// Returns the driver that Papilio has opened, which stays open: handles may be left over when the program ends.
const CuSymbols& driver() {
  const cuda::CuLibrary& library = cuda::default_library();
  if (!library) throw Error::no_device("cuFFT", library.problem(), "install NVIDIA's driver");
  return library.symbols();
}

/// Makes a context current, and allows allocations while other streams are captured, for its lifetime.
class Scope {
 public:
  Scope(const CuSymbols& driver, void* context) : driver_(driver) {
    valid_ = driver_.cuCtxPushCurrent_v2(static_cast<CUcontext>(context)) == cuda::CUDA_SUCCESS;
    driver_.cuThreadExchangeStreamCaptureMode(&mode_);
  }
  ~Scope() {
    driver_.cuThreadExchangeStreamCaptureMode(&mode_);
    CUcontext popped = nullptr;
    if (valid_) driver_.cuCtxPopCurrent_v2(&popped);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  [[nodiscard]] bool valid() const { return valid_; }

 private:
  const CuSymbols& driver_;
  cuda::CUstreamCaptureMode mode_ = cuda::CU_STREAM_CAPTURE_MODE_RELAXED;
  bool valid_ = false;
};

std::shared_ptr<void> retain_primary(const CuSymbols& driver, int device, CUcontext& context) {
  if (driver.cuDevicePrimaryCtxRetain(&context, device) != cuda::CUDA_SUCCESS) {
    throw Error::no_device("cuFFT", "device 0 gives no context");
  }
  return {context, [&driver, device](void*) { driver.cuDevicePrimaryCtxRelease_v2(device); }};
}

}  // namespace

CallerContext caller_context() {
  const CuSymbols& symbols = driver();
  CallerContext caller;
  CUcontext current = nullptr;
  if (symbols.cuCtxGetCurrent(&current) == cuda::CUDA_SUCCESS && current != nullptr) {
    caller.device = papilio::cuda::wrap_device(current);
  } else {
    caller.device = papilio::cuda::wrap_device(0);
    caller.retention = retain_primary(symbols, 0, current);
  }
  caller.context = current;
  return caller;
}

void* context_of_stream(void* stream) {
  CUcontext context = nullptr;
  if (driver().cuStreamGetCtx(static_cast<cuda::CUstream>(stream), &context) == cuda::CUDA_SUCCESS) return context;
  throw Error::invalid_argument("the stream of a plan over several GPUs", "the driver does not know it");
}

DeviceMemory::DeviceMemory(const CallerContext& owner, std::size_t bytes) : context_(owner.context) {
  const CuSymbols& symbols = driver();
  const Scope scope(symbols, context_);
  cuda::CUdeviceptr address = 0;
  const cuda::CUresult status = scope.valid() ? symbols.cuMemAlloc_v2(&address, bytes) : cuda::CUDA_ERROR_OUT_OF_MEMORY;
  if (status == cuda::CUDA_SUCCESS) {
    address_ = address;
    return;
  }
  const std::string what = "a work area of " + std::to_string(bytes) + " bytes";
  if (status == cuda::CUDA_ERROR_OUT_OF_MEMORY) {
    throw Error::out_of_memory(what, "the device has no memory left for it");
  }
  throw Error::device_failed(what, "the driver returned error " + std::to_string(status));
}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
  if (this != &other) {
    reset();
    context_ = other.context_;
    address_ = std::exchange(other.address_, 0);
  }
  return *this;
}

void DeviceMemory::reset() noexcept {
  if (address_ == 0) return;
  try {
    const CuSymbols& symbols = driver();
    const Scope scope(symbols, context_);
    if (scope.valid()) symbols.cuMemFree_v2(address_);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // Memory that was allocated has a driver.
  }
  address_ = 0;
}

}  // namespace papilio::compat::cufft
