// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/c/glsl.hpp"

#include <fmt/format.h>

namespace papilio::emit {

using ir::Expr;
using ir::ScalarKind;

std::string Glsl::type_name(ir::Type type) const {
  constexpr std::string_view scalars[] = {"bool", "int", "int64_t", "float", "double"};
  constexpr std::string_view vectors[] = {"bvec", "ivec", "i64vec", "vec", "dvec"};
  const auto kind = static_cast<int>(type.kind);
  return type.lanes == 1 ? std::string(scalars[kind]) : fmt::format("{}{}", vectors[kind], type.lanes);
}

std::string Glsl::bits_name(ir::Type type) const {
  if (type.kind == ScalarKind::f32) return "intBitsToFloat";
  if (type.kind == ScalarKind::i32) return "floatBitsToInt";
  throw Error::internal(module_.name, "GLSL has no bits of 64-bit numbers");
}

Text Glsl::cast_text(std::string_view type, const Text& text) const { return {fmt::format("{}({})", type, text.text)}; }

Text Glsl::vector(Expr value) const {
  std::string lanes;
  for (int l = 0; l < value->type.lanes; ++l) lanes += (l == 0 ? "" : ", ") + lane(value, l).text;
  return {fmt::format("{}({})", type_name(value->type), lanes)};
}

void Glsl::store_vector(const ir::Store& store) {
  for (int l = 0; l < store.value->type.lanes; ++l)
    line(fmt::format("{} = {};", element(*store.buffer, store.index, l).text, lane(store.value, l).text));
}

}  // namespace papilio::emit
