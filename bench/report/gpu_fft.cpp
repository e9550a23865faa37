// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/gpu_fft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace papilio::bench {
namespace {

enum class Figure { microseconds, million_elements, gain };

struct Published {
  const char* key;  ///< Work::key()
  const char* question;
  Figure figure;
  double value;
};

// README.md of gpu-fft 1.1. Its transforms take real arrays and return all n bins.
constexpr Published all_published[] = {
    {"c2c:f32:65536 end-to-end", "65536 points, us", Figure::microseconds, 940},
    {"c2c:f32:65536 end-to-end", "65536 points, Melem/s", Figure::million_elements, 69.7},
    {"c2c:f32:65536*16 end-to-end", "16 x 65536 points, Melem/s", Figure::million_elements, 132.8},
    {"c2c:f32:4096*64 sequential end-to-end", "64 x 4096 points over single calls", Figure::gain, 13.5},
    {"c2c:f32:4096*64:inverse:scale=1/n sequential end-to-end", "the same, inverse", Figure::gain, 13.8},
    {"c2c:f32:4096*64 sequential round-trip end-to-end", "the same, forward and inverse", Figure::gain, 14.6}};

std::optional<double> here(const Report& report, const Row& row, Figure figure) {
  const auto times = [](std::optional<double> value, double factor) {
    return value ? std::optional(factor * *value) : std::nullopt;
  };
  switch (figure) {
    case Figure::microseconds:
      return times(row.seconds(0), 1e6);
    case Figure::million_elements:
      return times(row.element_rate(0), 1e-6);
    case Figure::gain:
      break;
  }
  const std::optional<std::size_t> calls = report.single_calls();
  const bool paired = calls && row.peers[*calls].paired;
  return paired ? std::optional(row.peers[*calls].paired->median) : std::nullopt;
}

}  // namespace

bool has_gpu_fft_figure(const Work& work) {
  return std::any_of(std::begin(all_published), std::end(all_published),
                     [&](const Published& one) { return work.key() == one.key; });
}

std::string beside_gpu_fft(const Report& report, TableStyle style) {
  const TextTable table({"question", "here", "gpu-fft 1.1"}, {34, 9, 11}, style);
  std::string lines;
  for (const Published& one : all_published) {
    const auto row = std::find_if(report.rows.begin(), report.rows.end(),
                                  [&](const Row& candidate) { return candidate.problem.key() == one.key; });
    if (row == report.rows.end()) continue;
    const std::optional<double> ours = here(report, *row, one.figure);
    lines += table.line({one.question, ours ? fmt::format("{:.1f}", *ours) : "-", fmt::format("{:.1f}", one.value)});
  }
  if (lines.empty()) return {};
  return "\nBeside the figures that gpu-fft 1.1 publishes, measured on its authors' machine. It transforms "
         "real\narrays; here they are complex, with twice the bytes on the way to the device.\n\n" +
         table.heading() + lines;
}

}  // namespace papilio::bench
