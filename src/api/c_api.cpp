// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API: each function checks its pointers and calls its C++ counterpart.
#include <papilio/papilio.h>

#include <algorithm>
#include <complex>
#include <papilio/cuda.hpp>
#include <papilio/opencl.hpp>
#include <papilio/papilio.hpp>
#include <span>
#include <string_view>

#include "api/c_support.hpp"

namespace {

using papilio::Direction;
using papilio::Placement;
using papilio::Precision;
using papilio::Problem;
using papilio::api::copy_text;
using papilio::api::guarded;
using papilio::api::make_handle;
using papilio::api::require_not_null;

/// Pairs of T are laid out as std::complex<T> ([complex.numbers.general]).
template <typename T>
std::span<const std::complex<T>> elements(const T* pairs, std::int64_t count) {
  return {reinterpret_cast<const std::complex<T>*>(pairs), static_cast<std::size_t>(count)};
}

template <typename T>
std::span<std::complex<T>> elements(T* pairs, std::int64_t count) {
  return {reinterpret_cast<std::complex<T>*>(pairs), static_cast<std::size_t>(count)};
}

template <typename T>
papilio_status transform(Direction direction, std::int64_t n, const T* in, T* out) noexcept {
  return guarded([&] {
    if (n == 0) return;
    const char* function = direction == Direction::forward ? "papilio_fft" : "papilio_ifft";
    require_not_null(in, function, "in");
    require_not_null(out, function, "out");
    // Before memory for a length that no plan takes is asked for.
    Problem::c2c(sizeof(T) == 4 ? Precision::f32 : Precision::f64, n).validate();
    const auto signal = elements(in, n);
    const auto result = direction == Direction::forward ? papilio::fft(signal) : papilio::ifft(signal);
    std::ranges::copy(result, elements(out, n).begin());
  });
}

template <typename T>
papilio_status execute_host(const papilio_plan* plan, const T* in, T* out, papilio_timing* timing) noexcept {
  return guarded([&] {
    constexpr const char* function = "papilio_plan_execute";
    require_not_null(plan, function, "plan");
    require_not_null(in, function, "in");
    require_not_null(out, function, "out");
    const Problem& problem = plan->value.problem();
    const auto target = elements(out, problem.output_elements());
    const bool in_place = problem.placement == Placement::in_place && in == out;
    const papilio::Timing taken =
        in_place ? plan->value.execute(target) : plan->value.execute(elements(in, problem.input_elements()), target);
    if (timing != nullptr) *timing = {taken.upload, taken.kernels, taken.download};
  });
}

void execute_host_operands(const papilio_plan* plan, const papilio_host_operands& given, papilio_timing* timing,
                           const char* function) {
  require_not_null(plan, function, "plan");
  const bool one = papilio::api::is_one_memory(given, plan->value.problem().placement, function);
  const std::span<std::byte> target(static_cast<std::byte*>(given.out), given.out_bytes);
  const papilio::CallbackData data = papilio::api::callback_data(given, function);
  const papilio::Timing took =
      one ? plan->value.execute(target, data)
          : plan->value.execute(papilio::api::bytes_of(given.in, given.in_bytes), target, data);
  if (timing != nullptr) *timing = {took.upload, took.kernels, took.download};
}

papilio_device_info info_of(const papilio::DeviceInfo& info) noexcept {
  papilio_device_info result = {};
  copy_text(info.id, result.id, sizeof(result.id));
  copy_text(info.name, result.name, sizeof(result.name));
  copy_text(info.backend, result.backend, sizeof(result.backend));
  copy_text(info.platform, result.platform, sizeof(result.platform));
  copy_text(info.driver, result.driver, sizeof(result.driver));
  copy_text(info.kind, result.kind, sizeof(result.kind));
  result.compute_units = info.compute_units;
  result.global_memory = info.global_memory;
  result.local_memory = info.local_memory;
  result.max_allocation = info.max_allocation;
  result.f64 = info.f64 ? 1 : 0;
  return result;
}

}  // namespace

const char* papilio_version(void) { return papilio::version().data(); }

papilio_status papilio_fft_f32(int64_t n, const float* in, float* out) {
  return transform(Direction::forward, n, in, out);
}

papilio_status papilio_fft_f64(int64_t n, const double* in, double* out) {
  return transform(Direction::forward, n, in, out);
}

papilio_status papilio_ifft_f32(int64_t n, const float* in, float* out) {
  return transform(Direction::inverse, n, in, out);
}

papilio_status papilio_ifft_f64(int64_t n, const double* in, double* out) {
  return transform(Direction::inverse, n, in, out);
}

papilio_status papilio_list_devices(papilio_device_info* infos, size_t capacity, size_t* count) {
  return guarded([&] {
    require_not_null(count, "papilio_list_devices", "count");
    if (capacity > 0) require_not_null(infos, "papilio_list_devices", "infos");
    const std::vector<papilio::DeviceInfo> devices = papilio::list_devices().devices;
    for (std::size_t i = 0; i < std::min(capacity, devices.size()); ++i) infos[i] = info_of(devices[i]);
    *count = devices.size();
  });
}

papilio_status papilio_device_open(const char* selector, papilio_device** device) {
  return make_handle(device, "papilio_device_open", [&] {
    require_not_null(selector, "papilio_device_open", "selector");
    return papilio::Device(std::string_view(selector));
  });
}

papilio_status papilio_device_describe(const papilio_device* device, papilio_device_info* info) {
  return guarded([&] {
    require_not_null(device, "papilio_device_describe", "device");
    require_not_null(info, "papilio_device_describe", "info");
    *info = info_of(device->value.info());
  });
}

void papilio_device_destroy(papilio_device* device) { delete device; }

papilio_problem papilio_problem_c2c(papilio_precision precision, int64_t length) {
  papilio_problem problem = {};  // the enumerators of value 0 are the defaults
  problem.precision = precision;
  problem.rank = 1;
  problem.lengths[0] = length;
  problem.batch = 1;
  return problem;
}

papilio_status papilio_problem_parse(const char* token, papilio_problem* problem) {
  return guarded([&] {
    require_not_null(token, "papilio_problem_parse", "token");
    require_not_null(problem, "papilio_problem_parse", "problem");
    *problem = papilio::api::to_c(Problem::parse(token));
  });
}

papilio_status papilio_plan_create(const papilio_device* device, const papilio_problem* problem, papilio_plan** plan) {
  return make_handle(plan, "papilio_plan_create", [&] {
    require_not_null(device, "papilio_plan_create", "device");
    require_not_null(problem, "papilio_plan_create", "problem");
    return papilio::Plan(device->value, papilio::api::from_c(*problem));
  });
}

papilio_status papilio_plan_create_with_callbacks(const papilio_device* device, const papilio_problem* problem,
                                                  const papilio_callbacks* callbacks, papilio_plan** plan) {
  return make_handle(plan, "papilio_plan_create_with_callbacks", [&] {
    constexpr const char* function = "papilio_plan_create_with_callbacks";
    require_not_null(device, function, "device");
    require_not_null(problem, function, "problem");
    require_not_null(callbacks, function, "callbacks");
    const papilio::Callbacks texts = papilio::api::from_c(*callbacks, function);
    return papilio::Plan(device->value, papilio::api::from_c(*problem), texts);
  });
}

papilio_status papilio_plan_create_from_token(const papilio_device* device, const char* token, papilio_plan** plan) {
  return make_handle(plan, "papilio_plan_create_from_token", [&] {
    require_not_null(device, "papilio_plan_create_from_token", "device");
    require_not_null(token, "papilio_plan_create_from_token", "token");
    return papilio::Plan(device->value, Problem::parse(token));
  });
}

void papilio_plan_destroy(papilio_plan* plan) { delete plan; }

papilio_status papilio_plan_problem(const papilio_plan* plan, papilio_problem* problem) {
  return guarded([&] {
    require_not_null(plan, "papilio_plan_problem", "plan");
    require_not_null(problem, "papilio_plan_problem", "problem");
    *problem = papilio::api::to_c(plan->value.problem());
  });
}

papilio_status papilio_plan_elements(const papilio_plan* plan, int64_t* input, int64_t* output) {
  return guarded([&] {
    require_not_null(plan, "papilio_plan_elements", "plan");
    if (input != nullptr) *input = plan->value.problem().input_elements();
    if (output != nullptr) *output = plan->value.problem().output_elements();
  });
}

papilio_status papilio_plan_scratch_bytes(const papilio_plan* plan, size_t* bytes) {
  return guarded([&] {
    require_not_null(plan, "papilio_plan_scratch_bytes", "plan");
    require_not_null(bytes, "papilio_plan_scratch_bytes", "bytes");
    *bytes = plan->value.scratch_bytes();
  });
}

papilio_status papilio_plan_describe(const papilio_plan* plan, char* text, size_t capacity, size_t* length) {
  return guarded([&] {
    require_not_null(plan, "papilio_plan_describe", "plan");
    if (capacity > 0) require_not_null(text, "papilio_plan_describe", "text");
    const std::string description = plan->value.describe();
    copy_text(description, text, capacity);
    if (length != nullptr) *length = description.size();
  });
}

papilio_status papilio_plan_execute_f32(const papilio_plan* plan, const float* in, float* out, papilio_timing* timing) {
  return execute_host(plan, in, out, timing);
}

papilio_status papilio_plan_execute_f64(const papilio_plan* plan, const double* in, double* out,
                                        papilio_timing* timing) {
  return execute_host(plan, in, out, timing);
}

papilio_status papilio_plan_bytes(const papilio_plan* plan, size_t* input, size_t* output) {
  return guarded([&] {
    require_not_null(plan, "papilio_plan_bytes", "plan");
    const Problem& problem = plan->value.problem();
    auto in = static_cast<size_t>(problem.input_elements() * problem.input_element_bytes());
    auto out = static_cast<size_t>(problem.output_elements() * problem.output_element_bytes());
    if (problem.placement == papilio::Placement::in_place) in = out = std::max(in, out);
    if (input != nullptr) *input = in;
    if (output != nullptr) *output = out;
  });
}

papilio_status papilio_plan_execute_host(const papilio_plan* plan, const void* in, size_t in_bytes, void* out,
                                         size_t out_bytes, papilio_timing* timing) {
  papilio_host_operands operands = {};
  operands.in = in;
  operands.in_bytes = in_bytes;
  operands.out = out;
  operands.out_bytes = out_bytes;
  return guarded([&] { execute_host_operands(plan, operands, timing, "papilio_plan_execute_host"); });
}

papilio_status papilio_plan_execute_host_operands(const papilio_plan* plan, const papilio_host_operands* operands,
                                                  papilio_timing* timing) {
  return guarded([&] {
    require_not_null(operands, "papilio_plan_execute_host_operands", "operands");
    execute_host_operands(plan, *operands, timing, "papilio_plan_execute_host_operands");
  });
}

papilio_status papilio_buffer_create(const papilio_device* device, size_t bytes, papilio_buffer** buffer) {
  return make_handle(buffer, "papilio_buffer_create", [&] {
    require_not_null(device, "papilio_buffer_create", "device");
    return papilio::Buffer(device->value, bytes);
  });
}

papilio_status papilio_buffer_size(const papilio_buffer* buffer, size_t* bytes) {
  return guarded([&] {
    require_not_null(buffer, "papilio_buffer_size", "buffer");
    require_not_null(bytes, "papilio_buffer_size", "bytes");
    *bytes = buffer->value.size_bytes();
  });
}

void papilio_buffer_destroy(papilio_buffer* buffer) { delete buffer; }

papilio_status papilio_stream_create(const papilio_device* device, papilio_stream** stream) {
  return make_handle(stream, "papilio_stream_create", [&] {
    require_not_null(device, "papilio_stream_create", "device");
    return papilio::Stream(device->value);
  });
}

papilio_status papilio_stream_upload(const papilio_stream* stream, const papilio_buffer* to, size_t offset,
                                     const void* from, size_t bytes) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_upload", "stream");
    require_not_null(to, "papilio_stream_upload", "to");
    require_not_null(from, "papilio_stream_upload", "from");
    stream->value.upload(to->value, from, bytes, offset);
  });
}

papilio_status papilio_stream_download(const papilio_stream* stream, const papilio_buffer* from, size_t offset,
                                       void* to, size_t bytes) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_download", "stream");
    require_not_null(from, "papilio_stream_download", "from");
    require_not_null(to, "papilio_stream_download", "to");
    stream->value.download(from->value, to, bytes, offset);
  });
}

papilio_status papilio_stream_synchronize(const papilio_stream* stream) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_synchronize", "stream");
    stream->value.synchronize();
  });
}

void papilio_stream_destroy(papilio_stream* stream) { delete stream; }

papilio_status papilio_plan_execute(const papilio_plan* plan, const papilio_stream* stream, const papilio_buffer* in,
                                    const papilio_buffer* out, const papilio_buffer* scratch) {
  return guarded([&] {
    require_not_null(plan, "papilio_plan_execute", "plan");
    require_not_null(stream, "papilio_plan_execute", "stream");
    require_not_null(in, "papilio_plan_execute", "in");
    require_not_null(out, "papilio_plan_execute", "out");
    plan->value.execute(stream->value, in->value, out->value, scratch != nullptr ? scratch->value : papilio::Buffer());
  });
}

papilio_status papilio_plan_execute_operands(const papilio_plan* plan, const papilio_stream* stream,
                                             const papilio_operands* operands) {
  return guarded([&] {
    require_not_null(plan, "papilio_plan_execute_operands", "plan");
    require_not_null(stream, "papilio_plan_execute_operands", "stream");
    require_not_null(operands, "papilio_plan_execute_operands", "operands");
    plan->value.execute(stream->value, papilio::api::from_c(*operands));
  });
}

papilio_status papilio_opencl_wrap_device(void* context, void* device, papilio_device** wrapped) {
  return make_handle(wrapped, "papilio_opencl_wrap_device",
                     [&] { return papilio::opencl::wrap_device(context, device); });
}

papilio_status papilio_opencl_wrap_queue(const papilio_device* device, void* queue, papilio_stream** wrapped) {
  return make_handle(wrapped, "papilio_opencl_wrap_queue", [&] {
    require_not_null(device, "papilio_opencl_wrap_queue", "device");
    return papilio::opencl::wrap_queue(device->value, queue);
  });
}

papilio_status papilio_opencl_wrap_buffer(const papilio_device* device, void* memory, papilio_buffer** wrapped) {
  return make_handle(wrapped, "papilio_opencl_wrap_buffer", [&] {
    require_not_null(device, "papilio_opencl_wrap_buffer", "device");
    return papilio::opencl::wrap_buffer(device->value, memory);
  });
}

papilio_status papilio_cuda_wrap_device(void* context, papilio_device** wrapped) {
  return make_handle(wrapped, "papilio_cuda_wrap_device", [&] { return papilio::cuda::wrap_device(context); });
}

papilio_status papilio_cuda_wrap_stream(const papilio_device* device, void* stream, papilio_stream** wrapped) {
  return make_handle(wrapped, "papilio_cuda_wrap_stream", [&] {
    require_not_null(device, "papilio_cuda_wrap_stream", "device");
    return papilio::cuda::wrap_stream(device->value, stream);
  });
}

papilio_status papilio_cuda_wrap_pointer(const papilio_device* device, void* pointer, size_t bytes,
                                         papilio_buffer** wrapped) {
  return make_handle(wrapped, "papilio_cuda_wrap_pointer", [&] {
    require_not_null(device, "papilio_cuda_wrap_pointer", "device");
    return papilio::cuda::wrap_pointer(device->value, pointer, bytes);
  });
}
