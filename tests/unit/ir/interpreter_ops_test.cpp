// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compares every Op with values computed here, in programs of one work-item that store their results.
#include <gmock/gmock.h>

#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <type_traits>

#include "ir/builder.hpp"
#include "support/interpreter.hpp"

namespace papilio::ir {
namespace {

using testing::AllOf, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

template <typename T>
constexpr ScalarKind kind_of() {
  if (std::is_same_v<T, float>) return ScalarKind::f32;
  if (std::is_same_v<T, double>) return ScalarKind::f64;
  return std::is_same_v<T, std::int32_t> ? ScalarKind::i32 : ScalarKind::i64;
}

/// Runs one expression of operands that are read from memory, so that nothing is folded.
template <typename T, typename Result = T>
class Calculator {
 public:
  using Expression = std::function<Expr(Builder&, const std::vector<Value>&)>;

  /// Each operand takes `lanes` of the given scalars.
  std::vector<Result> operator()(std::vector<T> operands, const Expression& expression, int lanes = 1) {
    Builder b("calculator", 1);
    const Buffer* in = b.input(kind_of<T>(), true);
    const Buffer* out = b.output(kind_of<Result>(), true);
    std::vector<Value> values;
    for (std::size_t i = 0; i < operands.size(); i += static_cast<std::size_t>(lanes))
      values.push_back(b.load(in, b.constant(static_cast<std::int64_t>(i)), lanes));
    const Expr result = expression(b, values);
    b.store(out, b.constant(0), result);
    const Module module = b.finish();
    std::vector<Result> results(result->type.lanes);
    const Binding bindings[] = {binding(operands), binding(results)};
    report = interpret(module, bindings, {}, 0, 1);
    return results;
  }

  InterpreterReport report;

 private:
  template <typename Element>
  static Binding binding(std::vector<Element>& data) {
    return {reinterpret_cast<std::byte*>(data.data()), static_cast<std::int64_t>(data.size())};
  }
};

/// Ops that Builder folds or has no function for; the nodes live as long as the test.
class RawNodes {
 public:
  Expr make(Op op, Type type, std::vector<Expr> args) {
    Node& node = nodes_.emplace_back();
    node.op = op;
    node.type = type;
    node.args = std::move(args);
    return &node;
  }

 private:
  std::deque<Node> nodes_;
};

using Args = std::vector<Value>;

template <typename T>
class IntegerOps : public testing::Test {};
using IntegerTypes = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(IntegerOps, IntegerTypes);

TYPED_TEST(IntegerOps, GiveWhatTheHostGives) {
  using T = TypeParam;
  Calculator<T> calculate;
  RawNodes raw;
  const Type type{kind_of<T>(), 1};
  const auto binary = [&](Op op, T a, T b) {
    const auto result = calculate({a, b}, [&](Builder&, const Args& v) { return raw.make(op, type, {v[0], v[1]}); });
    EXPECT_THAT(calculate.report.faults, IsEmpty()) << to_string(op);
    return result[0];
  };
  EXPECT_EQ(binary(Op::add, -41, 7), -34);
  EXPECT_EQ(binary(Op::sub, 7, 41), -34);
  EXPECT_EQ(binary(Op::mul, -6, 7), -42);
  EXPECT_EQ(binary(Op::div, 41, 7), 5);
  EXPECT_EQ(binary(Op::mod, 41, 7), 6);
  EXPECT_EQ(binary(Op::min, -3, 7), -3);
  EXPECT_EQ(binary(Op::max, -3, 7), 7);
  EXPECT_EQ(binary(Op::bit_and, 12, 10), 8);
  EXPECT_EQ(binary(Op::bit_or, 12, 10), 14);
  EXPECT_EQ(binary(Op::bit_xor, 12, 10), 6);
  EXPECT_EQ(binary(Op::shl, 5, 3), 40);
  EXPECT_EQ(binary(Op::shr, 41, 3), 5);
  EXPECT_EQ(calculate({T{5}}, [](Builder& b, const Args& v) { return b.neg(v[0]); })[0], -5);
  EXPECT_EQ(calculate.report.flops, 0);
}

TYPED_TEST(IntegerOps, ReportOverflow) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  Calculator<T> calculate;
  const std::string kind(to_string(kind_of<T>()));
  const auto expect_overflow = [&](std::vector<T> operands, const typename Calculator<T>::Expression& expression) {
    calculate(std::move(operands), expression);
    EXPECT_THAT(calculate.report.faults,
                ElementsAre(AllOf(HasSubstr("integer overflow"), HasSubstr("does not fit " + kind))));
  };
  expect_overflow({Limits::max(), 1}, [](Builder& b, const Args& v) { return b.add(v[0], v[1]); });
  expect_overflow({Limits::min(), 1}, [](Builder& b, const Args& v) { return b.sub(v[0], v[1]); });
  expect_overflow({Limits::max() / 2 + 1, 2}, [](Builder& b, const Args& v) { return b.mul(v[0], v[1]); });
  expect_overflow({Limits::min()}, [](Builder& b, const Args& v) { return b.neg(v[0]); });
  calculate({Limits::max() - 1, 1}, [](Builder& b, const Args& v) { return b.add(v[0], v[1]); });
  EXPECT_THAT(calculate.report.faults, IsEmpty());
}

TYPED_TEST(IntegerOps, ReportOperandsOutsideTheirDomain) {
  using T = TypeParam;
  Calculator<T> calculate;
  RawNodes raw;
  const Type type{kind_of<T>(), 1};
  const T bits = std::numeric_limits<T>::digits;
  struct Case {
    Op op;
    T a;
    T b;
  };
  for (const Case c : {Case{Op::div, -1, 2}, Case{Op::div, 1, 0}, Case{Op::mod, -1, 2}, Case{Op::mod, 1, -2},
                       Case{Op::shr, -1, 2}, Case{Op::shr, 1, bits}, Case{Op::shl, -1, 2}, Case{Op::shl, 1, -1},
                       Case{Op::bit_and, -1, 2}, Case{Op::bit_or, 1, -2}, Case{Op::bit_xor, -1, 2}}) {
    const auto result = calculate({c.a, c.b}, [&](Builder&, const Args& v) {
      return raw.make(c.op, type, {v[0], v[1]});
    });
    EXPECT_THAT(calculate.report.faults, ElementsAre(HasSubstr("negative or out of range"))) << to_string(c.op);
    EXPECT_EQ(result[0], 0) << to_string(c.op);
  }
}

template <typename T>
class WordOps : public testing::Test {};
using WordTypes = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(WordOps, WordTypes);

TYPED_TEST(WordOps, TakeIntegersOfAnySignAsBits) {
  using T = TypeParam;
  constexpr int digits = std::numeric_limits<T>::digits;
  Calculator<T> calculate;
  const auto on_bits = [&](Op op, T a, T b) {
    const auto result =
        calculate({a, b}, [&](Builder& builder, const Args& v) { return builder.on_bits(op, v[0], v[1]); });
    EXPECT_THAT(calculate.report.faults, IsEmpty()) << to_string(op);
    return result[0];
  };
  EXPECT_EQ(on_bits(Op::bit_and, -1, 0x7ff0), 0x7ff0);
  EXPECT_EQ(on_bits(Op::bit_or, -16, 5), -11);
  EXPECT_EQ(on_bits(Op::shl, (T{1} << (digits - 13)) + 1, 15), 0x8000);
  EXPECT_EQ(on_bits(Op::shl, 1, digits), std::numeric_limits<T>::min());
  EXPECT_EQ(on_bits(Op::shr, -256, 8) & 0xffffff, 0xffffff) << "the other bits are unspecified";
  EXPECT_EQ(on_bits(Op::shr, 0x7000, 8) & 0xffffff, 0x70);
}

template <typename T>
class FloatOps : public testing::Test {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatOps, FloatTypes);

TYPED_TEST(FloatOps, RoundOnceInTheirOwnPrecision) {
  using T = TypeParam;
  Calculator<T> calculate;
  // Neither the sum nor the product is exact in T, and the sum of two floats is exact in double.
  const T a = T(1) + std::numeric_limits<T>::epsilon();
  const T b = T(1) / T(3);
  const auto run = [&](const typename Calculator<T>::Expression& expression) {
    return calculate({a, b, -b}, expression)[0];
  };
  volatile T product = a * b;
  EXPECT_EQ(run([](Builder& k, const Args& v) { return k.add(v[0], v[1]); }), static_cast<T>(a + b));
  EXPECT_EQ(calculate.report.flops, 1);
  EXPECT_EQ(run([](Builder& k, const Args& v) { return k.sub(v[0], v[1]); }), static_cast<T>(a - b));
  EXPECT_EQ(run([](Builder& k, const Args& v) { return k.mul(v[0], v[1]); }), product);
  EXPECT_EQ(run([](Builder& k, const Args& v) { return k.neg(v[0]); }), -a);
  EXPECT_EQ(calculate.report.flops, 0);
  EXPECT_EQ(run([](Builder& k, const Args& v) { return k.fma(v[0], v[1], v[2]); }), std::fma(a, b, -b));
  EXPECT_EQ(calculate.report.flops, 2);
  // One rounding and two roundings differ here, so a contraction would be detected.
  ASSERT_NE(std::fma(a, b, -b), product - b);
  EXPECT_EQ(run([](Builder& k, const Args& v) { return k.add(k.mul(v[0], v[1]), v[2]); }), product - b);
}

TYPED_TEST(FloatOps, CompareAndSelect) {
  using T = TypeParam;
  Calculator<T> calculate;
  const auto holds = [&](T a, T b, Value (Builder::*compare)(Expr, Expr)) {
    return calculate({a, b, 1, 0},
                     [&](Builder& k, const Args& v) { return k.select((k.*compare)(v[0], v[1]), v[2], v[3]); })[0] == 1;
  };
  EXPECT_TRUE(holds(1, 2, &Builder::lt));
  EXPECT_FALSE(holds(2, 2, &Builder::lt));
  EXPECT_TRUE(holds(2, 2, &Builder::le));
  EXPECT_FALSE(holds(3, 2, &Builder::le));
  EXPECT_TRUE(holds(2, 2, &Builder::eq));
  EXPECT_FALSE(holds(1, 2, &Builder::eq));
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_FALSE(holds(nan, nan, &Builder::eq));
  EXPECT_FALSE(holds(nan, 1, &Builder::lt));
}

TEST(InterpreterOps, IntegersCompare) {
  Calculator<std::int64_t> calculate;
  const auto run = [&](std::int64_t a, std::int64_t b) {
    return calculate({a, b, 1, 2, 4}, [](Builder& k, const Args& v) {
      const Expr zero = k.constant(0, i64);
      const Expr lt = k.select(k.lt(v[0], v[1]), v[2], zero);
      const Expr le = k.select(k.le(v[0], v[1]), v[3], zero);
      return k.add(k.add(lt, le), k.select(k.eq(v[0], v[1]), v[4], zero));
    })[0];
  };
  EXPECT_EQ(run(-5, 3), 3);
  EXPECT_EQ(run(3, 3), 6);
  EXPECT_EQ(run(4, 3), 0);
}

TEST(InterpreterOps, BooleansCombine) {
  Calculator<std::int32_t> calculate;
  RawNodes raw;
  for (const std::int32_t a : {0, 1}) {
    for (const std::int32_t b : {0, 1}) {
      const auto run = [&](Op op) {
        return calculate({a, b, 1, 0}, [&](Builder& k, const Args& v) {
          return k.select(raw.make(op, boolean, {k.eq(v[0], v[2]), k.eq(v[1], v[2])}), v[2], v[3]);
        })[0];
      };
      EXPECT_EQ(run(Op::logical_and), a & b);
      EXPECT_EQ(run(Op::logical_or), a | b);
    }
  }
}

TEST(InterpreterOps, CastsConvert) {
  const auto to = [](ScalarKind kind) { return [kind](Builder& k, const Args& v) { return k.cast(v[0], kind); }; };
  EXPECT_EQ((Calculator<std::int32_t, std::int64_t>()({-7}, to(ScalarKind::i64))[0]), -7);
  EXPECT_EQ((Calculator<std::int64_t, std::int32_t>()({-7}, to(ScalarKind::i32))[0]), -7);
  EXPECT_EQ((Calculator<std::int32_t, float>()({16777217}, to(ScalarKind::f32))[0]), 16777216.0F);
  EXPECT_EQ((Calculator<std::int32_t, double>()({16777217}, to(ScalarKind::f64))[0]), 16777217.0);
  EXPECT_EQ((Calculator<double, float>()({0.1}, to(ScalarKind::f32))[0]), 0.1F);
  EXPECT_EQ((Calculator<float, double>()({0.1F}, to(ScalarKind::f64))[0]), static_cast<double>(0.1F));
  EXPECT_EQ((Calculator<double, std::int64_t>()({-2.75}, to(ScalarKind::i64))[0]), -2);
  EXPECT_EQ((Calculator<float, std::int32_t>()({2.75F}, to(ScalarKind::i32))[0]), 2);
}

TEST(InterpreterOps, CastsReportWhatDoesNotFit) {
  const auto narrow = [](Builder& k, const Args& v) { return k.cast(v[0], ScalarKind::i32); };
  Calculator<std::int64_t, std::int32_t> from_integer;
  from_integer({std::int64_t{1} << 31}, narrow);
  EXPECT_THAT(from_integer.report.faults, ElementsAre(HasSubstr("does not fit i32")));
  Calculator<double, std::int32_t> from_float;
  from_float({1e10}, narrow);
  EXPECT_THAT(from_float.report.faults, ElementsAre(HasSubstr("does not fit i32")));
  from_float({std::nan("")}, narrow);
  EXPECT_THAT(from_float.report.faults, ElementsAre(HasSubstr("does not fit i32")));
}

TEST(InterpreterOps, LanesMove) {
  Calculator<float> calculate;
  const std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto run = [&](const Calculator<float>::Expression& expression) { return calculate(x, expression, 4); };
  EXPECT_THAT(run([](Builder& k, const Args& v) {
                return k.shuffle({v[0], v[1]}, {7, 0, 4, 4});
              }),
              ElementsAre(8, 1, 5, 5));
  EXPECT_THAT(run([](Builder& k, const Args& v) { return k.lane(v[1], 2); }), ElementsAre(7));
  EXPECT_THAT(run([](Builder& k, const Args& v) {
                return k.concat({v[1], v[0]});
              }),
              ElementsAre(5, 6, 7, 8, 1, 2, 3, 4));
  EXPECT_THAT(run([](Builder& k, const Args& v) { return k.broadcast(k.let("one", k.lane(v[0], 1)), 4); }),
              ElementsAre(2, 2, 2, 2));
  EXPECT_THAT(run([](Builder& k, const Args& v) { return k.add(v[0], k.real(10, f32.with_lanes(4))); }),
              ElementsAre(11, 12, 13, 14));
  EXPECT_EQ(calculate.report.flops, 4);
  EXPECT_EQ(calculate.report.loads, 8);
  EXPECT_EQ(calculate.report.stores, 4);
}

TEST(InterpreterOps, VectorsOfOneConditionAreSelectedWhole) {
  Calculator<double> calculate;
  const auto select = [](Builder& k, const Args& v) {
    return k.select(k.lt(k.lane(v[0], 0), k.lane(v[1], 0)), v[0], v[1]);
  };
  EXPECT_THAT(calculate({1, 2, 3, 4}, select, 2), ElementsAre(1, 2));
  EXPECT_THAT(calculate({3, 4, 1, 2}, select, 2), ElementsAre(1, 2));
}

TEST(InterpreterOps, ShufflesKeepWorkItemsApart) {
  Builder b("pairs", 3);
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Expr at = b.let("at", b.mul(b.thread_id(), 4));
  const Expr low = b.load(in, at, 2);
  const Expr high = b.load(in, b.add(at, 2), 2);
  b.store(out, at, b.shuffle({low, high}, {3, 1, 2, 0}));
  const Module module = b.finish();
  std::vector<float> x = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::vector<float> y(12);
  const Binding bindings[] = {{reinterpret_cast<std::byte*>(x.data()), 12},
                              {reinterpret_cast<std::byte*>(y.data()), 12}};
  EXPECT_THAT(interpret(module, bindings, {}, 0, 1).faults, IsEmpty());
  EXPECT_THAT(y, ElementsAre(3, 1, 2, 0, 7, 5, 6, 4, 11, 9, 10, 8));
}

TEST(InterpreterOps, LoopVariablesMustFitBeyondTheirEnd) {
  Builder b("counter", 1);
  const Expr end = b.constant(std::numeric_limits<std::int32_t>::max());
  const Buffer* out = b.output(ScalarKind::i32, true);
  b.loop("i", b.constant(std::numeric_limits<std::int32_t>::max() - 5), end, 4,
         [&](Value i) { b.store(out, b.constant(0), i); });
  const Module module = b.finish();
  std::int32_t y = 0;
  const Binding binding[] = {{reinterpret_cast<std::byte*>(&y), 1}};
  EXPECT_THAT(interpret(module, binding, {}, 0, 1).faults, ElementsAre(HasSubstr("overflow of a loop variable")));
  EXPECT_EQ(y, std::numeric_limits<std::int32_t>::max() - 1);
}

}  // namespace
}  // namespace papilio::ir
