// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Points sorted by bins on a GPU (kernel/nufft/sort_kernels.hpp), in the order of sorted_points().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

class PointSort {
 public:
  /// The device is a GPU with double precision, whose work-groups may be as large as the kernels' are.
  static bool serves(const DeviceCaps& caps);
  /// Compiles the kernels. `spec` is that of the kernel that reads the points.
  PointSort(runtime::Device& device, const kernel::NufftSpec& spec);
  /// Sorts points for a grid, whose numbers `geometry` has as kernels read them. Returns when the device is done;
  /// meanwhile it takes 12 bytes of device memory a point besides the result. Returns nothing if a coordinate is not
  /// finite, or more than 1500 turns from its center: sorted_points() refuses or places it.
  [[nodiscard]] std::optional<DevicePoints> sorted(runtime::Stream& stream, const FineGrid& grid,
                                                   const runtime::Memory& geometry,
                                                   const DeviceCoordinates& points) const;

 private:
  /// Arguments in the order of the kernel's parameters.
  void launch(runtime::Stream& stream, const std::shared_ptr<runtime::Program>& program, std::int64_t groups,
              const std::vector<runtime::Argument>& arguments) const;
  [[nodiscard]] std::shared_ptr<runtime::Memory> integers(std::int64_t count) const;

  runtime::Device* device_;
  kernel::NufftSpec spec_;
  int scan_threads_ = 0;
  std::shared_ptr<runtime::Program> bins_, counts_, scan_, scatter_, bounds_, places_;
};

}  // namespace papilio::api
