// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DynamicLibrary: a library opened by name at run time, so that one binary also runs on machines without it.
#pragma once

#include <span>
#include <string>

namespace papilio::runtime {

/// Move-only; a default-constructed one means "none". The destructor closes it, but the library stays loaded.
class DynamicLibrary {
 public:
  DynamicLibrary() = default;
  /// Opens the first of `names` that loads. Never throws for a missing library: test the object, and see tried().
  explicit DynamicLibrary(std::span<const std::string> names);
  DynamicLibrary(DynamicLibrary&& other) noexcept;
  DynamicLibrary& operator=(DynamicLibrary&& other) noexcept;
  DynamicLibrary(const DynamicLibrary&) = delete;
  DynamicLibrary& operator=(const DynamicLibrary&) = delete;
  ~DynamicLibrary();

  [[nodiscard]] explicit operator bool() const noexcept { return handle_ != nullptr; }
  /// The name that was opened; empty if none was.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// The names that failed to load, with reasons: "libX.so.1 (cannot open shared object file: ...), libX.so (...)".
  [[nodiscard]] const std::string& tried() const noexcept { return tried_; }

  /// Null when no library is open or when it lacks the symbol.
  [[nodiscard]] void* symbol(const char* name) const noexcept;
  /// symbol() cast to a function pointer.
  template <typename Function>
  [[nodiscard]] Function function(const char* name) const noexcept {
    return reinterpret_cast<Function>(symbol(name));
  }

 private:
  void* handle_ = nullptr;
  std::string name_;
  std::string tried_;
};

}  // namespace papilio::runtime
