// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where the arrays of one side of a problem, or of a convolution, lie. Counts that do not fit 64 bits are nullopt.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio {

/// One side of a problem, as its user gave it.
struct ArraySide {
  const char* name = "";              ///< "input", "output"
  bool real = false;                  ///< elements are real numbers
  bool padded = false;                ///< rows have room for their complex half
  std::vector<std::int64_t> lengths;  ///< of this side
  std::vector<std::int64_t> strides;  ///< empty: packed, whether or not they were given
  std::int64_t distance = 0;          ///< 0: packed
  std::int64_t offset = 0;
  Storage storage = Storage::native;
  ComplexLayout layout = ComplexLayout::interleaved;

  [[nodiscard]] std::optional<std::vector<std::int64_t>> packed_strides() const;
  [[nodiscard]] std::optional<std::vector<std::int64_t>> all_strides() const;
  /// From the first element of an array to behind its last, padding included.
  [[nodiscard]] std::optional<std::int64_t> extent() const;
  /// `distance`, or that of packed arrays.
  [[nodiscard]] std::optional<std::int64_t> own_distance() const;
  /// Up to the last element of `batch` arrays.
  [[nodiscard]] std::optional<std::int64_t> elements(std::int64_t batch) const;
  [[nodiscard]] std::int64_t element_bytes(Precision precision) const;
};

ArraySide input_side(const Problem& problem);
ArraySide output_side(const Problem& problem);

/// Throws Error naming `what`, the value, the reason and the remedy: strides and distances that make no two elements of
/// `batch` arrays meet, offsets from 0 on, planes of complex numbers only, bytes that 64 bits count.
void validate_side(const std::string& what, const ArraySide& side, std::int64_t batch, Precision precision);
/// ArraySide::elements(), or the Error.
std::int64_t elements_of(const std::string& what, const ArraySide& side, std::int64_t batch);
/// ArraySide::extent(), or the Error.
std::int64_t extent_of(const std::string& what, const ArraySide& side);

}  // namespace papilio
