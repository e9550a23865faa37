// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_shapes.hpp"

#include <algorithm>
#include <limits>

#include "core/storage.hpp"
#include "plan/gpu_candidates.hpp"
#include "plan/gpu_factors.hpp"
#include "plan/gpu_in_place.hpp"
#include "plan/gpu_padding.hpp"
#include "plan/gpu_radices.hpp"
#include "plan/gpu_sliding.hpp"
#include "plan/model/lockstep_estimate.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "spec/array_axes.hpp"
#include "spec/bank_conflicts.hpp"
#include "spec/cluster.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& search = gpu_model.search;

/// True for whole transforms or arrays of which a work-group holds one or none, if there are more of them than the L2
/// cache holds, and enough for all compute units.
bool wants_clusters(const KernelRequest& request, const DeviceCaps& caps) {
  const std::int64_t bytes = request.work_length * element_bytes(request.spec.precision);
  if (request.batch * caps.cluster < caps.compute_units || 2 * request.batch * bytes < caps.l2_memory) return false;
  return caps.cluster > 1 && may_cluster(request.spec) && request.spec.columns() == 1 &&
         2 * bytes >= caps.local_memory && bytes <= caps.cluster * caps.local_memory;
}

/// Calls visit(spec, seconds) for every shape worth a measurement. Beyond limit() seconds may be a lower bound, and
/// shapes for which memory alone takes longer are left out.
template <typename Visit, typename Limit>
class ShapeSearch {
 public:
  ShapeSearch(const KernelRequest& request, const DeviceCaps& caps, const Visit& visit, const Limit& limit)
      : request_(request), caps_(caps), visit_(visit), limit_(limit), spec_(request.spec) {
    spec_.shape = {};
    if (runs_in_lockstep(caps)) return;  // there are no banks, and reading twiddles costs less than products
    spec_.shape.pad = search.usual_padding;
    if (request.work_length >= search.min_products) spec_.shape.twiddles = Twiddles::products;
  }

  void run() {
    for (const std::vector<int>& radices : factorisations(request_, caps_)) {
      spec_.radices = radices;
      for (const int tile : tiles_of(spec_)) {
        spec_.shape.tile = tile;
        if (!fit_block(spec_)) continue;
        if (tile > 1 && request_.work_length * tile > search.largest_tile) break;
        for (const bool staged : stagings()) {
          spec_.shape.staged = staged;
          visit_tile();
          if (!may_go_across(spec_, caps_)) continue;
          spec_.shape.across = true;
          visit_tile();
          spec_.shape.across = false;
        }
      }
    }
    if (wants_clusters(request_, caps_)) visit_clusters();
  }

 private:
  /// False if memory alone takes too long, even with the best number of work-items for it.
  bool find_traffic() {
    spec_.shape.threads = std::numeric_limits<int>::max();
    traffic_ = traffic_of(request_, spec_, caps_);
    return runs_in_lockstep(caps_) || min_seconds(traffic_) <= limit_();
  }

  [[nodiscard]] std::vector<bool> stagings() const {
    if (runs_in_lockstep(caps_)) return {false};                 // 8 points: 2.9 times as fast
    if (request_.batch == 1 && is_plain(spec_)) return {false};  // it shares its sectors with no other
    return stagings_of(spec_);
  }

  void visit_tile() {
    if (!find_traffic()) return;
    const std::vector<int> counts = thread_counts(spec_, caps_);
    if (counts.empty()) return;
    spec_.shape.exchange = ExchangeForm::half_size;
    const std::int64_t half = exchange_bytes(spec_);
    // Half the local memory for twice the barriers pays if local memory is scarce.
    std::optional<TileLoad> half_size;
    if (half >= search.min_half_size && !copies(spec_)) half_size = tile_load(spec_);
    const bool copy = copies(spec_) && spec_.radices.size() == 1;
    const bool interleaves = spec_.precision == Precision::f32 && half > 0 && !copy;
    const ExchangeForm whole = interleaves ? ExchangeForm::interleaved : ExchangeForm::split;
    spec_.shape.exchange = whole;
    const TileLoad at_once = tile_load(spec_);
    for (const int threads : counts) {
      spec_.shape.threads = threads;
      if (pairs_conjugates(spec_)) traffic_ = traffic_of(request_, spec_, caps_);
      spec_.shape.exchange = whole;
      consider(at_once);
      if (!half_size) continue;
      spec_.shape.exchange = ExchangeForm::half_size;
      consider(*half_size);
    }
  }

  void visit_clusters() {
    spec_.shape.tile = 1;
    spec_.shape.staged = false;
    spec_.shape.exchange = spec_.precision == Precision::f32 ? ExchangeForm::interleaved : ExchangeForm::split;
    for (const Phases& phases : cluster_factorisations(request_, caps_)) {
      spec_.radices = phases.radices;
      spec_.shape.cluster_stage = phases.cut;
      for (spec_.shape.cluster = 2; spec_.shape.cluster <= caps_.cluster; spec_.shape.cluster *= 2) {
        if (!can_cluster(spec_) || !find_traffic()) continue;
        const TileLoad load = tile_load(spec_);
        for (const int threads : thread_counts(spec_, caps_)) {
          spec_.shape.threads = threads;
          consider(load);
        }
      }
    }
  }

  void consider_in_lockstep(const TileLoad& tile) {
    spec_.shape.resident_groups = 1;
    spec_.shape.prefetch_distance = 0;
    if (tile.local_memory <= caps_.local_memory) visit_(spec_, lockstep_seconds(request_, spec_, caps_, tile));
  }

  void consider(const TileLoad& tile) {
    if (runs_in_lockstep(caps_)) return consider_in_lockstep(tile);
    const GroupLoad load = group_load(tile, spec_, caps_);
    if (min_seconds(traffic_, load.compute) > limit_()) return;
    if (!fits(spec_, load, caps_)) return;
    const int registers =
        copies(spec_) ? min_registers(spec_, load.points, caps_) : liked_registers(spec_, load.points, caps_);
    spec_.shape.resident_groups = resident_groups(spec_, load, registers, caps_);
    choose_prefetch(spec_, caps_);
    // There are none to prefetch for, or nothing to wait for. Convolutions choose again (go_in_place).
    if (traffic_.groups <= spec_.shape.resident_groups || (traffic_.cached && is_plain(spec_)))
      spec_.shape.prefetch_distance = 0;
    visit_(spec_, estimated_seconds(spec_, caps_, traffic_, load, limit_()));
    if (spec_.in.strides.block == 0 && spec_.out.strides.block == 0 && spec_.load != LoadOp::chirp) return;
    spec_.shape.prefetch_distance = spec_.shape.resident_groups * caps_.compute_units;
    visit_(spec_, estimated_seconds(spec_, caps_, traffic_, load, limit_()));
  }

  const KernelRequest& request_;
  const DeviceCaps& caps_;
  const Visit& visit_;
  const Limit& limit_;
  KernelSpec spec_;
  Traffic traffic_;  ///< of spec_
};

/// The few cheapest of the shapes that are added.
class Shortlist {
 public:
  Shortlist(double limit, std::size_t most) : limit_(limit), most_(most) { shapes_.reserve(most); }

  /// Shapes that are not cheaper need not be added.
  [[nodiscard]] double limit() const { return shapes_.size() < most_ ? limit_ : shapes_.back().seconds; }

  void add(const KernelSpec& spec, double seconds) {
    if (seconds >= limit()) return;
    const auto slower = [](double own, const ShapedKernel& other) { return own < other.seconds; };
    const auto index = std::upper_bound(shapes_.begin(), shapes_.end(), seconds, slower) - shapes_.begin();
    if (shapes_.size() < most_) shapes_.emplace_back();
    shapes_.back().spec = spec;
    shapes_.back().seconds = seconds;
    std::rotate(shapes_.begin() + index, shapes_.end() - 1, shapes_.end());
  }

  /// The best shape after counting bank conflicts, which takes too long to do for all shapes.
  [[nodiscard]] std::optional<ShapedKernel> best(const KernelRequest& request, const DeviceCaps& caps) {
    std::optional<ShapedKernel> best;
    if (runs_in_lockstep(caps) && !shapes_.empty()) return std::move(shapes_.front());
    for (ShapedKernel& shape : shapes_) {
      if (best && shape.seconds >= best->seconds) break;  // conflicts make nothing faster
      const double conflicts = choose_pad(shape.spec, caps);
      const GroupLoad load = group_load(tile_load(shape.spec), shape.spec, caps, conflicts);
      shape.seconds = estimated_seconds(shape.spec, caps, traffic_of(request, shape.spec, caps), load);
      if (!best || shape.seconds < best->seconds) best = std::move(shape);
    }
    return best;
  }

 private:
  double limit_;
  std::size_t most_;
  std::vector<ShapedKernel> shapes_;
};

}  // namespace

std::vector<ShapedKernel> gpu_shapes(const KernelRequest& request, const DeviceCaps& caps) {
  if (request.spec.algorithm == Algorithm::prime_factor) return factor_shapes(request, caps);
  std::vector<ShapedKernel> shapes;
  const auto visit = [&](const KernelSpec& spec, double seconds) { shapes.push_back({spec, seconds}); };
  const auto limit = [] { return no_limit; };
  ShapeSearch(request, caps, visit, limit).run();
  return shapes;
}

namespace {

/// Estimates of passes are optimistic compared with measured shapes, except for passes with blocks and slabs of complex
/// numbers.
double doubt_of(const KernelSpec& spec) {
  const bool blocks = spec.in.strides.block > 0 || spec.out.strides.block > 0;
  const bool slab = is_slab(spec) && !is_real_plane(spec);
  return spec.columns() > 1 && !slab && !blocks ? gpu_model.doubts.pass : 1;
}

double doubted(const KernelSpec& spec, double seconds) {
  constexpr const auto& doubts = gpu_model.doubts;
  seconds *= doubt_of(spec);
  if (spec.algorithm == Algorithm::rader) seconds *= spec.shape.tile > 1 ? doubts.rader_of_many : doubts.rader;
  if (spec.shape.cluster > 1) seconds *= doubts.cluster;
  return seconds;
}

}  // namespace

double cooperative_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps) {
  const std::optional<ShapedKernel> tuned = tuned_shape(request, caps);
  if (tuned && tuned->spec == spec) return tuned->seconds;
  if (spec.algorithm == Algorithm::prime_factor) return factor_seconds(request, spec, caps);
  if (runs_in_lockstep(caps)) return lockstep_seconds(request, spec, caps, tile_load(spec));
  const double conflicts = spec.shape.cluster > 1 ? 1 : bank_conflicts(spec);
  const GroupLoad load = group_load(tile_load(spec), spec, caps, conflicts);
  return doubted(spec, estimated_seconds(spec, caps, traffic_of(request, spec, caps), load));
}

std::optional<ShapedKernel> shape_cooperative(const KernelRequest& request, const DeviceCaps& caps, double limit) {
  if (request.spec.algorithm == Algorithm::prime_factor) return shape_factors(request, caps, limit);
  if (std::optional<ShapedKernel> tuned = tuned_shape(request, caps)) {
    share_samples(*tuned, request, caps);
    return tuned;
  }
  const double most = search.less_padding * limit / doubt_of(request.spec);
  const std::size_t compared = is_short(request.spec) ? search.compared_short : search.compared;
  Shortlist shortlist(most, compared);
  Shortlist spare(caps.holds_addresses ? most : 0, compared);  // those with registers to spare
  const auto visit = [&](const KernelSpec& spec, double seconds) {
    shortlist.add(spec, seconds);
    if (seconds < spare.limit() && !is_tight(spec, caps)) spare.add(spec, seconds);
  };
  const auto useful = [&] {
    return std::max(shortlist.limit(), std::min(spare.limit(), search.spare_registers * shortlist.limit()));
  };
  ShapeSearch(request, caps, visit, useful).run();
  std::optional<ShapedKernel> best = shortlist.best(request, caps);
  if (best && caps.holds_addresses && is_tight(best->spec, caps)) {
    std::optional<ShapedKernel> other = spare.best(request, caps);
    if (other && other->seconds <= search.spare_registers * best->seconds) best = std::move(other);
  }
  if (!best) return std::nullopt;
  if (runs_in_lockstep(caps)) return best;
  go_in_place(best->spec, caps);
  share_samples(*best, request, caps);
  best->seconds = doubted(best->spec, best->seconds);
  return best;
}

}  // namespace papilio::plan
