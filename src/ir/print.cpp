// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iterator>
#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "ir/ir.hpp"
#include "ir/op_table.hpp"

namespace papilio::ir {
namespace {

std::string type_name(Type type) {
  if (type.lanes == 1) return std::string(to_string(type.kind));
  return fmt::format("{}x{}", to_string(type.kind), type.lanes);
}

constexpr OpTable<std::string_view> infixes = {
    {Op::add, "+"},     {Op::sub, "-"},    {Op::mul, "*"},     {Op::div, "/"},          {Op::mod, "%"},
    {Op::bit_and, "&"}, {Op::bit_or, "|"}, {Op::bit_xor, "^"}, {Op::shl, "<<"},         {Op::shr, ">>"},
    {Op::lt, "<"},      {Op::le, "<="},    {Op::eq, "=="},     {Op::logical_and, "&&"}, {Op::logical_or, "||"}};

std::string operand(Expr value) {
  const std::string text = print(value);
  return value != nullptr && !infixes[value->op].empty() ? "(" + text + ")" : text;
}

std::string call(std::string_view name, const std::vector<Expr>& args) {
  std::vector<std::string> texts;
  for (const Expr arg : args) texts.push_back(print(arg));
  return fmt::format("{}({})", name, fmt::join(texts, ", "));
}

class Printer {
 public:
  std::string take() { return std::move(text_); }

  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_.append(2 * depth_, ' ');
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  void buffer(const Buffer& buffer) {
    if (buffer.space != Space::global) {
      return line("{} {}: {}[{}]", buffer.space == Space::shared ? "shared" : "registers", buffer.name,
                  to_string(buffer.element), buffer.elements);
    }
    constexpr std::string_view roles[] = {"input", "output", "table", "user", "counters"};
    const std::string size = buffer.role == Role::table ? fmt::format("[{}]", buffer.elements) : "";
    const std::string stored =
        converts(buffer) ? fmt::format(" stored as {}", papilio::to_string(buffer.storage, precision_of(buffer))) : "";
    line("{} {}: {}{}{}{}{}", roles[static_cast<int>(buffer.role)], buffer.name, to_string(buffer.element), stored,
         size, buffer.restrict_ ? " restrict" : "", buffer.once ? " once" : "");
  }

  void block(const Block& statements) {
    ++depth_;
    for (const Stmt& stmt : statements) std::visit([this](const auto& node) { statement(node); }, stmt.node);
    --depth_;
  }

 private:
  void statement(const Let& let) {
    line("let {}: {} = {}", print(let.variable), type_name(let.variable->type), print(let.value));
  }
  void statement(const Store& store) {
    const std::string group = store.rank == nullptr ? "" : fmt::format(" of group {}", print(store.rank));
    line("store {}[{}]{} align {} = {}", store.buffer->name, print(store.index), group, store.alignment,
         print(store.value));
  }
  void statement(const For& loop) {
    constexpr std::string_view unrolls[] = {"", " unroll", " no unroll"};
    line("for {}: {} = {} .. {} step {}{}", print(loop.variable), type_name(loop.variable->type), print(loop.begin),
         print(loop.end), loop.step, unrolls[static_cast<int>(loop.unroll)]);
    block(*loop.body);
  }
  void statement(const If& branch) {
    line("if {}", print(branch.condition));
    block(*branch.then_block);
    if (branch.else_block == nullptr) return;
    line("else");
    block(*branch.else_block);
  }
  void statement(const Prefetch& hint) { line("prefetch {}[{}]", hint.buffer->name, print(hint.index)); }
  void statement(const Barrier& barrier) {
    constexpr std::string_view names[] = {"barrier", "cluster arrive", "cluster wait"};
    line("{}", names[static_cast<int>(barrier.scope)]);
  }
  void statement(const Signal& signal) { line("signal {}[{}]", signal.buffer->name, print(signal.index)); }
  void statement(const Await& await) {
    line("await {}[{}] of {}", await.buffer->name, print(await.index), await.count);
  }
  void statement(const Comment& comment) { line("# {}", comment.text); }

  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace

std::int64_t size_of(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::boolean:
      return 1;
    case ScalarKind::i32:
    case ScalarKind::f32:
      return 4;
    case ScalarKind::i64:
    case ScalarKind::f64:
    case ScalarKind::f32x2:
      return 8;
    case ScalarKind::f64x2:
      return 16;
  }
  throw Error::internal("scalar kind");
}

std::int64_t size_of(const Buffer& buffer) {
  return converts(buffer) ? bytes_of(buffer.storage, precision_of(buffer)) : size_of(buffer.element);
}

std::string_view to_string(Scalar scalar) {
  constexpr std::string_view names[] = {"batch",
                                        "in_distance",
                                        "out_distance",
                                        "in_offset",
                                        "out_offset",
                                        "repeat",
                                        "in_plane",
                                        "out_plane",
                                        "second_batch",
                                        "second_in_distance",
                                        "second_out_distance",
                                        "second_in_offset",
                                        "second_out_offset",
                                        "second_repeat",
                                        "units",
                                        "first_counter",
                                        "in_position"};
  static_assert(std::size(names) == static_cast<std::size_t>(Scalar::in_position) + 1);
  return names[static_cast<std::size_t>(scalar)];
}

std::string_view to_string(ScalarKind kind) {
  constexpr std::string_view names[] = {"boolean", "i32", "i64", "f32", "f64"};
  return names[static_cast<int>(kind)];
}

std::string_view to_string(Op op) {
  // In the order of the enumerators.
  constexpr std::string_view names[] = {"int_constant", "float_constant",
                                        "variable",     "scalar_param",
                                        "thread_id",    "group_id",
                                        "neg",          "add",
                                        "sub",          "mul",
                                        "div",          "mod",
                                        "min",          "max",
                                        "bit_and",      "bit_or",
                                        "bit_xor",      "shl",
                                        "shr",          "lt",
                                        "le",           "eq",
                                        "logical_and",  "logical_or",
                                        "fma",          "select",
                                        "cast",         "bits",
                                        "broadcast",    "shuffle",
                                        "load",         "call"};
  static_assert(std::size(names) == static_cast<std::size_t>(Op::call) + 1);
  return names[static_cast<int>(op)];
}

std::string print(Expr value) {
  if (value == nullptr) return "none";
  switch (value->op) {
    case Op::int_constant:
      return fmt::format("{}", value->integer);
    case Op::float_constant:
      return fmt::format("{:#}", value->real);
    case Op::variable:
      return fmt::format("{}_{}", value->name, value->id);
    case Op::scalar_param:
      return std::string(to_string(static_cast<Scalar>(value->integer)));
    case Op::thread_id:
    case Op::group_id:
      return std::string(to_string(value->op));
    case Op::neg:
      return "-" + operand(value->args[0]);
    case Op::cast:
      return call(type_name(value->type), value->args);
    case Op::broadcast:
      return call(fmt::format("broadcast{}", value->type.lanes), value->args);
    case Op::shuffle:
      return fmt::format("{}[{}]", call("shuffle", value->args), fmt::join(value->mask, " "));
    case Op::load:
      return fmt::format("{}[{}] align {}", value->buffer->name, print(value->args[0]), value->integer);
    default:
      break;
  }
  const std::string_view symbol = infixes[value->op];
  if (symbol.empty()) return call(to_string(value->op), value->args);
  return fmt::format("{} {} {}", operand(value->args[0]), symbol, operand(value->args[1]));
}

std::string print(const Module& module) {
  Printer printer;
  const std::string cluster = module.cluster > 1 ? fmt::format(" cluster {}", module.cluster) : "";
  printer.line("kernel {} threads {}{}", module.name, module.threads, cluster);
  for (const Buffer* buffer : module.buffers) printer.buffer(*buffer);
  for (const Scalar which : module.scalars) printer.line("scalar {}", to_string(which));
  for (const Buffer* buffer : module.shared) printer.buffer(*buffer);
  for (const Buffer* buffer : module.registers) printer.buffer(*buffer);
  printer.block(module.body);
  return printer.take();
}

}  // namespace papilio::ir
