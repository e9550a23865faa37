// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/dft_shape.hpp"

#include "core/number_theory.hpp"

namespace papilio::verify {
std::vector<std::int64_t> half_of(std::vector<std::int64_t> lengths) {
  lengths.back() = lengths.back() / 2 + 1;
  return lengths;
}

std::int64_t DftShape::input_numbers() const {
  if (kind == Kind::r2c || real_to_real()) return product(lengths);
  return 2 * product(kind == Kind::c2r ? half_of(lengths) : lengths);
}

std::int64_t DftShape::output_numbers() const {
  if (kind == Kind::c2r || real_to_real()) return product(lengths);
  return 2 * product(kind == Kind::r2c ? half_of(lengths) : lengths);
}

DftShape shape_of(const Problem& problem) {
  DftShape shape{problem.kind, {}, problem.direction, false};
  shape.ortho = shape.real_to_real() && problem.scale == Scale::inverse_sqrt_n;
  for (const int axis : problem.transformed_axes())
    shape.lengths.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
  return shape;
}

}  // namespace papilio::verify
