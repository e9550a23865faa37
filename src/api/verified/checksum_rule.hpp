// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the sums over the two sides of a transform must be to each other (docs/verification.md).
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
template <typename Real>
struct PlainRule {
  Real gain, energy;       ///< of the functional, and of the squares
  Real deviation, excess;  ///< the most, as a square, and relative to the input's squares
  Real least, most;        ///< sums of squares that it judges

  /// As kernels read them (kernel/verified/plain_rule.hpp).
  [[nodiscard]] std::vector<Real> numbers() const { return {gain, energy, deviation, excess, least, most}; }

  [[nodiscard]] bool holds(Real in, Real in_squares, Real out, Real out_squares) const {
    const Real deviates = out - gain * in;
    const Real expected = energy * in_squares;
    const Real exceeds = out_squares - expected;
    return (deviates * deviates <= deviation * in_squares) & (std::abs(exceeds) <= excess * in_squares) &
           (in_squares >= least) & (in_squares <= most) & (out_squares >= least) & (out_squares <= most) &
           (expected <= most);
  }
};

/// Compares the sums of a transform's sides.
class ChecksumRule {
 public:
  ChecksumRule() = default;
  /// `factor` is that of the output's sums beside the unscaled transform: the problem's, if they are of what is in
  /// memory.
  ChecksumRule(const Problem& problem, Precision sums, double factor);
  /// What is wrong with the transform, with the value and its bound; empty if nothing is. Says nothing about
  /// transforms whose input, or whose result by the size of the input, is not finite.
  [[nodiscard]] std::string fault(const SideSums& in, const SideSums& out) const;
  /// No square can have underflowed or overflowed.
  [[nodiscard]] bool in_range(const SideSums& in, const SideSums& out) const {
    return std::min(in.squares, out.squares) >= plain_least_ && std::max(in.squares, out.squares) <= plain_most_;
  }
  /// Where it holds, fault() has nothing to say, and the sums are in_range(): cheap, because nearly all transforms are
  /// right.
  template <typename Real>
  [[nodiscard]] PlainRule<Real> plain() const {
    const double energy = gain_ * gain_;
    return {static_cast<Real>(signed_gain_),
            static_cast<Real>(energy),
            static_cast<Real>(epsilon_ * epsilon_ * energy),
            static_cast<Real>(energy_ * energy),
            static_cast<Real>(plain_least_),
            static_cast<Real>(plain_most_)};
  }

 private:
  double gain_ = 1;         ///< norm of the output over that of the input
  double signed_gain_ = 1;  ///< the same with the sign of the problem's factor
  double epsilon_ = 0;      ///< bound of the functional, relative to the output's norm
  double smallest_ = 0;     ///< and absolutely: what underflow may lose
  double energy_ = 0;       ///< bound of Parseval's theorem, relative
  double largest_ = 0;      ///< norms above it may overflow within the transform
  double plain_least_ = 0;  ///< sums of squares that are in_range()
  double plain_most_ = 0;
  bool bounds_only_ = false;  ///< the output's energy may be less: c2r of a spectrum that no real array has
};

}  // namespace papilio::api
