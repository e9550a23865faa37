// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of the CUDA driver that exchanges between devices need and Papilio's API does not offer. The driver is
// opened at run time and its functions are declared here, so that building needs no CUDA.
//
//   PAPILIO_CUDA_LIBRARY=FILE   is opened instead of libcuda.so.1
#pragma once

#include <cstddef>
#include <papilio/device.hpp>
#include <string>

namespace papilio::mpi {

// As <cuda.h> declares them.
inline constexpr int cuda_success = 0;
inline constexpr int cuda_not_ready = 600;
inline constexpr int cuda_peer_access_already_enabled = 704;
inline constexpr unsigned cuda_stream_non_blocking = 1;
inline constexpr unsigned cuda_event_disable_timing = 2;
inline constexpr unsigned cuda_event_interprocess = 4;
inline constexpr unsigned cuda_ipc_enable_peer_access = 1;  ///< CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS
inline constexpr unsigned cuda_memory_of_a_device = 2;
inline constexpr unsigned cuda_unified_memory = 4;  ///< the address tells whose

/// CUDA_MEMCPY2D.
struct CudaCopy2d {
  std::size_t from_x = 0;
  std::size_t from_y = 0;
  unsigned from_type = cuda_memory_of_a_device;
  const void* from_host = nullptr;
  unsigned long long from_device = 0;
  void* from_array = nullptr;
  std::size_t from_pitch = 0;
  std::size_t to_x = 0;
  std::size_t to_y = 0;
  unsigned to_type = cuda_memory_of_a_device;
  void* to_host = nullptr;
  unsigned long long to_device = 0;
  void* to_array = nullptr;
  std::size_t to_pitch = 0;
  std::size_t width = 0;  ///< bytes
  std::size_t height = 0;
};

/// CUipcMemHandle and CUipcEventHandle: memory or an event as other processes are told of it.
struct CudaIpcHandle {
  char reserved[64] = {};
};

struct CudaDriver {
  int (*cuCtxPushCurrent_v2)(void* context) = nullptr;
  int (*cuCtxPopCurrent_v2)(void** context) = nullptr;
  int (*cuCtxGetDevice)(int* device) = nullptr;
  int (*cuDeviceCanAccessPeer)(int* can, int device, int peer) = nullptr;
  int (*cuCtxEnablePeerAccess)(void* context, unsigned flags) = nullptr;
  int (*cuDeviceGetPCIBusId)(char* id, int size, int device) = nullptr;
  int (*cuEventCreate)(void** event, unsigned flags) = nullptr;
  int (*cuEventRecord)(void* event, void* stream) = nullptr;
  int (*cuEventDestroy_v2)(void* event) = nullptr;
  int (*cuIpcGetMemHandle)(CudaIpcHandle* handle, unsigned long long address) = nullptr;
  int (*cuIpcOpenMemHandle_v2)(unsigned long long* address, CudaIpcHandle handle, unsigned flags) = nullptr;
  int (*cuIpcCloseMemHandle)(unsigned long long address) = nullptr;
  int (*cuIpcGetEventHandle)(CudaIpcHandle* handle, void* event) = nullptr;
  int (*cuIpcOpenEventHandle)(void** event, CudaIpcHandle handle) = nullptr;
  int (*cuStreamWaitEvent)(void* stream, void* event, unsigned flags) = nullptr;
  int (*cuStreamCreateWithPriority)(void** stream, unsigned flags, int priority) = nullptr;
  int (*cuStreamDestroy_v2)(void* stream) = nullptr;
  int (*cuStreamQuery)(void* stream) = nullptr;
  int (*cuMemcpyDtoDAsync_v2)(unsigned long long to, unsigned long long from, std::size_t bytes,
                              void* stream) = nullptr;
  int (*cuMemcpy2DAsync_v2)(const CudaCopy2d* copy, void* stream) = nullptr;
  std::string problem;  ///< why it cannot be used; empty if it can
};
/// Opened at the first call and never closed. Immutable once made.
const CudaDriver& cuda_driver();

inline bool is_of_cuda(const Device& device) { return device.info().backend == Backend::cuda; }

/// An address as the driver takes it.
inline unsigned long long cuda_address(const std::byte* place) { return reinterpret_cast<unsigned long long>(place); }

/// The context is current while this lives. Throws Error(device_failed).
class CurrentContext {
 public:
  explicit CurrentContext(void* context);
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
  ~CurrentContext();
};

/// True if all commands of the stream have finished. Throws Error(device_failed) with what the driver says of one that
/// has failed.
bool has_finished(void* context, const Stream& stream);

}  // namespace papilio::mpi
