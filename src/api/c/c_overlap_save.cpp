// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's signals of unlimited length.
#include <complex>
#include <papilio/overlap_save.hpp>
#include <span>
#include <variant>

#include "api/c/c_convolution.hpp"

using papilio::OverlapSave;
using papilio::api::guarded;
using papilio::api::require_not_null;

struct papilio_overlap_save {
  std::variant<OverlapSave<float>, OverlapSave<double>, OverlapSave<std::complex<float>>,
               OverlapSave<std::complex<double>>>
      value;
};

namespace {

/// Calls run(value) with the OverlapSave of whichever type it is.
template <class Stream, class Run>
papilio_status with_stream(Stream* stream, const char* function, Run run) noexcept {
  return guarded(function, {{stream, "stream"}}, [&] { std::visit(run, stream->value); });
}

template <class T>
T sample_of(const OverlapSave<T>& /*stream*/) {
  return {};
}

}  // namespace

papilio_status papilio_overlap_save_create(const papilio_device* device, const papilio_overlap_save_options* options,
                                           papilio_overlap_save** stream) {
  return guarded([&] {
    constexpr const char* function = "papilio_overlap_save_create";
    require_not_null(stream, function, "the place for the new handle");
    *stream = nullptr;
    require_not_null(device, function, "device");
    papilio::api::require_struct(options, function, "options", "papilio_overlap_save_options");
    const auto operation = papilio::api::enumerator<papilio::Operation>(
        options->operation, 2, "papilio_overlap_save_options.operation", "papilio_operation");
    papilio::api::with_values(options->kernel, function, [&]<typename T>(std::span<const T> kernel) {
      *stream = new papilio_overlap_save{OverlapSave<T>(device->value, kernel, operation, options->block)};
    });
  });
}

void papilio_overlap_save_destroy(papilio_overlap_save* stream) { delete stream; }

papilio_status papilio_overlap_save_get_block(const papilio_overlap_save* stream, int64_t* block) {
  return with_stream(stream, "papilio_overlap_save_get_block", [&](const auto& value) {
    require_not_null(block, "papilio_overlap_save_get_block", "block");
    *block = value.block();
  });
}

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

papilio_status papilio_overlap_save_get_available(const papilio_overlap_save* stream, size_t* count) {
  return with_stream(stream, "papilio_overlap_save_get_available", [&](const auto& value) {
    require_not_null(count, "papilio_overlap_save_get_available", "count");
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
