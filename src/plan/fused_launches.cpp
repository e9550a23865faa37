// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/fused_launches.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/gpu_padding.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "spec/bank_conflicts.hpp"
#include "spec/cluster.hpp"
#include "spec/fused_launch.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& model = gpu_model.fused;

struct Units {
  std::int64_t count = 1;
  std::int64_t bytes = 1;   ///< bytes per unit
  std::int64_t chunks = 1;  ///< units that a transform is cut into
  std::int64_t width = 0;   ///< with several chunks: neighbouring columns of each row in one

  /// Factor of the estimated seconds.
  [[nodiscard]] double factor() const { return chunks > 1 ? model.chunks : 1; }
};

/// Elements from one strided batch to the next; one alone has no next.
std::int64_t distance_of(const Pass& pass, const Operand& operand) {
  return pass.batch == 1 ? pass.kernel.transform() : operand.distance;
}

/// True if the strided batches follow one another, each in its own range of memory.
bool is_run(const Pass& pass, const Side& side, const Operand& operand) {
  return pass.kernel.loops.empty() && side.strides == Strides{} && holds_complex(side.form) &&
         pass.kernel.transform() <= distance_of(pass, operand);
}

/// True if the second pass reads what the first one writes, and itself writes to the same locations or to memory that
/// neither pass reads. In an in-place problem the input is the output.
bool hands_on(const Pass& first, const Pass& second, bool in_place) {
  const KernelSpec& a = first.kernel;
  const KernelSpec& b = second.kernel;
  const bool same = first.target.slot == second.source.slot && first.target.offset == second.source.offset &&
                    a.out.storage == b.in.storage;
  const bool apart = !in_place && second.target.slot == Slot::output && first.source.slot == Slot::input &&
                     first.target.slot == Slot::scratch;
  const bool safe = second.source == second.target || apart;
  return same && safe && is_run(first, a.out, first.target) && is_run(second, b.in, second.source) &&
         !a.out.irregular() && !b.in.irregular() && !b.out.pruned();
}

/// Cuts long transforms into chunks as wide as a line of the cache. Both passes touch only elements of the columns q
/// that they read, modulo the first one's `inner`.
Units in_chunks(const Units& whole, const Pass& first, const Pass& second, const DeviceCaps& caps) {
  const KernelSpec& a = first.kernel;
  const KernelSpec& b = second.kernel;
  const bool fit = 2 * (model.min_lag + 1) * whole.bytes <= caps.l2_memory;
  const std::int64_t width =
      static_cast<std::int64_t>(gpu_model.memory.line_bytes) / (2 * papilio::bytes_of(b.in.storage, b.precision));
  if (fit || first.batch != second.batch || b.inner != a.inner * a.length || a.inner % width != 0) return whole;
  const std::int64_t chunks = a.inner / width;
  return {whole.count * chunks, whole.bytes / chunks, chunks, width};
}

std::optional<Units> units_of(const Pass& first, const Pass& second) {
  const std::int64_t count = std::min(first.batch, second.batch);
  if (first.batch % count != 0 || second.batch % count != 0) return std::nullopt;
  const std::int64_t distance = first.batch / count * distance_of(first, first.target);
  if (distance != second.batch / count * distance_of(second, second.source)) return std::nullopt;
  return Units{count, distance * 2 * papilio::bytes_of(second.kernel.in.storage, second.kernel.precision)};
}

/// Number of units by which the first pass is ahead: their data should still be in the cache, and work-groups of the
/// second pass should not have to wait.
std::int64_t lag_of(const Units& units, const DeviceCaps& caps) {
  const std::int64_t held = caps.l2_memory * model.ahead / model.ahead_of;
  return std::max(model.min_lag, (held + units.bytes / 2) / units.bytes);
}

KernelRequest fusable_request(const Pass& pass) {
  KernelRequest request{pass.kernel, pass.kernel.work_length(), pass.batch};
  request.spec.radices.clear();
  request.spec.shape = {};
  return request;
}

/// True if no tile contains data of two units.
bool keeps_units(const KernelSpec& spec, std::int64_t batch, const Units& units) {
  if (units.chunks > 1) return units.width % spec.shape.tile == 0;
  return spec.columns() > 1 || batch / units.count % spec.shape.tile == 0;
}

/// Shapes of one of the kernels by number of work-items, cheapest first, each estimated as if the other kernel were
/// like it.
using Candidates = std::map<int, std::vector<ShapedKernel>>;

Candidates candidates_for(const KernelRequest& request, const Units& units, const DeviceCaps& caps) {
  Candidates result;
  for (ShapedKernel& shaped : gpu_shapes(request, caps)) {
    KernelSpec& spec = shaped.spec;
    spec.shape.prefetch_distance = 0;
    if (!can_fuse(spec, spec) || spec.shape.exchange == ExchangeForm::half_size ||
        !keeps_units(spec, request.batch, units))
      continue;
    shaped.seconds = fused_seconds(request, spec, caps);
    std::vector<ShapedKernel>& list = result[spec.shape.threads];
    list.insert(std::ranges::upper_bound(list, shaped.seconds, {}, &ShapedKernel::seconds), shaped);
    if (list.size() > model.kept) list.pop_back();
  }
  return result;
}

/// Number of work-groups of the fused launch that are resident on a compute unit.
int resident_together(const KernelSpec& a, const KernelSpec& b, const DeviceCaps& caps) {
  const GroupLoad first = group_load(tile_load(a), a, caps);
  GroupLoad load = group_load(tile_load(b), b, caps);
  const int registers = std::max(liked_registers(a, first.points, caps), liked_registers(b, load.points, caps));
  load.local_memory = std::max(load.local_memory, first.local_memory);
  return resident_groups(b, load, registers, caps);
}

/// Pairs of shapes for both kernels, cheapest first.
std::vector<ShapedPair> pair_shapes(const KernelRequest& first, const KernelRequest& second, const Units& units,
                                    const DeviceCaps& caps) {
  std::vector<ShapedPair> shapes;
  const Candidates firsts = candidates_for(first, units, caps);
  const Candidates seconds = candidates_for(second, units, caps);
  for (const auto& [threads, list] : firsts) {
    const auto others = seconds.find(threads);
    if (others == seconds.end()) continue;
    for (ShapedKernel a : list) {
      for (ShapedKernel b : others->second) {
        if (!can_fuse(a.spec, b.spec)) continue;
        a.spec.shape.resident_groups = b.spec.shape.resident_groups = resident_together(a.spec, b.spec, caps);
        shapes.push_back({a.spec, b.spec, fused_seconds(first, a.spec, caps) + fused_seconds(second, b.spec, caps)});
      }
    }
  }
  std::ranges::sort(shapes, {}, &ShapedPair::seconds);
  return shapes;
}

std::optional<ShapedPair> shape_pair(const KernelRequest& first, const KernelRequest& second, const Units& units,
                                     const DeviceCaps& caps) {
  if (std::optional<ShapedPair> tuned = tuned_pair(first, second, caps)) return tuned;
  std::optional<ShapedPair> best;
  std::vector<ShapedPair> shapes = pair_shapes(first, second, units, caps);
  for (ShapedPair& shape : std::span(shapes).first(std::min(model.compared, shapes.size()))) {
    shape.seconds = fused_seconds(first, shape.first, caps, choose_pad(shape.first, caps));
    shape.seconds += fused_seconds(second, shape.second, caps, choose_pad(shape.second, caps));
    const bool fits = std::max(exchange_bytes(shape.first), exchange_bytes(shape.second)) <= caps.local_memory;
    if (fits && (!best || shape.seconds < best->seconds)) best = shape;
  }
  if (best) best->seconds *= units.factor();
  return best;
}

void collect(PlanNode& node, std::vector<PlanNode*>& leaves) {
  if (node.pass) leaves.push_back(&node);
  for (PlanNode& child : node.children) collect(child, leaves);
}

/// Fuses neighbouring passes of one plan.
class Fuser {
 public:
  Fuser(PlanNode& plan, const PlanMemory& memory, const DeviceCaps& caps) : plan_(plan), memory_(memory), caps_(caps) {}

  /// Fuses two passes if that is faster.
  void fuse_if_faster(PlanNode& first, PlanNode& second) {
    if (!find_units(*first.pass, *second.pass) || !fits_cache()) return;
    std::optional<ShapedPair> shaped =
        shape_pair(fusable_request(*first.pass), fusable_request(*second.pass), units_, caps_);
    if (!shaped) return;
    if (apart_) shaped->seconds *= model.written_once_more;
    if (first.seconds + second.seconds > shaped->seconds) fuse(first, second, *shaped);
  }

  /// Fuses two passes in the shapes that they have, if they can be fused.
  void fuse_as_chosen(PlanNode& first, PlanNode& second) {
    if (!find_units(*first.pass, *second.pass)) return;
    ShapedPair shaped = pair_of(*first.pass, *second.pass);
    if (apart_) shaped.seconds *= model.written_once_more;
    fuse(first, second, shaped);
  }

 private:
  bool find_units(const Pass& first, const Pass& second) {
    if (first.fused || second.fused || !hands_on(first, second, memory_.in_place)) return false;
    const std::optional<Units> units = units_of(first, second);
    if (!units) return false;
    units_ = in_chunks(*units, first, second, caps_);
    lag_ = lag_of(units_, caps_);
    apart_ = second.source.slot != second.target.slot;
    return true;
  }

  /// Fusing gains nothing if the data stay in the cache anyway. With too few units, only one of the passes runs for too
  /// much of the time. The data between the passes occupy cache of their own and are written to memory, unless the
  /// second pass overwrites them with its results.
  [[nodiscard]] bool fits_cache() const {
    const std::int64_t held = (lag_ + 1) * units_.bytes * (apart_ ? 3 : 2);
    return 2 * units_.count * units_.bytes >= caps_.l2_memory && units_.count >= model.min_units * lag_ &&
           held <= caps_.l2_memory;
  }

  [[nodiscard]] ShapedPair pair_of(const Pass& first, const Pass& second) const {
    const KernelRequest a = fusable_request(first);
    const KernelRequest b = fusable_request(second);
    const std::optional<ShapedPair> tuned = tuned_pair(a, b, caps_);
    if (tuned && tuned->first == first.kernel && tuned->second == second.kernel) return *tuned;
    return {first.kernel, second.kernel,
            units_.factor() * (fused_seconds(a, first.kernel, caps_, bank_conflicts(first.kernel)) +
                               fused_seconds(b, second.kernel, caps_, bank_conflicts(second.kernel)))};
  }

  void fuse(PlanNode& first, PlanNode& second, const ShapedPair& shaped) {
    Pass own = *first.pass;
    Pass next = *second.pass;
    if (!can_fuse(shaped.first, shaped.second) || !keeps_units(shaped.first, own.batch, units_) ||
        !keeps_units(shaped.second, next.batch, units_)) {
      return;
    }
    own.kernel = shaped.first;
    own.fused = Handover{units_.count, lag_, plan_.scratch_elements, units_.chunks};
    next.kernel = shaped.second;
    const std::int64_t groups = std::get<FusedLaunch>(PassLaunch{&own, &next}.kernel()).groups(units_.count);
    if (groups > std::numeric_limits<std::int32_t>::max()) return;
    plan_.scratch_elements +=
        ceil_div(units_.count * counter_bytes, 2 * papilio::bytes_of(memory_.scratch_storage, own.kernel.precision));
    plan_.seconds -= first.seconds + second.seconds - shaped.seconds;
    first.pass = std::move(own);
    second.pass = std::move(next);
    first.seconds = shaped.seconds / 2;
    second.seconds = shaped.seconds / 2;
  }

  PlanNode& plan_;
  PlanMemory memory_;
  const DeviceCaps& caps_;
  Units units_;  ///< of the two passes, as lag_ and apart_
  std::int64_t lag_ = 1;
  bool apart_ = false;  ///< the second pass writes elsewhere
};

}  // namespace

bool may_fuse(const DeviceCaps& caps) { return caps.fused_launches && caps.l2_memory > 0; }

bool has_fused_launches(const PlanNode& plan) {
  return std::ranges::any_of(plan.passes(), [](const Pass* pass) { return pass->fused.has_value(); });
}

void fuse_passes(PlanNode& plan, const PlanMemory& memory, const DeviceCaps& caps, const Choice& choice) {
  if (!may_fuse(caps)) return;
  std::vector<PlanNode*> leaves;
  collect(plan, leaves);
  Fuser fuser(plan, memory, caps);
  for (std::size_t i = 0; i + 1 < leaves.size(); ++i) {
    if (i > 0 && leaves[i - 1]->pass->fused) continue;
    if (!choice.made()) {
      fuser.fuse_if_faster(*leaves[i], *leaves[i + 1]);
    } else if (const ChosenPass* chosen = choice.after(i).next(); chosen != nullptr && chosen->fused) {
      fuser.fuse_as_chosen(*leaves[i], *leaves[i + 1]);
    }
  }
}

}  // namespace papilio::plan
