// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The rule that the sums over the two sides of a transform must keep (docs/verification.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio::api {

/// The two sums over one side of a transform.
struct SideSums {
  double functional = 0;
  double squares = 0;

  [[nodiscard]] bool zero() const { return functional == 0 && squares == 0; }
};

/// A short form of ChecksumRule for many transforms.
struct QuickRule {
  double gain, energy;              ///< of the functional, and of the squares
  double deviation, excess;         ///< the most, as a square, and relative to the input's squares
  double min_squares, max_squares;  ///< sums of squares that it checks

  /// The numbers as kernels read them (kernel/verified/quick_rule.hpp).
  [[nodiscard]] std::vector<double> numbers() const {
    return {gain, energy, deviation, excess, min_squares, max_squares};
  }

  [[nodiscard]] bool holds(const SideSums& in, const SideSums& out) const {
    const double deviates = out.functional - gain * in.functional;
    const double expected = energy * in.squares;
    const auto in_range = [&](double squares) { return min_squares <= squares && squares <= max_squares; };
    return deviates * deviates <= deviation * in.squares && std::abs(out.squares - expected) <= excess * in.squares &&
           in_range(in.squares) && in_range(out.squares) && expected <= max_squares;
  }
};

/// Compares the sums of a transform's sides.
class ChecksumRule {
 public:
  ChecksumRule() = default;
  /// `factor` is that of the output's sums beside the unscaled transform: the problem's, if they are of what is in
  /// memory.
  ChecksumRule(const Problem& problem, Precision sums, double factor);
  /// Returns the fault of the transform with its value and bound; empty if there is none, or if the input, or the
  /// result by the size of the input, is not finite.
  [[nodiscard]] std::string fault(const SideSums& in, const SideSums& out) const;
  /// No square can have underflowed or overflowed.
  [[nodiscard]] bool in_range(const SideSums& in, const SideSums& out) const {
    return std::min(in.squares, out.squares) >= min_squares_ && std::max(in.squares, out.squares) <= max_squares_;
  }
  /// A cheap rule, because nearly all transforms are right: if it holds, fault() is empty and the sums are in_range().
  [[nodiscard]] QuickRule quick() const {
    const double energy = gain_ * gain_;
    return {signed_gain_, energy, epsilon_ * epsilon_ * energy, energy_ * energy, min_squares_, max_squares_};
  }

 private:
  double gain_ = 1;         ///< norm of the output over that of the input
  double signed_gain_ = 1;  ///< the same with the sign of the problem's factor
  double epsilon_ = 0;      ///< bound of the functional, relative to the output's norm
  double smallest_ = 0;     ///< and absolutely: what underflow may lose
  double energy_ = 0;       ///< bound of Parseval's theorem, relative
  double largest_ = 0;      ///< norms above it may overflow within the transform
  double min_squares_ = 0;  ///< sums of squares that are in_range()
  double max_squares_ = 0;
  bool bounds_only_ = false;  ///< the output's energy may be less: c2r of a spectrum that no real array has
};

}  // namespace papilio::api
