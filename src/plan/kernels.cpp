// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/kernels.hpp"

#include <algorithm>

#include "core/storage.hpp"
#include "plan/cost.hpp"
#include "plan/gpu_shapes.hpp"

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

/// One transform a tile, vectors along its butterflies.
std::optional<ShapedKernel> shape_butterflies(const KernelRequest& request, const DeviceCaps& caps) {
  if (request.spec.columns() > 1) return std::nullopt;
  const int lanes = lanes_of(request.spec.precision, caps);
  const Factorisation radices = factorise(request.work_length, {lanes, true, largest_butterflies_radix});
  if (radices.radices.size() < 2) return std::nullopt;
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
std::optional<ShapedKernel> shape_columns(const KernelRequest& request, const DeviceCaps& caps) {
  const int lanes = lanes_of(request.spec.precision, caps);
  // Large radices make long code, and a convolution has every stage twice.
  const int max_radix = request.spec.algorithm == Algorithm::stockham ? largest_codelet_prime : 16;
  const Factorisation radices = factorise(request.work_length, {lanes, false, max_radix});
  if (radices.radices.empty()) return std::nullopt;
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

}  // namespace

std::optional<ShapedKernel> shape_kernel(const KernelRequest& request, const DeviceCaps& caps, double limit) {
  if (caps.device_class == DeviceClass::gpu) return shape_cooperative(request, caps, limit);
  std::optional<ShapedKernel> best;
  for (const auto& candidate : {shape_butterflies(request, caps), shape_columns(request, caps)}) {
    if (candidate && (!best || candidate->seconds < best->seconds)) best = candidate;
  }
  return best;
}

}  // namespace papilio::plan
