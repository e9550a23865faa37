// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's spectral operators.
#include <papilio/operator.h>

#include <complex>
#include <papilio/operator.hpp>

#include "api/c/c_support.hpp"

using papilio::Error;
using papilio::HostSpan;
using papilio::OperatorProblem;
using papilio::Spectrum;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::make_handle;

struct papilio_operator {
  papilio::Operator value;
};

namespace {

OperatorProblem operator_problem_from_c(const papilio_operator_problem* problem, const char* function) {
  papilio::api::require_struct(problem, function, "problem", "papilio_operator_problem");
  if (problem->axes < 1 || problem->axes > 3) {
    throw Error::invalid_argument(fmt::format("papilio_operator_problem.axes {}", problem->axes),
                                  "no such number of axes", "give 1, 2 or 3");
  }
  for (int axis = problem->axes; axis < 3; ++axis) {
    if (problem->lengths[axis] == 0) continue;
    throw Error::invalid_argument(fmt::format("papilio_operator_problem.lengths[{}] {}", axis, problem->lengths[axis]),
                                  fmt::format("there are {} axes", problem->axes), "give 0");
  }
  OperatorProblem result;
  result.precision =
      papilio::api::precision_of_floats(problem->precision, "papilio_operator_problem.precision", "spectral operators");
  result.field = enumerator<papilio::Field>(problem->field, 2, "papilio_operator_problem.field", "papilio_field");
  result.lengths.assign(problem->lengths, problem->lengths + problem->axes);
  result.batch = problem->batch == 0 ? 1 : problem->batch;
  (void)result.convolution();  // throws for lengths and batches that make no sense
  return result;
}

std::span<const std::complex<double>> stored_values(const OperatorProblem& problem, const double* spectrum) {
  std::size_t count = 1;
  for (const std::int64_t length : problem.lengths) count *= static_cast<std::size_t>(length);
  const auto last = static_cast<std::size_t>(problem.lengths.back());
  if (problem.field == papilio::Field::real) count = count / last * (last / 2 + 1);
  return {reinterpret_cast<const std::complex<double>*>(spectrum), count};
}

/// T is the type of an element.
template <class T>
papilio::Timing execute_elements(const papilio::Operator& op, const void* in, void* out) {
  return op.execute(
      std::span(static_cast<const T*>(in), static_cast<std::size_t>(op.problem().input_elements())),
      HostSpan(std::span(static_cast<T*>(out), static_cast<std::size_t>(op.problem().output_elements()))));
}

papilio::Timing execute_host(const papilio::Operator& op, const void* in, void* out) {
  const bool real = op.problem().field == papilio::Field::real;
  if (op.problem().precision == papilio::Precision::f32)
    return real ? execute_elements<float>(op, in, out) : execute_elements<std::complex<float>>(op, in, out);
  return real ? execute_elements<double>(op, in, out) : execute_elements<std::complex<double>>(op, in, out);
}

}  // namespace

papilio_status papilio_operator_create(const papilio_device* device, const papilio_operator_problem* problem,
                                       const char* formula, papilio_operator** created) {
  const char* const function = __func__;
  return make_handle(created, function, {{device, "device"}, {formula, "formula"}}, [&] {
    return papilio::Operator(device->value, operator_problem_from_c(problem, function), Spectrum::formula(formula));
  });
}

papilio_status papilio_operator_create_from_spectrum(const papilio_device* device,
                                                     const papilio_operator_problem* problem, const double* spectrum,
                                                     papilio_operator** created) {
  const char* const function = __func__;
  return make_handle(created, function, {{device, "device"}, {spectrum, "spectrum"}}, [&] {
    const OperatorProblem made = operator_problem_from_c(problem, function);
    return papilio::Operator(device->value, made, Spectrum::array(stored_values(made, spectrum)));
  });
}

void papilio_operator_destroy(papilio_operator* op) { delete op; }

papilio_status papilio_operator_execute_host(const papilio_operator* op, const void* in, void* out,
                                             papilio_timing* timing) {
  return guarded(__func__, {{op, "op"}, {in, "in"}, {out, "out"}}, [&] {
    const papilio::Timing took = execute_host(op->value, in, out);
    if (timing != nullptr) *timing = papilio::api::to_c(took);
  });
}

papilio_status papilio_operator_execute(const papilio_operator* op, const papilio_stream* stream,
                                        const papilio_buffer* in, const papilio_buffer* out) {
  return guarded(__func__, {{op, "op"}, {stream, "stream"}, {in, "in"}, {out, "out"}},
                 [&] { op->value.execute(stream->value, in->value, out->value); });
}
