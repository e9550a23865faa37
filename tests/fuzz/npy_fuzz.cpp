// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as the Python literal at the start of a .npy file. samples_fuzz reads whole files.
#include "checks.hpp"
#include "tools/signal/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = papilio::fuzz::text_of(data, size);
  const auto header = papilio::fuzz::accepted([&] { return papilio::tool::NpyHeader::parse(text, "fuzz.npy"); });
  if (!header) return 0;
  for (const std::int64_t length : header->shape) papilio::fuzz::require(length >= 0);
  return 0;
}
