// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/kernels.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "plan/cost.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/shape_rules.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {
namespace {

int stage_rounds(const KernelSpec& spec) { return spec.algorithm == Algorithm::stockham ? 1 : 2; }

/// Phases of a convolution besides its two DFTs: load, multiply, store.
double convolution_overhead(const KernelSpec& spec) {
  switch (spec.algorithm) {
    case Algorithm::stockham:
    case Algorithm::prime_factor:
    case Algorithm::convolution:
      return 0;
    case Algorithm::filter:
      return 12;
    case Algorithm::rader:
      return 60;  // gathers and scatters go element by element
    case Algorithm::bluestein:
      return 24;
  }
  return 0;
}

PassWork work_of(const KernelRequest& request, double operations) {
  const KernelSpec& spec = request.spec;
  PassWork work;
  work.points = request.work_length * spec.columns() * request.batch;
  work.operations = operations * stage_rounds(spec) + convolution_overhead(spec);
  work.bytes = 2 * spec.transform() * request.batch *
               (bytes_of(spec.in.storage, spec.precision) + bytes_of(spec.out.storage, spec.precision));
  return work;
}

constexpr int largest_butterflies_radix = 16;

StageRules rules_of(const KernelRequest& request, Strategy strategy, const DeviceCaps& caps) {
  const int lanes = lanes_of(request.spec.precision, caps);
  if (strategy == Strategy::butterflies) return {lanes, true, largest_butterflies_radix};
  // Large radices make long code, and a convolution has every stage twice.
  return {lanes, false, request.spec.algorithm == Algorithm::stockham ? largest_codelet_prime : 16};
}

/// One transform a tile, vectors along its butterflies.
std::optional<ShapedKernel> shape_butterflies(const KernelRequest& request, const DeviceCaps& caps,
                                              const Factorisation& radices) {
  if (request.spec.columns() > 1 || radices.radices.size() < 2) return std::nullopt;
  const int lanes = lanes_of(request.spec.precision, caps);
  ShapedKernel result{request.spec, 0};
  result.spec.radices = radices.radices;
  result.spec.shape = {Strategy::butterflies, lanes, 1, 1};
  PassWork work = work_of(request, radices.operations);
  work.tiles = request.batch;
  work.lanes = lanes;
  work.footprint = result.spec.scratch_arrays() * request.work_length * element_bytes(request.spec.precision);
  // Padding, and the small array of scattered stores: a vector of butterflies.
  const std::int64_t extra = 1024 + largest_butterflies_radix * lanes * element_bytes(request.spec.precision);
  if (work.footprint + extra > caps.local_memory) return std::nullopt;
  result.seconds = seconds_of(work, caps);
  return result;
}

/// A vector of columns, or of transforms, a tile.
std::optional<ShapedKernel> shape_columns(const KernelRequest& request, const DeviceCaps& caps,
                                          const Factorisation& radices) {
  if (radices.radices.empty()) return std::nullopt;
  const int lanes = lanes_of(request.spec.precision, caps);
  ShapedKernel result{request.spec, 0};
  result.spec.radices = radices.radices;
  result.spec.shape = {Strategy::columns, lanes, 1, lanes};
  const KernelSpec& spec = request.spec;
  PassWork work = work_of(request, radices.operations);
  const bool alone = spec.columns() == 1;
  const bool ragged_in = alone || spec.columns() % lanes != 0;
  const bool ragged_out = alone || (spec.inner % lanes != 0 && !(spec.outer == 1 && !ragged_in));
  // Loads and stores lane by lane: a load or store and a shuffle for each lane.
  work.operations += (ragged_in ? 2.5 * lanes : 0) + (ragged_out ? 2.0 * lanes : 0) + (spec.outer > 1 ? 12 : 0);
  const std::int64_t side = alone ? request.batch : spec.columns();
  const std::int64_t padded = (side + lanes - 1) / lanes * lanes;
  work.points = work.points / side * padded;
  work.tiles = request.batch * spec.columns() / lanes + 1;
  work.lanes = lanes;
  work.scattered = !alone;
  work.footprint = result.spec.scratch_arrays() * request.work_length * lanes * element_bytes(spec.precision);
  if (work.footprint + 1024 > caps.local_memory) return std::nullopt;
  result.seconds = seconds_of(work, caps);
  return result;
}

std::optional<ShapedKernel> shape_vectors(const KernelRequest& request, const DeviceCaps& caps, Strategy strategy,
                                          const Factorisation& radices) {
  return strategy == Strategy::butterflies ? shape_butterflies(request, caps, radices)
                                           : shape_columns(request, caps, radices);
}

std::optional<ShapedKernel> cheapest_vectors(const KernelRequest& request, const DeviceCaps& caps) {
  std::optional<ShapedKernel> best;
  for (const Strategy strategy : {Strategy::butterflies, Strategy::columns}) {
    if (strategy == Strategy::butterflies && request.spec.columns() > 1) continue;
    const Factorisation radices = factorise(request.work_length, rules_of(request, strategy, caps));
    std::optional<ShapedKernel> candidate = shape_vectors(request, caps, strategy, radices);
    if (candidate && (!best || candidate->seconds < best->seconds)) best = std::move(candidate);
  }
  return best;
}

/// True if this kernel is the one that the radices and the shape were chosen for. Both ways to transform a large prime
/// take the radices of its convolution, but only Rader's algorithm on all of it is staged.
bool is_meant(const KernelSpec& spec, std::int64_t work_length, const DeviceCaps& caps) {
  if (spec.algorithm == Algorithm::prime_factor)
    return !spec.shape.staged && !factors_of(spec.length, spec.radices).empty();
  if (caps.device_class == DeviceClass::gpu && spec.algorithm == Algorithm::rader && wants_staging(spec) &&
      !spec.shape.staged)
    return false;
  std::int64_t rest = work_length;
  for (const int radix : spec.radices) {
    if (rest % radix != 0) return false;
    rest /= radix;
  }
  return rest == 1;
}

std::nullopt_t refuse(const KernelRequest& request, const KernelSpec& spec, const Misfit& misfit,
                      const DeviceCaps& caps) {
  request.choice.refuse({fmt::format("shape {} for {} points on {}",
                                     shape_token(chosen_shape(spec), caps.compute_units), spec.length, caps.name),
                         misfit.why, misfit.remedy});
  return std::nullopt;
}

/// The shape that was chosen.
std::optional<ShapedKernel> shape_chosen(const KernelRequest& request, const DeviceCaps& caps) {
  const ChosenPass* pass = request.choice.next();
  if (pass == nullptr) return std::nullopt;
  ShapedKernel result{request.spec, 0};
  KernelSpec& spec = result.spec;
  spec.radices = pass->chosen.radices;
  spec.shape = pass->chosen.shape;
  if (!is_meant(spec, request.work_length, caps) || !fit_block(spec)) return std::nullopt;
  if (const std::optional<Misfit> misfit = misfit_of(spec, caps)) return refuse(request, spec, *misfit, caps);
  if (caps.device_class == DeviceClass::gpu) {
    result.seconds = cooperative_seconds(request, spec, caps);
    return result;
  }
  const Strategy strategy = spec.shape.strategy;
  const double operations = operations_of(spec.radices, rules_of(request, strategy, caps));
  std::optional<ShapedKernel> shaped = shape_vectors(request, caps, strategy, {spec.radices, operations});
  if (shaped) return shaped;
  return refuse(request, spec, {"its data do not fit the local memory", "use butterflies, or more passes"}, caps);
}

}  // namespace

std::optional<ShapedKernel> shape_kernel(const KernelRequest& request, const DeviceCaps& caps, double limit) {
  if (request.choice.made()) return shape_chosen(request, caps);
  if (caps.device_class == DeviceClass::gpu) return shape_cooperative(request, caps, limit);
  return cheapest_vectors(request, caps);
}

}  // namespace papilio::plan
