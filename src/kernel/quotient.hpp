// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Division, which the IR does not have: devices round it differently, or not at all.
#pragma once

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// top / bottom within an ulp or so, by Newton's steps for 1/bottom and one correction by the remainder. `bottom` is
/// positive, and neither it nor its reciprocal is subnormal.
Value quotient(Value top, Value bottom);

}  // namespace papilio::kernel
