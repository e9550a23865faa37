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

constexpr int max_points = 32;      // of a work-item, in all frames together
constexpr int point_registers = 4;  // for each point, which these and eight taps need with few spills
constexpr int min_threads = 384;    // of the work-groups of a compute unit
constexpr int max_frames = 4;
constexpr int max_taps = 12;  // which registers hold beside the points

int frames_of(int radix) { return std::min(max_frames, max_points / radix); }

/// Lengths whose planned radices leave work-items with more numbers, or more stages, than these.
struct SlidingRadices {
  std::int64_t length;
  std::array<int, 3> radices;  ///< 1: none
};
constexpr std::array<SlidingRadices, 3> sliding_radices = {{{256, {8, 32, 1}}, {512, {4, 8, 16}}, {1024, {4, 16, 16}}}};

/// The stages of a kernel whose work-items have a butterfly of the first one in each frame: the smallest radix, of
/// equal ones the largest, leaves room for the most frames.
std::vector<int> radices_for_frames(const KernelSpec& spec) {
  const auto* const known = std::ranges::find(sliding_radices, spec.length, &SlidingRadices::length);
  if (known != sliding_radices.end()) {
    std::vector<int> radices(known->radices.begin(), known->radices.end());
    std::erase(radices, 1);
    return radices;
  }
  std::vector<int> radices = spec.radices;
  const auto fewer = [](int a, int b) { return std::pair(frames_of(a), a) < std::pair(frames_of(b), b); };
  const auto best = std::ranges::max_element(radices, fewer);
  std::rotate(radices.begin(), best, best + 1);
  return radices;
}

}  // namespace

void share_samples(ShapedKernel& shaped, const KernelRequest& request, const DeviceCaps& caps) {
  KernelSpec spec = shaped.spec;
  if (spec.in.ends.empty() || !spec.in.ends.front().slides || spec.algorithm != Algorithm::stockham) return;
  if (spec.precision != Precision::f32 || spec.in.ends.front().window.taps > max_taps) return;
  if (runs_in_lockstep(caps) || spec.columns() > 1 || spec.shape.cluster > 1) return;
  spec.radices = radices_for_frames(spec);
  const int frames = frames_of(spec.radices.front());
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
  spec.shape.resident_groups = resident_groups(spec, load, point_registers * frames * spec.radices.front(), caps);
  if (spec.shape.resident_groups * spec.shape.threads < min_threads) return;
  spec.shape.prefetch_distance = 0;
  shaped.spec = spec;
}

}  // namespace papilio::plan
