// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::ir {

/// The first half of verify(): operand counts and types, scopes, access modes, shuffle masks, parameters. The second
/// half (ranges, uniformity) reads operands without asking, so it runs only where this one finds nothing.
std::vector<std::string> verify_structure(const Module& module);

/// What is wrong with one node, its operands taken as sound; empty when nothing is.
std::string type_fault(const Node& node);

}  // namespace papilio::ir
