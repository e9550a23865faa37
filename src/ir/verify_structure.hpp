// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::ir {

/// The first half of verify(): operand counts and types, scopes, access modes, shuffle masks, parameters. The second
/// half (ranges, uniformity) relies on these properties, so it runs only if this one finds no fault.
std::vector<std::string> verify_structure(const Module& module);

/// The fault of one node, assuming sound operands; empty if there is none.
std::string type_fault(const Node& node);

}  // namespace papilio::ir
