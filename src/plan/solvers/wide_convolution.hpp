// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions of f32 numbers that CPUs compute in f64 and store in f32 (ADR 84).
#pragma once

#include "plan/batch1d.hpp"

namespace papilio::plan {

/// True if an f32 convolution in place of this DFT would have larger errors than the sums of products, or real
/// transforms, by which other libraries compute it.
bool computed_in_f64(const Batch1d& lines, const DeviceCaps& caps);

/// The same transforms computed in f64. Memory holds f32 as before, between passes as well.
Batch1d in_f64(const Batch1d& lines);

}  // namespace papilio::plan
