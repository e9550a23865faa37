// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Random problems of the guru interface: families, ranks, kinds, strides of any order and sign, gaps, split arrays, in
// place and out of place.
#pragma once

#include <fftw3.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace papilio::testing {

enum class Family { dft, r2c, c2r, r2r };

/// Offsets and strides count numbers; of an interleaved complex side, complex ones.
struct GuruProblem {
  Family family = Family::dft;
  bool split = false;
  bool in_place = false;
  int sign = FFTW_FORWARD;
  std::vector<fftw_iodim64> dims;
  std::vector<fftw_iodim64> howmany;
  std::vector<fftw_r2r_kind> kinds;
  std::ptrdiff_t in_offset = 0;  ///< of element 0: positive where strides are negative
  std::ptrdiff_t out_offset = 0;
  std::ptrdiff_t in_elements = 0;
  std::ptrdiff_t out_elements = 0;

  [[nodiscard]] bool real_in() const { return family == Family::r2c || family == Family::r2r; }
  [[nodiscard]] bool real_out() const { return family == Family::c2r || family == Family::r2r; }
  [[nodiscard]] double points() const;
  [[nodiscard]] std::string text() const;
};

/// Which lengths and sizes are drawn.
struct Draw {
  std::vector<int> lengths;  ///< of transformed dimensions
  double most_points = 1e5;  ///< of all transforms together
};

GuruProblem random_problem(std::mt19937& random, const Draw& draw);

}  // namespace papilio::testing
