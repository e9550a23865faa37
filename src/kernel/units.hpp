// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// Calls body(unit) in a loop over a work-group's units of work: Scalar::repeat neighbours of `total` ones, i64.
void for_units(Builder& b, Value total, const std::function<void(Value)>& body);

}  // namespace papilio::kernel
