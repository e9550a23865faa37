// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: kernels that check the sums of a batch, so that the host need not read them all: those of
// separate kernels (checksum_kernel.hpp), and on GPUs those of columns (group_sums.hpp). A side of a batch has as many
// sums of each kind as columns, one kind of sum after the other. With Sums::complex, the columns of a transform have
// factors, which are complex and real and imaginary part in turn.
//
// Totals are the functionals of the transforms of a batch, then the squares. A rule is the numbers of api::QuickRule in
// the order of its members. Where a transform breaks it, and its totals are not all 0, the flag becomes 1. It must be 0
// before.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

#include "kernel/ir_words.hpp"
#include "spec/side.hpp"

namespace papilio::kernel {

/// Sums of columns, and in what they are added up.
struct AddedColumns {
  Precision precision = Precision::f32;
  Precision total = Precision::f64;  ///< because there may be a million columns
  Sums kind = Sums::real;
};

/// Adds up neighbouring columns. Buffers: their sums; with Sums::complex, factors; the sums of parts, Sums::real.
/// Scalars: batch; in `in_distance` the columns of a transform, in `out_distance` its parts. Butterfly-group g does
/// part g of the batch. `threads`, of a work-group, are a power of two, here and below.
Module build_parts(const AddedColumns& added, int threads);

/// Checks transforms of several columns. Buffers: for the input, then for the output, sums, with Sums::complex factors,
/// and totals; rule; flag. Scalars: batch; in `in_distance` and `out_distance` the columns of a transform on each side.
/// Butterfly-group g does transform g.
Module build_check_of_columns(const AddedColumns& in, const AddedColumns& out, int threads);

/// Transforms that a work-group has, where they are one column each.
inline constexpr int checked_together = 512;

/// Checks such transforms. Buffers: totals of the input and of the output; rule; flag. Scalars: batch.
Module build_check(Precision precision, int threads);

}  // namespace papilio::kernel
