// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "bench/expectation.hpp"
#include "bench/host_arena.hpp"
#include "bench/input.hpp"
#include "bench/traffic.hpp"
#include "core/roots.hpp"
#include "core/storage.hpp"
#include "support/words.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::bench {
namespace {

/// The transform of the whole array, by the library's own host FFT along each axis.
std::vector<LongComplex> transform_of(const Problem& problem, const std::vector<LongComplex>& x) {
  std::vector<LongComplex> array = x;
  std::int64_t stride = 1;
  for (std::size_t axis = problem.lengths.size(); axis-- > 0; stride *= problem.lengths[axis]) {
    const std::int64_t n = problem.lengths[axis];
    for (std::int64_t at = 0; at < static_cast<std::int64_t>(array.size()); ++at) {
      if (at / stride % n != 0) continue;
      std::vector<LongComplex> line;
      for (std::int64_t j = 0; j < n; ++j) line.push_back(array[at + j * stride]);
      line = host_fft(std::move(line), problem.direction);
      for (std::int64_t j = 0; j < n; ++j) array[at + j * stride] = line[j];
    }
  }
  return array;
}

/// A real array's whole spectrum from a random half: symmetry gives the missing elements; elements that are their own
/// conjugate partners along the last axis are replaced by their Hermitian part.
std::vector<LongComplex> whole_spectrum(const Problem& problem, const std::vector<LongComplex>& half) {
  const std::int64_t n = problem.lengths.back();
  const std::int64_t row = n / 2 + 1;
  const std::int64_t rows = problem.points() / n;
  const auto mirror_row = [&](std::int64_t r) {
    std::int64_t result = 0;
    std::int64_t step = 1;
    for (std::size_t axis = problem.lengths.size() - 1; axis-- > 0; step *= problem.lengths[axis]) {
      const std::int64_t length = problem.lengths[axis];
      result += (length - r / step % length) % length * step;
    }
    return result;
  };
  std::vector<LongComplex> whole(problem.points());
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t k = 0; k < n; ++k) {
      const LongComplex mirrored = std::conj(half[mirror_row(r) * row + (k == 0 || 2 * k <= n ? k : n - k)]);
      const bool own = k == 0 || 2 * k == n;
      whole[r * n + k] = own ? (half[r * row + k] + mirrored) / 2.0L : 2 * k < n ? half[r * row + k] : mirrored;
    }
  }
  return whole;
}

/// An arena whose output contains the transforms of its input.
class Transformed {
 public:
  explicit Transformed(const Problem& problem) : problem_(problem), input_(problem.precision) {
    bytes_ = static_cast<std::size_t>(input_bytes(problem));
    arena.reserve(static_cast<std::size_t>(arena_bytes(problem)));
    arena.write(Part::input, 0, input_.first(bytes_));
    if (problem.precision == Precision::f32) transform<float>();
    if (problem.precision == Precision::f64) transform<double>();
  }
  [[nodiscard]] std::span<const std::byte> input() { return input_.first(bytes_); }

  HostArena arena;

 private:
  template <typename T>
  void transform() {
    const T* in = reinterpret_cast<const T*>(arena.input());
    T* out = reinterpret_cast<T*>(arena.output());
    const std::int64_t elements = problem_.input_elements() / problem_.batch;
    const std::int64_t n = problem_.lengths.back();
    const std::int64_t kept = problem_.output_lengths().back();
    for (std::int64_t b = 0; b < problem_.batch; ++b) {
      std::vector<LongComplex> array;
      for (std::int64_t i = 0; i < elements; ++i) {
        const long double re = *in++;
        array.emplace_back(re, problem_.real_input() ? 0 : *in++);
      }
      if (problem_.kind == Kind::c2r) array = whole_spectrum(problem_, array);
      array = transform_of(problem_, array);
      for (std::int64_t i = 0; i < problem_.points(); ++i) {
        if (i % n >= kept) continue;
        *out++ = static_cast<T>(array[i].real());
        if (!problem_.real_output()) *out++ = static_cast<T>(array[i].imag());
      }
    }
  }
  Problem problem_;
  BenchInput input_;
  std::size_t bytes_ = 0;
};

void expect_rounding_only(const std::string& token) {
  const Problem problem = Problem::parse(token);
  Transformed transformed(problem);
  const auto reference = expectation_of(problem, transformed.input());
  const double unit = problem.precision == Precision::f32 ? 0x1p-24 : 0x1p-53;
  const double error = reference->error(transformed.arena);
  EXPECT_GT(error, 0.1 * unit) << token;
  EXPECT_LT(error, unit) << token;
  EXPECT_LT(error, reference->limit());
}

TEST(TransformExpectation, OfExactResultsOnlyTheRoundingIsLeft) {
  for (const std::string& token : test::words(
           "c2c:f32:12*5 c2c:f32:1009*2:inverse c2c:f64:1000*3 r2c:f32:12*5 c2r:f32:12*5 r2c:f64:15*3 c2r:f64:15*3 "
           "c2c:f32:6x10*3 r2c:f32:6x10*3 c2r:f32:6x10*3 c2r:f64:4x5x9:inverse "
           // long transforms are folded; 9 2^17 points
           "c2c:f32:2^21 c2c:f64:1179648:inverse r2c:f32:2^21 c2r:f32:2^21 "
           // of large arrays, lines are compared
           "c2c:f32:1024x2048 r2c:f32:128x64x256 c2r:f32:128x64x256"))
    expect_rounding_only(token);
}

TEST(TransformExpectation, ComparesASingleTransform) {
  const Problem problem = Problem::parse("c2c:f32:16");
  Transformed transformed(problem);
  const auto reference = expectation_of(problem, transformed.input());
  auto* out = reinterpret_cast<float*>(transformed.arena.output());
  out[3] += 1;
  EXPECT_GT(reference->error(transformed.arena), reference->limit());
  out[31] = NAN;
  EXPECT_TRUE(std::isinf(reference->error(transformed.arena)));
}

TEST(TransformExpectation, ComparesFirstMiddleAndLast) {
  const Problem problem = Problem::parse("c2c:f32:2048*9");
  Transformed transformed(problem);
  const auto reference = expectation_of(problem, transformed.input());
  auto* out = reinterpret_cast<float*>(transformed.arena.output());
  for (const std::size_t transform : {std::size_t{0}, std::size_t{4}, std::size_t{8}}) {
    float& value = out[4096 * transform + 5];
    value += 1;
    EXPECT_GT(reference->error(transformed.arena), reference->limit()) << transform;
    value -= 1;
  }
  out[4096 * 1] += 100;  // not compared
  EXPECT_LT(reference->error(transformed.arena), 1e-6);
}

TEST(TransformExpectation, ComparesManyShortTransforms) {
  const Problem problem = Problem::parse("c2c:f64:100*40");
  Transformed transformed(problem);
  const auto reference = expectation_of(problem, transformed.input());
  auto* out = reinterpret_cast<double*>(transformed.arena.output());
  for (std::size_t transform = 0; transform < 40; ++transform) {
    double& value = out[200 * transform + 7];
    value += 1;
    EXPECT_GT(reference->error(transformed.arena), reference->limit()) << transform;
    value -= 1;
  }
}

TEST(TransformExpectation, LowPartsOfPairsCount) {
  const Problem problem = Problem::parse("c2c:f64x2:2");
  const std::array<double, 8> input = {1, 0x1p-55};
  std::array<double, 8> output = {1, 0x1p-55, 0, 0, 1, 0x1p-55, 0, 0};
  HostArena arena;
  arena.reserve(static_cast<std::size_t>(arena_bytes(problem)));
  const auto reference = expectation_of(problem, std::as_bytes(std::span(input)));
  arena.write(Part::output, 0, std::as_bytes(std::span(output)));
  EXPECT_EQ(reference->error(arena), 0);
  output[1] = output[5] = 0;
  arena.write(Part::output, 0, std::as_bytes(std::span(output)));
  EXPECT_GT(reference->error(arena), reference->limit());
}

TEST(TransformExpectation, PoisonIsAnInfiniteError) {
  for (const char* token : {"c2c:f32:16*9", "c2c:f64:16", "c2c:f32:2^21"}) {
    const Problem problem = Problem::parse(token);
    Transformed transformed(problem);
    const auto reference = expectation_of(problem, transformed.input());
    reference->poison(transformed.arena);
    EXPECT_TRUE(std::isinf(reference->error(transformed.arena))) << token;
  }
}

/// The transform along one axis by definition, for any layout.
class Defined {
 public:
  explicit Defined(const Problem& problem)
      : problem_(problem),
        in_(problem, verify::End::input),
        out_(problem, verify::End::output),
        input_(problem.precision, problem.in_storage) {
    arena.reserve(static_cast<std::size_t>(arena_bytes(problem)));
    arena.write(Part::input, 0, input());
    for (std::int64_t transform = 0; transform < in_.transforms(); ++transform) define(transform);
    if (problem.placement == Placement::in_place)
      arena.write(Part::input, 0, std::span(arena.output(), arena.capacity()));
  }
  [[nodiscard]] std::span<const std::byte> input() {
    return input_.first(static_cast<std::size_t>(input_bytes(problem_)));
  }
  /// Overwrites element `element` of transform 0.
  void spoil(std::int64_t element) { set(out_.number_of(0, element), 7); }

  HostArena arena;

 private:
  [[nodiscard]] long double number(std::int64_t i) const {
    const std::int64_t width = bytes_of(problem_.in_storage, problem_.precision);
    return load_number(problem_.in_storage, problem_.precision, arena.input() + i * width);
  }
  // NOLINTNEXTLINE(readability-make-member-function-const): it changes the arena's memory
  void set(std::int64_t i, long double value) {
    const std::int64_t width = bytes_of(problem_.out_storage, problem_.precision);
    store_number(problem_.out_storage, problem_.precision, static_cast<double>(value), arena.output() + i * width);
  }
  void define(std::int64_t transform) {
    std::vector<LongComplex> x;
    in_.for_each_place(transform, [&](std::int64_t at, bool pruned) {
      const long double imaginary = in_.width() == 2 ? number(at + in_.part()) : 0;
      x.push_back(pruned ? LongComplex() : LongComplex(number(at), imaginary));
    });
    const auto n = static_cast<std::int64_t>(x.size());
    std::int64_t k = 0;
    out_.for_each_place(transform, [&](std::int64_t at, bool) {
      LongComplex sum;
      for (std::int64_t j = 0; j < n; ++j) {
        sum += x[j] * (problem_.kind == Kind::dct2 ? 2 * root_of_unity((2 * j + 1) * k % (4 * n), 4 * n).real()
                                                   : root_of_unity(j * k % n, n));
      }
      sum *= static_cast<long double>(problem_.scale_factor());
      set(at, sum.real());
      if (out_.width() == 2) set(at + out_.part(), sum.imag());
      ++k;
    });
  }

  Problem problem_;
  verify::SideLayout in_;
  verify::SideLayout out_;
  BenchInput input_;
};

TEST(TransformExpectation, OfEveryLayoutKindAndStorage) {
  for (const char* token :
       {"c2c:f32:12*5:planar", "c2c:f32:12*5:oplanar:idist=20", "c2c:f32:3x12x4*2:axes=1",
        "c2c:f32:12*5:istrides=5:idist=1", "c2c:f32:12*5:istrides=2:ostrides=3:idist=30:odist=40",
        "c2c:f32:12*5:inplace", "dct2:f32:16*3", "dct2:f64:16x3:axes=0", "c2c:f32:12*5:ioffset=4:ooffset=3",
        "c2c:f32:12*5:scale=1/n:factor=3", "c2c:f32:12*5:zero=[3,7)", "r2c:f32:12*5:in=i16", "c2c:f32:12*5:in=u8",
        "c2c:f16:12*5", "r2c:bf16:12*5"}) {
    const Problem problem = Problem::parse(token);
    Defined defined(problem);
    const auto reference = expectation_of(problem, defined.input());
    const double unit = std::max(problem.precision == Precision::f32 ? 0x1p-24 : 0x1p-53,
                                 unit_roundoff(problem.out_storage, problem.precision));
    EXPECT_LT(reference->error(defined.arena), unit) << token;
    EXPECT_LT(reference->error(defined.arena), reference->limit()) << token;
    if (problem.placement == Placement::in_place) continue;
    defined.spoil(1);
    EXPECT_GT(reference->error(defined.arena), reference->limit()) << token;
  }
}

TEST(TransformExpectation, WhatIsSkippedHasNoError) {
  const Problem problem = Problem::parse("c2c:f32:12*5:skip=[3,7)");
  Defined defined(problem);
  const auto reference = expectation_of(problem, defined.input());
  defined.spoil(3);
  EXPECT_LT(reference->error(defined.arena), 1e-7);
  defined.spoil(7);
  EXPECT_GT(reference->error(defined.arena), reference->limit());
}

TEST(TransformExpectation, InPlaceNothingIsPoisoned) {
  const Problem problem = Problem::parse("c2c:f32:12*5:inplace");
  Defined defined(problem);
  const auto reference = expectation_of(problem, defined.input());
  reference->poison(defined.arena);
  EXPECT_LT(reference->error(defined.arena), 1e-7);
}

}  // namespace
}  // namespace papilio::bench
