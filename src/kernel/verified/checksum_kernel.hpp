// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernel of verified executions: for each transform of a batch, the sum of w[i]*x[i] and the sum of the squares of
// one of its sides. It sees real numbers; a complex one is two. Long transforms are summed in chunks.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

struct ChecksumSpec {
  Precision precision = Precision::f32;
  Precision sums =
      Precision::f64;       ///< of the sums; f64 wherever the device has it, so that f32 squares cannot overflow
  std::int64_t reals = 1;   ///< of one transform, contiguous
  bool multiplied = false;  ///< x[i] is multiplied by m[i] before it is squared
  int lanes = 1;            ///< CPU: vector width; then threads is 1
  int threads = 1;          ///< GPU: work-items of a work-group, a power of two; then lanes is 1

  [[nodiscard]] std::int64_t chunks() const;
  [[nodiscard]] std::int64_t chunk() const;  ///< reals of all chunks but the last, which may be shorter
  [[nodiscard]] std::string name() const;
};

/// Buffers: x, w, [m], sums. Scalars: batch, in_distance and in_offset in reals, repeat: work-group g sums chunks
/// [g*repeat, (g+1)*repeat) of all, with barriers only if threads > 1, and then repeat is not read and is 1. The
/// functional of chunk c of transform t is at t*chunks() + c, and the squares are batch*chunks() further on.
Module build_checksum(const ChecksumSpec& spec);

}  // namespace papilio::kernel
