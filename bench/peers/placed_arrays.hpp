// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The arrays of a non-uniform transform for Python: i and o in the arena, x0, x1, x2 and s0, s1, s2 of its own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/host_arena.hpp"
#include "bench/peers/python.hpp"
#include "verify/check/placed_nufft.hpp"

namespace papilio::bench {

class PlacedArrays {
 public:
  PlacedArrays() = default;
  PlacedArrays(const verify::PlacedNufft& problem, const HostArena& arena);
  /// Statements that make the arrays. A batch of one has no axis of its own.
  [[nodiscard]] const std::string& statements() const { return statements_; }

 private:
  std::vector<std::vector<std::byte>> coordinates_;
  std::string statements_;
};

}  // namespace papilio::bench
