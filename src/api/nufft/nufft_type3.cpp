// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_type3.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/execution.hpp"
#include "core/number_theory.hpp"

namespace papilio::api {
namespace {

std::int64_t points_in(const CoordinateSpans& spans) { return static_cast<std::int64_t>(spans.front().elements()); }

double number_in(const ConstHostSpan& span, std::int64_t j) {
  return span.type() == HostType::f32 ? static_cast<const float*>(span.data())[j]
                                      : static_cast<const double*>(span.data())[j];
}

/// `names`: of the axes. Half extents are the largest distances as FromCenter rounds them: the center is rounded too,
/// and need not be in the middle of coordinates that differ in their last digits.
std::vector<PointExtent> extents_of(const CoordinateSpans& spans, const char* what, const char* names) {
  std::vector<PointExtent> result;
  for (const ConstHostSpan& span : spans) {
    double low = number_in(span, 0);
    double high = low;
    for (std::int64_t j = 0; j < points_in(spans); ++j) {
      const double number = number_in(span, j);
      if (!std::isfinite(number)) {
        throw Error::invalid_argument(fmt::format("{} {} of a non-uniform transform", what, j),
                                      fmt::format("its coordinate {} is {}", names[&span - spans.data()], number),
                                      "give finite numbers");
      }
      low = std::min(low, number);
      high = std::max(high, number);
    }
    const double center = low / 2 + high / 2;
    result.push_back({center, std::max(high - center, center - low)});
  }
  return result;
}

/// exp(i a b) for a number in two parts. Sines and cosines reduce the product exactly; its rounding error is not small
/// if the product is large.
std::complex<double> wave(const FromCenter& a, double b) {
  const double product = a.value * b;
  const double rest = std::fma(a.value, b, -product) + a.rest * b;
  const std::complex<double> whole(std::cos(product), std::sin(product));
  constexpr double linear = 1e-8;
  return whole * (std::abs(rest) < linear ? std::complex<double>(1, rest)
                                          : std::complex<double>(std::cos(rest), std::sin(rest)));
}

/// Factors of all points: the product over the axes of factor(axis, coordinate), conjugated for forward transforms.
template <class Factor>
std::shared_ptr<runtime::Memory> factors_of(const Device& device, const NufftProblem& problem,
                                            const CoordinateSpans& spans, const Factor& factor) {
  const std::int64_t count = points_in(spans);
  const double sign = problem.direction == Direction::forward ? -1 : 1;
  std::vector<double> numbers(nufft_size(2 * count));
  in_parts(count, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (std::int64_t j = begin; j < end; ++j) {
      std::complex<double> all = 1;
      for (std::size_t axis = 0; axis < spans.size(); ++axis) all *= factor(axis, number_in(spans[axis], j));
      numbers[nufft_size(2 * j)] = all.real();
      numbers[nufft_size(2 * j + 1)] = sign * all.imag();
    }
  });
  return uploaded(unwrap(device), problem.precision, numbers);
}

std::vector<PointAxis> with_spans(std::vector<PointAxis> axes, const CoordinateSpans& spans) {
  for (std::size_t axis = 0; axis < spans.size(); ++axis) axes[axis].coordinates = spans[axis];
  return axes;
}

}  // namespace

NufftType3::NufftType3(const Device& device, const NufftProblem& problem, const CoordinateSpans& points,
                       const CoordinateSpans& frequencies)
    : device_(device), problem_(problem) {
  const Type3Extents extents{extents_of(points, "point", "xyz"), extents_of(frequencies, "frequency", "stu"),
                             points_in(points), points_in(frequencies)};
  const DeviceCaps& caps = unwrap(device).caps();
  choice_ = choose_type3(problem, extents, caps);
  const std::int64_t bytes = complex_bytes(problem.precision);
  together_ = transforms_together(caps, choice_.inner_choice.grid.all_cells() * bytes, problem.batch);
  choice_.inner.batch = together_;
  spread_.emplace(device, PointStage::PointRequest{NufftStep::spread, problem.precision, choice_.spread,
                                                   problem.tolerance, together_});
  spread_->set_points(with_spans(choice_.points, points), extents.point_count);
  inner_.emplace(device, choice_.inner, choice_.inner_choice);
  inner_->stage().set_points(with_spans(choice_.frequencies, frequencies), extents.frequency_count);

  constexpr int multiplying = 128;
  phase_kernel_ = NufftKernel(unwrap(device), NufftStep::phase, {.precision = problem.precision}, multiplying);
  before_ = {extents.point_count, factors_of(device, problem, points, [&](std::size_t axis, double x) {
               return wave({x, 0}, extents.frequencies[axis].center);
             })};
  const kernel::WindowCorrection correction(choice_.spread.window);
  after_ = {extents.frequency_count, factors_of(device, problem, frequencies, [&](std::size_t axis, double s) {
              const FromCenter from(s, extents.frequencies[axis].center);
              return correction.at(from.value * choice_.frequencies[axis].scale) *
                     wave(from, extents.points[axis].center);
            })};
  const auto buffer = [&](std::int64_t numbers) { return Buffer(device, nufft_size(together_ * numbers * bytes)); };
  strengths_ = buffer(extents.point_count);
  values_ = buffer(extents.frequency_count);
  modes_ = buffer(choice_.spread.grid.all_cells());
}

std::size_t NufftType3::device_bytes() const {
  return spread_->device_bytes() + inner_->device_bytes() + before_.factors->size() + after_.factors->size() +
         strengths_.size_bytes() + values_.size_bytes() + modes_.size_bytes();
}

std::string NufftType3::describe() const {
  const FineGrid& grid = choice_.spread.grid;
  return fmt::format("window of {} cells, grid {}, then type 2: {}", choice_.spread.window.width,
                     fmt::join(grid.cells.end() - grid.axes, grid.cells.end(), "x"), inner_->describe());
}

void NufftType3::multiply(runtime::Stream& stream, const PointPhases& phases, const runtime::Memory& in,
                          const runtime::Memory& out, const NufftCounts& counts) const {
  NufftCounts all = counts;
  all.points = phases.count;
  all.units = ceil_div(phases.count, kernel::correct_chunk);
  phase_kernel_.launch(stream, {&in, phases.factors.get(), &out}, all);
}

void NufftType3::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const {
  for (std::int64_t begin = 0; begin < problem_.batch; begin += together_) {
    NufftCounts counts;
    counts.batch = std::min(together_, problem_.batch - begin);
    NufftCounts from_user = counts;
    from_user.in_offset = begin * before_.count;
    NufftCounts to_user = counts;
    to_user.out_offset = begin * after_.count;
    multiply(stream, before_, in, *memory_of(strengths_), from_user);
    spread_->enqueue(stream, *memory_of(strengths_), *memory_of(modes_), counts);
    inner_->enqueue(stream, *memory_of(modes_), *memory_of(values_), counts.batch);
    multiply(stream, after_, *memory_of(values_), out, to_user);
  }
}

}  // namespace papilio::api
