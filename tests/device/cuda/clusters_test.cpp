// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of clusters (core/cluster.hpp): batches that fill the device and that no cache holds, three times on poisoned outputs.
#include "device/cuda/fixture.hpp"
#include "support/arrays.hpp"

namespace papilio::test {
namespace {

class CudaClusters : public CudaDevice, public testing::WithParamInterface<const char*> {
 protected:
  template <typename T>
  void expect_correct(const Problem& problem, const Callbacks& callbacks, std::span<const float> window) {
    const Plan plan(device_, problem, callbacks);
    EXPECT_THAT(plan.describe(), testing::HasSubstr("cluster="));
    std::vector<std::complex<T>> input;
    for (const LongComplex& value : random_signal(problem.input_elements(), problem.precision, 5)) {
      input.emplace_back(static_cast<T>(value.real()), static_cast<T>(value.imag()));
    }
    const std::int64_t n = problem.in_distance;
    const std::vector<std::int64_t> some = {0, problem.batch / 2, problem.batch - 1};
    std::vector<std::vector<LongComplex>> expected;
    for (const std::int64_t b : some) expected.push_back(reference<T>(problem, input, b * n, window));
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const CallbackData data{.load = std::as_bytes(window), .store = {}};
    for (int run = 0; run < 3; ++run) {
      std::vector<std::complex<T>> output(input.size(), {nan, nan});
      if (problem.placement == Placement::in_place) {
        output = input;
        plan.execute(std::span(output), data);
      } else {
        plan.execute(std::span<const std::complex<T>>(input), std::span(output), data);
      }
      for (std::size_t i = 0; i < some.size(); ++i) {
        const auto begin = output.begin() + some[i] * n;
        const std::vector<LongComplex> got(begin, begin + n);
        EXPECT_LE(relative_l2(got, expected[i]), error_bound(problem)) << "run " << run << ", transform " << some[i];
      }
    }
  }

 private:
  /// Of the transform that begins at `first`; a callback's indices are those of the buffer.
  template <typename T>
  static std::vector<LongComplex> reference(const Problem& problem, std::span<const std::complex<T>> input, std::int64_t first,
                                            std::span<const float> window) {
    Problem one = problem;
    one.batch = 1;
    std::vector<long double> x;
    for (std::int64_t i = first; i < first + problem.in_distance; ++i) {
      const long double w = window.empty() ? 1 : window[i % window.size()];
      x.push_back(input[i].real() * w);
      x.push_back(input[i].imag() * w);
    }
    const std::vector<long double> y = reference_transform(one, x);
    std::vector<LongComplex> result;
    for (std::size_t i = 0; i < y.size(); i += 2) result.emplace_back(y[i], y[i + 1]);
    return result;
  }
};

TEST_P(CudaClusters, MatchLongDouble) {
  if (backend().caps().cluster == 1) GTEST_SKIP() << "the device has no clusters";
  const Problem problem = Problem::parse(GetParam()).normalised();
  problem.precision == Precision::f32 ? expect_correct<float>(problem, {}, {}) : expect_correct<double>(problem, {}, {});
}

class CudaRealClusters : public CudaDevice, public testing::WithParamInterface<const char*> {
 protected:
  template <typename In, typename Out>
  void expect_correct(const Problem& problem) {
    const Plan plan(device_, problem);
    EXPECT_THAT(plan.describe(), testing::HasSubstr("cluster="));
    std::vector<In> input;
    for (const LongComplex& value : random_signal(problem.input_elements(), problem.precision, 6)) input.push_back(number<In>(value));
    const std::vector<std::int64_t> some = {0, problem.batch / 2, problem.batch - 1};
    std::vector<std::vector<LongComplex>> expected;
    for (const std::int64_t b : some) {
      Problem one = problem;
      one.batch = 1;
      const std::vector<In> x(input.begin() + b * problem.in_distance, input.begin() + (b + 1) * problem.in_distance);
      expected.push_back(numbers<Out>(reference_transform(one, scalars(x))));
    }
    for (int run = 0; run < 3; ++run) {
      std::vector<Out> output(static_cast<std::size_t>(problem.output_elements()), Out(std::numeric_limits<float>::quiet_NaN()));
      plan.execute(std::span<const In>(input), std::span<Out>(output));
      for (std::size_t i = 0; i < some.size(); ++i) {
        const auto begin = output.begin() + some[i] * problem.out_distance;
        const std::vector<LongComplex> got(begin, begin + problem.out_distance);
        EXPECT_LE(relative_l2(got, expected[i]), error_bound(problem)) << "run " << run << ", transform " << some[i];
      }
    }
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
  template <typename T>
  static std::vector<long double> scalars(const std::vector<T>& values) {
    std::vector<long double> result;
    for (const T& value : values) {
      result.push_back(std::real(value));
      if constexpr (!is_real<T>) result.push_back(std::imag(value));
    }
    return result;
  }
  template <typename T>
  static std::vector<LongComplex> numbers(const std::vector<long double>& values) {
    std::vector<LongComplex> result;
    for (std::size_t i = 0; i < values.size(); i += is_real<T> ? 1 : 2) {
      result.emplace_back(values[i], is_real<T> ? 0 : values[i + 1]);
    }
    return result;
  }
};

TEST_P(CudaRealClusters, MatchLongDouble) {
  if (backend().caps().cluster == 1) GTEST_SKIP() << "the device has no clusters";
  const Problem problem = Problem::parse(GetParam()).normalised();
  const bool forward = problem.kind == Kind::r2c;
  if (problem.precision == Precision::f32) {
    forward ? expect_correct<float, std::complex<float>>(problem) : expect_correct<std::complex<float>, float>(problem);
  } else {
    forward ? expect_correct<double, std::complex<double>>(problem) : expect_correct<std::complex<double>, double>(problem);
  }
}

INSTANTIATE_TEST_SUITE_P(Device, CudaRealClusters,
                         testing::Values("r2c:f32:2^16*131", "c2r:f32:2^16*131", "r2c:f32:2^17*67", "c2r:f32:2^17*67", "r2c:f32:2^18*35", "c2r:f32:2^18*35",
                                         "r2c:f64:2^15*140", "c2r:f64:2^16*67", "r2c:f32:256x256*131", "c2r:f32:256x256*131", "c2r:f32:256x512*67",
                                         "r2c:f64:128x128*263", "c2r:f64:256x256*67"));

INSTANTIATE_TEST_SUITE_P(Device, CudaClusters,
                         testing::Values("c2c:f32:2^15*130", "c2c:f32:2^16*67:inplace", "c2c:f32:2^17*33:inverse", "c2c:f32:40000*107",
                                         "c2c:f64:2^14*140:inplace", "c2c:f64:2^15*67:inverse", "c2c:f32:256x256*67", "c2c:f32:32x32x32*131:inplace",
                                         "c2c:f64:128x128*133:inverse"));

// CUDA C++ instead of PTX.
TEST_F(CudaClusters, CallbacksPassThem) {
  if (backend().caps().cluster == 1) GTEST_SKIP() << "the device has no clusters";
  const std::vector<float> window = {0.5F, 1, 0.25F, 2, 1.5F, -1, 0.75F};
  const Callbacks callbacks = {.load = R"(
PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data w) {
  return PAPILIO_COMPLEX(x.x * w[i % 7], x.y * w[i % 7]);
})",
                               .store = {},
                               .parameters = {}};
  expect_correct<float>(Problem::parse("c2c:f32:2^15*130").normalised(), callbacks, window);
}

}  // namespace
}  // namespace papilio::test
