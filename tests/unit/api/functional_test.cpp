// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/functional.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/number_theory.hpp"

namespace papilio::api {
namespace {

/// Of the arrays of a side: the sum of the real parts of the products with their weights.
class WeightedArray {
 public:
  WeightedArray(const Functional& functional, std::vector<std::int64_t> lengths)
      : functional_(functional), lengths_(std::move(lengths)) {}

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(product(lengths_)); }
  [[nodiscard]] std::vector<std::int64_t> place(std::size_t i) const {
    std::vector<std::int64_t> result(lengths_.size());
    for (std::size_t axis = lengths_.size(); axis-- > 0; i /= static_cast<std::size_t>(lengths_[axis]))
      result[axis] = static_cast<std::int64_t>(i % static_cast<std::size_t>(lengths_[axis]));
    return result;
  }
  [[nodiscard]] LongComplex weight(std::size_t i) const {
    LongComplex result = 1;
    for (std::size_t axis = 0; axis < lengths_.size(); ++axis)
      result *= functional_[axis].at(static_cast<std::size_t>(place(i)[axis]));
    return result;
  }

 private:
  Functional functional_;
  std::vector<std::int64_t> lengths_;
};

/// By which element i of the input is multiplied in element k of the output.
LongComplex root(const Problem& problem, const std::vector<std::int64_t>& i, const std::vector<std::int64_t>& k) {
  const long double sign = problem.direction == Direction::forward ? -1 : 1;
  long double turns = 0;
  for (std::size_t axis = 0; axis < i.size(); ++axis)
    turns += static_cast<long double>(i[axis] * k[axis] % problem.lengths[axis]) /
             static_cast<long double>(problem.lengths[axis]);
  return std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * turns);
}

TEST(Functional, OfTheInputIsThatOfTheOutput) {
  std::mt19937_64 random(3);
  std::normal_distribution<long double> normal;
  for (const char* token : {"c2c:f64:7", "c2c:f64:4x6:inverse", "c2c:f64:3x4x6"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const Functional functional = random_functional(problem);
    const WeightedArray out(functional, problem.output_lengths());
    const WeightedArray in(input_functional(functional, problem), problem.input_lengths());
    std::vector<LongComplex> x(in.size());
    for (LongComplex& each : x) each = {normal(random), normal(random)};
    long double of_input = 0;
    for (std::size_t i = 0; i < x.size(); ++i) of_input += (x[i] * in.weight(i)).real();
    long double of_output = 0;
    for (std::size_t k = 0; k < out.size(); ++k) {
      LongComplex y = 0;
      for (std::size_t i = 0; i < x.size(); ++i) y += x[i] * root(problem, in.place(i), out.place(k));
      of_output += (y * out.weight(k)).real();
    }
    EXPECT_NEAR(static_cast<double>(of_output),
                static_cast<double>(of_input * std::sqrt(static_cast<long double>(problem.points()))), 1e-11);
  }
}

}  // namespace
}  // namespace papilio::api
