// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "device_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "box_copy.hpp"
#include "cuda_driver.hpp"

namespace papilio::mpi {
namespace {

/// The driver's limit of CU_DEVICE_ATTRIBUTE_MAX_PITCH on all devices.
constexpr std::int64_t max_pitch = 0x7fffffff;

/// Takes the longest loop that one command can carry out as its rows; a loop of a single row if there is none.
CopyLoop take_rows(CopyLoops& copy) {
  const auto fits = [&](const CopyLoop& loop) {
    return loop.from >= copy.run && loop.to >= copy.run && std::max(loop.from, loop.to) <= max_pitch;
  };
  auto best = copy.loops.end();
  for (auto loop = copy.loops.begin(); loop != copy.loops.end(); ++loop) {
    if (fits(*loop) && (best == copy.loops.end() || loop->extent > best->extent)) best = loop;
  }
  if (best == copy.loops.end()) return {1, copy.run, copy.run};
  const CopyLoop rows = *best;
  copy.loops.erase(best);
  return rows;
}

std::int64_t chunks_of(const std::vector<CopyLoop>& loops) {
  std::int64_t chunks = 1;
  for (const CopyLoop& loop : loops) chunks *= loop.extent;
  return chunks;
}

/// A box as commands.
struct Rows {
  CopyLoops copy;
  CopyLoop rows;
};

void enqueue(const Rows& box, const CopyEnds& ends, cu::CUstream stream) {
  const auto& [copy, rows] = box;
  for (std::int64_t chunk = 0; chunk < chunks_of(copy.loops); ++chunk) {
    std::int64_t rest = chunk;
    cu::CUDA_MEMCPY2D command = {};
    command.srcMemoryType = command.dstMemoryType = ends.to_peer ? cu::CU_MEMORYTYPE_UNIFIED : cu::CU_MEMORYTYPE_DEVICE;
    command.srcDevice = cuda_address(ends.from + copy.from);
    command.dstDevice = cuda_address(ends.to + copy.to);
    for (const CopyLoop& loop : copy.loops) {
      command.srcDevice += static_cast<cu::CUdeviceptr>(rest % loop.extent * loop.from);
      command.dstDevice += static_cast<cu::CUdeviceptr>(rest % loop.extent * loop.to);
      rest /= loop.extent;
    }
    command.srcPitch = static_cast<std::size_t>(rows.from);
    command.dstPitch = static_cast<std::size_t>(rows.to);
    command.WidthInBytes = static_cast<std::size_t>(copy.run);
    command.Height = static_cast<std::size_t>(rows.extent);
    // Without rows a pitch means nothing, and the driver limits it.
    const cu::CUresult status =
        rows.extent == 1
            ? cuda_driver().cuMemcpyDtoDAsync_v2(command.dstDevice, command.srcDevice, command.WidthInBytes, stream)
            : cuda_driver().cuMemcpy2DAsync_v2(&command, stream);
    if (status != cu::CUDA_SUCCESS)
      throw Error::device_failed("a copy on the device", fmt::format("CUDA error {}", static_cast<int>(status)));
  }
}

std::vector<Rows> rows_of(const Copy& copy) {
  std::vector<Rows> boxes;
  for (const BoxCopy& box : copy.boxes) {
    if (volume_of(box.extents) == 0) continue;
    Rows next{loops_of(box, copy.element_bytes), {}};
    next.rows = take_rows(next.copy);
    boxes.push_back(std::move(next));
  }
  return boxes;
}

}  // namespace

std::int64_t commands_of(const Copy& copy) {
  std::int64_t commands = 0;
  for (const Rows& box : rows_of(copy)) commands += chunks_of(box.copy.loops);
  return commands;
}

void copy_on_device(const Device& device, const Stream& stream, const Copy& copy, const CopyEnds& ends) {
  if (!cuda_driver().problem.empty()) throw Error::unsupported("a copy on the device", cuda_driver().problem);
  const ContextScope current(context_of(device));
  const cu::CUstream native = native_of(stream);
  for (const Rows& box : rows_of(copy)) enqueue(box, ends, native);
}

}  // namespace papilio::mpi
