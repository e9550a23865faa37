// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::ir {

/// Everything that is wrong with a program, one sentence each; empty when it is sound. Checks: operand types and
/// counts; every variable bound before use and in scope; access modes (no store to a read-only buffer); shared accesses
/// inside their arrays wherever interval arithmetic on loop bounds, thread_id, div, mod and constants can tell (an
/// index that may leave the array is a fault); barriers in uniform control flow only; alignment a positive multiple
/// that divides constant index parts; shuffle masks in range.
std::vector<std::string> verify(const Module& module);

}  // namespace papilio::ir
