// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_copies.hpp"

#include <algorithm>
#include <array>

#include "core/number_theory.hpp"
#include "kernel/simd/sides.hpp"
#include "kernel/simd/simd_dft.hpp"
#include "kernel/simd/simd_runs.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/side_access.hpp"

namespace papilio::kernel {
namespace {

/// Elements around a side's hole. Those from `before` to `begin`, and from `end` to `behind`, are pairs that it cuts.
struct HoleParts {
  std::int64_t before;
  std::int64_t begin;
  std::int64_t end;
  std::int64_t behind;
};

HoleParts parts_of_hole(const Side& side) {
  const std::int64_t numbers = side.holes_cut_pairs ? 2 : 1;  // of an element
  const Range& hole = side.hole;
  return {hole.begin / numbers, ceil_div(hole.begin, numbers), hole.end / numbers, ceil_div(hole.end, numbers)};
}

}  // namespace

SimdCopies::SimdCopies(Builder& b, const KernelSpec& spec, const KernelContext& context, const SimdDft& dft)
    : b_(b),
      spec_(spec),
      context_(context),
      dft_(dft),
      lanes_(spec.shape.lanes),
      columns_(spec.shape.strategy == Strategy::columns),
      work_(spec.work_length()) {}

void SimdCopies::load(const SimdTile& tile) {
  struct CopyIn {
    const char* name;
    bool (*applicable)(const KernelSpec& spec);
    void (SimdCopies::*load)(const SimdTile& tile);
  };
  static constexpr std::array<CopyIn, 5> ways = {{
      {"chirped vectors", [](const KernelSpec& spec) { return side_access(spec, spec.in) == SideAccess::chirped; },
       &SimdCopies::load_chirped},
      {"blocks transposed in registers",
       [](const KernelSpec& spec) { return side_access(spec, spec.in) == SideAccess::in_blocks; },
       &SimdCopies::load_blocks},
      {"vectors of type 4", [](const KernelSpec& spec) { return has_runs_of_type_4(spec, spec.in); },
       &SimdCopies::load_type_4},
      {"vectors in tiles", [](const KernelSpec& spec) { return side_access(spec, spec.in) == SideAccess::in_tiles; },
       &SimdCopies::load_in_tiles},
      {"elements", [](const KernelSpec&) { return true; }, &SimdCopies::load_elements},
  }};
  const auto* const way = std::ranges::find_if(ways, [&](const CopyIn& one) { return one.applicable(spec_); });
  (this->*way->load)(tile);
}

void SimdCopies::store(const SimdTile& tile, const ScratchResults& results) {
  struct CopyOut {
    const char* name;
    bool (*applicable)(const KernelSpec& spec);
    void (SimdCopies::*store)(const SimdTile& tile, const ScratchResults& results);
  };
  static constexpr std::array<CopyOut, 5> ways = {{
      {"chirped vectors", [](const KernelSpec& spec) { return side_access(spec, spec.out) == SideAccess::chirped; },
       &SimdCopies::store_chirped},
      {"blocks transposed in registers",
       [](const KernelSpec& spec) { return side_access(spec, spec.out) == SideAccess::in_blocks; },
       &SimdCopies::store_blocks},
      {"vectors of type 4", [](const KernelSpec& spec) { return has_runs_of_type_4(spec, spec.out); },
       &SimdCopies::store_type_4},
      {"vectors in tiles", [](const KernelSpec& spec) { return side_access(spec, spec.out) == SideAccess::in_tiles; },
       &SimdCopies::store_in_tiles},
      {"elements", [](const KernelSpec&) { return true; }, &SimdCopies::store_elements},
  }};
  const auto* const way = std::ranges::find_if(ways, [&](const CopyOut& one) { return one.applicable(spec_); });
  (this->*way->store)(tile, results);
}

void SimdCopies::load_elements(const SimdTile& tile) {
  for_side(spec_.in, [&](Value e, int width) { dft_.source().store(b_, e, tile.load(e, width)); });
  if (!is_copied(side_access(spec_, spec_.in)) || !loops_around_hole(spec_.in)) return;
  const HoleParts parts = parts_of_hole(spec_.in);
  clear(parts.begin, parts.end);
}

void SimdCopies::store_elements(const SimdTile& tile, const ScratchResults& results) {
  for_side(spec_.out, [&](Value e, int width) { tile.store(e, results.load(b_, e, width)); });
}

void SimdCopies::load_in_tiles(const SimdTile& tile) {
  for_side(spec_.in, [&](Value e, int width) {
    b_.branch(
        tile.whole, [&] { dft_.source().store(b_, e, load_vector(tile, e, lanes_)); },
        [&] { dft_.source().store(b_, e, tile.load(e, width)); });
  });
}

void SimdCopies::store_in_tiles(const SimdTile& tile, const ScratchResults& results) {
  for_side(spec_.out, [&](Value e, int width) {
    const Complex z = results.load(b_, e, width);
    b_.branch(
        tile.whole, [&] { store_vector(tile, e, z); }, [&] { tile.store(e, z); });
  });
}

void SimdCopies::load_type_4(const SimdTile& tile) {
  const SimdRuns runs(tile);
  for_blocks(lanes_, [&](Value e, Value) { dft_.source().store(b_, e, runs.load_type_4(e)); });
}

void SimdCopies::store_type_4(const SimdTile& tile, const ScratchResults& results) {
  const SimdRuns runs(tile);
  for_blocks(lanes_, [&](Value k, Value) {
    const Complex low = results.load(b_, k, lanes_);
    runs.store_type_4(k, low, results.load(b_, work_ - lanes_ - k, lanes_));
  });
}

namespace {

/// A later column, if columns are neighbours.
AddressMap next_column(AddressMap map, Value ahead, Value elements_ahead) {
  map.first = map.first + ahead;
  map.below = 0;
  map.start = map.start + elements_ahead;
  return map;
}

/// The chirp for element e of all columns.
Complex chirp_of(const SimdTile& tile, const char* table, std::int64_t entries, const AddressMap& map, Value e) {
  const Value i = tile.b.let("i", tile.elements.logical(map, e));
  return load_planar(tile.context.table(table), i, entries, tile.lanes);
}

// Lanes are transposed in squares of block_elements() x block_elements().

/// Elements [e, e + block) of one column.
Complex load_column_part(const SimdTile& tile, const AddressMap& map, Value e) {
  const int block = block_elements(tile.spec);
  const Value offset = map.start + tile.elements.wide(e) * map.stride;
  const Value number = tile.elements.number_of(tile.spec.in, map, e);
  if (tile.spec.in.form == Form::pairs)
    return tile.memory.load_pairs({map.base + offset, number ? 2 * number : number, map.turn}, block, 1);
  return tile.elements.load_numbers(map, offset, block, number);
}

void store_column_part(const SimdTile& tile, const AddressMap& map, Value e, Complex value) {
  const Value number = tile.elements.number_of(tile.spec.out, map, e);
  if (tile.spec.out.form == Form::pairs) {
    tile.memory.store_pairs({vector_at(tile, tile.spec.out, map, e), number ? 2 * number : number}, value, 1);
  } else {
    tile.memory.store_complex({vector_at(tile, tile.spec.out, map, e), number}, value, 1);
  }
}

/// Elements [e, e + block) of all columns, a vector for each.
std::vector<Complex> load_block(const SimdTile& tile, Value e) {
  const int block = block_elements(tile.spec);
  std::vector<std::vector<Complex>> parts(block);
  for (int first = 0; first < tile.lanes; first += block) {
    std::vector<Complex> rows;
    for (int l = first; l < first + block; ++l) rows.push_back(load_column_part(tile, tile.in[l], e));
    rows = transpose(rows);
    for (int i = 0; i < block; ++i) parts[i].push_back(rows[i]);
  }
  std::vector<Complex> z;
  for (const std::vector<Complex>& part : parts) z.push_back(concat(part));
  return z;
}

/// Without the pass's twiddles.
void store_block(const SimdTile& tile, Value e, const std::vector<Complex>& z) {
  const int block = block_elements(tile.spec);
  std::vector<Complex> results;
  for (const Complex& x : z) results.push_back(x * tile.spec.scale);
  for (int first = 0; first < tile.lanes; first += block) {
    std::vector<Complex> rows;
    for (const Complex& result : results) rows.push_back(block == tile.lanes ? result : lanes(result, first, block));
    rows = transpose(rows);
    for (int l = 0; l < block; ++l) {
      const Value stored = tile.stored.empty() ? Value{} : tile.stored[first + l];
      tile.b.when(stored, [&] { store_column_part(tile, tile.out[first + l], e, rows[l]); });
    }
  }
}

}  // namespace

// Chirps: elements e of all columns lie before the chirp's end for e < `whole`; those of the next one lie on both sides
// of it.

void SimdCopies::load_chirped(const SimdTile& tile) {
  const std::int64_t inputs = spec_.chirped().inputs;
  const std::int64_t whole = inputs / spec_.columns();
  const AddressMap& map = tile.in[0];
  for_elements(0, whole, true, [&](Value e, int) {
    const Value offset = map.start + tile.elements.wide(e) * map.stride;
    const Complex chirp = chirp_of(tile, "chirp", inputs, map, e);
    const Complex x = tile.elements.load_numbers(map, offset, lanes_, tile.elements.number_of(spec_.in, map, e));
    dft_.source().store(b_, e, x * chirp);
  });
  const Value last = b_.constant(whole);
  for_lanes([&](Value lane) {
    const AddressMap column = next_column(map, lane, tile.elements.wide(lane));
    dft_.source().store_lane(b_, last, lane, tile.elements.load_chirped(column, last));
  });
  clear(whole + 1, work_);
}

void SimdCopies::store_chirped(const SimdTile& tile, const ScratchResults& results) {
  const std::int64_t written = spec_.chirped().results;
  const std::int64_t whole = written / spec_.columns();
  const AddressMap& map = tile.out[0];
  for_elements(0, whole, true, [&](Value e, int width) {
    const Complex result = results.load(b_, e, width);
    const Complex value = result * chirp_of(tile, result_chirp(spec_), written, map, e) * spec_.scale;
    const Value number = tile.elements.number_of(spec_.out, map, e);
    tile.memory.store_complex({vector_at(tile, spec_.out, map, e), number}, value, 1);
  });
  const Value last = b_.constant(whole);
  for_lanes([&](Value lane) {
    const Complex value = results.array.load_lane(b_, last, lane);
    tile.elements.store_chirped(next_column(map, lane, tile.elements.wide(lane)), last, value);
  });
}

void SimdCopies::load_blocks(const SimdTile& tile) {
  const int block = block_elements(spec_);
  for_blocks(block, [&](Value e, Value) {
    const std::vector<Complex> z = load_block(tile, e);
    for (int i = 0; i < block; ++i) dft_.source().store(b_, e + i, z[i]);
  });
}

void SimdCopies::store_blocks(const SimdTile& tile, const ScratchResults& results) {
  // The code for a twiddle is long. Without lane steps it is so long that it appears once, and not for each element of
  // a block; in a convolution, too, whose kernels take longest to compile.
  const bool in_loop = spec_.outer > 1 && (!uses_lane_steps(spec_) || spec_.chirp.length > 0);
  const int block = block_elements(spec_);
  for_blocks(block, [&](Value e, Value fresh) {
    if (in_loop) {
      b_.loop("k", fresh, min(fresh + block, work_), {1, Unroll::none},
              [&](Value k) { results.array.store(b_, k, tile.twiddle(k, results.load(b_, k, lanes_))); });
    }
    const ScratchResults twiddled{results.array, results.parts_swapped && !in_loop, results.axes};
    std::vector<Complex> z;
    for (int i = 0; i < block; ++i) {
      const Complex x = twiddled.load(b_, e + i, lanes_);
      z.push_back(in_loop ? x : tile.twiddle(e + i, x));
    }
    store_block(tile, e, z);
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

/// Calls body(e, width) for the elements of a side, in vectors where they are whole.
void SimdCopies::for_side(const Side& side, const ElementBody& body) {
  if (!is_copied(side_access(spec_, side))) return for_elements(0, work_, true, body);
  if (!loops_around_hole(side)) {
    b_.loop("e", b_.constant(0), b_.constant(work_), 1, [&](Value e) { body(e, width()); });
    return;
  }
  const bool vectors = side.form != Form::real && spec_.packed(side);
  const HoleParts parts = parts_of_hole(side);
  for_elements(0, parts.before, vectors, body);
  for_elements(parts.before, parts.begin, false, body);
  for_elements(std::max(parts.begin, parts.end), parts.behind, false, body);  // both ends may cut one pair
  for_elements(parts.behind, work_, vectors, body);
}

/// Elements are those of one transform, as they lie in memory: the loops leave the hole out.
bool SimdCopies::loops_around_hole(const Side& side) const {
  return side.pruned() && side.axis_holes.empty() && !side.rotated() && spec_.columns() == 1 &&
         side.form != Form::half && side.form != Form::trig;
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
  const std::int64_t aligned = std::min(end, ceil_div(begin, lanes_) * lanes_);
  const std::int64_t middle = aligned + (end - aligned) / lanes_ * lanes_;
  run(begin, aligned, 1, 1);
  run(aligned, middle, lanes_, lanes_);
  run(middle, end, 1, 1);
}

}  // namespace papilio::kernel
