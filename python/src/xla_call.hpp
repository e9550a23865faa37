// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Reading a custom call of XLA, and asking XLA for what a handler needs. All of it is called without the GIL.
#pragma once

#include <cstdint>
#include <exception>
#include <papilio/device.hpp>
#include <span>
#include <string>

#include "call.hpp"
#include "devices.hpp"
#include "xla_ffi.hpp"

namespace papilio::python::xla {

/// Throws Error for a call that papilio.jax does not make.
[[noreturn]] void refuse(const std::string& what, const std::string& why);

/// Attributes; throw Error if one is missing or of another type.
std::int64_t integer(const CallFrame& frame, const char* name);
double real_number(const CallFrame& frame, const char* name);
std::span<const std::int64_t> integers(const CallFrame& frame, const char* name);

/// The one array of the arguments or results, packed. Its number is `other` if no transform reads it.
ArrayOperand operand_of(const FfiBuffers& buffers, const char* name);

/// A frame's CUDA device, and XLA's stream on it. Throws Error if an array begins at no multiple of 16 bytes.
struct CudaPlace {
  OpenDevice& device;
  Stream stream;
};
CudaPlace cuda_place(const CallFrame& frame, const ArrayOperand& in, const ArrayOperand& out);

/// Scratch from XLA's pool, whose memory is reused in the stream's order.
class XlaScratch {
 public:
  XlaScratch(const CallFrame& frame, std::size_t size);
  XlaScratch(const XlaScratch&) = delete;
  XlaScratch& operator=(const XlaScratch&) = delete;
  ~XlaScratch();
  [[nodiscard]] void* data() const { return data_; }

 private:
  const CallFrame& frame_;
  std::size_t size_;
  void* data_ = nullptr;
};

/// True for the call that registers a handler, which it answers.
bool answers_metadata(const CallFrame& frame);
/// An error of XLA's for what is being thrown.
FfiError* failure_of(const CallFrame& frame, const std::exception_ptr& thrown);

/// A handler: XLA gets errors where `run` throws them.
template <void (*run)(const CallFrame&)>
FfiError* handle(CallFrame* frame) {
  if (answers_metadata(*frame)) return nullptr;
  try {
    run(*frame);
    return nullptr;
  } catch (...) {
    return failure_of(*frame, std::current_exception());
  }
}

}  // namespace papilio::python::xla
