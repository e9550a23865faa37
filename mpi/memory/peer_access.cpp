// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peer_access.hpp"

#include <fmt/format.h>

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "cuda_driver.hpp"

namespace papilio::mpi {
namespace {

int device_of(cu::CUcontext context) {
  const ContextScope current(context);
  int device = 0;
  const cu::CUresult status = cuda_driver().cuCtxGetDevice(&device);
  if (status != cu::CUDA_SUCCESS)
    throw Error::device_failed("cuCtxGetDevice", fmt::format("CUDA error {}", static_cast<int>(status)));
  return device;
}

/// The driver's status, and in `can` its answer.
cu::CUresult ask_for_access(int from, int to, bool& can) {
  int answer = 0;
  const cu::CUresult status = cuda_driver().cuDeviceCanAccessPeer(&answer, from, to);
  can = status == cu::CUDA_SUCCESS && answer != 0;
  return status;
}

}  // namespace

bool can_access_peers(const std::vector<Device>& devices) {
  if (!cuda_driver().problem.empty()) return false;
  std::vector<int> numbers;
  for (const Device& device : devices) numbers.push_back(device_of(context_of(device)));
  for (const int from : numbers) {
    for (const int to : numbers) {
      bool can = false;
      if (from != to && (ask_for_access(from, to, can) != cu::CUDA_SUCCESS || !can)) return false;
    }
  }
  return true;
}

void enable_peer_access(const Device& device, const std::vector<cu::CUcontext>& contexts) {
  const cu::CUcontext local = context_of(device);
  const int from = device_of(local);
  for (const cu::CUcontext context : contexts) {
    if (context == local) continue;
    const int to = device_of(context);
    bool can = false;
    cu::CUresult status = ask_for_access(from, to, can);
    if (can) {
      const ContextScope current(local);
      status = cuda_driver().cuCtxEnablePeerAccess(context, 0);
      if (status == cu::CUDA_SUCCESS || status == cu::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) continue;
    }
    throw Error::unsupported(fmt::format("exchanges through peer memory from cuda:{} to cuda:{}", from, to),
                             !can ? "the driver says that one cannot address the other's memory"
                                  : fmt::format("CUDA error {}", static_cast<int>(status)),
                             "use devices that NVLink or PCIe connects, or another link: nccl or host");
  }
}

}  // namespace papilio::mpi
