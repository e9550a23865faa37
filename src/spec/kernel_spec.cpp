// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/kernel_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/ends.hpp"
#include "core/hash.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "core/token_reader.hpp"
#include "core/trig_lengths.hpp"

namespace papilio {
namespace {

std::string key_of(const char* name, const Range& range) {
  return range.empty() ? "" : fmt::format("{}={},{}", name, range.begin, range.end);
}

/// The properties that differ from those of a packed complex side.
std::string key_of(std::string_view name, const Side& side, Precision precision) {
  const Side packed;
  std::string key;
  if (side.strides != packed.strides) {
    const std::int64_t element = side.strides.element;
    const std::string step = element == Strides::of_packed ? "0" : element == 0 ? "none" : std::to_string(element);
    key += fmt::format("{}={}+{}/{}", name, step, side.strides.column, side.strides.block);
    if (side.strides.interleaved_rows > 0) key += fmt::format("/{}", side.strides.interleaved_rows);
    key += key_of("gap", side.strides.gap);
  }
  if (side.form != packed.form) key += fmt::format("{}.form={}", name, name_of(form_names, side.form));
  if (side.storage != packed.storage) key += fmt::format("{}.storage={}", name, to_string(side.storage, precision));
  if (side.layout != packed.layout) key += fmt::format("{}.layout=planar", name);
  if (!side.hole.empty()) key += fmt::format("{}.hole={},{}", name, side.hole.begin, side.hole.end);
  for (const AxisHole& axis : side.axis_holes)
    key += fmt::format("{}.hole={},{}/{}/{}", name, axis.range.begin, axis.range.end, axis.inner, axis.length);
  if (side.holes_cut_pairs) key += fmt::format("{}.holes_cut_pairs=yes", name);
  if (side.compact) key += fmt::format("{}.compact=yes", name);
  for (const AxisEnd& end : side.ends) {
    std::string window = end.window.kind == WindowFunction::none ? "" : window_text(end.window);
    if (end.window.kind == WindowFunction::values) window = "values";  // they are data of a table
    key += fmt::format("{}.end={}{}+{}/{}/{}", name, window, end.alternates ? "-" : "", end.rotation, end.inner,
                       end.length);
    if (end.window.taps > 1) key += fmt::format("*{}", end.window.taps);
    if (end.window.phase == WindowPhase::signal) key += "@signal";
    if (end.slides) key += "/slides";
  }
  if (side.map != packed.map) key += fmt::format("{}.map={}", name, name_of(map_names, side.map));
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
  if (shape.across) key += " across=yes";
  if (shape.pad_by_stage) key += " skewed=yes";
  if (shape.digit_reversed) key += " digit_reversed=yes";
  if (shape.preload_twiddles) key += " early=yes";
  if (shape.cluster > 1) key += fmt::format(" cluster={}/{}", shape.cluster, shape.cluster_stage);
  return key;
}

}  // namespace

std::int64_t KernelSpec::tiles() const {
  // A column and its conjugate partner count once; if the number of columns is odd, column 0 has no partner.
  const std::int64_t held = paired_columns ? shape.tile / 2 : shape.tile;
  // Columns 0 and C/2 are their own partners. On GPUs they share the slots of a pair.
  const std::int64_t pairs = shape.strategy == Strategy::columns ? columns() / 2 + 1 : (columns() + 1) / 2;
  const std::int64_t wanted = paired_columns ? pairs : columns();
  return ceil_div(wanted, held);
}

std::int64_t KernelSpec::groups(std::int64_t batch) const {
  return (columns() == 1 ? ceil_div(batch, shape.tile) : batch * tiles()) * shape.cluster;
}

bool has_position(const KernelSpec& spec) {
  return spec.in.folds() && spec.in.ends.front().window.phase == WindowPhase::signal;
}

bool shares_samples(const KernelSpec& spec) {
  const Shape& shape = spec.shape;
  return !spec.in.ends.empty() && spec.in.ends.front().slides && spec.algorithm == Algorithm::stockham &&
         shape.strategy == Strategy::cooperative && shape.tile > 1 && !shape.staged && shape.cluster == 1 &&
         spec.columns() == 1 && shape.threads * spec.radices.front() == spec.length;
}

bool keeps_dc_in_scratch(const KernelSpec& spec) { return spec.chirp.length == spec.points() + 1; }

bool half_length_trig(const KernelSpec& spec) {
  const bool trig = spec.in.form == Form::trig || spec.out.form == Form::trig;
  const std::int64_t points = spec.chirp.length > 0 ? spec.chirp.length : spec.points();
  return trig && 2 * points == signal_length(spec.trig.kind, spec.trig.extent);
}

namespace {

/// True for the pass, of several, that has the conjugate pairs.
bool processes_trig(const KernelSpec& spec, const Side& half) {
  return half.form == Form::trig && half_length_trig(spec) && (spec.in.form == spec.out.form || spec.paired_columns);
}

bool is_type_3(const KernelSpec& spec) { return spec.trig.kind == Kind::dct3 || spec.trig.kind == Kind::dst3; }

}  // namespace

bool pairs_conjugates(const KernelSpec& spec) { return post_processes(spec) || pre_processes(spec); }

bool post_processes(const KernelSpec& spec) {
  return (spec.out.form == Form::half && (spec.in.form == Form::pairs || spec.paired_columns)) ||
         (processes_trig(spec, spec.out) && !is_type_3(spec));
}

bool pre_processes(const KernelSpec& spec) {
  return (spec.in.form == Form::half && (spec.out.form == Form::pairs || spec.paired_columns)) ||
         (processes_trig(spec, spec.in) && is_type_3(spec));
}

ChirpCounts KernelSpec::chirped() const {
  if (chirp.counts.inputs > 0) return chirp.counts;
  const std::int64_t n = algorithm == Algorithm::bluestein ? length : chirp.length;
  return {n, n};
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
                     name_of(load_names, load), name_of(store_names, store), chirp.length,
                     name_of(direction_names, chirp.direction), scale + 0.0, yes_or_no(in_place));
  if (chirp.counts.inputs > 0) key += fmt::format(" chirps={}>{}", chirp.counts.inputs, chirp.counts.results);
  key += key_of(shape);
  if (interleaved != 1) key += fmt::format(" stack={}", interleaved);
  key += key_of(" in", in, precision) + key_of(" out", out, precision);
  if (in.form == Form::trig || out.form == Form::trig) {
    key += fmt::format(" trig={} extent={} ortho={}", static_cast<int>(trig.kind), trig.extent, yes_or_no(trig.ortho));
  }
  if (scale.low != 0) key += fmt::format(" scale_low={:a}", scale.low);
  if (splits_products) key += " products=split";
  if (splits_doubles) key += " doubles=split";
  if (!aligned_pairs) key += " pairs=unaligned";
  if (paired_columns) key += " mirrored=yes";
  if (shape.pairs_in_f64) key += " pairs=f64";
  if (several_axes()) key += fmt::format(" joint={}", fmt::join(axis_lengths, "x"));
  if (filter.present) key += fmt::format(" filtered={}", filter.distance);
  if (filter.present && filter.column != in.strides.column) key += fmt::format("+{}", filter.column);
  if (filter.element != 1) key += fmt::format("x{}", filter.element);
  const Loop& sum = filter.sum;
  if (sum.count != 1) key += fmt::format(" sum={}*{}*{}", sum.count, sum.in, sum.filter);
  for (const Loop& loop : loops) {
    key += fmt::format(" loop={}*{}*{}", loop.count, loop.in, loop.out);
    if (filter.present) key += fmt::format("*{}", loop.filter);
    key += key_of("igap", loop.in_gap) + key_of("ogap", loop.out_gap);
  }
  return key;
}

}  // namespace papilio
