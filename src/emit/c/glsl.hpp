// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/error.hpp>

#include "emit/c/renderer.hpp"

namespace papilio::emit {

/// GLSL 4.50, for functions in others' compute shaders; Vulkan's own kernels are SPIR-V. Vectors occur only in memory
/// accesses, which are written lane by lane. Named values are `precise`: compilers may contract no other operation than
/// the IR's fma.
class Glsl : public Renderer {
 public:
  using Renderer::Renderer;

 protected:
  [[nodiscard]] std::string type_name(ir::Type type) const override;

 private:
  [[nodiscard]] std::string_view i64_suffix() const override { return ""; }
  [[nodiscard]] std::string_view f64_suffix() const override { return "lf"; }
  [[nodiscard]] std::string constant(ir::Expr variable) const override {
    return (variable->type.is_float() ? "precise " : "") + Renderer::constant(variable);
  }
  [[nodiscard]] Text cast_text(std::string_view type, const Text& text) const override;
  [[nodiscard]] std::string_view fma_name(ir::ScalarKind) const override { return "fma"; }
  [[nodiscard]] std::string bits_name(ir::Type type) const override;
  [[nodiscard]] std::string_view barrier() const override { return "barrier();"; }
  [[nodiscard]] std::string_view unroll(ir::Unroll) const override { return {}; }
  [[nodiscard]] std::string component(int lane) const override { return std::string(".") + "xyzw"[lane]; }
  [[nodiscard]] Text vector(ir::Expr value) const override;
  void store_vector(const ir::Store& store) override;
  [[nodiscard]] Definitions load_function(const Conversion&) const override { no_conversions(); }
  [[nodiscard]] Definitions store_function(const Conversion&) const override { no_conversions(); }
  [[nodiscard]] std::string prefetch(const std::string&, ir::Access) const override { return {}; }
  [[noreturn]] void no_conversions() const { throw Error::internal(module_.name, "functions convert no numbers"); }
};

}  // namespace papilio::emit
