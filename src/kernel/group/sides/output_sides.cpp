// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "kernel/elements/elements.hpp"
#include "kernel/group/sides/sides.hpp"
#include "kernel/group/sides/staged_tile.hpp"
#include "kernel/pairs/butterfly_pairs.hpp"
#include "kernel/pairs/column_pairs.hpp"
#include "kernel/pairs/plane.hpp"
#include "kernel/pairs/single_numbers.hpp"
#include "kernel/pairs/transform_pairs.hpp"
#include "spec/array_axes.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

AddressMapOf outputs_of(GroupTile& tile) {
  return [&tile](Value column, Value* valid) { return tile.output(column, valid); };
}

/// The results of a butterfly are elements first(w) + step()*k of their column.
class ResultElements {
 public:
  explicit ResultElements(GroupKernel& kernel) : kernel_(kernel), spec_(kernel.parts.spec) {}

  [[nodiscard]] const Stage& stage() const {
    const std::vector<Stage>& stages = kernel_.parts.context.stages;
    return goes_back() ? stages.front() : stages.back();
  }
  Value first(const Butterfly& w) {
    if (goes_back()) return w.c;
    const Value e = kernel_.work.first_result(w);
    return is_slab_back(spec_) ? kernel_.tile.in_plane(e) : e;
  }
  [[nodiscard]] std::int64_t step() const { return goes_back() ? stage().butterflies() : result_run(spec_); }

 private:
  /// Convolutions end where they began (GroupWork::inverse_dft).
  [[nodiscard]] bool goes_back() const { return spec_.algorithm != Algorithm::stockham; }

  GroupKernel& kernel_;
  const KernelSpec& spec_;
};

// Conjugate pairs

void store_plane(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  Plane(kernel.parts, kernel.work, outputs_of(kernel.tile), kernel.tile.slab()).store(butterflies, kernel.tile.first());
}

void store_butterfly_pairs(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  store_paired_butterflies(kernel.parts, butterflies, outputs_of(kernel.tile));
}

void store_pairs(GroupKernel& kernel, const std::vector<Butterfly>& butterflies, const std::vector<Pair>& pairs) {
  const GroupParts& g = kernel.parts;
  ExchangeWrites parcel;
  for (const Butterfly& w : butterflies) parcel.add(kernel.work.outputs(g.context.stages.back(), w), w.x);
  const std::vector<std::vector<Complex>> received = g.exchange.hand_on(parcel, slots_of(pairs));
  post_process(g.b, pairs, from_exchange(received), write_half(g));
}

void store_paired_tile(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  store_pairs(kernel, butterflies, kernel.tile.paired()->pairs());
}

void store_column_pairs(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  store_pairs(kernel, butterflies, column_pairs(kernel.parts, outputs_of(kernel.tile)));
}

/// Results of a convolution, which a chirp makes those of the DFT; those from m on are none.
void store_chirped_half(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  const GroupParts& g = kernel.parts;
  Builder& b = g.b;
  const std::int64_t m = g.spec.length;
  ResultElements results(kernel);
  ExchangeWrites parcel;
  for (const Butterfly& w : butterflies) {
    for (int j = 0; j < results.stage().radix; ++j) {
      const Value i = b.let("i", results.first(w) + j * results.step());
      const Value inside = b.let("inside", i < m);
      const Value k = b.let("k", min(i, m - 1));
      const Complex chirp = g.elements.table_entry(g.context.table("chirp"), k, m);
      parcel.add({w.active ? b.let("own", w.active && inside) : inside, {g.exchange.place(w.column, k)}},
                 {w.x[j] * chirp});
    }
  }
  struct NumberOfHalf {
    Value active = nullptr;
    Value column;
    Value k;
  };
  const std::int64_t total = (m + 1) * g.spec.shape.tile;
  std::vector<NumberOfHalf> items;
  std::vector<ExchangeSlots> from;
  for (std::int64_t u = 0; u * g.spec.shape.threads < total; ++u) {
    NumberOfHalf& item = items.emplace_back();
    const Value index = own_index(b, g.spec.shape.threads, u, total, &item.active);
    item.column = b.let("column", index / (m + 1));
    item.k = b.let("k", index % (m + 1));
    const SingleSources k = single_sources(g, item.k);
    from.push_back({item.active, {g.exchange.place(item.column, k.low), g.exchange.place(item.column, k.high)}});
  }
  const std::vector<std::vector<Complex>> z = g.exchange.hand_on(parcel, from);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Complex x = single_number(g, items[i].k, {z[i].front(), z[i].back()});
    const GroupTile::ColumnTarget to = kernel.tile.target(items[i].column);
    b.when(items[i].active, [&] { b.when(to.valid, [&] { g.elements.store_half(to.map, items[i].k, x); }); });
  }
}

// Staged: whole transforms are written in the order of memory, through the exchange.

void store_staged(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  ResultElements results(kernel);
  // Half a spectrum is what a single butterfly has first.
  const bool one_stage = kernel.parts.spec.radices.size() == 1;
  const std::int64_t radix = results.stage().radix;
  const auto count = static_cast<int>(one_stage ? std::min(radix, staged_results(kernel.parts.spec)) : radix);
  ExchangeWrites parcel;
  for (Butterfly& w : butterflies) {
    w.x.resize(static_cast<std::size_t>(count));
    parcel.add(kernel.work.places(w, results.first(w), results.step(), count), w.x);
  }
  StagedTile(kernel.parts).store(kernel.tile.first(), parcel);
}

/// Transforms of one work-item each.
void store_staged_transforms(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  const GroupParts& g = kernel.parts;
  for (Butterfly& w : butterflies) w.x = post_process_transform(g.b, g.spec, w.x);
  ExchangeWrites parcel;
  for (const Butterfly& w : butterflies) parcel.add(kernel.work.places(w, w.c, 1, static_cast<int>(w.x.size())), w.x);
  StagedTile(g).store(kernel.tile.first(), parcel);
}

/// Rader: the butterfly knows X[0].
Value is_zero(GroupKernel& kernel, const Butterfly& w) { return kernel.parts.b.let("is_zero", w.c == 0); }

/// Rader's algorithm has element g^-i for i.
void store_staged_scattered(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  const GroupParts& g = kernel.parts;
  ResultElements results(kernel);
  ExchangeWrites parcel;
  for (const Butterfly& w : butterflies) {
    const Value first = results.first(w);
    ExchangeSlots to{w.active, {}};
    for (int k = 0; k < results.stage().radix; ++k)
      to.at.push_back(g.exchange.place(w.column, g.b.load(g.context.table("scatter"), first + k * results.step())));
    parcel.add(to, w.x);
  }
  for (const Butterfly& w : kernel.spectral) {
    const Value zero = is_zero(kernel, w);
    const Value own = w.active ? g.b.let("own", w.active && zero) : zero;
    const ExchangeSlots to{own, {g.exchange.place(w.column, g.b.constant(0))}};
    parcel.add(to, kernel.zero_frequencies->recall(w.number, 1));
  }
  StagedTile(g).store(kernel.tile.first(), parcel);
}

// Direct: each butterfly writes its own elements.

/// Passes on element 0, which a pass of a long Rader transform keeps. `out` is the map of the column.
void carry(GroupKernel& kernel, const Butterfly& w, const AddressMap& out) {
  const GroupParts& g = kernel.parts;
  Value valid;
  const Value c = kernel.tile.column(w.column, &valid);
  g.b.when(w.active, [&] {
    g.b.branch(holds_zero(g.spec, w, c),
               [&] { g.elements.store_carried(out, g.elements.carried(kernel.tile.input_column(c))); });
  });
}

void twiddle_pass(GroupKernel& kernel, const Butterfly& w, Value p, std::vector<Complex>& values) {
  const GroupParts& g = kernel.parts;
  if (!g.spec.several_axes()) {
    const Results results{p, w.c, ResultElements(kernel).step()};
    return twiddle_results(g.b, g.context.pass, results, g.spec.direction, values);
  }
  // The results of a butterfly are of one row.
  const Value row = w.c % outer_axis(g.spec);
  const Complex factor = twiddle(g.b, g.context.pass, g.b.let("t", p * row));
  for (Complex& value : values) value = multiply(value, factor, conjugate_for(g.spec.direction));
}

void store_work(GroupKernel& kernel, const Butterfly& w) {
  Builder& b = kernel.parts.b;
  const KernelSpec& spec = kernel.parts.spec;
  const KernelContext& context = kernel.parts.context;
  Elements& elements = kernel.parts.elements;
  ResultElements results(kernel);
  const GroupTile::ColumnTarget to = kernel.tile.target(w.column);
  AddressMap map = to.map;
  if (keeps_dc_in_scratch(spec) && spec.algorithm == Algorithm::stockham) carry(kernel, w, map);
  const Value first = results.first(w);
  const std::int64_t step = results.step();
  const bool scatters = spec.algorithm == Algorithm::rader;
  if (!scatters) map = elements.from(map, first, step);
  std::vector<Complex> values = w.x;
  if (spec.outer > 1 && !is_slab_back(spec)) twiddle_pass(kernel, w, to.p, values);
  const auto store = [&](std::int64_t k, Complex value) {
    if (scatters) {
      elements.store(map, b.load(context.table("scatter"), first + k), value);
    } else if (spec.algorithm == Algorithm::bluestein) {
      elements.store_chirped(map, b.constant(k), value);
    } else {
      elements.store(map, b.constant(k), value);
    }
  };
  b.when(w.active, [&] {
    b.when(to.valid, [&] {
      for (int k = 0; k < results.stage().radix; ++k) store(k * step, values[k]);
    });
  });
}

void store_direct(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  const GroupParts& g = kernel.parts;
  for (const Butterfly& w : butterflies) store_work(kernel, w);
  if (!kernel.zero_frequencies) return;
  for (const Butterfly& w : kernel.spectral) {
    Value valid;
    const AddressMap map = kernel.tile.output(w.column, &valid);
    const Complex value = kernel.zero_frequencies->recall(w.number, 1).front();
    g.b.when(w.active, [&] {
      g.b.when(valid, [&] { g.b.branch(is_zero(kernel, w), [&] { g.elements.store(map, g.b.constant(0), value); }); });
    });
  }
}

// Applicable, possible

constexpr bool always(const KernelSpec&) { return true; }

bool writes_plane(const KernelSpec& spec) { return is_real_plane(spec) && post_processes(spec); }

bool is_staged(const KernelSpec& spec) { return spec.shape.staged && spec.algorithm == Algorithm::stockham; }
bool is_staged_scattered(const KernelSpec& spec) { return spec.shape.staged; }

bool pairs_butterflies(const KernelSpec& spec) { return pairing_of(spec, spec.radices.size() - 1) != Pairing::none; }

bool writes_paired_tile(const KernelSpec& spec) { return post_processes(spec) && spec.paired_columns; }
// Half a spectrum is at the end of the last pass.
bool is_last_pass(const KernelSpec& spec) { return is_possible_paired_tile(spec, spec.outer == 1); }

bool writes_half(const KernelSpec& spec) { return post_processes(spec); }
bool writes_chirped_half(const KernelSpec& spec) {
  return post_processes(spec) && spec.algorithm == Algorithm::bluestein;
}

// Several axes are those of a complex array, or of a real plane.
bool is_line_or_array(const KernelSpec& spec) {
  return !spec.several_axes() || spec.out.form == Form::complex || is_real_plane(spec);
}

// The first that is applicable serves.
constexpr std::array<OutputSide, 9> outputs = {{
    {"half spectrum of a plane", writes_plane, is_possible_plane, store_plane},
    {"staged transforms of one work-item each", processes_transforms, has_one_stage, store_staged_transforms},
    {"staged output", is_staged, is_one_column, store_staged},
    {"staged, scattered output", is_staged_scattered, is_whole_rader, store_staged_scattered},
    {"output of paired butterflies", pairs_butterflies, is_stockham, store_butterfly_pairs},
    {"half spectrum of a conjugate-paired tile", writes_paired_tile, is_last_pass, store_paired_tile},
    {"half spectra after a chirp", writes_chirped_half, is_one_column, store_chirped_half},
    {"half spectra", writes_half, is_whole_stockham, store_column_pairs},
    {"direct output", always, is_line_or_array, store_direct},
}};

}  // namespace

const OutputSide& output_side(const KernelSpec& spec) { return find_side(outputs, spec); }

}  // namespace papilio::kernel
