// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as PTX for the machine that the tests run it in.
#include "checks.hpp"
#include "support/ptx_program.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto program = papilio::test::ptx::parse(papilio::fuzz::text_of(data, size));
    for (const auto& instruction : program.code) {
      papilio::fuzz::require(instruction.target >= 0 &&
                             static_cast<std::size_t>(instruction.target) <= program.code.size());
      papilio::fuzz::require(instruction.guard < static_cast<int>(program.registers.size()));
      papilio::fuzz::require(instruction.width >= 1 && instruction.width <= 4);
    }
  } catch (const papilio::Error& error) {  // ErrorCode::internal: only src/emit writes such text
    papilio::fuzz::require(papilio::fuzz::one_line(error.what()));
  }
  return 0;
}
