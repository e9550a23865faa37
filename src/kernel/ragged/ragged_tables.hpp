// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Tables that the kernel of a class of ragged transforms reads beside its data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/ragged_problem.hpp>
#include <vector>

#include "spec/ragged_spec.hpp"

namespace papilio::kernel {

struct RaggedTables {
  std::vector<std::byte> numbers;    ///< RaggedNumbers of each length, complex numbers of the kernel's precision
  std::vector<std::int32_t> rows;    ///< RaggedField, of each member
  std::vector<std::int32_t> limits;  ///< what build_ragged_places() wants to know of each
};

/// `members`: indices of the class's lengths, in the order of its rows. Throws Error(unsupported) if the numbers of all
/// lengths are more than 2^31.
RaggedTables ragged_tables(const RaggedProblem& problem, const RaggedSpec& spec,
                           const std::vector<std::size_t>& members);

}  // namespace papilio::kernel
