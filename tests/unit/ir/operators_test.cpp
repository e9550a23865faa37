// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/operators.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <papilio/error.hpp>
#include <type_traits>

namespace papilio::ir {
namespace {

using testing::HasSubstr;

/// A builder with values that constant folding cannot simplify.
struct Operands {
  Builder b{"test", 64};
  Value i = b.group_id();
  Value j = b.thread_id();
  Value n = b.scalar(Scalar::batch);
  const Buffer* in = b.input(ScalarKind::f32, true);
  Value x = b.load(in, i);
  Value y = b.load(in, j);
};

std::string operator_failure(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.code() == ErrorCode::internal ? error.what() : "another code";
  }
  return "no error";
}

TEST(Operators, AreTheBuildersFunctions) {
  Operands f;
  EXPECT_EQ(print(f.i + f.j), print(f.b.add(f.i, f.j)));
  EXPECT_EQ(print(f.i - f.j), print(f.b.sub(f.i, f.j)));
  EXPECT_EQ(print(f.i * f.j), print(f.b.mul(f.i, f.j)));
  EXPECT_EQ(print(f.i / f.j), print(f.b.div(f.i, f.j)));
  EXPECT_EQ(print(f.i % f.j), print(f.b.mod(f.i, f.j)));
  EXPECT_EQ(print(f.i & f.j), print(f.b.bit_and(f.i, f.j)));
  EXPECT_EQ(print(f.i >> 3), print(f.b.shr(f.i, 3)));
  EXPECT_EQ(print(-f.i), print(f.b.neg(f.i)));
  EXPECT_EQ(print(f.i < f.j), print(f.b.lt(f.i, f.j)));
  EXPECT_EQ(print(f.i <= f.j), print(f.b.le(f.i, f.j)));
  EXPECT_EQ(print(f.i > f.j), print(f.b.lt(f.j, f.i)));
  EXPECT_EQ(print(f.i >= f.j), print(f.b.le(f.j, f.i)));
  EXPECT_EQ(print(f.i == f.j), print(f.b.eq(f.i, f.j)));
  EXPECT_EQ(print(min(f.i, f.j)), print(f.b.min(f.i, f.j)));
  EXPECT_EQ(print(max(f.i, f.j)), print(f.b.max(f.i, f.j)));
  EXPECT_EQ(print(fma(f.x, f.y, f.x)), print(f.b.fma(f.x, f.y, f.x)));
  EXPECT_EQ(print(cast(f.i, ScalarKind::i64)), "i64(group_id)");
}

TEST(Operators, BindAsInCpp) {
  Operands f;
  EXPECT_EQ(print(f.i + f.j * 3), "group_id + (thread_id * 3)");
  EXPECT_EQ(print((f.i + f.j) * 3), "(group_id + thread_id) * 3");
  EXPECT_EQ(print(f.i - f.j - f.i), "(group_id - thread_id) - group_id");
  const Value either = f.i < 3 || (f.j == 5 && f.i <= f.j);
  EXPECT_EQ(either->op, Op::logical_or);
  EXPECT_EQ(either->args[1]->op, Op::logical_and);
}

TEST(Operators, TakeNumbersOnEitherSide) {
  Operands f;
  EXPECT_EQ(print(f.i + 3), "group_id + 3");
  EXPECT_EQ(print(3 + f.i), "group_id + 3");
  EXPECT_EQ(print(3 - f.i), "3 - group_id");
  EXPECT_EQ(print(f.i < 3), "group_id < 3");
  EXPECT_EQ(print(3 < f.i), "3 < group_id");
  EXPECT_EQ(print(f.i > 3), "3 < group_id");
  EXPECT_EQ(print(min(f.i, 9)), print(f.b.min(f.i, f.b.constant(9))));
  EXPECT_EQ(print(f.x * 0.5), print(f.b.mul(f.x, f.b.real(0.5, f32))));
  EXPECT_EQ(print(0.5 - f.x), print(f.b.sub(f.b.real(0.5, f32), f.x)));
  EXPECT_EQ(print(fma(f.x, 2.0, 3.0)), print(f.b.fma(f.x, f.b.real(2, f32), f.b.real(3, f32))));
  EXPECT_EQ(print(select(f.i < 3, f.x, 0.0)), print(f.b.select(f.b.lt(f.i, f.b.constant(3)), f.x, f.b.real(0, f32))));
  EXPECT_EQ(print(select(f.i < 3, 1, f.j)), print(f.b.select(f.b.lt(f.i, f.b.constant(3)), f.b.constant(1), f.j)));
}

TEST(Operators, WidenMixedIntegers) {
  Operands f;
  EXPECT_EQ((f.i + f.n).type(), i64);
  EXPECT_EQ(print(f.i + f.n), "i64(group_id) + batch");
  EXPECT_EQ(print(f.n - f.i), "batch - i64(group_id)");
  EXPECT_EQ(print(min(f.n, f.i)), "min(batch, i64(group_id))");
  EXPECT_EQ(print(f.i == f.n), "i64(group_id) == batch");
}

TEST(Operators, GiveNumbersTheTypeOfTheValue) {
  Operands f;
  constexpr std::int64_t large = std::int64_t{std::numeric_limits<std::int32_t>::max()} + 1;
  EXPECT_EQ((f.n + 1).type(), i64);
  EXPECT_EQ((f.i + 1).type(), i32);
  EXPECT_EQ(print(f.n + large), "batch + 2147483648");
  EXPECT_THAT(operator_failure([&] { f.i + large; }), HasSubstr("constant 2147483648 as i32"));
  EXPECT_EQ((f.b.broadcast(f.x, 4) * 2.0).type(), f32.with_lanes(4));
  EXPECT_THAT(operator_failure([&] { f.x * 2; }), HasSubstr("constant 2 as f32"));
  EXPECT_THAT(operator_failure([&] { f.i * 0.5; }), HasSubstr("real 0.5 as i32"));
}

TEST(Operators, LanesAreTakenApartAndPutTogether) {
  Operands f;
  const Value pair = concat({f.x, f.y});
  EXPECT_EQ(pair.type(), f32.with_lanes(2));
  EXPECT_TRUE(same(lane(pair, 1), f.y));
  EXPECT_EQ(print(shuffle({f.x, f.y}, {1, 0})), print(f.b.shuffle({f.x, f.y}, {1, 0})));
  EXPECT_EQ(broadcast(f.x, 4).type(), f32.with_lanes(4));
}

TEST(Values, NoneIsFalse) {
  Operands f;
  EXPECT_FALSE(Value());
  EXPECT_TRUE(f.i);
  EXPECT_TRUE(same(Value(), nullptr));
}

TEST(Values, ComparisonsAreNoConditionsOfCpp) {
  static_assert(std::is_convertible_v<Condition, Value>);
  static_assert(!std::is_constructible_v<bool, Condition>);
  static_assert(std::is_same_v<decltype(Value() == Value()), Condition>);
  static_assert(std::is_same_v<decltype(Value() < 3), Condition>);
}

}  // namespace
}  // namespace papilio::ir
