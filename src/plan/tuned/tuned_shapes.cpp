// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned/tuned_shapes.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/gpu_candidates.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "plan/model/lockstep_estimate.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/pairing.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& model = gpu_model.tuned;

bool is_far(const KernelSpec& spec) {
  return spec.inner > 1 && spec.columns() * element_bytes(spec.precision) >= gpu_model.search.far_bytes;
}

KernelRole whole_role(const KernelSpec& spec) {
  if (pairs_conjugates(spec)) {
    if (shuffles(spec)) return post_processes(spec) ? KernelRole::dct2 : KernelRole::dct3;
    if (spec.in.form == Form::trig && spec.trig.kind != Kind::dht) return KernelRole::dct1;
    return post_processes(spec) ? KernelRole::r2c : KernelRole::c2r;
  }
  if (spec.algorithm == Algorithm::rader) return KernelRole::rader;
  if (spec.in.form != Form::trig) return KernelRole::whole;
  return spec.trig.kind == Kind::dct4 || spec.trig.kind == Kind::dst4 ? KernelRole::dct4 : KernelRole::whole;
}

KernelRole nd_role(const KernelSpec& spec) {
  const bool slab = is_slab(spec);
  if (is_real_plane(spec) && post_processes(spec)) return slab ? KernelRole::slab_r2c : KernelRole::nd_r2c;
  if (is_real_plane(spec)) return slab ? KernelRole::slab_c2r : KernelRole::nd_c2r;
  return spec.columns() == 1 ? KernelRole::nd : slab ? KernelRole::slab : KernelRole::nd_strided;
}

KernelRole pass_role(const KernelSpec& spec) {
  if (spec.paired_columns) return spec.in.form == Form::half ? KernelRole::c2r_first : KernelRole::r2c_last;
  if (spec.algorithm == Algorithm::convolution) return KernelRole::convolution_middle;
  if (spec.algorithm == Algorithm::filter) return KernelRole::filter;
  if (spec.in.strides.block > 0) return KernelRole::from_blocks;
  if (spec.inner == 1) return spec.out.strides.block > 0 ? KernelRole::to_blocks : KernelRole::first;
  if (in_rows(spec, spec.in)) return KernelRole::from_rows;
  return in_rows(spec, spec.out) ? KernelRole::to_rows : KernelRole::later;
}

bool is_narrow(const KernelSpec& spec) { return is_half(spec.in.storage) && is_half(spec.out.storage); }

/// True if the device's compute units have the H200's registers, and on CUDA its local memory: NVIDIA's from compute
/// capability 8.0 on. On Vulkan, where devices have a largest binding, only NVIDIA's GPUs have 255 registers for a
/// work-item; nothing there tells Volta, which has as many warps as an A100, from newer ones. Shapes were not measured
/// on OpenCL.
bool alike(const DeviceCaps& caps) {
  const bool vulkan = caps.max_binding > 0;
  const bool nvidias = vulkan ? caps.registers == 255 : caps.architecture >= 80;
  return nvidias && caps.unit_registers == 65536 && caps.unit_threads >= 1536;
}

/// True if a compute unit has local memory for seven tenths of the work-groups that the line was measured with, which
/// was looked into on Vulkan alone: 256 points with 20 groups of 28 take 267 us, and 300 in the model's shape.
bool holds_groups(const KernelSpec& spec, const DeviceCaps& caps) {
  const std::int64_t held = caps.unit_local_memory / (exchange_bytes(spec) + caps.reserved_local_memory);
  return caps.max_binding == 0 || 10 * held >= 7 * spec.shape.resident_groups;
}

/// Lines that serve kernels of a role other than their own.
struct Service {
  KernelRole line;
  KernelRole own;
  bool (*serves)(const KernelSpec& spec);
};

bool always(const KernelSpec&) { return true; }

constexpr Service services[] = {
    {KernelRole::whole, KernelRole::dct4, always},
    {KernelRole::first, KernelRole::to_blocks, always},
    {KernelRole::first, KernelRole::to_rows, always},
    {KernelRole::later_unaligned, KernelRole::later,
     [](const KernelSpec& spec) { return unaligned_rows_efficiency(spec) < 1; }},
    {KernelRole::later_far, KernelRole::later, is_far},
    {KernelRole::bluestein_first, KernelRole::to_blocks,
     [](const KernelSpec& spec) { return spec.load == LoadOp::chirp; }},
    {KernelRole::bluestein_last, KernelRole::from_blocks,
     [](const KernelSpec& spec) { return spec.store == StoreOp::chirp; }},
};

/// True if a line of this role serves the kernel, whose role is `own`.
bool serves(KernelRole line, KernelRole own, const KernelSpec& spec) {
  if (line == own) return own != KernelRole::convolution_middle || spec.in.strides.block > 0;
  return std::ranges::any_of(services, [&](const Service& service) {
    return service.line == line && service.own == own && service.serves(spec);
  });
}

/// True if these were measured in memory only; data that stay in the cache want more work-groups.
bool in_memory_only(KernelRole role) {
  return role == KernelRole::bluestein_first || role == KernelRole::convolution_middle ||
         role == KernelRole::bluestein_last || role == KernelRole::rader || role == KernelRole::bluestein;
}

enum class Amount {
  any,
  cached,  ///< input and output stay in the L2 cache
  alone,   ///< the same, and no compute unit has more than one work-group
};

bool serves_amount(const TunedKey& key, Amount amount) {
  if (amount == Amount::alone || key.alone) return amount == Amount::alone && key.alone;
  return amount == Amount::cached ? !in_memory_only(key.role) : !key.cached;
}

/// True if the model is better than the line for a short whole transform: other elements, or the L2 cache instead of
/// memory, want other shapes ("Short lengths in large batches").
bool is_unlike(const TunedKey& key, const KernelSpec& spec, Amount amount) {
  if (key.role != KernelRole::whole || !is_short(spec)) return false;
  const bool complex = spec.in.form == Form::complex && spec.out.form == Form::complex;
  return !complex || key.narrow != is_narrow(spec) || (amount == Amount::cached && !key.cached);
}

/// The first line that serves the kernel.
const TunedShape* line_of(const KernelRequest& request, Amount amount, bool narrow, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  const KernelRole role = role_of(spec);
  // Two passes over what the L2 cache holds are faster (65536 points: 15.5 us to 19.7). The clusters of the lines need
  // the local memory of an H200.
  const bool clusters =
      may_cluster(spec) && amount != Amount::cached && caps.local_memory >= gpu_model.unit.spare_local_memory;
  const int most = clusters ? caps.cluster : 1;
  for (const TunedShape& tuned : shipped_shapes().shapes) {
    const TunedKey& key = tuned.key;
    if (key.length != request.work_length || key.precision != spec.precision || !serves(key.role, role, spec)) continue;
    if (serves_amount(key, amount) && key.axis_lengths == spec.axis_lengths && key.narrow == narrow &&
        tuned.chosen.shape.cluster <= most && !is_unlike(key, spec, amount))
      return &tuned;
  }
  return nullptr;
}

/// Measured with the traffic of numbers as they are computed with, or of two bytes. Transforms along an axis that read
/// one and write the other want what the former want (256 points of 256x256, f16: 1.09).
bool is_measured(const KernelSpec& spec) {
  // Bluestein's algorithm: complex whole transforms.
  if (spec.algorithm == Algorithm::bluestein && (spec.columns() > 1 || pairs_conjugates(spec))) return false;
  const auto native = [](Storage storage) { return storage == Storage::native; };
  if (native(spec.in.storage) && native(spec.out.storage)) return true;
  if (is_narrow(spec)) return true;
  const bool axis = spec.interleaved > 1 && spec.inner == spec.interleaved && spec.outer == 1;
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

/// Bytes of input and output together.
double stored_bytes(const KernelRequest& request) {
  const KernelSpec& spec = request.spec;
  const std::int64_t numbers = bytes_of(spec.in.storage, spec.precision) + bytes_of(spec.out.storage, spec.precision);
  return 2 * static_cast<double>(spec.transform() * request.batch) * static_cast<double>(numbers);
}

/// The bytes of a pass that multiplies by a filter, relative to one that does not: half as many again where the L2
/// cache does not hold the filter.
double filter_cost(const KernelRequest& request, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  if (!spec.filter.present || spec.algorithm == Algorithm::filter || spec.filter.sum.count > 1) return 1;
  std::int64_t inner = 1;
  auto filters = static_cast<double>(spec.transform());
  for (const Loop& loop : spec.loops) {
    inner *= loop.count;
    if (loop.filter != 0) filters *= static_cast<double>(loop.count);
  }
  if (spec.filter.distance != 0) filters *= static_cast<double>(request.batch) / static_cast<double>(inner);
  return filters * static_cast<double>(element_bytes(spec.precision)) > static_cast<double>(caps.l2_memory) ? 1.5 : 1;
}

/// A line for a kernel, and the bytes that the kernel moves with the line's efficiency.
struct Match {
  const TunedShape* tuned = nullptr;
  double bytes = 0;
};

Match match_of(const KernelRequest& request, Amount amount, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  const bool narrow = is_narrow(spec);
  Match match{line_of(request, amount, narrow, caps), stored_bytes(request)};
  if (spec.algorithm == Algorithm::bluestein)
    match.bytes = match.bytes * static_cast<double>(request.work_length) / static_cast<double>(spec.length);
  if (match.tuned != nullptr || !narrow || spec.columns() > 1) return match;
  // The best shape for wider numbers is better than an estimate, but for arrays of one work-group.
  match.tuned = line_of(request, amount, false, caps);
  if (match.tuned != nullptr && spec.several_axes() && match.tuned->chosen.shape.cluster == 1) return {};
  match.bytes =
      model.narrow * 2 * static_cast<double>(spec.transform() * request.batch) * element_bytes(spec.precision);
  return match;
}

/// True if there is a work-group of this shape for every compute unit, and there are as many columns as in its tile.
bool fills_device(const KernelRequest& request, const Shape& shape, const DeviceCaps& caps) {
  const std::int64_t columns = request.spec.columns();
  return request.batch * columns / shape.tile * shape.cluster >= caps.compute_units &&
         (columns == 1 || shape.tile <= columns);
}

/// A line for few transforms, each by a work-group or a cluster with compute units of its own.
Match alone_match_of(const KernelRequest& request, const DeviceCaps& caps) {
  if (request.spec.columns() > 1 || !may_cluster(request.spec)) return {};
  const TunedShape* tuned = line_of(request, Amount::alone, is_narrow(request.spec), caps);
  if (tuned == nullptr) return {};
  const Shape& shape = tuned->chosen.shape;
  const std::int64_t groups = ceil_div(request.batch, shape.tile) * shape.cluster;
  if (groups > caps.compute_units) return {};
  // They run at the same time, which is that of one.
  return {tuned, stored_bytes(request) / static_cast<double>(request.batch) * shape.tile};
}

/// True for chirps and gathers, without which the line was measured, if they make the text too long.
bool is_too_long(const KernelSpec& spec, KernelRole line, const DeviceCaps& caps) {
  const bool moves = (spec.load != LoadOp::none || spec.store != StoreOp::none) && !in_memory_only(line);
  return moves && group_load(tile_load(spec), spec, caps).points > max_points(spec);
}

/// The numbers that two passes read, hand over and write.
enum class PairStorage {
  wide,         ///< native everywhere
  narrow_ends,  ///< of two bytes at both ends, native in between
  narrow,       ///< of two bytes everywhere
  unmeasured,
};

PairStorage storage_of(const KernelSpec& first, const KernelSpec& second) {
  const auto native = [](Storage a, Storage b) { return a == Storage::native && b == Storage::native; };
  if (is_narrow(first) && is_narrow(second)) return PairStorage::narrow;
  if (!native(first.out.storage, second.in.storage)) return PairStorage::unmeasured;
  if (is_half(first.in.storage) && is_half(second.out.storage)) return PairStorage::narrow_ends;
  return native(first.in.storage, second.out.storage) ? PairStorage::wide : PairStorage::unmeasured;
}

bool is_for(const TunedKey& key, const KernelRequest& request, bool narrow) {
  return key.length == request.work_length && key.precision == request.spec.precision && key.narrow == narrow &&
         key.role == role_of(request.spec) && key.axis_lengths == request.spec.axis_lengths;
}

}  // namespace

KernelRole role_of(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::bluestein) return KernelRole::bluestein;
  if (spec.several_axes()) return nd_role(spec);
  return spec.columns() == 1 ? whole_role(spec) : pass_role(spec);
}

TunedKey key_of(const KernelSpec& spec, bool cached) {
  return {role_of(spec), spec.precision, is_narrow(spec), cached, spec.work_length(), spec.axis_lengths};
}

bool slow_in_place(const KernelSpec& spec, const DeviceCaps& caps) {
  if (runs_in_lockstep(caps) || role_of(spec) != KernelRole::later || spec.shape.strategy != Strategy::cooperative)
    return false;
  return std::ranges::any_of(shipped_shapes().shapes, [&](const TunedShape& tuned) {
    return tuned.slow_in_place && tuned.key.precision == spec.precision && tuned.chosen.radices == spec.radices &&
           tuned.chosen.shape.threads == spec.shape.threads && tuned.chosen.shape.tile == spec.shape.tile;
  });
}

std::optional<ShapedPair> tuned_pair(const KernelRequest& first, const KernelRequest& second, const DeviceCaps& caps) {
  const PairStorage storage = storage_of(first.spec, second.spec);
  if (!alike(caps) || storage == PairStorage::unmeasured) return std::nullopt;
  const bool narrow = storage == PairStorage::narrow;
  for (const TunedPair& tuned : shipped_shapes().pairs) {
    if (!is_for(tuned.first.key, first, narrow) || !is_for(tuned.second.key, second, narrow)) continue;
    ShapedPair pair{shaped(first.spec, tuned.first.chosen, caps), shaped(second.spec, tuned.second.chosen, caps), 0};
    pair.first.shape.staged = wants_staging(pair.first);
    if (std::max(exchange_bytes(pair.first), exchange_bytes(pair.second)) > caps.local_memory) return std::nullopt;
    const double bytes = static_cast<double>(4 * second.spec.transform() * second.batch *
                                             bytes_of(second.spec.in.storage, second.spec.precision));
    const double share = storage == PairStorage::narrow_ends ? model.narrow_fused : 1;
    pair.seconds = share * bytes / (tuned.efficiency * caps.bandwidth) + model.fused_start;
    return pair;
  }
  return std::nullopt;
}

std::optional<ChosenShape> tuned_function(const KernelSpec& spec, std::int64_t transforms, const DeviceCaps& caps) {
  const bool complex = spec.in.form == Form::complex && spec.out.form == Form::complex;
  if (!alike(caps) || !complex) return std::nullopt;
  for (const TunedShape& tuned : shipped_shapes().shapes) {
    if (tuned.key.role == KernelRole::function && tuned.key.precision == spec.precision &&
        tuned.key.length == spec.length && tuned.chosen.shape.tile == transforms)
      return tuned.chosen;
  }
  return std::nullopt;
}

namespace {

bool same_shape(const KernelSpec& a, const KernelSpec& b) { return chosen_shape(a) == chosen_shape(b); }

/// The next pass, where the two are a fused launch, has an origin of its own.
void mark(Pass& pass, Pass* next, const DeviceCaps& caps) {
  if (pass.fused && next != nullptr) {
    const std::optional<ShapedPair> pair = tuned_pair(request_of(pass), request_of(*next), caps);
    if (pair && same_shape(pair->first, pass.kernel) && same_shape(pair->second, next->kernel))
      pass.origin = next->origin = ShapeOrigin::table;
  }
  const std::optional<ShapedKernel> tuned = tuned_shape(request_of(pass), caps);
  if (tuned && same_shape(tuned->spec, pass.kernel)) pass.origin = ShapeOrigin::table;
}

void collect(PlanNode& node, std::vector<Pass*>& passes) {
  if (node.pass) passes.push_back(&*node.pass);
  for (PlanNode& child : node.children) collect(child, passes);
}

}  // namespace

void mark_tuned(PlanNode& plan, const DeviceCaps& caps) {
  std::vector<Pass*> passes;
  collect(plan, passes);
  for (std::size_t i = 0; i < passes.size(); ++i)
    mark(*passes[i], i + 1 < passes.size() ? passes[i + 1] : nullptr, caps);
}

std::optional<ShapedKernel> tuned_shape(const KernelRequest& request, const DeviceCaps& caps) {
  const KernelSpec& spec = request.spec;
  if (!alike(caps) || !is_measured(spec)) return std::nullopt;
  const Amount amount = stored_bytes(request) < static_cast<double>(caps.l2_memory) ? Amount::cached : Amount::any;
  Match match = amount == Amount::cached ? alone_match_of(request, caps) : Match{};
  if (match.tuned == nullptr) {
    match = match_of(request, amount, caps);
    if (match.tuned == nullptr || !fills_device(request, match.tuned->chosen.shape, caps)) return std::nullopt;
  }
  ShapedKernel result{shaped(spec, match.tuned->chosen, caps), 0};
  Shape& shape = result.spec.shape;
  // Several stages save half of the accesses of local memory, which pays for short numbers and in the cache.
  const bool one_stage = match.tuned->chosen.radices.size() == 1;
  const bool decides = one_stage || !(match.tuned->key.narrow || match.tuned->key.cached);
  shape.staged = shape.cluster == 1 && (match.tuned->chosen.shape.staged || (decides && wants_staging(result.spec)));
  if (shape.across && !may_go_across(result.spec, caps)) return std::nullopt;
  if (exchange_bytes(result.spec) > caps.local_memory || !holds_groups(result.spec, caps) || !fit_block(result.spec) ||
      is_too_long(result.spec, match.tuned->key.role, caps)) {
    return std::nullopt;
  }
  if (amount == Amount::any) match.bytes *= permutation_cost(spec);
  match.bytes *= filter_cost(request, caps);
  match.bytes /= unaligned_rows_efficiency(result.spec);
  result.seconds = match.bytes / (match.tuned->efficiency * caps.bandwidth) + model.start;
  return result;
}

}  // namespace papilio::plan
