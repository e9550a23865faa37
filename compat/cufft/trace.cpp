// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/trace.hpp"

#include <cstdio>
#include <new>
#include <papilio/error.hpp>
#include <string_view>
#include <utility>

#include "runtime/environment.hpp"

namespace papilio::compat::cufft {
namespace {

std::string& notes() {
  thread_local std::string text;
  return text;
}

Result result_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
    case ErrorCode::invalid_token:
      return invalid_value;
    case ErrorCode::unsupported:
      return not_supported;
    case ErrorCode::no_device:
    case ErrorCode::build_failed:
      return setup_failed;
    case ErrorCode::out_of_memory:
      return alloc_failed;
    case ErrorCode::device_failed:
      return exec_failed;
    default:
      return internal_error;
  }
}

bool wanted() {
  const char* value = runtime::environment_variable("PAPILIO_TRACE");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

const bool tracing = wanted();

void note(const std::string& text) {
  if (tracing) notes() += "  " + text;
}

Result result_of_exception() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    guarded([&] {
      note(error.what());
      return success;
    });
    return result_of(error.code());
  } catch (const std::bad_alloc&) {
    return alloc_failed;
  } catch (...) {
    return internal_error;
  }
}

void print_line(const char* function, const std::string& arguments, Result result) noexcept {
  const std::string text = std::exchange(notes(), {});
  std::fprintf(stderr, "papilio: %s(%s) = %s%s\n", function, arguments.c_str(), name_of(result), text.c_str());
}

const char* name_of(Result result) {
  constexpr std::pair<Result, const char*> names[] = {
      {success, "CUFFT_SUCCESS"},
      {invalid_plan, "CUFFT_INVALID_PLAN"},
      {alloc_failed, "CUFFT_ALLOC_FAILED"},
      {invalid_type, "CUFFT_INVALID_TYPE"},
      {invalid_value, "CUFFT_INVALID_VALUE"},
      {internal_error, "CUFFT_INTERNAL_ERROR"},
      {exec_failed, "CUFFT_EXEC_FAILED"},
      {setup_failed, "CUFFT_SETUP_FAILED"},
      {invalid_size, "CUFFT_INVALID_SIZE"},
      {unaligned_data, "CUFFT_UNALIGNED_DATA"},
      {invalid_device, "CUFFT_INVALID_DEVICE"},
      {no_workspace, "CUFFT_NO_WORKSPACE"},
      {not_implemented, "CUFFT_NOT_IMPLEMENTED"},
      {not_supported, "CUFFT_NOT_SUPPORTED"},
  };
  for (const auto& [value, name] : names) {
    if (value == result) return name;
  }
  return "?";
}

}  // namespace papilio::compat::cufft
