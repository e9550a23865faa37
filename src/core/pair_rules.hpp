// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems that precisions of pairs, f32x2 and f64x2, cannot do yet.
#pragma once

#include <papilio/problem.hpp>
#include <string>

namespace papilio {

/// Throws Error naming `what`, the value, the reason and the remedy if a problem of pairs asks for what they cannot do.
void validate_pairs(const Problem& problem, const std::string& what);

/// Throws Error(unsupported) if the precision is one of pairs; `operation` is a plural such as "convolutions".
void require_floats(Precision precision, const std::string& what, const std::string& operation);

}  // namespace papilio
