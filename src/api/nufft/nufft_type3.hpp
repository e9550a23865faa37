// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Type 3 on a device: phases, spreading, a type 2, and phases again (type3_choice.hpp says why).
#pragma once

#include <memory>
#include <optional>
#include <papilio/nufft.hpp>
#include <string>
#include <vector>

#include "api/nufft/nufft_engine.hpp"
#include "api/nufft/type3_choice.hpp"

namespace papilio::api {

/// A span of coordinates for each axis.
using CoordinateSpans = std::vector<ConstHostSpan>;

class NufftType3 {
 public:
  /// Neither the points nor the frequencies are none. Throws Error(invalid_argument) for a coordinate that is not
  /// finite, and what choose_type3() throws.
  NufftType3(const Device& device, const NufftProblem& problem, const CoordinateSpans& points,
             const CoordinateSpans& frequencies);
  [[nodiscard]] std::size_t device_bytes() const;
  [[nodiscard]] std::string describe() const;
  /// Enqueues all transforms of the batch.
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const;

 private:
  /// Numbers of points times factors.
  struct PointPhases {
    std::int64_t count = 0;
    std::shared_ptr<runtime::Memory> factors;
  };
  void multiply(runtime::Stream& stream, const PointPhases& phases, const runtime::Memory& in,
                const runtime::Memory& out, const NufftCounts& counts) const;

  Device device_;
  NufftProblem problem_;
  Type3Choice choice_;
  std::int64_t together_ = 1;
  std::optional<PointStage> spread_;  ///< always
  std::optional<NufftEngine> inner_;  ///< always
  NufftKernel phase_kernel_;
  PointPhases before_;
  PointPhases after_;
  Buffer strengths_;  ///< with phases, of the transforms that are computed together; and what comes of them
  Buffer modes_;
  Buffer values_;
};

}  // namespace papilio::api
