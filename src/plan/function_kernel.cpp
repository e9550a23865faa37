// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/function_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <papilio/error.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/multiplier.hpp"
#include "core/number_theory.hpp"
#include "core/pair_rules.hpp"
#include "plan/array_lines.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/model/codelets.hpp"
#include "plan/shape_rules.hpp"
#include "plan/solvers/convolution_length.hpp"

namespace papilio::plan {
namespace {

/// Work-groups of the launch for which shapes are compared: enough to fill any GPU.
constexpr std::int64_t usual_groups = 1 << 16;

Problem plain(const Problem& problem) {
  Problem own = problem.halves() ? Problem::r2c(problem.precision, problem.lengths, problem.batch)
                                 : Problem::c2c(problem.precision, problem.lengths, problem.batch, problem.direction);
  if (problem.kind == Kind::c2r) own = Problem::c2r(problem.precision, problem.lengths, problem.batch);
  own.scale = problem.scale;
  own.factor = problem.factor;
  return own.normalised();
}

void require_plain(const Problem& problem) {
  const std::string what = problem.token() + " as a device function";
  require_floats(problem.precision, what, "device functions");
  if (problem.kind != Kind::c2c && !problem.halves())
    throw Error::unsupported(what, "functions are c2c, r2c or c2r", "use one of those, or a Plan");
  if (problem.lengths.size() != 1) {
    throw Error::unsupported(what, "a function transforms along one axis",
                             "call one function for each axis, or use a Plan");
  }
  if (problem.normalised() != plain(problem)) {
    throw Error::unsupported(what, "a function has registers, so it has no strides, storage types, windows or ranges",
                             "leave them out of the token: the calling kernel's loads and stores do that work");
  }
}

/// The transforms of a launch, without a choice of shapes.
Batch1d lines_of_function(const Problem& problem) {
  const std::int64_t n = problem.lengths.front();
  Batch1d lines = lines_of(problem, input_array(problem), output_array(problem), {{{0, n}, {}}}, std::vector{0UL});
  lines.scale = multiplier_of(problem);
  lines.batch = problem.batch * usual_groups;
  return lines;
}

/// An algorithm that serves the length.
struct FunctionAlgorithm {
  Algorithm algorithm = Algorithm::stockham;
  std::int64_t work_length = 1;
  bool halved = false;
};

/// Stages first: others are for lengths that have none, or none that a device with few registers holds.
std::vector<FunctionAlgorithm> algorithms_of(const Batch1d& lines, const DeviceCaps& caps) {
  const auto has_stages = [&](std::int64_t n) {
    const std::vector<std::int64_t> primes = prime_factors(n);
    return primes.empty() || primes.back() <= largest_prime_of(Strategy::cooperative, caps);
  };
  std::vector<FunctionAlgorithm> all;
  if (lines.can_halve() && has_stages(lines.length / 2)) all.push_back({Algorithm::stockham, lines.length / 2, true});
  if (has_stages(lines.length)) all.push_back({Algorithm::stockham, lines.length});
  if (is_prime(lines.length) && has_stages(lines.length - 1)) all.push_back({Algorithm::rader, lines.length - 1});
  for (const std::int64_t m : convolution_lengths(lines, DeviceClass::gpu)) all.push_back({Algorithm::bluestein, m});
  return all;
}

KernelRequest request_for(const Batch1d& whole, const FunctionAlgorithm& algorithm) {
  const Batch1d lines = algorithm.halved ? whole.halved() : whole;
  KernelRequest request;
  request.spec = make_pass(lines.spec(), lines, lines.in, lines.out).kernel;
  request.spec.algorithm = algorithm.algorithm;
  request.work_length = algorithm.work_length;
  request.batch = lines.batch;
  return request;
}

/// The shapes of one work-group: the planner's own first, if it has the tile that is wanted.
std::vector<ShapedKernel> shapes_for(const KernelRequest& request, const DeviceCaps& caps, std::int64_t tile) {
  std::vector<ShapedKernel> shapes = gpu_shapes(request, caps);
  const std::optional<ShapedKernel> own = shape_cooperative(request, caps, no_limit);
  if (own && own->spec.shape.tile == tile && own->spec.shape.cluster == 1)
    shapes.insert(shapes.begin(), {own->spec, 0});
  for (ShapedKernel& shaped : shapes) {
    // Staging is for memory. Rader's algorithm permutes elements, which the exchange puts in order.
    shaped.spec.shape.staged = shaped.spec.algorithm == Algorithm::rader;
    shaped.spec.shape.prefetch_distance = 0;
  }
  return shapes;
}

/// The other direction's problem; c2c: that of the forward transform.
Problem reference(const Problem& problem) {
  Problem own = problem;
  if (problem.halves()) own = Problem::r2c(problem.precision, problem.lengths, problem.batch).normalised();
  own.direction = Direction::forward;
  return own;
}

}  // namespace

KernelSpec function_kernel(const Problem& problem, const DeviceCaps& caps) {
  require_plain(problem);
  const Problem own = plain(problem);
  const Problem forward = reference(own);
  std::optional<ShapedKernel> best;
  FunctionAlgorithm chosen;
  std::set<int> tiles;
  const Batch1d lines = lines_of_function(forward);
  for (const FunctionAlgorithm& algorithm : algorithms_of(lines, caps)) {
    for (ShapedKernel& shaped : shapes_for(request_for(lines, algorithm), caps, own.batch)) {
      const Shape& shape = shaped.spec.shape;
      if (shape.cluster > 1 || misfit_of(shaped.spec, caps)) continue;
      tiles.insert(shape.tile);
      if (shape.tile != own.batch || (best && best->seconds <= shaped.seconds)) continue;
      best = std::move(shaped);
      chosen = algorithm;
    }
    if (algorithm.algorithm == Algorithm::stockham && !tiles.empty()) break;
  }
  const std::string what = fmt::format("{} as a device function of {}", problem.token(), caps.name);
  if (tiles.empty()) {
    throw Error::unsupported(
        what,
        fmt::format("{} points do not fit a work-group of {} work-items with {} registers each and "
                    "{} bytes of local memory",
                    own.lengths.front(), caps.max_threads, caps.registers, caps.local_memory),
        "use a shorter length, or a Plan");
  }
  if (!best) {
    throw Error::unsupported(what, fmt::format("a work-group cannot have {} of these transforms", own.batch),
                             fmt::format("use a batch of {}", fmt::join(tiles, ", ")));
  }
  const bool backwards = own.kind == Kind::c2r || own.direction == Direction::inverse;
  KernelSpec spec = request_for(lines_of_function(own), chosen).spec;
  spec.radices = best->spec.radices;
  spec.shape = best->spec.shape;
  if (backwards && spec.algorithm == Algorithm::stockham) std::ranges::reverse(spec.radices);
  return spec;
}

}  // namespace papilio::plan
