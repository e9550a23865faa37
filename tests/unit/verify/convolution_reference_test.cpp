// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/convolution_reference.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <string>

#include "core/roots.hpp"

namespace papilio::verify {
namespace {

class ConvolutionReferenceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      library_ = open_fftw<long double>();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }

  std::vector<long double> of(const char* token, const std::vector<float>& signal, const std::vector<float>& kernel) {
    ConvolutionReference<long double> reference(library_);
    reference.prepare(ConvolutionProblem::parse(token));
    return reference.of(signal.data(), kernel.data());
  }

  std::shared_ptr<const Fftw<long double>> library_;
};

using Lengths = std::vector<std::int64_t>;
using Values = std::vector<LongComplex>;

std::int64_t product(const Lengths& lengths) {
  std::int64_t result = 1;
  for (const std::int64_t length : lengths) result *= length;
  return result;
}

Lengths indices(std::int64_t number, const Lengths& lengths) {
  Lengths result(lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0;) {
    result[i] = number % lengths[i];
    number /= lengths[i];
  }
  return result;
}

/// The index along an axis to which the product of signal element s and kernel element j contributes: in the full
/// result, or modulo its length.
std::int64_t target(const ConvolutionProblem& problem, std::size_t axis, std::int64_t s, std::int64_t j) {
  const bool correlates = problem.operation == Operation::correlate;
  if (problem.mode == ConvolutionMode::circular) {
    const std::int64_t n = problem.lengths[axis];
    return (correlates ? s - j % n + n : s + j) % n;
  }
  return correlates ? s + problem.kernel_lengths[axis] - 1 - j : s + j;
}

/// The definition, element by element; it shares no code with the reference.
Values by_definition(const ConvolutionProblem& problem, const Values& signal, const Values& kernel) {
  const bool circular = problem.mode == ConvolutionMode::circular;
  Lengths whole = problem.lengths;
  Lengths begin(whole.size());
  for (std::size_t axis = 0; axis < whole.size(); ++axis) {
    const std::int64_t before = problem.kernel_lengths[axis] - 1;
    if (!circular) whole[axis] += before;
    if (problem.mode == ConvolutionMode::same) begin[axis] = before / 2;
    if (problem.mode == ConvolutionMode::valid) begin[axis] = before;
  }
  const Lengths out = problem.output_lengths();
  Values result(static_cast<std::size_t>(product(out)));
  for (std::int64_t s = 0; s < product(problem.lengths); ++s) {
    const Lengths from = indices(s, problem.lengths);
    for (std::int64_t k = 0; k < product(problem.kernel_lengths); ++k) {
      const Lengths by = indices(k, problem.kernel_lengths);
      std::int64_t at = 0;
      bool wanted = true;
      for (std::size_t axis = 0; axis < out.size(); ++axis) {
        const std::int64_t place = target(problem, axis, from[axis], by[axis]) - begin[axis];
        wanted = wanted && place >= 0 && place < out[axis];
        at = at * out[axis] + place;
      }
      if (wanted)
        result[at] += signal[s] * (problem.operation == Operation::correlate ? std::conj(kernel[k]) : kernel[k]);
    }
  }
  return result;
}

/// Small integers, so that sums are exact.
std::vector<double> some_numbers(std::int64_t count, std::int64_t seed) {
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>((i * 31 + seed) * 7 % 23 - 11));
  return numbers;
}

Values elements_of(const std::vector<double>& numbers, Field field) {
  Values elements;
  const std::size_t width = field == Field::real ? 1 : 2;
  for (std::size_t i = 0; i < numbers.size(); i += width)
    elements.emplace_back(numbers[i], width == 2 ? numbers[i + 1] : 0.0);
  return elements;
}

void expect_the_definition(const std::string& token) {
  const ConvolutionProblem problem = ConvolutionProblem::parse(token);
  const std::int64_t width = problem.field == Field::real ? 1 : 2;
  const std::vector<double> x = some_numbers(width * product(problem.lengths), 1);
  const std::vector<double> h = some_numbers(width * product(problem.kernel_lengths), 5);
  ConvolutionReference<long double> reference(nullptr);
  reference.prepare(problem);
  const std::vector<long double> got = reference.of(x.data(), h.data());
  const Values expected = by_definition(problem, elements_of(x, problem.field), elements_of(h, problem.field));
  ASSERT_EQ(got.size(), expected.size() * static_cast<std::size_t>(width)) << token;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(got[i * width], expected[i].real()) << token << ", element " << i;
    if (width == 2) {
      EXPECT_EQ(got[2 * i + 1], expected[i].imag()) << token << ", element " << i;
    }
  }
}

TEST(ConvolutionSums, AreTheDefinitionInEveryModeWithoutFftw) {
  for (const char* const operation : {"conv:f64:", "corr:f64:"}) {
    for (const char* const lengths :
         {"1:kernel=1", "7:kernel=3", "8:kernel=8", "12:kernel=4", "5x6:kernel=2x3", "4x3x5:kernel=3x1x4"}) {
      for (const char* const mode : {"", ":same", ":valid", ":circular"}) {
        for (const char* const field : {"", ":complex"})
          expect_the_definition(std::string(operation) + lengths + mode + field);
      }
    }
  }
  expect_the_definition("conv:f64:3:kernel=8:circular");
  expect_the_definition("corr:f64:3x4:kernel=8x9:circular:complex");
}

TEST(ConvolutionSums, OfAChannelAreAddedUp) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("corr:f64:6:kernel=3:same");
  const std::vector<double> x = some_numbers(2 * 6, 1);      // 2 channels
  const std::vector<double> h = some_numbers(3 * 2 * 3, 5);  // 3 results
  ConvolutionReference<long double> reference(nullptr);
  reference.prepare(problem);
  for (std::int64_t o = 0; o < 3; ++o) {
    const std::vector<long double> first = reference.of(x.data(), h.data() + o * 6);
    const std::vector<long double> second = reference.of(x.data() + 6, h.data() + o * 6 + 3);
    const std::vector<long double> sum = reference.channel<double>(x, h, {o, 2, 3});
    ASSERT_EQ(sum.size(), 6U);
    for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_EQ(sum[i], first[i] + second[i]) << o << ", " << i;
  }
}

// NumPy's and SciPy's: convolve(), correlate(), convolve2d().
TEST_F(ConvolutionReferenceTest, IsTheDefinition) {
  const std::vector<float> x = {1, 2, 3, 4};
  const std::vector<float> h = {1, 0, -1};
  using Reals = std::vector<long double>;
  EXPECT_EQ(of("conv:f32:4:kernel=3", x, h), (Reals{1, 2, 2, 2, -3, -4}));
  EXPECT_EQ(of("conv:f32:4:kernel=3:same", x, h), (Reals{2, 2, 2, -3}));
  EXPECT_EQ(of("conv:f32:4:kernel=3:valid", x, h), (Reals{2, 2}));
  EXPECT_EQ(of("corr:f32:4:kernel=3", x, h), (Reals{-1, -2, -2, -2, 3, 4}));
  EXPECT_EQ(of("conv:f32:4:kernel=3:circular", x, h), (Reals{-2, -2, 2, 2}));
  EXPECT_EQ(of("corr:f32:4:kernel=3:circular", x, h), (Reals{-2, -2, 2, 2}));
  EXPECT_EQ(of("conv:f32:2:kernel=3:circular", x, h), (Reals{0, 0}));
  EXPECT_EQ(of("conv:f32:2x2:kernel=1x2", x, {1, 10}), (Reals{1, 12, 20, 3, 34, 40}));
  // (1+2i)(3+4i) and (1+2i)(3-4i)
  EXPECT_EQ(of("conv:f32:1:kernel=1:complex", {1, 2}, {3, 4}), (Reals{-5, 10}));
  EXPECT_EQ(of("corr:f32:1:kernel=1:complex", {1, 2}, {3, 4}), (Reals{11, 2}));
}

TEST_F(ConvolutionReferenceTest, OfLongSignalsIsThatOfTheSums) {
  constexpr std::int64_t n = 3001;
  constexpr std::int64_t k = 1500;  // more products than are summed up
  std::vector<float> x(n);
  std::vector<float> h(k);
  for (std::int64_t i = 0; i < n; ++i) x[i] = static_cast<float>(i * 7919 % 257) - 128;
  for (std::int64_t j = 0; j < k; ++j) h[j] = static_cast<float>(j * 31 % 17) - 8;
  const std::vector<long double> y = of("conv:f32:3001:kernel=1500:same", x, h);
  ASSERT_EQ(y.size(), static_cast<std::size_t>(n));
  for (const std::int64_t at : {0, 1, 700, 1499, 1500, 2999, 3000}) {
    long double sum = 0;
    for (std::int64_t j = 0; j < k; ++j) {
      const std::int64_t i = at + (k - 1) / 2 - j;
      if (i >= 0 && i < n) sum += static_cast<long double>(x[i]) * h[j];
    }
    EXPECT_NEAR(static_cast<double>(y[at]), static_cast<double>(sum), 1e-9) << at;
  }
}

}  // namespace
}  // namespace papilio::verify
