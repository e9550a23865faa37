// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Copies of boxes between two layouts in host memory.
#pragma once

#include <cstddef>

#include "program.hpp"

namespace papilio::mpi {

/// The two do not overlap. Runs of elements that are consecutive on both sides are copied at once.
void copy_box(const BoxCopy& box, std::int64_t element_bytes, const std::byte* from, std::byte* to);

}  // namespace papilio::mpi
