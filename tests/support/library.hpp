// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A shared library opened by name when a test runs, so that tests build everywhere and skip where it is missing.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace papilio::test {

class Library {
 public:
  /// The first of `names` that loads; an empty library if none does.
  static Library first_of(std::span<const std::string> names);

  [[nodiscard]] explicit operator bool() const { return handle_ != nullptr; }

  /// The function of that name; throws std::runtime_error if there is none. F is a pointer to function.
  template <typename F>
  F get(const char* name) const {
    return reinterpret_cast<F>(address(name));
  }

 private:
  void* address(const char* name) const;

  std::shared_ptr<void> handle_;
};

}  // namespace papilio::test
