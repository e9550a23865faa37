// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PlacedNufft: a non-uniform transform with the points that `papilio check`, `papilio bench` and `papilio plan` place.
// The token has these options besides those of <papilio/nufft_problem.hpp>:
//
//   option = "points=" count | "frequencies=" count | "uniform" | "clustered" | "radial"
//   count  = integer | number such as 1e6 | integer "^" integer
//
// Examples: nufft1:f32:256x256:eps=1e-5:points=1e6:clustered   nufft3:f64:2d:points=1e5:frequencies=2e4
#pragma once

#include <cstdint>
#include <papilio/nufft.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::verify {

/// uniform: at random all over the period. clustered: in a box of four modes' wavelengths along each axis, around a
/// random place. radial: on spokes through 0, as a magnetic resonance scanner samples; dense in the middle.
enum class PointDistribution { uniform, clustered, radial };

struct PlacedNufft : NufftProblem {
  /// Unless a token says more, as many as there are modes, at most 2^24; of type 3, 10000.
  std::int64_t points = 1;
  std::int64_t frequencies = 0;  ///< of type 3, by default as many as points
  PointDistribution distribution = PointDistribution::uniform;

  /// Throws TokenError or Error.
  static PlacedNufft parse(std::string_view token);
  /// With the number of points, always.
  [[nodiscard]] std::string token() const;
  /// Complex numbers of one transform.
  [[nodiscard]] std::int64_t inputs() const { return type == NufftType::type2 ? points_of_grid() : points; }
  [[nodiscard]] std::int64_t outputs() const {
    if (type == NufftType::type2) return points;
    return type == NufftType::type3 ? frequencies : points_of_grid();
  }
  friend bool operator==(const PlacedNufft&, const PlacedNufft&) = default;
};

/// Coordinates, an array for each axis, rounded to the problem's precision. Those of frequencies extend so far that
/// type 3 has as many cells as frequencies.
struct PlacedPoints {
  std::vector<std::vector<double>> points;
  std::vector<std::vector<double>> frequencies;  ///< of type 3
};
/// The same for the same problem and seed.
PlacedPoints placed_points(const PlacedNufft& problem, std::uint64_t seed);

/// One array in the problem's precision, as bytes.
std::vector<std::byte> stored_coordinates(const PlacedNufft& problem, const std::vector<double>& numbers);
/// A transform on a device that has these points.
Nufft nufft_at(const Device& device, const PlacedNufft& problem, const PlacedPoints& at);

}  // namespace papilio::verify
