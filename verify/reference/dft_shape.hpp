// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The shape of a reference transform: one array along all of its axes.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::verify {

struct DftShape {
  Kind kind = Kind::c2c;
  std::vector<std::int64_t> lengths;  ///< of the real side where there is one, outermost first
  Direction direction = Direction::forward;
  bool ortho = false;  ///< real to real: the ends weighted as SciPy's norm="ortho" does; the factor is the caller's

  [[nodiscard]] bool real_to_real() const { return kind != Kind::c2c && kind != Kind::r2c && kind != Kind::c2r; }
  /// Numbers of a side: elements of a real one, twice those of a complex one.
  [[nodiscard]] std::int64_t input_numbers() const;
  [[nodiscard]] std::int64_t output_numbers() const;
  friend bool operator==(const DftShape&, const DftShape&) = default;
};

/// The lengths of half a spectrum of a real array of `lengths`.
std::vector<std::int64_t> half_of(std::vector<std::int64_t> lengths);
/// Shape of each transform of a problem: its transformed axes alone.
DftShape shape_of(const Problem& problem);

}  // namespace papilio::verify
