// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

namespace papilio::test {

/// Every third case in scripts/test, which sets PAPILIO_TEST_FEWER above 1; all cases by hand and in scripts/test-deep.
inline std::vector<std::string> fewer(const std::vector<std::string>& cases) {
  const char* const value = std::getenv("PAPILIO_TEST_FEWER");
  const std::size_t step = value != nullptr && std::atoi(value) > 1 ? 3 : 1;
  std::vector<std::string> some;
  for (std::size_t i = 0; i < cases.size(); i += step) some.push_back(cases[i]);
  return some;
}

}  // namespace papilio::test
