// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NVIDIA's assembler, if a toolkit is installed: checks PTX and counts its registers without a GPU.
#pragma once

#include <optional>
#include <string>

#include "support/nvrtc.hpp"

namespace papilio::test {

class Ptxas {
 public:
  /// The program in $CUDA_HOME, /usr/local/cuda* or PATH; empty if there is none.
  static std::optional<Ptxas> find();

  /// `architecture` is "sm_90".
  [[nodiscard]] CudaBuild assemble(const std::string& text, const std::string& architecture) const;

  static constexpr const char* skip_message = "ptxas is not installed (CUDA toolkit)";

 private:
  explicit Ptxas(std::string program) : program_(std::move(program)) {}
  std::string program_;
};

}  // namespace papilio::test
