// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peer_access.hpp"

#include <fmt/format.h>

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "cuda_driver.hpp"

namespace papilio::mpi {
namespace {

int device_of(void* context) {
  const CurrentContext current(context);
  int device = 0;
  const int status = cuda_driver().cuCtxGetDevice(&device);
  if (status != cuda_success) throw Error::device_failed("cuCtxGetDevice", fmt::format("CUDA error {}", status));
  return device;
}

}  // namespace

void enable_peer_access(const Device& device, const std::vector<void*>& contexts) {
  void* const own = cuda::native_context(device);
  const int from = device_of(own);
  for (void* const context : contexts) {
    if (context == own) continue;
    const int to = device_of(context);
    int can = 0;
    int status = cuda_driver().cuDeviceCanAccessPeer(&can, from, to);
    if (status == cuda_success && can != 0) {
      const CurrentContext current(own);
      status = cuda_driver().cuCtxEnablePeerAccess(context, 0);
      if (status == cuda_success || status == cuda_peer_access_already_enabled) continue;
    }
    throw Error::unsupported(
        fmt::format("exchanges through peer memory from cuda:{} to cuda:{}", from, to),
        can == 0 ? "the driver says that one cannot address the other's memory" : fmt::format("CUDA error {}", status),
        "use devices that NVLink or PCIe connects, or another link: nccl or host");
  }
}

}  // namespace papilio::mpi
