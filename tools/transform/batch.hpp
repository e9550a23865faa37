// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

enum class PieceEnd { none, zeros };

struct FileElements {
  std::string path;
  std::int64_t count = 0;
  std::vector<std::int64_t> shape = {};  ///< none: the file has but a length
  SampleKind kind = SampleKind::complex;
};

/// Elements of one array of a packed problem.
std::int64_t input_count(const Problem& problem);
std::int64_t output_count(const Problem& problem);

/// The problem that transforms a whole file. A token without a batch gets it from the file's length; a token with a
/// batch must agree with the length. Elements left over are an error, or padded with zeros. Throws TokenError and
/// Error.
Problem problem_of_file(const std::string& token, const FileElements& elements, PieceEnd padding);

/// The shape of the result: where the file's last axes are those of the problem's input, the output's stand in their
/// place, as NumPy has it; else there is one more axis before the output's, the batch.
std::vector<std::int64_t> shape_of_result(const Problem& problem, const FileElements& elements);

}  // namespace papilio::tool
