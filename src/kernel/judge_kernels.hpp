// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: kernels that judge the sums of a batch, so that the host need not read them all: those of
// separate kernels (checksum_kernel.hpp), and on GPUs those of columns (group_sums.hpp).
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

#include "kernel/ir_words.hpp"
#include "spec/side.hpp"

namespace papilio::kernel {

/// The two sums of a side of each transform, of those of its columns, or chunks. Buffers: the sums of the columns, one
/// kind of sum after the other; with Sums::complex, factors of the columns of a transform, complex; totals: the
/// functionals of the batch, then the squares. Scalars: batch, and in `in_distance` the columns of a transform.
/// Work-group g does transform g. `threads`, of a work-group, are a power of two.
Module build_totals(Precision precision, Sums kind, int threads);

/// Transforms that a work-group of the judge has.
inline constexpr int judged_together = 512;

/// Judges transforms by a rule (api::PlainRule). Buffers: totals of the input and of the output, laid out as above; the
/// rule's numbers in the order of its members; flags: one for each work-group, 0 if the rule holds for all its
/// transforms, or if their sums are all 0. Scalars: batch. `threads` are a power of two.
Module build_judge(Precision precision, int threads);

}  // namespace papilio::kernel
