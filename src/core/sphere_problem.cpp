// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SphereProblem: its checks.
#include <fmt/format.h>

#include <limits>
#include <papilio/error.hpp>
#include <papilio/sphere_problem.hpp>

#include "core/pair_rules.hpp"
#include "core/problem_names.hpp"
#include "core/token_reader.hpp"

namespace papilio {

std::string SphereProblem::summary() const {
  return fmt::format("a sphere of {} coefficients in a box of {}x{}x{}, {} band{}", triplets.size(), box[0], box[1],
                     box[2], batch, batch == 1 ? "" : "s");
}

void SphereProblem::validate() const {
  constexpr std::int64_t max_box_edge = std::int64_t{1} << 20;
  constexpr std::int64_t max_sphere_points = std::int64_t{1} << 48;
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    throw Error::invalid_argument(summary(), why, remedy);
  };
  require_floats(precision, summary(), "spheres");
  (void)name_of(precisions, precision);
  (void)name_of(scales, scale);
  std::int64_t points = 1;
  for (const std::int64_t n : box) {
    if (n < 1 || n > max_box_edge) refuse(fmt::format("an edge of the box is {}", n), "give 1 to 2^20");
    if (points > max_sphere_points / n) refuse("the box has more than 2^48 points", "give a smaller one");
    points *= n;
  }
  if (triplets.empty()) refuse("there are no coefficients", "give at least one triplet");
  if (triplets.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    refuse("there are more than 2^31 - 1 coefficients", "give fewer");
  if (batch < 1 || batch > max_sphere_points / points)
    refuse(fmt::format("the batch is {}", batch), fmt::format("give 1 to {}", max_sphere_points / points));
  for (std::size_t g = 0; g < triplets.size(); ++g) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t n = box[axis];
      const std::int64_t index = triplets[g][axis];
      if (index >= n / 2 - n + 1 && index < n) continue;
      refuse(fmt::format("index {} of triplet {} is {}", "xyz"[axis], g, index),
             fmt::format("give {} to {}", n / 2 - n + 1, n - 1));
    }
  }
}

}  // namespace papilio
