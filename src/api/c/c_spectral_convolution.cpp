// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's spectral convolutions.
#include <papilio/spectral_convolution.h>

#include <papilio/spectral_convolution.hpp>

#include "api/c/c_support.hpp"

using papilio::ConstHostSpan;
using papilio::Error;
using papilio::HostSpan;
using papilio::SpectralConvolution;
using papilio::SpectralConvolutionProblem;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::make_handle;

struct papilio_spectral_convolution {
  SpectralConvolution value;
};

namespace {

std::vector<std::int64_t> counts_from_c(const int64_t* counts, int axes, const char* field) {
  for (int axis = axes; axis < 3; ++axis) {
    if (counts[axis] == 0) continue;
    throw Error::invalid_argument(
        fmt::format("papilio_spectral_convolution_problem.{}[{}] {}", field, axis, counts[axis]),
        fmt::format("there are {} axes", axes), "give 0");
  }
  return {counts, counts + axes};
}

SpectralConvolutionProblem layer_from_c(const papilio_spectral_convolution_problem* problem, const char* function) {
  papilio::api::require_struct(problem, function, "problem", "papilio_spectral_convolution_problem");
  if (problem->axes < 1 || problem->axes > 3) {
    throw Error::invalid_argument(fmt::format("papilio_spectral_convolution_problem.axes {}", problem->axes),
                                  "no such number of axes", "give 1, 2 or 3");
  }
  const auto count = [](int64_t given) { return given == 0 ? std::int64_t{1} : given; };
  SpectralConvolutionProblem result;
  result.precision = papilio::api::precision_of_floats(
      problem->precision, "papilio_spectral_convolution_problem.precision", "spectral convolutions");
  result.field =
      enumerator<papilio::Field>(problem->field, 2, "papilio_spectral_convolution_problem.field", "papilio_field");
  result.lengths = counts_from_c(problem->lengths, problem->axes, "lengths");
  result.modes = counts_from_c(problem->modes, problem->axes, "modes");
  result.in_channels = count(problem->in_channels);
  result.out_channels = count(problem->out_channels);
  result.batch = count(problem->batch);
  (void)result.weight_elements();  // throws for problems that make no sense
  return result;
}

std::size_t bytes_of(const SpectralConvolutionProblem& problem, std::int64_t numbers, bool complex) {
  const std::size_t real = problem.precision == papilio::Precision::f32 ? sizeof(float) : sizeof(double);
  return static_cast<std::size_t>(numbers) * real * (complex ? 2 : 1);
}

ConstHostSpan weights_of(const SpectralConvolutionProblem& problem, const void* weights) {
  return std::span(static_cast<const std::byte*>(weights), bytes_of(problem, problem.weight_elements(), true));
}

papilio::Timing execute_on_host(const SpectralConvolution& convolution, const void* in, void* out) {
  const SpectralConvolutionProblem& problem = convolution.problem();
  const bool complex = problem.field == papilio::Field::complex;
  const std::span from(static_cast<const std::byte*>(in), bytes_of(problem, problem.input_elements(), complex));
  const std::span to(static_cast<std::byte*>(out), bytes_of(problem, problem.output_elements(), complex));
  return convolution.execute(ConstHostSpan(from), HostSpan(to));
}

}  // namespace

papilio_status papilio_spectral_convolution_problem_get_elements(const papilio_spectral_convolution_problem* problem,
                                                                 int64_t* in, int64_t* out, int64_t* weights) {
  const char* const function = __func__;
  return guarded([&] {
    const SpectralConvolutionProblem value = layer_from_c(problem, function);
    if (in != nullptr) *in = value.input_elements();
    if (out != nullptr) *out = value.output_elements();
    if (weights != nullptr) *weights = value.weight_elements();
  });
}

papilio_status papilio_spectral_convolution_create(const papilio_device* device,
                                                   const papilio_spectral_convolution_problem* problem,
                                                   const void* weights, papilio_spectral_convolution** created) {
  const char* const function = __func__;
  return make_handle(created, function, {{device, "device"}, {weights, "weights"}}, [&] {
    const SpectralConvolutionProblem made = layer_from_c(problem, function);
    return SpectralConvolution(device->value, made, weights_of(made, weights));
  });
}

papilio_status papilio_spectral_convolution_create_with_weights(const papilio_spectral_convolution* convolution,
                                                                const void* weights,
                                                                papilio_spectral_convolution** created) {
  return make_handle(created, __func__, {{convolution, "convolution"}, {weights, "weights"}},
                     [&] { return convolution->value.with(weights_of(convolution->value.problem(), weights)); });
}

void papilio_spectral_convolution_destroy(papilio_spectral_convolution* convolution) { delete convolution; }

papilio_status papilio_spectral_convolution_execute_host(const papilio_spectral_convolution* convolution,
                                                         const void* in, void* out, papilio_timing* timing) {
  return guarded(__func__, {{convolution, "convolution"}, {in, "in"}, {out, "out"}}, [&] {
    const papilio::Timing took = execute_on_host(convolution->value, in, out);
    if (timing != nullptr) *timing = papilio::api::to_c(took);
  });
}

papilio_status papilio_spectral_convolution_execute(const papilio_spectral_convolution* convolution,
                                                    const papilio_stream* stream, const papilio_buffer* in,
                                                    const papilio_buffer* out) {
  return guarded(__func__, {{convolution, "convolution"}, {stream, "stream"}, {in, "in"}, {out, "out"}},
                 [&] { convolution->value.execute(stream->value, in->value, out->value); });
}
