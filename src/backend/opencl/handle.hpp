// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handle: one reference to an OpenCL object, released by the destructor.
#pragma once

#include <utility>

#include "backend/opencl/symbols.hpp"

namespace papilio::backend::opencl {

/// Move-only; a default-constructed one means "none".
template <typename T, auto Release>
class Handle {
 public:
  Handle() = default;
  /// Takes ownership of the reference that a clCreate… or clRetain… call returned.
  Handle(const Symbols& cl, T value) : cl_(&cl), value_(value) {}
  Handle(Handle&& other) noexcept : cl_(other.cl_), value_(std::exchange(other.value_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    Handle taken(std::move(other));
    std::swap(cl_, taken.cl_);
    std::swap(value_, taken.value_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value_ != nullptr) (cl_->*Release)(value_);
  }

  [[nodiscard]] T get() const noexcept { return value_; }
  /// Gives up ownership: the caller releases the reference, or leaks it on purpose.
  T detach() noexcept { return std::exchange(value_, nullptr); }
  [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }

 private:
  const Symbols* cl_ = nullptr;
  T value_ = nullptr;
};

using ContextHandle = Handle<cl_context, &Symbols::clReleaseContext>;
using QueueHandle = Handle<cl_command_queue, &Symbols::clReleaseCommandQueue>;
using MemoryHandle = Handle<cl_mem, &Symbols::clReleaseMemObject>;
using ProgramHandle = Handle<cl_program, &Symbols::clReleaseProgram>;
using KernelHandle = Handle<cl_kernel, &Symbols::clReleaseKernel>;
using EventHandle = Handle<cl_event, &Symbols::clReleaseEvent>;

}  // namespace papilio::backend::opencl
