// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a suite of papilio bench.
#include <sstream>

#include "bench/suite.hpp"
#include "checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = papilio::fuzz::text_of(data, size);
  // Ranges may stand for a million problems; sweep_fuzz looks at them.
  if (text.find("..") != std::string_view::npos) return 0;
  std::istringstream stream{std::string(text)};
  const auto suite =
      papilio::fuzz::accepted([&] { return papilio::bench::parse_suite(stream, "fuzz", std::int64_t{16} << 20); });
  if (!suite) return 0;
  papilio::fuzz::require(!suite->problems.empty());
  for (const papilio::bench::Work& work : suite->problems) {
    papilio::fuzz::require(papilio::fuzz::one_line(work.key()));
    papilio::fuzz::require(work.batch() >= 1 && work.input_bytes() >= 1 && work.minimal_bytes() >= 1);
    papilio::fuzz::require(work.nominal_flops() >= 0);
  }
  return 0;
}
