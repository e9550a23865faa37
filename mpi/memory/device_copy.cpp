// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "device_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <utility>
#include <vector>

#include "box_copy.hpp"
#include "cuda_driver.hpp"

namespace papilio::mpi {
namespace {

/// The driver's limit of CU_DEVICE_ATTRIBUTE_MAX_PITCH on all devices.
constexpr std::int64_t max_pitch = 0x7fffffff;

/// A box as commands: each copies planes of rows, and loops around it start the next ones.
struct BoxCommands {
  CopyLoops copy;
  CopyLoop rows;
  CopyLoop planes;  ///< strides are multiples of the rows'
};

bool can_be_rows(const CopyLoop& loop, std::int64_t run) {
  return loop.from >= run && loop.to >= run && std::max(loop.from, loop.to) <= max_pitch;
}

bool can_be_planes(const CopyLoop& loop, const CopyLoop& rows) {
  const auto whole = [&](std::int64_t stride, std::int64_t row) {
    return stride % row == 0 && stride / row >= rows.extent;
  };
  return whole(loop.from, rows.from) && whole(loop.to, rows.to);
}

/// Divides the loops so that a command copies as much as possible.
BoxCommands commands_for(CopyLoops copy) {
  const std::vector<CopyLoop> loops = copy.loops;
  const auto none = loops.size();
  std::size_t best_rows = none;
  std::size_t best_planes = none;
  std::int64_t best = 0;
  for (std::size_t r = 0; r < none; ++r) {
    if (!can_be_rows(loops[r], copy.run)) continue;
    for (std::size_t p = 0; p <= none; ++p) {
      if (p < none && (p == r || !can_be_planes(loops[p], loops[r]))) continue;
      const std::int64_t count = loops[r].extent * (p < none ? loops[p].extent : 1);
      if (count <= best) continue;
      best = count;
      best_rows = r;
      best_planes = p;
    }
  }
  const CopyLoop rows = best_rows < none ? loops[best_rows] : CopyLoop{1, copy.run, copy.run};
  const CopyLoop planes =
      best_planes < none ? loops[best_planes] : CopyLoop{1, rows.extent * rows.from, rows.extent * rows.to};
  copy.loops.clear();
  for (std::size_t i = 0; i < none; ++i) {
    if (i != best_rows && i != best_planes) copy.loops.push_back(loops[i]);
  }
  return {std::move(copy), rows, planes};
}

std::int64_t commands_of(const std::vector<CopyLoop>& loops) {
  std::int64_t commands = 1;
  for (const CopyLoop& loop : loops) commands *= loop.extent;
  return commands;
}

void enqueue(const BoxCommands& box, const CopyEnds& ends, cu::CUstream stream) {
  const auto& [copy, rows, planes] = box;
  for (std::int64_t i = 0; i < commands_of(copy.loops); ++i) {
    std::int64_t rest = i;
    cu::CUDA_MEMCPY3D command = {};
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
    command.srcHeight = static_cast<std::size_t>(planes.from / rows.from);
    command.dstHeight = static_cast<std::size_t>(planes.to / rows.to);
    command.WidthInBytes = static_cast<std::size_t>(copy.run);
    command.Height = static_cast<std::size_t>(rows.extent);
    command.Depth = static_cast<std::size_t>(planes.extent);
    // Without rows a pitch means nothing, and the driver limits it.
    const cu::CUresult status =
        rows.extent == 1
            ? cuda_driver().cuMemcpyDtoDAsync_v2(command.dstDevice, command.srcDevice, command.WidthInBytes, stream)
            : cuda_driver().cuMemcpy3DAsync_v2(&command, stream);
    if (status != cu::CUDA_SUCCESS)
      throw Error::device_failed("a copy on the device", fmt::format("CUDA error {}", static_cast<int>(status)));
  }
}

std::vector<BoxCommands> boxes_of(const Copy& copy) {
  std::vector<BoxCommands> boxes;
  for (const BoxCopy& box : copy.boxes) {
    if (volume_of(box.extents) > 0) boxes.push_back(commands_for(loops_of(box, copy.element_bytes)));
  }
  return boxes;
}

}  // namespace

std::int64_t commands_of(const Copy& copy) {
  std::int64_t commands = 0;
  for (const BoxCommands& box : boxes_of(copy)) commands += commands_of(box.copy.loops);
  return commands;
}

void copy_on_device(const Device& device, const Stream& stream, const Copy& copy, const CopyEnds& ends) {
  if (!cuda_driver().problem.empty()) throw Error::unsupported("a copy on the device", cuda_driver().problem);
  const ContextScope current(context_of(device));
  const cu::CUstream native = native_of(stream);
  for (const BoxCommands& box : boxes_of(copy)) enqueue(box, ends, native);
}

}  // namespace papilio::mpi
