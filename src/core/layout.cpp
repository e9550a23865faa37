// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/layout.hpp"

namespace papilio {
namespace {

std::int64_t room_of(const Side& side, std::size_t axis) {
  const std::int64_t length = side.lengths[axis];
  return side.padded && axis + 1 == side.lengths.size() ? 2 * (length / 2 + 1) : length;
}

Side side_of(const Problem& problem, const char* name, bool real) {
  Side side;
  side.name = name;
  side.real = real;
  side.padded = problem.halves() && real && problem.placement == Placement::in_place;
  side.lengths = problem.lengths;
  const std::vector<int> axes = problem.transformed_axes();
  if (problem.halves() && !real && !axes.empty()) {
    // Also for messages about problems whose axes make no sense.
    const auto halved = static_cast<std::size_t>(axes.back());
    if (halved < side.lengths.size()) side.lengths[halved] = side.lengths[halved] / 2 + 1;
  }
  return side;
}

}  // namespace

std::optional<std::vector<std::int64_t>> Side::packed_strides() const {
  std::vector<std::int64_t> result(lengths.size(), 1);
  for (std::size_t i = lengths.size(); i-- > 1;) {
    if (__builtin_mul_overflow(result[i], room_of(*this, i), &result[i - 1])) return std::nullopt;
  }
  return result;
}

std::optional<std::vector<std::int64_t>> Side::all_strides() const {
  if (!strides.empty()) return strides;
  return packed_strides();
}

std::optional<std::int64_t> Side::extent() const {
  std::int64_t result = 1;
  if (strides.empty()) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (__builtin_mul_overflow(result, room_of(*this, i), &result)) return std::nullopt;
    }
    return result;
  }
  for (std::size_t i = 0; i < lengths.size() && i < strides.size(); ++i) {
    std::int64_t span = 0;
    if (__builtin_mul_overflow(room_of(*this, i) - 1, strides[i], &span) || __builtin_add_overflow(result, span, &result)) {
      return std::nullopt;
    }
  }
  return result;
}

Side input_side(const Problem& problem) {
  Side side = side_of(problem, "input", problem.real_input());
  if (problem.in_strides != side.packed_strides()) side.strides = problem.in_strides;
  side.distance = problem.in_distance;
  side.offset = problem.in_offset;
  side.storage = problem.in_storage;
  side.parts = problem.in_parts;
  return side;
}

Side output_side(const Problem& problem) {
  Side side = side_of(problem, "output", problem.real_output());
  if (problem.out_strides != side.packed_strides()) side.strides = problem.out_strides;
  side.distance = problem.out_distance;
  side.offset = problem.out_offset;
  side.storage = problem.out_storage;
  side.parts = problem.out_parts;
  return side;
}

}  // namespace papilio
