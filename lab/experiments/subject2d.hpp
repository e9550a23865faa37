// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// An array to transform in two dimensions, and what it becomes, computed in double precision.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::experiments {

class Subject2d {
 public:
  /// The numbers are multiples of 2^-10 in [-1, 1), the same everywhere, so that f16 holds them exactly.
  Subject2d(std::int64_t rows, std::int64_t columns, Direction direction);

  [[nodiscard]] std::int64_t points() const { return static_cast<std::int64_t>(exact_.size()); }
  /// The input in f32 (Storage::native) or f16.
  [[nodiscard]] std::vector<std::byte> input(Storage storage) const;
  /// Relative rms error in ppm of a result in that type; infinite where it is no number.
  [[nodiscard]] double error_ppm(const std::vector<std::byte>& result, Storage storage) const;

 private:
  std::vector<float> input_;
  std::vector<std::complex<double>> exact_;
};

}  // namespace papilio::experiments
