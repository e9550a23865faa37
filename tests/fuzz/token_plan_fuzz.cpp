// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a token: what is valid can be planned. Slower than token_fuzz by two orders of magnitude.
#include <cstddef>
#include <cstdint>
#include <string>

#include "planning.hpp"

namespace {

template <class Any>
void check(const std::string& token) {
  const std::optional<Any> problem = papilio::fuzz::accepted([&] { return Any::parse(token); });
  if (problem) papilio::fuzz::plan_checked(*problem);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string token(data, data + size);
  check<papilio::ConvolutionProblem>(token);
  check<papilio::Problem>(token);
  return 0;
}
