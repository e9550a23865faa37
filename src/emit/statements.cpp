// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Renderer's statements; its expressions are in renderer.cpp.
#include <fmt/format.h>

#include <papilio/error.hpp>
#include <variant>

#include "emit/renderer.hpp"

namespace papilio::emit {

std::string Renderer::render() {
  begin_kernel();
  for (const kernel::Stmt& stmt : module_.body) std::visit([this](const auto& node) { statement(node); }, stmt.node);
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

void Renderer::block(const kernel::Block& statements) {
  ++depth_;
  for (const kernel::Stmt& stmt : statements) std::visit([this](const auto& node) { statement(node); }, stmt.node);
  --depth_;
}

void Renderer::statement(const kernel::Let& let) {
  line(fmt::format("const {} {} = {};", type_name(let.variable->type), kernel::print(let.variable),
                   expression(let.value).text));
}

std::string_view Renderer::cluster_barrier(kernel::Meeting) const {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no clusters");
}

void Renderer::signal(const kernel::Signal&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no order between work-groups");
}

void Renderer::await(const kernel::Await&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no order between work-groups");
}

void Renderer::store_away(const kernel::Store&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "this dialect has no clusters");
}

void Renderer::statement(const kernel::Store& store) {
  if (store.rank != nullptr) return store_away(store);
  if (store.value->type.lanes > 1) return store_vector(store);
  if (converts(*store.buffer)) return store_converted(store, 0, 1);
  line(fmt::format("{} = {};", element(*store.buffer, store.index, 0).text, expression(store.value).text));
}

void Renderer::statement(const kernel::For& loop) {
  const std::string_view hint = unroll(loop.unroll);
  if (!hint.empty()) line(hint);
  const std::string name = kernel::print(loop.variable);
  const std::string step = loop.step == 1 ? "++" + name : fmt::format("{} += {}", name, loop.step);
  line(fmt::format("for ({} {} = {}; {} < {}; {}) {{", type_name(loop.variable->type), name,
                   expression(loop.begin).text, name, at_least(expression(loop.end), Precedence::additive), step));
  block(*loop.body);
  line("}");
}

void Renderer::statement(const kernel::If& branch) {
  line(fmt::format("if ({}) {{", expression(branch.condition).text));
  block(*branch.then_block);
  if (branch.else_block != nullptr) {
    line("} else {");
    block(*branch.else_block);
  }
  line("}");
}

void Renderer::statement(const kernel::Prefetch& hint) { line(prefetch(address(*hint.buffer, hint.index))); }

void Renderer::statement(const kernel::Barrier& node) {
  line(node.meeting == kernel::Meeting::group ? barrier() : cluster_barrier(node.meeting));
}

void Renderer::statement(const kernel::Comment& comment) { line("// " + comment.text); }

}  // namespace papilio::emit
