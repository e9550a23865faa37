// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/draw/draw_problem.hpp"

#include <algorithm>
#include <vector>

#include "core/storage.hpp"
#include "verify/draw/layouts.hpp"

namespace papilio::verify {
namespace {

Kind draw_kind(Choices& choices) {
  if (!choices.one_in(3, "real to real")) return choices.one_of({Kind::c2c, Kind::r2c, Kind::c2r}, "kind");
  return choices.one_of(
      {Kind::dct1, Kind::dct2, Kind::dct3, Kind::dct4, Kind::dst1, Kind::dst2, Kind::dst3, Kind::dst4, Kind::dht},
      "kind");
}

void draw_out_of_place(Choices& choices, Problem& problem) {
  const std::size_t rank = problem.lengths.size();
  const auto draw = [&](const Lengths& lengths, bool shared, std::int64_t& offset) {
    DrawnStrides drawn = shared ? draw_shared_strides(choices, rank) : draw_strides(choices, lengths, problem.batch);
    offset = draw_signs(choices, lengths, problem.batch, rank, drawn);
    return drawn;
  };
  const DrawnStrides in = draw(problem.input_lengths(), choices.one_in(4, "shared input"), problem.in_offset);
  const DrawnStrides out = draw(problem.output_lengths(), false, problem.out_offset);
  problem.in_strides = in.strides;
  problem.in_distance = in.distance;
  problem.out_strides = out.strides;
  problem.out_distance = out.distance;
}

/// Rows of both sides coincide, so the real side has the same row strides in memory as the complex side.
void draw_halves_in_place(Choices& choices, Problem& problem) {
  const bool real_input = problem.real_input();
  const Lengths lengths = real_input ? problem.output_lengths() : problem.input_lengths();
  DrawnStrides half = draw_strides(choices, lengths, problem.batch, 1);
  const std::int64_t offset = draw_signs(choices, lengths, problem.batch, lengths.size() - 1, half);
  Lengths real;
  for (const std::int64_t stride : half.strides) real.push_back(2 * stride);
  real.back() = 1;
  problem.in_strides = real_input ? real : half.strides;
  problem.out_strides = real_input ? half.strides : real;
  problem.in_distance = (real_input ? 2 : 1) * half.distance;
  problem.out_distance = (real_input ? 1 : 2) * half.distance;
  problem.in_offset = (real_input ? 2 : 1) * offset;
  problem.out_offset = (real_input ? 1 : 2) * offset;
}

void draw_layout(Choices& choices, Problem& problem) {
  if (!choices.one_in(2, "strided")) return;
  if (problem.placement == Placement::out_of_place) return draw_out_of_place(choices, problem);
  if (problem.halves()) return draw_halves_in_place(choices, problem);
  DrawnStrides drawn = draw_strides(choices, problem.lengths, problem.batch);
  problem.in_offset = draw_signs(choices, problem.lengths, problem.batch, problem.lengths.size(), drawn);
  problem.out_offset = problem.in_offset;
  problem.in_strides = drawn.strides;
  problem.out_strides = drawn.strides;
  problem.in_distance = drawn.distance;
  problem.out_distance = drawn.distance;
}

void draw_storage(Choices& choices, Problem& problem) {
  if (!choices.one_in(3, "stored otherwise")) return;
  problem.out_storage = choices.one_of({Storage::f16, Storage::bf16, Storage::f32, Storage::f64}, "output storage");
  problem.in_storage = problem.out_storage;
  if (problem.placement == Placement::out_of_place) {
    problem.in_storage = choices.one_of(
        {Storage::f16, Storage::bf16, Storage::f32, Storage::f64, Storage::i8, Storage::u8, Storage::i16, Storage::u16},
        "input storage");
  }
  // f16 ends at 65504, and numbers far below 1 lose digits.
  if (problem.out_storage == Storage::f16) {
    problem.factor = 1;
    problem.scale = is_integer(problem.in_storage) ? Scale::inverse_n : Scale::inverse_sqrt_n;
  }
}

void draw_scratch_storage(Choices& choices, Problem& problem) {
  if (problem.detrend != Detrend::none || !choices.one_in(4, "rounded between passes")) return;
  if (problem.precision == Precision::f64) {
    problem.scratch_storage = Storage::f32;
    return;
  }
  const bool reals = problem.real_input() && problem.real_results() && problem.transformed_axes().size() > 1;
  const bool f16 = choices.one_in(2, "rounded to f16") && !reals;
  problem.scratch_storage = f16 ? Storage::f16 : Storage::bf16;
}

void draw_planes(Choices& choices, Problem& problem) {
  if (!choices.one_in(4, "planar")) return;
  const bool in_place = problem.placement == Placement::in_place;
  if (in_place && problem.kind != Kind::c2c) return;
  if (!problem.real_input()) problem.in_layout = ComplexLayout::planar;
  const bool other = in_place || choices.one_in(2, "planar output");
  if (!problem.real_output() && other) problem.out_layout = ComplexLayout::planar;
}

void draw_offsets(Choices& choices, Problem& problem) {
  if (!choices.one_in(4, "offset")) return;
  const bool in_place = problem.placement == Placement::in_place;
  const std::int64_t in = choices.number(0, 8, "input offset");
  const std::int64_t out = in_place ? in : choices.number(0, 8, "output offset");
  const bool doubled = in_place && problem.halves();
  problem.in_offset += doubled && problem.real_input() ? 2 * in : in;
  problem.out_offset += doubled && problem.real_output() ? 2 * out : out;
}

/// Ranges for some axes of a side.
std::vector<Range> draw_ranges(Choices& choices, const Lengths& lengths, const char* name) {
  if (!choices.one_in(4, name)) return {};
  std::vector<Range> ranges;
  for (const std::int64_t length : lengths) {
    ranges.emplace_back();
    if (length == 1 || choices.one_in(2, "whole axis")) continue;
    const std::int64_t size = draw_magnitude(choices, 1, length - 1, "size of the range");
    const auto begin = choices.one_of<std::int64_t>({length - size, 0, (length - size) / 2}, "begin of the range");
    ranges.back() = {begin, begin + size};
  }
  return ranges;
}

/// Compact sides, with the strides that were drawn for whole ones or packed.
void draw_packing(Choices& choices, Problem& problem) {
  if (!problem.zero.empty() && choices.one_in(2, "compact input")) {
    problem.in_packing = Packing::compact;
    if (choices.one_in(2, "packed compact input")) {
      problem.in_strides.clear();
      problem.in_distance = 0;
    }
  }
  if (!problem.skip.empty() && choices.one_in(2, "compact output")) {
    problem.out_packing = Packing::compact;
    if (choices.one_in(2, "packed compact output")) {
      problem.out_strides.clear();
      problem.out_distance = 0;
    }
  }
}

/// Scales of single axes in place of one of all.
void draw_axis_scales(Choices& choices, Problem& problem) {
  if (problem.scale != Scale::none || !choices.one_in(6, "scales of axes")) return;
  const bool trig = problem.real_input() && problem.real_results();
  problem.axis_scales.assign(problem.lengths.size(), Scale::none);
  for (const int axis : problem.transformed_axes())
    problem.axis_scales[axis] =
        trig ? Scale::inverse_n
             : choices.one_of({Scale::none, Scale::inverse_n, Scale::inverse_sqrt_n}, "scale of an axis");
}

void draw_detrend(Choices& choices, Problem& problem) {
  const std::vector<int> axes = problem.transformed_axes();
  const int axis = axes[choices.number(0, std::ssize(axes) - 1, "axis of the mean")];
  if (problem.kind == Kind::c2r && axis == axes.back()) return;
  if (problem.lengths[axis] - problem.zero_of(axis).size() < 2) return;  // all results would be 0
  problem.detrend = Detrend::mean;
  problem.detrend_axis = axis;
}

/// Means, windows, shifts of some axes, and maps. Axes of odd length are not shifted in place.
void draw_ends(Choices& choices, Problem& problem) {
  const std::vector<int> axes = problem.transformed_axes();
  const bool halves_input = problem.kind == Kind::c2r;
  if (choices.one_in(5, "window")) {
    problem.window.kind = choices.one_of(
        {WindowFunction::hann, WindowFunction::hamming, WindowFunction::blackman, WindowFunction::kaiser},
        "window of a kind");
    problem.window.form = choices.one_of({WindowForm::periodic, WindowForm::symmetric}, "form of the window");
    if (problem.window.kind == WindowFunction::kaiser) problem.window.beta = 8.6;
    problem.window.axis = axes[choices.number(0, std::ssize(axes) - 1, "axis of the window")];
    if (halves_input && problem.window.axis == axes.back()) problem.window = {};
  }
  if (problem.real_input() && problem.real_results()) return;
  if (choices.one_in(6, "mean")) draw_detrend(choices, problem);
  const auto draw = [&](bool halved, const char* name) {
    std::vector<int> shifted;
    if (!choices.one_in(5, name)) return shifted;
    for (const int axis : axes) {
      if (problem.placement == Placement::in_place && problem.lengths[axis] % 2 != 0 && problem.lengths[axis] > 1)
        continue;
      if (!(halved && axis == axes.back()) && choices.one_in(2, "shifted axis")) shifted.push_back(axis);
    }
    return shifted;
  };
  problem.in_shift = draw(halves_input, "input shift");
  problem.out_shift = draw(problem.kind == Kind::r2c, "output shift");
  const bool can_map = !problem.real_results() && problem.placement == Placement::out_of_place &&
                       problem.out_layout == ComplexLayout::interleaved && problem.factor != 0;
  if (!can_map || !choices.one_in(4, "map")) return;
  problem.out_map = choices.one_of({OutputMap::real, OutputMap::imaginary, OutputMap::magnitude, OutputMap::power,
                                    OutputMap::phase, OutputMap::decibel, OutputMap::log},
                                   "map of a kind");
  if (problem.out_map == OutputMap::power && problem.out_storage == Storage::f16)
    problem.out_map = OutputMap::magnitude;
}

}  // namespace

Problem draw_problem(Choices& choices, const DrawLimits& limits) {
  Problem problem;
  problem.kind = draw_kind(choices);
  problem.precision = choices.one_of({Precision::f32, Precision::f64}, "precision");
  const auto rank = static_cast<std::size_t>(choices.number(1, 4, "rank"));
  const std::int64_t least = problem.kind == Kind::dct1 ? 2 : 1;
  std::int64_t room = limits.points;
  problem.lengths.clear();
  for (std::size_t i = 0; i < rank; ++i) {
    problem.lengths.push_back(within_room(draw_length(choices, least, limits.length[rank - 1]), least, room));
  }
  problem.batch = within_room(draw_magnitude(choices, 1, limits.batch, "batch"), 1, room);
  if (problem.kind == Kind::c2r) problem.direction = Direction::inverse;
  if (problem.kind == Kind::c2c) {
    problem.direction = choices.one_of({Direction::forward, Direction::inverse}, "direction");
  }
  problem.placement = choices.one_of({Placement::out_of_place, Placement::in_place}, "placement");
  const bool last_is_halved = problem.halves() && problem.placement == Placement::in_place;
  for (int axis = 0; axis < static_cast<int>(rank); ++axis) {
    const bool needed = last_is_halved && axis + 1 == static_cast<int>(rank);
    if (needed || !choices.one_in(2, "not transformed")) problem.axes.push_back(axis);
  }
  problem.scale = choices.one_of({Scale::none, Scale::inverse_n, Scale::inverse_sqrt_n}, "scale");
  problem.factor = choices.one_of({1.0, -0.3, 1e3, 0.0}, "factor");
  draw_layout(choices, problem);
  draw_storage(choices, problem);
  draw_axis_scales(choices, problem);
  draw_planes(choices, problem);
  draw_offsets(choices, problem);
  problem.zero = draw_ranges(choices, problem.input_lengths(), "zero");
  problem.skip = draw_ranges(choices, problem.output_lengths(), "skip");
  if (problem.placement == Placement::out_of_place) draw_packing(choices, problem);
  draw_ends(choices, problem);
  if (!limits.f64) without_f64(problem);
  draw_scratch_storage(choices, problem);
  return problem;
}

void without_f64(Problem& problem) {
  problem.precision = Precision::f32;
  if (problem.scratch_storage == Storage::f32) problem.scratch_storage = Storage::native;
  for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
    if (*storage == Storage::f64) *storage = Storage::native;
  }
}

}  // namespace papilio::verify
