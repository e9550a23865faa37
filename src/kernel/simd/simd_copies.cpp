// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_copies.hpp"

#include <algorithm>

#include "kernel/kernel_context.hpp"
#include "kernel/simd/simd_dft.hpp"
#include "kernel/simd/simd_tile.hpp"
#include "kernel/tables/spec_tables.hpp"

namespace papilio::kernel {

SimdCopies::SimdCopies(Builder& b, const KernelSpec& spec, const KernelContext& context, const SimdDft& dft)
    : b_(b),
      spec_(spec),
      context_(context),
      dft_(dft),
      lanes_(spec.shape.lanes),
      columns_(spec.shape.strategy == Strategy::columns),
      work_(spec.work_length()) {}

void SimdCopies::load(const SimdTile& tile) {
  if (spec_.chirps_vectors(spec_.in)) return load_chirped(tile);
  if (spec_.turns_blocks(spec_.in)) return load_blocks(tile);
  if (tile.has_runs_of_type_4(spec_.in)) {
    for_blocks(lanes_, [&](Value e, Value) { dft_.source().store(b_, e, tile.load_type_4_run(e)); });
    return;
  }
  const auto load = [&](Value e, int width) {
    if (!spec_.vectorised_tiles(spec_.in)) return dft_.source().store(b_, e, tile.load(e, width));
    b_.branch(
        tile.whole(), [&] { dft_.source().store(b_, e, tile.load_whole(e)); },
        [&] { dft_.source().store(b_, e, tile.load(e, width)); });
  };
  if (!spec_.ragged(spec_.in)) return for_elements(0, work_, true, load);
  for_ragged(spec_.in, load);
  if (loops_around_hole(spec_.in)) clear(spec_.in.hole.begin, spec_.in.hole.end);
}

void SimdCopies::store(const SimdTile& tile, const ScratchResults& results) {
  if (spec_.chirps_vectors(spec_.out)) return store_chirped(tile, results);
  if (spec_.turns_blocks(spec_.out)) return store_blocks(tile, results);
  if (tile.has_runs_of_type_4(spec_.out)) {
    for_blocks(lanes_, [&](Value k, Value) {
      const Complex low = results.load(b_, k, lanes_);
      tile.store_type_4_run(k, low, results.load(b_, work_ - lanes_ - k, lanes_));
    });
    return;
  }
  const auto store = [&](Value e, int width) {
    const Complex z = results.load(b_, e, width);
    if (!spec_.vectorised_tiles(spec_.out)) return tile.store(e, z);
    b_.branch(
        tile.whole(), [&] { tile.store_whole(e, z); }, [&] { tile.store(e, z); });
  };
  spec_.ragged(spec_.out) ? for_ragged(spec_.out, store) : for_elements(0, work_, true, store);
}

/// Elements e of all columns that lie before the chirp's end; those of the next one lie on both sides of it.
std::int64_t SimdCopies::whole_chirps() const { return spec_.chirp_length / spec_.columns(); }

void SimdCopies::load_chirped(const SimdTile& tile) {
  const std::int64_t whole = whole_chirps();
  for_elements(0, whole, true, [&](Value e, int) { dft_.source().store(b_, e, tile.load_chirped(e)); });
  const Value last = b_.constant(whole);
  for_lanes([&](Value lane) { dft_.source().store_lane(b_, last, lane, tile.load_chirped(last, lane)); });
  clear(whole + 1, work_);
}

void SimdCopies::store_chirped(const SimdTile& tile, const ScratchResults& results) {
  const std::int64_t whole = whole_chirps();
  for_elements(0, whole, true, [&](Value e, int width) { tile.store_chirped(e, results.load(b_, e, width)); });
  const Value last = b_.constant(whole);
  for_lanes([&](Value lane) { tile.store_chirped(last, lane, results.array.load_lane(b_, last, lane)); });
}

void SimdCopies::load_blocks(const SimdTile& tile) {
  for_blocks(spec_.block(), [&](Value e, Value) {
    const std::vector<Complex> z = tile.load_block(e);
    for (int i = 0; i < spec_.block(); ++i) dft_.source().store(b_, e + i, z[i]);
  });
}

void SimdCopies::store_blocks(const SimdTile& tile, ScratchResults results) {
  // The code for a twiddle is long. Without lane steps it is so long that it appears once, and not for each element of
  // a block; in a convolution, too, whose kernels take longest to compile.
  const bool in_loop = spec_.outer > 1 && (!uses_lane_steps(spec_) || spec_.chirp_length > 0);
  for_blocks(spec_.block(), [&](Value e, Value fresh) {
    if (in_loop) {
      b_.loop("k", fresh, min(fresh + spec_.block(), work_), {1, Unroll::none},
              [&](Value k) { results.array.store(b_, k, tile.twiddle(k, results.load(b_, k, lanes_))); });
      results.parts_swapped = false;
    }
    std::vector<Complex> z;
    for (int i = 0; i < spec_.block(); ++i) {
      const Complex x = results.load(b_, e + i, lanes_);
      z.push_back(in_loop ? x : tile.twiddle(e + i, x));
    }
    tile.store_block(e, z);
  });
}

void SimdCopies::for_lanes(const std::function<void(Value lane)>& body) {
  b_.loop("lane", b_.constant(0), b_.constant(lanes_), {1, Unroll::none}, body);
}

/// Calls body(e, fresh) for blocks of elements. The last block starts early rather than be shorter; elements from
/// `fresh` on are in no other block.
void SimdCopies::for_blocks(int block, const std::function<void(Value e, Value fresh)>& body) {
  b_.loop("e", b_.constant(0), b_.constant(work_), block,
          [&](Value fresh) { body(work_ % block == 0 ? fresh : b_.let("e", min(fresh, work_ - block)), fresh); });
}

/// Calls body(e, width) for the elements of a side that is not whole vectors.
void SimdCopies::for_ragged(const Side& side, const ElementBody& body) {
  if (!loops_around_hole(side)) {
    b_.loop("e", b_.constant(0), b_.constant(work_), 1, [&](Value e) { body(e, width()); });
    return;
  }
  const bool vectors = side.form != Form::real && spec_.packed(side);
  const std::int64_t cut = side.hole_cuts_pair ? 1 : 0;
  for_elements(0, side.hole.begin - cut, vectors, body);
  for_elements(side.hole.begin - cut, side.hole.begin, false, body);
  for_elements(side.hole.end, work_, vectors, body);
}

/// Elements are those of one transform, as they lie in memory: the loops leave the hole out.
bool SimdCopies::loops_around_hole(const Side& side) const {
  return side.pruned() && spec_.columns() == 1 && side.form != Form::half && side.form != Form::trig;
}

void SimdCopies::clear(std::int64_t begin, std::int64_t end) {
  for_elements(begin, end, true, [&](Value e, int width) {
    const Value zero = b_.real(0.0, context_.scalar.with_lanes(width));
    dft_.source().store(b_, e, {zero, zero});
  });
}

void SimdCopies::for_elements(std::int64_t begin, std::int64_t end, bool vectors, const ElementBody& body) {
  const auto run = [&](std::int64_t from, std::int64_t to, int step, int width) {
    b_.loop("e", b_.constant(from), b_.constant(to), step, [&](Value e) { body(e, width); });
  };
  if (columns_) {
    run(begin, end, 1, lanes_);
    return;
  }
  if (!vectors) {
    run(begin, end, 1, 1);
    return;
  }
  const std::int64_t aligned = std::min(end, (begin + lanes_ - 1) / lanes_ * lanes_);
  const std::int64_t middle = aligned + (end - aligned) / lanes_ * lanes_;
  run(begin, aligned, 1, 1);
  run(aligned, middle, lanes_, lanes_);
  run(middle, end, 1, 1);
}

}  // namespace papilio::kernel
