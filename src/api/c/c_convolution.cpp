// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's convolutions.
#include "api/c/c_convolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <span>

using papilio::ConvolutionProblem;
using papilio::api::from_c;
using papilio::api::guarded;
using papilio::api::make_handle;
using papilio::api::require_not_null;
using papilio::api::to_c;

struct papilio_convolution {
  papilio::Convolution value;
};
struct papilio_filter {
  papilio::Filter value;
};

namespace {

/// The arguments of a one-liner.
struct ConvolutionCall {
  const char* function;
  const papilio_values* signal;
  const papilio_values* kernel;
  papilio_convolution_mode mode;
  void* results;
  int64_t capacity;
};

/// `compute(signal, kernel, mode)` is the C++ function.
template <typename Compute>
papilio_status run(const ConvolutionCall& call, Compute compute) noexcept {
  return guarded([&] {
    require_not_null(call.signal, call.function, "signal");
    require_not_null(call.kernel, call.function, "kernel");
    require_not_null(call.results, call.function, "results");
    const auto mode =
        papilio::api::enumerator<papilio::ConvolutionMode>(call.mode, 4, "mode", "papilio_convolution_mode");
    if (call.signal->precision != call.kernel->precision || call.signal->field != call.kernel->field) {
      throw papilio::Error::invalid_argument(call.function, "signal and kernel are of different types",
                                             "convert one of them");
    }
    papilio::api::with_values(*call.signal, call.function, [&]<typename T>(std::span<const T> signal) {
      papilio::api::with_values(*call.kernel, call.function, [&]<typename U>(std::span<const U> kernel) {
        if constexpr (std::is_same_v<T, U>) {
          const std::vector<T> result = compute(signal, kernel, mode);
          if (call.capacity < std::ssize(result)) {
            throw papilio::Error::invalid_argument(fmt::format("{} results of room", call.capacity),
                                                   fmt::format("there are {}", result.size()), "give more");
          }
          std::ranges::copy(result, static_cast<T*>(call.results));
        }
      });
    });
  });
}

}  // namespace

papilio_status papilio_convolve(const papilio_values* signal, const papilio_values* kernel,
                                papilio_convolution_mode mode, void* results, int64_t capacity) {
  return run({"papilio_convolve", signal, kernel, mode, results, capacity},
             [](auto a, auto b, papilio::ConvolutionMode as) { return papilio::convolve(a, b, as); });
}

papilio_status papilio_correlate(const papilio_values* signal, const papilio_values* kernel,
                                 papilio_convolution_mode mode, void* results, int64_t capacity) {
  return run({"papilio_correlate", signal, kernel, mode, results, capacity},
             [](auto a, auto b, papilio::ConvolutionMode as) { return papilio::correlate(a, b, as); });
}

papilio_status papilio_convolution_create(const papilio_device* device, const papilio_convolution_problem* problem,
                                          papilio_convolution** convolution) {
  return make_handle(convolution, __func__, {{device, "device"}, {problem, "problem"}},
                     [&] { return papilio::Convolution(device->value, from_c(*problem)); });
}

papilio_status papilio_convolution_create_from_token(const papilio_device* device, const char* token,
                                                     papilio_convolution** convolution) {
  return make_handle(convolution, __func__, {{device, "device"}, {token, "token"}},
                     [&] { return papilio::Convolution(device->value, ConvolutionProblem::parse(token)); });
}

papilio_status papilio_convolution_create_with_callbacks(const papilio_device* device,
                                                         const papilio_convolution_problem* problem,
                                                         const papilio_callbacks* callbacks,
                                                         papilio_convolution** convolution) {
  const char* const function = __func__;
  return make_handle(convolution, function, {{device, "device"}, {problem, "problem"}, {callbacks, "callbacks"}}, [&] {
    return papilio::Convolution(device->value, from_c(*problem), from_c(*callbacks, function));
  });
}

void papilio_convolution_destroy(papilio_convolution* convolution) { delete convolution; }

papilio_status papilio_convolution_get_problem(const papilio_convolution* convolution,
                                               papilio_convolution_problem* problem) {
  const char* const function = __func__;
  return guarded(function, {{convolution, "convolution"}}, [&] {
    papilio::api::require_struct(problem, function, "problem", "papilio_convolution_problem");
    *problem = to_c(convolution->value.problem());
  });
}

papilio_status papilio_convolution_get_elements(const papilio_convolution* convolution, int64_t* signals,
                                                int64_t* kernels, int64_t* results) {
  return guarded(__func__, {{convolution, "convolution"}}, [&] {
    const ConvolutionProblem& problem = convolution->value.problem();
    if (signals != nullptr) *signals = problem.signal_elements();
    if (kernels != nullptr) *kernels = problem.kernel_elements();
    if (results != nullptr) *results = problem.output_elements();
  });
}

papilio_status papilio_convolution_get_bytes(const papilio_convolution* convolution, size_t* signals, size_t* kernels,
                                             size_t* results) {
  return guarded(__func__, {{convolution, "convolution"}}, [&] {
    const papilio::api::ConvolutionBytes bytes = papilio::api::bytes_of(convolution->value.problem());
    if (signals != nullptr) *signals = bytes.signals;
    if (kernels != nullptr) *kernels = bytes.kernels;
    if (results != nullptr) *results = bytes.results;
  });
}

papilio_status papilio_convolution_get_scratch_bytes(const papilio_convolution* convolution, size_t* bytes) {
  return guarded(__func__, {{convolution, "convolution"}, {bytes, "bytes"}},
                 [&] { *bytes = convolution->value.scratch_bytes(); });
}

papilio_status papilio_convolution_describe(const papilio_convolution* convolution, char* text, size_t capacity,
                                            size_t* length) {
  const char* const function = __func__;
  return guarded(function, {{convolution, "convolution"}}, [&] {
    papilio::api::give_text(convolution->value.describe(), {text, capacity, length}, function);
  });
}

papilio_status papilio_filter_create(const papilio_convolution* convolution, const void* kernels, size_t bytes,
                                     papilio_filter** filter) {
  return make_handle(filter, __func__, {{convolution, "convolution"}, {kernels, "kernels"}},
                     [&] { return convolution->value.filter(papilio::api::bytes_of(kernels, bytes)); });
}

void papilio_filter_destroy(papilio_filter* filter) { delete filter; }

papilio_status papilio_convolution_execute(const papilio_convolution* convolution, const papilio_filter* filter,
                                           const papilio_stream* stream, const papilio_operands* operands) {
  return guarded(__func__,
                 {{convolution, "convolution"}, {filter, "filter"}, {stream, "stream"}, {operands, "operands"}},
                 [&] { convolution->value.execute(stream->value, filter->value, from_c(*operands)); });
}

papilio_status papilio_convolution_execute_host(const papilio_convolution* convolution, const papilio_filter* filter,
                                                const papilio_host_operands* operands, papilio_timing* timing) {
  const char* const function = __func__;
  return guarded(function, {{convolution, "convolution"}, {filter, "filter"}, {operands, "operands"}}, [&] {
    const papilio::Convolution& value = convolution->value;
    const papilio::Timing took = value.execute(filter->value, from_c(*operands, value.problem().placement, function));
    if (timing != nullptr) *timing = to_c(took);
  });
}
