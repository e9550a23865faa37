// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory on CPUs (docs/adr/0068-lockstep.md). llvmpipe of Mesa 22 computes a subgroup in one vector, but accesses
// memory in a loop over its invocations, unless the address is built from nothing but constants and push constants:
// then there is one access without a branch. So the subgroup's accesses are written one by one, each with an address of
// that kind, which all invocations share: a load is put together by selections, which LLVM makes a load of a vector
// where addresses are neighbours, and a store stores what one invocation broadcasts.
//
// Work-item numbers are no push constants, so they are looked up there, digit by digit: the table holds 0, 1, 2, 3.
#include <algorithm>
#include <bit>

#include "emit/spirv/spirv.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;

constexpr int digit_bits = 2;
constexpr int group_bits = 16;  // of a dispatch: runtime splits wider ones
constexpr Word subgroup = static_cast<Word>(spv::Scope::Subgroup);

bool is_integer_operation(Expr value) {
  const auto is_real = [](Expr one) {
    return one->type.kind == ir::ScalarKind::f32 || one->type.kind == ir::ScalarKind::f64;
  };
  switch (value->op) {
    case Op::load:
    case Op::call:
    case Op::shuffle:
    case Op::broadcast:
      return false;
    default:
      return value->type.lanes == 1 && !is_real(value) && std::ranges::none_of(value->args, is_real);
  }
}

}  // namespace

bool Spirv::in_lockstep() const { return lockstep_ && scopes_.size() == 1; }

/// The same number, of so many bits, as a sum of push constants.
Id Spirv::looked_up(Id number, int bits) {
  Id sum = 0;
  const Id entry = pointer(spv::StorageClass::PushConstant, type(NumberType::u32));
  for (int shift = 0; shift < bits; shift += digit_bits) {
    const Id above = shift == 0 ? number : pure(spv::Op::OpShiftRightLogical, NumberType::u32, {number, word(shift)});
    const Id digit = pure(spv::Op::OpBitwiseAnd, NumberType::u32, {above, word((1 << digit_bits) - 1)});
    const Id at = code_.instruction(spv::Op::OpAccessChain, entry, {push_block_, word(digits_member_), digit});
    const Id found = code_.instruction(spv::Op::OpLoad, type(NumberType::u32), {at});
    const Id part = shift == 0 ? found : pure(spv::Op::OpShiftLeftLogical, NumberType::u32, {found, word(shift)});
    sum = sum == 0 ? part : pure(spv::Op::OpIAdd, NumberType::u32, {sum, part});
  }
  return sum;
}

/// The group's number, that of the subgroup's first work-item, and which invocations follow it.
void Spirv::begin_lockstep() {
  for (const auto capability : {spv::Capability::GroupNonUniform, spv::Capability::GroupNonUniformShuffle})
    code_.capability(capability);
  const Id column = looked_up(component(spv::BuiltIn::WorkgroupId, 0), group_bits);
  group_ = pure(spv::Op::OpIAdd, NumberType::u32, {groups_, column});
  const int subgroups = module_.threads / lanes_;
  first_ = word(0);
  if (subgroups > 1) {
    const Id number =
        looked_up(scalar_builtin(spv::BuiltIn::SubgroupId), std::bit_width(static_cast<unsigned>(subgroups - 1)));
    first_ = pure(spv::Op::OpIMul, NumberType::u32, {number, word(lanes_)});
  }
  const Id invocation = scalar_builtin(spv::BuiltIn::SubgroupLocalInvocationId);
  for (int l = 1; l < lanes_; ++l)
    from_lane_.push_back(pure(spv::Op::OpUGreaterThanEqual, NumberType::boolean, {invocation, word(l)}));
}

/// The value for that invocation, computed by all from constants and push constants; 0 if it is more than a sum,
/// product, quotient … of work-item numbers.
Id Spirv::shared_value(Expr value, int lane) {
  if (value->op == Op::thread_id)
    return lane == 0 ? first_ : pure(spv::Op::OpIAdd, NumberType::u32, {first_, word(lane)});
  if (value->op == Op::int_constant || value->op == Op::scalar_param || value->op == Op::group_id) return leaf(value);
  if (value->op == Op::variable) {
    const auto defined = definitions_.find(value->id);
    return defined != definitions_.end() ? shared_value(defined->second, lane) : 0;
  }
  if (!is_integer_operation(value)) return 0;
  const auto [known, is_new] = shared_values_.try_emplace({value, lane}, 0);
  if (!is_new) return known->second;
  Words args;
  for (const Expr arg : value->args) {
    args.push_back(shared_value(arg, lane));
    if (args.back() == 0) return 0;
  }
  const Id id = arithmetic(value, args);
  shared_values_[{value, lane}] = id;
  return id;
}

/// The index of a chunk for each invocation; none if not in lockstep, or if it is the same for all.
Words Spirv::chunk_indices(Expr index, int chunk, int number) {
  if (!in_lockstep()) return {};
  const NumberType width = number_of(index->type.kind);
  Words ids;
  for (int l = 0; l < lanes_; ++l) {
    const Id at = shared_value(index, l);
    if (at == 0) return {};
    ids.push_back(chunk_index(width, at, chunk, number));
  }
  const bool same = std::ranges::all_of(ids, [&](Id id) { return id == ids[0]; });
  return same ? Words() : ids;
}

/// Loads for each invocation.
Id Spirv::load_lanes(const ir::Buffer& buffer, const Words& indices, int chunk) {
  Id result = 0;
  for (int l = 0; l < lanes_; ++l) {
    const ElementPointer from = access(buffer, indices[l], chunk);
    const Id loaded = load_from(from);
    result = l == 0 ? loaded : code_.instruction(spv::Op::OpSelect, from.type, {from_lane_[l - 1], loaded, result});
  }
  return result;
}

void Spirv::store_lanes(const ir::Buffer& buffer, const Words& indices, int chunk, Id value) {
  const bool packed = is_packed(buffer, chunk);
  const Id moved = packed ? type(NumberType::f64) : vector_type(widened(buffer), chunk);
  const Id whole = packed ? code_.instruction(spv::Op::OpBitcast, moved, {value}) : value;
  for (int l = 0; l < lanes_; ++l) {
    const Id own = code_.instruction(spv::Op::OpGroupNonUniformShuffle, moved, {word(subgroup), whole, word(l)});
    const ElementPointer to = access(buffer, indices[l], chunk);
    const Id stored = packed ? code_.instruction(spv::Op::OpBitcast, to.type, {own}) : narrow(buffer, own, to.type);
    code_.statement(spv::Op::OpStore, {to.pointer, stored});
  }
}

}  // namespace papilio::emit
