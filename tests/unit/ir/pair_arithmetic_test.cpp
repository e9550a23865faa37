// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <type_traits>

#include "core/quad.hpp"
#include "ir/expand_pairs.hpp"
#include "ir/operators.hpp"
#include "ir/verify.hpp"
#include "support/error_of.hpp"
#include "support/interpreter.hpp"

namespace papilio::ir {
namespace {

using testing::HasSubstr, testing::IsEmpty;
using Expression = std::function<Value(Builder&, const std::vector<Value>&)>;

template <typename Part>
struct PairMemory {
  Part high = 0;
  Part low = 0;
  [[nodiscard]] QuadReal value() const { return static_cast<QuadReal>(high) + static_cast<QuadReal>(low); }
};

template <typename Part>
constexpr ScalarKind pair_kind = std::is_same_v<Part, float> ? ScalarKind::f32x2 : ScalarKind::f64x2;

/// Bits of a pair.
template <typename Part>
constexpr int pair_bits = std::is_same_v<Part, float> ? 48 : 106;

template <typename Part>
std::vector<PairMemory<Part>> random_pairs(std::size_t count, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<PairMemory<Part>> pairs(count);
  for (auto& pair : pairs) {
    pair.high = static_cast<Part>(std::ldexp(unit(engine), static_cast<int>(engine() % 7) - 3));
    pair.low = static_cast<Part>(std::ldexp(static_cast<double>(pair.high) * unit(engine), -1 - pair_bits<Part> / 2));
  }
  return pairs;
}

template <typename Part>
struct Run {
  std::vector<PairMemory<Part>> results;
  InterpreterReport report;
};

/// One work-item computes one expression of three pairs, again and again.
template <typename Part>
Run<Part> run(std::vector<PairMemory<Part>> operands, const Expression& expression, TwoProduct product) {
  const auto count = static_cast<std::int64_t>(operands.size() / 3);
  Builder b("pairs", 1);
  const Buffer* in = b.input(pair_kind<Part>, true);
  const Buffer* out = b.output(pair_kind<Part>, true);
  b.loop("i", b.constant(0), b.constant(count), 1, [&](Value i) {
    std::vector<Value> x;
    for (int j = 0; j < 3; ++j) x.push_back(b.load(in, 3 * i + j));
    b.store(out, i, expression(b, x));
  });
  const Module module = expand_pairs(b.finish(), {product});
  EXPECT_THAT(verify(module), IsEmpty());
  EXPECT_TRUE(std::ranges::none_of(module.nodes, [](const Node& node) { return node.type.is_pair(); }));
  Run<Part> run;
  run.results.resize(static_cast<std::size_t>(count));
  const Binding bindings[] = {{reinterpret_cast<std::byte*>(operands.data()), 2 * std::ssize(operands)},  // NOLINT
                              {reinterpret_cast<std::byte*>(run.results.data()), 2 * count}};             // NOLINT
  run.report = interpret(module, bindings, {}, 0, 1);
  EXPECT_THAT(run.report.faults, IsEmpty());
  return run;
}

template <typename Part>
bool same_bits(const Run<Part>& a, const Run<Part>& b) {
  return std::memcmp(a.results.data(), b.results.data(), a.results.size() * sizeof(PairMemory<Part>)) == 0;
}

template <typename Part>
class PairOps : public testing::Test {};
using Parts = testing::Types<float, double>;
TYPED_TEST_SUITE(PairOps, Parts);

/// An operation on pairs, on exact numbers, and the magnitude that its error is relative to.
struct Operation {
  Expression computed;
  std::function<QuadReal(QuadReal, QuadReal, QuadReal)> exact;
  double roundings = 0;    ///< largest error, in units of 2^-48 or 2^-106
  std::int64_t flops = 0;  ///< an fma counted as two
};

QuadReal magnitude(QuadReal x) { return x < 0 ? -x : x; }

TYPED_TEST(PairOps, HaveTwiceTheDigitsAndTheSameBitsWithoutFma) {
  const std::vector<Operation> operations = {
      {[](Builder&, const auto& x) { return x[0] + x[1]; }, [](auto a, auto c, auto) { return a + c; }, 2, 11},
      {[](Builder&, const auto& x) { return x[0] - x[1]; }, [](auto a, auto c, auto) { return a - c; }, 2, 11},
      {[](Builder&, const auto& x) { return x[0] * x[1]; }, [](auto a, auto c, auto) { return a * c; }, 5, 10},
      {[](Builder&, const auto& x) { return fma(x[0], x[1], x[2]); }, [](auto a, auto c, auto d) { return a * c + d; },
       6, 18},
      {[](Builder&, const auto& x) { return x[0] * 0.5; }, [](auto a, auto, auto) { return a / 2; }, 0, 2},
  };
  constexpr std::size_t count = 2000;
  const auto operands = random_pairs<TypeParam>(3 * count, 1);
  for (std::size_t o = 0; o < operations.size(); ++o) {
    const Operation& operation = operations[o];
    const auto fused = run(operands, operation.computed, TwoProduct::fma);
    const auto split = run(operands, operation.computed, TwoProduct::split);
    EXPECT_TRUE(same_bits(fused, split)) << "operation " << o;
    EXPECT_EQ(fused.report.flops, static_cast<std::int64_t>(count) * operation.flops) << "operation " << o;
    double worst = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const QuadReal a = operands[3 * i].value();
      const QuadReal c = operands[3 * i + 1].value();
      const QuadReal d = operands[3 * i + 2].value();
      const QuadReal error = fused.results[i].value() - operation.exact(a, c, d);
      // The terms may cancel, so errors are relative to them.
      const QuadReal of = o == 2   ? magnitude(a * c)
                          : o == 3 ? magnitude(a * c) + magnitude(d)
                                   : magnitude(a) + magnitude(c);
      worst = std::max(worst, static_cast<double>(magnitude(error) / of));
    }
    EXPECT_LE(worst, std::ldexp(operation.roundings, -pair_bits<TypeParam>)) << "operation " << o;
  }
}

TYPED_TEST(PairOps, KeepConstantsOfAllDigits) {
  const double low = std::ldexp(1.0, -60);
  const Expression expression = [&](Builder& b, const auto& x) { return x[0] * b.real(1.25, x[0].type(), low); };
  const PairMemory<TypeParam> one{1, 0};
  const auto result = run<TypeParam>({one, one, one}, expression, TwoProduct::fma);
  const bool f64 = std::is_same_v<TypeParam, double>;
  EXPECT_EQ(static_cast<double>(result.results[0].high), 1.25);
  EXPECT_EQ(static_cast<double>(result.results[0].low), f64 ? low : static_cast<double>(static_cast<float>(low)));
}

// Vectors, registers, shared memory, conditions: values pass through all of them unchanged.
TYPED_TEST(PairOps, PassThroughVectorsAndMemory) {
  constexpr int lanes = 16;
  Builder b("moves", 1);
  const Buffer* in = b.input(pair_kind<TypeParam>, true);
  const Buffer* out = b.output(pair_kind<TypeParam>, true);
  const Buffer* local = b.shared("local", pair_kind<TypeParam>, lanes);
  const Buffer* kept = b.registers("kept", pair_kind<TypeParam>, 2);
  const Value x = b.load(in, b.constant(0), lanes, lanes);
  std::vector<int> backwards;
  for (int l = lanes - 1; l >= 0; --l) backwards.push_back(l);
  b.store(local, b.constant(0), shuffle({x}, backwards), lanes);
  b.barrier();
  b.store(kept, b.constant(1), b.load(local, b.constant(3)));
  const Value count = b.scalar(Scalar::batch);
  b.branch(count > 3, [&] { b.store(out, b.constant(16), b.load(kept, b.constant(1))); });
  b.store(out, b.constant(17), select(count > 3, lane(x, 2), 0.0));
  b.store(out, b.constant(0), b.let("y", -b.load(local, b.constant(0), lanes, lanes)), lanes);
  const Module module = expand_pairs(b.finish(), {TwoProduct::fma});
  EXPECT_EQ(module.shared_bytes(), static_cast<std::int64_t>(lanes * 2 * sizeof(TypeParam)));
  std::vector<PairMemory<TypeParam>> from = random_pairs<TypeParam>(lanes, 2);
  std::vector<PairMemory<TypeParam>> to(18);
  const Binding bindings[] = {{reinterpret_cast<std::byte*>(from.data()), 2 * lanes},  // NOLINT
                              {reinterpret_cast<std::byte*>(to.data()), 2 * 18}};      // NOLINT
  const std::int64_t batch[] = {4};
  const InterpreterReport report = interpret(module, bindings, batch, 0, 1);
  EXPECT_THAT(report.faults, IsEmpty());
  for (std::size_t l = 0; l < lanes; ++l) {
    EXPECT_EQ(to[l].high, -from[lanes - 1 - l].high);
    EXPECT_EQ(to[l].low, -from[lanes - 1 - l].low);
  }
  EXPECT_EQ(to[16].low, from[lanes - 1 - 3].low);
  EXPECT_EQ(to[17].low, from[2].low);
}

// GPUs access 16 bytes at once: a complex number of f32x2, half of one of f64x2.
TEST(ExpandPairs, AccessesNoMoreThanGpusDo) {
  for (const ScalarKind kind : {ScalarKind::f32x2, ScalarKind::f64x2}) {
    Builder b("complex", 1);
    const Buffer* in = b.input(kind, true);
    const Buffer* out = b.output(kind, true);
    b.store(out, b.constant(2), b.load(in, b.constant(4), 2, 2), 2);
    const Module module = expand_pairs(b.finish(), {TwoProduct::fma});
    const bool f32 = kind == ScalarKind::f32x2;
    for (const Stmt& statement : module.body) {
      const auto* store = std::get_if<Store>(&statement.node);
      if (store != nullptr) EXPECT_EQ(store->value->type.lanes, f32 ? 4 : 2);
      const auto* let = std::get_if<Let>(&statement.node);
      if (let != nullptr && let->value->op == Op::load) EXPECT_EQ(let->value->type.lanes, f32 ? 4 : 2);
    }
  }
}

// One number of f64 is split when it is read, and the pair is rounded when it is written.
TEST(ExpandPairs, ConvertsOtherStorage) {
  Builder b("storage", 1);
  const Buffer* in = b.input("in", {ScalarKind::f32x2, Storage::f64, true});
  const Buffer* out = b.output("out", {ScalarKind::f32x2, Storage::f32, true});
  const Buffer* wide = b.output("wide", {ScalarKind::f32x2, Storage::f64, true});
  const Value x = b.load(in, b.constant(1));
  b.store(out, b.constant(0), x);
  b.store(wide, b.constant(0), x * 3.0);
  const Module module = expand_pairs(b.finish(), {TwoProduct::split});
  EXPECT_THAT(verify(module), IsEmpty());
  double from[] = {0, 1 + 0x1p-40};
  float to[] = {0};
  double tripled[] = {0};
  const Binding bindings[] = {{reinterpret_cast<std::byte*>(from), 2},      // NOLINT
                              {reinterpret_cast<std::byte*>(to), 1},        // NOLINT
                              {reinterpret_cast<std::byte*>(tripled), 1}};  // NOLINT
  EXPECT_THAT(interpret(module, bindings, {}, 0, 1).faults, IsEmpty());
  EXPECT_EQ(to[0], 1.0F);
  EXPECT_EQ(tripled[0], 3 * (1 + 0x1p-40));
}

struct Splits {
  std::vector<PairMemory<float>> pairs;  ///< what was read
  std::vector<double> sums;              ///< what was stored of pairs
};

/// Vectors of eight: numbers of f64 to pairs, and pairs to f64.
Splits split(std::vector<double> numbers, std::vector<PairMemory<float>> pairs, DoubleAccess doubles) {
  Builder b("doubles", 1);
  const Buffer* in = b.input("in", {ScalarKind::f32x2, Storage::f64, true});
  const Buffer* split = b.output("split", {ScalarKind::f32x2, Storage::native, true});
  const Buffer* sums = b.input("pairs", {ScalarKind::f32x2, Storage::native, true});
  const Buffer* out = b.output("out", {ScalarKind::f32x2, Storage::f64, true});
  const auto count = std::ssize(numbers);
  b.loop("i", b.constant(0), b.constant(count), 8, [&](Value i) {
    b.store(split, i, b.load(in, i, 8));
    b.store(out, i, b.load(sums, i, 8));
  });
  const Module module = expand_pairs(b.finish(), {TwoProduct::fma, doubles});
  EXPECT_THAT(verify(module), IsEmpty());
  const bool f64 =
      std::ranges::any_of(module.nodes, [](const Node& node) { return node.type.kind == ScalarKind::f64; });
  EXPECT_EQ(f64, doubles == DoubleAccess::native);
  Splits splits{std::vector<PairMemory<float>>(numbers.size()), std::vector<double>(numbers.size())};
  const std::int64_t words = doubles == DoubleAccess::native ? count : 2 * count;
  const Binding bindings[] = {{reinterpret_cast<std::byte*>(numbers.data()), words},           // NOLINT
                              {reinterpret_cast<std::byte*>(splits.pairs.data()), 2 * count},  // NOLINT
                              {reinterpret_cast<std::byte*>(pairs.data()), 2 * count},         // NOLINT
                              {reinterpret_cast<std::byte*>(splits.sums.data()), words}};      // NOLINT
  EXPECT_THAT(interpret(module, bindings, {}, 0, 1).faults, IsEmpty());
  return splits;
}

// Random numbers of all magnitudes, ties, and pairs whose low part is anything from 0 to half an ulp, of both signs.
TEST(ExpandPairs, SplitsDoublesByIntegersIntoTheSameBits) {
  constexpr std::size_t count = 40000;
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<double> numbers(count);
  std::vector<PairMemory<float>> pairs(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int k = static_cast<int>(engine() % 220) - 94;
    const double significand = i % 3 == 0 ? std::ldexp(std::floor(unit(engine) * 0x1p25), -25) : unit(engine);
    numbers[i] = std::ldexp(significand, k);
    pairs[i].high = static_cast<float>(i % 5 == 0 ? std::ldexp(unit(engine) < 0 ? -1.0 : 1.0, k) : numbers[i]);
    const int below = i % 7 == 0 ? 0 : static_cast<int>(engine() % 40);
    const double ulp = std::ldexp(0.5, std::ilogb(pairs[i].high) - 24);
    pairs[i].low = static_cast<float>(std::ldexp(ulp, -below) * (i % 11 == 0 ? -1 : unit(engine)));
  }
  numbers[0] = numbers[8] = -0.0;
  pairs[0] = {0, 0};
  pairs[1] = {-0.0F, 0};
  pairs[2] = {1, -0.0F};
  pairs[3] = {0x1.fffffep127F, 0x1p102F};
  const Splits native = split(numbers, pairs, DoubleAccess::native);
  const Splits integers = split(numbers, pairs, DoubleAccess::integers);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(integers.pairs[i].high, native.pairs[i].high) << numbers[i];
    ASSERT_EQ(integers.pairs[i].low, native.pairs[i].low) << numbers[i];
    ASSERT_EQ(integers.sums[i], native.sums[i]) << pairs[i].high << " + " << pairs[i].low;
  }
}

TEST(ExpandPairs, SplitsDoublesByIntegersBeyondTheRangeOfFloats) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<double> numbers = {1e300, -1e39, 1e-300, std::numeric_limits<double>::infinity(), 5e-324, 0, 1, 2};
  const std::vector<PairMemory<float>> pairs = {{infinity, nan}, {infinity, -1}, {nan, 0}, {-nan, 1},
                                                {1e-40F, 0},     {0, 0},         {1, nan}, {2, 0}};
  const Splits splits = split(numbers, pairs, DoubleAccess::integers);
  EXPECT_EQ(splits.pairs[0].high, infinity);
  EXPECT_EQ(splits.pairs[1].high, -infinity);
  EXPECT_EQ(splits.pairs[2].high, 0);
  EXPECT_EQ(splits.pairs[3].high, infinity);
  EXPECT_EQ(splits.pairs[4].high, 0);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(std::isnan(splits.sums[i])) << i;
  EXPECT_EQ(splits.sums[4], 0);
  EXPECT_EQ(splits.sums[7], 2);
}

TEST(ExpandPairs, LeavesOtherProgramsAlone) {
  Builder b("plain", 1);
  const Buffer* out = b.output(ScalarKind::f32, true);
  b.store(out, b.constant(0), b.real(1.5, f32));
  Module module = b.finish();
  const std::string before = print(module);
  EXPECT_EQ(print(expand_pairs(std::move(module), {TwoProduct::fma})), before);
}

TEST(ExpandPairs, RefusesWhatItDoesNotKnow) {
  Builder b("comparison", 1);
  const Buffer* in = b.input(ScalarKind::f32x2, true);
  const Buffer* out = b.output(ScalarKind::f32x2, true);
  const Value x = b.load(in, b.constant(0));
  b.store(out, b.constant(0), select(x < 0.0, -x, x));
  EXPECT_THAT(test::message_of([&] { expand_pairs(b.finish(), {TwoProduct::fma}); }), HasSubstr("expansion of pairs"));
}

}  // namespace
}  // namespace papilio::ir
