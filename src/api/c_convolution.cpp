// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API of convolutions.
#include <papilio/convolution.h>

#include <algorithm>
#include <complex>
#include <papilio/papilio.hpp>
#include <span>
#include <variant>

#include "api/c_support.hpp"

using papilio::ConvolutionProblem;
using papilio::OverlapSave;
using papilio::api::bytes_of;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::make_handle;
using papilio::api::require_not_null;

struct papilio_convolution {
  papilio::Convolution value;
};
struct papilio_filter {
  papilio::Filter value;
};
struct papilio_overlap_save {
  std::variant<OverlapSave<float>, OverlapSave<double>, OverlapSave<std::complex<float>>,
               OverlapSave<std::complex<double>>>
      value;
};

namespace {

// enumerator() and to_c() go by the numbers.
static_assert(static_cast<int>(papilio::Operation::correlate) == PAPILIO_CORRELATE);
static_assert(static_cast<int>(papilio::Field::complex) == PAPILIO_COMPLEX);
static_assert(static_cast<int>(papilio::ConvolutionMode::same) == PAPILIO_SAME);
static_assert(static_cast<int>(papilio::ConvolutionMode::circular) == PAPILIO_CIRCULAR);

constexpr int storages = PAPILIO_STORE_I16 + 1;

papilio::ArrayLayout from_c(const papilio_array_layout& layout, int dimensions, const char* parts) {
  papilio::ArrayLayout result;
  const bool given =
      std::any_of(layout.strides, layout.strides + dimensions, [](int64_t stride) { return stride != 0; });
  if (given) result.strides.assign(layout.strides, layout.strides + dimensions);
  result.distance = layout.distance;
  result.offset = layout.offset;
  result.layout = enumerator<papilio::ComplexLayout>(layout.layout, 2, parts, "papilio_complex_layout");
  return result;
}

papilio_array_layout to_c(const papilio::ArrayLayout& layout) {
  papilio_array_layout result = {};
  std::copy(layout.strides.begin(), layout.strides.end(), result.strides);
  result.distance = layout.distance;
  result.offset = layout.offset;
  result.layout = static_cast<papilio_complex_layout>(layout.layout);
  return result;
}

void set_axes(ConvolutionProblem& result, const papilio_convolution_problem& problem) {
  for (int axis = 0; axis < problem.rank; ++axis) {
    if (problem.skipped[axis] == 0) result.axes.push_back(axis);
  }
  if (result.axes.empty()) {
    throw papilio::Error::invalid_argument("papilio_convolution_problem.skipped", "no axis is left to convolve",
                                           "leave one at 0");
  }
}

ConvolutionProblem from_c(const papilio_convolution_problem& problem) {
  if (problem.rank < 1 || problem.rank > PAPILIO_MAX_RANK) {
    throw papilio::Error::invalid_argument(fmt::format("papilio_convolution_problem.rank {}", problem.rank),
                                           "it counts the lengths",
                                           fmt::format("use 1..{}", static_cast<int>(PAPILIO_MAX_RANK)));
  }
  ConvolutionProblem result;
  result.operation = enumerator<papilio::Operation>(problem.operation, 2, "papilio_convolution_problem.operation",
                                                    "papilio_operation");
  result.precision = enumerator<papilio::Precision>(problem.precision, 2, "papilio_convolution_problem.precision",
                                                    "papilio_precision");
  result.field = enumerator<papilio::Field>(problem.field, 2, "papilio_convolution_problem.field", "papilio_field");
  result.mode = enumerator<papilio::ConvolutionMode>(problem.mode, 4, "papilio_convolution_problem.mode",
                                                     "papilio_convolution_mode");
  result.lengths.assign(problem.lengths, problem.lengths + problem.rank);
  result.kernel_lengths.assign(problem.kernel_lengths, problem.kernel_lengths + problem.rank);
  set_axes(result, problem);
  result.batch = problem.batch;
  result.kernels = problem.kernels;
  if (problem.in_channels != 0) result.in_channels = problem.in_channels;
  if (problem.out_channels != 0) result.out_channels = problem.out_channels;
  result.placement = enumerator<papilio::Placement>(problem.placement, 2, "papilio_convolution_problem.placement",
                                                    "papilio_placement");
  result.in_storage = enumerator<papilio::Storage>(problem.in_storage, storages,
                                                   "papilio_convolution_problem.in_storage", "papilio_storage");
  result.out_storage = enumerator<papilio::Storage>(problem.out_storage, storages,
                                                    "papilio_convolution_problem.out_storage", "papilio_storage");
  const int channels = result.has_channels() ? 1 : 0;
  result.in = from_c(problem.in, problem.rank + channels, "papilio_convolution_problem.in.layout");
  result.out = from_c(problem.out, problem.rank + channels, "papilio_convolution_problem.out.layout");
  result.kernel = from_c(problem.kernel, problem.rank + 2 * channels, "papilio_convolution_problem.kernel.layout");
  return result.normalised();
}

papilio_convolution_problem to_c(const ConvolutionProblem& problem) {
  if (problem.lengths.size() > PAPILIO_MAX_RANK) {
    throw papilio::Error::unsupported(
        "problem " + problem.token(),
        fmt::format("papilio_convolution_problem holds {} lengths", static_cast<int>(PAPILIO_MAX_RANK)),
        "use the C++ API");
  }
  papilio_convolution_problem result = {};
  result.operation = static_cast<papilio_operation>(problem.operation);
  result.precision = static_cast<papilio_precision>(problem.precision);
  result.field = static_cast<papilio_field>(problem.field);
  result.mode = static_cast<papilio_convolution_mode>(problem.mode);
  result.rank = static_cast<int>(problem.lengths.size());
  std::copy(problem.lengths.begin(), problem.lengths.end(), result.lengths);
  std::copy(problem.kernel_lengths.begin(), problem.kernel_lengths.end(), result.kernel_lengths);
  const std::vector<int> axes = problem.convolved_axes();
  for (int axis = 0; axis < result.rank; ++axis) {
    result.skipped[axis] = std::find(axes.begin(), axes.end(), axis) == axes.end() ? 1 : 0;
  }
  result.batch = problem.batch;
  result.kernels = problem.kernels;
  result.in_channels = problem.in_channels;
  result.out_channels = problem.out_channels;
  result.placement = static_cast<papilio_placement>(problem.placement);
  result.in_storage = static_cast<papilio_storage>(problem.in_storage);
  result.out_storage = static_cast<papilio_storage>(problem.out_storage);
  result.in = to_c(problem.in);
  result.out = to_c(problem.out);
  result.kernel = to_c(problem.kernel);
  return result;
}

template <class T>
papilio_overlap_save streamed(const papilio::Device& device, const papilio_streamed_kernel& kernel) {
  const std::span<const T> values(static_cast<const T*>(kernel.values), static_cast<std::size_t>(kernel.length));
  const auto operation =
      enumerator<papilio::Operation>(kernel.operation, 2, "papilio_streamed_kernel.operation", "papilio_operation");
  return {OverlapSave<T>(device, values, operation, kernel.block)};
}

/// Calls run(value) with the OverlapSave of whichever type it is.
template <class Stream, class Run>
papilio_status with_stream(Stream* stream, const char* function, Run run) noexcept {
  return guarded([&] {
    require_not_null(stream, function, "stream");
    std::visit(run, stream->value);
  });
}

template <class T>
T sample_of(const OverlapSave<T>& /*stream*/) {
  return {};
}

}  // namespace

papilio_status papilio_convolution_problem_parse(const char* token, papilio_convolution_problem* problem) {
  return guarded([&] {
    require_not_null(token, "papilio_convolution_problem_parse", "token");
    require_not_null(problem, "papilio_convolution_problem_parse", "problem");
    *problem = to_c(ConvolutionProblem::parse(token));
  });
}

papilio_status papilio_convolution_create(const papilio_device* device, const papilio_convolution_problem* problem,
                                          papilio_convolution** convolution) {
  return make_handle(convolution, "papilio_convolution_create", [&] {
    require_not_null(device, "papilio_convolution_create", "device");
    require_not_null(problem, "papilio_convolution_create", "problem");
    return papilio::Convolution(device->value, from_c(*problem));
  });
}

papilio_status papilio_convolution_create_from_token(const papilio_device* device, const char* token,
                                                     papilio_convolution** convolution) {
  return make_handle(convolution, "papilio_convolution_create_from_token", [&] {
    require_not_null(device, "papilio_convolution_create_from_token", "device");
    require_not_null(token, "papilio_convolution_create_from_token", "token");
    return papilio::Convolution(device->value, ConvolutionProblem::parse(token));
  });
}

papilio_status papilio_convolution_create_with_callbacks(const papilio_device* device,
                                                         const papilio_convolution_problem* problem,
                                                         const papilio_callbacks* callbacks,
                                                         papilio_convolution** convolution) {
  return make_handle(convolution, "papilio_convolution_create_with_callbacks", [&] {
    constexpr const char* function = "papilio_convolution_create_with_callbacks";
    require_not_null(device, function, "device");
    require_not_null(problem, function, "problem");
    require_not_null(callbacks, function, "callbacks");
    return papilio::Convolution(device->value, from_c(*problem), papilio::api::from_c(*callbacks, function));
  });
}

void papilio_convolution_destroy(papilio_convolution* convolution) { delete convolution; }

papilio_status papilio_convolution_get_problem(const papilio_convolution* convolution,
                                               papilio_convolution_problem* problem) {
  return guarded([&] {
    require_not_null(convolution, "papilio_convolution_get_problem", "convolution");
    require_not_null(problem, "papilio_convolution_get_problem", "problem");
    *problem = to_c(convolution->value.problem());
  });
}

papilio_status papilio_convolution_elements(const papilio_convolution* convolution, int64_t* signals, int64_t* kernels,
                                            int64_t* results) {
  return guarded([&] {
    require_not_null(convolution, "papilio_convolution_elements", "convolution");
    const ConvolutionProblem& problem = convolution->value.problem();
    if (signals != nullptr) *signals = problem.signal_elements();
    if (kernels != nullptr) *kernels = problem.kernel_elements();
    if (results != nullptr) *results = problem.output_elements();
  });
}

papilio_status papilio_convolution_bytes(const papilio_convolution* convolution, size_t* signals, size_t* kernels,
                                         size_t* results) {
  return guarded([&] {
    require_not_null(convolution, "papilio_convolution_bytes", "convolution");
    const ConvolutionProblem& problem = convolution->value.problem();
    const auto bytes = [](std::int64_t elements, std::int64_t each) { return static_cast<size_t>(elements * each); };
    size_t in = bytes(problem.signal_elements(), problem.input_element_bytes());
    size_t out = bytes(problem.output_elements(), problem.output_element_bytes());
    if (problem.placement == papilio::Placement::in_place) in = out = std::max(in, out);
    if (signals != nullptr) *signals = in;
    if (kernels != nullptr) *kernels = bytes(problem.kernel_elements(), problem.element_bytes());
    if (results != nullptr) *results = out;
  });
}

papilio_status papilio_convolution_scratch_bytes(const papilio_convolution* convolution, size_t* bytes) {
  return guarded([&] {
    require_not_null(convolution, "papilio_convolution_scratch_bytes", "convolution");
    require_not_null(bytes, "papilio_convolution_scratch_bytes", "bytes");
    *bytes = convolution->value.scratch_bytes();
  });
}

papilio_status papilio_convolution_describe(const papilio_convolution* convolution, char* text, size_t capacity,
                                            size_t* length) {
  return guarded([&] {
    require_not_null(convolution, "papilio_convolution_describe", "convolution");
    if (capacity > 0) require_not_null(text, "papilio_convolution_describe", "text");
    const std::string description = convolution->value.describe();
    papilio::api::copy_text(description, text, capacity);
    if (length != nullptr) *length = description.size();
  });
}

papilio_status papilio_filter_create(const papilio_convolution* convolution, const void* kernels, size_t bytes,
                                     papilio_filter** filter) {
  return make_handle(filter, "papilio_filter_create", [&] {
    require_not_null(convolution, "papilio_filter_create", "convolution");
    require_not_null(kernels, "papilio_filter_create", "kernels");
    return convolution->value.filter(bytes_of(kernels, bytes));
  });
}

void papilio_filter_destroy(papilio_filter* filter) { delete filter; }

papilio_status papilio_convolution_execute(const papilio_convolution* convolution, const papilio_filter* filter,
                                           const papilio_stream* stream, const papilio_operands* operands) {
  return guarded([&] {
    constexpr const char* function = "papilio_convolution_execute";
    require_not_null(convolution, function, "convolution");
    require_not_null(filter, function, "filter");
    require_not_null(stream, function, "stream");
    require_not_null(operands, function, "operands");
    convolution->value.execute(stream->value, filter->value, papilio::api::from_c(*operands));
  });
}

papilio_status papilio_convolution_execute_host(const papilio_convolution* convolution, const papilio_filter* filter,
                                                const papilio_host_operands* operands, papilio_timing* timing) {
  return guarded([&] {
    constexpr const char* function = "papilio_convolution_execute_host";
    require_not_null(convolution, function, "convolution");
    require_not_null(filter, function, "filter");
    require_not_null(operands, function, "operands");
    const papilio::Convolution& value = convolution->value;
    const papilio::Timing took =
        value.execute(filter->value, papilio::api::from_c(*operands, value.problem().placement, function));
    if (timing != nullptr) *timing = {took.upload, took.kernels, took.download};
  });
}

papilio_status papilio_overlap_save_create(const papilio_device* device, const papilio_streamed_kernel* kernel,
                                           papilio_overlap_save** stream) {
  return make_handle(stream, "papilio_overlap_save_create", [&] {
    constexpr const char* function = "papilio_overlap_save_create";
    require_not_null(device, function, "device");
    require_not_null(kernel, function, "kernel");
    require_not_null(kernel->values, function, "kernel->values");
    if (kernel->length < 1) {
      throw papilio::Error::invalid_argument(fmt::format("papilio_streamed_kernel.length {}", kernel->length),
                                             "the kernel has no elements", "give one at least");
    }
    const auto precision =
        enumerator<papilio::Precision>(kernel->precision, 2, "papilio_streamed_kernel.precision", "papilio_precision");
    const auto field = enumerator<papilio::Field>(kernel->field, 2, "papilio_streamed_kernel.field", "papilio_field");
    const papilio::Device& on = device->value;
    if (precision == papilio::Precision::f32) {
      return field == papilio::Field::real ? streamed<float>(on, *kernel) : streamed<std::complex<float>>(on, *kernel);
    }
    return field == papilio::Field::real ? streamed<double>(on, *kernel) : streamed<std::complex<double>>(on, *kernel);
  });
}

void papilio_overlap_save_destroy(papilio_overlap_save* stream) { delete stream; }

papilio_status papilio_overlap_save_push(papilio_overlap_save* stream, const void* samples, size_t count) {
  return with_stream(stream, "papilio_overlap_save_push", [&](auto& value) {
    using Sample = decltype(sample_of(value));
    if (count > 0) require_not_null(samples, "papilio_overlap_save_push", "samples");
    value.push(std::span(static_cast<const Sample*>(samples), count));
  });
}

papilio_status papilio_overlap_save_flush(papilio_overlap_save* stream) {
  return with_stream(stream, "papilio_overlap_save_flush", [](auto& value) { value.flush(); });
}

papilio_status papilio_overlap_save_finish(papilio_overlap_save* stream) {
  return with_stream(stream, "papilio_overlap_save_finish", [](auto& value) { value.finish(); });
}

papilio_status papilio_overlap_save_available(const papilio_overlap_save* stream, size_t* count) {
  return with_stream(stream, "papilio_overlap_save_available", [&](const auto& value) {
    require_not_null(count, "papilio_overlap_save_available", "count");
    *count = value.available();
  });
}

papilio_status papilio_overlap_save_pull(papilio_overlap_save* stream, void* results, size_t capacity, size_t* count) {
  return with_stream(stream, "papilio_overlap_save_pull", [&](auto& value) {
    using Sample = decltype(sample_of(value));
    require_not_null(count, "papilio_overlap_save_pull", "count");
    if (capacity > 0) require_not_null(results, "papilio_overlap_save_pull", "results");
    *count = value.pull(std::span(static_cast<Sample*>(results), capacity));
  });
}
