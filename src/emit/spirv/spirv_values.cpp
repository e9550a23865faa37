// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spirv/unified1/GLSL.std.450.h>

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

Id Spirv::remember(Words key, Id id) {
  scopes_.back().instructions.emplace(std::move(key), id);
  return id;
}

Id Spirv::pure(spv::Op op, NumberType number, const Words& operands) {
  Words key;
  key.reserve(operands.size() + 2);
  key.assign({static_cast<Word>(op), static_cast<Word>(number)});
  key.insert(key.end(), operands.begin(), operands.end());
  for (const ValueScope& scope : scopes_) {
    if (const auto found = scope.instructions.find(key); found != scope.instructions.end()) return found->second;
  }
  const Id id = code_.instruction(op, type(number), operands);
  if ((number == NumberType::f32 || number == NumberType::f64) && is_arithmetic(op))
    code_.decorate(id, spv::Decoration::NoContraction);
  return remember(std::move(key), id);
}

Id Spirv::glsl(Word instruction, NumberType number, const Words& arguments) {
  Words operands = {code_.glsl(), instruction};
  operands.insert(operands.end(), arguments.begin(), arguments.end());
  return pure(spv::Op::OpExtInst, number, operands);
}

const Spirv::LaneIds& Spirv::lanes_of(Expr value) {
  if (value->op == Op::variable) {
    const auto place = variables_.find(value->id);
    if (place == variables_.end())
      throw Error::internal(fmt::format("kernel '{}'", module_.name), "a variable that is not defined");
    return place->second;
  }
  for (const ValueScope& scope : scopes_) {
    if (const auto found = scope.values.find(value); found != scope.values.end()) return found->second;
  }
  LaneIds lanes = compute_lanes(value);
  return scopes_.back().values.emplace(value, std::move(lanes)).first->second;
}

Id Spirv::lane_of(Expr value, int lane) { return lanes_of(value).at(lane); }

Spirv::LaneIds Spirv::compute_lanes(Expr value) {
  const int count = value->type.lanes;
  if (is_leaf(value)) return LaneIds(count, leaf(value));
  LaneIds lanes;
  switch (value->op) {
    case Op::load:
      return load(value);
    case Op::broadcast:
      return LaneIds(count, scalar(value->args[0]));
    case Op::shuffle:
      for (int l = 0; l < count; ++l) {
        const ir::OperandLane from = ir::shuffled(*value, l);
        lanes.push_back(lane_of(value->args[from.operand], from.lane));
      }
      return lanes;
    case Op::call:
      return call(value);
    default:
      for (int l = 0; l < count; ++l) lanes.push_back(arithmetic(value, l));
      return lanes;
  }
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
      return scalars_.at(static_cast<int>(value->integer));
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
  const Words key = {static_cast<Word>(spv::Op::OpLoad), variable, index};
  for (const ValueScope& scope : scopes_) {
    if (const auto found = scope.instructions.find(key); found != scope.instructions.end()) return found->second;
  }
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
  Words args;
  for (const Expr arg : value->args) args.push_back(lane_of(arg, arg->type.lanes == 1 ? 0 : lane));
  return arithmetic(value, args);
}

Id Spirv::arithmetic(Expr value, const Words& args) {
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
    default:
      break;
  }
  for (const SpirvOp& spirv : spirv_ops) {
    if (spirv.op != value->op) continue;
    if (operand == ScalarKind::boolean) return pure(spirv.on_booleans, number, args);
    const Words narrow = number == NumberType::boolean && operand == ScalarKind::i64 ? narrowed(args) : Words();
    return pure(floats ? spirv.on_floats : spirv.on_integers, number, narrow.empty() ? args : narrow);
  }
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "an operation that SPIR-V has not");
}

/// Mesa 22.3 takes "a widened number < a constant" for false, whatever the number, and such comparisons need no 64
/// bits.
Words Spirv::narrowed(const Words& args) {
  Words result;
  for (const Id arg : args) {
    if (const auto wide = widened_.find(arg); wide != widened_.end()) {
      result.push_back(wide->second);
      continue;
    }
    const auto constant = constants_64_.find(arg);
    if (constant == constants_64_.end() || !std::in_range<std::int32_t>(constant->second)) return {};
    result.push_back(word(constant->second));
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
