// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_runs.hpp"

#include <array>
#include <utility>

namespace papilio::kernel {

bool has_runs(const KernelSpec& spec, const Side& side) {
  const bool trig = side.form == Form::trig;
  // Vectors of real numbers are neither converted nor given to callbacks.
  return spec.shape.strategy == Strategy::butterflies && spec.columns() == 1 && spec.packed(side) &&
         !side.irregular() && (!trig || side.native());
}

bool is_whole_trig(const KernelSpec& spec) {
  return spec.in.form == Form::trig && spec.out.form == Form::trig && spec.algorithm == Algorithm::stockham &&
         spec.points() == spec.length;
}

bool has_runs_of_type_4(const KernelSpec& spec, const Side& side) {
  const bool type_4 = spec.trig.kind == Kind::dct4 || spec.trig.kind == Kind::dst4;
  return type_4 && side.form == Form::trig && is_whole_trig(spec) && spec.trig.extent == 2 * spec.points() &&
         has_runs(spec, side) && spec.points() >= spec.shape.lanes;
}

namespace {

Run opposite(Run run) { return run == Run::forwards ? Run::backwards : Run::forwards; }

/// Converts a vector from the order of memory to that of the run, and back.
template <typename Vector>
Vector turned(Vector v, Run run) {
  return run == Run::forwards ? v : reversed(v);
}

/// The directions in which Trig accesses the two numbers of an element of half a spectrum: k, and then n-k.
class Directions {
 public:
  Directions(const KernelSpec& spec, Run run) : next_(goes_backwards(spec.trig.kind) ? opposite(run) : run) {}
  Run next() { return std::exchange(next_, opposite(next_)); }

 private:
  Run next_;
};

}  // namespace

Value SimdRuns::read(Value j, Run run) const {
  const AddressMap& map = tile_.in[0];
  const Value at = map.base + tile_.elements.offset_of(map, lowest(j, run));
  return turned(b_.let("x", b_.load(tile_.context.input, at, lanes_)), run);
}

void SimdRuns::write(Value j, Value y, Run run) const {
  const AddressMap& map = tile_.out[0];
  const Value scaled = spec_.scale == 1.0 ? y : b_.let("y", y * spec_.scale);
  b_.store(tile_.context.output, map.base + tile_.elements.result_offset(map, lowest(j, run)), turned(scaled, run));
}

Complex SimdRuns::table(const RootTable& table, Value k, Run run) const {
  return turned(load_planar(table.buffer, lowest(k, run), table.spec.m, lanes_), run);
}

Complex SimdRuns::load_half(Value i, Run run) const {
  if (spec_.in.form == Form::trig) {
    Directions directions(spec_, run);
    const Trig trig(b_, spec_, [&](Value k) { return table(tile_.context.roots("trig_in"), k, run); });
    return trig.load_half(i, [&](Value j) { return read(j, directions.next()); });
  }
  const AddressMap& map = tile_.in[0];
  const Value first = lowest(i, run);
  return turned(tile_.elements.load_numbers(map, tile_.elements.offset_of(map, first), lanes_, first), run);
}

void SimdRuns::store_half(Value i, Complex value, Run run) const {
  if (spec_.out.form == Form::trig) {
    Directions directions(spec_, run);
    const Trig trig(b_, spec_, [&](Value k) { return table(tile_.context.roots("trig_out"), k, run); });
    trig.store_half(i, value, [&](Value j, Value y) { write(j, y, directions.next()); });
    return;
  }
  const Value first = lowest(i, run);
  const Value at = vector_at(tile_, spec_.out, tile_.out[0], first);
  tile_.memory.store_complex({at, first}, turned(value, run) * spec_.scale, 1);
}

Value SimdRuns::read_every_other(Value j, Run run) const {
  const AddressMap& map = tile_.in[0];
  const Value first = run == Run::forwards ? j : j - (2 * lanes_ - 1);
  const Complex pairs = tile_.memory.load_pairs({map.base + tile_.elements.offset_of(map, first), first}, lanes_, 1);
  return run == Run::forwards ? pairs.re : reversed(pairs.im);
}

Complex SimdRuns::load_type_4(Value e) const {
  Directions directions(spec_, Run::forwards);
  const Trig trig(b_, spec_, [&](Value k) { return table(tile_.context.roots("trig_in"), k, Run::forwards); });
  return trig.load(e, [&](Value j) { return read_every_other(j, directions.next()); });
}

void SimdRuns::store_type_4(Value k, Complex low, Complex high) const {
  const Trig trig(b_, spec_, [&](Value i) { return table(tile_.context.roots("trig_out"), i, Run::forwards); });
  const auto numbers = [&](Value i, Complex z) {  // 2i … and n-1-2i …
    std::vector<Value> both;
    trig.store(i, z, [&](Value, Value y) { both.push_back(y); });
    return both;
  };
  const Value even = numbers(k, low)[0];
  const Value odd = reversed(numbers(spec_.points() - lanes_ - k, high)[1]);
  const AddressMap& map = tile_.out[0];
  const Value at = map.base + tile_.elements.result_offset(map, b_.let("first", 2 * k));
  tile_.memory.store_pairs(at, Complex{even, odd} * spec_.scale, 1);
}

Mirrors SimdRuns::load_mirrors(Value i) const {
  const AddressMap& map = tile_.in[0];
  const Value first = b_.let("first", 4 * i);
  std::array<Complex, 2> pairs;
  for (int half = 0; half < 2; ++half) {
    const Value own = first + 2 * lanes_ * half;
    pairs[half] = tile_.memory.load_pairs({map.base + tile_.elements.offset_of(map, own), own}, lanes_, 1);
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

void SimdRuns::store_mirrors(Value i, const Mirrors& z) const {
  const AddressMap& map = tile_.out[0];
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
    tile_.memory.store_pairs(map.base + tile_.elements.result_offset(map, first + 2 * lanes_ * half),
                             pairs * spec_.scale, 1);
  }
}

}  // namespace papilio::kernel
