// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned_shapes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/storage.hpp"
#include "plan/cost.hpp"
#include "plan/gpu_estimate.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/tuned_table.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/joint.hpp"

namespace papilio::plan {
namespace {

/// Beyond, a tile's rows are in so many pages that wider ones, of 256 bytes, win (measured at 1 MiB with 512 points).
constexpr std::int64_t far_bytes = std::int64_t{1} << 20;

bool is_far(const KernelSpec& spec) {
  return spec.inner > 1 && spec.columns() * element_bytes(spec.precision) >= far_bytes;
}

Part part_of(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::bluestein) return Part::bluestein;
  if (is_real_image(spec) && is_slab(spec)) return spec.folds_after() ? Part::slab_r2c : Part::slab_c2r;
  if (is_real_image(spec)) return spec.folds_after() ? Part::image_r2c : Part::image_c2r;
  if (!spec.joint.empty()) return spec.columns() == 1 ? Part::joint : is_slab(spec) ? Part::slab : Part::across;
  if (spec.columns() == 1 && spec.folds()) {
    if (spec.in.form == Form::trig) return spec.folds_after() ? Part::dct2 : Part::dct3;
    return spec.folds_after() ? Part::r2c : Part::c2r;
  }
  if (spec.columns() == 1) {
    if (spec.algorithm == Algorithm::rader) return Part::rader;
    if (spec.in.form != Form::trig) return Part::whole;
    if (spec.trig == Kind::dct1) return Part::dct1;
    return spec.trig == Kind::dct4 || spec.trig == Kind::dst4 ? Part::dct4 : Part::whole;
  }
  if (spec.mirrored) return spec.in.form == Form::half ? Part::fold : Part::unfold;
  if (spec.algorithm == Algorithm::convolution) return Part::middle;
  if (spec.in.strides.block > 0) return Part::blocks;
  if (spec.inner == 1) return spec.out.strides.block > 0 ? Part::into : Part::first;
  if (loads_rows(spec)) return Part::from_rows;
  return stores_rows(spec) ? Part::to_rows : Part::later;
}

/// The tables speak of compute units with the H200's registers and local memory.
bool alike(const DeviceCaps& caps) {
  return caps.architecture >= 80 && caps.unit_registers == 65536 && caps.unit_threads >= 1536;
}

std::span<const TunedShape> table_of(Part part) {
  switch (part) {
    case Part::whole:
    case Part::dct1:
    case Part::dct4:
    case Part::rader:
    case Part::bluestein:
      return tuned_complex();
    case Part::r2c:
    case Part::c2r:
    case Part::dct2:
    case Part::dct3:
      return tuned_folded();
    default:
      return tuned_passes();
  }
}

/// A line of this part serves the kernel, of part `own`.
bool serves(Part line, Part own, const KernelSpec& spec) {
  switch (line) {
    case Part::whole:
      return own == Part::whole || own == Part::dct1 || own == Part::dct4;
    case Part::ragged:
      return own == Part::later && ragged_rows_efficiency(spec) < 1;
    case Part::far:
      return own == Part::later && is_far(spec);
    case Part::first:
      return own == Part::first || own == Part::into || own == Part::to_rows;
    case Part::chirp:
      return own == Part::into && spec.load == LoadOp::chirp;
    case Part::unchirp:
      return own == Part::blocks && spec.store == StoreOp::chirp;
    case Part::middle:
      return own == Part::middle && spec.in.strides.block > 0;
    default:
      return own == line;
  }
}

/// Measured in memory only; what stays in the cache would rather have more groups.
bool in_memory_only(Part part) {
  return part == Part::chirp || part == Part::middle || part == Part::unchirp || part == Part::rader ||
         part == Part::bluestein;
}

std::int64_t product_of(const std::vector<int>& radices) {
  return std::accumulate(radices.begin(), radices.end(), std::int64_t{1}, std::multiplies<>());
}

/// The first line of the tables that speaks of the kernel.
const TunedShape* line_of(const KernelRequest& request, Amount amount, bool narrow, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  const Part part = part_of(spec);
  // Two passes over what the second-level cache holds are faster (65536 points: 15.5 us to 19.7). The clusters of the
  // tables want the local memory of an H200.
  constexpr std::int64_t cluster_memory = 200 * 1024;
  const bool clusters = may_cluster(spec) && amount == Amount::any && caps.local_memory >= cluster_memory;
  const int most = clusters ? caps.cluster : 1;
  for (const TunedShape& tuned : table_of(part)) {
    if (tuned.precision != spec.precision || !serves(tuned.part, part, spec) ||
        (amount == Amount::cached ? in_memory_only(tuned.part) : tuned.amount == Amount::cached) ||
        tuned.axes != spec.joint || tuned.narrow != narrow || tuned.group.cluster > most) {
      continue;
    }
    if (product_of(tuned.radices) == request.work_length) return &tuned;
  }
  return nullptr;
}

bool is_narrow(const KernelSpec& spec) { return is_half(spec.in.storage) && is_half(spec.out.storage); }

/// Measured with the traffic of numbers as they are computed with, or of two bytes. Transforms along an axis that read
/// one and write the other want what the former want (256 points of 256x256, f16: 1.09).
bool is_measured(const KernelSpec& spec) {
  const auto native = [](Storage storage) { return storage == Storage::native; };
  if (native(spec.in.storage) && native(spec.out.storage)) return true;
  if (is_narrow(spec)) return true;
  const bool axis = spec.stack > 1 && spec.inner == spec.stack && spec.outer == 1;
  return axis && (native(spec.in.storage) || is_half(spec.in.storage)) &&
         (native(spec.out.storage) || is_half(spec.out.storage));
}

/// The kernel of a line, but for staging.
KernelSpec shaped(const KernelSpec& spec, const std::vector<int>& radices, const TunedGroup& group,
                  const DeviceCaps& caps) {
  KernelSpec result = spec;
  result.radices = radices;
  Shape& shape = result.shape;
  shape.threads = group.threads;
  shape.tile = group.tile;
  shape.pad = group.pad;
  shape.resident_groups = group.resident;
  shape.prefetch_distance = group.ahead ? group.resident * caps.compute_units : 0;
  shape.exchange = group.exchange;
  shape.twiddles = group.twiddles;
  shape.skewed = group.skewed;
  shape.cluster = group.cluster;
  shape.cut = group.cut;
  shape.digit_reversed = group.reversed;
  return result;
}

}  // namespace

bool slow_in_place(const KernelSpec& spec) {
  if (part_of(spec) != Part::later || spec.shape.strategy != Strategy::cooperative) return false;
  return std::ranges::any_of(tuned_passes(), [&](const TunedShape& tuned) {
    return tuned.slow_in_place && tuned.part == Part::later && tuned.precision == spec.precision &&
           tuned.radices == spec.radices && tuned.group.threads == spec.shape.threads &&
           tuned.group.tile == spec.shape.tile;
  });
}

std::optional<ShapedPair> tuned_pair(const KernelRequest& first, const KernelRequest& second, const DeviceCaps& caps) {
  const auto native = [](Storage a, Storage b) { return a == Storage::native && b == Storage::native; };
  const bool narrow = is_half(first.spec.in.storage) && is_half(second.spec.out.storage);
  if (!alike(caps) || !native(first.spec.out.storage, second.spec.in.storage) ||
      (!narrow && !native(first.spec.in.storage, second.spec.out.storage))) {
    return std::nullopt;
  }
  const auto serves_one = [](Part part, const std::vector<std::int64_t>& axes, const std::vector<int>& radices,
                             const KernelRequest& request) {
    return part == part_of(request.spec) && axes == request.spec.joint && product_of(radices) == request.work_length;
  };
  for (const TunedPair& tuned : tuned_pairs()) {
    if (tuned.precision != first.spec.precision ||
        !serves_one(tuned.first, tuned.first_axes, tuned.first_radices, first) ||
        !serves_one(tuned.second, tuned.second_axes, tuned.second_radices, second)) {
      continue;
    }
    ShapedPair pair{shaped(first.spec, tuned.first_radices, tuned.first_group, caps),
                    shaped(second.spec, tuned.second_radices, tuned.second_group, caps), 0};
    pair.first.shape.staged = wants_staging(pair.first);
    if (std::max(exchange_bytes(pair.first), exchange_bytes(pair.second)) > caps.local_memory) return std::nullopt;
    const double bytes = static_cast<double>(4 * second.spec.transform() * second.batch *
                                             bytes_of(second.spec.in.storage, second.spec.precision));
    pair.seconds = (narrow ? 0.85 : 1) * bytes / (tuned.efficiency * caps.bandwidth) + 5e-6;
    return pair;
  }
  return std::nullopt;
}

std::optional<ShapedKernel> tuned_shape(const KernelRequest& request, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  if (!alike(caps) || !is_measured(spec)) return std::nullopt;
  const bool bluestein = spec.algorithm == Algorithm::bluestein;
  if (bluestein && (spec.columns() > 1 || spec.folds())) return std::nullopt;
  const bool narrow = is_narrow(spec);
  const double points = static_cast<double>(spec.transform() * request.batch);
  const std::int64_t numbers = bytes_of(spec.in.storage, spec.precision) + bytes_of(spec.out.storage, spec.precision);
  const double stored = 2 * points * static_cast<double>(numbers);
  const Amount amount = stored < static_cast<double>(caps.l2_memory) ? Amount::cached : Amount::any;
  double bytes =
      bluestein ? stored * static_cast<double>(request.work_length) / static_cast<double>(spec.length) : stored;
  const TunedShape* tuned = line_of(request, amount, narrow, caps);
  if (tuned == nullptr && narrow && spec.columns() == 1) {
    // What is best for wider numbers is better than an estimate, and takes some 0.8 of their time: arithmetic decides.
    // Not so of arrays that one work-group has.
    tuned = line_of(request, amount, false, caps);
    if (tuned != nullptr && !spec.joint.empty() && tuned->group.cluster == 1) return std::nullopt;
    bytes = 0.8 * 2 * points * element_bytes(spec.precision);
  }
  if (tuned == nullptr) return std::nullopt;
  const std::int64_t tiles = request.batch * spec.columns() / tuned->group.tile * tuned->group.cluster;
  const bool too_wide = spec.columns() > 1 && tuned->group.tile > spec.columns();
  if (tiles < caps.compute_units || too_wide) return std::nullopt;
  ShapedKernel result{shaped(spec, tuned->radices, tuned->group, caps), 0};
  Shape& shape = result.spec.shape;
  // Two short stages meet memory well enough, and stand half as many accesses of local memory.
  shape.staged = shape.cluster == 1 && wants_staging(result.spec) && (!tuned->narrow || tuned->radices.size() == 1);
  if (exchange_bytes(result.spec) > caps.local_memory || !fit_block(result.spec)) return std::nullopt;
  // Measured without chirps and gathers, which make long texts longer.
  const bool moves = (spec.load != LoadOp::plain || spec.store != StoreOp::plain) && !in_memory_only(tuned->part);
  if (moves && group_load(tile_load(result.spec), result.spec, caps).points > most_points(result.spec))
    return std::nullopt;
  if (amount == Amount::any) bytes *= permutation_cost(spec);
  bytes /= ragged_rows_efficiency(result.spec);
  result.seconds = bytes / (tuned->efficiency * caps.bandwidth) + 3e-6;
  return result;
}

}  // namespace papilio::plan
