// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DriverLibrary: a driver's library with the table of the functions that a backend calls.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "runtime/dynamic_library.hpp"

namespace papilio::runtime {

/// `Symbols` holds one pointer a function; its for_each(visit) calls visit(name, pointer) for each of them; so does
/// for_each_optional, where there is one, for functions that may be missing and are null then.
template <typename Symbols>
class DriverLibrary {
 public:
  [[nodiscard]] explicit operator bool() const noexcept { return problem_.empty(); }
  /// Valid only where the library is there.
  [[nodiscard]] const Symbols& symbols() const noexcept { return symbols_; }
  /// The name that was opened; empty where none could be.
  [[nodiscard]] const std::string& name() const noexcept { return library_.name(); }
  /// One line: what was looked for and why it will not do; empty when all is well.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 protected:
  /// Opens the first of `names` that loads; never throws for a missing one. `what` is what a person calls it ("the CUDA
  /// driver"), `kind` what it must be to have every function ("CUDA driver of 11.2 or newer").
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

  /// The library is there and yet will not do.
  void reject(std::string problem) { problem_ = std::move(problem); }

 private:
  DynamicLibrary library_;
  Symbols symbols_;
  std::string problem_;
};

}  // namespace papilio::runtime
