// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/kernel_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/hash.hpp"
#include "core/storage.hpp"
#include "spec/names.hpp"

namespace papilio {
namespace {

// With a radix of 16 and 8 lanes, there are 128 scalar loads or stores: as much code as the codelet itself.
constexpr int large_radix = 16;

/// The properties that differ from those of a packed complex side.
std::string key_of(std::string_view name, const Side& side, Precision precision) {
  const Side packed;
  std::string key;
  if (side.strides != packed.strides) {
    const std::int64_t element = side.strides.element;
    const std::string step = element == Strides::of_packed ? "0" : element == 0 ? "none" : std::to_string(element);
    key += fmt::format("{}={}+{}/{}", name, step, side.strides.column, side.strides.block);
    if (side.strides.turned > 0) key += fmt::format("/{}", side.strides.turned);
  }
  if (side.form != packed.form) key += fmt::format("{}.form={}", name, name_of(form_names, side.form));
  if (side.storage != packed.storage) key += fmt::format("{}.storage={}", name, to_string(side.storage, precision));
  if (side.layout != packed.layout) key += fmt::format("{}.layout=planar", name);
  if (!side.hole.empty()) key += fmt::format("{}.hole={},{}", name, side.hole.begin, side.hole.end);
  if (side.hole_cuts_pair) key += fmt::format("{}.hole_cuts_pair={}", name, side.hole.begin);
  if (side.sums != packed.sums) key += fmt::format("{}.sums={}", name, name_of(sums_names, side.sums));
  if (!side.callback.empty()) key += fmt::format("{}.callback={}", name, hash_hex(side.callback));
  return key;
}

const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

std::string key_of(const Shape& shape) {
  std::string key = fmt::format(" strategy={} lanes={} threads={} tile={}", name_of(strategy_names, shape.strategy),
                                shape.lanes, shape.threads, shape.tile);
  if (shape.strategy != Strategy::cooperative) return key;
  key += fmt::format(" pad={} resident_groups={} prefetch_distance={} exchange={} staged={}", shape.pad,
                     shape.resident_groups, shape.prefetch_distance, name_of(exchange_names, shape.exchange),
                     yes_or_no(shape.staged));
  if (shape.twiddles != Twiddles::read) key += fmt::format(" {}=yes", name_of(twiddle_names, shape.twiddles));
  if (shape.skewed) key += " skewed=yes";
  if (shape.digit_reversed) key += " digit_reversed=yes";
  if (shape.early) key += " early=yes";
  if (shape.cluster > 1) key += fmt::format(" cluster={}/{}", shape.cluster, shape.cut);
  return key;
}

/// True if no vector straddles an end of `hole`: its lanes are the same element of several transforms, or neighbours
/// that begin at a multiple of the lanes.
bool whole_vectors(const KernelSpec& spec, const Range& hole) {
  const int lanes = spec.shape.lanes;
  return hole.empty() || spec.stack % lanes == 0 ||
         (spec.stack == 1 && hole.begin % lanes == 0 && (hole.end % lanes == 0 || hole.end == spec.points()));
}

/// True if the lanes of a vector that is loaded need neighbouring elements of the filter, and no chirps.
bool loads_vectors(const KernelSpec& spec) {
  const std::int64_t filter_column = spec.algorithm == Algorithm::filter ? 0 : spec.in.strides.column;
  return spec.load == LoadOp::plain && (!spec.filtered || spec.filter_column == filter_column);
}

/// True if the lanes of a vector that is stored need no chirps, and one entry of the spectrum.
bool stores_vectors(const KernelSpec& spec) {
  const bool one_entry = spec.store != StoreOp::spectrum || spec.stack == 1 || spec.stack % spec.shape.lanes == 0;
  return spec.store != StoreOp::chirp && one_entry;
}

}  // namespace

std::int64_t KernelSpec::tiles() const {
  // A column and its conjugate partner count once; if the number of columns is odd, column 0 has no partner.
  const std::int64_t held = paired_columns ? shape.tile / 2 : shape.tile;
  // Columns 0 and C/2 are their own partners. On GPUs they share the slots of a pair.
  const std::int64_t pairs = shape.strategy == Strategy::columns ? columns() / 2 + 1 : (columns() + 1) / 2;
  const std::int64_t wanted = paired_columns ? pairs : columns();
  return (wanted + held - 1) / held;
}

std::int64_t KernelSpec::groups(std::int64_t batch) const {
  return (columns() == 1 ? (batch + shape.tile - 1) / shape.tile : batch * tiles()) * shape.cluster;
}

bool KernelSpec::is_input(const Side& side) const {
  if (&side != &in && &side != &out) throw Error::internal(name(), "the side is one of another kernel");
  return &side == &in;
}

bool KernelSpec::vectorised(const Side& side) const {
  const bool input = is_input(side);
  const bool pairs = side.form == Form::pairs && packed(side) && stack == 1 && !side.pruned();
  if (columns() == 1 || !(side.form == Form::complex || pairs) || !whole_vectors(*this, side.hole)) return false;
  if (!(input ? loads_vectors(*this) : stores_vectors(*this))) return false;
  if (!packed(side)) return side.strides.column == 1 && stack % shape.lanes == 0;
  const bool whole_columns = columns() % shape.lanes == 0 || paired_columns;
  return input ? whole_columns : inner % shape.lanes == 0 || (outer == 1 && whole_columns);
}

bool KernelSpec::vectorised_tiles(const Side& side) const {
  const bool input = is_input(side);
  if (shape.strategy != Strategy::columns || columns() < shape.lanes || columns() % shape.lanes == 0) return false;
  if (paired_columns || side.form != Form::complex || side.pruned() || !packed(side)) return false;
  return input ? loads_vectors(*this) : outer == 1 && stores_vectors(*this);
}

int KernelSpec::block() const {
  constexpr int line = 64;
  return std::min(shape.lanes, line / element_bytes(precision));
}

bool KernelSpec::turns_blocks(const Side& side) const {
  if (shape.strategy != Strategy::columns || work_length() < block()) return false;
  if (algorithm != Algorithm::stockham && algorithm != Algorithm::convolution) return false;
  if (!packed(side) || side.pruned()) return false;
  const bool input = is_input(side);
  if (input ? load != LoadOp::plain || filtered : store != StoreOp::plain) return false;
  // Of whole transforms, complex numbers in double precision, 16 bytes, are accessed as fast one by one.
  if (columns() == 1) return precision == Precision::f32 && (side.form == Form::complex || side.form == Form::pairs);
  return !input && inner == 1 && side.form == Form::complex;
}

bool KernelSpec::chirps_vectors(const Side& side) const {
  if (shape.strategy != Strategy::columns || stack > 1 || columns() == 1 || columns() % shape.lanes != 0) return false;
  if (side.form != Form::complex || !packed(side) || side.pruned()) return false;
  return is_input(side) ? load == LoadOp::chirp && !filtered : store == StoreOp::chirp;
}

bool KernelSpec::ragged(const Side& side) const {
  if (shape.strategy == Strategy::cooperative) return false;
  if (turns_blocks(side) || chirps_vectors(side)) return true;
  if (shape.strategy == Strategy::butterflies) {
    const bool packed_pairs = side.form == Form::pairs && side.strides.element == Strides::of_packed;
    return (side.form != Form::complex && !packed_pairs) || !packed(side) || side.pruned();
  }
  const bool input = is_input(side);
  if (columns() > 1) return !vectorised(side) && (input || !stores_neighbours());
  const int radix = input ? radices.front() : radices.back();
  return radix > large_radix || side.form == Form::half || side.form == Form::trig || side.pruned();
}

bool KernelSpec::stores_neighbours() const {
  if (!out.hole.empty() || (outer == 1 && store != StoreOp::chirp)) return false;
  const bool neighbouring_q = inner % shape.lanes == 0;
  const bool neighbouring_p = inner == 1 && outer % shape.lanes == 0 && radices.back() <= large_radix;
  return neighbouring_q || neighbouring_p;
}

int KernelSpec::scratch_arrays() const {
  if (algorithm != Algorithm::stockham) return 2;
  // Every stage but the last writes its result to scratch; a ragged side adds one more copy.
  const auto copies = [this](const Side& side) { return !(paired_columns && side.form == Form::half) && ragged(side); };
  const int between = static_cast<int>(radices.size()) - 1 + (copies(in) ? 1 : 0) + (copies(out) ? 1 : 0);
  return std::min(between, 2) + (paired_columns ? 2 : 0);
}

std::int64_t KernelSpec::work_length() const {
  if (algorithm == Algorithm::prime_factor) return length;
  std::int64_t product = 1;
  for (const int radix : radices) {
    if (__builtin_mul_overflow(product, std::int64_t{radix}, &product)) {
      throw Error::internal(key(), "the product of its radices does not fit 64 bits");
    }
  }
  return product;
}

std::string KernelSpec::name() const {
  std::string name = fmt::format("papilio_{}_{}_L{}_s{}_m{}", name_of(precisions, precision),
                                 name_of(direction_names, direction), length, inner, outer);
  if (algorithm != Algorithm::stockham) name += fmt::format("_{}", name_of(algorithm_names, algorithm));
  if (several_axes()) name += fmt::format("_a{}", fmt::join(axis_lengths, "x"));
  if (!radices.empty()) name += fmt::format("_r{}", fmt::join(radices, "x"));
  name += fmt::format("_{}", name_of(strategy_names, shape.strategy));
  name +=
      shape.strategy == Strategy::cooperative ? fmt::format("_t{}", shape.threads) : fmt::format("_v{}", shape.lanes);
  return name + "_" + hash_hex(key()).substr(0, 16);
}

// The words `mirrored` and `joint` are older than those of the fields; with other words compiled kernels would be lost
// to every cache.
std::string KernelSpec::key() const {
  std::string key = fmt::format("precision={} direction={} algorithm={} length={} inner={} outer={} radices={}",
                                name_of(precisions, precision), name_of(direction_names, direction),
                                name_of(algorithm_names, algorithm), length, inner, outer, fmt::join(radices, "x"));
  // Hexadecimal, so that equal text means equal value; + 0.0 because the two zeros compare equal.
  key += fmt::format(" load={} store={} chirp_length={} chirp_direction={} scale={:a} in_place={}",
                     name_of(load_names, load), name_of(store_names, store), chirp_length,
                     name_of(direction_names, chirp_direction), scale + 0.0, yes_or_no(in_place));
  key += key_of(shape);
  if (stack != 1) key += fmt::format(" stack={}", stack);
  key += key_of(" in", in, precision) + key_of(" out", out, precision);
  if (in.form == Form::trig || out.form == Form::trig) {
    key += fmt::format(" trig={} extent={} ortho={}", static_cast<int>(trig), extent, yes_or_no(ortho));
  }
  if (!aligned_pairs) key += " pairs=unaligned";
  if (paired_columns) key += " mirrored=yes";
  if (shape.wide_pairs) key += " pairs=f64";
  if (several_axes()) key += fmt::format(" joint={}", fmt::join(axis_lengths, "x"));
  if (filtered) key += fmt::format(" filtered={}", filter_distance);
  if (filtered && filter_column != in.strides.column) key += fmt::format("+{}", filter_column);
  if (sum.count != 1) key += fmt::format(" sum={}*{}*{}", sum.count, sum.in, sum.filter);
  for (const Loop& loop : loops) {
    key += fmt::format(" loop={}*{}*{}", loop.count, loop.in, loop.out);
    if (filtered) key += fmt::format("*{}", loop.filter);
  }
  return key;
}

}  // namespace papilio
