// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The tables of all functions of the CUDA driver and of NVRTC that Papilio calls. The required ones are no newer than
// CUDA 11.2.
#pragma once

#include "backend/cuda/driver_api.hpp"

#define PAPILIO_CUDA_SYMBOLS(X)        \
  X(cuInit)                            \
  X(cuDriverGetVersion)                \
  X(cuGetErrorName)                    \
  X(cuGetErrorString)                  \
  X(cuDeviceGetCount)                  \
  X(cuDeviceGet)                       \
  X(cuDeviceGetName)                   \
  X(cuDeviceGetAttribute)              \
  X(cuDeviceTotalMem_v2)               \
  X(cuDevicePrimaryCtxRetain)          \
  X(cuDevicePrimaryCtxRelease_v2)      \
  X(cuDevicePrimaryCtxGetState)        \
  X(cuCtxPushCurrent_v2)               \
  X(cuCtxPopCurrent_v2)                \
  X(cuCtxGetCurrent)                   \
  X(cuCtxGetDevice)                    \
  X(cuThreadExchangeStreamCaptureMode) \
  X(cuMemGetInfo_v2)                   \
  X(cuMemAlloc_v2)                     \
  X(cuMemFree_v2)                      \
  X(cuMemHostAlloc)                    \
  X(cuMemFreeHost)                     \
  X(cuMemPoolCreate)                   \
  X(cuMemPoolDestroy)                  \
  X(cuMemPoolSetAttribute)             \
  X(cuMemPoolTrimTo)                   \
  X(cuMemAllocFromPoolAsync)           \
  X(cuMemFreeAsync)                    \
  X(cuPointerGetAttribute)             \
  X(cuMemcpyHtoDAsync_v2)              \
  X(cuMemcpyDtoHAsync_v2)              \
  X(cuMemcpyDtoDAsync_v2)              \
  X(cuMemsetD8Async)                   \
  X(cuStreamCreate)                    \
  X(cuStreamDestroy_v2)                \
  X(cuStreamSynchronize)               \
  X(cuStreamIsCapturing)               \
  X(cuStreamGetCtx)                    \
  X(cuStreamWaitEvent)                 \
  X(cuLaunchHostFunc)                  \
  X(cuEventCreate)                     \
  X(cuEventDestroy_v2)                 \
  X(cuEventRecord)                     \
  X(cuEventSynchronize)                \
  X(cuEventElapsedTime)                \
  X(cuLinkCreate_v2)                   \
  X(cuLinkAddData_v2)                  \
  X(cuLinkComplete)                    \
  X(cuLinkDestroy)                     \
  X(cuModuleLoadData)                  \
  X(cuModuleUnload)                    \
  X(cuModuleGetFunction)               \
  X(cuFuncGetAttribute)                \
  X(cuFuncSetAttribute)                \
  X(cuLaunchKernel)                    \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor)

#define PAPILIO_NVRTC_SYMBOLS(X) \
  X(nvrtcVersion)                \
  X(nvrtcGetErrorString)         \
  X(nvrtcGetNumSupportedArchs)   \
  X(nvrtcGetSupportedArchs)      \
  X(nvrtcCreateProgram)          \
  X(nvrtcDestroyProgram)         \
  X(nvrtcCompileProgram)         \
  X(nvrtcGetCUBINSize)           \
  X(nvrtcGetCUBIN)               \
  X(nvrtcGetPTXSize)             \
  X(nvrtcGetPTX)                 \
  X(nvrtcGetProgramLogSize)      \
  X(nvrtcGetProgramLog)

namespace papilio::backend::cuda {

#define PAPILIO_CUDA_MEMBER(name) decltype(&cuda::name) name = nullptr;
#define PAPILIO_CUDA_VISIT(name) visit(#name, name);
struct CuSymbols {
  PAPILIO_CUDA_SYMBOLS(PAPILIO_CUDA_MEMBER)
  decltype(&cuda::cuLaunchKernelEx) cuLaunchKernelEx = nullptr;  ///< since CUDA 11.8
  /// Required by runtime::DriverLibrary.
  template <typename Visit>
  void for_each(Visit visit) {
    PAPILIO_CUDA_SYMBOLS(PAPILIO_CUDA_VISIT)
  }
  /// Functions that older drivers lack.
  template <typename Visit>
  void for_each_optional(Visit visit) {
    visit("cuLaunchKernelEx", cuLaunchKernelEx);
  }
};
struct NvrtcSymbols {
  PAPILIO_NVRTC_SYMBOLS(PAPILIO_CUDA_MEMBER)
  template <typename Visit>
  void for_each(Visit visit) {
    PAPILIO_NVRTC_SYMBOLS(PAPILIO_CUDA_VISIT)
  }
};
#undef PAPILIO_CUDA_VISIT
#undef PAPILIO_CUDA_MEMBER

}  // namespace papilio::backend::cuda
