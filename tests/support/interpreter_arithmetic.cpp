// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// f32 is computed in float and f64 in double. Each Op writes its result to memory before the next reads it, so that no
// compiler can contract a multiplication and an addition.
#include "support/interpreter_arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <type_traits>
#include <utility>

#include "ir/semantics.hpp"

namespace papilio::ir::interpreter {
namespace {

template <typename T>
T& as(Lane& lane) {
  if constexpr (std::is_same_v<T, float>) return lane.f;
  if constexpr (std::is_same_v<T, double>) return lane.d;
  if constexpr (std::is_integral_v<T>) return lane.i;
}

/// result[l] = function(item, arg0[l], arg1[l], …) for every lane l of every work-item. Booleans are integers here.
template <typename To, typename From, std::size_t... Index, typename Function>
void lanewise(const Call& call, std::index_sequence<Index...>, const Function& function) {
  const Instruction& instruction = call.instruction;
  const int lanes = instruction.node->type.lanes;
  for (const int item : call.items) {
    Lane* const out = call.value(instruction.result, item);
    Lane* const args[] = {call.value(instruction.args[Index], item)...};
    for (int l = 0; l < lanes; ++l) as<To>(out[l]) = function(item, as<From>(args[Index][l])...);
  }
}

using One = std::make_index_sequence<1>;
using Two = std::make_index_sequence<2>;
using Three = std::make_index_sequence<3>;

[[noreturn]] void reject(const Call& call) {
  throw Error::internal("interpreter",
                        fmt::format("ill-typed {}; verify the module", to_string(call.instruction.node->op)));
}

/// Integer results and operands are checked as they arise.
class IntegerUnit {
 public:
  IntegerUnit(const Call& call, FaultLog& faults)
      : call_(call), faults_(faults), narrow_(call.instruction.node->type.kind == ScalarKind::i32) {}

  void run() {
    switch (call_.instruction.node->op) {
      case Op::neg:
        return lanewise<std::int64_t, std::int64_t>(call_, One{}, [&](int item, std::int64_t a) {
          std::int64_t result = 0;
          const bool overflow = __builtin_sub_overflow(std::int64_t{0}, a, &result);
          return fitted(item, overflow, result);
        });
      case Op::add:
        return binary([&](int item, std::int64_t a, std::int64_t b) {
          std::int64_t result = 0;
          const bool overflow = __builtin_add_overflow(a, b, &result);
          return fitted(item, overflow, result);
        });
      case Op::sub:
        return binary([&](int item, std::int64_t a, std::int64_t b) {
          std::int64_t result = 0;
          const bool overflow = __builtin_sub_overflow(a, b, &result);
          return fitted(item, overflow, result);
        });
      case Op::mul:
        return binary([&](int item, std::int64_t a, std::int64_t b) { return product(item, a, b); });
      case Op::min:
        return binary([](int, std::int64_t a, std::int64_t b) { return std::min(a, b); });
      case Op::max:
        return binary([](int, std::int64_t a, std::int64_t b) { return std::max(a, b); });
      default:
        return call_.instruction.node->integer == words ? run_on_words() : run_on_naturals();
    }
  }

  /// The result, wrapped and reported where it does not fit its type.
  std::int64_t fitted(int item, bool overflow, std::int64_t result) {
    const auto low = static_cast<std::int32_t>(result);
    if (!overflow && (!narrow_ || low == result)) return result;
    faults_.report(&call_.instruction, Fault::overflow, [&] {
      return fmt::format("integer overflow in {} by work-item {} of group {}: the result does not fit {}; {}",
                         print(call_.instruction.node), item, call_.group, narrow_ ? "i32" : "i64",
                         narrow_ ? "widen it to i64" : "bound the operands");
    });
    return narrow_ ? low : result;
  }

 private:
  /// Ops whose operands must not be negative.
  void run_on_naturals() {
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    const std::int64_t widest = narrow_ ? 30 : 62;
    switch (call_.instruction.node->op) {
      case Op::div:
        return naturals(1, any, [](int, std::int64_t a, std::int64_t b) { return a / b; });
      case Op::mod:
        return naturals(1, any, [](int, std::int64_t a, std::int64_t b) { return a % b; });
      case Op::bit_and:
        return naturals(0, any, [](int, std::int64_t a, std::int64_t b) { return a & b; });
      case Op::bit_or:
        return naturals(0, any, [](int, std::int64_t a, std::int64_t b) { return a | b; });
      case Op::bit_xor:
        return naturals(0, any, [](int, std::int64_t a, std::int64_t b) { return a ^ b; });
      case Op::shl:
        return naturals(0, widest, [&](int item, std::int64_t a, std::int64_t b) {
          return product(item, a, std::int64_t{1} << b);
        });
      case Op::shr:
        return naturals(0, widest, [](int, std::int64_t a, std::int64_t b) { return a >> b; });
      default:
        reject(call_);
    }
  }

  /// The bits that shr moves in are unspecified; they are neither zeros nor signs here.
  void run_on_words() {
    const auto words = [&](auto function) {
      binary([&](int, std::int64_t a, std::int64_t b) {
        if (!narrow_) return static_cast<std::int64_t>(function(static_cast<std::uint64_t>(a), b));
        return std::int64_t{static_cast<std::int32_t>(function(static_cast<std::uint32_t>(a), b))};
      });
    };
    switch (call_.instruction.node->op) {
      case Op::bit_and:
        return words([](auto a, std::int64_t b) { return a & static_cast<decltype(a)>(b); });
      case Op::bit_or:
        return words([](auto a, std::int64_t b) { return a | static_cast<decltype(a)>(b); });
      case Op::shl:
        return words([](auto a, std::int64_t b) { return a << b; });
      case Op::shr:
        return words([](auto a, std::int64_t b) {
          constexpr auto other = static_cast<decltype(a)>(0xa5a5a5a5a5a5a5a5U);
          return a >> b | other << (std::numeric_limits<decltype(a)>::digits - b);
        });
      default:
        reject(call_);
    }
  }

  /// For a >= 0 and low <= b <= high. A wrong operand gives 0.
  template <typename Function>
  void naturals(std::int64_t low, std::int64_t high, const Function& function) {
    binary([&](int item, std::int64_t a, std::int64_t b) {
      return a < 0 || b < low || b > high ? bad_operand(item, a, b) : function(item, a, b);
    });
  }

  template <typename Function>
  void binary(const Function& function) {
    lanewise<std::int64_t, std::int64_t>(call_, Two{}, function);
  }

  std::int64_t product(int item, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    const bool overflow = __builtin_mul_overflow(a, b, &result);
    return fitted(item, overflow, result);
  }

  std::int64_t bad_operand(int item, std::int64_t a, std::int64_t b) {
    faults_.report(&call_.instruction, Fault::operand, [&] {
      return fmt::format(
          "{} by work-item {} of group {} has the operands {} and {}, negative or out of range for {}; "
          "bound them",
          print(call_.instruction.node), item, call_.group, a, b, to_string(call_.instruction.node->op));
    });
    return 0;
  }

  const Call& call_;
  FaultLog& faults_;
  bool narrow_;
};

template <typename T>
void run_floating(const Call& call) {
  switch (call.instruction.node->op) {
    case Op::neg:
      return lanewise<T, T>(call, One{}, [](int, T a) { return -a; });
    case Op::add:
      return lanewise<T, T>(call, Two{}, [](int, T a, T b) { return a + b; });
    case Op::sub:
      return lanewise<T, T>(call, Two{}, [](int, T a, T b) { return a - b; });
    case Op::mul:
      return lanewise<T, T>(call, Two{}, [](int, T a, T b) { return a * b; });
    case Op::fma:
      return lanewise<T, T>(call, Three{}, [](int, T a, T b, T c) { return std::fma(a, b, c); });
    default:
      reject(call);
  }
}

template <typename T>
void run_comparison(const Call& call) {
  switch (call.instruction.node->op) {
    case Op::lt:
      return lanewise<std::int64_t, T>(call, Two{}, [](int, T a, T b) { return a < b ? 1 : 0; });
    case Op::le:
      return lanewise<std::int64_t, T>(call, Two{}, [](int, T a, T b) { return a <= b ? 1 : 0; });
    default:
      return lanewise<std::int64_t, T>(call, Two{}, [](int, T a, T b) { return a == b ? 1 : 0; });
  }
}

/// To an integer; a value beyond it is a fault and gives 0.
template <typename From>
void run_cast_to_integer(const Call& call, IntegerUnit& unit) {
  lanewise<std::int64_t, From>(call, One{}, [&](int item, From a) {
    if constexpr (std::is_integral_v<From>) {
      return unit.fitted(item, false, a);
    } else {
      constexpr From limit = 9223372036854775808.0;  // 2^63
      if (a >= -limit && a < limit) return unit.fitted(item, false, static_cast<std::int64_t>(a));
      return unit.fitted(item, true, 0);
    }
  });
}

template <typename From>
void run_cast(const Call& call, FaultLog& faults) {
  switch (call.instruction.node->type.kind) {
    case ScalarKind::f32:
      return lanewise<float, From>(call, One{}, [](int, From a) { return static_cast<float>(a); });
    case ScalarKind::f64:
      return lanewise<double, From>(call, One{}, [](int, From a) { return static_cast<double>(a); });
    default: {
      IntegerUnit unit(call, faults);
      return run_cast_to_integer<From>(call, unit);
    }
  }
}

/// Op::bits of a float of the kind `from`, or of an integer.
void run_bits(const Call& call, ScalarKind from) {
  using Narrow = std::int32_t;
  using Wide = std::int64_t;
  const bool narrow = from == ScalarKind::f32 || from == ScalarKind::i32;
  if (from == ScalarKind::f32) {
    lanewise<Wide, float>(call, One{}, [](int, float a) { return Wide{std::bit_cast<Narrow>(a)}; });
  } else if (from == ScalarKind::f64) {
    lanewise<Wide, double>(call, One{}, [](int, double a) { return std::bit_cast<Wide>(a); });
  } else if (narrow) {
    lanewise<float, Wide>(call, One{}, [](int, Wide a) { return std::bit_cast<float>(static_cast<Narrow>(a)); });
  } else {
    lanewise<double, Wide>(call, One{}, [](int, Wide a) { return std::bit_cast<double>(a); });
  }
}

/// Calls function(T{}) with the type that computes `kind`.
template <typename Function>
void with_type(ScalarKind kind, const Function& function) {
  if (kind == ScalarKind::f32) return function(float{});
  if (kind == ScalarKind::f64) return function(double{});
  return function(std::int64_t{});
}

void run_shuffle(const Call& call) {
  const Instruction& instruction = call.instruction;
  Lane* out = call.value(instruction.result, 0);
  const std::size_t lanes = instruction.node->mask.size();
  for (std::size_t l = 0; l < lanes; ++l) {
    const OperandLane source = shuffled(*instruction.node, static_cast<int>(l));
    const std::size_t step = instruction.node->args[source.operand]->type.lanes;
    const Lane* const from = call.value(instruction.args[source.operand], 0) + source.lane;
    for (const int item : call.items) {
      const auto place = static_cast<std::size_t>(item);
      out[place * lanes + l] = from[place * step];
    }
  }
}

void run_select(const Call& call) {
  const Instruction& instruction = call.instruction;
  for (const int item : call.items) {
    const bool yes = call.value(instruction.args[0], item)->i != 0;
    const Lane* const from = call.value(instruction.args[yes ? 1 : 2], item);
    std::copy_n(from, instruction.node->type.lanes, call.value(instruction.result, item));
  }
}

void run_broadcast(const Call& call) {
  const Instruction& instruction = call.instruction;
  for (const int item : call.items) {
    const Lane from = *call.value(instruction.args[0], item);
    std::fill_n(call.value(instruction.result, item), instruction.node->type.lanes, from);
  }
}

void run_arithmetic(const Call& call, FaultLog& faults) {
  switch (call.instruction.node->type.kind) {
    case ScalarKind::f32:
      return run_floating<float>(call);
    case ScalarKind::f64:
      return run_floating<double>(call);
    default:
      return IntegerUnit(call, faults).run();
  }
}

}  // namespace

std::int64_t execute(const Call& call, FaultLog& faults) {
  const Node& node = *call.instruction.node;
  const ScalarKind operand = node.args[0]->type.kind;
  const auto lanes = static_cast<std::int64_t>(call.items.size()) * node.type.lanes;
  switch (node.op) {
    case Op::lt:
    case Op::le:
    case Op::eq:
      with_type(operand, [&](auto type) { run_comparison<decltype(type)>(call); });
      return 0;
    case Op::logical_and:
      lanewise<std::int64_t, std::int64_t>(call, Two{}, [](int, std::int64_t a, std::int64_t b) { return a & b; });
      return 0;
    case Op::logical_or:
      lanewise<std::int64_t, std::int64_t>(call, Two{}, [](int, std::int64_t a, std::int64_t b) { return a | b; });
      return 0;
    case Op::cast:
      with_type(operand, [&](auto type) { run_cast<decltype(type)>(call, faults); });
      return 0;
    case Op::bits:
      run_bits(call, operand);
      return 0;
    case Op::select:
      run_select(call);
      return 0;
    case Op::broadcast:
      run_broadcast(call);
      return 0;
    case Op::shuffle:
      run_shuffle(call);
      return 0;
    default:
      run_arithmetic(call, faults);
      break;
  }
  // A change of sign is free on every device.
  if (!node.type.is_float() || node.op == Op::neg) return 0;
  return node.op == Op::fma ? 2 * lanes : lanes;
}

}  // namespace papilio::ir::interpreter
