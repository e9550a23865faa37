// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Enumerators deal every pair out exactly once: X to memory, and Z to the exchange. The interpreter runs them.
#include "kernel/pairs/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "ir/interpreter.hpp"
#include "kernel/elements/elements.hpp"
#include "kernel/pairs/butterfly_pairs.hpp"
#include "kernel/pairs/column_pairs.hpp"
#include "kernel/pairs/lane_pairs.hpp"
#include "kernel/pairs/paired_tile.hpp"
#include "kernel/pairs/plane_pairs.hpp"
#include "kernel/pairs/shared_plane.hpp"
#include "kernel/pairs/transform_pairs.hpp"
#include "spec/cluster.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

constexpr std::int64_t max_pairs = 256;  // of a work-item
constexpr std::int64_t fields = 6;
constexpr float none = -1;

/// How often each (column, number of the half spectrum) and each slot of the exchange was dealt out, by work-group; and
/// which numbers are marked as their own partners, or are both numbers of a pair.
struct Dealt {
  std::map<std::pair<int, int>, int> numbers;
  std::vector<std::map<int, int>> slots;
  std::set<std::pair<int, int>> own_partners;
};

/// 1 if the pair is marked as one number: Z[0], or Z[m/2].
Value is_own_partner(Builder& b, const Pair& pair) {
  const bool always = pair.kind == PairKind::zero || pair.kind == PairKind::middle;
  if (always || !pair.is_zero) return b.constant(always ? 1 : 0);
  return b.let("own", select(pair.is_zero, b.constant(1), b.constant(0)));
}

/// A kernel that writes down which pairs its work-items have.
class Recorder {
 public:
  explicit Recorder(const KernelSpec& spec) : Recorder(spec, Exchange(spec)) {}
  Recorder(const KernelSpec& spec, const Exchange& layout)
      : spec_(spec),
        b_("pairs", spec.shape.threads),
        context_(b_, spec),
        exchange_(b_, spec, context_, layout, exchange_arrays(b_, context_.element, {layout})),
        elements_(b_, spec, context_, 2) {}

  GroupParts parts() { return {b_, spec_, context_, exchange_, elements_}; }
  Builder& b() { return b_; }

  void record(const Pair& pair, const HalfPair& at, const std::vector<Value>& slots) {
    ASSERT_LT(static_cast<std::int64_t>(pair.number), max_pairs);
    const auto record_all = [&] {
      const Value item = b_.group_id() * spec_.shape.threads + b_.thread_id();
      const Value first = b_.let("first", (item * max_pairs + static_cast<std::int64_t>(pair.number)) * fields);
      const auto put = [&](std::int64_t field, Value v) {
        if (v) b_.store(context_.output, first + field, cast(v, ScalarKind::f32));
      };
      put(0, at.half.column);
      put(1, at.low);
      put(2, at.high);
      for (std::size_t i = 0; i < slots.size(); ++i) put(3 + static_cast<std::int64_t>(i), slots[i]);
      put(5, is_own_partner(b_, pair));
    };
    b_.when(pair.active, [&] { b_.when(at.valid, record_all); });
  }
  void record(const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) record(pair, pair.in_memory(), pair.slots());
  }

  Dealt run(std::int64_t groups) {
    const Module module = b_.finish();
    const auto output = static_cast<std::size_t>(groups * spec_.shape.threads * max_pairs * fields);
    std::vector<std::vector<float>> memory;
    for (const Buffer* buffer : module.buffers)
      memory.emplace_back(buffer == context_.output ? output : static_cast<std::size_t>(buffer->elements + 1), none);
    const auto written = std::ranges::find(module.buffers, context_.output) - module.buffers.begin();
    std::vector<Binding> bindings;
    for (std::vector<float>& data : memory)
      bindings.push_back({reinterpret_cast<std::byte*>(data.data()), static_cast<std::int64_t>(data.size())});
    const std::vector<std::int64_t> scalars(module.scalars.size(), 1);
    const InterpreterReport report = interpret(module, bindings, scalars, 0, groups);
    EXPECT_TRUE(report.ok()) << report.faults.front();
    Dealt dealt;
    dealt.slots.resize(static_cast<std::size_t>(groups));
    const std::vector<float>& out = memory[static_cast<std::size_t>(written)];
    for (std::size_t i = 0; i < out.size(); i += fields) {
      const auto column = static_cast<int>(std::max(out[i], 0.0F));
      // An element that is its own partner has one number, and one slot, for both.
      const auto low = static_cast<int>(out[i + 1]);
      const auto high = static_cast<int>(out[i + 2]);
      if (out[i + 1] != none) ++dealt.numbers[{column, low}];
      if (out[i + 2] != none && high != low) ++dealt.numbers[{column, high}];
      auto& slots = dealt.slots[i / (out.size() / dealt.slots.size())];
      if (out[i + 3] != none) ++slots[static_cast<int>(out[i + 3])];
      if (out[i + 4] != none && out[i + 4] != out[i + 3]) ++slots[static_cast<int>(out[i + 4])];
      if (out[i + 5] == 1 || (low == high && low >= 0)) dealt.own_partners.insert({column, low});
    }
    return dealt;
  }

 private:
  KernelSpec spec_;
  Builder b_;
  KernelContext context_;
  GroupExchange exchange_;
  Elements elements_;
};

/// All numbers 0..last of `columns` half spectra, once each.
void expect_once(const std::map<std::pair<int, int>, int>& counts, int columns, int last) {
  EXPECT_EQ(counts.size(), static_cast<std::size_t>(columns) * static_cast<std::size_t>(last + 1));
  for (const auto& [number, count] : counts) {
    EXPECT_EQ(count, 1) << "number " << number.second << " of column " << number.first;
    EXPECT_TRUE(number.first < columns && number.second >= 0 && number.second <= last);
  }
}

/// Of `columns` transforms of m points, 0 is marked as its own partner, and m/2 where there is one.
void expect_own_partners(const Dealt& dealt, int columns, int m) {
  std::set<std::pair<int, int>> expected;
  for (int column = 0; column < columns; ++column) {
    expected.insert({column, 0});
    if (m % 2 == 0) expected.insert({column, m / 2});
  }
  EXPECT_EQ(dealt.own_partners, expected);
}

/// So many slots of each work-group, once each.
void expect_slots(const Dealt& dealt, int count) {
  for (const std::map<int, int>& slots : dealt.slots) {
    EXPECT_EQ(slots.size(), static_cast<std::size_t>(count));
    for (const auto& [slot, times] : slots) EXPECT_EQ(times, 1) << "slot " << slot;
  }
}

KernelSpec spec_of(std::int64_t length, Form in, Form out) {
  KernelSpec spec;
  spec.length = length;
  spec.radices = {static_cast<int>(length)};
  spec.in.form = in;
  spec.out.form = out;
  return spec;
}

AddressMap of_column(Value column, Value*) {
  AddressMap map;
  map.column = column;
  return map;
}

TEST(ColumnPairs, DealEachNumberOutOnce) {
  for (const auto& [in, out] : {std::pair{Form::half, Form::pairs}, std::pair{Form::pairs, Form::half}}) {
    for (int m = 1; m <= 70; ++m) {
      SCOPED_TRACE(m);
      KernelSpec spec = spec_of(m, in, out);
      spec.shape.threads = m % 3 == 0 ? 8 : 5;
      spec.shape.tile = 1 + m % 4;
      Recorder recorder(spec);
      recorder.record(column_pairs(recorder.parts(), of_column));
      const Dealt dealt = recorder.run(1);
      expect_once(dealt.numbers, spec.shape.tile, m);
      expect_own_partners(dealt, spec.shape.tile, m);
      expect_slots(dealt, m * spec.shape.tile);
    }
  }
}

/// A pass of C columns of L elements, of a transform of m = L*C points.
TEST(PairedTile, DealsEachNumberOutOnce) {
  for (int columns = 2; columns <= 13; ++columns) {
    for (int length = 2; length <= 13; ++length) {
      for (const int tile : {2, 4, 8}) {
        SCOPED_TRACE(testing::Message() << length << " x " << columns << ", tile " << tile);
        KernelSpec spec = spec_of(length, Form::half, Form::complex);
        spec.paired_columns = true;
        spec.outer = columns;
        spec.shape.tile = tile;
        spec.shape.threads = length % 2 == 0 ? 8 : 6;
        Recorder recorder(spec);
        const Value first = recorder.b().let("first", recorder.b().group_id() * (tile / 2));
        PairedTile paired(recorder.parts(), first, AddressMap{});
        recorder.record(paired.pairs());
        const Dealt dealt = recorder.run(spec.tiles());
        expect_once(dealt.numbers, 1, length * columns);
        expect_own_partners(dealt, 1, length * columns);
      }
    }
  }
}

/// Even numbers of columns that fill their tiles: slots are all taken.
TEST(PairedTile, FillsTheExchange) {
  for (const int length : {2, 3, 4, 7, 8}) {
    KernelSpec spec = spec_of(length, Form::half, Form::complex);
    spec.paired_columns = true;
    spec.outer = 16;
    spec.shape.tile = 4;
    spec.shape.threads = 8;
    Recorder recorder(spec);
    const Value first = recorder.b().let("first", recorder.b().group_id() * 2);
    PairedTile paired(recorder.parts(), first, AddressMap{});
    recorder.record(paired.pairs());
    expect_slots(recorder.run(spec.tiles()), 4 * length);
  }
}

TEST(PlanePairs, DealEachNumberOutOnce) {
  for (const int rows : {2, 3, 4, 8}) {
    for (const int m : {1, 2, 3, 4, 6, 8, 16}) {
      for (const int threads : {4, 6, 8}) {
        SCOPED_TRACE(testing::Message() << rows << " x " << m << ", " << threads << " work-items");
        KernelSpec spec = spec_of(std::int64_t{rows} * m, Form::pairs, Form::half);
        spec.axis_lengths = {rows, m};
        spec.radices = {rows};
        if (m > 1) spec.radices.push_back(m);
        spec.shape.threads = threads;
        spec.shape.tile = 2;
        Recorder recorder(spec);
        const PlanePairs pairs(recorder.parts());
        for (const Pair& pair : pairs.pairs()) {
          HalfPair at;
          at.half.column = pairs[pair].plane;
          at.low = pairs[pair].e;
          recorder.record(pair, at, pair.slots());
        }
        expect_once(recorder.run(1).numbers, 2, rows * (m + 1) - 1);
      }
    }
  }
}

/// The rows of a plane that a cluster shares.
TEST(RowPairs, DealEachNumberOutOnce) {
  for (const int rows : {8, 16}) {
    for (const int m : {2, 4, 8, 16}) {
      SCOPED_TRACE(testing::Message() << rows << " x " << m);
      KernelSpec spec = spec_of(std::int64_t{rows} * m, Form::pairs, Form::half);
      spec.axis_lengths = {rows, m};
      spec.radices = {rows, m};
      spec.shape.threads = 8;
      spec.shape.cluster = 2;
      spec.shape.cluster_stage = 1;
      ASSERT_TRUE(can_cluster(spec));
      const KernelSpec last = cluster_phases(spec)[1];
      KernelSpec phase = last;
      phase.in.form = Form::pairs;  // with a table of roots
      phase.out.form = Form::half;
      Recorder recorder(phase, cluster_exchanges(spec)[1]);
      const Value first = recorder.b().let("first", recorder.b().group_id() * (last.shape.tile / 2));
      PairedTile tile(recorder.parts(), first, AddressMap{});
      recorder.record(row_pairs(recorder.parts(), tile, first, AddressMap{}));
      const Dealt dealt = recorder.run(2);
      expect_once(dealt.numbers, 1, rows * (m + 1) - 1);
    }
  }
}

/// Two butterflies of a work-item, of the first stage of c2r and of the last stage of r2c.
void expect_butterfly_pairs(const std::vector<int>& radices, int tile, int threads, bool reads) {
  SCOPED_TRACE(testing::Message() << radices.front() << " x " << radices.back() << ", tile " << tile << ", " << threads
                                  << " work-items, " << (reads ? "c2r" : "r2c"));
  const int m = radices.front() * radices.back();
  KernelSpec spec = spec_of(m, reads ? Form::half : Form::pairs, reads ? Form::pairs : Form::half);
  spec.radices = radices;
  spec.shape.tile = tile;
  spec.shape.threads = threads;
  const std::size_t stage = reads ? 0 : 1;
  ASSERT_EQ(pairing_of(spec, stage), Pairing::conjugates);
  Recorder recorder(spec);
  Builder& b = recorder.b();
  const std::vector<Stage> stages = recorder.parts().context.stages;
  GroupWork work(b, spec, stages, recorder.parts().exchange);
  const std::vector<Butterfly> butterflies = work.work_of(stage);
  std::size_t number = 0;
  for (std::size_t i = 0; i < butterflies.size(); i += 2) {
    AddressMap half;
    half.column = butterflies[i].column;
    const Value is_zero = b.let("is_zero", butterflies[i].c == 0);
    const ButterflyPairs pairs(recorder.parts(), stages[stage], half, butterflies[i], is_zero);
    const auto record = [&](const std::vector<Pair>& some) {
      for (Pair pair : some) {
        pair.number = number++;
        recorder.record(pair, pair.in_memory(), {});
      }
    };
    b.when(butterflies[i].active, [&] {
      record(pairs.of_low(butterflies[i].c));
      record(pairs.of_high(butterflies[i + 1].c));
      b.branch(is_zero, [&] { record(pairs.middle()); });
    });
  }
  const Dealt dealt = recorder.run(1);
  expect_once(dealt.numbers, tile, m);
  expect_own_partners(dealt, tile, m);
}

TEST(ButterflyPairs, DealEachNumberOutOnce) {
  for (const bool reads : {false, true}) {
    for (int radix = 2; radix <= 16; ++radix) {
      for (const int count : {2, 4, 6, 10, 16}) {
        const std::vector<int> radices = reads ? std::vector{radix, count} : std::vector{count, radix};
        expect_butterfly_pairs(radices, 1, 1, reads);
        expect_butterfly_pairs(radices, 3, 2, reads);  // the last round has work-items without a pair
      }
    }
  }
}

TEST(TransformPairs, HaveEachNumberOnce) {
  for (int m = 1; m <= 70; ++m) {
    SCOPED_TRACE(m);
    Builder b("pairs", 1);
    std::map<int, int> numbers;
    std::set<int> own_partners;
    for (const Pair& pair : transform_pairs(b, m, Type{ScalarKind::f64, 1})) {
      const int k = static_cast<int>(pair.number);
      ++numbers[k];
      if (pair.kind != PairKind::middle) ++numbers[m - k];
      if (pair.kind != PairKind::both) own_partners.insert(k);
      if (pair.kind == PairKind::zero || pair.kind == PairKind::middle) continue;
      const Complex root = pair.twiddle();
      const double angle = std::numbers::pi * k / m;
      EXPECT_NEAR(root.re->real, std::cos(angle), 1e-15);
      EXPECT_NEAR(root.im->real, -std::sin(angle), 1e-15);
    }
    EXPECT_EQ(numbers.size(), static_cast<std::size_t>(m) + 1);
    EXPECT_TRUE(std::ranges::all_of(numbers, [](const auto& one) { return one.second == 1; }));
    EXPECT_EQ(own_partners, (m % 2 == 0 ? std::set{0, m / 2} : std::set{0}));
  }
}

/// What the pairs of a SIMD work-item visit, but for `begin` to `end`: each number once, or not at all.
std::set<int> visited(int m, int begin, int end) {
  Builder b("lanes", 1);
  const Buffer* out = b.output(ScalarKind::f32, true);
  for_lane_pairs(b, m, begin, end, [&](const Pair&, Value k, Value partner) {
    b.store(out, k, cast(k, ScalarKind::f32));
    if (partner) b.store(out, partner, cast(partner, ScalarKind::f32));
  });
  const Module module = b.finish();
  std::vector<float> numbers(static_cast<std::size_t>(m) + 1, none);
  const Binding binding{reinterpret_cast<std::byte*>(numbers.data()), m + 1};
  const InterpreterReport report = interpret(module, {&binding, 1}, {}, 0, 1);
  EXPECT_TRUE(report.ok());
  std::set<int> all;
  for (int k = 0; k <= m; ++k) {
    if (numbers[static_cast<std::size_t>(k)] == static_cast<float>(k)) all.insert(k);
  }
  EXPECT_EQ(report.stores, static_cast<std::int64_t>(all.size()));
  return all;
}

TEST(LanePairs, VisitEachNumberOnce) {
  for (int m = 1; m <= 40; ++m) EXPECT_EQ(visited(m, 0, 0).size(), static_cast<std::size_t>(m) + 1) << m;
}

TEST(LanePairs, LeaveOutWhatVectorsDo) {
  for (const int m : {16, 24, 32}) {
    for (const int begin : {0, 8}) {
      const int end = m / 2 / 8 * 8;
      if (begin == end) continue;
      std::set<int> expected;
      for (int k = 0; k <= m; ++k) {
        const int pair = std::min(k, m - k);
        if (pair == 0 || pair < begin || pair >= end) expected.insert(k);
      }
      EXPECT_EQ(visited(m, begin, end), expected) << m << ", " << begin;
    }
  }
}

}  // namespace
}  // namespace papilio::kernel
