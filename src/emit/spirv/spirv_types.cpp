// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Types and constants. Integers are unsigned types throughout: SPIR-V's instructions say themselves how they read them,
// and division is unsigned, as operands of the IR's are never negative.
#include <bit>
#include <cstring>
#include <papilio/error.hpp>

#include "emit/spirv/spirv.hpp"

namespace papilio::emit {

using ir::ScalarKind;

Spirv::Number Spirv::number_of(ScalarKind kind) const {
  switch (kind) {
    case ScalarKind::boolean:
      return Number::boolean;
    case ScalarKind::i32:
      return Number::u32;
    case ScalarKind::i64:
      return target_.int64 ? Number::u64 : Number::u32;
    case ScalarKind::f32:
      return Number::f32;
    case ScalarKind::f64:
      return Number::f64;
  }
  throw Error::internal("scalar kind");
}

Spirv::Number Spirv::stored_as(const ir::Buffer& buffer, Number native) {
  switch (buffer.storage) {
    case Storage::native:
      return native;
    case Storage::f16:
      return Number::f16;
    case Storage::bf16:
    case Storage::i16:
      return Number::u16;
    case Storage::i8:
    case Storage::u8:
      return Number::u8;
    case Storage::f32:
      return Number::f32;
    case Storage::f64:
      return Number::f64;
  }
  throw Error::internal("storage");
}

Id Spirv::type(Number number) {
  switch (number) {
    case Number::boolean:
      return code_.type(spv::Op::OpTypeBool, {});
    case Number::u8:
      return code_.type(spv::Op::OpTypeInt, {8, 0});
    case Number::u16:
      return code_.type(spv::Op::OpTypeInt, {16, 0});
    case Number::u32:
      return code_.type(spv::Op::OpTypeInt, {32, 0});
    case Number::u64:
      code_.capability(spv::Capability::Int64);
      return code_.type(spv::Op::OpTypeInt, {64, 0});
    case Number::f16:
      return code_.type(spv::Op::OpTypeFloat, {16});
    case Number::f32:
      return code_.type(spv::Op::OpTypeFloat, {32});
    case Number::f64:
      code_.capability(spv::Capability::Float64);
      return code_.type(spv::Op::OpTypeFloat, {64});
  }
  throw Error::internal("type of a number");
}

Id Spirv::vector_type(Number number, int lanes) {
  if (lanes == 1) return type(number);
  return code_.type(spv::Op::OpTypeVector, {type(number), static_cast<Word>(lanes)});
}

Id Spirv::pointer(spv::StorageClass storage, Id pointee) {
  return code_.type(spv::Op::OpTypePointer, {static_cast<Word>(storage), pointee});
}

Id Spirv::integer(Number number, std::int64_t value) {
  if (number == Number::boolean)
    return code_.constant(value != 0 ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, type(number), {});
  const auto bits = static_cast<std::uint64_t>(value);
  Words words = {static_cast<Word>(bits)};
  if (number == Number::u64) words.push_back(static_cast<Word>(bits >> 32));
  return code_.constant(spv::Op::OpConstant, type(number), words);
}

Id Spirv::real(Number number, double value) {
  if (number == Number::f32)
    return code_.constant(spv::Op::OpConstant, type(number), {std::bit_cast<Word>(static_cast<float>(value))});
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return code_.constant(spv::Op::OpConstant, type(number), {static_cast<Word>(bits), static_cast<Word>(bits >> 32)});
}

}  // namespace papilio::emit
