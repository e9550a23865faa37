// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>

#include "core/storage.hpp"
#include "support/reference.hpp"

namespace papilio::test {
namespace {

using Lengths = std::vector<std::int64_t>;
using Array = std::vector<LongComplex>;

int width_of(const Problem& problem, End end) {
  return (end == End::input ? problem.real_input() : problem.real_output()) ? 1 : 2;
}

std::int64_t side_numbers(const Problem& problem, End end) {
  return width_of(problem, end) * (end == End::input ? problem.input_elements() : problem.output_elements());
}

/// Maps part i of an element to its number in the buffer.
struct Numbering {
  std::int64_t before;
  std::int64_t step = 1;
  std::int64_t plane = 1;

  Numbering(const Problem& problem, End end) : before(end == End::input ? problem.in_offset : problem.out_offset) {
    const bool input = end == End::input;
    if ((input ? problem.in_layout : problem.out_layout) == ComplexLayout::planar) {
      plane = input ? problem.input_elements() : problem.output_elements();
    } else {
      step = width_of(problem, end);
    }
  }
  [[nodiscard]] std::int64_t number(std::int64_t element, int i) const { return step * (before + element) + i * plane; }
};

/// Offsets of all indices of an array of these lengths, row-major.
std::vector<std::int64_t> offsets(const Lengths& lengths, const Lengths& strides) {
  std::vector<std::int64_t> result = {0};
  for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
    std::vector<std::int64_t> finer;
    for (const std::int64_t offset : result) {
      for (std::int64_t i = 0; i < lengths[axis]; ++i) finer.push_back(offset + i * strides[axis]);
    }
    result = std::move(finer);
  }
  return result;
}

std::int64_t product(const Lengths& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{1}, std::multiplies<>());
}

/// Replaces every 1-D array x along an axis by line(x), whose length may differ.
void along(Array& array, Lengths& lengths, std::size_t axis, const std::function<Array(const Array&)>& line) {
  const std::int64_t n = lengths[axis];
  const std::int64_t inner = product({lengths.begin() + static_cast<std::ptrdiff_t>(axis) + 1, lengths.end()});
  const auto outer = static_cast<std::int64_t>(array.size()) / (n * inner);
  Array result;
  for (std::int64_t o = 0; o < outer; ++o) {
    std::vector<Array> lines;
    for (std::int64_t i = 0; i < inner; ++i) {
      Array x(static_cast<std::size_t>(n));
      for (std::int64_t j = 0; j < n; ++j) x[j] = array[(o * n + j) * inner + i];
      lines.push_back(line(x));
    }
    for (std::size_t j = 0; j < lines[0].size(); ++j) {
      for (const Array& x : lines) result.push_back(x[j]);
    }
  }
  lengths[axis] = static_cast<std::int64_t>(result.size()) / (outer * inner);
  array = std::move(result);
}

/// A real signal's whole spectrum from its half; drops imaginary parts that the spectrum of a real signal cannot have.
Array mirrored(const Array& half, std::int64_t n) {
  Array whole(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k <= n / 2; ++k) {
    const bool own_mirror = k == 0 || 2 * k == n;
    whole[k] = own_mirror ? LongComplex(half[k].real(), 0) : half[k];
    if (!own_mirror) whole[n - k] = std::conj(half[k]);
  }
  return whole;
}

/// Entry (k, j) of a real-to-real transform of n points.
long double entry(Kind kind, std::int64_t n, std::int64_t k, std::int64_t j) {
  // The angle is pi times a/b, reduced exactly.
  const auto angle = [](std::int64_t a, std::int64_t b) {
    return std::numbers::pi_v<long double> * static_cast<long double>(a % (2 * b)) / static_cast<long double>(b);
  };
  const long double sign = k % 2 == 0 ? 1 : -1;
  switch (kind) {
    case Kind::dct1:
      return j == 0 ? 1 : j == n - 1 ? sign : 2 * std::cos(angle(j * k, n - 1));
    case Kind::dct2:
      return 2 * std::cos(angle((2 * j + 1) * k, 2 * n));
    case Kind::dct3:
      return j == 0 ? 1 : 2 * std::cos(angle(j * (2 * k + 1), 2 * n));
    case Kind::dct4:
      return 2 * std::cos(angle((2 * j + 1) * (2 * k + 1), 4 * n));
    case Kind::dst1:
      return 2 * std::sin(angle((j + 1) * (k + 1), n + 1));
    case Kind::dst2:
      return 2 * std::sin(angle((2 * j + 1) * (k + 1), 2 * n));
    case Kind::dst3:
      return j == n - 1 ? sign : 2 * std::sin(angle((j + 1) * (2 * k + 1), 2 * n));
    case Kind::dst4:
      return 2 * std::sin(angle((2 * j + 1) * (2 * k + 1), 4 * n));
    default:
      return std::cos(angle(2 * j * k, n)) + std::sin(angle(2 * j * k, n));
  }
}

/// The weights of input j and output k that make the scaled transform orthonormal.
std::pair<long double, long double> weights(Kind kind, std::int64_t n, std::int64_t k, std::int64_t j) {
  const long double root = std::sqrt(2.0L);
  const auto ends = [&](std::int64_t i) { return i == 0 || i == n - 1; };
  switch (kind) {
    case Kind::dct1:
      return {ends(j) ? root : 1, ends(k) ? 1 / root : 1};
    case Kind::dct2:
      return {1, k == 0 ? 1 / root : 1};
    case Kind::dct3:
      return {j == 0 ? root : 1, 1};
    case Kind::dst2:
      return {1, k == n - 1 ? 1 / root : 1};
    case Kind::dst3:
      return {j == n - 1 ? root : 1, 1};
    default:
      return {1, 1};
  }
}

Array real_to_real(const Problem& problem, const Array& x) {
  const auto n = static_cast<std::int64_t>(x.size());
  Array y(x.size());
  for (std::int64_t k = 0; k < n; ++k) {
    for (std::int64_t j = 0; j < n; ++j) {
      long double value = entry(problem.kind, n, k, j);
      if (problem.scale == Scale::inverse_sqrt_n) {
        const auto [in, out] = weights(problem.kind, n, k, j);
        value *= in * out;
      }
      y[k] += x[j] * value;
    }
  }
  return y;
}

}  // namespace

std::int64_t buffer_numbers(const Problem& problem, End end) {
  if (problem.placement == Placement::out_of_place) return side_numbers(problem, end);
  return std::max(side_numbers(problem, End::input), side_numbers(problem, End::output));
}

std::vector<Places> places_of(const Problem& problem, End end) {
  const bool input = end == End::input;
  const Lengths lengths = input ? problem.input_lengths() : problem.output_lengths();
  const Lengths strides = input ? problem.input_strides() : problem.output_strides();
  Lengths loop_lengths = {problem.batch};
  Lengths loop_strides = {input ? problem.in_distance : problem.out_distance};
  Lengths axis_lengths;
  Lengths axis_strides;
  const std::vector<int> axes = problem.transformed_axes();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const bool transformed = std::find(axes.begin(), axes.end(), static_cast<int>(i)) != axes.end();
    (transformed ? axis_lengths : loop_lengths).push_back(lengths[i]);
    (transformed ? axis_strides : loop_strides).push_back(strides[i]);
  }
  const int width = width_of(problem, end);
  const Numbering numbering(problem, end);
  std::vector<Places> result;
  for (const std::int64_t begin : offsets(loop_lengths, loop_strides)) {
    result.emplace_back();
    for (const std::int64_t offset : offsets(axis_lengths, axis_strides)) {
      for (int i = 0; i < width; ++i) result.back().push_back(numbering.number(begin + offset, i));
    }
  }
  return result;
}

/// The value of a number after it is stored in the input's storage type.
double stored(const Problem& problem, double value) {
  if (is_integer(problem.in_storage)) return std::round(value * 100 + (problem.in_storage == Storage::u8 ? 128 : 0));
  const double computed = problem.precision == Precision::f32 ? static_cast<float>(value) : value;
  std::array<std::byte, 8> bytes{};
  store_number(problem.in_storage, problem.precision, computed, bytes.data());
  return load_number(problem.in_storage, problem.precision, bytes.data());
}

std::vector<bool> pruned_numbers(const Problem& problem, End end) {
  const bool input = end == End::input;
  const std::vector<Range>& ranges = input ? problem.zero : problem.skip;
  std::vector<bool> result(static_cast<std::size_t>(buffer_numbers(problem, end)));
  if (ranges.empty()) return result;
  Lengths lengths = input ? problem.input_lengths() : problem.output_lengths();
  Lengths strides = input ? problem.input_strides() : problem.output_strides();
  lengths.insert(lengths.begin(), problem.batch);
  strides.insert(strides.begin(), input ? problem.in_distance : problem.out_distance);
  const int width = width_of(problem, end);
  const Numbering numbering(problem, end);
  std::int64_t number = 0;
  for (const std::int64_t offset : offsets(lengths, strides)) {
    std::int64_t rest = number++;
    bool pruned = false;
    for (std::size_t axis = lengths.size(); axis-- > 1;) {
      const std::int64_t index = rest % lengths[axis];
      pruned = pruned || (ranges[axis - 1].begin <= index && index < ranges[axis - 1].end);
      rest /= lengths[axis];
    }
    for (int i = 0; i < width; ++i) result[numbering.number(offset, i)] = pruned;
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

std::vector<long double> reference_transform(const Problem& problem, const std::vector<long double>& numbers) {
  Lengths lengths;
  const Lengths sides = problem.input_lengths();
  for (const int axis : problem.transformed_axes()) lengths.push_back(sides[axis]);
  Array array;
  const std::size_t step = problem.real_input() ? 1 : 2;
  for (std::size_t i = 0; i < numbers.size(); i += step) array.emplace_back(numbers[i], step == 1 ? 0 : numbers[i + 1]);
  const std::size_t last = lengths.size() - 1;
  const std::int64_t n = problem.lengths[problem.transformed_axes().back()];
  const bool complex = problem.kind == Kind::c2c || problem.halves();
  const auto dft = [&](const Array& x) {
    return complex ? reference_dft(x, problem.direction) : real_to_real(problem, x);
  };
  const auto dft_last = [&](const Array& x) {
    if (problem.kind == Kind::c2r) return dft(mirrored(x, n));
    Array spectrum = dft(x);
    if (problem.kind == Kind::r2c) spectrum.resize(static_cast<std::size_t>(n / 2 + 1));
    return spectrum;
  };
  if (problem.kind != Kind::c2r) along(array, lengths, last, dft_last);
  for (std::size_t axis = 0; axis < last; ++axis) along(array, lengths, axis, dft);
  if (problem.kind == Kind::c2r) along(array, lengths, last, dft_last);
  std::vector<long double> result;
  for (const LongComplex& value : array) {
    result.push_back(value.real());
    if (!problem.real_output()) result.push_back(value.imag());
  }
  return result;
}

std::vector<std::string> faults_of_output(const Problem& problem, const Numbers& input, const Numbers& output) {
  std::vector<std::string> faults;
  const std::vector<Places> from = places_of(problem, End::input);
  const std::vector<Places> to = places_of(problem, End::output);
  const double bound = error_bound(problem);
  const std::vector<bool> zero = pruned_numbers(problem, End::input);
  const std::vector<bool> skip = pruned_numbers(problem, End::output);
  for (std::size_t t = 0; t < to.size(); ++t) {
    std::vector<long double> numbers;
    for (const std::int64_t at : from[t]) numbers.push_back(zero[at] ? 0 : input[at]);
    const std::vector<long double> exact = reference_transform(problem, numbers);
    std::vector<LongComplex> expected;
    std::vector<LongComplex> got;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      expected.emplace_back(exact[i] * static_cast<long double>(problem.scale_factor()));
      const bool skipped = skip[to[t][i]];
      got.push_back(skipped ? expected.back() : LongComplex(output[to[t][i]]));
      kept += skipped ? 0 : 1;
    }
    if (kept == 0) continue;
    // The error of the elements that are not skipped, relative to the root mean square of all elements, because these
    // few may be small by chance. The error of a few numbers may be large by chance, so they count as at least eight.
    const std::size_t counted = std::max(kept, std::min<std::size_t>(exact.size(), 8));
    const double share = static_cast<double>(counted) / static_cast<double>(exact.size());
    const double error = relative_l2(got, expected) / std::sqrt(share);
    if (!(error <= bound)) faults.push_back(fmt::format("transform {}: error {:.2e}, bound {:.2e}", t, error, bound));
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
