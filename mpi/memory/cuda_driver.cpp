// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "cuda_driver.hpp"

#include <fmt/format.h>

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "opened_library.hpp"

namespace papilio::mpi {

const CudaDriver& cuda_driver() {
  static const CudaDriver* const driver = [] {
    auto* opened = new CudaDriver;
    OpenedLibrary library("PAPILIO_CUDA_LIBRARY", "libcuda.so.1");
    library.find("cuCtxPushCurrent_v2", opened->cuCtxPushCurrent_v2);
    library.find("cuCtxPopCurrent_v2", opened->cuCtxPopCurrent_v2);
    library.find("cuCtxGetDevice", opened->cuCtxGetDevice);
    library.find("cuDeviceCanAccessPeer", opened->cuDeviceCanAccessPeer);
    library.find("cuCtxEnablePeerAccess", opened->cuCtxEnablePeerAccess);
    library.find("cuDeviceGetPCIBusId", opened->cuDeviceGetPCIBusId);
    library.find("cuEventCreate", opened->cuEventCreate);
    library.find("cuEventRecord", opened->cuEventRecord);
    library.find("cuEventDestroy_v2", opened->cuEventDestroy_v2);
    library.find("cuIpcGetMemHandle", opened->cuIpcGetMemHandle);
    library.find("cuIpcOpenMemHandle_v2", opened->cuIpcOpenMemHandle_v2);
    library.find("cuIpcCloseMemHandle", opened->cuIpcCloseMemHandle);
    library.find("cuIpcGetEventHandle", opened->cuIpcGetEventHandle);
    library.find("cuIpcOpenEventHandle", opened->cuIpcOpenEventHandle);
    library.find("cuStreamWaitEvent", opened->cuStreamWaitEvent);
    library.find("cuStreamCreateWithPriority", opened->cuStreamCreateWithPriority);
    library.find("cuStreamDestroy_v2", opened->cuStreamDestroy_v2);
    library.find("cuStreamQuery", opened->cuStreamQuery);
    library.find("cuMemcpyDtoDAsync_v2", opened->cuMemcpyDtoDAsync_v2);
    library.find("cuMemcpy2DAsync_v2", opened->cuMemcpy2DAsync_v2);
    opened->problem = library.problem();
    return opened;
  }();
  return *driver;
}

bool has_finished(void* context, const Stream& stream) {
  int status = cuda_success;
  {
    const CurrentContext current(context);
    status = cuda_driver().cuStreamQuery(cuda::native_stream(stream));
  }
  if (status == cuda_not_ready) return false;
  stream.synchronize();  // reports errors of the device in words
  if (status == cuda_success) return true;
  throw Error::device_failed("a stream of the device", fmt::format("CUDA error {}", status));
}

CurrentContext::CurrentContext(void* context) {
  if (cuda_driver().problem.empty() && cuda_driver().cuCtxPushCurrent_v2(context) == cuda_success) return;
  throw Error::device_failed("an exchange between devices", "the device's context cannot be made current");
}

CurrentContext::~CurrentContext() {
  void* popped = nullptr;
  cuda_driver().cuCtxPopCurrent_v2(&popped);
}

}  // namespace papilio::mpi
