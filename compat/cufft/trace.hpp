// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What every exported function does around its body: no exception leaves it, and PAPILIO_TRACE=1 prints a line on
// stderr: the call, its result, and the token of the problem or the reason of the failure.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "compat/cufft/abi.hpp"

namespace papilio::compat::cufft {

/// PAPILIO_TRACE=1, when the library was loaded.
extern const bool tracing;

/// Adds text to the line of the call that this thread is in; nothing unless tracing.
void note(const std::string& text);

/// The result that the exception in flight stands for; notes its message. Call it in a handler.
Result result_of_exception() noexcept;

/// Prints the line, with the notes.
void print_line(const char* function, const std::string& arguments, Result result) noexcept;

/// An argument as text.
template <typename T>
std::string text_of(T value) {
  if constexpr (std::is_pointer_v<T>) {
    if (value == nullptr) return "null";
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (auto rest = reinterpret_cast<std::uintptr_t>(value); rest != 0; rest /= 16)
      text.insert(0, 1, digits[rest % 16]);
    return "0x" + text;
  } else {
    return std::to_string(value);
  }
}

template <typename Body>
Result guarded(const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    return result_of_exception();
  }
}

template <typename Body, typename... Arguments>
int call(const char* function, const Body& body, Arguments... arguments) noexcept {
  const Result result = guarded(body);
  if (tracing) {
    guarded([&] {
      std::string list;
      ((list += (list.empty() ? "" : ", ") + text_of(arguments)), ...);
      print_line(function, list, result);
      return success;
    });
  }
  return result;
}

}  // namespace papilio::compat::cufft
