// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Vectors of real numbers, and of half a spectrum, in memory: SimdTile's sides that have_runs() or real_vectors().
#include <array>
#include <utility>

#include "kernel/simd/simd_tile.hpp"
#include "kernel/tables/spec_tables.hpp"

namespace papilio::kernel {

bool SimdTile::has_runs(const Side& side) const {
  const bool trig = side.form == Form::trig;
  // Vectors of real numbers are neither converted nor given to callbacks.
  return !columns_ && spec_.columns() == 1 && spec_.packed(side) && !side.pruned() && (!trig || side.plain());
}

namespace {

SimdTile::Run opposite(SimdTile::Run run) {
  return run == SimdTile::Run::forwards ? SimdTile::Run::backwards : SimdTile::Run::forwards;
}

/// Converts a vector from the order of memory to that of the run, and back.
template <typename Vector>
Vector turned(Vector v, SimdTile::Run run) {
  return run == SimdTile::Run::forwards ? v : reversed(v);
}

/// The directions in which Trig accesses the two numbers of an element of half a spectrum: k, and then n-k.
class Directions {
 public:
  Directions(const KernelSpec& spec, SimdTile::Run run) : next_(goes_backwards(spec.trig) ? opposite(run) : run) {}
  SimdTile::Run next() { return std::exchange(next_, opposite(next_)); }

 private:
  SimdTile::Run next_;
};

}  // namespace

Value SimdTile::lowest(Value i, Run run) const { return run == Run::forwards ? i : i - (lanes_ - 1); }

Value SimdTile::read_run(Value j, Run run) const {
  const AddressMap& map = lane_in_[0];
  const Value at = map.base + elements_.offset_of(map, lowest(j, run));
  return turned(b_.let("x", b_.load(context_.input, at, lanes_)), run);
}

void SimdTile::write_run(Value j, Value y, Run run) const {
  const AddressMap& map = lane_out_[0];
  const Value scaled = spec_.scale == 1.0 ? y : b_.let("y", y * spec_.scale);
  b_.store(context_.output, map.base + elements_.result_offset(map, lowest(j, run)), turned(scaled, run));
}

Complex SimdTile::table_run(const RootTable& table, Value k, Run run) const {
  return turned(load_planar(table.buffer, lowest(k, run), table.spec.m, lanes_), run);
}

Complex SimdTile::load_half_run(Value i, Run run) const {
  if (spec_.in.form == Form::trig) {
    Directions directions(spec_, run);
    const Trig trig(b_, spec_, [&](Value k) { return table_run(context_.trig_in, k, run); });
    return trig.load_half(i, [&](Value j) { return read_run(j, directions.next()); });
  }
  const AddressMap& map = lane_in_[0];
  return turned(elements_.load_numbers(map, elements_.offset_of(map, lowest(i, run)), lanes_), run);
}

void SimdTile::store_half_run(Value i, Complex value, Run run) const {
  if (spec_.out.form == Form::trig) {
    Directions directions(spec_, run);
    const Trig trig(b_, spec_, [&](Value k) { return table_run(context_.trig_out, k, run); });
    trig.store_half(i, value, [&](Value j, Value y) { write_run(j, y, directions.next()); });
    return;
  }
  const Value at = vector_at(lane_out_[0], lowest(i, run), context_.output_unit());
  memory_.store_complex(at, turned(value, run) * spec_.scale, 1);
}

bool SimdTile::has_runs_of_type_4(const Side& side) const {
  const bool type_4 = spec_.trig == Kind::dct4 || spec_.trig == Kind::dst4;
  return type_4 && side.form == Form::trig && whole_trig() && spec_.extent == 2 * spec_.points() && has_runs(side) &&
         spec_.points() >= lanes_;
}

Value SimdTile::read_every_other(Value j, Run run) const {
  const AddressMap& map = lane_in_[0];
  const Value first = run == Run::forwards ? j : j - (2 * lanes_ - 1);
  const Complex pairs = memory_.load_pairs(map.base + elements_.offset_of(map, first), lanes_, 1);
  return run == Run::forwards ? pairs.re : reversed(pairs.im);
}

Complex SimdTile::load_type_4_run(Value e) const {
  Directions directions(spec_, Run::forwards);
  const Trig trig(b_, spec_, [&](Value k) { return table_run(context_.trig_in, k, Run::forwards); });
  return trig.load(e, [&](Value j) { return read_every_other(j, directions.next()); });
}

void SimdTile::store_type_4_run(Value k, Complex low, Complex high) const {
  const Trig trig(b_, spec_, [&](Value i) { return table_run(context_.trig_out, i, Run::forwards); });
  const auto numbers = [&](Value i, Complex z) {  // 2i … and n-1-2i …
    std::vector<Value> both;
    trig.store(i, z, [&](Value, Value y) { both.push_back(y); });
    return both;
  };
  const Value even = numbers(k, low)[0];
  const Value odd = reversed(numbers(spec_.points() - lanes_ - k, high)[1]);
  const AddressMap& map = lane_out_[0];
  const Value at = map.base + elements_.result_offset(map, b_.let("first", 2 * k));
  memory_.store_pairs(at, Complex{even, odd} * spec_.scale, 1);
}

Mirrors SimdTile::load_mirrors(Value i) const {
  const AddressMap& map = lane_in_[0];
  const Value first = b_.let("first", 4 * i);
  std::array<Complex, 2> pairs;
  for (int half = 0; half < 2; ++half) {
    pairs[half] = memory_.load_pairs(map.base + elements_.offset_of(map, first + 2 * lanes_ * half), lanes_, 1);
  }
  const auto every_other = [&](Value a, Value c, int from) {
    std::vector<Value> parts;
    for (int l = from; l < 2 * lanes_; l += 2) parts.push_back(l < lanes_ ? lane(a, l) : lane(c, l - lanes_));
    return b_.let("x", concat(parts));
  };
  return mirrors_of(b_, spec_,
                    {every_other(pairs[0].re, pairs[1].re, 0), every_other(pairs[0].im, pairs[1].im, 0),
                     every_other(pairs[0].re, pairs[1].re, 1), every_other(pairs[0].im, pairs[1].im, 1)});
}

void SimdTile::store_mirrors(Value i, const Mirrors& z) const {
  const AddressMap& map = lane_out_[0];
  const std::array<Value, 4> x = numbers_of(b_, spec_, z);
  const Value first = b_.let("first", 4 * i);
  const auto interleaved = [&](Value a, Value c, int half) {
    std::vector<Value> parts;
    for (int l = half * lanes_ / 2; l < (half + 1) * lanes_ / 2; ++l) {
      parts.push_back(lane(a, l));
      parts.push_back(lane(c, l));
    }
    return b_.let("y", concat(parts));
  };
  for (int half = 0; half < 2; ++half) {
    const Complex pairs{interleaved(x[0], x[2], half), interleaved(x[1], x[3], half)};
    memory_.store_pairs(map.base + elements_.result_offset(map, first + 2 * lanes_ * half), pairs * spec_.scale, 1);
  }
}

// Passes: a vector of neighbouring columns.

bool SimdTile::vectors_of_columns(const Side& side) const {
  const bool of_columns = columns_ && spec_.columns() > 1 && spec_.columns() % lanes_ == 0 && spec_.stack == 1;
  return of_columns && side.plain() && !side.pruned() && spec_.packed(side) && !spec_.pairs_conjugates();
}

bool SimdTile::real_vectors(const Side& side) const {
  if (!vectors_of_columns(side) || spec_.algorithm != Algorithm::stockham) return false;
  const bool type_2 = side.form == Form::trig && spec_.trig == Kind::dct2 && !spec_.ortho &&
                      spec_.extent == spec_.points() && spec_.extent % (2 * lanes_) == 0;
  if (&side == &spec_.in) return (side.form == Form::real && spec_.load == LoadOp::plain && !spec_.filtered) || type_2;
  return (side.form == Form::half || type_2) && spec_.store == StoreOp::plain && spec_.outer == 1 &&
         spec_.points() % (2 * lanes_) == 0;
}

Complex SimdTile::load_reals(Value e) const {
  const AddressMap& map = lane_in_[0];
  const Value i = b_.let("i", elements_.logical(map, e));
  const Value zero = b_.real(0.0, context_.scalar.with_lanes(lanes_));
  if (spec_.in.form == Form::real) {
    return {b_.let("x", b_.load(context_.input, map.base + elements_.offset_of(map, i), lanes_)), zero};
  }
  // Makhoul's order: numbers 2i, or backwards 2n-1-2i; no vector has some of both.
  const std::int64_t n = spec_.extent;
  const Value lower = b_.let("lower", i < n / 2);
  const Value first = b_.let("first", select(lower, 2 * i, 2 * (n - lanes_) - 2 * i));
  const Complex pairs = memory_.load_pairs(map.base + elements_.offset_of(map, first), lanes_, 1);
  return {b_.let("x", select(lower, pairs.re, reversed(pairs.im))), zero};
}

bool SimdTile::signal_vectors(const Side& side) const {
  if (!vectors_of_columns(side) || !spec_.half_length_trig()) return false;
  const bool type_1 = spec_.trig == Kind::dct1 || spec_.trig == Kind::dst1;
  return side.form == Form::trig && !type_1 && (spec_.trig == Kind::dht || spec_.points() % (2 * lanes_) == 0);
}

Complex SimdTile::load_signal(Value e) const {
  const AddressMap& map = lane_in_[0];
  const Value i = b_.let("i", elements_.logical(map, e));
  if (spec_.trig == Kind::dht) {
    return memory_.load_pairs(map.base + elements_.offset_of(map, b_.let("first", 2 * i)), lanes_, 1);
  }
  // Makhoul's order: no vector has elements of both halves.
  const std::int64_t m = spec_.points();
  const Value lower = b_.let("lower", i < m / 2);
  const Mirrors z = load_mirrors(b_.let("place", select(lower, i, m - lanes_ - i)));
  const Value re = b_.let("re", select(lower, z.element.re, reversed(z.mirror.re)));
  return {re, b_.let("im", select(lower, z.element.im, reversed(z.mirror.im)))};
}

/// Each lane has two of four neighbouring numbers; the others are those of a column of another tile.
void SimdTile::store_signal(Value k, Complex value) const {
  const AddressMap& map = lane_out_[0];
  const std::int64_t m = spec_.points();
  const Value i = b_.let("i", elements_.logical(map, k));
  value = value * spec_.scale;
  const auto store = [&](Value first, int step, Complex z) {
    const Value at = b_.let("at", map.base + elements_.result_offset(map, b_.let("first", first)));
    for (int l = 0; l < lanes_; ++l) {
      const Complex own = lane(z, l);
      memory_.store_real(at + step * l, own.re);
      memory_.store_real(at + (step * l + step / 2), own.im);
    }
  };
  b_.branch(
      i < m / 2, [&] { store(4 * i, 4, value); },
      [&] {
        const auto x = numbers_of(b_, spec_, {{}, value});
        store(4 * (m - i) - 1, -4, {x[3], x[1]});
      });
}

void SimdTile::store_reals(Value k, Complex value) const {
  const AddressMap& map = lane_out_[0];
  const Value i = b_.let("i", elements_.logical(map, k));
  if (spec_.out.form == Form::trig) {
    const Trig trig(b_, spec_, [&](Value j) { return table_run(context_.trig_out, j, Run::forwards); });
    trig.store(i, value, [&](Value j, Value y) { write_run(j, y, Run::forwards); });
    return;
  }
  const std::int64_t last = spec_.points() / 2;  // the first of its vector
  const Value at = b_.let("at", map.base + elements_.result_offset(map, i) * context_.output_unit());
  value = value * spec_.scale;
  b_.branch(i < last, [&] { memory_.store_complex(at, value, 1); });
  b_.branch(i == last, [&] { memory_.store_complex(at, lane(value, 0), 1); });
}

}  // namespace papilio::kernel
