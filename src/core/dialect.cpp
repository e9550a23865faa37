// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/dialect.hpp"

#include <fmt/format.h>

#include <array>
#include <papilio/error.hpp>

namespace papilio {
namespace {

struct DialectFacts {
  std::string_view name;
  Encoding encoding;
};
/// In the order of Dialect.
constexpr std::array<DialectFacts, 5> facts = {{{"opencl", Encoding::text},
                                                {"cuda", Encoding::text},
                                                {"ptx", Encoding::text},
                                                {"spirv", Encoding::binary},
                                                {"wgsl", Encoding::text}}};

}  // namespace

std::string_view to_string(Dialect dialect) { return facts.at(static_cast<std::size_t>(dialect)).name; }

Encoding encoding_of(Dialect dialect) { return facts.at(static_cast<std::size_t>(dialect)).encoding; }

Dialect parse_dialect(std::string_view name) {
  std::string names;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (name == facts[i].name) return static_cast<Dialect>(i);
    names += fmt::format("{}{}", i == 0 ? "" : i + 1 < facts.size() ? ", " : " or ", facts[i].name);
  }
  throw Error::invalid_argument(fmt::format("dialect '{}'", name), "there is none of that name", "use " + names);
}

}  // namespace papilio
