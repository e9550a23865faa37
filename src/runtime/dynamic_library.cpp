// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/dynamic_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace papilio::runtime {
namespace {

/// Strips the leading library name from the loader's message: "NAME: reason" -> "reason".
std::string_view reason_of(std::string_view message, std::string_view name) {
  if (message.starts_with(name)) message.remove_prefix(name.size());
  if (message.starts_with(": ")) message.remove_prefix(2);
  return message;
}

}  // namespace

DynamicLibrary::DynamicLibrary(std::span<const std::string> names) {
  for (const std::string& name : names) {
    // RTLD_LOCAL: a driver's dependencies (LLVM, libstdc++) must not take part in the host program's symbol resolution.
    // RTLD_NODELETE: drivers have threads and exit handlers, and FFTW has its planner's accumulated wisdom, so the code
    // must stay in memory.
    handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle_ != nullptr) {
      name_ = name;
      return;
    }
    const char* message = dlerror();
    tried_ += fmt::format("{}{} ({})", tried_.empty() ? "" : ", ", name,
                          reason_of(message != nullptr ? message : "unknown reason", name));
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
  if (handle_ != nullptr) dlclose(handle_);
}

void* DynamicLibrary::symbol(const char* name) const noexcept {
  return handle_ != nullptr ? dlsym(handle_, name) : nullptr;
}

}  // namespace papilio::runtime
