// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/function_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <papilio/error.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/multiplier.hpp"
#include "core/number_theory.hpp"
#include "core/pair_rules.hpp"
#include "plan/array_lines.hpp"
#include "plan/gpu_padding.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/model/codelets.hpp"
#include "plan/shape_rules.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/tuned/tuned_shapes.hpp"

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

/// The other direction's problem; c2c: that of the forward transform.
Problem reference(const Problem& problem) {
  Problem own = problem;
  if (problem.halves()) own = Problem::r2c(problem.precision, problem.lengths, problem.batch).normalised();
  own.direction = Direction::forward;
  return own;
}

/// A forward function's kernel.
struct FunctionKernel {
  FunctionAlgorithm algorithm;
  ShapedKernel shaped;
};

/// Staging is for memory. Rader's algorithm permutes elements, which the exchange puts in order.
bool is_staged(Algorithm algorithm) { return algorithm == Algorithm::rader; }

/// Gives a shape what measured functions have in common, in which two transforms and the user's work share the
/// registers and the L1 cache (tuned/h200_functions.txt): products of twiddles, 1.09 times as fast as reading them in
/// the mean of 224 pairs of shapes, and large radices first.
void suit_functions(KernelSpec& spec) {
  constexpr std::int64_t min_products = 64;
  spec.shape.staged = is_staged(spec.algorithm);
  spec.shape.prefetch_distance = 0;
  spec.shape.across = false;
  if (spec.algorithm != Algorithm::stockham) return;
  std::ranges::sort(spec.radices, std::greater());
  if (spec.work_length() >= min_products && spec.shape.twiddles == Twiddles::read)
    spec.shape.twiddles = Twiddles::products;
}

/// The shapes of one work-group: the planner's own first, if it has the tile that is wanted.
std::vector<ShapedKernel> shapes_for(const KernelRequest& request, const DeviceCaps& caps, std::int64_t tile) {
  std::vector<ShapedKernel> shapes = gpu_shapes(request, caps);
  const std::optional<ShapedKernel> own = shape_cooperative(request, caps, no_limit);
  if (own && own->spec.shape.tile == tile && own->spec.shape.cluster == 1)
    shapes.insert(shapes.begin(), {own->spec, 0});
  for (ShapedKernel& shaped : shapes) suit_functions(shaped.spec);
  return shapes;
}

/// The cheapest kernel whose tile is the batch.
FunctionKernel searched(const Problem& forward, const std::string& what, const DeviceCaps& caps) {
  std::optional<FunctionKernel> best;
  std::set<int> tiles;
  const Batch1d lines = lines_of_function(forward);
  for (const FunctionAlgorithm& algorithm : algorithms_of(lines, caps)) {
    for (ShapedKernel& shaped : shapes_for(request_for(lines, algorithm), caps, forward.batch)) {
      const Shape& shape = shaped.spec.shape;
      if (shape.cluster > 1 || misfit_of(shaped.spec, caps)) continue;
      tiles.insert(shape.tile);
      if (shape.tile != forward.batch || (best && best->shaped.seconds <= shaped.seconds)) continue;
      best = {algorithm, std::move(shaped)};
    }
    if (algorithm.algorithm == Algorithm::stockham && !tiles.empty()) break;
  }
  if (tiles.empty()) {
    throw Error::unsupported(
        what,
        fmt::format("{} points do not fit a work-group of {} work-items with {} registers each and "
                    "{} bytes of local memory",
                    forward.lengths.front(), caps.max_threads, caps.registers, caps.local_memory),
        "use a shorter length, or a Plan");
  }
  if (!best) {
    throw Error::unsupported(what, fmt::format("a work-group cannot have {} of these transforms", forward.batch),
                             fmt::format("use a batch of {}", fmt::join(tiles, ", ")));
  }
  if (best->algorithm.algorithm == Algorithm::stockham) choose_pad(best->shaped.spec, caps);
  return *best;
}

/// The kernel of a shape, by the first algorithm that has its radices.
std::optional<FunctionKernel> shaped_as(const ChosenShape& chosen, const Problem& forward, const DeviceCaps& caps,
                                        std::optional<Refusal>& refusal) {
  const Batch1d lines = lines_of_function(forward);
  for (const FunctionAlgorithm& algorithm : algorithms_of(lines, caps)) {
    ChosenPass pass{chosen};
    pass.chosen.shape.staged = is_staged(algorithm.algorithm);
    pass.chosen.shape.prefetch_distance = 0;
    KernelRequest request = request_for(lines, algorithm);
    request.choice = Choice({&pass, 1}, refusal);
    if (const auto shaped = shape_kernel(request, caps)) return FunctionKernel{algorithm, *shaped};
  }
  return std::nullopt;
}

/// The kernel of the shape that the caller chose.
FunctionKernel chosen_by_caller(const Problem& forward, const std::string& what, const DeviceCaps& caps,
                                const ChosenShape& chosen) {
  if (chosen.shape.tile != forward.batch) {
    throw Error::unsupported(
        what, fmt::format("its shape has {} transforms, and its batch is {}", chosen.shape.tile, forward.batch),
        fmt::format("write tile={} in the shape, or *{} behind the length", forward.batch, chosen.shape.tile));
  }
  if (chosen.shape.cluster > 1)
    throw Error::unsupported(what, "a function is that of one work-group", "leave out cluster");
  std::optional<Refusal> refusal;
  if (const auto kernel = shaped_as(chosen, forward, caps, refusal)) return *kernel;
  if (refusal) throw Error::unsupported(what, refusal->what + ": " + refusal->why, refusal->remedy);
  std::set<std::int64_t> lengths;
  for (const FunctionAlgorithm& algorithm : algorithms_of(lines_of_function(forward), caps))
    lengths.insert(algorithm.work_length);
  throw Error::unsupported(what,
                           fmt::format("the radices {} are of no algorithm for it", fmt::join(chosen.radices, "x")),
                           fmt::format("give radices whose product is {}", fmt::join(lengths, ", ")));
}

/// A measured shape, else the cheapest one.
FunctionKernel best_kernel(const Problem& forward, const std::string& what, const DeviceCaps& caps) {
  std::optional<Refusal> refusal;
  if (const auto measured = tuned_function(lines_of_function(forward).spec(), forward.batch, caps)) {
    if (const auto kernel = shaped_as(*measured, forward, caps, refusal)) return *kernel;
  }
  return searched(forward, what, caps);
}

}  // namespace

bool reverses_radices(const KernelSpec& spec, const Problem& problem) {
  const bool backwards = problem.kind == Kind::c2r || problem.direction == Direction::inverse;
  return backwards && spec.algorithm == Algorithm::stockham;
}

KernelSpec function_kernel(const Problem& problem, const DeviceCaps& caps, const std::optional<ChosenShape>& chosen) {
  require_plain(problem);
  const Problem own = plain(problem);
  const std::string what = fmt::format("{} as a device function of {}", problem.token(), caps.name);
  const Problem forward = reference(own);
  const FunctionKernel kernel =
      chosen ? chosen_by_caller(forward, what, caps, *chosen) : best_kernel(forward, what, caps);
  KernelSpec spec = request_for(lines_of_function(own), kernel.algorithm).spec;
  spec.radices = kernel.shaped.spec.radices;
  spec.shape = kernel.shaped.spec.shape;
  if (reverses_radices(spec, own)) std::ranges::reverse(spec.radices);
  return spec;
}

}  // namespace papilio::plan
