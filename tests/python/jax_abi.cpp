// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compares python/src/xla_ffi.hpp with the header that jaxlib brings; jax_test.py compiles this file. Members of the
// same size are at the same places, and values are equal.
#include <xla/ffi/api/c_api.h>

#include <cstddef>
#include <type_traits>

#include "../../python/src/xla_ffi.hpp"

namespace papilio::python::xla {

#define SAME_MEMBER(own, own_member, theirs, their_member)                     \
  static_assert(offsetof(own, own_member) == offsetof(theirs, their_member) && \
                sizeof(own::own_member) == sizeof(theirs::their_member))
#define SAME_VALUE(own, theirs) static_assert(static_cast<int>(own) == static_cast<int>(theirs))

static_assert(api_major == XLA_FFI_API_MAJOR && api_minor <= XLA_FFI_API_MINOR);
SAME_VALUE(ErrorKind::invalid_argument, XLA_FFI_Error_Code_INVALID_ARGUMENT);
SAME_VALUE(ErrorKind::resource_exhausted, XLA_FFI_Error_Code_RESOURCE_EXHAUSTED);
SAME_VALUE(ErrorKind::unimplemented, XLA_FFI_Error_Code_UNIMPLEMENTED);
SAME_VALUE(ErrorKind::internal, XLA_FFI_Error_Code_INTERNAL);
SAME_VALUE(ErrorKind::unavailable, XLA_FFI_Error_Code_UNAVAILABLE);
SAME_VALUE(XlaNumber::s64, XLA_FFI_DataType_S64);
SAME_VALUE(XlaNumber::f32, XLA_FFI_DataType_F32);
SAME_VALUE(XlaNumber::f64, XLA_FFI_DataType_F64);
SAME_VALUE(XlaNumber::c64, XLA_FFI_DataType_C64);
SAME_VALUE(XlaNumber::c128, XLA_FFI_DataType_C128);
SAME_VALUE(AttributeType::array, XLA_FFI_AttrType_ARRAY);
SAME_VALUE(AttributeType::scalar, XLA_FFI_AttrType_SCALAR);
SAME_VALUE(FfiStage::execute, XLA_FFI_ExecutionStage_EXECUTE);
SAME_VALUE(metadata_extension, XLA_FFI_Extension_Metadata);
SAME_VALUE(buffer_argument, XLA_FFI_ArgType_BUFFER);
SAME_VALUE(buffer_argument, XLA_FFI_RetType_BUFFER);

using TheirExtension = std::remove_pointer_t<decltype(XLA_FFI_Args::extension_start)>;  // versions differ in its name
SAME_MEMBER(Extension, type, TheirExtension, type);
SAME_MEMBER(Extension, next, TheirExtension, next);
SAME_MEMBER(ApiVersion, major, XLA_FFI_Api_Version, major_version);
SAME_MEMBER(ApiVersion, minor, XLA_FFI_Api_Version, minor_version);
SAME_MEMBER(HandlerMetadata, version, XLA_FFI_Metadata, api_version);
SAME_MEMBER(HandlerMetadata, traits, XLA_FFI_Metadata, traits);
SAME_MEMBER(MetadataExtension, metadata, XLA_FFI_Metadata_Extension, metadata);
SAME_MEMBER(FfiBuffer, type, XLA_FFI_Buffer, dtype);
SAME_MEMBER(FfiBuffer, data, XLA_FFI_Buffer, data);
SAME_MEMBER(FfiBuffer, rank, XLA_FFI_Buffer, rank);
SAME_MEMBER(FfiBuffer, lengths, XLA_FFI_Buffer, dims);
SAME_MEMBER(ByteSpan, data, XLA_FFI_ByteSpan, ptr);
SAME_MEMBER(ByteSpan, size, XLA_FFI_ByteSpan, len);
SAME_MEMBER(ScalarAttribute, type, XLA_FFI_Scalar, dtype);
SAME_MEMBER(ScalarAttribute, value, XLA_FFI_Scalar, value);
SAME_MEMBER(ArrayAttribute, type, XLA_FFI_Array, dtype);
SAME_MEMBER(ArrayAttribute, size, XLA_FFI_Array, size);
SAME_MEMBER(ArrayAttribute, data, XLA_FFI_Array, data);
SAME_MEMBER(FfiBuffers, size, XLA_FFI_Args, size);
SAME_MEMBER(FfiBuffers, types, XLA_FFI_Args, types);
SAME_MEMBER(FfiBuffers, values, XLA_FFI_Args, args);
SAME_MEMBER(FfiBuffers, size, XLA_FFI_Rets, size);
SAME_MEMBER(FfiBuffers, types, XLA_FFI_Rets, types);
SAME_MEMBER(FfiBuffers, values, XLA_FFI_Rets, rets);
SAME_MEMBER(FfiAttributes, size, XLA_FFI_Attrs, size);
SAME_MEMBER(FfiAttributes, types, XLA_FFI_Attrs, types);
SAME_MEMBER(FfiAttributes, names, XLA_FFI_Attrs, names);
SAME_MEMBER(FfiAttributes, values, XLA_FFI_Attrs, attrs);
SAME_MEMBER(ErrorArguments, message, XLA_FFI_Error_Create_Args, message);
SAME_MEMBER(ErrorArguments, kind, XLA_FFI_Error_Create_Args, errc);
SAME_MEMBER(DestroyArguments, error, XLA_FFI_Error_Destroy_Args, error);
SAME_MEMBER(StreamArguments, context, XLA_FFI_Stream_Get_Args, ctx);
SAME_MEMBER(StreamArguments, stream, XLA_FFI_Stream_Get_Args, stream);
SAME_MEMBER(AllocateArguments, context, XLA_FFI_DeviceMemory_Allocate_Args, ctx);
SAME_MEMBER(AllocateArguments, size, XLA_FFI_DeviceMemory_Allocate_Args, size);
SAME_MEMBER(AllocateArguments, alignment, XLA_FFI_DeviceMemory_Allocate_Args, alignment);
SAME_MEMBER(AllocateArguments, data, XLA_FFI_DeviceMemory_Allocate_Args, data);
SAME_MEMBER(FreeArguments, context, XLA_FFI_DeviceMemory_Free_Args, ctx);
SAME_MEMBER(FreeArguments, size, XLA_FFI_DeviceMemory_Free_Args, size);
SAME_MEMBER(FreeArguments, data, XLA_FFI_DeviceMemory_Free_Args, data);
SAME_MEMBER(OrdinalArguments, context, XLA_FFI_DeviceOrdinal_Get_Args, ctx);
SAME_MEMBER(OrdinalArguments, ordinal, XLA_FFI_DeviceOrdinal_Get_Args, device_ordinal);
SAME_MEMBER(FfiApi, version, XLA_FFI_Api, api_version);
SAME_MEMBER(FfiApi, create_error, XLA_FFI_Api, XLA_FFI_Error_Create);
SAME_MEMBER(FfiApi, destroy_error, XLA_FFI_Api, XLA_FFI_Error_Destroy);
SAME_MEMBER(FfiApi, get_stream, XLA_FFI_Api, XLA_FFI_Stream_Get);
SAME_MEMBER(FfiApi, allocate, XLA_FFI_Api, XLA_FFI_DeviceMemory_Allocate);
SAME_MEMBER(FfiApi, free, XLA_FFI_Api, XLA_FFI_DeviceMemory_Free);
SAME_MEMBER(FfiApi, get_ordinal, XLA_FFI_Api, XLA_FFI_DeviceOrdinal_Get);
SAME_MEMBER(CallFrame, extensions, XLA_FFI_CallFrame, extension_start);
SAME_MEMBER(CallFrame, api, XLA_FFI_CallFrame, api);
SAME_MEMBER(CallFrame, context, XLA_FFI_CallFrame, ctx);
SAME_MEMBER(CallFrame, stage, XLA_FFI_CallFrame, stage);
SAME_MEMBER(CallFrame, arguments, XLA_FFI_CallFrame, args);
SAME_MEMBER(CallFrame, results, XLA_FFI_CallFrame, rets);
SAME_MEMBER(CallFrame, attributes, XLA_FFI_CallFrame, attrs);
SAME_MEMBER(CallFrame, future, XLA_FFI_CallFrame, future);

}  // namespace papilio::python::xla
