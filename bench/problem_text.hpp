// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems as the command line names them.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

namespace papilio::bench {

/// A problem from a token, or from a length alone ("1009", "2^20"), then with the batch that comes closest to `points`
/// in all. Throws TokenError, or Error(unsupported) for what is not benchmarked: in place, scaled, or with gaps.
Problem parse_problem(const std::string& text, Precision precision, std::int64_t points);

}  // namespace papilio::bench
