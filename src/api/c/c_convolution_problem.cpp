// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio_convolution_problem: from C, to C, and the functions that need no convolution.
#include <fmt/format.h>

#include <algorithm>

#include "api/c/c_convolution.hpp"
#include "core/convolution_layout.hpp"

namespace papilio::api {
namespace {

// enumerator() and to_c() rely on equal numbers on both sides.
static_assert(static_cast<int>(Operation::correlate) == PAPILIO_CORRELATE);
static_assert(static_cast<int>(Field::complex) == PAPILIO_COMPLEX);
static_assert(static_cast<int>(ConvolutionMode::same) == PAPILIO_SAME);
static_assert(static_cast<int>(ConvolutionMode::circular) == PAPILIO_CIRCULAR);

constexpr int storages = PAPILIO_STORE_I16 + 1;

ArrayLayout layout_from_c(const papilio_array_layout& layout, int dimensions, const char* field) {
  ArrayLayout result;
  const bool given =
      std::any_of(layout.strides, layout.strides + dimensions, [](int64_t stride) { return stride != 0; });
  if (given) result.strides.assign(layout.strides, layout.strides + dimensions);
  result.distance = layout.distance;
  result.offset = layout.offset;
  result.layout = enumerator<ComplexLayout>(layout.layout, 2, field, "papilio_complex_layout");
  return result;
}

/// With strides and distance filled in.
papilio_array_layout layout_to_c(const ArraySide& side) {
  papilio_array_layout result = {};
  if (const auto strides = side.all_strides()) std::ranges::copy(*strides, result.strides);
  result.distance = side.own_distance().value_or(0);
  result.offset = side.offset;
  result.layout = static_cast<papilio_complex_layout>(side.layout);
  return result;
}

void set_enumerations(ConvolutionProblem& result, const papilio_convolution_problem& problem) {
  result.operation =
      enumerator<Operation>(problem.operation, 2, "papilio_convolution_problem.operation", "papilio_operation");
  result.precision = precision_of_floats(problem.precision, "papilio_convolution_problem.precision", "convolutions");
  result.field = enumerator<Field>(problem.field, 2, "papilio_convolution_problem.field", "papilio_field");
  result.mode =
      enumerator<ConvolutionMode>(problem.mode, 4, "papilio_convolution_problem.mode", "papilio_convolution_mode");
  result.placement =
      enumerator<Placement>(problem.placement, 2, "papilio_convolution_problem.placement", "papilio_placement");
  result.in_storage =
      enumerator<Storage>(problem.in_storage, storages, "papilio_convolution_problem.in_storage", "papilio_storage");
  result.out_storage =
      enumerator<Storage>(problem.out_storage, storages, "papilio_convolution_problem.out_storage", "papilio_storage");
}

}  // namespace

ConvolutionProblem from_c(const papilio_convolution_problem& problem) {
  require_size(problem.struct_size, sizeof(problem), "papilio_convolution_problem");
  ConvolutionProblem result;
  result.axes = axes_from_c(problem.rank, problem.skipped, "papilio_convolution_problem");
  set_enumerations(result, problem);
  result.lengths.assign(problem.lengths, problem.lengths + problem.rank);
  result.kernel_lengths.assign(problem.kernel_lengths, problem.kernel_lengths + problem.rank);
  const auto set = [](std::int64_t& to, int64_t given) {
    if (given != 0) to = given;
  };
  set(result.batch, problem.batch);
  set(result.kernels, problem.kernels);
  set(result.in_channels, problem.in_channels);
  set(result.out_channels, problem.out_channels);
  const int channels = result.has_channels() ? 1 : 0;
  result.in = layout_from_c(problem.in, problem.rank + channels, "papilio_convolution_problem.in.layout");
  result.out = layout_from_c(problem.out, problem.rank + channels, "papilio_convolution_problem.out.layout");
  result.kernel =
      layout_from_c(problem.kernel, problem.rank + 2 * channels, "papilio_convolution_problem.kernel.layout");
  return result.normalised();
}

papilio_convolution_problem to_c(const ConvolutionProblem& problem) {
  require_rank(problem.lengths.size(), problem.token(), "papilio_convolution_problem");
  if (problem.operation == Operation::operate) {
    throw Error::unsupported(problem.token(), "papilio_convolution_problem has no operators",
                             "use papilio_operator_create(), or conv: with a kernel of these lengths and circular");
  }
  papilio_convolution_problem result = papilio_convolution_problem_init();
  result.operation = static_cast<papilio_operation>(problem.operation);
  result.precision = static_cast<papilio_precision>(problem.precision);
  result.field = static_cast<papilio_field>(problem.field);
  result.mode = static_cast<papilio_convolution_mode>(problem.mode);
  result.rank = static_cast<int>(problem.lengths.size());
  std::ranges::copy(problem.lengths, result.lengths);
  std::ranges::copy(problem.kernel_lengths, result.kernel_lengths);
  skip_others(problem.convolved_axes(), result.rank, result.skipped);
  result.batch = problem.batch;
  result.kernels = problem.kernels;
  result.in_channels = problem.in_channels;
  result.out_channels = problem.out_channels;
  result.placement = static_cast<papilio_placement>(problem.placement);
  result.in_storage = static_cast<papilio_storage>(problem.in_storage);
  result.out_storage = static_cast<papilio_storage>(problem.out_storage);
  result.in = layout_to_c(signal_side(problem));
  result.out = layout_to_c(result_side(problem));
  result.kernel = layout_to_c(kernel_side(problem));
  return result;
}

ConvolutionBytes bytes_of(const ConvolutionProblem& problem) {
  const auto bytes = [](std::int64_t elements, std::int64_t each) { return static_cast<std::size_t>(elements * each); };
  ConvolutionBytes result{bytes(problem.signal_elements(), problem.input_element_bytes()),
                          bytes(problem.kernel_elements(), problem.element_bytes()),
                          bytes(problem.output_elements(), problem.output_element_bytes())};
  if (problem.placement == Placement::in_place) {
    result.signals = result.results = std::max(result.signals, result.results);
  }
  return result;
}

namespace {

ConvolutionProblem valid_problem(const papilio_convolution_problem* problem, const char* function) {
  require_not_null(problem, function, "problem");
  ConvolutionProblem value = from_c(*problem);
  value.validate();
  return value;
}

}  // namespace
}  // namespace papilio::api

using papilio::ConvolutionProblem;
using papilio::api::guarded;
using papilio::api::to_c;
using papilio::api::valid_problem;

papilio_status papilio_convolution_problem_parse(const char* token, papilio_convolution_problem* problem) {
  const char* const function = __func__;
  return guarded(function, {{token, "token"}}, [&] {
    papilio::api::require_struct(problem, function, "problem", "papilio_convolution_problem");
    *problem = to_c(ConvolutionProblem::parse(token));
  });
}

papilio_status papilio_convolution_problem_to_token(const papilio_convolution_problem* problem, char* token,
                                                    size_t capacity, size_t* length) {
  return guarded([&] {
    constexpr const char* function = "papilio_convolution_problem_to_token";
    papilio::api::give_text(valid_problem(problem, function).token(), {token, capacity, length}, function);
  });
}

papilio_status papilio_convolution_problem_normalise(papilio_convolution_problem* problem) {
  return guarded([&] { *problem = to_c(valid_problem(problem, "papilio_convolution_problem_normalise")); });
}

papilio_status papilio_convolution_problem_get_elements(const papilio_convolution_problem* problem, int64_t* signals,
                                                        int64_t* kernels, int64_t* results) {
  return guarded([&] {
    const ConvolutionProblem value = valid_problem(problem, "papilio_convolution_problem_get_elements");
    if (signals != nullptr) *signals = value.signal_elements();
    if (kernels != nullptr) *kernels = value.kernel_elements();
    if (results != nullptr) *results = value.output_elements();
  });
}

papilio_status papilio_convolution_problem_get_bytes(const papilio_convolution_problem* problem, size_t* signals,
                                                     size_t* kernels, size_t* results) {
  return guarded([&] {
    const papilio::api::ConvolutionBytes bytes =
        papilio::api::bytes_of(valid_problem(problem, "papilio_convolution_problem_get_bytes"));
    if (signals != nullptr) *signals = bytes.signals;
    if (kernels != nullptr) *kernels = bytes.kernels;
    if (results != nullptr) *results = bytes.results;
  });
}

papilio_status papilio_convolution_problem_estimate(const papilio_convolution_problem* problem,
                                                    const papilio_device* device, papilio_estimate* estimate) {
  const char* const function = __func__;
  return guarded(function, {{device, "device"}}, [&] {
    papilio::api::require_struct(estimate, function, "estimate", "papilio_estimate");
    *estimate = to_c(papilio::estimate(valid_problem(problem, function), device->value));
  });
}
