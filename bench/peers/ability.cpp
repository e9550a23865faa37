// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/ability.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ends.hpp"
#include "core/storage.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::bench {
namespace {

std::optional<Embedding> embedding_of(const std::vector<GuruLoop>& axes, std::int64_t GuruLoop::*stride) {
  Embedding result;
  result.stride = axes.back().*stride;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].*stride < 1) return std::nullopt;
    const std::int64_t outer = i == 0 ? axes[0].*stride * axes[0].count : axes[i - 1].*stride;
    if (outer % (axes[i].*stride) != 0) return std::nullopt;
    result.embed.push_back(outer / (axes[i].*stride));
  }
  return result;
}

/// Why a library does not support unusual strides.
std::optional<std::string> stride_obstacle(const Problem& problem, const Abilities& abilities) {
  const bool shared = verify::SideLayout(problem, verify::End::input).has_shared();
  const Loops loops = loops_of(problem);
  const auto backwards = [](const GuruLoop& loop) { return loop.in_stride < 0 || loop.out_stride < 0; };
  const bool negative = std::ranges::any_of(loops.axes, backwards) || std::ranges::any_of(loops.repeats, backwards);
  if (!abilities.any_strides && (shared || negative)) return "no negative strides and no elements that share memory";
  if (shared && problem.kind == Kind::c2r) return "it overwrites the input of a c2r";
  return std::nullopt;
}

std::optional<std::string> storage_obstacle(const Problem& problem, const Abilities& abilities) {
  const bool same = problem.in_storage == problem.out_storage;
  const bool half = is_half(problem.in_storage) && problem.precision == Precision::f32;
  if (same && (problem.in_storage == Storage::native || (half && abilities.half))) return std::nullopt;
  return fmt::format("no {} to {}", to_string(problem.in_storage, problem.precision),
                     to_string(problem.out_storage, problem.precision));
}

}  // namespace

std::optional<std::string> obstacle(const Problem& problem, const Abilities& abilities) {
  if (is_pair(problem.precision) && !(abilities.f64x2 && problem.precision == Precision::f64x2))
    return "no sums of two floats";
  if (has_ends(problem)) return "no windows, shifts, maps or means";
  const bool trig = problem.real_input() && problem.real_output();
  if (trig && !abilities.real_to_real) return "no such real-to-real transform";
  if (problem.in_layout == ComplexLayout::planar || problem.out_layout == ComplexLayout::planar)
    return "no planar arrays";
  if (problem.scale_factor() != 1) return "no factor";
  if (problem.has_contour()) return "no chirp z-transforms";
  if (!problem.zero.empty() || !problem.skip.empty()) return "no pruning";
  if (!abilities.offsets && (problem.in_offset != 0 || problem.out_offset != 0)) return "no offsets";
  if (auto why = stride_obstacle(problem, abilities)) return why;
  return storage_obstacle(problem, abilities);
}

bool is_packed(const Problem& problem) {
  Problem packed = problem;
  packed.axes.clear();
  packed.in_strides.clear();
  packed.out_strides.clear();
  packed.in_distance = 0;
  packed.out_distance = 0;
  return packed.normalised() == problem.normalised();
}

Loops loops_of(const Problem& problem) {
  Loops loops;
  const std::vector<std::int64_t> in = problem.input_strides();
  const std::vector<std::int64_t> out = problem.output_strides();
  const std::vector<int> transformed = problem.transformed_axes();
  std::vector<GuruLoop> repeats = {{problem.batch, problem.in_distance, problem.out_distance}};
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) {
    const bool is_axis = std::find(transformed.begin(), transformed.end(), static_cast<int>(i)) != transformed.end();
    (is_axis ? loops.axes : repeats).push_back({problem.lengths[i], in[i], out[i]});
  }
  for (const GuruLoop& loop : repeats) {
    if (loop.count == 1) continue;
    GuruLoop* const outer = loops.repeats.empty() ? nullptr : &loops.repeats.back();
    if (outer != nullptr && outer->in_stride == loop.count * loop.in_stride &&
        outer->out_stride == loop.count * loop.out_stride) {
      *outer = {outer->count * loop.count, loop.in_stride, loop.out_stride};
    } else {
      loops.repeats.push_back(loop);
    }
  }
  return loops;
}

std::optional<Embeddings> embeddings_of(const Problem& problem) {
  const Loops loops = loops_of(problem);
  if (loops.repeats.size() > 1) return std::nullopt;
  const std::optional<Embedding> in = embedding_of(loops.axes, &GuruLoop::in_stride);
  const std::optional<Embedding> out = embedding_of(loops.axes, &GuruLoop::out_stride);
  if (!in || !out) return std::nullopt;
  Embeddings result{*in, *out, 1};
  if (!loops.repeats.empty()) {
    result.repeats = loops.repeats[0].count;
    result.in.distance = loops.repeats[0].in_stride;
    result.out.distance = loops.repeats[0].out_stride;
  }
  return result;
}

}  // namespace papilio::bench
