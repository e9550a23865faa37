// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as wisdom and as a file of measured shapes: no line of it is fatal, and what is kept is kept for good.
#include "api/measure/wisdom.hpp"
#include "checks.hpp"
#include "plan/tuned/tuned_text.hpp"

using papilio::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = papilio::fuzz::text_of(data, size);
  const papilio::plan::ReadText read = papilio::plan::read_tuned_text(text, "wisdom");
  for (const papilio::plan::RefusedLine& line : read.refused) require(papilio::fuzz::one_line(line.why));
  for (const papilio::plan::TunedShape& shape : read.text.shapes) require(shape.efficiency > 0);
  // A text whose lines are all understood can be one of the library's own files.
  if (read.refused.empty()) (void)papilio::plan::parse_tuned_text(text, "shapes");
  if (read.text.plans.empty()) return 0;
  const std::string merged = papilio::api::merged_wisdom(text, {});
  require(papilio::api::merged_wisdom(merged, {}) == merged);
  require(papilio::plan::read_tuned_text(merged, "wisdom").refused.size() == read.refused.size());
  return 0;
}
