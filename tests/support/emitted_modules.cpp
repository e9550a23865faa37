// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/emitted_modules.hpp"

#include <limits>
#include <numeric>

namespace papilio::test {

using namespace ir;

Module scale_module() {
  Builder b("scale", 64);
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Value i = b.let("i", b.add(b.mul(b.cast(b.group_id(), ScalarKind::i64), 64), b.thread_id()));
  b.branch(b.lt(i, b.scalar(Scalar::batch)), [&] { b.store(out, i, b.mul(b.load(in, i), b.real(0.1, f32))); });
  return b.finish();
}

Module carried_module() {
  Builder b("carried", 32);
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Buffer* kept = b.registers("kept", ScalarKind::f32, 2);
  const Value at = b.let("at", b.mul(b.thread_id(), 2));
  for (int i = 0; i < 2; ++i) b.store(kept, b.constant(i), b.load(in, b.add(at, i)));
  b.loop("round", b.constant(0), b.constant(2), {1, Unroll::none}, [&](Value) {
    const Value first = b.load(kept, b.constant(0));
    const Value second = b.load(kept, b.constant(1));
    b.store(kept, b.constant(0), b.add(first, second));
    b.store(kept, b.constant(1), b.sub(first, second));
  });
  for (int i = 0; i < 2; ++i) b.store(out, b.add(at, i), b.load(kept, b.constant(i)));
  return b.finish();
}

Module exchange_module(ScalarKind element) {
  Builder b("exchange", 32);
  const Buffer* in = b.input(element, false);
  const Buffer* out = b.output(element, false);
  const Type scalar{element, 1};
  const Buffer* re = b.shared("re", element, 64);
  const Buffer* im = b.shared("im", element, 64);
  const Value t = b.thread_id();
  b.comment("two complex numbers for each work-item");
  b.loop("k", b.constant(0), b.constant(2), {1, Unroll::full}, [&](Value k) {
    const Value at = b.let("at", b.add(b.mul(k, 32), t));
    const Value z = b.load(in, b.mul(at, 2), 2, 2);
    b.store(re, at, b.lane(z, 0));
    b.store(im, at, b.lane(z, 1));
  });
  b.barrier();
  b.loop("turn", b.constant(0, i64), b.scalar(Scalar::repeat), {3, Unroll::none}, [&](Value turn) {
    const Value mirror = b.let("mirror", b.sub(b.constant(63), t));
    const Value x = b.load(re, mirror);
    const Value y = b.load(im, mirror);
    const Value r = b.let("r", b.fma(x, y, b.neg(b.mul(b.add(x, y), b.real(-1.5, scalar)))));
    const Value s = b.let("s", b.select(b.lt(turn, b.scalar(Scalar::batch)), x, y));
    b.store(out, b.mul(t, 2), b.concat({r, s}), 2);
    b.store(out, b.add(b.mul(t, 2), 65), b.concat({s, r}), 1);
  });
  return b.finish();
}

Module big_shared_module() {
  Builder b("big_shared", 256);
  const Buffer* in = b.input(ScalarKind::f64, true);
  const Buffer* out = b.output(ScalarKind::f64, true);
  const Buffer* first = b.shared("first", ScalarKind::f64, 4097);
  const Buffer* second = b.shared("second", ScalarKind::f64, 4096);
  const Value t = b.thread_id();
  const Value pair = b.load(in, b.mul(t, 2), 2, 2);
  b.store(first, t, b.lane(pair, 0));
  b.store(second, t, b.lane(pair, 1));
  b.barrier();
  const Value other = b.let("other", b.sub(b.constant(255), t));
  const Value x = b.load(first, other);
  const Value y = b.load(second, other);
  b.store(out, b.mul(t, 2), b.concat({x, y}), 2);
  return b.finish();
}

Module counters_module() {
  Builder b("counters", 32);
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, false);
  const Buffer* counters = b.counters("counters");
  const Value unit = b.let("unit", b.div(b.group_id(), 2));
  const Value own = b.let("own", b.add(b.mul(unit, 32), b.thread_id()));
  b.branch(
      b.eq(b.mod(b.group_id(), 2), b.constant(0)),
      [&] {
        b.store(out, own, b.load(in, own));
        b.signal(counters, b.mul(unit, 8));
      },
      [&] {
        b.await(counters, b.mul(unit, 8), 1);
        b.store(out, b.add(own, b.constant(4096)), b.real(1, f32));
      });
  return b.finish();
}

Module cluster_module(ScalarKind element) {
  Builder b("cluster", 32, 0, 2);
  const Buffer* in = b.input(element, true);
  const Buffer* out = b.output(element, true);
  const Buffer* pairs = b.shared("pairs", element, 64);
  const Buffer* all = b.shared("all", element, 64);
  const Value t = b.thread_id();
  const Value rank = b.let("rank", b.mod(b.group_id(), 2));
  const Value own = b.let("own", b.add(b.mul(b.group_id(), 32), t));
  const Value z = b.load(in, b.mul(own, 2), 2, 2);
  b.barrier(BarrierScope::cluster_arrive);
  b.barrier(BarrierScope::cluster_wait);
  b.store(pairs, b.mul(t, 2), z, 2, b.sub(b.constant(1), rank));
  b.store(all, b.add(b.mul(rank, 32), t), b.lane(z, 1), 1, b.constant(0));
  b.barrier(BarrierScope::cluster_arrive);
  b.barrier(BarrierScope::cluster_wait);
  const Value mirror = b.let("mirror", b.sub(b.constant(31), t));
  b.store(out, b.mul(own, 4), b.load(pairs, b.mul(mirror, 2), 2, 2), 2);
  b.branch(b.eq(rank, b.constant(0)), [&] {
    for (int i = 0; i < 2; ++i) b.store(out, b.add(b.mul(own, 4), 2 + i), b.load(all, b.add(mirror, 32 * i)));
  });
  return b.finish();
}

Module vector_module() {
  Builder b("vectors", 1);
  const Buffer* in = b.input(ScalarKind::f32, true);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Value g = b.group_id();
  const Value base = b.let("base", b.mul(g, 16));
  const Value x = b.load(in, base, 8, 16);
  const Value y = b.load(in, b.add(base, 8), 8, 8);
  const Value n = b.load(in, b.add(g, 1), 4, 1);
  const Value m = b.load(in, b.mul(g, 4), 4, 4);
  b.store(out, base, b.shuffle({x, y}, {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15}), 16);
  b.store(out, base, b.shuffle({x, y}, {0, 8, 2, 10, 4, 12, 6, 14}), 8);
  b.store(out, base, b.shuffle({x}, {0, 2, 4, 6}), 4);
  b.store(out, base, b.concat({n, m}), 1);
  b.store(out, base, b.concat({b.lane(x, 3), b.lane(y, 4), b.lane(n, 1), b.lane(m, 0)}), 1);
  b.store(out, base, b.fma(x, b.real(0.5, x->type), b.broadcast(b.lane(y, 7), 8)), 8);
  return b.finish();
}

int float_results() { return 14; }

Module float_module(ScalarKind element, int lanes) {
  Builder b("floats", 1);
  const Buffer* in = b.input(element, true);
  const Buffer* out = b.output(element, true);
  const Type type = Type{element, 1}.with_lanes(lanes);
  const Value g = b.group_id();
  const Value at = b.let("at", b.mul(g, 3 * lanes));
  const Value a = b.load(in, at, lanes, 1);
  const Value v = b.load(in, b.add(at, lanes), lanes, lanes);
  const Value c = b.load(in, b.add(at, 2 * lanes), lanes, lanes);
  std::vector<int> reversed(lanes);
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  std::vector<int> mixed;    // alternating lanes of a and c
  std::vector<int> rotated;  // across all three
  for (int l = 0; l < lanes; ++l) {
    mixed.push_back(l % 2 == 0 ? l : lanes + l);
    rotated.push_back((lanes * (l % 3) + l + 1) % (3 * lanes));
  }
  const ScalarKind other = element == ScalarKind::f32 ? ScalarKind::f64 : ScalarKind::f32;
  const std::vector<Value> results = {
      b.neg(a),
      b.add(a, v),
      b.sub(a, b.sub(v, c)),
      b.mul(a, v),
      b.fma(a, v, c),
      b.add(b.mul(a, v), c),
      b.select(b.lt(g, b.constant(1)), a, v),
      b.broadcast(b.lane(a, lanes - 1), lanes),
      b.shuffle({a}, reversed),
      b.shuffle({a, c}, mixed),
      b.shuffle({a, v, c}, rotated),
      b.mul(b.neg(b.add(a, v)), b.real(-0.3, type)),
      b.cast(b.cast(a, other), element),
      b.neg(b.neg(b.fma(b.neg(a), v, b.neg(c)))),
  };
  for (int r = 0; r < float_results(); ++r) {
    const Value place = b.add(b.mul(g, float_results() * lanes), r * lanes);
    b.store(out, place, results[r], r % 2 == 0 ? 1 : lanes);
  }
  return b.finish();
}

int integer_results() { return 16; }

Module integer_module() {
  Builder b("integers", 4);
  const Buffer* in = b.input(ScalarKind::i32, true);
  const Buffer* out = b.output(ScalarKind::i32, true);
  const Buffer* tile = b.shared("tile", ScalarKind::i32, 4);
  const Value t = b.thread_id();
  const Value i = b.let("i", b.add(b.mul(b.group_id(), 4), t));
  const Value x = b.load(in, i);
  const Value wide = b.cast(x, ScalarKind::i64);
  const Value one = b.constant(1);
  const Value zero = b.constant(0);
  b.store(tile, t, x);
  b.barrier();
  const Value across = b.load(tile, b.sub(b.constant(3), t));
  const Value place = b.let("place", b.mul(i, integer_results()));
  const auto put = [&](int k, Value value) { b.store(out, b.add(place, k), value); };
  put(0, b.div(x, 12));
  put(1, b.mod(b.mul(x, 5), 12));
  put(2, b.add(b.shr(x, 2), b.bit_and(x, b.constant(5))));
  put(3, b.sub(b.min(x, t), b.max(across, t)));
  put(4, b.select(b.logical_and(b.le(x, b.constant(20)), b.eq(b.mod(x, 2), one)), one, zero));
  put(5, b.cast(b.div(b.mul(wide, 3000000000), 1000000000), ScalarKind::i32));
  put(6, b.neg(b.add(b.neg(x), t)));
  put(7, b.add(b.constant(std::numeric_limits<std::int32_t>::min()), x));
  put(8, b.cast(b.add(b.mul(b.scalar(Scalar::in_distance), 10), b.scalar(Scalar::out_distance)), ScalarKind::i32));
  for (const Unroll unroll : {Unroll::automatic, Unroll::full, Unroll::none}) {
    const int k = 9 + static_cast<int>(unroll);
    b.loop("j", one, b.constant(7), {2, unroll}, [&](Value j) { put(k, b.mul(j, x)); });
  }
  b.branch(
      b.lt(x, t), [&] { put(12, one); }, [&] { put(12, b.constant(-7)); });
  Module module = b.finish();

  // The builder does not use these yet, but the IR has them.
  const auto node = [&](Op op, Type type, std::vector<Expr> args) {
    Node& made = module.nodes.emplace_back();
    made.op = op;
    made.type = type;
    made.args = std::move(args);
    return static_cast<Expr>(&made);
  };
  const auto number = [&](std::int64_t value) {
    Node& made = module.nodes.emplace_back();
    made.integer = value;
    return static_cast<Expr>(&made);
  };
  const auto store = [&](int k, Expr value) {
    module.body.emplace_back().node = Store{out, node(Op::add, i32, {place, number(k)}), value, 1};
  };
  store(13, node(Op::bit_or, i32, {node(Op::shl, i32, {x, number(2)}), number(3)}));
  store(14, node(Op::bit_xor, i32, {x, node(Op::bit_and, i32, {x, number(6)})}));
  const Expr either =
      node(Op::logical_or, boolean, {node(Op::lt, boolean, {x, number(5)}), node(Op::le, boolean, {number(30), x})});
  store(15, node(Op::select, i32, {either, number(8), number(9)}));
  return module;
}

std::vector<ir::Module> gpu_modules() {
  std::vector<ir::Module> modules;
  modules.push_back(scale_module());
  modules.push_back(exchange_module(ScalarKind::f32));
  modules.push_back(exchange_module(ScalarKind::f64));
  modules.push_back(carried_module());
  modules.push_back(big_shared_module());
  modules.push_back(integer_module());
  for (const int lanes : {1, 2, 4}) modules.push_back(float_module(ScalarKind::f32, lanes));
  modules.push_back(float_module(ScalarKind::f64, 1));
  return modules;
}

}  // namespace papilio::test
