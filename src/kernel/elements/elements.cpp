// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/elements.hpp"

#include <algorithm>
#include <limits>

#include "kernel/elements/sum_of_products.hpp"
#include "kernel/elements/trig.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {
namespace {

/// True if loads and stores need the number of an element in its transform, not only its address.
bool by_number(Form form) { return form == Form::half || form == Form::trig; }

/// The first index outside a hole that does not cover all of its axis.
std::int64_t first_outside(const Range& hole) { return hole.begin == 0 ? hole.end : 0; }

}  // namespace

Elements::Elements(Builder& b, const KernelSpec& spec, const KernelContext& context, std::int64_t alignment)
    : AddressMaps(b, spec, context),
      memory_(b, spec, context),
      ends_(b, spec, context),
      alignment_(alignment),
      points_(spec.chirp.length > 0 ? spec.chirp.length : spec.points()) {}

Trig Elements::trig(const RootTable& table, int lanes) {
  return {b_, spec_,
          [&table, lanes, this](Value k) { return broadcast(table_entry(table.buffer, k, table.spec.m), lanes); }};
}

Complex Elements::filter_entry(const AddressMap& map, Value k, int lanes) {
  const std::int64_t element = spec_.filter.element;
  const Value offset = element == 1 ? 2 * k : wide(k) * (2 * element);
  return load_complex(context_.filter, map.filter + offset, lanes, alignment_);
}

Value Elements::outside(const Range& hole, Value number) {
  const Value behind = number >= hole.end;
  return b_.let("outside", hole.begin == 0 ? behind : number < hole.begin || behind);
}

Value Elements::beside(const Range& hole, Value number, Value outside, int width) {
  const std::int64_t neighbour = hole.begin == 0 ? hole.end : hole.begin - width;
  return b_.let("j", select(outside, number, neighbour));
}

Value Elements::outside(const Side& side, Value number) {
  Value known = side.hole.empty() ? nullptr : outside(side.hole, number);
  for (const AxisHole& axis : side.axis_holes) {
    const Value along = outside(axis.range, b_.let("i", number / axis.inner % axis.length));
    known = known == nullptr ? along : b_.let("outside", known && along);
  }
  return known;
}

Value Elements::beside(const Side& side, Value number, Value outside) {
  if (side.axis_holes.empty()) return beside(side.hole, number, outside, 1);
  std::int64_t element = first_outside(side.hole);
  for (const AxisHole& axis : side.axis_holes) element += first_outside(axis.range) * axis.inner;
  return b_.let("j", select(outside, number, element));
}

/// The place of an element, as far as it is known when the kernel is generated.
Elements::Where Elements::where(const Range& hole, const AddressMap& map, Value e, int numbers) const {
  if (hole.empty()) return Where::outside;
  if (hole.begin == 0 && hole.end >= spec_.points() * numbers) return Where::within;  // nothing is read
  std::int64_t k = 0;
  if (map.below == 0 || !is_constant(e, &k)) return Where::anywhere;
  const std::int64_t low = k * map.step * numbers;
  const std::int64_t high = low + map.below * numbers;
  if (high <= hole.begin || low >= hole.end) return Where::outside;
  return low >= hole.begin && high <= hole.end ? Where::within : Where::anywhere;
}

Elements::Where Elements::where(const Side& side, const AddressMap& map, Value e) const {
  // The results of several axes are not in the order of the butterflies.
  const bool reordered = spec_.several_axes() && spec_.shape.strategy == Strategy::cooperative && &side == &spec_.out;
  const bool by_halves = side.compact && side.holes_cut_pairs;
  if (side.rotated() || !side.axis_holes.empty() || ((reordered || by_halves) && side.pruned())) return Where::anywhere;
  return where(side.hole, map, e, side.holes_cut_pairs ? 2 : 1);
}

/// Elements of the side's hole that lie before the map's element e, which where() says to be outside.
std::int64_t Elements::removed_before(const Side& side, const AddressMap& map, Value e) const {
  std::int64_t k = 0;
  if (!side.compact || side.hole.empty() || !is_constant(e, &k)) return 0;
  return k * map.step >= side.hole.end ? side.hole.size() : 0;
}

Complex Elements::table_entry(const Buffer* table, Value i, std::int64_t n) {
  if (spec_.shape.strategy == Strategy::cooperative) return load_complex(table, interleaved_slot(i).re, 1, 2);
  return load_planar(table, i, n);
}

Complex Elements::load(const AddressMap& map, Value e) {
  if (spec_.load == LoadOp::chirp) return load_chirped(map, e);
  if (spec_.load == LoadOp::gather)
    return load_at(map, b_.let("j", b_.load(context_.table("gather"), logical(map, e))));
  if (by_number(spec_.in.form)) return load_at(map, b_.let("j", logical(map, e)));
  switch (where(spec_.in, map, e)) {
    case Where::outside:
      break;
    case Where::within:
      return {b_.real(0.0, context_.scalar), b_.real(0.0, context_.scalar)};
    case Where::anywhere:
      return load_at(map, b_.let("j", logical(map, e)));
  }
  const Value number = number_of(spec_.in, map, e);
  return read(map, map.start + wide(e) * map.stride - removed_before(spec_.in, map, e) * in_step_, number);
}

/// Frames that slide all have the same turn.
Value Elements::place_in_frame(const AddressMap& map, std::int64_t e) {
  if (map.turn == nullptr) return cast(map.first, ScalarKind::i64) + e * map.step;
  const Value own = b_.let("j", logical(map, b_.constant(e)) - map.turn);
  const Value last = b_.constant(spec_.length - 1);
  const Value place = b_.let("place", max(min(select(own < 0, own + spec_.length, own), last), 0));
  return b_.let("place", cast(place, ScalarKind::i64));
}

std::vector<Complex> Elements::load_frames(const AddressMap& map, std::int64_t e, const std::vector<Value>& rows) {
  const Value place = place_in_frame(map, e);
  return memory_.load_frames({b_.let("at", map.base + place * context_.input_unit()), place}, rows);
}

Value Elements::number_of(const Side& side, const AddressMap& map, Value e) {
  return side.has_factors() ? b_.let("i", logical(map, e)) : nullptr;
}

Complex Elements::load_chirped(const AddressMap& map, Value e) {
  const std::int64_t n = spec_.chirped().inputs;
  const Where place = where(Range{n, std::numeric_limits<std::int64_t>::max()}, map, e);
  if (place == Where::within) return {b_.real(0.0, context_.scalar), b_.real(0.0, context_.scalar)};
  const Value i = b_.let("i", logical(map, e));
  const Value j = place == Where::outside ? i : b_.let("j", min(i, n - 1));
  const Complex entry = table_entry(context_.table("chirp"), j, n);
  const Complex x = load_at(map, j) * entry;
  return place == Where::outside ? x : select_or_zero(b_.let("inside", i < n), x);
}

void Elements::store(const AddressMap& map, Value e, Complex value) {
  if (spec_.store == StoreOp::chirp) {
    store_chirped(map, e, value);
    return;
  }
  if (spec_.store == StoreOp::scatter) {
    store_at(map, b_.let("k", b_.load(context_.table("scatter"), logical(map, e))), value);
    return;
  }
  if (spec_.store == StoreOp::spectrum) {
    const Value i = b_.let("i", logical(map, e));
    value = value * table_entry(context_.table("spectrum"), i, spec_.points());
  }
  const Where place = by_number(spec_.out.form) ? Where::anywhere : where(spec_.out, map, e);
  if (place == Where::within) return;
  if (place == Where::anywhere) {
    store_at(map, b_.let("k", logical(map, e)), value);
  } else if (map.row != nullptr) {
    write(map.base, offset_in_blocks(map, e), value, nullptr);
  } else {
    const Value number = number_of(spec_.out, map, e);
    write(map.base, map.start + wide(e) * map.stride - removed_before(spec_.out, map, e) * out_step_, value, number);
  }
}

void Elements::store_chirped(const AddressMap& map, Value e, Complex value) {
  const std::int64_t n = spec_.chirped().results;
  const Where place = where(Range{n, std::numeric_limits<std::int64_t>::max()}, map, e);
  if (place == Where::within) return;
  const Value i = b_.let("i", logical(map, e));
  b_.when(place == Where::outside ? nullptr : i < n,
          [&] { store_at(map, i, value * table_entry(context_.table(result_chirp(spec_)), i, n)); });
}

Complex Elements::carried(const AddressMap& in) {
  if (spec_.load == LoadOp::gather) return load_at(in, b_.constant(0));
  return read(in, offset_of(in, b_.constant(spec_.points())), nullptr);
}

void Elements::store_carried(const AddressMap& out, Complex value) {
  if (spec_.store == StoreOp::scatter) {
    store_at(out, b_.constant(0), value);
  } else {
    write(out.base, result_offset(out, b_.constant(spec_.points())), value, nullptr);
  }
}

Complex Elements::load_half(const AddressMap& map, Value i) {
  if (spec_.in.form == Form::trig) {
    return trig_in().load_half(i, [&](Value j) { return read_number(map, j); });
  }
  i = ends_.place(spec_.in, i);
  const Value known = outside(spec_.in, i);
  if (known == nullptr) return load_numbers(map, offset_of(map, i), 1, i);
  const Value j = beside(spec_.in, i, known);
  return select_or_zero(known, load_numbers(map, offset_of(map, j), 1, j));
}

void Elements::store_half(const AddressMap& map, Value i, Complex value) {
  if (spec_.out.form == Form::trig) {
    trig_out().store_half(i, value, [&](Value j, Value y) { write_number(map, j, y); });
    return;
  }
  i = ends_.place(spec_.out, i);
  b_.when(outside(spec_.out, i), [&] { write(map.base, result_offset(map, i), value, i); });
}

Complex Elements::load_pair(const AddressMap& map, Value i) {
  const Value first = b_.let("first", 2 * i);
  if (in_step_ == 1 && !spec_.in.pruned()) {
    return memory_.load_pairs({map.base + offset_of(map, first), first, map.turn}, 1, spec_.aligned_pairs ? 2 : 1);
  }
  const Value x = read_number(map, first);
  return {x, read_number(map, first + 1)};
}

void Elements::store_pair(const AddressMap& map, Value i, Complex y) {
  const Value first = b_.let("first", 2 * i);
  if (out_step_ == 1 && !spec_.out.pruned()) {
    memory_.store_pairs({map.base + result_offset(map, first), first}, y * spec_.scale, spec_.aligned_pairs ? 2 : 1);
    return;
  }
  write_number(map, first, y.re);
  write_number(map, first + 1, y.im);
}

Quad Elements::load_quad(const AddressMap& map, Value i) {
  const Value first = b_.let("first", 4 * i);
  if (in_step_ == 1 && !spec_.in.pruned()) {
    return memory_.load_quad({map.base + offset_of(map, first), first, map.turn}, spec_.aligned_pairs ? 4 : 1);
  }
  Quad numbers;
  for (int l = 0; l < 4; ++l) numbers[l] = read_number(map, first + l);
  return numbers;
}

void Elements::store_quad(const AddressMap& map, Value i, Quad y) {
  const Value first = b_.let("first", 4 * i);
  if (out_step_ == 1 && !spec_.out.pruned()) {
    if (spec_.scale != 1.0) {
      for (Value& v : y) v = b_.let("y", v * spec_.scale);
    }
    memory_.store_quad({map.base + result_offset(map, first), first}, y, spec_.aligned_pairs ? 4 : 1);
    return;
  }
  for (int l = 0; l < 4; ++l) write_number(map, first + l, y[l]);
}

/// Element i of the transform. The second half of a spectrum mirrors the first. Elements that are real in the spectrum
/// of a real signal get the imaginary part 0.
Complex Elements::load_at(const AddressMap& map, Value i) {
  if (spec_.in.form == Form::trig) {
    if (spec_.trig.kind == Kind::dht && half_length_trig(spec_)) return load_pair(map, i);
    return trig_in().load(i, [&](Value j) { return read_number(map, j); });
  }
  if (spec_.in.form != Form::half) return read_outside(map, i);
  const Value mirror = b_.let("mirror", points_ - i);
  Complex x = read_outside(map, b_.let("j", min(i, mirror)));
  const Value lower = 0 < i && i < mirror;
  x.im = b_.let("im", select(i > mirror, -x.im, select(lower, x.im, 0.0)));
  return x;
}

void Elements::store_at(const AddressMap& map, Value i, Complex value) {
  if (spec_.out.form == Form::trig) {
    trig_out().store(i, value, [&](Value j, Value y) { write_number(map, j, y); });
    return;
  }
  if (spec_.out.holes_cut_pairs) return write_cut(map, i, value);
  const bool half = spec_.out.form == Form::half;
  b_.when(half ? i <= points_ / 2 : nullptr, [&] {
    const Value place = ends_.place(spec_.out, i);
    b_.when(outside(spec_.out, place), [&] { write(map.base, result_offset(map, place), value, place); });
  });
}

Value Elements::read_number(const AddressMap& map, Value j) {
  const auto load = [&](Value i) { return memory_.load_real({map.base + offset_of(map, i), i, map.turn}); };
  const Value known = outside(spec_.in, j);
  if (known == nullptr) return load(j);
  const Value x = load(beside(spec_.in, j, known));
  return b_.let("x", select(known, x, 0.0));
}

void Elements::write_number(const AddressMap& map, Value j, Value y) {
  if (spec_.scale != 1.0) y = b_.let("y", y * spec_.scale);
  b_.when(outside(spec_.out, j), [&] { memory_.store_real({map.base + result_offset(map, j), j}, y); });
}

/// A pair of numbers, one or both of which may be in a hole and count as 0. Numbers in a hole are not read: their loads
/// go to a number outside.
Complex Elements::read_cut(const AddressMap& map, Value pair) {
  const auto load = [&](int second) {
    const Value number = b_.let("number", 2 * pair + second);
    const Value known = outside(spec_.in, number);
    const Value at = map.column + wide(in_memory(spec_.in, beside(spec_.in, number, known))) * (in_step_ / 2);
    return b_.let("x", select(known, memory_.load_real({map.base + at, number}), 0.0));
  };
  const Value re = load(0);
  return {re, load(1)};
}

void Elements::write_cut(const AddressMap& map, Value pair, Complex value) {
  value = value * spec_.scale;
  if (spec_.out.compact) {
    const auto store = [&](Value number, Value y) {
      const auto at = [&] { return map.base + map.column + wide(in_memory(spec_.out, number)) * (out_step_ / 2); };
      b_.when(outside(spec_.out, number), [&] { memory_.store_real({at(), number}, y); });
    };
    store(b_.let("number", 2 * pair), value.re);
    return store(b_.let("number", 2 * pair + 1), value.im);
  }
  const Value at = b_.let("at", map.base + result_offset(map, pair));
  const Value number = 2 * pair;
  b_.when(outside(spec_.out, number), [&] { memory_.store_real({at, number}, value.re); });
  b_.when(outside(spec_.out, number + 1), [&] { memory_.store_real({at + out_step_ / 2, number + 1}, value.im); });
}

/// Element `number` as it lies in memory, or 0 if it is in the hole.
Complex Elements::read_outside(const AddressMap& map, Value number) {
  number = ends_.place(spec_.in, number);
  if (spec_.in.holes_cut_pairs) return read_cut(map, number);
  const Value known = outside(spec_.in, number);
  if (known == nullptr) return read(map, offset_of(map, number), number);
  const Value j = beside(spec_.in, number, known);
  return select_or_zero(known, read(map, offset_of(map, j), j));
}

Complex Elements::read(const AddressMap& map, Value offset, Value number) {
  const Value base = map.base;
  switch (spec_.in.form) {
    case Form::real: {
      const Value re = memory_.load_real({base + offset, number, map.turn});
      return {re, constant_like(re, 0.0)};
    }
    case Form::pairs: {
      const Value at = base + offset;
      const Value first = spec_.in.has_factors() ? b_.let("first", 2 * number) : nullptr;
      if (in_step_ == 2) return memory_.load_pairs({at, first, map.turn}, 1, spec_.aligned_pairs ? alignment_ : 1);
      const Value re = memory_.load_real({at, first, map.turn});
      return {re, memory_.load_real({at + in_step_ / 2, first ? first + 1 : first, map.turn})};
    }
    case Form::complex:
    case Form::half:
    case Form::trig:
      break;
  }
  return load_numbers(map, offset, 1, number);
}

Complex Elements::load_numbers(const AddressMap& map, Value offset, int lanes, Value number) {
  const Value index = map.base + offset * context_.input_unit();
  if (!spec_.filter.present || spec_.algorithm == Algorithm::filter)
    return memory_.load_complex({index, number, map.turn}, lanes, alignment_);
  return sum_of_products(b_, spec_, context_, {index, map.filter + 2 * offset, lanes, alignment_});
}

void Elements::write(Value base, Value offset, Complex value, Value number) {
  value = value * spec_.scale;
  switch (spec_.out.form) {
    case Form::real:
      memory_.store_real({base + offset, number}, value.re);
      return;
    case Form::pairs: {
      const Value at = base + offset;
      const Value first = spec_.out.has_factors() ? b_.let("first", 2 * number) : nullptr;
      if (out_step_ == 2) {
        memory_.store_pairs({at, first}, value, spec_.aligned_pairs ? alignment_ : 1);
      } else {
        memory_.store_real({at, first}, value.re);
        memory_.store_real({at + out_step_ / 2, first ? first + 1 : first}, value.im);
      }
      return;
    }
    case Form::complex:
    case Form::half:
    case Form::trig:
      break;
  }
  memory_.store_complex({base + offset * context_.output_unit(), number}, value, alignment_);
}

}  // namespace papilio::kernel
