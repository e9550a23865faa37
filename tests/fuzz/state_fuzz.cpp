// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as the state of papilio check --random.
#include "checks.hpp"
#include "tools/commands/random_state.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parse = [](std::string_view text) { return papilio::tool::parse_random_state(text, "run.json"); };
  const auto state = papilio::fuzz::accepted([&] { return parse(papilio::fuzz::text_of(data, size)); });
  if (!state) return 0;
  papilio::fuzz::require(state->next >= 0 && state->attempts >= 0 && state->summary.checked() >= 0);
  // What a run saves, it reads again.
  const auto text_of = [](const papilio::tool::RandomState& any) {
    return as_json(any).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  };
  const std::string text = text_of(*state);
  papilio::fuzz::require(text_of(parse(text)) == text);
  return 0;
}
