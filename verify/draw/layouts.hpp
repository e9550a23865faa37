// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Random lengths, strides, distances and offsets, which transforms and convolutions have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/draw/choices.hpp"

namespace papilio::verify {

using Lengths = std::vector<std::int64_t>;

/// The strides of a side, an entry a length, and the distance of its arrays.
struct DrawnStrides {
  Lengths strides;
  std::int64_t distance = 0;
};

/// lo..hi, both included; small numbers are as likely as large ones, because the magnitude of a length matters most.
std::int64_t draw_magnitude(Choices& choices, std::int64_t lo, std::int64_t hi, const char* name);
/// A length in lo..hi. Half of them have no prime factor above 13; by chance, few large numbers would.
std::int64_t draw_length(Choices& choices, std::int64_t lo, std::int64_t hi);
/// `length`, or less if `room` points do not suffice for it, but at least `lo`. Reduces `room` accordingly.
std::int64_t within_room(std::int64_t length, std::int64_t lo, std::int64_t& room);

/// All positive, without overlapping elements: in any order of the axes and of the batch, with gaps. The last
/// `contiguous` axes come first in that order.
DrawnStrides draw_strides(Choices& choices, const Lengths& lengths, std::int64_t batch, std::size_t contiguous = 0);
/// Draws strides of any sign, also 0: elements may share an address.
DrawnStrides draw_shared_strides(Choices& choices, std::size_t rank);
/// Turns the strides of some of the first `turned` axes, and of the batch, around. Returns the least offset.
std::int64_t draw_signs(Choices& choices, const Lengths& lengths, std::int64_t batch, std::size_t turned,
                        DrawnStrides& drawn);

}  // namespace papilio::verify
