// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/builder.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

namespace papilio::ir {
namespace {

using testing::HasSubstr;

/// A builder with a few values that constant folding cannot simplify.
struct BuiltValues {
  explicit BuiltValues(int threads = 64) : b("test", threads) {}
  Builder b;
  Value i = b.group_id();
  Value n = b.scalar(Scalar::batch);
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
};

std::string builder_failure(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.code() == ErrorCode::internal ? error.what() : "another code";
  }
  return "no error";
}

TEST(BuilderIntegers, NeutralAndAbsorbingOperandsVanish) {
  BuiltValues f;
  EXPECT_EQ(f.b.add(f.i, f.b.constant(0)), f.i);
  EXPECT_EQ(f.b.add(f.b.constant(0), f.i), f.i);
  EXPECT_EQ(f.b.mul(f.i, 1), f.i);
  EXPECT_EQ(print(f.b.mul(f.i, f.b.constant(0))), "0");
  EXPECT_EQ(f.b.div(f.i, 1), f.i);
  EXPECT_EQ(print(f.b.mod(f.i, 1)), "0");
  EXPECT_EQ(print(f.b.div(f.b.constant(0), f.i)), "0");
  EXPECT_EQ(print(f.b.mod(f.b.constant(0), f.i)), "0");
}

TEST(BuilderIntegers, ConstantsFold) {
  BuiltValues f;
  const Value seven = f.b.constant(7);
  const Value two = f.b.constant(2);
  EXPECT_EQ(print(f.b.add(seven, two)), "9");
  EXPECT_EQ(print(f.b.sub(two, seven)), "-5");
  EXPECT_EQ(print(f.b.mul(seven, two)), "14");
  EXPECT_EQ(print(f.b.div(seven, two)), "3");
  EXPECT_EQ(print(f.b.mod(seven, two)), "1");
  EXPECT_EQ(print(f.b.min(seven, two)), "2");
  EXPECT_EQ(print(f.b.max(seven, two)), "7");
  EXPECT_EQ(print(f.b.bit_and(seven, two)), "2");
  EXPECT_EQ(print(f.b.shr(seven, 1)), "3");
  EXPECT_EQ(print(f.b.lt(two, seven)), "1");
  EXPECT_EQ(print(f.b.le(seven, two)), "0");
  EXPECT_EQ(print(f.b.eq(seven, seven)), "1");
}

TEST(BuilderIntegers, NeighbouringConstantsMerge) {
  BuiltValues f;
  EXPECT_EQ(print(f.b.add(f.b.add(f.i, 3), 4)), "group_id + 7");
  EXPECT_EQ(f.b.add(f.b.sub(f.i, f.b.constant(3)), 3), f.i);
  EXPECT_EQ(print(f.b.mul(f.b.mul(f.i, 3), 4)), "group_id * 12");
  EXPECT_EQ(print(f.b.shr(f.b.shr(f.i, 3), 4)), "group_id >> 7");
}

TEST(BuilderIntegers, MergingNeverOverflowsItself) {
  BuiltValues f;
  EXPECT_EQ(print(f.b.add(f.b.add(f.i, 2000000000), 2000000000)), "(group_id + 2000000000) + 2000000000");
}

TEST(BuilderIntegers, PowersOfTwoBecomeShiftsAndMasks) {
  BuiltValues f;
  EXPECT_EQ(print(f.b.div(f.i, 8)), "group_id >> 3");
  EXPECT_EQ(print(f.b.mod(f.i, 8)), "group_id & 7");
  EXPECT_EQ(print(f.b.div(f.i, 12)), "group_id / 12");
  EXPECT_EQ(print(f.b.mod(f.i, 12)), "group_id % 12");
}

TEST(BuilderIntegers, MultiplesDivideExactly) {
  BuiltValues f;
  EXPECT_EQ(print(f.b.div(f.b.mul(f.i, 24), 8)), "group_id * 3");
  EXPECT_EQ(print(f.b.mod(f.b.mul(f.i, 24), 8)), "0");
  EXPECT_EQ(f.b.div(f.b.mul(f.i, 8), 8), f.i);
}

TEST(BuilderIntegers, ThreadIdIsKnownToBeSmall) {
  BuiltValues f(48);
  const Value t = f.b.thread_id();
  EXPECT_EQ(f.b.mod(t, 48), t);
  EXPECT_EQ(f.b.mod(t, 100), t);
  EXPECT_EQ(print(f.b.div(t, 48)), "0");
  EXPECT_EQ(print(f.b.mod(t, 47)), "thread_id % 47");
  EXPECT_EQ(print(f.b.div(t, 47)), "thread_id / 47");
  EXPECT_EQ(print(f.b.lt(t, f.b.constant(48))), "1");
  EXPECT_EQ(print(f.b.lt(t, f.b.constant(47))), "thread_id < 47");
  EXPECT_EQ(print(f.b.le(f.b.add(f.b.mul(t, 2), 1), f.b.constant(95))), "1");
  EXPECT_EQ(print(f.b.lt(f.b.constant(94), f.b.mul(t, 2))), "0");
}

TEST(BuilderIntegers, AnOnlyThreadIsZero) {
  BuiltValues f(1);
  EXPECT_TRUE(is_constant(f.b.thread_id()));
}

TEST(BuilderIntegers, NarrowOperandsAreWidened) {
  BuiltValues f;
  const Value sum = f.b.add(f.i, f.n);
  EXPECT_EQ(sum->type, i64);
  EXPECT_EQ(print(sum), "i64(group_id) + batch");
  EXPECT_EQ(print(f.b.lt(f.i, f.n)), "i64(group_id) < batch");
  EXPECT_EQ(f.b.div(f.i, f.b.constant(1, i64))->type, i64);
  EXPECT_EQ(f.b.mod(f.b.thread_id(), f.b.constant(64, i64))->type, i64);
}

TEST(BuilderFloats, OnlyMultiplicationByOneVanishes) {
  BuiltValues f;
  const Value x = f.b.load(f.in, f.i);
  const Value zero = f.b.real(0, f32);
  const Value one = f.b.real(1, f32);
  EXPECT_EQ(f.b.mul(x, one), x);
  EXPECT_EQ(f.b.mul(one, x), x);
  EXPECT_EQ(f.b.add(x, zero)->op, Op::add);
  EXPECT_EQ(f.b.mul(x, zero)->op, Op::mul);
  EXPECT_EQ(f.b.neg(f.b.neg(x)), x);
  EXPECT_EQ(print(f.b.neg(one)), "-1.0");
}

TEST(BuilderTypes, MistakesNameTheTypes) {
  BuiltValues f;
  const Value x = f.b.load(f.in, f.i);
  const Value v = f.b.load(f.in, f.i, 4);
  EXPECT_THAT(builder_failure([&] { f.b.add(x, f.i); }), HasSubstr("add of f32 and i32"));
  EXPECT_THAT(builder_failure([&] { f.b.mul(v, x); }), HasSubstr("mul of f32x4 and f32"));
  EXPECT_THAT(builder_failure([&] { f.b.div(x, x); }), HasSubstr("div of f32 and f32"));
  EXPECT_THAT(builder_failure([&] { f.b.min(x, x); }), HasSubstr("min of f32 and f32"));
  EXPECT_THAT(builder_failure([&] { f.b.fma(x, x, f.b.real(1, f64)); }), HasSubstr("fma of f32 and f32 and f64"));
  EXPECT_THAT(builder_failure([&] { f.b.lt(v, v); }), HasSubstr("lt of f32x4 and f32x4"));
  EXPECT_THAT(builder_failure([&] { f.b.select(f.i, x, x); }), HasSubstr("select of i32 and f32 and f32"));
  EXPECT_THAT(builder_failure([&] { f.b.logical_and(f.i, f.i); }), HasSubstr("logical_and of i32 and i32"));
  EXPECT_THAT(builder_failure([&] { f.b.broadcast(v, 8); }), HasSubstr("broadcast of f32x4"));
  EXPECT_THAT(builder_failure([&] { f.b.neg(nullptr); }), HasSubstr("neg of nothing"));
  EXPECT_THAT(builder_failure([&] { f.b.div(f.i, f.b.constant(0)); }), HasSubstr("div of i32 and i32"));
  EXPECT_THAT(builder_failure([&] { f.b.constant(std::int64_t{1} << 31); }), HasSubstr("constant 2147483648 as i32"));
  EXPECT_THAT(builder_failure([&] { f.b.load(f.in, f.i, 3); }), HasSubstr("load of 3 lanes"));
}

TEST(BuilderTypes, AccessesAreChecked) {
  BuiltValues f;
  const Value x = f.b.load(f.in, f.i);
  EXPECT_THAT(builder_failure([&] { f.b.load(f.out, f.i); }), HasSubstr("'out' is write-only"));
  EXPECT_THAT(builder_failure([&] { f.b.store(f.in, f.i, x); }), HasSubstr("'in' is read-only"));
  EXPECT_THAT(builder_failure([&] { f.b.store(f.out, x, x); }), HasSubstr("index of type f32x1"));
  EXPECT_THAT(builder_failure([&] { f.b.store(f.out, f.i, f.i); }), HasSubstr("store of i32 to 'out' of f32"));
  EXPECT_THAT(builder_failure([&] { f.b.shared("in", ScalarKind::f32, 4); }), HasSubstr("two buffers are called 'in'"));
}

TEST(BuilderTypes, StoresToOtherWorkGroupsAreForSharedArrays) {
  BuiltValues f;
  const Buffer* s = f.b.shared("s", ScalarKind::f32, 64);
  const Value x = f.b.load(f.in, f.i);
  EXPECT_THAT(builder_failure([&] { f.b.store(f.out, f.i, x, 1, f.i); }), HasSubstr("'out' of another work-group"));
  EXPECT_THAT(builder_failure([&] { f.b.store(s, f.i, x, 1, f.n); }), HasSubstr("ranks are i32"));
  EXPECT_THAT(builder_failure([&] { f.b.store(s, f.i, x, 1, f.i); }), "no error");
}

TEST(BuilderShuffle, TrivialShufflesVanish) {
  BuiltValues f;
  const Value v = f.b.load(f.in, f.i, 4);
  const Value x = f.b.load(f.in, f.i);
  const Value y = f.b.load(f.in, f.i);
  EXPECT_EQ(f.b.shuffle({v}, {0, 1, 2, 3}), v);
  EXPECT_EQ(f.b.lane(x, 0), x);
  EXPECT_EQ(f.b.concat({v}), v);
  EXPECT_EQ(f.b.lane(f.b.concat({x, y}), 1), y);
  EXPECT_EQ(f.b.lane(f.b.broadcast(x, 8), 5), x);
  EXPECT_EQ(print(f.b.shuffle({f.b.broadcast(x, 4)}, {3, 1})), "broadcast2(" + print(x) + ")");
  EXPECT_EQ(f.b.lane(f.b.lane(v, 2), 0)->mask, std::vector<int>{2});
  EXPECT_EQ(f.b.shuffle({f.b.real(2, f32.with_lanes(4))}, {1, 2})->op, Op::float_constant);
}

TEST(BuilderShuffle, UnusedOperandsAreDropped) {
  BuiltValues f;
  const Value v = f.b.load(f.in, f.i, 2);
  const Value w = f.b.load(f.in, f.i, 2);
  const Value s = f.b.shuffle({v, w}, {3, 2});
  EXPECT_THAT(s->args, testing::ElementsAre(w));
  EXPECT_THAT(s->mask, testing::ElementsAre(1, 0));
  EXPECT_EQ(f.b.shuffle({v, w}, {2, 3}), w);
  EXPECT_EQ(f.b.shuffle({v, v}, {0, 1, 2, 3})->type.lanes, 4);
  EXPECT_THAT(builder_failure([&] { f.b.shuffle({v, w}, {4}); }), HasSubstr("mask entry 4 of 4 lanes"));
}

TEST(BuilderStatements, LetReturnsLeavesAsTheyAre) {
  BuiltValues f;
  EXPECT_EQ(f.b.let("a", f.i), f.i);
  EXPECT_EQ(f.b.let("a", f.n), f.n);
  const Value sum = f.b.let("a", f.b.add(f.i, 1));
  EXPECT_EQ(sum->op, Op::variable);
  EXPECT_EQ(f.b.let("again", sum), sum);
  EXPECT_EQ(f.b.finish().body.size(), 1U);
}

TEST(BuilderStatements, ConstantLoopsOfOneOrNoTurnLeaveNoLoop) {
  BuiltValues f;
  std::vector<std::string> seen;
  const auto body = [&](Value v) { seen.push_back(print(v)); };
  f.b.loop("k", f.b.constant(3), f.b.constant(8), 5, body);
  f.b.loop("k", f.b.constant(3), f.b.constant(3), 1, body);
  EXPECT_THAT(seen, testing::ElementsAre("3"));
  f.b.loop("k", f.b.constant(3), f.b.constant(9), 5, [&](Value v) { f.b.store(f.out, v, f.b.real(0, f32)); });
  const Module module = f.b.finish();
  ASSERT_EQ(module.body.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<For>(module.body[0].node));
}

TEST(BuilderStatements, BranchesOnConstantsLeaveNoBranch) {
  BuiltValues f;
  const auto store = [&] { f.b.store(f.out, f.i, f.b.real(0, f32)); };
  const auto nothing = [] {};
  f.b.branch(f.b.constant(1, boolean), store, nothing);
  f.b.branch(f.b.constant(0, boolean), store, nothing);
  f.b.branch(f.b.lt(f.i, f.b.constant(3)), nothing, nothing);
  const Module module = f.b.finish();
  ASSERT_EQ(module.body.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<Store>(module.body[0].node));
}

TEST(BuilderModule, ScalarsStandInTheOrderOfTheirEnumerators) {
  Builder b("test", 1);
  b.scalar(Scalar::repeat);
  b.scalar(Scalar::batch);
  b.scalar(Scalar::repeat);
  EXPECT_THAT(b.finish().scalars, testing::ElementsAre(Scalar::batch, Scalar::repeat));
}

TEST(BuilderModule, SharedArraysStartAtMultiplesOf64Bytes) {
  Builder b("test", 1);
  b.shared("re", ScalarKind::f32, 17);
  b.shared("im", ScalarKind::f64, 3);
  EXPECT_EQ(b.finish().shared_bytes(), 128 + 24);
}

TEST(BuilderModule, AClusterHasAWorkGroup) {
  EXPECT_THAT(builder_failure([] { Builder("test", 64, 0, 0); }), HasSubstr("64 threads in each of 0 groups"));
  EXPECT_EQ(Builder("test", 64, 0, 4).finish().cluster, 4);
}

TEST(BuilderModule, FinishInsideALoopIsAMistake) {
  BuiltValues f;
  const auto body = [&](Value) { f.b.finish(); };
  EXPECT_THAT(builder_failure([&] { f.b.loop("k", f.b.constant(0), f.i, 1, body); }), HasSubstr("finish inside"));
}

}  // namespace
}  // namespace papilio::ir
