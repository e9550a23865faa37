// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "twiddles.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>

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
class RootsOfAxis {
 public:
  explicit RootsOfAxis(std::int64_t n) : shift_(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n)) / 2)) {
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
Buffer table_on(const Device& device, const Stream& stream, const Pass& pass) {
  return pass.twiddles ? uploaded(device, stream, table_of<Real>(*pass.twiddles)) : Buffer();
}

}  // namespace

std::string callback_of(const TwiddleTable& twiddles) {
  // Element (row, array, column) of the batch has the twiddle (row, column).
  const std::string index = twiddles.batch == 1 ? "i"
                                                : fmt::format("i / {} * {} + i % {}", twiddles.batch * twiddles.columns,
                                                              twiddles.columns, twiddles.columns);
  return fmt::format(
      "PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data twiddles) {{\n"
      "  papilio_index t = 2 * ({});\n"
      "  papilio_real c = twiddles[t];\n"
      "  papilio_real s = twiddles[t + 1];\n"
      "  return PAPILIO_COMPLEX(x.x * c - x.y * s, x.x * s + x.y * c);\n"
      "}}\n",
      index);
}

template <typename Real>
std::vector<Real> table_of(const TwiddleTable& twiddles) {
  const RootsOfAxis roots(twiddles.points);
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
template std::vector<float> table_of(const TwiddleTable& twiddles);
template std::vector<double> table_of(const TwiddleTable& twiddles);

Buffer upload_table(const Device& device, const Stream& stream, const Pass& pass, Precision precision) {
  return precision == Precision::f64 ? table_on<double>(device, stream, pass) : table_on<float>(device, stream, pass);
}

TwiddleProduct::TwiddleProduct(const Device& device, const TwiddleTable& twiddles, Precision precision,
                               Storage storage) {
  ConvolutionProblem problem;
  problem.precision = precision;
  problem.field = Field::complex;
  problem.mode = ConvolutionMode::circular;
  problem.lengths = {twiddles.rows, twiddles.batch, twiddles.columns, 1};
  problem.kernel_lengths = {twiddles.rows, 1, twiddles.columns, 1};
  problem.axes = {3};
  problem.placement = Placement::in_place;
  problem.in_storage = problem.out_storage = storage;
  product_ = Convolution(device, problem);
  const auto with = [&](const auto& table) {
    table_ = product_.filter(ConstHostSpan(std::as_bytes(std::span(table))));
  };
  if (precision == Precision::f64) {
    with(table_of<double>(twiddles));
  } else {
    with(table_of<float>(twiddles));
  }
}

std::size_t TwiddleProduct::table_bytes() const {
  const ConvolutionProblem& problem = product_.problem();
  return static_cast<std::size_t>(problem.kernel_elements() * problem.element_bytes());
}

}  // namespace papilio::mpi
