// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms in f32x2 and f64x2 on the interpreter: their errors against quadruple precision, and the same bits with
// and without an exact fma.
#include <gmock/gmock.h>

#include <cmath>
#include <complex>
#include <cstring>

#include "core/error_bound.hpp"
#include "core/quad.hpp"
#include "core/roots.hpp"
#include "plan/plan.hpp"
#include "support/arrays.hpp"
#include "support/interpreted_plan.hpp"
#include "support/words.hpp"

namespace papilio {
namespace {

using test::Numbers, testing::IsEmpty;
using QuadNumbers = std::vector<QuadReal>;

template <typename Part>
QuadNumbers sums_of(const std::vector<std::byte>& bytes) {
  std::vector<Part> parts(bytes.size() / sizeof(Part));
  std::memcpy(parts.data(), bytes.data(), bytes.size());
  QuadNumbers sums;
  for (std::size_t i = 0; i < parts.size(); i += 2)
    sums.push_back(static_cast<QuadReal>(parts[i]) + static_cast<QuadReal>(parts[i + 1]));
  return sums;
}

QuadNumbers results_of(const Problem& problem, const test::InterpretedRun& run) {
  return problem.precision == Precision::f32x2 ? sums_of<float>(run.bytes) : sums_of<double>(run.bytes);
}

/// Element e of the input of one transform as a complex number; of c2r, of the whole spectrum.
std::complex<QuadReal> element(const Problem& problem, const double* input, std::int64_t e) {
  const std::int64_t n = problem.lengths[0];
  if (problem.real_input()) return {static_cast<QuadReal>(input[e]), 0};
  const bool conjugate = problem.kind == Kind::c2r && 2 * e > n;
  const std::int64_t at = conjugate ? n - e : e;
  const bool real = problem.kind == Kind::c2r && (at == 0 || 2 * at == n);
  const auto im = static_cast<QuadReal>(real ? 0 : input[2 * at + 1]);
  return {static_cast<QuadReal>(input[2 * at]), conjugate ? -im : im};
}

/// The definitions of papilio/problem.hpp, scaled; one axis, packed.
QuadNumbers exact_results(const Problem& problem, const Numbers& input) {
  const std::int64_t n = problem.lengths[0];
  const bool dct = problem.kind == Kind::dct2;
  const BasicRoots<QuadReal> roots(dct ? 4 * n : n);
  const bool inverse = problem.direction == Direction::inverse && !dct;
  const std::int64_t results = problem.kind == Kind::r2c ? n / 2 + 1 : n;
  const std::size_t numbers = input.size() / static_cast<std::size_t>(problem.batch);
  QuadReal scale = 1;
  if (problem.scale == Scale::inverse_n) scale = scale / static_cast<QuadReal>(n);
  QuadNumbers exact;
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    const double* from = input.data() + static_cast<std::size_t>(b) * numbers;
    for (std::int64_t k = 0; k < results; ++k) {
      std::complex<QuadReal> sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const std::complex<QuadReal> w = dct ? roots((2 * j + 1) * k % (4 * n)) : roots(j * k % n);
        sum += element(problem, from, j) * (inverse ? std::conj(w) : w);
      }
      exact.push_back(sum.real() * scale * (dct ? 2 : 1));
      if (!problem.real_results()) exact.push_back(sum.imag() * scale);
    }
  }
  return exact;
}

double relative_error(const QuadNumbers& got, const QuadNumbers& exact) {
  long double difference = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto wrong_by = static_cast<long double>(got[i] - exact[i]);
    difference += wrong_by * wrong_by;
    norm += static_cast<long double>(exact[i]) * static_cast<long double>(exact[i]);
  }
  return static_cast<double>(std::sqrt(difference / norm));
}

DeviceCaps small(DeviceCaps caps) {
  caps.local_memory = 8192;
  return caps;
}

/// Checks a problem on one device; returns the error, relative to the bound that users are told.
double checked(const Problem& problem, const DeviceCaps& caps, const Numbers& input, const QuadNumbers& exact) {
  SCOPED_TRACE(problem.token() + " on " + caps.name);
  const test::InterpretedRun run = test::run_interpreted(problem, plan::make_plan(problem, caps), input);
  EXPECT_THAT(run.faults, IsEmpty());
  DeviceCaps twice = caps;
  twice.exact_fma = false;
  const test::InterpretedRun split = test::run_interpreted(problem, plan::make_plan(problem, twice), input);
  EXPECT_THAT(split.faults, IsEmpty());
  EXPECT_EQ(run.bytes, split.bytes) << "products made exact in another way have other bits";
  return relative_error(results_of(problem, run), exact) / error_bound(problem);
}

class TransformsOfPairs : public testing::TestWithParam<const char*> {};

TEST_P(TransformsOfPairs, HaveTwiceTheDigits) {
  const std::string precision = GetParam();
  // Stages, a large prime by Rader's and by Bluestein's algorithm, several passes, pairs of conjugates, chirps.
  for (const std::string& rest : test::words(
           "c2c:1*3 c2c:2*5 c2c:16*9 c2c:60*3:inverse c2c:49*2:scale=1/n:inverse c2c:64*3 c2c:61*2 c2c:103*2 c2c:331 "
           "c2c:512 r2c:30*3 r2c:256 c2r:100*3 c2r:35*2 dct2:24*3 dct2:27*2")) {
    std::string token = rest;
    token.insert(rest.find(':') + 1, precision + ":");
    const Problem problem = Problem::parse(token);
    const Numbers input = test::random_input(problem, 1);
    const QuadNumbers exact = exact_results(problem, input);
    for (const DeviceCaps& caps :
         {small(cpu_preset()), test::tiny_cpu_caps(), small(gpu_preset()), small(h200_preset())}) {
      EXPECT_LE(checked(problem, caps, input, exact), 1) << token << " on " << caps.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, TransformsOfPairs, testing::Values("f32x2", "f64x2"),
                         [](const auto& precision) { return std::string(precision.param); });

/// Devices without f64 split and join numbers stored as f64 as integers.
TEST(PairsStoredAsDoubles, HaveTheSameBitsWithoutF64) {
  for (const char* token : {"c2c:f32x2:100*3:in=f64:out=f64", "r2c:f32x2:64*2:in=f64", "c2r:f32x2:60:out=f64",
                            "c2c:f32x2:61:in=f64:out=f64:inverse", "dct2:f32x2:24*3:in=f64:out=f64:inplace"}) {
    const Problem problem = Problem::parse(token);
    const Numbers input = test::random_input(problem, 1);
    for (DeviceCaps caps : {small(cpu_preset()), small(gpu_preset()), v3d_preset()}) {
      SCOPED_TRACE(std::string(token) + " on " + caps.name);
      caps.f64 = true;
      const test::InterpretedRun native = test::run_interpreted(problem, plan::make_plan(problem, caps), input);
      caps.f64 = false;
      const test::InterpretedRun integers = test::run_interpreted(problem, plan::make_plan(problem, caps), input);
      EXPECT_THAT(integers.faults, IsEmpty());
      EXPECT_EQ(integers.bytes, native.bytes);
    }
  }
}

}  // namespace
}  // namespace papilio
