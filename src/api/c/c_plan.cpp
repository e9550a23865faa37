// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's plans: each function checks its pointers and calls its C++ counterpart.
#include <papilio/papilio.h>

#include <complex>
#include <span>

#include "api/c/c_support.hpp"
#include "api/element_type.hpp"
#include "core/storage.hpp"

using papilio::Problem;
using papilio::api::from_c;
using papilio::api::guarded;
using papilio::api::make_handle;
using papilio::api::to_c;

namespace {

void require_pairs(const Problem& problem, papilio::Precision wanted) {
  const bool single = wanted == papilio::Precision::f32;
  const auto has = [&](papilio::Storage storage, papilio::ComplexLayout layout) {
    return layout == papilio::ComplexLayout::interleaved &&
           papilio::to_string(storage, problem.precision) == (single ? "f32" : "f64");
  };
  if (problem.kind == papilio::Kind::c2c && has(problem.in_storage, problem.in_layout) &&
      has(problem.out_storage, problem.out_layout)) {
    return;
  }
  throw papilio::Error::invalid_argument(
      fmt::format("papilio_plan_execute_f{}", single ? 32 : 64),
      fmt::format("{} does not turn pairs of {} into such pairs", problem.token(), single ? "floats" : "doubles"),
      "use papilio_plan_execute_host()");
}

/// Pairs of T are laid out as std::complex<T> ([complex.numbers.general]).
template <typename T>
papilio_status execute_pairs(const papilio_plan* plan, const T* in, T* out, papilio_timing* timing) noexcept {
  return guarded("papilio_plan_execute", {{plan, "plan"}, {in, "in"}, {out, "out"}}, [&] {
    const Problem& problem = plan->value.problem();
    require_pairs(problem, papilio::api::ElementType<T>::precision);
    const std::span source(reinterpret_cast<const std::complex<T>*>(in),
                           static_cast<std::size_t>(problem.input_elements()));
    const std::span target(reinterpret_cast<std::complex<T>*>(out),
                           static_cast<std::size_t>(problem.output_elements()));
    const bool in_place = problem.placement == papilio::Placement::in_place && in == out;
    const papilio::Timing taken = in_place ? plan->value.execute(target) : plan->value.execute(source, target);
    if (timing != nullptr) *timing = to_c(taken);
  });
}

}  // namespace

papilio_status papilio_plan_create(const papilio_device* device, const papilio_problem* problem, papilio_plan** plan) {
  return make_handle(plan, __func__, {{device, "device"}, {problem, "problem"}},
                     [&] { return papilio::Plan(device->value, from_c(*problem)); });
}

papilio_status papilio_plan_create_with_callbacks(const papilio_device* device, const papilio_problem* problem,
                                                  const papilio_callbacks* callbacks, papilio_plan** plan) {
  const char* const function = __func__;
  return make_handle(plan, function, {{device, "device"}, {problem, "problem"}, {callbacks, "callbacks"}}, [&] {
    const papilio::Callbacks texts = from_c(*callbacks, function);
    return papilio::Plan(device->value, from_c(*problem), texts);
  });
}

papilio_status papilio_plan_create_verified(const papilio_device* device, const papilio_problem* problem,
                                            papilio_plan** plan) {
  return make_handle(plan, __func__, {{device, "device"}, {problem, "problem"}},
                     [&] { return papilio::Plan(device->value, from_c(*problem), papilio::Verification::on); });
}

papilio_status papilio_plan_create_verified_every(const papilio_device* device, const papilio_problem* problem,
                                                  int64_t executions, papilio_plan** plan) {
  return make_handle(plan, __func__, {{device, "device"}, {problem, "problem"}}, [&] {
    return papilio::Plan(device->value, from_c(*problem), papilio::Verification::every(executions));
  });
}

papilio_status papilio_plan_create_from_token(const papilio_device* device, const char* token, papilio_plan** plan) {
  return make_handle(plan, __func__, {{device, "device"}, {token, "token"}},
                     [&] { return papilio::Plan(device->value, Problem::parse(token)); });
}

void papilio_plan_destroy(papilio_plan* plan) { delete plan; }

papilio_status papilio_plan_get_problem(const papilio_plan* plan, papilio_problem* problem) {
  const char* const function = __func__;
  return guarded(function, {{plan, "plan"}}, [&] {
    papilio::api::require_struct(problem, function, "problem", "papilio_problem");
    *problem = to_c(plan->value.problem());
  });
}

papilio_status papilio_plan_get_elements(const papilio_plan* plan, int64_t* input, int64_t* output) {
  return guarded(__func__, {{plan, "plan"}}, [&] {
    if (input != nullptr) *input = plan->value.problem().input_elements();
    if (output != nullptr) *output = plan->value.problem().output_elements();
  });
}

papilio_status papilio_plan_get_bytes(const papilio_plan* plan, size_t* input, size_t* output) {
  return guarded(__func__, {{plan, "plan"}}, [&] {
    const papilio::api::ByteCounts bytes = papilio::api::bytes_of(plan->value.problem());
    if (input != nullptr) *input = bytes.input;
    if (output != nullptr) *output = bytes.output;
  });
}

papilio_status papilio_plan_get_scratch_bytes(const papilio_plan* plan, size_t* bytes) {
  return guarded(__func__, {{plan, "plan"}, {bytes, "bytes"}}, [&] { *bytes = plan->value.scratch_bytes(); });
}

papilio_status papilio_plan_get_batch_limits(const papilio_plan* plan, int64_t* least, int64_t* most) {
  return guarded(__func__, {{plan, "plan"}}, [&] {
    const papilio::BatchLimits limits = plan->value.batch_limits();
    if (least != nullptr) *least = limits.least;
    if (most != nullptr) *most = limits.most;
  });
}

papilio_status papilio_plan_describe(const papilio_plan* plan, char* text, size_t capacity, size_t* length) {
  const char* const function = __func__;
  return guarded(function, {{plan, "plan"}}, [&] {
    papilio::api::give_text(plan->value.describe(), {text, capacity, length}, function);
  });
}

papilio_status papilio_plan_execute_f32(const papilio_plan* plan, const float* in, float* out, papilio_timing* timing) {
  return execute_pairs(plan, in, out, timing);
}

papilio_status papilio_plan_execute_f64(const papilio_plan* plan, const double* in, double* out,
                                        papilio_timing* timing) {
  return execute_pairs(plan, in, out, timing);
}

papilio_status papilio_plan_execute_host(const papilio_plan* plan, const papilio_host_operands* operands,
                                         papilio_timing* timing) {
  const char* const function = __func__;
  return guarded(function, {{plan, "plan"}, {operands, "operands"}}, [&] {
    const papilio::Timing taken = plan->value.execute(from_c(*operands, plan->value.problem().placement, function));
    if (timing != nullptr) *timing = to_c(taken);
  });
}

papilio_status papilio_plan_execute(const papilio_plan* plan, const papilio_stream* stream, const papilio_buffer* in,
                                    const papilio_buffer* out, const papilio_buffer* scratch) {
  return guarded(__func__, {{plan, "plan"}, {stream, "stream"}, {in, "in"}, {out, "out"}}, [&] {
    plan->value.execute(stream->value, in->value, out->value, scratch != nullptr ? scratch->value : papilio::Buffer());
  });
}

papilio_status papilio_plan_execute_pointers(const papilio_plan* plan, const papilio_stream* stream, const void* in,
                                             void* out, void* work) {
  return guarded(__func__, {{plan, "plan"}, {stream, "stream"}, {in, "in"}, {out, "out"}},
                 [&] { plan->value.execute(stream->value, in, out, work); });
}

papilio_status papilio_plan_execute_operands(const papilio_plan* plan, const papilio_stream* stream,
                                             const papilio_operands* operands) {
  return guarded(__func__, {{plan, "plan"}, {stream, "stream"}, {operands, "operands"}},
                 [&] { plan->value.execute(stream->value, from_c(*operands)); });
}
