// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_tile.hpp"

#include "kernel/tables/spec_tables.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {

namespace {

/// Bytes of a tile: prefetching for larger ones would evict their own numbers from the cache.
constexpr std::int64_t most_prefetched = 65536;

int lanes_of(const std::vector<AddressMap>& maps) { return static_cast<int>(maps.size()); }

}  // namespace

SimdTile::SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context)
    : b_(b),
      spec_(spec),
      context_(context),
      memory_(b, context),
      elements_(b, spec, context, 1),
      lanes_(spec.shape.lanes),
      columns_(spec.shape.strategy == Strategy::columns) {}

SimdTile::SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context, Value tile, Value end)
    : SimdTile(b, spec, context) {
  if (spec.columns() == 1) {
    place_transforms(tile);
    if (prefetches_transform()) {
      next_in_ = elements_.input_transform(context_.input_base(b_, b_.let("next", min(tile + 1, end - 1))));
    }
    return;
  }
  const Value stack = b_.let("stack", tile / spec.tiles());
  place_columns({stack, b_.let("c", cast(tile % spec.tiles() * lanes_, ScalarKind::i32)), {}, {}});
  if (prefetches()) place_next(b.let("next", min(tile + 1, end - 1)));
}

SimdTile::SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context, const LaneColumns& columns)
    : SimdTile(b, spec, context) {
  place_columns(columns);
}

SimdTile::SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context, const Whole& whole)
    : SimdTile(b, spec, context) {
  if (spec.pre_processes()) {
    const AddressMap in = elements_.input_transform(context.input_base(b, whole.transform));
    lane_in_.push_back(elements_.filtered(in, whole.transform));
  }
  if (spec.post_processes()) lane_out_.push_back(elements_.output_transform(context.output_base(b, whole.transform)));
}

void SimdTile::place_transforms(Value tile) {
  const int transforms = columns_ ? lanes_ : 1;
  const Value first = b_.let("first", tile * transforms);
  const Value last = transforms == 1 ? nullptr : b_.let("last", context_.batch - 1);
  for (int l = 0; l < transforms; ++l) {
    const Value transform = transforms == 1 ? first : b_.let("transform", min(first + l, last));
    const AddressMap in = elements_.input_transform(context_.input_base(b_, transform));
    lane_in_.push_back(elements_.filtered(in, transform));
    lane_out_.push_back(elements_.output_transform(context_.output_base(b_, transform)));
  }
}

bool SimdTile::one_output(bool one_p) const {
  return ((spec_.vectorised(spec_.out) || spec_.chirps_vectors(spec_.out)) && one_p) ||
         (spec_.paired_columns && spec_.post_processes());
}

void SimdTile::place_columns(const LaneColumns& at) {
  const std::int64_t columns = spec_.columns();
  const Value in_base = context_.input_base(b_, at.stack);
  const Value out_base = context_.output_base(b_, at.stack);
  const bool one_p = spec_.outer == 1 || spec_.inner % lanes_ == 0 || uses_lane_steps(spec_);
  const int inputs = spec_.vectorised(spec_.in) || spec_.chirps_vectors(spec_.in) ? 1 : lanes_;
  const int outputs = one_output(one_p) ? 1 : lanes_;
  if (spec_.vectorised_tiles(spec_.in) || spec_.vectorised_tiles(spec_.out))
    whole_ = b_.let("whole", at.first <= columns - lanes_);
  for (int l = 0; l < std::max(inputs, outputs); ++l) {
    Value c = at.first + l;
    if (columns % lanes_ != 0 && !spec_.paired_columns) c = min(c, columns - 1);
    c = b_.let("c", c);
    const Value p = spec_.outer == 1 ? b_.constant(0) : b_.let("p", c / spec_.inner);
    if (l < inputs) lane_in_.push_back(elements_.filtered(elements_.input_column(in_base, c), at.stack, c));
    if (l < outputs) lane_out_.push_back(elements_.output_column(out_base, c, p));
    if (l == 0 || !one_p) lane_p_.push_back(p);
    if (at.begin) stored_.push_back(b_.let("stored", at.begin <= c && c < at.end));
  }
}

bool SimdTile::prefetches() const {
  const bool numbers = spec_.in.form == Form::complex || spec_.in.form == Form::pairs;
  return numbers && spec_.vectorised(spec_.in) && context_.input_im == nullptr &&
         spec_.work_length() * lanes_ * 2 * size_of(*context_.input) <= most_prefetched;
}

bool SimdTile::prefetches_transform() const {
  // Lengths that gained in measurements (docs/lab/pocl.md, "The next transform"); in f32 measurements disagree. Shorter
  // transforms lose. So do those of a page, where prefetched numbers are a page away from those that are stored.
  constexpr std::int64_t least = 3584;
  constexpr std::int64_t page = 4096;
  const std::int64_t bytes = spec_.work_length() * 2 * size_of(*context_.input);
  return !columns_ && spec_.precision == Precision::f64 && spec_.algorithm == Algorithm::stockham &&
         !spec_.ragged(spec_.in) && context_.input_im == nullptr && bytes >= least && bytes <= most_prefetched &&
         bytes != page;
}

void SimdTile::place_next(Value tile) {
  const Value stack = b_.let("next_stack", tile / spec_.tiles());
  const Value c = b_.let("next_c", cast(tile % spec_.tiles() * lanes_, ScalarKind::i32));
  next_in_ = elements_.input_column(context_.input_base(b_, stack), c);
}

void SimdTile::prefetch_next(Value e) const {
  if (!next_in_) return;
  constexpr std::int64_t line_bytes = 64;
  const std::int64_t unit = spec_.in.form == Form::pairs ? 2 : context_.input_unit();
  const std::int64_t bytes = lanes_ * unit * size_of(*context_.input);
  const Value at = vector_at(*next_in_, e, spec_.in.form == Form::pairs ? 1 : unit);
  for (std::int64_t line = 0; line < bytes; line += line_bytes) {
    b_.prefetch(context_.input, at + line / size_of(*context_.input));
  }
}

Complex SimdTile::load(Value e, int width) const {
  if (width > 1 && (!columns_ || spec_.vectorised(spec_.in))) {
    return load_vector(e, width);
  }
  if (real_vectors(spec_.in)) return load_reals(e);
  if (signal_vectors(spec_.in)) return load_signal(e);
  if (whole_trig() && lanes_of(lane_in_) > 1) {
    return elements_.trig_in(lanes_of(lane_in_)).load(e, [this](Value j) { return read_numbers(j); });
  }
  std::vector<Complex> parts;
  for (const AddressMap& map : lane_in_) parts.push_back(elements_.load(map, e));
  return concat(parts);
}

bool SimdTile::whole_trig() const {
  return spec_.in.form == Form::trig && spec_.out.form == Form::trig && spec_.algorithm == Algorithm::stockham &&
         spec_.points() == spec_.length;
}

Value SimdTile::read_numbers(Value j) const {
  std::vector<Value> parts;
  for (const AddressMap& map : lane_in_) parts.push_back(elements_.read_number(map, j));
  return parts.size() == 1 ? parts[0] : b_.let("x", concat(parts));
}

void SimdTile::write_numbers(Value j, Value y) const {
  for (std::size_t l = 0; l < lane_out_.size(); ++l) {
    elements_.write_number(lane_out_[l], j, lane_out_.size() == 1 ? y : lane(y, static_cast<int>(l)));
  }
}

Complex SimdTile::load_vector(Value e, int width) const {
  const AddressMap& map = lane_in_[0];
  // A transform alone is read around the hole by the kernel's loops.
  if (spec_.in.form == Form::pairs) {
    return memory_.load_pairs(vector_at(map, e, 1), width, 1);
  }
  if (spec_.in.hole.empty() || !columns_) {
    return elements_.load_numbers(map, map.start + elements_.wide(e) * map.stride, width);
  }
  const Value i = b_.let("i", elements_.logical(map, e));
  const Value outside = elements_.outside(spec_.in.hole, i);
  // The lanes are the same element of neighbouring transforms, or neighbouring elements.
  const Value j = elements_.beside(spec_.in.hole, i, outside, spec_.stack == 1 ? width : 1);
  return select_or_zero(outside, elements_.load_numbers(map, elements_.offset_of(map, j), width));
}

Complex SimdTile::twiddle(Value k, Complex value) const {
  if (spec_.outer == 1) return value;
  const auto factor = [&](Value p) { return two_level_twiddle(b_, context_.pass.levels, b_.let("e", p * k)); };
  Complex w;
  if (lane_p_.size() == 1) {
    w = broadcast(factor(lane_p_[0]), lanes_);
  } else {
    std::vector<Complex> parts;
    for (const Value p : lane_p_) parts.push_back(factor(p));
    w = concat(parts);
  }
  if (uses_lane_steps(spec_)) {
    const EntrySlot<Value> slot = lane_step_slot(k, 0, lanes_);
    const Complex step{b_.load(context_.lane_steps, slot.re, lanes_), b_.load(context_.lane_steps, slot.im, lanes_)};
    w = w * step;
  }
  return multiply(value, w, conjugate_for(spec_.direction));
}

void SimdTile::store(Value k, Complex value) const {
  value = twiddle(k, value);
  const int width = value.re->type.lanes;
  const bool vector = columns_ ? spec_.vectorised(spec_.out) && lane_out_.size() == 1 : width > 1;
  if (vector) {
    store_vector(k, value);
    return;
  }
  if (real_vectors(spec_.out)) return store_reals(k, value);
  if (signal_vectors(spec_.out)) return store_signal(k, value);
  if (whole_trig() && lanes_of(lane_out_) > 1) {
    elements_.trig_out(lanes_of(lane_out_)).store(k, value, [this](Value j, Value y) { write_numbers(j, y); });
    return;
  }
  for (int l = 0; l < lanes_of(lane_out_); ++l) {
    b_.when(stored(l), [&] { elements_.store(lane_out_[l], k, lane(value, l)); });
  }
}

void SimdTile::store_vector(Value k, Complex value) const {
  if (spec_.store == StoreOp::spectrum) {
    const Value i = b_.let("i", elements_.logical(lane_out_[0], k));
    const int width = spec_.stack == 1 ? lanes_ : 1;
    Complex entries = load_planar(context_.spectrum, i, spec_.points(), width);
    if (width == 1) entries = broadcast(entries, lanes_);
    value = value * entries;
  }
  value = value * spec_.scale;
  const bool pruned = columns_ && !spec_.out.hole.empty();
  b_.when(pruned ? elements_.outside(spec_.out.hole, b_.let("i", elements_.logical(lane_out_[0], k))) : nullptr, [&] {
    if (spec_.out.form == Form::pairs) {
      memory_.store_pairs(vector_at(lane_out_[0], k, 1), value, 1);
    } else {
      memory_.store_complex(vector_at(lane_out_[0], k, context_.output_unit()), value, 1);
    }
  });
}

// Lanes are transposed in squares of block() x block().

std::vector<Complex> SimdTile::load_block(Value e) const {
  const int block = spec_.block();
  std::vector<std::vector<Complex>> parts(block);
  for (int first = 0; first < lanes_; first += block) {
    std::vector<Complex> rows;
    for (int l = first; l < first + block; ++l) rows.push_back(load_column_part(lane_in_[l], e));
    rows = transpose(rows);
    for (int i = 0; i < block; ++i) parts[i].push_back(rows[i]);
  }
  std::vector<Complex> z;
  for (const std::vector<Complex>& part : parts) z.push_back(concat(part));
  return z;
}

void SimdTile::store_block(Value e, const std::vector<Complex>& z) const {
  const int block = spec_.block();
  std::vector<Complex> results;
  for (const Complex& x : z) results.push_back(x * spec_.scale);
  for (int first = 0; first < lanes_; first += block) {
    std::vector<Complex> rows;
    for (const Complex& result : results) rows.push_back(block == lanes_ ? result : lanes(result, first, block));
    rows = transpose(rows);
    for (int l = 0; l < block; ++l) {
      b_.when(stored(first + l), [&] { store_column_part(lane_out_[first + l], e, rows[l]); });
    }
  }
}

/// Elements [e, e + block) of one column.
Complex SimdTile::load_column_part(const AddressMap& map, Value e) const {
  const Value offset = map.start + elements_.wide(e) * map.stride;
  if (spec_.in.form == Form::pairs) return memory_.load_pairs(map.base + offset, spec_.block(), 1);
  return elements_.load_numbers(map, offset, spec_.block());
}

void SimdTile::store_column_part(const AddressMap& map, Value e, Complex value) const {
  if (spec_.out.form == Form::pairs) {
    memory_.store_pairs(vector_at(map, e, 1), value, 1);
  } else {
    memory_.store_complex(vector_at(map, e, context_.output_unit()), value, 1);
  }
}

/// The scalar where element e lies; `unit` scalars are what offsets count.
Value SimdTile::vector_at(const AddressMap& map, Value e, std::int64_t unit) const {
  return map.base + (map.start + elements_.wide(e) * map.stride) * unit;
}

Complex SimdTile::filter(Value e, int width) const {
  if (!columns_) return elements_.filter_entry(lane_in_[0], e, width);
  bool shared = spec_.stack > 1 || spec_.filter_distance == 0;
  for (const Loop& loop : spec_.loops) shared = shared && (spec_.stack > 1 || loop.filter == 0);
  if (spec_.stack > 1 && spec_.filter_column != 0) shared = false;
  if (shared) return broadcast(elements_.filter_entry(lane_in_[0], e), width);
  std::vector<Complex> parts;
  for (const AddressMap& map : lane_in_) parts.push_back(elements_.filter_entry(map, e));
  return concat(parts);
}

namespace {

/// That of a later column, if columns are neighbours.
AddressMap next_column(AddressMap map, Value ahead, Value elements_ahead) {
  map.first = map.first + ahead;
  map.below = 0;
  map.start = map.start + elements_ahead;
  return map;
}

}  // namespace

Complex SimdTile::chirp(const AddressMap& map, Value e) const {
  return load_planar(context_.chirp, b_.let("i", elements_.logical(map, e)), spec_.chirp_length, lanes_);
}

Complex SimdTile::load_chirped(Value e) const {
  const AddressMap& map = lane_in_[0];
  return elements_.load_numbers(map, map.start + elements_.wide(e) * map.stride, lanes_) * chirp(map, e);
}

Complex SimdTile::load_chirped(Value e, Value lane) const {
  return elements_.load_chirped(next_column(lane_in_[0], lane, elements_.wide(lane)), e, spec_.chirp_length);
}

void SimdTile::store_chirped(Value k, Complex value) const {
  const AddressMap& map = lane_out_[0];
  value = value * chirp(map, k) * spec_.scale;
  memory_.store_complex(vector_at(map, k, context_.output_unit()), value, 1);
}

void SimdTile::store_chirped(Value k, Value lane, Complex value) const {
  elements_.store_chirped(next_column(lane_out_[0], lane, elements_.wide(lane)), k, value, spec_.chirp_length);
}

Complex SimdTile::spectrum(Value e) const {
  const auto entries = [&](Value p, int width) {
    return load_planar(context_.spectrum, b_.let("i", p + e * spec_.outer), spec_.points(), width);
  };
  if (uses_lane_steps(spec_)) return entries(lane_p_[0], lanes_);
  if (lane_p_.size() == 1) return broadcast(entries(lane_p_[0], 1), lanes_);
  std::vector<Complex> parts;
  for (const Value p : lane_p_) parts.push_back(entries(p, 1));
  return concat(parts);
}

Complex SimdTile::load_half(Value i) const {
  if (whole_trig()) {
    return elements_.trig_in(lanes_of(lane_in_)).load_half(i, [this](Value j) { return read_numbers(j); });
  }
  std::vector<Complex> parts;
  for (const AddressMap& map : lane_in_) parts.push_back(elements_.load_half(map, i));
  return concat(parts);
}

void SimdTile::store_half(Value i, Complex value) const {
  if (whole_trig()) {
    elements_.trig_out(lanes_of(lane_out_)).store_half(i, value, [this](Value j, Value y) { write_numbers(j, y); });
    return;
  }
  for (std::size_t l = 0; l < lane_out_.size(); ++l) {
    elements_.store_half(lane_out_[l], i, lane(value, static_cast<int>(l)));
  }
}

}  // namespace papilio::kernel
