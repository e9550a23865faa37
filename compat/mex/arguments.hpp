// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The arguments of the functions, checked. Everything throws Failure:
//   papilio:arguments  too few or too many           papilio:length     a length that is no whole number from 0 on
//   papilio:type       an array of another class     papilio:dimension  a dimension that is no whole number from 1 on
//   papilio:option     an option that there is not   papilio:token      no text where a token belongs
#pragma once

#include <mex.h>

#include <span>
#include <string>
#include <string_view>

#include "request.hpp"

namespace papilio::mex {

using MexArguments = std::span<const mxArray* const>;

/// (x, n, dim), of which the last two may be left out or empty. The dimension is the first whose length is not 1 then.
/// Of ifft "symmetric" or "nonsymmetric" may follow, of dct and idct "Type" and 1 to 4.
MexRequest along_one(MexOperation operation, MexArguments arguments);
/// (x, m, n): the first two dimensions of each page.
MexRequest along_two(MexOperation operation, MexArguments arguments);
/// (x, lengths): all dimensions.
MexRequest along_all(MexOperation operation, MexArguments arguments);

/// A text; `identifier` if the argument is none.
std::string text_of(const mxArray* argument, const std::string& identifier, std::string_view name);
/// 0 or 1, true or false; `fallback` where there is no such argument.
bool switch_of(MexArguments arguments, std::size_t index, bool fallback, std::string_view name);
/// Throws unless there are `least` to `most`.
void expect_count(MexArguments arguments, std::size_t least, std::size_t most);

/// The lengths, precision and parts of an array of numbers.
MexRequest data_of(MexOperation operation, const mxArray* argument);

}  // namespace papilio::mex
