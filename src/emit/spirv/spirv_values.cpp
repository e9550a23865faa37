// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <cstdint>
#include <papilio/error.hpp>
#include <utility>

#include "emit/spirv/spirv.hpp"
#include "ir/semantics.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;
using ir::ScalarKind;

bool is_float(ScalarKind kind) { return kind == ScalarKind::f32 || kind == ScalarKind::f64; }

/// The instruction on operands of each kind; OpNop: there is none.
struct SpirvOp {
  Op op;
  spv::Op on_floats;
  spv::Op on_integers;
  spv::Op on_booleans = spv::Op::OpNop;
};
constexpr SpirvOp spirv_ops[] = {
    {Op::neg, spv::Op::OpFNegate, spv::Op::OpSNegate},
    {Op::add, spv::Op::OpFAdd, spv::Op::OpIAdd},
    {Op::sub, spv::Op::OpFSub, spv::Op::OpISub},
    {Op::mul, spv::Op::OpFMul, spv::Op::OpIMul},
    {Op::div, spv::Op::OpFDiv, spv::Op::OpUDiv},
    {Op::mod, spv::Op::OpNop, spv::Op::OpUMod},
    {Op::bit_and, spv::Op::OpNop, spv::Op::OpBitwiseAnd},
    {Op::bit_or, spv::Op::OpNop, spv::Op::OpBitwiseOr},
    {Op::bit_xor, spv::Op::OpNop, spv::Op::OpBitwiseXor},
    {Op::shl, spv::Op::OpNop, spv::Op::OpShiftLeftLogical},
    {Op::shr, spv::Op::OpNop, spv::Op::OpShiftRightLogical},
    {Op::lt, spv::Op::OpFOrdLessThan, spv::Op::OpSLessThan},
    {Op::le, spv::Op::OpFOrdLessThanEqual, spv::Op::OpSLessThanEqual},
    {Op::eq, spv::Op::OpFOrdEqual, spv::Op::OpIEqual, spv::Op::OpLogicalEqual},
    {Op::logical_and, spv::Op::OpNop, spv::Op::OpNop, spv::Op::OpLogicalAnd},
    {Op::logical_or, spv::Op::OpNop, spv::Op::OpNop, spv::Op::OpLogicalOr},
    {Op::select, spv::Op::OpSelect, spv::Op::OpSelect, spv::Op::OpSelect},
};

bool is_arithmetic(spv::Op op) {
  return op == spv::Op::OpFAdd || op == spv::Op::OpFSub || op == spv::Op::OpFMul || op == spv::Op::OpFDiv ||
         op == spv::Op::OpFNegate || op == spv::Op::OpExtInst;
}

bool is_leaf(Expr value) {
  switch (value->op) {
    case Op::int_constant:
    case Op::float_constant:
    case Op::scalar_param:
    case Op::thread_id:
    case Op::group_id:
      return true;
    default:
      return false;
  }
}

}  // namespace

Id Spirv::remembered(const InstructionKey& key) const {
  for (const ValueScope& scope : scopes_) {
    if (const Id* found = scope.instructions.find(key)) return *found;
  }
  return 0;
}

Id Spirv::remember(const InstructionKey& key, Id id) { return scopes_.back().instructions[key] = id; }

Id Spirv::pure(spv::Op op, NumberType number, OperandWords operands) {
  InstructionKey key{{static_cast<Word>(op), static_cast<Word>(number)}};
  if (operands.size() + 2 > key.words.size()) throw Error::internal("a pure instruction of too many operands");
  std::ranges::copy(operands, key.words.begin() + 2);
  if (const Id known = remembered(key); known != 0) return known;
  const Id id = code_.instruction(op, type(number), operands);
  if ((number == NumberType::f32 || number == NumberType::f64) && is_arithmetic(op))
    code_.decorate(id, spv::Decoration::NoContraction);
  return remember(key, id);
}

Id Spirv::glsl(Word instruction, NumberType number, OperandWords arguments) {
  std::array<Word, 5> operands = {code_.glsl(), instruction};
  std::ranges::copy(arguments, operands.begin() + 2);
  return pure(spv::Op::OpExtInst, number, std::span<const Word>(operands).first(2 + arguments.size()));
}

std::span<Id> Spirv::new_lanes(int count) {
  const auto size = static_cast<std::size_t>(count);
  return {static_cast<Id*>(lanes_memory_.allocate(size * sizeof(Id), alignof(Id))), size};
}

Spirv::LaneIds Spirv::lanes_of(Expr value) {
  if (value->op == Op::variable) {
    const auto number = static_cast<std::size_t>(value->id);
    if (number >= variables_.size() || variables_[number].empty())
      throw Error::internal(fmt::format("kernel '{}'", module_.name), "a variable that is not defined");
    return variables_[number];
  }
  for (const ValueScope& scope : scopes_) {
    if (const LaneIds* found = scope.values.find(value)) return *found;
  }
  const LaneIds lanes = compute_lanes(value);
  return scopes_.back().values[value] = lanes;
}

Id Spirv::lane_of(Expr value, int lane) {
  // Most values are leaves, of which each use has its own node.
  return is_leaf(value) ? leaf(value) : lanes_of(value)[static_cast<std::size_t>(lane)];
}

Spirv::LaneIds Spirv::compute_lanes(Expr value) {
  if (value->op == Op::load) return load(value);
  if (value->op == Op::call) return call(value);
  const std::span<Id> lanes = new_lanes(value->type.lanes);
  if (is_leaf(value) || value->op == Op::broadcast) {
    std::ranges::fill(lanes, is_leaf(value) ? leaf(value) : scalar(value->args[0]));
    return lanes;
  }
  for (int l = 0; l < value->type.lanes; ++l) {
    if (value->op == Op::shuffle) {
      const ir::OperandLane from = ir::shuffled(*value, l);
      lanes[l] = lane_of(value->args[from.operand], from.lane);
    } else {
      lanes[l] = arithmetic(value, l);
    }
  }
  return lanes;
}

Id Spirv::leaf(Expr value) {
  const NumberType number = number_of(value->type.kind);
  switch (value->op) {
    case Op::int_constant:
      return is_float(value->type.kind) ? real(number, static_cast<double>(value->integer))
                                        : integer(number, value->integer);
    case Op::float_constant:
      return real(number, value->real);
    case Op::scalar_param:
      return scalars_.at(static_cast<ir::Scalar>(value->integer));
    case Op::thread_id:
      return component(spv::BuiltIn::LocalInvocationId, 0);
    default:
      return group_;
  }
}

Id Spirv::builtin(spv::BuiltIn which) {
  Id& variable = builtins_[which];
  if (variable == 0) {
    variable =
        code_.global(pointer(spv::StorageClass::Input, vector_type(NumberType::u32, 3)), spv::StorageClass::Input);
    code_.decorate(variable, spv::Decoration::BuiltIn, {static_cast<Word>(which)});
  }
  return variable;
}

Id Spirv::component(spv::BuiltIn which, Word index) {
  const Id variable = builtin(which);
  const InstructionKey key{{static_cast<Word>(spv::Op::OpLoad), variable, index}};
  if (const Id known = remembered(key); known != 0) return known;
  const Id whole = code_.instruction(spv::Op::OpLoad, vector_type(NumberType::u32, 3), {variable});
  return remember(key, code_.instruction(spv::Op::OpCompositeExtract, type(NumberType::u32), {whole, index}));
}

Id Spirv::scalar_builtin(spv::BuiltIn which) {
  Id& variable = builtins_[which];
  if (variable == 0) {
    variable = code_.global(pointer(spv::StorageClass::Input, type(NumberType::u32)), spv::StorageClass::Input);
    code_.decorate(variable, spv::Decoration::BuiltIn, {static_cast<Word>(which)});
  }
  return code_.instruction(spv::Op::OpLoad, type(NumberType::u32), {variable});
}

Id Spirv::arithmetic(Expr value, int lane) {
  std::array<Id, 3> args{};
  std::size_t count = 0;
  for (const Expr arg : value->args) args.at(count++) = lane_of(arg, arg->type.lanes == 1 ? 0 : lane);
  return arithmetic(value, std::span<const Id>(args).first(count));
}

Id Spirv::arithmetic(Expr value, OperandWords args) {
  const NumberType number = number_of(value->type.kind);
  const ScalarKind operand = value->args.back()->type.kind;
  const bool floats = is_float(operand);
  switch (value->op) {
    case Op::min:
      return glsl(floats ? GLSLstd450FMin : GLSLstd450SMin, number, args);
    case Op::max:
      return glsl(floats ? GLSLstd450FMax : GLSLstd450SMax, number, args);
    case Op::fma:
      return glsl(GLSLstd450Fma, number, args);
    case Op::cast:
      return cast(operand, value->type.kind, args[0]);
    case Op::bits:
      return pure(spv::Op::OpBitcast, number, args);
    default:
      break;
  }
  for (const SpirvOp& spirv : spirv_ops) {
    if (spirv.op != value->op) continue;
    if (operand == ScalarKind::boolean) return pure(spirv.on_booleans, number, args);
    const Words narrow = number == NumberType::boolean && operand == ScalarKind::i64 ? narrowed(args) : Words();
    return pure(floats ? spirv.on_floats : spirv.on_integers, number, narrow.empty() ? args : OperandWords(narrow));
  }
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "an operation that SPIR-V has not");
}

/// Mesa 22.3 takes "a widened number < a constant" for false, whatever the number, and such comparisons need no 64
/// bits.
Words Spirv::narrowed(OperandWords args) {
  Words result;
  for (const Id arg : args) {
    if (const Id* wide = widened_.find(arg)) {
      result.push_back(*wide);
      continue;
    }
    const std::int64_t* constant = constants_64_.find(arg);
    if (constant == nullptr || !std::in_range<std::int32_t>(*constant)) return {};
    result.push_back(word(*constant));
  }
  return result;
}

Id Spirv::cast(ScalarKind from, ScalarKind to, Id argument) {
  const NumberType source = number_of(from);
  const NumberType target = number_of(to);
  if (source == target) return argument;
  if (from == ScalarKind::boolean) {
    const bool floats = is_float(to);
    return pure(
        spv::Op::OpSelect, target,
        {argument, floats ? real(target, 1) : integer(target, 1), floats ? real(target, 0) : integer(target, 0)});
  }
  if (is_float(from)) return pure(is_float(to) ? spv::Op::OpFConvert : spv::Op::OpConvertFToS, target, {argument});
  if (is_float(to)) return pure(spv::Op::OpConvertSToF, target, {argument});
  const Id converted = pure(spv::Op::OpSConvert, target, {argument});
  if (target == NumberType::u64) widened_[converted] = argument;
  return converted;
}

}  // namespace papilio::emit
