// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/checksum_rule.hpp"

#include <fmt/format.h>

#include <limits>

namespace papilio::api {

// The factors are chosen, not fitted: 8 units for each of log2(points) + 2 steps, above what any transform of
// tests/device/verification_test.cpp deviates.
ChecksumRule::ChecksumRule(const Problem& problem, Precision sums, double factor) {
  const bool single = problem.precision == Precision::f32;
  const auto points = static_cast<double>(problem.points());
  const double unit = single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  const double least = single ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
  signed_gain_ = factor * std::sqrt(points);
  gain_ = std::abs(signed_gain_);
  epsilon_ = 8 * unit * (2 + std::log2(points));
  energy_ = 2 * epsilon_;
  // Squares underflow and overflow before numbers do, if they have the same type.
  const bool same = problem.precision == sums;
  smallest_ = 8 * (same ? std::sqrt(least) : least) * std::sqrt(points) * (1 + gain_);
  largest_ = single ? (same ? 0x1p60 : 0x1p96) : (same ? 0x1p508 : 0x1p960);
  // The range of f32 squares in f32: the rounding of the smallest of them is nothing beside the sum.
  min_squares_ = points * (single ? 0x1p-70 : 0x1p-900);
  max_squares_ = single ? 0x1p100 : 0x1p900;
  bounds_only_ = problem.kind == Kind::c2r && problem.lengths.size() > 1;
}

std::string ChecksumRule::fault(const SideSums& in, const SideSums& out) const {
  const double norm = std::sqrt(in.squares);
  if (!std::isfinite(norm) || !std::isfinite(in.functional)) return {};
  if (!std::isfinite(out.squares) || !std::isfinite(out.functional)) {
    // Within a transform numbers grow to norm*sqrt(points) at most, with the scale or without.
    const bool may_overflow = norm * std::max(gain_, 1.0) >= largest_;
    return may_overflow ? "" : "its result is not finite, and its input is";
  }
  const double bound = epsilon_ * gain_ * norm + smallest_;
  const double deviation = std::abs(out.functional - signed_gain_ * in.functional);
  if (!(deviation <= bound))
    return fmt::format("the random functional deviates by {:.3g}, bound {:.3g}", deviation, bound);
  const double energy = (gain_ * norm) * (gain_ * norm);  // the gain may have no square
  const double excess = out.squares - energy;
  const double most = energy_ * energy + smallest_ * (gain_ * norm + smallest_);
  if (excess > most || (!bounds_only_ && excess < -most))
    return fmt::format("Parseval's theorem deviates by {:.3g}, bound {:.3g}", std::abs(excess), most);
  return {};
}

}  // namespace papilio::api
