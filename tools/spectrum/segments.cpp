// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <papilio/error.hpp>

namespace papilio::tool {

std::size_t step_of(double overlap, std::size_t length, double usual) {
  if (!(overlap >= 0 && overlap < 1)) {
    throw Error::invalid_argument(fmt::format("overlap {}", overlap), "is not in 0 <= overlap < 1",
                                  fmt::format("{} suits most windows", usual));
  }
  const auto common = static_cast<std::size_t>(std::ceil(overlap * static_cast<double>(length) - 0.5));
  return length - std::min(common, length - 1);
}

}  // namespace papilio::tool
