// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels of non-uniform transforms on a device, and what stands at their points: spreading strengths to a fine
// grid, or interpolating its values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <vector>

#include "api/nufft/nufft_choice.hpp"
#include "api/nufft/point_sort.hpp"
#include "api/nufft/spread_tasks.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

enum class NufftStep { spread, interpolate, correct, precorrect, phase, merge };

/// The arguments of a kernel that are not buffers.
struct NufftCounts {
  std::int64_t batch = 1;
  std::int64_t in_distance = 0;  ///< of spreading, merging and interpolation
  std::int64_t out_distance = 0;
  std::int64_t in_offset = 0;
  std::int64_t out_offset = 0;
  std::int64_t points = 0;
  std::int64_t partials = 0;  ///< of spreading on GPUs: partial sums of a transform
  std::int64_t units = 1;     ///< of work of a transform
};

class NufftKernel {
 public:
  NufftKernel() = default;
  /// `threads`: work-items of a work-group, on GPUs.
  NufftKernel(runtime::Device& device, NufftStep step, const kernel::NufftSpec& spec, int threads);
  [[nodiscard]] const kernel::NufftSpec& spec() const { return spec_; }
  /// Work-groups: a CPU has few, each of which does several units.
  [[nodiscard]] std::int64_t groups(std::int64_t units) const;
  void launch(runtime::Stream& stream, std::vector<runtime::Argument> buffers, const NufftCounts& counts) const;

 private:
  NufftStep step_ = NufftStep::spread;
  kernel::NufftSpec spec_;
  std::int64_t looping_groups_ = 1;  ///< on a CPU
  std::shared_ptr<runtime::Program> program_;
};

/// Integers in device memory.
std::shared_ptr<runtime::Memory> uploaded_integers(runtime::Device& device, const std::vector<std::int32_t>& values);
/// Transforms of a batch that have fine grids of so many bytes at the same time.
std::int64_t transforms_together(const DeviceCaps& caps, std::int64_t bytes_of_grid, std::int64_t batch);

class PointStage {
 public:
  struct PointRequest {
    NufftStep step = NufftStep::spread;  ///< or interpolate
    Precision precision = Precision::f32;
    NufftChoice choice;
    double tolerance = 1e-6;
    std::int64_t together = 1;                                 ///< transforms that are spread at the same time
    std::int64_t max_partial_bytes = std::int64_t{256} << 20;  ///< of partial sums, if those of a transform are fewer
  };
  /// Compiles the kernel, and uploads the window.
  PointStage(const Device& device, const PointRequest& request);
  [[nodiscard]] const kernel::NufftSpec& spec() const { return kernel_.spec(); }
  [[nodiscard]] const FineGrid& grid() const { return grid_; }
  [[nodiscard]] std::int64_t points() const { return count_; }
  [[nodiscard]] std::size_t device_bytes() const;
  /// Sorts points for grid(): on a GPU if PointSort serves it, else on the host. Memory of earlier points is used
  /// again, so commands that read them must have finished. Throws Error(unsupported) if kernels cannot reach all
  /// points.
  void set_points(const std::vector<PointAxis>& axes, std::int64_t count);
  /// The same for coordinates in device memory, which earlier commands of the stream may write, and read the points
  /// before. It waits once, at the end, and then coordinates have been read.
  void set_points(runtime::Stream& stream, const DeviceCoordinates& coordinates);
  /// From strengths to the grid, or from the grid to values. `counts` has the batch and the offset on the side of the
  /// points.
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out,
               NufftCounts counts) const;

 private:
  void take(std::int64_t count);
  void upload(const SortedPoints& points);
  /// Returns false if the host has to do it.
  bool sort_on_device(runtime::Stream& stream, const DeviceCoordinates& coordinates);
  /// Makes the tasks of points whose bins commands of the stream have written. Waits.
  void share_out(runtime::Stream& stream);
  void spread_in_groups(runtime::Stream& stream, std::vector<runtime::Argument> buffers, const runtime::Memory& out,
                        NufftCounts counts) const;

  Device device_;
  NufftStep step_;
  FineGrid grid_;
  NufftKernel kernel_;
  NufftKernel merge_kernel_;  ///< of GPUs, once a tile has had parts
  std::int64_t count_ = 0;
  std::int64_t together_ = 1;  ///< transforms that are spread at the same time
  std::int64_t max_partial_bytes_ = 1;
  std::int64_t partial_transforms_ = 1;  ///< those whose partial sums there is memory for
  std::optional<SpreadTasks> tasks_;     ///< of spreading on GPUs
  TaskCounts task_counts_;
  std::optional<PointSort> sort_;  ///< once points have been sorted on the device
  DevicePoints points_;
  std::shared_ptr<runtime::Memory> window_, geometry_, work_;
  std::shared_ptr<runtime::Memory> partials_;
};

}  // namespace papilio::api
