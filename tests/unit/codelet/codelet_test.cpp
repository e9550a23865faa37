// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/codelet.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <papilio/error.hpp>
#include <set>
#include <thread>
#include <tuple>

#include "evaluate.hpp"

namespace papilio::codelet {
namespace {

struct Variant {
  Direction direction;
  Style style;
};

constexpr Variant variants[] = {{Direction::forward, Style::separate}, {Direction::forward, Style::fused},
                                {Direction::forward, Style::exact},    {Direction::inverse, Style::separate},
                                {Direction::inverse, Style::fused},    {Direction::inverse, Style::exact}};

class CodeletTest : public ::testing::TestWithParam<int> {
 protected:
  const int radix = GetParam();
};

/// Errors of an FFT grow as sqrt(log n) (Schatzman 1996). The largest error measured for these codelets is 0.63 of this
/// bound.
template <typename T>
long double error_bound(int radix) {
  return static_cast<long double>(std::numeric_limits<T>::epsilon()) * std::sqrt(std::log2(1.0L + radix));
}

TEST_P(CodeletTest, AgreesWithTheDefinition) {
  const std::vector<long double> x = testing::random_values(2 * radix, static_cast<unsigned>(radix));
  for (const auto& [direction, style] : variants) {
    const Codelet& code = dft(radix, direction, style);
    const std::vector<long double> expected = testing::naive_dft(x, direction);
    EXPECT_LT(testing::distance(testing::evaluate(code, x), expected),
              static_cast<long double>(8 + radix) * std::numeric_limits<long double>::epsilon());
    EXPECT_LT(testing::relative_error(testing::evaluate(code, testing::converted<double>(x)), expected),
              error_bound<double>(radix));
    EXPECT_LT(testing::relative_error(testing::evaluate(code, testing::converted<float>(x)), expected),
              error_bound<float>(radix));
  }
}

TEST_P(CodeletTest, ImpulsesGiveTheColumnsOfTheButterflyMatrix) {
  for (const auto& [direction, style] : variants) {
    const Codelet& code = dft(radix, direction, style);
    for (int j = 0; j < radix; ++j) {
      std::vector<long double> impulse(2 * radix, 0.0L);
      impulse[2 * j] = 1;
      std::vector<long double> column;
      for (int i = 0; i < radix; ++i) {
        const LongComplex w = root_of_unity(i * j % radix, radix);
        column.push_back(w.real());
        column.push_back(direction == Direction::forward ? w.imag() : -w.imag());
      }
      ASSERT_LT(testing::distance(testing::evaluate(code, impulse), column),
                16 * std::numeric_limits<long double>::epsilon())
          << "impulse at " << j;
    }
  }
}

TEST_P(CodeletTest, IsWellFormed) {
  for (const auto& [direction, style] : variants) {
    const Codelet& code = dft(radix, direction, style);
    EXPECT_EQ(code.radix, radix);
    EXPECT_EQ(code.direction, direction);
    ASSERT_EQ(code.outputs.size(), 2U * radix);
    const int values = 2 * radix + static_cast<int>(code.instructions.size());
    std::set<int> read(code.outputs.begin(), code.outputs.end());
    std::set<std::tuple<CodeletOp, int, int, long double>> distinct;
    for (int i = 0; i < static_cast<int>(code.instructions.size()); ++i) {
      const CodeletInstruction& in = code.instructions[i];
      const bool has_b = operand_count(in.op) == 2;
      const bool has_constant = in.op != CodeletOp::add && in.op != CodeletOp::sub && in.op != CodeletOp::neg;
      for (const int operand : {in.a, has_b ? in.b : in.a}) {
        ASSERT_GE(operand, 0);
        ASSERT_LT(operand, 2 * radix + i) << "instruction " << i << " reads what is not defined yet";
        read.insert(operand);
      }
      if (has_constant) {
        ASSERT_GT(in.constant, 0);
        ASSERT_NE(in.constant, 1);
      }
      ASSERT_TRUE(distinct.emplace(in.op, in.a, has_b ? in.b : -1, in.constant).second) << "computed twice";
    }
    for (const int output : code.outputs) ASSERT_LT(output, values);
    EXPECT_EQ(static_cast<int>(read.size()), values) << "a value that nothing reads";
    EXPECT_EQ(std::set<int>(code.outputs.begin(), code.outputs.end()).size(), code.outputs.size());
  }
}

TEST_P(CodeletTest, SpendsNoInstructionOnSigns) {
  for (const auto& [direction, style] : variants) EXPECT_EQ(dft(radix, direction, style).counts().negs, 0);
}

TEST_P(CodeletTest, BothDirectionsCostTheSame) {
  for (const Style style : {Style::separate, Style::fused}) {
    const OperationCounts forward = dft(radix, Direction::forward, style).counts();
    const OperationCounts inverse = dft(radix, Direction::inverse, style).counts();
    EXPECT_EQ(forward.adds, inverse.adds);
    EXPECT_EQ(forward.muls, inverse.muls);
    EXPECT_EQ(forward.fmas, inverse.fmas);
  }
}

TEST_P(CodeletTest, FusionLeavesNoMultiplication) {
  const OperationCounts separate = dft(radix, Direction::forward, Style::separate).counts();
  const OperationCounts fused = dft(radix, Direction::forward, Style::fused).counts();
  EXPECT_EQ(separate.fmas, 0);
  EXPECT_EQ(fused.muls, 0) << "every constant meets an addition";
  EXPECT_LE(fused.adds + fused.fmas, separate.adds) << "the multiplications cost nothing";
}

TEST_P(CodeletTest, ExactCodeletsTradeOperationsForErrors) {
  const Codelet& fused = dft(radix, Direction::forward, Style::fused);
  const Codelet& exact = dft(radix, Direction::forward, Style::exact);
  EXPECT_LE(exact.instructions.size(), fused.instructions.size() * (radix == 67 ? 15 : 13) / 10);
  if (exact.instructions.size() == fused.instructions.size()) return;
  const auto error_of = [&](const Codelet& code) {
    long double sum = 0;
    for (unsigned seed = 0; seed < 32; ++seed) {
      const std::vector<long double> x = testing::random_values(2 * radix, seed);
      const std::vector<long double> expected = testing::naive_dft(x, Direction::forward);
      sum += testing::relative_error(testing::evaluate(code, testing::converted<float>(x)), expected);
    }
    return sum;
  };
  EXPECT_LT(error_of(exact), error_of(fused));
}

TEST_P(CodeletTest, ReportsWhatIsAlive) {
  for (const auto& [direction, style] : variants) {
    const Codelet& code = dft(radix, direction, style);
    EXPECT_EQ(code.max_live, max_live(CodeletProgram{2 * radix, code.instructions, code.outputs}));
    EXPECT_GE(code.max_live, 2 * radix);
    EXPECT_LE(code.max_live, 3 * radix - radix / 2 + 2) << "half as many temporaries as complex inputs";
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRadix, CodeletTest, ::testing::Range(1, max_radix + 1));

/// Additions and multiplications of FFTW's n1_N codelets, as published with its generated files.
struct Published {
  int adds;
  int muls;
};
const std::map<int, Published> fftw = {{2, {4, 0}},      {3, {12, 4}},     {4, {16, 0}},    {5, {32, 12}},
                                       {6, {36, 8}},     {7, {60, 36}},    {8, {52, 4}},    {9, {80, 40}},
                                       {10, {84, 24}},   {11, {140, 100}}, {12, {96, 16}},  {13, {176, 114}},
                                       {14, {148, 72}},  {15, {156, 56}},  {16, {144, 24}}, {20, {208, 48}},
                                       {25, {352, 184}}, {32, {372, 84}},  {64, {912, 248}}};

TEST(OperationCounts, NoWorseThanFftw) {
  fmt::print("radix   adds muls  live  |  fused: adds muls fmas  live  |  FFTW: adds muls\n");
  for (int radix = 2; radix <= max_radix; ++radix) {
    const Codelet& code = dft(radix, Direction::forward);
    const Codelet& fused = dft(radix, Direction::forward, Style::fused);
    const OperationCounts c = code.counts();
    const OperationCounts f = fused.counts();
    fmt::print("{:5}  {:5} {:4}  {:4}  |        {:4} {:4} {:4}  {:4}  |", radix, c.adds, c.muls, code.max_live, f.adds,
               f.muls, f.fmas, fused.max_live);
    const auto published = fftw.find(radix);
    if (published != fftw.end()) {
      fmt::print("        {:4} {:4}", published->second.adds, published->second.muls);
      EXPECT_LE(c.adds, published->second.adds) << radix;
      EXPECT_LE(c.muls, published->second.muls) << radix;
      EXPECT_LE(f.adds + f.fmas, published->second.adds) << radix;
    }
    fmt::print("\n");
  }
}

TEST(OperationCounts, AnFmaIsTwoFlops) {
  const OperationCounts counts{3, 2, 5, 1};
  EXPECT_EQ(counts.flops(), 16);
  const OperationCounts radix_3 = dft(3, Direction::forward, Style::fused).counts();
  EXPECT_EQ(radix_3.flops(), radix_3.adds + 2 * radix_3.fmas);
}

TEST(Registers, PowersOfTwoRunNearlyInPlace) {
  for (const int radix : {4, 8, 16, 32, 64}) {
    EXPECT_LE(dft(radix, Direction::forward, Style::separate).max_live, 2 * radix + 2);
    EXPECT_LE(dft(radix, Direction::forward, Style::fused).max_live, 2 * radix + 1);
  }
}

TEST(Registers, TemporariesOfAllRadicesTogether) {
  std::map<Style, int> temporaries;
  constexpr int measured = 64;
  for (int radix = 1; radix <= measured; ++radix) {
    for (const Style style : {Style::separate, Style::fused})
      temporaries[style] += dft(radix, Direction::forward, style).max_live - 2 * radix;
  }
  // Measured with this schedule; graph order alone needs 302 and 350.
  EXPECT_LE(temporaries[Style::separate], 196);
  EXPECT_LE(temporaries[Style::fused], 249);
}

TEST(Cache, ReturnsTheSameCodeletToEveryThread) {
  std::vector<const Codelet*> found(8);
  std::vector<std::thread> threads;
  for (const Codelet*& slot : found)
    threads.emplace_back([&slot] { slot = &dft(29, Direction::inverse, Style::fused); });
  for (std::thread& thread : threads) thread.join();
  for (const Codelet* code : found) EXPECT_EQ(code, found.front());
  EXPECT_NE(found.front(), &dft(29, Direction::forward, Style::fused));
  EXPECT_NE(found.front(), &dft(29, Direction::inverse, Style::separate));
}

TEST(Cache, RefusesOtherRadices) {
  EXPECT_THROW(dft(0, Direction::forward), Error);
  EXPECT_THROW(dft(-4, Direction::forward), Error);
  EXPECT_THROW(dft(max_radix + 1, Direction::forward), Error);
}

}  // namespace
}  // namespace papilio::codelet
