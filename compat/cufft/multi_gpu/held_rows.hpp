// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// HeldRows: which bytes of an array a GPU holds. An array without gaps is a row of bytes; a GPU has runs of equal
// length and at equal distances, one after the other in its memory. In natural order it has one run. In permuted order
// an array is divided along its second axis, and a GPU has a run for each index of the first one.
#pragma once

#include <cstdint>
#include <vector>

namespace papilio::compat::cufft {

struct HeldRows {
  std::int64_t first = 0;  ///< byte of the array at which the first run begins
  std::int64_t rows = 1;
  std::int64_t width = 0;  ///< bytes of a run
  std::int64_t pitch = 0;  ///< bytes from one run to the next in the array
  [[nodiscard]] std::int64_t bytes() const { return rows * width; }
};

/// Runs that two memories have in common: where they begin in either, and how far apart they are there.
struct CommonRows {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t from_pitch = 0;
  std::int64_t to_pitch = 0;
  std::int64_t width = 0;
  std::int64_t rows = 1;
};
/// At most three, or three for each run of `from` where both have several at different distances.
std::vector<CommonRows> common_rows(const HeldRows& from, const HeldRows& to);

/// The part of `count` things that a GPU has, in order: the first ones have one more if they cannot be divided evenly.
struct Share {
  std::int64_t begin = 0;
  std::int64_t count = 0;
};
Share share_of(std::int64_t count, std::size_t gpu, std::size_t gpus);

}  // namespace papilio::compat::cufft
