// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DriverLibrary: a driver's library and the table of functions that a backend calls.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "runtime/dynamic_library.hpp"

namespace papilio::runtime {

/// `Symbols` holds one pointer per function. Its for_each(visit) calls visit(name, pointer) for each. An optional
/// for_each_optional does the same for functions that may be missing; their pointers are then null.
template <typename Symbols>
class DriverLibrary {
 public:
  [[nodiscard]] explicit operator bool() const noexcept { return problem_.empty(); }
  /// Valid only if the library was opened.
  [[nodiscard]] const Symbols& symbols() const noexcept { return symbols_; }
  /// The name that was opened; empty if none could be.
  [[nodiscard]] const std::string& name() const noexcept { return library_.name(); }
  /// One line that says which names were tried and why the library cannot be used; empty when it can.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 protected:
  /// Opens the first of `names` that loads; never throws for a missing library. `what` names the library in messages
  /// ("the CUDA driver"), `kind` names the version that has every function ("CUDA driver of 11.2 or newer").
  DriverLibrary(std::span<const std::string> names, std::string_view what, std::string_view kind) : library_(names) {
    if (!library_) {
      problem_ = fmt::format("{} was not found, tried {}", what, library_.tried());
      return;
    }
    std::string missing;
    symbols_.for_each([&](const char* symbol, auto& function) {
      function = library_.function<std::remove_reference_t<decltype(function)>>(symbol);
      if (function == nullptr) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", symbol);
    });
    const auto find = [&](const char* symbol, auto& function) {
      function = library_.function<std::remove_reference_t<decltype(function)>>(symbol);
    };
    if constexpr (requires { symbols_.for_each_optional(find); }) symbols_.for_each_optional(find);
    if (!missing.empty()) problem_ = fmt::format("{} is no {}, it lacks {}", library_.name(), kind, missing);
  }

  /// Marks a library that loaded as unusable.
  void reject(std::string problem) { problem_ = std::move(problem); }

 private:
  DynamicLibrary library_;
  Symbols symbols_;
  std::string problem_;
};

}  // namespace papilio::runtime
