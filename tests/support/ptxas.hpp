// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NVIDIA's assembler, where a toolkit is installed: PTX is checked, and its registers are counted, without a GPU.
#pragma once

#include <optional>
#include <string>

#include "support/nvrtc.hpp"

namespace papilio::test {

class Ptxas {
 public:
  /// The program of $CUDA_HOME, of /usr/local/cuda* or of the PATH; nothing where there is none.
  static std::optional<Ptxas> find();

  /// `architecture` is "sm_90".
  [[nodiscard]] CudaBuild assemble(const std::string& text, const std::string& architecture) const;

  static constexpr const char* skip_message = "ptxas is not installed (CUDA toolkit)";

 private:
  explicit Ptxas(std::string program) : program_(std::move(program)) {}
  std::string program_;
};

}  // namespace papilio::test
