// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arithmetic on values: `a * b + c`, `index % count`, `k < m`. Each operator calls the Builder's function of that
// name, so that type checks and folding are in one place. A number beside a value is a constant of the value's type.
//
// Everything here is pure. C++ does not say which operand of `f() + g()` is evaluated first, so an operand that emits
// a statement (Builder::let, load, call) gets a name in a statement of its own.
#pragma once

#include <initializer_list>
#include <type_traits>
#include <vector>

#include "ir/builder.hpp"

namespace papilio::ir {

template <typename T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// A and B are two values, or a value and a number.
template <typename B, typename A>
concept OperandBeside = (std::is_same_v<A, Value> && (std::is_same_v<B, Value> || Number<B>)) ||
                        (Number<A> && std::is_same_v<B, Value>);

using BinaryOperation = Value (Builder::*)(Expr, Expr);

/// `number` as a constant of the type of `other`: an integer beside integers, a real number beside floats.
template <Number T>
Value constant_like(Value other, T number) {
  if constexpr (std::is_integral_v<T>) {
    return other.builder().constant(static_cast<std::int64_t>(number), other.type());
  } else {
    return other.builder().real(static_cast<double>(number), other.type());
  }
}

template <typename A, typename B>
Value combine(BinaryOperation operation, A a, B b) {
  if constexpr (Number<A>) {
    return combine(operation, constant_like(b, a), b);
  } else if constexpr (Number<B>) {
    return combine(operation, a, constant_like(a, b));
  } else {
    return (a.builder().*operation)(a, b);
  }
}

inline Value operator-(Value a) { return a.builder().neg(a); }

template <typename A, OperandBeside<A> B>
Value operator+(A a, B b) {
  return combine(&Builder::add, a, b);
}
template <typename A, OperandBeside<A> B>
Value operator-(A a, B b) {
  return combine(&Builder::sub, a, b);
}
template <typename A, OperandBeside<A> B>
Value operator*(A a, B b) {
  return combine(&Builder::mul, a, b);
}
template <typename A, OperandBeside<A> B>
Value operator/(A a, B b) {
  return combine(&Builder::div, a, b);
}
template <typename A, OperandBeside<A> B>
Value operator%(A a, B b) {
  return combine(&Builder::mod, a, b);
}
template <typename A, OperandBeside<A> B>
Value operator&(A a, B b) {
  return combine(&Builder::bit_and, a, b);
}
inline Value operator>>(Value a, int bits) { return a.builder().shr(a, bits); }

/// The result of a comparison. It is known only when the kernel runs, so C++ must not branch on it: `if (a == b)` does
/// not compile. There is no `!=`, which the IR lacks.
class Condition : public Value {
 public:
  using Value::Value;
  Condition(Value value) : Value(value) {}  // NOLINT(google-explicit-constructor)
  explicit operator bool() const = delete;
};

template <typename A, OperandBeside<A> B>
Condition operator<(A a, B b) {
  return combine(&Builder::lt, a, b);
}
template <typename A, OperandBeside<A> B>
Condition operator<=(A a, B b) {
  return combine(&Builder::le, a, b);
}
template <typename A, OperandBeside<A> B>
Condition operator>(A a, B b) {
  return b < a;
}
template <typename A, OperandBeside<A> B>
Condition operator>=(A a, B b) {
  return b <= a;
}
template <typename A, OperandBeside<A> B>
Condition operator==(A a, B b) {
  return combine(&Builder::eq, a, b);
}
// Both operands are always evaluated.
inline Condition operator&&(Value a, Value b) { return a.builder().logical_and(a, b); }
inline Condition operator||(Value a, Value b) { return a.builder().logical_or(a, b); }

template <typename A, OperandBeside<A> B>
Value min(A a, B b) {
  return combine(&Builder::min, a, b);
}
template <typename A, OperandBeside<A> B>
Value max(A a, B b) {
  return combine(&Builder::max, a, b);
}
/// a * b + c, rounded once.
inline Value fma(Value a, Value b, Value c) { return a.builder().fma(a, b, c); }
inline Value fma(Value a, double b, double c) { return fma(a, constant_like(a, b), constant_like(a, c)); }
inline Value fma(Value a, Value b, double c) { return fma(a, b, constant_like(a, c)); }
/// condition ? a : b
template <typename A, OperandBeside<A> B>
Value select(Value condition, A a, B b) {
  if constexpr (Number<A>) {
    return condition.builder().select(condition, constant_like(b, a), b);
  } else if constexpr (Number<B>) {
    return condition.builder().select(condition, a, constant_like(a, b));
  } else {
    return condition.builder().select(condition, a, b);
  }
}
inline Value cast(Value a, ScalarKind kind) { return a.builder().cast(a, kind); }
inline Value bits(Value a) { return a.builder().bits(a); }

// Lanes
inline Value broadcast(Value a, int lanes) { return a.builder().broadcast(a, lanes); }
inline Value lane(Value a, int index) { return a.builder().lane(a, index); }
inline Value shuffle(std::initializer_list<Value> operands, const std::vector<int>& mask) {
  return operands.begin()->builder().shuffle({operands.begin(), operands.end()}, mask);
}
inline Value concat(const std::vector<Value>& parts) { return parts.front().builder().concat(parts); }

}  // namespace papilio::ir
