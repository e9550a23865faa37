// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/vector_widths.hpp"

#include <numeric>

namespace papilio::emit {
namespace {

/// The largest of 1, 2 and 4 that divides the number.
int divisor(std::int64_t number) { return static_cast<int>(std::gcd(number, std::int64_t{widest_vector})); }

class Search {
 public:
  VectorWidths take() { return std::move(widths_); }

  void look_at(const ir::Block& block) {
    for (const ir::Stmt& stmt : block) {
      if (const auto* let = std::get_if<ir::Let>(&stmt.node)) {
        if (let->value->op == ir::Op::load) narrow(*let->value->buffer, let->value->type.lanes, let->value->integer);
      } else if (const auto* store = std::get_if<ir::Store>(&stmt.node)) {
        narrow(*store->buffer, store->value->type.lanes, store->alignment);
      } else if (const auto* loop = std::get_if<ir::For>(&stmt.node)) {
        look_at(*loop->body);
      } else if (const auto* branch = std::get_if<ir::If>(&stmt.node)) {
        look_at(*branch->then_block);
        if (branch->else_block != nullptr) look_at(*branch->else_block);
      }
    }
  }

 private:
  void narrow(const ir::Buffer& buffer, int lanes, std::int64_t alignment) {
    if (buffer.space == ir::Space::registers) return;
    int& known = widths_.try_emplace(&buffer, widest_vector).first;
    known = std::gcd(known, std::gcd(divisor(lanes), divisor(alignment)));
    if (buffer.space == ir::Space::shared) known = std::gcd(known, divisor(buffer.elements));
  }

  VectorWidths widths_;
};

}  // namespace

VectorWidths vector_widths(const ir::Module& module) {
  Search search;
  search.look_at(module.body);
  return search.take();
}

}  // namespace papilio::emit
