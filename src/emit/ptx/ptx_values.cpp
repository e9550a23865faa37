// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <papilio/error.hpp>
#include <utility>

#include "emit/ptx/ptx.hpp"
#include "ir/builder.hpp"
#include "ir/semantics.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;
using ir::ScalarKind;

/// The type suffix of signed instructions, as "s32".
std::string_view type_of(ScalarKind kind) {
  constexpr std::string_view names[] = {"pred", "s32", "s64", "f32", "f64"};
  return names[static_cast<int>(kind)];
}

bool is_float(ScalarKind kind) { return kind == ScalarKind::f32 || kind == ScalarKind::f64; }
bool is_wide(ScalarKind kind) { return kind == ScalarKind::i64 || kind == ScalarKind::f64; }

/// Suffix of the name of an instruction: the type, or its size in bits.
enum class Suffix : std::uint8_t { type, bits, natural };

std::string_view suffix_of(Suffix suffix, ScalarKind kind) {
  if (suffix == Suffix::type) return type_of(kind);
  if (suffix == Suffix::natural) return is_wide(kind) ? "u64" : "u32";
  return kind == ScalarKind::boolean ? "pred" : is_wide(kind) ? "b64" : "b32";
}

/// An operation that is one instruction.
struct PtxOp {
  Op op;
  std::string_view on_integers;
  std::string_view on_floats;  ///< "rn" also prevents ptxas from contracting two roundings into one
  Suffix suffix = Suffix::type;
};

constexpr PtxOp ptx_ops[] = {
    {Op::add, "add", "add.rn"},
    {Op::sub, "sub", "sub.rn"},
    {Op::mul, "mul.lo", "mul.rn"},
    {Op::fma, "fma.rn", "fma.rn"},
    {Op::neg, "neg", "neg"},
    {Op::min, "min", "min"},
    {Op::max, "max", "max"},
    {Op::logical_and, "and", "and", Suffix::bits},
    {Op::bit_and, "and", "and", Suffix::bits},
    {Op::logical_or, "or", "or", Suffix::bits},
    {Op::bit_or, "or", "or", Suffix::bits},
    {Op::bit_xor, "xor", "xor", Suffix::bits},
    {Op::shl, "shl", "shl", Suffix::bits},
    {Op::shr, "shr", "shr", Suffix::natural},
};

/// A multiplier and a shift that replace a division ("Division by Invariant Integers using Multiplication", Granlund
/// and Montgomery, 1994): x / d is the high half of x * multiplier, shifted, for every 0 <= x < 2^(bits-1).
struct Reciprocal {
  std::uint64_t multiplier;
  int shift;
};
Reciprocal reciprocal_of(std::uint64_t divisor, int bits) {
  const auto log = static_cast<int>(std::bit_width(divisor - 1));  // 2^log >= divisor > 2^(log-1)
  // floor(2^(bits-1+log) / divisor) + 1, bit by bit, because the numerator may need more than 64 bits.
  std::uint64_t quotient = 0;
  std::uint64_t rest = 1;
  for (int i = 0; i < bits - 1 + log; ++i) {
    rest *= 2;
    quotient *= 2;
    if (rest >= divisor) {
      rest -= divisor;
      ++quotient;
    }
  }
  return {quotient + 1, log - 1};
}

}  // namespace

std::string Ptx::new_register(std::string_view letters) {
  auto place = registers_.find(letters);
  if (place == registers_.end()) place = registers_.emplace(letters, 0).first;
  std::string name = fmt::format("%{}{}", letters, place->second++);
  if (scopes_.size() > 1) depths_[name] = scopes_.size() - 1;
  return name;
}

std::string Ptx::new_register(ScalarKind kind) {
  constexpr std::string_view letters[] = {"p", "r", "rd", "f", "fd"};
  return new_register(letters[static_cast<int>(kind)]);
}

std::string Ptx::compute(ScalarKind kind, std::string_view instruction, const std::vector<std::string>& args) {
  std::string key = fmt::format("{} {}", instruction, fmt::join(args, ", "));
  if (const auto place = known_.find(key); place != known_.end()) return place->second;
  std::string result = new_register(kind);
  const std::size_t depth = scope_for(args);
  depths_[result] = depth;
  scopes_[depth].line(fmt::format("{} {}, {};", instruction, result, fmt::join(args, ", ")));
  known_.emplace(key, result);
  scopes_[depth].known.push_back(std::move(key));
  return result;
}

/// The scope for an instruction: outside the loops in which its arguments do not change, but never outside a condition,
/// because work-items that do not take the branch should not pay for it.
std::size_t Ptx::scope_for(const std::vector<std::string>& args) const {
  std::size_t least = 0;
  for (const std::string& arg : args) {
    if (const auto place = depths_.find(arg); place != depths_.end()) least = std::max(least, place->second);
  }
  std::size_t depth = scopes_.size() - 1;
  while (depth > least && scopes_[depth].loop) --depth;
  return depth;
}

Ptx::Lanes Ptx::lanes_of(Expr value) {
  Lanes lanes;
  for (int l = 0; l < value->type.lanes; ++l) lanes.push_back(lane_of(value, l));
  return lanes;
}

/// When a floating-point value is needed, all pending arithmetic is written at once, in the codelets' order, which
/// needs few registers. Indices are written one by one. So is all arithmetic of a work-group that is alone on its
/// compute unit, because no other work-group computes while it waits for its loads.
const Ptx::Lanes& Ptx::variable(Expr value) {
  if (const auto known = variables_.find(value->id); known != variables_.end()) return known->second;
  if (!value->type.is_float() || module_.resident == 1) {
    // An integer may depend on floats, of which later ones may depend on it.
    const int all = std::exchange(first_unready_, std::min(first_unready_, value->id));
    define(*waiting_.at(value->id));
    first_unready_ = all;
  } else {
    std::vector<const ir::Let*> arithmetic;
    for (const auto& [id, let] : waiting_) {
      if (let->variable->type.is_float() && id < first_unready_) arithmetic.push_back(let);
    }
    for (const ir::Let* let : arithmetic) define(*let);
  }
  return variables_.at(value->id);
}

std::string Ptx::lane_of(Expr value, int lane) {
  switch (value->op) {
    case Op::int_constant:
    case Op::float_constant:
      return constant(value);
    case Op::variable:
      return variable(value)[value->type.lanes > 1 ? lane : 0];
    case Op::scalar_param:
    case Op::thread_id:
    case Op::group_id:
      return names_.at(ir::print(value));
    case Op::broadcast:
      return lane_of(value->args[0], 0);
    case Op::shuffle: {
      const ir::OperandLane source = ir::shuffled(*value, value->type.lanes > 1 ? lane : 0);
      return lane_of(value->args[source.operand], source.lane);
    }
    default:
      return arithmetic(value, lane);
  }
}

std::string Ptx::constant(Expr value) {
  const ScalarKind kind = value->type.kind;
  if (kind == ScalarKind::boolean)
    return compute(kind, value->integer != 0 ? "setp.eq.s32" : "setp.ne.s32", {"0", "0"});
  if (!is_float(kind)) return std::to_string(value->integer);
  if (!std::isfinite(value->real))
    throw Error::internal(fmt::format("kernel '{}'", module_.name), fmt::format("constant {}", value->real));
  if (kind == ScalarKind::f64) return fmt::format("0d{:016X}", std::bit_cast<std::uint64_t>(value->real));
  return fmt::format("0f{:08X}", std::bit_cast<std::uint32_t>(static_cast<float>(value->real)));
}

std::string Ptx::integer(std::string_view name, ScalarKind kind, const std::string& a, const std::string& b) {
  return compute(kind, fmt::format("{}.{}", name, type_of(kind)), {a, b});
}

std::string Ptx::scaled(const std::string& value, ScalarKind kind, std::int64_t factor) {
  if (factor == 1) return value;
  if (factor > 0 && std::has_single_bit(static_cast<std::uint64_t>(factor))) {
    const int bits = std::countr_zero(static_cast<std::uint64_t>(factor));
    return compute(kind, kind == ScalarKind::i32 ? "shl.b32" : "shl.b64", {value, std::to_string(bits)});
  }
  return integer("mul.lo", kind, value, std::to_string(factor));
}

std::string Ptx::arithmetic(Expr value, int lane) {
  std::vector<std::string> args;
  // A scalar argument, such as a condition, applies to all lanes.
  for (const Expr arg : value->args) args.push_back(lane_of(arg, arg->type.lanes > 1 ? lane : 0));
  const ScalarKind kind = value->type.kind;
  switch (value->op) {
    case Op::mul:
      if (std::int64_t factor = 0; ir::is_constant(value->args[1], &factor)) return scaled(args[0], kind, factor);
      break;
    case Op::div:
    case Op::mod:
      return quotient(value, args);
    case Op::lt:
    case Op::le:
    case Op::eq:
      return compare(value, args);
    case Op::select:
      return select(value, args);
    case Op::cast:
      return cast(value->args[0], kind, args[0]);
    case Op::bits:
      return compute(kind, is_wide(kind) ? "mov.b64" : "mov.b32", args);
    default:
      break;
  }
  for (const PtxOp& ptx : ptx_ops) {
    if (ptx.op != value->op) continue;
    const std::string_view name = is_float(kind) ? ptx.on_floats : ptx.on_integers;
    return compute(kind, fmt::format("{}.{}", name, suffix_of(ptx.suffix, kind)), args);
  }
  throw Error::internal(fmt::format("kernel '{}'", module_.name),
                        fmt::format("{} is no arithmetic", ir::to_string(value->op)));
}

std::string Ptx::compare(Expr value, const std::vector<std::string>& args) {
  const std::string_view name = value->op == Op::lt ? "lt" : value->op == Op::le ? "le" : "eq";
  return compute(ScalarKind::boolean, fmt::format("setp.{}.{}", name, type_of(value->args[0]->type.kind)), args);
}

std::string Ptx::select(Expr value, const std::vector<std::string>& args) {
  const ScalarKind kind = value->type.kind;
  if (kind != ScalarKind::boolean)
    return compute(kind, fmt::format("selp.{}", type_of(kind)), {args[1], args[2], args[0]});
  const std::string first = compute(kind, "and.pred", {args[0], args[1]});
  const std::string second = compute(kind, "and.pred", {compute(kind, "not.pred", {args[0]}), args[2]});
  return compute(kind, "or.pred", {first, second});
}

std::string Ptx::cast(Expr from, ScalarKind to, const std::string& arg) {
  const ScalarKind kind = from->type.kind;
  if (kind == to) return arg;
  const std::string_view zero = is_float(kind) ? (is_wide(kind) ? "0d0000000000000000" : "0f00000000") : "0";
  if (to == ScalarKind::boolean) return compute(to, fmt::format("setp.ne.{}", type_of(kind)), {arg, std::string(zero)});
  if (kind == ScalarKind::boolean) {
    if (!is_float(to)) return compute(to, fmt::format("selp.{}", type_of(to)), {"1", "0", arg});
    return is_wide(to) ? compute(to, "selp.f64", {"0d3FF0000000000000", "0d0000000000000000", arg})
                       : compute(to, "selp.f32", {"0f3F800000", "0f00000000", arg});
  }
  std::string_view rounding;
  if (is_float(to) && (!is_float(kind) || is_wide(kind))) rounding = ".rn";
  if (is_float(kind) && !is_float(to)) rounding = ".rzi";
  // A constant has no type, so it is loaded into a register first.
  const std::string& source = arg.starts_with('%') ? arg : compute(kind, fmt::format("mov.{}", type_of(kind)), {arg});
  return compute(to, fmt::format("cvt{}.{}.{}", rounding, type_of(to), type_of(kind)), {source});
}

std::string Ptx::quotient(Expr value, const std::vector<std::string>& args) {
  const ScalarKind kind = value->type.kind;
  const bool rest = value->op == Op::mod;
  const std::string_view type = is_wide(kind) ? "u64" : "u32";
  std::int64_t divisor = 0;
  if (!ir::is_constant(value->args[1], &divisor))
    return compute(kind, fmt::format("{}.{}", rest ? "rem" : "div", type), args);
  // The Builder has already replaced divisions by powers of two with shifts and masks.
  const Reciprocal reciprocal = reciprocal_of(static_cast<std::uint64_t>(divisor), is_wide(kind) ? 64 : 32);
  const std::string high =
      compute(kind, fmt::format("mul.hi.{}", type), {args[0], std::to_string(reciprocal.multiplier)});
  std::string quotient = reciprocal.shift == 0
                             ? high
                             : compute(kind, fmt::format("shr.{}", type), {high, std::to_string(reciprocal.shift)});
  if (!rest) return quotient;
  return integer("sub", kind, args[0], scaled(quotient, kind, divisor));
}

}  // namespace papilio::emit
