// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as the shape of a kernel and as the shapes of a plan.
#include "checks.hpp"
#include "plan/choice.hpp"
#include "spec/shape_token.hpp"

namespace {

/// As many compute units as a GPU has; "prefetch" alone stands for a multiple of them.
constexpr int compute_units = 132;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = papilio::fuzz::text_of(data, size);
  const auto parse = [](std::string_view token) { return papilio::parse_shape_token(token, compute_units); };
  if (text.find_first_of(",+") != std::string_view::npos) {
    papilio::fuzz::accepted([&] { return papilio::plan::parse_shape_tokens(text, compute_units); });
    return 0;
  }
  const std::optional<papilio::ChosenShape> shape = papilio::fuzz::accepted([&] { return parse(text); });
  if (!shape) return 0;
  papilio::fuzz::check_round_trip(
      *shape, parse, [](const papilio::ChosenShape& chosen) { return papilio::shape_token(chosen, compute_units); });
  return 0;
}
