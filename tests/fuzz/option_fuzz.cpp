// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Values of the command's options: the first byte chooses the parser.
#include <cmath>

#include "bench/size_text.hpp"
#include "checks.hpp"
#include "core/dialect.hpp"
#include "lab/tables/radices.hpp"
#include "tools/signal/channel.hpp"
#include "tools/spectrum/window.hpp"
#include "tools/tune/duration.hpp"

namespace {

using papilio::fuzz::accepted;
using papilio::fuzz::require;
namespace tool = papilio::tool;

void size(std::string_view text) {
  if (const auto bytes = accepted([&] { return papilio::bench::parse_size(text); })) require(*bytes > 0);
}

void duration(std::string_view text) {
  if (const auto seconds = accepted([&] { return tool::parse_duration(std::string(text)); })) {
    require(*seconds >= 0.01 && *seconds <= 360000);
  }
}

void window(std::string_view text) {
  const auto window = accepted([&] { return tool::Window::parse(text); });
  if (!window) return;
  for (const double value : window->values(5)) require(std::isfinite(value) && value >= -1e-12 && value <= 1);
}

void channel(std::string_view text) {
  if (const auto choice = accepted([&] { return tool::ChannelChoice::parse(text); })) require(choice->number >= 1);
}

void factors(std::string_view text) {
  const auto all = accepted([&] { return tool::parse_factors(text, "--radices"); });
  if (all && text.find('+') == std::string_view::npos) {
    require(tool::parse_factors(tool::to_text(*all), "--radices") == *all);
  }
}

void radices(std::string_view text) {
  const auto all = accepted([&] { return tool::parse_radices(text, 4096, "--radices"); });
  if (!all) return;
  std::int64_t product = 1;
  for (const std::int64_t factor : *all) product *= factor;
  require(product == 4096);
}

void length(std::string_view text) {
  if (const auto n = accepted([&] { return tool::parse_length(text, "N"); })) require(*n >= 1 && *n <= 1 << 27);
}

void dialect(std::string_view text) {
  if (const auto one = accepted([&] { return papilio::parse_dialect(text); })) require(to_string(*one) == text);
}

using Check = void (*)(std::string_view);
constexpr Check checks[] = {size, duration, window, channel, factors, radices, length, dialect};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  if (bytes == 0) return 0;
  checks[data[0] % std::size(checks)](papilio::fuzz::text_of(data + 1, bytes - 1));
  return 0;
}
