// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The twiddles of a side with Form::trig (kernel/elements/trig.hpp).
#pragma once

#include "kernel/tables/tables.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// The type of a cosine or sine transform; 0: Hartley.
int trig_type(Kind kind);
/// The twiddles of `side`, `in` or `out` of the spec, or TableKind::none; `base` has precision and order.
TableSpec trig_table(const KernelSpec& spec, const Side& side, TableSpec base);

}  // namespace papilio::kernel
