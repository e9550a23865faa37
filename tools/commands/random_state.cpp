// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/random_state.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "verify/check/check_problem.hpp"

namespace papilio::tool {
namespace {

using nlohmann::ordered_json;

/// Limits for numbers of problems and attempts, far below those of their types, because a run adds such numbers.
constexpr std::int64_t most_problems = std::int64_t{1} << 60U;
constexpr std::int64_t most_attempts = 1'000'000;

/// Depth of nested lists and objects; a state has four. While it is parsed, ordered_json copies itself by recursion.
constexpr int most_depth = 16;

ordered_json parsed(std::string_view text, const std::string& name) {
  return ordered_json::parse(text, [&](int depth, ordered_json::parse_event_t, const ordered_json&) {
    if (depth > most_depth) throw wrong_state(name, fmt::format("its JSON is more than {} deep", most_depth));
    return true;
  });
}

/// Refuses other numbers, whose conversion may be undefined, and what is no number.
const ordered_json& whole(const ordered_json& number, const char* key, const std::string& name) {
  if (number.is_number_integer()) return number;
  throw wrong_state(name, fmt::format("it is no state of a run: its {} is no whole number of 64 bits", key));
}

std::int64_t count_in(const ordered_json& json, const char* key, std::int64_t most, const std::string& name) {
  const auto count = whole(json.at(key), key, name).get<std::int64_t>();
  if (count >= 0 && count <= most) return count;
  throw wrong_state(name, fmt::format("its {} is {}", key, count));
}

/// Throws Error for tokens that do not parse.
std::vector<std::string> tokens_of(const ordered_json& list) {
  std::vector<std::string> tokens;
  for (const ordered_json& token : list) {
    tokens.push_back(token.get<std::string>());
    (void)verify::parse_any(tokens.back());
  }
  return tokens;
}

RandomState state_of(const ordered_json& json, const std::string& name) {
  RandomState state;
  state.seed = whole(json.at("seed"), "seed", name).get<std::uint64_t>();
  for (const ordered_json& number : json.at("shard")) whole(number, "shard", name);
  const auto shard = json.at("shard").get<std::pair<std::size_t, std::size_t>>();
  state.shard = {shard.first, shard.second};
  // States of earlier versions say neither of these.
  if (json.contains("alike")) state.alike = whole(json.at("alike"), "alike", name).get<std::int64_t>();
  state.inputs = json.value("inputs", state.inputs);
  state.next = count_in(json, "next", most_problems, name);
  state.seconds = json.at("seconds").get<double>();
  for (const char* const key : {"passed", "failed", "errors"}) count_in(json.at("summary"), key, most_problems, name);
  state.summary = CheckSummary(json.at("summary"));
  if (!json.at("failures").is_array()) throw wrong_state(name, "its failures are no list");
  state.failures = json.at("failures");
  state.attempts = static_cast<int>(count_in(json, "attempts", most_attempts, name));
  state.checking = tokens_of(json.at("checking"));
  return state;
}

}  // namespace

Error wrong_state(const std::string& name, const std::string& why) {
  return Error::io(name, why, "give another --state, or remove the file to begin again");
}

ordered_json as_json(const RandomState& state) {
  return {{"seed", state.seed},
          {"shard", {state.shard.number, state.shard.count}},
          {"alike", state.alike},
          {"inputs", state.inputs},
          {"next", state.next},
          {"seconds", state.seconds},
          {"summary", state.summary.as_json()},
          {"failures", state.failures},
          {"attempts", state.attempts},
          {"checking", state.checking}};
}

RandomState parse_random_state(std::string_view text, const std::string& name) {
  try {
    return state_of(parsed(text, name), name);
  } catch (const nlohmann::json::exception& error) {
    throw wrong_state(name, fmt::format("it is no state of a run: {}", error.what()));
  } catch (const TokenError& error) {
    throw wrong_state(name, fmt::format("it is no state of a run: {}", error.what()));
  }
}

}  // namespace papilio::tool
