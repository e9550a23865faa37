// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Passes for CPUs that sum their columns: the interpreter finds no fault, the sums are those of the numbers in memory,
// and the results have the bits of the pass that sums nothing.
#include "kernel/simd_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

#include "interp/summing_pass.hpp"
#include "ir/interpreter.hpp"
#include "ir/verify.hpp"
#include "kernel/verified/can_sum.hpp"

namespace papilio::test {
namespace {

using Complex = std::complex<double>;

class SimdSumsTest : public testing::Test {
 protected:
  /// Random weights as the head of simd_sums.hpp lays them out.
  SummedSide summed_side(const plan::Pass& pass, const KernelSpec& spec, const Side& side) {
    table_ = random_numbers(random_, kernel::SimdSums::table_size(spec, side));
    SummedSide result;
    result.table = stored(spec.precision, table_);
    const std::int64_t tiles = pass.batch * spec.tiles();
    result.sums = stored(spec.precision, std::vector<double>(static_cast<std::size_t>(2 * tiles), NAN));
    return result;
  }

  /// What element e of column c of a stack counts with, times the real part, and less its imaginary part times the
  /// imaginary one.
  [[nodiscard]] Complex weight(const KernelSpec& spec, const Side& side, std::int64_t stack, std::int64_t c,
                               std::int64_t e) const {
    const std::int64_t lanes = spec.shape.lanes;
    const auto lane = [&](std::int64_t begin) {
      const auto at = static_cast<std::size_t>(begin + c % lanes);
      return Complex(table_[at], table_[at + static_cast<std::size_t>(lanes)]);
    };
    if (side.sums == Sums::real) return std::conj(lane((c / lanes * spec.length + e) * 2 * lanes));
    const bool input = &side == &spec.in;
    const Complex own(table_[static_cast<std::size_t>(e)],
                      input ? table_[static_cast<std::size_t>(e + spec.length)] : 0);
    const std::int64_t tile = (stack * spec.tiles() + c / lanes) % (side.factors / lanes);
    return own * lane((input ? 2 : 1) * spec.length + tile * 2 * lanes);
  }

  /// How often squares of column c count.
  [[nodiscard]] double count(const KernelSpec& spec, const Side& side, std::int64_t stack, std::int64_t c) const {
    if (!side.counts) return 1;
    const std::int64_t lanes = spec.shape.lanes;
    const std::int64_t tiles = side.factors / lanes;
    const std::int64_t tile = (stack * spec.tiles() + c / lanes) % tiles;
    return table_[table_.size() - static_cast<std::size_t>((tiles - tile) * lanes - c % lanes)];
  }

  void expect_sums(const plan::Pass& pass, const KernelSpec& spec, const Side& side, const SummedSide& of,
                   const Bytes& bytes) const {
    const bool input = &side == &spec.in;
    const plan::Operand& operand = input ? pass.source : pass.target;
    const double unit = spec.precision == Precision::f32 ? 1e-6 : 1e-15;
    const std::int64_t lanes = spec.shape.lanes;
    for (std::int64_t tile = 0; tile < pass.batch * spec.tiles(); ++tile) {
      SCOPED_TRACE(tile);
      const std::int64_t stack = tile / spec.tiles();
      Complex functional = 0;
      double squares = 0;
      double all = 0;
      double norm = 0;
      const std::int64_t begin = tile % spec.tiles() * lanes;
      for (std::int64_t c = begin; c < std::min(begin + lanes, spec.columns()); ++c) {
        for (std::int64_t e = 0; e < spec.length; ++e) {
          const std::int64_t element =
              operand.offset + stack * operand.distance + c + e * (input ? spec.columns() : spec.inner);
          const Complex x(number_at(spec.precision, bytes, static_cast<std::size_t>(2 * element)),
                          number_at(spec.precision, bytes, static_cast<std::size_t>(2 * element + 1)));
          const Complex w = weight(spec, side, stack, c, e);
          functional += x * w;
          squares += std::norm(x) * count(spec, side, stack, c);
          all += std::norm(x);
          norm += std::norm(x) * std::norm(w);
        }
      }
      const auto got = [&](std::int64_t i) {
        return number_at(spec.precision, of.sums, static_cast<std::size_t>(2 * tile + i));
      };
      EXPECT_NEAR(got(0), functional.real(), unit * 10 * std::sqrt(norm));
      EXPECT_NEAR(got(1), squares, unit * 10 * all);
    }
  }

  void expect_right(const plan::Pass& pass, bool input, Sums kind, std::int64_t factors, bool counts = false) {
    KernelSpec spec = pass.kernel;
    SCOPED_TRACE(spec.key());
    Side& side = input ? spec.in : spec.out;
    ASSERT_TRUE(kernel::can_sum(spec, side));
    const auto reals = [&](const plan::Operand& of) {
      return 2 * (of.offset + (pass.batch - 1) * of.distance + spec.transform());
    };
    const Bytes data = stored(spec.precision, random_numbers(random_, reals(pass.source)));
    const auto run = [&](const std::vector<SummedSide*>& sides) {
      const ir::Module module = kernel::build_kernel(spec);
      EXPECT_EQ(ir::verify(module), std::vector<std::string>{});
      Bytes in = data;
      Bytes out(static_cast<std::size_t>(reals(pass.target)) * number_bytes(spec.precision));
      const SummingPass own(pass, spec, in, out, sides, 3);
      EXPECT_EQ(ir::interpret(module, own.bindings, own.scalars, 0, (own.tiles + 2) / 3).faults,
                std::vector<std::string>{});
      return out;
    };
    const Bytes plain = run({});
    side.sums = kind;
    side.factors = factors;
    side.counts = counts;
    SummedSide sums = summed_side(pass, spec, side);
    // Butterflies of large primes are loops in passes that sum nothing, and add up in another order.
    const bool loops = std::ranges::any_of(spec.radices, [](int radix) { return radix > 13 && radix % 2 != 0; });
    const Bytes summed = run({&sums});
    EXPECT_TRUE(loops || summed == plain) << "other bits";
    expect_sums(pass, spec, side, sums, input ? data : summed);
  }

  std::mt19937_64 random_{5};
  std::vector<double> table_;
};

// The first pass of an array whose axes are transformed by a pass each, and the last one; as many additions as are made
// in f32, and more; primes, whose butterflies are loops elsewhere.
TEST_F(SimdSumsTest, OfAxesHaveAFactorForEachColumn) {
  for (const char* token : {"c2c:f32:64x16*3", "c2c:f64:100x32:inverse", "c2c:f32:512x8*2:scale=1/n", "c2c:f32:17x24",
                            "c2c:f32:6x20x8*2", "c2c:f32:58x16:inplace", "c2c:f32:40x21*2", "c2c:f64:9x30x5*2"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode tree = plan::make_plan(problem, cpu_preset());
    int tried = 0;
    for (const plan::Pass* pass : tree.passes()) {
      if (pass->kernel.columns() == 1) continue;
      const std::int64_t lanes = pass->kernel.shape.lanes;
      const std::int64_t factors = pass->kernel.tiles() * lanes * pass->batch / problem.batch;
      for (const bool input : {true, false}) expect_right(*pass, input, Sums::complex, factors, tried % 2 == 0);
      ++tried;
    }
    EXPECT_GT(tried, 0);
  }
}

TEST_F(SimdSumsTest, OfSeveralPassesHaveAWeightForEachElementOfTheInput) {
  for (const char* token :
       {"c2c:f32:2^17", "c2c:f64:2^16*2:inverse", "c2c:f32:90000:inplace", "c2c:f32:102400:inplace"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode tree = plan::make_plan(problem, cpu_preset());
    const std::vector<const plan::Pass*> passes = tree.passes();
    ASSERT_GT(passes.size(), 1U);
    expect_right(*passes.front(), true, Sums::real, 0);
    const KernelSpec& last = passes.back()->kernel;
    expect_right(*passes.back(), false, Sums::complex, last.tiles() * last.shape.lanes);
    EXPECT_FALSE(kernel::can_sum(passes.front()->kernel, passes.front()->kernel.out));
    EXPECT_FALSE(kernel::can_sum(passes.back()->kernel, passes.back()->kernel.in));
  }
}

}  // namespace
}  // namespace papilio::test
