// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Formulas as text, against functions of the same values (operator_test.cpp has those), and conjugate spectra.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/number_theory.hpp"
#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using Wave = std::span<const std::int64_t>;

class SpectrumFormulaTest : public OnDevice {
 protected:
  [[nodiscard]] std::vector<float> applied_to_noise(const OperatorProblem& problem, const Spectrum& spectrum) const {
    std::vector<float> x;
    for (const LongComplex& value : random_signal(product(problem.lengths), Precision::f32, 3))
      x.push_back(static_cast<float>(value.real()));
    std::vector<float> y(x.size());
    Operator(device_, problem, spectrum).execute(x, std::span(y));
    return y;
  }

  void expect_same(const std::vector<std::int64_t>& lengths, const std::string& text,
                   const std::function<std::complex<double>(Wave)>& value) const {
    SCOPED_TRACE(text);
    const OperatorProblem problem = OperatorProblem::real(Precision::f32, lengths);
    const std::vector<float> expected = applied_to_noise(problem, Spectrum::function(value));
    const std::vector<float> got = applied_to_noise(problem, Spectrum::formula(text));
    EXPECT_GT(*std::ranges::max_element(expected), 0.01);
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], expected[i], 1e-4) << i;
  }
};

TEST_F(SpectrumFormulaTest, IsTheFunctionOfItsText) {
  const auto real = [](std::int64_t number) { return static_cast<double>(number); };
  for (const std::int64_t n : {24, 15}) {
    expect_same({n}, "exp(-k^2 / 1e2) * (1 + i*sign(k)) + kx/n", [&](Wave k) {
      const double even = std::exp(-real(k[0] * k[0]) / 100);
      return std::complex(even + real(k[0]) / real(n), k[0] > 0 ? even : k[0] < 0 ? -even : 0);
    });
    expect_same({n}, "2 - 3 - 1 + 8/4/2 + 2^3^0", [](Wave) { return 1.0; });
  }
  expect_same({12, 10}, "cos(2*pi*ky/ny) - -2^-1 * sqrt(abs(k)) * (-3)^2 / nx", [&](Wave k) {
    return std::cos(2 * std::numbers::pi * real(k[0]) / 12) + 0.45 * std::sqrt(std::hypot(real(k[0]), real(k[1])));
  });
  expect_same({4, 6, 5}, "kz*kz + nz*ky^2 + sin(kx)^2",
              [&](Wave k) { return real(k[0] * k[0] + 4 * k[1] * k[1]) + std::pow(std::sin(real(k[2])), 2); });
}

TEST_F(SpectrumFormulaTest, TextThatIsNotUnderstoodNamesTheColumn) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"", "column 1"},        {"exp(k", "column 6"}, {"k k", "column 3"},  {"2*q", "'q'"},
      {"exp k", "behind exp"}, {"1..2", "'1..2'"},    {"3 + ", "column 5"}, {"k#2", "column 2"},
      {"kw", "'kw'"},          {"sinh(k)", "'sinh'"}, {"(k))", "column 4"}, {"1e400000", "'1e400000'"}};
  for (const auto& [text, part] : wrong) {
    const std::string message =
        message_of(ErrorCode::invalid_argument, [formula = std::string(text)] { (void)Spectrum::formula(formula); });
    EXPECT_NE(message.find(part), std::string::npos) << text << ": " << message;
  }
  EXPECT_THROW((void)Spectrum::formula(std::string(1000, '(')), Error);
  EXPECT_THROW((void)Spectrum::formula(std::string(1000, '-') + "1"), Error);
  const OperatorProblem line = OperatorProblem::real(Precision::f32, {8});
  EXPECT_THROW((void)Operator(device_, line, Spectrum::formula("ky")), Error);
  EXPECT_THROW((void)Operator(device_, line, Spectrum::formula("1/k")), Error);
}

/// <g, A x> = <A* g, x>
TEST_F(SpectrumFormulaTest, ConjugatesAreAdjoints) {
  const OperatorProblem problem = OperatorProblem::real(Precision::f32, {9, 8});
  const Spectrum h = Spectrum::formula("ky + i*kx") * Spectrum::derivative({1, 0}) * Spectrum::shift({0.25, 3});
  std::vector<float> x;
  for (const LongComplex& value : random_signal(72, Precision::f32, 3)) x.push_back(static_cast<float>(value.real()));
  const auto apply = [&](const Spectrum& spectrum, const std::vector<float>& to) {
    std::vector<float> y(to.size());
    Operator(device_, problem, spectrum).execute(to, std::span(y));
    return y;
  };
  const auto inner = [](const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
  };
  const std::vector<float> g(x.rbegin(), x.rend());
  const double forth = inner(g, apply(h, x));
  EXPECT_GT(std::abs(forth), 0.1);
  EXPECT_NEAR(inner(apply(conj(h), g), x), forth, 1e-4 * std::abs(forth));
  EXPECT_EQ(apply(conj(conj(h)), x), apply(h, x));
  EXPECT_THROW((void)conj(Spectrum()), Error);
}

}  // namespace
}  // namespace papilio::test
