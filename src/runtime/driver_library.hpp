// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DriverLibrary: a driver's library and the table of functions that a backend calls.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/dynamic_library.hpp"
#include "runtime/file_descriptor.hpp"
#include "runtime/forked.hpp"

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
  /// True where it was not tried because the process had no file descriptors left: another attempt may succeed.
  [[nodiscard]] bool untried() const noexcept { return untried_; }
  /// One line that says which names were tried and why the library cannot be used; empty when it can.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 protected:
  /// Opens the first of `names` that loads; never throws for a missing library. `what` names the library in messages
  /// ("the CUDA driver"), `kind` names the version that has every function ("CUDA driver of 11.2 or newer").
  DriverLibrary(std::span<const std::string> names, std::string_view what, std::string_view kind) {
    untried_ = !has_descriptors(needed_descriptors);
    if (untried_) {
      problem_ = fmt::format("{} was not opened: the process has no file descriptors left (raise `ulimit -n`)", what);
      return;
    }
    library_ = DynamicLibrary(names);
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
  /// A driver that opens half of what it needs stays so: PoCL, its compiler's library and its cache take five.
  static constexpr int needed_descriptors = 16;

  DynamicLibrary library_;
  Symbols symbols_;
  std::string problem_;
  bool untried_ = false;
};

/// Returns the process's library of this type: Library(names()), opened by the first call and never closed, because
/// drivers keep threads and exit handlers. One that could not be tried is tried again by the next call.
template <typename Library, typename Names>
const Library& process_library(const Names& names) {
  static std::atomic<const Library*> opened = nullptr;
  if (const Library* library = opened.load(std::memory_order_acquire)) return *library;
  static std::mutex mutex;
  static auto* const untried = new std::vector<std::unique_ptr<const Library>>;  // callers may still read them
  const std::lock_guard lock(mutex);
  if (const Library* library = opened.load(std::memory_order_acquire)) return *library;
  auto made = std::make_unique<const Library>(names());
  if (made->untried()) return *untried->emplace_back(std::move(made));
  if (*made) note_driver();
  opened.store(made.get(), std::memory_order_release);
  return *made.release();
}

}  // namespace papilio::runtime
