// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "emit/c/renderer.hpp"
#include "emit/vector_widths.hpp"

namespace papilio::emit {

/// WGSL, the language of WebGPU (https://www.w3.org/TR/WGSL/). It has no pointers to what is bound, and an array has
/// one element type, so that arrays consist of the widest vectors in which all their accesses go. Integers have 32
/// bits.
///
/// Interface of a module: the entry point has the kernel's name; buffers are the storage buffers of group 0
/// (bindings_of()); the scalars are 32-bit constants that the pipeline gives (`override`), and so is `groups`, the
/// number of work-groups: a grid may have two dimensions, and more work-groups than that.
class Wgsl : public Renderer {
 public:
  /// Throws Error(unsupported) for f64, for callbacks, and for results of 8 and 16 bits other than f16. Inputs of such
  /// numbers are arrays of words.
  explicit Wgsl(const ir::Module& module);

 protected:
  void begin_kernel() override;
  [[nodiscard]] std::string type_name(ir::Type type) const override;
  [[nodiscard]] Text element(const ir::Buffer& buffer, ir::Expr index, int offset) const override;

  VectorWidths widths_;  ///< of the arrays' elements; others are numbers

 private:
  [[nodiscard]] std::string_view i64_suffix() const override { return ""; }
  [[nodiscard]] std::string_view fma_name(ir::ScalarKind) const override { return "fma"; }
  [[nodiscard]] std::string bits_name(ir::Type type) const override;
  [[nodiscard]] std::string_view barrier() const override { return "workgroupBarrier();"; }
  [[nodiscard]] std::string_view unroll(ir::Unroll) const override { return ""; }
  [[nodiscard]] std::string component(int lane) const override;
  [[nodiscard]] Text vector(ir::Expr value) const override;
  void store_vector(const ir::Store& store) override;
  [[nodiscard]] std::string prefetch(const std::string&, ir::Access) const override { return ""; }
  [[nodiscard]] std::string constant(ir::Expr variable) const override;
  [[nodiscard]] std::string register_array(const ir::Buffer& array) const override;
  [[nodiscard]] std::string loop_head(const ir::For& loop) const override;
  [[nodiscard]] Text arithmetic(ir::Expr value, int lane) const override;
  [[nodiscard]] Text converted(const ir::Buffer& buffer, ir::Expr index, int offset, int lanes) const override;
  void store_converted(const ir::Store& store, int lane, int lanes) override;

  void bindings();
  [[nodiscard]] int width_of(const ir::Buffer& buffer) const;
  [[nodiscard]] std::string element_type(const ir::Buffer& buffer) const;
  /// The whole vector that contains the number at index + offset.
  [[nodiscard]] std::string vector_at(const ir::Buffer& buffer, ir::Expr index, int offset) const;
  /// value / divisor, where that is exact.
  [[nodiscard]] Text quotient(ir::Expr value, std::int64_t divisor, std::int64_t offset) const;
};

}  // namespace papilio::emit
