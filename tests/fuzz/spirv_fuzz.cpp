// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any words as the module that a compiler of callbacks has written.
#include <cstring>

#include "checks.hpp"
#include "emit/spirv/spliced_functions.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  papilio::emit::Words words(size / sizeof(papilio::emit::Word));
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * sizeof(papilio::emit::Word));
  try {
    const papilio::emit::SplicedFunctions functions = papilio::emit::take_apart(words);
    papilio::fuzz::require(functions.functions.size() <= words.size());
  } catch (const papilio::Error& error) {  // a compiler's defect, not the user's: ErrorCode::internal
    papilio::fuzz::require(papilio::fuzz::one_line(error.what()));
  }
  return 0;
}
