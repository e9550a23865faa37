// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ArrayEngine: one array in one direction, from one order to another, prepared for the GPUs of a plan.
#pragma once

#include <functional>
#include <memory>
#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "compat/cufft/multi_gpu/gpu.hpp"
#include "compat/cufft/multi_gpu/gpu_ranks.hpp"
#include "compat/cufft/request.hpp"
#include "mpi/choose/prepared.hpp"
#include "mpi/choose/ranking.hpp"

namespace papilio::compat::cufft {

/// natural: divided along the first axis. permuted: along the second one. Arrays of one axis of N1*N2 points are
/// divided in permuted order as N2 rows of N1 points, along the rows; and in `input_shuffled` order as N1 rows of N2.
enum class ArrayOrder { natural, permuted, input_shuffled };
/// The first axis and the second one, along which an array is divided in another order than the natural one. Throws
/// Error(invalid_argument) for one axis of a prime length.
struct DividedAxes {
  std::int64_t first = 0;
  std::int64_t second = 0;
};
DividedAxes divided_axes(const CufftRequest& request, ArrayOrder order);

struct EngineWay {
  Direction direction = Direction::forward;
  ArrayOrder from = ArrayOrder::natural;
  ArrayOrder to = ArrayOrder::permuted;
  Placement placement = Placement::in_place;
  mpi::RealRows real_rows = mpi::RealRows::packed;
  friend bool operator==(const EngineWay&, const EngineWay&) = default;
};

/// The arrays of one GPU in an execution; none where it has no elements. In place the input's memory is both.
struct GpuArrays {
  papilio::Buffer input;
  papilio::Buffer output;
};

class ArrayEngine {
 public:
  /// Plans and loads all kernels, which takes memory for input and output meanwhile. Throws what a distributed plan
  /// throws. `ranks` and `gpus` must outlive this.
  ArrayEngine(GpuRanks& ranks, const Gpus& gpus, const CufftRequest& request, const EngineWay& way);
  /// Gives everything back; the plan calls it once, at its end.
  void end();

  /// After what the default streams of the GPUs have been given. Returns when the result is there.
  void execute(const std::function<GpuArrays(std::size_t gpu)>& arrays);
  /// Stages, chunks and carrier, where they come from, and the first GPU's bytes of work memory.
  [[nodiscard]] std::string describe() const;

 private:
  GpuRanks& ranks_;
  const Gpus& gpus_;
  mpi::Request request_;
  mpi::Selection selection_;
  std::vector<std::unique_ptr<mpi::Prepared>> prepared_;
};

}  // namespace papilio::compat::cufft
