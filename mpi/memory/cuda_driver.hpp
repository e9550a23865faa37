// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of the CUDA driver that exchanges between devices need and Papilio's API does not offer. The driver is
// opened at run time, so that building needs no CUDA.
//
//   PAPILIO_CUDA_LIBRARY=FILE   is opened instead of libcuda.so.1
#pragma once

#include <papilio/cuda.hpp>
#include <papilio/device.hpp>
#include <string>

#include "src/backend/cuda/driver_api.hpp"

namespace papilio::mpi {

namespace cu = backend::cuda;

#define PAPILIO_MPI_CUDA_SYMBOLS(X) \
  X(cuCtxPushCurrent_v2)            \
  X(cuCtxPopCurrent_v2)             \
  X(cuCtxGetDevice)                 \
  X(cuDeviceCanAccessPeer)          \
  X(cuCtxEnablePeerAccess)          \
  X(cuDeviceGetPCIBusId)            \
  X(cuEventCreate)                  \
  X(cuEventRecord)                  \
  X(cuEventDestroy_v2)              \
  X(cuIpcGetMemHandle)              \
  X(cuIpcOpenMemHandle_v2)          \
  X(cuIpcCloseMemHandle)            \
  X(cuIpcGetEventHandle)            \
  X(cuIpcOpenEventHandle)           \
  X(cuStreamWaitEvent)              \
  X(cuStreamCreateWithPriority)     \
  X(cuStreamDestroy_v2)             \
  X(cuStreamQuery)                  \
  X(cuMemcpyDtoDAsync_v2)           \
  X(cuMemcpy3DAsync_v2)

struct CudaDriver {
#define PAPILIO_MPI_MEMBER(name) decltype(&cu::name) name = nullptr;
  PAPILIO_MPI_CUDA_SYMBOLS(PAPILIO_MPI_MEMBER)
#undef PAPILIO_MPI_MEMBER
  std::string problem;  ///< why it cannot be used; empty if it can
};
/// Opened at the first call and never closed. Immutable once made.
const CudaDriver& cuda_driver();

inline bool is_of_cuda(const Device& device) { return device.info().backend == Backend::cuda; }

/// The driver's objects behind Papilio's.
inline cu::CUcontext context_of(const Device& device) {
  return static_cast<cu::CUcontext>(cuda::native_context(device));
}
inline cu::CUstream native_of(const Stream& stream) { return static_cast<cu::CUstream>(cuda::native_stream(stream)); }
/// An address as the driver takes it.
inline cu::CUdeviceptr cuda_address(const std::byte* place) { return reinterpret_cast<cu::CUdeviceptr>(place); }

/// The context is current while this lives. Throws Error(device_failed).
class ContextScope {
 public:
  explicit ContextScope(cu::CUcontext context);
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;
  ~ContextScope();
};

/// True if all commands of the stream have finished. Throws Error(device_failed) with what the driver says of one that
/// has failed.
bool has_finished(cu::CUcontext context, const Stream& stream);

}  // namespace papilio::mpi
