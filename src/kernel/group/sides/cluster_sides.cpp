// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/group/sides/cluster_sides.hpp"

#include <array>

#include "kernel/elements/elements.hpp"
#include "kernel/group/sides/sides.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {
namespace {

/// A column of a phase: the column of the tile that it is a part of, and its number among the parts of that column.
struct PhaseColumn {
  Value of_tile;
  Value number;
};

PhaseColumn column_of(ClusterGroup& g, const Butterfly& w, std::int64_t columns) {
  const std::int64_t tile = g.spec.shape.tile;
  const Value own = w.column / tile;
  return {w.column % tile, g.first_parts.b.let("part", g.rank * (columns / g.spec.shape.cluster) + own)};
}

PhaseColumn first_column(ClusterGroup& g, const Butterfly& w) {
  if (!g.first_parts.spec.paired_columns) return column_of(g, w, g.columns());
  Value valid = nullptr;
  return {g.first_parts.b.constant(0), g.pairs->column(w.column, &valid)};
}

PhaseColumn last_column(ClusterGroup& g, const Butterfly& w) { return column_of(g, w, g.rows()); }

/// Element of a complex column, or array, that the first input is of a butterfly in a column of the first phase.
Value input_element(ClusterGroup& g, Value number, const Butterfly& w) { return number + w.c * g.columns(); }

/// The same of the first result, in a column of the last phase. That is a row of an array.
Value result_element(ClusterGroup& g, Value number, const Butterfly& w) {
  if (!g.spec.several_axes()) return number + w.c * g.rows();
  const Value row = reversed_digits(number, leading_axes(g.spec));
  return row * g.columns() + w.c;
}

// From memory

/// Columns and their conjugate partners, pre-processed on their way to the exchange.
std::vector<Butterfly> load_pairs(ClusterGroup& g) {
  ExchangeWrites parcel;
  pre_process(g.first_parts.b, g.pairs->pairs(), read_half(g.first_parts), to_exchange(parcel));
  return g.first.receive(parcel, 0);
}

/// Columns of the half spectrum of a plane.
std::vector<Butterfly> load_plane(ClusterGroup& g) {
  std::vector<Butterfly> butterflies = g.first.work_of(0);
  for (Butterfly& w : butterflies) g.plane->load(w, first_column(g, w).number, g.first.stages().front());
  return butterflies;
}

std::vector<Butterfly> load_direct(ClusterGroup& g) {
  Elements& elements = g.first_parts.elements;
  const Stage& stage = g.first.stages().front();
  std::vector<Butterfly> butterflies = g.first.work_of(0);
  for (Butterfly& w : butterflies) {
    const PhaseColumn column = first_column(g, w);
    Value valid = nullptr;
    const std::int64_t step = g.columns() * stage.butterflies();
    const Value first = input_element(g, column.number, w);
    const AddressMap own = elements.from(g.tile.input(column.of_tile, &valid), first, step);
    for (int j = 0; j < stage.radix; ++j) w.x.push_back(elements.load(own, g.first_parts.b.constant(j * step)));
  }
  return butterflies;
}

// From the first phase to the last: result k = c + s*j of column b becomes element b of column k.

/// Writes `count` results of a butterfly to the work-groups that need them: each has rows/cluster neighbouring k.
std::vector<Value> places_in_last(ClusterGroup& g, const Butterfly& w, int count) {
  GroupExchange& exchange = g.last_parts.exchange;
  const PhaseColumn column = first_column(g, w);
  const std::int64_t tile = g.spec.shape.tile;
  const Value raw = exchange.raw_place(w.c * tile + column.of_tile, column.number);
  return exchange.places_from(exchange.layout().padding(0), raw, g.first.stages().back().s * tile, count);
}

/// A run of columns k to each work-group.
void put_runs(ClusterGroup& g, const Butterfly& w) {
  const int cluster = g.spec.shape.cluster;
  const int count = g.first.stages().back().radix / cluster;
  const std::vector<Value> places = places_in_last(g, w, count);
  for (int rank = 0; rank < cluster; ++rank) {
    const auto begin = w.x.begin() + static_cast<std::ptrdiff_t>(rank) * count;
    g.last_parts.exchange.put_away({w.active, places}, {begin, begin + count}, g.last_parts.b.constant(rank));
  }
}

/// Columns k and A-k go to one work-group, into the halves of its tile. k is h*g + t, g of 2C runs of h of them, t < h.
void put_in_pairs(ClusterGroup& g, const Butterfly& w) {
  Builder& b = g.last_parts.b;
  GroupExchange& exchange = g.last_parts.exchange;
  const Stage& stage = g.first.stages().back();
  const int cluster = g.spec.shape.cluster;
  const int count = stage.radix / (2 * cluster);
  const std::int64_t half = stage.s * count;
  const Value column = first_column(g, w).number;
  const std::vector<Value> low = places_in_last(g, w, count);
  // The mirror of t = 0 is the first one of the run above; the minimum tells verify() that it is in the tile.
  const Value is_first = b.let("is_first", w.c == 0);
  const auto mirror = [&](std::int64_t t) { return min(2 * half - t - w.c, 2 * half - 1); };
  const Value edge = exchange.place(select(is_first, half, mirror(0)), column);
  std::vector<Value> high;
  for (int i = 1; i < count; ++i) high.push_back(exchange.place(mirror(i * stage.s), column));
  for (int run = 0; run < 2 * cluster; ++run) {
    const auto begin = w.x.begin() + static_cast<std::ptrdiff_t>(run) * count;
    if (run < cluster) {
      exchange.put_away({w.active, low}, {begin, begin + count}, b.constant(run));
      continue;
    }
    const Value below = b.constant(2 * cluster - 1 - run);
    exchange.put_away({w.active, {edge}}, {*begin}, select(is_first, (2 * cluster - run) % cluster, below));
    if (count > 1) exchange.put_away({w.active, high}, {begin + 1, begin + count}, below);
  }
}

GroupWork::Handing taking(ClusterGroup& g) {
  return [&g](const std::vector<ExchangeSlots>& from) { return g.last_parts.exchange.take(from); };
}

std::vector<Butterfly> receive_columns(ClusterGroup& g) { return g.last.receive(taking(g), 0); }

/// Rows of the half spectrum of a plane, pre-processed one by one.
std::vector<Butterfly> receive_rows(ClusterGroup& g) {
  const GroupWork::Handing taken = taking(g);
  const Stage& stage = g.last.stages().front();
  std::vector<Butterfly> butterflies = g.last.receive(taken, 0);
  const std::vector<std::vector<Complex>> partners = taken(g.plane->partners(butterflies, stage));
  for (std::size_t i = 0; i < butterflies.size(); ++i) g.plane->pre_process_row(butterflies[i], stage, partners[i]);
  return butterflies;
}

// To memory

/// The results of the last phase to the exchange, and pairs of them to the half spectrum.
void store_pairs(ClusterGroup& g, const std::vector<Butterfly>& butterflies, const Exchange::Padding& padding,
                 const std::function<std::vector<Pair>()>& pairs_of) {
  GroupExchange& exchange = g.last_parts.exchange;
  const Stage& stage = g.last.stages().back();
  ExchangeWrites parcel;
  for (const Butterfly& w : butterflies) {
    const Value first = g.last.first_output(stage, w);
    parcel.add({w.active, exchange.places(padding, w.column, first, stage.s, stage.radix)}, w.x);
  }
  const std::vector<Pair> pairs = pairs_of();
  const std::vector<std::vector<Complex>> received = exchange.hand_on(parcel, slots_of(pairs));
  post_process(g.last_parts.b, pairs, from_exchange(received), write_half(g.last_parts));
}

/// Rows are written across and read along: with the padding between stages.
void store_half_plane(ClusterGroup& g, const std::vector<Butterfly>& butterflies) {
  store_pairs(g, butterflies, g.last_parts.exchange.layout().between(),
              [&] { return row_pairs(g.last_parts, *g.pairs, g.first_pair, g.half); });
}

void store_half(ClusterGroup& g, const std::vector<Butterfly>& butterflies) {
  store_pairs(g, butterflies, g.last_parts.exchange.layout().padding(0), [&] { return g.pairs->pairs(); });
}

/// The results of a butterfly are elements first + step*k.
void store_results(ClusterGroup& g, const Butterfly& w) {
  auto& b = g.last_parts.b;  // by name, because clang 14 captures no structured bindings
  auto& elements = g.last_parts.elements;
  const PhaseColumn column = last_column(g, w);
  const GroupTile::ColumnTarget to = g.tile.target(column.of_tile);
  const std::int64_t step = (g.spec.several_axes() ? 1 : g.rows()) * g.last.stages().back().s;
  const Value first = b.let("e", result_element(g, column.number, w));
  const AddressMap map = elements.from(to.map, first, step);
  std::vector<Complex> values = w.x;
  if (g.spec.outer > 1) twiddle_results(b, g.last_parts.context.pass, {to.p, first, step}, g.spec.direction, values);
  b.when(w.active, [&] {
    b.when(to.valid, [&] {
      for (std::size_t k = 0; k < values.size(); ++k)
        elements.store(map, b.constant(static_cast<std::int64_t>(k) * step), values[k]);
    });
  });
}

void store_direct(ClusterGroup& g, const std::vector<Butterfly>& butterflies) {
  for (const Butterfly& w : butterflies) store_results(g, w);
}

// Applicable, possible

constexpr bool always(const KernelSpec&) { return true; }

// Halves of a work-group's tile hold columns and their partners, of one transform.
bool is_one_transform(const KernelSpec& spec) { return spec.columns() == 1 && spec.shape.tile == 1; }
// Rows of several arrays would not be neighbours.
bool is_one_plane(const KernelSpec& spec) { return has_two_axes(spec) && spec.shape.tile == 1; }
// The middle of each row is a number by itself (row_pairs).
bool is_one_plane_of_even_rows(const KernelSpec& spec) { return is_one_plane(spec) && row_axis(spec) % 2 == 0; }
// The last phase is the last axis.
bool is_one_array(const KernelSpec& spec) {
  return spec.shape.tile == 1 && cluster_rows(spec) * row_axis(spec) == spec.length;
}
// Several axes are those of a whole complex array.
bool is_line_or_array(const KernelSpec& spec) { return !spec.several_axes() || is_one_array(spec); }

bool reads_pairs(const KernelSpec& spec) { return pre_processes_first(spec); }
bool reads_plane(const KernelSpec& spec) { return spec.several_axes() && pre_processes(spec); }

bool hands_pairs_over(const KernelSpec& spec) { return post_processes(spec); }
// Pairs split the runs of k in two.
bool splits_in_pairs(const KernelSpec& spec) {
  return spec.shape.tile == 1 && spec.radices[spec.shape.cluster_stage - 1] % (2 * spec.shape.cluster) == 0;
}
bool splits_in_runs(const KernelSpec& spec) {
  return spec.radices[spec.shape.cluster_stage - 1] % spec.shape.cluster == 0;
}

bool writes_plane(const KernelSpec& spec) { return spec.several_axes() && post_processes(spec); }
bool writes_half(const KernelSpec& spec) { return post_processes(spec); }

// The first that is applicable serves.
constexpr std::array<ClusterInput, 3> inputs = {{
    {"half spectrum of columns that a cluster shares", reads_pairs, is_one_transform, load_pairs},
    {"half spectrum of a plane that a cluster shares", reads_plane, is_one_plane, load_plane},
    {"input of a cluster", always, is_line_or_array, load_direct},
}};

constexpr std::array<ClusterTransfer, 3> transfers = {{
    {"columns and their partners in a cluster", hands_pairs_over, splits_in_pairs, put_in_pairs, receive_columns},
    {"rows of a half spectrum in a cluster", reads_plane, splits_in_runs, put_runs, receive_rows},
    {"columns in a cluster", always, splits_in_runs, put_runs, receive_columns},
}};

constexpr std::array<ClusterOutput, 3> outputs = {{
    {"half spectrum of a plane that a cluster shares", writes_plane, is_one_plane_of_even_rows, store_half_plane},
    {"half spectrum of columns that a cluster shares", writes_half, is_one_transform, store_half},
    {"output of a cluster", always, is_line_or_array, store_direct},
}};

}  // namespace

const ClusterInput& cluster_input(const KernelSpec& spec) { return find_side(inputs, spec); }
const ClusterTransfer& cluster_transfer(const KernelSpec& spec) { return find_side(transfers, spec); }
const ClusterOutput& cluster_output(const KernelSpec& spec) { return find_side(outputs, spec); }

void locate_half(ClusterGroup& g) {
  const bool before = pre_processes(g.spec);
  Builder& b = g.first_parts.b;
  Value valid;
  g.half = before ? g.tile.input(b.constant(0), &valid) : g.tile.output(b.constant(0), &valid);
  if (reads_plane(g.spec)) {
    g.plane.emplace(g.last_parts, g.half);
    return;
  }
  const GroupParts& parts = before ? g.first_parts : g.last_parts;
  g.first_pair = b.let("first_column", g.rank * (parts.spec.shape.tile / 2));
  g.pairs.emplace(parts, g.first_pair, g.half);
}

Value cluster_input_element(ClusterGroup& group, const Butterfly& w) {
  return input_element(group, first_column(group, w).number, w);
}

Value cluster_result_element(ClusterGroup& group, const Butterfly& w) {
  return result_element(group, last_column(group, w).number, w);
}

Value first_phase_column(ClusterGroup& group, const Butterfly& w) { return first_column(group, w).number; }

}  // namespace papilio::kernel
