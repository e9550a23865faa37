// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned/tuned_shapes.hpp"

#include <algorithm>

#include "core/storage.hpp"
#include "plan/gpu_candidates.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"

namespace papilio::plan {
namespace {

constexpr const GpuModel::Tuned& model = gpu_model.tuned;

bool is_far(const KernelSpec& spec) {
  return spec.inner > 1 && spec.columns() * element_bytes(spec.precision) >= gpu_model.search.far_bytes;
}

Role whole_role(const KernelSpec& spec) {
  if (spec.pairs_conjugates()) {
    if (spec.in.form == Form::trig) return spec.post_processes() ? Role::dct2 : Role::dct3;
    return spec.post_processes() ? Role::r2c : Role::c2r;
  }
  if (spec.algorithm == Algorithm::rader) return Role::rader;
  if (spec.in.form != Form::trig) return Role::whole;
  if (spec.trig == Kind::dct1) return Role::dct1;
  return spec.trig == Kind::dct4 || spec.trig == Kind::dst4 ? Role::dct4 : Role::whole;
}

Role nd_role(const KernelSpec& spec) {
  const bool slab = is_slab(spec);
  if (is_real_plane(spec) && spec.post_processes()) return slab ? Role::slab_r2c : Role::nd_r2c;
  if (is_real_plane(spec)) return slab ? Role::slab_c2r : Role::nd_c2r;
  return spec.columns() == 1 ? Role::nd : slab ? Role::slab : Role::nd_strided;
}

Role pass_role(const KernelSpec& spec) {
  if (spec.paired_columns) return spec.in.form == Form::half ? Role::c2r_first : Role::r2c_last;
  if (spec.algorithm == Algorithm::convolution) return Role::convolution_middle;
  if (spec.in.strides.block > 0) return Role::from_blocks;
  if (spec.inner == 1) return spec.out.strides.block > 0 ? Role::to_blocks : Role::first;
  if (loads_rows(spec)) return Role::from_rows;
  return stores_rows(spec) ? Role::to_rows : Role::later;
}

/// True if the device's compute units have the H200's registers and local memory.
bool alike(const DeviceCaps& caps) {
  return caps.architecture >= 80 && caps.unit_registers == 65536 && caps.unit_threads >= 1536;
}

/// True if a line of this role serves the kernel, whose role is `own`.
bool serves(Role line, Role own, const KernelSpec& spec) {
  switch (line) {
    case Role::whole:
      return own == Role::whole || own == Role::dct1 || own == Role::dct4;
    case Role::later_unaligned:
      return own == Role::later && unaligned_rows_efficiency(spec) < 1;
    case Role::later_far:
      return own == Role::later && is_far(spec);
    case Role::first:
      return own == Role::first || own == Role::to_blocks || own == Role::to_rows;
    case Role::bluestein_first:
      return own == Role::to_blocks && spec.load == LoadOp::chirp;
    case Role::bluestein_last:
      return own == Role::from_blocks && spec.store == StoreOp::chirp;
    case Role::convolution_middle:
      return own == Role::convolution_middle && spec.in.strides.block > 0;
    default:
      return own == line;
  }
}

/// True if these were measured in memory only; data that stay in the cache want more work-groups.
bool in_memory_only(Role role) {
  return role == Role::bluestein_first || role == Role::convolution_middle || role == Role::bluestein_last ||
         role == Role::rader || role == Role::bluestein;
}

enum class Amount {
  any,
  cached,  ///< input and output stay in the L2 cache
};

/// The first line that serves the kernel.
const TunedShape* line_of(const KernelRequest& request, Amount amount, bool narrow, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  const Role role = role_of(spec);
  // Two passes over what the L2 cache holds are faster (65536 points: 15.5 us to 19.7). The clusters of the lines need
  // the local memory of an H200.
  const bool clusters =
      may_cluster(spec) && amount == Amount::any && caps.local_memory >= gpu_model.unit.spare_local_memory;
  const int most = clusters ? caps.cluster : 1;
  for (const TunedShape& tuned : shipped_shapes().shapes) {
    const TunedKey& key = tuned.key;
    if (key.length != request.work_length || key.precision != spec.precision || !serves(key.role, role, spec)) continue;
    const bool measured = amount == Amount::cached ? !in_memory_only(key.role) : !key.cached;
    if (measured && key.axis_lengths == spec.axis_lengths && key.narrow == narrow && tuned.chosen.shape.cluster <= most)
      return &tuned;
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
KernelSpec shaped(const KernelSpec& spec, const ChosenShape& chosen, const DeviceCaps& caps) {
  KernelSpec result = spec;
  result.radices = chosen.radices;
  result.shape = chosen.shape;
  result.shape.prefetch_distance *= caps.compute_units;
  return result;
}

}  // namespace

Role role_of(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::bluestein) return Role::bluestein;
  if (spec.several_axes()) return nd_role(spec);
  return spec.columns() == 1 ? whole_role(spec) : pass_role(spec);
}

bool slow_in_place(const KernelSpec& spec) {
  if (role_of(spec) != Role::later || spec.shape.strategy != Strategy::cooperative) return false;
  return std::ranges::any_of(shipped_shapes().shapes, [&](const TunedShape& tuned) {
    return tuned.slow_in_place && tuned.key.precision == spec.precision && tuned.chosen.radices == spec.radices &&
           tuned.chosen.shape.threads == spec.shape.threads && tuned.chosen.shape.tile == spec.shape.tile;
  });
}

std::optional<ShapedPair> tuned_pair(const KernelRequest& first, const KernelRequest& second, const DeviceCaps& caps) {
  const auto native = [](Storage a, Storage b) { return a == Storage::native && b == Storage::native; };
  const bool narrow = is_half(first.spec.in.storage) && is_half(second.spec.out.storage);
  if (!alike(caps) || !native(first.spec.out.storage, second.spec.in.storage) ||
      (!narrow && !native(first.spec.in.storage, second.spec.out.storage))) {
    return std::nullopt;
  }
  const auto is_for = [](const TunedKey& key, const KernelRequest& request) {
    return key.length == request.work_length && key.precision == request.spec.precision &&
           key.role == role_of(request.spec) && key.axis_lengths == request.spec.axis_lengths;
  };
  for (const TunedPair& tuned : shipped_shapes().pairs) {
    if (!is_for(tuned.first.key, first) || !is_for(tuned.second.key, second)) continue;
    ShapedPair pair{shaped(first.spec, tuned.first.chosen, caps), shaped(second.spec, tuned.second.chosen, caps), 0};
    pair.first.shape.staged = wants_staging(pair.first);
    if (std::max(exchange_bytes(pair.first), exchange_bytes(pair.second)) > caps.local_memory) return std::nullopt;
    const double bytes = static_cast<double>(4 * second.spec.transform() * second.batch *
                                             bytes_of(second.spec.in.storage, second.spec.precision));
    pair.seconds = (narrow ? model.narrow_fused : 1) * bytes / (tuned.efficiency * caps.bandwidth) + model.fused_start;
    return pair;
  }
  return std::nullopt;
}

std::optional<ShapedKernel> tuned_shape(const KernelRequest& request, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  if (!alike(caps) || !is_measured(spec)) return std::nullopt;
  const bool bluestein = spec.algorithm == Algorithm::bluestein;
  if (bluestein && (spec.columns() > 1 || spec.pairs_conjugates())) return std::nullopt;
  const bool narrow = is_narrow(spec);
  const double points = static_cast<double>(spec.transform() * request.batch);
  const std::int64_t numbers = bytes_of(spec.in.storage, spec.precision) + bytes_of(spec.out.storage, spec.precision);
  const double stored = 2 * points * static_cast<double>(numbers);
  const Amount amount = stored < static_cast<double>(caps.l2_memory) ? Amount::cached : Amount::any;
  double bytes =
      bluestein ? stored * static_cast<double>(request.work_length) / static_cast<double>(spec.length) : stored;
  const TunedShape* tuned = line_of(request, amount, narrow, caps);
  if (tuned == nullptr && narrow && spec.columns() == 1) {
    // The best shape for wider numbers is better than an estimate, but for arrays of one work-group.
    tuned = line_of(request, amount, false, caps);
    if (tuned != nullptr && spec.several_axes() && tuned->chosen.shape.cluster == 1) return std::nullopt;
    bytes = model.narrow * 2 * points * element_bytes(spec.precision);
  }
  if (tuned == nullptr) return std::nullopt;
  const std::int64_t tiles = request.batch * spec.columns() / tuned->chosen.shape.tile * tuned->chosen.shape.cluster;
  const bool too_wide = spec.columns() > 1 && tuned->chosen.shape.tile > spec.columns();
  if (tiles < caps.compute_units || too_wide) return std::nullopt;
  ShapedKernel result{shaped(spec, tuned->chosen, caps), 0};
  Shape& shape = result.spec.shape;
  // Two short stages access memory well enough and save half of the accesses of local memory.
  shape.staged =
      shape.cluster == 1 && wants_staging(result.spec) && (!tuned->key.narrow || tuned->chosen.radices.size() == 1);
  if (exchange_bytes(result.spec) > caps.local_memory || !fit_block(result.spec)) return std::nullopt;
  // Measured without chirps and gathers, which make the text longer.
  const bool moves = (spec.load != LoadOp::plain || spec.store != StoreOp::plain) && !in_memory_only(tuned->key.role);
  if (moves && group_load(tile_load(result.spec), result.spec, caps).points > most_points(result.spec))
    return std::nullopt;
  if (amount == Amount::any) bytes *= permutation_cost(spec);
  bytes /= unaligned_rows_efficiency(result.spec);
  result.seconds = bytes / (tuned->efficiency * caps.bandwidth) + model.start;
  return result;
}

}  // namespace papilio::plan
