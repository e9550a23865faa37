// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels and the memory of a non-uniform transform: everything that depends on the fine grid but not on the
// points, and the points.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/nufft.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "api/nufft/nufft_choice.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

class NufftEngine {
 public:
  /// Compiles kernels, makes the plan of the fine grid, and allocates.
  NufftEngine(const Device& device, const NufftProblem& problem, const NufftChoice& choice);

  [[nodiscard]] const NufftChoice& choice() const { return choice_; }
  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] std::int64_t points() const { return points_.count; }
  [[nodiscard]] std::size_t device_bytes() const;
  /// Uploads them.
  void set_points(const SortedPoints& points, std::int64_t count);
  /// Enqueues all transforms of the batch. There are points.
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const;

 private:
  struct LaunchedKernel {
    kernel::NufftSpec spec;
    std::shared_ptr<runtime::Program> program;
  };
  /// The arguments of a kernel that are not buffers.
  struct NufftCounts {
    std::int64_t batch = 1;
    std::int64_t units = 1;  ///< of work of a transform
    std::int64_t in_distance = 0;
    std::int64_t out_distance = 0;
    std::int64_t offset = 0;  ///< of the user's first number
  };
  struct DevicePoints {
    std::int64_t count = 0;
    std::shared_ptr<runtime::Memory> starts, offsets, order, bins;
  };

  [[nodiscard]] LaunchedKernel kernel_for(const char* name, int threads) const;
  void make_plan();
  void upload_tables(const std::vector<double>& polynomials);
  std::shared_ptr<runtime::Memory> upload(const void* data, std::size_t bytes) const;
  [[nodiscard]] std::int64_t groups(const LaunchedKernel& kernel, std::int64_t units) const;
  void launch(runtime::Stream& stream, const LaunchedKernel& kernel, std::vector<runtime::Argument> arguments,
              const NufftCounts& counts) const;
  void spread(runtime::Stream& stream, const runtime::Memory& in, const NufftCounts& counts) const;
  void interpolate(runtime::Stream& stream, const runtime::Memory& out, const NufftCounts& counts) const;

  Device device_;
  NufftProblem problem_;
  NufftChoice choice_;
  int degree_ = 2;
  std::int64_t together_ = 1;  ///< transforms that have fine grids at the same time
  LaunchedKernel points_kernel_;
  LaunchedKernel modes_kernel_;
  std::optional<Plan> plan_;  ///< always
  std::shared_ptr<runtime::Memory> window_, geometry_, corrections_, lengths_, work_;
  Buffer grid_;
  Buffer modes_;
  Buffer scratch_;
  DevicePoints points_;
};

}  // namespace papilio::api
