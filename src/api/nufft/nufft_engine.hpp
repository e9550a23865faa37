// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels and the memory of a non-uniform transform of type 1 or 2: everything that depends on the fine grid but
// not on the points, and the points.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <papilio/nufft.hpp>
#include <papilio/plan.hpp>
#include <string>

#include "api/nufft/nufft_stage.hpp"

namespace papilio::api {

/// The transform of the fine grid: pruned to the modes, which are compact.
Problem fine_transform(const NufftProblem& problem, const FineGrid& grid, std::int64_t together);

class NufftEngine {
 public:
  /// Compiles kernels, makes the plan of the fine grid, and allocates.
  NufftEngine(const Device& device, const NufftProblem& problem, const NufftChoice& choice);

  [[nodiscard]] const NufftChoice& choice() const { return choice_; }
  /// With the size of bins.
  [[nodiscard]] const FineGrid& grid() const { return stage_->grid(); }
  [[nodiscard]] std::size_t device_bytes() const;
  /// The window, the fine grid and its transform.
  [[nodiscard]] std::string describe() const;
  /// The part that has the points.
  [[nodiscard]] PointStage& stage() { return *stage_; }
  /// Enqueues the first `batch` transforms. There are points.
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out,
               std::int64_t batch) const;

 private:
  void make_plan();
  void upload_corrections();

  Device device_;
  NufftProblem problem_;
  NufftChoice choice_;
  std::int64_t together_;            ///< transforms that have fine grids at the same time
  std::optional<PointStage> stage_;  ///< always
  NufftKernel modes_kernel_;
  std::optional<Plan> plan_;  ///< always
  std::shared_ptr<runtime::Memory> corrections_, lengths_;
  Buffer grid_;
  Buffer modes_;
  Buffer scratch_;
};

}  // namespace papilio::api
