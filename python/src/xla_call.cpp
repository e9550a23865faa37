// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "xla_call.hpp"

#include <algorithm>
#include <new>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <string_view>

#include "arrays.hpp"

namespace papilio::python::xla {

void refuse(const std::string& what, const std::string& why) {
  throw Error::invalid_argument("a custom call of Papilio's: " + what, why, "call papilio.jax");
}

namespace {

void* attribute(const CallFrame& frame, std::string_view name, AttributeType type) {
  const FfiAttributes& all = frame.attributes;
  for (std::int64_t i = 0; i < all.size; ++i) {
    if (all.types[i] == type && std::string_view(all.names[i]->data, all.names[i]->size) == name) return all.values[i];
  }
  refuse("attribute " + std::string(name), "it is missing, or of another type");
}

template <typename T>
T scalar(const CallFrame& frame, const char* name, XlaNumber type) {
  const auto& value = *static_cast<const ScalarAttribute*>(attribute(frame, name, AttributeType::scalar));
  if (value.type != type) refuse(std::string("attribute ") + name, "it is a number of another type");
  return *static_cast<const T*>(value.value);
}

ElementNumber number_of(XlaNumber type) {
  switch (type) {
    case XlaNumber::f32:
      return ElementNumber::f32;
    case XlaNumber::f64:
      return ElementNumber::f64;
    case XlaNumber::c64:
      return ElementNumber::c64;
    case XlaNumber::c128:
      return ElementNumber::c128;
    default:
      return ElementNumber::other;
  }
}

void destroy(const CallFrame& frame, FfiError* error) {
  DestroyArguments arguments{sizeof(DestroyArguments), nullptr, error};
  frame.api->destroy_error(&arguments);
}

/// False if a call of XLA's failed.
template <typename Arguments>
bool answers(const CallFrame& frame, FfiFunction<Arguments> function, Arguments& arguments) {
  FfiError* const error = function(&arguments);
  if (error != nullptr) destroy(frame, error);
  return error == nullptr;
}

/// Throws Error for a call of XLA's that failed and asks for nothing that could be missing.
template <typename Arguments>
void ask(const CallFrame& frame, FfiFunction<Arguments> function, Arguments& arguments, const char* what) {
  if (answers(frame, function, arguments)) return;
  throw Error::internal(what, "XLA does not tell it");
}

int cuda_ordinal(const CallFrame& frame) {
  if (frame.api->struct_size < offsetof(FfiApi, get_ordinal) + sizeof(frame.api->get_ordinal)) {
    throw Error::unsupported("a transform on CUDA", "this jaxlib does not tell the device's number",
                             "install a newer jaxlib");
  }
  OrdinalArguments arguments{sizeof(OrdinalArguments), nullptr, frame.context, 0};
  ask(frame, frame.api->get_ordinal, arguments, "the device's number");
  return arguments.ordinal;
}

ErrorKind kind_of(const Error& error) {
  switch (error.code()) {
    case ErrorCode::invalid_argument:
      return ErrorKind::invalid_argument;
    case ErrorCode::unsupported:
      return ErrorKind::unimplemented;
    case ErrorCode::no_device:
      return ErrorKind::unavailable;
    case ErrorCode::out_of_memory:
      return ErrorKind::resource_exhausted;
    default:
      return ErrorKind::internal;
  }
}

}  // namespace

std::int64_t integer(const CallFrame& frame, const char* name) {
  return scalar<std::int64_t>(frame, name, XlaNumber::s64);
}

double real_number(const CallFrame& frame, const char* name) { return scalar<double>(frame, name, XlaNumber::f64); }

std::span<const std::int64_t> integers(const CallFrame& frame, const char* name) {
  const auto& values = *static_cast<const ArrayAttribute*>(attribute(frame, name, AttributeType::array));
  if (values.type != XlaNumber::s64) refuse(std::string("attribute ") + name, "its numbers are no 64-bit integers");
  return {static_cast<const std::int64_t*>(values.data), values.size};
}

ArrayOperand operand_of(const FfiBuffers& buffers, const char* name) {
  if (buffers.size != 1 || buffers.types[0] != buffer_argument) refuse(name, "one array is needed");
  const auto& buffer = *static_cast<const FfiBuffer*>(buffers.values[0]);
  ArrayOperand operand;
  if (buffer.rank >= std::ssize(operand.shape)) refuse(name, "it has more axes than an array can have");
  operand.data = static_cast<char*>(buffer.data);
  operand.number = number_of(buffer.type);
  operand.rank = static_cast<int>(buffer.rank);
  std::copy_n(buffer.lengths, buffer.rank, operand.shape.begin());
  set_packed_strides(operand);
  return operand;
}

CudaPlace cuda_place(const CallFrame& frame, const ArrayOperand& in, const ArrayOperand& out) {
  const auto aligned = [](const char* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; };
  if (!aligned(in.data) || !aligned(out.data)) refuse("an array", "it begins at no multiple of 16 bytes");
  StreamArguments stream{sizeof(StreamArguments), nullptr, frame.context, nullptr};
  ask(frame, frame.api->get_stream, stream, "the stream of a transform");
  OpenDevice& device = open_cuda_device(cuda_ordinal(frame));
  return {device, cuda::wrap_stream(device.device, stream.stream)};
}

XlaScratch::XlaScratch(const CallFrame& frame, std::size_t size) : frame_(frame), size_(size) {
  if (size == 0) return;
  constexpr std::size_t alignment = 16;  // XLA refuses more, though its memory has 256
  AllocateArguments arguments{sizeof(AllocateArguments), nullptr, frame.context, size, alignment, nullptr};
  if (!answers(frame, frame.api->allocate, arguments)) {
    throw Error::out_of_memory(std::to_string(size) + " bytes of scratch of a transform", "XLA does not give them",
                               "give XLA more of the device's memory (XLA_PYTHON_CLIENT_MEM_FRACTION)");
  }
  data_ = arguments.data;
}

XlaScratch::~XlaScratch() {
  if (data_ == nullptr) return;
  FreeArguments arguments{sizeof(FreeArguments), nullptr, frame_.context, size_, data_};
  if (FfiError* const error = frame_.api->free(&arguments)) destroy(frame_, error);
}

bool answers_metadata(const CallFrame& frame) {
  Extension* extension = frame.extensions;
  while (extension != nullptr && extension->type != metadata_extension) extension = extension->next;
  if (extension == nullptr) return false;
  HandlerMetadata& metadata = *reinterpret_cast<MetadataExtension*>(extension)->metadata;
  metadata.version = {sizeof(ApiVersion), nullptr, api_major, api_minor};
  metadata.traits = 0;  // no command buffers: the first call of a problem plans
  return true;
}

FfiError* failure_of(const CallFrame& frame, const std::exception_ptr& thrown) {
  const auto made = [&](const char* message, ErrorKind kind) {
    ErrorArguments arguments{sizeof(ErrorArguments), nullptr, message, kind};
    return frame.api->create_error(&arguments);
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return made(error.what(), kind_of(error));
  } catch (const std::bad_alloc&) {
    return made("a transform: the host's memory is exhausted", ErrorKind::resource_exhausted);
  } catch (const std::exception& error) {
    return made(error.what(), ErrorKind::internal);
  }
}

}  // namespace papilio::python::xla
