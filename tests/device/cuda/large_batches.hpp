// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Batches that fill the device and exceed every cache, executed three times on outputs filled with NaN.
#pragma once

#include "device/cuda/fixture.hpp"
#include "support/arrays.hpp"

namespace papilio::test {

class LargeBatches : public CudaDevice, public testing::WithParamInterface<const char*> {
 protected:
  /// `sign`: text that Plan::describe() of such plans contains.
  explicit LargeBatches(const char* sign) : sign_(sign) {}

  template <typename In, typename Out>
  void expect_correct(const Problem& problem, const Callbacks& callbacks = {}, std::span<const float> window = {}) {
    const Plan plan(device_, problem, callbacks);
    EXPECT_THAT(plan.describe(), testing::HasSubstr(sign_));
    std::vector<In> input;
    for (const LongComplex& value : random_signal(problem.input_elements(), problem.precision, 5))
      input.push_back(number<In>(value));
    const std::vector<std::int64_t> some = {0, problem.batch / 2, problem.batch - 1};
    std::vector<std::vector<LongComplex>> expected;
    for (const std::int64_t b : some)
      expected.push_back(reference<In, Out>(problem, input, b * problem.in_distance, window));
    constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
    for (int run = 0; run < 3; ++run) {
      std::vector<Out> output(static_cast<std::size_t>(problem.output_elements()), number<Out>({nan, nan}));
      if (problem.placement == Placement::in_place) {
        if constexpr (std::is_same_v<In, Out>) {
          output = input;
          plan.execute({.out = output, .load_data = window});
        }
      } else {
        plan.execute({.in = input, .out = output, .load_data = window});
      }
      for (std::size_t i = 0; i < some.size(); ++i) {
        const auto begin = output.begin() + some[i] * problem.out_distance;
        const std::vector<LongComplex> got(begin, begin + problem.out_distance);
        EXPECT_LE(relative_l2(got, expected[i]), error_bound(problem)) << "run " << run << ", transform " << some[i];
      }
    }
  }

  template <typename T>
  void expect_correct_of_kind(const Problem& problem) {
    switch (problem.kind) {
      case Kind::r2c:
        return expect_correct<T, std::complex<T>>(problem);
      case Kind::c2r:
        return expect_correct<std::complex<T>, T>(problem);
      default:
        return expect_correct<std::complex<T>, std::complex<T>>(problem);
    }
  }

  void expect_correct(const char* token) {
    const Problem problem = Problem::parse(token).normalised();
    problem.precision == Precision::f32 ? expect_correct_of_kind<float>(problem)
                                        : expect_correct_of_kind<double>(problem);
  }

 private:
  template <typename T>
  static constexpr bool is_real = std::is_floating_point_v<T>;
  template <typename T>
  static T number(const LongComplex& value) {
    if constexpr (is_real<T>) {
      return static_cast<T>(value.real());
    } else {
      using Part = typename T::value_type;
      return {static_cast<Part>(value.real()), static_cast<Part>(value.imag())};
    }
  }
  /// The reference of the transform that starts at `first`; a callback's indices are those of the buffer.
  template <typename In, typename Out>
  static std::vector<LongComplex> reference(const Problem& problem, std::span<const In> input, std::int64_t first,
                                            std::span<const float> window) {
    Problem one = problem;
    one.batch = 1;
    std::vector<long double> x;
    for (std::int64_t i = first; i < first + problem.in_distance; ++i) {
      const long double w = window.empty() ? 1 : window[i % window.size()];
      x.push_back(std::real(input[i]) * w);
      if constexpr (!is_real<In>) x.push_back(std::imag(input[i]) * w);
    }
    const std::vector<long double> y = reference_transform(one, x);
    std::vector<LongComplex> result;
    for (std::size_t i = 0; i < y.size(); i += is_real<Out> ? 1 : 2)
      result.emplace_back(y[i], is_real<Out> ? 0 : y[i + 1]);
    return result;
  }

  const char* sign_;
};

}  // namespace papilio::test
