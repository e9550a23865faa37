// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "core/storage.hpp"
#include "support/reference.hpp"
#include "verify/reference/reference_map.hpp"

namespace papilio::test {
namespace {

int width_of(const Problem& problem, End end) {
  return (end == End::input ? problem.real_input() : problem.real_output()) ? 1 : 2;
}

std::int64_t side_numbers(const Problem& problem, End end) {
  return width_of(problem, end) * (end == End::input ? problem.input_elements() : problem.output_elements());
}

}  // namespace

std::int64_t buffer_numbers(const Problem& problem, End end) {
  if (problem.placement == Placement::out_of_place) return side_numbers(problem, end);
  return std::max(side_numbers(problem, End::input), side_numbers(problem, End::output));
}

std::vector<Places> places_of(const Problem& problem, End end) {
  const verify::SideLayout side(problem, end);
  std::vector<Places> result(static_cast<std::size_t>(side.transforms()));
  for (std::size_t t = 0; t < result.size(); ++t) {
    side.for_each_place(static_cast<std::int64_t>(t), [&](std::int64_t at, bool /*pruned*/) {
      for (std::int64_t i = 0; i < side.width(); ++i) result[t].push_back(at + i * side.part());
    });
  }
  return result;
}

std::vector<bool> removed_transforms(const Problem& problem, End end) {
  const verify::SideLayout side(problem, end);
  std::vector<bool> result;
  for (std::int64_t t = 0; t < side.transforms(); ++t) result.push_back(side.is_removed(t));
  return result;
}

/// The value of a number after it is stored in the input's storage type.
double stored(const Problem& problem, double value) {
  if (is_integer(problem.in_storage))
    return std::round(value * 100 +
                      (problem.in_storage == Storage::u8 || problem.in_storage == Storage::u16 ? 128 : 0));
  const double computed = problem.precision == Precision::f32 ? static_cast<float>(value) : value;
  std::array<std::byte, 8> bytes{};
  store_number(problem.in_storage, problem.precision, computed, bytes.data());
  return load_number(problem.in_storage, problem.precision, bytes.data());
}

std::vector<bool> pruned_numbers(const Problem& problem, End end) {
  const verify::SideLayout side(problem, end);
  std::vector<bool> result(static_cast<std::size_t>(buffer_numbers(problem, end)));
  for (const bool wanted : {true, false}) {  // elements may share a number of the input
    for (std::int64_t t = 0; t < side.transforms(); ++t) {
      side.for_each_place(t, [&](std::int64_t at, bool pruned) {
        for (std::int64_t i = 0; i < side.width(); ++i) {
          if (pruned == wanted) result[at + i * side.part()] = pruned;
        }
      });
    }
  }
  return result;
}

Numbers random_input(const Problem& problem, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Numbers numbers(static_cast<std::size_t>(buffer_numbers(problem, End::input)), std::nan(""));
  const std::vector<bool> pruned = pruned_numbers(problem, End::input);
  for (const Places& places : places_of(problem, End::input)) {
    for (const std::int64_t at : places) {
      const double value = stored(problem, uniform(engine));
      if (!pruned[at]) numbers[at] = value;
    }
  }
  return numbers;
}

namespace {}  // namespace

std::vector<std::string> faults_of_output(const Problem& problem, const Numbers& input, const Numbers& output,
                                          int roundings) {
  std::vector<std::string> faults;
  const std::vector<Places> from = places_of(problem, End::input);
  const std::vector<Places> to = places_of(problem, End::output);
  const double relative = error_bound(problem) + scratch_error(problem, roundings);
  const verify::SideLayout source(problem, End::input);
  const std::vector<bool> skip = pruned_numbers(problem, End::output);
  const verify::SideLayout target(problem, End::output);
  for (std::size_t t = 0; t < to.size(); ++t) {
    std::vector<long double> numbers;
    source.for_each_place(static_cast<std::int64_t>(t), [&](std::int64_t at, bool zero) {
      for (std::int64_t i = 0; i < source.width(); ++i) numbers.push_back(zero ? 0 : input[at + i * source.part()]);
    });
    const std::int64_t position = source.number_of(static_cast<std::int64_t>(t), 0) / source.unit();
    std::vector<long double> exact = reference_transform(problem, numbers, position);
    for (long double& number : exact) number *= static_cast<long double>(problem.scale_factor());
    std::vector<long double> stored;
    for (const std::int64_t at : to[t]) stored.push_back(output[at]);
    const bool mapped = problem.out_map != OutputMap::none;
    const verify::MapErrors own{relative - unit_roundoff(problem.out_storage, problem.precision)};
    if (mapped) stored = verify::results_behind_map(problem, stored, exact, own);
    std::vector<LongComplex> expected;
    std::vector<LongComplex> got;
    std::size_t kept = 0;
    std::vector<bool> unwanted;
    target.for_each_place(static_cast<std::int64_t>(t), [&](std::int64_t, bool skipped) {
      for (std::int64_t i = 0; i < (mapped ? 2 : target.width()); ++i) unwanted.push_back(skipped);
    });
    for (std::size_t i = 0; i < exact.size(); ++i) {
      expected.emplace_back(exact[i]);
      const bool skipped = unwanted[i];
      got.push_back(skipped ? expected.back() : LongComplex(stored[i]));
      kept += skipped ? 0 : 1;
    }
    if (kept == 0) continue;
    // The error of the elements that are not skipped, relative to the root mean square of all elements, because these
    // few may be small by chance. The error of a few numbers may be large by chance, so they count as at least eight.
    const std::size_t counted = std::max(kept, std::min<std::size_t>(exact.size(), 8));
    const double share = static_cast<double>(counted) / static_cast<double>(exact.size());
    double error = relative_l2(got, expected) / std::sqrt(share);
    if (problem.has_contour()) {
      // The root mean square over all points of the circle is the norm of the inputs.
      const auto norm = [](const auto& all) {
        return std::sqrt(std::inner_product(all.begin(), all.end(), all.begin(), 0.0L));
      };
      const long double usual = norm(numbers) * std::abs(problem.scale_factor()) * std::sqrt(counted / 2.0L);
      error = relative_l2(got, expected) / static_cast<double>(std::max(1.0L, usual / norm(exact)));
    }
    if (!(error <= relative))
      faults.push_back(fmt::format("transform {}: error {:.2e}, bound {:.2e}", t, error, relative));
  }
  std::vector<bool> owned(output.size());
  // In place, numbers that belong only to the input may have any value.
  for (const End end : {End::output, End::input}) {
    if (end == End::input && problem.placement == Placement::out_of_place) continue;
    for (const Places& places : end == End::output ? to : from) {
      for (const std::int64_t at : places) owned[at] = true;
    }
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    const double before = problem.placement == Placement::in_place ? input[i] : std::nan("");
    const bool same = output[i] == before || (std::isnan(output[i]) && std::isnan(before));
    if (skip[i] && !same) faults.push_back(fmt::format("number {} is skipped, and written", i));
    if (!owned[i] && !std::isnan(output[i])) faults.push_back(fmt::format("number {} is in a gap, and written", i));
  }
  return faults;
}

}  // namespace papilio::test
