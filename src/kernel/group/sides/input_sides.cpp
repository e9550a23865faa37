// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
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

AddressMapOf inputs_of(GroupTile& tile) {
  return [&tile](Value column, Value* valid) { return tile.input(column, valid); };
}

// Staged: whole transforms are read in the order of memory, through the exchange.

std::vector<std::vector<Complex>> receive_staged(GroupKernel& kernel, const std::vector<ExchangeSlots>& from) {
  return StagedTile(kernel.parts).load(kernel.tile.first(), from);
}

std::vector<Butterfly> load_staged(GroupKernel& kernel) {
  const auto handing = [&](const std::vector<ExchangeSlots>& from) { return receive_staged(kernel, from); };
  return kernel.work.receive(handing, 0);
}

/// Half a spectrum: element e is the conjugate of number n-e, and those that are their own conjugates are real.
std::vector<Butterfly> load_staged_half(GroupKernel& kernel) {
  const GroupParts& g = kernel.parts;
  Builder& b = g.b;
  const Stage& stage = g.context.stages.front();
  const std::int64_t n = g.spec.length;
  // A single butterfly has both of each pair.
  const bool whole = stage.radix == n;
  const int read = whole ? static_cast<int>(staged_inputs(g.spec)) : stage.radix;
  std::vector<Butterfly> butterflies = kernel.work.work_of(0);
  const auto element = [&](const Butterfly& w, int j) { return b.let("e", w.c + j * stage.butterflies()); };
  std::vector<ExchangeSlots> from;
  for (const Butterfly& w : butterflies) {
    from.push_back({w.active, {}});
    for (int j = 0; j < read; ++j) {
      const Value e = whole ? b.constant(j) : element(w, j);
      from.back().at.push_back(g.exchange.place(w.column, whole ? e : min(e, n - e)));
    }
  }
  std::vector<std::vector<Complex>> values = receive_staged(kernel, from);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<Complex>& x = values[i];
    for (int j = 0; j < read; ++j) {
      const Value e = whole ? b.constant(j) : element(butterflies[i], j);
      const Value mirror = n - e;
      x[j].im = b.let("im", select(e > mirror, -x[j].im, select(0 < e && e < mirror, x[j].im, 0.0)));
    }
    for (int j = read; j < stage.radix; ++j) x.push_back({x[n - j].re, b.let("im", -x[n - j].im)});
  }
  set_values(butterflies, values);
  return butterflies;
}

/// Rader's algorithm takes element g^i for i.
std::vector<Butterfly> load_staged_gathered(GroupKernel& kernel) {
  const GroupParts& g = kernel.parts;
  const Stage& stage = g.context.stages.front();
  std::vector<Butterfly> butterflies = kernel.work.work_of(0);
  std::vector<ExchangeSlots> from;
  for (const Butterfly& w : butterflies) {
    from.push_back({w.active, {}});
    for (int j = 0; j < stage.radix; ++j) {
      const Value e = g.b.load(g.context.table("gather"), w.c + j * stage.butterflies());
      from.back().at.push_back(g.exchange.place(w.column, e));
    }
  }
  set_values(butterflies, receive_staged(kernel, from));
  return butterflies;
}

/// Transforms of one work-item each. The last number of a half spectrum is read directly.
std::vector<Butterfly> load_staged_transforms(GroupKernel& kernel) {
  const GroupParts& g = kernel.parts;
  std::vector<Complex> last;
  for (const Butterfly& w : kernel.work.work_of(0)) {
    Value valid;
    const bool half = g.spec.in.form == Form::half;
    last.push_back(half ? g.elements.load_half(kernel.tile.input(w.column, &valid), g.b.constant(g.spec.length))
                        : Complex{});
  }
  std::vector<Butterfly> butterflies = load_staged(kernel);
  for (std::size_t i = 0; i < butterflies.size(); ++i)
    butterflies[i].x = pre_process_transform(g.b, g.spec, butterflies[i].x, last[i]);
  return butterflies;
}

// Conjugate pairs

std::vector<Butterfly> load_plane(GroupKernel& kernel) {
  return Plane(kernel.parts, kernel.work, inputs_of(kernel.tile), kernel.tile.slab()).load();
}

std::vector<Butterfly> load_butterfly_pairs(GroupKernel& kernel) {
  std::vector<Butterfly> butterflies = kernel.work.work_of(0);
  load_paired_butterflies(kernel.parts, butterflies, inputs_of(kernel.tile));
  return butterflies;
}

std::vector<Butterfly> load_pairs(GroupKernel& kernel, const std::vector<Pair>& pairs) {
  const GroupParts& g = kernel.parts;
  ExchangeWrites parcel;
  pre_process(g.b, pairs, read_half(g), to_exchange(parcel));
  return kernel.work.receive(parcel, 0);
}

std::vector<Butterfly> load_paired_tile(GroupKernel& kernel) {
  return load_pairs(kernel, kernel.tile.paired()->pairs());
}

std::vector<Butterfly> load_column_pairs(GroupKernel& kernel) {
  return load_pairs(kernel, column_pairs(kernel.parts, inputs_of(kernel.tile)));
}

/// Half a spectrum before a convolution with a chirp, whose elements from m on are 0.
std::vector<Butterfly> load_chirped_half(GroupKernel& kernel) {
  const GroupParts& g = kernel.parts;
  const std::int64_t m = g.spec.length;
  const Stage& stage = g.context.stages.front();
  std::vector<Butterfly> butterflies = kernel.work.work_of(0);
  for (Butterfly& w : butterflies) {
    Value valid;
    const AddressMap half = kernel.tile.input(w.column, &valid);
    for (int j = 0; j < stage.radix; ++j) {
      const Value i = g.b.let("i", w.c + j * stage.butterflies());
      const Value k = g.b.let("k", min(i, m - 1));
      const Complex chirp = g.elements.table_entry(g.context.table("chirp"), k, m);
      w.x.push_back(select_or_zero(g.b.let("inside", i < m), read_single_number(g, half, k) * chirp));
    }
  }
  return butterflies;
}

// Direct: each butterfly reads its own elements.

std::vector<Butterfly> load_direct(GroupKernel& kernel) {
  const GroupParts& g = kernel.parts;
  const KernelSpec& spec = g.spec;
  const Stage& stage = g.context.stages.front();
  std::vector<Butterfly> butterflies = kernel.work.work_of(0);
  for (Butterfly& w : butterflies) {
    Value valid;
    const AddressMap map = kernel.tile.input(w.column, &valid);
    const std::int64_t step = stage.butterflies() * (is_slab(spec) ? spec.outer : 1);
    const Value first = is_slab(spec) ? kernel.tile.in_plane(w.c) : w.c;
    const bool gathers = spec.algorithm == Algorithm::rader;
    const AddressMap own = gathers ? map : g.elements.from(map, first, step);
    for (int j = 0; j < stage.radix; ++j) {
      const std::int64_t e = j * step;
      if (gathers) {
        w.x.push_back(g.elements.load(own, g.b.load(g.context.table("gather"), w.c + e)));
      } else if (spec.algorithm == Algorithm::bluestein) {
        w.x.push_back(g.elements.load_chirped(own, g.b.constant(e)));
      } else {
        w.x.push_back(g.elements.load(own, g.b.constant(e)));
      }
    }
  }
  return butterflies;
}

/// Frames that share samples: a work-item has the same butterfly of all frames of the tile.
std::vector<Butterfly> load_sliding(GroupKernel& kernel) {
  const GroupParts& g = kernel.parts;
  Builder& b = g.b;
  const std::int64_t taps = g.spec.in.ends.front().window.taps;
  const std::int64_t row = g.spec.in.ends.front().length * g.context.input_unit();
  std::vector<Butterfly> butterflies = kernel.work.work_of(0);
  const Value frames = b.let("frames", min(g.context.batch - kernel.tile.first(), g.spec.shape.tile));
  std::vector<Value> rows;
  for (std::int64_t r = 0; r < taps + g.spec.shape.tile - 1; ++r) {
    // Frames behind the last one read its samples.
    const Value own = b.constant(r, i64);
    rows.push_back(r < taps ? own * row : b.let("row", min(own, frames + (taps - 2)) * row));
  }
  Value valid;
  const std::int64_t step = g.context.stages.front().butterflies();
  const AddressMap first = g.elements.from(kernel.tile.input(b.constant(0), &valid), butterflies.front().c, step);
  for (int j = 0; j < g.context.stages.front().radix; ++j) {
    const std::vector<Complex> sums = g.elements.load_frames(first, j * step, rows);
    for (std::size_t f = 0; f < sums.size(); ++f) butterflies[f].x.push_back(sums[f]);
  }
  return butterflies;
}

// Applicable, possible

constexpr bool always(const KernelSpec&) { return true; }

bool is_staged(const KernelSpec& spec) { return stages_input(spec) && spec.algorithm == Algorithm::stockham; }
bool is_staged_half(const KernelSpec& spec) { return is_staged(spec) && stages_half(spec); }
bool is_staged_gathered(const KernelSpec& spec) { return stages_input(spec); }

bool reads_plane(const KernelSpec& spec) { return is_real_plane(spec) && pre_processes(spec); }

bool pairs_butterflies(const KernelSpec& spec) { return pairing_of(spec, 0) != Pairing::none; }

bool reads_paired_tile(const KernelSpec& spec) { return pre_processes(spec) && spec.paired_columns; }
// Half a spectrum is at the beginning of the first pass.
bool is_first_pass(const KernelSpec& spec) { return is_possible_paired_tile(spec, spec.inner == 1); }

bool reads_half(const KernelSpec& spec) { return pre_processes(spec); }
bool reads_chirped_half(const KernelSpec& spec) {
  return pre_processes(spec) && spec.algorithm == Algorithm::bluestein;
}

// Several axes are those of a complex array, or of a real plane.
bool is_line_or_array(const KernelSpec& spec) {
  return !spec.several_axes() || spec.in.form == Form::complex || is_real_plane(spec);
}

// The first that is applicable serves.
constexpr std::array<InputSide, 11> inputs = {{
    {"staged transforms of one work-item each", processes_transforms, has_one_stage, load_staged_transforms},
    {"staged half spectra", is_staged_half, is_one_column, load_staged_half},
    {"staged input", is_staged, is_one_column, load_staged},
    {"staged, gathered input", is_staged_gathered, is_whole_rader, load_staged_gathered},
    {"half spectrum of a plane", reads_plane, is_possible_plane, load_plane},
    {"input of paired butterflies", pairs_butterflies, is_stockham, load_butterfly_pairs},
    {"half spectrum of a conjugate-paired tile", reads_paired_tile, is_first_pass, load_paired_tile},
    {"half spectra before a chirp", reads_chirped_half, is_one_column, load_chirped_half},
    {"half spectra", reads_half, is_whole_stockham, load_column_pairs},
    {"frames that share samples", shares_samples, is_one_column, load_sliding},
    {"direct input", always, is_line_or_array, load_direct},
}};

}  // namespace

const InputSide& input_side(const KernelSpec& spec) { return find_side(inputs, spec); }

bool is_possible_plane(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::stockham && has_two_axes(spec) && spec.in.form != Form::trig &&
         (spec.columns() == 1 || is_slab(spec)) && spec.packed(spec.in) && spec.packed(spec.out);
}

bool is_possible_paired_tile(const KernelSpec& spec, bool at_end) {
  return at_end && spec.algorithm == Algorithm::stockham && spec.points() != spec.length && spec.interleaved == 1 &&
         spec.shape.tile % 2 == 0;
}

}  // namespace papilio::kernel
