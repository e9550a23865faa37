// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/grid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "lab/tables/radices.hpp"

namespace papilio::tool {
namespace {

using experiments::TransformChoices;

constexpr std::int64_t largest_kernel = 1024;
constexpr std::int64_t largest_radix = 64;

using RadixFactors = std::vector<std::int64_t>;

/// Radices of up to `radix`, as few and as equal as possible in a greedy way: the largest divisor first.
RadixFactors usual_radices(std::int64_t n, std::int64_t radix = usual_radix) {
  RadixFactors radices;
  while (n > 1) {
    std::int64_t best = 0;
    for (const std::int64_t d : divisors(n)) {
      if (d > 1 && (d <= radix || (best == 0 && d <= largest_radix))) best = d;
    }
    if (best == 0) {
      throw Error::unsupported(fmt::format("an experiment with {} points", n),
                               fmt::format("it has a prime factor above {}", largest_radix),
                               "choose a length with small factors");
    }
    radices.push_back(best);
    n /= best;
  }
  return radices;
}

/// Groups consecutive radices into kernels, each as long as local memory and largest_kernel permit.
std::vector<std::vector<int>> packed(const RadixFactors& radices, std::int64_t max_points) {
  std::vector<std::vector<int>> passes;
  std::int64_t length = 0;
  for (const std::int64_t radix : radices) {
    if (passes.empty() || length * radix > max_points) {
      passes.emplace_back();
      length = 1;
    }
    passes.back().push_back(static_cast<int>(radix));
    length *= radix;
  }
  return passes;
}

std::vector<std::vector<int>> divided(const RadixFactors& radices, const RadixFactors& split) {
  std::vector<std::vector<int>> passes;
  std::size_t next = 0;
  for (const std::int64_t part : split) {
    passes.emplace_back();
    std::int64_t length = 1;
    while (length < part && next < radices.size()) {
      passes.back().push_back(static_cast<int>(radices[next]));
      length *= radices[next++];
    }
    if (length != part) {
      throw Error::invalid_argument(fmt::format("--split {} with --radices {}", to_text(split), to_text(radices)),
                                    fmt::format("no radices in this order make a kernel of {} points", part),
                                    "choose radices whose products are the parts");
    }
  }
  return passes;
}

/// One entry of each list, as text and as choices.
struct Option {
  std::string label;
  TransformChoices choices;
  std::string radices;
  std::string split;
};

template <typename Value, typename Apply, typename Name>
std::vector<Option> multiplied(const std::vector<Option>& rows, const std::vector<Value>& values, Apply apply,
                               Name name) {
  if (values.empty()) return rows;
  std::vector<Option> result;
  for (const Option& row : rows) {
    for (const Value& value : values) {
      Option& next = result.emplace_back(row);
      apply(next, value);
      if (values.size() == 1) continue;
      if (!next.label.empty()) next.label += ' ';
      next.label += name(value);
    }
  }
  return result;
}

void check_problem(const Problem& problem) {
  Problem plain = Problem::c2c(problem.precision, problem.points(), problem.batch, problem.direction);
  if (problem != plain.normalised()) {
    throw Error::unsupported("a study of " + problem.token(),
                             "experiments are packed, unscaled complex transforms of one axis, out of place",
                             "study " + plain.token());
  }
}

void divide(Option& row, std::int64_t local_memory) {
  TransformChoices& choices = row.choices;
  const std::int64_t n = choices.n;
  const std::int64_t most = longest_kernel(local_memory, choices.precision);
  const RadixFactors split = row.split.empty() ? RadixFactors() : parse_radices(row.split, n, "--split");
  if (!row.radices.empty()) {
    const RadixFactors radices = parse_radices(row.radices, n, "--radices");
    choices.passes = split.empty() ? packed(radices, most) : divided(radices, split);
    return;
  }
  if (split.empty()) {
    choices.passes = packed(usual_radices(n), most);
    return;
  }
  const bool codelets = choices.exchange == experiments::ExchangeMemory::global;
  for (const std::int64_t part : split) {
    const RadixFactors radices = codelets && part <= largest_radix ? RadixFactors{part} : usual_radices(part);
    choices.passes.emplace_back(radices.begin(), radices.end());
  }
}

}  // namespace

std::vector<std::vector<int>> usual_passes(std::int64_t n, std::int64_t radix, std::int64_t max_points) {
  return packed(usual_radices(n, radix), max_points);
}

std::int64_t longest_kernel(std::int64_t local_memory, Precision precision) {
  return std::min(largest_kernel, local_memory / (2 * element_bytes(precision)));
}

Problem parse_subject(const std::string& text) {
  if (text.find(':') != std::string::npos) return Problem::parse(text);
  const bool digits = !text.empty() && text.find_first_not_of("0123456789^") == std::string::npos;
  if (!digits) {
    throw Error::invalid_argument(fmt::format("subject '{}'", text), "it is neither a study nor a problem",
                                  "write a name that papilio study --help lists, a token or a length");
  }
  return Problem::c2c(Precision::f32, parse_length(text, "length")).normalised();
}

std::vector<StudyRow> rows_of(const Problem& problem, const StudyChoices& choices, std::int64_t local_memory) {
  check_problem(problem);
  Option first;
  first.choices.precision = problem.precision;
  first.choices.direction = problem.direction;
  first.choices.n = problem.points();
  first.choices.batch = problem.batch;
  const auto text = [](const auto& value) { return std::string(to_string(value)); };
  std::vector<Option> rows = {first};
  rows = multiplied(
      rows, choices.splits, [](Option& o, const std::string& v) { o.split = v; },
      [](const std::string& v) { return v; });
  rows = multiplied(
      rows, choices.radices, [](Option& o, const std::string& v) { o.radices = v; },
      [](const std::string& v) { return v; });
  rows = multiplied(
      rows, choices.tiles, [](Option& o, int v) { o.choices.tile = v; },
      [](int v) { return fmt::format("tile {}", v); });
  rows = multiplied(
      rows, choices.threads, [](Option& o, int v) { o.choices.threads = v; },
      [](int v) { return fmt::format("{} items", v); });
  rows = multiplied(
      rows, choices.exchanges, [](Option& o, auto v) { o.choices.exchange = v; }, text);
  rows = multiplied(
      rows, choices.decimations, [](Option& o, auto v) { o.choices.decimation = v; }, text);
  rows = multiplied(
      rows, choices.twiddles, [](Option& o, auto v) { o.choices.twiddles = v; }, text);
  rows = multiplied(
      rows, choices.between, [](Option& o, Storage v) { o.choices.between = v; },
      [](Storage v) { return std::string(to_string(v, Precision::f32)); });
  std::vector<StudyRow> result;
  for (Option& row : rows) {
    divide(row, local_memory);
    result.push_back({row.label.empty() ? "usual" : row.label, row.choices});
  }
  return result;
}

}  // namespace papilio::tool
