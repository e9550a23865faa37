// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Texts of distributed plans: choices, lines of wisdom, distributions and orders of axes; the first byte chooses.
#include "checks.hpp"
#include "mpi/arrays/distribution_text.hpp"
#include "mpi/choose/configuration.hpp"
#include "mpi/choose/wisdom_line.hpp"
#include "mpi/engine/narrower_shapes.hpp"

namespace {

using papilio::fuzz::accepted;
using papilio::fuzz::require;
namespace mpi = papilio::mpi;

const std::vector<std::int64_t> lengths = {8, 6, 4};
constexpr int ranks = 6;

const papilio::Problem& problem() {
  static const papilio::Problem cube = papilio::Problem::parse("c2c:f32:8x6x4");
  return cube;
}

void configuration(std::string_view text) {
  const auto chosen = accepted([&] { return mpi::parse_configuration(text); });
  if (!chosen) return;
  papilio::fuzz::check_round_trip(*chosen, &mpi::parse_configuration, &mpi::to_text);
  static const mpi::Distribution in = mpi::Distribution::slabs(lengths, ranks, 0);
  static const mpi::Distribution out = mpi::Distribution::slabs(lengths, ranks, 1);
  const auto schedule = accepted([&] { return mpi::schedule_of(*chosen, problem(), in, out); });
  if (!schedule) return;
  const mpi::Configuration same = mpi::configuration_of(*schedule, problem(), chosen->chunks, chosen->carrier);
  require(mpi::schedule_of(same, problem(), in, out).stages == schedule->stages);
}

void line(std::string_view text) {
  const auto found = mpi::find_wisdom_line(text, "device", "key");
  if (found) require(found->seconds >= 0 && found->seconds < 1e9);
}

void distribution(std::string_view text) {
  const auto boxes = accepted([&] { return mpi::parse_distribution(std::string(text), lengths, ranks); });
  if (!boxes) return;
  boxes->validate();
  require(boxes->ranks() == ranks);
}

void order(std::string_view text) {
  const auto axes = accepted([&] { return mpi::AxisOrder::parse(text); });
  if (!axes) return;
  require(mpi::AxisOrder::parse(axes->text()) == *axes);
  for (const std::vector<int>& one : mpi::orders_of(problem(), *axes)) {
    accepted([&] {
      mpi::check_order(one, problem());
      return true;
    });
  }
}

void shapes(std::string_view text) {
  // Narrower shapes end: every step halves a tile.
  std::optional<papilio::Shapes> now = papilio::Shapes{std::string(text)};
  for (int steps = 0; now; ++steps) {
    require(steps < 64);
    now = mpi::narrower(*now);
  }
}

using Check = void (*)(std::string_view);
constexpr Check checks[] = {configuration, line, distribution, order, shapes};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  checks[data[0] % std::size(checks)](papilio::fuzz::text_of(data + 1, size - 1));
  return 0;
}
