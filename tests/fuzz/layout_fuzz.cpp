// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems with any numbers in any of their fields: each is refused with an Error that can be shown, or its token comes
// back and it can be planned. The bytes choose numbers, mostly ones near the limits of 64 bits.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "planning.hpp"

namespace {

using papilio::ConvolutionProblem;
using papilio::Problem;
using papilio::fuzz::require;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t power(int exponent) { return std::int64_t{1} << exponent; }
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t sizes[] = {
    1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 37, 64, 100, 1024, power(20), power(27), power(27) + 1, power(31), power(32)};
constexpr std::int64_t ends[] = {0, largest, largest - 1, power(53), power(60), power(61), power(62), least};

class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : byte() % bound; }
  /// One in eight is near a limit of 64 bits.
  std::int64_t length() { return one_in(8) ? end() : sizes[below(std::size(sizes))]; }
  std::int64_t number() {
    if (one_in(8)) return end();
    const std::int64_t value = one_in(2) ? static_cast<std::int64_t>(byte()) : sizes[below(std::size(sizes))];
    return one_in(4) ? -value : value;
  }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class T>
  T enumerator(std::size_t count) {
    return static_cast<T>(below(count));
  }
  std::vector<std::int64_t> numbers(std::size_t count) {
    std::vector<std::int64_t> result(one_in(3) ? count : 0);
    for (std::int64_t& value : result) value = number();
    return result;
  }
  std::vector<papilio::Range> ranges(std::size_t count) {
    std::vector<papilio::Range> result(one_in(4) ? count : 0);
    for (papilio::Range& range : result) {
      if (one_in(2)) range = {number(), number()};
    }
    return result;
  }

 private:
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{255}; }
  std::int64_t end() { return ends[below(std::size(ends))]; }

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

Problem draw_problem(Choices& choices) {
  Problem problem;
  problem.kind = choices.enumerator<papilio::Kind>(12);
  problem.direction = problem.kind == papilio::Kind::c2r ? papilio::Direction::inverse : papilio::Direction::forward;
  problem.placement = choices.one_in(3) ? papilio::Placement::in_place : papilio::Placement::out_of_place;
  problem.lengths.assign(1 + choices.below(4), 1);
  for (std::int64_t& length : problem.lengths) length = choices.length();
  for (int axis = 0; choices.one_in(2) && axis < static_cast<int>(problem.lengths.size()); ++axis) {
    if (choices.one_in(2)) problem.axes.push_back(axis);
  }
  if (choices.one_in(2)) problem.batch = choices.length();
  problem.in_strides = choices.numbers(problem.lengths.size());
  problem.out_strides = choices.numbers(problem.lengths.size());
  if (choices.one_in(3)) problem.in_distance = choices.number();
  if (choices.one_in(3)) problem.out_distance = choices.number();
  if (choices.one_in(3)) problem.in_offset = choices.number();
  if (choices.one_in(3)) problem.out_offset = choices.number();
  problem.zero = choices.ranges(problem.lengths.size());
  problem.skip = choices.ranges(problem.lengths.size());
  if (choices.one_in(4)) problem.in_storage = choices.enumerator<papilio::Storage>(8);
  if (choices.one_in(4)) problem.in_layout = papilio::ComplexLayout::planar;
  if (choices.one_in(3)) problem.in_packing = papilio::Packing::compact;
  if (choices.one_in(3)) problem.out_packing = papilio::Packing::compact;
  return problem;
}

papilio::ArrayLayout draw_layout(Choices& choices, std::size_t dimensions) {
  papilio::ArrayLayout layout;
  layout.strides = choices.numbers(dimensions);
  if (choices.one_in(3)) layout.distance = choices.number();
  if (choices.one_in(3)) layout.offset = choices.number();
  return layout;
}

ConvolutionProblem draw_convolution(Choices& choices) {
  ConvolutionProblem problem;
  problem.field = choices.enumerator<papilio::Field>(2);
  problem.mode = choices.enumerator<papilio::ConvolutionMode>(4);
  problem.lengths.assign(1 + choices.below(3), 1);
  problem.kernel_lengths = problem.lengths;
  for (std::int64_t& length : problem.lengths) length = choices.length();
  for (std::int64_t& length : problem.kernel_lengths) length = choices.length();
  if (choices.one_in(2)) problem.batch = choices.length();
  if (choices.one_in(4)) problem.kernels = problem.batch;
  if (choices.one_in(4)) problem.in_channels = choices.length();
  if (choices.one_in(4)) problem.out_channels = choices.length();
  const std::size_t dimensions = problem.lengths.size() + (problem.has_channels() ? 1 : 0);
  problem.in = draw_layout(choices, dimensions);
  problem.out = draw_layout(choices, dimensions);
  problem.kernel = draw_layout(choices, dimensions + (problem.has_channels() ? 1 : 0));
  return problem;
}

template <class Any>
void check(const Any& problem) {
  require(papilio::fuzz::one_line(problem.token()));
  try {
    problem.validate();
  } catch (const papilio::Error& error) {
    papilio::fuzz::check_refusal(error);
    return;
  }
  require(Any::parse(problem.token()) == problem.normalised());
  papilio::fuzz::plan_checked(problem);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices(data, size);
  if (choices.one_in(4)) {
    check(draw_convolution(choices));
  } else {
    check(draw_problem(choices));
  }
  return 0;
}
