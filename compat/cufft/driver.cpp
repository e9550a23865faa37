// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/driver.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <string>
#include <utility>

namespace papilio::compat::cufft {
namespace {

// CUresult of <cuda.h>.
constexpr int cuda_success = 0;
constexpr int cuda_out_of_memory = 2;
// CUstreamCaptureMode
constexpr int capture_mode_relaxed = 2;

struct Driver {
  int (*cuCtxGetCurrent)(void** context) = nullptr;
  int (*cuCtxPushCurrent)(void* context) = nullptr;
  int (*cuCtxPopCurrent)(void** context) = nullptr;
  int (*cuDevicePrimaryCtxRetain)(void** context, int device) = nullptr;
  int (*cuDevicePrimaryCtxRelease)(int device) = nullptr;
  int (*cuMemAlloc)(std::uint64_t* address, std::size_t bytes) = nullptr;
  int (*cuMemFree)(std::uint64_t address) = nullptr;
  int (*cuThreadExchangeStreamCaptureMode)(int* mode) = nullptr;
  std::string problem;  ///< empty: it works
};

template <typename Function>
void find(void* library, const char* name, Function& function, std::string& problem) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) problem = std::string("it has no function ") + name;
}

Driver open_driver() {
  Driver driver;
  const char* chosen = std::getenv("PAPILIO_CUDA_LIBRARY");
  void* library = dlopen(chosen != nullptr && *chosen != '\0' ? chosen : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    driver.problem = "libcuda.so.1 is not found";
    return driver;
  }
  find(library, "cuCtxGetCurrent", driver.cuCtxGetCurrent, driver.problem);
  find(library, "cuCtxPushCurrent_v2", driver.cuCtxPushCurrent, driver.problem);
  find(library, "cuCtxPopCurrent_v2", driver.cuCtxPopCurrent, driver.problem);
  find(library, "cuDevicePrimaryCtxRetain", driver.cuDevicePrimaryCtxRetain, driver.problem);
  find(library, "cuDevicePrimaryCtxRelease_v2", driver.cuDevicePrimaryCtxRelease, driver.problem);
  find(library, "cuMemAlloc_v2", driver.cuMemAlloc, driver.problem);
  find(library, "cuMemFree_v2", driver.cuMemFree, driver.problem);
  find(library, "cuThreadExchangeStreamCaptureMode", driver.cuThreadExchangeStreamCaptureMode, driver.problem);
  return driver;
}

/// Never unloaded: handles may be left over when the program ends.
const Driver& driver() {
  static const Driver* const instance = new Driver(open_driver());
  if (!instance->problem.empty()) {
    throw Error::no_device("cuFFT", "the CUDA driver cannot be used: " + instance->problem, "install NVIDIA's driver");
  }
  return *instance;
}

/// Makes a context current, and allows allocations while other streams are captured, for its lifetime.
class Scope {
 public:
  Scope(const Driver& driver, void* context) : driver_(driver) {
    valid_ = driver_.cuCtxPushCurrent(context) == cuda_success;
    driver_.cuThreadExchangeStreamCaptureMode(&mode_);
  }
  ~Scope() {
    driver_.cuThreadExchangeStreamCaptureMode(&mode_);
    void* popped = nullptr;
    if (valid_) driver_.cuCtxPopCurrent(&popped);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  [[nodiscard]] bool valid() const { return valid_; }

 private:
  const Driver& driver_;
  int mode_ = capture_mode_relaxed;
  bool valid_ = false;
};

std::shared_ptr<void> retain_primary(const Driver& driver, int device, void*& context) {
  if (driver.cuDevicePrimaryCtxRetain(&context, device) != cuda_success) {
    throw Error::no_device("cuFFT", "device 0 gives no context");
  }
  return {context, [&driver, device](void*) { driver.cuDevicePrimaryCtxRelease(device); }};
}

}  // namespace

CallerContext caller_context() {
  const Driver& cuda = driver();
  CallerContext caller;
  if (cuda.cuCtxGetCurrent(&caller.context) == cuda_success && caller.context != nullptr) {
    caller.device = papilio::cuda::wrap_device(caller.context);
    return caller;
  }
  caller.device = papilio::cuda::wrap_device(0);  // initialises the driver
  caller.retention = retain_primary(cuda, 0, caller.context);
  return caller;
}

DeviceMemory::DeviceMemory(const CallerContext& owner, std::size_t bytes) : context_(owner.context) {
  const Driver& cuda = driver();
  const Scope scope(cuda, context_);
  const int status = scope.valid() ? cuda.cuMemAlloc(&address_, bytes) : cuda_out_of_memory;
  if (status == cuda_success) return;
  address_ = 0;
  const std::string what = "a work area of " + std::to_string(bytes) + " bytes";
  if (status == cuda_out_of_memory) throw Error::out_of_memory(what, "the device has no memory left for it");
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
    const Driver& cuda = driver();
    const Scope scope(cuda, context_);
    if (scope.valid()) cuda.cuMemFree(address_);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // Memory that was allocated has a driver.
  }
  address_ = 0;
}

}  // namespace papilio::compat::cufft
