// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Clusters: work-groups that run together and write to each other's shared arrays.
#include <gmock/gmock.h>

#include <numeric>
#include <papilio/error.hpp>

#include "ir/builder.hpp"
#include "support/interpreter.hpp"

namespace papilio::ir {
namespace {

using testing::AllOf, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

/// Work-groups of two work-items from `in` to `out`, one number each, with shared memory of 4.
struct InterpretedCluster {
  explicit InterpretedCluster(int count) : b("test", 2, 0, count), groups(count) {
    std::iota(x.begin(), x.end(), 1.0F);
  }
  Builder b;
  int groups;
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Buffer* s = b.shared("s", ScalarKind::f32, 4);
  Value t = b.thread_id();
  Value rank = b.let("rank", b.mod(b.group_id(), groups));
  Value next = b.let("next", b.mod(b.add(rank, 1), b.constant(groups)));
  Value own = b.let("own", b.add(b.mul(b.group_id(), 2), t));
  std::vector<float> x = std::vector<float>(12);
  std::vector<float> y = std::vector<float>(12, -1.0F);

  void meet() {
    b.barrier(BarrierScope::cluster_arrive);
    b.barrier(BarrierScope::cluster_wait);
  }
  void put(Value index, double value) { b.store(s, index, b.real(value, f32)); }
  InterpreterReport run(std::int64_t first, std::int64_t all) {
    const Module module = b.finish();
    const Binding bindings[] = {{reinterpret_cast<std::byte*>(x.data()), 12},
                                {reinterpret_cast<std::byte*>(y.data()), 12}};
    return interpret(module, bindings, {}, first, all);
  }
  InterpreterReport run() { return run(0, groups); }
};

enum class Between { nothing, group, cluster };

void order(InterpretedCluster& f, Between between) {
  if (between == Between::group) f.b.barrier();
  if (between == Between::cluster) f.meet();
}

/// Every work-group reads its own array, passes its numbers to the next work-group, the two exchanged, and reads what
/// it received.
void hand_on(InterpretedCluster& f, Between before, Between after) {
  f.put(f.t, 100);
  f.meet();
  f.b.load(f.s, f.t);
  order(f, before);
  f.b.store(f.s, f.b.sub(f.b.constant(1), f.t), f.b.load(f.in, f.own), 1, f.next);
  order(f, after);
  f.b.store(f.out, f.own, f.b.load(f.s, f.t));
}

TEST(InterpreterClusters, GroupsHandNumbersOn) {
  InterpretedCluster two(2);
  hand_on(two, Between::cluster, Between::cluster);
  const InterpreterReport report = two.run(0, 4);
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.barriers, 6);
  EXPECT_THAT(two.y, ElementsAre(4, 3, 2, 1, 8, 7, 6, 5, -1, -1, -1, -1));

  InterpretedCluster three(3);
  hand_on(three, Between::cluster, Between::cluster);
  EXPECT_THAT(three.run(3, 3).faults, IsEmpty());
  EXPECT_THAT(three.y, ElementsAre(-1, -1, -1, -1, -1, -1, 12, 11, 8, 7, 10, 9));
}

TEST(InterpreterClusters, OnlyTheirOwnBarrierKeepsGroupsApart) {
  for (const Between weak : {Between::nothing, Between::group}) {
    for (const int groups : {2, 3}) {
      InterpretedCluster before(groups);
      hand_on(before, weak, Between::cluster);
      EXPECT_THAT(before.run().faults,
                  ElementsAre(AllOf(HasSubstr("race on s[1]"), HasSubstr("reads what the first writes"))));

      InterpretedCluster after(groups);
      hand_on(after, Between::cluster, weak);
      EXPECT_THAT(after.run().faults,
                  ElementsAre(AllOf(HasSubstr("race on s[0]"), HasSubstr("writes what the first reads"))));
    }
  }
}

TEST(InterpreterClusters, RacesNameBothGroups) {
  InterpretedCluster f(2);
  f.meet();
  f.b.branch(f.b.eq(f.t, f.b.constant(1)),
             [&] { f.b.store(f.s, f.b.constant(3), f.b.real(1, f32), 1, f.b.constant(0)); });
  EXPECT_THAT(f.run(2, 2).faults,
              ElementsAre(AllOf(HasSubstr("race on s[3]: work-item 1 of group 3 and work-item 1 of group 2"),
                                HasSubstr("writes it too"), HasSubstr("barrier of the cluster"))));
}

TEST(InterpreterClusters, ArrivingIsNotWaiting) {
  InterpretedCluster f(2);
  f.meet();
  f.b.store(f.s, f.t, f.b.load(f.in, f.own), 1, f.next);
  f.b.barrier(BarrierScope::cluster_arrive);
  f.b.load(f.s, f.t);
  EXPECT_THAT(f.run().faults, ElementsAre(HasSubstr("race on s[0]")));
}

TEST(InterpreterClusters, EachGroupHasArraysAndRegistersOfItsOwn) {
  InterpretedCluster f(3);
  const Buffer* r = f.b.registers("r", ScalarKind::f32, 1);
  const Value x = f.b.load(f.in, f.own);
  f.b.store(f.s, f.t, x);
  f.b.store(r, f.b.constant(0), x);
  f.b.barrier();
  const Value other = f.b.load(f.s, f.b.sub(f.b.constant(1), f.t));
  f.b.store(f.out, f.own, f.b.add(f.b.mul(other, f.b.real(10, f32)), f.b.load(r, f.b.constant(0))));
  EXPECT_THAT(f.run().faults, IsEmpty());
  EXPECT_THAT(std::vector<float>(f.y.begin(), f.y.begin() + 6), ElementsAre(21, 12, 43, 34, 65, 56));
}

TEST(InterpreterClusters, WhatNobodyWroteToAGroupIsUndefinedThere) {
  InterpretedCluster f(2);
  f.b.branch(f.b.eq(f.rank, f.b.constant(0)), [&] { f.put(f.t, 1); });
  f.b.load(f.s, f.t);
  EXPECT_THAT(f.run(2, 2).faults,
              ElementsAre(AllOf(HasSubstr("work-item 0 of group 3"), HasSubstr("nobody has written"))));
}

// Conditions may differ between work-groups: a barrier in one does not affect the others, and orders none of their
// accesses.
TEST(InterpreterClusters, AGroupMayMeetAlone) {
  const auto faults_of = [](int who) {
    InterpretedCluster f(2);
    f.put(f.t, 1);
    f.b.branch(f.b.eq(f.rank, f.b.constant(0)), [&] { f.b.barrier(); });
    f.b.branch(f.b.eq(f.rank, f.b.constant(who)), [&] { f.b.load(f.s, f.b.sub(f.b.constant(1), f.t)); });
    return f.run().faults;
  };
  EXPECT_THAT(faults_of(0), IsEmpty());
  EXPECT_THAT(faults_of(1), ElementsAre(HasSubstr("work-items 0 and 1 of group 1")));
}

TEST(InterpreterClusters, BarriersThatNotAllReachAreNamed) {
  InterpretedCluster group(2);
  group.b.branch(group.b.lt(group.own, group.b.constant(3)), [&] { group.b.barrier(); });
  EXPECT_THAT(group.run().faults, ElementsAre(HasSubstr("1 of 2 work-items of group 1")));

  InterpretedCluster cluster(2);
  cluster.b.branch(cluster.b.eq(cluster.rank, cluster.b.constant(1)), [&] { cluster.meet(); });
  EXPECT_THAT(cluster.run().faults, ElementsAre(HasSubstr("2 of 4 work-items of group 1")));
}

TEST(InterpreterClusters, ARankThatIsNotThereIsOutOfBounds) {
  InterpretedCluster f(2);
  f.meet();
  f.b.store(f.s, f.t, f.b.real(1, f32), 1, f.b.add(f.rank, 1));
  EXPECT_THAT(f.run().faults,
              ElementsAre(AllOf(HasSubstr("work-item 0 of group 1"), HasSubstr("work-group 2 of a cluster of 2"))));
}

TEST(InterpreterClusters, PartsOfThemAreRefused) {
  EXPECT_THROW(InterpretedCluster(2).run(0, 3), Error);
  EXPECT_THROW(InterpretedCluster(2).run(1, 2), Error);
}

}  // namespace
}  // namespace papilio::ir
