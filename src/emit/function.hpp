// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Emitting functions for the kernels of others.
#pragma once

#include <cstddef>
#include <papilio/function_language.hpp>
#include <string>
#include <vector>

#include "ir/function.hpp"

namespace papilio::emit {

/// A function as text. `tables`: the contents of the module's buffers, in their order.
struct FunctionSource {
  std::string text;
  std::vector<std::string> input_formulas;  ///< of ir::KernelFunction::inputs, in `work_item`
  std::vector<std::string> output_formulas;
};

FunctionSource emit_function(const ir::KernelFunction& function, FunctionLanguage language,
                             const std::vector<std::vector<std::byte>>& tables);

}  // namespace papilio::emit
