// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/dynamic_library.hpp"

#include <fmt/format.h>

#include <utility>

#include "runtime/loader.hpp"

namespace papilio::runtime {

DynamicLibrary::DynamicLibrary(std::span<const std::string> names) {
  for (const std::string& name : names) {
    std::string why;
    handle_ = open_library(name, why);
    if (handle_ != nullptr) {
      name_ = name;
      return;
    }
    tried_ += fmt::format("{}{} ({})", tried_.empty() ? "" : ", ", name, why);
  }
}

DynamicLibrary::DynamicLibrary(DynamicLibrary&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      name_(std::exchange(other.name_, {})),
      tried_(std::exchange(other.tried_, {})) {}

DynamicLibrary& DynamicLibrary::operator=(DynamicLibrary&& other) noexcept {
  DynamicLibrary taken(std::move(other));
  std::swap(handle_, taken.handle_);
  name_.swap(taken.name_);
  tried_.swap(taken.tried_);
  return *this;
}

DynamicLibrary::~DynamicLibrary() {
  if (handle_ != nullptr) close_library(handle_);
}

void* DynamicLibrary::symbol(const char* name) const noexcept {
  return handle_ != nullptr ? find_symbol(handle_, name) : nullptr;
}

}  // namespace papilio::runtime
