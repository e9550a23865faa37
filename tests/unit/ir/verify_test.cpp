// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranges, alignment and uniformity. Ill-typed programs are in verify_structure_test.cpp.
#include "ir/verify.hpp"

#include <gmock/gmock.h>

#include "ir/builder.hpp"

namespace papilio::ir {
namespace {

using testing::AllOf, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

/// 64 work-items and a shared array of 256.
struct Fixture {
  explicit Fixture(int threads = 64) : b("test", threads) {}
  Builder b;
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Buffer* s = b.shared("s", ScalarKind::f32, 256);
  Value t = b.thread_id();
  Value n = b.scalar(Scalar::batch);

  void store(Value index, int lanes = 1, std::int64_t alignment = 1) {
    b.store(s, index, b.real(1, f32.with_lanes(lanes)), alignment);
  }
  std::vector<std::string> faults() { return verify(b.finish()); }
};

TEST(Verify, AcceptsAVectorAddition) {
  Fixture f;
  const Value i = f.b.let("i", f.b.add(f.b.mul(f.b.group_id(), 64), f.t));
  f.b.branch(f.b.lt(i, f.n), [&] { f.b.store(f.out, i, f.b.add(f.b.load(f.in, i), f.b.load(f.in, i))); });
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, AnIndexThatFitsExactly) {
  Fixture f;
  f.store(f.b.add(f.b.mul(f.t, 4), f.b.constant(3)));
  f.store(f.b.mul(f.t, 4), 4, 4);
  f.store(f.b.add(f.b.mul(f.b.mod(f.t, 16), 16), f.b.div(f.t, 4)));
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, AnIndexBeyondTheEndIsNamed) {
  Fixture f;
  f.store(f.b.add(f.b.mul(f.t, 4), f.b.constant(4)));
  EXPECT_THAT(f.faults(),
              ElementsAre(AllOf(HasSubstr("store to s["), HasSubstr("4 to 256"), HasSubstr("256 elements"))));
}

TEST(VerifyBounds, AnIndexBelowZeroIsNamed) {
  Fixture f;
  f.b.load(f.s, f.b.sub(f.t, f.b.constant(1)));
  EXPECT_THAT(f.faults(), ElementsAre(AllOf(HasSubstr("load from s["), HasSubstr("-1 to 62"))));
}

TEST(VerifyBounds, AllLanesCount) {
  Fixture f;
  f.store(f.b.add(f.b.mul(f.t, 4), f.b.constant(1)), 4);
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("of 4 scalars")));
}

TEST(VerifyBounds, AnUnknownIndexIsAFault) {
  Fixture f;
  f.store(f.n);
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("0 to 4611686018427387904")));
}

TEST(VerifyBounds, GlobalIndicesAreTheLaunchersAffair) {
  Fixture f;
  f.b.store(f.out, f.n, f.b.load(f.in, f.b.mul(f.n, 2)));
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, LoopsEndAtTheirLastStep) {
  Fixture f;
  // 2*t, 2*t + 128: even, so at most 254, and two lanes fit.
  f.b.loop("e", f.b.mul(f.t, 2), f.b.constant(255), 128, [&](Value e) { f.store(e, 2, 2); });
  f.b.loop("e", f.b.constant(0), f.b.constant(256), 4, [&](Value e) { f.store(e, 4, 4); });
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, ALoopThatGoesTooFarIsNamed) {
  Fixture f;
  f.b.loop("e", f.b.constant(0), f.b.constant(257), 4, [&](Value e) { f.store(e, 4, 4); });
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("0 to 256")));
}

TEST(VerifyBounds, ConditionsNarrowTheirBranch) {
  Fixture f;
  const Value i = f.b.let("i", f.b.mul(f.t, 8));
  f.b.branch(f.b.lt(i, f.b.constant(256)), [&] { f.store(i); });
  f.b.branch(
      f.b.le(f.b.constant(256), i), [] {}, [&] { f.store(i); });
  f.b.branch(f.b.logical_and(f.b.lt(i, f.n), f.b.lt(i, f.b.constant(256))), [&] { f.store(i); });
  f.b.branch(f.b.eq(f.n, f.b.constant(3)), [&] { f.store(f.n); });
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, ConditionsNarrowNothingElse) {
  Fixture f;
  const Value i = f.b.let("i", f.b.mul(f.t, 8));
  f.b.branch(
      f.b.lt(i, f.b.constant(256)), [&] { f.store(i); }, [&] { f.store(i); });
  f.b.branch(f.b.le(i, f.b.constant(256)), [&] { f.store(i); });
  f.store(i);
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("256 to 504"), HasSubstr("0 to 256"), HasSubstr("0 to 504")));
}

TEST(VerifyBounds, ConditionsNarrowWhatTheirOperandsAreMadeOf) {
  Fixture f;
  const Value wide = f.b.let("wide", f.b.mul(f.t, 8));
  const Value limit = f.b.constant(256);
  // thread_id() creates a new node each time; the condition must apply to all of them.
  f.b.branch(f.b.lt(f.b.add(f.b.mul(f.b.thread_id(), 8), f.b.constant(1)), limit), [&] { f.store(wide); });
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, SelectsNarrowTheirArms) {
  Fixture f;
  const Value i = f.b.mul(f.t, 8);
  f.store(f.b.select(f.b.lt(i, f.b.constant(256)), i, f.b.sub(i, f.b.constant(256))));
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, AChainOfSelectsEndsSoon) {
  Fixture f;
  Value p = f.t;
  // Evaluating this anew for each condition would take 3^40 steps.
  for (int l = 0; l < 40; ++l) {
    const Value next = f.b.let("next", f.b.add(p, 1));
    p = f.b.let("p", f.b.select(f.b.lt(next, f.b.constant(64)), next, f.b.constant(0)));
  }
  f.store(p);
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBounds, TablesHoldIntegersWithinTheirBounds) {
  Fixture f;
  const Buffer* table = f.b.table("gather", {ScalarKind::i32, 256, 1, 256});
  f.store(f.b.sub(f.b.load(table, f.t), f.b.constant(1)));
  f.store(f.b.load(table, f.t));
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("1 to 256")));
}

TEST(VerifyBounds, WhatNeverRunsIsSound) {
  Fixture f;
  f.b.branch(f.b.lt(f.b.let("x", f.b.mul(f.t, 2)), f.b.let("y", f.b.mul(f.t, -1))), [&] { f.store(f.n); });
  f.b.loop("e", f.b.let("x", f.b.add(f.t, 100)), f.b.constant(100), 1, [&](Value) { f.store(f.n); });
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyAlignment, ConstantPartsMustBeMultiples) {
  Fixture f;
  f.b.load(f.in, f.b.add(f.b.mul(f.t, 8), f.b.constant(2)), 2, 2);
  f.b.load(f.in, f.b.add(f.b.mul(f.t, 8), f.b.constant(2)), 4, 4);
  EXPECT_THAT(f.faults(), ElementsAre(AllOf(HasSubstr("claims alignment 4"), HasSubstr("constant part 2"))));
}

TEST(VerifyAlignment, ConstantPartsOfNamedValuesCountToo) {
  Fixture f;
  const Value base = f.b.let("base", f.b.add(f.n, f.b.constant(4, i64)));
  f.b.load(f.in, f.b.add(base, f.b.constant(4, i64)), 8, 8);
  f.b.load(f.in, f.b.add(base, f.b.constant(2, i64)), 8, 8);
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("constant part 6")));
}

TEST(VerifyAlignment, ALoopMayStartWhereItsBodyMakesUpForIt) {
  Fixture f;
  f.b.loop("e", f.b.constant(4), f.b.constant(128), 8, [&](Value e) {
    f.store(f.b.add(e, 4), 8, 8);
    f.store(e, 8, 8);
  });
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("constant part 4")));
}

TEST(VerifyBarriers, UniformConditionsAndLoopsAreSound) {
  Fixture f;
  f.b.branch(f.b.lt(f.b.group_id(), f.n), [&] { f.b.barrier(); });
  f.b.loop("i", f.b.constant(0, i64), f.n, 1, [&](Value) { f.b.barrier(); });
  const Value first = f.b.load(f.in, f.b.constant(0));
  f.b.branch(f.b.lt(first, f.b.real(0, f32)), [&] { f.b.barrier(); });
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(VerifyBarriers, ADivergentConditionIsNamed) {
  Fixture f;
  f.b.branch(f.b.lt(f.t, f.b.constant(3)), [&] { f.b.barrier(); });
  EXPECT_THAT(f.faults(), ElementsAre(AllOf(HasSubstr("barrier in 'if thread_id < 3'"), HasSubstr("thread_id"))));
}

TEST(VerifyBarriers, DivergenceFollowsVariablesLoadsAndLoops) {
  Fixture f;
  const Value x = f.b.load(f.in, f.b.let("i", f.b.mul(f.t, 2)));
  const auto barrier = [&](Value = nullptr) { f.b.barrier(); };
  f.b.branch(
      f.b.lt(x, f.b.real(0, f32)), [] {}, barrier);
  f.b.loop("to", f.b.constant(0), f.b.add(f.t, 2), 1, barrier);
  f.b.loop("from", f.t, f.b.constant(100), 1, barrier);
  f.b.loop("from", f.t, f.b.constant(100), 1, [&](Value v) {
    f.b.branch(f.b.lt(v, f.b.constant(7)), [&] { f.b.loop("i", f.b.constant(0), f.b.constant(3), 1, barrier); });
  });
  EXPECT_THAT(f.faults(), ElementsAre(HasSubstr("barrier in 'if"), HasSubstr("loop over to"),
                                      HasSubstr("loop over from"), HasSubstr("barrier in 'if from")));
}

TEST(VerifyBarriers, BehindADivergentConditionAllIsWell) {
  Fixture f;
  f.b.branch(f.b.lt(f.t, f.b.constant(3)), [&] { f.store(f.t); });
  f.b.barrier();
  EXPECT_THAT(f.faults(), IsEmpty());
}

/// 64 work-items in each of three work-groups, and a shared array of 256.
struct Cluster {
  Builder b{"test", 64, 0, 3};
  const Buffer* s = b.shared("s", ScalarKind::f32, 256);
  Value t = b.thread_id();
  Value next = b.mod(b.add(b.group_id(), 1), b.constant(3));

  void meet() {
    b.barrier(BarrierScope::cluster_arrive);
    b.barrier(BarrierScope::cluster_wait);
  }
  void store_to(Value rank) { b.store(s, t, b.real(1, f32), 1, rank); }
  std::vector<std::string> faults() { return verify(b.finish()); }
};

TEST(VerifyClusters, StoresToOthersStandBetweenTwoMeetings) {
  Cluster c;
  c.b.store(c.s, c.t, c.b.real(0, f32));
  c.meet();
  c.store_to(c.next);
  c.store_to(c.b.constant(2));
  c.meet();
  c.b.load(c.s, c.t);
  EXPECT_THAT(c.faults(), IsEmpty());
}

// Signals and awaits are barriers of the whole work-group, on one counter.
TEST(VerifyCounters, AreMetByAllWorkItemsAtOnce) {
  Fixture f;
  const Buffer* counters = f.b.counters("counters");
  const Value unit = f.b.let("unit", f.b.div(f.b.group_id(), 4));
  f.b.branch(
      f.b.lt(unit, f.b.constant(3)), [&] { f.b.signal(counters, unit); }, [&] { f.b.await(counters, unit, 4); });
  EXPECT_THAT(f.faults(), IsEmpty());
  Fixture g;
  const Buffer* others = g.b.counters("others");
  g.b.signal(others, g.t);
  g.b.branch(g.b.lt(g.t, g.b.constant(3)), [&] { g.b.await(others, g.b.constant(0), 4); });
  EXPECT_THAT(g.faults(), ElementsAre(AllOf(HasSubstr("signal of others"), HasSubstr("depends on thread_id")),
                                      HasSubstr("barrier in")));
}

TEST(VerifyCounters, AreNotOfClusters) {
  Builder b("test", 32, 0, 2);
  b.signal(b.counters("counters"), b.constant(0));
  EXPECT_THAT(verify(b.finish()), ElementsAre(HasSubstr("in a cluster")));
}

TEST(VerifyClusters, ARankThatMayBeOutOfRangeIsNamed) {
  Cluster c;
  c.meet();
  c.store_to(c.b.constant(3));
  c.store_to(c.b.sub(c.next, c.b.constant(1)));
  c.store_to(c.b.group_id());
  c.meet();
  EXPECT_THAT(c.faults(), ElementsAre(AllOf(HasSubstr("work-group 3 of a cluster"), HasSubstr("there are 3")),
                                      HasSubstr("-1 to 1"), HasSubstr("work-group group_id of a cluster")));
}

TEST(VerifyClusters, NobodyWritesToOthersBeforeTheyRun) {
  Cluster c;
  c.store_to(c.next);
  c.meet();
  EXPECT_THAT(c.faults(), ElementsAre(HasSubstr("may not run yet")));
}

TEST(VerifyClusters, NobodyEndsBehindAStoreToOthers) {
  Cluster c;
  c.meet();
  c.store_to(c.next);
  EXPECT_THAT(c.faults(), ElementsAre(HasSubstr("may have ended")));
}

TEST(VerifyClusters, NobodyTouchesSharedMemoryBetweenArriveAndWait) {
  Cluster c;
  c.meet();
  c.b.barrier(BarrierScope::cluster_arrive);
  c.b.load(c.s, c.t);
  c.b.branch(c.b.lt(c.t, c.b.constant(9)), [&] { c.b.store(c.s, c.t, c.b.real(0, f32)); });
  c.store_to(c.next);
  c.b.barrier(BarrierScope::cluster_wait);
  EXPECT_THAT(c.faults(), ElementsAre(HasSubstr("load from s between"), HasSubstr("store to s between"),
                                      HasSubstr("store to s between")));
}

TEST(VerifyClusters, GlobalMemoryAndTheGroupsBarrierMayStandThere) {
  Cluster c;
  const Buffer* out = c.b.output(ScalarKind::f32, true);
  c.b.barrier(BarrierScope::cluster_arrive);
  c.b.barrier();
  c.b.store(out, c.t, c.b.real(0, f32));
  c.b.barrier(BarrierScope::cluster_wait);
  EXPECT_THAT(c.faults(), IsEmpty());
}

TEST(VerifyClusters, ArriveAndWaitComeInTurn) {
  constexpr BarrierScope arrive = BarrierScope::cluster_arrive;
  constexpr BarrierScope wait = BarrierScope::cluster_wait;
  const auto faults_of = [](const std::vector<BarrierScope>& meetings) {
    Cluster c;
    for (const BarrierScope meeting : meetings) c.b.barrier(meeting);
    return c.faults();
  };
  EXPECT_THAT(faults_of({arrive, wait, arrive, wait}), IsEmpty());
  EXPECT_THAT(faults_of({arrive, arrive, wait}), ElementsAre(HasSubstr("pair them")));
  EXPECT_THAT(faults_of({wait}), ElementsAre(HasSubstr("pair them")));
  EXPECT_THAT(faults_of({arrive}), ElementsAre(HasSubstr("ends between")));
}

TEST(VerifyClusters, BarriersOfTheClusterStandInNoLoopAndUnderNoCondition) {
  Cluster c;
  c.b.branch(c.b.lt(c.b.scalar(Scalar::batch), c.b.constant(9)), [&] { c.meet(); });
  c.b.loop("i", c.b.constant(0), c.b.constant(2), 1, [&](Value) { c.meet(); });
  c.meet();
  EXPECT_THAT(c.faults(),
              testing::AllOf(testing::SizeIs(4), testing::Each(HasSubstr("in a loop or under a condition"))));
}

TEST(Verify, RegistersAreMetAtConstantIndicesWithinThem) {
  Fixture good;
  const Buffer* r = good.b.registers("r", ScalarKind::f32, 2);
  good.b.store(r, good.b.constant(1), good.b.real(1, f32));
  good.b.store(good.out, good.t, good.b.load(r, good.b.constant(1)));
  EXPECT_THAT(good.faults(), IsEmpty());

  Fixture beyond;
  beyond.b.store(beyond.b.registers("r", ScalarKind::f32, 2), beyond.b.constant(2), beyond.b.real(1, f32));
  EXPECT_THAT(beyond.faults(), ElementsAre(HasSubstr("the array has 2 elements")));

  Fixture variable;
  const Buffer* own = variable.b.registers("r", ScalarKind::f32, 64);
  variable.b.store(own, variable.t, variable.b.real(1, f32));
  variable.b.load(own, variable.t);
  EXPECT_THAT(variable.faults(), ElementsAre(HasSubstr("no constant"), HasSubstr("no constant")));
}

}  // namespace
}  // namespace papilio::ir
