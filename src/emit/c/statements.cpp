// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Renderer's statements; its expressions are in renderer.cpp.
#include <fmt/format.h>

#include <papilio/error.hpp>
#include <variant>

#include "emit/c/renderer.hpp"

namespace papilio::emit {

std::string Renderer::render() {
  begin_kernel();
  for (const ir::Stmt& stmt : module_.body) std::visit([this](const auto& node) { statement(node); }, stmt.node);
  depth_ = 0;
  line("}");
  std::string functions;
  for (const std::string& function : functions_) functions += function + '\n';
  text_.insert(functions_at_, functions);
  return std::move(text_);
}

void Renderer::line(std::string_view text) {
  text_.append(2 * depth_, ' ');
  text_ += text;
  text_ += '\n';
}

void Renderer::block(const ir::Block& statements) {
  ++depth_;
  for (const ir::Stmt& stmt : statements) std::visit([this](const auto& node) { statement(node); }, stmt.node);
  --depth_;
}

void Renderer::statement(const ir::Let& let) {
  line(fmt::format("{} = {};", constant(let.variable), expression(let.value).text));
}

std::string Renderer::constant(ir::Expr variable) const {
  return fmt::format("const {} {}", type_name(variable->type), ir::print(variable));
}

Definitions Renderer::load_function(const Conversion&) const {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no pointers");
}

Definitions Renderer::store_function(const Conversion& conversion) const { return load_function(conversion); }

std::string_view Renderer::cluster_barrier(ir::BarrierScope) const {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no clusters");
}

void Renderer::signal(const ir::Signal&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no order between work-groups");
}

void Renderer::await(const ir::Await&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no order between work-groups");
}

void Renderer::store_away(const ir::Store&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no clusters");
}

void Renderer::statement(const ir::Store& store) {
  if (store.rank != nullptr) return store_away(store);
  if (store.value->type.lanes > 1) return store_vector(store);
  if (converts(*store.buffer)) return store_converted(store, 0, 1);
  line(fmt::format("{} = {};", element(*store.buffer, store.index, 0).text, expression(store.value).text));
}

void Renderer::statement(const ir::For& loop) {
  const std::string_view hint = unroll(loop.unroll);
  if (!hint.empty()) line(hint);
  line(loop_head(loop));
  block(*loop.body);
  line("}");
}

std::string Renderer::loop_head(const ir::For& loop) const {
  const std::string name = ir::print(loop.variable);
  const std::string step = loop.step == 1 ? "++" + name : fmt::format("{} += {}", name, loop.step);
  return fmt::format("for ({} {} = {}; {} < {}; {}) {{", type_name(loop.variable->type), name,
                     expression(loop.begin).text, name, at_least(expression(loop.end), Precedence::additive), step);
}

void Renderer::statement(const ir::If& branch) {
  line(fmt::format("if ({}) {{", expression(branch.condition).text));
  block(*branch.then_block);
  if (branch.else_block != nullptr) {
    line("} else {");
    block(*branch.else_block);
  }
  line("}");
}

void Renderer::statement(const ir::Prefetch& hint) {
  const std::string text = prefetch(address(*hint.buffer, hint.index), hint.buffer->access);
  if (!text.empty()) line(text);
}

void Renderer::statement(const ir::Barrier& node) {
  line(node.scope == ir::BarrierScope::group ? barrier() : cluster_barrier(node.scope));
}

void Renderer::statement(const ir::Comment& comment) { line("// " + comment.text); }

}  // namespace papilio::emit
