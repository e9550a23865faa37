// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <papilio/error.hpp>
#include <set>

#include "bench/traffic.hpp"
#include "core/roots.hpp"
#include "tools/reference/fftw.hpp"

namespace papilio::bench {
namespace {

using Bins = std::vector<LongComplex>;

constexpr std::int64_t most_points = std::int64_t{1} << 22;    // of whole transforms, a second of FFTW's time
constexpr std::int64_t fold_above = std::int64_t{1} << 20;     // points of one transform
constexpr std::int64_t folded_points = std::int64_t{1} << 18;  // at most
constexpr std::int64_t most_unfolded = std::int64_t{1} << 24;

/// Elements in memory, widened; real ones have no imaginary part.
class Elements {
 public:
  Elements(std::span<const std::byte> bytes, Precision precision, bool real)
      : bytes_(bytes), precision_(precision), real_(real) {}
  [[nodiscard]] LongComplex operator[](std::int64_t i) const {
    if (real_) return number(i);
    return {number(2 * i), number(2 * i + 1)};
  }
  [[nodiscard]] long double number(std::int64_t i) const {
    return precision_ == Precision::f32 ? at<float>(i) : at<double>(i);
  }

 private:
  template <typename T>
  [[nodiscard]] T at(std::int64_t i) const {
    T value;
    std::memcpy(&value, bytes_.data() + static_cast<std::size_t>(i) * sizeof(value), sizeof(value));
    return value;
  }
  std::span<const std::byte> bytes_;
  Precision precision_;
  bool real_;
};

/// The input of one array.
Elements input_of(const Problem& problem, std::span<const std::byte> input, std::int64_t array) {
  const auto bytes = static_cast<std::size_t>(input_bytes(problem) / problem.batch);
  return {input.subspan(static_cast<std::size_t>(array) * bytes, bytes), problem.precision, problem.real_input()};
}

/// What run() makes of what `fill` puts into its memory.
template <typename Fill>
Bins transformed(const tool::DftShape& shape, const Fill& fill) {
  // Never closed: FFTW keeps what its planner has learnt until the process ends.
  static const auto* const library = new std::shared_ptr(tool::open_fftw<long double>());
  tool::FftwTransform<long double> transform(*library, shape);
  fill(transform.input());
  transform.run();
  const long double* const numbers = transform.output();
  const bool real = shape.kind == Kind::c2r;
  Bins bins(static_cast<std::size_t>(real ? shape.output_numbers() : shape.output_numbers() / 2));
  for (std::size_t i = 0; i < bins.size(); ++i) {
    bins[i] = real ? LongComplex(numbers[i]) : LongComplex(numbers[2 * i], numbers[2 * i + 1]);
  }
  return bins;
}

Bins transformed(const Bins& signal, Kind kind, std::int64_t length, Direction direction) {
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
  for (std::int64_t m = (n + folded_points - 1) / folded_points; m <= 4096; ++m) {
    if (n % m == 0) return m;
  }
  return std::nullopt;
}

/// Element i of a whole signal: half a spectrum is mirrored, and has imaginary parts only where that of a real signal may.
LongComplex element(const Elements& x, Kind kind, std::int64_t n, std::int64_t i) {
  if (kind != Kind::c2r) return x[i];
  const std::int64_t mirror = n - i;
  if (i == 0 || i == mirror) return x[i].real();
  return i < mirror ? x[i] : std::conj(x[mirror]);
}

/// With n = m L and w(a, b) = exp(-+2 pi i a / b): X[m q + r] = sum over j < L of w(j q, L) y[j], where
/// y[j] = w(j r, n) (sum over p < m of w(p r, m) x[j + p L]).
Bins folded(const Elements& x, const Problem& problem, std::int64_t m, std::int64_t r) {
  const std::int64_t n = problem.points();
  const std::int64_t length = n / m;
  Bins y(static_cast<std::size_t>(length));
  for (std::int64_t p = 0; p < m; ++p) {
    const LongComplex w = turned(root_of_unity(p * r % m, m), problem.direction);
    for (std::int64_t j = 0; j < length; ++j) {
      add_product(y[static_cast<std::size_t>(j)], w, element(x, problem.kind, n, j + p * length));
    }
  }
  const Roots roots(n);
  for (std::int64_t j = 0; j < length; ++j) y[static_cast<std::size_t>(j)] *= turned(roots(j * r % n), problem.direction);
  return transformed(y, Kind::c2c, length, problem.direction);
}

/// The line of the result along its last axis whose other indices are `at`.
Bins line(const Elements& x, const Problem& problem, const std::vector<std::int64_t>& at) {
  const std::int64_t length = problem.input_lengths().back();
  Bins sum(static_cast<std::size_t>(length));
  std::vector<std::int64_t> row(at.size());  // indices of the lines of the input, in turn
  for (std::int64_t first = 0; first < input_bytes(problem) / problem.batch / problem.input_element_bytes();
       first += length) {
    LongComplex w = 1;
    for (std::size_t i = 0; i < at.size(); ++i) {
      w *= turned(root_of_unity(row[i] * at[i] % problem.lengths[i], problem.lengths[i]), problem.direction);
    }
    for (std::int64_t j = 0; j < length; ++j) add_product(sum[static_cast<std::size_t>(j)], w, x[first + j]);
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++row[i] < problem.lengths[i]) break;
      row[i] = 0;
    }
  }
  const bool to_real = problem.kind == Kind::c2r;
  Bins result = transformed(sum, to_real ? Kind::c2r : Kind::c2c, problem.lengths.back(), problem.direction);
  result.resize(static_cast<std::size_t>(problem.output_lengths().back()));
  return result;
}

}  // namespace

std::int64_t Reference::output_count() const { return problem_.output_elements() / problem_.batch; }

void Reference::expect_whole(std::span<const std::byte> input, std::int64_t array) {
  const Elements x = input_of(problem_, input, array);
  const tool::DftShape shape{problem_.kind, problem_.lengths, problem_.direction};
  expected_.push_back({array, 0, 1, transformed(shape, [&](long double* numbers) {
                         for (std::int64_t i = 0; i < shape.input_numbers(); ++i) numbers[i] = x.number(i);
                       })});
}

void Reference::expect_bins(std::span<const std::byte> input, std::int64_t parts) {
  const std::int64_t last = problem_.batch - 1;
  for (const std::int64_t r : std::set<std::int64_t>{1 % parts, (parts / 2 + 1) % parts}) {
    Bins bins = folded(input_of(problem_, input, last), problem_, parts, r);
    const std::int64_t there = (output_count() - r + parts - 1) / parts;  // of half a spectrum
    bins.resize(static_cast<std::size_t>(std::min<std::int64_t>(there, static_cast<std::int64_t>(bins.size()))));
    if (problem_.real_output()) {
      for (LongComplex& bin : bins) bin = bin.real();
    }
    expected_.push_back({last, r, parts, std::move(bins)});
  }
}

void Reference::expect_lines(std::span<const std::byte> input) {
  const std::int64_t last = problem_.batch - 1;
  const std::vector<std::int64_t> lengths = problem_.output_lengths();
  for (const bool middle : {false, true}) {
    std::vector<std::int64_t> at;
    std::int64_t number = 0;
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
      at.push_back((middle ? lengths[i] / 2 + 1 : 1) % lengths[i]);
      number = number * lengths[i] + at.back();
    }
    expected_.push_back({last, number * lengths.back(), 1, line(input_of(problem_, input, last), problem_, at)});
  }
}

Reference::Reference(const Problem& problem, std::span<const std::byte> input) : problem_(problem) {
  const std::int64_t n = problem.points();
  if (n > fold_above && problem.lengths.size() > 1) {
    expect_lines(input);
    return;
  }
  if (const std::optional<std::int64_t> parts = n > fold_above ? fold_of(n) : std::nullopt) {
    expect_bins(input, *parts);
    return;
  }
  if (n > most_unfolded) {
    throw Error::unsupported(fmt::format("a reference for {}", problem.token()),
                             "the length is above 2^24 and has no small divisor", "use --no-check");
  }
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / n, 3, 64);
  const std::int64_t count = std::min({wanted, std::max<std::int64_t>(1, most_points / n), problem.batch});
  std::set<std::int64_t> arrays = {problem.batch - 1};
  for (std::int64_t i = 0; i + 1 < count; ++i) arrays.insert(i * (problem.batch - 1) / (count - 1));
  for (const std::int64_t array : arrays) expect_whole(input, array);
}

void Reference::poison(Arena& arena) const {
  const auto element = static_cast<std::size_t>(problem_.output_element_bytes());
  const std::size_t array = static_cast<std::size_t>(output_count()) * element;
  const std::vector<std::byte> nan(array, std::byte{0xFF});  // in f32 and in f64
  std::int64_t done = -1;
  for (const Expected& expected : expected_) {
    if (expected.array == done) continue;
    done = expected.array;
    arena.write(Part::output, static_cast<std::size_t>(done) * array, nan);
  }
}

double Reference::error(Arena& arena) const {
  long double difference = 0;
  long double norm = 0;
  std::vector<std::byte> output;
  for (const Expected& expected : expected_) {
    const auto element = static_cast<std::size_t>(problem_.output_element_bytes());
    const auto count = static_cast<std::int64_t>(expected.elements.size());
    output.resize(static_cast<std::size_t>((count - 1) * expected.step + 1) * element);
    arena.read(Part::output, static_cast<std::size_t>(expected.array * output_count() + expected.first) * element, output);
    const Elements got(output, problem_.precision, problem_.real_output());
    for (std::int64_t i = 0; i < count; ++i) {
      const LongComplex& exact = expected.elements[static_cast<std::size_t>(i)];
      difference += std::norm(got[i * expected.step] - exact);
      norm += std::norm(exact);
    }
  }
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace papilio::bench
