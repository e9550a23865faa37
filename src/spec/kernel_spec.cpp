// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/kernel_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/hash.hpp"
#include "core/storage.hpp"

namespace papilio {
namespace {

// With a radix of 16 and 8 lanes, there are 128 scalar loads or stores: as much code as the codelet itself.
constexpr int large_radix = 16;

// Switches without a default: the compiler names the one that a new enumerator misses.
const char* text(Precision precision) {
  switch (precision) {
    case Precision::f32:
      return "f32";
    case Precision::f64:
      return "f64";
  }
  throw Error::internal("KernelSpec", "its precision has no meaning");
}

const char* text(Direction direction) {
  switch (direction) {
    case Direction::forward:
      return "fwd";
    case Direction::inverse:
      return "inv";
  }
  throw Error::internal("KernelSpec", "its direction has no meaning");
}

const char* text(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::stockham:
      return "stockham";
    case Algorithm::rader:
      return "rader";
    case Algorithm::prime_factor:
      return "prime_factor";
    case Algorithm::bluestein:
      return "bluestein";
    case Algorithm::filter:
      return "filter";
    case Algorithm::convolution:
      return "convolution";
  }
  throw Error::internal("KernelSpec", "its algorithm has no meaning");
}

const char* text(LoadOp load) {
  switch (load) {
    case LoadOp::plain:
      return "plain";
    case LoadOp::chirp:
      return "chirp";
    case LoadOp::gather:
      return "gather";
  }
  throw Error::internal("KernelSpec", "its load operation has no meaning");
}

const char* text(StoreOp store) {
  switch (store) {
    case StoreOp::plain:
      return "plain";
    case StoreOp::spectrum:
      return "spectrum";
    case StoreOp::chirp:
      return "chirp";
    case StoreOp::scatter:
      return "scatter";
  }
  throw Error::internal("KernelSpec", "its store operation has no meaning");
}

const char* text(Form form) {
  switch (form) {
    case Form::complex:
      return "complex";
    case Form::real:
      return "real";
    case Form::half:
      return "half";
    case Form::pairs:
      return "pairs";
    case Form::trig:
      return "trig";
  }
  throw Error::internal("KernelSpec", "its form has no meaning");
}

/// The properties that differ from those of a packed complex side.
std::string key_of(std::string_view name, const Side& side, Precision precision) {
  const Side packed;
  std::string key;
  if (side.strides != packed.strides) {
    const std::int64_t element = side.strides.element;
    const std::string step = element == Strides::of_packed ? "0" : element == 0 ? "none" : std::to_string(element);
    key += fmt::format("{}={}+{}/{}", name, step, side.strides.column, side.strides.block);
  }
  if (side.form != packed.form) key += fmt::format("{}.form={}", name, text(side.form));
  if (side.storage != packed.storage) key += fmt::format("{}.storage={}", name, to_string(side.storage, precision));
  if (side.layout != packed.layout) key += fmt::format("{}.layout=planar", name);
  if (!side.hole.empty()) key += fmt::format("{}.hole={},{}", name, side.hole.begin, side.hole.end);
  if (side.hole_cuts_pair) key += fmt::format("{}.hole_cuts_pair={}", name, side.hole.begin);
  if (!side.callback.empty()) key += fmt::format("{}.callback={}", name, hash_hex(side.callback));
  return key;
}

/// True if no vector straddles an end of `hole`: its lanes are the same element of several transforms, or neighbours
/// that begin at a multiple of the lanes.
bool whole_vectors(const KernelSpec& spec, const Range& hole) {
  const int lanes = spec.shape.lanes;
  return hole.empty() || spec.stack % lanes == 0 ||
         (spec.stack == 1 && hole.begin % lanes == 0 && (hole.end % lanes == 0 || hole.end == spec.points()));
}

}  // namespace

std::string_view to_string(Strategy strategy) {
  switch (strategy) {
    case Strategy::cooperative:
      return "cooperative";
    case Strategy::butterflies:
      return "butterflies";
    case Strategy::columns:
      return "columns";
  }
  throw Error::internal("KernelSpec", "its strategy has no meaning");
}

std::string_view to_string(ExchangeForm form) {
  switch (form) {
    case ExchangeForm::split:
      return "split";
    case ExchangeForm::half_size:
      return "half-size";
    case ExchangeForm::interleaved:
      return "interleaved";
  }
  throw Error::internal("KernelSpec", "its exchange has no meaning");
}

std::int64_t KernelSpec::tiles() const {
  // A column and its conjugate partner count once; if the number of columns is odd, column 0 has no partner.
  const std::int64_t held = paired_columns ? shape.tile / 2 : shape.tile;
  const std::int64_t wanted = paired_columns ? (columns() + 1) / 2 : columns();
  return (wanted + held - 1) / held;
}

std::int64_t KernelSpec::groups(std::int64_t batch) const {
  return (columns() == 1 ? (batch + shape.tile - 1) / shape.tile : batch * tiles()) * shape.cluster;
}

bool KernelSpec::vector_input() const {
  if (columns() == 1 || in.form != Form::complex || load != LoadOp::plain || !whole_vectors(*this, in.hole))
    return false;
  if (filtered && filter_column != (algorithm == Algorithm::filter ? 0 : in.strides.column)) return false;
  return packed(in) ? columns() % shape.lanes == 0 : in.strides.column == 1 && stack % shape.lanes == 0;
}

bool KernelSpec::vector_output() const {
  if (columns() == 1 || out.form != Form::complex || store == StoreOp::chirp || !whole_vectors(*this, out.hole))
    return false;
  // Each lane would need its own entry of the spectrum.
  if (store == StoreOp::spectrum && stack > 1 && stack % shape.lanes != 0) return false;
  if (!packed(out)) return out.strides.column == 1 && stack % shape.lanes == 0;
  return inner % shape.lanes == 0 || (outer == 1 && columns() % shape.lanes == 0);
}

bool KernelSpec::ragged_input() const {
  const bool plain = in.form == Form::complex || (in.form == Form::pairs && in.strides.element == Strides::of_packed);
  switch (shape.strategy) {
    case Strategy::cooperative:
      return false;
    case Strategy::butterflies:
      return !plain || !packed(in) || in.pruned();
    case Strategy::columns:
      break;
  }
  const bool by_element = in.form == Form::half || in.form == Form::trig || in.pruned();
  if (columns() == 1) return by_element || radices.front() > large_radix;
  return !vector_input();
}

bool KernelSpec::ragged_output() const {
  const bool plain =
      out.form == Form::complex || (out.form == Form::pairs && out.strides.element == Strides::of_packed);
  switch (shape.strategy) {
    case Strategy::cooperative:
      return false;
    case Strategy::butterflies:
      return !plain || !packed(out) || out.pruned();
    case Strategy::columns:
      break;
  }
  const bool by_element = out.form == Form::half || out.form == Form::trig || out.pruned();
  if (columns() == 1) return by_element || radices.back() > large_radix;
  if (!out.hole.empty() && !vector_output()) return true;
  if (outer == 1 && store != StoreOp::chirp) return !vector_output();
  const bool neighbouring_q = inner % shape.lanes == 0;
  const bool neighbouring_p = inner == 1 && outer % shape.lanes == 0 && radices.back() <= large_radix;
  return !neighbouring_q && !neighbouring_p;
}

int KernelSpec::scratch_arrays() const {
  if (algorithm != Algorithm::stockham) return 2;
  // Every stage but the last writes its result to scratch; a ragged side adds one more copy.
  return std::min(static_cast<int>(radices.size()) - 1 + (ragged_input() ? 1 : 0) + (ragged_output() ? 1 : 0), 2);
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
  std::string name = fmt::format("papilio_{}_{}_L{}_s{}_m{}", text(precision), text(direction), length, inner, outer);
  if (algorithm != Algorithm::stockham) name += fmt::format("_{}", text(algorithm));
  if (several_axes()) name += fmt::format("_a{}", fmt::join(axis_lengths, "x"));
  if (!radices.empty()) name += fmt::format("_r{}", fmt::join(radices, "x"));
  name += fmt::format("_{}", to_string(shape.strategy));
  name +=
      shape.strategy == Strategy::cooperative ? fmt::format("_t{}", shape.threads) : fmt::format("_v{}", shape.lanes);
  return name + "_" + hash_hex(key()).substr(0, 16);
}

std::string KernelSpec::key() const {
  std::string key =
      fmt::format("precision={} direction={} algorithm={} length={} inner={} outer={} radices={}", text(precision),
                  text(direction), text(algorithm), length, inner, outer, fmt::join(radices, "x"));
  // Hexadecimal, so that equal text means equal value; + 0.0 because the two zeros compare equal.
  key += fmt::format(" load={} store={} chirp_length={} chirp_direction={} scale={:a} in_place={}", text(load),
                     text(store), chirp_length, text(chirp_direction), scale + 0.0, in_place ? "yes" : "no");
  key += fmt::format(" strategy={} lanes={} threads={} tile={}", to_string(shape.strategy), shape.lanes, shape.threads,
                     shape.tile);
  if (shape.strategy == Strategy::cooperative) {
    key += fmt::format(" pad={} resident_groups={} prefetch_distance={} exchange={} staged={}", shape.pad,
                       shape.resident_groups, shape.prefetch_distance, to_string(shape.exchange),
                       shape.staged ? "yes" : "no");
    if (shape.twiddles == Twiddles::products) key += " products=yes";
    if (shape.twiddles == Twiddles::fused) key += " fused=yes";
    if (shape.skewed) key += " skewed=yes";
    if (shape.digit_reversed) key += " digit_reversed=yes";
    if (shape.cluster > 1) key += fmt::format(" cluster={}/{}", shape.cluster, shape.cut);
  }
  if (stack != 1) key += fmt::format(" stack={}", stack);
  key += key_of(" in", in, precision) + key_of(" out", out, precision);
  if (in.form == Form::trig || out.form == Form::trig) {
    key += fmt::format(" trig={} extent={} ortho={}", static_cast<int>(trig), extent, ortho ? "yes" : "no");
  }
  if (!aligned_pairs) key += " pairs=unaligned";
  if (paired_columns) key += " mirrored=yes";
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
