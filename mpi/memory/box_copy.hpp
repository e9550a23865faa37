// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Copies of boxes between two layouts in host memory.
#pragma once

#include <cstddef>

#include "mpi/program/program.hpp"

namespace papilio::mpi {

/// A copy as loops around runs of consecutive bytes.
struct CopyLoop {
  std::int64_t extent;
  std::int64_t from;  ///< stride in bytes
  std::int64_t to;
};
struct CopyLoops {
  std::vector<CopyLoop> loops;  ///< outermost first
  std::int64_t run = 0;         ///< bytes
  std::int64_t from = 0;        ///< offset in bytes
  std::int64_t to = 0;
};
/// The box must not be empty.
CopyLoops loops_of(const BoxCopy& box, std::int64_t element_bytes);

/// Source and target must not overlap. Runs of elements that are consecutive on both sides are copied at once.
void copy_box(const BoxCopy& box, std::int64_t element_bytes, const std::byte* from, std::byte* to);

}  // namespace papilio::mpi
