// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/cluster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "spec/layout.hpp"
#include "support/cluster_spec.hpp"

namespace papilio {
namespace {

/// A whole transform by a cluster of `cluster` work-groups, single precision, interleaved exchange: 8 bytes per access.
KernelSpec transform(const std::vector<int>& radices, int cut, int cluster, int tile = 1) {
  KernelSpec spec = test::cluster_spec(radices, cut, cluster, 256, tile);
  spec.shape.exchange = ExchangeForm::interleaved;
  return spec;
}

/// The same DFT as a pass.
KernelSpec pass(const std::vector<int>& radices, int cut, int cluster, int tile) {
  KernelSpec spec = transform(radices, cut, cluster, tile);
  spec.inner = 64;
  return spec;
}

TEST(Cluster, IsForPlainTransforms) {
  const KernelSpec plain = transform({16, 16, 16}, 1, 4);
  EXPECT_TRUE(can_cluster(plain));
  const auto can = [&](const std::function<void(KernelSpec&)>& change) {
    KernelSpec spec = plain;
    change(spec);
    return can_cluster(spec);
  };
  EXPECT_TRUE(can([](KernelSpec& spec) { spec.inner = 64; }));
  EXPECT_TRUE(can([](KernelSpec& spec) { spec.outer = 64; }));
  EXPECT_TRUE(can([](KernelSpec& spec) { spec.in.storage = Storage::f16; }));
  EXPECT_FALSE(can([](KernelSpec& spec) { spec.algorithm = Algorithm::rader; }));
  EXPECT_FALSE(can([](KernelSpec& spec) { spec.algorithm = Algorithm::filter; }));
  EXPECT_TRUE(can([](KernelSpec& spec) { spec.in.form = Form::pairs, spec.out.form = Form::half; }));
  EXPECT_TRUE(can([](KernelSpec& spec) { spec.in.form = Form::half, spec.out.form = Form::pairs; }));
  EXPECT_FALSE(can(
      [](KernelSpec& spec) { spec.in.form = Form::trig, spec.out.form = Form::trig, spec.trig.kind = Kind::dct2; }));
  EXPECT_FALSE(can([](KernelSpec& spec) { spec.paired_columns = true; }));
  EXPECT_FALSE(can([](KernelSpec& spec) { spec.chirp.length = 2000; }));
  EXPECT_FALSE(can([](KernelSpec& spec) { spec.shape.exchange = ExchangeForm::half_size; }));
  EXPECT_FALSE(can([](KernelSpec& spec) { spec.shape.staged = true; }));
  EXPECT_FALSE(can([](KernelSpec& spec) { spec.shape.pad_by_stage = true; }));
}

TEST(Cluster, HasPairsOfColumnsWhereRealNumbersFold) {
  const auto can = [](const std::vector<int>& radices, int cluster, bool forward, int tile = 1) {
    KernelSpec spec = transform(radices, 1, cluster);
    spec.in.form = forward ? Form::pairs : Form::half;
    spec.out.form = forward ? Form::half : Form::pairs;
    spec.shape.tile = tile;
    return can_cluster(spec);
  };
  EXPECT_TRUE(can({8, 4}, 4, true));
  EXPECT_FALSE(can({4, 8}, 4, true));
  EXPECT_TRUE(can({4, 8}, 4, false));
  EXPECT_FALSE(can({8, 4}, 4, false));
  EXPECT_FALSE(can({8, 8}, 4, true, 2));
  KernelSpec odd = transform({6, 3}, 1, 3);
  odd.axis_lengths = {6, 3};
  odd.in.form = Form::half;
  odd.out.form = Form::pairs;
  EXPECT_TRUE(can_cluster(odd));
  std::swap(odd.in.form, odd.out.form);
  EXPECT_FALSE(can_cluster(odd));
}

TEST(Cluster, HasStagesOnBothSidesOfTheCut) {
  EXPECT_FALSE(can_cluster(transform({16, 16, 16}, 0, 4)));
  EXPECT_TRUE(can_cluster(transform({16, 16, 16}, 2, 4)));
  EXPECT_FALSE(can_cluster(transform({16, 16, 16}, 3, 4)));
  EXPECT_FALSE(can_cluster(transform({16}, 1, 4)));
}

TEST(Cluster, DividesTheLastRadixOfTheFirstPhaseAndTheColumnsOfTheLast) {
  EXPECT_TRUE(can_cluster(transform({3, 8, 4}, 2, 4)));
  EXPECT_FALSE(can_cluster(transform({8, 3, 4}, 2, 4)));
  EXPECT_FALSE(can_cluster(transform({3, 8, 6}, 2, 4)));
  EXPECT_TRUE(can_cluster(transform({3, 8, 6, 2}, 2, 4)));
}

TEST(Cluster, CutsSeveralAxesInFrontOfTheLast) {
  const auto can = [](const std::vector<std::int64_t>& axes, const std::vector<int>& radices, int cut, int tile = 1) {
    KernelSpec spec = transform(radices, cut, 4, tile);
    spec.axis_lengths = axes;
    return can_cluster(spec);
  };
  EXPECT_TRUE(can({64, 16}, {16, 4, 16}, 2));
  EXPECT_TRUE(can({4, 16, 16}, {4, 4, 4, 16}, 3));
  EXPECT_FALSE(can({64, 16}, {16, 4, 4, 4}, 1));
  EXPECT_FALSE(can({4, 16, 16}, {4, 16, 16}, 1));
  EXPECT_FALSE(can({64, 16}, {16, 8, 8}, 2)) << "a stage of two axes";
  EXPECT_FALSE(can({64, 16}, {16, 4, 16}, 2, 2)) << "one array a tile";
}

TEST(Cluster, PhasesShareRadicesAndColumns) {
  const auto [first, last] = cluster_phases(transform({4, 8, 3, 2, 2}, 2, 2, 3));
  EXPECT_EQ(first.length, 32);
  EXPECT_EQ(first.radices, (std::vector{4, 8}));
  EXPECT_EQ(first.shape.tile, 3 * 12 / 2);
  EXPECT_EQ(last.length, 12);
  EXPECT_EQ(last.radices, (std::vector{3, 2, 2}));
  EXPECT_EQ(last.shape.tile, 3 * 32 / 2);
  EXPECT_EQ(stage_axes(transform({4, 8, 3, 2, 2}, 2, 2)), (std::vector<std::int64_t>{32, 12}));
}

/// The butterfly that a work-item computes, and its column.
struct Work {
  std::int64_t c;
  std::int64_t column;
};
Work work_of(const KernelSpec& phase, const Exchange& layout, std::size_t stage, std::int64_t item) {
  const std::int64_t run = layout.run(stage, phase.length / phase.radices[stage]);
  const std::int64_t column = item / run % phase.shape.tile;
  const std::int64_t rows = phase.shape.tile / layout.apart(stage);
  return {item % run + item / (run * phase.shape.tile) * run, column / rows + column % rows * layout.apart(stage)};
}

/// The largest number of neighbouring work-items that access one bank at once, over all butterflies of a stage.
std::ptrdiff_t max_of_a_bank(const KernelSpec& phase, std::size_t stage,
                             const std::function<std::int64_t(std::int64_t)>& place_of) {
  const std::int64_t banks = bank_accesses(phase);
  const std::int64_t items = phase.length / phase.radices[stage] * phase.shape.tile;
  std::ptrdiff_t most = 0;
  for (std::int64_t first = 0; first + banks <= items; first += banks) {
    std::vector<std::ptrdiff_t> asked(static_cast<std::size_t>(banks));
    for (std::int64_t i = first; i < first + banks; ++i) ++asked[static_cast<std::size_t>(place_of(i) % banks)];
    most = std::max(most, *std::ranges::max_element(asked));
  }
  return most;
}

/// Element `e` of a column.
std::int64_t place_in(const Exchange& layout, std::size_t stage, std::int64_t column, std::int64_t e) {
  return padded_place(layout.padding(stage), raw_place(layout, column, e));
}

/// Bank conflicts of the reads of a stage.
std::ptrdiff_t max_read(const KernelSpec& phase, const Exchange& layout, std::size_t stage) {
  return max_of_a_bank(phase, stage, [&](std::int64_t item) {
    const Work w = work_of(phase, layout, stage, item);
    return place_in(layout, stage, w.column, w.c);
  });
}

/// Bank conflicts of the writes of the first phase to the other work-groups: result k of column t + tile*b is element b
/// of column t + tile*k there.
std::ptrdiff_t max_handed_over(const KernelSpec& spec) {
  const auto [first, last] = cluster_phases(spec);
  const auto [before, after] = cluster_exchanges(spec);
  const std::size_t stage = first.radices.size() - 1;
  return max_of_a_bank(first, stage, [&, &phase = first, &from = before, &to = after](std::int64_t item) {
    const Work w = work_of(phase, from, stage, item);
    const std::int64_t tile = spec.shape.tile;
    return place_in(to, 0, w.column % tile + tile * w.c, w.column / tile);
  });
}

std::vector<KernelSpec> shapes() {
  return {transform({8, 8, 16, 16}, 2, 4),  transform({16, 16, 15, 8}, 2, 8),  transform({8, 4, 4, 16}, 2, 2),
          transform({16, 16, 16}, 2, 4),    transform({8, 8, 8, 8}, 2, 4),     transform({16, 4, 16, 4}, 2, 4, 2),
          transform({4, 8, 8, 8}, 2, 4, 8), transform({4, 16, 8, 4}, 2, 4, 4), pass({8, 8, 8}, 2, 4, 8),
          pass({16, 16, 4, 4}, 2, 4, 4)};
}

TEST(ClusterExchanges, NoBankIsAskedTwice) {
  for (const KernelSpec& spec : shapes()) {
    ASSERT_TRUE(can_cluster(spec));
    ASSERT_EQ(bank_accesses(spec), 16);
    const auto phases = cluster_phases(spec);
    const auto layouts = cluster_exchanges(spec);
    EXPECT_EQ(max_handed_over(spec), 1) << spec.key();
    for (std::size_t phase = 0; phase < 2; ++phase) {
      for (std::size_t stage = phase == 0 ? 1 : 0; stage < phases[phase].radices.size(); ++stage) {
        EXPECT_EQ(max_read(phases[phase], layouts[phase], stage), 1)
            << spec.key() << " phase " << phase << " stage " << stage;
      }
    }
  }
}

// Whole transforms, in tiles of several: neighbouring work-items write neighbouring results; so do those of a tile in a
// pass.
TEST(ClusterExchanges, NeighboursOfTheLastStageWriteNeighboursInMemory) {
  const auto column_of = [](const KernelSpec& spec, std::int64_t item) {
    const KernelSpec last = cluster_phases(spec)[1];
    return work_of(last, cluster_exchanges(spec)[1], last.radices.size() - 1, item).column;
  };
  const KernelSpec whole = transform({8, 4, 4, 4}, 2, 4, 4);
  EXPECT_EQ(column_of(whole, 1), whole.shape.tile) << "the next k";
  EXPECT_EQ(column_of(whole, 8), 1) << "all of them, then the next transform";
  EXPECT_EQ(column_of(pass({8, 4, 4, 4}, 2, 4, 4), 1), 1) << "the next column";
}

TEST(ClusterExchanges, TheLargerOneIsWhatAWorkGroupTakes) {
  const KernelSpec spec = transform({8, 8, 8, 8}, 2, 4);
  const auto layouts = cluster_exchanges(spec);
  EXPECT_EQ(exchange_bytes(spec), std::max(layouts[0].bytes(), layouts[1].bytes()));
  EXPECT_GE(exchange_bytes(spec), 8 * spec.length / spec.shape.cluster);
  KernelSpec alone = spec;
  alone.shape.cluster = 1;
  EXPECT_EQ(exchange_bytes(alone), Exchange(alone).bytes());
}

}  // namespace
}  // namespace papilio
