// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <papilio/error.hpp>

#include "backend/cuda/status.hpp"
#include "runtime/binary.hpp"

namespace papilio::backend::cuda {
namespace {

/// True if loading failed because of the image: it is for another architecture or driver, or is not an image at all.
bool means_unacceptable(CUresult status) {
  constexpr CUresult image_errors[] = {CUDA_ERROR_INVALID_IMAGE,
                                       CUDA_ERROR_NO_BINARY_FOR_GPU,
                                       CUDA_ERROR_INVALID_PTX,
                                       CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
                                       CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
                                       CUDA_ERROR_INVALID_SOURCE,
                                       CUDA_ERROR_NOT_FOUND,
                                       CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
                                       CUDA_ERROR_SHARED_OBJECT_INIT_FAILED};
  for (const CUresult each : image_errors) {
    if (each == status) return true;
  }
  return false;
}

/// Kernel parameters as cuLaunchKernel takes them: pointers to values of 8 bytes each. Missing parameters point to
/// zero, so that a kernel launched with too few reads a null pointer and the driver reads no invalid memory.
class Parameters {
 public:
  Parameters(const Context& context,
             std::span<const runtime::Argument> arguments) {  // NOLINT(cppcoreguidelines-pro-type-member-init)
    if (arguments.size() > values_.size()) throw Error::internal("launch", "a kernel of too many arguments");
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const auto* number = std::get_if<std::int64_t>(&arguments[i]);
      values_[i] = number != nullptr ? static_cast<CUdeviceptr>(*number)
                                     : address_in(context, std::get<const runtime::Memory*>(arguments[i]));
      pointers_[i] = &values_[i];
    }
    std::fill(pointers_.begin() + std::ssize(arguments), pointers_.end(), &none_);
  }
  [[nodiscard]] void** data() { return pointers_.data(); }

 private:
  static constexpr std::size_t most = 32;
  // Not zero-initialised: that takes as long as everything else that a launch does outside the driver.
  std::array<CUdeviceptr, most> values_;
  std::array<void*, most> pointers_;
  CUdeviceptr none_ = 0;
};

}  // namespace

// Kernels for architectures older than 9.0 do not contain the wait (src/emit/c/cuda.cpp).
CuProgram::CuProgram(std::shared_ptr<const CuDevice> device, CuModuleHandle module, CUfunction function)
    : device_(std::move(device)),
      module_(std::move(module)),
      function_(function),
      can_wait_(device_->launches_early() && attribute(CU_FUNC_ATTRIBUTE_PTX_VERSION) >= 90) {}

int CuProgram::attribute(CUfunction_attribute which) const {
  int value = 0;
  check(device_->cuda(), device_->cuda().cuFuncGetAttribute(&value, which, function_), "asking a kernel's resources");
  return value;
}

void CuProgram::allow_local_memory(std::int64_t bytes) const {
  if (bytes <= allowed_) return;
  const std::lock_guard lock(mutex_);
  if (bytes <= allowed_) return;
  if (bytes > device_->caps().local_memory) {
    throw Error::unsupported(
        fmt::format("a kernel with {} bytes of local memory", bytes),
        fmt::format("{} has {} for a work-group", device_->info().id, device_->caps().local_memory));
  }
  check(device_->cuda(),
        device_->cuda().cuFuncSetAttribute(function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                           static_cast<int>(bytes)),
        fmt::format("asking for {} bytes of shared memory", bytes));
  allowed_ = bytes;
}

void CuProgram::launch(const Context& context, CUstream stream, const runtime::Launch& launch) const {
  const CuSymbols& cuda = device_->cuda();
  if (device_->context()->get() != context.get()) {
    throw Error::invalid_argument(fmt::format("a kernel of {}", device_->info().id),
                                  "it belongs to another device or context than the stream",
                                  "execute a plan on a stream of its own device");
  }
  // CUDA C++ Programming Guide, "Technical Specifications": the largest x dimension of a grid.
  constexpr std::int64_t most_groups = std::numeric_limits<std::int32_t>::max();
  if (launch.groups > most_groups) {
    throw Error::unsupported(fmt::format("a launch of {} work-groups", launch.groups),
                             fmt::format("a CUDA grid has at most {}", most_groups), "use a smaller batch");
  }
  if (launch.local_memory > 0) allow_local_memory(launch.local_memory);
  Parameters parameters(context, launch.arguments);
  if (launch.waits && can_wait_) {
    // Programmatic dependent launch, only with PAPILIO_CUDA_ALONE=1 (docs/adr/0026): the launch overlaps the end of the
    // previous kernel (2.6 us per kernel instead of 3.2, measured on an H200). CUDA C++ Programming Guide, 3.2.8.1.
    CUlaunchAttribute early{CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, {}, {}};
    early.value.programmaticStreamSerializationAllowed = 1;
    const CUlaunchConfig config{static_cast<unsigned>(launch.groups),
                                1,
                                1,
                                static_cast<unsigned>(launch.threads),
                                1,
                                1,
                                static_cast<unsigned>(launch.local_memory),
                                stream,
                                &early,
                                1};
    check(cuda, cuda.cuLaunchKernelEx(&config, function_, parameters.data(), nullptr), "launching a kernel");
    return;
  }
  check(
      cuda,
      cuda.cuLaunchKernel(function_, static_cast<unsigned>(launch.groups), 1, 1, static_cast<unsigned>(launch.threads),
                          1, 1, static_cast<unsigned>(launch.local_memory), stream, parameters.data(), nullptr),
      "launching a kernel");
}

std::optional<runtime::Resources> CuProgram::resources(int threads, std::int64_t local_memory) const {
  const ContextGuard guard(*device_->context());
  if (local_memory > 0) allow_local_memory(local_memory);
  runtime::Resources result;
  result.registers = attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
  result.private_memory = attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  result.local_memory = attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) + local_memory;
  result.max_threads = attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  result.thread_multiple = device_->caps().warp;
  int groups = 0;
  check(device_->cuda(),
        device_->cuda().cuOccupancyMaxActiveBlocksPerMultiprocessor(&groups, function_, threads,
                                                                    static_cast<std::size_t>(local_memory)),
        "asking a kernel's occupancy");
  result.groups_per_unit = groups;
  return result;
}

std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const CuDevice> device,
                                               std::span<const std::byte> sealed, const std::string& entry) {
  const std::span<const std::byte> image = runtime::unseal(sealed);
  if (image.empty()) return nullptr;
  const CuSymbols& cuda = device->cuda();
  const ContextGuard guard(*device->context());
  CUmodule native = nullptr;
  CUresult status = cuda.cuModuleLoadData(&native, image.data());
  if (means_unacceptable(status)) return nullptr;
  check(cuda, status, "loading a kernel");
  CuModuleHandle module(device->context(), native);
  CUfunction function = nullptr;
  status = cuda.cuModuleGetFunction(&function, native, entry.c_str());
  if (means_unacceptable(status)) return nullptr;
  check(cuda, status, "loading a kernel");
  return std::make_unique<CuProgram>(std::move(device), std::move(module), function);
}

}  // namespace papilio::backend::cuda
