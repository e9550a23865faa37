// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/work.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/traffic.hpp"
#include "core/convolution_layout.hpp"

namespace papilio::bench {
namespace {

double flops_of(const Problem& problem) {
  const auto n = static_cast<double>(problem.points());
  const double each = problem.kind == Kind::c2c ? 5.0 : 2.5;
  return each * n * std::log2(n) * static_cast<double>(transforms_of(problem));
}

double flops_of(const ConvolutionProblem& problem) {
  double n = 1;  // points of a transform
  double all = static_cast<double>(problem.batch);
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool circular = problem.mode == ConvolutionMode::circular;
    const auto length = static_cast<double>(problem.lengths[axis]);
    const auto reach = static_cast<double>(circular ? 0 : problem.kernel_lengths[axis] - 1);
    (is_convolved(problem, axis) ? n : all) *= length + (is_convolved(problem, axis) ? reach : 0);
  }
  const auto in = static_cast<double>(problem.in_channels);
  const auto out = static_cast<double>(problem.out_channels);
  const double complex = (in + out) * 5 * n * std::log2(n) + (8 * in - 2) * out * n;
  return (problem.field == Field::real ? 0.5 : 1.0) * complex * all;
}

double flops_of(const verify::PlacedNufft& problem) {
  const std::int64_t count = problem.type == NufftType::type3 ? problem.points : problem.points_of_grid();
  const auto n = static_cast<double>(std::max<std::int64_t>(count, 1));
  return 5 * n * std::log2(n) * static_cast<double>(problem.batch);
}

double flops_of(const RaggedProblem& problem) {
  double all = 0;
  for (const std::int64_t length : problem.lengths)
    all += static_cast<double>(length) * std::log2(static_cast<double>(length));
  return (problem.kind == Kind::c2c ? 5.0 : 2.5) * all * static_cast<double>(problem.batch);
}

std::int64_t points_of(const Problem& problem) { return problem.points(); }
std::int64_t points_of(const verify::PlacedNufft& problem) { return problem.points; }
std::int64_t points_of(const RaggedProblem& problem) {
  return std::accumulate(problem.lengths.begin(), problem.lengths.end(), std::int64_t{0});
}
std::int64_t points_of(const ConvolutionProblem& problem) {
  std::int64_t points = problem.in_channels;
  for (const std::int64_t length : problem.lengths) points *= length;
  return points;
}
bool is_complex(const Problem& problem) { return problem.kind == Kind::c2c; }
bool is_complex(const ConvolutionProblem& problem) { return problem.field == Field::complex; }
bool is_complex(const verify::PlacedNufft& /*problem*/) { return true; }
bool is_complex(const RaggedProblem& problem) { return problem.kind == Kind::c2c; }

/// Only transforms and convolutions have choices of these.
template <class AnyProblem>
Storage in_storage_of(const AnyProblem& problem) {
  if constexpr (requires { problem.in_storage; }) return problem.in_storage;
  return Storage::native;
}
template <class AnyProblem>
bool is_in_place(const AnyProblem& problem) {
  if constexpr (requires { problem.placement; }) return problem.placement == Placement::in_place;
  return false;
}

}  // namespace

std::string Work::token() const {
  return std::visit([](const auto& problem) { return problem.token(); }, problem_);
}
std::string Work::key() const {
  const std::string words = mode_.words();
  return words.empty() ? token() : token() + " " + words;
}
double Work::elements() const {
  const std::int64_t count = transform() != nullptr ? transforms_of(*transform()) : batch();
  return static_cast<double>(points()) * static_cast<double>(count);
}
Precision Work::precision() const {
  return std::visit([](const auto& problem) { return problem.precision; }, problem_);
}
Storage Work::in_storage() const {
  return std::visit([](const auto& problem) { return in_storage_of(problem); }, problem_);
}
bool Work::is_complex() const {
  return std::visit([](const auto& problem) { return bench::is_complex(problem); }, problem_);
}
bool Work::in_place() const {
  return std::visit([](const auto& problem) { return is_in_place(problem); }, problem_);
}
std::int64_t Work::points() const {
  return std::visit([](const auto& problem) { return points_of(problem); }, problem_);
}
std::int64_t Work::batch() const {
  return std::visit([](const auto& problem) { return problem.batch; }, problem_);
}
std::int64_t Work::input_bytes() const {
  return std::visit([](const auto& problem) { return bench::input_bytes(problem); }, problem_);
}
std::int64_t Work::output_bytes() const {
  return std::visit([](const auto& problem) { return bench::output_bytes(problem); }, problem_);
}
std::int64_t Work::minimal_bytes() const {
  return std::visit([](const auto& problem) { return minimal_input_bytes(problem) + minimal_output_bytes(problem); },
                    problem_);
}
double Work::nominal_flops() const {
  return mode_.transforms() * std::visit([](const auto& problem) { return flops_of(problem); }, problem_);
}
Work Work::in_f32() const {
  Work result = *this;
  std::visit([](auto& problem) { problem.precision = Precision::f32; }, result.problem_);
  return result;
}

}  // namespace papilio::bench
