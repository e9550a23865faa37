// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_sliding.hpp"

#include <algorithm>
#include <array>

#include "plan/gpu_candidates.hpp"
#include "plan/gpu_padding.hpp"
#include "plan/model/lockstep_estimate.hpp"

namespace papilio::plan {
namespace {

constexpr int max_points = 32;    // of a work-item, in all frames together
constexpr int min_threads = 384;  // of the work-groups of a compute unit
constexpr int max_frames = 4;
constexpr int max_taps = 12;  // which registers hold beside the points

/// The stages of a kernel whose work-items have a butterfly of the first one in each frame.
struct SlidingStages {
  std::int64_t length = 0;
  std::array<int, 3> radices = {};  ///< 1: none
  int frames = 0;                   ///< of a work-group
  int registers = 128;              ///< which the points and eight taps need with few spills
};
/// Lengths whose planned radices leave work-items with more numbers, or more stages, than these.
constexpr std::array<SlidingStages, 4> sliding_stages = {
    {{128, {4, 32, 1}, 8, 96}, {256, {8, 32, 1}, 4, 96}, {512, {4, 8, 16}, 4, 64}, {1024, {8, 16, 8}, 4, 96}}};

/// Gives the kernel the stages for its frames. Of planned radices the smallest, of equal ones the largest, leaves room
/// for the most frames.
SlidingStages choose_stages(KernelSpec& spec) {
  const auto* const known = std::ranges::find(sliding_stages, spec.length, &SlidingStages::length);
  if (known != sliding_stages.end()) {
    spec.radices.assign(known->radices.begin(), known->radices.end());
    std::erase(spec.radices, 1);
    return *known;
  }
  const auto frames_of = [](int radix) { return std::min(max_frames, max_points / radix); };
  const auto fewer = [&](int a, int b) { return std::pair(frames_of(a), a) < std::pair(frames_of(b), b); };
  const auto best = std::ranges::max_element(spec.radices, fewer);
  std::rotate(spec.radices.begin(), best, best + 1);
  return {.frames = frames_of(spec.radices.front())};
}

}  // namespace

void share_samples(ShapedKernel& shaped, const KernelRequest& request, const DeviceCaps& caps) {
  KernelSpec spec = shaped.spec;
  if (spec.in.ends.empty() || !spec.in.ends.front().slides || spec.algorithm != Algorithm::stockham) return;
  if (spec.precision != Precision::f32 || spec.in.ends.front().window.taps > max_taps) return;
  if (runs_in_lockstep(caps) || spec.columns() > 1 || spec.shape.cluster > 1) return;
  const SlidingStages stages = choose_stages(spec);
  const int frames = stages.frames;
  const std::int64_t threads = spec.length / spec.radices.front();
  if (frames < 2 || threads < caps.warp || threads > caps.max_threads) return;
  if (request.batch < std::int64_t{frames} * caps.compute_units) return;
  spec.shape.tile = frames;
  spec.shape.threads = static_cast<int>(threads);
  spec.shape.exchange = ExchangeForm::interleaved;
  spec.shape.staged = spec.shape.across = spec.shape.pad_by_stage = false;
  choose_pad(spec, caps);
  const GroupLoad load = group_load(tile_load(spec), spec, caps);
  if (!fits(spec, load, caps) || (caps.holds_addresses && is_tight(spec, caps))) return;
  spec.shape.resident_groups = resident_groups(spec, load, stages.registers, caps);
  if (spec.shape.resident_groups * spec.shape.threads < min_threads) return;
  spec.shape.prefetch_distance = 0;
  shaped.spec = spec;
}

}  // namespace papilio::plan
