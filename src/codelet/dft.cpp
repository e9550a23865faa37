// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/dft.hpp"

#include <algorithm>
#include <array>

#include "codelet/convolution.hpp"
#include "core/number_theory.hpp"

namespace papilio::codelet {
namespace {

ComplexConstant root(int k, int n, Direction direction) {
  const ComplexConstant w = constant_of(root_of_unity(k % n, n), root_in<QuadReal>(k % n, n));
  return direction == Direction::forward ? w : conj(w);
}

/// Conjugate-pair split radix: X combines U (even samples), Z (samples 4m+1) and Y (samples 4m-1). The twiddles of Z
/// and Y are conjugates with equal constants, so in fused style the graph can factor them out of Z+Y and Z-Y.
ComplexVector split_radix(const ComplexVector& x, const DftOptions& options) {
  const int n = static_cast<int>(x.size());
  if (n == 2) return {x[0] + x[1], x[0] - x[1]};
  ComplexVector even, after, before;
  for (int j = 0; j < n; j += 2) even.push_back(x[j]);
  for (int j = 0; j < n; j += 4) {
    after.push_back(x[j + 1]);
    before.push_back(x[(j + n - 1) % n]);
  }
  const ComplexVector u = dft(even, options);
  const ComplexVector z = dft(after, options);
  const ComplexVector y = dft(before, options);
  const bool is_forward = options.direction == Direction::forward;
  ComplexVector result(x.size());
  for (int k = 0; k < n / 4; ++k) {
    const ComplexConstant w = root(k, n, options.direction);
    const ComplexExpr wz = w * z[k];
    const ComplexExpr wy = conj(w) * y[k];
    const ComplexExpr sum = wz + wy;
    const ComplexExpr rotated = times_i(is_forward ? wy - wz : wz - wy);
    result[k] = u[k] + sum;
    result[k + n / 2] = u[k] - sum;
    result[k + n / 4] = u[k + n / 4] + rotated;
    result[k + 3 * n / 4] = u[k + n / 4] - rotated;
  }
  return result;
}

/// n = p*m, decimation in time.
ComplexVector cooley_tukey(const ComplexVector& x, int p, const DftOptions& options) {
  const int n = static_cast<int>(x.size());
  const int m = n / p;
  std::vector<ComplexVector> inner;
  for (int r = 0; r < p; ++r) {
    ComplexVector part;
    for (int j = 0; j < m; ++j) part.push_back(x[p * j + r]);
    inner.push_back(dft(part, options));
  }
  ComplexVector result(x.size());
  for (int k = 0; k < m; ++k) {
    ComplexVector column;
    for (int r = 0; r < p; ++r) column.push_back(root(r * k, n, options.direction) * inner[r][k]);
    const ComplexVector outer = dft(column, options);
    for (int q = 0; q < p; ++q) result[k + m * q] = outer[q];
  }
  return result;
}

/// n = p*m with p and m coprime. Indexing the samples as p*j2 + m*j1 turns the DFT into DFTs of length p over j1
/// (output index k mod p) and of length m over j2 (output index k mod m), without twiddles.
ComplexVector prime_factor(const ComplexVector& x, int p, const DftOptions& options) {
  const int n = static_cast<int>(x.size());
  const int m = n / p;
  std::vector<ComplexVector> rows;
  for (int j1 = 0; j1 < p; ++j1) {
    ComplexVector row;
    for (int j2 = 0; j2 < m; ++j2) row.push_back(x[(p * j2 + m * j1) % n]);
    rows.push_back(dft(row, options));
  }
  std::vector<ComplexVector> columns;
  for (int k2 = 0; k2 < m; ++k2) {
    ComplexVector column;
    for (int j1 = 0; j1 < p; ++j1) column.push_back(rows[j1][k2]);
    columns.push_back(dft(column, options));
  }
  ComplexVector result;
  for (int k = 0; k < n; ++k) result.push_back(columns[k % m][k % p]);
  return result;
}

std::vector<int> powers(int base, int count, int modulus) {
  std::vector<int> result = {1};
  while (static_cast<int>(result.size()) < count) result.push_back(result.back() * base % modulus);
  return result;
}

/// Adding and subtracting x[j] and x[p-j] gives X[k] = E[k] -+ i*O[k], where E uses the cosines and O the sines. For j
/// = g^a and k = g^-b, with g a generator, cos(2*pi*j*k/p) depends only on a-b, with period h = (p-1)/2. The sine does
/// too, except that its sign changes after h. So E is a cyclic convolution and O a negacyclic one, both real.
ComplexVector prime_by_convolution(const ComplexVector& x, const DftOptions& options) {
  const int p = static_cast<int>(x.size());
  const int h = (p - 1) / 2;
  const std::vector<int> power = powers(static_cast<int>(primitive_root(p)), p - 1, p);
  const auto inverse_power = [&](int b) { return power[(p - 1 - b) % (p - 1)]; };
  RealVector sum_re, sum_im, difference_re, difference_im;
  ConvolutionKernel cosines, sines;
  for (int a = 0; a < h; ++a) {
    const ComplexExpr& first = x[power[a]];
    const ComplexExpr& second = x[p - power[a]];
    sum_re.push_back(first.re + second.re);
    sum_im.push_back(first.im + second.im);
    difference_re.push_back(first.re - second.re);
    difference_im.push_back(first.im - second.im);
    const ComplexConstant w = root(inverse_power(a), p, options.direction);
    cosines.push_back(w.re);
    sines.push_back(w.im);
  }
  const Convolved e_re = convolve(sum_re, cosines, Wrap::cyclic, options.style, x[0].re);
  const Convolved e_im = convolve(sum_im, cosines, Wrap::cyclic, options.style, x[0].im);
  const RealVector o_re = convolve(difference_re, sines, Wrap::negacyclic, options.style).y;
  const RealVector o_im = convolve(difference_im, sines, Wrap::negacyclic, options.style).y;
  ComplexVector result(x.size());
  result[0] = x[0] + ComplexExpr{e_re.sum, e_im.sum};
  for (int b = 0; b < h; ++b) {
    const ComplexExpr e{e_re.y[b], e_im.y[b]};
    const ComplexExpr io = times_i({o_re[b], o_im[b]});
    result[inverse_power(b)] = e + io;
    result[p - inverse_power(b)] = e - io;
  }
  return result;
}

/// The DFT of Rader's convolution kernel, divided by its length, computed from the definition.
template <typename Real>
std::vector<std::complex<Real>> rader_spectrum_in(const std::vector<int>& power, Direction direction) {
  const auto n = static_cast<int>(power.size());
  std::vector<std::complex<Real>> kernel;
  std::vector<std::complex<Real>> roots;
  for (int q = 0; q < n; ++q) {
    const std::complex<Real> w = root_in<Real>(power[(n - q) % n], n + 1);
    kernel.push_back(direction == Direction::forward ? w : std::conj(w));
    roots.push_back(root_in<Real>(q, n));
  }
  std::vector<std::complex<Real>> spectrum;
  for (int k = 0; k < n; ++k) {
    std::complex<Real> sum = 0;
    for (int q = 0; q < n; ++q) sum += kernel[q] * roots[q * k % n];
    spectrum.push_back(sum / static_cast<Real>(n));
  }
  return spectrum;
}

std::vector<ComplexConstant> rader_spectrum(const std::vector<int>& power, Direction direction) {
  const std::vector<LongComplex> values = rader_spectrum_in<long double>(power, direction);
  const std::vector<std::complex<QuadReal>> exact = rader_spectrum_in<QuadReal>(power, direction);
  std::vector<ComplexConstant> spectrum;
  for (std::size_t k = 0; k < values.size(); ++k) spectrum.push_back(constant_of(values[k], exact[k]));
  return spectrum;
}

/// Rader 1968: X[g^-b] - x[0] is the cyclic convolution of x[g^a] with the roots of unity. Two DFTs of length p-1
/// compute it.
ComplexVector prime_by_rader(const ComplexVector& x, const DftOptions& options) {
  const int p = static_cast<int>(x.size());
  const std::vector<int> power = powers(static_cast<int>(primitive_root(p)), p - 1, p);
  const std::vector<ComplexConstant> spectrum = rader_spectrum(power, options.direction);
  DftOptions inner = options;
  inner.direction = Direction::forward;
  inner.prime = PrimeMethod::automatic;
  ComplexVector permuted;
  for (const int j : power) permuted.push_back(x[j]);
  ComplexVector product = dft(permuted, inner);
  ComplexVector result(x.size());
  result[0] = x[0] + product[0];
  for (int k = 0; k < p - 1; ++k) product[k] = spectrum[k] * product[k];
  product[0] = product[0] + x[0];  // adds x[0] to every output
  inner.direction = Direction::inverse;
  const ComplexVector convolved = dft(product, inner);
  for (int b = 0; b < p - 1; ++b) result[power[(p - 1 - b) % (p - 1)]] = convolved[b];
  return result;
}

/// Primes for which Rader's algorithm takes fewer operations, by count; tests/unit/codelet checks the table. It pays
/// where p-1 is smooth. With fused multiply-adds it pays later, because the direct convolutions are then all fmas. Its
/// errors are a third larger than those of the convolutions.
bool rader_gains(int p, Style style) {
  static constexpr std::array either = {37, 41, 43, 53, 59, 61, 67};
  static constexpr std::array separate_only = {17, 19, 29, 31};
  const auto contains = [p](const auto& table) { return std::find(table.begin(), table.end(), p) != table.end(); };
  if (style == Style::exact) return false;
  return contains(either) || (style == Style::separate && contains(separate_only));
}

}  // namespace

ComplexVector dft(const ComplexVector& x, const DftOptions& options) {
  const int n = static_cast<int>(x.size());
  if (n == 1) return x;
  const auto factors = prime_factors(n);
  const int p = static_cast<int>(factors.front());
  const int multiplicity = static_cast<int>(std::count(factors.begin(), factors.end(), p));
  int power = 1;
  for (int i = 0; i < multiplicity; ++i) power *= p;
  if (power != n) return prime_factor(x, power, options);
  if (p == 2) return split_radix(x, options);
  if (power != p) return cooley_tukey(x, p, options);
  const bool is_rader =
      options.prime == PrimeMethod::automatic ? rader_gains(p, options.style) : options.prime == PrimeMethod::rader;
  return is_rader ? prime_by_rader(x, options) : prime_by_convolution(x, options);
}

CodeletProgram dft_program(int radix, const DftOptions& options) {
  const int inputs = 2 * radix;
  ExprDag dag(inputs, options.style);
  ComplexVector x;
  for (int j = 0; j < radix; ++j) x.push_back({dag.input(2 * j), dag.input(2 * j + 1)});
  std::vector<Real> outputs;
  for (const ComplexExpr& value : dft(x, options)) {
    outputs.push_back(value.re);
    outputs.push_back(value.im);
  }
  CodeletProgram program = lower(dag, inputs, outputs);
  if (options.style != Style::separate) program = fuse(program);
  return schedule(program);
}

}  // namespace papilio::codelet
