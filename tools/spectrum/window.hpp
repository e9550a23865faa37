// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Windows for spectral analysis, in their periodic (DFT-even) form: w[k] = f(k / n) for k = 0 … n-1, so that w[n] would
// equal w[0]. These are scipy.signal.get_window's values with fftbins=True.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::tool {

enum class WindowKind { rectangular, hann, blackman, kaiser };

struct Window {
  WindowKind kind = WindowKind::hann;
  double beta = 8.6;  ///< Kaiser's shape: 0 is rectangular, 8.6 is close to Blackman

  /// "rectangular", "hann", "blackman", "kaiser" or "kaiser:BETA". Throws Error(invalid_argument).
  static Window parse(std::string_view text);
  [[nodiscard]] std::string name() const;  ///< "Hann", "Kaiser (β = 8.6)"
  [[nodiscard]] std::vector<double> values(std::size_t n) const;
};

}  // namespace papilio::tool
