// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ptx_instructions.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>

namespace papilio::test::ptx {
namespace {

constexpr std::string_view type_names[] = {"pred", "s8",  "u8",    "b16",    "s16", "u16", "f16", "b32", "s32",
                                           "u32",  "f32", "f16x2", "bf16x2", "b64", "s64", "u64", "f64"};

struct Row {
  std::string_view name;
  Kind kind;
  std::string_view types;
  std::string_view operands;
  int architecture = 50;
};
// Floating-point arithmetic states its rounding; otherwise ptxas may contract two operations.
constexpr Row rows[] = {
    {"mov", Kind::mov, "b16 b32 b64 s32 u32 s64 f32 f64", "tt"},
    {"add", Kind::add, "s32 s64", "ttt"},
    {"add.rn", Kind::add, "f32 f64", "ttt"},
    {"sub", Kind::sub, "s32 s64", "ttt"},
    {"sub.rn", Kind::sub, "f32 f64", "ttt"},
    {"mul.lo", Kind::mul, "s32 s64", "ttt"},
    {"mul.rn", Kind::mul, "f32 f64", "ttt"},
    {"mul.hi", Kind::mul_high, "u32 u64", "ttt"},
    {"mul.wide", Kind::mul_wide, "s32", "wtt"},
    {"div", Kind::div, "u32 u64", "ttt"},
    {"rem", Kind::rem, "u32 u64", "ttt"},
    {"fma.rn", Kind::fma, "f32 f64", "tttt"},
    {"neg", Kind::neg, "s32 s64 f32 f64", "tt"},
    {"min", Kind::min, "s32 s64", "ttt"},
    {"max", Kind::max, "s32 s64", "ttt"},
    {"and", Kind::bit_and, "pred b32 b64", "ttt"},
    {"or", Kind::bit_or, "pred b32 b64", "ttt"},
    {"xor", Kind::bit_xor, "pred b32 b64", "ttt"},
    {"not", Kind::bit_not, "pred", "tt"},
    {"shl", Kind::shl, "b32 b64", "ttr"},
    {"shr", Kind::shr, "u32 u64", "ttr"},
    {"setp.lt", Kind::less, "s32 s64 f32 f64", "ptt"},
    {"setp.le", Kind::less_equal, "s32 s64 f32 f64", "ptt"},
    {"setp.eq", Kind::equal, "s32 s64 f32 f64", "ptt"},
    {"setp.ne", Kind::not_equal, "s32 s64 f32 f64", "ptt"},
    {"setp.ge", Kind::greater_equal, "s32 s64", "ptt"},
    {"setp.nan", Kind::unordered, "f32", "ptt"},
    {"selp", Kind::select, "b32 s32 s64 f32 f64", "tttp"},
    {"cvta.to.global", Kind::mov, "u64", "tt"},
    {"mapa.shared::cluster", Kind::map_away, "u32", "ttt", 90},
};

struct Conversion {
  std::string_view name;
  Type to;
  Type from;
  int architecture = 50;
  std::string_view operands = "ct";
};
constexpr Conversion conversions[] = {
    {"cvt.f64.f32", Type::f64, Type::f32},
    {"cvt.rn.f32.f64", Type::f32, Type::f64},
    {"cvt.f32.f16", Type::f32, Type::f16},
    {"cvt.rn.f16.f32", Type::f16, Type::f32},
    {"cvt.rn.f32.s32", Type::f32, Type::s32},
    {"cvt.rn.f64.s32", Type::f64, Type::s32},
    {"cvt.rn.f32.s64", Type::f32, Type::s64},
    {"cvt.rn.f64.s64", Type::f64, Type::s64},
    {"cvt.rzi.s32.f32", Type::s32, Type::f32},
    {"cvt.rzi.s64.f32", Type::s64, Type::f32},
    {"cvt.rzi.s32.f64", Type::s32, Type::f64},
    {"cvt.rzi.s64.f64", Type::s64, Type::f64},
    {"cvt.s64.s32", Type::s64, Type::s32},
    {"cvt.s32.s64", Type::s32, Type::s64},
    {"cvt.u32.u64", Type::u32, Type::u64},
    {"cvt.u16.u32", Type::u16, Type::u32},
    {"cvt.rn.f16x2.f32", Type::f16x2, Type::f32, 80, "ctt"},
    {"cvt.rn.bf16x2.f32", Type::bf16x2, Type::f32, 80, "ctt"},
};

bool is_word_of(std::string_view words, std::string_view word) {
  std::istringstream stream{std::string(words)};
  return std::any_of(std::istream_iterator<std::string>(stream), {},
                     [&](const std::string& each) { return each == word; });
}

}  // namespace

int bytes_of(Type type) {
  switch (type) {
    case Type::pred:
    case Type::s8:
    case Type::u8:
      return 1;
    case Type::b16:
    case Type::s16:
    case Type::u16:
    case Type::f16:
      return 2;
    case Type::b64:
    case Type::s64:
    case Type::u64:
    case Type::f64:
      return 8;
    default:
      return 4;
  }
}

std::optional<Type> type_named(std::string_view name) {
  const auto* const place = std::find(std::begin(type_names), std::end(type_names), name);
  if (place == std::end(type_names)) return std::nullopt;
  return static_cast<Type>(place - std::begin(type_names));
}

std::optional<Form> form_of(std::string_view name) {
  for (const Conversion& each : conversions) {
    if (each.name == name) return Form{Kind::convert, each.from, each.operands, each.to, each.architecture};
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view type = name.substr(dot + 1);
  for (const Row& row : rows) {
    if (row.name != name.substr(0, dot) || !is_word_of(row.types, type)) continue;
    return Form{row.kind, *type_named(type), row.operands, Type::b32, row.architecture};
  }
  return std::nullopt;
}

}  // namespace papilio::test::ptx
