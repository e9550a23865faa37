// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_factors.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "plan/gpu_candidates.hpp"
#include "plan/gpu_radices.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/factor_estimate.hpp"
#include "spec/cluster.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {
namespace {

/// True if each work-item has a few points. Of long transforms, a large work-group has as many as it must.
bool deals_well(const Shape& shape, std::int64_t points, const DeviceCaps& caps) {
  constexpr const auto& model = gpu_model.factors;
  if (points < model.min_points) return false;
  if (shape.tile == 1 && shape.threads >= model.many_threads) return true;
  return points <= (shape.tile == 1 && shape.threads <= caps.warp ? model.max_points_of_warp : model.max_points);
}

/// Calls visit(spec, seconds) for every shape.
template <typename Visit>
class FactorSearch {
 public:
  /// Shapes for which memory alone takes longer than `limit` seconds are left out.
  FactorSearch(const KernelRequest& request, const DeviceCaps& caps, const Visit& visit, double limit)
      : request_(request), caps_(caps), visit_(visit), limit_(limit), spec_(request.spec) {
    spec_.shape = {};
    spec_.shape.exchange = spec_.precision == Precision::f32 ? ExchangeForm::interleaved : ExchangeForm::split;
    if (spec_.length >= gpu_model.search.min_products) spec_.shape.twiddles = Twiddles::products;
  }

  void run() {
    if (spec_.paired_columns) return;
    for (const std::vector<int>& radices : factor_radices(spec_.length)) {
      spec_.radices = radices;
      const std::vector<Factor> factors = factors_of(spec_.length, radices);
      if (factors.empty()) continue;
      for (const int tile : {1, 2, 4, 8, 16}) {
        spec_.shape.tile = tile;
        const bool strided = spec_.columns() > 1;
        const bool small = strided ? tile <= spec_.columns() : spec_.length * tile <= gpu_model.factors.small_tile;
        if ((tile > 1 && !small) || exchange_bytes(spec_) > caps_.local_memory) break;
        if (fit_block(spec_)) visit_tile(factors);
      }
    }
  }

 private:
  void visit_tile(const std::vector<Factor>& factors) {
    const Traffic traffic = traffic_of(request_, spec_, caps_);
    const double memory = gpu_model.factors.memory * gpu_model.factors.columns * traffic.seconds;
    if (memory * std::max(0.0, traffic.groups - 1) > limit_) return;
    const std::vector<FactorRound> rounds = factor_rounds(spec_, factors);
    const std::int64_t local_memory = exchange_bytes(spec_);
    Shape& shape = spec_.shape;
    for (const int threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) {
      if (threads > caps_.max_threads) return;
      shape.threads = threads;
      const int registers = factor_registers(spec_, factors, caps_);
      if (registers > caps_.registers || !deals_well(shape, ceil_div(spec_.length * shape.tile, threads), caps_))
        continue;
      shape.resident_groups = factor_groups(spec_, local_memory, registers, caps_);
      if (shape.resident_groups < 1) continue;
      shape.prefetch_distance = spec_.columns() == 1 ? shape.resident_groups * caps_.compute_units : 0;
      visit_(spec_, factor_estimate(spec_, caps_, traffic, rounds));
    }
  }

  const KernelRequest& request_;
  const DeviceCaps& caps_;
  const Visit& visit_;
  double limit_;
  KernelSpec spec_;
};

}  // namespace

bool transforms_by_factors(std::int64_t points, const DeviceCaps& caps) {
  const std::vector<std::int64_t> primes = convolved_primes(points);
  return caps.device_class == DeviceClass::gpu && !primes.empty() &&
         codelets_suffice(largest_codelet_prime, Precision::f64, caps)  // for the smooth factors and the convolutions
         && std::ranges::all_of(primes, [](std::int64_t p) { return has_codelets(p - 1); });
}

std::vector<ShapedKernel> factor_shapes(const KernelRequest& request, const DeviceCaps& caps) {
  std::vector<ShapedKernel> shapes;
  const auto add = [&](const KernelSpec& spec, double seconds) { shapes.push_back({spec, seconds}); };
  FactorSearch(request, caps, add, no_limit).run();
  return shapes;
}

double factor_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps) {
  const std::vector<FactorRound> rounds = factor_rounds(spec, factors_of(spec.length, spec.radices));
  return factor_estimate(spec, caps, traffic_of(request, spec, caps), rounds);
}

std::optional<ShapedKernel> shape_factors(const KernelRequest& request, const DeviceCaps& caps, double limit) {
  std::optional<ShapedKernel> best;
  const auto keep = [&](const KernelSpec& spec, double seconds) {
    if (!best || seconds < best->seconds) best = {spec, seconds};
  };
  FactorSearch(request, caps, keep, limit).run();
  return best;
}

}  // namespace papilio::plan
