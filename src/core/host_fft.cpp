// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Stockham's autosorting mixed-radix FFT between two arrays; spec/kernel_spec.hpp states the formula of a pass.
#include <type_traits>
#include <utility>

#include "core/number_theory.hpp"
#include "core/roots.hpp"

namespace papilio {
namespace {

// The product of std::complex tests for NaN and is several times slower.
template <typename Real>
std::complex<Real> multiply(const std::complex<Real>& a, const std::complex<Real>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// a + i*b
template <typename Real>
std::complex<Real> plus_i(const std::complex<Real>& a, const std::complex<Real>& b) {
  return {a.real() - b.imag(), a.imag() + b.real()};
}
template <typename Real>
std::complex<Real> minus_i(const std::complex<Real>& a, const std::complex<Real>& b) {
  return {a.real() + b.imag(), a.imag() - b.real()};
}

/// The root in Real, rounded from long double if that is wider.
template <typename Real>
std::complex<Real> root_for(std::int64_t k, std::int64_t n) {
  if constexpr (std::is_same_v<Real, double>) {
    return static_cast<std::complex<Real>>(root_of_unity(k, n));
  } else {
    return root_in<Real>(k, n);
  }
}

/// A forward DFT of a few points, from `in` to `out`.
template <typename Real>
class HostButterfly {
 public:
  using Points = std::vector<std::complex<Real>>;

  explicit HostButterfly(std::int64_t radix)
      : radix_(static_cast<std::size_t>(radix)), sums_(radix_), differences_(radix_) {
    for (std::int64_t k = 0; k < radix; ++k) roots_.push_back(root_for<Real>(k, radix));
  }

  void operator()(const Points& in, Points& out) {
    if (radix_ == 2) {
      out[0] = in[0] + in[1];
      out[1] = in[0] - in[1];
    } else {
      odd(in, out);
    }
  }

 private:
  /// x[j] and x[r-j] are multiplied by equal cosines and opposite sines, so this takes a quarter of the naive
  /// multiplications.
  void odd(const Points& in, Points& out) {
    const std::size_t half = radix_ / 2;
    out[0] = in[0];
    for (std::size_t j = 1; j <= half; ++j) {
      sums_[j] = in[j] + in[radix_ - j];
      differences_[j] = in[j] - in[radix_ - j];
      out[0] += sums_[j];
    }
    for (std::size_t k = 1; k <= half; ++k) {
      std::complex<Real> even_part = in[0], odd_part = 0;
      std::size_t power = 0;
      for (std::size_t j = 1; j <= half; ++j) {
        power += k;
        if (power >= radix_) power -= radix_;
        even_part += sums_[j] * roots_[power].real();
        odd_part += differences_[j] * roots_[power].imag();
      }
      out[k] = plus_i(even_part, odd_part);
      out[radix_ - k] = minus_i(even_part, odd_part);
    }
  }

  std::size_t radix_;
  Points roots_, sums_, differences_;
};

struct HostPass {
  std::int64_t radix, inner, outer;
};

template <typename Real>
void run_pass(const HostPass& pass, const std::vector<std::complex<Real>>& x, std::vector<std::complex<Real>>& y) {
  const auto radix = static_cast<std::size_t>(pass.radix), inner = static_cast<std::size_t>(pass.inner),
             outer = static_cast<std::size_t>(pass.outer);
  const BasicRoots<Real> roots(pass.radix * pass.outer);
  HostButterfly<Real> butterfly(pass.radix);
  std::vector<std::complex<Real>> in(radix), out(radix), twiddles(radix);
  for (std::size_t p = 0; p < outer; ++p) {
    for (std::size_t k = 0; k < radix; ++k) twiddles[k] = roots(static_cast<std::int64_t>(p * k));
    for (std::size_t q = 0; q < inner; ++q) {
      for (std::size_t j = 0; j < radix; ++j) in[j] = x[q + inner * (p + outer * j)];
      butterfly(in, out);
      y[q + inner * (radix * p)] = out[0];
      for (std::size_t k = 1; k < radix; ++k) y[q + inner * (radix * p + k)] = multiply(out[k], twiddles[k]);
    }
  }
}

/// Radix 4 takes most of the time, so it does not copy through small arrays.
template <typename Real>
void run_pass_of_4(const HostPass& pass, const std::vector<std::complex<Real>>& x, std::vector<std::complex<Real>>& y) {
  const auto inner = static_cast<std::size_t>(pass.inner), outer = static_cast<std::size_t>(pass.outer);
  const std::size_t quarter = inner * outer;
  const BasicRoots<Real> roots(4 * pass.outer);
  for (std::size_t p = 0; p < outer; ++p) {
    const auto k = static_cast<std::int64_t>(p);
    const std::complex<Real> w1 = roots(k), w2 = roots(2 * k), w3 = roots(3 * k);
    const auto* in = x.data() + inner * p;
    auto* out = y.data() + 4 * inner * p;
    for (std::size_t q = 0; q < inner; ++q) {
      const auto a = in[q] + in[q + 2 * quarter], b = in[q] - in[q + 2 * quarter];
      const auto c = in[q + quarter] + in[q + 3 * quarter], d = in[q + quarter] - in[q + 3 * quarter];
      out[q] = a + c;
      out[q + inner] = multiply(minus_i(b, d), w1);
      out[q + 2 * inner] = multiply(a - c, w2);
      out[q + 3 * inner] = multiply(plus_i(b, d), w3);
    }
  }
}

std::vector<std::int64_t> radices_of(std::int64_t n) {
  std::vector<std::int64_t> radices;
  for (; n % 4 == 0; n /= 4) radices.push_back(4);
  for (const std::int64_t p : prime_factors(n)) radices.push_back(p);
  return radices;
}

/// Exchanging real and imaginary parts before and after turns the forward transform into the inverse one
/// (Duhamel, Piron & Etcheto, "On computing the inverse DFT", 1988).
template <typename Real>
void exchange_parts(std::vector<std::complex<Real>>& x) {
  for (std::complex<Real>& value : x) value = {value.imag(), value.real()};
}

}  // namespace

template <typename Real>
std::vector<std::complex<Real>> host_fft(std::vector<std::complex<Real>> x, Direction direction) {
  if (x.size() < 2) return x;
  if (direction == Direction::inverse) exchange_parts(x);
  std::vector<std::complex<Real>> y(x.size());
  HostPass pass{1, 1, static_cast<std::int64_t>(x.size())};
  for (const std::int64_t radix : radices_of(pass.outer)) {
    pass.radix = radix;
    pass.outer /= radix;
    if (radix == 4) {
      run_pass_of_4(pass, x, y);
    } else {
      run_pass(pass, x, y);
    }
    std::swap(x, y);
    pass.inner *= radix;
  }
  if (direction == Direction::inverse) exchange_parts(x);
  return x;
}

template std::vector<std::complex<double>> host_fft(std::vector<std::complex<double>> x, Direction direction);
template std::vector<std::complex<long double>> host_fft(std::vector<std::complex<long double>> x, Direction direction);

#ifdef PAPILIO_FLOAT128
template std::vector<std::complex<QuadReal>> host_fft(std::vector<std::complex<QuadReal>> x, Direction direction);
#endif

}  // namespace papilio
