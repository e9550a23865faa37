// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Whole programs and their faults. interpreter_ops_test.cpp tests the value of every Op.
#include "support/interpreter.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <papilio/error.hpp>

#include "ir/builder.hpp"

namespace papilio::ir {
namespace {

using testing::AllOf, testing::Each, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

Binding bind(std::vector<float>& data) {
  return {reinterpret_cast<std::byte*>(data.data()), static_cast<std::int64_t>(data.size())};
}

/// A program from `in` to `out`, with shared memory `s` of 16.
struct InterpretedProgram {
  explicit InterpretedProgram(int threads = 4, bool restrict_ = true)
      : b("test", threads), in(b.input(ScalarKind::f32, restrict_)), out(b.output(ScalarKind::f32, restrict_)) {
    std::iota(x.begin(), x.end(), 1.0F);
  }
  Builder b;
  const Buffer* in;
  const Buffer* out;
  const Buffer* s = b.shared("s", ScalarKind::f32, 16);
  Value t = b.thread_id();
  std::vector<float> x = std::vector<float>(16);
  std::vector<float> y = std::vector<float>(16, -1.0F);

  InterpreterReport run(std::int64_t first = 0, std::int64_t groups = 1) {
    const Module module = b.finish();
    const Binding bindings[] = {bind(x), bind(y)};
    return interpret(module, bindings, {}, first, groups);
  }
};

std::vector<float> prefix(const std::vector<float>& values, std::size_t count) {
  return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(Interpreter, AddsVectorsInSeveralGroupsAndCounts) {
  InterpretedProgram f;
  const Value n = f.b.scalar(Scalar::batch);
  const Value i = f.b.let("i", f.b.add(f.b.mul(f.b.group_id(), 4), f.t));
  f.b.branch(f.b.lt(i, n), [&] {
    const Value v = f.b.load(f.in, i);
    f.b.store(f.out, i, f.b.let("sum", f.b.fma(v, v, f.b.add(v, v))));
  });
  const Module module = f.b.finish();
  const Binding bindings[] = {bind(f.x), bind(f.y)};
  const std::int64_t scalars[] = {10};
  const InterpreterReport report = interpret(module, bindings, scalars, 1, 2);
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_THAT(f.y, ElementsAre(-1, -1, -1, -1, 35, 48, 63, 80, 99, 120, -1, -1, -1, -1, -1, -1));
  EXPECT_EQ(report.loads, 6);
  EXPECT_EQ(report.stores, 6);
  EXPECT_EQ(report.flops, 6 * 3);
  EXPECT_EQ(report.barriers, 0);
}

/// out = transpose of the 4x4 matrix in, through shared memory, one row per work-item.
void transpose(InterpretedProgram& f, bool with_barrier) {
  const Value row = f.b.let("row", f.b.mul(f.t, 4));
  f.b.store(f.s, row, f.b.load(f.in, row, 4, 4), 4);
  if (with_barrier) f.b.barrier();
  for (int j = 0; j < 4; ++j) f.b.store(f.out, f.b.add(row, j), f.b.load(f.s, f.b.add(f.t, 4 * j)));
}

TEST(Interpreter, TransposesThroughSharedMemory) {
  InterpretedProgram f;
  transpose(f, true);
  const InterpreterReport report = f.run();
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.barriers, 1);
  EXPECT_EQ(report.loads, 16);
  EXPECT_THAT(f.y, ElementsAre(1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16));
}

TEST(InterpreterRaces, AMissingBarrierIsNamedWithElementAndWorkItems) {
  InterpretedProgram f;
  transpose(f, false);
  const InterpreterReport report = f.run();
  // One fault per statement; each of the four loads accesses an element of another row.
  ASSERT_EQ(report.faults.size(), 4U);
  EXPECT_THAT(report.faults[0], AllOf(HasSubstr("race on s[1]"), HasSubstr("work-items 1 and 0 of group 0")));
  EXPECT_THAT(report.faults[1], AllOf(HasSubstr("race on s[4]"), HasSubstr("work-items 0 and 1 of group 0")));
  EXPECT_THAT(report.faults, Each(HasSubstr("writes what the first reads")));
}

TEST(InterpreterRaces, TwoWritersOfOneElementRaceEvenWithOneValue) {
  InterpretedProgram f;
  f.b.store(f.s, f.b.div(f.t, 2), f.b.real(1, f32));
  EXPECT_THAT(f.run().faults, ElementsAre(AllOf(HasSubstr("race on s[0]"), HasSubstr("work-items 1 and 0"),
                                                HasSubstr("writes it too"))));
}

TEST(InterpreterRaces, WritingWhatAnotherReadsRaces) {
  InterpretedProgram f;
  f.b.store(f.s, f.t, f.b.real(1, f32));
  f.b.barrier();
  // Work-item 0 reads its own element first; the read by work-item 1 must not be forgotten.
  f.b.load(f.s, f.b.constant(0));
  f.b.branch(f.b.lt(f.t, f.b.constant(1)), [&] { f.b.store(f.s, f.t, f.b.real(2, f32)); });
  EXPECT_THAT(f.run().faults, ElementsAre(AllOf(HasSubstr("race on s[0]"), HasSubstr("work-items 0 and 3"),
                                                HasSubstr("reads what the first writes"))));
}

TEST(InterpreterRaces, OneWorkItemMayReadAndWriteAndManyMayRead) {
  InterpretedProgram f;
  f.b.store(f.s, f.t, f.b.real(1, f32));
  f.b.store(f.s, f.t, f.b.load(f.s, f.t));
  f.b.barrier();
  f.b.load(f.s, f.b.constant(2));
  f.b.barrier();
  f.b.store(f.s, f.b.sub(f.b.constant(3), f.t), f.b.real(2, f32));
  EXPECT_THAT(f.run(0, 3).faults, IsEmpty());
}

TEST(InterpreterShared, ReadingWhatNobodyWroteIsAFaultAndGivesNan) {
  InterpretedProgram f;
  f.b.store(f.s, f.t, f.b.real(1, f32));
  f.b.barrier();
  f.b.store(f.out, f.t, f.b.load(f.s, f.b.add(f.t, 1)));
  EXPECT_THAT(f.run().faults,
              ElementsAre(AllOf(HasSubstr("s[4]"), HasSubstr("work-item 3"), HasSubstr("nobody has written"))));
  EXPECT_THAT(prefix(f.y, 3), ElementsAre(1, 1, 1));
  EXPECT_TRUE(std::isnan(f.y[3]));
}

TEST(InterpreterShared, MemoryIsUndefinedAgainInEveryGroup) {
  InterpretedProgram f;
  f.b.branch(f.b.eq(f.b.group_id(), f.b.constant(0)), [&] { f.b.store(f.s, f.t, f.b.real(1, f32)); });
  f.b.load(f.s, f.t);
  EXPECT_THAT(f.run(0, 2).faults, ElementsAre(AllOf(HasSubstr("group 1"), HasSubstr("nobody has written"))));
}

TEST(InterpreterBounds, AccessesOutsideAreSkipped) {
  InterpretedProgram f;
  f.y.resize(4);
  f.b.store(f.out, f.t, f.b.load(f.in, f.b.add(f.b.mul(f.t, 5), f.b.constant(-5))));
  f.b.store(f.out, f.b.add(f.t, 2), f.b.real(7, f32));
  f.b.store(f.s, f.b.mul(f.t, 5), f.b.real(1, f32.with_lanes(2)));
  const InterpreterReport report = f.run();
  EXPECT_THAT(report.faults, ElementsAre(AllOf(HasSubstr("load from in[-5]"), HasSubstr("out of bounds")),
                                         AllOf(HasSubstr("store to out[4]"), HasSubstr("work-item 2")),
                                         AllOf(HasSubstr("store to s[15] of 2"), HasSubstr("work-item 3"))));
  EXPECT_TRUE(std::isnan(f.y[0]));
  EXPECT_THAT(std::vector<float>(f.y.begin() + 1, f.y.end()), ElementsAre(1, 7, 7));
  EXPECT_EQ(report.loads, 3);
  EXPECT_EQ(report.stores, 6);
}

TEST(InterpreterBounds, ClaimedAlignmentIsChecked) {
  InterpretedProgram f;
  f.b.load(f.in, f.b.mul(f.t, 2), 2, 2);
  f.b.load(f.in, f.b.mul(f.t, 2), 2, 4);
  EXPECT_THAT(f.run().faults,
              ElementsAre(AllOf(HasSubstr("in[2]"), HasSubstr("misaligned"), HasSubstr("work-item 1"))));
}

TEST(InterpreterBarriers, SomeWorkItemsDoNotReachIt) {
  InterpretedProgram f;
  f.b.branch(f.b.lt(f.b.constant(0), f.t), [&] { f.b.barrier(); });
  EXPECT_THAT(f.run().faults, ElementsAre(AllOf(HasSubstr("barrier reached by 3 of 4"), HasSubstr("work-item 1"))));
}

TEST(InterpreterBarriers, OrderWhatLoopsDo) {
  InterpretedProgram f;
  f.b.store(f.s, f.t, f.b.load(f.in, f.t));
  f.b.loop("i", f.b.constant(0), f.b.constant(3), 1, [&](Value) {
    f.b.barrier();
    const Value next = f.b.load(f.s, f.b.mod(f.b.add(f.t, 1), 4));
    f.b.barrier();
    f.b.store(f.s, f.t, next);
  });
  f.b.store(f.out, f.t, f.b.load(f.s, f.t));
  const InterpreterReport report = f.run();
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.barriers, 6);
  EXPECT_THAT(prefix(f.y, 4), ElementsAre(4, 1, 2, 3));
}

TEST(InterpreterControl, LoopsEndForEachWorkItemOnItsOwn) {
  InterpretedProgram f;
  f.b.store(f.s, f.t, f.b.real(0, f32));
  f.b.loop("i", f.t, f.b.add(f.b.mul(f.t, 3), f.b.constant(1)), 2,
           [&](Value i) { f.b.store(f.s, f.t, f.b.add(f.b.load(f.s, f.t), f.b.cast(i, ScalarKind::f32))); });
  f.b.store(f.out, f.t, f.b.load(f.s, f.t));
  EXPECT_THAT(f.run().faults, IsEmpty());
  // 0; 1+3; 2+4+6; 3+5+7+9
  EXPECT_THAT(prefix(f.y, 4), ElementsAre(0, 4, 12, 24));
}

TEST(InterpreterControl, BranchesDivergeAndNest) {
  InterpretedProgram f;
  const auto put = [&](double value) { return [&f, value] { f.b.store(f.out, f.t, f.b.real(value, f32)); }; };
  const Value low = f.b.let("low", f.b.lt(f.t, f.b.constant(2)));
  const Value even = f.b.let("even", f.b.eq(f.b.mod(f.t, 2), f.b.constant(0)));
  f.b.branch(
      low, [&] { f.b.branch(even, put(10), put(11)); }, [&] { f.b.branch(even, put(12)); });
  EXPECT_THAT(f.run().faults, IsEmpty());
  EXPECT_THAT(prefix(f.y, 4), ElementsAre(10, 11, 12, -1));
}

TEST(InterpreterControl, EveryWorkItemFinishesAStatementBeforeTheNext) {
  InterpretedProgram f(4, false);
  f.b.store(f.out, f.b.add(f.t, 1), f.b.load(f.in, f.t));
  const Module module = f.b.finish();
  const Binding bindings[] = {bind(f.x), bind(f.x)};
  EXPECT_THAT(interpret(module, bindings, {}, 0, 1).faults, IsEmpty());
  EXPECT_THAT(prefix(f.x, 6), ElementsAre(1, 1, 2, 3, 4, 6));
}

TEST(InterpreterAliasing, RestrictBuffersDoNotShareMemory) {
  InterpretedProgram f;
  f.b.store(f.out, f.t, f.b.load(f.in, f.t));
  const Module module = f.b.finish();
  const Binding all = bind(f.x);
  const Binding head{all.data, 9};
  const Binding tail{all.data + 8 * sizeof(float), 8};
  const Binding overlapping[] = {head, tail};
  EXPECT_THAT(interpret(module, overlapping, {}, 0, 1).faults, Each(HasSubstr("share memory")));
  EXPECT_EQ(interpret(module, overlapping, {}, 0, 1).faults.size(), 2U);
  const Binding apart[] = {{all.data, 8}, tail};
  EXPECT_THAT(interpret(module, apart, {}, 0, 1).faults, IsEmpty());
}

TEST(InterpreterReports, AtMostTwentyFaultsAreKept) {
  InterpretedProgram f;
  for (int i = 0; i < 30; ++i) f.b.load(f.in, f.b.constant(100 + i));
  EXPECT_EQ(f.run().faults.size(), 20U);
}

TEST(InterpreterReports, TheWrongNumberOfArgumentsIsRejected) {
  InterpretedProgram f;
  f.b.scalar(Scalar::batch);
  const Module module = f.b.finish();
  const Binding bindings[] = {bind(f.x), bind(f.y)};
  EXPECT_THROW(interpret(module, bindings, {}, 0, 1), Error);
}

TEST(Interpreter, RegistersAreEachWorkItemsOwnAndOutliveALoop) {
  InterpretedProgram f;
  const Buffer* r = f.b.registers("r", ScalarKind::f32, 2);
  const Value zero = f.b.constant(0);
  f.b.store(r, zero, f.b.load(f.in, f.t));
  f.b.loop("round", zero, f.b.constant(3), 1, [&](Value) {
    const Value sum = f.b.let("sum", f.b.add(f.b.load(r, zero), f.b.load(r, zero)));
    f.b.store(r, zero, sum);
  });
  f.b.store(f.out, f.t, f.b.load(r, zero));
  const InterpreterReport report = f.run();
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_THAT(prefix(f.y, 5), ElementsAre(8, 16, 24, 32, -1));
}

TEST(Interpreter, RegistersStartUndefinedInEveryGroup) {
  InterpretedProgram f;
  const Buffer* r = f.b.registers("r", ScalarKind::f32, 1);
  const Value zero = f.b.constant(0);
  f.b.branch(f.b.eq(f.b.group_id(), zero), [&] { f.b.store(r, zero, f.b.load(f.in, f.t)); });
  f.b.store(f.out, f.t, f.b.load(r, zero));
  EXPECT_THAT(f.run(0, 2).faults, ElementsAre(HasSubstr("nobody has written")));
}

}  // namespace
}  // namespace papilio::ir
