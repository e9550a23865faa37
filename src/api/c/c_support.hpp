// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The boundary of the C API: what lies behind its handles, and how an exception becomes a status.
#pragma once

#include <fmt/format.h>
#include <papilio/papilio.h>

#include <cstddef>
#include <initializer_list>
#include <papilio/error.hpp>
#include <papilio/papilio.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct papilio_device {
  papilio::Device value;
};
struct papilio_plan {
  papilio::Plan value;
};
struct papilio_stream {
  papilio::Stream value;
};
struct papilio_buffer {
  papilio::Buffer value;
};
struct papilio_event {
  papilio::Event value;
};

namespace papilio::api {

/// The status for the exception being handled; keeps its message for papilio_get_last_error().
papilio_status status_of_current_exception() noexcept;

/// Throws Error(invalid_argument) naming the argument.
void require_not_null(const void* pointer, const char* function, const char* argument);

/// An argument of a C function that must not be null, and its name there.
struct PointerArgument {
  const void* value;
  const char* name;
};
using PointerArguments = std::initializer_list<PointerArgument>;

/// Runs the body of a C function; nothing is thrown past it.
template <typename Body>
papilio_status guarded(Body body) noexcept {
  try {
    body();
    return PAPILIO_OK;
  } catch (...) {
    return status_of_current_exception();
  }
}

/// The same once none of the pointers is null.
template <typename Body>
papilio_status guarded(const char* function, PointerArguments pointers, Body body) noexcept {
  return guarded([&] {
    for (const PointerArgument& pointer : pointers) require_not_null(pointer.value, function, pointer.name);
    body();
  });
}

/// The same for a function that makes a handle: *result is null until make() has returned its value.
template <typename Handle, typename Make>
papilio_status make_handle(Handle** result, const char* function, PointerArguments pointers, Make make) noexcept {
  if (result != nullptr) *result = nullptr;
  return guarded(function, {{result, "the place for the new handle"}}, [&] {
    for (const PointerArgument& pointer : pointers) require_not_null(pointer.value, function, pointer.name);
    *result = new Handle{make()};  // NOLINT(bugprone-unhandled-exception-at-new): guarded() catches it
  });
}

/// Copies as much of the text as fits, always ended with 0.
void copy_text(std::string_view text, char* to, std::size_t capacity) noexcept;

/// Where a function returns a text: room for `capacity` bytes, and its whole length; both may be null.
struct TextPlace {
  char* text = nullptr;
  std::size_t capacity = 0;
  std::size_t* length = nullptr;
};
void give_text(std::string_view text, const TextPlace& place, const char* function);

/// Throws Error(invalid_argument) if the caller's struct has another struct_size than that of this version.
void require_size(std::size_t given, std::size_t wanted, const char* type);

/// The same for a pointer to one, and for null.
template <typename Struct>
void require_struct(const Struct* given, const char* function, const char* argument, const char* type) {
  require_not_null(given, function, argument);
  require_size(given->struct_size, sizeof(Struct), type);
}

inline std::span<const std::byte> bytes_of(const void* data, std::size_t bytes) {
  return {static_cast<const std::byte*>(data), bytes};
}

/// A null handle means "none". Checks struct_size, as the functions below do.
Operands from_c(const papilio_operands& operands);
/// Checks that memory of a size is not null, and that in place both pointers are the same.
HostOperands from_c(const papilio_host_operands& operands, Placement placement, const char* function);
Callbacks from_c(const papilio_callbacks& callbacks, const char* function);

/// The enumerator of the same number, if there is one below `count`; `field` and `type` are what errors call them.
template <typename To, typename From>
To enumerator(From value, int count, const char* field, const char* type) {
  const int number = static_cast<int>(value);
  if (number >= 0 && number < count) return static_cast<To>(number);
  throw Error::invalid_argument(fmt::format("{} {}", field, number), "no such enumerator",
                                fmt::format("use one of enum {}", type));
}

/// papilio_precision of what has no kernels for pairs: throws Error(unsupported) for them, which says so of
/// `operation`.
Precision precision_of_floats(papilio_precision value, const char* field, const char* operation);

/// The axes of a problem's struct that are not skipped. `type` is its name. Throws Error(invalid_argument) if the rank
/// is not 1..PAPILIO_MAX_RANK, or if all axes are skipped.
std::vector<int> axes_from_c(int rank, const int* skipped, const char* type);
/// The reverse. Throws Error(unsupported) if there are more lengths than PAPILIO_MAX_RANK.
void require_rank(std::size_t lengths, const std::string& token, const char* type);
void skip_others(const std::vector<int>& axes, int rank, int* skipped);

/// Checks struct_size, that every enumerator is one and that the rank is 1..PAPILIO_MAX_RANK; the rest is
/// Problem::validate()'s.
Problem from_c(const papilio_problem& problem);
/// Converts a valid problem, with strides and distances filled in. Throws Error(unsupported) where there are more
/// lengths than PAPILIO_MAX_RANK.
papilio_problem to_c(const Problem& problem);
/// PAPILIO_NORM_DEFAULT is Norm::backward. `field` is its name in errors.
Norm norm_from_c(papilio_norm norm, const char* field);

/// For the buffers of an execution; in place both sides share one buffer.
struct ByteCounts {
  std::size_t input = 0;
  std::size_t output = 0;
};
ByteCounts bytes_of(const Problem& problem);

papilio_timing to_c(const Timing& timing);
papilio_estimate to_c(const Estimate& estimate);

}  // namespace papilio::api
