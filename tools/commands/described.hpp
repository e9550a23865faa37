// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// `papilio plan` of problems that are more than one tree of passes: it describes non-uniform transforms, whose fine
// grid has one, and ragged batches.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tools/commands/planned.hpp"

namespace papilio::tool {

struct TokenDescription {  // NOLINT(bugprone-exception-escape): moves of json assert, and throw nothing
  std::string text;        ///< without the end of the last line
  nlohmann::ordered_json json;
};

/// Whether a token names such a problem.
bool is_described(std::string_view token);
/// `on` has the device and no plan. Nothing is compiled. Throws TokenError or Error.
TokenDescription describe_token(const std::string& token, const Planned& on);

}  // namespace papilio::tool
