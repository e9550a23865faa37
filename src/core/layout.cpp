// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>

#include "core/compact.hpp"
#include "core/overlap.hpp"
#include "core/storage.hpp"

namespace papilio {
namespace {

/// Saturates: lengths are not validated yet.
std::int64_t room_of(const ArraySide& side, std::size_t axis) {
  const std::int64_t length = side.lengths[axis];
  if (axis + 1 != side.lengths.size() || (!side.padded && side.taps == 1)) return length;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (side.taps > 1) return length > most / side.taps ? most : length * side.taps;
  return length > most - 2 ? most : 2 * (length / 2 + 1);
}

/// Extends one of the two ends by (count-1) steps of `stride`; false if it does not fit 64 bits.
bool extend(Reach& reach, std::int64_t count, std::int64_t stride) {
  std::int64_t span = 0;
  if (__builtin_sub_overflow(count, 1, &span) || __builtin_mul_overflow(span, stride, &span)) return false;
  std::int64_t& end = span < 0 ? reach.below : reach.above;
  return !__builtin_add_overflow(end, span, &end);
}

/// of one array
std::optional<Reach> reach_of(const ArraySide& side) {
  const std::optional<std::vector<std::int64_t>> strides = side.all_strides();
  if (!strides) return std::nullopt;
  Reach reach;
  for (std::size_t i = 0; i < side.lengths.size() && i < strides->size(); ++i) {
    if (!extend(reach, room_of(side, i), (*strides)[i])) return std::nullopt;
  }
  return reach;
}

std::optional<std::int64_t> extent_of(const Reach& reach) {
  std::int64_t extent = 0;
  if (__builtin_sub_overflow(reach.above, reach.below, &extent) || __builtin_add_overflow(extent, 1, &extent)) {
    return std::nullopt;
  }
  return extent;
}

std::vector<std::int64_t> indices_of(const Problem& problem, bool real) {
  std::vector<std::int64_t> lengths = problem.lengths;
  const std::vector<int> axes = problem.transformed_axes();
  if (problem.halves() && !real && !axes.empty()) {
    // The axis may be invalid: messages about invalid problems get here too.
    const auto halved = static_cast<std::size_t>(axes.back());
    if (halved < lengths.size()) lengths[halved] = lengths[halved] / 2 + 1;
  }
  return lengths;
}

ArraySide side_of(const Problem& problem, const char* name, bool real) {
  ArraySide side;
  side.name = name;
  side.real = real;
  side.padded = problem.halves() && real && problem.placement == Placement::in_place;
  side.lengths = indices_of(problem, real);
  return side;
}

/// Leaves the ranges out. They may be invalid, too.
void make_compact(ArraySide& side, const std::vector<Range>& ranges) {
  for (std::size_t i = 0; i < side.lengths.size() && i < ranges.size(); ++i) {
    if (is_part_of(ranges[i], side.lengths[i])) side.lengths[i] -= ranges[i].size();
  }
}

/// "(1,2)", or "1" for a single index; the first index is that of the array.
std::string name_of(const std::vector<std::int64_t>& index, std::int64_t batch) {
  const auto begin = index.begin() + 1;
  const std::string own =
      index.size() == 2 ? std::to_string(*begin) : fmt::format("({})", fmt::join(begin, index.end(), ","));
  return batch == 1 ? own : fmt::format("{} of array {}", own, index.front());
}

void validate_strides(const std::string& what, const ArraySide& side) {
  if (side.strides.empty() || side.strides.size() == side.lengths.size()) return;
  throw Error::invalid_argument(
      what, fmt::format("{} {} strides for {} lengths", side.strides.size(), side.name, side.lengths.size()),
      "give one for each length, or none");
}

/// Requires that extents fit 64 bits.
void validate_distinct(const std::string& what, const ArraySide& side, std::int64_t batch) {
  if (side.sharing == Sharing::allowed) return;
  const std::vector<std::int64_t> strides = *side.all_strides();
  std::vector<StridedAxis> axes = {{batch, *side.own_distance()}};
  for (std::size_t i = 0; i < strides.size(); ++i) axes.push_back({side.lengths[i], strides[i]});
  const OverlapResult result = find_overlap(axes);
  switch (result.overlap) {
    case Overlap::none:
      return;
    case Overlap::found:
      throw Error::invalid_argument(what,
                                    fmt::format("its {} elements {} and {} share an address", side.name,
                                                name_of(result.first, batch), name_of(result.second, batch)),
                                    "use strides and distances that give each element its own; only the input of an "
                                    "out-of-place problem may share");
    case Overlap::undecided:
      throw Error::unsupported(
          what,
          fmt::format("whether {} elements share an address was not decided in {} steps", side.name, most_branches),
          "make each stride, and the distance, larger than the span of all smaller ones");
  }
}

/// Of a number that is not positive; that of the smallest one fits no signed type.
std::uint64_t magnitude(std::int64_t number) { return std::uint64_t{0} - static_cast<std::uint64_t>(number); }

void validate_begin(const std::string& what, const ArraySide& side, std::int64_t batch) {
  if (*side.unused(batch) >= 0) return;
  throw Error::invalid_argument(
      what, fmt::format("its {} begins {} elements before the buffer", side.name, magnitude(*side.unused(batch))),
      fmt::format("use an {} offset of at least {}", side.name, magnitude(side.reach(batch)->below)));
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
  const std::optional<Reach> one = reach_of(*this);
  return one ? extent_of(*one) : std::nullopt;
}

std::optional<std::int64_t> ArraySide::own_distance() const { return distance == 0 ? extent() : distance; }

std::optional<Reach> ArraySide::reach(std::int64_t batch) const {
  std::optional<Reach> all = reach_of(*this);
  const std::optional<std::int64_t> step = own_distance();
  if (!all || !step || !extend(*all, batch, *step) || !extent_of(*all)) return std::nullopt;
  return all;
}

std::optional<std::int64_t> ArraySide::elements(std::int64_t batch) const {
  const std::optional<Reach> all = reach(batch);
  std::int64_t end = 0;
  if (!all || __builtin_add_overflow(all->above, offset, &end) || __builtin_add_overflow(end, 1, &end)) {
    return std::nullopt;
  }
  return end;
}

std::optional<std::int64_t> ArraySide::unused(std::int64_t batch) const {
  const std::optional<Reach> all = reach(batch);
  std::int64_t begin = 0;
  if (!all || __builtin_add_overflow(all->below, offset, &begin)) return std::nullopt;
  return begin;
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
  validate_strides(what, side);
  const std::int64_t elements = elements_of(what, side, batch);
  validate_distinct(what, side, batch);
  validate_begin(what, side, batch);
  if (side.real && side.layout == ComplexLayout::planar) {
    throw Error::invalid_argument(what, fmt::format("its {} is real, and planar means complex", side.name),
                                  "leave planar out");
  }
  if (side.storage == Storage::shared_exponent &&
      (side.real || side.layout == ComplexLayout::planar || precision != Precision::f32)) {
    throw Error::invalid_argument(
        what, fmt::format("its {} has no complex numbers of f32 side by side, which alone share exponents", side.name),
        "store f16 or bf16");
  }
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(elements, side.element_bytes(precision), &bytes)) {
    throw Error::invalid_argument(what, fmt::format("its {} buffer has more bytes than fit 64 bits", side.name),
                                  "use a smaller batch or distance");
  }
}

ArraySide input_side(const Problem& problem) {
  ArraySide side = side_of(problem, "input", problem.real_input());
  if (problem.in_packing == Packing::compact) make_compact(side, problem.zero);
  if (problem.in_strides != side.packed_strides()) side.strides = problem.in_strides;
  side.distance = problem.in_distance;
  side.offset = problem.in_offset;
  side.storage = problem.in_storage;
  side.layout = problem.in_layout;
  side.taps = std::max<std::int64_t>(1, problem.window.taps);
  if (problem.placement == Placement::out_of_place) side.sharing = Sharing::allowed;
  return side;
}

ArraySide output_side(const Problem& problem) {
  ArraySide side = side_of(problem, "output", problem.real_results());
  side.real = problem.real_output();
  if (problem.out_packing == Packing::compact) make_compact(side, problem.skip);
  if (problem.out_strides != side.packed_strides()) side.strides = problem.out_strides;
  side.distance = problem.out_distance;
  side.offset = problem.out_offset;
  side.storage = problem.out_storage;
  side.layout = problem.out_layout;
  return side;
}

std::vector<std::int64_t> input_indices(const Problem& problem) { return indices_of(problem, problem.real_input()); }
std::vector<std::int64_t> output_indices(const Problem& problem) { return indices_of(problem, problem.real_results()); }

std::string layout_text(const char* option, const ArraySide& side) {
  std::string text;
  if (!side.strides.empty() && side.strides != side.packed_strides())
    text += fmt::format(":{}strides={}", option, fmt::join(side.strides, ","));
  if (side.distance != 0 && side.distance != side.extent()) text += fmt::format(":{}dist={}", option, side.distance);
  return text;
}

}  // namespace papilio
