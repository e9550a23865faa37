// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handle: owns one CUDA object. Its destructor frees the object in its context by dispose(), so never inside a
// callback.
#pragma once

#include <utility>

#include "backend/cuda/context.hpp"

namespace papilio::backend::cuda {

/// Move-only; a default-constructed one means "none".
template <typename T, auto Free>
class Handle {
 public:
  Handle() = default;
  /// Takes ownership of what a cu…Create, cu…Alloc or cu…Load call returned.
  Handle(std::shared_ptr<const Context> context, T value) : context_(std::move(context)), value_(value) {}
  /// Wraps an object that the caller owns; never freed.
  static Handle borrowed(T value) { return {nullptr, value}; }
  Handle(Handle&& other) noexcept : context_(std::move(other.context_)), value_(std::exchange(other.value_, T{})) {}
  Handle& operator=(Handle&& other) noexcept {
    Handle taken(std::move(other));
    std::swap(context_, taken.context_);
    std::swap(value_, taken.value_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (context_ == nullptr) return;
    dispose(std::move(context_), [value = value_](const Symbols& cuda) { (cuda.*Free)(value); });
  }

  [[nodiscard]] T get() const noexcept { return value_; }
  /// False for a borrowed one and for none.
  [[nodiscard]] bool owned() const noexcept { return context_ != nullptr; }

 private:
  std::shared_ptr<const Context> context_;
  T value_{};
};

using StreamHandle = Handle<CUstream, &Symbols::cuStreamDestroy_v2>;
using EventHandle = Handle<CUevent, &Symbols::cuEventDestroy_v2>;
using MemoryHandle = Handle<CUdeviceptr, &Symbols::cuMemFree_v2>;
using PoolHandle = Handle<CUmemoryPool, &Symbols::cuMemPoolDestroy>;
using ModuleHandle = Handle<CUmodule, &Symbols::cuModuleUnload>;

}  // namespace papilio::backend::cuda
