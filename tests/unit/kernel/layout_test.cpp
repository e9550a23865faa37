// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Index maps say the same of numbers and of values of the IR, and they map one to one into the memory that is there.
#include "spec/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "kernel/ir_words.hpp"
#include "kernel/tables/stages.hpp"
#include "spec/bank_conflicts.hpp"

namespace papilio::kernel {
namespace {

/// Compares a map of numbers with the same of constants, which the builder folds.
class Maps {
 public:
  template <typename Map>
  void expect_same(const Map& map, std::int64_t a, std::int64_t c) {
    const std::int64_t number = map(a, c);
    const Value value = map(b_.constant(a), b_.constant(c));
    std::int64_t folded = -1;
    ASSERT_TRUE(is_constant(value, &folded)) << a << ", " << c;
    EXPECT_EQ(folded, number) << a << ", " << c;
  }
  template <typename Map>
  void expect_same(const Map& map, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) expect_same([&](auto v, auto) { return map(v); }, i, 0);
  }

 private:
  Builder b_{"maps", 1};
};

/// Kernels whose exchanges differ in padding, skew, order and staging.
std::vector<KernelSpec> kernels() {
  std::vector<KernelSpec> all;
  for (const std::vector<int>& radices : {std::vector{4, 4}, {8, 8, 8}, {3, 5, 7}, {16, 2, 4}, {13, 13}}) {
    for (const int pad : {0, 8, 16, 30}) {
      for (const int tile : {1, 3, 4}) {
        for (const bool columns : {false, true}) {
          KernelSpec spec;
          spec.radices = radices;
          spec.length = 1;
          for (const int radix : radices) spec.length *= radix;
          if (columns) spec.inner = 64;
          spec.shape.tile = tile;
          spec.shape.threads = 32;
          spec.shape.pad = pad;
          spec.shape.exchange = pad == 8 ? ExchangeForm::split : ExchangeForm::interleaved;
          spec.shape.pad_by_stage = pad == 30 && !columns;
          all.push_back(spec);
        }
      }
    }
  }
  return all;
}

TEST(Layout, NumbersAndValuesHaveTheSameMaps) {
  Maps maps;
  maps.expect_same([](auto i) { return spread(i, 4, 3); }, 40);
  maps.expect_same([](auto v) { return reversed_digits(v, {4, 6, 5}); }, 120);
  maps.expect_same([](auto k) { return conjugate_index(k, 9); }, 9);
  maps.expect_same([](auto line) { return line_along(line, 5, 4).begin; }, 40);
  maps.expect_same([](auto k1, auto k2) { return plane_element(k1, k2, 12); }, 7, 5);
  maps.expect_same([](auto k1, auto k2) { return half_plane_element(k1, k2, 12); }, 7, 5);
  maps.expect_same([](auto k, auto) { return lane_step_slot(k, 3, 8).im; }, 5, 0);
  maps.expect_same([](auto k, auto) { return planar_slot(k, 50).im; }, 5, 0);
  maps.expect_same([](auto k, auto) { return interleaved_slot(k).im; }, 5, 0);
  for (const std::int64_t run : {1, 2, 12}) {
    for (const std::int64_t apart : {1, 4}) {
      const Dealing dealing{12, 8, run, apart};
      maps.expect_same([&](auto i) { return dealing.at(i).c; }, 96);
      maps.expect_same([&](auto i) { return dealing.at(i).column; }, 96);
    }
  }
  for (const KernelSpec& spec : kernels()) {
    const Exchange layout(spec);
    for (std::size_t stage = 0; stage < spec.radices.size(); ++stage) {
      const auto place = [&](auto column, auto e) {
        return padded_place(layout.padding(stage), raw_place(layout, column, e));
      };
      for (const std::int64_t e : {std::int64_t{0}, std::int64_t{5}, spec.length - 1})
        maps.expect_same(place, spec.shape.tile - 1, e);
    }
  }
}

TEST(Layout, GivesEveryElementOfATileASlotOfItsOwn) {
  for (const KernelSpec& spec : kernels()) {
    SCOPED_TRACE(spec.key());
    const Exchange layout(spec);
    std::int64_t last = 0;
    for (std::size_t stage = 0; stage < spec.radices.size(); ++stage) {
      std::set<std::int64_t> slots;
      for (std::int64_t column = 0; column < spec.shape.tile; ++column) {
        for (std::int64_t e = 0; e < spec.length; ++e)
          slots.insert(padded_place(layout.padding(stage), raw_place(layout, column, e)));
      }
      EXPECT_EQ(slots.size(), static_cast<std::size_t>(spec.length * spec.shape.tile));
      EXPECT_GE(*slots.begin(), 0);
      last = std::max(last, *slots.rbegin());
    }
    EXPECT_EQ(layout.elements(), last + 1);
  }
}

TEST(Layout, DealsEveryButterflyOutOnce) {
  for (const std::int64_t run : {1, 2, 3, 4, 6, 12}) {
    for (const std::int64_t apart : {1, 2, 4, 8}) {
      const Dealing dealing{12, 8, run, apart};
      std::set<std::pair<std::int64_t, std::int64_t>> seen;
      for (std::int64_t i = 0; i < 96; ++i) {
        const auto own = dealing.at(i);
        EXPECT_TRUE(own.c >= 0 && own.c < 12 && own.column >= 0 && own.column < 8);
        seen.insert({own.c, own.column});
      }
      EXPECT_EQ(seen.size(), 96U) << run << ", " << apart;
    }
  }
}

TEST(Layout, GivesEveryTwiddleASlotOfItsOwn) {
  for (const StageLayout layout : {StageLayout::interleaved_by_k, StageLayout::interleaved_by_p,
                                   StageLayout::planar_by_k, StageLayout::inputs_by_j, StageLayout::ragged_by_k}) {
    for (const Stage& stage : make_stages({4, 3, 5, 2}, std::vector(4, layout), {})) {
      if (stage.rows() == 1) continue;
      const std::int64_t rows = layout == StageLayout::ragged_by_k ? stage.butterflies() : stage.rows();
      std::set<std::int64_t> slots;
      for (std::int64_t row = 0; row < rows; ++row) {
        for (int k = 1; k < stage.radix; ++k) {
          const EntrySlot<std::int64_t> slot = stage.twiddle_slot(row, k);
          slots.insert({slot.re, slot.im});
        }
      }
      EXPECT_EQ(static_cast<std::int64_t>(slots.size()), stage.table_elements());
      EXPECT_EQ(*slots.begin(), stage.table_offset);
      EXPECT_EQ(*slots.rbegin(), stage.table_offset + stage.table_elements() - 1);
    }
  }
}

TEST(Layout, GivesEveryFactorASlotOfItsOwn) {
  for (const std::int64_t together : {1, 2}) {
    for (const Stage& stage : make_stages({4, 8, 2, 16}, std::vector(4, StageLayout::fused_inputs), {})) {
      if (stage.rows() == 1 || stage.radix / 2 % together != 0) continue;
      std::set<std::int64_t> slots;
      for (std::int64_t row = 0; row < stage.rows(); ++row) {
        for (int i = 0; i < stage.radix / 2; ++i) {
          const std::int64_t cosine = stage.factor_slot(row, i, together);
          slots.insert({cosine, cosine + 1});
        }
      }
      EXPECT_EQ(static_cast<std::int64_t>(slots.size()), stage.table_elements());
      EXPECT_EQ(*slots.rbegin(), stage.table_offset + stage.table_elements() - 1);
    }
  }
}

// The planner's count (spec/bank_conflicts.hpp), once more and in the plainest way.

/// Distinct places in the busiest bank, of complex numbers of f32 or f64.
int busiest(const std::vector<std::int64_t>& places, std::int64_t banks) {
  std::map<std::int64_t, std::set<std::int64_t>> asked;
  std::size_t most = 1;
  for (const std::int64_t place : places) {
    std::set<std::int64_t>& own = asked[place % banks];
    own.insert(place);
    most = std::max(most, own.size());
  }
  return static_cast<int>(most);
}

double conflicts_of_maps(const KernelSpec& spec) {
  const Exchange layout(spec);
  const std::int64_t lanes = std::min<std::int64_t>(bank_accesses(spec), spec.shape.threads);
  const std::size_t stages = spec.radices.size();
  double total = 0;
  int accesses = 0;
  std::int64_t s = 1;
  for (std::size_t i = 0; i < stages; s *= spec.radices[i++]) {
    const std::int64_t r = spec.radices[i];
    const std::int64_t count = spec.length / r;
    const Dealing dealing{count, spec.shape.tile, layout.run(i, count), 1};
    const auto access = [&](const auto& element, std::int64_t first, std::size_t next) {
      std::vector<std::int64_t> places;
      for (std::int64_t t = first; t < std::min(first + lanes, count * spec.shape.tile); ++t) {
        const auto own = dealing.at(t);
        places.push_back(padded_place(layout.padding(next), raw_place(layout, own.column, element(own.c))));
      }
      total += busiest(places, bank_accesses(spec));
      ++accesses;
    };
    const std::int64_t half = spec.shape.threads / 2 / lanes * lanes;
    for (const std::int64_t first : {std::int64_t{0}, half}) {
      for (const std::int64_t j : {std::int64_t{0}, r - 1}) {
        if (i > 0) access([&](std::int64_t c) { return c + j * count; }, first, i);
        if (i + 1 < stages) access([&](std::int64_t c) { return spread(c, s, r) + j * s; }, first, i + 1);
      }
    }
  }
  return accesses == 0 ? 1 : total / accesses;
}

TEST(Layout, HasTheBankConflictsThatPlanningCounts) {
  bool some = false;
  for (const KernelSpec& spec : kernels()) {
    SCOPED_TRACE(spec.key());
    const double conflicts = bank_conflicts(spec);
    EXPECT_DOUBLE_EQ(conflicts_of_maps(spec), conflicts);
    some = some || conflicts > 2;
  }
  EXPECT_TRUE(some);
}

}  // namespace
}  // namespace papilio::kernel
