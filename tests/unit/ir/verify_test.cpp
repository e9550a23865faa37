// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranges, alignment and uniformity. Ill-typed programs are in verify_structure_test.cpp.
#include "ir/verify.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "ir/operators.hpp"

namespace papilio::ir {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

/// 64 work-items and a shared array of 256.
struct VerifiedProgram {
  Builder b{"test", 64};
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Buffer* s = b.shared("s", ScalarKind::f32, 256);
  Value t = b.thread_id();
  Value n = b.scalar(Scalar::batch);

  void store(Value index, int lanes = 1, std::int64_t alignment = 1) {
    b.store(s, index, b.real(1, f32.with_lanes(lanes)), alignment);
  }
};

/// 64 work-items in each of three work-groups, and a shared array of 256.
struct VerifiedCluster {
  Builder b{"test", 64, 0, 3};
  const Buffer* s = b.shared("s", ScalarKind::f32, 256);
  Value t = b.thread_id();
  Value next = b.mod(b.group_id() + 1, b.constant(3));

  void meet() {
    b.barrier(BarrierScope::cluster_arrive);
    b.barrier(BarrierScope::cluster_wait);
  }
  void store_to(Value rank) { b.store(s, t, b.real(1, f32), 1, rank); }
};

/// A program, and for each fault that it has the parts of its message.
template <typename Program>
struct VerifyCase {
  const char* name;
  void (*write)(Program&);
  std::vector<std::vector<std::string>> faults;
};

template <typename Program, std::size_t count>
void expect_faults(const VerifyCase<Program> (&cases)[count]) {
  for (const VerifyCase<Program>& c : cases) {
    SCOPED_TRACE(c.name);
    Program program;
    c.write(program);
    std::vector<testing::Matcher<std::string>> messages;
    for (const std::vector<std::string>& parts : c.faults) {
      std::vector<testing::Matcher<std::string>> has(parts.size());
      std::transform(parts.begin(), parts.end(), has.begin(), [](const std::string& part) { return HasSubstr(part); });
      messages.emplace_back(testing::AllOfArray(has));
    }
    EXPECT_THAT(verify(program.b.finish()), testing::ElementsAreArray(messages));
  }
}

TEST(Verify, Bounds) {
  expect_faults<VerifiedProgram>({
      {"a vector addition",
       [](VerifiedProgram& f) {
         const Value i = f.b.let("i", f.b.group_id() * 64 + f.t);
         f.b.branch(i < f.n, [&] { f.b.store(f.out, i, f.b.load(f.in, i) + f.b.load(f.in, i)); });
       },
       {}},
      {"indices that fit exactly",
       [](VerifiedProgram& f) {
         f.store(f.t * 4 + 3);
         f.store(f.t * 4, 4, 4);
         f.store(f.t % 16 * 16 + f.t / 4);
       },
       {}},
      {"beyond the end",
       [](VerifiedProgram& f) { f.store(f.t * 4 + 4); },
       {{"store to s[", "4 to 256", "256 elements"}}},
      {"below zero", [](VerifiedProgram& f) { f.b.load(f.s, f.t - 1); }, {{"load from s[", "-1 to 62"}}},
      {"all lanes count", [](VerifiedProgram& f) { f.store(f.t * 4 + 1, 4); }, {{"of 4 scalars"}}},
      {"an unknown index", [](VerifiedProgram& f) { f.store(f.n); }, {{"0 to 4611686018427387904"}}},
      {"global indices are the launcher's affair",
       [](VerifiedProgram& f) { f.b.store(f.out, f.n, f.b.load(f.in, f.n * 2)); },
       {}},
      {"loops end at their last step",
       [](VerifiedProgram& f) {
         // 2*t, 2*t + 128: even, so at most 254, and two lanes fit.
         f.b.loop("e", f.t * 2, f.b.constant(255), 128, [&](Value e) { f.store(e, 2, 2); });
         f.b.loop("e", f.b.constant(0), f.b.constant(256), 4, [&](Value e) { f.store(e, 4, 4); });
         f.b.loop("e", f.b.constant(0), f.b.constant(257), 4, [&](Value e) { f.store(e, 4, 4); });
       },
       {{"0 to 256"}}},
      {"tables hold integers within their bounds",
       [](VerifiedProgram& f) {
         const Buffer* table = f.b.table("gather", {ScalarKind::i32, 256, 1, 256});
         f.store(f.b.load(table, f.t) - 1);
         f.store(f.b.load(table, f.t));
       },
       {{"1 to 256"}}},
      {"what never runs is sound",
       [](VerifiedProgram& f) {
         f.b.branch(f.b.let("x", f.t * 2) < f.b.let("y", f.t * -1), [&] { f.store(f.n); });
         f.b.loop("e", f.b.let("x", f.t + 100), f.b.constant(100), 1, [&](Value) { f.store(f.n); });
       },
       {}},
      {"registers beyond their end",
       [](VerifiedProgram& f) {
         const Buffer* r = f.b.registers("r", ScalarKind::f32, 2);
         f.b.store(r, f.b.constant(1), f.b.load(f.in, f.t));
         f.b.store(f.out, f.t, f.b.load(r, f.b.constant(1)));
         f.b.store(r, f.b.constant(2), f.b.real(1, f32));
       },
       {{"the array has 2 elements"}}},
      {"registers at an index that is no constant",
       [](VerifiedProgram& f) {
         const Buffer* r = f.b.registers("r", ScalarKind::f32, 64);
         f.b.store(r, f.t, f.b.real(1, f32));
         f.b.load(r, f.t);
       },
       {{"no constant"}, {"no constant"}}},
  });
}

TEST(Verify, ConditionsNarrowBounds) {
  expect_faults<VerifiedProgram>({
      {"in their branch",
       [](VerifiedProgram& f) {
         const Value i = f.b.let("i", f.t * 8);
         f.b.branch(i < 256, [&] { f.store(i); });
         f.b.branch(
             i >= 256, [] {}, [&] { f.store(i); });
         f.b.branch(f.b.logical_and(i < f.n, i < 256), [&] { f.store(i); });
         f.b.branch(f.n == 3, [&] { f.store(f.n); });
       },
       {}},
      {"and nowhere else",
       [](VerifiedProgram& f) {
         const Value i = f.b.let("i", f.t * 8);
         f.b.branch(
             i < 256, [&] { f.store(i); }, [&] { f.store(i); });
         f.b.branch(i <= 256, [&] { f.store(i); });
         f.store(i);
       },
       {{"256 to 504"}, {"0 to 256"}, {"0 to 504"}}},
      {"of what their operands are made of: thread_id() creates a new node each time",
       [](VerifiedProgram& f) {
         const Value wide = f.b.let("wide", f.t * 8);
         f.b.branch(f.b.thread_id() * 8 + 1 < 256, [&] { f.store(wide); });
       },
       {}},
      {"in the arms of a selection",
       [](VerifiedProgram& f) { f.store(f.b.select(f.t * 8 < 256, f.t * 8, f.t * 8 - 256)); },
       {}},
      {"along a chain of selections, which would take 3^40 steps if each condition were evaluated anew",
       [](VerifiedProgram& f) {
         Value p = f.t;
         for (int l = 0; l < 40; ++l) {
           const Value next = f.b.let("next", p + 1);
           p = f.b.let("p", f.b.select(next < 64, next, f.b.constant(0)));
         }
         f.store(p);
       },
       {}},
  });
}

TEST(Verify, Alignment) {
  expect_faults<VerifiedProgram>({
      {"constant parts are multiples",
       [](VerifiedProgram& f) {
         f.b.load(f.in, f.t * 8 + 2, 2, 2);
         f.b.load(f.in, f.t * 8 + 2, 4, 4);
       },
       {{"claims alignment 4", "constant part 2"}}},
      {"constant parts of named values count too",
       [](VerifiedProgram& f) {
         const Value base = f.b.let("base", f.n + 4);
         f.b.load(f.in, base + 4, 8, 8);
         f.b.load(f.in, base + 2, 8, 8);
       },
       {{"constant part 6"}}},
      {"a loop may start where its body makes up for it",
       [](VerifiedProgram& f) {
         f.b.loop("e", f.b.constant(4), f.b.constant(128), 8, [&](Value e) {
           f.store(e + 4, 8, 8);
           f.store(e, 8, 8);
         });
       },
       {{"constant part 4"}}},
  });
}

TEST(Verify, Barriers) {
  expect_faults<VerifiedProgram>({
      {"under uniform conditions and in uniform loops",
       [](VerifiedProgram& f) {
         f.b.branch(f.b.group_id() < f.n, [&] { f.b.barrier(); });
         f.b.loop("i", f.b.constant(0, i64), f.n, 1, [&](Value) { f.b.barrier(); });
         const Value first = f.b.load(f.in, f.b.constant(0));
         f.b.branch(first < 0.0, [&] { f.b.barrier(); });
       },
       {}},
      {"under a divergent condition",
       [](VerifiedProgram& f) { f.b.branch(f.t < 3, [&] { f.b.barrier(); }); },
       {{"barrier in 'if thread_id < 3'", "thread_id"}}},
      {"divergence follows variables, loads and loops",
       [](VerifiedProgram& f) {
         const Value x = f.b.load(f.in, f.b.let("i", f.t * 2));
         const auto barrier = [&](Value = nullptr) { f.b.barrier(); };
         f.b.branch(
             x < 0.0, [] {}, barrier);
         f.b.loop("to", f.b.constant(0), f.t + 2, 1, barrier);
         f.b.loop("from", f.t, f.b.constant(100), 1, barrier);
         f.b.loop("from", f.t, f.b.constant(100), 1, [&](Value v) {
           f.b.branch(v < 7, [&] { f.b.loop("i", f.b.constant(0), f.b.constant(3), 1, barrier); });
         });
       },
       {{"barrier in 'if"}, {"loop over to"}, {"loop over from"}, {"barrier in 'if from"}}},
      {"behind a divergent condition",
       [](VerifiedProgram& f) {
         f.b.branch(f.t < 3, [&] { f.store(f.t); });
         f.b.barrier();
       },
       {}},
      {"signals and awaits are barriers of the work-group, on one counter",
       [](VerifiedProgram& f) {
         const Buffer* counters = f.b.counters("counters");
         const Value unit = f.b.let("unit", f.b.group_id() / 4);
         f.b.branch(
             unit < 3, [&] { f.b.signal(counters, unit); }, [&] { f.b.await(counters, unit, 4); });
         f.b.signal(counters, f.t);
         f.b.branch(f.t < 3, [&] { f.b.await(counters, f.b.constant(0), 4); });
       },
       {{"signal of counters", "depends on thread_id"}, {"barrier in"}}},
  });
}

TEST(Verify, Clusters) {
  expect_faults<VerifiedCluster>({
      {"stores to others stand between two meetings",
       [](VerifiedCluster& c) {
         c.b.store(c.s, c.t, c.b.real(0, f32));
         c.meet();
         c.store_to(c.next);
         c.store_to(c.b.constant(2));
         c.meet();
         c.b.load(c.s, c.t);
       },
       {}},
      {"counters",
       [](VerifiedCluster& c) { c.b.signal(c.b.counters("counters"), c.b.constant(0)); },
       {{"in a cluster"}}},
      {"ranks that may be out of range",
       [](VerifiedCluster& c) {
         c.meet();
         c.store_to(c.b.constant(3));
         c.store_to(c.next - 1);
         c.store_to(c.b.group_id());
         c.meet();
       },
       {{"work-group 3 of a cluster", "there are 3"}, {"-1 to 1"}, {"work-group group_id of a cluster"}}},
      {"a store to others before they run",
       [](VerifiedCluster& c) {
         c.store_to(c.next);
         c.meet();
       },
       {{"may not run yet"}}},
      {"the end behind a store to others",
       [](VerifiedCluster& c) {
         c.meet();
         c.store_to(c.next);
       },
       {{"may have ended"}}},
      {"shared memory between arrive and wait",
       [](VerifiedCluster& c) {
         c.meet();
         c.b.barrier(BarrierScope::cluster_arrive);
         c.b.load(c.s, c.t);
         c.b.branch(c.t < 9, [&] { c.b.store(c.s, c.t, c.b.real(0, f32)); });
         c.store_to(c.next);
         c.b.barrier(BarrierScope::cluster_wait);
       },
       {{"load from s between"}, {"store to s between"}, {"store to s between"}}},
      {"global memory and the work-group's barrier between them",
       [](VerifiedCluster& c) {
         const Buffer* out = c.b.output(ScalarKind::f32, true);
         c.b.barrier(BarrierScope::cluster_arrive);
         c.b.barrier();
         c.b.store(out, c.t, c.b.real(0, f32));
         c.b.barrier(BarrierScope::cluster_wait);
       },
       {}},
      {"meetings under a condition and in a loop",
       [](VerifiedCluster& c) {
         c.b.branch(c.b.scalar(Scalar::batch) < 9, [&] { c.meet(); });
         c.b.loop("i", c.b.constant(0), c.b.constant(2), 1, [&](Value) { c.meet(); });
         c.meet();
       },
       {4, {"in a loop or under a condition"}}},
  });
}

TEST(Verify, ArriveAndWaitComeInTurn) {
  constexpr BarrierScope arrive = BarrierScope::cluster_arrive;
  constexpr BarrierScope wait = BarrierScope::cluster_wait;
  const auto faults_of = [](const std::vector<BarrierScope>& meetings) {
    VerifiedCluster c;
    for (const BarrierScope meeting : meetings) c.b.barrier(meeting);
    return verify(c.b.finish());
  };
  EXPECT_THAT(faults_of({arrive, wait, arrive, wait}), IsEmpty());
  EXPECT_THAT(faults_of({arrive, arrive, wait}), ElementsAre(HasSubstr("pair them")));
  EXPECT_THAT(faults_of({wait}), ElementsAre(HasSubstr("pair them")));
  EXPECT_THAT(faults_of({arrive}), ElementsAre(HasSubstr("ends between")));
}

}  // namespace
}  // namespace papilio::ir
