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

#include "core/roots.hpp"
#include "tools/reference/fftw.hpp"

namespace papilio::bench {
namespace {

using Bins = std::vector<LongComplex>;

constexpr std::int64_t most_points = std::int64_t{1} << 22;    // of whole transforms, a second of FFTW's time
constexpr std::int64_t fold_above = std::int64_t{1} << 20;     // points of one transform
constexpr std::int64_t folded_points = std::int64_t{1} << 18;  // at most
constexpr std::int64_t most_unfolded = std::int64_t{1} << 24;

/// Elements of a batch in memory, widened.
class Elements {
 public:
  Elements(std::span<const std::byte> bytes, Precision precision) : bytes_(bytes), precision_(precision) {}
  [[nodiscard]] LongComplex operator[](std::int64_t i) const {
    return precision_ == Precision::f32 ? at<float>(i) : at<double>(i);
  }

 private:
  template <typename T>
  [[nodiscard]] LongComplex at(std::int64_t i) const {
    std::complex<T> value;
    std::memcpy(&value, bytes_.data() + static_cast<std::size_t>(i) * sizeof(value), sizeof(value));
    return {value.real(), value.imag()};
  }
  std::span<const std::byte> bytes_;
  Precision precision_;
};

Bins transformed(const Bins& signal, Direction direction) {
  // Never closed: FFTW keeps what its planner has learnt until the process ends.
  static const auto* const library = new std::shared_ptr(tool::open_fftw<long double>());
  tool::FftwTransform<long double> transform(
      *library, {Kind::c2c, {static_cast<std::int64_t>(signal.size())}, direction});
  std::memcpy(transform.input(), signal.data(), signal.size() * sizeof(LongComplex));
  transform.run();
  Bins bins(signal.size());
  std::memcpy(static_cast<void*>(bins.data()), transform.output(), bins.size() * sizeof(LongComplex));
  return bins;
}

/// The number of parts that a signal is folded into, the least that will do; none where no divisor fits.
std::optional<std::int64_t> fold_of(std::int64_t n) {
  for (std::int64_t m = (n + folded_points - 1) / folded_points; m <= 4096; ++m) {
    if (n % m == 0) return m;
  }
  return std::nullopt;
}

/// With n = m L and w(a, b) = exp(-+2 pi i a / b): X[m q + r] = sum over j < L of w(j q, L) y[j], where
/// y[j] = w(j r, n) (sum over p < m of w(p r, m) x[j + p L]).
Bins folded(const Elements& x, std::int64_t n, std::int64_t m, std::int64_t r, Direction direction) {
  const std::int64_t length = n / m;
  const auto turned = [&](LongComplex root) { return direction == Direction::forward ? root : std::conj(root); };
  Bins y(static_cast<std::size_t>(length));
  for (std::int64_t p = 0; p < m; ++p) {
    const LongComplex w = turned(root_of_unity(p * r % m, m));
    for (std::int64_t j = 0; j < length; ++j) {
      const LongComplex value = x[j + p * length];
      LongComplex& sum = y[static_cast<std::size_t>(j)];
      // Written out: the operator would look for infinities at every step.
      sum = {sum.real() + w.real() * value.real() - w.imag() * value.imag(),
             sum.imag() + w.real() * value.imag() + w.imag() * value.real()};
    }
  }
  const Roots roots(n);
  for (std::int64_t j = 0; j < length; ++j) y[static_cast<std::size_t>(j)] *= turned(roots(j * r % n));
  return transformed(y, direction);
}

}  // namespace

std::size_t Reference::transform_bytes() const {
  return static_cast<std::size_t>(problem_.points() * problem_.element_bytes());
}

Reference::Reference(const Problem& problem, std::span<const std::byte> input) : problem_(problem) {
  const std::int64_t n = problem.points();
  const auto signal_of = [&](std::int64_t transform) {
    return Elements(input.subspan(static_cast<std::size_t>(transform) * transform_bytes(), transform_bytes()),
                    problem.precision);
  };
  if (const std::optional<std::int64_t> m = n > fold_above ? fold_of(n) : std::nullopt) {
    const std::int64_t last = problem.batch - 1;
    for (const std::int64_t r : std::set<std::int64_t>{1, *m / 2 + 1}) {
      expected_.push_back({last, r % *m, *m, folded(signal_of(last), n, *m, r % *m, problem.direction)});
    }
    return;
  }
  if (n > most_unfolded) {
    throw Error::unsupported(fmt::format("a reference for {}", problem.token()),
                             "the length is above 2^24 and has no small divisor", "use --no-check");
  }
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / n, 3, 64);
  const std::int64_t count = std::min({wanted, std::max<std::int64_t>(1, most_points / n), problem.batch});
  std::set<std::int64_t> transforms = {problem.batch - 1};
  for (std::int64_t i = 0; i + 1 < count; ++i) transforms.insert(i * (problem.batch - 1) / (count - 1));
  for (const std::int64_t transform : transforms) {
    const Elements signal = signal_of(transform);
    Bins bins(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) bins[static_cast<std::size_t>(i)] = signal[i];
    expected_.push_back({transform, 0, 1, transformed(bins, problem.direction)});
  }
}

void Reference::poison(Arena& arena) const {
  const std::vector<std::byte> nan(transform_bytes(), std::byte{0xFF});  // in f32 and in f64
  std::int64_t done = -1;
  for (const Expected& expected : expected_) {
    if (expected.transform == done) continue;
    done = expected.transform;
    arena.write(Part::output, static_cast<std::size_t>(done) * nan.size(), nan);
  }
}

double Reference::error(Arena& arena) const {
  std::vector<std::byte> output(transform_bytes());
  std::int64_t held = -1;
  long double difference = 0;
  long double norm = 0;
  for (const Expected& expected : expected_) {
    if (expected.transform != held) {
      held = expected.transform;
      arena.read(Part::output, static_cast<std::size_t>(held) * output.size(), output);
    }
    const Elements got(output, problem_.precision);
    std::int64_t k = expected.first;
    for (const LongComplex& bin : expected.bins) {
      difference += std::norm(got[k] - bin);
      norm += std::norm(bin);
      k += expected.step;
    }
  }
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace papilio::bench
