// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Points sorted by bins on a GPU (kernel/nufft/sort_kernels.hpp), in the order of sorted_points().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/nufft/nufft_points.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// SortedPoints in device memory.
struct DevicePoints {
  std::shared_ptr<runtime::Memory> starts, offsets, order, bins;
};

/// Coordinates in device memory, an array for each axis. The host spans of the axes are not read.
struct DeviceCoordinates {
  std::vector<PointAxis> axes;
  std::vector<const runtime::Memory*> memories;
  std::int64_t count = 0;  ///< at least 1
};

/// Makes it memory of at least so many bytes: what it is, unless that is too small or four times too large.
void reserve(runtime::Device& device, std::shared_ptr<runtime::Memory>& memory, std::size_t bytes);
/// Memory for commands of the stream, which has to be kept until they have finished.
std::shared_ptr<runtime::Memory> scratch_of(runtime::Stream& stream, runtime::Device& device, std::size_t bytes);
using SortScratch = std::vector<std::shared_ptr<runtime::Memory>>;

/// A grid, and its numbers as kernels read them.
struct SortGrid {
  const FineGrid& grid;
  const runtime::Memory& geometry;
};

class PointSort {
 public:
  /// The device is a GPU with double precision, whose work-groups may be as large as the kernels' are.
  static bool serves(const DeviceCaps& caps);
  /// Compiles the kernels. `spec` is that of the kernel that reads the points.
  PointSort(runtime::Device& device, const kernel::NufftSpec& spec);
  /// Enqueues the sort into memory that it reserves. The last number of the bins is less than that of the points if a
  /// coordinate is not finite, or more than 1500 turns from its center: sorted_points() refuses or places it, and
  /// nothing else of the result is of use then. Returns memory to be kept until the commands have finished: 12 bytes a
  /// point, and with several axes the coordinates.
  [[nodiscard]] SortScratch enqueue(runtime::Stream& stream, const SortGrid& grid, const DeviceCoordinates& points,
                                    DevicePoints& result);

 private:
  /// Arguments in the order of the kernel's parameters.
  void launch(runtime::Stream& stream, const std::shared_ptr<runtime::Program>& program, std::int64_t groups,
              const std::vector<runtime::Argument>& arguments) const;
  /// Uploads the numbers of the axes, unless they are there.
  void take_axes(const std::vector<PointAxis>& axes);

  runtime::Device* device_;
  kernel::NufftSpec spec_;
  std::shared_ptr<runtime::Program> bins_, counts_, scan_, scatter_first_, scatter_, places_;
  std::vector<double> axis_numbers_;
  std::shared_ptr<runtime::Memory> axes_;
};

}  // namespace papilio::api
