// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/chirps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>
#include <papilio/error.hpp>

#include "core/ends.hpp"

namespace papilio {
namespace {

__extension__ typedef unsigned __int128 Turns;  // of which 2^128 are a whole turn
__extension__ typedef __int128 SignedTurns;

// The angle of w is multiplied by up to 2^54, so long double's 64 bits would lose digits. glibc has the functions.
#if defined(__GLIBC__) && defined(__HAVE_FLOAT128) && __HAVE_FLOAT128
typedef _Float128 WideReal;  // NOLINT(modernize-use-using): one of two
WideReal angle_of(WideReal re, WideReal im) { return atan2f128(im, re); }
WideReal log_of(WideReal x) { return logf128(x); }
WideReal log1p_of(WideReal x) { return log1pf128(x); }
#else
using WideReal = long double;
WideReal angle_of(WideReal re, WideReal im) { return std::atan2(im, re); }
WideReal log_of(WideReal x) { return std::log(x); }
WideReal log1p_of(WideReal x) { return std::log1p(x); }
#endif

/// exp(log_radius) at an angle.
struct PolarNumber {
  Turns turns = 0;
  long double log_radius = 0;

  /// The number's power; `k` may be negative.
  template <typename Real>
  [[nodiscard]] std::complex<Real> to_the(std::int64_t k) const {
    const auto reduced = static_cast<SignedTurns>(turns * static_cast<Turns>(static_cast<SignedTurns>(k)));
    const Real angle = std::ldexp(static_cast<Real>(reduced), -127) * std::numbers::pi_v<Real>;
    const Real radius = log_radius == 0 ? 1 : static_cast<Real>(std::exp(static_cast<long double>(k) * log_radius));
    return {radius * std::cos(angle), radius * std::sin(angle)};
  }
};

/// x / y in turns: whole ones, and the rest of at least 0.
struct Quotient {
  std::int64_t whole = 0;
  Turns rest = 0;
};

/// |x / y| is less than 2^62. Remainders of division in binary are exact.
Quotient divided(double x, double y) {
  long double rest = std::fmod(static_cast<long double>(std::abs(x)), static_cast<long double>(y));
  Quotient result{static_cast<std::int64_t>(std::round((std::abs(static_cast<long double>(x)) - rest) / y)), 0};
  for (int bit = 0; bit < 128; ++bit) {
    rest *= 2;
    const bool one = rest >= y;
    if (one) rest -= y;
    result.rest = 2 * result.rest + (one ? 1 : 0);
  }
  if (x >= 0) return result;
  return {-result.whole - (result.rest == 0 ? 0 : 1), -result.rest};
}

/// (high - low) / parts, without whole turns.
Turns part_between(const Quotient& low, const Quotient& high, std::int64_t parts) {
  const auto n = static_cast<Turns>(parts);
  const std::int64_t whole = (high.whole - low.whole - (high.rest < low.rest ? 1 : 0)) % parts;
  const Turns rest = high.rest - low.rest;
  const Turns upper = (static_cast<Turns>(whole < 0 ? whole + parts : whole) << 64) + (rest >> 64);
  const Turns lower = ((upper % n) << 64) + (rest & ~std::uint64_t{0});
  return ((upper / n) << 64) + lower / n;
}

/// Not 0.
PolarNumber polar(std::complex<double> z) {
  const auto re = static_cast<WideReal>(z.real());
  const auto im = static_cast<WideReal>(z.imag());
  const WideReal square = re * re + im * im;
  const WideReal excess = square - 1;
  const bool near = excess > WideReal(-0.5) && excess < WideReal(0.5);
  PolarNumber result;
  result.log_radius = static_cast<long double>(near ? log1p_of(excess) : log_of(square)) / 2;
  // pi as two numbers of 64 bits, for compilers without literals of WideReal.
  const WideReal pi = static_cast<WideReal>(3.141592653589793238512808959406186204433L) +
                      static_cast<WideReal>(-5.0165576126683320235573270803307570138315616702549e-20L);
  WideReal half_turns = angle_of(re, im) / pi;
  if (half_turns < 0) half_turns += 2;
  for (int bit = 0; bit < 128; ++bit) {
    const bool one = half_turns >= 1;
    if (one) half_turns -= 1;
    half_turns *= 2;
    result.turns = 2 * result.turns + (one ? 1 : 0);
  }
  return result;
}

struct PolarContour {
  PolarNumber w;
  PolarNumber inverse_a;
};

PolarContour polar(const Contour& contour, std::int64_t results) {
  if (const auto* spiral = std::get_if<Spiral>(&contour)) {
    PolarContour both{polar(spiral->w), polar(spiral->a)};
    both.inverse_a = {-both.inverse_a.turns, -both.inverse_a.log_radius};
    return both;
  }
  const auto& band = std::get<FrequencyBand>(contour);
  const Quotient low = divided(band.low, band.rate);
  const Turns step =
      part_between(low, divided(band.high, band.rate), std::max<std::int64_t>(1, results - (band.endpoint ? 1 : 0)));
  return {{-step}, {-low.rest}};
}

std::int64_t pairs_of(std::int64_t k) { return k * (k - 1) / 2; }

void require_band(const FrequencyBand& band, const std::string& what) {
  constexpr double max_turns = 4503599627370496.0;  // 2^52
  const bool finite = std::isfinite(band.low) && std::isfinite(band.high) && std::isfinite(band.rate);
  if (finite && band.rate > 0 && std::abs(band.low / band.rate) < max_turns &&
      std::abs(band.high / band.rate) < max_turns) {
    return;
  }
  throw Error::invalid_argument(
      what, fmt::format("a band from {} to {} at a rate of {} has no meaning", band.low, band.high, band.rate),
      "give finite frequencies of less than 2^52 times the rate, and a rate above 0");
}

}  // namespace

std::string text_of(const Contour& contour) {
  if (const auto* band = std::get_if<FrequencyBand>(&contour)) {
    const std::string rate = band->rate == 1 ? "" : fmt::format(",{}", band->rate);
    return fmt::format(":band={},{}{}{}", band->low, band->high, rate, band->endpoint ? ",endpoint" : "");
  }
  const auto* spiral = std::get_if<Spiral>(&contour);
  if (spiral == nullptr) return "";
  const auto& [w, a] = *spiral;
  const std::string start = a == 1.0 ? "" : fmt::format(",{},{}", a.real(), a.imag());
  return fmt::format(":spiral={},{}{}", w.real(), w.imag(), start);
}

ChirpCounts chirp_counts(const Problem& problem) {
  const auto axis = static_cast<std::size_t>(problem.transformed_axes().front());
  const std::int64_t length = problem.lengths[axis];
  return {length - problem.zero_of(axis).size(), length - problem.skip_of(axis).size()};
}

namespace {

double growth_of(const PolarNumber& w, const ChirpCounts& counts) {
  const auto chirp = static_cast<long double>(pairs_of(std::max(counts.inputs, counts.results) + 1));
  return static_cast<double>(chirp * std::abs(w.log_radius));
}

}  // namespace

double chirp_growth(const Contour& contour, const ChirpCounts& counts) {
  const auto* spiral = std::get_if<Spiral>(&contour);
  return spiral == nullptr ? 0 : growth_of(polar(spiral->w), counts);
}

namespace {

void require_chirps(const Contour& contour, const ChirpCounts& counts, Precision precision, const std::string& what) {
  if (const auto* band = std::get_if<FrequencyBand>(&contour)) return require_band(*band, what);
  const auto& [w, a] = std::get<Spiral>(contour);
  for (const std::complex<double> z : {w, a}) {
    if (std::isfinite(z.real()) && std::isfinite(z.imag()) && z != 0.0) continue;
    throw Error::invalid_argument(what, fmt::format("{}+{}i is no point of a spiral", z.real(), z.imag()),
                                  "give w and a that are finite and not 0");
  }
  const bool single = precision == Precision::f32;
  const PolarContour points = polar(contour, counts.results);
  const double growth = growth_of(points.w, counts);
  if (growth > (single ? 12 : 31)) {  // rounding errors grow as the chirps do
    throw Error::invalid_argument(
        what, fmt::format("its chirps reach e^{:.0f}, and no digit of the results would be left", growth),
        "bring |w| closer to 1, or use fewer points");
  }
  // Inputs are multiplied by powers of 1/a and by chirps.
  const double factor = growth + static_cast<double>(static_cast<long double>(counts.inputs) *
                                                     std::max(0.0L, points.inverse_a.log_radius));
  if (factor > (single ? 60 : 600)) {  // numbers end at e^88 and e^709
    throw Error::invalid_argument(
        what, fmt::format("the factors of its inputs reach e^{:.0f}, and results would overflow", factor),
        "give a larger |a|, or use fewer inputs");
  }
}

}  // namespace

void validate_contour(const Problem& problem, const std::string& what) {
  if (!problem.has_contour()) return;
  require_no_ends(problem, "a chirp z-transform");
  const bool plain = problem.kind == Kind::c2c && problem.direction == Direction::forward &&
                     problem.scale == Scale::none && problem.axis_scales.empty();
  if (!plain || problem.transformed_axes().size() != 1) {
    throw Error::unsupported(
        what, "a chirp z-transform (band=, spiral=) is a forward c2c along one axis, without scale",
        "transform one axis after the other, conjugate w and a for the other direction, scale with factor=");
  }
  const auto axis = static_cast<std::size_t>(problem.transformed_axes().front());
  const auto is_at_end = [&](const Range& range) { return range.empty() || range.end == problem.lengths[axis]; };
  if (!is_at_end(problem.zero_of(axis)) || !is_at_end(problem.skip_of(axis))) {
    throw Error::unsupported(what, "a chirp z-transform reads the first elements of its axis, and writes the first",
                             "use pad= and crop=, or ranges that end with the axis");
  }
  require_chirps(problem.contour, chirp_counts(problem), problem.precision, what);
}

template <typename Real>
Chirps<Real> make_chirps(const Contour& contour, const ChirpCounts& counts) {
  const auto [w, inverse_a] = polar(contour, counts.results);
  Chirps<Real> chirps;
  for (std::int64_t j = 0; j < counts.inputs; ++j)
    chirps.inputs.push_back(inverse_a.to_the<Real>(j) * w.to_the<Real>(pairs_of(j + 1)));
  for (std::int64_t k = 0; k < counts.results; ++k) chirps.results.push_back(w.to_the<Real>(pairs_of(k)));
  for (std::int64_t d = 1 - counts.inputs; d < counts.results; ++d)
    chirps.kernel.push_back(w.to_the<Real>(-pairs_of(d)));
  return chirps;
}
template Chirps<double> make_chirps(const Contour&, const ChirpCounts&);
template Chirps<long double> make_chirps(const Contour&, const ChirpCounts&);

#ifdef PAPILIO_FLOAT128
template <>
Chirps<QuadReal> make_chirps(const Contour&, const ChirpCounts&) {
  throw Error::internal("chirps of f64x2");
}
#endif

}  // namespace papilio
