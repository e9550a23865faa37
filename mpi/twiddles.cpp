// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "twiddles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

namespace papilio::mpi {
namespace {

using Root = std::complex<long double>;

/// exp(2 pi i k / n), 0 <= k < n. The exponent is reduced to the first octant in integers: there the angle is at most
/// pi/4, and the axes and diagonals are exact.
Root root(std::int64_t k, std::int64_t n) {
  const std::int64_t eighths = 8 * k / n;
  // The distance from the nearest multiple of a quarter turn, in parts of 4n.
  const std::int64_t quarter = (eighths + 1) / 2;
  const std::int64_t rest = 4 * k - quarter * n;
  const long double angle =
      2 * std::numbers::pi_v<long double> * static_cast<long double>(rest) / (4 * static_cast<long double>(n));
  const Root near(std::cos(angle), std::sin(angle));
  switch (quarter % 4) {
    case 0:
      return near;
    case 1:
      return {-near.imag(), near.real()};
    case 2:
      return -near;
    default:
      return {near.imag(), -near.real()};
  }
}

/// All roots of n: two tables of about sqrt(n) and one product each, whose error is far below that of double.
class Roots {
 public:
  explicit Roots(std::int64_t n) : shift_(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n)) / 2)) {
    const std::int64_t fine = std::int64_t{1} << shift_;
    for (std::int64_t i = 0; i < fine; ++i) fine_.push_back(root(i % n, n));
    for (std::int64_t i = 0; i < n; i += fine) coarse_.push_back(root(i, n));
  }
  [[nodiscard]] Root operator()(std::int64_t k) const {
    const std::int64_t low = k & ((std::int64_t{1} << shift_) - 1);
    const Root& a = coarse_[static_cast<std::size_t>(k >> shift_)];
    if (low == 0) return a;
    const Root& b = fine_[static_cast<std::size_t>(low)];
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }

 private:
  int shift_;
  std::vector<Root> fine_, coarse_;
};

template <typename Real>
Buffer uploaded(const Device& device, const Stream& stream, const std::vector<Real>& table) {
  Buffer buffer(device, table.size() * sizeof(Real));
  stream.upload(buffer, table.data(), buffer.size_bytes());
  stream.synchronize();
  return buffer;
}

template <typename Real>
Tables tables_of(const Device& device, const Stream& stream, const Pass& pass) {
  const auto side = [&](const std::optional<Edit>& edit, const std::optional<Twiddles>& twiddles) {
    if (twiddles) return uploaded(device, stream, table_of<Real>(*twiddles));
    if (edit && edit->phases) return uploaded(device, stream, table_of<Real>(*edit->phases, edit->strip));
    if (edit && edit->chirp) {  // a table of nothing is no argument of a kernel
      return uploaded(device, stream, table_of<Real>(*edit->chirp, edit->strip, std::max<std::int64_t>(edit->last, 1)));
    }
    return Buffer();
  };
  return {side(pass.read, pass.read_twiddles), side(pass.written, pass.twiddles)};
}

template <typename Real>
void append(std::vector<Real>& table, const Root& root, long double weight = 1) {
  table.push_back(static_cast<Real>(weight * root.real()));
  table.push_back(static_cast<Real>(weight * root.imag()));
}

}  // namespace

std::string callback_of(const Twiddles& twiddles, std::string_view name) {
  // Element (row, array, column) of the batch has the twiddle (row, column).
  const std::string index = twiddles.batch == 1 ? "i"
                                                : fmt::format("i / {} * {} + i % {}", twiddles.batch * twiddles.columns,
                                                              twiddles.columns, twiddles.columns);
  return fmt::format(
      "PAPILIO_FUNCTION papilio_complex {}(papilio_complex x, papilio_index i, papilio_data twiddles) {{\n"
      "  papilio_index t = 2 * ({});\n"
      "  papilio_real c = twiddles[t];\n"
      "  papilio_real s = twiddles[t + 1];\n"
      "  return PAPILIO_COMPLEX(x.x * c - x.y * s, x.x * s + x.y * c);\n"
      "}}\n",
      name, index);
}

template <typename Real>
std::vector<Real> table_of(const Twiddles& twiddles) {
  const Roots roots(twiddles.points);
  const int sign = twiddles.direction == Direction::forward ? -1 : 1;
  std::vector<Real> table;
  table.reserve(static_cast<std::size_t>(2 * twiddles.rows * twiddles.columns));
  for (std::int64_t k = 0; k < twiddles.rows; ++k) {
    for (std::int64_t j = twiddles.first_column; j < twiddles.first_column + twiddles.columns; ++j) {
      const Root w = roots(j * k);  // less than `points`
      table.push_back(static_cast<Real>(w.real()));
      table.push_back(static_cast<Real>(sign * w.imag()));
    }
  }
  return table;
}
template std::vector<float> table_of(const Twiddles& twiddles);
template std::vector<double> table_of(const Twiddles& twiddles);

template <typename Real>
std::vector<Real> table_of(const Phases& phases, const Strip& strip) {
  const Roots roots(phases.turn);
  std::vector<Real> table;
  table.reserve(static_cast<std::size_t>(2 * strip.rows * strip.columns));
  for (std::int64_t row = 0; row < strip.rows; ++row) {
    for (std::int64_t column = strip.first_column; column < strip.first_column + strip.columns; ++column) {
      const std::int64_t index = row * strip.width + column;
      const long double weight = index == 0 ? phases.first : 1;
      const Root w = roots((phases.step * index + phases.shift) % phases.turn);
      table.push_back(static_cast<Real>(weight * w.real()));
      table.push_back(static_cast<Real>(-weight * w.imag()));
    }
  }
  return table;
}
template std::vector<float> table_of(const Phases& phases, const Strip& strip);
template std::vector<double> table_of(const Phases& phases, const Strip& strip);

template <typename Real>
std::vector<Real> table_of(const Chirp& chirp, const Strip& strip, std::int64_t count) {
  const Roots roots(chirp.turn);
  std::vector<Real> table;
  table.reserve(static_cast<std::size_t>(2 * count));
  for (std::int64_t element = 0; element < count; ++element) {
    const std::int64_t index = element / strip.columns * strip.width + strip.first_column + element % strip.columns;
    const long double end = index == 0 ? chirp.first : index + 1 == chirp.count ? chirp.last : 1;
    append(table, std::conj(roots(exponent_of(chirp, index))), chirp.weight * end);
  }
  return table;
}
template std::vector<float> table_of(const Chirp& chirp, const Strip& strip, std::int64_t count);
template std::vector<double> table_of(const Chirp& chirp, const Strip& strip, std::int64_t count);

template <typename Real>
std::vector<Real> kernel_of(const Convolution& convolution, const Strip& strip) {
  const Roots roots(convolution.kernel.turn);
  std::vector<Real> table;
  table.reserve(static_cast<std::size_t>(2 * strip.rows * strip.columns));
  for (std::int64_t element = 0; element < strip.rows * strip.columns; ++element) {
    const std::int64_t index = element / strip.columns * strip.width + strip.first_column + element % strip.columns;
    const std::int64_t from_end = convolution.points - index;
    const bool before = from_end < convolution.read.count;  // elements -1 and below, to -(inputs-1)
    const bool zero = !before && index >= convolution.kernel.count;
    append(table, zero ? Root() : std::conj(roots(exponent_of(convolution.kernel, before ? from_end : index))));
  }
  return table;
}
template std::vector<float> kernel_of(const Convolution& convolution, const Strip& strip);
template std::vector<double> kernel_of(const Convolution& convolution, const Strip& strip);

Tables upload_tables(const Device& device, const Stream& stream, const Pass& pass, Precision precision) {
  return precision == Precision::f64 ? tables_of<double>(device, stream, pass) : tables_of<float>(device, stream, pass);
}

}  // namespace papilio::mpi
