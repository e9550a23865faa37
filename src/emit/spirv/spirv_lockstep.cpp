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

#include "core/lockstep.hpp"
#include "emit/spirv/spirv.hpp"
#include "ir/builder.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;

constexpr int digit_bits = 2;
constexpr Word subgroup = static_cast<Word>(spv::Scope::Subgroup);

constexpr Id not_known = ~Id{0};
constexpr std::int64_t max_multiple = std::int64_t{1} << 30;

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

// The first invocation's value is a multiple of a known power of two, so quotients and remainders of the others follow
// from their offsets alone, unless these cross a multiple of the divisor.

template <typename Of>
Spirv::Words64 Spirv::new_offsets(const Of& of) {
  const auto count = static_cast<std::size_t>(lanes_);
  auto* result =
      static_cast<std::int64_t*>(lanes_memory_.allocate(count * sizeof(std::int64_t), alignof(std::int64_t)));
  for (std::size_t l = 0; l < count; ++l) result[l] = of(l);
  return {result, count};
}

/// For what is the same for all invocations.
Spirv::Words64 Spirv::none_above() {
  if (none_above_.empty()) none_above_ = new_offsets([](std::size_t) { return 0; });
  return none_above_;
}

Spirv::Offsets Spirv::scaled(const Offsets& value, std::int64_t factor) {
  return {std::min(value.multiple * std::min(factor & -factor, max_multiple), max_multiple),
          new_offsets([&](std::size_t l) { return value.of[l] * factor; })};
}

std::optional<Spirv::Offsets> Spirv::divided(const Offsets& value, std::int64_t divisor) {
  const auto [least, most] = std::ranges::minmax(value.of);
  if (least < 0) return std::nullopt;
  if (value.multiple % divisor == 0)
    return Offsets{value.multiple / divisor, new_offsets([&](std::size_t l) { return value.of[l] / divisor; })};
  if (divisor % value.multiple != 0 || most >= value.multiple) return std::nullopt;
  return Offsets{1, none_above()};
}

std::optional<Spirv::Offsets> Spirv::remainder(const Offsets& value, std::int64_t divisor) {
  const auto [least, most] = std::ranges::minmax(value.of);
  if (least < 0) return std::nullopt;
  if (value.multiple % divisor == 0)
    return Offsets{value.multiple, new_offsets([&](std::size_t l) { return value.of[l] % divisor; })};
  if (divisor % value.multiple != 0 || most >= value.multiple) return std::nullopt;
  return value;
}

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
  const Id column = looked_up(component(spv::BuiltIn::WorkgroupId, 0), lockstep_group_bits);
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

/// Null: none, or a loop's variable.
Expr Spirv::definition_of(Expr variable) const {
  const auto number = static_cast<std::size_t>(variable->id);
  return number < definitions_.size() ? definitions_[number] : nullptr;
}

/// The value for that invocation, computed by all from constants and push constants; 0 if it is more than a sum,
/// product, quotient … of work-item numbers.
Id Spirv::shared_value(Expr value, int lane) {
  if (value->op == Op::thread_id)
    return lane == 0 ? first_ : pure(spv::Op::OpIAdd, NumberType::u32, {first_, word(lane)});
  if (value->op == Op::int_constant || value->op == Op::scalar_param || value->op == Op::group_id) return leaf(value);
  if (value->op == Op::variable) {
    const Expr defined = definition_of(value);
    return defined != nullptr ? shared_value(defined, lane) : 0;
  }
  if (!is_integer_operation(value)) return 0;
  const auto [place, is_new] = shared_values_.try_emplace(value);
  if (is_new) {
    place = new_lanes(lanes_);
    std::ranges::fill(place, not_known);
  }
  const std::span<Id> known = place;  // what follows may move the entry
  if (known[lane] != not_known) return known[lane];
  known[lane] = 0;
  std::array<Id, 3> args{};
  std::size_t count = 0;
  for (const Expr arg : value->args) {
    args.at(count) = shared_value(arg, lane);
    if (args.at(count++) == 0) return 0;
  }
  return known[lane] = arithmetic(value, std::span<const Id>(args).first(count));
}

/// The offsets of a sum, a product or the like, from those of its operands; none if they depend on more than these.
std::optional<Spirv::Offsets> Spirv::combined(Expr value) {
  std::array<Offsets, 3> args{};
  std::size_t count = 0;
  for (const Expr arg : value->args) {
    const std::optional<Offsets> own = offsets_of(arg);
    if (!own) return std::nullopt;
    args.at(count++) = *own;
  }
  const auto is_same = [](const Offsets& one) { return std::ranges::all_of(one.of, [](auto of) { return of == 0; }); };
  std::int64_t factor = 0;
  if (value->op == Op::cast) return args[0];
  if (value->op == Op::add || value->op == Op::sub) {
    const std::int64_t sign = value->op == Op::add ? 1 : -1;
    return Offsets{std::min(args[0].multiple, args[1].multiple),
                   new_offsets([&](std::size_t l) { return args[0].of[l] + sign * args[1].of[l]; })};
  }
  if (value->args.size() == 2 && ir::is_constant(value->args[1], &factor) && factor > 0) {
    if (value->op == Op::mul) return scaled(args[0], factor);
    if (value->op == Op::shl) return scaled(args[0], std::int64_t{1} << factor);
    if (value->op == Op::div) return divided(args[0], factor);
    if (value->op == Op::shr) return divided(args[0], std::int64_t{1} << factor);
    if (value->op == Op::mod) return remainder(args[0], factor);
    if (value->op == Op::bit_and && std::has_single_bit(static_cast<std::uint64_t>(factor + 1)))
      return remainder(args[0], factor + 1);
  }
  if (std::ranges::all_of(args, is_same)) return Offsets{1, none_above()};
  return std::nullopt;
}

/// How far the value lies, for each invocation, above that for the first one.
std::optional<Spirv::Offsets> Spirv::offsets_of(Expr value) {
  if (value->op == Op::thread_id) {
    return Offsets{lanes_, new_offsets([](std::size_t l) { return static_cast<std::int64_t>(l); })};
  }
  if (value->op == Op::int_constant) {
    const std::int64_t number = value->integer;
    return Offsets{number == 0 ? max_multiple : std::min(number & -number, max_multiple), none_above()};
  }
  if (value->op == Op::scalar_param || value->op == Op::group_id) return Offsets{1, none_above()};
  if (value->op == Op::variable) {
    const Expr defined = definition_of(value);
    return defined != nullptr ? offsets_of(defined) : std::nullopt;
  }
  if (!is_integer_operation(value)) return std::nullopt;
  if (const auto* known = offsets_.find(value)) return *known;
  const std::optional<Offsets> own = combined(value);
  return offsets_[value] = own;
}

/// The index of a chunk for each invocation; none if not in lockstep, or if it is the same for all.
Words Spirv::chunk_indices(Expr index, int chunk, int number) {
  if (!in_lockstep()) return {};
  const NumberType width = number_of(index->type.kind);
  const Id first = shared_value(index, 0);
  if (first == 0) return {};
  Words ids;
  const std::optional<Offsets> offsets = offsets_of(index);
  const bool whole = offsets && std::ranges::all_of(offsets->of, [&](auto of) { return of % chunk == 0; });
  for (int l = 0; l < lanes_; ++l) {
    if (!whole) {
      ids.push_back(chunk_index(width, shared_value(index, l), chunk, number));
      continue;
    }
    const Id base = chunk_index(width, first, chunk, number);
    const std::int64_t above = offsets->of[l] / chunk;
    ids.push_back(above == 0 ? base : pure(spv::Op::OpIAdd, width, {base, integer(width, above)}));
  }
  const bool same = std::ranges::all_of(ids, [&](Id id) { return id == ids[0]; });
  return same ? Words() : ids;
}

/// Loads for each invocation, widened: numbers of 8 and 16 bits cannot be selected.
Id Spirv::load_lanes(const ir::Buffer& buffer, const Words& indices, int chunk) {
  Id result = 0;
  for (int l = 0; l < lanes_; ++l) {
    const ElementPointer from = access(buffer, indices[l], chunk);
    const Id loaded = widen(buffer, load_from(from), chunk);
    const Id moved = is_packed(buffer, chunk) ? from.type : vector_type(widened(buffer), chunk);
    result = l == 0 ? loaded : code_.instruction(spv::Op::OpSelect, moved, {from_lane_[l - 1], loaded, result});
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
