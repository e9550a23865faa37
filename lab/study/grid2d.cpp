// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/grid2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "lab/study/grid.hpp"

namespace papilio::tool {
namespace {

struct Grid2dRow {
  Study2dRow made;
  int radix = 0;
};

/// Repeats each row for each value, which is part of the label if there are several.
template <typename Value, typename Apply, typename Name>
void multiply(std::vector<Grid2dRow>& rows, const std::vector<Value>& values, Apply apply, Name name) {
  std::vector<Grid2dRow> result;
  for (const Grid2dRow& row : rows) {
    for (const Value& value : values) {
      Grid2dRow& next = result.emplace_back(row);
      apply(next, value);
      if (values.size() == 1) continue;
      std::string& label = next.made.label;
      label += (label.empty() ? "" : " ") + std::string(name(value));
    }
  }
  rows = std::move(result);
}

void check_lengths(const Problem& problem) {
  constexpr std::int64_t max_points = std::int64_t{1} << 28;  // indices of real numbers are i32
  const std::int64_t rows = problem.lengths[0];
  const std::int64_t columns = problem.lengths[1];
  const std::string what = fmt::format("a 2-D study of {} x {}", rows, columns);
  if (std::min(rows, columns) < 2) {
    throw Error::unsupported(what, "one number is its own transform", "choose lengths of 2 or more");
  }
  if (problem.points() > max_points) {
    throw Error::unsupported(what, fmt::format("it has at most {} numbers", max_points), "choose a smaller array");
  }
}

}  // namespace

Problem parse_subject_2d(const std::string& text) {
  const bool is_token = text.find(':') != std::string::npos;
  if (!is_token && (text.empty() || text.find_first_not_of("0123456789^x") != std::string::npos)) {
    throw Error::invalid_argument(fmt::format("subject '{}'", text), "it is neither two lengths nor a problem",
                                  "write 1024x1024, or a token");
  }
  const std::string lengths = text.find('x') == std::string::npos ? text + "x" + text : text;
  Problem problem = Problem::parse(is_token ? text : "c2c:f32:" + lengths);
  if (problem.lengths.size() != 2) {
    throw Error::invalid_argument(fmt::format("subject '{}'", text), "study2d transforms arrays of two axes",
                                  "write 1024x1024");
  }
  const Problem plain = Problem::c2c(Precision::f32, problem.lengths, 1, problem.direction);
  if (problem != plain.normalised()) {
    throw Error::unsupported("a 2-D study of " + problem.token(),
                             "studies take one packed, unscaled complex f32 array, out of place; --numbers has f16",
                             "study " + plain.token());
  }
  check_lengths(problem);
  return problem;
}

std::vector<Study2dRow> rows_2d_of(const Problem& problem, const Study2dChoices& choices, std::int64_t local_memory) {
  Grid2dRow first;
  first.made.choices.rows = problem.lengths[0];
  first.made.choices.columns = problem.lengths[1];
  first.made.choices.direction = problem.direction;
  const auto own_name = [](auto value) { return to_string(value); };
  std::vector<Grid2dRow> rows = {first};
  multiply(
      rows, choices.scratches, [](Grid2dRow& r, auto v) { r.made.choices.scratch = v; }, own_name);
  multiply(
      rows, choices.objects, [](Grid2dRow& r, auto v) { r.made.choices.object = v; }, own_name);
  multiply(
      rows, choices.numbers, [](Grid2dRow& r, auto v) { r.made.choices.numbers = v; }, own_name);
  multiply(
      rows, choices.radices, [](Grid2dRow& r, int v) { r.radix = v; },
      [](int v) { return fmt::format("radix {}", v); });
  multiply(
      rows, choices.tiles, [](Grid2dRow& r, int v) { r.made.choices.tile = v; },
      [](int v) { return fmt::format("tile {}", v); });
  multiply(
      rows, choices.threads, [](Grid2dRow& r, int v) { r.made.choices.threads = v; },
      [](int v) { return fmt::format("{} items", v); });
  const std::int64_t longest = longest_kernel(local_memory, Precision::f32);
  std::vector<Study2dRow> result;
  for (Grid2dRow& row : rows) {
    row.made.choices.row_radices = usual_passes(problem.lengths[1], row.radix, longest);
    row.made.choices.column_radices = usual_passes(problem.lengths[0], row.radix, longest);
    if (row.made.label.empty()) row.made.label = "usual";
    result.push_back(std::move(row.made));
  }
  return result;
}

}  // namespace papilio::tool
