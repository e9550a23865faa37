// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// The sum of the lanes of each vector, as lanes of one vector. The number of vectors is a power of two, at most their
/// lanes.
Value sums_of_lanes(std::vector<Value> vectors);

}  // namespace papilio::kernel
