// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where the arrays of one side of a problem lie. Counts that do not fit 64 bits are nullopt.
#pragma once

#include <papilio/problem.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace papilio {

/// One side of a problem, as its user gave it.
struct Side {
  const char* name = "";              ///< "input", "output"
  bool real = false;                  ///< elements are real numbers
  bool padded = false;                ///< rows have room for their complex half
  std::vector<std::int64_t> lengths;  ///< of this side
  std::vector<std::int64_t> strides;  ///< empty: packed, whether or not they were given
  std::int64_t distance = 0;          ///< 0: packed
  std::int64_t offset = 0;
  Storage storage = Storage::native;
  Parts parts = Parts::interleaved;

  [[nodiscard]] std::optional<std::vector<std::int64_t>> packed_strides() const;
  [[nodiscard]] std::optional<std::vector<std::int64_t>> all_strides() const;
  /// From the first element of an array to behind its last, padding included.
  [[nodiscard]] std::optional<std::int64_t> extent() const;
};

Side input_side(const Problem& problem);
Side output_side(const Problem& problem);

}  // namespace papilio
