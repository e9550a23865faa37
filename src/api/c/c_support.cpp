// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/c/c_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

#include "core/pair_rules.hpp"

namespace papilio::api {
namespace {

// A fixed array: keeping the message of an allocation that failed must not allocate.
thread_local std::array<char, 1024> last_error = {};

papilio_status fail(ErrorCode code, std::string_view message) noexcept {
  const std::size_t size = std::min(message.size(), last_error.size() - 1);
  std::copy_n(message.data(), size, last_error.data());
  last_error[size] = '\0';
  return static_cast<papilio_status>(code);
}

struct StatusName {
  papilio_status status;
  ErrorCode code;
  const char* name;
};

constexpr std::array status_names = {
    StatusName{PAPILIO_OK, ErrorCode{0}, "ok"},
    StatusName{PAPILIO_INVALID_ARGUMENT, ErrorCode::invalid_argument, "invalid_argument"},
    StatusName{PAPILIO_INVALID_TOKEN, ErrorCode::invalid_token, "invalid_token"},
    StatusName{PAPILIO_UNSUPPORTED, ErrorCode::unsupported, "unsupported"},
    StatusName{PAPILIO_NO_DEVICE, ErrorCode::no_device, "no_device"},
    StatusName{PAPILIO_OUT_OF_MEMORY, ErrorCode::out_of_memory, "out_of_memory"},
    StatusName{PAPILIO_BUILD_FAILED, ErrorCode::build_failed, "build_failed"},
    StatusName{PAPILIO_IO, ErrorCode::io, "io"},
    StatusName{PAPILIO_DEVICE_FAILED, ErrorCode::device_failed, "device_failed"},
    StatusName{PAPILIO_CHECK_FAILED, ErrorCode::check_failed, "check_failed"},
    StatusName{PAPILIO_INTERNAL, ErrorCode::internal, "internal"},
};
static_assert(std::all_of(status_names.begin(), status_names.end(), [](const StatusName& entry) {
  return static_cast<int>(entry.status) == static_cast<int>(entry.code);
}));

}  // namespace

papilio_status status_of_current_exception() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::out_of_memory, "host memory: an allocation failed; use a smaller problem");
  } catch (const std::length_error&) {  // a container asked for more than there are addresses
    return fail(ErrorCode::out_of_memory, "host memory: an allocation is too large; use a smaller problem");
  } catch (const std::exception& error) {
    return fail(ErrorCode::internal, error.what());
  } catch (...) {
    return fail(ErrorCode::internal, "an exception of unknown type; please report it with the problem token");
  }
}

void require_not_null(const void* pointer, const char* function, const char* argument) {
  if (pointer == nullptr) throw Error::invalid_argument(function, fmt::format("{} is null", argument));
}

void require_size(std::size_t given, std::size_t wanted, const char* type) {
  if (given == wanted) return;
  throw Error::invalid_argument(fmt::format("{}.struct_size {}", type, given),
                                fmt::format("it is {} in this version", wanted),
                                fmt::format("begin with {}_init()", type));
}

void give_text(std::string_view text, const TextPlace& place, const char* function) {
  if (place.capacity > 0) require_not_null(place.text, function, "text");
  copy_text(text, place.text, place.capacity);
  if (place.length != nullptr) *place.length = text.size();
}

void copy_text(std::string_view text, char* to, std::size_t capacity) noexcept {
  if (capacity == 0) return;
  const std::size_t size = std::min(text.size(), capacity - 1);
  std::copy_n(text.data(), size, to);
  to[size] = '\0';
}

Operands from_c(const papilio_operands& operands) {
  require_size(operands.struct_size, sizeof(operands), "papilio_operands");
  const auto buffer = [](const papilio_buffer* handle) { return handle != nullptr ? handle->value : Buffer(); };
  return {.in = buffer(operands.in),
          .out = buffer(operands.out),
          .scratch = buffer(operands.scratch),
          .in_imaginary = buffer(operands.in_imaginary),
          .out_imaginary = buffer(operands.out_imaginary),
          .load_data = buffer(operands.load_data),
          .store_data = buffer(operands.store_data),
          .batch = operands.batch};
}

Callbacks from_c(const papilio_callbacks& callbacks, const char* function) {
  require_size(callbacks.struct_size, sizeof(callbacks), "papilio_callbacks");
  Callbacks texts;
  if (callbacks.load != nullptr) texts.load = callbacks.load;
  if (callbacks.store != nullptr) texts.store = callbacks.store;
  if (callbacks.parameter_count > 0) require_not_null(callbacks.parameters, function, "parameters");
  for (const papilio_parameter& parameter : std::span(callbacks.parameters, callbacks.parameter_count)) {
    require_not_null(parameter.name, function, "the name of a parameter");
    texts.parameters.emplace_back(parameter.name, parameter.value);
  }
  return texts;
}

namespace {

/// The operands name one memory, as an execution in place may; checks that they are not null and of one size.
bool is_one_memory(const papilio_host_operands& operands, Placement placement, const char* function) {
  require_not_null(operands.out, function, "out");
  const bool in_place = placement == Placement::in_place;
  if (!in_place || operands.in_bytes != 0) require_not_null(operands.in, function, "in");
  const bool one = operands.in == nullptr || (in_place && operands.in == operands.out);
  if (one && operands.in != nullptr && operands.in_bytes != operands.out_bytes) {
    throw Error::invalid_argument(
        function, "in and out are one memory of two sizes",
        "give both the size that papilio_plan_get_bytes() or papilio_convolution_get_bytes() tells");
  }
  return one;
}

}  // namespace

HostOperands from_c(const papilio_host_operands& operands, Placement placement, const char* function) {
  require_size(operands.struct_size, sizeof(operands), "papilio_host_operands");
  const bool one = is_one_memory(operands, placement, function);
  if (operands.load_bytes > 0) require_not_null(operands.load_data, function, "load_data");
  if (operands.store_bytes > 0) require_not_null(operands.store_data, function, "store_data");
  HostOperands result;
  const auto plane_of = [](void* data, std::size_t bytes) { return std::span(static_cast<std::byte*>(data), bytes); };
  if (!one) result.in = bytes_of(operands.in, operands.in_bytes);
  result.out = plane_of(operands.out, operands.out_bytes);
  const bool same = one && operands.in_imaginary == operands.out_imaginary;
  if (operands.in_imaginary != nullptr && !same) {
    result.in_imaginary = bytes_of(operands.in_imaginary, operands.in_bytes);
  }
  if (operands.out_imaginary != nullptr) result.out_imaginary = plane_of(operands.out_imaginary, operands.out_bytes);
  result.load_data = bytes_of(operands.load_data, operands.load_bytes);
  result.store_data = bytes_of(operands.store_data, operands.store_bytes);
  result.batch = operands.batch;
  return result;
}

std::vector<int> axes_from_c(int rank, const int* skipped, const char* type) {
  if (rank < 1 || rank > PAPILIO_MAX_RANK) {
    throw Error::invalid_argument(fmt::format("{}.rank {}", type, rank), "it is the number of lengths",
                                  fmt::format("use 1..{}", static_cast<int>(PAPILIO_MAX_RANK)));
  }
  std::vector<int> axes;
  for (int axis = 0; axis < rank; ++axis) {
    if (skipped[axis] == 0) axes.push_back(axis);
  }
  if (axes.empty()) {
    throw Error::invalid_argument(fmt::format("{}.skipped", type), "no axis is left", "leave one at 0");
  }
  return axes;
}

void require_rank(std::size_t lengths, const std::string& token, const char* type) {
  if (lengths <= PAPILIO_MAX_RANK) return;
  throw Error::unsupported("problem " + token,
                           fmt::format("{} holds {} lengths", type, static_cast<int>(PAPILIO_MAX_RANK)),
                           "use the C++ API");
}

void skip_others(const std::vector<int>& axes, int rank, int* skipped) {
  for (int axis = 0; axis < rank; ++axis) skipped[axis] = std::ranges::find(axes, axis) == axes.end() ? 1 : 0;
}

papilio_timing to_c(const Timing& timing) { return {timing.upload, timing.kernels, timing.download}; }

papilio_estimate to_c(const Estimate& estimate) {
  papilio_estimate result = papilio_estimate_init();
  result.scratch_bytes = estimate.scratch_bytes;
  result.read_bytes = estimate.read_bytes;
  result.written_bytes = estimate.written_bytes;
  result.launches = estimate.launches;
  result.seconds = estimate.seconds;
  result.scratch_error = estimate.scratch_error;
  return result;
}

Precision precision_of_floats(papilio_precision value, const char* field, const char* operation) {
  const auto precision = enumerator<Precision>(value, 4, field, "papilio_precision");
  const char* const name = precision == Precision::f64x2 ? "PAPILIO_F64X2" : "PAPILIO_F32X2";
  require_floats(precision, fmt::format("{} {}", field, name), operation);
  return precision;
}

}  // namespace papilio::api

const char* papilio_get_version(void) { return papilio::version().data(); }

const char* papilio_get_last_error(void) { return papilio::api::last_error.data(); }

const char* papilio_status_get_name(papilio_status status) {
  for (const auto& entry : papilio::api::status_names) {
    if (entry.status == status) return entry.name;
  }
  return "unknown status";
}
