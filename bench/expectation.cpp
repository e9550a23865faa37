// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <papilio/convolution_problem.hpp>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "bench/convolution_expectation.hpp"
#include "bench/expected_rows.hpp"
#include "bench/input.hpp"
#include "bench/traffic.hpp"
#include "bench/work.hpp"
#include "core/storage.hpp"
#include "verify/reference/fftw.hpp"
#include "verify/reference/sampled_transform.hpp"
#include "verify/reference/scale_of.hpp"
#include "verify/reference/side_layout.hpp"
#include "verify/reference/stored_numbers.hpp"

namespace papilio::bench {
namespace {

/// The type with fewer digits: the result's, or that of what passes store for each other.
Storage coarser(const Problem& problem) {
  const auto unit = [&](Storage storage) { return unit_roundoff(storage, problem.precision); };
  return unit(problem.scratch_storage) > unit(problem.out_storage) ? problem.scratch_storage : problem.out_storage;
}

/// The expected result of a transform, of a part of it: FFTW in long double (verify/reference/sampled_transform.hpp).
class TransformExpectation final : public Expectation {
 public:
  /// Throws what verify::expected_elements() does.
  TransformExpectation(const Problem& problem, std::span<const std::byte> input);

  void poison(Arena& arena) const override;
  [[nodiscard]] double error(Arena& arena) const override;

 private:
  /// Numbers of the output that expected elements lie among.
  struct OutputExtent {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  [[nodiscard]] OutputExtent extent_of(const verify::ExpectedElements& expected) const;
  /// For each of expected_, or one for all of them where they are wide apart or planar.
  [[nodiscard]] std::vector<OutputExtent> extents() const;

  Problem problem_;
  verify::SideLayout out_;
  std::vector<verify::ExpectedElements> expected_;
};

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

/// The expected result of a round trip, in full: the negated input (counterparts.hpp).
class RoundTripExpectation final : public Expectation {
 public:
  /// input: the problem's input; it must outlive this.
  RoundTripExpectation(const Problem& problem, std::span<const std::byte> input);

  /// The spectrum's memory, out of place.
  void poison(Arena& arena) const override;
  [[nodiscard]] double error(Arena& arena) const override;

 private:
  Problem problem_;
  verify::SideLayout in_;
  std::span<const std::byte> input_;
};

RoundTripExpectation::RoundTripExpectation(const Problem& problem, std::span<const std::byte> input)
    : Expectation(problem.precision, problem.in_storage),
      problem_(problem.normalised()),
      in_(problem_, verify::End::input),
      input_(input) {}

void RoundTripExpectation::poison(Arena& arena) const {
  if (problem_.placement == Placement::in_place) return;
  const std::vector<std::byte> nan(static_cast<std::size_t>(output_bytes(problem_)), std::byte{0xFF});
  arena.write(Part::output, 0, nan);
}

double RoundTripExpectation::error(Arena& arena) const {
  std::vector<std::byte> result(static_cast<std::size_t>(input_bytes(problem_)));
  arena.read(Part::input, 0, result);
  const verify::StoredNumbers after(result, problem_.in_storage, problem_.precision);
  const verify::StoredNumbers before(input_, problem_.in_storage, problem_.precision);
  long double difference = 0;
  long double norm = 0;
  for (std::int64_t transform = 0; transform < in_.transforms(); ++transform) {
    in_.for_each_number(transform, [&](std::int64_t at) {
      const long double sum = after[at] + before[at];  // they cancel
      difference += sum * sum;
      norm += before[at] * before[at];
    });
  }
  return ratio(difference, norm);
}

/// Some results of a non-uniform transform, or some transforms of a ragged batch.
class RowExpectation final : public Expectation {
 public:
  RowExpectation(const verify::PlacedNufft& problem, std::vector<ExpectedRow> rows)
      : RowExpectation(problem.precision, problem.tolerance, std::move(rows)) {}
  RowExpectation(const RaggedProblem& problem, std::vector<ExpectedRow> rows)
      : RowExpectation(problem.precision, 0, std::move(rows)) {}

  void poison(Arena& arena) const override {
    for (const ExpectedRow& row : rows_) {
      const std::vector<std::byte> nan(bytes_between(row), std::byte{0xFF});
      arena.write(Part::output, first_byte(row), nan);
    }
  }

  [[nodiscard]] double error(Arena& arena) const override {
    long double difference = 0;
    long double norm = 0;
    for (const ExpectedRow& row : rows_) {
      std::vector<std::byte> output(bytes_between(row));
      arena.read(Part::output, first_byte(row), output);
      const verify::StoredNumbers numbers(output, Storage::native, precision_);
      for (std::size_t i = 0; i < row.exact.size(); ++i) {
        const long double wrong_by = numbers[row.numbers[i] - row.numbers.front()] - row.exact[i];
        difference += wrong_by * wrong_by;
        norm += row.exact[i] * row.exact[i];
      }
    }
    return ratio(difference, norm);
  }

 private:
  RowExpectation(Precision precision, double tolerance, std::vector<ExpectedRow> rows)
      : Expectation(precision, Storage::native, tolerance), precision_(precision), rows_(std::move(rows)) {}

  [[nodiscard]] std::size_t first_byte(const ExpectedRow& row) const {
    return static_cast<std::size_t>(row.numbers.front() * bytes_of(Storage::native, precision_));
  }
  [[nodiscard]] std::size_t bytes_between(const ExpectedRow& row) const {
    return static_cast<std::size_t>((row.numbers.back() + 1 - row.numbers.front()) *
                                    bytes_of(Storage::native, precision_));
  }

  Precision precision_;
  std::vector<ExpectedRow> rows_;
};

}  // namespace

Expectation::Expectation(Precision precision, Storage storage, double tolerance)
    : limit_((precision == Precision::f32     ? 1e-4
              : precision == Precision::f64x2 ? 1e-17  // the reference has 64 bits
                                              : 1e-11) +
             16 * unit_roundoff(storage, precision) + 10 * tolerance) {}

double Expectation::ratio(long double difference, long double norm) {
  if (difference == 0) return 0;
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

std::unique_ptr<Expectation> expectation_of(const Work& work, std::span<const std::byte> input) {
  if (work.mode().round_trip) return std::make_unique<RoundTripExpectation>(*work.transform(), input);
  if (work.transform() != nullptr) return std::make_unique<TransformExpectation>(*work.transform(), input);
  if (work.convolution() != nullptr) return std::make_unique<ConvolutionExpectation>(*work.convolution(), input);
  return std::visit(
      [&](const auto& problem) -> std::unique_ptr<Expectation> {
        if constexpr (requires { expected_rows(problem, input); })
          return std::make_unique<RowExpectation>(problem, expected_rows(problem, input));
        return nullptr;
      },
      work.problem());
}

}  // namespace papilio::bench
