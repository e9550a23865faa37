// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/status.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

namespace papilio::backend::cuda {

std::string status_name(const CuSymbols& cuda, CUresult status) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (cuda.cuGetErrorName(status, &name) != CUDA_SUCCESS || name == nullptr) {
    return fmt::format("CUDA status {}", static_cast<int>(status));
  }
  if (cuda.cuGetErrorString(status, &text) != CUDA_SUCCESS || text == nullptr) return name;
  return fmt::format("{} ({})", name, text);
}

bool means_capture(CUresult status) {
  return status >= CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED && status <= CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
}

bool means_lost(CUresult status) {
  switch (status) {
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_ASSERT:
      return true;
    default:  // 714 to 719: stack error, illegal instruction, misaligned address, …
      return status >= CUDA_ERROR_HARDWARE_STACK_ERROR && status <= CUDA_ERROR_LAUNCH_FAILED;
  }
}

void check(const CuSymbols& cuda, CUresult status, std::string_view what) {
  if (status == CUDA_SUCCESS) return;
  const std::string operation = fmt::format("CUDA, {}", what);
  const std::string name = status_name(cuda, status);
  if (status == CUDA_ERROR_OUT_OF_MEMORY) {
    throw Error::out_of_memory(operation, name, "use a smaller batch or free buffers");
  }
  if (means_capture(status)) {
    throw Error::invalid_argument(operation, name, "plan, allocate and copy before the capture begins");
  }
  throw Error::device_failed(operation, name, means_lost(status) ? "the context is lost, start the process again" : "");
}

}  // namespace papilio::backend::cuda
