// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The transpose of a matrix of complex numbers as a kernel: a work-group does a square of it, a work-item 2x2 numbers
// at a time, or one where a side of the matrix is odd. Also a plain copy, which fills and reads images. Their
// parameters are input, output, and Scalar::batch, which must be positive for them to do anything.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

#include "core/device_caps.hpp"
#include "ir/ir.hpp"

namespace papilio::experiments {

/// Transpose of a matrix of `rows` times `columns` numbers, row after row.
struct Transpose {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  int tile = 16;    ///< numbers in a side of a work-group's square
  int threads = 0;  ///< work-items of a work-group; 0: as many as the square has blocks, up to 256
  Storage storage = Storage::native;
  bool blocks = true;  ///< 2x2 numbers for a work-item; false: one
};

/// With `threads` filled in, and `blocks` as the sides permit. Throws Error(unsupported) for a tile or work-items that
/// cannot be, saying why.
Transpose completed(Transpose transpose, const DeviceCaps& caps);
/// Work-groups of a completed transpose.
std::int64_t groups_of(const Transpose& transpose);
ir::Module build_transpose(const Transpose& transpose, const std::string& name);

/// Copies `numbers` complex numbers, an even number of them.
struct MatrixCopy {
  std::int64_t numbers = 0;
  int threads = 1;
  Storage storage = Storage::native;
};
std::int64_t groups_of(const MatrixCopy& copy);
ir::Module build_copy(const MatrixCopy& copy, const std::string& name);

}  // namespace papilio::experiments
