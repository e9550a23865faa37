// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// f32 is computed in float and f64 in double, one operation at a time, so no compiler can contract two operations.
#include "support/ptx_arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <papilio/error.hpp>
#include <type_traits>

#include "core/storage.hpp"

namespace papilio::test::ptx {
namespace {

template <typename T>
T as(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

[[noreturn]] void refuse() { throw Error::internal("PTX machine", "an instruction without a meaning"); }

template <typename T>
std::uint64_t float_of(Kind kind, T a, T b, T c) {
  switch (kind) {
    case Kind::add:
      return bits_of<T>(a + b);
    case Kind::sub:
      return bits_of<T>(a - b);
    case Kind::mul:
      return bits_of<T>(a * b);
    case Kind::fma:
      return bits_of<T>(std::fma(a, b, c));
    case Kind::neg:
      return bits_of<T>(-a);
    case Kind::less:
      return a < b ? 1 : 0;
    case Kind::less_equal:
      return a <= b ? 1 : 0;
    case Kind::equal:
      return a == b ? 1 : 0;
    // "ne" compares ordered numbers: false for NaN.
    case Kind::not_equal:
      return a < b || a > b ? 1 : 0;
    case Kind::unordered:
      return std::isnan(a) || std::isnan(b) ? 1 : 0;
    default:
      refuse();
  }
}

/// Not ISO C++, but supported by every compiler that builds Papilio.
__extension__ typedef unsigned __int128 Wide64;

/// Sums, differences and products wrap; signed overflow in C++ does not.
template <typename T>
std::uint64_t wrapping(Kind kind, T a, T b) {
  using U = std::make_unsigned_t<T>;
  using Wide = std::conditional_t<sizeof(T) == 8, Wide64, std::uint64_t>;
  const auto x = static_cast<U>(a);
  const auto y = static_cast<U>(b);
  switch (kind) {
    case Kind::add:
      return bits_of(static_cast<U>(x + y));
    case Kind::sub:
      return bits_of(static_cast<U>(x - y));
    case Kind::mul:
      return bits_of(static_cast<U>(x * y));
    case Kind::neg:
      return bits_of(static_cast<U>(U{0} - x));
    case Kind::mul_high:
      return bits_of(static_cast<U>((Wide{x} * Wide{y}) >> (8 * sizeof(T))));
    case Kind::bit_and:
      return bits_of(static_cast<U>(x & y));
    case Kind::bit_or:
      return bits_of(static_cast<U>(x | y));
    case Kind::bit_xor:
      return bits_of(static_cast<U>(x ^ y));
    default:
      refuse();
  }
}

template <typename T>
std::uint64_t integer_of(Kind kind, T a, T b, std::uint64_t bits) {
  constexpr std::uint64_t width = 8 * sizeof(T);
  switch (kind) {
    case Kind::mul_wide:
      return bits_of(static_cast<std::int64_t>(a) * static_cast<std::int64_t>(b));
    case Kind::min:
      return bits_of(std::min(a, b));
    case Kind::max:
      return bits_of(std::max(a, b));
    // A device returns all ones.
    case Kind::div:
      return b == 0 ? bits_of(static_cast<T>(~T{0})) : bits_of<T>(a / b);
    case Kind::rem:
      return b == 0 ? bits_of(a) : bits_of<T>(a % b);
    case Kind::shl:
      return bits >= width ? 0 : bits_of(static_cast<T>(a << bits));
    case Kind::shr:
      return bits >= width ? 0 : bits_of(static_cast<T>(a >> bits));
    case Kind::less:
      return a < b ? 1 : 0;
    case Kind::less_equal:
      return a <= b ? 1 : 0;
    case Kind::equal:
      return a == b ? 1 : 0;
    case Kind::not_equal:
      return a != b ? 1 : 0;
    case Kind::greater_equal:
      return a >= b ? 1 : 0;
    default:
      return wrapping(kind, a, b);
  }
}

std::uint64_t predicate_of(Kind kind, std::uint64_t a, std::uint64_t b) {
  switch (kind) {
    case Kind::bit_and:
      return a & b;
    case Kind::bit_or:
      return a | b;
    case Kind::bit_xor:
      return a ^ b;
    case Kind::bit_not:
      return a ^ 1U;
    default:
      refuse();
  }
}

/// Rounds toward zero; saturates at the type's limits; NaN gives 0.
template <typename To, typename From>
To truncated(From value) {
  if (std::isnan(value)) return 0;
  const From limit = std::ldexp(From{1}, std::numeric_limits<To>::digits);
  if (value >= limit) return std::numeric_limits<To>::max();
  if (value < -limit) return std::numeric_limits<To>::min();
  return static_cast<To>(value);
}

template <typename From>
std::uint64_t converted(Type to, From value) {
  switch (to) {
    case Type::f32:
      return bits_of(static_cast<float>(value));
    case Type::f64:
      return bits_of(static_cast<double>(value));
    case Type::f16:
      if constexpr (std::is_same_v<From, float>) return to_f16(value);
      break;
    case Type::s32:
      if constexpr (std::is_floating_point_v<From>) return bits_of(truncated<std::int32_t>(value));
      break;
    case Type::s64:
      if constexpr (std::is_floating_point_v<From>) return bits_of(truncated<std::int64_t>(value));
      break;
    default:
      break;
  }
  if constexpr (std::is_integral_v<From>) {
    if (bytes_of(to) == 8) return bits_of(static_cast<std::int64_t>(value));
    return static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << (8 * bytes_of(to))) - 1);
  }
  refuse();
}

std::uint64_t convert(const Instruction& instruction, const std::array<std::uint64_t, 3>& args) {
  if (instruction.to == Type::f16x2)
    return std::uint64_t{to_f16(as<float>(args[0]))} << 16U | to_f16(as<float>(args[1]));
  if (instruction.to == Type::bf16x2)
    return std::uint64_t{to_bf16(as<float>(args[0]))} << 16U | to_bf16(as<float>(args[1]));
  switch (instruction.type) {
    case Type::f16:
      return converted(instruction.to, from_f16(static_cast<std::uint16_t>(args[0])));
    case Type::f32:
      return converted(instruction.to, as<float>(args[0]));
    case Type::f64:
      return converted(instruction.to, as<double>(args[0]));
    case Type::s32:
      return converted(instruction.to, as<std::int32_t>(args[0]));
    case Type::u32:
      return converted(instruction.to, as<std::uint32_t>(args[0]));
    case Type::s64:
      return converted(instruction.to, as<std::int64_t>(args[0]));
    case Type::u64:
      return converted(instruction.to, as<std::uint64_t>(args[0]));
    default:
      refuse();
  }
}

}  // namespace

std::uint64_t compute(const Instruction& instruction, const std::array<std::uint64_t, 3>& args) {
  const auto [a, b, c] = args;
  const Kind kind = instruction.kind;
  if (kind == Kind::mov) return a;
  if (kind == Kind::select) return c != 0 ? a : b;
  if (kind == Kind::convert) return convert(instruction, args);
  if (kind == Kind::pack) return a | b << 16U;
  // A rank out of bounds stays out of bounds.
  if (kind == Kind::map_away) return a | (std::min<std::uint64_t>(b, 126) + 1) << rank_shift;
  switch (instruction.type) {
    case Type::pred:
      return predicate_of(kind, a, b);
    case Type::f32:
      return float_of(kind, as<float>(a), as<float>(b), as<float>(c));
    case Type::f64:
      return float_of(kind, as<double>(a), as<double>(b), as<double>(c));
    case Type::s32:
      return integer_of(kind, as<std::int32_t>(a), as<std::int32_t>(b), b);
    case Type::s64:
      return integer_of(kind, as<std::int64_t>(a), as<std::int64_t>(b), b);
    case Type::b32:
    case Type::u32:
      return integer_of(kind, as<std::uint32_t>(a), as<std::uint32_t>(b), b);
    case Type::b64:
    case Type::u64:
      return integer_of(kind, as<std::uint64_t>(a), as<std::uint64_t>(b), b);
    default:
      refuse();
  }
}

}  // namespace papilio::test::ptx
