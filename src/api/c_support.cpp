// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/c_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

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

// enumerator() and to_c() go by the numbers.
static_assert(static_cast<int>(Kind::c2c) == PAPILIO_C2C);
static_assert(static_cast<int>(Precision::f32) == PAPILIO_F32 && static_cast<int>(Precision::f64) == PAPILIO_F64);
static_assert(static_cast<int>(Direction::forward) == PAPILIO_FORWARD);
static_assert(static_cast<int>(Direction::inverse) == PAPILIO_INVERSE);
static_assert(static_cast<int>(Placement::out_of_place) == PAPILIO_OUT_OF_PLACE);
static_assert(static_cast<int>(Placement::in_place) == PAPILIO_IN_PLACE);
static_assert(static_cast<int>(Scale::none) == PAPILIO_SCALE_NONE);
static_assert(static_cast<int>(Scale::inverse_n) == PAPILIO_SCALE_BY_N);
static_assert(static_cast<int>(Scale::inverse_sqrt_n) == PAPILIO_SCALE_BY_SQRT_N);
static_assert(static_cast<int>(Storage::native) == PAPILIO_STORE_NATIVE);
static_assert(static_cast<int>(Storage::i16) == PAPILIO_STORE_I16);
static_assert(static_cast<int>(ComplexLayout::planar) == PAPILIO_PLANAR);

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

void copy_text(std::string_view text, char* to, std::size_t capacity) noexcept {
  if (capacity == 0) return;
  const std::size_t size = std::min(text.size(), capacity - 1);
  std::copy_n(text.data(), size, to);
  to[size] = '\0';
}

Operands from_c(const papilio_operands& operands) {
  const auto buffer = [](const papilio_buffer* handle) { return handle != nullptr ? handle->value : Buffer(); };
  return {.in = buffer(operands.in),
          .out = buffer(operands.out),
          .scratch = buffer(operands.scratch),
          .in_imaginary = buffer(operands.in_imaginary),
          .out_imaginary = buffer(operands.out_imaginary),
          .load_data = buffer(operands.load_data),
          .store_data = buffer(operands.store_data)};
}

Callbacks from_c(const papilio_callbacks& callbacks, const char* function) {
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
    throw Error::invalid_argument(function, "in and out are one memory of two sizes",
                                  "give both the size that papilio_plan_bytes() or papilio_convolution_bytes() says");
  }
  return one;
}

}  // namespace

HostOperands from_c(const papilio_host_operands& operands, Placement placement, const char* function) {
  const bool one = is_one_memory(operands, placement, function);
  if (operands.load_bytes > 0) require_not_null(operands.load_data, function, "load_data");
  if (operands.store_bytes > 0) require_not_null(operands.store_data, function, "store_data");
  HostOperands result;
  if (!one) result.in = bytes_of(operands.in, operands.in_bytes);
  result.out = std::span(static_cast<std::byte*>(operands.out), operands.out_bytes);
  result.load_data = bytes_of(operands.load_data, operands.load_bytes);
  result.store_data = bytes_of(operands.store_data, operands.store_bytes);
  return result;
}

Problem from_c(const papilio_problem& problem) {
  if (problem.rank < 1 || problem.rank > PAPILIO_MAX_RANK) {
    throw Error::invalid_argument(fmt::format("papilio_problem.rank {}", problem.rank), "it counts the lengths",
                                  fmt::format("use 1..{}", static_cast<int>(PAPILIO_MAX_RANK)));
  }
  Problem result;
  result.kind = enumerator<Kind>(problem.kind, 12, "papilio_problem.kind", "papilio_kind");
  result.precision = enumerator<Precision>(problem.precision, 2, "papilio_problem.precision", "papilio_precision");
  result.lengths.assign(problem.lengths, problem.lengths + problem.rank);
  result.batch = problem.batch;
  result.in_distance = problem.in_distance;
  result.out_distance = problem.out_distance;
  for (int axis = 0; axis < problem.rank; ++axis) {
    if (problem.skipped[axis] == 0) result.axes.push_back(axis);
  }
  if (result.axes.empty()) {
    throw Error::invalid_argument("papilio_problem.skipped", "no axis is left to transform", "leave one at 0");
  }
  if (result.axes.size() == result.lengths.size()) result.axes.clear();
  const auto given = [&](const int64_t* strides) {
    std::vector<std::int64_t> values(strides, strides + problem.rank);
    if (std::all_of(values.begin(), values.end(), [](std::int64_t stride) { return stride == 0; })) values.clear();
    return values;
  };
  result.in_strides = given(problem.in_strides);
  result.out_strides = given(problem.out_strides);
  const auto ranges = [&](const papilio_range* from) {
    std::vector<Range> values(static_cast<std::size_t>(problem.rank));
    std::transform(from, from + problem.rank, values.begin(), [](const papilio_range& r) {
      return Range{r.begin, r.end};
    });
    if (std::all_of(values.begin(), values.end(), [](const Range& range) { return range == Range{}; })) values.clear();
    return values;
  };
  result.zero = ranges(problem.zero_ranges);
  result.skip = ranges(problem.skip_ranges);
  if (problem.factor != 0) result.factor = problem.factor;
  result.direction = enumerator<Direction>(problem.direction, 2, "papilio_problem.direction", "papilio_direction");
  result.placement = enumerator<Placement>(problem.placement, 2, "papilio_problem.placement", "papilio_placement");
  result.scale = enumerator<Scale>(problem.scale, 3, "papilio_problem.scale", "papilio_scale");
  result.in_storage = enumerator<Storage>(problem.in_storage, 8, "papilio_problem.in_storage", "papilio_storage");
  result.out_storage = enumerator<Storage>(problem.out_storage, 8, "papilio_problem.out_storage", "papilio_storage");
  result.in_layout =
      enumerator<ComplexLayout>(problem.in_layout, 2, "papilio_problem.in_layout", "papilio_complex_layout");
  result.out_layout =
      enumerator<ComplexLayout>(problem.out_layout, 2, "papilio_problem.out_layout", "papilio_complex_layout");
  result.in_offset = problem.in_offset;
  result.out_offset = problem.out_offset;
  return result;
}

papilio_problem to_c(const Problem& problem) {
  if (problem.lengths.size() > PAPILIO_MAX_RANK) {
    throw Error::unsupported("problem " + problem.token(),
                             fmt::format("papilio_problem holds {} lengths", static_cast<int>(PAPILIO_MAX_RANK)),
                             "use the C++ API");
  }
  papilio_problem result = {};
  result.kind = static_cast<papilio_kind>(problem.kind);
  result.precision = static_cast<papilio_precision>(problem.precision);
  result.rank = static_cast<int>(problem.lengths.size());
  std::copy(problem.lengths.begin(), problem.lengths.end(), result.lengths);
  const std::vector<int> axes = problem.transformed_axes();
  for (int axis = 0; axis < result.rank; ++axis) {
    result.skipped[axis] = std::find(axes.begin(), axes.end(), axis) == axes.end() ? 1 : 0;
  }
  result.batch = problem.batch;
  result.in_distance = problem.in_distance;
  result.out_distance = problem.out_distance;
  std::copy(problem.in_strides.begin(), problem.in_strides.end(), result.in_strides);
  std::copy(problem.out_strides.begin(), problem.out_strides.end(), result.out_strides);
  const auto range = [](const Range& from) { return papilio_range{from.begin, from.end}; };
  std::transform(problem.zero.begin(), problem.zero.end(), result.zero_ranges, range);
  std::transform(problem.skip.begin(), problem.skip.end(), result.skip_ranges, range);
  result.factor = problem.factor;
  result.direction = static_cast<papilio_direction>(problem.direction);
  result.placement = static_cast<papilio_placement>(problem.placement);
  result.scale = static_cast<papilio_scale>(problem.scale);
  result.in_storage = static_cast<papilio_storage>(problem.in_storage);
  result.out_storage = static_cast<papilio_storage>(problem.out_storage);
  result.in_layout = static_cast<papilio_complex_layout>(problem.in_layout);
  result.out_layout = static_cast<papilio_complex_layout>(problem.out_layout);
  result.in_offset = problem.in_offset;
  result.out_offset = problem.out_offset;
  return result;
}

}  // namespace papilio::api

const char* papilio_last_error(void) { return papilio::api::last_error.data(); }

const char* papilio_status_string(papilio_status status) {
  for (const auto& entry : papilio::api::status_names) {
    if (entry.status == status) return entry.name;
  }
  return "unknown status";
}
