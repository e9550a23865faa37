// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Types and constants. All integers are unsigned types: SPIR-V's instructions, not their types, decide between signed
// and unsigned. Division is unsigned, because operands of the IR's division are never negative.
#include <bit>
#include <cstring>
#include <papilio/error.hpp>

#include "emit/spirv/spirv.hpp"

namespace papilio::emit {

using ir::ScalarKind;

Spirv::NumberType Spirv::number_of(ScalarKind kind) const {
  switch (kind) {
    case ScalarKind::boolean:
      return NumberType::boolean;
    case ScalarKind::i32:
      return NumberType::u32;
    case ScalarKind::i64:
      return target_.int64 ? NumberType::u64 : NumberType::u32;
    case ScalarKind::f32:
      return NumberType::f32;
    case ScalarKind::f64:
      return NumberType::f64;
    case ScalarKind::f32x2:
    case ScalarKind::f64x2:
      break;
  }
  throw Error::internal("scalar kind");
}

Spirv::NumberType Spirv::stored_as(const ir::Buffer& buffer, NumberType native) {
  switch (buffer.storage) {
    case Storage::native:
      return native;
    case Storage::f16:
      return NumberType::f16;
    case Storage::bf16:
    case Storage::i16:
    case Storage::u16:
      return NumberType::u16;
    case Storage::i8:
    case Storage::u8:
      return NumberType::u8;
    case Storage::f32:
      return NumberType::f32;
    case Storage::f64:
      return NumberType::f64;
    case Storage::shared_exponent:  // integers here
      break;
  }
  throw Error::internal("storage");
}

Id Spirv::type(NumberType number) {
  Id& known = number_types_[static_cast<std::size_t>(number)];
  if (known == 0) known = make_type(number);
  return known;
}

Id Spirv::make_type(NumberType number) {
  switch (number) {
    case NumberType::boolean:
      return code_.type(spv::Op::OpTypeBool, {});
    case NumberType::u8:
      return code_.type(spv::Op::OpTypeInt, {8, 0});
    case NumberType::u16:
      return code_.type(spv::Op::OpTypeInt, {16, 0});
    case NumberType::u32:
      return code_.type(spv::Op::OpTypeInt, {32, 0});
    case NumberType::u64:
      code_.capability(spv::Capability::Int64);
      return code_.type(spv::Op::OpTypeInt, {64, 0});
    case NumberType::f16:
      return code_.type(spv::Op::OpTypeFloat, {16});
    case NumberType::f32:
      return code_.type(spv::Op::OpTypeFloat, {32});
    case NumberType::f64:
      code_.capability(spv::Capability::Float64);
      return code_.type(spv::Op::OpTypeFloat, {64});
  }
  throw Error::internal("type of a number");
}

Id Spirv::vector_type(NumberType number, int lanes) {
  if (lanes == 1) return type(number);
  Id& known = vector_types_[{number, lanes}];
  if (known == 0) known = code_.type(spv::Op::OpTypeVector, {type(number), static_cast<Word>(lanes)});
  return known;
}

Id Spirv::pointer(spv::StorageClass storage, Id pointee) {
  Id& known = pointer_types_[{storage, pointee}];
  if (known == 0) known = code_.type(spv::Op::OpTypePointer, {static_cast<Word>(storage), pointee});
  return known;
}

Id Spirv::integer(NumberType number, std::int64_t value) {
  if (number == NumberType::boolean)
    return code_.constant(value != 0 ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, type(number), {});
  auto& integers = integers_[number == NumberType::u64 ? 1 : 0];
  if (const Id* known = integers.find(value)) return *known;
  const auto bits = static_cast<std::uint64_t>(value);
  Words words = {static_cast<Word>(bits)};
  if (number == NumberType::u64) words.push_back(static_cast<Word>(bits >> 32));
  const Id id = code_.constant(spv::Op::OpConstant, type(number), words);
  if (number == NumberType::u64) constants_64_[id] = value;
  return integers[value] = id;
}

Id Spirv::real(NumberType number, double value) {
  if (number == NumberType::f32)
    return code_.constant(spv::Op::OpConstant, type(number), {std::bit_cast<Word>(static_cast<float>(value))});
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return code_.constant(spv::Op::OpConstant, type(number), {static_cast<Word>(bits), static_cast<Word>(bits >> 32)});
}

}  // namespace papilio::emit
