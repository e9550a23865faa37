// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every element of a tile has a place of its own, and bank conflicts are those that planning counts.
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
