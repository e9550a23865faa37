// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handle: owns one object of a driver, and frees it in its destructor, but not in a forked process.
#pragma once

#include <utility>

#include "runtime/forked.hpp"

namespace papilio::runtime {

/// Move-only; a default-constructed one means "none". `Owner` is a pointer of any kind to what `Release` needs to free
/// the object.
template <typename T, typename Owner, void (*Release)(Owner&&, T) noexcept>
class Handle {
 public:
  Handle() = default;
  /// Takes ownership of an object that the driver has just made.
  Handle(Owner owner, T value) : owner_(std::move(owner)), value_(value) {}
  /// Wraps an object that the caller owns; never freed.
  static Handle borrowed(T value) { return {Owner{}, value}; }
  Handle(Handle&& other) noexcept
      : owner_(std::exchange(other.owner_, Owner{})), value_(std::exchange(other.value_, T{})) {}
  Handle& operator=(Handle&& other) noexcept {
    Handle taken(std::move(other));
    std::swap(owner_, taken.owner_);
    std::swap(value_, taken.value_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (owned() && value_ != T{} && !is_forked()) Release(std::move(owner_), value_);
  }

  [[nodiscard]] T get() const noexcept { return value_; }
  [[nodiscard]] explicit operator bool() const noexcept { return value_ != T{}; }
  /// False for a borrowed one and for none.
  [[nodiscard]] bool owned() const noexcept { return owner_ != nullptr; }
  /// Gives up ownership: the caller frees the object, or leaks it on purpose.
  T detach() noexcept { return std::exchange(value_, T{}); }

 private:
  Owner owner_{};
  T value_{};
};

}  // namespace papilio::runtime
