// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "bench/host_arena.hpp"
#include "bench/input.hpp"
#include "core/roots.hpp"

namespace papilio::bench {
namespace {

/// An arena whose output holds the transforms of its input, made by the library's own host FFT.
class Transformed {
 public:
  explicit Transformed(const Problem& problem) : problem_(problem), input_(problem.precision) {
    const auto bytes = static_cast<std::size_t>(problem.input_elements() * problem.element_bytes());
    arena.reserve(bytes);
    arena.write(Part::input, 0, input_.first(bytes));
    if (problem.precision == Precision::f32) transform<float>();
    if (problem.precision == Precision::f64) transform<double>();
  }
  [[nodiscard]] std::span<const std::byte> input() { return input_.first(arena.capacity()); }

  HostArena arena;

 private:
  template <typename T>
  void transform() {
    const auto n = static_cast<std::size_t>(problem_.points());
    const auto* in = reinterpret_cast<const std::complex<T>*>(arena.input());
    auto* out = reinterpret_cast<std::complex<T>*>(arena.output());
    for (std::int64_t b = 0; b < problem_.batch; ++b, in += n, out += n) {
      std::vector<LongComplex> signal(in, in + n);
      signal = host_fft(std::move(signal), problem_.direction);
      for (std::size_t k = 0; k < n; ++k) out[k] = std::complex<T>(signal[k]);
    }
  }
  Problem problem_;
  Input input_;
};

void expect_rounding_only(const std::string& token) {
  const Problem problem = Problem::parse(token);
  Transformed transformed(problem);
  const Reference reference(problem, transformed.input());
  const double unit = problem.precision == Precision::f32 ? 0x1p-24 : 0x1p-53;
  const double error = reference.error(transformed.arena);
  EXPECT_GT(error, 0.1 * unit) << token;
  EXPECT_LT(error, unit) << token;
  EXPECT_LT(error, reference.limit());
}

TEST(Reference, OfExactResultsOnlyTheRoundingIsLeft) {
  expect_rounding_only("c2c:f32:12*5");
  expect_rounding_only("c2c:f32:1009*2:inverse");
  expect_rounding_only("c2c:f64:1000*3");
}

TEST(Reference, LongTransformsAreFolded) {
  expect_rounding_only("c2c:f32:2^21");
  expect_rounding_only("c2c:f64:1179648:inverse");  // 9 2^17
}

TEST(Reference, ComparesFirstMiddleAndLast) {
  const Problem problem = Problem::parse("c2c:f32:2048*9");
  Transformed transformed(problem);
  const Reference reference(problem, transformed.input());
  auto* out = reinterpret_cast<float*>(transformed.arena.output());
  for (const std::size_t transform : {std::size_t{0}, std::size_t{4}, std::size_t{8}}) {
    float& value = out[4096 * transform + 5];
    value += 1;
    EXPECT_GT(reference.error(transformed.arena), reference.limit()) << transform;
    value -= 1;
  }
  out[4096 * 1] += 100;  // not compared
  EXPECT_LT(reference.error(transformed.arena), 1e-6);
}

TEST(Reference, ComparesManyShortTransforms) {
  const Problem problem = Problem::parse("c2c:f64:100*40");
  Transformed transformed(problem);
  const Reference reference(problem, transformed.input());
  auto* out = reinterpret_cast<double*>(transformed.arena.output());
  for (std::size_t transform = 0; transform < 40; ++transform) {
    double& value = out[200 * transform + 7];
    value += 1;
    EXPECT_GT(reference.error(transformed.arena), reference.limit()) << transform;
    value -= 1;
  }
}

TEST(Reference, OneTransformIsCompared) {
  const Problem problem = Problem::parse("c2c:f32:16");
  Transformed transformed(problem);
  const Reference reference(problem, transformed.input());
  reinterpret_cast<float*>(transformed.arena.output())[3] += 1;
  EXPECT_GT(reference.error(transformed.arena), reference.limit());
}

TEST(Reference, PoisonIsAnInfiniteError) {
  for (const char* token : {"c2c:f32:16*9", "c2c:f64:16", "c2c:f32:2^21"}) {
    const Problem problem = Problem::parse(token);
    Transformed transformed(problem);
    const Reference reference(problem, transformed.input());
    reference.poison(transformed.arena);
    EXPECT_TRUE(std::isinf(reference.error(transformed.arena))) << token;
  }
}

TEST(Reference, OneNaNIsSeen) {
  const Problem problem = Problem::parse("c2c:f32:16");
  Transformed transformed(problem);
  const Reference reference(problem, transformed.input());
  reinterpret_cast<float*>(transformed.arena.output())[31] = NAN;
  EXPECT_TRUE(std::isinf(reference.error(transformed.arena)));
}

}  // namespace
}  // namespace papilio::bench
