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

/// The driver's status, and in `can` its answer.
int ask_for_access(int from, int to, bool& can) {
  int answer = 0;
  const int status = cuda_driver().cuDeviceCanAccessPeer(&answer, from, to);
  can = status == cuda_success && answer != 0;
  return status;
}

}  // namespace

bool can_access_peers(const std::vector<Device>& devices) {
  if (!cuda_driver().problem.empty()) return false;
  std::vector<int> numbers;
  for (const Device& device : devices) numbers.push_back(device_of(cuda::native_context(device)));
  for (const int from : numbers) {
    for (const int to : numbers) {
      bool can = false;
      if (from != to && (ask_for_access(from, to, can) != cuda_success || !can)) return false;
    }
  }
  return true;
}

void enable_peer_access(const Device& device, const std::vector<void*>& contexts) {
  void* const own = cuda::native_context(device);
  const int from = device_of(own);
  for (void* const context : contexts) {
    if (context == own) continue;
    const int to = device_of(context);
    bool can = false;
    int status = ask_for_access(from, to, can);
    if (can) {
      const CurrentContext current(own);
      status = cuda_driver().cuCtxEnablePeerAccess(context, 0);
      if (status == cuda_success || status == cuda_peer_access_already_enabled) continue;
    }
    throw Error::unsupported(
        fmt::format("exchanges through peer memory from cuda:{} to cuda:{}", from, to),
        !can ? "the driver says that one cannot address the other's memory" : fmt::format("CUDA error {}", status),
        "use devices that NVLink or PCIe connects, or another link: nccl or host");
  }
}

}  // namespace papilio::mpi
