// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/spectrum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <papilio/error.hpp>

namespace papilio::api {
namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

/// The entry of an axis, or the one for all axes.
template <class T>
T entry(const std::vector<T>& entries, std::size_t axis, T missing = {}) {
  if (entries.empty()) return missing;
  return entries.size() == 1 ? entries.front() : entries[axis];
}

long double angular_frequency(const std::vector<double>& periods, std::size_t axis, std::int64_t k) {
  if (periods.empty()) return static_cast<long double>(k);  // a period of 2 pi
  return 2 * pi * static_cast<long double>(k) / static_cast<long double>(entry(periods, axis));
}

/// (i w)^order, and 0 where k, and so w, is 0.
LongComplex power(long double w, int order) {
  if (order == 0) return 1;
  if (w == 0) return 0;
  const long double magnitude = std::pow(std::abs(w), static_cast<long double>(order));
  const bool odd = order % 2 != 0;
  const bool negative = (((order % 4) + 4) % 4 >= 2) != (odd && w < 0);
  const long double value = negative ? -magnitude : magnitude;
  return odd ? LongComplex(0, value) : LongComplex(value, 0);
}

/// exp(-2 pi i k samples/n). Whole samples, and fractions in units of 2^-30, are roots of unity whose exponents are
/// reduced exactly; any other fraction adds at most half a period.
LongComplex shifted(std::int64_t k, double samples, std::int64_t n) {
  constexpr int bits = 30;
  const double within = std::fmod(samples, static_cast<double>(n));  // exact
  const double floor = std::floor(within);
  const double fraction = within - floor;
  const auto whole = static_cast<std::int64_t>(floor);
  const double units = std::ldexp(fraction, bits);
  if (units == std::floor(units)) {
    const std::int64_t exponent = (k * whole % n) * (std::int64_t{1} << bits) + k * static_cast<std::int64_t>(units);
    return root_of_unity(exponent, n << bits);
  }
  const long double angle =
      2 * pi * (static_cast<long double>(k) * static_cast<long double>(fraction)) / static_cast<long double>(n);
  return root_of_unity(k * whole, n) * LongComplex(std::cos(angle), -std::sin(angle));
}

/// The factor of one axis of a formula that is a product over the axes; 1 for other formulas.
LongComplex factor_along(const SpectrumFactor& factor, std::size_t axis, std::int64_t k, std::int64_t n) {
  if (const auto* derivative = std::get_if<DerivativeSpectrum>(&factor.formula))
    return power(angular_frequency(derivative->periods, axis, k), entry(derivative->orders, axis));
  if (const auto* shift = std::get_if<ShiftSpectrum>(&factor.formula))
    return shifted(k, entry(shift->samples, axis), n);
  if (const auto* gaussian = std::get_if<GaussianSpectrum>(&factor.formula)) {
    const long double w = pi * static_cast<long double>(entry(gaussian->sigmas, axis)) * static_cast<long double>(k) /
                          static_cast<long double>(n);
    return std::exp(-2 * w * w);
  }
  if (std::holds_alternative<HilbertSpectrum>(factor.formula)) return {0, k > 0 ? -1.0L : k < 0 ? 1.0L : 0.0L};
  return 1;
}

LongComplex laplacian_at(const LaplacianSpectrum& laplacian, std::span<const std::int64_t> k) {
  long double sum = 0;
  for (std::size_t axis = 0; axis < k.size(); ++axis) {
    const long double w = angular_frequency(laplacian.periods, axis, k[axis]);
    sum += w * w;
  }
  if (!laplacian.inverse) return -sum;
  return sum == 0 ? 0 : -1 / sum;
}

/// The value as the factor means it.
LongComplex meant(const SpectrumFactor& factor, LongComplex value) {
  return factor.conjugate ? std::conj(value) : value;
}

void require_entries(const char* what, std::size_t entries, const SpectrumGrid& grid) {
  const std::size_t axes = grid.lengths.size();
  if (entries <= 1 || entries == axes) return;
  throw Error::invalid_argument(fmt::format("a spectrum with {} {} for {}", entries, what, grid.token),
                                fmt::format("it transforms {} {}", axes, axes == 1 ? "axis" : "axes"),
                                "give one entry for each transformed axis, or one for all");
}

void require_fitting(const SpectrumFactor& factor, const SpectrumGrid& grid) {
  if (const auto* derivative = std::get_if<DerivativeSpectrum>(&factor.formula)) {
    require_entries("orders", derivative->orders.size(), grid);
    require_entries("periods", derivative->periods.size(), grid);
  }
  if (const auto* laplacian = std::get_if<LaplacianSpectrum>(&factor.formula))
    require_entries("periods", laplacian->periods.size(), grid);
  if (const auto* shift = std::get_if<ShiftSpectrum>(&factor.formula))
    require_entries("shifts", shift->samples.size(), grid);
  if (const auto* gaussian = std::get_if<GaussianSpectrum>(&factor.formula))
    require_entries("sigmas", gaussian->sigmas.size(), grid);
  if (std::holds_alternative<HilbertSpectrum>(factor.formula) && grid.lengths.size() != 1) {
    throw Error::unsupported("a Hilbert transform of " + grid.token,
                             fmt::format("it transforms {} axes", grid.lengths.size()), "name the one axis in `axes`");
  }
  const auto* formula = std::get_if<Formula>(&factor.formula);
  if (formula != nullptr && formula->axes() > grid.lengths.size()) {
    throw Error::invalid_argument(fmt::format("the formula '{}' for {}", formula->text(), grid.token),
                                  fmt::format("its variables name {} axes, and {} {} transformed", formula->axes(),
                                              grid.lengths.size(), grid.lengths.size() == 1 ? "is" : "are"),
                                  "x is the last transformed axis, y the one before, z the one before that");
  }
}

}  // namespace

SpectrumValues::SpectrumValues(const std::vector<SpectrumFactor>& factors, const SpectrumGrid& grid)
    : factors_(factors), grid_(grid), stored_(grid.lengths) {
  if (grid.field == Field::real) stored_.back() = stored_.back() / 2 + 1;
  for (const std::int64_t length : stored_) points_ *= length;
  for (const SpectrumFactor& factor : factors) {
    require_fitting(factor, grid);
    const auto* given = std::get_if<ArraySpectrum>(&factor.formula);
    if (given == nullptr) continue;
    const auto values = static_cast<std::int64_t>(given->values.size());
    if (values == points_) continue;
    if (values % points_ != 0 || values / points_ != grid.batch) {
      throw Error::invalid_argument(
          fmt::format("a spectrum of {} values for {}", values, grid.token),
          fmt::format("its frequencies are {}, {} values", fmt::join(stored_, "x"), points_),
          grid.batch == 1 ? "give as many" : fmt::format("give as many, or {} times as many", grid.batch));
    }
    arrays_ = grid.batch;
  }
  if (grid.lengths.size() == 1) return;
  for (std::size_t axis = 0; axis < grid.lengths.size(); ++axis) {
    const std::int64_t half = grid.lengths[axis] / 2;
    std::vector<LongComplex> table;
    for (std::int64_t k = -half; k <= half; ++k) table.push_back(along(axis, k));
    tables_.push_back(std::move(table));
  }
}

LongComplex SpectrumValues::along(std::size_t axis, std::int64_t k) const {
  LongComplex product = 1;
  for (const SpectrumFactor& factor : factors_)
    product *= meant(factor, factor_along(factor, axis, k, grid_.lengths[axis]));
  return product;
}

LongComplex SpectrumValues::of_arrays(std::int64_t array, std::span<const std::int64_t> index) const {
  LongComplex product = 1;
  for (const SpectrumFactor& factor : factors_) {
    const auto* given = std::get_if<ArraySpectrum>(&factor.formula);
    if (given == nullptr) continue;
    std::int64_t at = static_cast<std::int64_t>(given->values.size()) == points_ ? 0 : array;
    for (std::size_t axis = 0; axis < stored_.size(); ++axis) at = at * stored_[axis] + index[axis];
    product *= meant(factor, LongComplex(given->values[static_cast<std::size_t>(at)]));
  }
  return product;
}

LongComplex SpectrumValues::of_formulas(std::span<const std::int64_t> k) const {
  LongComplex product = 1;
  for (std::size_t axis = 0; axis < k.size(); ++axis) {
    product *= tables_.empty() ? along(axis, k[axis])
                               : tables_[axis][static_cast<std::size_t>(k[axis] + grid_.lengths[axis] / 2)];
  }
  for (const SpectrumFactor& factor : factors_) {
    if (const auto* laplacian = std::get_if<LaplacianSpectrum>(&factor.formula)) product *= laplacian_at(*laplacian, k);
    if (const auto* function = std::get_if<FunctionSpectrum>(&factor.formula))
      product *= meant(factor, LongComplex(function->value(k)));
    if (const auto* formula = std::get_if<Formula>(&factor.formula))
      product *= meant(factor, formula->at(k, grid_.lengths));
  }
  return product;
}

LongComplex SpectrumValues::at(std::int64_t array, std::span<const std::int64_t> index) const {
  std::array<std::int64_t, 3> k{};
  std::array<std::size_t, 3> two_signs{};
  std::size_t nyquist = 0;
  for (std::size_t axis = 0; axis < index.size(); ++axis) {
    const std::int64_t n = grid_.lengths[axis];
    k.at(axis) = 2 * index[axis] > n ? index[axis] - n : index[axis];
    if (2 * index[axis] == n) two_signs.at(nyquist++) = axis;
  }
  LongComplex sum = 0;
  for (unsigned signs = 0; signs < 1U << nyquist; ++signs) {
    for (std::size_t i = 0; i < nyquist; ++i) {
      std::int64_t& number = k.at(two_signs.at(i));
      number = (signs >> i & 1U) != 0 ? -std::abs(number) : std::abs(number);
    }
    sum += of_formulas(std::span(k).first(index.size()));
  }
  return of_arrays(array, index) * sum / static_cast<long double>(1U << nyquist);
}

}  // namespace papilio::api

namespace papilio {
namespace {

void require_finite(const char* what, const std::vector<double>& numbers) {
  for (const double number : numbers) {
    if (std::isfinite(number)) continue;
    throw Error::invalid_argument(fmt::format("a spectrum with {} {}", what, number), "it is not finite",
                                  "give a finite number");
  }
}

void require_periods(const std::vector<double>& periods) {
  require_finite("period", periods);
  for (const double period : periods) {
    if (period > 0) continue;
    throw Error::invalid_argument(fmt::format("a spectrum with period {}", period), "it is not above 0",
                                  "give the length of the axis");
  }
}

void require_some(const char* what, std::size_t entries) {
  if (entries > 0) return;
  throw Error::invalid_argument(fmt::format("a spectrum without {}", what), "there is none for any axis",
                                "give one entry for each transformed axis, or one for all");
}

template <class T>
std::vector<std::complex<double>> widened(const ConstHostSpan& span) {
  const auto* numbers = static_cast<const T*>(span.data());
  std::vector<std::complex<double>> values;
  values.reserve(span.elements());
  for (std::size_t i = 0; i < span.elements(); ++i) values.emplace_back(numbers[i]);
  return values;
}

std::vector<std::complex<double>> values_of(const ConstHostSpan& span) {
  switch (span.type()) {
    case HostType::f32:
      return widened<float>(span);
    case HostType::f64:
      return widened<double>(span);
    case HostType::complex_f32:
      return widened<std::complex<float>>(span);
    case HostType::complex_f64:
      return widened<std::complex<double>>(span);
    case HostType::bytes:
      break;
  }
  throw Error::invalid_argument("a spectrum of bytes", "their type is not known",
                                "give numbers of float or double, real or complex");
}

template <class T>
std::shared_ptr<const Spectrum::Impl> made_of(T formula) {
  auto impl = std::make_shared<Spectrum::Impl>();
  impl->factors.push_back({std::move(formula)});
  return impl;
}

}  // namespace

Spectrum Spectrum::array(const ConstHostSpan& values) {
  return Spectrum(made_of(api::ArraySpectrum{values_of(values)}));
}

Spectrum Spectrum::function(std::function<std::complex<double>(std::span<const std::int64_t>)> value) {
  if (!value)
    throw Error::invalid_argument("a spectrum without a function", "it is empty", "give one that is callable");
  return Spectrum(made_of(api::FunctionSpectrum{std::move(value)}));
}

Spectrum Spectrum::derivative(std::vector<int> orders, std::vector<double> periods) {
  constexpr int largest = 64;
  require_some("orders", orders.size());
  require_periods(periods);
  for (const int order : orders) {
    if (order >= -largest && order <= largest) continue;
    throw Error::invalid_argument(fmt::format("a derivative of order {}", order), "orders are from -64 to 64",
                                  "apply several operators");
  }
  return Spectrum(made_of(api::DerivativeSpectrum{std::move(orders), std::move(periods)}));
}

Spectrum Spectrum::laplacian(std::vector<double> periods) {
  require_periods(periods);
  return Spectrum(made_of(api::LaplacianSpectrum{std::move(periods), false}));
}

Spectrum Spectrum::inverse_laplacian(std::vector<double> periods) {
  require_periods(periods);
  return Spectrum(made_of(api::LaplacianSpectrum{std::move(periods), true}));
}

Spectrum Spectrum::hilbert() { return Spectrum(made_of(api::HilbertSpectrum{})); }

Spectrum Spectrum::shift(std::vector<double> samples) {
  require_some("shifts", samples.size());
  require_finite("shift", samples);
  return Spectrum(made_of(api::ShiftSpectrum{std::move(samples)}));
}

Spectrum Spectrum::gaussian(std::vector<double> sigmas) {
  require_some("sigmas", sigmas.size());
  require_finite("sigma", sigmas);
  for (const double sigma : sigmas) {
    if (sigma >= 0) continue;
    throw Error::invalid_argument(fmt::format("a Gaussian of sigma {}", sigma), "it is less than 0", "give 0 or more");
  }
  return Spectrum(made_of(api::GaussianSpectrum{std::move(sigmas)}));
}

Spectrum Spectrum::formula(const std::string& text) { return Spectrum(made_of(api::Formula(text))); }

Spectrum conj(const Spectrum& a) {
  if (!a) throw Error::invalid_argument("the conjugate of a spectrum", "it is none", "make one before");
  auto impl = std::make_shared<Spectrum::Impl>(*a.impl_);
  for (api::SpectrumFactor& factor : impl->factors) factor.conjugate = !factor.conjugate;
  return Spectrum(std::move(impl));
}

Spectrum operator*(const Spectrum& a, const Spectrum& b) {
  if (!a || !b) throw Error::invalid_argument("a product of spectra", "one of them is none", "make both before");
  auto impl = std::make_shared<Spectrum::Impl>(*a.impl_);
  impl->factors.insert(impl->factors.end(), b.impl_->factors.begin(), b.impl_->factors.end());
  return Spectrum(std::move(impl));
}

}  // namespace papilio
