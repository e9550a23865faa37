// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "ir/builder.hpp"

namespace papilio::ir {
namespace {

TEST(Print, ShowsAWholeModule) {
  Builder b("demo", 32);
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, false);
  const Buffer* gather = b.table("gather", {ScalarKind::i32, 16, 1, 16});
  const Buffer* tile = b.shared("tile", ScalarKind::f32, 128);
  const Value t = b.thread_id();
  b.comment("reads");
  const Value at = b.load(gather, b.div(t, 2));
  const Value x = b.load(in, b.mul(b.add(at, 1), 2), 2, 2);
  b.store(tile, b.mul(t, 2), b.shuffle({x}, {1, 0}), 2);
  b.barrier();
  b.loop("k", b.constant(0), b.scalar(Scalar::repeat), {1, Unroll::none}, [&](Value k) {
    b.branch(
        b.lt(k, b.scalar(Scalar::batch)), [&] { b.store(out, k, b.load(tile, t)); },
        [&] { b.store(out, k, b.real(0.5, f32)); });
  });
  EXPECT_EQ(print(b.finish()), R"(kernel demo threads 32
input in: f32 restrict
output out: f32
table gather: i32[16] restrict
scalar batch
scalar repeat
shared tile: f32[128]
  # reads
  let w_0: i32 = gather[thread_id >> 1] align 1
  let x_1: f32x2 = in[(w_0 + 1) * 2] align 2
  store tile[thread_id * 2] align 2 = shuffle(x_1)[1 0]
  barrier
  for k_2: i64 = 0 .. repeat step 1 no unroll
    if k_2 < batch
      let s_3: f32 = tile[thread_id] align 1
      store out[k_2] align 1 = s_3
    else
      store out[k_2] align 1 = 0.5
)");
}

TEST(Print, ShowsClusters) {
  Builder b("demo", 32, 0, 2);
  const Buffer* s = b.shared("s", ScalarKind::f32, 32);
  b.barrier(BarrierScope::cluster_arrive);
  b.barrier(BarrierScope::cluster_wait);
  b.store(s, b.thread_id(), b.real(0.5, f32), 1, b.sub(b.constant(1), b.mod(b.group_id(), 2)));
  EXPECT_EQ(print(b.finish()), R"(kernel demo threads 32 cluster 2
shared s: f32[32]
  cluster arrive
  cluster wait
  store s[thread_id] of group 1 - (group_id & 1) align 1 = 0.5
)");
}

TEST(Print, NothingIsNone) { EXPECT_EQ(print(static_cast<Expr>(nullptr)), "none"); }

TEST(Print, NamesOfOpsFollowTheEnumerators) {
  EXPECT_EQ(to_string(Op::int_constant), "int_constant");
  EXPECT_EQ(to_string(Op::bit_or), "bit_or");
  EXPECT_EQ(to_string(Op::load), "load");
  EXPECT_EQ(to_string(ScalarKind::f64), "f64");
}

TEST(Print, SizesOfScalars) {
  EXPECT_EQ(size_of(ScalarKind::i32), 4);
  EXPECT_EQ(size_of(ScalarKind::f64), 8);
}

}  // namespace
}  // namespace papilio::ir
