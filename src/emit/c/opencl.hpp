// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "emit/c/renderer.hpp"

namespace papilio::emit {

/// OpenCL C 1.2. Vectors of 2, 4, 8 and 16 lanes are native types. lab/experiments/opencl_text.hpp derives from it.
class OpenCl : public Renderer {
 public:
  /// `required_warp`: DeviceCaps::required_warp.
  explicit OpenCl(const ir::Module& module, int required_warp = 0) : Renderer(module), required_warp_(required_warp) {}

 protected:
  void begin_kernel() override;
  [[nodiscard]] std::string type_name(ir::Type type) const override;
  [[nodiscard]] virtual std::string parameter(const ir::Buffer& buffer) const;
  [[nodiscard]] virtual Text load(ir::Expr value) const;
  void store_vector(const ir::Store& store) override;

  std::string_view tables_space_ = "__global";

 private:
  [[nodiscard]] std::string_view i64_suffix() const override { return "L"; }
  [[nodiscard]] std::string_view fma_name(ir::ScalarKind) const override { return "fma"; }
  [[nodiscard]] std::string bits_name(ir::Type type) const override;
  [[nodiscard]] std::string_view barrier() const override { return "barrier(CLK_LOCAL_MEM_FENCE);"; }
  [[nodiscard]] std::string_view unroll(ir::Unroll unroll) const override;
  [[nodiscard]] std::string component(int lane) const override;
  [[nodiscard]] Text vector(ir::Expr value) const override;
  [[nodiscard]] Definitions load_function(const Conversion& conversion) const override {
    return opencl_load(conversion);
  }
  [[nodiscard]] Definitions store_function(const Conversion& conversion) const override {
    return opencl_store(conversion);
  }
  [[nodiscard]] std::string prefetch(const std::string& address, ir::Access access) const override;

  [[nodiscard]] std::string pointer(const ir::Buffer& buffer, ir::Type type) const;
  [[nodiscard]] Text splat(ir::Expr value) const;
  [[nodiscard]] Text shuffle(ir::Expr value) const;
  [[nodiscard]] Text concatenation(ir::Type type, const std::vector<ir::Expr>& parts) const;

  int required_warp_;
};

}  // namespace papilio::emit
