// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/c/renderer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <papilio/error.hpp>

#include "ir/semantics.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;
using ir::ScalarKind;

/// An infix operator: its precedence, and the precedence that its operands need to go without parentheses. Operands of
/// bit operations and of divisions get parentheses even where C does not require them.
struct Infix {
  Op op;
  std::string_view symbol;
  Precedence own;
  Precedence left;
  Precedence right;
};

constexpr Infix infixes[] = {
    {Op::add, "+", Precedence::additive, Precedence::additive, Precedence::multiplicative},
    {Op::sub, "-", Precedence::additive, Precedence::additive, Precedence::multiplicative},
    {Op::mul, "*", Precedence::multiplicative, Precedence::multiplicative, Precedence::unary},
    {Op::div, "/", Precedence::multiplicative, Precedence::unary, Precedence::unary},
    {Op::mod, "%", Precedence::multiplicative, Precedence::unary, Precedence::unary},
    {Op::shl, "<<", Precedence::shift, Precedence::unary, Precedence::unary},
    {Op::shr, ">>", Precedence::shift, Precedence::unary, Precedence::unary},
    {Op::bit_and, "&", Precedence::bit_and, Precedence::unary, Precedence::unary},
    {Op::bit_xor, "^", Precedence::bit_xor, Precedence::unary, Precedence::unary},
    {Op::bit_or, "|", Precedence::bit_or, Precedence::unary, Precedence::unary},
    {Op::lt, "<", Precedence::relational, Precedence::additive, Precedence::additive},
    {Op::le, "<=", Precedence::relational, Precedence::additive, Precedence::additive},
    {Op::eq, "==", Precedence::equality, Precedence::additive, Precedence::additive},
    {Op::logical_and, "&&", Precedence::logical_and, Precedence::equality, Precedence::equality},
    {Op::logical_or, "||", Precedence::logical_or, Precedence::equality, Precedence::equality},
};

/// nullptr if the operator is not infix.
const Infix* infix_of(Op op) {
  const auto* const found = std::ranges::find(infixes, op, &Infix::op);
  return found == std::end(infixes) ? nullptr : found;
}

/// Writes enough digits that the nearest float or double is the constant itself, even if a compiler reads a float's
/// digits as a double first.
std::string digits(double value, ScalarKind kind) {
  std::string text = kind == ScalarKind::f32 ? fmt::format("{:.9g}", value) : fmt::format("{:.17g}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string at_least(const Text& text, Precedence least) {
  return text.precedence < least ? "(" + text.text + ")" : text.text;
}

bool is_aligned(std::int64_t alignment, int lanes) { return alignment % lanes == 0; }

std::string Renderer::float_literal(Expr value) const {
  const bool single = value->type.kind == ScalarKind::f32;
  const double rounded = single ? static_cast<double>(static_cast<float>(value->real)) : value->real;
  if (!std::isfinite(rounded)) {
    throw Error::internal(fmt::format("kernel '{}'", module_.name), fmt::format("constant {}", value->real));
  }
  return digits(rounded, value->type.kind) + std::string(single ? f32_suffix() : f64_suffix());
}

Text Renderer::literal(Expr value) const {
  if (value->op == Op::float_constant) {
    return {float_literal(value), std::signbit(value->real) ? Precedence::unary : Precedence::primary};
  }
  if (value->type.kind == ScalarKind::boolean) return {value->integer != 0 ? "true" : "false"};
  const bool wide = value->type.kind == ScalarKind::i64;
  const std::string_view suffix = wide ? i64_suffix() : "";
  const std::int64_t lowest =
      wide ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int32_t>::min();
  // C has no negative literals, and the digits of the lowest integer without the sign do not fit.
  if (value->integer == lowest) {
    return {fmt::format("{}{} - 1{}", lowest + 1, suffix, suffix), Precedence::additive};
  }
  return {fmt::format("{}{}", value->integer, suffix), value->integer < 0 ? Precedence::unary : Precedence::primary};
}

Text Renderer::expression(Expr value) const {
  if (value->type.lanes == 1) return lane(value, 0);
  if (value->op == Op::call) return call_of_user(value);
  return value->op == Op::variable ? Text{ir::print(value)} : vector(value);
}

Text Renderer::lane(Expr value, int lane) const {
  switch (value->op) {
    case Op::int_constant:
    case Op::float_constant:
      return literal(value);
    case Op::variable:
    case Op::scalar_param:
    case Op::thread_id:
    case Op::group_id:
      return {ir::print(value) + (value->type.lanes > 1 ? component(lane) : "")};
    case Op::broadcast:
      return this->lane(value->args[0], 0);
    case Op::load:
      if (converts(*value->buffer)) return converted(*value->buffer, value->args[0], lane, 1);
      return element(*value->buffer, value->args[0], value->type.lanes > 1 ? lane : 0);
    case Op::call:
      return call_of_user(value);
    case Op::shuffle: {
      const ir::OperandLane source = ir::shuffled(*value, value->type.lanes > 1 ? lane : 0);
      return this->lane(value->args[source.operand], source.lane);
    }
    default:
      return arithmetic(value, lane);
  }
}

Text Renderer::operand(Expr value, int lane) const {
  return lane == whole ? expression(value) : this->lane(value, lane);
}

Text Renderer::call(std::string_view name, Expr value, int lane) const {
  std::vector<std::string> texts;
  for (const Expr arg : value->args) texts.push_back(operand(arg, lane).text);
  return {fmt::format("{}({})", name, fmt::join(texts, ", "))};
}

Text Renderer::cast_text(std::string_view type, const Text& text) const {
  return {fmt::format("({}){}", type, at_least(text, Precedence::unary)), Precedence::unary};
}

Text Renderer::infix(Expr value, int lane) const {
  const Infix form = *infix_of(value->op);
  const std::string left = at_least(operand(value->args[0], lane), form.left);
  const Expr second = value->args[1];
  // x + -3 reads better as x - 3.
  if (value->op == Op::add && second->op == Op::int_constant && second->type.lanes == 1 && second->integer < 0 &&
      second->integer > std::numeric_limits<std::int32_t>::min()) {
    return {fmt::format("{} - {}{}", left, -second->integer, second->type.kind == ScalarKind::i64 ? i64_suffix() : ""),
            form.own};
  }
  return {fmt::format("{} {} {}", left, form.symbol, at_least(operand(second, lane), form.right)), form.own};
}

Text Renderer::arithmetic(Expr value, int lane) const {
  switch (value->op) {
    case Op::neg:
      return {"-" + at_least(operand(value->args[0], lane), Precedence::primary), Precedence::unary};
    case Op::min:
      return call("min", value, lane);
    case Op::max:
      return call("max", value, lane);
    case Op::fma:
      return call(fma_name(value->type.kind), value, lane);
    case Op::bits:
      return call(bits_name(lane == whole ? value->type : value->type.scalar()), value, lane);
    case Op::cast:
      return cast_text(type_name(value->type.scalar()), operand(value->args[0], lane));
    case Op::select: {
      const std::string condition = at_least(expression(value->args[0]), Precedence::logical_or);
      const std::string yes = at_least(operand(value->args[1], lane), Precedence::logical_or);
      const std::string no = at_least(operand(value->args[2], lane), Precedence::logical_or);
      return {fmt::format("{} ? {} : {}", condition, yes, no), Precedence::conditional};
    }
    default:
      break;
  }
  if (infix_of(value->op) == nullptr) {
    throw Error::internal(fmt::format("kernel '{}'", module_.name),
                          fmt::format("{} is no arithmetic", ir::to_string(value->op)));
  }
  return infix(value, lane);
}

Text Renderer::position(Expr index, std::int64_t offset) const {
  if (index->op == Op::int_constant) return {fmt::format("{}", index->integer + offset)};
  if (offset != 0 && index->op == Op::add && index->args[1]->op == Op::int_constant)
    return position(index->args[0], index->args[1]->integer + offset);
  if (offset == 0) return expression(index);
  return {fmt::format("{} {} {}", at_least(expression(index), Precedence::additive), offset < 0 ? '-' : '+',
                      offset < 0 ? -offset : offset),
          Precedence::additive};
}

Text Renderer::element(const ir::Buffer& buffer, Expr index, int offset) const {
  return {fmt::format("{}[{}]", buffer.name, position(index, offset).text)};
}

std::string Renderer::address(const ir::Buffer& buffer, Expr index, int offset) const {
  if (index->op == Op::int_constant && index->integer + offset == 0) return buffer.name;
  const std::string first =
      fmt::format("{} + {}", buffer.name, at_least(expression(index), Precedence::multiplicative));
  return offset == 0 ? first : fmt::format("{} + {}", first, offset);
}

Text Renderer::converted(const ir::Buffer& buffer, Expr index, int offset, int lanes) const {
  const Conversion conversion{&buffer, lanes};
  define(load_function(conversion));
  return {fmt::format("{}({})", load_name(conversion), address(buffer, index, offset))};
}

void Renderer::store_converted(const ir::Store& store, int lane, int lanes) {
  const Conversion conversion{store.buffer, lanes};
  define(store_function(conversion));
  const std::string value = (lanes == 1 ? this->lane(store.value, lane) : expression(store.value)).text;
  line(fmt::format("{}({}, {});", store_name(conversion), address(*store.buffer, store.index, lane), value));
}

Text Renderer::call_of_user(Expr value) const {
  return {fmt::format("{}({}, {}, {})",
                      value->integer == static_cast<int>(ir::Callback::load) ? "papilio_load" : "papilio_store",
                      expression(value->args[0]).text, expression(value->args[1]).text, value->buffer->name)};
}

void Renderer::define_callbacks(const Definitions& prelude) const {
  if (module_.callbacks.empty()) return;
  define(prelude);
  for (const std::string& text : module_.callbacks) {
    if (!text.empty()) define({text + "\n#line 1 \"papilio\""});
  }
}

void Renderer::define(const Definitions& definitions) const {
  for (const std::string& text : definitions) {
    const bool known = std::find(functions_.begin(), functions_.end(), text) != functions_.end();
    if (!text.empty() && !known) functions_.push_back(text);
  }
}

void Renderer::register_arrays(const ir::Buffer* except) {
  for (const ir::Buffer* array : module_.registers) {
    if (array != except) line(register_array(*array));
  }
}

std::string Renderer::register_array(const ir::Buffer& array) const {
  return fmt::format("{} {}[{}];", type_name({array.element, 1}), array.name, array.elements);
}

bool Renderer::uses(Op op) const {
  return std::any_of(module_.nodes.begin(), module_.nodes.end(), [&](const ir::Node& node) { return node.op == op; });
}

bool Renderer::uses(ScalarKind kind) const {
  const auto is_kind = [&](const ir::Buffer* buffer) { return buffer->element == kind; };
  return std::any_of(module_.nodes.begin(), module_.nodes.end(),
                     [&](const ir::Node& node) { return node.type.kind == kind; }) ||
         std::any_of(module_.buffers.begin(), module_.buffers.end(), is_kind) ||
         std::any_of(module_.shared.begin(), module_.shared.end(), is_kind);
}

}  // namespace papilio::emit
