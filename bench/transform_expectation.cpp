// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/transform_expectation.hpp"

#include <algorithm>
#include <limits>

#include "bench/traffic.hpp"
#include "core/storage.hpp"
#include "verify/reference/scale_of.hpp"
#include "verify/reference/stored_numbers.hpp"

namespace papilio::bench {

namespace {

/// The type with fewer digits: the result's, or that of what passes store for each other.
Storage coarser(const Problem& problem) {
  const auto unit = [&](Storage storage) { return unit_roundoff(storage, problem.precision); };
  return unit(problem.scratch_storage) > unit(problem.out_storage) ? problem.scratch_storage : problem.out_storage;
}

}  // namespace

TransformExpectation::TransformExpectation(const Problem& problem, std::span<const std::byte> input)
    : Expectation(problem.precision, coarser(problem)),
      problem_(problem.normalised()),
      out_(problem_, verify::End::output),
      expected_(verify::expected_elements(problem, input)) {}

TransformExpectation::OutputExtent TransformExpectation::extent_of(const verify::ExpectedElements& expected) const {
  OutputExtent extent{std::numeric_limits<std::int64_t>::max(), 0};
  for (std::size_t i = 0; i < expected.elements.size(); ++i) {
    const std::int64_t element = expected.first + static_cast<std::int64_t>(i) * expected.step;
    const std::int64_t at = out_.number_of(expected.transform, element);
    extent.begin = std::min(extent.begin, at);
    extent.end = std::max(extent.end, at + (out_.width() - 1) * out_.part() + 1);
  }
  return extent;
}

std::vector<TransformExpectation::OutputExtent> TransformExpectation::extents() const {
  std::vector<OutputExtent> all;
  std::int64_t numbers = 0;
  for (const verify::ExpectedElements& expected : expected_) {
    all.push_back(extent_of(expected));
    numbers += all.back().end - all.back().begin;
  }
  if (numbers > out_.numbers()) return {{0, out_.numbers()}};
  return all;
}

void TransformExpectation::poison(Arena& arena) const {
  if (problem_.placement == Placement::in_place) return;
  const auto width = bytes_of(problem_.out_storage, problem_.precision);
  const std::vector<std::byte> nan(std::size_t{1} << 20U, std::byte{0xFF});  // in every floating-point type
  for (const OutputExtent& extent : extents()) {
    const auto end = static_cast<std::size_t>(extent.end * width);
    for (auto at = static_cast<std::size_t>(extent.begin * width); at < end; at += nan.size()) {
      arena.write(Part::output, at, std::span(nan).first(std::min(nan.size(), end - at)));
    }
  }
}

double TransformExpectation::error(Arena& arena) const {
  const auto scale = verify::scale_of<long double>(problem_);
  const auto width = bytes_of(problem_.out_storage, problem_.precision);
  const std::vector<OutputExtent> places = extents();
  long double difference = 0;
  long double norm = 0;
  std::vector<std::byte> output;
  for (std::size_t e = 0; e < expected_.size(); ++e) {
    const verify::ExpectedElements& expected = expected_[e];
    const OutputExtent& place = places[std::min(e, places.size() - 1)];
    if (e < places.size()) {
      output.resize(static_cast<std::size_t>((place.end - place.begin) * width));
      arena.read(result_part(problem_), static_cast<std::size_t>(place.begin * width), output);
    }
    const verify::StoredNumbers numbers(output, problem_.out_storage, problem_.precision);
    for (std::size_t i = 0; i < expected.elements.size(); ++i) {
      const std::int64_t element = expected.first + static_cast<std::int64_t>(i) * expected.step;
      if (out_.is_pruned(expected.transform, element)) continue;
      const LongComplex exact = expected.elements[i] * scale;
      difference += std::norm(numbers.element(out_.number_of(expected.transform, element) - place.begin, out_) - exact);
      norm += std::norm(exact);
    }
  }
  return ratio(difference, norm);  // no norm where all that was chosen is skipped
}

}  // namespace papilio::bench
