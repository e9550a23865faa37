// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/copies.hpp"

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <string>

#include "compat/cufft/driver.hpp"
#include "mpi/memory/cuda_driver.hpp"

namespace papilio::compat::cufft {
namespace {

namespace cu = backend::cuda;

/// The driver's limit of CU_DEVICE_ATTRIBUTE_MAX_PITCH is one less than 2^31 bytes on all devices.
constexpr std::int64_t max_run = std::int64_t{1} << 30;

void enqueue(const CopySide& from, const CopySide& to, const CopiedRuns& runs) {
  cu::CUDA_MEMCPY3D command = {};
  const bool between_gpus = !from.on_host && !to.on_host;
  command.srcMemoryType = command.dstMemoryType = between_gpus ? cu::CU_MEMORYTYPE_UNIFIED : cu::CU_MEMORYTYPE_DEVICE;
  command.srcDevice = mpi::cuda_address(from.address);
  command.dstDevice = mpi::cuda_address(to.address);
  if (from.on_host) command.srcMemoryType = cu::CU_MEMORYTYPE_HOST;
  if (to.on_host) command.dstMemoryType = cu::CU_MEMORYTYPE_HOST;
  command.srcHost = from.on_host ? from.address : nullptr;
  command.dstHost = to.on_host ? to.address : nullptr;
  command.srcPitch = static_cast<std::size_t>(runs.rows > 1 ? from.pitch : runs.width);
  command.dstPitch = static_cast<std::size_t>(runs.rows > 1 ? to.pitch : runs.width);
  command.srcHeight = command.dstHeight = command.Height = static_cast<std::size_t>(runs.rows);
  command.WidthInBytes = static_cast<std::size_t>(runs.width);
  command.Depth = 1;
  const cu::CUresult status = mpi::cuda_driver().cuMemcpy3DAsync_v2(&command, nullptr);
  if (status == cu::CUDA_SUCCESS) return;
  throw Error::device_failed(
      "a copy of " + std::to_string(runs.rows) + " runs of " + std::to_string(runs.width) + " bytes",
      "CUDA error " + std::to_string(static_cast<int>(status)));
}

CopySide moved(CopySide side, std::int64_t bytes) {
  side.address += bytes;
  return side;
}

}  // namespace

void copy_runs(const Gpu& gpu, const CopySide& from, const CopySide& to, const CopiedRuns& runs) {
  const mpi::ContextScope current(mpi::context_of(gpu.device));
  if (runs.rows > 1 && std::max(from.pitch, to.pitch) < 2 * max_run) return enqueue(from, to, runs);
  for (std::int64_t row = 0; row < runs.rows; ++row) {
    for (std::int64_t done = 0; done < runs.width; done += max_run) {
      enqueue(moved(from, row * from.pitch + done), moved(to, row * to.pitch + done),
              {std::min(max_run, runs.width - done), 1});
    }
  }
}

void wait_for(const Gpus& gpus) {
  for (const Gpu& gpu : gpus) papilio::cuda::wrap_stream(gpu.device, nullptr).synchronize();
}

void wait_for_stream(void* stream) {
  if (stream != nullptr)
    papilio::cuda::wrap_stream(papilio::cuda::wrap_device(context_of_stream(stream)), stream).synchronize();
}

}  // namespace papilio::compat::cufft
