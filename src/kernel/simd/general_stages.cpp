// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/general_stages.hpp"

namespace papilio::kernel {
namespace {

const LoopStep each{1, Unroll::none};

}  // namespace

Complex GeneralWork::load(Value place) {
  const Value at = bounded(place, lanes);
  return {b.load(local, at, lanes), b.load(local, at + memory.plane, lanes)};
}

void GeneralWork::store(Value place, Complex value) {
  const Value at = bounded(place, lanes);
  b.store(local, at, value.re);
  b.store(local, at + memory.plane, value.im);
}

Complex GeneralWork::number(Value place, Value pitch) {
  const Value re = b.load(numbers, place, lanes);
  return {re, b.load(numbers, b.let("at", place + pitch), lanes)};
}

void GeneralStages::emit(Value number) {
  const Value record =
      b_.let("record", number * static_cast<int>(StageField::count) + static_cast<int>(SizeField::count));
  const auto field = [&](StageField which) {
    return b_.let("size", b_.load(sizes_, b_.let("at", record + static_cast<int>(which))));
  };
  StageSizes stage;
  stage.radix = field(StageField::radix);
  stage.p_count = field(StageField::p_count);
  stage.q_count = field(StageField::q_count);
  stage.q_last = field(StageField::q_last);
  stage.step = field(StageField::step);
  stage.y_p = field(StageField::y_p);
  stage.y_k = field(StageField::y_k);
  stage.twiddles = field(StageField::twiddles);
  stage.pitch = field(StageField::pitch);
  stage.roots = field(StageField::roots);
  stage.first = field(StageField::first);
  const Value source = b_.let("source", number % 2 * memory_.area);
  const Value target = b_.let("target", memory_.area - source);
  b_.loop("p", b_.constant(0), stage.p_count, each, [&](Value p) {
    b_.loop("q", b_.constant(0), stage.q_count, {lanes_, Unroll::none}, [&](Value start) {
      const Value q = b_.let("q", min(start, stage.q_last));
      const Value x = b_.let("x", source + p * stage.q_count + q);
      const Value row = select(stage.first == 1, q * stage.radix, q);
      emit_butterflies(stage, x, b_.let("y", target + p * stage.y_p + row), q);
    });
  });
}

void GeneralStages::emit_butterflies(const StageSizes& stage, Value x, Value y, Value q) {
  const Value w = b_.let("w", stage.twiddles + select(stage.first == 1, b_.constant(0), q));
  const StageVector vectors{stage, x, w, y};
  const auto emit_later = [&] {
    b_.branch(
        stage.roots == 0, [&] { emit_radix(vectors, 0); }, [&] { emit_prime(vectors); });
  };
  const auto emit_first_of = [&](int radix, const auto& otherwise) {
    b_.branch(
        stage.first == 1 && stage.radix == radix, [&] { emit_first(vectors, radix); }, otherwise);
  };
  emit_first_of(general_first_codelets[0], [&] { emit_first_of(general_first_codelets[1], emit_later); });
}

/// Results of a lane are neighbours. The last vector may write beyond the array.
void GeneralStages::emit_first(const StageVector& vectors, int radix) {
  const std::vector<Complex> z = lane_by_lane(codelet_of(vectors, radix, false));
  for (int i = 0; i < radix; ++i) w_.store(vectors.y + i * lanes_, z[i]);
}

/// One branch for each radix.
void GeneralStages::emit_radix(const StageVector& vectors, std::size_t i) {
  const int radix = general_codelets[i];
  const auto emit = [&] {
    const std::vector<Complex> z = codelet_of(vectors, radix, true);
    for (int k = 0; k < radix; ++k) w_.store(vectors.y + k * vectors.stage.y_k, z[k]);
  };
  if (i + 1 == general_codelets.size()) return emit();
  b_.branch(vectors.stage.radix == radix, emit, [&] { emit_radix(vectors, i + 1); });
}

std::vector<Complex> GeneralStages::codelet_of(const StageVector& vectors, int radix, bool twiddled) {
  std::vector<Complex> z;
  for (int j = 0; j < radix; ++j) z.push_back(input_of(vectors, b_.constant(j), twiddled && j > 0));
  return butterfly(Direction::forward, codelet::Style::fused, z);
}

/// x_j, times its twiddle.
Complex GeneralStages::input_of(const StageVector& vectors, Value j, bool twiddled) {
  const Complex x = w_.load(vectors.x + j * vectors.stage.step);
  if (!twiddled) return x;
  const Value at = b_.let("at", vectors.twiddles + (j - 1) * (2 * vectors.stage.pitch));
  return x * w_.number(at, vectors.stage.pitch);
}

/// As SimdPrime: t_j = x_j + x_{r-j} and u_j = x_j - x_{r-j} by the cosines and sines of 2 pi j k/r.
void GeneralStages::emit_prime(const StageVector& vectors) {
  const Value radix = vectors.stage.radix;
  const Value half = b_.let("half", (radix + 1) / 2);
  const Value turn = b_.constant(memory_.turn);
  const Complex first = input_of(vectors, b_.constant(0), false);
  set(0, first);
  b_.loop("j", b_.constant(1), half, each, [&](Value j) {
    const Complex x = input_of(vectors, j, true);
    const Complex mirror = input_of(vectors, b_.let("j", max(radix - j, 1)), true);
    const Complex sum = x + mirror;
    w_.store(pair(2 * j), sum);
    w_.store(pair(2 * j + 1), x - mirror);
    set(0, get(0) + sum);
  });
  w_.store(turn, get(0));
  b_.loop("k", b_.constant(1), half, each, [&](Value k) {
    const Value zero = constant_like(first.re, 0.0);
    set(0, first);
    set(1, {zero, zero});
    const Value row = b_.let("row", vectors.stage.roots + (k - 1) * (radix - 1));
    b_.loop("j", b_.constant(1), half, each, [&](Value j) {
      const Value at = b_.let("at", row + 2 * (j - 1));
      const Value re = b_.load(w_.numbers, at);
      const Value im = b_.load(w_.numbers, at + 1);
      const Complex root = broadcast(Complex{re, im}, lanes_);
      const Complex t = w_.load(pair(2 * j));
      const Complex u = w_.load(pair(2 * j + 1));
      const Complex even = get(0);
      const Complex odd = get(1);
      set(0, {fma(t.re, root.re, even.re), fma(t.im, root.re, even.im)});
      set(1, {fma(u.re, root.im, odd.re), fma(u.im, root.im, odd.im)});
    });
    const Complex even = get(0);
    const Complex odd = get(1);
    w_.store(turn + k * lanes_, {even.re + odd.im, even.im - odd.re});
    w_.store(turn + max(radix - k, 0) * lanes_, {even.re - odd.im, even.im + odd.re});
  });
  b_.branch(
      vectors.stage.first == 1, [&] { store_by_lanes(vectors); }, [&] { store_in_order(vectors); });
}

/// Ascending, because vectors may reach beyond their rows.
void GeneralStages::store_in_order(const StageVector& vectors) {
  b_.loop("k", b_.constant(0), vectors.stage.radix, each, [&](Value k) {
    const Complex value = w_.load(memory_.turn + k * lanes_);
    w_.store(vectors.y + k * vectors.stage.y_k, value);
  });
}

Value GeneralStages::pair(Value i) const { return memory_.pairs + i * lanes_; }

/// Results of the first stage: those of a lane are neighbours.
void GeneralStages::store_by_lanes(const StageVector& vectors) {
  b_.loop("lane", b_.constant(0), b_.constant(lanes_), each, [&](Value lane) {
    const Value to = b_.let("to", vectors.y + lane * vectors.stage.radix);
    b_.loop("k", b_.constant(0), vectors.stage.radix, each, [&](Value k) {
      const Value from = w_.bounded(memory_.turn + k * lanes_ + lane, 1);
      const Value re = b_.load(w_.local, from);
      const Value im = b_.load(w_.local, from + memory_.plane);
      const Value at = w_.bounded(to + k, 1);
      b_.store(w_.local, at, re);
      b_.store(w_.local, at + memory_.plane, im);
    });
  });
}

/// Sums that a loop adds to.
void GeneralStages::set(int i, Complex value) {
  const std::int64_t at = std::int64_t{2} * i * lanes_;
  b_.store(sums_, b_.constant(at), value.re, lanes_);
  b_.store(sums_, b_.constant(at + lanes_), value.im, lanes_);
}
Complex GeneralStages::get(int i) {
  const std::int64_t at = std::int64_t{2} * i * lanes_;
  const Value re = b_.load(sums_, b_.constant(at), lanes_, lanes_);
  return {re, b_.load(sums_, b_.constant(at + lanes_), lanes_, lanes_)};
}

}  // namespace papilio::kernel
