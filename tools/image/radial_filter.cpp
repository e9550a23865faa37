// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/image/radial_filter.hpp"

#include <algorithm>
#include <cmath>

namespace papilio::tool {
namespace {

double low(const RadialFilter& filter, double cutoff, double frequency) {
  const double ratio = frequency / cutoff;
  switch (filter.shape) {
    case FilterShape::gaussian:
      return std::exp2(-ratio * ratio);
    case FilterShape::butterworth:
      return 1 / (1 + std::pow(ratio, 2 * filter.order));
    case FilterShape::ideal:
      return ratio <= 1 ? 1 : 0;
  }
  return 0;
}

}  // namespace

double RadialFilter::response(double frequency) const {
  return (lowpass ? low(*this, *lowpass, frequency) : 1) * (highpass ? 1 - low(*this, *highpass, frequency) : 1);
}

void apply(const RadialFilter& filter, std::int64_t height, std::int64_t width, std::span<std::complex<float>> half) {
  std::size_t at = 0;
  for (std::int64_t ky = 0; ky < height; ++ky) {
    const double fy = static_cast<double>(std::min(ky, height - ky)) / static_cast<double>(height);
    for (std::int64_t kx = 0; kx <= width / 2; ++kx, ++at) {
      const double fx = static_cast<double>(kx) / static_cast<double>(width);
      half[at] *= static_cast<float>(filter.response(std::hypot(fx, fy)));
    }
  }
}

}  // namespace papilio::tool
