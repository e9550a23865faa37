// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/sampled_transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <papilio/error.hpp>
#include <set>
#include <utility>

#include "core/chirps.hpp"
#include "core/ends.hpp"
#include "core/number_theory.hpp"
#include "verify/reference/chirp_reference.hpp"
#include "verify/reference/fftw.hpp"
#include "verify/reference/stored_numbers.hpp"

namespace papilio::verify {
namespace {

using LongBins = std::vector<LongComplex>;

constexpr std::int64_t most_points = std::int64_t{1} << 22;    // of whole transforms, a second of FFTW's time
constexpr std::int64_t fold_above = std::int64_t{1} << 20;     // points of one transform
constexpr std::int64_t folded_points = std::int64_t{1} << 18;  // at most
constexpr std::int64_t most_unfolded = std::int64_t{1} << 24;

/// The input's side of a problem, and its memory.
struct SampledInput {
  const Problem& problem;
  const SideLayout& side;
  StoredNumbers numbers;

  SampledInput(const Problem& of, const SideLayout& layout, std::span<const std::byte> bytes)
      : problem(of), side(layout), numbers(bytes, of.in_storage, of.precision) {}
  /// Calls visit(index, element) in row-major order; what is pruned is zero.
  template <typename Visit>
  void for_each_element(std::int64_t transform, const Visit& visit) const {
    std::int64_t index = 0;
    side.for_each_place(transform, [&](std::int64_t at, bool pruned) {
      visit(index++, pruned ? LongComplex() : numbers.element(at, side));
    });
  }
};

/// The transform of the input that `fill` writes.
template <typename Fill>
LongBins transformed(const DftShape& shape, const Fill& fill) {
  FftwTransform<long double> transform(shared_fftw(), shape);
  fill(transform.input());
  transform.run();
  const long double* const numbers = transform.output();
  const bool real = shape.kind == Kind::c2r || shape.real_to_real();
  LongBins bins(static_cast<std::size_t>(real ? shape.output_numbers() : shape.output_numbers() / 2));
  for (std::size_t i = 0; i < bins.size(); ++i) {
    bins[i] = real ? LongComplex(numbers[i]) : LongComplex(numbers[2 * i], numbers[2 * i + 1]);
  }
  return bins;
}

LongBins transformed(const LongBins& signal, Kind kind, std::int64_t length, Direction direction) {
  return transformed({kind, {length}, direction}, [&](long double* numbers) {
    std::memcpy(numbers, signal.data(), signal.size() * sizeof(LongComplex));
  });
}

LongComplex turned(LongComplex root, Direction direction) {
  return direction == Direction::forward ? root : std::conj(root);
}

/// sum += w * value, written out: the operator would look for infinities at every step.
void add_product(LongComplex& sum, LongComplex w, LongComplex value) {
  sum = {sum.real() + w.real() * value.real() - w.imag() * value.imag(),
         sum.imag() + w.real() * value.imag() + w.imag() * value.real()};
}

/// The number of parts that a signal is folded into, the least that will do; none where no divisor fits.
std::optional<std::int64_t> fold_of(std::int64_t n) {
  for (std::int64_t m = ceil_div(n, folded_points); m <= 4096; ++m) {
    if (n % m == 0) return m;
  }
  return std::nullopt;
}

/// With n = m L and w(a, b) = exp(-+2 pi i a / b): X[m q + r] = sum over j < L of w(j q, L) y[j], where
/// y[j] = w(j r, n) (sum over p < m of w(p r, m) x[j + p L]).
LongBins folded(const SampledInput& source, std::int64_t transform, std::int64_t m, std::int64_t r) {
  const Direction direction = source.problem.direction;
  const std::int64_t n = source.problem.points();
  const std::int64_t length = n / m;
  LongBins w;
  for (std::int64_t p = 0; p < m; ++p) w.push_back(turned(root_of_unity(p * r % m, m), direction));
  LongBins y(static_cast<std::size_t>(length));
  const auto add = [&](std::int64_t i, LongComplex value) {
    add_product(y[static_cast<std::size_t>(i % length)], w[static_cast<std::size_t>(i / length)], value);
  };
  source.for_each_element(transform, [&](std::int64_t i, LongComplex value) {
    if (source.problem.kind != Kind::c2r) return add(i, value);
    // Half a spectrum is mirrored. Its imaginary parts are dropped where the spectrum of a real signal has none.
    if (i == 0 || 2 * i == n) return add(i, value.real());
    add(i, value);
    add(n - i, std::conj(value));
  });
  const LongRoots roots(n);
  for (std::int64_t j = 0; j < length; ++j) y[static_cast<std::size_t>(j)] *= turned(roots(j * r % n), direction);
  return transformed(y, Kind::c2c, length, direction);
}

/// The line of the result along its last axis whose other indices are `at`.
LongBins line(const SampledInput& source, std::int64_t transform, const std::vector<std::int64_t>& at) {
  const DftShape shape = shape_of(source.problem);
  const bool to_real = shape.kind == Kind::c2r;
  const std::int64_t length = to_real ? shape.lengths.back() / 2 + 1 : shape.lengths.back();
  // Rounding errors grow with the rows that are added up, so 1024 of them are, and then their sums.
  constexpr std::int64_t rows_together = 1024;
  LongBins sum(static_cast<std::size_t>(length));
  LongBins part = sum;
  const auto add_part = [&] {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += std::exchange(part[i], LongComplex());
  };
  LongComplex w;
  source.for_each_element(transform, [&](std::int64_t i, LongComplex value) {
    if (i % length == 0) {
      std::int64_t row = i / length;
      if (row % rows_together == 0) add_part();
      w = 1;
      for (std::size_t axis = at.size(); axis-- > 0; row /= shape.lengths[axis]) {
        const std::int64_t n = shape.lengths[axis];
        w *= turned(root_of_unity(row % n * at[axis] % n, n), shape.direction);
      }
    }
    add_product(part[static_cast<std::size_t>(i % length)], w, value);
  });
  add_part();
  return transformed(sum, to_real ? Kind::c2r : Kind::c2c, shape.lengths.back(), shape.direction);
}

ExpectedElements whole(const SampledInput& source, std::int64_t transform) {
  return {transform, 0, 1, transformed(shape_of(source.problem), [&](long double* to) {
            source.for_each_element(transform, [&](std::int64_t, LongComplex value) {
              *to++ = value.real();
              if (source.side.width() == 2) *to++ = value.imag();
            });
          })};
}

/// Results of a chirp z-transform, as many as take 2^20 terms, evenly spread.
ExpectedElements some_sums(const SampledInput& source, std::int64_t transform) {
  constexpr std::int64_t max_terms = std::int64_t{1} << 20;
  const ChirpCounts counts = chirp_counts(source.problem);
  LongBins x;
  source.for_each_element(transform, [&](std::int64_t, LongComplex value) { x.push_back(value); });
  x.resize(static_cast<std::size_t>(counts.inputs));
  const std::int64_t wanted = std::clamp<std::int64_t>(max_terms / counts.inputs, 1, counts.results);
  std::vector<std::int64_t> results;
  for (std::int64_t k = 0; k < counts.results; k += ceil_div(counts.results, wanted)) results.push_back(k);
  return {transform, 0, results.size() > 1 ? results[1] : 1, chirp_sums(source.problem, x, results)};
}

/// Some bins of the last transform.
std::vector<ExpectedElements> some_bins(const SampledInput& source, const SideLayout& out, std::int64_t parts) {
  const std::int64_t last = out.transforms() - 1;
  std::vector<ExpectedElements> expected;
  for (const std::int64_t r : std::set<std::int64_t>{1 % parts, (parts / 2 + 1) % parts}) {
    LongBins bins = folded(source, last, parts, r);
    const std::int64_t there = ceil_div(out.elements() - r, parts);  // of half a spectrum
    bins.resize(static_cast<std::size_t>(std::min<std::int64_t>(there, static_cast<std::int64_t>(bins.size()))));
    if (source.problem.real_output()) {
      for (LongComplex& bin : bins) bin = bin.real();
    }
    expected.push_back({last, r, parts, std::move(bins)});
  }
  return expected;
}

/// Some lines of the last transform.
std::vector<ExpectedElements> some_lines(const SampledInput& source, const SideLayout& out) {
  const std::int64_t last = out.transforms() - 1;
  const std::vector<std::int64_t> lengths = shape_of(source.problem).lengths;
  const std::int64_t kept = source.problem.kind == Kind::r2c ? lengths.back() / 2 + 1 : lengths.back();
  std::vector<ExpectedElements> expected;
  for (const bool middle : {false, true}) {
    std::vector<std::int64_t> at;
    std::int64_t number = 0;
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
      at.push_back((middle ? lengths[i] / 2 + 1 : 1) % lengths[i]);
      number = number * lengths[i] + at.back();
    }
    LongBins elements = line(source, last, at);
    elements.resize(static_cast<std::size_t>(kept));
    expected.push_back({last, number * kept, 1, std::move(elements)});
  }
  return expected;
}

}  // namespace

std::set<std::int64_t> evenly_spread(std::int64_t all, std::int64_t count) {
  std::set<std::int64_t> chosen = {all - 1};
  for (std::int64_t i = 0; i + 1 < count; ++i) chosen.insert(i * (all - 1) / (count - 1));
  return chosen;
}

std::vector<ExpectedElements> expected_elements(const Problem& problem, std::span<const std::byte> input) {
  const Problem normalised = problem.normalised();
  require_no_ends(normalised, "the reference of a benchmark");
  const SideLayout in(normalised, End::input);
  const SideLayout out(normalised, End::output);
  const SampledInput source(normalised, in, input);
  const std::int64_t n = problem.points();
  const DftShape shape = shape_of(normalised);
  if (problem.has_contour()) return {some_sums(source, out.transforms() - 1)};
  const bool large = n > fold_above && !shape.real_to_real();
  if (large && shape.lengths.size() > 1) return some_lines(source, out);
  if (const std::optional<std::int64_t> parts = large ? fold_of(n) : std::nullopt) {
    return some_bins(source, out, *parts);
  }
  if (n > most_unfolded) {
    throw Error::unsupported(fmt::format("a reference for {}", problem.token()),
                             "the length is above 2^24 and has no small divisor, or is real to real", "use --no-check");
  }
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / n, 3, 64);
  const std::int64_t all = out.transforms();
  const std::int64_t count = std::min({wanted, std::max<std::int64_t>(1, most_points / n), all});
  std::vector<ExpectedElements> expected;
  for (const std::int64_t transform : evenly_spread(all, count)) expected.push_back(whole(source, transform));
  return expected;
}

}  // namespace papilio::verify
