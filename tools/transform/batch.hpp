// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

namespace papilio::tool {

enum class Padding { none, zeros };

struct FileElements {
  std::string path;
  std::int64_t count = 0;
};

/// The problem that transforms a whole file. A token without a batch takes it from the file's length; a token with one
/// must agree with it. What is left over is an error, or padded with zeros. Throws TokenError and Error.
Problem problem_of_file(const std::string& token, const FileElements& elements, Padding padding);

}  // namespace papilio::tool
