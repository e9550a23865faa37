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
  template <typename In, typename Out>
  void expect_correct(const Problem& problem, const Callbacks& callbacks = {}, std::span<const float> window = {}) {
    const Plan plan(device_, problem, callbacks);
    EXPECT_THAT(plan.describe(), testing::HasSubstr("cluster="));
    std::vector<In> input;
    for (const LongComplex& value : random_signal(problem.input_elements(), problem.precision, 5)) input.push_back(number<In>(value));
    const std::vector<std::int64_t> some = {0, problem.batch / 2, problem.batch - 1};
    std::vector<std::vector<LongComplex>> expected;
    for (const std::int64_t b : some) expected.push_back(reference<In, Out>(problem, input, b * problem.in_distance, window));
    constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
    const CallbackData data{.load = std::as_bytes(window), .store = {}};
    for (int run = 0; run < 3; ++run) {
      std::vector<Out> output(static_cast<std::size_t>(problem.output_elements()), number<Out>({nan, nan}));
      if (problem.placement == Placement::in_place) {
        if constexpr (std::is_same_v<In, Out>) {
          output = input;
          plan.execute(std::span(output), data);
        }
      } else {
        plan.execute(std::span<const In>(input), std::span(output), data);
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
      case Kind::r2c: return expect_correct<T, std::complex<T>>(problem);
      case Kind::c2r: return expect_correct<std::complex<T>, T>(problem);
      default: return expect_correct<std::complex<T>, std::complex<T>>(problem);
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
  /// Of the transform that begins at `first`; a callback's indices are those of the buffer.
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
    for (std::size_t i = 0; i < y.size(); i += is_real<Out> ? 1 : 2) result.emplace_back(y[i], is_real<Out> ? 0 : y[i + 1]);
    return result;
  }
};

TEST_P(CudaClusters, MatchLongDouble) {
  if (backend().caps().cluster == 1) GTEST_SKIP() << "the device has no clusters";
  const Problem problem = Problem::parse(GetParam()).normalised();
  problem.precision == Precision::f32 ? expect_correct_of_kind<float>(problem) : expect_correct_of_kind<double>(problem);
}

INSTANTIATE_TEST_SUITE_P(Device, CudaClusters,
                         testing::Values("c2c:f32:2^15*130", "c2c:f32:2^16*67:inplace", "c2c:f32:2^17*33:inverse", "c2c:f32:40000*107",
                                         "c2c:f64:2^14*140:inplace", "c2c:f64:2^15*67:inverse", "c2c:f32:256x256*67", "c2c:f32:32x32x32*131:inplace",
                                         "c2c:f64:128x128*133:inverse", "r2c:f32:2^16*131", "c2r:f32:2^16*131", "r2c:f32:2^17*67", "c2r:f32:2^17*67",
                                         "r2c:f32:2^18*35", "c2r:f32:2^18*35", "r2c:f64:2^15*140", "c2r:f64:2^16*67", "r2c:f32:256x256*131",
                                         "c2r:f32:256x256*131", "c2r:f32:256x512*67", "r2c:f64:128x128*263", "c2r:f64:256x256*67"));

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
  expect_correct<std::complex<float>, std::complex<float>>(Problem::parse("c2c:f32:2^15*130").normalised(), callbacks, window);
}

}  // namespace
}  // namespace papilio::test
