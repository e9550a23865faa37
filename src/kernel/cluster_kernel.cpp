// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for clusters of work-groups: the two phases of spec/cluster.hpp, each a DFT of short columns by a work-group
// (group_work.hpp), and between them every result of the first is written to the local memory of the work-group that
// needs it.
#include "kernel/cluster_kernel.hpp"

#include <algorithm>
#include <optional>
#include <papilio/error.hpp>

#include "kernel/elements.hpp"
#include "kernel/group_exchange.hpp"
#include "kernel/group_tile.hpp"
#include "kernel/group_work.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/pairs/shared_plane.hpp"
#include "kernel/prefetch.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"

namespace papilio::kernel {
namespace {

/// The stages of a phase, of DFTs that are not apart.
std::vector<Stage> stages_between(const std::vector<Stage>& all, std::size_t begin, std::size_t end) {
  std::vector<Stage> stages(all.begin() + static_cast<std::ptrdiff_t>(begin),
                            all.begin() + static_cast<std::ptrdiff_t>(end));
  const std::int64_t done = stages.front().s;
  const std::int64_t later = stages.back().m;
  for (Stage& stage : stages) {
    stage.s /= done;
    stage.m /= later;
    stage.later = std::max<std::int64_t>(1, stage.later / later);
    stage.earlier = std::max<std::int64_t>(1, stage.earlier / done);
  }
  return stages;
}

class ClusterKernel {
 public:
  explicit ClusterKernel(const KernelSpec& spec)
      : spec_(spec),
        phases_(cluster_phases(spec)),
        rows_(phases_[0].length),
        columns_(phases_[1].length),
        b_(spec.name(), spec.shape.threads, spec.shape.resident_groups, spec.shape.cluster),
        context_(b_, spec),
        layouts_(cluster_exchanges(spec)),
        arrays_(exchange_arrays(b_, context_.element, {layouts_[0], layouts_[1]})),
        first_exchange_(b_, phases_[0], context_, layouts_[0], arrays_),
        last_exchange_(b_, phases_[1], context_, layouts_[1], arrays_),
        elements_(b_, spec, context_, 2),
        place_({b_, spec, context_, first_exchange_, elements_}),
        first_(b_, phases_[0], stages_between(context_.stages, 0, cut()), first_exchange_),
        last_(b_, phases_[1], stages_between(context_.stages, cut(), context_.stages.size()), last_exchange_) {
    if (!can_cluster(spec)) throw Error::internal("a kernel that no cluster can share", spec.key());
  }

  Module build() {
    rank_ = b_.let("rank", b_.group_id() % spec_.shape.cluster);
    place_.locate(b_.group_id() / spec_.shape.cluster);
    if (spec_.pairs_conjugates()) locate_half();
    // Everybody has read what the first phase wrote here before others write.
    const auto arrive = [this] { b_.barrier(BarrierScope::cluster_arrive); };
    std::vector<Work> works =
        first_.dft(phases_[0].paired_columns() ? load_pairs() : load(), spec_.direction, context_.stage_table, arrive);
    works = last_.dft(hand_over(works), spec_.direction, context_.stage_table);
    spec_.post_processes() ? store_pairs(works) : store(works);
    return b_.finish();
  }

 private:
  [[nodiscard]] bool several_axes() const { return spec_.several_axes(); }
  [[nodiscard]] std::size_t cut() const { return static_cast<std::size_t>(spec_.shape.cut); }

  /// A column of a phase: of which column of the tile it is a part, and its number among all those of that one.
  struct Part {
    Value of_tile;
    Value number;
  };
  Part part_of(const Work& w, std::int64_t parts) {
    const Value own = w.column / spec_.shape.tile;
    return {w.column % spec_.shape.tile, b_.let("part", rank_ * (parts / spec_.shape.cluster) + own)};
  }
  Part first_part(const Work& w) {
    if (!phases_[0].paired_columns()) return part_of(w, columns_);
    Value valid = nullptr;
    return {b_.constant(0), paired_->column(w.column, &valid)};
  }
  Part last_part(const Work& w) { return part_of(w, rows_); }

  /// Of real transforms: the half spectrum, and which part of its pairs the work-group has.
  void locate_half() {
    const bool before = spec_.pre_processes();
    Value valid;
    half_ = before ? place_.input(b_.constant(0), &valid) : place_.output(b_.constant(0), &valid);
    if (before && several_axes()) {
      shared_rows_.emplace(last_parts(), half_);
      return;
    }
    first_pair_ = b_.let("first_column", rank_ * (phases_[before ? 0 : 1].shape.tile / 2));
    paired_.emplace(before ? first_parts() : last_parts(), first_pair_, half_);
  }

  GroupParts first_parts() { return {b_, phases_[0], context_, first_exchange_, elements_}; }
  GroupParts last_parts() { return {b_, phases_[1], context_, last_exchange_, elements_}; }

  std::vector<Work> load_pairs() {
    Parcel parcel;
    pre_process(b_, paired_->pairs(), read_half(elements_), to_exchange(parcel));
    return first_.receive(parcel, 0);
  }

  void store_pairs(const std::vector<Work>& works) {
    const Stage& stage = last_.stages().back();
    const Exchange::Padding& padding = several_axes() ? layouts_[1].between() : layouts_[1].padding(0);
    Parcel parcel;
    for (const Work& w : works) {
      const Value first = last_.first_output(stage, w);
      parcel.add({w.active, last_exchange_.places(padding, w.column, first, stage.s, stage.radix)}, w.x);
    }
    const std::vector<Pair> pairs =
        several_axes() ? row_pairs(last_parts(), *paired_, first_pair_, half_) : paired_->pairs();
    const std::vector<std::vector<Complex>> received = last_exchange_.hand_on(parcel, slots_of(pairs));
    post_process(b_, pairs, from_exchange(received), write_half(b_, elements_));
  }

  std::vector<Work> load() {
    const Stage& stage = first_.stages().front();
    std::vector<Work> works = first_.work_of(0);
    for (Work& w : works) {
      const Part part = first_part(w);
      if (shared_rows_) {
        shared_rows_->load(w, part.number, stage);
        continue;
      }
      Value valid = nullptr;
      const std::int64_t step = columns_ * stage.butterflies();
      const Value first = part.number + w.c * columns_;
      const AddressMap own = elements_.from(place_.input(part.of_tile, &valid), first, step);
      for (int j = 0; j < stage.radix; ++j) w.x.push_back(elements_.load(own, b_.constant(j * step)));
    }
    return works;
  }

  /// Results k = c + s*j of column b of the first phase, to element b of column k of the last.
  std::vector<Work> hand_over(std::vector<Work>& works) {
    b_.comment("to the others of the cluster");
    prefetch_tile(b_, spec_, context_);
    const Stage& stage = first_.stages().back();
    for (Work& w : works) {
      if (several_axes()) break;
      const Results results = {first_part(w).number, w.c, stage.s};
      twiddle_results(b_, context_.phase, results, spec_.direction, w.x);
    }
    b_.barrier(BarrierScope::cluster_wait);
    const int count = stage.radix / spec_.shape.cluster;  // to each of them
    for (const Work& w : works) {
      if (spec_.post_processes()) {
        put_in_pairs(w);
        continue;
      }
      const std::vector<Value> places = places_in_last(w, count);
      for (int rank = 0; rank < spec_.shape.cluster; ++rank) {
        const auto begin = w.x.begin() + static_cast<std::ptrdiff_t>(rank) * count;
        last_exchange_.put_away({w.active, places}, {begin, begin + count}, b_.constant(rank));
      }
    }
    b_.barrier(BarrierScope::cluster_arrive);
    b_.barrier(BarrierScope::cluster_wait);
    const auto taken = [this](const std::vector<Places>& from) { return last_exchange_.take(from); };
    return shared_rows_ ? receive_rows(taken) : last_.receive(taken, 0);
  }

  /// Rows of a half spectrum, pre-processed one by one.
  std::vector<Work> receive_rows(const GroupWork::Handing& taken) {
    const Stage& stage = last_.stages().front();
    std::vector<Work> works = last_.receive(taken, 0);
    const std::vector<std::vector<Complex>> partners = taken(shared_rows_->partners(works, stage));
    for (std::size_t i = 0; i < works.size(); ++i) shared_rows_->pre_process_row(works[i], stage, partners[i]);
    return works;
  }

  /// They are the same in each work-group of the cluster: that one has rows/cluster neighbouring k.
  std::vector<Value> places_in_last(const Work& w, int count) {
    const Part part = first_part(w);
    const std::int64_t tile = spec_.shape.tile;
    const Value raw = last_exchange_.raw_place(w.c * tile + part.of_tile, part.number);
    return last_exchange_.places_from(layouts_[1].padding(0), raw, first_.stages().back().s * tile, count);
  }

  /// Columns k and A-k go to one work-group, into the halves of its tile. k is h*g + t, g of 2C runs of h of them, t <
  /// h.
  void put_in_pairs(const Work& w) {
    const Stage& stage = first_.stages().back();
    const int cluster = spec_.shape.cluster;
    const int count = stage.radix / (2 * cluster);
    const std::int64_t half = stage.s * count;
    const Value b = first_part(w).number;
    const std::vector<Value> low = places_in_last(w, count);
    // The mirror of t = 0 is the first one of the run above; the minimum tells verify() that it is in the tile.
    const Value is_first = b_.let("is_first", w.c == 0);
    const auto mirror = [&](std::int64_t t) { return min(2 * half - t - w.c, 2 * half - 1); };
    const Value edge = last_exchange_.place(select(is_first, half, mirror(0)), b);
    std::vector<Value> high;
    for (int i = 1; i < count; ++i) high.push_back(last_exchange_.place(mirror(i * stage.s), b));
    for (int g = 0; g < 2 * cluster; ++g) {
      const auto begin = w.x.begin() + static_cast<std::ptrdiff_t>(g) * count;
      if (g < cluster) {
        last_exchange_.put_away({w.active, low}, {begin, begin + count}, b_.constant(g));
        continue;
      }
      const Value below = b_.constant(2 * cluster - 1 - g);
      last_exchange_.put_away({w.active, {edge}}, {*begin}, select(is_first, (2 * cluster - g) % cluster, below));
      if (count > 1) last_exchange_.put_away({w.active, high}, {begin + 1, begin + count}, below);
    }
  }

  /// Several axes: where the results of k of the first ones belong.
  Value row_of(Value k) { return reversed_digits(k, leading_axes(spec_)); }

  void store(const std::vector<Work>& works) {
    const Stage& stage = last_.stages().back();
    for (const Work& w : works) {
      const Part part = last_part(w);
      const GroupTile::Target to = place_.target(part.of_tile);
      const std::int64_t step = (several_axes() ? 1 : rows_) * stage.s;
      const Value first =
          b_.let("e", several_axes() ? row_of(part.number) * columns_ + w.c : part.number + w.c * rows_);
      const AddressMap reach = elements_.from(to.reach, first, step);
      std::vector<Complex> values = w.x;
      if (spec_.outer > 1) twiddle_results(b_, context_.pass, {to.p, first, step}, spec_.direction, values);
      b_.when(w.active, [&] {
        b_.when(to.valid, [&] {
          for (int k = 0; k < stage.radix; ++k) elements_.store(reach, b_.constant(k * step), values[k]);
        });
      });
    }
  }

  const KernelSpec& spec_;
  std::array<KernelSpec, 2> phases_;
  std::int64_t rows_;     ///< points of the first phase's DFTs
  std::int64_t columns_;  ///< of the last one's
  Builder b_;
  KernelContext context_;
  std::array<Exchange, 2> layouts_;
  ExchangeArrays arrays_;
  GroupExchange first_exchange_;
  GroupExchange last_exchange_;
  Elements elements_;
  GroupTile place_;
  GroupWork first_;
  GroupWork last_;
  // Real transforms
  std::optional<PairedTile> paired_;
  std::optional<SharedRows> shared_rows_;  ///< of planes that are pre-processed
  AddressMap half_;
  Value first_pair_;
  Value rank_ = nullptr;
};

}  // namespace

Module build_cluster_kernel(const KernelSpec& spec) { return ClusterKernel(spec).build(); }

}  // namespace papilio::kernel
