// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_sliding.hpp"

#include <algorithm>

#include "plan/gpu_candidates.hpp"
#include "plan/gpu_padding.hpp"
#include "plan/model/lockstep_estimate.hpp"

namespace papilio::plan {
namespace {

constexpr int held_points = 32;      // of a work-item, in all frames together
constexpr int held_registers = 128;  // which these points and eight taps need without spills
constexpr int min_threads = 384;     // of the work-groups of a compute unit
constexpr int max_frames = 4;
constexpr int max_taps = 12;  // which registers hold beside the points

/// Puts the radix first that leaves room for the most frames; of equal ones the largest.
int order_for_frames(std::vector<int>& radices) {
  const auto frames_of = [](int radix) { return std::min(max_frames, held_points / radix); };
  const auto fewer = [&](int a, int b) { return std::pair(frames_of(a), a) < std::pair(frames_of(b), b); };
  const auto best = std::ranges::max_element(radices, fewer);
  const int frames = frames_of(*best);
  std::rotate(radices.begin(), best, best + 1);
  return frames;
}

}  // namespace

void share_samples(ShapedKernel& shaped, const KernelRequest& request, const DeviceCaps& caps) {
  KernelSpec spec = shaped.spec;
  if (spec.in.ends.empty() || !spec.in.ends.front().slides || spec.algorithm != Algorithm::stockham) return;
  if (spec.precision != Precision::f32 || spec.in.ends.front().window.taps > max_taps) return;
  if (runs_in_lockstep(caps) || spec.columns() > 1 || spec.shape.cluster > 1) return;
  const int frames = order_for_frames(spec.radices);
  const std::int64_t threads = spec.length / spec.radices.front();
  if (frames < 2 || threads < caps.warp || threads > caps.max_threads) return;
  if (request.batch < std::int64_t{frames} * caps.compute_units) return;
  spec.shape.tile = frames;
  spec.shape.threads = static_cast<int>(threads);
  spec.shape.exchange = ExchangeForm::interleaved;
  spec.shape.staged = spec.shape.across = spec.shape.pad_by_stage = false;
  choose_pad(spec, caps);
  const GroupLoad load = group_load(tile_load(spec), spec, caps);
  if (!fits(spec, load, caps)) return;
  spec.shape.resident_groups = resident_groups(spec, load, held_registers, caps);
  if (spec.shape.resident_groups * spec.shape.threads < min_threads) return;
  spec.shape.prefetch_distance = 0;
  shaped.spec = spec;
}

}  // namespace papilio::plan
