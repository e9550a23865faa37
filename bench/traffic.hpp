// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Bytes of a problem's sides: a real element is half as large as a complex one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <papilio/problem.hpp>

namespace papilio::bench {

inline std::int64_t input_bytes(const Problem& problem) {
  return problem.input_elements() * problem.input_element_bytes();
}
inline std::int64_t output_bytes(const Problem& problem) {
  return problem.output_elements() * problem.output_element_bytes();
}
/// What both buffers of an arena must hold.
inline std::int64_t arena_bytes(const Problem& problem) {
  return std::max(input_bytes(problem), output_bytes(problem));
}

}  // namespace papilio::bench
