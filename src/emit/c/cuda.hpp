// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "emit/c/renderer.hpp"

namespace papilio::emit {

/// CUDA C++. Vectors occur only in memory accesses, with at most 16 bytes; their arithmetic is written lane by lane.
/// The text must be compiled with --fmad=false.
class Cuda : public Renderer {
 public:
  using Renderer::Renderer;

 protected:
  void begin_kernel() override;
  [[nodiscard]] std::string type_name(ir::Type type) const override;

 private:
  [[nodiscard]] std::string_view i64_suffix() const override { return "LL"; }
  [[nodiscard]] std::string_view fma_name(ir::ScalarKind kind) const override;
  [[nodiscard]] std::string bits_name(ir::Type type) const override;
  [[nodiscard]] std::string_view barrier() const override { return "__syncthreads();"; }
  [[nodiscard]] std::string_view cluster_barrier(ir::BarrierScope scope) const override;
  void store_away(const ir::Store& store) override;
  void signal(const ir::Signal& signal) override;
  void await(const ir::Await& await) override;
  [[nodiscard]] std::string_view unroll(ir::Unroll unroll) const override;
  [[nodiscard]] std::string component(int lane) const override;
  [[nodiscard]] Text vector(ir::Expr value) const override;
  void store_vector(const ir::Store& store) override;
  [[nodiscard]] std::string address(const ir::Buffer& buffer, ir::Expr index, int offset = 0) const override;
  /// Adds `value` times `factor` (of its type) to an address: variable terms to `text`, the constant part to
  /// `constant`.
  void add_terms(ir::Expr value, std::int64_t factor, std::string& text, std::int64_t& constant) const;
  [[nodiscard]] Definitions load_function(const Conversion& conversion) const override { return cuda_load(conversion); }
  [[nodiscard]] Definitions store_function(const Conversion& conversion) const override {
    return cuda_store(conversion);
  }
  [[nodiscard]] std::string prefetch(const std::string& address, ir::Access access) const override;

  [[nodiscard]] std::string parameter(const ir::Buffer& buffer) const;
  void shared_arrays();
};

}  // namespace papilio::emit
