// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/work.hpp"

#include <cmath>

#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

double flops_of(const Problem& problem) {
  const auto n = static_cast<double>(problem.points());
  const double each = problem.kind == Kind::c2c ? 5.0 : 2.5;
  return each * n * std::log2(n) * static_cast<double>(transforms_of(problem));
}

double flops_of(const ConvolutionProblem& problem) {
  double n = 1;
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool circular = problem.mode == ConvolutionMode::circular;
    n *= static_cast<double>(problem.lengths[axis] + (circular ? 0 : problem.kernel_lengths[axis] - 1));
  }
  const double complex = 2 * 5 * n * std::log2(n) + 6 * n;
  return (problem.field == Field::real ? 0.5 : 1.0) * complex * static_cast<double>(problem.batch);
}

std::int64_t points_of(const Problem& problem) { return problem.points(); }
std::int64_t points_of(const ConvolutionProblem& problem) { return problem.signal_elements() / problem.batch; }
bool is_complex(const Problem& problem) { return problem.kind == Kind::c2c; }
bool is_complex(const ConvolutionProblem& problem) { return problem.field == Field::complex; }

}  // namespace

std::string Work::token() const {
  return std::visit([](const auto& problem) { return problem.token(); }, problem_);
}
Precision Work::precision() const {
  return std::visit([](const auto& problem) { return problem.precision; }, problem_);
}
Storage Work::in_storage() const {
  return std::visit([](const auto& problem) { return problem.in_storage; }, problem_);
}
bool Work::is_complex() const {
  return std::visit([](const auto& problem) { return bench::is_complex(problem); }, problem_);
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
  return std::visit(
      [](const auto& problem) { return minimal_input_bytes(problem) + minimal_output_bytes(problem); }, problem_);
}
double Work::nominal_flops() const {
  return std::visit([](const auto& problem) { return flops_of(problem); }, problem_);
}
Work Work::in_f32() const {
  Work result = *this;
  std::visit([](auto& problem) { problem.precision = Precision::f32; }, result.problem_);
  return result;
}

}  // namespace papilio::bench
