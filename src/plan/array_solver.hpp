// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ArraySolver: one way to transform the next axes of an array; one file each in array_solvers/.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "plan/array_context.hpp"

namespace papilio::plan {

struct ArraySolver {
  std::string_view name;
  /// False when steps() cannot find any: one commented expression.
  bool (*applicable)(const ArrayContext& context, std::size_t first);
  /// Steps for two or more axes from number `first` in their order on. The one that saves the most against the same
  /// axes one by one is taken.
  std::vector<ArrayStep> (*steps)(const ArrayContext& context, std::size_t first);
};

ArraySolver in_kernel_nd();
ArraySolver slabs();

/// Both, in the order in which they are tried; ties go to the first.
std::span<const ArraySolver> array_solvers();

}  // namespace papilio::plan
