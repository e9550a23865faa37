// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory. A buffer is an array of scalars, of pairs or of fours: one variable for each width in which it is accessed,
// all with the buffer's binding, or one type of pointer for each. Numbers of other types are converted in registers; 8
// and 16 bits are storage only.
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "emit/spirv/spirv.hpp"
#include "ir/builder.hpp"

namespace papilio::emit {
namespace {

using ir::ScalarKind;

/// Widest access: 16 bytes, which is as wide as GPUs have.
constexpr std::int64_t max_bytes = 16;

}  // namespace

int Spirv::chunk_of(const ir::Buffer& buffer, int lanes, std::int64_t alignment) const {
  if (buffer.space == ir::Space::shared) return *widths_.find(&buffer);
  int chunk = widest_vector;
  while (lanes % chunk != 0 || alignment % chunk != 0 || chunk * ir::size_of(buffer) > max_bytes) chunk /= 2;
  return chunk;
}

Id Spirv::element_type(const ir::Buffer& buffer, int chunk) {
  return vector_type(stored_as(buffer, number_of(buffer.element)), chunk);
}

Word Spirv::binding_of(const ir::Buffer& buffer) const {
  return static_cast<Word>(std::find(module_.buffers.begin(), module_.buffers.end(), &buffer) -
                           module_.buffers.begin());
}

bool Spirv::is_addressed(const ir::Buffer& buffer) const {
  return target_.addresses || (addressed_tables_ && buffer.role == ir::Role::table);
}

spv::StorageClass Spirv::storage_of(const ir::Buffer& buffer) const {
  if (buffer.space == ir::Space::shared) return spv::StorageClass::Workgroup;
  return is_addressed(buffer) ? spv::StorageClass::PhysicalStorageBuffer : spv::StorageClass::StorageBuffer;
}

/// A buffer as an array of such elements.
Id Spirv::block_of(const ir::Buffer& buffer, int chunk, Id element) {
  const Id array = code_.own_type(spv::Op::OpTypeRuntimeArray, {element});
  code_.decorate(array, spv::Decoration::ArrayStride, {static_cast<Word>(chunk * ir::size_of(buffer))});
  const Id block = code_.own_type(spv::Op::OpTypeStruct, {array});
  code_.decorate(block, spv::Decoration::Block);
  code_.decorate_member(block, 0, spv::Decoration::Offset, {0});
  return block;
}

Spirv::View Spirv::global_view(const ir::Buffer& buffer, int chunk) {
  const NumberType number = stored_as(buffer, number_of(buffer.element));
  if (number == NumberType::f16 || number == NumberType::u16)
    code_.capability(spv::Capability::StorageBuffer16BitAccess);
  if (number == NumberType::u8) {
    code_.capability(spv::Capability::StorageBuffer8BitAccess);
    code_.extension("SPV_KHR_8bit_storage");
  }
  const Id element = element_type(buffer, chunk);
  const Id array = pointer(storage_of(buffer), block_of(buffer, chunk, element));
  if (is_addressed(buffer)) return {array, element};
  const Id variable = code_.global(array, spv::StorageClass::StorageBuffer);
  code_.decorate(variable, spv::Decoration::DescriptorSet, {0});
  code_.decorate(variable, spv::Decoration::Binding, {binding_of(buffer)});
  // As PTX's ld.global.nc: nobody writes this memory while the kernel runs.
  const bool constant = buffer.access == ir::Access::read && buffer.restrict_;
  if (constant) code_.decorate(variable, spv::Decoration::NonWritable);
  code_.decorate(variable, constant ? spv::Decoration::Restrict : spv::Decoration::Aliased);
  return {variable, element};
}

Spirv::View Spirv::shared_view(const ir::Buffer& buffer, int chunk) {
  const Id element = element_type(buffer, chunk);
  const Id array = code_.type(spv::Op::OpTypeArray, {element, word(buffer.elements / chunk)});
  return {code_.global(pointer(spv::StorageClass::Workgroup, array), spv::StorageClass::Workgroup), element};
}

const Spirv::View& Spirv::view_of(const ir::Buffer& buffer, int chunk) {
  const auto [place, is_new] = views_.try_emplace({&buffer, chunk});
  if (is_new)
    place->second = buffer.space == ir::Space::shared ? shared_view(buffer, chunk) : global_view(buffer, chunk);
  return place->second;
}

/// A pointer to the buffer's array: a variable, or its address.
Id Spirv::pointer_to(const ir::Buffer& buffer, const View& view) {
  if (storage_of(buffer) != spv::StorageClass::PhysicalStorageBuffer) return view.variable;
  const spv::Op op = target_.int64 ? spv::Op::OpConvertUToPtr : spv::Op::OpBitcast;
  const Id address = *addresses_.find(&buffer);
  const InstructionKey key{{static_cast<Word>(op), view.variable, address}};
  if (const Id known = remembered(key); known != 0) return known;
  return remember(key, code_.instruction(op, view.variable, {address}));
}

/// The index of chunk `number` of an access that begins at `index`.
Id Spirv::chunk_index(NumberType width, Id index, int chunk, int number) {
  if (chunk > 1) index = pure(spv::Op::OpShiftRightLogical, width, {index, word(chunk == 2 ? 1 : 2)});
  return number > 0 ? pure(spv::Op::OpIAdd, width, {index, integer(width, number)}) : index;
}

/// Chunk `number` of an access that begins at `index`.
Spirv::ElementPointer Spirv::access(const ir::Buffer& buffer, ir::Expr index, int chunk, int number) {
  const NumberType width = number_of(index->type.kind);
  std::int64_t known = 0;
  const Id at = ir::is_constant(index, &known) ? integer(width, known / chunk + number)
                                               : chunk_index(width, scalar(index), chunk, number);
  return access(buffer, at, chunk);
}

Spirv::ElementPointer Spirv::access(const ir::Buffer& buffer, Id at, int chunk) {
  const View view = view_of(buffer, chunk);
  const spv::StorageClass storage = storage_of(buffer);
  const Id base = pointer_to(buffer, view);
  const Id to_element = pointer(storage, view.element);
  const Id element = buffer.space == ir::Space::shared
                         ? code_.instruction(spv::Op::OpAccessChain, to_element, {base, at})
                         : code_.instruction(spv::Op::OpAccessChain, to_element, {base, word(0), at});
  const bool aligned = storage == spv::StorageClass::PhysicalStorageBuffer;  // must state it
  return {element, view.element, aligned ? static_cast<Word>(chunk * ir::size_of(buffer)) : 0};
}

namespace {

Words with_alignment(Words operands, Word alignment) {
  if (alignment != 0) operands.insert(operands.end(), {static_cast<Word>(spv::MemoryAccessMask::Aligned), alignment});
  return operands;
}

}  // namespace

Id Spirv::load_from(const ElementPointer& access) {
  return code_.instruction(spv::Op::OpLoad, access.type, with_alignment({access.pointer}, access.alignment));
}

Id Spirv::register_of(const ir::Buffer& array, ir::Expr index, int lane) {
  std::int64_t element = 0;
  if (!ir::is_constant(index, &element))
    throw Error::internal(fmt::format("kernel '{}'", module_.name), "a register that is not known");
  Id& variable = registers_[{&array, element + lane}];
  if (variable == 0) variable = code_.local(pointer(spv::StorageClass::Function, type(number_of(array.element))));
  return variable;
}

Spirv::LaneIds Spirv::load(ir::Expr value) {
  const ir::Buffer& buffer = *value->buffer;
  const ir::Expr index = value->args[0];
  const NumberType native = number_of(buffer.element);
  const std::span<Id> lanes = new_lanes(value->type.lanes);
  if (buffer.space == ir::Space::registers) {
    for (int l = 0; l < value->type.lanes; ++l)
      lanes[l] = code_.instruction(spv::Op::OpLoad, type(native), {register_of(buffer, index, l)});
    return lanes;
  }
  const int chunk = chunk_of(buffer, value->type.lanes, value->integer);
  const Id single = type(widened(buffer));
  for (int c = 0; c < value->type.lanes / chunk; ++c) {
    const Id whole = widen(buffer, load_from(access(buffer, index, chunk, c)), chunk);
    for (int l = 0; l < chunk; ++l) {
      const Id raw =
          chunk == 1 ? whole : code_.instruction(spv::Op::OpCompositeExtract, single, {whole, static_cast<Word>(l)});
      lanes[c * chunk + l] = decode(buffer, raw);
    }
  }
  return lanes;
}

void Spirv::store(const ir::Store& store, LaneIds values) {
  const ir::Buffer& buffer = *store.buffer;
  const auto count = static_cast<int>(values.size());
  if (buffer.space == ir::Space::registers) {
    for (int l = 0; l < count; ++l) code_.statement(spv::Op::OpStore, {register_of(buffer, store.index, l), values[l]});
    return;
  }
  const int chunk = chunk_of(buffer, count, store.alignment);
  const Id vector = vector_type(widened(buffer), chunk);
  for (int c = 0; c < count / chunk; ++c) {
    Words parts;
    for (int l = 0; l < chunk; ++l) parts.push_back(encode(buffer, values[c * chunk + l]));
    const Id whole = chunk == 1 ? parts[0] : code_.instruction(spv::Op::OpCompositeConstruct, vector, parts);
    const ElementPointer to = access(buffer, store.index, chunk, c);
    const Id stored = narrow(buffer, whole, to.type);
    code_.statement(spv::Op::OpStore, with_alignment({to.pointer, stored}, to.alignment));
  }
}

// Numbers of 8 and 16 bits can only be loaded, stored and converted, as scalars and as vectors.

Spirv::NumberType Spirv::widened(const ir::Buffer& buffer) const {
  const NumberType stored = stored_as(buffer, number_of(buffer.element));
  if (stored == NumberType::f16) return NumberType::f32;
  return stored == NumberType::u8 || stored == NumberType::u16 ? NumberType::u32 : stored;
}

Id Spirv::widen(const ir::Buffer& buffer, Id value, int lanes) {
  const NumberType number = widened(buffer);
  if (number == stored_as(buffer, number_of(buffer.element))) return value;
  const bool sign = buffer.storage == Storage::i8 || buffer.storage == Storage::i16;
  const spv::Op op = number == NumberType::f32 ? spv::Op::OpFConvert : sign ? spv::Op::OpSConvert : spv::Op::OpUConvert;
  return code_.instruction(op, vector_type(number, lanes), {value});
}

Id Spirv::narrow(const ir::Buffer& buffer, Id value, Id stored) {
  const NumberType number = widened(buffer);
  if (number == stored_as(buffer, number_of(buffer.element))) return value;
  if (number == NumberType::u32) return code_.instruction(spv::Op::OpUConvert, stored, {value});
  const Id half = code_.instruction(spv::Op::OpFConvert, stored, {value});
  code_.decorate(half, spv::Decoration::FPRoundingMode, {static_cast<Word>(spv::FPRoundingMode::RTE)});
  return half;
}

Id Spirv::decode(const ir::Buffer& buffer, Id raw) {
  const NumberType native = number_of(buffer.element);
  const auto converted = [&](Id value, NumberType from) {
    return from == native ? value : pure(spv::Op::OpFConvert, native, {value});
  };
  switch (buffer.storage) {
    case Storage::native:
      return raw;
    case Storage::f16:
    case Storage::f32:
      return converted(raw, NumberType::f32);
    case Storage::f64:
      return converted(raw, NumberType::f64);
    case Storage::bf16: {
      const Id bits = pure(spv::Op::OpShiftLeftLogical, NumberType::u32, {raw, word(16)});
      return converted(pure(spv::Op::OpBitcast, NumberType::f32, {bits}), NumberType::f32);
    }
    case Storage::u8:
    case Storage::u16:
      return pure(spv::Op::OpConvertUToF, native, {raw});
    case Storage::i8:
    case Storage::i16:
      return pure(spv::Op::OpConvertSToF, native, {raw});
    case Storage::shared_exponent:
      break;
  }
  throw Error::internal("storage");
}

/// f16 and bf16 are rounded from f32, ties to even, as by every dialect.
Id Spirv::encode(const ir::Buffer& buffer, Id value) {
  const NumberType native = number_of(buffer.element);
  if (stored_as(buffer, native) == native) return value;
  const NumberType through = buffer.storage == Storage::f64 ? NumberType::f64 : NumberType::f32;
  const Id single = native == through ? value : pure(spv::Op::OpFConvert, through, {value});
  if (buffer.storage != Storage::bf16) return single;
  const Id bits = pure(spv::Op::OpBitcast, NumberType::u32, {single});
  const Id high = pure(spv::Op::OpShiftRightLogical, NumberType::u32, {bits, word(16)});
  const Id odd = pure(spv::Op::OpBitwiseAnd, NumberType::u32, {high, word(1)});
  const Id half_ulp = pure(spv::Op::OpIAdd, NumberType::u32, {bits, word(0x7fff)});
  const Id sum = pure(spv::Op::OpIAdd, NumberType::u32, {half_ulp, odd});
  const Id rounded = pure(spv::Op::OpShiftRightLogical, NumberType::u32, {sum, word(16)});
  const Id magnitude = pure(spv::Op::OpBitwiseAnd, NumberType::u32, {bits, word(0x7fffffff)});
  const Id is_nan = pure(spv::Op::OpUGreaterThan, NumberType::boolean, {magnitude, word(0x7f800000)});
  return pure(spv::Op::OpSelect, NumberType::u32, {is_nan, word(0x7fff), rounded});
}

}  // namespace papilio::emit
