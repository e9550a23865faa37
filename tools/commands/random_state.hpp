// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The state of `papilio check --random`: the contents of its file, and how a run continues from a file that may be
// damaged.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/commands/check_random.hpp"
#include "tools/commands/check_report.hpp"
#include "verify/check/inputs.hpp"

namespace papilio::tool {

struct RandomState {
  std::uint64_t seed = 0;
  Shard shard;
  std::int64_t alike = 1;
  std::string inputs = verify::name_of(verify::Inputs::uniform);
  std::int64_t next = 0;  ///< the problem to go on with
  double seconds = 0;     ///< of the run so far
  CheckSummary summary;
  nlohmann::ordered_json failures = nlohmann::ordered_json::array();
  int attempts = 0;                   ///< at the problem `next`, that did not finish
  std::vector<std::string> checking;  ///< the tokens of the problems under way; a run that goes on begins with them
};

/// Bytes of a text that is worth reading.
inline constexpr std::size_t largest_state = std::size_t{64} << 20U;

nlohmann::ordered_json as_json(const RandomState& state);

/// The state that as_json() made. `name`: for messages. Throws Error(io) for any other text.
RandomState parse_random_state(std::string_view text, const std::string& name);
/// The same error for a state that does not fit the run.
Error wrong_state(const std::string& name, const std::string& why);

}  // namespace papilio::tool
