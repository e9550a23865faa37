// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio_problem: from C, to C, and the functions that need no plan.
#include <fmt/format.h>
#include <papilio/papilio.h>

#include <algorithm>
#include <cmath>

#include "api/c/c_support.hpp"
#include "core/ends.hpp"

namespace papilio::api {
namespace {

// enumerator() and to_c() rely on equal numbers on both sides.
static_assert(static_cast<int>(Kind::c2c) == PAPILIO_C2C && static_cast<int>(Kind::dht) == PAPILIO_DHT);
static_assert(static_cast<int>(Precision::f32) == PAPILIO_F32 && static_cast<int>(Precision::f64) == PAPILIO_F64);
static_assert(static_cast<int>(Precision::f32x2) == PAPILIO_F32X2);
static_assert(static_cast<int>(Precision::f64x2) == PAPILIO_F64X2);
static_assert(static_cast<int>(Direction::forward) == PAPILIO_FORWARD);
static_assert(static_cast<int>(Direction::inverse) == PAPILIO_INVERSE);
static_assert(static_cast<int>(Placement::out_of_place) == PAPILIO_OUT_OF_PLACE);
static_assert(static_cast<int>(Placement::in_place) == PAPILIO_IN_PLACE);
static_assert(static_cast<int>(Scale::none) == PAPILIO_SCALE_NONE);
static_assert(static_cast<int>(Scale::inverse_n) == PAPILIO_SCALE_INVERSE_N);
static_assert(static_cast<int>(Scale::inverse_sqrt_n) == PAPILIO_SCALE_INVERSE_SQRT_N);
static_assert(static_cast<int>(Storage::native) == PAPILIO_STORE_NATIVE);
static_assert(static_cast<int>(Storage::u16) == PAPILIO_STORE_U16);
static_assert(static_cast<int>(ComplexLayout::planar) == PAPILIO_PLANAR);
static_assert(static_cast<int>(Packing::compact) == PAPILIO_COMPACT);
static_assert(static_cast<int>(WindowFunction::kaiser) == PAPILIO_WINDOW_KAISER);
static_assert(static_cast<int>(OutputMap::log) == PAPILIO_MAP_LOG);
static_assert(static_cast<int>(Detrend::mean) == PAPILIO_DETREND_MEAN);
static_assert(static_cast<int>(WindowForm::symmetric) == PAPILIO_WINDOW_SYMMETRIC);
static_assert(static_cast<int>(Norm::backward) + 1 == PAPILIO_NORM_BACKWARD);
static_assert(static_cast<int>(Norm::ortho) + 1 == PAPILIO_NORM_ORTHO);
static_assert(static_cast<int>(Norm::forward) + 1 == PAPILIO_NORM_FORWARD);

/// None where all are 0.
std::vector<std::int64_t> strides_from_c(const int64_t* strides, int rank) {
  std::vector<std::int64_t> values(strides, strides + rank);
  if (std::all_of(values.begin(), values.end(), [](std::int64_t stride) { return stride == 0; })) values.clear();
  return values;
}

std::vector<Range> ranges_from_c(const papilio_range* ranges, int rank) {
  std::vector<Range> values(static_cast<std::size_t>(rank));
  std::transform(ranges, ranges + rank, values.begin(), [](const papilio_range& r) { return Range{r.begin, r.end}; });
  if (std::all_of(values.begin(), values.end(), [](const Range& range) { return range == Range{}; })) values.clear();
  return values;
}

/// The ranges of both sides, and whether these are compact.
void ranges_to_c(const Problem& problem, papilio_problem& result) {
  const auto range = [](const Range& from) { return papilio_range{from.begin, from.end}; };
  std::ranges::transform(problem.zero, result.zero_ranges, range);
  std::ranges::transform(problem.skip, result.skip_ranges, range);
  result.in_packing = static_cast<papilio_packing>(problem.in_packing);
  result.out_packing = static_cast<papilio_packing>(problem.out_packing);
}

/// Shortens a side of the problem by `change`.
void shorten(papilio_problem* problem, const int64_t* counts, const char* function,
             void (Problem::*change)(const std::vector<std::int64_t>&)) {
  require_not_null(problem, function, "problem");
  require_not_null(counts, function, "counts");
  Problem value = from_c(*problem);
  (value.*change)({counts, counts + problem->rank});
  ranges_to_c(value, *problem);
  problem->in_distance = value.in_distance;
  problem->out_distance = value.out_distance;
  const auto strides = [](const std::vector<std::int64_t>& from, int64_t* to) {
    std::fill_n(to, PAPILIO_MAX_RANK, 0);
    std::ranges::copy(from, to);
  };
  strides(value.in_strides, problem->in_strides);
  strides(value.out_strides, problem->out_strides);
}

InputWindow window_from_c(const papilio_window& window) {
  InputWindow value;
  value.kind = enumerator<WindowFunction>(window.kind, 5, "papilio_window.kind", "papilio_window_kind");
  value.form = enumerator<WindowForm>(window.form, 2, "papilio_window.form", "papilio_window_form");
  value.beta = window.beta;
  value.axis = window.other_axis - 1;
  return value;
}

/// Axes whose entry is not 0.
std::vector<int> marked_axes(const int* marks, int rank) {
  std::vector<int> axes;
  for (int axis = 0; axis < rank; ++axis) {
    if (marks[axis] != 0) axes.push_back(axis);
  }
  return axes;
}

void ends_to_c(const Problem& problem, papilio_problem& result) {
  const InputWindow& window = problem.window;
  result.window = {static_cast<papilio_window_kind>(window.kind), static_cast<papilio_window_form>(window.form),
                   window.beta, window.axis + 1};
  result.out_map = static_cast<papilio_output_map>(problem.out_map);
  result.detrend = static_cast<papilio_detrend>(problem.detrend);
  result.detrend_other_axis = problem.detrend_axis + 1;
  for (const int axis : problem.in_shift) result.in_shift[axis] = 1;
  for (const int axis : problem.out_shift) result.out_shift[axis] = 1;
}

/// None where all are 0.
std::vector<Scale> axis_scales_from_c(const papilio_problem& problem) {
  std::vector<Scale> scales;
  for (int axis = 0; axis < problem.rank; ++axis)
    scales.push_back(enumerator<Scale>(problem.axis_scales[axis], 3, "papilio_problem.axis_scales", "papilio_scale"));
  if (std::ranges::all_of(scales, [](Scale scale) { return scale == Scale::none; })) scales.clear();
  return scales;
}

Scale scale_from_c(const papilio_problem& problem, Direction direction) {
  const auto scale = enumerator<Scale>(problem.scale, 3, "papilio_problem.scale", "papilio_scale");
  const Norm norm = norm_from_c(problem.norm, "papilio_problem.norm");
  if (problem.norm == PAPILIO_NORM_DEFAULT) return scale;
  if (scale == Scale::none) return scale_of(norm, direction);
  throw Error::invalid_argument("papilio_problem.norm", "the problem has a scale as well", "leave one of them at 0");
}

/// The problem as a normalised C++ value, after checking that the struct is one of this version.
Problem valid_problem(const papilio_problem* problem, const char* function) {
  require_not_null(problem, function, "problem");
  const Problem value = from_c(*problem);
  value.validate();
  return value.normalised();
}

}  // namespace

Norm norm_from_c(papilio_norm norm, const char* field) {
  const int number = enumerator<int>(norm, 4, field, "papilio_norm");
  return number == PAPILIO_NORM_DEFAULT ? Norm::backward : static_cast<Norm>(number - 1);
}

Problem from_c(const papilio_problem& problem) {
  require_size(problem.struct_size, sizeof(problem), "papilio_problem");
  Problem result;
  result.axes = axes_from_c(problem.rank, problem.skipped, "papilio_problem");
  if (static_cast<int>(result.axes.size()) == problem.rank) result.axes.clear();
  result.kind = enumerator<Kind>(problem.kind, 12, "papilio_problem.kind", "papilio_kind");
  result.precision = enumerator<Precision>(problem.precision, 4, "papilio_problem.precision", "papilio_precision");
  result.lengths.assign(problem.lengths, problem.lengths + problem.rank);
  if (problem.batch != 0) result.batch = problem.batch;
  result.in_distance = problem.in_distance;
  result.out_distance = problem.out_distance;
  result.in_strides = strides_from_c(problem.in_strides, problem.rank);
  result.out_strides = strides_from_c(problem.out_strides, problem.rank);
  result.direction = enumerator<Direction>(problem.direction, 2, "papilio_problem.direction", "papilio_direction");
  result.placement = enumerator<Placement>(problem.placement, 2, "papilio_problem.placement", "papilio_placement");
  result.scale = scale_from_c(problem, result.direction);
  if (problem.factor != 0) result.factor = problem.factor;
  if (problem.factor == 0 && std::signbit(problem.factor)) result.factor = 0;
  result.in_storage = enumerator<Storage>(problem.in_storage, 9, "papilio_problem.in_storage", "papilio_storage");
  result.out_storage = enumerator<Storage>(problem.out_storage, 9, "papilio_problem.out_storage", "papilio_storage");
  result.scratch_storage =
      enumerator<Storage>(problem.scratch_storage, 9, "papilio_problem.scratch_storage", "papilio_storage");
  result.in_layout =
      enumerator<ComplexLayout>(problem.in_layout, 2, "papilio_problem.in_layout", "papilio_complex_layout");
  result.out_layout =
      enumerator<ComplexLayout>(problem.out_layout, 2, "papilio_problem.out_layout", "papilio_complex_layout");
  result.in_offset = problem.in_offset;
  result.out_offset = problem.out_offset;
  result.in_packing = enumerator<Packing>(problem.in_packing, 2, "papilio_problem.in_packing", "papilio_packing");
  result.out_packing = enumerator<Packing>(problem.out_packing, 2, "papilio_problem.out_packing", "papilio_packing");
  result.zero = ranges_from_c(problem.zero_ranges, problem.rank);
  result.skip = ranges_from_c(problem.skip_ranges, problem.rank);
  result.window = window_from_c(problem.window);
  result.in_shift = marked_axes(problem.in_shift, problem.rank);
  result.out_shift = marked_axes(problem.out_shift, problem.rank);
  result.out_map = enumerator<OutputMap>(problem.out_map, 8, "papilio_problem.out_map", "papilio_output_map");
  result.axis_scales = axis_scales_from_c(problem);
  result.detrend = enumerator<Detrend>(problem.detrend, 2, "papilio_problem.detrend", "papilio_detrend");
  result.detrend_axis = problem.detrend_other_axis - 1;
  return result;
}

papilio_problem to_c(const Problem& problem) {
  require_rank(problem.lengths.size(), problem.token(), "papilio_problem");
  if (problem.has_contour()) {
    throw Error::unsupported(problem.token(), "papilio_problem has no chirp z-transforms",
                             "make the plan of the token: papilio_plan_create_from_token()");
  }
  if (folds(problem.window)) {
    throw Error::unsupported(problem.token(), "papilio_window has no taps and phases",
                             "make the plan of the token: papilio_plan_create_from_token()");
  }
  papilio_problem result = papilio_problem_init();
  result.kind = static_cast<papilio_kind>(problem.kind);
  result.precision = static_cast<papilio_precision>(problem.precision);
  result.rank = static_cast<int>(problem.lengths.size());
  std::ranges::copy(problem.lengths, result.lengths);
  skip_others(problem.transformed_axes(), result.rank, result.skipped);
  result.batch = problem.batch;
  result.in_distance = problem.in_distance;
  result.out_distance = problem.out_distance;
  std::ranges::copy(problem.input_strides(), result.in_strides);
  std::ranges::copy(problem.output_strides(), result.out_strides);
  ranges_to_c(problem, result);
  ends_to_c(problem, result);
  result.factor = problem.factor == 0 ? -0.0 : problem.factor;  // a plain 0 means 1
  result.direction = static_cast<papilio_direction>(problem.direction);
  result.placement = static_cast<papilio_placement>(problem.placement);
  result.scale = static_cast<papilio_scale>(problem.scale);
  std::ranges::transform(problem.axis_scales, result.axis_scales,
                         [](Scale scale) { return static_cast<papilio_scale>(scale); });
  result.in_storage = static_cast<papilio_storage>(problem.in_storage);
  result.out_storage = static_cast<papilio_storage>(problem.out_storage);
  result.scratch_storage = static_cast<papilio_storage>(problem.scratch_storage);
  result.in_layout = static_cast<papilio_complex_layout>(problem.in_layout);
  result.out_layout = static_cast<papilio_complex_layout>(problem.out_layout);
  result.in_offset = problem.in_offset;
  result.out_offset = problem.out_offset;
  return result;
}

ByteCounts bytes_of(const Problem& problem) {
  const std::int64_t in = problem.input_elements() * problem.input_element_bytes();
  const std::int64_t out = problem.output_elements() * problem.output_element_bytes();
  const bool in_place = problem.placement == Placement::in_place;
  return {static_cast<std::size_t>(in_place ? std::max(in, out) : in),
          static_cast<std::size_t>(in_place ? std::max(in, out) : out)};
}

}  // namespace papilio::api

using papilio::Problem;
using papilio::api::guarded;
using papilio::api::to_c;
using papilio::api::valid_problem;

papilio_status papilio_problem_parse(const char* token, papilio_problem* problem) {
  const char* const function = __func__;
  return guarded(function, {{token, "token"}}, [&] {
    papilio::api::require_struct(problem, function, "problem", "papilio_problem");
    *problem = to_c(Problem::parse(token));
  });
}

papilio_status papilio_problem_to_token(const papilio_problem* problem, char* token, size_t capacity, size_t* length) {
  return guarded([&] {
    const Problem value = valid_problem(problem, "papilio_problem_to_token");
    papilio::api::give_text(value.token(), {token, capacity, length}, "papilio_problem_to_token");
  });
}

papilio_status papilio_problem_normalise(papilio_problem* problem) {
  return guarded([&] { *problem = to_c(valid_problem(problem, "papilio_problem_normalise")); });
}

papilio_status papilio_problem_keep_modes(papilio_problem* problem, const int64_t* modes) {
  return guarded([&] { papilio::api::shorten(problem, modes, "papilio_problem_keep_modes", &Problem::keep_modes); });
}

papilio_status papilio_problem_pad_input(papilio_problem* problem, const int64_t* counts) {
  return guarded([&] { papilio::api::shorten(problem, counts, "papilio_problem_pad_input", &Problem::pad_input); });
}

papilio_status papilio_problem_crop_output(papilio_problem* problem, const int64_t* counts) {
  return guarded([&] { papilio::api::shorten(problem, counts, "papilio_problem_crop_output", &Problem::crop_output); });
}

papilio_status papilio_problem_get_elements(const papilio_problem* problem, int64_t* input, int64_t* output) {
  return guarded([&] {
    const Problem value = valid_problem(problem, "papilio_problem_get_elements");
    if (input != nullptr) *input = value.input_elements();
    if (output != nullptr) *output = value.output_elements();
  });
}

papilio_status papilio_problem_get_bytes(const papilio_problem* problem, size_t* input, size_t* output) {
  return guarded([&] {
    const papilio::api::ByteCounts bytes = papilio::api::bytes_of(valid_problem(problem, "papilio_problem_get_bytes"));
    if (input != nullptr) *input = bytes.input;
    if (output != nullptr) *output = bytes.output;
  });
}

papilio_status papilio_problem_estimate(const papilio_problem* problem, const papilio_device* device,
                                        papilio_estimate* estimate) {
  const char* const function = __func__;
  return guarded(function, {{device, "device"}}, [&] {
    papilio::api::require_struct(estimate, function, "estimate", "papilio_estimate");
    *estimate = to_c(papilio::estimate(valid_problem(problem, function), device->value));
  });
}
