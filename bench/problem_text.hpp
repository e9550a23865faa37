// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems as the command line and suite files name them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/work.hpp"

namespace papilio::bench {

/// The problems of a token, which may have several lengths and batches ("c2c:f32:4096*1,4,16"; verify/check/sweep.hpp),
/// or of a shape alone ("1009", "2^20", "64x64", "4096*1,4"), which is c2c:f32. Without a batch, they get the one that
/// makes the input at most `bytes` large; those with strides or distances of their own are taken as they are.
/// Convolutions get as many signals, with one kernel for all. Throws TokenError, or Error for values that make no
/// sense.
std::vector<Work> parse_problems(const std::string& text, std::int64_t bytes);

}  // namespace papilio::bench
