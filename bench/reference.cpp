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
#include "core/storage.hpp"
#include "tools/check/scale_of.hpp"
#include "tools/reference/fftw.hpp"

namespace papilio::bench {
namespace {

using Bins = std::vector<LongComplex>;

constexpr std::int64_t most_points = std::int64_t{1} << 22;    // of whole transforms, a second of FFTW's time
constexpr std::int64_t fold_above = std::int64_t{1} << 20;     // points of one transform
constexpr std::int64_t folded_points = std::int64_t{1} << 18;  // at most
constexpr std::int64_t most_unfolded = std::int64_t{1} << 24;

/// One side's numbers in memory, widened.
class Numbers {
 public:
  Numbers(std::span<const std::byte> bytes, Storage storage, Precision precision)
      : bytes_(bytes), storage_(storage), precision_(precision), width_(bytes_of(storage, precision)) {}
  [[nodiscard]] long double operator[](std::int64_t i) const {
    return load_number(storage_, precision_, bytes_.data() + static_cast<std::size_t>(i * width_));
  }
  /// An element whose first number is `at`; real ones have no imaginary part.
  [[nodiscard]] LongComplex element(std::int64_t at, const tool::SideLayout& side) const {
    const auto& numbers = *this;
    return {numbers[at], side.width() == 2 ? numbers[at + side.part()] : 0};
  }

 private:
  std::span<const std::byte> bytes_;
  Storage storage_;
  Precision precision_;
  std::int64_t width_;
};

/// The input's side of a problem, and its memory.
struct Source {
  const Problem& problem;
  const tool::SideLayout& side;
  Numbers numbers;

  Source(const Problem& of, const tool::SideLayout& layout, std::span<const std::byte> bytes)
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

tool::DftShape shape_of(const Problem& problem) {
  tool::DftShape shape{problem.kind, {}, problem.direction, false};
  shape.ortho = shape.real_to_real() && problem.scale == Scale::inverse_sqrt_n;
  for (const int axis : problem.transformed_axes())
    shape.lengths.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
  return shape;
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
  const bool real = shape.kind == Kind::c2r || shape.real_to_real();
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

/// With n = m L and w(a, b) = exp(-+2 pi i a / b): X[m q + r] = sum over j < L of w(j q, L) y[j], where
/// y[j] = w(j r, n) (sum over p < m of w(p r, m) x[j + p L]).
Bins folded(const Source& source, std::int64_t transform, std::int64_t m, std::int64_t r) {
  const Direction direction = source.problem.direction;
  const std::int64_t n = source.problem.points();
  const std::int64_t length = n / m;
  Bins w;
  for (std::int64_t p = 0; p < m; ++p) w.push_back(turned(root_of_unity(p * r % m, m), direction));
  Bins y(static_cast<std::size_t>(length));
  const auto add = [&](std::int64_t i, LongComplex value) {
    add_product(y[static_cast<std::size_t>(i % length)], w[static_cast<std::size_t>(i / length)], value);
  };
  source.for_each_element(transform, [&](std::int64_t i, LongComplex value) {
    if (source.problem.kind != Kind::c2r) return add(i, value);
    // Half a spectrum is mirrored, and has imaginary parts only where that of a real signal may.
    if (i == 0 || 2 * i == n) return add(i, value.real());
    add(i, value);
    add(n - i, std::conj(value));
  });
  const Roots roots(n);
  for (std::int64_t j = 0; j < length; ++j) y[static_cast<std::size_t>(j)] *= turned(roots(j * r % n), direction);
  return transformed(y, Kind::c2c, length, direction);
}

/// The line of the result along its last axis whose other indices are `at`.
Bins line(const Source& source, std::int64_t transform, const std::vector<std::int64_t>& at) {
  const tool::DftShape shape = shape_of(source.problem);
  const bool to_real = shape.kind == Kind::c2r;
  const std::int64_t length = to_real ? shape.lengths.back() / 2 + 1 : shape.lengths.back();
  Bins sum(static_cast<std::size_t>(length));
  LongComplex w;
  source.for_each_element(transform, [&](std::int64_t i, LongComplex value) {
    if (i % length == 0) {
      std::int64_t row = i / length;
      w = 1;
      for (std::size_t axis = at.size(); axis-- > 0; row /= shape.lengths[axis]) {
        const std::int64_t n = shape.lengths[axis];
        w *= turned(root_of_unity(row % n * at[axis] % n, n), shape.direction);
      }
    }
    add_product(sum[static_cast<std::size_t>(i % length)], w, value);
  });
  return transformed(sum, to_real ? Kind::c2r : Kind::c2c, shape.lengths.back(), shape.direction);
}

}  // namespace

void Reference::expect_whole(std::span<const std::byte> input, std::int64_t transform) {
  const Source source(problem_, in_, input);
  expected_.push_back({transform, 0, 1, transformed(shape_of(problem_), [&](long double* to) {
                         source.for_each_element(transform, [&](std::int64_t, LongComplex value) {
                           *to++ = value.real();
                           if (in_.width() == 2) *to++ = value.imag();
                         });
                       })});
}

void Reference::expect_bins(std::span<const std::byte> input, std::int64_t parts) {
  const std::int64_t last = out_.transforms() - 1;
  for (const std::int64_t r : std::set<std::int64_t>{1 % parts, (parts / 2 + 1) % parts}) {
    Bins bins = folded(Source(problem_, in_, input), last, parts, r);
    const std::int64_t there = (out_.elements() - r + parts - 1) / parts;  // of half a spectrum
    bins.resize(static_cast<std::size_t>(std::min<std::int64_t>(there, static_cast<std::int64_t>(bins.size()))));
    if (problem_.real_output()) {
      for (LongComplex& bin : bins) bin = bin.real();
    }
    expected_.push_back({last, r, parts, std::move(bins)});
  }
}

void Reference::expect_lines(std::span<const std::byte> input) {
  const std::int64_t last = out_.transforms() - 1;
  const std::vector<std::int64_t> lengths = shape_of(problem_).lengths;
  const std::int64_t kept = problem_.kind == Kind::r2c ? lengths.back() / 2 + 1 : lengths.back();
  for (const bool middle : {false, true}) {
    std::vector<std::int64_t> at;
    std::int64_t number = 0;
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
      at.push_back((middle ? lengths[i] / 2 + 1 : 1) % lengths[i]);
      number = number * lengths[i] + at.back();
    }
    Bins elements = line(Source(problem_, in_, input), last, at);
    elements.resize(static_cast<std::size_t>(kept));
    expected_.push_back({last, number * kept, 1, std::move(elements)});
  }
}

Reference::Reference(const Problem& problem, std::span<const std::byte> input)
    : problem_(problem.normalised()), in_(problem_, tool::End::input), out_(problem_, tool::End::output) {
  const std::int64_t n = problem.points();
  const tool::DftShape shape = shape_of(problem_);
  const bool large = n > fold_above && !shape.real_to_real();
  if (large && shape.lengths.size() > 1) {
    expect_lines(input);
    return;
  }
  if (const std::optional<std::int64_t> parts = large ? fold_of(n) : std::nullopt) {
    expect_bins(input, *parts);
    return;
  }
  if (n > most_unfolded) {
    throw Error::unsupported(fmt::format("a reference for {}", problem.token()),
                             "the length is above 2^24 and has no small divisor, or is real to real", "use --no-check");
  }
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / n, 3, 64);
  const std::int64_t all = out_.transforms();
  const std::int64_t count = std::min({wanted, std::max<std::int64_t>(1, most_points / n), all});
  std::set<std::int64_t> chosen = {all - 1};
  for (std::int64_t i = 0; i + 1 < count; ++i) chosen.insert(i * (all - 1) / (count - 1));
  for (const std::int64_t transform : chosen) expect_whole(input, transform);
}

double Reference::limit() const {
  const double computed = problem_.precision == Precision::f32 ? 1e-4 : 1e-11;
  return computed + 16 * unit_roundoff(problem_.out_storage, problem_.precision);
}

Reference::Extent Reference::extent_of(const Expected& expected) const {
  Extent extent{std::numeric_limits<std::int64_t>::max(), 0};
  for (std::size_t i = 0; i < expected.elements.size(); ++i) {
    const std::int64_t element = expected.first + static_cast<std::int64_t>(i) * expected.step;
    const std::int64_t at = out_.number_of(expected.transform, element);
    extent.begin = std::min(extent.begin, at);
    extent.end = std::max(extent.end, at + (out_.width() - 1) * out_.part() + 1);
  }
  return extent;
}

std::vector<Reference::Extent> Reference::extents() const {
  std::vector<Extent> all;
  std::int64_t numbers = 0;
  for (const Expected& expected : expected_) {
    all.push_back(extent_of(expected));
    numbers += all.back().end - all.back().begin;
  }
  if (numbers > out_.numbers()) return {{0, out_.numbers()}};
  return all;
}

void Reference::poison(Arena& arena) const {
  if (problem_.placement == Placement::in_place) return;
  const auto width = bytes_of(problem_.out_storage, problem_.precision);
  const std::vector<std::byte> nan(std::size_t{1} << 20U, std::byte{0xFF});  // in every floating-point type
  for (const Extent& extent : extents()) {
    const auto end = static_cast<std::size_t>(extent.end * width);
    for (auto at = static_cast<std::size_t>(extent.begin * width); at < end; at += nan.size()) {
      arena.write(Part::output, at, std::span(nan).first(std::min(nan.size(), end - at)));
    }
  }
}

double Reference::error(Arena& arena) const {
  const auto scale = tool::scale_of<long double>(problem_);
  const auto width = bytes_of(problem_.out_storage, problem_.precision);
  const std::vector<Extent> places = extents();
  long double difference = 0;
  long double norm = 0;
  std::vector<std::byte> output;
  for (std::size_t e = 0; e < expected_.size(); ++e) {
    const Expected& expected = expected_[e];
    const Extent& place = places[std::min(e, places.size() - 1)];
    if (e < places.size()) {
      output.resize(static_cast<std::size_t>((place.end - place.begin) * width));
      arena.read(result_part(problem_), static_cast<std::size_t>(place.begin * width), output);
    }
    const Numbers numbers(output, problem_.out_storage, problem_.precision);
    for (std::size_t i = 0; i < expected.elements.size(); ++i) {
      const std::int64_t element = expected.first + static_cast<std::int64_t>(i) * expected.step;
      if (out_.is_pruned(expected.transform, element)) continue;
      const LongComplex exact = expected.elements[i] * scale;
      difference += std::norm(numbers.element(out_.number_of(expected.transform, element) - place.begin, out_) - exact);
      norm += std::norm(exact);
    }
  }
  if (difference == 0) return 0;  // nothing else where all that was chosen is skipped
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace papilio::bench
