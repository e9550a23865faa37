// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/sides.hpp"

#include <algorithm>
#include <array>

#include "kernel/simd/simd_runs.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/side_access.hpp"

namespace papilio::kernel {
namespace {

bool every_spec(const KernelSpec& /*spec*/) { return true; }

bool is_columns(const KernelSpec& spec) { return spec.shape.strategy == Strategy::columns; }

/// Passes: the lanes are neighbouring columns, and lie in memory as the kernel computes with them.
bool has_vectors_of_columns(const KernelSpec& spec, const Side& side) {
  const bool whole =
      is_columns(spec) && spec.columns() > 1 && spec.columns() % spec.shape.lanes == 0 && spec.interleaved == 1;
  return whole && side.native() && !side.irregular() && spec.packed(side) && !pairs_conjugates(spec);
}

/// Passes of type 2 whose signal has no vector on both sides of its middle.
bool is_type_2(const KernelSpec& spec, const Side& side) {
  return side.form == Form::trig && spec.trig.kind == Kind::dct2 && !spec.trig.ortho &&
         spec.trig.extent == spec.points() && spec.trig.extent % (2 * spec.shape.lanes) == 0;
}

/// Passes: the lanes are neighbouring numbers of a real side.
bool reads_reals(const KernelSpec& spec) {
  if (!has_vectors_of_columns(spec, spec.in) || spec.algorithm != Algorithm::stockham) return false;
  const bool reals = spec.in.form == Form::real && spec.load == LoadOp::none && !spec.filter.present;
  return reals || is_type_2(spec, spec.in);
}

/// Passes: the lanes are neighbouring numbers of half a spectrum, or of a real side.
bool writes_reals(const KernelSpec& spec) {
  if (!has_vectors_of_columns(spec, spec.out) || spec.algorithm != Algorithm::stockham) return false;
  return (spec.out.form == Form::half || is_type_2(spec, spec.out)) && spec.store == StoreOp::none && spec.outer == 1 &&
         spec.points() % (2 * spec.shape.lanes) == 0;
}

/// Passes of real-to-real transforms at half length: the lanes are neighbouring elements of the signal.
bool has_vectors_of_signal(const KernelSpec& spec, const Side& side) {
  if (!has_vectors_of_columns(spec, side) || !half_length_trig(spec)) return false;
  if (spec.load != LoadOp::none || spec.store != StoreOp::none) return false;
  const bool type_1 = spec.trig.kind == Kind::dct1 || spec.trig.kind == Kind::dst1;
  return side.form == Form::trig && !type_1 &&
         (spec.trig.kind == Kind::dht || spec.points() % (2 * spec.shape.lanes) == 0);
}

bool reads_vectors(const KernelSpec& spec) {
  return is_columns(spec) && spec.shape.lanes > 1 && side_access(spec, spec.in) == SideAccess::vectors;
}
bool reads_signal(const KernelSpec& spec) { return has_vectors_of_signal(spec, spec.in); }
bool writes_signal(const KernelSpec& spec) { return has_vectors_of_signal(spec, spec.out); }
bool has_lanes_of_trig(const KernelSpec& spec) {
  return is_columns(spec) && spec.shape.lanes > 1 && is_whole_trig(spec);
}
bool is_along_butterflies(const KernelSpec& spec) { return !is_columns(spec); }

/// Element j of the trig side of all lanes.
Value read_numbers(const SimdTile& tile, Value j) {
  std::vector<Value> parts;
  for (const AddressMap& map : tile.in) parts.push_back(tile.elements.read_number(map, j));
  return parts.size() == 1 ? parts[0] : tile.b.let("x", concat(parts));
}

void write_numbers(const SimdTile& tile, Value j, Value y) {
  for (std::size_t l = 0; l < tile.out.size(); ++l)
    tile.elements.write_number(tile.out[l], j, tile.out.size() == 1 ? y : lane(y, static_cast<int>(l)));
}

Complex load_trig(const SimdTile& tile, Value e, int /*width*/) {
  return tile.elements.trig_in(tile.lanes).load(e, [&](Value j) { return read_numbers(tile, j); });
}

void store_trig(const SimdTile& tile, Value k, Complex value) {
  tile.elements.trig_out(tile.lanes).store(k, value, [&](Value j, Value y) { write_numbers(tile, j, y); });
}

Complex load_lanes(const SimdTile& tile, Value e, int /*width*/) {
  std::vector<Complex> parts;
  for (const AddressMap& map : tile.in) parts.push_back(tile.elements.load(map, e));
  return concat(parts);
}

void store_lanes(const SimdTile& tile, Value k, Complex value) {
  for (int l = 0; l < static_cast<int>(tile.out.size()); ++l) {
    const Value stored = tile.stored.empty() ? Value{} : tile.stored[static_cast<std::size_t>(l)];
    tile.b.when(stored, [&] { tile.elements.store(tile.out[static_cast<std::size_t>(l)], k, lane(value, l)); });
  }
}

Complex load_neighbours(const SimdTile& tile, Value e, int width) {
  return width > 1 ? load_vector(tile, e, width) : load_lanes(tile, e, width);
}

void store_neighbours(const SimdTile& tile, Value k, Complex value) {
  value.re->type.lanes > 1 ? store_vector(tile, k, value) : store_lanes(tile, k, value);
}

Complex load_reals(const SimdTile& tile, Value e, int /*width*/) {
  Builder& b = tile.b;
  const int lanes = tile.lanes;
  const AddressMap& map = tile.in[0];
  const Value i = b.let("i", tile.elements.logical(map, e));
  const Value zero = b.real(0.0, tile.context.scalar.with_lanes(lanes));
  if (tile.spec.in.form == Form::real)
    return {b.let("x", b.load(tile.context.input, map.base + tile.elements.offset_of(map, i), lanes)), zero};
  // Makhoul's order: numbers 2i, or backwards 2n-1-2i; no vector has some of both.
  const std::int64_t n = tile.spec.trig.extent;
  const Value lower = b.let("lower", i < n / 2);
  const Value first = b.let("first", select(lower, 2 * i, 2 * (n - lanes) - 2 * i));
  const Complex pairs = tile.memory.load_pairs({map.base + tile.elements.offset_of(map, first), first}, lanes, 1);
  return {b.let("x", select(lower, pairs.re, reversed(pairs.im))), zero};
}

void store_reals(const SimdTile& tile, Value k, Complex value) {
  Builder& b = tile.b;
  const AddressMap& map = tile.out[0];
  const Value i = b.let("i", tile.elements.logical(map, k));
  if (tile.spec.out.form == Form::trig) {
    const SimdRuns runs(tile);
    const Trig trig(b, tile.spec,
                    [&](Value j) { return runs.table(tile.context.roots("trig_out"), j, Run::forwards); });
    trig.store(i, value, [&](Value j, Value y) { runs.write(j, y, Run::forwards); });
    return;
  }
  const std::int64_t last = tile.spec.points() / 2;  // the first of its vector
  const Value at = b.let("at", map.base + tile.elements.result_offset(map, i) * tile.context.output_unit());
  value = value * tile.spec.scale;
  b.branch(i < last, [&] { tile.memory.store_complex(at, value, 1); });
  b.branch(i == last, [&] { tile.memory.store_complex(at, lane(value, 0), 1); });
}

Complex load_signal(const SimdTile& tile, Value e, int /*width*/) {
  Builder& b = tile.b;
  const AddressMap& map = tile.in[0];
  const Value i = b.let("i", tile.elements.logical(map, e));
  if (tile.spec.trig.kind == Kind::dht) {
    const Value first = b.let("first", 2 * i);
    return tile.memory.load_pairs({map.base + tile.elements.offset_of(map, first), first}, tile.lanes, 1);
  }
  // Makhoul's order: no vector has elements of both halves.
  const std::int64_t m = tile.spec.points();
  const Value lower = b.let("lower", i < m / 2);
  const Mirrors z = SimdRuns(tile).load_mirrors(b.let("place", select(lower, i, m - tile.lanes - i)));
  const Value re = b.let("re", select(lower, z.element.re, reversed(z.mirror.re)));
  return {re, b.let("im", select(lower, z.element.im, reversed(z.mirror.im)))};
}

/// Each lane has two of four neighbouring numbers; the others are those of a column of another tile.
void store_signal(const SimdTile& tile, Value k, Complex value) {
  Builder& b = tile.b;
  const AddressMap& map = tile.out[0];
  const std::int64_t m = tile.spec.points();
  const Value i = b.let("i", tile.elements.logical(map, k));
  value = value * tile.spec.scale;
  const auto store = [&](Value first, int step, Complex z) {
    const Value at = b.let("at", map.base + tile.elements.result_offset(map, b.let("first", first)));
    for (int l = 0; l < tile.lanes; ++l) {
      const Complex number = lane(z, l);
      tile.memory.store_real(at + step * l, number.re);
      tile.memory.store_real(at + (step * l + step / 2), number.im);
    }
  };
  b.branch(
      i < m / 2, [&] { store(4 * i, 4, value); },
      [&] {
        const auto x = numbers_of(b, tile.spec, {{}, value});
        store(4 * (m - i) - 1, -4, {x[3], x[1]});
      });
}

constexpr std::array<SimdInput, 6> simd_inputs = {{
    {"vectors of columns", reads_vectors, load_vector},
    {"vectors of real numbers", reads_reals, load_reals},
    {"vectors of a signal", reads_signal, load_signal},
    {"lanes of real-to-real transforms", has_lanes_of_trig, load_trig},
    {"neighbours of a transform", is_along_butterflies, load_neighbours},
    {"lane by lane", every_spec, load_lanes},
}};

constexpr std::array<SimdOutput, 6> simd_outputs = {{
    {"vectors of columns", stores_vectors, store_vector},
    {"vectors of real numbers", writes_reals, store_reals},
    {"vectors of a signal", writes_signal, store_signal},
    {"lanes of real-to-real transforms", has_lanes_of_trig, store_trig},
    {"neighbours of a transform", is_along_butterflies, store_neighbours},
    {"lane by lane", every_spec, store_lanes},
}};

}  // namespace

const SimdInput& simd_input(const KernelSpec& spec) {
  return *std::ranges::find_if(simd_inputs, [&](const SimdInput& one) { return one.applicable(spec); });
}

const SimdOutput& simd_output(const KernelSpec& spec) {
  return *std::ranges::find_if(simd_outputs, [&](const SimdOutput& one) { return one.applicable(spec); });
}

bool shares_p(const KernelSpec& spec) {
  return spec.outer == 1 || spec.inner % spec.shape.lanes == 0 || uses_lane_steps(spec);
}

bool stores_vectors(const KernelSpec& spec) {
  return is_columns(spec) && side_access(spec, spec.out) == SideAccess::vectors && shares_p(spec);
}

Complex load_vector(const SimdTile& tile, Value e, int width) {
  const AddressMap& map = tile.in[0];
  const KernelSpec& spec = tile.spec;
  // A transform alone is read around the hole by the kernel's loops.
  const Value number = tile.elements.number_of(spec.in, map, e);
  if (spec.in.form == Form::pairs) {
    const Value first = number ? tile.b.let("first", 2 * number) : number;
    return tile.memory.load_pairs({vector_at(tile, spec.in, map, e), first, map.turn}, width, 1);
  }
  if (spec.in.hole.empty() || !is_columns(spec))
    return tile.elements.load_numbers(map, tile.elements.place_of(spec.in, map, e), width, number);
  const Value i = tile.b.let("i", tile.elements.logical(map, e));
  const Value outside = tile.elements.outside(spec.in.hole, i);
  // The lanes are the same element of neighbouring transforms, or neighbouring elements.
  const Value j = tile.elements.beside(spec.in.hole, i, outside, spec.interleaved == 1 ? width : 1);
  return select_or_zero(outside, tile.elements.load_numbers(map, tile.elements.offset_of(map, j), width, j));
}

void store_vector(const SimdTile& tile, Value k, Complex value) {
  const KernelSpec& spec = tile.spec;
  const AddressMap& map = tile.out[0];
  if (spec.store == StoreOp::spectrum) {
    const Value i = tile.b.let("i", tile.elements.logical(map, k));
    const int width = spec.interleaved == 1 ? tile.lanes : 1;
    Complex entries = load_planar(tile.context.table("spectrum"), i, spec.points(), width);
    if (width == 1) entries = broadcast(entries, tile.lanes);
    value = value * entries;
  }
  value = value * spec.scale;
  const bool pruned = is_columns(spec) && !spec.out.hole.empty();
  const Value stored =
      pruned ? tile.elements.outside(spec.out.hole, tile.b.let("i", tile.elements.logical(map, k))) : nullptr;
  tile.b.when(stored, [&] {
    const Value number = tile.elements.number_of(spec.out, map, k);
    if (spec.out.form == Form::pairs) {
      const Value first = number ? tile.b.let("first", 2 * number) : number;
      tile.memory.store_pairs({vector_at(tile, spec.out, map, k), first}, value, 1);
    } else {
      tile.memory.store_complex({vector_at(tile, spec.out, map, k), number}, value, 1);
    }
  });
}

Complex load_half(const SimdTile& tile, Value i) {
  if (is_whole_trig(tile.spec)) {
    return tile.elements.trig_in(static_cast<int>(tile.in.size())).load_half(i, [&](Value j) {
      return read_numbers(tile, j);
    });
  }
  std::vector<Complex> parts;
  for (const AddressMap& map : tile.in) parts.push_back(tile.elements.load_half(map, i));
  return concat(parts);
}

void store_half(const SimdTile& tile, Value i, Complex value) {
  if (is_whole_trig(tile.spec)) {
    tile.elements.trig_out(static_cast<int>(tile.out.size())).store_half(i, value, [&](Value j, Value y) {
      write_numbers(tile, j, y);
    });
    return;
  }
  for (std::size_t l = 0; l < tile.out.size(); ++l)
    tile.elements.store_half(tile.out[l], i, lane(value, static_cast<int>(l)));
}

}  // namespace papilio::kernel
