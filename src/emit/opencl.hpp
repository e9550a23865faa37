// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "emit/renderer.hpp"

namespace papilio::emit {

/// OpenCL C 1.2. Vectors of 2, 4, 8 and 16 lanes are the language's own.
class OpenCl final : public Renderer {
 public:
  using Renderer::Renderer;

 private:
  void begin_kernel() override;
  [[nodiscard]] std::string type_name(kernel::Type type) const override;
  [[nodiscard]] std::string_view i64_suffix() const override { return "L"; }
  [[nodiscard]] std::string_view fma_name(kernel::ScalarKind) const override { return "fma"; }
  [[nodiscard]] std::string_view barrier() const override { return "barrier(CLK_LOCAL_MEM_FENCE);"; }
  [[nodiscard]] std::string_view unroll(kernel::Unroll unroll) const override;
  [[nodiscard]] std::string component(int lane) const override;
  [[nodiscard]] Text vector(kernel::Value value) const override;
  void store_vector(const kernel::Store& store) override;
  [[nodiscard]] Definitions load_function(const Conversion& conversion) const override {
    return opencl_load(conversion);
  }
  [[nodiscard]] Definitions store_function(const Conversion& conversion) const override {
    return opencl_store(conversion);
  }
  [[nodiscard]] std::string prefetch(const std::string& address) const override;

  [[nodiscard]] std::string parameter(const kernel::Buffer& buffer) const;
  [[nodiscard]] std::string pointer(const kernel::Buffer& buffer, kernel::Type type) const;
  [[nodiscard]] Text splat(kernel::Value value) const;
  [[nodiscard]] Text load(kernel::Value value) const;
  [[nodiscard]] Text shuffle(kernel::Value value) const;
  [[nodiscard]] Text concatenation(kernel::Type type, const std::vector<kernel::Value>& parts) const;
};

}  // namespace papilio::emit
