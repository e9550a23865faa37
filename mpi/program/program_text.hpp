// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A program as text, a line a step, for users and tests: what one rank reads, computes, writes and sends.
#pragma once

#include <string>

#include "program.hpp"

namespace papilio::mpi {

/// The steps in their order and the bytes of the work arrays. Equal texts are equal programs.
std::string text_of(const Program& program);

}  // namespace papilio::mpi
