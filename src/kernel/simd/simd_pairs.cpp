// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_pairs.hpp"

#include "kernel/pairs/lane_pairs.hpp"
#include "kernel/simd/sides.hpp"
#include "kernel/simd/simd_dft.hpp"
#include "kernel/simd/simd_runs.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

Complex cast(Complex z, ScalarKind kind) {
  if (!z.re) return z;
  Builder& b = z.re.builder();
  return {b.let("x", cast(z.re, kind)), b.let("x", cast(z.im, kind))};
}

Partners cast(const Partners& z, ScalarKind kind) { return {cast(z.low, kind), cast(z.high, kind)}; }

}  // namespace

SimdPairs::SimdPairs(Builder& b, const KernelSpec& spec, const KernelContext& context, SimdDft& dft)
    : b_(b),
      spec_(spec),
      context_(context),
      dft_(dft),
      lanes_(spec.shape.lanes),
      columns_(spec.shape.strategy == Strategy::columns),
      work_(spec.work_length()) {}

SimdPairs::Vectors SimdPairs::vectors_of(const Side& half) const {
  if (!has_runs(spec_, half)) return {};
  const std::int64_t end = work_ / 2 / lanes_ * lanes_;
  if (half.form == Form::half) return {0, end};
  // Real-to-real transforms write two numbers for most elements, but one for the first.
  return end > lanes_ ? Vectors{lanes_, end} : Vectors{};
}

std::function<Complex()> SimdPairs::twiddle(Value k, int width) {
  return [this, k, width] { return dft_.table_entry(context_.table("fold_twiddles"), k, pairs_of(work_), width); };
}

void SimdPairs::pre_processed(const Pair& pair, const PairSource& half, const PairSink& whole) {
  if (!spec_.shape.pairs_in_f64) return pre_process(b_, {pair}, half, whole);
  const PairSource wide = [&](const Pair& own) { return cast(half(own), ScalarKind::f64); };
  pre_process(b_, {pair}, wide, [&](const Pair& own, const Partners& z) { whole(own, cast(z, ScalarKind::f32)); });
}

void SimdPairs::post_processed(const Pair& pair, const PairSource& whole, const PairSink& half) {
  if (!spec_.shape.pairs_in_f64) return post_process(b_, {pair}, whole, half);
  const PairSource wide = [&](const Pair& own) { return cast(whole(own), ScalarKind::f64); };
  post_process(b_, {pair}, wide, [&](const Pair& own, const Partners& x) { half(own, cast(x, ScalarKind::f32)); });
}

// For the vector of pairs k to k + lanes - 1, the partners m-k, m-k-1 … lie backwards in two blocks of scratch memory:
// m-k is the first number of its block (for k = 0 it is Z[m] = Z[0]), and the others are the last numbers of the block
// before it.

Value SimdPairs::block_behind(Value k) { return b_.let("behind", select(k == 0, 0, work_ - k)); }

Complex SimdPairs::load_mirrored(const Scratch& numbers, Value k) {
  const Complex first = numbers.load(b_, block_behind(k), 1);
  const Complex block = numbers.load(b_, work_ - lanes_ - k, lanes_);
  std::vector<Complex> parts{first};
  for (int l = lanes_ - 1; l > 0; --l) parts.push_back(lane(block, l));
  return concat(parts);
}

/// The first number of the block before m-k is left to the next vector of pairs, or to the pairs behind the last one.
void SimdPairs::store_mirrored(const Scratch& numbers, Value k, Complex value) {
  const Complex first = lane(value, 0);
  std::vector<Complex> parts{first};
  for (int l = lanes_ - 1; l > 0; --l) parts.push_back(lane(value, l));
  numbers.store(b_, work_ - lanes_ - k, concat(parts));
  numbers.store(b_, block_behind(k), first);
}

void SimdPairs::load_vectors(const SimdTile& tile, const Vectors& vectors) {
  const SimdRuns runs(tile);
  b_.loop("k", b_.constant(vectors.begin), b_.constant(vectors.end), lanes_, [&](Value k) {
    Pair pair;
    pair.twiddle = twiddle(k, lanes_);
    const PairSource half = [&](const Pair&) {
      const Complex low = runs.load_half(k, Run::forwards);
      return Partners{low, runs.load_half(work_ - k, Run::backwards)};
    };
    pre_processed(pair, half, [&](const Pair&, const Partners& z) {
      dft_.source().store(b_, k, z.low);
      store_mirrored(dft_.source(), k, z.high);
    });
  });
}

void SimdPairs::load_half(const SimdTile& tile) {
  b_.comment("half a spectrum as a complex one of half the length");
  const Vectors vectors = vectors_of(spec_.in);
  load_vectors(tile, vectors);
  for_lane_pairs(b_, work_, vectors.begin, vectors.end, [&](Pair pair, Value k, Value partner) {
    pair.twiddle = twiddle(k, width());
    const PairSource half = [&](const Pair&) {
      const Complex low = kernel::load_half(tile, k);
      return Partners{low, partner ? kernel::load_half(tile, partner) : Complex{}};
    };
    pre_processed(pair, half, [&](const Pair&, const Partners& z) {
      dft_.source().store(b_, k, z.low);
      if (z.high.re) dft_.source().store(b_, partner, z.high);
    });
  });
}

void SimdPairs::store_vectors(const SimdTile& tile, const Scratch& whole, const Vectors& vectors) {
  const SimdRuns runs(tile);
  b_.loop("k", b_.constant(vectors.begin), b_.constant(vectors.end), lanes_, [&](Value k) {
    Pair pair;
    pair.twiddle = twiddle(k, lanes_);
    const PairSource numbers = [&](const Pair&) {
      const Complex low = whole.load(b_, k, lanes_);
      return Partners{low, load_mirrored(whole, k)};
    };
    post_processed(pair, numbers, [&](const Pair&, const Partners& x) {
      runs.store_half(k, x.low, Run::forwards);
      runs.store_half(work_ - k, x.high, Run::backwards);
    });
  });
}

void SimdPairs::store_half(const SimdTile& tile, const Scratch& whole) {
  b_.comment("from a complex spectrum of half the length to half a spectrum");
  const Vectors vectors = vectors_of(spec_.out);
  store_vectors(tile, whole, vectors);
  for_lane_pairs(b_, work_, vectors.begin, vectors.end, [&](Pair pair, Value k, Value partner) {
    pair.twiddle = twiddle(k, width());
    const PairSource numbers = [&](const Pair&) {
      const Complex low = whole.load(b_, k, width());
      return Partners{low, pair.kind == PairKind::both ? whole.load(b_, partner, width()) : Complex{}};
    };
    post_processed(pair, numbers, [&](const Pair&, const Partners& x) {
      kernel::store_half(tile, k, x.low);
      if (partner) kernel::store_half(tile, partner, x.high);
    });
  });
}

// Signals

bool SimdPairs::has_signal() const {
  return pairs_conjugates(spec_) && spec_.in.form == Form::trig && spec_.out.form == Form::trig;
}

/// Number of the first elements in Makhoul's order that are processed in vectors, with as many of the last.
std::int64_t SimdPairs::vectors_of_signal(const Side& side) const {
  return shuffles(spec_) && has_runs(spec_, side) ? work_ / 2 / lanes_ * lanes_ : 0;
}

/// The other elements. Makhoul's order reverses its direction in the middle of the signal; with a loop on either side
/// of it the addresses are simple.
void SimdPairs::each_of_signal(std::int64_t done, const std::function<void(Value)>& body) {
  const std::int64_t lower = work_ / 2;
  const std::int64_t upper = work_ - lower;
  b_.loop("e", b_.constant(done), b_.constant(lower), 1, body);
  if (lower < upper) body(b_.constant(lower));
  b_.loop("e", b_.constant(upper), b_.constant(work_ - done), 1, body);
}

void SimdPairs::load_signal(const SimdTile& tile) {
  const std::int64_t vectors = vectors_of_signal(spec_.in);
  b_.loop("e", b_.constant(0), b_.constant(vectors), lanes_, [&](Value e) {
    const Mirrors z = SimdRuns(tile).load_mirrors(e);
    dft_.source().store(b_, e, z.element);
    dft_.source().store(b_, work_ - lanes_ - e, reversed(z.mirror));
  });
  each_of_signal(vectors, [&](Value e) { dft_.source().store(b_, e, tile.load(e, width())); });
}

void SimdPairs::store_signal(const SimdTile& tile, const Scratch& whole) {
  const std::int64_t vectors = vectors_of_signal(spec_.out);
  b_.loop("e", b_.constant(0), b_.constant(vectors), lanes_, [&](Value e) {
    const Complex element = whole.load(b_, e, lanes_);
    SimdRuns(tile).store_mirrors(e, {element, reversed(whole.load(b_, work_ - lanes_ - e, lanes_))});
  });
  each_of_signal(vectors, [&](Value e) { tile.store(e, whole.load(b_, e, width())); });
}

}  // namespace papilio::kernel
