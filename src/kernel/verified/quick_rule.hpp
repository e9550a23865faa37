// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: the rule by which nearly all transforms are found right (api::QuickRule), in kernels.
#pragma once

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// Numbers of the rule, in the order of the members of api::QuickRule.
inline constexpr int rule_numbers = 6;

/// The two sums over one side of a transform.
struct SumValues {
  Value functional;
  Value squares;
};

/// True if the sums of a transform break the rule that is in the table from `at` on. False if they are all 0.
Value breaks_rule(const Buffer* table, Value at, const SumValues& in, const SumValues& out);

}  // namespace papilio::kernel
