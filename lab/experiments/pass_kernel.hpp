// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One kernel of an experiment. Its parameters are input, output, the table of the twiddles if the pass reads one, and
// Scalar::batch, which must be positive for it to do anything.
#pragma once

#include <cstdint>
#include <string>

#include "ir/ir.hpp"
#include "lab/experiments/choices.hpp"

namespace papilio::experiments {

/// Work-groups that do the whole batch.
std::int64_t groups_of(const TransformChoices& choices, const StudyPass& pass);
/// True if the kernel has a parameter for the table.
bool reads_table(const TransformChoices& choices, const StudyPass& pass);
/// Real operations of one point in this kernel, a fused multiply-add counted as two.
double operations_of(const TransformChoices& choices, const StudyPass& pass);

/// `name`: a C identifier.
ir::Module build_pass(const TransformChoices& choices, const StudyPass& pass, const std::string& name);

}  // namespace papilio::experiments
