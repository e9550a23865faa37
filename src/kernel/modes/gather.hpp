// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Complex numbers in another order: number i of the output is number places[i] of the input, or 0 where there is none.
// All sizes are arguments, so that a precision has one program.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

struct GatherSpec {
  Precision precision = Precision::f32;
  int threads = 1;  ///< work-items of a work-group; 1 on CPUs

  [[nodiscard]] std::string name() const;
};

/// Numbers that a unit of work gathers.
inline constexpr std::int64_t gather_chunk = 2048;

/// Arguments: input, places (i32; negative: none), output, then Scalar::batch, in_distance, out_distance, repeat,
/// in_plane (numbers of the output of each transform of the batch), units (chunks of them).
Module build_gather(const GatherSpec& spec);

}  // namespace papilio::kernel
