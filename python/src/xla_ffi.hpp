// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The part of XLA's foreign function interface that Papilio uses, in version 0.1 of its binary interface, so that
// building needs no jaxlib (https://openxla.org/xla/custom_call). XLA calls a handler with a CallFrame: buffers,
// attributes sorted by name, and a table of functions. Later versions add members behind these; `struct_size` says how
// many there are. tests/python/jax_abi.cpp compares these declarations with jaxlib's header.
#pragma once

#include <cstddef>
#include <cstdint>

namespace papilio::python::xla {

constexpr int api_major = 0;
constexpr int api_minor = 1;  // the least that XLA takes; later versions are supersets

enum class ErrorKind : int {
  invalid_argument = 3,
  resource_exhausted = 8,
  unimplemented = 12,
  internal = 13,
  unavailable = 14
};
enum class XlaNumber : int { s64 = 5, f32 = 11, f64 = 12, c64 = 15, c128 = 18 };
enum class AttributeType : int { array = 1, dictionary = 2, scalar = 3, string = 4 };
enum class FfiStage : int { instantiate = 0, prepare = 1, initialize = 2, execute = 3 };
constexpr int metadata_extension = 1;
constexpr int buffer_argument = 1;

struct FfiError;
struct FfiContext;

struct Extension {
  std::size_t struct_size;
  int type;
  Extension* next;
};

struct ApiVersion {
  std::size_t struct_size;
  Extension* extensions;
  int major;
  int minor;
};

struct HandlerMetadata {
  std::size_t struct_size;
  ApiVersion version;
  std::uint32_t traits;
};

/// XLA registers a handler by calling it with this extension: it fills the metadata in and does nothing else.
struct MetadataExtension {
  Extension base;
  HandlerMetadata* metadata;
};

struct FfiBuffer {
  std::size_t struct_size;
  Extension* extensions;
  XlaNumber type;
  void* data;
  std::int64_t rank;
  std::int64_t* lengths;
};

struct ByteSpan {
  const char* data;
  std::size_t size;
};

struct ScalarAttribute {
  XlaNumber type;
  void* value;
};

struct ArrayAttribute {
  XlaNumber type;
  std::size_t size;
  void* data;
};

/// The arguments, and the results.
struct FfiBuffers {
  std::size_t struct_size;
  Extension* extensions;
  std::int64_t size;
  int* types;
  void** values;  ///< of FfiBuffer where the type is buffer_argument
};

struct FfiAttributes {
  std::size_t struct_size;
  Extension* extensions;
  std::int64_t size;
  AttributeType* types;
  ByteSpan** names;
  void** values;
};

struct ErrorArguments {
  std::size_t struct_size;
  Extension* extensions;
  const char* message;
  ErrorKind kind;
};

struct StreamArguments {
  std::size_t struct_size;
  Extension* extensions;
  FfiContext* context;
  void* stream;  ///< out
};

struct AllocateArguments {
  std::size_t struct_size;
  Extension* extensions;
  FfiContext* context;
  std::size_t size;
  std::size_t alignment;
  void* data;  ///< out
};

struct FreeArguments {
  std::size_t struct_size;
  Extension* extensions;
  FfiContext* context;
  std::size_t size;
  void* data;
};

struct OrdinalArguments {
  std::size_t struct_size;
  Extension* extensions;
  FfiContext* context;
  std::int32_t ordinal;  ///< out
};

struct DestroyArguments {
  std::size_t struct_size;
  Extension* extensions;
  FfiError* error;
};

/// A function that returns null, or an error that belongs to the caller.
template <typename Arguments>
using FfiFunction = FfiError* (*)(Arguments*);

struct FfiApi {
  std::size_t struct_size;
  Extension* extensions;
  ApiVersion version;
  const void* internal;
  FfiFunction<ErrorArguments> create_error;
  void* get_message;
  void (*destroy_error)(DestroyArguments*);
  void* register_handler;
  FfiFunction<StreamArguments> get_stream;
  void* others_before_allocate[4];  // Type_Register, ExecutionContext_Get, State_Set, State_Get
  FfiFunction<AllocateArguments> allocate;
  FfiFunction<FreeArguments> free;
  void* others_before_ordinal[6];             // ThreadPool_Schedule, ThreadPool_NumThreads, Future_*, RunId_Get
  FfiFunction<OrdinalArguments> get_ordinal;  ///< behind the end of the oldest tables
};

struct CallFrame {
  std::size_t struct_size;
  Extension* extensions;
  const FfiApi* api;
  FfiContext* context;
  FfiStage stage;
  FfiBuffers arguments;
  FfiBuffers results;
  FfiAttributes attributes;
  void* future;  ///< out: null for work that is done, or enqueued on the stream, when the handler returns
};

using Handler = FfiError*(CallFrame*);

}  // namespace papilio::python::xla
