// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory layout of the arrays on one side of a problem or of a convolution. A count that does not fit 64 bits is
// nullopt.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio {

/// Whether several elements may share an address.
enum class Sharing { refused, allowed };

/// How far elements lie before and behind the element with indices 0.
struct Reach {
  std::int64_t below = 0;  ///< at most 0
  std::int64_t above = 0;  ///< at least 0
};

/// One side of a problem, as the user specified it. Strides and distances may be negative; then `offset` is not that of
/// the lowest address.
struct ArraySide {
  const char* name = "";              ///< "input", "output"
  bool real = false;                  ///< elements are real numbers
  bool padded = false;                ///< rows have room for their complex half
  std::int64_t taps = 1;              ///< the last axis has so many times its length in memory (InputWindow::taps)
  std::vector<std::int64_t> lengths;  ///< in memory: those of a compact side are without its ranges
  std::vector<std::int64_t> strides;  ///< empty: packed, whether or not they were given
  std::int64_t distance = 0;          ///< 0: packed
  std::int64_t offset = 0;            ///< of the element with indices 0 of array 0
  Sharing sharing = Sharing::refused;
  Storage storage = Storage::native;
  ComplexLayout layout = ComplexLayout::interleaved;

  [[nodiscard]] std::optional<std::vector<std::int64_t>> packed_strides() const;
  [[nodiscard]] std::optional<std::vector<std::int64_t>> all_strides() const;
  /// Number of elements from the lowest address of an array to its highest, padding included.
  [[nodiscard]] std::optional<std::int64_t> extent() const;
  /// `distance`, or the distance of packed arrays if it is 0.
  [[nodiscard]] std::optional<std::int64_t> own_distance() const;
  [[nodiscard]] std::optional<Reach> reach(std::int64_t batch) const;
  /// Number of elements of the buffer up to the highest address of `batch` arrays.
  [[nodiscard]] std::optional<std::int64_t> elements(std::int64_t batch) const;
  /// Number of elements of the buffer before the lowest address of `batch` arrays.
  [[nodiscard]] std::optional<std::int64_t> unused(std::int64_t batch) const;
  [[nodiscard]] std::int64_t element_bytes(Precision precision) const;
};

ArraySide input_side(const Problem& problem);
ArraySide output_side(const Problem& problem);

/// Numbers of indices along each axis of a side, those in the ranges of a compact one included.
std::vector<std::int64_t> input_indices(const Problem& problem);
std::vector<std::int64_t> output_indices(const Problem& problem);

/// Throws Error naming `what`, the value, the reason and the remedy. It requires that no two elements of `batch` arrays
/// share an address unless ArraySide::sharing allows it, that no element lies before the buffer, that only complex
/// numbers are planar, and that the size in bytes fits 64 bits.
void validate_side(const std::string& what, const ArraySide& side, std::int64_t batch, Precision precision);
/// ArraySide::elements(); throws Error if it does not fit 64 bits.
std::int64_t elements_of(const std::string& what, const ArraySide& side, std::int64_t batch);
/// ArraySide::extent(); throws Error if it does not fit 64 bits.
std::int64_t extent_of(const std::string& what, const ArraySide& side);

/// The options of a token that give the strides and the distance of a side, which `option` names "i" or "o". Messages
/// about invalid problems contain their token, so a layout that overflows is not an error here: it is just not packed.
std::string layout_text(const char* option, const ArraySide& side);

}  // namespace papilio
