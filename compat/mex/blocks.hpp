// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays in the order of Octave and MATLAB: cut and padded, and half spectra made whole.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <vector>

#include "request.hpp"

namespace papilio::mex {

/// Goes through the indices of some dimensions, the first one fastest.
class Odometer {
 public:
  explicit Odometer(const Lengths& lengths) : lengths_(lengths), index_(lengths.size(), 0) {}
  [[nodiscard]] const Lengths& index() const { return index_; }
  /// False after the last index.
  bool advance() {
    for (std::size_t i = 0; i < index_.size(); ++i) {
      if (++index_[i] < lengths_[i]) return true;
      index_[i] = 0;
    }
    return false;
  }

 private:
  Lengths lengths_;
  Lengths index_;
};

/// Copies what two arrays of the same rank have in common.
template <typename Number>
void copy_common(const Number* from, const Lengths& from_lengths, Number* to, const Lengths& to_lengths) {
  Lengths common(from_lengths.size());
  std::ranges::transform(from_lengths, to_lengths, common.begin(),
                         [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
  if (product(common) == 0) return;
  Odometer columns(Lengths(common.begin() + 1, common.end()));
  do {
    std::int64_t source = 0;
    std::int64_t target = 0;
    for (std::size_t i = common.size(); i-- > 1;) {
      source = (source + columns.index()[i - 1]) * from_lengths[i - 1];
      target = (target + columns.index()[i - 1]) * to_lengths[i - 1];
    }
    std::copy_n(from + source, common[0], to + target);
  } while (columns.advance());
}

enum class Mirror { as_it_is, conjugate };

/// The whole spectrum X of a real array, from the half with indices 0 .. n/2 along half_axis(): X[k] is the conjugate
/// of X[-k]. `mirror`: all of it, or of each number the conjugate.
template <typename Real>
void complete(const MexRequest& request, const std::complex<Real>* half, std::complex<Real>* whole, Mirror mirror) {
  const std::size_t h = request.half_axis();
  const auto h_difference = static_cast<std::ptrdiff_t>(h);
  const Lengths& lengths = request.lengths;
  const std::int64_t inner = product(Lengths(lengths.begin(), lengths.begin() + h_difference));
  const std::int64_t n = lengths[h];
  const std::int64_t half_n = n / 2 + 1;
  const bool conjugate_first = mirror == Mirror::conjugate;
  const auto copy_row = [&](std::int64_t source, std::int64_t target, bool conjugate) {
    for (std::int64_t i = 0; i < inner; ++i) {
      const std::complex<Real> value = half[source * inner + i];
      whole[target * inner + i] = conjugate ? std::conj(value) : value;
    }
  };
  const Lengths others(lengths.begin() + h_difference + 1, lengths.end());
  Odometer outer(others);
  std::int64_t row = 0;
  do {
    std::int64_t mirrored = 0;
    for (std::size_t i = others.size(); i-- > 0;) {
      const std::int64_t index = outer.index()[i];
      const bool transformed = std::ranges::binary_search(request.axes, h + 1 + i);
      mirrored = mirrored * others[i] + (transformed && index > 0 ? others[i] - index : index);
    }
    for (std::int64_t k = 0; k < half_n; ++k) copy_row(row * half_n + k, row * n + k, conjugate_first);
    for (std::int64_t k = half_n; k < n; ++k) copy_row(mirrored * half_n + n - k, row * n + k, !conjugate_first);
    ++row;
  } while (outer.advance());
}

}  // namespace papilio::mex
