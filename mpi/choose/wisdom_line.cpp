// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "wisdom_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "configuration.hpp"
#include "mpi/carriers/carriers.hpp"

namespace papilio::mpi {
namespace {

constexpr std::string_view time_unit = "us";
constexpr std::string_view thorough = "exhaustive";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) words.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

}  // namespace

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::string name_of_boxes(const Distribution& distribution) {
  const std::optional<std::vector<int>> grid = grid_of(distribution);
  if (grid) return fmt::format("grid:{}", fmt::join(*grid, "x"));
  const auto is_all = [&](const Box& box) { return box.volume() == distribution.volume(); };
  if (const auto owner = std::ranges::find_if(distribution.boxes, is_all); owner != distribution.boxes.end()) {
    return fmt::format("rank:{}", owner - distribution.boxes.begin());
  }
  std::string boxes;
  for (const Box& box : distribution.boxes) boxes += box.text() + " ";
  return fmt::format("boxes:{:016x}", hash_of(boxes));
}

std::string key_of(const Request& request, const Surroundings& around) {
  const std::string chunks = request.options.chunks == 0 ? "" : fmt::format("/chunks={}", request.options.chunks);
  const std::string order = name_of_order(request.options.axis_order, request.problem);
  return fmt::format("{}@ranks={}/hosts={}/in={}/out={}/carrier={}{}{}", request.problem.normalised().token(),
                     request.in.ranks(), around.hosts, name_of_boxes(request.in), name_of_boxes(request.out),
                     name_of(request.options.carrier), chunks,
                     order == AxisOrder{}.text() ? "" : fmt::format("/order={}", order));
}

std::string line_of(const std::string& devices, const std::string& key, const WisdomLine& remembered) {
  return fmt::format("{} {} {} {:.4g}{}{}{}", devices, key, remembered.configuration, remembered.seconds * 1e6,
                     time_unit, remembered.exhaustive ? " " : "", remembered.exhaustive ? thorough : "");
}

std::optional<WisdomLine> find_wisdom_line(std::string_view wisdom, const std::string& devices,
                                           const std::string& key) {
  while (!wisdom.empty()) {
    const std::size_t end = std::min(wisdom.find('\n'), wisdom.size());
    const std::vector<std::string_view> words = words_of(wisdom.substr(0, end));
    wisdom.remove_prefix(std::min(end + 1, wisdom.size()));
    if (words.size() < 4 || words[0] != devices || words[1] != key) continue;
    double microseconds = 0;
    std::from_chars(words[3].data(), words[3].data() + words[3].size(), microseconds);
    if (!(microseconds > 0 && microseconds <= 1e12)) continue;  // neither measured nor written by line_of()
    return WisdomLine{std::string(words[2]), microseconds * 1e-6, words.size() > 4};
  }
  return std::nullopt;
}

}  // namespace papilio::mpi
