// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// BorrowedMemory: room for one Memory object of any backend, so that a view of the caller's memory for one call needs
// no allocation.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "runtime/device.hpp"

namespace papilio::runtime {

class BorrowedMemory {
 public:
  BorrowedMemory() = default;
  ~BorrowedMemory() {
    if (memory_ != nullptr) std::destroy_at(memory_);
  }
  BorrowedMemory(const BorrowedMemory&) = delete;
  BorrowedMemory& operator=(const BorrowedMemory&) = delete;

  /// Makes the object; once.
  template <typename T, typename... Arguments>
  void make(Arguments&&... arguments) {
    // NOLINTNEXTLINE(misc-redundant-expression): the sizes are equal for the largest T
    static_assert(sizeof(T) <= size && alignof(T) <= alignof(std::max_align_t));
    memory_ = std::construct_at(reinterpret_cast<T*>(storage_), std::forward<Arguments>(arguments)...);  // NOLINT
  }
  /// Null before make().
  [[nodiscard]] const Memory* get() const { return memory_; }

 private:
  static constexpr std::size_t size = 64;
  alignas(std::max_align_t) std::byte storage_[size];
  Memory* memory_ = nullptr;
};

}  // namespace papilio::runtime
