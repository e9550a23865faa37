// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/source_function.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/commands/json_text.hpp"

namespace papilio::tool {
namespace {

using Json = nlohmann::ordered_json;

Json side_of_function(const FunctionSide& side, int work_items) {
  Json rows = Json::array();
  for (int t = 0; t < work_items; ++t) {
    const auto first = side.indices.begin() + std::ptrdiff_t{t} * side.registers;
    rows.push_back(std::vector<std::int64_t>(first, first + side.registers));
  }
  return {{"element", to_string(side.element)},
          {"registers", side.registers},
          {"elements", side.elements},
          {"formulas", side.formulas},
          {"indices", rows}};
}

}  // namespace

void print_function(const DeviceFunction& function, bool json) {
  if (!json) return fmt::print("{}", function.text);
  const Json root = {{"token", function.token},
                     {"language", to_string(function.language)},
                     {"name", function.name},
                     {"work_items", function.work_items},
                     {"registers", function.registers},
                     {"transforms", function.transforms},
                     {"scratch_bytes", function.scratch_bytes},
                     {"barriers", function.barriers},
                     {"chains", function.chains},
                     {"shape", function.shape},
                     {"tables", function.tables},
                     {"input", side_of_function(function.input, function.work_items)},
                     {"output", side_of_function(function.output, function.work_items)},
                     {"text", function.text}};
  fmt::print("{}\n", json_text(root));
}

}  // namespace papilio::tool
