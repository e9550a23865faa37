// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_tile.hpp"

#include <algorithm>

#include "kernel/simd/sides.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/layout.hpp"
#include "spec/side_access.hpp"

namespace papilio::kernel {
namespace {

/// Bytes of a tile: prefetching for larger ones would evict their own numbers from the cache.
constexpr std::int64_t max_prefetched = 65536;

/// Complex numbers, or pairs, that a tile holds at a time, in bytes.
std::int64_t bytes_of(const KernelSpec& spec, const KernelContext& context) {
  return spec.work_length() * 2 * size_of(*context.input);
}

/// True if the tile is small, and its rows are whole vectors.
bool prefetches_columns(const KernelSpec& spec, const KernelContext& context) {
  const bool numbers = spec.in.form == Form::complex || spec.in.form == Form::pairs;
  return numbers && side_access(spec, spec.in) == SideAccess::vectors && context.input_im == nullptr &&
         bytes_of(spec, context) * spec.shape.lanes <= max_prefetched;
}

/// True if the tile is one transform, read as it lies in memory, or one transform for each lane. A transform of fewer
/// vectors is loaded in so few rounds that the processor runs ahead over all of it (docs/lab/pocl.md, "Prefetched
/// in the first stage").
bool prefetches_transforms(const KernelSpec& spec, const KernelContext& context) {
  constexpr std::int64_t min_vectors = 24;
  const bool across = spec.shape.strategy == Strategy::columns;
  const SideAccess access = side_access(spec, spec.in);
  const bool in_order = across ? access == SideAccess::in_blocks
                               : !is_copied(access) && spec.work_length() >= min_vectors * spec.shape.lanes;
  return in_order && spec.algorithm == Algorithm::stockham && context.input_im == nullptr &&
         bytes_of(spec, context) * (across ? spec.shape.lanes : 1) <= max_prefetched;
}

/// True if the lines of the output are prefetched as well: transforms whose last stage stores too many streams for the
/// processor to recognise, each too short. Longer transforms lose.
bool prefetches_output(const KernelSpec& spec, const KernelContext& context) {
  constexpr std::int64_t max_bytes = 6144;
  return spec.shape.strategy == Strategy::butterflies && prefetches_transforms(spec, context) && !spec.in_place &&
         side_access(spec, spec.out) == SideAccess::vectors && spec.out.form == Form::complex &&
         context.output_im == nullptr && bytes_of(spec, context) <= max_bytes;
}

/// True if the lanes are neighbours.
bool has_one_address(SideAccess access) { return access == SideAccess::vectors || access == SideAccess::chirped; }

/// How many lanes of a tile of columns have an address of their own; 1: that of the first one is enough.
struct LaneAddresses {
  int inputs = 1;
  int outputs = 1;
};
LaneAddresses lane_addresses(const KernelSpec& spec) {
  const bool one_output = has_one_address(side_access(spec, spec.out)) && shares_p(spec);
  // Conjugate-paired passes store half a spectrum themselves.
  const bool stores_half = spec.paired_columns && post_processes(spec);
  return {has_one_address(side_access(spec, spec.in)) ? 1 : spec.shape.lanes,
          one_output || stores_half ? 1 : spec.shape.lanes};
}

bool has_whole_tiles(const KernelSpec& spec) {
  return side_access(spec, spec.in) == SideAccess::in_tiles || side_access(spec, spec.out) == SideAccess::in_tiles;
}

}  // namespace

Value vector_at(const SimdTile& tile, const Side& side, const AddressMap& map, Value e) {
  const bool input = &side == &tile.spec.in;
  const std::int64_t unit = side.form == Form::pairs ? 1
                            : input                  ? tile.context.input_unit()
                                                     : tile.context.output_unit();
  return map.base + tile.elements.place_of(side, map, e) * unit;
}

SimdTile::SimdTile(Builder& builder, const KernelSpec& kernel, const KernelContext& parameters)
    : b(builder),
      spec(kernel),
      context(parameters),
      memory(builder, kernel, parameters),
      elements(builder, kernel, parameters, 1),
      lanes(kernel.shape.lanes),
      input_side(simd_input(kernel)),
      output_side(simd_output(kernel)) {}

SimdTile::SimdTile(Builder& builder, const KernelSpec& kernel, const KernelContext& parameters, Value tile, Value end)
    : SimdTile(builder, kernel, parameters) {
  if (spec.columns() == 1) {
    place_transforms(tile);
    stores_ahead = prefetches_output(spec, context);
    if (!prefetches_transforms(spec, context)) return;
    const Value next = b.let("next", min(tile + 1, end - 1));
    const bool across = spec.shape.strategy == Strategy::columns;
    next_in = elements.input_transform(context.input_base(b, across ? next * lanes : next));
    return;
  }
  const std::int64_t tiles = spec.tiles();
  const Value stack = b.let("stack", tile / tiles);
  place_columns({stack, b.let("c", cast(tile % tiles * lanes, ScalarKind::i32)), {}, {}});
  if (!prefetches_columns(spec, context)) return;
  const Value next = b.let("next", min(tile + 1, end - 1));
  const Value next_stack = b.let("next_stack", next / tiles);
  const Value c = b.let("next_c", cast(next % tiles * lanes, ScalarKind::i32));
  next_in = elements.input_column(context.input_base(b, next_stack), c);
}

SimdTile::SimdTile(Builder& builder, const KernelSpec& kernel, const KernelContext& parameters,
                   const LaneColumns& columns)
    : SimdTile(builder, kernel, parameters) {
  place_columns(columns);
}

SimdTile::SimdTile(Builder& builder, const KernelSpec& kernel, const KernelContext& parameters, const Whole& own)
    : SimdTile(builder, kernel, parameters) {
  if (pre_processes(spec)) {
    const AddressMap map = elements.input_transform(context.input_base(b, own.transform));
    in.push_back(elements.filtered(map, own.transform));
  }
  if (post_processes(spec)) out.push_back(elements.output_transform(context.output_base(b, own.transform)));
}

void SimdTile::place_transforms(Value tile) {
  const int transforms = spec.shape.strategy == Strategy::columns ? lanes : 1;
  const Value first = b.let("first", tile * transforms);
  const Value last = transforms == 1 ? nullptr : b.let("last", context.batch - 1);
  for (int l = 0; l < transforms; ++l) {
    const Value transform = transforms == 1 ? first : b.let("transform", min(first + l, last));
    const AddressMap map = elements.input_transform(context.input_base(b, transform));
    in.push_back(elements.filtered(map, transform));
    out.push_back(elements.output_transform(context.output_base(b, transform)));
  }
}

void SimdTile::place_columns(const LaneColumns& at) {
  const std::int64_t columns = spec.columns();
  const Value in_base = context.input_base(b, at.stack);
  const Value out_base = context.output_base(b, at.stack);
  const bool one_p = shares_p(spec);
  const auto [inputs, outputs] = lane_addresses(spec);
  if (has_whole_tiles(spec)) whole = b.let("whole", at.first <= columns - lanes);
  for (int l = 0; l < std::max(inputs, outputs); ++l) {
    const bool may_exceed = columns % lanes != 0 && !spec.paired_columns;
    const Value c = b.let("c", may_exceed ? min(at.first + l, columns - 1) : at.first + l);
    const Value own_p = spec.outer == 1 ? b.constant(0) : b.let("p", c / spec.inner);
    if (l < inputs) in.push_back(elements.filtered(elements.input_column(in_base, c), at.stack, c));
    if (l < outputs) out.push_back(elements.output_column(out_base, c, own_p));
    if (l == 0 || !one_p) p.push_back(own_p);
    if (at.begin) stored.push_back(b.let("stored", at.begin <= c && c < at.end));
  }
}

void SimdTile::prefetch_next(Value e) const {
  if (!next_in) return;
  const std::int64_t unit = spec.in.form == Form::pairs ? 2 : context.input_unit();
  // A tile of whole transforms has as many numbers for each e as lanes.
  const bool across = spec.columns() == 1 && spec.shape.strategy == Strategy::columns;
  const Value first = across ? e * lanes : e;
  prefetch_lines(context.input, vector_at(*this, spec.in, *next_in, first), unit);
}

void SimdTile::prefetch_output(Value e) const {
  if (!stores_ahead) return;
  const std::int64_t unit = context.output_unit();
  prefetch_lines(context.output, vector_at(*this, spec.out, out[0], e), unit);
}

void SimdTile::prefetch_lines(const ir::Buffer* buffer, Value at, std::int64_t unit) const {
  constexpr std::int64_t line_bytes = 64;
  const std::int64_t number = size_of(*buffer);
  for (std::int64_t line = 0; line < lanes * unit * number; line += line_bytes) b.prefetch(buffer, at + line / number);
}

Complex SimdTile::load(Value e, int width) const { return input_side.load(*this, e, width); }

void SimdTile::store(Value k, Complex value) const { output_side.store(*this, k, twiddle(k, value)); }

Complex SimdTile::twiddle(Value k, Complex value) const {
  if (spec.outer == 1) return value;
  const auto factor = [&](Value own) { return two_level_twiddle(b, context.pass.levels, b.let("e", own * k)); };
  Complex w;
  if (p.size() == 1) {
    w = broadcast(factor(p[0]), lanes);
  } else {
    std::vector<Complex> parts;
    for (const Value own : p) parts.push_back(factor(own));
    w = concat(parts);
  }
  if (uses_lane_steps(spec)) {
    const EntrySlot<Value> slot = lane_step_slot(k, 0, lanes);
    const Complex step{b.load(context.table("lane_twiddles"), slot.re, lanes),
                       b.load(context.table("lane_twiddles"), slot.im, lanes)};
    w = w * step;
  }
  return multiply(value, w, conjugate_for(spec.direction));
}

Complex SimdTile::filter(Value e, int width) const {
  const FilterSpec& filter = spec.filter;
  const bool butterflies = spec.shape.strategy == Strategy::butterflies;
  const bool neighbours = butterflies ? filter.element == 1 : filter.column == 1 && in.size() == 1;
  if ((butterflies || spec.interleaved > 1) && neighbours) return elements.filter_entry(in[0], e, width);
  bool shared = spec.interleaved > 1 ? filter.column == 0 : filter.distance == 0;
  for (const Loop& loop : spec.loops) shared = shared && (spec.interleaved > 1 || loop.filter == 0);
  if (shared && !butterflies) return broadcast(elements.filter_entry(in[0], e), width);
  std::vector<Complex> parts;
  for (int l = 0; l < width; ++l)
    parts.push_back(butterflies ? elements.filter_entry(in[0], e + l)
                                : elements.filter_entry(in[static_cast<std::size_t>(l)], e));
  return concat(parts);
}

Complex SimdTile::spectrum(Value e) const {
  const auto entries = [&](Value own, int width) {
    return load_planar(context.table("spectrum"), b.let("i", own + e * spec.outer), spec.points(), width);
  };
  if (uses_lane_steps(spec)) return entries(p[0], lanes);
  if (p.size() == 1) return broadcast(entries(p[0], 1), lanes);
  std::vector<Complex> parts;
  for (const Value own : p) parts.push_back(entries(own, 1));
  return concat(parts);
}

}  // namespace papilio::kernel
