// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// estimate(): what a problem costs on a device, according to the planner. Nothing is compiled and no device memory is
// allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>

namespace papilio {

/// The cost of one execution on device memory.
struct Estimate {
  std::size_t scratch_bytes = 0;   ///< as Plan::scratch_bytes() of the same problem
  std::int64_t read_bytes = 0;     ///< from global memory, by all kernels together
  std::int64_t written_bytes = 0;  ///< to global memory
  int launches = 0;                ///< kernel launches
  /// Seconds by the planner's cost model, which compares the plans of one problem and is fitted to a few devices; on
  /// others it gives an order of magnitude.
  double seconds = 0;
  /// The most that rounding to Problem::scratch_storage between passes adds to the relative L2 error; 0 without it.
  double scratch_error = 0;
};

/// Throws what Plan's constructor throws before it compiles: Error(invalid_argument) and Error(unsupported).
PAPILIO_API Estimate estimate(const Problem& problem, const Device& device);
/// The cost of one execution of a Convolution, without the preparation of its filter.
PAPILIO_API Estimate estimate(const ConvolutionProblem& problem, const Device& device);

}  // namespace papilio
