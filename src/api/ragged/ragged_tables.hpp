// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the kernel of a class of ragged transforms reads beside its data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "api/ragged/ragged_classes.hpp"

namespace papilio::api {

struct RaggedTables {
  std::vector<std::byte> numbers;  ///< kernel::RaggedNumbers of each length, complex numbers of the kernel's precision
  std::vector<std::int32_t> rows;  ///< kernel::RaggedField, of each member
};

/// Throws Error(unsupported) if the numbers of all lengths are more than 2^31.
RaggedTables ragged_tables(const RaggedProblem& problem, const RaggedClass& own);

}  // namespace papilio::api
