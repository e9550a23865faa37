// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// GPURadix248(Data [, TwiddleOpt [, SMemOpt]]): the arguments as a call of libpapilio_radix248.
#pragma once

#include "arguments.hpp"

namespace papilio::mex {

/// The spectrum, and, if a second result is asked for, what computed it, as a text.
void radix248(std::span<mxArray*> results, MexArguments arguments);
/// Gives back the device and what was compiled.
void radix248_close();

}  // namespace papilio::mex
