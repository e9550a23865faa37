// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/error.hpp>

#include "bench/plan_process.hpp"

namespace papilio::bench {

std::string run_self_with_fresh_caches(const std::vector<std::string>&) {
  throw Error::unsupported("plan times", "papilio does not start itself on Windows", "add --no-plan-time");
}

std::optional<SelfEnd> end_of_self(const std::vector<std::string>&) { return std::nullopt; }

}  // namespace papilio::bench
