// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any length as a convolution with a chirp, zero-padded to a convenient length, in one kernel.
// L. I. Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", IEEE Trans. Audio
// Electroacoustics 18 (1970).
#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/gpu_model.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

/// Compares two lengths of the convolution. Where only some fit the local memory in double precision
/// (computed_in_f64()), these come before others that take less time.
bool is_better(const PlanNode& plan, const PlanNode& than) {
  const auto in_f32 = [](const PlanNode& node) { return node.pass->kernel.precision == Precision::f32; };
  return in_f32(plan) != in_f32(than) ? in_f32(than) : plan.seconds < than.seconds;
}

std::optional<PlanNode> best_length(const Batch1d& lines, const DeviceCaps& caps) {
  std::optional<PlanNode> best;
  for (const std::int64_t m : convolution_lengths(lines, caps.device_class)) {
    const double limit = best ? best->seconds : no_limit;
    std::optional<PlanNode> plan = single_kernel_plan(lines, caps, {"bluestein", Algorithm::bluestein, m, limit});
    if (plan && (!best || is_better(*plan, *best))) best = std::move(plan);
  }
  return best;
}

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  // Kernels with the pairs have whole transforms, of real numbers, on GPUs (kernel/pairs/single_numbers.hpp).
  const bool halves = caps.device_class == DeviceClass::gpu && lines.can_halve() && lines.interleaved == 1 &&
                      lines.in.side.form != Form::trig;
  return half_or_whole(lines, halves, [&](const Batch1d& own) { return best_length(own, caps); });
}

/// Bluestein's errors are a tenth larger than Rader's, which is noticeable if transforms are short.
bool errors_matter(const Batch1d& lines, const DeviceCaps& caps) {
  return lines.length <= gpu_model.search.exact_rader && is_prime(lines.length) &&
         codelets_suffice(lines.length - 1, lines.precision, caps);
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  return !is_smooth(lines.length)  // it has a prime factor for which other algorithms are slow or impossible
         && !codelets_suffice(lines.length, lines.precision, caps)  // codelets are faster
         && !errors_matter(lines, caps)                             // Rader's algorithm computes these
         && !codelets_are_better(lines, caps);
}

}  // namespace

Solver bluestein_solver() { return {"bluestein", applicable, make}; }

}  // namespace papilio::plan
