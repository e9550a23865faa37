// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <utility>

#include "core/storage.hpp"

namespace papilio {
namespace {

std::int64_t room_of(const ArraySide& side, std::size_t axis) {
  const std::int64_t length = side.lengths[axis];
  return side.padded && axis + 1 == side.lengths.size() ? 2 * (length / 2 + 1) : length;
}

ArraySide side_of(const Problem& problem, const char* name, bool real) {
  ArraySide side;
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

/// Two elements meet unless, from the smallest stride to the largest, each steps over all that lies within the one
/// before. (Strides such as 2 and 3 of lengths 2 and 2 are refused as well, though nothing meets.)
void validate_strides(const std::string& what, const ArraySide& side, std::int64_t batch) {
  if (side.strides.empty()) return;
  if (side.strides.size() != side.lengths.size()) {
    throw Error::invalid_argument(
        what, fmt::format("{} {} strides for {} lengths", side.strides.size(), side.name, side.lengths.size()),
        "give one for each length, or none");
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;  // stride, length
  for (std::size_t i = 0; i < side.strides.size(); ++i) {
    if (side.strides[i] < 1) {
      throw Error::invalid_argument(what, fmt::format("{} stride {} is less than 1", side.name, side.strides[i]),
                                    "use strides of at least 1");
    }
    if (side.lengths[i] > 1) steps.emplace_back(side.strides[i], side.lengths[i]);
  }
  const std::int64_t extent = extent_of(what, side);
  if (batch > 1) steps.emplace_back(side.distance == 0 ? extent : side.distance, batch);
  std::sort(steps.begin(), steps.end());
  std::int64_t span = 0;
  for (const auto& [stride, length] : steps) {
    if (stride <= span) {
      throw Error::invalid_argument(
          what, fmt::format("{} stride {} makes elements meet that are up to {} apart", side.name, stride, span),
          fmt::format("use a stride of at least {}", span + 1));
    }
    span += (length - 1) * stride;
  }
}

}  // namespace

std::optional<std::vector<std::int64_t>> ArraySide::packed_strides() const {
  std::vector<std::int64_t> result(lengths.size(), 1);
  for (std::size_t i = lengths.size(); i-- > 1;) {
    if (__builtin_mul_overflow(result[i], room_of(*this, i), &result[i - 1])) return std::nullopt;
  }
  return result;
}

std::optional<std::vector<std::int64_t>> ArraySide::all_strides() const {
  if (!strides.empty()) return strides;
  return packed_strides();
}

std::optional<std::int64_t> ArraySide::extent() const {
  std::int64_t result = 1;
  if (strides.empty()) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (__builtin_mul_overflow(result, room_of(*this, i), &result)) return std::nullopt;
    }
    return result;
  }
  for (std::size_t i = 0; i < lengths.size() && i < strides.size(); ++i) {
    std::int64_t span = 0;
    if (__builtin_sub_overflow(room_of(*this, i), 1, &span) || __builtin_mul_overflow(span, strides[i], &span) ||
        __builtin_add_overflow(result, span, &result)) {
      return std::nullopt;
    }
  }
  return result;
}

std::optional<std::int64_t> ArraySide::own_distance() const { return distance == 0 ? extent() : distance; }

std::optional<std::int64_t> ArraySide::elements(std::int64_t batch) const {
  const std::optional<std::int64_t> one = extent();
  std::int64_t all = 0;
  if (!one || __builtin_mul_overflow(batch - 1, *own_distance(), &all) || __builtin_add_overflow(all, *one, &all) ||
      __builtin_add_overflow(all, offset, &all)) {
    return std::nullopt;
  }
  return all;
}

std::int64_t ArraySide::element_bytes(Precision precision) const {
  return bytes_of(storage, precision) * (real ? 1 : 2);
}

std::int64_t extent_of(const std::string& what, const ArraySide& side) {
  if (const auto extent = side.extent()) return *extent;
  throw Error::invalid_argument(what, fmt::format("its {} array has more elements than fit 64 bits", side.name),
                                "use smaller lengths or strides");
}

std::int64_t elements_of(const std::string& what, const ArraySide& side, std::int64_t batch) {
  if (const auto elements = side.elements(batch)) return *elements;
  (void)extent_of(what, side);
  throw Error::invalid_argument(what, fmt::format("its {} buffer has more elements than fit 64 bits", side.name),
                                "use a smaller batch, distance or offset");
}

void validate_side(const std::string& what, const ArraySide& side, std::int64_t batch, Precision precision) {
  validate_strides(what, side, batch);
  if (side.distance < 0) {
    throw Error::invalid_argument(what, fmt::format("{} distance {} is negative", side.name, side.distance),
                                  "leave it out (0) for packed transforms");
  }
  // The distance of a single transform is never used, and strided ones were looked at above.
  const std::int64_t extent = extent_of(what, side);
  if (side.strides.empty() && batch > 1 && side.distance != 0 && side.distance < extent) {
    throw Error::invalid_argument(
        what, fmt::format("{} distance {} makes transforms of {} points overlap", side.name, side.distance, extent),
        fmt::format("use a distance of at least {}", extent));
  }
  if (side.offset < 0) {
    throw Error::invalid_argument(what, fmt::format("{} offset {} is negative", side.name, side.offset),
                                  "count from the beginning of the buffer");
  }
  if (side.real && side.layout == ComplexLayout::planar) {
    throw Error::invalid_argument(what, fmt::format("its {} is real, and planar means complex", side.name),
                                  "leave planar out");
  }
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(elements_of(what, side, batch), side.element_bytes(precision), &bytes)) {
    throw Error::invalid_argument(what, fmt::format("its {} buffer has more bytes than fit 64 bits", side.name),
                                  "use a smaller batch or distance");
  }
}

ArraySide input_side(const Problem& problem) {
  ArraySide side = side_of(problem, "input", problem.real_input());
  if (problem.in_strides != side.packed_strides()) side.strides = problem.in_strides;
  side.distance = problem.in_distance;
  side.offset = problem.in_offset;
  side.storage = problem.in_storage;
  side.layout = problem.in_layout;
  return side;
}

ArraySide output_side(const Problem& problem) {
  ArraySide side = side_of(problem, "output", problem.real_output());
  if (problem.out_strides != side.packed_strides()) side.strides = problem.out_strides;
  side.distance = problem.out_distance;
  side.offset = problem.out_offset;
  side.storage = problem.out_storage;
  side.layout = problem.out_layout;
  return side;
}

}  // namespace papilio
