// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The frame of every exported function: no exception leaves it, and PAPILIO_TRACE=1 prints a line on stderr: the call,
// its result, and the token of the problem or the reason of the failure.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
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

/// A call of an exported function with its arguments: Call(__func__, plan, ...)([&] { ... }) runs its body.
template <typename... Arguments>
class Export {
 public:
  explicit Export(const char* function, Arguments... arguments) noexcept
      : function_(function), arguments_(arguments...) {}

  template <typename Body>
  int operator()(const Body& body) const noexcept {
    const Result result = guarded(body);
    if (tracing) {
      guarded([&] {
        print_line(function_, std::apply([](auto... all) { return list_of(all...); }, arguments_), result);
        return success;
      });
    }
    return result;
  }

 private:
  static std::string list_of(Arguments... arguments) {
    std::string list;
    ((list += (list.empty() ? "" : ", ") + text_of(arguments)), ...);
    return list;
  }

  const char* function_;
  std::tuple<Arguments...> arguments_;
};

}  // namespace papilio::compat::cufft
