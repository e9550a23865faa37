// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "cuda_driver.hpp"

#include <fmt/format.h>

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "library_symbols.hpp"

namespace papilio::mpi {

const CudaDriver& cuda_driver() {
  static const CudaDriver* const driver = [] {
    auto* opened = new CudaDriver;
    LibrarySymbols library("PAPILIO_CUDA_LIBRARY", "libcuda.so.1");
#define PAPILIO_MPI_FIND(name) library.find(#name, opened->name);
    PAPILIO_MPI_CUDA_SYMBOLS(PAPILIO_MPI_FIND)
#undef PAPILIO_MPI_FIND
    opened->problem = library.problem();
    return opened;
  }();
  return *driver;
}

bool has_finished(cu::CUcontext context, const Stream& stream) {
  cu::CUresult status = cu::CUDA_SUCCESS;
  {
    const ContextScope current(context);
    status = cuda_driver().cuStreamQuery(native_of(stream));
  }
  if (status == cu::CUDA_ERROR_NOT_READY) return false;
  stream.synchronize();  // reports errors of the device in words
  if (status == cu::CUDA_SUCCESS) return true;
  throw Error::device_failed("a stream of the device", fmt::format("CUDA error {}", static_cast<int>(status)));
}

ContextScope::ContextScope(cu::CUcontext context) {
  if (cuda_driver().problem.empty() && cuda_driver().cuCtxPushCurrent_v2(context) == cu::CUDA_SUCCESS) return;
  throw Error::device_failed("an exchange between devices", "the device's context cannot be made current");
}

ContextScope::~ContextScope() {
  cu::CUcontext popped = nullptr;
  cuda_driver().cuCtxPopCurrent_v2(&popped);
}

}  // namespace papilio::mpi
