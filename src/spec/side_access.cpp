// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/side_access.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "core/storage.hpp"

namespace papilio {
namespace {

/// With a radix of 16 and 8 lanes, there are 128 scalar loads or stores: as much code as the codelet itself.
constexpr int large_radix = 16;

bool is_input(const KernelSpec& spec, const Side& side) {
  if (&side != &spec.in && &side != &spec.out) throw Error::internal(spec.name(), "the side is one of another kernel");
  return &side == &spec.in;
}

/// True if no vector straddles an end of the hole: its lanes are the same element of several transforms, or neighbours
/// that begin at a multiple of the lanes. Factors of elements need as much.
bool whole_vectors(const KernelSpec& spec, const Side& side) {
  const int lanes = spec.shape.lanes;
  const Range& hole = side.hole;
  if (side.has_factors() && spec.interleaved > 1 && spec.interleaved % lanes != 0) return false;
  return hole.empty() || spec.interleaved % lanes == 0 ||
         (spec.interleaved == 1 && hole.begin % lanes == 0 && (hole.end % lanes == 0 || hole.end == spec.points()));
}

/// True if the lanes of a vector that is loaded need neighbouring elements of the filter, and no chirps.
bool loads_vectors(const KernelSpec& spec) {
  const std::int64_t column = spec.filter.column;
  const bool of_spectrum = spec.algorithm == Algorithm::filter;
  const bool neighbours = of_spectrum ? column == 0 || column == 1 : column == spec.in.strides.column;
  return spec.load == LoadOp::none && (!spec.filter.present || neighbours);
}

/// True if the lanes of a vector that is stored need one entry of the spectrum at most, and no other operation.
bool stores_vectors(const KernelSpec& spec) {
  const bool one_entry = spec.interleaved == 1 || spec.interleaved % spec.shape.lanes == 0;
  return spec.store == StoreOp::none || (spec.store == StoreOp::spectrum && one_entry);
}

/// True for complex numbers, and for pairs that lie as such.
bool has_complex_numbers(const KernelSpec& spec, const Side& side) {
  const bool pairs = side.form == Form::pairs && spec.packed(side) && spec.interleaved == 1 && !side.irregular();
  return side.form == Form::complex || pairs;
}

/// Passes: the lanes of a vector are neighbouring complex numbers.
bool is_vectors(const KernelSpec& spec, const Side& side) {
  const bool input = is_input(spec, side);
  if (spec.columns() == 1 || !has_complex_numbers(spec, side) || !whole_vectors(spec, side) || side.rotated())
    return false;
  if (!(input ? loads_vectors(spec) : stores_vectors(spec))) return false;
  const int lanes = spec.shape.lanes;
  if (!spec.packed(side))
    return side.strides.column == 1 && spec.interleaved % lanes == 0 && side.strides.gap.begin % lanes == 0;
  const bool whole_columns = spec.columns() % lanes == 0 || spec.paired_columns;
  return input ? whole_columns : spec.inner % lanes == 0 || (spec.outer == 1 && whole_columns);
}

bool is_in_tiles(const KernelSpec& spec, const Side& side) {
  const bool input = is_input(spec, side);
  if (spec.columns() < spec.shape.lanes || spec.columns() % spec.shape.lanes == 0) return false;
  if (!whole_vectors(spec, side) || spec.paired_columns || side.form != Form::complex || side.irregular() ||
      !spec.packed(side))
    return false;
  return input ? loads_vectors(spec) : spec.outer == 1 && stores_vectors(spec);
}

/// Neighbours of a column, or of a transform, lie side by side in memory.
bool is_in_blocks(const KernelSpec& spec, const Side& side) {
  if (spec.work_length() < block_elements(spec)) return false;
  if (spec.algorithm != Algorithm::stockham && spec.algorithm != Algorithm::convolution) return false;
  if (!spec.packed(side) || side.irregular()) return false;
  const bool input = is_input(spec, side);
  if (input ? spec.load != LoadOp::none || spec.filter.present : spec.store != StoreOp::none) return false;
  // Complex numbers of whole transforms in double precision, 16 bytes, are accessed as fast one by one.
  if (spec.columns() == 1)
    return spec.precision == Precision::f32 && (side.form == Form::complex || side.form == Form::pairs);
  return !input && spec.inner == 1 && side.form == Form::complex;
}

bool is_chirped(const KernelSpec& spec, const Side& side) {
  if (spec.interleaved > 1 || spec.columns() == 1 || spec.columns() % spec.shape.lanes != 0) return false;
  if (side.form != Form::complex || !spec.packed(side) || side.irregular()) return false;
  return is_input(spec, side) ? spec.load == LoadOp::chirp && !spec.filter.present : spec.store == StoreOp::chirp;
}

/// Passes: the lanes of a vector are stored as neighbouring q, or as neighbouring p by short code.
bool stores_neighbours(const KernelSpec& spec) {
  if (!spec.out.hole.empty() || (spec.outer == 1 && spec.store != StoreOp::chirp)) return false;
  const bool neighbouring_q = spec.inner % spec.shape.lanes == 0;
  const bool neighbouring_p =
      spec.inner == 1 && spec.outer % spec.shape.lanes == 0 && spec.radices.back() <= large_radix;
  return neighbouring_q || neighbouring_p;
}

/// Lanes that are not vectors are copied: of passes whose vectors of columns are not contiguous, or whose lanes have
/// twiddles of their own; of whole transforms with a large radix at that side, half spectra, real-to-real or pruned
/// ones, and results of several axes, which are in another order.
bool copies_lanes(const KernelSpec& spec, const Side& side) {
  const bool input = is_input(spec, side);
  if (spec.columns() > 1) return input || !stores_neighbours(spec);
  if (!input && spec.several_axes()) return true;
  const int radix = input ? spec.radices.front() : spec.radices.back();
  return radix > large_radix || side.form == Form::half || side.form == Form::trig || side.irregular();
}

/// One transform: every side is copied that has an operation, or is not packed complex numbers or packed pairs.
SideAccess along_butterflies(const KernelSpec& spec, const Side& side) {
  if (is_input(spec, side) ? spec.load != LoadOp::none : spec.store != StoreOp::none) return SideAccess::one_by_one;
  const bool packed_pairs = side.form == Form::pairs && side.strides.element == Strides::of_packed;
  const bool numbers = side.form == Form::complex || packed_pairs;
  return numbers && spec.packed(side) && !side.irregular() ? SideAccess::vectors : SideAccess::one_by_one;
}

}  // namespace

SideAccess side_access(const KernelSpec& spec, const Side& side) {
  if (spec.shape.strategy == Strategy::butterflies) return along_butterflies(spec, side);
  if (is_in_blocks(spec, side)) return SideAccess::in_blocks;
  if (is_chirped(spec, side)) return SideAccess::chirped;
  if (is_vectors(spec, side)) return SideAccess::vectors;
  if (is_in_tiles(spec, side)) return SideAccess::in_tiles;
  return copies_lanes(spec, side) ? SideAccess::one_by_one : SideAccess::elements;
}

int block_elements(const KernelSpec& spec) {
  constexpr int line = 64;
  return std::min(spec.shape.lanes, line / element_bytes(spec.precision));
}

int scratch_arrays(const KernelSpec& spec) {
  if (spec.algorithm != Algorithm::stockham) return 2;
  // Every stage but the last writes its result to scratch; a side that is copied adds one more.
  const auto copies = [&](const Side& side) {
    return !(spec.paired_columns && side.form == Form::half) && is_copied(side_access(spec, side));
  };
  const int between =
      static_cast<int>(spec.radices.size()) - 1 + (copies(spec.in) ? 1 : 0) + (copies(spec.out) ? 1 : 0);
  return std::min(between, 2) + (spec.paired_columns ? 2 : 0);
}

}  // namespace papilio
